"""Over a Ray cluster of several node processes, of which some are killed and others join: the same as without it.

Ray is heavy, so it is not among the tests' requirements: without it this is skipped, unless SOLVABLE_REQUIRE names
`cluster`. The cluster lives in a network namespace with nothing but the loopback where one can be had.
"""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import pytest

import solvable
from solvable import LightsOut, SlidingTiles, answers, batch
from solvable.batch.requests import Options
from solvable.core.budget import Budget
from solvable.core.puzzle import Event
from solvable.families.protocol import Rules
from solvable.game_id import format_board, parse

pytestmark = pytest.mark.cluster
PROGRAM = Path(__file__).with_name("ray_cluster.py")
ROOT = str(Path(solvable.__file__).parents[1])
HARD = "tiles:4x4:12,9,10,13/15,11,14,5/3,7,2,1/4,0,8,6"  # 72 moves, 2.3 million nodes
LOOPBACK = "ip link set lo up 2>/dev/null || ifconfig lo up; exec "


def can_unshare() -> bool:
    """Return whether a network namespace with its loopback can be had."""
    if shutil.which("unshare") is None:
        return False
    run = subprocess.run(["unshare", "-n", "sh", "-c", f"{LOOPBACK} true"], capture_output=True, check=False)
    return run.returncode == 0


def boards() -> str:
    rng, lights, tiles, large = Random(8), LightsOut(5, 5), SlidingTiles(3, 3), SlidingTiles(4, 4)
    found = ["no board"]
    for number in range(4000):
        puzzle = large if number % 100 == 0 else tiles if number % 4 == 0 else lights
        state = puzzle.scramble(rng) if puzzle is not large else tuple(_near(large, rng))
        found.append(format_board(puzzle, state))
    return "\n".join(found) + "\n"


def _near(puzzle: SlidingTiles, rng: Random) -> tuple[int, ...]:
    state = puzzle.goal
    for _ in range(60):
        state = puzzle.apply(state, rng.choice(puzzle.moves(state)))
    return state


def test_over_a_cluster_that_loses_nodes_and_workers_all_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if find_spec("ray") is None:
        if "cluster" in os.environ.get("SOLVABLE_REQUIRE", "").split(","):
            pytest.fail("no ray here")
        pytest.skip("no ray here")
    monkeypatch.setenv("SOLVABLE_CACHE", str(tmp_path / "cache"))  # with the user's tables the board may be easy
    text = boards()
    (tmp_path / "in.txt").write_text(text)
    found = over_the_cluster(tmp_path)
    assert found["nodes"] == [[3, 1], [3, 2]]  # the head and two others live; one has gone with each question
    local = list(batch.answers(text.splitlines(), workers=1, options=Options(shows_time=False)))
    assert [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()] == local
    bounds: dict[str, int] = {}

    def hear(event: Event) -> bool:
        bounds.setdefault(str(event.lower_bound), event.nodes)
        return True

    answer = answers.solve(*parse(HARD), budget=Budget(progress=hear))
    assert {**found["solved"], "seconds": 0} == {**answer, "seconds": 0}
    assert found["bounds"] == bounds
    assert list(map(tuple, found["table"])) == list(answers.nullities(range(1, 60), None, Rules("king")))


def over_the_cluster(folder: Path) -> dict[str, Any]:
    """Return what the program finds that starts a cluster."""
    environment = os.environ | {
        "PYTHONPATH": ROOT,
        "HOME": str(folder),
        "SOLVABLE_TEST_SESSION": uuid4().hex,
        "RAY_USAGE_STATS_ENABLED": "0",
    }
    command = [sys.executable, str(PROGRAM), "in.txt", "out.jsonl", HARD]
    if can_unshare():
        command = ["unshare", "-n", "sh", "-c", LOOPBACK + '"$@"', "sh", *command]
    with TemporaryDirectory(
        prefix="r", dir="/tmp", ignore_cleanup_errors=True
    ) as short:  # the sockets' paths are short
        run = subprocess.run(
            command,
            cwd=folder,
            env=environment | {"RAY_TMPDIR": short, "XDG_RUNTIME_DIR": short},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert run.returncode == 0, run.stderr[-3000:]
    (line,) = run.stdout.splitlines()  # answers, and nothing that Ray has to say of the losses
    found: dict[str, Any] = json.loads(line)
    return found
