"""The page's own engine and the command line agree: `python -m tools.agree.page [--boards 500] [--seed 1]`.

Random boards that people play: each is given to the command line as its game ID, and to the page in Chromium (this
package under Pyodide, with kernels in WebAssembly) in a random lossless format written by `convert`. The JSON must be
equal, key by key, except for times. Prints each difference, and a count; exit code 1 if there is one.
"""

import argparse
import contextlib
import io
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tools import browser

import solvable
from solvable import cli, formats
from solvable.core.errors import PuzzleError

Answer = dict[str, Any]
Engine = Callable[[str, str], Answer]
RULES = ("", ",torus", ",king", ",mod3", ",knight,cylinder", ",hex", ",plus0,mobius,mod4", ",triangle", ",cross")
TILES = ("3x3", "4x2", "2x5", "3x3,goal=spiral", "4x2,mtm", "5x2,goal=blank-first")
NEAR = 40  # moves of a 15-puzzle's walk from the goal
BEGIN = """async () => {
  const { createEngine } = await import("./engine/engine.js");
  window.engine = createEngine();
  await engine.load();
}"""
ASK = """([verb, board]) => engine.ask(verb, { board }).catch(({ code, message, line, column }) =>
  ({ code, message, line, column }))"""


@dataclass(frozen=True, slots=True)
class Question:
    """A question, with the board as its game ID and in another format."""

    verb: str
    board: str
    text: str


def questions(seed: int) -> Iterator[Question]:
    """Yield random questions endlessly, the same for the same seed."""
    rng = Random(seed)
    while True:
        board = _lights(rng) if rng.random() < 0.6 else _tiles(rng)
        puzzle, state = solvable.parse(board)
        verbs = ["check", "solve", "solve"] + ["chase"] * board.startswith("lights")
        yield Question(rng.choice(verbs), solvable.format_board(puzzle, state), spelled(puzzle, state, rng))


def _lights(rng: Random) -> str:
    name = f"lights:{rng.randint(2, 7)}x{rng.randint(2, 7)}{rng.choice(RULES)}"
    if rng.random() < 0.5:
        return f"{name}#{rng.random()}"
    k = int(name[-1]) if ",mod" in name else 2
    return f"{name}:{','.join(str(rng.randrange(k)) for _ in solvable.parse_puzzle(name).goal)}"


def _tiles(rng: Random) -> str:
    if rng.random() < 0.2:
        puzzle = solvable.parse_puzzle("tiles:4x4")
        state = puzzle.goal
        for _ in range(NEAR):
            state = puzzle.apply(state, rng.choice(puzzle.moves(state)))
        return solvable.format_board(puzzle, state)
    puzzle = solvable.parse_puzzle(f"tiles:{rng.choice(TILES)}")
    shuffled = list(puzzle.goal)
    rng.shuffle(shuffled)
    return solvable.format_board(puzzle, tuple(shuffled))


def spelled(puzzle: Any, state: tuple[int, ...], rng: Random) -> str:
    """Return the board in a random format that can write it, and from which it is recognised without a format name."""
    names = [name for name, each in formats.FORMATS.items() if each.write is not None]
    rng.shuffle(names)
    for name in names:
        with contextlib.suppress(PuzzleError, UnicodeError):
            text = formats.write(puzzle, state, name)
            found = formats.read(text)
            if found.is_evident and (found.puzzle, found.state) == (puzzle, state):
                return text
    return solvable.format_board(puzzle, state)


def by_command(verb: str, board: str) -> Answer:
    """Return what the command line prints with --json."""
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        cli.main([verb, board, "--json", "--lang", "en"])
    told: Answer = json.loads(out.getvalue()) if out.getvalue().strip() else {"message": err.getvalue()}
    return told


def differing(engine: Engine, asked: list[Question]) -> list[str]:
    """Return a line for each question to which the engine's answer differs from the command line's."""
    found = []
    for each in asked:
        there, here = engine(each.verb, each.text), by_command(each.verb, each.board)
        if list(_timeless(there).items()) != list(_timeless(here).items()) and not _refused(there, here):
            found.append(f"{each.verb} {each.board}\n  page: {there}\n  here: {here}\n  as: {each.text!r}")
    return found


def _timeless(answer: Answer) -> Answer:
    return {name: value for name, value in answer.items() if name not in {"seconds", "answeredBy"}}


def _refused(there: Answer, here: Answer) -> bool:
    """Return whether both refuse in the same way."""
    return "code" in there and "message" in here and there["message"] in here["message"]


@contextlib.contextmanager
def page_engine() -> Iterator[Engine]:
    """Yield the engine of a page of a freshly built site in Chromium; the command line has an equally new cache."""
    with tempfile.TemporaryDirectory() as folder, browser.chromium() as chromium:
        os.environ["SOLVABLE_CACHE"] = f"{folder}/tables"
        browser.build(Path(folder) / "site", browser.fetched("pyodide"))
        with browser.served(Path(folder) / "site") as address:
            page = chromium.new_page()
            page.set_default_timeout(600_000)
            page.goto(f"{address}runtime.json")
            page.evaluate(BEGIN)
            yield lambda verb, board: dict(page.evaluate(ASK, [verb, board]))


def main() -> int:
    """Compare the number of boards given on the command line."""
    parser = argparse.ArgumentParser(description="Compare the page's engine with the command line.")
    parser.add_argument("--boards", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    stream = questions(asked.seed)
    boards = [next(stream) for _ in range(asked.boards)]
    with page_engine() as engine:
        wrong = differing(engine, boards)
    print("\n".join([*wrong, f"{len(boards)} boards, {len(wrong)} answered otherwise"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
