"""One beam of the pair model on one board: searched in the time left, and finished where it got stuck near home."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from solvable.core.budget import Budget
from solvable.core.puzzle import State
from solvable.tiles.suboptimal import boards
from solvable.tiles.suboptimal import pair_beam as beams
from solvable.tiles.suboptimal.local_search import restart
from solvable.tiles.suboptimal.local_search.cycles import WORTH
from solvable.tiles.suboptimal.local_search.repair import mend
from solvable.tiles.suboptimal.pair_beam import PairBeam, Walk
from solvable.tiles.suboptimal.tuning import TUNING

LAYERS_PER_BUDGET_CHECK = 10  # layers between two looks at the budget, after each of which the beam may be left
MOVES_PER_DISTANCE = 2.1  # moves a unit of distance takes a beam: for the width that still ends in time
NARROWED_WIDTH_MIN = 8  # nodes of a layer that is narrowed for lack of time

Stop = tuple[int, int, int]
"""Where a beam may be left: a layer, a node, and the Manhattan distance of its board."""


@dataclass(slots=True)
class BeamSearch:
    """A beam that starts from `board`, and where it could be left for another method."""

    board: State
    beam: PairBeam
    budget: Budget
    stops: list[Stop] = field(default_factory=list)

    def run(self, *, is_pruned: bool = False, is_paced: bool = True) -> Walk | None:
        """Return the blank's walk to the goal; None where the beam gets stuck or the time is up.

        If paced, the beam narrows in the second half of the time left so as to end in time. If pruned, nodes that
        cannot be home within the beam's layers make room for others. Raises BudgetExceededError where the budget is
        cancelled.
        """
        beam, budget = self.beam, self.budget
        beam.start(self.board)
        begun, total, width = budget.spent, budget.left, beam.width
        moves = int(MOVES_PER_DISTANCE * beam.far(0)) + 1
        end = beam.layers if is_pruned else beams.NO_END
        self.stops = [(0, 0, beam.far(0))]
        while beam.goal_row < 0 and not beam.is_stuck and beam.layer < beam.layers:
            beam.advance(min(beam.layers, beam.layer + LAYERS_PER_BUDGET_CHECK), width, end)
            budget.look(beam.count)
            if beam.count:
                row = max(0, beam.goal_row)
                self.stops.append((beam.layer, row, beam.far(row)))
            remaining = budget.left
            if remaining <= 0:
                break
            each = (budget.spent - begun) / max(1, beam.work)  # seconds a node
            if is_paced and remaining < total / 2 and each:
                width = max(NARROWED_WIDTH_MIN, min(beam.width, int(remaining / (max(3, moves - beam.layer) * each))))
        return list(beam.path(beam.goal_row)) if beam.goal_row >= 0 else None

    def stem(self, moves_each: int) -> Walk:
        """Return the walk to the stop with the fewest moves in all, if a unit of the distance left takes so many."""
        layer, row, _ = min(self.stops, key=lambda stop: stop[0] + moves_each * stop[2])
        return list(self.beam.path(row, layer))

    def finish(self) -> Walk | None:
        """Return the walk that the beam began and restarts and boxes end; None where they do not get on."""
        for stem in self._stems():
            near = boards.after(self.board, stem)
            if boards.manhattan(near, self.beam.tables.width) <= TUNING.mend_distance * self._times**0.5:
                remaining = self._mended(near)
                if remaining is not None:
                    return stem + remaining
            if self.budget.is_over:
                break
        return None

    def _stems(self) -> Iterator[Walk]:
        """Yield walks that lead near to home: by a restart first, if there is time for it, else last."""
        is_hurried = self._is_hurried
        if not is_hurried:
            yield self._restarted()
        for moves_each in TUNING.stop_moves:
            yield self.stem(moves_each)
        if is_hurried:
            yield self._restarted()

    def _restarted(self) -> Walk:
        stem = self.stem(WORTH)
        part = self.budget.share(TUNING.restart_part)
        return stem + restart.nearer(boards.after(self.board, stem), self.beam, part)

    def _mended(self, near: State) -> Walk | None:
        """Return the walk home box by box, by the smallest boxes alone if that does and there is little time."""
        size, sides = (self.beam.tables.width, self.beam.tables.height), TUNING.mend_sides
        walk = mend(near, *size, self.budget, sides[:1]) if self._is_hurried else None
        return walk or mend(near, *size, self.budget, sides)

    @property
    def _times(self) -> float:
        """How many times larger than 20 × 20 the board is; 1 of smaller ones."""
        return max(1.0, len(self.board) / 400)

    @property
    def _is_hurried(self) -> bool:
        return self.budget.left < TUNING.hurry_s * self._times
