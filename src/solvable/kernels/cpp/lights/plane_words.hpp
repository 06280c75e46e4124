// Chasing the lights of a giant two-colour board in rows of words. Reference: `lights.methods.plane_ints`.
//
// A board is height · size words; column c is bit c & 63 of word c >> 6. Two rolling rows of presses stay in the
// nearest cache, and the board is read once. They are whole groups of eight words, zero beyond the board: first the row
// above, then the row here, then scratch memory. `is_wide` chooses vectors of AVX-512, which the processor must have.
// Cost: height · size words, at the speed of memory.
#pragma once
#include "base/base.hpp"

// Replace the two rows of presses by the last two that follow from them, each darkening the row above it. Return the
// bits of the board outside `last_mask`, the cells of a row's last word, which must not be there.
EXPORT u64 plane_chase(const u64* board ARRAY(height* size), i64 height, i64 size,
                       u64* rows ARRAY(3 * (size + 7 >> 3 << 3)), u64 last_mask, bool is_wide);

// The same, overwriting each row of the board by its presses.
EXPORT void plane_write_presses(u64* board ARRAY(height* size), i64 height, i64 size,
                                u64* rows ARRAY(3 * (size + 7 >> 3 << 3)), u64 last_mask, bool is_wide);

// Overwrite the board by the quiet pattern whose last row is `last`; return whether it is one.
EXPORT bool plane_write_pattern(u64* board ARRAY(height* size), i64 height, i64 size, const u64* last ARRAY(size),
                                u64 last_mask, u64* scratch ARRAY(3 * (size + 7 >> 3 << 3)));

// Reverse the order of the bits in each byte.
EXPORT void plane_reverse_bytes(u64* words ARRAY(count), i64 count);

// Replace `row` by the sum of its left and right neighbours until it overlaps `rest` in an odd number of cells. Return
// false if that never comes, in as many steps as there are columns.
EXPORT bool plane_find_odd_overlap(u64* row ARRAY(size), const u64* rest ARRAY(size), i64 size, u64 last_mask);
