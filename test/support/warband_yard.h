/* A yard of warband for tests of its questions: a game on it, what a place costs, and regions. */
#ifndef QM_TEST_WARBAND_YARD_H
#define QM_TEST_WARBAND_YARD_H

#include <stdio.h>

#include "rules/warband/declared.h"
#include "support/rings.h"
#include "support/table.h"

/* Quotation marks are written ' below. A house with a ladder, a barn 2" beside it, a shed; a marsh and a pond that can
 * be gone around. */
static const char board[] = "'board':{'width':40,'depth':30,'prisms':["
                            "{'name':'house','box':[10,10,16,16],'top':3},"
                            "{'name':'barn','box':[18,10,24,16],'top':3},"
                            "{'name':'wall','box':[4,3,4.5,9],'top':6,'climbable':false,'walkable':false},"
                            "{'name':'fence','box':[30,2,30.2,15],'top':1.5,'walkable':false},"
                            "{'name':'loft','box':[31,20,36,26],'top':5},"
                            "{'name':'narrow','box':[30,21.5,31,26],'top':2.5},"
                            "{'name':'corner','box':[28,20,31,21.5],'top':2.5},"
                            "{'name':'broad','box':[28,16,36,20],'top':2.5}],"
                            "'ladders':[{'name':'ladder','foot':[13,9.5],'head':[13,10,3]}],"
                            "'zones':[{'name':'marsh','box':[8,4,12,7],'kind':'difficult'},"
                            "{'name':'pond','box':[26,2,27,28],'kind':'difficult'}]}";

static inline table *begin(const char *settings, const char *traits, int phases) {
    table *t = calloc(1, sizeof *t);
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    qm_text text = qm_text_growing(NULL);
    qm_text_addf(&text,
                 "{'quickmarch':'scenario','version':1,'title':'t','rules':{'family':'warband','settings':{%s}},%s,"
                 "'sides':['Red','Blue'],'figures':[{'name':'Ada','side':'Red','radius':0.5%s%s},"
                 "{'name':'Bo','side':'Blue','at':'38,28','radius':0.5},"
                 "{'name':'Cy','side':'Red','at':'6,12','radius':0.5}],"
                 "'items':[{'name':'Chest','at':'6,12.5'}],'end':{'turns':9}}",
                 settings, board, strstr(traits, "'at'") ? "" : ",'at':'7,5.5'", traits);
    for (char *c = text.data; *c; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    opened(t, load_text(t, &text, &wrong), &wrong);
    for (int i = 0; i < phases; i++) {
        GO(t, "next");
    }
    return t;
}

static inline qm_reach_cost cost_at(table *t, qm_place at) {
    qm_reach_cost cost;
    assert_int_equal(qm_reach_cost_at(t->s, t->st, 1, at, t->scratch, &cost), QM_OK);
    return cost;
}

enum { RINGS = 512, CORNERS = 60000 };
static qm_reach_ring rings[RINGS];
static qm_reach_corner corners[CORNERS];

static inline qm_reach_area regions(table *t, const int32_t *bands, uint32_t count) {
    qm_reach_area area = {.rings = rings, .corners = corners, .ring_capacity = RINGS, .corner_capacity = CORNERS};
    assert_int_equal(qm_reach_regions(t->s, t->st, 1, bands, count, t->scratch, &area), QM_OK);
    return area;
}

/* How often rings of a cost wind around a point at a height. Less than 0: it lies near to one of them. */
static inline int winds(const qm_reach_area *area, int32_t cost, qm_place at) {
    int count = 0;
    for (uint32_t r = 0; r < area->ring_count; r++) {
        const qm_reach_ring *ring = &area->rings[r];
        const int around = ring->cost == cost && ring->z == at.z ? ring_winds(area, ring, at, 8) : 0;
        if (around == RING_NEAR) {
            return -1;
        }
        count += around;
    }
    return count;
}

static inline bool has_leg(const qm_plan_way *way, uint16_t kind) {
    bool found = false;
    for (uint16_t i = 0; i < way->order.leg_count; i++) {
        found = found || way->order.legs[i].kind == kind;
    }
    return found;
}

#endif
