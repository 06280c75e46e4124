"""Every mistake has one clear sentence, its place, its line, and what was expected; nothing else is ever raised."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvable import formats
from solvable.core.errors import NotationError, PuzzleError

MISTAKES = [
    ("", 1, 1, "the input is empty"),
    (" \r\n\t\n", 1, 1, "the input is empty"),
    ("110/00/000", 1, 5, "row 2 has 2 cells, the first has 3"),
    ("110\n000\n0\n", 3, 1, "row 3 has 1 cell, the first has 3"),
    ("\r\n##.\r\n#.\r\n", 3, 1, "row 2 has 2 cells, the first has 3"),
    ("1 2 3/4 5/7 8 0", 1, 10, "row 2 has 2 cells, the first has 3"),
    ("1 2 3/4 0 5/6 0 8", 1, 15, "the blank appears twice, first in row 2, column 2; tile 7 is missing"),
    ("1 2 3\n4 5 x\n7 8 0", 3, 5, "the blank appears twice, first in row 2, column 3; tile 6 is missing"),
    ("1 2 3/4 5 6/7 8 8", 1, 17, "tile 8 appears twice, first in row 3, column 2; the blank is missing"),
    ("1 2 3/4 5 6/7 8 9", 1, 17, "there is no tile 9 among 9 cells; the blank is missing"),
    ("283/104/775", 1, 10, "tile 7 appears twice, first in row 3, column 1; tile 6 is missing"),
    ("2 8 6|7 1 3|-1 5 5", 1, 18, "tile 5 appears twice, first in row 3, column 2; tile 4 is missing"),
    ("1 2 3 4 5 x x 7 8", 1, 13, "the blank appears twice, first in row 2, column 3; tile 6 is missing"),
    ("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 33", 1, 37, "there is no tile 33 among 16 cells; tile 3 is missing"),
    ("123456789ABCDEFF", 1, 16, "F appears twice; 0 is missing"),
    ("[[1,2,3],\n [4,0,4]]", 2, 7, "tile 4 appears twice, first in row 2, column 1; tile 5 is missing"),
    ("2x2:0,1,2,2", 1, 11, "tile 2 appears twice"),
    ("tiles:2x2:0,1/2,2", 1, 17, "tile 2 appears twice"),
    ("# x\n3\n1 2 3\n4 5 6\n7 7 0", 5, 3, "tile 7 appears twice"),
    ("# x\n4\n1 2 3\n4 5 6\n7 8 0", 2, 1, "the size says 4 rows of 4, but there are 3 rows of 3"),
    ("2\n0\n3\n2\n2", 5, 1, "tile 2 appears twice"),
    ("3 3\n110\n00\n000", 3, 1, "row 2 has 2 cells, the first has 3"),
    ("3 4\n110\n001\n000", 1, 1, "the size says 3 rows of 4, but there are 3 rows of 3"),
    ("2\n110\n001\n000\n111", 1, 1, "2 before 4 rows is neither their number nor a case count of 1"),
    ("120\n000\n000", 1, 1, "3 symbols: too many for lamps that are on or off, too few for tiles"),
    ("4 2\n1 1\n5 1", 3, 1, "there is no row 5, column 1"),
    ("4 2\n1 1\n1 1", 3, 1, "row 1, column 1 appears twice"),
    ("2\n0 0\n1 1\n1 3\n0 0", 4, 1, "'1 3' is not a pair of switches"),
    ("1 0\n1: 1 2\n2: 4", 3, 4, "'4' is not another lamp of this row"),
    ("1 0\n1: 1 2\n3: 1", 3, 1, "'3: 1' is not button 2"),
    ("11a/000/000", 1, 3, "'a' is not a lamp here"),
    ("#.\n.x", 2, 2, "'x' is not a lamp here"),
    ("1 2 a/3 4 5/6 7 0", 1, 5, "'a' is not a number here"),
    ("012/120/201", 1, 1, "3 symbols: too many for lamps that are on or off, too few for tiles"),
    ("1 2 3 4 5", 1, 1, "one row of 5 numbers"),
    ("10 11\n01 00", 1, 1, "the cells are neither all adjacent nor all separated"),
    ("hello", 1, 1, "this is not a board in any known format"),
    ("5", 1, 1, "a single number is not a board"),
    ("RATE/YOUR/MIND/PLA_", 1, 1, "a board of letters needs its goal"),
    ("R A T E\nY O U R\nM I N D\nP L A .", 1, 1, "a board of letters needs its goal"),
    ("light:3x3#1", 1, 1, "unknown family of puzzles 'light'"),
    ("Tile:3x3#1", 1, 1, "unknown family of puzzles 'Tile'"),
    ("tiles:3x3,goal=snale#1", 1, 16, "unknown goal 'snale'"),
    ("[[0,1],[1]]", 1, 9, "row 2 has 1 cell, the first has 2"),
    ("[[0,1],[1,7]]", 1, 11, "row 2, column 2 is neither 0 nor 1"),
    ("[[0,1", 1, 6, "JSON: Expecting ',' delimiter"),
    ("[]", 1, 1, "not a list of rows"),
    ('{"a": 1}', 1, 1, "an object without a board"),
    ('{"lights": [0], "rows": 1, "cols": 2}', 1, 1, "lights are not 2 cells"),
    ('{"lights": [[0]], "colour": 3}', 1, 1, "unknown key 'colour'"),
    ("5x5:00,1", 1, 5, "a matrix of 2 digits"),
    ("3x3:d074191345d1644c17058,5d", 1, 27, "'5d' is not a grid of 9 lamps"),
    ("5x5r#abc", 1, 1, "only sgt-flip can generate the wiring of this seed"),
    ("3x3:1,2,3", 1, 5, "3 numbers for 3 × 3 cells"),
    ("lights:3x3:000\nlights:3x3:111", 2, 1, "2 game IDs"),
    ("0 1 2 3 4 5 6 7 8\n1 0 2 3 4 5 6 7 8\n1 2 0 3 4 5 6 7 8", 2, 1, "the text holds 3 boards"),
    ("110\n0\x001\n", 2, 2, "control character 0x00"),
    (b"110\n0\xff1\n", 2, 2, "byte 0xff"),
    (b"\x7fELF\x02\x01", 1, 1, "control character 0x7f"),
    (b"P1\n2 x\n", 2, 3, "this is not a PBM header"),
    ("1,2,3/4,5,6/7,7,0", 1, 15, "tile 7 appears twice"),
    ("1, 2, 3\n4, 5, 6\n7, 0, 0", 3, 7, "the blank appears twice"),
    ("1|2|3\n4|5|6\n7|7|0", 3, 3, "tile 7 appears twice"),
    ("110\n010\n000 (stuck!)", 3, 5, "'(' is not a lamp here"),
    ("110 010 000", 1, 1, "one row of 3 numbers"),
    ("1|0|1", 1, 2, "'|' is not a lamp here"),
]
EXPECTED = [
    ("1O0\n010", "the digit 0 instead"),
    ("1 2 3\n4 O 5\n6 7 8", "the digit 0 instead"),
    ("l 2 3\n4 5 6\n7 8 0", "the digit 1 instead"),
    ("110 010 000", "rows split by '/', like 110/010/000"),
    ("110\\n010", "rows split by '/'"),
    ("1 2 3\n4 5 6\n7", "3 cells in each row, 0 for the blank"),
    ("1 2 3\n4 5 0\n7", "3 cells in each row"),
]


@pytest.mark.parametrize(("text", "expected"), EXPECTED)
def test_what_is_expected_helps(text: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        formats.read(text)
    assert caught.value.expected == expected


@pytest.mark.parametrize(("text", "line", "column", "message"), MISTAKES)
def test_mistakes(text: str | bytes, line: int, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        formats.read(text)
    error = caught.value
    assert message in error.message
    assert (error.line, error.column) == (line, column)
    assert error.expected
    data = text if isinstance(text, str) else text.decode("latin-1")
    if data.strip():
        assert (
            error.text.strip() == data.replace("\r\n", "\n").split("\n")[line - 1].partition("#")[0].strip()
            or "#" in data
        )


HUGE = {
    "a long row": b"1" * 10_000_000,
    "a long row of words": b"12 " * 3_300_000,
    "blanks": b" " * 10_000_000,
    "line ends": b"\n" * 10_000_000,
    "slashes": b"/" * 10_000_000,
    "deep JSON": b"[" * 10_000_000,
    "wide JSON": b"[" + b"[]," * 3_000_000 + b"[]]",
    "a long number": b"[" + b"9" * 7_000_000 + b"]",
    "junk": Random(1).randbytes(10_000_000),
    "text": b"the quick brown fox\n" * 500_000,
    "a ragged end": (b"01" * 500 + b"\n") * 9_000 + b"0",
    "many tiles twice": (b" ".join(b"%d" % tile for tile in range(1000)) + b"\n") * 1000,
    "game ID": b"lights:5x5:" + b"0" * 10_000_000,
    "options": b"lights:5x5" + b"," * 10_000_000 + b":0",
    "a boasting ID": b"lights:99999x99999:0",
    "a boasting seed": b"tiles:99999x99999#1",
    "a boasting picture": b"P4\n999999999 999999999\n" + b"0" * 1000,
    "a boasting matrix": b"9999x9999:" + b"f" * 900_000 + b",1",
    "a boasting save": b"SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nDESC    :99999999:1",
    "a boasting array": b"\x93NUMPY\x01\x00\x76\x00{'descr': '|u1', 'fortran_order': False, 'shape': (99999, 99999)}",
    "too long": b"0" * 12_000_001,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HUGE)
def test_huge_inputs_are_refused(name: str) -> None:
    with pytest.raises(NotationError) as caught:
        formats.read(HUGE[name])
    assert len(str(caught.value)) < 1000
    assert len(caught.value.text) < 10_000
    caught.value.excerpt()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc to ask for the peak of memory")
def test_refusing_takes_little_memory() -> None:
    """All of the worst in one process stay below 200 MB, the inputs of 10 MB included."""
    script = """
from solvable import formats
worst = [(b"0 ", 10**7, b""), (b"[],", 10**7, b""), (b"/", 10**7, b""), (b"\\n", 10**7, b"")]
worst += [(b"lights:5x5,", 10**7, b"")]
worst += [(b"01" * 500 + b"\\n", 10**7, b"0"), (b'["ab",', 8 * 10**6, b""), (b"12 13 14 15\\n", 10**7, b"")]
for data, size, end in worst:
    try:
        formats.read(data * (size // len(data)) + end)
    except formats.recognise.NotationError:
        pass
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 200_000


SEEDS = [
    "110/000/000",
    "1 2 3/4 5 6/7 8 0",
    "4 4\n1001\n0110\n0110\n1001",
    "6 2\n1 2\n6 6",
    '{"rows": 2, "cols": 2, "lights": [0, 1, 1, 0], "wiring": [[0], [1], [2], [3]], "mod": 2}',
    "[[1,2,3],[4,0,5]]",
    "3\n0 0 0\n1 1 1\n1 2\n1 3\n0 0",
    "1 0 1\n1: 1 2\n2: 2\n3:",
    "3x3:d074191345d1644c17058,5d0",
    "3x2:5,1,4,2,0,3",
    "lights:3x3,torus,mod3,goal=000/111/222:012/012/012",
    "tiles:3x2,goal=spiral,mtm:1,2,3/4,5,0",
    "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nGAME    :4:Flip\nCPARAMS :3:1x1\nDESC    :3:8,8\n"
    "STATEPOS:1:1\nMOVE    :4:M0,0\n",
    "P1\n2 2\n01 10",
    "# c\n3\n1 2 3\n8 0 4\n7 6 5",
]


@st.composite
def mangled(draw: st.DrawFn) -> str:
    """A good text with some pieces cut out, doubled or replaced."""
    text = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 6)))
        piece = draw(
            st.sampled_from(["", text[start:end] * 2, "0", "9", "-1", ",", ":", "/", "\n", " ", "x", "#", "é"])
        )
        text = text[:start] + piece + text[end:]
    return text


@pytest.mark.slow
@settings(deadline=None, max_examples=400)
@given(mangled() | st.text(max_size=40) | st.text("0123x#.O/ \n,:", max_size=40))
def test_no_text_crashes(text: str) -> None:
    for name in [None, *formats.FORMATS]:
        try:
            board = formats.read(text, format=name)
            assert board.puzzle.parse(board.puzzle.format(board.state)) == board.state
        except PuzzleError as error:
            str(error)
            if isinstance(error, NotationError):
                error.excerpt()


@settings(deadline=None, max_examples=150)
@given(
    st.binary(max_size=60) | st.binary(max_size=40).map(b"P4\n3 3\n".__add__) | st.binary().map(b"\x93NUMPY".__add__)
)
def test_no_bytes_crash(data: bytes) -> None:
    try:
        formats.read(data)
    except NotationError as error:
        error.excerpt()


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("merlin", "lights:merlin"),
        ("merlin#1", "lights:merlin#1"),
        ("merlin:110/000/000", "lights:merlin:110/000/000"),
        ("petersen", "tiles:petersen"),
        ("cube", "lights:cube or tiles:cube"),
        ("5x5,king#1", "lights:5x5,king#1"),
    ],
)
def test_the_family_of_a_named_puzzle_is_suggested(text: str, meant: str) -> None:
    with pytest.raises(NotationError) as caught:
        formats.open_board(text)
    assert caught.value.message == f"write {meant}"
