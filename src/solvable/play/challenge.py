"""A challenge: a puzzle as it began and somebody's result on it, in one link, `lights:5x5:…&me=11,72.348`.

The result is a number of moves and the seconds that they took. A link gives nothing else away; par is computed by
whoever opens it. `replay` adds the moves, with their times.

Stars measure the distance from the fewest moves, never the time: three for the proved minimum, two for up to a quarter
more (at least one move), one for any solution; none can be given while the minimum is only bounded.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

from solvable.core.pattern import pattern

SQUARES_MAX = 200  # moves whose squares are shown
SQUARES_A_LINE = 20
CLOSER, LOST = "■", "□"

_LINK = pattern(r"([^\n]*[^\s&])&me=(\d{1,6}),(\d{1,7})(?:\.(\d{1,3}))?\s*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Challenge:
    """The result to beat: the moves and the milliseconds."""

    length: int
    ms: int

    def is_beaten(self, length: int, ms: int) -> bool:
        """Return whether this result is better: fewer moves, or as many in less time."""
        return (length, ms) < (self.length, self.ms)


def format_challenge(board: str, challenge: Challenge) -> str:
    """Return the game ID of a board with a result on it."""
    return f"{board}&me={challenge.length},{_seconds(challenge.ms)}"


def split_challenge(text: str) -> tuple[str, Challenge | None]:
    """Return the game ID of a challenge and the result in it; the text itself and None if there is none."""
    match = _LINK.fullmatch(text)
    if match is None:
        return text, None
    board, length, seconds, part = match.groups("")
    return board, Challenge(int(length), 1000 * int(seconds) + int(part.ljust(3, "0")))


def stars(length: int, par: int, *, is_proved: bool) -> int:
    """Return how many of three stars a solution of so many moves gets; 0 while par is not proved."""
    if not is_proved:
        return 0
    return 3 if length <= par else 2 if length <= par + max(1, par // 4) else 1


def drawn_stars(number: int) -> str:
    """Return stars as text."""
    return "★" * number + "☆" * (3 - number)


def squares(length: int, lost: Collection[int]) -> str:
    """Return a square for each move, open for those that lost ground (counted from 0), in lines; "" for very many."""
    if length > SQUARES_MAX:
        return ""
    signs = "".join(LOST if index in lost else CLOSER for index in range(length))
    return "\n".join(signs[start : start + SQUARES_A_LINE] for start in range(0, length, SQUARES_A_LINE))


def clock_ms(ms: int) -> str:
    """Return a time to the millisecond: 0:07.250, 12:30.000, 1:02:05.125."""
    seconds, part = divmod(ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}.{part:03}" if hours else f"{minutes}:{seconds:02}.{part:03}"


def _seconds(ms: int) -> str:
    seconds, part = divmod(ms, 1000)
    return f"{seconds}.{part:03}".rstrip("0").rstrip(".")
