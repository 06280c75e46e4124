#include "lights/walsh.hpp"

#include "base/wide.hpp"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

constexpr int LANE_BITS = 5;
constexpr int LANES = 1 << LANE_BITS;
constexpr int INDEX_BITS = 40;

namespace ordinary {
#define BYTES (8 * VECTOR_WORDS)
#define TARGET
#include "lights/walsh_loops.hpp"
#undef BYTES
#undef TARGET
}  // namespace ordinary

#if HAS_WIDE
namespace wide {
#define BYTES 64
#define TARGET TARGET_WIDE
#include "lights/walsh_loops.hpp"
#undef BYTES
#undef TARGET
}  // namespace wide
#define BY_WIDTH(call) return is_wide() ? wide::call : ordinary::call
#else
#define BY_WIDTH(call) return ordinary::call
#endif

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
