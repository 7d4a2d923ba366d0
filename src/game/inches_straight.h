/* Reach of figures that go straight to wherever they can stand, over or through whatever is in the way: all ground
 * around them, for the family to cut to how far a straight way leads.
 *
 * Ground is found by walking: a reach from one place has all that is joined to it, and a grid of places, with those
 * where links land, tells where the next one must begin. Ground that no place of the grid comes to is missed.
 */
#ifndef QM_GAME_INCHES_STRAIGHT_H
#define QM_GAME_INCHES_STRAIGHT_H

#include "game/inches_unite.h"

enum { QM__STRAIGHT_SPOTS = 4096 };

/* Working memory: places of the grid; those that a reach has are taken off. */
typedef struct qm__straight_spots {
    uint32_t count;
    bool full; /* there was more than it holds */
    qm__spot spots[QM__STRAIGHT_SPOTS];
} qm__straight_spots;

typedef struct qm__straight {
    const qm__area_price *prices; /* what ground costs; NULL = nothing */
    uint64_t closed;              /* areas in which the figure does not end */
    int32_t lost;                 /* what the ground has taken of every cost */
    const qm_reach_ring *kinds;   /* rings have the cost, effort and risk of one of these, which ascend in cost */
    uint32_t count;
} qm__straight;

/* How far the dearest of them leads. */
static inline double qm__straight_budget(const qm__straight *ask) {
    return ask->count > 0 ? ask->kinds[ask->count - 1].cost - ask->lost : 0;
}
/* Adds for each kind all ground at most that far away as the crow flies, and more: to be cut by qm__inch_clip, with the
 * memory that `rest` tells (NULL when nothing was added). False when memory or the caller's arrays did not suffice. */
bool qm__inch_lay_straight(qm__inch_search *search, const qm__straight *ask, qm__straight_spots *spots,
                           unsigned char **rest, qm_reach_area *out);
/* For a cut: cuts out all but what an outline has; the outline runs counter-clockwise and is turned. */
bool qm__inch_cut_outside(qm__overlay *overlay, const qm__table *table, qm__xy *outline, uint32_t count);

#endif
