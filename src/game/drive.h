/* What drives a run of play: where its dice and choices come from and where its events go. Rule code never sees this.
 *
 * A run takes what is on the given tape first. When that has ended, dice are drawn from the generator, or the first roll (or
 * choice) that is to be asked is noted in `wanted` and the rest of the run is answered at once by a fixed class, to be thrown
 * away: the caller takes the state back. An odds walk gives classes instead of faces, and notes the roll after its path.
 */
#ifndef QM_GAME_DRIVE_H
#define QM_GAME_DRIVE_H

#include "game/family.h"

enum { QM__DRIVE_PLAY, QM__DRIVE_WALK };
#define QM__BEYOND_MAX 200 /* rolls answered after the tape has ended; rule code that wants more has a loop driven by dice */

typedef struct qm__drive {
    uint8_t mode;
    uint8_t ask_dice, ask_choices; /* stop there instead of drawing */
    uint8_t random_choices;
    uint8_t policy;      /* qm_policy, in a walk */
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
    qm_events *events;
    qm_event spare;
    uint64_t trail;      /* hash of all taken: goes into the state's mark */
    /* a walk */
    const uint8_t *path;
    uint16_t path_length, path_at;
    uint8_t captured;    /* the roll after the path has been noted */
    qm__roll next;       /* that roll */
    uint64_t next_key;   /* and the position it was met in */
} qm__drive;

/* How many classes a roll has, how likely one of them is as an exact fraction, and the class of faces. */
uint32_t qm__roll_classes(const qm__roll *roll);
void qm__roll_weight(const qm__roll *roll, uint32_t outcome, uint64_t *weight, uint64_t *total);
uint32_t qm__roll_class(const qm__roll *roll, int total);
/* Runs the family's play. */
void qm__run_play(const qm_scenario *scenario, qm_state *state, const qm_order *order, const void *prepared, qm__drive *drive);
/* A hash over what a position is. */
uint64_t qm__position_key(const qm_scenario *scenario, const qm_state *state, uint64_t seed);

#endif
