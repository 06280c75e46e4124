"""Lamps in rows: grids of two symbols, after a size, as words, and rows of different lengths on hexagons and triangles.

Cells are adjacent or separated by blanks, in at most two symbols; `1 0`, `# .`, `O #`, … The same symbol means
different things in different places (# is lit in pictures and dark in UVa 10309), so each alphabet is a format of its
own. `modK` reads and writes digits 0 … K−1, and is used only when named.

A hole in the board is a dash beside both a lit and a dark symbol, or a place left empty: in rows whose other cells
stand in the same columns, and that are as long as the others, or short by as much on both sides.
"""

import re
from collections.abc import Sequence
from itertools import chain, pairwise
from math import gcd, isqrt
from typing import TYPE_CHECKING, NamedTuple

from solvable.core.errors import NotationError, PuzzleError
from solvable.core.frozen import frozen
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Puzzle, Shaped, State
from solvable.formats.base import LAMPS_MAX, Format, Reading, split_rows
from solvable.formats.numbers import check_widths, read_tiles
from solvable.formats.text import Text, split_words, word_column

if TYPE_CHECKING:
    from solvable.lights.board import LightsOut

COLOURED = "🟡🟨🟠🟧🔴🟥🟢🟩🔵🟦🟣🟪🟤🟫💡🔆☀⭐🌟🌕🌞🌝✨🔥💥"
_SMALLEST_SQUARE = 9  # cells; who writes four lamps in a row means a row
_LONGEST_SQUARE = 1_000_000  # characters
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
    """Return the cells of the rows from `first` on, one character each, or None if there are other symbols.

    Raise NotationError if the rows have different lengths or there are too many cells.
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
    check_widths(text, list(map(len, cells)), lambda row: text.offset(first + row))
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
    from unicodedata import east_asian_width

    if len({len(row) for row in columns}) == 1 or any(east_asian_width(symbol) in "WF" for symbol in used):
        return None
    return [
        "".join(line[first + step * c] if c in row else HOLE for c in range(width))
        for line, row in zip(lines, map(frozenset, columns), strict=True)
    ]


def the_only(text: Text, readings: list[Reading], what: str = "the rows") -> Reading:
    """Return the one reading; raise NotationError if the alphabets disagree."""
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
    """Return `puzzle` as the lights puzzle it is; raise PuzzleError if the format `name` has no place for it."""
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

    def read(text: Text) -> Reading | None:
        cells = cells_of(text, frozenset(digits))
        if cells is None:
            return None
        from solvable.lights.board import LightsOut

        state = tuple(byte - ord("0") for byte in "".join(cells).encode("latin-1"))
        return Reading(LightsOut(len(cells[0]), len(cells), k=k), state, msg("lamps of {k} states", k=k))

    def write(puzzle: Puzzle, state: State) -> str:
        from solvable.lights.board import LightsOut

        lights = lights_of(puzzle, name)
        if lights.with_goal(None) != LightsOut(lights.width, lights.height, k=k, name=lights.name) or any(lights.goal):
            raise PuzzleError(msg("the format {name} cannot hold this puzzle's rules: use id", name=name))
        return "\n".join("".join(map(str, row)) for row in split_rows(state, lights.width))

    return Format(name, msg("rows of lamps with {k} states, digits 0 to {last}", k=k, last=k - 1), read, write)


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


# A grid after its size, as judges give it: `h w`, `n` or `WxH`, then the rows; perhaps a case count of 1 before.
#
# Rows of lamps in any alphabet, or of tiles with the goal 1, 2, …, blank last (POJ 3240). A lone number before a grid
# one lamp wide is taken for a lamp, not for a header.

_SMALL = 100_000  # characters


def _sizes(row: str) -> list[int] | None:
    """Return the one number of `row`, or height and width, positive; or None."""
    crossed = re.fullmatch(r"([1-9][0-9]{0,6})\s*[x*]\s*([1-9][0-9]{0,6})", row)
    if crossed:
        return [int(crossed[2]), int(crossed[1])]
    words = row.split()
    if len(words) > 2 or not all(re.fullmatch("[1-9][0-9]{0,6}", word) for word in words):
        return None
    return list(map(int, words))


def _grids(text: Text, first: int, height: int) -> list[Reading]:
    """Return the readings of the rows from `first` on, in every alphabet and, of `height` rows, as tiles."""
    readings = [lamps(text, alphabet, first) for alphabet in ALPHABETS]
    if len(text.rows) - first == height:
        readings.append(read_tiles(text, first))
    return [reading for reading in readings if reading]


def _read_header(text: Text) -> Reading | None:
    count = len(text.rows)
    if count < 2 or len(text.rows[0]) > 20 or (sizes := _sizes(text.rows[0])) is None:
        return None
    if sizes == [1] and count > 2 and (inner := _sizes(text.rows[1])) and count - 2 == inner[0]:
        fits = [reading for reading in _grids(text, 2, inner[0]) if _fits(reading, inner)]
        if fits:
            return the_only(text, fits, "the rows below the size")
    if sizes[0] not in (1, count - 1) and len(text.data) > _SMALL:
        return None  # nothing but a better message would come of looking closer
    may_be_size = sizes[0] in (1, count - 1) or len(sizes) > 1
    are_alike = text.symbols.isdisjoint(" \t,") and len({*map(len, text.rows)}) == 1  # rows of lamps, no size
    readings = _grids(text, 1, sizes[0]) if may_be_size or not are_alike else []
    fits = [reading for reading in readings if _fits(reading, sizes)]
    if fits:
        return the_only(text, fits, "the rows below the size")
    if sizes == [1] and readings and _shape(readings[0])[1] > 1:
        return the_only(text, readings, "the rows below the size")  # one case, its size left out
    if readings and len(sizes) == 2:
        raise _misfit(text, sizes, readings[0])
    is_row = bool(readings) and len(text.rows[0]) == _shape(readings[0])[1]  # like the others, with another symbol
    if readings and sizes[0] not in (1, count - 1) and not is_row:
        raise _cases(text, sizes[0])
    if (tiles := _tiles(text)) is not None:
        raise _misfit(text, [sizes[0], sizes[-1]], tiles)
    return None


def _tiles(text: Text) -> Reading | None:
    """Return the tiles below the first row, in rows of two or more that are a complete board by themselves."""
    try:
        return read_tiles(text, 1)
    except NotationError:
        return None


def _shape(reading: Reading) -> tuple[int, int]:
    """Return height and width of the board read."""
    assert isinstance(reading.puzzle, Shaped)  # as what `lamps` and `read_tiles` read
    return reading.puzzle.height, reading.puzzle.width


def _fits(reading: Reading, sizes: list[int]) -> bool:
    return _shape(reading) == (sizes[0], sizes[-1]) and (len(sizes) == 2 or sizes[0] > 1)


def _misfit(text: Text, sizes: list[int], reading: Reading) -> NotationError:
    height, width = _shape(reading)
    message = msg(
        "the size says {rows} rows of {columns}, but there are {height} rows of {width}",
        rows=sizes[0],
        columns=sizes[1],
        height=height,
        width=width,
    )
    return text.fault(message, msg("{rows} rows of {columns} cells", rows=sizes[0], columns=sizes[1]))


def _cases(text: Text, count: int) -> NotationError:
    message = msg(
        "{count} before {rows} rows is neither their number nor a case count of 1", count=count, rows=len(text.rows) - 1
    )
    return text.fault(message, "one board")


def _write_header(puzzle: Puzzle, state: State) -> str:
    lights = plain_lights(puzzle, "header")
    rows = ("".join(map(str, row)) for row in split_rows(state, lights.width))
    return "\n".join([f"{lights.height} {lights.width}", *rows])


HEADER = Format("header", "a size, `h w`, `n` or `WxH`, then the rows", _read_header, _write_header)


# Lamps as words, `on off off`, `True False`, `lit dark`, separated by blanks or commas; rows by '/' or line ends.

_WORDS_CHARACTERS_MAX = 1_000_000  # characters
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


def _read_on_off(text: Text) -> Reading | None:
    if len(text.data) > _WORDS_CHARACTERS_MAX or not any(map(str.isalpha, text.data[:100])):
        return None
    if not {symbol.casefold() for symbol in text.symbols} <= _LETTERS | frozenset(" \t\n,/;"):
        return None
    rows = [[word.casefold() for word in split_words(row)] for row in text.rows]
    used = frozenset(chain.from_iterable(rows))
    pair = next((pair for pair in _PAIRS if used <= frozenset(pair) and len(max(used, key=len)) > 1), None)
    if pair is None:
        return None
    width = len(rows[0])
    check_widths(text, list(map(len, rows)), lambda row: text.offset(row, word_column(text.rows[row], width)))
    if len(rows) * width > LAMPS_MAX:
        return None
    state = tuple(int(word == pair[0]) for word in chain.from_iterable(rows))
    from solvable.lights.board import LightsOut

    return Reading(LightsOut(width, len(rows)), state, msg("{lit} lit, {dark} off", lit=pair[0], dark=pair[1]))


def _write_on_off(puzzle: Puzzle, state: State) -> str:
    width = plain_lights(puzzle, ON_OFF.name).width
    return "\n".join(" ".join(("off", "on")[cell] for cell in row) for row in split_rows(state, width))


ON_OFF = Format("on-off", "lamps as words, on and off, true and false, lit and dark", _read_on_off, _write_on_off)


# Lamps on hexagons and on triangles, typed as rows of different lengths, left-aligned or each row in the middle.
#
#       1 0 1            1
#      0 1 1 0          010
#     1 0 0 0 1        10101
#      0 1 1 0
#       1 0 1
#
# Hexagons: a row lies half a cell beside the next, so lengths differ by one. The rule `hex` is a rhombus in which each
# row lies half a cell further right, so row r begins in column (x − r)/2, where x is its indentation in half cells; the
# cells of the rhombus outside of the rows are dead. Triangles: the cells of a row point up and down in turn, and the
# next row is longer or shorter by two, or as long in the middle of a hexagon. The rule `triangle` has a strip of such
# triangles in each row, those with even row + column pointing up.
#
# What could be a mistake in a rectangle is none of these: rows that are longer by one first, then shorter by one, are
# hexagons only if the longest has two cells more than the shortest, or in 2, 3, 2 cells, which have to be indented or
# named; triangles need three rows.
# Rows of equal length, each half a cell further to the side, may be hexagons or a plain board: both are offered.

_RAGGED_CHARACTERS_MAX = 50_000  # characters
_RAGGED_ROWS_MAX = 1_000  # rows
_SMALLEST = (2, 3)  # cells in the first rows of the smallest hexagon


class Row(NamedTuple):
    """The cells of a row, its indentation in characters, and whether blanks part its cells."""

    cells: str
    indent: int
    is_apart: bool


def _ragged_rows(text: Text) -> list[Row] | None:
    """Return the rows of single characters, all together or all apart but for rows of one cell; None for others."""
    if len(text.data) > _RAGGED_CHARACTERS_MAX:
        return None
    rows = []
    for match in re.finditer("[^\n/]+", text.data):
        words = match[0].split()
        if "\t" in match[0]:
            return None
        if words:
            joined = "".join(words)
            if len(words) > 1 and len(joined) != len(words):
                return None
            if len(words) > 1 and "  " in match[0].strip():
                return None
            rows.append(Row(joined, len(match[0]) - len(match[0].lstrip()), len(words) > 1))
    kinds = {row.is_apart for row in rows if len(row.cells) > 1}
    return rows if len(kinds) == 1 and 3 <= len(rows) <= _RAGGED_ROWS_MAX else None


def _lengths(rows: Sequence[Row]) -> list[int]:
    return [len(row.cells) for row in rows]


def _steps(numbers: Sequence[int]) -> list[int]:
    return [after - before for before, after in pairwise(numbers)]


def _is_middle(rows: Sequence[Row], pitch: int) -> bool:
    """Whether the rows are left-aligned, or each in the middle, with so many characters from a cell to the next."""
    lengths, indents = _steps(_lengths(rows)), _steps([row.indent for row in rows])
    return not any(indents) or all(
        2 * indent == -pitch * length for indent, length in zip(indents, lengths, strict=True)
    )


def _hexagon_starts(rows: Sequence[Row]) -> list[int] | None:
    """Return where each row begins, in half cells; None if the rows are no hexagons."""
    lengths, steps, shifts = _lengths(rows), _steps(_lengths(rows)), _steps([row.indent for row in rows])
    if any(row.is_apart for row in rows) and all(abs(shift) == 1 for shift in shifts) and min(lengths) > 1:
        is_regular = not any(steps) or steps == [-shift for shift in shifts]
        return [row.indent for row in rows] if is_regular else None
    low, high, turn = lengths[0], max(lengths), lengths.index(max(lengths))
    is_shape = steps == [1] * turn + [-1] * turn and (high - low > 1 or (low, high) == _SMALLEST)
    if not is_shape or not _is_middle(rows, 2):  # half of a cell that is one character wide is typed as a whole one
        return None
    return [high - length for length in lengths]


def is_evident_hexagon(text: Text) -> bool:
    """Whether rows of 2, 3, 2 cells, which may be a mistake in a square, are indented as a hexagon."""
    rows = _ragged_rows(text) or []
    return _lengths(rows) != [*_SMALLEST, _SMALLEST[0]] or len({row.indent for row in rows}) > 1


def _triangle_starts(rows: Sequence[Row]) -> tuple[list[int], bool] | None:
    """Return the column where each row begins, and whether the first triangle points up; None for no triangles."""
    lengths = _lengths(rows)
    steps, high = _steps(lengths), max(lengths)
    half = len(steps) // 2
    is_hexagon = len(steps) > 2 and steps == [2] * half + [0] + [-2] * half
    if not (is_hexagon or steps in ([2] * len(steps), [-2] * len(steps))) or lengths[0] % 2 == 0:
        return None
    is_apart = any(row.is_apart for row in rows)
    if not _is_middle(rows, 2 if is_apart else 1):
        return None
    return [(high - length) // 2 for length in lengths], steps[0] > 0


def _ragged_board(text: Text, rows: Sequence[Row], starts: Sequence[int], rule: str, what: str) -> Reading | None:
    """Return the board whose rows begin in these columns, all other cells dead."""
    width, height = max(start + len(row.cells) for start, row in zip(starts, rows, strict=True)), len(rows)
    cells = {
        r * width + start + c: symbol
        for r, (start, row) in enumerate(zip(starts, rows, strict=True))
        for c, symbol in enumerate(row.cells)
    }
    from solvable.lights.board import LightsOut

    puzzle = LightsOut(width, height, rule=rule, dead=[cell for cell in range(width * height) if cell not in cells])

    def reading(alphabet: Alphabet) -> Reading | None:
        lit = meant(frozenset(cells.values()), alphabet)
        if lit is None:
            return None
        state = tuple(int(cells.get(cell, "") in lit) for cell in range(width * height))
        used = frozenset(cells.values())
        return Reading(puzzle, state, msg("{note}; {what}", note=msg(alphabet.note(used)), what=msg(what)))

    readings = [result for alphabet in ALPHABETS if (result := reading(alphabet))]
    return the_only(text, readings) if readings else None


def _read_hexagon(text: Text) -> Reading | None:
    if (
        not text.symbols - SEPARATORS
        or (rows := _ragged_rows(text)) is None
        or (starts := _hexagon_starts(rows)) is None
    ):
        return None
    columns = [(start - row) // 2 for row, start in enumerate(starts)]
    first = min(columns)
    return _ragged_board(
        text, rows, [column - first for column in columns], "hex", "hexagons, each row half a cell beside the next"
    )


def _read_triangle(text: Text) -> Reading | None:
    if (
        not text.symbols - SEPARATORS
        or (rows := _ragged_rows(text)) is None
        or (result := _triangle_starts(rows)) is None
    ):
        return None
    starts, is_up = result
    shift = starts[0] % 2 if is_up else 1 - starts[0] % 2  # cells with even row + column point up
    what = "triangles, the first pointing up" if is_up else "triangles, the first pointing down"
    return _ragged_board(text, rows, [start + shift for start in starts], "triangle", what)


HEXAGON = Format(
    "hexagon",
    "lamps on hexagons: rows longer or shorter by a cell, or half a cell to the side",
    _read_hexagon,
)
TRIANGLE = Format("triangle", "lamps on triangles: rows longer or shorter by two cells, 1, 3, 5, …", _read_triangle)
