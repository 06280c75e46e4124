"""One instance with figures around it, as research keeps them: an index, the optimal length, the nodes of a search.

    14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 57          the tiles, then the optimal length
    1 14 13 … 3 57                                     an index, the tiles, the length
    1 57 276361933                                     a line of figures, then
    14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3              the tiles

One record does not say whose it is, so the goal is 1, 2, …, blank last; the note shows the figures.
"""

from math import isqrt

from solvable.core.message import msg
from solvable.formats.base import Format, Reading
from solvable.formats.numbers import NOTE
from solvable.formats.text import Text

FIGURES_MAX = 4  # on the line before the tiles
CHARACTERS_MAX = 10_000  # characters
_ALLOWED = frozenset("0123456789, \t\n")


def _read(text: Text) -> Reading | None:
    if len(text.data) > CHARACTERS_MAX or not text.symbols <= _ALLOWED or not 1 <= len(text.lines) <= 2:
        return None
    lines = [line.replace(",", " ").split() for line in text.lines]
    words = lines[-1]
    if len(lines) == 2:
        before = lines[0]
        choices = [(0, len(words)), (0, len(words) - 1)] if len(before) <= FIGURES_MAX else []
    else:
        before = []
        choices = [(0, len(words) - 1), (1, len(words) - 1)]
    for start, end in choices:
        if (state := _state(words[start:end])) is not None:
            figures = " ".join([*before, *words[:start], *words[end:]])
            from solvable.tiles.board import SlidingTiles

            side = isqrt(len(state))
            return Reading(
                SlidingTiles(side, side), state, msg("beside the tiles: {figures}", figures=figures), goal_note=NOTE
            )
    return None


def _state(words: list[str]) -> tuple[int, ...] | None:
    """Return the tiles of a square board, 9 at least; None where the words are none."""
    side = isqrt(len(words))
    if side < 3 or side * side != len(words) or max(map(len, words)) > 7:
        return None
    state = tuple(map(int, words))
    return state if sorted(state) == list(range(len(state))) else None


RECORD = Format("record", "one instance between figures: index, optimal length, nodes; goal blank last", _read)
