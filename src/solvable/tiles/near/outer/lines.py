"""The outer lines of a large board in the time there is: one wide beam, or several of growing width."""

from __future__ import annotations

from dataclasses import dataclass

from solvable.budget import Budget
from solvable.puzzle import State
from solvable.tiles.near import boards, first_answer, pairs, schedule
from solvable.tiles.near.anytime import Attempt, Path, Walk
from solvable.tiles.near.inner import guess
from solvable.tiles.near.outer import local, rolling
from solvable.tiles.near.outer.rolling import Rolling, Weights

NEAR_SIGHT, FAR_SIGHT = (24, 8), (40, 10)  # layers of a rolling beam, and how many of its moves are made at once
WIDEST, WIDEST_LOCAL = 300, 5000  # nodes a layer; without local terms width soon gains nothing ("Outer lines")
LOCAL = 0.6  # as many nodes take the same time with local terms ("Local pair terms")
LEAST_LOCAL = 60  # nodes a layer with which local terms gain on a board that is not swept ("Sweeps")
PROBE = 30, 200  # the width of the beam that measures the speed, and its moves
ROOM = 1.5  # width that a beam may reach, for one that its first moves allow: its end is quicker than its beginning
CORE = 0.03  # seconds that an inner board of 9 × 9 takes by the narrowest beam,
CORE_POWER = 2.5  # growing like this power of its cells
TELL = 2.0e-7  # seconds a move that putting an answer together takes
FIRST, GROWTH, MOST = 100, 3, 3000  # widths of growing beams: the first, times the last, the most
AGAIN = 12  # times what a beam took: where there is so much time, the next ones are wider
TRIALS = 1000  # beams at most, one after the other


@dataclass(slots=True)
class Outer:
    """The best (walk, board with the outer lines home) so far, by the walk and the model's value of the rest."""

    attempt: Attempt
    board: State
    before: Path
    inner: tuple[int, int]
    best: tuple[Walk, State] | None = None
    score: float = float("inf")

    def rolling(self, width: int, weights: Weights | None, sight: tuple[int, int]) -> Rolling:
        """Return a rolling beam, with the local terms where no weights are given."""
        kind = local.Local if weights is None else rolling.Rolling
        return kind(self.board, self.attempt.width, self.attempt.height, self.inner, width, *sight, weights)

    def roll(self, beam: Rolling, pace: Budget | None) -> None:
        """Drive a rolling beam; where the time is up before it is done, answer by what it has made."""
        import numpy as np

        attempt, cells = self.attempt, self.inner[0] * self.inner[1]
        until = attempt.budget.share()
        until.keep(CORE * (cells / pairs.SIDE**2) ** CORE_POWER + TELL * len(self.before))
        found = rolling.drive(beam, pace=pace, until=until)
        if found is None:
            first_answer.complete(attempt, np.concatenate([self.before, np.array(beam.walk, np.int32)]), beam.board)
            return
        score = len(found[0]) + guess(boards.inner_board(found[1], beam.w, beam.h, self.inner)[0], self.inner)
        if score < self.score:
            self.score, self.best = score, found

    def affordable(self, weights: Weights, part: Budget) -> float:
        """Return the width of a rolling beam that the time allows, judging by its first moves."""
        width, moves = PROBE
        beam = self.rolling(width, weights, NEAR_SIGHT)
        seconds, begun = part.left, part.spent
        made = len(beam.advance(moves))
        need = (part.spent - begun) * rolling.USUAL * max(1, beam.far)  # of a beam of width 1, times what was made
        return seconds * made * width / need if need else float("inf")

    def room(self, part: Budget) -> float:
        """Return the width that a rolling beam may reach in the time."""
        weights = rolling.weights_for(self.attempt.width, self.attempt.height)[0]
        return ROOM * self.affordable(weights, part)


def outer_lines(
    attempt: Attempt, board: State, before: Path, inner: tuple[int, int], part: Budget
) -> tuple[Walk, State] | None:
    """Return the best (walk, board with the outer lines home) that rolling beams find in time; None if they fail."""
    outer = Outer(attempt, board, before, inner)
    if max(attempt.width, attempt.height) < schedule.WIDE_FROM:
        growing(outer, part)
    elif part.is_limited:
        one_wide(outer, part)
    else:
        fixed(outer)
    return outer.best


def local_room(attempt: Attempt, plan: schedule.Plan) -> float | None:
    """Return the width of a beam with local terms from the board as it is, in the plan's time; None without a limit."""
    if not attempt.budget.is_limited:
        return None
    return LOCAL * Outer(attempt, attempt.board, (), plan.inner).room(attempt.budget.share(plan.outer_share))


def fixed(outer: Outer) -> None:
    """Roll beams of fixed width, the same on every machine, until one does not fail."""
    attempt = outer.attempt
    w, h = attempt.width, attempt.height
    if schedule.has_local_terms(w, h) and attempt.puzzle.cells <= schedule.FEW:
        outer.roll(outer.rolling(LEAST_LOCAL, None, FAR_SIGHT), None)
    for trial, terms in enumerate(rolling.weights_for(w, h)):
        if outer.best is None:
            outer.roll(outer.rolling(rolling.NARROW * GROWTH**trial, terms, NEAR_SIGHT), None)


def one_wide(outer: Outer, part: Budget) -> None:
    """Roll a beam as wide as the time allows, with the local terms where that is wide enough; others if it fails."""
    attempt = outer.attempt
    w, h = attempt.width, attempt.height
    room = outer.room(part)
    least = schedule.least_swept(w, h) if len(outer.before) else LEAST_LOCAL
    if schedule.has_local_terms(w, h) and LOCAL * room >= least:
        outer.roll(outer.rolling(int(min(WIDEST_LOCAL, LOCAL * room)), None, FAR_SIGHT), part)
        if outer.best is not None:
            return
    for terms in rolling.weights_for(w, h):
        begun = part.spent
        outer.roll(outer.rolling(int(max(rolling.NARROW, min(WIDEST, room))), terms, NEAR_SIGHT), part)
        if attempt.is_over or (outer.best is not None and part.spent - begun > part.left):
            return


def growing(outer: Outer, part: Budget) -> None:
    """Roll beams of several weights and growing width."""
    attempt = outer.attempt
    weights = rolling.weights_for(attempt.width, attempt.height)
    width = FIRST
    for trial in range(TRIALS):
        begun = part.spent
        outer.roll(outer.rolling(width, weights[trial % len(weights)], FAR_SIGHT), None if outer.best is None else part)
        if attempt.is_over:
            return
        if outer.best is None:
            if trial >= len(weights):
                return
            width *= GROWTH
            continue
        spent = part.spent - begun
        if not part.is_limited or spent > part.left:
            return
        if trial % len(weights) == 0 and AGAIN * spent < part.left:
            width = min(MOST, GROWTH * width)
