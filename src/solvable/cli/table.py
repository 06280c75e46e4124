"""`solvable table`: a figure for each order, or how many states need how many moves; for people, csv, the OEIS."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from solvable.answer import Answer, decimal
from solvable.budget import Budget
from solvable.cli.command import command
from solvable.cli.extremes import Row, extremes, row
from solvable.cli.failures import LIMIT_REACHED, UsageError
from solvable.cli.kinds import Number, Words
from solvable.cli.options import JSON, NO_TIME, TIME, argument, option, read_puzzle
from solvable.cli.terminal import Terminal
from solvable.errors import BudgetExceededError
from solvable.family import Rules
from solvable.messages import number
from solvable.render.text import display_width, pad

Item = TypeVar("Item")
LARGEST_BOARD = 1000  # the side of a board whose presses are sought
LARGEST = 10**7  # of an order; what a table costs is the user's choice, a slip of the finger is not


@dataclass(frozen=True, slots=True)
class Table:
    """The title, the columns, and the rows: as numbers, or as JSON answers. Only one of the two may be taken."""

    title: str
    columns: tuple[str, ...]
    rows: Iterator[Row]
    answers: Iterator[Answer]


@dataclass(frozen=True, slots=True)
class Boards:
    """Which boards a table of lights runs through."""

    sizes: str
    rule: str
    surface: str
    mod: int
    seconds: float | None

    @property
    def rules(self) -> Rules:
        """The rule, the surface and k."""
        return Rules(self.rule, self.surface, self.mod)

    @property
    def is_plain(self) -> bool:
        """Whether nothing but the sizes was asked for."""
        return (self.rule, self.surface, self.mod, self.seconds) == ("plus", "plane", 2, None)


KIND = argument("kind", "KIND", told="table_kind", type=Words("nullity", "all-lit", "worst", "distances", "presses"))
SUBJECT = argument("subject", "RANGE|PUZZLE", told="table_subject")
RULE = option("--rule", metavar="RULE", default="plus")
SURFACE = option("--surface", metavar="SURFACE", default="plane")
MOD = option("--mod", metavar="K", kind=Number(int, 2), default=2)
LAYOUT = option("--format", "layout", kind=Words("text", "csv", "bfile"), default="text", told="layout")


@command(KIND, SUBJECT, RULE, SURFACE, MOD, TIME, LAYOUT, JSON, NO_TIME)
def table(
    terminal: Terminal,
    *,
    kind: str,
    subject: str,
    rule: str,
    surface: str,
    mod: int,
    time: float | None,
    layout: str,
    json: bool,
) -> int:
    """Print a table."""
    boards = Boards(subject, rule, surface, mod, time)
    if kind in ("distances", "presses"):
        if not boards.is_plain:
            raise UsageError(terminal.say("error.rules"))
        made = _distribution(terminal, kind, subject)
    elif kind == "nullity":
        if time is not None:
            raise UsageError(terminal.say("error.table_time"))
        made = _nullities(terminal, boards)
    else:
        made = _extremes(terminal, kind, boards)
    if layout == "bfile" and made.columns[0] == "w":
        raise UsageError(terminal.say("error.bfile"))
    if json:
        for answer in _begun(made.answers):
            terminal.json(answer)
        return 0
    return _write(terminal, made, layout)


def _begun(rows: Iterator[Item]) -> Iterator[Item]:
    """Return the rows, the first made: what is wrong with the request is said before the first line."""
    return chain([next(rows)], rows)


def _write(terminal: Terminal, made: Table, layout: str) -> int:
    """Write the rows in their layout; return the exit code: whether a limit left one of them open."""
    is_bounded = made.columns[-1] == "bound"
    rows, is_open = _begun(made.rows), False
    if layout == "csv":
        terminal.line(",".join(made.columns))
    elif layout == "bfile":
        terminal.line(f"# {made.title}")
    else:
        names = [terminal.say(f"table.{name}") for name in made.columns]
        widths = [max(display_width(name), 6) for name in names[:-1]]
        head = "  ".join(pad(name, width, ">") for name, width in zip(names, widths, strict=False))
        terminal.line(terminal.pen.paint(f"{head}  {names[-1]}", "strong"))
    for line in rows:
        is_open |= is_bounded and line[-1] != line[-2]
        if layout == "csv":
            terminal.line(",".join(map(_exactly, line)))
        elif layout == "bfile":
            if is_bounded and (line[-1] != line[-2] or isinstance(line[-1], str)):
                raise BudgetExceededError(terminal.say("error.open", n=line[0]), 0)
            terminal.line(f"{line[0]} {_exactly(line[1])}")
        else:  # numbers to the right, the last and longest one free
            cells = "  ".join(f"{value:>{width}}" for value, width in zip(line, widths, strict=False))
            terminal.line(f"{cells}  {_readably(line[-1])}")
    return LIMIT_REACHED if is_open else 0


def _exactly(value: int | str) -> str:
    return value if isinstance(value, str) else decimal(value)


def _readably(value: int | str) -> str:
    return str(value) if isinstance(value, str) or value < 10**21 else number(value)


def _title(what: str, columns: tuple[str, ...], boards: Boards) -> str:
    size = "n x n" if columns[0] == "n" else "w x h"
    return f"{what} of {size} lights, {boards.rule}, {boards.surface}, mod {boards.mod}"


def _nullities(terminal: Terminal, boards: Boards) -> Table:
    """Return `table nullity RANGE` or `RANGExRANGE`."""
    from solvable import query

    sizes = _sizes(terminal, boards.sizes)
    rows = query.nullities(*sizes, boards.rules)
    columns = (*_axes(sizes[1]), "nullity", "solutions")
    return Table(_title("nullity", columns, boards), columns, rows, query.nullity_answers(rows, boards.rules))


def _extremes(terminal: Terminal, kind: str, boards: Boards) -> Table:
    """Return `table all-lit` and `table worst`, each row an answer that can be verified."""
    from solvable import query

    first, second = _sizes(terminal, boards.sizes, LARGEST_BOARD)
    axes = _axes(second)
    sizes = [(n, n) for n in first] if second is None else [(w, h) for w in first for h in second]
    puzzles = ((dict(zip(axes, size, strict=False)), query.board(*size, boards.rules)) for size in sizes)
    found = extremes(terminal, kind, puzzles, boards.seconds)
    rows = ((*size[: len(axes)], *row(kind, answer)) for size, answer in zip(sizes, found, strict=True))
    columns = (*axes, "presses", "bound")
    what = "the most presses that a state needs" if kind == "worst" else "the fewest presses for all lit"
    return Table(_title(what, columns, boards), columns, rows, found)


def _axes(heights: range | None) -> tuple[str, ...]:
    return ("n",) if heights is None else ("w", "h")


def _distribution(terminal: Terminal, kind: str, subject: str) -> Table:
    """Return `table distances PUZZLE` or `table presses PUZZLE`."""
    from solvable import query
    from solvable.cli.progress import Watch

    puzzle = read_puzzle(subject)

    def states() -> Iterator[int]:
        if kind == "presses":
            yield from query.press_distribution(puzzle)
            return
        with Watch(terminal) as watch:
            yield from query.distances(puzzle, Budget(progress=watch))

    def answers() -> Iterator[Answer]:
        yield query.distribution(puzzle, states())

    title = f"states of {subject} by the moves they need"
    return Table(title, ("moves", "states"), enumerate(states()), answers())


def _sizes(terminal: Terminal, text: str, largest: int = LARGEST) -> tuple[range, range | None]:
    """Return the orders that `a..b` or `a-b` names, or the widths and heights of `a..bxc..d`."""
    text = re.sub(r"\.\.\.|…|[-–—~:]", "..", text.replace("×", "x"))
    first, cross, second = text.partition("x")
    return _range(first, terminal, text, largest), _range(second, terminal, text, largest) if cross else None


def _range(text: str, terminal: Terminal, subject: str, largest: int) -> range:
    """Return the orders that `a..b` or `n` names."""
    first, dots, last = text.partition("..")
    last = last if dots else first
    if not all(part.isascii() and part.isdigit() and len(part) < 9 for part in (first, last)):
        raise UsageError(terminal.say("error.range", range=subject))
    if not 1 <= int(first) <= int(last) <= largest:
        raise UsageError(terminal.say("error.range_order", range=subject, largest=largest))
    return range(int(first), int(last) + 1)
