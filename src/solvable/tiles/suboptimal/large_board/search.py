"""Boards that there is no time to solve whole: a guided walk, outer lines by a rolling beam, the inner board by a beam.

The first answer, by sweeps and lines, is there already. Where the time is up before the outer lines are home, the lines
of the human method end what was begun.
"""

from __future__ import annotations

from array import array

from solvable.core.puzzle import State
from solvable.tiles.suboptimal import boards, initial, pair_heuristic
from solvable.tiles.suboptimal.anytime import Incumbent
from solvable.tiles.suboptimal.beam_search import BeamSearch
from solvable.tiles.suboptimal.large_board import guided, rolling
from solvable.tiles.suboptimal.pair_beam import PairBeam
from solvable.tiles.suboptimal.tuning import TUNING

LOOKS_S = 0.015  # between two looks at the budget
INNER_BOARD_MOVES = 2.2, 100  # most moves of the inner board: each unit of distance, and more
LONG_PLAN_WIDTH_MIN = 20  # width of a guided walk's beam, to which 24 moves of a plan are made at once, else 16


def improve(attempt: Incumbent) -> None:
    """Solve the board by a guided walk or sweeps, outer lines, and the model; offer what is shorter."""
    w, h, budget = attempt.width, attempt.height, attempt.budget
    attempt.keep(LOOKS_S + TUNING.answer_move_s * w * h * max(w, h))
    before, board = start(attempt)
    if attempt.is_over:
        return
    inner = min(w, TUNING.inner_side), min(h, TUNING.inner_side)
    until, pace = budget.share(), budget.share(TUNING.line_part)
    until.keep(TUNING.inner_s + TUNING.answer_move_s * len(before))
    width = TUNING.line_width if budget.is_limited else TUNING.line_width_fixed
    lines = rolling.Rolling(board, w, h, inner, width)
    outer = rolling.drive(lines, pace=pace if budget.is_limited else None, until=until)
    whole = before + array("i", lines.walk)
    if outer is not None:
        core, cells = boards.inner_board(outer[1], w, h, inner)
        layers = int(INNER_BOARD_MOVES[0] * boards.manhattan(core, inner[0])) + INNER_BOARD_MOVES[1]
        searching = BeamSearch(
            core, PairBeam(pair_heuristic.tables(*inner, budget), TUNING.inner_width, layers), budget
        )
        remaining = searching.run()
        if remaining is not None:
            attempt.offer(whole + array("i", [cells[c] for c in remaining]))
            return
    initial.complete(attempt, whole, tuple(lines.board))


def start(attempt: Incumbent) -> tuple[array[int], State]:
    """Return the blank's walk after which outer lines begin, and the board then: a guided walk, or the first sweeps."""
    w, h, budget = attempt.width, attempt.height, attempt.budget
    walk, board = attempt.swept or ((), attempt.board)
    result = boards.cells_of(walk), board
    if min(w, h) <= pair_heuristic.SLIDE_TABLE_SIDE_MAX or not budget.is_limited:
        return result
    usual = guided.Beam(commit=16)
    seconds = max(1.0, attempt.slower) * usual.seconds(w, h, max(1, len(result[0])))
    least, most = TUNING.walk_widths
    width = int(TUNING.walk_part * budget.left / seconds * usual.width)
    if width < least:
        return result
    walker = guided.Beam(min(most, width), commit=16 if width > LONG_PLAN_WIDTH_MIN else 24)
    first, end, fall = TUNING.walk_prices
    part = budget.share(TUNING.walk_part_max)
    result = guided.walk(attempt.board, w, h, walker, start=first, end=end, fall=fall, budget=part)
    initial.complete(attempt, *result)
    return result
