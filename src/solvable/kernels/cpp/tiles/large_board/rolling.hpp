// Rolling beam on boards of any size: look some layers ahead, commit the first moves, repeat.
//
// Tile t has home cell t − 1. Lines of the board (rows from the top, columns from the left) are stages, tile by tile,
// the last two of a line together. Key = Σ φ(distance) + μ (κ D + C of the later stages), in steps of 1/16: D estimates
// the remaining moves of the stage; C exceeds the largest D, so that finishing a stage always pays.
//
// A node is only its parent and its last move, replayed on the one board, so a move costs the same on every size. The
// nodes of a layer are in the order of their parents, so that the board gets from one to the next in few moves: the
// path through a layer traverses the tree of its ancestors. Layers are stored in a ring of `slots`, a power of 2.
#pragma once
#include "base/base.hpp"

enum { ROLLING, DONE, STUCK };

INTERFACE struct RollingBeam {
    i64* tiles ARRAY(w* h);  // on each cell
    i64* cells ARRAY(w* h);  // of each tile, the blank first
    i64 w;
    i64 h;
    // The key: φ by distance, and for each stage its tile, the second one or 0, whether its line is a column, κ, how
    // much the key must fall in 20 layers to keep μ from growing; `later` is κ C of the stages after it.
    const i64* phi ARRAY(w + h);
    i64 stage_count;
    const i64* first ARRAY(stage_count);
    const i64* second ARRAY(stage_count);
    const i64* is_column ARRAY(stage_count);
    const i64* kappa ARRAY(stage_count);
    const i64* fall ARRAY(stage_count);
    const i64* later ARRAY(stage_count + 1);
    const i64* stage_of ARRAY(w* h);  // each tile's stage
    const u8* pair_distances ARRAY(depth * depth * depth * span * span * span);
    i64 depth;
    i64 span;
    // Nodes: the number in each layer, parents and moves by slot and row. Those of the last layer have a sum (Σ φ minus
    // the first board's), the first unfinished stage, and a hash; `seen` has recent hashes.
    i64 width;  // most nodes of a layer
    i64 horizon;
    i64 commit;
    i64 slots;
    i64* counts ARRAY(horizon + 1);
    i32* parents ARRAY(slots* width);
    i32* steps ARRAY(slots* width);
    i64* totals ARRAY(width);
    i64* stages ARRAY(width);
    u64* codes ARRAY(width);
    i64 seen_count;
    u64* seen ARRAY(seen_count);
    // Children of a layer, as nodes, with their keys, and room to sort them and to mark those selected.
    i32* child_parents ARRAY(4 * width);
    i32* child_steps ARRAY(4 * width);
    i64* child_totals ARRAY(4 * width);
    i64* child_stages ARRAY(4 * width);
    u64* child_codes ARRAY(4 * width);
    i64* keys ARRAY(4 * width);
    i64* order ARRAY(4 * width);
    i64* spare ARRAY(4 * width);
    u8* kept ARRAY(4 * width);
    // The current node of the board and its ancestors, with their blanks, by layer; room to renumber.
    i64* path_nodes ARRAY(horizon + 1);
    i64* path_blanks ARRAY(horizon + 1);
    i64* numbers ARRAY(2 * width);
    // The slot of the committed board, the layers after it, μ, the layers since the last check of the key, the key at
    // that time, the commits made, and ROLLING, DONE or STUCK.
    i64* progress ARRAY(7);
};

// Commit moves, by layers of at most `width` nodes, until all stages are done or `limit` moves are made; return the
// number of moves.
EXPORT i64 rolling_advance(const RollingBeam* beam, i64 width, i64 limit,
                           i64* moves ARRAY(limit + beam.fields.horizon));

// Return the Manhattan distance of the board.
EXPORT i64 rolling_distance(const RollingBeam* beam);

// Write the numbers of `count` children by ascending key, equal ones in their order: a radix sort in two passes, exact
// for keys less than 2²⁴ above the least.
EXPORT void rolling_order(const i64* keys ARRAY(count), i64 count, i64* order ARRAY(count), i64* spare ARRAY(count));

// Write the moves D[(blank · m + a) · m + b] to bring two tiles home at the end of a line, m = depth · span cells; 255
// if that is impossible. Home cells: span − 2 and span − 1; the cells before them are solved and closed. Breadth-first.
EXPORT void rolling_pair_distances(i64 depth, i64 span, u8* distances ARRAY(depth * depth * depth * span * span * span),
                                   i32* queue ARRAY(depth * depth * depth * span * span * span));
