#include "tiles/construct.hpp"

namespace {

// The ring of a tile's neighbours, clockwise from above, and the index in it of (du, dv) at 3 du + dv + 4.
constexpr i64 RING_U[8] = {-1, -1, 0, 1, 1, 1, 0, -1}, RING_V[8] = {0, 1, 1, 1, 0, -1, -1, -1};
constexpr i64 RING_PLACE[9] = {7, 0, 1, 6, -1, 2, 5, 4, 3};
constexpr i64 WORD = 16;  // room of a corner word

INLINE i64 absolute(i64 x) { return x < 0 ? -x : x; }
INLINE i64 ring_place(i64 du, i64 dv) { return RING_PLACE[3 * du + dv + 4]; }

struct Place {
    i64 u, v;  // line, and cell within it
};

struct Worker {
    i64 *board, *cell_of;
    i32* path;
    i64 base, line_step, cell_step;
    i64 lines, length, top;
    i64 locked;  // the number of finished cells of the line `top`
    i64 blank;  // its cell; cell_of[0] is written at the end
    i64 count;  // the number of moves of the path

    INLINE i64 cell(i64 u, i64 v) const { return base + u * line_step + v * cell_step; }

    INLINE Place place(i64 cell) const {
        const i64 offset = cell - base;
        if (line_step > cell_step) return {offset / line_step, offset % line_step};
        return {offset % cell_step, offset / cell_step};
    }

    // Slide the tile on a cell into the adjacent blank.
    INLINE void slide(i64 cell) {
        const i64 tile = board[cell];
        board[blank] = tile, board[cell] = 0;
        cell_of[tile] = blank;
        blank = cell;
        path[count++] = (i32)cell;
    }

    INLINE bool is_free(i64 u, i64 v) const {
        return u >= top && u < lines && v >= 0 && v < length && (u > top || v >= locked);
    }

    // Return the steps of the shorter free path round the tile at (u, v) between two indices of its ring; negative if
    // anticlockwise.
    INLINE i64 way_round(i64 u, i64 v, i64 start, i64 end) const {
        if (u > top + 1 && u + 1 < lines && v > 0 && v + 1 < length) {  // the whole ring is free
            const i64 steps = (end - start) & 7;
            return steps <= 4 ? steps : steps - 8;
        }
        i64 best = 0;
        for (i64 turn = 1; turn >= -1; turn -= 2) {
            const i64 steps = ((end - start) * turn) & 7;
            if (best && steps >= absolute(best)) continue;
            bool free = true;
            for (i64 i = 1; i <= steps && free; i++) {
                const i64 at = (start + turn * i) & 7;
                free = is_free(u + RING_U[at], v + RING_V[at]);
            }
            if (free) best = turn * steps;
        }
        return best;
    }

    // Return the steps of the blank before the tile at (u, v) can step by (du, dv); only nearby obstacles count.
    INLINE i64 blank_distance(i64 u, i64 v, i64 du, i64 dv, Place from) const {
        const i64 away_u = from.u - u, away_v = from.v - v;
        if (absolute(away_u) > 1 || absolute(away_v) > 1) return absolute(away_u - du) + absolute(away_v - dv);
        return absolute(way_round(u, v, ring_place(away_u, away_v), ring_place(du, dv)));
    }

    // Bring the blank from `from` to the tile at (u, v) + (du, dv) without moving that tile.
    INLINE void bring_blank(i64 u, i64 v, i64 du, i64 dv, Place from) {
        const i64 goal_u = u + du, goal_v = v + dv;
        while (absolute(from.u - u) > 1 || absolute(from.v - v) > 1) {
            if (from.u < goal_u)
                from.u++;
            else if (from.v == goal_v)
                from.u--;
            else
                from.v += from.v < goal_v ? 1 : -1;
            slide(cell(from.u, from.v));
        }
        i64 at = ring_place(from.u - u, from.v - v);
        const i64 steps = way_round(u, v, at, ring_place(du, dv)), turn = steps > 0 ? 1 : -1;
        for (i64 i = absolute(steps); i > 0; i--) {
            at = (at + turn) & 7;
            slide(cell(u + RING_U[at], v + RING_V[at]));
        }
    }

    // Move a tile to (u, v), each time by the step for which the blank is nearest.
    __attribute__((noinline)) void lead(i64 tile, i64 u, i64 v) {
        Place at = place(cell_of[tile]), from = place(blank);
        while (at.u != u || at.v != v) {
            i64 du = 0, dv = 0, best = INT64_MAX;
            if (at.u != u && (at.u - 1 > top || (at.u - 1 == top && at.v >= locked))) {
                du = -1;
                best = blank_distance(at.u, at.v, -1, 0, from);
            }
            if (at.v != v) {
                const i64 side = at.v < v ? 1 : -1;
                if ((at.u > top || at.v + side >= locked) && blank_distance(at.u, at.v, 0, side, from) < best)
                    du = 0, dv = side;
            }
            bring_blank(at.u, at.v, du, dv, from);
            slide(cell(at.u, at.v));
            from = at;
            at = {at.u + du, at.v + dv};
        }
    }

    // Turn the 2 × 3 corner whose last tile is below it, by the word for the blank's cell.
    void turn(i64 left, const i64* words) {
        Place at = place(blank);
        while (at.v < left || at.u > top + 2) {
            if (at.v < left)
                at.v++;
            else
                at.u--;
            slide(cell(at.u, at.v));
        }
        const i64* word = words + WORD * (2 * (at.u - top) + at.v - left);
        for (i64 i = 0; i < WORD && word[i] >= 0; i++) slide(cell(top + word[i] / 2, left + word[i] % 2));
    }
};

}  // namespace

EXPORT i64 construct_solve_line(i64* board, i64* cell_of, const i64* goal, i64 cells, i32* path, i64 base,
                                i64 line_step, i64 cell_step, i64 lines, i64 length, i64 top, const i64* words,
                                i64 begin, i64 end) {
    (void)cells;
    Worker worker = {board, cell_of, path, base, line_step, cell_step, lines, length, top, 0, cell_of[0], 0};
    const i64 last = length - 1;
    for (i64 v = begin; v < min(end, last); v++) {
        worker.locked = v;
        worker.lead(goal[worker.cell(top, v)], top, v);
    }
    if (end > last) {
        const i64 corner = worker.cell(top, last), below = corner + line_step, tile = goal[corner];
        worker.locked = length;
        if (cell_of[tile] != corner && cell_of[tile] != below) {
            if (worker.blank == corner) worker.slide(below);
            worker.lead(tile, top + 1, last);
        }
        if (cell_of[tile] != corner) worker.turn(last - 1, words);
    }
    cell_of[0] = worker.blank;
    return worker.count;
}

EXPORT i64 construct_simplify(i32* path, i64 size, i64 blank, bool merges) {
    i64 count = 0;
    for (i64 i = 0; i < size; i++) {
        const i64 before = count < 2 ? blank : path[count - 2];
        if (count > 0 && before == path[i])
            count--;
        else
            path[count++] = path[i];
    }
    if (!merges) return count;
    i64 merged = 0, heading = 0, at = blank;
    for (i64 i = 0; i < count; i++) {
        const i64 step = path[i] - at;
        at = path[i];
        if (merged > 0 && step == heading) merged--;
        path[merged++] = (i32)at;
        heading = step;
    }
    return merged;
}

EXPORT void construct_rename(i32* path, i64 size, const i32* names, i64) {
    for (i64 i = 0; i < size; i++) path[i] = names[path[i]];
}

EXPORT void construct_places(const i64* board, i64 cells, i64* cell_of) {
    for (i64 cell = 0; cell < cells; cell++)
        if ((u64)board[cell] < (u64)cells) cell_of[board[cell]] = cell;
}
