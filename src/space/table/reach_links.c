/* Links in a reach: climbs, drops and jumps straight on as images of whole sources; ladders, the ends of faces and
 * everything that is taken slantwise as places.
 *
 * A base that climbs a face, or drops to its foot, moves by the same vector wherever it does so. Of all ways over the
 * face to a place beyond, the shortest looks straight from the source moved by that vector; so what a source sees of a
 * take-off becomes one new source behind the landing, exactly, however long the face is. A jump whose length counts as
 * if it were walked does not even move the source. But where a jump is too long straight on, or does not cost its
 * length, ways bend at both ends of it: then its landing is taken as places no farther apart than LANDING (at most
 * PLACES_MAX), each with its best take-off of as many.
 *
 * Invariant: a source is kept only if it is cheaper than all before it somewhere on its landing (its ends, its middle
 * or a quarter), so rounds end. Sources behind more than QM__CHAIN_MAX links are not looked for.
 */
#include "space/table/reach_inside.h"
#include "space/table/routes_inside.h"

#include "base/angle.h"

#include <string.h>

#define LANDING 500.0 /* units */
#define GAIN 0.01     /* units: less than this is no gain */
#define TURNING 5.0   /* units */

enum { PLACES_MAX = 13, SEEDS_MAX = 2048, SIGHTINGS_MAX = 1024, TRIES = 16 };

/* A link with its price. */
typedef struct passage {
    uint32_t link;
    bool flight;   /* its length in plan counts as if it were walked: ways fly straight on */
    bool straight; /* taken straight on by `shift`: see above */
    bool stand;    /* it can fail: the base must be able to stand at both ends */
    qm__xy shift;
    double cost; /* straight: all told */
    uint32_t band_count;
    qm__link_price bands[QM__BANDS_MAX];
} passage;

typedef struct linking {
    qm__reach *reach;
    qm__scene scene;
    qm__fan_work *fan;
    passage *passages;
    qm__fan_mark *marks;
    uint32_t passage_count, mark_count;
    qm__fan_stop *stops;
    qm__seed *seeds; /* to spread from in the next round */
    uint32_t seed_count;
    uint32_t seed_first, arrival_first, image_first; /* those from here on are new in this round */
    int round;
    bool failed;
} linking;

uint32_t qm__reach_most_seeds(const qm__links *links) {
    return links ? 64 + 8 * links->count + SEEDS_MAX : 1;
}

uint32_t qm__reach_most_images(const qm__links *links) {
    return links ? 256 + 16 * links->count : 0;
}

size_t qm__reach_links_size(const qm__grounds *grounds, uint32_t body_count, const qm__links *links) {
    uint32_t lines, rounds;
    qm__scene_most(grounds, body_count, &lines, &rounds);
    return qm__padded((size_t)grounds->levels->count * sizeof(qm__fan_level)) +
           qm__padded(lines * sizeof(qm__fan_line)) + qm__padded(rounds * sizeof(qm__fan_round)) +
           qm__padded(qm__fan_work_size()) + qm__padded(2 * (size_t)links->count * sizeof(passage)) +
           qm__padded(links->count * sizeof(qm__fan_mark)) + qm__padded(SIGHTINGS_MAX * sizeof(qm__fan_stop)) +
           qm__padded(SEEDS_MAX * sizeof(qm__seed));
}

static bool set_up(linking *l, qm__block *block) {
    const qm__reach *const r = l->reach;
    const uint32_t bodies = r->ask.crowd ? r->ask.crowd->count : 0, count = r->ask.links->count;
    qm__scene *const s = &l->scene;
    *s = (qm__scene){
        .grounds = r->grounds, .crowd = r->ask.crowd, .centre = {r->ask.from.x, r->ask.from.y}, .reach = 1e9};
    qm__scene_most(r->grounds, bodies, &s->line_max, &s->round_max);
    s->levels = qm__block_take(block, (size_t)r->grounds->levels->count * sizeof *s->levels);
    s->lines = qm__block_take(block, s->line_max * sizeof *s->lines);
    s->rounds = qm__block_take(block, s->round_max * sizeof *s->rounds);
    l->fan = qm__block_take(block, qm__fan_work_size());
    l->passages = qm__block_take(block, 2 * (size_t)count * sizeof *l->passages);
    l->marks = qm__block_take(block, count * sizeof *l->marks);
    l->stops = qm__block_take(block, SIGHTINGS_MAX * sizeof *l->stops);
    l->seeds = qm__block_take(block, SEEDS_MAX * sizeof *l->seeds);
    if (!l->seeds) {
        return false;
    }
    memset(s->levels, 0, (size_t)r->grounds->levels->count * sizeof *s->levels);
    s->marks = l->marks;
    return true;
}

/* ---------------------------------------------------------------------------------------------------------------
 * prices */

/* The price of a length in plan; negative when the link may not be taken so. */
static double price_of(const passage *p, double length) {
    for (uint32_t i = 0; i < p->band_count; i++) {
        if (length <= p->bands[i].up_to + QM__CARE) {
            return p->bands[i].chance > 0 ? p->bands[i].cost + p->bands[i].per_unit * length : -1;
        }
    }
    return -1;
}

/* Whether every unit of a flight costs as much as a unit walked. */
static bool counts_length(const passage *p) {
    for (uint32_t i = 0; i < p->band_count; i++) {
        if (p->bands[i].per_unit != 1) {
            return false;
        }
    }
    return p->band_count > 0;
}

/* How much farther than the budget one can get because links move the base by more than they cost. */
static double windfall(const linking *l) {
    const qm__links *const links = l->reach->ask.links;
    qm__link_price bands[QM__BANDS_MAX];
    double most = 0;
    for (uint32_t i = 0; i < links->count; i++) {
        const int count = l->reach->ask.pricing(l->reach->ask.context, links, i, bands);
        for (int k = 0; k < count; k++) {
            const double length = qm__least(links->items[i].most, bands[k].up_to);
            most = qm__most(most, length - bands[k].cost - bands[k].per_unit * length);
        }
    }
    return most * QM__CHAIN_MAX;
}

/* Prices all links; those that go straight on are marked in the scene. */
static void find_passages(linking *l) {
    const qm__links *const links = l->reach->ask.links;
    const qm__curve start = {.a = l->scene.centre, .b = l->scene.centre};
    const double reach = l->reach->ask.budget + windfall(l);
    l->scene.reach = reach;
    for (uint32_t i = 0; i < links->count; i++) {
        const qm__link *const link = &links->items[i];
        if (qm__curves_apart(&start, &link->off) > reach) {
            continue;
        }
        passage p = {.link = i, .shift = qm__minus(link->on.a, link->off.a)};
        const int bands = l->reach->ask.pricing(l->reach->ask.context, links, i, p.bands);
        p.band_count = bands > 0 ? (uint32_t)bands : 0;
        for (uint32_t k = 0; k < p.band_count; k++) {
            p.stand = p.stand || p.bands[k].chance < 1;
        }
        const bool climb = link->kind == QM__LINK_CLIMB;
        const bool tied =
            climb || link->kind == QM__LINK_LADDER || (link->kind == QM__LINK_DROP && links->rules.drop_to_foot);
        p.straight = tied && link->off.radius <= 0 && link->on.radius <= 0;
        p.flight = !tied && link->off.radius <= 0 && link->on.radius <= 0 && counts_length(&p);
        p.cost = p.straight ? price_of(&p, link->least) : 0;
        if (p.band_count == 0 || p.cost < 0 || p.cost > l->reach->ask.budget) {
            continue;
        }
        if ((p.straight || p.flight) && qm__apart(link->off.a, link->off.b) > 1e-6) {
            l->marks[l->mark_count++] = (qm__fan_mark){link->off.a, link->off.b, link->from, l->passage_count};
        }
        l->passages[l->passage_count++] = p;
        if (climb && p.straight && links->rules.leeway > 0) { /* … and sideways */
            p.straight = false;
            l->passages[l->passage_count++] = p;
        }
    }
    l->scene.mark_count = l->mark_count;
}

/* ----------------------------------------------------------------------------------------------------------- new
 * sources */

static void queue_seed(linking *l, const qm__seed *seed) {
    for (uint32_t i = 0; i < l->seed_count; i++) {
        qm__seed *const old = &l->seeds[i];
        if (old->spot.level == seed->spot.level && old->areas == seed->areas &&
            qm__apart((qm__xy){old->spot.x, old->spot.y}, (qm__xy){seed->spot.x, seed->spot.y}) < 1e-3) {
            old->cost = qm__least(old->cost, seed->cost);
            return;
        }
    }
    if (l->seed_count == SEEDS_MAX) {
        l->failed = true;
        return;
    }
    l->seeds[l->seed_count++] = *seed;
}

/* Whether a place costs more by all sources so far. */
static bool gains(const qm__reach *r, qm__xy at, int level, double cost) {
    return cost <= r->ask.budget && qm__reach_cost_below(r, (qm__spot){at.x, at.y, level}, cost + GAIN) < 0;
}

static bool can_be(const linking *l, const passage *p, qm__xy at, int level) {
    const qm__spot spot = {at.x, at.y, level};
    return p->stand ? qm__stands(l->reach->grounds->levels, l->reach->ask.crowd, spot, QM__CARE, NULL)
                    : qm__passes(l->reach->grounds->levels, l->reach->ask.crowd, spot, QM__CARE, NULL);
}

/* Whether a place is a source already, as cheap. */
static bool is_seed(const qm__reach *r, qm__spot spot, double cost) {
    for (uint32_t i = 0; i < r->seed_count; i++) {
        const qm__seed *const seed = &r->seeds[i];
        if (seed->spot.level == spot.level && seed->cost <= cost + GAIN &&
            qm__apart((qm__xy){seed->spot.x, seed->spot.y}, (qm__xy){spot.x, spot.y}) < 1e-3) {
            return true;
        }
    }
    return false;
}

/* A place where a link lands becomes a source of its own. `bends`: an image that passes there costs the same, but sees
 * less. */
static void add_landing(linking *l, const passage *p, qm__xy off, qm__xy on, double cost, bool bends) {
    qm__reach *const r = l->reach;
    const qm__link *const link = &r->ask.links->items[p->link];
    const qm__seed seed = {.spot = {on.x, on.y, link->to}, .cost = cost};
    if (is_seed(r, seed.spot, cost) || !gains(r, on, link->to, cost - (bends ? 2 * GAIN : 0)) ||
        !can_be(l, p, off, link->from) || !can_be(l, p, on, link->to) ||
        !qm__flight_clear(r->ask.links, p->link, r->ask.crowd, off, on)) {
        return;
    }
    if (r->seed_count == r->seed_max) {
        l->failed = true;
        return;
    }
    r->seeds[r->seed_count++] = seed;
    queue_seed(l, &seed);
}

/* Queues places on an image's landing from which its rays lead to anchors: where they pass it on their way. */
static void queue_anchors(linking *l, const qm__image *image) {
    const qm__reach *const r = l->reach;
    const qm__fan *const fan = &image->fan;
    const uint32_t spans = r->field.walks->span_count + (r->field.bodies ? r->field.bodies->span_count : 0);
    const int32_t group = r->field.walks->group[fan->level];
    for (uint32_t i = 0; i < spans; i++) {
        const qm__span *const span = qm__field_span(&r->field, i);
        if (r->field.walks->group[span->level] != group) {
            continue;
        }
        for (unsigned side = 0; side < 2; side++) {
            qm__xy d, x;
            double length;
            const double sign = qm__side_sign(side);
            if (!qm__tangent_of(fan->centre, fan->radius, fan->turn, span->centre, span->radius, sign, &d, &length)) {
                continue;
            }
            const qm__xy at = {span->centre.x + d.y * sign * span->radius, span->centre.y - d.x * sign * span->radius};
            const double cost = qm__image_way(image, at, &x);
            if (cost >= 0 && cost <= r->ask.budget && qm__span_has(span, (qm__xy){d.y * sign, -d.x * sign})) {
                queue_seed(l, &(qm__seed){.spot = {x.x, x.y, fan->level},
                                          .cost = cost - qm__apart(x, at),
                                          .areas = image->areas});
            }
        }
    }
}

/* Keeps an image if it is cheaper somewhere by at least `gain`. */
static void keep_image(linking *l, const qm__image *image, double gain) {
    qm__reach *const r = l->reach;
    bool better = false;
    for (int i = 0; i <= 4 && !better; i++) {
        const qm__xy at = qm__along(image->fan.a, qm__minus(image->fan.b, image->fan.a), 0.001 + 0.2495 * i);
        qm__xy x;
        const double way = qm__image_way(image, at, &x);
        better = way >= 0 && gains(r, at, image->fan.level, way + gain - GAIN);
    }
    if (!better) {
        return;
    }
    if (r->image_count == r->image_max) {
        l->failed = true;
        return;
    }
    r->images[r->image_count++] = *image;
    queue_anchors(l, image);
}

/* The mirror image: a base that lands under what it came from may turn back, and ways that turn back at a line are
 * straight from the far side of it. */
static void mirror(qm__fan *fan) {
    const qm__xy u = qm__unit(qm__minus(fan->b, fan->a)), v = qm__minus(fan->centre, fan->a);
    fan->centre = qm__along(fan->centre, qm__left(u), -2 * qm__cross(u, v));
    fan->from = 2 * qm__angle_of(u.x, u.y) - fan->from;
    fan->turn = -fan->turn;
}

/* Keeps an image and, if there is ground to turn back to just before the landing, its mirror image. */
static void keep_both(linking *l, qm__image *image, qm__xy off, qm__xy on) {
    const qm__reach *const r = l->reach;
    const qm__xy in = qm__minus(on, off), back = qm__along(on, qm__unit(in), -TURNING);
    keep_image(l, image, GAIN);
    if (qm__length(in) > TURNING &&
        qm__passes(r->grounds->levels, r->ask.crowd, (qm__spot){back.x, back.y, image->fan.level}, QM__CARE, NULL)) {
        mirror(&image->fan);
        keep_image(l, image, -GAIN);
    }
}

/* The image of a fan behind a link it has come to. */
static void add_image(linking *l, const qm__fan *fan, double cost, uint64_t areas, uint32_t depth,
                      const qm__fan_stop *stop) {
    qm__reach *const r = l->reach;
    const passage *const p = &l->passages[l->marks[stop->mark].number];
    const qm__link *const link = &r->ask.links->items[p->link];
    qm__image image = {.fan = *fan, .cost = cost + stop->used + p->cost, .areas = areas, .depth = depth + 1};
    image.fan.centre = qm__plus(fan->centre, p->shift);
    image.fan.from = stop->from, image.fan.sweep = stop->sweep;
    image.fan.a = qm__plus(stop->a, p->shift), image.fan.b = qm__plus(stop->b, p->shift);
    image.fan.level = link->to, image.fan.through = true;
    const qm__xy off = {(stop->a.x + stop->b.x) / 2, (stop->a.y + stop->b.y) / 2};
    if (depth >= QM__CHAIN_MAX || qm__apart(stop->a, stop->b) < 1e-3 ||
        !qm__flight_clear(r->ask.links, p->link, r->ask.crowd, off, qm__plus(off, p->shift))) {
        return;
    }
    keep_both(l, &image, off, qm__plus(off, p->shift));
}

/* A flight from what a fan sees of a take-off straight on to a place of the landing. */
typedef struct flying {
    const qm__fan *fan;
    const qm__fan_stop *stop;
    const qm__link *link;
    double most; /* of its length in plan */
} flying;

static bool flies(const flying *f, double part, qm__xy *off, qm__xy *on, qm__xy *d) {
    qm__source_ray ray;
    double way;
    *on = qm__along(f->link->on.a, qm__minus(f->link->on.b, f->link->on.a), part);
    if (!qm__fan_ray_to(f->fan, *on, &ray) || !qm__ray_passes(&ray, f->stop->a, f->stop->b, &way) ||
        ray.way - way > f->most) {
        return false;
    }
    *off = qm__along(ray.start, ray.d, way);
    *d = ray.d;
    return true;
}

/* The last part of the landing, from one that is flown to on towards one that is not, that still is. */
static double last_flown(const flying *f, double in, double out) {
    qm__xy off, on, d;
    for (int i = 0; i < 40; i++) {
        const double middle = (in + out) / 2;
        if (flies(f, middle, &off, &on, &d)) {
            in = middle;
        } else {
            out = middle;
        }
    }
    return in;
}

/* How far the first ray of a stop turns to a direction, which lies between it and the last one but for rounding. */
static double turn_within(const qm__fan *fan, const qm__fan_stop *stop, qm__xy d) {
    qm__fan part = *fan;
    part.from = stop->from;
    const double turn = qm__fan_turn_to(&part, d);
    return turn > stop->sweep + QM__PI ? 0 : qm__clamp(turn, 0, stop->sweep);
}

/* The part of the landing that is flown to straight on, from `low` to `high`; false when there is none. */
static bool flown(const flying *f, double *low, double *high) {
    qm__xy off, on, d;
    int first = 0, last = TRIES;
    while (first <= TRIES && !flies(f, (double)first / TRIES, &off, &on, &d)) {
        first++;
    }
    while (last > first && !flies(f, (double)last / TRIES, &off, &on, &d)) {
        last--;
    }
    if (first > TRIES) {
        return false;
    }
    *low = first > 0 ? last_flown(f, (double)first / TRIES, (double)(first - 1) / TRIES) : 0;
    *high = last < TRIES ? last_flown(f, (double)last / TRIES, (double)(last + 1) / TRIES) : 1;
    return *high > *low;
}

/* The image behind a flight at one price: it does not move, the rays just go on, from the landing. */
static void add_flight(linking *l, const flying *f, uint32_t passage_number, uint32_t band, qm__image image) {
    const passage *const p = &l->passages[passage_number];
    qm__xy off[3], on[3], d[3];
    double low, high;
    if (!flown(f, &low, &high)) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        if (!flies(f, low + (high - low) * i / 2, &off[i], &on[i], &d[i]) ||
            !qm__flight_clear(l->reach->ask.links, p->link, l->reach->ask.crowd, off[i], on[i])) {
            return;
        }
    }
    const double a = turn_within(f->fan, f->stop, d[0]), b = turn_within(f->fan, f->stop, d[2]), turn = qm__least(a, b);
    image.cost += f->stop->used + f->fan->radius * turn + p->bands[band].cost;
    image.fan.from = f->stop->from + f->fan->turn * turn, image.fan.sweep = qm__most(a, b) - turn;
    image.fan.a = a < b ? on[0] : on[2], image.fan.b = a < b ? on[2] : on[0];
    image.fan.level = f->link->to, image.fan.through = true;
    keep_both(l, &image, off[1], on[1]);
}

/* Images behind the flights over what a fan sees of a take-off, one for every price. */
static void add_flights(linking *l, const qm__fan *fan, double cost, uint64_t areas, uint32_t depth,
                        const qm__fan_stop *stop) {
    const uint32_t number = l->marks[stop->mark].number;
    const passage *const p = &l->passages[number];
    const qm__link *const link = &l->reach->ask.links->items[p->link];
    for (uint32_t k = 0; k < p->band_count && depth < QM__CHAIN_MAX; k++) {
        const flying f = {fan, stop, link, qm__least(link->most, p->bands[k].up_to)};
        if (p->bands[k].chance > 0) {
            add_flight(l, &f, number, k, (qm__image){.fan = *fan, .cost = cost, .areas = areas, .depth = depth + 1});
        }
    }
}

static void look(linking *l, qm__fan fan, double cost, uint64_t areas, uint32_t depth) {
    qm__outlines none = {0};
    uint32_t count;
    fan.length = l->reach->ask.budget - cost;
    if (fan.length <= 0) {
        return;
    }
    if (!qm__fan_spread(&l->scene, &fan, l->fan, &none, l->stops, SIGHTINGS_MAX, &count) || count > SIGHTINGS_MAX) {
        l->failed = true;
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const bool marked = l->stops[i].area < 0;
        if (marked && l->passages[l->marks[l->stops[i].mark].number].flight) {
            add_flights(l, &fan, cost, areas, depth, &l->stops[i]);
        } else if (marked) {
            add_image(l, &fan, cost, areas, depth, &l->stops[i]);
        }
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

/* The best take-off for a landing, of some places along the take-off and the one nearest to it. */
static void land(linking *l, const passage *p, qm__xy on, const qm__xy *offs, const double *walks, int count) {
    const qm__link *const link = &l->reach->ask.links->items[p->link];
    const qm__xy near = qm__curve_point(&link->off, qm__curve_nearest(&link->off, on));
    qm__xy best = near;
    double least = 1e30;
    for (int i = 0; i <= count; i++) {
        const qm__xy off = i < count ? offs[i] : near;
        const double length = length_of(link, off, on);
        const double price = length <= link->most + QM__CARE ? price_of(p, length) : -1;
        const double walk = price < 0   ? -1
                            : i < count ? walks[i]
                                        : qm__reach_cost(l->reach, (qm__spot){off.x, off.y, link->from});
        if (walk >= 0 && walk + price < least) {
            least = walk + price;
            best = off;
        }
    }
    if (least <= l->reach->ask.budget) {
        add_landing(l, p, best, on, least, false);
    }
}

static int places_on(const qm__curve *curve, double each) {
    const double length = qm__curve_length(curve);
    const int count = 2 + (int)(length / each);
    return length <= 1e-6 ? 1 : count > PLACES_MAX ? PLACES_MAX : count;
}

/* A link that is taken from any place of its take-off to any of its landing. */
static void take_free(linking *l, const passage *p) {
    const qm__link *const link = &l->reach->ask.links->items[p->link];
    const int off_count = places_on(&link->off, LANDING), on_count = places_on(&link->on, LANDING);
    qm__xy offs[PLACES_MAX];
    double walks[PLACES_MAX];
    bool any = false;
    for (int i = 0; i < off_count; i++) {
        offs[i] = qm__curve_point(&link->off, off_count > 1 ? (double)i / (off_count - 1) : 0);
        walks[i] = qm__reach_cost(l->reach, (qm__spot){offs[i].x, offs[i].y, link->from});
        any = any || walks[i] >= 0;
    }
    for (int i = 0; any && i < on_count; i++) {
        land(l, p, qm__curve_point(&link->on, on_count > 1 ? (double)i / (on_count - 1) : 0), offs, walks, off_count);
    }
}

/* The ends of a link that goes straight on: ways bend there that would like to go past it. */
static void take_ends(linking *l, const passage *p) {
    const qm__link *const link = &l->reach->ask.links->items[p->link];
    for (int i = 0; i < (qm__apart(link->off.a, link->off.b) > 1e-6 ? 2 : 1); i++) {
        const qm__xy off = i ? link->off.b : link->off.a, on = i ? link->on.b : link->on.a;
        const double walk = qm__reach_cost(l->reach, (qm__spot){off.x, off.y, link->from});
        if (walk >= 0 && walk + p->cost <= l->reach->ask.budget) {
            add_landing(l, p, off, on, walk + p->cost, true);
        }
    }
}

/* Whether a source that is new in this round is on a level, or on one that steps may join with it. */
static bool is_new(const linking *l, int32_t level) {
    const qm__reach *const r = l->reach;
    const int32_t *const group = r->field.walks->group, wanted = group[level];
    bool found = false;
    for (uint32_t i = l->seed_first; i < r->seed_count && !found; i++) {
        found = group[r->seeds[i].spot.level] == wanted;
    }
    for (uint32_t i = l->arrival_first; i < r->arrival_count && !found; i++) {
        found = group[r->arrivals[i].level] == wanted;
    }
    for (uint32_t i = l->image_first; i < r->image_count && !found; i++) {
        found = group[r->images[i].fan.level] == wanted;
    }
    return found;
}

/* Takes links at places, those that leave from levels that new sources have come to. */
static void take_places(linking *l) {
    const qm__spot *const start = &l->reach->ask.from;
    for (uint32_t i = 0; i < l->passage_count && !l->failed; i++) {
        const passage *const p = &l->passages[i];
        if (!is_new(l, l->reach->ask.links->items[p->link].from)) {
            continue;
        }
        if (!p->straight || l->reach->pricing.inch) { /* by the inch rays do not tell what a take-off costs */
            take_free(l, p);
            continue;
        }
        take_ends(l, p);
        const qm__link *const link = &l->reach->ask.links->items[p->link];
        const qm__xy at = {start->x, start->y};
        if (l->round == 0 && link->from == start->level &&
            qm__point_segment_square(at, link->off.a, link->off.b) < QM__SLACK * QM__SLACK) {
            add_landing(l, p, at, qm__plus(at, p->shift), l->reach->seeds[0].cost + p->cost, true);
        }
    }
}

/* Looks from all sources that are new. */
static void look_around(linking *l) {
    const qm__reach *const r = l->reach;
    const uint32_t seed_end = r->seed_count;
    if (r->pricing.inch) {
        return;
    }
    for (uint32_t i = l->seed_first; i < seed_end && !l->failed; i++) {
        look(l, qm__reach_seed_fan(r, &r->seeds[i], r->ask.budget), r->seeds[i].cost, r->seeds[i].areas, 0);
    }
    for (uint32_t i = l->arrival_first; i < r->arrival_count && !l->failed; i++) {
        qm__fan fan;
        if (qm__reach_arrival_fan(r, i, r->ask.budget, &fan)) {
            look(l, fan, r->arrivals[i].cost, r->arrivals[i].areas, 0);
        }
    }
    for (uint32_t i = l->image_first; i < r->image_count && !l->failed; i++) { /* those that come on the way too */
        const qm__image image = r->images[i];
        look(l, image.fan, image.cost, image.areas, image.depth);
    }
}

/* Spreads from the seeds in the queue, isle by isle: one spreading stays on one. */
static bool spread_queue(linking *l) {
    const qm__walks *const walks = l->reach->field.walks;
    for (uint32_t first = 0, end; first < l->seed_count; first = end) {
        const int32_t isle = qm__isle_at(walks, l->seeds[first].spot);
        end = first + 1;
        for (uint32_t i = end; i < l->seed_count; i++) {
            if (qm__isle_at(walks, l->seeds[i].spot) == isle) {
                const qm__seed seed = l->seeds[i];
                l->seeds[i] = l->seeds[end], l->seeds[end++] = seed;
            }
        }
        if (!qm__reach_spread(l->reach, l->seeds + first, end - first)) {
            return false;
        }
    }
    return true;
}

bool qm__reach_links(qm__reach *r, qm__block *block) {
    linking l = {.reach = r};
    if (!set_up(&l, block)) {
        return false;
    }
    find_passages(&l);
    for (; l.round < QM__CHAIN_MAX && !l.failed; l.round++) {
        const uint32_t seeds = r->seed_count, arrivals = r->arrival_count;
        l.seed_count = 0;
        look_around(&l);
        const uint32_t images = r->image_count;
        take_places(&l);
        if (l.failed || l.seed_count == 0) {
            break;
        }
        l.seed_first = seeds, l.arrival_first = arrivals, l.image_first = images;
        if (!spread_queue(&l)) {
            return false;
        }
    }
    return !l.failed;
}
