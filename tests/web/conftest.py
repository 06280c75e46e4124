"""The browser, node and the built site; what is missing is a visible skip, with SOLVABLE_REQUIRE=browser a failure."""

import atexit
import functools
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

import pytest
from filelock import FileLock
from tests.cli.conftest import cli

from solvable.web import bridge

__all__ = ["cli"]  # the program, run in this process, to be compared with the server

collect_ignore_glob = [] if all(map(find_spec, ("fastapi", "uvicorn", "httpx"))) else ["*server*.py", "serving.py"]

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


def fetched(package: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the path of what npm fetches for this target of the Makefile."""
    if shutil.which("npm") is None:
        missing("npm is not installed (Debian: npm)")
    with FileLock(tmp_path_factory.getbasetemp().parent / "npm.lock"):  # several processes may test at once
        command = ["make", "--no-print-directory", package]
        target = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if target.returncode:
        missing(f"npm gave no {package}: {target.stderr[-200:]}")
    return target.stdout.strip().splitlines()[-1]


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of axe-core, which judges accessibility."""
    return fetched("axe", tmp_path_factory)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the static site, built now, on a plain file server."""
    folder = tmp_path_factory.mktemp("web") / "site"
    command = [sys.executable, "tools/make_site.py", str(folder), "--pyodide", fetched("pyodide", tmp_path_factory)]
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
    yield browser(program)


@functools.cache
def browser(program: str) -> Any:
    """Return the browser of this process: its driver keeps an event loop, and a thread bears one."""
    started = playwright().sync_playwright().start()
    opened = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
    atexit.register(started.stop)
    atexit.register(opened.close)
    return opened


def playwright() -> Any:
    """The library that drives browsers."""
    try:
        from playwright import sync_api
    except ImportError:
        missing("playwright is not installed: pip install playwright")
    return sync_api


@functools.cache
def variants() -> object:
    """What a site has in its variants.json."""
    return json.loads(bridge.ask("variants", "{}"))["answer"]


class Answering(Silent):
    """The page's files as they stand, and the bridge behind the API: the page with no runtime to load."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".js": "text/javascript"}

    def do_GET(self) -> None:
        """Send a file, or what is no file here."""
        if self.path == "/healthz":
            self.reply(200, {"status": "ok"})
        elif self.path == "/variants.json":
            self.reply(200, variants())
        else:
            super().do_GET()

    def do_POST(self) -> None:
        """Answer a question."""
        fields = self.rfile.read(int(self.headers["content-length"])).decode()
        told = json.loads(bridge.ask(self.path.rpartition("/")[2], fields))
        self.reply(200 if "answer" in told else 422, told.get("answer", told.get("error")))

    def reply(self, status: int, told: object) -> None:
        """Send an object."""
        body = json.dumps(told).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        with suppress(ConnectionError):  # the page is gone
            self.end_headers()
            self.wfile.write(body)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of the page, answered by this very process."""
    folder = Path(bridge.__file__).parent / "static"
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Answering, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Visit:
    """Visitors, each with a context of their own; a fault of the page fails the test."""

    def __init__(self, chromium: Any, address: str) -> None:
        self.chromium, self.address, self.faults, self.contexts = chromium, address, list[str](), list[Any]()

    def __call__(self, board: str = "", **how: Any) -> Any:
        """Return the page, opened with this in its hash."""
        options = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US", "service_workers": "block"}
        context = self.chromium.new_context(**(options | how))
        context.set_default_timeout(60_000)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.goto(f"{self.address}#{board}")
        page.wait_for_selector("body[data-ready]")
        return page


def visits(chromium: Any, address: str) -> Iterator[Visit]:
    """Yield a visitor, and look for faults when it has gone."""
    visitor = Visit(chromium, address)
    yield visitor
    for context in visitor.contexts:
        context.close()
    assert not visitor.faults


@pytest.fixture
def visit(chromium: Any, address: str) -> Iterator[Visit]:
    """Visits to the page."""
    yield from visits(chromium, address)


@pytest.fixture
def visit_site(chromium: Any, site: str) -> Iterator[Visit]:
    """Visits to the static site, where the runtime answers."""
    yield from visits(chromium, site)
