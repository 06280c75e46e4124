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
    Alphabet("grid", "1", "0", "1 lit, 0 dark"),
    Alphabet("dots", "#", ".", "# lit, . dark"),
    Alphabet("uva", "Oo", "#", "O lit, # dark, as in UVa 10309"),
    Alphabet("xo", "Xx", "Oo", "X lit, O dark"),
    Alphabet("wb", "wW", "bB", "w lit, b dark"),
    Alphabet("yw", "wW", "yY", "w lit (still to be painted), y dark, as in POJ 1681"),
    Alphabet("signs", "+", "-", "+ lit, - dark"),
    Alphabet("stars", "*", ".", "* lit, . dark"),
    Alphabet("crosses", "Xx", "._", "X lit, . dark"),
    Alphabet("shapes", "●⬤■★", "○◯□☆", "filled (● ■ ★) lit, hollow (○ □ ☆) dark"),
    Alphabet("words", "亮开", "灭关暗", "亮 lit, 灭 dark"),
    Alphabet("emoji", COLOURED, "⬛⚫🌑", "🟡 lit, ⬛ dark"),
    Alphabet("white", "⬜⚪", "⬛⚫", "⬜ lit, ⬛ dark"),
    Alphabet("paper", COLOURED, "⬜⚪", "🟡 lit, ⬜ dark"),
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
            message = f"row {row + 1} has {cells_in(len(line))}, the first has {width}"
            raise text.fault(message, f"{width} cells in each row", text.offset(first + row))
    if width * len(cells) > MOST_LAMPS:
        raise text.fault(f"{width} × {len(cells)} lamps", f"at most {MOST_LAMPS:,}")
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

    return Format(alphabet.name, f"rows of lamps, {alphabet.source}", read, write)


def _digits_format(k: int) -> Format:
    name = f"mod{k}"
    digits = "0123456789"[:k]

    def read(text: Text) -> Reading | None:
        cells = cells_of(text, frozenset(digits))
        if cells is None:
            return None
        state = tuple(byte - ord("0") for byte in "".join(cells).encode("latin-1"))
        return Reading(LightsOut(len(cells[0]), len(cells), k=k), state, f"lamps of {k} states")

    def write(puzzle: Puzzle, state: State) -> str:
        lights = lights_of(puzzle, name)
        if lights.with_goal(None) != LightsOut(lights.width, lights.height, k=k, name=lights.name) or any(lights.goal):
            raise PuzzleError(f"the format {name} has no place for this puzzle's rules: use id")
        return "\n".join("".join(map(str, row)) for row in split_rows(state, lights.width))

    return Format(name, f"rows of lamps with {k} states, digits 0 to {k - 1}", read, write, automatic=False)


GRIDS = tuple(map(_alphabet_format, ALPHABETS))
DIGITS = tuple(map(_digits_format, range(3, 11)))
