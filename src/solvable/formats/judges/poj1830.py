"""The switch problem (开关问题): in how many ways N linked switches go from one state to another.

A switch changes itself and those it is linked to, one way. The ways are 2^nullity, or none.
"""

from collections.abc import Iterator

from solvable.formats.judges.input import Input
from solvable.lights.board import LightsOut
from solvable.said import say

MOST = 28
MOST_CASES = 1000


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    for _ in range(given.number(say("the number of cases"), 0, MOST_CASES)):
        count = given.number(say("the number of switches"), 1, MOST)
        start, wanted = (tuple(given.numbers(count, say("the state of a switch"), 0, 1)) for _ in range(2))
        board = LightsOut.from_graph(count, _links(given, count), directed=True).with_goal(wanted)
        yield "Oh,it's impossible~!!" if board.obstruction(start) else str(2**board.nullity)


def _links(given: Input, count: int) -> Iterator[tuple[int, int]]:
    seen = set()
    while (pair := tuple(given.numbers(2, say("the number of a switch"), 0, count))) != (0, 0):
        if 0 in pair:
            given.fail(say("{word} is not such a number", word="'0'"), say("two switches, or 0 0 at the end"))
        if pair not in seen and pair[0] != pair[1]:
            seen.add(pair)
            yield pair[0] - 1, pair[1] - 1
