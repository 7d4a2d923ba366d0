/* Asking many questions of one kind, each several times: the best time of each counts; then the mean, the median and
 * the slowest of all of them are told, and whether what was asked for holds. */
#ifndef QM_BENCH_ASKING_H
#define QM_BENCH_ASKING_H

#include <stddef.h>
#include <stdint.h>

enum { ASKING_ROUNDS = 5 };

/* What is compared with the limit: the mean or the median of all questions, or how many there are a second. */
typedef enum asking_how { ASKING_MEAN, ASKING_MEDIAN, ASKING_RATE } asking_how;

typedef struct asking {
    const char *name, *text;
    asking_how how;
    double limit;                       /* microseconds, or questions a second; 0 = told only */
    void (*first)(void *f, uint32_t n); /* not timed; NULL = nothing */
    void (*ask)(void *f, uint32_t n);
    size_t count; /* where in `f` their number is, a uint32_t */
} asking;

/* Times all questions and prints a line. Ends the program if one of them allocates memory. */
void asking_tell(const asking *a, void *f);

/* Asks all questions so many times, nothing timed (for counting instructions), and prints how many that were. */
void asking_count(const asking *a, void *f, long rounds);

#endif
