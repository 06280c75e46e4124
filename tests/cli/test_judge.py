"""`solvable judge`, as a contestant would run it."""

import subprocess
import sys
from pathlib import Path

import pytest

from solvable.formats.judges import ANY_ANSWER, TASKS
from solvable.messages import LANGUAGES

SAMPLE = "1\n0 1 1 0 1 0\n1 0 0 1 1 1\n0 0 1 0 0 1\n1 0 0 1 0 1\n0 1 1 1 0 0\n"
GRID = "PUZZLE #1\n1 0 1 0 0 1\n1 1 0 1 0 1\n0 0 1 0 1 1\n1 0 0 1 0 0\n0 1 0 0 0 0\n"


def run(*words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "solvable", "judge", *words]
    return subprocess.run(line, input=given, capture_output=True, text=True, check=False)


def test_the_output_is_the_judges_to_the_byte() -> None:
    done = run("poj1222", given=SAMPLE)
    assert (done.returncode, done.stdout, done.stderr) == (0, GRID, "")


def test_a_file_and_the_idea(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_text(SAMPLE)
    done = run("poj1222", str(path), "--explain")
    assert (done.returncode, done.stdout) == (0, GRID)
    assert "regular" in done.stderr


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_list_names_every_task(lang: str) -> None:
    done = run("--list", "--lang", lang)
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(TASKS)


@pytest.mark.parametrize(
    ("words", "given", "shown"),
    [
        (["poj1222"], "1\n0 1 2", "stdin:2:5: '2' is not a cell here"),
        (["poj1222"], "1\n0 1", "the input ends too early"),
        (["poj1"], "", "there is no task 'poj1'"),
        ([], "", "the task is missing"),
        (["poj1222", "no such file"], "", "there is no such file"),
    ],
)
def test_mistakes(words: list[str], given: str, shown: str) -> None:
    done = run(*words, given=given)
    assert (done.returncode, done.stdout.replace("PUZZLE #1\n", "")) == (2, "")
    assert shown in done.stderr


@pytest.mark.slow
def test_a_sample_and_random_inputs_go_into_the_judge() -> None:
    for words in (["--sample"], ["--random", "3", "--seed", "5"]):
        given = run("hdu1043", *words)
        assert given.returncode == 0
        done = run("hdu1043", given=given.stdout)
        assert (done.returncode, done.stderr) == (0, "")
        assert len(done.stdout.splitlines()) == len(given.stdout.splitlines())
    assert run("poj3240", "--random", "2").returncode == 2
    assert run("poj3240", "--random", "1", "--sample").returncode == 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_accepts_any_answer_says_so(lang: str) -> None:
    said = {"en": "any right answer is accepted", "zh": "任何正确的答案都算对"}[lang]
    lines = run("--list", "--lang", lang).stdout.splitlines()
    assert {line.split()[0] for line in lines if said in line} == ANY_ANSWER
    assert run("poj2965", "--explain", "--sample", "--lang", lang).returncode == 0
