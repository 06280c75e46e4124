// Common parts of the depth-first searches by blocks: segments of a stack, the next block, collecting rows.
//
// The 64 topmost states of one depth are expanded together, so that their cache misses overlap; the order stays
// depth-first up to the block. A row of the stack is `row` words; word `meta` has the row of its parent in bits 16 … 31
// and the step to it in its low 16 bits. A segment is (first row, rows, depth, whether expanded), the last one on top.
// There are at most 2^16 rows.
//
// control = (segments, nodes generated, states expanded, offset of the segment at the depth `stop`, whether another
// thread requests a pause, rows collected in the gate). Reference of the order: `tiles.optimal.ida.search_reference`.
#pragma once
#include "base/base.hpp"

constexpr u64 SEARCH_BLOCK = 64;
enum SearchStatus : i64 { SEARCH_EMPTY, SEARCH_PAUSED, SEARCH_FOUND };
enum SearchControl { SEGMENTS, NODES, EXPANDED, STOPPED_AT, PAUSE, COLLECTED };

// The arrays of one stack. `plan` has room for the children of a block and one more; `deepest` is the greatest depth
// expanded below each origin; rows at the depth `stop` are collected in the gate while it has room.
INTERFACE struct SearchWork {
    u64* stack ARRAY(stack_size);
    i64 stack_size;
    u64* segments ARRAY(segments_size);
    i64 segments_size;
    u64* plan ARRAY(plan_size);
    i64 plan_size;
    u8* deepest ARRAY(65536);
    u64* gate ARRAY(gate_size);
    i64 gate_size;
};

// Another thread may write the word at any time.
static INLINE bool is_pause_wanted(const u64* control) { return __atomic_load_n(control + PAUSE, __ATOMIC_RELAXED); }

constexpr i64 NO_BLOCK = -1, AT_STOP = -2;

// Return the offset of the segment to expand next, split if it has more rows than a block; NO_BLOCK if none is left,
// AT_STOP if it has the depth `stop`.
static INLINE i64 next_block(u64* segments, u64* control, u64 stop) {
    while (control[SEGMENTS] > 0) {
        u64 at = 4 * (control[SEGMENTS] - 1);
        const u64 rows = segments[at + 1];
        if (rows == 0 || segments[at + 3]) {
            control[SEGMENTS]--;
            continue;
        }
        if (segments[at + 2] == stop) {
            control[STOPPED_AT] = at;
            return AT_STOP;
        }
        if (rows > SEARCH_BLOCK) {
            const u64 rest = rows - SEARCH_BLOCK;
            segments[at + 1] = rest;
            segments[at + 4] = segments[at] + rest;
            segments[at + 5] = SEARCH_BLOCK;
            segments[at + 6] = segments[at + 2];
            control[SEGMENTS]++;
            at += 4;
        }
        segments[at + 3] = 1;
        return (i64)at;
    }
    return NO_BLOCK;
}

// Put the children, rows out … end − 1, on the stack above the segment that was expanded.
static INLINE void push_children(u64* segments, u64* control, i64 at, u64 out, u64 end) {
    u64* segment = segments + at;
    segment[4] = out;
    segment[5] = end - out;
    segment[6] = segment[2] + 1;
    segment[7] = 0;
    control[SEGMENTS]++;
}

// Move the rows of the segment at `stop` into the gate, the last first; return false if it has no room. Each is
// followed by its trail: the low 16 bits of meta in up to three steps, the first lowest, and the trail's first row.
static inline bool collect_rows(u64 row, u64 meta, u64* control, const SearchWork& work) {
    u64* segments = work.segments;
    const u64 *stack = work.stack, at = control[STOPPED_AT], rows = segments[at + 1];
    const u64 steps = segments[at + 2] - segments[2];
    if ((control[COLLECTED] + rows) * (row + 1) > (u64)work.gate_size) return false;
    for (u64 r = 0; r < rows; r++) {
        u64 source = segments[at] + rows - 1 - r, way = 0;
        u64* to = work.gate + (control[COLLECTED] + r) * (row + 1);
        for (u64 i = 0; i < row; i++) to[i] = stack[source * row + i];
        for (u64 s = 0; s < steps; s++) {
            const u64 word = stack[source * row + meta];
            way = way << 16 | (word & 0xffff);
            source = word >> 16 & 0xffff;
        }
        to[row] = way | source << 48;
    }
    control[COLLECTED] += rows;
    segments[at + 1] = 0;
    return true;
}
