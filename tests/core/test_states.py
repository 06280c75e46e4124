"""A state is the same in every form that people have it, and what is no state is refused with its place."""

from collections.abc import Callable, Iterator
from itertools import permutations, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvable import GraphTiles, LightsOut, PuzzleError, SlidingTiles, parse, variant
from solvable.core.puzzle import Puzzle, State

WHOLE = ("b", "B", "h", "H", "i", "I", "q", "Q")
Board = LightsOut | SlidingTiles | GraphTiles

BOARDS: list[Board] = [
    LightsOut(3, 2),
    LightsOut(2, 3, k=5),
    LightsOut(1, 4),
    LightsOut(3, 3, k=12),
    LightsOut(3, 3, dead=[4]),
    LightsOut.from_graph(5, [(0, 1), (1, 2), (2, 3), (3, 4)]),
    variant("merlin"),
    variant("cube"),
    SlidingTiles(3, 3),
    SlidingTiles(2, 4, goal="blank-first", metric="mtm"),
    GraphTiles.board(3, 3, dead=[4]),
    GraphTiles.board(3, 2, (1, 1, 2, 2, 3, 0)),
    GraphTiles.board(3, 2, "ABC/AB_"),
    GraphTiles(5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]),
]


def forms(puzzle: Board, state: State) -> Iterator[Any]:
    """Yield the state as people have it."""
    width = puzzle.width or puzzle.cells
    rows = [state[start : start + width] for start in range(0, len(state), width)]
    array = np.array(rows)
    yield from (list(state), rows, tuple(rows), list(map(list, rows)), array, array.reshape(-1), list(array))
    yield from (list(array.reshape(-1)), np.array(state, object), array[:, ::-1][:, ::-1], dict(enumerate(state)))
    yield from (array.astype(kind) for kind in WHOLE if min(state) >= 0 or kind.islower())
    if set(state) <= {0, 1}:
        yield from (array.astype(bool), list(map(bool, state)), [list(map(np.bool_, row)) for row in rows])
    if min(state) >= 0:
        yield from (memoryview(bytearray(state)), np.array(state, np.uint8).data)
    text = puzzle.format(state)
    yield from (text, text.encode(), bytearray(text, "utf-8"), f" {text}\n", text.split("/"))


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_every_form_is_the_same_state(board: Board) -> None:
    for seed in range(5):
        state = board.scramble(seed)
        for form in forms(board, state):
            found = board.state(form)
            assert found == state
            assert type(found) is tuple and set(map(type, found)) == {int}


def test_every_state_of_a_small_board_is_read_in_every_form() -> None:
    lights, tiles = LightsOut(2, 2, k=3), SlidingTiles(2, 2)
    for state in product(range(3), repeat=4):
        assert {lights.state(form) for form in forms(lights, state)} == {state}
    for state in permutations(range(4)):
        assert {tiles.state(form) for form in forms(tiles, state)} == {state}


def test_a_data_frame_is_a_state() -> None:
    pandas = pytest.importorskip("pandas")
    board, rows = LightsOut(3, 2), [[1, 0, 1], [0, 1, 1]]
    frame = pandas.DataFrame(rows)
    for form in (
        frame,
        frame.astype(bool),
        frame.astype("Int64"),
        frame.astype(object),
        pandas.Series([*rows[0], *rows[1]]),
    ):
        assert board.state(form) == (1, 0, 1, 0, 1, 1)
    with pytest.raises(PuzzleError, match=r"row 2, column 1"):
        board.state(frame.astype("Int64").replace(0, pandas.NA).fillna({1: 1}))


def resumed(puzzle: Any, state: Any) -> Any:
    """Return a search that is kept in a new file."""
    with TemporaryDirectory() as folder:
        return puzzle.resume(state, Path(folder) / "search")


CALLS: dict[str, Callable[[Any, Any], Any]] = {
    "moves": lambda p, s: p.moves(s),
    "apply": lambda p, s: p.apply(s, p.moves(s)[0]),
    "apply_all": lambda p, s: p.apply_all(s, [p.moves(s)[0]]),
    "obstruction": lambda p, s: p.obstruction(s),
    "solve": lambda p, s: p.solve(s),
    "optimal": lambda p, s: p.optimal(s),
    "search": lambda p, s: p.search(s),
    "near": lambda p, s: p.near(s),
    "optimal_solutions": lambda p, s: list(p.optimal_solutions(s)),
    "solutions": lambda p, s: list(p.solutions(s)),
    "format": lambda p, s: p.format(s),
    "with_goal": lambda p, s: p.with_goal(s).goal,
    "state": lambda p, s: p.state(s),
    "scene": lambda p, s: p.scene(s),
    "svg": lambda p, s: p.svg(s),
    "check": lambda p, s: p.check(s),
    "difference": lambda p, s: p.difference(s),
    "ranks": lambda p, s: p.ranks(s),
    "vector": lambda p, s: p.vector(s),
    "bound": lambda p, s: p.bound(s),
    "chase": lambda p, s: p.chase(s),
    "lit_only": lambda p, s: p.lit_only(s),
    "fewest_lit": lambda p, s: p.fewest_lit(s),
    "blank": lambda p, s: p.blank(s),
    "equivalent": lambda p, s: p.equivalent(s, s),
    "require_solvable": lambda p, s: p.require_solvable(s),
    "stages": lambda p, s: p.stages(s),
    "comparisons": lambda p, s: p.comparisons(s),
    "with_blank_at": lambda p, s: p.with_blank_at(s, 0),
    "entries": lambda p, s: p.entries(0),
    "to_letters": lambda p, s: p.to_letters(s, [p.moves(s)[0]]),
    "resume": resumed,
}
WITHOUT_STATE = {
    *("parse", "scramble", "count", "exact", "distances", "levels", "worst", "quiet_list", "press_distribution"),
    *("chase_table", "all_lit", "matrix", "plays_like", "without_name", "toggle", "with_metric", "to_networkx"),
    *("with_free", "with_symbols"),
    *("move_name", "name", "walk", "drawn", "from_graph", "from_matrix", "box", "board", "like"),
}  # fmt: skip


@pytest.mark.parametrize(
    "puzzle", [LightsOut(3, 3), SlidingTiles(3, 2), GraphTiles.board(3, 2, (1, 1, 2, 2, 3, 0))], ids=repr
)
def test_every_public_method_takes_arrays_rows_and_text(puzzle: Board) -> None:
    state = puzzle.scramble(7)
    public = {name for name in dir(puzzle) if not name.startswith("_") and callable(getattr(puzzle, name))}
    assert public - WITHOUT_STATE <= CALLS.keys()
    array = np.array(state).reshape(puzzle.height, puzzle.width)
    for name in public - WITHOUT_STATE:
        wanted = CALLS[name](puzzle, state)
        for form in (array, array.tolist(), puzzle.format(state), array.astype(np.uint16).reshape(-1)):
            assert CALLS[name](puzzle, form) == wanted, name


@given(st.data())
def test_the_answer_does_not_depend_on_the_form(data: st.DataObject) -> None:
    board = data.draw(st.sampled_from(BOARDS))
    state = board.scramble(Random(data.draw(st.integers(0, 99))))
    told = list(forms(board, state))
    form = told[data.draw(st.integers(0, len(told) - 1))]
    assert board.obstruction(form) == board.obstruction(state)
    assert board.solve(form, seconds=5) == board.solve(state, seconds=5)


@pytest.mark.parametrize(
    "text",
    ["●●○/○○○/○○○", "🟨🟨⬛\n⬛⬛⬛\n⬛⬛⬛", "[[1,1,0],[0,0,0],[0,0,0]]", "##.\n...\n...", "lights:3x3:110/000/000"],
)
def test_a_state_is_read_in_the_formats_of_the_command_line(text: str) -> None:
    assert LightsOut(3, 3, k=3).state(text) == LightsOut(3, 3).state(text.encode()) == (1, 1, *[0] * 7)


@pytest.mark.parametrize(
    ("puzzle", "given", "told"),
    [
        (LightsOut(3, 3), [[1, 0, 0], [0, 2, 0], [0, 0, 0]], "2 in row 2, column 2"),
        (LightsOut(3, 3), [[1, 0, 0], [0, 0], [0, 0, 0]], "row 2 has 2 cells, not 3"),
        (LightsOut(3, 3), [[1, 0, 0], [0, 0, 0]], "2 rows, not 3"),
        (LightsOut(3, 3), [0] * 8, "9 cells, the state 8"),
        (LightsOut(3, 3), np.zeros((3, 3)), "array.astype"),
        (LightsOut(3, 3), [0, 0, 0, 0, 1.0, 0, 0, 0, 0], r"1\.0 in row 2, column 2.*int first"),
        (LightsOut(3, 3), [0, 0, 0, 0, 0, None, 0, 0, 0], "None in row 2, column 3"),
        (LightsOut(3, 3), np.zeros((1, 3, 3), int), "shape"),
        (LightsOut(3, 3), np.array(5), "shape"),
        (LightsOut(3, 3), np.array(["a"]), "whole numbers"),
        (LightsOut(3, 3), 5, "sequence of numbers"),
        (LightsOut(3, 3), {1, 2}, "sequence of numbers"),
        (LightsOut(3, 3), iter([1]), "sequence of numbers"),
        (LightsOut(3, 3), {0: 1}, "cell 1 is missing"),
        (LightsOut(3, 3), "110/000/00x", "not a cell"),
        (LightsOut(3, 3), "1 2 3/4 5 6/7 8 0", "not a state of a lamp|is a state of"),
        (LightsOut(3, 3), "lights:2x2:11/11", "LightsOut"),
        (LightsOut(3, 3, dead=[4]), [0, 0, 0, 0, 1, 0, 0, 0, 0], "row 2, column 2, which does not exist"),
        (LightsOut.from_graph(3, [(0, 1)]), [0, 0, 7], "7 in cell 2"),
        (SlidingTiles(2, 2), [[1, 2], [9, 0]], "no tile 9, in row 2, column 1"),
        (SlidingTiles(2, 2), [[1, 2], [2, 0]], "tile 2 appears twice, again in row 2, column 1"),
        (SlidingTiles(2, 2), np.array([[1, 2], [3, 4]]) / 2, "int first"),
    ],
)  # fmt: skip
def test_what_is_no_state_is_refused_with_its_place(puzzle: Puzzle, given: Any, told: str) -> None:
    with pytest.raises(PuzzleError, match=told):
        puzzle.obstruction(given)


def test_goals_are_states_in_any_form() -> None:
    rows = [[0, 1, 2], [3, 4, 5]]
    goals: list[Any] = [rows, np.array(rows), "0,1,2/3,4,5", "blank-first", (0, 1, 2, 3, 4, 5)]
    assert {SlidingTiles(3, 2, goal=goal) for goal in goals} == {SlidingTiles(3, 2, goal="blank-first")}
    assert LightsOut(2, 2, goal=np.eye(2, dtype=bool)).goal == LightsOut(2, 2, goal="10/01").goal == (1, 0, 0, 1)
    assert GraphTiles.board(2, 2, "AB/A_").letters and GraphTiles.board(2, 2, [[1, 2], [1, 0]]).goal == (1, 2, 1, 0)


def test_a_seed_draws_the_board_of_its_game_id() -> None:
    for params in ("lights:5x5", "lights:merlin", "lights:4x4,mod3", "tiles:4x4", "tiles:1x5", "tiles:petersen"):
        for seed in (42, "forty two"):
            puzzle, state = parse(f"{params}#{seed}")
            assert puzzle.scramble(seed) == state  # type: ignore[arg-type]


def test_rows_may_have_words_for_the_blank_and_errors_name_the_row() -> None:
    for blank in (None, "", "B", "e", "#", "?", "None"):
        assert parse([[4, 1, 2], [7, blank, 3], [8, 5, 6]])[1] == (4, 1, 2, 7, 0, 3, 8, 5, 6)
    with pytest.raises(PuzzleError, match="row 2, column 2"):
        parse([[4, 1, 2], [7, "Q", 3], [8, 5, 6]])
    with pytest.raises(PuzzleError, match="row 3, column 1"):
        parse([[4, 1, 2], [7, 0, 3], [1.5, 5, 6]])
    puzzle, state = parse([[1, 0, 1], [0, None, 0], [1, 1, 0]])
    assert (puzzle, state) == (LightsOut(3, 3, dead=[4]), (1, 0, 1, 0, 0, 0, 1, 1, 0))
