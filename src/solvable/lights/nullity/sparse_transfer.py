"""Nullity of any rule on any surface for two colours, at any size, by chasing row by row with about w unknowns.

The lamps that a press toggles form an equation in the lamps (the transposed matrix has the same rank). Row by row, each
equation expresses its last new lamp by those before it, as a combination of parameters; equations without a new lamp
are constraints between parameters. Only lamps in later equations are stored, so a board of w × h cells and a rule that
reaches r rows takes about r·w lamps of r·w bits, for every h. Each forced lamp and each independent constraint adds 1
to the rank. Cost: w²·h/64 times a small constant; 2000 × 2000 knights in a few seconds.

The transfer matrix of cellular automata (Sutner 1989), stored sparse; `transfer.hpp` is the kernel.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence

from solvable import kernels
from solvable.core import memory
from solvable.core.budget import Budget, check
from solvable.lights import rules
from solvable.lights.algebra.elimination import BitMatrix
from solvable.lights.wiring import Wiring

Block = tuple["array[int]", int]
"""A block of consecutive equations, each with the same number of variables, −1 for none."""

CHUNK = 1 << 16  # equations generated together
PART = 1 << 25  # words between two checks of the budget: about 0.02 s
PREDICT_AFTER_S = 30  # seconds after which the total time is predicted
SLOTS = 1 << 8
NARROW = 8  # cells divided by the reach of a press, for an explicit wiring to be chased here
IN_USE, BITS, WORDS, RANK = range(4)  # indices in a band's state, as in `transfer.hpp`
DEGREE = 64  # cells that one press of such a wiring may reach


def serves(puzzle: Wiring) -> bool:
    """Return whether `nullity` is for this puzzle: two colours, and no press reaches far in the numbering of cells."""
    if puzzle.k != 2 or puzzle.rule == "cross":
        return False
    if isinstance(puzzle.rule, str):
        return True
    ends = ((press, toggle) for press, toggle in enumerate(puzzle.rule) if toggle)
    reach = max((max(abs(toggle[0][0] - press), abs(toggle[-1][0] - press)) for press, toggle in ends), default=0)
    return NARROW * reach <= puzzle.cells and puzzle.presses <= puzzle.cells and max(map(len, puzzle.rule)) <= DEGREE


def nullity(puzzle: Wiring) -> int:
    """Return the nullity of a puzzle that this `serves`; raise BudgetExceededError if memory does not suffice."""
    return len(puzzle.buttons) - rank(lambda: equations(puzzle), puzzle.cells)


def rank_reference(rows: Sequence[Sequence[int]]) -> int:
    """Return the rank of equations, each a list of variables, over GF(2): the reference for `rank`."""
    forms: dict[int, int] = {}
    fixed: dict[int, int] = {}  # constraints: leading bit → bits
    count = parameters = 0
    # `forms` writes each variable met as a sum of parameters. The last new variable of an equation is expressed by the
    # others; an equation without a new one constrains the parameters, and `fixed` holds these constraints in echelon
    # form.
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
        count += bool(new) or total > 0
    return count


def rank(make: Callable[[], Iterator[Block]], variables: int) -> int:
    """Return the rank over GF(2) of the equations that `make` yields in blocks."""
    from solvable.kernels.buffers import zeros

    kernel = kernels.native()
    memory.check_memory(9 * variables, variables)
    last, slot_of, rows = array("i", [-1]) * variables, array("i", [-1]) * variables, 0
    for block, width in make():
        check()
        count = len(block) // width
        kernel.transfer_note_last(block, count, width, rows, last, variables)
        rows += count
    band = _Band(SLOTS, zeros("q", 4), last, slot_of)
    first, watch = 0, Budget()
    for block, width in make():
        done, count, held = 0, len(block) // width, zeros("q", width)
        while done < count:
            band = band.with_room(width)
            done = kernel.transfer_advance(band.struct, block, count, width, done, first, held, PART)
            check()
            if watch.spent > PREDICT_AFTER_S:
                memory.check_time(watch.spent * rows / (first + done), variables, 1.5)
        first += count
    return band.state[RANK]


class _Band:
    """Slots for live variables, each a row of bits, and the bookkeeping of `transfer.hpp`."""

    def __init__(self, slots: int, state: "array[int]", last: "array[int]", slot_of: "array[int]") -> None:
        from solvable.kernels.buffers import zeros

        words = slots * 3 // 128 + 1  # half as many bits again as slots, so that renewals are rare enough
        memory.check_memory(8 * slots * words, len(last))
        memory.check_time(slots**3 * 3e-12, len(last), 1.5)
        self.state, self.last, self.slot_of = state, last, slot_of
        self.forms = BitMatrix.zeros(slots, words)
        self.live, self.place_of, self.spare = (
            array("q", range(slots)),
            array("q", range(slots)),
            zeros("q", words * 64),
        )
        self.struct = kernels.native().struct(
            "TransferBand",
            forms=self.forms.words, slots=slots, row=words, total=zeros("Q", words), live=self.live,
            place_of=self.place_of, spare=self.spare, state=state, last=last, slot_of=slot_of, variables=len(last),
        )  # fmt: skip

    def with_room(self, width: int) -> "_Band":
        """Return a band with `width` slots and spare bits: this one if it has them, if necessary after renewing its
        bits.
        """
        if self.state[BITS] + width > 64 * self.forms.stride:
            self._renew()
        band = self
        while self.state[IN_USE] + width > len(band.live) or self.state[BITS] + width > 64 * band.forms.stride:
            band = band.larger()
        return band

    def _renew(self) -> None:
        """Choose new parameters, in parts to allow cancellation, and free the bits of the others."""
        kernel, count, words = kernels.native(), self.state[IN_USE], self.state[WORDS]
        others = array("Q", b"\xff" * 8 * words)
        step = max(1, PART // max(1, count * words))
        for begin in range(0, count, step):
            check()
            kernel.transfer_renew(self.struct, others, words, begin, min(begin + step, count))
        kernel.transfer_set_free(self.struct, others, words)

    def larger(self) -> "_Band":
        """Return a band with twice as many slots and the same contents."""
        other = _Band(2 * len(self.live), self.state, self.last, self.slot_of)
        self.forms.widened(other.forms.stride, other.forms.words)
        for there, here in ((other.live, self.live), (other.place_of, self.place_of), (other.spare, self.spare)):
            there[: len(here)] = here
        return other


JOINS = {
    "plane": (False, False, False, False),
    "cylinder": (False, True, False, False),
    "torus": (True, True, False, False),
    "mobius": (False, True, True, False),
    "klein": (True, True, True, False),
    "projective": (True, True, True, True),
}
"""Whether rows wrap, whether columns wrap, whether rows are reversed by that, whether columns are."""
TRIANGLE = ((0, -1), (0, 0), (0, 1), (1, 0)), ((0, -1), (0, 0), (0, 1), (-1, 0))  # pointing up, and pointing down


def equations(puzzle: Wiring) -> Iterator[Block]:
    """Yield, in blocks, the cells that each press toggles; a cell that is hit twice is listed twice.

    For a named rule, cells (and presses) are numbered along the shorter side.
    """
    from solvable.kernels.buffers import zeros

    if not isinstance(puzzle.rule, str):
        yield from _listed(puzzle.rule)
        return
    kernel, w, h, joins = kernels.native(), puzzle.width, puzzle.height, bytearray(JOINS[puzzle.surface])
    lost, lampless = _marked(puzzle)
    even, odd = TRIANGLE if puzzle.rule == "triangle" else (rules.OFFSETS[puzzle.rule],) * 2
    offsets, reach = array("b", [step for offset in (*even, *odd) for step in offset]), len(even)
    for first in range(0, puzzle.cells, CHUNK):
        count = min(CHUNK, puzzle.cells - first)
        block = zeros("i", count * reach)
        kernel.transfer_equations(h, w, joins, w > h, first, count, offsets, reach, lost, lampless, block)
        yield block, reach


def _marked(puzzle: Wiring) -> tuple[bytearray, bytearray]:
    """Return the presses that cannot be made, and the cells without a lamp, as bytes of 0 and 1."""
    lost, lampless = bytearray(puzzle.cells), bytearray(puzzle.cells)
    for cell in (*puzzle.dead, *puzzle.fixed):
        lost[cell] = 1
    for cell in puzzle.lampless:
        lampless[cell] = 1
    return lost, lampless


def _listed(toggles: Sequence[Sequence[tuple[int, int]]]) -> Iterator[Block]:
    """Yield explicit toggles in blocks."""
    width = max(1, *map(len, toggles))
    for start in range(0, len(toggles), CHUNK):
        block = array("i")
        for toggle in toggles[start : start + CHUNK]:
            block.extend([cell for cell, _ in toggle])
            block.extend([-1] * (width - len(toggle)))
        yield block, width
