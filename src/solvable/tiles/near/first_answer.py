"""Answers that are there at once: the human method, from the first board or from what a better method has left.

In a new process a small board is solved by the readable method, since compiled kernels take longer to load; else by
the compiled lines of `stream`, 20 × 20 in 1 ms. After sweeps, which huge boards begin with, lines make a good answer.
"""

from __future__ import annotations

import sys
from functools import cache

from solvable.tiles import construct
from solvable.tiles.compact import Growing
from solvable.tiles.near import anytime, stream
from solvable.tiles.near.anytime import Attempt, Path

LOOK = 1 << 19  # moves between two looks at the budget, some 50 ms: most boards get an answer whoever cancels at once


def first(attempt: Attempt) -> None:
    """Give a board without an answer its first one."""
    puzzle = attempt.puzzle
    if "numba" not in sys.modules and puzzle.cells < construct.COMPILED_FROM:
        attempt.answer(construct.solve(puzzle, attempt.state).moves)
    load()
    complete(attempt, (), attempt.board)


@cache
def load() -> None:
    """Load, or compile, the kernels of lines."""
    import numpy as np

    from solvable.kernels.base.jit import loading

    with loading():
        list(stream.stream(np.array((1, 0, 3, 4, 2, 6, 7, 5, 8)), 3, 3))
        anytime.joined_compiled([0, 1, 0], 1)


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
