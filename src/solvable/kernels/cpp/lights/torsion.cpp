#include "lights/torsion.hpp"

#if defined(__PCLMUL__)
#include <immintrin.h>
#endif

namespace {

// 2^exponent modulo a number below 2^31.
i64 power(i64 exponent, i64 modulus) {
    i64 result = 1, base = 2;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1) result = result * base % modulus;
        base = base * base % modulus;
    }
    return result;
}

i64 gcd(i64 a, i64 b) {
    while (b) {
        const i64 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// The order of 2 modulo an odd prime: p − 1 without the prime factors that are not needed for the power to be 1.
i64 order_modulo_prime(i64 p) {
    i64 order = p - 1, left = p - 1;
    for (i64 q = 2; left > 1; q++) {
        if (q * q > left) q = left;
        if (left % q) continue;
        while (left % q == 0) left /= q;
        while (order % q == 0 && power(order / q, p) == 1) order /= q;
    }
    return order;
}

// 64 coefficients from `bit` on.
INLINE u64 window(const u64* a, i64 bit) {
    const u64* word = a + (bit >> 6);
    const u64 by = (u64)bit & 63;
    return word[0] >> by | word[1] << 1 << (63 - by);
}

// The low 32 bits of a word at its even bits.
INLINE u64 spread(u64 word) {
    word = (word | word << 16) & 0x0000ffff0000ffff;
    word = (word | word << 8) & 0x00ff00ff00ff00ff;
    word = (word | word << 4) & 0x0f0f0f0f0f0f0f0f;
    word = (word | word << 2) & 0x3333333333333333;
    return (word | word << 1) & 0x5555555555555555;
}
INLINE u64 spread_low(u64 word) { return spread(word & 0xffffffff); }
INLINE u64 spread_high(u64 word) { return spread(word >> 32); }

// The words of a polynomial modulo x^e − 1; each array has SPARE more words, which are 0.
constexpr i64 SPARE = 4;
INLINE i64 words_of(i64 e) { return (e + 63) >> 6; }
INLINE u64 last_mask(i64 e) { return ~0ull >> (64 * words_of(e) - e); }

// Set `words` words of `out` to a² modulo x^e − 1; without `wraps` the upper half of `a` is 0.
void square(const u64* __restrict a, u64* __restrict out, i64 e, i64 words, bool wraps) {
    const i64 pairs = words >> 1;
    if (wraps) {
        const i64 middle = (e + 1) >> 1;
        const u64 *upper = a + (middle >> 6), by = (u64)middle & 63;
        for (i64 k = 0; k < pairs; k++) {
            const u64 beyond = upper[k] >> by | upper[k + 1] << 1 << (63 - by);
            out[2 * k] = spread_low(a[k]) | spread_low(beyond) << 1;
            out[2 * k + 1] = spread_high(a[k]) | spread_high(beyond) << 1;
        }
        if (words & 1) out[words - 1] = spread_low(a[pairs]) | spread_low(window(a, middle + 64 * pairs)) << 1;
        out[words - 1] &= last_mask(e);
        return;
    }
    for (i64 k = 0; k < pairs; k++) {
        out[2 * k] = spread_low(a[k]);
        out[2 * k + 1] = spread_high(a[k]);
    }
    if (words & 1) out[words - 1] = spread_low(a[pairs]);
}

// Add the part at x^e and above to the part from 1 on; `over` is the word after the last.
void fold(u64* a, i64 e, i64 words, u64 over) {
    const u64 by = (u64)e & 63;  // odd
    const u64 beyond = over << (64 - by) | a[words - 1] >> by;
    a[words - 1] &= last_mask(e);
    a[0] ^= beyond;
}

// Set both to (x² + x + 1)·twice and mixed to high + x²·low.
void multiply(const u64* __restrict twice, const u64* __restrict low, const u64* __restrict high, u64* __restrict both,
              u64* __restrict mixed, i64 words) {
    both[0] = twice[0] ^ twice[0] << 1 ^ twice[0] << 2;
    mixed[0] = high[0] ^ low[0] << 2;
    for (i64 k = 1; k < words; k++) {
        const u64 word = twice[k], before = twice[k - 1];
        both[k] = word ^ (word << 1 | before >> 63) ^ (word << 2 | before >> 62);
        mixed[k] = high[k] ^ (low[k] << 2 | low[k - 1] >> 62);
    }
}

// Set P_j and P_j+1 by the squares of those for j >> 1, j & 1 being `bit`.
void combine(u64* low, u64* high, const u64* of_low, const u64* of_high, bool bit, i64 e, i64 words, bool wraps) {
    const u64* twice = bit ? of_high : of_low;
    u64 *both = bit ? high : low, *mixed = bit ? low : high;
    multiply(twice, of_low, of_high, both, mixed, words);
    if (!wraps) return;
    const u64 last = twice[words - 1], last_low = of_low[words - 1];
    fold(both, e, words, last >> 63 ^ last >> 62);
    fold(mixed, e, words, last_low >> 62);
}

// Set `low` to P_index modulo x^e − 1.
void lucas(i64 e, i64 index, u64* low, u64* high, u64* of_low, u64* of_high) {
    const i64 words = words_of(e);
    for (i64 k = 0; k < words + SPARE; k++) low[k] = high[k] = 0;
    high[0] = 1;
    i64 j = 0;  // P_j+1 has 2j + 1 coefficients
    for (i64 at = (i64)bit_length((u64)index) - 1; at >= 0; at--) {
        const bool bit = index >> at & 1, is_wrapped = 2 * j + 1 > (e + 1) >> 1;
        j = min(2 * j + bit, e);  // beyond e coefficients the exact number does not matter
        const bool wraps = 2 * j + 1 > e;
        const i64 length = wraps ? words : (2 * j + 64) >> 6;
        square(low, of_low, e, length, is_wrapped);
        square(high, of_high, e, length, is_wrapped);
        combine(low, high, of_low, of_high, bit, e, length, wraps);
    }
}

// Write the coefficients of `a` twice, one after the other, and two words of 0.
void write_twice(const u64* __restrict a, u64* __restrict out, i64 e) {
    const i64 words = words_of(e), whole = e >> 6;
    const u64 by = (u64)e & 63;
    for (i64 k = 0; k < words; k++) out[k] = a[k];
    for (i64 k = words; k < 2 * words + 2; k++) out[k] = 0;
    out[whole] |= a[0] << by;
    for (i64 k = 1; k < words; k++) out[whole + k] = a[k] << by | a[k - 1] >> (64 - by);
    out[whole + words] = a[words - 1] >> (64 - by);
}

// Multiply by 1 + x^(e/p) for each prime p of e, which is 0 at roots of lesser orders; return whether the result is 0.
bool clear_lesser(u64* __restrict a, u64* __restrict twice, i64 e, const i64* least) {
    const i64 words = words_of(e);
    for (i64 rest = e; rest > 1;) {
        const i64 p = least[rest];
        while (rest % p == 0) rest /= p;
        write_twice(a, twice, e);
        const i64 from = e - e / p;
        const u64 *moved = twice + (from >> 6), by = (u64)from & 63;
        for (i64 k = 0; k < words; k++) a[k] ^= moved[k] >> by | moved[k + 1] << 1 << (63 - by);
        a[words - 1] &= last_mask(e);
    }
    u64 some = 0;
    for (i64 k = 0; k < words; k++) some |= a[k];
    return some == 0;
}

// Reduce a row by those of the basis, one for each bit, and add the remainder to it; return whether it is not 0.
bool is_new(u64* row, u64* basis, i64 width) {
    for (i64 k = 0; k < width; k++)
        while (row[k]) {
            u64* same = basis + (64 * k + (i64)bit_length(row[k]) - 1) * width;
            if (!same[k]) {
                for (i64 beyond = k; beyond < width; beyond++) same[beyond] = row[beyond];
                return true;
            }
            for (i64 beyond = k; beyond < width; beyond++) row[beyond] ^= same[beyond];
        }
    return false;
}

// GF(2^m): z^m is `modulus`.
struct Field {
    u64 modulus;
    i64 m;

    INLINE u64 times(u64 a, u64 b) const {
#if defined(__PCLMUL__)
        const u64 inside = (1ull << m) - 1;
        __m128i product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((i64)a), _mm_cvtsi64_si128((i64)b), 0);
        u64 low = (u64)_mm_cvtsi128_si64(product), high = (u64)_mm_extract_epi64(product, 1);
        u64 result = low & inside, above = low >> m | high << 1 << (63 - m);
        while (above) {
            product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((i64)above), _mm_cvtsi64_si128((i64)modulus), 0);
            low = (u64)_mm_cvtsi128_si64(product), high = (u64)_mm_extract_epi64(product, 1);
            result ^= low & inside;
            above = low >> m | high << 1 << (63 - m);
        }
        return result;
#else
        u64 product = 0;
        for (i64 bit = m - 1; bit >= 0; bit--) product = next(product) ^ (a & (0 - (b >> bit & 1)));
        return product;
#endif
    }

    INLINE u64 next(u64 a) const {  // a·z
        const u64 carry = 0 - (a >> (m - 1));
        return ((a << 1) & ((1ull << m) - 1)) ^ (modulus & carry);
    }

    // ζ^index + ζ^−index for ζ + 1/ζ = z.
    u64 dickson(u64 index, u64 z) const {
        u64 low = 0, high = z;
        for (i64 at = (i64)bit_length(index) - 1; at >= 0; at--) {
            const u64 cross = times(low, high) ^ z;
            if (index >> at & 1) {
                high = times(high, high);
                low = cross;
            } else {
                low = times(low, low);
                high = cross;
            }
        }
        return low;
    }
};

// Return a sum ζ + 1/ζ for ζ of order e, which divides 2^m − 1 or 2^m + 1.
u64 sum_of_order(i64 e, const Field& field, const i64* least) {
    const u64 number = (u64)e;
    u64 group = (1ull << field.m) - 1;
    if (group % number) group += 2;
    for (u64 z = 1;; z++) {
        const u64 found = field.dickson(group / number, z);
        bool is_right = found && !field.dickson(number, found);
        for (i64 rest = e; is_right && rest > 1;) {
            const i64 p = least[rest];
            is_right = field.dickson((u64)(e / p), found) != 0;
            while (rest % p == 0) rest /= p;
        }
        if (is_right) return found;
    }
}

}  // namespace

EXPORT void torsion_least_factors(i64* least, i64 limit) {
    for (i64 number = 0; number < limit; number++) least[number] = number & 1 ? number : 0;
    for (i64 p = 3; p * p < limit; p += 2)
        if (least[p] == p)
            for (i64 multiple = p * p; multiple < limit; multiple += 2 * p)
                if (least[multiple] == multiple) least[multiple] = p;
}

EXPORT void torsion_fill_orders(const i64* least, i64 limit, i64* orders, i64* degrees, i64* totients) {
    for (i64 e = 3; e < limit; e += 2) {
        const i64 p = least[e];
        i64 rest = e / p, part = p;
        while (rest % p == 0) rest /= p, part *= p;
        if (rest > 1) {
            orders[e] = orders[rest] / gcd(orders[rest], orders[part]) * orders[part];
            totients[e] = totients[rest] * totients[part];
        } else if (part == p) {
            orders[e] = order_modulo_prime(p);
            totients[e] = p - 1;
        } else {
            const i64 below = e / p;
            orders[e] = power(orders[below], e) == 1 ? orders[below] : orders[below] * p;
            totients[e] = totients[below] * p;
        }
        const i64 half = orders[e] >> 1;
        degrees[e] = !(orders[e] & 1) && power(half, e) == e - 1 ? half : orders[e];
    }
}

EXPORT i64 torsion_companions(i64 e, i64 top, i64 above, const i64* members, i64 count, i64* companions) {
    i64 written = 0;
    for (i64 i = 0; i < count; i++) {
        const i64 multiple = members[i] / gcd(e, members[i]) * e;
        if (multiple <= top && multiple > above) companions[written++] = members[i];
    }
    return written;
}

EXPORT i64 torsion_missing(i64 e, i64 j, i64 sets, bool closed, const i64* least, u64* scratch, u8* seen, u64* basis,
                           i64 room) {
    const i64 words = words_of(e);
    u64 *low = scratch, *high = low + words + SPARE, *other = high + words + SPARE, *twice = other + words + SPARE;
    lucas(e, j, low, high, twice, other);
    if (clear_lesser(low, twice, e, least)) return sets;
    if (closed || sets == 1) return 0;
    write_twice(low, twice, e);
    u64* row = basis + 64 * room * room;
    for (i64 k = 0; k < 64 * room * room; k++) basis[k] = 0;
    for (i64 i = 0; i < e; i++) seen[i] = 0;
    for (i64 first = 0; first < e; first++) {
        if (seen[first]) continue;
        for (i64 k = 0; k < room; k++) row[k] = 0;
        for (i64 at = first; !seen[at]; at = 2 * at >= e ? 2 * at - e : 2 * at) {
            seen[at] = 1;
            for (i64 k = 0; k < room; k++) row[k] ^= window(twice, at + 64 * k);
        }
        if (is_new(row, basis, room) && --sets == 0) break;
    }
    return sets;
}

EXPORT i64 torsion_beside(i64 e, u64 j, const u64* primes, i64 prime_count, u64 modulus, i64 m, const i64* least,
                          u8* seen, u64* orders, u64* multiples) {
    const Field field = {modulus, m};
    const u64 alpha = sum_of_order(e, field, least);
    u64 multiple = alpha;
    for (i64 byte = 0; byte < 8; byte++) {  // alpha times each value of each byte
        u64* of_byte = multiples + 256 * byte;
        of_byte[0] = 0;
        for (i64 bit = 0; bit < 8; bit++) {
            for (i64 lower = 0; lower < 1 << bit; lower++) of_byte[(1 << bit) | lower] = of_byte[lower] ^ multiple;
            multiple = 8 * byte + bit + 1 < m ? field.next(multiple) : 0;
        }
    }
    const i64 middle = (e + 1) >> 1;
    for (i64 i = 0; i < middle; i++) seen[i] = 0;
    i64 count = 0;
    u64 before = 0, now = alpha;
    for (i64 i = 1; i < middle; i++) {
        if (!seen[i] && gcd(e, i) == 1) {
            for (i64 at = i; !seen[at]; at = min(2 * at, e - 2 * at)) seen[at] = 1;
            const u64 z = now ^ 1;
            if (z && !field.dickson(j, z)) {
                u64 order = j;
                for (i64 k = 0; k < prime_count; k++)
                    while (order % primes[k] == 0 && !field.dickson(order / primes[k], z)) order /= primes[k];
                orders[count++] = order;
            }
        }
        u64 following = before;
        for (i64 byte = 0; byte < 8; byte++) following ^= multiples[256 * byte + (i64)(now >> (8 * byte) & 255)];
        before = now;
        now = following;
    }
    return count;
}
