"""The browser, node and the built site; what is missing is a visible skip, with SOLVABLE_REQUIRE=browser a failure."""

import functools
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NoReturn

import pytest
from filelock import FileLock

ROOT = Path(__file__).parents[2]
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


def missing(what: str) -> NoReturn:
    """Skip what needs something that is not here, or fail where that is required."""
    if "browser" in os.environ.get("SOLVABLE_REQUIRE", "").split(","):
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def node() -> str:
    """The path of node."""
    return shutil.which("node") or missing("node is not installed (Debian: nodejs)")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the static site, built now, on a plain file server."""
    if shutil.which("npm") is None:
        missing("npm is not installed (Debian: npm)")
    with FileLock(tmp_path_factory.getbasetemp().parent / "npm.lock"):  # several processes may test at once
        command = ["make", "--no-print-directory", "pyodide"]
        target = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if target.returncode:
        missing(f"npm gave no pyodide: {target.stderr[-200:]}")
    folder = tmp_path_factory.mktemp("web") / "site"
    command = [sys.executable, "tools/make_site.py", str(folder), "--pyodide", target.stdout.strip().splitlines()[-1]]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Silent(SimpleHTTPRequestHandler):
    """A file server that writes no log."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the name is given
        """Write nothing."""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A running Chromium."""
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        missing("no Chromium is installed (Debian: chromium)")
    with playwright().sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


def playwright() -> Any:
    """The library that drives browsers."""
    try:
        from playwright import sync_api
    except ImportError:
        missing("playwright is not installed: pip install playwright")
    return sync_api
