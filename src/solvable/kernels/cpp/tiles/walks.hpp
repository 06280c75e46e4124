// Walks of the blank cell by cell, and where tiles are.
#pragma once
#include "base/base.hpp"

// Write the name of each cell of a path over it.
EXPORT void walk_rename(i32* path ARRAY(count), i64 count, const i32* names ARRAY(cells), i64 cells);

// Write the cell of each tile of a board, the blank being tile 0; other numbers are left out.
EXPORT void walk_places(const i64* board ARRAY(cells), i64 cells, i64* places ARRAY(cells));
