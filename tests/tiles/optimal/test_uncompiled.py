"""Without kernels the twins answer; with kernels that must be compiled first they answer what is easy."""

from pathlib import Path
from random import Random

import pytest

from solvable import kernels
from solvable.budget import Budget
from solvable.errors import BudgetExceededError
from solvable.puzzle import Event, State
from solvable.shared import behind
from solvable.tiles import SlidingTiles, compiling, frame, generate
from solvable.tiles.optimal import ida, uncompiled


@pytest.mark.parametrize("metric", ["stm", "mtm"])
@pytest.mark.parametrize("size", [(3, 3), (3, 2), (4, 2), (4, 3)])
def test_both_ways_take_the_same_moves(size: tuple[int, int], metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = SlidingTiles(*size, metric=metric)
    if metric == "mtm" and puzzle.cells > 9:
        return
    boards = [puzzle.scramble(Random(seed)) for seed in range(8)]
    monkeypatch.setenv("SOLVABLE_KERNELS", "on")
    compiled = [len(puzzle.optimal(state)) for state in boards]
    monkeypatch.setenv("SOLVABLE_KERNELS", "off")
    for state, length in zip(boards, compiled, strict=True):
        solution = puzzle.optimal(state)
        assert len(solution) == solution.lower_bound == length


def test_a_limit_brings_what_is_proved_and_a_solution(
    korf100: list[tuple[int, int, State]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLVABLE_KERNELS", "off")
    length, _, state = max(korf100)
    with pytest.raises(BudgetExceededError) as caught:
        SlidingTiles(4, 4, goal="blank-first").optimal(state, seconds=0.1)
    assert caught.value.best is not None
    assert caught.value.lower_bound <= length <= len(caught.value.best.moves)


def test_kernels_go_on_where_the_twin_has_had_its_turn(
    korf100: list[tuple[int, int, State]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("SOLVABLE_KERNELS", raising=False)
    import solvable.kernels.base.jit  # noqa: F401  numba has then read where its own cache is: only marks are missing

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))  # nothing is marked as compiled there
    monkeypatch.setattr(uncompiled, "HARD", 20_000)
    puzzle = SlidingTiles(4, 4, goal="blank-first")
    (easy, _, first), *_, (hard, _, last) = sorted(korf100)[:60]

    def compiled(event: Event) -> None:
        if event.nodes > 30_000:
            behind.mark(compiling.OPTIMAL).touch()

    with behind.compiling():  # so nobody else does
        found = ida.search(puzzle, first)
        assert found.method == "IDA*, small pattern databases" and len(found.moves) == easy
        found = ida.search(puzzle, last, Budget(progress=compiled))
        assert found.method.startswith("IDA*, pattern databases") and len(found.moves) == hard


def test_plain_searches_are_relieved_where_no_twin_covers_the_board(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("SOLVABLE_KERNELS", raising=False)
    import solvable.kernels.base.jit  # noqa: F401  numba has then read where its own cache is: only marks are missing

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    puzzle = SlidingTiles(4, 3, metric="mtm")
    state = puzzle.scramble(Random(3))
    events = []

    def compiled(event: Event) -> None:
        events.append(event)
        if len(events) > 2:
            behind.mark(compiling.MULTI).touch()

    with behind.compiling():
        found = ida.search(puzzle, state, Budget(progress=compiled))
    assert found.method.startswith("IDA*, labelled boards")
    monkeypatch.setenv("SOLVABLE_KERNELS", "on")
    assert len(ida.search(puzzle, state).moves) == len(found.moves)


def test_the_boards_of_a_seed_do_not_hang_on_what_is_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    puzzle = SlidingTiles(4, 4)
    drawn = list(generate.exact(puzzle, 26, 2, Random(1)))
    monkeypatch.delenv("SOLVABLE_KERNELS", raising=False)
    import solvable.kernels.base.jit  # noqa: F401  numba has then read where its own cache is: only marks are missing

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert list(generate.exact(puzzle, 26, 2, Random(1))) == drawn


@pytest.mark.parametrize("size", [(3, 3), (4, 2), (4, 3)])
def test_both_ways_list_the_same_shortest_solutions(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = SlidingTiles(*size)
    boards = [puzzle.scramble(Random(seed)) for seed in range(4)]
    for state in boards:
        monkeypatch.setenv("SOLVABLE_KERNELS", "on")
        compiled = {solution.moves for solution in puzzle.optimal_solutions(state)}
        monkeypatch.setenv("SOLVABLE_KERNELS", "off")
        found = [solution.moves for solution in puzzle.optimal_solutions(state)]
        assert len(found) == len(compiled) and set(found) == compiled


@pytest.mark.parametrize(("name", "file"), [("TURN", None), ("SHORT_TURN", Path("kernels.so"))])
def test_the_twin_has_one_turn_for_all_boards_of_a_process(
    name: str, file: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the kernels need only be loaded, many easy boards do not put that off for ever."""
    monkeypatch.setattr(uncompiled, "_expanded", [0])
    monkeypatch.setattr(uncompiled, name, 50_000)
    monkeypatch.setattr(behind, "linked", lambda _step: file)
    monkeypatch.setattr(kernels, "are_loaded", lambda: False)
    monkeypatch.setattr(kernels, "are_asked_for", lambda: False)
    monkeypatch.setattr(uncompiled, "are_ready", lambda _puzzle, *, at_once=True: True)
    puzzle, turns = SlidingTiles(4, 4), 0
    view = frame.view(4, 4, puzzle.goal)
    state, far = puzzle.goal, tuple(reversed(puzzle.goal))
    for move in (14, 13, 9, 10, 6, 5, 1, 2, 3):
        state = puzzle.apply(state, move)
    assert uncompiled.have_a_turn(puzzle, far, Budget(), at_once=True) == (file is None)
    while uncompiled.have_a_turn(puzzle, state, Budget(), at_once=True):
        found = uncompiled.search(puzzle, view, state, lambda _bound, _expanded: None)
        assert found is None or len(found[0]) == 9
        turns += 1
    assert turns == 10  # of nine states each: to begin with a board counts, too
    assert not uncompiled.have_a_turn(puzzle, state, Budget(), at_once=True)
    assert not uncompiled.have_a_turn(puzzle, state, Budget(1), at_once=True)
