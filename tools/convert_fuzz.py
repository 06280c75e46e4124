"""Corrupted boards in every format, read and written in another: `python -m tools.convert_fuzz [--inputs 1000000]`.

The corpus consists of a board of every kind in the tests of `convert`, in every format that can write it, binary ones
included, and of all texts in the tests of the formats. Each input is one of them, corrupted at a few positions, as text
or as bytes, and read with its recognised format or a random one. The result must be a board or a PuzzleError within 2
seconds and 300 MB; a board is written in random formats, and must be read back unchanged. Findings are printed after
shrinking, and the exit code is then 1. A campaign of a minute has a separate seed, from `--seed` and the minute, so
that other seeds give other inputs; the longest time of an input and the peak memory of a process are reported.
"""

import argparse
import mmap
import os
import resource
import struct
import sys
from random import Random
from time import process_time

os.environ.setdefault("SOLVABLE_KERNELS", "off")  # the references are fuzzed

from tests.formats.test_matrix import KEPT, WRITERS
from tools.fuzz.mutate import mutated
from tools.fuzz.targets import CORPUS, TARGETS, Target, _small
from tools.fuzz.watch import campaign

from solvable import formats, game_id
from solvable.core.errors import NotationError, PuzzleError

Case = tuple[str | bytes, str | None, tuple[str, ...]]
SECONDS = 60.0  # of one process
CELLS_MAX = 400  # cells of a board that is written again in formats of every kind


def written() -> list[str]:
    """Return a board of every kind in every format that can write it."""
    texts = []
    for kind, names in KEPT.items():
        puzzle = game_id.parse_puzzle(kind)
        for name in names.split():
            texts += [
                formats.write(puzzle, puzzle.scramble(Random(f"{kind} {name} {part}")), name) for part in range(2)
            ]
    return texts


TEXTS = [*written(), *CORPUS]
BYTES = [text.encode("latin-1") for text in TEXTS if text.isascii() or text.startswith("\x93")]


def draw(rng: Random) -> Case:
    """Return a corrupted text or picture, the format in which it is read, and those in which it is written."""
    text: str | bytes = _small(mutated(rng.choice(TEXTS), TEXTS, rng))
    if rng.random() < 0.2:
        data = bytearray(rng.choice(BYTES))
        for _ in range(rng.randint(1, 6)):
            at = rng.randint(0, len(data))
            data[at : at + rng.choice((0, 1, 1, 4))] = rng.randbytes(rng.choice((0, 1, 1, 4)))
        text = bytes(data)
    named = rng.choice(list(formats.FORMATS)) if rng.random() < 0.3 else None
    return text, named, tuple(rng.sample(WRITERS, 2))


def attempt(case: Case) -> None:
    """Read an input, and write the result; raise AssertionError if it is read back as another board."""
    text, named, others = case
    try:
        board = formats.read(text, format=named)
    except PuzzleError as error:
        str(error)
        if isinstance(error, NotationError):
            error.excerpt()
        return
    if len(board.state) > CELLS_MAX:
        return
    for name in ("id", *others):
        try:
            told = formats.write(board.puzzle, board.state, name)
        except PuzzleError:
            continue  # the format refuses boards that it cannot write
        again = formats.read(told, format=name)
        if again.state != board.state:
            raise AssertionError(f"written as {name} and read as another")


def slowest(shared: mmap.mmap) -> float:
    """Return the seconds of the slowest input so far; the processes that try inputs share it."""
    return float(struct.unpack("d", shared[:8])[0])


def timed(shared: mmap.mmap, case: Case) -> None:
    """Try an input, and record its CPU seconds if they are the most so far."""
    start = process_time()
    try:
        attempt(case)
    finally:
        shared[:8] = struct.pack("d", max(slowest(shared), process_time() - start))


def main(words: list[str]) -> int:
    """Try `--inputs` inputs; return 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="tools.convert_fuzz")
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    shared = mmap.mmap(-1, 8)
    TARGETS["convert"] = Target(draw, lambda case: timed(shared, case))
    total, found, seed = 0, dict[str, Case](), 10**6 * asked.seed
    while total < asked.inputs:
        tried, findings = campaign("convert", seed, SECONDS)
        total, seed = total + tried, seed + 100
        for told, case in findings.items():
            if told not in found:
                found[told] = case
                print(f"  {told}: {case!r:.600}", flush=True)
        megabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        worst = f"at most {slowest(shared):.2f} s an input, {megabytes} MB a process"
        print(f"{total:,} inputs, {len(found)} findings, {worst}", flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
