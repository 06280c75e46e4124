#include "lights/every_solution.hpp"

#include "base/wide.hpp"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

constexpr i64 LANES = 32;
constexpr int COMPARED = 4;  // quiet patterns up to which solutions are compared one by one

#define LOOPS "lights/every_solution_loops.hpp"
#include "base/by_width.hpp"

}  // namespace

EXPORT i64 weigh_one(const EverySolution* puzzle, const u8* board, i64* pressed, i64* solutions, u64* words,
                     i16* work) {
    BY_WIDTH(one(*puzzle, board, pressed, solutions, words, aligned_64(work)));
}

EXPORT bool weigh_many(const EverySolution* puzzle, const u8* boards, i64 first, i64 last, u8* presses, i64* lengths,
                       u64* words, i16* work) {
    BY_WIDTH(many(*puzzle, boards, first, last, presses, lengths, words, aligned_64(work)));
}
