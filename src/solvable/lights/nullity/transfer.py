"""Nullity of any rule on any surface for two colours, at any size, by chasing row after row with w unknowns or so.

The lamps that a press toggles are taken as an equation in the lamps (the transposed matrix has the same rank). Row by
row each equation gives its last new lamp by those before it, as a combination of parameters; equations without a new
lamp are constraints between parameters. Only lamps that later equations meet are remembered, so a board of w × h cells
and a rule that reaches r rows takes about r·w lamps of r·w bits, whatever h is. A forced lamp and a constraint that
holds count 1 in the rank each. Cost: w²·h/64 times small constants; 2000 × 2000 knights in a few seconds.

The transfer matrix of cellular automata (Sutner 1989), kept sparse; `transfer.hpp` is the kernel.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from solvable import kernels, memory
from solvable.budget import Budget, check
from solvable.errors import require
from solvable.lights import rules
from solvable.lights.wiring import Wiring

if TYPE_CHECKING:
    import numpy as np

    Ints = np.ndarray[Any, np.dtype[np.int32]]
    Longs = np.ndarray[Any, np.dtype[np.int64]]

CHUNK = 1 << 16  # equations made together
PART = 1 << 25  # words between two looks at the budget: some hundredths of a second
PATIENCE = 30  # seconds after which the total time is predicted
SLOTS = 1 << 8
NARROW = 8  # times the reach of a press among the numbers of cells, of explicit wiring that is chased here
IN_USE, BITS, WORDS, RANK = range(4)  # of a band's state, as `transfer.hpp` has it
DEGREE = 64  # cells that one press of it may reach


def serves(puzzle: Wiring) -> bool:
    """Return whether `nullity` is for this puzzle: two colours, and no press reaches far along the numbers of cells."""
    if puzzle.k != 2 or puzzle.rule == "cross":
        return False
    if isinstance(puzzle.rule, str):
        return True
    ends = ((press, toggle) for press, toggle in enumerate(puzzle.rule) if toggle)
    reach = max((max(abs(toggle[0][0] - press), abs(toggle[-1][0] - press)) for press, toggle in ends), default=0)
    return NARROW * reach <= puzzle.cells and puzzle.presses <= puzzle.cells and max(map(len, puzzle.rule)) <= DEGREE


def nullity(puzzle: Wiring) -> int:
    """Return the nullity of a puzzle that this `serves`; raise BudgetExceededError where memory is short."""
    return len(puzzle.buttons) - rank(lambda: equations(puzzle), puzzle.cells)


def rank_reference(rows: Sequence[Sequence[int]]) -> int:
    """Return the rank of equations, each a list of variables, over GF(2): the reference for `rank`."""
    forms: dict[int, int] = {}
    fixed: dict[int, int] = {}  # constraints: leading bit → bits
    found = parameters = 0
    for row in rows:
        held = {v for v in row if v >= 0 and row.count(v) % 2}
        new = sorted(held - forms.keys())
        for v in new[:-1]:
            forms[v], parameters = 1 << parameters, parameters + 1
        total = 0
        for v in held - set(new[-1:]):
            total ^= forms[v]
        if new:
            forms[new[-1]] = total
        else:
            while (lead := total.bit_length()) in fixed:
                total ^= fixed[lead]
            if total:
                fixed[lead] = total
        found += bool(new) or total > 0
    return found


def rank(make: Callable[[], Iterator["Ints"]], variables: int) -> int:
    """Return the rank over GF(2) of the equations that `make` yields in blocks, rows of variables and −1."""
    require("numpy")
    import numpy as np

    kernel = kernels.native()
    memory.check_memory(9 * variables, variables)
    last, slot_of, rows = np.full(variables, -1, np.int32), np.full(variables, -1, np.int32), 0
    for block in make():
        check()
        kernel.transfer_note_last(block, *block.shape, rows, last, variables)
        rows += len(block)
    band = _Band(SLOTS, np.zeros(4, np.int64), last, slot_of)
    first, watch = 0, Budget()
    for block in make():
        done, (count, width) = 0, block.shape
        held = np.empty(width, np.int64)
        while done < count:
            band = band.with_room(width)
            done = kernel.transfer_advance(band.struct, block, count, width, done, first, held, PART)
            check()
            if watch.spent > PATIENCE:
                memory.check_time(watch.spent * rows / (first + done), variables, 1.5)
        first += count
    return int(band.state[RANK])


class _Band:
    """Slots for live variables, each a row of bits, and the bookkeeping of `transfer.hpp`."""

    def __init__(self, slots: int, state: "Longs", last: "Ints", slot_of: "Ints") -> None:
        require("numpy")
        import numpy as np

        words = slots * 3 // 128 + 1  # half as many bits again as slots, so that a renewal is worth its cost
        memory.check_memory(8 * slots * words, last.size)
        memory.check_time(slots**3 * 3e-12, last.size, 1.5)
        self.state, self.last, self.slot_of = state, last, slot_of
        self.forms = np.zeros((slots, words), np.uint64)
        self.live, self.place_of = np.arange(slots, dtype=np.int64), np.arange(slots, dtype=np.int64)
        self.spare = np.zeros(words * 64, np.int64)
        self.struct = kernels.native().struct(
            "TransferBand",
            forms=self.forms, slots=slots, row=words, total=np.zeros(words, np.uint64), live=self.live,
            place_of=self.place_of, spare=self.spare, state=state, last=last, slot_of=slot_of, variables=last.size,
        )  # fmt: skip

    def with_room(self, width: int) -> "_Band":
        """Return a band with `width` slots and bits to spare: this one if it has them, or once its bits are renewed."""
        if self.state[BITS] + width > 64 * self.forms.shape[1]:
            self._renew()
        band = self
        while self.state[IN_USE] + width > len(band.live) or self.state[BITS] + width > 64 * band.forms.shape[1]:
            band = band.larger()
        return band

    def _renew(self) -> None:
        """Choose new parameters, in parts, so that an interrupt is heard, and free the bits of the others."""
        import numpy as np

        kernel, count, words = kernels.native(), int(self.state[IN_USE]), int(self.state[WORDS])
        others = np.full(words, ~np.uint64(0))
        step = max(1, PART // max(1, count * words))
        for begin in range(0, count, step):
            check()
            kernel.transfer_renew(self.struct, others, words, begin, min(begin + step, count))
        kernel.transfer_set_free(self.struct, others, words)

    def larger(self) -> "_Band":
        """Return twice as many slots, with the contents of these."""
        other = _Band(2 * len(self.live), self.state, self.last, self.slot_of)
        slots, words = self.forms.shape
        other.forms[:slots, :words] = self.forms
        other.live[:slots], other.place_of[:slots] = self.live, self.place_of
        other.spare[: self.spare.size] = self.spare
        return other


def equations(puzzle: Wiring) -> Iterator["Ints"]:
    """Yield, in blocks, for each press the cells that it toggles, −1 for none, one that is hit twice being there twice.

    Of a named rule cells, and so presses, are numbered along the shorter side.
    """
    require("numpy")
    import numpy as np

    if not isinstance(puzzle.rule, str):
        yield from _listed(puzzle.rule)
        return
    w, h = puzzle.width, puzzle.height
    turned = w > h
    lost, lampless = np.zeros(puzzle.cells, bool), np.zeros(puzzle.cells, bool)
    lampless[[*puzzle.lampless]] = True
    lost[[*puzzle.dead, *puzzle.fixed]] = True
    for start in range(0, puzzle.cells, CHUNK):
        place = np.arange(start, min(start + CHUNK, puzzle.cells))
        rows, columns = divmod(place, h)[::-1] if turned else divmod(place, w)
        block = np.full((len(place), 9), -1, np.int32)
        offsets: Sequence[tuple[Any, int]] = rules.OFFSETS.get(puzzle.rule, ())
        if puzzle.rule == "triangle":
            offsets = ((0, -1), (0, 0), (0, 1), (1 - (rows + columns) % 2 * 2, 0))
        for number, (down, right) in enumerate(offsets):
            row, column, there = reached(puzzle.surface, h, w, rows + down, columns + right)
            there &= ~lampless[row * w + column] & ~lost[rows * w + columns]
            block[there, number] = (column * h + row if turned else row * w + column)[there]
        yield block[:, : len(offsets)].copy()


def _listed(toggles: Sequence[Sequence[tuple[int, int]]]) -> Iterator["Ints"]:
    """Yield explicit toggles in blocks."""
    import numpy as np

    width = max(1, *map(len, toggles))
    for start in range(0, len(toggles), CHUNK):
        rows = [
            [cell for cell, _ in toggle] + [-1] * (width - len(toggle)) for toggle in toggles[start : start + CHUNK]
        ]
        yield np.array(rows, np.int32)


def reached(surface: str, h: int, w: int, rows: Any, columns: Any) -> tuple[Any, Any, Any]:
    """Return (rows, columns, whether they are on the board) where places off the sheet come back: `rules.SURFACES`."""
    import numpy as np

    (across, column), (down, row) = np.divmod(columns, w), np.divmod(rows, h)
    there = np.ones(len(row), bool)
    if surface in ("plane", "cylinder", "mobius"):
        there &= down == 0
    if surface == "plane":
        there &= across == 0
    if surface in ("mobius", "klein", "projective"):
        row = np.where(across % 2, h - 1 - row, row)
    if surface == "projective":
        column = np.where(down % 2, w - 1 - column, column)
    return row, column, there
