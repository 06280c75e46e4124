#include "tiles/patterns.hpp"

namespace {

constexpr u64 LOST = 255;  // h of a state without a path to the goal
constexpr u64 NO_COHORT = 0xffffffff;

// Set in the cohort `to` the images under a turn of the orders set in the cohort `from`; both have `words` words.
INLINE void turn_orders(const u16* turn, i64 words, const u64* from, u64* to) {
    for (i64 i = 0; i < words; i++) {
        for (u64 word = from[i]; word; word &= word - 1) {
            const u64 order = turn[i * 64 + (i64)trailing_zeros(word)];
            to[order >> 6] |= 1ull << (order & 63);
        }
    }
}

// Transpose 64 words of 64 bits: bit j of word i becomes bit i of word j.
INLINE void transpose_block(u64* block) {
    u64 low = 0xffffffff;
    for (u64 size = 32; size; size >>= 1, low ^= low << size) {
        for (u64 i = 0; i < 64; i++) {
            if (i & size) continue;
            const u64 swapped = (block[i] >> size ^ block[i + size]) & low;
            block[i] ^= swapped << size;
            block[i + size] ^= swapped;
        }
    }
}

// A pattern in a state: the mask of its cells, the rank of its order, its cohort.
struct Placed {
    u64 mask, order, cohort;
};

// Reads distances of one instance of a pattern.
template <class Region>
struct Reader {
    const SearchTables& t;
    Ranking<Region> ranking;
    const u64 *place, *bits;
    const u32* rows;

    // Return h mod 4 of a state whose parity is known.
    u64 label(u64 order, u64 cohort, u64 parity) const {
        const u64 width = place[WIDTH_AND_GOAL] & 0xffffffff;
        const u64 address =
            (place[TABLE_WORD] << 6) + (t.cells <= 16 ? cohort * width + order : order * width + cohort);
        return (bits[address >> 6] >> (address & 63) & 1) << 1 | parity;
    }

    // Return the state one move nearer to the goal; NO_COHORT if there is none.
    Placed nearer(const Placed& at, u64 parity) const {
        const u64 wanted = (label(at.order, at.cohort, parity) - 1) & 3;
        const u64 region = ranking.regions[place[REGIONS_AT] + at.cohort];
        for (i64 p = 0; p < t.cells; p++) {
            if (!(at.mask >> p & 1)) continue;
            for (i64 b = 0; b < t.cells; b++) {
                if (!(region >> b & 1) || !are_neighbours(p, b, t.width)) continue;
                const PatternStep step = pattern_step(at.mask, (u64)p, (u64)b);
                const u64 order = t.transitions[rows[step.source << 3 | step.place] + at.order];
                const u64 cohort = cohort_of_mask(step.mask, (u64)p, place, ranking);
                if (label(order, cohort, parity ^ 1) == wanted) return {step.mask, order, cohort};
            }
        }
        return {at.mask, at.order, NO_COHORT};
    }

    // Return the distance of a state, by following the table down to the goal; LOST if that fails.
    u64 distance(Placed at, u64 parity) const {
        const u64 goal = place[WIDTH_AND_GOAL] >> 32;
        u64 h = 0;
        while ((at.cohort != goal || at.order != 0) && h < LOST) {
            at = nearer(at, parity);
            if (at.cohort == NO_COHORT) return LOST;
            parity ^= 1;
            h++;
        }
        return h;
    }
};

template <class Region>
void read_roots(const SearchTables& t, const Region* regions, const u8* state, u64* words) {
    const i64 n = t.cells, w = t.width;
    const u64* bits[MAX_LOOKUPS] = {t.bits0, t.bits1, t.bits2, t.bits3};
    for (i64 i = 0; i < t.instances; i++) {
        const u64 *place = t.places + PLACE_WORDS * i, tiles = place[TILES];
        const u8* seen_as = t.seen_as + 64 * place[LOOK_UP];
        u64 seen[64] = {};  // the tile on each cell in the look-up's orientation
        for (i64 c = 0; c < n; c++) seen[seen_as[c]] = seen_as[state[c]];
        u64 mask = 0, order = 0, used = 0, parity = 0, blank = 0, left = popcount(tiles);
        for (i64 c = 0; c < n; c++) {
            const u64 tile = seen[c], bit = 1ull << tile;
            if (tiles & bit) {
                mask |= 1ull << c;
                order = order * left + popcount(tiles & ~used & (bit - 1));
                used |= bit;
                left--;
                parity += (u64)(c / w + c % w) + tile / (u64)w + tile % (u64)w;
            } else if (tile == seen_as[t.home]) {
                blank = (u64)c;
            }
        }
        const Reader<Region> reader = {
            t, {t.high, t.low, t.first, regions}, place, bits[place[LOOK_UP]], t.rows + 64 * i};
        const u64 cohort = cohort_of_mask(mask, blank, place, reader.ranking);
        words[i] = mask | order << 40 | reader.distance({mask, order, cohort}, parity & 1) << 56;
    }
}

}  // namespace

EXPORT i64 pattern_layer(const PatternMoves* moves, i64 depth, u64* seen, u64* current, u64* following, u64* result,
                         i64 size, u8* live, u8* live_next, i64 cohorts) {
    const PatternMoves m = *moves;
    const i64 words = size / cohorts;
    for (i64 c = 0; c < cohorts; c++) {
        if (!live[c]) continue;
        live[c] = 0;
        u64* from = current + c * words;
        for (u32 e = m.start[c]; e < m.start[c + 1]; e++) {
            u64* to = following + (i64)m.target[e] * words;
            live_next[m.target[e]] = 1;
            if (m.turn[e] < 0)
                for (i64 i = 0; i < words; i++) to[i] |= from[i];
            else
                turn_orders(m.transitions + m.turn[e] * m.orders, words, from, to);
        }
        for (i64 i = 0; i < words; i++) from[i] = 0;
    }
    u64 count = 0;
    const bool is_stored = depth >> 1 & 1;
    for (i64 c = 0; c < cohorts; c++) {
        if (!live_next[c]) continue;
        u64 fresh = 0;
        for (i64 i = c * words; i < (c + 1) * words; i++) {
            const u64 word = following[i] & ~seen[i];
            following[i] = word;
            seen[i] |= word;
            fresh += popcount(word);
            if (is_stored) result[i] |= word;
        }
        live_next[c] = fresh > 0;
        count += fresh;
    }
    return (i64)count;
}

EXPORT i64 pattern_verify_layer(const CohortLayout* layout, i64 depth, const u16* transitions, i64 transition_count,
                                u64* seen, u64* current, u64* following, const u64* stored, i64 size) {
    const i64 n = layout->cells, k = layout->k, words = size / layout->region_count,
              orders = transition_count / (k * k);
    const Ranking<u64> ranking = ranking_of(*layout);
    const u64 place[PLACE_WORDS] = {0, 0, layout->low_bits, 0, 0, 0, 0, 0};
    i64 further = 0;  // the mask of a further region; invariant: first[further] ≤ c < first[further + 1]
    for (i64 c = 0; c < layout->region_count; c++) {
        i64 r = c;
        if (c >= layout->mask_count) {
            while (layout->first[further + 1] <= c) further++;
            r = further;
        }
        const u64 *from = current + c * words, mask = layout->masks[r], region = layout->regions[c];
        u64 any = 0;
        for (i64 i = 0; i < words; i++) any |= from[i];
        if (!any) continue;
        for (i64 p = 0; p < n; p++) {
            if (!(mask >> p & 1)) continue;
            for (i64 b = 0; b < n; b++) {
                if (!(region >> b & 1) || !are_neighbours(p, b, layout->width)) continue;
                const PatternStep step = pattern_step(mask, (u64)p, (u64)b);
                const u64 to = cohort_of_mask(step.mask, (u64)p, place, ranking);
                turn_orders(transitions + (i64)(step.source * (u64)k + step.place) * orders, words, from,
                            following + (i64)to * words);
            }
        }
    }
    u64 count = 0;
    const u64 expected = depth >> 1 & 1 ? ~0ull : 0;
    for (i64 i = 0; i < size; i++) {
        const u64 fresh = following[i] & ~seen[i];
        if ((stored[i] ^ expected) & fresh) return -1;
        seen[i] |= fresh;
        following[i] = fresh;
        current[i] = 0;
        count += popcount(fresh);
    }
    if (count == 0)
        for (i64 i = 0; i < size; i++)
            if (stored[i] & ~seen[i]) return -2;
    return (i64)count;
}

EXPORT void pattern_transpose(i64 rows, i64 columns, const u64* source, u64* target) {
    const i64 across = (columns + 63) / 64, down = (rows + 63) / 64;
    u64 block[64];
    for (i64 y = 0; y < down; y++) {
        for (i64 x = 0; x < across; x++) {
            for (i64 i = 0; i < 64; i++) block[i] = 64 * y + i < rows ? source[(64 * y + i) * across + x] : 0;
            transpose_block(block);
            const i64 count = min((i64)64, columns - 64 * x);
            for (i64 j = 0; j < count; j++) target[(64 * x + j) * down + y] = block[j];
        }
    }
}

EXPORT void pattern_roots(const SearchTables* tables, const u8* state, u64* words) {
    if (tables->cells <= 32)
        read_roots(*tables, tables->regions32, state, words);
    else
        read_roots(*tables, tables->regions64, state, words);
}
