"""The command: files in and out, packed or not; killed at any moment and continued, the bytes are the same."""

import gzip
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

import solvable
from solvable import LightsOut, SlidingTiles
from solvable.batch.results import LINES_PER_MEMBER, opened
from solvable.batch.streams import codec
from solvable.game_id import format_board

if TYPE_CHECKING:
    from tests.cli.conftest import Cli

ROOT = str(Path(solvable.__file__).parents[1])
HAS_ZSTD = sys.version_info >= (3, 14) or find_spec("zstandard") is not None
PACKED = [".gz", pytest.param(".zst", marks=pytest.mark.skipif(not HAS_ZSTD, reason="no zstandard here"))]


def boards(count: int) -> str:
    """Return lines: lights, 8-puzzles and bad ones."""
    rng, lights, tiles = Random(5), LightsOut(5, 5), SlidingTiles(3, 3)
    found = []
    for number in range(count):
        state = lights.scramble(rng) if number % 3 else tiles.scramble(rng)
        found.append(format_board(lights if number % 3 else tiles, state) if number % 50 else f"no board {number}")
    return "\n".join(found) + "\n"


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "solvable", "batch", *words, "--no-time"]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": ROOT}


def test_standard_input_is_answered_on_standard_output(cli: "Cli") -> None:
    shown = cli("batch", "--no-time", stdin="lights:3x3:110/000/000\n\nx y\n")
    found = [json.loads(line) for line in shown.out.splitlines()]
    assert [answer.get("length") for answer in found] == [5, None]
    assert found[1]["line"] == 3
    assert shown.code == 2
    assert "2 boards" in shown.err
    assert "1 bad line" in shown.err


BAD = [
    "110/00/000",
    "lights:3x3#1",
    "1 2 2/4 5 6/7 8 0",
    '{"board": "lights:3x3,hexx#1"}',
    "x y",
    "lights:3x3,torrus#1",
]
EXPLAINED = {
    "en": """\
solvable: stdin:1:5: row 2 has 2 cells, the first has 3
  expected 3 cells in each row
solvable: stdin:3:5: tile 2 appears twice, first in row 1, column 2; tile 3 is missing
  expected each of 0 to 8 once, 0 the blank
solvable: stdin:4:23: unknown option 'hexx'; did you mean hex?
""",
    "zh": """\
solvable: stdin:1:5: 第 2 行有 2 格，第一行有 3 格
  应为：每行 3 格
solvable: stdin:3:5: 数字块 2 出现了两次，第一次在第 1 行第 2 列；还缺少数字块 3
  应为：0 到 8 各一次，0 为空位
solvable: stdin:4:23: 未知选项 'hexx'；是否想写 hex？
""",
}
OTHERS = {
    "en": "  and 2 more bad lines; their answers say what is wrong\n",
    "zh": "  另有 2 行有误，原因见各自的答案\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("lang", EXPLAINED)
@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_first_bad_lines_are_explained_in_the_language_of_the_user(cli: "Cli", lang: str, workers: str) -> None:
    shown = cli("batch", "--lang", lang, "--workers", workers, stdin="\n".join(BAD))
    assert shown.err.startswith(EXPLAINED[lang])
    assert OTHERS[lang] in shown.err
    answers = [json.loads(line) for line in shown.out.splitlines()]
    assert [answer["line"] for answer in answers if "error" in answer] == [1, 3, 4, 5, 6]
    assert answers[0]["error"] == "row 2 has 2 cells, the first has 3"  # in English, as programs read it


@pytest.mark.slow
def test_a_limit_and_a_wrong_command_have_their_codes(cli: "Cli") -> None:
    assert cli("batch", "--time", "0.2", stdin="tiles:5x5#1\n").code == 3
    assert cli("batch", "--near", "--time", "0.2", stdin="tiles:5x5#1\n").code == 0
    assert cli("batch", stdin="").code == 0
    assert cli("batch", "--resume", stdin="").code == 2
    assert cli("batch", "--any", "--near", stdin="").code == 2
    assert cli("batch", "nowhere.txt").code == 2
    Path("in.txt").write_text("1 2/3 0\n")
    assert cli("batch", "in.txt", "--out", "in.txt").code == 2
    assert cli("batch", "in.txt", "--out", "nowhere/out").code == 2


def test_an_output_that_is_a_link_is_named_as_it_was_given(tmp_path: Path) -> None:
    target, link = tmp_path / "folder" / "out", tmp_path / "link"
    target.parent.mkdir()
    link.symlink_to(target)
    results = opened(link, resume=False)
    shutil.rmtree(target.parent)  # after the first look at it
    with pytest.raises(FileNotFoundError) as caught:
        results.begin()
    results.close(is_whole=False)
    assert caught.value.filename == str(link)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", PACKED)
def test_packed_files_are_read_and_written(cli: "Cli", suffix: str) -> None:
    """Several members in a file too; zstandard 0.25 goes on with the next read whatever `read_across_frames` says."""
    text = boards(1300)
    kind = codec(suffix)
    assert kind is not None
    Path("in.txt").write_text(text)
    Path(f"in{suffix}").write_bytes(b"".join(kind.pack(part.encode()) for part in (text[:1000], "", text[1000:])))
    cli("batch", "in.txt", "--out", "plain.jsonl", "--no-time")
    cli("batch", f"in{suffix}", "--out", f"packed{suffix}", "--no-time")
    with Path(f"packed{suffix}").open("rb") as packed, kind.opened(packed) as file:
        assert file.read() == Path("plain.jsonl").read_bytes()
    assert not Path(f"packed{suffix}.part").exists()
    Path("torn.gz").write_bytes(gzip.compress(text.encode())[:-100])
    assert cli("batch", "torn.gz", "--out", "torn.jsonl").code == 2


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
@pytest.mark.parametrize(("suffix", "kills"), [(".jsonl", 5), (".gz", 2)])
def test_killed_at_random_and_resumed_the_bytes_are_the_same(suffix: str, kills: int, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(boards(3000))
    whole, out = f"whole{suffix}", f"out{suffix}"
    run = subprocess.run(
        command("in.txt", "--out", whole), cwd=tmp_path, env=environment(), check=False, capture_output=True
    )
    assert run.returncode == 2
    rng = Random(6)
    for _ in range(kills):
        words = command("in.txt", "--out", out, "--workers", "2", "--resume")
        process = subprocess.Popen(
            words, cwd=tmp_path, env=environment(), stderr=subprocess.DEVNULL, start_new_session=True
        )
        begun = size(tmp_path, out)
        end = time.monotonic() + 30
        while size(tmp_path, out) == begun and process.poll() is None and time.monotonic() < end:
            time.sleep(0.005)
        time.sleep(rng.uniform(0, 0.1))
        process.send_signal(signal.SIGKILL)
        process.wait()
    subprocess.run(
        command("in.txt", "--out", out, "--resume"), cwd=tmp_path, env=environment(), check=False, capture_output=True
    )
    assert (tmp_path / out).read_bytes() == (tmp_path / whole).read_bytes()


def size(folder: Path, name: str) -> int:
    """Return the bytes of a file of answers and of its part."""
    return sum(path.stat().st_size for path in (folder / name, folder / f"{name}.part") if path.exists())


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["", *PACKED])
def test_cut_anywhere_the_rest_is_what_is_missing(suffix: str, tmp_path: Path) -> None:
    """Every state that a kill can leave: the file, or its part, cut at any byte."""
    text = [b'{"n": %d, "verdict": "solved"}\n' % number for number in range(2 * LINES_PER_MEMBER + 30)]
    path, part = tmp_path / f"out{suffix}", tmp_path / f"out{suffix}.part"

    def written(lines: list[bytes], *, resume: bool, is_whole: bool) -> bytes:
        results = opened(path, resume=resume)
        rest = lines[results.count :]
        assert not results.count or results.last + b"\n" == lines[results.count - 1]
        results.begin()
        for start in range(0, len(rest), 7):
            results.write(b"".join(rest[start : start + 7]))
        results.close(is_whole=is_whole)
        return path.read_bytes()

    whole = written(text, resume=False, is_whole=True)
    for place in Random(7).sample(range(len(text)), 12):
        written(text[:place], resume=False, is_whole=False)
        left = [(each, each.read_bytes()) for each in (path, part) if each.exists()]
        for cut, data in left:
            for each, saved in left:
                each.write_bytes(saved)
            cut.write_bytes(data[: Random(place).randrange(len(data) + 1)])
            assert written(text, resume=True, is_whole=True) == whole
            assert not part.exists()


@pytest.mark.slow
@pytest.mark.parametrize("blank", [b"\n", b" \n", b"\r\n"])
def test_blank_lines_without_end_are_refused(cli: "Cli", blank: bytes) -> None:
    Path("b.gz").write_bytes(gzip.compress(b"110/000/000\n" + blank * 2_000_000 + b"110/000/000\n"))
    shown = cli("batch", "b.gz", "--no-time")
    assert shown.code == 2 and shown.out.count("\n") <= 1
    assert "b.gz: more than 1,048,576 bytes of blank lines, to line " in shown.err
    lines = cli("solve", "110/000/000", "--json").out.encode()
    shown = cli("verify", stdin=lines + blank * 2_000_000 + lines)
    assert shown.code == 2 and "blank lines" in shown.err
    few = cli("batch", "-", "--no-time", stdin=b"110/000/000\n" + blank * 1000 + b"110/000/000\n")
    assert few.code == 0 and few.out.count("\n") == 2


def test_answers_of_another_input_are_not_continued(cli: "Cli") -> None:
    Path("in.txt").write_text(boards(40))
    cli("batch", "in.txt", "--out", "out.jsonl")
    Path("other.txt").write_text("".join(reversed(Path("in.txt").read_text().splitlines(keepends=True))))
    shown = cli("batch", "other.txt", "--out", "out.jsonl", "--resume")
    assert shown.code == 2
    assert "not those of this input" in shown.err
    again = cli("batch", "in.txt", "--out", "out.jsonl", "--resume")
    assert again.code == 2  # of the whole output: it has a bad line


@pytest.mark.slow
def test_what_the_batch_answers_is_verified(cli: "Cli") -> None:
    Path("in.txt").write_text(boards(60))
    cli("batch", "in.txt", "--out", "out.jsonl")
    shown = cli("verify", "out.jsonl")
    assert shown.code == 0, shown.out[-500:]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl-C there")
def test_ctrl_c_keeps_what_is_answered(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(boards(30) + "tiles:5x5#1\n")
    words = command("in.txt", "--out", "out.jsonl", "--workers", "2", "--time", "600")
    process = subprocess.Popen(words, cwd=tmp_path, env=environment(), stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 120
    while size(tmp_path, "out.jsonl") == 0 and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "--resume continues" in told
    assert (tmp_path / "out.jsonl").read_text().count("\n") >= 16


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["", *PACKED])
def test_the_exit_code_is_that_of_the_whole_output(cli: "Cli", suffix: str) -> None:
    good, bad, hard = "lights:3x3:110/000/000\n", "no board\n", '{"board": "tiles:5x5#1", "time": 0.1}\n'
    for first, code in ((bad, 2), (hard, 3), (good, 0), (hard + bad, 2)):
        out = f"out{code}{len(first)}{suffix}"
        Path("in.txt").write_text(first)
        assert cli("batch", "in.txt", "--out", out).code == code
        assert cli("batch", "in.txt", "--out", out, "--resume").code == code  # nothing new
        Path("in.txt").write_text(first + good)
        assert cli("batch", "in.txt", "--out", out, "--resume").code == code


def test_an_answer_is_tied_to_its_question(cli: "Cli") -> None:
    ids: list[object] = ["b", "", 0, -3, 2.5, True, None, 'é"}']
    lines = [json.dumps({"id": each, "board": "110/000/000"}) for each in ids]
    lines += ["", '{"id": "x", "board": "11x/000/000"}', "110/000/001", '{"id": {}, "board": "110/000/000"}']
    shown = cli("batch", "--no-time", stdin="\n".join(lines))
    found = [json.loads(line) for line in shown.out.splitlines()]
    assert [answer["line"] for answer in found] == [*range(1, len(ids) + 1), *range(len(ids) + 2, len(ids) + 5)]
    assert [json.dumps(answer.get("id", "none")) for answer in found[: len(ids)]] == [json.dumps(each) for each in ids]
    assert found[-3]["id"] == "x"
    assert "error" in found[-3]
    assert [("id" in answer, "error" in answer) for answer in found[-2:]] == [(False, False), (False, True)]
    judged = [json.loads(line) for line in cli("verify", "--json", stdin=shown.out).out.splitlines()]
    key = ("line", "id")
    assert [{name: each[name] for name in key if name in each} for each in judged] == [
        {name: each[name] for name in key if name in each} for each in found
    ]
    assert all(each["valid"] for each in judged)


GOALS = [
    ("110/000/000\n111/111/110\n101/010/101\n000/000/001\n", ["on", "off"], ["on"]),
    ("1 2 3/4 5 6/0 7 8\n8 6 7/2 5 4/3 0 1\n", ["blank-first", "blank-last"], ["blank-last"]),
    ("1 2 3/4 5 6/0 7 8\n8 6 7/2 5 4/3 0 1\n", ["1 2 3/? ? ?/? ? ?"], ["1 2 3/? ? ?/? ? 0"]),
    ("AAB/BCC/D_D\nAAB/B_C/DCD\n", ["AAB/BCC/DD_", "AAB/B_C/DDC"], ["AAB/BCC/DD_"]),
]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "goals", "others"), GOALS)
def test_several_goals_are_continued_and_others_refused(
    text: str, goals: list[str], others: list[str], cli: "Cli"
) -> None:
    def run(chosen: list[str], *options: str) -> int:
        return cli(
            "batch", "in", "--out", "out", "--no-time", *(w for g in chosen for w in ("--goal", g)), *options
        ).code

    Path("in").write_text(text)
    assert run(goals) == 0
    whole = Path("out").read_text().splitlines(keepends=True)
    for count in range(1, len(whole) + 1):
        kept = "".join(whole[:count])
        for refused in (others, []):
            Path("out").write_text(kept)
            assert run(refused, "--resume") == 2
            assert Path("out").read_text() == kept
        assert run(goals, "--resume") == 0
        assert Path("out").read_text() == "".join(whole)


def test_unproved_answers_are_not_continued_as_shortest_ones(cli: "Cli") -> None:
    Path("in").write_text("tiles:4x4#1\ntiles:3x3#1\n")
    assert cli("batch", "in", "--out", "out", "--any").code == 0
    kept = Path("out").read_text().splitlines(keepends=True)[0]
    Path("out").write_text(kept)
    assert cli("batch", "in", "--out", "out", "--resume").code == 2
    assert Path("out").read_text() == kept


def test_a_list_behind_a_byte_order_mark(cli: "Cli") -> None:
    Path("in").write_text("\ufeff[[[1,1],[0,1]],\n[[1,0],[0,0]]]\n", encoding="utf-8")
    found = [json.loads(line) for line in cli("batch", "in").out.splitlines()]
    assert [(each["line"], each["board"]) for each in found] == [(1, "lights:2x2:11/01"), (2, "lights:2x2:10/00")]


def test_packed_answers_are_verified(cli: "Cli") -> None:
    Path("in").write_text("110/000/000\n111/000/000\n")
    assert cli("batch", "in", "--out", "out.gz").code == 0
    assert "2 answers: 2 correct" in cli("verify", "out.gz").out
    packed = Path("out.gz").read_bytes()
    assert "2 answers: 2 correct" in cli("verify", stdin=packed).out
    for damaged in (packed[:-9], packed[:40] + b"x" * 40 + packed[80:], packed[:3]):
        Path("out.gz").write_bytes(damaged)
        shown = cli("verify", "out.gz")
        assert shown.code == 2 and shown.err.startswith("solvable: out.gz: ") and "internal" not in shown.err


@pytest.mark.slow
def test_a_file_of_another_layout_is_resumed_too(cli: "Cli") -> None:
    rng, tiles = Random(8), SlidingTiles(3, 3)
    korf = "".join(f"{n} 20 99\n{' '.join(map(str, tiles.scramble(rng)))}\n" for n in range(1, 31))
    for name, text in (("korf", korf), ("blocks", "110\n000\n000\n\n" * 20)):
        Path(name).write_text(text)
        cli("batch", name, "--out", "whole", "--no-time", "--any")
        whole = Path("whole").read_text().splitlines(keepends=True)
        Path("out").write_text("".join(whole[:11]) + whole[11][:20])
        assert cli("batch", name, "--out", "out", "--no-time", "--any", "--resume").code == 0
        assert Path("out").read_text() == "".join(whole)
        assert "batch" in cli("solve", name).err
