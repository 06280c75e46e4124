"""A file of many boards, whatever its layout, is its boards in order, each with its line; and `solve` names `batch`."""

import io
import json
import pickle
from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable import LightsOut, SlidingTiles, formats, game_id
from solvable.batch.requests import Options, Reader, identity, parse_line
from solvable.core.errors import NotationError
from solvable.core.puzzle import Puzzle, State
from solvable.formats.instances import Instance, binary_instances, instances

Board = tuple[Puzzle, State]


def of_text(text: str, format_: str | None = None) -> list[Instance]:
    lines = enumerate(io.BytesIO(text.encode()), start=1)
    return list(instances(lines, format=format_))


def read(found: Iterable[Instance]) -> list[Board]:
    reader = Reader(Options())
    requests = [reader.read(parse_line(each.data)) for each in found]
    return [(request.puzzle, request.state) for request in requests]


def tiles(count: int, side: int, goal: str = "blank-last") -> list[Board]:
    rng, puzzle = Random(count), SlidingTiles(side, side, goal=goal)
    return [(puzzle, tuple(rng.sample(range(side * side), side * side))) for _ in range(count)]


def lamps(count: int, width: int, height: int) -> list[Board]:
    rng, puzzle = Random(count), LightsOut(width, height)
    return [(puzzle, tuple(rng.randrange(2) for _ in range(width * height))) for _ in range(count)]


def rows(board: Board, mark: str = " ") -> str:
    puzzle, state = board
    width = getattr(puzzle, "width", 1)
    return "\n".join(mark.join(map(str, state[at : at + width])) for at in range(0, len(state), width))


KORF = tiles(30, 4, "blank-first")
FLAT = [" ".join(map(str, state)) for _, state in KORF]


@pytest.mark.parametrize(
    ("text", "lines_a_board"),
    [
        ("\n".join(f"{n} {flat}" for n, flat in enumerate(FLAT, 1)), 1),
        ("\n".join(f"  {n}  {flat}  {40 + n}" for n, flat in enumerate(FLAT, 0)), 1),
        ("\r\n".join(f"{n}\r\n{flat}" for n, flat in enumerate(FLAT, 1)), 2),
        ("\n".join(f"{n}\n{flat} {50 + n}" for n, flat in enumerate(FLAT, 1)), 2),
        ("\n".join(f"{n} 57 276361933\n{flat}" for n, flat in enumerate(FLAT, 1)), 2),
        ("\n".join(f"{n}\t{flat}" for n, flat in enumerate(FLAT, 88)), 1),
    ],
)
def test_an_index_counted_up_makes_the_goal_that_of_korf(text: str, lines_a_board: int) -> None:
    found = of_text(text)
    assert read(found) == KORF
    assert [each.line for each in found] == list(range(1, len(KORF) * lines_a_board + 1, lines_a_board))
    first = int(text.split(maxsplit=1)[0])
    assert [identity(parse_line(each.data))["id"] for each in found] == list(range(first, first + len(KORF)))
    with pytest.raises(NotationError, match="the text holds 30 boards") as error:
        formats.read(text)
    assert "batch" in error.value.expected


def test_a_damaged_instance_is_an_error_and_no_board_of_another_goal() -> None:
    lines = [f"{n} {flat}" for n, flat in enumerate(FLAT, 1)]
    for wrong in ("5 1 2 3 4 5", f"5 {FLAT[4]} 12 13", "5 " + FLAT[4].replace("15", "16"), "five", f"5 {FLAT[4][:-3]}"):
        found = of_text("\n".join([*lines[:4], wrong, *lines[5:]]))
        assert read(found[:4] + found[5:]) == KORF[:4] + KORF[5:]
        with pytest.raises(NotationError):
            read(found[4:5])
    assert read(of_text("\n".join([*lines[:4], FLAT[4], *lines[5:]]))) == KORF  # one without its index is of that file


def test_without_an_index_tiles_have_the_home_goal() -> None:
    assert [each.data for each in of_text(FLAT[0] + "\n" + FLAT[1])] == [flat.encode() for flat in FLAT[:2]]


@pytest.mark.parametrize("between", ["\n\n", "\n \n\t\n", "\n//\n", "\n\n\n//\n\n"])
@settings(deadline=None, max_examples=20)
@given(st.integers(2, 6), st.integers(2, 5), st.integers(2, 5))
def test_boards_by_rows_with_something_between(between: str, count: int, width: int, height: int) -> None:
    boards = lamps(count, width, height)
    text = between.join(rows(board, "") for board in boards)
    if not all(0 < sum(state) < len(state) for _, state in boards):
        return  # of one symbol
    found = of_text(text + "\n")
    assert read(found) == boards
    step = height + between.count("\n") - 1
    assert [each.line for each in found] == [1 + number * step for number in range(count)]


def test_boards_of_tiles_by_rows_and_several_on_a_line() -> None:
    boards = tiles(4, 3)
    assert read(of_text("\n\n".join(map(rows, boards)))) == boards
    inline = [rows(board).replace("\n", "/") for board in boards]
    assert read(of_text("//".join(inline))) == boards
    assert read(of_text("\n\n".join(inline))) == boards
    assert [each.line for each in of_text("\n\n".join(inline))] == [1, 3, 5, 7]


@pytest.mark.parametrize(
    "lines",
    [
        ["lights:3x3:110/000/000", "tiles:2x2:1,2/3,0", "lights:merlin#4"],
        ["4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,0", "3x3c#12", "15-puzzle#3"],
        ['{"board": "110/000/000"}', '{"board": "1 2 3/4 5 6/7 8 0", "id": 1}', '{"board": "11/00"}'],
        ["110/000/000", "1 2 3/4 5 6/7 8 0", "0101/1010"],
        ["[[1,0],[0,1]]", "[[1,2,3],[4,0,5]]", "[[1,1],[0,0]]"],
        ["[.##.] (3) (1,3) {3,5}", "[#.] (0) (0,1) {1,2}", "[#] (0) {1}"],
    ],
)
def test_lines_that_are_boards_are_passed_on_as_they_come(lines: list[str]) -> None:
    def given_once() -> Iterable[tuple[int, bytes]]:
        for number, line in enumerate(lines, start=1):
            seen.append(number)
            yield number, line.encode()

    seen: list[int] = []
    found = instances(given_once())
    assert next(found) == Instance(1, lines[0].encode())
    assert seen == [1]  # nothing was read ahead
    assert [each.data.decode() for each in found] == lines[1:]


def test_a_json_list_holds_boards_wherever_its_lines_end() -> None:
    values = ["110/000/000", [[1, 1], [0, 0]], {"id": 7, "board": "1 2 3/4 5 6/7 8 0"}]
    expected = [game_id.parse("lights:3x3:110/000/000"), game_id.parse("lights:2x2:11/00"),
                game_id.parse("tiles:3x3:1,2,3/4,5,6/7,8,0")]  # fmt: skip
    for indent, places in ((None, [1, 1, 1]), (1, [2, 3, 13])):
        found = of_text(json.dumps(values, indent=indent))
        assert read(found) == expected
        assert [each.line for each in found] == places
    with pytest.raises(NotationError, match="the text holds 3 boards"):
        formats.read(json.dumps(values))
    with pytest.raises(NotationError) as error:
        of_text('[\n{"board": "11/00"},\n{"board" "11/00"}]')
    assert (error.value.line, error.value.column) == (3, 10)
    for wrong in (
        '[{"board": "11/00"}',
        '[{"board": "11/00"} 7]',
        '[{"board": "11/00"}] 7',
        "[[[1,0],[0,1]]",
        "[[[" * 9000,
    ):
        with pytest.raises(NotationError):
            of_text(wrong)


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(st.binary(max_size=60) | st.text('0123456789 \n/,[]{}"#.:x()', max_size=80).map(str.encode))
def test_whatever_a_file_holds_is_boards_or_an_error(data: bytes) -> None:
    for content in (data, b"1 " + b"9" * 5000 + b"\n" + data, b'["/",' + data):
        try:
            found = list(instances(enumerate(io.BytesIO(content), start=1)))
        except NotationError:
            continue
        assert [each.line for each in found] == sorted(each.line for each in found)
        assert all(each.data.strip() for each in found)


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("2\n" + "0 1 1 0 1 0\n" * 10, "poj1222"),
        ("1\n2 3 4 0\n1 5 7 8\n9 6 10 12\n13 14 11 15\n", "uva10181"),
        ("2\n2\nyw\nwy\n2\nyy\nww\n", "poj1681"),
    ],
)
def test_a_judges_input_is_refused_with_its_command(text: str, task: str) -> None:
    with pytest.raises(NotationError) as error:
        of_text(text)
    assert f"solvable judge {task}" in error.value.expected


def test_a_pickle_holds_boards() -> None:
    for boards in (lamps(6, 3, 3), tiles(6, 4)):
        data = pickle.dumps({"states": [list(state) for _, state in boards]}, 4)
        found = list(binary_instances(io.BytesIO(data)))
        assert read(found) == boards
        assert [each.line for each in found] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("kind", ["uint8", "int64", "bool", ">i4"])
def test_an_array_holds_boards(kind: str) -> None:
    np = pytest.importorskip("numpy")

    def saved(values: object) -> io.BytesIO:
        file = io.BytesIO()
        np.save(file, np.array(values, kind))
        return io.BytesIO(file.getvalue())

    squares, oblongs = lamps(5, 3, 3), lamps(5, 4, 3)
    assert read(binary_instances(saved([state for _, state in squares]))) == squares
    assert read(binary_instances(saved([np.reshape(state, (3, 4)) for _, state in oblongs]))) == oblongs
    if kind != "bool":
        numbers = tiles(4, 3)
        assert read(binary_instances(saved([state for _, state in numbers]))) == numbers
    for wrong in ([[1, 0, 1], [0, 0, 1]], np.eye(9).tolist(), [1, 0, 1, 1], np.zeros((1, 1, 2, 2)).tolist()):
        with pytest.raises(NotationError) as error:
            list(binary_instances(saved(wrong)))
        assert "N × height × width" in error.value.expected
    with pytest.raises(NotationError) as error:
        formats.read(saved([np.reshape(state, (3, 4)) for _, state in oblongs]).getvalue())
    assert "batch" in error.value.expected


def test_three_ids_in_a_text_are_for_batch() -> None:
    for lines in (["lights:3x3:110/000/000"] * 3, ["3x3c#12", "3x3c#13", "3x3c#14"], ['{"board": "11/00"}'] * 4):
        with pytest.raises(NotationError, match=f"the text holds {len(lines)} boards") as error:
            formats.read("\n".join(lines))
        assert "batch" in error.value.expected
