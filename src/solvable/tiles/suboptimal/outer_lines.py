"""Solve the outer lines of a large board by a beam, down to an inner board that a better method finishes.

Lines are peeled from the longer side, rows from the top, columns from the left, each tile a stage, the last two of a
line together. The key of a node is Σ φ(distance) + μ (κ D + C of the later stages); see `outer_lines.hpp`.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from itertools import accumulate
from typing import Any

from solvable import kernels
from solvable.core.budget import Budget
from solvable.core.puzzle import State
from solvable.tiles.suboptimal import anytime, boards, guided, pair_heuristic
from solvable.tiles.suboptimal.anytime import Incumbent
from solvable.tiles.suboptimal.pair_beam import PairBeam
from solvable.tiles.suboptimal.stream import Prices
from solvable.tiles.suboptimal.tuning import TUNING

STAGE = 2  # place of the progress, as `outer_lines.hpp` has it
KEY_SCALE = 16  # keys are whole numbers in steps of 1/16
CORNER_SIDE = 6  # side of the square at a line's end in which the distances of a pair of tiles are tabulated
LAYERS, BEHIND = 32, 20  # of a plan, and how many of its moves are left to the next one
NODES_PER_BUDGET_CHECK = 20_000  # nodes between two looks at the budget, some 10 ms
FIRST_BEAM_WIDTH = 30  # the width of a beam whose speed is not known yet
LAST_BEAM_WIDTH = 10  # the narrowest beam, however little time is left
LOOKS_S = 0.015  # between two looks at the budget
INNER_BOARD_MOVES = 2.2, 100  # most moves of the inner board: each unit of distance, and more
INNER_S, ANSWER_MOVE_S = 0.03, 2e-7  # kept for the inner board, and for a move of the answer to put it together
WALK_PART_MAX = 0.65  # of the time left: the guided walk, after which sweeps end it
FIXED_WIDTH = 10  # of the beam without a limit of time
BEAM_MOVES_MAX = 4, 1000  # moves, times cells and longer side, and more, after which a beam is given up


def stage_list(width: int, height: int, inner_width: int, inner_height: int) -> list[tuple[int, int, int, int]]:
    """Return the stages (tile, second tile or 0, is a column, C / κ) that leave the inner board at the bottom right."""
    stages: list[tuple[int, int, int, int]] = []
    top = left = 0
    while height - top > inner_height or width - left > inner_width:
        across, down = width - left, height - top
        is_column = down <= inner_height or (across > inner_width and across > down)
        span = max(across, down)
        bonus, pair_bonus = 8 * span + 30, 26 * span + 110
        if is_column:
            line = [(top + k) * width + left + 1 for k in range(down)]
            left += 1
        else:
            line = [top * width + left + k + 1 for k in range(across)]
            top += 1
        stages += [(tile, 0, int(is_column), bonus) for tile in line[:-2]]
        stages.append((line[-2], line[-1], int(is_column), pair_bonus))
    return stages


class OuterLines:
    """A board being solved from outside in; `advance` makes moves.

    `board` and `cells` are the tile on each cell and the cell of each tile; `walk` holds the moves made.
    """

    def __init__(self, state: State, width: int, height: int, inner: tuple[int, int], beam: int) -> None:
        from solvable.kernels.buffers import calloc, zeros

        self.beam, self.moves_max = beam, BEAM_MOVES_MAX[0] * width * height * max(width, height) + BEAM_MOVES_MAX[1]
        self.walk = array("i")
        self.board, self.cells = array("q", state), array("q", boards.positions(state))
        self.stages = stage_list(width, height, *inner)
        self.progress = array("q", [1, 0, 0])
        scratch = {"last": zeros("q", 3 * beam + 3), "born": zeros("q", 12 * beam), "keys": zeros("q", 4 * beam)}
        self.seen = calloc("Q", 1 << (4 * beam * LAYERS).bit_length())
        self._lines = kernels.native().struct(
            "OuterLines", tree=guided.tree_for(beam, LAYERS), tiles=self.board, cells=self.cells, w=width, h=height,
            stage_count=len(self.stages), depth=CORNER_SIDE, seen_count=len(self.seen), seen=self.seen,
            progress=self.progress, **key_terms(self.stages, width, height), **scratch,
        )  # fmt: skip
        self.advance(0, beam)  # finds the first stage

    @property
    def stages_left(self) -> int:
        """How many stages are not done, if each waits for those before it."""
        return len(self.stages) - self.progress[STAGE]

    def advance(self, limit: int, beam: int) -> int:
        """Make about `limit` moves by a beam of this width or less; return how many, 0 if it is stuck."""
        from solvable.kernels.buffers import zeros

        moves = zeros("q", limit + LAYERS)
        made: int = kernels.native().outer_lines_advance(self._lines, beam, LAYERS, BEHIND, limit, moves)
        self.walk.extend(moves[:made].tolist())
        return made

    def solve(self, budget: Budget) -> bool:
        """Make moves until the outer lines are home; return whether they are before the budget is over.

        The beam narrows as the time left demands, from what stages took so far. Raises BudgetExceededError if the
        budget is cancelled.
        """
        begun, first, nodes = budget.spent, self.stages_left, 0
        width = min(self.beam, FIRST_BEAM_WIDTH) if budget.is_limited else self.beam
        while self.stages_left:
            made = self.advance(NODES_PER_BUDGET_CHECK // width, width)
            if not made or len(self.walk) > self.moves_max or (budget.is_over and self.stages_left):
                return False
            budget.look()
            nodes += made * width
            if budget.is_limited and self.stages_left < first:
                moves_left = len(self.walk) * self.stages_left / (first - self.stages_left)
                fit = budget.left / max(1e-9, (budget.spent - begun) / nodes * moves_left)
                width = int(max(min(LAST_BEAM_WIDTH, self.beam), min(self.beam, fit)))
        return True


def key_terms(stages: list[tuple[int, int, int, int]], width: int, height: int) -> dict[str, Any]:
    """Return the terms of the key, by the names that the kernel has for them."""
    weight, factor, power, fall = TUNING.line_key
    first, second, is_column, bonus = (array("q", each) for each in zip(*stages, strict=True))
    stage_of, kappa = array("q", [len(stages)]) * (width * height), weight * KEY_SCALE
    for s, (a, b, _, _) in enumerate(stages):
        stage_of[a] = s
        if b:
            stage_of[b] = s
    later = accumulate((kappa * each for each in reversed(bonus[1:])), initial=0)
    phi = [round(KEY_SCALE * (1 + factor * distance**power)) for distance in range(1, width + height)]
    span = min(CORNER_SIDE, width, height)
    return {
        "phi": array("q", [0, *phi]), "first": first, "second": second, "is_column": is_column,
        "kappa": kappa, "fall": fall * KEY_SCALE, "later": array("q", [*reversed([*later]), -kappa * bonus[-1]]),
        "stage_of": stage_of, "pair_distances": pair_distances(CORNER_SIDE, span), "span": span,
    }  # fmt: skip


@lru_cache(maxsize=4)
def pair_distances(depth: int, span: int) -> Any:
    """Return D of two tiles at the end of a line in a window of depth × span cells, as `outer_lines.hpp` has it."""
    from solvable.kernels.buffers import zeros

    distances, queue = zeros("B", (depth * span) ** 3), zeros("i", (depth * span) ** 3)
    kernels.native().outer_lines_pair_distances(depth, span, distances, queue)
    return distances


def improve(attempt: Incumbent) -> None:
    """Solve a board that there is no time to solve whole by a guided walk or sweeps, outer lines, and the pair model.

    The first answer, by sweeps and lines, is there already. If the time is up before the outer lines are home, the
    lines of the human method end what was begun.
    """
    w, h, budget = attempt.width, attempt.height, attempt.budget
    attempt.keep(LOOKS_S + ANSWER_MOVE_S * w * h * max(w, h))
    before, board = start(attempt)
    if attempt.is_over:
        return
    inner = min(w, TUNING.inner_side), min(h, TUNING.inner_side)
    share = budget.share()
    share.keep(INNER_S + ANSWER_MOVE_S * len(before))
    lines = OuterLines(board, w, h, inner, TUNING.line_width if budget.is_limited else FIXED_WIDTH)
    is_done = lines.solve(share)
    whole = before + lines.walk
    if is_done:
        core, cells = boards.inner_board(tuple(lines.board), w, h, inner)
        layers = int(INNER_BOARD_MOVES[0] * boards.manhattan(core, inner[0])) + INNER_BOARD_MOVES[1]
        beam = PairBeam(pair_heuristic.tables(*inner, budget), TUNING.line_width, layers)
        remaining = beam.search(core, budget, is_paced=True)
        if remaining is not None:
            attempt.offer(whole + array("i", [cells[c] for c in remaining]))
            return
    anytime.complete(attempt, whole, tuple(lines.board))


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
    walker, part = guided.Beam(min(most, width), commit=16), budget.share(WALK_PART_MAX)
    result = guided.walk(attempt.board, w, h, walker, Prices(*TUNING.walk_prices), budget=part)
    anytime.complete(attempt, *result)
    return result
