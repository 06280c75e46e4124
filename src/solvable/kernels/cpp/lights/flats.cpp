#include "lights/flats.hpp"

namespace {

// Return `total` with the sign (−1)^popcount(coordinates & point).
INLINE i64 with_sign(i64 total, i64 coordinates, i64 point) {
    return popcount((u64)(coordinates & point)) & 1 ? -total : total;
}

void fill_room(const Flats& f, const i16* old_sums, i64 largest) {
    for (i64 flat = 0; flat < f.flats; flat++)
        for (i64 point = 0; point < 1ll << f.dimensions[flat]; point++) {
            i64 room = largest;
            for (i64 i = f.old_starts[flat]; i < f.old_starts[flat + 1]; i++)
                room -= with_sign(old_sums[f.old[i]], f.old_at[i], point);
            f.room[f.starts[flat] + point] = room;
        }
}

// Return whether |Σ sum · sign| over the flat's new columns is within its room at every point.
bool fits(const Flats& f, i64 flat) {
    for (i64 point = 0; point < 1ll << f.dimensions[flat]; point++) {
        i64 total = 0;
        for (i64 i = f.new_starts[flat]; i < f.new_starts[flat + 1]; i++)
            total += with_sign(f.sums[f.new_columns[i]], f.new_at[i], point);
        if ((total < 0 ? -total : total) > f.room[f.starts[flat] + point]) return false;
    }
    return true;
}

}  // namespace

EXPORT i64 flats_extend(const Flats* flats, const i16* batch, i64 rows, i64 width, i64 largest, i64 most_nodes,
                        i16* out, i64 out_rows) {
    const Flats f = *flats;
    i64 extended = 0, nodes = 0;
    for (i64 row = 0; row < rows; row++) {
        fill_room(f, batch + row * width, largest);
        i64 depth = 0;
        f.sums[0] = (f.counts[0] & 1) - 2;
        while (depth >= 0) {  // the sums of the columns before `depth` fit their flats
            f.sums[depth] += 2;
            if (f.sums[depth] > f.counts[depth]) {
                depth--;
                continue;
            }
            if (++nodes > most_nodes) return -1;
            bool all_fit = true;
            for (i64 flat = f.ends[depth]; flat < f.ends[depth + 1] && all_fit; flat++) all_fit = fits(f, flat);
            if (!all_fit) continue;
            if (depth < f.columns - 1) {
                depth++;
                f.sums[depth] = -f.counts[depth] - 2;
                continue;
            }
            if (extended < out_rows) {
                i16* to = out + extended * (width + f.columns);
                for (i64 i = 0; i < width; i++) to[i] = batch[row * width + i];
                for (i64 i = 0; i < f.columns; i++) to[width + i] = (i16)f.sums[i];
            }
            extended++;
        }
    }
    return extended;
}
