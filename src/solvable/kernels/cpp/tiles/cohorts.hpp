// The layout of a pattern table: masks ranked, blank regions, cohorts, and the moves between cohorts.
//
// A board of w columns and n ≤ 40 cells; a pattern of k ≤ 8 tiles occupies a mask of k cells; a region is a set of free
// cells that the blank can reach without moving a tile of the pattern; a mask and a region make a cohort. Masks are
// ranked in increasing order by two look-ups, high[mask >> low_bits] + low[mask & low_mask]. The cohort of a mask's
// largest region has the mask's rank; the other regions are numbered after all masks, those of one mask consecutively,
// from first[rank] on. Within a cohort the k! orders of the tiles, read in cell order, are ranked lexicographically.
// Reference: `tiles.pdb.patterns.reference` (tests/tiles/pdb/test_patterns.py compares).
#pragma once
#include "base/base.hpp"

constexpr int MAX_CELLS = 40, MAX_PATTERN = 8;

// The arrays for patterns of k tiles.
INTERFACE struct CohortLayout {
    i64 width;
    i64 cells;
    i64 k;
    u64 low_bits;
    const u32* high ARRAY(1 << (cells - low_bits));
    const u32* low ARRAY(1 << low_bits);
    const u64* masks ARRAY(mask_count);
    i64 mask_count;
    const u32* first ARRAY(mask_count + 1);
    const u64* regions ARRAY(region_count);
    i64 region_count;
};

// Fill `high` and `low` so that their sum ranks the masks of k of n cells in increasing order.
EXPORT void cohort_ranks(i64 cells, i64 k, i64 low_bits, u32* high ARRAY(1 << (cells - low_bits)),
                         u32* low ARRAY(1 << low_bits));

// List the cohorts and return their number: masks[r] is the r-th mask, first[r] the number of its first further region
// (first[r + 1] ends them), regions[c] the region of cohort c. Regions beyond region_count are only counted.
EXPORT i64 cohort_regions(i64 width, i64 cells, i64 k, u64* masks ARRAY(mask_count), i64 mask_count,
                          u32* first ARRAY(mask_count + 1), u64* regions ARRAY(region_count), i64 region_count);

// Fill table[mask * 16 + blank] with the cohort, for boards of up to 16 cells.
EXPORT void cohort_dense(const CohortLayout* layout, u16* table ARRAY(16 << layout.fields.cells));

// List every move of a pattern's tile: from cohort c, edges start[c] … start[c + 1] − 1 lead to `target`; return their
// number. turn = −1 if the order of the tiles does not change, else from_index * k + to_index (see
// `cohort_transitions`).
EXPORT i64 cohort_edges(const CohortLayout* layout, u32* start ARRAY(layout.fields.region_count + 1),
                        u32* target ARRAY(4 * layout.fields.k * layout.fields.region_count),
                        i16* turn ARRAY(4 * layout.fields.k * layout.fields.region_count));

// Fill table[(i * k + j) * k! + q], the rank of order q after its i-th tile is taken out and put back as the j-th;
// orders = k!.
EXPORT void cohort_transitions(i64 k, i64 orders, u16* table ARRAY(k * k * orders));

// Offsets of the arrays of an instance of a pattern among those of all instances, in `places`, eight words each.
enum Place { TABLE_WORD, WIDTH_AND_GOAL, LOW_BITS, HIGH_AT, FIRST_AT, REGIONS_AT, TILES, LOOK_UP, PLACE_WORDS };

template <class Region>
struct Ranking {
    const u32 *high, *low, *first;
    const Region* regions;
};

template <class Region>
static INLINE u64 mask_rank(u64 mask, const u64* place, const Ranking<Region>& ranking) {
    const u64 low_bits = place[LOW_BITS];
    return (u64)ranking.high[place[HIGH_AT] + (mask >> low_bits)] + ranking.low[mask & ((1ull << low_bits) - 1)];
}

// Return the number of the cohort of this mask's rank whose region contains the cell `blank`.
template <class Region>
static INLINE u64 cohort_of_rank(u64 rank, u64 blank, const u64* place, const Ranking<Region>& ranking) {
    const Region* regions = ranking.regions + place[REGIONS_AT];
    u64 cohort = rank;
    if (!((u64)regions[cohort] >> blank & 1)) {
        cohort = ranking.first[place[FIRST_AT] + cohort];
        while (!((u64)regions[cohort] >> blank & 1)) cohort++;
    }
    return cohort;
}

template <class Region>
static INLINE u64 cohort_of_mask(u64 mask, u64 blank, const u64* place, const Ranking<Region>& ranking) {
    return cohort_of_rank(mask_rank(mask, place, ranking), blank, place, ranking);
}

static INLINE Ranking<u64> ranking_of(const CohortLayout& layout) {
    return {layout.high, layout.low, layout.first, layout.regions};
}

static INLINE bool are_neighbours(i64 a, i64 b, i64 width) {
    const i64 across = a % width - b % width, down = a / width - b / width;
    return across * across + down * down == 1;
}

// The mask after a tile moves from cell `from` to cell `to`, and the tile's index in the order before and after.
struct PatternStep {
    u64 mask, source, place;
};
static INLINE PatternStep pattern_step(u64 mask, u64 from, u64 to) {
    const u64 gone = mask ^ 1ull << from;
    return {gone | 1ull << to, popcount(mask & ((1ull << from) - 1)), popcount(gone & ((1ull << to) - 1))};
}
