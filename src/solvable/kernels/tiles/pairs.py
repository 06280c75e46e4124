"""Features of the pair model: canonical numbers, expansion to look-up tables, and one learning step.

Legend: u = cell − home of a tile, v = cell_i − cell_j, g = home_i − home_j (each a row and a column), all clipped as
`tiles.near.pairs` explains. A raw index is a mixed-radix number of one feature; symmetric raw indices share one
parameter, whose number is the rank of the least raw index among its images. The twin is `tiles.near.pairs`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvable.kernels.base.jit import jit
from solvable.kernels.tiles.records import (
    AT_T2,
    AT_T3,
    AT_TB,
    AT_TU,
    C5,
    G4,
    PLACE,
    RAW,
    SIZE_T1,
    SIZE_T2,
    SIZE_T3,
    SIZE_TU,
    SORTS,
    U2,
    U3,
    W5,
    Terms,
)
from solvable.kernels.tiles.terms import clipped, kind_of, shift_of

Array = NDArray[Any]


@jit
def line_class(x: int, n: int) -> int:
    """Return the class of a coordinate: first, second, middle, last but one, last."""
    if x == 0:
        return 0
    if x == n - 1:
        return 4
    if x == 1:
        return 1
    if x == n - 2:
        return 3
    return 2


@jit
def raw_t1(ur: int, uc: int, xr: int, xc: int, vr: int, vc: int) -> int:
    """Return the raw index of T1 for clipped u_i = (ur, uc), u_j = (xr, xc) and v."""
    return (((ur * 7 + uc) * 7 + xr) * 7 + xc) * 121 + vr * 11 + vc


@jit
def raw_t2(ur: int, uc: int, gr: int, gc: int, vr: int, vc: int) -> int:
    """Return the raw index of T2 for clipped u_i, g and v."""
    return AT_T2 + (((ur * 7 + uc) * 9 + gr) * 9 + gc) * 121 + vr * 11 + vc


@jit
def turned(r: int, c: int, top: int, k: int) -> tuple[int, int]:
    """Return the image of the shifted vector (r, c), coordinates 0..top, under symmetry k of the square."""
    if k & 4:
        r, c = c, r
    if k & 2:
        r = top - r
    if k & 1:
        c = top - c
    return r, c


@jit
def _mark_t1(raw: int, number: int, numbers: Array) -> None:
    vc, vr = raw % 11, raw // 11 % 11
    rest = raw // 121
    xc, xr, uc, ur = rest % 7, rest // 7 % 7, rest // 49 % 7, rest // 343
    for k in range(8):
        ar, ac = turned(ur, uc, 6, k)
        br, bc = turned(xr, xc, 6, k)
        wr, wc = turned(vr, vc, 10, k)
        numbers[raw_t1(ar, ac, br, bc, wr, wc)] = number
        numbers[raw_t1(br, bc, ar, ac, 10 - wr, 10 - wc)] = number


@jit
def _mark_t2(raw: int, number: int, numbers: Array) -> None:
    local = raw - AT_T2
    vc, vr = local % 11, local // 11 % 11
    rest = local // 121
    gc, gr, uc, ur = rest % 9, rest // 9 % 9, rest // 81 % 7, rest // 567
    for k in range(8):
        ar, ac = turned(ur, uc, 6, k)
        br, bc = turned(gr, gc, 8, k)
        wr, wc = turned(vr, vc, 10, k)
        numbers[raw_t2(ar, ac, br, bc, wr, wc)] = number


@jit
def _swap5(pair: int) -> int:
    return pair % 5 * 5 + pair // 5


@jit
def _mark_t3(raw: int, number: int, numbers: Array) -> None:
    local = raw - AT_T3
    q, j, p, i = local % 25, local // 25 % 25, local // 625 % 25, local // 15625
    for _ in range(2):
        numbers[AT_T3 + ((i * 25 + p) * 25 + j) * 25 + q] = number
        numbers[AT_T3 + ((j * 25 + q) * 25 + i) * 25 + p] = number
        i, p, j, q = _swap5(i), _swap5(p), _swap5(j), _swap5(q)


@jit
def _mark_single(raw: int, number: int, numbers: Array) -> None:
    numbers[raw] = number
    if raw < AT_TB:
        local = raw - AT_TU
        u, i = local % 169, local // 169
        numbers[AT_TU + _swap5(i) * 169 + u % 13 * 13 + u // 13] = number
    else:
        local = raw - AT_TB
        b, u, p = local % 121, local // 121 % 25, local // 3025
        numbers[AT_TB + (_swap5(p) * 25 + _swap5(u)) * 121 + b % 11 * 11 + b // 11] = number


@jit
def number_parameters() -> tuple[Array, int]:
    """Return (parameter number of each raw index, how many parameters): the first of its images has a new one."""
    numbers, count = np.full(RAW, -1, np.int32), 0
    for raw in range(RAW):
        if numbers[raw] >= 0:
            continue
        if raw < AT_T2:
            _mark_t1(raw, count, numbers)
        elif raw < AT_T3:
            _mark_t2(raw, count, numbers)
        elif raw < AT_TU:
            _mark_t3(raw, count, numbers)
        else:
            _mark_single(raw, count, numbers)
        count += 1
    return numbers, count


@jit
def terms_of_tiles(steps: Array, numbers: Array, w: int, h: int) -> Any:
    """Return the terms tu[class of home, u] and tb[blank, class of cell, u], then of each cell row, column, class, and
    class times 49, and of each name the home and 25 times its class."""
    n = w * h
    tu, tb = np.empty(SIZE_TU, np.int16), np.empty(W5**2 * SORTS, np.int16)
    for raw in range(SIZE_TU):
        tu[raw] = steps[numbers[AT_TU + raw]]
    for sort in range(SORTS):
        u = sort % U3**2
        lean = sort // U3**2 * U2**2 + clipped(u // U3 - 3, 2) * U2 + clipped(u % U3 - 3, 2)
        for away in range(W5**2):
            tb[away * SORTS + sort] = steps[numbers[AT_TB + lean * W5**2 + away]]
    rows, columns, kinds = np.empty(n, np.int16), np.empty(n, np.int16), np.empty(n, np.int16)
    for p in range(n):
        rows[p], columns[p] = p // w, p % w
        kinds[p] = line_class(p // w, h) * C5 + line_class(p % w, w)
    homes, home_kinds = np.zeros(n + 1, np.uint16), np.zeros(n + 1, np.int16)
    for p in range(n):
        homes[p + 1], home_kinds[p + 1] = rows[p] << PLACE | columns[p], kinds[p] * C5**2
    return tu, tb, rows, columns, kinds, kinds * np.int16(U3**2), homes, home_kinds


@jit
def sorts_of(terms: Terms, names: int) -> Any:
    """Return (u, kind, apart, base, lean, away): what tables of pairs ask again and again.

    There is a name more than cells where any cell may be the blank's home. Of name t on cell p, at p·names + t: u, the
    classes of home and cell, Manhattan distance and TU (in 1/1000), the place in a row of `tb`. Then v of two homes
    where T1 and T2 see them, else −1; and for two cells the row of `tb`. All small numbers, which stay in the cache.
    """
    rows, columns, kinds = terms.rows, terms.columns, terms.kinds
    n = rows.size
    u, kind, lean = np.zeros(n * names, np.uint8), np.zeros(n * names, np.int16), np.zeros(n * names, np.int16)
    base, apart, away = np.zeros(n * names, np.int32), np.full((names, names), -1, np.int16), np.empty((n, n), np.int16)
    for p in range(n):
        for q in range(n):
            away[p, q] = clipped(rows[p] - rows[q], 5) * 11 + clipped(columns[p] - columns[q], 5)
    for t in range(1, names):
        for j in range(1, names):
            gr, gc = rows[t - 1] - rows[j - 1], columns[t - 1] - columns[j - 1]
            if abs(gr) <= 5 and abs(gc) <= 5:
                apart[t, j] = (gr + 5) * 11 + gc + 5
        for p in range(n):
            at, r, c = p * names + t, rows[p] - rows[t - 1], columns[p] - columns[t - 1]
            u[at], kind[at] = shift_of(terms, p, t), kind_of(terms, p, t)
            base[at] = 1000 * (abs(r) + abs(c)) + terms.tu[kinds[t - 1] * 169 + clipped(r, 6) * 13 + clipped(c, 6)]
            lean[at] = terms.places[p] + u[at]
    return u, kind, apart, base, lean, away


@jit
def expand_single(base: Array, lean: Array, tb: Array, away: Array, single: Array) -> None:
    """Fill single[b, p·names + t] (int16 steps of 1/1000): Manhattan distance, TU and TB with the blank at b.

    Name 0, the blank's, has zeros throughout.
    """
    n = single.shape[0]
    names = single.shape[1] // n
    single[:] = 0
    for b in range(n):
        for p in range(n):
            for at in range(p * names + 1, (p + 1) * names):
                single[b, at] = base[at] + tb[away[b, p] * SORTS + lean[at]]


@jit
def expand(
    w: int, terms: tuple[Array, Array, Array], sorts: tuple[Array, Array, Array], begin: int, end: int, pair: Array
) -> None:
    """Fill the rows `begin` to `end` − 1 of pair[p·names + t, q·names + j], q ≤ p; `mirror` fills the others.

    `terms` are those of `terms_of_pairs`, `sorts` the first three of `sorts_of`.
    """
    t1, t2, t3 = terms
    u, kind, apart = sorts
    names = apart.shape[0]
    for row in range(begin, end):
        p, t = row // names, row % names
        pair[row, p * names : (p + 1) * names] = 0
        for q in range(p):
            expand_pairs(t1, t2, t3, p // w - q // w, p % w - q % w, row, q * names, u, kind, apart[t], pair)
            pair[row, q * names + t] = 0
            if t == 0:
                pair[row, q * names : (q + 1) * names] = 0


@jit
def terms_of_pairs(steps: Array, numbers: Array) -> tuple[Array, Array, Array]:
    """Return the terms t1[u_i, u_j, v], t2[u_i, g, v] and t3[kind_i, kind_j], t2 summed over a board and its inverse.

    A tile that stands on p and belongs on h stands on h and belongs on p in the inverse: −u for u, g for v.
    """
    t1, t2, t3 = np.empty(SIZE_T1, np.int16), np.zeros(U3**2 * W5**4, np.int16), np.empty(SIZE_T3, np.int16)
    for raw in range(SIZE_T1):
        t1[raw] = steps[numbers[raw]]
    for raw in range(SIZE_T2):
        term = steps[numbers[AT_T2 + raw]]
        u, far, v = raw // (G4**2 * W5**2), raw // W5**2 % G4**2, raw % W5**2
        g = (far // G4 + 1) * W5 + far % G4 + 1
        t2[(u * W5**2 + g) * W5**2 + v] += term
        t2[((U3**2 - 1 - u) * W5**2 + v) * W5**2 + g] += term
    for raw in range(SIZE_T3):
        t3[raw] = steps[numbers[AT_T3 + raw]]
    return t1, t2, t3


@jit
def expand_pairs(
    t1: Array, t2: Array, t3: Array, vr: int, vc: int, row: int, start: int, u: Array, kind: Array, apart: Array,
    pair: Array,
) -> None:  # fmt: skip
    """Fill a row of `pair` from `start` on: one tile on one cell with each tile on a cell v away, homes `apart`."""
    near = abs(vr) <= 5 and abs(vc) <= 5
    v = (vr + 5) * 11 + vc + 5
    pair[row, start] = 0
    for j in range(1, apart.size):
        total = np.int64(t3[kind[row] * 625 + kind[start + j]])
        x, g = u[start + j], apart[j]
        if near:
            total += t1[(u[row] * 49 + x) * 121 + v]
        if g >= 0:
            total += t1[((48 - u[row]) * 49 + 48 - x) * 121 + g]
            if near:
                total += t2[(u[row] * 121 + g) * 121 + v]
                total += t2[(x * 121 + 120 - g) * 121 + 120 - v]
        pair[row, start + j] = total


@jit
def mirror(pair: Array) -> None:
    """Copy what stands below the diagonal of `pair` above it, block by block, so that both stay in the cache."""
    size, block = pair.shape[0], 64
    for top in range(0, size, block):
        for left in range(0, top + 1, block):
            for a in range(top, min(top + block, size)):
                for b in range(left, min(left + block, a)):
                    pair[b, a] = pair[a, b]
