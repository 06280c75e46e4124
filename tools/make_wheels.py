"""Distributions: `python -m tools.make_wheels dist` builds the source distribution and the wheels of all platforms.

Each wheel is built from the source distribution, as by `pip install`, with the kernels that zig compiles for its
platform: Linux (one file serves glibc and musl), macOS and Windows; a pure one, whose kernels run under Pyodide only,
for anything else. No wheel depends on a version of Python. Builds are reproducible byte by byte. Needs the extra
`wheels`.
"""

import argparse
import importlib.util
import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]
MAGIC = {".so": b"\x7fELF", ".dylib": b"\xcf\xfa\xed\xfe", ".dll": b"MZ", ".wasm": b"\0asm"}
"""The first bytes of libraries of each kind."""


def kernels() -> ModuleType:
    """Return the module that compiles the kernels."""
    path = ROOT / "src" / "solvable" / "kernels" / "cpp" / "build.py"
    spec = importlib.util.spec_from_file_location("solvable_kernels_build", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def source(dist: Path) -> Path:
    """Build the source distribution and return it."""
    return _built("build_sdist", ROOT, dist, {})


def wheel(sources: Path, dist: Path, target: str | None = None, objects: Path | None = None) -> Path:
    """Build and return the wheel for a zig target, or for this machine, from a source distribution.

    Objects of the kernels are read from and added to the folder `objects`, by default this checkout's cache.
    """
    cache = objects or kernels().CACHE
    with tempfile.TemporaryDirectory() as name:
        with tarfile.open(sources) as archive:
            archive.extractall(name, filter="data")
        (folder,) = Path(name).iterdir()
        chosen = {"SOLVABLE_TARGET": target} if target else {}
        return _built("build_wheel", folder, dist, chosen | {"SOLVABLE_OBJECTS": str(cache)})


def checked(sources: Path, dist: Path, target: str | None = None) -> tuple[Path, list[str]]:
    """Build a wheel and return it with what is wrong with it, also if it differs when it is built again."""
    first = wheel(sources, dist, target)
    with tempfile.TemporaryDirectory() as folder:
        is_same = wheel(sources, Path(folder), target).read_bytes() == first.read_bytes()
    return first, faults(first, target) + ["built again, it differs"] * (not is_same)


def _built(hook: str, folder: Path, dist: Path, chosen: dict[str, str]) -> Path:
    dist.mkdir(parents=True, exist_ok=True)
    code = f"import sys; from hatchling.build import {hook}; print({hook}(sys.argv[1]))"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SOLVABLE_")}
    done = subprocess.run(
        [sys.executable, "-c", code, str(dist.resolve())],
        cwd=folder, env=kept | chosen, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(done.stderr)
    return dist / done.stdout.split()[-1]


def faults(wheel: Path, target: str | None = None) -> list[str]:
    """Return the faults of a wheel: its tag, its files, the names that its libraries export."""
    build, found = kernels(), []
    platform = build.TARGETS[target] if target else build.host()
    tag = f"py3-none-{platform.tag}"
    if not wheel.name.endswith(f"-{tag}.whl"):
        found.append(f"its name does not end with {tag}")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        libraries = {name: archive.read(name) for name in names if name.startswith("solvable/kernels/lib/")}
    if any(name.startswith("solvable/kernels/cpp/") for name in names):
        found.append("it holds the kernels' sources")
    if "solvable/py.typed" not in names or "solvable/kernels/library.py" not in names:
        found.append("it lacks files of the package")
    expected = {f"kernels-{level}{platform.suffix}" for level in platform.levels}
    if {Path(name).name for name in libraries} != expected:
        found.append(f"its libraries are {sorted(libraries)}, not {sorted(expected)}")
    exported = [
        line.partition("(")[0].split()[-1].encode() for line in build.signatures().splitlines() if "{" not in line
    ]
    for name, content in libraries.items():
        if not content.startswith(MAGIC[Path(name).suffix]) or not name.endswith(platform.suffix):
            found.append(f"{name} is no library of that platform")
        found += [f"{name} lacks {each.decode()}" for each in exported if each not in content]
        if build.fingerprint().encode() not in content:
            found.append(f"{name} was made from other sources")
    return found


def main(words: list[str]) -> int:
    """Build everything, check each wheel, and print the sizes."""
    targets = list(kernels().TARGETS)
    parser = argparse.ArgumentParser(prog="tools.make_wheels", description="the source distribution and all wheels")
    parser.add_argument("dist", type=Path, help="the folder for them")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"all without; of {', '.join(targets)}")
    given = parser.parse_args(words)
    if unknown := set(given.targets) - set(targets):
        parser.error(f"no target: {', '.join(sorted(unknown))}; there are {', '.join(targets)}")
    sources = source(given.dist)
    print(f"{sources.name}: {sources.stat().st_size / 1e6:.2f} MB")
    is_wrong = False
    for target in given.targets or targets:
        built, wrong = checked(sources, given.dist, target)
        is_wrong |= bool(wrong)
        print(f"{built.name}: {built.stat().st_size / 1e6:.2f} MB", *wrong, sep="\n  ", flush=True)
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
