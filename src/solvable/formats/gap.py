"""A grid of tiles with nothing where the blank is, as Tatham's fifteen copies it: the columns show where it is.

One row is a cell short; in the others the numbers end (or begin) in the same columns, and the short row leaves one of
these columns free. Anything less clear is left to the error about the short row.
"""

import re

from solvable.core.puzzle import State
from solvable.formats.text import Text

CHARACTERS_MAX = 10_000  # characters


def blank_by_column(text: Text) -> tuple[int, State] | None:
    """Return the width and the state of `text`, the one gap in its columns the blank; None where there is none."""
    if len(text.data) > CHARACTERS_MAX or not text.symbols <= frozenset("0123456789 \t\n"):
        return None
    lines = [line.expandtabs() for line in text.data.split("\n") if line.strip()]
    rows = [list(re.finditer("[0-9]+", line)) for line in lines]
    width = max(map(len, rows))
    short = [row for row, words in enumerate(rows) if len(words) != width]
    if len(short) != 1 or min(width, len(rows)) < 2 or len(rows[short[0]]) != width - 1:
        return None
    for edge in (1, 0):
        columns = {tuple(word.span()[edge] for word in words) for row, words in enumerate(rows) if row != short[0]}
        taken = {word.span()[edge] for word in rows[short[0]]}
        if len(columns) == 1 and taken < (free := set(columns.pop())):
            place = short[0] * width + sum(column < min(free - taken) for column in taken)
            tiles = [int(word[0][:9]) for words in rows for word in words]
            state = (*tiles[:place], 0, *tiles[place:])
            return (width, state) if sorted(state) == list(range(len(state))) else None
    return None
