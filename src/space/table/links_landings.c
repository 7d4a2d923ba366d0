/* Where jumps and drops can land: the nearest places to a rim at which the base can be.
 *
 * The landing curves of a level are the borders of its free places: edges of its surfaces, edges of low solids on it,
 * and the parallels and corner circles of everything that reaches into the column between the landing and the head of
 * who comes down. They are found once for each pair of heights, and again for rims above another height if that lets
 * flights land on other levels within a step.
 *
 * Invariant: a unit before a landing, the way that flights come in, none of them could have landed, on this level or on
 * one from which it could step here; jumps down look at this level alone, and jumps too where a step is not as good as
 * none (`jump_low`).
 */
#include "space/table/links_landings.h"

#include "base/angle.h"

#include <string.h>

#define SAME_CORNER 1.0 /* units */
#define BEFORE 1.0      /* units: how far before the landing one looks whether it could have landed there already */

int qm__flight_kind(const qm__flights *f, int32_t below_z, int32_t on_z) {
    const qm__link_rules *rules = f->linking->rules;
    const int32_t step = f->linking->walker->step;
    if (qm__jumps_across(rules, f->linking->walker, below_z, on_z)) {
        return rules->jumps && on_z - f->off_z <= rules->rise_most ? QM__LINK_JUMP : 0;
    }
    const bool high = f->off_z - below_z > step && f->off_z - on_z > step; /* else it is stepped down */
    return rules->drops && !rules->drop_to_foot && high ? QM__LINK_DROP : 0;
}

/* Whether landings on a level are looked for by themselves, though the flight comes first to others from which one
 * could step there: jumps down, and jumps where a step is not as good as none. */
static bool by_level(const qm__flights *f, int32_t below_z) {
    const int kind = qm__flight_kind(f, below_z, f->on_z);
    return kind == QM__LINK_DROP || (f->linking->rules->jump_low && kind == QM__LINK_JUMP);
}

/* Whether who could land on a level need not land on the one that is asked about: it could step there. */
static bool near_landing(const qm__flights *f, int32_t below_z, int32_t z) {
    const int32_t step = by_level(f, below_z) ? 0 : f->linking->walker->step;
    return z >= f->on_z - step && z <= f->on_z + step;
}

bool qm__alike_below(const qm__flights *f, int32_t below_z, int32_t other_z) {
    const qm__levels *levels = f->linking->levels;
    if (by_level(f, below_z) != by_level(f, other_z)) {
        return false;
    }
    for (int i = 0; below_z != other_z && i < qm__level_count(levels); i++) {
        const int32_t z = qm__level_height(levels, i);
        if (near_landing(f, below_z, z) && !qm__flight_kind(f, below_z, z) != !qm__flight_kind(f, other_z, z)) {
            return false;
        }
    }
    return true;
}

/* Whether one could land here on the level of the landing, or on one from which it could step there. */
static bool could_land(const qm__flights *f, qm__xy p) {
    const qm__linking *l = f->linking;
    for (int i = 0; i < qm__level_count(l->levels); i++) {
        const int32_t z = qm__level_height(l->levels, i);
        if (near_landing(f, f->below_z, z) && qm__flight_kind(f, f->below_z, z) &&
            qm__passes(l->levels, NULL, (qm__spot){p.x, p.y, i}, QM__CARE, NULL) &&
            qm__air_free(l->table, z + l->walker->step, f->column_high, p, p, l->radius, QM__CARE)) {
            return true;
        }
    }
    return false;
}

/* The way that flights come in at a place of a track: given for lines, away from the centre on circles. */
typedef struct landing_ask {
    const qm__flights *flights;
    const qm__track *track;
    qm__xy in;
} landing_ask;

static unsigned landing_test(const void *context, qm__xy p, double s) {
    const landing_ask *ask = context;
    const qm__flights *f = ask->flights;
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

static unsigned role_of(const qm__flights *f, const qm__prism *prism) {
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

static bool rail_stops(const qm__flights *f, const qm__prism *prism, int32_t rail) {
    return rail > 0 && qm__range_meets(prism->top, prism->top + rail, f->column_low, f->column_high);
}

/* With whole support: the rims that bases on a level keep off. */
static void rim_events(const qm__flights *f, const qm__track *track, qm__xy least, qm__xy most, int level) {
    const double r = f->linking->radius;
    uint32_t count;
    const qm__wall *walls = qm__walls(f->linking->levels, level, &count);
    for (uint32_t i = 0; i < count; i++) {
        const qm__xy a = walls[i].a, b = walls[i].b;
        if (walls[i].rim && qm__most(a.x, b.x) >= least.x - r - 2 && qm__least(a.x, b.x) <= most.x + r + 2 &&
            qm__most(a.y, b.y) >= least.y - r - 2 && qm__least(a.y, b.y) <= most.y + r + 2) {
            qm__events_around(&f->linking->events, track, a, b, r);
        }
    }
}

/* Everything that can change something along a track; `near_levels`: on the levels within a step of the landing as
 * well, for some of which lower solids are tall. */
static void landing_events(const qm__flights *f, const qm__track *track, qm__xy least, qm__xy most, bool near_levels) {
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
            if ((role & TALL) || rail_stops(f, prism, e.rail) || (near_levels && prism->top + e.rail > f->on_z)) {
                qm__events_around(&l->events, track, e.a, e.b, r);
            }
            if (role & BORDER) {
                qm__events_around(&l->events, track, e.a, e.b, 0);
            }
        }
    }
    for (int i = 0; l->walker->whole && i < qm__level_count(l->levels); i++) {
        const int32_t apart = qm__level_height(l->levels, i) - f->on_z;
        if (i == f->on_level || (near_levels && apart <= l->walker->step && -apart <= l->walker->step)) {
            rim_events(f, track, least, most, i);
        }
    }
}

static bool near_faces(const qm__flights *f, qm__xy a, qm__xy b, double by) {
    const double reach =
        (double)f->linking->rules->jump_most + by + (f->linking->walker->whole ? f->linking->radius : 0);
    for (uint32_t i = 0; i < f->face_count; i++) {
        if (f->faces[i].z == f->off_z && qm__segments_square(f->faces[i].a, f->faces[i].b, a, b) <= reach * reach) {
            return true;
        }
    }
    return false;
}

/* Whether one of two arcs around what is hardly another corner is a part of the other one. */
static bool has_arc(const qm__curve *all, const qm__curve *part) {
    bool has = all->radius > 0 && part->radius > 0 && qm__apart(all->centre, part->centre) < SAME_CORNER;
    for (int i = 0; i <= 2 && has; i++) {
        const qm__xy p = qm__curve_point(part, i * 0.5);
        has = qm__apart(p, qm__curve_point(all, qm__curve_nearest(all, p))) < SAME_CORNER;
    }
    return has;
}

static void add_landing(qm__flights *f, const qm__landing *found) {
    for (uint32_t i = 0; i < f->count; i++) { /* shared walls give the same line twice */
        qm__landing *old = &f->landings[i];
        if (has_arc(&old->curve, &found->curve)) {
            return;
        }
        if (has_arc(&found->curve, &old->curve)) {
            *old = *found;
            return;
        }
        if (qm__apart(old->curve.a, found->curve.a) < 0.01 && qm__apart(old->curve.b, found->curve.b) < 0.01 &&
            (old->curve.radius > 0) == (found->curve.radius > 0) && qm__apart(old->in, found->in) < 0.01) {
            return;
        }
    }
    if (f->count == f->max) {
        const uint32_t max = f->max ? f->max * 2 : 64;
        qm__landing *items = qm__arena_array(f->linking->arena, max, sizeof *items);
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

static void ask_track(qm__flights *f, const qm__track *track, qm__xy in, bool edge) {
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
    landing_events(f, track, least, most, false);
    landing_events(f, &before, least, most, true);
    qm__events_ask(&f->linking->events, track, landing_test, &ask);
    for (uint32_t cell = 0; qm__events_run(&f->linking->events, 1, &cell, &low, &high);) {
        const qm__landing found = {qm__track_curve(track, low, high), in, f->on_level, edge};
        add_landing(f, &found);
    }
}

/* The parallel of an edge at one radius to its right, and the circle around its beginning. */
static void ask_parallel(qm__flights *f, qm__xy a, qm__xy b) {
    const double r = f->linking->radius;
    const qm__xy u = qm__unit(qm__minus(b, a)), out = {u.y, -u.x};
    if (near_faces(f, a, b, r)) {
        const qm__track track = qm__track_line(qm__along(a, out, r), qm__along(b, out, r));
        ask_track(f, &track, out, false);
    }
}

static void ask_circle(qm__flights *f, qm__xy centre, qm__xy inside) {
    if (near_faces(f, centre, centre, f->linking->radius)) {
        const qm__track track = {centre, inside, 2 * QM__PI, f->linking->radius};
        ask_track(f, &track, (qm__xy){0, 0}, false);
    }
}

static void ask_border(qm__flights *f, qm__xy a, qm__xy b, bool low_solid) {
    const qm__xy u = qm__unit(qm__minus(b, a));
    if (near_faces(f, a, b, 0)) {
        const qm__track track = qm__track_line(a, b);
        ask_track(f, &track, low_solid ? (qm__xy){u.y, -u.x} : (qm__xy){-u.y, u.x}, !low_solid);
    }
}

static void ask_edge(qm__flights *f, const qm__prism *prism, unsigned role, const qm__edge *e, qm__xy before) {
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

/* Whether a rim begins right where another one ends. */
static bool rim_begins(const qm__wall *walls, uint32_t count, qm__xy at) {
    bool found = false;
    for (uint32_t i = 0; i < count && !found; i++) {
        found = walls[i].rim && qm__apart(walls[i].a, at) < 1e-6;
    }
    return found;
}

/* With whole support: along the rims that bases keep off. Where shared edges lie askew, one ends a little off from
 * where the next begins, and which of the two bases keep off farther depends on how they lie. */
static void ask_rims(qm__flights *f) {
    uint32_t count;
    const qm__wall *walls = qm__walls(f->linking->levels, f->on_level, &count);
    for (uint32_t i = 0; i < count; i++) {
        const qm__xy a = walls[i].a, b = walls[i].b;
        if (!walls[i].rim) {
            continue;
        }
        ask_parallel(f, a, b);
        ask_circle(f, a, qm__unit(qm__minus(b, a)));
        if (!rim_begins(walls, count, b)) {
            ask_circle(f, b, qm__unit(qm__minus(a, b)));
        }
    }
}

void qm__find_landings(qm__flights *f) {
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
        ask_rims(f);
    }
}
