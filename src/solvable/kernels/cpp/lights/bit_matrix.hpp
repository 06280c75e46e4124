// Bit matrices in words: bit j & 63 of matrix[row · words + (j >> 6)] is column j. References:
// `algebra.elimination.BitMatrix`, on Python ints, and `algebra.elimination.null_vectors_reference`. Cost: the words
// read and written.
#pragma once
#include "base/base.hpp"

// Copy the rows to a matrix of the same or more words a row; the additional words do not change.
EXPORT void bits_copy_rows(const u64* matrix ARRAY(rows* words), i64 rows, i64 words, u64* target ARRAY(rows* stride),
                           i64 stride);

// Write, for each row, the parity of its ones under `mask`.
EXPORT void bits_parities(const u64* matrix ARRAY(rows* words), i64 rows, i64 words, const u64* mask ARRAY(words),
                          u8* parities ARRAY(rows));

// Write one null vector, in the words that `columns` bits take, for each column without a pivot, ascending: 1 in that
// column, 0 in the other such columns. The rows are in reduced echelon form, row i with its pivot in column pivots[i],
// ascending.
EXPORT void bits_null_vectors(const u64* reduced ARRAY(rank* words), i64 words, const i64* pivots ARRAY(rank), i64 rank,
                              i64 columns, u64* vectors ARRAY((columns - rank) * (columns + 63 >> 6)),
                              u64* scratch ARRAY(2 * (columns + 63 >> 6)));
