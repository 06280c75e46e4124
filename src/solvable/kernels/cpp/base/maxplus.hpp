// Prefix sums and prefix maxima of lines, a register at a time, for the best path along a line.
//
// out[x] = max(enter[x], out[x − 1] + profit[x]) is S[x] + max over y ≤ x of (enter[y] − S[y]), S the prefix sums of
// the profits. Each takes log2(lanes) rounds of shifting and combining within a register, and one number is carried
// from register to register by a single addition or comparison.
#pragma once
#include "base/base.hpp"

// The number of lanes of T, a signed integer, in a register.
template <class T>
constexpr int LANES = (int)(8 * VECTOR_WORDS / sizeof(T));
constexpr i64 MAX_LANES = 16;  // of any build: arrays are padded to a multiple of this

template <class T>
struct LanesOf {
    typedef T type __attribute__((vector_size(8 * VECTOR_WORDS)));
    typedef T unaligned __attribute__((vector_size(8 * VECTOR_WORDS), aligned(sizeof(T)), may_alias));
};
template <class T>
using Lanes = typename LanesOf<T>::type;

template <class T>
static INLINE Lanes<T> load_lanes(const T* from) {
    return *(const typename LanesOf<T>::unaligned*)from;
}
template <class T>
static INLINE void store_lanes(T* to, Lanes<T> value) {
    *(typename LanesOf<T>::unaligned*)to = value;
}
template <class T>
static INLINE Lanes<T> broadcast(T value) {
    return value - Lanes<T>{};
}

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define SHUFFLE_LANES(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#endif
#endif
#if !defined(SHUFFLE_LANES)  // g++ before 12
#define SHUFFLE_LANES(a, b, ...) __builtin_shuffle(a, b, decltype(a){__VA_ARGS__})
#endif

template <int... I>
struct Indices {};
template <int N, int... I>
struct IndicesTo : IndicesTo<N - 1, N - 1, I...> {};
template <int... I>
struct IndicesTo<0, I...> {
    using type = Indices<I...>;
};
template <class T>
using AllLanes = typename IndicesTo<LANES<T>>::type;

// 0, 1, 2, …
template <class T, int... I>
static INLINE Lanes<T> lane_numbers(Indices<I...>) {
    return Lanes<T>{I...};
}
template <class T>
static INLINE Lanes<T> lane_numbers() {
    return lane_numbers<T>(AllLanes<T>());
}
// Lane x gets that of x − BY (x + |BY| if BY is negative); the lanes of `fill` if there is none.
template <int BY, class V, int... I>
static INLINE V shifted(V value, V fill, Indices<I...>) {
    constexpr int N = sizeof...(I);
    return SHUFFLE_LANES(value, fill, (I - BY >= 0 && I - BY < N ? I - BY : N + I)...);
}
template <int LANE, class V, int... I>
static INLINE V repeated(V value, Indices<I...>) {
    return SHUFFLE_LANES(value, value, (I * 0 + LANE)...);
}
template <class V>
static INLINE V greater(V a, V b) {
    return a > b ? a : b;
}

template <class T>
static INLINE Lanes<T> first_lane(Lanes<T> value) {
    return repeated<0>(value, AllLanes<T>());
}
template <class T>
static INLINE Lanes<T> last_lane(Lanes<T> value) {
    return repeated<LANES<T> - 1>(value, AllLanes<T>());
}

template <class T, int BY = 1>
static INLINE Lanes<T> prefix_sums(Lanes<T> value) {
    if constexpr (BY >= LANES<T>)
        return value;
    else
        return prefix_sums<T, 2 * BY>(value + shifted<BY>(value, Lanes<T>{}, AllLanes<T>()));
}
// A lane without a predecessor is compared with itself.
template <class T, int BY = 1>
static INLINE Lanes<T> prefix_maxima(Lanes<T> value) {
    if constexpr (BY >= LANES<T>)
        return value;
    else
        return prefix_maxima<T, 2 * BY>(greater(value, shifted<BY>(value, value, AllLanes<T>())));
}
template <class T, int BY = 1>
static INLINE Lanes<T> suffix_maxima(Lanes<T> value) {
    if constexpr (BY >= LANES<T>)
        return value;
    else
        return suffix_maxima<T, 2 * BY>(greater(value, shifted<-BY>(value, value, AllLanes<T>())));
}
template <class T>
static INLINE T greatest_lane(Lanes<T> value) {
    return suffix_maxima<T>(value)[0];
}
