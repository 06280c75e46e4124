#include "lights/every_solution.hpp"

#include "base/wide.hpp"
#include "lights/elimination.hpp"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

constexpr i64 LANES = 32;
constexpr int COMPARED = 4;  // quiet patterns up to which solutions are compared one by one

#define LOOPS "lights/every_solution_loops.hpp"
#include "base/by_width.hpp"

INLINE bool bit_of(const u64* row, i64 bit) { return row[bit >> 6] >> (bit & 63) & 1; }

INLINE void add_row(u64* to, const u64* row, i64 words) {
    for (i64 word = 0; word < words; word++) to[word] ^= row[word];
}

// Bring the quiet patterns to reduced echelon form over the bits first ≤ bit < last, pivots ascending.
void reduce(u64* matrix, i64 rows, i64 words, i64 first, i64 last, i64* pivots) {
    i64 rank = 0;
    for (i64 bit = first; bit < last && rank < rows; bit++) {
        i64 found = rank;
        while (found < rows && !bit_of(matrix + found * words, bit)) found++;
        if (found == rows) continue;
        u64* pivot = matrix + rank * words;
        for (i64 word = 0; found != rank && word < words; word++) swap(pivot[word], matrix[found * words + word]);
        for (i64 row = 0; row < rows; row++)
            if (row != rank && bit_of(matrix + row * words, bit)) add_row(matrix + row * words, pivot, words);
        pivots[rank++] = bit;
    }
}

// Bring the rows to reduced echelon form over the cells; return the rank.
i64 eliminate(u64* matrix, i64 rows, i64 words, i64 cells, i64* pivots, u64* scratch) {
    bool* needed = (bool*)(scratch + 11800 + 57344 * (rows > 500) + 8 * rows);
    const i64 rank = elimination_eliminate(matrix, rows, words, cells, pivots, 0, (cells + 63) >> 6, 0, false, scratch);
    for (i64 block = 0; block < words >> 3; block++) needed[block] = false;
    elimination_mark_needed(matrix, words, pivots, rank, needed, scratch);
    elimination_substitute(matrix, words, pivots, 0, rank, needed, scratch);
    return rank;
}

// Write the presses that correct each cell alone as the entries of single cells. A dependent cell, which no presses
// correct alone, gets a separate bit from `buttons` on, and so do the cells whose presses change it.
void write_single_cells(const EverySolution& p, const u64* matrix, i64 rank, i64 words, const i64* pivots) {
    const i64 cell_words = (p.cells + 63) >> 6, press_words = (p.buttons + 63) >> 6;
    const auto entry_of = [&](i64 cell) {
        return p.tables + ((cell / p.width << p.width) + ((i64)1 << cell % p.width)) * p.stride;
    };
    for (i64 row = 0; row < rank; row++) add_row(entry_of(pivots[row]), matrix + row * words + cell_words, press_words);
    i64 residual = p.buttons;
    for (i64 cell = 0, next = 0; cell < p.cells; cell++) {
        if (next < rank && pivots[next] == cell) {
            next++;
            continue;
        }
        const u64 bit = (u64)1 << (residual & 63);
        entry_of(cell)[residual >> 6] |= bit;
        for (i64 row = 0; row < next; row++)  // later rows have their pivots, and so all their cells, after this one
            if (bit_of(matrix + row * words, cell)) entry_of(pivots[row])[residual >> 6] |= bit;
        residual++;
    }
}

// Compute the entries of several cells from those of single ones.
void write_sums(const EverySolution& p) {
    for (i64 group = 0; group * p.width < p.cells; group++) {
        u64* table = p.tables + (group << p.width) * p.stride;
        for (i64 cells = 1; cells < (i64)1 << p.width; cells++) {
            const i64 fewer = cells & (cells - 1), one = cells & -cells;
            if (!fewer) continue;
            const u64 *a = table + fewer * p.stride, *b = table + one * p.stride;
            for (i64 word = 0; word < p.stride; word++) table[cells * p.stride + word] = a[word] ^ b[word];
        }
    }
}

INLINE i16 sign_of(i64 a, i64 b) { return popcount((u64)(a & b)) & 1 ? -1 : 1; }

}  // namespace

EXPORT void weigh_prepare(const EverySolution* puzzle, const i32* buttons, const i32* ends, i64 count,
                          const i32* toggled, u64* matrix, i64 words, i64* pivots, u64* scratch) {
    const EverySolution& p = *puzzle;
    const i64 cell_words = (p.cells + 63) >> 6, press_words = (p.buttons + 63) >> 6;
    for (i64 row = 0, at = 0; row < count; row++) {
        u64* bits = matrix + row * words;
        for (; at < ends[row]; at++) bits[toggled[at] >> 6] |= (u64)1 << (toggled[at] & 63);
        bits[cell_words + (buttons[row] >> 6)] |= (u64)1 << (buttons[row] & 63);
    }
    const i64 rank = eliminate(matrix, count, words, p.cells, pivots, scratch), nullity = min(p.rank, count - rank);
    u64* null = matrix + rank * words;
    reduce(null, nullity, words, 64 * cell_words, 64 * cell_words + p.buttons, pivots + rank);
    for (i64 row = 0; row < nullity; row++) {  // no presses at the pivots of the quiet patterns
        const u64* pattern = null + row * words;
        for (i64 other = 0; other < rank; other++)
            if (bit_of(matrix + other * words, pivots[rank + row]))
                add_row(matrix + other * words + cell_words, pattern + cell_words, press_words);
        add_row(p.quiet + (nullity - 1 - row) * p.stride, pattern + cell_words, press_words);
        for (i64 button = 0; button < p.buttons; button++)
            p.keys[button] |= (i32)bit_of(pattern + cell_words, button) << (nullity - 1 - row);
    }
    write_single_cells(p, matrix, rank, words, pivots);
    write_sums(p);
    for (i64 a = 0; a < LANES; a++)
        for (i64 b = 0; b < LANES; b++) p.changes[a * LANES + b] = (i16)(-2 * sign_of(a, b));
    for (i64 button = 0; button < p.buttons; button++)
        for (i64 lane = 0; lane < LANES; lane++)
            p.base[(p.keys[button] & -LANES) + lane] += sign_of(p.keys[button], lane);
}

EXPORT i64 weigh_one(const EverySolution* puzzle, const u8* board, i64* pressed, i64* solutions, u64* words,
                     i16* work) {
    BY_WIDTH(one(*puzzle, board, pressed, solutions, words, aligned_64(work)));
}

EXPORT bool weigh_many(const EverySolution* puzzle, const u8* boards, i64 first, i64 last, u8* presses, i64* lengths,
                       u64* words, i16* work) {
    BY_WIDTH(many(*puzzle, boards, first, last, presses, lengths, words, aligned_64(work)));
}
