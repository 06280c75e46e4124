"""`solvable bench`: the program timed on fixed boards, with a signature of the answers that must never change.

Every task is the same on every machine, so two machines that print the same signatures computed the same things.
Each runs twice: the first time compiles and builds tables.

`solvable warm` once compiled kernels: it says that there is nothing to do. The next version drops it.
"""

import hashlib
from collections.abc import Callable, Iterable
from time import perf_counter

from solvable.cli.command import command
from solvable.cli.options import JSON, Words, argument
from solvable.cli.terminal import Terminal
from solvable.messages import duration


@command(JSON)
def warm(terminal: Terminal, *, json: bool) -> int:
    """Say that the kernels come compiled."""
    if not json:
        terminal.line(terminal.say("warm.nothing"))
    return 0


SUBJECT = argument("subject", "[lights|tiles]", "all", help_key="bench", type=Words("lights", "tiles", "all"))


@command(SUBJECT, JSON)
def bench(terminal: Terminal, *, subject: str, json: bool) -> int:
    """Time the program on fixed boards."""
    for family, key, task in TASKS:
        if subject not in ("all", family):
            continue
        terminal.status(terminal.say(key))
        task()
        start = perf_counter()
        signature = hashlib.sha256(repr(list(task())).encode()).hexdigest()[:12]
        seconds = perf_counter() - start
        name = key.removeprefix("bench.")
        if json:
            terminal.json({"task": f"{family}.{name}", "seconds": round(seconds, 6), "signature": signature})
        else:
            terminal.line(f"  {duration(seconds):>9}  {signature}  {terminal.say(key)}")
    return 0


def _fewest() -> Iterable[object]:
    """The fewest presses of 100 boards of 9 × 9, nullity 8."""
    from solvable import game_id

    puzzle = game_id.parse_puzzle("lights:9x9")
    return [len(puzzle.optimal(game_id.seeded(puzzle, str(seed)))) for seed in range(100)]


def _rows() -> Iterable[object]:
    """A board of 2000 × 2000, as rows of ints: the presses and the nullity."""
    from solvable import solve_rows

    width = 2000
    board = [int.from_bytes(hashlib.shake_128(b"%d" % row).digest(width // 8)) for row in range(width)]
    result = solve_rows(board, width)
    return [result.nullity, *result.presses]


def _orders() -> Iterable[object]:
    """The nullity of every order to 500."""
    from solvable import answers
    from solvable.families.protocol import Rules

    return [nullity for _, nullity, _ in answers.nullities(range(1, 501), None, Rules())]


def _optimal() -> Iterable[object]:
    """The fewest moves of 20 random 15-puzzles."""
    from solvable import game_id

    puzzle = game_id.parse_puzzle("tiles:4x4")
    return [len(puzzle.optimal(game_id.seeded(puzzle, str(seed)))) for seed in range(20)]


def _construct() -> Iterable[object]:
    """The human method on a board of 30 × 30."""
    from solvable import game_id

    puzzle = game_id.parse_puzzle("tiles:30x30")
    return puzzle.solve(game_id.seeded(puzzle, "0")).moves


def _census() -> Iterable[object]:
    """How many states of 3 × 3 need how many moves."""
    from solvable import answers, game_id
    from solvable.core.budget import Budget

    return answers.distances(game_id.parse_puzzle("tiles:3x3"), Budget())


TASKS: tuple[tuple[str, str, Callable[[], Iterable[object]]], ...] = (
    ("lights", "bench.fewest", _fewest),
    ("lights", "bench.rows", _rows),
    ("lights", "bench.orders", _orders),
    ("tiles", "bench.optimal", _optimal),
    ("tiles", "bench.construct", _construct),
    ("tiles", "bench.census", _census),
)
