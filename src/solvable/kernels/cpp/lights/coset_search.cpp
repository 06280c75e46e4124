#include "lights/coset_search.hpp"

EXPORT i64 coset_search(const CosetSearch* search, i64 goal, i64 limit) {
    const CosetSearch s = *search;
    i64 depth = s.state[0], heaviest = s.state[1], nodes = 0;
    while (depth >= 0 && nodes < limit) {
        const i64 last = s.fixed[depth] ? 0 : s.k - 1;
        if (s.choice[depth] >= last) {
            depth--;
            continue;
        }
        s.choice[depth]++;
        nodes++;
        const i16* before = s.weights + depth * s.members;
        i16* after = s.weights + (depth + 1) * s.members;
        const i16* added = s.adds + (depth * s.k + s.choice[depth]) * s.members;
        i16 lightest = 0x7fff;
        for (i64 u = 0; u < s.members; u++) {
            const i16 weight = (i16)(before[u] + added[u]);
            after[u] = weight;
            lightest = min(lightest, weight);
        }
        if (2 * (i64)lightest + s.slack[depth + 1] < 2 * (heaviest + 1)) continue;
        if (depth + 1 == s.places) {
            heaviest = lightest;
            for (i64 i = 0; i < s.places; i++) s.best[i] = s.choice[i];
            if (heaviest >= goal) depth = -1;
            continue;
        }
        depth++;
        s.choice[depth] = s.sorts[depth] ? s.choice[depth - 1] - 1 : -1;
    }
    s.state[0] = depth;
    s.state[1] = heaviest;
    return nodes;
}
