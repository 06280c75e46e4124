// Polynomials over GF(2) in words, bit i & 63 of word i >> 6 the coefficient of z^i: those of Fibonacci, and rows as
// sums of them.
//
// f_0 = 0, f_1 = 1, f_{j+1} = z·f_j + f_{j−1}. An array may be longer than its polynomial. No branch depends on
// coefficients. Reference: `lights.nullity.fibonacci`. Cost: f_j takes j/16 word operations, a change of basis log₂ n
// passes over n bits.
#pragma once
#include "base/base.hpp"

static INLINE u64 reverse_bits(u64 x) {
    x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
    x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(x);
}

// Return the degree of a polynomial, −1 for 0.
EXPORT i64 gf2_degree(const u64* a ARRAY(size), i64 size);

// Add one polynomial to another.
EXPORT void gf2_add(u64* target ARRAY(size), const u64* source ARRAY(size), i64 size);

// Write f_j(z + shift) and f_{j+1}(z + shift) for a shift of 0 or 1, by doubling.
EXPORT void gf2_fibonacci_pair(i64 j, i64 shift, u64* low ARRAY((j >> 6) + 1), u64* high ARRAY((j >> 6) + 1),
                               u64* scratch ARRAY(2 * (j >> 6) + 2));

// Write `even`, f_{2j}, and `both`, f_{2j+1}, at z + shift, given `low`, f_j, and `high`, f_{j+1}; f_{2j+2} and
// f_{2j+1} if `odd`.
EXPORT void gf2_double(const u64* low ARRAY((size + 1) >> 1), const u64* high ARRAY((size + 1) >> 1), bool odd,
                       i64 shift, u64* even ARRAY(size), u64* both ARRAY(size), i64 size);

// Turn the coefficients c_j at bit j − 1 into the polynomial Σ c_j·f_j, in place; the size is a power of 2. Each block
// of 2K bits folds its upper half, reversed, into its lower.
EXPORT void gf2_from_cells(u64* cells ARRAY(size), i64 size);

// Undo `gf2_from_cells`.
EXPORT void gf2_to_cells(u64* cells ARRAY(size), i64 size);

// Write P and R with a(z) = P(y) + z·R(y), y = z² + z. The size of `a`, which is destroyed, is a power of 2 from 2 on.
EXPORT void gf2_symmetric_parts(u64* a ARRAY(size), i64 size, u64* even ARRAY(size >> 1), u64* odd ARRAY(size >> 1));
