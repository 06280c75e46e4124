"""Sets of permutations as bits: moving whole sets by one slide, settling a breadth-first level, looking distances up.

A set for one place of the blank is an array of words of `per` ranks each (see `tiles.census.ranking`). A vertical slide
rotates a window of the reading order. Where whole words follow the window it moves blocks of words; where the window
ends within a word or a short group of words it scatters bits by a table.
"""

from typing import Any

import numpy as np

from solvable.kernels.base import bits
from solvable.kernels.base.jit import jit

popcount: Any = bits.popcount
trailing_zeros: Any = bits.trailing_zeros


@jit
def shift_blocks(source: Any, target: Any, table: Any, block: int) -> None:
    """OR `source` into `target`, block W of each group of len(table) blocks going to block table[W]."""
    count = table.shape[0]
    for group in range(source.shape[0] // (count * block)):
        for window in range(count):
            start = (group * count + window) * block
            end = (group * count + table[window]) * block
            for index in range(block):
                target[end + index] |= source[start + index]


@jit
def scatter(source: Any, target: Any, table: Any, odd: Any, group: int, per: int) -> None:
    """OR `source` into `target`, bit b of word j of each group of words going where table[odd of the group, j, b] says.

    A table entry is 64 · word + bit.
    """
    for start in range(0, source.shape[0], group):
        parity = odd[start]
        for inner in range(group):
            word = source[start + inner]
            while word:
                bit = np.int64(trailing_zeros(word))
                word &= word - np.uint64(1)
                place = table[parity, inner * per + bit]
                target[start + (place >> 6)] |= np.uint64(1) << np.uint64(place & 63)


@jit
def settle(reached: Any, visited: Any) -> Any:
    """Take the visited states out of `reached`, add the rest to `visited`, and return how many they are."""
    count = np.uint64(0)
    for index in range(reached.shape[0]):
        new = reached[index] & ~visited[index]
        reached[index] = new
        if new:
            visited[index] |= new
            count += popcount(new)
    return np.int64(count)


@jit
def write(reached: Any, distances: Any, per: int, distance: int) -> None:
    """Write `distance` at the rank of each state of `reached`."""
    for index in range(reached.shape[0]):
        word = reached[index]
        while word:
            distances[index * per + np.int64(trailing_zeros(word))] = distance
            word &= word - np.uint64(1)


@jit
def look_up(boards: Any, columns: Any, home: Any, odd: Any, half: int, distances: Any, found: Any) -> None:
    """Write the distance of each row of `boards` to `found`; −1 where it cannot be solved, −2 where it is no board.

    The board's cells are read in the order `columns`; `home[tile]` is the place of the tile in the goal's reading order
    (−1 the blank); `odd[blank]` the parity that the reading order of a solvable board has, `half` how many ranks one
    place of the blank has.
    """
    cells = boards.shape[1]
    order = np.empty(cells, np.int64)
    for index in range(boards.shape[0]):
        blank, size, seen = -1, 0, 0
        for cell in range(cells):
            tile = boards[index, columns[cell]]
            if tile < 0 or tile >= cells or (seen >> tile) & 1:
                break
            seen |= 1 << tile
            if home[tile] < 0:
                blank = cell
            else:
                order[size] = home[tile]
                size += 1
        if blank < 0 or size < cells - 1:
            found[index] = -2
            continue
        rank, parity, later = 0, 0, (1 << size) - 1
        for place in range(size):
            later &= ~(1 << order[place])
            digit: Any = np.int64(popcount(np.uint64(later & ((1 << order[place]) - 1))))
            rank = rank * (size - place) + digit
            parity ^= digit & 1
        found[index] = distances[blank * half + (rank >> 1)] if parity == odd[blank] else -1
