#include "tiles/path_keys.hpp"

EXPORT void path_keys(const u8* paths, i64 count, i64 depth, i64 length, u64* keys) {
    constexpr u64 GOLDEN = 0x9E3779B97F4A7C15ull;  // odd: 2⁶⁴ by the golden ratio, whose powers mix well
    for (i64 p = 0; p < count; p++) {
        const u8* path = paths + p * depth;
        u64 key = 0, weight = GOLDEN;
        for (i64 begin = 0; begin < length; begin += 8, weight *= GOLDEN) {
            u64 word = 0;
            for (i64 i = begin; i < min(begin + 8, length); i++) word |= (u64)path[i] << 8 * (i - begin);
            word *= weight;
            key += word ^ word >> 32;
        }
        keys[p] = key;
    }
}
