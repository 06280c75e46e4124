#include "tiles/pair_learning.hpp"

#include "tiles/pair_features.hpp"

using namespace pair_model;

namespace {

struct Digits {  // of a tile: its cell, its home, u limited to ±3, its kind
    i64 row, column, home_row, home_column, shift, kind;
};

void list_digits(const i64* positions, i64 width, i64 height, Digits* digits) {
    for (i64 t = 1; t < width * height; t++) {
        const i64 r = positions[t] / width, c = positions[t] % width, y = (t - 1) / width, x = (t - 1) % width;
        const i64 kind = class_of_cell(y, x, width, height) * CLASSES + class_of_cell(r, c, width, height);
        digits[t] = {r, c, y, x, clipped(r - y, 3) * 7 + clipped(c - x, 3), kind};
    }
}

struct Counting {
    const i32* numbers;
    i32 *counts, *touched;
    i64 used, sign;

    INLINE void add(i64 raw) {
        const i32 number = numbers[raw], before = counts[number];
        touched[used] = number;
        counts[number] = before + (i32)sign;
        used += before == 0;  // no branch: whether a feature is new cannot be foretold
    }

    // Add T1 and T2 of two tiles in one view: u and x are those of the two, g and v how far homes and cells are apart.
    INLINE void add_near(i64 u, i64 x, i64 g_row, i64 g_column, i64 v_row, i64 v_column) {
        if (max(distance(v_row, 0), distance(v_column, 0)) > 5) return;
        const i64 v = (v_row + 5) * 11 + v_column + 5;
        add((u * SHIFTS + x) * NEAR + v);
        if (max(distance(g_row, 0), distance(g_column, 0)) > 4) return;
        const i64 g = (g_row + 4) * 9 + g_column + 4;
        add(T2_FIRST + (u * NEAR_HOMES + g) * NEAR + v);
        add(T2_FIRST + (x * NEAR_HOMES + NEAR_HOMES - 1 - g) * NEAR + NEAR - 1 - v);
    }

    // Add the features of a board that `other`, if there is one, may not share.
    void add_board(const i64* positions, const i64* other, i64 width, i64 height, Digits* digits, i64* moved) {
        const i64 cells = width * height, blank_row = positions[0] / width, blank_column = positions[0] % width;
        list_digits(positions, width, height, digits);
        i64 moved_count = 0;
        for (i64 t = 1; t < cells; t++)
            if (!other || positions[t] != other[t]) moved[moved_count++] = t;
        for (i64 t = 1; t < cells; t++) {
            const Digits a = digits[t];
            const i64 r = a.row - a.home_row, c = a.column - a.home_column;
            const i64 away = clipped(blank_row - a.row, 5) * 11 + clipped(blank_column - a.column, 5);
            add(TU_FIRST + a.kind / CLASSES * WIDE_SHIFTS + clipped(r, 6) * 13 + clipped(c, 6));
            const i64 lean = a.kind % CLASSES * NARROW_SHIFTS + clipped(r, 2) * 5 + clipped(c, 2);
            add(TB_FIRST + lean * NEAR + away);
            const bool is_alike = other && positions[t] == other[t];  // then only pairs with a tile that is not
            for (i64 k = 0; k < (is_alike ? moved_count : t - 1); k++) {
                const i64 j = is_alike ? moved[k] : k + 1;
                if (j >= t) break;
                const Digits b = digits[j];
                add(T3_FIRST + a.kind * KINDS + b.kind);
                const i64 v_row = a.row - b.row, v_column = a.column - b.column;
                const i64 g_row = a.home_row - b.home_row, g_column = a.home_column - b.home_column;
                add_near(a.shift, b.shift, g_row, g_column, v_row, v_column);
                add_near(SHIFTS - 1 - a.shift, SHIFTS - 1 - b.shift, v_row, v_column, g_row, g_column);
            }
        }
    }
};

i64 manhattan(const i64* positions, i64 width, i64 cells) {
    i64 total = 0;
    for (i64 t = 1; t < cells; t++)
        total += distance(positions[t] / width, (t - 1) / width) + distance(positions[t] % width, (t - 1) % width);
    return total;
}

}  // namespace

EXPORT void pair_learning_step(const PairSamples* samples, const PairCounts* room, const f64* rates, f64* theta,
                               f64* errors, i64* seen) {
    const PairSamples from = *samples;
    const i64 cells = from.width * from.height;
    Digits* digits = (Digits*)room->digits;
    i64* moved = room->digits + 6 * cells;
    i32* touched = room->touched;
    for (i64 kind = 0; kind < 3; kind++) errors[kind] = 0, seen[kind] = 0;
    for (i64 sample = 0; sample < from.count; sample++) {
        const i64 kind = from.kinds[sample];
        const i64 *left = from.left + sample * cells, *right = from.right + sample * cells;
        Counting counting = {room->numbers, room->counts, touched, 0, 1};
        i64 far = manhattan(left, from.width, cells);
        counting.add_board(left, kind == 1 ? nullptr : right, from.width, from.height, digits, moved);
        if (kind != 1) {
            far -= manhattan(right, from.width, cells);
            counting.sign = -1;
            counting.add_board(right, left, from.width, from.height, digits, moved);
        }
        f64 value = (f64)far, square = 0;
        i64 kept = 0;
        for (i64 k = 0; k < counting.used; k++) {  // the counts are cleared, those that are not 0 kept in front
            const i32 number = touched[k];
            const i64 times = room->counts[number];
            room->counts[number] = 0;
            value += theta[number] * (f64)times;
            square += (f64)(times * times);
            touched[kept] = number, room->weights[kept] = times;
            kept += times != 0;
        }
        f64 error = from.wanted[sample] - value;
        errors[kind] += kind == 2 ? max(0.0, error) : error < 0 ? -error : error;
        seen[kind]++;
        if (kind == 2) error = min(max(error, 0.0), 2.0);
        const f64 step = rates[kind] * error / max(square, 1.0);
        for (i64 k = 0; k < kept; k++) {
            f64& parameter = theta[touched[k]];
            parameter = min(max(parameter + step * (f64)room->weights[k], -4.0), 4.0);
        }
    }
}
