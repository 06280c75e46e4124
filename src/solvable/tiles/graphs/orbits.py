"""The orbits of a block: the arrangements of its tiles that the blank's closed walks reach, compared, counted, drawn.

With the blank at the block's entry, the group of the block (`blocks`) permutes the tiles on the other vertices, read in
the order of `Block.places`. If two of them are identical, swapping them makes any permutation even, so parity does not
matter.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from math import factorial, prod

from solvable.core.budget import check, checked
from solvable.tiles.graphs import blocks
from solvable.tiles.graphs.blocks import Block

Tiles = tuple[int, ...]


def reason(block: Block, entry: int, tiles: Tiles, wanted: Tiles) -> str:
    """Return why the group of the block does not lead from `tiles` to `wanted` (tiles, order, theta, parity), or ""."""
    if Counter(tiles) != Counter(wanted):
        return "tiles"
    if block.kind == blocks.CYCLE and rotation(tiles, wanted) < 0:
        return "order"
    if block.kind == blocks.THETA and wanted not in thetas(block, entry, tiles):
        return "theta"
    if block.kind == blocks.EVEN and len(set(wanted)) == len(wanted) and is_odd(tiles, wanted):
        return "parity"
    return ""


def disagreement(block: Block, entry: int, tiles: Tiles, wanted: Tiles, why: str) -> tuple[int, int]:
    """Return the values of the state and of the goal that differ for the reason `why`.

    "tiles": the least tile that belongs in another block, and the least that is missing here. "order": the first
    difference of the two cycles, each read from its least rotation. "theta": the numbers of the classes. "parity": 1
    and 0.
    """
    if why == "tiles":
        here, there = Counter(tiles), Counter(wanted)
        return min(here - there), min(there - here)
    if why == "order":
        pairs = zip(min(rotations(tiles)), min(rotations(wanted)), strict=True)
        return next(pair for pair in pairs if pair[0] != pair[1])
    if why == "theta":
        return theta_class(block, entry, tiles), theta_class(block, entry, wanted)
    return 1, 0


def rotation(tiles: Tiles, wanted: Tiles) -> int:
    """Return the rotation, in positions, that takes the tiles of a cycle to `wanted`, −1 if none does.

    It is the index of `wanted` in `tiles` written twice.
    """
    number = {tile: chr(index) for index, tile in enumerate(sorted(set(tiles)))}
    here, there = ("".join(number[tile] for tile in order) for order in (tiles, wanted))
    return (here + here).find(there)


def rotations(tiles: Tiles) -> Iterator[Tiles]:
    """Yield all rotations of the tiles of a cycle."""
    for start in range(len(tiles)):
        check()
        yield tiles[start:] + tiles[:start]


def period(tiles: Tiles) -> int:
    """Return the period of a cycle under rotation, from the borders of its prefixes (Knuth, Morris & Pratt).

    It is the length minus the longest border if that divides the length, else the length.
    """
    border = [0] * len(tiles)
    for index in range(1, len(tiles)):
        match = border[index - 1]
        while match and tiles[match] != tiles[index]:
            match = border[match - 1]
        border[index] = match + (tiles[match] == tiles[index])
    shift = len(tiles) - border[-1]
    return shift if len(tiles) % shift == 0 else len(tiles)


def thetas(block: Block, entry: int, tiles: Tiles) -> set[Tiles]:
    """Return the at most 120 arrangements that θ₀ reaches from `tiles`."""
    return {tuple(tiles[index] for index in order) for order in blocks.theta_group(block, entry)}


def theta_classes(block: Block, entry: int, tiles: Tiles) -> list[Tiles]:
    """Return the least arrangement of each class of θ₀, ascending: six of them if all tiles are distinct."""
    return _theta_classes(block, entry, tuple(sorted(tiles)))


@lru_cache(maxsize=64)
def _theta_classes(block: Block, entry: int, tiles: Tiles) -> list[Tiles]:
    remaining, results = set(permutations(tiles)), []
    while remaining:
        results.append(min(remaining))
        remaining -= thetas(block, entry, results[-1])
    return results


def theta_class(block: Block, entry: int, tiles: Tiles) -> int:
    """Return the number of the class of `tiles`, from 0."""
    return theta_classes(block, entry, tiles).index(min(thetas(block, entry, tiles)))


def is_odd(tiles: Tiles, wanted: Tiles) -> bool:
    """Return whether an odd number of swaps leads from `tiles` to `wanted`, all distinct."""
    place = {tile: index for index, tile in enumerate(wanted)}
    order = [place[tile] for tile in tiles]
    odd = False
    for index in range(len(order)):
        while order[index] != index:
            other = order[index]
            order[index], order[other] = order[other], other
            odd = not odd
    return odd


def size(block: Block, entry: int, tiles: Tiles) -> int:
    """Return how many arrangements the group of the block reaches from `tiles`."""
    if len(set(tiles)) == len(tiles):
        return block.order
    if block.kind == blocks.CYCLE:
        return period(tiles)
    if block.kind == blocks.THETA:
        return len(thetas(block, entry, tiles))
    return factorial(len(tiles)) // prod(map(factorial, Counter(tiles).values()))


def chosen(weights: Iterable[int], number: int) -> int:
    """Return the index for a number below the sum of the weights, each index as often as its weight."""
    for place, weight in checked(enumerate(weights), 64):
        if number < weight:
            return place
        number -= weight
    raise ValueError("the number is not below the sum")


def draw(block: Block, entry: int, tiles: Tiles, upto: Callable[[int], int]) -> Sequence[int]:
    """Return a uniformly random arrangement that the group reaches; `upto(limit)` draws from 0 .. limit−1."""
    if block.kind == blocks.BRIDGE:
        return tiles
    if block.kind == blocks.CYCLE:
        start = upto(len(tiles))
        return tiles[start:] + tiles[:start]
    if block.kind == blocks.THETA:
        reached = sorted(thetas(block, entry, tiles))
        return reached[upto(len(reached))]
    drawn = list(tiles)
    for last in range(len(drawn) - 1, 0, -1):
        other = upto(last + 1)
        drawn[last], drawn[other] = drawn[other], drawn[last]
    if block.kind == blocks.EVEN and len(set(tiles)) == len(tiles) and is_odd(tuple(drawn), tiles):
        drawn[:2] = drawn[1::-1]
    return drawn
