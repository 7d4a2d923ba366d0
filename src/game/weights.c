/* The classes of a roll and how likely each is: what a walk of all outcomes asks. Playing with dice needs none of it.
 *
 * Invariant: the weights of all classes of a roll add up to its total, exactly, or to within rounding where the answer
 * says that it is not exact.
 */
#include "dice/sums.h"
#include "game/drive.h"

uint32_t qm__roll_classes(const qm__roll *roll) {
    switch ((qm__shape)roll->shape) {
    case QM__UNDER:
        return 2;
    case QM__BANDS:
        return roll->cut_count + 1u;
    case QM__SUM:
        return (uint32_t)roll->dice * (roll->sides - 1u) + 1u;
    case QM__PICK:
        return roll->sides;
    case QM__FACES:
        return roll->dice == 1 ? roll->sides : 0;
    case QM__POOL:
    case QM__OVER:
        return 2;
    case QM__DUEL:
        return roll->cut_count;
    case QM__COUNT:
        return roll->dice + 1u;
    }
    return 0;
}

/* Ways for the roll's dice to total at most `total`. Six-sided dice come from the table; one die of any sides is plain;
 * other pools are counted by adding die after die. */
static uint64_t ways_at_most(const qm__roll *roll, int total) {
    if (roll->sides == 6 && roll->dice <= QM__SUM_DICE_MAX) {
        return qm__sum_at_most(roll->dice, total);
    }
    if (roll->dice == 1) {
        return total < 1 ? 0 : (uint64_t)(total > roll->sides ? roll->sides : total);
    }
    enum { TOTAL_MAX = 400 };
    uint64_t ways[TOTAL_MAX + 1] = {1};
    const int highest = roll->dice * roll->sides > TOTAL_MAX ? TOTAL_MAX : roll->dice * roll->sides;
    for (int die = 0; die < roll->dice; die++) {
        for (int sum = highest; sum >= 0; sum--) {
            ways[sum] = 0;
            for (int face = 1; face <= roll->sides && face <= sum; face++) {
                ways[sum] += ways[sum - face];
            }
        }
    }
    uint64_t all = 0;
    for (int sum = 0; sum <= highest && sum <= total; sum++) {
        all += ways[sum];
    }
    return all;
}

qm__contest qm__roll_contest(const qm__roll *roll) {
    qm__contest contest = {.count = roll->cut_count, .sides = roll->sides};
    for (size_t i = 0; i < roll->cut_count; i++) {
        contest.dice[i] = (uint8_t)(roll->cuts[i] >> 8);
        contest.hits[i] = (uint8_t)(roll->cuts[i] & 0xff);
    }
    return contest;
}

static bool pool_weight(const qm__roll *roll, uint32_t outcome, uint64_t *weight, uint64_t *total) {
    uint64_t enough, fewer;
    const uint8_t hits = qm__pool_hits(roll->sides, roll->cuts[1]);
    const bool exact = qm__pool_weights(roll->dice, roll->sides, hits, roll->cuts[0], &enough, &fewer);
    *weight = outcome == 0 ? enough : fewer;
    *total = enough + fewer;
    return exact;
}

static uint64_t power(uint64_t base, unsigned exponent) {
    uint64_t all = 1;
    for (unsigned i = 0; i < exponent; i++) {
        all *= base;
    }
    return all;
}

/* The higher die falls short when all dice do; the lower one suffices when all do. */
static bool over_weight(const qm__roll *roll, uint32_t outcome, uint64_t *weight, uint64_t *total) {
    const int short_of = roll->cuts[0] - 1;
    const uint64_t less = short_of < 0 ? 0 : short_of > roll->sides ? roll->sides : (uint64_t)short_of;
    *total = power(roll->sides, roll->dice);
    const uint64_t pass = roll->cuts[1] == 0 ? *total - power(less, roll->dice) : power(roll->sides - less, roll->dice);
    *weight = outcome == 0 ? pass : *total - pass;
    return true;
}

static bool duel_weight(const qm__roll *roll, uint32_t outcome, uint64_t *weight, uint64_t *total) {
    const qm__contest contest = qm__roll_contest(roll);
    uint64_t weights[QM__CONTEST_MAX];
    const bool exact = qm__contest_weights(&contest, weights);
    *weight = weights[outcome];
    *total = 0;
    for (size_t i = 0; i < contest.count; i++) {
        *total += weights[i];
    }
    return exact;
}

/* Dice at or under the cut are the points of a pool that counts from the other end. */
static bool count_weight(const qm__roll *roll, uint32_t outcome, uint64_t *weight, uint64_t *total) {
    uint64_t weights[QM__POOL_DICE_MAX + 1];
    const int hits = roll->cuts[0] < 0 ? 0 : roll->cuts[0] > roll->sides ? roll->sides : roll->cuts[0];
    const bool exact = qm__pool_counts(roll->dice, roll->sides, hits, weights);
    *weight = weights[outcome];
    *total = 0;
    for (size_t i = 0; i <= roll->dice; i++) {
        *total += weights[i];
    }
    return exact;
}

/* Of a roll whose dice are added up. */
static void total_weight(const qm__roll *roll, uint32_t outcome, uint64_t *weight, uint64_t *total) {
    const int top = roll->dice * roll->sides;
    *total = ways_at_most(roll, top);
    switch ((qm__shape)roll->shape) {
    case QM__UNDER: {
        const uint64_t under = ways_at_most(roll, roll->cuts[0]);
        *weight = outcome == 0 ? under : *total - under;
        return;
    }
    case QM__BANDS: {
        const uint64_t upper = outcome < roll->cut_count ? ways_at_most(roll, roll->cuts[outcome]) : *total;
        const uint64_t lower = outcome > 0 ? ways_at_most(roll, roll->cuts[outcome - 1]) : 0;
        *weight = upper > lower ? upper - lower : 0;
        return;
    }
    case QM__SUM: {
        const int sum = (int)outcome + roll->dice;
        *weight = ways_at_most(roll, sum) - ways_at_most(roll, sum - 1);
        return;
    }
    case QM__PICK:
    case QM__FACES:
    case QM__POOL:
    case QM__OVER:
    case QM__DUEL:
    case QM__COUNT:
        *weight = 1;
        *total = roll->sides;
        return;
    }
}

bool qm__roll_weight(const qm__roll *roll, uint32_t outcome, uint64_t *weight, uint64_t *total) {
    if (roll->shape == QM__OVER) {
        return over_weight(roll, outcome, weight, total);
    }
    if (roll->shape == QM__COUNT) {
        return count_weight(roll, outcome, weight, total);
    }
    if (roll->shape == QM__POOL || roll->shape == QM__DUEL) {
        return (roll->shape == QM__POOL ? pool_weight : duel_weight)(roll, outcome, weight, total);
    }
    total_weight(roll, outcome, weight, total);
    return true;
}
