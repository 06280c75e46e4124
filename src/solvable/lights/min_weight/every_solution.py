"""The fewest presses of many boards of one puzzle: a compiled kernel weighs every solution.

Everything that does not depend on the board is computed once: a solution of each single lamp, summed in tables; the
quiet patterns in echelon form; the input of the transform for no presses. Then a board of 25 lamps takes some
nanoseconds, one of 841 lamps with 2^10 solutions three microseconds. `coset.optimal_members` is the readable reference:
it weighs the same solutions and returns the same one.
"""

from array import array
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

from solvable import kernels
from solvable.core.solution import Searched, Solution
from solvable.lights.algebra.masks import pack
from solvable.lights.min_weight.coset import METHOD, components, echelon
from solvable.lights.wiring import Wiring

UNIQUE = "unique"
PLAIN_RANK = 4  # quiet patterns beyond which the kernel pays for the first board
RANK_MAX = 17  # quiet patterns, all sums of which are weighed together
BOARD_CELLS_MAX = 2048  # cells, or buttons: tables of a few megabytes
CELLS_A_CALL = 64  # cells beyond which the kernel pays for a single board
SLACK = 32  # spare numbers of a transform, so that it can be aligned to a cache line
LANES = 32
NARROW_TABLE = 1 << 17  # bytes of tables with one for every eight cells; if larger, there is one for every four
WORD = 64
MOST_OF_A_WORD, TRIPLE = 9, 3  # cells of a table if one word holds all cells; tables that are looked up together


class Weighing:
    """A puzzle's search by the kernel, prepared only when it pays, because a board may be the only one."""

    def __init__(self, board: Wiring, null_space: Sequence[int]) -> None:
        self.rank = len(null_space)
        self._is_whole = len(components(echelon(null_space)[0])) <= 1
        self._left = 0 if self.rank > PLAIN_RANK else 1 + board.cells // CELLS_A_CALL
        self._tables: Tables | None = None
        self._nodes, self._method = (1 << self.rank, METHOD) if self.rank else (0, UNIQUE)

    @property
    def tables(self) -> "Tables | None":
        """The tables, if they have been computed."""
        return self._tables

    def search(self, puzzle: Wiring, given: Any) -> Searched | None:
        """Return the fewest presses of a board, which is a tuple or list with a number for each cell.

        None if the kernel is not ready or does not pay, if there is no solution, if this is not a board, and if the
        quiet patterns split into components, which `two_states` weighs one after another.
        """
        if not self._is_whole or (type(given) is not tuple and type(given) is not list):
            return None
        tables = self._tables or self.prepared(puzzle)
        if tables is None:
            return None
        try:
            raw = bytearray(given)  # for a tuple or list twice as fast as `bytes`
        except (TypeError, ValueError):
            return None
        if len(raw) != tables.cells:
            return None
        moves, count = tables.one(raw)
        if moves is None:
            return None
        solution = Solution(moves, len(moves), self._nodes, self._method, puzzle, tuple(raw))
        return Searched(solution, self._nodes, self._method, count)

    def prepared(self, puzzle: Wiring, boards: int = 0) -> "Tables | None":
        """Return the tables if they pay for one more board, or for `boards` boards together; else None."""
        if self._tables is None:
            self._left -= max(1, boards)
            if self._left < 0 and kernels.has_library():
                self._tables = Tables(puzzle, self.rank)
        return self._tables


def weighing(board: Wiring, nullity: int, null_space: Callable[[], Sequence[int]]) -> Weighing | None:
    """Return the object that weighs all solutions of a board's states; None if they are too many, or the tables too
    large.
    """
    if board.k != 2 or max(board.cells, board.presses) > BOARD_CELLS_MAX or nullity > RANK_MAX:
        return None
    dependent = board.cells - len(board.buttons) + nullity
    return Weighing(board, null_space()) if board.presses + dependent <= 2 * BOARD_CELLS_MAX else None


class Tables:
    """The kernel's data for a puzzle, and its calls."""

    def __init__(self, puzzle: Wiring, rank: int) -> None:
        from solvable.kernels.buffers import calloc, zeros

        self.cells, self.presses = puzzle.cells, puzzle.presses
        self.work = puzzle.cells + (1 << rank)  # for one board: cells read and solutions weighed
        buttons = list(puzzle.buttons)
        words, cell_words = -(-(self.presses + self.cells - len(buttons) + rank) // WORD), -(-self.cells // WORD)
        stride = words if words <= 2 else -(-words // 8) * 8
        width = group_width(self.cells, stride)
        groups = -(-self.cells // width)
        if self.cells <= WORD:
            groups = -(-groups // TRIPLE) * TRIPLE
        tables = zeros("Q", (groups << width) * stride)
        base = zeros("h", max(LANES, 1 << rank))
        toggles = [puzzle.toggles[button] for button in buttons]
        kernel = kernels.native()
        self._plan = kernel.struct(
            "EverySolution",
            cells=self.cells, buttons=self.presses, width=width, stride=stride, rank=rank,
            goal=_words(puzzle.goal, cell_words),
            lamps=_words([cell not in puzzle.lampless for cell in range(self.cells)], cell_words),
            tables=tables, table_words=len(tables), quiet=zeros("Q", rank * stride), keys=zeros("i", stride * WORD),
            changes=zeros("h", LANES * LANES), base=base, base_size=len(base),
        )  # fmt: skip
        toggled = array("i", [cell for toggle in toggles for cell, _ in toggle])
        ends, count = array("i", accumulate(map(len, toggles))), len(buttons)
        words = -(-(cell_words + -(-self.presses // WORD)) // 8) * 8
        scratch = calloc("Q", 11800 + 57344 * (count > 500) + 8 * count + words)
        matrix, pivots = zeros("Q", count * words), zeros("q", count)
        kernel.weigh_prepare(self._plan, array("i", buttons), ends, count, toggled, matrix, words, pivots, scratch)
        self._sizes = self.cells, self.presses, cell_words + stride, len(base)
        self._take_kernels()

    def _take_kernels(self) -> None:
        kernel = kernels.native()
        self._one, self._many = kernel.weigh_one, kernel.weigh_many
        self._free = list[_Scratch]()  # scratch memory of calls that have ended

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in {"_one", "_many", "_free"}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._take_kernels()

    def one(self, board: bytearray) -> tuple[tuple[int, ...] | None, int]:
        """Return (the presses, None if there is no solution or no valid board; the number of solutions of that
        length).
        """
        scratch = self._scratch()
        scratch.board[:] = board
        number = self._one(self._plan, *scratch.buffers)
        moves = None if number < 0 else tuple(scratch.pressed[:number])
        count = scratch.solutions[0]
        self._free.append(scratch)
        return moves, count

    def many(self, boards: Any, first: int, last: int, presses: Any, lengths: Any) -> bool:
        """Write the presses of boards first … last − 1, and their numbers; return whether all boards are valid.

        A byte is a cell or a button; boards follow each other.
        """
        scratch = self._scratch()
        is_board: bool = self._many(self._plan, boards, first, last, presses, lengths, *scratch.buffers[-2:])
        self._free.append(scratch)
        return is_board

    def _scratch(self) -> "_Scratch":
        """Return memory that no other running call uses."""
        try:
            return self._free.pop()
        except IndexError:
            return _Scratch(*self._sizes)


class _Scratch:
    """The input and output memory of one call of a kernel."""

    __slots__ = ("board", "buffers", "pressed", "solutions")

    def __init__(self, cells: int, presses: int, words: int, work: int) -> None:
        from solvable.kernels.buffers import Buffer, zeros

        self.board, self.pressed, self.solutions = bytearray(cells), zeros("q", presses), zeros("q", 1)
        arrays = self.board, self.pressed, self.solutions, zeros("Q", words), zeros("h", work + SLACK)
        self.buffers = tuple(map(Buffer, arrays))


def group_width(cells: int, stride: int) -> int:
    """Return the number of cells in a table with all their sums: a divisor of 64, unless one word holds all cells."""
    if cells <= WORD:
        return -(-cells // (TRIPLE * -(-cells // (TRIPLE * MOST_OF_A_WORD))))
    return 8 if -(-cells // 8) * 256 * 8 * stride <= NARROW_TABLE else 4


def _words(bits: Sequence[int], words: int) -> "array[int]":
    """Return the bits in `words` words."""
    return array("Q", pack(bits).to_bytes(words * WORD // 8, "little"))
