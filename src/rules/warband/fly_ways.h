/* Ways and reach of units that do not go as others do: those that fly, and ethereal ones. Shared by ask.c, options.c,
 * fly_ways.c and fly_reach.c. */
#ifndef QM_RULES_WARBAND_FLY_WAYS_H
#define QM_RULES_WARBAND_FLY_WAYS_H

#include "base/angle.h"
#include "rules/warband/warband.h"

enum { WB_FLIGHTS_MAX = 24 }; /* legs of one way */

/* fly_ways.c: adds legs to an order, the shortest way through the air to a place that goes straight on in plan, over
 * what is in the way. False when there is none, or its legs are too many. Who is at the end is not looked at. */
bool qm__wb_fly_to(const qm_scenario *s, const qm__inch_search *search, qm_place to, qm_order *order);
/* What is along some directions from where a unit is: from where to where the base is stopped, and between which heights. */
enum { WB_TURNS_MAX = 3072, WB_KEPT_MAX = 5000 };
typedef struct wb_rays {
    uint32_t count;                   /* of directions, the first ones */
    uint32_t first[WB_TURNS_MAX + 1]; /* of each, and of the one after it */
    double spans[WB_KEPT_MAX][4];     /* from, to, low, high */
} wb_rays;

/* How far such ways lead in some directions (parts of a turn), to a height, for so much: one corner for each. */
void qm__wb_fly_outline(const qm_scenario *s, const qm__inch_search *search, const double *turns, uint32_t count,
                        const wb_rays *rays, int32_t z, double budget, qm__xy *out);
/* Looks along the directions once for all heights and for what costs no more than the budget; what does not fit is looked
 * at again each time. */
void qm__wb_fly_look(const qm_scenario *s, const qm__inch_search *search, const double *turns, uint32_t count,
                     double budget, wb_rays *out);

/* How far straight ways on the ground lead in some directions before they meet some areas (bits), for so much. */
void qm__wb_clear_outline(const qm_scenario *s, const qm__inch_search *search, const double *turns, uint32_t count,
                          uint64_t areas, double budget, qm__xy *out);

/* How far straight ways of an ethereal unit lead in some directions before they cost more than so much, as it pays for
 * difficult ground by the area or by the inch. */
void qm__wb_toll_outline(const qm_scenario *s, const qm__inch_search *search, const double *turns, uint32_t count,
                         double budget, qm__xy *out);

/* fly_reach.c: adds the regions that such a unit reaches without walking for some costs, on ground of which prices close
 * some and which takes `lost` of each; rings have the cost, effort and risk of one of `kinds`, which ascend. Nothing for
 * others. `own` is the family's memory, WB_OWN_SIZE.
 * For those who fly, what lies below something else is left out. False when memory or the caller's arrays did not
 * suffice. */
bool qm__wb_add_straight(const qm_scenario *s, qm__inch_search *search, void *own, const qm__area_price *prices,
                         int32_t lost, const qm_reach_ring *kinds, uint32_t count, qm_reach_area *out);

#endif
