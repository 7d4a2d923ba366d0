/* The nearest place where a base stands, exactly.
 *
 * The set of places where a base's centre can be is bounded by straight pieces (parallels of walls at one radius,
 * borders of surfaces, the border of the table) and arcs (circles around corners and bodies). The nearest one of its
 * points to a given spot is the spot itself, the nearest point of one of these curves, or a crossing of two of them.
 * Curves are taken nearest first; a crossing is no nearer than the farther one of its two curves, so the search ends as
 * soon as the next curve is farther away than the best place found.
 *
 * A rectangle is no different: only its curves are (rect_nearest.c).
 *
 * Invariant: every place told has been asked of qm__stands. Rejected: spirals of samples, which miss gaps exactly as
 * wide as the base.
 */
#include "space/table/nearest_inside.h"

#include "base/angle.h"

#define EQUAL QM__SLACK /* units: places whose distances differ by less are equally near */
#define SAME 1.0        /* units: places less than this apart are one */

/* A straight piece (radius 0) or a circle. */
typedef struct curve {
    qm__xy a, b; /* circle: a is the centre */
    double radius;
    double distance; /* of the spot */
} curve;

typedef struct qm__nearest_search search;
struct qm__nearest_search {
    const qm__nearest_ask *ask;
    qm__xy spot;
    curve *heap; /* grows from the front */
    uint32_t count;
    curve *taken; /* … from the back: taken[0], taken[-1] … */
    uint32_t taken_count;
    uint32_t room;
    bool exhausted;
    double best; /* the least distance so far; the limit at first */
    qm__xy found[QM__NEAREST_MAX];
    double distances[QM__NEAREST_MAX];
    int found_count;
};

/* ------------------------------------------------------------------------------------------------------------- heap */

static bool before(const curve *a, const curve *b) {
    if (a->distance != b->distance) {
        return a->distance < b->distance;
    }
    if (a->a.x != b->a.x) {
        return a->a.x < b->a.x;
    }
    return a->a.y != b->a.y ? a->a.y < b->a.y : a->radius < b->radius;
}

static void push(search *s, curve c) {
    if (c.distance > s->best + EQUAL) {
        return;
    }
    if (s->count + s->taken_count >= s->room) {
        s->exhausted = true;
        return;
    }
    uint32_t at = s->count++;
    for (; at > 0 && before(&c, &s->heap[(at - 1) / 2]); at = (at - 1) / 2) {
        s->heap[at] = s->heap[(at - 1) / 2];
    }
    s->heap[at] = c;
}

static curve pop(search *s) {
    const curve top = s->heap[0], last = s->heap[--s->count];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= s->count) {
            break;
        }
        if (child + 1 < s->count && before(&s->heap[child + 1], &s->heap[child])) {
            child++;
        }
        if (!before(&s->heap[child], &last)) {
            break;
        }
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = last;
    return top;
}

void qm__nearest_straight(search *s, qm__xy a, qm__xy b) {
    push(s, (curve){a, b, 0, qm__root(qm__point_segment_square(s->spot, a, b))});
}

void qm__nearest_circle(search *s, qm__xy centre, double radius) {
    const double d = qm__apart(s->spot, centre) - radius;
    push(s, (curve){centre, centre, radius, d < 0 ? -d : d});
}

/* Both parallels of a segment, and the circles around its ends. */
static void push_around(search *s, qm__xy a, qm__xy b, double keep) {
    const qm__xy side = qm__left(qm__unit(qm__minus(b, a)));
    qm__nearest_straight(s, qm__along(a, side, keep), qm__along(b, side, keep));
    qm__nearest_straight(s, qm__along(a, side, -keep), qm__along(b, side, -keep));
    qm__nearest_circle(s, a, keep);
    qm__nearest_circle(s, b, keep);
}

/* ------------------------------------------------------------------------------------------------------------ bodies
 */

bool qm__nearest_body(const qm__nearest_ask *ask, uint16_t number, qm__body *out) {
    *out = ask->crowd->bodies[number];
    if (number == ask->crowd->self || out->manner == QM__PASS) {
        return false;
    }
    if (ask->margin >= 0) {
        const int32_t z = qm__level_height(ask->levels, ask->spot.level);
        if (!out->column && !qm__heights_overlap(out->z, out->height, z, qm__levels_walker(ask->levels)->height)) {
            return false;
        }
        out->manner = QM__BLOCK;
        out->margin = ask->margin;
        out->z = z; /* as if beside it: whom a base could touch is kept off in plan, however much higher it stands */
    } else if (out->manner == QM__PASS_ONLY) {
        out->margin = 0;
    }
    return true;
}

/* How far a round base's centre keeps off a body; 0 = it is not in the way. */
static double keep_off(const qm__nearest_ask *ask, uint16_t number) {
    const qm__walker *walker = qm__levels_walker(ask->levels);
    qm__body body;
    return qm__nearest_body(ask, number, &body)
               ? qm__body_keep_off(&body, qm__level_height(ask->levels, ask->spot.level), walker->radius,
                                   walker->height)
               : 0;
}

static bool blocks_rect(const qm__nearest_ask *ask, uint16_t number, qm__xy at) {
    qm__body body;
    return qm__nearest_body(ask, number, &body) &&
           qm__rect_body_blocks(ask->rect, at, qm__level_height(ask->levels, ask->spot.level),
                                qm__levels_walker(ask->levels)->height, &body, QM__CARE);
}

bool qm__nearest_body_blocks(const qm__nearest_ask *ask, uint16_t number, qm__xy at) {
    if (ask->rect) {
        return blocks_rect(ask, number, at);
    }
    const double keep = keep_off(ask, number);
    const qm__body *body = &ask->crowd->bodies[number];
    if (keep <= 0) {
        return false;
    }
    const double distance =
        body->radius > 0 ? qm__apart(at, (qm__xy){body->x, body->y}) : qm__body_point_distance(body, at);
    return distance < keep - QM__CARE;
}

static void push_bodies(search *s) {
    const qm__crowd *crowd = s->ask->crowd;
    for (uint16_t i = 0; crowd && i < crowd->count; i++) {
        const double keep = keep_off(s->ask, i);
        const qm__body *body = &crowd->bodies[i];
        if (keep <= 0) {
            continue;
        }
        if (body->radius > 0) {
            qm__nearest_circle(s, (qm__xy){body->x, body->y}, keep);
            continue;
        }
        qm__xy corners[4];
        qm__body_corners(body, corners);
        for (int k = 0; k < 4; k++) {
            push_around(s, corners[k], corners[(k + 1) % 4], keep);
        }
    }
}

/* ----------------------------------------------------------------------------------------------------------- terrain
 */

/* Where the centre of a round base touches walls and the border of the table. */
static void push_walls(search *s) {
    const qm__levels *levels = s->ask->levels;
    const qm__table *table = qm__levels_table(levels);
    const double r = qm__levels_walker(levels)->radius, w = table->width, d = table->depth;
    uint32_t count;
    const qm__wall *walls = qm__walls(levels, s->ask->spot.level, &count);
    for (uint32_t i = 0; i < count; i++) {
        push_around(s, walls[i].a, walls[i].b, r);
    }
    const qm__xy corners[4] = {{r, r}, {w - r, r}, {w - r, d - r}, {r, d - r}};
    for (int k = 0; k < 4; k++) {
        qm__nearest_straight(s, corners[k], corners[(k + 1) % 4]);
    }
}

/* What bounds the places on one side of the spot. */
static void push_side(search *s, qm__xy side) {
    if (side.x != 0 || side.y != 0) {
        const qm__xy along = qm__left(side);
        qm__nearest_straight(s, qm__along(s->spot, along, -s->ask->limit), qm__along(s->spot, along, s->ask->limit));
    }
}

/* What bounds the centre alone. */
static void push_borders(search *s) {
    uint32_t count;
    const qm__border *borders = qm__borders(s->ask->levels, s->ask->spot.level, &count);
    for (uint32_t i = 0; i < count; i++) {
        qm__nearest_straight(s, borders[i].a, borders[i].b);
    }
    push_side(s, s->ask->outward);
    push_side(s, s->ask->sector[0]);
    push_side(s, s->ask->sector[1]);
}

static void push_curves(search *s) {
    if (s->ask->rect) {
        qm__rect_curves(s, s->ask);
    } else {
        push_walls(s);
        push_bodies(s);
    }
    push_borders(s);
}

/* -------------------------------------------------------------------------------------------------------- candidates
 */

static bool on_surfaces(const search *s, qm__xy p) {
    const qm__table *table = qm__levels_table(s->ask->levels);
    const int32_t z = qm__level_height(s->ask->levels, s->ask->spot.level);
    for (uint32_t i = 0; i < table->prism_count; i++) {
        if ((s->ask->surfaces[i / 32] >> i % 32 & 1) && table->prisms[i].top == z &&
            qm__polygon_has(table, &table->prisms[i].polygon, p.x, p.y, QM__SLACK)) {
            return true;
        }
    }
    return false;
}

static bool good(const search *s, qm__xy p) {
    const qm__nearest_ask *ask = s->ask;
    const qm__spot spot = {p.x, p.y, ask->spot.level};
    const qm__xy off = qm__minus(p, s->spot);
    if (qm__dot(off, ask->outward) < -QM__CARE || qm__dot(off, ask->sector[0]) < -QM__CARE ||
        qm__dot(off, ask->sector[1]) < -QM__CARE ||
        !(ask->rect ? qm__rect_stands(ask->levels, NULL, ask->rect, spot, QM__CARE, NULL)
                    : qm__stands(ask->levels, NULL, spot, QM__CARE, NULL))) {
        return false;
    }
    for (uint16_t i = 0; ask->crowd && i < ask->crowd->count; i++) {
        if (qm__nearest_body_blocks(ask, i, p)) {
            return false;
        }
    }
    return !ask->surfaces || on_surfaces(s, p);
}

/* Takes out those that are no longer among the nearest. */
static void drop_farther(search *s) {
    int kept = 0;
    for (int i = 0; i < s->found_count; i++) {
        if (s->distances[i] <= s->best + EQUAL) {
            s->found[kept] = s->found[i];
            s->distances[kept++] = s->distances[i];
        }
    }
    s->found_count = kept;
}

static void consider(search *s, qm__xy p) {
    const double distance = qm__apart(s->spot, p);
    if (distance > (s->found_count ? s->best + EQUAL : s->ask->limit)) {
        return;
    }
    for (int i = 0; i < s->found_count; i++) {
        if (qm__apart(p, s->found[i]) < SAME) {
            if (distance < s->distances[i] && good(s, p)) {
                s->found[i] = p;
                s->distances[i] = distance;
                s->best = qm__least(s->best, distance);
            }
            return;
        }
    }
    if (!good(s, p)) {
        return;
    }
    if (!s->found_count || distance < s->best) {
        s->best = distance;
        drop_farther(s);
    }
    if (s->found_count < QM__NEAREST_MAX) {
        s->found[s->found_count] = p;
        s->distances[s->found_count++] = distance;
    }
}

static void consider_foot(search *s, const curve *c) {
    if (c->radius <= 0) {
        consider(s, qm__along(c->a, qm__minus(c->b, c->a), qm__nearest_part(c->a, c->b, s->spot)));
        return;
    }
    const qm__xy d = qm__minus(s->spot, c->a);
    if (qm__dot(d, d) > 1e-12) {
        consider(s, qm__along(c->a, qm__unit(d), c->radius));
        return;
    }
    /* All of the circle is equally near: outwards first of all, or else in the four main directions. */
    if (s->ask->outward.x != 0 || s->ask->outward.y != 0) {
        consider(s, qm__along(c->a, s->ask->outward, c->radius));
    }
    for (int k = 0; k < 4; k++) {
        consider(s, qm__along(c->a, (qm__xy){k == 0 ? 1 : k == 2 ? -1 : 0, k == 1 ? 1 : k == 3 ? -1 : 0}, c->radius));
    }
}

/* ---------------------------------------------------------------------------------------------------------- crossings
 */

static void cross_straight(search *s, const curve *c, const curve *d) {
    const qm__xy u = qm__minus(c->b, c->a), v = qm__minus(d->b, d->a);
    const double across = qm__cross(u, v), lu = qm__length(u), lv = qm__length(v);
    if (lu <= 0 || lv <= 0 || (across < 1e-9 * lu * lv && across > -1e-9 * lu * lv)) {
        return;
    }
    const double i = qm__cross(qm__minus(d->a, c->a), v) / across, j = qm__cross(qm__minus(d->a, c->a), u) / across;
    if (i * lu >= -SAME && (i - 1) * lu <= SAME && j * lv >= -SAME && (j - 1) * lv <= SAME) {
        consider(s, qm__along(c->a, u, i));
    }
}

static void cross_line_circle(search *s, const curve *line, const curve *circle) {
    const qm__xy u = qm__unit(qm__minus(line->b, line->a)), d = qm__minus(circle->a, line->a);
    const double along = qm__dot(d, u), off = qm__cross(u, d), length = qm__apart(line->a, line->b);
    const double rest = circle->radius * circle->radius - off * off;
    if (rest < -2 * circle->radius * QM__CARE) {
        return;
    }
    const double half = rest > 0 ? qm__root(rest) : 0;
    for (int side = -1; side <= 1; side += 2) {
        const double at = along + (double)side * half;
        if (at >= -SAME && at <= length + SAME) {
            consider(s, qm__along(line->a, u, at));
        }
    }
}

static void cross_circles(search *s, const curve *c, const curve *d) {
    const qm__xy between = qm__minus(d->a, c->a);
    const double distance = qm__length(between);
    if (distance < 1e-9) {
        return;
    }
    const qm__xy u = qm__unit(between);
    const double along = (distance * distance + c->radius * c->radius - d->radius * d->radius) / (2 * distance);
    const double rest = c->radius * c->radius - along * along;
    if (rest < -2 * c->radius * QM__CARE) {
        return;
    }
    const double half = rest > 0 ? qm__root(rest) : 0;
    const qm__xy foot = qm__along(c->a, u, rest > 0 ? along : along > 0 ? c->radius : -c->radius);
    consider(s, qm__along(foot, qm__left(u), half));
    consider(s, qm__along(foot, qm__left(u), -half));
}

static void consider_crossings(search *s, const curve *c) {
    for (uint32_t i = 0; i < s->taken_count; i++) {
        const curve *d = s->taken - i;
        if (c->radius > 0 && d->radius > 0) {
            cross_circles(s, c, d);
        } else if (c->radius > 0) {
            cross_line_circle(s, d, c);
        } else if (d->radius > 0) {
            cross_line_circle(s, c, d);
        } else {
            cross_straight(s, c, d);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------- search
 */

static double turn_of(const search *s, qm__xy p) {
    return qm__apart(p, s->spot) > 0 ? qm__parts_of(p.x - s->spot.x, p.y - s->spot.y) : 0;
}

static void sort_by_angle(search *s) {
    for (int i = 1; i < s->found_count; i++) {
        const qm__xy p = s->found[i];
        const double turn = turn_of(s, p);
        int at = i;
        for (; at > 0 && turn_of(s, s->found[at - 1]) > turn; at--) {
            s->found[at] = s->found[at - 1];
        }
        s->found[at] = p;
    }
}

int qm__nearest_places(const qm__nearest_ask *ask, void *scratch, size_t scratch_size, qm__spot out[QM__NEAREST_MAX],
                       double *distance, bool *exhausted) {
    search s = {.ask = ask, .spot = {ask->spot.x, ask->spot.y}, .heap = scratch, .best = ask->limit};
    s.room = (uint32_t)qm__least((double)(scratch_size / sizeof(curve)), 4e9);
    *exhausted = false;
    if (ask->spot.level < 0 || ask->spot.level >= qm__level_count(ask->levels)) {
        return 0;
    }
    consider(&s, s.spot);
    if (!s.found_count || s.best > 0) {
        push_curves(&s);
        s.taken = s.room ? s.heap + s.room - 1 : s.heap;
    }
    while (s.count && !s.exhausted && s.heap[0].distance <= s.best + EQUAL) {
        const curve c = pop(&s);
        consider_foot(&s, &c);
        consider_crossings(&s, &c);
        *(s.taken - s.taken_count++) = c;
    }
    if (s.exhausted) {
        *exhausted = true;
        return 0;
    }
    drop_farther(&s);
    sort_by_angle(&s);
    for (int i = 0; i < s.found_count; i++) {
        out[i] = (qm__spot){s.found[i].x, s.found[i].y, ask->spot.level};
    }
    *distance = s.best;
    return s.found_count;
}

size_t qm__nearest_room(const qm__levels *levels, uint32_t body_count, uint32_t wall_curves, uint32_t body_curves) {
    size_t most = 0;
    for (int i = 0; i < qm__level_count(levels); i++) {
        uint32_t walls, borders;
        qm__walls(levels, i, &walls);
        qm__borders(levels, i, &borders);
        const size_t here = (size_t)walls * wall_curves + borders;
        most = here > most ? here : most;
    }
    return (most + 8 + (size_t)body_count * body_curves) * sizeof(curve);
}

size_t qm__nearest_size(const qm__levels *levels, uint32_t body_count) {
    return qm__nearest_room(levels, body_count, 4, 16);
}

/* The very nearest of places that count as equally near; the first by angle only where they are so to the last bits, so
 * that turning the table does not change the distance. */
static qm__spot nearest_of(qm__spot from, const qm__spot *places, int count) {
    int best = 0;
    double least = 0;
    for (int i = 0; i < count; i++) {
        const double away = qm__apart((qm__xy){from.x, from.y}, (qm__xy){places[i].x, places[i].y});
        if (i == 0 || away < least - 1e-6) {
            best = i;
            least = away;
        }
    }
    return places[best];
}

bool qm__nearest_on_levels(qm__nearest_ask ask, int32_t reach_z, void *scratch, size_t scratch_size, qm__spot *out) {
    const int32_t own = ask.spot.level;
    bool found = false, exhausted;
    if (own < 0 || own >= qm__level_count(ask.levels)) {
        return false;
    }
    const int32_t z = qm__level_height(ask.levels, own);
    for (int k = -1; k < qm__level_count(ask.levels); k++) { /* its own level first: a tie is won by it */
        ask.spot.level = k < 0 ? own : k;
        const int32_t height = qm__level_height(ask.levels, ask.spot.level);
        if (k == own || height > z + reach_z || height < z - reach_z) {
            continue;
        }
        qm__spot places[QM__NEAREST_MAX];
        double distance;
        const int count = qm__nearest_places(&ask, scratch, scratch_size, places, &distance, &exhausted);
        if (count > 0 && (!found || distance < ask.limit - EQUAL)) {
            found = true;
            ask.limit = distance;
            *out = nearest_of(ask.spot, places, count);
        }
    }
    return found;
}

bool qm__nearest_stand(const qm__levels *levels, const qm__crowd *crowd, qm__spot spot, int32_t reach_z, double limit,
                       void *scratch, size_t scratch_size, qm__spot *out) {
    const qm__nearest_ask ask = {.levels = levels, .crowd = crowd, .spot = spot, .limit = limit, .margin = -1};
    return qm__nearest_on_levels(ask, reach_z, scratch, scratch_size, out);
}
