#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#include "machine/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

double machine_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double machine_median(double *values, size_t count) {
    qsort(values, count, sizeof *values, by_value);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

static size_t allocations;
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}
void *realloc(void *block, size_t size) {
    allocations++;
    return __libc_realloc(block, size);
}
#endif

size_t machine_allocations(void) {
    return allocations;
}

void *machine_room(size_t size) {
    void *memory = malloc(size ? size : 1);
    if (!memory) {
        machine_fail("out of memory");
    }
    return memory;
}

void machine_fail(const char *what) {
    fprintf(stderr, "benchmark: %s\n", what);
    exit(1);
}
