// The pair model prepared for a board: the numbers of its parameters, and its terms.
//
// A raw index is a mixed-radix number of one feature, as in `raw_index` of tests' pair_model_reference.py: ranges of
// T1(u_i, u_j, v), T2(u_i, g, v), T3(class of home_i, cell_i, home_j, cell_j), TU(class of home, u), TB(class of cell,
// u, blank − cell). Symmetric features share one parameter.
#pragma once
#include "tiles/pair_terms.hpp"

// Write the number of the parameter of each raw index; return the number of parameters. Among symmetric indices the
// least gets a new number.
EXPORT i64 pairs_number(i32* numbers ARRAY(1241245));

// Write the terms of parameters, `steps`, in the form of `PairTerms`, with T3 of two tiles multiplied by the `shares`
// of the classes of their homes. Return the largest absolute value of a parameter.
EXPORT i64 pairs_list_terms(const i16* steps ARRAY(count), i64 count, const i32* numbers ARRAY(1241245),
                            const f64* shares ARRAY(25), i16* t1 ARRAY(49 * 49 * 121), i16* t2 ARRAY(49 * 121 * 121),
                            i16* t3 ARRAY(625 * 625), i16* tu ARRAY(25 * 169), i16* tb ARRAY(121 * 25 * 49));

// Write the fields of `PairTerms` about the cells and the names of a board.
EXPORT void pairs_list_cells(i64 width, i64 height, i16* rows ARRAY(width* height), i16* columns ARRAY(width* height),
                             i16* classes ARRAY(width* height), i16* places ARRAY(width* height),
                             u16* homes ARRAY(width* height + 1), i16* home_kinds ARRAY(width* height + 1));
