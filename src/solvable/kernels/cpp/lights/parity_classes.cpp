#include "lights/parity_classes.hpp"

#include "base/wide.hpp"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

constexpr int INDEX_BITS = 40;
constexpr i64 CHUNK = 128;  // left members that are expanded together
constexpr i64 LANES = 16;

// Write the sum of the rows chosen by `index`.
INLINE void add_rows(u64 index, const u64* tables, i64 bytes, i64 words, u64* sum) {
    const u64* entry = tables + (index & 255) * (u64)words;
    for (i64 word = 0; word < words; word++) sum[word] = entry[word];
    for (i64 byte = 1; byte < bytes; byte++) {
        entry = tables + ((u64)byte << 8 | (index >> 8 * byte & 255)) * (u64)words;
        for (i64 word = 0; word < words; word++) sum[word] ^= entry[word];
    }
}

INLINE u64 distance(const u64* a, const u64* b, i64 words) {
    u64 weight = 0;
    for (i64 word = 0; word < words; word++) weight += popcount(a[word] ^ b[word]);
    return weight;
}

INLINE u64 key_of(u64 pair, const u64* masks, i64 mask_count) {
    u64 key = 0;
    for (i64 bit = 0; bit < mask_count; bit++) key |= (popcount(pair & masks[bit]) & 1) << bit;
    return key;
}

// Write the Hamming distances of packed vectors from another, `right`, and for every 16 the mask of those within
// `limit`. Word w of a vector of group g is lefts[16·(g·words + w) + lane].
void measure(const u64* lefts, i64 groups, const u64* right, i64 words, i64 limit, i64* distances, u32* near) {
    for (i64 group = 0; group < groups; group++, lefts += LANES * words, distances += LANES) {
        u64 sums[LANES] = {};
        for (i64 word = 0; word < words; word++)
            for (i64 lane = 0; lane < LANES; lane++) sums[lane] += popcount(lefts[LANES * word + lane] ^ right[word]);
        u32 mask = 0;
        for (i64 lane = 0; lane < LANES; lane++) {
            distances[lane] = (i64)sums[lane];
            mask |= (u32)(distances[lane] <= limit) << lane;
        }
        near[group] = mask;
    }
}

#if HAS_WIDE
TARGET_WIDE void measure_wide(const u64* lefts, i64 groups, const u64* right, i64 words, i64 limit, i64* distances,
                              u32* near) {
    const __m512i bound = _mm512_set1_epi64(limit);
    for (i64 group = 0; group < groups; group++, lefts += LANES * words, distances += LANES) {
        __m512i low = _mm512_setzero_si512(), high = low;
        for (i64 word = 0; word < words; word++) {
            const __m512i other = _mm512_set1_epi64((i64)right[word]);
            const __m512i a = _mm512_loadu_si512(lefts + LANES * word);
            const __m512i b = _mm512_loadu_si512(lefts + LANES * word + 8);
            low = _mm512_add_epi64(low, _mm512_popcnt_epi64(_mm512_xor_si512(a, other)));
            high = _mm512_add_epi64(high, _mm512_popcnt_epi64(_mm512_xor_si512(b, other)));
        }
        _mm512_storeu_si512(distances, low);
        _mm512_storeu_si512(distances + 8, high);
        near[group] = (u32)_mm512_cmple_epi64_mask(low, bound) | (u32)_mm512_cmple_epi64_mask(high, bound) << 8;
    }
}
#else
constexpr auto measure_wide = measure;
#endif

struct Scan {
    i64 total, min_other, min_near, min_far;
    const u64* masks;
    i64 mask_count;
    u64* answer;
    u64* best_keys;
    u64 room;
    i64 near_words, far_words;
    u64* scratch;

    // Weigh every pair on the other colour; the lefts are expanded once, so they should be the fewer.
    void meet(const i64* lefts, i64 left_count, const ParityClass& left, u64 left_shift, const i64* rights,
              i64 right_count, const ParityClass& right, u64 right_shift) const {
        u64 *lanes = scratch, *rows = lanes + CHUNK * near_words;
        u64 *b_near = rows + CHUNK * far_words, *b_far = b_near + near_words;
        i64 distances[CHUNK];
        u32 near[CHUNK / LANES];
        const bool wide = is_wide();
        for (i64 begin = 0; begin < left_count; begin += CHUNK) {
            const i64 size = min(CHUNK, left_count - begin), groups = (size + LANES - 1) / LANES;
            expand(lefts + begin, size, left, lanes, rows, b_near);
            for (i64 at = 0; at < right_count; at++) {
                const u64 b = (u64)rights[at];
                add_rows(b, right.near_tables, right.bytes, near_words, b_near);
                const i64 limit = (i64)answer[0] - total + min_near;
                (wide ? measure_wide : measure)(lanes, groups, b_near, near_words, limit, distances, near);
                bool is_far_known = false;
                for (i64 group = 0; group < groups; group++) {
                    for (u64 left_lanes = near[group]; left_lanes; left_lanes &= left_lanes - 1) {
                        const i64 place = LANES * group + (i64)trailing_zeros(left_lanes);
                        if (place >= size) break;
                        if (!is_far_known) {
                            add_rows(b, right.far_tables, right.bytes, far_words, b_far);
                            is_far_known = true;
                        }
                        const i64 far = (i64)distance(rows + place * far_words, b_far, far_words);
                        const i64 other = distances[place] - min_near + far - min_far;
                        if (other >= min_other && other <= (i64)answer[0] - total)
                            note(total + other, (u64)lefts[begin + place] << left_shift | b << right_shift);
                    }
                }
            }
        }
    }

    // Write the contribution of each left member to the near cells, in 16 lanes a group, and to the far cells, in rows.
    void expand(const i64* lefts, i64 size, const ParityClass& left, u64* lanes, u64* rows, u64* sum) const {
        for (i64 place = 0; place < size; place++) {
            const u64 index = (u64)lefts[place];
            add_rows(index, left.far_tables, left.bytes, far_words, rows + place * far_words);
            add_rows(index, left.near_tables, left.bytes, near_words, sum);
            u64* lane = lanes + place / LANES * LANES * near_words + place % LANES;
            for (i64 word = 0; word < near_words; word++) lane[LANES * word] = sum[word];
        }
    }

    // Count a pair whose deficit equals the best.
    void note(i64 deficit, u64 pair) const {
        const u64 key = key_of(pair, masks, mask_count);
        if ((u64)deficit < answer[0]) answer[0] = (u64)deficit, answer[1] = 0, answer[2] = key;
        if (answer[1] < room) best_keys[answer[1]] = key;
        answer[1]++;
        answer[2] = min(answer[2], key);
    }
};

}  // namespace

EXPORT void parity_sort(const i64* entries, i64 count, i64 limit, i64* starts, i64* indices, i64* places) {
    for (i64 deficit = 0; deficit < limit + 2; deficit++) starts[deficit] = 0;
    for (i64 i = 0; i < count; i++) starts[(entries[i] >> INDEX_BITS) + 1]++;
    for (i64 deficit = 1; deficit < limit + 2; deficit++) starts[deficit] += starts[deficit - 1];
    for (i64 deficit = 0; deficit < limit + 2; deficit++) places[deficit] = starts[deficit];
    for (i64 i = 0; i < count; i++)
        indices[places[entries[i] >> INDEX_BITS]++] = entries[i] & (((i64)1 << INDEX_BITS) - 1);
}

EXPORT void parity_tables(const u64* rows, i64 rank, const u64* offset, const u64* inside, i64 words, u64* tables,
                          i64 class_words) {
    const auto pack = [&](const u64* row, u64* to) {
        u64 bit = 0;
        for (i64 word = 0; word < words; word++)
            for (u64 left = inside[word]; left; left &= left - 1, bit++)
                to[bit >> 6] ^= (row[word] >> trailing_zeros(left) & 1) << (bit & 63);
    };
    for (i64 row = 0; row < rank; row++)
        pack(rows + row * words, tables + ((row >> 3 << 8) + ((i64)1 << (row & 7))) * class_words);
    for (i64 byte = 0; 8 * byte < rank; byte++)
        for (i64 value = 1; value < 256; value++)
            if (value & (value - 1))
                for (i64 word = 0; word < class_words; word++)
                    tables[(byte << 8 | value) * class_words + word] =
                        tables[(byte << 8 | (value & (value - 1))) * class_words + word] ^
                        tables[(byte << 8 | (value & -value)) * class_words + word];
    pack(offset, tables);
    for (i64 value = 1; value < 256; value++)
        for (i64 word = 0; word < class_words; word++) tables[value * class_words + word] ^= tables[word];
}

EXPORT void parity_scan(i64 total, i64 first, i64 last, i64 min_other, const i64* left_indices, const i64* left_starts,
                        const i64* right_indices, const i64* right_starts, const ParityClass* left,
                        const ParityClass* right, i64 min_near, i64 min_far, u64 right_shift, const u64* masks,
                        i64 mask_count, u64* answer, u64* best_keys, u64 room, i64 near_words, i64 far_words,
                        u64* scratch) {
    const Scan scan = {total,  min_other, min_near, min_far,    masks,     mask_count,
                       answer, best_keys, room,     near_words, far_words, scratch};
    for (i64 deficit = first; deficit <= last; deficit++) {
        const i64 *lefts = left_indices + left_starts[deficit], *rights = right_indices + right_starts[total - deficit];
        const i64 left_count = left_starts[deficit + 1] - left_starts[deficit];
        const i64 right_count = right_starts[total - deficit + 1] - right_starts[total - deficit];
        if (left_count <= right_count)
            scan.meet(lefts, left_count, *left, 0, rights, right_count, *right, right_shift);
        else
            scan.meet(rights, right_count, *right, right_shift, lefts, left_count, *left, 0);
    }
}
