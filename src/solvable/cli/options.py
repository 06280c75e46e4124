"""Arguments and options, declared once each, and how a board or a puzzle is read from them.

The help of a parameter is the key of its sentence: `option.NAME`, or `help_key` where it is another.
"""

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from solvable.cli.param_types import Number, Words
from solvable.cli.terminal import Terminal

if TYPE_CHECKING:
    from solvable.core.puzzle import Puzzle, State
    from solvable.formats import Board
    from solvable.formats.base import Targets

Complete = Callable[[click.Context, click.Parameter, str], list[str]]
HELP_NAMES = ["-h", "--help"]


def argument(name: str, metavar: str, default: str | None = None, *, help_key: str = "", **more: Any) -> click.Argument:
    """Return an argument; one whose metavar is in brackets may be left out."""
    if default is not None:
        more["default"] = default
    is_needed, help_key = not metavar.startswith("["), f"option.{help_key or name}"
    return click.Argument([name], required=is_needed, metavar=metavar, help=help_key, **more)


def flag(*names: str, help_key: str = "", **more: Any) -> click.Option:
    """Return an option that is there or not."""
    return click.Option(names, is_flag=True, help=_key(names, help_key), **more)


def option(
    *names: str, metavar: str = "", kind: Any = None, default: Any = None, help_key: str = "", **more: Any
) -> click.Option:
    """Return an option with a value of the kind `kind`, by default a text; a required one has no default."""
    if isinstance(kind, Words):
        metavar = metavar or "|".join(kind.words)
    if not more.get("required"):  # a default of None would do for a value
        more["default"] = default
    return click.Option(names, metavar=metavar, type=kind, help=_key(names, help_key), **more)


def _key(names: Sequence[str], help_key: str) -> str:
    return f"option.{help_key or names[-1].strip('-_').replace('-', '_')}"


def complete_file(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the files and folders whose path begins with `incomplete`."""
    folder, slash, start = incomplete.rpartition("/")
    try:
        entries = sorted(os.scandir(folder or slash or "."), key=lambda entry: entry.name)
    except OSError:
        return []
    return [f"{folder}{slash}{entry.name}" + "/" * entry.is_dir() for entry in entries if entry.name.startswith(start)]


def complete_format(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of formats that begin with `incomplete`."""
    from solvable.formats import FORMATS

    return [name for name in FORMATS if name.startswith(incomplete)]


def _show_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Write the version and end, wherever it was asked for; with -v, also which kernels run."""
    if value and not ctx.resilient_parsing:
        from solvable import __version__

        ctx.obj.line(f"solvable {__version__}")
        if ctx.obj.is_verbose:
            ctx.obj.line(import_module("solvable.kernels").about())
        ctx.exit()


def _set(name: str, value: bool) -> Callable[[click.Context, click.Parameter, bool], None]:
    """Return what sets an attribute of the terminal where the flag is there."""

    def callback(ctx: click.Context, param: click.Parameter, is_there: bool) -> None:
        if is_there:
            setattr(ctx.obj, name, value)

    return callback


BOARD = argument("board", "[BOARD]", "-", shell_complete=complete_file)
PUZZLE = argument("puzzle", "PUZZLE")
FORMAT = option("--format", "format_", metavar="NAME", shell_complete=complete_format)
GOAL = option("--goal", metavar="BOARD", multiple=True, default=())
METRIC = option("--metric", kind=Words("stm", "mtm"))
TIME = option("--time", metavar="S", kind=Number(float))
WORKERS = option("--workers", metavar="N", kind=Number(int, 1, 256), default=1)
CLUSTER = option("--cluster", metavar="ADDRESS")
JSON = flag("--json")
NO_TIME = flag("--no-time", expose_value=False, callback=_set("shows_time", False))
ASCII = flag("--ascii", expose_value=False, is_eager=True, callback=_set("is_ascii", True))
LANG = option("--lang", kind=Words("en", "zh"), expose_value=False)  # the terminal has looked for it before
VERSION = flag("-V", "--version", expose_value=False, is_eager=True, callback=_show_version)
VERSION_OF_PROGRAM = flag("-V", "--version", expose_value=False, callback=_show_version)  # after VERBOSE_VERSION
VERBOSE_VERSION = flag(
    "-v", "--verbose", help_key="verbose_version", expose_value=False, is_eager=True, callback=_set("is_verbose", True)
)


def read_position(
    terminal: Terminal,
    argument: str,
    *,
    format_: str | None = None,
    goal: Sequence[str] = (),
    metric: str | None = None,
) -> tuple["Puzzle", "State"]:
    """Return the puzzle and the state that `argument` names, with the only goal and the metric asked for."""
    from solvable import answers

    puzzle, state = _read(terminal, argument, format_, goal).only_target()
    return (puzzle if metric is None else answers.with_metric(puzzle, metric)), state


def read_targets(
    terminal: Terminal, argument: str, *, format_: str | None, goal: Sequence[str], metric: str | None = None
) -> "Targets":
    """Return the board that `argument` names with all goals asked for, of which the nearest counts."""
    from solvable.answers import nearest

    return nearest.with_metric(_read(terminal, argument, format_, goal).targets, metric)


def _read(terminal: Terminal, argument: str, format_: str | None, goal: Sequence[str]) -> "Board":
    """Return the board that `argument` names, and write what was assumed."""
    from solvable import formats

    if "-" in (argument, *goal) and sys.stdin is not None and sys.stdin.isatty():
        terminal.note(terminal.say("note.stdin"))
    board = formats.open_board(argument, format=format_, goal=goal)
    if board.note and not board.is_evident:
        shown = terminal.say("note.read", format=board.format, note=terminal.tell(board.note))
        terminal.note(terminal.note_pen.paint(shown, "dim"))
    return board


def read_puzzle(text: str) -> "Puzzle":
    """Return the puzzle that `text` (FAMILY:PARAMS, a position's cells may follow) names."""
    from solvable import game_id

    return game_id.parse_puzzle(text)
