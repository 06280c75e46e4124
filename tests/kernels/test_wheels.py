"""Wheels as `make wheels` builds them: what is in them, how they are named, and that they answer when installed."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tools import make_wheels

pytestmark = pytest.mark.slow
LINUX, PURE = "x86_64-linux-gnu.2.17", make_wheels.kernels().PYODIDE


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_wheels.source(tmp_path_factory.mktemp("sources"))


@pytest.mark.parametrize("target", make_wheels.kernels().TARGETS)
def test_the_wheel_of_each_platform_is_whole(target: str, sources: Path, tmp_path: Path) -> None:
    wheel = make_wheels.wheel(sources, tmp_path, target)
    assert make_wheels.faults(wheel, target) == []
    other = PURE if target != PURE else LINUX
    assert make_wheels.faults(wheel, other)  # of another platform it is none
    assert make_wheels.wheel(sources, tmp_path / "again", target).read_bytes() == wheel.read_bytes()


def test_objects_compiled_again_are_the_same(sources: Path, tmp_path: Path) -> None:
    wheel = make_wheels.wheel(sources, tmp_path, PURE)
    assert make_wheels.wheel(sources, tmp_path / "again", PURE, tmp_path / "objects").read_bytes() == wheel.read_bytes()


def test_a_library_of_other_sources_is_found(sources: Path, tmp_path: Path) -> None:
    wheel = make_wheels.wheel(sources, tmp_path, LINUX)
    fingerprint = make_wheels.kernels().fingerprint().encode()
    changed = tmp_path / "changed" / wheel.name
    changed.parent.mkdir()
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(fingerprint, bytes(len(fingerprint))))
    assert [fault.partition(" was")[2] for fault in make_wheels.faults(changed, LINUX)] == [
        " made from other sources"
    ] * 2


@pytest.mark.skipif(sys.platform != "linux" or os.uname().machine != "x86_64", reason="the wheel is for x86-64 Linux")
@pytest.mark.parametrize(("target", "path"), [(LINUX, "kernels-v"), (PURE, "None")])
def test_an_installed_wheel_answers(target: str, path: str, sources: Path, tmp_path: Path) -> None:
    wheel = make_wheels.wheel(sources, tmp_path, target)
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", str(site), str(wheel)], check=True)
    kept = {name: value for name, value in os.environ.items() if name != "SOLVABLE_KERNELS"}
    code = (
        "import solvable; from solvable.kernels import library; found = library.load();"
        "print(solvable.__file__); print(found and found.path.stem);"
        "print(solvable.LightsOut(5, 5).optimal((1,) * 25).lower_bound)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=kept | {"PYTHONPATH": str(site)}, capture_output=True, text=True, check=True
    )
    package, library, length = done.stdout.splitlines()
    assert Path(package).is_relative_to(site)
    assert library.startswith(path)
    assert length == "15"
