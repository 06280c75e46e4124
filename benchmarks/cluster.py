"""A cluster: the overhead of Ray compared with processes of this machine, and the gain of many cores, by simulation.

    python -m benchmarks cluster.simulated     eight of Korf's 24-puzzles and a table of nullities on 64 … 10,000 cores
    python -m benchmarks cluster.overhead      batches by two processes and by a Ray cluster of two workers, in turn
    python -m benchmarks cluster.scaling       batches and a table over clusters of one and two workers

The simulation is list scheduling of measured parts. For a 24-puzzle the nodes of its last two bounds are extrapolated
from those searched here; the parts and their pieces are those of the largest bound searched here, with the same ratio
of its nodes to those after which a part returns. Each core takes the first part in the order that has arrived; the
submitting machine takes `GIVING` for each part, one after the other, and the round trip of a part takes `WAY`. The last
bound is searched to its end, as if the solution were in its last part.
"""

import heapq
import math
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from random import Random

from benchmarks._spent import Beside
from solvable import LightsOut, SlidingTiles, families
from solvable.game_id import format_board
from solvable.lights.nullity import roots_of_unity
from solvable.tiles import symmetry
from solvable.tiles.optimal import distributed, lookups
from solvable.tiles.optimal.lookups import Question, posed
from solvable.tiles.optimal.node_ordering import Order
from solvable.tiles.optimal.parallel import search_serially
from solvable.tiles.optimal.search_worker import SLICE, Share, Task

Row = dict[str, object]
KORF = Path(__file__).parent.parent / "tests" / "oracles" / "tiles" / "korf50.txt"
BOARDS = (1, 7, 13, 19, 27, 33, 41, 47)
CORES = (64, 1000, 10_000)
GIVING = 0.0013  # CPU seconds to submit a part and receive its outcome, measured by `overhead`
WAY = 0.005  # seconds
ENOUGH = 1_500_000  # nodes of a bound that is searched here
PART_NODES_MIN = 400  # nodes after which a part returns here, at least
TO = 10**7  # the last side of the table of nullities
MEASURED, SAMPLE = 10**6, 600  # the table that is measured, with this many orders at its end and at a quarter of it
PUZZLE = SlidingTiles(5, 5, goal=tuple(range(25)))
BATCHES = (("5 × 5 boards", LightsOut(5, 5), 100_000), ("15-puzzles, 4x4-78", SlidingTiles(4, 4), 1000))

Key = tuple[int, ...]
Parts = dict[Key, tuple[float, list[Key]]]  # the work of each part, and the pieces into which it is cut


def row(name: str, value: float, unit: str, target: float | None = None) -> Row:
    return {"name": name, "value": float(f"{value:.3g}"), "unit": unit, "target": target}


def finished(parts: Parts, cores: int, giving: float = GIVING, way: float = WAY) -> float:
    """Return the time at which the last part is done: in the order of keys, each goes to the first free core."""
    ready: list[Key] = [key for key in parts if len(key) == 1]
    heapq.heapify(ready)
    free, coming = [0.0] * min(cores, len(parts)), list[tuple[float, Key]]()
    giver = end = 0.0
    while ready or coming:
        while coming and (not ready or coming[0][0] <= max(giver, free[0])):
            when, key = heapq.heappop(coming)
            giver = max(giver, when)
            heapq.heappush(ready, key)
        key = heapq.heappop(ready)
        giver += giving
        work, pieces = parts[key]
        done = max(heapq.heappop(free), giver + way) + work
        heapq.heappush(free, done)
        end = max(end, done + way)
        for piece in pieces:
            heapq.heappush(coming, (done + way, piece))
    return max(end, giver)


def searched_parts(question: Question, bound: int, shares: Sequence[Share], size: int) -> Parts:
    """Return the nodes of each part of a bound if parts return after `size` nodes."""
    usual, vars(distributed)["SLICE"] = vars(distributed)["SLICE"], size
    waiting: list[tuple[Key, list[Share]]] = [((number,), [share]) for number, share in enumerate(reversed(shares))]
    found: Parts = {}
    while waiting:
        key, part = waiting.pop()
        outcome = distributed.searched(question, bound, part, 1)
        cut = distributed.pieces(outcome.rest) if outcome.rest else []
        keys: list[Key] = [(*key, number) for number in range(len(cut))]
        found[key] = outcome.looks[-1], keys
        waiting += zip(keys, cut, strict=True)
    vars(distributed)["SLICE"] = usual
    return found


def puzzles() -> Iterator[tuple[int, float, dict[int, float]]]:
    """Yield, for each 24-puzzle, its number, its seconds on one core, and those on many."""
    lines = [line.split(":") for line in KORF.read_text().splitlines() if not line.startswith("#")]
    boards = {int(head.split()[0]): (int(head.split()[1]), tuple(map(int, state.split()))) for head, state, _ in lines}
    view = symmetry.orientation(5, 5, PUZZLE.goal)
    for number in BOARDS:
        length, state = boards[number]
        question = Question(lookups.fitting(view.frame), view.state(state))
        task = Task(posed(question))
        order, nodes, spent = Order(task), list[int](), 0.0
        for bound in task.bounds():  # until enough nodes were searched here
            shares = order.shares(bound)
            before, start = task.nodes, time.process_time()
            order.worker.begin(bound, len(order.frontier.rows) if order.frontier else 1)
            search_serially(order.worker, list(shares), 1 << 60, lambda _: None)
            spent = time.process_time() - start
            order.remember(order.worker.deepest)
            nodes.append(task.nodes - before)
            if nodes[-1] > ENOUGH or bound == length:
                break
        growth = (nodes[-1] / nodes[-3]) ** 0.5
        last = nodes[-1] * growth ** ((length - bound) / 2)
        speed = nodes[-1] / spent
        seconds = dict.fromkeys((1, *CORES), 0.0)
        for whole in (last / growth, last):
            scale = max(1.0, whole / nodes[-1])
            size = max(PART_NODES_MIN, int(distributed.slices(int(whole)) * SLICE / scale))
            parts = searched_parts(question, bound, shares, size)
            timed = {key: (work * scale / speed, pieces) for key, (work, pieces) in parts.items()}
            seconds[1] += sum(work for work, _ in timed.values())
            for cores in CORES:
                seconds[cores] += finished(timed, cores)
        yield number, seconds[1], seconds


def nullities() -> dict[int, float]:
    """Return the seconds of the table of nullities up to TO, by number of cores; each first lists all orders."""
    start = time.process_time()
    roots_of_unity.orders_to(MEASURED)
    listing = (time.process_time() - start) * TO / MEASURED
    roots_of_unity.pairs_of(MEASURED, 0, 1001, 1101)  # compile
    costs = []
    for end in (MEASURED // 4, MEASURED):  # seconds for each unit of an order
        begin = end - SAMPLE | 1
        start = time.process_time()
        roots_of_unity.pairs_of(MEASURED, 0, begin, end)
        costs.append((time.process_time() - start) / sum(range(begin, end + 1, 2)))
    power = math.log(costs[1] / costs[0], 4)
    works = [
        (begin + end) / 2 * ((end - begin) // 2 + 1) * costs[1] * (end / MEASURED) ** power
        for begin, end in roots_of_unity.parts(TO)
    ]
    return {1: listing + sum(works)} | {cores: listing + in_turn(works, cores) for cores in CORES}


def in_turn(works: Iterable[float], cores: int) -> float:
    """Return the time at which parts without pieces are done, as in `finished`."""
    free, giver = [0.0] * cores, 0.0
    for work in works:
        giver += GIVING
        heapq.heapreplace(free, max(free[0], giver + WAY) + work)
    return max(free) + WAY


def simulated() -> list[Row]:
    found, total = [], dict.fromkeys((1, *CORES), 0.0)
    for number, one, seconds in puzzles():
        found.append(row(f"24-puzzle #{number}: one core, last two bounds", one, "s"))
        for cores in (1, *CORES):
            total[cores] += seconds[cores]
        found += [
            row(f"24-puzzle #{number}: {cores:,} cores (faster by)", one / seconds[cores], "×") for cores in CORES
        ]
    for name, times in ((f"these {len(BOARDS)}, one after the other", total), (f"nullities to {TO:,}", nullities())):
        found.append(row(f"{name}: one core", times[1] / 3600, "h"))
        for cores in CORES:
            found.append(row(f"{name}: {cores:,} cores", times[cores] / 60, "min"))
            found.append(row(f"{name}: {cores:,} cores (faster by)", times[1] / times[cores], "×"))
    return found


@contextmanager
def ray_cluster(workers: int = 2) -> Iterator[str]:
    """Start a Ray cluster of one node with `workers` workers, and yield its address."""
    from ray.cluster_utils import Cluster

    os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_worker_niceness": "0"}  # usual 15: on a busy machine, slower
    head = {"num_cpus": workers, "object_store_memory": 500_000_000, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    try:
        yield cluster.address
    finally:
        cluster.shutdown()


def overhead(rounds: int = 3, *, long: bool = False) -> list[Row]:
    """Return the time of batches with two processes and with a running cluster of two workers, by turns.

    Each is a whole command in a fresh process: wall time, and CPU time of all processes. With `long` also batches ten
    times as long, from which the fixed and the marginal cost of a batch follow. Empty if Ray is not installed.
    """
    if find_spec("ray") is None:
        return []
    families.registry().build("4x4-78")
    found = []
    with ray_cluster() as address, tempfile.TemporaryDirectory(prefix="k") as folder:
        beside = Beside()
        for name, puzzle, count in BATCHES:
            spent: dict[tuple[int, str], tuple[float, float]] = {}
            for boards in (count, 10 * count) if long else (count,):
                rng, source, out = Random(1), Path(folder) / "boards.txt", Path(folder) / "answers.jsonl"
                source.write_text("".join(f"{format_board(puzzle, puzzle.scramble(rng))}\n" for _ in range(boards)))
                words = [sys.executable, "-m", "solvable", "batch", str(source), "--out", str(out), "--no-time"]
                ways = {"processes": [*words, "--workers", "2"], "Ray": [*words, "--cluster", address]}
                beside.measure_idle()
                each = {where: list[tuple[float, float]]() for where in ways}
                for where in [*ways] * rounds:
                    each[where].append(beside.spent(ways[where]))
                for where, measured in each.items():
                    wall, cpu = map(statistics.median, zip(*measured, strict=True))
                    spent[boards, where] = wall, cpu
                    found.append(row(f"{boards:,} {name}, {where}", wall, "s"))
                    found.append(row(f"{boards:,} {name}, {where}: of the processor", cpu, "s"))
            found += compared(name, count, spent, long=long)
    return found


def scaling(rounds: int = 3) -> list[Row]:
    """Return the gain of a second worker in a cluster: wall time, including the program's start, and CPU time; a
    cluster of one worker and one of two, by turns. Empty if Ray is not installed.
    """
    if find_spec("ray") is None:
        return []
    families.registry().build("4x4-78")
    spent: dict[tuple[str, int], list[tuple[float, float]]] = {}
    with ray_cluster(1) as one, ray_cluster(2) as two, tempfile.TemporaryDirectory() as folder:
        beside, jobs = Beside(), dict[str, list[str]]()
        beside.measure_idle()
        for name, puzzle, count in BATCHES:
            source, rng = Path(folder) / f"{count}.txt", Random(1)
            source.write_text("".join(f"{format_board(puzzle, puzzle.scramble(rng))}\n" for _ in range(count)))
            jobs[f"{count:,} {name}"] = ["batch", str(source), "--out", f"{folder}/answers.jsonl"]
        table = "table nullity 1..40x1..40 --rule knight --mod 3 --format csv --out"
        jobs["nullities of rectangles to 40 × 40"] = [*table.split(), f"{folder}/table"]
        for name in [*jobs] * rounds:
            for workers, address in ((1, one), (2, two)):
                command = [sys.executable, "-m", "solvable", *jobs[name], "--cluster", address]
                spent.setdefault((name, workers), []).append(beside.spent(command))
    found = []
    for name in jobs:
        walls = {workers: statistics.median(wall for wall, _ in spent[name, workers]) for workers in (1, 2)}
        for workers, wall in walls.items():
            cpu = statistics.median(cpu for _, cpu in spent[name, workers])
            found.append(row(f"{name}, workers of the cluster: {workers}", wall, "s"))
            found.append(row(f"{name}, workers of the cluster: {workers}, of the processor", cpu, "s"))
        found.append(row(f"{name}: two workers (faster by)", walls[1] / walls[2], "×"))
    return found


def compared(name: str, count: int, spent: dict[tuple[int, str], tuple[float, float]], *, long: bool) -> Iterator[Row]:
    """Yield the overhead of Ray: in all, and if there are long batches, fixed and marginal."""
    for part, unit in enumerate(("", ": of the processor")):
        for boards in (count, 10 * count) if long else (count,):
            ratio = spent[boards, "Ray"][part] / spent[boards, "processes"][part]
            yield row(f"{boards:,} {name}: more by Ray{unit}", 100 * (ratio - 1), "%")
        if long:
            local, ray = ([spent[n * count, where][part] for n in (1, 10)] for where in ("processes", "Ray"))
            work = [(whole - short) / 9 for short, whole in (local, ray)]
            start = [short - each for (short, _), each in zip((local, ray), work, strict=True)]
            yield row(f"{name}: the start takes longer by Ray{unit}", start[1] - start[0], "s")
            yield row(f"{name}: more by Ray beyond the start{unit}", 100 * (work[1] / work[0] - 1), "%", 20)


def rows(*, long: bool = False) -> list[Row]:
    if find_spec("ray") is None:
        print("Ray is not installed (pip install 'solvable[cluster]')", file=sys.stderr)
    return overhead(long=long) + (simulated() if long else [])
