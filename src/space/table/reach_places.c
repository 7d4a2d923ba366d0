/* Links in a reach at places: the ends of faces, at which ways bend, ladders, and take-offs in whose line a source is.
 *
 * By the inch, where no ray tells what a take-off costs, all links are taken at places: a landing at some no farther
 * apart than LANDING (at most QM__LANDED_MAX), each with its best take-off of as many.
 *
 * Invariant: a place becomes a source only if it is cheaper than by all sources before, and the base can be at both
 * ends. Rejected: asking what every take-off costs in every round, which took most of the time of a reach.
 */
#include "space/table/leap.h"
#include "space/table/reach_links_inside.h"

#define LANDING 250.0 /* units */

/* ----------------------------------------------------------------------------------------------------------- new
 * sources */

/* Whether the base can be at both ends of a link, and take it there. If it can fail, there must be somewhere to leave
 * it. */
static bool can_take(const qm__reaching *l, const qm__passage *p, qm__xy off, qm__xy on) {
    const bool stand = qm__passage_fails(p, qm__apart(off, on));
    const qm__links *const links = l->reach->ask.links;
    const qm__link *const link = &links->items[p->link];
    const qm__levels *const levels = l->reach->grounds->levels;
    const qm__crowd *const crowd = l->reach->ask.crowd;
    return qm__can_be(levels, crowd, qm__spot_at(off, link->from), QM__CARE, stand) &&
           qm__can_be(levels, crowd, qm__spot_at(on, link->to), QM__CARE, stand) &&
           qm__flight_clear(links, p->link, crowd, off, on);
}

/* Whether a place is a source already, as cheap. */
static bool is_seed(const qm__reach *r, qm__spot spot, double cost) {
    for (uint32_t i = 0; i < r->seed_count; i++) {
        const qm__seed *const seed = &r->seeds[i];
        if (seed->spot.level == spot.level && seed->cost <= cost + 2 * QM__LEAP_OFF &&
            qm__apart((qm__xy){seed->spot.x, seed->spot.y}, (qm__xy){spot.x, spot.y}) < QM__LEAP_OFF) {
            return true;
        }
    }
    return false;
}

void qm__reaching_land(qm__reaching *l, const qm__seed *seed) {
    qm__reach *const r = l->reach;
    if (is_seed(r, seed->spot, seed->cost)) {
        return;
    }
    if (r->seed_count == r->seed_max) {
        l->failed = true;
        return;
    }
    r->seeds[r->seed_count] = *seed;
    r->seeds[r->seed_count++].isle = qm__isle_at(r->grounds->walks, seed->spot);
    qm__reaching_queue(l, seed);
}

/* Lands at a place if the base can be at both ends. */
static void add_landing(qm__reaching *l, const qm__passage *p, qm__xy off, const qm__seed *seed) {
    const qm__xy on = {seed->spot.x, seed->spot.y};
    if (can_take(l, p, off, on)) {
        qm__reaching_land(l, seed);
    }
}

/* The landing of a link as a source, with what areas cost there besides. */
static qm__seed seed_at(const qm__reaching *l, const qm__passage *p, qm__xy off, qm__xy on, double cost, uint64_t met) {
    const qm__link *const link = &l->reach->ask.links->items[p->link];
    qm__seed seed = {.spot = {on.x, on.y, link->to}, .cost = cost, .areas = met};
    seed.cost += qm__landing_toll(l, link, off, on, UINT64_MAX, &seed.areas);
    return seed;
}

/* The same for the end of a link that is taken straight on: an image that passes there costs the same, but sees less.
 */
static void add_bend(qm__reaching *l, const qm__passage *p, qm__xy off, const qm__seed *seed) {
    const qm__xy on = {seed->spot.x, seed->spot.y};
    if (qm__reaching_gains(l->reach, on, seed->spot.level, seed->cost - 2 * QM__GAIN)) {
        add_landing(l, p, off, seed);
    }
}

/* --------------------------------------------------------------------------------------------------- links at places
 */

/* The length in plan of a link between two places: a climb goes sideways along the face, and slides onto the edge. */
static double length_of(const qm__link *link, qm__xy off, qm__xy on) {
    const double apart = qm__apart(off, on);
    return link->kind == QM__LINK_CLIMB ? link->least + qm__root(qm__most(0, apart * apart - link->least * link->least))
                                        : apart;
}

/* What a place costs at least by the sources that are new in this round: as if nothing were in the way. */
static double least_by_new(const qm__reaching *l, qm__xy at, int32_t level) {
    const qm__reach *const r = l->reach;
    const int32_t *const group = r->field.walks->group, wanted = group[level];
    double least = 1e30;
    for (uint32_t i = l->seed_first; i < l->seed_end; i++) {
        const qm__spot *const spot = &r->seeds[i].spot;
        if (group[spot->level] == wanted) {
            least = qm__least(least, r->seeds[i].cost + qm__apart((qm__xy){spot->x, spot->y}, at));
        }
    }
    for (uint32_t i = l->arrival_first; i < l->arrival_end; i++) {
        if (group[r->arrivals[i].level] == wanted) {
            least = qm__least(least, r->arrivals[i].cost + qm__apart(r->arrivals[i].at, at));
        }
    }
    for (uint32_t i = l->image_first; i < r->image_count && i < l->image_end; i++) {
        if (group[r->images[i].fan.level] == wanted && qm__image_least(&r->images[i], at) < least) {
            qm__xy x;
            const double way = qm__image_way(&r->images[i], at, &x);
            least = way >= 0 ? qm__least(least, way) : least;
        }
    }
    return least;
}

/* The take-off of a link as places: what it costs to get there at least, and, asked for when it matters, what it does
 * cost; negative: more than the limit it was asked with. */
typedef struct takeoff {
    const qm__passage *passage;
    qm__xy places[QM__LANDED_MAX + 1]; /* the last one is the nearest to a landing */
    double least[QM__LANDED_MAX + 1], walks[QM__LANDED_MAX + 1], asked[QM__LANDED_MAX + 1];
    uint64_t met[QM__LANDED_MAX + 1]; /* areas, on the way there */
    int count;                        /* besides the last one */
} takeoff;

static void set_place(const qm__reaching *l, takeoff *t, int number, qm__xy at) {
    const qm__link *const link = &l->reach->ask.links->items[t->passage->link];
    t->places[number] = at;
    t->walks[number] = t->asked[number] = -1;
    t->least[number] = least_by_new(l, at, link->from);
}

/* What a take-off costs, if that is below a limit; negative otherwise. */
static double walk_to(const qm__reaching *l, takeoff *t, int number, double limit) {
    if (t->walks[number] < 0 && limit > t->asked[number]) {
        const qm__xy at = t->places[number];
        const qm__spot spot = {at.x, at.y, l->reach->ask.links->items[t->passage->link].from};
        t->asked[number] = limit;
        t->walks[number] = qm__reach_cost_met(l->before, spot, limit, &t->met[number]);
    }
    return t->walks[number] < limit ? t->walks[number] : -1;
}

/* The price of a link from each take-off to a landing; returns what landing there costs at least. */
static double price_all(const takeoff *t, const qm__link *link, qm__xy on, double *prices) {
    double least = 1e30;
    for (int i = 0; i <= t->count; i++) {
        const double length = length_of(link, t->places[i], on);
        prices[i] = length <= link->most + QM__CARE ? qm__passage_price(t->passage, length) : -1;
        least = prices[i] >= 0 ? qm__least(least, t->least[i] + prices[i]) : least;
    }
    return least;
}

/* The best take-off for a landing that nothing is in the way of, of some places along it and the nearest one. `known`:
 * what the place is known to cost at most. */
static void land(qm__reaching *l, takeoff *t, qm__xy on, double *known) {
    const qm__reach *const r = l->reach;
    const qm__link *const link = &r->ask.links->items[t->passage->link];
    double prices[QM__LANDED_MAX + 1];
    const qm__curve off = {.a = t->passage->a, .b = t->passage->b};
    set_place(l, t, t->count, qm__curve_point(&off, qm__curve_nearest(&off, on)));
    double least = price_all(t, link, on, prices);
    if (least > r->ask.budget || *known <= least + QM__GAIN) {
        return; /* nothing is gained, even if every take-off were got to straight */
    }
    const double most = r->ask.budget + 1e-6, cost = qm__reach_cost_below(r, (qm__spot){on.x, on.y, link->to}, most);
    qm__seed found = {.cost = -1};
    *known = cost >= 0 ? cost : *known;
    least = cost >= 0 ? cost - QM__GAIN : most;
    for (int i = 0; i <= t->count; i++) {
        const double walk =
            prices[i] >= 0 && t->least[i] + prices[i] < least ? walk_to(l, t, i, least - prices[i]) : -1;
        const qm__seed seed = seed_at(l, t->passage, t->places[i], on, walk + prices[i], t->met[i]);
        if (walk >= 0 && seed.cost < least && can_take(l, t->passage, t->places[i], on)) {
            least = seed.cost;
            found = seed;
        }
    }
    if (found.cost >= 0) {
        qm__reaching_land(l, &found);
    }
}

static int places_on(const qm__curve *curve, double each) {
    const double length = qm__curve_length(curve);
    const int count = 2 + (int)(length / each);
    return length <= 1e-6 ? 1 : count > QM__LANDED_MAX ? QM__LANDED_MAX : count;
}

/* A link that is taken from any place of its take-off to any of its landing. */
static void take_free(qm__reaching *l, const qm__passage *p) {
    const qm__link *const link = &l->reach->ask.links->items[p->link];
    const qm__curve off = {.a = p->a, .b = p->b}, on = qm__passage_on(p, link);
    const int on_count = places_on(&on, LANDING);
    takeoff t = {.passage = p, .count = places_on(&off, LANDING)};
    for (int i = 0; i < t.count; i++) {
        set_place(l, &t, i, qm__curve_point(&off, t.count > 1 ? (double)i / (t.count - 1) : 0));
    }
    for (int i = 0; i < on_count; i++) {
        land(l, &t, qm__curve_point(&on, on_count > 1 ? (double)i / (on_count - 1) : 0),
             &l->landed[(size_t)(p - l->passages) * QM__LANDED_MAX + (size_t)i]);
    }
}

/* The ends of a link that goes straight on: ways bend there that would like to go past it. */
static void take_ends(qm__reaching *l, const qm__passage *p) {
    const qm__link *const link = &l->reach->ask.links->items[p->link];
    for (int i = 0; i < (p->place ? 1 : 2); i++) {
        const qm__xy off = i ? p->b : p->a, on = qm__plus(off, p->shift);
        if (least_by_new(l, off, link->from) + p->cost > l->reach->ask.budget) {
            continue;
        }
        uint64_t met = 0;
        const double limit = l->reach->ask.budget + 1e-6,
                     walk = qm__reach_cost_met(l->before, (qm__spot){off.x, off.y, link->from}, limit, &met);
        if (walk < 0) {
            continue;
        }
        const qm__seed seed = seed_at(l, p, off, on, walk + p->cost, met);
        if (seed.cost <= l->reach->ask.budget) {
            add_bend(l, p, off, &seed);
        }
    }
}

/* Whether a source that is new in this round is on a level, or on one that steps may join with it. */
static bool is_new(const qm__reaching *l, int32_t level) {
    const qm__reach *const r = l->reach;
    const int32_t *const group = r->field.walks->group, wanted = group[level];
    bool found = false;
    for (uint32_t i = l->seed_first; i < r->seed_count && !found; i++) {
        found = group[r->seeds[i].spot.level] == wanted;
    }
    for (uint32_t i = l->arrival_first; i < l->arrival_end && !found; i++) {
        found = group[r->arrivals[i].level] == wanted;
    }
    for (uint32_t i = l->image_first; i < r->image_count && !found; i++) {
        found = group[r->images[i].fan.level] == wanted;
    }
    return found;
}

/* What a source in the line of a take-off sees of it: several links may have the same. */
typedef struct edge_on {
    qm__xy a, b;
    int32_t level;
    bool any;     /* it has been asked about */
    bool visible; /* some of it is seen */
    qm__xy seen[2];
} edge_on;

static edge_on look_along(const qm__reach *r, const qm__passage *p, int32_t level, qm__xy centre) {
    const qm__xy ends[2] = {p->a, p->b};
    const qm__xy nearest = qm__along(ends[0], qm__minus(ends[1], ends[0]), qm__nearest_part(ends[0], ends[1], centre));
    edge_on out = {.a = ends[0], .b = ends[1], .level = level, .any = true, .seen = {nearest, nearest}};
    const qm__spot from = qm__spot_at(centre, level);
    const double slack = QM__SLACK - 0.01;
    out.visible = qm__apart(centre, nearest) <= 1 ||
                  qm__piece_walkable(r->grounds->levels, r->ask.crowd, from, nearest, level, slack);
    for (int i = 0; i < 2 && out.visible; i++) {
        if (qm__piece_walkable(r->grounds->levels, r->ask.crowd, from, ends[i], level, slack)) {
            out.seen[i] = ends[i];
        }
    }
    return out;
}

/* How far the way from a to b goes without coming into areas that have not been paid for; `in`: those it comes into. */
static double first_unpaid(const qm__reaching *l, int32_t level, uint64_t paid, qm__xy a, qm__xy b, uint64_t *in) {
    const qm__levels *const levels = l->reach->grounds->levels;
    const uint64_t unpaid = l->scene.areas & ~paid;
    const qm__xy d = qm__unit(qm__minus(b, a));
    double low = 0, high = qm__apart(a, b);
    *in = qm__areas_along(levels, level, a, b) & unpaid;
    while (*in && high - low > 1e-3) {
        const double middle = (low + high) / 2;
        const uint64_t met = qm__areas_along(levels, level, a, qm__along(a, d, middle)) & unpaid;
        *(met ? &high : &low) = middle;
        *in = met ? met : *in;
    }
    return high;
}

static qm__xy nearest_on(const qm__passage *p, qm__xy at) {
    return qm__along(p->a, qm__minus(p->b, p->a), qm__nearest_part(p->a, p->b, at));
}

/* Takes a link along what a source in its line sees of it. Where areas cost something, that has parts: what lies behind
 * the border of one has paid for it. */
static void leap_along(qm__reaching *l, const qm__passage *p, const qm__sighting *from, const edge_on *see) {
    const qm__pricing *const pricing = &l->reach->pricing;
    const qm__xy centre = from->fan->centre;
    qm__sighting part = *from;
    part.a = see->seen[0], part.b = see->seen[1];
    if (!(l->scene.areas & l->reach->grounds->levels->levels[see->level].areas & ~from->fan->paid)) {
        qm__reaching_leap(l, p, &part);
        return;
    }
    const double first = qm__root(qm__point_segment_square(centre, p->a, p->b));
    for (int i = 0; i < 2; i++) {
        const qm__xy d = qm__unit(qm__minus(see->seen[i], centre));
        qm__fan fan = *from->fan;
        uint64_t in = 0;
        double at = first;
        part = *from, part.fan = &fan;
        do {
            const double end = first_unpaid(l, see->level, fan.paid, centre, see->seen[i], &in);
            if (end >= at) {
                part.a = nearest_on(p, qm__along(centre, d, at)), part.b = nearest_on(p, qm__along(centre, d, end));
                qm__reaching_leap(l, p, &part);
                at = end;
            }
            part.cost += qm__once_price(pricing, in & ~part.areas) + qm__entry_price(pricing, in);
            part.areas |= in, fan.paid |= in;
        } while (in && part.cost + at < l->reach->ask.budget && !l->failed);
    }
}

/* A link that is taken from one place to any of its landing. No ray is watched for such a take-off, and a source may
 * come to it around an arc, so what it costs is asked. */
static void take_place(qm__reaching *l, const qm__passage *p) {
    const qm__reach *const r = l->reach;
    const qm__spot spot = qm__spot_at(p->a, r->ask.links->items[p->link].from);
    qm__seed seed = {.spot = spot, .cost = least_by_new(l, p->a, spot.level)};
    qm__fan fan = {.centre = p->a, .level = spot.level};
    if (!qm__reaching_may_gain(l, p, &fan, seed.cost)) {
        return;
    }
    seed.cost = qm__reach_cost_met(l->before, spot, r->ask.budget - p->least + 1e-6, &seed.areas);
    if (seed.cost >= 0 && qm__reaching_may_gain(l, p, &fan, seed.cost)) {
        fan = qm__reach_seed_fan(r, &seed, r->ask.budget);
        qm__reaching_leap(l, p,
                          &(qm__sighting){.fan = &fan, .cost = seed.cost, .areas = seed.areas, .a = p->a, .b = p->b});
    }
}

/* A source in the line of a take-off sees it edge-on: it takes it as far as it can walk along it, to both sides if it
 * stands on it. */
static void take_edge(qm__reaching *l, const qm__passage *p, const qm__sighting *from, edge_on *last) {
    const qm__reach *const r = l->reach;
    const qm__link *const link = &r->ask.links->items[p->link];
    const qm__xy centre = from->fan->centre, along = qm__minus(p->b, p->a);
    const double beside = qm__cross(along, qm__minus(centre, p->a));
    if (p->place || beside * beside > qm__dot(along, along) || !qm__reaching_may_gain(l, p, from->fan, from->cost) ||
        !qm__levels_joined(r->grounds->levels, centre, from->fan->level, link->from)) {
        return;
    }
    const qm__xy nearest = nearest_on(p, centre);
    if (p->tied && qm__apart(centre, nearest) <= 1) { /* straight on from where it stands */
        const qm__seed seed = seed_at(l, p, nearest, qm__plus(nearest, p->shift), from->cost + p->cost, from->areas);
        if (seed.cost <= r->ask.budget) {
            add_bend(l, p, nearest, &seed);
        }
    }
    if (!last->any || last->level != link->from || qm__apart(last->a, p->a) > 0 || qm__apart(last->b, p->b) > 0) {
        *last = look_along(r, p, link->from, centre);
    }
    if (last->visible) {
        leap_along(l, p, from, last);
    }
}

/* Takes all links in the line of whose take-offs a source stands. */
static void take_edges_of(qm__reaching *l, const qm__fan *fan, double cost, uint64_t areas) {
    const qm__sighting from = {.fan = fan, .cost = cost, .areas = areas};
    edge_on last = {.any = false};
    for (uint32_t i = 0; i < l->passage_count && !l->failed; i++) {
        take_edge(l, &l->passages[i], &from, &last);
    }
}

/* Where a way leaves the arc of an arrival straight along a take-off, as a source; false when it does not. */
static bool leaves_along(const qm__reach *r, const qm__arrival *a, const qm__passage *p, qm__seed *out) {
    const qm__span *const span = qm__field_span(&r->field, a->lane / 2);
    const unsigned side = a->lane & 1;
    const qm__xy u = qm__unit(qm__minus(p->b, p->a));
    const double aside = qm__cross(u, qm__minus(span->centre, p->a)), off = (aside < 0 ? -aside : aside) - span->radius;
    const qm__xy n = qm__along((qm__xy){0, 0}, qm__left(u), aside < 0 ? 1 : -1);
    double angle;
    if (off > 1 || off < -1 || !qm__span_angle(span, n, &angle)) {
        return false;
    }
    const double turn = qm__lane_turn(span, side, a->angle, angle), most = (a->until - a->angle) * qm__side_sign(side);
    const qm__xy at = qm__along(span->centre, n, span->radius);
    *out = (qm__seed){
        .spot = qm__spot_at(at, a->level), .cost = a->cost + span->radius * qm__most(turn, 0), .areas = a->areas};
    out->cost +=
        qm__pricing_any(&r->pricing) ? qm__arc_price(&r->field, &r->pricing, a->lane, a->angle, angle, &out->areas) : 0;
    return turn >= -1e-7 && turn <= most + 1e-7;
}

/* Takes links whose take-off goes on straight where an arc ends, which no ray meets but the one along it: rims around
 * corners with `whole` support, rims one radius from a wall or a figure, and the feet of climbs that go sideways, which
 * begin where something ends that hangs over the corner. */
static void take_tangents_of(qm__reaching *l, const qm__arrival *a) {
    for (uint32_t i = 0; i < l->passage_count && !l->failed; i++) {
        const qm__passage *const p = &l->passages[i];
        qm__seed seed;
        if (!p->tied && !p->place && leaves_along(l->reach, a, p, &seed)) {
            const qm__fan fan = qm__reach_seed_fan(l->reach, &seed, l->reach->ask.budget);
            take_edge(l, p, &(qm__sighting){.fan = &fan, .cost = seed.cost, .areas = seed.areas},
                      &(edge_on){.any = false});
        }
    }
}

/* The same for all sources that are new. */
static void take_edges(qm__reaching *l) {
    const qm__reach *const r = l->reach;
    for (uint32_t i = l->seed_first; i < l->seed_end && !l->failed; i++) {
        const qm__fan fan = qm__reach_seed_fan(r, &r->seeds[i], r->ask.budget);
        take_edges_of(l, &fan, r->seeds[i].cost, r->seeds[i].areas);
    }
    for (uint32_t i = l->arrival_first; i < l->arrival_end && !l->failed; i++) {
        qm__fan fan;
        if (qm__field_span(&r->field, r->arrivals[i].lane / 2)->radius > 0) {
            take_tangents_of(l, &r->arrivals[i]);
        } else if (qm__reach_arrival_fan(r, i, r->ask.budget, &fan)) {
            take_edges_of(l, &fan, r->arrivals[i].cost, r->arrivals[i].areas);
        }
    }
}

void qm__reaching_places(qm__reaching *l) {
    const bool inch = l->reach->pricing.inch != 0;
    for (uint32_t i = 0; i < l->passage_count && !l->failed; i++) {
        const qm__passage *const p = &l->passages[i];
        if ((!inch && !p->tied && !p->place) || p->least > l->reach->ask.budget ||
            !is_new(l, l->reach->ask.links->items[p->link].from)) {
            continue;
        }
        if (inch) { /* rays do not tell what a take-off costs */
            take_free(l, p);
        } else if (!p->tied) {
            take_place(l, p);
        } else {
            take_ends(l, p);
        }
    }
    if (!inch) {
        take_edges(l);
    }
}
