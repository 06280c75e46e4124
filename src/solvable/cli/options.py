"""Arguments and options that several commands share, and how a board or a puzzle is read from them."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from solvable.cli.terminal import Terminal

if TYPE_CHECKING:
    from solvable.puzzle import Puzzle, State


class Language(StrEnum):
    """A language of the catalogue."""

    en = "en"
    zh = "zh"


class Metric(StrEnum):
    """What counts as one move of tiles."""

    stm = "stm"
    mtm = "mtm"


def complete_file(incomplete: str) -> list[str]:
    """Return the files and folders whose path begins with `incomplete`."""
    folder, slash, start = incomplete.rpartition("/")
    try:
        entries = sorted(Path(folder or slash or ".").iterdir())
    except OSError:
        return []
    return [f"{folder}{slash}{path.name}" + "/" * path.is_dir() for path in entries if path.name.startswith(start)]


def complete_format(incomplete: str) -> list[str]:
    """Return the names of formats that begin with `incomplete`."""
    from solvable.formats import FORMATS

    return [name for name in FORMATS if name.startswith(incomplete)]


BoardArgument = Annotated[str, typer.Argument(metavar="[BOARD]", help="option.board", autocompletion=complete_file)]
PuzzleArgument = Annotated[str, typer.Argument(metavar="PUZZLE", help="option.puzzle")]
FormatOption = Annotated[
    str | None, typer.Option("--format", metavar="NAME", help="option.format", autocompletion=complete_format)
]
GoalOption = Annotated[str | None, typer.Option("--goal", metavar="BOARD", help="option.goal")]
MetricOption = Annotated[Metric | None, typer.Option("--metric", metavar="stm|mtm", help="option.metric")]
TimeOption = Annotated[float | None, typer.Option("--time", metavar="S", min=0, help="option.time")]
WorkersOption = Annotated[int, typer.Option("--workers", metavar="N", min=1, max=256, help="option.workers")]
JsonOption = Annotated[bool, typer.Option("--json", help="option.json")]
LangOption = Annotated[Language | None, typer.Option("--lang", metavar="en|zh", help="option.lang")]


def read_position(
    terminal: Terminal,
    argument: str,
    *,
    format_: str | None = None,
    goal: str | None = None,
    metric: Metric | None = None,
) -> tuple["Puzzle", "State"]:
    """Return the puzzle and the state that `argument` names, with the goal and the metric asked for."""
    from solvable import query

    puzzle, state = _read(terminal, argument, format_)
    if goal is not None:
        puzzle = query.with_goal_of(puzzle, *_read(terminal, goal, format_))
    if metric is not None:
        puzzle = query.with_metric(puzzle, metric.value)
    return puzzle, state


def read_puzzle(text: str) -> "Puzzle":
    """Return the puzzle that `text` (FAMILY:PARAMS, a position's cells may follow) names."""
    from solvable import notation

    return notation.parse_puzzle(text)


def _read(terminal: Terminal, argument: str, format_: str | None) -> tuple["Puzzle", "State"]:
    from solvable import formats

    if argument == "-" and sys.stdin is not None and sys.stdin.isatty():
        terminal.note(terminal.say("note.stdin"))
    board = formats.open_board(argument, format=format_)
    if board.note and not board.is_evident:
        told = terminal.say("note.read", format=board.format, note=terminal.tell(board.note))
        terminal.note(terminal.note_pen.paint(told, "dim"))
    return board.puzzle, board.state
