#include "lights/fourier.hpp"

namespace {

// Members of each block that are transformed together if the orders are known only at run time
constexpr i64 PART = 32;

template <class T>
struct Types;
template <>
struct Types<i16> {
    using Wide = i32;
    using Unsigned = u16;
};
template <>
struct Types<i32> {
    using Wide = i64;
    using Unsigned = u32;
};

// Arithmetic modulo a prime q on numbers with a given count of bits, of either sign (Montgomery 1985). R = 2^bits.
template <class T>
struct Residues {
    using Wide = typename Types<T>::Wide;
    using Unsigned = typename Types<T>::Unsigned;
    static constexpr int BITS = 8 * sizeof(T);
    T q, inverse, scale;  // inverse · q = 1 modulo R; ⌊R / q⌋

    explicit Residues(i64 prime) : q((T)prime), inverse(1), scale((T)(((i64)1 << BITS) / prime)) {
        for (int bits = 1; bits < BITS; bits *= 2)
            inverse = low(inverse, (T)((Unsigned)2 - (Unsigned)low(inverse, q)));  // Newton, Hensel
    }
    static INLINE T low(T a, T b) { return (T)((u32)(Unsigned)a * (Unsigned)b); }
    static INLINE T high(T a, T b) { return (T)((Wide)a * b >> BITS); }
    // The same number of −q/2 … 3q/2: scale / R is less than 1 / q by less than 1 / R.
    INLINE T reduced(T a) const { return (T)(a - low(high(a, scale), q)); }

    // A factor b as b·R modulo q, of −q/2 … q/2, with a precomputed value that saves a product.
    struct Factor {
        T value, twisted;
    };
    INLINE Factor factor(T value) const { return {value, low(value, inverse)}; }
    // a·b: the low halves of a·value and of a multiple of q cancel. Of any a it lies between −3q/4 and 3q/4.
    INLINE T product(T a, Factor b) const { return (T)(high(a, b.value) - high(low(a, b.twisted), q)); }
    INLINE T centred(i64 x) const {
        const i64 rest = x % q;
        return (T)(2 * rest > q ? rest - q : rest);
    }
    INLINE T times_r(i64 x) const { return centred((x % q) << BITS); }
};

template <class T>
struct Transform {
    using Factor = typename Residues<T>::Factor;
    const Coset& coset;
    const Residues<T> by;
    i64 row, first_of_row;  // the axes from this one on make up a row
    T *powers, *coefficients, *cosines, *sines, *steps, *frequencies, *characters, *part;

    Transform(const Coset& coset_, i64 prime, const i64* powers_, const i64* coefficients_, i64 row_, T* scratch)
        : coset(coset_), by(prime), row(row_), first_of_row(coset_.axes) {
        for (i64 size = 1; size < row; size *= coset.orders[first_of_row]) first_of_row--;
        const i64 k = coset.k, half = (prime + 1) / 2;
        powers = scratch, coefficients = powers + k, cosines = coefficients + k, sines = cosines + k;
        steps = sines + k, frequencies = steps + coset.axes, characters = frequencies + coset.axes;
        part = characters + row * row;
        for (i64 i = 0; i < k; i++) {
            const i64 back = prime - powers_[i ? k - i : 0];
            powers[i] = by.times_r(powers_[i]);
            coefficients[i] = by.times_r(coefficients_[i]);
            cosines[i] = by.times_r((powers_[i] + prime - back) % prime * half);
            sines[i] = by.times_r((powers_[i] + back) % prime * half);
        }
        for (i64 character = 0; character < row; character++) {
            T* at = characters + character * row;
            at[0] = 1;
            for (i64 axis = coset.axes - 1, size = 1, a = character; axis >= first_of_row; axis--) {
                const i64 order = coset.orders[axis];
                const Factor factor = by.factor(powers[a % order * (k / order)]);
                for (i64 u = 1; u < order; u++)
                    for (i64 i = 0; i < size; i++) at[u * size + i] = by.product(at[(u - 1) * size + i], factor);
                size *= order, a /= order;
            }
        }
    }

    // Add the characters of all buttons to zeros, transformed along the axes of the row.
    NOINLINE void add_buttons(T* weights) const {
        for (i64 button = 0; button < coset.buttons; button++) {
            // e^(2πi j g u / k) is the character j g order / k of an axis, which is a whole number
            for (i64 axis = 0; axis < coset.axes; axis++) {
                steps[axis] = (T)(coset.generators[axis * coset.buttons + button] / (coset.k / coset.orders[axis]));
                frequencies[axis] = 0;
            }
            for (i64 j = 0, phase = 0; j < coset.k; j++) {
                i64 place = 0, character = 0;
                for (i64 axis = 0; axis < coset.axes; axis++) {
                    const i64 order = coset.orders[axis], next = frequencies[axis] + steps[axis];
                    i64& index = axis < first_of_row ? place : character;
                    index = index * order + frequencies[axis];
                    frequencies[axis] = (T)(next < order ? next : next - order);
                }
                const Factor factor = by.factor(by.product(coefficients[j], by.factor(powers[phase])));
                T* to = weights + place * row;
                const T* from = characters + character * row;
                for (i64 i = 0; i < row; i++) to[i] = by.reduced((T)(to[i] + by.product(from[i], factor)));
                phase += coset.offset[button];
                if (phase >= coset.k) phase -= coset.k;
            }
        }
    }

    // Transform a block of −q/2 … 3q/2 along an axis and all after it, as far as the row. Neither this nor its loops
    // are inlined: gcc would copy the vectorised loops into each level of the recursion, which takes 300 kB.
    NOINLINE void run(T* block, i64 size, i64 axis) const {
        if (axis == first_of_row) return;
        const i64 order = coset.orders[axis], inner = size / order;
        step(block, order, inner);
        for (i64 u = 0; u < order; u++) run(block + u * inner, inner, axis + 1);
    }

    // Small orders have loops of their own, eight times as fast with 16 bits. With 32, which only boards of some
    // thousand buttons need, twice as fast: not worth 45 kB.
    INLINE void step(T* block, i64 order, i64 inner) const {
        if constexpr (sizeof(T) == sizeof(i16)) {
            switch (order) {
                case 2:
                    return along<2>(block, inner);
                case 3:
                    return along<3>(block, inner);
                case 4:
                    return along<4>(block, inner);
                case 5:
                    return along<5>(block, inner);
                case 6:
                    return along<6>(block, inner);
                case 7:
                    return along<7>(block, inner);
                case 9:
                    return along<9>(block, inner);
                default:
                    break;
            }
        }
        along_any(block, order, inner);
    }

    // With s_u = x_u + x_(n−u), d_u = x_u − x_(n−u) the results v and n − v are x_0 + Σ s_u cos ± Σ d_u sin, where cos
    // and sin are half the sum and half the difference of root^(uv) and root^(−uv). Sums stay below 5q.
    template <int N>
    NOINLINE void along(T* block, i64 inner) const {
        constexpr int H = (N - 1) / 2;
        Factor cos[H + 1][H + 1], sin[H + 1][H + 1];
        for (int v = 1; v <= H; v++)
            for (int u = 1; u <= H; u++) {
                cos[v][u] = by.factor(cosines[u * v % N * (coset.k / N)]);
                sin[v][u] = by.factor(sines[u * v % N * (coset.k / N)]);
            }
#pragma GCC ivdep
        for (i64 i = 0; i < inner; i++) {
            T* at = block + i;
            const T first = at[0], middle = N % 2 ? (T)0 : at[N / 2 * inner];
            const T added = by.reduced((T)(first + middle)), less = by.reduced((T)(first - middle));
            T total = added, alternating = N % 4 ? less : added, s[H + 1], d[H + 1];
#pragma GCC unroll 4
            for (int u = 1; u <= H; u++) {
                const T a = at[u * inner], b = at[(N - u) * inner];
                s[u] = (T)(a + b), d[u] = (T)(a - b);
                total = by.reduced((T)(total + s[u]));
                if constexpr (N % 2 == 0)
                    alternating = by.reduced((T)(u % 2 ? alternating - s[u] : alternating + s[u]));
            }
            at[0] = total;
            if constexpr (N % 2 == 0) at[N / 2 * inner] = alternating;
#pragma GCC unroll 4
            for (int v = 1; v <= H; v++) {
                T even = N % 2 ? first : v % 2 ? less : added, odd = 0;
#pragma GCC unroll 4
                for (int u = 1; u <= H; u++) {
                    even = (T)(even + by.product(s[u], cos[v][u]));
                    odd = (T)(odd + by.product(d[u], sin[v][u]));
                }
                if constexpr (H > 2) even = by.reduced(even), odd = by.reduced(odd);
                at[v * inner] = by.reduced((T)(even + odd));
                at[(N - v) * inner] = by.reduced((T)(even - odd));
            }
        }
    }

    NOINLINE void along_any(T* block, i64 n, i64 inner) const {
        const i64 half = (n - 1) / 2, step = coset.k / n;
        for (i64 start = 0; start < inner; start += PART) {
            const i64 count = min(PART, inner - start);
            T *at = block + start, *s = part, *d = part + (half + 1) * PART;
            T zeroth[PART], middle[PART], total[PART];
            for (i64 i = 0; i < count; i++) total[i] = zeroth[i] = at[i];
            for (i64 u = 1; u <= half; u++)
                for (i64 i = 0; i < count; i++) {
                    const T a = at[u * inner + i], b = at[(n - u) * inner + i];
                    s[u * PART + i] = (T)(a + b), d[u * PART + i] = (T)(a - b);
                    total[i] = by.reduced((T)(total[i] + a + b));
                }
            if (n % 2 == 0)
                for (i64 i = 0; i < count; i++) middle[i] = at[n / 2 * inner + i];
            for (i64 i = 0; i < count; i++) at[i] = n % 2 ? total[i] : by.reduced((T)(total[i] + middle[i]));
            for (i64 v = 1; v <= n / 2; v++) {
                T even[PART], odd[PART];
                for (i64 i = 0; i < count; i++) {
                    even[i] = n % 2 ? zeroth[i] : v % 2 ? (T)(zeroth[i] - middle[i]) : (T)(zeroth[i] + middle[i]);
                    odd[i] = 0;
                }
                for (i64 u = 1, index = v; u <= half; u++, index = index + v < n ? index + v : index + v - n) {
                    const Factor cos = by.factor(cosines[index * step]), sin = by.factor(sines[index * step]);
                    const T *sums = s + u * PART, *differences = d + u * PART;
                    for (i64 i = 0; i < count; i++) {
                        even[i] = by.reduced((T)(even[i] + by.product(sums[i], cos)));
                        odd[i] = by.reduced((T)(odd[i] + by.product(differences[i], sin)));
                    }
                }
                for (i64 i = 0; i < count; i++) {
                    even[i] = by.reduced(even[i]);
                    at[v * inner + i] = by.reduced((T)(even[i] + odd[i]));
                    if (2 * v != n) at[(n - v) * inner + i] = by.reduced((T)(even[i] - odd[i]));
                }
            }
        }
    }
};

template <class T>
void weights_of(const Coset& coset, i64 prime, const i64* powers, const i64* coefficients, i64 row, T* weights,
                i64 size, T* scratch) {
    const Transform<T> transform(coset, prime, powers, coefficients, row, scratch);
    for (i64 i = 0; i < size; i++) weights[i] = 0;
    transform.add_buttons(weights);
    transform.run(weights, size, 0);
    const T q = transform.by.q;
    for (i64 i = 0; i < size; i++) {
        const T lifted = (T)(weights[i] + (weights[i] < 0 ? q : 0));
        weights[i] = (T)(lifted - (lifted >= q ? q : 0));
    }
}

template <class T>
void sums_of(const Coset& coset, i64* multiples, T* weights, i64 size, T* scratch) {
    using U = typename Types<T>::Unsigned;
    const i64 count = coset.buttons;
    const U k = (U)coset.k;
    U *member = (U*)scratch, *generators = member + count, weight = 0;
    for (i64 c = 0; c < count; c++) weight = (U)(weight + coset.offset[c]), member[c] = (U)coset.offset[c];
    for (i64 i = 0; i < coset.axes * count; i++) generators[i] = (U)coset.generators[i];
    for (i64 axis = 0; axis < coset.axes; axis++) multiples[axis] = 0;
    for (i64 place = 0; place < size; place++) {
        weights[place] = (T)weight;
        // The order times a generator is 0, so this returns to the start
        for (i64 axis = coset.axes - 1; axis >= 0; axis--) {
            const U* generator = generators + axis * count;
            weight = 0;
            for (i64 c = 0; c < count; c++) {
                const U sum = (U)(member[c] + generator[c]);
                member[c] = min(sum, (U)(sum - k));
                weight = (U)(weight + member[c]);
            }
            if (++multiples[axis] < coset.orders[axis]) break;
            multiples[axis] = 0;
        }
    }
}

template <class T>
void least_of(const T* weights, i64 size, i64* result) {
    constexpr i64 BLOCK = 1024;  // numbers that fit the nearest cache
    i64 least = INT64_MAX, count = 0;
    for (i64 start = 0; start < size; start += BLOCK) {
        const i64 length = min(BLOCK, size - start);
        T minimum = weights[start];
        for (i64 i = 0; i < length; i++) minimum = min(minimum, weights[start + i]);
        if (minimum > least) continue;
        if (minimum < least) least = minimum, count = 0;
        for (i64 i = 0; i < length; i++) count += weights[start + i] == minimum;
    }
    result[0] = least, result[1] = count;
}

template <class T>
i64 place_of(const T* weights, i64 size, i64 start, i64 weight) {
    while (start < size && weights[start] != weight) start++;
    return start;
}

template <class T>
void first_of(const Coset& coset, i64* multiples, const T* weights, i64 size, i64 weight, u32* first) {
    bool is_any = false;
    for (i64 place = place_of(weights, size, 0, weight); place < size;
         place = place_of(weights, size, place + 1, weight)) {
        for (i64 axis = coset.axes - 1, left = place; axis >= 0; left /= coset.orders[axis--])
            multiples[axis] = left % coset.orders[axis];
        bool is_less = !is_any;
        for (i64 c = 0; c < coset.buttons; c++) {
            i64 sum = coset.offset[c];
            for (i64 axis = 0; axis < coset.axes; axis++)
                sum += multiples[axis] * coset.generators[axis * coset.buttons + c] % coset.k;
            const u32 presses = (u32)(sum % coset.k);
            if (!is_less && presses > first[c]) break;
            is_less = is_less || presses < first[c];
            first[c] = presses;
        }
        is_any = true;
    }
}

}  // namespace

EXPORT void fourier_weights_16(const Coset* coset, i64 prime, const i64* powers, const i64* coefficients, i64, i64,
                               i64 row, i64, i16* weights, i64 size, i16* scratch) {
    weights_of(*coset, prime, powers, coefficients, row, weights, size, scratch);
}

EXPORT void fourier_weights_32(const Coset* coset, i64 prime, const i64* powers, const i64* coefficients, i64, i64,
                               i64 row, i64, i32* weights, i64 size, i32* scratch) {
    weights_of(*coset, prime, powers, coefficients, row, weights, size, scratch);
}

EXPORT void fourier_sums_16(const Coset* coset, i64* multiples, i64, i16* weights, i64 size, i16* scratch, i64) {
    sums_of(*coset, multiples, weights, size, scratch);
}

EXPORT void fourier_sums_32(const Coset* coset, i64* multiples, i64, i32* weights, i64 size, i32* scratch, i64) {
    sums_of(*coset, multiples, weights, size, scratch);
}

EXPORT void fourier_least_16(const i16* weights, i64 size, i64* result) { least_of(weights, size, result); }
EXPORT void fourier_least_32(const i32* weights, i64 size, i64* result) { least_of(weights, size, result); }

EXPORT i64 fourier_place_16(const i16* weights, i64 size, i64 start, i64 weight) {
    return place_of(weights, size, start, weight);
}

EXPORT i64 fourier_place_32(const i32* weights, i64 size, i64 start, i64 weight) {
    return place_of(weights, size, start, weight);
}

EXPORT void fourier_first_16(const Coset* coset, i64* multiples, i64, const i16* weights, i64 size, i64 weight,
                             u32* first, i64) {
    first_of(*coset, multiples, weights, size, weight, first);
}

EXPORT void fourier_first_32(const Coset* coset, i64* multiples, i64, const i32* weights, i64 size, i64 weight,
                             u32* first, i64) {
    first_of(*coset, multiples, weights, size, weight, first);
}
