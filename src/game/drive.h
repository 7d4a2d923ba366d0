/* What drives a run of play: where its dice and choices come from and where its events go. Rule code never sees this.
 *
 * A run takes what is on the given tape first. When that has ended, dice are drawn from the generator, or the first roll (or
 * choice) that is to be asked is noted in `wanted` and the rest of the run is answered at once by a fixed class, to be thrown
 * away: the caller takes the state back. An odds walk gives classes instead of faces, and notes the roll after its path.
 */
#ifndef QM_GAME_DRIVE_H
#define QM_GAME_DRIVE_H

#include <string.h>

#include "dice/pools.h"
#include "game/family.h"

enum { QM__DRIVE_PLAY, QM__DRIVE_WALK };
#define QM__BEYOND_MAX 200 /* rolls answered after the tape has ended; rule code that wants more has a loop driven by dice */

typedef struct qm__drive {
    uint8_t mode;
    uint8_t ask_dice, ask_choices; /* stop there instead of drawing */
    uint8_t random_choices;
    uint8_t policy;      /* qm_policy, in a walk */
    uint8_t suppose;     /* whatever may not be measured yet is supposed to suffice: for odds alone */
    uint8_t supposed;    /* … and something was */
    uint8_t measured;    /* a distance has been told that could not be measured before */
    uint8_t beyond_last; /* after the end of the tape: the last class instead of the first */
    uint8_t bad;         /* the given tape does not fit */
    uint8_t overlong;    /* more rolls than the tape holds */
    uint16_t beyond;     /* rolls answered since */
    uint16_t choices;    /* choices met */
    uint64_t seed, index;
    const uint8_t *given;
    uint16_t given_length, given_at;
    uint8_t *record;     /* NULL: not recorded */
    uint16_t record_length, record_max;
    qm_wanted wanted;    /* set at the first one asked for */
    const qm__duel *duel; /* whose roll is being taken, if pools are rolled against each other */
    qm_events *events;
    uint64_t trail;      /* hash of all taken: goes into the state's mark */
    /* a walk */
    const uint8_t *path;
    uint16_t path_length, path_at;
    uint8_t captured;    /* the roll after the path has been noted */
    qm__roll next;       /* that roll */
    uint64_t next_key;   /* and the position it was met in */
    qm__end end;         /* of a walk that came to an outcome */
    /* from here on not cleared: written to, never read */
    qm_event spare;      /* takes what is told when nobody listens */
} qm__drive;

/* Before a run. */
static inline void qm__drive_clear(qm__drive *drive) {
    memset(drive, 0, offsetof(qm__drive, spare));
}

/* How many classes a roll has (0: not to be walked), and how likely one of them is; false when weight and total are not exact
 * but rounded. */
uint32_t qm__roll_classes(const qm__roll *roll);
bool qm__roll_weight(const qm__roll *roll, uint32_t outcome, uint64_t *weight, uint64_t *total);
/* The pools of a roll of shape QM__DUEL: each cut has the dice in its upper byte and the faces that are points in its lower. */
qm__contest qm__roll_contest(const qm__roll *roll);
/* A roll with dice, drawn or given or asked for; a class for one of which nothing will be kept; a choice answered by the policy
 * of a walk; and the event of a roll, with faces or without. */
int qm__play_roll(qm__run *run, const qm__roll *roll);
int qm__answer_beyond(qm__run *run, const qm__roll *roll);
int qm__walk_choice(qm__run *run, const qm__choice *choice);
void qm__tell_roll(qm__run *run, const qm__roll *roll, int total, int outcome, bool faces);
/* Draws the dice of a roll into run->faces; those of a contest until they decide it. */
void qm__draw_faces(qm__run *run, const qm__roll *roll);
void qm__duel_draw(qm__run *run, const qm__roll *roll);
/* The class of faces of a pool or contest, -1 for a round that decides nothing; *value: the points. */
int qm__pools_class(const qm__roll *roll, const uint8_t *faces, int *value);
/* Fills in the pools of a roll, which were zero, and returns how many there are. A contest that is drawn instead has pools
 * without dice. */
uint8_t qm__pools_of(const qm__drive *drive, const qm__roll *roll, qm_pools *pools);
/* The side of all who roll, or 0 where they are of several. */
uint16_t qm__duel_side(const qm__duel *duel, const qm_scenario *scenario);
/* Runs the family's play of the order prepared in the scratch. */
void qm__run_play(const qm_scenario *scenario, qm_state *state, const qm_scratch *scratch, qm__drive *drive);
/* A hash over what a position is. */
uint64_t qm__position_key(const qm_scenario *scenario, const qm_state *state, uint64_t seed);

/* Whether it is told how many dice show no more than the cut. */
static inline bool qm__roll_counts(const qm__roll *roll) {
    return roll->shape == QM__COUNT || (roll->shape == QM__FACES && roll->cut_count > 0);
}

#endif
