// The human method, line by line: every tile of a row, or of a column of the last two rows, is led home with the blank
// going round it, and the last corner is turned by a shortest word.
//
// Cell v of line u is base + u × line_step + v × cell_step. The board, the place of each tile and the path are changed
// in place, move for move as the reference `tiles.construct.stages` makes them; lines above `top` are never touched.
// Cost: a few operations a move.
#pragma once
#include "base/base.hpp"

// Solve line `top` of `lines` of `length` cells, below which there are at least two; of its cells those from `begin` on
// and before `end`: long lines are solved in parts. Write the blank's cells to `path` and return how many they are.
// `cell_of[tile]` is where a tile lies; `words` has for each place of the blank in the 2 × 3 corner the places that it
// goes to, 16 at most, ended by −1.
EXPORT i64 construct_solve_line(i64* board ARRAY(cells), i64* cell_of ARRAY(cells), const i64* goal ARRAY(cells),
                                i64 cells,
                                i32* path ARRAY((min(end, length) - begin + 1) * (8 * (lines + length) + 64)), i64 base,
                                i64 line_step, i64 cell_step, i64 lines, i64 length, i64 top,
                                const i64* words ARRAY(96), i64 begin, i64 end);

// Take out of the single steps `path`, in place, what is at once taken back; return the new length. `blank` is where
// they begin. With `merges`, steps along one line become one move afterwards.
EXPORT i64 construct_simplify(i32* path ARRAY(size), i64 size, i64 blank, bool merges);

// Replace each cell of `path` by what `names` has for it: the board as it lies for the board as it was seen.
EXPORT void construct_rename(i32* path ARRAY(size), i64 size, const i32* names ARRAY(cells), i64 cells);

// Write the cell of each tile of a board, the blank being tile 0; other numbers are left out.
EXPORT void construct_places(const i64* board ARRAY(cells), i64 cells, i64* cell_of ARRAY(cells));
