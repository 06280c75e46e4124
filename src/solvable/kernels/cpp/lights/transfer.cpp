#include "lights/transfer.hpp"

namespace {

INLINE void add(const u64* __restrict source, u64* __restrict target, i64 words) {
    for (i64 i = 0; i < words; i++) target[i] ^= source[i];
}

// Add `row` to every live form that has the bit.
void clear(const TransferBand& b, i64 words, const u64* row, i64 bit) {
    const i64 count = b.state[TRANSFER_IN_USE], word = bit >> 6;
    const u64 shift = (u64)bit & 63;
    for (i64 i = 0; i < count; i++) {
        u64* form = b.forms + b.live[i] * b.row;
        if (form[word] >> shift & 1) add(row, form, words);
    }
}

// The lowest set bit of a row, −1 for none.
i64 lowest(const u64* row, i64 words) {
    for (i64 word = 0; word < words; word++)
        if (row[word]) return 64 * word + (i64)trailing_zeros(row[word]);
    return -1;
}

// A bit that no live form has.
i64 parameter(const TransferBand& b) {
    i64 &bits = b.state[TRANSFER_BITS], &words = b.state[TRANSFER_WORDS];
    if (bits == 64 * words) {
        for (i64 i = 0; i < 64; i++) b.spare[63 - i] = 64 * words + i;
        words++;
    }
    bits++;
    return b.spare[64 * words - bits];
}

// Write the variables that occur in the equation an odd number of times; return their number.
i64 distinct(const i32* equation, i64 width, i64* held) {
    i64 count = 0;
    for (i64 i = 0; i < width; i++) {
        const i64 v = equation[i];
        if (v < 0) continue;
        i64 place = 0;
        while (place < count && held[place] != v) place++;
        if (place < count) {
            held[place] = held[--count];
        } else {
            held[count++] = v;
        }
    }
    return count;
}

// Free the variable's slot, after exchanging it with the last one in use.
void leave(const TransferBand& b, i64 variable) {
    const i64 end = --b.state[TRANSFER_IN_USE], slot = b.slot_of[variable], other = b.live[end];
    const i64 hole = b.place_of[slot];
    b.live[hole] = other;
    b.live[end] = slot;
    b.place_of[other] = hole;
    b.place_of[slot] = end;
    b.slot_of[variable] = -1;
}

// Give the new variables of an equation a slot and, except for the last of them, which is returned (−1: none), a bit.
i64 admit(const TransferBand& b, const i64* held, i64 count) {
    i64 last = -1;
    for (i64 i = 0; i < count; i++)
        if (b.slot_of[held[i]] < 0) last = max(last, held[i]);
    for (i64 i = 0; i < count; i++) {
        const i64 v = held[i];
        if (b.slot_of[v] >= 0) continue;
        const i64 slot = b.live[b.state[TRANSFER_IN_USE]++];
        u64* form = b.forms + slot * b.row;
        for (i64 word = 0; word < b.state[TRANSFER_WORDS]; word++) form[word] = 0;
        if (v != last) {
            const i64 bit = parameter(b);
            form[bit >> 6] = 1ull << (bit & 63);
        }
        b.slot_of[v] = (i32)slot;
    }
    return last;
}

}  // namespace

EXPORT void transfer_equations(i64 height, i64 width, const bool* joins, bool is_turned, i64 first, i64 count,
                               const i8* offsets, i64 reach, const bool* lost, const bool* lampless, i32* equations) {
    const bool joins_rows = joins[0], joins_columns = joins[1], turns_rows = joins[2], turns_columns = joins[3];
    for (i64 press = first; press < first + count; press++) {
        const i64 row = is_turned ? press % height : press / width;
        const i64 column = is_turned ? press / height : press % width;
        const i8* offset = offsets + 2 * reach * ((row + column) & 1);
        for (i64 i = 0; i < reach; i++) {
            i64 r = row + offset[2 * i], c = column + offset[2 * i + 1];
            const i64 down = floor_div(r, height), across = floor_div(c, width);
            r -= down * height;
            c -= across * width;
            if (turns_rows && (across & 1)) r = height - 1 - r;
            if (turns_columns && (down & 1)) c = width - 1 - c;
            const bool is_off = (down && !joins_rows) || (across && !joins_columns);
            const bool is_none = is_off || lost[row * width + column] || lampless[r * width + c];
            *equations++ = is_none ? -1 : (i32)(is_turned ? c * height + r : r * width + c);
        }
    }
}

EXPORT void transfer_note_last(const i32* equations, i64 count, i64 width, i64 first, i32* last, i64) {
    for (i64 i = 0; i < count; i++)
        for (i64 k = 0; k < width; k++) {
            const i32 v = equations[i * width + k];
            if (v >= 0) last[v] = (i32)(first + i);
        }
}

EXPORT i64 transfer_advance(const TransferBand* band, const i32* equations, i64 count, i64 width, i64 begin, i64 first,
                            i64* held, i64 work) {
    const TransferBand b = *band;
    i64* state = b.state;
    for (i64 i = begin; i < count; i++) {
        if (work <= 0 || state[TRANSFER_IN_USE] + width > b.slots || state[TRANSFER_BITS] + width > 64 * b.row)
            return i;
        const i32* equation = equations + i * width;
        const i64 size = distinct(equation, width, held), pivot = admit(b, held, size), words = state[TRANSFER_WORDS];
        for (i64 word = 0; word < words; word++) b.total[word] = 0;
        // The pivot's form is 0
        for (i64 k = 0; k < size; k++) add(b.forms + b.slot_of[held[k]] * b.row, b.total, words);
        work -= words * size + size;
        if (pivot >= 0) {
            u64* form = b.forms + b.slot_of[pivot] * b.row;
            for (i64 word = 0; word < words; word++) form[word] = b.total[word];
            state[TRANSFER_RANK]++;
        } else if (const i64 bit = lowest(b.total, words); bit >= 0) {
            clear(b, words, b.total, bit);
            work -= words * state[TRANSFER_IN_USE] / 2;
            b.spare[64 * words - state[TRANSFER_BITS]] = bit;
            state[TRANSFER_BITS]--;
            state[TRANSFER_RANK]++;
        }
        for (i64 k = 0; k < width; k++) {
            const i64 v = equation[k];
            if (v >= 0 && b.last[v] == first + i && b.slot_of[v] >= 0) leave(b, v);
        }
    }
    return count;
}

EXPORT void transfer_renew(const TransferBand* band, u64* others, i64 words, i64 begin, i64 end) {
    const TransferBand b = *band;
    u64* row = b.total;
    for (i64 i = begin; i < end; i++) {
        const u64* form = b.forms + b.live[i] * b.row;
        for (i64 word = 0; word < words; word++) row[word] = form[word] & others[word];
        const i64 bit = lowest(row, words);
        if (bit < 0) continue;
        const u64 flag = 1ull << (bit & 63);
        for (i64 word = 0; word < words; word++) row[word] = form[word];
        row[bit >> 6] ^= flag;
        clear(b, words, row, bit);
        others[bit >> 6] ^= flag;
    }
}

EXPORT void transfer_set_free(const TransferBand* band, const u64* others, i64 words) {
    const TransferBand b = *band;
    i64 free = 0;
    for (i64 bit = 64 * words - 1; bit >= 0; bit--)  // the lowest is taken next
        if (others[bit >> 6] >> (bit & 63) & 1) b.spare[free++] = bit;
    b.state[TRANSFER_BITS] = 64 * words - free;
}
