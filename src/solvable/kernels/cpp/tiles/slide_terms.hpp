// The gain of a slide in the value of the pair model on a board, computed from the terms that it changes, without
// tables.
//
// These are the terms of tiles near it (T1, T2), of tiles whose homes are near (T1 of the inverse), of the blank with
// rows or columns near (TB), and if the slid tile's class changes, one with each tile (T3). Reference: `value` of
// tests' pair_model_reference.py. Cost: about 132 cells near the slide, 121 homes, ten rows or columns.
//
// `cells` are the names on a board's cells, `shifts` u of the tile on each cell, then u of each name, NO_SHIFT if it is
// missing. The tile goes from cell p to the blank's cell.
#pragma once
#include "tiles/pair_terms.hpp"

namespace pair_model {

// Return the gain of TB over the cells first … end − 1, relative to `after` instead of `before`: rows of tb of the
// first cell; for each further cell they are STEP lower.
template <i64 STEP>
static INLINE i64 line_gain(const PairTerms& terms, const u8* shifts, i64 first, i64 end, i64 after, i64 before) {
    const i16 *now = terms.tb + after * SORTS, *then = terms.tb + before * SORTS;
    i64 total = 0;
    for (i64 q = first; q < end; q++, now -= STEP * SORTS, then -= STEP * SORTS) {
        const i64 at = terms.places[q] + shifts[q];
        total += now[at] - then[at];
    }
    return total;
}

// Return the gain of TB if the blank goes to p: over all nearby tiles in rows or columns except the slid one.
static inline i64 blank_gain(const PairTerms& terms, const u8* shifts, i64 blank, i64 p) {
    const i64 width = terms.width, height = terms.height;
    const i64 r = terms.rows[blank], c = terms.columns[blank], y = terms.rows[p], x = terms.columns[p];
    const i64 left = max<i64>(0, min(c, x) - 4), right = min(width, max(c, x) + 5);
    i64 total = 0;
    if (r == y) {
        for (i64 row = 0; row < height; row++) {
            const i64 line = clipped(r - row, 5) * 11 + 5 - left, start = row * width;
            total += line_gain<1>(terms, shifts, start + left, start + right, line + x, line + c);
        }
    } else {
        for (i64 row = max<i64>(0, min(r, y) - 4); row < min(height, max(r, y) + 5); row++) {
            const i64 after = (y - row + 5) * 11, before = (r - row + 5) * 11, start = row * width, at = 5 + c - left;
            total += line_gain<0>(terms, shifts, start, start + left, after + 10, before + 10);
            total += line_gain<1>(terms, shifts, start + left, start + right, after + at, before + at);
            total += line_gain<0>(terms, shifts, start + right, start + width, after, before);
        }
    }
    const i64 both[] = {blank, p};
    for (const i64 cell : both) {
        const i64 row = terms.rows[cell], column = terms.columns[cell];
        const i64 after = clipped(y - row, 5) * 11 + clipped(x - column, 5);
        const i64 before = clipped(r - row, 5) * 11 + clipped(c - column, 5);
        total -= line_gain<0>(terms, shifts, cell, cell + 1, after, before);
    }
    return total;
}

struct NearSlide {  // a tile that slides between two cells, the first one above or to the left: u on each, and its home
    i64 first, second, here, there, home;
};

// Return T1 and T2 of the slid tile on the first cell and the tiles of a line, columns left … right − 1, minus the same
// for the second cell; for both or only one. `v` and `w` are the offsets of column 0 from the two cells.
template <bool IN_FIRST, bool IN_SECOND, class Name>
static INLINE i64 near_line(const PairTerms& terms, const Name* cells, const u8* shifts, const NearSlide& slide,
                            i64 start, i64 left, i64 right, i64 v, i64 w) {
    constexpr u64 COLUMN = (1 << HOME_ROW) - 1;
    const i16 *first_t1 = terms.t1 + slide.here * SHIFTS * NEAR, *second_t1 = terms.t1 + slide.there * SHIFTS * NEAR;
    const i16 *first_t2 = terms.t2 + slide.here * NEAR * NEAR, *second_t2 = terms.t2 + slide.there * NEAR * NEAR;
    const u64 home = (u64)slide.home + (5 << HOME_ROW | 5);
    i64 total = 0;
    v -= left, w -= left;
    for (i64 q = start + left; q < start + right; q++, v--, w--) {
        if (q == slide.first || q == slide.second) continue;
        const i64 u = shifts[q];
        if constexpr (IN_FIRST) total += first_t1[u * NEAR + v];
        if constexpr (IN_SECOND) total -= second_t1[u * NEAR + w];
        const u64 apart = home - terms.homes[cells[q]];  // g if it is valid; otherwise a row or a column is too large
        if (apart > (10 << HOME_ROW | 10) || (apart & COLUMN) > 10) continue;
        const i64 g = (i64)((apart >> HOME_ROW) * 11 + (apart & COLUMN));
        const i16* other = terms.t2 + (u * NEAR + NEAR - 1 - g) * NEAR + NEAR - 1;
        if constexpr (IN_FIRST) total += first_t2[g * NEAR + v] + other[-v];
        if constexpr (IN_SECOND) total -= second_t2[g * NEAR + w] + other[-w];
    }
    return total;
}

// Return the gain of T1 and T2 over tiles near the slid one.
template <class Name>
static inline i64 near_gain(const PairTerms& terms, const Name* cells, const u8* shifts, i64 blank, i64 p, i64 t) {
    const i64 width = terms.width, height = terms.height;
    const i64 first = min(blank, p), second = max(blank, p), r = terms.rows[first], c = terms.columns[first];
    const NearSlide slide = {first, second, shift_of(terms, first, t), shift_of(terms, second, t), terms.homes[t]};
    i64 total = 0;
    if (terms.rows[second] == r) {
        const i64 left = max<i64>(0, c - 4), right = min(width, c + 6);
        for (i64 row = max<i64>(0, r - 5); row < min(height, r + 6); row++) {
            const i64 start = row * width, v = (r - row + 5) * 11 + 5 + c;
            if (c >= 5) total += near_line<true, false>(terms, cells, shifts, slide, start, left - 1, left, v, v + 1);
            total += near_line<true, true>(terms, cells, shifts, slide, start, left, right, v, v + 1);
            if (c + 6 < width)
                total += near_line<false, true>(terms, cells, shifts, slide, start, right, right + 1, v, v + 1);
        }
    } else {
        const i64 left = max<i64>(0, c - 5), right = min(width, c + 6);
        if (r >= 5)
            total += near_line<true, false>(terms, cells, shifts, slide, (r - 5) * width, left, right, 115 + c, 0);
        for (i64 row = max<i64>(0, r - 4); row < min(height, r + 6); row++) {
            const i64 v = (r - row + 5) * 11 + 5 + c;
            total += near_line<true, true>(terms, cells, shifts, slide, row * width, left, right, v, v + 11);
        }
        if (r + 6 < height)
            total += near_line<false, true>(terms, cells, shifts, slide, (r + 6) * width, left, right, 0, 5 + c);
    }
    return blank < p ? total : -total;
}

// Return the gain of T1 of the inverse: over tiles whose homes are near that of t, for which u was `before`.
static inline i64 home_gain(const PairTerms& terms, const u8* shifts, i64 names, i64 after, i64 before, i64 t) {
    const i64 width = terms.width, column = terms.columns[t - 1];
    const i64 low = max<i64>(0, column - 5) - column, high = min(width, column + 6) - column;
    const i16* now = terms.t1 + (SHIFTS - 1 - after) * SHIFTS * NEAR;
    const i16* then = terms.t1 + (SHIFTS - 1 - before) * SHIFTS * NEAR;
    const u8* of_name = shifts + width * terms.height;
    i64 total = 0;
    for (i64 row = -5; row < 6; row++) {
        const i64 middle = t + row * width, end = min(names, middle + high), g = (5 - row) * 11 + 5 + middle;
        for (i64 j = max<i64>(1, middle + low); j < end; j++) {
            if (j == t || of_name[j] == NO_SHIFT) continue;
            const i64 at = (SHIFTS - 1 - of_name[j]) * NEAR + g - j;
            total += now[at] - then[at];
        }
    }
    return total;
}

// Return the gain of T3 if the slid tile's kind changes: over all other tiles.
template <class Name>
static inline i64 class_gain(const PairTerms& terms, const Name* cells, i64 after, i64 before, i64 blank, i64 p) {
    const i16 *now = terms.t3 + after * KINDS, *then = terms.t3 + before * KINDS;
    const auto gain = [&](i64 q) {
        const i64 kind = terms.home_kinds[cells[q]] + terms.classes[q];
        return now[kind] - then[kind];
    };
    i64 total = 0;
    for (i64 q = 0; q < terms.width * terms.height; q++) total += gain(q);
    return total - gain(blank) - gain(p);
}

template <class Name>
static inline i64 slide_gain(const PairTerms& terms, const Name* cells, const u8* shifts, i64 names, i64 blank, i64 p,
                             i64 t) {
    i64 total = term_of_tile(terms, p, blank, t) - term_of_tile(terms, blank, p, t);
    total += blank_gain(terms, shifts, blank, p) + near_gain(terms, cells, shifts, blank, p, t);
    i64 after = shift_of(terms, blank, t), before = shift_of(terms, p, t);
    if (after != before) total += home_gain(terms, shifts, names, after, before, t);
    after = kind_of(terms, blank, t), before = kind_of(terms, p, t);
    if (after != before) total += class_gain(terms, cells, after, before, blank, p);
    return total;
}

}  // namespace pair_model
