#include "tiles/large_board/rolling.hpp"

namespace {

constexpr i64 RADIX_BITS = 12, RADIX = 1 << RADIX_BITS, PASSES = 2;  // children are sorted by two digits of their keys
// Keys that exceed the least by this or more are treated as equal
constexpr i64 HIGHEST = (1 << (RADIX_BITS * PASSES)) - 1;

enum { ROOT, LENGTH, MU, SINCE, KEY, COMMITS, STATUS };  // indices of `progress`

INLINE i64 absolute(i64 x) { return x < 0 ? -x : x; }

// Return a 64-bit hash of a tile on a cell (splitmix64).
INLINE u64 mixed(i64 tile, i64 cell) {
    u64 x = (u64)tile * 0x9e3779b97f4a7c15 + (u64)(cell + 1) * 0xd1b54a32d192ed03;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

// Slide the tile on cell `to` into the blank.
INLINE void slide(const RollingBeam& b, i64 to) {
    const i64 blank = b.cells[0], tile = b.tiles[to];
    b.tiles[blank] = tile;
    b.cells[tile] = blank;
    b.tiles[to] = 0;
    b.cells[0] = to;
}

// Estimate the moves that bring a tile at (r, c) home to (hr, hc), the blank at (br, bc).
i64 single_distance(i64 r, i64 c, i64 hr, i64 hc, i64 br, i64 bc) {
    const i64 dr = absolute(r - hr), dc = absolute(c - hc);
    if (dr + dc == 0) return 0;
    i64 best = 1 << 30;
    if (dr > 0) {
        const i64 y = r + (hr > r ? 1 : -1);
        best = absolute(br - y) + absolute(bc - c);
        if (bc == c && (br - r) * (y - r) < 0) best += 2;
    }
    if (dc > 0) {
        const i64 x = c + (hc > c ? 1 : -1);
        i64 distance = absolute(br - r) + absolute(bc - x);
        if (br == r && (bc - c) * (x - c) < 0) distance += 2;
        best = min(best, distance);
    }
    const i64 hi = max(dr, dc), lo = min(dr, dc);
    if (lo == 0) return best + 1 + 5 * (hi - 1);
    if (hi == lo) return best + 1 + 3 * (2 * lo - 1);
    return best + 1 + 6 * lo + 5 * (hi - lo - 1);
}

INLINE i64 outside(i64 x, i64 low, i64 high) { return max((i64)0, low - x) + max((i64)0, x - high); }

// Return the estimate D of the remaining moves of stage `s`: for a pair it is exact in a window at the line's end;
// elsewhere it is 80 more than for single tiles, so that entering the window pays.
i64 stage_distance(const RollingBeam& beam, i64 s) {
    const i64 w = beam.w, blank = beam.cells[0], a = beam.first[s], b = beam.second[s], pa = beam.cells[a];
    if (b == 0) return single_distance(pa / w, pa % w, (a - 1) / w, (a - 1) % w, blank / w, blank % w);
    const i64 pb = beam.cells[b];
    i64 ya = pa / w, xa = pa % w, yb = pb / w, xb = pb % w, y0 = blank / w, x0 = blank % w;
    i64 top = (b - 1) / w, end = (b - 1) % w;
    if (beam.is_column[s]) {
        swap(ya, xa);
        swap(yb, xb);
        swap(y0, x0);
        swap(top, end);
    }
    const i64 left = end - beam.span + 1, last = top + beam.depth - 1, m = beam.depth * beam.span;
    const i64 outside_a = outside(ya, top, last) + outside(xa, left, end);
    const i64 outside_b = outside(yb, top, last) + outside(xb, left, end);
    const i64 outside_blank = outside(y0, top, last) + outside(x0, left, end);
    if (outside_a + outside_b + outside_blank == 0) {
        const i64 i = (y0 - top) * beam.span + x0 - left, j = (ya - top) * beam.span + xa - left;
        const i64 k = (yb - top) * beam.span + xb - left, exact = beam.pair_distances[(i * m + j) * m + k];
        if (exact < 255) return exact;
    }
    if (outside_a > 0) return 80 + 2 * max(w, beam.h) + 6 * outside_b + single_distance(ya, xa, top, end - 1, y0, x0);
    if (outside_b > 0) return 80 + single_distance(yb, xb, top, end, y0, x0);
    return 80 + outside_blank;
}

INLINE bool is_done(const RollingBeam& b, i64 s) {
    return b.cells[b.first[s]] == b.first[s] - 1 && (b.second[s] == 0 || b.cells[b.second[s]] == b.second[s] - 1);
}

// Return μ (κ D + C of the later stages), in steps of the key.
INLINE i64 stage_term(const RollingBeam& b, i64 s, i64 mu) {
    if (s >= b.stage_count) return mu * b.later[s];
    return mu * (b.kappa[s] * stage_distance(b, s) + b.later[s]);
}

// Move the board from the node of layer `now` on the path to `node` of `layer`, back to their common ancestor and
// forward.
INLINE void travel(const RollingBeam& b, i64 node, i64 now, i64 layer) {
    const i64 ring = b.slots - 1, root = b.progress[ROOT];
    i64 fork = layer, x = node;
    while (fork > now || (fork > 0 && b.path_nodes[fork] != x)) {
        b.path_nodes[fork] = x;
        x = b.parents[((root + fork) & ring) * b.width + x];
        fork--;
    }
    while (now > fork) slide(b, b.path_blanks[--now]);
    while (now < layer) {
        now++;
        b.path_blanks[now] = b.steps[((root + now) & ring) * b.width + b.path_nodes[now]];
        slide(b, b.path_blanks[now]);
    }
}

// Write all children of the last layer and their keys; return their number.
i64 write_children(const RollingBeam& b) {
    const i64 w = b.w, h = b.h, layer = b.progress[LENGTH], mu = b.progress[MU];
    b.path_blanks[0] = b.cells[0];
    i64 now = 0, made = 0;
    for (i64 node = 0; node < b.counts[layer]; node++) {
        travel(b, node, now, layer);
        now = layer;
        const i64 blank = b.path_blanks[layer], before = layer ? b.path_blanks[layer - 1] : -1;
        const i64 r = blank / w, c = blank % w;
        for (i64 k = 0; k < 4; k++) {
            if ((k == 0 && r == 0) || (k == 1 && c == 0) || (k == 2 && c == w - 1) || (k == 3 && r == h - 1)) continue;
            const i64 to = blank + (k == 0 ? -w : k == 1 ? -1 : k == 2 ? 1 : w);
            if (to == before) continue;
            const i64 t = b.tiles[to], hr = (t - 1) / w, hc = (t - 1) % w;
            const i64 old_distance = absolute(to / w - hr) + absolute(to % w - hc);
            const i64 new_distance = absolute(r - hr) + absolute(c - hc);
            slide(b, to);
            i64 stage = min(b.stages[node], b.stage_of[t]);
            while (stage < b.stage_count && is_done(b, stage)) stage++;
            const i64 total = b.totals[node] + b.phi[new_distance] - b.phi[old_distance];
            b.keys[made] = total + stage_term(b, stage, mu);
            b.child_totals[made] = total;
            b.child_parents[made] = (i32)node;
            b.child_steps[made] = (i32)to;
            b.child_stages[made] = stage;
            b.child_codes[made] = b.codes[node] ^ mixed(t, to) ^ mixed(t, blank);
            made++;
            slide(b, blank);
        }
    }
    while (now > 0) slide(b, b.path_blanks[--now]);
    return made;
}

struct Selection {
    i64 count, best, goal;
};

// Select the best `width` unseen children; `goal` is one that has finished all stages, or −1.
Selection select(const RollingBeam& b, i64 made, i64 width, u64 salt) {
    Selection selection{0, -1, -1};
    for (i64 i = 0; i < made; i++) b.kept[i] = 0;
    for (i64 i = 0; i < made; i++) {
        const i64 child = b.order[i];
        const u64 code = b.child_codes[child] ^ salt, slot = code & (u64)(b.seen_count - 1);
        if (b.seen[slot] == code) continue;
        b.seen[slot] = code;
        b.kept[child] = 1;
        if (selection.best < 0) selection.best = child;
        selection.count++;
        if (b.child_stages[child] >= b.stage_count) {
            selection.goal = child;
            break;
        }
        if (selection.count == width) break;
    }
    return selection;
}

// Make the selected children the nodes of a new layer, in their order; return the row of the child `chosen`.
i64 settle(const RollingBeam& b, i64 made, i64 chosen, i64 slot) {
    i64 row = 0, count = 0;
    for (i64 child = 0; child < made; child++)
        if (b.kept[child]) {
            if (child == chosen) row = count;
            b.parents[slot * b.width + count] = b.child_parents[child];
            b.steps[slot * b.width + count] = b.child_steps[child];
            b.totals[count] = b.child_totals[child];
            b.stages[count] = b.child_stages[child];
            b.codes[count] = b.child_codes[child];
            count++;
        }
    return row;
}

// Make the first `cut` moves of node `row` of layer `length` and drop all nodes that begin otherwise.
void commit_path(const RollingBeam& b, i64 cut, i64 row, i64 length, i64* moves) {
    const i64 ring = b.slots - 1, root = b.progress[ROOT];
    i64 ancestor = row;
    for (i64 layer = length; layer > 0; layer--) {
        const i64 at = ((root + layer) & ring) * b.width + row;
        if (layer == cut) ancestor = row;
        if (layer <= cut) moves[layer - 1] = b.steps[at];
        row = b.parents[at];
    }
    for (i64 i = 0; i < cut; i++) slide(b, moves[i]);
    i64 *number = b.numbers, *renumbered = b.numbers + b.width;  // the new row of each node of the layer before
    for (i64 i = 0; i < b.width; i++) number[i] = -1;
    number[ancestor] = 0;
    b.counts[0] = 1;
    for (i64 layer = cut + 1; layer <= length; layer++) {
        const i64 slot = ((root + layer) & ring) * b.width;
        i64 stay = 0;
        for (i64 i = 0; i < b.width; i++) renumbered[i] = -1;
        for (i64 node = 0; node < b.counts[layer]; node++) {
            const i64 parent = number[b.parents[slot + node]];
            if (parent < 0) continue;
            b.parents[slot + stay] = (i32)parent;
            b.steps[slot + stay] = b.steps[slot + node];
            renumbered[node] = stay;
            if (layer == length) {
                b.totals[stay] = b.totals[node];
                b.stages[stay] = b.stages[node];
                b.codes[stay] = b.codes[node];
            }
            stay++;
        }
        swap(number, renumbered);
        b.counts[layer - cut] = stay;
    }
}

// Every 20 layers μ doubles (up to 64) if the key with μ = 1 has not fallen by `fall`, else it halves.
void adapt_weight(const RollingBeam& b, i64 total, i64 least, i64 fall) {
    i64* now = b.progress;
    if (now[SINCE] < 19) {
        now[SINCE]++;
        return;
    }
    const i64 key = total + floor_div(least - total, now[MU]);
    now[MU] = now[KEY] - key < fall ? min((i64)64, now[MU] * 2) : max((i64)1, now[MU] / 2);
    now[SINCE] = 0;
    now[KEY] = key;
}

// Make the best children the next layer, and at the horizon commit moves; return their number.
i64 advance_layer(const RollingBeam& b, i64 made, i64 width, i64* moves) {
    i64* now = b.progress;
    if (made) rolling_order(b.keys, made, b.order, b.spare);
    const Selection selection = select(b, made, width, mixed(1, now[COMMITS]));
    if (selection.count == 0) {
        now[STATUS] = STUCK;
        return 0;
    }
    const i64 length = now[LENGTH] + 1, ring = b.slots - 1, best = selection.best, goal = selection.goal;
    const i64 row = settle(b, made, goal >= 0 ? goal : best, (now[ROOT] + length) & ring);
    b.counts[length] = selection.count;
    adapt_weight(b, b.child_totals[best], b.keys[best], b.fall[min(b.child_stages[best], b.stage_count - 1)]);
    if (goal < 0 && length < b.horizon) {
        now[LENGTH] = length;
        return 0;
    }
    const i64 cut = goal >= 0 ? length : b.commit;
    commit_path(b, cut, row, length, moves);
    now[ROOT] = (now[ROOT] + cut) & ring;
    now[LENGTH] = length - cut;
    now[COMMITS]++;
    now[STATUS] = goal >= 0 ? DONE : ROLLING;
    return cut;
}

}  // namespace

EXPORT i64 rolling_advance(const RollingBeam* beam, i64 width, i64 limit, i64* moves) {
    const RollingBeam b = *beam;
    i64 made = 0;
    while (made < limit && b.progress[STATUS] == ROLLING)
        made += advance_layer(b, write_children(b), min(width, b.width), moves + made);
    return made;
}

EXPORT i64 rolling_distance(const RollingBeam* beam) {
    const RollingBeam& b = *beam;
    i64 total = 0;
    for (i64 tile = 1; tile < b.w * b.h; tile++) {
        const i64 at = b.cells[tile], home = tile - 1;
        total += absolute(at / b.w - home / b.w) + absolute(at % b.w - home % b.w);
    }
    return total;
}

EXPORT void rolling_order(const i64* keys, i64 count, i64* order, i64* spare) {
    i64 low = keys[0], ends[RADIX + 1];
    for (i64 i = 0; i < count; i++) low = min(low, keys[i]);
    for (i64 pass = 0; pass < PASSES; pass++) {
        const auto digit = [&](i64 i) { return min(keys[i] - low, HIGHEST) >> (RADIX_BITS * pass) & (RADIX - 1); };
        for (i64 i = 0; i <= RADIX; i++) ends[i] = 0;
        for (i64 i = 0; i < count; i++) ends[digit(i) + 1]++;
        for (i64 i = 0; i < RADIX; i++) ends[i + 1] += ends[i];
        const i64* from = pass & 1 ? spare : nullptr;
        i64* to = pass & 1 ? order : spare;
        for (i64 i = 0; i < count; i++) {
            const i64 child = from ? from[i] : i;
            to[ends[digit(child)]++] = child;
        }
    }
}

EXPORT void rolling_pair_distances(i64 depth, i64 span, u8* distances, i32* queue) {
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
