// Products of polynomials over GF(2), 64 bits times 64 bits without carries: one instruction if the processor has it.
//
// x86-64 has had PCLMULQDQ since 2010, and VPCLMULQDQ, which multiplies two or four pairs at once, since 2019;
// otherwise a word is multiplied four bits at a time by tables of the factor's multiples. The `width` of a call selects
// the method: 0 for the tables, else the number of words in a vector, at most `carryless_width()`. Results do not
// depend on it.
//
// A polynomial is an array of words, the lowest coefficient at the lowest bit. Arrays have room for CARRYLESS_SPARE
// words more than stated. Reference: `lights.nullity.fibonacci.multiply`.
#pragma once
#include "base/base.hpp"

constexpr i64 CARRYLESS_SPARE = 8;

// Return the greatest width of this processor: 8, 4, 2, or 0 if it has no such instruction.
EXPORT i64 carryless_width();

// The functions of a width.
struct Carryless {
    // Replace (a, b) by (m₀a + m₁b, m₂a + m₃b) from word `first` to `last`. Words before are 0, those from last − 1 on,
    // too; fewer than CARRYLESS_SPARE of these are read and written from `last` on. None for width 0.
    void (*combine)(u64* a, u64* b, i64 first, i64 last, const u64* m);
    // Add source[: size] times a word to target; source[−1] and source[size − 1] are 0, and so are the words after
    // that.
    void (*add_product)(u64* target, const u64* source, i64 size, u64 factor);
    // Add source[: size] times low + x⁶⁴·high to target; the last two words of the source are 0, too.
    void (*add_products)(u64* target, const u64* source, i64 size, u64 low, u64 high);
    // Return bits 63 to 126 of the product of two words.
    u64 (*top_product)(u64 a, u64 b);
};

const Carryless& carryless(i64 width);
