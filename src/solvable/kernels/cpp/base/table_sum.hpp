// The checksum of a table's words: two sums modulo 2⁶⁴, which weight each word by its column and by its row.
//
// A block has 256 rows of 256 words. The weighted sum of a block's columns is added to three times the sum of the
// blocks before, so moved blocks are detected; the same for the rows. Reference:
// `solvable.core.disk_cache.sum_reference`. Cost: one pass over the words, at the speed of memory.
#pragma once
#include "base/base.hpp"

// Write the sum by columns, then the one by rows.
EXPORT void table_sum(const u64* words ARRAY(count), i64 count, u64* sums ARRAY(2));
