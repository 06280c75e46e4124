"""Compiling in a process of its own: marks, one at a time, and processes that end."""

import functools
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from solvable import warming
from solvable.budget import Budget
from solvable.shared import behind
from solvable.tiles import compiling
from solvable.warming import warm


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.delenv("SOLVABLE_KERNELS", raising=False)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return tmp_path


def test_what_is_marked_is_done(folder: Path) -> None:
    assert not behind.is_done("tiles.near")
    behind.mark("tiles.near").touch()
    assert behind.is_done("tiles.near") and not behind.is_done("tiles.census")
    assert [path.parent for path in folder.iterdir()] == [folder]


def test_one_process_compiles_at_a_time() -> None:
    assert not behind.is_going_on()
    with behind.compiling():
        assert behind.is_going_on()
        assert behind.start("tiles.near") and not behind._running  # nobody was started
    assert not behind.is_going_on()


@pytest.mark.parametrize("program", ["/bin/false", "/no/such/program"])
def test_who_waits_hears_of_a_process_that_failed(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", program)
    coming = compiling.Coming(compiling.NEAR)
    budget = Budget(60)
    coming.wait(budget)
    assert coming.is_hopeless and not coming.are_here and not budget.is_over


@pytest.mark.parametrize("program", ["/bin/false", "/no/such/program"])
def test_what_a_process_could_not_compile_is_compiled_here(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    done = list[str]()
    names = ("tiles.one", "tiles.two", "tiles.three")
    monkeypatch.setattr(sys, "executable", program)
    monkeypatch.setattr(warming, "steps", lambda: {name: functools.partial(done.append, name) for name in names})
    assert [step.name for step in warm(workers=2)] == done == [*names]
    assert all(map(behind.is_compiled, names))


def test_no_process_goes_on_when_nobody_waits(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = folder / "program"
    program.write_text("#!/bin/sh\nexec sleep 600\n")
    program.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(program))
    usual, begun = behind.process, list[Any]()

    def process(*words: str) -> Any:
        begun.append(usual(*words))
        return begun[-1]

    monkeypatch.setattr(behind, "process", process)
    coming: Any = warm(("tiles.near", "tiles.census", "lights.giant"), workers=2)
    assert [next(coming).number for _ in range(2)] == [1, 2] and behind.is_going_on()
    coming.close()
    assert [each.poll() for each in begun] == [-9] and not behind.is_going_on()


def test_the_process_behind_imports_this_package_where_none_is_installed() -> None:
    program = "import solvable.warming; print(solvable.warming.__file__)"
    run = [sys.executable, "-S", "-P", "-c", program]  # without the site's packages
    shown = subprocess.run(run, env={"PYTHONPATH": str(behind.PACKAGES)}, capture_output=True, text=True, check=True)
    assert Path(shown.stdout.strip()) == behind.PACKAGES / "solvable" / "warming" / "__init__.py"
