"""Everything the program says is accepted by the checker, and rejected with one move, weight or count changed."""

import json
from collections.abc import Iterator, Mapping
from itertools import count
from random import Random
from typing import Any

import pytest

from solvable import answers
from solvable.answers import fields
from solvable.checker import verify
from solvable.core import memory
from solvable.core.answer import Answer, to_json
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError, PuzzleError
from solvable.core.puzzle import Puzzle, Solution, State
from solvable.game_id import parse, parse_puzzle
from solvable.lights.board import LightsOut

LIGHTS = [
    "lights:3x3",
    "lights:4x4",
    "lights:5x5",
    "lights:1x7",
    "lights:7x4,torus",
    "lights:5x5,king",
    "lights:4x4,mod3",
    "lights:3x3,plus0,mod4",
    "lights:3x3,mod6",
    "lights:5x4,mod5,dead=0.7",
    "lights:merlin",
    "lights:lights-out-2000",
    "lights:graph=5;0-1;1-2;2-3;3-4;4-0",
]
TILES = ["tiles:2x2", "tiles:3x3", "tiles:3x2,goal=blank-first", "tiles:3x3,goal=spiral,mtm", "tiles:5x1"]


def states(puzzle: Puzzle, number: int, seed: int) -> Iterator[State]:
    """Yield uniformly random states, solvable or not."""
    rng = Random(seed)
    for _ in range(number):
        if isinstance(puzzle, LightsOut):
            yield tuple(0 if cell in puzzle.dead else rng.randrange(puzzle.k) for cell in range(puzzle.cells))
        else:
            yield tuple(rng.sample(range(len(puzzle.goal)), len(puzzle.goal)))


def answers_of(text: str) -> Iterator[Answer]:
    puzzle = parse_puzzle(text)
    yield answers.count(puzzle)
    for state in states(puzzle, 6, seed=len(text)):
        yield answers.check(puzzle, state)
        yield answers.solve(puzzle, state)
        yield answers.solve(puzzle, state, mode="any")
        yield from answers.solve_all(puzzle, state, limit=3)
    if isinstance(puzzle, LightsOut):
        yield answers.quiet(puzzle)
        yield answers.quiet(puzzle, every=True, limit=10)
        yield answers.matrix(puzzle)
    if puzzle.count().solvable > 10:
        yield from answers.new(puzzle, number=2, seed="s")


def changes(answer: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield copies of the answer with one number changed, each of which must be wrong."""
    answer = dict(answer)
    for name in ("length", "nullity", "solutions", "optimal_solutions", "solvable_states", "states"):
        if name in answer:
            for step in (-1, 1):
                yield answer | {name: type(answer[name])(int(answer[name]) + step)}
    if answer.get("optimal"):
        yield from (answer | {"lower_bound": answer["lower_bound"] + step} for step in (-1, 1))
    moves = answer.get("moves", [])
    for at, move in enumerate(moves):
        yield answer | {"moves": [*moves[:at], move + 1, *moves[at + 1 :]]}
        yield answer | {"moves": [*moves[:at], *moves[at + 1 :]], "length": len(moves) - 1}
    proof = answer.get("obstruction", {})
    for at, weight in enumerate(proof.get("weights", [])):
        yield answer | {
            "obstruction": proof | {"weights": [*proof["weights"][:at], weight + 1, *proof["weights"][at + 1 :]]}
        }
    for name in ("value", "wanted"):
        if name in proof:
            yield answer | {"obstruction": proof | {name: proof[name] + 1}}


# for composite k the nullity is a number of generators, the exact count is `solutions`; the shortest are not counted
UNCHECKED = ("nullity", "optimal_solutions")


def is_composite(answer: Answer) -> bool:
    puzzle = parse_puzzle(answer["puzzle"])
    return isinstance(puzzle, LightsOut) and any(puzzle.k % d == 0 for d in range(2, puzzle.k))


@pytest.mark.slow
@pytest.mark.parametrize("text", LIGHTS + TILES)
def test_every_answer_is_accepted_and_no_changed_one(text: str) -> None:
    for answer in answers_of(text):
        line = to_json(answer)
        report = verify(line)
        assert report, (line, report.problems)
        for changed in changes(json.loads(line)):
            if is_composite(answer) and any(changed.get(name) != answer.get(name) for name in UNCHECKED):
                continue
            assert not verify(changed), changed


def test_the_answers_of_the_interface() -> None:
    answer = answers.solve(*parse("lights:3x3:110/000/000"))
    expected: dict[str, Any] = {
        "puzzle": "lights:3x3",
        "board": "lights:3x3:110/000/000",
        "verdict": "solved",
        "moves": [0, 2, 4, 5, 8],
        "length": 5,
        "lower_bound": 5,
        "optimal": True,
        "solutions": "1",
        "nullity": 0,
    }
    assert {name: value for name, value in answer.items() if name in expected} == expected
    assert list(answer)[:9] == list(expected)
    refuted = answers.solve(*parse("tiles:4x4:1,2,3,4/5,6,7,8/9,10,11,12/13,15,14,0"))
    assert refuted["verdict"] == "unsolvable"
    assert refuted["obstruction"] == {"invariant": "parity", "weights": [], "value": 1, "wanted": 0}


@pytest.mark.parametrize(("text", "exact"), [("lights:5x5", 15), ("lights:4x4", 7), ("lights:3x3,mod3", 9)])
def test_new_boards_need_exactly_what_was_asked(text: str, exact: int) -> None:
    made = list(answers.new(parse_puzzle(text), number=3, exact=exact, seed="1"))
    assert {answer["length"] for answer in made} == {exact}
    assert len({answer["board"] for answer in made}) == 3
    assert all(answer["optimal"] and verify(answer) for answer in made)


@pytest.mark.parametrize(
    ("text", "exact"), [("lights:5x5", 16), ("lights:4x4", 8), ("lights:3x3", 10), ("tiles:3x3", 32)]
)
def test_impossible_exact_boards_are_refused(text: str, exact: int) -> None:
    with pytest.raises(PuzzleError):
        list(answers.new(parse_puzzle(text), number=1, exact=exact, seed="1"))


@pytest.mark.parametrize("text,hardest,number,lengths", [
    ("tiles:3x3", 30, 5, [6, 12, 18, 24, 30]),
    ("tiles:2x2", 3, 5, [1, 2, 2, 3, 3]),
    ("lights:4x4", 4, 3, [2, 3, 4]),
])  # fmt: skip
def test_graded_boards_rise_in_equal_steps(text: str, hardest: int, number: int, lengths: list[int]) -> None:
    results = list(answers.new(parse_puzzle(text), number=number, graded=hardest, seed="1"))
    assert [answer["length"] for answer in results] == lengths
    assert len({answer["board"] for answer in results}) == number


def test_new_boards_are_the_seeded_boards() -> None:
    puzzle = parse_puzzle("lights:5x5")
    for answer in answers.new(puzzle, number=3, seed="2026-11-20"):
        assert parse(f"lights:5x5#{answer['seed']}")[1] == parse(answer["board"])[1]


def test_another_goal_and_another_metric() -> None:
    puzzle, state = parse("tiles:3x3:1,3,2/6,0,5/4,7,8")
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    assert answers.check(answers.with_goal(puzzle, goal), state)["verdict"] == "solvable"
    assert answers.check(answers.with_goal(puzzle, (2, 1, *goal[2:])), state)["verdict"] == "unsolvable"
    line = answers.with_metric(puzzle, "mtm")
    assert answers.solve(line, (1, 2, 3, 4, 5, 6, 0, 7, 8))["length"] == 1
    lights, lit = parse("lights:3x3:111/111/111")
    assert answers.solve(answers.with_goal(lights, lit), lit)["length"] == 0
    with pytest.raises(PuzzleError):
        answers.with_metric(lights, "mtm")


@pytest.mark.parametrize("text", ["lights:3x3", "lights:4x2", "lights:3x2,plus0", "lights:orbix", "lights:3x3,dead=4"])
def test_lit_only_play_is_checked(text: str) -> None:
    puzzle = parse_puzzle(text)
    verdicts = set()
    for state in states(puzzle, 25, seed=1):
        answer = json.loads(to_json(answers.lit_only(puzzle, state)))
        assert verify(answer), verify(answer).problems
        verdicts.add(answer["verdict"] + str(answer.get("obstruction", {}).get("invariant")))
        if answer.get("length"):
            backwards = answer | {"moves": answer["moves"][::-1]}
            assert bool(verify(backwards)) == (lit_in_order(puzzle, state, backwards["moves"]))
            longer = answer | {"lower_bound": answer["length"] - 1}
            assert not verify(longer)
            assert not verify(longer | {"optimal": False, "verdict": "unsolvable"})
            assert not verify(answer | {"play": "dark-only"})
    assert ("solvedNone" in verdicts) == (text != "lights:3x2,plus0")  # the last lamp would stay lit
    assert ("unsolvablegoal within reach" in verdicts) == (text in ("lights:3x2,plus0", "lights:orbix"))


def lit_in_order(puzzle: Puzzle, state: State, moves: list[int]) -> bool:
    for move in moves:
        if not state[move]:
            return False
        state = puzzle.apply(state, move)
    return state == puzzle.goal


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["lights:5x5", "lights:4x4", "lights:gale-berlekamp", "lights:3x3,king", "lights:2x2x2"]
)
def test_the_lamps_that_stay_lit_are_checked(text: str) -> None:
    puzzle = parse_puzzle(text)
    for state in states(puzzle, 4, seed=5):
        answer = json.loads(to_json(answers.fewest_lit(puzzle, state)))
        assert verify(answer), verify(answer).problems
        assert answer["lit"] == answer["lit_bound"]
        assert not verify(answer | {"lit": answer["lit"] + 1})
        assert not verify(answer | {"lit_bound": answer["lit_bound"] + 1})
        assert verify(answer | {"lit_bound": max(0, answer["lit_bound"] - 1)})
    with pytest.raises(PuzzleError, match="all off"):
        answers.fewest_lit(parse_puzzle("lights:2x2,goal=1111"), (0, 0, 0, 0))
    with pytest.raises(PuzzleError, match="only lights"):
        answers.fewest_lit(parse_puzzle("tiles:2x2"), (1, 2, 3, 0))


@pytest.mark.slow
@pytest.mark.parametrize("text", ["lights:3x3", "lights:5x5", "lights:4x3,mod3", "lights:23x23", "lights:33x33"])
def test_both_ends_of_a_worst_case_are_checked(text: str) -> None:
    answer = json.loads(to_json(answers.worst(parse_puzzle(text), seconds=0.5)))
    report = verify(answer)
    assert report, report.problems
    assert answer["length"] <= answer["worst_bound"]
    assert not verify(answer | {"worst_bound": answer["length"] - 1})
    if "flat" in answer:
        assert "the worst case, by the flat" in report.checked
        assert not verify(answer | {"worst_bound": answer["worst_bound"] - 1})
        assert not verify(answer | {"flat": answer["flat"][:-1]})
        assert not verify(answer | {"flat": [*answer["flat"], 33 * 33]})
    if text in ("lights:3x3", "lights:5x5"):
        assert "the worst case, by a search of all states" in report.checked
    assert ("flat" in answer) == (text in ("lights:23x23", "lights:33x33"))


def test_all_lit_squares_take_as_many_presses_as_published() -> None:
    for n, presses in enumerate([1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55], start=1):  # OEIS A075464
        assert answers.all_lit(LightsOut(n, n))["length"] == presses


def test_an_answer_comes_whenever_the_time_is_up() -> None:
    board = parse_puzzle("tiles:40000x1")  # so large that everything looks at the clock
    state, verdicts = (0, *range(1, 40_000)), set[str]()
    for limit in range(30):
        with Budget(limit + 0.5, clock=map(float, count()).__next__):  # each look takes a second
            answer = answers.solve(board, state, mode="any")
        verdicts.add(answer["verdict"])
        assert len(answer.get("moves", ())) == len(answer.get("letters", "")) in (0, 39_999)
    assert verdicts == {"bounded", "solved"}


def test_a_solution_that_memory_does_not_hold_as_an_answer_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    board, now = parse_puzzle("tiles:1000000x1"), memory.resident()
    monkeypatch.setenv("SOLVABLE_MEMORY", f"{now + 1e7:.0f}")
    with pytest.raises(BudgetExceededError, match="GB of memory") as error:
        fields.solved(board, board.goal, Solution(range(1_050_000), 7), "any")
    assert error.value.lower_bound == 7
