// Tiles' distances from home, and the number out of order on their lines: lower bounds for boards of up to 10⁸ cells.
//
// A tile is its number, the blank 0; homes[t] is the goal cell of tile t. Among the tiles in their goal row, those
// outside a longest run with ascending homes must leave it. The runs are found by patience sorting, 16 lines at a time,
// so that columns read whole cache lines. References: the plain branches of `tiles.heuristics`. Cost: one access to
// `homes` for each cell in each of the three functions, a cache miss on large boards.
#pragma once
#include "base/base.hpp"

// Write the home of each tile; return false if a number is negative or not below `count`.
EXPORT bool tile_homes(const i32* goal ARRAY(count), i64 count, i32* homes ARRAY(count));

// Add the tiles of cells begin … end − 1 to sums = (steps along rows of all, of the farthest; along columns of all, of
// the farthest); return false if a number is negative or not below `count`.
EXPORT bool tile_steps(const i32* tiles ARRAY(count), const i32* homes ARRAY(count), i64 count, i64 width, i64 begin,
                       i64 end, i64* sums ARRAY(4));

// Return the number of tiles in rows begin … end − 1, or columns, that must leave their goal line; `ends` is scratch.
EXPORT i64 tiles_out_of_order(const i32* tiles ARRAY(count), const i32* homes ARRAY(count), i64 count, i64 width,
                              bool by_column, i64 begin, i64 end, i32* ends ARRAY(16 * max(width, count / width)));
