"""Korf's 50 24-puzzles, each for a limited number of seconds, continuing where an earlier run stopped.

    python -m tools.korf50 FOLDER --seconds 60             a line a board, then how many are solved
    python -m tools.korf50 FOLDER --seconds 300            on from there, up to five minutes each
    python -m tools.korf50 FOLDER --seconds 300 --hopeful  boards that seem to take longer are skipped
    python -m tools.korf50 FOLDER --numbers 20,12,5        only these boards, without a limit of time
    python -m tools.korf50 FOLDER --kills 5 --numbers 1    started again; the process is killed 5 times on the way

FOLDER contains each search in a file (as with `solve --checkpoint`), the costs in `results.jsonl`, and the tables.
Seconds are CPU seconds divided by the workers, so that other programs do not count, but tables built on the way do. The
cost of a board forward and backward, and by the second partition, is recorded if the search tried them: the nodes of
each bound. A board is expected to exceed its limit if the bounds below its fewest moves, which must all be searched,
are expected to cost more at their growth so far.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from benchmarks.optimal import TWENTY_FOUR, instances

from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.core.puzzle import State
from solvable.tiles.optimal import choose_direction, ida

EASY_NUMBER = 40  # of the 50, solved in half a second; loads the tables
ENOUGH = 2_000_000  # nodes of a bound whose growth is used to predict the next ones
DOUBT, SPEED = 2.5, 20e6  # a search is abandoned at this multiple of its limit, at this speed in nodes per second
Line = dict[str, Any]


@contextmanager
def looks() -> Iterator[list[Line]]:
    """Record the cost of each trial of another direction, together with that of the direction before."""
    noted: list[Line] = []
    usual = choose_direction.IterativeDeepening._looked

    def looked(
        deepening: choose_direction.IterativeDeepening, executor: Any, bound: int, way: choose_direction.Direction
    ) -> list[int]:
        first = deepening.direction.problem.least
        note: Line = {"bound": bound, "least": first, "way": deepening.direction.method, "costs": deepening.costs[:]}
        noted.append(note | {"other": way.name})
        found = usual(deepening, executor, bound, way)
        noted[-1]["other costs"] = found
        return found

    choose_direction.IterativeDeepening._looked = looked  # type: ignore[assignment, method-assign]
    try:
        yield noted
    finally:
        choose_direction.IterativeDeepening._looked = usual  # type: ignore[method-assign]


@contextmanager
def hope(moves: int, budget: Budget) -> Iterator[None]:
    """Cancel a search after a bound if the remaining ones are expected to take longer than the time left."""
    usual = choose_direction.IterativeDeepening.choose

    def choose(deepening: choose_direction.IterativeDeepening, bound: int) -> None:
        usual(deepening, bound)
        if not deepening.costs:
            return
        expected, stride = 0.0, deepening.direction.problem.stride
        each = choose_direction.expected_of(deepening.costs)
        growth = each / deepening.costs[-1] if deepening.costs[-1] else choose_direction.USUAL_GROWTH
        for _ in range(bound + stride, moves, stride):
            expected += each
            each *= growth
        if (
            not deepening.alternatives
            and deepening.costs[-1] > ENOUGH
            and expected > DOUBT * SPEED * budget.workers * budget.left
        ):
            budget.cancel()

    choose_direction.IterativeDeepening.choose = choose  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        choose_direction.IterativeDeepening.choose = usual  # type: ignore[method-assign]


def earlier(results: Path) -> dict[int, Line]:
    """Return the last line of each board."""
    lines = results.read_text(encoding="utf-8").splitlines() if results.exists() else []
    return {line["number"]: line for line in map(json.loads, lines)}


def solve(number: int, known: tuple[int, State], folder: Path, before: Line, budget: Budget, *, hopeful: bool) -> Line:
    """Return the results for a board after some more seconds."""
    moves, state = known
    start = time.perf_counter()
    line: Line = {"number": number, "moves": moves}
    with looks() as noted, hope(moves, budget) if hopeful else nullcontext():
        try:
            found = ida.search(TWENTY_FOUR, state, budget, checkpoint=folder / f"{number}.search")
            assert found.lower_bound == len(found.moves) == moves
            line |= {"solved": True, "bound": found.lower_bound, "best": len(found.moves)}
            line |= {"nodes": found.nodes, "method": found.method}
        except BudgetExceededError as error:
            best = len(error.best.moves) if error.best else None
            line |= {"solved": False, "bound": error.lower_bound, "best": best}
    line["seconds"] = round(before.get("seconds", 0.0) + budget.spent, 1)
    line["wall"] = round(before.get("wall", 0.0) + time.perf_counter() - start, 1)
    line["looks"] = before.get("looks", []) + noted
    return line


def shown(line: Line) -> str:
    """Return a line for people."""
    what = f"{line['nodes']:>15,} nodes  {line['method']}" if line["solved"] else f"at least {line['bound']}"
    return f"#{line['number']:<3} {line['moves']:>4} moves {line['seconds']:>8.1f} s {what}"


def run(folder: Path, numbers: Sequence[int], seconds: float, workers: int, *, hopeful: bool) -> None:
    """Continue each board that is not solved, and print how many are solved."""
    results, known = folder / "results.jsonl", instances("korf50.txt")
    ida.search(TWENTY_FOUR, known[EASY_NUMBER][1], Budget())
    for number in numbers:
        before = earlier(results).get(number, {})
        left = seconds - before.get("seconds", 0.0)
        if before.get("solved") or left <= 0.0:
            continue
        budget = Budget(left, workers=workers, clock=lambda: time.process_time() / workers)
        line = solve(number, known[number], folder, before, budget, hopeful=hopeful)
        with results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        print(shown(line), flush=True)
    done = [line for line in earlier(results).values() if line["solved"]]
    for limit in (60, 300, 3600):
        print(f"within {limit:>4} s: {sum(line['seconds'] <= limit for line in done)} of {len(known)}")
    print(f"all: {len(done)} of {len(known)}, {sum(line['seconds'] for line in done):.0f} s of {workers} workers")


def killed(folder: Path, number: int, kills: int, workers: int) -> int:
    """Solve a board from scratch in processes that are killed `kills` times, and return the seconds of all of them."""
    for path in folder.glob(f"{number}.search*"):
        path.unlink()
    command = [sys.executable, "-m", "tools.korf50", str(folder), "--numbers", str(number), "--workers", str(workers)]
    start, last = time.perf_counter(), 25.0  # a search is saved every 20 seconds
    for each in range(kills + 1):
        process = subprocess.Popen(command)
        try:
            process.wait(random.uniform(last, 2 * last) if each < kills else None)
            break
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            print(f"killed {each + 1} times", flush=True)
    return round(time.perf_counter() - start)


def main() -> None:
    """Run the boards that the options choose."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="for each board, earlier runs counted")
    parser.add_argument("--numbers", help="of the instances, by commas; all of them by default")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--hopeful", action="store_true", help="leave boards that seem to take longer")
    given = parser.parse_args()
    folder = given.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["SOLVABLE_CACHE"] = str(folder / "tables")
    numbers = [int(each) for each in given.numbers.split(",")] if given.numbers else [*instances("korf50.txt")]
    if given.kills:
        for number in numbers:
            print(f"#{number}: {killed(folder, number, given.kills, given.workers)} s of the wall, kills included")
    else:
        run(folder, numbers, given.seconds, given.workers, hopeful=given.hopeful)


if __name__ == "__main__":
    main()
