"""Files of pictures as rasters: portable pixmaps (P5, P6) by ourselves, all others by pillow, neither without bounds.

What a file claims is looked at before anything is unpacked: a picture of more pixels than a phone's camera makes is
refused, whatever few bytes it is packed in.
"""

from io import BytesIO
from typing import Any
from warnings import catch_warnings, simplefilter

from solvable.core.errors import NotationError, require
from solvable.core.message import msg
from solvable.photo.raster import SIDE_PIXELS_MAX, SMALLEST, Raster

PIXELS_MAX = 120_000_000
ORIENTATION, UPRIGHT = 0x0112, 1  # the tag of EXIF, and what it says of a camera that is not turned
PIXMAPS = (b"P5", b"P6")


def raster_of(data: bytes, source: str = "") -> Raster:
    """Return the picture in a file, at most `SIDE_PIXELS_MAX` pixels a side; raise NotationError, or ImportError."""
    if data.startswith(PIXMAPS):
        return _pixmap(data, source)
    return raster_of_picture(_unpacked(data, source), source)


def raster_of_array(array: Any) -> Raster:
    """Return an array of bytes (height, width, 3 or 4), whose fourth channel is not looked at."""
    height, width, channels = array.shape
    if str(array.dtype) != "uint8" or channels not in (3, 4):
        message = msg("an array {shape} of {dtype} is not a picture", shape=str(array.shape), dtype=str(array.dtype))
        raise NotationError(message, expected="bytes of shape (height, width, 3)")
    _check(width, height, "")
    return _bounded(Raster.of(width, height, array[:, :, :3].tobytes()))


def _bounded(raster: Raster) -> Raster:
    while max(raster.width, raster.height) > SIDE_PIXELS_MAX:
        raster = raster.halved()
    _check(raster.width, raster.height, "")
    return raster


def raster_of_picture(picture: Any, source: str = "") -> Raster:
    """Return a picture of pillow as a raster: upright, on white where it is transparent, no larger than is read."""
    require("PIL", "image")
    from PIL import Image, ImageOps

    width, height = picture.size
    _check(width, height, source)
    try:
        picture.draft("RGB", (SIDE_PIXELS_MAX, SIDE_PIXELS_MAX))  # a JPEG is unpacked at a fraction of its size
        if picture.mode.startswith("I"):  # 16 bits a shade: a mere conversion would cut them off at 255
            picture = picture.convert("I").point(lambda shade: shade * (1 / 257)).convert("L")
        if picture.getexif().get(ORIENTATION, UPRIGHT) != UPRIGHT:  # else it would be copied
            picture = ImageOps.exif_transpose(picture)
        factor = max(picture.size) // SIDE_PIXELS_MAX
        if factor > 1 and picture.mode in {"RGB", "RGBA", "L"}:
            picture = picture.reduce(factor)
        if "A" in picture.getbands() or "transparency" in picture.info:
            picture = picture.convert("RGBA")
            picture = Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture)
        picture = picture.convert("RGB")
        picture.thumbnail((SIDE_PIXELS_MAX, SIDE_PIXELS_MAX))
    except Exception as error:  # pillow's readers raise whatever they meet
        raise _broken(error, source) from error
    return Raster.of(picture.width, picture.height, picture.tobytes())


def _unpacked(data: bytes, source: str) -> Any:
    """Return the picture of a file as pillow opens it: its size is known, its pixels are not unpacked."""
    require("PIL", "image")
    from PIL import Image

    with catch_warnings():
        simplefilter("ignore")  # of large pictures, which are looked at below
        try:
            picture = Image.open(BytesIO(data))
        except Image.DecompressionBombError:
            raise _too_large(source) from None
        except Exception as error:
            raise _broken(error, source) from error
    if getattr(picture, "n_frames", 1) > 1 and picture.format != "MPO":
        raise NotationError("this picture moves", expected="one still picture, a PNG or a JPEG", source=source)
    return picture


def _check(width: int, height: int, source: str) -> None:
    if width * height > PIXELS_MAX:
        raise _too_large(source)
    if min(width, height) < SMALLEST:
        message = msg("a picture of {width} × {height} pixels", width=width, height=height)
        raise NotationError(message, expected=msg("at least {least} pixels a side", least=SMALLEST), source=source)


def _too_large(source: str) -> NotationError:
    message = msg("a picture of more than {most:,} pixels", most=PIXELS_MAX)
    return NotationError(message, expected="a smaller picture, or the part with the board", source=source)


def _broken(error: Exception, source: str) -> NotationError:
    if isinstance(error, NotationError):
        return error
    reason = str(error).partition("<")[0].strip() or type(error).__name__
    message = msg("this picture cannot be read: {error}", error=msg(reason[:120]))
    return NotationError(message, expected="a PNG, JPEG, GIF or WebP picture", source=source)


def _pixmap(data: bytes, source: str) -> Raster:
    """Return the picture of a raw portable pixmap with a byte a colour."""
    words: list[int] = []
    offset = 2
    while len(words) < 3:
        while offset < len(data) and (data[offset : offset + 1].isspace() or data[offset : offset + 1] == b"#"):
            offset = data.find(b"\n", offset) + 1 or len(data) if data[offset : offset + 1] == b"#" else offset + 1
        start = offset
        while offset < len(data) and data[offset : offset + 1].isdigit() and offset - start < 9:
            offset += 1
        if offset == start:
            raise _broken(ValueError("the header of a pixmap is three numbers"), source)
        words.append(int(data[start:offset]))
    width, height, most = words
    channels = 1 if data.startswith(b"P5") else 3
    _check(width, height, source)
    pixels = data[offset + 1 : offset + 1 + channels * width * height]
    if most != 255 or len(pixels) < channels * width * height:
        raise _broken(ValueError("the pixels of a pixmap are one byte a colour, and all of them"), source)
    raster = Raster(width, height, (pixels,) * 3) if channels == 1 else Raster.of(width, height, pixels)
    return _bounded(raster)
