"""Run every benchmark, or those named on the command line, and write benchmarks/RESULTS.md.

    python -m benchmarks                 all of them
    python -m benchmarks giant weight    these two, printed only

Each module runs in a process of its own, one after the other, so that memory and kernels do not mix.
"""

import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).parent
LAST = "near"  # takes twenty-five minutes
Row = dict[str, object]


def modules() -> list[str]:
    """Return the names of the benchmark modules, the longest last."""
    names = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))
    return sorted(names, key=lambda name: name == LAST)


def measure(module: str) -> list[Row]:
    """Return the rows of one module, run in a fresh process."""
    program = f"import json; from benchmarks.{module} import rows; print('\\n' + json.dumps(rows()))"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=HERE.parent, stdout=subprocess.PIPE, text=True, check=True
    )
    found: list[Row] = json.loads(run.stdout.strip().splitlines()[-1])
    return found


def machine() -> str:
    """Return a line about the processor and the versions that matter."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line]
        model = names[0] if names else model
    libraries = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba", "python-flint"))
    return f"{os.cpu_count()} × {model}, Python {platform.python_version()}, {libraries}"


def commit() -> str:
    """Return the commit that was measured, with + where the tree had changes."""
    shown = subprocess.run(
        ["git", "describe", "--always", "--dirty=+"], cwd=HERE, capture_output=True, text=True, check=False
    )
    return shown.stdout.strip() or "unknown"


def table(rows: list[Row]) -> str:
    """Return the rows as a Markdown table."""
    lines = ["| what | measured | unit | target |", "|---|---:|---|---:|"]
    for row in rows:
        target = "" if row.get("target") is None else row["target"]
        lines.append(f"| {row['name']} | {row['value']} | {row['unit']} | {target} |")
    return "\n".join(lines)


def main(names: list[str]) -> None:
    """Measure the named modules and print them; all of them are also written to RESULTS.md."""
    parts = [
        "# Results",
        "Written by `make bench`. Times are of a shared machine: compare ratios, and measure on your own.",
        f"- machine: {machine()}\n- commit: {commit()}\n- date: {datetime.now(UTC):%Y-%m-%d}\n"
        "- command: `make bench` (one subject: `python -m benchmarks NAME`)",
    ]
    for name in names or modules():
        found = table(measure(name))
        print(f"\n## {name}\n\n{found}", flush=True)
        parts += [f"## {name}", found]
        if not names:  # after each: what is measured is not lost where the next one is interrupted
            (HERE / "RESULTS.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
