// The covering radius of a code from its syndromes, and annealing for hard states.
//
// References: `lights.covering_radius.intervals.covering_radius_reference`, and `anneal_reference` for one sweep of
// moves.
#pragma once
#include "base/base.hpp"

constexpr u8 SYNDROME_UNREACHED = 255;

// Return the most syndromes that must be added to reach any of the `size` = 2^r sums of r bits, by breadth-first
// search; `distance` is filled with SYNDROME_UNREACHED. Cost: size · syndrome_count.
EXPORT i64 syndrome_radius(const i32* syndromes ARRAY(syndrome_count), i64 syndrome_count, i64 size,
                           u8* distance ARRAY(size), i32* queue ARRAY(size));

INTERFACE struct Annealing {
    const i16* rows ARRAY(row_count* points);  // an orbit's contribution at each point, ±1 for each of its columns
    const i64* limits ARRAY(row_count);
    i64 row_count;
    i64* sums ARRAY(row_count);
    i16* values ARRAY(points);  // Σ sums[i] · rows[i]
    const i32* weights ARRAY(points);  // multiplicity of a point
    i64 points;
};

// Write to `labels` the least point of each orbit, ascending, and its number of points to `weights`; return the number
// of orbits. Map m takes point u to the point whose bit j is the parity of u & images[m, j]; `size` = 2^rank.
// References: of this `lights.covering_radius.intervals.points_reference`, of the next two `rows_reference`.
EXPORT i64 annealing_points(const i32* images ARRAY(maps* rank), i64 maps, i64 rank, i64 size, i32* labels ARRAY(size),
                            i32* weights ARRAY(size), i32* waiting ARRAY(size));

// Write Σ (−1)^popcount(column & point) over the columns of each row, those before ends[row], at each point.
EXPORT void annealing_rows(const i32* columns, const i64* ends ARRAY(row_count), i64 row_count,
                           const i32* labels ARRAY(points), i64 points, i16* rows ARRAY(row_count* points));

// Compute the values from the sums.
EXPORT void annealing_values(const Annealing* annealing);

// Change `sums` by ±2 within ±limits until no value exceeds `target`, or `moves` are made; return the remaining excess,
// Σ weight · max(0, value − target)². A move that raises the excess by e is made with probability exp(−e /
// temperature); the temperature begins at `hot` and is multiplied by `factor` each move.
EXPORT i64 covering_anneal(const Annealing* annealing, i64 target, i64 moves, f64 hot, f64 factor, u64 seed);
