"""Run the benchmarks, or those named on the command line; without names, write benchmarks/RESULTS.md.

    python -m benchmarks                       all of them, some half an hour
    python -m benchmarks --long                also what takes long
    python -m benchmarks giant weight          these two, printed only
    python -m benchmarks giant.nullities       one function of a module that returns rows
    python -m benchmarks giant --beside PATH   this checkout and the one at PATH in turn, in one table

Each module runs in a separate process, one after the other, so that memory and kernels do not affect each other. A
comparison takes the median of `--rounds` runs (3) of each checkout, and marks rows that are slower by more than 3 % as
well as signatures (rows without a unit, like nodes) that differ. Each checkout runs its own benchmarks; rows are
matched by name.
"""

import argparse
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).parent
RESULTS = HERE / "RESULTS.md"
LAST = "near"  # the longest
SLOWER = 1.03  # the ratio from which a row is marked
SPEEDS = ("/s", "faster by", "more by", "ratio")  # in the unit or the name of a row: larger is better
Row = dict[str, object]

OPENING = """# Results

Written by `make bench`. Times are of a shared machine: compare ratios, and measure on your own."""

PROGRAM = """
import inspect, json
from benchmarks import {module}
rows = {module}.{function}
options = {{"long": True}} if {long} and "long" in inspect.signature(rows).parameters else {{}}
print("\\n" + json.dumps(rows(**options)))
"""


class NotMeasuredError(Exception):
    """A benchmark without rows: its last output, and its exit code, 0 if something optional is missing."""


def modules() -> list[str]:
    """Return the names of the benchmark modules, the longest last."""
    names = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))
    return sorted(names, key=lambda name: name == LAST)


def measure(name: str, *, long: bool = False, checkout: Path = HERE.parent) -> list[Row]:
    """Return the rows of a module, or of MODULE.FUNCTION, in a checkout, run in a fresh process."""
    module, _, function = name.partition(".")
    program = PROGRAM.format(module=module, function=function or "rows", long=long)
    environment = os.environ | {"PYTHONPATH": str(checkout / "src")}
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False, env=environment)
    sys.stderr.write(run.stderr)
    found: list[Row] = [] if run.returncode else json.loads(run.stdout.strip().splitlines()[-1])
    if not found:
        raise NotMeasuredError(run.stderr.strip().rpartition("\n")[2] or "there is nothing to measure", run.returncode)
    return found


def machine() -> str:
    """Return a line about the processor and the relevant versions."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line]
        model = names[0] if names else model
    libraries = ", ".join(f"{name} {version(name)}" for name in ("numpy", "python-flint"))
    return f"{os.cpu_count()} × {model}, Python {platform.python_version()}, {libraries}"


def commit(checkout: Path = HERE) -> str:
    """Return the commit that was measured, with + if the tree had changes."""
    shown = subprocess.run(
        ["git", "describe", "--always", "--dirty=+"], cwd=checkout, capture_output=True, text=True, check=False
    )
    return shown.stdout.strip() or "unknown"


def table(head: tuple[str, ...], lines: Sequence[tuple[object, ...]]) -> str:
    """Return a Markdown table with numbers aligned right; None becomes an empty cell."""
    cells = [head, tuple("---:" if name in NUMBERS else "---" for name in head), *lines]
    return "\n".join(f"| {' | '.join('' if cell is None else str(cell) for cell in line)} |" for line in cells)


NUMBERS = {"measured", "target", "here", "there", "here / there"}


def section(name: str, *, long: bool) -> str:
    """Return the section of a module: machine, date, duration, and its rows."""
    begun = time.monotonic()
    rows = measure(name, long=long)
    spent = time.monotonic() - begun
    about = f"{machine()}; commit {commit()}, {datetime.now(UTC):%Y-%m-%d}, {spent:.0f} s"
    lines = [(row["name"], row["value"], row["unit"], row.get("target")) for row in rows]
    return f"## {name}\n\n{about}\n\n{table(('what', 'measured', 'unit', 'target'), lines)}"


def written(text: str, name: str, new: str) -> str:
    """Return the results with the section of `name` replaced or added; the rest is unchanged."""
    first, mark, rest = (text or OPENING).partition("\n# ")  # the results of other machines follow the mark
    old = re.search(rf"^## {name}\n.*?(?=^## |\Z)", first, re.MULTILINE | re.DOTALL)
    before, after = (first[: old.start()], first[old.end() :]) if old else (first, "")
    parts = [before.strip(), new, *([after.strip()] if after else []), *([f"# {rest.strip()}"] if mark else [])]
    return "\n\n".join(parts) + "\n"


def compared(name: str, other: Path, rounds: int, *, long: bool) -> str:
    """Return the table of a module measured here and in another checkout, by turns."""
    runs: dict[Path, list[dict[str, Row]]] = {HERE.parent: [], other: []}
    for turn in range(rounds):
        for checkout in sorted(runs, reverse=turn % 2 == 1):
            runs[checkout].append({key(row): row for row in measure(name, long=long, checkout=checkout)})
    ours, theirs = runs[HERE.parent], runs[other]
    lines = [line_of(what, ours, theirs) for what in dict.fromkeys([*ours[0], *theirs[0]])]
    return f"## {name}\n\n{table(('what', 'here', 'there', 'here / there', 'unit', ''), lines)}"


def key(row: Row) -> str:
    """Return the name of a row without the measurements in brackets at its end."""
    return re.sub(r" \([^()]*\)$", "", str(row["name"]))


def line_of(what: str, ours: list[dict[str, Row]], theirs: list[dict[str, Row]]) -> tuple[object, ...]:
    """Return the medians of a row here and there, their ratio, the unit, and a remark."""
    here, there = (median([run[what]["value"] for run in runs if what in run]) for runs in (ours, theirs))
    unit = (ours[0] if what in ours[0] else theirs[0])[what]["unit"]
    if not isinstance(here, int | float) or not isinstance(there, int | float):
        return what, here, there, None, unit, ""
    ratio = here / there if there else None
    if not unit:
        return what, here, there, ratio and f"{ratio:.3f}", unit, "" if here == there else "differs"
    is_speed = any(word in f"{what} {unit}" for word in SPEEDS)
    is_slower = ratio is not None and (1 / ratio if is_speed and ratio else ratio) > SLOWER
    return what, here, there, ratio and f"{ratio:.3f}", unit, "slower" if is_slower else ""


def median(values: list[object]) -> object:
    """Return the median of numbers, None for an empty list; anything that is not a number is returned unchanged."""
    numbers = [value for value in values if isinstance(value, int | float)]
    return statistics.median(numbers) if numbers else next(iter(values), None)


def main(words: list[str]) -> None:
    """Measure the named modules and print them; all of them are also written to RESULTS.md."""
    parser = argparse.ArgumentParser("python -m benchmarks", description="Time what claims to be fast.")
    parser.add_argument("names", nargs="*", help=f"MODULE or MODULE.FUNCTION, of {', '.join(modules())}")
    parser.add_argument("--long", action="store_true", help="also what takes long")
    parser.add_argument("--beside", type=Path, help="another checkout to compare with")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each checkout in a comparison")
    given = parser.parse_args(words)
    if unknown := [name for name in given.names if name.partition(".")[0] not in modules()]:
        parser.error(f"no benchmark is called {unknown[0]}")
    if given.beside:
        other = given.beside.resolve()
        print(f"{machine()}\nhere {commit()}, there {commit(other)}, median of {given.rounds}", flush=True)
    missing, code = [], 0
    for name in given.names or modules():
        try:
            if given.beside:
                new = compared(name, other, given.rounds, long=given.long)
            else:
                new = section(name, long=given.long)
        except NotMeasuredError as error:  # the others are measured all the same
            missing.append(f"{name} was not measured: {error.args[0]}")
            code = code or error.args[1]
            continue
        print(f"\n{new}", flush=True)
        if not given.names and not given.beside:  # after each, so that nothing is lost if the next one is interrupted
            text = RESULTS.read_text("utf-8") if RESULTS.exists() else ""
            RESULTS.write_text(written(text, name, new), "utf-8")
    for line in missing:
        print(line, file=sys.stderr)
    if code:
        sys.exit(code)


if __name__ == "__main__":
    main(sys.argv[1:])
