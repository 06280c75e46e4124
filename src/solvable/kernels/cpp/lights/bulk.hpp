// Many boards of one two-colour puzzle of at most 64 cells: table look-ups, then the lightest of the coset.
//
// `tables[i << width | v]` is the contribution of the value v of the i-th group of `width` cells to the presses; its
// contribution to the residual, which is 0 for solvable states, is in the bits from `shift` on, or in separate residual
// tables. `quiet` lists all quiet patterns in lexicographic order, and the presses are 0 at their pivots: so the first
// of the lightest members is the lexicographically least. No branch depends on the data. Reference:
// `lights.batch.solve_reference`. Cost: groups + 2^nullity words a board.
#pragma once
#include "base/base.hpp"

constexpr u8 BULK_UNSOLVABLE = 255;

INTERFACE struct BulkTables {
    const u64* tables ARRAY(groups << width);
    i64 groups;
    const u64* residuals ARRAY(residual_groups << width);
    i64 residual_groups;
    u64 width;
    u64 shift;
    const u64* quiet ARRAY(quiet_count);
    i64 quiet_count;
};

// Write, for each state, its fewest presses and their number; 0 and BULK_UNSOLVABLE if it is unsolvable.
EXPORT void bulk_solve(const BulkTables* tables, const u64* states ARRAY(count), i64 count, u64* presses ARRAY(count),
                       u8* weights ARRAY(count));

// Write, for each state, the number of its lightest solutions; `presses` is one of them and `weights` its weight.
EXPORT void bulk_ties(const BulkTables* tables, const u64* presses ARRAY(count), const u8* weights ARRAY(count),
                      i64 count, i64* ties ARRAY(count));

// Count the states first ≤ state < last by their fewest presses; unsolvable ones are not counted.
EXPORT void bulk_distribution(const BulkTables* tables, u64 first, u64 last, i64* counts ARRAY(65));
