"""What is known of the nullities of squares before any is computed: the odd numbers at which new sums come.

Half the nullity of the (b − 1)-square, b odd, is the number of sums s = ζ + 1/ζ of b-th roots of unity ζ ≠ 1 over
GF(2) for which s + 1 is such a sum, too (`roots_of_unity`). A sum that comes at b is there at every odd multiple of b,
so the nullities follow from the numbers at which new ones come, and how many. To a million these are a page of text,
found and checked by `python -m tools.nullities`: by polynomials where new ones come, by `roots_of_unity` where none do.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files

New = list[tuple[int, int]]  # an odd number, and how many sums come there that no divisor of it has


@cache
def squares() -> tuple[int, New]:
    """Return the side to which the package knows the squares, and the odd numbers at which new sums come."""
    return read((files("solvable.lights.nullity") / "data" / "sums.txt").read_text("ascii"))


def read(text: str) -> tuple[int, New]:
    """Return what a file of such numbers says: after lines of comment the side, then b and how many, a line each."""
    first, *rows = (line for line in text.splitlines() if not line.startswith("#"))
    return int(first), [(int(b), int(new)) for b, new in map(str.split, rows)]


def spread(new: Iterable[tuple[int, int]], last: int) -> "array[int]":
    """Return how many sums each odd number to last + 1 has by these, as an array; a step for each odd multiple."""
    sums = array("q", bytes(8 * (last + 2)))
    for b, count in new:
        for multiple in range(b, last + 2, 2 * b):
            sums[multiple] += count
    return sums


def new_sums(nullities: Sequence[int]) -> New:
    """Return the odd numbers at which new sums come, and how many, from the nullities of the sides 1, 2, …"""
    sums, result = array("q", bytes(8 * (len(nullities) + 2))), New()
    for b in range(3, len(nullities) + 2, 2):
        if new := nullities[b - 2] // 2 - sums[b]:
            result.append((b, new))
            for multiple in range(b, len(nullities) + 2, 2 * b):
                sums[multiple] += new
    return result


def nullity(n: int, sums: Sequence[int]) -> int:
    """Return the nullity of the n-square, from how many sums each odd number has."""
    b = n + 1 >> ((n + 1) & -(n + 1)).bit_length() - 1
    lines = 2 * (b % 3 == 0)
    return (n + 1) // b * (2 * sums[b] + lines) - lines


def nullities(first: int, last: int) -> Iterator[int]:
    """Yield the nullities of the squares from `first` to `last`, at most the side that is kept; a million a second."""
    sums = spread(squares()[1], last)
    yield from (nullity(n, sums) for n in range(first, last + 1))
