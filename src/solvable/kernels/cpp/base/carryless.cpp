#include "base/carryless.hpp"

#include "base/runtime.hpp"

namespace portable {

// The products of a word with the polynomials of degree below 4.
struct Multiples {
    u64 low[16], high[16];
    explicit INLINE Multiples(u64 factor) {
        low[0] = high[0] = 0;
        for (int digit = 1; digit < 16; digit++) {
            const u64 half = low[digit >> 1];
            low[digit] = half << 1 ^ (digit & 1 ? factor : 0);
            high[digit] = high[digit >> 1] << 1 | half >> 63;
        }
    }
};

struct Product {
    u64 low, high;
};

INLINE Product times(u64 a, const Multiples& m) {
    Product p = {0, 0};
    for (int shift = 60; shift >= 0; shift -= 4) {
        const u64 digit = a >> shift & 15;
        p.high = p.high << 4 | p.low >> 60;
        p.low = p.low << 4 ^ m.low[digit];
        p.high ^= m.high[digit];
    }
    return p;
}

static void combine(u64* a, u64* b, i64 first, i64 last, const u64* m) {
    const Multiples m0(m[0]), m1(m[1]), m2(m[2]), m3(m[3]);
    u64 carry_a = 0, carry_b = 0;
    for (i64 at = first; at < last; at++) {
        const Product aa = times(a[at], m0), ab = times(b[at], m1), ba = times(a[at], m2), bb = times(b[at], m3);
        a[at] = aa.low ^ ab.low ^ carry_a;
        b[at] = ba.low ^ bb.low ^ carry_b;
        carry_a = aa.high ^ ab.high;
        carry_b = ba.high ^ bb.high;
    }
}

static void add_product(u64* target, const u64* source, i64 size, u64 factor) {
    const Multiples m(factor);
    u64 carry = 0;
    for (i64 at = 0; at < size; at++) {
        const Product p = times(source[at], m);
        target[at] ^= p.low ^ carry;
        carry = p.high;
    }
}

static void add_products(u64* target, const u64* source, i64 size, u64 low, u64 high) {
    add_product(target, source, size, low);
    add_product(target + 1, source, size - 1, high);
}

static u64 top_product(u64 a, u64 b) {
    const Product p = times(a, Multiples(b));
    return p.high << 1 | p.low >> 63;
}

}  // namespace portable

#if defined(__x86_64__)
#include <immintrin.h>

// MOVED: the vector that begins with the last word of the one before, then all words but the last of this one.
namespace by_2 {
#define WIDTH 2
#define TARGET __attribute__((target("pclmul,sse4.1")))
#define LOW(x, m) ((Words)_mm_clmulepi64_si128((__m128i)(x), (__m128i)(m), 0x00))
#define HIGH(x, m) ((Words)_mm_clmulepi64_si128((__m128i)(x), (__m128i)(m), 0x01))
#define MOVED(before, now) __builtin_shufflevector(before, now, 1, 2)
#include "base/carryless_loops.hpp"
TARGET static u64 top_product(u64 a, u64 b) {
    const Words product = LOW((Words{a, 0}), (Words{b, 0}));
    return product[1] << 1 | product[0] >> 63;
}
#undef WIDTH
#undef TARGET
#undef LOW
#undef HIGH
#undef MOVED
}  // namespace by_2

namespace by_4 {
#define WIDTH 4
#define TARGET __attribute__((target("avx2,vpclmulqdq")))
#define LOW(x, m) ((Words)_mm256_clmulepi64_epi128((__m256i)(x), (__m256i)(m), 0x00))
#define HIGH(x, m) ((Words)_mm256_clmulepi64_epi128((__m256i)(x), (__m256i)(m), 0x01))
#define MOVED(before, now) __builtin_shufflevector(before, now, 3, 4, 5, 6)
#include "base/carryless_loops.hpp"
#undef WIDTH
#undef TARGET
#undef LOW
#undef HIGH
#undef MOVED
}  // namespace by_4

namespace by_8 {
#define WIDTH 8
#define TARGET __attribute__((target("avx512f,vpclmulqdq")))
#define LOW(x, m) ((Words)_mm512_clmulepi64_epi128((__m512i)(x), (__m512i)(m), 0x00))
#define HIGH(x, m) ((Words)_mm512_clmulepi64_epi128((__m512i)(x), (__m512i)(m), 0x01))
#define MOVED(before, now) __builtin_shufflevector(before, now, 7, 8, 9, 10, 11, 12, 13, 14)
#include "base/carryless_loops.hpp"
#undef WIDTH
#undef TARGET
#undef LOW
#undef HIGH
#undef MOVED
}  // namespace by_8

EXPORT i64 carryless_width() {
    const i64 level = processor_level();
    if ((level & 255) < 3) return 0;
    if (!(level & 512)) return 2;
    return (level & 255) >= 4 ? 8 : 4;
}

const Carryless& carryless(i64 width) {
    static constexpr Carryless ALL[4] = {
        {portable::combine, portable::add_product, portable::add_products, portable::top_product},
        {by_2::combine, by_2::add_product, by_2::add_products, by_2::top_product},
        {by_4::combine, by_4::add_product, by_4::add_products, by_2::top_product},
        {by_8::combine, by_8::add_product, by_8::add_products, by_2::top_product},
    };
    return ALL[width >= 8 ? 3 : width >= 4 ? 2 : width >= 2 ? 1 : 0];
}
#else
EXPORT i64 carryless_width() { return 0; }

const Carryless& carryless(i64) {
    static constexpr Carryless ONLY = {portable::combine, portable::add_product, portable::add_products,
                                       portable::top_product};
    return ONLY;
}
#endif
