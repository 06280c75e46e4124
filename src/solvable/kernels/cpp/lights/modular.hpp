// Linear equations over Z/m, m = p^e below 2^31, in rows of u32 below m. Reference:
// `lights.algebra.modular.PrimePowerReference`.
//
// Each step takes the first remaining entry of least valuation v, scales it to p^v, which divides all remaining
// entries, and clears its column below. Cost: rows · columns · words of a row multiplications modulo m.
#pragma once
#include "base/base.hpp"

// Eliminate over the first `columns` columns for a limited number of multiplications; return whether it is complete.
//
// Row i gets its pivot in column pivots[i], which is p^valuations[i]. `state` has the number of pivots, then the
// current valuation and column: zeros at first. Columns beyond `columns` are transformed along.
EXPORT bool modular_eliminate(u32* matrix ARRAY(rows* stride), i64 rows, i64 stride, i64 columns, i64 p, i64 e,
                              i64* pivots ARRAY(rows), i64* valuations ARRAY(rows), i64* state ARRAY(3), i64 patience);

// Write the products, modulo m, of the rows from column `first` on with a vector of `count` numbers below m.
EXPORT void modular_products(const u32* matrix ARRAY(rows* stride), i64 rows, i64 stride, i64 first,
                             const u32* factors ARRAY(count), i64 count, i64 modulus, u32* products ARRAY(rows));

// Solve for the pivot unknowns in x, `columns` numbers below m of which the others are given, from the last row up.
// scales[i] is row i's pivot.
EXPORT void modular_substitute(const u32* matrix ARRAY(rank* stride), i64 rank, i64 stride, i64 columns, i64 modulus,
                               const i64* pivots ARRAY(rank), const i64* scales ARRAY(rank),
                               const u32* right ARRAY(rank), u32* x ARRAY(columns));

// Add `times` times a form to `total`, modulo m: `size` numbers and `times` below m.
EXPORT void modular_add(u32* total ARRAY(size), const u32* form ARRAY(size), i64 size, i64 times, i64 modulus);

// Make one row independent of the others: among those not `done`, the first with an entry that is not a multiple of
// divisor = p · scale, in the first column that has one. All entries of these rows are multiples of `scale`, a power of
// p; the row is multiplied so that its entry becomes `scale`, and the column is cleared in the others as far as
// possible. Return the row, which is then done; −1 if there is none. Reference:
// `lights.min_weight.many_states_bounds.pivoted`.
EXPORT i64 modular_pivot(u32* matrix ARRAY(rows* columns), i64 rows, i64 columns, i64 modulus, i64 scale, i64 divisor,
                         u8* done ARRAY(rows));

// Write each of `count` vectors over a field, multiplied so that its first nonzero entry is 1. Reference:
// `lights.min_weight.many_states_bounds.line`.
EXPORT void modular_lines(const u32* vectors ARRAY(count* size), i64 count, i64 size, i64 modulus,
                          u32* lines ARRAY(count* size));

// Subtract from each vector the multiple of such a line that makes it 0 at the line's first nonzero entry. Reference:
// `lights.min_weight.many_states_bounds.projected`.
EXPORT void modular_project(u32* vectors ARRAY(count* size), i64 count, i64 size, i64 modulus,
                            const u32* line ARRAY(size));
