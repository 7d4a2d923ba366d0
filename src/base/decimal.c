/* Shortest digits of a double, by exact arithmetic on large whole numbers (the method of Steele and White as improved
 * by Burger and Dybvig).
 *
 * The value is kept as rest/scale, with the half gaps to the neighbouring doubles as above/scale and below/scale.
 * Digits are taken until what is left lies within a gap. The numbers have a fixed bound (below 2^1160), so nothing is
 * allocated. The faster ways (Grisu, Ryu) need tables larger than this file and were rejected: printing is not where
 * time goes.
 */
#include "base/decimal.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define LIMBS 40

/* A whole number, least significant limb first; limbs from `count` on are not looked at. */
typedef struct whole {
    uint32_t limb[LIMBS];
    int count;
} whole;

static void whole_set(whole *a, uint64_t value) {
    a->count = 0;
    for (; value != 0; value >>= 32) {
        a->limb[a->count++] = (uint32_t)value;
    }
}

static void whole_multiply(whole *a, uint32_t factor) {
    uint64_t carry = 0;
    for (int i = 0; i < a->count; i++) {
        carry += (uint64_t)a->limb[i] * factor;
        a->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) {
        a->limb[a->count++] = (uint32_t)carry;
    }
}

static void whole_double(whole *a, int times) {
    for (; times >= 31; times -= 31) {
        whole_multiply(a, UINT32_C(1) << 31);
    }
    whole_multiply(a, UINT32_C(1) << times);
}

static void whole_power10(whole *a, int times) {
    for (; times >= 9; times -= 9) {
        whole_multiply(a, 1000000000);
    }
    for (; times > 0; times--) {
        whole_multiply(a, 10);
    }
}

static int whole_compare(const whole *a, const whole *b) {
    if (a->count != b->count) {
        return a->count < b->count ? -1 : 1;
    }
    for (int i = a->count - 1; i >= 0; i--) {
        if (a->limb[i] != b->limb[i]) {
            return a->limb[i] < b->limb[i] ? -1 : 1;
        }
    }
    return 0;
}

static whole whole_sum(const whole *a, const whole *b) {
    whole sum = {.count = 0};
    uint64_t carry = 0;
    for (int i = 0; i < a->count || i < b->count; i++) {
        carry += (uint64_t)(i < a->count ? a->limb[i] : 0) + (i < b->count ? b->limb[i] : 0);
        sum.limb[sum.count++] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) {
        sum.limb[sum.count++] = (uint32_t)carry;
    }
    return sum;
}

/* a -= b, where a >= b. */
static void whole_subtract(whole *a, const whole *b) {
    uint64_t borrow = 0;
    for (int i = 0; i < a->count; i++) {
        const uint64_t take = (uint64_t)(i < b->count ? b->limb[i] : 0) + borrow;
        borrow = a->limb[i] < take;
        a->limb[i] = (uint32_t)(a->limb[i] - take);
    }
    while (a->count > 0 && a->limb[a->count - 1] == 0) {
        a->count--;
    }
}

typedef struct ratio {
    whole rest, scale, above, below;
    bool inclusive; /* the ends of the gaps read back as this double too: its mantissa is even */
} ratio;

/* Is rest + above past the scale, so that the next higher digit still reads back? */
static bool reaches_above(const ratio *v) {
    const whole sum = whole_sum(&v->rest, &v->above);
    const int order = whole_compare(&sum, &v->scale);
    return v->inclusive ? order >= 0 : order > 0;
}

static bool reaches_below(const ratio *v) {
    const int order = whole_compare(&v->rest, &v->below);
    return v->inclusive ? order <= 0 : order < 0;
}

static void next_place(ratio *v) {
    whole_multiply(&v->rest, 10);
    whole_multiply(&v->above, 10);
    whole_multiply(&v->below, 10);
}

/* Sets up mantissa × 2^exponent; the gap below a power of two is half as wide as the one above. */
static void ratio_set(ratio *v, uint64_t mantissa, int exponent, bool narrow_below) {
    const int extra = narrow_below ? 2 : 1;
    whole_set(&v->rest, mantissa);
    whole_set(&v->scale, 1);
    whole_set(&v->above, narrow_below ? 2 : 1);
    whole_set(&v->below, 1);
    whole_double(&v->rest, extra);
    whole_double(&v->scale, extra);
    if (exponent >= 0) {
        whole_double(&v->rest, exponent);
        whole_double(&v->above, exponent);
        whole_double(&v->below, exponent);
    } else {
        whole_double(&v->scale, -exponent);
    }
    v->inclusive = mantissa % 2 == 0;
}

/* Divides by a power of ten so that the first digit comes next; returns the place of the point. */
static int ratio_scale(ratio *v, int top_bit) {
    /* ceil(top_bit × log10 2): right, or one too small. */
    const int guess = top_bit >= 0 ? (top_bit * 30103 + 99999) / 100000 : top_bit * 30103 / 100000;
    if (guess >= 0) {
        whole_power10(&v->scale, guess);
    } else {
        whole_power10(&v->rest, -guess);
        whole_power10(&v->above, -guess);
        whole_power10(&v->below, -guess);
    }
    if (reaches_above(v)) {
        return guess + 1;
    }
    next_place(v);
    return guess;
}

static size_t take_digits(ratio *v, char digits[QM__DOUBLE_DIGITS]) {
    size_t count = 0;
    while (count < QM__DOUBLE_DIGITS) {
        int digit = 0;
        while (whole_compare(&v->rest, &v->scale) >= 0) {
            whole_subtract(&v->rest, &v->scale);
            digit++;
        }
        const bool low = reaches_below(v), high = reaches_above(v);
        if (low || high) {
            const whole twice = whole_sum(&v->rest, &v->rest);
            const bool up = high && (!low || whole_compare(&twice, &v->scale) >= 0);
            digits[count++] = (char)('0' + digit + (up ? 1 : 0));
            break;
        }
        digits[count++] = (char)('0' + digit);
        next_place(v);
    }
    return count;
}

size_t qm__double_digits(double value, char digits[QM__DOUBLE_DIGITS], int *point) {
    const uint64_t hidden = UINT64_C(1) << 52;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int field = (int)(bits >> 52 & 0x7FF);
    const uint64_t fraction = bits & (hidden - 1);
    const uint64_t mantissa = field == 0 ? fraction : fraction | hidden;
    const int exponent = (field == 0 ? 1 : field) - 1075;
    int top_bit = exponent - 1;
    for (uint64_t rest = mantissa; rest != 0; rest >>= 1) {
        top_bit++;
    }
    ratio v;
    ratio_set(&v, mantissa, exponent, fraction == 0 && field > 1);
    *point = ratio_scale(&v, top_bit);
    return take_digits(&v, digits);
}
