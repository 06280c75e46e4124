// Gauss–Jordan elimination over GF(2) by an instruction that multiplies 8 × 8 bit matrices: GFNI, in Intel processors
// since 2019 (Ice Lake) and AMD's since 2022 (Zen 4). Reference: `elimination.reduce_reference`.
//
// The matrix is stored by columns of bytes: `work[c·stride + r]` has the columns 8c … 8c + 7 of row r, so that one
// instruction adds eight pivot rows to 32 or 64 rows. Rows stay where they are; `order` names those with a pivot first.
//
// A panel consists of several columns of bytes. Each of its columns gives up to eight pivot rows, and for every row a
// byte of `factors`, the set of these to add. They are added within the panel and to the factors of the columns before,
// so that factors always refer to pivot rows as they were when the panel began. These original rows are then added to
// all columns behind the panel in one pass, with every tile of four columns and 256 rows in registers, so memory is
// traversed once for each panel. A row without a pivot is zero in all finished columns, so nothing is added there.
// Cost: rows · columns · bytes of a row / 512 instructions, and as many XORs.
#pragma once
#include "base/base.hpp"

// Find the pivots of the columns of bytes begin ≤ byte < end, a multiple of four, and add their rows everywhere; return
// the new rank, given the old `rank`.
//
// Matrix columns from `columns` on are transformed along; `size` is the number of columns of bytes, a multiple of four.
// Row order[i] has its pivot in column pivots[i], ascending, i below the returned rank. `height` is a multiple of 256,
// from `rows` up to `stride`. The processor must have the instruction (1024 in `processor_level`), and for `is_wide`
// also AVX-512 (256 there).
EXPORT i64 octets_panel(u8* work ARRAY(size* stride), i64 stride, i64 height, i64 begin, i64 end, i64 size, i64 columns,
                        i64* order ARRAY(rows), i64 rows, i64 rank, i64* pivots ARRAY(rows),
                        u8* factors ARRAY((end - begin) * stride),
                        u64* scratch ARRAY((end - begin) * (size - end + 2) + 8), bool is_wide);

// Write rows of `size` bytes as columns of bytes, and to `order` the numbers of the rows.
EXPORT void octets_to_columns(const u8* matrix ARRAY(rows* size), i64 rows, i64 size, u8* work ARRAY(size* stride),
                              i64 stride, i64* order ARRAY(rows));

// Write columns of bytes as rows of words, with row order[i] as the i-th.
EXPORT void octets_to_rows(const u8* work ARRAY(8 * words * stride), i64 stride, const i64* order ARRAY(rows),
                           u64* reduced ARRAY(rows* words), i64 rows, i64 words);
