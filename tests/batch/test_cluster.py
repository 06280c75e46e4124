"""Over a Ray cluster of several node processes, one of them killed in mid-run: the same bytes as without a cluster.

Ray is heavy, so it is not among the test's requirements: without it, or without `unshare`, this is skipped, unless
SOLVABLE_REQUIRE names `ray`.
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
from uuid import uuid4

import pytest

import solvable
from solvable import LightsOut, SlidingTiles, batch
from solvable.batch.requests import Options
from solvable.notation import format_board

PROGRAM = Path(__file__).with_name("ray_cluster.py")
ROOT = str(Path(solvable.__file__).parents[1])
LOOPBACK = "ip link set lo up 2>/dev/null || ifconfig lo up; exec "


def can_unshare() -> bool:
    """Return whether a network namespace with its loopback can be had."""
    if shutil.which("unshare") is None:
        return False
    run = subprocess.run(["unshare", "-n", "sh", "-c", f"{LOOPBACK} true"], capture_output=True, check=False)
    return run.returncode == 0


def is_missing() -> str:
    return "no ray here" if find_spec("ray") is None else "" if can_unshare() else "no network namespace here"


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


def test_over_a_cluster_that_loses_a_node_and_a_worker_the_bytes_are_the_same(tmp_path: Path) -> None:
    if missing := is_missing():
        if "ray" in os.environ.get("SOLVABLE_REQUIRE", "").split(","):
            pytest.fail(missing)
        pytest.skip(missing)
    text = boards()
    (tmp_path / "in.txt").write_text(text)
    local = list(batch.answers(text.splitlines(), workers=1, options=Options(shows_time=False)))
    environment = os.environ | {
        "PYTHONPATH": ROOT,
        "HOME": str(tmp_path),
        "SOLVABLE_CACHE": os.environ.get("SOLVABLE_CACHE", str(Path.home() / ".cache" / "solvable")),
        "SOLVABLE_TEST_SESSION": uuid4().hex,
        "RAY_USAGE_STATS_ENABLED": "0",
    }
    words = [sys.executable, str(PROGRAM), "in.txt", "out.jsonl"]
    command = ["unshare", "-n", "sh", "-c", LOOPBACK + '"$@"', "sh", *words]
    with TemporaryDirectory(
        prefix="r", dir="/tmp", ignore_cleanup_errors=True
    ) as folder:  # the paths of sockets are short
        run = subprocess.run(
            command,
            cwd=tmp_path,
            env=environment | {"RAY_TMPDIR": folder},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert run.returncode == 0, run.stderr[-3000:]
    before, after, _ = map(int, run.stdout.split()[-3:])
    assert (before, after) == (3, 2)
    assert [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()] == local
