#include "lights/plane_words.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // g++ 12 warns about its own intrinsics
#endif
#endif

namespace {

constexpr i64 LINE = 8;  // words in a cache line
constexpr i64 AHEAD = 4096;  // bytes: prefetch distance

INLINE i64 padded(i64 size) { return (size + LINE - 1) / LINE * LINE; }

#if defined(__AVX512F__)
#define FIRST_BEFORE 7, 8, 9, 10, 11, 12, 13, 14
#define FIRST_AFTER 1, 2, 3, 4, 5, 6, 7, 8
#elif defined(__AVX2__)
#define FIRST_BEFORE 3, 4, 5, 6
#define FIRST_AFTER 1, 2, 3, 4
#else
#define FIRST_BEFORE 1, 2
#define FIRST_AFTER 1, 2
#endif
// Presses with their neighbours on both sides, given the adjacent vectors.
INLINE vector pressed(vector before, vector here, vector after) {
    const vector lower = __builtin_shufflevector(before, here, FIRST_BEFORE);
    const vector upper = __builtin_shufflevector(here, after, FIRST_AFTER);
    return here ^ (here << 1 | lower >> 63) ^ (upper << 63 | here >> 1);
}

// The bits of a row's last vector, of WORDS words, that are cells.
template <i64 WORDS>
struct Mask {
    u64 words[WORDS];
    Mask(i64 size, u64 last_mask) {
        const i64 used = (size - 1) % WORDS;
        for (i64 i = 0; i < WORDS; i++) words[i] = i < used ? ~0ull : i == used ? last_mask : 0;
    }
};

// The word with the order of the bits in each byte reversed.
INLINE u64 reversed_in_bytes(u64 word) {
    word = (word >> 1 & 0x5555555555555555) | (word & 0x5555555555555555) << 1;
    word = (word >> 2 & 0x3333333333333333) | (word & 0x3333333333333333) << 2;
    return (word >> 4 & 0x0f0f0f0f0f0f0f0f) | (word & 0x0f0f0f0f0f0f0f0f) << 4;
}

INLINE void copy(u64* to, const u64* from, i64 first, i64 last) {
    for (i64 i = first; i < last; i++) to[i] = from[i];
}

// Press the row `here` of a board's row, read in whole vectors, and make `above` the presses of the row below. Write
// `here` over the row `written`, if there is one.
template <bool IS_WRITTEN = false>
INLINE void press_row(const u64* row, u64* above, const u64* here, i64 size, const Mask<VECTOR_WORDS>& mask,
                      u64* written = nullptr) {
    const i64 last = (size - 1) / VECTOR_WORDS * VECTOR_WORDS;
    vector before = {}, now = load(here);
    for (i64 i = 0; i < last; i += VECTOR_WORDS) {
        const vector after = load(here + i + VECTOR_WORDS);
        prefetch((const char*)(row + i) + AHEAD);
        store(above + i, load(row + i) ^ load(above + i) ^ pressed(before, now, after));
        if constexpr (IS_WRITTEN) store(written + i, now);
        before = now, now = after;
    }
    const vector lit = load(row + last) ^ load(above + last) ^ pressed(before, now, vector{});
    store(above + last, lit & load(mask.words));
    if constexpr (IS_WRITTEN) copy(written, here, last, size);
}

#if defined(__x86_64__)
// The same with AVX-512.
template <bool IS_WRITTEN = false>
__attribute__((target("avx512f"))) void press_row(const u64* row, u64* above, const u64* here, i64 size,
                                                  const Mask<LINE>& mask, u64* written = nullptr) {
    const i64 last = (size - 1) / LINE * LINE;
    __m512i before = _mm512_setzero_si512(), now = _mm512_loadu_si512(here), after = before, sum = before;
    for (i64 i = 0; i <= last; i += LINE) {
        after = i < last ? _mm512_loadu_si512(here + i + LINE) : _mm512_setzero_si512();
        prefetch((const char*)(row + i) + AHEAD);
        const __m512i lower = _mm512_alignr_epi64(now, before, 7), upper = _mm512_alignr_epi64(after, now, 1);
        constexpr int XOR = 0x96;  // of three operands
        sum = _mm512_ternarylogic_epi64(_mm512_loadu_si512(row + i), _mm512_loadu_si512(above + i), now, XOR);
        sum = _mm512_ternarylogic_epi64(sum, _mm512_slli_epi64(now, 1), _mm512_srli_epi64(lower, 63), XOR);
        sum = _mm512_ternarylogic_epi64(sum, _mm512_srli_epi64(now, 1), _mm512_slli_epi64(upper, 63), XOR);
        if (i == last) break;
        _mm512_storeu_si512(above + i, sum);
        if constexpr (IS_WRITTEN) _mm512_storeu_si512(written + i, now);
        before = now, now = after;
    }
    _mm512_storeu_si512(above + last, _mm512_and_si512(sum, _mm512_loadu_si512(mask.words)));
    if constexpr (IS_WRITTEN)
        for (i64 i = last; i < size; i++) written[i] = here[i];
}
#endif

// The number of rows, even, that end before the last vector of `words` words that can be read of a board.
INLINE i64 readable(i64 height, i64 size, i64 words) { return max<i64>(0, height - (words + size - 1) / size) / 2 * 2; }

// Restore the order of the rows.
void put_back(u64* rows, const u64* above, i64 size) {
    if (above == rows) return;
    for (i64 i = 0; i < padded(size); i++) swap(rows[i], rows[padded(size) + i]);
}

template <i64 WORDS>
u64 chase(const u64* board, i64 height, i64 size, u64* rows, u64 last_mask) {
    const Mask<WORDS> mask(size, last_mask);
    u64 *above = rows, *here = rows + padded(size), *scratch = here + padded(size), stray = 0;
    const i64 whole = readable(height, size, WORDS);
    for (i64 r = 0; r < whole; r += 2) {
        const u64 *row = board + r * size, *next = row + size;
        press_row(row, above, here, size, mask);
        press_row(next, here, above, size, mask);
        stray |= row[size - 1] | next[size - 1];
    }
    for (i64 r = whole; r < height; r++) {
        copy(scratch, board + r * size, 0, size);
        press_row(scratch, above, here, size, mask);
        stray |= scratch[size - 1];
        swap(above, here);
    }
    put_back(rows, above, size);
    return stray & ~last_mask;
}

template <i64 WORDS>
void write_presses(u64* board, i64 height, i64 size, u64* rows, u64 last_mask) {
    const Mask<WORDS> mask(size, last_mask);
    u64 *above = rows, *here = rows + padded(size), *scratch = here + padded(size);
    const i64 whole = readable(height, size, WORDS);
    for (i64 r = 0; r < whole; r += 2) {
        u64 *row = board + r * size, *next = row + size;
        press_row<true>(row, above, here, size, mask, row);
        press_row<true>(next, here, above, size, mask, next);
    }
    for (i64 r = whole; r < height; r++) {
        u64* row = board + r * size;
        copy(scratch, row, 0, size);
        press_row(scratch, above, here, size, mask);
        copy(row, here, 0, size);
        swap(above, here);
    }
    put_back(rows, above, size);
}

#if defined(__x86_64__)
constexpr i64 WIDE = LINE;
#else
constexpr i64 WIDE = VECTOR_WORDS;
#endif

}  // namespace

EXPORT u64 plane_chase(const u64* board, i64 height, i64 size, u64* rows, u64 last_mask, bool is_wide) {
    return is_wide ? chase<WIDE>(board, height, size, rows, last_mask)
                   : chase<VECTOR_WORDS>(board, height, size, rows, last_mask);
}

EXPORT void plane_write_presses(u64* board, i64 height, i64 size, u64* rows, u64 last_mask, bool is_wide) {
    is_wide ? write_presses<WIDE>(board, height, size, rows, last_mask)
            : write_presses<VECTOR_WORDS>(board, height, size, rows, last_mask);
}

EXPORT bool plane_write_pattern(u64* board, i64 height, i64 size, const u64* last, u64 last_mask, u64* scratch) {
    const Mask<VECTOR_WORDS> mask(size, last_mask);
    u64 *below = scratch, *here = below + padded(size), *dark = here + padded(size);
    for (i64 i = 0; i < 3 * padded(size); i++) scratch[i] = 0;
    copy(here, last, 0, size);
    for (i64 r = height - 1; r >= 0; r--) {
        press_row(dark, below, here, size, mask);
        copy(board + r * size, here, 0, size);
        swap(below, here);
    }
    u64 left = 0;
    for (i64 i = 0; i < size; i++) left |= here[i];
    return left == 0;
}

EXPORT void plane_from_bytes(const u8* bytes, i64 height, i64 width, u64* board) {
    const i64 row_bytes = (width + 7) / 8, size = (width + 63) / 64, whole = row_bytes / 8;
    const u64 last_mask = ~0ull >> (-width & 63);
    for (i64 r = 0; r < height; r++, bytes += row_bytes, board += size) {
        for (i64 i = 0; i < whole; i++) {
            u64 word;
            __builtin_memcpy(&word, bytes + 8 * i, 8);
            board[i] = reversed_in_bytes(word);
        }
        if (whole < size) {
            u64 word = 0;
            for (i64 i = 8 * whole; i < row_bytes; i++) word |= (u64)bytes[i] << 8 * (i & 7);
            board[whole] = reversed_in_bytes(word);
        }
        board[size - 1] &= last_mask;
    }
}

EXPORT i64 plane_to_bytes(const u64* board, i64 height, i64 width, u8* bytes) {
    const i64 row_bytes = (width + 7) / 8, size = (width + 63) / 64, whole = row_bytes / 8;
    u64 lit = 0;
    for (i64 r = 0; r < height; r++, bytes += row_bytes, board += size) {
        for (i64 i = 0; i < size; i++) lit += popcount(board[i]);
        for (i64 i = 0; i < whole; i++) {
            const u64 word = reversed_in_bytes(board[i]);
            __builtin_memcpy(bytes + 8 * i, &word, 8);
        }
        if (whole < size) {
            const u64 word = reversed_in_bytes(board[whole]);
            for (i64 i = 8 * whole; i < row_bytes; i++) bytes[i] = (u8)(word >> 8 * (i & 7));
        }
    }
    return (i64)lit;
}

EXPORT bool plane_find_odd_overlap(u64* row, const u64* rest, i64 size, u64 last_mask) {
    for (i64 step = 0; step < 64 * size; step++) {
        u64 overlap = 0;
        for (i64 i = 0; i < size; i++) overlap ^= row[i] & rest[i];
        if (popcount(overlap) & 1) return true;
        u64 carry = 0;
        for (i64 i = 0; i < size; i++) {
            const u64 word = row[i], next = i + 1 < size ? row[i + 1] : 0;
            row[i] = (word << 1 | carry) ^ (word >> 1 | next << 63);
            carry = word >> 63;
        }
        row[size - 1] &= last_mask;
    }
    return false;
}
