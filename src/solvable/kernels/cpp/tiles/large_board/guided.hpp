// Guided walks: a beam of free walks of the blank, each valued by the best half-plane walk from its end.
//
// Profits and half-plane walks are those of `sweep.hpp`; a free walk may turn in any direction except straight back.
// The value of a cell is the profit of the best half-plane walk from it: two scans a line, from the last line to the
// first. A plan looks some moves ahead by the beam and ranks walks by their profit and that value; its first moves are
// made, and the next plan begins. Cost: a few instructions for each cell in sight, and for each node some more and its
// steps on the board (`walk_tree.hpp`). References: `values`, `plan` of tests' walks_reference.py.
#pragma once
#include "tiles/large_board/walk_tree.hpp"

constexpr i64 GUIDED_BLANK = 0, GUIDED_PRICE = 1, GUIDED_WINDOW = 2, GUIDED_LAST = 3, GUIDED_PROFIT = 4,
              GUIDED_MOST = 5, GUIDED_SINCE = 6;  // indices of the state

// The memory for guided walks of a w × h board: the tree of a beam, of whose longest walk `commit` moves are made.
// Values of cells down the rows and, on the mirror image, across them; profits of nodes, by layer and row, and of the
// children of a layer; the moves and profits of a plan.
INTERFACE struct GuidedRoom {
    const WalkTree* tree;
    i32* lines ARRAY(4 * (max(w, h) + 16));
    i32* down ARRAY(w* h);
    i32* across ARRAY(w* h);
    i32* profits ARRAY((tree.fields.layers + 1) * (tree.fields.width + 1));
    i32* born_profits ARRAY(4 * tree.fields.width);
    i32* planned_moves ARRAY(tree.fields.layers);
    i64* planned_profits ARRAY(tree.fields.layers);
    i64 w;
    i64 h;
    i64 commit;
};

// Make the first moves of plan after plan until none gains at the price `end`, or about `limit` moves; return their
// number. state = [blank, price, window, the cell before or −1, profit at this price, the most of that, plans since]
// persists between calls. The window grows, then the price falls, as with sweeps.
EXPORT i64 guided_walk(i32* homes ARRAY(2 * room.fields.w * room.fields.h), f64* state ARRAY(7), f64 end, f64 fall,
                       i64 window, const GuidedRoom* room, i64 limit, i32* moves ARRAY(limit + room.fields.commit));

// Value half-plane walks from all cells within `window` cells of the blank, or a few more: `down` and `across` of the
// room. The blank's cell is treated like any other, with a tile in its goal cell.
EXPORT void guided_look(i32* homes ARRAY(2 * room.fields.w * room.fields.h), i64 blank, i64 window, i64 price,
                        const GuidedRoom* room);

// Write the free walk with the most profit and value that a beam finds to `planned_moves` of the room, with the profit
// of each of its prefixes; return its length. value[0] is the most. `last` is the cell before, or −1.
EXPORT i64 guided_plan(i32* homes ARRAY(2 * room.fields.w * room.fields.h), i64 blank, i64 last, i64 price,
                       const GuidedRoom* room, i64* value ARRAY(1));
