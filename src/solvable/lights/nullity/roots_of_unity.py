"""The nullities of all squares up to a side, by roots of unity, without dividing polynomials of these boards.

f_b, b odd, is g_b², and the roots of g_b are the sums ζ + 1/ζ of the b-th roots of unity ζ ≠ 1 (Sutner 1989; Hunziker,
Machiavelo & Park 2004). So half the nullity of the (b − 1)-square is the number of such sums s for which s + 1 is such
a sum too. Let s belong to ζ of order e, and s + 1 to η of order e'; both orders divide b. So each pair of orders is
examined once, and counts for all odd multiples of its least common multiple.

s generates the field GF(2^m), where m is the order of 2 modulo e up to sign, and s + 1 generates the same: only orders
of the same m can be companions. If m < 64, all sums of the field are tried. For larger m companions are unlikely: their
absence is proved modulo x^e − 1 by squarings and a rank (`torsion_missing`), and pairs not excluded this way are
counted by polynomials (`common_reference`).

Cost: a hundred to a thousand steps of a few words for each bit of each odd number: 25,000 sides in a second, 10⁶ in an
hour. The results up to 10⁶ are stored (`squares`) as a page of text: the numbers at which new sums occur, which then
also occur at every odd multiple, and how many. `python -m tools.nullities` found and checked them: with polynomials
where new sums occur, with roots of unity where none do. Beyond 10⁶ the search continues from there.
"""

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain, product
from math import isqrt, lcm, prod
from typing import Any, TypeGuard, TypeVar

from solvable import kernels
from solvable.core.budget import check, current_executor
from solvable.core.memory import check_memory
from solvable.lights.algebra.modular import factor
from solvable.lights.nullity import fibonacci

SMALL = 64  # bits from which fields are not searched exhaustively
INDEX = 1 << 62  # exclusive upper bound on the index of a Fibonacci polynomial
PART = 1 << 25  # sum of the orders in one task: a few tenths of a second
BYTES = 100  # bytes stored for each number
Result = TypeVar("Result")
New = list[tuple[int, int]]  # an odd number, and how many sums occur there but at no proper divisor
Known = tuple[int, New]  # the side up to which new sums are known, and these


class Orders:
    """The odd numbers up to `top` as orders of roots of unity, grouped by their field."""

    def __init__(self, top: int) -> None:
        check_memory(BYTES * top, top)
        self.top, size = top, top + 1
        self.least, self.orders, self.degrees, self.totients = (array("q", bytes(8 * size)) for _ in range(4))
        kernel = kernels.native()
        kernel.torsion_least_factors(self.least, size)
        kernel.torsion_fill_orders(self.least, size, self.orders, self.degrees, self.totients)
        self.together = defaultdict[int, "array[int]"](lambda: array("q"))
        for e, m in zip(range(3, size, 2), self.degrees[3::2], strict=True):
            self.together[m].append(e)

    def companions(self, e: int, above: int = 0) -> list[int]:
        """Return the orders in the field of e whose least common multiple with e is at most `top` and above `above`."""
        members = self.together[self.degrees[e]]
        if len(members) == 1:
            return [e] if e > above else []
        if 3 * e > self.top:  # only divisors of e
            return [other for other in members if e % other == 0] if e > above else []
        results = array("q", members)
        return results[
            : kernels.native().torsion_companions(e, self.top, above, members, len(members), results)
        ].tolist()

    def common(self, e: int, others: Sequence[int]) -> Counter[int]:
        """Return how many sums s of order e have s + 1 of each of the other orders, which are in the same field."""
        m = self.degrees[e]
        results = Counter[int]()
        for index, part in _indices(others):
            if m < SMALL:
                results.update(self._tried(e, m, index, part))
            elif self.missing(e, index):
                results.update({other: count for other in part if (count := common_reference(e, other))})
        return results

    def missing(self, e: int, index: int) -> int:
        """Return 0 if it is proved that no sum s of order e > 128 has an s + 1 whose order divides `index`."""
        sets, closed = self.totients[e] // self.orders[e], self.totients[e] == 2 * self.degrees[e]
        room = (sets + 87) // 64
        scratch, basis = (array("Q", bytes(8 * words)) for words in (5 * (e // 64) + 25, (64 * room + 1) * room))
        missing = kernels.native().torsion_missing
        return int(missing(e, index, sets, closed, self.least, scratch, bytearray(e), basis, room))

    def _tried(self, e: int, m: int, index: int, others: Sequence[int]) -> Counter[int]:
        primes, orders, multiples = (
            array("Q", primes_of(index)),
            array("Q", bytes(8 * (e // 2))),
            array("Q", bytes(2**14)),
        )
        modulus, beside = irreducible(m) ^ 1 << m, kernels.native().torsion_beside
        count = beside(e, index, primes, len(primes), modulus, m, self.least, bytearray(e), orders, multiples)
        times = Counter(orders[:count])
        return Counter({other: m * times[other] for other in others if times[other]})


@lru_cache(1)
def orders_to(top: int) -> Orders:
    """Return the orders up to `top`, cached for the next task."""
    return Orders(top)


def nullities(sizes: Iterable[int], surface: str = "plane", known: Sequence[int] = ()) -> Iterator[int]:
    """Yield the nullities of the squares of these sides on the plane or the torus; 1 … 10⁶ in about a second.

    Those of a range are computed together, in order; others one by one. `known` are nullities of the sides 1, 2, … on
    the plane, whose information is not computed again.
    """
    if not _are_together(sizes, len(known)):
        one = {"plane": lambda n: fibonacci.nullity(n, n), "torus": fibonacci.torus_nullity}[surface]
        yield from map(one, sizes)
    elif surface == "plane":
        yield from plane(sizes.start, sizes.stop - 1, known_sums(known))
    else:
        smaller = chain([0][sizes.start - 1 :], plane(max(sizes.start - 1, 1), sizes.stop - 2, known_sums(())))
        yield from (2 * square + 4 * (n % 3 == 0) for n, square in zip(sizes, smaller, strict=True))


def _are_together(sizes: Iterable[int], known: int) -> TypeGuard[range]:
    """Return whether these are consecutive sides, and enough of them compared with all sides before."""
    if not isinstance(sizes, range) or sizes.step != 1 or sizes.start < 1 or not sizes:
        return False
    to = max(known, squares()[0])
    if sizes.stop > to + 1 and not kernels.has_library():
        return False
    return sizes.start <= to + 1 or sizes.stop < 4 * len(sizes)


def known_sums(known: Sequence[int]) -> Known:
    """Return the known new sums: those that follow from these nullities of the sides 1, 2, …, or the stored ones if
    they reach further.
    """
    return (len(known), new_sums(known)) if len(known) > squares()[0] else squares()


def plane(first: int, last: int, known: Known = (0, [])) -> Iterator[int]:
    """Yield the nullities of the n × n squares for n from `first` to `last`; `known` are the new sums up to some side.

    The executor of the budget in force computes them, if it has one.
    """
    to, new = known
    sums, n = spread(new, last), first
    for end, pairs in _found(last + 1, to + 1) if last > to else [(last, [])]:
        for e, other, count in pairs:
            for multiple in range(lcm(e, other), last + 2, 2 * lcm(e, other)):
                sums[multiple] += count
        while n <= min(last, max(end, to)):
            yield nullity(n, sums)
            n += 1


def _found(top: int, above: int) -> Iterator[tuple[int, list[tuple[int, int, int]]]]:
    """Yield the pairs task by task, each with the last odd number of the task's orders."""
    made = in_parts(pairs_of, ((top, above, *part) for part in parts(top)))
    yield from zip((end for _, end in parts(top)), made, strict=True)


def parts(top: int) -> Iterator[tuple[int, int]]:
    """Yield the tasks: the first and the last odd number of their orders."""
    begin = 3
    while begin <= top:
        end = min(isqrt(begin**2 + 4 * PART) | 1, top)
        yield begin, end
        begin = end + 2
    if top < 3:
        yield begin, top


def pairs_of(top: int, above: int, begin: int, end: int) -> list[tuple[int, int, int]]:
    """Return (e, e', the sums s of order e with s + 1 of order e') for e from `begin` to `end`.

    Only companions whose least common multiple is above `above` and at most `top` are included.
    """
    orders, results = orders_to(top), list[tuple[int, int, int]]()
    for e in range(begin, end + 1, 2):
        check()
        results += [(e, other, count) for other, count in orders.common(e, orders.companions(e, above)).items()]
    return results


def in_parts(part: Callable[..., Result], arguments: Iterable[tuple[Any, ...]]) -> Iterator[Result]:
    """Yield part(*each) for each of the arguments, computed here or by the executor of the budget in force."""
    workers = current_executor()
    if workers is None:
        for each in arguments:
            yield part(*each)
        return
    from solvable.core.executor import map_ordered

    yield from map_ordered(workers, part, arguments, check)


def _indices(others: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Yield numbers below INDEX, and the others of which each is a multiple."""
    index, part = 1, list[int]()
    for other in others:
        if lcm(index, other) > INDEX:
            yield index, part
            index, part = 1, []
        index, part = lcm(index, other), [*part, other]
    if part:
        yield index, part


def primes_of(number: int) -> list[int]:
    """Return the primes of a number."""
    return [p for p, _ in factor(number)]


@cache
def irreducible(m: int) -> int:
    """Return the least irreducible polynomial of degree m over GF(2) (Rabin 1980)."""
    if m == 1:
        return 2
    # An even weight would have the root 1
    some = (1 << m | low for low in range(1, 1 << m, 2) if low.bit_count() % 2 == 0)
    return next(modulus for modulus in some if _is_irreducible(modulus, m))


def _is_irreducible(modulus: int, m: int) -> bool:
    powers = [fibonacci.remainder(2, modulus)]  # z^(2^i)
    for _ in range(m):
        powers.append(fibonacci.remainder(fibonacci.square(powers[-1]), modulus))
    return powers[m] == powers[0] and all(fibonacci.gcd(powers[m // p] ^ powers[0], modulus) == 1 for p in primes_of(m))


def common_reference(e: int, other: int) -> int:
    """Return how many sums of order e differ by 1 from a sum of the other order.

    That is deg gcd(ρ_e(z), ρ_e'(z + 1)), where g_b is the product of ρ_d over the divisors d of b.
    """
    pairs = product(_subsets(primes_of(e)), _subsets(primes_of(other)))
    return sum(
        (-1) ** (len(some) + len(more)) * fibonacci.common_degree(e // prod(some), other // prod(more))
        for some, more in pairs
    )


def _subsets(primes: list[int]) -> list[tuple[int, ...]]:
    results: list[tuple[int, ...]] = [()]
    for p in primes:
        results += [(*chosen, p) for chosen in results]
    return results


@cache
def squares() -> tuple[int, New]:
    """Return the side up to which the package stores the squares, and the odd numbers at which new sums occur."""
    return read((files("solvable.lights.nullity") / "data" / "sums.txt").read_text("ascii"))


def read(text: str) -> tuple[int, New]:
    """Return the content of a file of such numbers: after comment lines the side, then b and the count, one pair a
    line.
    """
    first, *rows = (line for line in text.splitlines() if not line.startswith("#"))
    return int(first), [(int(b), int(new)) for b, new in map(str.split, rows)]


def spread(new: Iterable[tuple[int, int]], last: int) -> "array[int]":
    """Return an array of the number of sums of each odd number up to last + 1; one step for each odd multiple."""
    sums = array("q", bytes(8 * (last + 2)))
    for b, count in new:
        for multiple in range(b, last + 2, 2 * b):
            sums[multiple] += count
    return sums


def new_sums(nullities: Sequence[int]) -> New:
    """Return the odd numbers at which new sums occur, and how many, from the nullities of the sides 1, 2, …"""
    sums, result = array("q", bytes(8 * (len(nullities) + 2))), New()
    for b in range(3, len(nullities) + 2, 2):
        if new := nullities[b - 2] // 2 - sums[b]:
            result.append((b, new))
            for multiple in range(b, len(nullities) + 2, 2 * b):
                sums[multiple] += new
    return result


def nullity(n: int, sums: Sequence[int]) -> int:
    """Return the nullity of the n-square from the numbers of sums of the odd numbers."""
    b = n + 1 >> ((n + 1) & -(n + 1)).bit_length() - 1
    lines = 2 * (b % 3 == 0)
    return (n + 1) // b * (2 * sums[b] + lines) - lines
