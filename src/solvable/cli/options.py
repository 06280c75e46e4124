"""Arguments and options, declared once each, the kinds of their values, and how boards and files are read from them.

The help of a parameter is the key of its sentence: `option.NAME`, or `help_key` where it is another. A value is a
number within bounds, or one of some words. Files that a command will write are looked at before its work begins.
"""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from solvable.cli.errors import UsageError
from solvable.cli.terminal import Terminal
from solvable.messages import join

if TYPE_CHECKING:
    from solvable.core.atomic_write import FileKind
    from solvable.core.puzzle import Puzzle, State
    from solvable.formats import Board
    from solvable.formats.base import Targets


class Row(NamedTuple):
    """A command of a group: its name, its first argument on its page, the section it is listed in, its module."""

    name: str
    argument: str = ""
    section: str = "commands"
    module: str = ""  # of its name if it has no other


class Number(click.ParamType[Any]):
    """A number of the type `kind`, from `least` to `most`."""

    name = "number"

    def __init__(self, kind: type[int] | type[float], least: int = 0, most: int | None = None) -> None:
        self.kind, self.least, self.most = kind, least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number that `value` is."""
        try:
            number = self.kind(value)
        except ValueError:
            raise _wrong(ctx, param, "error.integer" if self.kind is int else "error.number") from None
        if not number >= self.least:  # nor is what is no number
            raise _wrong(ctx, param, "error.least", bound=self.least)
        if self.most is not None and number > self.most:
            raise _wrong(ctx, param, "error.most", bound=self.most)
        return number


class Words(click.ParamType[Any]):
    """One of these words."""

    name = "words"

    def __init__(self, *words: str) -> None:
        self.words = words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the word that `value` is, in any case of its letters."""
        if value.lower() in self.words:
            return value.lower()
        raise _wrong(ctx, param, "error.choice", self.words, value=value, choices=", ".join(self.words))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """Return the words that begin with `incomplete`."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(word) for word in self.words if word.startswith(incomplete)]


class Parsed(click.ParamType[Any]):
    """What `parse` makes of the text, raising ValueError for one that the sentence `error.KEY` describes."""

    name = "parsed"

    def __init__(self, parse: Callable[[str], Any], key: str) -> None:
        self.parse, self.key = parse, f"error.{key}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return what the text says."""
        try:
            return self.parse(value)
        except ValueError:
            raise _wrong(ctx, param, self.key, value=value) from None


def _wrong(
    ctx: click.Context | None, param: click.Parameter | None, key: str, words: tuple[str, ...] = (), **values: object
) -> UsageError:
    """Return the error of a wrong value; if it is nearly one of `words`, with that."""
    if ctx is None or param is None:
        raise TypeError("a value is converted for a parameter of a command only")
    message = ctx.obj.say(key, name=name_of(param), **values)
    from difflib import get_close_matches  # here: it is loaded for mistakes alone

    if close := get_close_matches(str(values.get("value", "")).lower(), words, n=1):
        message = join(message, ctx.obj.say("error.suggestion", names=close[0]))
    return UsageError(message, ctx.command_path)


def name_of(param: click.Parameter) -> str:
    """Return what people call a parameter: an option by its longest name, an argument by its metavar."""
    return max(param.opts, key=len) if isinstance(param, click.Option) else (param.metavar or "").strip("[]")


Complete = Callable[[click.Context, click.Parameter, str], list[str]]
COMPLETE = "_SOLVABLE_COMPLETE"  # the variable that asks for completions, or for the script that makes a shell ask


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


def _show_help(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Write the page of the command and end."""
    if value and not ctx.resilient_parsing:
        ctx.obj.line(ctx.get_help())
        ctx.exit()


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
HELP = flag("-h", "--help", expose_value=False, is_eager=True, callback=_show_help)
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


Output = tuple[str | None, "FileKind"]
"""The name of a file, None if the option was not given, and what will be written there."""


def check_outputs(terminal: Terminal, outputs: Iterable[Output], *inputs: str | None) -> None:
    """Raise UsageError if an output is the file of an input, else what `check_output` raises; nothing is changed."""
    for name, kind in outputs:
        if name is not None:
            from solvable.core.atomic_write import check_output

            check_inputs(terminal, name, *inputs)
            check_output(Path(name), kind)


def check_inputs(terminal: Terminal, output: str, *inputs: str | None) -> None:
    """Raise UsageError if the file `output` is one of the inputs, by whatever name; "-" is standard input."""
    for name in inputs:
        with suppress(OSError, ValueError, AttributeError):  # one of them is no file
            if name is not None and os.path.samestat(_status(name), Path(output).stat()):
                raise UsageError(terminal.say("error.same_file", path=output))


def answers_kind(path: str) -> "FileKind":
    """Return what `--out` writes into a file of this name: a picture of the presses, or answers."""
    from solvable.formats.file_kinds import ANSWERS, NPY_FILE, PBM_FILE

    pictures = {".pbm": PBM_FILE, ".npy": NPY_FILE}
    result = pictures.get(Path(path).suffix, ANSWERS)
    return result._replace(suffixes=(*ANSWERS.suffixes, *pictures))


def _status(name: str) -> os.stat_result:
    return os.fstat(sys.stdin.fileno()) if name == "-" else Path(name).stat()
