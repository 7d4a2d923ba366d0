/* What benchmarks need of the machine: a clock, a median, memory, and a count of allocations. Linked into every
 * benchmark, so that all of them measure in one way. */
#ifndef QM_BENCH_MACHINE_H
#define QM_BENCH_MACHINE_H

#include <stddef.h>

/* Time of this process on its core, in seconds: what others do on the machine counts less. */
double machine_now(void);

/* Sorts the values. */
double machine_median(double *values, size_t count);

/* How often memory has been allocated so far. No question may allocate: ask before and after. Counts nothing where the
 * functions of the C library cannot be taken over (sanitizers, other C libraries). */
size_t machine_allocations(void);

/* Memory that is never given back; ends the program if there is none. */
void *machine_room(size_t size);

/* Ends the program with a message. */
_Noreturn void machine_fail(const char *what);

#endif
