// The number of cosets by the weight of their lightest member: the buttons in two halves, each with a table of weights.
//
// Row m of a table has, for each choice of presses in its half, the weight of their sum with the quiet pattern m there.
// Cost: an addition and a minimum, many at once, for each pair of choices and each member. Reference:
// `lights.min_weight.distribution.tallied`.
#pragma once
#include "base/base.hpp"

// Write bases[m] + Σ (x + shifts[m, i]) mod k for all `count` = k^places choices x of the places, the last one fastest.
EXPORT void coset_weights_8(const i32* shifts ARRAY(members* places), i64 places, const i32* bases ARRAY(members),
                            i64 members, i64 k, u8* table ARRAY(members* count), i64 count);
EXPORT void coset_weights_32(const i32* shifts ARRAY(members* places), i64 places, const i32* bases ARRAY(members),
                             i64 members, i64 k, u32* table ARRAY(members* count), i64 count);

// Add to counts[w] the number of pairs of a left choice first ≤ i < last and a right one that have min over m of
// lefts[m, i] + rights[m, j] = w; all are less than `size`, at most 256 for the first. `least` is scratch.
EXPORT void coset_leaders_8(const u8* lefts ARRAY(members* left_count), i64 left_count, i64 first, i64 last,
                            const u8* rights ARRAY(members* right_count), i64 right_count, i64 members,
                            i64* counts ARRAY(size), i64 size, u8* least ARRAY(right_count));
EXPORT void coset_leaders_32(const u32* lefts ARRAY(members* left_count), i64 left_count, i64 first, i64 last,
                             const u32* rights ARRAY(members* right_count), i64 right_count, i64 members,
                             i64* counts ARRAY(size), i64 size, u32* least ARRAY(right_count));
