/* The greatest common divisor, for fractions. */
#ifndef QM_BASE_DIVISOR_H
#define QM_BASE_DIVISOR_H

#include <stdint.h>

/* That of 0 and a number is the number. */
static inline uint64_t qm__common_divisor(uint64_t a, uint64_t b) {
    while (b != 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

#endif
