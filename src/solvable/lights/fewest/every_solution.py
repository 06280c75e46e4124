"""Fewest presses of many boards of one puzzle, or of one after another: every solution weighed by a compiled kernel.

What does not depend on the board is made once: a solution of each single lamp, summed in tables; the quiet patterns in
echelon form; the input of the transform for no presses. Then a board of 25 lamps takes some nanoseconds, one of 841
with 2^10 solutions three microseconds. `gray_code` is the readable twin: it weighs the same solutions and takes the
same one, so an answer does not tell which of the two gave it.
"""

from typing import TYPE_CHECKING, Any

from solvable import kernels
from solvable.lights.algebra.coset import bit_matrix, components, echelon, lowest_bits
from solvable.lights.fewest.gray_code import METHOD
from solvable.lights.wiring import Solved
from solvable.solution import Searched, Solution

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

UNIQUE = "unique"
PLAIN_RANK = 12  # quiet patterns beyond which the first board pays
LARGEST_RANK = 17  # quiet patterns of which all sums are weighed at once
LARGEST_BOARD = 2048  # cells, or buttons: tables of some megabytes
CELLS_A_CALL = 64  # cells for which a board solved otherwise pays
SLACK = 32  # numbers of a transform more than it has, so that it may begin at a line of the cache
LANE_BITS = 5
LANES = 1 << LANE_BITS
NARROW_TABLE = 1 << 17  # bytes of tables for every eight cells; larger ones are for every four
WORD = 64
MOST_OF_A_WORD, TRIPLE = 9, 3  # cells of a table where one word holds all; so many tables are looked up together


class Weighing:
    """A puzzle's search by the kernel, prepared once it pays: the board asked for may well be the only one."""

    def __init__(self, puzzle: Solved) -> None:
        self.rank = puzzle.nullity
        self._is_whole = len(components(echelon(puzzle.quiet.masks)[0])) <= 1
        self._left = 0 if self.rank > PLAIN_RANK else 1 + puzzle.cells // CELLS_A_CALL
        self._tables: Tables | None = None
        self._nodes, self._method = (1 << self.rank, METHOD) if self.rank else (0, UNIQUE)

    @property
    def tables(self) -> "Tables | None":
        """The tables where they are made."""
        return self._tables

    def search(self, puzzle: Solved, given: Any) -> Searched | None:
        """Return the fewest presses of a board, given as a tuple or list with a number for each cell.

        None where the kernel is not ready or does not pay, where there is no solution, where this is no board, and
        where the quiet patterns fall into parts, which `two_states` weighs one after another.
        """
        if not self._is_whole or (type(given) is not tuple and type(given) is not list):
            return None
        tables = self._tables or self.prepared(puzzle)
        if tables is None:
            return None
        try:
            raw = bytearray(given)  # of a tuple or list twice as fast as `bytes`
        except (TypeError, ValueError):
            return None
        if len(raw) != tables.cells:
            return None
        moves, count = tables.one(raw)
        if moves is None:
            return None
        solution = Solution(moves, len(moves), self._nodes, self._method, puzzle, tuple(raw))
        return Searched(solution, self._nodes, self._method, count)

    def prepared(self, puzzle: Solved, boards: int = 0) -> "Tables | None":
        """Return the tables where they pay for one board more, or for so many at once; else None."""
        if self._tables is None:
            self._left -= max(1, boards)
            if self._left < 0 and kernels.has_native():
                self._tables = Tables(puzzle)
        return self._tables


def weighing(puzzle: Solved) -> Weighing | None:
    """Return what weighs all solutions of a puzzle's boards; None where they are too many, or the tables too large."""
    if puzzle.k != 2 or max(puzzle.cells, puzzle.presses) > LARGEST_BOARD or puzzle.nullity > LARGEST_RANK:
        return None
    dependent = puzzle.cells - len(puzzle.buttons) + puzzle.nullity
    return Weighing(puzzle) if puzzle.presses + dependent <= 2 * LARGEST_BOARD else None


class Tables:
    """What the kernel takes of a puzzle, and the calls of it."""

    def __init__(self, puzzle: Solved) -> None:
        import numpy as np

        self.cells, self.presses = puzzle.cells, puzzle.presses
        self.work = puzzle.cells + (1 << puzzle.nullity)  # of one board: cells read and solutions weighed
        responses, null = responses_of(puzzle)
        patterns = echelon(null)[0]
        rows = bit_matrix(patterns, self.presses)
        for row, pivot in zip(rows, lowest_bits(patterns), strict=True):
            place = pivot.bit_length() - 1
            responses[responses[:, place] == 1, : self.presses] ^= row
        words = -(-responses.shape[1] // WORD)
        stride = words if words <= 2 else -(-words // 8) * 8
        width = group_width(self.cells, stride)
        masks = [puzzle.goal, [cell not in puzzle.lampless for cell in range(self.cells)]]
        goal, lamps = packed(np.array(masks, np.uint8), -(-self.cells // WORD))
        keys = np.zeros(stride * WORD, np.int32)
        keys[: self.presses] = (rows[::-1].astype(np.int32) << np.arange(len(rows))[:, None]).sum(axis=0)
        signs, base = hadamard(), np.zeros((1 << max(0, len(rows) - LANE_BITS), LANES), np.int16)
        np.add.at(base, keys[: self.presses] >> LANE_BITS, signs[keys[: self.presses] & (LANES - 1)])
        tables, quiet = sums(packed(responses, stride), width), packed(rows[::-1], stride)
        words = -(-self.cells // WORD) + stride
        kernel = kernels.native()
        self._plan = kernel.struct(
            "EverySolution",
            cells=self.cells, buttons=self.presses, width=width, stride=stride, rank=len(rows),
            goal=goal, lamps=lamps, tables=tables, table_words=tables.size, quiet=quiet.reshape(-1), keys=keys,
            changes=(-2 * signs).reshape(-1), base=base.reshape(-1), base_size=base.size,
        )  # fmt: skip
        self._sizes = self.cells, self.presses, words, base.size
        self._take_kernels()

    def _take_kernels(self) -> None:
        kernel = kernels.native()
        self._one, self._many = kernel.weigh_one, kernel.weigh_many
        self._free = list[_Scratch]()  # of calls that have ended

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in {"_one", "_many", "_free"}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._take_kernels()

    def one(self, board: bytearray) -> tuple[tuple[int, ...] | None, int]:
        """Return (the presses, None if there is no solution or no board; how many solutions have as few)."""
        scratch = self._scratch()
        scratch.board[:] = board
        number = self._one(self._plan, *scratch.buffers)
        moves = None if number < 0 else tuple(scratch.pressed[:number])
        count = scratch.solutions[0]
        self._free.append(scratch)
        return moves, count

    def many(self, boards: "Array", first: int, last: int, presses: "Array", lengths: "Array") -> bool:
        """Write the presses of boards first … last − 1, and how many; return whether all are boards.

        A byte is a cell or a button, one board behind another.
        """
        scratch = self._scratch()
        is_board: bool = self._many(self._plan, boards, first, last, presses, lengths, *scratch.buffers[-2:])
        self._free.append(scratch)
        return is_board

    def _scratch(self) -> "_Scratch":
        """Return memory that no other call has."""
        try:
            return self._free.pop()
        except IndexError:
            return _Scratch(*self._sizes)


class _Scratch:
    """What one call of a kernel reads a board from, and writes to."""

    __slots__ = ("board", "buffers", "pressed", "solutions")

    def __init__(self, cells: int, presses: int, words: int, work: int) -> None:
        from solvable.kernels.buffers import Buffer, zeros

        self.board, self.pressed, self.solutions = bytearray(cells), zeros("q", presses), zeros("q", 1)
        arrays = self.board, self.pressed, self.solutions, zeros("Q", words), zeros("h", work + SLACK)
        self.buffers = tuple(map(Buffer, arrays))


def group_width(cells: int, stride: int) -> int:
    """Return for how many cells a table has all the sums: a divisor of 64, unless one word holds all cells."""
    if cells <= WORD:
        return -(-cells // (TRIPLE * -(-cells // (TRIPLE * MOST_OF_A_WORD))))
    return 8 if -(-cells // 8) * 256 * 8 * stride <= NARROW_TABLE else 4


def responses_of(puzzle: Solved) -> "tuple[Array, list[int]]":
    """Return (for each cell what presses mend it, then a bit for each dependent cell; the quiet patterns as masks).

    Shape (cells, presses + dependent cells), of 0 and 1: the sum over the wrong cells is a solution where the bits of
    the dependent cells, those that no combination of presses mends alone, are 0.
    """
    import numpy as np

    from solvable.lights.algebra.bit_matrix import BitMatrix
    from solvable.lights.algebra.elimination import reduce_rows

    buttons, cells, offset = list(puzzle.buttons), puzzle.cells, -(-puzzle.cells // WORD) * WORD
    bits = np.zeros((len(buttons), offset + puzzle.presses), np.uint8)
    for row, button in enumerate(buttons):
        bits[row, [cell for cell, _ in puzzle.toggles[button]]] = 1
        bits[row, offset + button] = 1
    reduced, found = reduce_rows(BitMatrix.of(packed(bits, -(-bits.shape[1] // WORD))), cells)
    pivots = np.array(found, np.int64)
    rows = np.frombuffer(reduced.words, np.uint8).reshape(reduced.height, 8 * reduced.stride)
    bits = np.unpackbits(rows, axis=1, count=bits.shape[1], bitorder="little")
    is_dependent = np.ones(cells, bool)  # by `setdiff1d` numpy would load its masked arrays, in many milliseconds
    is_dependent[pivots] = False
    dependent = np.flatnonzero(is_dependent)
    responses = np.zeros((cells, puzzle.presses + dependent.size), np.uint8)
    responses[pivots, : puzzle.presses] = bits[: pivots.size, offset:]
    responses[pivots, puzzle.presses :] = bits[: pivots.size, dependent]
    responses[dependent, puzzle.presses + np.arange(dependent.size)] = 1
    null = np.packbits(bits[pivots.size :, offset:], axis=1, bitorder="little")
    return responses, [int.from_bytes(row.tobytes(), "little") for row in null]


def packed(bits: "Array", words: int) -> "Array":
    """Return rows of 0 and 1 as rows of so many words."""
    import numpy as np

    found = np.zeros((bits.shape[0], words * 8), np.uint8)
    part = np.packbits(bits, axis=1, bitorder="little")
    found[:, : part.shape[1]] = part
    return found.view(np.uint64)


def sums(rows: "Array", width: int) -> "Array":
    """Return for every `width` rows all their sums over GF(2), bit i of a sum's index choosing row i; flat.

    Where one word holds a choice of rows, tables of nothing make their number a multiple of three.
    """
    import numpy as np

    groups, words = -(-len(rows) // width), rows.shape[1]
    if len(rows) <= WORD:
        groups = -(-groups // TRIPLE) * TRIPLE
    padded = np.zeros((groups * width, words), np.uint64)
    padded[: len(rows)] = rows
    full = padded.reshape(groups, width, words)
    tables = np.zeros((groups, 1 << width, words), np.uint64)
    for bit in range(width):
        tables[:, 1 << bit : 2 << bit] = tables[:, : 1 << bit] ^ full[:, bit : bit + 1]
    return tables.reshape(-1)


def hadamard() -> "Array":
    """Return the signs (−1)^popcount(row & lane) of 32 lanes."""
    import numpy as np

    lanes = np.arange(LANES, dtype=np.uint8)
    odd: Array = (np.bitwise_count(lanes[:, None] & lanes) & 1).astype(np.int16)
    return 1 - 2 * odd
