// What slides add to the value of the pair model, as a table, for the names on each cell
// (`tiles.suboptimal.pair_beam`).
//
// A slide of tile t between cell a and the cell to its right (d = 0) or below (d = 1) has row (2 · a + d) · names + t.
// The gains of the names on cell q are line q of the row, as `base/byte_sums.hpp` asks: 16 bits each, in groups of 16
// names first their low bytes, then their high ones. The row holds what the slide to cell a adds, the blank going from
// a to the other cell b; the way back, when t stands on a, adds the opposite. What t itself adds stands by t on b, with
// the opposite of the way back by t on a: they are equal. There may be a name more than cells, if any cell may be the
// blank's home. Reference: `value` of tests' pair_model_reference.py. Cost: the sum of a pair's terms for each
// (cell, name) twice, (cells · names)², and twice as many additions.
#pragma once
#include "tiles/pair_terms.hpp"

// Fill the rows of name t; a line has `line` bytes. single[(b · cells + p) · names + j] is what tile j on cell p counts
// alone with the blank on cell b: all that is written for name 0, which comes first. `pairs` is scratch.
EXPORT void slides_fill(
    const PairTerms* terms, i64 t, i64 names,
    i16* single ARRAY(terms.fields.width* terms.fields.height* terms.fields.width* terms.fields.height* names),
    i16* pairs ARRAY(terms.fields.width* terms.fields.height* terms.fields.width* terms.fields.height* names), i64 line,
    u8* slides ARRAY(2 * terms.fields.width * terms.fields.height * names * terms.fields.width * terms.fields.height *
                     line));
