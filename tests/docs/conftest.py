"""The built site and a browser; what is missing is a visible skip, with SOLVABLE_REQUIRE=browser a failure."""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

ROOT = Path(__file__).parents[2]
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


def missing(what: str) -> NoReturn:
    """Skip what needs something that is not here, or fail where that is required."""
    if "browser" in os.environ.get("SOLVABLE_REQUIRE", "").split(","):
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, built now as `make docs` builds it: a warning fails it."""
    if importlib.util.find_spec("zensical") is None:
        missing("zensical is not installed: pip install '.[docs]'")
    folder = tmp_path_factory.mktemp("docs")
    command = [sys.executable, "-m", "tools.docs", str(folder / "site"), "--work", str(folder / "work")]
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")])
    run = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return folder / "site"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A running Chromium."""
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        missing("no Chromium is installed (Debian: chromium)")
    try:
        from playwright import sync_api
    except ImportError:
        missing("playwright is not installed: pip install '.[browser]'")
    with sync_api.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The accessibility checker axe-core, as JavaScript."""
    found = importlib.util.find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        missing("axe-core is not installed: pip install '.[browser]'")
    return (Path(found.origin).parent / "axe.min.js").read_text("utf-8")
