"""Levels rise, the daily board is that of its date, and a game is read from any text."""

import json

import pytest

import solvable
from solvable.core.errors import PuzzleError
from solvable.core.puzzle import Puzzle, replay
from solvable.families import FAMILIES, offered
from solvable.game_id import parse
from solvable.play import levels
from solvable.play.input import WAYS, read_moves, slides, stage, touched, wrong_move
from solvable.play.load import opened
from solvable.play.session import Session
from solvable.tiles import SlidingTiles
from solvable.tiles.generate import RADIUS, farthest
from solvable.tiles.moves import from_letters


@pytest.mark.parametrize("family", FAMILIES)
def test_the_levels_are_solvable_and_the_same_for_the_same_seed(family: str) -> None:
    for number, (_, puzzle, level) in enumerate(levels.levels(family)):
        for seed in ("1", "2"):
            game = levels.at_level(family, number, seed)
            assert game.state == levels.at_level(family, number, seed).state
            assert game.puzzle == solvable.parse(f"{puzzle}#1")[0]
            assert game.puzzle.obstruction(game.state) is None
            if level.moves and not level.boards:
                assert 0 < len(game.puzzle.optimal(game.state)) <= level.moves


def test_the_hardest_boards_need_the_most_moves_there_are() -> None:
    *_, (_, puzzle_id, level) = levels.levels("lights")
    puzzle = solvable.parse_puzzle(puzzle_id)
    assert {len(puzzle.optimal(puzzle.parse(text))) for text in level.boards} == {level.moves} == {15}
    *_, (_, puzzle_id, level) = levels.levels("tiles")
    tiles = SlidingTiles(4, 4)
    assert {tiles.parse(text) for text in level.boards} == set(farthest(tiles)) and level.moves == RADIUS["stm"]


@pytest.mark.parametrize("family", offered())
def test_the_daily_board_has_the_date_as_its_seed(family: str) -> None:
    game = levels.daily(family, "2026-11-22")
    size = {"lights": "5x5", "tiles": "4x4"}[family]
    assert (game.puzzle, game.state) == parse(f"{family}:{size}#2026-11-22")


def test_a_game_is_read_from_any_text() -> None:
    game = Session(*parse("tiles:3x3#1"))
    game.move(game.puzzle.moves(game.state)[0])
    for text in (game.to_json(), game.to_save(), f"\n {game.to_json()}"):
        assert opened(text, "1").moves == game.moves
    assert opened("merlin", "1").puzzle == parse("lights:merlin#1")[0]
    assert opened("lights:5x5", "7").state == parse("lights:5x5#7")[1]
    assert opened("15-puzzle", "7").state == parse("tiles:4x4#7")[1]
    assert opened("110/000/000", "1").state == (1, 1, 0, 0, 0, 0, 0, 0, 0)
    assert opened("lights:5x5#3", "1").state == parse("lights:5x5#3")[1]
    for text in ("", "no board at all", "lights:5x5,nothing", "4x4", json.dumps({"format": "solvable game"})):
        with pytest.raises(PuzzleError):
            opened(text, "1")


@pytest.mark.parametrize("puzzle", [parse("tiles:3x3#1")[0], parse("tiles:5x2#1")[0], None, parse("lights:3x3#1")[0]])
def test_a_scramble_leads_from_the_goal(puzzle: Puzzle | None) -> None:
    used = SlidingTiles(4, 4) if puzzle is None or not isinstance(puzzle, SlidingTiles) else puzzle
    game = opened(" DRRUL D ", "1", puzzle=puzzle)
    moves = from_letters(used.width, used.goal, "DRRULD")
    assert game.puzzle == used and game.start == replay(used, used.goal, moves) and not game.moves
    assert opened("R2 D L U", "1", puzzle=puzzle).start == opened("RRDLU", "1", puzzle=puzzle).start
    for text in ("DRUU", "LLLU", "R2L2" * 1001):
        with pytest.raises(PuzzleError, match="of the scramble"):
            opened(text, "1", puzzle=puzzle)


def test_arrows_slide_tiles_and_a_touch_slides_the_line() -> None:
    puzzle, state = parse("tiles:3x3:1,2,3/4,0,5/6,7,8")
    assert {way: slides(puzzle, state, step) for way, step in WAYS.items()} == {
        "left": (5,), "right": (3,), "up": (7,), "down": (1,),
    }  # fmt: skip
    puzzle, state = parse("tiles:3x3:0,1,2/3,4,5/6,7,8")
    assert slides(puzzle, state, WAYS["right"]) == slides(puzzle, state, WAYS["down"]) == ()
    assert touched(puzzle, state, 2) == (1, 2)
    assert touched(puzzle, state, 6) == (3, 6)
    assert touched(puzzle, state, 4) == touched(puzzle, state, 0) == ()
    assert replay(puzzle, state, touched(puzzle, state, 6)) == (3, 1, 2, 6, 4, 5, 0, 7, 8)
    puzzle, state = parse("tiles:3x3,dead=1:0,-,1/2,3,4/5,6,7")
    assert touched(puzzle, state, 2) == ()


@pytest.mark.parametrize(
    ("board", "text", "moves"),
    [
        ("lights:3x3:110/000/000", "2,3", (5,)),
        ("lights:3x3:110/000/000", "1,1 3，3", (0, 8)),
        ("lights:3x3:110/000/000", "4,1", ()),
        ("lights:3x3:110/000/000", "5", ()),
        ("lights:5x1:11000", "5", (4,)),
        ("lights:5x1:11000", "²", ()),
        ("lights:5x1:11000", "1" * 5000, ()),
        ("lights:gale-berlekamp#1", "20", (19,)),
        ("lights:gale-berlekamp#1", "21", ()),
        ("tiles:3x3:1,2,3/4,0,5/6,7,8", "5 8", (5, 8)),
        ("tiles:3x3:1,2,3/4,0,5/6,7,8", "6", ()),
        ("tiles:3x3:1,2,3/4,0,5/6,7,8", "3,2", (7,)),
        ("tiles:4x4,goal=RATE/YOUR/MIND/PAL_:R,A,T,E/Y,O,U,R/M,I,N,D/P,A,_,L", "a l", (13,)),
        ("tiles:petersen:1,2,3,4,5,6,7,8,0,9", "3", (3,)),
        ("tiles:petersen:1,2,3,4,5,6,7,8,0,9", "99", ()),
    ],
)
def test_typed_moves(board: str, text: str, moves: tuple[int, ...]) -> None:
    puzzle, state = parse(board)
    assert read_moves(puzzle, state, text)[: len(moves) or None] == moves


TILES = "tiles:3x3:1,2,3/4,0,5/6,7,8"
LAMPS = "lights:3x3:110/000/000"


@pytest.mark.parametrize(
    ("board", "text", "wrong"),
    [
        (TILES, "6", "6"),
        (TILES, "5 1 8", "1"),
        (TILES, "5 10", "10"),
        (TILES, "(2,9)", "2,9"),
        (TILES, "b7", "b7"),
        (LAMPS, "101", "101"),
        (LAMPS, "1,1 1,0", "1,0"),
        (LAMPS, "1 0", "1"),
        (LAMPS, "-1", "-1"),
        ("lights:5x1:11000", "-1,2", "-1"),
        ("lights:5x1:11000", "5 6", "6"),
        ("tiles:petersen:1,2,3,4,5,6,7,8,0,9", "99", "99"),
        ("tiles:2x2,goal=AB/C_:A,B/C,_", "a", "a"),
        (TILES, "5 8", ""),
        (TILES, "1,2,3,4,5,6,7,8,0", ""),
        (TILES, "1 2 3/4 5 6/7 8 0", ""),
        (LAMPS, "1 0; 0 1", ""),
        (LAMPS, "10101", "10101"),
        (TILES, "123456780", ""),
        (TILES, "1 2 3 4", "1"),
        (LAMPS, "merlin", ""),
    ],
)
def test_what_looks_like_a_move_and_is_none_is_told_from_a_board(board: str, text: str, wrong: str) -> None:
    assert wrong_move(*parse(board), text) == wrong


def test_a_cell_may_stand_in_parentheses() -> None:
    puzzle, state = parse(LAMPS)
    assert read_moves(puzzle, state, "(1,2) （3，3）") == (1, 8)


def test_the_buttons_that_are_no_lamps_stand_below() -> None:
    puzzle, state = parse("lights:gale-berlekamp#1")
    view = stage(puzzle, state)
    assert [cell.label for cell in view.cells[100:]] == [str(n) for n in range(1, 21)]
    assert touched(puzzle, state, 5) == () and touched(puzzle, state, 105) == (5,)


def test_a_solution_from_elsewhere_is_followed_where_it_leads_to_the_goal() -> None:
    game = Session(*parse("tiles:3x3#1"))
    found = game.puzzle.optimal(game.state).moves
    with pytest.raises(PuzzleError):
        game.follow(found[:-1])
    assert not game.has_solution
    assert game.follow(found) and game.has_solution and not game.with_help
    assert not game.follow(found)
    assert game.hint() == found[0] and game.with_help


def test_a_piece_written_into_a_cell_changes_places() -> None:
    game = Session(*parse("tiles:3x3:1,2,3/4,5,6/7,8,0"))
    assert game.put(0, 3) == (3, 2, 1, 4, 5, 6, 7, 8, 0)
    assert game.put(8, 2) == (3, 0, 1, 4, 5, 6, 7, 8, 2)
    with pytest.raises(PuzzleError):
        game.put(0, 9)
    with pytest.raises(PuzzleError):
        game.put(9, 1)
    lamps = Session(*parse("lights:3x3#1"))
    assert lamps.put(4, 1)[4] == 1 and lamps.put(4, 0)[4] == 0
