// A tree of walks of the blank over one large board, as a beam grows it layer by layer.
//
// A node is its parent and its last move, replayed on the one board, so it costs the same on boards of every size. The
// nodes of a layer stand in the order of their parents, so that the board goes from one to the next along few moves:
// the walk through a layer is the walk around the tree of its ancestors. The best children are not sorted: those above
// a rank go on, in their order.
#pragma once
#include "base/base.hpp"

INTERFACE struct WalkTree {
    i64 width;  // most nodes of a layer
    i64 layers;  // most layers after the first, which is the board as it is
    // By layer and row: the row of the parent and the cell to which the blank goes; room for one more than are stored.
    i32* parents ARRAY((layers + 1) * (width + 1));
    i32* steps ARRAY((layers + 1) * (width + 1));
    i64* counts ARRAY(layers + 1);  // nodes of each layer
    // By layer: the node that the board stands at with its ancestors, and the cell of the blank in each.
    i64* nodes ARRAY(layers + 1);
    i64* blanks ARRAY(layers + 1);
    // Children of a layer: their parents, the cells of the blank, and ranks, the greatest the best.
    i32* born_of ARRAY(4 * width);
    i32* born_to ARRAY(4 * width);
    i32* ranks ARRAY(4 * width);
};

namespace walk_tree {

static INLINE i64 place_of(const WalkTree& tree, i64 layer, i64 row) { return layer * (tree.width + 1) + row; }

// Take the board back from layer `now` of the path to layer `to`; slide(blank, cell) slides a tile into the blank.
template <class Slide>
static INLINE void go_back(const WalkTree& tree, i64 now, i64 to, Slide slide) {
    for (; now > to; now--) slide(tree.blanks[now], tree.blanks[now - 1]);
}

// Take the board from the node of layer `now` on the path to `node` of `layer`.
template <class Slide>
static INLINE void travel(const WalkTree& tree, i64 node, i64 now, i64 layer, Slide slide) {
    i64 fork = layer;
    for (i64 ancestor = node; fork > now || (fork > 0 && tree.nodes[fork] != ancestor); fork--) {
        tree.nodes[fork] = ancestor;
        ancestor = tree.parents[place_of(tree, fork, ancestor)];
    }
    go_back(tree, now, fork, slide);
    for (i64 next = fork + 1; next <= layer; next++) {
        tree.blanks[next] = tree.steps[place_of(tree, next, tree.nodes[next])];
        slide(tree.blanks[next - 1], tree.blanks[next]);
    }
}

// Return the rank of the child on place `place` of the best ones, by halving what lies between the lowest and the
// highest: each half takes one vectorized pass, so this is faster than putting them into order.
static inline i32 rank_of(const i32* ranks, i64 place, i64 count) {
    i32 low = ranks[0], high = ranks[0];
    for (i64 i = 0; i < count; i++) low = min(low, ranks[i]), high = max(high, ranks[i]);
    while (low < high) {
        const i32 middle = (i32)(low + ((i64)high - low + 1) / 2);
        i32 above = 0;
        for (i64 i = 0; i < count; i++) above += ranks[i] >= middle;
        if (above >= place)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

// Make the best `width` of the children the nodes of a layer; return the row of the best one and write its rank.
// keep(row, child) writes what else a node has. A child that is not selected is written too, and overwritten by the
// next: to jump over it would take longer.
template <class Keep>
static INLINE i64 select(const WalkTree& tree, i64 layer, i64 made, i64 width, i32& best, Keep keep) {
    const i32 limit = rank_of(tree.ranks, min(width, made), made);
    i64 ties = min(width, made), count = 0, row = 0;
    best = limit;
    for (i64 child = 0; child < made; child++) ties -= tree.ranks[child] > limit;
    for (i64 child = 0; child < made; child++) {
        const i32 rank = tree.ranks[child];
        const i64 to = place_of(tree, layer, count);
        tree.parents[to] = tree.born_of[child], tree.steps[to] = tree.born_to[child];
        keep(count, child);
        if (rank > best) best = rank, row = count;
        const bool is_tie = rank == limit;
        count += (rank > limit) | (is_tie & (ties > 0));
        ties -= is_tie;
    }
    tree.counts[layer] = count;
    return row;
}

}  // namespace walk_tree
