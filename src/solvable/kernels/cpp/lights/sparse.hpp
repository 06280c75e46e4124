// Sparse elimination over GF(2) along a moving front. Reference:
// `lights.methods.frontal_elimination.eliminate_reference`.
//
// Equations enter in a given order; a variable is active from its first equation to its last, and has a slot in that
// time. Invariant: the active rows, packed over the slots with the right side in the last word, are in reduced echelon
// form. After its last equation a variable leaves with one row, which is recorded, or is free if no row contains it.
// Cost: equations · slots² / 64 word operations.
#pragma once
#include "base/base.hpp"

// Write the equations to `order` breadth first from `first`, where equations that share a variable are neighbours;
// other components follow. Equation e has the variables columns[starts[e]] … columns[starts[e + 1] − 1]; `users` are
// the equations of each variable in the same form; both are `ones` long. `seen` and `used` are zeros.
EXPORT void sparse_order(const i64* starts ARRAY(equations + 1), const i64* columns ARRAY(ones), i64 equations,
                         const i64* user_starts ARRAY(variables + 1), const i64* users ARRAY(ones), i64 variables,
                         i64 ones, i64 first, i64* order ARRAY(equations), u8* seen ARRAY(equations),
                         u8* used ARRAY(variables));

// Write the transposed matrix: the equations of each variable, ascending, in the same form.
EXPORT void sparse_transpose(const i64* starts ARRAY(equations + 1), const i64* columns ARRAY(ones), i64 equations,
                             i64 ones, i64 variables, i64* user_starts ARRAY(variables + 1), i64* users ARRAY(ones));

// Write to last_use[variable] the index in the order of its last equation, −1 if it has none; return the largest number
// of variables active at once, at least 1. Reference: `lights.methods.frontal_elimination.lifetimes_reference`.
EXPORT i64 sparse_lifetimes(const i64* starts ARRAY(equations + 1), const i64* columns ARRAY(ones), i64 equations,
                            i64 ones, const i64* order ARRAY(equations), i64 variables, i64* last_use ARRAY(variables),
                            u8* seen ARRAY(variables));

// The input: the equations, their order, their right sides, the index in the order of each variable's last equation;
// `words` words for the slots. The working state: the active rows of words + 1 words each, the slot of each variable or
// −1, the time at which the variable of each slot leaves, the row whose pivot each slot is or −1, the free slots, the
// rows (those in use first), the position of each row in that list, the slot of each row's pivot. The output, in the
// order of leaving: the variable, its slot, its row and whether it left without one. `state` has the number of
// equations entered, of active rows, of variables that left, the rank, 1 once an equation without variables has a right
// side, and the number of free slots.
INTERFACE struct SparseFront {
    const i64* starts ARRAY(equations + 1);
    const i64* columns ARRAY(ones);
    i64 ones;
    const u8* rhs ARRAY(equations);
    const i64* order ARRAY(equations);
    i64 equations;
    const i64* last_use ARRAY(variables);
    i64 variables;
    i64 slots;
    i64 words;
    u64* rows ARRAY((slots + 1) * (words + 1));
    i64* slot_of ARRAY(variables);
    i64* leaves ARRAY(64 * words);
    i64* pivot_row ARRAY(64 * words);
    i64* spare ARRAY(slots);
    i64* active ARRAY(slots + 1);
    i64* place_of ARRAY(slots + 1);
    i64* pivot_slot ARRAY(slots + 1);
    i64* left_variable ARRAY(leaving);
    i64* left_slot ARRAY(leaving);
    u64* left_row ARRAY(leaving*(words + 1));
    u8* left_free ARRAY(leaving);
    i64 leaving;
    i64* state ARRAY(6);
};

// Initialise the working state for no equations.
EXPORT void sparse_begin(const SparseFront* front);

// Continue the elimination for about `patience` word operations; return the number of equations entered so far.
EXPORT i64 sparse_eliminate(const SparseFront* front, i64 patience);

// Write to values[variable], a row of `width` words, its value in a solution (bit 0) and in each quiet vector (bits 1,
// …); return the next bit.
//
// The variables that left at the indices first … last − 1 are processed in reverse; the i-th free one is 1 in the
// vector of bit i, i from 1. `held` has the values of each slot, `next` is the next bit.
EXPORT i64 sparse_substitute(const SparseFront* front, i64 first, i64 last, u64* held, u64* values, i64 width,
                             i64 next);
