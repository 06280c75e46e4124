"""The package alone, as `pip install solvable` brings it, in an environment of its own: small, true to the README."""

import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from tests.test_readme import ROOT, pattern, sessions
from tests.wheels import wheel

OF_VENV = ("pip", "setuptools", "pkg_resources", "_distutils", "distutils")  # what every new venv holds
MOST = 12 << 20  # bytes of the package and all that it needs
HEAVY = {"numpy", "flint", "python_flint"}


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment that holds the light package alone."""
    folder = tmp_path_factory.mktemp("light") / "venv"
    run = partial(subprocess.run, check=False, capture_output=True, text=True)
    made = run([sys.executable, "-m", "venv", str(folder)])
    if made.returncode:
        pytest.skip(f"no virtual environment can be made here: {made.stderr[-200:]}")
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = run([*pip, "--no-compile", "--constraint", str(ROOT / "constraints.txt"), str(wheel(tmp_path_factory))])
    if done.returncode:
        pytest.skip(f"pip cannot install here: {done.stderr[-200:]}")
    return folder


def run(environment: Path, command: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "SOLVABLE_KERNELS")}
    path = f"{environment / 'bin'}{os.pathsep}{kept['PATH']}"
    told = kept | {"PATH": path, "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "COLUMNS": "80"}
    shell = ["bash", "-o", "pipefail", "-c", command]
    return subprocess.run(shell, cwd=ROOT, env=told, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_it_is_small(environment: Path) -> None:
    (packages,) = environment.glob("lib/python*/site-packages")
    named = {path.name for path in packages.iterdir()}
    assert "solvable" in named and not named & HEAVY
    own = [path for path in packages.rglob("*") if not path.relative_to(packages).parts[0].startswith(OF_VENV)]
    assert sum(path.stat().st_size for path in own if path.is_file() and path.suffix != ".pyc") <= MOST


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "shown"),
    [each for each in sessions("README.md") if not each[0].startswith("make")],
    ids=lambda v: v[:50],
)
def test_the_readme_is_true_there(command: str, shown: str, environment: Path) -> None:
    done = run(environment, command)
    assert done.returncode in (0, 1, 3), done.stderr
    printed = "\n".join(line.rstrip() for line in done.stdout.strip("\n").splitlines())
    assert re.fullmatch(pattern(shown), printed, re.DOTALL), printed


@pytest.mark.slow
def test_what_wants_the_extra_says_so(environment: Path) -> None:
    done = run(environment, "solvable dataset tiles:3x3 --boards 5 --out /tmp/no.npz")
    assert done.returncode == 2 and 'pip install "solvable[arrays]"' in done.stderr
    done = run(environment, "python -c 'import solvable; solvable.solve_many(solvable.LightsOut(5, 5), [])'")
    assert 'ImportError: this needs numpy: pip install "solvable[arrays]"' in done.stderr


@pytest.mark.slow
def test_searches_and_tables_need_no_extra(environment: Path, tmp_path: Path) -> None:
    for command, shown in (
        ("count lights:5x5 --worst", "15 presses"),
        ("pdb build 4x4-663", "4x4-663"),
        ("solve lights:19x19#1", "presses"),
        ("solve tiles:5x5#1 --near --time 0.5", "moves"),
        ("table worst 1..5", "15"),
    ):
        done = run(environment, f"SOLVABLE_CACHE={tmp_path} solvable {command}")
        assert done.returncode in (0, 3) and shown in done.stdout, (command, done.stdout, done.stderr)


@pytest.mark.slow
def test_worst_cases_are_checked_without_numpy(environment: Path) -> None:
    for size in ("5x5", "9x9", "16x16"):
        done = run(environment, f"solvable count lights:{size} --worst --json | solvable verify")
        assert done.returncode == 0 and "unchecked" not in done.stdout, (size, done.stdout, done.stderr)


@pytest.mark.slow
def test_sessions_scenes_and_proofs_are_there(environment: Path) -> None:
    program = """
import json, random, solvable
from solvable import answers as query
from solvable.play.session import Session
puzzle = solvable.LightsOut(6, 6, k=3, surface="torus")
state = puzzle.scramble(random.Random(1))
session = Session(puzzle, state)
hints = [session.hint() for _ in range(2)]
tiles = solvable.SlidingTiles(4, 4)
position = tiles.scramble(random.Random(1))
found = tiles.optimal(position)
answers = [query.solve(puzzle, state), query.solve(tiles, position)]
print(json.dumps([found.is_optimal, all(solvable.verify(answer) for answer in answers), "<svg" in tiles.svg(position)]))
"""
    done = run(environment, f"python - <<'END'{program}END")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [True, True, True]
