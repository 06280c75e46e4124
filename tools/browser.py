"""The page in a real browser, for tests, benchmarks and pictures: the site on a plain file server, and Chromium."""

import functools
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tools import make_site

ROOT = Path(__file__).parents[1]
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same engine without windows, which takes less than half of the CPU time."""


class MissingError(Exception):
    """Something required is not installed on this machine; the message is what to install."""


def program() -> str:
    """Return the path of Chromium."""
    return next(filter(None, map(shutil.which, CHROMIUM)), None) or missing(
        "no Chromium is installed (Debian: chromium)"
    )


def missing(what: str) -> Any:
    """Raise MissingError."""
    raise MissingError(what)


def playwright() -> Any:
    """Return the started library that drives browsers."""
    try:
        from playwright import sync_api
    except ImportError:
        missing("playwright is not installed: pip install playwright")
    return sync_api.sync_playwright().start()


@contextmanager
def chromium() -> Iterator[Any]:
    """Yield a Chromium, and end it."""
    path, driver = program(), playwright()
    browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
    try:
        yield browser
    finally:
        browser.close()
        driver.stop()


def fetched(package: str) -> str:
    """Return the path of the files that npm fetches for this target of the Makefile."""
    if shutil.which("npm") is None:
        missing("npm is not installed (Debian: npm)")
    command = ["make", "--no-print-directory", package]
    target = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if target.returncode:
        missing(f"npm gave no {package}: {target.stderr[-200:]}")
    return target.stdout.strip().splitlines()[-1]


def build(folder: Path, pyodide: str) -> None:
    """Build the site in a folder, with this Pyodide runtime."""
    make_site.build(folder, Path(pyodide))


class Silent(SimpleHTTPRequestHandler):
    """A file server that writes no log."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the name is given
        """Write nothing."""


@contextmanager
def served(folder: Path, handler: type[Silent] = Silent) -> Iterator[str]:
    """Yield the address of a folder's files on a free port of this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
