#include "tiles/labels.hpp"

namespace {

constexpr u64 LOW8 = 255, LOW16 = 0xffff, LOW40 = (1ull << 40) - 1, SLACKS = 0xffffffffull << 32,
              BORROWS = 0x80808080ull << 32;
constexpr u64 LOSSES = 0b00'10'01'00'10 << 4;  // two bits for each new − old + 4 = 2 … 6: 2 0 1 2 0 moves of slack

// Return the code after the blank steps from cell `blank` to the one below (or above).
INLINE u64 step_code(u64 code, u64 blank, bool down, u64 width, u64 s) {
    const u64 window = (1ull << s * width) - 1, last = s * (width - 1), shift = down ? s * blank : s * (blank - width);
    const u64 part = code >> shift & window;
    const u64 turned = down ? part << s | part >> last : part >> s | part << last;
    return code ^ (part ^ (turned & window)) << shift;
}

INLINE u64 code_rank(u64 code, u64 low_bits, const u32* high, const u32* low) {
    return (u64)high[(code & LOW40) >> low_bits] + low[code & ((1ull << low_bits) - 1)];
}

// Move the bits of x to even positions.
INLINE u64 spread_bits(u64 x) {
    x = (x | x << 16) & 0x0000ffff0000ffff;
    x = (x | x << 8) & 0x00ff00ff00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f0f0f0f0f;
    x = (x | x << 2) & 0x3333333333333333;
    return (x | x << 1) & 0x5555555555555555;
}

// Call visit(rank, code) for every code, in the order of the ranks.
template <class Visit>
INLINE void for_each_code(const LabelCodes& c, Visit visit) {
    for (i64 upper = 0; upper < c.high_count; upper++) {
        const i32 kind = c.classes[upper];
        if (kind < 0) continue;
        const i64 begin = c.begin[kind], end = c.begin[kind + 1];
        for (i64 j = begin; j < end; j++) visit((i64)c.high[upper] + j - begin, (u64)upper << c.low_bits | c.lows[j]);
    }
}

template <class Set>
void move_across(const LabelCodes& c, Set* across, Set* reached) {
    const u64 w = (u64)c.width, cells = (u64)c.cells, s = c.symbol_bits;
    for_each_code(c, [&](i64 rank, u64 whole) __attribute__((always_inline)) {
        u64 starts = across[rank];
        across[rank] = 0;
        for (; starts; starts &= starts - 1) {
            const u64 start = trailing_zeros(starts);
            u64 code = whole;
            for (u64 cell = start; cell >= w;) {
                code = step_code(code, cell, false, w, s);
                cell -= w;
                reached[code_rank(code, c.low_bits, c.high, c.low)] |= (Set)(1ull << cell);
            }
            code = whole;
            for (u64 cell = start; cell + w < cells;) {
                code = step_code(code, cell, true, w, s);
                cell += w;
                reached[code_rank(code, c.low_bits, c.high, c.low)] |= (Set)(1ull << cell);
            }
        }
    });
}

template <class Set, class Distances>
i64 settle(u64 value, i64 width, i64 cells, Set* seen, Set* across, Set* along, Set* reached, Distances* result,
           i64 ranks) {
    const u64 line = (1ull << width) - 1;
    u64 count = 0;
    for (i64 r = 0; r < ranks; r++) {
        const u64 rows = along[r], by_column = reached[r];
        if (!(rows | by_column)) continue;
        u64 by_row = 0;
        for (i64 start = 0; start < cells; start += width)
            if (rows >> start & line) by_row |= line << start;
        const u64 known = seen[r], fresh = (by_column | by_row) & ~known;
        along[r] = (Set)(by_column & ~by_row & fresh);
        across[r] = (Set)(by_row & ~by_column & fresh);
        reached[r] = 0;
        seen[r] = (Set)(known | fresh);
        count += popcount(fresh);
        if (value) result[r] |= (Distances)(spread_bits(fresh) << (value - 1));
    }
    return (i64)count;
}

template <class Set, class Distances>
i64 verify_layer(const LabelCodes& c, u64 value, Set* seen, Set* current, Set* following, const Distances* stored) {
    const i64 w = c.width, cells = c.cells, sides[4] = {1, -1, w, -w};
    i64 count = 0;
    bool is_right = true;
    for_each_code(c, [&](i64 rank, u64 whole) {
        for (u64 starts = current[rank]; starts && is_right; starts &= starts - 1) {
            const i64 start = (i64)trailing_zeros(starts);
            for (int side = 0; side < 4; side++) {
                i64 cell = start, to = start + sides[side];
                u64 code = whole;
                while (to >= 0 && to < cells && (side > 1 || to / w == cell / w)) {
                    if (side > 1) code = step_code(code, (u64)cell, side == 2, (u64)w, c.symbol_bits);
                    cell = to;
                    to += sides[side];
                    const u64 r = code_rank(code, c.low_bits, c.high, c.low);
                    if ((u64)seen[r] >> cell & 1) continue;
                    seen[r] |= (Set)(1ull << cell);
                    following[r] |= (Set)(1ull << cell);
                    count++;
                    if (((u64)stored[r] >> 2 * cell & 3) != value) is_right = false;
                }
            }
        }
        current[rank] = 0;
    });
    return is_right ? count : -1;
}

// Return the loss of a look-up's slack: 1 + the change of the distance, known mod 3.
INLINE u64 slack_lost(u64 old_word, u64 new_word, u64 from, u64 to) {
    return LOSSES >> (((new_word >> (to << 1) & 3) - (old_word >> (from << 1) & 3) + 4) << 1) & 3;
}

// L look-ups. An entry of the plan is row | blank << 40 | its next cell << 48 | axis << 56; the slacks; a code and an
// address for each look-up.
template <int L, class Distances>
struct LabelSearch {
    static constexpr u64 ROW = 2 * L + 1, SIZE = 2 * L + 3;

    // List the children of a block that pass the look-ups whose code does not change; return the length, and count all
    // in `made`.
    static INLINE u64 list_children(u64 first, u64 rows, const SearchWork& work, const LabelTables& t, u8 depth,
                                    u64& made) {
        u64 *plan = work.plan, end = 0;
        const i64 size[2] = {t.width, t.height};
        for (u64 r = first; r < first + rows; r++) {
            const u64* base = work.stack + r * ROW;
            const u64 meta = base[0], origin = base[1] >> 48;
            const i64 blank = (i64)(meta & LOW8);
            work.deepest[origin] = max(work.deepest[origin], depth);
            for (int way = 0; way < 4; way++) {
                const int axis = way >> 1;
                const bool forward = way & 1;
                if (!(meta >> (8 + axis) & 1)) continue;
                const i64 delta = (axis ? t.width : 1) * (forward ? 1 : -1);
                const i64 place = axis ? blank / t.width : blank % t.width;
                const i64 steps = forward ? size[axis] - 1 - place : place;
                for (int i = 0; i < L; i++) plan[end + 2 + i] = base[2 * i + 1];
                i64 to = blank;
                for (i64 step = 0; step < steps; step++) {
                    u64 slacks = meta & SLACKS;
                    for (int i = 0; i < L; i++)
                        if (t.shapes[2 * i + 1] == axis)
                            plan[end + 2 + i] = step_code(plan[end + 2 + i], t.seen_as[64 * i + to], forward,
                                                          (u64)t.shapes[2 * i], t.symbol_bits);
                    to += delta;
                    made++;
                    for (int i = 0; i < L; i++) {
                        if (t.shapes[2 * i + 1] == axis) continue;
                        const u64 word = base[2 * i + 2];
                        slacks -= slack_lost(word, word, t.seen_as[64 * i + blank], t.seen_as[64 * i + to])
                                  << (32 + 8 * i);
                    }
                    for (int i = 0; i < L; i++) plan[end + SIZE + 2 + i] = plan[end + 2 + i];
                    plan[end] = r | (u64)blank << 40 | (u64)to << 48 | (u64)axis << 56;
                    plan[end + 1] = slacks;
                    end += slacks & BORROWS ? 0 : SIZE;
                }
            }
        }
        return end;
    }

    // Write into each entry the address of the word of each look-up whose code has changed.
    static INLINE void look_up(u64* plan, u64 end, const LabelTables& t, const Distances* distances) {
        for (u64 e = 0; e < end; e += SIZE) {
            const i64 axis = (i64)(plan[e] >> 56);
            for (int i = 0; i < L; i++) {
                if (t.shapes[2 * i + 1] != axis) continue;
                const u64* place = t.places + 3 * i;
                const u64 address =
                    place[2] + code_rank(plan[e + 2 + i], t.low_bits, t.high + place[0], t.low + place[1]);
                prefetch(distances + address);
                plan[e + 2 + L + i] = address;
            }
        }
    }

    // Read the tables; write the children whose slacks suffice as rows from `out` on; return the row after the last.
    static INLINE u64 write_children(u64 out, u64* stack, const u64* plan, u64 end, const LabelTables& t,
                                     const Distances* distances) {
        for (u64 e = 0; e < end; e += SIZE) {
            const u64 entry = plan[e], blank = entry >> 40 & LOW8, to = entry >> 48 & LOW8;
            const i64 axis = (i64)(entry >> 56);
            const u64* base = stack + (entry & LOW40) * ROW;
            u64 *child = stack + out * ROW, slacks = plan[e + 1];
            for (int i = 0; i < L; i++) {
                const u64 before = base[2 * i + 2];
                u64 after = before;
                if (t.shapes[2 * i + 1] == axis) {
                    after = distances[plan[e + 2 + L + i]];
                    slacks -= slack_lost(before, after, t.seen_as[64 * i + blank], t.seen_as[64 * i + to])
                              << (32 + 8 * i);
                }
                child[2 * i + 1] = plan[e + 2 + i];
                child[2 * i + 2] = after;
            }
            child[0] = (slacks & SLACKS) | (entry & LOW16) << 16 | 1ull << (9 - axis) | to;
            out += slacks & BORROWS ? 0 : 1;
        }
        return out;
    }

    static i64 run(const LabelTables& t, const SearchWork& work, const Distances* distances, u64 stop, u64 budget,
                   u64* control) {
        const u64 limit = control[NODES] + budget;
        for (;;) {
            if ((control[NODES] >= limit || is_pause_wanted(control)) && control[SEGMENTS] > 0) return SEARCH_PAUSED;
            const i64 block = next_block(work.segments, control, stop);
            if (block == AT_STOP && collect_rows(ROW, 0, control, work)) continue;
            if (block < 0) return block == NO_BLOCK ? SEARCH_EMPTY : SEARCH_FOUND;
            const u64 first = work.segments[block], count = work.segments[block + 1];
            u64 made = 0;
            const u8 depth = (u8)min(work.segments[block + 2], LOW8);
            const u64 end = list_children(first, count, work, t, depth, made);
            control[NODES] += made;
            control[EXPANDED] += count;
            look_up(work.plan, end, t, distances);
            const u64 out = first + count;
            push_children(work.segments, control, block, out,
                          write_children(out, work.stack, work.plan, end, t, distances));
        }
    }
};

template <class Distances>
INLINE i64 search(const LabelTables& t, const SearchWork& work, const Distances* distances, u64 stop, u64 budget,
                  u64* control) {
    switch (t.lookups) {
        case 1:
            return LabelSearch<1, Distances>::run(t, work, distances, stop, budget, control);
        case 2:
            return LabelSearch<2, Distances>::run(t, work, distances, stop, budget, control);
        case 3:
            return LabelSearch<3, Distances>::run(t, work, distances, stop, budget, control);
        default:
            return LabelSearch<4, Distances>::run(t, work, distances, stop, budget, control);
    }
}

// Return the number of a word's symbols with each label, 6 bits a label.
INLINE u64 tally_of(u64 word, i64 symbols, i64 bits) {
    u64 tally = 0;
    for (i64 i = 0; i < symbols; i++, word >>= bits) tally += 1ull << 6 * (word & ((1ull << bits) - 1));
    return tally;
}

// Return the index of a tally among `count` ascending ones, −1 if it is not among them.
INLINE i64 find_tally(u64 tally, const u64* tallies, i64 count) {
    i64 first = 0;
    for (i64 end = count; first < end;) {
        const i64 middle = (first + end) / 2;
        if (tallies[middle] < tally)
            first = middle + 1;
        else
            end = middle;
    }
    return first < count && tallies[first] == tally ? first : -1;
}

constexpr i64 MAX_TALLIES = 1024;  // of words of at most 16 symbols: 969 with four labels

}  // namespace

EXPORT void label_codes(i64 lower, i64 upper, i64 symbol_bits, u64 wanted, const u64* tallies, const i64* begin,
                        i64 count, u32* low, u32* lows, u32* high, i32* classes) {
    u32 seen[MAX_TALLIES] = {};  // words of each tally so far
    for (u64 word = 0; word < 1ull << lower * symbol_bits; word++) {
        const i64 kind = find_tally(tally_of(word, lower, symbol_bits), tallies, count);
        lows[begin[kind] + seen[kind]] = (u32)word;
        low[word] = seen[kind]++;
    }
    u32 total = 0;
    for (u64 word = 0; word < 1ull << upper * symbol_bits; word++) {
        const i64 kind = find_tally(wanted - tally_of(word, upper, symbol_bits), tallies, count);
        high[word] = total;
        classes[word] = (i32)kind;
        if (kind >= 0) total += (u32)(begin[kind + 1] - begin[kind]);
    }
}

EXPORT void label_layer_16(const LabelCodes* codes, u16* across, u16* reached) { move_across(*codes, across, reached); }
EXPORT void label_layer_32(const LabelCodes* codes, u32* across, u32* reached) { move_across(*codes, across, reached); }

EXPORT i64 label_settle_16(i64 value, i64 width, i64 cells, u16* seen, u16* across, u16* along, u16* reached,
                           u32* result, i64 ranks) {
    return settle((u64)value, width, cells, seen, across, along, reached, result, ranks);
}
EXPORT i64 label_settle_32(i64 value, i64 width, i64 cells, u32* seen, u32* across, u32* along, u32* reached,
                           u64* result, i64 ranks) {
    return settle((u64)value, width, cells, seen, across, along, reached, result, ranks);
}

EXPORT i64 label_verify_layer_16(const LabelCodes* codes, u64 value, u16* seen, u16* current, u16* following,
                                 const u32* stored) {
    return verify_layer(*codes, value, seen, current, following, stored);
}
EXPORT i64 label_verify_layer_32(const LabelCodes* codes, u64 value, u32* seen, u32* current, u32* following,
                                 const u64* stored) {
    return verify_layer(*codes, value, seen, current, following, stored);
}

EXPORT i64 label_search(const LabelTables* tables, const SearchWork* work, u64 stop, u64 budget, u64* control) {
    const LabelTables t = *tables;  // a local copy, so that the compiler knows that no store changes it
    const SearchWork w = *work;
    if (t.width * t.height <= 16) return search(t, w, t.distances32, stop, budget, control);
    return search(t, w, t.distances64, stop, budget, control);
}
