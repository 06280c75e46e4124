"""The door of the house: boards in any form in, typed answers out; answers and solutions are made of each other."""

import doctest
import inspect
import json
import pickle
from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import solvable
from solvable import (
    Budget,
    BudgetExceededError,
    GraphTiles,
    LightsOut,
    PuzzleError,
    SlidingTiles,
    Solution,
    UnsolvableError,
    batch,
    game_id,
)
from solvable import answers as query
from solvable.batch import dataset
from solvable.core.answer import ORDER, Answer
from solvable.core.puzzle import Puzzle
from solvable.families.protocol import Rules

ROOT = Path(__file__).parents[1]
MODULES = [
    "answers.api",
    "answers.frames",
    "core.graph",
    "core.puzzle",
    "core.budget",
    "core.solution",
    "core.states",
    "lights.batch",
    "lights.catalogue.variants",
    "game_id",
]


def timeless(answer: Any) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "seconds"}


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_docstrings_are_true(name: str) -> None:
    module = import_module(f"solvable.{name}")
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


def test_the_help_is_one_screen_and_every_public_name_is_told() -> None:
    told = inspect.getdoc(solvable) or ""
    assert told.count("\n") < 24
    assert dir(solvable) == sorted(solvable.__all__)
    for name in solvable.__all__:
        value = getattr(solvable, name)
        if callable(value) or inspect.ismodule(value):
            assert inspect.getdoc(value), name


def boards() -> list[Any]:
    state = (1, 1, 0, 0, 0, 0, 0, 0, 0)
    rows = [[1, 1, 0], [0, 0, 0], [0, 0, 0]]
    path = ROOT / "examples" / "lights-3x3.txt"
    texts = ["110/000/000", "lights:3x3:110/000/000", "●●○/○○○/○○○", b"110\n000\n000\n", "110\n000\n000"]
    pairs = [(LightsOut(3, 3), state), (LightsOut(3, 3), "110/000/000"), (LightsOut(3, 3), np.array(rows))]
    return [*texts, *pairs, rows, np.array(rows), np.array(rows, bool)] + [path] * path.exists()


@pytest.mark.slow
@pytest.mark.parametrize("board", boards(), ids=lambda board: repr(board)[:40])
def test_a_board_is_the_same_in_every_form(board: Any) -> None:
    wanted = "110/000/000"
    assert solvable.parse(board) == solvable.parse(wanted)
    assert timeless(solvable.check(board)) == timeless(solvable.check(wanted))
    assert timeless(solvable.solve(board)) == timeless(solvable.solve(wanted))


def test_a_file_is_read_by_its_path_and_never_by_a_text(tmp_path: Path) -> None:
    path = tmp_path / "110"
    path.write_text("1 2 3\n4 0 5\n", "utf-8")
    assert solvable.parse(path)[1] == (1, 2, 3, 4, 0, 5)
    assert solvable.parse(path, puzzle="tiles:3x2")[1] == (1, 2, 3, 4, 0, 5)
    with pytest.raises(PuzzleError):
        solvable.parse(str(path))


def test_a_puzzle_reads_its_states() -> None:
    for puzzle in (LightsOut(3, 3, k=3), "lights:3x3,mod3"):
        assert solvable.parse("120/000/000", puzzle=puzzle)[0] == LightsOut(3, 3, k=3)
        assert solvable.solve([[1, 2, 0], [0, 0, 0], [0, 0, 0]], puzzle=puzzle)["puzzle"] == "lights:3x3,mod3"


def test_the_options_are_those_of_the_commands() -> None:
    board = (1, 2, 3, 4, 0, 5, 7, 8, 6)
    tiles = (SlidingTiles(3, 3), board)
    assert timeless(solvable.solve(tiles)) == timeless(query.solve(*tiles))
    assert timeless(solvable.solve(tiles, any=True)) == timeless(query.solve(*tiles, mode="any"))
    assert solvable.solve(tiles, near=True, seconds=1)["length"] >= 2
    assert solvable.solve(tiles, metric="mtm")["puzzle"] == "tiles:3x3,mtm"
    assert solvable.solve(tiles, goal=[[1, 2, 3], [4, 5, 6], [7, 8, 0]], budget=solvable.Budget(9))["optimal"]
    assert solvable.check(tiles, goal="spiral")["puzzle"] == "tiles:3x3,goal=spiral"
    assert solvable.check("11/11", goal="lights:2x2:11/11")["verdict"] == "solvable"
    lights = "lights:4x4:1111/0000/0000/1111"
    assert len(list(solvable.solve(lights, all=True, any=True))) == 16
    assert len(list(solvable.solve(lights, all=3, any=True))) == 3
    assert len({tuple(answer["moves"]) for answer in solvable.solve(lights, all=True)}) >= 1
    assert solvable.count("tiles:3x3") == solvable.count(SlidingTiles(3, 3))
    made = list(solvable.new("lights:4x4", count=2, seed=5))
    assert [timeless(answer) for answer in made] == [
        timeless(answer) for answer in query.new(LightsOut(4, 4), number=2, seed="5")
    ]
    for wrong in ({"near": True, "any": True}, {"near": True, "all": 1}):
        with pytest.raises(PuzzleError):
            solvable.solve(lights, **wrong)
    with pytest.raises(PuzzleError):
        solvable.new("lights:3x3", exact=1, graded=2)


SMALL: list[Puzzle] = [LightsOut(2, 2, k=3), LightsOut(3, 2), SlidingTiles(2, 2), SlidingTiles(2, 2, metric="mtm")]


@pytest.mark.parametrize("puzzle", SMALL, ids=repr)
def test_answers_and_solutions_are_made_of_each_other(puzzle: Any) -> None:
    """On every state of small boards: there and back is the same, and the checker agrees."""
    k = getattr(puzzle, "k", 4)
    for state in product(range(k), repeat=len(puzzle.goal)):
        if k == 4 and len(set(state)) < 4:
            continue
        try:
            solution = puzzle.optimal(state)
        except UnsolvableError as error:
            proof: Any = error.obstruction
            answer = solvable.to_answer(puzzle, state, proof)
            assert solvable.verify(puzzle, state, proof) and solvable.verify(answer)
            with pytest.raises(UnsolvableError) as caught:
                solvable.to_solution(answer)
            assert caught.value.obstruction == proof
            continue
        answer = solvable.to_answer(solution)
        assert answer == solvable.to_answer(puzzle, list(state), solution)
        back = solvable.to_solution(answer)
        assert back == solution
        assert (back.puzzle, back.start, back.final) == (puzzle, state, puzzle.goal)
        assert (back.nodes, back.method) == (solution.nodes, solution.method)
        asked = query.solve(puzzle, state)
        assert (asked["board"], asked["moves"], asked["optimal"]) == (answer["board"], answer["moves"], True)
        for claim in ((answer,), (solution,), (puzzle, state, solution), (puzzle, state, list(solution))):
            assert solvable.verify(*claim)
        assert not solvable.verify(puzzle, state, [*solution, 0])


def test_a_solution_knows_what_it_solves() -> None:
    tiles = SlidingTiles(3, 3)
    for solution in (
        tiles.optimal("8 6 7/2 5 4/3 0 1"),
        tiles.solve("8 6 7/2 5 4/3 0 1"),
        tiles.near("8 6 7/2 5 4/3 0 1", seconds=0.2),
        next(tiles.optimal_solutions("8 6 7/2 5 4/3 0 1")),
        GraphTiles.board(3, 3).optimal([8, 6, 7, 2, 5, 4, 3, 0, 1]),
    ):
        assert list(solution) == list(solution.moves)
        assert solution.final == tiles.goal
        assert len(solution.letters) == len(solution) == len(solution.letters_of_blank)
        assert solution.letters.translate(str.maketrans("UDLR", "DURL")) == solution.letters_of_blank
        assert "<svg" in (solution._repr_svg_() or "")
        again = pickle.loads(pickle.dumps(solution))
        assert (again, again.start, again.puzzle.goal) == (solution, solution.start, tiles.goal)
    found = tiles.optimal("8 6 7/2 5 4/3 0 1")
    assert found.nodes > 0 and found.method
    lights = LightsOut(5, 5)
    left, fewest = lights.fewest_lit([1, *[0] * 24])
    assert fewest.final == left
    assert {solution.final for solution in lights.solutions(lights.scramble(1))} == {lights.goal}
    assert pickle.loads(pickle.dumps(fewest)).final == left
    with pytest.raises(PuzzleError, match="letters"):
        _ = fewest.letters
    with pytest.raises(PuzzleError, match="does not know"):
        _ = Solution((1,), 1).final
    assert Solution((1,), 1)._repr_svg_() is None
    with pytest.raises(PuzzleError, match="letters"):
        game_id.parse_puzzle("tiles:petersen").optimal(game_id.parse("tiles:petersen#1")[1]).letters  # noqa: B018


def test_what_is_no_claim_is_refused() -> None:
    with pytest.raises(PuzzleError):
        solvable.to_answer(LightsOut(2, 2), (0, 0, 0, 0))
    with pytest.raises(PuzzleError):
        solvable.to_answer(Solution((0,), 1))
    with pytest.raises(PuzzleError):
        solvable.to_solution(Answer(puzzle="lights:2x2"))
    assert solvable.verify("no json").verdict == "wrong"


def links(graph: Any) -> set[frozenset[Any]]:
    return set(map(frozenset, graph.edges()))


def test_graphs_of_networkx_are_puzzles_and_puzzles_are_graphs() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.relabel_nodes(networkx.petersen_graph(), dict(enumerate("ABCDEFGHIJ")))
    lights = LightsOut.from_graph(graph)
    assert lights == LightsOut.from_graph(10, networkx.petersen_graph().edges())
    assert [lights.move_name(press) for press in range(10)] == list("ABCDEFGHIJ")
    assert lights.with_goal([1] * 10).move_name(3) == "D"
    lit = lights.state({name: int(name in "AB") for name in graph})
    assert lit == (1, 1, *[0] * 8)
    loops = networkx.selfloop_edges(lights.to_networkx())
    bare = networkx.Graph(lights.to_networkx())
    bare.remove_edges_from(list(loops))
    assert links(bare) == links(graph)
    assert LightsOut.from_graph(lights.to_networkx()).plays_like(lights)
    directed = LightsOut.from_graph(networkx.DiGraph([("a", "b"), ("b", "c")]))
    assert directed.toggles == (((0, 1), (1, 1)), ((1, 1), (2, 1)), ((2, 1),))
    assert LightsOut.from_graph(directed.to_networkx()) == directed
    lines = LightsOut(2, 2, rule=[[(0, 1), (1, 1)], [(2, 1), (3, 1)], [(0, 1)]]).to_networkx()
    assert sorted(lines.out_degree(("press", i)) for i in range(3)) == [1, 2, 2]
    tiles = GraphTiles.from_graph(graph)
    assert tiles == GraphTiles(10, networkx.petersen_graph().edges())
    assert links(tiles.to_networkx()) == links(graph)
    assert tiles.move_name(tiles.moves(tiles.goal)[0]) in set(graph["J"])
    assert networkx.is_isomorphic(SlidingTiles(4, 3).to_networkx(), networkx.grid_2d_graph(3, 4))
    assert SlidingTiles(4, 3).move_name(5) == "2,2"
    holes = GraphTiles.board(3, 3, dead=[4]).to_networkx()
    assert networkx.is_isomorphic(holes, networkx.cycle_graph(8))


def test_frames_of_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    answers = [solvable.check("110/000/000"), solvable.solve("1 2 3/4 0 5")]
    frame = solvable.frame(answers)
    assert list(frame["verdict"]) == ["solvable", "solved"]
    assert list(frame.columns) == [name for name in ORDER if name in {*answers[0], *answers[1]}]
    assert len(solvable.frame(answers[0])) == 1
    assert solvable.frame(solvable.new("lights:3x3", count=3, seed=1)).shape[0] == 3
    puzzle = LightsOut(3, 2)
    grid = solvable.frame((puzzle, "101/010"))
    assert grid.shape == (2, 3) and puzzle.state(grid) == (1, 0, 1, 0, 1, 0)
    states = pandas.DataFrame([puzzle.scramble(seed) for seed in range(4)])
    many = solvable.frame(solvable.solve_many(puzzle, states))
    assert list(many["length"]) == [len(puzzle.optimal(row)) for row in states.to_numpy()]
    assert list(many.columns) == ["solvable", "length", *range(6)]
    for wrong in ("x", 5, [1, 2]):
        with pytest.raises(PuzzleError, match="a frame is made of answers"):
            DOOR.frame(wrong)


def test_frames_of_polars() -> None:
    polars = pytest.importorskip("polars")
    lines: list[Any] = ["110/000/000", "1 2 3/4 5 6/8 7 0", "no board", {"board": "8 6 7/2 5 4/3 0 1", "any": True}]
    answers = list(batch.answers(lines))
    frame = solvable.frame(answers, "polars")
    assert isinstance(frame, polars.DataFrame)
    assert frame.columns == [name for name in ORDER if any(name in answer for answer in answers)]
    assert frame["verdict"].to_list() == ["solved", "unsolvable", None, "solved"]
    assert frame["moves"].to_list()[:3] == [answers[0]["moves"], None, None]
    table = solvable.frame(query.nullity_answers(query.nullities(range(1, 6), None, Rules()), Rules()), "polars")
    assert table.select("n", "nullity").rows() == [(1, 0), (2, 0), (3, 0), (4, 4), (5, 2)]
    puzzle = LightsOut(3, 2)
    grid = solvable.frame((puzzle, "101/010"), "polars")
    assert grid.shape == (2, 3) and puzzle.state(grid) == (1, 0, 1, 0, 1, 0)
    many = solvable.solve_many(puzzle, [puzzle.scramble(seed) for seed in range(4)])
    columns = solvable.frame(many, "polars")
    assert columns["length"].to_list() == many.lengths.tolist()
    assert columns.columns == ["solvable", "length", *map(str, range(6))]
    states = dataset.dataset(SlidingTiles(3, 3), 5, seed=1)
    assert dataset.frame(SlidingTiles(3, 3), *states, "polars")["state"].to_list() == states[0].tolist()


def test_a_missing_library_is_told_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: dict[str, Any] = {
        "pandas": lambda: solvable.frame([]),
        "polars": lambda: solvable.frame([], "polars"),
        "networkx": SlidingTiles(2, 2).to_networkx,
    }
    for name, call in calls.items():
        monkeypatch.setitem(__import__("sys").modules, name, None)
        with pytest.raises(ImportError, match=rf"{name}: pip install \"solvable"):
            call()


@pytest.mark.slow
def test_limits_bound_questions_that_need_no_search() -> None:
    hard = "lights:50x50x50,mod3"
    with pytest.raises(BudgetExceededError):
        solvable.check(f"{hard}#1", seconds=0.1)
    with pytest.raises(BudgetExceededError):
        solvable.count(hard, budget=Budget(0.1))
    states = solvable.LightsOut(15, 15).exact(60, 10**6, Random(1), seconds=0.1)
    with pytest.raises(BudgetExceededError):
        list(states)


DOOR: Any = solvable  # what no type checker looks through


def test_numbers_may_be_numpys() -> None:
    puzzle = DOOR.SlidingTiles(np.int64(3), np.int64(3))
    assert puzzle == SlidingTiles(3, 3) and type(puzzle.width) is int
    assert json.loads(json.dumps(solvable.solve((puzzle, "8 6 7/2 5 4/3 0 1"))))["length"] == 31
    assert DOOR.LightsOut(np.int64(3), 3) == solvable.LightsOut(3, 3)
    moves = np.array([0, 2, 4, 5, 8])
    assert solvable.verify(solvable.LightsOut(3, 3), "110/000/000", moves).verdict == "right"
    answer = solvable.to_answer(solvable.LightsOut(3, 3), "110/000/000", moves)
    assert json.loads(json.dumps(answer)) == answer
    assert DOOR.solve_rows([np.int64(3), 0, 0], 3) == solvable.solve_rows([3, 0, 0], 3)
    assert DOOR.check("11/11", seconds=np.float32(1))["verdict"] == "solvable"


@pytest.mark.parametrize(
    "asked",
    [
        lambda: DOOR.SlidingTiles(True, 3),
        lambda: DOOR.SlidingTiles(3.0, 3),
        lambda: DOOR.GraphTiles.board("3", 3),
        lambda: DOOR.LightsOut(0, 3),
        lambda: DOOR.solve("11/11", seconds="1"),
        lambda: DOOR.solve("11/11", seconds=float("nan")),
        lambda: DOOR.count("lights:3x3", seconds=-1),
        lambda: DOOR.solve("11/11", workers=1.5),
        lambda: DOOR.solve("11/11", all=-1),
        lambda: DOOR.new("lights:3x3", count=1.5),
        lambda: DOOR.new("tiles:3x3", exact=3.0),
        lambda: DOOR.new("tiles:3x3", graded=True),
        lambda: DOOR.nullity(3.0, 3),
        lambda: DOOR.solve_rows([1.5, 0, 0], 3),
        lambda: DOOR.to_answer(DOOR.LightsOut(2, 2), "11/11", [0, 1.0]),
        lambda: DOOR.to_answer(DOOR.LightsOut(2, 2), "11/11", ["0"]),
        lambda: DOOR.GraphTiles("3", [(0, 1), (1, 2)]),
        lambda: DOOR.GraphTiles(3, [(0, 1), (1, "a")]),
    ],
)
def test_what_is_no_whole_number_is_told(asked: Any) -> None:
    with pytest.raises(PuzzleError, match=r"must be a (whole )?number"):
        asked()


@pytest.mark.parametrize("edges", [5, "ab", [(0,)], [(0, 1, 2)], [0, 1]])
def test_edges_are_pairs(edges: Any) -> None:
    with pytest.raises(PuzzleError, match="edges are pairs of vertices"):
        DOOR.GraphTiles(3, edges)


def test_as_many_solutions_as_nobody_counts() -> None:
    assert len(list(solvable.solve("11/11", all=10**30))) == 1
