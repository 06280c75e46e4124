#include "lights/octets.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

constexpr i64 TILE = 4;  // columns of bytes that one call of `add_products` has in registers
constexpr i64 ROWS = 256;  // rows of a tile
constexpr i64 SQUARE = 64;  // rows and columns transposed at a time

// The matrix whose column t is byte t of a word.
INLINE u64 block(u64 word) {
    u64 changed = (word ^ word >> 7) & 0x00AA00AA00AA00AA;
    word ^= changed ^ changed << 7;
    changed = (word ^ word >> 14) & 0x0000CCCC0000CCCC;
    word ^= changed ^ changed << 14;
    changed = (word ^ word >> 28) & 0x00000000F0F0F0F0;
    word ^= changed ^ changed << 28;
    return __builtin_bswap64(word);
}

// The matrix whose columns are the bytes of the pivot rows in a column of bytes.
INLINE u64 gather(const u8* column, const i64* pivot_rows, i64 count) {
    u64 word = 0;
    for (i64 pivot = 0; pivot < count; pivot++) word |= (u64)column[pivot_rows[pivot]] << (8 * pivot);
    return block(word);
}

#if defined(__x86_64__)
#define WIDE __attribute__((target("gfni,avx512f,avx512bw,avx512vl")))
#define NARROW __attribute__((target("gfni,avx2")))

// Replace `size` bytes, a multiple of 64, by the matrix times each.
WIDE void multiply_column_wide(u8* column, i64 size, u64 matrix) {
    const __m512i whole = _mm512_set1_epi64((i64)matrix);
    for (i64 i = 0; i < size; i += 64)
        _mm512_storeu_si512(column + i, _mm512_gf2p8affine_epi64_epi8(_mm512_loadu_si512(column + i), whole, 0));
}
NARROW void multiply_column_narrow(u8* column, i64 size, u64 matrix) {
    const __m256i whole = _mm256_set1_epi64x((i64)matrix);
    for (i64 i = 0; i < size; i += 32) {
        __m256i* place = (__m256i*)(column + i);
        _mm256_storeu_si256(place, _mm256_gf2p8affine_epi64_epi8(_mm256_loadu_si256(place), whole, 0));
    }
}

// Add to four columns of 256 bytes, `stride` apart, the sum of `count` products. Product i, for column c: the matrix
// blocks[4·i + c] times the 256 bytes at factors + i·stride.
WIDE void add_products_wide(u8* target, const u8* factors, i64 stride, const u64* blocks, i64 count) {
    constexpr i64 LANES = ROWS / 64;
    __m512i sums[TILE][LANES];
#pragma GCC unroll 4
    for (i64 c = 0; c < TILE; c++)
#pragma GCC unroll 4
        for (i64 l = 0; l < LANES; l++) sums[c][l] = _mm512_loadu_si512(target + c * stride + 64 * l);
    for (i64 i = 0; i < count; i++, factors += stride, blocks += TILE) {
        __m512i values[LANES];
#pragma GCC unroll 4
        for (i64 l = 0; l < LANES; l++) values[l] = _mm512_loadu_si512(factors + 64 * l);
#pragma GCC unroll 4
        for (i64 c = 0; c < TILE; c++) {
            const __m512i whole = _mm512_set1_epi64((i64)blocks[c]);
#pragma GCC unroll 4
            for (i64 l = 0; l < LANES; l++)
                sums[c][l] = _mm512_xor_si512(sums[c][l], _mm512_gf2p8affine_epi64_epi8(values[l], whole, 0));
        }
    }
#pragma GCC unroll 4
    for (i64 c = 0; c < TILE; c++)
#pragma GCC unroll 4
        for (i64 l = 0; l < LANES; l++) _mm512_storeu_si512(target + c * stride + 64 * l, sums[c][l]);
}
NARROW void add_products_narrow(u8* target, const u8* factors, i64 stride, const u64* blocks, i64 count) {
    constexpr i64 LANES = 2;  // sixteen registers are too few for a whole tile: a quarter of its rows at a time
    for (i64 row = 0; row < ROWS; row += 32 * LANES) {
        __m256i sums[TILE][LANES];
#pragma GCC unroll 4
        for (i64 c = 0; c < TILE; c++)
#pragma GCC unroll 4
            for (i64 l = 0; l < LANES; l++)
                sums[c][l] = _mm256_loadu_si256((const __m256i*)(target + c * stride + row + 32 * l));
        for (i64 i = 0; i < count; i++) {
            __m256i values[LANES];
#pragma GCC unroll 4
            for (i64 l = 0; l < LANES; l++)
                values[l] = _mm256_loadu_si256((const __m256i*)(factors + i * stride + row + 32 * l));
#pragma GCC unroll 4
            for (i64 c = 0; c < TILE; c++) {
                const __m256i whole = _mm256_set1_epi64x((i64)blocks[TILE * i + c]);
#pragma GCC unroll 4
                for (i64 l = 0; l < LANES; l++)
                    sums[c][l] = _mm256_xor_si256(sums[c][l], _mm256_gf2p8affine_epi64_epi8(values[l], whole, 0));
            }
        }
#pragma GCC unroll 4
        for (i64 c = 0; c < TILE; c++)
#pragma GCC unroll 4
            for (i64 l = 0; l < LANES; l++)
                _mm256_storeu_si256((__m256i*)(target + c * stride + row + 32 * l), sums[c][l]);
    }
}
INLINE void multiply_column(u8* column, i64 size, u64 matrix, bool is_wide) {
    is_wide ? multiply_column_wide(column, size, matrix) : multiply_column_narrow(column, size, matrix);
}
INLINE void add_products(u8* target, const u8* factors, i64 stride, const u64* blocks, i64 count, bool is_wide) {
    is_wide ? add_products_wide(target, factors, stride, blocks, count)
            : add_products_narrow(target, factors, stride, blocks, count);
}
#else
// Other processors have no such instruction, and these are not called on them: the same byte by byte.
INLINE u8 multiply_byte(u64 matrix, u8 byte) {
    u8 product = 0;
    for (i64 bit = 0; bit < 8; bit++) product |= (u8)((popcount(matrix >> (8 * (7 - bit)) & byte) & 1) << bit);
    return product;
}
INLINE void multiply_column(u8* column, i64 size, u64 matrix, bool) {
    for (i64 i = 0; i < size; i++) column[i] = multiply_byte(matrix, column[i]);
}
INLINE void add_products(u8* target, const u8* factors, i64 stride, const u64* blocks, i64 count, bool) {
    for (i64 i = 0; i < count; i++)
        for (i64 c = 0; c < TILE; c++)
            for (i64 row = 0; row < ROWS; row++)
                target[c * stride + row] ^= multiply_byte(blocks[TILE * i + c], factors[i * stride + row]);
}
#endif

// Pivots of a column of bytes: the rows, the bit of each one's pivot, and the matrix that maps a byte to the set of
// these rows to add so that its bits at the pivots vanish.
struct Pivots {
    i64 rows[8], bits[8], count;
    u64 matrix;
};

// Find rows that are independent in a column of bytes, and put them after the first `rank` of `order`.
Pivots find_pivots(const u8* column, u64 mask, i64* order, i64 rows, i64 rank) {
    Pivots found = {};
    u64 reduced[8], made[8];
    i64 count = 0;
    const i64 most = (i64)popcount(mask);
    for (i64 place = rank; place < rows; place++) {
        u64 value = column[order[place]] & mask, made_of = 1ull << count;
        for (i64 pivot = 0; pivot < count; pivot++)
            if (value >> found.bits[pivot] & 1) value ^= reduced[pivot], made_of ^= made[pivot];
        if (value == 0) continue;
        const i64 bit = (i64)trailing_zeros(value);
        for (i64 pivot = 0; pivot < count; pivot++)
            if (reduced[pivot] >> bit & 1) reduced[pivot] ^= value, made[pivot] ^= made_of;
        reduced[count] = value, made[count] = made_of, found.bits[count] = bit, found.rows[count] = order[place];
        swap(order[place], order[rank + count]);
        if (++count == most) break;
    }
    u64 matrix = 0;
    for (i64 pivot = 0; pivot < count; pivot++) matrix |= made[pivot] << (8 * found.bits[pivot]);
    found.count = count, found.matrix = block(matrix);
    return found;
}

// Add the rows that a column of factors chooses to the columns first ≤ column < last, both multiples of four.
void add_column(u8* work, i64 stride, i64 first, i64 last, const u8* factors, const u64* blocks, i64 height,
                bool is_wide) {
    for (i64 row = 0; row < height; row += ROWS)
        for (i64 column = first; column < last; column += TILE)
            add_products(work + column * stride + row, factors + row, stride, blocks + column - first, 1, is_wide);
}

// Add the pivot rows of a panel of `width` columns of bytes that ends before `end`, as they are behind it, to the
// columns there.
void add_behind(u8* work, i64 stride, i64 height, i64 end, i64 size, const i64* pivot_rows, const u8* factors,
                const u64* counts, i64 width, u64* blocks, bool is_wide) {
    for (i64 slot = 0; slot < width; slot++) {
        for (i64 column = end; column < size; column++) {
            const i64 tile = (column - end) / TILE, within = (column - end) % TILE;
            blocks[(tile * width + slot) * TILE + within] =
                gather(work + column * stride, pivot_rows, (i64)counts[slot]);
        }
        pivot_rows += counts[slot];
    }
    for (i64 row = 0; row < height; row += ROWS)
        for (i64 column = end; column < size; column += TILE)
            add_products(work + column * stride + row, factors + row, stride, blocks + (column - end) * width, width,
                         is_wide);
}

// Sort the pivots first ≤ i < last, of which at most eight consecutive ones are not ascending, with their rows.
void sort(i64* pivots, i64* order, i64 first, i64 last) {
    for (i64 i = first + 1; i < last; i++)
        for (i64 j = i; j > first && pivots[j] < pivots[j - 1]; j--) {
            swap(pivots[j], pivots[j - 1]);
            swap(order[j], order[j - 1]);
        }
}

}  // namespace

EXPORT i64 octets_panel(u8* work, i64 stride, i64 height, i64 begin, i64 end, i64 size, i64 columns, i64* order,
                        i64 rows, i64 rank, i64* pivots, u8* factors, u64* scratch, bool is_wide) {
    const i64 width = end - begin, rank_before = rank;
    const bool is_kept = end < size;  // the factors are needed for the columns behind
    u64 *counts = scratch, *blocks = counts + width, *behind = blocks + width + TILE;
    for (i64 i = 0; i < 2 * width + TILE; i++) scratch[i] = 0;
    for (i64 byte = begin; byte < end && 8 * byte < columns; byte++) {
        const i64 slot = byte - begin, left = columns - 8 * byte;
        const u64 mask = left >= 8 ? 255 : (1ull << left) - 1;
        const u8* column = work + byte * stride;
        u8* here = factors + (is_kept ? slot : 0) * stride;
        __builtin_memcpy(here, column, (size_t)height);
        const Pivots found = find_pivots(column, mask, order, rows, rank);
        for (i64 pivot = 0; pivot < found.count; pivot++) {
            here[found.rows[pivot]] ^= (u8)(1 << found.bits[pivot]);
            pivots[rank + pivot] = 8 * byte + found.bits[pivot];
        }
        multiply_column(here, height, found.matrix, is_wide);
        counts[slot] = (u64)found.count, rank += found.count;
        if (found.count == 0) continue;
        const i64 aligned = byte / TILE * TILE, before = (slot + TILE - 1) / TILE * TILE;
        for (i64 other = aligned; other < end; other++)
            blocks[other - aligned] = gather(work + other * stride, found.rows, found.count);
        add_column(work, stride, aligned, end, here, blocks, height, is_wide);
        if (!is_kept) continue;
        for (i64 other = 0; other < before; other++)
            blocks[other] = other < slot ? gather(factors + other * stride, found.rows, found.count) : 0;
        add_column(factors, stride, 0, before, here, blocks, height, is_wide);
    }
    if (is_kept && rank > rank_before)
        add_behind(work, stride, height, end, size, order + rank_before, factors, counts, width, behind, is_wide);
    sort(pivots, order, rank_before, rank);
    return rank;
}
EXPORT void octets_to_columns(const u8* matrix, i64 rows, i64 size, u8* work, i64 stride, i64* order) {
    for (i64 row = 0; row < rows; row++) order[row] = row;
    for (i64 top = 0; top < rows; top += SQUARE)
        for (i64 left = 0; left < size; left += SQUARE)
            for (i64 column = left; column < min(left + SQUARE, size); column++)
                for (i64 row = top; row < min(top + SQUARE, rows); row++)
                    work[column * stride + row] = matrix[row * size + column];
}

EXPORT void octets_to_rows(const u8* work, i64 stride, const i64* order, u64* reduced, i64 rows, i64 words) {
    for (i64 top = 0; top < rows; top += SQUARE)
        for (i64 word = 0; word < words; word++)
            for (i64 row = top; row < min(top + SQUARE, rows); row++) {
                const u8* place = work + 8 * word * stride + order[row];
                u64 value = 0;
                for (i64 byte = 0; byte < 8; byte++) value |= (u64)place[byte * stride] << (8 * byte);
                reduced[row * words + word] = value;
            }
}
