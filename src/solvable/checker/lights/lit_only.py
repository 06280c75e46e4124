"""Checks lit-only play, in which each pressed lamp must be lit, and the fewest lamps that stay lit; both for k = 2."""

from collections.abc import Mapping, Sequence

from solvable.checker.fields import Fields
from solvable.checker.lights.fewest import fewest_presses
from solvable.checker.lights.wiring import Wiring
from solvable.checker.report import Report, WrongError
from solvable.core.message import msg

STATES = 1 << 18  # states of lit-only play that are visited
UNREACHED = 10**9  # presses: more than lit-only play can need if all its states were visited
MEMBERS = 20  # the rank of a span all of whose sums are tried
FUNCTIONALS = 16  # functionals, if all combinations of their values are tried


def masks(wiring: Wiring) -> list[int]:
    """Return the cells that each press changes as a bit mask, lamp i at bit i."""
    return [sum(1 << cell for cell, amount in cells if amount & 1) for cells in wiring.toggles]


def replay_lit(presses: Sequence[int], state: Sequence[int], wiring: Wiring) -> None:
    """Raise WrongError at the first press of a lamp that is dark."""
    toggles, now = masks(wiring), sum(1 << cell for cell, lit in enumerate(state) if lit)
    for step, press in enumerate(presses, 1):
        if not 0 <= press < wiring.cells or not now >> press & 1:
            raise WrongError(
                "moves", msg("press {step} is {press}, a lamp that is off by then", step=step, press=press)
            )
        now ^= toggles[press]


def check_reach(fields: Fields, state: Sequence[int], wiring: Wiring, report: Report) -> None:
    """Check the bound on lit-only play, or that it cannot reach the goal, by a search of all reachable states."""
    is_reached = "length" in fields
    result = _distance(state, wiring, fields["lower_bound"] if is_reached else UNREACHED)
    if fields["verdict"] == "unsolvable":
        if result is None:
            report.unchecked.append("that lit-only play never reaches the goal: too many states to visit them all")
        elif result < UNREACHED:
            raise WrongError(
                "verdict", msg("is unsolvable, but {presses} presses of lit lamps lead to the goal", presses=result)
            )
        else:
            report.checked.append("no order of presses of lit lamps leads to the goal, all were tried")
    elif result is None:
        _at_will(fields, state, wiring, report)
    elif result >= UNREACHED:
        raise WrongError("verdict", "no order of presses of lit lamps leads to the goal")
    elif fields["lower_bound"] > result:
        raise WrongError(
            "lower_bound",
            msg("is {claimed}, but {presses} presses suffice", claimed=fields["lower_bound"], presses=result),
        )
    else:
        report.checked.append(
            msg("the bound: in lit-only play no solution has fewer than {presses} presses", presses=result)
        )


def _at_will(fields: Fields, state: Sequence[int], wiring: Wiring, report: Report) -> None:
    """Accept a bound that holds even if dark lamps may be pressed; report as unchecked what that leaves open."""
    fewest = fewest_presses(wiring, state)
    if fewest is None or fields["lower_bound"] > fewest[0]:
        report.unchecked.append("the bound on lit-only play: too many states to visit them all")
    else:
        report.checked.append(
            msg("the bound: no solution has fewer than {presses} presses, all were compared", presses=fewest[0])
        )
    if "length" not in fields:
        report.unchecked.append("that lit-only play reaches the goal: too many states to visit them all")


def _distance(state: Sequence[int], wiring: Wiring, bound: int) -> int | None:
    """Return the fewest presses of lit-only play if they are fewer than `bound`, else `bound`; None if undecided.

    Bidirectional search: forwards a lit lamp is pressed, backwards a press is undone before which its lamp was lit. If
    all states reachable from one end were visited without meeting the other, `bound` is returned.
    """
    toggles = masks(wiring)
    presses = [(press, toggles[press]) for press in wiring.buttons]
    ends = [sum(1 << cell for cell, lit in enumerate(cells) if lit) for cells in (state, wiring.goal)]
    seen = [{end} for end in ends]
    edges = [{end} for end in ends]
    depth = 0
    while not edges[0] & seen[1] and not edges[1] & seen[0]:
        side = 0 if len(edges[0]) <= len(edges[1]) else 1
        if not edges[side] or depth + 1 >= bound:
            return bound
        if side == 0:
            after = {here ^ toggle for here in edges[0] for press, toggle in presses if here >> press & 1}
        else:
            after = {here ^ toggle for here in edges[1] for press, toggle in presses if (here ^ toggle) >> press & 1}
        edges[side] = after - seen[side]
        seen[side] |= after
        depth += 1
        if len(seen[0]) + len(seen[1]) > STATES:
            return None
    return depth


def check_lit(fields: Fields, state: Sequence[int], wiring: Wiring, report: Report) -> None:
    """Check the number of lamps that stay lit, and that no presses leave fewer."""
    if wiring.k != 2:
        raise WrongError("lit", "lamps are counted for two colours")
    if fields["lit"] != sum(wiring.goal):
        raise WrongError(
            "lit", msg("is {claimed}, but {lamps} lamps stay lit", claimed=fields["lit"], lamps=sum(wiring.goal))
        )
    bound = fields["lit_bound"]
    if bound > fields["lit"]:
        raise WrongError(
            "lit_bound", msg("is {claimed}, but {lamps} lamps stay lit", claimed=bound, lamps=fields["lit"])
        )
    fewest = _fewest_lit(sum(1 << cell for cell, lit in enumerate(state) if lit), wiring)
    if fewest is None:
        report.unchecked.append("the lamps that stay lit: too many reachable states to compare them all")
    elif bound > fewest:
        raise WrongError(
            "lit_bound", msg("is {claimed}, but {lamps} lit lamps can be reached", claimed=bound, lamps=fewest)
        )
    else:
        report.checked.append(
            msg("no presses leave fewer than {lamps} lamps lit, all reachable states were compared", lamps=fewest)
        )


def _fewest_lit(state: int, wiring: Wiring) -> int | None:
    basis: dict[int, int] = {}
    for toggle in masks(wiring):
        row = toggle
        while row and row.bit_length() in basis:
            row ^= basis[row.bit_length()]
        if row:
            basis[row.bit_length()] = row
    if len(basis) <= MEMBERS:
        rows, best = list(basis.values()), state.bit_count()
        for step in range(1, 1 << len(rows)):
            state ^= rows[(step & -step).bit_length() - 1]
            best = min(best, state.bit_count())
        return best
    if wiring.live - len(basis) > FUNCTIONALS:
        return None
    return _by_residues(state, basis, [cell for cell in range(wiring.cells) if cell not in wiring.lampless])


def _by_residues(state: int, basis: Mapping[int, int], live: Sequence[int]) -> int:
    """Return the fewest lamps with the same residue as `state` after all leading bits of `basis` are cleared."""

    def residue(row: int) -> int:
        for lead in leads:
            if row >> (lead - 1) & 1:
                row ^= basis[lead]
        return row

    leads = sorted(basis, reverse=True)
    columns, wanted = {residue(1 << cell) for cell in live}, residue(state)
    reached, edge, lamps = {0}, {0}, 0
    while wanted not in reached:
        edge = {here ^ column for here in edge for column in columns} - reached
        reached |= edge
        lamps += 1
    return lamps
