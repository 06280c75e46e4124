"""The switch problem (开关问题): in how many ways N linked switches go from one state to another.

A switch changes itself and those it is linked to, one way. The ways are 2^nullity, or none. Of switches all linked,
reading the links is most of the work.
"""

from collections.abc import Iterator
from itertools import chain

from solvable.core.message import msg
from solvable.formats.judges.input import Input
from solvable.lights.algebra.gf2 import Span
from solvable.lights.algebra.masks import pack

SWITCHES_MAX = 28
CASES_MAX = 1000


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    for _ in range(given.number(msg("the number of cases"), 0, CASES_MAX)):
        count = given.number(msg("the number of switches"), 1, SWITCHES_MAX)
        start, wanted = (pack(given.numbers(count, msg("the state of a switch"), 0, 1)) for _ in range(2))
        alone = [0, *(1 << switch for switch in range(count))]  # numbered from 1
        effects = alone.copy()
        for switch, other in _links(given, count):
            effects[switch] |= alone[other]
        span = Span(effects[1:])
        result = span.express(start ^ wanted)
        yield "Oh,it's impossible~!!" if result is None else str(2 ** (count - span.rank))


def _links(given: Input, count: int) -> Iterator[tuple[int, int]]:
    numbers = given.until_zeros(count)
    return chain(zip(numbers, numbers, strict=True), _others(given, count))


def _others(given: Input, count: int) -> Iterator[tuple[int, int]]:
    """Yield the links up to `0 0`, read number by number."""
    what = msg("the number of a switch")
    while (pair := (given.number(what, 0, count), given.number(what, 0, count))) != (0, 0):
        if 0 in pair:
            given.fail(msg("{word} does not fit here", word="'0'"), msg("two switches, or 0 0 at the end"))
        yield pair
