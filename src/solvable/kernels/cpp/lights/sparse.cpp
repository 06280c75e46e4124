#include "lights/sparse.hpp"

EXPORT void sparse_order(const i64* starts, const i64* columns, i64 equations, const i64* user_starts, const i64* users,
                         i64, i64, i64 first, i64* order, u8* seen, u8* used) {
    i64 head = 0, tail = 0;
    for (i64 turn = -1; turn < equations; turn++) {
        const i64 start = turn < 0 ? first : turn;
        if (!seen[start]) {
            seen[start] = 1;
            order[tail++] = start;
        }
        while (head < tail) {
            const i64 equation = order[head++];
            for (i64 place = starts[equation]; place < starts[equation + 1]; place++) {
                const i64 variable = columns[place];
                if (used[variable]) continue;
                used[variable] = 1;
                for (i64 other = user_starts[variable]; other < user_starts[variable + 1]; other++) {
                    const i64 user = users[other];
                    if (seen[user]) continue;
                    seen[user] = 1;
                    order[tail++] = user;
                }
            }
        }
    }
}

EXPORT void sparse_transpose(const i64* starts, const i64* columns, i64 equations, i64 ones, i64 variables,
                             i64* user_starts, i64* users) {
    for (i64 variable = 0; variable <= variables; variable++) user_starts[variable] = 0;
    for (i64 i = 0; i < ones; i++) user_starts[columns[i]]++;
    i64 total = 0;
    for (i64 variable = 0; variable <= variables; variable++) {  // the index at which the next user of each is written
        const i64 count = user_starts[variable];
        user_starts[variable] = total;
        total += count;
    }
    for (i64 equation = 0; equation < equations; equation++)
        for (i64 i = starts[equation]; i < starts[equation + 1]; i++) users[user_starts[columns[i]]++] = equation;
    for (i64 variable = variables; variable > 0; variable--) user_starts[variable] = user_starts[variable - 1];
    user_starts[0] = 0;
}

EXPORT i64 sparse_lifetimes(const i64* starts, const i64* columns, i64 equations, i64, const i64* order, i64 variables,
                            i64* last_use, u8* seen) {
    for (i64 variable = 0; variable < variables; variable++) last_use[variable] = -1, seen[variable] = 0;
    for (i64 place = 0; place < equations; place++)
        for (i64 i = starts[order[place]]; i < starts[order[place] + 1]; i++) last_use[columns[i]] = place;
    i64 active = 0, most = 1;
    for (i64 place = 0; place < equations; place++) {
        const i64 first = starts[order[place]], end = starts[order[place] + 1];
        for (i64 i = first; i < end; i++) active += !seen[columns[i]], seen[columns[i]] = 1;
        most = max(most, active);
        for (i64 i = first; i < end; i++)
            if (last_use[columns[i]] == place && seen[columns[i]] == 1) active--, seen[columns[i]] = 2;
    }
    return most;
}

namespace {

enum State { ENTERED, ACTIVE, LEFT, RANK, CONTRADICTION, SPARE };

INLINE u64* row_of(const SparseFront& f, i64 row) { return f.rows + row * (f.words + 1); }
INLINE bool holds(const SparseFront& f, i64 row, i64 slot) { return row_of(f, row)[slot >> 6] >> (slot & 63) & 1; }

INLINE void add(const SparseFront& f, i64 source, i64 target) {
    const u64* from = row_of(f, source);
    u64* to = row_of(f, target);
    for (i64 word = 0; word <= f.words; word++) to[word] ^= from[word];
}

// Add `row` to every other active row that contains `slot`.
void clear(const SparseFront& f, i64 count, i64 row, i64 slot) {
    for (i64 index = 0; index < count; index++) {
        const i64 other = f.active[index];
        if (other != row && holds(f, other, slot)) add(f, row, other);
    }
}

// Return the slot in the row whose variable leaves first, or −1 for an empty row.
i64 first_leaver(const SparseFront& f, i64 row) {
    i64 best = -1;
    const u64* words = row_of(f, row);
    for (i64 word = 0; word < f.words; word++)
        for (u64 left = words[word]; left; left &= left - 1) {
            const i64 slot = 64 * word + (i64)trailing_zeros(left);
            if (best < 0 || f.leaves[slot] < f.leaves[best]) best = slot;
        }
    return best;
}

// Write to `row`, which already has the right side, an equation reduced by the active rows.
void enter(const SparseFront& f, i64 equation, i64 row) {
    u64* words = row_of(f, row);
    for (i64 place = f.starts[equation]; place < f.starts[equation + 1]; place++) {
        const i64 variable = f.columns[place];
        i64 slot = f.slot_of[variable];
        if (slot < 0) {
            slot = f.spare[--f.state[SPARE]];
            f.slot_of[variable] = slot;
            f.leaves[slot] = f.last_use[variable];
        }
        words[slot >> 6] ^= 1ull << (slot & 63);
        if (f.pivot_row[slot] >= 0) add(f, f.pivot_row[slot], row);
    }
}

// Return the active row with which the variable of `slot` leaves, after clearing the others; −1 if it is free.
i64 leaving_row(const SparseFront& f, i64 count, i64 slot) {
    if (f.pivot_row[slot] >= 0) return f.pivot_row[slot];
    for (i64 index = 0; index < count; index++) {
        const i64 row = f.active[index];
        if (!holds(f, row, slot)) continue;
        clear(f, count, row, slot);
        f.pivot_row[f.pivot_slot[row]] = -1;
        return row;
    }
    return -1;
}

}  // namespace

EXPORT void sparse_begin(const SparseFront* front) {
    const SparseFront& f = *front;
    for (i64 i = 0; i < (f.slots + 1) * (f.words + 1); i++) f.rows[i] = 0;
    for (i64 variable = 0; variable < f.variables; variable++) f.slot_of[variable] = -1;
    for (i64 slot = 0; slot < 64 * f.words; slot++) f.leaves[slot] = 0, f.pivot_row[slot] = -1;
    for (i64 slot = 0; slot < f.slots; slot++) f.spare[slot] = slot;
    for (i64 row = 0; row <= f.slots; row++) f.active[row] = f.place_of[row] = row, f.pivot_slot[row] = 0;
    for (i64 i = 0; i < SPARE; i++) f.state[i] = 0;
    f.state[SPARE] = f.slots;
}

EXPORT i64 sparse_eliminate(const SparseFront* front, i64 patience) {
    const SparseFront& f = *front;
    const i64 words = f.words;
    i64 count = f.state[ACTIVE], left = f.state[LEFT];
    while (f.state[ENTERED] < f.equations && patience > 0) {
        const i64 position = f.state[ENTERED], equation = f.order[position];
        const i64 size = f.starts[equation + 1] - f.starts[equation];
        patience -= (1 + size) * (count + words) + count * words / 2;
        i64 row = f.active[count];
        for (i64 word = 0; word < words; word++) row_of(f, row)[word] = 0;
        row_of(f, row)[words] = f.rhs[equation];
        enter(f, equation, row);
        const i64 pivot = first_leaver(f, row);
        if (pivot >= 0) {
            clear(f, count, row, pivot);
            f.pivot_row[pivot] = row, f.pivot_slot[row] = pivot;
            count++;
            f.state[RANK]++;
        } else if (row_of(f, row)[words]) {
            f.state[CONTRADICTION] = 1;
        }
        for (i64 place = f.starts[equation]; place < f.starts[equation + 1]; place++) {
            const i64 variable = f.columns[place], slot = f.slot_of[variable];
            if (f.last_use[variable] != position || slot < 0) continue;
            row = leaving_row(f, count, slot);
            f.left_variable[left] = variable, f.left_slot[left] = slot, f.left_free[left] = row < 0;
            if (row >= 0) {
                u64* kept = f.left_row + left * (words + 1);
                for (i64 word = 0; word <= words; word++) kept[word] = row_of(f, row)[word];
                count--;  // the row is exchanged with the last active one
                const i64 last = f.active[count], hole = f.place_of[row];
                f.active[hole] = last, f.active[count] = row;
                f.place_of[last] = hole, f.place_of[row] = count;
            }
            left++;
            f.pivot_row[slot] = -1, f.slot_of[variable] = -1;
            f.spare[f.state[SPARE]++] = slot;
        }
        f.state[ENTERED] = position + 1, f.state[ACTIVE] = count, f.state[LEFT] = left;
    }
    return f.state[ENTERED];
}

EXPORT i64 sparse_substitute(const SparseFront* front, i64 first, i64 last, u64* held, u64* values, i64 width,
                             i64 next) {
    const SparseFront& f = *front;
    for (i64 index = last - 1; index >= first; index--) {
        const i64 slot = f.left_slot[index];
        u64* value = values + f.left_variable[index] * width;
        for (i64 word = 0; word < width; word++) value[word] = 0;
        if (f.left_free[index]) {
            value[next >> 6] = 1ull << (next & 63);
            next++;
        } else {
            const u64* row = f.left_row + index * (f.words + 1);
            value[0] = row[f.words];
            for (i64 word = 0; word < f.words; word++)
                for (u64 rest = row[word]; rest; rest &= rest - 1) {
                    const i64 other = 64 * word + (i64)trailing_zeros(rest);
                    if (other == slot) continue;
                    const u64* from = held + other * width;
                    for (i64 part = 0; part < width; part++) value[part] ^= from[part];
                }
        }
        for (i64 word = 0; word < width; word++) held[slot * width + word] = value[word];
    }
    return next;
}
