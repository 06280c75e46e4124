"""The fonts of a machine that can write numbers: those with ten legible digits."""

from functools import cache
from pathlib import Path

from PIL import ImageFont

FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts")
UNFIT = ("Math", "Light", "D050000L")  # different layout, very thin, ornaments instead of digits


@cache
def fonts(folders: tuple[str, ...] = FOLDERS, unfit: tuple[str, ...] = UNFIT) -> list[str]:
    """Return the paths of the fonts in folders, except those whose names contain one of the words or that lack
    digits.
    """
    found = [path for folder in folders for path in Path(folder).rglob("*.[ot]t[fc]")]
    return sorted(str(path) for path in found if not any(word in path.name for word in unfit) and _has_digits(path))


def _has_digits(path: Path) -> bool:
    """Return whether the ten digits differ: a font draws the same box for each character that it lacks."""
    font = ImageFont.truetype(str(path), 40)
    return len({bytes(font.getmask(digit)) for digit in "0123456789"}) == 10
