"""Each level of the kernels, and the references, give the same answers: a hundred of the questions of `tools.agree`."""

import shutil
import subprocess
from itertools import islice
from pathlib import Path

import pytest
from tests.web.conftest import missing
from tools.agree import levels
from tools.agree.questions import KINDS, questions

ASKED = list(islice(questions(seed=1), 100))


LEVELS = levels.levels()
HIGHEST = [*LEVELS][-1]
IN_NODE = 40  # of the questions, one of each kind among them


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of levels that share a machine's files: none are larger than those made for the questions."""
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def highest(cache: Path) -> list[levels.Record]:
    """What the highest level answers."""
    return list(levels.answers(LEVELS[HIGHEST], ASKED, cache=cache))


@pytest.mark.slow
@pytest.mark.parametrize("level", [*dict.fromkeys(("wasm", *LEVELS))][:-1])
def test_levels_agree(level: str, highest: list[levels.Record], cache: Path) -> None:
    if level not in LEVELS:
        missing("node or npm is not installed (Debian: npm)")
    asked = ASKED[:IN_NODE] if level == "wasm" else ASKED
    found = list(levels.answers(LEVELS[level], asked, cache=cache if level != "wasm" else None))
    for question, here, there in zip(asked, highest, found, strict=False):
        assert not levels.difference(level, here, there), " ".join(question)
    assert len(found) == len(asked)


SHARED = (  # what workers share
    "new tiles:3x3 --count 6 --seed 3 --json --no-time",
    "new tiles:4x4 --exact 30 --count 4 --seed 5 --json --no-time",
    "new lights:5x5 --graded 8 --count 4 --seed 3 --json --no-time",
    "table nullity 1..16 --rule king --mod 6 --format csv",
    "dataset tiles:4x3 --boards 6 --seed 3 --out d.npz",
    "new tiles:3x3 --count 6 --seed 4 --json | batch --no-time",
)


@pytest.mark.slow
def test_any_number_of_workers_gives_the_same_bytes() -> None:
    one, *others = (
        list(levels.answers(LEVELS[HIGHEST], [(*line.split(), "--workers", count) for line in SHARED]))
        for count in ("1", "2", "3")
    )
    assert all(record["code"] == 0 for record in one)
    for found in others:
        for line, here, there in zip(SHARED, one, found, strict=True):
            assert here == there, line


@pytest.mark.slow
def test_most_questions_have_an_answer(highest: list[levels.Record]) -> None:
    answered = [record for record in highest if record.get("code") in (0, 1)]
    assert len(answered) > 0.8 * len(ASKED)
    assert len({question[0] for question in ASKED}) >= 12 < len(KINDS)


def test_a_difference_is_seen() -> None:
    lights = {"code": 0, "lines": [{"puzzle": "lights:2x2", "moves": [0], "length": 1, "optimal": True, "nodes": 5}]}
    other = {"code": 0, "lines": [{"puzzle": "lights:2x2", "moves": [1], "length": 1, "optimal": True, "nodes": 5}]}
    assert levels.difference("v2", lights, lights) == ""
    assert "moves: [0] | [1]" in levels.difference("v2", lights, other)
    assert "moves: [0] | [1]" in levels.difference("off", lights, other)
    assert levels.difference("v2", lights, {"died": -11})


def test_what_references_need_not_share_is_the_way_of_tiles() -> None:
    board = "tiles:2x2:1,2/0,3"
    tiles = {"puzzle": "tiles:2x2", "board": board, "verdict": "solved", "moves": [3], "length": 1, "lower_bound": 1}
    tiles |= {"optimal": True, "nodes": 9, "method": "IDA*"}
    here = {"code": 0, "lines": [tiles]}
    assert not levels.difference("off", here, {"code": 0, "lines": [tiles | {"nodes": 7}]})
    assert levels.difference("v2", here, {"code": 0, "lines": [tiles | {"nodes": 7}]})
    assert levels.difference("off", here, {"code": 0, "lines": [tiles | {"length": 3}]})
    assert "verify" in levels.difference("off", here, {"code": 0, "lines": [tiles | {"moves": [2]}]})


@pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
def test_a_level_that_dies_is_told_and_the_next_question_asked(tmp_path: Path) -> None:
    library = tmp_path / "deadly.so"
    deadly = b"__attribute__((constructor)) static void die() { __builtin_trap(); }"
    subprocess.run(["g++", "-shared", "-fPIC", "-x", "c++", "-", "-o", str(library)], input=deadly, check=True)
    asked = [("solve", "tiles:3x3#1", "--json"), ("check", "110/000/000", "--json", "--no-time")]
    first, second = levels.answers(levels.Level(str(library)), asked)
    assert first["died"] < 0 and second["code"] == 0
