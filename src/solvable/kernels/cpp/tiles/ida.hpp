// Iterative-deepening A* over additive pattern tables: one bounded depth-first search by blocks of states.
//
// All children of a block are listed; then, look-up by look-up, the addresses that they read are computed and
// prefetched, in two steps, and read; children that fail are dropped; the rest are written. So no branch is
// mispredicted and the cache misses of a block overlap. Cost: one table word for each look-up and child, about 30 ns a
// node.
//
// A row is the board (the goal cell of the tile on each cell, 4 bits a cell to 16 cells, else 8); meta = automaton
// state | row of the parent << 16 | slacks << 32, 8 bits a look-up | origin << 48 (with at most two look-ups); a word a
// pattern = mask | order << 40 | h << 56. A look-up (a partition under a symmetry of the board) has slack (bound − g −
// h) / 2: a child whose h rises costs one, one whose h falls none, and a borrow drops it. A move belongs to one pattern
// of each look-up. A table has one bit (h >> 1) & 1 a state: a pattern move changes h by exactly one, so that bit
// distinguishes up from down. Reference: `tiles.optimal.ida.search_reference`, the same nodes.
#pragma once
#include "tiles/search.hpp"

constexpr i64 MAX_LOOKUPS = 4;

// The input of the search: 1 to 4 look-ups, 1 board word for up to 16 cells, else 3 to 5. The automaton of redundant
// moves: the cell of each state, and up to four states that follow, 16 bits each. seen_as: the image of each cell in
// each look-up; pattern_of: the instance of a pattern to which a tile belongs; rows: for each instance, source and
// index in the order, the offset of the transitions; places: see cohorts.hpp; cohorts: see `cohort_dense`, to 16 cells;
// regions as 32 bits to 32 cells, else as 64; bits0 … bits3: the table of each look-up.
INTERFACE struct SearchTables {
    i64 width;
    i64 cells;
    i64 lookups;
    i64 instances;
    i64 board_words;
    i64 row;
    u64 home;
    const u8* cell ARRAY(states);
    const u64* following ARRAY(states);
    i64 states;
    const u8* seen_as ARRAY(64 * lookups);
    const u8* pattern_of ARRAY(64 * lookups);
    const u32* rows ARRAY(64 * instances);
    const u16* transitions;
    const u64* places ARRAY(8 * instances);
    const u16* cohorts ARRAY((16 << cells) * (cells <= 16));
    const u32* high;
    const u32* low;
    const u32* first;
    const u32* regions32;
    const u64* regions64;
    const u64* bits0;
    const u64* bits1;
    const u64* bits2;
    const u64* bits3;
};

// Return whether an automaton, one word for each state as stored, has only steps to its own states, all on cells.
EXPORT bool automaton_fits(const u64* following ARRAY(states), const u64* cell ARRAY(states), i64 states, i64 cells);

// Continue the search for `budget` nodes. Return 0 if the stack is empty, 1 if paused, 2 if a segment of depth `stop`
// was reached for which the gate has no room; the search continues after the gate has been emptied.
EXPORT i64 ida_search(const SearchTables* tables, const SearchWork* work, u64 stop, u64 budget, u64* control ARRAY(6));
