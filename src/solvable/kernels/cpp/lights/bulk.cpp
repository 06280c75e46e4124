#include "lights/bulk.hpp"

namespace {

INLINE u64 look_up(u64 state, const u64* tables, i64 groups, u64 width) {
    const u64 mask = (1ull << width) - 1;
    u64 total = 0;
    for (i64 group = 0; group < groups; group++)
        total ^= tables[((u64)group << width) + ((state >> (width * (u64)group)) & mask)];
    return total;
}

INLINE u64 presses_mask(u64 shift) { return shift >= 64 ? ~0ull : (1ull << shift) - 1; }

}  // namespace

EXPORT void bulk_solve(const BulkTables* tables, const u64* states, i64 count, u64* presses, u8* weights) {
    const BulkTables t = *tables;
    const u64 inside = presses_mask(t.shift);
    for (i64 index = 0; index < count; index++) {
        u64 found = look_up(states[index], t.tables, t.groups, t.width);
        const u64 residual = (found & ~inside) | look_up(states[index], t.residuals, t.residual_groups, t.width);
        found &= inside;
        u64 best = found, weight = popcount(found);
        for (i64 i = 1; i < t.quiet_count; i++) {
            const u64 member = found ^ t.quiet[i], size = popcount(member);
            best = size < weight ? member : best;
            weight = min(weight, size);
        }
        presses[index] = residual ? 0 : best;
        weights[index] = residual ? BULK_UNSOLVABLE : (u8)weight;
    }
}

EXPORT void bulk_ties(const BulkTables* tables, const u64* presses, const u8* weights, i64 count, i64* ties) {
    const BulkTables t = *tables;
    for (i64 index = 0; index < count; index++) {
        i64 found = 0;
        for (i64 i = 0; i < t.quiet_count; i++) found += popcount(presses[index] ^ t.quiet[i]) == weights[index];
        ties[index] = found;
    }
}

EXPORT void bulk_distribution(const BulkTables* tables, u64 first, u64 last, i64* counts) {
    const BulkTables t = *tables;
    const u64 inside = presses_mask(t.shift);
    for (u64 state = first; state < last; state++) {
        const u64 found = look_up(state, t.tables, t.groups, t.width);
        if ((found & ~inside) | look_up(state, t.residuals, t.residual_groups, t.width)) continue;
        u64 weight = popcount(found);
        for (i64 i = 1; i < t.quiet_count; i++) weight = min(weight, popcount(found ^ t.quiet[i]));
        counts[weight]++;
    }
}
