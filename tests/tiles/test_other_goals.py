"""What a verdict on tiles says of goals, on every small board, against searches; and forged claims, which are found."""

from collections import deque
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solvable
from solvable import answers, families
from solvable.core.answer import Answer
from solvable.core.solution import State
from solvable.messages import translate
from solvable.tiles.board import SlidingTiles
from solvable.tiles.goals import NAMES, different, named
from solvable.tiles.graphs.board import GraphTiles

SAID = {"goal", "other_goals", "impossible_goals"}


def reachable(puzzle: SlidingTiles) -> set[State]:
    """Every state from which the goal is reached, by breadth-first search."""
    seen, queue = {puzzle.goal}, deque([puzzle.goal])
    while queue:
        state = queue.popleft()
        for move in puzzle.moves(state):
            if (other := puzzle.apply(state, move)) not in seen:
                seen.add(other)
                queue.append(other)
    return seen


def alike(one: State, other: State) -> int:
    return sum(a == b for a, b in zip(one, other, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(2, 3), (3, 2), (5, 1), (2, 2)])
@pytest.mark.parametrize("goal", NAMES)
def test_every_state_of_small_boards_says_exactly_the_goals_that_it_reaches(goal: str, width: int, height: int) -> None:
    puzzle, named_goals = SlidingTiles(width, height, goal=goal), dict(different(width, height))
    reached = {name: reachable(puzzle.with_goal(state)) for name, state in named_goals.items()}
    own, is_home = reachable(puzzle), puzzle.goal == named("blank-last", width, height)
    for state in permutations(range(width * height)):
        answer = answers.check(puzzle, state)
        others = {name: state in reached[name] for name, cells in named_goals.items() if cells != puzzle.goal}
        like = {
            name
            for name in others
            if 2 * alike(state, named_goals[name]) > len(state)
            and alike(state, named_goals[name]) > alike(state, puzzle.goal)
        }
        assert (answer["verdict"] == "solvable") == (state in own)
        if state in own:
            assert answer.get("impossible_goals", []) == [name for name in others if name in like and not others[name]]
            assert ("goal" in answer) == (not is_home or bool(like))
            assert "other_goals" not in answer
        else:
            assert answer.get("other_goals", []) == [name for name, is_reached in others.items() if is_reached]
            assert "goal" in answer and "impossible_goals" not in answer
        if "goal" in answer:
            assert named(answer["goal"], width, height) == puzzle.goal


@pytest.mark.slow
@given(st.permutations(range(9)), st.sampled_from(NAMES), st.sampled_from(["check", "solve"]))
def test_what_is_said_is_right_by_the_checker_and_for_every_name(state: list[int], goal: str, verb: str) -> None:
    answer = (
        solvable.check(state_of(state), goal=goal) if verb == "check" else solvable.solve(state_of(state), goal=goal)
    )
    assert solvable.verify(answer).verdict == "right"
    for name in answer.get("other_goals", ()):
        assert solvable.check(state_of(state), goal=name)["verdict"] == "solvable"
    for name in answer.get("impossible_goals", ()):
        assert solvable.check(state_of(state), goal=name)["verdict"] == "unsolvable"


def state_of(cells: list[int]) -> list[list[int]]:
    return [cells[start : start + 3] for start in (0, 3, 6)]


FOURTEEN, FIFTEEN = "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0", "0 1 2 3/4 5 6 7/8 9 10 11/12 13 15 14"


def test_the_impossible_fifteen_puzzle_is_solvable_with_the_blank_first() -> None:
    answer = solvable.check(FOURTEEN)
    assert (answer["verdict"], answer["goal"], answer["other_goals"]) == (
        "unsolvable",
        "blank-last",
        ["blank-first", "snake", "mirror"],
    )
    assert solvable.check(FOURTEEN, goal="blank-first")["verdict"] == "solvable"
    assert solvable.check(FOURTEEN, goal="snail")["other_goals"] == ["blank-first", "snake", "mirror"]


def test_a_board_like_another_goal_says_that_this_is_impossible() -> None:
    answer = solvable.check(FIFTEEN)
    assert (answer["verdict"], answer["goal"], answer["impossible_goals"]) == (
        "solvable",
        "blank-last",
        ["blank-first"],
    )
    answer = solvable.check("0 1 2/3 4 5/6 7 8")  # on odd boards both can be reached
    assert (answer["verdict"], answer["goal"], "impossible_goals" in answer) == ("solvable", "blank-last", False)


def test_home_and_solvable_says_nothing() -> None:
    assert not SAID & solvable.check("8 6 7/2 5 4/3 0 1").keys()
    assert not SAID & solvable.solve("1 2 3/4 5 6/7 0 8").keys()


def test_a_goal_without_a_name_is_said_by_its_cells() -> None:
    answer = solvable.check("1 2 3/4 5 6/7 8 0", goal="1 2 3/4 0 5/6 7 8")
    assert answer["goal"] == "1,2,3/4,0,5/6,7,8"
    assert solvable.check("1 2 3/4 5 6/7 8 0", goal=answer["goal"])["puzzle"] == answer["puzzle"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "forged"),
    [
        (FOURTEEN, {"goal": "snail"}),
        (FOURTEEN, {"goal": "0,1,2,3/4,5,6,7/8,9,10,11/12,13,14,15"}),
        (FOURTEEN, {"goal": "home"}),
        (FOURTEEN, {"goal": 1}),
        (FOURTEEN, {"other_goals": []}),
        (FOURTEEN, {"other_goals": ["blank-first", "snake"]}),
        (FOURTEEN, {"other_goals": ["blank-first", "snail", "snake", "mirror"]}),
        (FOURTEEN, {"other_goals": ["snake", "blank-first", "mirror"]}),
        (FOURTEEN, {"other_goals": "blank-first"}),
        (FOURTEEN, {"impossible_goals": ["snail"]}),
        (FIFTEEN, {"impossible_goals": []}),
        (FIFTEEN, {"impossible_goals": ["snail"]}),
        (FIFTEEN, {"other_goals": ["snail"]}),
        (FIFTEEN, {"goal": "blank-first"}),
        ("tiles:3x3,dead=4:2,1,3/4,-,5/6,7,0", {"goal": "blank-last"}),
        ("110/000/000", {"goal": "off"}),
        ("110/000/000", {"other_goals": ["on"]}),
    ],
)
def test_forged_claims_of_goals_are_found(board: str, forged: dict[str, object]) -> None:
    answer = solvable.check(board)
    assert solvable.verify(answer).verdict == "right"
    assert solvable.verify({**answer, **forged}).verdict == "wrong"


def test_the_sentences_name_the_option_in_both_languages() -> None:
    puzzle, state = solvable.parse(FOURTEEN)
    told = answers.goal_sentences(puzzle, answers.check(puzzle, state))
    assert told[:2] == [
        "This is for the goal 1 … 15, blank last.",
        "Solvable for the goal blank first, then 1 … 15: --goal blank-first",
    ]
    puzzle, state = solvable.parse(FIFTEEN)
    told = answers.goal_sentences(puzzle, answers.check(puzzle, state))
    assert told == [
        "This is for the goal 1 … 15, blank last.",
        "Impossible for the goal blank first, then 1 … 15: --goal blank-first",
    ]
    for sentence in told:
        assert "目标" in translate(sentence, "zh") and "goal " not in translate(sentence, "zh").replace("--goal ", "")


def test_graphs_have_two_names_and_pictures_none() -> None:
    for puzzle, count in (
        (GraphTiles.board(3, 3), 7),
        (GraphTiles.board(3, 3, dead=[4]), 2),
        (GraphTiles.board(2, 2, (1, 1, 2, 0)), 0),
    ):
        assert len(families.of(puzzle).goals(puzzle)) == count
        answer: Answer = answers.check(puzzle, puzzle.goal)
        assert not SAID & answer.keys()
