// The pair model made ready for a board: its parameters numbered, its terms, and tables of all pairs of tiles.
//
// A raw index is a mixed-radix number of one feature, as `raw_index` of tests' pair_model_reference.py has it;
// symmetric features share one parameter. The tables hold, for n cells and the names of a board (0, the blank's, and
// the tiles),
//
//   pair[p · names + t, q · names + j]   what tile t on cell p and tile j on cell q count together
//   single[b, p · names + t]             what tile t on cell p counts alone with the blank on cell b
//
// 16 bits each, 1/1000 of a move, and so a board's value is a sum of them. There may be a name more than cells, if any
// cell may be the blank's home. Reference: `value` of tests' pair_model_reference.py. Cost: (n · names)² sums of five
// numbers.
#pragma once
#include "tiles/pair_terms.hpp"

// Write the parameter's number of each raw index; return how many parameters there are. Of symmetric indices the least
// has a new number.
EXPORT i64 pairs_number(i32* numbers ARRAY(1241245));

// Write the terms of parameters, `steps`, as `PairTerms` has them, T3 of two tiles times the `shares` of the classes of
// their homes. Return the largest parameter, whatever its sign.
EXPORT i64 pairs_list_terms(const i16* steps ARRAY(count), i64 count, const i32* numbers ARRAY(1241245),
                            const f64* shares ARRAY(25), i16* t1 ARRAY(49 * 49 * 121), i16* t2 ARRAY(49 * 121 * 121),
                            i16* t3 ARRAY(625 * 625), i16* tu ARRAY(25 * 169), i16* tb ARRAY(121 * 25 * 49));

// Write what `PairTerms` has of the cells and the names of a board.
EXPORT void pairs_list_cells(i64 width, i64 height, i16* rows ARRAY(width* height), i16* columns ARRAY(width* height),
                             i16* classes ARRAY(width* height), i16* places ARRAY(width* height),
                             u16* homes ARRAY(width* height + 1), i16* home_kinds ARRAY(width* height + 1));

// What tables of pairs ask again and again, all small numbers, which stay in the cache.
INTERFACE struct PairSorts {
    i64 cells;
    i64 names;
    u8* shifts ARRAY(cells* names);  // of name t on cell p, at p · names + t: u
    i16* kinds ARRAY(cells* names);  // the classes of home and cell
    i32* alone ARRAY(cells* names);  // Manhattan distance and TU, 1/1000 of a move
    i16* sorts ARRAY(cells* names);  // the place in a row of tb
    i16* homes_apart ARRAY(names* names);  // g of two names if T1 and T2 see it, else −1
    i16* cells_apart ARRAY(cells* cells);  // of two cells the row of tb
};

EXPORT void pairs_list_sorts(const PairTerms* terms, const PairSorts* sorts);

// Fill `single`.
EXPORT void pairs_fill_single(const PairTerms* terms, const PairSorts* sorts,
                              i16* single ARRAY(sorts.fields.cells* sorts.fields.cells* sorts.fields.names));

// Fill of the rows `begin` to `end` − 1 of `pair` what stands below the diagonal and on it.
EXPORT void pairs_fill_rows(const PairTerms* terms, const PairSorts* sorts, i64 begin, i64 end,
                            i16* pair
                                ARRAY(sorts.fields.cells* sorts.fields.names* sorts.fields.cells* sorts.fields.names));

// Copy what stands below the diagonal of a table of size × size above it.
EXPORT void pairs_mirror(i16* pair ARRAY(size* size), i64 size);
