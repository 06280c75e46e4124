#include "lights/plane_primes.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // g++ 12 warns about its own intrinsics
#endif
#endif

namespace {

#if defined(__AVX2__)
constexpr i64 LANES = 8;
#else
constexpr i64 LANES = 4;
#endif
typedef f32 floats __attribute__((vector_size(4 * LANES)));
typedef i32 integers __attribute__((vector_size(4 * LANES)));
typedef f32 floats_unaligned __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
// States of as many cells as a vector has lanes, as floats, and back; g++ converts vectors of bytes by shuffles.
#if defined(__AVX2__)
INLINE floats load_states(const u8* from) {
    return _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)from)));
}
INLINE floats load_states(const u16* from) {
    return _mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i*)from)));
}
INLINE __m128i packed(floats states) {
    const __m256i numbers = _mm256_cvttps_epi32(states);
    return _mm_packus_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256(numbers, 1));
}
INLINE void store_states(u8* to, floats states) {
    const __m128i words = packed(states);
    _mm_storel_epi64((__m128i*)to, _mm_packus_epi16(words, words));
}
INLINE void store_states(u16* to, floats states) { _mm_storeu_si128((__m128i*)to, packed(states)); }
#else
template <class State>
INLINE floats load_states(const State* from) {
    typedef State states __attribute__((vector_size(LANES * sizeof(State))));
    states loaded;
    __builtin_memcpy(&loaded, from, sizeof loaded);
    return __builtin_convertvector(__builtin_convertvector(loaded, integers), floats);
}
template <class State>
INLINE void store_states(State* to, floats values) {
    typedef State states __attribute__((vector_size(LANES * sizeof(State))));
    const states stored = __builtin_convertvector(__builtin_convertvector(values, integers), states);
    __builtin_memcpy(to, &stored, sizeof stored);
}
#endif

// Round down nonnegative numbers below 2^31.
INLINE f32 round_down(f32 x) { return (f32)(i32)x; }
INLINE floats round_down(floats x) {
#if defined(__AVX2__)
    return _mm256_floor_ps(x);
#elif defined(__SSE4_1__)
    return _mm_floor_ps(x);
#else
    return __builtin_convertvector(__builtin_convertvector(x, integers), floats);
#endif
}

// The presses that take these sums to 0 modulo `states`.
template <class T>
INLINE T negated(T total, f32 states, f32 inverse) {
    const T rest = 5.0f * states - total;  // at least 5
    return rest - states * round_down((rest + 0.5f) * inverse);
}

template <class State, bool IS_WRITTEN>
void press_row(State* row, i64 width, f32* above, const f32* here, f32 states) {
    const f32 inverse = 1.0f / states;
    const auto floats_at = [](const f32* from) { return (floats) * (const floats_unaligned*)from; };
    i64 i = 0;
    for (; i + LANES <= width; i += LANES) {
        const floats lit = load_states(row + i);
        const floats pressed = floats_at(here + i + 1);
        const floats total = lit + floats_at(above + i + 1) + pressed + floats_at(here + i) + floats_at(here + i + 2);
        *(floats_unaligned*)(above + i + 1) = negated(total, states, inverse);
        if constexpr (IS_WRITTEN) store_states(row + i, pressed);
    }
    for (; i < width; i++) {
        above[i + 1] = negated((f32)row[i] + above[i + 1] + here[i + 1] + here[i] + here[i + 2], states, inverse);
        if constexpr (IS_WRITTEN) row[i] = (State)(i32)here[i + 1];
    }
}

#if defined(__x86_64__)
#define WIDE __attribute__((target("avx512f")))
WIDE INLINE __m512i load_numbers(const u8* from) { return _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i*)from)); }
WIDE INLINE __m512i load_numbers(const u16* from) {
    return _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i*)from));
}
WIDE INLINE void store_numbers(u8* to, __m512i numbers) {
    _mm_storeu_si128((__m128i*)to, _mm512_cvtepi32_epi8(numbers));
}
WIDE INLINE void store_numbers(u16* to, __m512i numbers) {
    _mm256_storeu_si256((__m256i*)to, _mm512_cvtepi32_epi16(numbers));
}

// The same by AVX-512.
template <class State, bool IS_WRITTEN>
WIDE void press_row_wide(State* row, i64 width, f32* above, const f32* here, f32 states) {
    const f32 inverse = 1.0f / states;
    const __m512 times = _mm512_set1_ps(states), part = _mm512_set1_ps(inverse), most = _mm512_set1_ps(5.0f * states);
    i64 i = 0;
    for (; i + 16 <= width; i += 16) {
        const __m512 pressed = _mm512_loadu_ps(here + i + 1);
        const __m512 sides = _mm512_add_ps(_mm512_loadu_ps(here + i), _mm512_loadu_ps(here + i + 2));
        const __m512 lit = _mm512_add_ps(_mm512_cvtepi32_ps(load_numbers(row + i)), _mm512_loadu_ps(above + i + 1));
        const __m512 rest = _mm512_sub_ps(most, _mm512_add_ps(_mm512_add_ps(lit, pressed), sides));
        const __m512 quotient = _mm512_mul_ps(_mm512_add_ps(rest, _mm512_set1_ps(0.5f)), part);
        const __m512 whole = _mm512_roundscale_ps(quotient, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
        _mm512_storeu_ps(above + i + 1, _mm512_sub_ps(rest, _mm512_mul_ps(times, whole)));
        if constexpr (IS_WRITTEN) store_numbers(row + i, _mm512_cvttps_epi32(pressed));
    }
    for (; i < width; i++) {
        above[i + 1] = negated((f32)row[i] + above[i + 1] + here[i + 1] + here[i] + here[i + 2], states, inverse);
        if constexpr (IS_WRITTEN) row[i] = (State)(i32)here[i + 1];
    }
}
#else
template <class State, bool IS_WRITTEN>
INLINE void press_row_wide(State* row, i64 width, f32* above, const f32* here, f32 states) {
    press_row<State, IS_WRITTEN>(row, width, above, here, states);
}
#endif

template <class State>
INLINE void chase(State* board, i64 height, i64 width, f32* above, f32* here, i64 k, bool wraps, bool is_written,
                  bool is_wide) {
    f32* const first = above;
    const auto press = is_wide      ? is_written ? press_row_wide<State, true> : press_row_wide<State, false>
                       : is_written ? press_row<State, true>
                                    : press_row<State, false>;
    for (i64 r = 0; r < height; r++) {
        if (wraps) here[0] = here[width], here[width + 1] = here[1];
        press(board + r * width, width, above, here, (f32)k);
        swap(above, here);
    }
    if (above != first)
        for (i64 i = 0; i < width + 2; i++) swap(above[i], here[i]);
}

}  // namespace

EXPORT void plane_chase_bytes(u8* board, i64 height, i64 width, f32* above, f32* here, i64 k, bool wraps,
                              bool is_written, bool is_wide) {
    chase(board, height, width, above, here, k, wraps, is_written, is_wide);
}

EXPORT void plane_chase_words(u16* board, i64 height, i64 width, f32* above, f32* here, i64 k, bool wraps,
                              bool is_written, bool is_wide) {
    chase(board, height, width, above, here, k, wraps, is_written, is_wide);
}
