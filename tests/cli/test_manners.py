"""The manners of a command line, seen from a shell: broken streams and pipes, files, languages."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from solvable.messages import LANGUAGES

if TYPE_CHECKING:
    from tests.cli.conftest import Cli

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full there")
SETUP = f'solvable() {{ "{sys.executable}" -m solvable "$@"; }}; '


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", SETUP + line], capture_output=True, text=True, check=False, env=os.environ | environment
    )


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("check zz 2>/dev/full", 2),
        ("check 110/000/000 2>/dev/full", 0),
        ("solve tiles:6x6#1 --time 0.5 2>/dev/full >/dev/null", 3),
        ("slove 2>/dev/full", 2),
        ("check 101/010 >/dev/full", 2),
        ("verify <&-", 2),
        ("solve - <&-", 2),
        ("check 101/010 2>&-", 1),
    ],
)
def test_exit_codes_hold_whatever_cannot_be_written(line: str, code: int, lang: str) -> None:
    run = shell(f"solvable {line}", SOLVABLE_LANG=lang)
    assert (run.returncode, "Traceback" in run.stderr, "Exception" in run.stderr) == (code, False, False)


@pytest.mark.slow
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(("line", "code"), [("check 101/010", 1), ("solve 110/000/000", 0), ("count --list", 0)])
def test_an_answer_cut_by_a_pipe_keeps_its_code(line: str, code: int, unbuffered: str) -> None:
    run = shell(f"solvable {line} | true; exit ${{PIPESTATUS[0]}}", PYTHONUNBUFFERED=unbuffered)
    assert (run.returncode, run.stderr) == (code, "")


def test_the_language_may_be_chosen_in_the_environment() -> None:
    assert "有解" in shell("solvable check 110/000/000", SOLVABLE_LANG="zh", LC_ALL="C.UTF-8").stdout
    assert "Solvable" in shell("solvable check 110/000/000 --lang en", SOLVABLE_LANG="zh").stdout
    assert "Did you mean solve" in shell("solvable slove", SOLVABLE_LANG="en").stderr
    assert "您是指 solve" in shell("solvable slove", SOLVABLE_LANG="zh", LC_ALL="C.UTF-8").stderr


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("words", [["solve", "110/000/000"], ["solve", "8,6,7/2,5,4/3,0,1"], ["check", "101/010"]])
def test_without_the_time_an_answer_is_the_same_byte_for_byte(cli: "Cli", words: list[str], lang: str) -> None:
    for more in ([], ["--json"]):
        first = cli(*words, *more, "--no-time", "--lang", lang)
        assert first == cli(*words, *more, "--no-time", "--lang", lang)
    assert "seconds" not in json.loads(first.out)
    assert "seconds" in json.loads(cli(*words, "--json").out)


@pytest.mark.parametrize("words", [["solve", "110/000/000"], ["check", "1,3,2/4,5,6/7,8,0"], ["quiet", "lights:5x5"]])
def test_boards_are_drawn_in_ascii(cli: "Cli", words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = cli(*words, "--ascii", "--no-time") if words[0] != "quiet" else cli(*words, "--ascii")
    assert drawn.out.isascii()
    monkeypatch.setenv("SOLVABLE_ASCII", "1")
    assert cli(*words, *([] if words[0] == "quiet" else ["--no-time"])).out == drawn.out
    assert cli("convert", "110/000", "--to", "shapes").out == "●●○\n○○○\n"  # what is asked for is given


def test_user_text_never_commands_a_terminal(cli: "Cli") -> None:
    for words in (["solve", "\x1b]0;x\x07"], ["\x1b[31m"], ["solve", "--\x1b[2J"], ["count", "lights:\x1b[2J"]):
        shown = cli(*words)
        assert (shown.code, "\x1b" in shown.err + shown.out) == (2, False)


@pytest.mark.parametrize("name", ["a.json", "a.pbm", "a.npy"])
def test_a_file_is_whole_or_not_there(cli: "Cli", name: str, tmp_path: Path) -> None:
    assert cli("solve", "110/000/000", "--out", name).code == 0
    assert [path.name for path in tmp_path.iterdir()] == [name]
    failed = cli("solve", "110/000/000", "--out", f"no/{name}")
    assert (failed.code, f"no/{name}: " in failed.err, "part" in failed.err) == (2, True, False)
    Path(f"full{Path(name).suffix}").symlink_to("/dev/full")
    full = cli("solve", "110/000/000", "--out", f"full{Path(name).suffix}")
    assert (full.code, f"full{Path(name).suffix}: No space left" in full.err) == (2, True)
    assert Path("/dev/full").is_char_device()


def test_a_picture_goes_to_a_file_named_in_its_error(cli: "Cli") -> None:
    assert "no/a.svg: " in cli("count", "lights:3x3", "--svg", "no/a.svg").err


def test_a_program_that_is_told_to_end_leaves_no_part_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "b.pbm").write_bytes(b"P4\n4000 60000\n" + bytes(500 * 60000))
    words = [sys.executable, "-m", "solvable", "solve", "b.pbm", "--out", "a.pbm"]
    running = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.DEVNULL)
    for _ in range(600):
        if running.poll() is not None or any(path.suffix == ".part" for path in tmp_path.iterdir()):
            break
        time.sleep(0.1)
    running.send_signal(signal.SIGTERM)
    assert running.wait(30) in (0, 128 + signal.SIGTERM)
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".part"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_new_gives_what_there_is_and_says_so(cli: "Cli", lang: str) -> None:
    shown = cli("new", "lights:2x2", "--count", "1000000", "--json", "--lang", lang)
    boards = {json.loads(line)["board"] for line in shown.out.splitlines()}
    assert (shown.code, len(boards), "15" in shown.err) == (3, 15, True)
    exact = cli("new", "tiles:2x2", "--exact", "6", "--count", "9", "--json", "--seed", "s", "--lang", lang)
    answers = [json.loads(line) for line in exact.out.splitlines()]
    assert [(answer["length"], answer["seed"]) for answer in answers] == [(6, "s")]
    assert "9" in exact.err


def test_scarce_levels_spill_into_the_next(cli: "Cli") -> None:
    shown = cli("new", "tiles:2x2", "--graded", "6", "--count", "8", "--json", "--seed", "s")
    answers = [json.loads(line) for line in shown.out.splitlines()]
    assert [answer["length"] for answer in answers] == sorted(answer["length"] for answer in answers)
    assert "Only" in shown.err or "next level" in shown.err


@pytest.mark.parametrize(
    ("puzzle", "is_so"), [("tiles:6x6", 1), ("tiles:5x5", 0), ("lights:95x95", 1), ("lights:30x30", 0)]
)
def test_a_hopeless_proof_is_known_before_it_is_tried(puzzle: str, is_so: int) -> None:
    from solvable import answers, game_id

    assert answers.is_hopeless(game_id.parse_puzzle(puzzle)) is bool(is_so)


@pytest.mark.slow
def test_a_hopeless_proof_has_its_limit_and_says_how_to_get_more(cli: "Cli", monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvable.answers.solving.HOPELESS_PROOF_S", 0.5)  # instead of ten
    shown = cli("solve", "lights:95x95#1", "--json")
    assert (shown.code, "--time S" in shown.err) == (3, True)
    assert json.loads(shown.out)["verdict"] == "bounded"
