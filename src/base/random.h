/* The generator: counter based. The same seed and index give the same number on any machine and in any order of work,
 * so dice can be drawn for branches and threads without carrying a state along. */
#ifndef QM_BASE_RANDOM_H
#define QM_BASE_RANDOM_H

#include <stdint.h>

/* The number at an index of the stream of a seed, uniform over 64 bits. */
uint64_t qm__random_at(uint64_t seed, uint64_t index);
/* A number from 0 to n-1, each equally likely. Advances *index past what it used: one step, rarely more.
 * n of 0 or 1 gives 0, and takes one step as well. */
uint32_t qm__random_below(uint64_t seed, uint64_t *index, uint32_t n);

#endif
