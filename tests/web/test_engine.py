"""The engine in a real browser, against the static site on a plain file server, the network otherwise off."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tools.agree import page as page_agrees

import solvable
from solvable.core.puzzle import replay

BEGIN = """async () => {
  const { createEngine } = await import("./engine/engine.js");
  window.engine = createEngine();
  window.phases = [];
  engine.onStatus(status => phases.push(status));
  await engine.load();
}"""
ASK = """async ([verb, fields]) => {
  window.events = [];
  try { return await engine.ask(verb, fields, { onEvent: event => events.push(event) }); }
  catch ({ name, code, message, line, column, expected, arguments: values }) {
    return { name, code, message, line, column, expected, arguments: values };
  }
}"""
STOPPED = """async ([fields, wait]) => {
  const asked = new AbortController(), events = [];
  const answer = engine.ask("solve", fields, { signal: asked.signal, onEvent: event => events.push(event) })
    .catch(error => error.code);
  await new Promise(done => setTimeout(done, wait));
  const other = await engine.ask("check", { board: "lights:5x5#1" });
  const begun = performance.now();
  asked.abort();
  return { code: await answer, seconds: (performance.now() - begun) / 1000, events, other };
}"""
PATIENCE = 120_000  # milliseconds: machines may be busy
FARTHEST = "tiles:4x4,goal=blank-first:15,14,8,12,10,11,9,13,2,6,5,1,3,7,4,0"  # 80 moves


@pytest.fixture(scope="module")
def page(chromium: Any, site: str) -> Iterator[Any]:
    """A page of the site with a loaded engine; what is asked of other hosts fails, and is noticed."""
    context = chromium.new_context()
    context.set_default_timeout(PATIENCE)
    strangers: list[str] = []

    def refuse(route: Any) -> None:
        strangers.append(route.request.url)
        route.abort()

    context.route(lambda url: not url.startswith(site), refuse)
    page = context.new_page()
    page.goto(site + "runtime.json")
    page.evaluate(BEGIN)
    yield page
    context.close()
    assert not strangers


def test_the_runtime_tells_how_it_loads(page: Any) -> None:
    phases = page.evaluate("phases")
    assert (phases[0]["phase"], phases[-1]["phase"]) == ("idle", "ready")
    loaded = [status["loaded"] for status in phases if status["phase"] == "loading"]
    assert loaded == sorted(loaded) and loaded[-1] <= phases[-1]["total"]


def test_random_boards_get_the_answers_of_the_command_line(
    page: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLVABLE_CACHE", str(tmp_path))  # a larger table there would give other node counts
    asked = list(islice(page_agrees.questions(seed=1), 50))
    assert len({each.text.count("\n") for each in asked}) > 3  # several formats
    assert not page_agrees.differing(lambda verb, board: dict(page.evaluate(ASK, [verb, {"board": board}])), asked)


def test_fifteen_puzzles_and_a_short_way_of_larger_ones(page: Any) -> None:
    for board, fields in (
        ("tiles:4x4#1", {}),
        ("tiles:5x5#1", {"improve": True, "time": 2}),
        ("tiles:7x6#2", {"near": True}),
    ):
        answer, (puzzle, state) = page.evaluate(ASK, ["solve", {"board": board, **fields}]), solvable.parse(board)
        assert replay(puzzle, state, answer["moves"]) == puzzle.goal
        assert answer["length"] == len(answer["moves"]) < 260
        events = page.evaluate("events")
        assert min(event["length"] for event in events if event["type"] == "better") == answer["length"]


def test_errors_come_with_their_place_and_language(page: Any) -> None:
    error = page.evaluate(ASK, ["parse", {"text": "lights:5x5:01", "lang": "zh"}])
    wanted = {"name": "EngineError", "line": 1, "column": 14, "message": "只有 2 格", "code": "only {count} cells"}
    assert {name: error[name] for name in wanted} == wanted
    assert page.evaluate(ASK, ["dance", {}])["code"] == "unknown verb"


def test_a_long_search_shows_its_bounds_lets_others_through_and_can_be_stopped(page: Any) -> None:
    found = page.evaluate(STOPPED, [{"board": FARTHEST}, 1500])
    assert found["code"] == "cancelled" and found["seconds"] < 0.3
    assert found["other"]["verdict"] == "solvable"
    bounds = [event["lower_bound"] for event in found["events"] if event["type"] == "bound"]
    assert bounds == sorted(set(bounds)) and bounds
    assert page.evaluate(ASK, ["solve", {"board": "tiles:3x3#1"}])["verdict"] == "solved"


@pytest.mark.parametrize("served", ["nothing", "another file"])
def test_without_its_image_the_runtime_only_takes_longer(chromium: Any, site: str, served: str) -> None:
    context = chromium.new_context()
    context.set_default_timeout(PATIENCE)
    body = b"no image" if served == "another file" else b""
    context.route("**/image.gz", lambda route: route.fulfill(status=200 if body else 404, body=body))
    page = context.new_page()
    page.goto(site + "runtime.json")
    page.evaluate(BEGIN)
    assert page.evaluate(ASK, ["solve", {"board": "lights:3x3:110/000/000"}])["length"] == 5
    context.close()
