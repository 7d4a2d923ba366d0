/* The square root: the one function beyond + - × ÷ that every machine computes to the same last bit. It is one instruction
 * everywhere, so the C library's mathematics are not needed. A compiler that minds errno would still call that library for
 * negative numbers; with -fno-math-errno (our own builds) or the instruction named outright it does not.
 */
#ifndef QM_BASE_ROOT_H
#define QM_BASE_ROOT_H

#if defined(__SSE2__) && !defined(__NO_MATH_ERRNO__)
#include <emmintrin.h>

static inline double qm__root(double square) {
    const __m128d value = _mm_set_sd(square);
    return _mm_cvtsd_f64(_mm_sqrt_sd(value, value));
}
#else
static inline double qm__root(double square) {
    return __builtin_sqrt(square);
}
#endif

#endif
