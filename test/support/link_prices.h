/* What links cost in tests: one set of rules for the unit tests of routes and for the driver of their oracle. */
#ifndef QM_TEST_LINK_PRICES_H
#define QM_TEST_LINK_PRICES_H

#include "space/table/links.h"

typedef struct link_prices {
    double climb, ladder, jump, drop; /* chances; 0 = not allowed */
    double free_gap;                  /* jumps up to this never fail */
    bool drop_free;                   /* what drops go in plan costs nothing */
} link_prices;

/* A climb costs its height and what it goes in plan, a ladder its height, jumps and drops what they go in plan (but see
 * drop_free). Suits qm__link_pricing; the context is the prices. */
static inline int link_price(const void *context, const qm__links *links, uint32_t number,
                             qm__link_price out[QM__BANDS_MAX]) {
    const link_prices *p = context;
    const qm__link *link = &links->items[number];
    const double height = link->rise < 0 ? -link->rise : link->rise;
    switch ((qm__link_kind)link->kind) {
    case QM__LINK_CLIMB:
        out[0] = (qm__link_price){.up_to = link->most, .cost = height, .per_unit = 1, .chance = p->climb};
        return 1;
    case QM__LINK_LADDER:
        out[0] = (qm__link_price){.up_to = link->most, .cost = height, .chance = p->ladder};
        return 1;
    case QM__LINK_JUMP:
        out[0] = (qm__link_price){.up_to = p->free_gap, .per_unit = 1, .chance = p->jump > 0 ? 1 : 0};
        out[1] = (qm__link_price){.up_to = link->most, .per_unit = 1, .chance = p->jump};
        return 2;
    case QM__LINK_DROP:
        out[0] = (qm__link_price){.up_to = link->most, .per_unit = p->drop_free ? 0 : 1, .chance = p->drop};
        return 1;
    }
    return 0;
}

#endif
