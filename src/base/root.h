/* The square root: the one function beyond + - × ÷ that every machine computes to the same last bit. Compilers make it one
 * instruction (with errno left out of arithmetic, see CMakeLists.txt), so the C library's mathematics are not needed.
 */
#ifndef QM_BASE_ROOT_H
#define QM_BASE_ROOT_H

static inline double qm__root(double square) {
    return __builtin_sqrt(square);
}

#endif
