// Chasing a board of k states on small unsigned integers. Reference: `lights.transfer_matrix.primes.chase`.
//
// The rolling rows are floats: exact (k < 2^16, sums of five below 5k < 2^19), and a vector of them is reduced modulo k
// by one product and one rounding, for which integers have no instruction. They have one more cell on either side, zero
// unless the first and the last column are joined. Cost: height · width / lanes of a vector.
#pragma once
#include "base/base.hpp"

// Replace two rows of presses, `above` and `here`, by the last two that follow from them, each of which turns off the
// row above; `wraps` joins the first and the last column. Overwrite the board by the presses if `is_written`. `is_wide`
// chooses vectors of AVX-512, which the processor must have.
EXPORT void plane_chase_bytes(u8* board ARRAY(height* width), i64 height, i64 width, f32* above ARRAY(width + 2),
                              f32* here ARRAY(width + 2), i64 k, bool wraps, bool is_written, bool is_wide);

// The same for k > 256.
EXPORT void plane_chase_words(u16* board ARRAY(height* width), i64 height, i64 width, f32* above ARRAY(width + 2),
                              f32* here ARRAY(width + 2), i64 k, bool wraps, bool is_written, bool is_wide);
