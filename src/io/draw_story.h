/* A story in a picture: what happened when many moved at once, taken apart into the track of each figure and the notes
 * that the account below the board and the letters on it refer to.
 *
 * Found from the roles of the events alone (qm_role), so that nothing here knows a family.
 */
#ifndef QM_IO_DRAW_STORY_H
#define QM_IO_DRAW_STORY_H

#include "io/draw.h"

/* A step of a figure. */
typedef struct qm__track_step {
    qm__cell to;
    uint16_t beat;  /* in which it happened */
    bool interrupt; /* out of turn */
} qm__track_step;

/* What one figure did. */
typedef struct qm__figure_track {
    uint16_t figure;
    uint16_t beat; /* its last one */
    qm__cell start, end;
    qm__cell goal;    /* where it wanted to go; 0: nowhere, or to a figure */
    uint16_t follows; /* that figure */
    bool refuge;      /* the goal was chosen to keep away from others */
    bool won;         /* a conflict */
    bool interrupts;
    uint32_t step_count;
    qm__track_step *steps;
    qm__point lane; /* by how much its line is shifted, in hex sides, where others go the same way */
} qm__figure_track;

#define QM__CLAIMANTS_MAX 8

/* One thing the account tells, with a letter on the board. */
typedef struct qm__note {
    qm_role role;    /* of the event it began with: CONFLICT also for what only says how one ended */
    qm__cell at;     /* the place it is about; 0: none */
    qm__point where; /* in hex sides from the corner of the board: where its letter belongs */
    uint16_t figures[QM__CLAIMANTS_MAX];
    int32_t left[QM__CLAIMANTS_MAX]; /* of their movement; -1: not told */
    uint16_t figure_count;
    uint16_t winner;
    bool tie, standoff;
    char letter; /* 0: there are too many notes */
} qm__note;

/* A mark across the way of somebody who stopped. */
typedef struct qm__bar {
    qm__point at, toward; /* where, in hex sides, and a vector of length 1 across it */
} qm__bar;

struct qm__story {
    const qm_event *events;
    uint32_t event_count;
    qm__figure_track *tracks; /* [0] is figure 1 */
    qm__note *notes;
    uint32_t note_count;
    uint32_t *note_of; /* of each event: 1 + its note; 0: none */
    uint32_t declared; /* so many events come before the first beat; 0 also if beats are not told */
    qm__bar *bars;
    uint32_t bar_count;
    uint16_t *area; /* by cell: 1 + the side that watches it */
};

#define QM__NOTES_MAX 52 /* with a letter */

/* Whether an event stands in the account: false for what is only shown. Rolls are told. */
bool qm__story_tells(const qm__page *page, uint32_t event);
/* Where a figure wanted to go and is not; 0: nowhere. */
qm__cell qm__track_goal(const qm__story *story, const qm__figure_track *track);
/* Takes the story of the page's facts apart; NULL when memory ran out, which the page then knows. */
const qm__story *qm__story_find(qm__page *page);

#endif
