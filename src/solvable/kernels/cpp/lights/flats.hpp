// Depth-first search for class sums that no flat forbids.
//
// A flat has 2^dimension points and some old and new columns, each with its character on these points: what it adds to
// a point is ± its sum, by the parity of character & point. A choice of new sums fits a flat if at every point |Σ new|
// ≤ largest − Σ old. After the new column k the flats ends[k] to ends[k + 1] are checked. Cost: points times columns
// of these flats a node. Reference: `lights.worst.flats.extend_reference`.
#pragma once
#include "base/base.hpp"

INTERFACE struct FlatStep {
    const i64* counts ARRAY(columns);  // cells of each new column
    i64 columns;
    const i64* ends ARRAY(columns + 1);
    const i64* dimensions ARRAY(flats);
    i64 flats;
    const i64* starts ARRAY(flats + 1);  // of each flat's points, one behind another
    const i64* old_starts ARRAY(flats + 1);  // of each flat's old columns in the two arrays that follow
    i64 old_count;
    const i64* old_columns ARRAY(old_count);
    const i64* old_characters ARRAY(old_count);
    const i64* new_starts ARRAY(flats + 1);
    i64 new_count;
    const i64* new_columns ARRAY(new_count);
    const i64* new_characters ARRAY(new_count);
    i64 points;
};

// Write each of `rows` partial states, of `width` sums each, with all sums of the new columns that fit; return how many
// there are, of which those beyond `room` are only counted; −1 if `nodes` were not enough. The first new sum is taken
// ≥ 0, as the signs of all may be changed. `left` and `sums` are scratch.
EXPORT i64 flats_extend(const FlatStep* step, const i16* batch ARRAY(rows* width), i64 rows, i64 width, i64 largest,
                        i64 nodes, i16* extended ARRAY(room*(width + step.fields.columns)), i64 room,
                        i64* left ARRAY(step.fields.points), i64* sums ARRAY(step.fields.columns));
