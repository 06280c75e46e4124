"""Grids of lamps: rows of cells, adjacent or separated by blanks, in at most two symbols; `1 0`, `# .`, `O #`, …

The same symbol means different things in different places (# is lit in pictures and dark in UVa 10309), so each
alphabet is a format of its own. `modK` reads and writes digits 0 … K−1, and is used only when named.
"""

from dataclasses import dataclass

from solvable.errors import PuzzleError
from solvable.formats.base import MOST_LAMPS, Format, Reading, split_rows
from solvable.formats.numbers import cells_in
from solvable.formats.text import Text
from solvable.formats.writable import lights_of, plain_lights
from solvable.lights.board import LightsOut
from solvable.puzzle import Puzzle, State
from solvable.said import say

COLOURED = "🟡🟨🟠🟧🔴🟥🟢🟩🔵🟦🟣🟪💡🔆☀⭐🌟🌕"
SEPARATORS = frozenset(" \t,\n/")


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The symbols that are lit and dark; the first of each is written."""

    name: str
    lit: str
    dark: str
    source: str

    @property
    def symbols(self) -> frozenset[str]:
        """All its symbols."""
        return frozenset(self.lit + self.dark)


ALPHABETS = (
    Alphabet("grid", "1", "0", "1 lit, 0 off"),
    Alphabet("dots", "#", ".", "# lit, . off"),
    Alphabet("uva", "Oo", "#", "O lit, # off, as in UVa 10309"),
    Alphabet("xo", "Xx", "Oo", "X lit, O off"),
    Alphabet("wb", "wW", "bB", "w lit, b off"),
    Alphabet("yw", "wW", "yY", "w lit (still to be painted), y off, as in POJ 1681"),
    Alphabet("signs", "+", "-", "+ lit, - off"),
    Alphabet("stars", "*", ".", "* lit, . off"),
    Alphabet("crosses", "Xx", "._", "X lit, . off"),
    Alphabet("shapes", "●⬤■★", "○◯□☆", "filled (● ■ ★) lit, hollow (○ □ ☆) off"),
    Alphabet("words", "亮开", "灭关暗", "亮 lit, 灭 off"),
    Alphabet("emoji", COLOURED, "⬛⚫🌑", "🟡 lit, ⬛ off"),
    Alphabet("white", "⬜⚪", "⬛⚫", "⬜ lit, ⬛ off"),
    Alphabet("paper", COLOURED, "⬜⚪", "🟡 lit, ⬜ off"),
)


def cells_of(text: Text, symbols: frozenset[str], first: int = 0) -> list[str] | None:
    """Return the cells of the rows from `first` on, one character each, or None where there are other symbols.

    Raise NotationError where the rows have different lengths or there are too many cells.
    """
    rows = text.rows[first:]
    joined = "\n".join(rows)
    if not rows or not (frozenset(joined) if first else text.symbols) <= symbols | SEPARATORS:
        return None
    clean = joined.translate(dict.fromkeys(map(ord, " \t,")))
    cells = clean.split("\n")
    if len(clean) != len(joined) and not all(map(_is_even, rows)):
        return None
    width = len(cells[0])
    for row, line in enumerate(cells):
        if len(line) != width:
            message = say(
                "row {row} has {cells}, the first has {width}", row=row + 1, cells=cells_in(len(line)), width=width
            )
            raise text.fault(message, say("{width} cells in each row", width=width), text.offset(first + row))
    if width * len(cells) > MOST_LAMPS:
        raise text.fault(
            say("{width} × {height} lamps", width=width, height=len(cells)), say("at most {most:,}", most=MOST_LAMPS)
        )
    return cells


def _is_even(row: str) -> bool:
    """Whether the cells of `row` are all adjacent, or all separated."""
    separated = row.replace(",", " ").split()
    return len(separated) == 1 or all(len(word) == 1 for word in separated)


def lamps(text: Text, alphabet: Alphabet, first: int = 0) -> Reading | None:
    """Return the reading of the rows from `first` on in this alphabet."""
    cells = cells_of(text, alphabet.symbols, first)
    if cells is None or len(frozenset().union(*cells)) > 2:
        return None
    bits = str.maketrans(alphabet.lit + alphabet.dark, "\1" * len(alphabet.lit) + "\0" * len(alphabet.dark))
    state = tuple("".join(cells).translate(bits).encode("latin-1"))
    return Reading(LightsOut(len(cells[0]), len(cells)), state, alphabet.source, alphabet.name == "grid")


def _alphabet_format(alphabet: Alphabet) -> Format:
    def read(text: Text) -> Reading | None:
        return lamps(text, alphabet)

    def write(puzzle: Puzzle, state: State) -> str:
        width = plain_lights(puzzle, alphabet.name).width
        symbols = (alphabet.dark[0], alphabet.lit[0])
        return "\n".join("".join(symbols[cell] for cell in row) for row in split_rows(state, width))

    return Format(alphabet.name, say("rows of lamps, {symbols}", symbols=say(alphabet.source)), read, write)


def _digits_format(k: int) -> Format:
    name = f"mod{k}"
    digits = "0123456789"[:k]

    def read(text: Text) -> Reading | None:
        cells = cells_of(text, frozenset(digits))
        if cells is None:
            return None
        state = tuple(byte - ord("0") for byte in "".join(cells).encode("latin-1"))
        return Reading(LightsOut(len(cells[0]), len(cells), k=k), state, say("lamps of {k} states", k=k))

    def write(puzzle: Puzzle, state: State) -> str:
        lights = lights_of(puzzle, name)
        if lights.with_goal(None) != LightsOut(lights.width, lights.height, k=k, name=lights.name) or any(lights.goal):
            raise PuzzleError(say("the format {name} cannot hold this puzzle's rules: use id", name=name))
        return "\n".join("".join(map(str, row)) for row in split_rows(state, lights.width))

    return Format(
        name, say("rows of lamps with {k} states, digits 0 to {last}", k=k, last=k - 1), read, write, automatic=False
    )


GRIDS = tuple(map(_alphabet_format, ALPHABETS))
DIGITS = tuple(map(_digits_format, range(3, 11)))
