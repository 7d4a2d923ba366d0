/* How much a test with random input does.
 *
 * Usually what is asked for; with QM_TEST_LONG far more; with QM_TEST_PART=N one part in N of it. Builds with a
 * sanitizer take a part: what they look for is in the code, not in the count, and they are several times as slow. How
 * often the hard things must have come up is told for the usual amount, so it is required where that much is done.
 */
#ifndef QM_TEST_SUPPORT_AMOUNT_H
#define QM_TEST_SUPPORT_AMOUNT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* The part that is done: one in so many; 1 = all. */
static inline uint32_t amount_part(void) {
    const char *part = getenv("QM_TEST_PART");
    const long n = part && !getenv("QM_TEST_LONG") ? strtol(part, NULL, 10) : 1;
    return n > 1 ? (uint32_t)n : 1;
}

static inline uint32_t amount_of(uint32_t common, uint32_t much) {
    if (getenv("QM_TEST_LONG")) {
        return much;
    }
    return (common + amount_part() - 1) / amount_part();
}

/* Asserts that enough came up, where all of the usual amount is done. */
#define assert_enough(condition) assert_true(amount_part() > 1 || (condition))

#endif
