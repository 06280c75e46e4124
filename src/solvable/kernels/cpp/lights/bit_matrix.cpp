#include "lights/bit_matrix.hpp"

EXPORT void bits_copy_rows(const u64* matrix, i64 rows, i64 words, u64* target, i64 stride) {
    for (i64 row = 0; row < rows; row++, matrix += words, target += stride)
        for (i64 word = 0; word < words; word++) target[word] = matrix[word];
}

EXPORT void bits_parities(const u64* matrix, i64 rows, i64 words, const u64* mask, u8* parities) {
    for (i64 row = 0; row < rows; row++, matrix += words) {
        u64 odd = 0;
        for (i64 word = 0; word < words; word++) odd ^= matrix[word] & mask[word];
        parities[row] = popcount(odd) & 1;
    }
}

EXPORT void bits_null_vectors(const u64* reduced, i64 words, const i64* pivots, i64 rank, i64 columns, u64* vectors,
                              u64* scratch) {
    const i64 size = (columns + 63) / 64;
    // The columns without a pivot, and the number of them before each word
    u64 *free = scratch, *before = scratch + size;
    for (i64 word = 0; word < size; word++) free[word] = ~0ull;
    free[size - 1] = ~0ull >> (-columns & 63);
    for (i64 i = 0; i < rank; i++) free[pivots[i] >> 6] ^= 1ull << (pivots[i] & 63);
    for (i64 i = 0; i < (columns - rank) * size; i++) vectors[i] = 0;
    u64 count = 0;
    for (i64 word = 0; word < size; word++) {
        before[word] = count;
        for (u64 rest = free[word]; rest; rest &= rest - 1) vectors[(i64)count++ * size + word] = rest & -rest;
    }
    for (i64 row = 0; row < rank; row++, reduced += words) {
        u64* const column = vectors + (pivots[row] >> 6);
        const u64 bit = 1ull << (pivots[row] & 63);
        for (i64 word = 0; word < size; word++)
            for (u64 rest = reduced[word] & free[word]; rest; rest &= rest - 1)
                column[(i64)(before[word] + popcount(free[word] & ((rest & -rest) - 1))) * size] |= bit;
    }
}
