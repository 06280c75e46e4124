#include "base/runtime.hpp"

#if defined(__x86_64__)
namespace {
struct Registers {
    u32 a, b, c, d;
};
INLINE Registers cpuid(u32 leaf, u32 part) {
    Registers r;
    __asm__ volatile("cpuid" : "=a"(r.a), "=b"(r.b), "=c"(r.c), "=d"(r.d) : "a"(leaf), "c"(part));
    return r;
}
INLINE bool has(u32 word, u32 mask) { return (word & mask) == mask; }
}  // namespace

EXPORT i64 processor_level() {
    if (cpuid(0, 0).a < 7) return 1;
    const Registers one = cpuid(1, 0), seven = cpuid(7, 0), extended = cpuid(0x80000001, 0);
    // v2: SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT; LAHF
    if (!has(one.c, 1u << 0 | 1u << 9 | 1u << 13 | 1u << 19 | 1u << 20 | 1u << 23) || !has(extended.c, 1)) return 1;
    // v3: FMA, MOVBE, OSXSAVE, AVX, F16C, PCLMULQDQ; BMI1, AVX2, BMI2; LZCNT
    if (!has(one.c, 1u << 1 | 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29) || !has(extended.c, 1u << 5))
        return 2;
    if (!has(seven.b, 1u << 3 | 1u << 5 | 1u << 8)) return 2;
    u32 low, high;  // the registers that the operating system saves
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if (!has(low, 6)) return 2;
    const i64 by_products = seven.c >> 10 & 1 ? 512 : 0;
    // v4: AVX-512 F, DQ, CD, BW, VL
    const i64 gfni = seven.c >> 8 & 1;
    if (!has(seven.b, 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31) || !has(low, 0xe6))
        return 3 | by_products | gfni << 10;
    return 4 | gfni << 8 | by_products | gfni << 10;
}
#else
EXPORT i64 processor_level() { return 0; }
#endif

#if defined(_WIN32)
extern "C" int DllMainCRTStartup(void*, unsigned, void*) { return 1; }  // the entry point of a DLL
#if defined(FREESTANDING) && defined(__x86_64__)
// Called if a stack frame exceeds a page: touches the pages of its rax bytes in turn, since Windows commits the stack
// page by page. Registers are preserved.
extern "C" __attribute__((naked)) void ___chkstk_ms() {
    __asm__(
        "push %rcx\n push %rax\n lea 24(%rsp), %rcx\n"
        "1: sub $4096, %rcx\n orb $0, (%rcx)\n sub $4096, %rax\n ja 1b\n"
        "pop %rax\n pop %rcx\n ret");
}
#endif
#endif
#if defined(FREESTANDING) && !defined(__APPLE__)
// No libc is linked; compilers call these for loops that set or copy bytes.
extern "C" __attribute__((no_builtin("memset"))) void* memset(void* to, int value, size_t size) {
    for (size_t i = 0; i < size; i++) ((u8*)to)[i] = (u8)value;
    return to;
}
extern "C" __attribute__((no_builtin("memcpy"))) void* memcpy(void* to, const void* from, size_t size) {
    for (size_t i = 0; i < size; i++) ((u8*)to)[i] = ((const u8*)from)[i];
    return to;
}
extern "C" __attribute__((no_builtin("memmove"))) void* memmove(void* to, const void* from, size_t size) {
    if (to < from) return memcpy(to, from, size);
    for (size_t i = size; i-- > 0;) ((u8*)to)[i] = ((const u8*)from)[i];
    return to;
}
#endif
