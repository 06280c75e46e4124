// Depth-first search for class sums that pass the test on every flat.
//
// Each row of `batch` has the sums of the old columns. They are extended by sums of the new columns, each |sum| ≤ its
// count and of its parity; after new column i the flats ends[i] ≤ flat < ends[i + 1] are checked: at every point of a
// flat, |Σ sum · sign| over its columns must be at most `largest`. Only one of a state and its negative is visited: the
// first sum is ≥ 0. Reference: `lights.covering_radius.flats.extend_reference`.
#pragma once
#include "base/base.hpp"

INTERFACE struct Flats {
    const i64* counts ARRAY(columns);  // of the new columns
    i64 columns;
    const i64* ends ARRAY(columns + 1);
    const i64* dimensions ARRAY(flats);
    const i64* starts ARRAY(flats + 1);  // of each flat's points in `room`
    const i64* old_starts ARRAY(flats + 1);  // of its old columns in `old`, with their coordinates in `old_at`
    const i64* new_starts ARRAY(flats + 1);
    i64 flats;
    const i64* old;
    const i64* old_at;
    const i64* new_columns;
    const i64* new_at;
    i64* room;  // the room that the old columns leave at each point, starts[flats] items
    i64* sums ARRAY(columns);
};

// Write each row of `batch` extended by all sums that fit to `out`; return their number, which may exceed the rows of
// `out` (the rest is not written), or −1 if `most_nodes` nodes did not suffice.
EXPORT i64 flats_extend(const Flats* flats, const i16* batch ARRAY(rows* width), i64 rows, i64 width, i64 largest,
                        i64 most_nodes, i16* out, i64 out_rows);
