#include "base/carryless.hpp"

#include "base/runtime.hpp"

namespace portable {

constexpr i64 BLOCK = 8, PARTS = BLOCK / VECTOR_WORDS;

// Shifts by the factor's exponents, for as many vectors at a time as fit each sum into a register.
static void add_product(u64* target, const u64* source, i64 size, u64 factor) {
    u64 exponents[64];
    i64 count = 0;
    for (u64 left = factor; left; left &= left - 1) exponents[count++] = trailing_zeros(left);
    for (i64 at = 0; at < size; at += BLOCK) {
        vector words[PARTS], halves[PARTS], sums[PARTS];
        for (i64 part = 0; part < PARTS; part++) {
            const i64 place = at + part * VECTOR_WORDS;
            words[part] = load(source + place);
            halves[part] = load(source + place - 1) >> 1;
            sums[part] = load(target + place);
        }
        for (i64 i = 0; i < count; i++)
            for (i64 part = 0; part < PARTS; part++)
                sums[part] ^= words[part] << exponents[i] ^ halves[part] >> (63 - exponents[i]);
        for (i64 part = 0; part < PARTS; part++) store(target + at + part * VECTOR_WORDS, sums[part]);
    }
}

static void add_products(u64* target, const u64* source, i64 size, u64 low, u64 high) {
    add_product(target, source, size, low);
    add_product(target + 1, source, size - 1, high);
}

static u64 top_product(u64 a, u64 b) {
    u64 low = 0, high = 0;
    for (u64 bit = 0; bit < 64; bit++) {
        const u64 word = a & (0 - (b >> bit & 1));
        low ^= word << bit;
        high ^= word >> 1 >> (63 - bit);
    }
    return high << 1 | low >> 63;
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
        {nullptr, portable::add_product, portable::add_products, portable::top_product},
        {by_2::combine, by_2::add_product, by_2::add_products, by_2::top_product},
        {by_4::combine, by_4::add_product, by_4::add_products, by_2::top_product},
        {by_8::combine, by_8::add_product, by_8::add_products, by_2::top_product},
    };
    return ALL[width >= 8 ? 3 : width >= 4 ? 2 : width >= 2 ? 1 : 0];
}
#else
EXPORT i64 carryless_width() { return 0; }

const Carryless& carryless(i64) {
    static constexpr Carryless ONLY = {nullptr, portable::add_product, portable::add_products, portable::top_product};
    return ONLY;
}
#endif
