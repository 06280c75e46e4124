#include "tiles/large_board/guided.hpp"

#include "tiles/large_board/homes.hpp"

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

    INLINE i64 at(i64 layer, i64 row) const { return layer * (room.width + 1) + row; }

    // Return the board from layer `now` of the path to layer `to`.
    INLINE void go_back(i64 now, i64 to) const {
        for (; now > to; now--) homes[room.blanks[now]] = homes[room.blanks[now - 1]];
    }

    // Move the board from the node of layer `now` on the path to `node` of `layer`.
    INLINE void travel(i64 node, i64 now, i64 layer) const {
        i64 fork = layer;
        for (i64 ancestor = node; fork > now || (fork > 0 && room.nodes[fork] != ancestor); fork--) {
            room.nodes[fork] = ancestor;
            ancestor = room.parents[at(fork, ancestor)];
        }
        go_back(now, fork);
        for (now = fork; now < layer;) {
            now++;
            const i64 to = room.steps[at(now, room.nodes[now])];
            homes[room.blanks[now - 1]] = homes[to];
            room.blanks[now] = to;
        }
    }

    // Write the children of a layer, with their profits and ranks; return their number.
    i64 bear(i64 layer, i64 last, i64 price) const {
        const i64 w = room.w, h = room.h;
        i64 now = 0, count = 0;
        for (i64 node = 0; node < room.counts[layer]; node++) {
            travel(node, now, layer);
            now = layer;
            const i64 blank = room.blanks[layer], before = layer ? room.blanks[layer - 1] : last;
            const i64 r = blank / w, c = blank % w, profit_here = room.profits[at(layer, node)] - 1 - price;
            const auto bear_one = [&](i64 row, i64 column, i64 closer) {
                const i64 to = row * w + column;
                if (to == before) return;
                const i64 profit = profit_here + 2 * closer;  // the decrease of its dx² + dy²
                room.born_of[count] = (i32)node, room.born_to[count] = (i32)to;
                room.born_profits[count] = (i32)profit;
                room.ranks[count++] = (i32)profit + max(room.down[to], room.across[column * h + row]);
            };
            if (r > 0) bear_one(r - 1, c, (homes[blank - w] >> 16) - (r - 1));
            if (c > 0) bear_one(r, c - 1, (homes[blank - 1] & 0xFFFF) - (c - 1));
            if (c + 1 < w) bear_one(r, c + 1, c + 1 - (homes[blank + 1] & 0xFFFF));
            if (r + 1 < h) bear_one(r + 1, c, r + 1 - (homes[blank + w] >> 16));
        }
        go_back(now, 0);
        return count;
    }

    // Return the rank of the child with index `place` among the best ones, by bisection between the lowest and the
    // highest rank: each step takes one vectorised pass, so this is faster than sorting.
    i32 rank_of(i64 place, i64 count) const {
        const i32* ranks = room.ranks;
        i32 low = ranks[0], high = ranks[0];
        for (i64 i = 0; i < count; i++) low = min(low, ranks[i]), high = max(high, ranks[i]);
        while (low < high) {
            const i32 middle = (i32)(low + ((i64)high - low + 1) / 2);
            i32 above = 0;
            for (i64 i = 0; i < count; i++) above += ranks[i] >= middle;
            if (above >= place)
                low = middle;
            else
                high = middle - 1;
        }
        return low;
    }

    // Make the best children the nodes of a layer, in their order; return the row of the best one and write its rank. A
    // child that is not selected is written too, and overwritten by the next, because a branch would take longer.
    i64 select(i64 layer, i64 made, i32& best) const {
        const i32 limit = rank_of(min(room.width, made), made);
        i64 ties = min(room.width, made), count = 0, row = 0;
        for (i64 i = 0; i < made; i++) ties -= room.ranks[i] > limit;
        best = limit;
        for (i64 i = 0; i < made; i++) {
            const i32 rank = room.ranks[i];
            const i64 to = at(layer, count);
            room.parents[to] = room.born_of[i], room.steps[to] = room.born_to[i];
            room.profits[to] = room.born_profits[i];
            if (rank > best) best = rank, row = count;
            const bool is_tie = rank == limit;
            count += (rank > limit) | (is_tie & (ties > 0));
            ties -= is_tie;
        }
        room.counts[layer] = count;
        return row;
    }

    i64 plan(i64 blank, i64 last, i64 price, i64& value) const {
        room.counts[0] = 1, room.profits[0] = 0, room.blanks[0] = blank;
        i64 best_layer = 0, best_row = 0;
        i32 best = 0;
        for (i64 layer = 0; layer < room.horizon; layer++) {
            const i64 made = bear(layer, last, price);
            if (!made) break;
            i32 rank;
            const i64 row = select(layer + 1, made, rank);
            if (rank > best) best = rank, best_layer = layer + 1, best_row = row;
        }
        for (i64 layer = best_layer, row = best_row; layer > 0; layer--) {
            room.planned_moves[layer - 1] = room.steps[at(layer, row)];
            room.planned_profits[layer - 1] = room.profits[at(layer, row)];
            row = room.parents[at(layer, row)];
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
