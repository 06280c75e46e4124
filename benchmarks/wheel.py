"""A first answer from a wheel with compiled kernels, and from the light one. `python -m benchmarks wheel`.

Builds both as `make wheel` does (or takes those of $SOLVABLE_WHEELS), installs each into an environment of its own with
the extra `fast`, away from the source, and asks a hard 15-puzzle and a `near`: the first time, with no table built, and
once more. The same for a processor that lacks what the kernels were compiled for, and for a note of another numba:
there the first answer is that of the light wheel, and right. Processor's seconds, without what compiles behind.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tools import make_wheel

from benchmarks.cold import end_behind

Row = dict[str, object]

HERE = Path(__file__).parents[1]
FIFTEEN = ("solve", "tiles:4x4#1", "--json")
NEAR = ("solve", "tiles:10x10#1", "--near", "--time", "1", "--json")
STEPS = ("tiles.near",)  # of `solvable warm`, that these need
OPTIMUM = 59  # moves of the 15-puzzle, as every twin proves


def row(name: str, value: float, unit: str = "s", target: float | None = None) -> Row:
    return {"name": name, "value": float(f"{value:.3g}"), "unit": unit, "target": target}


def rows(long: bool = False) -> list[Row]:
    """Return all figures, of a wheel with the kernels that are asked here; where it may take long, of one with all."""
    found: list[Row] = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        dist = Path(os.environ.get("SOLVABLE_WHEELS", folder / "dist"))
        if not dist.exists():
            make_wheel.main([str(dist), *([] if long else STEPS)])
        for wheel in sorted(dist.glob("solvable-*.whl")):
            kind = "light" if wheel.name.endswith("-none-any.whl") else "compiled"
            found.append(row(f"{kind}: size", wheel.stat().st_size / 1e6, "MB", 12))
            python = installed(wheel, folder / kind)
            found += asked(python, kind, folder / f"{kind}-caches", {})
            if kind == "compiled":
                found += asked(python, "for another processor", folder / "generic", {"NUMBA_CPU_NAME": "generic"})
                forge_version(python)
                found += asked(python, "for another numba", folder / "other", {})
    return found


def installed(wheel: Path, folder: Path) -> Path:
    """Install a wheel with the extra `fast` into a new environment and return its Python."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = folder / "bin" / "python"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--constraint", str(HERE / "constraints.txt"), f"{wheel}[fast]"], check=True, cwd=folder)
    code = "import click, llvmlite, numba, numpy, flint, solvable.api"  # their bytecode is written
    subprocess.run([str(python), "-c", code], check=True, cwd=folder, env=environment(folder, {}))
    return python


def environment(caches: Path, more: dict[str, str]) -> dict[str, str]:
    """Return an environment whose folders for kernels and tables are empty at first."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA", "SOLVABLE", "PYTHON"))}
    return kept | {"NUMBA_CACHE_DIR": str(caches / "kernels"), "SOLVABLE_CACHE": str(caches / "tables")} | more


def forge_version(python: Path) -> None:
    """Let the note say that the kernels were compiled by another numba."""
    (note,) = python.parents[1].glob("lib/*/site-packages/solvable/kernels/compiled/made_for.json")
    note.write_text(re.sub(r'"numba": "[^"]*"', '"numba": "0.0"', note.read_text()))


def asked(python: Path, kind: str, caches: Path, more: dict[str, str]) -> list[Row]:
    """Return what first and second answers take."""
    caches.mkdir()
    found = []
    for words, name, target in ((FIFTEEN, "hard 15-puzzle", 2.5), (NEAR, "near 10 × 10 in 1 s", 3.0)):
        for when in ("first", "again"):
            seconds, said = run(python, words, caches, more)
            if name == "hard 15-puzzle" and len(said["moves"]) != OPTIMUM:
                raise RuntimeError(f"{kind}: {said}")
            goal = target if (kind, when) == ("compiled", "first") else None
            found.append(row(f"{kind}: {name}, {when}: processor", seconds, "s", goal))
        found.append(row(f"{kind}: {name}: moves", len(said["moves"]), "moves"))
    end_behind(str(caches))
    return found


def run(python: Path, words: tuple[str, ...], caches: Path, more: dict[str, str]) -> tuple[float, dict[str, Any]]:
    """Return the processor's seconds of a command, and its answer."""
    process = subprocess.Popen(
        [str(python), "-m", "solvable", *words],
        env=environment(caches, more), cwd=caches, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert process.stdout is not None
    said = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    return used.ru_utime + used.ru_stime, json.loads(said)
