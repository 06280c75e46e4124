"""Boards that people play are answered where neither numpy, numba, flint nor llvmlite can be imported."""

import json
import subprocess
import sys

import pytest

PROGRAM = """
import contextlib, io, json, sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"numpy", "numba", "flint", "llvmlite"}:
            raise ImportError(f"{name} is refused")

sys.meta_path.insert(0, Refuse())
from solvable.cli import main

for words in json.load(sys.stdin):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    print(json.dumps([code, out.getvalue(), err.getvalue()]))
"""

LIGHTS = [
    *(f"check lights:{n}x{n}#7" for n in (3, 5, 12)),
    *(f"solve lights:{n}x{n}#7 --json" for n in (3, 5, 9, 12)),
    "solve lights:12x12#7 --any",
    "solve lights:5x5#7 --all 4",
    "solve lights:merlin#7",
    *(f"{verb} lights:{n}x{n}" for verb in ("count", "quiet") for n in (5, 11, 12)),
    "chase lights:5x5#7",
    "new lights:6x6 --seed 1",
    "convert lights:5x5#7 --to json",
]
TILES = [
    *(f"check tiles:{n}x{n}#7" for n in (3, 4, 6)),
    "solve tiles:3x3#7 --json",
    "solve 8,6,7/2,5,4/3,0,1 --json",
    "solve tiles:3x3#7 --metric mtm --json",
    "solve tiles:3x3#7 --all",
    "solve tiles:4x3#7 --json",
    "solve tiles:4x4#2 --json",
    "solve tiles:4x4#7 --any",
    "solve tiles:4x4#7 --near --time 0.3",
    "solve tiles:6x6#7 --near --time 0.5",
    "count tiles:4x4",
    "new tiles:3x3 --seed 1",
    "convert tiles:4x4#7 --to json",
]


def answers(commands: list[str]) -> list[tuple[int, str, str]]:
    """The exit code, output and messages of each command, in one process without those libraries."""
    words = json.dumps([command.split() for command in commands])
    done = subprocess.run([sys.executable, "-c", PROGRAM], input=words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [(code, out, err) for code, out, err in map(json.loads, done.stdout.splitlines())]


@pytest.mark.parametrize("commands", [LIGHTS, TILES], ids=["lights", "tiles"])
def test_they_are_answered(commands: list[str]) -> None:
    found = answers(commands)
    assert len(found) == len(commands)
    for command, (code, out, err) in zip(commands, found, strict=True):
        assert code in (0, 1), f"{command}: {err}"
        assert out
        if command.endswith("--json"):
            answer = json.loads(out)
            assert answer["optimal"] is True and answer["length"] == answer["lower_bound"]


def test_what_the_twins_answer_is_verified_there(tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("answers") / "answers.jsonl"
    solved = answers([command for command in LIGHTS + TILES if command.endswith("--json")])
    file.write_text("".join(out for _, out, _ in solved), encoding="utf-8")
    ((code, out, _),) = answers([f"verify {file} --trust --verbose"])
    assert code == 0 and out.endswith(f"{len(solved)} correct\n")
