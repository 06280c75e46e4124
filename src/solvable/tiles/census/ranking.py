"""Ranks of arrangements that a horizontal slide does not change and a vertical one changes in a few digits.

Read the tiles row by row without the blank: a horizontal slide does not change this order, a vertical one takes a tile
past w − 1 others. The rank of the order is its lexicographic index, a mixed-radix number whose digit i counts the later
tiles that are smaller. Rotating a window of w positions changes only the digits of that window, by a table that does
not depend on the others. Parity fixes the last digit that can be 0 or 1, so the half rank, rank // 2, numbers the
solvable states: a state is (the blank's cell, half rank), n!/2 for each cell of a board of n tiles.
"""

from collections.abc import Sequence
from itertools import combinations, permutations, starmap
from math import factorial
from operator import gt


def is_odd(arrangement: Sequence[int]) -> bool:
    """Return whether the permutation is odd."""
    return bool(sum(starmap(gt, combinations(arrangement, 2))) % 2)


def unrank(number: int, size: int) -> list[int]:
    """Return the permutation of 0 .. size−1 with this lexicographic rank."""
    remaining = list(range(size))
    arrangement = []
    for index in range(size, 0, -1):
        digit, number = divmod(number, factorial(index - 1))
        arrangement.append(remaining.pop(digit))
    return arrangement


def unrank_half(number: int, size: int, odd: bool) -> list[int]:
    """Return the permutation of this parity whose rank is 2·number or 2·number + 1."""
    arrangement = unrank(2 * number, size)
    return arrangement if is_odd(arrangement) == odd else unrank(2 * number + 1, size)


def rotated(arrangement: Sequence[int], place: int, width: int, down: bool) -> tuple[int, ...]:
    """Return the order after a vertical slide past the window at `place`.

    If the blank moves down, the window's last tile goes to its front; if up, its first tile goes to its end.
    """
    window = arrangement[place : place + width]
    turned = (*window[-1:], *window[:-1]) if down else (*window[1:], *window[:1])
    return (*arrangement[:place], *turned, *arrangement[place + width :])


def window_table(size: int, width: int, down: bool) -> list[int]:
    """Return, as one number, the digits of the first `width` of `size` positions after a rotation, for each value of
    these digits.
    """
    windows = list(permutations(range(size), width))  # in lexicographic order
    number = {window: index for index, window in enumerate(windows)}
    return [number[rotated(window, 0, width, down)] for window in windows]


def half_table(size: int, place: int, width: int, down: bool, odd: bool) -> list[int]:
    """Return the half rank after rotating the window at `place`, for each half rank of that parity."""
    arrangements = list(permutations(range(size)))
    number = {arrangement: index for index, arrangement in enumerate(arrangements)}
    pairs = zip(arrangements[::2], arrangements[1::2], strict=True)
    ours = (even if is_odd(even) == odd else other for even, other in pairs)
    return [number[rotated(arrangement, place, width, down)] // 2 for arrangement in ours]
