/* How a unit may go now, and what is asked to know how far that leads. */
#ifndef QM_RULES_WARBAND_GOING_H
#define QM_RULES_WARBAND_GOING_H

#include "rules/warband/fly_ways.h"

enum { WB_ASKS_MAX = 2, WB_GOINGS_MAX = 2 };

/* One kind of order, and what is asked to know how far it leads. */
typedef struct wb_going {
    uint16_t order;
    uint16_t count; /* of asks: through difficult ground first, then around it */
    int32_t allowance;
    int32_t lost[WB_ASKS_MAX]; /* what the ground takes off it */
    qm__inch_ask asks[WB_ASKS_MAX];
} wb_going;

/* Whether a unit may be given such an order now, and has movement for it. */
bool qm__wb_may_go(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t order);
/* How far such an order leads. */
wb_going qm__wb_going_by(const wb_pricing *pricing, const qm__inch_search *search, uint16_t order);
/* By moving, and by running where that leads farther and can be told without trying every way; how many. */
uint16_t qm__wb_goings(const wb_pricing *pricing, const qm__inch_search *search, wb_going out[WB_GOINGS_MAX]);

#endif
