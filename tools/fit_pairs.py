"""Improve parameters of the pair model: solve boards to get lessons, then fit the parameters to many lessons.

    python -m tools.fit_pairs lessons 7 pairs_7.npz /tmp/lessons --seconds 600
    python -m tools.fit_pairs fit 7 pairs_7.npz /tmp/lessons --out better.npz --seconds 300
    python -m tools.fit_pairs fit 12,16,20 pairs_20.npz /tmp/lessons --out better.npz --seconds 300

The fit starts from a file (zeros mean Manhattan distance alone) and takes steps of Adam (Kingma and Ba, 2015) over
boards of many lessons. It needs PyTorch and is fast on a GPU; lessons need only processors, several of them with a
separate `--seed` each. A lesson should be used at most three times, since overfitting to few boards ranks others worse.
Both may run at the same time: the fit reads new lessons as they arrive, and if `--out` is the file from which lessons
are made, they use the newest parameters.

Boards to 10 × 10 are random. Larger ones are random boards after guided walks, as in `tiles.suboptimal.whole_board`:
boxes finish a beam that gets stuck near the goal, and the boards on which it was stuck should get a higher value than
the goal.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tools.pair_model import Boards, Parameters

from solvable.core.budget import Budget
from solvable.core.puzzle import State
from solvable.tiles.suboptimal import boards, guided, pair_heuristic
from solvable.tiles.suboptimal.pair_beam import PairBeam
from solvable.tiles.suboptimal.pair_heuristic import PARAMETER_MAX
from solvable.tiles.suboptimal.repair import mend
from solvable.tiles.suboptimal.stream import Prices
from solvable.tiles.suboptimal.tuning import TUNING

Array = NDArray[Any]
LIMIT = 2.2  # a board is abandoned at this multiple of the mean distance of random ones
ENDS = 2.5, 7.0  # last prices of guided walks: those of trials, and that for boards farther away
ENDED = 8  # moves per unit of distance that mending takes: a stuck beam ends at its least distance
STUCK = 10  # weight of the boards of a stuck beam relative to the goal
POWER = pair_heuristic.STRETCHED_POWERS[0]
NEAREST, FARTHEST = 5, 60  # moves between two compared boards of a walk
MARGIN = 1.0  # moves by which a board of the walk should be better than others of its layer
MOST = 2.0  # moves: larger errors have no stronger gradient
LEAST = 1.4  # moves per unit of distance by which a stuck beam's boards should exceed the goal
LAST = 9.0  # the mean that is written is roughly of the last tenth of steps
LARGEST = PARAMETER_MAX / 1000


@dataclass(frozen=True, slots=True)
class Lesson:
    """The boards of a walk, tile → cell; other boards of the beam for some of them, or for the goal if it was stuck.

    `at` are the rows of the walk that have `others`, several each.
    """

    walk: Array
    at: list[int]
    others: list[Array]


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


def passed(state: Sequence[int], walk: Sequence[int]) -> Any:
    """Return the boards on the blank's path, including the first, tile → cell."""
    board = list(state)
    path = [np.array([board.index(t) for t in range(len(board))], np.uint8 if len(board) <= 256 else np.uint16)]
    for cell in walk:
        pos = path[-1].copy()
        tile = board[cell]
        board[int(pos[0])], board[cell] = tile, 0
        pos[tile], pos[0] = pos[0], cell
        path.append(pos)
    return np.array(path)


def near_board(size: int, rng: Random) -> State:
    """Return a random board after a guided walk, as in trials, or farther."""
    starts, _, falls = TUNING.guide_ranges
    prices = Prices(*(rng.uniform(*each) for each in (starts, ENDS, falls)))
    beam = guided.Beam(rng.randint(*TUNING.guide_widths), commit=8)
    state = scramble(size * size, size, rng)
    return guided.walk(state, size, size, beam, prices)[1]


def learned(beam: PairBeam, state: State, every: int, ranks: int, rng: np.random.Generator) -> Lesson | None:
    """Return the lesson of a beam that solves a board, with `ranks` other boards every `every` moves; None if it
    fails.
    """
    size, at, others = beam.tables.width, [], []
    kind = np.uint8 if size * size <= 256 else np.uint16
    stops = [(0, 0, boards.manhattan(state, size))]
    beam.start(state)
    while beam.goal_row < 0 and not beam.is_stuck and beam.layer < beam.layers:
        at.append(beam.layer)
        rows = rng.integers(0, beam.count, ranks).tolist()
        others.append(np.argsort([beam.board(row) for row in rows], axis=1).astype(kind))
        beam.advance(min(beam.layers, beam.layer + every), beam.width)
        if beam.count:
            row = max(0, beam.goal_row)
            stops.append((beam.layer, row, boards.manhattan(beam.board(row), size)))
    layer, row, left = min(stops, key=lambda stop: stop[0] + ENDED * stop[2])
    if beam.goal_row >= 0:
        return Lesson(passed(state, beam.path(beam.goal_row)), at, others)
    if pair_heuristic.covers(size, size) or left > TUNING.mend_distance:
        return None
    stem = list(beam.path(row, layer))
    rest = mend(boards.after(state, stem), size, size, Budget())
    if rest is None:
        return None
    walk, last = passed(state, stem + rest), others[-STUCK:]
    made = sum(each < layer for each in at)
    return Lesson(walk, at[:made] + [len(walk) - 1] * len(last), others[:made] + last)


def write_lessons(args: argparse.Namespace) -> None:
    """Solve boards until the time is up; write a file of lessons every `--chunk` seconds, by the parameters at that
    time.
    """
    size, rng, drawn = args.size, np.random.default_rng(args.seed), Random(args.seed)
    n, is_small = size * size, pair_heuristic.covers(size, size)
    layers = int(LIMIT * 2 / 3 * size**3) + 20
    args.folder.mkdir(parents=True, exist_ok=True)
    until, number = time.monotonic() + args.seconds, 0
    while time.monotonic() < until:
        steps = read(args.parameters)
        tables = (
            pair_heuristic.filled(pair_heuristic.unfilled(steps, size, size), Budget())
            if is_small
            else pair_heuristic.unfilled(steps, size, size, power=POWER)
        )
        beam = PairBeam(tables, args.width, layers)
        end, found, failed = min(until, time.monotonic() + args.chunk), [], 0
        while time.monotonic() < end:
            state = scramble(n, size, drawn) if is_small else near_board(size, drawn)
            one = learned(beam, state, args.every, args.ranks, rng)
            failed += one is None
            if one is not None:
                found.append(one)
        if found:
            lengths = [len(each.walk) for each in found]
            begins = np.cumsum([0, *lengths[:-1]])
            write(
                args.folder / f"lessons_{size}_{args.seed}_{number}.npz",
                walks=np.concatenate([each.walk for each in found]), lengths=np.array(lengths),
                at=np.concatenate([begin + np.array(each.at) for begin, each in zip(begins, found, strict=True)]),
                others=np.concatenate([each.others for each in found]).astype(found[0].walk.dtype),
            )  # fmt: skip
            number += 1
        moves = sum(len(each.walk) - 1 for each in found)
        distance = sum(boards.manhattan(tuple(np.argsort(each.walk[0]).tolist()), size) for each in found)
        ended = sum(each.at[-1] == len(each.walk) - 1 for each in found)
        told = f"{len(found)} boards of {size}, {moves / max(1, distance):.4f} × Manhattan"
        print(f"{told}, {ended} ended by boxes, {failed} failed", flush=True)


def read(file: Path) -> Array:
    """Return the parameters in a file, in steps of 1/1000."""
    with np.load(file) as archive:
        steps: Array = archive["steps"]
    return steps


def write(file: Path, **arrays: Array) -> None:
    """Write arrays atomically."""
    half = file.with_suffix(".half.npz")
    save: Any = np.savez_compressed if "steps" in arrays else np.savez
    save(half, **arrays)
    half.replace(file)


class Lessons:
    """The lessons of one size in a folder, on the device; `renew` reads new ones."""

    def __init__(self, torch: Any, folder: Path, size: int, device: str) -> None:
        self.torch, self.folder, self.size, self.device = torch, folder, size, device
        self.read = set[Path]()
        self.walks, self.at, self.others, self.left = (torch.empty(0, device=device) for _ in range(4))

    @property
    def rows(self) -> int:
        """Boards of walks that have others."""
        return len(self.at)

    def renew(self) -> None:
        """Read the files not read yet."""
        files = [each for each in sorted(self.folder.glob(f"lessons_{self.size}_*.npz")) if each not in self.read]
        parts, count = [(self.walks, self.at, self.others, self.left)] if self.rows else [], len(self.walks)
        for file in files:
            if file.name.endswith(".half.npz"):
                continue
            self.read.add(file)
            with np.load(file) as archive:
                walks, at, others, lengths = (archive[each] for each in ("walks", "at", "others", "lengths"))
            left = np.concatenate([np.arange(length - 1, -1, -1) for length in lengths])[at]
            parts.append((self.put(walks), self.put(at + count), self.put(others), self.put(left)))
            count += len(walks)
        if parts:
            self.walks, self.at, self.others, self.left = (self.torch.cat(each) for each in zip(*parts, strict=True))

    def put(self, array: Array) -> Any:
        """Return a numpy array on the device."""
        kept = array.astype(np.int16 if array.dtype == np.uint16 else array.dtype)  # PyTorch does little with uint16
        return self.torch.from_numpy(kept).to(self.device)

    def draw(self, many: int, ranks: int) -> tuple[Any, Any, Any, Any]:
        """Return (boards of walks, later boards of the walks, how much later, others) at random.

        They come from all lessons, because steps by the boards of only a few walks were noisy (docs/near-log.md).
        """
        torch = self.torch
        rows = torch.randint(self.rows, (many,), device=self.device)
        here, left = self.at[rows], self.left[rows]
        apart = torch.minimum(torch.randint(NEAREST, FARTHEST + 1, (many,), device=self.device), left)
        picked = torch.randint(self.others.shape[1], (many, ranks), device=self.device)
        other = self.others[rows[:, None], picked].long()
        return self.walks[here].long(), self.walks[here + apart].long(), apart, other


def loss(torch: Any, model: Boards, lessons: Lessons, args: argparse.Namespace) -> tuple[Any, Any, Any]:
    """Return (the loss to minimise, mean error of differences, of ranks) for some boards at random."""
    ranks = args.ranks
    many = max(1, args.boards // (2 + ranks) // model.n)
    walk, later, apart, other = lessons.draw(many, ranks)
    is_same = (other == walk[:, None]).all(2)
    pos = torch.cat([walk, later, other.reshape(-1, model.n)])
    flips = torch.rand(many, device=pos.device) < 0.5
    flips = torch.cat([flips, flips, flips[:, None].expand(-1, ranks).reshape(-1)])
    pos = torch.where(flips[:, None], model.mirror(pos), pos)
    value, value_later, value_other = model.values(pos, model.parameters.terms()).split([many, many, many * ranks])
    short = apart - (value - value_later)  # the deficit of the difference
    wanted = torch.where(apart == 0, LEAST * model.distance(pos[2 * many :]).reshape(many, ranks).T, MARGIN).T
    lost = (wanted - (value_other.reshape(many, ranks) - value[:, None])).clamp(0) * ~is_same
    ranked = torch.where(lost < MOST, lost * lost / 2, MOST * (lost - MOST / 2))
    pull = short * short * 5 / (apart + 5)  # because the features of distant boards are many
    return pull.mean() + args.ranking * ranked.sum(1).mean(), short.detach().abs().mean(), lost.detach().mean()


class Adam:
    """Steps of Adam on a leaf, and a running mean of the results, mostly of the last tenth (Shamir and Zhang 2013)."""

    def __init__(self, torch: Any, leaf: Any, most: float) -> None:
        self.torch, self.leaf, self.most, self.step = torch, leaf, most, 0
        self.first, self.second, self.mean = torch.zeros_like(leaf), torch.zeros_like(leaf), leaf.detach().clone()

    def take(self, loss: Any, rate: float) -> None:
        """Take a step down a loss; the last parameter remains 0."""
        self.leaf.grad = None
        loss.backward()
        self.step += 1
        gradient = self.leaf.grad
        gradient[-1] = 0
        with self.torch.no_grad():
            self.first.mul_(0.9).add_(gradient, alpha=0.1)
            self.second.mul_(0.999).addcmul_(gradient, gradient, value=0.001)
            root = (self.second / (1 - 0.999**self.step)).sqrt() + 1e-7
            self.leaf -= rate * min(1, self.step / 50) * (self.first / (1 - 0.9**self.step)) / root
            self.leaf.clamp_(-self.most, self.most)
            self.mean += (self.leaf - self.mean) * (LAST + 1) / (self.step + LAST)


def fit(args: argparse.Namespace) -> None:
    """Take steps, by the boards of each size in turn, until the time is up; write a mean of the parameters."""
    try:
        torch: Any = import_module("torch")
    except ModuleNotFoundError:
        raise SystemExit("the fit needs PyTorch: pip install torch") from None
    torch.manual_seed(args.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    parameters = Parameters(torch, read(args.parameters) / (1000 * args.scale), device)
    adam = Adam(torch, parameters.leaf, LARGEST / args.scale)
    sizes = [int(each) for each in args.sizes.split(",")]
    kept = {size: (Boards(parameters, size, POWER), Lessons(torch, args.folder, size, device)) for size in set(sizes)}
    begun, renewed, told, turn, errors = time.monotonic(), -args.renew, 0.0, 0, dict[int, tuple[Any, Any]]()
    while (spent := time.monotonic() - begun) < args.seconds:
        if spent - renewed >= args.renew:
            renewed = spent
            for _, lessons in kept.values():
                lessons.renew()
            if adam.step:
                write(args.out, steps=steps_of(adam.mean, args.scale))
        rows = sum(lessons.rows for _, lessons in kept.values())
        if not rows:
            if not args.wait:
                raise SystemExit(f"no lessons of {args.sizes} in {args.folder}: make some first")
            time.sleep(1)
            continue
        size = sizes[turn % len(sizes)]
        turn += 1
        model, lessons = kept[size]
        if lessons.rows:
            lack, difference, rank = loss(torch, model, lessons, args)
            errors[size] = difference, rank
            adam.take(lack, args.rate * min(1, (1 - spent / args.seconds) / (1 - args.hold)))
        if spent - told > args.tell:
            told = spent
            shown = " · ".join(f"{size}: {float(a):.3f} {float(b):.4f}" for size, (a, b) in sorted(errors.items()))
            print(f"{adam.step} steps, {told:.0f} s, {rows} rows; errors {shown}", flush=True)
    write(args.out, steps=steps_of(adam.mean, args.scale))


def steps_of(theta: Any, scale: float) -> Array:
    """Return parameters in steps of 1/1000, as in files."""
    steps: Array = np.round(1000 * scale * theta[:-1].cpu().numpy()).astype(np.int16)
    return steps


def main() -> None:
    """Parse the command line, and make lessons or fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tasks = parser.add_subparsers(required=True)
    for name, act in (("lessons", write_lessons), ("fit", fit)):
        task = tasks.add_parser(name)
        task.set_defaults(act=act)
        if name == "lessons":
            task.add_argument("size", type=int)
        else:
            task.add_argument("sizes", help="by commas; one that comes twice is taken twice as often")
        task.add_argument("parameters", type=Path)
        task.add_argument("folder", type=Path)
        task.add_argument("--seed", type=int, default=1)
        task.add_argument("--seconds", type=float, default=600)
        if name == "lessons":
            task.add_argument("--ranks", type=int, default=8, help="boards of the beam per board of the walk")
            task.add_argument("--chunk", type=float, default=60, help="seconds of a file")
            task.add_argument("--width", type=int, default=5000)
            task.add_argument("--every", type=int, default=4, help="moves between two boards with others beside")
            continue
        task.add_argument("--out", type=Path, required=True)
        task.add_argument("--wait", action="store_true", help="for the first lessons")
        task.add_argument("--renew", type=float, default=20, help="seconds, after which new lessons are read")
        task.add_argument("--tell", type=float, default=20, help="seconds between two lines")
        task.add_argument("--ranks", type=int, default=4, help="boards that each of the walk is compared with")
        task.add_argument("--boards", type=int, default=450_000, help="cells of all boards in a step")
        task.add_argument("--rate", type=float, default=0.0006)
        task.add_argument("--hold", type=float, default=0.5, help="part of the time after which the rate falls")
        task.add_argument("--ranking", type=float, default=0.5, help="weight of ranks against differences")
        task.add_argument("--scale", type=float, default=1.07, help="of what is written")
    args = parser.parse_args()
    args.act(args)


if __name__ == "__main__":
    main()
