"""Answers that are there at once: the human method, from the first board or from what a better method has left.

A small board is first solved as `solve` does, so that no answer is longer than that; then by the compiled lines of
`stream`, 20 × 20 in 1 ms, and by sweeps and then lines, which are much shorter. Sweeps end early
where the time left would else not do for the lines: a move of lines takes a fifth of a sweep's, but each unit of the
distance that sweeps leave takes four of them.
"""

from __future__ import annotations

from array import array
from typing import Any

from solvable.core.errors import BudgetExceededError
from solvable.tiles import construct
from solvable.tiles.compact import Growing
from solvable.tiles.suboptimal import stream
from solvable.tiles.suboptimal.anytime import Incumbent
from solvable.tiles.suboptimal.boards import Path, cells_of
from solvable.tiles.suboptimal.large_board import sweeps

# moves between two looks at the budget, some 10 ms: most boards get an answer whoever cancels at once
MOVES_PER_BUDGET_CHECK = 1 << 19
NARROW_CELLS = 10_000  # of boards that are not swept: beyond, the human method takes too long beside the lines
SWEPT_FROM = 8  # shorter side of boards that sweeps and lines solve better than lines do
FIRST_ANSWER_OVERRUN_S = 0.15  # seconds that the very first answer may be late,
SWEEP_RESERVE_S = 0.05  # and what sweeps leave of them
QUICK, SOON = 0.1, 0.1  # of the time, and seconds: boards of which lines alone take no more get these before sweeps
EACH, LINE, ANSWER = 1.0e-7, 1.1e-8, 0.4e-8  # seconds a move takes that is swept, one of lines, and either as an answer
# here; what it takes whoever asked is for the budget to say
PER_FAR, PER_CELL = 4.0, 10.0  # moves of lines for each unit of distance, and besides for each cell, at most


def first(attempt: Incumbent) -> bool:
    """Give a board without an answer its first one; return whether a better one may be looked for.

    Raise BudgetExceededError where the time is up before, which only happens to huge boards.
    """
    puzzle = attempt.puzzle
    is_swept = min(puzzle.width, puzzle.height) >= SWEPT_FROM
    if puzzle.cells < (construct.COMPILED_FROM if is_swept else NARROW_CELLS):  # so that none is longer than `solve`'s
        attempt.answer(construct.solve(puzzle, attempt.state).moves)
    each = LINE + ANSWER + attempt.budget.per_move
    lines = each * construct.MOVES_PER_CELL_AND_SIDE * puzzle.cells * max(puzzle.width, puzzle.height)
    with attempt.budget.extended(FIRST_ANSWER_OVERRUN_S):
        if not is_swept or lines < min(SOON, QUICK * attempt.budget.left):
            complete(attempt, (), attempt.board)
        return not is_swept or attempt.is_over or sweep(attempt)


def sweep(attempt: Incumbent) -> bool:
    """Answer by sweeps, as many as there is time for, and lines; return whether there was time for all of them."""
    budget, w, h = attempt.budget, attempt.width, attempt.height
    begun = budget.spent
    made = room_for(attempt)

    def is_late(homes: Any) -> bool:
        """Return whether the lines from there take all the time that is left."""
        slower = max(1.0, (budget.spent - begun) / (EACH * made.size)) if made.size else 1.0  # than EACH says
        remaining = PER_FAR * sweeps.far(homes, w) + PER_CELL * w * h
        after = max(0.0, budget.per_move * (remaining + made.size) - attempt.reserved)
        return budget.left < SWEEP_RESERVE_S + after + slower * ((LINE + ANSWER) * remaining + ANSWER * made.size)

    prices = sweeps.Prices(end=stream.SWEEP_END_PRICE)
    board, is_all = sweeps.sweep_into(made, attempt.board, w, h, prices, budget=budget, is_enough=is_late)
    attempt.slower = (budget.spent - begun) / (EACH * max(1, made.size))
    if is_all:
        attempt.swept = cells_of(made.path), tuple(board)
    solve_lines(attempt, made, board)
    return is_all


def complete(attempt: Incumbent, walk: Path, board: Path) -> None:
    """Answer by a walk of the blank and lines from the board that it leads to, where that is shorter.

    Raise BudgetExceededError where the time is up before, which only happens to huge boards.
    """
    made = room_for(attempt, len(walk))
    made.add(cells_of(walk))
    solve_lines(attempt, made, array("q", board))


def room_for(attempt: Incumbent, begun: int = 0) -> Growing:
    """Return room for an answer that begins with so many moves."""
    return Growing(
        begun + int(construct.MOVES_PER_CELL_AND_SIDE * attempt.puzzle.cells * max(attempt.width, attempt.height))
    )


def solve_lines(attempt: Incumbent, made: Growing, board: Any) -> None:
    """Answer by what is made and lines from the `board` that it leads to; both are changed."""
    looked = made.size
    for line in stream.stream(board, attempt.width, attempt.height, place=made.place):
        made.size += len(line)
        if made.size > looked + MOVES_PER_BUDGET_CHECK:
            looked = made.size
            if attempt.path is None:
                attempt.reserve(made.size)
            attempt.look()
            if attempt.budget.is_over:
                raise too_short(attempt, made.size)
    attempt.draft(made.path, is_spare=True)


def too_short(attempt: Incumbent, made: int) -> BudgetExceededError:
    """Return the error that says which limit of time would do, from how long so many moves of lines took."""
    return construct.too_short(attempt.puzzle, attempt.budget, made, attempt.bound, each=ANSWER)
