#include "tiles/letters.hpp"

EXPORT i64 letters_of_steps(const i32* path, i64 size, i64 blank, i64 width, const u8* names, u8* letters) {
    for (i64 i = 0; i < size; i++) {
        const i64 to = path[i], step = to - blank;
        const bool is_across = (step == 1 || step == -1) && to >= 0 && to / width == blank / width;
        if (!is_across && (to < 0 || (step != width && step != -width))) return i;
        letters[i] = is_across ? names[step == 1 ? 3 : 2] : names[step == width ? 1 : 0];
        blank = to;
    }
    return size;
}
