#include "lights/modular.hpp"

namespace {

// Reduction modulo m by a product with 1/m: the quotient of a number below 2^63 is wrong by at most one, since it is
// below 2^32 and a double has 53 bits.
struct Modulus {
    i64 m;
    f64 inverse;
    explicit Modulus(i64 modulus) : m(modulus), inverse(1.0 / (f64)modulus) {}
    INLINE i64 reduced(i64 x) const {
        const i64 rest = x - (i64)((f64)x * inverse) * m;
        return rest < 0 ? rest + m : rest >= m ? rest - m : rest;
    }
    // The same for numbers below 2^31, which vectors of i32 hold.
    INLINE i32 reduced_small(i32 x) const {
        const i32 rest = x - (i32)((f64)x * inverse) * (i32)m, lifted = rest + (rest < 0 ? (i32)m : 0);
        return lifted - (lifted >= (i32)m ? (i32)m : 0);
    }
};

// Write (target + times · source) modulo m.
void add(u32* target, const u32* source, i64 size, i64 times, Modulus by) {
    if (by.m * by.m <= INT32_MAX) {  // (m − 1)² + m − 1 is below
        for (i64 i = 0; i < size; i++) target[i] = (u32)by.reduced_small((i32)target[i] + (i32)times * (i32)source[i]);
    } else {
        for (i64 i = 0; i < size; i++) target[i] = (u32)by.reduced((i64)target[i] + times * (i64)source[i]);
    }
}

// The inverse of a unit modulo m, by Euclid.
i64 inverse(i64 unit, i64 m) {
    i64 a = unit, b = m, u = 1, v = 0;  // a ≡ u · unit, b ≡ v · unit
    while (b) {
        const i64 quotient = a / b;
        a -= quotient * b, u -= quotient * v;
        swap(a, b), swap(u, v);
    }
    return u < 0 ? u + m : u;
}

i64 power(i64 p, i64 exponent) {
    i64 result = 1;
    while (exponent-- > 0) result *= p;
    return result;
}

}  // namespace

EXPORT bool modular_eliminate(u32* matrix, i64 rows, i64 stride, i64 columns, i64 p, i64 e, i64* pivots,
                              i64* valuations, i64* state, i64 patience) {
    i64 &rank = state[0], &valuation = state[1], &column = state[2];
    const Modulus by(power(p, e));
    for (; valuation < e; valuation++, column = 0) {
        const i64 scale = power(p, valuation), divisor = scale * p;
        for (; column < columns; column++) {
            if (patience <= 0) return false;
            i64 row = rank;
            while (row < rows && matrix[row * stride + column] % divisor == 0) row++;
            patience -= row - rank + 1;
            if (row == rows) continue;
            u32 *pivot = matrix + rank * stride, *found = matrix + row * stride;
            for (i64 i = 0; row != rank && i < stride; i++) swap(pivot[i], found[i]);
            const i64 unit = inverse(pivot[column] / scale, by.m);
            for (i64 i = 0; i < stride; i++) pivot[i] = (u32)by.reduced(pivot[i] * unit);
            const i64 left = e == 1 ? column : 0;  // in a field the entries before the column are 0
            for (row = rank + 1; row < rows; row++) {
                u32* target = matrix + row * stride;
                const i64 times = target[column] / scale;
                if (!times) continue;
                add(target + left, pivot + left, stride - left, by.m - times, by);
                patience -= stride - left;
            }
            pivots[rank] = column, valuations[rank] = valuation;
            rank++;
        }
    }
    return true;
}

EXPORT void modular_products(const u32* matrix, i64 rows, i64 stride, i64 first, const u32* factors, i64 count,
                             i64 modulus, u32* products) {
    const Modulus by(modulus);
    for (i64 row = 0; row < rows; row++) {
        const u32* entries = matrix + row * stride + first;
        i64 total = 0;
        if (modulus < 1 << 16)
            for (i64 i = 0; i < count; i++) total += entries[i] * factors[i];
        else
            for (i64 i = 0; i < count; i++) total += by.reduced((i64)entries[i] * (i64)factors[i]);
        products[row] = (u32)by.reduced(total);
    }
}

EXPORT void modular_substitute(const u32* matrix, i64 rank, i64 stride, i64 columns, i64 modulus, const i64* pivots,
                               const i64* scales, const u32* right, u32* x) {
    const Modulus by(modulus);
    for (i64 row = rank - 1; row >= 0; row--) {
        const u32* entries = matrix + row * stride;
        i64 known = 0;  // not reduced, since the value decides which of several solutions is returned
        for (i64 i = 0; i < columns; i++) known += by.reduced((i64)entries[i] * (i64)x[i]);
        const i64 sum = (i64)x[pivots[row]] + floor_div((i64)right[row] - known, scales[row]);
        x[pivots[row]] = (u32)(sum - floor_div(sum, modulus) * modulus);
    }
}

EXPORT void modular_add(u32* total, const u32* form, i64 size, i64 times, i64 modulus) {
    add(total, form, size, times, Modulus(modulus));
}

EXPORT i64 modular_pivot(u32* matrix, i64 rows, i64 columns, i64 modulus, i64 scale, i64 divisor, u8* done) {
    const Modulus by(modulus);
    i64 column = columns, found = -1;
    for (i64 row = 0; row < rows; row++) {
        if (done[row]) continue;
        i64 first = 0;
        for (const u32* entry = matrix + row * columns; first < column && (!*entry || *entry % divisor == 0); entry++)
            first++;
        if (first < column) column = first, found = row;
    }
    if (found < 0) return -1;
    u32* pivot = matrix + found * columns;
    const i64 unit = inverse(pivot[column] / scale, modulus);
    for (i64 i = 0; unit != 1 && i < columns; i++) pivot[i] = (u32)by.reduced(pivot[i] * unit);
    for (i64 row = 0; row < rows; row++) {
        const i64 times = matrix[row * columns + column] / scale;
        if (row != found && times) add(matrix + row * columns, pivot, columns, modulus - times, by);
    }
    done[found] = 1;
    return found;
}

EXPORT void modular_lines(const u32* vectors, i64 count, i64 size, i64 modulus, u32* lines) {
    const Modulus by(modulus);
    for (i64 start = 0; start < count * size; start += size) {
        i64 first = start;
        while (first < start + size && !vectors[first]) first++;
        const i64 unit = first < start + size ? inverse(vectors[first], modulus) : 1;
        for (i64 i = start; i < start + size; i++) lines[i] = (u32)by.reduced(vectors[i] * unit);
    }
}

EXPORT void modular_project(u32* vectors, i64 count, i64 size, i64 modulus, const u32* line) {
    const Modulus by(modulus);
    i64 first = 0;
    while (first < size && !line[first]) first++;
    for (i64 i = 0; first < size && i < count; i++) {
        u32* vector = vectors + i * size;
        if (vector[first]) add(vector, line, size, modulus - vector[first], by);
    }
}
