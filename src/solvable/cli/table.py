"""`solvable table`: a figure for each order, or how many states need how many moves; for people, csv, the OEIS."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TypeVar

from solvable.cli.command import command
from solvable.cli.errors import LIMIT_REACHED, UsageError
from solvable.cli.lights import extremes, presses_and_bound
from solvable.cli.options import (
    CLUSTER,
    JSON,
    NO_TIME,
    TIME,
    WORKERS,
    Number,
    Words,
    argument,
    flag,
    option,
    read_puzzle,
)
from solvable.cli.progress import executor_of
from solvable.cli.table_file import Kept, kept, kind_of, layout_of
from solvable.cli.terminal import Terminal
from solvable.core.answer import Answer, decimal, to_json
from solvable.core.atomic_write import check_suffix
from solvable.core.budget import Budget
from solvable.core.errors import BudgetExceededError
from solvable.families.protocol import Rules
from solvable.messages import number
from solvable.render.text import display_width, pad

Row = tuple[int | str, ...]
Item = TypeVar("Item")
WORST_SIDE_MAX = 1000  # the side of a board whose presses are sought
ROWS_COMPARED = 40  # rows of a table that goes on which are compared with what they should be
ORDER_MAX = 10**7  # of an order; what a table costs is the user's choice, a slip of the finger is not


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


KIND = argument(
    "kind", "KIND", help_key="table_kind", type=Words("nullity", "all-lit", "worst", "distances", "presses")
)
SUBJECT = argument("subject", "RANGE|PUZZLE", help_key="table_subject")
RULE = option("--rule", metavar="RULE", default="plus")
SURFACE = option("--surface", metavar="SURFACE", default="plane")
MOD = option("--mod", metavar="K", kind=Number(int, 2), default=2)
LAYOUT = option("--format", "layout", kind=Words("text", "csv", "bfile"), help_key="layout")
OUT = option("--out", metavar="FILE", help_key="table_out")
RESUME = flag("--resume", help_key="table_resume")


@command(KIND, SUBJECT, RULE, SURFACE, MOD, TIME, LAYOUT, OUT, RESUME, WORKERS, CLUSTER, JSON, NO_TIME)
def table(
    terminal: Terminal,
    *,
    kind: str,
    subject: str,
    rule: str,
    surface: str,
    mod: int,
    time: float | None,
    layout: str | None,
    out: str | None,
    resume: bool,
    workers: int,
    cluster: str | None,
    json: bool,
) -> int:
    """Print a table."""
    if kind != "nullity" and (workers > 1 or cluster is not None):
        raise UsageError(terminal.say("error.table_crew"))
    files = kind_of("json" if json else layout)
    if out is not None:
        check_suffix(Path(out), files)
    layout = layout or ("json" if json else layout_of(out))
    json = json or layout == "json"
    if resume and (kind != "nullity" or layout == "text" or json or "x" in subject.replace("×", "x")):
        raise UsageError(terminal.say("error.table_resume"))
    with (
        kept(terminal, out, files, resume=resume) as file,
        executor_of(workers, cluster) as executor,
        Budget(executor=executor),
    ):
        return _made(terminal, kind, Boards(subject, rule, surface, mod, time), layout, file, is_json=json)


def _made(terminal: Terminal, kind: str, boards: Boards, layout: str, file: Kept | None, *, is_json: bool) -> int:
    """Make the table and write it; return the exit code."""
    if kind in ("distances", "presses"):
        if not boards.is_plain:
            raise UsageError(terminal.say("error.rules"))
        made = _distribution(terminal, kind, boards.sizes)
    elif kind == "nullity":
        if boards.seconds is not None:
            raise UsageError(terminal.say("error.table_time"))
        made = _nullities(terminal, boards, layout, file)
    else:
        made = _extremes(terminal, kind, boards)
    if layout == "bfile" and made.columns[0] == "w":
        raise UsageError(terminal.say("error.bfile"))
    if not is_json:
        return _write(terminal, made, layout, file)
    for answer in _begun(made.answers):
        if file is None:
            terminal.json(answer)
        else:
            file.line(to_json(terminal.shown(answer)))
    return 0


def _begun(rows: Iterator[Item]) -> Iterator[Item]:
    """Return the rows, the first made: what is wrong with the request is said before the first line."""
    return chain([next(rows)], rows)


def _head(made: Table, layout: str) -> str:
    """Return the line above the rows for programs."""
    return ",".join(made.columns) if layout == "csv" else f"# {made.title}"


def _write(terminal: Terminal, made: Table, layout: str, file: Kept | None) -> int:
    """Write the rows in their layout; return the exit code: whether a limit left one of them open."""
    is_bounded = made.columns[-1] == "bound"
    rows, is_open = made.rows if file and file.lines else _begun(made.rows), False
    put = terminal.line if file is None else file.line
    if layout != "text":
        if file is None or not file.lines:
            put(_head(made, layout))
    else:
        names = [terminal.say(f"table.{name}") for name in made.columns]
        widths = [max(display_width(name), 6) for name in names[:-1]]
        head = "  ".join(pad(name, width, ">") for name, width in zip(names, widths, strict=False))
        head = f"{head}  {names[-1]}"
        put(terminal.pen.paint(head, "strong") if file is None else head)
    for line in rows:
        is_open |= is_bounded and line[-1] != line[-2]
        if layout == "csv":
            put(",".join(map(_exactly, line)))
        elif layout == "bfile":
            if is_bounded and (line[-1] != line[-2] or isinstance(line[-1], str)):
                raise BudgetExceededError(terminal.say("error.open", n=line[0]), 0)
            put(f"{line[0]} {_exactly(line[1])}")
        else:  # numbers to the right, the last and longest one free
            cells = "  ".join(f"{value:>{width}}" for value, width in zip(line, widths, strict=False))
            put(f"{cells}  {_readably(line[-1])}")
    return LIMIT_REACHED if is_open else 0


def _exactly(value: int | str) -> str:
    return value if isinstance(value, str) else decimal(value)


def _readably(value: int | str) -> str:
    return str(value) if isinstance(value, str) or value < 10**21 else number(value)


def _title(what: str, columns: tuple[str, ...], boards: Boards) -> str:
    size = "n x n" if columns[0] == "n" else "w x h"
    return f"{what} of {size} lights, {boards.rule}, {boards.surface}, mod {boards.mod}"


def _nullities(terminal: Terminal, boards: Boards, layout: str, file: Kept | None) -> Table:
    """Return `table nullity RANGE` or `RANGExRANGE`, without the rows that the file has."""
    from solvable import answers

    orders, heights = _sizes(terminal, boards.sizes)
    columns = (*_axes(heights), "nullity", "solutions")
    made = Table(_title("nullity", columns, boards), columns, iter(()), iter(()))
    known = file.nullities(_head(made, layout), orders.start) if file else []
    if file and known:  # a head need not name the rules: some rows are found again
        again = {*orders[: min(len(known), ROWS_COMPARED)], orders[len(known) - 1]}
        for n, nullity, _ in answers.nullities(sorted(again), None, boards.rules):
            if nullity != known[n - orders.start]:
                raise UsageError(terminal.say("error.other_table", path=file.path))
    rows = answers.nullities(orders[len(known) :], heights, boards.rules, known if orders.start == 1 else ())
    return replace(made, rows=rows, answers=answers.nullity_answers(rows, boards.rules))


def _extremes(terminal: Terminal, kind: str, boards: Boards) -> Table:
    """Return `table all-lit` and `table worst`, each row an answer that can be verified."""
    from solvable import answers

    first, second = _sizes(terminal, boards.sizes, WORST_SIDE_MAX)
    axes = _axes(second)
    sizes = [(n, n) for n in first] if second is None else [(w, h) for w in first for h in second]
    puzzles = ((dict(zip(axes, size, strict=False)), answers.board(*size, boards.rules)) for size in sizes)
    result = extremes(terminal, kind, puzzles, boards.seconds)
    rows = ((*size[: len(axes)], *presses_and_bound(kind, answer)) for size, answer in zip(sizes, result, strict=True))
    columns = (*axes, "presses", "bound")
    what = "the most presses that a state needs" if kind == "worst" else "the fewest presses for all lit"
    return Table(_title(what, columns, boards), columns, rows, result)


def _axes(heights: range | None) -> tuple[str, ...]:
    return ("n",) if heights is None else ("w", "h")


def _distribution(terminal: Terminal, kind: str, subject: str) -> Table:
    """Return `table distances PUZZLE` or `table presses PUZZLE`."""
    from solvable import answers
    from solvable.cli.progress import Watch

    subject = _named(kind, subject)
    puzzle = read_puzzle(subject)

    def states() -> Iterator[int]:
        if kind == "presses":
            yield from answers.press_distribution(puzzle)
            return
        with Watch(terminal) as watch:
            yield from answers.distances(puzzle, Budget(progress=watch))

    def rows_as_answers() -> Iterator[Answer]:
        yield answers.distribution(puzzle, states())

    title = f"states of {subject} by the moves they need"
    return Table(title, ("moves", "states"), enumerate(states()), rows_as_answers())


def _named(kind: str, subject: str) -> str:
    """Return the puzzle with its family where only a size is given: moves are counted of tiles, presses of lights."""
    size = re.fullmatch(r"(\d{1,8})(?:[x×](\d{1,8}))?", subject, re.ASCII)
    if size is None:
        return subject
    width, height = size[1], size[2] or size[1]
    return f"{'tiles' if kind == 'distances' else 'lights'}:{width}x{height}"


def _sizes(terminal: Terminal, text: str, largest: int = ORDER_MAX) -> tuple[range, range | None]:
    """Return the orders that `a..b` or `a-b` names, or the widths and heights of `a..bxc..d`."""
    first, cross, second = re.sub(r"\.\.\.|…|[-–—~:]", "..", text.replace("×", "x")).partition("x")
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
