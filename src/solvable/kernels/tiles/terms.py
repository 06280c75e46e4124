"""Single numbers of the pair model's tables, made of its terms: for beams that ask for few of them.

`pairs` makes whole tables of the same terms; the numbers are the same.
"""

from typing import Any

import numpy as np

from solvable.kernels.base.jit import inline
from solvable.kernels.tiles.records import Terms


@inline
def term_of_tile(terms: Terms, blank: Any, p: Any, t: Any) -> Any:
    """Return single[blank, p·names + t] by itself: the twin of `pairs.expand_single`."""
    at = p * terms.apart.shape[0] + t
    if t == 0:
        return np.int64(0)
    return np.int64(terms.base[at]) + np.int64(terms.tb[np.int64(terms.lean[at]) * 121 + terms.away[blank, p]])


@inline
def term_of_pair(terms: Terms, p: Any, t: Any, q: Any, j: Any) -> Any:
    """Return pair[p·names + t, q·names + j] by itself: the twin of `pairs.expand`."""
    if p == q or t in (0, j) or j == 0:
        return np.int64(0)
    names = terms.apart.shape[0]
    a, b = p * names + t, q * names + j
    u, x = np.int64(terms.u[a]), np.int64(terms.u[b])
    g, v = np.int64(terms.apart[t, j]), np.int64(terms.near[p, q])
    total = np.int64(terms.t3[np.int64(terms.kind[a]) * 625 + terms.kind[b]])
    if v >= 0:
        total += terms.t1[(u * 49 + x) * 121 + v]
    if g >= 0:
        total += terms.t1[((48 - u) * 49 + 48 - x) * 121 + g]
        if v >= 0:
            total += terms.t2[(u * 121 + g) * 121 + v] + terms.t2[(x * 121 + 120 - g) * 121 + 120 - v]
    return total


@inline
def gain(terms: Terms, a: Any, b: Any, t: Any, q: Any, j: Any) -> Any:
    """Return what `slides.expand_slides` writes for one tile j on q: the slide of t between a and b, a < b."""
    if j == t:
        return term_of_tile(terms, b, a, t) - term_of_tile(terms, a, b, t)
    moved = term_of_pair(terms, a, t, q, j) - term_of_pair(terms, b, t, q, j)
    return term_of_tile(terms, b, q, j) - term_of_tile(terms, a, q, j) + moved
