// Bit matrices in words: bit j & 63 of matrix[row · words + (j >> 6)] is column j. References:
// `algebra.elimination.BitMatrix`, on Python ints, and `algebra.elimination.null_vectors_reference`. Cost: the words
// read and written.
#pragma once
#include "base/base.hpp"

// Copy the rows to a matrix of as many or more words a row, the others of which stay as they are.
EXPORT void bits_copy_rows(const u64* matrix ARRAY(rows* words), i64 rows, i64 words, u64* target ARRAY(rows* stride),
                           i64 stride);

// Write for each row whether it has an odd number of ones where `mask` has.
EXPORT void bits_parities(const u64* matrix ARRAY(rows* words), i64 rows, i64 words, const u64* mask ARRAY(words),
                          u8* parities ARRAY(rows));

// Write one null vector, in as many words as `columns` take, for each column without a pivot, ascending: 1 there, 0 at
// the other such columns. The rows are in reduced echelon form, row i having its pivot in column pivots[i], ascending.
EXPORT void bits_null_vectors(const u64* reduced ARRAY(rank* words), i64 words, const i64* pivots ARRAY(rank), i64 rank,
                              i64 columns, u64* vectors ARRAY((columns - rank) * (columns + 63 >> 6)),
                              u64* scratch ARRAY(2 * (columns + 63 >> 6)));
