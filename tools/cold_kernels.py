"""Which kernels are there that `solvable warm` does not compile: `python -m tools.cold_kernels [STEP …]`.

Warms an empty cache, then compares numba's index files in it with the functions that kernels' source compiles. What a
step does not reach, and its user must wait for, is printed.
"""

import argparse
import ast
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

KERNELS = Path(__file__).parents[1] / "src" / "solvable" / "kernels"


def compiled(file: Path) -> Iterator[str]:
    """Yield the functions of a file that numba compiles and caches, each as "tiles/ida.search"."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.FunctionDef):
            names = [each.id for each in node.decorator_list if isinstance(each, ast.Name)]
            if "jit" in names:
                yield f"{file.parent.name}/{file.stem}.{node.name}"


def kernels() -> set[str]:
    """Return all kernels that an answer may need."""
    return {name for file in KERNELS.rglob("*.py") for name in compiled(file)}


def cached(folder: Path) -> set[str]:
    """Return the kernels of which a cache folder has an index file."""
    found = set()
    for path in folder.rglob("*.nbi"):
        module, _, function = path.name.partition("-")[0].partition(".")
        found.add(
            f"{path.parent.name.rpartition('_')[0] or path.parent.parent.name}/{module}.{function.split('.')[-1]}"
        )
    return found


def warmed(folder: Path, steps: list[str]) -> set[str]:
    """Return the kernels that these steps, or all, leave in an empty cache."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder), "SOLVABLE_CACHE": str(folder / "tables")}
    subprocess.run([sys.executable, "-m", "solvable.warming", *steps], env=environment, check=True)
    return cached(folder)


def main(words: list[str]) -> int:
    """Return 1 where a kernel stays cold."""
    parser = argparse.ArgumentParser(prog="tools.cold_kernels", description="kernels that no step of warm compiles")
    parser.add_argument("steps", nargs="*", metavar="STEP", help="as tiles.near; all without")
    parser.add_argument("--cache", type=Path, help="compare with this cache instead of filling one")
    given = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder:
        warm = cached(given.cache) if given.cache else warmed(Path(folder), given.steps)
    cold = sorted(kernels() - warm)
    for name in cold:
        print(name)
    print(f"{len(kernels())} kernels, {len(cold)} cold")
    return 1 if cold else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
