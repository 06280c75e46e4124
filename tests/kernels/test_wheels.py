"""Wheels of this machine and of WebAssembly: what is in them, how they are named, and that they answer when installed.

Those of the other platforms take minutes to compile: `make wheels` builds them with the same checks, in `.ci/run`.
"""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tests.wheels import source, wheel
from tools import make_wheels

pytestmark = pytest.mark.slow
build = make_wheels.kernels()
HOST, PURE = None, build.PYODIDE
COMPILED_AGAIN = ("beam", "torsion", "plane_words", "ida")  # sources, of each kind one


@pytest.mark.parametrize(("target", "other"), [(HOST, PURE), (PURE, HOST)])
def test_the_wheel_is_whole(target: str | None, other: str | None, tmp_path_factory: pytest.TempPathFactory) -> None:
    built = wheel(tmp_path_factory, target)
    assert make_wheels.faults(built, target) == []
    assert make_wheels.faults(built, other)


def test_objects_compiled_again_are_the_same(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A sample of the sources is compiled again, in another folder."""
    objects, expected = tmp_path / "objects", wheel(tmp_path_factory, PURE).read_bytes()
    again = [f"{name}-*.o" for name in COMPILED_AGAIN]
    shutil.copytree(build.CACHE, objects, ignore=shutil.ignore_patterns(*again, "tmp*"))
    assert make_wheels.wheel(source(tmp_path_factory), tmp_path / "again", PURE, objects).read_bytes() == expected
    assert {name for name in COMPILED_AGAIN if list(objects.glob(f"{name}-*.o"))} == set(COMPILED_AGAIN)


def test_a_library_of_other_sources_is_found(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    original, fingerprint = wheel(tmp_path_factory, PURE), build.fingerprint().encode()
    changed = tmp_path / original.name
    with zipfile.ZipFile(original) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(fingerprint, bytes(len(fingerprint))))
    assert [fault.partition(" was")[2] for fault in make_wheels.faults(changed, PURE)] == [" made from other sources"]


@pytest.mark.parametrize(("target", "library"), [(HOST, "kernels-"), (PURE, "None")])
def test_an_installed_wheel_answers(
    target: str | None, library: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", str(site), str(wheel(tmp_path_factory, target))], check=True)
    environment = {name: value for name, value in os.environ.items() if name != "SOLVABLE_KERNELS"}
    code = (
        "import solvable; from solvable.kernels import library; loaded = library.load();"
        "print(solvable.__file__); print(loaded and loaded.path.stem);"
        "print(solvable.LightsOut(5, 5).optimal((1,) * 25).lower_bound)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment | {"PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=True,
    )
    package, stem, length = done.stdout.splitlines()
    assert Path(package).is_relative_to(site)
    assert stem.startswith(library)
    assert length == "15"
