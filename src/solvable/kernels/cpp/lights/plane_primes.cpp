#include "lights/plane_primes.hpp"

#if defined(__SSE4_1__)
#include <immintrin.h>
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
// States of as many cells as a vector has lanes, as floats, and back: g++ converts vectors of bytes by shuffles.
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

// Round down numbers that are not negative, and below 2^31.
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

// The presses that bring these sums to 0 modulo `states`.
template <class T>
INLINE T negated(T total, f32 states, f32 inverse) {
    const T rest = 5.0f * states - total;  // at least 5
    return rest - states * round_down((rest + 0.5f) * inverse);
}

template <class State, bool IS_WRITTEN>
INLINE void press_row(State* row, i64 width, f32* above, const f32* here, f32 states) {
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

template <class State>
INLINE void chase(State* board, i64 height, i64 width, f32* above, f32* here, i64 k, bool wraps, bool is_written) {
    f32* const first = above;
    for (i64 r = 0; r < height; r++) {
        if (wraps) here[0] = here[width], here[width + 1] = here[1];
        if (is_written)
            press_row<State, true>(board + r * width, width, above, here, (f32)k);
        else
            press_row<State, false>(board + r * width, width, above, here, (f32)k);
        swap(above, here);
    }
    if (above != first)
        for (i64 i = 0; i < width + 2; i++) swap(above[i], here[i]);
}

}  // namespace

EXPORT void plane_chase_bytes(u8* board, i64 height, i64 width, f32* above, f32* here, i64 k, bool wraps,
                              bool is_written) {
    chase(board, height, width, above, here, k, wraps, is_written);
}

EXPORT void plane_chase_words(u16* board, i64 height, i64 width, f32* above, f32* here, i64 k, bool wraps,
                              bool is_written) {
    chase(board, height, width, above, here, k, wraps, is_written);
}
