#include "lights/divsteps.hpp"

#include "lights/polynomial.hpp"

namespace {

// 64 coefficients from `bit` on, which may be negative.
INLINE u64 window(const u64* a, i64 size, i64 bit) {
    const i64 word = bit >> 6;
    const u64 by = (u64)bit & 63;
    u64 value = 0;
    if (word >= 0 && word < size) value = a[word] >> by;
    if (by && word + 1 >= 0 && word + 1 < size) value |= a[word + 1] << (64 - by);
    return value;
}

// 64 bits from `shift` of the first of two words on.
INLINE u64 funnel(const u64* a, u64 shift) { return a[0] >> shift | a[1] << 1 << (63 - shift); }

INLINE i64 magnitude(i64 number) { return number < 0 ? -number : number; }

// Write the matrix of 63 steps, times x⁶³, from the lowest words of two polynomials; return the new d.
i64 steps(u64 f, u64 g, i64 d, u64* matrix) {
    typedef u64 Pair __attribute__((vector_size(16)));
    Pair upper = {1, 0}, lower = {0, 1};  // the rows of f and g
    i64 negative = -d;
    for (i64 step = 0; step < GF2_STEPS; step++) {
        const u64 odd = 0 - (g & 1), turned = odd & (u64)(negative >> 63);
        g ^= f & odd;
        lower ^= upper & odd;
        f ^= g & turned;  // the sum and the old f are the old g
        upper ^= lower & turned;
        g >>= 1;
        upper += upper;
        negative = (negative ^ (i64)turned) - (turned ? 0 : 1);
    }
    matrix[0] = upper[0], matrix[1] = upper[1], matrix[2] = lower[0], matrix[3] = lower[1];
    return -negative;
}

// Write the first words of `a`, moved up by less than a word, and one word more.
void move_up(const u64* a, i64 size, u64 left, u64* target) {
    u64 carry = 0;
    for (i64 i = 0; i < size; i++) {
        target[i] = a[i] << left | carry;
        carry = a[i] >> 1 >> (63 - left);
    }
    target[size] = carry;
}

// The inverse for the upper half of a quotient by a word whose highest bit is set (`top_product`).
u64 inverse(u64 word, const Carryless& by) {
    u64 found = 1ull << 63;
    for (int step = 0; step < 6; step++)  // Newton: each step doubles the number of correct bits
        found = by.top_product(by.top_product(found, found), word);
    return found;
}

// Write Σ a_(top − j)·x^j; bits outside the array are 0.
void write_reversed(const u64* a, i64 a_size, i64 top, u64* reversed, i64 size) {
    for (i64 k = 0; k < size; k++) reversed[k] = reverse_bits(window(a, a_size, top - 64 * k - 63));
}

INLINE u64* aligned(u64* words) { return (u64*)(((uintptr_t)words + 63) & ~(uintptr_t)63); }

// The state of a greatest common divisor; each array begins at a cache line.
struct Euclid {
    u64 *f, *g, *v, *w;
    i64 size, room;
    INLINE Euclid(u64* scratch, i64 size, i64 room)
        : f(aligned(scratch)), g(f + size), v(g + size), w(v + room), size(size), room(room) {}
};

// Add the first `length` words of `source`, times x^shift, to `target`.
void add_shifted(u64* target, const u64* source, i64 length, i64 shift) {
    const u64 left = (u64)shift & 63;
    u64* __restrict part = target + (shift >> 6);
    const u64* __restrict from = source;
    part[0] ^= from[0] << left;
    for (i64 i = 1; i < length; i++) part[i] ^= from[i] << left ^ from[i - 1] >> 1 >> (63 - left);
    const u64 carry = from[length - 1] >> 1 >> (63 - left);
    if (carry) part[length] ^= carry;
}

// Euclid's algorithm for about `words` word operations; return whether g is not 0 yet.
bool go_on_by_shifts(const Euclid& e, i64* state, i64 words) {
    u64 *f = e.f, *g = e.g, *v = e.v, *w = e.w;
    i64 f_degree = gf2_degree(f, e.size), g_degree = gf2_degree(g, e.size);
    i64 v_degree = gf2_degree(v, e.room), w_degree = gf2_degree(w, e.room);
    while (g_degree >= 0 && words > 0) {
        if (f_degree < g_degree) {
            swap(f, g), swap(f_degree, g_degree);
            swap(v, w), swap(v_degree, w_degree);
            continue;
        }
        const i64 shift = f_degree - g_degree;
        add_shifted(f, g, (g_degree >> 6) + 1, shift);
        f_degree = gf2_degree(f, (f_degree >> 6) + 1);
        words -= (g_degree >> 6) + 8;
        if (w_degree < 0) continue;
        add_shifted(v, w, (w_degree >> 6) + 1, shift);
        v_degree = gf2_degree(v, (max(v_degree, w_degree + shift) >> 6) + 1);
        words -= (w_degree >> 6) + 8;
    }
    if (f != e.f) {
        for (i64 i = 0; i < e.size; i++) swap(e.f[i], e.g[i]);
        for (i64 i = 0; i < e.room; i++) swap(e.v[i], e.w[i]);
    }
    if (g_degree >= 0) return true;
    state[GF2_COMMON] = f_degree;
    return false;
}

void set_zero(u64* words, i64 size) {
    for (i64 i = 0; i < size; i++) words[i] = 0;
}

void begin(const Euclid& e, const u64* a, i64 a_size, const u64* b, i64 b_size, i64* state, i64 width) {
    i64 high = gf2_degree(a, a_size), low = gf2_degree(b, b_size);
    if (high < low) {
        swap(a, b);
        swap(a_size, b_size);
        swap(high, low);
    }
    if (width) {
        for (i64 k = 0; k < e.size; k++) {
            const i64 bit = high - 64 * k - 63;
            // Of equal degree: a + b and a have the same common divisors as b and a
            e.f[k] = reverse_bits(window(a, a_size, bit));
            e.g[k] = reverse_bits(window(b, b_size, bit - 1) ^ (high == low ? window(a, a_size, bit - 1) : 0));
        }
    } else {
        for (i64 k = 0; k < e.size; k++) e.f[k] = k < a_size ? a[k] : 0;
        for (i64 k = 0; k < e.size; k++) e.g[k] = k < b_size ? b[k] : 0;
    }
    set_zero(e.v, e.room);
    set_zero(e.w, e.room);
    if (e.room) e.w[0] = 1;
    state[GF2_BEGUN] = 1;
    state[GF2_N] = 0;
    state[GF2_D] = 1;
    state[GF2_HIGH] = high;
}

bool go_on_by_products(const Euclid& e, i64* state, const Carryless& by, i64 words) {
    i64 n = state[GF2_N], delta = state[GF2_D];
    const i64 high = state[GF2_HIGH];
    u64 matrix[4];
    while (n + delta < 2 * high && words > 0) {
        const i64 first = n >> 6;
        const u64 shift = (u64)n & 63;
        delta = steps(funnel(e.f + first, shift), funnel(e.g + first, shift), delta, matrix);
        const i64 last = ((2 * high + n + GF2_STEPS + magnitude(delta)) >> 7) + 2;
        n += GF2_STEPS;
        by.combine(e.f, e.g, first & ~7, last, matrix);
        if (e.room) {
            const i64 used = ((n + magnitude(delta) + 1) >> 7) + 2;
            by.combine(e.v, e.w, 0, used, matrix);
            words -= used;
        }
        words -= last - first + CARRYLESS_SPARE;
    }
    state[GF2_N] = n;
    state[GF2_D] = delta;
    state[GF2_COMMON] = (delta - n + 2 * high - 1) >> 1;
    return n + delta < 2 * high;
}

}  // namespace

EXPORT bool gf2_euclid(const u64* a, i64 a_size, const u64* b, i64 b_size, u64* scratch, i64 size, i64 room, i64* state,
                       i64 width, i64 words) {
    const Euclid e(scratch, size, room);
    if (!state[GF2_BEGUN]) begin(e, a, a_size, b, b_size, state, width);
    return width ? go_on_by_products(e, state, carryless(width), words) : go_on_by_shifts(e, state, words);
}

EXPORT void gf2_euclid_end(u64* scratch, i64 size, i64 room, const i64* state, i64 width, u64* divisor,
                           i64 divisor_size, u64* factor, i64 factor_size) {
    const Euclid e(scratch, size, room);
    if (!width) {
        for (i64 k = 0; k < divisor_size; k++) divisor[k] = k < size ? e.f[k] : 0;
        for (i64 k = 0; k < factor_size; k++) factor[k] = k < room ? e.v[k] : 0;
        return;
    }
    const i64 n = state[GF2_N], common = state[GF2_COMMON];
    write_reversed(e.f, size, n + common, divisor, divisor_size);
    write_reversed(e.v, room, n - state[GF2_HIGH] + 1 + common, factor, factor_size);
}

EXPORT void gf2_multiply(const u64* a, i64 a_size, const u64* b, i64 b_size, u64* product, u64* scratch, i64 width) {
    const Carryless& by = carryless(width);
    set_zero(product, a_size + b_size + CARRYLESS_SPARE + 2);
    i64 longer = (gf2_degree(a, a_size) + 64) >> 6, shorter = (gf2_degree(b, b_size) + 64) >> 6;
    if (longer < shorter) swap(a, b), swap(longer, shorter);
    u64* factor = aligned(scratch) + CARRYLESS_SPARE;
    factor[-1] = 0;
    for (i64 i = 0; i < longer; i++) factor[i] = a[i];
    set_zero(factor + longer, CARRYLESS_SPARE + 2);
    for (i64 k = 0; k + 1 < shorter; k += 2) by.add_products(product + k, factor, longer + 2, b[k], b[k + 1]);
    if (shorter & 1) by.add_product(product + shorter - 1, factor, longer + 1, b[shorter - 1]);
}

EXPORT void gf2_divide(const u64* a, i64 a_size, const u64* b, i64 b_size, u64* quotient, u64* remainder, u64* scratch,
                       i64 width) {
    const Carryless& by = carryless(width);
    const i64 bottom = gf2_degree(b, b_size), top = gf2_degree(a, a_size);
    set_zero(quotient, a_size);
    set_zero(remainder, b_size);
    if (bottom < 0) return;
    if (top < bottom) {
        for (i64 i = 0; i <= top >> 6; i++) remainder[i] = a[i];
        return;
    }
    const u64 left = (u64)~bottom & 63;  // aligns the highest coefficient of b with that of a word
    const i64 size = (bottom >> 6) + 1, whole = (top >> 6) + 1;
    u64 *divisor = aligned(scratch) + CARRYLESS_SPARE, *rest = divisor + size + 1 + CARRYLESS_SPARE;
    divisor[-1] = 0;
    set_zero(divisor + size + 1, CARRYLESS_SPARE);
    set_zero(rest + whole + 1, CARRYLESS_SPARE + 1);
    move_up(b, size, left, divisor);
    move_up(a, whole, left, rest);
    const u64 reciprocal = inverse(divisor[size - 1], by);
    for (i64 k = (top - bottom) >> 6; k >= 0; k--) {
        const u64 high = rest[k + size] << 1 | rest[k + size - 1] >> 63;
        quotient[k] = by.top_product(high, reciprocal);
        by.add_product(rest + k, divisor, size + 1, quotient[k]);
    }
    for (i64 i = 0; i < size; i++) remainder[i] = funnel(rest + i, left);
}

EXPORT i64 gf2_fibonacci_modulo(const u8* bits, i64 count, i64 begin, const u64* modulus, i64 size, u64* low, u64* high,
                                i64 long_size, u64* scratch, i64 width, i64 words) {
    u64 *even = scratch, *both = even + 2 * size, *quotient = both + 2 * size, *more = quotient + long_size;
    if (begin == 0) {
        gf2_divide(low, long_size, modulus, size, quotient, even, more, width);
        gf2_divide(high, long_size, modulus, size, quotient, both, more, width);
        for (i64 i = 0; i < size; i++) low[i] = even[i], high[i] = both[i];
    }
    for (; begin < count && words > 0; begin++) {
        const bool odd = bits[begin];
        gf2_double(low, high, odd, 1, even, both, 2 * size);
        gf2_divide(odd ? both : even, 2 * size, modulus, size, quotient, low, more, width);
        gf2_divide(odd ? even : both, 2 * size, modulus, size, quotient, high, more, width);
        words -= size * size / 2 + size;
    }
    return begin;
}
