// Numbers for paths of the blank, by which the parts of a search are known again under the next bound.
//
// A path is a byte a cell, padded with zeros to words of 8, the first cell lowest. Word k, from 1, is multiplied by a
// power of an odd number, folded, and all are added: equal paths have equal numbers, and different ones almost surely
// different ones. Reference: `tiles.optimal.deepest_first.key_of`.
#pragma once
#include "base/base.hpp"

// Write the numbers of the first `length` cells of each path; the paths have `depth` cells each.
EXPORT void path_keys(const u8* paths ARRAY(count* depth), i64 count, i64 depth, i64 length, u64* keys ARRAY(count));
