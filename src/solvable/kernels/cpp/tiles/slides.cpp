#include "tiles/slides.hpp"

#include "base/byte_sums.hpp"

using namespace pair_model;

namespace {

constexpr i64 CELLS_MAX = 100, NAMES_MAX = 101;

// Write pairs[(p · cells + q) · names + j]: the contribution of name t on cell p and name j on cell q together,
// `term_of_pair`. Its arguments for name j on cell q are tabulated first.
void fill_pairs(const PairTerms& terms, i64 t, i64 cells, i64 names, i16* __restrict pairs) {
    i16 shifts[CELLS_MAX * NAMES_MAX], kinds[CELLS_MAX * NAMES_MAX], homes[NAMES_MAX];  // u · NEAR, kind, g or −1
    for (i64 j = 1; j < names; j++) {
        const i64 r = terms.rows[t - 1] - terms.rows[j - 1], c = terms.columns[t - 1] - terms.columns[j - 1];
        homes[j] = (i16)(max(distance(r, 0), distance(c, 0)) <= 5 ? (r + 5) * 11 + c + 5 : -1);
        for (i64 q = 0; q < cells; q++) {
            shifts[q * names + j] = (i16)(shift_of(terms, q, j) * NEAR);
            kinds[q * names + j] = (i16)kind_of(terms, q, j);
        }
    }
    for (i64 p = 0; p < cells; p++) {
        const i64 u = shift_of(terms, p, t);
        const i16* t3 = terms.t3 + kind_of(terms, p, t) * KINDS;
        const i16* inverse = terms.t1 + ((SHIFTS - 1 - u) * SHIFTS + SHIFTS - 1) * NEAR;
        for (i64 q = 0; q < cells; q++, pairs += names) {
            const i64 r = terms.rows[p] - terms.rows[q], c = terms.columns[p] - terms.columns[q];
            const i64 v = max(distance(r, 0), distance(c, 0)) <= 5 ? (r + 5) * 11 + c + 5 : -1;
            const i16 *t1 = terms.t1 + u * SHIFTS * NEAR + v, *first = terms.t2 + u * NEAR * NEAR + v;
            const i16* second = terms.t2 + (NEAR - 1) * NEAR + NEAR - 1 - v;
            for (i64 j = 1; j < names; j++) {
                const i64 x = shifts[q * names + j], g = homes[j];
                i64 total = t3[kinds[q * names + j]];
                if (v >= 0) total += t1[x];
                if (g >= 0) total += inverse[g - x];
                if (v >= 0 && g >= 0) total += first[g * NEAR] + second[(x - g) * NEAR];
                pairs[j] = (i16)(p == q ? 0 : total);
            }
            pairs[0] = pairs[t] = 0;
        }
    }
}

}  // namespace

EXPORT void slides_fill(const PairTerms* terms, i64 t, i64 names, i16* single, i16* pairs, i64 line, u8* slides) {
    constexpr i64 GROUP = byte_sums::GROUP;
    const i64 width = terms->width, cells = width * terms->height, size = cells * names;
    if (t == 0) {
        for (i64 x = 0; x < cells * size; x++)
            single[x] = (i16)term_of_tile(*terms, x / size, x / names % cells, x % names);
        return;
    }
    fill_pairs(*terms, t, cells, names, pairs);
    for (i64 a = 0; a < cells; a++)
        for (i64 d = 0; d < 2; d++) {
            if (d == 0 ? a % width == width - 1 : a >= cells - width) continue;
            const i64 b = d == 0 ? a + 1 : a + width;
            const i16 *here = single + a * size, *there = single + b * size;
            const i16 *after = pairs + a * size, *before = pairs + b * size;
            const u16 own = (u16)(there[a * names + t] - here[b * names + t]);
            u8* to = slides + ((2 * a + d) * names + t) * cells * line;
            for (i64 q = 0, x = 0; q < cells; q++, to += line)
                for (i64 j = 0; j < names; j++, x++) {
                    const u16 gain = (u16)(there[x] - here[x] + after[x] - before[x]);
                    const u16 each = j == t && (q == a || q == b) ? own : gain;
                    to[byte_sums::offset_of((u64)j)] = (u8)each;
                    to[byte_sums::offset_of((u64)j) + GROUP] = (u8)(each >> 8);
                }
        }
}
