"""The page and a real server: with no runtime of its own, and with one that asks the server what is too big for it."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import Visit, visits
from tests.web.serving import Served, serving

LARGE = "lights:64x64,mod3#1"  # 4,096 equations over Z/3
ALONE = "lights:3x3:110/000/000"
SWAPPED = "tiles:4x4:1,2,3,4/5,6,7,8/9,10,11,12/13,15,14,0"
BEGIN = """async () => {
  const { createEngine } = await import("./engine/engine.js");
  window.engine = createEngine();
  await engine.load();
}"""
ASK = "board => engine.ask('check', { board }).catch(error => error.code)"


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Served]:
    """A server of the page of the package, which lives by its server."""
    with serving(tmp_path / "log") as served:
        yield served


@pytest.fixture
def visit_alone(chromium: Any, alone: Served) -> Iterator[Visit]:
    yield from visits(chromium, f"{alone.address}/")


def test_the_browser_answers_large_boards_itself_with_a_server_and_without(
    chromium: Any, built: Path, tmp_path: Path
) -> None:
    context = chromium.new_context()
    page = context.new_page()
    with serving(tmp_path / "log", site=built) as served:
        page.goto(f"{served.address}/runtime.json")
        page.evaluate(BEGIN)
        answer = page.evaluate(ASK, LARGE)
        assert (answer["answeredBy"], answer["solutions"]) == ("local", str(3**8))  # of nullity 8
        served.end()
    assert page.evaluate(ASK, LARGE)["solutions"] == str(3**8)
    assert page.evaluate(ASK, ALONE)["answeredBy"] == "local"
    context.close()


@pytest.mark.parametrize(("lang", "reason"), [("en", "Address already in use"), ("zh", "端口已被占用")])
def test_a_port_that_is_taken_is_named_in_the_language_of_the_user(lang: str, reason: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words = [sys.executable, "-m", "solvable", "serve", "--port", port, "--lang", lang]
        shown = subprocess.run(words, capture_output=True, encoding="utf-8", check=False)
    assert (shown.returncode, shown.stderr) == (2, f"solvable: 127.0.0.1:{port}: {reason}\n")


def test_a_page_that_lives_by_its_server_says_when_it_is_gone_and_plays_on(visit_alone: Visit, alone: Served) -> None:
    page = visit_alone(f"solve:{SWAPPED}")
    page.wait_for_selector(".proof")
    page.click(".proof [data-do=fix]")
    page.wait_for_selector("#headline:has-text('Fixed: 14 and 15 changed places.')")
    page.evaluate("location.hash = 'solve:lights:5x5#1'")
    page.wait_for_selector(".cell.marked")
    assert "answered by the server" in page.inner_text(".result")
    alone.end()
    before = page.get_attribute("[data-cell='12']", "aria-label")
    page.click("[data-cell='12']")
    assert page.get_attribute("[data-cell='12']", "aria-label") != before
    page.evaluate("location.hash = 'solve:lights:5x5#2'")
    page.wait_for_selector("#status:has-text('The server does not answer.')")
