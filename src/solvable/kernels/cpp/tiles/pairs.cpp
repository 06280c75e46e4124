#include "tiles/pairs.hpp"

#include "tiles/pair_features.hpp"

using namespace pair_model;

namespace {

struct Vector {  // of two coordinates from 0 to a highest one
    i64 row, column;
};

// Return the image of a vector under symmetry k of the square, coordinates from 0 to `highest`.
Vector turned(Vector at, i64 highest, i64 k) {
    if (k & 4) swap(at.row, at.column);
    if (k & 2) at.row = highest - at.row;
    if (k & 1) at.column = highest - at.column;
    return at;
}

// Return a small number rounded to a whole one, halves to even ones.
INLINE f64 rounded(f64 x) {
    constexpr f64 WHOLE = 0x1.8p52;  // from which doubles are whole numbers
    return (x + WHOLE) - WHOLE;
}

INLINE i64 transposed(i64 number, i64 radix) { return number % radix * radix + number / radix; }

void number_t1(i64 raw, i32 number, i32* numbers) {
    const i64 v = raw % NEAR, x = raw / NEAR % SHIFTS, u = raw / NEAR / SHIFTS;
    for (i64 k = 0; k < 8; k++) {
        const Vector a = turned({u / 7, u % 7}, 6, k), b = turned({x / 7, x % 7}, 6, k);
        const Vector apart = turned({v / 11, v % 11}, 10, k);
        const i64 first = a.row * 7 + a.column, second = b.row * 7 + b.column, from = apart.row * 11 + apart.column;
        numbers[(first * SHIFTS + second) * NEAR + from] = number;
        numbers[(second * SHIFTS + first) * NEAR + NEAR - 1 - from] = number;
    }
}

void number_t2(i64 raw, i32 number, i32* numbers) {
    const i64 local = raw - T2_FIRST;
    const i64 v = local % NEAR, g = local / NEAR % NEAR_HOMES, u = local / NEAR / NEAR_HOMES;
    for (i64 k = 0; k < 8; k++) {
        const Vector a = turned({u / 7, u % 7}, 6, k), homes = turned({g / 9, g % 9}, 8, k);
        const Vector apart = turned({v / 11, v % 11}, 10, k);
        const i64 first = (a.row * 7 + a.column) * NEAR_HOMES + homes.row * 9 + homes.column;
        numbers[T2_FIRST + first * NEAR + apart.row * 11 + apart.column] = number;
    }
}

void number_t3(i64 raw, i32 number, i32* numbers) {
    const i64 local = raw - T3_FIRST;
    i64 q = local % 25, j = local / 25 % 25, p = local / 625 % 25, i = local / 15625;
    for (i64 k = 0; k < 2; k++) {
        numbers[T3_FIRST + (i * 25 + p) * KINDS + j * 25 + q] = number;
        numbers[T3_FIRST + (j * 25 + q) * KINDS + i * 25 + p] = number;
        i = transposed(i, 5), p = transposed(p, 5), j = transposed(j, 5), q = transposed(q, 5);
    }
}

void number_tu(i64 raw, i32 number, i32* numbers) {
    const i64 local = raw - TU_FIRST, u = local % WIDE_SHIFTS, home = local / WIDE_SHIFTS;
    numbers[raw] = number;
    numbers[TU_FIRST + transposed(home, 5) * WIDE_SHIFTS + transposed(u, 13)] = number;
}

void number_tb(i64 raw, i32 number, i32* numbers) {
    const i64 local = raw - TB_FIRST;
    const i64 blank = local % NEAR, u = local / NEAR % NARROW_SHIFTS, cell = local / NEAR / NARROW_SHIFTS;
    numbers[raw] = number;
    numbers[TB_FIRST + (transposed(cell, 5) * NARROW_SHIFTS + transposed(u, 5)) * NEAR + transposed(blank, 11)] =
        number;
}

}  // namespace

EXPORT i64 pairs_number(i32* numbers) {
    i32 count = 0;
    for (i64 raw = 0; raw < RAW_INDICES; raw++) numbers[raw] = -1;
    for (i64 raw = 0; raw < RAW_INDICES; raw++) {
        if (numbers[raw] >= 0) continue;
        if (raw < T2_FIRST)
            number_t1(raw, count, numbers);
        else if (raw < T3_FIRST)
            number_t2(raw, count, numbers);
        else if (raw < TU_FIRST)
            number_t3(raw, count, numbers);
        else if (raw < TB_FIRST)
            number_tu(raw, count, numbers);
        else
            number_tb(raw, count, numbers);
        count++;
    }
    return count;
}

EXPORT i64 pairs_list_terms(const i16* steps, i64 count, const i32* numbers, const f64* shares, i16* t1, i16* t2,
                            i16* t3, i16* tu, i16* tb) {
    for (i64 raw = 0; raw < T2_FIRST; raw++) t1[raw] = steps[numbers[raw]];
    for (i64 k = 0; k < SHIFTS * NEAR * NEAR; k++) t2[k] = 0;
    for (i64 u = 0, raw = T2_FIRST; u < SHIFTS; u++) {
        const i64 inverse = SHIFTS - 1 - u;  // a tile that stands on p and belongs on h stands on h, belongs on p there
        for (i64 apart = 0; apart < NEAR_HOMES; apart++) {
            const i64 g = (apart / 9 + 1) * 11 + apart % 9 + 1;
            for (i64 v = 0; v < NEAR; v++, raw++) {
                const i16 term = steps[numbers[raw]];
                i16 &here = t2[(u * NEAR + g) * NEAR + v], &there = t2[(inverse * NEAR + v) * NEAR + g];
                here = (i16)(here + term);
                there = (i16)(there + term);
            }
        }
    }
    for (i64 k = 0; k < KINDS * KINDS; k++) {
        const f64 share = shares[k / (KINDS * CLASSES)] * shares[k / CLASSES % CLASSES];
        t3[k] = (i16)rounded(steps[numbers[T3_FIRST + k]] * share);
    }
    for (i64 raw = TU_FIRST; raw < TB_FIRST; raw++) tu[raw - TU_FIRST] = steps[numbers[raw]];
    for (i64 sort = 0; sort < SORTS; sort++) {
        const i64 u = sort % SHIFTS, cell = sort / SHIFTS;
        const i64 raw = TB_FIRST + (cell * NARROW_SHIFTS + clipped(u / 7 - 3, 2) * 5 + clipped(u % 7 - 3, 2)) * NEAR;
        for (i64 away = 0; away < NEAR; away++) tb[away * SORTS + sort] = steps[numbers[raw + away]];
    }
    i64 largest = 0;
    for (i64 k = 0; k < count; k++) largest = max(largest, distance(steps[k], 0));
    return largest;
}

EXPORT void pairs_list_cells(i64 width, i64 height, i16* rows, i16* columns, i16* classes, i16* places, u16* homes,
                             i16* home_kinds) {
    homes[0] = 0;
    home_kinds[0] = 0;
    for (i64 p = 0; p < width * height; p++) {
        const i64 row = p / width, column = p % width, kind = class_of_cell(row, column, width, height);
        rows[p] = (i16)row, columns[p] = (i16)column, classes[p] = (i16)kind, places[p] = (i16)(kind * SHIFTS);
        homes[p + 1] = (u16)(row << HOME_ROW | column), home_kinds[p + 1] = (i16)(kind * CLASSES);
    }
}
