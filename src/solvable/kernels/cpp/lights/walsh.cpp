#include "lights/walsh.hpp"

#include "base/wide.hpp"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

constexpr int LANE_BITS = 5;
constexpr int LANES = 1 << LANE_BITS;
constexpr int INDEX_BITS = 40;

#define LOOPS "lights/walsh_loops.hpp"
#include "base/by_width.hpp"

}  // namespace

EXPORT void walsh_maxima_16(const i64* keys, const i16* coefficients, i64 count, i64 rank, i64 passes, i64 first,
                            i64 last, i16* maxima, i16* signed_coefficients, i16* work, i32* lists) {
    BY_WIDTH(maxima<i16>(keys, coefficients, count, rank, passes, first, last, maxima, signed_coefficients,
                         aligned_64(work), lists));
}

EXPORT void walsh_maxima_32(const i64* keys, const i32* coefficients, i64 count, i64 rank, i64 passes, i64 first,
                            i64 last, i32* maxima, i32* signed_coefficients, i32* work, i32* lists) {
    BY_WIDTH(maxima<i32>(keys, coefficients, count, rank, passes, first, last, maxima, signed_coefficients,
                         aligned_64(work), lists));
}

EXPORT i64 walsh_collect_16(const i64* keys, const i16* coefficients, i64 count, i64 rank, i64 passes, i64 highest,
                            i64 limit, const i64* tops, i64 top_count, i64* entries, i64 room, i64* least_index,
                            i16* signed_coefficients, i16* work, i32* lists) {
    BY_WIDTH(collect<i16>(keys, coefficients, count, rank, passes, highest, limit, tops, top_count, entries, room,
                          least_index, signed_coefficients, aligned_64(work), lists));
}

EXPORT i64 walsh_collect_32(const i64* keys, const i32* coefficients, i64 count, i64 rank, i64 passes, i64 highest,
                            i64 limit, const i64* tops, i64 top_count, i64* entries, i64 room, i64* least_index,
                            i32* signed_coefficients, i32* work, i32* lists) {
    BY_WIDTH(collect<i32>(keys, coefficients, count, rank, passes, highest, limit, tops, top_count, entries, room,
                          least_index, signed_coefficients, aligned_64(work), lists));
}

EXPORT i64 walsh_support(const u64* rows, i64 rank, const u64* offset, const u64* inside, i64 words, i64, i64* keys,
                         i32* sums, i32* slots, i64 slot_bits) {
    const u64 mask = ((u64)1 << slot_bits) - 1;
    i32 count = 0;
    for (i64 word = 0; word < words; word++) {
        for (u64 left = inside[word]; left; left &= left - 1) {
            const u64 bit = trailing_zeros(left);
            u64 key = 0;
            for (i64 row = 0; row < rank; row++) key |= (rows[row * words + word] >> bit & 1) << row;
            u64 slot = key * 0x9E3779B97F4A7C15 >> (64 - slot_bits);
            while (slots[slot] && keys[slots[slot] - 1] != (i64)key) slot = (slot + 1) & mask;
            if (!slots[slot]) keys[count] = (i64)key, sums[count] = 0, slots[slot] = ++count;
            sums[slots[slot] - 1] += offset[word] >> bit & 1 ? -1 : 1;
        }
    }
    return count;
}
