"""Arguments and options that several commands share, and how a board or a puzzle is read from them."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from solvable.cli.failures import UsageError
from solvable.cli.terminal import Terminal

if TYPE_CHECKING:
    from solvable.lights.board import LightsOut
    from solvable.puzzle import State
    from solvable.tiles.board import SlidingTiles
    from solvable.tiles.graphs.board import GraphTiles

    AnyPuzzle = LightsOut | SlidingTiles | GraphTiles


EVIDENT = {"1 lit, 0 dark", "goal 1, 2, …, blank last"}  # what the manual says already, and a reader need not


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
) -> tuple["AnyPuzzle", "State"]:
    """Return the puzzle and the state that `argument` names, with the goal and the metric asked for."""
    from solvable import query

    puzzle, state = _read(terminal, argument, format_)
    if goal is not None:
        puzzle = cast("AnyPuzzle", query.with_goal(puzzle, _read(terminal, goal, format_, like=puzzle)[1]))
    if metric is not None:
        puzzle = cast("AnyPuzzle", query.with_metric(puzzle, metric.value))
    return puzzle, state


def read_puzzle(text: str) -> "AnyPuzzle":
    """Return the puzzle that `text` (FAMILY:PARAMS, a position's cells may follow) names."""
    from solvable import notation

    return cast("AnyPuzzle", notation.parse_puzzle(text))


def _read(
    terminal: Terminal, argument: str, format_: str | None, like: "AnyPuzzle | None" = None
) -> tuple["AnyPuzzle", "State"]:
    from solvable import formats

    if argument == "-" and sys.stdin is not None and sys.stdin.isatty():
        terminal.note(terminal.say("note.stdin"))
    board = formats.open_board(argument, format=format_)
    if board.note and board.note not in EVIDENT:
        told = terminal.say("note.read", format=board.format, note=terminal.tell(board.note))
        terminal.note(terminal.note_pen.paint(told, "dim"))
    if like is not None and type(board.puzzle) is not type(like):
        raise UsageError(terminal.say("error.goal"))
    if getattr(like, "edges", None) != getattr(board.puzzle, "edges", None) and like is not None:
        raise UsageError(terminal.say("error.goal_graph"))
    return cast("AnyPuzzle", board.puzzle), board.state
