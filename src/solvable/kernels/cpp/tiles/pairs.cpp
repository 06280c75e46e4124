#include "tiles/pairs.hpp"

using namespace pair_model;

namespace {

// The first raw index of each kind of features; T1 comes first.
constexpr i64 T2_FIRST = SHIFTS * SHIFTS * NEAR;
constexpr i64 T3_FIRST = T2_FIRST + SHIFTS * NEAR_HOMES * NEAR;
constexpr i64 TU_FIRST = T3_FIRST + KINDS * KINDS;
constexpr i64 TB_FIRST = TU_FIRST + CLASSES * WIDE_SHIFTS;
constexpr i64 RAW_INDICES = TB_FIRST + CLASSES * NARROW_SHIFTS * NEAR;
static_assert(RAW_INDICES == 1241245);

// Return the class of a coordinate on a side of n: first, second, middle, last but one, last.
INLINE i64 class_of_line(i64 x, i64 n) {
    if (x == 0) return 0;
    if (x == n - 1) return 4;
    if (x == 1) return 1;
    return x == n - 2 ? 3 : 2;
}
INLINE i64 class_of_cell(i64 row, i64 column, i64 width, i64 height) {
    return class_of_line(row, height) * 5 + class_of_line(column, width);
}

// Return a small number rounded to an integer, halves to even.
INLINE f64 rounded(f64 x) {
    constexpr f64 WHOLE = 0x1.8p52;  // from which doubles are whole numbers
    return (x + WHOLE) - WHOLE;
}

// A kind of features: its first raw index, and the digits of a feature, vectors of a row and a column. All are
// invariant under exchanging rows and columns; T1 and T2 also under reversing rows or columns, T1 and T3 under
// exchanging the two tiles.
struct Kind {
    i64 first, digits, radix[8];
    bool is_turned;
    i64 swapped[8];  // the digit at each position for the other tile, −1 − digit if it is reversed
};
constexpr Kind KINDS_OF_FEATURES[] = {
    {0, 6, {7, 7, 7, 7, 11, 11}, true, {2, 3, 0, 1, -5, -6}},
    {T2_FIRST, 6, {7, 7, 9, 9, 11, 11}, true, {0, 1, 2, 3, 4, 5}},
    {T3_FIRST, 8, {5, 5, 5, 5, 5, 5, 5, 5}, false, {4, 5, 6, 7, 0, 1, 2, 3}},
    {TU_FIRST, 4, {5, 5, 13, 13}, false, {0, 1, 2, 3}},
    {TB_FIRST, 6, {5, 5, 5, 5, 11, 11}, false, {0, 1, 2, 3, 4, 5}},
};

// Return the raw index of an image of a feature: bits of `image` turn columns, rows, change these, and the two tiles.
i64 image_of(const Kind& kind, const i64* digits, i64 image) {
    i64 raw = 0;
    for (i64 k = 0; k < kind.digits; k++) {
        const i64 place = image & 4 ? k ^ 1 : k, swapped = image & 8 ? kind.swapped[place] : place;
        const i64 from = swapped < 0 ? -1 - swapped : swapped, top = kind.radix[k] - 1;
        const bool is_backward = (swapped < 0) != (bool)(image >> (k & 1 ? 0 : 1) & 1);
        raw = raw * kind.radix[k] + (is_backward ? top - digits[from] : digits[from]);
    }
    return kind.first + raw;
}

}  // namespace

EXPORT i64 pairs_number(i32* numbers) {
    i32 count = 0;
    for (i64 raw = 0; raw < RAW_INDICES; raw++) numbers[raw] = -1;
    for (const Kind& kind : KINDS_OF_FEATURES) {
        i64 size = 1;
        for (i64 k = 0; k < kind.digits; k++) size *= kind.radix[k];
        for (i64 local = 0; local < size; local++) {
            if (numbers[kind.first + local] >= 0) continue;
            i64 digits[8], left = local;
            for (i64 k = kind.digits - 1; k >= 0; k--) digits[k] = left % kind.radix[k], left /= kind.radix[k];
            for (i64 image = 0; image < 16; image++)
                if (kind.is_turned || (image & 3) == 0) numbers[image_of(kind, digits, image)] = count;
            count++;
        }
    }
    return count;
}

EXPORT i64 pairs_list_terms(const i16* steps, i64 count, const i32* numbers, const f64* shares, i16* t1, i16* t2,
                            i16* t3, i16* tu, i16* tb) {
    for (i64 raw = 0; raw < T2_FIRST; raw++) t1[raw] = steps[numbers[raw]];
    for (i64 k = 0; k < SHIFTS * NEAR * NEAR; k++) t2[k] = 0;
    for (i64 u = 0, raw = T2_FIRST; u < SHIFTS; u++) {
        const i64 inverse = SHIFTS - 1 - u;  // a tile on p that belongs on h is, in the inverse, on h and belongs on p
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
