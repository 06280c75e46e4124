"""Lights (灯 Lights, USACO): the fewest switches that light every lamp of a graph.

Switches of one effect are one switch: no shortest answer uses two of them, and few quiet patterns are left.
"""

from collections.abc import Iterator

from solvable.core.message import msg
from solvable.formats.judges.boards import toward
from solvable.formats.judges.input import Input
from solvable.lights.board import LightsOut

VERTICES_MAX = 35
LINKS_MAX = 595


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    count = given.number(msg("the number of lamps"), 1, VERTICES_MAX)
    links = given.number(msg("the number of links"), 0, LINKS_MAX)
    ends = [given.numbers(2, msg("the number of a lamp"), 1, count) for _ in range(links)]
    effects = [{lamp} for lamp in range(count)]
    for one, other in ends:
        effects[one - 1].add(other - 1)
        effects[other - 1].add(one - 1)
    rows = {tuple(int(lamp in effect) for lamp in range(count)) for effect in effects}
    board = toward(LightsOut.from_matrix(sorted(rows), width=count, height=1), 1)
    yield str(len(board.optimal((0,) * count).moves))
