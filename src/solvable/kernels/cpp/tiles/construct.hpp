// The human method, line by line: every tile of a row, or of a column of the last two rows, is moved to its goal cell
// by walking the blank round it, and a shortest word turns the last corner.
//
// Cell v of line u is base + u × line_step + v × cell_step. The board, the cell of each tile and the path are changed
// in place, with exactly the moves of the reference `tiles.construct.stages`; lines above `top` do not change. Cost: a
// few operations a move.
#pragma once
#include "base/base.hpp"

// Solve the cells begin ≤ cell < end of line `top` of `lines` of `length` cells, below which there are at least two;
// long lines are solved in parts. Write the blank's cells to `path` and return their number. `cell_of[tile]` is the
// cell of a tile; `words` has, for each cell of the blank in the 2 × 3 corner, the cells of its path, at most 16,
// terminated by −1.
EXPORT i64 construct_solve_line(i64* board ARRAY(cells), i64* cell_of ARRAY(cells), const i64* goal ARRAY(cells),
                                i64 cells,
                                i32* path ARRAY((min(end, length) - begin + 1) * (8 * (lines + length) + 64)), i64 base,
                                i64 line_step, i64 cell_step, i64 lines, i64 length, i64 top,
                                const i64* words ARRAY(96), i64 begin, i64 end);

// Remove immediate reversals from the single steps `path`, in place; return the new length. `blank` is the first cell.
// With `merges`, steps along one line then become one move.
EXPORT i64 construct_simplify(i32* path ARRAY(size), i64 size, i64 blank, bool merges);

// Replace each cell of `path` by `names[cell]`, its name in the original orientation of the board.
EXPORT void construct_rename(i32* path ARRAY(size), i64 size, const i32* names ARRAY(cells), i64 cells);

// Write the cell of each tile of a board, the blank being tile 0; other numbers are ignored.
EXPORT void construct_places(const i64* board ARRAY(cells), i64 cells, i64* cell_of ARRAY(cells));
