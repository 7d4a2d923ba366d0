/* Sorting in place, without allocating. The order of what compares equal is not kept, but depends on nothing except the input:
 * the C library's qsort may allocate and differs from one system to the next.
 */
#ifndef QM_BASE_SORT_H
#define QM_BASE_SORT_H

#include <stddef.h>

/* As qsort. `size` is at most QM__SORT_SIZE_MAX. */
#define QM__SORT_SIZE_MAX 256
void qm__sort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *));

#endif
