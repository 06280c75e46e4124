#include "lights/polynomial.hpp"

namespace {

// The lower half of each block of 2, 4, …, 64 bits.
constexpr u64 LOWER[6] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                          0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};

// The low 32 bits of a word at its even bits.
INLINE u64 spread(u64 word) {
    for (int level = 4; level >= 0; level--) word = (word ^ word << (1 << level)) & LOWER[level];
    return word;
}

// The even bits of a word as its low 32 bits.
INLINE u64 gather(u64 word) {
    word &= LOWER[0];
    for (int level = 0; level < 5; level++) word = (word ^ word >> (1 << level)) & LOWER[level + 1];
    return word;
}

// Fold the upper half of each block of 2·half words, without its last bit, reversed into the lower half.
void fold_blocks(u64* cells, i64 size, i64 half) {
    for (i64 start = 0; start < size; start += 2 * half) {
        u64 *lower = cells + start, *upper = lower + half;
        const i64 last = half - 1;
        for (i64 i = 0; i < last; i++) lower[i] ^= reverse_bits(upper[last - i] << 1 | upper[last - i - 1] >> 63);
        lower[last] ^= reverse_bits(upper[0] << 1);
    }
}

// Fold the blocks of 64 … 2 bits inside each word, the largest first, or last if `upwards`; `mirror`, updated by the
// same steps, is the word with each block reversed.
template <bool upwards>
void fold_words(u64* cells, i64 size) {
    for (i64 i = 0; i < size; i++) {
        u64 word = cells[i], mirror = upwards ? word : reverse_bits(word);
        for (int step = 0; step < 6; step++) {
            const int level = upwards ? step : 5 - step, half = 1 << level;
            const u64 lower = LOWER[level], fold = lower >> 1 & lower;
            if (upwards) mirror = (mirror >> half & lower) | (mirror & lower) << half;
            const u64 folded = word ^ (mirror >> 1 & fold);
            mirror ^= (word & fold << half) << 1;
            word = folded;
            if (!upwards) mirror = (mirror >> half & lower) | (mirror & lower) << half;
        }
        cells[i] = word;
    }
}

}  // namespace

EXPORT i64 gf2_degree(const u64* a, i64 size) {
    while (size > 0 && !a[size - 1]) size--;
    return size ? 64 * (size - 1) + (i64)bit_length(a[size - 1]) - 1 : -1;
}

EXPORT void gf2_add(u64* __restrict target, const u64* __restrict source, i64 size) {
    for (i64 i = 0; i < size; i++) target[i] ^= source[i];
}

EXPORT void gf2_fibonacci_pair(i64 j, i64 shift, u64* low, u64* high, u64* scratch) {
    const i64 size = (j >> 6) + 1;
    u64 *now[2] = {low, high}, *next[2] = {scratch, scratch + size};
    for (i64 i = 0; i < size; i++) low[i] = high[i] = scratch[i] = scratch[size + i] = 0;
    high[0] = 1;
    for (i64 level = (i64)bit_length((u64)j) - 1; level >= 0; level--) {
        const bool odd = j >> level & 1;
        const i64 used = min(size, (j >> level >> 6) + 1);
        gf2_double(now[0], now[1], odd, shift, next[0], next[1], used);
        if (odd) swap(next[0], next[1]);
        swap(now[0], next[0]);
        swap(now[1], next[1]);
    }
    // after an odd number of levels they are in the scratch words, in either order
    if (now[0] == low || now[0] == high) {
        if (now[0] == high)
            for (i64 i = 0; i < size; i++) swap(low[i], high[i]);
        return;
    }
    for (i64 i = 0; i < size; i++) {
        const u64 word = now[0][i], other = now[1][i];
        low[i] = word;
        high[i] = other;
    }
}

EXPORT void gf2_double(const u64* low, const u64* high, bool odd, i64 shift, u64* __restrict even, u64* __restrict both,
                       i64 size) {
    const u64 shifted = shift ? ~0ull : 0, *squared = odd ? high : low;
    for (i64 i = 0; i < size >> 1; i++) {
        const u64 word = squared[i], sum = low[i] ^ high[i];
        const u64 first = spread(word & LOWER[5]), second = spread(word >> 32);
        even[2 * i] = first << 1 ^ (first & shifted);  // a square has no coefficient at bit 63, so nothing is carried
        even[2 * i + 1] = second << 1 ^ (second & shifted);
        both[2 * i] = spread(sum & LOWER[5]);
        both[2 * i + 1] = spread(sum >> 32);
    }
    if (size & 1) {
        const i64 i = size >> 1;
        const u64 word = spread(squared[i] & LOWER[5]);
        even[2 * i] = word << 1 ^ (word & shifted);
        both[2 * i] = spread((low[i] ^ high[i]) & LOWER[5]);
    }
}

EXPORT void gf2_from_cells(u64* cells, i64 size) {
    for (i64 half = size >> 1; half; half >>= 1) fold_blocks(cells, size, half);
    fold_words<false>(cells, size);
}

EXPORT void gf2_to_cells(u64* cells, i64 size) {
    fold_words<true>(cells, size);
    for (i64 half = 1; half < size; half <<= 1) fold_blocks(cells, size, half);
}

EXPORT void gf2_symmetric_parts(u64* a, i64 size, u64* even, u64* odd) {
    for (i64 quarter = size >> 2; quarter; quarter >>= 1)
        for (i64 start = 0; start < size; start += 4 * quarter) {
            u64* block = a + start;
            for (i64 i = 0; i < quarter; i++) {
                block[2 * quarter + i] ^= block[3 * quarter + i];
                block[quarter + i] ^= block[2 * quarter + i];
            }
        }
    for (i64 i = 0; i < size; i += 2) {
        a[i + 1] ^= a[i + 1] >> 32;
        a[i] ^= a[i + 1] << 32;
    }
    for (i64 i = 0; i < size; i++) {
        u64 word = a[i];
        for (int level = 4; level >= 0; level--) {  // `top` is the top quarter of each block of 4 · quarter bits
            const int quarter = 1 << level;
            const u64 fourth = LOWER[level] & LOWER[level + 1], top = fourth << 3 * quarter;
            word ^= (word & top) >> quarter;
            word ^= word >> quarter & top >> 2 * quarter;
        }
        a[i] = word;
    }
    for (i64 i = 0; i < size >> 1; i++) {
        even[i] = gather(a[2 * i]) ^ gather(a[2 * i + 1]) << 32;
        odd[i] = gather(a[2 * i] >> 1) ^ gather(a[2 * i + 1] >> 1) << 32;
    }
}
