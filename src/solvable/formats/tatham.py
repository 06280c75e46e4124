"""Simon Tatham's `flip` (lights) and `fifteen` (tiles): IDs, `5x5:MATRIX,GRID` and `4x4:5,1,7,3,…`, and save files."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from solvable import game_id
from solvable.core.budget import check
from solvable.core.errors import IllegalMoveError, NotationError, PuzzleError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Move, Puzzle, State
from solvable.formats.base import LAMPS_MAX, TILES_MAX, Format, Reading
from solvable.formats.grid import lights_of
from solvable.formats.numbers import NOTE, folded, numbers_of, permutation, tiles_of
from solvable.formats.text import Text
from solvable.lights.game_id import matrix_digits, read_matrix

if TYPE_CHECKING:
    from solvable.lights.board import LightsOut
    from solvable.tiles.board import SlidingTiles

# IDs of `flip`: `5x5:MATRIX,GRID` in hexadecimal, or `5x5c#seed`.
#
# Four bits a digit, the first the most significant, zero-padded; row i of the matrix is what press i toggles; 1 in the
# grid is a wrong lamp. The seeds of his random wirings (`r`) are not grown here: his program gives their full ID.

_FLIP_ID = pattern(r"(?s)([0-9]{1,4})(?:x([0-9]{1,4}))?([cr]?)([:#])(.*)")


def _read_flip(text: Text) -> Reading | None:
    match = _FLIP_ID.fullmatch(text.data.strip())
    if not match or "\n" in match[5]:
        return None
    width, height = int(match[1]), int(match[2] or match[1])
    if match[4] == "#":
        return _seeded(text, width, height, match[3], match[5])
    if match[5].count(",") != 1 or not re.fullmatch("[0-9A-Fa-f]*,[0-9A-Fa-f]*", match[5]):
        return None
    return read_flip_description(text, width, height, match[5], text.data.index(match[5]))


def _seeded(text: Text, width: int, height: int, wiring: str, seed: str) -> Reading:
    if wiring == "r":
        message = "only sgt-flip can generate the wiring of this seed"
        raise text.fault(message, "its full ID, WxH:MATRIX,GRID (menu Game, Specific)")
    if not 1 <= width * height <= LAMPS_MAX:
        raise text.fault(
            msg("{width} × {height} lamps", width=width, height=height), msg("1 to {last:,}", last=LAMPS_MAX)
        )
    from solvable.lights.board import LightsOut

    puzzle = LightsOut(width, height)
    return Reading(puzzle, game_id.seeded(puzzle, seed), "Tatham's flip, crosses")


def read_flip_description(text: Text, width: int, height: int, description: str, offset: int) -> Reading:
    """Return the board of `MATRIX,GRID`, which begins at `offset`."""
    cells = width * height
    if cells < 1:
        raise text.fault(msg("{width} × {height} lamps", width=width, height=height), "a size of at least 1 × 1")
    matrix, _, grid = description.partition(",")
    try:
        toggles = read_matrix(matrix, cells)
    except NotationError as error:
        raise text.fault(error.message, error.expected, offset + error.column - 1) from None
    digits = -(-cells // 4)
    if not re.fullmatch(f"[0-9A-Fa-f]{{{digits}}}", grid):
        message = msg("{grid} is not a grid of {cells} lamps", grid=repr(grid[:20]), cells=cells)
        raise text.fault(message, msg("{count} hexadecimal digits", count=digits), offset + len(matrix) + 1)
    state = tuple(map(int, f"{int(grid, 16):0{4 * digits}b}"[:cells]))
    from solvable.lights.board import LightsOut

    plain = LightsOut(width, height)
    if toggles == plain.toggles:
        return Reading(plain, state, "Tatham's flip")
    return Reading(LightsOut(width, height, rule=toggles), state, "Tatham's flip, its own wiring")


def describe_flip(puzzle: Puzzle, state: State, name: str = "flip") -> tuple["LightsOut", str]:
    """Return the puzzle and its `MATRIX,GRID`; raise PuzzleError if that cannot say it."""
    lights = lights_of(puzzle, name)
    if lights.k != 2 or lights.presses != lights.cells or any(lights.goal):
        raise PuzzleError(msg("the format {name} is for two-state lamps, one button each, to be turned off", name=name))
    digits = -(-lights.cells // 4)
    bits = "".join(map(str, state)).ljust(4 * digits, "0")
    return lights, f"{matrix_digits(lights)},{int(bits, 2):0{digits}x}"


def _write_flip(puzzle: Puzzle, state: State) -> str:
    lights, description = describe_flip(puzzle, state)
    return f"{lights.width}x{lights.height}:{description}"


FLIP = Format("flip", "an ID of Tatham's flip, WxH:MATRIX,GRID or WxHc#seed", _read_flip, _write_flip)


# IDs of `fifteen`: `4x4:5,1,7,3,…` row by row, 0 the blank, or `4x4#seed`; goal 1, 2, …, blank last.

_FIFTEEN_ID = pattern(r"(?s)([0-9]{1,4})(?:x([0-9]{1,4}))?([:#])(.*)")


def _read_fifteen(text: Text) -> Reading | None:
    match = _FIFTEEN_ID.fullmatch(text.data.strip())
    if not match or "\n" in match[4]:
        return None
    width, height = int(match[1]), int(match[2] or match[1])
    if match[3] == ":":
        if not re.fullmatch("[0-9,]*", match[4]) or match[4].count(",") < 2:
            return None
        return read_fifteen_description(text, width, height, match[4], text.data.index(match[4]))
    _check(text, width, height)
    from solvable.tiles.board import SlidingTiles

    puzzle = SlidingTiles(width, height)
    return Reading(puzzle, game_id.seeded(puzzle, match[4]), "Tatham's fifteen", goal_note=NOTE)


def _check(text: Text, width: int, height: int) -> None:
    if min(width, height) < 2 or width * height > TILES_MAX:
        raise text.fault(
            msg("{width} × {height} tiles", width=width, height=height),
            msg("a size from 2 × 2 to {most:,} cells", most=TILES_MAX),
        )


def read_fifteen_description(text: Text, width: int, height: int, description: str, offset: int) -> Reading:
    """Return the board of `1,2,…`, which begins at `offset`."""
    _check(text, width, height)
    words = description.split(",")
    if len(words) != width * height:
        message = msg("{count} numbers for {width} × {height} cells", count=len(words), width=width, height=height)
        raise text.fault(message, msg("{count} numbers", count=width * height), offset)
    rows = numbers_of(folded(words, width))

    def place(row: int, column: int) -> int:
        return offset + sum(len(word) + 1 for word in words[: row * width + column])

    from solvable.tiles.board import SlidingTiles

    return Reading(SlidingTiles(width, height), permutation(text, rows, place), "Tatham's fifteen", goal_note=NOTE)


def describe_fifteen(puzzle: Puzzle, state: State, name: str = "fifteen") -> tuple["SlidingTiles", str]:
    """Return the puzzle and its numbers; raise PuzzleError if Tatham's program cannot say it."""
    tiles = tiles_of(puzzle, name)
    if min(tiles.width, tiles.height) < 2:
        raise PuzzleError(msg("the format {name} is for boards from 2 × 2", name=name))
    return tiles, ",".join(map(str, state))


def _write_fifteen(puzzle: Puzzle, state: State) -> str:
    tiles, description = describe_fifteen(puzzle, state)
    return f"{tiles.width}x{tiles.height}:{description}"


FIFTEEN = Format("fifteen", "an ID of Tatham's fifteen, WxH:NUMBERS or WxH#seed", _read_fifteen, _write_fifteen)


# Save files of both: the position after the moves that were made.
#
# Each line is a key padded to 8, a colon, the value's length in bytes, a colon, the value. STATEPOS says how many of
# the positions (the first and one after each MOVE, SOLVE or RESTART) have been reached. In flip a solve only shows
# marks.

_START = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection"
_LINE = pattern(rb"([A-Z0-9 ]{8}):([0-9]{1,8}):")
_SIZE = pattern(r"([0-9]{1,4})(?:x([0-9]{1,4}))?[cr]?")
_MOVE = pattern(r"M([0-9]{1,4}),([0-9]{1,4})")
_STEPS = ("MOVE", "SOLVE", "RESTART")


class Entry(NamedTuple):
    """One line of the file: its key, its value, and the place of the value in the text."""

    key: str
    value: str
    offset: int


def _entries(text: Text) -> list[Entry]:
    data, results = text.data.encode("utf-8", "surrogatepass"), list[Entry]()
    position = len(data) - len(data.lstrip())
    ascii_only = len(data) == len(text.data)
    while position < len(data):
        if len(results) % 1024 == 0:
            check()
        match = _LINE.match(data, position)
        end = match.end() + int(match[2]) if match else 0
        offset = position if ascii_only else len(data[:position].decode("utf-8", "replace"))
        if not match or data[end : end + 1] not in (b"\n", b""):
            raise text.fault("this is not a line of a save file", "KEY     :length:value", offset)
        value = data[match.end() : end].decode("utf-8", "replace")
        results.append(Entry(match[1].decode().strip(), value, offset + match.end() - position))
        position = end + 1
        while data[position : position + 1] == b"\n":
            position += 1
    return results


class History(NamedTuple):
    """A game of single moves: where it began (or began again), its moves, how many of them are made, and whether the
    program was asked for the solution."""

    puzzle: Puzzle
    start: State
    moves: tuple[Move, ...]
    place: int
    with_help: bool


def read_history(data: str) -> History:
    """Return the game of a save file, from its last restart on; raise NotationError if it is none."""
    text = Text(data)
    if not text.data.lstrip().startswith(_START[:12]):
        raise text.fault(msg("this is not the format {format}", format=SAVE.name), SAVE.summary)
    reading, steps, made = _opened(text)
    from solvable.tiles.board import SlidingTiles

    is_tiles = isinstance(reading.puzzle, SlidingTiles)
    jumps = [i for i, step in enumerate(steps[:made], 1) if step.key == "RESTART" or (is_tiles and step.key == "SOLVE")]
    begun = jumps[-1] if jumps else 0
    state = start = _played(text, reading, steps[:begun])
    moves: list[Move] = []
    place = 0
    for number, step in enumerate(steps[begun:], begun):
        if step.key == "SOLVE" and not is_tiles:
            continue
        if step.key != "MOVE":
            break
        after = _played(text, Reading(reading.puzzle, state), [step])
        moves += _path(state, after, _width(reading.puzzle)) if is_tiles else [_cell(text, reading.puzzle, step)]
        state = after
        place = len(moves) if number < made else place
    with_help = any(step.key == "SOLVE" for step in steps[:made])
    return History(reading.puzzle, start, tuple(moves), place, with_help)


def write_history(puzzle: Puzzle, start: State, moves: Sequence[Move], place: int) -> str:
    """Return the save file of a game; raise PuzzleError if Tatham's programs do not have its puzzle."""
    lines = _write_save(puzzle, start).splitlines()
    width = _width(puzzle)
    values = [("NSTATES", str(len(moves) + 1)), ("STATEPOS", str(place + 1))]
    values += [("MOVE", f"M{move % width},{move // width}") for move in moves]
    return "\n".join([*lines[:-2], *(f"{key:<8}:{len(value)}:{value}" for key, value in values)]) + "\n"


def _path(before: State, after: State, width: int) -> range:
    """Return the cells where the blank goes, one after another."""
    start, end = before.index(0), after.index(0)
    step = (1 if end > start else -1) * (1 if start // width == end // width else width)
    return range(start + step, end + step, step)


def _read_save(text: Text) -> Reading | None:
    if not text.data.lstrip().startswith(_START[:12]):
        return None
    reading, steps, made = _opened(text)
    state = _played(text, reading, steps[:made])
    note = (
        msg("{note}; after {made} of {count} moves", note=msg(reading.note), made=made, count=len(steps))
        if steps
        else reading.note
    )
    return Reading(reading.puzzle, state, note, goal_note=reading.goal_note)


def _opened(text: Text) -> tuple[Reading, list[Entry], int]:
    """Return the board as it was dealt, the steps of the game, and how many of them are made."""
    entries = _entries(text)
    first = {entry.key: entry for entry in reversed(entries)}
    game = first.get("GAME")
    for key in ("GAME", "DESC", "STATEPOS"):
        if key not in first:
            raise text.fault(
                msg("the save file has no {key}", key=key), msg("a line of {key}", key=key), len(text.data.rstrip())
            )
    if game is None or game.value not in ("Flip", "Fifteen"):
        named = first["GAME"]
        raise text.fault(msg("a save file of {game}", game=repr(named.value[:40])), "Flip or Fifteen", named.offset)
    reading = _described(text, game.value, first.get("CPARAMS") or first.get("PARAMS"), first["DESC"])
    steps = [entry for entry in entries if entry.key in _STEPS]
    return reading, steps, _made(text, first["STATEPOS"], len(steps))


def _described(text: Text, game: str, params: Entry | None, desc: Entry) -> Reading:
    size = _SIZE.fullmatch(params.value) if params else None
    if not size:
        raise text.fault("the save file does not say the size", "CPARAMS, like 5x5", params.offset if params else 0)
    width, height = int(size[1]), int(size[2] or size[1])
    read = read_flip_description if game == "Flip" else read_fifteen_description
    return read(text, width, height, desc.value, desc.offset)


def _made(text: Text, entry: Entry, steps: int) -> int:
    """Return how many of the moves have been made."""
    if re.fullmatch("[0-9]{1,8}", entry.value) and 1 <= int(entry.value) <= steps + 1:
        return int(entry.value) - 1
    raise text.fault(
        msg("the position {position} of {count}", position=repr(entry.value[:20]), count=steps + 1),
        msg("1 to {last}", last=steps + 1),
        entry.offset,
    )


def _played(text: Text, reading: Reading, steps: list[Entry]) -> State:
    state, puzzle = reading.state, reading.puzzle
    mover: Puzzle = puzzle
    from solvable.tiles.board import SlidingTiles

    if isinstance(puzzle, SlidingTiles):
        mover = SlidingTiles(puzzle.width, puzzle.height, metric="mtm")
    for step in steps:
        if step.key == "RESTART":
            state = reading.state
        elif step.value.startswith("S"):
            state = puzzle.goal if isinstance(puzzle, SlidingTiles) else state
        else:
            try:
                state = mover.apply(state, _cell(text, puzzle, step))
            except IllegalMoveError as error:
                raise text.fault(str(error), "a legal move", step.offset) from None
    return state


def _cell(text: Text, puzzle: Puzzle, step: Entry) -> Move:
    """Return the cell that a move names."""
    move = _MOVE.fullmatch(step.value)
    if move is None or int(move[1]) >= _width(puzzle):
        raise text.fault(msg("{move} is not a move of this board", move=repr(step.value[:20])), "Mx,y", step.offset)
    return int(move[2]) * _width(puzzle) + int(move[1])


def _width(puzzle: Puzzle) -> int:
    from solvable.lights.board import LightsOut
    from solvable.tiles.board import SlidingTiles

    assert isinstance(puzzle, LightsOut | SlidingTiles)  # the two that `_described` reads
    return puzzle.width


def _write_save(puzzle: Puzzle, state: State) -> str:
    from solvable.lights.board import LightsOut
    from solvable.tiles.board import SlidingTiles

    if isinstance(puzzle, LightsOut):
        lights, description = describe_flip(puzzle, state, "save")
        game, crosses = "Flip", lights.toggles == LightsOut(lights.width, lights.height).toggles
        params = f"{lights.width}x{lights.height}{'c' if crosses else 'r'}"
    elif isinstance(puzzle, SlidingTiles):
        tiles, description = describe_fifteen(puzzle, state, "save")
        game, params = "Fifteen", f"{tiles.width}x{tiles.height}"
    else:
        raise PuzzleError("the format save is for flip and fifteen")
    fields = [("VERSION", "1"), ("GAME", game), ("PARAMS", params), ("CPARAMS", params), ("DESC", description)]
    fields += [("NSTATES", "1"), ("STATEPOS", "1")]
    return "\n".join([_START, *(f"{key:<8}:{len(value)}:{value}" for key, value in fields)]) + "\n"


SAVE = Format("save", "a save file of Tatham's flip or fifteen", _read_save, _write_save)
