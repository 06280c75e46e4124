"""Checks a bound on the presses that any solvable state of a two-colour puzzle needs, by the flat that proves it.

A flat is a set of buttons that contains every button whose column, in a basis of the quiet patterns, is a sum of
columns of its own buttons. Take the members of a coset that are lightest on the flat: there they press at most its
covering radius, and some member presses at most half of the buttons outside, since each outside button is pressed by
half of the members that agree on the flat. If no flat is given, it consists of all buttons, which proves the bound for
small puzzles. For others `exhaustion` may.
"""

from collections.abc import Iterator, Mapping, Sequence

from solvable.checker.census import layers_of
from solvable.checker.fields import SHOWN, Fields
from solvable.checker.lights import exhaustion
from solvable.checker.lights.counts import Size
from solvable.checker.lights.lit_only import masks
from solvable.checker.lights.wiring import Wiring
from solvable.checker.report import Report, WrongError
from solvable.core.message import msg

REDUNDANCY_MAX = 24  # redundancy: 2^24 sums of syndromes are visited
STEPS = 1 << 29  # sums times syndromes: a few seconds
ROW_BITS = 14  # bits of a sum's index within a row of sums processed together
CELLS = 1500


def check_worst(fields: Fields, wiring: Wiring, size: Size, report: Report) -> None:
    """Check `worst_bound`; raise WrongError if the flat does not prove it."""
    bound = fields["worst_bound"]
    if bound < fields["lower_bound"]:
        raise WrongError(
            "worst_bound",
            msg(
                "is {claimed}, but this state is claimed to need {needed}", claimed=bound, needed=fields["lower_bound"]
            ),
        )
    if wiring.k != 2 and (result := layers(wiring, size)) is not None and "flat" not in fields:
        _compare("worst_bound", bound < len(result) - 1, bound, len(result) - 1)
        report.checked.append("the worst case, by a search of all states")
        return
    if wiring.k != 2 or max(wiring.cells, len(wiring.toggles)) > CELLS:
        report.unchecked.append("the worst case: the puzzle is too large for the checker's own search")
        return
    is_given = "flat" in fields
    proved = _bound(set(fields["flat"] if is_given else wiring.buttons), wiring)
    if proved is None and exhaustion.is_excluded(_columns(wiring).values(), bound):
        report.checked.append("the worst case, by exhaustion")
    elif proved is None:
        report.unchecked.append("the worst case: too many states for the checker's own search")
    else:
        _compare("worst_bound", bound < proved, bound, proved)
        report.checked.append(
            "the worst case, by the flat" if is_given else "the worst case, by a search of all states"
        )


def check_most(fields: Fields, wiring: Wiring, size: Size, report: Report) -> None:
    """Check `covering_radius`, the most presses that any solvable state needs; the flat of all buttons gives it
    exactly.
    """
    if wiring.k == 2:
        is_small = max(wiring.cells, len(wiring.toggles)) <= CELLS
        maximum = _bound(set(wiring.buttons), wiring) if is_small else None
    else:
        result = layers(wiring, size)
        maximum = None if result is None else len(result) - 1
    if maximum is None:
        report.unchecked.append("worst: too many states for the checker's own search")
        return
    _compare("worst", fields["worst"] != maximum, fields["worst"], maximum)
    report.checked.append("the most presses, by a search of all states")


def _compare(name: str, is_wrong: bool, claimed: int, found: int) -> None:
    if is_wrong:
        raise WrongError(
            name, msg("is {claimed}, but the count gives {counted}", claimed=str(claimed)[:SHOWN], counted=found)
        )


def layers(wiring: Wiring, size: Size) -> list[int] | None:
    """Return the numbers of solvable states that need 0, 1, 2, … presses; None if they are too many."""
    if wiring.k == 2:
        if size.orders is None or size.buttons - len(size.orders) > REDUNDANCY_MAX or wiring.cells > CELLS:
            return None
        toggles = masks(wiring)
        steps = {toggles[press] for press in wiring.buttons} - {0}
        rank = size.buttons - len(size.orders)
        return _layers(steps) if max(1, len(steps)) << rank <= STEPS else None
    states = None if size.order is None else wiring.k**size.buttons // size.order
    cost = size.buttons * wiring.cells
    return layers_of(tuple(wiring.goal), lambda state: _pressed(state, wiring), states, cost)


def _pressed(state: Sequence[int], wiring: Wiring) -> Iterator[tuple[int, ...]]:
    """Yield the states one press away."""
    for press in wiring.buttons:
        now = list(state)
        for cell, amount in wiring.toggles[press]:
            now[cell] = (now[cell] + amount) % wiring.k
        yield tuple(now)


def _bound(flat: set[int], wiring: Wiring) -> int | None:
    columns = _columns(wiring)
    if not flat <= columns.keys():
        raise WrongError("flat", "names presses that are not buttons")
    basis: dict[int, int] = {}
    for press in flat:
        _add(columns[press], basis)
    if any((_reduce(column, basis) == 0) != (press in flat) for press, column in columns.items()):
        raise WrongError("flat", "is not exactly the set of buttons whose columns are sums of its own columns")
    inside = [columns[press] for press in sorted(flat) if columns[press]]
    radius = _covering_radius(inside, len(basis))
    return None if radius is None else len(flat) - len(inside) + radius + (len(columns) - len(flat)) // 2


def _columns(wiring: Wiring) -> dict[int, int]:
    """Return each button's column in a basis of the quiet patterns, pattern i at bit i."""
    pivots: dict[int, int] = {}
    patterns, toggles = [], masks(wiring)
    low = (1 << wiring.cells) - 1
    for press in wiring.buttons:
        row = toggles[press] | 1 << wiring.cells + press
        while (lead := (row & low).bit_length()) in pivots:
            row ^= pivots[lead]
        if lead:
            pivots[lead] = row
        else:
            patterns.append(row >> wiring.cells)
    return {press: sum((p >> press & 1) << i for i, p in enumerate(patterns)) for press in wiring.buttons}


def _reduce(column: int, basis: Mapping[int, int]) -> int:
    while (lead := column.bit_length()) in basis:
        column ^= basis[lead]
    return column


def _add(column: int, basis: dict[int, int]) -> None:
    if remaining := _reduce(column, basis):
        basis[remaining.bit_length()] = remaining


def _covering_radius(columns: Sequence[int], rank: int) -> int | None:
    """Return the largest number of buttons needed to reach any class modulo the sums of patterns, the covering
    radius.
    """
    count: dict[int, int] = {}
    for column in columns:
        count[column] = count.get(column, 0) + 1
    # if the distinct columns are independent, patterns press the buttons of each column together and of no other, so a
    # lightest state presses at most half of them
    if len(count) == rank:
        return sum(times // 2 for times in count.values())
    if len(columns) - rank > REDUNDANCY_MAX:
        return None
    checks, basis = [], dict[int, int]()
    for index, column in enumerate(columns):
        row = column << len(columns) | 1 << index  # combinations of columns that vanish are the parity checks
        while row >> len(columns) and row.bit_length() in basis:
            row ^= basis[row.bit_length()]
        if row >> len(columns):
            basis[row.bit_length()] = row
        else:
            checks.append(row)
    syndromes = {sum((check >> place & 1) << i for i, check in enumerate(checks)) for place in range(len(columns))}
    return len(_layers(syndromes - {0})) - 1 if len(syndromes) << len(checks) <= STEPS else None


def _layers(steps: set[int]) -> list[int]:
    """Return the numbers of sums of steps (none is 0) that need at least 0, 1, 2, … of them.

    A sum is indexed by the steps of a basis that make it, whose number is its weight if there are no other steps. Every
    other step is used at most once, in any order, so one update for it suffices: w(x) = min(w(x), 1 + w(x + step)).
    Cost: 2^rank bytes for each; a long integer holds many sums, a byte each.
    """
    basis, others = dict[int, tuple[int, int]](), list[int]()
    for step in sorted(steps):
        remaining, parts = step, 0
        while (lead := remaining.bit_length()) in basis:
            remaining, parts = remaining ^ basis[lead][0], parts ^ basis[lead][1]
        if remaining:
            basis[lead] = remaining, parts ^ 1 << len(basis)
        else:
            others.append(parts)
    low_bits = min(len(basis), ROW_BITS)
    size, halves = 1 << low_bits, [1 << bit for bit in range(low_bits)]
    ones = int.from_bytes(b"\1" * size)
    first = int.from_bytes(bytes(place.bit_count() for place in range(size)), "little")
    lower = [int.from_bytes((b"\xff" * half + b"\0" * half) * (size // half // 2), "little") for half in halves]
    rows = [first + row.bit_count() * ones for row in range(1 << len(basis) - low_bits)]
    for parts in others:
        high, low = divmod(parts, size)
        rows = [_least(row, _moved(rows[at ^ high], low, lower) + ones, ones) for at, row in enumerate(rows)]
    counts = [0] * (len(basis) + 1)
    for row in rows:
        weights = row.to_bytes(size, "little")
        counts = [count + weights.count(weight) for weight, count in enumerate(counts)]
    return [count for count in counts if count]


def _moved(row: int, parts: int, lower: Sequence[int]) -> int:
    """Return the row with each byte moved to the index that differs in the bits of `parts`.

    lower[bit] has the bytes at indices without that bit.
    """
    for bit, mask in enumerate(lower):
        if parts >> bit & 1:
            row = row >> (8 << bit) & mask | (row & mask) << (8 << bit)
    return row


def _least(a: int, b: int, ones: int) -> int:
    """Return the bytewise minimum of two rows, all bytes below 128."""
    is_greater = ((a | ones << 7) - b) >> 7 & ones  # 1 in each byte for which a ≥ b
    return a ^ (a ^ b) & (is_greater << 8) - is_greater
