/* Pools: dice that are not added up, each counting as a point from some face on; and contests, in which several pools
 * are rolled against each other, again and again, until one has more points than every other.
 *
 * A contest is one roll over its decided rounds, never a loop: the chances of its winners are those of one round, among
 * the rounds that decide. They are whole numbers as long as all ways of one round fit 63 bits. Rejected: following the
 * rounds one by one, which has no end.
 */
#ifndef QM__DICE_POOLS_H
#define QM__DICE_POOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QM__POOL_DICE_MAX 64
#define QM__CONTEST_MAX 8      /* pools in one contest */
#define QM__CONTEST_DICE_MAX 8 /* dice of each */

/* How many faces of a die are points, if all from `least` on are. */
static inline uint8_t qm__pool_hits(int sides, int least) {
    return (uint8_t)(least <= 1 ? sides : least > sides ? 0 : sides - least + 1);
}

static inline int qm__pool_points(const uint8_t *faces, size_t dice, int least) {
    int points = 0;
    for (size_t i = 0; i < dice; i++) {
        points += faces[i] >= least;
    }
    return points;
}

/* The ways for a pool to make `needed` points or more, and fewer, divided by what they have in common. False when all
 * ways do not fit 63 bits: then the two are shares of 2 to the 53. At most QM__POOL_DICE_MAX dice. */
bool qm__pool_weights(int dice, int sides, int hits, int needed, uint64_t *enough, uint64_t *fewer);

/* The ways for a pool to make each number of points from 0 to `dice`. False when all ways do not fit 63 bits: then they
 * are shares of 2 to the 53, within rounding. */
bool qm__pool_counts(int dice, int sides, int hits, uint64_t weights[QM__POOL_DICE_MAX + 1]);

typedef struct qm__contest {
    uint8_t count, sides;
    uint8_t dice[QM__CONTEST_MAX];
    uint8_t hits[QM__CONTEST_MAX]; /* faces that are points */
} qm__contest;

/* Whether any round can be decided. */
bool qm__contest_open(const qm__contest *contest);
/* Who wins with these faces, pool after pool; -1 when the most points are shared. *most: how many these are. */
int qm__contest_winner(const qm__contest *contest, const uint8_t *faces, int *most);
/* How the decided rounds share out among the winners; all 0 for a contest that is not open. False when they are rounded
 * shares of 2 to the 53. */
bool qm__contest_weights(const qm__contest *contest, uint64_t weights[QM__CONTEST_MAX]);
/* Some faces with which this one wins, if it can: its best against the worst of all others. */
void qm__contest_example(const qm__contest *contest, int winner, uint8_t *faces);

#endif
