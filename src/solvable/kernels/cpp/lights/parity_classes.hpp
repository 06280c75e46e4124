// The search by parity classes: pairs of members of one colour are weighed on the other.
//
// An index chooses rows of a class's basis, bit i for row i. The contribution of the chosen rows to the cells of
// another class is the sum of one table entry for each byte of the index: tables[(byte << 8 | value) · words] is a
// packed vector of `words` words. Cost: `words` operations for each pair on the near class; the far class is used only
// for the few pairs that pass. Reference: `lights.min_weight.coset.optimal_members`, of the whole coset.
#pragma once
#include "base/base.hpp"

// Split `entries`, each deficit << 40 | index: indices[starts[t] : starts[t + 1]] have deficit t ≤ limit, in the order
// of the entries. `places` is scratch.
EXPORT void parity_sort(const i64* entries ARRAY(count), i64 count, i64 limit, i64* starts ARRAY(limit + 2),
                        i64* indices ARRAY(count), i64* places ARRAY(limit + 2));

// Compute the tables of the rows restricted to the cells of `inside`, packed in `class_words` words, the first cell at
// bit 0. `offset` is added to the entries of the first byte. The tables must be zeros.
EXPORT void parity_tables(const u64* rows ARRAY(rank* words), i64 rank, const u64* offset ARRAY(words),
                          const u64* inside ARRAY(words), i64 words,
                          u64* tables ARRAY(256 * max(1, (rank + 7) >> 3) * class_words), i64 class_words);

// The contributions of one class's members to the near and to the far class of the other colour.
INTERFACE struct ParityClass {
    const u64* near_tables ARRAY(256 * bytes * near_words);
    const u64* far_tables ARRAY(256 * bytes * far_words);
    i64 bytes;  // of an index
    i64 near_words;
    i64 far_words;
};

// Weigh, on the other colour, every pair of a left index of deficit i and a right index of deficit total − i, first ≤ i
// ≤ last. The members of the other colour's classes weigh at least `min_near` and `min_far` there; pairs that exceed
// that by less than `min_other` are skipped. Bit i of a pair's key is the parity of pair & masks[i], where pair = left
// | right << right_shift. `answer` is the best total deficit, the number of pairs with it, and the least key among
// them; keys of the best are written to `best_keys` while there is room. Both classes' tables have `near_words` and
// `far_words`.
EXPORT void parity_scan(i64 total, i64 first, i64 last, i64 min_other, const i64* left_indices,
                        const i64* left_starts ARRAY(last + 2), const i64* right_indices,
                        const i64* right_starts ARRAY(total - first + 2), const ParityClass* left,
                        const ParityClass* right, i64 min_near, i64 min_far, u64 right_shift,
                        const u64* masks ARRAY(mask_count), i64 mask_count, u64* answer ARRAY(3),
                        u64* best_keys ARRAY(room), u64 room, i64 near_words, i64 far_words,
                        u64* scratch ARRAY(129 * (near_words + far_words)));
