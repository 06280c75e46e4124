// Gaussian elimination over GF(2) on packed rows, 64 columns at a time ("four Russians": Arlazarov et al. 1970;
// Albrecht, Bard and Hart 2010). Reference: `lights.algebra.elimination.reduce_reference`.
//
// A panel of 64 columns yields up to 64 pivot rows; the combinations that reduce them are computed on the panel's words
// alone. Eight tables of 256 sums of eight such rows each, for 32 words of every row (512 KB, within the cache), then
// clear the panel from the rows below by one fused XOR of nine operands a word. If there are few rows, tables of sums
// of four rows are faster. The rows above are cleared at the end, from the last panel backwards, and only in groups
// with columns without a pivot: the others become zero. So a matrix of full rank takes two thirds of the time that
// clearing all rows immediately would. Cost: rows · columns · words / 64 fused XORs.
//
// `words`, those of a row, is a multiple of 8, and so is `first` of eliminate.
#pragma once
#include "base/base.hpp"

// Bring the rows to echelon form in place over the first `columns` columns; return the rank.
//
// This processes the panels first ≤ panel < last; the panels before gave `rank` pivots. Row i has its pivot in column
// pivots[i], ascending; the rows below and those of the same panel are zero there. Columns beyond `columns` are
// transformed along. If the matrix `is_large`, that is larger than the cache, the columns behind a group of panels are
// updated once for the whole group.
EXPORT i64 elimination_eliminate(u64* matrix ARRAY(rows* words), i64 rows, i64 words, i64 columns,
                                 i64* pivots ARRAY(rows), i64 first, i64 last, i64 rank, bool is_large,
                                 u64* scratch ARRAY(11800 + 57344 * (rows > 500) + 8 * rows));

// Mark the groups of eight words of the first `rank` rows that have nonzero bits in columns without a pivot.
EXPORT void elimination_mark_needed(const u64* matrix ARRAY(rank* words), i64 words, const i64* pivots ARRAY(rank),
                                    i64 rank, bool* needed ARRAY(words >> 3), u64* scratch ARRAY(words));

// Clear the columns of the pivots first ≤ pivot < last in the rows above; all are in echelon form as above.
//
// They are all the pivots of some panels, and those behind them are cleared. `needed` marks the groups of eight words
// with columns without a pivot; the others are skipped, since above they become zero.
EXPORT void elimination_substitute(u64* matrix ARRAY(last* words), i64 words, const i64* pivots ARRAY(last), i64 first,
                                   i64 last, const bool* needed ARRAY(words >> 3),
                                   u64* scratch ARRAY(8200 + 57344 * (last > 500) + last));
