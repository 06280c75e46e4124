#include "tiles/slides.hpp"

#include "base/byte_sums.hpp"

namespace {

INLINE void write_gain(u8* line, i64 name, u16 gain) {
    const u64 at = byte_sums::offset_of((u64)name);
    line[at] = (u8)gain;
    line[at + byte_sums::GROUP] = (u8)(gain >> 8);
}

}  // namespace

EXPORT void slides_fill(i64 width, i64 height, i64 a, i64 names, const i16* pair, const i16* single, i64 line,
                        u8* slides) {
    constexpr i64 GROUP = byte_sums::GROUP;
    const i64 cells = width * height, size = cells * names;
    for (i64 d = 0; d < 2; d++) {
        if (d == 0 ? a % width == width - 1 : a >= cells - width) continue;
        const i64 b = d == 0 ? a + 1 : a + width;
        const i16 *here = single + a * size, *there = single + b * size;
        for (i64 t = 0; t < names; t++) {
            const i16 *after = pair + (a * names + t) * size, *before = pair + (b * names + t) * size;
            u8* row = slides + ((2 * a + d) * names + t) * cells * line;
            for (i64 q = 0; q < cells; q++) {
                const auto gain = [=](i64 j) {
                    const i64 x = q * names + j;
                    return (u16)(there[x] - here[x] + after[x] - before[x]);
                };
                u8* __restrict to = row + q * line;
                i64 j = 0;
                for (; j + GROUP <= names; j += GROUP, to += 2 * GROUP)
                    for (i64 k = 0; k < GROUP; k++) {
                        const u16 each = gain(j + k);
                        to[k] = (u8)each;
                        to[GROUP + k] = (u8)(each >> 8);
                    }
                for (; j < names; j++) write_gain(row + q * line, j, gain(j));
            }
            const u16 own = (u16)(there[a * names + t] - here[b * names + t]);
            write_gain(row + a * line, t, own);
            write_gain(row + b * line, t, own);
        }
    }
}
