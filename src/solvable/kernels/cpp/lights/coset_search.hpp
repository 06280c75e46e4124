// Depth-first search for the coset of the null space whose lightest member is heaviest.
//
// Places are buttons; choosing x for place i adds adds[i, x, u] to the weight of member u. A branch is cut if twice the
// weight of its lightest member, plus the most that the remaining places can add to it (slack), cannot exceed the best.
// The search may be interrupted after any number of nodes: its state consists of the weights, the choice and the depth.
// Reference: `lights.covering_radius.hardest.search_reference`. Cost: `members` additions a node.
#pragma once
#include "base/base.hpp"

INTERFACE struct CosetSearch {
    const i16* adds ARRAY(places * k * members);
    const u8* fixed ARRAY(places);  // a fixed place has the choice 0 only
    const u8* sorts ARRAY(places);  // a place that sorts takes at least the choice of the place before
    const i64* slack ARRAY(places + 1);  // twice what the places from i on can add to the lightest member
    i64 places;
    i64 k;
    i64 members;
    i16* weights ARRAY((places + 1) * members);
    i64* choice ARRAY(places + 1);
    i64* best ARRAY(places);  // the choices of the heaviest coset so far
    i64* state ARRAY(2);  // depth, −1 at the end; the greatest least weight so far
};

// Visit at most `limit` nodes, or until a coset of least weight `goal` is found; return the number visited.
EXPORT i64 coset_search(const CosetSearch* search, i64 goal, i64 limit);
