// Beam search by the pair model: layer by layer, the best `width` distinct children of all nodes.
//
// A name is a tile, or 0 for the blank; a step is the blank's cell · 4 + its direction; a slide is a step and a tile,
// step · 2¹⁴ + name; a card represents a child, slide · 2³² + node. A node is a row of bytes, or of 16 bits for more
// than 256 names (cell → name, padded to whole words), its value, Zobrist hash, Manhattan distance, the blank's cell
// and its cell before. Without a table of gains, `slides`, u of the tile on each cell (a byte each) follows the names
// on the cells, from the next multiple of 8 bytes on, then u of each name. All nodes of a layer are the same number of
// moves from the start, so the value alone ranks them.
//
// The gain of a slide is a sum over the cells of a board, one look-up by the cell's name in the slide's row of a table
// (`slides.hpp`), so cards are sorted by their slides, and many children of one slide are valued together
// (`byte_sums.hpp`). Without that table the changed terms are summed (`slide_terms.hpp`). Children are sorted by
// counting into buckets and taken best first; a hash that a recent layer contains is skipped. All tables are larger
// than the caches, so memory that is read out of order is prefetched a few children ahead.
//
// Invariant: a node's value is that of its board by `value` of tests' pair_model_reference.py, exactly; equal keys stay
// in the order of steps, tiles, nodes. Reference: `layers` of tests' pair_model_reference.py. Cost: a look-up a cell
// and child, three children a node. Boards have less than 2¹⁴ names, beams less than 2²¹ nodes.
#pragma once
#include "tiles/pair_terms.hpp"

INTERFACE struct Beam {
    i64 width;  // the most nodes of a layer
    i64 layers;  // the most layers
    i64 cells;
    i64 names;
    i64 name_bytes;  // 1 or 2
    i64 row_bytes;  // of a node: a multiple of 8, of 16 for more than 8 cells
    u8* boards ARRAY(2 * width * row_bytes);  // of two layers, like the other fields of nodes
    i32* values ARRAY(2 * width);
    u64* hashes ARRAY(2 * width);
    i32* distances ARRAY(2 * width);  // Manhattan
    u8* blanks ARRAY(2 * width * name_bytes);  // with the same number of bytes as names
    u8* previous ARRAY(2 * width * name_bytes);

    i64 line;  // bytes of a line of `slides`, 0 if there is none
    const u8* slides ARRAY(2 * cells * names * cells * line);
    const PairTerms* terms;
    const i64* neighbours ARRAY(4 * cells);  // of each cell, −1 if there is none

    u64* cards ARRAY(4 * width + 1);  // of the children of a layer, like the following fields
    u64* by_tile ARRAY(4 * width + 1);
    i32* keys ARRAY(4 * width + 1);
    i32* order ARRAY(4 * width + 1);  // their numbers by ascending key
    i64 buckets;
    i32* bucket_ends ARRAY(buckets + 1);
    i64* tile_ends ARRAY(names + 1);
    i64* step_ends ARRAY(4 * cells + 1);
    u8* scratch ARRAY((cells + 15 & -16) * 32);
    u32* groups ARRAY(cells);  // bit g: a name of 16 · g to 16 · g + 15 is on the cell in some node

    i32* parents ARRAY(layers* width);  // of each layer's nodes
    u8* moves ARRAY(layers * width * name_bytes);  // the cell to which the blank went
    i64 seen_count;  // a power of two
    u64* seen ARRAY(seen_count);  // the last hash taken in each slot
};

// Make `board`, the name on each cell, the one node of the first layer, in which a tile may be missing; write the
// initial state for `beam_advance`, and return the hash of the goal.
EXPORT u64 beam_start(const Beam* beam, const i64* board ARRAY(beam.fields.cells), i64* state ARRAY(4));

// Advance towards layer `stop` with at most `width` nodes a layer, dropping nodes that cannot reach the goal by layer
// `end`.
//
// `state` is the layer, which of the two layers of nodes is the current one, its number of nodes, and the node at the
// goal, −1 while there is none. No nodes are left if every child was seen before, or is too far.
EXPORT void beam_advance(const Beam* beam, i64* state ARRAY(4), i64 width, i64 stop, i64 end, u64 goal_hash);
