#include "lights/covering.hpp"

namespace {

constexpr i64 BLOCK = 256;  // points whose excess fits 32 bits and is summed before it is compared

// Steele, Lea and Flood 2014: SplitMix64.
INLINE u64 next_random(u64& state) {
    state += 0x9e3779b97f4a7c15;
    u64 z = state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

// Return the natural logarithm of 0 < x < ∞, by 2·artanh((m − 1)/(m + 1)) for x = m·2^e, √½ ≤ m < √2.
f64 logarithm(f64 x) {
    u64 bits;
    __builtin_memcpy(&bits, &x, 8);
    i64 exponent = (i64)(bits >> 52) - 1023;
    bits = (bits & 0x000fffffffffffff) | 0x3ff0000000000000;
    f64 m;
    __builtin_memcpy(&m, &bits, 8);
    if (m > 1.4142135623730951) m /= 2, exponent++;
    const f64 s = (m - 1) / (m + 1), square = s * s;
    f64 sum = 0;
    for (int k = 21; k >= 1; k -= 2) sum = sum * square + 1.0 / k;
    return 2 * s * sum + (f64)exponent * 0.6931471805599453;
}

// Return Σ weight·max(0, value + step·row − target)², or some part of it above `most`.
i64 excess(const i16* values, const i16* row, i32 step, i32 target, const i32* weights, i64 points, f64 most) {
    i64 total = 0;
    for (i64 start = 0; start < points; start += BLOCK) {
        const i64 end = min(points, start + BLOCK);
        u32 part = 0;
        for (i64 p = start; p < end; p++) {
            const i32 over = max((i32)values[p] + step * (i32)row[p] - target, 0);
            part += (u32)over * (u32)over * (u32)weights[p];
        }
        total += (i32)part;
        if ((f64)total > most) break;
    }
    return total;
}

}  // namespace

EXPORT i64 covering_radius(const i32* syndromes, i64 count, i64 bits, u8* distance, i32* queue) {
    for (i64 sum = 0; sum < (i64)1 << bits; sum++) distance[sum] = COVERING_UNREACHED;
    distance[0] = 0;
    queue[0] = 0;
    i64 head = 0, tail = 1;
    u8 last = 0;
    while (head < tail) {
        const i32 here = queue[head++];
        last = distance[here];
        for (i64 i = 0; i < count; i++) {
            const i32 there = here ^ syndromes[i];
            if (distance[there] != COVERING_UNREACHED) continue;
            distance[there] = (u8)(last + 1);
            queue[tail++] = there;
        }
    }
    return last;
}

EXPORT i64 covering_anneal(const Annealed* state, i64 target, i64 moves, f64 hot, f64 factor, u64 seed) {
    const Annealed a = *state;
    const i32 bound = (i32)target;
    i64 now = excess(a.values, a.rows, 0, bound, a.weights, a.points, __builtin_inf());
    f64 temperature = hot;
    for (i64 move = 0; move < moves && now; move++) {
        temperature *= factor;
        const u64 word = next_random(seed);
        const i64 place = (i64)((word >> 33) % (u64)a.classes);
        i64 step = word & 1 ? 2 : -2;
        const i64 limit = a.limits[place], sum = a.sums[place];
        if (sum + step > limit || sum + step < -limit) {
            step = -step;
            if (sum + step > limit || sum + step < -limit) continue;
        }
        const f64 uniform = (f64)((next_random(seed) >> 11) + 1) * 0x1p-53;  // above 0, at most 1
        const f64 most = (f64)now - temperature * logarithm(uniform);
        const i16* row = a.rows + place * a.points;
        const i64 after = excess(a.values, row, (i32)step, bound, a.weights, a.points, most);
        if ((f64)after > most) continue;
        for (i64 p = 0; p < a.points; p++) a.values[p] = (i16)(a.values[p] + step * row[p]);
        a.sums[place] += step;
        now = after;
    }
    return now;
}
