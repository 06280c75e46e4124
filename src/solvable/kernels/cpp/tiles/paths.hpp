// Paths of the blank, a byte a cell: extended for the rows that a search has collected, and hashes of them. The hash of
// its path identifies a part of a search under the next bound. A path is padded with zeros to words of 8 cells, the
// first one lowest. Word k, from 1, is multiplied by the k-th power of an odd number, folded, and all are added: equal
// paths have equal hashes, and different ones almost surely have different hashes. References: `Worker._path`,
// `tiles.optimal.node_ordering.key_of`.
#pragma once
#include "base/base.hpp"

// Write the paths to the rows in a gate, of `words` words each, the last of which is the trail (`collect_rows`): the
// path of its first row, of `depth` cells, and the cell of each of its steps.
EXPORT void extend_paths(const u64* gate ARRAY(count* words), i64 count, i64 words, const u8* paths, i64 depth,
                         const u8* cells, i64 steps, u8* extended ARRAY(count*(depth + steps)));

// Write the hashes of the first `length` cells of each path; the paths have `depth` cells each.
EXPORT void path_keys(const u8* paths ARRAY(count* depth), i64 count, i64 depth, i64 length, u64* keys ARRAY(count));
