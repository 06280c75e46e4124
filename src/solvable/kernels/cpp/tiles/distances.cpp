#include "tiles/distances.hpp"

namespace {

constexpr i64 LINES = 16;  // lines that are searched together

INLINE i64 distance(i64 a, i64 b) { return a < b ? b - a : a - b; }

// Insert a goal into the ends of ascending runs, the least last member for each length; return the new number of ends.
INLINE i64 put(i32* ends, i64 count, i32 goal) {
    i64 first = 0;
    for (i64 end = count; first < end;) {
        const i64 middle = (first + end) / 2;
        if (ends[middle] < goal)
            first = middle + 1;
        else
            end = middle;
    }
    ends[first] = goal;
    return max(count, first + 1);
}

}  // namespace

EXPORT bool tile_homes(const i32* goal, i64 count, i32* homes) {
    for (i64 cell = 0; cell < count; cell++) {
        if ((u64)goal[cell] >= (u64)count) return false;
        homes[goal[cell]] = (i32)cell;
    }
    return true;
}

EXPORT bool tile_steps(const i32* tiles, const i32* homes, i64 count, i64 width, i64 begin, i64 end, i64* sums) {
    for (i64 cell = begin; cell < end; cell++) {
        if ((u64)tiles[cell] >= (u64)count) return false;
        if (tiles[cell] == 0) continue;
        const i64 home = homes[tiles[cell]];
        const i64 across = distance(cell % width, home % width), down = distance(cell / width, home / width);
        sums[0] += across;
        sums[1] = max(sums[1], across);
        sums[2] += down;
        sums[3] = max(sums[3], down);
    }
    return true;
}

EXPORT i64 tiles_out_of_order(const i32* tiles, const i32* homes, i64 count, i64 width, bool by_column, i64 begin,
                              i64 end, i32* ends) {
    const i64 height = count / width, length = by_column ? height : width;
    i64 leaving = 0;
    for (i64 first = begin; first < end; first += LINES) {
        const i64 lines = min(LINES, end - first);
        i64 runs[LINES] = {};
        for (i64 step = 0; step < lines * length; step++) {
            const i64 line = by_column ? step % lines : step / length, place = by_column ? step / lines : step % length;
            const i64 cell = by_column ? place * width + first + line : (first + line) * width + place;
            if (tiles[cell] == 0) continue;
            const i32 home = homes[tiles[cell]];
            if ((by_column ? home % width : home / width) != first + line) continue;
            leaving++;
            const i64 before = runs[line];
            runs[line] = put(ends + line * length, before, home);
            leaving -= runs[line] - before;
        }
    }
    return leaving;
}
