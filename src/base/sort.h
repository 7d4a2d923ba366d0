/* Sorting in place, without allocating. The order of what compares equal is not kept, but depends on nothing except the
 * input: the C library's qsort may allocate and differs from one system to the next.
 */
#ifndef QM_BASE_SORT_H
#define QM_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

/* As qsort. `size` is at most QM__SORT_SIZE_MAX. */
#define QM__SORT_SIZE_MAX 256
void qm__sort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *));

/* Numbers, ascending. Nearly sorted ones, which are common, cost little. */
void qm__sort_doubles(double *items, uint32_t count);

#endif
