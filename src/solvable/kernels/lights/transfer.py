"""Rank of sparse equations over GF(2) that meet each variable within a band; twin of `lights.nullity.transfer`.

Every variable between its first equation and its last has a slot: its form, bits over the parameters. An equation
gives its last new variable a form, other new ones become parameters; one without new variables is a constraint, which
takes a parameter away. Where the parameters' bits are used up, `renew` chooses new ones, at most one a slot.

state[IN_USE] slots live[: …] are in use, of BITS bits in WORDS words a slot; RANK counts the variables that have a form
and the constraints that hold.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base import bits
from solvable.kernels.base.jit import jit

Array = NDArray[Any]
trailing_zeros: Any = bits.trailing_zeros
ONE = np.uint64(1)
IN_USE, BITS, WORDS, RANK = 0, 1, 2, 3


@jit
def note_last(equations: Array, first: int, last: Array) -> None:
    """Write to last[v] the number of the equation, the first of which has the number `first`, if it has variable v.

    Equations are rows of variables, −1 for none.
    """
    for i in range(equations.shape[0]):
        for v in equations[i]:
            if v >= 0:
                last[v] = first + i


@jit
def _add(source: Array, target: Array) -> None:
    for word in range(target.size):
        target[word] ^= source[word]


@jit
def _clear(forms: Array, words: int, live: Array, count: int, row: Array, bit: int) -> None:
    """Add `row` to every live form that has the bit."""
    word, shift = bit >> 6, np.uint64(bit & 63)
    for index in range(count):
        slot = live[index]
        if (forms[slot, word] >> shift) & ONE:
            _add(row, forms[slot, :words])


@jit
def _lowest(row: Array, words: int) -> int:
    """Return the lowest set bit of a row, −1 for none."""
    for word in range(words):
        if row[word]:
            return word * 64 + int(trailing_zeros(row[word]))
    return -1


@jit
def renew(forms: Array, live: Array, state: Array, others: Array, begin: int, end: int) -> None:
    """Choose new parameters, so that as many forms as are independent are one each: those of live[begin : end].

    `others` are the bits that are no new parameter, all of them at first.
    """
    count, words = state[IN_USE], state[WORDS]
    row = np.zeros(words, np.uint64)
    for index in range(begin, end):
        form = forms[live[index]]
        for i in range(words):
            row[i] = form[i] & others[i]
        bit = _lowest(row, words)
        if bit < 0:
            continue
        flag = ONE << np.uint64(bit & 63)
        for i in range(words):
            row[i] = form[i]
        row[bit >> 6] ^= flag
        _clear(forms, words, live, count, row, bit)
        others[bit >> 6] ^= flag


@jit
def set_free(others: Array, spare: Array, state: Array) -> None:
    """Let the bits `others`, which no live form has any more, be the free ones."""
    free = 0
    for bit in range(state[WORDS] * 64 - 1, -1, -1):  # the lowest is taken next
        if (others[bit >> 6] >> np.uint64(bit & 63)) & ONE:
            spare[free] = bit
            free += 1
    state[BITS] = state[WORDS] * 64 - free


@jit
def _parameter(spare: Array, state: Array) -> int:
    """Return a bit that no live form has."""
    if state[BITS] == state[WORDS] * 64:
        for i in range(64):
            spare[63 - i] = state[WORDS] * 64 + i
        state[WORDS] += 1
    state[BITS] += 1
    return int(spare[state[WORDS] * 64 - state[BITS]])


@jit
def _distinct(equation: Array, held: Array) -> int:
    """Write the variables that stand in the equation an odd number of times; return how many."""
    count = 0
    for v in equation:
        if v < 0:
            continue
        place = 0
        while place < count and held[place] != v:
            place += 1
        if place < count:
            count -= 1
            held[place] = held[count]
        else:
            held[count] = v
            count += 1
    return count


@jit
def _leave(variable: int, slot_of: Array, live: Array, place_of: Array, state: Array) -> None:
    """Free the variable's slot, which changes places with the last one in use."""
    state[IN_USE] -= 1
    slot, other = slot_of[variable], live[state[IN_USE]]
    hole = place_of[slot]
    live[hole], live[state[IN_USE]] = other, slot
    place_of[other], place_of[slot] = hole, state[IN_USE]
    slot_of[variable] = -1


@jit
def _admit(held: Array, slot_of: Array, forms: Array, live: Array, spare: Array, state: Array) -> int:
    """Give the new variables of an equation a slot, all but the last of them, which is returned (−1: none), a bit."""
    last = -1
    for v in held:
        if slot_of[v] < 0:
            last = max(last, v)
    for v in held:
        if slot_of[v] >= 0:
            continue
        slot = live[state[IN_USE]]
        forms[slot, : state[WORDS]] = 0
        if v != last:
            bit = _parameter(spare, state)
            forms[slot, bit >> 6] = ONE << np.uint64(bit & 63)
        slot_of[v] = slot
        state[IN_USE] += 1
    return last


@jit
def advance(
    equations: Array,
    begin: int,
    first: int,
    last: Array,
    slot_of: Array,
    forms: Array,
    live: Array,
    place_of: Array,
    spare: Array,
    state: Array,
    work: int,
) -> int:
    """Take equations from `begin` on until about `work` words are done, or slots or bits may not suffice; return the
    next.

    slot_of[v] is −1 for a variable that is not live; live[state[IN_USE] :] are the free slots, place_of is the inverse
    of live; spare[: 64·state[WORDS] − state[BITS]] are the free bits.
    """
    held, total = np.empty(equations.shape[1], np.int64), np.zeros(forms.shape[1], np.uint64)
    width, bits_held = equations.shape[1], forms.shape[1] * 64
    for i in range(begin, equations.shape[0]):
        if work <= 0 or state[IN_USE] + width > forms.shape[0] or state[BITS] + width > bits_held:
            return i
        count = _distinct(equations[i], held)
        pivot = _admit(held[:count], slot_of, forms, live, spare, state)
        words = state[WORDS]
        total[:words] = 0
        for index in range(count):
            _add(forms[slot_of[held[index]], :words], total[:words])  # the pivot's is still 0
        work -= words * count + count
        if pivot >= 0:
            forms[slot_of[pivot], :words] = total[:words]
            state[RANK] += 1
        else:
            bit = _lowest(total, words)
            if bit >= 0:
                _clear(forms, words, live, state[IN_USE], total, bit)
                work -= words * state[IN_USE] // 2
                state[BITS] -= 1
                spare[words * 64 - state[BITS] - 1] = bit
                state[RANK] += 1
        for v in equations[i]:
            if v >= 0 and last[v] == first + i and slot_of[v] >= 0:
                _leave(v, slot_of, live, place_of, state)
    return int(equations.shape[0])
