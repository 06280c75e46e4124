// What slides add to the value of the pair model, as a table, for the names on each cell
// (`tiles.suboptimal.pair_beam`).
//
// A slide of tile t between cell a and the cell to its right (d = 0) or below (d = 1) has row (2 · a + d) · names + t.
// The gains of the names on cell q are line q of the row, as `base/byte_sums.hpp` asks: 16 bits each, in groups of 16
// names first their low bytes, then their high ones. The row holds what the slide to cell a adds, the blank going from
// a to the other cell b; the way back, when t stands on a, adds the opposite. What t itself adds stands by t on b, with
// the opposite of the way back by t on a: they are equal. Reference: `value` of tests' pair_model_reference.py. Cost:
// as many additions as the table has numbers, 2 · (cells · names)².
#pragma once
#include "base/base.hpp"

// Fill the rows of cell `a` of a board of `width` × `height` cells; a line has `line` bytes.
EXPORT void slides_fill(i64 width, i64 height, i64 a, i64 names,
                        const i16* pair ARRAY(width * height * names * width * height * names),
                        const i16* single ARRAY(width * height * width * height * names), i64 line,
                        u8* slides ARRAY(2 * width * height * width * height * names * line));
