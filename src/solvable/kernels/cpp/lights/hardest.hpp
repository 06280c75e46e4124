// Depth-first search for the coset whose lightest member is heaviest.
//
// adds[(place · choices + x) · members + u] is what choosing x for a place adds to the weight of member u; a `fixed`
// place takes 0 only, one that `sorts` at least what the place before took. slack[place] is twice what the places from
// there on can add to the lightest member. Invariant: weights[place] are those of the choices before that place. Cost:
// `members` additions a node. Reference: `lights.worst.hardest.search_reference`.
#pragma once
#include "base/base.hpp"

INTERFACE struct HardestSearch {
    const i16* adds ARRAY(places * choices * members);
    const bool* fixed ARRAY(places);
    const bool* sorts ARRAY(places);
    const i64* slack ARRAY(places + 1);
    i64 places;
    i64 choices;
    i64 members;
    i16* weights ARRAY((places + 1) * members);  // 0 in the beginning
    i64* choice ARRAY(places + 1);  // −1 in the beginning
    i64* best_choice ARRAY(places);
    i64* at ARRAY(2);  // the depth, −1 when the search is over, and the greatest least weight so far
};

// Look for more than at[1] for so many nodes more; return how many were visited. The search is over at its end, or once
// `wanted` is reached.
EXPORT i64 hardest_search(const HardestSearch* search, i64 wanted, i64 nodes);
