"""A browser, and a file server that also answers questions: the page with the engine `server`, without any runtime.

The browser is Debian's chromium. Where it or playwright is missing the tests are skipped, and with
SOLVABLE_REQUIRE=browser their absence is a failure.
"""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from solvable.web import bridge

STATIC = Path(bridge.__file__).parent / "static"


@cache
def variants() -> Any:
    """Return what a site has in its variants.json."""
    return json.loads(bridge.ask("variants", "{}"))["answer"]


class Handler(SimpleHTTPRequestHandler):
    """Files, and the questions of the bridge."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".js": "text/javascript", ".mjs": "text/javascript"}

    def log_message(self, *words: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        if self.path == "/healthz":
            self._reply(200, {"status": "ok"})
        elif self.path == "/variants.json":
            self._reply(200, variants())
        else:
            super().do_GET()

    def do_POST(self) -> None:
        fields = self.rfile.read(int(self.headers["content-length"])).decode()
        told = json.loads(bridge.ask(self.path.rpartition("/")[2], fields))
        self._reply(200 if "answer" in told else 422, told.get("answer", told.get("error")))

    def _reply(self, status: int, told: object) -> None:
        body = json.dumps(told).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        with suppress(ConnectionError):  # a page that is gone
            self.wfile.write(body)


class Files(Handler):
    """Files alone, as any static host has them."""

    def do_GET(self) -> None:
        SimpleHTTPRequestHandler.do_GET(self)

    def do_POST(self) -> None:
        self.send_error(405)


def serve(folder: Path, handler: type[Handler]) -> Iterator[str]:
    """Yield the address of a server of this folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


def missing(message: str) -> None:
    """Skip, or fail where a browser is required."""
    if "browser" in os.environ.get("SOLVABLE_REQUIRE", "").split(","):
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    yield from serve(STATIC, Handler)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    path = shutil.which("chromium")
    if path is None:
        missing("chromium is not installed (Debian: chromium)")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright is not installed (pip install playwright)")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


class Visit:
    """Contexts of a browser, each a visitor of their own; a fault of the page fails the test."""

    def __init__(self, browser: Any, address: str) -> None:
        self.browser, self.address, self.faults, self.contexts = browser, address, list[str](), list[Any]()

    def __call__(self, board: str = "", **how: Any) -> Any:
        """Return the page, opened with this in its hash."""
        options = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US", "service_workers": "block"}
        context = self.browser.new_context(**(options | how))
        context.set_default_timeout(60_000)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.goto(f"{self.address}#{board}")
        page.wait_for_selector("body[data-ready]")
        return page


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Visit]:
    visitor = Visit(browser, address)
    yield visitor
    for context in visitor.contexts:
        context.close()
    assert not visitor.faults
