"""Whatever is wrong, there is one clear message, the right exit code, and never a traceback."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from solvable.cli.errors import report
from solvable.cli.terminal import Terminal
from solvable.core.errors import MissingTableError, NotationError
from solvable.render.text import Pen

if TYPE_CHECKING:
    from tests.cli.conftest import Cli

USAGE = [
    (["slove"], "Did you mean solve?"),
    (["110/000/000"], "Did you mean solvable solve 110/000/000?"),
    (["solve", "--anny"], "Did you mean --any?"),
    (["solve", "-+/-+"], "Put -- before a board that begins with -"),
    (["solve", "--lang", "fr"], "not one of en, zh"),
    (["solve", "--any", "--near", "1/1"], "--any and --near cannot be combined"),
    (["solve", "--all=0", "1/1"], "--all 0"),
    (["solve", "--all", "--near", "1/1"], "--near and --all"),
    (["solve", "--time", "-1"], "--time: must be at least 0"),
    (["solve", "--time"], "--time needs a value"),
    (["solve", "--any=1"], "--any takes no value"),
    (["matrix"], "PUZZLE is missing"),
    (["matrix", "tiles:3x3"], "lights"),
    (["matrix", "lights:3x3", "--board", "11/11"], "the puzzle is 3 × 3"),
    (["table", "nulity", "1..3"], "Did you mean nullity?"),
    (["table", "nullity", "3..1"], "a range must run upwards"),
    (["table", "nullity", "0..1"], "from at least 1"),
    (["table", "nullity", "a..b"], "not a range of orders"),
    (["table", "nullity", "1..2x1..2", "--format", "bfile"], "one index"),
    (["table", "nullity", "1..2", "--mod", "x"], "expected a whole number"),
    (["table", "nullity", "1..2", "--rule", "bishop"], "bishop"),
    (["table", "presses", "tiles:3x3"], "table distances"),
    (["table", "presses", "lights:3x3", "--rule", "king"], "rules belong in the puzzle's name"),
    (["table", "distances", "lights:3x3"], "table presses"),
    (["chase", "1,2,3/4,5,6/7,8,0"], "for lights puzzles only"),
    (["chase", "--table", "tiles:3x3"], "for lights puzzles only"),
    (["convert", "11/11"], "--to FORMAT is missing"),
    (["convert", "11/11", "--to", "nonsense"], "nonsense"),
    (["new", "lights:5x5", "--exact", "99"], "99"),
    (["count", "chess:8x8"], "names no puzzle"),
    (["solve", "11/11", "--metric", "stm"], "metric"),
    (["check", "11/11", "--goal", "1,2/3,0"], "different families"),
    (["solve", "110/000", "--goal", "11/01/10"], "not of the same size"),
    (["check", "tiles:3x4#1", "--goal", "tiles:4x3#1"], "not of the same size"),
    (["pdb", "build", "nonsense"], "nonsense"),
    (["pdb", "remove", "nonsense"], "nonsense"),
    (["pdb", "remove"], "name one of"),
    (["solve", "--all", "abc", "110/000"], "too many arguments: 110/000"),
    (["worksheet", "4x4"], "4x4: this command takes options only: --lesson NAME, --size WxH, "),
]


def test_an_option_is_suggested_only_where_more_than_its_dashes_is_alike(cli: "Cli") -> None:
    assert "unknown option --bogus.\n" in cli("solve", "--bogus", "1/1").err


@pytest.mark.parametrize(("words", "told"), USAGE, ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_a_wrong_command_line_is_told_what_is_right(cli: "Cli", words: list[str], told: str) -> None:
    shown = cli(*words)
    assert shown.code == 2
    assert shown.out == ""
    assert told in shown.err
    assert shown.err.startswith("solvable: ")
    chinese = cli(*words, "--lang=zh") if "--lang" not in words else shown
    assert chinese.code == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("solve --all abc 110/000", "参数太多：110/000"),
        ("frob", "solvable 没有命令“frob”。\n  详见：solvable --help"),
        ("check lights:5x5,king,king:0", "选项重复：规则"),
        ("check lights:merlin,torus:0", "变体 merlin 已自带：曲面"),
        ("matrix lights:3x3 --board 110/000/000", "秩 A = 9，秩 (A|b) = 9：两者相等，所以有解。"),
    ],
)
def test_chinese_is_chinese_throughout(cli: "Cli", words: str, told: str) -> None:
    assert told in cli(*words.split(), "--lang", "zh").err


INPUT = [
    (b"", 0),
    (b"   \n\n", 0),
    (b"110\n00\n000\n", 2),
    (b"1 2 3\n4 0 6\n7 0 5\n", 3),
    (b"1 2 3\n4 9 6\n7 8 0\n", 2),
    (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", 0),  # a picture, which has no lines
    (b"\xff\xfe\x00\x01", 1),
    (b"1" * 10_000_000, 1),
    (b"lights:5x5:01110", 1),
    (b"tiles:3x3:1,2,3,4,5,6,7,8,8", 1),
    (b"hello, world\n", 1),
]


@pytest.mark.slow
@pytest.mark.parametrize(("data", "line"), INPUT, ids=[f"{data[:16]!r}" for data, _ in INPUT])
def test_a_wrong_board_is_shown_where_it_is_wrong(cli: "Cli", data: bytes, line: int) -> None:
    Path("board.txt").write_bytes(data)
    start = time.process_time()
    shown = cli("check", "board.txt")
    assert time.process_time() - start < 5  # it is no search
    assert shown.code == 2
    assert shown.out == ""
    head = shown.err.splitlines()[0]
    assert "board.txt" in head
    assert len(shown.err) < 2000
    if line > 0:
        assert f"board.txt:{line}:" in head
    from_pipe = cli("check", stdin=data)
    assert (from_pipe.code, from_pipe.out) == (2, "")


def test_the_caret_stands_under_the_fault(cli: "Cli") -> None:
    shown = cli("check", "lights:3x3:110/0x0/000").err.splitlines()
    line, caret = shown[1], shown[2]
    assert line[caret.index("^")] == "x"
    assert "argument:1:17:" in shown[0]
    assert "expected" in shown[3]


def test_the_caret_knows_wide_characters_and_tabs(cli: "Cli") -> None:
    line, caret = cli("check", "🟡🟡⬛/🟡x⬛").err.splitlines()[1:3]
    assert len(caret) == len("  🟡🟡⬛/🟡x") + 4  # each emoji takes two columns
    line, caret = cli("check", "1\t1\n0\tx").err.splitlines()[1:3]
    assert (line, caret) == ("  0 x", "    ^")


def test_a_folder_and_a_missing_file_are_no_boards(cli: "Cli", tmp_path: Path) -> None:
    assert cli("check", str(tmp_path)).code == 2
    missing = cli("check", "there/is/no/board.txt")
    assert missing.code == 2
    assert "Traceback" not in missing.err


# Hypothesis also draws strings of our own sources, names of commands among them, and some of these do not end.
ENDLESS = ("serve", "warm", "bench", "tiles:")
ANY_WORD = st.text(max_size=12).filter(lambda word: not word.startswith(ENDLESS))


SOME_WORD = st.sampled_from(["solve", "check", "help", "pdb", "--json", "--ascii", "-", "--", "#", "lights:3x3#1"])


@given(words=st.lists(ANY_WORD | SOME_WORD, max_size=4))
@example(words=["--", "--"])
@example(words=["help", "--", "--ascii"])
@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_command_line_ends_in_a_traceback(cli: "Cli", words: list[str]) -> None:
    shown = cli(*words)
    assert shown.code in (0, 1, 2, 3)
    assert "Traceback" not in shown.err
    assert "internal error" not in shown.err


@given(data=st.binary(max_size=60) | st.text(alphabet="01#.\n /,2345678:xlightsiles", max_size=60).map(str.encode))
@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_input_ends_in_a_traceback(cli: "Cli", data: bytes) -> None:
    shown = cli("check", stdin=data)
    assert shown.code in (0, 1, 2)
    assert "internal error" not in shown.err
    assert bool(shown.out) == (shown.code != 2)


TERMINAL = Terminal("en", Pen(), Pen(), is_live=False)


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (KeyboardInterrupt(), 130, "Interrupted."),
        (MemoryError(), 2, "more memory"),
        (RecursionError("deep"), 2, "internal error"),
        (OSError(28, "No space left on device"), 2, "No space left"),
        (ImportError("say pip install"), 2, "say pip install"),
        (MissingTableError("build it"), 2, "solvable: build it"),
        (NotationError("bad\x1b[31m", source="a\nb", line=1, column=1, text="\x00x"), 2, "bad�[31m"),
        (PermissionError(13, "Permission denied", "board.txt"), 2, "board.txt: Permission denied"),
    ],
)
def test_every_error_is_one_message(
    error: BaseException, code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(error, TERMINAL) == code
    shown = capsys.readouterr().err
    assert told in shown
    assert "\x1b" not in shown


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash with `solvable` as this Python's program."""
    setup = f'solvable() {{ "{sys.executable}" -m solvable "$@"; }}; '
    return subprocess.run(
        ["bash", "-c", setup + line], capture_output=True, text=True, check=False, env=os.environ | environment
    )


def test_a_reader_that_goes_away_is_no_error() -> None:
    run = shell("set -o pipefail; solvable table nullity 1..4000 | head -n 2")
    assert (run.returncode, run.stderr) == (0, "")
    assert len(run.stdout.splitlines()) == 2
    gone = shell("solvable check 101/010 | true; exit ${PIPESTATUS[0]}", PYTHONUNBUFFERED="")
    assert (gone.returncode, gone.stderr) == (1, "")


def test_a_closed_output_is_told() -> None:
    run = shell("solvable check 11/11 >&-")
    assert (run.returncode, run.stderr) == (2, "solvable: standard output is closed\n")
    assert shell("solvable check 11/11 2>&-").returncode == 0
    assert shell("solvable check 11/1 2>&-").returncode == 2


def test_colour_only_on_a_terminal_and_no_color_wins() -> None:
    pty = pytest.importorskip("pty")

    def on_terminal(**environment: str) -> bytes:
        leader, follower = pty.openpty()
        command = [sys.executable, "-m", "solvable", "solve", "110/000/000"]
        clean = {k: v for k, v in os.environ.items() if k not in {"NO_COLOR", "TERM"}}
        subprocess.run(command, stdout=follower, check=True, env=clean | {"TERM": "xterm"} | environment)
        os.close(follower)
        shown = b""
        try:
            while block := os.read(leader, 65536):
                shown += block
        except OSError:  # the terminal is closed
            pass
        os.close(leader)
        return shown

    assert b"\x1b[" in on_terminal()
    assert b"\x1b[" not in on_terminal(NO_COLOR="1")
    assert b"\x1b[" not in on_terminal(TERM="dumb")
    assert "\x1b[" not in shell("solvable solve 110/000/000").stdout


def test_data_and_notes_keep_apart() -> None:
    run = shell("solvable solve 110/000/000 --json 2>/dev/null | solvable verify --json")
    assert json.loads(run.stdout)["valid"] is True


@pytest.mark.skipif(sys.platform == "darwin", reason="address space cannot be limited")
def test_an_answer_too_long_to_be_checked_is_refused() -> None:
    long = "(printf {; head -c 20000000 /dev/zero | tr '\\0' a)"
    run = shell(f"{long} | (ulimit -v 500000; solvable verify)")
    assert run.returncode == 3
    assert "MB do not fit into memory" in run.stderr
    assert shell(f"{long} | solvable verify").returncode == 2


def test_an_old_terminal_gets_what_it_can_show() -> None:
    run = shell("solvable --lang zh solve 110/000/000", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert run.returncode == 0
    assert "[#]" in run.stdout
    assert "Press (row,column)" in run.stdout
    assert not re.search(r"\?|[^\x00-\x7f]", run.stdout)


def test_an_option_that_must_be_there_is_missed_by_its_name(cli: "Cli") -> None:
    shown = cli("dataset", "tiles:3x3")
    assert shown.code == 2
    assert "--out is missing" in shown.err
