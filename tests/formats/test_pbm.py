from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvable import formats, game_id
from solvable.core.errors import NotationError
from solvable.formats import pbm

SMALL = [0b11000, 0b00001, 0b11111]


def parse(data: bytes, source: str = "") -> tuple[list[int], int]:
    header = pbm.parse_header(data, source)
    return list(pbm.read_rows(BytesIO(data[header.offset :]), header, source)), header.width


def format_rows(rows: list[int], width: int, plain: bool = False) -> bytes:
    file = BytesIO()
    pbm.write(file, rows, width, len(rows), plain=plain)
    return file.getvalue()


@st.composite
def boards(draw: st.DrawFn) -> tuple[list[int], int]:
    width, height = draw(st.integers(1, 40)), draw(st.integers(1, 12))
    return draw(st.lists(st.integers(0, 2**width - 1), min_size=height, max_size=height)), width


@given(boards(), st.booleans())
def test_pictures_return(board: tuple[list[int], int], plain: bool) -> None:
    rows, width = board
    assert parse(format_rows(rows, width, plain)) == (rows, width)


def test_a_raw_picture_byte_for_byte() -> None:
    assert format_rows(SMALL, 5) == b"P4\n5 3\n\xc0\x08\xf8"


def test_a_plain_picture_byte_for_byte() -> None:
    assert format_rows(SMALL, 5, plain=True) == b"P1\n5 3\n11000\n00001\n11111\n"
    assert format_rows([0], 71, plain=True) == b"P1\n71 1\n" + b"0" * 70 + b"\n0\n"


@pytest.mark.parametrize(
    "data",
    [
        b"P1 5 3 110000000111111",
        b"P1\n# made by hand\n5 3\n1 1 0 0 0\r\n0 0 0 0 1\r\n1 1 1 1 1\r\n\r\n",
        b"P1 # size\n# next\r5 # five\n\t3\n110000000\n111111",
        b"P4 5\t3 \xc0\x08\xf8",
        b"P4\n#x\n5 3\n\xc7\x0f\xff\n",  # the bits beyond the width mean nothing
    ],
)
def test_what_the_format_allows_is_read(data: bytes) -> None:
    assert parse(data) == (SMALL, 5)


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (b"", 1, "too early"),
        (b"P5\n5 3\n", 1, "P1 or P4"),
        (b"# P1\nP1\n5 3\n", 2, "P1 or P4"),
        (b"P4\n5", 2, "height"),
        (b"P4\n-5 3\n", 2, "width"),
        (b"P4\n5 3x\n\n", 2, "height"),
        (b"P4\n0 3\n", 2, "width"),
        (b"P4\n1000000000000 3\n", 2, "width"),
        (b"P4\n5 3", 2, "one blank"),
        (b"P4\n5 3\n\xc0\x08", 0, "ends in row 3"),
        (b"P4\n5 3\n\xc0\x08\xf8\x01", 0, "goes on"),
        (b"P4\n999999999 999999999\n\xc0\x08", 0, "ends in row 1"),
        (b"P1\n999999999 999999999\n0101", 0, "ends in row 1"),
        (b"P1\n5 3\n11000\n00001\n1111\n", 0, "ends in row 3"),
        (b"P1\n5 3\n11000\n00001\n111111\n", 0, "goes on"),
        (b"P1\n5 3\n11000\n00021\n11111\n", 4, "'2' is not a cell"),
        (b"P1\n5 3\n11000\n# no comments here\n", 4, "'#' is not a cell"),
        (b"P1\n5 3\n11000\n0_001\n11111\n", 4, "'_' is not a cell"),
        (b"P4\n" + b"#" * 200_000, 2, "width"),
    ],
)
def test_a_file_that_lies_is_refused_where_it_does(data: bytes, line: int, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        parse(data, "lie.pbm")
    assert caught.value.source == "lie.pbm"
    assert caught.value.line == line


def test_a_wrong_cell_is_pointed_at() -> None:
    with pytest.raises(NotationError) as caught:
        parse(b"P1\n5 3\n11000\n00021\n11111\n", "lie.pbm")
    assert (caught.value.column, caught.value.text) == (4, "00021")


@pytest.mark.parametrize("before", ["\n", " \n\n", "\r\n"])
def test_blanks_before_a_pasted_picture_do_not_matter(before: str) -> None:
    found = formats.read(f"{before}P1\n3 2\n110\n001\n")
    assert game_id.format_board(found.puzzle, found.state) == "lights:3x2:110/001"


@given(st.binary(max_size=60))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    for start in (b"", b"P1", b"P4\n", b"P1 3 3\n", b"P4 9 2\n"):
        try:
            rows, width = parse(start + data)
        except NotationError as error:
            assert str(error)
        else:
            assert all(row.bit_length() <= width for row in rows)


def test_chunks_may_end_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [(7**120 * r) % 2**333 for r in range(50)]
    for chunk in (1, 7, 41, 64):
        monkeypatch.setattr(pbm, "CHUNK", chunk)
        for plain in (True, False):
            assert parse(format_rows(rows, 333, plain)) == (rows, 333)


def test_only_what_is_there_is_asked_for() -> None:
    class Counting(BytesIO):
        asked = 0

        def read(self, size: int | None = -1) -> bytes:
            assert size is not None
            self.asked = max(self.asked, size)
            return super().read(size)

    file = Counting(b"\x00" * 1000)
    header = pbm.parse_header(b"P4 999999999 999999999\n")
    with pytest.raises(NotationError):
        list(pbm.read_rows(file, header))
    assert file.asked <= pbm.CHUNK
