/* Units for tests of mustering: figures of a small table with a goal, and a judge of what was found that shares nothing
 * with the search: places are asked of the levels, ways of the shortest walk (over links: of the routes) and drawn
 * point by point, and what holds a unit together is measured and counted here. Include after cmocka.h. */
#ifndef QM_TEST_MUSTERING_H
#define QM_TEST_MUSTERING_H

#include <stdio.h>

#include "game/inches_muster.h"
#include "space/table/rect_stand.h"
#include "support/reaching.h"

enum { UNIT = 20, MUSTER_BASES = 2 };

typedef struct muster_scene {
    scene s; /* its walker is that of the first base */
    qm__inch_base bases[MUSTER_BASES];
    uint16_t base_count;
    qm__muster_figure figures[UNIT];
    qm__muster_ask ask;
    void *memory;
    size_t size;
    qm__muster found;
} muster_scene;

static inline void muster_begin(muster_scene *m, int32_t width, int32_t depth) {
    memset(m, 0, sizeof *m);
    begin(&m->s, width, depth);
    m->ask = (qm__muster_ask){.figures = m->figures, .link = 2000, .spread = 6000, .leash = -1};
}

/* The first base is that of the scene, a second one is made for another radius (0 = none). */
static inline void muster_prepare(muster_scene *m, int32_t second, const qm__link_rules *links) {
    scene *s = &m->s;
    prepare(s);
    if (links) {
        prepare_links(s, links);
    }
    m->bases[0] = (qm__inch_base){.mover = {.walker = s->walker},
                                  .levels = s->levels,
                                  .walks = s->walks,
                                  .grounds = s->grounds,
                                  .links = s->links};
    m->base_count = 1;
    if (second) {
        qm__inch_base *base = &m->bases[m->base_count++];
        base->mover.walker = s->walker;
        base->mover.walker.radius = second;
        assert_int_equal(qm__levels_make(&s->t->table, &base->mover.walker, &s->t->arena, &base->levels), QM_OK);
        assert_int_equal(qm__walks_make(base->levels, UINT64_MAX, &s->t->arena, &base->walks), QM_OK);
        assert_int_equal(qm__grounds_make(base->walks, &s->t->arena, &base->grounds), QM_OK);
    }
    m->size = qm__muster_size(m->bases, m->base_count, BODIES);
    m->memory = malloc(m->size);
    assert_non_null(m->memory);
}

static inline void muster_finish(muster_scene *m) {
    free(m->memory);
    finish(&m->s);
}

static inline qm__muster_figure *muster_figure(muster_scene *m, uint16_t base, qm_place from, int32_t allowance) {
    qm__muster_figure *f = &m->figures[m->ask.count++];
    assert_true(m->ask.count <= UNIT);
    *f = (qm__muster_figure){.base = &m->bases[base], .crowd = &m->s.crowd, .from = from};
    f->ask = (qm__inch_ask){.allowance = allowance, .pricing = m->bases[base].links ? price_link : NULL};
    return f;
}

static inline qm__body *muster_other(muster_scene *m, double x, double y, int32_t z, qm__manner manner,
                                     int32_t margin) {
    scene *s = &m->s;
    assert_true(s->crowd.count < BODIES);
    qm__body *body = &s->bodies[s->crowd.count++];
    *body = (qm__body){.x = x,
                       .y = y,
                       .z = z,
                       .radius = 500,
                       .height = 1500,
                       .manner = (uint8_t)manner,
                       .margin = margin,
                       .id = (uint16_t)(100 + s->crowd.count)};
    return body;
}

/* Twice, in memory that is differently dirty: the answers must be the same. */
static inline bool muster_find(muster_scene *m) {
    static qm__muster again;
    memset(m->memory, 0x5a, m->size < 1u << 20 ? m->size : 1u << 20);
    const bool first = qm__muster_find(&m->ask, m->memory, m->size, &again);
    memset(m->memory, 0xa5, m->size < 1u << 20 ? m->size : 1u << 20);
    const bool second = qm__muster_find(&m->ask, m->memory, m->size, &m->found);
    assert_int_equal(first, second);
    assert_memory_equal(&again, &m->found, sizeof again);
    return second;
}

/* The same unit again in the same memory. */
static inline bool muster_again(muster_scene *m) {
    return qm__muster_again(&m->ask, m->memory, &m->found);
}

/* -------------------------------------------------------------------------------------------------------------- judge
 */

static inline qm__body judge_body(const muster_scene *m, uint16_t i, qm_place at) {
    const qm__muster_figure *f = &m->figures[i];
    return (qm__body){.x = at.x,
                      .y = at.y,
                      .z = at.z,
                      .radius = f->width ? 0 : f->base->mover.walker.radius,
                      .width = f->width,
                      .length = f->length,
                      .facing = f->facing,
                      .height = f->base->mover.walker.height};
}

/* Round bases by hand; rectangles by the measure of the table. */
static inline double judge_apart(const muster_scene *m, uint16_t i, qm_place p, uint16_t k, qm_place q) {
    const qm__body a = judge_body(m, i, p), b = judge_body(m, k, q);
    const double rise = m->ask.plan ? 0 : (double)p.z - q.z;
    double plan = qm__length((qm__xy){(double)p.x - q.x, (double)p.y - q.y}) - a.radius - b.radius;
    if (a.radius == 0 || b.radius == 0) {
        plan = qm__body_gap(&a, &b);
    }
    return qm__length((qm__xy){plan > 0 ? plan : 0, rise});
}

static inline bool judge_clear(const muster_scene *m, uint16_t i, qm_place p, uint16_t k, qm_place q) {
    const qm__body a = judge_body(m, i, p), b = judge_body(m, k, q);
    return p.z >= q.z + b.height || q.z >= p.z + a.height || qm__body_gap(&a, &b) >= -QM__SLACK;
}

static inline bool judge_stands(const muster_scene *m, uint16_t i, qm_place at) {
    const qm__muster_figure *f = &m->figures[i];
    const qm__spot spot = {at.x, at.y, qm__level_of(f->base->levels, at.x, at.y, at.z)};
    if (f->width) {
        const qm__rect rect = {f->width, f->length, f->facing};
        return spot.level >= 0 && qm__rect_stands(f->base->levels, f->crowd, &rect, spot, QM__SLACK, NULL);
    }
    return spot.level >= 0 && qm__stands(f->base->levels, f->crowd, spot, QM__SLACK, NULL);
}

/* What the way to a place costs, in units; -1 = there is none that can be drawn. */
static inline int32_t judge_cost(muster_scene *m, uint16_t i, qm_place from, qm_place to) {
    static qm__way way;
    static qm__route route;
    static qm__spot points[QM_WAY_MAX];
    static qm__xy drawn[QM_WAY_MAX];
    const qm__muster_figure *f = &m->figures[i];
    const qm__levels *levels = f->base->levels;
    const qm__walk_ask ask = {.from = {from.x, from.y, qm__level_of(levels, from.x, from.y, from.z)},
                              .to = {to.x, to.y, qm__level_of(levels, to.x, to.y, to.z)},
                              .crowd = f->crowd,
                              .prices = f->ask.prices,
                              .limit = 1e9};
    qm__walked walked;
    qm__drawn check;
    if (ask.from.level < 0 || ask.to.level < 0) {
        return -1;
    }
    if (from.x == to.x && from.y == to.y && from.z == to.z) {
        return 0;
    }
    if (f->ask.pricing) {
        const qm__route_ask over = {.walk = ask, .pricing = f->ask.pricing};
        void *scratch = malloc(qm__route_scratch_size(f->base->walks, f->base->links, BODIES));
        const int count = qm__routes_find(f->base->walks, f->base->links, &over, scratch, &route, 1);
        free(scratch);
        return count > 0 ? qm__units(route.cost) : -1;
    }
    void *scratch = malloc(qm__walk_scratch_size(f->base->walks, BODIES));
    qm__walk_find(f->base->walks, &ask, scratch, &way, &walked);
    free(scratch);
    if (!walked.found) {
        return -1;
    }
    const uint32_t count = qm__way_points(levels, f->crowd, &way, points, QM_WAY_MAX);
    for (uint32_t k = 0; k < count; k++) {
        drawn[k] = (qm__xy){points[k].x, points[k].y};
    }
    /* a rectangle's disc need not stand at the end: it stands there as a rectangle */
    const bool legal = count > 0 && (qm__drawn_check(levels, f->crowd, ask.from, drawn, count, &check) ||
                                     (f->width && check.piece == count - 1));
    return legal ? qm__units(walked.cost) : -1;
}

/* Whether the unit holds together. */
static inline bool judge_bond(const muster_scene *m, const qm_place *places) {
    const qm__muster_ask *ask = &m->ask;
    bool joined[UNIT] = {true}, grows = true, good = true;
    for (uint16_t i = 0; i < ask->count; i++) {
        bool any = ask->count == 1 || ask->link < 0;
        for (uint16_t k = 0; k < ask->count; k++) {
            const double apart = k == i ? 0 : judge_apart(m, i, places[i], k, places[k]);
            any |= k != i && apart <= ask->link + QM__SLACK;
            good &= ask->spread < 0 || apart <= ask->spread + QM__SLACK;
            good &= ask->leash < 0 || i + 1 != ask->leader || apart <= ask->leash + QM__SLACK;
        }
        good &= any;
    }
    while (grows && ask->link >= 0 && ask->bond == QM__MUSTER_CHAIN) {
        grows = false;
        for (uint16_t i = 0; i < ask->count; i++) {
            for (uint16_t k = 0; k < ask->count; k++) {
                if (joined[i] && !joined[k] && judge_apart(m, i, places[i], k, places[k]) <= ask->link + QM__SLACK) {
                    joined[k] = grows = true;
                }
            }
        }
    }
    for (uint16_t i = 0; i < ask->count && ask->link >= 0 && ask->bond == QM__MUSTER_CHAIN; i++) {
        good &= joined[i];
    }
    return good;
}

static inline bool judge_goal(const muster_scene *m, const qm_place *places) {
    bool any = false;
    for (uint16_t i = 0; i < m->ask.count; i++) {
        const qm__body body = judge_body(m, i, places[i]);
        const double plan = qm__body_point_distance(&body, (qm__xy){m->ask.goal.x, m->ask.goal.y});
        const double rise = m->ask.plan ? 0 : (double)places[i].z - m->ask.goal.z;
        any |= qm__length((qm__xy){plan > 0 ? plan : 0, rise}) <= m->ask.near + QM__SLACK;
    }
    return any;
}

/* Whether each can be moved in the order told without ending on one who has yet to go. */
static inline bool judge_order(const muster_scene *m, const qm__muster *found) {
    bool gone[UNIT] = {false}, free = true;
    for (uint16_t t = 0; t < m->ask.count; t++) {
        const uint16_t i = (uint16_t)(found->order[t] - 1);
        assert_true(i < m->ask.count && !gone[i]);
        gone[i] = true;
        for (uint16_t k = 0; k < m->ask.count; k++) {
            free &= gone[k] || judge_clear(m, i, found->places[i], k, m->figures[k].from);
        }
    }
    return free;
}

/* "" = all is legal; else what is not. */
static inline const char *judge(muster_scene *m) {
    const qm__muster *found = &m->found;
    for (uint16_t i = 0; i < m->ask.count; i++) {
        const qm__muster_figure *f = &m->figures[i];
        if (f->fixed && memcmp(&f->to, &found->places[i], sizeof f->to) != 0) {
            return "a figure is not where it is fixed";
        }
        if (!judge_stands(m, i, found->places[i])) {
            return "a figure does not stand";
        }
        for (uint16_t k = 0; k < i; k++) {
            if (!judge_clear(m, i, found->places[i], k, found->places[k])) {
                return "two figures overlap";
            }
        }
        const int32_t cost = judge_cost(m, i, m->figures[i].from, found->places[i]);
        const int32_t slack = m->figures[i].ask.pricing ? 3 : 0; /* what reach over links is right to */
        if (cost < 0 || cost > m->figures[i].ask.allowance + slack) {
            return "a figure cannot get there";
        }
        /* reach may tell what lies behind links as dearer than it is, not as cheaper */
        if (cost > found->costs[i] + 2 + slack || (!slack && cost < found->costs[i] - 2)) {
            return "a cost is wrong";
        }
    }
    return !judge_bond(m, found->places)             ? "the unit does not hold together"
           : !judge_goal(m, found->places)           ? "nobody is at the goal"
           : found->in_turn != judge_order(m, found) ? "the order of moving is wrong"
                                                     : "";
}

#endif
