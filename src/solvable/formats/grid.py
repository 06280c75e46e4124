"""Grids of lamps: rows of cells, adjacent or separated by blanks, in at most two symbols; `1 0`, `# .`, `O #`, …

The same symbol means different things in different places (# is lit in pictures and dark in UVa 10309), so each
alphabet is a format of its own. `modK` reads and writes digits 0 … K−1, and is used only when named.

A hole in the board is a dash beside both a lit and a dark symbol, or a place left empty: in rows whose other cells
stand in the same columns, and that are as long as the others, or short by as much on both sides.
"""

import re
from collections.abc import Sequence
from math import gcd, isqrt
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from solvable.core.errors import PuzzleError
from solvable.core.frozen import frozen
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import LAMPS_MAX, Format, Reading, split_rows
from solvable.formats.numbers import cells_in
from solvable.formats.text import Text

if TYPE_CHECKING:  # a board of one family is read without loading the other
    from solvable.lights.board import LightsOut

COLOURED = "🟡🟨🟠🟧🔴🟥🟢🟩🔵🟦🟣🟪🟤🟫💡🔆☀⭐🌟🌕🌞🌝✨🔥💥"
_SMALLEST_SQUARE = 9  # cells; who writes four lamps in a row means a row
_LONGEST_SQUARE = 20_000  # characters
SEPARATORS = frozenset(" \t,\n/")
_GAP = pattern(r"(?m)^,|,[ \t]*,|\t *\t")  # where a cell of a table was left empty
_FILLED = "a symbol for each cell, for dark ones like . or 0"
HOLE = "-"
_FEWEST_WITH_HOLE = 3  # rows and columns of a board in which a dash is a hole
_GAPPED_CHARACTERS_MAX = 50_000  # characters of a board with places left empty


@frozen
class Alphabet:
    """The symbols that are lit and dark, the first of each is written; what they mean, and where they are used so."""

    name: str
    lit: str
    dark: str
    source: str
    use: str = ""

    @property
    def symbols(self) -> frozenset[str]:
        """All its symbols."""
        return frozenset(self.lit + self.dark)

    def note(self, used: frozenset[str]) -> str:
        """Return which of the symbols that were used are lit, and which dark."""
        shown = _told(*(" ".join(symbol for symbol in symbols if symbol in used) for symbols in (self.lit, self.dark)))
        return msg("{symbols}, {use}", symbols=shown, use=msg(self.use)) if self.use else shown


def _told(lit: str, dark: str) -> str:
    if lit and dark:
        return msg("{lit} lit, {dark} off", lit=lit, dark=dark)
    return msg("{lit} lit", lit=lit) if lit else msg("{dark} off", dark=dark)


ALPHABETS = (
    Alphabet("grid", "1", "0", "1 lit, 0 off"),
    Alphabet("dots", "#", ".·", "# lit, . off"),
    Alphabet("uva", "Oo", "#", "O lit, # off, as in UVa 10309", "as in UVa 10309"),
    Alphabet("xo", "Xx", "Oo", "X lit, O off"),
    Alphabet("wb", "wW", "bB", "w lit, b off"),
    Alphabet("yw", "wW", "yY", "w lit (still to be painted), y off, as in POJ 1681", "as in POJ 1681"),
    Alphabet("signs", "+", "-", "+ lit, - off"),
    Alphabet("stars", "*@", ".·_", "* lit, . off"),
    Alphabet("crosses", "Xx", "._-·", "X lit, . off"),
    Alphabet("rings", "Oo", "._-·", "O lit, . off"),
    Alphabet("ones", "1", "._-·", "1 lit, . off"),
    Alphabet("tf", "Tt", "Ff", "T lit, F off"),
    Alphabet("shapes", "●⬤■★◉◆⬢", "○◯□☆◇⬡", "filled (● ■ ★) lit, hollow (○ □ ☆) off"),
    Alphabet("blocks", "█▓", "░", "▓ lit, ░ off"),
    Alphabet("words", "亮开開明", "灭滅关關暗熄", "亮 lit, 灭 off"),
    Alphabet("ticks", "✅✔☑√✓", "❌✖✗✘xX", "✅ lit, ❌ off"),
    Alphabet("emoji", COLOURED, "⬛⚫🌑🌚🖤", "🟡 lit, ⬛ off"),
    Alphabet("white", "⬜⚪◻🤍", "⬛⚫◼🖤", "⬜ lit, ⬛ off"),
    Alphabet("paper", COLOURED, "⬜⚪◻🤍", "🟡 lit, ⬜ off"),
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
    if ("," in joined or "\t" in joined) and (gap := _GAP.search(joined)):
        row = first + joined.count("\n", 0, gap.start())
        raise text.fault(msg("row {row} has an empty cell", row=row + 1), _FILLED, text.offset(row))
    width = len(cells[0])
    for row, line in enumerate(cells):
        if len(line) != width:
            message = msg(
                "row {row} has {cells}, the first has {width}", row=row + 1, cells=cells_in(len(line)), width=width
            )
            raise text.fault(message, msg("{width} cells in each row", width=width), text.offset(first + row))
    if width * len(cells) > LAMPS_MAX:
        raise text.fault(
            msg("{width} × {height} lamps", width=width, height=len(cells)), msg("at most {most:,}", most=LAMPS_MAX)
        )
    return cells


def _is_even(row: str) -> bool:
    """Whether the cells of `row` are all adjacent, or all separated."""
    separated = row.replace(",", " ").split()
    return len(separated) == 1 or all(len(word) == 1 for word in separated)


def _is_ragged(text: Text) -> bool:
    """Whether lines are indented differently: with one symbol alone, blanks may stand for the other, but for lists."""
    return (
        "," not in text.symbols
        and len({len(line) - len(line.lstrip()) for line in text.data.split("\n") if line.strip()}) > 1
    )


def lamps(text: Text, alphabet: Alphabet, first: int = 0) -> Reading | None:
    """Return the reading of the rows from `first` on in this alphabet."""
    if not first and (gapped := _gapped(text, alphabet)):
        return _reading(alphabet, gapped, "an empty place is a hole")
    cells = cells_of(text, alphabet.symbols | {HOLE}, first)
    used = frozenset().union(*cells or ())
    if len(used) == 1 and used <= alphabet.symbols and _is_ragged(text):
        raise text.fault("the rows do not begin in the same column", _FILLED)
    if cells is None:
        return None
    if HOLE in used - alphabet.symbols or len(used) == 3:
        if len(used) != 3 or HOLE not in used or meant(used - {HOLE}, alphabet) is None or _are_marks(cells):
            return None
        return _reading(alphabet, cells, msg("{symbol} a hole", symbol=HOLE))
    return _reading(alphabet, cells) if meant(used, alphabet) is not None else None


def _are_marks(cells: Sequence[str]) -> bool:
    """Whether dashes stand between the cells of every row, before or behind them, or are rows of their own."""
    if min(len(cells), len(cells[0])) < _FEWEST_WITH_HOLE:
        return True
    columns = ["".join(column) for column in zip(*cells, strict=True)]
    between = all(HOLE * len(column) == column for column in columns[1::2]) and HOLE not in "".join(columns[::2])
    return between or any(set(line) == {HOLE} for line in (columns[0], columns[-1], cells[0], cells[-1]))


def meant(used: frozenset[str], alphabet: Alphabet) -> frozenset[str] | None:
    """Return which of these symbols are lit; None if they are not of the alphabet, or two of them mean the same."""
    if not used <= alphabet.symbols or len({symbol.casefold() for symbol in used}) > 2 or _are_alike(used, alphabet):
        return None
    return used & frozenset(alphabet.lit)


def _reading(alphabet: Alphabet, cells: Sequence[str], holes: str = "") -> Reading:
    """Return the board of these rows; if `holes` says what they are, HOLE is one."""
    from solvable.lights.board import LightsOut

    dark = alphabet.dark + HOLE * bool(holes)
    bits = str.maketrans(alphabet.lit + dark, "\1" * len(alphabet.lit) + "\0" * len(dark))
    joined = "".join(cells)
    state = tuple(joined.translate(bits).encode("latin-1"))
    note = alphabet.note(frozenset(joined) - {HOLE} if holes else frozenset(joined))
    if not holes:
        return Reading(LightsOut(len(cells[0]), len(cells)), state, note, alphabet.name == "grid")
    dead = [cell for cell, symbol in enumerate(joined) if symbol == HOLE]
    return Reading(
        LightsOut(len(cells[0]), len(cells), dead=dead), state, msg("{note}; {other}", note=note, other=msg(holes))
    )


def _gapped(text: Text, alphabet: Alphabet) -> list[str] | None:
    """Return the rows of a board with places left empty, each a HOLE; None for every other text."""
    if len(text.data) > _GAPPED_CHARACTERS_MAX or not text.symbols <= alphabet.symbols | {" ", "\n", "/"}:
        return None
    used = text.symbols & alphabet.symbols
    if len(used) != 2 or not meant(used, alphabet) or used <= frozenset(alphabet.lit):
        return None  # with one symbol, an empty place may be the other
    lines = [line.rstrip() for line in re.split("[/\n]", text.data) if line.strip()]
    places = [[position for position, symbol in enumerate(line) if symbol != " "] for line in lines]
    first = min(row[0] for row in places)
    are_apart = all(len(word) == 1 for line in lines for word in line.split())
    step = gcd(*(position - first for row in places for position in row)) if are_apart else 1
    columns = [[(position - first) // step for position in row] for row in places] if step else []
    width = max((row[-1] for row in columns), default=0) + 1
    whole = sum(len(row) == width for row in columns)
    if are_apart != (step > 1) or whole in (0, len(lines)) or len(lines) < 3 or whole + are_apart < 2:
        return None
    if any(width - 1 - row[-1] != row[0] for row in columns):
        return None  # a row that begins or ends elsewhere
    if len({len(row) for row in columns}) == 1 or any(east_asian_width(symbol) in "WF" for symbol in used):
        return None
    return [
        "".join(line[first + step * c] if c in row else HOLE for c in range(width))
        for line, row in zip(lines, map(frozenset, columns), strict=True)
    ]


def the_only(text: Text, readings: list[Reading], what: str = "the rows") -> Reading:
    """Return the one reading; raise NotationError where the alphabets disagree."""
    first = readings[0]
    for other in readings[1:]:
        if (other.puzzle, other.state) != (first.puzzle, first.state):
            message = msg(
                "{rows} read two ways: {one}; or {other}",
                rows=msg(what),
                one=msg(first.assumed),
                other=msg(other.assumed),
            )
            raise text.fault(message, "1 for the lit lamps and 0 for the others", text.offset(0))
    return first


def _are_alike(used: frozenset[str], alphabet: Alphabet) -> bool:
    """Whether two symbols, which cannot mean the same, are both lit or both dark."""
    folded = {symbol.casefold() for symbol in used}
    return len(folded) == 2 and any(used <= frozenset(side) for side in (alphabet.lit, alphabet.dark))


def lights_of(puzzle: Puzzle, name: str) -> "LightsOut":
    """Return `puzzle` as the lights puzzle it is; raise PuzzleError where the format `name` has no place for it."""
    from solvable.lights.board import LightsOut

    if isinstance(puzzle, LightsOut):
        return puzzle
    raise PuzzleError(msg("the format {name} is for lights", name=name))


def plain_lights(puzzle: Puzzle, name: str) -> "LightsOut":
    """Return `puzzle` if it is the plain board (two states, plus rule, plane, goal dark), all that `name` can say."""
    lights = lights_of(puzzle, name)
    plain = lights.k == 2 and (lights.rule, lights.surface) == ("plus", "plane")
    if plain and not (lights.dead or lights.fixed or lights.free or any(lights.goal)):
        return lights
    raise PuzzleError(msg("the format {name} cannot hold this puzzle's rules: use id", name=name))


def _alphabet_format(alphabet: Alphabet) -> Format:
    def read(text: Text) -> Reading | None:
        return lamps(text, alphabet)

    def write(puzzle: Puzzle, state: State) -> str:
        width = plain_lights(puzzle, alphabet.name).width
        symbols = (alphabet.dark[0], alphabet.lit[0])
        return "\n".join("".join(symbols[cell] for cell in row) for row in split_rows(state, width))

    return Format(alphabet.name, msg("rows of lamps, {symbols}", symbols=msg(alphabet.source)), read, write)


def _digits_format(k: int) -> Format:
    name = f"mod{k}"
    digits = "0123456789"[:k]

    from solvable.lights.board import LightsOut

    def read(text: Text) -> Reading | None:
        cells = cells_of(text, frozenset(digits))
        if cells is None:
            return None
        state = tuple(byte - ord("0") for byte in "".join(cells).encode("latin-1"))
        return Reading(LightsOut(len(cells[0]), len(cells), k=k), state, msg("lamps of {k} states", k=k))

    def write(puzzle: Puzzle, state: State) -> str:
        lights = lights_of(puzzle, name)
        if lights.with_goal(None) != LightsOut(lights.width, lights.height, k=k, name=lights.name) or any(lights.goal):
            raise PuzzleError(msg("the format {name} cannot hold this puzzle's rules: use id", name=name))
        return "\n".join("".join(map(str, row)) for row in split_rows(state, lights.width))

    return Format(
        name, msg("rows of lamps with {k} states, digits 0 to {last}", k=k, last=k - 1), read, write, automatic=False
    )


def _read_square(text: Text) -> Reading | None:
    if len(text.rows) != 1 or len(text.rows[0]) > _LONGEST_SQUARE:
        return None
    readings = [reading for alphabet in ALPHABETS if (reading := lamps(text, alphabet))]
    if not readings or any(reading[:2] != readings[0][:2] for reading in readings):
        return None
    cells = len(readings[0].state)
    side = isqrt(cells)
    if side * side != cells or cells < _SMALLEST_SQUARE:
        return None
    from solvable.lights.board import LightsOut

    return Reading(LightsOut(side, side), readings[0].state, readings[0].note)


def _write_square(puzzle: Puzzle, state: State) -> str:
    lights = plain_lights(puzzle, SQUARE.name)
    if lights.width != lights.height or lights.cells < _SMALLEST_SQUARE:
        raise PuzzleError("the format square is for square boards from 3 × 3")
    return "".join(map(str, state))


SQUARE = Format("square", "one row of n² lamps, read as n rows of n", _read_square, _write_square)
GRIDS = tuple(map(_alphabet_format, ALPHABETS))
DIGITS = tuple(map(_digits_format, range(3, 11)))
