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

/* A program that asks. */
typedef struct asking_all {
    const asking *items;
    size_t count;
    const char *title;
    void (*make)(void *f, const char *name); /* the questions of that name; NULL = of all */
    void (*check)(void *f);                  /* that they are what they should be, and tells of them */
} asking_all;

/* Times all questions of each kind and prints a line for it; ends the program if one of them allocates memory. With two
 * arguments, a name and a number, it asks those questions so many times, nothing timed (for counting instructions), and
 * prints how many that were. Gives the exit status. */
int asking_main(const asking_all *all, void *f, int argc, char **argv);

#endif
