// Learning the pair model: one normalised least-mean-squares step a sample (`tools/train_pairs.py`).
//
// A value is Manhattan distance + Σ θ[number of each feature]; its gradient is how often a board has each parameter.
// Of two boards the difference is learned, in which pairs of tiles that stand alike in both cancel, so that these are
// left out. Reference: `tiles.near.pairs.features`. Cost: the square of the tiles for each board.
#pragma once
#include "tiles/pair_terms.hpp"

INTERFACE struct PairSamples {
    i64 count;
    i64 width;
    i64 height;
    const i64* left ARRAY(count * width * height);  // the cell of each name
    const i64* right ARRAY(count * width * height);
    const f64* wanted ARRAY(count);  // moves
    const i64* kinds ARRAY(count);  // 0, 1, 2
};

// What learning needs besides: `counts` of parameters, all 0, and room.
INTERFACE struct PairCounts {
    i64 cells;
    i64 parameters;
    const i32* numbers ARRAY(1241245);  // of the parameter of each raw index
    i32* counts ARRAY(parameters);
    i32* touched ARRAY(7 * cells * cells + 4 * cells +
                       1);  // the parameters of a sample, if one fell to 0 and rose, twice
    i64* weights ARRAY(7 * cells * cells + 4 * cells + 1);
    i64* digits ARRAY(7 * cells);
};

// Learn from samples of boards of `room.cells` cells; write of the kinds 0, 1, 2 the sum of the sizes of errors and how
// many samples there are.
//
// Kind 0: V(left) − V(right) should be `wanted`. Kind 1: V(left) should be `wanted`. Kind 2: V(left) − V(right) should
// be at least `wanted`, the error limited to 2. `rates` are of the kinds; θ stays within ±4.
EXPORT void pair_learning_step(const PairSamples* samples, const PairCounts* room, const f64* rates ARRAY(3),
                               f64* theta ARRAY(room.fields.parameters), f64* errors ARRAY(3), i64* seen ARRAY(3));
