/* Pools and contests of pools: see pools.h.
 *
 * Invariant: whole numbers are used only where the ways of all dice together fit 63 bits, so no product or sum of parts
 * of them can overflow. Where they do not fit, doubles are close enough, and the answer says so.
 */
#include "dice/pools.h"

#include "base/divisor.h"

#define SHARES (UINT64_C(1) << 53)

/* ------------------------------------------------------------------------------------------------------- one pool */

/* The chance of one die to be a point, reduced: `hit` of `of`. */
typedef struct odds {
    uint64_t hit, of;
} odds;

static odds reduced(int hits, int sides) {
    const uint64_t divisor = qm__common_divisor((uint64_t)sides, (uint64_t)hits);
    return (odds){(uint64_t)hits / divisor, (uint64_t)sides / divisor};
}

/* Multiplies *all by the ways of a pool; false when that does not fit. */
static bool all_ways(uint64_t *all, int dice, odds one) {
    for (int i = 0; i < dice; i++) {
        if (*all > (uint64_t)INT64_MAX / one.of) {
            return false;
        }
        *all *= one.of;
    }
    return true;
}

/* ways[n]: the ways to make n points, for n from 0 to `dice`. */
static void count_ways(int dice, odds one, uint64_t *ways) {
    ways[0] = 1;
    for (int die = 1; die <= dice; die++) {
        ways[die] = 0;
        for (int n = die; n > 0; n--) {
            ways[n] = ways[n] * (one.of - one.hit) + ways[n - 1] * one.hit;
        }
        ways[0] *= one.of - one.hit;
    }
}

/* The same as chances. */
static void find_chances(int dice, odds one, double *chances) {
    const double hit = (double)one.hit / (double)one.of, miss = (double)(one.of - one.hit) / (double)one.of;
    chances[0] = 1;
    for (int die = 1; die <= dice; die++) {
        chances[die] = 0;
        for (int n = die; n > 0; n--) {
            chances[n] = chances[n] * miss + chances[n - 1] * hit;
        }
        chances[0] *= miss;
    }
}

/* A chance that is not 0 is never rounded to it: what can happen is told. */
static uint64_t share(double chance, double all) {
    const uint64_t rounded = (uint64_t)(chance / all * (double)SHARES + 0.5);
    return chance > 0 && rounded == 0 ? 1 : rounded;
}

bool qm__pool_weights(int dice, int sides, int hits, int needed, uint64_t *enough, uint64_t *fewer) {
    const odds one = reduced(hits, sides);
    uint64_t all = 1;
    if (!all_ways(&all, dice, one)) {
        double chances[QM__POOL_DICE_MAX + 1], parts[2] = {0, 0};
        find_chances(dice, one, chances);
        for (int n = 0; n <= dice; n++) {
            parts[n >= needed] += chances[n];
        }
        *enough = share(parts[1], parts[0] + parts[1]);
        *fewer = share(parts[0], parts[0] + parts[1]);
        return false;
    }
    uint64_t ways[QM__POOL_DICE_MAX + 1];
    count_ways(dice, one, ways);
    *enough = *fewer = 0;
    for (int n = 0; n <= dice; n++) {
        *(n >= needed ? enough : fewer) += ways[n];
    }
    const uint64_t divisor = qm__common_divisor(*enough, *fewer);
    *enough /= divisor;
    *fewer /= divisor;
    return true;
}

bool qm__pool_counts(int dice, int sides, int hits, uint64_t weights[QM__POOL_DICE_MAX + 1]) {
    const odds one = reduced(hits, sides);
    uint64_t all = 1;
    if (all_ways(&all, dice, one)) {
        count_ways(dice, one, weights);
        return true;
    }
    double chances[QM__POOL_DICE_MAX + 1];
    find_chances(dice, one, chances);
    for (int n = 0; n <= dice; n++) {
        weights[n] = share(chances[n], 1);
    }
    return false;
}

/* ------------------------------------------------------------------------------------------------------- contests */

bool qm__contest_open(const qm__contest *contest) {
    for (int i = 0; i < contest->count; i++) {
        const int best = contest->hits[i] > 0 ? contest->dice[i] : 0;
        bool beats = true;
        for (int k = 0; k < contest->count; k++) {
            const int worst = contest->hits[k] == contest->sides ? contest->dice[k] : 0;
            beats &= k == i || best > worst;
        }
        if (beats) {
            return true;
        }
    }
    return false;
}

int qm__contest_winner(const qm__contest *contest, const uint8_t *faces, int *most) {
    int winner = -1;
    *most = -1;
    for (int i = 0; i < contest->count; i++) {
        const int points = qm__pool_points(faces, contest->dice[i], contest->sides - contest->hits[i] + 1);
        faces += contest->dice[i];
        winner = points > *most ? i : points == *most ? -1 : winner;
        *most = points > *most ? points : *most;
    }
    return winner;
}

void qm__contest_example(const qm__contest *contest, int winner, uint8_t *faces) {
    for (int i = 0; i < contest->count; i++) {
        for (int die = 0; die < contest->dice[i]; die++) {
            *faces++ = i == winner ? contest->sides : 1;
        }
    }
}

/* Winning with n points: n of one's own, and fewer of everyone else. */
static void count_winners(const qm__contest *contest, uint64_t weights[QM__CONTEST_MAX]) {
    uint64_t ways[QM__CONTEST_MAX][QM__CONTEST_DICE_MAX + 1] = {{0}}, below[QM__CONTEST_MAX] = {0};
    for (int i = 0; i < contest->count; i++) {
        count_ways(contest->dice[i], reduced(contest->hits[i], contest->sides), ways[i]);
    }
    for (int n = 0; n <= QM__CONTEST_DICE_MAX; n++) {
        for (int i = 0; i < contest->count; i++) {
            uint64_t product = ways[i][n];
            for (int k = 0; k < contest->count; k++) {
                product *= k == i ? 1 : below[k];
            }
            weights[i] += product;
        }
        for (int i = 0; i < contest->count; i++) {
            below[i] += ways[i][n];
        }
    }
    uint64_t divisor = 0;
    for (int i = 0; i < contest->count; i++) {
        divisor = qm__common_divisor(divisor, weights[i]);
    }
    for (int i = 0; i < contest->count && divisor > 0; i++) {
        weights[i] /= divisor;
    }
}

static void estimate_winners(const qm__contest *contest, uint64_t weights[QM__CONTEST_MAX]) {
    double chances[QM__CONTEST_MAX][QM__CONTEST_DICE_MAX + 1] = {{0}}, below[QM__CONTEST_MAX] = {0};
    double wins[QM__CONTEST_MAX] = {0}, decided = 0;
    for (int i = 0; i < contest->count; i++) {
        find_chances(contest->dice[i], reduced(contest->hits[i], contest->sides), chances[i]);
    }
    for (int n = 0; n <= QM__CONTEST_DICE_MAX; n++) {
        for (int i = 0; i < contest->count; i++) {
            double product = chances[i][n];
            for (int k = 0; k < contest->count; k++) {
                product *= k == i ? 1 : below[k];
            }
            wins[i] += product;
            decided += product;
        }
        for (int i = 0; i < contest->count; i++) {
            below[i] += chances[i][n];
        }
    }
    for (int i = 0; i < contest->count && decided > 0; i++) {
        weights[i] = share(wins[i], decided);
    }
}

bool qm__contest_weights(const qm__contest *contest, uint64_t weights[QM__CONTEST_MAX]) {
    uint64_t all = 1;
    bool exact = true;
    for (int i = 0; i < contest->count; i++) {
        exact = exact && all_ways(&all, contest->dice[i], reduced(contest->hits[i], contest->sides));
    }
    for (int i = 0; i < QM__CONTEST_MAX; i++) {
        weights[i] = 0;
    }
    (exact ? count_winners : estimate_winners)(contest, weights);
    return exact;
}
