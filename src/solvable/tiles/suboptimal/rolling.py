"""Solve the outer lines of a large board by a rolling beam, down to an inner board that a better method finishes.

Lines are peeled from the longer side, rows from the top, columns from the left, each tile a stage, the last two of a
line together. The key of a node is Σ φ(distance) + μ (κ D + C of the later stages); see `rolling.hpp`.
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
from solvable.tiles.suboptimal.whole_board import BeamSearch

UNDONE, DONE, STATUS = 0, 1, 6  # of a beam, and their place in `progress`, as `rolling.hpp` has them
KEY_SCALE = 16  # keys are whole numbers in steps of 1/16
CORNER_SIDE = 6  # side of the square at a line's end in which the distances of a pair of tiles are tabulated
FIRST_BEAM_WIDTH = 30  # the width of a beam whose speed is not known yet
OVERTIME_BEAM_WIDTH = 10  # the beam that goes on when the time is up
NODES_PER_BUDGET_CHECK = 20_000  # nodes between two looks at the budget, some 20 ms
USUAL, MORE = 2.6, 1.15  # moves a unit of distance at first; how many more it takes later
KNOWN_DISTANCE_SHARE = 0.1  # of the distance: if it has fallen by so much, the moves a unit are known
LOOKS_S = 0.015  # between two looks at the budget
INNER_BOARD_MOVES = 2.2, 100  # most moves of the inner board: each unit of distance, and more
LONG_PLAN_WIDTH_MIN = 20  # width of a guided walk's beam, to which 24 moves of a plan are made at once, else 16
INNER_S, ANSWER_MOVE_S = 0.03, 2e-7  # kept for the inner board, and for a move of the answer to put it together
WALK_PART_MAX = 0.65  # of the time left: the guided walk, after which sweeps end it
FIXED_WIDTH = 10  # of the rolling beam without a limit of time
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


def later_bonus(bonus: list[int]) -> array[int]:
    """Return the sums of the bonuses of all stages after each; to have none left is worth the last bonus."""
    sums = list(accumulate(reversed(bonus[1:]), initial=0)) if bonus else []
    return array("q", [*reversed(sums), -bonus[-1] if bonus else 0])


class Rolling:
    """A board being solved from outside in; `advance` commits moves.

    `board` and `positions` are the tile on each cell and the cell of each tile; `nodes` and `progress` what the kernel
    keeps from call to call (`rolling.hpp`).
    """

    def __init__(
        self,
        state: State,
        width: int,
        height: int,
        inner: tuple[int, int],
        beam: int,
        horizon: int = 24,
        commit: int = 8,
    ) -> None:
        from solvable.kernels.buffers import calloc, zeros

        self.w, self.h, self.beam, self.horizon, self.commit = width, height, beam, horizon, commit
        stages = stage_list(width, height, *inner)
        self.walk: list[int] = []  # what `drive` has made
        self.board, self.positions = array("q", state), array("q", boards.positions(state))
        unfinished = (s for s, (a, b, _, _) in enumerate(stages) if any(t and self.board[t - 1] != t for t in (a, b)))
        first = next(unfinished, len(stages))
        self.progress = array("q", [0, 0, 1, 0, 1 << 60, 0, DONE if first == len(stages) else UNDONE])
        key, slots, maximum = key_terms(stages, width, height), 1 << horizon.bit_length(), 4 * beam
        self.phi = key["phi"]
        self.nodes: dict[str, Any] = {
            "counts": array("q", [1]) * (horizon + 1), "parents": zeros("i", slots * beam),
            "steps": zeros("i", slots * beam), "totals": zeros("q", beam), "stages": array("q", [first]) * beam,
            "codes": array("Q", [1]) * beam, "seen": calloc("Q", 1 << (maximum * horizon).bit_length()),
        }  # fmt: skip
        sizes = {
            "child_totals": maximum, "child_stages": maximum, "keys": maximum, "order": maximum,
            "spare": maximum,
            "path_nodes": horizon + 1, "path_blanks": horizon + 1, "numbers": 2 * beam,
        }  # fmt: skip
        scratch = {name: zeros("q", size) for name, size in sizes.items()}
        scratch |= {"child_parents": zeros("i", maximum), "child_steps": zeros("i", maximum)}
        scratch |= {"child_codes": zeros("Q", maximum), "kept": zeros("B", maximum)}
        self._arrays = kernels.native().struct(
            "RollingBeam", tiles=self.board, cells=self.positions, w=width, h=height, stage_count=len(stages),
            depth=CORNER_SIDE, width=beam, horizon=horizon, commit=commit, slots=slots,
            seen_count=len(self.nodes["seen"]), progress=self.progress, **key, **self.nodes, **scratch,
        )  # fmt: skip

    @property
    def is_done(self) -> bool:
        """Whether every outer line is home."""
        return bool(self.progress[STATUS] == DONE)

    @property
    def far(self) -> int:
        """The Manhattan distance of the board."""
        distance: int = kernels.native().rolling_distance(self._arrays)
        return distance

    def advance(self, count: int, beam: int | None = None) -> list[int]:
        """Return the next `count` (or a few more) cells of the blank, by a narrower beam if wished; [] if stuck."""
        from solvable.kernels.buffers import zeros

        moves = zeros("q", count + self.horizon)
        made = kernels.native().rolling_advance(self._arrays, min(beam or self.beam, self.beam), count, moves)
        return moves[:made].tolist()


def key_terms(stages: list[tuple[int, int, int, int]], width: int, height: int) -> dict[str, Any]:
    """Return the terms of the key, by the names that the kernel has for them."""
    weight, factor, power, fall = TUNING.line_key
    first, second, is_column = (array("q", [stage[k] for stage in stages]) for k in range(3))
    stage_of = array("q", [len(stages)]) * (width * height)
    for s, (a, b, _, _) in enumerate(stages):
        stage_of[a] = s
        if b:
            stage_of[b] = s
    phi = [round(KEY_SCALE * (1 + factor * distance**power)) for distance in range(1, width + height)]
    kappa, span = weight * KEY_SCALE, min(CORNER_SIDE, width, height)
    return {
        "phi": array("q", [0, *phi]), "first": first, "second": second, "is_column": is_column,
        "kappa": array("q", [kappa]) * len(stages), "fall": array("q", [fall * KEY_SCALE]) * len(stages),
        "later": later_bonus([kappa * bonus for *_, bonus in stages]),
        "stage_of": stage_of, "pair_distances": pair_distances(CORNER_SIDE, span), "span": span,
    }  # fmt: skip


@lru_cache(maxsize=4)
def pair_distances(depth: int, span: int) -> Any:
    """Return D of two tiles at the end of a line in a window of depth × span cells, as `rolling.hpp` describes it."""
    from solvable.kernels.buffers import zeros

    distances, queue = zeros("B", (depth * span) ** 3), zeros("i", (depth * span) ** 3)
    kernels.native().rolling_pair_distances(depth, span, distances, queue)
    return distances


def drive(
    rolling: Rolling, limit: int | None = None, pace: Budget | None = None, until: Budget | None = None
) -> tuple[list[int], State] | None:
    """Roll until the outer lines are home; return (the blank's cells, the board), or None if it stalls.

    With a limit of time in `pace` the beam narrows as the time left demands, and goes on, narrow, when it is up: from
    the moves that a unit of distance took so far, and the seconds of a node. It is given up after `limit` moves, or if
    `until` is over; raises BudgetExceededError if that is cancelled. Then `rolling.walk` and `rolling.board` hold how
    far it came.
    """
    limit = limit or BEAM_MOVES_MAX[0] * rolling.w * rolling.h * max(rolling.w, rolling.h) + BEAM_MOVES_MAX[1]
    walk, width, until = rolling.walk, rolling.beam, until or Budget()
    is_paced = pace is not None and pace.is_limited
    begun, far, nodes = (pace.spent, rolling.far, 0) if pace is not None and is_paced else (0.0, 0, 0)
    if is_paced:
        width = min(width, FIRST_BEAM_WIDTH)
    while not rolling.is_done:
        part = rolling.advance(max(rolling.commit, NODES_PER_BUDGET_CHECK // width), width)
        walk += part
        nodes += len(part) * width
        if not part or len(walk) > limit:
            return None
        until.look()
        if until.is_over and not rolling.is_done:
            return None
        if pace is not None and is_paced:
            left = rolling.far
            each = MORE * len(walk) / (far - left) if far - left > KNOWN_DISTANCE_SHARE * far else USUAL
            seconds = each * max(1, left) * (pace.spent - begun) / nodes  # of a beam of width 1
            fit = int(pace.left / seconds) if seconds else rolling.beam
            width = max(min(OVERTIME_BEAM_WIDTH, rolling.beam), min(rolling.beam, fit))
    return walk, tuple(rolling.board)


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
    until, pace = budget.share(), budget.share(TUNING.line_part)
    until.keep(INNER_S + ANSWER_MOVE_S * len(before))
    width = TUNING.line_width if budget.is_limited else FIXED_WIDTH
    lines = Rolling(board, w, h, inner, width)
    outer = drive(lines, pace=pace if budget.is_limited else None, until=until)
    whole = before + array("i", lines.walk)
    if outer is not None:
        core, cells = boards.inner_board(outer[1], w, h, inner)
        layers = int(INNER_BOARD_MOVES[0] * boards.manhattan(core, inner[0])) + INNER_BOARD_MOVES[1]
        beam = PairBeam(pair_heuristic.tables(*inner, budget), TUNING.inner_width, layers)
        remaining = BeamSearch(core, beam, budget).run()
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
    walker = guided.Beam(min(most, width), commit=16 if width > LONG_PLAN_WIDTH_MIN else 24)
    part = budget.share(WALK_PART_MAX)
    result = guided.walk(attempt.board, w, h, walker, Prices(*TUNING.walk_prices), budget=part)
    anytime.complete(attempt, *result)
    return result
