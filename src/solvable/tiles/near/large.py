"""Boards beyond the pair model: sweeps, outer lines by rolling beams, the inner board by the model, then polishing.

A board is solved from outside in by a rolling beam (`outer.rolling`), where there is no time for a wide one after long
sweeps (`outer.sweeps`), until an inner board remains for the pair model (`inner`). What can be shortened of the path is
shortened while time lasts (`polish`). `schedule` decides how much time each takes. Where the time is up before the
outer lines are home, the human method ends what the beam began (`first_answer`).
"""

from __future__ import annotations

from functools import cache
from random import Random

from solvable.budget import Budget
from solvable.puzzle import State
from solvable.tiles.near import beam, first_answer, pairs, schedule
from solvable.tiles.near.anytime import Attempt, Path
from solvable.tiles.near.boards import far
from solvable.tiles.near.inner import finish
from solvable.tiles.near.outer import lines, local, rolling, sweeps
from solvable.tiles.near.polish import boxes, rounds, windows

LOOKS = 0.015  # seconds between two looks at the budget
SWEEPING, TRYING = 0.6, 0.15  # of the time, after which no further sweeps are made, and no other ones tried
TRIALS, TRIED = 60, 60_000  # sweeps that are tried, and cells that these may have together
STARTS, FALLS = (0.8, 2.5), (0.8, 0.97)  # first prices, in longer sides, and their factors, that are tried ("Sweeps")
REST = 3.4  # moves that a unit of the distance left takes a beam after sweeps ("Sweeps")


def improve(attempt: Attempt) -> None:
    """Improve a board beyond the pair model: sweeps, outer lines, the inner board, and then the complete path."""
    import numpy as np

    w, h, budget = attempt.width, attempt.height, attempt.budget
    load()
    for plan in schedule.plans(w, h, budget.left):
        pairs.tables(*plan.inner, budget)
    attempt.keep(LOOKS + lines.TELL * w * h * max(w, h))
    before, board = swept(attempt)
    for plan in schedule.plans(w, h, budget.left):
        if attempt.is_over:
            break
        outer = lines.outer_lines(attempt, board, before, plan.inner, budget.share(plan.outer_share))
        if outer is None:
            continue
        walk, rest = outer
        core = finish(rest, (w, h), plan.inner, budget, budget.share(plan.inner_share))
        if core is not None:
            attempt.offer(np.concatenate([before, *(np.array(part, np.int32) for part in (walk, core))]))
    rounds.polish(attempt)


@cache
def load() -> None:
    """Load, or compile, all kernels, so that no time is lost to them later: each has something small to do."""
    from solvable.kernels.base.jit import loading

    with loading():
        _call_all()


def _call_all() -> None:
    import numpy as np

    board, forever = (1, 2, 3, 4, 0, 5), Budget()
    rolling.roll(board, 3, 2, (2, 2), 1, limit=1)
    local.roll(board, 3, 2, (2, 2), 1, limit=1)
    beam.load()
    path = np.array([4, 5, 2, 1] * 7)  # round and round: twelve steps change nothing
    list(boxes.shortened(path, 3, 2, forever, ((2, 2),)))
    list(windows.polished(board, 3, 2, path[1:], forever, ((20, 5, 10),)))
    list(sweeps.walks(sweeps.homes_of(board, 3), 3, 2, 4, start=1.0, end=0.5, part=1))


def swept(attempt: Attempt) -> tuple[Path, State]:
    """Return (the blank's cells, the board) after the best of some sweeps; answer by them and by lines."""
    import numpy as np

    w, h, budget = attempt.width, attempt.height, attempt.budget
    is_worth_a_look = min(w, h) >= schedule.SWEEP_FROM
    room = lines.local_room(attempt, schedule.plans(w, h, budget.left)[0]) if is_worth_a_look else None
    end = schedule.last_price(w, h, room, sweeps.END)
    if end is None:
        return np.empty(0, np.int32), attempt.board
    rng, sweeping, trying = Random(w * h), budget.share(SWEEPING), budget.share(TRYING)
    found, least = [], float("inf")
    for trial in range(max(1, min(TRIALS, TRIED // (w * h)))):
        begun = trying.spent
        start, fall = (rng.uniform(*STARTS), rng.uniform(*FALLS)) if trial else (1.0, sweeps.FALL)
        walk, board = sweeps.sweep(attempt.board, w, h, start=start, end=end, fall=fall, budget=sweeping)
        moves = len(walk) + REST * far(board, w)
        if moves < least:
            least, found = moves, [(walk, board)]
        if trying.spent - begun > trying.left:
            break
    first_answer.complete(attempt, *found[0])
    return found[0]
