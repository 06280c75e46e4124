"""Checks the numbers of states, solvable states and solutions, at any size for which that is cheap.

With q quiet patterns each solvable state has q solutions, and k^buttons / q states are solvable, of k^cells. The
patterns are counted by an elimination if the board is small, and by polynomials if it is an ordinary one; otherwise the
claims must at least agree with each other.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, Inexact
from math import prod

from solvable.checker.fields import SHOWN, Fields
from solvable.checker.lights import polynomials
from solvable.checker.lights.linear import factors, generators, null_orders
from solvable.checker.lights.wiring import Wiring
from solvable.checker.report import Report, WrongError
from solvable.core.message import msg

ELIMINATION_LIMIT = 3000  # cells: a plain elimination of n rows takes seconds
COMPOSITE_LIMIT = 160  # cells, if k is not 2
DIGITS = 25_000_000  # digits of a power that is written out
COUNTS = ("solutions", "nullity", "solvable_states", "states", "probability")


@dataclass(frozen=True)
class Size:
    """The quantities that determine a puzzle's counts; `orders` are those of the cyclic parts of the quiet patterns, if
    known.
    """

    k: int
    live: int
    buttons: int
    orders: Sequence[int] | None

    @property
    def order(self) -> int | None:
        """The number of quiet patterns, if known."""
        return None if self.orders is None else prod(self.orders)


def size_of_wiring(wiring: Wiring, params: str) -> Size:
    """Return the size of a puzzle whose wiring is written out, with its quiet patterns counted if that is cheap."""
    buttons = wiring.buttons
    orders: list[int] | None = None
    if (plain := re.fullmatch(r"(\d+)x(\d+)(?:,goal=.*)?", params)) and wiring.cells > COMPOSITE_LIMIT:
        orders = _of_ordinary(int(plain[1]), int(plain[2]))
    elif max(wiring.cells, len(wiring.toggles)) <= (ELIMINATION_LIMIT if wiring.k == 2 else COMPOSITE_LIMIT):
        rows = list(wiring.matrix())
        orders = null_orders([rows[press] for press in buttons], wiring.k)
    return Size(wiring.k, wiring.live, len(buttons), orders)


def size_of_params(params: str) -> Size | None:
    """Return the size of a board whose wiring is too large to write out; None if the wiring is a list."""
    board = re.fullmatch(r"(\d{1,9})x(\d{1,9})(?:x(\d{1,9}))?((?:,[a-z0-9]+)*)", params)
    if not board:
        return None
    moduli = re.findall(r",mod(\d{1,10})(?=,|$)", board[4])
    k = int(moduli[0]) if moduli else 2
    cells = int(board[1]) * int(board[2]) * int(board[3] or 1)
    return Size(k, cells, cells, None if board[4] or board[3] else _of_ordinary(int(board[1]), int(board[2])))


def _of_ordinary(width: int, height: int) -> list[int] | None:
    nullity = polynomials.nullity(width, height)
    return None if nullity is None else [2] * nullity


def check_counts(fields: Fields, size: Size | None, report: Report) -> None:
    """Check the counts that the answer claims; raise WrongError at the first that fails."""
    claimed = [name for name in COUNTS if name in fields]
    if not claimed:
        return
    if size is not None and size.orders is not None:
        _exactly(fields, size, len(size.orders) if size.k == 2 else generators(size.orders), report)
        return
    remaining = set(claimed)
    if size is not None:
        remaining -= _together(fields, size, report)
    for name in sorted(remaining, key=COUNTS.index):
        report.unchecked.append(msg("{fields}: the board is too large for the checker's own elimination", fields=name))


def _exactly(fields: Fields, size: Size, nullity: int, report: Report) -> None:
    order = size.order
    assert order is not None
    if fields.get("nullity", nullity) != nullity:
        raise WrongError(
            "nullity",
            msg("is {claimed}, but the count gives {counted}", claimed=str(fields["nullity"])[:SHOWN], counted=nullity),
        )
    powers = {"solutions": nullity, "solvable_states": size.buttons - nullity, "states": size.live}
    values = {"solutions": 0, "solvable_states": 0, "states": 0, "probability": 0}
    is_prime = sum(factors(size.k).values()) == 1  # then all counts are powers of it
    powers["probability"] = nullity + size.live - size.buttons  # the solvable states are a group: 1/m of all
    if not is_prime:
        solvable = size.k**size.buttons // order
        values = {"solutions": order, "solvable_states": solvable, "states": size.k**size.live}
        values["probability"] = values["states"] // solvable
    for name in values.keys() & fields.keys():
        above, _, digits = (
            ("1/" + fields[name]).rpartition("/") if name != "probability" else fields[name].partition("/")
        )
        right = is_power_of(digits, size.k, powers[name]) if is_prime else str(values[name]) == digits
        if right is None:
            report.unchecked.append(msg("{name}: a number of too many digits", name=name))
        elif not right or above != "1":
            raise WrongError(name, msg("is {fields}, but another number was counted", fields=fields[name][:SHOWN]))
    report.checked.append("the counts, by a second elimination")


def _together(fields: Fields, size: Size, report: Report) -> set[str]:
    """Check that the counts agree with each other if the number of quiet patterns is unknown; return the fields
    confirmed.
    """
    if fields.get("nullity", 0) > size.buttons:
        raise WrongError(
            "nullity",
            msg(
                "is {fields}, but there are {buttons} buttons",
                fields=str(fields["nullity"])[:SHOWN],
                buttons=size.buttons,
            ),
        )
    is_prime = sum(factors(size.k).values()) == 1
    if "states" in fields and is_power_of(fields["states"], size.k, size.live) is False:
        raise WrongError("states", msg("is {fields}, but another number was counted", fields=fields["states"][:SHOWN]))
    if is_prime and "nullity" in fields:
        powers = {"solutions": fields["nullity"], "solvable_states": size.buttons - fields["nullity"]}
        for name in powers.keys() & fields.keys():
            if is_power_of(fields[name], size.k, powers[name]) is False:
                raise WrongError(name, "does not fit the nullity")
        if "probability" in fields and size.live == size.buttons:
            above, _, below = fields["probability"].partition("/")
            if above != "1" or is_power_of(below, size.k, fields["nullity"]) is False:
                raise WrongError("probability", "does not fit the nullity")
    if "states" in fields:
        report.checked.append("the number of states")
    return {"states"}


def is_power_of(digits: str, base: int, exponent: int) -> bool | None:
    """Return whether `digits` write base^exponent; None if there are too many. Cost: O(n log n) for n digits."""
    if exponent < 0:
        return False
    if len(digits) > DIGITS:
        return None
    context = Context(prec=len(digits) + 5, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])
    try:
        return str(context.power(Decimal(base), exponent)) == digits
    except Inexact:  # the power has more digits
        return False
