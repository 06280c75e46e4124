"""Where the kernels must be compiled first the twin answers, in time, and they take over when they are there."""

import time
from pathlib import Path
from random import Random

import pytest

from solvable.budget import Budget
from solvable.errors import BudgetExceededError
from solvable.puzzle import Event, replay
from solvable.shared import behind
from solvable.solution import Solution
from solvable.tiles import SlidingTiles, compiling, construct
from solvable.tiles.near import plain, search
from solvable.tiles.near.search import near


@pytest.fixture(autouse=True)
def nothing_is_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import solvable.kernels.base.jit  # noqa: F401  numba has then read where its own cache is: only marks are missing

    monkeypatch.delenv("SOLVABLE_KERNELS", raising=False)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))


@pytest.mark.parametrize("size", [(3, 3), (5, 5), (10, 10)])
def test_the_answer_is_there_in_time(size: tuple[int, int]) -> None:
    puzzle = SlidingTiles(*size)
    state = puzzle.scramble(Random(1))
    begun = time.process_time()
    with behind.compiling():  # so nobody else does
        found = near(puzzle, state, Budget(0.5))
    assert time.process_time() - begun < 20
    assert replay(puzzle, state, found.moves) == puzzle.goal


def test_where_the_twin_ends_early_nothing_is_compiled_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = SlidingTiles(5, 5)
    state = puzzle.scramble(Random(1))
    short = Solution(construct.solve(puzzle, state).moves, 0)
    monkeypatch.setattr(plain, "near", lambda *_: short)  # as where what is left is too short for another beam
    monkeypatch.setattr(search, "compiled", lambda attempt: pytest.fail("compiled in this process"))
    with behind.compiling():
        assert search.before_compiled(puzzle, state, 0, Budget(0.3)) == short


def test_where_the_twin_ends_early_the_kernels_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = SlidingTiles(5, 5)
    state = puzzle.scramble(Random(1))
    short = Solution(construct.solve(puzzle, state).moves, 0)
    monkeypatch.setattr(plain, "near", lambda *_: short)

    def compiled(event: Event) -> bool:
        behind.mark(compiling.NEAR).touch()
        return event.best is None or len(event.best) >= len(short)

    with behind.compiling(), pytest.raises(BudgetExceededError) as ended:
        near(puzzle, state, Budget(600, progress=compiled))
    assert ended.value.best is not None and len(ended.value.best.moves) < len(short)


def test_kernels_take_over_when_they_are_compiled() -> None:
    puzzle = SlidingTiles(6, 6)
    state = puzzle.scramble(Random(1))
    lengths = []

    def compiled(event: Event) -> bool:
        lengths.append(0 if event.best is None else len(event.best))
        behind.mark(compiling.NEAR).touch()
        return not 0 < lengths[-1] < 200  # optimal is 170 or so, the human method takes over 400

    with behind.compiling(), pytest.raises(BudgetExceededError) as ended:
        near(puzzle, state, Budget(600, progress=compiled))
    assert ended.value.best is not None and len(ended.value.best.moves) < 200 < max(lengths)
    assert replay(puzzle, state, ended.value.best.moves) == puzzle.goal


def test_without_a_limit_the_kernels_do_all() -> None:
    puzzle = SlidingTiles(5, 4)
    state = puzzle.scramble(Random(1))
    first = []

    def compiled(event: Event) -> None:
        first.append(event)
        behind.mark(compiling.NEAR).touch()

    with behind.compiling():
        found = near(puzzle, state, Budget(progress=compiled))
    assert first[0].best is not None
    assert found == near(puzzle, state, Budget())


def test_who_waits_may_cancel() -> None:
    puzzle = SlidingTiles(5, 4)
    with behind.compiling(), pytest.raises(BudgetExceededError) as caught:
        near(puzzle, puzzle.scramble(Random(1)), Budget(progress=lambda event: event.best is None))
    assert caught.value.best is not None
