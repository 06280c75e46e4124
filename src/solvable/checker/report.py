"""What a check found: what is wrong, what was recomputed, what was too large to recompute."""

from dataclasses import dataclass, field
from typing import Literal

from solvable.core.message import msg

Verdict = Literal["right", "wrong", "unchecked"]


class WrongError(Exception):
    """A claim that does not hold: its field, and what is the case instead."""

    def __init__(self, where: str, what: str) -> None:
        self.where, self.what = where, what
        super().__init__(msg("{field}: {problem}", field=where, problem=msg(what)))


class TooLargeError(WrongError):
    """What a claim is about is too large to recompute."""


@dataclass
class Report:
    """The outcome of a check; true when `problems` is empty.

    `checked` names what was recomputed and found right, `unchecked` what was too large to recompute or is not known to
    this checker, and `remarks` the fields that claim nothing of the puzzle: how and how fast an answer was found.
    """

    problems: list[str] = field(default_factory=list)
    checked: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return not self.problems

    @property
    def verdict(self) -> Verdict:
        """Say `right` when every claim was recomputed, `wrong` when one does not hold, else `unchecked`."""
        if self.problems:
            return "wrong"
        return "unchecked" if self.unchecked else "right"

    @property
    def trusted(self) -> list[str]:
        """What has to be trusted because it was not recomputed: another name of `unchecked`."""
        return self.unchecked
