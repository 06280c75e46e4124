"""The built site; the browser and axe-core are those of the page's tests. What is missing is a visible skip."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.once import made
from tests.web.conftest import axe, chromium, missing

__all__ = ["axe", "chromium"]

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, built now as `make docs` builds it: a warning fails it."""
    if importlib.util.find_spec("zensical") is None:
        missing("zensical is not installed: pip install '.[docs]'")
    return made(tmp_path_factory, "docs", build) / "site"


def build(folder: Path) -> None:
    """Build the site in a folder."""
    command = [sys.executable, "-m", "tools.docs", str(folder / "site"), "--work", str(folder / "work")]
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")])
    run = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
