/* Fewest presses of N × N boards by Gray code: chase the lights down, mend the first row, visit all 2^D solutions.

   Compiled for one size: cc -O3 -march=native -DN=19 -DD=16 gray_code.c. Reads digits 0 and 1: the D quiet patterns, for
   each lamp that may be left in the last row the first row that mends it, then the boards. Writes the nanoseconds of the
   processor for one board, and the sum of the fewest presses. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define WORDS ((N * N + 63) / 64)

static uint64_t quiet[D + 1][WORDS];
static uint32_t mend[N];

static uint32_t chase(const uint32_t *lamps, uint32_t first, uint32_t *presses) {
    uint32_t above = 0, here = first;
    for (int r = 0; r < N; r++) {
        uint32_t next = (lamps[r] ^ above ^ here ^ here >> 1 ^ here << 1) & ((1u << N) - 1);
        presses[r] = above = here;
        here = next;
    }
    return here;
}

static int fewest(const uint8_t *board, uint64_t *best) {
    uint32_t lamps[N] = {0}, rows[N], first = 0;
    uint64_t x[WORDS] = {0};
    int least = N * N + 1;
    for (int r = 0; r < N; r++) for (int c = 0; c < N; c++) lamps[r] |= (uint32_t)board[r * N + c] << c;
    uint32_t rest = chase(lamps, 0, rows);
    for (int c = 0; c < N; c++) if (rest >> c & 1) first ^= mend[c];
    if (chase(lamps, first, rows)) return -1;
    for (int r = 0; r < N; r++) {
        x[r * N / 64] |= (uint64_t)rows[r] << r * N % 64;
        if (r * N % 64 + N > 64) x[r * N / 64 + 1] |= (uint64_t)rows[r] >> (64 - r * N % 64);
    }
    for (uint32_t step = 0; step < 1u << D; step++) { /* each solution is one quiet pattern from the one before */
        int weight = 0;
        if (step) for (int w = 0; w < WORDS; w++) x[w] ^= quiet[__builtin_ctz(step)][w];
        for (int w = 0; w < WORDS; w++) weight += __builtin_popcountll(x[w]);
        if (weight < least) {
            least = weight;
            for (int w = 0; w < WORDS; w++) best[w] = x[w];
        }
    }
    return least;
}

static int bit(void) {
    int c = getchar();
    while (c != '0' && c != '1') c = getchar();
    return c - '0';
}

int main(int argc, char **argv) {
    int boards = argc > 2 ? atoi(argv[1]) : 0, repeats = argc > 2 ? atoi(argv[2]) : 1;
    long long sum = 0;
    uint8_t *board = malloc((size_t)boards * N * N);
    uint64_t *best = malloc((size_t)boards * sizeof(uint64_t) * WORDS); /* the presses are kept, as an answer needs them */
    struct timespec a, b;
    for (int q = 0; q < D; q++) for (int c = 0; c < N * N; c++) quiet[q][c / 64] |= (uint64_t)bit() << c % 64;
    for (int r = 0; r < N; r++) for (int c = 0; c < N; c++) mend[r] |= (uint32_t)bit() << c;
    for (int c = 0; c < boards * N * N; c++) board[c] = bit();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    for (int t = 0; t < repeats; t++)
        for (int i = 0; i < boards; i++) sum += fewest(board + (size_t)i * N * N, best + (size_t)i * WORDS);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    printf("%.2f %lld\n", ((b.tv_sec - a.tv_sec) * 1e9 + (b.tv_nsec - a.tv_nsec)) / repeats / boards, sum / repeats);
    return 0;
}
