// The gains of slides in the value of the pair model, as a table, by the names on each cell
// (`tiles.suboptimal.pair_beam`).
//
// A slide of tile t between cell a and the cell to its right (d = 0) or below (d = 1) has row (2 · a + d) · names + t.
// The gains of the names on cell q are line q of the row, in the layout of `base/byte_sums.hpp`: 16 bits each, in
// groups of 16 names first their low bytes, then their high bytes. The row has the gain of the slide to cell a, in
// which the blank goes from a to the other cell b; the reverse slide, with t on a, has the opposite gain. The
// contribution of t itself is the entry of t on b, and, as the opposite of the reverse slide, that of t on a: they are
// equal. There may be one more name than cells, if any cell may be the blank's home. Reference: `value` of tests'
// pair_model_reference.py. Cost: the sum of a pair's terms for each (cell, name) twice, (cells · names)², and twice as
// many additions.
#pragma once
#include "tiles/pair_terms.hpp"

// Fill the rows of name t; a line has `line` bytes. single[(b · cells + p) · names + j] is the contribution of tile j
// on cell p alone with the blank on cell b; a call for name 0, which must be the first, writes all of it. `pairs` is
// scratch.
EXPORT void slides_fill(
    const PairTerms* terms, i64 t, i64 names,
    i16* single ARRAY(terms.fields.width* terms.fields.height* terms.fields.width* terms.fields.height* names),
    i16* pairs ARRAY(terms.fields.width* terms.fields.height* terms.fields.width* terms.fields.height* names), i64 line,
    u8* slides ARRAY(2 * terms.fields.width * terms.fields.height * names * terms.fields.width * terms.fields.height *
                     line));
