"""Depth-first search for the coset whose lightest member is heaviest; the twin of `lights.hardest.search_reference`."""

from typing import Any

import numpy as np

from solvable.kernels.jit import jit


@jit
def search(adds: Any, fixed: Any, sorts: Any, slack: Any, least: int, wanted: int, limit: int) -> Any:
    """Return (greatest least weight found, nodes, the choices), looking only for more than `least`.

    `adds[i, x, u]` is what choosing x for place i adds to the weight of member u; a `fixed` place takes 0 only, one
    that `sorts` at least what the place before took. `slack[i]` is twice what the places from i on can add to the
    lightest member. Stops at `wanted`, or after `limit` nodes (then nodes > limit).
    """
    places, k, members = adds.shape
    weights = np.zeros((places + 1, members), np.int16)
    choice, found = np.full(places + 1, -1, np.int64), np.zeros(places, np.int64)
    depth, nodes = 0, 0
    while depth >= 0:
        top = 0 if fixed[depth] else k - 1
        if choice[depth] >= top:
            depth -= 1
            continue
        choice[depth] += 1
        nodes += 1
        below, above, extra = weights[depth], weights[depth + 1], adds[depth, choice[depth]]
        lightest = np.int16(32767)
        for u in range(members):
            value = below[u] + extra[u]
            above[u] = value
            lightest = min(lightest, value)
        if nodes > limit:
            break
        if 2 * lightest + slack[depth + 1] < 2 * (least + 1):
            continue
        if depth + 1 == places:
            least = int(lightest)
            found[:] = choice[:places]
            if least >= wanted:
                break
            continue
        depth += 1
        choice[depth] = choice[depth - 1] - 1 if sorts[depth] else -1
    return least, nodes, found
