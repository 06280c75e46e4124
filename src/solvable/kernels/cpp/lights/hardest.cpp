#include "lights/hardest.hpp"

EXPORT i64 hardest_search(const HardestSearch* search, i64 wanted, i64 nodes) {
    const HardestSearch s = *search;
    i64 depth = s.at[0], best = s.at[1], visited = 0;
    while (depth >= 0 && visited < nodes) {
        if (s.choice[depth] >= (s.fixed[depth] ? 0 : s.choices - 1)) {
            depth--;
            continue;
        }
        s.choice[depth]++;
        visited++;
        const i16* __restrict below = s.weights + depth * s.members;
        i16* __restrict above = s.weights + (depth + 1) * s.members;
        const i16* __restrict extra = s.adds + (depth * s.choices + s.choice[depth]) * s.members;
        i16 lightest = INT16_MAX;
        for (i64 u = 0; u < s.members; u++) {
            const i16 value = (i16)(below[u] + extra[u]);
            above[u] = value;
            lightest = min(lightest, value);
        }
        if (2 * (i64)lightest + s.slack[depth + 1] < 2 * (best + 1)) continue;
        if (depth + 1 == s.places) {
            best = lightest;
            for (i64 place = 0; place < s.places; place++) s.best_choice[place] = s.choice[place];
            if (best >= wanted) depth = -1;
            continue;
        }
        depth++;
        s.choice[depth] = s.sorts[depth] ? s.choice[depth - 1] - 1 : -1;
    }
    s.at[0] = depth;
    s.at[1] = best;
    return visited;
}
