"""The test sets of DeepCubeA: a pickled dict of `states`, perhaps with `solutions` and `times`. None of it is run.

Pickles can run programs, so nothing of a file is trusted: the opcodes are looked through before (`pickletools`), and
every name in it means one of four small classes here, which keep what they are given and do nothing. Names are those
of the states of the 15-puzzle and of Lights Out, and numpy's `_reconstruct`, `ndarray`, `dtype` and `scalar`; a file
with any other is refused. Moves of tiles in `solutions` are letters of the tile.
"""

import pickle
import pickletools
from collections.abc import Sequence
from io import BytesIO
from math import isqrt
from typing import Any, NamedTuple

from solvable.errors import NotationError, PuzzleError
from solvable.formats.base import Format, Reading
from solvable.formats.text import Text
from solvable.lights.board import LightsOut
from solvable.puzzle import Puzzle, State
from solvable.said import say
from solvable.tiles.board import SlidingTiles

MAGIC = tuple(b"\x80" + bytes([version]) for version in range(2, 6))
LARGEST = 64 * 2**20  # bytes of a file
MOST_CELLS = 10_000
STATES = {"NPuzzleState", "LightsOutState"}
_ARRAYS = {f"numpy.{core}.multiarray" for core in ("core", "_core")}
_OPCODES = {
    "PROTO", "FRAME", "STOP", "MARK", "POP", "POP_MARK", "DUP", "NONE", "NEWTRUE", "NEWFALSE", "BININT",
    "BININT1", "BININT2", "LONG1", "BINFLOAT", "BINUNICODE", "SHORT_BINUNICODE", "BINBYTES", "SHORT_BINBYTES",
    "BINSTRING", "SHORT_BINSTRING", "EMPTY_LIST", "APPEND", "APPENDS", "LIST", "EMPTY_TUPLE", "TUPLE", "TUPLE1",
    "TUPLE2", "TUPLE3", "EMPTY_DICT", "SETITEM", "SETITEMS", "GLOBAL", "STACK_GLOBAL", "NEWOBJ", "REDUCE",
    "BUILD", "BINPUT", "LONG_BINPUT", "MEMOIZE", "BINGET", "LONG_BINGET",
}  # fmt: skip


class Instances(NamedTuple):
    """The boards of a file, all of one puzzle; the solutions as written there, none where it has none."""

    puzzle: Puzzle
    states: tuple[State, ...]
    solutions: tuple[Any, ...]


def read_instances(data: bytes, source: str = "") -> Instances:
    """Return all boards of a pickle of DeepCubeA; raise NotationError for any other, and for one that runs anything."""
    found = _loaded(data, source)
    if not isinstance(found, dict) or not isinstance(found.get("states"), list | tuple) or not found["states"]:
        raise _fault("the pickle has no states", source)
    boards = [_cells(state, source) for state in found["states"]]
    puzzle = _puzzle(boards[0], source)
    for number, board in enumerate(boards, start=1):
        try:
            puzzle.state(board)
        except PuzzleError as error:
            raise _fault(say("state {number}: {error}", number=number, error=say(error.message)), source) from None
    solutions = found.get("solutions") or ()
    return Instances(puzzle, tuple(boards), tuple(solutions) if isinstance(solutions, list | tuple) else ())


def _fault(message: str, source: str) -> NotationError:
    return NotationError(message, expected=DEEPCUBEA.summary, source=source)


def _loaded(data: bytes, source: str) -> Any:
    """Return what the pickle holds, of stubs and plain values."""
    if len(data) > LARGEST:
        raise _fault(say("a pickle of {size:,} bytes", size=len(data)), source)
    try:
        _look_through(data)
        return _Reader(BytesIO(data)).load()
    except NotationError as error:
        raise _fault(error.message, source) from None
    except Exception as error:  # a damaged pickle fails in any way that Python has
        raise _fault(say("a damaged pickle: {error}", error=repr(error)[:100]), source) from None


def _look_through(data: bytes) -> None:
    """Raise NotationError where an opcode could do more than build values, or asks for more memory than was read."""
    for number, (opcode, argument, _) in enumerate(pickletools.genops(data)):
        if opcode.name not in _OPCODES:
            raise NotationError(say("the pickle uses {name}, which no board needs", name=opcode.name))
        if opcode.name in ("BINPUT", "LONG_BINPUT") and int(argument or 0) > number:
            raise NotationError(say("the pickle uses {name}, which no board needs", name=f"{opcode.name} {argument}"))


class _Reader(pickle.Unpickler):
    """Gives each name a class of this file's own reading, made anew so that nothing a file does to it stays."""

    def __init__(self, file: BytesIO) -> None:
        super().__init__(file)

        class Stub:
            """Keeps what it is made of, and the state that it is given."""

            def __init__(self, *made: Any) -> None:
                self.made, self.kept = made, None

            def __setstate__(self, kept: Any) -> None:
                self.kept = kept

        self.kinds = {kind: type(kind, (Stub,), {}) for kind in ("state", "array", "ndarray", "dtype", "scalar")}

    def find_class(self, module: str, name: str) -> Any:
        """Return the stub for one of the few names that boards need; raise NotationError for all others."""
        if name in STATES:
            return self.kinds["state"]
        if module in _ARRAYS and name in ("_reconstruct", "scalar"):
            return self.kinds["array" if name == "_reconstruct" else "scalar"]
        if module == "numpy" and name in ("ndarray", "dtype"):
            return self.kinds[name]
        raise NotationError(say("the pickle uses {name}, which no board needs", name=f"{module}.{name}"[:100]))


def _cells(state: Any, source: str) -> State:
    """Return the cells of a state: a stub whose slots have `tiles`, or an array or list itself."""
    kept = getattr(state, "kept", None)
    slots = kept[1] if isinstance(kept, tuple) and len(kept) == 2 else kept
    tiles = slots.get("tiles") if isinstance(slots, dict) else state
    cells = tiles if isinstance(tiles, list | tuple) else _numbers(tiles)
    if cells is None or not 0 < len(cells) <= MOST_CELLS or not all(type(cell) is int for cell in cells):
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
        raise _fault(say("a state of {cells} cells is not square", cells=len(board)), source)
    return LightsOut(side, side) if max(board) <= 1 else SlidingTiles(side, side)


def _read(text: Text) -> Reading | None:
    if not text.raw.startswith(MAGIC):
        return None
    found = read_instances(text.raw, text.source)
    if len(found.states) > 1:
        message = say("the file holds {count} boards", count=len(found.states))
        raise NotationError(message, expected="one board, or the command batch", source=text.source)
    return Reading(found.puzzle, found.states[0], "a state of DeepCubeA")


DEEPCUBEA = Format("deepcubea", "a pickled test set of DeepCubeA, read without running it", _read, magic=MAGIC)
