// Greatest common divisors, products and quotients over GF(2) by products of words.
//
// Bernstein and Yang (2019) process both polynomials from the constant up, so that 63 steps of Euclid's algorithm need
// only two words, and combine into one matrix of polynomials of degree up to 63:
//
//     (d, f, g) → (1 − d, g, (f + g)/x) if d > 0 and g has the constant 1, else (d + 1, f, (g + g(0)·f)/x),
//
// beginning with d = 1 and f, g, the coefficients of A and B in reverse, f of degree A's, so with the constant 1, g of
// one less. After n ≥ 2·deg A − 1 steps g is 0 and f, in reverse again, the greatest common divisor, of degree (d − n +
// 2·deg A − 1)/2.
//
// Here nothing is divided: f and g begin at bit n of their arrays, and the factor v of f ≡ v·B is one of xⁿ·f. Bounds
// of degrees are 2·deg f ≤ 2·deg A − 1 − n + d, of g with −d, and 2·deg v ≤ n + d + 1, of g's with −d; all by
// induction.
//
// `width` is that of base/carryless.hpp; results do not depend on it. Without the instruction, Euclid's algorithm by
// shifts of whole polynomials is faster than such matrices, and gives the same divisor and factor. References: `gcd`,
// `gcd_with_factor`, `multiply`, `divide` in `lights.nullity.fibonacci`. Cost: degree²/(64·63) products of words for a
// gcd, degree²/64 shifts without them.
#pragma once
#include "base/carryless.hpp"

constexpr i64 GF2_STEPS = 63;

// The state of a greatest common divisor: whether it has begun, n, d, deg A, and, once g is 0, its degree.
enum { GF2_BEGUN, GF2_N, GF2_D, GF2_HIGH, GF2_COMMON, GF2_STATE };

// Compute the greatest common divisor of two polynomials for about `words` word operations; return whether it is
// unfinished: then call again with the same arrays. `state` is 0 in the first call; in the end state[GF2_COMMON] is the
// degree, −1 if both polynomials are 0.
//
// In `scratch` f and g have `size` words each, a multiple of 8 and at least 2·max(a_size, b_size) + 13, and their
// factors `room` words each, 0 if they are not wanted, else a multiple of 8 and at least a_size + 13; then deg a > deg
// b.
EXPORT bool gf2_euclid(const u64* a ARRAY(a_size), i64 a_size, const u64* b ARRAY(b_size), i64 b_size,
                       u64* scratch ARRAY(2 * size + 2 * room + 8), i64 size, i64 room, i64* state ARRAY(5), i64 width,
                       i64 words);

// Write the greatest common divisor D that `gf2_euclid` has computed, and s with s·b ≡ D modulo a, if it was wanted.
EXPORT void gf2_euclid_end(u64* scratch ARRAY(2 * size + 2 * room + 8), i64 size, i64 room, const i64* state ARRAY(5),
                           i64 width, u64* divisor ARRAY(divisor_size), i64 divisor_size,
                           u64* factor ARRAY(factor_size), i64 factor_size);

// Replace f_j and f_{j+1} at z + 1 by those of the index made of j and `count` more bits, the highest first, modulo a
// polynomial of `size` words; from the bit `begin` on, for about `words` word operations; return the next bit, `count`
// at the end. Between calls and at the end, `size` words of low and high are valid. long_size ≥ 2·size.
EXPORT i64 gf2_fibonacci_modulo(const u8* bits ARRAY(count), i64 count, i64 begin, const u64* modulus ARRAY(size),
                                i64 size, u64* low ARRAY(long_size), u64* high ARRAY(long_size), i64 long_size,
                                u64* scratch ARRAY(5 * size + 2 * long_size + 40), i64 width, i64 words);

// Write a·b.
EXPORT void gf2_multiply(const u64* a ARRAY(a_size), i64 a_size, const u64* b ARRAY(b_size), i64 b_size,
                         u64* product ARRAY(a_size + b_size + 10), u64* scratch ARRAY(max(a_size, b_size) + 26),
                         i64 width);

// Write the quotient of a / b, b not 0, and the remainder.
EXPORT void gf2_divide(const u64* a ARRAY(a_size), i64 a_size, const u64* b ARRAY(b_size), i64 b_size,
                       u64* quotient ARRAY(a_size), u64* remainder ARRAY(b_size),
                       u64* scratch ARRAY(a_size + b_size + 40), i64 width);
