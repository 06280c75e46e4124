// Outer lines of a large board, brought home by a beam that makes its first moves and looks again.
//
// Tile t has home cell t − 1. Lines of the board (rows from the top, columns from the left) are stages, tile by tile,
// the last two of a line together. Key = Σ φ(distance) + μ (κ D + C of the later stages), in steps of 1/16: D estimates
// the moves that the stage still needs; C exceeds the largest D, so that finishing a stage always pays. Every 20 layers
// μ doubles (to 64 at most) if the key, μ being 1, has not fallen by `fall`, else it halves. Nodes live in a tree, as
// `walk_tree.hpp` has it; a board that was born before in the same plan is not born again.
#pragma once
#include "tiles/large_board/walk_tree.hpp"

INTERFACE struct OuterLines {
    const WalkTree* tree;
    i64* tiles ARRAY(w* h);  // on each cell
    i64* cells ARRAY(w* h);  // of each tile, the blank first
    i64 w;
    i64 h;
    // The key: φ by distance, κ, and for each stage its tile, the second one or 0, whether its line is a column, and C
    // of the stages after it.
    const i64* phi ARRAY(w + h);
    i64 kappa;
    i64 fall;
    i64 stage_count;
    const i64* first ARRAY(stage_count);
    const i64* second ARRAY(stage_count);
    const i64* is_column ARRAY(stage_count);
    const i64* later ARRAY(stage_count + 1);
    const i64* stage_of ARRAY(w* h);  // each tile's stage
    const u8* pair_distances ARRAY(depth * depth * depth * span * span * span);
    i64 depth;
    i64 span;
    // Of the nodes of the last layer, and of its children, three words: the sum of φ less the first board's, the first
    // stage that is not done, and a hash.
    i64* last ARRAY(3 * (tree.fields.width + 1));
    i64* born ARRAY(3 * 4 * tree.fields.width);
    i64* keys ARRAY(4 * tree.fields.width);
    i64 seen_count;  // a power of two
    u64* seen ARRAY(seen_count);  // hashes of boards born lately
    i64* progress ARRAY(3);  // μ, the plans made, the first stage that is not done
};

// Plan by a beam of `width` nodes a layer and make all moves of the best node but the last `behind`, again and again,
// until all stages are done or `limit` moves are made; return how many, 0 if the beam is stuck.
EXPORT i64 outer_lines_advance(const OuterLines* lines, i64 width, i64 layers, i64 behind, i64 limit,
                               i64* moves ARRAY(limit + layers));

// Write D[(blank · m + a) · m + b] of bringing two tiles home at the end of a line, m = depth · span cells; 255 if that
// is impossible. Home cells: span − 2 and span − 1; the cells before them are solved and closed. Breadth-first.
EXPORT void outer_lines_pair_distances(i64 depth, i64 span,
                                       u8* distances ARRAY(depth * depth * depth * span * span * span),
                                       i32* queue ARRAY(depth * depth * depth * span * span * span));
