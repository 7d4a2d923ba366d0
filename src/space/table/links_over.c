/* Climbs over what is too thin to stand on: from foot to foot, straight over the top.
 *
 * Between two feet, asked for one by one (qm__over_find), may be whatever a straight line crosses; the highest of it is
 * climbed. Links over such solids are found along pairs of parallel faces of one solid: what is asked along them is
 * that same question, so that every climb of such a link can be asked for. Faces that are not parallel make no links:
 * how far it is across would be another everywhere.
 *
 * Invariant: there is no place to stand on the way over the top; any other solid is climbed up and down by two links.
 */
#include "space/table/levels_inside.h"
#include "space/table/links_inside.h"

#define THIN 1.0    /* units: a line as the air of the table sees it, which knows discs alone */
#define ROUNDED 3.0 /* units: faces whose distance varies by no more are parallel: corners are whole units */

/* ------------------------------------------------------------------------------------------------------ between two
 * feet
 */

static bool beside(const qm__table *table, const qm__prism *prism, qm__xy p, double radius) {
    const double apart = qm__polygon_edge_distance(table, &prism->polygon, p.x, p.y) - radius;
    return apart <= QM__LINK_TOUCH && apart >= -QM__LINK_TOUCH;
}

/* How far the line is free of a solid. */
static double way_to(const qm__table *one, int32_t low, int32_t high, qm__xy from, qm__xy to) {
    double least = 0, most = 1;
    for (int i = 0; i < 40; i++) {
        const double middle = (least + most) / 2;
        if (qm__air_free(one, low, high, from, qm__along(from, qm__minus(to, from), middle), THIN, 0)) {
            least = middle;
        } else {
            most = middle;
        }
    }
    return least * qm__apart(from, to) + THIN;
}

/* Along the face of a solid that a line comes to first; of one that only grazes it, beside that line. */
static qm__xy first_face(const qm__table *table, const qm__prism *prism, qm__xy from, qm__xy to) {
    const qm__xy way = qm__minus(to, from);
    qm__xy face = {0, 0};
    double least = QM__FAR;
    qm__edge e;
    for (qm__edges at = qm__edges_of(table, &prism->polygon); qm__edges_next(&at, &e);) {
        const qm__xy along = qm__minus(e.b, e.a);
        const double across = qm__cross(way, along);
        const double part = across != 0 ? qm__cross(qm__minus(e.a, from), along) / across : 0;
        const double rank =
            qm__segments_cross(from, to, e.a, e.b) ? part : 1 + qm__root(qm__segments_square(from, to, e.a, e.b));
        if (rank < least) {
            least = rank;
            face = along;
        }
    }
    return face;
}

static bool rises_over(const qm__prism *prism, int32_t z) {
    return prism->top > z && prism->bottom <= z;
}

/* What the line crosses. */
typedef struct crossing {
    int32_t low;   /* a step above both feet */
    bool from, to; /* something beside that foot can be climbed from there */
    double way;    /* to where what is beside `from` begins */
} crossing;

static crossing cross_all(const qm__levels *levels, qm__spot from, qm__spot to, qm__over *out) {
    const qm__table *table = qm__levels_table(levels);
    const qm__walker *walker = qm__levels_walker(levels);
    const int32_t foot = qm__level_height(levels, from.level) + walker->step;
    const int32_t other = qm__level_height(levels, to.level) + walker->step;
    const int32_t low = foot > other ? foot : other, high = low + QM__COORDINATE_MAX;
    const qm__xy a = {from.x, from.y}, b = {to.x, to.y};
    crossing found = {.low = low};
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        const qm__table one = qm__table_of_one(table, i);
        if (!rises_over(prism, low) || !qm__box_near(&prism->polygon.box, a, b, THIN) ||
            qm__air_free(&one, low, high, a, b, THIN, 0)) {
            continue;
        }
        out->sheer = out->sheer || (prism->flags & QM__PRISM_SHEER) != 0;
        found.to = found.to || (prism->bottom <= other && beside(table, prism, b, walker->radius));
        if (prism->bottom <= foot && beside(table, prism, a, walker->radius)) {
            found.from = true;
            found.way = way_to(&one, low, high, a, b);
            out->face = first_face(table, prism, a, b);
        }
        if (out->prism == QM__NOTHING || prism->top > out->top) {
            out->prism = (int32_t)i;
            out->top = prism->top;
        }
    }
    return found;
}

/* The first part of a line, beyond one, at which it comes into or out of something that rises over a height; 1 when
 * there is none. */
static double next_side(const qm__table *table, int32_t low, qm__xy from, qm__xy to, double part) {
    const qm__xy d = qm__minus(to, from);
    double next = 1;
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        if (!rises_over(prism, low) || !qm__box_near(&prism->polygon.box, from, to, 0)) {
            continue;
        }
        next = qm__next_crossing(table, &prism->polygon, from, d, part, next);
    }
    return next;
}

static bool is_solid(const qm__table *table, int32_t low, qm__xy p) {
    for (uint32_t i = 0; i < table->prism_count; i++) {
        if (rises_over(&table->prisms[i], low) && qm__polygon_has(table, &table->prisms[i].polygon, p.x, p.y, 0)) {
            return true;
        }
    }
    return false;
}

/* Whether there is a gap, between what the line crosses, that is as wide as that: one comes down into it. */
static bool has_gap(const qm__table *table, int32_t low, qm__xy from, qm__xy to, double wide) {
    const double length = qm__apart(from, to);
    double left = -1, next; /* where it came out of something */
    for (double part = 0; part < 1; part = next) {
        next = next_side(table, low, from, to, part);
        if (!is_solid(table, low, qm__along(from, qm__minus(to, from), (part + next) / 2))) {
            continue;
        }
        if (left >= 0 && (part - left) * length >= wide) {
            return true;
        }
        left = next;
    }
    return false;
}

/* Whether a base finds a place on the top along the line: as far as its ends and its middle tell. */
static bool has_room(const qm__levels *levels, int32_t top, double way, qm__xy from, qm__xy to) {
    const double first = way / qm__apart(from, to);
    const int32_t level = qm__level_at(levels, top);
    bool room = false;
    for (int i = 0; i <= 2 && !room && level >= 0; i++) {
        const qm__xy p = qm__along(from, qm__minus(to, from), first + (1 - 2 * first) * i / 2);
        room = qm__passes(levels, NULL, qm__spot_at(p, level), QM__SLACK, NULL);
    }
    return room;
}

/* Whether the way up at the one foot, over the top and down at the other is free. */
static bool way_is_free(const qm__levels *levels, qm__spot from, qm__spot to, int32_t top) {
    const qm__table *table = qm__levels_table(levels);
    const qm__walker *walker = qm__levels_walker(levels);
    const qm__xy a = {from.x, from.y}, b = {to.x, to.y};
    const int32_t foot = qm__level_height(levels, from.level) + walker->step, head = top + walker->height;
    const int32_t other = qm__level_height(levels, to.level) + walker->step;
    const double radius = walker->radius;
    return qm__air_free(table, top, head, a, b, radius, QM__CARE) &&
           qm__air_free(table, foot, head, a, a, radius, QM__SLACK) &&
           qm__air_free(table, other, head, b, b, radius, QM__SLACK);
}

bool qm__over_find(const qm__levels *levels, qm__spot from, qm__spot to, qm__over *out) {
    const qm__xy a = {from.x, from.y}, b = {to.x, to.y};
    *out = (qm__over){.prism = QM__NOTHING};
    const crossing found = cross_all(levels, from, to, out);
    if (!found.from || !found.to || has_room(levels, out->top, found.way, a, b) ||
        has_gap(qm__levels_table(levels), found.low, a, b, 2 * (double)qm__levels_walker(levels)->radius) ||
        !way_is_free(levels, from, to, out->top)) {
        return false;
    }
    const qm__xy face = qm__unit(out->face), way = qm__minus(b, a);
    const double across = qm__cross(face, way), sideways = qm__dot(face, way);
    out->across = across < 0 ? -across : across;
    out->sideways = sideways < 0 ? -sideways : sideways;
    return true;
}

/* --------------------------------------------------------------------------------------------------- along two faces
 */

/* Climbing over a solid from one level to another. */
typedef struct overing {
    qm__linking *linking;
    uint32_t prism;
    qm__track foot; /* along the first face, as far as the second lies behind it */
    qm__xy out;     /* away from the solid there */
    double across;  /* from foot to foot */
    int from, to;   /* levels */
} overing;

static qm__xy other_foot(const overing *o, qm__xy foot) {
    return qm__along(foot, o->out, -o->across);
}

static unsigned over_test(const void *context, qm__xy foot, double s) {
    const overing *o = context;
    const qm__levels *levels = o->linking->levels;
    const qm__spot from = qm__spot_at(foot, o->from), to = qm__spot_at(other_foot(o, foot), o->to);
    qm__over found;
    (void)s;
    return (qm__passes(levels, NULL, from, QM__CARE, NULL) ? QM__CLIMB_FOOT : 0u) |
           (qm__passes(levels, NULL, to, QM__CARE, NULL) ? QM__CLIMB_TOP : 0u) |
           (qm__over_find(levels, from, to, &found) && !found.sheer && found.prism == (int32_t)o->prism ? QM__CLIMB_WAY
                                                                                                        : 0u);
}

/* All places along the faces where something can change: at both feet, half way over the top, and beside corners that
 * the base or its middle passes. */
static void over_events(const overing *o) {
    qm__linking *l = o->linking;
    const double r = l->radius;
    const qm__track *foot = &o->foot;
    qm__track tracks[3] = {*foot, *foot, *foot};
    tracks[1].o = qm__along(foot->o, o->out, -o->across / 2);
    tracks[2].o = other_foot(o, foot->o);
    const qm__xy begin = foot->o, end = qm__track_point(&tracks[2], foot->length);
    const double w = l->table->width, d = l->table->depth;
    const qm__xy corners[4] = {{0, 0}, {w, 0}, {w, d}, {0, d}};
    qm__events_start(&l->events);
    for (int k = 0; k < 4; k++) {
        qm__events_around(&l->events, &tracks[0], corners[k], corners[(k + 1) % 4], r);
        qm__events_around(&l->events, &tracks[2], corners[k], corners[(k + 1) % 4], r);
    }
    for (uint32_t i = 0; i < l->table->prism_count; i++) {
        const qm__prism *prism = &l->table->prisms[i];
        qm__edge e;
        if (!qm__box_near(&prism->polygon.box, (qm__xy){qm__least(begin.x, end.x), qm__least(begin.y, end.y)},
                          (qm__xy){qm__most(begin.x, end.x), qm__most(begin.y, end.y)}, 2 * r)) {
            continue;
        }
        for (qm__edges at = qm__edges_of(l->table, &prism->polygon); qm__edges_next(&at, &e);) {
            const double at_a = qm__dot(foot->u, qm__minus(e.a, foot->o));
            for (int k = 0; k < 3; k++) {
                qm__events_around(&l->events, &tracks[k], e.a, e.b, r);
                qm__events_around(&l->events, &tracks[k], e.a, e.b, 0);
            }
            qm__events_add(&l->events, foot, at_a - r);
            qm__events_add(&l->events, foot, at_a);
            qm__events_add(&l->events, foot, at_a + r);
        }
    }
}

static void add_over(const void *context, double foot_low, double foot_high, double top_low, double top_high) {
    const overing *o = context;
    qm__linking *l = o->linking;
    const qm__levels *levels = l->levels;
    qm__curve on = qm__track_curve(&o->foot, top_low, top_high);
    on.a = other_foot(o, on.a);
    on.b = other_foot(o, on.b);
    const int32_t from = qm__level_height(levels, o->from), to = qm__level_height(levels, o->to);
    const qm__link link = {.kind = QM__LINK_CLIMB,
                           .from = o->from,
                           .to = o->to,
                           .off = qm__track_curve(&o->foot, foot_low, foot_high),
                           .on = on,
                           .out = o->out,
                           .rise = to - from,
                           .over = l->table->prisms[o->prism].top - from,
                           .prism = (int32_t)o->prism,
                           .below_z = from,
                           .least = o->across,
                           .most = o->across + l->rules->leeway};
    qm__link_add(l, &link);
}

/* The part of a face behind which another face of the solid is, parallel to it: false when there is none. */
static bool faces_match(const qm__linking *linking, const qm__edge *a, const qm__edge *b, overing *o) {
    const qm__xy u = qm__unit(qm__minus(a->b, a->a)), out = {u.y, -u.x};
    const qm__xy begin = qm__minus(b->b, a->a), way = qm__minus(b->a, b->b);
    const double along = qm__dot(u, way), length = qm__apart(a->a, a->b);
    if (along <= 0) {
        return false;
    }
    const double low = qm__most(qm__dot(u, begin), 0), high = qm__least(qm__dot(u, begin) + along, length);
    const double turn = -qm__dot(out, way) / along, depth = -qm__dot(out, begin) - turn * qm__dot(u, begin);
    const double first = depth + turn * low, last = depth + turn * high;
    const double varies =
        (turn < 0 ? -turn : turn) * qm__least(length, along); /* the same of both, whichever is first */
    if (high <= low || qm__least(first, last) <= 0 || varies > ROUNDED) {
        return false;
    }
    const double r = linking->radius;
    o->foot = (qm__track){qm__along(qm__along(a->a, u, low), out, r), u, high - low, 0};
    o->out = out;
    o->across = qm__most(first, last) + 2 * r;
    return true;
}

/* Whether all of a top that is stood on, between two faces, has room for the base. */
static bool is_broad(const overing *o) {
    const qm__prism *prism = &o->linking->table->prisms[o->prism];
    return qm__prism_surface(prism) && (!o->linking->walker->whole || o->across >= 4 * o->linking->radius);
}

static void over_levels(overing *o) {
    qm__linking *l = o->linking;
    const qm__prism *prism = &l->table->prisms[o->prism];
    const int count = qm__level_count(l->levels);
    const qm__xy a = o->foot.o, b = qm__track_point(&o->foot, o->foot.length);
    for (o->from = 0; o->from < count; o->from++) {
        const int32_t z = qm__level_height(l->levels, o->from) + l->walker->step;
        if (prism->top <= z || prism->bottom > z || !qm__level_possible(l, o->from, a, b)) {
            continue;
        }
        for (o->to = 0; o->to < count; o->to++) {
            const int32_t other = qm__level_height(l->levels, o->to) + l->walker->step;
            if (prism->top > other && prism->bottom <= other &&
                qm__level_possible(l, o->to, other_foot(o, a), other_foot(o, b))) {
                over_events(o);
                qm__events_ask(&l->events, &o->foot, over_test, o);
                qm__climbs_join(&l->events, l->rules->leeway, add_over, o);
            }
        }
    }
}

void qm__link_overs(qm__linking *linking) {
    const qm__table *table = linking->table;
    overing o = {.linking = linking};
    for (o.prism = 0; o.prism < table->prism_count; o.prism++) {
        const qm__prism *prism = &table->prisms[o.prism];
        qm__edge a, b;
        for (qm__edges i = qm__edges_of(table, &prism->polygon);
             !(prism->flags & QM__PRISM_SHEER) && qm__edges_next(&i, &a);) {
            for (qm__edges k = qm__edges_of(table, &prism->polygon); qm__edges_next(&k, &b);) {
                if (faces_match(linking, &a, &b, &o) && !is_broad(&o)) {
                    over_levels(&o);
                }
            }
        }
    }
}
