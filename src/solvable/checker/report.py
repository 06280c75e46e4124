"""What a check found, and the few field checks that both families need."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import gcd
from typing import Any


class WrongError(Exception):
    """A claim that does not hold: the field it stands in, and what is the case instead."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")


@dataclass
class Report:
    """The outcome of a check; true when `problems` is empty.

    `checked` names what was recomputed and found right, `trusted` what was too large to recompute.
    """

    problems: list[str] = field(default_factory=list)
    checked: list[str] = field(default_factory=list)
    trusted: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return not self.problems


def whole(fields: Mapping[str, Any], name: str, low: int = 0) -> int:
    """Return the whole number in field `name`, as a number or a decimal string."""
    value: Any = fields[name]
    if isinstance(value, str):
        if not value.isascii() or not value.isdigit():
            raise WrongError(name, "a whole number was expected")
        value = big(value)
    if isinstance(value, bool) or not isinstance(value, int) or value < low:
        raise WrongError(name, f"a whole number of at least {low} was expected")
    return int(value)


def big(digits: str) -> int:
    """Return the value of decimal `digits` of any length (int() refuses more than 4300)."""
    if len(digits) <= 4000:
        return int(digits)
    half = len(digits) // 2
    scale: int = 10 ** (len(digits) - half)
    return big(digits[:half]) * scale + big(digits[half:])


def whole_list(fields: Mapping[str, Any], name: str) -> list[int]:
    """Return the list of whole numbers in field `name`."""
    value = fields.get(name)
    if not isinstance(value, list) or any(isinstance(x, bool) or not isinstance(x, int) for x in value):
        raise WrongError(name, "a list of whole numbers was expected")
    return value


def lengths(fields: Mapping[str, Any], moves: int, report: Report) -> None:
    """Check that `length`, `lower_bound`, `optimal` and `verdict` fit the number of moves and each other."""
    if whole(fields, "length") != moves:
        raise WrongError("length", f"is {fields['length']}, but there are {moves} moves")
    bound = whole(fields, "lower_bound")
    if bound > moves:
        raise WrongError("lower_bound", f"is {bound}, but a solution of {moves} moves is given")
    if fields.get("optimal") is not (bound == moves):
        raise WrongError("optimal", f"must be {str(bound == moves).lower()}: {moves} moves, lower bound {bound}")
    if fields["verdict"] == "bounded" and bound == moves:
        raise WrongError("verdict", "is bounded, but the bound is reached: that is solved")
    report.checked.append("length, bound and verdict agree")


def check_probability(fields: Mapping[str, Any], solvable: int, states: int) -> None:
    """Check that `probability`, if it is claimed, is solvable/states in lowest terms."""
    if "probability" not in fields:
        return
    above, _, below = str(fields["probability"]).partition("/")
    if not (above.isascii() and above.isdigit() and below.isascii() and below.isdigit()):
        raise WrongError("probability", "a fraction was expected")
    numerator, denominator = big(above), big(below)
    if numerator * states != denominator * solvable or gcd(numerator, denominator) != 1:
        raise WrongError("probability", "is not the solvable states divided by the states")
