"""Game IDs: one canonical spelling for each board, and a place for every mistake."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable import game_id
from solvable.core.errors import BudgetExceededError, NotationError, PuzzleError
from solvable.core.puzzle import Puzzle
from solvable.lights.board import LightsOut
from solvable.lights.catalogue.variants import VARIANTS
from solvable.lights.rules import RULES, SURFACES, box_toggles, graph_toggles
from solvable.tiles.board import SlidingTiles


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("lights:3x3:110000000", "lights:3x3:110/000/000"),
        ("lights:5x5:01110/10101/11011/10101/01110", "lights:5x5:01110/10101/11011/10101/01110"),
        (" lights:2x2,mod3,torus,king:\n01\n22\n", "lights:2x2,king,torus,mod3:01/22"),
        ("lights:2x2,plane,plus,mod2:0000", "lights:2x2:00/00"),
        ("lights:2x2,dead=3.0:0110", "lights:2x2,dead=0.3:01/10"),
        ("lights:2x2,goal=11/11:0000", "lights:2x2,goal=11/11:00/00"),
        ("lights:2x2,fixed=1,dead=2:0101", "lights:2x2,dead=2,fixed=1:01/01"),
        ("lights:2x1,mod12,goal=0,11:1,10", "lights:2x1,mod12,goal=0,11:1,10"),
        ("lights:3x3,matrix=d074191345d1644c17058:000/010/000", "lights:3x3,matrix=d074191345d1644c17058:000/010/000"),
        ("lights:3x1,mod3,toggles=0.1*2/2/0.2:012", "lights:3x1,mod3,toggles=0.1*2/2/0.2:012"),
        ("lights:2x2,toggles=0.1/2.3:0110", "lights:2x2,toggles=0.1/2.3:01/10"),
        ("lights:graph=3;0-1;1-2:101", "lights:graph=3;0-1;1-2:101"),
        ("lights:graph=3;0>1;1>0;2>1:101", "lights:graph=3;0-1;2>1:101"),
        ("lights:graph0=3;0-1;1-2,mod4:103", "lights:graph0=3;0-1;1-2,mod4:103"),
        ("lights:2x2x2,mod3,dead=0:01/20/11/00", "lights:2x2x2,mod3,dead=0:01/20/11/00"),
        ("lights:1x4,toggles=0.1.2/0.1.3/0.2.3/1.2.3:1010", "lights:1x2x2:1/0/1/0"),
        ("lights:1x1,mod2147483647:2147483646", "lights:1x1,mod2147483647:2147483646"),
        ("tiles:3x3:123456780", "tiles:3x3:1,2,3/4,5,6/7,8,0"),
        ("tiles:2x2:3 2\n1 _", "tiles:2x2:3,2/1,0"),
        ("tiles:2x2,mtm,goal=blank-first:3,2/1,0", "tiles:2x2,goal=blank-first,mtm:3,2/1,0"),
        ("tiles:3x3,goal=1,2,3/8,0,4/7,6,5,mtm:1,2,3/8,0,4/7,6,5", "tiles:3x3,goal=spiral,mtm:1,2,3/8,0,4/7,6,5"),
        ("tiles:2x2,goal=3,2/1,0,stm:1,2/3,0", "tiles:2x2,goal=3,2/1,0:1,2/3,0"),
    ],
)
def test_canonical_spelling(text: str, canonical: str) -> None:
    puzzle, state = game_id.parse(text)
    assert game_id.format_board(puzzle, state) == canonical
    assert game_id.parse(canonical) == (puzzle, state)


@pytest.mark.parametrize(
    "text", ["lights:5x5", "lights:4x6,knight0,klein,mod5", "tiles:4x4", "tiles:5x3,goal=spiral,mtm"]
)
def test_puzzles_without_a_position(text: str) -> None:
    assert game_id.format_puzzle(game_id.parse_puzzle(text)) == text


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_variants_keep_their_names(name: str) -> None:
    puzzle = game_id.parse_puzzle(f"lights:{name}")
    assert game_id.format_puzzle(puzzle) == f"lights:{name}"
    state = game_id.seeded(puzzle, "1")
    assert game_id.parse(game_id.format_board(puzzle, state)) == (puzzle, state)


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_may_have_another_goal(name: str) -> None:
    puzzle = game_id.parse_puzzle(f"lights:{name}")
    other = game_id.seeded(puzzle, "goal")
    text = f"lights:{name},goal={puzzle.format(other)}"
    if any(other):
        assert game_id.parse_puzzle(text).goal == other
        assert game_id.format_puzzle(game_id.parse_puzzle(text)) == text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "names no puzzle"),
        ("chess:8x8:0", 1, "names no puzzle"),
        ("lights", 1, "names no puzzle"),
        ("lights:5x5", 11, "without a position"),
        ("lights::0", 8, "size"),
        ("lights:5y5:0", 8, "neither a size nor a variant"),
        ("lights:3x3,tours:000000000", 12, "unknown option 'tours'"),
        ("lights:3x3,torus,klein:000000000", 18, "second surface"),
        ("lights:3x3,dead=x:000000000", 17, "dead"),
        ("lights:3x3,goal=000/0a0/000:000000000", 22, "goal"),
        ("lights:2x2,matrix=fff:0000", 19, "3 digits"),
        ("lights:2x2,matrix=ffgf:0000", 21, "'g'"),
        ("lights:2x2,toggles=0/1/9/2:0000", 24, "beyond"),
        ("lights:2x2,king,toggles=0/1:0000", 12, "its own rule"),
        ("lights:graph=2;0-2:00", 16, "edge"),
        ("lights:99999x99999:0", 8, "too many to handle"),
        ("lights:99999x99999#seed", 8, "too many for a game ID"),
        ("lights:999x999x999#seed", 8, "999 × 999 × 999 cells are too many"),
        ("lights:3x0x3#seed", 8, "at least one cell"),
        ("lights:3x3x3,king#seed", 14, "its own rule"),
        ("lights:3x3,mod2147483648:000000000", 8, "at most 2147483647"),
        ("tiles:4:0", 7, "no square board has 4 tiles"),
        ("tiles:3x3,torus:123456780", 11, "unknown option"),
        ("tiles:2x2,goal=1,2/3,3:0123", 22, "goal"),
        ("tiles:2x2,goal=middle:0123", 16, "goal"),
        ("tiles:2x2,mtm,stm:0123", 15, "second metric"),
        ("tiles:2x2:0,1/2,2", 17, "twice"),
        ("tiles:0x0:", 7, "at least one row"),
        ("tiles:9999x9999:0", 7, "too many to handle"),
    ],
)
def test_mistakes_have_a_place(text: str, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        game_id.parse(text)
    assert (caught.value.line, caught.value.column) == (1, column), str(caught.value)
    assert message in caught.value.message
    assert caught.value.text == text.strip("\n")


def test_mistakes_on_later_lines_have_a_place() -> None:
    with pytest.raises(NotationError) as caught:
        game_id.parse("\n tiles:3x3:\n1 2 3\n4 5 6\n7 7 0\n")
    assert (caught.value.line, caught.value.column, caught.value.text) == (5, 3, "7 7 0")


def test_a_position_may_follow_where_a_puzzle_is_wanted() -> None:
    assert game_id.parse_puzzle("lights:3x3:000000000") == game_id.parse_puzzle("lights:3x3#seed") == LightsOut(3, 3)
    with pytest.raises(NotationError, match="cell"):
        game_id.parse_puzzle("lights:3x3:00000000x")


def test_a_stranger_has_no_family() -> None:
    with pytest.raises(PuzzleError, match="no family"):
        game_id.format_puzzle(object())  # type: ignore[arg-type]


@st.composite
def lights(draw: st.DrawFn) -> tuple[LightsOut, tuple[int, ...]]:
    """Any puzzle of a named rule on a surface that it fits."""
    w, h, k = (
        draw(st.integers(1, 5)),
        draw(st.integers(1, 5)),
        draw(st.sampled_from([2, 3, 4, 11, 12, 10**6, 2**31 - 1])),
    )
    rule, surface = draw(st.sampled_from(RULES)), draw(st.sampled_from([*SURFACES]))
    dead = draw(st.sets(st.integers(0, w * h - 1), max_size=w * h - 1))
    cells = st.tuples(*(st.just(0) if cell in dead else st.integers(0, k - 1) for cell in range(w * h)))
    goal = draw(st.none() | cells)
    fixed = draw(st.sets(st.integers(0, w * h - 1), max_size=3))
    try:
        puzzle = LightsOut(w, h, k=k, rule=rule, surface=surface, dead=dead, fixed=fixed, goal=goal)
    except PuzzleError:  # a rule that does not close up there
        puzzle = LightsOut(w, h, k=k, rule=rule, dead=dead, fixed=fixed, goal=goal)
    return puzzle, draw(cells)


@st.composite
def wired(draw: st.DrawFn) -> tuple[LightsOut, tuple[int, ...]]:
    """Any wiring: presses of any number, graphs, boxes; with a press for each cell also dead and fixed cells."""
    w, h, k = draw(st.integers(1, 4)), draw(st.integers(1, 4)), draw(st.sampled_from([2, 3, 12]))
    size = w * h
    press = st.dictionaries(st.integers(0, size - 1), st.integers(1, k - 1)).map(lambda d: tuple(sorted(d.items())))
    edges = draw(st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=9))
    directed, loops = draw(st.tuples(st.booleans(), st.booleans()))
    rule = draw(
        st.lists(press, min_size=1, max_size=size + 2).map(tuple)
        | st.lists(press, min_size=size, max_size=size).map(tuple)
        | st.just(graph_toggles(size, edges, directed=directed, loops=loops))
        | st.just(box_toggles(w, 1, h))
    )
    lost = st.sets(st.integers(0, size - 1), max_size=size - 1) if len(rule) == size else st.just(set[int]())
    dead = draw(lost)
    cells = st.tuples(*(st.just(0) if cell in dead else st.integers(0, k - 1) for cell in range(size)))
    puzzle = LightsOut(w, h, k=k, rule=rule, dead=dead, fixed=draw(lost), goal=draw(st.none() | cells))
    return puzzle, draw(cells)


@st.composite
def tiles(draw: st.DrawFn) -> tuple[SlidingTiles, tuple[int, ...]]:
    w, h = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    cells = st.permutations(range(w * h)).map(tuple)
    goal = draw(st.sampled_from(["blank-last", "blank-first", "spiral"]) | cells)
    return SlidingTiles(w, h, metric=draw(st.sampled_from(["stm", "mtm"])), goal=goal), draw(cells)


@pytest.mark.parametrize("lost", [{}, {"dead": [1]}, {"fixed": [3]}, {"dead": [1, 11], "fixed": [0]}])
def test_a_box_is_known_by_its_sides(lost: dict[str, Any]) -> None:
    puzzle = LightsOut(2, 6, k=3, rule=box_toggles(2, 2, 3), **lost)
    assert game_id.format_puzzle(puzzle).startswith("lights:2x2x3,mod3")
    assert game_id.parse_puzzle(game_id.format_puzzle(puzzle)) == puzzle


@pytest.mark.parametrize("text", ["lights:2x1x60", "lights:11x1x11,mod3"])
def test_a_large_flat_box_is_not_written_press_by_press(text: str) -> None:
    assert game_id.format_puzzle(game_id.parse_puzzle(text)) == text


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(st.one_of(lights(), wired(), tiles()))
def test_every_board_survives_its_id(board: tuple[Puzzle, tuple[int, ...]]) -> None:
    puzzle, state = board
    text = game_id.format_board(puzzle, state)
    assert game_id.parse(text) == (puzzle, state)
    assert game_id.format_board(*game_id.parse(text)) == text


PIECES = ["lights:", "tiles:", "5x5", "2x2", ",", "torus", "mod3", ":", "#", "goal=", "dead=", "0", "1", "/", "\n"]
PIECES += ["graph=", ";", "-", "matrix=", "toggles=", "mtm", ".", "*", "_", "é", "\0", " "]


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join) | st.text(max_size=30).map("lights:".__add__))
def test_no_text_crashes(text: str) -> None:
    try:
        game_id.parse(text)
    except NotationError as error:
        assert 1 <= error.line <= text.count("\n") + 1
        assert 1 <= error.column <= len(text) + 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("merlin", "lights:merlin"),
        ("4x4#7", "lights:4x4#7 or tiles:4x4#7"),
        ("5×5,torus", "lights:5x5,torus"),
        ("3x3,mtm", "tiles:3x3,mtm"),
        ("2x7", "lights:2x7 or tiles:2x7"),
        ("6", "lights:6x6 or tiles:6x6"),
    ],
)
def test_the_ids_that_a_text_without_its_family_may_mean_are_named(text: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        game_id.parse_puzzle(text)
    assert caught.value.message == f"write {expected}"


@pytest.mark.slow
@pytest.mark.parametrize("text", ["nothing", "x" * 1000, "0", "1000000"])
def test_what_names_no_puzzle_is_refused_with_examples(text: str) -> None:
    with pytest.raises(NotationError, match="this names no puzzle") as caught:
        game_id.parse_puzzle(text)
    assert caught.value.expected == "lights:5x5 or tiles:4x4"


def test_what_has_no_room_is_a_limit_and_not_a_mistake_in_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOLVABLE_MEMORY", "2G")
    with pytest.raises(BudgetExceededError, match="GB") as caught:
        game_id.parse_puzzle("lights:100x100x1000")
    assert not isinstance(caught.value, NotationError)
