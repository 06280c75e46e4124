#include "lights/coset_leaders.hpp"

namespace {

constexpr i64 BLOCK = 4096;  // choices whose least weights fit the nearest cache

template <class T>
INLINE void weights(const i32* shifts, i64 places, const i32* bases, i64 members, i64 k, T* table, i64 count) {
    for (i64 m = 0; m < members; m++, shifts += places, table += count) {
        i64 size = 1;  // the number of choices at the last places, which are done
        table[0] = (T)bases[m];
        for (i64 place = places - 1; place >= 0; place--) {
            // 0 last, since it overwrites the values from which the others are computed
            for (i64 x = k - 1; x >= 0; x--)
                for (i64 j = 0; j < size; j++) table[x * size + j] = (T)(table[j] + (x + shifts[place]) % k);
            size *= k;
        }
    }
}

template <class T>
INLINE void leaders(const T* lefts, i64 left_count, i64 first, i64 last, const T* rights, i64 right_count, i64 members,
                    i64* counts, T* __restrict least) {
    for (i64 i = first; i < last; i++) {
        for (i64 start = 0; start < right_count; start += BLOCK) {
            const i64 size = min(BLOCK, right_count - start);
            for (i64 j = 0; j < size; j++) least[j] = (T)-1;
            for (i64 m = 0; m < members; m++) {
                const T left = lefts[m * left_count + i];
                const T* right = rights + m * right_count + start;
                for (i64 j = 0; j < size; j++) least[j] = min(least[j], (T)(left + right[j]));
            }
            for (i64 j = 0; j < size; j++) counts[least[j]]++;
        }
    }
}

}  // namespace

EXPORT void coset_weights_8(const i32* shifts, i64 places, const i32* bases, i64 members, i64 k, u8* table, i64 count) {
    weights(shifts, places, bases, members, k, table, count);
}

EXPORT void coset_weights_32(const i32* shifts, i64 places, const i32* bases, i64 members, i64 k, u32* table,
                             i64 count) {
    weights(shifts, places, bases, members, k, table, count);
}

EXPORT void coset_leaders_8(const u8* lefts, i64 left_count, i64 first, i64 last, const u8* rights, i64 right_count,
                            i64 members, i64* counts, i64, u8* least) {
    leaders(lefts, left_count, first, last, rights, right_count, members, counts, least);
}

EXPORT void coset_leaders_32(const u32* lefts, i64 left_count, i64 first, i64 last, const u32* rights, i64 right_count,
                             i64 members, i64* counts, i64, u32* least) {
    leaders(lefts, left_count, first, last, rights, right_count, members, counts, least);
}
