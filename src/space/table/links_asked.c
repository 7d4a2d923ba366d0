/* Links as a person can type them: whether a climb, ladder, jump or drop leads from one whole-unit place to another,
 * and why not; and whole-unit ends for the links of a route.
 *
 * The curves of a link are exact and often miss all whole units, so an end may lie beside its curve by QM__LINK_TOUCH.
 * That the base stands there, and that the air is free from the one typed place to the other, is asked for those places
 * themselves.
 *
 * Invariant: ends that qm__link_whole gives are good when asked for. Rejected: to move typed ends onto the curves
 * before they are judged; then the place where a figure is said to be would not be the one that was judged.
 */
#include "space/table/links_inside.h"

#define NEVER 2.0 /* of parts: nothing stops the flight */

/* ------------------------------------------------------------------------------------------------- what is in the way
 */

/* How far along a flight that does not get past a body it first meets it. */
static double body_part(const qm__links *links, uint32_t link, const qm__body *body, qm__xy off, qm__xy on) {
    qm__body solid = *body;
    double low = 0, high = 1;
    if (!qm__flight_meets(links, link, body, off, on)) {
        return NEVER;
    }
    solid.manner = QM__BLOCK; /* flights that end half way over it do not meet it, where it is passed on foot */
    for (int i = 0; i < 40; i++) {
        const double middle = (low + high) / 2;
        if (qm__flight_meets(links, link, &solid, off, qm__along(off, qm__minus(on, off), middle))) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return high;
}

static double solid_part(const qm__links *links, uint32_t number, const qm__table *one, qm__xy off, qm__xy on) {
    const qm__link *link = &links->items[number];
    const qm__walker *walker = qm__levels_walker(links->levels);
    const int32_t off_z = qm__level_height(links->levels, link->from);
    const qm__flight flight = {off, on, off_z, off_z + link->rise};
    return qm__flight_passes(&links->rules, walker, one, &flight)
               ? NEVER
               : qm__flight_stop(&links->rules, walker, one, &flight);
}

/* A solid over the landing, of a flight that comes down there. */
static int32_t over_landing(const qm__links *links, const qm__link *link, qm__xy on) {
    const qm__table *table = qm__levels_table(links->levels);
    const qm__walker *walker = qm__levels_walker(links->levels);
    const int32_t low = qm__level_height(links->levels, link->to) + walker->step;
    const int32_t high = qm__level_height(links->levels, link->from) + walker->height;
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__table one = qm__table_of_one(table, i);
        if (!qm__air_free(&one, low, high, on, on, walker->radius, QM__CARE)) {
            return (int32_t)i;
        }
    }
    return QM__NOTHING;
}

/* What stops a flight first. It takes far longer than finding that something does: for whoever tells it alone. */
static void find_stop(const qm__links *links, uint32_t number, const qm__crowd *crowd, qm__xy off, qm__xy on,
                      qm__obstruction *why) {
    const qm__table *table = qm__levels_table(links->levels);
    *why = (qm__obstruction){.what = QM__IN_PRISM, .prism = QM__NOTHING, .part = NEVER};
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__table one = qm__table_of_one(table, i);
        const double part = solid_part(links, number, &one, off, on);
        if (part < why->part) {
            why->part = part;
            why->prism = (int32_t)i;
        }
    }
    for (uint16_t i = 0; crowd && i < crowd->count; i++) {
        const double part = i == crowd->self ? NEVER : body_part(links, number, &crowd->bodies[i], off, on);
        if (part < why->part - 1e-9) { /* a solid stops the flight past a body too */
            *why = (qm__obstruction){.what = QM__BODY, .body = i, .prism = QM__NOTHING, .part = part};
        }
    }
    if (why->part > 1) {
        why->part = 1;
        why->prism = over_landing(links, &links->items[number], on);
    }
    why->at = qm__along(off, qm__minus(on, off), why->part);
}

/* ------------------------------------------------------------------------------------------------------------- asking
 */

static double beside(const qm__curve *curve, qm__xy p, qm__xy *nearest) {
    *nearest = qm__curve_point(curve, qm__curve_nearest(curve, p));
    return qm__apart(*nearest, p);
}

/* Climbs, and drops straight down: how far along the face the two ends are apart, and what that may be more than the
 * rules let it. */
static double sideways(const qm__link *link, qm__xy off, qm__xy on, double *slack) {
    const bool point = qm__apart(link->off.a, link->off.b) <= 0;
    const qm__curve *curve = point ? &link->on : &link->off;
    const qm__xy face = qm__minus(curve->b, curve->a);
    *slack = qm__link_aside(face);
    if (qm__apart(curve->a, curve->b) <= 0) {
        return 0;
    }
    const double along = qm__dot(qm__minus(on, off), qm__unit(face));
    return along < 0 ? -along : along;
}

/* Whether a landing lies beside a body that takes some of the link's own landings. */
static bool beside_body(const qm__links *links, const qm__link *link, const qm__crowd *crowd, qm__xy on) {
    const qm__walker *walker = qm__levels_walker(links->levels);
    const int32_t z = qm__level_height(links->levels, link->to);
    for (uint16_t i = 0; crowd && i < crowd->count; i++) {
        const qm__body *body = &crowd->bodies[i];
        if (i == crowd->self || body->manner == QM__PASS) {
            continue;
        }
        const double keep = qm__body_keep_off(body, z, walker->radius, walker->height);
        const double off = qm__body_point_distance(body, on) - (keep - body->radius);
        const double more = body->aloof ? 1 : 0; /* who could stop there keeps apart */
        if (keep > 0 && off <= QM__LINK_TOUCH + more && off >= -QM__LINK_TOUCH &&
            qm__body_beside(link, body, keep + more)) {
            return true;
        }
    }
    return false;
}

/* Where a line crosses the line or circle of a curve: points of the curve near to that. Returns how many. */
static int crossed(const qm__curve *curve, qm__xy from, qm__xy u, qm__xy out[2]) {
    const qm__xy v = qm__minus(curve->b, curve->a), c = qm__minus(curve->centre, from);
    const double across = qm__cross(u, v), aside = qm__cross(u, c);
    const double rest = curve->radius * curve->radius - aside * aside, half = rest > 0 ? qm__root(rest) : 0;
    double parts[2] = {qm__dot(c, u) - half, qm__dot(c, u) + half};
    if (curve->radius <= 0) {
        parts[0] = across != 0 ? qm__cross(qm__minus(curve->a, from), v) / across : 0;
    }
    const int count = curve->radius > 0 ? 2 : 1;
    for (int i = 0; i < count; i++) {
        out[i] = qm__curve_point(curve, qm__curve_nearest(curve, qm__along(from, u, parts[i])));
    }
    return count;
}

/* How far a flight goes on after it has last come to one of a link's landings; negative: it comes to none of them. */
static double past_landing(const qm__curve *curve, qm__xy off, qm__xy on) {
    const qm__xy u = qm__unit(qm__minus(on, off));
    qm__xy points[4] = {curve->a, curve->b};
    const int count = 2 + crossed(curve, off, u, points + 2);
    double past = -1;
    for (int i = 0; i < count; i++) {
        const qm__xy p = qm__along(off, qm__minus(on, off), qm__nearest_part(off, on, points[i]));
        const double rest = qm__apart(p, on);
        if (qm__apart(p, points[i]) <= QM__LINK_TOUCH && (past < 0 || rest < past)) {
            past = rest;
        }
    }
    return past;
}

/* Whether both ends are at the link; `chosen`: the landing is behind its own ones. */
static bool ends_fit(const qm__links *links, const qm__link *link, const qm__crowd *crowd, qm__xy off, qm__xy on,
                     bool flight, bool *chosen, qm__link_asked *out) {
    out->fault = QM__LINK_NO_START;
    out->distance = beside(&link->off, off, &out->at);
    if (out->distance > QM__LINK_TOUCH) {
        qm__xy at;
        out->beyond = beside(&link->on, on, &at);
        return false;
    }
    out->fault = QM__LINK_NO_END;
    out->distance = beside(&link->on, on, &out->at);
    if (out->distance <= QM__LINK_TOUCH) {
        return true;
    }
    if (!flight || !qm__flight_outwards(link, off, on)) {
        return false;
    }
    *chosen = !beside_body(links, link, crowd, on);
    const double past = *chosen ? past_landing(&link->on, off, on) : 0;
    out->beyond = past > 0 ? past : 0;
    return past >= 0;
}

/* Whether a flight goes over the rim of its link, and not over one next to it that has something else below: it would
 * be of the other kind there. */
static bool leaves_rim(const qm__links *links, const qm__link *link, qm__xy off, qm__xy on) {
    const qm__walker *walker = qm__levels_walker(links->levels);
    const qm__xy edge = qm__along(qm__curve_point(&link->off, qm__curve_nearest(&link->off, off)), link->out,
                                  walker->whole ? walker->radius : 0);
    const int32_t on_z = qm__level_height(links->levels, link->to);
    const int32_t below = qm__below_edge(qm__levels_table(links->levels), edge, link->out, qm__minus(on, off),
                                         on_z - link->rise, link->below_z);
    return qm__jumps_across(&links->rules, walker, below, on_z) == (link->kind == QM__LINK_JUMP);
}

/* True: something is in the flight's way, and what it is has not been looked for (find_stop). */
static bool ask_one(const qm__links *links, uint32_t number, const qm__crowd *crowd, qm__xy off, qm__xy on,
                    qm__link_asked *out) {
    const qm__link *link = &links->items[number];
    const bool flight = link->kind == QM__LINK_JUMP || (link->kind == QM__LINK_DROP && !links->rules.drop_to_foot);
    bool chosen = false;
    double slack = 0;
    out->link = number;
    if (!ends_fit(links, link, crowd, off, on, flight, &chosen, out)) {
        return false;
    }
    if (flight && !leaves_rim(links, link, off, on)) {
        *out = (qm__link_asked){.fault = QM__LINK_NO_KIND};
        return false;
    }
    const bool aside = out->distance > QM__LINK_TOUCH && !chosen; /* beside a body, off its landing */
    out->fault = QM__LINK_NOWHERE;
    if (flight && !aside && !qm__flight_crosses(links, number, off, on)) {
        return false;
    }
    const bool face = link->kind == QM__LINK_CLIMB || (link->kind == QM__LINK_DROP && !flight);
    out->fault = QM__LINK_SIDEWAYS;
    out->distance = out->sideways = face ? sideways(link, off, on, &slack) : 0;
    if (out->distance > (link->kind == QM__LINK_CLIMB ? links->rules.leeway : 0) + slack) {
        return false;
    }
    out->fault = QM__LINK_LONG;
    out->distance = qm__apart(off, on);
    if (flight && qm__units(out->distance) > links->rules.jump_most) {
        return false;
    }
    qm__over over;
    out->fault = QM__LINK_NO_END;
    if (link->over > 0 &&
        !qm__over_find(links->levels, qm__spot_at(off, link->from), qm__spot_at(on, link->to), &over)) {
        return false;
    }
    out->fault = QM__LINK_STOPPED;
    if (!qm__flight_free(links, number, crowd, off, on, flight)) {
        return true;
    }
    if (chosen && !qm__passes(links->levels, crowd, (qm__spot){on.x, on.y, link->to}, QM__SLACK, &out->why)) {
        out->why.part = 1;
        return false;
    }
    out->fault = QM__LINK_GOOD;
    return false;
}

/* Whether an answer is to be told instead of another. */
static bool better(const qm__link_asked *a, const qm__link_asked *b) {
    if (a->fault != b->fault) {
        return a->fault > b->fault;
    }
    if (a->fault == QM__LINK_NO_START && a->beyond != b->beyond) { /* the one meant leads there, wherever it begins */
        return a->beyond < b->beyond;
    }
    return a->distance != b->distance ? a->distance < b->distance : a->beyond < b->beyond;
}

bool qm__link_ask(const qm__links *links, qm__link_kind kind, const qm__crowd *crowd, qm__spot from, qm__spot to,
                  qm__link_asked *out) {
    const qm__xy off = {from.x, from.y}, on = {to.x, to.y};
    bool untold = false; /* what stops the flight of the answer */
    *out = (qm__link_asked){.fault = QM__LINK_NO_KIND};
    for (uint32_t i = 0; i < links->count && (out->fault != QM__LINK_GOOD || out->beyond > 0); i++) {
        const qm__link *link = &links->items[i];
        qm__link_asked one = {0};
        if (link->kind != kind || link->from != from.level || link->to != to.level || link->over > 0) {
            continue;
        }
        const bool stopped = ask_one(links, i, crowd, off, on, &one);
        if (better(&one, out)) {
            *out = one;
            untold = stopped;
        }
    }
    if (untold) {
        find_stop(links, out->link, crowd, off, on, &out->why);
    }
    return out->fault == QM__LINK_GOOD;
}

/* -------------------------------------------------------------------------------------------------------- whole units
 */

/* Whether a link between whole units is good, and the base can be at both ends. */
static bool whole_good(const qm__links *links, const qm__crowd *crowd, const qm__piece *piece, bool stop, qm__spot off,
                       qm__spot on) {
    qm__link_asked asked = {0};
    ask_one(links, (uint32_t)piece->link, crowd, (qm__xy){off.x, off.y}, (qm__xy){on.x, on.y}, &asked);
    return asked.fault == QM__LINK_GOOD && qm__can_be(links->levels, crowd, off, QM__SLACK, stop) &&
           qm__can_be(links->levels, crowd, on, QM__SLACK, stop);
}

bool qm__link_whole(const qm__links *links, const qm__crowd *crowd, const qm__piece *piece, double most, bool stop,
                    qm__spot *off, qm__spot *on) {
    const qm__link *link = &links->items[piece->link];
    const uint64_t in_off = qm__areas_at(links->levels, qm__spot_at(piece->from, link->from));
    const uint64_t in_on = qm__areas_at(links->levels, qm__spot_at(piece->to, link->to));
    qm__xy offs[QM__WHOLE_NEAR], ons[QM__WHOLE_NEAR];
    bool found = false;
    qm__whole_near(piece->from, offs);
    qm__whole_near(piece->to, ons);
    for (int sum = 0; sum <= 2 * (QM__WHOLE_NEAR - 1); sum++) { /* the nearest ones of both first */
        for (int i = sum < QM__WHOLE_NEAR ? 0 : sum - QM__WHOLE_NEAR + 1; i <= sum && i < QM__WHOLE_NEAR; i++) {
            const qm__spot a = qm__spot_at(offs[i], link->from), b = qm__spot_at(ons[sum - i], link->to);
            if (qm__units(qm__apart(offs[i], ons[sum - i])) > most || !whole_good(links, crowd, piece, stop, a, b)) {
                continue;
            }
            const bool enters =
                (qm__areas_at(links->levels, a) & ~in_off) != 0 || (qm__areas_at(links->levels, b) & ~in_on) != 0;
            if (!found || !enters) {
                *off = a;
                *on = b;
                found = true;
            }
            if (!enters) {
                return true;
            }
        }
    }
    return found;
}
