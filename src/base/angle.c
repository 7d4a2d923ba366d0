/* Cosine, sine and direction, from + - × ÷ alone.
 *
 * Invariant: every function folds its argument into the first octant by exact operations (comparisons, changes of sign,
 * differences that doubles hold exactly), works there, and unfolds the same way; so turning or mirroring an argument
 * turns or mirrors the result to the last bit.
 *
 * The polynomials are interpolations at Chebyshev's points of their intervals; each is off by less than 3e-17 of the
 * function it stands for, which leaves the rounding of the last few operations as the only error that counts.
 *
 * Rejected: tables of cosines for whole parts (half a megabyte, and fractions of a part are asked for too), and
 * iteration by halves (CORDIC), which is some ten times slower.
 */
#include "base/angle.h"

#include <stdint.h>

#define QUARTER (QM__PARTS / 4)
#define EIGHTH (QM__PARTS / 8)
#define RADIANS_OF_PART 9.5873799242852573e-05 /* 2 pi / 65536 */
#define PARTS_OF_RADIAN 10430.378350470453
#define QUARTERS_OF_RADIAN 0.63661977236758138 /* 2 / pi */
/* A quarter turn in radians: the first has 33 bits, so that small multiples of it are exact, the second the rest. */
#define QUARTER_HIGH 1.5707963267341256
#define QUARTER_LOW 6.0771005065061922e-11
/* What the doubles nearest to pi/2 and pi are short of them. */
#define HALF_PI_SHORT 6.123233995736766e-17
#define PI_SHORT 1.2246467991473532e-16
#define ROOT_OF_HALF 0.70710678118654757

/* Cosine and sine of -pi/4 to pi/4 (a little more does no harm). */
static qm__turn turn_in_octant(double angle) {
    const double z = angle * angle;
    const double sine =
        -0.16666666666666666 +
        z * (0.0083333333333308873 +
             z * (-0.0001984126983666588 +
                  z * (2.7557316054593912e-06 + z * (-2.5051121875169604e-08 + z * 1.5917412836707159e-10))));
    const double cosine =
        0.041666666666666664 +
        z * (-0.0013888888888887359 +
             z * (2.4801587298707701e-05 +
                  z * (-2.7557317241727759e-07 + z * (2.0876140031390971e-09 + z * -1.1382184214477387e-11))));
    /* 1 - z/2 is rounded; what the rounding lost is added to the small rest. */
    const double half = 0.5 * z;
    const double near = 1 - half;
    return (qm__turn){near + ((1 - near - half) + z * z * cosine), angle + angle * (z * sine)};
}

/* Turned on by a number of quarters. Subtracting from 0 changes the sign without making a negative zero; looking up
 * instead of branching pays, because angles come in no order. */
static qm__turn turned_by_quarters(qm__turn turn, int64_t quarters) {
    const double cosines[4] = {turn.cos, 0 - turn.sin, 0 - turn.cos, turn.sin};
    return (qm__turn){cosines[quarters & 3], cosines[(quarters + 3) & 3]};
}

qm__turn qm__turn_of(double parts) {
    int64_t quarters = (int64_t)(parts / QUARTER);
    double rest = parts - (double)quarters * QUARTER;
    if (rest > EIGHTH) {
        rest -= QUARTER;
        quarters++;
    } else if (rest < -EIGHTH) {
        rest += QUARTER;
        quarters--;
    }
    /* On the diagonals cosine and sine must be equal, and rounding alone does not promise that. */
    if (rest == EIGHTH || rest == -EIGHTH) {
        return turned_by_quarters((qm__turn){ROOT_OF_HALF, rest > 0 ? ROOT_OF_HALF : -ROOT_OF_HALF}, quarters);
    }
    return turned_by_quarters(turn_in_octant(rest * RADIANS_OF_PART), quarters);
}

qm__turn qm__turn_of_radians(double radians) {
    const int64_t quarters = (int64_t)(radians * QUARTERS_OF_RADIAN + (radians < 0 ? -0.5 : 0.5));
    const double rest = (radians - (double)quarters * QUARTER_HIGH) - (double)quarters * QUARTER_LOW;
    return turned_by_quarters(turn_in_octant(rest), quarters);
}

/* The arc tangent of low / high, 0 <= low <= high, high above 0. With c the quarter nearest to the quotient,
 * atan(low / high) = atan(c) + atan(u), u = (low - c high) / (high + c low): one division, and |u| is at most 1/8. */
static double angle_in_octant(double low, double high) {
    static const struct {
        double value, rest; /* atan(k / 4), and what the double is short of it */
    } known[5] = {{0, 0},
                  {0.24497866312686414, 1.0698755618734451e-17},
                  {0.46364760900080609, 2.2698777452961687e-17},
                  {0.64350110879328437, 1.5834785051444286e-17},
                  {0.78539816339744828, 3.061616997868383e-17}};
    const int k = (low > 0.125 * high) + (low > 0.375 * high) + (low > 0.625 * high) + (low > 0.875 * high);
    const double c = 0.25 * k;
    const double u = (low - c * high) / (high + c * low);
    const double z = u * u;
    const double series =
        -0.33333333333333282 +
        z * (0.19999999999771542 +
             z * (-0.14285714117914397 +
                  z * (0.11111065989135809 + z * (-0.090854142314231084 + z * 0.073824962963799784))));
    return known[k].value + (known[k].rest + (u + u * (z * series)));
}

/* Where an octant begins to count, and which way; looked up for the same reason. */
typedef struct octant_start {
    double value, rest, sign;
} octant_start;

double qm__angle_of(double x, double y) {
    static const octant_start starts[4] = {
        {0, 0, 1}, {QM__PI, PI_SHORT, -1}, {QM__PI / 2, HALF_PI_SHORT, -1}, {QM__PI / 2, HALF_PI_SHORT, 1}};
    static const double signs[2] = {1, -1};
    const double across = __builtin_fabs(x), up = __builtin_fabs(y);
    const double low = across < up ? across : up, high = across > up ? across : up;
    if (!(high > 0)) {
        return 0;
    }
    const octant_start *start = &starts[2 * (up > across) + (x < 0)];
    const double angle = start->value + (start->sign * angle_in_octant(low, high) + start->rest);
    return signs[y < 0] * angle;
}

double qm__parts_of(double x, double y) {
    static const octant_start starts[8] = {{0, 0, 1},           {2 * QUARTER, 0, -1}, {QUARTER, 0, -1},
                                           {QUARTER, 0, 1},     {QM__PARTS, 0, -1},   {2 * QUARTER, 0, 1},
                                           {3 * QUARTER, 0, 1}, {3 * QUARTER, 0, -1}};
    const double across = __builtin_fabs(x), up = __builtin_fabs(y);
    const double low = across < up ? across : up, high = across > up ? across : up;
    if (!(high > 0)) {
        return 0;
    }
    const octant_start *start = &starts[4 * (y < 0) + 2 * (up > across) + (x < 0)];
    const double rest = low == high ? EIGHTH : angle_in_octant(low, high) * PARTS_OF_RADIAN;
    const double parts = start->value + start->sign * rest;
    return parts < QM__PARTS ? parts : 0;
}
