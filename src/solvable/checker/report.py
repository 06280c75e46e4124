"""The outcome of a check: the errors, the claims recomputed, and the claims too large to recompute."""

from dataclasses import dataclass, field
from typing import Literal

from solvable.core.message import msg

Verdict = Literal["right", "wrong", "unchecked"]


class WrongError(Exception):
    """A claim that does not hold: its field, and what is true instead."""

    def __init__(self, where: str, what: str) -> None:
        self.where, self.what = where, what
        super().__init__(msg("{field}: {problem}", field=where, problem=msg(what)))


class TooLargeError(WrongError):
    """A claim whose puzzle is too large to recompute."""


@dataclass
class Report:
    """The outcome of a check; true if `problems` is empty.

    `checked` lists the claims that were recomputed and found right, `unchecked` those that were too large to recompute
    or are unknown to this checker, and `remarks` the fields that make no claim about the puzzle, such as how and how
    fast an answer was found.
    """

    problems: list[str] = field(default_factory=list)
    checked: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return not self.problems

    @property
    def verdict(self) -> Verdict:
        """`right` if every claim was recomputed, `wrong` if one does not hold, else `unchecked`."""
        if self.problems:
            return "wrong"
        return "unchecked" if self.unchecked else "right"

    @property
    def trusted(self) -> list[str]:
        """The claims that have to be trusted because they were not recomputed; an alias of `unchecked`."""
        return self.unchecked
