// The weights of all members of a coset over Z/k, offset + Σ u_i · generators[i], and the lightest of them.
//
// Button c, with the column g in the generators, weighs (x_c + g·u) mod k, a function on Z/k: a sum of k characters.
// Summed over the buttons that is a Fourier transform over the group of the u, a product of cyclic groups. It is
// computed modulo a prime that is 1 modulo k, so that there are roots of unity, and larger than any weight, so that the
// result is exact. If the prime is small, the numbers have 16 bits. The last axes, `row` members, are transformed by
// adding a multiple of a row of their characters for each character of a button; the others axis by axis, block within
// block, so that all but the first find their numbers in the cache. Cost: Σ orders / 2 products a member, many at once.
//
// If orders are large, sums that add a generator for each member are faster: a few operations for each button, many at
// a time. References: `lights.min_weight.fourier.transformed` and `weights_reference`.
#pragma once
#include "base/base.hpp"

INTERFACE struct Coset {
    const u32* offset ARRAY(buttons);  // press vectors, below k
    const u32* generators ARRAY(axes* buttons);
    i64 buttons;
    const i64* orders ARRAY(axes);  // of the generators, at least 2; the multiples of the last change fastest
    i64 axes;
    i64 k;
};

// Write the weights of all `size` members. powers[i] is root^i modulo `prime` for a root of unity of order k,
// coefficients[j] that of the character j; the prime is less than 2^15 / 5 for 16 bits, than 2^28 for 32. `row` is the
// product of the last orders, `longest` the largest of the others.
EXPORT void fourier_weights_16(const Coset* coset, i64 prime, const i64* powers ARRAY(k),
                               const i64* coefficients ARRAY(k), i64 k, i64 axes, i64 row, i64 longest,
                               i16* weights ARRAY(size), i64 size,
                               i16* scratch ARRAY(row* row + 4 * k + 2 * axes + 64 * longest));
EXPORT void fourier_weights_32(const Coset* coset, i64 prime, const i64* powers ARRAY(k),
                               const i64* coefficients ARRAY(k), i64 k, i64 axes, i64 row, i64 longest,
                               i32* weights ARRAY(size), i64 size,
                               i32* scratch ARRAY(row* row + 4 * k + 2 * axes + 64 * longest));

// The same by sums; the weights are below 2^15, 2^31.
EXPORT void fourier_sums_16(const Coset* coset, i64* multiples ARRAY(axes), i64 axes, i16* weights ARRAY(size),
                            i64 size, i16* scratch ARRAY((axes + 1) * buttons), i64 buttons);
EXPORT void fourier_sums_32(const Coset* coset, i64* multiples ARRAY(axes), i64 axes, i32* weights ARRAY(size),
                            i64 size, i32* scratch ARRAY((axes + 1) * buttons), i64 buttons);

// Write the least weight and the number of members that have it.
EXPORT void fourier_least_16(const i16* weights ARRAY(size), i64 size, i64* result ARRAY(2));
EXPORT void fourier_least_32(const i32* weights ARRAY(size), i64 size, i64* result ARRAY(2));

// Return the first index from `start` on with a weight; `size` if there is none.
EXPORT i64 fourier_place_16(const i16* weights ARRAY(size), i64 size, i64 start, i64 weight);
EXPORT i64 fourier_place_32(const i32* weights ARRAY(size), i64 size, i64 start, i64 weight);

// Write the lexicographically least member of a weight, of which there must be one.
EXPORT void fourier_first_16(const Coset* coset, i64* multiples ARRAY(axes), i64 axes, const i16* weights ARRAY(size),
                             i64 size, i64 weight, u32* first ARRAY(buttons), i64 buttons);
EXPORT void fourier_first_32(const Coset* coset, i64* multiples ARRAY(axes), i64 axes, const i32* weights ARRAY(size),
                             i64 size, i64 weight, u32* first ARRAY(buttons), i64 buttons);
