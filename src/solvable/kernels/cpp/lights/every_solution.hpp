// The fewest presses of boards of one two-colour puzzle, by weighing every solution.
//
// One solution is a sum of table entries, one for every `width` cells (`stride` words an entry): the presses, 0 at the
// pivots of the quiet patterns, and from bit `buttons` on a residual that is 0 if the board is solvable. Up to 2^4
// solutions are compared one by one; for more the Walsh-Hadamard transform weighs all of them: `base` is its input for
// no presses at all, and a pressed button of column `keys[button]` changes it by −2·H in 32 lanes. Bit i of an index
// adds the quiet pattern i of `quiet`, the last one with the first pivot, so the least index of the lightest is the
// lexicographically least solution. Boards are bytes, one after another. Cost: stride · cells / width words, and rank ·
// 2^rank / 32 vector operations. Reference: `lights.min_weight.coset.optimal_members`.
#pragma once
#include "base/base.hpp"

constexpr i64 WEIGH_UNSOLVABLE = -1;
constexpr i64 WEIGH_NO_BOARD = -2;

INTERFACE struct EverySolution {
    i64 cells;
    i64 buttons;
    i64 width;  // of a group of cells; if an entry is one word, groups are a multiple of three
    i64 stride;  // 1, 2 or a multiple of 8
    i64 rank;  // number of quiet patterns
    const u64* goal ARRAY((cells + 63) >> 6);
    const u64* lamps ARRAY((cells + 63) >> 6);  // the cells that exist
    u64* tables ARRAY(table_words);
    i64 table_words;
    u64* quiet ARRAY(rank* stride);
    i32* keys ARRAY(64 * stride);
    i16* changes ARRAY(32 * 32);  // −2·H, a row for each lane
    i16* base ARRAY(base_size);
    i64 base_size;  // a multiple of 32
};

// Fill `tables`, `quiet`, `keys`, `changes` and `base`, all zeros before, for `count` buttons; the i-th is number
// buttons[i] and toggles the cells toggled[ends[i − 1]] … toggled[ends[i] − 1], from 0 for the first. The rank of the
// toggles must be count − puzzle.rank. `matrix` are zeros, with `words` for each button: a multiple of 8, enough for
// all cells and, from the next whole word on, all buttons. Cost: elimination, 0.3 ms for 841 cells, and the tables.
EXPORT void weigh_prepare(const EverySolution* puzzle, const i32* buttons ARRAY(count), const i32* ends ARRAY(count),
                          i64 count, const i32* toggled, u64* matrix ARRAY(count* words), i64 words,
                          i64* pivots ARRAY(count),
                          u64* scratch ARRAY(11800 + 57344 * (count > 500) + 8 * count + words));

// Write the buttons to press, ascending; return their number, WEIGH_UNSOLVABLE or WEIGH_NO_BOARD. `solutions[0]`
// becomes the number of solutions of that length. `words` and `work` are scratch.
EXPORT i64 weigh_one(const EverySolution* puzzle, const u8* board ARRAY(puzzle.fields.cells),
                     i64* pressed ARRAY(puzzle.fields.buttons), i64* solutions ARRAY(1),
                     u64* words ARRAY(puzzle.fields.stride + (puzzle.fields.cells + 63 >> 6)),
                     i16* work ARRAY(puzzle.fields.base_size + 32));

// Write the presses of the boards first ≤ board < last, a byte 0 or 1 for each button, and their numbers,
// WEIGH_UNSOLVABLE if there is no solution. Return whether all boards are valid.
EXPORT bool weigh_many(const EverySolution* puzzle, const u8* boards ARRAY(last* puzzle.fields.cells), i64 first,
                       i64 last, u8* presses ARRAY(last* puzzle.fields.buttons), i64* lengths ARRAY(last),
                       u64* words ARRAY(puzzle.fields.stride + (puzzle.fields.cells + 63 >> 6)),
                       i16* work ARRAY(puzzle.fields.base_size + 32));
