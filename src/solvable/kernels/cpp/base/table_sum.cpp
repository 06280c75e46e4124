#include "base/table_sum.hpp"

namespace {

constexpr i64 SIDE = 256;  // words of a row, and rows of a block
constexpr u64 GOLDEN = 0x9E3779B97F4A7C15ull;  // 2⁶⁴ over the golden ratio

INLINE u64 weight(i64 i) { return (u64)(i + 1) * GOLDEN | 1; }

}  // namespace

EXPORT void table_sum(const u64* words, i64 count, u64* sums) {
    u64 total[2] = {};
    for (i64 begin = 0; begin < count; begin += SIDE * SIDE) {
        u64 columns[SIDE] = {}, by_column = 0, by_row = 0;
        for (i64 row = 0; row < SIDE && begin + row * SIDE < count; row++) {
            const u64* from = words + begin + row * SIDE;
            const i64 length = min(SIDE, count - begin - row * SIDE);
            u64 sum = 0;
            for (i64 i = 0; i < length; i++) columns[i] += from[i], sum += from[i];
            by_row += sum * weight(row);
        }
        for (i64 i = 0; i < SIDE; i++) by_column += columns[i] * weight(i);
        total[0] = total[0] * 3 + by_column;
        total[1] = total[1] * 3 + by_row;
    }
    sums[0] = total[0];
    sums[1] = total[1];
}
