"""Counters that do not wrap: against counting out all presses, published machines, and the checker's own method."""

import json
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solvable
from solvable import game_id
from solvable.checker.counters import fewest
from solvable.core import answer
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError, IllegalMoveError, NotationError, PuzzleError, UnsolvableError
from solvable.counters.board import PARITY, WITHIN_REACH, Counters
from solvable.counters.least import Search
from solvable.formats import read, write

# the examples of adventofcode.com/2025/day/10, second part
MACHINES = (
    ("[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}", 10),
    ("[...#.] (0,2,3,4) (2,3) (0,4) (0,1,2) (1,2,3,4) {7,5,12,7,2}", 12),
    ("[.###.#] (0,1,2,3,4) (0,3,4) (0,1,2,4,5) (1,2) {10,11,11,5,10,5}", 11),
)


def counted_out(puzzle: Counters, state: tuple[int, ...]) -> tuple[int, int]:
    """Return the fewest presses and how many solutions have them, by trying all; (0, 0) if there is none."""
    limits = [min((state[counter] for counter in button), default=0) for button in puzzle.buttons]
    sums = [sum(times) for times in product(*(range(most + 1) for most in limits)) if puzzle.pressed(times) == state]
    return (min(sums), sums.count(min(sums))) if sums else (0, 0)


@st.composite
def positions(draw: st.DrawFn) -> tuple[Counters, tuple[int, ...]]:
    size = draw(st.integers(1, 4))
    button = st.lists(st.integers(0, size - 1), max_size=size, unique=True).map(tuple)
    puzzle = Counters(size, tuple(draw(st.lists(button, min_size=1, max_size=5))))
    if draw(st.booleans()):
        return puzzle, tuple(draw(st.lists(st.integers(0, 6), min_size=size, max_size=size)))
    times = draw(st.lists(st.integers(0, 2), min_size=len(puzzle.buttons), max_size=len(puzzle.buttons)))
    return puzzle, puzzle.pressed(times)


@given(positions())
def test_the_fewest_presses_are_those_counted_out(position: tuple[Counters, tuple[int, ...]]) -> None:
    puzzle, state = position
    minimum, count = counted_out(puzzle, state)
    assert fewest(puzzle.buttons, state) == (minimum, count)
    proof = puzzle.obstruction(state)
    if not count:
        assert proof is not None
        if proof.invariant == PARITY:
            assert all(sum(proof.weights[counter] for counter in button) % 2 == 0 for button in puzzle.buttons)
            assert (
                sum(weight * amount for weight, amount in zip(proof.weights, state, strict=True)) % 2
                == proof.value
                == 1
            )
        else:
            assert proof.invariant == WITHIN_REACH
        with pytest.raises(UnsolvableError):
            puzzle.optimal(state)
        return
    assert proof is None
    solutions = list(puzzle.optimal_solutions(state))
    assert len({solution.moves for solution in solutions}) == len(solutions) == count
    for solution in solutions:
        assert len(solution) == solution.lower_bound == minimum
        assert puzzle.apply_all(state, solution.moves) == puzzle.goal


@given(positions())
def test_answers_are_verified_and_forged_ones_are_not(position: tuple[Counters, tuple[int, ...]]) -> None:
    found = solvable.solve(position)
    for each in (found, solvable.check(position)):
        assert solvable.verify(json.loads(answer.to_json(each))).verdict == "right"
    if found.get("moves"):
        length = found["length"]
        fewer = found | {"moves": found["moves"][1:], "length": length - 1, "lower_bound": length - 1}
        more = found | {"lower_bound": length + 1, "optimal": False, "verdict": "bounded"}
        refuted = {key: found[key] for key in ("puzzle", "board")} | {
            "verdict": "unsolvable",
            "obstruction": {"invariant": WITHIN_REACH, "weights": [], "value": 0, "wanted": 1},
        }
        for forged in (fewer, more, refuted):
            assert solvable.verify(forged).verdict == "wrong"
    if found["verdict"] == "unsolvable" and any(found["obstruction"]["weights"]):
        none = [0] * len(position[1])
        assert solvable.verify(found | {"obstruction": found["obstruction"] | {"weights": none}}).verdict == "wrong"


@given(positions())
def test_ids_and_machines_are_read_as_they_are_written(position: tuple[Counters, tuple[int, ...]]) -> None:
    puzzle, state = position
    assert game_id.parse(game_id.format_board(puzzle, state)) == position
    board = read(write(puzzle, state, "counters"), format="counters")
    assert (board.puzzle, board.state) == position


@pytest.mark.parametrize(("machine", "presses"), MACHINES)
def test_published_machines(machine: str, presses: int) -> None:
    found = solvable.solve(machine, format="counters")
    assert (found["length"], found["optimal"]) == (presses, True)


def test_machines_as_large_as_those_set_and_larger_are_proved() -> None:
    rng = Random(5)
    for size, buttons, most in [(10, 13, 40), (8, 13, 60), (10, 24, 60)]:
        wiring = tuple(tuple(sorted(rng.sample(range(size), rng.randint(2, 8)))) for _ in range(buttons))
        puzzle = Counters(size, wiring)
        times = [rng.randint(0, most) for _ in wiring]
        solution = puzzle.optimal(puzzle.pressed(times))
        assert solution.is_optimal and len(solution) <= sum(times)
        assert puzzle.apply_all(puzzle.pressed(times), solution.moves) == puzzle.goal


def test_a_limit_leaves_a_proved_bound() -> None:
    rng = Random(1)
    puzzle = Counters(60, tuple(tuple(sorted(rng.sample(range(60), 20))) for _ in range(90)))
    state = puzzle.pressed([rng.randint(0, 50) for _ in puzzle.buttons])
    budget = Budget(None)
    search = Search(puzzle.buttons, state, budget)
    budget.cancel()
    with pytest.raises(BudgetExceededError) as caught:
        next(search.solutions())
    assert caught.value.lower_bound >= max(state)


def test_scrambles_are_solvable_and_presses_stop_at_zero() -> None:
    puzzle, state = solvable.parse("counters:4,buttons=3/1.3/2/2.3/0.2/0.1#1")
    assert puzzle.obstruction(state) is None and any(state)
    with pytest.raises(IllegalMoveError, match="below zero"):
        puzzle.apply(puzzle.goal, 0)
    with pytest.raises(IllegalMoveError, match="no button"):
        puzzle.apply(state, 6)
    with pytest.raises(PuzzleError, match="infinitely many"):
        puzzle.count()


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("counters:x,buttons=0:1", 10),
        ("counters:2:1,1", 10),
        ("counters:2,buttons=0.5:1,1", 12),
        ("counters:2,buttons=0.0:1,1", 12),
        ("counters:2,buttons=0/x:1,1", 22),
        ("counters:0,buttons=0:1", 10),
        ("counters:2,buttons=0.1:1", 25),
        ("counters:2,buttons=0.1:1,x", 26),
        ("counters:1,buttons=0:1000000", 22),
    ],
)
def test_what_is_wrong_in_an_id_is_named_with_its_column(text: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        solvable.parse(text)
    assert caught.value.column == column
