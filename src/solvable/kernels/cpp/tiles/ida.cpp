#include "tiles/ida.hpp"

#include "tiles/cohorts.hpp"

namespace {

constexpr u64 LOW4 = 15, LOW6 = 63, LOW8 = 255, LOW16 = 0xffff, LOW26 = (1ull << 26) - 1, LOW32 = 0xffffffff,
              LOW40 = (1ull << 40) - 1, SLACKS = 0xffffffffull << 32, BORROWS = 0x80808080ull << 32;

// Regions of boards of up to 32 cells have 32 bits.
template <int W>
struct RegionOf {
    using type = u32;
    static INLINE const u32* array(const SearchTables& t) { return t.regions32; }
};
template <>
struct RegionOf<5> {
    using type = u64;
    static INLINE const u64* array(const SearchTables& t) { return t.regions64; }
};

// L look-ups, W board words, ROW words a row (0: given by the tables). An entry of the plan is row | blank << 40 | its
// next cell << 48 | tile << 56; the slacks and automaton state; a word a look-up; an address.
template <int L, int W, int ROW>
struct Search {
    static constexpr u64 SIZE = L + 3;
    using Region = typename RegionOf<W>::type;

    static INLINE u64 row_words(const SearchTables& t) { return ROW ? ROW : (u64)t.row; }

    // List the children of a block in the plan and return its length.
    static INLINE u64 list_children(u64 first, u64 rows, const SearchWork& work, const SearchTables& t, u8 depth) {
        const u64 row = row_words(t);
        u64 *plan = work.plan, end = 0;
        for (u64 r = first; r < first + rows; r++) {
            const u64* base = work.stack + r * row;
            const u64 meta = base[W], blank = t.cell[meta & LOW16];
            if (L <= 2) work.deepest[meta >> 48] = max(work.deepest[meta >> 48], depth);
            for (u64 rest = t.following[meta & LOW16]; rest; rest >>= 16) {
                const u64 after = rest & LOW16, to = t.cell[after];
                const u64 tile = W == 1 ? base[0] >> (to << 2) & LOW4 : base[to >> 3] >> ((to & 7) << 3) & LOW6;
                plan[end] = r | blank << 40 | to << 48 | tile << 56;
                plan[end + 1] = (meta & SLACKS) | after;
                end += SIZE;
            }
        }
        return end;
    }

    // Write into each entry the word of the pattern that moves, with its order and h still unchanged, and the key to
    // look them up: turn << 38 | pattern << 32 | the blank's next cell << 26 | rank of the mask.
    template <int I>
    static INLINE void look_up(const u64* stack, u64* plan, u64 end, const SearchTables& t) {
        const u64 row = row_words(t);
        const u8 *seen_as = t.seen_as + 64 * I, *pattern_of = t.pattern_of + 64 * I;
        const u32 *rows = t.rows, *high = t.high, *low = t.low;
        const u16 *transitions = t.transitions, *cohorts = t.cohorts;
        const u64* places = t.places;
        const Region* regions = RegionOf<W>::array(t);
        for (u64 e = 0; e < end; e += SIZE) {
            const u64 entry = plan[e], pattern = pattern_of[entry >> 56];
            const u64 word = stack[(entry & LOW40) * row + W + 1 + pattern];
            u64 blank = entry >> 40 & LOW8, to = entry >> 48 & LOW8;
            if (I > 0) blank = seen_as[blank], to = seen_as[to];  // the first look-up needs no symmetry
            const PatternStep step = pattern_step(word & LOW40, to, blank);
            const u64 turn = (u64)rows[pattern << 6 | step.source << 3 | step.place] + (word >> 40 & LOW16);
            prefetch(transitions + turn);
            u64 rank = step.mask;
            if (W == 1) {
                prefetch(cohorts + (step.mask << 4 | to));
            } else {
                const u64* place = places + (pattern << 3);
                rank = mask_rank<Region>(step.mask, place, {high, low, t.first, regions});
                prefetch(regions + place[REGIONS_AT] + rank);
            }
            plan[e + 2 + I] = step.mask | word >> 56 << 56;
            plan[e + L + 2] = turn << 38 | pattern << 32 | to << 26 | rank;
        }
    }

    // Write into each entry the new order of the pattern, and the address of its new h: the number of a bit.
    template <int I>
    static INLINE void find_addresses(u64* plan, u64 end, const SearchTables& t, const u64* bits) {
        const u16 *transitions = t.transitions, *cohorts = t.cohorts;
        const u64* places = t.places;
        const Ranking<Region> ranking = {t.high, t.low, t.first, RegionOf<W>::array(t)};
        for (u64 e = 0; e < end; e += SIZE) {
            const u64 key = plan[e + L + 2], order = transitions[key >> 38];
            const u64* place = places + ((key >> 32 & LOW6) << 3);
            const u64 to = key >> 26 & LOW6, rank = key & LOW26;
            const u64 cohort = W == 1 ? (u64)cohorts[rank << 4 | to] : cohort_of_rank(rank, to, place, ranking);
            const u64 width = place[WIDTH_AND_GOAL] & LOW32;
            const u64 address = (place[TABLE_WORD] << 6) + (W == 1 ? cohort * width + order : order * width + cohort);
            prefetch(bits + (address >> 6));
            plan[e + 2 + I] |= order << 40;
            plan[e + L + 2] = address;
        }
    }

    // Read the table for each entry, retain those whose slack suffices, in their order, and return the new length.
    template <int I>
    static INLINE u64 keep_passing(u64* plan, u64 end, const u64* bits) {
        u64 out = 0;
        for (u64 e = 0; e < end; e += SIZE) {
            const u64 word = plan[e + 2 + I], h = word >> 56, address = plan[e + SIZE - 1];
            const u64 bit = bits[address >> 6] >> (address & LOW6);
            const u64 up = ((bit ^ h >> 1 ^ h) & 1) ^ 1, slacks = plan[e + 1] - (up << (32 + 8 * I));
            plan[out] = plan[e];
            plan[out + 1] = slacks;
            for (int j = 0; j < I; j++) plan[out + 2 + j] = plan[e + 2 + j];
            plan[out + 2 + I] = word + ((up + up - 1) << 56);
            out += slacks & BORROWS >> 8 * (4 - L) ? 0 : SIZE;
        }
        return out;
    }

    template <int I>
    static INLINE u64 filter(const u64* stack, u64* plan, u64 end, const SearchTables& t) {
        if constexpr (I < L) {
            const u64* bits = I == 0 ? t.bits0 : I == 1 ? t.bits1 : I == 2 ? t.bits2 : t.bits3;
            look_up<I>(stack, plan, end, t);
            find_addresses<I>(plan, end, t, bits);
            return filter<I + 1>(stack, plan, keep_passing<I>(plan, end, bits), t);
        }
        return end;
    }

    // Write the children of the entries as rows from `out` on, and return the row after the last.
    static INLINE u64 write_children(u64 out, u64* stack, const u64* plan, u64 end, const SearchTables& t) {
        const u64 row = row_words(t), home = t.home;
        const u8* pattern_of = t.pattern_of;
        u64* child = stack + out * row;
        for (u64 e = 0; e < end; e += SIZE, out++, child += row) {
            const u64 entry = plan[e], blank = entry >> 40 & LOW8, to = entry >> 48 & LOW8, tile = entry >> 56;
            const u64* base = stack + (entry & LOW40) * row;
            for (u64 i = 0; i < row; i++) child[i] = base[i];
            if (W == 1) {
                child[0] ^= (tile ^ home) << (to << 2) ^ (tile ^ home) << (blank << 2);
            } else {
                child[to >> 3] ^= (tile ^ home) << ((to & 7) << 3);
                child[blank >> 3] ^= (tile ^ home) << ((blank & 7) << 3);
            }
            child[W] = plan[e + 1] | (entry & LOW16) << 16;
            for (int i = 0; i < L; i++) child[W + 1 + pattern_of[64 * i + tile]] = plan[e + 2 + i];
        }
        return out;
    }

    static i64 run(const SearchTables& t, const SearchWork& work, u64 stop, u64 budget, u64* control) {
        const u64 limit = control[NODES] + budget;
        for (;;) {
            if ((control[NODES] >= limit || is_pause_wanted(control)) && control[SEGMENTS] > 0) return SEARCH_PAUSED;
            const i64 block = next_block(work.segments, control, stop);
            if (block == AT_STOP && collect_rows(row_words(t), W, control, work)) continue;
            if (block < 0) return block == NO_BLOCK ? SEARCH_EMPTY : SEARCH_FOUND;
            const u64 first = work.segments[block], count = work.segments[block + 1];
            u64 end = list_children(first, count, work, t, (u8)min(work.segments[block + 2], LOW8));
            control[NODES] += end / SIZE;
            control[EXPANDED] += count;
            end = filter<0>(work.stack, work.plan, end, t);
            const u64 out = first + count;
            push_children(work.segments, control, block, out, write_children(out, work.stack, work.plan, end, t));
        }
    }
};

template <int L, int W>
INLINE i64 search_rows(const SearchTables& t, const SearchWork& work, u64 stop, u64 budget, u64* control) {
    // the rows of boards of up to 16 cells, of 24-puzzles with four patterns, and of these if no symmetry fixes the
    // home
    constexpr int USUAL = W == 1 && L <= 2 ? 8 : W == 4 && L == 2 ? 13 : W == 4 && L == 1 ? 9 : 0;
    if (USUAL && t.row == USUAL) return Search<L, W, USUAL>::run(t, work, stop, budget, control);
    return Search<L, W, 0>::run(t, work, stop, budget, control);
}

template <int L>
INLINE i64 search_board(const SearchTables& t, const SearchWork& work, u64 stop, u64 budget, u64* control) {
    switch (t.board_words) {
        case 1:
            return search_rows<L, 1>(t, work, stop, budget, control);
        case 3:
            return search_rows<L, 3>(t, work, stop, budget, control);
        case 4:
            return search_rows<L, 4>(t, work, stop, budget, control);
        default:
            return search_rows<L, 5>(t, work, stop, budget, control);
    }
}

}  // namespace

EXPORT bool automaton_fits(const u64* following, const u64* cell, i64 states, i64 cells) {
    for (i64 state = 0; state < states; state++) {
        if (cell[state] >= (u64)cells) return false;
        for (u64 rest = following[state]; rest; rest >>= 16)
            if ((rest & LOW16) >= (u64)states) return false;
    }
    return true;
}

EXPORT i64 ida_search(const SearchTables* tables, const SearchWork* work, u64 stop, u64 budget, u64* control) {
    const SearchTables t = *tables;  // a local copy, so that the compiler knows that no store changes it
    const SearchWork w = *work;
    switch (t.lookups) {
        case 1:
            return search_board<1>(t, w, stop, budget, control);
        case 2:
            return search_board<2>(t, w, stop, budget, control);
        case 3:
            return search_board<3>(t, w, stop, budget, control);
        default:
            return search_board<4>(t, w, stop, budget, control);
    }
}
