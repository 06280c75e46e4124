#include "tiles/walks.hpp"

EXPORT void walk_rename(i32* path, i64 count, const i32* names, i64) {
    for (i64 k = 0; k < count; k++) path[k] = names[path[k]];
}

EXPORT void walk_places(const i64* board, i64 cells, i64* places) {
    for (i64 cell = 0; cell < cells; cell++)
        if ((u64)board[cell] < (u64)cells) places[board[cell]] = cell;
}
