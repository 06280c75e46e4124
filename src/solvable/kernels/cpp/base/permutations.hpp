// Permutations of a million: drawing them by ranks among the unused numbers, counting their cycles and inversions.
//
// The unused numbers are bits of words, under a Fenwick tree of the counts of unused numbers by ranges of words; both
// stay in the nearest caches. Cost: a draw takes log2(count / 64) steps down the tree and as many up, a cycle one
// access for each cell, inversions one merging pass for each bit of the count. References: `tiles.seeded.Unused`,
// `tiles.parity.count_cycles`, `tiles.parity.count_inversions`.
#pragma once
#include "base/base.hpp"

// Set out[i] to the number with rank ranks[i] among those of 0 .. count − 1 that are not taken yet, and take it; the
// remaining numbers follow in ascending order. Rank i must be in 0 .. count − 1 − i, count < 2^31. `tree` and `unused`
// are scratch.
EXPORT void permutation_take(const i64* ranks ARRAY(rank_count), i64 rank_count, i64 count,
                             i32* tree ARRAY(2 * (count + 63 >> 6) + 1), u64* unused ARRAY(count + 63 >> 6),
                             i64* out ARRAY(max(count, rank_count)));

// Return the number of cycles of the permutation `next` that close within `steps` steps, fixed points included. A step
// continues from cell position[1] of the cycle that began at position[0], both 0 at first; position[0] is `count` once
// all are counted. Visited cells become −1 in `next`, so one access gives the next cell and whether the cell was
// visited.
EXPORT i64 permutation_count_cycles(i32* next ARRAY(count), i64 count, i64* position ARRAY(2), i64 steps);

// Set next[cell] to the cell of `goal` with the number of `cell` in `state`; return false, without a change, if a
// number is negative or not below `count`. `home` is scratch.
EXPORT bool permutation_compose(const i32* state ARRAY(count), const i32* goal ARRAY(count), i64 count,
                                i32* home ARRAY(count), i32* next ARRAY(count));

// Return the number of inversions of `values`. Both arrays are overwritten.
EXPORT i64 permutation_count_inversions(i32* values ARRAY(count), i32* scratch ARRAY(count), i64 count);
