// The checksum of a table's words: two sums modulo 2⁶⁴, in which each word has a weight by its column and one by its
// row.
//
// Blocks of 256 rows of 256 words; the sum of a block's columns, each times its weight, is added to thrice the sum of
// the blocks before, so moved blocks are found; the rows likewise. Reference: `solvable.core.disk_cache.sum_reference`.
// Cost: one pass over the words, as fast as memory gives them.
#pragma once
#include "base/base.hpp"

// Write the sum by columns, then the one by rows.
EXPORT void table_sum(const u64* words ARRAY(count), i64 count, u64* sums ARRAY(2));
