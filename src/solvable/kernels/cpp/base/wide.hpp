// Whether a kernel may run its functions for registers of 64 bytes (`TARGET_WIDE`), which lie in every library.
#pragma once
#include "base/runtime.hpp"

#if defined(__x86_64__)
#define HAS_WIDE 1
#define TARGET_WIDE __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")))
#else
#define HAS_WIDE 0
#endif

// Every processor that has AVX-512 and GFNI counts bits by vectors (VPOPCNTDQ). Asked once: in a virtual machine CPUID
// takes as long as weighing a board.
static INLINE bool is_wide() {
    static i64 level = -1;
    i64 known = __atomic_load_n(&level, __ATOMIC_RELAXED);
    if (known < 0) {
        known = processor_level();
        __atomic_store_n(&level, known, __ATOMIC_RELAXED);
    }
    return known & 256;
}

// Return the first place from `scratch` on that is a multiple of 64 bytes: vectors there lie in one line of the cache.
template <class T>
static INLINE T* aligned_64(T* scratch) {
    return (T*)(((uintptr_t)scratch + 63) & ~(uintptr_t)63);
}
