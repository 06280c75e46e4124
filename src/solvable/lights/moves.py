"""Lists of presses: they commute, and k of one button change nothing, so only how often each is pressed matters."""

from collections import Counter
from collections.abc import Sequence

from solvable.core.puzzle import Move, State
from solvable.lights.wiring import Solved

MANY = 4096  # solutions of a board, to which the lightest is found at once
BUTTONS_MAX = 400  # buttons of such a board


def simplify(puzzle: Solved, presses: Sequence[Move]) -> list[Move]:
    """Return presses with the same effect, each button fewer than k times, in ascending order."""
    times = Counter(presses)
    return [press for press in sorted(times) for _ in range(times[press] % puzzle.k)]


def invert(puzzle: Solved, presses: Sequence[Move]) -> list[Move]:
    """Return the presses that undo `presses`, in reverse order."""
    return [press for press in reversed(presses) for _ in range(puzzle.k - 1)]


def fewest(puzzle: Solved, state: State) -> int | None:
    """Return how few presses solve `state`; None where there is no solution or it would take long to find."""
    if puzzle.presses > BUTTONS_MAX or puzzle.k**puzzle.nullity > MANY or puzzle.obstruction(state) is not None:
        return None
    return len(puzzle.optimal(state))
