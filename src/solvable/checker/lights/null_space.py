"""Checks that quiet patterns change nothing, are distinct, and are a basis or all of them."""

from collections.abc import Sequence

from solvable.checker.fields import Fields
from solvable.checker.lights.counts import COMPOSITE_LIMIT, Size
from solvable.checker.lights.linear import null_order
from solvable.checker.lights.wiring import Wiring
from solvable.checker.report import Report, WrongError
from solvable.core.message import msg


def check_patterns(fields: Fields, wiring: Wiring, size: Size, report: Report) -> None:
    """Check `quiet_patterns`; raise WrongError at the first that is wrong."""
    patterns = fields["quiet_patterns"]
    lost = wiring.dead | wiring.fixed
    for number, pattern in enumerate(patterns, 1):
        if len(pattern) != len(wiring.toggles):
            raise WrongError(
                "quiet_patterns", msg("pattern {number} does not have one number for each button", number=number)
            )
        if any(times >= wiring.k for times in pattern) or any(pattern[press] for press in lost):
            raise WrongError(
                "quiet_patterns",
                msg("pattern {number} has a number that is not in 0..{last}", number=number, last=wiring.k - 1),
            )
        if (cell := changed_cell(pattern, wiring)) is not None:
            raise WrongError("quiet_patterns", msg("pattern {number} changes cell {cell}", number=number, cell=cell))
        if not any(pattern):
            raise WrongError("quiet_patterns", msg("pattern {number} presses nothing", number=number))
    if len(set(map(tuple, patterns))) != len(patterns):
        raise WrongError("quiet_patterns", "contain the same pattern twice")
    report.checked.append("every pattern is quiet")
    _number(fields, patterns, wiring, size, report)


def _number(fields: Fields, patterns: Sequence[list[int]], wiring: Wiring, size: Size, report: Report) -> None:
    if len(patterns) == fields["nullity"]:
        if wiring.k != 2 and max(len(patterns), len(wiring.toggles)) > COMPOSITE_LIMIT:
            report.unchecked.append("that the patterns generate all: too large for the checker's own elimination")
            return
        spanned = wiring.k ** len(patterns) // null_order(patterns, wiring.k)
        if spanned != (size.order or wiring.k ** len(patterns)):
            raise WrongError("quiet_patterns", "do not generate all")
        if size.order is None:
            report.unchecked.append("that the patterns generate all: too large for the checker's own elimination")
        else:
            report.checked.append("the patterns generate all")
    elif size.order is None:
        report.unchecked.append("that the patterns are all: too large for the checker's own elimination")
    elif not fields["nullity"] < len(patterns) < size.order:
        raise WrongError("quiet_patterns", msg("are {count}: neither a basis nor all", count=len(patterns)))
    elif len(patterns) < size.order - 1:
        report.unchecked.append("that as many patterns were asked for")
    else:
        report.checked.append("the patterns are all but the empty one")


def changed_cell(pattern: Sequence[int], wiring: Wiring) -> int | None:
    """Return a cell that these presses change; None if they change nothing."""
    lamps = [0] * wiring.cells
    for times, toggles in zip(pattern, wiring.toggles, strict=True):
        for cell, amount in toggles:
            lamps[cell] = (lamps[cell] + times * amount) % wiring.k
    return next((cell for cell, lamp in enumerate(lamps) if lamp), None)
