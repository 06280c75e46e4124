// The loops of carryless.cpp for vectors of WIDTH words: included once for each width, inside its namespace, after
// TARGET, WIDTH, LOW, HIGH (the products of even and of odd words) and MOVED (see there) have been defined.
typedef u64 Words __attribute__((vector_size(8 * WIDTH)));
typedef u64 Unaligned __attribute__((vector_size(8 * WIDTH), aligned(8), may_alias));

TARGET static void combine(u64* a, u64* b, i64 first, i64 last, const u64* m) {
    const Words none = {}, m0 = none + m[0], m1 = none + m[1], m2 = none + m[2], m3 = none + m[3];
    Words before_a = none, before_b = none;
    for (i64 at = first; at < last; at += WIDTH) {
        const Words x = *(const Unaligned*)(a + at), y = *(const Unaligned*)(b + at);
        const Words odd_a = HIGH(x, m0) ^ HIGH(y, m1), odd_b = HIGH(x, m2) ^ HIGH(y, m3);
        *(Unaligned*)(a + at) = LOW(x, m0) ^ LOW(y, m1) ^ MOVED(before_a, odd_a);
        *(Unaligned*)(b + at) = LOW(x, m2) ^ LOW(y, m3) ^ MOVED(before_b, odd_b);
        before_a = odd_a, before_b = odd_b;
    }
}

TARGET static void add_product(u64* target, const u64* source, i64 size, u64 factor) {
    const Words none = {}, m = none + factor;
    Words before = none;
    for (i64 at = 0; at < size; at += WIDTH) {
        const Words x = *(const Unaligned*)(source + at), odd = HIGH(x, m);
        *(Unaligned*)(target + at) ^= LOW(x, m) ^ MOVED(before, odd);
        before = odd;
    }
}

TARGET static void add_products(u64* target, const u64* source, i64 size, u64 low, u64 high) {
    const Words none = {}, m0 = none + low, m1 = none + high;
    Words before_once = none, before_twice = none;
    for (i64 at = 0; at < size; at += WIDTH) {
        const Words x = *(const Unaligned*)(source + at), twice = HIGH(x, m1);
        const Words once = HIGH(x, m0) ^ LOW(x, m1) ^ MOVED(before_twice, twice);
        *(Unaligned*)(target + at) ^= LOW(x, m0) ^ MOVED(before_once, once);
        before_once = once, before_twice = twice;
    }
}
