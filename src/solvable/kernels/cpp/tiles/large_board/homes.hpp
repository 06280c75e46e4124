// Boards of sweeps and guided walks: the home of the tile on each cell, and the same of the mirror image.
//
// A home is row << 16 | column. There are two boards one after the other, the board and its mirror image in the main
// diagonal: walks across the one are walks down the other. The blank's entry is never used as a tile's.
#pragma once
#include "base/maxplus.hpp"

constexpr i64 WINDOW_GROWTH = 3;  // growth of the window if no walk gains

// 32 bits for each of as many lanes as T has.
template <class T>
struct HomesOf {
    typedef i32 type __attribute__((vector_size(4 * LANES<T>)));
    typedef i32 unaligned __attribute__((vector_size(4 * LANES<T>), aligned(4), may_alias));
};
template <class T>
using Homes = typename HomesOf<T>::type;

// Return the homes from a place of a line on; those from `left` lanes on are beyond the line and set to 0.
template <class T>
static INLINE Homes<T> load_homes(const i32* homes, i64 left) {
    if (left >= LANES<T>) return *(const typename HomesOf<T>::unaligned*)homes;
    Homes<T> all = {};
    for (i64 lane = 0; lane < left; lane++) all[lane] = homes[lane];
    return all;
}
// 0, 1, 2, …
template <class T, int... I>
static INLINE Homes<T> home_numbers(Indices<I...>) {
    return Homes<T>{I...};
}
// Return 2 (x − home) for each place x from `place` on: a step to the right onto it gains that minus 1, a step to the
// left its negative minus 1.
template <class T>
static INLINE Lanes<T> gains_along(Homes<T> homes, i64 place) {
    const Homes<T> places = home_numbers<T>(AllLanes<T>()) + (i32)place;
    return __builtin_convertvector((places - (homes & 0xFFFF)) * 2, Lanes<T>);
}
// Return the profit of a step in the direction `step` onto this line.
template <class T>
static INLINE Lanes<T> profits_ahead(Homes<T> homes, i64 line, i64 step, i64 cost) {
    return __builtin_convertvector(((i32)line - (homes >> 16)) * (i32)(2 * step) - (i32)cost, Lanes<T>);
}

// Apply the blank's moves to both boards; return its cell.
static INLINE i64 move_homes(i32* homes, i64 w, i64 h, i64 blank, const i32* moves, i64 count) {
    i32* mirrored = homes + w * h;
    for (i64 i = 0; i < count; i++) {
        const i64 to = moves[i];
        const i32 home = homes[to];
        homes[blank] = home;
        mirrored[blank % w * h + blank / w] = (i32)((u32)home << 16 | (u32)home >> 16);
        blank = to;
    }
    return blank;
}
