"""Depth-first search for the coset whose lightest member is heaviest; twin of `lights.worst.hardest`."""

from typing import Any

from solvable.kernels.base.jit import jit


@jit
def search(
    adds: Any,
    fixed: Any,
    sorts: Any,
    slack: Any,
    weights: Any,
    choice: Any,
    found: Any,
    at: Any,
    wanted: int,
    limit: int,
) -> Any:
    """Return the nodes visited while looking for more than `at[1]`, the greatest least weight so far.

    `adds[i, x, u]` is what choosing x for place i adds to the weight of member u; a `fixed` place takes 0 only, one
    that `sorts` at least what the place before took. `slack[i]` is twice what the places from i on can add to the
    lightest member. `weights`, `choice` and the depth `at[0]` are where the search stands, so that it may be taken up
    again: it stops after `limit` nodes. At its end, or once `wanted` is found, the depth is -1. `found`: the choices.
    """
    places, k, members = adds.shape
    depth, least, nodes = at[0], at[1], 0
    while depth >= 0 and nodes < limit:
        top = 0 if fixed[depth] else k - 1
        if choice[depth] >= top:
            depth -= 1
            continue
        choice[depth] += 1
        nodes += 1
        below, above, extra = weights[depth], weights[depth + 1], adds[depth, choice[depth]]
        lightest = below[0] + extra[0]
        for u in range(members):
            value = below[u] + extra[u]
            above[u] = value
            lightest = min(lightest, value)
        if 2 * lightest + slack[depth + 1] < 2 * (least + 1):
            continue
        if depth + 1 == places:
            least = int(lightest)
            found[:] = choice[:places]
            if least >= wanted:
                depth = -1
            continue
        depth += 1
        choice[depth] = choice[depth - 1] - 1 if sorts[depth] else -1
    at[0], at[1] = depth, least
    return nodes
