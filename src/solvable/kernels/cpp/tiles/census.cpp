#include "tiles/census.hpp"

EXPORT void census_shift_blocks(const u64* __restrict source, u64* __restrict target, i64 size, const i64* table,
                                i64 windows, i64 block) {
    for (i64 group = 0; group + windows * block <= size; group += windows * block)
        for (i64 window = 0; window < windows; window++) {
            const u64* from = source + group + window * block;
            u64* to = target + group + table[window] * block;
            for (i64 i = 0; i < block; i++) to[i] |= from[i];
        }
}

EXPORT void census_scatter(const u64* __restrict source, u64* __restrict target, i64 size, const i64* __restrict table,
                           const u8* odd, i64 group, i64 per) {
    for (i64 start = 0; start < size; start += group) {
        const i64* places = table + odd[start] * group * per;
        for (i64 inner = 0; inner < group; inner++, places += per)
            for (u64 word = source[start + inner]; word; word &= word - 1) {
                const i64 place = places[trailing_zeros(word)];
                target[start + (place >> 6)] |= 1ull << (place & 63);
            }
    }
}

EXPORT void census_unite(const u64* __restrict source, u64* __restrict target, i64 size) {
    for (i64 i = 0; i < size; i++) target[i] |= source[i];
}

EXPORT void census_select(const u64* level, i64 size, i64 per, const i64* numbers, i64 count, i64* ranks) {
    i64 before = 0, word = 0;  // states of the words before `word`
    for (i64 i = 0; i < count; i++) {
        while (word < size && before + (i64)popcount(level[word]) <= numbers[i]) before += (i64)popcount(level[word++]);
        u64 bits = word < size ? level[word] : 0;
        for (i64 skipped = before; skipped < numbers[i]; skipped++) bits &= bits - 1;
        ranks[i] = bits ? word * per + (i64)trailing_zeros(bits) : -1;
    }
}

EXPORT i64 census_settle(u64* __restrict reached, u64* __restrict visited, i64 size) {
    u64 count = 0;
    for (i64 i = 0; i < size; i++) {
        const u64 added = reached[i] & ~visited[i];
        reached[i] = added;
        if (added) {
            visited[i] |= added;
            count += popcount(added);
        }
    }
    return (i64)count;
}

EXPORT void census_write(const u64* level, i64 size, u8* distances, i64 per, u8 distance) {
    for (i64 i = 0; i < size; i++)
        for (u64 word = level[i]; word; word &= word - 1) distances[i * per + (i64)trailing_zeros(word)] = distance;
}

EXPORT void census_look_up(const CensusTable* table, const i64* boards, i64 count, i16* results) {
    const CensusTable t = *table;
    const i64 cells = t.cells;
    i64 order[64];
    for (i64 row = 0; row < count; row++) {
        const i64* board = boards + row * cells;
        i64 blank = -1, size = 0;
        u64 seen = 0;
        for (i64 cell = 0; cell < cells; cell++) {
            const i64 tile = board[t.columns[cell]];
            if (tile < 0 || tile >= cells || (seen >> tile & 1)) break;
            seen |= 1ull << tile;
            const i64 home = t.home[tile];
            if (home < 0)
                blank = cell;
            else
                order[size++] = home;
        }
        if (blank < 0 || size < cells - 1) {
            results[row] = CENSUS_INVALID;
            continue;
        }
        i64 rank = 0, parity = 0;
        u64 later = (1ull << size) - 1;
        for (i64 i = 0; i < size; i++) {
            const u64 bit = 1ull << order[i];
            later ^= bit;
            const i64 digit = (i64)popcount(later & (bit - 1));
            rank = rank * (size - i) + digit;
            parity ^= digit & 1;
        }
        results[row] = parity == t.odd[blank] ? (i16)t.distances[blank * t.half + (rank >> 1)] : CENSUS_UNSOLVABLE;
    }
}
