// Covering radii by breadth-first search, and annealing for hard states.
#pragma once
#include "base/base.hpp"

constexpr u8 COVERING_UNREACHED = 255;

// Return how many of the `syndromes` must be added at most to reach any of the 2^bits sums of so many bits: a search
// from 0, in which `distance` is COVERING_UNREACHED for all not met. Cost: 2^bits · count. Reference:
// `lights.worst.intervals.farthest_sum`.
EXPORT i64 covering_radius(const i32* syndromes ARRAY(count), i64 count, i64 bits, u8* distance ARRAY(1 << bits),
                           i32* queue ARRAY(1 << bits));

// Class sums and their transform: values[p] = Σ sums[i]·rows[i · points + p]; point p counts weights[p] times.
INTERFACE struct Annealed {
    const i16* rows ARRAY(classes* points);
    const i64* limits ARRAY(classes);  // of |sums|
    i64* sums ARRAY(classes);
    i64 classes;
    i16* values ARRAY(points);
    const i32* weights ARRAY(points);
    i64 points;
};

// Change the sums by ±2 within their limits until no value exceeds `target`, or `moves` are tried; return the excess,
// Σ weight·max(0, value − target)². A move that raises it by e is made with probability exp(−e/temperature); before
// each the temperature, `hot` at first, is multiplied by `factor`. Cost: `points` a move. Reference:
// `lights.worst.intervals.anneal_reference`, which draws the same random numbers.
EXPORT i64 covering_anneal(const Annealed* state, i64 target, i64 moves, f64 hot, f64 factor, u64 seed);
