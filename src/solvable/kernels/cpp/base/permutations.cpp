#include "base/permutations.hpp"

namespace {

// Return the position of the set bit of this rank.
INLINE u64 select_bit(u64 word, u64 rank) {
    u64 position = 0;
    for (u64 half = 32; half; half >>= 1) {
        const u64 low = popcount(word & ((1ull << half) - 1));
        const u64 above = -(u64)(rank >= low);
        rank -= low & above;
        position += half & above;
        word >>= half & above;
    }
    return position;
}

}  // namespace

EXPORT void permutation_take(const i64* ranks, i64 rank_count, i64 count, i32* tree, u64* unused, i64* out) {
    const i64 words = (count + 63) >> 6;
    i64 top = 1;
    while (top <= words) top *= 2;
    for (i64 i = 0; i < words; i++) unused[i] = ~0ull;
    if (count & 63) unused[words - 1] = (1ull << (count & 63)) - 1;
    for (i64 i = 0; i <= words; i++) tree[i] = 0;
    for (i64 i = words + 1; i < top; i++) tree[i] = INT32_MAX;  // no rank extends beyond the words
    // Fenwick tree: entry i counts the unused numbers in the last i & −i words up to i
    for (i64 i = 1; i <= words; i++) {
        tree[i] += (i32)popcount(unused[i - 1]);
        const i64 above = i + (i & -i);
        if (above <= words) tree[above] += tree[i];
    }
    for (i64 i = 0; i < rank_count; i++) {
        i64 rank = ranks[i], word = 0;
        for (i64 half = top >> 1; half; half >>= 1) {
            const i64 before = tree[word + half];
            const i64 beyond = -(i64)(before <= rank);  // a mask instead of an unpredictable branch
            rank -= before & beyond;
            word += half & beyond;
        }
        const u64 bit = select_bit(unused[word], (u64)rank);
        unused[word] ^= 1ull << bit;
        out[i] = 64 * word + (i64)bit;
        for (i64 entry = word + 1; entry <= words; entry += entry & -entry) tree[entry]--;
    }
    i64 made = rank_count;
    for (i64 word = 0; word < words; word++)
        for (u64 left = unused[word]; left; left &= left - 1) out[made++] = 64 * word + (i64)trailing_zeros(left);
}

EXPORT i64 permutation_count_cycles(i32* next, i64 count, i64* position, i64 steps) {
    i64 start = position[0], cell = position[1], found = 0;
    for (i64 step = 0; step < steps && start != count; step++) {
        const i64 after = next[cell];
        if (after < 0) {
            cell = ++start;
        } else {
            next[cell] = -1;
            found += after == start;
            cell = after;
        }
    }
    position[0] = start, position[1] = cell;
    return found;
}

EXPORT bool permutation_compose(const i32* state, const i32* goal, i64 count, i32* home, i32* next) {
    for (i64 i = 0; i < count; i++) {
        if (state[i] < 0 || state[i] >= count || goal[i] < 0 || goal[i] >= count) return false;
        home[i] = 0;
    }
    for (i64 i = 0; i < count; i++) home[goal[i]] = (i32)i;
    for (i64 i = 0; i < count; i++) next[i] = home[state[i]];
    return true;
}

EXPORT i64 permutation_count_inversions(i32* values, i32* scratch, i64 count) {
    i64 found = 0;
    for (i64 run = 1; run < count; run *= 2) {  // invariant: each run of `run` values is sorted
        for (i64 start = 0; start < count; start += 2 * run) {
            const i64 middle = start + run < count ? start + run : count;
            const i64 end = middle + run < count ? middle + run : count;
            i64 left = start, right = middle;
            for (i64 i = start; i < end; i++)
                if (right == end || (left < middle && values[left] <= values[right])) {
                    scratch[i] = values[left++];
                } else {
                    scratch[i] = values[right++];
                    found += middle - left;  // all remaining values of the first run are larger, and preceded it
                }
        }
        i32* sorted = scratch;
        scratch = values, values = sorted;
    }
    return found;
}
