/* Bent ways of rectangles: see rect_ways.h. */
#include "space/table/rect_ways.h"

#include "base/angle.h"
#include "space/table/way.h"

#include <string.h>

#define OFF 2.0 /* units: so far off what is gone around that whole units beside it are clear */

/* ------------------------------------------------------------------------------------------------------------- bends
 */

typedef struct collecting {
    const qm__levels *levels;
    const qm__rect *rect;
    qm__spot from;
    double limit;
    qm__rect_ways *ways;
} collecting;

static double far_from(qm__spot a, qm__spot b) {
    return qm__apart((qm__xy){a.x, a.y}, (qm__xy){b.x, b.y});
}

/* Keeps a place where the base has room, instead of the farthest one if there are too many. */
static void keep_bend(const collecting *c, qm__spot at) {
    qm__rect_ways *ways = c->ways;
    uint32_t worst = ways->count;
    double most = far_from(c->from, at);
    if (most > c->limit) {
        return;
    }
    for (uint32_t i = 0; i < ways->count; i++) {
        const double far = far_from(c->from, ways->bends[i].at);
        if (far_from(ways->bends[i].at, at) <= 0) {
            return;
        }
        if (ways->count == QM__RECT_BENDS && far > most) {
            most = far;
            worst = i;
        }
    }
    if (worst < QM__RECT_BENDS && qm__rect_stands(c->levels, NULL, c->rect, at, QM__SLACK, NULL)) {
        ways->bends[worst] = (qm__rect_bend){.at = at, .cost = -1, .before = -1};
        ways->count += worst == ways->count;
    }
}

/* The four places at which a corner of the base is beside a point, or beside the square around it. */
static void add_corner(const collecting *c, qm__xy point, double around) {
    const qm__turn turn = qm__turn_of(c->rect->facing);
    const double along = c->rect->length / 2.0 + around + OFF, across = c->rect->width / 2.0 + around + OFF;
    for (int i = 0; i < 4; i++) {
        const double a = i & 1 ? along : -along, b = i & 2 ? across : -across;
        const double x = point.x + a * turn.cos - b * turn.sin, y = point.y + a * turn.sin + b * turn.cos;
        keep_bend(c, (qm__spot){qm__units(x), qm__units(y), c->from.level});
    }
}

static void collect(const qm__crowd *crowd, const collecting *c) {
    uint32_t count;
    const qm__wall *walls = qm__walls(c->levels, c->from.level, &count);
    for (uint32_t i = 0; i < count; i++) {
        add_corner(c, walls[i].a, 0);
        add_corner(c, walls[i].b, 0);
    }
    for (uint16_t i = 0; crowd && i < crowd->count; i++) {
        const qm__body *body = &crowd->bodies[i];
        if (i != crowd->self && body->manner == QM__BLOCK) {
            const double half = qm__length((qm__xy){body->width / 2.0, body->length / 2.0});
            add_corner(c, (qm__xy){body->x, body->y}, (body->radius > 0 ? body->radius : half) + body->margin);
        }
    }
}

/* -------------------------------------------------------------------------------------------------------------- ways
 */

/* The nearest of the bends that are known and not done; -1 = none. */
static int32_t next_bend(const qm__rect_ways *ways) {
    int32_t next = -1;
    for (uint32_t i = 0; i < ways->count; i++) {
        const qm__rect_bend *bend = &ways->bends[i];
        if (!bend->done && bend->cost >= 0 && (next < 0 || bend->cost < ways->bends[next].cost)) {
            next = (int32_t)i;
        }
    }
    return next;
}

void qm__rect_ways_make(const qm__levels *levels, const qm__crowd *crowd, const qm__rect *rect, qm__spot from,
                        double limit, qm__rect_ways *out) {
    const collecting c = {levels, rect, from, limit, out};
    memset(out, 0, sizeof *out);
    if (from.level < 0) {
        return;
    }
    collect(crowd, &c);
    qm__rect_bend here = {.at = from, .cost = 0};
    for (int32_t number = -1; number >= 0 || here.cost >= 0; number = next_bend(out)) {
        const qm__rect_bend *bend = number < 0 ? &here : &out->bends[number];
        for (uint32_t i = 0; i < out->count; i++) {
            qm__rect_bend *to = &out->bends[i];
            const double cost = bend->cost + far_from(bend->at, to->at);
            if (!to->done && cost <= limit && (to->cost < 0 || cost < to->cost) &&
                qm__rect_slides(levels, crowd, rect, bend->at, to->at)) {
                to->cost = cost;
                to->before = number;
            }
        }
        if (number < 0) {
            here.cost = -1; /* the beginning is done once */
        } else {
            out->bends[number].done = true;
        }
    }
}

double qm__rect_ways_to(const qm__levels *levels, const qm__crowd *crowd, const qm__rect *rect,
                        const qm__rect_ways *ways, qm__spot to, double limit, int32_t *last) {
    double best = -1;
    for (uint32_t i = 0; i < ways->count; i++) {
        const qm__rect_bend *bend = &ways->bends[i];
        const double cost = bend->cost + far_from(bend->at, to);
        if (bend->cost >= 0 && cost <= limit && (best < 0 || cost < best) &&
            qm__rect_slides(levels, crowd, rect, bend->at, to)) {
            best = cost;
            *last = (int32_t)i;
        }
    }
    return best;
}
