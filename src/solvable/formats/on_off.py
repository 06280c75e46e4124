"""Lamps as words, `on off off`, `True False`, `lit dark`, separated by blanks or commas; rows by '/' or line ends."""

from itertools import chain

from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import LAMPS_MAX, Format, Reading, split_rows
from solvable.formats.grid import plain_lights
from solvable.formats.numbers import cells_in
from solvable.formats.text import Text, split_words, word_column

CHARACTERS_MAX = 1_000_000  # characters
_PAIRS = (
    ("on", "off"),
    ("true", "false"),
    ("t", "f"),
    ("lit", "dark"),
    ("lit", "off"),
    ("light", "dark"),
    ("yes", "no"),
)
_LETTERS = frozenset("onftrueliitdarkghsy")


def _read(text: Text) -> Reading | None:
    if len(text.data) > CHARACTERS_MAX or not any(map(str.isalpha, text.data[:100])):
        return None
    if not {symbol.casefold() for symbol in text.symbols} <= _LETTERS | frozenset(" \t\n,/;"):
        return None
    rows = [[word.casefold() for word in split_words(row)] for row in text.rows]
    used = frozenset(chain.from_iterable(rows))
    pair = next((pair for pair in _PAIRS if used <= frozenset(pair) and len(max(used, key=len)) > 1), None)
    if pair is None:
        return None
    for row, words in enumerate(rows):
        if len(words) != len(rows[0]):
            message = msg(
                "row {row} has {cells}, the first has {width}",
                row=row + 1,
                cells=cells_in(len(words)),
                width=len(rows[0]),
            )
            place = text.offset(row, word_column(text.rows[row], len(rows[0])))
            raise text.fault(message, msg("{width} cells in each row", width=len(rows[0])), place)
    if len(rows) * len(rows[0]) > LAMPS_MAX:
        return None
    state = tuple(int(word == pair[0]) for word in chain.from_iterable(rows))
    from solvable.lights.board import LightsOut

    return Reading(LightsOut(len(rows[0]), len(rows)), state, msg("{lit} lit, {dark} off", lit=pair[0], dark=pair[1]))


def _write(puzzle: Puzzle, state: State) -> str:
    width = plain_lights(puzzle, ON_OFF.name).width
    return "\n".join(" ".join(("off", "on")[cell] for cell in row) for row in split_rows(state, width))


ON_OFF = Format("on-off", "lamps as words, on and off, true and false, lit and dark", _read, _write)
