/* Doubles as decimal digits, exactly and without the C library, whose printing follows the locale. */
#ifndef QM_BASE_DECIMAL_H
#define QM_BASE_DECIMAL_H

#include <stddef.h>

#define QM__DOUBLE_DIGITS 17

/* The shortest digits that read back as the same double, nearest to it among those: value = 0.d1d2d3… × 10^point.
 * The value must be finite and above zero. Returns the number of digits (1 to 17), each '0' to '9', the last not '0'.
 */
size_t qm__double_digits(double value, char digits[QM__DOUBLE_DIGITS], int *point);

#endif
