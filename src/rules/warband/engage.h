/* Engaging: the track of one that engages, which engage.c and intercept.c share.
 *
 * The track is the way as it was told when the order was judged: straight pieces between places in whole units, and
 * links, hop by hop. Distances along it are what the hops cost.
 */
#ifndef QM_RULES_WARBAND_ENGAGE_H
#define QM_RULES_WARBAND_ENGAGE_H

#include "rules/warband/warband.h"

typedef struct wb_track {
    const wb_prepared *p;
    uint16_t ends[WB_LEGS_MAX]; /* by hop: which place of the way is its end */
} wb_track;

/* A place on the track, within a hop on foot or at its end. */
typedef struct wb_mark {
    uint16_t hop;
    double cost; /* movement used there */
    qm_place at;
} wb_mark;

wb_track qm__wb_track(const wb_prepared *p);
/* The first place of the way that is of a hop: where the one before it ends. */
static inline uint16_t wb_track_start(const wb_track *track, uint16_t hop) {
    return hop == 0 ? 0 : track->ends[hop - 1];
}
static inline bool wb_on_foot(const wb_hop *hop) {
    return hop->leg == WB_LEG_WALK || hop->leg == WB_LEG_VIA;
}
/* What a unit of length costs on a hop on foot, and what has been paid before it. */
double qm__wb_track_rate(const wb_track *track, uint16_t hop);
static inline int32_t wb_track_paid(const wb_track *track, uint16_t hop) {
    return hop == 0 ? 0 : track->p->hops[hop - 1].cost;
}
/* A point on the piece that begins at place `from` of the way, as a place for a figure's base. */
qm_place qm__wb_track_place(const qm_scenario *s, uint16_t figure, const wb_track *track, uint16_t from, qm__xy at);

/* intercept.c: somebody that can step into the track before so much movement is used: where it steps to, and where the
 * one that engages is then in contact with it. False when it cannot. */
typedef struct wb_step_in {
    uint16_t figure;
    qm_place to;
    wb_mark contact;
} wb_step_in;
bool qm__wb_can_step_in(qm__run *run, const wb_track *track, uint16_t figure, double limit, wb_step_in *out);

#endif
