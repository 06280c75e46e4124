#include "tiles/large_board/outer_lines.hpp"

#include "base/random.hpp"

using namespace walk_tree;

namespace {

constexpr i64 PATIENCE = 20, MU_MAX = 64;  // layers between two looks at the key
constexpr i64 HOPELESS = 1 << 30;  // key above the least, from which on all are alike

enum { MU, PLANS, STAGE };  // of the progress

struct Node {
    i64 total, stage;
    u64 code;
};

INLINE i64 absolute(i64 x) { return x < 0 ? -x : x; }

struct Spot {
    i64 y, x;
};

// Estimate the moves that bring a tile home, from where it is and the blank is.
i64 single_distance(Spot at, Spot home, Spot blank) {
    const i64 down = absolute(home.y - at.y), right = absolute(home.x - at.x);
    const i64 longer = max(down, right), shorter = min(down, right);
    if (longer == 0) return 0;
    // Return the blank's moves to the next cell on the tile's way; two more if the tile is in its way.
    const auto approach = [&](Spot next) {
        const i64 moves = absolute(blank.y - next.y) + absolute(blank.x - next.x);
        return moves + 2 * (absolute(blank.y - at.y) + absolute(blank.x - at.x) == moves - 1 &&
                            (blank.y == next.y || blank.x == next.x));
    };
    i64 best = 1 << 30;
    if (down) best = approach({at.y + (home.y > at.y ? 1 : -1), at.x});
    if (right) best = min(best, approach({at.y, at.x + (home.x > at.x ? 1 : -1)}));
    if (shorter == 0) return best + 1 + 5 * (longer - 1);
    if (longer == shorter) return best + 1 + 3 * (2 * shorter - 1);
    return best + 1 + 6 * shorter + 5 * (longer - shorter - 1);
}

// Return the estimate D of the moves that stage `s` still needs: for a pair it is exact in a window at the line's end;
// elsewhere 80 more than for single tiles, so that entering the window pays.
i64 stage_distance(const OuterLines& b, i64 s) {
    const auto spot = [&](i64 cell) {
        return b.is_column[s] ? Spot{cell % b.w, cell / b.w} : Spot{cell / b.w, cell % b.w};
    };
    const i64 one = b.first[s], two = b.second[s];
    const Spot blank = spot(b.cells[0]), at = spot(b.cells[one]), home = spot(one - 1);
    if (two == 0) return single_distance(at, home, blank);
    const Spot other = spot(b.cells[two]), end = spot(two - 1);
    const i64 left = end.x - b.span + 1, m = b.depth * b.span;
    const auto outside = [&](Spot cell) {
        const i64 y = cell.y - end.y, x = cell.x - left;
        return max((i64)0, -y) + max((i64)0, y - b.depth + 1) + max((i64)0, -x) + max((i64)0, x - b.span + 1);
    };
    if (outside(at)) return 80 + 2 * max(b.w, b.h) + 6 * outside(other) + single_distance(at, home, blank);
    if (outside(other)) return 80 + single_distance(other, end, blank);
    if (outside(blank)) return 80 + outside(blank);
    const auto place = [&](Spot cell) { return (cell.y - end.y) * b.span + cell.x - left; };
    const i64 exact = b.pair_distances[(place(blank) * m + place(at)) * m + place(other)];
    return exact < 255 ? exact : 80;
}

// Return μ (κ D + C of the later stages), in steps of the key.
INLINE i64 stage_term(const OuterLines& b, i64 s, i64 mu) {
    if (s >= b.stage_count) return mu * b.later[s];
    return mu * (b.kappa * stage_distance(b, s) + b.later[s]);
}

struct Plan {
    const OuterLines& b;
    const WalkTree& tree = *b.tree;
    Node *last = (Node*)b.last, *born = (Node*)b.born;
    i64& mu = b.progress[MU];

    // Slide the tile on a cell into the blank.
    INLINE void slide(i64 blank, i64 cell) const {
        const i64 tile = b.tiles[cell];
        b.tiles[blank] = tile, b.cells[tile] = blank;
        b.tiles[cell] = 0, b.cells[0] = cell;
    }

    // Return the first stage from this one on that is not done.
    INLINE i64 undone(i64 stage) const {
        const auto is_home = [&](i64 tile) { return !tile || b.cells[tile] == tile - 1; };
        while (stage < b.stage_count && is_home(b.first[stage]) && is_home(b.second[stage])) stage++;
        return stage;
    }

    // Write the children of a layer, the board standing at its node of layer `now` before and at one of the layer
    // then; return how many there are.
    i64 bear(i64 layer, i64 now) const {
        const i64 w = b.w, h = b.h;
        i64 made = 0;
        for (i64 row = 0; row < tree.counts[layer]; row++, now = layer) {
            travel(tree, row, now, layer, [&](i64 blank, i64 cell) { slide(blank, cell); });
            const Node node = last[row];
            const i64 blank = tree.blanks[layer], r = blank / w, c = blank % w;
            const auto bear_one = [&](i64 y, i64 x) {
                const i64 to = y * w + x, t = b.tiles[to], hr = (t - 1) / w, hc = (t - 1) % w;
                const u64 code = node.code ^ hash_of_pair(t, to) ^ hash_of_pair(t, blank);
                u64& seen = b.seen[code & (u64)(b.seen_count - 1)];
                if (seen == code) return;
                seen = code;
                slide(blank, to);
                const i64 stage = undone(min(node.stage, b.stage_of[t]));
                const i64 total = node.total + b.phi[absolute(r - hr) + absolute(c - hc)] -
                                  b.phi[absolute(y - hr) + absolute(x - hc)];
                b.keys[made] = total + stage_term(b, stage, mu);
                tree.born_of[made] = (i32)row, tree.born_to[made] = (i32)to;
                born[made++] = {total, stage, code};
                slide(to, blank);
            };
            if (r > 0) bear_one(r - 1, c);
            if (c > 0) bear_one(r, c - 1);
            if (c + 1 < w) bear_one(r, c + 1);
            if (r + 1 < h) bear_one(r + 1, c);
        }
        return made;
    }

    // Make the best children the next layer; return the row of the best one.
    i64 select_best(i64 layer, i64 made, i64 width) const {
        i64 low = b.keys[0];
        for (i64 i = 0; i < made; i++) low = min(low, b.keys[i]);
        for (i64 i = 0; i < made; i++) tree.ranks[i] = (i32)-min(b.keys[i] - low, HOPELESS);
        i32 best;
        return select(tree, layer, made, width, best, [&](i64 row, i64 child) { last[row] = born[child]; });
    }

    // Look `layers` layers ahead and make all moves of the best node but the last `behind`; return how many.
    i64 advance(i64 width, i64 layers, i64 behind, i64* moves) const {
        i64 layer = 0, now = 0, row = 0, least = stage_term(b, b.progress[STAGE], 1);
        tree.counts[0] = 1, tree.blanks[0] = b.cells[0];
        last[0] = {0, b.progress[STAGE], hash_of_pair(0, b.progress[PLANS]++)};
        const auto go = [&](i64 blank, i64 cell) { slide(blank, cell); };
        while (layer < layers && last[row].stage < b.stage_count) {
            const i64 made = bear(layer, now);
            now = layer;
            if (!made) break;
            row = select_best(++layer, made, width);
            if (layer % PATIENCE == 0) {
                travel(tree, row, now, layer, go);
                now = layer;
                const i64 key = last[row].total + stage_term(b, last[row].stage, 1);
                mu = least - key < b.fall ? min(MU_MAX, mu * 2) : max((i64)1, mu / 2);
                least = key;
            }
        }
        travel(tree, row, now, layer, go);
        const i64 cut = last[row].stage < b.stage_count ? max(min(layer, (i64)1), layer - behind) : layer;
        go_back(tree, layer, cut, go);
        for (i64 i = 0; i < cut; i++) moves[i] = tree.blanks[i + 1];
        b.progress[STAGE] = undone(0);
        return cut;
    }
};

}  // namespace

EXPORT i64 outer_lines_advance(const OuterLines* lines, i64 width, i64 layers, i64 behind, i64 limit, i64* moves) {
    const OuterLines local = *lines;
    const Plan plan{local};
    width = min(width, local.tree->width), layers = min(layers, local.tree->layers);
    i64 made = 0;
    local.progress[STAGE] = plan.undone(0);
    for (i64 part = 1; part && made < limit && local.progress[STAGE] < local.stage_count; made += part)
        part = plan.advance(width, layers, behind, moves + made);
    return made;
}

EXPORT void outer_lines_pair_distances(i64 depth, i64 span, u8* distances, i32* queue) {
    const i64 m = depth * span;
    for (i64 i = 0; i < m * m * m; i++) distances[i] = 255;
    i64 start = 0, end = 0;
    for (i64 blank = span; blank < m; blank++) {
        const i64 code = (blank * m + span - 2) * m + span - 1;
        distances[code] = 0;
        queue[end++] = (i32)code;
    }
    while (start < end) {
        const i64 code = queue[start++], blank = code / (m * m), a = code / m % m, b = code % m;
        for (i64 k = 0; k < 4; k++) {
            const i64 x = blank % span + (k == 0) - (k == 1), y = blank / span + (k == 2) - (k == 3);
            if (x < 0 || x >= span || y < 0 || y >= depth || (y == 0 && x < span - 2)) continue;
            const i64 to = y * span + x, child = (to * m + (a == to ? blank : a)) * m + (b == to ? blank : b);
            if (distances[child] == 255) {
                distances[child] = (u8)(distances[code] + 1);
                queue[end++] = (i32)child;
            }
        }
    }
}
