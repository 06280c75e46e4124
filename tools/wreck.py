"""Kill processes that build tables, and damage finished tables: `python -m tools.wreck [--kills 100] [--damages 200]
[--seed 1]`.

A process that builds a table is killed (SIGKILL) at a random moment, every other time while it writes. On disk there
must be nothing or the whole table; the next use must give right answers and leave the whole table, and no files of the
killed process. Then finished files are damaged by a flipped bit or two swapped pages, at random, or forged: fewer words
under a header with the right key and the right sums. The next use must give right answers, and building again must
restore every byte. A file that other users may write to must not be used, whatever its content. The right answers are
those of undisturbed tables in which `pdb verify` found every entry right.
"""

import argparse
import contextlib
import json
import os
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

KINDS = {"4x3-74": "tiles:4x3", "4x3-mtm": "tiles:4x3,mtm", "4x4-663": "tiles:4x4"}
"""The tables, one of each kind (for a board, of labels, drawn), and the puzzle that uses each."""
SEEDS = range(1, 4)  # of the boards that are solved
PAGE = 4096
LOOK = 0.0002  # seconds between two checks for a file being written
LATER = 1.1  # includes moments after the end
DAMAGES = ("flip", "swap", "forge", "open")
OPEN = "forged, and open to others"


def lengths(puzzle_id: str) -> list[int]:
    """Return the fewest moves of some boards, by the kernels with their tables."""
    from solvable import game_id
    from solvable.core.budget import Budget
    from solvable.tiles.optimal import ida

    boards = [game_id.parse(f"{puzzle_id}#{seed}") for seed in SEEDS]
    return [len(ida.search(puzzle, state, Budget()).moves) for puzzle, state in boards]  # type: ignore[arg-type]


def build(name: str) -> None:
    """Build a table."""
    from solvable.tiles.pdb import registry

    registry.build(name)


def fault(name: str) -> str:
    """Return the fault of a table on disk, "" if there is none."""
    from solvable.tiles.pdb import registry

    return registry.verify(name)


def begin(work: Callable[[str], Any], word: str) -> tuple[int, int]:
    """Start the work in a separate process; return its number, and the descriptor of its result."""
    reads, writes = os.pipe()
    child = os.fork()
    if child:
        os.close(writes)
        return child, reads
    try:
        told = json.dumps(work(word))
    except BaseException:
        told = json.dumps(traceback.format_exc(limit=-2))
    os.write(writes, told.encode())
    os._exit(0)


def end(process: tuple[int, int]) -> Any:
    """Return the result of a process, once it has ended; None if it was killed."""
    child, reads = process
    with os.fdopen(reads, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return json.loads(told) if told else None


class Bench:
    """A folder for tables, the expected content of each, and the faults found."""

    def __init__(self, folder: Path, seed: int, names: list[str]) -> None:
        self.folder, self.rng, self.seen, self.faults = folder, Random(seed), Counter[str](), list[str]()
        os.environ |= {"SOLVABLE_CACHE": str(folder), "SOLVABLE_KERNELS": "on"}
        self.whole, self.seconds, self.right = dict[str, bytes](), dict[str, float](), dict[str, list[int]]()
        for name in names:
            build("3x3-mtm" if "mtm" in name else "3x3-431")  # loads the kernels here, for all forked processes
            begun = time.monotonic()
            end(begin(build, name))
            self.seconds[name] = time.monotonic() - begun
            self.right[name] = end(begin(lengths, KINDS[name]))
            self.whole[name] = self.path(name).read_bytes()
            self.expect(not (told := end(begin(fault, name))), f"{name}: {told}")

    def path(self, name: str) -> Path:
        """Return the file of a table."""
        return self.folder / f"{name}.table"

    def content(self, name: str) -> bytes | None:
        """Return the content of that file, None if there is none."""
        return self.path(name).read_bytes() if self.path(name).exists() else None

    def expect(self, holds: bool, told: str) -> None:
        """Record a fault unless `holds`."""
        if not holds:
            self.faults.append(told)

    def use(self, name: str, after: str) -> None:
        """Use a table; check its answers."""
        found = end(begin(lengths, KINDS[name]))
        self.expect(found == self.right[name], f"{name} {after}: {found}, right is {self.right[name]}")

    def rests(self) -> list[str]:
        """Return the files left behind by builds that did not end."""
        return [path.name for path in self.folder.glob("*.tmp")]

    def kill(self, name: str, *, writing: bool) -> None:
        """Kill a build at a random moment, and use the table."""
        self.path(name).unlink(missing_ok=True)
        process = begin(build, name)
        if writing:
            while not self.rests() and not self.path(name).exists():
                time.sleep(LOOK)
            time.sleep(self.rng.random() ** 3 * self.seconds[name] / 20)  # mostly early
        else:
            time.sleep(self.rng.random() * self.seconds[name] * LATER)
        os.kill(process[0], signal.SIGKILL)
        end(process)
        there = self.content(name)
        when = "killed after the end" if there else "killed while writing" if self.rests() else "killed before writing"
        self.seen[when] += 1
        self.expect(there in (None, self.whole[name]), f"{name} {when}: a file that is not the table")
        self.use(name, when)
        self.expect(self.content(name) == self.whole[name], f"{name} {when}: the next use left another file")
        self.expect(not self.rests(), f"{name} {when}: {self.rests()} lie there still")

    def damage(self, name: str, how: str) -> None:
        """Damage a finished file, use it, and build it again."""
        data = bytearray(self.whole[name])
        how = {"flip": self.flip, "swap": self.swap, "forge": self.forge, "open": self.spoil}[how](data)
        self.path(name).write_bytes(data)
        if how == OPEN:
            self.path(name).chmod(0o666)
        self.use(name, how)
        self.seen["healed by use" if self.content(name) == self.whole[name] else "healed by building"] += 1
        end(begin(build, name))
        self.expect(self.content(name) == self.whole[name], f"{name} {how}: not as it was once built again")

    def flip(self, data: bytearray) -> str:
        """Flip a bit, of the header one time in four."""
        bit = self.rng.randrange(8 * (PAGE if self.rng.random() < 0.25 else len(data)))
        data[bit // 8] ^= 1 << bit % 8
        return f"with bit {bit % 8} of byte {bit // 8} flipped"

    def forge(self, data: bytearray) -> str:
        """Write only some of the words, under a header with the right key and sums."""
        from solvable.core import disk_cache

        whole = memoryview(bytes(data[PAGE:])).cast("Q")
        words = whole[: self.rng.choice((1, 2, self.rng.randrange(1, len(whole))))]
        fields = json.loads(data[:PAGE])
        data[:] = disk_cache._header(fields["name"], fields["key"], words) + words.tobytes()
        return f"forged with {len(words)} of {len(whole)} words"

    def spoil(self, data: bytearray) -> str:
        """Change an entry and the sums accordingly, in a file that other users may write to."""
        from solvable.core import disk_cache

        words = memoryview(data[PAGE:]).cast("Q")
        words[self.rng.randrange(len(words))] ^= self.rng.randrange(1, 1 << 63)
        fields = json.loads(data[:PAGE])
        data[:] = disk_cache._header(fields["name"], fields["key"], words) + words.tobytes()
        return OPEN

    def swap(self, data: bytearray) -> str:
        """Swap two pages, of the header one time in ten."""
        pages = range(-(-len(data) // PAGE))
        one, two = sorted(self.rng.sample(pages[int(self.rng.random() < 0.9) :], 2))
        first, second = (bytes(data[page * PAGE : (page + 1) * PAGE]) for page in (one, two))
        data[two * PAGE : (two + 1) * PAGE] = first
        data[one * PAGE : (one + 1) * PAGE] = second
        return f"with pages {one} and {two} swapped"


def steps(bench: Bench, names: list[str], kills: int, damages: int) -> Iterator[str]:
    """Do all steps, and yield a description of each before it begins."""
    for number in range(kills):
        name = names[number // 2 % len(names)]
        yield f"kill {number + 1} of {kills}: {name}"
        bench.kill(name, writing=bool(number % 2))
    for number in range(damages):
        name = names[number // len(DAMAGES) % len(names)]
        yield f"damage {number + 1} of {damages}: {name}"
        bench.damage(name, DAMAGES[number % len(DAMAGES)])


def main(words: list[str]) -> int:
    """Return 1 if there was any fault."""
    parser = argparse.ArgumentParser(prog="tools.wreck", description="kill builds of tables, and damage finished ones")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--damages", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", choices=[*KINDS], action="append", help="these search_serially")
    given = parser.parse_args(words)
    names = given.table or [*KINDS]
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(sys.stderr):
        bench = Bench(Path(folder), given.seed, names)
        for told in steps(bench, names, given.kills, given.damages):
            if sys.stderr.isatty():
                print(f"\r{told:<60}", end="", flush=True)
    for fault in bench.faults:
        print(f"! {fault}")
    seen = ", ".join(f"{count} {what}" for what, count in sorted(bench.seen.items()))
    print(f"{given.kills} kills, {given.damages} damages, {len(bench.faults)} faults: {seen}")
    return 1 if bench.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
