// How far tiles are from home, and how many are out of order on their lines: lower bounds of boards to 10⁸ cells.
//
// A tile is its number, the blank 0; homes[t] is the goal cell of tile t. Of the tiles that stand in their goal row,
// those outside a longest run whose homes ascend must leave it: patience sorting, 16 lines at a time, so that of a
// column's cells whole cache lines are read. References: the plain branches of `tiles.heuristics`. Cost: one look at
// `homes` a cell for each of the three, which on large boards is a cache miss.
#pragma once
#include "base/base.hpp"

// Write the home of each tile; return false if a number is negative or not below `count`.
EXPORT bool tile_homes(const i32* goal ARRAY(count), i64 count, i32* homes ARRAY(count));

// Add the tiles of cells begin … end − 1 to sums = (steps along rows of all, of the farthest; along columns of all, of
// the farthest); return false if a number is negative or not below `count`.
EXPORT bool tile_steps(const i32* tiles ARRAY(count), const i32* homes ARRAY(count), i64 count, i64 width, i64 begin,
                       i64 end, i64* sums ARRAY(4));

// Return how many tiles of rows begin … end − 1, or of columns, must leave their goal line; `ends` is scratch.
EXPORT i64 tiles_out_of_order(const i32* tiles ARRAY(count), const i32* homes ARRAY(count), i64 count, i64 width,
                              bool by_column, i64 begin, i64 end, i32* ends ARRAY(16 * max(width, count / width)));
