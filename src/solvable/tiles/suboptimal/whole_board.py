"""Whole boards by beams of the pair model, wider and wider while time lasts.

To 10 × 10 a beam starts from the board itself or from its inverse, whose errors are elsewhere. On larger boards a
guided walk first brings the tiles near their homes; its prices are drawn at random, so each trial starts from another
board, since lengths differ by some per cent by chance. Widths are planned, but for the first and the last, which are
fitted to the time: a longer limit does what a shorter one did, and more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from random import Random

from solvable.core.budget import FOREVER
from solvable.core.puzzle import State
from solvable.tiles.suboptimal import anytime, boards, guided, pair_beam, pair_heuristic, repair
from solvable.tiles.suboptimal.anytime import FIRST_ANSWER_OVERRUN_S, Incumbent, Walk
from solvable.tiles.suboptimal.pair_beam import BEAM_WIDTH_MIN, PairBeam
from solvable.tiles.suboptimal.stream import Prices
from solvable.tiles.suboptimal.tuning import TUNING

LAYERS_SMALL, LAYERS_LARGE = (2.2, 100), (2.6, 300)  # most moves of a first beam: each unit of distance, and more
DRAFT_UNIT_MOVES = 12  # moves a unit left is thought to take human lines
FIXED_TRIALS_CELLS_MAX = 400  # cells of boards that get all trials of the first width without a limit, others one
STUCK_BEAMS_MIN = 3  # beams to 10 × 10 that found nothing, before one is finished by restarts and boxes


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
            late.enter_context(attempt.budget.extended(FIRST_ANSWER_OVERRUN_S))
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

    @abstractmethod
    def planned_width(self, number: int) -> int:
        """Return the width of a beam by its number; 0 after the last of those made without a limit of time."""

    @abstractmethod
    def trial(self, number: int, width: int) -> None:
        """Search by a beam of this width, and offer what it finds."""

    def run(self, number: int, width: int) -> None:
        """Make a trial and note what it cost."""
        begun, self.width = self.attempt.budget.spent, width
        self.trial(number, width)
        self.seconds_each = (self.attempt.budget.spent - begun) / (TUNING.overhead_nodes + width)

    def next_width(self, number: int) -> int:
        """Return the width of the next beam: as planned, or what memory and the time left allow; 0 for none.

        A beam that is fitted to the time left is at least half as wide as the one before.
        """
        planned, limit, remaining = self.planned_width(number), self.width_limit(), self.attempt.budget.left
        if planned > limit << boards.VIEW_COUNT:  # the widest beams have searched all views
            return 0
        width = min(planned, limit)
        if remaining == FOREVER or self.seconds_each * (TUNING.overhead_nodes + width) <= remaining:
            return width
        fit = int(remaining / self.seconds_each) - TUNING.overhead_nodes
        return fit if fit >= max(self.width // 2, self.fill_from) else 0

    def width_limit(self) -> int:
        """Return the width for which the beams of all workers fit into memory."""
        attempt = self.attempt
        table = pair_heuristic.TABLE_BYTES * attempt.puzzle.cells**4 if is_small(attempt.width, attempt.height) else 0
        room = (TUNING.beam_bytes - table) // attempt.budget.workers
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

    def planned_width(self, number: int) -> int:
        """Return the width of a beam by its number."""
        if self.attempt.budget.is_limited:
            return TUNING.width_min << number
        return TUNING.fixed_widths[number] if number < len(TUNING.fixed_widths) else 0

    def trial(self, number: int, width: int) -> None:
        """Search the next views of the board."""
        attempt, budget = self.attempt, self.attempt.budget
        board, w, is_first = attempt.board, attempt.width, attempt.best is None
        workers, together = min(budget.workers, boards.VIEW_COUNT), budget.share()
        layers = self.layers(boards.manhattan(board, w))

        def search(k: int) -> Walk | None:
            """Return the walk of worker `k`; only the first one's nodes are reported."""
            view = (number * workers + k) % boards.VIEW_COUNT
            own = together if k == 0 else together.share(through=lambda _: None)
            beam = PairBeam(self.tables, width, layers)
            walk = beam.search(
                boards.seen(board, w, view), own, is_pruned=not is_first, is_paced=width >= self.fill_from
            )
            if walk is None and is_first and number >= STUCK_BEAMS_MIN and view == 0 and not own.is_over:
                walk = repair.finish(board, beam, own)
            return None if walk is None else boards.back(walk, board, w, view)

        if workers == 1:
            walks = [search(0)]
        else:
            with ThreadPoolExecutor(workers) as pool:
                try:
                    walks = list(pool.map(search, range(workers)))
                except BaseException:  # that of a beam, or an interrupt that comes while this thread waits
                    together.cancel()
                    raise
        for walk in walks:
            if walk is not None:
                attempt.offer(walk)


@dataclass(slots=True)
class LargeTrials(Trials):
    """Beams on a board beyond 10 × 10, each from the end of another guided walk and by the next model."""

    def planned_width(self, number: int) -> int:
        """Return the width of a beam by its number."""
        n = self.attempt.puzzle.cells
        maximum = TUNING.trials_per_width if n <= FIXED_TRIALS_CELLS_MAX else 1
        if number >= maximum and not self.attempt.budget.is_limited:
            return 0
        first = max(TUNING.first_width_min, TUNING.first_layer_cells // n, n // TUNING.first_cells_node)
        return first * int(TUNING.trial_growth ** (-(-number // TUNING.trials_per_width)))

    def trial(self, number: int, width: int) -> None:
        """Search the board from the end of a guided walk, and finish what is near home."""
        attempt, budget = self.attempt, self.attempt.budget
        before, board = self.guided_walk(number)
        if attempt.best is None:
            anytime.complete(attempt, before, board)
        far = boards.manhattan(board, attempt.width)
        layers = self.layers(far, len(before))
        if layers < far:
            return
        beam = PairBeam(pair_heuristic.model(attempt.width, attempt.height, number), width, layers)
        walk = beam.search(board, budget, is_paced=True, stride=repair.STRIDE)
        if walk is None and attempt.best is None:  # the time may be up before anything is mended
            stem, _ = beam.stem(DRAFT_UNIT_MOVES)
            anytime.complete(attempt, before + array("i", stem), boards.after(board, stem))
        if walk is None and not budget.is_over:
            walk = repair.finish(board, beam, budget)
        if walk is not None:
            attempt.offer(before + array("i", walk))

    def guided_walk(self, number: int) -> tuple[array[int], State]:
        """Return the walk that begins a trial and the board then; after the first one by random prices."""
        attempt, width = self.attempt, TUNING.guide_widths[0]
        prices = Prices(*(sum(each) / 2 for each in TUNING.guide_ranges))
        if number:
            rng = Random(number)
            prices = Prices(*(rng.uniform(*each) for each in TUNING.guide_ranges))
            width = rng.randint(*TUNING.guide_widths)
        return guided.walk(
            attempt.board, attempt.width, attempt.height, guided.Beam(width), prices, budget=attempt.budget
        )
