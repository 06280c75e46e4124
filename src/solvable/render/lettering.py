"""Upper bounds on the room of letters in a picture whose font is not known.

Widths are those of DejaVu Sans, the widest of the fonts that browsers fall back to, in parts of the font's size.
"""

from collections.abc import Callable
from functools import partial

from solvable.render.text import display_width, fold

WIDTHS = {
    **dict.fromkeys("ijl|' ·.,", 0.34), **dict.fromkeys("ftr()[]:;!/-\"", 0.42), **dict.fromkeys("+=×−–≈", 0.84),
    **dict.fromkeys("mwMW…", 0.99),
}  # fmt: skip
CAPITAL, OTHER, WIDE, BOLD = 0.79, 0.64, 1.0, 1.12


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the largest width in pixels of a line at this font size."""
    return sum(map(_em, text)) * size * (BOLD if bold else 1)


def lines(text: str, room: float, size: float, *, bold: bool = False) -> list[str]:
    """Return the text in lines of at most `room` pixels; a word that is too long is broken after a plus."""
    measure = partial(width, size=size, bold=bold)
    words = [part for word in text.split(" ") for part in _broken(word, room, measure)]
    return fold(" ".join(words), room, measure)


def _em(char: str) -> float:
    if char in WIDTHS:
        return WIDTHS[char]
    if display_width(char) == 2:
        return WIDE
    return CAPITAL if char.isupper() else OTHER


def _broken(word: str, room: float, measure: Callable[[str], float]) -> list[str]:
    """Return a word in parts; a word whose parts only Chinese punctuation would separate is not split, since that
    breaks anyway.
    """
    if measure(word) <= room or any(display_width(char) == 2 for char in word):
        return [word]
    parts = [""]
    for piece in word.replace("+", "+\0").split("\0"):
        if parts[-1] and measure(parts[-1] + piece) > room:
            parts.append("")
        parts[-1] += piece
    return parts
