"""Every public method of a lights puzzle ends in its time, and soon after it is cancelled, on hostile puzzles.

The complete loop, with memory measured in fresh processes, is `python -m tools.hostile lights`.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import networkx  # noqa: F401  loading it is not the request's work
import pytest
from tests.spent import LATE, Cancelled, spent
from tools.hostile.lights import METHODS

import solvable
from solvable import answers
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.game_id import parse
from solvable.lights.board import LightsOut

SECONDS = 1.0
AFTER = 0.1  # seconds until a request is cancelled
MAKERS = {"box", "from_graph", "from_matrix"}
VALUES = {"cells", "presses", "goal", "toggle", "without_name", "width", "height", "k", "rule", "surface"}
VALUES |= {"dead", "fixed", "free", "lampless", "name", "system", "system_cache"}
PUZZLES: dict[str, Callable[[], LightsOut]] = {  # made anew, as what was found out is kept
    "torus": lambda: LightsOut(150, 150, k=4, surface="torus"),
    "many states": lambda: LightsOut(5, 5, k=2**31 - 1),
    "many quiet patterns": lambda: LightsOut(150, 150, surface="torus"),
    "box": lambda: LightsOut.box(18, 18, 18, k=3),
}
TAKES_LONG = {
    "chase_table",
    "exact",
    "fewest_lit",
    "lit_only",
    "obstruction",
    "optimal",
    "quiet_list",
    "solve",
    "worst",
}


def made(request: str, puzzle: Any) -> object:
    """Make the request; what comes of an iterator is taken, and errors of ours are answers."""
    one = (1, *puzzle.goal[1:])
    try:
        found = eval(request, {"p": puzzle, "one": one, "Random": Random, "solvable": solvable})
        return sum(1 for _ in found) if isinstance(found, Iterator) else found
    except PuzzleError as error:
        return error


def test_every_public_method_has_a_case() -> None:
    public = {name for name in dir(LightsOut) if not name.startswith("_")}
    assert public - MAKERS - VALUES == METHODS.keys()


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("name", sorted(METHODS))
def test_it_ends_in_its_time(name: str, puzzle: str) -> None:
    seconds = SECONDS if name in TAKES_LONG and puzzle == "torus" else 0.1
    hostile = PUZZLES[puzzle]()
    begun = spent()
    with Budget(seconds):
        made(METHODS[name], hostile)
    assert spent() - begun < seconds + LATE


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("name", sorted(METHODS))
def test_it_ends_soon_after_it_is_cancelled(name: str, puzzle: str) -> None:
    hostile, budget = PUZZLES[puzzle](), Budget()
    cancelled = Cancelled(budget, AFTER)
    with budget:
        made(METHODS[name], hostile)
    assert cancelled.late() < LATE


@pytest.mark.parametrize("size", [(10**18, 10**18), (10**9, 10**9), (10**9 + 6, 10**12)])
@pytest.mark.parametrize("k", [2, 3])
def test_hopeless_sizes_are_refused_at_once(size: tuple[int, int], k: int) -> None:
    puzzle = LightsOut(*size, k=k)
    begun = spent()
    for request in ("p.nullity", "p.goal", "p.toggles", "p.all_lit()", "p.scramble(Random(1))", "p.quiet"):
        with pytest.raises(PuzzleError):
            eval(request, {"p": puzzle, "Random": Random})
    assert spent() - begun < LATE


def test_a_matrix_beyond_the_memory_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLVABLE_MEMORY", "1G")
    with pytest.raises(BudgetExceededError, match="GB of memory"):
        LightsOut(200, 200, k=3).matrix()


def test_boards_of_many_states_need_no_memory_for_them() -> None:
    puzzle, state = parse("lights:5x5,mod1000000000#1")
    assert answers.check(puzzle, state, seconds=5)["verdict"] == "solvable"
    with pytest.raises(PuzzleError):
        list(answers.new(LightsOut(5, 5, k=2**31 - 1), exact=1000))


@pytest.mark.parametrize("board", ["lights:5x5#1", "lights:4x4,mod3#1", "lights:6x6,torus#2"])
def test_a_search_tells_how_many_solutions_it_weighed(board: str) -> None:
    puzzle, state = parse(board)
    answer = answers.solve(puzzle, state)
    assert answer.get("nodes", 0) == (int(answer["solutions"]) if answer["nullity"] else 0)
