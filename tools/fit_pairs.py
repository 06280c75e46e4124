"""Improve a parameter file of the pair model: solve boards for lessons, then fit the parameters to many at once.

    python -m tools.fit_pairs lessons 7 pairs_7.npz /tmp/lessons --seconds 600
    python -m tools.fit_pairs fit 7 pairs_7.npz /tmp/lessons --out better.npz --passes 3

`tools/train_pairs.py` learns from nothing, one board after another; this starts from what it learned, and takes the
steps of Adam (Kingma and Ba, 2015) over boards of many lessons: on the same lessons half of the error is left. The fit
needs PyTorch, and is fast on a GPU; lessons need only processors, several of them with a `--seed` of their own. Every
lesson should be met no more than three times: what is learned from few boards by heart ranks others worse.
"""

import argparse
import time
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tools.train_pairs import scramble, walked

from solvable.kernels.base.jit import jit
from solvable.kernels.tiles import pairs as kernel
from solvable.tiles.near import pairs
from solvable.tiles.near.beam import PairBeam

Array = NDArray[Any]
TERMS = 7  # parameters of a pair of tiles: T3, and in each view T1 and T2 of either tile
SPARE = 1 << 16  # numbers past the last parameter: where a pair has no such term, each in turn
TABLE = 1 << 26  # pairs of boards that are looked up at once
LIMIT = 2.2  # a board is given up at this multiple of the mean distance
NEAREST, FARTHEST = 5, 60  # moves between two boards of a walk that are compared
PULL = 0.02  # of the moves left themselves, against differences
SELDOM = 0.05  # boards for which these are asked
MARGIN, MOST = (
    1.0,
    2.0,
)  # moves that a board of the walk should be better than others of its layer; the most of an error
LARGEST = kernel.LARGEST / 1000


def write_lessons(args: argparse.Namespace) -> None:
    """Solve random boards until the time is over; a file of lessons every `--chunk` seconds."""
    n, rng, boards = args.size**2, np.random.default_rng(args.seed), Random(args.seed)
    layers = int(LIMIT * 2 / 3 * args.size**3) + 20
    beam = PairBeam(pairs.spread(np.load(args.parameters)["steps"], args.size, args.size), args.width, layers)
    args.folder.mkdir(parents=True, exist_ok=True)
    until, number = time.monotonic() + args.seconds, 0
    while time.monotonic() < until:
        end, found, stuck = min(until, time.monotonic() + args.chunk), [], 0
        while time.monotonic() < end:
            one = walked(beam, scramble(n, args.size, boards), args.width, layers, args.ranks, rng)
            stuck += one is None
            if one is not None:
                found.append(one)
        if found:
            file = args.folder / f"lessons_{args.size}_{args.seed}_{number}.npz"
            np.savez(
                file, walks=np.concatenate([walk for walk, _ in found]), lengths=[len(walk) for walk, _ in found],
                others=np.concatenate([others for _, others in found]).astype(np.uint8),
            )  # fmt: skip
            number += 1
        moves = sum(len(walk) - 1 for walk, _ in found)
        distance = sum(kernel.manhattan(walk[0].astype(np.int64), args.size) for walk, _ in found)
        print(f"{len(found)} boards, {moves / max(1, distance):.4f} × Manhattan, {stuck} stuck", flush=True)


@jit
def number_pairs(w: int, h: int, numbers: Array, none: int, out: Array) -> None:
    """Fill out[term, k, p·n + q] for each pair k of tiles j < t, t on cell p and j on q: numbers of its parameters.

    A pair without such a term has a number from `none` on: one after the other, since steps that add to one and the
    same wait for each other on a GPU.
    """
    n, k, spare = w * h, 0, 0
    for t in range(1, n):
        hr, hc = (t - 1) // w, (t - 1) % w
        for j in range(1, t):
            jr, jc = (j - 1) // w, (j - 1) % w
            for p in range(n):
                r, c = p // w, p % w
                u = kernel.clip(r - hr, 3) * 7 + kernel.clip(c - hc, 3)
                kind = (kernel.line_class(hr, h) * 5 + kernel.line_class(hc, w)) * 25
                kind += kernel.line_class(r, h) * 5 + kernel.line_class(c, w)
                for q in range(n):
                    s, d, at = q // w, q % w, p * n + q
                    x = kernel.clip(s - jr, 3) * 7 + kernel.clip(d - jc, 3)
                    other = (kernel.line_class(jr, h) * 5 + kernel.line_class(jc, w)) * 25
                    other += kernel.line_class(s, h) * 5 + kernel.line_class(d, w)
                    for term in range(TERMS):
                        out[term, k, at] = none + spare
                        spare = (spare + 1) % SPARE
                    out[0, k, at] = numbers[kernel.AT_T3 + kind * 625 + other]
                    for view in range(2):
                        vr, vc, gr, gc, a, b = r - s, c - d, hr - jr, hc - jc, u, x
                        if view:  # in the inverse board homes are cells, and cells homes
                            vr, vc, gr, gc, a, b = gr, gc, vr, vc, 48 - u, 48 - x
                        if max(abs(vr), abs(vc)) > 5:
                            continue
                        near = (vr + 5) * 11 + vc + 5
                        out[1 + 3 * view, k, at] = numbers[(a * 49 + b) * 121 + near]
                        if max(abs(gr), abs(gc)) <= 4:
                            far = (gr + 4) * 9 + gc + 4
                            out[2 + 3 * view, k, at] = numbers[kernel.AT_T2 + (a * 81 + far) * 121 + near]
                            out[3 + 3 * view, k, at] = numbers[kernel.AT_T2 + (b * 81 + 80 - far) * 121 + 120 - near]
            k += 1


@jit
def number_singles(w: int, h: int, numbers: Array, tu: Array, tb: Array) -> None:
    """Fill tu[t, p] and tb[t, p, b] with the numbers of TU and TB of tile t on cell p, the blank on b."""
    n = w * h
    for t in range(1, n):
        for p in range(n):
            for b in range(n):
                one, two = kernel.raw_single((t - 1) // w, (t - 1) % w, p // w, p % w, b // w, b % w, w, h)
                tu[t, p], tb[t, p, b] = numbers[one], numbers[two]


class Model:
    """V of boards (tile → cell) and its gradient, by tables of all pairs of tiles that are made of the parameters."""

    def __init__(self, torch: Any, size: int, theta: Array, device: str) -> None:
        self.torch, self.size, self.n, self.device = torch, size, size * size, device
        numbers, self.count = pairs.numbering()
        n, kinds = self.n, (self.n - 1) * (self.n - 2) // 2
        terms = np.empty((TERMS, kinds, n * n), np.int32)
        tu, tb = np.zeros((n, n), np.int64), np.zeros((n, n, n), np.int64)
        number_pairs(size, size, numbers, self.count, terms)
        number_singles(size, size, numbers, tu, tb)
        cells = np.arange(n)
        away = np.abs(cells[:, None] // size - cells // size) + np.abs(cells[:, None] % size - cells % size)
        first, second = np.tril_indices(n - 1, -1)

        def put(array: Any) -> Any:
            return torch.from_numpy(np.ascontiguousarray(array)).to(device)

        self.terms = put(terms).reshape(TERMS, -1)
        self.tu, self.tb = put(tu[1:]).reshape(-1), put(tb[1:]).reshape(-1)
        self.away = put(away[:-1].astype(np.float32)).reshape(-1)
        self.first, self.second = put(first + 1), put(second + 1)
        self.begins = put(np.arange(kinds) * n * n)
        self.theta = torch.zeros(self.count + SPARE, device=device)
        self.theta[: self.count] = put(theta.astype(np.float32))
        self.mirrored = put(cells % size * size + cells // size)
        self.rows = max(1, TABLE // kinds)

    def table(self) -> Any:
        """Return the terms of all pairs of tiles on cells, added up."""
        total = self.theta[self.terms[0]]
        for term in self.terms[1:]:
            total += self.theta[term]
        return total

    def singles(self, pos: Any) -> tuple[Any, Any]:
        """Return where `tu` and `away`, and where `tb`, have the tiles of boards."""
        at = self.torch.arange(self.n - 1, device=self.device) * self.n + pos[:, 1:]
        return at, at * self.n + pos[:, :1]

    def pairs(self, pos: Any) -> Any:
        """Return where the table has the pairs of boards."""
        return self.begins + pos[:, self.first] * self.n + pos[:, self.second]

    def values(self, pos: Any) -> Any:
        """Return V of boards, in moves."""
        table, found = self.table(), []
        for part in pos.split(self.rows):
            at, with_blank = self.singles(part)
            single = self.away[at] + self.theta[self.tu[at]] + self.theta[self.tb[with_blank]]
            found.append(single.sum(1) + table[self.pairs(part)].sum(1))
        return self.torch.cat(found)

    def gradient(self, pos: Any, weights: Any) -> Any:
        """Return Σ weight × (how often V of a board has each parameter)."""
        table, total = self.torch.zeros(self.terms.shape[1], device=self.device), self.torch.zeros_like(self.theta)
        for part, weight in zip(pos.split(self.rows), weights.split(self.rows), strict=True):
            at, with_blank = self.singles(part)
            for numbers, add in ((self.tu[at], total), (self.tb[with_blank], total), (self.pairs(part), table)):
                add.index_add_(0, numbers.reshape(-1), weight[:, None].expand(-1, numbers.shape[1]).reshape(-1))
        for term in self.terms:
            total.index_add_(0, term, table)
        total[self.count :] = 0
        return total

    def mirror(self, pos: Any) -> Any:
        """Return the mirror images of boards in the main diagonal."""
        out = self.torch.empty_like(pos)
        out[:, 0] = self.mirrored[pos[:, 0]]
        out[:, self.mirrored[:-1] + 1] = self.mirrored[pos[:, 1:]]
        return out


class Lessons:
    """All lessons of a folder, on the device."""

    def __init__(self, torch: Any, folder: Path, size: int, device: str) -> None:
        parts = []
        for file in sorted(folder.glob(f"lessons_{size}_*.npz")):
            with np.load(file) as archive:
                walks, others, lengths = archive["walks"], archive["others"], archive["lengths"]
            left = np.concatenate([np.arange(length - 1, -1, -1) for length in lengths])
            every = np.repeat(walks[:, None], others.shape[1], axis=1)  # goals have no others but themselves
            every[left > 0] = others
            parts.append((walks, every, left))
        if not parts:
            raise SystemExit(f"no lessons of {size} × {size} in {folder}: make some first")
        joined = [np.concatenate(each) for each in zip(*parts, strict=True)]
        self.walks, self.others, self.left = (torch.from_numpy(each).to(device) for each in joined)
        self.rows = torch.nonzero(self.left > 0).reshape(-1)


def errors(torch: Any, model: Model, lessons: Lessons, args: argparse.Namespace) -> tuple[Any, Any, Any, Any]:
    """Return (boards, the weights of their gradients, mean error of differences, of ranks) of some rows at random."""
    many, device = args.layers, model.device
    at = lessons.rows[torch.randint(len(lessons.rows), (many,), device=device)]
    left = lessons.left[at]
    apart = torch.minimum(torch.randint(NEAREST, FARTHEST + 1, (many,), device=device), left)
    picked = torch.randint(lessons.others.shape[1], (many, args.ranks), device=device)
    walk, later = lessons.walks[at].long(), lessons.walks[at + apart].long()
    other = lessons.others[at[:, None], picked].long()
    is_same = (other == walk[:, None]).all(2)
    pos = torch.cat([walk, later, other.reshape(-1, model.n)])
    flips = torch.rand(many, device=device) < 0.5
    flips = torch.cat([flips, flips, flips[:, None].expand(-1, args.ranks).reshape(-1)])
    pos = torch.where(flips[:, None], model.mirror(pos), pos)
    value, value_later, value_other = model.values(pos).split([many, many, many * args.ranks])
    value_other = value_other.reshape(many, args.ranks)
    short = apart - (value - value_later)  # what the difference lacks
    pull = short * 10 / (apart + 5)  # as the features of boards far apart are many
    seldom = torch.rand(many, device=device) < SELDOM
    lost = (MARGIN - (value_other - value[:, None])).clamp(0, MOST) * ~is_same
    rank = lost * args.ranking
    weights = torch.cat([rank.sum(1) - pull - PULL * (left - value) * seldom, pull, -rank.reshape(-1)])
    return pos, weights / many, short.abs().mean(), lost.mean()


def fit(args: argparse.Namespace) -> None:
    """Take `--passes` times as many steps as there are lessons; the mean of the last ones' parameters is written."""
    try:
        torch: Any = import_module("torch")
    except ModuleNotFoundError:
        raise SystemExit("the fit needs PyTorch: pip install torch") from None
    torch.manual_seed(args.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model = Model(torch, args.size, np.load(args.parameters)["steps"] / (1000 * args.scale), device)
    lessons = Lessons(torch, args.folder, args.size, device)
    theta, most = model.theta, LARGEST / args.scale
    first, second, mean = torch.zeros_like(theta), torch.zeros_like(theta), torch.zeros_like(theta)
    steps = max(1, int(args.passes * len(lessons.rows) / args.layers))
    begun, used = time.monotonic(), 0
    for step in range(1, steps + 1):
        part = step / steps
        pos, weights, difference, rank = errors(torch, model, lessons, args)
        gradient = model.gradient(pos, weights)
        rate = args.rate * min(1, step / 50) * min(1, (1 - part) / (1 - args.hold))
        first.mul_(0.9).add_(gradient, alpha=0.1)
        second.mul_(0.999).addcmul_(gradient, gradient, value=0.001)
        theta -= rate * (first / (1 - 0.9**step)) / ((second / (1 - 0.999**step)).sqrt() + 1e-7)
        theta.clamp_(-most, most)
        theta[model.count :] = 0
        if part > args.hold:
            used += 1
            mean += (theta - mean) / used
        if step % args.tell == 0 or step == steps:
            seconds = time.monotonic() - begun
            print(f"{step} of {steps}, {seconds:.0f} s: errors {float(difference):.3f} {float(rank):.4f}", flush=True)
    learned = (mean if used else theta)[: model.count].cpu().numpy()
    np.savez_compressed(args.out, steps=np.round(1000 * args.scale * learned).astype(np.int16))


def main() -> None:
    """Parse the command line, and make lessons or fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tasks = parser.add_subparsers(required=True)
    for name, act in (("lessons", write_lessons), ("fit", fit)):
        task = tasks.add_parser(name)
        task.set_defaults(act=act)
        task.add_argument("size", type=int)
        task.add_argument("parameters", type=Path)
        task.add_argument("folder", type=Path)
        task.add_argument("--seed", type=int, default=1)
        task.add_argument(
            "--ranks", type=int, default=8, help="boards of the beam that each of the walk is compared with"
        )
        if name == "lessons":
            task.add_argument("--seconds", type=float, default=600)
            task.add_argument("--chunk", type=float, default=60, help="seconds of a file")
            task.add_argument("--width", type=int, default=5000)
            continue
        task.add_argument("--out", type=Path, required=True)
        task.add_argument("--passes", type=float, default=2)
        task.add_argument("--layers", type=int, default=128, help="boards of walks in a step")
        task.add_argument("--rate", type=float, default=0.0006)
        task.add_argument("--hold", type=float, default=0.5, help="part after which the rate falls, and means begin")
        task.add_argument("--ranking", type=float, default=0.5, help="weight of ranks against differences")
        task.add_argument("--scale", type=float, default=1.07, help="of what is written")
        task.add_argument("--tell", type=int, default=200)
    args = parser.parse_args()
    args.act(args)


if __name__ == "__main__":
    main()
