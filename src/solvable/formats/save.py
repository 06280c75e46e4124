"""Save files of Simon Tatham's `flip` and `fifteen`: the position after the moves that were made.

Each line is a key padded to 8, a colon, the value's length in bytes, a colon, the value. STATEPOS says how many of the
positions (the first and one after each MOVE, SOLVE or RESTART) have been reached. In flip a solve only shows marks.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from solvable.core.budget import check
from solvable.core.errors import IllegalMoveError, PuzzleError
from solvable.core.message import msg
from solvable.core.pattern import pattern
from solvable.core.puzzle import Move, Puzzle, State
from solvable.formats import fifteen, flip
from solvable.formats.base import Format, Reading
from solvable.formats.text import Text

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
    """Return the game of a save file, from its last restart on; raise NotationError where it is none."""
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
    """Return the save file of a game; raise PuzzleError where Tatham's programs do not have its puzzle."""
    lines = _write(puzzle, start).splitlines()
    width = _width(puzzle)
    values = [("NSTATES", str(len(moves) + 1)), ("STATEPOS", str(place + 1))]
    values += [("MOVE", f"M{move % width},{move // width}") for move in moves]
    return "\n".join([*lines[:-2], *(f"{key:<8}:{len(value)}:{value}" for key, value in values)]) + "\n"


def _path(before: State, after: State, width: int) -> range:
    """Return the cells where the blank goes, one after another."""
    start, end = before.index(0), after.index(0)
    step = (1 if end > start else -1) * (1 if start // width == end // width else width)
    return range(start + step, end + step, step)


def _read(text: Text) -> Reading | None:
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
    read = flip.read_description if game == "Flip" else fifteen.read_description
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


def _write(puzzle: Puzzle, state: State) -> str:
    from solvable.lights.board import LightsOut
    from solvable.tiles.board import SlidingTiles

    if isinstance(puzzle, LightsOut):
        lights, description = flip.describe(puzzle, state, "save")
        game, crosses = "Flip", lights.toggles == LightsOut(lights.width, lights.height).toggles
        params = f"{lights.width}x{lights.height}{'c' if crosses else 'r'}"
    elif isinstance(puzzle, SlidingTiles):
        tiles, description = fifteen.describe(puzzle, state, "save")
        game, params = "Fifteen", f"{tiles.width}x{tiles.height}"
    else:
        raise PuzzleError("the format save is for flip and fifteen")
    fields = [("VERSION", "1"), ("GAME", game), ("PARAMS", params), ("CPARAMS", params), ("DESC", description)]
    fields += [("NSTATES", "1"), ("STATEPOS", "1")]
    return "\n".join([_START, *(f"{key:<8}:{len(value)}:{value}" for key, value in fields)]) + "\n"


SAVE = Format("save", "a save file of Tatham's flip or fifteen", _read, _write)
