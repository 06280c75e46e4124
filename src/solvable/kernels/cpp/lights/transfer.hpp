// Rank of sparse equations over GF(2) in which each variable occurs only within a band.
//
// Every variable between its first equation and its last has a slot: its form, bits over the parameters. An equation
// determines the form of its last new variable, and other new ones become parameters; an equation without new variables
// is a constraint, which eliminates a parameter. If the parameters' bits are used up, `transfer_renew` chooses new
// ones, at most one a slot. Equations are rows of variables, −1 for none. Reference:
// `lights.nullity.sparse_transfer.rank_reference`. Cost: an equation adds as many forms as it has variables; a
// constraint is added to half of those that are live.
#pragma once
#include "base/base.hpp"

constexpr i64 TRANSFER_IN_USE = 0, TRANSFER_BITS = 1, TRANSFER_WORDS = 2, TRANSFER_RANK = 3;

// state[IN_USE] slots live[: …] are in use, the others are free, and place_of is the inverse of live. Forms have
// state[BITS] bits in state[WORDS] words; spare[: 64·state[WORDS] − state[BITS]] are the free bits. state[RANK] counts
// the variables that have a form and the independent constraints. slot_of[v] is −1 for a variable that is not live,
// last[v] the number of its last equation; `total` is scratch.
INTERFACE struct TransferBand {
    u64* forms ARRAY(slots* row);
    i64 slots;
    i64 row;
    u64* total ARRAY(row);
    i64* live ARRAY(slots);
    i64* place_of ARRAY(slots);
    i64* spare ARRAY(64 * row);
    i64* state ARRAY(4);
    const i32* last ARRAY(variables);
    i32* slot_of ARRAY(variables);
    i64 variables;
};

// Write the cells that each press first ≤ press < first + count toggles, −1 for none; a cell that is hit twice is
// written twice. `offsets` are `reach` pairs (down, right) for cells of even row + column, then for the others.
// `joins`: whether rows wrap, whether columns wrap, whether rows are reversed across the sides, whether columns are
// across the top. Presses and cells are numbered row by row, or if `is_turned` column by column; `lost` presses, which
// cannot be made, and `lampless` cells row by row. Reference: `lights.rules.toggle`.
EXPORT void transfer_equations(i64 height, i64 width, const bool* joins ARRAY(4), bool is_turned, i64 first, i64 count,
                               const i8* offsets ARRAY(4 * reach), i64 reach, const bool* lost ARRAY(height* width),
                               const bool* lampless ARRAY(height* width), i32* equations ARRAY(count* reach));

// Write to last[v] the number of the equation, the first of which has the number `first`, if it has variable v.
EXPORT void transfer_note_last(const i32* equations ARRAY(count* width), i64 count, i64 width, i64 first,
                               i32* last ARRAY(variables), i64 variables);

// Process equations from `begin` on until about `work` words are done, or slots or bits may not suffice; return the
// next.
EXPORT i64 transfer_advance(const TransferBand* band, const i32* equations ARRAY(count* width), i64 count, i64 width,
                            i64 begin, i64 first, i64* held ARRAY(width), i64 work);

// Choose new parameters, so that each form of a maximal independent set among live[begin : end] is a single parameter.
// `others` are the bits that are not new parameters, all of them at first.
EXPORT void transfer_renew(const TransferBand* band, u64* others ARRAY(words), i64 words, i64 begin, i64 end);

// Make the bits `others`, which no live form has any more, the free ones.
EXPORT void transfer_set_free(const TransferBand* band, const u64* others ARRAY(words), i64 words);
