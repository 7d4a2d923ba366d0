/* Exact distributions of dice.
 *
 * Invariant: the weights are computed modulo 2^64 beside the doubles, everywhere, without a test in the inner loops. A
 * distribution's weights are all at most its total, so they are right exactly when the total fits 64 bits; `finish`
 * checks that once, through the factors of the total, and drops the weights if it does not. The doubles are then
 * normalised (all terms are positive, so nothing cancels).
 *
 * Rejected: fractions in wider integers. No roll in a rulebook needs them, and the doubles are good to fifteen digits.
 */
#include "quickmarch/dice.h"

#include <string.h>

#include "base/divisor.h"

/* A weight modulo 2^64 with its double, scaled so that all of a distribution sum to about 1. */
typedef struct cell {
    uint64_t w;
    double p;
} cell;

/* base^exponent, or 0 when it does not fit 64 bits; base > 0. */
static uint64_t power_or_zero(uint64_t base, int exponent) {
    uint64_t result = 1;
    for (int i = 0; i < exponent; i++) {
        if (result > UINT64_MAX / base) {
            return 0;
        }
        result *= base;
    }
    return result;
}

static uint64_t power_modular(uint64_t base, int exponent) {
    uint64_t result = 1;
    for (int i = 0; i < exponent; i++) {
        result *= base;
    }
    return result;
}

static double power(double base, int exponent) {
    double result = 1.0;
    for (int i = 0; i < exponent; i++) {
        result *= base;
    }
    return result;
}

/* row[k] = n over k, for k of 0 to n; additions only, so that the modular value stays right beyond 64 bits. */
static void binomials(int n, cell row[QM_DICE_COUNT_MAX + 1]) {
    row[0] = (cell){1, 1.0};
    for (int i = 1; i <= n; i++) {
        row[i] = (cell){1, 1.0};
        for (int k = i - 1; k > 0; k--) {
            row[k].w += row[k - 1].w;
            row[k].p += row[k - 1].p;
        }
    }
}

/* Makes a distribution of cells: trims impossible outcomes at both ends, settles whether the weights hold (total 0:
 * they do not) and makes the doubles. At least one cell is possible. */
static qm_result finish(int64_t low, const cell *cells, uint32_t count, uint64_t total, qm_dist *out) {
    uint32_t first = 0;
    while (cells[first].p <= 0.0) {
        first++;
    }
    while (cells[count - 1].p <= 0.0) {
        count--;
    }
    if (count - first > QM_DIST_MAX || low + first < INT32_MIN || low + count - 1 > INT32_MAX) {
        return QM_ERROR_LIMIT;
    }
    qm_dist made;
    memset(&made, 0, sizeof made);
    made.low = (int32_t)(low + first);
    made.count = count - first;
    made.exact = total != 0;
    made.total = total;
    double sum = 0.0;
    for (uint32_t i = first; i < count; i++) {
        sum += cells[i].p;
    }
    for (uint32_t i = 0; i < made.count; i++) {
        const cell *from = &cells[first + i];
        made.w[i] = made.exact ? from->w : 0;
        made.p[i] = made.exact ? (double)from->w / (double)total : from->p / sum;
    }
    memcpy(out, &made, sizeof made);
    return QM_OK;
}

static bool dice_in_range(int count, int sides) {
    return count >= 1 && count <= QM_DICE_COUNT_MAX && sides >= 2 && sides <= QM_DICE_SIDES_MAX;
}

/* Adds one die with faces 0 to sides-1 to the sums in `sums` (of `length` entries), in place, and returns the new
 * length. The doubles are divided by `scale`. */
static int add_die(cell *sums, int length, int sides, double scale) {
    const int grown = length + sides - 1;
    for (int i = length; i < grown; i++) {
        sums[i] = (cell){0, 0.0};
    }
    for (int i = grown - 1; i >= 0; i--) {
        cell window = {0, 0.0};
        for (int face = 0; face < sides && face <= i; face++) {
            window.w += sums[i - face].w;
            window.p += sums[i - face].p;
        }
        window.p /= scale;
        sums[i] = window;
    }
    return grown;
}

qm_result qm_dist_constant(int32_t value, qm_dist *out) {
    const cell only = {1, 1.0};
    return out ? finish(value, &only, 1, 1, out) : QM_ERROR_USAGE;
}

qm_result qm_dist_sum(int count, int sides, int32_t add, qm_dist *out) {
    if (!out || !dice_in_range(count, sides)) {
        return QM_ERROR_USAGE;
    }
    if (count * (sides - 1) + 1 > QM_DIST_MAX) {
        return QM_ERROR_LIMIT;
    }
    cell sums[QM_DIST_MAX] = {{1, 1.0}};
    int length = 1;
    for (int i = 0; i < count; i++) {
        length = add_die(sums, length, sides, (double)sides);
    }
    return finish((int64_t)count + add, sums, (uint32_t)length, power_or_zero((uint64_t)sides, count), out);
}

/* The ways that, of `rest` dice none of which is above `face`, at least `least` show it. */
static cell ways_at_face(int rest, int least, int face, int sides) {
    cell choose[QM_DICE_COUNT_MAX + 1];
    binomials(rest, choose);
    cell sum = {0, 0.0};
    for (int m = least; m <= rest; m++) {
        sum.w += choose[m].w * power_modular((uint64_t)(face - 1), rest - m);
        sum.p += choose[m].p * power((double)(face - 1) / (double)sides, rest - m) * power(1.0 / (double)sides, m);
    }
    return sum;
}

/* The lowest kept die shows `face`, and `above` of the kept ones more than that: those are a plain sum of dice with
 * sides - face sides. Going through all faces and all numbers above meets each throw once. Kept in one dimension this
 * way, the table stays on the stack. */
qm_result qm_dist_keep_high(int count, int sides, int keep, qm_dist *out) {
    if (!out || !dice_in_range(count, sides) || keep < 1 || keep > count) {
        return QM_ERROR_USAGE;
    }
    if (keep * (sides - 1) + 1 > QM_DIST_MAX) {
        return QM_ERROR_LIMIT;
    }
    cell kept[QM_DIST_MAX] = {{0, 0.0}};
    cell choose[QM_DICE_COUNT_MAX + 1];
    binomials(count, choose);
    for (int face = 1; face <= sides; face++) {
        cell sums[QM_DIST_MAX] = {{1, 1.0}};
        int length = 1;
        for (int above = 0; above < keep && (above == 0 || face < sides); above++) {
            if (above > 0) {
                length = add_die(sums, length, sides - face, (double)sides);
            }
            const cell ways = ways_at_face(count - above, keep - above, face, sides);
            const int base = above * face + (keep - above) * (face - 1);
            for (int i = 0; i < length; i++) {
                kept[base + i].w += choose[above].w * sums[i].w * ways.w;
                kept[base + i].p += choose[above].p * sums[i].p * ways.p;
            }
        }
    }
    return finish(keep, kept, (uint32_t)(keep * (sides - 1) + 1), power_or_zero((uint64_t)sides, count), out);
}

/* Turning every die over (face to sides + 1 - face) makes the lowest the highest. */
qm_result qm_dist_keep_low(int count, int sides, int keep, qm_dist *out) {
    qm_dist turned;
    qm_result result = qm_dist_keep_high(count, sides, keep, &turned);
    if (result != QM_OK || !out) {
        return result != QM_OK ? result : QM_ERROR_USAGE;
    }
    result = qm_dist_negate(&turned, &turned);
    return result == QM_OK ? qm_dist_shift(&turned, keep * (sides + 1), out) : result;
}

qm_result qm_dist_pool(int count, int sides, int at_least, qm_dist *out) {
    if (!out || !dice_in_range(count, sides)) {
        return QM_ERROR_USAGE;
    }
    if (at_least <= 1 || at_least > sides) {
        return qm_dist_constant(at_least <= 1 ? count : 0, out);
    }
    const int hits = sides - at_least + 1;
    cell ways[QM_DICE_COUNT_MAX + 1];
    binomials(count, ways);
    for (int k = 0; k <= count; k++) {
        ways[k].w *= power_modular((uint64_t)hits, k) * power_modular((uint64_t)(sides - hits), count - k);
        ways[k].p *= power((double)hits / (double)sides, k) * power((double)(sides - hits) / (double)sides, count - k);
    }
    return finish(0, ways, (uint32_t)count + 1, power_or_zero((uint64_t)sides, count), out);
}

qm_result qm_dist_dice(const qm_dice_spec *spec, qm_dist *out) {
    if (!spec || !out || qm_dice_complaint(spec) != NULL) {
        return QM_ERROR_USAGE;
    }
    qm_dist made;
    qm_result result = QM_ERROR_USAGE;
    switch (spec->kind) {
    case QM_DICE_SUM:
        result = qm_dist_sum(spec->count, spec->sides, 0, &made);
        break;
    case QM_DICE_KEEP_HIGH:
        result = qm_dist_keep_high(spec->count, spec->sides, spec->keep, &made);
        break;
    case QM_DICE_KEEP_LOW:
        result = qm_dist_keep_low(spec->count, spec->sides, spec->keep, &made);
        break;
    case QM_DICE_POOL:
        result = qm_dist_pool(spec->count, spec->sides, spec->at_least, &made);
        break;
    }
    return result == QM_OK ? qm_dist_shift(&made, spec->add, out) : result;
}

static bool usable(const qm_dist *dist) {
    return dist && dist->count >= 1 && dist->count <= QM_DIST_MAX;
}

/* The greatest number that divides every weight; 1 for weights given up. */
static uint64_t common_factor(const qm_dist *dist) {
    uint64_t factor = dist->total;
    for (uint32_t i = 0; i < dist->count; i++) {
        factor = qm__common_divisor(factor, dist->w[i]);
    }
    return factor ? factor : 1;
}

qm_result qm_dist_add(const qm_dist *a, const qm_dist *b, qm_dist *out) {
    if (!usable(a) || !usable(b) || !out) {
        return QM_ERROR_USAGE;
    }
    const uint32_t count = a->count + b->count - 1;
    if (count > QM_DIST_MAX) {
        return QM_ERROR_LIMIT;
    }
    const bool exact = a->exact && b->exact;
    uint64_t divide_a = 1, divide_b = 1;
    if (exact && a->total > UINT64_MAX / b->total) {
        divide_a = common_factor(a);
        divide_b = common_factor(b);
    }
    const uint64_t total_a = a->total / divide_a, total_b = b->total / divide_b;
    const bool fits = exact && total_a <= UINT64_MAX / total_b;
    cell sums[QM_DIST_MAX] = {{0, 0.0}};
    for (uint32_t i = 0; i < a->count; i++) {
        for (uint32_t j = 0; j < b->count; j++) {
            sums[i + j].w += a->w[i] / divide_a * (b->w[j] / divide_b);
            sums[i + j].p += a->p[i] * b->p[j];
        }
    }
    return finish((int64_t)a->low + b->low, sums, count, fits ? total_a * total_b : 0, out);
}

qm_result qm_dist_negate(const qm_dist *a, qm_dist *out) {
    if (!usable(a) || !out) {
        return QM_ERROR_USAGE;
    }
    cell turned[QM_DIST_MAX];
    for (uint32_t i = 0; i < a->count; i++) {
        turned[a->count - 1 - i] = (cell){a->w[i], a->p[i]};
    }
    return finish(-((int64_t)a->low + a->count - 1), turned, a->count, a->total, out);
}

qm_result qm_dist_shift(const qm_dist *a, int32_t by, qm_dist *out) {
    if (!usable(a) || !out) {
        return QM_ERROR_USAGE;
    }
    const int64_t low = (int64_t)a->low + by;
    if (low < INT32_MIN || low + a->count - 1 > INT32_MAX) {
        return QM_ERROR_LIMIT;
    }
    memmove(out, a, sizeof *out);
    out->low = (int32_t)low;
    return QM_OK;
}

qm_result qm_dist_given(const qm_dist *a, bool (*keeps)(int32_t outcome, const void *user), const void *user,
                        qm_dist *out) {
    if (!usable(a) || !keeps || !out) {
        return QM_ERROR_USAGE;
    }
    cell kept[QM_DIST_MAX];
    uint64_t total = 0;
    bool any = false;
    for (uint32_t i = 0; i < a->count; i++) {
        kept[i] = (cell){0, 0.0};
        if (a->p[i] > 0.0 && keeps((int32_t)((int64_t)a->low + i), user)) {
            kept[i] = (cell){a->w[i], a->p[i]};
            total += a->w[i];
            any = true;
        }
    }
    return any ? finish(a->low, kept, a->count, a->exact ? total : 0, out) : QM_ERROR_USAGE;
}

/* The chance of the outcomes from `low` to `high`, both included. */
static qm_chance between(const qm_dist *dist, int64_t low, int64_t high) {
    qm_chance chance = {0.0, dist->exact, 0, dist->total};
    double inside = 0.0;
    bool all = true;
    for (uint32_t i = 0; i < dist->count; i++) {
        const int64_t outcome = (int64_t)dist->low + i;
        if (outcome >= low && outcome <= high) {
            chance.ways += dist->w[i];
            inside += dist->p[i];
        } else {
            all = false;
        }
    }
    if (chance.exact) {
        chance.p = (double)chance.ways / (double)chance.total;
    } else {
        chance.p = all || inside > 1.0 ? 1.0 : inside;
    }
    return chance;
}

qm_chance qm_dist_exactly(const qm_dist *dist, int32_t x) {
    return between(dist, x, x);
}

qm_chance qm_dist_at_most(const qm_dist *dist, int32_t x) {
    return between(dist, INT32_MIN, x);
}

qm_chance qm_dist_at_least(const qm_dist *dist, int32_t x) {
    return between(dist, x, INT32_MAX);
}

double qm_dist_mean(const qm_dist *dist) {
    double above_low = 0.0;
    for (uint32_t i = 0; i < dist->count; i++) {
        above_low += dist->exact ? (double)i * (double)dist->w[i] : (double)i * dist->p[i];
    }
    return (double)dist->low + (dist->exact ? above_low / (double)dist->total : above_low);
}

void qm_chance_print(qm_chance chance, qm_text *out) {
    if (!chance.exact || chance.total == 0) {
        qm_text_add(out, "about ");
        qm_text_add_decimal(out, chance.p, 6);
        return;
    }
    const uint64_t factor = qm__common_divisor(chance.total, chance.ways);
    const unsigned long long ways = chance.ways / factor, total = chance.total / factor;
    if (total == 1) {
        qm_text_addf(out, "%llu", ways);
    } else {
        qm_text_addf(out, "%llu/%llu", ways, total);
    }
}
