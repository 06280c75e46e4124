"""Checks how many presses any solvable state of a two-colour puzzle needs at most, by the flat that proves it.

A flat is a set of buttons that holds every button whose column, in a basis of the quiet patterns, is a sum of its own
buttons' columns. Some member of any coset is lightest on the flat, where it presses at most the covering radius there,
and at most half of the buttons outside, as the members equal to it on the flat press each in half of the cases.
Where no flat is given all buttons are taken, the largest flat: on a small puzzle they prove the bound themselves.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from solvable.checker.lights.lamps import masks
from solvable.checker.lights.wiring import Wiring
from solvable.checker.report import Report, WrongError, whole, whole_list

LARGEST = 24  # redundancy: 2^24 sums of syndromes are visited
STEPS = 1 << 29  # sums times syndromes: some seconds
CELLS = 1500


def check_worst(fields: Mapping[str, Any], wiring: Wiring, report: Report) -> None:
    """Check `worst_bound`; raise WrongError where the flat does not prove it."""
    bound = whole(fields, "worst_bound")
    if bound < whole(fields, "lower_bound"):
        raise WrongError("worst_bound", f"is {bound}, but this state is said to need {fields['lower_bound']}")
    if wiring.k != 2 or max(wiring.cells, len(wiring.toggles)) > CELLS:
        report.trusted.append("the worst case: the puzzle is too large for the checker's own search")
        return
    is_given = "flat" in fields
    proved = _bound(set(whole_list(fields, "flat") if is_given else wiring.buttons), wiring)
    if proved is None:
        report.trusted.append("the worst case: too many states for the checker's own search")
    elif bound < proved:
        raise WrongError("worst_bound", f"is {bound}, but {proved} can be proved")
    else:
        report.checked.append(
            "the worst case, by the flat" if is_given else "the worst case, by a search of all states"
        )


def _bound(flat: set[int], wiring: Wiring) -> int | None:
    columns = _columns(wiring)
    if not flat <= columns.keys():
        raise WrongError("flat", "names presses that are no buttons")
    basis: dict[int, int] = {}
    for press in flat:
        _add(columns[press], basis)
    if any((_reduce(column, basis) == 0) != (press in flat) for press, column in columns.items()):
        raise WrongError("flat", "does not hold exactly the buttons whose columns are sums of its own")
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
    if rest := _reduce(column, basis):
        basis[rest.bit_length()] = rest


def _covering_radius(columns: Sequence[int], rank: int) -> int | None:
    """Return how many single buttons must be added at most to reach every class modulo the sums of patterns."""
    count: dict[int, int] = {}
    for column in columns:
        count[column] = count.get(column, 0) + 1
    if len(count) == rank:  # each column stands alone: half of its buttons, at most, in the lighter of two ways
        return sum(times // 2 for times in count.values())
    if len(columns) - rank > LARGEST:
        return None
    checks, basis = [], dict[int, int]()
    for place, column in enumerate(columns):
        row = column << len(columns) | 1 << place  # the sums of columns that vanish are the checks
        while row >> len(columns) and row.bit_length() in basis:
            row ^= basis[row.bit_length()]
        if row >> len(columns):
            basis[row.bit_length()] = row
        else:
            checks.append(row)
    syndromes = {sum((check >> place & 1) << i for i, check in enumerate(checks)) for place in range(len(columns))}
    return _radius(syndromes, len(checks)) if len(syndromes) << len(checks) <= STEPS else None


def _radius(syndromes: set[int], size: int) -> int:
    """Return how many of the syndromes must be added at most to reach all sums of `size` bits, breadth first."""
    import numpy as np

    unseen, edge, steps = np.ones(1 << size, bool), np.zeros(1, np.int64), -1
    unseen[0] = False
    while edge.size:
        steps += 1
        found = []
        for syndrome in syndromes:
            there = edge ^ syndrome
            there = there[unseen[there]]
            unseen[there] = False
            found.append(there)
        edge = np.concatenate(found) if found else edge[:0]
    return steps
