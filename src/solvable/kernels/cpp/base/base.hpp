// Common definitions of all kernels: integer types, one-instruction helpers, vectors as wide as the registers.
//
// Freestanding C++20: no exceptions, RTTI, containers, libc or allocation. Arrays are passed as pointers with their
// sizes, and the caller provides scratch memory. `EXPORT` marks a function and `INTERFACE` a structure that Python may
// use: build.py extracts their declarations from the headers, so they are written once. `ARRAY(n)` after a pointer is
// the least number of its items, in terms of the other parameters, in Python's syntax; the caller's buffer is checked
// against it. `const` marks an array that is only read. The size of a pointer without ARRAY is not checked.
#pragma once
#include <stddef.h>
#include <stdint.h>

using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;
using i8 = int8_t;
using i16 = int16_t;
using i32 = int32_t;
using i64 = int64_t;
using f32 = float;
using f64 = double;

#define INLINE inline __attribute__((always_inline))
#define NOINLINE __attribute__((noinline))
#define ARRAY(size)
#define INTERFACE
#if defined(_WIN32)
#define EXPORT extern "C" __declspec(dllexport)
#else
#define EXPORT extern "C" __attribute__((visibility("default")))
#endif

// Without the popcnt instruction __builtin_popcountll calls libgcc, which is not linked.
static INLINE u64 popcount(u64 x) {
#if defined(__POPCNT__) || defined(__aarch64__) || defined(__wasm__)
    return (u64)__builtin_popcountll(x);
#else
    x -= x >> 1 & 0x5555555555555555;
    x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
    return ((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56;
#endif
}
static INLINE u64 trailing_zeros(u64 x) { return (u64)__builtin_ctzll(x); }  // x ≠ 0
static INLINE u64 bit_length(u64 x) { return x ? 64 - (u64)__builtin_clzll(x) : 0; }
static INLINE void prefetch(const void* address) { __builtin_prefetch(address, 0, 3); }
template <class T>
static INLINE T min(T a, T b) {
    return b < a ? b : a;
}
template <class T>
static INLINE T max(T a, T b) {
    return a < b ? b : a;
}
template <class T>
static INLINE void swap(T& a, T& b) {
    T c = a;
    a = b;
    b = c;
}
// Floor division, as in Python; C++ rounds towards zero. b > 0.
static INLINE i64 floor_div(i64 a, i64 b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }

// A vector of words as wide as the registers; g++ generates poor code for wider ones. Loads and stores need no
// alignment.
#if defined(__AVX512F__)
constexpr i64 VECTOR_WORDS = 8;
#elif defined(__AVX2__)
constexpr i64 VECTOR_WORDS = 4;
#else
constexpr i64 VECTOR_WORDS = 2;
#endif
typedef u64 vector __attribute__((vector_size(8 * VECTOR_WORDS)));
typedef u64 vector_unaligned __attribute__((vector_size(8 * VECTOR_WORDS), aligned(8), may_alias));
static INLINE vector load(const u64* from) { return *(const vector_unaligned*)from; }
static INLINE void store(u64* to, vector value) { *(vector_unaligned*)to = value; }
