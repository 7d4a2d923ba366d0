/* What bodies leave of the curves of a link: the parts on which a base can take off, or land.
 *
 * Invariant: at every place of a part the base can be (and could stop, if the link can fail), bodies and all; of curves
 * that are tied, at both ends, and the air between is free.
 */
#include "space/table/levels_inside.h"
#include "space/table/links_inside.h"

/* Of terrain the curves of links are free. */
static bool can_be(const qm__cutting *c, qm__xy p, int number) {
    const qm__levels *levels = c->links->levels;
    const qm__level *level = &levels->levels[number];
    return c->terrain ? qm__can_be(levels, c->crowd, qm__spot_at(p, number), QM__CARE, c->stand)
                      : qm__level_body(levels, level, c->crowd, p, p, QM__CARE, c->stand) < 0 &&
                            (!c->stand || qm__level_apart(levels, level, c->crowd, p, QM__CARE));
}

static unsigned cut_test(const void *context, qm__xy p, double s) {
    const qm__cutting *c = context;
    (void)s;
    if (!c->tied) {
        return can_be(c, p, c->level);
    }
    const qm__xy on = qm__plus(p, c->shift);
    return can_be(c, p, c->level) && can_be(c, on, c->link->to) &&
           qm__flight_clear(c->links, (uint32_t)(c->link - c->links->items), c->crowd, p, on);
}

double qm__cutting_keep_off(const qm__cutting *c, uint16_t number, int level) {
    const qm__body *body = &c->crowd->bodies[number];
    const qm__walker *walker = qm__levels_walker(c->links->levels);
    if (number == c->crowd->self || body->manner == QM__PASS || (body->manner == QM__PASS_ONLY && !c->stand)) {
        return 0;
    }
    const double keep =
        qm__body_keep_off(body, qm__level_height(c->links->levels, level), walker->radius, walker->height);
    return keep > 0 && c->stand ? keep + qm__crowd_apart(c->crowd, number) : keep;
}

/* Adds where bodies begin and end along a track (moved by `shift`); false when none is near. */
static bool add_bodies(const qm__cutting *c, qm__events *events, const qm__track *track, qm__xy shift, int level) {
    bool any = false;
    for (uint16_t i = 0; c->crowd && i < c->crowd->count; i++) {
        const double keep = qm__cutting_keep_off(c, i, level);
        const qm__body *body = &c->crowd->bodies[i];
        const qm__xy centre = qm__minus((qm__xy){body->x, body->y}, shift), end = qm__track_point(track, track->length);
        const double far = keep + track->radius * 2 + (body->radius > 0 ? 0 : (double)(body->width + body->length));
        if (keep <= 0 || qm__point_segment_square(centre, track->o, end) > far * far) {
            continue;
        }
        any = true;
        if (body->radius > 0) {
            qm__events_circle(events, track, centre, keep);
            continue;
        }
        qm__xy corners[4];
        qm__body_corners(body, corners);
        for (int k = 0; k < 4; k++) {
            qm__events_around(events, track, qm__minus(corners[k], shift), qm__minus(corners[(k + 1) % 4], shift),
                              keep);
        }
    }
    return any;
}

/* Adds where bodies begin and end to be beside what lies between a track and the same track, moved straight across. */
static void add_beside(const qm__cutting *c, qm__events *events, const qm__track *track) {
    const double radius = qm__levels_walker(c->links->levels)->radius;
    for (uint16_t i = 0; c->crowd && i < c->crowd->count; i++) {
        const qm__body *body = &c->crowd->bodies[i];
        const double keep = radius + body->radius, far = keep + c->link->least + body->width + body->length;
        qm__xy corners[4] = {{body->x, body->y}};
        if (qm__point_segment_square(corners[0], track->o, qm__track_point(track, track->length)) > far * far) {
            continue;
        }
        if (body->radius <= 0) {
            qm__body_corners(body, corners);
        }
        for (int k = 0; k < (body->radius > 0 ? 1 : 4); k++) {
            const double at = qm__dot(qm__minus(corners[k], track->o), track->u);
            qm__events_add(events, track, at - keep);
            qm__events_add(events, track, at + keep);
        }
    }
}

/* Adds where the walker is already: it may begin a link there, whomever it touches. */
static void add_begin(const qm__cutting *c, qm__events *events, const qm__track *track) {
    if (c->stand && c->crowd && c->crowd->apart && c->crowd->self < c->crowd->count && track->radius <= 0) {
        const qm__body *self = &c->crowd->bodies[c->crowd->self];
        qm__events_add(events, track, qm__dot(qm__minus((qm__xy){self->x, self->y}, track->o), track->u));
    }
}

/* Adds where along a track that lies anywhere terrain may begin or end to be in the way, or to bear the base. */
static void add_terrain(const qm__cutting *c, qm__events *events, const qm__track *track) {
    const qm__table *table = qm__levels_table(c->links->levels);
    const qm__walker *walker = qm__levels_walker(c->links->levels);
    const int32_t z = qm__level_height(c->links->levels, c->level);
    const double r = walker->radius, w = table->width, d = table->depth, far = r + 2 * track->radius + 1;
    const qm__xy corners[4] = {{0, 0}, {w, 0}, {w, d}, {0, d}};
    const qm__xy begin = qm__track_point(track, 0), end = qm__track_point(track, track->length);
    for (int k = 0; k < 4; k++) {
        qm__events_around(events, track, corners[k], corners[(k + 1) % 4], r);
    }
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        qm__edge e;
        if (prism->top < z || prism->bottom >= z + walker->height) {
            continue;
        }
        for (qm__edges at = qm__edges_of(table, &prism->polygon); qm__edges_next(&at, &e);) {
            if (qm__segments_square(begin, end, e.a, e.b) <= far * far) {
                qm__events_around(events, track, e.a, e.b, r);
                qm__events_around(events, track, e.a, e.b, 0);
            }
        }
    }
}

/* Eight around each edge of a rectangle (two parallels, and three for the circle around each end), ten along an arc. A
 * curve that is tied, and straight, has them at both ends, and eight more for what stands beside. Of terrain only what
 * is near to a body's side counts: where that is more than there is room for, events->lost tells. */
enum { BODY_EVENTS = 4 * 8 * 2 + 8, TERRAIN_EVENTS = 4096, ENDS = 16 };

uint32_t qm__parts_most_events(uint32_t body_count, bool terrain) {
    return BODY_EVENTS * body_count + (terrain && body_count ? TERRAIN_EVENTS : 0) + ENDS;
}

int qm__free_parts(const qm__cutting *c, qm__events *events, const qm__curve *curve, double parts[QM__PARTS_MAX][2]) {
    const double length = qm__curve_length(curve);
    qm__track track = qm__track_line(curve->a, curve->b);
    if (curve->radius > 0) {
        track = (qm__track){curve->centre, qm__unit(qm__minus(curve->a, curve->centre)), qm__curve_sweep(curve),
                            curve->radius};
    }
    qm__events_start(events);
    bool any = add_bodies(c, events, &track, (qm__xy){0, 0}, c->level);
    any = (c->tied && add_bodies(c, events, &track, c->shift, c->link->to)) || any;
    if (any) {
        add_begin(c, events, &track);
    }
    if (any && c->tied && c->link->kind == QM__LINK_DROP) {
        add_beside(c, events, &track);
    }
    if (c->terrain) {
        any = true;
        add_terrain(c, events, &track);
    }
    if (!any) {
        parts[0][0] = 0;
        parts[0][1] = 1;
        return 1;
    }
    if (length <= 0) {
        parts[0][0] = 0;
        parts[0][1] = 1;
        return cut_test(c, curve->a, 0) ? 1 : 0;
    }
    int count = 0;
    double low, high;
    qm__events_ask(events, &track, cut_test, c);
    for (uint32_t cell = 0; qm__events_run(events, 1, &cell, &low, &high);) {
        if (count == QM__PARTS_MAX) {
            events->lost = true;
            break;
        }
        /* Ends that a body makes are drawn in a little, so that nothing that begins there begins in doubt. */
        const double in = qm__least((high - low) / 4, track.radius > 0 ? QM__CARE / track.radius : QM__CARE);
        parts[count][0] = low > 0 ? (low + in) / track.length : 0;
        parts[count++][1] = high < track.length ? (high - in) / track.length : 1;
    }
    return count;
}

/* ------------------------------------------------------------------------------------------------------ nearest ends
 */

static bool is_straight_down(const qm__links *links, const qm__link *link) {
    return link->kind == QM__LINK_DROP && links->rules.drop_to_foot;
}

bool qm__link_tied(const qm__links *links, const qm__link *link) {
    return (link->kind == QM__LINK_CLIMB && links->rules.leeway <= 0) || link->kind == QM__LINK_LADDER ||
           is_straight_down(links, link);
}

qm__xy qm__link_shift(const qm__links *links, const qm__link *link) {
    const qm__xy d = qm__minus(link->on.a, link->off.a);
    if (link->kind == QM__LINK_LADDER) {
        return d;
    }
    if (link->kind != QM__LINK_CLIMB && !is_straight_down(links, link)) {
        return (qm__xy){0, 0};
    }
    const qm__xy u = qm__unit(qm__minus(link->off.b, link->off.a));
    return qm__along(d, u, qm__apart(link->off.a, link->off.b) <= 0 ? 0 : -qm__dot(d, u));
}

/* The nearest place to a point on what bodies leave of a curve; false when that is nothing. */
static bool nearest_on(const qm__cutting *c, qm__events *events, const qm__curve *curve, qm__xy from, qm__xy *out) {
    double parts[QM__PARTS_MAX][2], least = QM__FAR;
    const int count = qm__free_parts(c, events, curve, parts);
    for (int i = 0; i < count; i++) {
        const qm__curve part = qm__curve_cut(curve, parts[i][0], parts[i][1]);
        const qm__xy at = qm__curve_point(&part, qm__curve_nearest(&part, from));
        if (qm__apart(at, from) < least) {
            least = qm__apart(at, from);
            *out = at;
        }
    }
    return least < QM__FAR;
}

bool qm__link_nearest(const qm__links *links, uint32_t number, const qm__crowd *crowd, qm__xy from, bool stop,
                      qm__events *events, qm__piece *out) {
    const qm__link *link = &links->items[number];
    qm__cutting cut = {.links = links,
                       .crowd = crowd,
                       .link = link,
                       .stand = stop,
                       .tied = qm__link_tied(links, link),
                       .level = link->from,
                       .shift = qm__link_shift(links, link)};
    *out = (qm__piece){.link = (int32_t)number};
    if (!nearest_on(&cut, events, &link->off, from, &out->from)) {
        return false;
    }
    out->to = qm__plus(out->from, cut.shift);
    cut.level = link->to;
    if (cut.tied || !nearest_on(&cut, events, &link->on, out->to, &out->to)) {
        return cut.tied;
    }
    if (qm__flight_crosses(links, number, out->from, out->to)) {
        return true;
    }
    const qm__xy on = qm__curve_point(&link->on, 0.5); /* where the curves meet nobody flies */
    if (!nearest_on(&cut, events, &link->on, on, &out->to)) {
        return false;
    }
    cut.level = link->from;
    return nearest_on(&cut, events, &link->off, qm__curve_point(&link->off, 0.5), &out->from) &&
           qm__flight_crosses(links, number, out->from, out->to);
}
