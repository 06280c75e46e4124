"""Train the pair model of `solvable.tiles.near.pairs` from nothing and write its parameter files.

    python tools/train_pairs.py --size 7 --start data/pairs_6.npz --out data/pairs_7.npz --rounds 200

Each round scrambles boards, solves them by the beam with the model as it stands, and learns from the solutions:
within-path differences, a few absolute values, and rankings of the path before random beam nodes of the same layer.
Solved boards are kept and learned from again.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from solvable import kernels
from solvable.tiles.near import pairs
from solvable.tiles.near.beam import PairBeam


def scramble(n: int, width: int, rng: Random) -> tuple[int, ...]:
    """Return a uniformly random board from which tile t can reach cell t − 1."""
    cells = [*range(1, n), 0]
    rng.shuffle(cells)
    odd, seen = 0, [False] * n
    for start in range(n):
        length, at = 0, start
        while not seen[at]:
            seen[at] = True
            at = (cells[at] - 1) % n
            length += 1
        odd ^= max(0, length - 1) & 1
    blank = cells.index(0)
    away = (n // width - 1 - blank // width) + (width - 1 - blank % width)
    if odd != away & 1:
        a, b = [c for c in range(n) if cells[c]][:2]
        cells[a], cells[b] = cells[b], cells[a]
    return tuple(cells)


class Lesson:
    """One solved board: the path's positions and some beam nodes of each layer."""

    def __init__(self, path: Any, others: list[Any]) -> None:
        self.path = path
        self.others = others

    def samples(self, rng: np.random.Generator, ranks: int) -> tuple[Any, Any, Any, Any]:
        """Return (left, right, wanted, kind) rows for `Learner`."""
        moves = len(self.path) - 1
        left, right, wanted, kinds = [], [], [], []
        for i in range(moves):
            d = min(int(rng.integers(5, 61)), moves - i)
            if rng.random() < 0.05:
                left.append(self.path[i])
                right.append(self.path[i])
                wanted.append(moves - i)
                kinds.append(1)
            else:
                left.append(self.path[i])
                right.append(self.path[i + d])
                wanted.append(d)
                kinds.append(0)
            rows = self.others[i]
            for k in range(min(ranks, len(rows))):
                left.append(rows[k])
                right.append(self.path[i])
                wanted.append(1)
                kinds.append(2)
        return np.array(left), np.array(right), np.array(wanted, float), np.array(kinds)


class Learner:
    """Takes learning steps on boards of one size, by the kernel: tile → cell in each row of `left` and `right`."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height, n = width, height, width * height
        (numbers, count), room = pairs.numbering(), 7 * n * n + 4 * n + 1
        self.room = kernels.native().struct(
            "PairCounts", cells=n, parameters=count, numbers=numbers, counts=np.zeros(count, np.int32),
            touched=np.empty(room, np.int32), weights=np.empty(room, np.int64), digits=np.empty(7 * n, np.int64),
        )  # fmt: skip

    def learn(self, theta: Any, left: Any, right: Any, wanted: Any, kinds: Any, rates: Any) -> Any:
        """Take a step a sample, from `theta`; return the mean |error| of the kinds 0, 1, 2."""
        kernel, errors, seen = kernels.native(), np.empty(3), np.empty(3, np.int64)
        samples = kernel.struct(
            "PairSamples", count=len(kinds), width=self.width, height=self.height, left=left.astype(np.int64),
            right=right.astype(np.int64), wanted=wanted, kinds=kinds,
        )  # fmt: skip
        kernel.pair_learning_step(samples, self.room, rates, theta, errors, seen)
        return errors / np.maximum(seen, 1)


def mirror(pos: Any, side: int) -> Any:
    """Return the mirror images of square boards, tile → cell, in the main diagonal."""
    cells = np.arange(side * side).reshape(side, side).T.ravel()
    images = np.empty_like(pos)
    images[..., np.append(0, cells[:-1] + 1)] = cells[pos]
    return images


def manhattan(pos: Any, width: int) -> int:
    """Return the Manhattan distance of a board, tile → cell."""
    here, homes = (np.array(np.divmod(cells, width)) for cells in (pos[1:].astype(np.int64), np.arange(len(pos) - 1)))
    return int(abs(here - homes).sum())


def walked(
    beam: PairBeam, state: tuple[int, ...], width: int, limit: int, ranks: int, rng: np.random.Generator
) -> tuple[Any, list[Any]] | None:
    """Return (the walk's boards, `ranks` of the beam's before each move), all tile → cell; None where it stalled."""
    beam.start(state)
    others: list[Any] = []
    while beam.goal_row < 0 and not beam.is_stuck and beam.layer < limit:
        others.append(beam.positions(rng.integers(0, beam.count, ranks)))
        beam.advance(beam.layer + 1, width)
    return None if beam.goal_row < 0 else (passed(state, beam.path(beam.goal_row)), others)


def passed(state: Sequence[int], walk: Sequence[int]) -> Any:
    """Return the boards that the blank's walk passes, the first among them, tile → cell."""
    board = list(state)
    path = [np.array([board.index(t) for t in range(len(board))], np.uint8 if len(board) <= 256 else np.uint16)]
    for cell in walk:
        pos = path[-1].copy()
        tile = board[cell]
        board[int(pos[0])], board[cell] = tile, 0
        pos[tile], pos[0] = pos[0], cell
        path.append(pos)
    return np.array(path)


def solve(beam: PairBeam, state: tuple[int, ...], width: int, limit: int, rng: np.random.Generator) -> Lesson | None:
    """Return the lesson of one board, or None where the beam stalled."""
    found = walked(beam, state, width, limit, 6, rng)
    if found is None:
        return None
    path, kept = found
    return Lesson(path, [rows[(rows != path[i]).any(axis=1)] for i, rows in enumerate(kept)])


def steps_of(theta: Any) -> Any:
    """Return the parameters in int16 steps of 1/1000."""
    return np.round(theta * 1000).astype(np.int16)


def train(args: argparse.Namespace) -> None:
    """Run the rounds."""
    rng, boards = np.random.default_rng(args.seed), Random(args.seed)
    theta = np.zeros(pairs.numbering()[1])
    if args.start:
        start = np.load(args.start)["steps"].astype(float)
        if args.one_view:
            start[np.append(pairs.numbers_of("T1"), pairs.numbers_of("T2"))] /= 2
            start = np.round(args.scale * start)
        theta = start / (1000 * args.scale)
    theta[pairs.numbers_of("T3")] *= args.t3
    w = h = args.size
    n = w * h
    mean = theta.copy()  # the teacher, and what is written: a running mean smooths the noise of the steps
    learner = Learner(w, h)
    limit = int(args.limit * 2 / 3 * w**3) + 20
    begin = time.monotonic()
    memory: list[Lesson] = []
    for turn in range(min(args.rounds, args.until or args.rounds)):
        now = time.monotonic() - begin
        beam = PairBeam(pairs.spread(steps_of(args.scale * mean), w, h), args.width, limit)
        part = turn / args.rounds
        rate = args.rate * (args.last / args.rate) ** part
        width = args.first if not memory and args.first else args.width
        fresh: list[Lesson] = []
        ratio, failed, tries = [0.0, 0.0], 0, 0
        while len(fresh) < args.round and tries < 2 * args.round:
            tries += 1
            state = scramble(n, w, boards)
            lesson = solve(beam, state, width, limit, rng)
            if lesson is None:
                failed += 1
                continue
            fresh.append(lesson)
            ratio[0] += len(lesson.path) - 1
            ratio[1] += manhattan(lesson.path[0], w)
        solved = time.monotonic() - begin - now
        old = [memory[k] for k in rng.integers(0, len(memory), args.replay)] if memory else []
        errors = np.zeros(3)
        for lesson in fresh + old:
            left, right, wanted, kinds = lesson.samples(rng, args.ranks)
            order = rng.permutation(len(kinds))
            rates = np.array([rate, rate, rate * args.rankrate])
            if w == h:
                mirrored = rng.random(len(order)) < 0.5
                left[mirrored], right[mirrored] = (mirror(each[mirrored], w) for each in (left, right))
            errors += learner.learn(theta, left[order], right[order], wanted[order], kinds[order], rates)
        mean += max(args.mean, 1 / (turn + 1)) * (theta - mean)
        memory.extend(fresh)
        del memory[: max(0, len(memory) - args.memory)]
        many = max(1, len(fresh) + len(old))
        print(
            f"{turn} {time.monotonic() - begin:.0f}s rate {rate:.3f} solved {len(fresh)} failed {failed} "
            f"ratio {ratio[0] / max(1.0, ratio[1]):.4f} errors {np.round(errors / many, 3)} "
            f"solve {solved:.1f}s max {np.abs(theta).max():.2f}",
            flush=True,
        )
        np.savez_compressed(args.out, steps=steps_of(args.scale * mean))


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, required=True)
    parser.add_argument("--start", type=Path)
    parser.add_argument(
        "--one-view", action="store_true", help="the start was learned before inverse boards counted: commit cd68054"
    )
    parser.add_argument(
        "--t3", type=float, default=1.0, help="factor of T3 at the start: its terms add up over more pairs than before"
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument(
        "--until", type=int, default=0, help="stop after so many rounds, the rates still as of --rounds"
    )
    parser.add_argument("--width", type=int, default=1500)
    parser.add_argument("--first", type=int, default=0, help="width of the first round, when nothing is learned yet")
    parser.add_argument("--round", type=int, default=20)
    parser.add_argument("--replay", type=int, default=40)
    parser.add_argument("--memory", type=int, default=600)
    parser.add_argument("--rate", type=float, default=0.15)
    parser.add_argument("--last", type=float, default=0.04)
    parser.add_argument("--rankrate", type=float, default=0.4)
    parser.add_argument("--ranks", type=int, default=1)
    parser.add_argument(
        "--scale", type=float, default=1.15, help="of what is used and written: least mean squares learns too little"
    )
    parser.add_argument("--limit", type=float, default=2.2, help="give a board up at this multiple of mean Manhattan")
    parser.add_argument("--mean", type=float, default=0.2, help="weight of the newest round in the running mean")
    parser.add_argument("--seed", type=int, default=1)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
