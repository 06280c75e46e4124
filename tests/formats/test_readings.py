"""Every format of the wild is recognised, and what was taken for granted is said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvable import families, formats, game_id
from solvable.core.errors import NotationError, PuzzleError
from solvable.core.puzzle import Puzzle, State
from solvable.families import FAMILIES
from solvable.formats.base import Format
from solvable.formats.clipboard import plain
from solvable.formats.game_id import GAME_ID
from solvable.formats.registry import FORMATS
from solvable.formats.text import Text
from solvable.lights.board import LightsOut
from solvable.tiles.board import SlidingTiles

KORF_1 = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"

READINGS = [
    ("110/000/000", "grid", "lights:3x3:110/000/000"),
    ("1 1 0\n0 0 0\n0 0 0\n", "grid", "lights:3x3:110/000/000"),
    ("1,1,0\n0,0,0", "grid", "lights:3x2:110/000"),
    ("\ufeff11\r\n\r\n 01  \r\n\r\n", "grid", "lights:2x2:11/01"),
    ("１１０／０００／０００", "grid", "lights:3x3:110/000/000"),
    ("１，２，３／４，５，６／７，８，０", "rows", "tiles:3x3:1,2,3/4,5,6/7,8,0"),
    ("lights：3x3：110/000/000", "id", "lights:3x3:110/000/000"),
    ("1 0", "grid", "lights:2x1:10"),
    ("1 1\n1 1", "grid", "lights:2x2:11/11"),
    ("01/10", "grid", "lights:2x2:01/10"),
    ("#..\n..#", "dots", "lights:3x2:100/001"),
    ("...", "dots", "lights:3x1:000"),
    ("O#\nOO", "uva", "lights:2x2:10/11"),
    ("X O\nO X", "xo", "lights:2x2:10/01"),
    ("wb\nww", "wb", "lights:2x2:10/11"),
    ("yw\nyy", "yw", "lights:2x2:01/00"),
    ("+-\n++", "signs", "lights:2x2:10/11"),
    ("*.\n**", "stars", "lights:2x2:10/11"),
    ("⬛️🟡\n🟡⬛️", "emoji", "lights:2x2:01/10"),
    ("4 4\n1 0 0 1\n0 1 1 0\n0 1 1 0\n1 0 0 1", "header", "lights:4x4:1001/0110/0110/1001"),
    ("2 3\n#..\n..#", "header", "lights:3x2:100/001"),
    ("3\nyyy\nywy\nyyy", "header", "lights:3x3:000/010/000"),
    ("1\n3\nyyy\nywy\nyyy", "header", "lights:3x3:000/010/000"),
    ("1\n0 1 1\n1 0 0", "header", "lights:3x2:011/100"),
    ("6 2\n1 2\n6 6", "coords", "lights:6x6:010000/000000/000000/000000/000000/000001"),
    ("[[0,1],[1,0]]", "json", "lights:2x2:01/10"),
    ("[[true, false]]", "json", "lights:2x1:10"),
    ('{"rows": 2, "cols": 2, "lights": [0, 1, 2, 0], "mod": 3}', "json", "lights:2x2,mod3:01/20"),
    ('{"lights": [[1, 0]], "wiring": "king", "surface": "torus"}', "json", "lights:2x1,king,torus:10"),
    ('{"lights": [[1, 0]], "wiring": [[0, 1], [1]]}', "json", "lights:graph=2;0>1:10"),
    ('{"board": "tiles:2x2:3,2/1,0", "verdict": "solved"}', "json", "tiles:2x2:3,2/1,0"),
    ("1\n3\n0 0 0\n1 1 1\n1 2\n3 1\n0 0", "switches", "lights:graph=3;0>1;2>0,goal=111:000"),
    ("1 0 1\nbutton 1: lamps 1 2\nbutton 2: lamps 2\nbutton 3: lamps", "wiring", "lights:3x1,matrix=c80:101"),
    ("P1\n# a comment\n2 2\n01 10", "pbm", "lights:2x2:01/10"),
    ("8 2 0/4 6 1/3 7 5", "rows", "tiles:3x3:8,2,0/4,6,1/3,7,5"),
    ("1 3 2/6 0 5/4 7 8", "rows", "tiles:3x3:1,3,2/6,0,5/4,7,8"),
    ("1 2 3\n4 _ 5\n", "rows", "tiles:3x2:1,2,3/4,0,5"),
    ("1,2,3\n4,5,6\n7,8,", "rows", "tiles:3x3:1,2,3/4,5,6/7,8,0"),
    ("283/104/765", "rows", "tiles:3x3:2,8,3/1,0,4/7,6,5"),
    ("2 8 6|7 1 3|-1 5 4", "pipes", "tiles:3x3:2,8,6/7,1,3/0,5,4"),
    ("283104765", "compact", "tiles:3x3:2,8,3/1,0,4/7,6,5"),
    ("2831x4765", "compact", "tiles:3x3:2,8,3/1,0,4/7,6,5"),
    ("2 3 4 1 5 x 7 6 8", "compact", "tiles:3x3:2,3,4/1,5,0/7,6,8"),
    ("123456789ABCDEF0", "hex", "tiles:4x4:1,2,3,4/5,6,7,8/9,10,11,12/13,14,15,0"),
    (KORF_1, "compact", "tiles:4x4:14,13,15,7/11,12,9,5/6,0,2,1/4,8,10,3"),
    ("2 3 4 1 5 0 7 6 8", "compact", "tiles:3x3:2,3,4/1,5,0/7,6,8"),
    ("1 2 3 0", "compact", "tiles:2x2:1,2/3,0"),
    ("3\n1 2 3\n4 5 6\n7 8 0", "header", "tiles:3x3:1,2,3/4,5,6/7,8,0"),
    ("3/1 2 3/8 4 0/7 6 5", "header", "tiles:3x3:1,2,3/8,4,0/7,6,5"),
    ("# made for 42\n3\n1 2 3 # first\n8 4 0\n7 6 5", "header", "tiles:3x3:1,2,3/8,4,0/7,6,5"),
    ("1 2 3 # first\n8 4 0\n7 6 5", "rows", "tiles:3x3:1,2,3/8,4,0/7,6,5"),
    ("2\n0\n3\n2\n1", "hackerrank", "tiles:2x2,goal=blank-first:0,3/2,1"),
    ("3x3:d074191345d1644c17058,5d0", "flip", "lights:3x3:010/111/010"),
    ("3:D074191345D1644C17058,5D0", "flip", "lights:3x3:010/111/010"),
    (
        "3x3:d07a19134691242c270d8,760",
        "flip",
        "lights:3x3,matrix=d07a19134691242c270d8:011/101/100",
    ),
    ("1x1:8,8", "flip", "lights:1x1:1"),
    ("5x5c#abc", "flip", "lights:5x5:00111/10110/00110/00111/11110"),
    ("3x2:5,1,4,2,0,3", "fifteen", "tiles:3x2:5,1,4/2,0,3"),
    ("lights:2x2#x", "id", "lights:2x2:11/11"),
    ("\n tiles:2x2:\n3 2\n1 0\n", "id", "tiles:2x2:3,2/1,0"),
]
TYPED = [  # as players, phones, spreadsheets and other programs write boards
    ("●○○\n○●○", "shapes", "lights:3x2:100/010"),
    ("★ ☆\n☆ ★", "shapes", "lights:2x2:10/01"),
    ("■□/□■", "shapes", "lights:2x2:10/01"),
    ("亮灭\n灭亮", "words", "lights:2x2:10/01"),
    ("开关\n关开", "words", "lights:2x2:10/01"),
    ("X.\n.X", "crosses", "lights:2x2:10/01"),
    ("💡⬛\n⬛💡", "emoji", "lights:2x2:10/01"),
    ("⬜⬛\n⬛⬛", "white", "lights:2x2:10/00"),
    ("🟩⬜\n⬜🟩", "paper", "lights:2x2:10/01"),
    ("1️⃣0️⃣\n0️⃣1️⃣", "grid", "lights:2x2:10/01"),
    ("1\xa00\n0\u20091", "grid", "lights:2x2:10/01"),
    ("1\u200b0\u202801", "grid", "lights:2x2:10/01"),
    ("1\t1\t0\n0\t1\t0", "grid", "lights:3x2:110/010"),
    ("1;1;0\n0;1;0", "grid", "lights:3x2:110/010"),
    ("[[1 1 0]\n [0 1 0]]", "grid", "lights:3x2:110/010"),
    ("110|001", "grid", "lights:3x2:110/001"),
    ("●○|○●", "shapes", "lights:2x2:10/01"),
    ("| 1 | 0 |\n|---|---|\n| 0 | 1 |", "grid", "lights:2x2:10/01"),
    ("3x2\n110\n001", "header", "lights:3x2:110/001"),
    ("3 × 2\n110\n001", "header", "lights:3x2:110/001"),
    ("lights:3×3：110/000/000", "id", "lights:3x3:110/000/000"),
    ("1 2 3; 4 5 6; 7 8 0", "rows", "tiles:3x3:1,2,3/4,5,6/7,8,0"),
    ("[1 2 3; 4 5 6; 7 8 0]", "rows", "tiles:3x3:1,2,3/4,5,6/7,8,0"),
    ("1 2 3;\n4 5 6;\n7 8 0;", "rows", "tiles:3x3:1,2,3/4,5,6/7,8,0"),
    ("1、2、3\n4、5、6\n7、8、0", "rows", "tiles:3x3:1,2,3/4,5,6/7,8,0"),
    ("1,2,3,\n4,5,6,\n7,8,0", "rows", "tiles:3x3:1,2,3/4,5,6/7,8,0"),
    ("1|2|3\n4|5|6\n7|8|0", "rows", "tiles:3x3:1,2,3/4,5,6/7,8,0"),
    ("| 1 | 2 | 3 |\n| 4 |   | 5 |\n| 6 | 7 | 8 |", "rows", "tiles:3x3:1,2,3/4,0,5/6,7,8"),
    ("┌──┬──┐\n│ 1│ 2│\n├──┼──┤\n│  │ 3│\n└──┴──┘", "rows", "tiles:2x2:1,2/0,3"),
    ("1 2 3\n4 5 6\n7 8 □", "rows", "tiles:3x3:1,2,3/4,5,6/7,8,0"),
    ("1 2 3\n4 5 6\n7 8 空", "rows", "tiles:3x3:1,2,3/4,5,6/7,8,0"),
    (" 1  2  3  4\n 5     7  8\n 9  6 10 12\n13 14 11 15", "rows", "tiles:4x4:1,2,3,4/5,0,7,8/9,6,10,12/13,14,11,15"),
    (" 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14 15\n", "rows", "tiles:4x4:1,2,3,4/5,6,7,8/9,10,11,12/13,14,15,0"),
    ("    2  3\n 1  4  5\n", "rows", "tiles:3x2:0,2,3/1,4,5"),
    ("1\t\t2\n4\t5\t3", "rows", "tiles:3x2:1,0,2/4,5,3"),
    ("1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,0", "compact", "tiles:4x4:1,2,3,4/5,6,7,8/9,10,11,12/13,15,14,0"),
]


@pytest.mark.parametrize(("text", "name", "board"), READINGS + TYPED)
@pytest.mark.parametrize("binary", [False, True])
def test_recognised(text: str, name: str, board: str, binary: bool) -> None:
    read = formats.read(text.encode() if binary else text)
    assert (read.format, game_id.format_board(read.puzzle, read.state)) == (name, board)
    assert read.note or name in ("id", "json")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("####\n####", ["dots", "uva"]),
        ("OO/OO", ["uva", "xo"]),
        ("4x4#seed", ["flip", "fifteen"]),
        ("7 1 2 0 3 4 5 6 7 8", ["korf", "compact"]),
        ("5 2\n1 2\n3 4", ["coords", "graph"]),
        ("1 0 1\n1: 1 2\n2: 2\n3:", ["wiring", "wiring-by-lamp"]),
        ("1 0 1\n 0 1 0\n  1 0 0", ["grid", "hexagon"]),
        ("3 1 2 4 0 5 6 7 8 3", ["korf", "record", "compact"]),
    ],
)
def test_two_readings_are_refused_with_both(text: str, names: list[str]) -> None:
    with pytest.raises(NotationError) as caught:
        formats.read(text)
    assert caught.value.expected == " or ".join(f"--format {name}" for name in names)
    boards = [formats.read(text, format=name) for name in names]
    assert len({(board.puzzle, board.state) for board in boards}) == len(names)
    for board in boards:
        shown = game_id.format_board(board.puzzle, board.state)[:60]
        assert f"{shown} ({board.format}" in caught.value.message


def test_same_reading_in_two_formats_is_no_ambiguity() -> None:
    assert formats.read("....", format="dots").state == formats.read("....", format="stars").state
    assert formats.read("....").format == "dots"


@pytest.mark.parametrize("k", range(3, 11))
def test_lamps_of_more_states_must_be_named(k: int) -> None:
    text = "".join(str(cell % k) for cell in range(2 * k)) + "/" + "0" * (2 * k)
    board = formats.read(text, format=f"mod{k}")
    assert board.puzzle == game_id.parse_puzzle(f"lights:{2 * k}x2,mod{k}")
    assert formats.write(board.puzzle, board.state, f"mod{k}") == text.replace("/", "\n")
    with pytest.raises(NotationError, match=f"--format mod{k}"):
        formats.read(text)


def test_a_line_that_is_a_game_id_is_of_no_other_format() -> None:
    others = [row for row in FORMATS.values() if row is not GAME_ID]
    boards = [(puzzle, puzzle.goal) for name in FAMILIES for puzzle in families.load(name).named()]
    boards += [
        game_id.parse(text)
        for text in ("lights:3x3#1", "lights:6x2,torus,mod11#1", "tiles:4x4#1", "tiles:3x5,goal=spiral,mtm#1")
    ]
    for puzzle, state in boards:
        text = game_id.format_board(puzzle, state)
        board = formats.read(text)
        assert (board.puzzle, board.state, board.format) == (puzzle, state, "id")
        assert {reading(row, text) for row in others} <= {None, (puzzle, state)}


def reading(row: Format, text: str) -> tuple[Puzzle, State] | None:
    try:
        found = row.read(Text(text, ""))
    except PuzzleError:
        return None
    return found and (found.puzzle, found.state)


def test_a_named_format_is_the_only_one_tried() -> None:
    with pytest.raises(NotationError, match="this is not the format korf"):
        formats.read("110/000/000", format="korf")
    with pytest.raises(PuzzleError, match="unknown format"):
        formats.read("110/000/000", format="nothing")


def test_the_source_is_named() -> None:
    for text in ("110/00/000", "tiles:2x2:1,1", "P1\n2 2\n012", "", "\0", "3x3:1,2,3"):
        with pytest.raises(NotationError) as caught:
            formats.read(text, source="board.txt")
        assert caught.value.source == "board.txt"


def test_the_seed_of_an_id_is_read_as_it_is_typed() -> None:
    for seed in ("１", "×", "a\u200d🟡"):
        board = formats.read(f"lights：5×5#{seed}")
        assert board.state == game_id.seeded(LightsOut(5, 5), seed) == game_id.parse(f"lights:5x5#{seed}")[1]
    assert formats.read("5×5c＃１").state == game_id.seeded(LightsOut(5, 5), "１")
    for seed in ("a;b", "a|b", "[1]", "1;", '"1"', "①"):
        expected = game_id.seeded(SlidingTiles(4, 4), seed)
        for text in (f"15-puzzle#{seed}", f"tiles:4x4#{seed}", f"15-puzzle#{seed}\n"):
            assert formats.read(text).state == formats.open_board(text).state == expected
        assert formats.read(f"tiles:4x4#{seed}\u200b\n").state == expected
        assert formats.read(f"4x4c#{seed}\n").state == game_id.seeded(LightsOut(4, 4), seed)


def test_a_gap_is_said_and_never_guessed() -> None:
    assert formats.read("1 2 3\n4   5\n6 7 8").note.startswith("the gap is the blank")
    for unclear in ("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15", "1 2 3\n4  5\n6 7 8", "1 2 3\n4 5\n6 0 8", "1 2\n4\n5"):
        with pytest.raises(NotationError):
            formats.read(unclear)


def test_a_white_board_is_lit_or_dark() -> None:
    with pytest.raises(NotationError) as caught:
        formats.read("⬜⬜\n⬜⬜")
    assert caught.value.expected == "--format white or --format paper"


@given(st.text(alphabet="0123456789 /\n", max_size=60))
def test_bare_digits_bear_no_marks(typed: str) -> None:
    assert plain(typed) == (typed, None)


@pytest.mark.parametrize(
    "text",
    [
        "ABC\nD E\nFGH\n",
        "ABC/D E/FGH",
        "  ABC\n  D E\n  FGH",
        "A B C\nD   E\nF G H",
        "A,B,C\nD,,E\nF,G,H",
        "A|B|C\nD| |E\nF|G|H",
        "A\tB\tC\nD\t\tE\nF\tG\tH",
        "| A | B | C |\n|---|---|---|\n| D |   | E |\n| F | G | H |",
        "一二三\n四　五\n六七八\n",
        "一二三\n四 五\n六七八\n",
        "1 2 3\n4   5\n6 7 8",
    ],
)
def test_the_blank_is_where_a_cell_was_left_empty(text: str) -> None:
    board = formats.read(text)
    assert (board.puzzle, board.state) == (SlidingTiles(3, 3), (1, 2, 3, 4, 0, 5, 6, 7, 8))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,,\n,1,\n,,1\n", "row 2 has an empty cell"),
        ("1,,0\n0,,1", "row 1 has an empty cell"),
        ("| 1 |   |\n|   | 1 |", "row 2 has an empty cell"),
        (r"&1\\1&", "row 1 has an empty cell"),
        ("1\t\n\t1", "do not begin in the same column"),
        ("1  \n 1 \n  1", "do not begin in the same column"),
        ("■　\n　■", "do not begin in the same column"),
        ("110/000/000\n001/000/000\n011/000/000\n", "the text holds 3 boards"),
        ("000/010/000//111/111/111//000/000/000", "the text holds 3 boards"),
        ("1 2 3/4 5 6/7 8 0\n1 2 3/4 5 6/7 0 8\n1 2 3/4 0 6/7 5 8", "the text holds 3 boards"),
        ("1 2 3\n4 5 6\n7 8 0\n\n1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n4 0 6\n7 5 8", "the text holds 3 boards"),
        ("1 2 3 4 5 6 7 8 0\n1 2 3 4 5 6 7 0 8\n1 2 3 4 0 6 7 5 8", "the text holds 3 boards"),
        ("- 1 1\n- 1 1\n", "this can be read as"),
    ],
)
def test_what_may_be_another_board_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        formats.read(text)
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("1;0;0/0;0;1/1;1;1", "lights:3x3:100/001/111"),
        ("1;2;3/4;5;6/7;8;0", "tiles:3x3:1,2,3/4,5,6/7,8,0"),
        ("1 0;0 1", "lights:2x2:10/01"),
        ("1,0,\n0,1,", "lights:2x2:10/01"),
        ("1,0,/0,1,", "lights:2x2:10/01"),
        ("  11\n  11", "lights:2x2:11/11"),
        ("110/\n000/\n000", "lights:3x3:110/000/000"),
        ("1 2 3/4 5 6/\n7 8 0", "tiles:3x3:1,2,3/4,5,6/7,8,0"),
        ("- 1 0\n- 0 1", "lights:2x2:10/01"),  # the rows are of one length, whichever of them is measured
        ("- 1 -\n- 1 1", "lights:3x2:010/011"),
        ("ABC\n DE\nFGH", "tiles:3x3:1,2,3/0,4,5/6,7,8"),
        ("ABC\nDE\nFGH", "tiles:3x3:1,2,3/4,5,0/6,7,8"),
        ("A,B,C\nD,E,F\nG,H,", "tiles:3x3:1,2,3/4,5,6/7,8,0"),
        ("[[1.0, 0.0], [0.0, 1.0]]", "lights:2x2:10/01"),
        ("[[1.0, 2.0], [3.0, 0.0]]", "tiles:2x2:1,2/3,0"),
        ("# my board\n10\n01\n", "lights:2x2:10/01"),
    ],
)
def test_marks_between_cells_and_rows_are_only_marks(text: str, board: str) -> None:
    found = formats.read(text)
    assert game_id.format_board(found.puzzle, found.state) == board
