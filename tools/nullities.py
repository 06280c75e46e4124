"""The odd numbers at which new sums of roots of unity occur, computed and checked: `python -m tools.nullities`.

Recomputes them up to 10⁶ (an hour or two of one core; `--to N` for less, `--workers N`), compares them with those in
the package (`lights/nullity/data/sums.txt`), and counts the quiet patterns of the squares with new ones by Fibonacci
polynomials, which share nothing with the search. `--out FILE` writes the numbers to FILE every minute, and continues
from there. `--only-polynomials` skips the search: a few minutes.
"""

import argparse
import sys
import time
from pathlib import Path

from solvable.cli.progress import executor_of
from solvable.core.budget import Budget
from solvable.lights.nullity import fibonacci, roots_of_unity

HEAD = """\
# Odd numbers b at which sums s of b-th roots of unity come with s + 1 such a sum too, and how many: roots_of_unity.py.
# The side of squares to which they are complete, then the rows; python -m tools.nullities finds and checks them.
"""
EVERY = 60.0  # seconds


def write(path: Path, to: int, new: roots_of_unity.New) -> None:
    """Write a file atomically."""
    beside = path.with_suffix(".part")
    beside.write_text(HEAD + f"{to}\n" + "".join(f"{b} {count}\n" for b, count in new), "ascii")
    beside.replace(path)


def found(top: int, out: Path | None) -> roots_of_unity.New:
    """Return the new sums up to a side, by the search alone."""
    to, new = (
        roots_of_unity.read(out.read_text("ascii")) if out is not None and out.exists() else (0, roots_of_unity.New())
    )
    sums = roots_of_unity.spread(new, to)
    whole, told = [roots_of_unity.nullity(n, sums) for n in range(1, to + 1)], time.monotonic()
    for nullity in roots_of_unity.plane(to + 1, top, (to, new)):
        whole.append(nullity)
        if time.monotonic() > told + EVERY:
            told = time.monotonic()
            print(f"{len(whole):,} sides", file=sys.stderr, flush=True)
            if out is not None:
                write(out, len(whole), roots_of_unity.new_sums(whole))
    if out is not None and top > to:
        write(out, top, roots_of_unity.new_sums(whole))
    return roots_of_unity.new_sums(whole[:top])


def main() -> int:
    """Compute, compare, count; return 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=int, default=10**6, help="the last side (default: 1,000,000)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--only-polynomials", action="store_true")
    given = parser.parse_args()
    to, new = roots_of_unity.squares()
    rows = [row for row in new if row[0] <= min(given.to, to) + 1]
    wrong = 0
    if not given.only_polynomials:
        with executor_of(given.workers, None) as executor, Budget(executor=executor):
            again = [row for row in found(given.to, given.out) if row[0] <= to + 1]
        wrong += again != rows
        print(f"{len(again)} numbers to {given.to + 1:,} found, {'as' if again == rows else 'NOT as'} kept")
    sums = roots_of_unity.spread(rows, to)
    for b, _ in rows:
        wrong += roots_of_unity.nullity(b - 1, sums) != fibonacci.nullity(b - 1, b - 1)
    print(f"{len(rows)} squares by polynomials, {wrong} differ")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
