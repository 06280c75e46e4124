// Sums of table entries chosen by bytes, for many rows of bytes together: the look-ups are in registers.
//
// Row r chooses for each of its cells q an entry of the table's line q: its sum is Σ_q table[q, r[q]], modulo 2¹⁶. One
// by one that takes two loads and an addition a cell. Here the bytes of 16 or 32 rows are transposed, so that a vector
// has those of one cell, and a line of the table is looked up 16 entries at a time: bytes outside the group add zero,
// and groups that no row chooses are skipped. So a line is stored in groups of 16 entries, first their low bytes, then
// their high bytes. Reference: `sum_of_one`. Cost: four steps of a transposition for each 16 cells, then two look-ups
// and three other steps for each group of a line.
#pragma once
#include "base/base.hpp"
#if defined(__SSSE3__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

// Write into sums[k], k < rows, the sum of the row chosen[k]: 16 rows, or 32. Bit g of groups[q], which is not 0, means
// that some chosen entry of line q is one of 16 · g to 16 · g + 15. `scratch` has `rows` bytes for each cell, for a
// multiple of 16 cells. For tests: return false if this library cannot.
EXPORT bool byte_sums_of_rows(const u8* boards ARRAY(count* row_bytes), i64 count, i64 row_bytes,
                              const i64* chosen ARRAY(rows), i64 rows, const u8* table ARRAY(cells* line), i64 cells,
                              i64 line, const u32* groups ARRAY(cells), u8* scratch ARRAY((cells + 15 & -16) * rows),
                              i16* sums ARRAY(rows));

namespace byte_sums {

constexpr i64 GROUP = 16;  // entries that are looked up together
#if defined(__AVX2__)
constexpr i64 ROWS = 32;  // the most rows that are summed together
#elif defined(__SSSE3__) || defined(__ARM_NEON) || defined(__wasm_simd128__)
constexpr i64 ROWS = 16;
#else
constexpr i64 ROWS = 0;
#endif

// The offset of the low byte of an entry in its line; the high byte is 16 bytes later.
static INLINE u64 offset_of(u64 entry) { return entry + (entry & ~15ull); }

// Return the sum of one row, whose entries have 8 or 16 bits.
template <class Entry>
static INLINE i64 sum_of_one(const Entry* row, const u8* table, i64 cells, i64 line) {
    u64 total = 0;
    for (i64 q = 0; q < cells; q++, table += line) {
        const u64 at = offset_of(row[q]);
        total += table[at] + ((u64)table[at + GROUP] << 8);
    }
    return (i16)total;
}

#if defined(__SSSE3__) || defined(__ARM_NEON) || defined(__wasm_simd128__)

typedef u8 bytes16 __attribute__((vector_size(16)));
typedef u8 bytes16_unaligned __attribute__((vector_size(16), aligned(1), may_alias));
typedef u16 sums8 __attribute__((vector_size(16)));
typedef u16 sums8_unaligned __attribute__((vector_size(16), aligned(2), may_alias));

static INLINE bytes16 load16(const u8* from) { return *(const bytes16_unaligned*)from; }

// Return table[index] for indices up to 15, 0 for larger ones.
static INLINE bytes16 look_up(bytes16 table, bytes16 index) {
#if defined(__SSSE3__)  // uses the last four bits if the highest is 0; a saturated addition of 0x70 sets that bit
    return (bytes16)_mm_shuffle_epi8((__m128i)table, _mm_adds_epu8((__m128i)index, _mm_set1_epi8(0x70)));
#elif defined(__ARM_NEON)
    return (bytes16)vqtbl1q_u8((uint8x16_t)table, (uint8x16_t)index);
#else
    return (bytes16)wasm_i8x16_swizzle((v128_t)table, (v128_t)index);
#endif
}

static INLINE bytes16 interleaved_low(bytes16 a, bytes16 b) {
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
static INLINE bytes16 interleaved_high(bytes16 a, bytes16 b) {
    return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

static inline void sum_rows_16(const u8* boards, i64 row_bytes, const i64* chosen, const u8* table, i64 cells, i64 line,
                               const u32* groups, u8* scratch, i16* sums) {
    for (i64 base = 0; base < cells; base += GROUP) {
        bytes16 v[16], w[16];
        for (i64 k = 0; k < 16; k++) v[k] = load16(boards + chosen[k] * row_bytes + base);
        for (i64 step = 0; step < 4; step++) {  // four perfect shuffles transpose
            for (i64 k = 0; k < 8; k++) {
                w[2 * k] = interleaved_low(v[k], v[k + 8]);
                w[2 * k + 1] = interleaved_high(v[k], v[k + 8]);
            }
            for (i64 k = 0; k < 16; k++) v[k] = w[k];
        }
        for (i64 k = 0; k < 16; k++) *(bytes16_unaligned*)(scratch + (base + k) * 16) = v[k];
    }
    sums8 first = {}, second = {};
    for (i64 q = 0; q < cells; q++, table += line) {
        const bytes16 entries = load16(scratch + 16 * q);
        bytes16 low = {}, high = {};
        u32 left = groups[q];
        do {
            const u64 group = trailing_zeros(left);
            const bytes16 index = entries - (u8)(16 * group);
            low |= look_up(load16(table + 32 * group), index);
            high |= look_up(load16(table + 32 * group + 16), index);
            left &= left - 1;
        } while (left);
        first += (sums8)interleaved_low(low, high);
        second += (sums8)interleaved_high(low, high);
    }
    *(sums8_unaligned*)sums = first;
    *(sums8_unaligned*)(sums + 8) = second;
}
#endif

#if defined(__AVX2__)

static inline void sum_rows_32(const u8* boards, i64 row_bytes, const i64* chosen, const u8* table, i64 cells, i64 line,
                               const u32* groups, u8* scratch, i16* sums) {
    for (i64 base = 0; base < cells; base += GROUP) {
        __m256i v[16], w[16];
        for (i64 k = 0; k < 16; k++)
            v[k] = _mm256_set_m128i((__m128i)load16(boards + chosen[k + 16] * row_bytes + base),
                                    (__m128i)load16(boards + chosen[k] * row_bytes + base));
        for (i64 step = 0; step < 4; step++) {
            for (i64 k = 0; k < 8; k++) {
                w[2 * k] = _mm256_unpacklo_epi8(v[k], v[k + 8]);
                w[2 * k + 1] = _mm256_unpackhi_epi8(v[k], v[k + 8]);
            }
            for (i64 k = 0; k < 16; k++) v[k] = w[k];
        }
        for (i64 k = 0; k < 16; k++) _mm256_storeu_si256((__m256i*)(scratch + (base + k) * 32), v[k]);
    }
    const auto twice = [](const u8* from) { return _mm256_broadcastsi128_si256((__m128i)load16(from)); };
    const __m256i outside = _mm256_set1_epi8(0x70);
    __m256i first = _mm256_setzero_si256(), second = first;
    for (i64 q = 0; q < cells; q++, table += line) {
        const __m256i entries = _mm256_loadu_si256((const __m256i*)(scratch + 32 * q));
        __m256i low = _mm256_setzero_si256(), high = low;
        u32 left = groups[q];
        do {
            const u64 group = trailing_zeros(left);
            const __m256i index = _mm256_sub_epi8(entries, _mm256_set1_epi8((char)(16 * group)));
            const __m256i at = _mm256_adds_epu8(index, outside);
            low = _mm256_or_si256(low, _mm256_shuffle_epi8(twice(table + 32 * group), at));
            high = _mm256_or_si256(high, _mm256_shuffle_epi8(twice(table + 32 * group + 16), at));
            left &= left - 1;
        } while (left);
        first = _mm256_add_epi16(first, _mm256_unpacklo_epi8(low, high));
        second = _mm256_add_epi16(second, _mm256_unpackhi_epi8(low, high));
    }
    _mm256_storeu_si256((__m256i*)sums, _mm256_permute2x128_si256(first, second, 0x20));
    _mm256_storeu_si256((__m256i*)(sums + 16), _mm256_permute2x128_si256(first, second, 0x31));
}
#endif

// Write the sums of 16 or 32 rows, at most ROWS; a row has `row_bytes` bytes of memory, at least `cells` rounded up to
// 16.
static INLINE void sum_rows(i64 rows, const u8* boards, i64 row_bytes, const i64* chosen, const u8* table, i64 cells,
                            i64 line, const u32* groups, u8* scratch, i16* sums) {
#if defined(__AVX2__)
    if (rows == 32) return sum_rows_32(boards, row_bytes, chosen, table, cells, line, groups, scratch, sums);
#endif
#if defined(__SSSE3__) || defined(__ARM_NEON) || defined(__wasm_simd128__)
    if (rows == 16) sum_rows_16(boards, row_bytes, chosen, table, cells, line, groups, scratch, sums);
#endif
}

}  // namespace byte_sums
