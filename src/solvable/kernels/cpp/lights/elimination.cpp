#include "lights/elimination.hpp"

namespace {

constexpr i64 CHUNK = 32;  // words of each row that the tables cover at a time
constexpr i64 BLOCK = 8;  // words, a cache line
constexpr i64 GROUP = 8;  // panels after which the columns behind them are updated together, if the matrix is large
constexpr i64 FEW = 500;  // rows up to which tables of four rows are faster, since those of eight take long to fill

INLINE i64 table_words(i64 rows) { return (rows > FEW ? 8 * 256 : 16 * 16) * CHUNK; }

// The first cache line in the scratch memory: entries of tables must not cross cache lines.
INLINE u64* aligned(u64* scratch) { return scratch + (0 - (size_t)scratch) % 64 / 8; }

// A cache line, in one or more registers.
struct Line {
    vector part[BLOCK / VECTOR_WORDS];
};
INLINE Line load_line(const u64* from) {
    Line line;
#pragma GCC unroll 4
    for (i64 i = 0; i < BLOCK / VECTOR_WORDS; i++) line.part[i] = load(from + i * VECTOR_WORDS);
    return line;
}
INLINE void add_line(Line& line, const u64* from) {
#pragma GCC unroll 4
    for (i64 i = 0; i < BLOCK / VECTOR_WORDS; i++) line.part[i] ^= load(from + i * VECTOR_WORDS);
}
INLINE void store_line(u64* to, const Line& line) {
#pragma GCC unroll 4
    for (i64 i = 0; i < BLOCK / VECTOR_WORDS; i++) store(to + i * VECTOR_WORDS, line.part[i]);
}

struct Matrix {
    u64* data;
    i64 words;
    INLINE u64* row(i64 index) const { return data + index * words; }
};

void swap_rows(Matrix m, i64 a, i64 b, i64 first, i64 last) {
    if (a == b) return;
    u64 *one = m.row(a), *two = m.row(b);
    for (i64 word = first; word < last; word++) swap(one[word], two[word]);
}

// Pivots of a panel: the i-th, ascending, is in its column columns[i], and the sum of the rows rank + j, for the bits j
// of sums[i], has a one there and at no other pivot. Row rank + i changed places with taken[i], i ascending.
struct Pivots {
    u64 columns[64], sums[64];
    i64 taken[64], count, rank;
};
static_assert(8 * 256 * sizeof(u64) + GROUP * sizeof(Pivots) == 3600 * sizeof(u64));

// Move independent rows of the panel to `rank` and on, the words of them before `last`.
void find_pivots(Matrix m, i64 rows, i64 rank, i64 panel, i64 last, u64 mask, Pivots& pivots) {
    u64 reduced[64], *columns = pivots.columns, *sums = pivots.sums;
    i64 count = 0;
    for (i64 row = rank; row < rows; row++) {
        u64 value = m.row(row)[panel] & mask, used = 1ull << count;
        for (i64 pivot = 0; pivot < count; pivot++) {
            const u64 chosen = 0 - (value >> columns[pivot] & 1);  // all bits or none, without a branch
            value ^= reduced[pivot] & chosen;
            used ^= sums[pivot] & chosen;
        }
        if (value == 0) continue;
        swap_rows(m, rank + count, row, panel, last);
        pivots.taken[count] = row;
        reduced[count] = value, columns[count] = trailing_zeros(value), sums[count] = used;
        if (++count == 64) break;
    }
    for (i64 pivot = 0; pivot < count; pivot++)
        for (i64 other = 0; other < pivot; other++) {
            const u64 chosen = 0 - (reduced[other] >> columns[pivot] & 1);
            reduced[other] ^= reduced[pivot] & chosen;
            sums[other] ^= sums[pivot] & chosen;
        }
    for (i64 place = 0; place < count; place++) {
        i64 lowest = place;
        for (i64 other = place + 1; other < count; other++)
            if (columns[other] < columns[lowest]) lowest = other;
        swap(columns[place], columns[lowest]);
        swap(sums[place], sums[lowest]);
    }
    pivots.count = count, pivots.rank = rank;
}

// Write, for every byte of a panel and every value of it, the sum of the `sums` of its pivot columns.
void fill_keys(const Pivots& pivots, u64* keys) {
    u64 sum_of[64] = {};
    for (i64 pivot = 0; pivot < pivots.count; pivot++) sum_of[pivots.columns[pivot]] = pivots.sums[pivot];
    for (i64 byte = 0; byte < 8; byte++) {
        u64* of_byte = keys + 256 * byte;
        of_byte[0] = 0;
        for (i64 bit = 0; bit < 8; bit++)
            for (i64 value = 0; value < 1 << bit; value++)
                of_byte[value | 1 << bit] = of_byte[value] ^ sum_of[8 * byte + bit];
    }
}

// Tables of the sums of BITS rows each, for BITS bits of a key.
template <int BITS>
struct Russians {
    static constexpr i64 TABLES = 64 / BITS, ENTRIES = 1 << BITS;

    // Write the sums of the rows `row_of` the bits, unless it is −1, in `size` words from `start` on.
    static void fill(Matrix m, const i64* row_of, i64 start, i64 size, u64* tables) {
        for (i64 table = 0; table < TABLES; table++) {
            u64* first = tables + table * ENTRIES * CHUNK;
            for (i64 word = 0; word < CHUNK; word++) first[word] = 0;
            for (i64 value = 1; value < ENTRIES; value++) {
                u64* to = first + value * CHUNK;
                const u64* before = first + (value & (value - 1)) * CHUNK;
                const i64 row = row_of[table * BITS + (i64)trailing_zeros((u64)value)];
                for (i64 word = 0; word < size; word += BLOCK) {
                    Line line = load_line(before + word);
                    if (row >= 0) add_line(line, m.row(row) + start + word);
                    store_line(to + word, line);
                }
            }
        }
    }

    // Add to the rows first ≤ row < last, in `size` words from `start` on, the table entries that their keys choose.
    static void add(Matrix m, i64 first, i64 last, const u64* keys, i64 start, i64 size, const u64* tables) {
        for (i64 row = first; row < last; row++) {
            const u64 key = keys[row];
            if (!key) continue;
            const u64* entries[TABLES];
            for (i64 table = 0; table < TABLES; table++)
                entries[table] = tables + ((i64)(key >> (BITS * table) & (ENTRIES - 1)) + table * ENTRIES) * CHUNK;
            u64* to = m.row(row) + start;
            for (i64 word = 0; word < size; word += BLOCK) {
                Line line = load_line(to + word);
#pragma GCC unroll 16
                for (i64 table = 0; table < TABLES; table++) add_line(line, entries[table] + word);
                store_line(to + word, line);
            }
        }
    }
};

// Clear a panel below its pivot rows, and within them, in the words first ≤ word < last.
void clear(Matrix m, i64 rows, const Pivots& pivots, const u64* keys, i64 first, i64 last, u64* tables) {
    const i64 rank = pivots.rank, count = pivots.count;
    const bool are_few = rows - rank <= FEW;
    i64 row_of[64];
    for (i64 pivot = 0; pivot < 64; pivot++) row_of[pivot] = pivot < count ? rank + pivot : -1;
    for (i64 start = first; start < last; start += CHUNK) {
        const i64 size = min(CHUNK, last - start);
        if (are_few)
            Russians<4>::fill(m, row_of, start, size, tables);
        else
            Russians<8>::fill(m, row_of, start, size, tables);
        for (i64 row = rank; row < rank + count; row++)  // they are in the tables
            for (i64 word = start; word < start + size; word++) m.row(row)[word] = 0;
        if (are_few)
            Russians<4>::add(m, rank, rows, keys, start, size, tables);
        else
            Russians<8>::add(m, rank, rows, keys, start, size, tables);
    }
}

}  // namespace

EXPORT i64 elimination_eliminate(u64* matrix, i64 rows, i64 words, i64 columns, i64* pivots, i64 first, i64 last,
                                 i64 rank, bool is_large, u64* scratch) {
    const Matrix m = {matrix, words};
    u64 *tables = aligned(scratch), *keys = tables + table_words(rows);
    u64* chosen = keys + GROUP * rows;  // not on the stack, whose frames must stay below a page
    Pivots* of_panel = (Pivots*)(chosen + 8 * 256);
    for (i64 group = first; group < last; group += GROUP) {
        const i64 end = is_large ? min(group + GROUP, words) : words, panels = min(GROUP, last - group);
        for (i64 each = 0; each < panels; each++) {
            const i64 panel = group + each, left = columns - 64 * panel;
            Pivots& found = of_panel[each];
            u64* key = keys + each * rows;
            find_pivots(m, rows, rank, panel, end, left >= 64 ? ~0ull : (1ull << left) - 1, found);
            if (found.count == 0) continue;
            fill_keys(found, chosen);
            for (i64 pivot = 0; pivot < found.count; pivot++) {
                pivots[rank + pivot] = 64 * panel + (i64)found.columns[pivot];
                key[rank + pivot] = found.sums[pivot];
            }
            for (i64 row = rank + found.count; row < rows; row++) {
                const u64 value = m.row(row)[panel];
                u64 sum = 0;
                for (u64 byte = 0; byte < 8; byte++) sum ^= chosen[256 * byte + (value >> (8 * byte) & 255)];
                key[row] = sum;
            }
            clear(m, rows, found, key, group, end, tables);
            rank += found.count;
        }
        for (i64 start = end; start < words; start += CHUNK) {
            const i64 stop = min(start + CHUNK, words);
            for (i64 each = 0; each < panels; each++) {
                const Pivots& found = of_panel[each];
                for (i64 pivot = 0; pivot < found.count; pivot++)
                    swap_rows(m, found.rank + pivot, found.taken[pivot], start, stop);
                if (found.count) clear(m, rows, found, keys + each * rows, start, stop, tables);
            }
        }
    }
    return rank;
}

EXPORT void elimination_mark_needed(const u64* matrix, i64 words, const i64* pivots, i64 rank, bool* needed,
                                    u64* scratch) {
    u64* masks = scratch;
    for (i64 word = 0; word < words; word++) masks[word] = 0;
    for (i64 row = 0; row < rank; row++) masks[pivots[row] >> 6] |= 1ull << (pivots[row] & 63);
    for (i64 row = 0; row < rank; row++)
        for (i64 word = 0; word < words; word++)
            if (matrix[row * words + word] & ~masks[word]) needed[word / BLOCK] = true;
}

EXPORT void elimination_substitute(u64* matrix, i64 words, const i64* pivots, i64 first, i64 last, const bool* needed,
                                   u64* scratch) {
    const Matrix m = {matrix, words};
    u64 *tables = aligned(scratch), *keys = tables + table_words(last);
    i64 row_of[64], below = last;
    while (below > first) {
        const i64 panel = pivots[below - 1] >> 6;
        i64 rank = below;
        u64 used = 0;
        for (i64 bit = 0; bit < 64; bit++) row_of[bit] = -1;
        while (rank > first && pivots[rank - 1] >> 6 == panel) {
            rank--;
            row_of[pivots[rank] & 63] = rank;
            used |= 1ull << (pivots[rank] & 63);
        }
        for (i64 row = 0; row < rank; row++) keys[row] = m.row(row)[panel] & used;
        for (i64 start = panel / BLOCK * BLOCK, size; start < words; start += max(size, BLOCK)) {
            size = 0;
            while (size < CHUNK && start + size < words && needed[(start + size) / BLOCK]) size += BLOCK;
            if (size == 0) continue;
            if (rank <= FEW) {
                Russians<4>::fill(m, row_of, start, size, tables);
                Russians<4>::add(m, 0, rank, keys, start, size, tables);
            } else {
                Russians<8>::fill(m, row_of, start, size, tables);
                Russians<8>::add(m, 0, rank, keys, start, size, tables);
            }
        }
        if (!needed[panel / BLOCK])
            for (i64 row = 0; row < rank; row++) m.row(row)[panel] = 0;
        below = rank;
    }
}
