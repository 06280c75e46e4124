"""Which arrangements of the tiles of one block the blank's closed walks reach: its orbits, compared, counted, drawn.

With the blank at the block's entry, the group of the block (`blocks`) permutes the tiles on the other vertices, read in
the order of `Block.places`. Where two of them are alike, swapping them makes any permutation even: parity is free.
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
    """Return the value of the state and of the goal in which the reason `why` shows.

    "tiles": the least tile that is here and belongs elsewhere, and the least that is missing. "order": where the two
    cycles, each read from its least rotation, differ first. "theta": the numbers of the classes. "parity": 1 and 0.
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
    """Return by how many places the tiles of a cycle turn into `wanted`, −1 if they do not.

    It is where `wanted` is found in `tiles` written twice.
    """
    number = {tile: chr(index) for index, tile in enumerate(sorted(set(tiles)))}
    here, there = ("".join(number[tile] for tile in order) for order in (tiles, wanted))
    return (here + here).find(there)


def rotations(tiles: Tiles) -> Iterator[Tiles]:
    """Yield the tiles of a cycle as they turn round."""
    for start in range(len(tiles)):
        check()
        yield tiles[start:] + tiles[:start]


def period(tiles: Tiles) -> int:
    """Return after how many steps a turning cycle looks as before: by the border of each beginning (Knuth & al.).

    It is the shift of the longest border where that divides the length, else the length.
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
    """Return the least arrangement of each class of θ₀, ascending: six of them where all tiles differ."""
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
    """Return whether an odd number of swaps leads from `tiles` to `wanted`, all different."""
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
    """Return the place that a number below the sum of the weights falls to, each as often as its weight says."""
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
