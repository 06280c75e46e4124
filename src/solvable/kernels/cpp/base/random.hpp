// Random numbers that are the same on every platform: splitmix64 (Steele, Lea, Flood 2014), and our own logarithm.
#pragma once
#include "base/base.hpp"

struct Random {
    u64 state;

    INLINE u64 next() {
        u64 z = state += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }

    // Return an integer 0 ≤ x < bound < 2^32; its bias is below bound / 2^32.
    INLINE u64 below(u64 bound) { return (next() >> 32) * bound >> 32; }

    // Return a number in (0, 1].
    INLINE f64 unit() { return (f64)((next() >> 11) + 1) * 0x1p-53; }
};

// Return a 64-bit hash of two numbers below 2^32: hashes of boards are sums modulo 2 of those of their tiles and cells.
static INLINE u64 hash_of_pair(i64 a, i64 b) { return Random{(u64)a << 32 | (u64)b}.next(); }

// Return ln x of a normal x > 0, with a relative error of about 1e-15: x = 2^e · m with m in [√½, √2), and ln m = 2
// artanh z by its series in z = (m − 1) / (m + 1), |z| < 0.172. Only basic operations, so that all platforms agree to
// the last bit.
static INLINE f64 natural_log(f64 x) {
    u64 bits;
    __builtin_memcpy(&bits, &x, 8);
    i64 exponent = (i64)(bits >> 52) - 1023;
    bits = (bits & 0xfffffffffffff) | 0x3ff0000000000000;
    f64 m;
    __builtin_memcpy(&m, &bits, 8);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        exponent++;
    }
    const f64 z = (m - 1) / (m + 1), square = z * z;
    f64 sum = 0;
    for (int odd = 21; odd > 0; odd -= 2) sum = sum * square + 1.0 / odd;
    return 2 * z * sum + (f64)exponent * 0.6931471805599453;
}
