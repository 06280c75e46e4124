"""The ladder of beams: what a rung is depends on its number alone, and a longer limit climbs further."""

from random import Random

import pytest

from solvable import SlidingTiles
from solvable.budget import Budget
from solvable.puzzle import State
from solvable.tiles import moves
from solvable.tiles.near import widening
from solvable.tiles.near.beam import PairBeam


class Ticking:
    """A clock that goes on by so much whenever it is looked at."""

    def __init__(self, step: float) -> None:
        self.step, self.now = step, 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.parametrize("cells", [25, 49, 100])
def test_rungs_do_not_get_narrower_and_take_turns(cells: int) -> None:
    rungs = [widening.rung(k, cells) for k in range(20)]
    widths = [each.width for each in rungs]
    assert widths == sorted(widths)
    assert widths[0] == widening.FIRST and rungs[0].view == 0 and not rungs[0].is_mixed
    kinds = widening.KINDS_MIXED if cells <= widening.MIXED_CELLS else widening.KINDS
    assert {(each.view, each.is_mixed) for each in rungs[-len(kinds) :]} == set(kinds)
    assert len(set(rungs)) == len(rungs)


def climbed(
    board: State, seconds: float, monkeypatch: pytest.MonkeyPatch, workers: int = 1
) -> tuple[list[widening.Rung], list[int]]:
    """Return the rungs climbed in a time that goes on with each look, and the lengths found."""
    noted: list[widening.Rung] = []
    beams_of = widening.beams_of

    def note(rungs: list[widening.Rung], size: tuple[int, int], layers: int, budget: Budget) -> list[PairBeam]:
        noted.extend(rungs)
        return beams_of(rungs, size, layers, budget)

    with monkeypatch.context() as patch:
        patch.setattr(widening, "beams_of", note)
        budget = Budget(seconds, clock=Ticking(1e-4))
        walks = list(widening.widening(board, 5, 5, budget, budget, workers))
    for walk in walks:
        assert moves.replay(5, board, walk) == SlidingTiles(5, 5).goal
    return noted, [len(walk) for walk in walks]


def test_a_longer_limit_climbs_the_same_rungs_and_more(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(2):
        board = SlidingTiles(5, 5).scramble(Random(seed))
        highest, longest = 0, 10**9
        for seconds in (0.01, 0.03, 0.06):
            rungs, lengths = climbed(board, seconds, monkeypatch)
            ladder = [widening.rung(k, 25) for k in range(len(rungs))]
            whole = next((k for k, each in enumerate(rungs) if each != ladder[k]), len(rungs))
            assert whole >= highest
            assert lengths == sorted(set(lengths), reverse=True)
            assert lengths[-1] <= 1.02 * longest
            highest, longest = whole, min(longest, lengths[-1])
        assert highest >= 1


def test_two_workers_climb_two_rungs_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    board = SlidingTiles(5, 5).scramble(Random(4))
    rungs, lengths = climbed(board, 0.05, monkeypatch, workers=2)
    assert len(rungs) % 2 == 0
    assert rungs[:2] == [widening.rung(k, 25) for k in range(2)]
    assert lengths == sorted(set(lengths), reverse=True)
