#include "tiles/large_board/sweep.hpp"

#include "tiles/large_board/homes.hpp"

namespace {

// Lines between prefetching homes and reading them; homes in a cache line
constexpr i64 LINES_AHEAD = 2, LINE_OF_MEMORY = 16;
constexpr i64 WALKS_IN_WINDOW = 4;  // walks with a gain before the window shrinks again
constexpr u8 WENT_RIGHT = 1, WENT_LEFT = 2, ENDS_LEFT = 4;

template <class T>
constexpr T NO_WAY = (T)(-((T)1 << (8 * sizeof(T) - 2)));
template <class T>
constexpr T LOWEST = (T)((T)-1 - (T)(((u64)1 << (8 * sizeof(T) - 1)) - 1));

struct Window {
    const i32* homes;  // of the board, or of its mirror image
    i64 span;  // places in a line
    i64 low, width;  // the range of places of walks
    i64 row;  // places in a line of the window, padded

    Window(const i32* board, i64 places, i64 first, i64 count)
        : homes(board), span(places), low(first), width(count), row((count + MAX_LANES - 1) / MAX_LANES * MAX_LANES) {}
};

struct End {
    i64 value, line, place;
};

// Store the lanes of marks as bytes.
template <class T, int... I>
INLINE void store_bytes(u8* to, Lanes<T> marks, Indices<I...>) {
    typedef u8 bytes __attribute__((vector_size(8 * VECTOR_WORDS)));
    const bytes all = (bytes)marks;
    const bytes low = SHUFFLE_LANES(all, all, (u8)(I % LANES<T> * (int)sizeof(T))...);
    __builtin_memcpy(to, &low, LANES<T>);
}

// The best values of one line: those of the line before become `come`, and `best` is overwritten. A step costs `cost`.
template <class T>
struct Line {
    T *come, *best, *offsets, *top;
    i64 cost;

    // Write the best values of walks that come from the left, and the prefix sums for those from the right.
    template <bool IS_FIRST>
    INLINE void rightward(const Window& window, i64 line, i64 step) const {
        const i32* homes = window.homes + line * window.span + window.low;
        const Lanes<T> price = broadcast((T)cost);
        Lanes<T> paid = {}, sum = {}, most = broadcast(LOWEST<T>);
        for (i64 lane = 0; lane < LANES<T>; lane++) paid[lane] = (T)(lane * cost);
        for (i64 x = 0; x < window.width; x += LANES<T>, paid += (T)(LANES<T> * cost)) {
            const Homes<T> home = load_homes<T>(homes + x, window.width - x);
            const Lanes<T> along = gains_along<T>(home, window.low + x);
            const Lanes<T> local = prefix_sums<T>(along), sums = local + sum;
            sum += last_lane<T>(local);
            const Lanes<T> profits = sums - paid - price;  // of all steps to the right up to this place
            const Lanes<T> enter =
                IS_FIRST ? load_lanes(come + x) : load_lanes(best + x) + profits_ahead<T>(home, line, step, cost);
            const Lanes<T> maxima = prefix_maxima<T>(enter - profits);
            if constexpr (!IS_FIRST) store_lanes(come + x, enter);
            store_lanes(best + x, greater(maxima, most) + profits);
            store_lanes(offsets + x, sums - along + paid);
            most = greater(most, last_lane<T>(maxima));
        }
    }

    // Add the walks that come from the right, mark how the best came to each place, and return the greatest value.
    INLINE T leftward(const Window& window, u8* marks) const {
        const Lanes<T> number = lane_numbers<T>();
        Lanes<T> most = broadcast(LOWEST<T>), greatest = most;
        i64 x = (window.width - 1) / LANES<T> * LANES<T>;
        for (bool is_last = true; x >= 0; x -= LANES<T>, is_last = false) {
            const Lanes<T> enter = load_lanes(come + x), right = load_lanes(best + x);
            Lanes<T> sums = load_lanes(offsets + x), gained = enter - sums;
            if (is_last) {  // beyond the line there are no walks
                gained = number < (T)(window.width - x) ? gained : most;
                sums = number < (T)(window.width - x) ? sums : Lanes<T>{};
            }
            const Lanes<T> maxima = suffix_maxima<T>(gained), left = greater(maxima, most) + sums;
            most = greater(most, first_lane<T>(maxima));
            const Lanes<T> mark =
                ((right > enter) & WENT_RIGHT) | ((left > enter) & WENT_LEFT) | ((left > right) & ENDS_LEFT);
            store_bytes<T>(marks + x, mark, typename IndicesTo<8 * VECTOR_WORDS>::type());
            Lanes<T> value = greater(left, right);
            store_lanes(best + x, value);
            if (is_last) value = number < (T)(window.width - x) ? value : broadcast(LOWEST<T>);
            greatest = greater(greatest, value);
        }
        return greatest_lane<T>(greatest);
    }
};

// Fill `marks` for the walks from place `start` of line `first` over `lines` more lines in direction `step`.
template <class T>
End half_plane(const Window& window, i64 first, i64 step, i64 lines, i64 start, i64 cost, T* values, i64 room,
               u8* marks) {
    const Line<T> kernel = {values, values + room, values + 2 * room, values + 3 * room, cost};
    for (i64 x = 0; x < window.row; x++) kernel.come[x] = NO_WAY<T>;
    kernel.come[start - window.low] = 0;
    T best = 0;
    i64 best_line = first;
    for (i64 k = 0; k <= lines; k++) {
        const i64 line = first + k * step;
        if (k + LINES_AHEAD <= lines) {
            const i32* ahead = window.homes + (line + LINES_AHEAD * step) * window.span + window.low;
            for (i64 x = 0; x < window.width; x += LINE_OF_MEMORY) prefetch(ahead + x);
        }
        if (k)
            kernel.template rightward<false>(window, line, step);
        else
            kernel.template rightward<true>(window, line, step);
        const T most = kernel.leftward(window, marks + line * window.row);
        if (most > best) {
            best = most, best_line = line;
            for (i64 x = 0; x < window.row; x += LANES<T>) store_lanes(kernel.top + x, load_lanes(kernel.best + x));
        }
    }
    if (best > 0)
        for (i64 x = 0; x < window.width; x++)
            if (kernel.top[x] == best) return {best, best_line, window.low + x};
    return {0, first, start};
}

// Write the marked walk to a place, as line · span + place, in order; return its length.
i64 trace(const Window& window, i64 first, i64 step, End to, const u8* marks, i32* moves) {
    i64 count = 0, line = to.line, place = to.place;
    while (true) {
        const u8* here = marks + line * window.row - window.low;
        const bool is_leftward = here[place] & ENDS_LEFT;
        const i64 way = is_leftward ? 1 : -1;
        const u8 went = is_leftward ? WENT_LEFT : WENT_RIGHT;
        while (here[place] & went) {
            moves[count++] = (i32)(line * window.span + place);
            place += way;
        }
        if (line == first) break;
        moves[count++] = (i32)(line * window.span + place);
        line -= step;
    }
    for (i64 i = 0; i < count / 2; i++) swap(moves[i], moves[count - 1 - i]);
    return count;
}

i64 best_walk(const i32* homes, i64 blank, i64 axis, i64 places, i64 price, const SweepRoom& room, i64& value,
              i32* moves) {
    const i64 w = room.w, h = room.h, span = axis ? h : w, count = axis ? w : h;
    const i64 line = axis ? blank % w : blank / w, start = axis ? blank / w : blank % w;
    const i64 width = min(span, places), low = min(max((i64)0, start - width / 2), span - width);
    const Window window(homes + axis * w * h, span, low, width);
    const i64 size = max(w, h) + MAX_LANES;
    End best = {0, 0, 0};
    i64 chosen = 0;
    for (i64 step = 1; step >= -1; step -= 2) {
        const i64 lines = step > 0 ? count - 1 - line : line;
        const End end =
            room.is_wide
                ? half_plane<i64>(window, line, step, lines, start, price + 1, room.values, size, room.marks)
                : half_plane<i32>(window, line, step, lines, start, price + 1, (i32*)room.values, size, room.marks);
        if (end.value > best.value) best = end, chosen = step;
    }
    value = best.value;
    if (!chosen) return 0;
    const i64 length = trace(window, line, chosen, best, room.marks, moves);
    if (axis)
        for (i64 i = 0; i < length; i++) moves[i] = (i32)(moves[i] % h * w + moves[i] / h);
    return length;
}

}  // namespace

EXPORT i64 sweep_best_walk(const i32* homes, i64 blank, i64 axis, i64 window, i64 price, const SweepRoom* room,
                           i64* value, i32* moves) {
    return best_walk(homes, blank, axis, window, price, *room, *value, moves);
}

EXPORT i64 sweep_move(i32* homes, i64 w, i64 h, i64 blank, const i32* moves, i64 count) {
    return move_homes(homes, w, h, blank, moves, count);
}

EXPORT i64 sweep_walk(i32* homes, f64* state, f64 end, f64 fall, i64 window, const SweepRoom* room, i64 limit,
                      i32* moves) {
    const SweepRoom& r = *room;
    const i64 longest = max(r.w, r.h);
    i64 made = 0;
    while (made < limit && state[1] >= end) {
        const i64 blank = (i64)state[0], price = (i64)state[1], now = (i64)state[2];
        i64 value, across;
        i64 length = best_walk(homes, blank, 0, now, price, r, value, moves + made);
        const i64 across_length = best_walk(homes, blank, 1, now, price, r, across, r.moves);
        if (across > value) {
            value = across, length = across_length;
            for (i64 i = 0; i < length; i++) moves[made + i] = r.moves[i];
        }
        if (value > 0) {
            state[0] = (f64)move_homes(homes, r.w, r.h, blank, moves + made, length);
            made += length;
            state[3]++;
            if (state[3] == WALKS_IN_WINDOW) state[2] = (f64)max(window, now / WINDOW_GROWTH), state[3] = 0;
        } else if (now < longest) {
            state[2] = (f64)(now * WINDOW_GROWTH), state[3] = 0;
        } else {
            state[1] *= fall, state[2] = (f64)window, state[3] = 0;
        }
    }
    return made;
}

EXPORT void sweep_homes(const i64* board, i64 w, i64 h, i32* homes) {
    i32* mirrored = homes + w * h;
    for (i64 row = 0; row < h; row++)
        for (i64 column = 0; column < w; column++) {
            const i64 home = board[row * w + column] - 1, r = floor_div(home, w), c = home - r * w;
            homes[row * w + column] = (i32)(r * (1 << 16) | c);
            mirrored[column * h + row] = (i32)(c * (1 << 16) | (r & 0xFFFF));
        }
}

EXPORT void sweep_board(const i32* homes, i64 w, i64 h, i64 blank, i64* board) {
    for (i64 p = 0; p < w * h; p++) board[p] = (homes[p] >> 16) * w + (homes[p] & 0xFFFF) + 1;
    board[blank] = 0;
}

EXPORT i64 sweep_distance(const i32* homes, i64 w, i64 h) {
    i64 total = 0;
    for (i64 row = 0, p = 0; row < h; row++)
        for (i64 column = 0; column < w; column++, p++) {
            const i64 down = (homes[p] >> 16) - row, right = (homes[p] & 0xFFFF) - column;
            total += max(down, -down) + max(right, -right);
        }
    return total;
}
