/* Dense elimination by M4RI: cc -O2 m4ri.c -lm4ri; run as SIZE REPEATS, with OMP_NUM_THREADS=1.

   Writes the least seconds of the processor, over the repeats, for the reduced echelon form of a random SIZE × SIZE
   matrix by the method that the library chooses, the same by the four Russians alone, and a solution of A·x = b. */
#include <m4ri/m4ri.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

static double least(double a, double b) { return a < b ? a : b; }

int main(int argc, char **argv) {
    int size = atoi(argv[1]), repeats = atoi(argv[2]);
    double echelon = 1e9, russians = 1e9, solved = 1e9, begun;
    for (int r = 0; r < repeats && argc > 2; r++) {
        mzd_t *matrix = mzd_init(size, size), *right = mzd_init(size, 1);
        mzd_randomize(matrix);
        for (int i = 0; i < size; i++) mzd_write_bit(right, i, 0, mzd_read_bit(matrix, i, 0)); /* what x = e_0 gives */
        mzd_t *work = mzd_copy(NULL, matrix);
        begun = now(), mzd_echelonize(work, 1), echelon = least(echelon, now() - begun);
        mzd_copy(work, matrix);
        begun = now(), mzd_echelonize_m4ri(work, 1, 0), russians = least(russians, now() - begun);
        mzd_copy(work, matrix);
        begun = now(), mzd_solve_left(work, right, 0, 1), solved = least(solved, now() - begun);
        mzd_free(matrix), mzd_free(right), mzd_free(work);
    }
    printf("%.9f %.9f %.9f\n", echelon, russians, solved);
    return 0;
}
