// The transform of walsh.cpp for one width of registers: see base/lanes_loops.hpp for how it is included.
#include "base/lanes_loops.hpp"

template <class T>
struct Transform {
    const i64* keys;
    T* coefficients;  // with the signs of the current block
    i64 count;
    i64 passes;
    T* source;
    T* work;
    const i32* lists;  // the indices of the keys with each top bit, in consecutive lists,
    i64 starts[INDEX_BITS + 1];  // from here on
    alignas(64) T signs[LANES * LANES];

    TARGET Transform(const i64* keys_, const T* given, i64 count_, i64 rank, i64 passes_, T* signed_coefficients,
                     T* work_, i32* lists_) {
        keys = keys_, coefficients = signed_coefficients, count = count_, passes = passes_;
        source = work_, work = work_ + size(), lists = lists_;
        for (i64 i = 0; i < count; i++) coefficients[i] = given[i];
        for (u64 row = 0; row < LANES; row++)
            for (u64 lane = 0; lane < LANES; lane++) signs[row * LANES + lane] = popcount(row & lane) & 1 ? -1 : 1;
        i64 place = starts[0] = 0;
        for (i64 bit = 0; bit < rank - low_bits(); bit++) {
            for (i64 i = 0; i < count; i++)
                if ((u64)keys[i] >> (low_bits() + bit) & 1) lists_[place++] = (i32)i;
            starts[bit + 1] = place;
        }
    }
    INLINE i64 low_bits() const { return LANE_BITS + 4 * passes; }
    INLINE i64 size() const { return (i64)1 << low_bits(); }

    TARGET INLINE void add(i64 key, T factor) {
        const i64 place = key & (size() - 1) & ~(i64)(LANES - 1);
        add_multiple<T>(source + place, signs + (key & (LANES - 1)) * LANES, factor);
    }

    // Fill `source` with the block of top bits `top`; negate the coefficients that are odd there.
    TARGET void load_block(u64 top) {
        for (i64 at = 0; at < size(); at++) source[at] = 0;
        for (i64 i = 0; i < count; i++) {
            if (popcount((u64)keys[i] >> low_bits() & top) & 1) coefficients[i] = (T)-coefficients[i];
            add(keys[i], coefficients[i]);
        }
    }

    // Change one top bit: the keys that have it change their sign.
    TARGET void flip(u64 bit) {
        for (i64 place = starts[bit]; place < starts[bit + 1]; place++) {
            const i64 i = lists[place];
            const T old = coefficients[i];
            coefficients[i] = (T)-old;
            add(keys[i], (T)(-2 * old));
        }
    }

    // Do `number` passes, from `source` to `work`; return the stride of the next one.
    TARGET INLINE i64 run(i64 number) {
        pass<16>(source, work, size(), LANES);
        i64 stride = 16 * LANES;
        for (i64 done = 1; done < number; done++, stride *= 16) pass<16>(work, work, size(), stride);
        return stride;
    }
};

template <class T>
TARGET static void maxima(const i64* keys, const T* coefficients, i64 count, i64 rank, i64 passes, i64 first, i64 last,
                          T* out, T* signed_coefficients, T* work, i32* lists) {
    Transform<T> block(keys, coefficients, count, rank, passes, signed_coefficients, work, lists);
    u64 top = (u64)first ^ (u64)first >> 1;
    block.load_block(top);
    for (i64 step = first; step < last; step++) {
        if (step > first) {
            const u64 bit = trailing_zeros((u64)step);
            top ^= (u64)1 << bit;
            block.flip(bit);
        }
        const i64 stride = block.run(passes - 1);
        out[top] = maximum_of_pass(block.work, stride);
    }
}

template <class T>
TARGET static i64 collect(const i64* keys, const T* coefficients, i64 count, i64 rank, i64 passes, i64 highest,
                          i64 limit, const i64* tops, i64 top_count, i64* entries, i64 room, i64* least_index,
                          T* signed_coefficients, T* work, i32* lists) {
    Transform<T> block(keys, coefficients, count, rank, passes, signed_coefficients, work, lists);
    const T min_value = (T)max(highest - 2 * limit, -((i64)1 << (8 * sizeof(T) - 1)));
    u64 current = 0;
    i64 number = 0, least = -1;
    block.load_block(0);
    for (i64 turn = 0; turn < top_count; turn++) {
        const u64 top = (u64)tops[turn];
        for (u64 change = current ^ top; change; change &= change - 1) block.flip(trailing_zeros(change));
        current = top;
        block.run(passes);
        for (i64 start = 0; start < block.size(); start += LANES) {
            for (u64 lanes = lanes_at_least(block.work + start, min_value); lanes; lanes &= lanes - 1) {
                const i64 index = start + (i64)trailing_zeros(lanes);
                if (index >> rank) break;
                const i64 whole = (i64)(top << block.low_bits()) | index, value = block.work[index];
                if (value == highest && (least < 0 || whole < least)) least = whole;
                if (number < room) entries[number] = (highest - value) >> 1 << INDEX_BITS | whole;
                number++;
            }
        }
    }
    least_index[0] = least;
    return number;
}
