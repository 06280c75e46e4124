"""What is written is read back as the same board, in every format that can say it; what cannot be said is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable import formats, game_id
from solvable.core.errors import PuzzleError
from solvable.core.puzzle import Puzzle, State
from solvable.lights.board import LightsOut
from solvable.tiles.board import SlidingTiles

GRIDS = ["grid", "dots", "uva", "xo", "wb", "yw", "signs", "stars", "emoji", "header", "pbm"]
WRITABLE = [name for name, row in formats.FORMATS.items() if row.write]


@st.composite
def plain(draw: st.DrawFn) -> tuple[LightsOut, State]:
    w, h = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    return LightsOut(w, h), draw(st.tuples(*[st.integers(0, 1)] * (w * h)))


@st.composite
def wired(draw: st.DrawFn) -> tuple[LightsOut, State]:
    w, h = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    press = st.sets(st.integers(0, w * h - 1)).map(lambda cells: tuple((cell, 1) for cell in sorted(cells)))
    rule = draw(st.lists(press, min_size=w * h, max_size=w * h))
    return LightsOut(w, h, rule=rule), draw(st.tuples(*[st.integers(0, 1)] * (w * h)))


@st.composite
def sliding(draw: st.DrawFn) -> tuple[SlidingTiles, State]:
    w, h = draw(st.sampled_from([(2, 2), (3, 3), (4, 4), (5, 5), (4, 3), (2, 6), (3, 2)]))
    goal = draw(st.sampled_from(["blank-last", "blank-first", "spiral"]))
    return SlidingTiles(w, h, goal=goal), draw(st.permutations(range(w * h)).map(tuple))


@st.composite
def named(draw: st.DrawFn) -> tuple[Puzzle, State]:
    params = [
        "lights:4x4,torus,mod3",
        "lights:2x3,king,dead=0",
        "lights:merlin",
        "lights:3x1,goal=111",
        "tiles:3x3,mtm",
    ]
    params += ["lights:graph=3;0-1;1-2,goal=111", "lights:graph=3;0>1;2>1,goal=011", "tiles:4x1", "lights:1x1"]
    puzzle = game_id.parse_puzzle(draw(st.sampled_from(params)))
    return puzzle, game_id.seeded(puzzle, draw(st.text("abc", max_size=3)))


@settings(deadline=None, max_examples=60)
@given(st.one_of(plain(), wired(), sliding(), named()), st.sampled_from(WRITABLE))
def test_written_boards_are_read_back(board: tuple[Puzzle, State], name: str) -> None:
    puzzle, state = board
    try:
        text = formats.write(puzzle, state, name)
    except PuzzleError:
        assert name not in ("id", "json")
        return
    back = formats.read(text, format=name)
    assert back.state == state
    if isinstance(puzzle, LightsOut) and isinstance(back.puzzle, LightsOut):
        assert back.puzzle.toggles == puzzle.toggles
        assert back.puzzle.goal == puzzle.goal
        assert (back.puzzle.width, back.puzzle.height, back.puzzle.k) == (puzzle.width, puzzle.height, puzzle.k)
    else:
        assert back.puzzle == puzzle


@settings(deadline=None, max_examples=60)
@given(plain())
def test_plain_lights_can_be_written_in_every_format_of_lamps(board: tuple[LightsOut, State]) -> None:
    for name in [*GRIDS, "json", "flip", "save", "id"]:
        back = formats.read(formats.write(*board, name), format=name)
        assert (back.puzzle, back.state) == board


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(sliding())
def test_each_goal_has_its_formats(board: tuple[SlidingTiles, State]) -> None:
    puzzle, state = board
    square = puzzle.width == puzzle.height
    names = {"blank-last": ["rows", "pipes", "fifteen", "save", "json"], "blank-first": [], "spiral": []}
    if square:
        names["blank-last"] += ["compact"] + ["hex"] * (puzzle.width == 4)
        names["blank-first"] += ["hackerrank"] + ["korf"] * (puzzle.width > 2)
        names["spiral"] += ["42"]
    for name in ["id", *names[puzzle.goal_name]]:
        back = formats.read(formats.write(puzzle, state, name), format=name)
        assert (back.puzzle, back.state) == board
    for name in [name for goal, others in names.items() if goal != puzzle.goal_name for name in others]:
        if name != "json":
            with pytest.raises(PuzzleError):
                formats.write(puzzle, state, name)


@settings(deadline=None, max_examples=40)
@given(wired())
def test_any_wiring_can_be_written(board: tuple[LightsOut, State]) -> None:
    puzzle, state = board
    for name in ["flip", "save", "json", "id"] + ["wiring"] * (puzzle.height == 1):
        back = formats.read(formats.write(puzzle, state, name), format=name)
        assert isinstance(back.puzzle, LightsOut)
        assert (back.puzzle.toggles, back.state) == (puzzle.toggles, state)


@pytest.mark.parametrize(
    ("board", "name"),
    [
        ("lights:3x3,torus:000/000/000", "grid"),
        ("lights:3x3,goal=111/111/111:000/000/000", "grid"),
        ("lights:3x3,dead=4:000/000/000", "flip"),
        ("lights:3x3,fixed=4:000/000/000", "flip"),
        ("lights:3x3,mod3:000/000/000", "pbm"),
        ("lights:3x3:000/000/000", "coords"),
        ("lights:3x2:100/000", "coords"),
        ("lights:3x3:000/000/000", "rows"),
        ("lights:3x3:000/000/000", "graph"),
        ("lights:3x3:000/000/000", "npy"),
        ("lights:3x3:000/000/000", "nothing"),
        ("tiles:3x3,mtm:1,2,3/4,5,6/7,8,0", "rows"),
        ("tiles:3x3,goal=1,2,3/8,0,4/7,6,5:1,2,3/8,0,4/7,6,5", "korf"),
        ("tiles:3x3:1,2,3/4,5,6/7,8,0", "grid"),
        ("tiles:4x1:1,2,3,0", "rows"),
        ("tiles:4x1:1,2,3,0", "fifteen"),
    ],
)
def test_what_a_format_cannot_say_is_refused(board: str, name: str) -> None:
    with pytest.raises(PuzzleError, match=r"format"):
        formats.write(*game_id.parse(board), name)


@pytest.mark.parametrize(
    ("board", "name", "text"),
    [
        ("lights:3x3:110/000/001", "coords", "3 3\n1 1\n1 2\n3 3"),
        ("lights:3x2:110/001", "header", "2 3\n110\n001"),
        ("lights:3x3:010/111/010", "flip", "3x3:d074191345d1644c17058,5d0"),
        ("lights:graph=3;0-1;1-2,goal=111:000", "graph", "3 2\n1 2\n2 3"),
        ("lights:graph=2;0>1,goal=01:10", "switches", "2\n1 0\n0 1\n1 2\n0 0"),
        ("lights:graph=2;0>1:10", "wiring", "1 0\nbutton 1: lamps 1 2\nbutton 2: lamps 2"),
        (
            "lights:2x1,mod3:12",
            "json",
            '{"rows":1,"cols":2,"lights":[[1,2]],"wiring":"plus","surface":"plane","mod":3}',
        ),
        ("lights:2x1,goal=11:10", "json", '{"board":"lights:2x1,goal=11:10"}'),
        ("tiles:3x2:1,2,3/4,0,5", "pipes", "1 2 3|4 -1 5"),
        ("tiles:3x3:1,2,3/4,0,5/6,7,8", "compact", "1 2 3 4 x 5 6 7 8"),
    ],
)
def test_written_texts(board: str, name: str, text: str) -> None:
    assert formats.write(*game_id.parse(board), name) == text


def test_every_format_is_described() -> None:
    assert all(name == row.name and row.summary for name, row in formats.FORMATS.items())


def test_a_misspelt_format_is_told_the_one_that_is_meant() -> None:
    for wrong in ("jsn", "JSOM"):
        with pytest.raises(PuzzleError, match=f"unknown format '{wrong}'; did you mean json"):
            formats.write(LightsOut(2, 2), (0, 0, 0, 0), wrong)
    with pytest.raises(PuzzleError, match="the format npy cannot be written; these can: id, "):
        formats.write(LightsOut(2, 2), (0, 0, 0, 0), "npy")
