"""Every public method of tiles keeps its promises on hostile boards: an end in time, memory, errors of ours alone.

The complete loop, in fresh processes with little memory, is `python -m tools.hostile tiles`.
"""

from collections.abc import Callable, Iterator
from random import Random
from threading import Timer
from typing import Any

import pytest
from tests.spent import LATE, spent
from tools.hostile import tiles as cases

from solvable import answers
from solvable.core.budget import Budget
from solvable.core.errors import MissingTableError, PuzzleError
from solvable.tiles import SlidingTiles, compact, seeded
from solvable.tiles.graphs.board import GraphTiles

SECONDS = 0.1
PUZZLES: dict[str, Callable[[], Any]] = {
    "huge": lambda: SlidingTiles(200, 200),
    "slim": lambda: SlidingTiles(20000, 2, metric="mtm", goal="spiral"),
    "line": lambda: SlidingTiles(1, 100_000),
    "beyond any proof": lambda: SlidingTiles(9, 9),
    "picture": lambda: GraphTiles.board(30, 30, goal=[1, 1, *range(2, 899), 0]),
    "hole": lambda: GraphTiles.board(40, 40, dead=(5,)),
    "complete": lambda: GraphTiles(60, [(a, b) for a in range(60) for b in range(a)]),
}
SLOW = ("distances", "exact", "levels", "near", "optimal", "optimal_solutions", "search", "solve", "stages")


def public(kind: type) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_")}


@pytest.mark.parametrize(("kind", "known"), [(SlidingTiles, cases.OF_BOARDS), (GraphTiles, cases.OF_GRAPHS)])
def test_every_public_name_has_a_hostile_case(kind: type, known: dict[str, str]) -> None:
    fields = {"width", "height", "metric", "goal", "goal_name", "vertices", "edges", "dead", "letters", "neighbours"}
    assert public(kind) - fields == known.keys() - fields


def ends(work: Callable[[], object], within: float) -> object:
    """Do the work; return what came, an error of ours included, once it is sure that it ended in time."""
    begun = spent()
    try:
        found = work()
        found = list(found) if isinstance(found, Iterator) else found
    except PuzzleError as error:
        found = error
    assert spent() - begun < within, repr(found)[:200]
    return found


@pytest.fixture(scope="module", params=PUZZLES)
def posed(request: pytest.FixtureRequest) -> tuple[Any, Any]:
    puzzle = PUZZLES[request.param]()
    return puzzle, puzzle.scramble(Random(1))


def scope(posed: tuple[Any, Any]) -> dict[str, object]:
    return {"p": posed[0], "s": posed[1], "Random": Random}


def expressions(puzzle: object) -> dict[str, str]:
    return cases.OF_BOARDS if isinstance(puzzle, SlidingTiles) else cases.OF_GRAPHS


@pytest.mark.slow
def test_every_method_ends_when_its_time_is_up(posed: tuple[Any, Any]) -> None:
    for name, expression in expressions(posed[0]).items():
        if name in SLOW:
            with Budget(SECONDS):
                ends(lambda text=expression: eval(text, scope(posed)), SECONDS + LATE)  # type: ignore[misc]


@pytest.mark.slow
def test_every_method_ends_when_it_is_cancelled(posed: tuple[Any, Any]) -> None:
    for name, expression in expressions(posed[0]).items():
        if name in SLOW:
            budget = Budget()
            timer = Timer(SECONDS, budget.cancel)
            timer.start()
            with budget:
                ends(lambda text=expression: eval(text, scope(posed)), SECONDS + LATE)  # type: ignore[misc]
            timer.cancel()


@pytest.mark.slow
def test_a_hopeless_proof_without_a_limit_stops_and_says_how_to_ask_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers.solving, "HOPELESS_PROOF_S", 0.3)
    puzzle = SlidingTiles(7, 7)
    state = puzzle.scramble(Random(1))
    answer = answers.solve(puzzle, state)
    assert answer["verdict"] == "bounded"
    assert "give a limit of time" in answer["note"]
    assert "note" not in answers.solve(puzzle, state, seconds=0.3)
    assert "note" not in answers.solve(SlidingTiles(3, 3), SlidingTiles(3, 3).scramble(Random(1)))


def test_a_board_that_no_memory_holds_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = SlidingTiles(700, 700)
    monkeypatch.setenv("SOLVABLE_MEMORY", "1G")
    for work in (puzzle.solve, puzzle.near, puzzle.stages):
        with pytest.raises(PuzzleError, match="GB of memory"):
            work(puzzle.goal[1::-1] + puzzle.goal[2:4][::-1] + puzzle.goal[4:])


def test_long_solutions_are_sequences_as_tuples_are() -> None:
    import numpy as np

    cells = tuple(range(0, 200_001, 2))
    long = compact.Moves(np.array(cells, np.int32))
    assert long == cells
    assert cells == long
    assert long == compact.Moves(np.array(cells))
    assert long != cells[:-1]
    assert long != (*cells[:-1], 1)
    assert hash(long) == hash(cells)
    assert (long[0], long[-1], long[5:9], long[::-1][:2]) == (0, 200_000, cells[5:9], cells[:-3:-1])
    assert tuple(long) == cells
    assert tuple(reversed(long)) == cells[::-1]
    assert np.array_equal(np.asarray(long), cells)
    assert type(long[1]) is int
    assert repr(long) == "Moves(0, 2, 4, …, 199996, 199998, 200000: 100,001 in all)"
    assert compact.moves_of(long) is long
    assert compact.moves_of([1, 2]) == (1, 2)


def test_the_compiled_drawing_takes_what_its_reference_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(1)
    for count in (1, 2, 3, 5, 17, 64, 3000):
        ranks = [rng.randrange(left) for left in range(count, 2, -1)]
        plain = seeded.taken(ranks, count)
        monkeypatch.setattr(seeded, "COMPILED_FROM", 0)
        assert seeded.taken(ranks, count) == plain
        monkeypatch.undo()


def test_a_missing_table_is_an_error_of_ours() -> None:
    assert issubclass(MissingTableError, PuzzleError)
    assert issubclass(MissingTableError, KeyError)
    assert str(MissingTableError("build it")) == "build it"


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["any", "near", "optimal"])
def test_every_answer_comes_when_its_time_is_up(posed: tuple[Any, Any], mode: answers.Mode) -> None:
    ends(lambda: answers.solve(*posed, mode=mode, seconds=SECONDS), SECONDS + LATE)
