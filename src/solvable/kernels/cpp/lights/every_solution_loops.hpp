// The functions of every_solution.cpp for one width of registers: see base/lanes_loops.hpp for how it is included.
#include "base/bits_as_bytes_loops.hpp"
#include "base/lanes_loops.hpp"

// Return the mask of `size` bytes that have any of these bits; memory ends at `end`.
TARGET INLINE u64 bytes_with(const u8* bytes, i64 size, const u8* end, u8 bits) {
    u64 mask = 0;
    if (size <= 32 && bytes + 32 <= end)  // 32 bytes are more often within one cache line
        mask = bytes_with_32(bytes, bits);
    else if (bytes + 64 <= end)
        mask = bytes_with_64(bytes, bits);
    else
        for (i64 i = 0; i < min(size, (i64)64); i++) mask |= (u64)((bytes[i] & bits) != 0) << i;
    return size >= 64 ? mask : mask & (((u64)1 << size) - 1);
}

// Write a word's bits as `size` bytes; later bytes may be overwritten up to `end`, because they are written afterwards.
TARGET INLINE void write_bits(u8* bytes, i64 size, const u8* end, u64 word) {
    if (size <= 32 && bytes + 32 <= end)
        write_bits_32(bytes, (u32)word);
    else if (bytes + 64 <= end)
        write_bits_64(bytes, word);
    else
        for (i64 i = 0; i < min(size, (i64)(end - bytes)); i++) bytes[i] = word >> i & 1;
}

// Write which cells differ from the goal; return whether these bytes are a valid board.
TARGET INLINE bool read(const EverySolution& p, const u8* board, const u8* end, u64* lit) {
    u64 wrong = 0;
    for (i64 word = 0; 64 * word < p.cells; word++) {
        const u64 lamps = bytes_with(board + 64 * word, p.cells - 64 * word, end, 0xff);
        wrong |= bytes_with(board + 64 * word, p.cells - 64 * word, end, 0xfe) | (lamps & ~p.lamps[word]);
        lit[word] = lamps ^ p.goal[word];
    }
    return !wrong;
}

// Write VECTORS vectors, from word `first` on, of the sum of the entries that the cells choose.
template <int VECTORS>
TARGET INLINE void sum_entries(const EverySolution& p, const u64* lit, i64 first, u64* total) {
    using W = Lanes<u64>;
    const u64 mask = ((u64)1 << p.width) - 1, size = (u64)p.stride << p.width;
    const i64 stride = p.stride, width = p.width, groups = (p.cells + width - 1) / width;
    const u64* table = p.tables + first;
    typename W::Vector sums[VECTORS] = {};
    u64 cells = 0;
    for (i64 group = 0, left = 0; group < groups; group++, left -= width, table += size) {
        if (left <= 0) cells = *lit++, left = 64;
        const u64* entry = table + (cells & mask) * (u64)stride;
        cells >>= width;
#pragma GCC unroll 4
        for (int i = 0; i < VECTORS; i++) sums[i] ^= W::load(entry + i * W::COUNT);
    }
#pragma GCC unroll 4
    for (int i = 0; i < VECTORS; i++) W::store(total + first + i * W::COUNT, sums[i]);
}

// Write the sum of the entries that the cells choose.
TARGET INLINE void look_up(const EverySolution& p, const u64* lit, u64* total) {
    constexpr i64 COUNT = Lanes<u64>::COUNT;
    i64 word = 0;
    if (p.stride >= 8) {
        for (; word + 4 * COUNT <= p.stride; word += 4 * COUNT) sum_entries<4>(p, lit, word, total);
        if (word + 2 * COUNT <= p.stride) sum_entries<2>(p, lit, word, total), word += 2 * COUNT;
        if (word + COUNT <= p.stride) sum_entries<1>(p, lit, word, total);
        return;
    }
    const u64 mask = ((u64)1 << p.width) - 1;
    u64 sums[2] = {}, cells = 0;  // of one word or two
    for (i64 group = 0, left = 0; group * p.width < p.cells; group++, left -= p.width) {
        if (left <= 0) cells = *lit++, left = 64;
        const u64* entry = p.tables + (((u64)group << p.width) + (cells & mask)) * (u64)p.stride;
        cells >>= p.width;
        sums[0] ^= entry[0];
        sums[1] ^= entry[p.stride - 1];
    }
    total[0] = sums[0];
    if (p.stride == 2) total[1] = sums[1];
}

// Return whether the residual, from bit `buttons` on, is 0; it is cleared.
TARGET INLINE bool is_solvable(const EverySolution& p, u64* total) {
    u64 inside = ((u64)1 << (p.buttons & 63)) - 1, left = 0;
    for (i64 word = p.buttons >> 6; word < p.stride; word++, inside = 0) {
        left |= total[word] & ~inside;
        total[word] &= inside;
    }
    return !left;
}

TARGET INLINE i64 weight_of(const u64* total, i64 stride) {
    u64 weight = 0;
    for (i64 word = 0; word < stride; word++) weight += popcount(total[word]);
    return (i64)weight;
}

struct Lightest {
    i64 count;  // the number of lightest solutions
    i64 index;  // the least index of one
};

// Compare at most 2^4 solutions.
TARGET INLINE Lightest compare(const EverySolution& p, const u64* total) {
    i64 best = weight_of(total, p.stride);
    Lightest lightest = {1, 0};
    for (i64 member = 1; member < (i64)1 << p.rank; member++) {
        u64 weight = 0;
        for (i64 word = 0; word < p.stride; word++) {
            u64 value = total[word];
            for (i64 row = 0; row < p.rank; row++)
                if (member >> row & 1) value ^= p.quiet[row * p.stride + word];
            weight += popcount(value);
        }
        if ((i64)weight < best) best = (i64)weight, lightest = {0, member};
        if ((i64)weight == best) lightest.count++;
    }
    return lightest;
}

// Transform over the bits beyond the lanes, four at a time as far as possible.
TARGET INLINE void turn(i16* work, i64 size) {
    i64 stride = LANES;
    for (; 16 * stride <= size; stride *= 16) pass<16>(work, work, size, stride);
    if (8 * stride == size) pass<8>(work, work, size, stride);
    if (4 * stride == size) pass<4>(work, work, size, stride);
    if (2 * stride == size) pass<2>(work, work, size, stride);
}

// Weigh all solutions by the transform.
TARGET __attribute__((noinline)) static Lightest transform(const EverySolution& p, const u64* total, i16* work) {
    using L = Lanes<i16>;
    for (i64 at = 0; at < p.base_size; at += L::COUNT) L::store(work + at, L::load(p.base + at));
    for (i64 word = 0; word < p.stride; word++) {
        for (u64 left = total[word]; left; left &= left - 1) {
            const i64 key = p.keys[64 * word + (i64)trailing_zeros(left)];
            if (key) add_lanes(work + (key & -LANES), p.changes + (key & (LANES - 1)) * LANES);
        }
    }
    turn(work, p.base_size);
    const i16 best = maximum<i16>(work, p.base_size);
    Lightest lightest = {0, -1};
    for (i64 start = 0; start < p.base_size; start += LANES) {
        const u64 lanes = lanes_at_least(work + start, best);
        if (!lanes) continue;
        if (lightest.index < 0) lightest.index = start + (i64)trailing_zeros(lanes);
        lightest.count += (i64)popcount(lanes);
    }
    return lightest;
}

// Write the fewest presses of a board to `total`; return the number of solutions of that length, or an error.
TARGET INLINE i64 solve(const EverySolution& p, const u8* board, const u8* end, u64* lit, u64* total, i16* work) {
    if (!read(p, board, end, lit)) return WEIGH_NO_BOARD;
    look_up(p, lit, total);
    if (!is_solvable(p, total)) return WEIGH_UNSOLVABLE;
    Lightest lightest = {1, 0};
    if (p.rank) lightest = p.rank > COMPARED ? transform(p, total, work) : compare(p, total);
    for (i64 row = 0; row < p.rank; row++)
        if (lightest.index >> row & 1)
            for (i64 word = 0; word < p.stride; word++) total[word] ^= p.quiet[row * p.stride + word];
    return lightest.count;
}

TARGET static i64 one(const EverySolution& p, const u8* board, i64* pressed, i64* solutions, u64* words, i16* work) {
    u64 *total = words, *lit = words + p.stride;
    const i64 count = solve(p, board, board + p.cells, lit, total, work);
    solutions[0] = max(count, (i64)0);
    if (count < 0) return count;
    i64 number = 0;
    for (i64 word = 0; word < p.stride; word++)
        for (u64 left = total[word]; left; left &= left - 1) pressed[number++] = 64 * word + (i64)trailing_zeros(left);
    return number;
}

// Return the sum of the entries that the lowest cells choose in three tables.
TARGET INLINE u64 sum_of_three(const u64* tables, u64 lit, u64 width) {
    const u64 size = (u64)1 << width, mask = size - 1;
    return tables[lit & mask] ^ tables[size + (lit >> width & mask)] ^ tables[2 * size + (lit >> 2 * width & mask)];
}

// The same as `many` for boards of one word with few quiet patterns.
TARGET static bool many_short(const EverySolution& p, const u8* boards, i64 first, i64 last, u8* presses,
                              i64* lengths) {
    const u64 width = (u64)p.width, inside = ((u64)1 << p.buttons) - 1, goal = p.goal[0], lamps = p.lamps[0];
    const i64 cells = p.cells, buttons = p.buttons, sums = p.table_words / (3 << p.width);
    const u8 *end = boards + last * cells, *presses_end = presses + last * buttons;
    u64 members[1 << COMPARED] = {}, wrong = 0;
    const u64 count = max((u64)4, (u64)1 << p.rank);  // at least four, which need no loop
    for (u64 member = 1; member < (u64)1 << p.rank; member++)
        members[member] = members[member & (member - 1)] ^ p.quiet[trailing_zeros(member)];
    // Two passes, because one would need more registers than there are
    for (i64 board = first; board < last; board++) {
        u64 lit = bytes_with(boards + board * cells, cells, end, 0xff);
        wrong |= lit & ~lamps;
        lit ^= goal;
        const u64* tables = p.tables;
        u64 total = sum_of_three(tables, lit, width);
        for (i64 sum = 1; sum < sums; sum++) {
            lit >>= 3 * width;
            tables += (u64)3 << width;
            total ^= sum_of_three(tables, lit, width);
        }
        lengths[board] = (i64)total;
    }
    const u64 one = members[1], two = members[2], three = members[3];
    for (i64 board = first; board < last; board++) {
        const u64 total = (u64)lengths[board];
        // The index is in the bits below the weight, so the first of the lightest wins
        u64 least = popcount(total) << COMPARED;
        least = min(least, popcount(total ^ one) << COMPARED | 1);
        least = min(least, popcount(total ^ two) << COMPARED | 2);
        least = min(least, popcount(total ^ three) << COMPARED | 3);
        for (u64 place = 4; place < count; place++)
            least = min(least, popcount(total ^ members[place]) << COMPARED | place);
        const bool solvable = total <= inside;
        const u64 best = total ^ members[least & ((1 << COMPARED) - 1)];
        write_bits(presses + board * buttons, buttons, presses_end, solvable ? best : 0);
        lengths[board] = solvable ? (i64)(least >> COMPARED) : WEIGH_UNSOLVABLE;
    }
    const u8* at = boards + first * cells;
    for (; at + 64 <= end; at += 64) wrong |= bytes_with_64(at, 0xfe);
    return !(wrong | (at == end ? 0 : bytes_with(at, end - at, end, 0xfe)));
}

TARGET static bool many(const EverySolution& p, const u8* boards, i64 first, i64 last, u8* presses, i64* lengths,
                        u64* words, i16* work) {
    if (p.stride == 1 && p.rank <= COMPARED && p.buttons < 64)
        return many_short(p, boards, first, last, presses, lengths);
    u64 *total = words, *lit = words + p.stride;
    const u8 *end = boards + last * p.cells, *presses_end = presses + last * p.buttons;
    for (i64 board = first; board < last; board++) {
        const i64 count = solve(p, boards + board * p.cells, end, lit, total, work);
        if (count == WEIGH_NO_BOARD) return false;
        if (count == WEIGH_UNSOLVABLE)
            for (i64 word = 0; word < p.stride; word++) total[word] = 0;
        lengths[board] = count > 0 ? weight_of(total, p.stride) : WEIGH_UNSOLVABLE;
        for (i64 word = 0; 64 * word < p.buttons; word++)
            write_bits(presses + board * p.buttons + 64 * word, p.buttons - 64 * word, presses_end, total[word]);
    }
    return true;
}
