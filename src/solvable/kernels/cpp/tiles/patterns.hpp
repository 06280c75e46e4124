// Building a pattern table breadth-first, a whole cohort of 64-bit words at a time; checking it; reading a distance.
//
// During the build the orders of one cohort are adjacent. In tables of boards with more than 16 cells the cohorts of
// one order are: a search stays with an order, and with nearby masks, for many moves, which halves the cache misses.
//
// The distance h of a state counts moves of the pattern's tiles only. A move that does not change the tiles' order (60
// % of them) is a word-wise OR of one cohort into another; the others iterate over the set bits. The table stores the
// bit (h >> 1) & 1. Cost: 5 to 8 ns a state, and four bits a state while building. Reference:
// `tiles.pdb.patterns.reference`.
#pragma once
#include "tiles/cohorts.hpp"
#include "tiles/ida.hpp"

// All moves of a pattern's tiles, in the form of `cohort_edges` and `cohort_transitions`; orders = k!.
INTERFACE struct PatternMoves {
    i64 cohorts;
    i64 orders;
    const u32* start ARRAY(cohorts + 1);
    const u32* target ARRAY(edges);
    const i16* turn ARRAY(edges);
    i64 edges;
    const u16* transitions ARRAY(orders * k * k);
    i64 k;
};

// Expand the states `current` at distance depth − 1; return the number of new ones in `following`. `seen`, `current`,
// `following` and `result` are sets of orders as bits, each cohort beginning at a new word; `live` marks the cohorts
// that have any. `current` and `live` are cleared: the caller swaps them with `following` and `live_next` for the next
// layer.
EXPORT i64 pattern_layer(const PatternMoves* moves, i64 depth, u64* seen ARRAY(size), u64* current ARRAY(size),
                         u64* following ARRAY(size), u64* result ARRAY(size), i64 size, u8* live ARRAY(cohorts),
                         u8* live_next ARRAY(cohorts), i64 cohorts);

// Do the same with moves derived from the masks, and compare with `stored`: return −1 if it differs; after the last
// layer, −2 if a bit is stored for an unreached state.
EXPORT i64 pattern_verify_layer(const CohortLayout* layout, i64 depth, const u16* transitions ARRAY(transition_count),
                                i64 transition_count, u64* seen ARRAY(size), u64* current ARRAY(size),
                                u64* following ARRAY(size), const u64* stored ARRAY(size), i64 size);

// Write a bit matrix, each row beginning at a new word, transposed to `target`.
EXPORT void pattern_transpose(i64 rows, i64 columns, const u64* source ARRAY(rows*((columns + 63) >> 6)),
                              u64* target ARRAY(columns*((rows + 63) >> 6)));

// Fill words[i] with mask | order << 40 | h << 56 of each instance of a pattern in `state`; h = 255 if the table is
// wrong. The tiles of instance i are places[8 * i + 6], goal cells in its look-up places[8 * i + 7].
EXPORT void pattern_roots(const SearchTables* tables, const u8* state ARRAY(tables.fields.cells),
                          u64* words ARRAY(tables.fields.instances));
