// Chasing the lights of a giant two-colour board in rows of words. Reference: `lights.transfer_matrix.ints`.
//
// A board is height · size words; column c is bit c & 63 of word c >> 6. Two rolling rows of presses stay in the
// nearest cache, and the board is read once. They are whole groups of eight words, zero beyond the board: first the row
// above, then the row here, then scratch memory. `is_wide` chooses vectors of AVX-512, which the processor must have.
// Cost: height · size words, at the speed of memory.
#pragma once
#include "base/base.hpp"

// Replace the two rows of presses by the last two that follow from them, each of which turns off the row above. Return
// the bits of the board outside `last_mask`, the cells of a row's last word; they must be 0.
EXPORT u64 plane_chase(const u64* board ARRAY(height* size), i64 height, i64 size,
                       u64* rows ARRAY(3 * (size + 7 >> 3 << 3)), u64 last_mask, bool is_wide);

// The same, overwriting each row of the board by its presses.
EXPORT void plane_write_presses(u64* board ARRAY(height* size), i64 height, i64 size,
                                u64* rows ARRAY(3 * (size + 7 >> 3 << 3)), u64 last_mask, bool is_wide);

// Overwrite the board by the quiet pattern whose last row is `last`; return whether it is one.
EXPORT bool plane_write_pattern(u64* board ARRAY(height* size), i64 height, i64 size, const u64* last ARRAY(size),
                                u64 last_mask, u64* scratch ARRAY(3 * (size + 7 >> 3 << 3)));

// Read rows in whole bytes, the first column at the highest bit, as in pictures; bits beyond `width` are ignored.
EXPORT void plane_from_bytes(const u8* bytes ARRAY(height*(width + 7 >> 3)), i64 height, i64 width,
                             u64* board ARRAY(height*(width + 63 >> 6)));

// Write the bytes that `plane_from_bytes` reads; return the number of lit cells.
EXPORT i64 plane_to_bytes(const u64* board ARRAY(height*(width + 63 >> 6)), i64 height, i64 width,
                          u8* bytes ARRAY(height*(width + 7 >> 3)));

// Replace `row` by the sum of its left and right neighbours until it overlaps `rest` in an odd number of cells. Return
// false if that does not happen within as many steps as there are columns.
EXPORT bool plane_find_odd_overlap(u64* row ARRAY(size), const u64* rest ARRAY(size), i64 size, u64 last_mask);
