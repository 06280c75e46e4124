"""Solve the outer lines of a large board by a rolling beam, down to an inner board that a better method finishes.

Lines are peeled from the longer side, rows from the top, columns from the left, each tile a stage, the last two of a
line together. The key of a node is Σ φ(distance) + μ (κ D + C of the later stages); see `kernels.tiles.outer.rolling`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from solvable.budget import Budget
from solvable.puzzle import State
from solvable.tiles import compiling
from solvable.tiles.near.boards import positions
from solvable.tiles.near.tuning import TUNING

CORNER = 6  # side of the square at a line's end in which the distances of a pair of tiles are tabulated
FIRST = 30  # the width of a beam whose speed is not known yet
NARROW = 10  # the beam that goes on when the time is up
PART = 20_000  # nodes between two looks at the budget, some 20 ms
FORGET = 0.9  # what a measure of speed weighs at the next one
USUAL, MORE = 2.6, 1.15  # moves a unit of distance at first; how many more it takes later
KNOWN = 0.1  # of the distance: where it has fallen by so much, the moves a unit are known
LONGEST = 4, 1000  # moves, times cells and longer side, and more, after which a beam is given up


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


def later_bonus(bonus: Any) -> Any:
    """Return the sums of the bonuses of all stages after each; to have none left is worth the last bonus."""
    import numpy as np

    later = np.zeros(bonus.size + 1, np.int64)
    later[:-2] = np.cumsum(bonus[:0:-1])[::-1]
    later[-1:] = -bonus[-1:] if bonus.size else 0
    return later


def plan(stages: list[tuple[int, int, int, int]], width: int, height: int) -> Any:
    """Return the terms of the key, as the kernel takes them."""
    import numpy as np

    from solvable.kernels.tiles.outer.records import SCALE, Plan

    weight, factor, power, fall = TUNING.line_key
    first, second, is_column, bonus = np.array(stages, np.int64).reshape(-1, 4).T.copy()
    kappa = np.full(len(stages), weight * SCALE, np.int64)
    stage_of = np.full(width * height, len(stages), np.int64)
    for s, (a, b, _, _) in enumerate(stages):
        stage_of[a] = s
        if b:
            stage_of[b] = s
    distance, span = np.arange(width + height), min(CORNER, width, height)
    phi = np.where(distance > 0, np.round(SCALE * (1 + factor * distance**power)), 0)
    return Plan(
        phi=phi.astype(np.int64),
        first=first,
        second=second,
        is_column=is_column,
        kappa=kappa,
        fall=np.full(len(stages), fall * SCALE, np.int64),
        later=later_bonus(kappa * bonus),
        stage_of=stage_of,
        table=compiling.module(compiling.NEAR, "tiles/outer/stages").pair_window(CORNER, span),
        depth=CORNER,
        span=span,
    )


def room(beam: int, horizon: int, first: int) -> tuple[Any, Any]:
    """Return the arrays of the nodes, one node in the stage `first`, and of their children."""
    import numpy as np

    from solvable.kernels.tiles.outer.records import Children, Nodes

    slots, most = 1 << horizon.bit_length(), 4 * beam
    nodes = Nodes(
        counts=np.ones(horizon + 1, np.int64),
        parents=np.zeros((slots, beam), np.int32),
        steps=np.zeros((slots, beam), np.int32),
        totals=np.zeros(beam, np.int64),
        stages=np.full(beam, first, np.int64),
        codes=np.ones(beam, np.uint64),
        seen=np.zeros(1 << (most * horizon).bit_length(), np.uint64),
    )
    children = Children(
        parents=np.empty(most, np.int32),
        steps=np.empty(most, np.int32),
        totals=np.empty(most, np.int64),
        stages=np.empty(most, np.int64),
        codes=np.empty(most, np.uint64),
        keys=np.empty(most, np.int64),
        order=np.empty(most, np.int64),
        tally=np.empty((1 << 13) + 2, np.int64),
        kept=np.empty(most, np.bool_),
    )
    return nodes, children


class Rolling:
    """A board being solved from outside in; `advance` commits moves."""

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
        import numpy as np

        from solvable.kernels.tiles.outer.records import DONE, ROLLING, Progress

        self.w, self.h, self.beam, self.horizon, self.commit = width, height, beam, horizon, commit
        stages = stage_list(width, height, *inner)
        self.plan = plan(stages, width, height)
        self.walk: list[int] = []  # what `drive` has made
        self.board = np.array(state, np.int64)
        self.pos = np.array(positions(state), np.int64)
        unfinished = (s for s, (a, b, _, _) in enumerate(stages) if any(t and self.board[t - 1] != t for t in (a, b)))
        first = next(unfinished, len(stages))
        status = DONE if first == len(stages) else ROLLING
        self.progress = Progress(0, 0, 1, 0, 1 << 60, 0, status)
        self.nodes, self.children = room(beam, horizon, first)

    @property
    def is_done(self) -> bool:
        """Whether every outer line is home."""
        from solvable.kernels.tiles.outer.records import DONE

        return self.progress.status == DONE

    @property
    def far(self) -> int:
        """The Manhattan distance of the board."""
        import numpy as np

        home = np.arange(self.pos.size - 1)
        rows, columns = self.pos[1:] // self.w - home // self.w, self.pos[1:] % self.w - home % self.w
        return int(np.abs(rows).sum() + np.abs(columns).sum())

    def advance(self, count: int, beam: int | None = None) -> list[int]:
        """Return the next `count` (or a few more) cells of the blank, by a narrower beam if wished; [] where stuck."""
        import numpy as np

        from solvable.kernels.tiles.outer.records import Beam, Board, Progress

        moves = np.empty(count + self.horizon + 1, np.int64)
        shape = Beam(min(beam or self.beam, self.beam), self.horizon, self.commit)
        board = Board(self.board, self.pos, self.w, self.h)
        roll = compiling.module(compiling.NEAR, "tiles/outer/rolling").roll
        made, progress = roll(self.progress, count, shape, board, self.plan, self.nodes, self.children, moves)
        self.progress = Progress(*progress)
        return [int(cell) for cell in moves[:made]]


def roll(
    state: State, width: int, height: int, inner: tuple[int, int], beam: int, *, horizon: int = 24, commit: int = 8,
    limit: int | None = None, pace: Budget | None = None,
) -> tuple[list[int], State] | None:  # fmt: skip
    """Return (the blank's cells, the board with the outer lines home), or None where it stalls, as `drive`."""
    return drive(Rolling(state, width, height, inner, beam, horizon, commit), limit, pace)


def drive(
    rolling: Rolling, limit: int | None = None, pace: Budget | None = None, until: Budget | None = None
) -> tuple[list[int], State] | None:
    """Roll until the outer lines are home; return (the blank's cells, the board), or None where it stalls.

    With a limit of time in `pace` the beam narrows as the time left demands, and goes on, narrow, when it is up. It is
    given up after `limit` moves, or where `until` is over; raises BudgetExceededError where that is cancelled. Then
    `rolling.walk` and `rolling.board` hold how far it came.
    """
    limit = limit or LONGEST[0] * rolling.w * rolling.h * max(rolling.w, rolling.h) + LONGEST[1]
    walk, now, speed = rolling.walk, rolling.beam, None
    if pace is not None and pace.is_limited:
        now = min(rolling.beam, FIRST)
        speed = Pace(pace, pace.spent, rolling.far, now)
    while not rolling.is_done:
        part = rolling.advance(max(rolling.commit, PART // now), now)
        walk += part
        if not part or len(walk) > limit:
            return None
        if until is not None and not rolling.is_done:
            until.look()
            if until.is_over:
                return None
        if speed is not None:
            now = speed.width(len(walk), rolling.far, rolling.beam)
    return walk, tuple(int(tile) for tile in rolling.board)


@dataclass(slots=True)
class Pace:
    """Fits the width of a rolling beam to the time left, from the moves a unit of distance and seconds a node taken."""

    budget: Budget
    last: float  # seconds spent at the last look
    far: int
    now: int
    made: int = 0
    work: float = 0.0
    took: float = 0.0

    def width(self, made: int, far: int, most: int) -> int:
        """Return the width to go on with, `made` moves having been made and `far` Manhattan distance being left."""
        spent = self.budget.spent
        self.work = FORGET * self.work + (made - self.made) * self.now
        self.took = FORGET * self.took + spent - self.last
        self.made, self.last = made, spent
        fell = self.far - far
        each = MORE * made / fell if fell > KNOWN * self.far else USUAL  # the later moves bring less
        need = each * max(1, far) * self.took  # seconds of a beam of width 1, times the work that was measured
        fit = self.budget.left * self.work / need if need else most
        self.now = max(min(NARROW, most), min(most, int(fit)))
        return self.now
