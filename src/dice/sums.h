/* How many ways a sum of six-sided dice can come about, in constant time: what every saving roll asks.
 *
 * One const table holds the ways to make at most a sum; the ways to make it exactly are a difference of two neighbours.
 * The closed formula with binomials was rejected: it is slower, and its terms alternate in sign.
 */
#ifndef QM__DICE_SUMS_H
#define QM__DICE_SUMS_H

#include <stdint.h>

#define QM__SUM_DICE_MAX 16 /* more dice than that are answered with 0 ways of 0 */

/* The rows for 0, 1, … 16 dice one after the other; row n has the sums n to 6n, and starts at 5n(n-1)/2 + n. */
#define QM__SUM_ENTRIES (5 * 16 * 17 / 2 + 17)
extern const uint64_t qm__sum_table[QM__SUM_ENTRIES];

/* The ways for n dice to make at most `sum`, of qm__sum_total(n). */
static inline uint64_t qm__sum_at_most(int n, int sum) {
    if (n < 0 || n > QM__SUM_DICE_MAX || sum < n) {
        return 0;
    }
    const int over = sum > 6 * n ? 5 * n : sum - n;
    return qm__sum_table[5 * n * (n - 1) / 2 + n + over];
}

/* The ways for n dice to make exactly `sum`. */
static inline uint64_t qm__sum_weight(int n, int sum) {
    return sum > 6 * n ? 0 : qm__sum_at_most(n, sum) - qm__sum_at_most(n, sum - 1);
}

/* 6 to the n: all ways n dice can fall. */
static inline uint64_t qm__sum_total(int n) {
    return qm__sum_at_most(n, 6 * n);
}

#endif
