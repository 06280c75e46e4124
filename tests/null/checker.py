"""The checker of the null puzzle: swaps replayed, colours counted, states searched, with nothing of `ring`."""

from collections.abc import Mapping
from typing import Any

from solvable.checker.fields import check_probability, lengths
from solvable.checker.report import Report, WrongError

Beads = tuple[int, ...]


def verify(fields: Mapping[str, Any], params: str, report: Report) -> None:
    """Check every claim of an answer about a ring; raise WrongError at the first that fails."""
    beads, colours = map(int, params.split("x"))
    depths = _depths(tuple(sorted(bead * colours // beads for bead in range(beads))))
    if "states" in fields:
        if (fields["states"], fields["solvable_states"]) != (str(colours**beads), str(len(depths))):
            raise WrongError("states", "are others")
        check_probability(fields, len(depths), colours**beads)
        report.checked.append("the states, counted")
    if "distribution" in fields:
        found = [str(list(depths.values()).count(depth)) for depth in range(max(depths.values()) + 1)]
        if found != fields["distribution"]:
            raise WrongError("distribution", "is another")
        report.checked.append("the states by the moves they need")
    if "verdict" in fields:
        _verdict(fields, tuple(map(int, fields["board"].rpartition(":")[2])), depths, report)


def _verdict(fields: Mapping[str, Any], state: Beads, depths: dict[Beads, int], report: Report) -> None:
    if (fields["verdict"] == "unsolvable") == (state in depths):
        raise WrongError("verdict", "is wrong: the colours decide")
    report.checked.append("the colours")
    if "moves" in fields:
        depth = depths[state]
        for move in fields["moves"]:
            state = _swapped(state, move)
        if depths.get(state) != 0 or fields["lower_bound"] > depth:
            raise WrongError("moves", "do not lead to the goal, or fewer do")
        lengths(fields, len(fields["moves"]), report)


def _depths(goal: Beads) -> dict[Beads, int]:
    depths, level = {goal: 0}, {goal}
    while level:
        level = {_swapped(state, move) for state in level for move in range(len(goal))} - depths.keys()
        depths |= dict.fromkeys(level, max(depths.values()) + 1)
    return depths


def _swapped(state: Beads, move: int) -> Beads:
    order = list(range(len(state)))
    order[move], order[(move + 1) % len(state)] = order[(move + 1) % len(state)], order[move]
    return tuple(state[place] for place in order)
