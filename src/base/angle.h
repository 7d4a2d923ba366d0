/* Angles with the same bits on every machine: made from + - × ÷ alone (and the square root, which is exact everywhere),
 * because the functions of the C library differ from one system to the next in the last place, and a referee must not.
 *
 * Angles are radians where lengths of arcs are wanted, and parts (1/65536 of a turn, counted from the direction of +x
 * towards +y) where facings are. Invariant: the eight octants are exact images of each other: turning or mirroring the
 * argument turns or mirrors the result to the last bit (as far as the sum of an angle and a quarter turn is exact), so
 * that turning a table by 90 degrees changes no answer by more than the rounding of that one sum.
 */
#ifndef QM_BASE_ANGLE_H
#define QM_BASE_ANGLE_H

#define QM__PI 3.14159265358979323846
#define QM__PARTS 65536 /* of a full turn */

typedef struct qm__turn {
    double cos, sin;
} qm__turn;

/* The cosine and sine of a number of parts, whole or not, from -2^31 to 2^31: within 2e-16 of the true values, exactly
 * 0, 1 and -1 at quarters of a turn, and equal (up to the sign) at odd eighths. */
qm__turn qm__turn_of(double parts);
/* Cosine and sine of radians from -10 to 10, within 3e-16. */
qm__turn qm__turn_of_radians(double radians);
/* The direction of (x, y) in parts, 0 to below 65536, within 1e-11 of a part; exact at eighths of a turn; 0 for (0, 0).
 * Here as below, coordinates may be anything from 1e-290 to 1e300, and 0. */
double qm__parts_of(double x, double y);
/* The angle of (x, y) in radians, from -pi to pi, relative error below 4e-16; 0 for (0, 0). (-1, 0) has pi; -pi comes
 * only from rounding, for y below 0. Quick: a search calls it often. */
double qm__angle_of(double x, double y);

#endif
