// Walsh-Hadamard transform of a sparse function, in blocks that fit the cache.
//
// The function is given by its support: f[u] = Σ coefficients[i] over the keys[i] equal to u; its transform at u is
// Σ coefficients[i]·(−1)^popcount(keys[i] & u). The bits of u are 5 lane bits (32 elements), 4·passes block bits, and
// the rest, walked in Gray order: flipping bit j adds −2·c·H[lane bits of the key] for each key with that bit, so the
// lanes never need a butterfly. Each block then takes `passes` ≥ 2 radix-16 passes. A block is 2^(5 + 4·passes)
// consecutive elements. Keys are below 2^rank; all arithmetic is modulo 2^16 or 2^32. Cost: 0.15 ns an element.
// Reference: `lights.min_weight.walsh.spectrum`.
#pragma once
#include "base/base.hpp"

// Write the maximum of each block to `maxima`, for the Gray-code steps first ≤ step < last. `work`: two blocks;
// `lists`: the keys by their top bits.
EXPORT void walsh_maxima_16(const i64* keys ARRAY(count), const i16* coefficients ARRAY(count), i64 count, i64 rank,
                            i64 passes, i64 first, i64 last, i16* maxima ARRAY(1 << max(0, rank - 5 - 4 * passes)),
                            i16* signed_coefficients ARRAY(count), i16* work ARRAY((64 << 4 * passes) + 32),
                            i32* lists ARRAY(max(0, rank - 5 - 4 * passes) * count));
EXPORT void walsh_maxima_32(const i64* keys ARRAY(count), const i32* coefficients ARRAY(count), i64 count, i64 rank,
                            i64 passes, i64 first, i64 last, i32* maxima ARRAY(1 << max(0, rank - 5 - 4 * passes)),
                            i32* signed_coefficients ARRAY(count), i32* work ARRAY((64 << 4 * passes) + 32),
                            i32* lists ARRAY(max(0, rank - 5 - 4 * passes) * count));

// Write deficit << 40 | index for deficits (highest − value)/2 ≤ limit in the blocks `tops`; return their number; those
// beyond `room` are only counted. `least_index[0]` becomes the least index of deficit 0, −1 if there is none. Blocks in
// Gray-code order cost least.
EXPORT i64 walsh_collect_16(const i64* keys ARRAY(count), const i16* coefficients ARRAY(count), i64 count, i64 rank,
                            i64 passes, i64 highest, i64 limit, const i64* tops ARRAY(top_count), i64 top_count,
                            i64* entries ARRAY(room), i64 room, i64* least_index ARRAY(1),
                            i16* signed_coefficients ARRAY(count), i16* work ARRAY((64 << 4 * passes) + 32),
                            i32* lists ARRAY(max(0, rank - 5 - 4 * passes) * count));
EXPORT i64 walsh_collect_32(const i64* keys ARRAY(count), const i32* coefficients ARRAY(count), i64 count, i64 rank,
                            i64 passes, i64 highest, i64 limit, const i64* tops ARRAY(top_count), i64 top_count,
                            i64* entries ARRAY(room), i64 room, i64* least_index ARRAY(1),
                            i32* signed_coefficients ARRAY(count), i32* work ARRAY((64 << 4 * passes) + 32),
                            i32* lists ARRAY(max(0, rank - 5 - 4 * passes) * count));

// Write the distinct columns of the cells of `inside`, bit i for row i, in the order of their first cells, and the sum
// of (−1)^offset over the cells of each; return their number. `slots` are zeros, twice as many as cells or more.
// Reference: `lights.min_weight.walsh.support_reference`.
EXPORT i64 walsh_support(const u64* rows ARRAY(rank* words), i64 rank, const u64* offset ARRAY(words),
                         const u64* inside ARRAY(words), i64 words, i64 cells, i64* keys ARRAY(cells),
                         i32* sums ARRAY(cells), i32* slots ARRAY(1 << slot_bits), i64 slot_bits);
