"""The fewest presses by comparing all solutions, for boards with few solutions."""

from collections import Counter
from collections.abc import Sequence

from solvable.checker.lights.linear import solutions
from solvable.checker.lights.wiring import Wiring

QUIET_LIMIT = 20  # quiet patterns of a basis for two colours: all their sums are tried
WORK_LIMIT = 10_000_000  # solutions × numbers changed for each
ELIMINATION = 8_000_000  # numbers changed by an elimination


def fewest_presses(wiring: Wiring, state: Sequence[int]) -> tuple[int, int] | None:
    """Return the fewest presses for a solvable `state`, and the number of solutions with them.

    None if the solutions are too many.
    """
    wrong = [(want - have) % wiring.k for have, want in zip(state, wiring.goal, strict=True)]
    if wiring.k == 2:
        return _fewest_binary(wiring, wrong)
    buttons, rows = wiring.buttons, list(wiring.matrix())
    n = len(buttons)
    if n * n * (wiring.cells + n) > ELIMINATION or n * n > WORK_LIMIT:
        return None
    result = solutions([rows[press] for press in buttons], wrong, wiring.k, WORK_LIMIT // n**2)
    if result is None:
        return None
    weights = Counter(map(sum, result))
    return min(weights.items())


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
    """Return `row` with its highest lamps cleared, down to the first that no pivot clears."""
    while (lead := (row & low).bit_length()) in pivots:
        row ^= pivots[lead]
    return row
