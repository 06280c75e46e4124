#include "lights/covering_radius.hpp"

#include "base/random.hpp"

EXPORT i64 syndrome_radius(const i32* syndromes, i64 syndrome_count, i64, u8* distance, i32* queue) {
    distance[0] = 0;
    queue[0] = 0;
    i64 head = 0, tail = 1;
    u8 last = 0;
    while (head < tail) {
        const i32 sum = queue[head++];
        last = distance[sum];
        for (i64 i = 0; i < syndrome_count; i++) {
            const i32 next = sum ^ syndromes[i];
            if (distance[next] == SYNDROME_UNREACHED) {
                distance[next] = (u8)(last + 1);
                queue[tail++] = next;
            }
        }
    }
    return last;
}

namespace {

constexpr i64 BLOCK = 256;  // points added in 32 bits before the sum is checked

// Return Σ weight · max(0, value + step · row − target)², or a part of it that exceeds `most`.
i64 excess_after(const Annealing& a, const i16* row, i32 step, i32 target, f64 most) {
    i64 total = 0;
    for (i64 start = 0; start < a.points; start += BLOCK) {
        const i64 end = min(a.points, start + BLOCK);
        u32 part = 0;
        for (i64 p = start; p < end; p++) {
            const i32 over = max((i32)(a.values[p] + step * row[p] - target), 0);
            part += (u32)over * (u32)over * (u32)a.weights[p];
        }
        total += (i64)(i32)part;
        if ((f64)total > most) break;
    }
    return total;
}

INLINE i64 absolute(i64 x) { return x < 0 ? -x : x; }

}  // namespace

EXPORT i64 annealing_points(const i32* images, i64 maps, i64 rank, i64 size, i32* labels, i32* weights, i32* waiting) {
    for (i64 u = 0; u < size; u++) labels[u] = 0;  // 1 for visited points
    i64 orbits = 0;
    for (i64 u = 0; u < size; u++) {
        if (labels[u]) continue;
        i64 members = 1, head = 0;
        i32* orbit = waiting;
        orbit[0] = (i32)u;
        labels[u] = 1;
        while (head < members) {
            const i32 here = orbit[head++];
            for (i64 map = 0; map < maps; map++) {
                i32 image = 0;
                for (i64 j = 0; j < rank; j++) image |= (i32)(popcount((u64)(here & images[map * rank + j])) & 1) << j;
                if (!labels[image]) labels[image] = 1, orbit[members++] = image;
            }
        }
        weights[orbits++] = (i32)members;
        labels[u] = 2;  // the least of its orbit
    }
    for (i64 u = 0, orbit = 0; u < size; u++)
        if (labels[u] == 2) labels[orbit++] = (i32)u;
    return orbits;
}

EXPORT void annealing_rows(const i32* columns, const i64* ends, i64 row_count, const i32* labels, i64 points,
                           i16* rows) {
    for (i64 row = 0, at = 0; row < row_count; row++, rows += points)
        for (; at < ends[row]; at++)
            for (i64 p = 0; p < points; p++) rows[p] += popcount((u64)(labels[p] & columns[at])) & 1 ? -1 : 1;
}

EXPORT void annealing_values(const Annealing* annealing) {
    const Annealing& a = *annealing;
    for (i64 p = 0; p < a.points; p++) a.values[p] = 0;
    for (i64 i = 0; i < a.row_count; i++)
        for (i64 p = 0; p < a.points; p++) a.values[p] = (i16)(a.values[p] + a.sums[i] * a.rows[i * a.points + p]);
}

EXPORT i64 covering_anneal(const Annealing* annealing, i64 target, i64 moves, f64 hot, f64 factor, u64 seed) {
    const Annealing a = *annealing;
    Random random{seed};
    i64 excess = excess_after(a, a.rows, 0, (i32)target, __builtin_inf());
    f64 temperature = hot;
    for (i64 move = 0; move < moves && excess; move++) {
        temperature *= factor;
        const i64 i = (i64)random.below((u64)a.row_count);
        i64 step = random.next() >> 63 ? 2 : -2;
        if (absolute(a.sums[i] + step) > a.limits[i]) step = -step;
        if (absolute(a.sums[i] + step) > a.limits[i]) continue;
        const i16* row = a.rows + i * a.points;
        const f64 most = (f64)excess - temperature * natural_log(random.unit());
        const i64 after = excess_after(a, row, (i32)step, (i32)target, most);
        if ((f64)after <= most) {
            for (i64 p = 0; p < a.points; p++) a.values[p] = (i16)(a.values[p] + step * row[p]);
            a.sums[i] += step;
            excess = after;
        }
    }
    return excess;
}
