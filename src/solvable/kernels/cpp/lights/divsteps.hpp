// Greatest common divisors, products and quotients over GF(2) by products of words.
//
// Bernstein and Yang (2019) read both polynomials from the constant up, so that 63 steps of Euclid need nothing but two
// words, and become one matrix of polynomials of degree up to 63:
//
//     (d, f, g) → (1 − d, g, (f + g)/x) if d > 0 and g has the constant 1, else (d + 1, f, (g + g(0)·f)/x),
//
// beginning with d = 1 and f, g, the coefficients of A and B in reverse, f of degree A's, so with the constant 1, g of
// one less. After n ≥ 2·deg A − 1 steps g is 0 and f, in reverse again, the greatest common divisor, of degree
// (d − n + 2·deg A − 1)/2.
//
// Here nothing is divided: f and g begin at bit n of their arrays, and the factor v of f ≡ v·B is one of xⁿ·f. Bounds
// of degrees are 2·deg f ≤ 2·deg A − 1 − n + d, of g with −d, and 2·deg v ≤ n + d + 1, of g's with −d; all by
// induction.
//
// `width` is that of base/carryless.hpp; results do not depend on it. Without the instruction Euclid's algorithm by
// shifts of whole polynomials is quicker than such matrices, and leads to the same divisor and factor. References:
// `gcd`, `gcd_with_factor`, `multiply`, `divide` in `lights.nullity.fibonacci`. Cost: degree²/(64·63) products of words
// for a gcd, degree²/64 shifts without them.
#pragma once
#include "base/carryless.hpp"

constexpr i64 GF2_STEPS = 63;

// A greatest common divisor on its way. `state` is n, d and deg A. size is at least (2·deg A + 126)/64 + 19; v and w,
// the factors of f and g, have a room of 0 words if nobody asks for them, else of at least (deg A + 63)/64 + 19. Arrays
// are used from their first cache line on.
INTERFACE struct Gf2Euclid {
    u64* f ARRAY(size);
    u64* g ARRAY(size);
    i64 size;
    u64* v ARRAY(room);
    u64* w ARRAY(room);
    i64 room;
    i64* state ARRAY(3);
    i64 width;
};

// Set everything for two polynomials, deg a ≥ deg b, both of which may be 0; deg a > deg b if there are factors.
EXPORT void gf2_euclid_begin(const Gf2Euclid* euclid, const u64* a ARRAY(a_size), i64 a_size,
                             const u64* b ARRAY(b_size), i64 b_size);

// Go on for about so many word operations; return whether g is not 0 yet.
EXPORT bool gf2_euclid_go_on(const Gf2Euclid* euclid, i64 words);

// Write the greatest common divisor D, once g is 0, and the factor s of b, s·b ≡ D modulo a, if there are factors.
EXPORT void gf2_euclid_end(const Gf2Euclid* euclid, u64* divisor ARRAY(divisor_size), i64 divisor_size,
                           u64* factor ARRAY(factor_size), i64 factor_size);

// Write a·b.
EXPORT void gf2_multiply(const u64* a ARRAY(a_size), i64 a_size, const u64* b ARRAY(b_size), i64 b_size,
                         u64* product ARRAY(a_size + b_size + 10), u64* scratch ARRAY(max(a_size, b_size) + 18),
                         i64 width);

// Write the quotient of a / b, b not 0, and what remains.
EXPORT void gf2_divide(const u64* a ARRAY(a_size), i64 a_size, const u64* b ARRAY(b_size), i64 b_size,
                       u64* quotient ARRAY(a_size), u64* remainder ARRAY(b_size),
                       u64* scratch ARRAY(a_size + b_size + 32), i64 width);
