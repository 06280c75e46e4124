"""The fewest presses by comparing all solutions, for boards with few of them and prime k."""

from collections.abc import Sequence
from itertools import product

from solvable.checker.lights.wiring import Wiring

QUIET_LIMIT = 20  # of two colours: their sums are all tried
WORK_LIMIT = 3_000_000  # solutions × the numbers touched for each


def fewest_presses(wiring: Wiring, state: Sequence[int]) -> tuple[int, int] | None:
    """Return the fewest presses for a solvable `state`, and how many solutions have so few.

    None where k is not prime or the solutions are too many.
    """
    wrong = [(want - have) % wiring.k for have, want in zip(state, wiring.goal, strict=True)]
    if wiring.k == 2:
        return _fewest_binary(wiring, wrong)
    n = len(wiring.toggles)
    if any(wiring.k % d == 0 for d in range(2, int(wiring.k**0.5) + 1)) or n * n * wiring.cells > 30 * WORK_LIMIT:
        return None
    found = _eliminate(wiring, wrong)
    if found is None or wiring.k ** len(found[1]) * (len(found[1]) + 1) * n > WORK_LIMIT:
        return None
    some, quiet = found
    weights = [
        sum((x + sum(t * p[at] for t, p in zip(times, quiet, strict=True))) % wiring.k for at, x in enumerate(some))
        for times in product(range(wiring.k), repeat=len(quiet))
    ]
    return min(weights), weights.count(min(weights))


def _fewest_binary(wiring: Wiring, wrong: Sequence[int]) -> tuple[int, int] | None:
    """The same for k = 2 with a row for each button: lamps in the low bits, the button's own bit above them."""
    cells = wiring.cells
    buttons = set(wiring.buttons)
    if cells > 3000 or len(buttons) > cells + QUIET_LIMIT:
        return None
    low = (1 << cells) - 1
    pivots: dict[int, int] = {}
    quiet = []
    for press, toggles in enumerate(wiring.toggles):
        row = 1 << (cells + press)
        for cell, amount in toggles:
            row ^= (amount & 1) << cell
        row = _reduce(row, pivots, low)
        if row & low:
            pivots[(row & low).bit_length()] = row
        elif press in buttons:
            quiet.append(row >> cells)
    some = _reduce(sum(1 << cell for cell, value in enumerate(wrong) if value), pivots, low)
    if some & low or len(quiet) > QUIET_LIMIT:
        return None
    member = some >> cells
    fewest, count = member.bit_count(), 1
    for step in range(1, 1 << len(quiet)):
        member ^= quiet[(step & -step).bit_length() - 1]
        presses = member.bit_count()
        if presses <= fewest:
            fewest, count = presses, 1 + count * (presses == fewest)
    return fewest, count


def _reduce(row: int, pivots: dict[int, int], low: int) -> int:
    """Return `row` with its highest lamps cleared, until one that no pivot clears."""
    while (lead := (row & low).bit_length()) in pivots:
        row ^= pivots[lead]
    return row


def _eliminate(wiring: Wiring, wrong: Sequence[int]) -> tuple[list[int], list[list[int]]] | None:
    """Return one solution x of Σ x_press · toggles(press) = wrong mod a prime, and a basis of the quiet patterns."""
    k, n = wiring.k, len(wiring.toggles)
    equations = [[0] * n + [value] for value in wrong]
    for press, toggles in enumerate(wiring.toggles):
        for cell, amount in toggles:
            equations[cell][press] = (equations[cell][press] + amount) % k
    pivots: list[int] = []
    for press in range(n):
        here = len(pivots)
        row = next((r for r in range(here, len(equations)) if equations[r][press]), None)
        if row is None:
            continue
        equations[here], equations[row] = equations[row], equations[here]
        inverse = pow(equations[here][press], -1, k)
        pivot = equations[here] = [x * inverse % k for x in equations[here]]
        for r, line in enumerate(equations):
            if r != here and line[press]:
                equations[r] = [(x - line[press] * y) % k for x, y in zip(line, pivot, strict=True)]
        pivots.append(press)
    if any(line[n] for line in equations[len(pivots) :]):
        return None
    some = [0] * n
    for line, press in zip(equations, pivots, strict=False):
        some[press] = line[n]
    free = [press for press in wiring.buttons if press not in pivots]
    return some, [_pattern(press, pivots, equations, n, k) for press in free]


def _pattern(free: int, pivots: list[int], equations: list[list[int]], n: int, k: int) -> list[int]:
    pattern = [0] * n
    pattern[free] = 1
    for line, press in zip(equations, pivots, strict=False):
        pattern[press] = -line[free] % k
    return pattern
