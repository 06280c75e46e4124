"""`solvable table`: nullities by order, how many states need how many moves — for reading, for csv, for the OEIS."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import chain
from typing import Annotated

import typer

from solvable.answer import decimal
from solvable.cli.failures import UsageError
from solvable.cli.options import JsonOption, LangOption, read_puzzle
from solvable.cli.terminal import Terminal
from solvable.lights.board import LightsOut
from solvable.messages import number
from solvable.notation import format_puzzle

LARGEST = 10**7  # of an order; what a table costs is the user's choice, a slip of the finger is not


class Kind(StrEnum):
    """What a table lists."""

    nullity = "nullity"
    distances = "distances"
    presses = "presses"


class Layout(StrEnum):
    """How a table is written."""

    text = "text"
    csv = "csv"
    bfile = "bfile"


KindArgument = Annotated[Kind, typer.Argument(metavar="KIND", help="option.table_kind")]
SubjectArgument = Annotated[str, typer.Argument(metavar="RANGE|PUZZLE", help="option.table_subject")]
RuleOption = Annotated[str, typer.Option("--rule", metavar="RULE", help="option.rule")]
SurfaceOption = Annotated[str, typer.Option("--surface", metavar="SURFACE", help="option.surface")]
ModOption = Annotated[int, typer.Option("--mod", metavar="K", min=2, help="option.mod")]
LayoutOption = Annotated[Layout, typer.Option("--format", metavar="text|csv|bfile", help="option.layout")]


def table(
    ctx: typer.Context,
    kind: KindArgument,
    subject: SubjectArgument,
    rule: RuleOption = "plus",
    surface: SurfaceOption = "plane",
    mod: ModOption = 2,
    layout: LayoutOption = Layout.text,
    json: JsonOption = False,
    lang: LangOption = None,
) -> int:
    """Print a table."""
    terminal: Terminal = ctx.obj
    if kind is not Kind.nullity and (rule, surface, mod) != ("plus", "plane", 2):
        raise UsageError(terminal.say("error.rules"))
    if kind is Kind.nullity:
        columns, rows = _nullities(terminal, subject, rule, surface, mod)
        title = f"nullity of {'n x n' if columns[0] == 'n' else 'w x h'} lights, {rule}, {surface}, mod {mod}"
    else:
        columns, rows = ("moves", "states"), _distribution(terminal, kind, subject)
        title = f"states of {subject} by the moves they need"
    if layout is Layout.bfile and columns[0] == "w":
        raise UsageError(terminal.say("error.bfile"))
    rows = chain([next(rows)], rows)  # what is wrong with the request is told before the first line
    if json and kind is Kind.nullity:
        _write_boards(terminal, columns, rows, rule, surface, mod)
    elif json:
        from solvable.query import named_rules

        distribution = [decimal(states) for _, states in rows]

        terminal.json(named_rules(read_puzzle(subject)) | {"distribution": distribution})
    elif layout is Layout.csv:
        terminal.line(",".join(columns))
        for row in rows:
            terminal.line(",".join(map(decimal, row)))
    elif layout is Layout.bfile:
        terminal.line(f"# {title}")
        for row in rows:
            terminal.line(f"{row[0]} {decimal(row[1])}")
    else:
        _print(terminal, columns, rows)
    return 0


def _write_boards(
    terminal: Terminal, columns: Sequence[str], rows: Iterable[Sequence[int]], rule: str, surface: str, mod: int
) -> None:
    """Write each row as a JSON answer about its board."""
    rules = format_puzzle(LightsOut(2, 2, k=mod, rule=rule, surface=surface)).removeprefix("lights:2x2")
    for *size, nullity, solutions in rows:
        fields = dict(zip(columns, [*size, nullity, decimal(solutions)], strict=True))
        terminal.json({"puzzle": f"lights:{size[0]}x{size[-1]}{rules}", **fields})


def _print(terminal: Terminal, columns: Sequence[str], rows: Iterable[Sequence[int]]) -> None:
    """Write the rows as they come, numbers to the right, the last and longest one free."""
    widths = [max(len(name), 6) for name in columns]
    head = "  ".join(f"{name:>{width}}" for name, width in zip(columns[:-1], widths, strict=False))
    terminal.line(terminal.pen.paint(f"{head}  {columns[-1]}", "strong"))
    for row in rows:
        cells = "  ".join(f"{value:>{width}}" for value, width in zip(row[:-1], widths, strict=False))
        last = str(row[-1]) if row[-1] < 10**21 else number(row[-1])
        terminal.line(f"{cells}  {last}")


def _nullities(
    terminal: Terminal, subject: str, rule: str, surface: str, mod: int
) -> tuple[tuple[str, ...], Iterator[tuple[int, ...]]]:
    """Return the columns and rows of `table nullity RANGE` or `RANGExRANGE`."""
    from solvable.lights import census

    first, cross, second = subject.partition("x")
    orders = _range(first, terminal, subject)
    if not cross:
        return ("n", "nullity", "solutions"), census.nullity_table(orders, rule=rule, surface=surface, k=mod)
    heights = _range(second, terminal, subject)
    return ("w", "h", "nullity", "solutions"), census.rectangle_table(orders, heights, rule, surface, mod)


def _distribution(terminal: Terminal, kind: Kind, subject: str) -> Iterator[tuple[int, ...]]:
    """Return the rows of `table distances PUZZLE` and `table presses PUZZLE`."""
    puzzle = read_puzzle(subject)
    if kind is Kind.presses:
        if not isinstance(puzzle, LightsOut):
            raise UsageError(terminal.say("error.presses"))
        from solvable.lights import census as lights

        return enumerate(lights.press_distribution(puzzle))
    if isinstance(puzzle, LightsOut):
        raise UsageError(terminal.say("error.distances"))
    from solvable.cli.progress import Watch
    from solvable.tiles import census as tiles

    with Watch(terminal) as watch:
        return enumerate(tiles.search(puzzle, progress=watch).histogram)


def _range(text: str, terminal: Terminal, subject: str) -> range:
    """Return the orders that `a..b` or `n` names."""
    first, dots, last = text.partition("..")
    last = last if dots else first
    if not all(part.isascii() and part.isdigit() and len(part) < 9 for part in (first, last)):
        raise UsageError(terminal.say("error.range", range=subject))
    if not 1 <= int(first) <= int(last) <= LARGEST:
        raise UsageError(terminal.say("error.range_order", range=subject, largest=LARGEST))
    return range(int(first), int(last) + 1)
