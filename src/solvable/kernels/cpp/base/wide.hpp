// Whether a kernel may use its functions for registers of 64 bytes (`TARGET_WIDE`), which every library contains.
#pragma once
#include "base/runtime.hpp"

#if defined(__x86_64__)
#define HAS_WIDE 1
#define TARGET_WIDE __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")))
#else
#define HAS_WIDE 0
#endif

// Every processor with AVX-512 and GFNI has a vector population count (VPOPCNTDQ). The result is cached, because CPUID
// in a virtual machine takes as long as weighing a board.
static INLINE bool is_wide() {
    static i64 level = -1;
    i64 known = __atomic_load_n(&level, __ATOMIC_RELAXED);
    if (known < 0) {
        known = processor_level();
        __atomic_store_n(&level, known, __ATOMIC_RELAXED);
    }
    return known & 256;
}

// Return the first address from `scratch` that is a multiple of 64 bytes, so that a vector there lies in one cache
// line.
template <class T>
static INLINE T* aligned_64(T* scratch) {
    return (T*)(((uintptr_t)scratch + 63) & ~(uintptr_t)63);
}
