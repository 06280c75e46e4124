"""The checker of tiles on graphs: it accepts every true answer, and finds what is forged."""

import json
from collections.abc import Iterator, Mapping
from itertools import permutations
from random import Random
from typing import Any

import pytest

from solvable import answers, game_id
from solvable.checker import verify
from solvable.checker.tiles import groups, shapes
from solvable.core.puzzle import State
from solvable.tiles.graphs.board import GraphTiles

SMALL = [
    "tiles:path4",
    "tiles:star5",
    "tiles:cycle5",
    "tiles:wheel5",
    "tiles:complete4",
    "tiles:bipartite2x3",
    "tiles:graph=5;0-1-2-0;2-3-4-2",
    "tiles:graph=6;0-1-2-3-0;3-4-5",
    "tiles:3x2,dead=0",
    "tiles:3x2,goal=1,1,2/2,3,0",
    "tiles:graph=6;0-1-2-0;2-3-4-5-2,goal=1,2,1,2,1,0",
    "tiles:cycle6,goal=AB_ABB",
]


def distances(puzzle: GraphTiles) -> dict[State, int]:
    """Every state that reaches the goal with its distance, breadth first."""
    seen, frontier = {puzzle.goal: 0}, [puzzle.goal]
    for state in frontier:
        blank = state.index(0)
        for a, b in puzzle.edges:
            if blank in (a, b):
                other = a + b - blank
                after = list(state)
                after[blank], after[other] = after[other], 0
                if tuple(after) not in seen:
                    seen[tuple(after)] = seen[state] + 1
                    frontier.append(tuple(after))
    return seen


def arrangements(puzzle: GraphTiles) -> Iterator[State]:
    """Every order of the goal's tiles, holes where they are."""
    live = [vertex for vertex in range(puzzle.vertices) if vertex not in puzzle.dead]
    for order in sorted(set(permutations(puzzle.goal[vertex] for vertex in live))):
        state = list(puzzle.goal)
        for vertex, label in zip(live, order, strict=True):
            state[vertex] = label
        yield tuple(state)


@pytest.mark.slow
@pytest.mark.parametrize("text", SMALL)
def test_every_board_of_small_graphs_is_answered_and_verified(text: str) -> None:
    puzzle = game_id.parse_puzzle(text)
    assert isinstance(puzzle, GraphTiles)
    reached, count = distances(puzzle), answers.count(puzzle)
    assert int(count["solvable_states"]) == len(reached)
    assert verify(count)
    states = list(arrangements(puzzle))
    assert int(count["states"]) == len(states)
    for state in Random(1).sample(states, min(len(states), 150)):
        answer = answers.solve(puzzle, state)
        report = verify(answer)
        assert report, (answer, report.problems)
        assert not report.trusted
        assert (answer["verdict"] == "solved") == (state in reached)
        if state in reached:
            assert answer["length"] == answer["lower_bound"] == reached[state]
        assert verify(answers.check(puzzle, state))


@pytest.mark.parametrize("text", [*SMALL, "tiles:theta0", "tiles:cube", "tiles:petersen", "tiles:4x4,dead=5.6"])
def test_the_checker_finds_the_same_blocks(text: str) -> None:
    puzzle = game_id.parse_puzzle(text)
    assert isinstance(puzzle, GraphTiles)
    shape = shapes.shape(text.removeprefix("tiles:"))
    assert shape.goal == list(puzzle.goal)
    assert [tuple(cells) for cells in shape.beside] == list(puzzle.neighbours)
    found = [(tuple(r.vertices), r.kind, r.order) for r in groups.regions(shape, puzzle.goal.index(0))]
    assert found == [(block.vertices, block.kind, block.order) for block in puzzle.blocks]


def forged(answer: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    """The answer with other values, through JSON as it travels; None takes a field away."""
    fields = {key: value for key, value in {**answer, **changes}.items() if value is not None}
    return dict(json.loads(json.dumps(fields)))


def test_a_forged_solution_is_found() -> None:
    puzzle, state = game_id.parse("tiles:petersen#1")
    answer = answers.solve(puzzle, state)
    assert verify(answer)
    moves, length = list(answer["moves"]), answer["length"]
    for changes in (
        {"moves": moves[:-1], "length": length - 1},
        {"moves": [*moves[:-1], 9 - moves[-1]]},
        {"moves": [moves[0], *moves]},
        {"length": length - 1},
        {"lower_bound": length - 1},
        {"lower_bound": length + 1, "optimal": False, "verdict": "bounded"},
        {"verdict": "unsolvable", "moves": None},
        {"moves": None},
        {"verdict": "perhaps"},
        {"board": "tiles:petersen:1,2,3,4,5,6,7,8,9,0"},
        {"board": "tiles:petersen:1,1,3,4,5,6,7,8,9,0"},
        {"board": answer["board"].replace("petersen", "complete10")},
        {"puzzle": "tiles:complete10"},
        {"letters": "UDLR", "letters_of": "tile"},
    ):
        assert not verify(forged(answer, **changes)), changes
    twice = [*moves, *moves[-2::-1], state.index(0), *moves]  # there, back, and there again
    assert verify(forged(answer, moves=twice, length=len(twice), optimal=False, verdict="bounded"))
    assert not verify(forged(answer, moves=twice, length=len(twice), lower_bound=len(twice)))


@pytest.mark.parametrize(
    "board",
    [
        "tiles:theta0:2,1,3,4,5,6,0",
        "tiles:cube:2,1,3,4,5,6,7,0",
        "tiles:cycle5:1,3,2,4,0",
        "tiles:graph=5;0-1-2-0;2-3-4-2:1,4,3,2,0",
        "tiles:3x3,dead=4:2,1,3/4,-,5/6,7,0",
    ],
)
def test_a_forged_refutation_is_found(board: str) -> None:
    puzzle, state = game_id.parse(board)
    answer = answers.check(puzzle, state)
    assert answer["verdict"] == "unsolvable"
    assert verify(answer)
    proof, blocks = answer["obstruction"], answer["blocks"]
    for changes in (
        {"verdict": "solvable", "obstruction": None},
        {"verdict": "solved", "moves": [], "length": 0, "lower_bound": 0, "optimal": True, "obstruction": None},
        {"obstruction": None},
        {"obstruction": proof | {"value": proof["wanted"]}},
        {"obstruction": proof | {"invariant": "parity" if proof["invariant"] != "parity" else "order"}},
        {"obstruction": proof | {"weights": [1]}},
        {"blocks": blocks[:-1]},
        {"blocks": [blocks[0] | {"kind": "bridge"}, *blocks[1:]]},
        {"blocks": [blocks[0] | {"reason": "x"}, *blocks[1:]]},
        {"blocks": [blocks[0] | {"tiles": blocks[0]["wanted"]}, *blocks[1:]]},
        {"board": f"{answer['puzzle']}:{puzzle.format(puzzle.goal)}"},
    ):
        assert not verify(forged(answer, **changes)), changes


def test_forged_counts_and_tables_are_found() -> None:
    for text in ("tiles:theta0", "tiles:petersen", "tiles:3x2,goal=1,1,2/2,3,0"):
        answer = answers.count(game_id.parse_puzzle(text))
        assert verify(answer)
        forgeries: list[dict[str, Any]] = [
            {"states": str(int(answer["states"]) + 1)},
            {"solvable_states": str(int(answer["solvable_states"]) // 2)},
            {"probability": "1/3"},
            {"blocks": []},
            {"blocks": [answer["blocks"][0] | {"order": "119"}]},
        ]
        for changes in forgeries:
            assert not verify(forged(answer, **changes)), changes
    table = [1, 2, 2, 2, 2, 2, 1]
    assert verify({"puzzle": "tiles:graph=4;0-1-2-3-0", "distribution": [str(number) for number in table]})
    assert not verify({"puzzle": "tiles:graph=4;0-1-2-3-0", "distribution": ["1", "2", "2", "2", "2", "1", "2"]})


@pytest.mark.parametrize(
    "text",
    [
        "tiles:petersn",
        "tiles:theta0,mtm",
        "tiles:graph=3;0-1",
        "tiles:graph=3;0-1;1-3",
        "tiles:graph=99999;0-1",
        "tiles:cycle99999",
        "tiles:3x3,dead=9",
        "tiles:3x3,dead=1.3",
        "tiles:2x2,goal=1,1/2,2",
        "tiles:2x2,goal=AB/C-",
        "tiles:complete9999",
    ],
)
def test_what_is_no_puzzle_is_a_problem_and_no_exception(text: str) -> None:
    assert not verify({"puzzle": text, "board": f"{text}:1,2,3,0", "verdict": "solvable"})
    assert not verify({"puzzle": text, "solvable_states": "1", "states": "1"})


@pytest.mark.slow
def test_answers_about_large_graphs_are_checked_at_once() -> None:
    for text in ("tiles:cycle3000#1", "tiles:path3000#1", "tiles:40x40,dead=0#1"):
        assert verify(answers.check(*game_id.parse(text)))
    alike = ",".join(["1"] * 299)
    report = verify(answers.count(game_id.parse_puzzle(f"tiles:path300,goal={alike},0")))
    assert report
