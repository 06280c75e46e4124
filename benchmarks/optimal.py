"""Shortest solutions of tiles: tables built, Korf's instances, the farthest 15-puzzle, the multi-tile metric.

`python -m benchmarks.optimal` prints the rows; with `--long` also the 24-puzzles for two workers and a minute; with
`--partition ". A A B / A A B B / A C B B / C C C C"` or `--partition 4x4-771` instead the cost of Korf's 100 with those
tables, with and without their mirror, and without the order of the parts; with `--choose_direction 40,44,36` the cost
of these of Korf's 24-puzzles searched to the goal, from the goal, and in the direction that is chosen. Nodes are an
exact signature of one worker's search: they are equal on every machine.
"""

import os
import resource
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.puzzle import State
from solvable.tiles import SlidingTiles
from solvable.tiles.optimal import choose_direction, ida, lookups, node_ordering
from solvable.tiles.pdb import partitions, registry
from solvable.tiles.pdb.labels import Collection
from solvable.tiles.pdb.partitions import Tier
from solvable.tiles.symmetry import Frame

ORACLES = Path(__file__).parents[1] / "tests" / "oracles" / "tiles"
FARTHEST = (15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0)  # 80 moves from 0 1 2 … 15
FIFTEEN = SlidingTiles(4, 4, goal="blank-first")
TWENTY_FOUR = SlidingTiles(5, 5, goal="blank-first")
EASY_KORF_NUMBERS = (40, 44, 38, 25)
WITHIN_A_MINUTE = (40, 38, 25, 44, 32, 28, 22, 36, 30, 1, 29, 37, 16, 5, 13)

Row = dict[str, object]


def instances(name: str) -> dict[int, tuple[int, State]]:
    """Korf's instances by number: the fewest moves, and the state."""
    found = {}
    for line in (ORACLES / name).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            head, state, *_ = line.split(":")
            number, moves, *_ = map(int, head.split())
            found[number] = (moves, tuple(map(int, state.split())))
    return found


def row(name: str, value: object, unit: str, target: object = None) -> Row:
    return {"name": name, "value": value, "unit": unit, "target": target}


def built(name: str, seconds: float, megabytes: float) -> list[Row]:
    start = time.perf_counter()
    size = registry.build(name)
    spent = time.perf_counter() - start
    return [
        row(f"{name}: built", round(spent, 2), "s", seconds),
        row(f"{name}: size", round(size / 1e6, 1), "MB", megabytes),
    ]


def korf100(tables: Tier | Collection, target: float, rounds: int = 5) -> list[Row]:
    """Korf's 100 15-puzzles: the best of several rounds."""
    known = [*instances("korf100.txt").values()]
    best: list[float] = []
    nodes = 0
    for _ in range(rounds):
        times, nodes = [], 0
        for moves, state in known:
            start = time.perf_counter()
            found = ida.search(FIFTEEN, state, Budget(), tables=tables)
            times.append(time.perf_counter() - start)
            nodes += found.nodes
            assert found.lower_bound == len(found.moves) == moves
        best = min(best or times, times, key=sum)
    name = f"Korf's 100, {tables.name}"
    return [
        row(name, round(sum(best), 3), "s", target),
        row(f"{name}: median", round(1000 * statistics.median(best), 2), "ms"),
        row(f"{name}: nodes", nodes, ""),
    ]


def hardest(tables: Tier | Collection, rounds: int = 7) -> list[Row]:
    """The ten of Korf's 100 with most nodes, by one worker and by two in turn; and two searches by one worker each.

    The last row shows the speed-up that two cores of this machine allow the kernel: the threads share only tables.
    """
    states = [state for _, state in instances("korf100.txt").values()]
    states.sort(key=lambda state: ida.search(FIFTEEN, state, Budget(), tables=tables).nodes, reverse=True)

    def seconds(state: State, workers: int) -> float:
        start = time.perf_counter()
        ida.search(FIFTEEN, state, tables=tables, budget=Budget(workers=workers))
        return time.perf_counter() - start

    def at_once(state: State) -> float:
        start = time.perf_counter()
        other = threading.Thread(target=seconds, args=(state, 1))
        other.start()
        seconds(state, 1)
        other.join()
        return time.perf_counter() - start

    alone = shared = apart = 0.0
    for state in states[:10]:
        turns = [(seconds(state, 1), seconds(state, 2), at_once(state)) for _ in range(rounds)]
        one, two, both = (statistics.median(column) for column in zip(*turns, strict=True))
        alone, shared, apart = alone + one, shared + two, apart + both
    name = f"hardest ten, {tables.name}"
    return [
        row(f"{name}: one worker", round(1000 * alone, 1), "ms"),
        row(f"{name}: two workers are faster by", round(alone / shared, 2), "×", 1.7),
        row(f"{name}: two searches at once do more by", round(2 * alone / apart, 2), "×"),
    ]


def solved(puzzle: SlidingTiles, name: str, moves: int, state: State, target: float, workers: int = 1) -> list[Row]:
    start = time.perf_counter()
    found = ida.search(puzzle, state, budget=Budget(workers=workers))
    seconds = time.perf_counter() - start
    assert found.lower_bound == len(found.moves) == moves
    signature = [row(f"{name}: nodes", found.nodes, "")] if workers == 1 else []
    return [row(name, round(seconds, 2), "s", target), *signature]


def multi(count: int = 100) -> list[Row]:
    """Random 15-puzzles in the multi-tile metric."""
    puzzle = SlidingTiles(4, 4, metric="mtm")
    rng = Random(1)
    states = [puzzle.scramble(rng) for _ in range(count)]
    ida.search(puzzle, states[0], Budget())
    nodes = moves = 0
    start = time.perf_counter()
    for state in states:
        found = ida.search(puzzle, state, Budget())
        nodes, moves = nodes + found.nodes, moves + found.lower_bound
    mean = (time.perf_counter() - start) / count
    name = f"{count} random 15-puzzles in the multi-tile metric"
    return [
        row(f"{name}: mean time", round(1000 * mean, 1), "ms", 25),
        row(f"{name}: mean length", round(moves / count, 2), "moves"),
        row(f"{name}: nodes", nodes, ""),
    ]


def rows(*, long: bool = False) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SOLVABLE_CACHE"] = folder
        for name in ("4x4-5541", "5x5-333333222", "3x3-mtm"):  # compile
            registry.build(name)
            puzzle = {"4x4": FIFTEEN, "5x5": TWENTY_FOUR}.get(name[:3], SlidingTiles(3, 3, metric="mtm"))
            ida.search(puzzle, puzzle.goal, Budget(), tables=registry.named(name))
        found = []
        for name, seconds, megabytes, total in (
            ("4x4-663", 0.3, 12, 0.8),
            ("4x4-771", 3, 40, 0.4),
            ("4x4-78", 15, 200, 0.2),
        ):
            found += built(name, seconds, megabytes) + korf100(registry.named(name), total)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        found.append(row("most memory so far", peak, "MB", 1000))
        for name in ("4x4-663", "4x4-771"):
            found += hardest(registry.named(name))
        found += solved(FIFTEEN, "a farthest 15-puzzle proved", 80, FARTHEST, 60)
        found += built("4x4-mtm", 10, 110) + multi()
        found += built("5x5-6666", 10, 100)
        known = instances("korf50.txt")
        for number in EASY_KORF_NUMBERS:
            found += solved(TWENTY_FOUR, f"24-puzzle #{number}", *known[number], 12)
        found += solved(TWENTY_FOUR, "24-puzzle #1, two workers", *known[1], 20, workers=2)
        for number in WITHIN_A_MINUTE if long else ():
            found += solved(TWENTY_FOUR, f"24-puzzle #{number}, two workers", *known[number], 60, workers=2)
        return found


def compared(text: str) -> Iterator[Row]:
    """The cost of Korf's 100 with the partition that `text` names or draws, in CPU seconds."""
    given = registry.named(text) if "x" in text else Tier("drawn", Frame(4, 4, 0), (partitions.drawn(text),), 2)
    assert isinstance(given, Tier)
    for what, tier, begin in (
        ("with the mirror", given, node_ordering.ORDERED_NODES_MIN),
        ("with the mirror, parts not ordered", given, 1 << 60),
        (
            "alone",
            replace(given, name=given.name + "-alone", images=1),
            node_ordering.ORDERED_NODES_MIN,
        ),
    ):
        start = time.process_time()
        tables = lookups.load(tier)
        middle, usual, node_ordering.ORDERED_NODES_MIN = time.process_time(), node_ordering.ORDERED_NODES_MIN, begin
        nodes = sum(
            ida.search(FIFTEEN, state, Budget(), tables=tier).nodes for _, state in instances("korf100.txt").values()
        )
        node_ordering.ORDERED_NODES_MIN = usual
        name = f"{text}, {what}"
        if tier is given:
            yield row(f"{name}: size", round(tables.arrays["bits0"].nbytes / 1e6, 1), "MB")
        yield row(f"{name}: building", round(middle - start, 2), "s")
        yield row(f"{name}: nodes", nodes, "")
        yield row(f"{name}: searching", round(time.process_time() - middle, 2), "s")


def went(number: int, most: int) -> Iterator[Row]:
    """The cost of a 24-puzzle by each direction, to the end or up to `most` nodes; tables are built before."""
    moves, state = instances("korf50.txt")[number]
    backward = TWENTY_FOUR.with_goal(state)
    others, usual = choose_direction.alternatives(TWENTY_FOUR, state), choose_direction.alternatives
    for tier in {tier for other in others for tier in other.tiers}:
        registry.build(tier.name)
    for what, puzzle, start, found_by in (
        ("to the goal", TWENTY_FOUR, state, list[choose_direction.Alternative | choose_direction.PartitionTrial]()),
        ("from the goal", backward, TWENTY_FOUR.goal, []),
        ("chosen", TWENTY_FOUR, state, others),
    ):
        choose_direction.alternatives = lambda *_, known=found_by: known
        budget = Budget(progress=lambda event: event.nodes < most)
        begun = time.process_time()
        try:
            found = ida.search(puzzle, start, budget)
            assert found.lower_bound == len(found.moves) == moves
            nodes, told = f"{found.nodes:,}", found.method.removeprefix("IDA*, pattern databases ")
        except BudgetExceededError as error:
            nodes, told = f"> {most:,}", f"at least {error.lower_bound} moves"
        yield row(f"#{number} {what}: {told}", nodes, f"nodes, {time.process_time() - begun:.1f} s")
    choose_direction.alternatives = usual


def main() -> None:
    if "--ways" in sys.argv:
        for number in sys.argv[sys.argv.index("--ways") + 1].split(","):
            for each in went(int(number), 2_000_000_000):
                print(f"{each['name']:90} {each['value']:>15} {each['unit']}", flush=True)
        return
    if "--partition" in sys.argv:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["SOLVABLE_CACHE"] = os.environ.get("SOLVABLE_CACHE", folder)
            for each in compared(sys.argv[sys.argv.index("--partition") + 1]):
                print(f"{each['name']:90} {each['value']:>12} {each['unit']}", flush=True)
        return
    for each in rows(long="--long" in sys.argv):
        print(f"{each['name']:56} {each['value']:>12} {each['unit']:6} target {each['target']}", flush=True)


if __name__ == "__main__":
    main()
