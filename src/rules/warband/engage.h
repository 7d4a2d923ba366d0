/* Engaging: what engage.c, engage_way.c, engage_track.c and intercept.c share.
 *
 * The track of one that engages is the way as it was told when the order was judged: straight pieces between places in
 * whole units, and links, hop by hop. Distances along it are what the hops cost.
 */
#ifndef QM_RULES_WARBAND_ENGAGE_H
#define QM_RULES_WARBAND_ENGAGE_H

#include "rules/warband/warband.h"

enum { WB_ENDLESS = 1000000000 }; /* no way is too long when it is declared */

/* ------------------------------------------------------------------------------------------------------ engage_way.c
 */

/* Judges the way of one that names none; false when there is none at all. Whether it is good, in `good`. */
bool qm__wb_judge_contact(qm__judging *j, uint16_t target, bool *good);

/* ---------------------------------------------------------------------------------------------------- engage_track.c
 */

typedef struct wb_track {
    const qm_scenario *s;
    uint16_t figure;
    const wb_prepared *p;
    uint16_t ends[WB_LEGS_MAX]; /* by hop: which place of the way is its end */
    double costs[QM_WAY_MAX];   /* by place of the way: movement used there */
    uint64_t paid[QM_WAY_MAX];  /* … and areas that have been paid for once */
} wb_track;

/* A place on the track, within a hop that is no link or at its end. */
typedef struct wb_mark {
    uint16_t hop;
    uint16_t piece; /* the place of the way that it comes after, or is at */
    double cost;    /* movement used there */
    qm_place at;
} wb_mark;

void qm__wb_track(const qm_scenario *s, uint16_t figure, const wb_prepared *p, wb_track *track);
/* The first place of the way that is of a hop: where the one before it ends. */
static inline uint16_t wb_track_start(const wb_track *track, uint16_t hop) {
    return hop == 0 ? 0 : track->ends[hop - 1];
}
/* Whether a hop is gone along its pieces, and can be broken off: on foot and through the air; links are taken whole. */
static inline bool wb_goes_along(const wb_hop *hop) {
    return hop->leg == WB_LEG_WALK || hop->leg == WB_LEG_VIA || hop->leg == WB_LEG_FLY;
}
static inline qm__xy wb_flat(qm_place at) {
    return (qm__xy){at.x, at.y};
}
/* What has been paid before a hop. */
static inline int32_t wb_track_paid(const wb_track *track, uint16_t hop) {
    return hop == 0 ? 0 : track->p->hops[hop - 1].cost;
}
/* A point on the piece that begins at place `piece` of the way, as a place for a figure's base. */
qm_place qm__wb_track_place(const wb_track *track, uint16_t hop, uint16_t piece, qm__xy at);
/* Movement used at a part (0 to 1) of such a piece, from the beginning of the track. */
double qm__wb_track_cost(const wb_track *track, uint16_t hop, uint16_t piece, double part);
/* Movement used where the track first comes into difficult ground, as that counts; more than any if it never does. */
double qm__wb_track_border(const wb_track *track);
/* The farthest place on the track that so much movement leads to and where the unit could end; if `dry`, one before it
 * comes into difficult ground. */
wb_mark qm__wb_track_stop(qm__run *run, const wb_track *track, double limit, bool dry);

/* ------------------------------------------------------------------------------------------------------- intercept.c
 */

/* Somebody that can step into the track before so much movement is used: where it steps to, and where the one that
 * engages is then in contact with it. False when it cannot. */
typedef struct wb_step_in {
    uint16_t figure;
    qm_place to;
    wb_mark contact;
} wb_step_in;
bool qm__wb_can_step_in(qm__run *run, const wb_track *track, uint16_t figure, double limit, wb_step_in *out);

#endif
