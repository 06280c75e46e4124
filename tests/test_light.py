"""Boards that people play are answered where neither numpy nor flint can be imported."""

import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest

import solvable

REFUSE = """
import contextlib, io, json, sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"numpy", "flint"}:
            raise ImportError(f"{name} is refused")

sys.meta_path.insert(0, Refuse())
"""
PROGRAM = (
    REFUSE
    + """
from solvable.cli import main

for words in json.load(sys.stdin):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    print(json.dumps([code, out.getvalue(), err.getvalue()]))
"""
)

LIGHTS = [
    *(f"check lights:{n}x{n}#7" for n in (3, 5, 12)),
    *(f"solve lights:{n}x{n}#7 --json" for n in (3, 5, 9, 12)),
    "solve lights:12x12#7 --any",
    "solve lights:5x5#7 --all 4",
    "solve lights:merlin#7",
    *(f"{verb} lights:{n}x{n}" for verb in ("count", "quiet") for n in (5, 11, 12)),
    *(
        f"solve lights:{rules}#7 --json"
        for rules in ("12x12,mod3", "26x26,mod3", "9x9,torus", "8x8,king,klein", "6x6,hex,mod4")
    ),
    *(f"count lights:{rules}" for rules in ("12x12,torus,mod6", "7x9,mobius,mod3", "300x300", "1000x1000,king")),
    *(f"count lights:{rules}" for rules in ("300x300,knight", "90x80,hex,torus")),
    *(f"solve lights:{rules}#7 --any" for rules in ("70x70,torus,mod3", "64x64,king,mod3", "40x40,king", "300x300")),
    "quiet lights:5x5,torus,mod3 --all",
    "chase lights:5x5#7",
    "chase lights:5x5,mod3#7",
    "table nullity 1..12 --surface torus --mod 3",
    "table presses lights:5x5",
    "table presses lights:3x3,torus,mod3",
    "new lights:5x5,mod3 --exact 6 --seed 1 --json",
    "new lights:5x5 --graded 12 --count 3 --seed 1",
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
    "moves 1,2,3/4,0,5/7,8,6 LUDU",
    "table distances tiles:3x3",
    "table distances tiles:4x2,mtm",
    "new tiles:3x3 --exact 20 --seed 1 --json",
    "new tiles:3x3 --graded 20 --count 4 --seed 1",
    "new tiles:3x3 --seed 1",
    "convert tiles:4x4#7 --to json",
]


def lines(program: str, data: object) -> list[Any]:
    """The values that a program writes, one a line, fed with such data."""
    done = subprocess.run(
        [sys.executable, "-c", program], input=json.dumps(data), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return list(map(json.loads, done.stdout.splitlines()))


def answers(commands: list[str]) -> list[tuple[int, str, str]]:
    """The exit code, output and messages of each command, in one process without those libraries."""
    return [(code, out, err) for code, out, err in lines(PROGRAM, [command.split() for command in commands])]


@pytest.mark.slow
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


@pytest.mark.slow
def test_what_the_references_answer_is_verified_there(tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("answers") / "answers.jsonl"
    solved = answers([command for command in LIGHTS + TILES if command.endswith("--json")])
    file.write_text("".join(out for _, out, _ in solved), encoding="utf-8")
    ((code, out, _),) = answers([f"verify {file} --trust --verbose"])
    assert code == 0 and out.endswith(f"{len(solved)} correct\n")


FACTS = """
def facts(solvable, board):
    puzzle, state = solvable.parse(board)
    refuted = puzzle.obstruction(state)
    told = [puzzle.nullity, str(puzzle.count()), str(puzzle.quiet.orders)]
    if refuted is not None:
        return [*told, list(refuted.weights), refuted.value]
    told.append(list(puzzle.solve(state).moves))
    if puzzle.quiet.order <= 1 << 16:
        told += [list(puzzle.optimal(state).moves), str(puzzle.quiet.generators)]
    return told
"""
TWINS = (
    REFUSE
    + FACTS
    + """
import solvable
for board in json.load(sys.stdin):
    print(json.dumps(facts(solvable, board)))
"""
)
RULES = ["plus", "plus0", "diagonal", "king", "king0", "knight", "knight0", "cross", "hex", "triangle"]
SURFACES = ["plane", "cylinder", "torus", "mobius", "klein", "projective"]


def drawn(rng: Random) -> str:
    """A board to 12 × 12 of any rule, surface and number of states, solvable or not."""
    rule, k = rng.choice(RULES), rng.choice((2, 3, 4, 5, 6, 7, 9, 12))
    width, height = rng.randint(2, 12), rng.randint(2, 12)
    surface = rng.choice(SURFACES[: {"triangle": 1, "cross": 3}.get(rule)])
    if surface == "projective":
        height = width
    options = [f"{width}x{height}", *([rule] * (rule != "plus")), *([surface] * (surface != "plane"))]
    options += [f"mod{k}"] * (k > 2)
    if rng.random() < 0.5:
        return f"lights:{','.join(options)}#{rng.randrange(10**6)}"
    cells = [str(rng.randrange(k)) for _ in range(width * height)]
    return f"lights:{','.join(options)}:{('' if k <= 10 else ',').join(cells)}"


@pytest.mark.slow
def test_boards_of_lights_are_answered_alike() -> None:
    rng, here = Random(1), dict[str, Any]()
    boards = [drawn(rng) for _ in range(150)]
    exec(FACTS, here)
    for board, found in zip(boards, lines(TWINS, boards), strict=True):
        assert found == json.loads(json.dumps(here["facts"](solvable, board))), board
