#include "lights/flats.hpp"

namespace {

INLINE i64 with_sign(i64 sum, i64 character, i64 point) { return popcount((u64)(character & point)) & 1 ? -sum : sum; }

// Write for every flat and point what the old columns leave: largest − Σ ± sum.
void fill_left(const FlatStep& s, const i16* old_sums, i64 largest, i64* left) {
    for (i64 flat = 0; flat < s.flats; flat++) {
        for (i64 point = 0; point < (i64)1 << s.dimensions[flat]; point++) {
            i64 rest = largest;
            for (i64 at = s.old_starts[flat]; at < s.old_starts[flat + 1]; at++)
                rest -= with_sign(old_sums[s.old_columns[at]], s.old_characters[at], point);
            left[s.starts[flat] + point] = rest;
        }
    }
}

bool fits(const FlatStep& s, i64 flat, const i64* sums, const i64* left) {
    for (i64 point = 0; point < (i64)1 << s.dimensions[flat]; point++) {
        i64 total = 0;
        for (i64 at = s.new_starts[flat]; at < s.new_starts[flat + 1]; at++)
            total += with_sign(sums[s.new_columns[at]], s.new_characters[at], point);
        if ((total < 0 ? -total : total) > left[s.starts[flat] + point]) return false;
    }
    return true;
}

bool fits_all(const FlatStep& s, i64 column, const i64* sums, const i64* left) {
    for (i64 flat = s.ends[column]; flat < s.ends[column + 1]; flat++)
        if (!fits(s, flat, sums, left)) return false;
    return true;
}

}  // namespace

EXPORT i64 flats_extend(const FlatStep* step, const i16* batch, i64 rows, i64 width, i64 largest, i64 nodes,
                        i16* extended, i64 room, i64* left, i64* sums) {
    const FlatStep s = *step;
    i64 found = 0, visited = 0;
    for (i64 row = 0; row < rows; row++) {
        const i16* old_sums = batch + row * width;
        fill_left(s, old_sums, largest, left);
        i64 depth = 0;
        sums[0] = (s.counts[0] & 1) - 2;
        while (depth >= 0) {
            sums[depth] += 2;
            if (sums[depth] > s.counts[depth]) {
                depth--;
                continue;
            }
            if (++visited > nodes) return -1;
            if (!fits_all(s, depth, sums, left)) continue;
            if (depth < s.columns - 1) {
                depth++;
                sums[depth] = -s.counts[depth] - 2;
                continue;
            }
            if (found < room) {
                i16* out = extended + found * (width + s.columns);
                for (i64 place = 0; place < width; place++) out[place] = old_sums[place];
                for (i64 place = 0; place < s.columns; place++) out[width + place] = (i16)sums[place];
            }
            found++;
        }
    }
    return found;
}
