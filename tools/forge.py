"""Forge answers for some minutes, and report the false ones that the checker accepts: `python -m tools.forge`.

`--minutes N` (default 1), `--seed S`. The forgeries, and why each is false, are those of tests/checker/forgeries.py.
"""

import argparse
import json
import sys
from random import Random
from time import monotonic

from tests.checker import forgeries

from solvable.checker import verify


def main(words: list[str]) -> int:
    """Return 1 if a forgery passed as right."""
    parser = argparse.ArgumentParser(prog="tools.forge")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    rng, end, tried, passed = Random(given.seed), monotonic() + 60 * given.minutes, 0, 0
    answers = list(forgeries.answers())
    while monotonic() < end:
        answer = rng.choice(answers)
        what, text = rng.choice(list(forgeries.forged(answer)))
        tried += 1
        if verify(text).verdict == "right":
            passed += 1
            print(f"{what}: {json.dumps(answer)[:300]}", flush=True)
    print(f"{tried} forgeries, {passed} taken for right")
    return 1 if passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
