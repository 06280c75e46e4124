// Butterflies of the Walsh-Hadamard transform, and comparisons, of 32 lanes of i16 or i32.
//
// Included once for each width of registers, inside its namespace, after BYTES, that width, and TARGET, the attribute
// of its functions, have been defined. `butterflies` is four levels of a transform in registers: 16 vectors in, 64
// additions and subtractions, 16 vectors out. Bounds are not checked; callers stay inside their arrays.

template <class T>
struct Lanes {
    typedef T Vector __attribute__((vector_size(BYTES)));
    typedef T Unaligned __attribute__((vector_size(BYTES), aligned(sizeof(T)), may_alias));
    static constexpr i64 COUNT = BYTES / (i64)sizeof(T);
    TARGET static INLINE Vector load(const T* from) { return *(const Unaligned*)from; }
    TARGET static INLINE void store(T* to, Vector value) { *(Unaligned*)to = value; }
};

template <int BIT, int VECTORS, class Vector>
TARGET INLINE void level_of_butterflies(Vector* v) {
#pragma GCC unroll 8
    for (int pair = 0; pair < VECTORS / 2; pair++) {
        const int low = (pair >> BIT) << (BIT + 1) | (pair & ((1 << BIT) - 1)), high = low | 1 << BIT;
        const Vector a = v[low], b = v[high];
        v[low] = a + b;
        v[high] = a - b;
    }
}

// Transform 2, 4, 8 or 16 vectors of 32 lanes at from[i·STRIDE] to to[i·STRIDE].
template <int VECTORS, i64 STRIDE, class T>
TARGET INLINE void butterflies(const T* from, T* to) {
    using L = Lanes<T>;
    for (i64 lane = 0; lane < LANES; lane += L::COUNT) {
        typename L::Vector v[VECTORS];
#pragma GCC unroll 16
        for (int i = 0; i < VECTORS; i++) v[i] = L::load(from + lane + i * STRIDE);
        level_of_butterflies<0, VECTORS>(v);
        if constexpr (VECTORS > 2) level_of_butterflies<1, VECTORS>(v);
        if constexpr (VECTORS > 4) level_of_butterflies<2, VECTORS>(v);
        if constexpr (VECTORS > 8) level_of_butterflies<3, VECTORS>(v);
#pragma GCC unroll 16
        for (int i = 0; i < VECTORS; i++) L::store(to + lane + i * STRIDE, v[i]);
    }
}

// Transform `size` elements over log₂ VECTORS bits, the lowest of which is worth STRIDE elements. Not inlined, since it
// needs all registers; STRIDE is a constant so that addresses need none.
template <int VECTORS, i64 STRIDE, class T>
TARGET NOINLINE static void pass_by(const T* from, T* to, i64 size) {
    for (i64 high = 0; high < size; high += VECTORS * STRIDE)
        for (i64 low = 0; low < STRIDE; low += LANES) butterflies<VECTORS, STRIDE>(from + high + low, to + high + low);
}

// The same for a stride of 32 times a power of 16, at most 16^3.
template <int VECTORS, class T>
TARGET INLINE void pass(const T* from, T* to, i64 size, i64 stride) {
    if (stride == LANES) return pass_by<VECTORS, LANES>(from, to, size);
    if (stride == 16 * LANES) return pass_by<VECTORS, 16 * LANES>(from, to, size);
    if (stride == 256 * LANES) return pass_by<VECTORS, 256 * LANES>(from, to, size);
    pass_by<VECTORS, 4096 * LANES>(from, to, size);
}

// Return the maximum of the last pass with 16 vectors, whose result is not stored. The last level needs only max(a + b,
// a − b) = a + |b|.
template <i64 STRIDE, class T>
TARGET NOINLINE static T maximum_by(const T* from) {
    using L = Lanes<T>;
    typename L::Vector highest = typename L::Vector{} + (T)(1 - ((u64)1 << (8 * sizeof(T) - 1)));
    for (i64 lane = 0; lane < STRIDE; lane += L::COUNT) {
        typename L::Vector v[16];
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++) v[i] = L::load(from + lane + i * STRIDE);
        level_of_butterflies<0, 16>(v);
        level_of_butterflies<1, 16>(v);
        level_of_butterflies<2, 16>(v);
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++) {
            const typename L::Vector b = v[i + 8], size = b > -b ? b : -b, value = v[i] + size;
            highest = value > highest ? value : highest;
        }
    }
    T lanes[L::COUNT];
    L::store(lanes, highest);
    T best = lanes[0];
    for (i64 lane = 1; lane < L::COUNT; lane++) best = max(best, lanes[lane]);
    return best;
}

template <class T>
TARGET INLINE T maximum_of_pass(const T* from, i64 stride) {
    if (stride == 16 * LANES) return maximum_by<16 * LANES>(from);
    if (stride == 256 * LANES) return maximum_by<256 * LANES>(from);
    return maximum_by<4096 * LANES>(from);
}

// Add 32 lanes to others.
template <class T>
TARGET INLINE void add_lanes(T* to, const T* other) {
    using L = Lanes<T>;
    for (i64 lane = 0; lane < LANES; lane += L::COUNT) L::store(to + lane, L::load(to + lane) + L::load(other + lane));
}

// Add factor · signs to 32 lanes.
template <class T>
TARGET INLINE void add_multiple(T* to, const T* signs, T factor) {
    using L = Lanes<T>;
    const typename L::Vector factors = typename L::Vector{} + factor;
    for (i64 lane = 0; lane < LANES; lane += L::COUNT)
        L::store(to + lane, L::load(to + lane) + L::load(signs + lane) * factors);
}

// Return the maximum of `size` elements, a multiple of 32. Not inlined: inside a loop without free registers the maxima
// would be in memory.
template <class T>
TARGET NOINLINE static T maximum(const T* values, i64 size) {
    using L = Lanes<T>;
    typename L::Vector best = L::load(values), other = best;
    i64 at = 0;
    for (; at + 2 * L::COUNT <= size; at += 2 * L::COUNT) {
        const typename L::Vector a = L::load(values + at), b = L::load(values + at + L::COUNT);
        best = a > best ? a : best;
        other = b > other ? b : other;
    }
    if (at < size) {
        const typename L::Vector a = L::load(values + at);
        best = a > best ? a : best;
    }
    best = other > best ? other : best;
    T lanes[L::COUNT];
    L::store(lanes, best);
    T highest = lanes[0];
    for (i64 lane = 1; lane < L::COUNT; lane++) highest = max(highest, lanes[lane]);
    return highest;
}

// Return the mask of the 32 elements that are ≥ `min_value`.
TARGET INLINE u32 lanes_at_least(const i16* values, i16 min_value) {
#if BYTES == 64
    return _mm512_cmpge_epi16_mask(_mm512_loadu_si512(values), _mm512_set1_epi16(min_value));
#elif defined(__SSE2__)
    const __m128i bound = _mm_set1_epi16(min_value);
    u32 below = 0;
    for (int half = 0; half < 2; half++) {
        const __m128i a = _mm_loadu_si128((const __m128i*)(values + 16 * half));
        const __m128i b = _mm_loadu_si128((const __m128i*)(values + 16 * half + 8));
        const __m128i both = _mm_packs_epi16(_mm_cmplt_epi16(a, bound), _mm_cmplt_epi16(b, bound));
        below |= (u32)_mm_movemask_epi8(both) << 16 * half;
    }
    return ~below;
#else
    u32 mask = 0;
    for (int lane = 0; lane < LANES; lane++) mask |= (u32)(values[lane] >= min_value) << lane;
    return mask;
#endif
}

TARGET INLINE u32 lanes_at_least(const i32* values, i32 min_value) {
#if BYTES == 64
    const __m512i bound = _mm512_set1_epi32(min_value);
    const u32 low = _mm512_cmpge_epi32_mask(_mm512_loadu_si512(values), bound);
    return low | (u32)_mm512_cmpge_epi32_mask(_mm512_loadu_si512(values + 16), bound) << 16;
#elif defined(__SSE2__)
    const __m128i bound = _mm_set1_epi32(min_value);
    u32 below = 0;
    for (int part = 0; part < 8; part++) {
        const __m128i a = _mm_loadu_si128((const __m128i*)(values + 4 * part));
        below |= (u32)_mm_movemask_ps((__m128)_mm_cmplt_epi32(a, bound)) << 4 * part;
    }
    return ~below;
#else
    u32 mask = 0;
    for (int lane = 0; lane < LANES; lane++) mask |= (u32)(values[lane] >= min_value) << lane;
    return mask;
#endif
}
