"""Kill a batch at random moments and resume it: `python -m tools.kills [--kills 5] [--seed 1] [--cluster]`.

Plain, gzip and zstd files of answers, by two processes of this machine, with `--cluster` by Ray. The command is killed
(SIGKILL) so many times, at the start or when some random part of the answers has come, and resumed each time; over the
cluster a worker and a node are killed too, in the middle of two of the runs, while another node joins, and in the
middle of two the process that keeps the workers. In the end the file must be, byte by byte, that of one worker whom
nobody disturbed. Exit code 1 where one is not.
"""

import argparse
import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from uuid import uuid4

from tests.batch import ray_cluster

from solvable import LightsOut, SlidingTiles
from solvable.notation import format_board

SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.zst")
LOOK = 0.005  # seconds between two looks at the file
LONGEST = 600.0  # seconds that a run may take


def boards(lines: int, rng: Random) -> str:
    """Return lights, 8-puzzles, some 15-puzzles, and lines that are none of them."""
    lights, small, large, found = LightsOut(5, 5), SlidingTiles(3, 3), SlidingTiles(4, 4), list[str]()
    for number in range(lines):
        puzzle = large if number % 200 == 0 else small if number % 3 == 0 else lights
        found.append(f"no board {number}" if number % 50 == 7 else format_board(puzzle, puzzle.scramble(rng)))
    return "\n".join(found) + "\n"


class Run:
    """A batch that is being answered, in a process group of its own."""

    def __init__(self, folder: Path, out: str, *options: str) -> None:
        self.files = [folder / out, folder / f"{out}.part"]
        words = [sys.executable, "-m", "solvable", "batch", "in.txt", "--out", out, "--no-time", *options]
        self.process = subprocess.Popen(words, cwd=folder, stderr=subprocess.DEVNULL, start_new_session=True)
        self.end = time.monotonic() + LONGEST

    @property
    def is_running(self) -> bool:
        """Whether it has not ended yet."""
        if time.monotonic() > self.end:
            self.process.kill()
            raise TimeoutError(f"no end within {LONGEST} seconds")
        return self.process.poll() is None

    @property
    def size(self) -> int:
        """The bytes of the file of answers and of its part."""
        return sum(path.stat().st_size for path in self.files if path.exists())

    def wait(self, size: int) -> None:
        """Wait until there are so many bytes, or it has ended."""
        while self.size < size and self.is_running:
            time.sleep(LOOK)

    def kill(self) -> bool:
        """Kill it; return whether it was running."""
        was_running = self.is_running
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        return was_running

    def finish(self) -> None:
        """Wait for its end."""
        while self.is_running:
            time.sleep(LOOK)
        if self.process.returncode != 2:  # some lines are no boards
            raise RuntimeError(f"exit code {self.process.returncode}")


def disturbed(folder: Path, suffix: str, kills: int, whole: int, rng: Random, nodes: ray_cluster.Nodes | None) -> str:
    """Kill and resume a batch; return what was done to it."""
    out = f"out{suffix}"
    options = ["--resume", *(["--workers", "2"] if nodes is None else ["--cluster", nodes.address])]
    done, told = 0, list[str]()
    for number in range(kills):
        run = Run(folder, out, *options)
        begun = run.size
        more = 0 if number == 0 else int(rng.random() * whole / kills)
        if nodes is not None and number in (1, 3):
            run.wait(begun + max(1, more // 2))
            while run.is_running and not ray_cluster.kill_a_worker():
                time.sleep(LOOK)
            nodes.replace()
            told.append("a worker, a node")
        if nodes is not None and number in (2, 3):
            run.wait(begun + max(1, more // 2))
            told.append("the keeper" if ray_cluster.kill("solvable.batch.keeper") else "no keeper")
        run.wait(begun + more)
        time.sleep(rng.random() * 0.2)
        done += run.kill()
        told.append(f"at {run.size:,} bytes")
    Run(folder, out, *options).finish()
    return f"{done} of {kills} kills while it ran: {', '.join(told)}"


def main(words: list[str]) -> int:
    """Compare all files; return 1 where one is not that of an undisturbed run."""
    parser = argparse.ArgumentParser(prog="tools.kills")
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--lines", type=int, default=12_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cluster", action="store_true")
    asked = parser.parse_args(words)
    os.environ |= {"SOLVABLE_TEST_SESSION": uuid4().hex, "RAY_USAGE_STATS_ENABLED": "0"}
    nodes = ray_cluster.Nodes() if asked.cluster else None
    rng, faults = Random(asked.seed), 0
    try:
        for suffix in SUFFIXES:
            with tempfile.TemporaryDirectory() as each:
                folder = Path(each)
                (folder / "in.txt").write_text(boards(asked.lines, rng))
                Run(folder, f"whole{suffix}").finish()
                whole = (folder / f"whole{suffix}").read_bytes()
                told = disturbed(folder, suffix, asked.kills, len(whole), rng, nodes)
                is_same = (folder / f"out{suffix}").read_bytes() == whole
                faults += not is_same
                digest = hashlib.sha256(whole).hexdigest()[:16]
                print(
                    f"{suffix}: {'the same' if is_same else 'DIFFERENT'}, {len(whole):,} bytes {digest}; {told}",
                    flush=True,
                )
    finally:
        if nodes is not None:
            nodes.cluster.shutdown()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
