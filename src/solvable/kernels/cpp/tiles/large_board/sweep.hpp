// Sweeps: the most profitable half-plane walks of the blank over a large board, found exactly by dynamic programming.
//
// A step of the blank slides one tile, x cells from home along its way, and gains x² − (x − 1)² = 2x − 1; its profit is
// that gain minus the price. A half-plane walk never goes back along one axis, and within a line moves in one direction
// only, so it touches each tile once and its profits add up. Line by line, with `come` the best value of entering a
// cell from the line before, and `right` and `left` those of walks whose last move had that direction (or that just
// entered),
//
//     right[x] = max(come[x], right[x − 1] + profit),  left analogously,  come'[x] = max(right[x], left[x]) + profit:
//
// two scans of `maxplus.hpp`. Values are i32 if none can be 2^30, else i64. Cost: two passes over the cells of the
// window, some six instructions a cell. Reference: `best_walk` of tests' walks_reference.py.
#pragma once
#include "base/base.hpp"

// The memory for sweeps of a w × h board; `values` is i32 unless `is_wide`.
INTERFACE struct SweepRoom {
    i64* values ARRAY(4 * (max(w, h) + 16));
    u8* marks ARRAY((w + 16) * (h + 16));
    i32* moves ARRAY(w* h);
    i64 w;
    i64 h;
    bool is_wide;
};

// Walk the best sweeps until none gains at the price `end`, or about `limit` moves are made; return their number. state
// = [blank, price, window, walks in this window] persists between calls. Walks stay in a window of places, three times
// as large for some walks if none gains, and finally the whole board; if still none gains, the price falls by the
// factor `fall`.
EXPORT i64 sweep_walk(i32* homes ARRAY(2 * room.fields.w * room.fields.h), f64* state ARRAY(4), f64 end, f64 fall,
                      i64 window, const SweepRoom* room, i64 limit,
                      i32* moves ARRAY(limit + room.fields.w * room.fields.h));

// Write the best walk that never turns back along one axis (0: down or up, 1: right or left), and its value; return its
// length. It stays in a window of places around the blank's, in every line.
EXPORT i64 sweep_best_walk(const i32* homes ARRAY(2 * room.fields.w * room.fields.h), i64 blank, i64 axis, i64 window,
                           i64 price, const SweepRoom* room, i64* value ARRAY(1),
                           i32* moves ARRAY(room.fields.w* room.fields.h));

// Apply the blank's moves to a board of homes and to its mirror image; return the blank's cell.
EXPORT i64 sweep_move(i32* homes ARRAY(2 * w * h), i64 w, i64 h, i64 blank, const i32* moves ARRAY(count), i64 count);

// Write the homes of a board and of its mirror image, in the form of `homes.hpp`.
EXPORT void sweep_homes(const i64* board ARRAY(w* h), i64 w, i64 h, i32* homes ARRAY(2 * w * h));

// Write the board with these homes and the blank on that cell.
EXPORT void sweep_board(const i32* homes ARRAY(w* h), i64 w, i64 h, i64 blank, i64* board ARRAY(w* h));

// Return the Manhattan distance of the board with these homes, with the blank treated like a tile that was home at the
// start.
EXPORT i64 sweep_distance(const i32* homes ARRAY(w* h), i64 w, i64 h);
