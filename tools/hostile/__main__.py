"""Make hostile requests and print the outcome of each: `python -m tools.hostile [FAMILY …] [--only TEXT] [--memory 1]`.

A line of the table: `!` if a guarantee was violated, the bound of the request, the CPU seconds (after cancellation, if
it was cancelled), the peak memory, the request, the outcome. Exit code 1 if any guarantee was violated. `--from N`
skips earlier requests, `--sample 0.1` makes a tenth of them, another tenth with another `--seed`.
"""

import argparse
import sys
from importlib import import_module
from pathlib import Path
from random import Random

from tools.hostile.runner import Case, Outcome, row, run

OWN = ("__init__", "__main__", "child", "runner")


def families() -> list[str]:
    """Return the families that have cases: a file here for each."""
    return sorted(file.stem for file in Path(__file__).parent.glob("*.py") if file.stem not in OWN)


def cases(family: str) -> list[Case]:
    """Return the cases of a family."""
    return list(import_module(f"tools.hostile.{family}").CASES)


def main(words: list[str]) -> int:
    """Return 1 if a guarantee was violated."""
    parser = argparse.ArgumentParser(prog="tools.hostile", description="hostile requests, each in a process of its own")
    parser.add_argument("family", nargs="*", choices=[*families(), []], default=families())
    parser.add_argument("--only", default="", help="requests that contain this text")
    parser.add_argument("--of", default="", help="requests of a puzzle that contains this text")
    parser.add_argument(
        "--sample", type=float, default=1.0, help="the part of the requests that is made, drawn by --seed"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="first", type=int, default=0, help="the number of the first request made")
    parser.add_argument("--memory", type=float, default=1.0, help="gigabytes that the program may take")
    given = parser.parse_args(words)
    memory, rng, outcomes = given.memory * 1e9, Random(given.seed), list[Outcome]()
    for family in given.family:
        for case in cases(family)[given.first :]:
            # Drawn for every request, so that a seed always selects the same ones
            is_drawn = rng.random() < given.sample
            if is_drawn and given.only in case.request and given.of in case.puzzle:
                outcomes.append(run(case, memory))
                print(row(outcomes[-1], memory), flush=True)
    broken = sum(not outcome.is_good(memory) for outcome in outcomes)
    worst = max((outcome.seconds - outcome.case.allowed for outcome in outcomes), default=0.0)
    peak = max((outcome.peak for outcome in outcomes), default=0.0)
    print(f"{len(outcomes)} requests, {broken} broken; at worst {worst:+.2f} s of what is allowed, {peak / 1e6:.0f} MB")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
