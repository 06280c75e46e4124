"""Every error as one message on standard error, and the exit code that belongs to it.

Source, line and column come first, then the line itself with a caret, then what was expected.
"""

import os
import re
import sys
from difflib import get_close_matches
from typing import Any

from solvable.cli.terminal import Terminal
from solvable.errors import BudgetExceededError, MissingTableError, NotationError, PuzzleError
from solvable.messages import join
from solvable.render.text import display_width

INPUT_ERROR = 2
LIMIT_REACHED = 3
INTERRUPTED = 130
TOLD = 600  # characters of a message that are shown

BAD_VALUES = (  # the option parser's words, and the sentence for each
    (r"(valid integer)", "error.integer"),
    (r"(valid number)", "error.number"),
    (r"greater than or equal to ([\d.]+)", "error.least"),
    (r"less than or equal to ([\d.]+)", "error.most"),
)


class UsageError(Exception):
    """A command line that cannot be meant: what is wrong, and what would be right."""


def report(error: BaseException, terminal: Terminal, code: int = 0) -> int:
    """Write what `error` means to standard error and return the exit code, `code` where only the reader has gone."""
    if isinstance(error, BrokenPipeError):
        _close_quietly()
        return code
    if isinstance(error, SystemExit):  # shell completion leaves this way
        return error.code if isinstance(error.code, int) else 0
    if isinstance(error, KeyboardInterrupt):
        terminal.note(terminal.say("error.interrupted"))
        return INTERRUPTED
    try:
        for line in _lines(error, terminal):
            terminal.note(line)
    except BrokenPipeError:
        _close_quietly()
    return LIMIT_REACHED if isinstance(error, BudgetExceededError) else INPUT_ERROR


def _lines(error: BaseException, terminal: Terminal) -> list[str]:
    if isinstance(error, NotationError):
        return _notation(error, terminal)
    if hasattr(error, "format_message") and hasattr(error, "exit_code"):  # what the option parser raises
        return _usage(error, terminal)
    return [_head(_told(error, terminal), terminal)]


def _told(error: BaseException, terminal: Terminal) -> str:
    if isinstance(error, PuzzleError | UsageError | MissingTableError | ImportError):
        return terminal.tell(str(error))
    if isinstance(error, MemoryError):
        return terminal.say("error.memory")
    if isinstance(error, OSError):
        where = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
        return f"{where}{terminal.tell(error.strerror or str(error))}"
    if os.environ.get("SOLVABLE_DEBUG"):
        raise error
    return terminal.say("error.bug", error=f"{type(error).__name__}: {error}")


def _notation(error: NotationError, terminal: Terminal) -> list[str]:
    """Return source:line:column and the message, the line with a caret, and what was expected."""
    pen = terminal.note_pen
    source = error.source or (terminal.say("error.source") if error.line else "")
    where = ":".join(part for part in (source, str(error.line or ""), str(error.column or "")) if part)
    told = terminal.tell(error.message)
    lines = [_head(f"{_shown(where)}: {told}" if where else told, terminal)]
    excerpt = error.excerpt(min(72, pen.width - 4)).split("\n")
    if len(excerpt) == 2:
        shown, caret = excerpt
        before = display_width(shown[: len(caret) - 1])
        lines += ["  " + shown, "  " + " " * before + pen.paint("^", "alarm")]
    if error.expected:
        lines.append("  " + terminal.say("error.expected", expected=_shown(terminal.tell(error.expected))))
    return lines


def _usage(error: Any, terminal: Terminal) -> list[str]:
    """Return an error of the option parser in the user's language, and where to read more."""
    kind, parameter = type(error).__name__, getattr(error, "param", None)
    name = _parameter_name(parameter)
    if kind == "NoSuchOption":
        told = terminal.say("error.option", name=error.option_name)
        if error.possibilities:
            close = get_close_matches(error.option_name, error.possibilities, n=1, cutoff=0.0)
            told = join(told, terminal.say("error.suggestion", names=", ".join(close)))
        elif not error.option_name.startswith("--"):
            told = join(told, terminal.say("error.dash"))
    elif kind == "MissingParameter":
        told = terminal.say("error.missing", name=name)
    elif kind == "BadParameter" and name:
        told = _bad_value(name, str(error.message), terminal)
    elif kind == "BadOptionUsage" and re.search(r"requires|does not take", str(error.message)):
        needs = "requires" in str(error.message)
        told = terminal.say("error.argument" if needs else "error.flag", name=error.option_name)
    elif extra := re.search(r"unexpected extra arguments?(?:\(s\))? \((.*)\)", str(error.message), re.DOTALL):
        told = terminal.say("error.extra", words=extra.group(1))
    else:
        told = str(error.format_message())
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "solvable"
    return [_head(told, terminal), "  " + terminal.say("error.help", command=f"{path} --help")]


def _bad_value(name: str, message: str, terminal: Terminal) -> str:
    """Return what is wrong with the value of `name`; for a choice also what is likely meant."""
    choice = re.search(r"'(.*)' is not one of (.*?)\.?$", message)
    if choice is None:
        for pattern, key in BAD_VALUES:
            found = re.search(pattern, message)
            if found:
                return terminal.say(key, name=name, bound=found.group(1))
        return terminal.say("error.value", name=name, reason=message.removeprefix("Value error, "))
    value, choices = choice.group(1), re.findall(r"'(.*?)'", choice.group(2))
    told = terminal.say("error.choice", name=name, value=value, choices=", ".join(choices))
    close = get_close_matches(value, choices, n=1)
    return join(told, terminal.say("error.suggestion", names=close[0])) if close else told


def _parameter_name(parameter: Any) -> str:
    if parameter is None:
        return ""
    is_option = parameter.param_type_name == "option"
    return str(parameter.opts[0] if is_option else (parameter.metavar or parameter.name).upper().strip("[]"))


def _head(text: str, terminal: Terminal) -> str:
    return terminal.note_pen.paint("solvable:", "alarm") + " " + _shown(text)


def _shown(text: str) -> str:
    """Return `text` on one line, without control characters, cut where it is too long to read."""
    clean = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[: TOLD + 1])
    return clean if len(clean) <= TOLD else clean[:TOLD] + "…"


def _close_quietly() -> None:
    """Answer a reader that has gone (`| head`): nothing more is written, not even at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
