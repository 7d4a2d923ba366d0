/* Jumps and drops: take-offs along rims, joined with the nearest places where one can land.
 *
 * A flight takes off with the centre on a rim (with whole support one radius inside), goes straight in plan, passes
 * over what is no higher than the take-off and its clearance, and lands where it first comes to places where the base
 * can be (links_landings.c). Every take-off curve is joined with every landing curve within the longest jump.
 *
 * A pair of curves is one link. Mostly all flights between the two are clear; when something tall stands among them the
 * link says so, and whoever takes a flight asks for it alone. Rejected: cutting the pair into many small ones, as the
 * clear part of it is bounded by tangents of that obstacle and no product of two stretches.
 */
#include "space/table/links_landings.h"

/* ----------------------------------------------------------------------------------------------------------- joining
 */

/* The part of a straight curve on the side of a line to which `normal` points. False when there is none. */
static bool clip_side(qm__curve *curve, qm__xy p, qm__xy normal) {
    const double a = qm__dot(qm__minus(curve->a, p), normal), b = qm__dot(qm__minus(curve->b, p), normal);
    if (a < 0 && b < 0) {
        return false;
    }
    if (a < 0 || b < 0) {
        const qm__xy at = qm__along(curve->a, qm__minus(curve->b, curve->a), a / (a - b));
        *(a < 0 ? &curve->a : &curve->b) = at;
    }
    return true;
}

/* The part of a straight curve within a distance of a straight one; the distance is convex along it, so it is one
 * stretch. */
static bool clip_near(qm__curve *curve, const qm__curve *other, double distance) {
    const double square = distance * distance;
    double low = 0, high = 1; /* of the nearest place, by thirds */
    for (int i = 0; i < 60; i++) {
        const double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (qm__point_segment_square(qm__curve_point(curve, a), other->a, other->b) <=
            qm__point_segment_square(qm__curve_point(curve, b), other->a, other->b)) {
            high = b;
        } else {
            low = a;
        }
    }
    const double nearest = (low + high) / 2;
    if (qm__point_segment_square(qm__curve_point(curve, nearest), other->a, other->b) > square + distance) {
        return false;
    }
    double ends[2] = {0, 1};
    for (int k = 0; k < 2; k++) {
        double good = nearest, bad = k;
        if (qm__point_segment_square(qm__curve_point(curve, bad), other->a, other->b) <= square) {
            continue;
        }
        for (int i = 0; i < 50; i++) {
            const double middle = (good + bad) / 2;
            if (qm__point_segment_square(qm__curve_point(curve, middle), other->a, other->b) <= square) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        ends[k] = good;
    }
    *curve = qm__curve_cut(curve, ends[0], ends[1]);
    return true;
}

static double least_between(const qm__curve *off, const qm__curve *on) {
    if (on->radius <= 0) {
        return qm__root(qm__segments_square(off->a, off->b, on->a, on->b));
    }
    double best = 1e300;
    for (int k = 0; k <= 2; k++) { /* from both ends and the middle of the arc, back and forth */
        qm__xy p = qm__curve_point(on, k * 0.5), q = p;
        for (int i = 0; i < 64; i++) {
            q = qm__curve_point(off, qm__curve_nearest(off, p));
            p = qm__curve_point(on, qm__curve_nearest(on, q));
        }
        best = qm__least(best, qm__apart(p, q));
    }
    return best;
}

static double most_between(const qm__curve *off, const qm__curve *on) {
    double most = 0;
    const int arc = on->radius > 0 ? 8 : 1;
    for (int i = 0; i <= arc; i++) {
        const qm__xy p = qm__curve_point(on, (double)i / arc);
        most = qm__most(most, qm__most(qm__apart(p, off->a), qm__apart(p, off->b)));
    }
    return arc > 1 ? most + on->radius * 0.02 : most;
}

/* The shortest stretch between the edge that is left and the surfaces at the height of the landing that flights come
 * over. The solid that is left counts only where it is landed on again. */
static double gap_between(const qm__flights *f, const qm__face *face, const qm__curve *off, const qm__landing *to,
                          double most) {
    const qm__table *table = f->linking->table;
    const qm__xy p = qm__curve_point(&to->curve, 0.5);
    qm__xy points[8] = {off->a, off->b};
    const int count = 2 + qm__curve_around(&to->curve, points + 2);
    double least = most * most;
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        const qm__table one = qm__table_of_one(table, i);
        if (prism->top != f->on_z || !(prism->flags & QM__PRISM_WALKABLE) ||
            ((int32_t)i == face->prism ? !qm__polygon_has(table, &prism->polygon, p.x, p.y, QM__SLACK)
                                       : qm__air_free_hull(&one, f->on_z - 1, f->on_z, points, count, 0))) {
            continue;
        }
        qm__edge e;
        for (qm__edges at = qm__edges_of(table, &prism->polygon); qm__edges_next(&at, &e);) {
            least = qm__least(least, qm__segments_square(face->a, face->b, e.a, e.b));
        }
    }
    return qm__root(least);
}

/* All flights between two straight curves are stopped by one and the same edge: the shadow of an edge is convex, so it
 * is enough that the four outermost ones are. */
static bool all_stopped(const qm__flights *f, int32_t low, int32_t high, const qm__curve *off, const qm__curve *on) {
    const qm__table *table = f->linking->table;
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        qm__edge e;
        if (!qm__range_meets(prism->bottom, prism->top, low, high) || qm__is_landed_on(prism, f->on_z)) {
            continue;
        }
        for (qm__edges at = qm__edges_of(table, &prism->polygon); qm__edges_next(&at, &e);) {
            if (qm__segments_cross(off->a, on->a, e.a, e.b) && qm__segments_cross(off->a, on->b, e.a, e.b) &&
                qm__segments_cross(off->b, on->a, e.a, e.b) && qm__segments_cross(off->b, on->b, e.a, e.b)) {
                return true;
            }
        }
    }
    return false;
}

/* Whether the base touches terrain all along a curve, as far as its ends and its middle tell. */
static bool stands_along(const qm__flights *f, const qm__prism *prism, const qm__curve *curve, int32_t z) {
    bool stands = true;
    for (int i = 0; i <= 2 && stands; i++) {
        stands = qm__flight_stands_on(f->linking->table, prism, qm__curve_point(curve, i * 0.5), z, f->linking->radius);
    }
    return stands;
}

/* Low things that may bar some flight of a family: whether there are none. */
static bool no_low_things(const qm__flights *f, int32_t low, int32_t high, const qm__curve *off, const qm__curve *on,
                          const qm__xy *points, int count) {
    const qm__table *table = f->linking->table;
    for (uint32_t i = 0; low < high && i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        const qm__table one = qm__table_of_one(table, i);
        const bool solid = prism->top > low;
        if (solid ? qm__is_landed_on(prism, f->on_z) : !prism->polygon.railed) {
            continue;
        }
        const bool own = !solid && (stands_along(f, prism, off, f->off_z) || stands_along(f, prism, on, f->on_z));
        if (!qm__air_free_hull(&one, own ? prism->top + f->linking->walker->step : low, high, points, count,
                               f->linking->radius)) {
            return false;
        }
    }
    return true;
}

/* Whether all flights of a family are free of terrain. */
static bool air_of_family(const qm__flights *f, const qm__curve *off, const qm__curve *on) {
    const qm__linking *l = f->linking;
    const int32_t rise = f->on_z - f->off_z, bar = qm__flight_bar(l->rules, l->walker, f->off_z, rise);
    int32_t low, high;
    qm__xy points[8] = {off->a, off->b};
    const int count = 2 + qm__curve_around(on, points + 2);
    qm__flight_heights(l->rules, l->walker, f->off_z, rise, &low, &high);
    return qm__air_free_hull(l->table, low, high, points, count, l->radius) &&
           no_low_things(f, bar, low, off, on, points, count);
}

/* How far a landing goes out beyond a rim: an arc may have both ends on its line. */
static double goes_out(const qm__face *face, const qm__curve *off, const qm__curve *on) {
    double most = 0;
    for (int i = 0; i <= 2; i++) {
        most = qm__most(most, qm__dot(qm__minus(qm__curve_point(on, i * 0.5), off->a), face->out));
    }
    return most;
}

static void join(qm__flights *f, const qm__face *face, qm__curve off, qm__landing to, qm__link_kind kind) {
    qm__linking *l = f->linking;
    const double longest = l->rules->jump_most;
    if (to.curve.radius <= 0 &&
        (!clip_side(&to.curve, off.a, face->out) || !clip_side(&off, to.curve.a, (qm__xy){-to.in.x, -to.in.y}) ||
         !clip_near(&to.curve, &off, longest) || !clip_near(&off, &to.curve, longest))) {
        return;
    }
    if (goes_out(face, &off, &to.curve) < QM__OUTWARDS ||
        (to.curve.radius <= 0 && qm__most(qm__dot(qm__minus(to.curve.a, off.a), to.in),
                                          qm__dot(qm__minus(to.curve.a, off.b), to.in)) < QM__OUTWARDS)) {
        return;
    }
    const int32_t rise = f->on_z - f->off_z;
    int32_t low, high;
    qm__flight_heights(l->rules, l->walker, f->off_z, rise, &low, &high);
    low = qm__flight_bar(l->rules, l->walker, f->off_z, rise);
    const double least = least_between(&off, &to.curve);
    const bool clear = air_of_family(f, &off, &to.curve);
    if (least > longest + QM__CARE || (!clear && to.curve.radius <= 0 && all_stopped(f, low, high, &off, &to.curve))) {
        return;
    }
    const qm__link link = {
        .kind = (uint8_t)kind,
        .some = !clear,
        .from = qm__level_at(l->levels, f->off_z),
        .to = to.level,
        .off = off,
        .on = to.curve,
        .out = face->out,
        .rise = rise,
        .prism = qm__rim_prism(l->rims, face, qm__dot(qm__minus(qm__curve_point(&off, 0.5), face->a), face->u)),
        .below_z = face->below_z,
        .least = least,
        .most = qm__least(most_between(&off, &to.curve), longest),
        .gap = kind != QM__LINK_JUMP          ? 0
               : to.edge && !l->walker->whole ? least
                                              : gap_between(f, face, &off, &to, least)};
    qm__link_add(l, &link);
}

/* An arc may lie on both sides of the rim's line: cuts it there. */
static void join_cut(qm__flights *f, const qm__face *face, qm__curve off, const qm__landing *to, qm__link_kind kind) {
    if (to->curve.radius <= 0) {
        join(f, face, off, *to, kind);
        return;
    }
    const double sweep = qm__curve_sweep(&to->curve);
    const qm__track track = {to->curve.centre, qm__unit(qm__minus(to->curve.a, to->curve.centre)), sweep,
                             to->curve.radius};
    qm__events *events = &f->linking->events;
    qm__events_start(events);
    const double far = qm__apart(off.a, to->curve.centre) + 2 * to->curve.radius;
    qm__events_around(events, &track, qm__along(off.a, face->u, -far), qm__along(off.a, face->u, far), 0);
    double cuts[8] = {0};
    int n = 1;
    qm__sort_doubles(events->items, events->count);
    for (uint32_t i = 0; i < events->count && n < 7; i++) {
        cuts[n++] = events->items[i] / sweep;
    }
    cuts[n++] = 1;
    double begin = -1;
    for (int i = 0; i + 1 < n; i++) {
        const qm__xy middle = qm__curve_point(&to->curve, (cuts[i] + cuts[i + 1]) / 2);
        const bool out = qm__dot(qm__minus(middle, off.a), face->out) > 0;
        if (out && begin < 0) {
            begin = cuts[i];
        }
        if (begin >= 0 && (!out || i + 2 == n)) {
            qm__landing part = *to;
            part.curve = qm__curve_cut(&to->curve, begin, out ? cuts[i + 1] : cuts[i]);
            join(f, face, off, part, kind);
            begin = -1;
        }
    }
}

/* --------------------------------------------------------------------------------------------------------- take-offs
 */

static unsigned off_test(const void *context, qm__xy p, double s) {
    const qm__flights *f = context;
    (void)s;
    return qm__passes(f->linking->levels, NULL, (qm__spot){p.x, p.y, qm__level_at(f->linking->levels, f->off_z)},
                      QM__CARE, NULL);
}

static void off_events(const qm__flights *f, const qm__track *track) {
    qm__linking *l = f->linking;
    const int level = qm__level_at(l->levels, f->off_z);
    const double r = l->radius, w = l->table->width, d = l->table->depth;
    const qm__xy corners[4] = {{r, r}, {w - r, r}, {w - r, d - r}, {r, d - r}};
    const qm__xy end = qm__track_point(track, track->length);
    uint32_t count;
    qm__events_start(&l->events);
    for (int k = 0; k < 4; k++) {
        qm__events_around(&l->events, track, corners[k], corners[(k + 1) % 4], 0);
    }
    const qm__wall *walls = qm__walls(l->levels, level, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (qm__segments_square(track->o, end, walls[i].a, walls[i].b) <= (r + 2) * (r + 2)) {
            qm__events_around(&l->events, track, walls[i].a, walls[i].b, r);
        }
    }
    const qm__border *borders = qm__borders(l->levels, level, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (qm__segments_square(track->o, end, borders[i].a, borders[i].b) <= 4) {
            qm__events_around(&l->events, track, borders[i].a, borders[i].b, 0);
        }
    }
}

/* Finds the take-off curves of a face once; at most `max` of them, as a rim is rarely cut. */
static uint32_t find_offs(qm__flights *f, const qm__face *face, qm__curve *out, uint32_t max) {
    const qm__track track = qm__face_top(f->linking, face);
    uint32_t count = 0;
    double low, high;
    off_events(f, &track);
    qm__events_ask(&f->linking->events, &track, off_test, f);
    for (uint32_t cell = 0; qm__events_run(&f->linking->events, 1, &cell, &low, &high);) {
        if (count == max) {
            f->linking->events.lost = true;
            break;
        }
        out[count++] = qm__track_curve(&track, low, high);
    }
    return count;
}

enum { OFFS_MAX = 64 };

static void fly_from(qm__flights *f, const qm__face *face) {
    const qm__link_kind kind = (qm__link_kind)qm__flight_kind(f, face->below_z, f->on_z);
    qm__curve offs[OFFS_MAX];
    const uint32_t count = find_offs(f, face, offs, OFFS_MAX);
    const double reach = f->linking->rules->jump_most;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < f->count; k++) {
            const qm__landing *to = &f->landings[k];
            const double by = reach + (to->curve.radius > 0 ? 2 * to->curve.radius : 0);
            if (qm__segments_square(offs[i].a, offs[i].b, to->curve.a, to->curve.b) <= by * by) {
                join_cut(f, face, offs[i], to, kind);
            }
        }
    }
}

/* All flights between two heights: rims with the same first places together. */
static void fly_between(qm__flights *f, uint8_t *done) {
    for (uint32_t i = 0; i < f->face_count; i++) {
        done[i] = f->faces[i].z != f->off_z || !qm__flight_kind(f, f->faces[i].below_z, f->on_z);
    }
    for (uint32_t i = 0; i < f->face_count; i++) {
        if (done[i]) {
            continue;
        }
        f->below_z = f->faces[i].below_z;
        qm__find_landings(f);
        for (uint32_t k = i; k < f->face_count; k++) {
            if (!done[k] && qm__alike_below(f, f->below_z, f->faces[k].below_z)) {
                fly_from(f, &f->faces[k]);
                done[k] = 1;
            }
        }
    }
}

void qm__link_flights(qm__linking *linking, const qm__face *faces, uint32_t count) {
    qm__flights f = {.linking = linking, .faces = faces, .face_count = count};
    const int levels = qm__level_count(linking->levels);
    uint8_t *done = qm__arena_array(linking->arena, count + 1u, 1);
    if (!done) {
        linking->failed = true;
        return;
    }
    for (int from = 0; from < levels; from++) {
        f.off_z = qm__level_height(linking->levels, from);
        for (int to = 0; to < levels; to++) {
            f.on_z = qm__level_height(linking->levels, to);
            f.on_level = to;
            f.column_low = f.on_z + linking->walker->step;
            f.column_high = (f.on_z > f.off_z ? f.on_z : f.off_z) + linking->walker->height;
            fly_between(&f, done);
        }
    }
}
