"""Whole boards by beams of the pair model, wider and wider while time lasts.

To 10 × 10 a beam starts from the board itself or from its inverse, whose errors are elsewhere. On larger boards a
guided walk first brings the tiles near their homes; its prices are drawn at random, so each trial starts from another
board, since lengths differ by some per cent by chance. Widths are planned, but for the first and the last, which are
fitted to the time: a longer limit does what a shorter one did, and more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterator
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from random import Random

from solvable.core.budget import FOREVER, Budget
from solvable.core.puzzle import State
from solvable.tiles.suboptimal import anytime, boards, guided, pair_beam, pair_heuristic, repair
from solvable.tiles.suboptimal.anytime import Incumbent, Walk
from solvable.tiles.suboptimal.pair_beam import PairBeam
from solvable.tiles.suboptimal.stream import Prices
from solvable.tiles.suboptimal.tuning import TUNING

LAYERS_SMALL, LAYERS_LARGE = (2.2, 100), (2.6, 300)  # most moves of a first beam: each unit of distance, and more
LAYERS_PER_BUDGET_CHECK = 10  # layers between two looks at the budget, after each of which the beam may be left
MOVES_PER_DISTANCE = 2.1  # moves a unit of distance takes a beam: for the width that still ends in time
MENDED_UNIT_MOVES, DRAFT_UNIT_MOVES = 8, 12  # moves a unit left is thought to take boxes, and human lines
STUCK_BEAMS_MIN = 3  # beams to 10 × 10 that found nothing, before one is finished by restarts and boxes
BEAM_WIDTH_MIN = 8  # nodes of a layer: narrower beams find nothing

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
        """Return the blank's walk to the goal; None if the beam gets stuck or the time is up.

        If paced, the beam narrows in the second half of the time left so as to end in time. If pruned, nodes that
        cannot be home within the beam's layers make room for others. Raises BudgetExceededError if the budget is
        cancelled.
        """
        beam, budget = self.beam, self.budget
        beam.start(self.board)
        begun, total, width = budget.spent, budget.left, beam.width
        moves = int(MOVES_PER_DISTANCE * beam.far(0)) + 1
        end = beam.layers if is_pruned else pair_beam.NO_END
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
                width = max(BEAM_WIDTH_MIN, min(beam.width, int(remaining / (max(3, moves - beam.layer) * each))))
        return list(beam.path(beam.goal_row)) if beam.goal_row >= 0 else None

    def stem(self, moves_each: int) -> Walk:
        """Return the walk to the stop with the fewest moves in all, if a unit of the distance left takes so many."""
        layer, row, _ = min(self.stops, key=lambda stop: stop[0] + moves_each * stop[2])
        return list(self.beam.path(row, layer))

    def finish(self) -> Walk | None:
        """Return the walk that the beam began and restarts and boxes end; None if they do not get on."""
        for stem in self._stems():
            near = boards.after(self.board, stem)
            size = self.beam.tables.width, self.beam.tables.height
            if boards.manhattan(near, size[0]) <= TUNING.mend_distance * max(1.0, len(near) / 400) ** 0.5:
                remaining = repair.mend(near, *size, self.budget)
                if remaining is not None:
                    return stem + remaining
            if self.budget.is_over:
                break
        return None

    def _stems(self) -> Iterator[Walk]:
        """Yield walks that lead near to home: first by restarts."""
        stem = self.stem(repair.UNIT_MOVES)
        part = self.budget.share(TUNING.restart_part)
        yield stem + repair.nearer(boards.after(self.board, stem), self.beam, part)
        yield self.stem(MENDED_UNIT_MOVES)


def is_small(width: int, height: int) -> bool:
    """Return whether a board is solved without a guided walk."""
    return max(width, height) <= pair_heuristic.SLIDE_TABLE_SIDE_MAX


def is_affordable(attempt: Incumbent) -> bool:
    """Return whether the first beam on the whole board surely ends in the time left."""
    w, h, n = attempt.width, attempt.height, attempt.puzzle.cells
    seconds = n * (TUNING.whole_s[0] + TUNING.whole_s[1] * n) * max(1.0, attempt.slower)
    return is_small(w, h) or (max(w, h) <= TUNING.whole_side_max and seconds < attempt.budget.left)


def improve(attempt: Incumbent) -> None:
    """Solve the board by beam after beam until time, memory or the fixed amount of work are at an end."""
    size = attempt.width, attempt.height
    trials, distance = (
        (SmallTrials if is_small(*size) else LargeTrials)(attempt),
        boards.manhattan(attempt.board, size[0]),
    )
    with ExitStack() as late:
        if is_small(*size):
            late.enter_context(attempt.budget.extended(TUNING.first_late_s))
        for number in count():
            width = trials.next_width(number)
            if not width or attempt.is_over or (attempt.best is not None and len(attempt.best) < distance + 2):
                return
            trials.run(number, width)
            if attempt.best is not None:
                late.close()


@dataclass(slots=True)
class Trials(ABC):
    """Beam after beam on one board, and what the last one cost."""

    attempt: Incumbent
    width: int = 0  # of the last beam
    seconds_each: float = 0.0  # that it took for each node of a layer, overhead included
    fill_from: int = BEAM_WIDTH_MIN  # least width of a beam that is fitted to the time left
    table_bytes: int = 0

    @abstractmethod
    def planned_width(self, number: int) -> int:
        """Return the width of a beam by its number; 0 after the last of those made without a limit of time."""

    @abstractmethod
    def trial(self, number: int, width: int) -> int:
        """Search by a beam of this width or less, and offer what it finds; return the width."""

    def run(self, number: int, width: int) -> None:
        """Make a trial and note what it cost."""
        begun = self.attempt.budget.spent
        self.width = self.trial(number, width)
        self.seconds_each = (self.attempt.budget.spent - begun) / (TUNING.overhead_nodes + self.width)

    def next_width(self, number: int) -> int:
        """Return the width of the next beam: as planned, or what memory and the time left allow; 0 for none."""
        planned, limit, remaining = self.planned_width(number), self.width_limit(), self.attempt.budget.left
        if planned > limit << TUNING.views:  # the widest beams have searched all views
            return 0
        width = min(planned, limit)
        if remaining == FOREVER or self.seconds_each * (TUNING.overhead_nodes + width) <= remaining:
            return width
        fit = int(remaining / self.seconds_each) - TUNING.overhead_nodes
        return fit if fit >= max(TUNING.fill_part * self.width, self.fill_from) else 0

    def width_limit(self) -> int:
        """Return the width for which the beams of all workers fit into memory."""
        attempt = self.attempt
        room = min(TUNING.beam_bytes, TUNING.total_bytes - self.table_bytes) // attempt.budget.workers
        node = 6 * self.layers(boards.manhattan(attempt.board, attempt.width)) + 8 * attempt.puzzle.cells + 150
        return min(room // node, pair_beam.MOST_WIDTH - 1)

    def layers(self, far: int, made: int = 0) -> int:
        """Return how many moves may follow `made` ones for a shorter answer."""
        attempt = self.attempt
        if attempt.best is not None:
            return len(attempt.best) - made - 2
        each, more = LAYERS_SMALL if is_small(attempt.width, attempt.height) else LAYERS_LARGE
        return int(each * far) + more


@dataclass(slots=True)
class SmallTrials(Trials):
    """Beams on a board to 10 × 10 and its inverses in turn; with several workers as many at once."""

    tables: pair_heuristic.Tables = field(init=False)
    fill_from: int = TUNING.fill_from

    def __post_init__(self) -> None:
        attempt = self.attempt
        self.tables = pair_heuristic.tables(attempt.width, attempt.height, attempt.budget)
        self.table_bytes = pair_heuristic.TABLE_BYTES * attempt.puzzle.cells**4

    def planned_width(self, number: int) -> int:
        """Return the width of a beam by its number."""
        if self.attempt.budget.is_limited:
            return TUNING.width_min << number
        return TUNING.fixed_widths[number] if number < len(TUNING.fixed_widths) else 0

    def trial(self, number: int, width: int) -> int:
        """Search the next views of the board."""
        attempt, budget = self.attempt, self.attempt.budget
        board, w, is_first = attempt.board, attempt.width, attempt.best is None
        workers, together = min(budget.workers, boards.VIEW_COUNT), budget.share()
        views = max(TUNING.views, workers) if budget.is_limited else boards.VIEW_COUNT
        layers = self.layers(boards.manhattan(board, w))

        def search(k: int) -> Walk | None:
            """Return the walk of worker `k`; only the first one's nodes are reported."""
            view = (number * workers + k) % views
            own = together if k == 0 else together.share(through=lambda _: None)
            searching = BeamSearch(boards.seen(board, w, view), PairBeam(self.tables, width, layers), own)
            walk = searching.run(is_pruned=not is_first, is_paced=width >= self.fill_from)
            if walk is None and is_first and number >= STUCK_BEAMS_MIN and view == 0 and not own.is_over:
                walk = searching.finish()
            return None if walk is None else boards.back(walk, board, w, view)

        if workers == 1:
            walks = [search(0)]
        else:
            with ThreadPoolExecutor(workers) as pool:
                searches = [pool.submit(search, k) for k in range(workers)]
                try:
                    wait(searches, return_when=FIRST_EXCEPTION)
                    walks = [ended.result() for ended in searches if ended.done()]
                except BaseException:  # that of a beam, or an interrupt that comes while this thread waits
                    together.cancel()
                    raise
        for walk in walks:
            if walk is not None:
                attempt.offer(walk)
        return width


@dataclass(slots=True)
class LargeTrials(Trials):
    """Beams on a board beyond 10 × 10, each from the end of another guided walk and by the next model."""

    rng: Random = field(default_factory=Random)

    def __post_init__(self) -> None:
        self.rng.seed(self.attempt.puzzle.cells)

    def planned_width(self, number: int) -> int:
        """Return the width of a beam by its number."""
        n = self.attempt.puzzle.cells
        maximum = TUNING.fixed_trials if n <= 400 else 1
        if number >= maximum and not self.attempt.budget.is_limited:
            return 0
        first = max(TUNING.first_width_min, TUNING.first_layer_cells // n, n // TUNING.first_cells_node)
        return first * int(TUNING.trial_growth ** (-(-number // TUNING.trials_per_width)))

    def trial(self, number: int, width: int) -> int:
        """Search the board from the end of a guided walk, and finish what is near home."""
        attempt, budget = self.attempt, self.attempt.budget
        before, board = self.guided_walk(number)
        if attempt.best is None:
            anytime.complete(attempt, before, board)
        far = boards.manhattan(board, attempt.width)
        layers = self.layers(far, len(before))
        if layers < far:
            return width
        model = pair_heuristic.model(attempt.width, attempt.height, number)
        width = self.fitting(width, far)
        searching = BeamSearch(board, PairBeam(model, width, layers), budget)
        walk = searching.run()
        if walk is None and attempt.best is None:  # the time may be up before anything is mended
            stem = searching.stem(DRAFT_UNIT_MOVES)
            anytime.complete(attempt, before + array("i", stem), boards.after(board, stem))
        if walk is None and not budget.is_over:
            walk = searching.finish()
        if walk is not None:
            attempt.offer(before + array("i", walk))
        return width

    def fitting(self, width: int, far: int) -> int:
        """Return the width for which the first beam has time, if a unit of distance takes as long as usual."""
        remaining = self.attempt.budget.left
        if self.width or remaining == FOREVER:
            return width
        each = TUNING.first_part * remaining / far - TUNING.unit_s[0]
        return min(width, max(BEAM_WIDTH_MIN, int(each / (TUNING.unit_s[1] * self.attempt.puzzle.cells))))

    def guided_walk(self, number: int) -> tuple[array[int], State]:
        """Return the walk that begins a trial and the board then; after the first one by random prices."""
        attempt, rng = self.attempt, self.rng
        guide, prices = TUNING.guide_width, Prices(*TUNING.guide_prices)
        if number:
            prices = Prices(*(rng.uniform(*each) for each in TUNING.guide_ranges))
            guide = rng.randint(*TUNING.guide_widths)
        return guided.walk(
            attempt.board, attempt.width, attempt.height, guided.Beam(guide), prices, budget=attempt.budget
        )
