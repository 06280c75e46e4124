"""Single numbers of the pair model's tables, made of its terms: for beams that ask for few of them.

`pairs` makes whole tables of the same terms; the numbers are the same.
"""

from typing import Any

import numpy as np

from solvable.kernels.base.jit import inline
from solvable.kernels.tiles.records import SORTS, Terms


@inline
def clipped(value: Any, limit: int) -> Any:
    """Return `value` limited to ±`limit`, shifted to start at 0."""
    return min(max(value, -limit), limit) + limit


@inline
def shift_of(terms: Terms, p: Any, t: Any) -> Any:
    """Return u, clipped to ±3, of tile t on cell p, as one number."""
    rows, columns, home = terms.rows, terms.columns, t - 1
    return clipped(rows[p] - rows[home], 3) * 7 + clipped(columns[p] - columns[home], 3)


@inline
def kind_of(terms: Terms, p: Any, t: Any) -> Any:
    """Return the classes of home and cell of tile t on cell p, as one number."""
    return terms.kinds[t - 1] * 25 + terms.kinds[p]


@inline
def term_of_tile(terms: Terms, blank: Any, p: Any, t: Any) -> Any:
    """Return single[blank, p·names + t] by itself: the twin of `pairs.expand_single`."""
    if t == 0:
        return np.int64(0)
    rows, columns, kinds, home = terms.rows, terms.columns, terms.kinds, t - 1
    r, c = rows[p] - rows[home], columns[p] - columns[home]
    tu = terms.tu[kinds[home] * 169 + clipped(r, 6) * 13 + clipped(c, 6)]
    away = clipped(rows[blank] - rows[p], 5) * 11 + clipped(columns[blank] - columns[p], 5)
    tb = terms.tb[away * SORTS + terms.places[p] + clipped(r, 3) * 7 + clipped(c, 3)]
    return 1000 * (abs(r) + abs(c)) + np.int64(tu) + np.int64(tb)


@inline
def term_of_pair(terms: Terms, p: Any, t: Any, q: Any, j: Any) -> Any:
    """Return pair[p·names + t, q·names + j] by itself: the twin of `pairs.expand`."""
    if p == q or t in (0, j) or j == 0:
        return np.int64(0)
    rows, columns, home, other = terms.rows, terms.columns, t - 1, j - 1
    vr, vc, gr, gc = (
        rows[p] - rows[q],
        columns[p] - columns[q],
        rows[home] - rows[other],
        columns[home] - columns[other],
    )
    v, g = (vr + 5) * 11 + vc + 5, (gr + 5) * 11 + gc + 5
    total = np.int64(terms.t3[kind_of(terms, p, t) * 625 + kind_of(terms, q, j)])
    is_near, has_near_home = abs(vr) <= 5 and abs(vc) <= 5, abs(gr) <= 5 and abs(gc) <= 5
    if is_near or has_near_home:
        u, x = shift_of(terms, p, t), shift_of(terms, q, j)
        if is_near:
            total += terms.t1[(u * 49 + x) * 121 + v]
        if has_near_home:
            total += terms.t1[((48 - u) * 49 + 48 - x) * 121 + g]
            if is_near:
                total += terms.t2[(u * 121 + g) * 121 + v] + terms.t2[(x * 121 + 120 - g) * 121 + 120 - v]
    return total
