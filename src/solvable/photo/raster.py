"""A picture as three planes of bytes, of bounded size, with what the reader asks of it; no library is needed.

Whole planes are handled at once wherever they can be, by slices and by integers of millions of bits, so that a picture
of a million pixels is halved in a hundredth of a second without numpy, in the browser too.
"""

from dataclasses import dataclass
from operator import sub

SIDE_PIXELS_MAX = 1024  # pixels a side of what is read; whoever decodes a file brings it to that
SMALLEST = 16

Colour = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Raster:
    """A picture: its size, and the red, green and blue of its pixels, row by row."""

    width: int
    height: int
    planes: tuple[bytes, bytes, bytes]

    @classmethod
    def of(cls, width: int, height: int, data: bytes) -> "Raster":
        """Return the picture whose pixels are three bytes each; raise ValueError if their number is another."""
        if len(data) != 3 * width * height:
            raise ValueError(f"{len(data)} bytes are not {width} × {height} pixels")
        return cls(width, height, (data[::3], data[1::3], data[2::3]))

    def halved(self) -> "Raster":
        """Return the picture at half its size, each pixel the mean of four."""
        width, height = self.width // 2, self.height // 2
        red, green, blue = (_halved(plane, self.width, self.height) for plane in self.planes)
        return Raster(width, height, (red, green, blue))

    def across(self) -> bytes:
        """Return how far each pixel's colour is from that of its right neighbour: the largest of three differences."""
        return self._differences(1)

    def down(self) -> bytes:
        """Return how far each pixel's colour is from that of its neighbour below."""
        return self._differences(self.width)

    def _differences(self, step: int) -> bytes:
        parts = [map(abs, map(sub, plane, plane[step:])) for plane in self.planes]
        return bytes(map(max, *parts)) + bytes(step)

    def at(self, x: float, y: float) -> Colour:
        """Return the colour at a place, between pixels by their shares; outside, that of the nearest pixel.

        The middle of the first pixel is (0.5, 0.5).
        """
        x = min(max(x - 0.5, 0.0), self.width - 1.001)
        y = min(max(y - 0.5, 0.0), self.height - 1.001)
        column, row = int(x), int(y)
        right, below = x - column, y - row
        start = row * self.width + column
        under = start + self.width
        a, b, c, d = (1 - right) * (1 - below), right * (1 - below), (1 - right) * below, right * below
        red, green, blue = self.planes
        return (
            a * red[start] + b * red[start + 1] + c * red[under] + d * red[under + 1],
            a * green[start] + b * green[start + 1] + c * green[under] + d * green[under + 1],
            a * blue[start] + b * blue[start + 1] + c * blue[under] + d * blue[under + 1],
        )


def _halved(plane: bytes, width: int, height: int) -> bytes:
    rows = [plane[start : start + width // 2 * 2] for start in range(0, width * (height // 2 * 2), width)]
    tall = _mean(b"".join(rows[::2]), b"".join(rows[1::2]))
    return _mean(tall[::2], tall[1::2])


def _mean(one: bytes, other: bytes) -> bytes:
    """Return the means of bytes, all at once: halves never carry into a neighbour."""
    mask = int.from_bytes(b"\xfe" * len(one))
    return (((int.from_bytes(one) & mask) >> 1) + ((int.from_bytes(other) & mask) >> 1)).to_bytes(len(one))
