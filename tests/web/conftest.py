"""The browser, node and the built site; what is missing is a visible skip, with SOLVABLE_REQUIRE=browser a failure."""

import atexit
import functools
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import SimpleHTTPRequestHandler
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

import pytest
from filelock import FileLock
from tests.cli.conftest import cli
from tests.once import made
from tools import browser

from solvable.web import rpc

__all__ = ["cli"]  # the program, run in this process, to be compared with the server

collect_ignore_glob = [] if all(map(find_spec, ("fastapi", "uvicorn", "httpx"))) else ["*serve*.py", "serving.py"]


def missing(what: str) -> NoReturn:
    """Skip what needs something that is not here, or fail where that is required."""
    if "browser" in os.environ.get("SOLVABLE_REQUIRE", "").split(","):
        pytest.fail(what)
    pytest.skip(what)


@contextmanager
def needing() -> Iterator[None]:
    """Skip, or fail, where the body finds something missing."""
    try:
        yield
    except browser.MissingError as error:
        missing(str(error))


@pytest.fixture(scope="session")
def node() -> str:
    """The path of node."""
    return shutil.which("node") or missing("node is not installed (Debian: nodejs)")


def fetched(package: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the path of what npm fetches for this target of the Makefile."""
    with needing(), FileLock(tmp_path_factory.getbasetemp().parent / "npm.lock"):  # several processes may test at once
        return browser.fetched(package)


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of axe-core, which judges accessibility."""
    return fetched("axe", tmp_path_factory)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the static site, built now."""
    return made(tmp_path_factory, "site", lambda folder: browser.build(folder, fetched("pyodide", tmp_path_factory)))


@pytest.fixture(scope="session")
def site(built: Path) -> Iterator[str]:
    """The address of the static site on a plain file server."""
    with browser.served(built) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Any:
    """A running Chromium."""
    with needing():
        return opened(browser.program())


@functools.cache
def opened(program: str) -> Any:
    """Return the browser of this process: its driver keeps an event loop, and a thread bears one."""
    driver = browser.playwright()
    found = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
    atexit.register(driver.stop)
    atexit.register(found.close)
    return found


@functools.cache
def variants() -> object:
    """What a site has in its variants.json."""
    return json.loads(rpc.ask("variants", "{}"))["answer"]


class Answering(browser.Silent):
    """The page's files as they stand, and the bridge behind the API: the page with no runtime to load."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".js": "text/javascript"}

    def end_headers(self) -> None:
        """Let a frame of another origin have the files."""
        self.send_header("access-control-allow-origin", "*")
        super().end_headers()

    def do_GET(self) -> None:  # noqa: N802  the name is given
        """Send a file, or what is no file here."""
        if self.path == "/healthz":
            self.reply(200, {"status": "ok"})
        elif self.path == "/variants.json":
            self.reply(200, variants())
        else:
            super().do_GET()

    def do_POST(self) -> None:  # noqa: N802  the name is given
        """Answer a question."""
        fields = self.rfile.read(int(self.headers["content-length"])).decode()
        told = json.loads(rpc.ask(self.path.rpartition("/")[2], fields))
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
    folder = Path(rpc.__file__).parent / "static"
    with browser.served(folder, Answering) as place:
        yield place


WRITTEN = "new Promise(done => setTimeout(done, 350))"
"""Run in the page, waits for what its own timers of 310 ms do, however busy the machine: timers come in order."""


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
        page.on("console", self.heard)
        page.goto(f"{self.address}#{board}")
        page.wait_for_selector("body[data-ready]")
        return page

    def heard(self, said: Any) -> None:
        """Hear what the console says of what the server does not allow."""
        if "Security Policy" in said.text:
            self.faults.append(said.text)


def visits(chromium: Any, address: str) -> Iterator[Visit]:
    """Yield a visitor, and look for faults when it has gone."""
    visitor = Visit(chromium, address)
    yield visitor
    for context in visitor.contexts:
        context.close()
    assert not visitor.faults


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page of a real server."""
    serving = pytest.importorskip("tests.web.serving", reason="the server wants solvable[web]", exc_type=ImportError)
    with serving.serving(tmp_path_factory.mktemp("served") / "log") as served:
        yield f"{served.address}/"


@pytest.fixture
def visit(chromium: Any, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Visits to the page; those of tests that are `served` also where a real server answers it."""
    yield from visits(chromium, request.getfixturevalue(getattr(request, "param", "address")))


@pytest.fixture
def visit_site(chromium: Any, site: str) -> Iterator[Visit]:
    """Visits to the static site, where the runtime answers."""
    yield from visits(chromium, site)
