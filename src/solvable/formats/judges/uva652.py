"""Eight, as UVa 652 asks it: the number of boards first, and a blank line between the answers."""

from collections.abc import Iterator

from solvable.formats.judges.hdu1043 import BLANK, ways
from solvable.formats.judges.input import Input
from solvable.shared.said import say

MOST_CASES = 10_000


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    cases = given.number(say("the number of puzzles"), 0, MOST_CASES)
    for case, letters in enumerate(ways([given.tiles(3, 3, BLANK) for _ in range(cases)])):
        if case:
            yield ""
        yield letters
