// The raw indices of the pair model's features: mixed-radix numbers, in consecutive ranges.
//
// T1(u_i, u_j, v), T2(u_i, g, v), T3(class of home_i, cell_i, home_j, cell_j), TU(class of home, u), TB(class of cell,
// u, blank − cell), as in `raw_index` of tests' pair_model_reference.py.
#pragma once
#include "tiles/pair_terms.hpp"

namespace pair_model {

constexpr i64 T2_FIRST = SHIFTS * SHIFTS * NEAR;
constexpr i64 T3_FIRST = T2_FIRST + SHIFTS * NEAR_HOMES * NEAR;
constexpr i64 TU_FIRST = T3_FIRST + KINDS * KINDS;
constexpr i64 TB_FIRST = TU_FIRST + CLASSES * WIDE_SHIFTS;
constexpr i64 RAW_INDICES = TB_FIRST + CLASSES * NARROW_SHIFTS * NEAR;
static_assert(RAW_INDICES == 1241245);

// Return the class of a coordinate on a side of n: first, second, middle, last but one, last.
static INLINE i64 class_of_line(i64 x, i64 n) {
    if (x == 0) return 0;
    if (x == n - 1) return 4;
    if (x == 1) return 1;
    return x == n - 2 ? 3 : 2;
}
static INLINE i64 class_of_cell(i64 row, i64 column, i64 width, i64 height) {
    return class_of_line(row, height) * 5 + class_of_line(column, width);
}

}  // namespace pair_model
