/* Make the moves of a path on a board; return the blank's cell, -1 if a move is none. For `near.whole`, by ctypes. */
#include <stdint.h>

int64_t replay(int64_t *board, int64_t blank, const int32_t *path, int64_t size, int64_t width) {
    for (int64_t k = 0; k < size; k++) {
        int64_t to = path[k], away = to > blank ? to - blank : blank - to;
        if (away != width && (away != 1 || to / width != blank / width)) return -1;
        board[blank] = board[to];
        board[to] = 0;
        blank = to;
    }
    return blank;
}
