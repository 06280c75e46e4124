"""Outer lines by a rolling beam that sees which tiles hinder each other: the pair model beyond its own sizes.

The key of `rolling` plus λ Σ T1[u_i/3, u_j/3, v] over pairs of tiles with |v| ≤ 3 (`pairs`). That term of the learned
model is bound to no size, and a slide changes it in two squares of 7 × 7 cells only. With it the lines themselves
may weigh less: κ, the weight of a move of the present stage, falls from 12 to 3 while the first lines are solved.
"""

from __future__ import annotations

from typing import Any

from solvable.budget import Budget
from solvable.puzzle import State
from solvable.tiles import compiling
from solvable.tiles.near import pairs
from solvable.tiles.near.outer.rolling import Rolling, Weights, drive, later_bonus, stage_list

SIZE = 10  # whose parameters are taken
WEIGHT = 21.0  # λ: of the local terms, a move of them against one unit of φ
KAPPA = 12, 3  # of the first stages and of the last
RAMP = 0.15  # of the stages, over which κ falls
FALL = 16  # the key must fall by this many moves of D in 20 layers, else the stages' weight grows


class Local(Rolling):
    """A board being solved from outside in, its neighbours in sight."""

    def __init__(
        self, state: State, width: int, height: int, inner: tuple[int, int], beam: int, horizon: int = 40,
        commit: int = 10, weights: Weights | None = None,
    ) -> None:  # fmt: skip
        import numpy as np

        from solvable.kernels.tiles.outer.records import BORDER, NONE, SCALE, Board, Sight

        super().__init__(state, width, height, inner, beam, horizon, commit, weights or Weights())
        stages = stage_list(width, height, *inner)
        count = len(stages)
        part = np.arange(count) / max(1.0, RAMP * count)
        kappa = np.maximum(KAPPA[1], KAPPA[0] + (KAPPA[1] - KAPPA[0]) * part)
        self.plan.kappa[:] = np.round(SCALE * kappa)
        self.plan.fall[:] = FALL * self.plan.kappa
        self.plan.later[:] = later_bonus(self.plan.kappa * [bonus for *_, bonus in stages])
        rows, columns = np.divmod(np.arange(width * height), width)
        kinds = np.full((width + BORDER) * (height + BORDER), NONE, np.uint8)
        self.sight = Sight(rows, columns, kinds, local_terms(SCALE * WEIGHT))
        compiling.module(compiling.NEAR, "tiles/outer/local").show(
            Board(self.board, self.pos, width, height), self.sight
        )

    def kernel(self) -> tuple[Any, tuple[Any, ...]]:
        """Return the compiled function that rolls with the local terms, and what they are read from."""
        return compiling.module(compiling.NEAR, "tiles/outer/local").roll, (self.sight,)


def local_terms(scale: float) -> Any:
    """Return terms[u, v, x] = scale · T1[u, x, v] rounded, v = 7·v_row + v_column + 24; 0 where x is no tile."""
    import numpy as np

    numbers, _ = pairs.numbering()
    steps = pairs.parameters(SIZE)
    u = np.arange(49)
    v = ((u // 7 + 2) * 11 + u % 7 + 2)[None, :, None]  # as T1 counts it, to ±5
    raw = (u[:, None, None] * 49 + u[None, None, :]) * 121 + v
    terms = np.zeros((49, 49, 50), np.int16)
    terms[:, :, :49] = np.round(steps[numbers[raw]] * (scale / 1000))
    return terms


def value(state: State, width: int, height: int, terms: Any) -> int:
    """Return the local terms of a board: the twin of what `kernels.tiles.outer.local` sums up slide by slide."""
    total = 0
    places = [(divmod(tile - 1, width), divmod(cell, width)) for cell, tile in enumerate(state) if tile]
    for first, (home, cell) in enumerate(places):
        for other, there in places[:first]:
            for name, index in pairs.features_of_two(home, cell, other, there):
                a, b, c, d, r, s = index[:6]
                if name == "T1" and max(abs(r - 5), abs(s - 5)) <= 3:
                    total += int(terms[7 * a + b, 7 * (r - 2) + s - 2, 7 * c + d])
    return total


def roll(
    state: State, width: int, height: int, inner: tuple[int, int], beam: int, *, horizon: int = 40, commit: int = 10,
    weights: Weights | None = None, limit: int | None = None, pace: Budget | None = None,
) -> tuple[list[int], State] | None:  # fmt: skip
    """Return (the blank's cells, the board with the outer lines home), or None where it stalls, as `rolling.roll`."""
    return drive(Local(state, width, height, inner, beam, horizon, commit, weights), limit, pace)
