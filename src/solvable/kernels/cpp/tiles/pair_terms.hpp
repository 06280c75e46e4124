// The terms of the pair model (`tiles.suboptimal.pair_heuristic`) tabulated by their arguments, and single values
// computed from them.
//
// V is the Manhattan distance, a term for each tile and one for each pair of tiles, in 1/1000 of a move. With u = cell
// − home of a tile, v = cell_i − cell_j, g = home_i − home_j, each a row and a column clipped to the sizes below, and a
// kind = class of home · 25 + class of cell, 5 classes of a coordinate:
//
//   t1[u_i, u_j, v]    once for the board, once with −u_i, −u_j, g for its inverse
//   t2[u_i, g, v]      for both orders of the two tiles; it includes the inverse
//   t3[kind_i, kind_j]
//   tu[class of home, u]
//   tb[blank − cell, class of cell, u]
//
// Names are 0, the blank's, and the tiles; tile t has home cell t − 1. Reference: `value` of tests'
// pair_model_reference.py.
#pragma once
#include "base/base.hpp"

namespace pair_model {

constexpr i64 SHIFTS = 49;  // u of a tile, ±3
constexpr i64 WIDE_SHIFTS = 169;  // u as used by TU, ±6
constexpr i64 NARROW_SHIFTS = 25;  // u as used by TB, ±2
constexpr i64 NEAR = 121;  // v, or g, ±5
constexpr i64 NEAR_HOMES = 81;  // g of the parameters of T2, ±4
constexpr i64 CLASSES = 25;  // of a cell: 5 of its row times 5 of its column
constexpr i64 KINDS = CLASSES * CLASSES;
constexpr i64 SORTS = CLASSES * SHIFTS;  // a row of tb
constexpr i64 HOME_ROW = 8;  // bits of the column in `homes`
constexpr u8 NO_SHIFT = 255;  // u of a missing tile

}  // namespace pair_model

INTERFACE struct PairTerms {
    i64 width;
    i64 height;
    const i16* t1 ARRAY(49 * 49 * 121);
    const i16* t2 ARRAY(49 * 121 * 121);
    const i16* t3 ARRAY(625 * 625);
    const i16* tu ARRAY(25 * 169);
    const i16* tb ARRAY(121 * 25 * 49);
    const i16* rows ARRAY(width* height);  // the row and column of each cell
    const i16* columns ARRAY(width* height);
    const i16* classes ARRAY(width* height);
    const i16* places ARRAY(width* height);  // its class times 49: the offset of its shifts in a row of tb
    const u16* homes ARRAY(width* height + 1);  // for each name the row · 2⁸ + the column of its home
    const i16* home_kinds ARRAY(width* height + 1);  // for each name the class of its home times 25
    i64 detour_count;  // 0 on boards without holes
    const i16* detours
        ARRAY(detour_count);  // moves beyond Manhattan distance that name t on cell p needs, t · cells + p
};

namespace pair_model {

// Return `value` clipped to ±limit, shifted to begin at 0.
static INLINE i64 clipped(i64 value, i64 limit) { return min(max(value, -limit), limit) + limit; }
static INLINE i64 distance(i64 a, i64 b) { return a < b ? b - a : a - b; }

// Return u, clipped to ±3, of tile t on cell p.
static INLINE i64 shift_of(const PairTerms& terms, i64 p, i64 t) {
    const i64 home = t - 1;
    return clipped(terms.rows[p] - terms.rows[home], 3) * 7 + clipped(terms.columns[p] - terms.columns[home], 3);
}

// Return the Manhattan distance of name t on cell p.
static INLINE i64 home_distance(const PairTerms& terms, i64 t, i64 p) {
    const i64 home = terms.homes[t], column = home & ((1 << HOME_ROW) - 1);
    return distance(terms.rows[p], home >> HOME_ROW) + distance(terms.columns[p], column);
}

static INLINE i64 kind_of(const PairTerms& terms, i64 p, i64 t) {
    return terms.classes[t - 1] * CLASSES + terms.classes[p];
}

// Return the contribution of tile t on cell p alone: its distance, TU and TB.
static INLINE i64 term_of_tile(const PairTerms& terms, i64 blank, i64 p, i64 t) {
    if (t == 0) return 0;
    const i64 home = t - 1, r = terms.rows[p] - terms.rows[home], c = terms.columns[p] - terms.columns[home];
    const i64 row = terms.rows[blank] - terms.rows[p], column = terms.columns[blank] - terms.columns[p];
    const i64 tu = terms.tu[terms.classes[home] * WIDE_SHIFTS + clipped(r, 6) * 13 + clipped(c, 6)];
    const i64 away = clipped(row, 5) * 11 + clipped(column, 5);
    const i64 tb = terms.tb[away * SORTS + terms.places[p] + clipped(r, 3) * 7 + clipped(c, 3)];
    const i64 detour = terms.detour_count ? terms.detours[t * terms.width * terms.height + p] : 0;
    return 1000 * (distance(r, 0) + distance(c, 0) + detour) + tu + tb;
}

// Return the contribution of tile t on cell p and tile j on cell q together.
static INLINE i64 term_of_pair(const PairTerms& terms, i64 p, i64 t, i64 q, i64 j) {
    if (p == q || t == 0 || j == 0 || t == j) return 0;
    const i64 home = t - 1, other = j - 1;
    const i64 vr = terms.rows[p] - terms.rows[q], vc = terms.columns[p] - terms.columns[q];
    const i64 gr = terms.rows[home] - terms.rows[other], gc = terms.columns[home] - terms.columns[other];
    i64 total = terms.t3[kind_of(terms, p, t) * KINDS + kind_of(terms, q, j)];
    const bool is_near = max(distance(vr, 0), distance(vc, 0)) <= 5;
    const bool has_near_home = max(distance(gr, 0), distance(gc, 0)) <= 5;
    if (!is_near && !has_near_home) return total;
    const i64 v = (vr + 5) * 11 + vc + 5, g = (gr + 5) * 11 + gc + 5;
    const i64 u = shift_of(terms, p, t), x = shift_of(terms, q, j);
    if (is_near) total += terms.t1[(u * SHIFTS + x) * NEAR + v];
    if (!has_near_home) return total;
    total += terms.t1[((SHIFTS - 1 - u) * SHIFTS + SHIFTS - 1 - x) * NEAR + g];
    if (is_near)
        total += terms.t2[(u * NEAR + g) * NEAR + v] + terms.t2[(x * NEAR + NEAR - 1 - g) * NEAR + NEAR - 1 - v];
    return total;
}

}  // namespace pair_model
