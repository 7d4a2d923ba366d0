/* Links between places that are not walked: faces, climbs, ladders. (Jumps and drops: links_flights.c.)
 *
 * A climb is found along a whole face. At every point of it three things are asked: whether the base can be at the
 * foot, whether it can be at the top, and whether the way between is free and the face solid and climbable. Where the
 * third holds without a break, every foot goes with every top that is no farther along the face than the leeway.
 *
 * Invariant: every place of a take-off or landing curve passes with QM__CARE, and every flight of a link that does not
 * say `some` is clear. Rejected: links at sampled points of rims, which miss narrow places and are a hundred instead of
 * one.
 */
#include "space/table/links_inside.h"

#include <string.h>

#define IN_LINE QM__SLACK /* units: how far ends may lie off a line and still be on it */
#define SEAM 1.0          /* units: stretches no farther apart than this go on */
#define ALONG 0.01        /* of turning: rims that turn by less off a face go along it */
#define ON_EDGE 1e-6      /* units: what is beyond the end of a face by no more than this is at its end */
#define BEHIND 1.0        /* units: how far behind a face one looks whether it is solid */

/* ------------------------------------------------------------------------------------------------------------ faces */

/* Whether two faces lie in one line, alike, and touch or overlap; then `a` grows by `b`. */
static bool face_joins(qm__face *a, const qm__face *b, bool alike) {
    if (a->z != b->z || (alike && a->below_z != b->below_z) || qm__dot(a->u, b->u) <= 0) {
        return false;
    }
    const qm__xy to_a = qm__minus(b->a, a->a), to_b = qm__minus(b->b, a->a);
    const double off_a = qm__cross(a->u, to_a), off_b = qm__cross(a->u, to_b);
    const double low = qm__dot(a->u, to_a), high = qm__dot(a->u, to_b);
    if (off_a > IN_LINE || off_a < -IN_LINE || off_b > IN_LINE || off_b < -IN_LINE || low > a->length + SEAM ||
        high < -SEAM) {
        return false;
    }
    a->a = low < 0 ? b->a : a->a;
    a->b = high > a->length ? b->b : a->b;
    a->length = qm__apart(a->a, a->b);
    a->u = qm__unit(qm__minus(a->b, a->a));
    a->out = (qm__xy){a->u.y, -a->u.x};
    return true;
}

uint32_t qm__faces_make(const qm__linking *linking, bool alike, qm__face *out) {
    const int32_t least = alike && linking->rules->jump_low ? 0 : linking->walker->step;
    uint32_t count = 0;
    for (uint32_t i = 0; i < linking->rims->count; i++) {
        const qm__rim *rim = &linking->rims->items[i];
        if (rim->beyond != QM__BEYOND_DROP || rim->z - rim->below_z <= least || rim->rail > linking->walker->step) {
            continue;
        }
        const qm__xy u = qm__unit(qm__minus(rim->b, rim->a));
        out[count++] =
            (qm__face){rim->a, rim->b, u, {u.y, -u.x}, qm__apart(rim->a, rim->b), rim->z, rim->below_z, rim->prism};
    }
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t j = i + 1; j < count; j++) {
                if (face_joins(&out[i], &out[j], alike)) {
                    out[j--] = out[--count];
                    grown = true;
                }
            }
        }
    }
    return count;
}

int32_t qm__rim_prism(const qm__rims *rims, const qm__face *face, double s) {
    const qm__xy p = qm__along(face->a, face->u, s);
    for (uint32_t i = 0; i < rims->count; i++) {
        const qm__rim *rim = &rims->items[i];
        const double turn = qm__cross(face->u, qm__unit(qm__minus(rim->b, rim->a)));
        if (rim->z == face->z && qm__point_segment_square(p, rim->a, rim->b) <= SEAM * SEAM && turn < ALONG &&
            turn > -ALONG && qm__dot(face->u, qm__minus(rim->b, rim->a)) > 0) {
            return rim->prism;
        }
    }
    return face->prism;
}

void qm__link_add(qm__linking *linking, const qm__link *link) {
    if (linking->count == linking->max) {
        const uint32_t max = linking->max ? linking->max * 2 : 128;
        qm__link *items = qm__arena_array(linking->arena, max, sizeof *items);
        if (!items) {
            linking->failed = true;
            return;
        }
        if (linking->count) {
            memcpy(items, linking->items, linking->count * sizeof *items);
        }
        linking->items = items;
        linking->max = max;
    }
    linking->items[linking->count++] = *link;
}

/* ------------------------------------------------------------------------------------------------------------ climbs
 */

enum { WAY = QM__CLIMB_WAY, FOOT = QM__CLIMB_FOOT, TOP = QM__CLIMB_TOP };

/* Climbing a face from one level. */
typedef struct climb {
    qm__linking *linking;
    const qm__face *face;
    qm__track top; /* the line of the tops, and as much to both sides as feet may be beyond them … */
    double aside;  /* … which is this */
    double slide;  /* from the top back out to the foot */
    int foot_level, top_level;
    int32_t foot_z;
    bool drop; /* straight down without climbing: the face need not be solid */
} climb;

/* Whether the face is solid and climbable from a step above the foot up to the top, just inside of a point of its edge.
 */
static bool face_holds(const climb *c, qm__xy inside) {
    const qm__table *table = c->linking->table;
    int32_t z = c->foot_z + c->linking->walker->step;
    while (z < c->face->z) {
        int32_t next = z;
        for (uint32_t i = 0; i < table->prism_count; i++) {
            const qm__prism *prism = &table->prisms[i];
            if (!(prism->flags & QM__PRISM_SHEER) && prism->bottom <= z && prism->top > next &&
                qm__polygon_has(table, &prism->polygon, inside.x, inside.y, QM__SLACK)) {
                next = prism->top;
            }
        }
        if (next == z) {
            return false;
        }
        z = next;
    }
    return true;
}

static unsigned climb_test(const void *context, qm__xy top, double s) {
    const climb *c = context;
    const qm__linking *l = c->linking;
    const qm__walker *walker = l->walker;
    const qm__xy foot = qm__along(top, c->face->out, c->slide), edge = qm__along(c->face->a, c->face->u, s - c->aside);
    const int32_t over = c->drop && l->rules->clearance > walker->step ? l->rules->clearance : walker->step;
    unsigned bits = 0;
    if (qm__passes(l->levels, NULL, (qm__spot){foot.x, foot.y, c->foot_level}, QM__CARE, NULL)) {
        bits |= FOOT;
    }
    if (s > c->aside - ON_EDGE && s < c->aside + c->face->length + ON_EDGE &&
        qm__passes(l->levels, NULL, (qm__spot){top.x, top.y, c->top_level}, QM__CARE, NULL) &&
        qm__air_free(l->table, c->face->z + over, c->face->z + walker->height, foot, top, l->radius, QM__CARE)) {
        bits |= TOP;
    }
    if ((c->drop || !l->rules->leeway) && bits != (FOOT | TOP)) {
        return bits;
    }
    if ((c->drop || face_holds(c, qm__along(edge, c->face->out, -BEHIND))) &&
        qm__air_free(l->table, c->foot_z + walker->step, c->face->z + walker->height, foot, foot, l->radius,
                     QM__CARE)) {
        bits |= WAY;
    }
    return bits;
}

/* All places along the face where something can change for a climb. */
static void climb_events(const climb *c) {
    qm__linking *l = c->linking;
    const qm__track *top = &c->top;
    const qm__track foot = {qm__along(top->o, c->face->out, c->slide), top->u, top->length, 0};
    const qm__track behind = {qm__along(qm__along(c->face->a, c->face->u, -c->aside), c->face->out, -BEHIND), top->u,
                              top->length, 0};
    const qm__xy begin = top->o, end = qm__track_point(&foot, foot.length);
    const double r = l->radius, w = l->table->width, d = l->table->depth;
    const qm__xy corners[4] = {{0, 0}, {w, 0}, {w, d}, {0, d}};
    qm__events_start(&l->events);
    qm__events_add(&l->events, top, c->aside);
    qm__events_add(&l->events, top, c->aside + c->face->length);
    for (int k = 0; k < 4; k++) {
        qm__events_around(&l->events, top, corners[k], corners[(k + 1) % 4], r);
        qm__events_around(&l->events, &foot, corners[k], corners[(k + 1) % 4], r);
    }
    for (uint32_t i = 0; i < l->table->prism_count; i++) {
        const qm__prism *prism = &l->table->prisms[i];
        qm__edge e;
        if (prism->top < c->foot_z || prism->bottom >= c->face->z + l->walker->height ||
            !qm__box_near(&prism->polygon.box, (qm__xy){qm__least(begin.x, end.x), qm__least(begin.y, end.y)},
                          (qm__xy){qm__most(begin.x, end.x), qm__most(begin.y, end.y)}, 2 * r)) {
            continue;
        }
        for (qm__edges at = qm__edges_of(l->table, &prism->polygon); qm__edges_next(&at, &e);) {
            if (qm__segments_square(begin, qm__track_point(top, top->length), e.a, e.b) > 9 * r * r + 100) {
                continue;
            }
            qm__events_around(&l->events, top, e.a, e.b, r);
            qm__events_around(&l->events, &foot, e.a, e.b, r);
            const double turn = qm__cross(top->u, qm__unit(qm__minus(e.b, e.a)));
            if (l->walker->whole && turn < ALONG && turn > -ALONG) { /* what the slack holds ends elsewhere */
                qm__events_around(&l->events, top, e.a, e.b, r - QM__CARE);
                qm__events_around(&l->events, &foot, e.a, e.b, r - QM__CARE);
            }
            qm__events_around(&l->events, top, e.a, e.b, 0);
            qm__events_around(&l->events, &foot, e.a, e.b, 0);
            qm__events_around(&l->events, &behind, e.a, e.b, 0);
            const double at_a = qm__dot(top->u, qm__minus(e.a, top->o)); /* a corner beside the slide */
            qm__events_add(&l->events, top, at_a - r);
            qm__events_add(&l->events, top, at_a + r);
        }
    }
}

static void add_climb(const void *context, double foot_low, double foot_high, double top_low, double top_high) {
    const climb *c = context;
    qm__linking *l = c->linking;
    const qm__xy out = c->face->out;
    const double leeway = c->drop ? 0 : l->rules->leeway;
    qm__curve top = qm__track_curve(&c->top, top_low, top_high), foot = qm__track_curve(&c->top, foot_low, foot_high);
    foot.a = qm__along(foot.a, out, c->slide);
    foot.b = qm__along(foot.b, out, c->slide);
    const int32_t height = c->face->z - c->foot_z;
    qm__link link = {.kind = c->drop ? QM__LINK_DROP : QM__LINK_CLIMB,
                     .from = c->foot_level,
                     .to = c->top_level,
                     .off = foot,
                     .on = top,
                     .out = out,
                     .rise = height,
                     .prism = qm__rim_prism(l->rims, c->face, (top_low + top_high) / 2 - c->aside),
                     .below_z = c->foot_z,
                     .least = c->slide,
                     .most = c->slide + leeway};
    if (!c->drop) {
        qm__link_add(l, &link);
    }
    link.from = c->top_level;
    link.to = c->foot_level;
    link.off = top;
    link.on = foot;
    link.rise = -height;
    qm__link_add(l, &link);
}

/* Joins the stretches of feet and tops within a stretch where the way is free. */
static void join_within(const qm__events *events, double low, double high, double leeway, qm__climb_add *add,
                        const void *context) {
    double foot_low, foot_high, top_low, top_high;
    for (uint32_t f = 0; qm__events_run(events, FOOT | WAY, &f, &foot_low, &foot_high);) {
        if (foot_low < low || foot_high > high) {
            continue;
        }
        for (uint32_t t = 0; qm__events_run(events, TOP | WAY, &t, &top_low, &top_high);) {
            if (top_low >= low && top_high <= high && top_low - foot_high <= leeway && foot_low - top_high <= leeway) {
                add(context, qm__most(foot_low, top_low - leeway), qm__least(foot_high, top_high + leeway),
                    qm__most(top_low, foot_low - leeway), qm__least(top_high, foot_high + leeway));
            }
        }
    }
}

void qm__climbs_join(const qm__events *events, double leeway, qm__climb_add *add, const void *context) {
    double low, high;
    for (uint32_t cell = 0; leeway <= 0 && qm__events_run(events, WAY | FOOT | TOP, &cell, &low, &high);) {
        add(context, low, high, low, high);
    }
    for (uint32_t cell = 0; leeway > 0 && qm__events_run(events, WAY, &cell, &low, &high);) {
        join_within(events, low, high, leeway, add, context);
    }
}

bool qm__level_possible(const qm__linking *linking, int level, qm__xy a, qm__xy b) {
    const int32_t z = qm__level_height(linking->levels, level);
    if (z == 0) {
        return true;
    }
    for (uint32_t i = 0; i < linking->table->prism_count; i++) {
        const qm__prism *prism = &linking->table->prisms[i];
        if ((prism->flags & QM__PRISM_WALKABLE) && prism->top == z && qm__box_near(&prism->polygon.box, a, b, 1)) {
            return true;
        }
    }
    return false;
}

static void climb_face(climb *c) {
    qm__linking *l = c->linking;
    const qm__xy foot = qm__along(c->top.o, c->face->out, c->slide);
    if (!qm__level_possible(l, c->foot_level, foot, qm__along(foot, c->face->u, c->top.length))) {
        return;
    }
    climb_events(c);
    qm__events_ask(&l->events, &c->top, climb_test, c);
    qm__climbs_join(&l->events, c->drop ? 0 : l->rules->leeway, add_climb, c);
}

void qm__link_climbs(qm__linking *linking, const qm__face *faces, uint32_t count) {
    const qm__link_rules *rules = linking->rules;
    for (uint32_t i = 0; i < count; i++) {
        climb c = {.linking = linking, .face = &faces[i]};
        c.slide = linking->walker->whole ? 2 * linking->radius : linking->radius;
        c.top_level = qm__level_at(linking->levels, faces[i].z);
        for (c.foot_level = 0; c.foot_level < qm__level_count(linking->levels); c.foot_level++) {
            c.foot_z = qm__level_height(linking->levels, c.foot_level);
            if (faces[i].z - c.foot_z <= linking->walker->step) {
                continue;
            }
            for (int drop = rules->climbs ? 0 : 1; drop <= (rules->drops && rules->drop_to_foot); drop++) {
                c.drop = drop;
                c.aside = drop ? 0 : rules->leeway;
                c.top = qm__face_top(linking, &faces[i]);
                c.top.o = qm__along(c.top.o, c.top.u, -c.aside);
                c.top.length += 2 * c.aside;
                climb_face(&c);
            }
        }
    }
}

/* ----------------------------------------------------------------------------------------------------------- ladders
 */

static void link_ladders(qm__linking *linking) {
    const qm__table *table = linking->table;
    for (uint32_t i = 0; i < table->ladder_count; i++) {
        const qm__ladder *ladder = &table->ladders[i];
        const qm__spot foot = {ladder->foot_x, ladder->foot_y, qm__level_at(linking->levels, ladder->foot_z)};
        const qm__spot head = {ladder->head_x, ladder->head_y, qm__level_at(linking->levels, ladder->head_z)};
        if (!qm__passes(linking->levels, NULL, foot, QM__CARE, NULL) ||
            !qm__passes(linking->levels, NULL, head, QM__CARE, NULL)) {
            continue;
        }
        const qm__xy f = {foot.x, foot.y}, h = {head.x, head.y};
        const double length = qm__apart(f, h);
        qm__link link = {.kind = QM__LINK_LADDER,
                         .from = foot.level,
                         .to = head.level,
                         .off = {.a = f, .b = f},
                         .on = {.a = h, .b = h},
                         .rise = ladder->head_z - ladder->foot_z,
                         .prism = (int32_t)i,
                         .below_z = ladder->foot_z,
                         .least = length,
                         .most = length};
        qm__link_add(linking, &link);
        link.from = head.level;
        link.to = foot.level;
        link.off = (qm__curve){.a = h, .b = h};
        link.on = (qm__curve){.a = f, .b = f};
        link.rise = -link.rise;
        qm__link_add(linking, &link);
    }
}

/* ------------------------------------------------------------------------------------------------------------ making
 */

qm_result qm__links_make(const qm__walks *walks, const qm__rims *rims, const qm__link_rules *rules, qm__arena *arena,
                         const qm__links **out) {
    qm__linking l = {.levels = qm__walks_levels(walks), .rims = rims, .rules = rules, .arena = arena};
    l.table = qm__levels_table(l.levels);
    l.walker = qm__levels_walker(l.levels);
    l.radius = l.walker->radius;
    if (rules->jump_most < 0 || rules->rise_most < 0 || rules->clearance < 0 || rules->leeway < 0) {
        return QM_ERROR_USAGE;
    }
    l.events.max = l.table->corner_count * 64 + 256;
    for (int i = 0; l.walker->whole && i < qm__level_count(l.levels); i++) {
        uint32_t walls;
        qm__walls(l.levels, i, &walls);
        l.events.max += walls * 20;
    }
    l.events.items = qm__arena_array(arena, l.events.max, sizeof *l.events.items);
    l.events.cells = qm__arena_array(arena, (size_t)l.events.max * 2, 1);
    qm__face *faces = qm__arena_array(arena, rims->count + 1u, sizeof *faces);
    qm__links *links = qm__arena_alloc(arena, sizeof *links);
    if (!l.events.items || !l.events.cells || !faces || !links) {
        return QM_ERROR_MEMORY;
    }
    qm__link_climbs(&l, faces, qm__faces_make(&l, false, faces));
    if (rules->overs) {
        qm__link_overs(&l);
    }
    if (rules->ladders) {
        link_ladders(&l);
    }
    if (rules->jump_most > 0) {
        qm__link_flights(&l, faces, qm__faces_make(&l, true, faces));
    }
    if (l.failed || l.events.lost) {
        return QM_ERROR_MEMORY;
    }
    *links = (qm__links){l.levels, *rules, l.items, l.count};
    *out = links;
    return QM_OK;
}
