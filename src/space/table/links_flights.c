/* Jumps and drops: flights from a rim to the nearest places where one can land.
 *
 * A flight takes off with the centre on a rim (with whole support one radius inside), goes straight in plan, passes
 * over what is no higher than the take-off and its clearance, and lands where it first comes to places where the base
 * can be. So the landing curves of a level are the borders of its free places: edges of its surfaces, edges of low
 * solids on it, and the parallels and corner circles of everything that reaches into the column between the landing and
 * the head of who comes down. They are found once for each pair of heights and joined with every take-off within the
 * longest jump.
 *
 * A pair of curves is one link. Mostly all flights between the two are clear; when something tall stands among them the
 * link says so, and whoever takes a flight asks for it alone. Rejected: cutting the pair into many small ones, as the
 * clear part of it is bounded by tangents of that obstacle and no product of two stretches.
 */
#include "base/angle.h"
#include "space/table/links_inside.h"

#include <string.h>

#define BEFORE 1.0 /* units: how far before the landing one looks whether it could have landed there already */

/* Where one can land. */
typedef struct landing {
    qm__curve curve;
    qm__xy in; /* straight: flights come in this way; arcs: (0, 0) */
    int level;
} landing;

typedef struct flights {
    qm__linking *linking;
    const qm__face *faces;
    uint32_t face_count;
    int32_t off_z, on_z; /* heights of take-off and landing */
    int on_level;
    int32_t column_low, column_high;
    landing *landings;
    uint32_t count, max;
} flights;

/* ---------------------------------------------------------------------------------------------------------- landings
 */

/* Whether a base could be here on a level within a step of the landing. */
static bool could_land(const flights *f, qm__xy p) {
    const qm__linking *l = f->linking;
    for (int i = 0; i < qm__level_count(l->levels); i++) {
        const int32_t z = qm__level_height(l->levels, i);
        if (z >= f->on_z - l->walker->step && z <= f->on_z + l->walker->step && z <= f->off_z + l->rules->rise_most &&
            qm__passes(l->levels, NULL, (qm__spot){p.x, p.y, i}, QM__CARE, NULL) &&
            qm__air_free(l->table, z + l->walker->step, f->column_high, p, p, l->radius, QM__CARE)) {
            return true;
        }
    }
    return false;
}

/* The way that flights come in at a place of a track: given for lines, away from the centre on circles. */
typedef struct landing_ask {
    const flights *flights;
    const qm__track *track;
    qm__xy in;
} landing_ask;

static unsigned landing_test(const void *context, qm__xy p, double s) {
    const landing_ask *ask = context;
    const flights *f = ask->flights;
    (void)s;
    const qm__linking *l = f->linking;
    if (!qm__passes(l->levels, NULL, (qm__spot){p.x, p.y, f->on_level}, QM__CARE, NULL) ||
        !qm__air_free(l->table, f->column_low, f->column_high, p, p, l->radius, QM__CARE)) {
        return 0;
    }
    const qm__xy in = ask->track->radius > 0 ? qm__unit(qm__minus(p, ask->track->o)) : ask->in;
    return !could_land(f, qm__along(p, in, -BEFORE));
}

/* What a prism is to those who land: its edges are kept off (tall), or are borders (its top or a low solid), or
 * nothing. */
enum { NOTHING = 0, TALL = 1, BORDER = 2 };

static unsigned role_of(const flights *f, const qm__prism *prism) {
    const int32_t z = f->on_z, step = f->linking->walker->step;
    unsigned role = 0;
    if (qm__range_meets(prism->bottom, prism->top, f->column_low, f->column_high) ||
        ((prism->flags & QM__PRISM_IMPASSABLE) && qm__range_meets(prism->bottom, prism->top, z, f->column_high))) {
        role |= TALL;
    }
    if (prism->top >= z - step && prism->top <= z + step) {
        role |= BORDER;
    }
    return role;
}

static bool rail_stops(const flights *f, const qm__prism *prism, int32_t rail) {
    return rail > 0 && qm__range_meets(prism->top, prism->top + rail, f->column_low, f->column_high);
}

/* Everything that can change something along a track. */
static void landing_events(const flights *f, const qm__track *track, qm__xy least, qm__xy most) {
    qm__linking *l = f->linking;
    const double r = l->radius, w = l->table->width, d = l->table->depth;
    const qm__xy corners[4] = {{r, r}, {w - r, r}, {w - r, d - r}, {r, d - r}};
    for (int k = 0; k < 4; k++) {
        qm__events_around(&l->events, track, corners[k], corners[(k + 1) % 4], 0);
    }
    for (uint32_t i = 0; i < l->table->prism_count; i++) {
        const qm__prism *prism = &l->table->prisms[i];
        const unsigned role = role_of(f, prism);
        qm__edge e;
        if (prism->bottom >= f->column_high || !qm__box_near(&prism->polygon.box, least, most, r + 2)) {
            continue;
        }
        for (qm__edges at = qm__edges_of(l->table, &prism->polygon); qm__edges_next(&at, &e);) {
            if ((role & TALL) || rail_stops(f, prism, e.rail)) {
                qm__events_around(&l->events, track, e.a, e.b, r);
            }
            if (role & BORDER) {
                qm__events_around(&l->events, track, e.a, e.b, 0);
            }
        }
    }
    if (l->walker->whole) {
        uint32_t count;
        const qm__wall *walls = qm__walls(l->levels, f->on_level, &count);
        for (uint32_t i = 0; i < count; i++) {
            if (walls[i].rim) {
                qm__events_around(&l->events, track, walls[i].a, walls[i].b, r);
            }
        }
    }
}

static bool near_faces(const flights *f, qm__xy a, qm__xy b, double by) {
    const double reach =
        (double)f->linking->rules->jump_most + by + (f->linking->walker->whole ? f->linking->radius : 0);
    for (uint32_t i = 0; i < f->face_count; i++) {
        if (f->faces[i].z == f->off_z && qm__segments_square(f->faces[i].a, f->faces[i].b, a, b) <= reach * reach) {
            return true;
        }
    }
    return false;
}

static void add_landing(flights *f, const landing *found) {
    for (uint32_t i = 0; i < f->count; i++) { /* shared walls give the same line twice */
        const landing *old = &f->landings[i];
        if (qm__apart(old->curve.a, found->curve.a) < 0.01 && qm__apart(old->curve.b, found->curve.b) < 0.01 &&
            (old->curve.radius > 0) == (found->curve.radius > 0) && qm__apart(old->in, found->in) < 0.01) {
            return;
        }
    }
    if (f->count == f->max) {
        const uint32_t max = f->max ? f->max * 2 : 64;
        landing *items = qm__arena_array(f->linking->arena, max, sizeof *items);
        if (!items) {
            f->linking->failed = true;
            return;
        }
        if (f->count) {
            memcpy(items, f->landings, f->count * sizeof *items);
        }
        f->landings = items;
        f->max = max;
    }
    f->landings[f->count++] = *found;
}

static void ask_track(flights *f, const qm__track *track, qm__xy in) {
    const landing_ask ask = {f, track, in};
    const qm__xy end = qm__track_point(track, track->length);
    const double by = track->radius;
    const qm__xy least = {qm__least(track->o.x, end.x) - by, qm__least(track->o.y, end.y) - by};
    const qm__xy most = {qm__most(track->o.x, end.x) + by, qm__most(track->o.y, end.y) + by};
    double low, high;
    /* Where one could have landed before is asked beside the track. */
    qm__track before = *track;
    if (track->radius > 0) {
        before.radius -= BEFORE;
    } else {
        before.o = qm__along(track->o, in, -BEFORE);
    }
    qm__events_start(&f->linking->events);
    landing_events(f, track, least, most);
    landing_events(f, &before, least, most);
    qm__events_ask(&f->linking->events, track, landing_test, &ask);
    for (uint32_t cell = 0; qm__events_run(&f->linking->events, 1, &cell, &low, &high);) {
        const landing found = {qm__track_curve(track, low, high), in, f->on_level};
        add_landing(f, &found);
    }
}

/* The parallel of an edge at one radius to its right, and the circle around its beginning. */
static void ask_parallel(flights *f, qm__xy a, qm__xy b) {
    const double r = f->linking->radius;
    const qm__xy u = qm__unit(qm__minus(b, a)), out = {u.y, -u.x};
    if (near_faces(f, a, b, r)) {
        const qm__track track = qm__track_line(qm__along(a, out, r), qm__along(b, out, r));
        ask_track(f, &track, out);
    }
}

static void ask_circle(flights *f, qm__xy centre, qm__xy inside) {
    if (near_faces(f, centre, centre, f->linking->radius)) {
        const qm__track track = {centre, inside, 2 * QM__PI, f->linking->radius};
        ask_track(f, &track, (qm__xy){0, 0});
    }
}

static void ask_border(flights *f, qm__xy a, qm__xy b, bool low_solid) {
    const qm__xy u = qm__unit(qm__minus(b, a));
    if (near_faces(f, a, b, 0)) {
        const qm__track track = qm__track_line(a, b);
        ask_track(f, &track, low_solid ? (qm__xy){u.y, -u.x} : (qm__xy){-u.y, u.x});
    }
}

static void ask_edge(flights *f, const qm__prism *prism, unsigned role, const qm__edge *e, qm__xy before) {
    const bool railing = !(role & TALL) && rail_stops(f, prism, e->rail);
    if ((role & TALL) || railing) {
        ask_parallel(f, e->a, e->b);
        const qm__xy back = qm__unit(qm__minus(before, e->a)), on = qm__unit(qm__minus(e->b, e->a));
        if (railing) {
            ask_parallel(f, e->b, e->a);
            ask_circle(f, e->a, on);
            ask_circle(f, e->b, (qm__xy){-on.x, -on.y});
        } else if (qm__cross(qm__minus(e->a, before), on) > 0) {
            ask_circle(f, e->a, qm__unit(qm__plus(back, on)));
        }
    }
    if (prism->top == f->on_z && (prism->flags & QM__PRISM_WALKABLE)) {
        ask_border(f, e->a, e->b, false);
    } else if (prism->top > f->on_z && prism->bottom < f->on_z + f->linking->walker->height && !(role & TALL)) {
        ask_border(f, e->a, e->b, true);
    }
}

/* All landing curves of one level for flights that begin at one height. */
static void find_landings(flights *f) {
    const qm__table *table = f->linking->table;
    f->count = 0;
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        const unsigned role = role_of(f, prism);
        if (prism->bottom >= f->column_high) {
            continue;
        }
        qm__edges edges = qm__edges_of(table, &prism->polygon);
        for (qm__edge e; qm__edges_next(&edges, &e);) {
            ask_edge(f, prism, role, &e, e.before);
        }
    }
    if (f->linking->walker->whole) {
        uint32_t count;
        const qm__wall *walls = qm__walls(f->linking->levels, f->on_level, &count);
        for (uint32_t i = 0; i < count; i++) {
            if (walls[i].rim) {
                const qm__xy u = qm__unit(qm__minus(walls[i].b, walls[i].a));
                ask_parallel(f, walls[i].a, walls[i].b);
                ask_circle(f, walls[i].a, u);
            }
        }
    }
}

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

/* The shortest stretch between the edge that is left and the surface that is landed on. */
static double gap_between(const flights *f, const qm__face *face, const landing *to) {
    const qm__table *table = f->linking->table;
    const qm__xy p = qm__curve_point(&to->curve, 0.5);
    double least = -1;
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        qm__edge e;
        if (prism->top != f->on_z || !(prism->flags & QM__PRISM_WALKABLE) ||
            !qm__polygon_has(table, &prism->polygon, p.x, p.y, QM__SLACK)) {
            continue;
        }
        for (qm__edges at = qm__edges_of(table, &prism->polygon); qm__edges_next(&at, &e);) {
            const double square = qm__segments_square(face->a, face->b, e.a, e.b);
            least = least < 0 || square < least ? square : least;
        }
    }
    return least < 0 ? 0 : qm__root(least);
}

/* All flights between two straight curves are stopped by one and the same edge: the shadow of an edge is convex, so it
 * is enough that the four outermost ones are. */
static bool all_stopped(const flights *f, int32_t low, int32_t high, const qm__curve *off, const qm__curve *on) {
    const qm__table *table = f->linking->table;
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        qm__edge e;
        if (!qm__range_meets(prism->bottom, prism->top, low, high)) {
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

static bool air_of_family(const flights *f, int32_t low, int32_t high, const qm__curve *off, const qm__curve *on) {
    qm__xy points[8] = {off->a, off->b};
    const int count = 2 + qm__curve_around(on, points + 2);
    return qm__air_free_hull(f->linking->table, low, high, points, count, f->linking->radius);
}

static void join(flights *f, const qm__face *face, qm__curve off, landing to, qm__link_kind kind) {
    qm__linking *l = f->linking;
    const double longest = l->rules->jump_most;
    if (to.curve.radius <= 0 &&
        (!clip_side(&to.curve, off.a, face->out) || !clip_side(&off, to.curve.a, (qm__xy){-to.in.x, -to.in.y}) ||
         !clip_near(&to.curve, &off, longest) || !clip_near(&off, &to.curve, longest))) {
        return;
    }
    const double outwards =
        qm__most(qm__dot(qm__minus(to.curve.a, off.a), face->out), qm__dot(qm__minus(to.curve.b, off.a), face->out));
    if (outwards < QM__OUTWARDS ||
        (to.curve.radius <= 0 && qm__most(qm__dot(qm__minus(to.curve.a, off.a), to.in),
                                          qm__dot(qm__minus(to.curve.a, off.b), to.in)) < QM__OUTWARDS)) {
        return;
    }
    const int32_t rise = f->on_z - f->off_z;
    int32_t low, high;
    qm__flight_heights(l->rules, l->walker, f->off_z, rise, &low, &high);
    const double least = least_between(&off, &to.curve);
    const bool clear = air_of_family(f, low, high, &off, &to.curve);
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
        .gap = kind == QM__LINK_JUMP ? gap_between(f, face, &to) : 0};
    qm__link_add(l, &link);
}

/* An arc may lie on both sides of the rim's line: cuts it there. */
static void join_cut(flights *f, const qm__face *face, qm__curve off, const landing *to, qm__link_kind kind) {
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
            landing part = *to;
            part.curve = qm__curve_cut(&to->curve, begin, out ? cuts[i + 1] : cuts[i]);
            join(f, face, off, part, kind);
            begin = -1;
        }
    }
}

/* --------------------------------------------------------------------------------------------------------- take-offs
 */

static unsigned off_test(const void *context, qm__xy p, double s) {
    const flights *f = context;
    (void)s;
    return qm__passes(f->linking->levels, NULL, (qm__spot){p.x, p.y, qm__level_at(f->linking->levels, f->off_z)},
                      QM__CARE, NULL);
}

static void off_events(const flights *f, const qm__track *track) {
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
static uint32_t find_offs(flights *f, const qm__face *face, qm__curve *out, uint32_t max) {
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

static void fly_from(flights *f, const qm__face *face) {
    const qm__link_rules *rules = f->linking->rules;
    const int32_t step = f->linking->walker->step;
    const qm__link_kind kind = f->on_z > face->below_z + step ? QM__LINK_JUMP : QM__LINK_DROP;
    if (kind == QM__LINK_JUMP ? !rules->jumps || f->on_z - f->off_z > rules->rise_most
                              : !rules->drops || rules->drop_to_foot || f->off_z - f->on_z <= step) {
        return;
    }
    qm__curve offs[OFFS_MAX];
    const uint32_t count = find_offs(f, face, offs, OFFS_MAX);
    const double reach = rules->jump_most;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < f->count; k++) {
            const landing *to = &f->landings[k];
            const double by = reach + (to->curve.radius > 0 ? 2 * to->curve.radius : 0);
            if (qm__segments_square(offs[i].a, offs[i].b, to->curve.a, to->curve.b) <= by * by) {
                join_cut(f, face, offs[i], to, kind);
            }
        }
    }
}

void qm__link_flights(qm__linking *linking, const qm__face *faces, uint32_t count) {
    flights f = {.linking = linking, .faces = faces, .face_count = count};
    const int levels = qm__level_count(linking->levels);
    for (int from = 0; from < levels; from++) {
        f.off_z = qm__level_height(linking->levels, from);
        bool any = false;
        for (uint32_t i = 0; i < count; i++) {
            any = any || faces[i].z == f.off_z;
        }
        for (int to = 0; any && to < levels; to++) {
            f.on_z = qm__level_height(linking->levels, to);
            if (f.on_z - f.off_z > linking->rules->rise_most) {
                continue;
            }
            f.on_level = to;
            f.column_low = f.on_z + linking->walker->step;
            f.column_high = (f.on_z > f.off_z ? f.on_z : f.off_z) + linking->walker->height;
            find_landings(&f);
            for (uint32_t i = 0; i < count; i++) {
                if (faces[i].z == f.off_z) {
                    fly_from(&f, &faces[i]);
                }
            }
        }
    }
}
