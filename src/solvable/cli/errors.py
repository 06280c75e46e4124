"""Every error as one message on standard error, and the exit code that belongs to it.

Source, line and column come first, then the line itself with a caret, then what was expected.
"""

import os

from solvable.cli.terminal import Terminal
from solvable.core.errors import BudgetExceededError, MissingTableError, NotationError, PuzzleError
from solvable.core.message import Message
from solvable.render.text import display_width

ARRAYS = {"numpy", "flint"}  # what the extra of that name brings
INPUT_ERROR = 2
LIMIT_REACHED = 3
INTERRUPTED = 130
MESSAGE_SHOWN_MAX = 600  # characters of a message that are shown


class UsageError(Exception):
    """A command line that cannot be meant: what is wrong, and what would be right; the page of `command` has more."""

    def __init__(self, message: str, command: str = "") -> None:
        super().__init__(message)
        self.command = command


def report(error: BaseException, terminal: Terminal) -> int:
    """Write what `error` means to standard error and return the exit code, the answer's where its reader has gone."""
    if isinstance(error, BrokenPipeError):
        return terminal.code
    if isinstance(error, SystemExit):  # shell completion leaves this way
        return error.code if isinstance(error.code, int) else 0
    if isinstance(error, KeyboardInterrupt):
        terminal.note(terminal.say("error.interrupted"))
        return INTERRUPTED
    for line in _lines(error, terminal):
        terminal.note(line)
    return LIMIT_REACHED if isinstance(error, BudgetExceededError) else INPUT_ERROR


def _lines(error: BaseException, terminal: Terminal) -> list[str]:
    if isinstance(error, NotationError):
        return _notation(error, terminal)
    lines = [_head(_told(error, terminal), terminal)]
    if isinstance(error, UsageError) and error.command:
        lines.append("  " + terminal.say("error.help", command=f"{error.command} --help"))
    return lines


def _told(error: BaseException, terminal: Terminal) -> str:
    if isinstance(error, ImportError) and not isinstance(error.msg, Message):
        module = (error.name or str(error)).partition(".")[0].partition(" ")[0]
        return terminal.say("error.module", module=module) if module in ARRAYS else terminal.tell(str(error))
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
    said = terminal.tell(error.message)
    lines = [_head(f"{_shown(where)}: {said}" if where else said, terminal)]
    excerpt = error.excerpt(min(72, pen.width - 4)).split("\n")
    if len(excerpt) == 2:
        shown, caret = excerpt
        before = display_width(shown[: len(caret) - 1])
        lines += ["  " + shown, "  " + " " * before + pen.paint("^", "alarm")]
    if error.expected:
        lines.append("  " + terminal.say("error.expected", expected=_shown(terminal.tell(error.expected))))
    return lines


def _head(text: str, terminal: Terminal) -> str:
    return terminal.note_pen.paint("solvable:", "alarm") + " " + _shown(text)


def _shown(text: str) -> str:
    """Return `text` on one line, without control characters, cut where it is too long to read."""
    clean = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[: MESSAGE_SHOWN_MAX + 1])
    return clean if len(clean) <= MESSAGE_SHOWN_MAX else clean[:MESSAGE_SHOWN_MAX] + "…"
