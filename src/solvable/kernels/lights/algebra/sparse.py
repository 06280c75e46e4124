"""Sparse elimination over GF(2) along a moving front: twin of `lights.algebra.sparse.eliminate_reference`.

Equations enter in a given order; a variable is active from its first equation to its last, and has a slot meanwhile.
The active rows, packed over the slots with the right side in a last word, stay in reduced echelon form. A variable that
has met its last equation leaves with one row, which is written down, or is free if no row holds it.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import bits
from solvable.kernels.base.jit import jit

Array = NDArray[Any]
trailing_zeros: Any = bits.trailing_zeros
ONE = np.uint64(1)


@jit
def breadth_first(starts: Array, columns: Array, column_starts: Array, users: Array, first: int, order: Array) -> None:
    """Write the equations to `order` breadth first from `first`, two being neighbours if they share a variable.

    `users[column_starts[v] : column_starts[v + 1]]` are the equations of variable v. Other components follow.
    """
    equations = starts.size - 1
    seen = np.zeros(equations, np.uint8)
    used = np.zeros(column_starts.size - 1, np.uint8)
    head, tail, start = 0, 0, first
    for turn in range(equations + 1):
        if not seen[start]:
            seen[start] = 1
            order[tail] = start
            tail += 1
        while head < tail:
            equation = order[head]
            head += 1
            for place in range(starts[equation], starts[equation + 1]):
                variable = columns[place]
                if used[variable]:
                    continue
                used[variable] = 1
                for other in range(column_starts[variable], column_starts[variable + 1]):
                    if not seen[users[other]]:
                        seen[users[other]] = 1
                        order[tail] = users[other]
                        tail += 1
        start = turn
        if turn == equations:
            break


@jit
def _add(rows: Array, source: int, target: int) -> None:
    for word in range(rows.shape[1]):
        rows[target, word] ^= rows[source, word]


@jit
def _clear(rows: Array, active: Array, count: int, row: int, slot: int) -> None:
    """Add `row` to every other active row that holds `slot`."""
    word, bit = slot >> 6, np.uint64(slot & 63)
    for index in range(count):
        other = active[index]
        if other != row and (rows[other, word] >> bit) & ONE:
            _add(rows, row, other)


@jit
def _first_leaver(rows: Array, row: int, words: int, leaves: Array) -> int:
    """Return the slot in the row whose variable leaves first, or −1 for an empty row."""
    best = -1
    for word in range(words):
        left = rows[row, word]
        while left:
            slot = word * 64 + int(trailing_zeros(left))
            left &= left - ONE
            if best < 0 or leaves[slot] < leaves[best]:
                best = slot
    return best


@jit
def _enter(
    columns: Array,
    row: int,
    rows: Array,
    last_use: Array,
    slot_of: Array,
    leaves: Array,
    pivot_row: Array,
    spare: Array,
) -> None:
    """Write to rows[row], whose right side stands, the equation of these variables, reduced by the active rows.

    spare[: spare[-1]] are the free slots.
    """
    for variable in columns:
        slot = slot_of[variable]
        if slot < 0:
            spare[-1] -= 1
            slot = spare[spare[-1]]
            slot_of[variable] = slot
            leaves[slot] = last_use[variable]
        rows[row, slot >> 6] ^= ONE << np.uint64(slot & 63)
        if pivot_row[slot] >= 0:
            _add(rows, pivot_row[slot], row)


@jit
def _leaving_row(slot: int, rows: Array, active: Array, count: int, pivot_row: Array, pivot_slot: Array) -> int:
    """Return the active row with which the variable of `slot` leaves, after clearing the others; −1 if it is free."""
    if pivot_row[slot] >= 0:
        return int(pivot_row[slot])
    for index in range(count):
        row = active[index]
        if (rows[row, slot >> 6] >> np.uint64(slot & 63)) & ONE:
            _clear(rows, active, count, row, slot)
            pivot_row[pivot_slot[row]] = -1
            return int(row)
    return -1


@jit
def eliminate(
    starts: Array,
    columns: Array,
    rhs: Array,
    order: Array,
    last_use: Array,
    left: tuple[Array, Array, Array, Array],
    work: tuple[Array, Array, Array, Array, Array, Array, Array, Array],
    state: Array,
    patience: int,
) -> int:
    """Go on eliminating for about so many word operations, and return how many equations have entered in all.

    Each variable that leaves, its slot, its row (right side last) and whether it left without a row are written to
    `left`, in order of leaving. `work` is what `workspace` returns. `state` holds the equations entered, the active
    rows, the variables gone, the rank, and 1 once some equation has no variables left but a right side.
    """
    left_variable, left_slot, left_row, free = left
    rows, slot_of, leaves, pivot_row, spare, active, place_of, pivot_slot = work
    words, count, gone = rows.shape[1] - 1, state[1], state[2]
    while state[0] < order.size and patience > 0:
        position = state[0]
        equation = order[position]
        held = columns[starts[equation] : starts[equation + 1]]
        patience -= (1 + held.size) * (count + words) + count * words // 2
        row = active[count]
        for word in range(words):
            rows[row, word] = 0
        rows[row, words] = rhs[equation]
        _enter(held, row, rows, last_use, slot_of, leaves, pivot_row, spare)
        slot = _first_leaver(rows, row, words, leaves)
        if slot >= 0:
            _clear(rows, active, count, row, slot)
            pivot_row[slot], pivot_slot[row] = row, slot
            count += 1
            state[3] += 1
        elif rows[row, words]:
            state[4] = 1
        for variable in held:
            slot = slot_of[variable]
            if last_use[variable] != position or slot < 0:
                continue
            row = _leaving_row(slot, rows, active, count, pivot_row, pivot_slot)
            left_variable[gone], left_slot[gone], free[gone] = variable, slot, row < 0
            if row >= 0:
                for word in range(words + 1):
                    left_row[gone, word] = rows[row, word]
                count -= 1  # the row changes places with the last active one
                last, hole = active[count], place_of[row]
                active[hole], active[count] = last, row
                place_of[last], place_of[row] = hole, count
            gone += 1
            pivot_row[slot], slot_of[variable] = -1, -1
            spare[spare[-1]] = slot
            spare[-1] += 1
        state[0], state[1], state[2] = position + 1, count, gone
    return int(state[0])


@jit
def workspace(variables: int, slots: int) -> tuple[Array, Array, Array, Array, Array, Array, Array, Array]:
    """Return the arrays that `eliminate` works on, empty: so many variables, of which so many are active at once."""
    words = (slots + 63) // 64
    return (
        np.zeros((slots + 1, words + 1), np.uint64),  # the rows
        np.full(variables, -1, np.int64),  # the slot of each variable
        np.zeros(words * 64, np.int64),  # when the variable of each slot leaves
        np.full(words * 64, -1, np.int64),  # the row whose pivot each slot is
        np.arange(slots + 1),  # the free slots, their number last: all are
        np.arange(slots + 1),  # the rows, those in use first
        np.arange(slots + 1),  # where each row stands there
        np.zeros(slots + 1, np.int64),  # the pivot of each row
    )


@jit
def substitute(
    left: tuple[Array, Array, Array, Array], first: int, last: int, slots: Array, values: Array, number: int
) -> int:
    """Write to values[variable], a row of bits, its value in a solution (bit 0) and in each quiet vector (bits 1, …).

    The variables that left from place `first` to before `last` are met in reverse; the i-th free one that is met is 1
    in the vector of bit i, i from 1. `slots` holds the values of each slot, and `number` the next bit, which is
    returned.
    """
    left_variable, left_slot, left_row, free = left
    words, width = left_row.shape[1] - 1, values.shape[1]
    for index in range(last - 1, first - 1, -1):
        variable, slot = left_variable[index], left_slot[index]
        for word in range(width):
            values[variable, word] = 0
        if free[index]:
            values[variable, number >> 6] = ONE << np.uint64(number & 63)
            number += 1
        else:
            values[variable, 0] = left_row[index, words]
            for word in range(words):
                rest = left_row[index, word]
                while rest:
                    other = word * 64 + np.int64(trailing_zeros(rest))
                    rest &= rest - ONE
                    if other != slot:
                        for part in range(width):
                            values[variable, part] ^= slots[other, part]
        for word in range(width):
            slots[slot, word] = values[variable, word]
    return number
