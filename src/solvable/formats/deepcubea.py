"""The test sets of DeepCubeA: a pickled dict of `states`, perhaps with `solutions` and `times`. None of it is run.

Moves of tiles in `solutions` are letters of the tile.
"""

from collections.abc import Sequence
from math import isqrt
from typing import Any, NamedTuple

from solvable.core.budget import checked
from solvable.core.errors import BudgetExceededError, NotationError, PuzzleError
from solvable.core.message import msg
from solvable.core.puzzle import Puzzle, State
from solvable.formats.base import Format, Reading
from solvable.formats.magic import PICKLE_MAGIC
from solvable.formats.text import Text
from solvable.lights.board import LightsOut
from solvable.tiles.board import SlidingTiles

BYTES_MAX = 64 * 2**20  # bytes of a file
CELLS_MAX = 10_000
PUZZLES = 64  # boards checked between two looks at the budget


class Instances(NamedTuple):
    """The boards of a file, all of one puzzle; the solutions as written there, none if it has none."""

    puzzle: Puzzle
    states: tuple[State, ...]
    solutions: tuple[Any, ...]


def read_instances(data: bytes, source: str = "") -> Instances:
    """Return all boards of a pickle of DeepCubeA; raise NotationError for any other, and for one that runs anything."""
    result = _loaded(data, source)
    if not isinstance(result, dict) or not isinstance(result.get("states"), list | tuple) or not result["states"]:
        raise _fault("the pickle has no states", source)
    boards = [_cells(state, source) for state in checked(result["states"])]
    puzzle = _puzzle(boards[0], source)
    for number, board in enumerate(checked(boards, PUZZLES), start=1):
        try:
            puzzle.state(board)
        except PuzzleError as error:
            raise _fault(msg("state {number}: {error}", number=number, error=msg(error.message)), source) from None
    solutions = result.get("solutions") or ()
    return Instances(puzzle, tuple(boards), tuple(solutions) if isinstance(solutions, list | tuple) else ())


def _fault(message: str, source: str) -> NotationError:
    return NotationError(message, expected=DEEPCUBEA.summary, source=source)


def _loaded(data: bytes, source: str) -> Any:
    """Return what the pickle holds, of stubs and plain values."""
    if len(data) > BYTES_MAX:
        raise _fault(msg("a pickle of {size:,} bytes", size=len(data)), source)
    from solvable.formats import unpickling

    try:
        return unpickling.load(data)
    except NotationError as error:
        raise _fault(error.message, source) from None
    except BudgetExceededError:
        raise
    except Exception as error:  # a damaged pickle fails in any way that Python has
        raise _fault(msg("a damaged pickle: {error}", error=repr(error)[:100]), source) from None


def _cells(state: Any, source: str) -> State:
    """Return the cells of a state: a stub whose slots have `tiles`, or an array or list itself."""
    kept = getattr(state, "kept", None)
    slots = kept[1] if isinstance(kept, tuple) and len(kept) == 2 else kept
    tiles = slots.get("tiles") if isinstance(slots, dict) else state
    cells = tiles if isinstance(tiles, list | tuple) else _numbers(tiles)
    if cells is None or not 0 < len(cells) <= CELLS_MAX or not all(type(cell) is int for cell in cells):
        raise _fault("a state without tiles", source)
    return tuple(cells)


def _numbers(array: Any) -> Sequence[int] | None:
    """Return the numbers of an array's stub, which is (version, shape, dtype, by columns, bytes); None for no array."""
    match getattr(array, "kept", None):
        case (_, tuple() | list(), dtype, _, bytes() | str() as raw):
            pass
        case _:
            return None
    code = next(iter(getattr(dtype, "made", ())), None)
    if not isinstance(code, str) or code not in {f"{sign}{size}" for sign in "iu" for size in (1, 2, 4, 8)} | {"b1"}:
        return None
    byte_order = dtype.kept[1] if isinstance(dtype.kept, tuple) and len(dtype.kept) > 1 else "<"
    data, size = raw.encode("latin-1") if isinstance(raw, str) else raw, int(code[1])
    if len(data) % size:
        return None
    pieces = (data[start : start + size] for start in range(0, len(data), size))
    return [int.from_bytes(each, "big" if byte_order == ">" else "little", signed=code[0] == "i") for each in pieces]


def _puzzle(board: State, source: str) -> LightsOut | SlidingTiles:
    """Return the puzzle of a square board: lamps of 0 and 1, or tiles, the blank last."""
    side = isqrt(len(board))
    if side * side != len(board) or side < 2:
        raise _fault(msg("a state of {cells} cells is not square", cells=len(board)), source)
    return LightsOut(side, side) if max(board) <= 1 else SlidingTiles(side, side)


def _read(text: Text) -> Reading | None:
    if not text.raw.startswith(PICKLE_MAGIC):
        return None
    result = read_instances(text.raw, text.source)
    if len(result.states) > 1:
        message = msg("the file holds {count} boards", count=len(result.states))
        raise NotationError(message, expected="one board, or the command batch", source=text.source)
    return Reading(result.puzzle, result.states[0], "a state of DeepCubeA")


DEEPCUBEA = Format("deepcubea", "a pickled test set of DeepCubeA, read without running it", _read)
