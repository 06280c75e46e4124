"""The cells of a board as they are written, whatever they mean: words between blanks or commas, or single signs.

A sign is what a reader sees as one: a letter with its accents, an emoji of several characters.
"""

import re
from typing import NamedTuple

from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.formats.text import Text, split_words

_SIGN = pattern(
    "(?:[\U0001f1e6-\U0001f1ff]{2}|[^\\s])(?:[\u0300-\u036f\u20e3\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]|\u200d.)*",
    re.DOTALL,
)


class Cells(NamedTuple):
    """The words of a board, row by row, in rows of `width`."""

    words: tuple[str, ...]
    width: int

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.words) // self.width if self.width else 0


def written(text: Text, width: int = 0) -> Cells:
    """Return the cells of a text: of rows of one length, or of one line in rows of `width`.

    Raises NotationError at the first row of another length.
    """
    rows = [_row(row) for row in text.rows]
    if len(rows) == 1 and width and len(rows[0]) % width == 0:
        return Cells(tuple(rows[0]), width)
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise text.fault(
                msg("row {row} has {count} cells, the first has {width}", row=number + 1, count=len(row),
                    width=len(rows[0])),
                msg("{width} cells in each row", width=len(rows[0])),
                text.offset(number),
            )  # fmt: skip
    return Cells(tuple(word for row in rows for word in row), len(rows[0]) if rows else 0)


def _row(row: str) -> list[str]:
    words = [word for word in split_words(row) if word]
    return _SIGN.findall(words[0]) if len(words) == 1 else words
