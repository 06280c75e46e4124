// Roots of unity ζ over GF(2) for which ζ + 1/ζ + 1 is such a sum again: for the nullities of a whole table.
//
// A polynomial modulo x^e − 1, e odd, is an array of words whose bit i is the coefficient of x^i, followed by zeros.
// Squaring moves bit i to bit 2i mod e. P_j = x^(j−1)·f_j(x + 1/x + 1) takes squarings and shifts alone:
//
//     P_2j = (x² + x + 1)·P_j²,   P_2j+1 = P_j+1² + x²·P_j²,
//
// and is 0 at a root of unity ζ if and only if ζ + 1/ζ + 1 = η + 1/η for an η with η^j = 1. Elements of GF(2^m), m <
// 64, are words, reduced by an irreducible polynomial, stored without its bit m. Reference:
// `lights.nullity.roots_of_unity.common_reference`, by polynomials. Cost: e/64 words a bit of j.
#pragma once
#include "base/base.hpp"

// Write the least prime factor of each odd number below `limit`, 1 for 1; even numbers have 0.
EXPORT void torsion_least_factors(i64* least ARRAY(limit), i64 limit);

// Write, for each odd e from 3 on, the order of 2 modulo e, the least m with 2^m ≡ ±1, and φ(e).
EXPORT void torsion_fill_orders(const i64* least ARRAY(limit), i64 limit, i64* orders ARRAY(limit),
                                i64* degrees ARRAY(limit), i64* totients ARRAY(limit));

// Write the members whose least common multiple with e is at most `top` and above `above`; return their number.
EXPORT i64 torsion_companions(i64 e, i64 top, i64 above, const i64* members ARRAY(count), i64 count,
                              i64* companions ARRAY(count));

// Return an upper bound on the number of the `sets` {ζ, ζ², ζ⁴, …} of roots of unity of order e that are roots of P_j.
//
// If it is 0, none is. It is too large if random members do not span an ideal: about once in 2^24. `closed` means that
// ζ and 1/ζ are in the same set.
//
// Cleared of the roots of lesser orders, P_j generates an ideal whose dimension is the number of sets on which it is
// not 0, in the algebra of elements fixed by squaring: it is spanned by the sums of its multiples over each set {i, 2i,
// 4i, …} of exponents. A row combines such a sum for about ten multiples by a power of x, and there are more rows than
// sets; the rank of the rows is at most that dimension. `room` is the number of words of a row, (sets + 87)/64.
EXPORT i64 torsion_missing(i64 e, i64 j, i64 sets, bool closed, const i64* least ARRAY(e + 1),
                           u64* scratch ARRAY(5 * ((e + 63) >> 6) + 20), u8* seen ARRAY(e),
                           u64* basis ARRAY((64 * room + 1) * room), i64 room);

// Write the orders of the η with η^j = 1 and ζ + 1/ζ + 1 = η + 1/η, ζ of order e; return their number.
//
// One ζ represents all that follow from it by squaring and inverting: m sums ζ + 1/ζ. `primes` are those of j; m < 64
// is the order of 2 modulo e and sign. `multiples` is scratch.
EXPORT i64 torsion_beside(i64 e, u64 j, const u64* primes ARRAY(prime_count), i64 prime_count, u64 modulus, i64 m,
                          const i64* least ARRAY(e + 1), u8* seen ARRAY(e), u64* orders ARRAY(e >> 1),
                          u64* multiples ARRAY(8 * 256));
