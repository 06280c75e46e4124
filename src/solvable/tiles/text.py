"""The cells of a game ID for tiles: numbers row by row, `1,2,3/4,5,6/7,8,0`; 0 or _ is the blank.

Numbers are separated by commas or blanks, rows by `/` or line ends, which may be omitted between rows; if every tile is
one digit the commas may be omitted too: `123/456/780`.

If tiles may be identical (`parse_labels`), they are numbers or all letters, `RATE/YOUR/MIND/PAL_`; - is a hole.
"""

from collections.abc import Iterator

from solvable.core.budget import check, checked
from solvable.core.errors import NotationError, PuzzleError
from solvable.core.frozen import frozen
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import State

TOKEN = pattern(r"[0-9]+|_|/|\n|[^\s,]")
CELLS_PER_BUDGET_CHECK = 1 << 17  # cells written between two checks of the budget in force
FAST_READ_CELLS_MIN = 1 << 12  # cells from which the output of `format` is parsed by a faster method
TILE_DIGITS_MAX = 11  # the most digits of a number; a longer one is not a tile
HOLE = -1  # in a state: the cell does not exist
LETTERS = "_ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_PLAIN = pattern(r"[0-9,/]+")
_ROW = pattern(r"[^/\n]+")
_WORD = pattern(r"[^\s,]+")
_CLOSE = pattern(r"[0-9A-Za-z_-]{2,}")  # cells without separators


def format(state: State, width: int) -> str:  # noqa: A001 - the pair of parse
    """Return the rows of `state`, separated by '/'."""
    at_once, pieces = max(1, CELLS_PER_BUDGET_CHECK // width) * width, []
    for begin in range(0, len(state), at_once):
        if begin:
            check()
        part = state[begin : begin + at_once]
        rows = (part[start : start + width] for start in range(0, len(part), width))
        pieces.append("/".join(",".join(map(str, row)) for row in rows))
    return "/".join(pieces)


def parse(text: str, width: int, height: int) -> State:
    """Return the state in `text`; raise NotationError with the line and column of the first error."""
    if not isinstance(text, str):
        raise PuzzleError(msg("the cells of a state are read from a text, not {value}", value=repr(text)[:40]))
    cells = width * height
    if cells >= FAST_READ_CELLS_MIN and (plain := _parse_plain(text, width, cells)) is not None:
        return plain
    results: dict[int, int] = {}  # tile -> its offset in the text
    in_row = 0
    for match in checked(TOKEN.finditer(text)):
        word, where = match.group(), match.start()
        if word in "/\n":
            if in_row % width:
                raise NotationError.at(
                    text,
                    where,
                    msg("a row of {count} cells", count=in_row),
                    msg("{width} cells in each row", width=width),
                )
            in_row = 0
            continue
        for tile, place in _tiles(text, word, where, width, cells):
            if tile in results:
                raise NotationError.at(
                    text, place, msg("{tile} appears twice", tile=msg(name(tile))), "each number once"
                )
            if len(results) == cells:
                raise NotationError.at(
                    text,
                    place,
                    msg("more than {most} cells", most=cells),
                    msg("{width} × {height} cells", width=width, height=height),
                )
            results[tile] = place
            in_row += 1
    if len(results) < cells:
        missing = next(tile for tile in range(cells) if tile not in results)
        message = msg("only {count} cells; {missing} is missing", count=len(results), missing=msg(name(missing)))
        if len(results) == 1:
            message = msg("only one cell; {missing} is missing", missing=msg(name(missing)))
        raise NotationError.at(
            text, len(text), message, msg("the {cells} numbers 0 to {last}", cells=cells, last=cells - 1)
        )
    return tuple(results)


def _parse_plain(text: str, width: int, cells: int) -> State | None:
    """Return the result of `parse` for many cells in the output of `format`, in a fifth of the time; None for other
    text.
    """
    if not _PLAIN.fullmatch(text):
        return None
    results: list[int] = []
    rows = text.split("/")
    for row in checked(rows, max(1, CELLS_PER_BUDGET_CHECK // width)):
        words = row.split(",")
        if len(words) != width or "" in words or max(map(len, words)) > TILE_DIGITS_MAX:
            return None
        results += map(int, words)
    seen = bytearray(cells)
    if len(results) != cells or max(results) >= cells:
        return None
    check()
    for tile in results:
        seen[tile] = 1
    return tuple(results) if seen.count(1) == cells else None


def _tiles(text: str, word: str, where: int, width: int, cells: int) -> list[tuple[int, int]]:
    """Return the tiles of one word with their offsets: one number, or a digit each if no number is longer."""
    if word == "_":
        return [(0, where)]
    if not (word.isascii() and word.isdigit()):
        raise NotationError.at(
            text, where, msg("{word} is not a tile", word=repr(word)), "numbers, 0 or _ for the blank"
        )
    if cells <= 10 and width > 1 and len(word) in (width, cells):
        digits = [(int(digit), where + position) for position, digit in enumerate(word)]
    else:
        digits = [(int(word) if len(word) < 12 else cells, where)]
    for tile, place in digits:
        if tile >= cells:
            shown = word if len(word) < 12 else word[:8] + "…"
            raise NotationError.at(
                text, place, msg("there is no tile {tile}", tile=shown), msg("numbers from 0 to {last}", last=cells - 1)
            )
    return digits


def name(tile: int) -> str:
    """Return the name of a tile."""
    return msg("tile {tile}", tile=tile) if tile else "the blank"


@frozen
class Labels:
    """Cells of a text: the label of each, its offset in the text, and whether tiles are letters."""

    state: State
    places: tuple[int, ...]
    letters: bool


def label_name(label: int, letters: bool) -> str:
    """Return the written form of a cell with this label."""
    if label == HOLE:
        return "-"
    return LETTERS[label] if letters else str(label)


def format_labels(state: State, width: int, letters: bool) -> str:
    """Return the rows of `state`, separated by '/', with identical tiles, letters or holes."""
    comma = "" if letters else ","
    rows = (state[start : start + width] for start in range(0, len(state), width))
    return "/".join(comma.join(label_name(label, letters) for label in row) for row in rows)


def parse_labels(text: str, width: int, height: int) -> Labels:
    """Return the cells in `text`, with or without identical tiles; raise NotationError at the first error."""
    cells = width * height
    words: list[tuple[str, int]] = []
    rows = list(_ROW.finditer(text))
    for index, row in enumerate(rows):
        results = list(_cells(row[0], row.start(), width, cells if len(rows) == 1 else width))
        if len(results) % width and (index < len(rows) - 1 or len(words) + len(results) > cells):
            where = row.start() + len(row[0].rstrip())
            raise NotationError.at(
                text,
                where,
                msg("a row of {count} cells", count=len(results)),
                msg("{width} cells in each row", width=width),
            )
        words += results
        if len(words) > cells:
            raise NotationError.at(
                text, words[cells][1], msg("more than {most} cells", most=cells), msg("{count} cells", count=cells)
            )
    letters = next((word for word, _ in words if word not in "_0-"), "").isalpha()  # the first tile decides
    state = tuple(_label(text, word, where, letters) for word, where in words)
    if len(state) < cells:
        raise NotationError.at(
            text,
            len(text.rstrip()),
            msg("{count} cells are too few", count=len(state)),
            msg("{count} cells", count=cells),
        )
    return Labels(state, tuple(where for _, where in words), letters)


def _cells(row: str, start: int, width: int, cells: int) -> Iterator[tuple[str, int]]:
    """Yield the words of a row with their offsets; a single word as long as the row has one cell a character."""
    words = [(match[0], start + match.start()) for match in _WORD.finditer(row)]
    if len(words) == 1 and len(words[0][0]) in (width, cells) and _CLOSE.fullmatch(words[0][0]):
        yield from ((character, words[0][1] + position) for position, character in enumerate(words[0][0]))
    else:
        yield from words


def _label(text: str, word: str, where: int, letters: bool) -> int:
    if word in ("_", "0"):
        return 0
    if word == "-":
        return HOLE
    if letters and len(word) == 1 and word.isascii() and word.isalpha():
        return LETTERS.index(word.upper())
    if not letters and word.isascii() and word.isdigit() and len(word) < 10:
        return int(word)
    expected = "letters A to Z, _ for the blank" if letters else "numbers, 0 or _ for the blank"
    raise NotationError.at(text, where, msg("{word} is not a tile", word=repr(word[:20])), expected)
