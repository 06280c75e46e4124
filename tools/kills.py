"""Kill processes that write files, at random moments: `python -m tools.kills`, `--help` for its options.

Plain, gzip and zstd files of answers, by two processes of this machine, with `--cluster` by Ray. The command is killed
(SIGKILL) repeatedly, at the start or after a random part of the answers, and resumed each time; on the cluster, in the
middle of two of the runs a worker and a node are killed as well, while another node joins, and in the middle of two
others the process that manages the workers. At the end the file must be, byte by byte, that of an undisturbed run with
one worker.

Then every other writer of the program (`WRITERS`) is killed, in turn, every other time with an existing file of its
kind. A writer that replaces its file must leave the old one, with its mode, or the complete new one, and one that
appends must leave a prefix of complete lines; the next run must end with the file of an undisturbed run. Unrelated
files in the folder, whose names look like those of temporary and lock files, must not change. Exit code 1 if any of
this is violated.
"""

import argparse
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from random import Random
from uuid import uuid4

import numpy as np
from tests.batch import ray_cluster

from solvable import LightsOut, SlidingTiles
from solvable.game_id import format_board

SUFFIXES = (".jsonl", ".jsonl.gz", *([".jsonl.zst"] if find_spec("zstandard") else []))
LOOK = 0.005  # seconds between two checks of the file
LONGEST = 600.0  # seconds that a run may take


def boards(lines: int, rng: Random) -> str:
    """Return lights, 8-puzzles, some 15-puzzles, and lines that are not boards."""
    lights, small, large, found = LightsOut(5, 5), SlidingTiles(3, 3), SlidingTiles(4, 4), list[str]()
    for number in range(lines):
        puzzle = large if number % 200 == 0 else small if number % 3 == 0 else lights
        found.append(f"no board {number}" if number % 50 == 7 else format_board(puzzle, puzzle.scramble(rng)))
    return "\n".join(found) + "\n"


class Run:
    """A running batch, in a separate process group."""

    def __init__(self, folder: Path, out: str, *options: str) -> None:
        self.files = [folder / out, folder / f"{out}.part"]
        words = [sys.executable, "-m", "solvable", "batch", "in.txt", "--out", out, "--no-time", *options]
        self.process = subprocess.Popen(words, cwd=folder, stderr=subprocess.DEVNULL, start_new_session=True)
        self.end = time.monotonic() + LONGEST

    @property
    def is_running(self) -> bool:
        """Whether it is still running."""
        if time.monotonic() > self.end:
            self.process.kill()
            raise TimeoutError(f"no end within {LONGEST} seconds")
        return self.process.poll() is None

    @property
    def size(self) -> int:
        """The bytes of the file of answers and of its part file."""
        return sum(path.stat().st_size for path in self.files if path.exists())

    def wait(self, size: int) -> None:
        """Wait until there are `size` bytes, or it has ended."""
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
        if self.process.returncode != 2:  # some lines are not boards
            raise RuntimeError(f"exit code {self.process.returncode}")


def disturbed(folder: Path, suffix: str, kills: int, whole: int, rng: Random, nodes: ray_cluster.Nodes | None) -> str:
    """Kill and resume a batch; return a description of the disturbances."""
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
        run.wait(begun + more)
        time.sleep(rng.random() * 0.2)
        done += run.kill()
        told.append(f"at {run.size:,} bytes")
    Run(folder, out, *options).finish()
    return f"{done} of {kills} kills while it ran: {', '.join(told)}"


@dataclass(frozen=True, slots=True)
class Writer:
    """A command line that writes the file `name`, and whether the file grows line by line."""

    words: str
    name: str
    grows: bool = False
    stdin: str = ""

    def begin(self, folder: Path) -> "subprocess.Popen[bytes]":
        """Start it in a folder."""
        words = [sys.executable, "-m", "solvable", *self.words.split()]
        process = subprocess.Popen(
            words, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        assert process.stdin is not None
        process.stdin.write(self.stdin.encode())
        process.stdin.close()
        return process


WRITERS = (
    Writer("solve lights:200x200#1 --any --out n.json --no-time", "n.json"),
    Writer("solve g.pbm --out n.pbm", "n.pbm"),
    Writer("explain tiles:4x4#1 --svg n.svg", "n.svg"),
    Writer("explain lights:9x9#1 --html n.html", "n.html"),
    Writer("explain tiles:3x3#1 --gif n.gif", "n.gif"),
    Writer("explain tiles:3x3#1 --gif n.png", "n.png"),
    Writer("worksheet --count 30 --seed 1 --html n.html", "n.html"),
    Writer("count lights:30x30 --svg n.svg", "n.svg"),
    Writer("table nullity 1..20000 --format csv --out n.csv --resume", "n.csv", grows=True),
    Writer("table nullity 1..20000 --format bfile --out n.txt --resume", "n.txt", grows=True),
    Writer("table nullity 1..20000 --json --out n.json --no-time", "n.json", grows=True),
    Writer("dataset tiles:3x3 --boards 20000 --out n.npz", "n.npz"),
    Writer("solve tiles:4x4#3 --checkpoint n", "n"),
    Writer("play tiles:9x9#1 --plain", "n.json", stdin="save n.json\nyes\n" * 5),
    Writer("batch in.txt --out n.jsonl --no-time --resume", "n.jsonl", grows=True),
    Writer("batch in.txt --out n.gz --no-time --resume", "n.gz"),
)
STRANGERS = ("n.part", "n.lock", ".n.lock", "n.json.part", "n.csv.part", "n.json.0.part", "n.tmp")
"""Names of unrelated files next to the output."""
NOTES = b"my own notes"


def content_of(path: Path) -> object:
    """Return what must be equal in two files of the same command: the bytes, or the content of an archive or a
    search.
    """
    data = path.read_bytes()
    if path.suffix == ".npz":
        with np.load(BytesIO(data)) as arrays:
            return {name: arrays[name].tolist() for name in arrays}
    if b"solvable checkpoint" in data[:100]:
        return len(json.loads(data.split(b"\n")[1])["answer"][0])
    if b"solvable game" in data[:100]:
        return json.loads(data) | {"seconds": 0, "par": None}
    return data


def whole_of(writer: Writer, folder: Path) -> tuple[object, float]:
    """Return what an undisturbed run writes, and its duration."""
    start = time.monotonic()
    writer.begin(folder).wait()
    return content_of(folder / writer.name), time.monotonic() - start


def killed(writer: Writer, folder: Path, whole: object, seconds: float, rng: Random, *, is_over: bool) -> list[str]:
    """Kill the writer once, and run it again; return the faults. `is_over`: its file existed before."""
    path, faults, strangers = folder / writer.name, list[str](), [folder / name for name in STRANGERS]
    for stranger in strangers:
        stranger.write_bytes(NOTES)
    if is_over:
        path.chmod(0o640)
        before = path.read_bytes()
    else:
        path.unlink(missing_ok=True)
    process = writer.begin(folder)
    time.sleep(rng.random() * seconds * 1.1)
    process.send_signal(signal.SIGKILL)
    process.wait()
    if path.exists() and not writer.grows and path.suffix != ".gz":
        data = path.read_bytes()
        is_sound = (is_over and data == before) or b"solvable checkpoint" in data[:100] or content_of(path) == whole
        if not is_sound:
            faults.append("neither the old file nor the new one")
    if path.exists() and writer.grows:
        lines = path.read_bytes().rpartition(b"\n")[0]
        if not bytes(whole).startswith(lines):  # type: ignore[call-overload]  # what grows is bytes
            faults.append("lines that are not those of the whole")
    if is_over and path.stat().st_mode & 0o777 != 0o640:
        faults.append(f"the mode {path.stat().st_mode & 0o777:o}")
    if writer.begin(folder).wait() not in (0, 2) or content_of(path) != whole:
        faults.append("the next run leaves another file")
    faults += [f"{stranger.name} was changed" for stranger in strangers if stranger.read_bytes() != NOTES]
    for left in folder.glob(f"{writer.name}.????????.part"):
        left.unlink()  # left by the killed run; its owner is unknown now
    return faults


def writers_killed(kills: int, rng: Random) -> int:
    """Kill every writer in turn; return the number of faults."""
    found, done = 0, 0
    with tempfile.TemporaryDirectory() as each:
        for number, writer in enumerate(WRITERS):
            folder = Path(each) / str(number)
            folder.mkdir()
            (folder / "in.txt").write_text(boards(600, Random(1)))
            (folder / "g.pbm").write_bytes(b"P4\n4000 4000\n" + Random(1).randbytes(500 * 4000))
            whole, seconds = whole_of(writer, folder)
            share = kills * (number + 1) // len(WRITERS) - kills * number // len(WRITERS)
            for turn in range(share):
                for fault in killed(writer, folder, whole, seconds, rng, is_over=bool(turn % 2)):
                    found += 1
                    print(f"! {writer.words}: {fault}", flush=True)
            done += share
    print(f"{done} kills over {len(WRITERS)} writers, {found} faults", flush=True)
    return found


def main(words: list[str]) -> int:
    """Compare all files; return 1 if one differs from that of an undisturbed run."""
    parser = argparse.ArgumentParser(prog="tools.kills")
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--writer-kills", type=int, default=100)
    parser.add_argument("--lines", type=int, default=12_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cluster", action="store_true")
    asked = parser.parse_args(words)
    os.environ |= {"SOLVABLE_TEST_SESSION": uuid4().hex, "RAY_USAGE_STATS_ENABLED": "0"}
    nodes = ray_cluster.Nodes() if asked.cluster else None
    rng, faults = Random(asked.seed), 0
    try:
        for suffix in SUFFIXES if asked.kills else ():
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
    faults += writers_killed(asked.writer_kills, rng)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
