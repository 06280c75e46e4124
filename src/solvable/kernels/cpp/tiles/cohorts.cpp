#include "tiles/cohorts.hpp"

namespace {

// Return the cells of `free` connected to `seed`; `left` and `right` are all cells but the last and first column.
INLINE u64 flood(u64 seed, u64 free, u64 width, u64 left, u64 right) {
    u64 region = seed;
    for (;;) {
        u64 grown = region | (region & left) << 1 | (region & right) >> 1 | region << width | region >> width;
        grown &= free;
        if (grown == region) return region;
        region = grown;
    }
}

}  // namespace

EXPORT void cohort_ranks(i64 cells, i64 k, i64 low_bits, u32* high, u32* low) {
    u64 choose[MAX_CELLS + 1] = {1};  // of low_bits things
    for (i64 row = 1; row <= low_bits; row++)
        for (i64 j = row; j > 0; j--) choose[j] += choose[j - 1];
    u32 seen[MAX_CELLS + 1] = {};
    for (u64 word = 0; word < 1ull << low_bits; word++) low[word] = seen[popcount(word)]++;
    u64 total = 0;
    for (u64 word = 0; word < 1ull << (cells - low_bits); word++) {
        high[word] = (u32)total;
        const i64 rest = k - (i64)popcount(word);
        if (rest >= 0 && rest <= low_bits) total += choose[rest];
    }
}

EXPORT i64 cohort_regions(i64 width, i64 cells, i64 k, u64* masks, i64 mask_count, u32* first, u64* regions,
                          i64 region_count) {
    const u64 full = (1ull << cells) - 1;
    u64 left = full, right = full;
    for (i64 cell = 0; cell < cells; cell++) {
        if (cell % width == 0) right &= ~(1ull << cell);
        if (cell % width == width - 1) left &= ~(1ull << cell);
    }
    i64 next = mask_count;
    u64 mask = (1ull << k) - 1;
    for (i64 r = 0; r < mask_count; r++) {
        masks[r] = mask;
        first[r] = (u32)next;
        u64 free = full & ~mask, largest = 0;
        while (free) {
            u64 region = flood(free & (~free + 1), free, (u64)width, left, right);
            free &= ~region;
            if (largest == 0) {
                largest = region;
                continue;
            }
            if (popcount(region) > popcount(largest)) swap(region, largest);
            if (next < region_count) regions[next] = region;
            next++;
        }
        if (r < region_count) regions[r] = largest;
        const u64 lowest = mask & (~mask + 1), ripple = mask + lowest;  // the next mask with the same number of bits
        mask = ripple | (mask ^ ripple) >> 2 >> trailing_zeros(lowest);
    }
    first[mask_count] = (u32)next;
    return next;
}

EXPORT void cohort_dense(const CohortLayout* layout, u16* table) {
    for (i64 r = 0; r < layout->mask_count; r++) {
        const u64 row = layout->masks[r] << 4;
        const i64 others = layout->first[r], count = 1 + layout->first[r + 1] - others;
        for (i64 i = 0; i < count; i++) {
            const i64 cohort = i == 0 ? r : others + i - 1;
            for (u64 region = layout->regions[cohort]; region; region &= region - 1)
                table[row | trailing_zeros(region)] = (u16)cohort;
        }
    }
}

EXPORT i64 cohort_edges(const CohortLayout* layout, u32* start, u32* target, i16* turn) {
    const i64 w = layout->width, n = layout->cells, k = layout->k;
    const Ranking<u64> ranking = ranking_of(*layout);
    const u64 place[PLACE_WORDS] = {0, 0, layout->low_bits, 0, 0, 0, 0, 0};
    const i64 sides[4] = {w, -w, 1, -1};
    i64 count = 0, r = 0;
    for (i64 c = 0; c < layout->region_count; c++) {
        start[c] = (u32)count;
        if (c < layout->mask_count) {
            r = c;
        } else {
            if (c == layout->mask_count) r = 0;
            while (layout->first[r + 1] <= c) r++;
        }
        const u64 mask = layout->masks[r], region = layout->regions[c];
        for (u64 rest = mask; rest; rest &= rest - 1) {
            const i64 p = (i64)trailing_zeros(rest);
            for (int side = 0; side < 4; side++) {
                const i64 b = p + sides[side];
                if (b < 0 || b >= n || (side > 1 && b / w != p / w) || !(region >> b & 1)) continue;
                const PatternStep step = pattern_step(mask, (u64)p, (u64)b);
                target[count] = (u32)cohort_of_mask(step.mask, (u64)p, place, ranking);
                turn[count++] = step.source == step.place ? -1 : (i16)((i64)step.source * k + (i64)step.place);
            }
        }
    }
    start[layout->region_count] = (u32)count;
    return count;
}

// The rank of an order is Σ digit[i] (k − 1 − i)!, where a digit is the number of smaller tiles after it; exchanging
// two neighbours in the order exchanges their digits, except for 1. So the tile is moved step by step to either end.
EXPORT void cohort_transitions(i64 k, i64 orders, u16* table) {
    i64 order[MAX_PATTERN], digit[MAX_PATTERN], factorial[MAX_PATTERN + 1] = {1};
    for (i64 i = 0; i < k; i++) order[i] = i, factorial[i + 1] = factorial[i] * (i + 1);
    for (i64 q = 0; q < orders; q++) {
        for (i64 i = 0; i < k; i++) {
            digit[i] = 0;
            for (i64 j = i + 1; j < k; j++) digit[i] += order[j] < order[i];
        }
        for (i64 i = 0; i < k; i++) {
            const i64 tile = order[i];
            table[(i * k + i) * orders + q] = (u16)q;
            i64 rank = q, own = digit[i];
            for (i64 j = i + 1; j < k; j++) {
                const i64 is_smaller = tile < order[j], other = digit[j] + is_smaller, after = own - 1 + is_smaller;
                rank += (other - own) * factorial[k - j] + (after - digit[j]) * factorial[k - 1 - j];
                own = after;
                table[(i * k + j) * orders + q] = (u16)rank;
            }
            rank = q, own = digit[i];
            for (i64 j = i - 1; j >= 0; j--) {
                const i64 is_larger = tile > order[j], other = digit[j] - 1 + is_larger, after = own + is_larger;
                rank += (after - digit[j]) * factorial[k - 1 - j] + (other - own) * factorial[k - 2 - j];
                own = after;
                table[(i * k + j) * orders + q] = (u16)rank;
            }
        }
        i64 rise = k - 2;  // the next permutation
        while (rise >= 0 && order[rise] > order[rise + 1]) rise--;
        if (rise < 0) return;
        i64 last = k - 1;
        while (order[last] < order[rise]) last--;
        swap(order[rise], order[last]);
        for (i64 low = rise + 1, high = k - 1; low < high; low++, high--) swap(order[low], order[high]);
    }
}
