#include "base/byte_sums.hpp"

EXPORT bool byte_sums_of_rows(const u8* boards, i64, i64 row_bytes, const i64* chosen, i64 rows, const u8* table,
                              i64 cells, i64 line, const u32* groups, u8* scratch, i16* sums) {
    if (rows > byte_sums::ROWS) return false;
    byte_sums::sum_rows(rows, boards, row_bytes, chosen, table, cells, line, groups, scratch, sums);
    return true;
}
