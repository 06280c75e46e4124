"""The page in headless Chromium, from the built site on a plain file server: `python -m benchmarks page`.

How soon it plays and answers, on a first visit and on a second; the time that its engine, this package under Pyodide
with kernels in WebAssembly, takes for the boards of the published collections; whether the page stays responsive. Times
are wall times, the minimum of a few if short; on a busy machine "processor" is more reliable: the CPU time of the
browser's processes, including those that compile.
"""

import json
import random
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from statistics import mean, median
from typing import Any

from tools import browser, make_site

import solvable
from solvable.core.puzzle import replay

Row = dict[str, object]
ORACLES = Path(__file__).parents[1] / "tests" / "oracles" / "tiles"
FARTHEST = "tiles:4x4,goal=blank-first:15,14,8,12,10,11,9,13,2,6,5,1,3,7,4,0"  # 80 moves
VISITS = 3
ANSWERS = "its engine answers", "the fewest presses are told", "until then, processor"
PATIENT = 600_000  # milliseconds
IDLE = 0.03  # CPU seconds per second of an idle browser

WATCH = """() => {
  window.seen = {};
  const note = name => { window.seen[name] ??= performance.now(); };
  let wasLoading = false;
  new MutationObserver(() => {
    const bar = document.getElementById("loading");
    if (document.body?.dataset.ready !== undefined) note("plays");
    if (bar && !bar.hidden) wasLoading = true;
    if (bar && bar.hidden && wasLoading) note("answers");
    if (document.getElementById("status")?.textContent.includes("fewest")) note("told");
    if (document.querySelector(".board.large")) note("large");
  }).observe(document, { subtree: true, attributes: true, childList: true });
  window.tasks = [];
  const told = list => list.getEntries().map(({ startTime, duration }) => [startTime, duration]);
  new PerformanceObserver(list => tasks.push(...told(list))).observe({ type: "longtask", buffered: true });
}"""
PRESS = """async () => {
  document.querySelector(".large .cell[tabindex='0']").focus();
  const taken = [];
  for (let press = 0; press < 9; press++) {
    const key = document.querySelector(".board.lights") ? "Enter" : press % 2 ? "ArrowDown" : "ArrowUp";
    const begun = performance.now();
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    taken.push(performance.now() - begun);
  }
  return taken.sort((a, b) => a - b)[4];
}"""
IMPROVE = """async ([board, time]) => {
  const begun = performance.now();
  let first = 0;
  const onEvent = event => { if (event.moves) first ||= (performance.now() - begun) / 1000; };
  const { length } = await engine.ask("solve", { board, improve: true, time }, { onEvent });
  return [first, length];
}"""
BEGIN = """async () => {
  const { createEngine } = await import("./engine/engine.js");
  window.engine = createEngine();
  await engine.load();
}"""
ASK = """async ([verb, boards, fields]) => {
  const found = [];
  for (const board of boards) {
    const begun = performance.now(), answer = await engine.ask(verb, { board, ...fields });
    found.push([(performance.now() - begun) / 1000, answer]);
  }
  return found;
}"""
STOP = """async board => {
  await engine.ask("check", { board: "lights:5x5#1" });
  const asked = new AbortController(), events = [], onEvent = event => events.push(event);
  const answer = engine.ask("solve", { board }, { signal: asked.signal, onEvent }).catch(() => 0);
  while (events.filter(event => event.type === "bound").length < 5) await new Promise(done => setTimeout(done, 50));
  const begun = performance.now();
  asked.abort();
  await answer;
  const stopped = performance.now() - begun;
  await engine.ask("check", { board: "lights:5x5#2" });
  return [stopped / 1000, (performance.now() - begun) / 1000, events.map(event => event.lower_bound)];
}"""


def row(name: str, value: float, unit: str, target: float | None = None) -> Row:
    return {"name": name, "value": float(f"{value:.3g}"), "unit": unit, "target": target}


@contextmanager
def visitor(chromium: Any) -> Iterator[Any]:
    """Yield a page of a browser with an empty cache."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True)  # to look into it
    context.set_default_timeout(PATIENT)
    context.add_init_script(f"({WATCH})()")
    try:
        yield context.new_page()
    finally:
        context.close()


class Processor:
    """The CPU seconds of a browser's processes since the last call."""

    def __init__(self, chromium: Any) -> None:
        self.line, self.last = chromium.new_browser_cdp_session(), dict[int, float]()
        self.look()

    def look(self) -> float:
        """Return them; those of a process that has ended in between are lost."""
        told = self.line.send("SystemInfo.getProcessInfo")["processInfo"]
        now = {each["id"]: each["cpuTime"] for each in told}
        spent: float = sum(seconds - self.last.get(number, 0.0) for number, seconds in now.items())
        self.last = now
        return spent


def arrival(page: Any) -> tuple[float, float, float]:
    """Return the seconds until the page plays, until its engine is there, and until the fewest presses are told."""
    page.wait_for_function("window.seen.told && window.seen.answers")
    seen = page.evaluate("seen")
    return seen["plays"] / 1000, seen["answers"] / 1000, seen["told"] / 1000


def visits(chromium: Any, address: str) -> list[Row]:
    """Measure first and second visits; the second gets all files from the service worker."""
    processor, found = Processor(chromium), list[list[float]]()
    for _ in range(VISITS):
        with visitor(chromium) as page:
            processor.look()
            page.goto(f"{address}#lights:5x5#1")
            first = [*arrival(page), processor.look()]
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            page.wait_for_timeout(1000)
            processor.look()
            page.reload()
            found.append([*first, *arrival(page), processor.look()])
    names = [f"{what}, {visit} visit" for visit in ("first", "second") for what in ("the page plays", *ANSWERS)]
    least = [min(column) for column in zip(*found, strict=True)]
    to = (0.5, 3, 3, None, 0.5, 1, 1, None)
    return [row(name, value, "s", target) for name, value, target in zip(names, least, to, strict=True)]


def large(chromium: Any, address: str) -> Iterator[Row]:
    """Measure large boards: until they are there, what a press of the page's main thread takes, the longest task."""
    for board in ("lights:200x200#1", "lights:400x400#1", "tiles:100x100#1"):
        opened, presses, tasks = list[float](), list[float](), list[float]()
        for _ in range(VISITS):
            with visitor(chromium) as page:
                page.goto(f"{address}#{board}")
                page.wait_for_function("window.seen.large")
                opened.append(page.evaluate("seen.large") / 1000)
                page.wait_for_timeout(3000)
                tasks.append(max((duration for _, duration in page.evaluate("tasks")), default=0.0))
                presses.append(page.evaluate(PRESS))
        name = board.partition("#")[0]
        yield row(f"{name}: opened on a first visit", min(opened), "s", 1)
        yield row(f"{name}: a press, drawn", min(presses), "ms", 50)
        yield row(f"{name}: longest task (0: none above 50)", min(tasks), "ms", 50)


def korf(name: str, size: int) -> tuple[list[int], list[str]]:
    """Return the published lengths, and the boards as game IDs."""
    lines = [line.split(":") for line in (ORACLES / name).read_text("utf-8").splitlines() if line[0] != "#"]
    ids = [f"tiles:{size}x{size},goal=blank-first:{','.join(line[1].split())}" for line in lines]
    return [int(line[0].split()[1]) for line in lines], ids


def scrambled(name: str, count: int) -> list[str]:
    """Return `count` random solvable boards of a puzzle."""
    puzzle, rng = solvable.parse_puzzle(name), random.Random(1)
    return [solvable.format_board(puzzle, puzzle.scramble(rng)) for _ in range(count)]


class Engine:
    """The engine of a page of the site, loaded."""

    def __init__(self, page: Any, address: str, processor: Processor) -> None:
        page.goto(f"{address}runtime.json")
        page.evaluate(BEGIN)
        self.page, self.processor = page, processor
        self.spent = 0.0  # in the last `ask`

    def rest(self) -> None:
        """Wait until the browser is idle, so that the start of a spare worker is not counted."""
        self.processor.look()
        for _ in range(PATIENT // 1000):
            self.page.wait_for_timeout(1000)
            if self.processor.look() < IDLE:
                return

    def ask(self, verb: str, boards: list[str], **fields: Any) -> tuple[list[float], list[dict[str, Any]]]:
        """Return the seconds and the answers for boards, one after the other; every solution is replayed."""
        self.processor.look()
        found = self.page.evaluate(ASK, [verb, boards, fields])
        self.spent = self.processor.look()
        for board, (_, answer) in zip(boards, found, strict=True):
            puzzle, state = solvable.parse(board)
            if "moves" in answer and replay(puzzle, state, answer["moves"]) != puzzle.goal:
                raise AssertionError(board)
        return [seconds for seconds, _ in found], [answer for _, answer in found]


def improved(engine: Engine) -> Iterator[Row]:
    """Measure solutions that improve: when the first one comes, and how long the best one is then."""
    for board, seconds, target in (("tiles:10x10#1", 2, 1120), ("tiles:5x5#3", 2, 112)):
        first, length = engine.page.evaluate(IMPROVE, [board, seconds])
        yield row(f"{board.partition('#')[0]}: a first solution after", first, "s", 1)
        yield row(f"{board.partition('#')[0]}: moves after {seconds} s", length, "moves", target)


def tables(chromium: Any, address: str, processor: Processor) -> tuple[float, float]:
    """Return the seconds of the first 15-puzzle, by wall and CPU."""
    with visitor(chromium) as page:
        engine = Engine(page, address, processor)
        (taken,), _ = engine.ask("solve", ["tiles:4x4:1,2,3,4/5,6,0,8/9,10,7,12/13,14,11,15"])
        return taken, engine.spent


def played(engine: Engine) -> list[Row]:
    """Measure the boards that people play: fewest presses, 8-puzzles, the method for people."""
    nines, _ = engine.ask("solve", scrambled("lights:9x9", 20))
    spent = engine.spent / 20
    hardest = ["tiles:3x3:8,6,7/2,5,4/3,0,1", "tiles:3x3:6,4,7/8,5,0/3,2,1"]
    eights, _ = engine.ask("solve", hardest + scrambled("tiles:3x3", 100))
    human, _ = engine.ask("solve", scrambled("tiles:20x20", 5), any=True)
    return [
        row("lights 9 × 9, fewest presses: worst of 20", max(nines), "s", 0.3),
        row("lights 9 × 9: mean, processor", spent, "s"),
        row("8-puzzles, shortest: worst of 102", max(eights), "s", 0.2),
        row("the method for people, 20 × 20: worst of 5", max(human), "s", 1),
    ]


def published(engine: Engine) -> list[Row]:
    """Measure Korf's 100 15-puzzles, and the 50 24-puzzles of Korf and Felner (2002)."""
    lengths, boards = korf("korf100.txt", 4)
    taken, answers = engine.ask("solve", boards)
    right = sum(answer["length"] == length for answer, length in zip(answers, lengths, strict=True))
    found = [
        row("Korf's 100 15-puzzles, shortest: in all", sum(taken), "s", 4),
        row("Korf's 100: in all, processor", engine.spent, "s", 4),
        row("Korf's 100: median", 1000 * median(taken), "ms"),
        row("Korf's 100: lengths that are right", right, "of 100", 100),
    ]
    _, boards = korf("korf50.txt", 5)
    taken, answers = engine.ask("solve", boards, near=True, time=0.4)
    return [
        *found,
        row(
            "Korf's 50 24-puzzles, near, 0.4 s: mean length",
            mean(answer["length"] for answer in answers),
            "moves",
            102.5,
        ),
        row("Korf's 50: mean time", mean(taken), "s", 0.4),
        row("Korf's 50: worst time", max(taken), "s"),
        row("Korf's 50: mean, processor", engine.spent / 50, "s"),
    ]


def alive(chromium: Any, address: str) -> Row:
    """Measure the longest task of the page's main thread while it solves a hard board and shows the bounds."""
    longest = []
    for _ in range(VISITS):
        with visitor(chromium) as page:
            page.goto(f"{address}#{FARTHEST}")
            page.wait_for_function("window.seen.answers")
            begun = page.evaluate("performance.now()")
            page.click("#tab-solve")
            page.wait_for_timeout(4000)
            page.click(".working button")
            page.wait_for_timeout(200)
            during = [duration for start, duration in page.evaluate("tasks") if start >= begun]
            longest.append(max(during, default=0.0))
    return row("longest task of the page while it solves (0: none above 50)", min(longest), "ms", 50)


def rows() -> list[Row]:
    """Return all figures; empty without a browser, or without npm to fetch the runtime."""
    try:
        with tempfile.TemporaryDirectory() as folder, browser.chromium() as chromium:
            browser.build(Path(folder) / "site", browser.fetched("pyodide"))
            with browser.served(Path(folder) / "site") as address:
                return measured(chromium, address)
    except browser.MissingError as error:
        print(f"the page was not measured: {error}", file=sys.stderr)
        return []


def measured(chromium: Any, address: str) -> list[Row]:
    """Return the figures of a site."""
    found, processor = visits(chromium, address), Processor(chromium)
    wall, spent = zip(*(tables(chromium, address, processor) for _ in range(VISITS)), strict=True)
    found.append(row("tables of the 15-puzzle, made for the first one", min(wall), "s", 0.4))
    found.append(row("tables of the 15-puzzle: processor", min(spent), "s", 0.4))
    with visitor(chromium) as page:
        engine = Engine(page, address, processor)
        engine.ask("solve", ["tiles:4x4#1", "tiles:5x5#1"], near=True, time=1)  # the tables are loaded
        engine.rest()
        found += [*played(engine), *published(engine), *improved(engine)]
        engine.rest()
        stops = [engine.page.evaluate(STOP, FARTHEST) for _ in range(VISITS)]
    found.append(row("a board of 80 moves: stopped after", min(stop[0] for stop in stops), "s", 0.3))
    found.append(row("a board of 80 moves: stopped, and another answered, after", min(stop[1] for stop in stops), "s"))
    found.append(alive(chromium, address))
    found += large(chromium, address)
    with zipfile.ZipFile(BytesIO(make_site.package())) as archive:
        data = sum(each.compress_size for each in archive.infolist() if each.filename.endswith(make_site.DATA))
    return [*found, row("kernels and data beside the runtime, compressed", data / 1000, "kB", 350)]


if __name__ == "__main__":
    print(json.dumps(rows(), indent=1))
