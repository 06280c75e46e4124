"""Eight, as UVa 652 asks it: the number of boards first, and a blank line between the answers."""

from collections.abc import Iterator

from solvable.core.message import msg
from solvable.formats.judges.hdu1043 import BLANK, ways
from solvable.formats.judges.input import Input

CASES_MAX = 10_000


def answer(given: Input) -> Iterator[str]:
    """Yield the lines of the output."""
    cases = given.number(msg("the number of puzzles"), 0, CASES_MAX)
    for case, letters in enumerate(ways([given.tiles(3, 3, BLANK) for _ in range(cases)])):
        if case:
            yield ""
        yield letters
