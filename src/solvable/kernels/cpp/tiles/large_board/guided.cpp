#include "tiles/large_board/guided.hpp"

#include "tiles/large_board/homes.hpp"

using namespace walk_tree;

namespace {

constexpr i64 PATIENCE =
    60;  // plans without a new best profit at this price, after which it falls, since a walk may be going in circles
constexpr i32 LOWEST = INT32_MIN;
using Line = Lanes<i32>;
constexpr i64 WIDTH = LANES<i32>;

// Write worth[line × span + place]: the profit of the best half-plane walk across the lines from that cell, or 0. Walks
// stay within the `count` lines from `top` on and the `width` places from `low` on. A step costs `cost`.
void value_cells(const i32* homes, i64 span, i64 top, i64 count, i64 low, i64 width, i64 cost, i32* lines, i64 room,
                 i32* worth) {
    i32 *come = lines, *left = lines + room, *sums_right = lines + 2 * room;
    const Line number = lane_numbers<i32>(), price = broadcast((i32)cost);
    for (i64 way = 0; way < 2; way++) {
        const i64 step = way ? -1 : 1;
        for (i64 x = 0; x < width; x += WIDTH) store_lanes(come + x, Line{});
        for (i64 k = 0; k < count; k++) {
            const i64 line = way ? top + k : top + count - 1 - k, at = line * span + low;
            Line paid = number * price, sum = {}, most = broadcast(LOWEST);
            for (i64 x = 0; x < width; x += WIDTH, paid += (i32)(WIDTH * cost)) {
                const Line along = gains_along<i32>(load_homes<i32>(homes + at + x, width - x), low + x);
                const Line local = prefix_sums<i32>(along), sums = local + sum;
                sum += last_lane<i32>(local);
                const Line before = sums - along + paid;  // minus the profits of all steps to the left from here
                const Line maxima = prefix_maxima<i32>(load_lanes(come + x) + before);
                store_lanes(left + x, greater(maxima, most) - before);
                store_lanes(sums_right + x, sums - paid - price);
                most = greater(most, last_lane<i32>(maxima));
            }
            most = broadcast(LOWEST);
            for (i64 x = (width - 1) / WIDTH * WIDTH; x >= 0; x -= WIDTH) {
                Line sums = load_lanes(sums_right + x), gained = load_lanes(come + x) + sums;
                if (width - x < WIDTH) {  // beyond the line there are no walks
                    gained = number < (i32)(width - x) ? gained : broadcast(LOWEST);
                    sums = number < (i32)(width - x) ? sums : Line{};
                }
                const Line maxima = suffix_maxima<i32>(gained);
                Line here = greater(greater(maxima, most) - sums, load_lanes(left + x));
                most = greater(most, first_lane<i32>(maxima));
                const Line ahead = profits_ahead<i32>(load_homes<i32>(homes + at + x, width - x), line, step, cost);
                store_lanes(come + x, greater(here + ahead, Line{}));  // of the next line
                i32* to = worth + at + x;
                if (width - x >= WIDTH)
                    store_lanes(to, way ? greater(here, load_lanes(to)) : here);
                else
                    for (i64 lane = 0; lane < width - x; lane++)
                        to[lane] = way ? max(to[lane], here[lane]) : here[lane];
            }
        }
    }
}

struct Beam {
    const GuidedRoom& room;
    i32* homes;
    const WalkTree& tree = *room.tree;

    // Write the children of a layer, with their profits and ranks; return their number. The board is at a node of layer
    // `now` before, and at one of this layer after.
    i64 bear(i64 layer, i64 now, i64 last, i64 price) const {
        const i64 w = room.w, h = room.h;
        i64 count = 0;
        for (i64 row = 0; row < tree.counts[layer]; row++, now = layer) {
            travel(tree, row, now, layer, [&](i64 to, i64 from) { homes[to] = homes[from]; });
            const i64 blank = tree.blanks[layer], before = layer ? tree.blanks[layer - 1] : last;
            const i64 r = blank / w, c = blank % w, profit_here = room.profits[place_of(tree, layer, row)] - 1 - price;
            const auto bear_one = [&](i64 y, i64 x, i64 closer) {
                const i64 to = y * w + x;
                if (to == before) return;
                const i64 profit = profit_here + 2 * closer;  // the decrease of its dx² + dy²
                tree.born_of[count] = (i32)row, tree.born_to[count] = (i32)to;
                room.born_profits[count] = (i32)profit;
                tree.ranks[count++] = (i32)profit + max(room.down[to], room.across[x * h + y]);
            };
            if (r > 0) bear_one(r - 1, c, (homes[blank - w] >> 16) - (r - 1));
            if (c > 0) bear_one(r, c - 1, (homes[blank - 1] & 0xFFFF) - (c - 1));
            if (c + 1 < w) bear_one(r, c + 1, c + 1 - (homes[blank + 1] & 0xFFFF));
            if (r + 1 < h) bear_one(r + 1, c, r + 1 - (homes[blank + w] >> 16));
        }
        return count;
    }

    i64 plan(i64 blank, i64 last, i64 price, i64& value) const {
        tree.counts[0] = 1, tree.blanks[0] = blank, room.profits[0] = 0;
        i64 best_layer = 0, best_row = 0, now = 0;
        i32 best = 0;
        for (i64 layer = 0; layer < tree.layers; layer++) {
            const i64 made = bear(layer, now, last, price);
            now = layer;
            if (!made) break;
            i32 rank, *profits = room.profits + place_of(tree, layer + 1, 0);
            const i64 row = select(tree, layer + 1, made, tree.width, rank,
                                   [&](i64 to, i64 child) { profits[to] = room.born_profits[child]; });
            if (rank > best) best = rank, best_layer = layer + 1, best_row = row;
        }
        go_back(tree, now, 0, [&](i64 to, i64 from) { homes[to] = homes[from]; });
        for (i64 layer = best_layer, row = best_row; layer > 0; layer--) {
            const i64 at = place_of(tree, layer, row);
            room.planned_moves[layer - 1] = tree.steps[at];
            room.planned_profits[layer - 1] = room.profits[at];
            row = tree.parents[at];
        }
        value = best;
        return best_layer;
    }
};

}  // namespace

EXPORT void guided_look(i32* homes, i64 blank, i64 window, i64 price, const GuidedRoom* room) {
    const i64 w = room->w, h = room->h, r = blank / w, c = blank % w, size = max(w, h) + MAX_LANES;
    const i64 top = max((i64)0, r - window), left = max((i64)0, c - window);
    const i64 rows = min(h, r + window + 1) - top, columns = min(w, c + window + 1) - left;
    i32* mirrored = homes + w * h;
    homes[blank] = (i32)(r << 16 | c), mirrored[c * h + r] = (i32)(c << 16 | r);
    value_cells(homes, w, top, rows, left, columns, price + 1, room->lines, size, room->down);
    value_cells(mirrored, h, left, columns, top, rows, price + 1, room->lines, size, room->across);
}

EXPORT i64 guided_plan(i32* homes, i64 blank, i64 last, i64 price, const GuidedRoom* room, i64* value) {
    return Beam{*room, homes}.plan(blank, last, price, *value);
}

EXPORT i64 guided_walk(i32* homes, f64* state, f64 end, f64 fall, i64 window, const GuidedRoom* room, i64 limit,
                       i32* moves) {
    const i64 w = room->w, h = room->h, longest = max(w, h);
    i64 made = 0;
    while (made < limit && state[GUIDED_PRICE] >= end) {
        const i64 blank = (i64)state[GUIDED_BLANK], price = (i64)state[GUIDED_PRICE], now = (i64)state[GUIDED_WINDOW];
        guided_look(homes, blank, now, price, room);
        i64 value;
        i64 length = guided_plan(homes, blank, (i64)state[GUIDED_LAST], price, room, &value);
        if (value > 0 && state[GUIDED_SINCE] < PATIENCE) {
            length = min(length, room->commit);
            const i32* planned = room->planned_moves;
            state[GUIDED_LAST] = (f64)(length == 1 ? blank : planned[length - 2]);
            for (i64 i = 0; i < length; i++) moves[made + i] = planned[i];
            state[GUIDED_PROFIT] += (f64)room->planned_profits[length - 1];
            state[GUIDED_BLANK] = (f64)move_homes(homes, w, h, blank, planned, length);
            made += length;
            state[GUIDED_SINCE]++;
            if (state[GUIDED_PROFIT] > state[GUIDED_MOST]) {
                state[GUIDED_MOST] = state[GUIDED_PROFIT], state[GUIDED_SINCE] = 0;
                state[GUIDED_WINDOW] = (f64)max(window, now / WINDOW_GROWTH);
            }
        } else if (value == 0 && now < longest) {
            state[GUIDED_WINDOW] = (f64)(now * WINDOW_GROWTH);
        } else {
            state[GUIDED_PRICE] *= fall, state[GUIDED_WINDOW] = (f64)window, state[GUIDED_LAST] = -1;
            state[GUIDED_PROFIT] = state[GUIDED_MOST] = state[GUIDED_SINCE] = 0;
        }
    }
    return made;
}
