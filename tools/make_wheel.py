"""What is installed: `python -m tools.make_wheel dist` builds the source distribution and two wheels.

The light wheel, for any Python, is built from the source distribution, as `pip install` of that does. The other is the
same with a folder more: what numba compiles when `solvable warm` runs from the files of the light one, for
`shipped.BASELINE` instead of this processor, and a note of what that depends on (`kernels/shipped.py`). Its tag names
this Python and platform. A step of `warm` takes some 20 seconds, all take minutes.
"""

import argparse
import base64
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
import venv
import zipfile
from pathlib import Path

from solvable.kernels import shipped

ROOT = Path(__file__).parents[1]
HERE = "solvable/kernels"
TIME = (2020, 2, 2, 0, 0, 0)  # of all files in a wheel: what is built twice is the same


def source(dist: Path) -> Path:
    """Build the source distribution, by what `pyproject.toml` requires in an environment of its own, and return it."""
    requires = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    code = "import sys; from hatchling.build import build_sdist; build_sdist(sys.argv[1])"
    with tempfile.TemporaryDirectory() as name:
        environment, folder = Path(name) / "environment", Path(name) / "dist"
        venv.create(environment, with_pip=True)
        python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *map(str, requires)], check=True)
        subprocess.run([python, "-c", code, folder], check=True, cwd=ROOT)
        (built,) = folder.glob("*.tar.gz")
        return Path(shutil.move(built, dist / built.name))


def light(sources: Path, dist: Path) -> Path:
    """Build the light wheel from the source distribution and return it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([*pip, "--wheel-dir", str(folder), str(sources)], check=True)
        (built,) = folder.glob("*.whl")
        return Path(shutil.move(built, dist / built.name))


def compiled(wheel: Path, folder: Path, steps: list[str]) -> Path:
    """Compile what the steps need, or all do, from the wheel's own files; return the folder of the kernels to ship."""
    package, cache, result = folder / "package", folder / "cache", folder / "shipped"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(package)
    chosen = {"NUMBA_CPU_NAME": shipped.BASELINE, "NUMBA_CPU_FEATURES": shipped.BEYOND, "NUMBA_CACHE_DIR": str(cache)}
    apart = {"SOLVABLE_CACHE": str(folder / "tables"), "PYTHONPATH": os.pathsep.join([str(package), str(ROOT)])}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "SOLVABLE_"))}
    command = [sys.executable, "-m", "tools.make_wheel", "--compile", str(result), *steps]
    subprocess.run(command, env=kept | chosen | apart, cwd=folder, check=True)
    rooms = {room.name: room for room in (package / HERE).rglob("*") if room.is_dir()}
    for each in (each for each in cache.iterdir() if each.is_dir()):  # as "ida_0123abcd", named by numba
        name = each.name.rpartition("_")[0]
        to = result / rooms[name].relative_to(package / HERE)
        shutil.copytree(each, to, dirs_exist_ok=True)
    return result


def compile_here(folder: Path, steps: list[str]) -> None:
    """Compile what the steps need for the processor that numba was told of, and note that in the folder."""
    import llvmlite
    import numba
    from numba.core.registry import cpu_target

    from solvable.warming import link, warm

    done = []
    folder.mkdir(parents=True, exist_ok=True)
    for step in warm(tuple(steps)):
        print(f"{step.number} of {step.count}: {step.name}", flush=True)
        done.append(step.name)
    for name in done:
        link(name, folder / f"{name}.so", "")
    magic = cpu_target.target_context.codegen().magic_tuple()
    shipped.write(folder, numba.__version__, llvmlite.__version__, magic, tuple(done))


def tag() -> str:
    """Return the tag of wheels for this Python and platform."""
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{version}-{version}{getattr(sys, 'abiflags', '')}-{platform}"


def packed(wheel: Path, folder: Path) -> Path:
    """Return the wheel with the folder's files as well, written beside it under its own tag."""
    name, version, *_ = wheel.name.split("-")
    result = wheel.with_name(f"{name}-{version}-{tag()}.whl")
    about = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        files = {each: archive.read(each) for each in archive.namelist()}
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        files[f"{HERE}/compiled/{file.relative_to(folder).as_posix()}"] = file.read_bytes()
    said = files[f"{about}/WHEEL"].decode()
    said = said.replace("Root-Is-Purelib: true", "Root-Is-Purelib: false").replace("Tag: py3-none-any", f"Tag: {tag()}")
    files[f"{about}/WHEEL"] = said.encode()
    del files[f"{about}/RECORD"]
    files[f"{about}/RECORD"] = record(files, f"{about}/RECORD").encode()
    with zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in files.items():
            info = zipfile.ZipInfo(path, TIME)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(info, content)
    return result


def record(files: dict[str, bytes], own: str) -> str:
    """Return the list of files with their checksums and sizes, itself without."""

    def line(path: str, content: bytes) -> str:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        return f"{path},sha256={digest},{len(content)}\n"

    return "".join(line(path, content) for path, content in files.items()) + f"{own},,\n"


def main(words: list[str]) -> int:
    """Build the source distribution and both wheels, and say how large they are."""
    parser = argparse.ArgumentParser(
        prog="tools.make_wheel", description="sources, the light wheel, and one with its kernels"
    )
    parser.add_argument("dist", type=Path, help="the folder for them")
    parser.add_argument("steps", nargs="*", metavar="STEP", help="of `solvable warm`, as tiles.near; all without")
    parser.add_argument("--compile", action="store_true", help=argparse.SUPPRESS)  # in a process of its own
    given = parser.parse_args(words)
    if given.compile:
        compile_here(given.dist, given.steps)
        return 0
    given.dist.mkdir(parents=True, exist_ok=True)
    sources = source(given.dist)
    wheel = light(sources, given.dist)
    with tempfile.TemporaryDirectory() as name:
        full = packed(wheel, compiled(wheel, Path(name), given.steps))
    for each in (sources, wheel, full):
        print(f"{each}: {each.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
