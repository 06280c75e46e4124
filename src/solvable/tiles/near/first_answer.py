"""Answers that are there at once: the human method, from the first board or from what a better method has left.

In a new process a small board is solved by the readable method, since compiled kernels take longer to load; else by
the compiled lines of `stream`, 20 × 20 in 1 ms, then by sweeps and lines, which take little longer and are much
shorter. Huge boards begin with these, swept for no more than half of the time.
"""

from __future__ import annotations

import sys
from functools import cache

from solvable.tiles import construct
from solvable.tiles.compact import Growing
from solvable.tiles.near import anytime, stream
from solvable.tiles.near.anytime import Attempt, Path
from solvable.tiles.near.outer import sweeps

LOOK = 1 << 19  # moves between two looks at the budget, some 50 ms: most boards get an answer whoever cancels at once
HUGE = 20_000  # cells of boards of which lines alone take a tenth of a second
SWEPT_FROM = 8  # shorter side of boards that sweeps and lines solve better than lines do
SWEEPING = 0.5  # of the time
GRACE = 0.15  # seconds that the very first answer may be late


def first(attempt: Attempt) -> None:
    """Give a board without an answer its first one."""
    puzzle = attempt.puzzle
    if "numba" not in sys.modules and puzzle.cells < construct.COMPILED_FROM:
        attempt.answer(construct.solve(puzzle, attempt.state).moves)
    load()
    if puzzle.cells < HUGE:
        attempt.budget.put_off(GRACE)
        try:
            complete(attempt, (), attempt.board)
        finally:
            attempt.budget.put_off(-GRACE)
    if min(puzzle.width, puzzle.height) >= SWEPT_FROM and not attempt.is_over:
        load_sweeps()
        sweeping = attempt.budget.share(SWEEPING)
        attempt.swept = sweeps.sweep(attempt.board, attempt.width, attempt.height, end=stream.END, budget=sweeping)
        complete(attempt, *attempt.swept)


@cache
def load() -> None:
    """Load, or compile, the kernels of lines."""
    import numpy as np

    from solvable.kernels.base.jit import loading

    with loading():
        list(stream.stream(np.array((1, 0, 3, 4, 2, 6, 7, 5, 8)), 3, 3))
        anytime.joined_compiled([0, 1, 0], 1)


@cache
def load_sweeps() -> None:
    """Load, or compile, the kernel of sweeps."""
    from solvable.kernels.base.jit import loading

    with loading():
        sweeps.sweep((1, 2, 3, 4, 0, 5), 3, 2, start=1.0, end=0.5)


def complete(attempt: Attempt, walk: Path, board: Path) -> None:
    """Answer by a walk of the blank and lines from the board that it leads to, where that is shorter.

    Raise BudgetExceededError where the time is up before, which only happens to huge boards.
    """
    import numpy as np

    made = Growing(len(walk) + int(construct.MOVES * len(board) * max(attempt.width, attempt.height)))
    made.add(walk)
    looked = made.size
    for line in stream.stream(np.array(board, np.int64), attempt.width, attempt.height):
        made.add(line)
        if made.size > looked + LOOK:
            looked = made.size
            attempt.look()
            if attempt.budget.is_over:
                raise attempt.budget.exceeded()
    attempt.draft(made.path)
