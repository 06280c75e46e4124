#include "tiles/paths.hpp"

EXPORT void extend_paths(const u64* gate, i64 count, i64 words, const u8* paths, i64 depth, const u8* cells, i64 steps,
                         u8* extended) {
    for (i64 r = 0; r < count; r++) {
        const u64 way = gate[(r + 1) * words - 1];
        const u8* path = paths + (i64)(way >> 48) * depth;
        for (i64 i = 0; i < depth; i++) *extended++ = path[i];
        for (i64 step = 0; step < steps; step++) *extended++ = cells[way >> 16 * step & 0xffff];
    }
}

EXPORT void path_keys(const u8* paths, i64 count, i64 depth, i64 length, u64* keys) {
    constexpr u64 GOLDEN = 0x9E3779B97F4A7C15ull;  // odd: 2⁶⁴ divided by the golden ratio, whose powers mix well
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
