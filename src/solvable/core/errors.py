"""The errors of the library, each with the data that a caller needs to explain it.

    PuzzleError (ValueError)            anything wrong with a board, a move or a request
    ├── NotationError                   text that is not a board: source, line, column, what was expected
    ├── IllegalMoveError                a move that this state does not allow
    ├── UnsolvableError                 no solution exists; carries the proof
    ├── BudgetExceededError             a limit was reached; carries the best solution and the proved bound
    └── MissingTableError (KeyError)    a pattern database that has not been built, or is wrong

"No" is a value (`obstruction` returns a proof or None); an exception means that a request cannot be carried out. A
missing extra raises ImportError with the command that installs it.

Each message is a `message.Message`: for programs, `code` is its template and `arguments` are its values.
"""

import copyreg
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from operator import index
from typing import Any, Protocol, Self

from solvable.core.message import Message, msg

LINE_SHOWN = 200  # characters of a line shown after the column of an error


class Invariant(Protocol):
    """The interface of a proof of unsolvability; `solution.Obstruction` has it."""

    @property
    def invariant(self) -> str:
        """The name of the invariant."""

    @property
    def weights(self) -> Sequence[int]:
        """One weight for each cell; empty for tiles."""

    @property
    def value(self) -> int:
        """The invariant of the state."""

    @property
    def wanted(self) -> int:
        """The invariant of the goal."""


class Best(Protocol):
    """The interface of the best solution so far; `solution.Solution` has it."""

    @property
    def moves(self) -> Sequence[int]:
        """The moves, in order."""

    @property
    def lower_bound(self) -> int:
        """A proved lower bound on the number of moves."""


class PuzzleError(ValueError):
    """Anything wrong with a board, a move or a request; `message` describes it in English."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message)
        self.message = message

    @property
    def code(self) -> str:
        """The template of the message, with named fields; it is unique to each kind of error."""
        return self.message.template if isinstance(self.message, Message) else self.message

    @property
    def arguments(self) -> Mapping[str, object]:
        """The values of the template's fields, by name."""
        return self.message.values if isinstance(self.message, Message) else {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields of the error, so that it can return from another process."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class NotationError(PuzzleError):
    """Text that is not a board.

    `source` names the file or input, `line` and `column` count from 1 (0 if there is none), `text` is the line itself,
    `expected` describes what would have been valid.
    """

    def __init__(
        self,
        message: str,
        *,
        expected: str = "",
        source: str = "",
        line: int = 0,
        column: int = 0,
        text: str = "",
    ) -> None:
        super().__init__(message)
        self.expected = expected
        self.source = source
        self.line = line
        self.column = column
        self.text = text

    @classmethod
    def at(cls, text: str, offset: int, message: str, expected: str = "", source: str = "") -> Self:
        """Return the error at `offset` of `text`, with its line, column and the line itself, cut after the column."""
        start = text.rfind("\n", 0, offset) + 1
        end = text.find("\n", offset)
        line = text[start : min(len(text) if end < 0 else end, offset + LINE_SHOWN)].rstrip("\r")
        number = text.count("\n", 0, start) + 1
        column = offset - start + 1
        return cls(message, expected=expected, source=source, line=number, column=column, text=line)

    @property
    def place(self) -> str:
        """Its position as far as it is known: source:line:column."""
        return ":".join(part for part in (self.source, str(self.line or ""), str(self.column or "")) if part)

    def __str__(self) -> str:
        head = f"{self.place}: {self.message}" if self.place else self.message
        return f"{head} (expected {self.expected})" if self.expected else head

    def excerpt(self, width: int = 72) -> str:
        """Return the offending line with a caret under the column, cut to `width` characters; "" without a line."""
        if not self.text or not self.column:
            return ""
        start = max(0, min(self.column - 1 - width // 2, len(self.text) - width))
        text = self.text[start : start + width].replace("\t", " ")
        shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
        return f"{shown}\n{' ' * (self.column - 1 - start)}^"


class IllegalMoveError(PuzzleError):
    """The move `move` is not legal in this state."""

    def __init__(self, message: str, move: int) -> None:
        super().__init__(message)
        self.move = move


class UnsolvableError(PuzzleError):
    """No solution exists; `obstruction` is the proof, a `solution.Obstruction`."""

    def __init__(self, message: str, obstruction: Invariant) -> None:
        super().__init__(message)
        self.obstruction = obstruction


class BudgetExceededError(PuzzleError):
    """A limit (of time, nodes or memory) was reached, or the request was cancelled, before the answer was proved.

    `best` is the best Solution found, or None; `lower_bound` is a proved lower bound on the number of moves.
    """

    def __init__(self, message: str, lower_bound: int, best: Best | None = None) -> None:
        super().__init__(message)
        self.lower_bound = lower_bound
        self.best = best


class MissingTableError(PuzzleError, KeyError):
    """A pattern database that has not been built, or is damaged; the message contains the command that builds it."""

    def __str__(self) -> str:  # KeyError's own would quote the message
        return self.message or "missing table"


def whole_number(value: Any, what: str, least: int = 0) -> int:
    """Return `value`, which may be a NumPy integer, as an int; raise PuzzleError unless it is a whole number ≥
    `least`.
    """
    number = index(value) if hasattr(value, "__index__") and not isinstance(value, bool) else least - 1
    if number < least:
        raise PuzzleError(
            msg(
                "{what} must be a whole number from {least}, not {value}",
                what=msg(what),
                least=least,
                value=repr(value),
            )
        )
    return number


def require(module: str, extra: str = "arrays") -> None:
    """Raise ImportError, with the command that installs it, if a module of an extra is missing."""
    try:
        is_there = find_spec(module) is not None
    except (ImportError, ValueError):  # an import hook may refuse the module
        is_there = False
    if not is_there:
        message = msg('this needs {module}: pip install "solvable[{extra}]"', module=module, extra=extra)
        raise ImportError(message, name=module)
