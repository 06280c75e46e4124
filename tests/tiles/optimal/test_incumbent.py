"""The best solution known while a proof goes on, and how the time is shared between the two."""

import time
from collections.abc import Callable, Sequence
from itertools import count
from random import Random

import pytest
from tests.spent import LATE

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.puzzle import Event, Move, State, replay
from solvable.tiles import SlidingTiles
from solvable.tiles.optimal import ida, incumbent
from solvable.tiles.optimal.incumbent import Incumbent, UpperBound
from solvable.tiles.pdb import partitions

FIFTEEN = SlidingTiles(4, 4, goal="blank-first")
LONG = 3, 60, 88  # of Korf's hundred, with small tables


def ignored(_nodes: int) -> None:
    pass


@pytest.mark.parametrize(
    ("side", "seconds", "proving"),
    [(4, 100.0, 100.0), (5, 100.0, 98.0), (5, 1.0, 0.7), (6, 100.0, 70.0), (5, None, float("inf"))],
)
def test_seconds_are_kept_for_a_short_solution_where_a_proof_may_not_be_found(
    side: int, seconds: float | None, proving: float
) -> None:
    puzzle = SlidingTiles(side, side)
    known = Incumbent(puzzle, puzzle.goal[::-1], Budget(seconds, clock=lambda: 0.0))
    assert known.proving.left == pytest.approx(proving)


@pytest.mark.slow
def test_after_a_proof_that_overran_the_short_solution_of_a_24_puzzle_has_two_seconds() -> None:
    """Of a limit of an hour, of which nothing is left, not a tenth."""
    puzzle, now = SlidingTiles(5, 5), [0.0]
    state = puzzle.scramble(Random(1))
    known = Incumbent(puzzle, state, Budget(3600, clock=lambda: now[0]))
    now[0] = 7200.0
    started = time.process_time()
    moves = known.short()
    assert moves is not None and replay(puzzle, state, moves) == puzzle.goal
    assert time.process_time() - started < incumbent.SHORT_SOLUTION_S_MAX + LATE


@pytest.mark.slow
def test_a_hard_board_has_a_short_solution_and_a_bound_when_the_time_is_up() -> None:
    """The clock goes on by itself: at each look a hundredth of the time is over."""
    puzzle, seconds = SlidingTiles(5, 5), [0.0]

    def clock() -> float:
        seconds[0] += 0.01
        return seconds[0]

    state = (*puzzle.goal[-2::-1], 0)
    with pytest.raises(BudgetExceededError) as stopped:
        ida.search(puzzle, state, Budget(1.0, clock=clock))
    assert stopped.value.best is not None
    assert replay(puzzle, state, stopped.value.best.moves) == puzzle.goal
    assert stopped.value.lower_bound <= len(stopped.value.best.moves)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_a_beam_that_meets_the_bound_spares_the_last_search(
    korf100: list[tuple[int, int, State]], workers: int
) -> None:
    for number in LONG:
        length, _, state = korf100[number - 1]
        found = ida.search(FIFTEEN, state, tables=partitions.named("4x4-555"), budget=Budget(workers=workers))
        assert found.method.endswith("and a beam")
        assert replay(FIFTEEN, state, found.moves) == FIFTEEN.goal
        assert len(found.moves) == found.lower_bound == length


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["stm", "mtm"])
@pytest.mark.parametrize("goal", [None, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 13, 14, 15, 16, 17, 18, 19)])
def test_it_is_a_solution_and_only_falls(goal: State | None, metric: str) -> None:
    puzzle = SlidingTiles(5, 4, goal=goal or "blank-last", metric=metric)
    state = puzzle.scramble(Random(3))
    known = UpperBound(puzzle, state)
    assert known.length is None
    assert known.within(1000) is None
    lengths: list[int] = []
    for nodes in (incumbent.BEAM_AFTER_NODES, 4 * incumbent.BEAM_AFTER_NODES, 16 * incumbent.BEAM_AFTER_NODES):
        known.lower(0, nodes, ignored)
        assert known.moves is not None
        assert known.length is not None
        assert replay(puzzle, state, known.moves) == puzzle.goal
        assert known.within(known.length) == known.moves
        assert known.within(known.length - 1) is None
        lengths.append(known.length)
    assert lengths == sorted(lengths, reverse=True)


def test_short_searches_are_left_alone() -> None:
    known = UpperBound(FIFTEEN, FIFTEEN.scramble(Random(1)))
    known.lower(0, incumbent.BEAM_AFTER_NODES - 1, ignored)
    assert known.moves is None


def test_a_solution_that_may_be_shortest_is_not_improved() -> None:
    known = UpperBound(FIFTEEN, FIFTEEN.scramble(Random(1)))
    known.lower(0, incumbent.BEAM_AFTER_NODES, ignored)
    before, width = known.moves, known.width
    assert known.length is not None
    known.lower(known.length - 2, 10 * incumbent.BEAM_AFTER_NODES, ignored)
    assert (known.moves, known.width) == (before, width)


def test_beams_of_the_greatest_width_are_on_other_views_of_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each is tried once, where the search has gone on three times as long; none is tried after them."""
    monkeypatch.setattr(incumbent, "BEAM_WIDTH_MAX", 3_000)
    puzzle = SlidingTiles(5, 5)
    state = puzzle.scramble(Random(9))
    known = UpperBound(puzzle, state)
    counts, found, beam = list[int](), list[tuple[Move, ...]](), UpperBound.beam

    def counted(self: UpperBound, width: int, tick: Callable[[int], None]) -> Sequence[Move] | None:
        counts.append(width)
        moves = beam(self, width, tick)
        if moves is not None:
            assert replay(puzzle, state, moves) == puzzle.goal
            found.append(tuple(moves))
        return moves

    monkeypatch.setattr(UpperBound, "beam", counted)
    for level in range(7):
        for part in (1.01, 1.5, 2.9):
            known.lower(0, int(3_000 * part * incumbent.REPEAT_WORK_FACTOR**level * known.work), ignored)
    assert [*map(incumbent.level, counts)] == [1, 2, 3, 4, 5, 6, 7]
    assert len(set(found)) > 1  # they err elsewhere
    assert len(found) <= incumbent.BEAM_VIEWS
    assert known.length == min(map(len, found))


def test_a_level_is_three_times_the_work() -> None:
    widths = (1, 99_999, 100_000, 299_999, 300_000, 900_000)
    assert [*map(incumbent.level, widths)] == [0, 0, 1, 1, 2, 3]


@pytest.mark.slow
def test_a_limit_whose_last_beam_meets_the_bound_is_no_failure(korf100: list[tuple[int, int, State]]) -> None:
    """The time ends while the last bound is searched: the short solution found then is proved shortest."""
    tables, met = partitions.named("4x4-555"), 0
    for number in LONG[:1]:
        length, _, state = korf100[number - 1]
        for limit in range(2, 40, 6):
            looks = count()
            try:
                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr(incumbent, "BEAM_AFTER_NODES", 1 << 60)  # no beams before
                    found = ida.search(FIFTEEN, state, Budget(limit, clock=lambda: float(next(looks))), tables=tables)  # noqa: B023
            except BudgetExceededError as error:
                assert error.best is None or error.lower_bound < len(error.best.moves)
                continue
            assert replay(FIFTEEN, state, found.moves) == FIFTEEN.goal
            assert len(found.moves) == found.lower_bound == length
            met += "and a beam" in found.method
    assert met


def test_boards_beyond_the_model_get_one_short_solution() -> None:
    puzzle = SlidingTiles(12, 11)
    state = puzzle.scramble(Random(1))
    known = UpperBound(puzzle, state)
    known.lower(0, incumbent.BEAM_AFTER_NODES, ignored)
    assert known.moves is not None
    assert replay(puzzle, state, known.moves) == puzzle.goal
    before = known.moves
    known.lower(0, 10 * incumbent.BEAM_AFTER_NODES, ignored)
    assert known.moves is before


def test_beams_can_be_stopped() -> None:
    def stop(_nodes: int) -> None:
        raise BudgetExceededError("stopped", 0)

    known = UpperBound(FIFTEEN, FIFTEEN.scramble(Random(1)))
    with pytest.raises(BudgetExceededError, match="stopped"):
        known.lower(0, incumbent.BEAM_AFTER_NODES, stop)


def test_who_cancels_has_the_solution_of_the_beam() -> None:
    puzzle = SlidingTiles(6, 6)
    state = puzzle.scramble(Random(1))
    told: list[int] = []

    def once_known(event: Event) -> bool:
        told.extend([len(event.best)] if event.best is not None else [])
        return len(told) < 3

    with pytest.raises(BudgetExceededError, match="cancelled") as caught:
        puzzle.optimal(state, progress=once_known)
    best = caught.value.best
    assert best is not None
    assert replay(puzzle, state, best.moves) == puzzle.goal
    assert len(best.moves) == told[-1] < len(puzzle.solve(state)) / 2
