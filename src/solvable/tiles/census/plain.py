"""Breadth-first levels of a board as sets of bytes: the readable reference of `levels`, for small boards.

Only the current level and the one before are stored, since neighbours of a level are at most one level away. States are
in the order of `levels`: by the blank's cell, then by the tiles in reading order, on the board turned so that w ≤ h.
8-puzzle: half a second.
"""

from random import Random

from solvable.core.budget import check
from solvable.core.errors import PuzzleError
from solvable.core.puzzle import State

STATES_MAX = 4_000_000  # states of two levels: about 500 MB
STATES_PER_BUDGET_CHECK = 1 << 12  # states between two checks of the budget


class Levels:
    """The states at increasing distances from the goal, as in `levels.Levels`."""

    def __init__(self, width: int, height: int, home: int, metric: str) -> None:
        w, h = min(width, height), max(width, height)
        self.outside = list(range(width * height))
        if width > height:
            self.outside = [row * width + column for column in range(width) for row in range(height)]
        self.home = self.outside.index(home)
        self.ways = [_ways(cell, w, h, metric) for cell in range(w * h)]
        self.before: set[bytes] = set()
        self.level = {bytes(range(w * h))}
        self.distance = 0

    @property
    def count(self) -> int:
        """The number of states in the level."""
        return len(self.level)

    def step(self) -> bool:
        """Advance to the next level; return False, without a change, if there is none."""
        if len(self.level) + len(self.before) > STATES_MAX:
            raise PuzzleError("a table of so many states needs the compiled kernels, and there are none here")
        reached = set[bytes]()
        for number, state in enumerate(self.level):
            if not number % STATES_PER_BUDGET_CHECK:
                check()
            blank = state.index(self.home)
            for line in self.ways[blank]:
                after, here = bytearray(state), blank
                for to in line:
                    after[here], after[to], here = after[to], self.home, to
                    reached.add(bytes(after))
        reached -= self.before
        reached -= self.level
        if not reached:
            return False
        self.before, self.level = self.level, reached
        self.distance += 1
        return True

    def states(self) -> list[State]:
        """Return all states of the level."""
        return list(map(self._outside, self._sorted()))

    def sample(self, count: int, rng: Random) -> list[State]:
        """Return `count` different states of the level, drawn uniformly, in random order."""
        ordered = self._sorted()
        return [self._outside(ordered[index]) for index in rng.sample(range(self.count), count)]

    def _sorted(self) -> list[bytes]:
        blank = bytes((self.home,))
        return sorted(self.level, key=lambda state: (state.index(self.home), state.replace(blank, b"")))

    def _outside(self, inside: bytes) -> State:
        state = [0] * len(inside)
        for cell, home in enumerate(inside):
            state[self.outside[cell]] = self.outside[home]
        return tuple(state)


def _ways(cell: int, w: int, h: int, metric: str) -> list[range]:
    """Return, for each direction, the cells that the blank passes in one move, each of which may be its last."""
    row, column = divmod(cell, w)
    rooms = ((-1, column), (1, w - 1 - column), (-w, row), (w, h - 1 - row))
    return [
        range(cell + step, cell + step * ((room if metric == "mtm" else 1) + 1), step) for step, room in rooms if room
    ]
