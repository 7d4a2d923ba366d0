/* Ports: the links of a table as one question sees them, priced and cut by the bodies that are in the way.
 *
 * Invariant: at every place of a port's curves the base can be (and could stop, if the link can fail), bodies and all.
 * What is left to ask of a flight is only whether the air between is free.
 */
#include "base/angle.h"
#include "space/table/routes_inside.h"

static qm__curve point_curve(qm__spot spot) {
    return (qm__curve){.a = {spot.x, spot.y}, .b = {spot.x, spot.y}};
}

/* ------------------------------------------------------------------------------------------------------------- adding
 */

typedef struct adding {
    qm__ports *ports;
    const qm__links *links;
    const qm__route_ask *ask;
    uint32_t link;
    const qm__link_price *price;
    int band;
    double slide, varies; /* the fixed and the most of the varying part of its length */
    bool last;            /* the price is that of the last band */
    bool beyond;
    qm__cutting cut;
} adding;

#define PIECE (QM__PI / 6)
#define JUST 1e-9   /* radians: what an arc changes at no later than this is the change it was asked after */
#define BORDER 0.02 /* units: so near to the border of an area it is not certain on which side a place is */
enum { SPANS_MAX = 16, CUTS_MAX = 64 };

/* What areas cost that a link comes into from outside, as the walks before and after it see them: who takes off at a
 * border has not come in yet. */
static double entries(const adding *a, const qm__curve *off, const qm__curve *on) {
    const qm__levels *levels = a->links->levels;
    const uint32_t areas = a->ask->walk.prices ? qm__levels_table(levels)->area_count : 0;
    const qm__xy from = qm__curve_point(off, 0.5), to = qm__curve_point(on, 0.5);
    double cost = 0;
    for (uint32_t i = 0; i < areas; i++) {
        const int32_t entry = a->ask->walk.prices[i].entry;
        cost +=
            entry > 0 && qm__well_in(levels, i, a->cut.link->to, to) && !qm__well_in(levels, i, a->cut.link->from, from)
                ? entry
                : 0;
    }
    return cost;
}

static void add_one(const adding *a, const qm__curve *off, const qm__curve *on) {
    qm__ports *ports = a->ports;
    const qm__link *link = &a->links->items[a->link];
    const qm__curve start = point_curve(a->ask->walk.from), goal = point_curve(a->ask->walk.to);
    qm__port port = {.link = a->link,
                     .band = a->band,
                     .from = link->from,
                     .to = link->to,
                     .beyond = a->beyond,
                     .chance = a->price->chance,
                     .joins = a->price->joins};
    qm__leg *leg = &port.leg;
    *leg = (qm__leg){.off = *off,
                     .on = *on,
                     .off_length = qm__curve_length(off),
                     .on_length = qm__curve_length(on),
                     .tied = a->cut.tied,
                     .shift = a->cut.shift,
                     .slide = a->slide,
                     .fixed = a->price->cost + entries(a, off, on),
                     .per_unit = a->price->per_unit,
                     .most = a->varies};
    const double least = a->slide > 0 || a->cut.tied ? a->slide : qm__curves_apart(off, on);
    port.least = leg->fixed + leg->per_unit * least;
    if (ports->rate * (qm__curves_apart(&start, off) + qm__curves_apart(on, &goal)) + port.least >
            a->ask->walk.limit + 1e-6 ||
        (!leg->tied && a->slide <= 0 && least > leg->most + 1e-6)) {
        return;
    }
    if (ports->count == ports->max) {
        ports->lost = true;
        return;
    }
    ports->items[ports->count++] = port;
}

/* Arcs are cut into short ones: these are almost straight. */
static void add_short(const adding *a, const qm__curve *off, const qm__curve *on) {
    const int pieces = 1 + (int)(qm__curve_sweep(on) / (PIECE + 1e-9));
    for (int n = 0; n < pieces; n++) {
        const qm__curve part = qm__curve_cut(on, (double)n / pieces, (double)(n + 1) / pieces);
        add_one(a, off, &part);
    }
}

/* The next part of a curve, after one, at which it crosses the border of an area, or where who crosses it is well in:
 * at a sharp angle these are far apart. */
static double next_change(const qm__levels *levels, uint32_t area, bool well, const qm__curve *curve, double after) {
    const qm__xy first = qm__minus(curve->a, curve->centre);
    if (curve->radius <= 0) {
        return (well ? qm__well_change : qm__area_change)(levels, area, curve->a, curve->b, after, 1);
    }
    const double begin = qm__angle_of(first.x, first.y), span = qm__curve_sweep(curve);
    const double angle = (well ? qm__well_change_round : qm__area_change_round)(
        levels, area, curve->centre, curve->radius, begin + after * span + JUST, begin + span);
    return angle < begin + span ? (angle - begin) / span : 1;
}

/* Adds where a curve comes into or out of areas with a price once paid or of entry, as parts of it, to those that are
 * there. */
static int cut_at_areas(const adding *a, const qm__curve *curve, double cuts[CUTS_MAX], int count) {
    const qm__levels *levels = a->links->levels;
    const uint32_t areas = a->ask->walk.prices ? qm__levels_table(levels)->area_count : 0;
    const double length = qm__curve_length(curve), beside = length > 0 ? BORDER / length : 0;
    for (uint32_t i = 0; i < 2 * areas; i++) {
        const qm__area_price *price = &a->ask->walk.prices[i / 2];
        const bool well = i % 2;
        double at = price->entry > 0 || (price->once > 0 && !well) ? 0 : 1;
        while (at < 1 && (at = next_change(levels, i / 2, well, curve, at)) < 1) {
            if (count >= CUTS_MAX - 2) {
                a->ports->lost = true;
                break;
            }
            cuts[count++] = qm__clamp(at - beside, 0, 1);
            cuts[count++] = qm__clamp(at + beside, 0, 1);
        }
    }
    return count;
}

/* Cuts both curves where areas with a price begin and end: on each part the price of entry is the same everywhere, and
 * a chain that keeps out of an area need not be found from one that goes into it. */
static void add_port(const adding *a, const qm__curve *off, const qm__curve *on) {
    double offs[CUTS_MAX + 1] = {0}, ons[CUTS_MAX + 1] = {0};
    int off_count = cut_at_areas(a, off, offs, 1), on_count = cut_at_areas(a, on, ons, 1);
    if (a->cut.tied) {
        off_count = cut_at_areas(a, on, offs, off_count);
        on_count = 1;
    }
    offs[off_count] = ons[on_count] = 1;
    qm__sort_doubles(offs, (uint32_t)off_count);
    qm__sort_doubles(ons, (uint32_t)on_count);
    for (int i = 0; i < off_count; i++) {
        const qm__curve off_part = qm__curve_cut(off, offs[i], offs[i + 1]);
        if (off_count > 1 && qm__curve_length(&off_part) < 3 * BORDER) {
            continue;
        }
        for (int k = 0; k < on_count; k++) {
            if (on_count > 1 && (ons[k + 1] - ons[k]) * qm__curve_length(on) < 3 * BORDER) {
                continue;
            }
            const qm__curve on_part =
                a->cut.tied ? qm__curve_cut(on, offs[i], offs[i + 1]) : qm__curve_cut(on, ons[k], ons[k + 1]);
            add_short(a, &off_part, &on_part);
        }
    }
}

static double below_turn(double angle) {
    return angle > 2 * QM__PI ? angle - 2 * QM__PI : angle;
}

/* Landings on a curve, as far as a base can be there. */
static void add_landings(const adding *a, const qm__curve *off, const qm__curve *on) {
    double parts[QM__PARTS_MAX][2];
    const int count = qm__free_parts(&a->cut, &a->ports->events, on, parts);
    for (int i = 0; i < count; i++) {
        const qm__curve part = qm__curve_cut(on, parts[i][0], parts[i][1]);
        add_port(a, off, &part);
    }
}

/* Around a round body. */
static void add_around(const adding *a, const qm__curve *off, const qm__body *body, double keep) {
    const qm__xy centre = {body->x, body->y};
    qm__arc_span spans[SPANS_MAX];
    const int count = qm__arc_spans(a->links->levels, a->cut.level, centre, keep, spans, SPANS_MAX);
    a->ports->lost = a->ports->lost || count < 0;
    for (int i = 0; i < count; i++) {
        const qm__track circle = {centre, {1, 0}, 2 * QM__PI, keep};
        const qm__curve arc = qm__track_curve(&circle, spans[i].low, below_turn(spans[i].high));
        add_landings(a, off, &arc);
    }
}

/* Along the sides of a rectangle and around its corners, where a flight outwards may come to. */
static void add_along(adding *a, const qm__curve *off, const qm__body *body, double keep) {
    const qm__link *link = a->cut.link;
    qm__xy corners[4];
    qm__body_corners(body, corners);
    a->cut.terrain = true;
    for (int i = 0; i < 8; i++) {
        const qm__xy last = corners[i / 2], at = corners[(i / 2 + 1) % 4], next = corners[(i / 2 + 2) % 4];
        const qm__xy out = qm__left(qm__unit(qm__minus(last, at))), turned = qm__left(qm__unit(qm__minus(at, next)));
        const bool corner = i % 2;
        const qm__curve on = {.a = qm__along(corner ? at : last, out, keep),
                              .b = qm__along(at, corner ? turned : out, keep),
                              .centre = at,
                              .radius = corner ? keep : 0};
        if (qm__curves_apart(off, &on) <= a->varies &&
            (corner || qm__flight_outwards(link, off->a, on.a) || qm__flight_outwards(link, off->a, on.b))) {
            add_landings(a, off, &on);
        }
    }
}

/* Whether one might want to land beside a body: it takes some of the link's landings, and is not too far away. */
static bool worth_it(const adding *a, const qm__curve *off, const qm__body *body, double keep) {
    const qm__xy centre = {body->x, body->y}, from = qm__curve_point(off, qm__curve_nearest(off, centre));
    return qm__body_point_distance(body, from) - (keep - body->radius) <=
               (double)a->links->rules.jump_most + body->width + body->length &&
           qm__body_beside(&a->links->items[a->link], body, keep);
}

/* Landings beside bodies, each with the whole of a take-off. */
static void add_all_beside(const adding *from, const qm__curve *off) {
    const qm__crowd *crowd = from->cut.crowd;
    adding a = *from;
    a.beyond = true;
    a.varies = from->links->rules.jump_most;
    if (!a.last) {
        a.varies = qm__least(a.varies, from->price->up_to);
    }
    a.varies += QM__LENGTH_SLACK;
    for (uint16_t i = 0; crowd && i < crowd->count; i++) {
        const double keep = qm__cutting_keep_off(&a.cut, i, a.cut.level);
        if (keep <= 0 || !worth_it(&a, off, &crowd->bodies[i], keep)) {
            continue;
        }
        if (crowd->bodies[i].radius > 0) {
            a.cut.terrain = false;
            add_around(&a, off, &crowd->bodies[i], keep);
        } else {
            add_along(&a, off, &crowd->bodies[i], keep);
        }
    }
}

static void add_band(adding *a) {
    const qm__link *link = &a->links->items[a->link];
    double offs[QM__PARTS_MAX][2], ons[QM__PARTS_MAX][2];
    a->cut.level = link->from;
    const int off_count = qm__free_parts(&a->cut, &a->ports->events, &link->off, offs);
    if (a->cut.tied) {
        for (int i = 0; i < off_count; i++) {
            const qm__curve off = qm__curve_cut(&link->off, offs[i][0], offs[i][1]);
            const qm__curve on = qm__curve_cut(&link->on, offs[i][0], offs[i][1]);
            add_port(a, &off, &on);
        }
        return;
    }
    qm__cutting on_cut = a->cut;
    on_cut.level = link->to;
    const int on_count = off_count ? qm__free_parts(&on_cut, &a->ports->events, &link->on, ons) : 0;
    for (int i = 0; i < off_count; i++) {
        const qm__curve off = qm__curve_cut(&link->off, offs[i][0], offs[i][1]);
        for (int k = 0; k < on_count; k++) {
            const qm__curve on = qm__curve_cut(&link->on, ons[k][0], ons[k][1]);
            add_port(a, &off, &on);
        }
        if (a->slide <= 0) { /* a flight */
            adding beside = *a;
            beside.cut = on_cut;
            add_all_beside(&beside, &off);
        }
    }
}

/* Whether no route within the limit leads over a link, wherever it is taken and lands: as add_one has it, before the
 * link is cut up. A flight may land beside a body, off the curve of the link. */
static bool out_of_the_way(const adding *a) {
    const qm__link *link = &a->links->items[a->link];
    const qm__curve start = point_curve(a->ask->walk.from), goal = point_curve(a->ask->walk.to);
    const bool flight = a->slide <= 0 && !a->cut.tied;
    const double rate = a->ports->rate, air = qm__least(rate, a->price->per_unit);
    const double after = flight ? air * qm__curves_apart(&link->off, &goal) : rate * qm__curves_apart(&link->on, &goal);
    return rate * qm__curves_apart(&start, &link->off) + a->price->cost + after > a->ask->walk.limit + 1e-6;
}

/* How much of a link's length in plan is fixed (a climb's slide, a ladder), and how much may vary. */
static void shape_of(const qm__links *links, const qm__link *link, adding *a) {
    a->slide = 0;
    a->varies = link->most;
    a->cut.shift = qm__link_shift(links, link);
    a->cut.tied = qm__link_tied(links, link);
    if (a->cut.tied || link->kind == QM__LINK_CLIMB) {
        a->slide = link->least;
        a->varies = link->most - link->least;
    }
}

void qm__ports_find(qm__ports *ports, const qm__links *links, const qm__route_ask *ask) {
    adding a = {.ports = ports, .links = links, .ask = ask, .cut = {.links = links, .crowd = ask->walk.crowd}};
    qm__link_price bands[QM__BANDS_MAX];
    ports->count = 0;
    ports->rate = 1;
    for (int pass = 0; pass < 2; pass++) { /* first the rate, which the second pass needs */
        for (uint32_t i = 0; i < links->count; i++) {
            const qm__link *link = &links->items[i];
            const int count = ask->pricing(ask->context, links, i, bands);
            double below = 0;
            a.link = i;
            a.cut.link = link;
            shape_of(links, link, &a);
            for (int b = 0; b < count; b++) {
                const double longest = qm__least(bands[b].up_to, link->most), over = a.slide > 0 ? 0 : QM__LENGTH_SLACK;
                if (bands[b].chance <= 0 || longest < link->least - qm__most(over, QM__CARE) || below > link->most) {
                    continue;
                }
                below = bands[b].up_to;
                if (!pass) {
                    const double cost = bands[b].cost + bands[b].per_unit * longest;
                    ports->rate = longest > 0 ? qm__least(ports->rate, qm__most(cost / longest, 0)) : ports->rate;
                    continue;
                }
                const adding whole = a;
                a.price = &bands[b];
                a.band = b;
                a.last = b + 1 == count;
                a.varies = qm__least(a.varies, qm__most(bands[b].up_to - a.slide, 0)) + over;
                a.cut.stand = qm__price_stops(&bands[b]);
                if (!out_of_the_way(&a)) {
                    add_band(&a);
                }
                a = whole;
            }
        }
    }
}

/* ------------------------------------------------------------------------------------------------- what lies ahead */

enum { AHEAD_MAX = 2048 };

static bool same_isle(int32_t a, int32_t b) {
    return a == b || a < 0 || b < 0;
}

void qm__ports_ahead(qm__ports *ports, qm__spot goal, int32_t goal_isle, double limit) {
    const qm__curve end = point_curve(goal);
    bool *const done = ports->done;
    for (uint32_t i = 0; i < ports->count; i++) {
        qm__port *port = &ports->items[i];
        const double straight = qm__curves_apart(&port->leg.on, &end);
        done[i] = port->shut;
        port->ahead = same_isle(port->to_isle, goal_isle) || ports->count > AHEAD_MAX ? straight : QM__FAR;
        port->ahead *= ports->count > AHEAD_MAX ? ports->rate : 1;
    }
    for (uint32_t round = 0; round < ports->count && ports->count <= AHEAD_MAX; round++) {
        uint32_t next = UINT32_MAX;
        for (uint32_t i = 0; i < ports->count; i++) {
            next = !done[i] && (next == UINT32_MAX || ports->items[i].ahead < ports->items[next].ahead) ? i : next;
        }
        const qm__port *by = &ports->items[next == UINT32_MAX ? 0 : next];
        const double after = by->ahead + by->least;
        if (next == UINT32_MAX || by->ahead > limit) { /* nothing can begin with it, nor with those left */
            return;
        }
        done[next] = true;
        for (uint32_t i = 0; i < ports->count && after <= limit; i++) {
            qm__port *port = &ports->items[i];
            if (!done[i] && port->ahead > after && same_isle(port->to_isle, by->from_isle)) {
                port->ahead = qm__least(port->ahead, after + qm__curves_apart(&port->leg.on, &by->leg.off));
            }
        }
    }
}
