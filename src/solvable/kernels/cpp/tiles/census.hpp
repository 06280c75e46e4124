// Sets of permutations as bits: moving whole sets by one slide, completing a breadth-first level, looking up distances.
//
// A set for one cell of the blank is an array of words of `per` ranks each (`tiles/census/ranking.py`). A vertical
// slide rotates a window of the reading order. If whole words follow the window it moves blocks of words; if the window
// ends within a word or a short group of words it scatters bits by a table. Cost: a pass over the words, and a table
// look-up for each scattered bit. Reference: `tiles.census.plain`.
#pragma once
#include "base/base.hpp"

// OR `source` into `target`; window w of each group of `windows` blocks of `block` words moves to window table[w].
EXPORT void census_shift_blocks(const u64* source ARRAY(size), u64* target ARRAY(size), i64 size,
                                const i64* table ARRAY(windows), i64 windows, i64 block);

// OR `source` into `target`, bit b of word j of each group of words moves to table[odd[start of the group]][j][b] = 64
// × word within the group + bit.
EXPORT void census_scatter(const u64* source ARRAY(size), u64* target ARRAY(size), i64 size,
                           const i64* table ARRAY(2 * group * per), const u8* odd ARRAY(size), i64 group, i64 per);

// OR `source` into `target`.
EXPORT void census_unite(const u64* source ARRAY(size), u64* target ARRAY(size), i64 size);

// Write the ranks of the states of `level` that are numbers[0], numbers[1], … among them: ascending numbers from 0,
// each less than the number of states.
EXPORT void census_select(const u64* level ARRAY(size), i64 size, i64 per, const i64* numbers ARRAY(count), i64 count,
                          i64* ranks ARRAY(count));

// Remove the visited states from `reached`, add the rest to `visited`, and return their number.
EXPORT i64 census_settle(u64* reached ARRAY(size), u64* visited ARRAY(size), i64 size);

// Write `distance` at the rank of each state of `level`.
EXPORT void census_write(const u64* level ARRAY(size), i64 size, u8* distances ARRAY(size* per), i64 per, u8 distance);

constexpr i16 CENSUS_UNSOLVABLE = -1, CENSUS_INVALID = -2;

// The look-up of a board. Cells are read in the order `columns`; home[tile] is the index of the tile in the goal's
// reading order, −1 for the blank; odd[blank] is the parity that the reading order of a solvable board has, `half` is
// the number of ranks of one cell of the blank. At most 64 cells.
INTERFACE struct CensusTable {
    const i64* columns ARRAY(cells);
    const i64* home ARRAY(cells);
    const i64* odd ARRAY(cells);
    const u8* distances ARRAY(cells* half);
    i64 cells;
    i64 half;
};

// Write the distance of each row of `boards`; CENSUS_UNSOLVABLE if it has no solution, CENSUS_INVALID if it is not a
// board.
EXPORT void census_look_up(const CensusTable* table, const i64* boards ARRAY(count* table.fields.cells), i64 count,
                           i16* results ARRAY(count));
