"""Polish the best walk: boxes and windows of it are searched for shorter walks while time lasts."""

from __future__ import annotations

from solvable.tiles.near import pairs
from solvable.tiles.near.anytime import Attempt
from solvable.tiles.near.polish import boxes, windows

LIST = 1e-5  # seconds a move of the path that listing its boxes takes
QUICK = 3  # rounds of boxes, and of windows, that come first
FIXED_BOXES, FIXED_WINDOWS = 2, 1  # rounds without a limit of time: the cheapest once


def polish(attempt: Attempt) -> None:
    """Shorten the best walk while time lasts; without a limit by the cheapest boxes and windows once."""
    if not attempt.budget.is_limited:
        shorten(attempt, boxes.ROUNDS[:FIXED_BOXES])
        slide(attempt, windows.SPANS[:FIXED_WINDOWS])
        return
    shorten(attempt, boxes.ROUNDS[:QUICK])
    slide(attempt, windows.SPANS[:QUICK])
    if not attempt.is_over:
        shorten(attempt, boxes.ROUNDS)
        slide(attempt, windows.SPANS)


def slide(attempt: Attempt, spans: tuple[tuple[int, int, int], ...]) -> None:
    """Improve the best walk by windows."""
    import numpy as np

    if attempt.best is None:
        return
    path = np.array(attempt.best, np.int32)
    for shorter in windows.polished(attempt.board, attempt.width, attempt.height, path, attempt.budget, spans):
        attempt.offer(shorter)
        if attempt.is_over:
            return


def shorten(attempt: Attempt, rounds: tuple[tuple[int, int], ...]) -> None:
    """Improve the best walk by boxes, where there is time to make their tables and to look at all of it."""
    import numpy as np

    if attempt.best is None:
        return
    start, budget = attempt.board.index(0), attempt.budget
    for side, beam in rounds:
        size = min(side, attempt.width), min(side, attempt.height)
        making = 0.0 if size in boxes.kept else pairs.MAKING * (size[0] * size[1]) ** 4
        if len(attempt.best) * LIST + making > budget.left:
            continue
        boxes.box(*size, budget)
        path = np.append(start, np.asarray(attempt.best, np.int64))
        for shorter in boxes.shortened(path, attempt.width, attempt.height, budget, ((side, beam),)):
            if shorter.size - 1 < len(attempt.best):
                attempt.offer(shorter[1:])
