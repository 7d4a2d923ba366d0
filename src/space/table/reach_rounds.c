/* Links in a reach, round by round: its memory, which sources are kept, and in what order links are taken.
 *
 * A round takes links from the sources that are new and spreads from where they lead. Sources that others have beaten
 * are left out: when they are new, and once more at the end.
 *
 * Where ways are told apart by how many of their links can fail, sources come layer by layer: first all behind links
 * that cannot; then those behind one that can, taken from any of the first, and behind more that cannot; and so on. So
 * whatever a source is compared with, or beaten by, has no more risks than itself, and what is in reach with at most so
 * many is a beginning of the lists of sources. Links that join are one risk together: what is behind the first of them
 * takes more of them before it takes any others. A source behind links that join in one way may be beaten there by one
 * behind those that join in another, and then what only the former can join is in the next layer. Rejected: counting
 * risks with every source, in one go. Each comparison would have to ask for them, and a source found late with fewer
 * risks would have to take all its links once more.
 */
#include "space/table/reach_links_inside.h"

#include <string.h>

#define JOINT 2.0  /* units */
#define APART 0.01 /* by how much more a cost grows behind a joint than before it, where ways bend */
#define BEATEN 0.5 /* units: more than apparent sources are off */

enum { SEEDS_MAX = 2048 };

uint32_t qm__reach_most_seeds(const qm__links *links) {
    return links ? 64 + 8 * links->count + SEEDS_MAX : 1;
}

uint32_t qm__reach_most_images(const qm__links *links) {
    return links ? 1024 + 32 * links->count : 0;
}

/* Parts of links between borders of areas, more than these have without them. */
static uint32_t most_even(const qm__grounds *grounds, const qm__links *links) {
    return grounds->levels->table->area_count ? 2 * links->count : 0;
}

/* A link has parts where bodies stand beside it: each of them adds a few to those of the links around it. */
static uint32_t most_passages(const qm__grounds *grounds, uint32_t body_count, const qm__links *links) {
    return 2 * links->count + 64 * body_count + most_even(grounds, links);
}

size_t qm__reach_links_size(const qm__grounds *grounds, uint32_t body_count, const qm__links *links) {
    uint32_t lines, rounds;
    const size_t passages = most_passages(grounds, body_count, links),
                 events = qm__parts_most_events(body_count, false);
    qm__scene_most(grounds, body_count, &lines, &rounds);
    return qm__padded((size_t)grounds->levels->count * sizeof(qm__fan_level)) +
           qm__padded(lines * sizeof(qm__fan_line)) + qm__padded(rounds * sizeof(qm__fan_round)) +
           qm__padded(qm__fan_work_size()) + qm__padded(passages * sizeof(qm__passage)) +
           2 * qm__padded(passages * sizeof(qm__fan_mark)) + qm__padded(events * sizeof(double)) +
           qm__padded(2 * events) + qm__padded(QM__SIGHTINGS_MAX * sizeof(qm__fan_stop)) +
           qm__padded(SEEDS_MAX * sizeof(qm__seed)) + qm__padded(passages * QM__LANDED_MAX * sizeof(double)) +
           qm__padded((size_t)body_count * QM__BESIDE_MAX * sizeof(double)) +
           qm__padded((size_t)body_count * sizeof(int32_t));
}

static bool set_up(qm__reaching *l, qm__block *block) {
    const qm__reach *const r = l->reach;
    const uint32_t bodies = r->ask.crowd ? r->ask.crowd->count : 0, events = qm__parts_most_events(bodies, false);
    qm__scene *const s = &l->scene;
    *s = (qm__scene){.grounds = r->grounds,
                     .crowd = r->ask.crowd,
                     .centre = {r->ask.from.x, r->ask.from.y},
                     .reach = 1e9,
                     .areas = r->pricing.once | r->pricing.entry};
    qm__scene_most(r->grounds, bodies, &s->line_max, &s->round_max);
    s->levels = qm__block_take(block, (size_t)r->grounds->levels->count * sizeof *s->levels);
    s->lines = qm__block_take(block, s->line_max * sizeof *s->lines);
    s->rounds = qm__block_take(block, s->round_max * sizeof *s->rounds);
    l->fan = qm__block_take(block, qm__fan_work_size());
    l->passage_max = most_passages(r->grounds, bodies, r->ask.links);
    l->even_left = most_even(r->grounds, r->ask.links);
    l->passages = qm__block_take(block, l->passage_max * sizeof *l->passages);
    l->marks = qm__block_take(block, l->passage_max * sizeof *l->marks);
    l->wanted = qm__block_take(block, l->passage_max * sizeof *l->wanted);
    l->events = (qm__events){.items = qm__block_take(block, events * sizeof(double)),
                             .cells = qm__block_take(block, 2 * (size_t)events),
                             .max = events};
    l->stops = qm__block_take(block, QM__SIGHTINGS_MAX * sizeof *l->stops);
    l->seeds = qm__block_take(block, SEEDS_MAX * sizeof *l->seeds);
    l->landed = qm__block_take(block, (size_t)l->passage_max * QM__LANDED_MAX * sizeof *l->landed);
    l->beside = qm__block_take(block, (size_t)bodies * QM__BESIDE_MAX * sizeof *l->beside);
    l->beside_level = qm__block_take(block, bodies * sizeof *l->beside_level);
    if (!l->beside_level) {
        return false;
    }
    for (uint32_t i = 0; i < bodies; i++) {
        l->beside_level[i] = -1;
    }
    memset(s->levels, 0, (size_t)r->grounds->levels->count * sizeof *s->levels);
    s->marks = l->wanted;
    return true;
}

void qm__reaching_queue(qm__reaching *l, const qm__seed *seed) {
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

/* ------------------------------------------------------------------------------------------------- sources of no use
 */

/* Whether a source is of no use any more: where it is, another one is cheaper. */
static bool is_beaten(const qm__reach *r, qm__xy at, int level, double cost) {
    return qm__reach_some_below(r, (qm__spot){at.x, at.y, level}, cost - BEATEN) >= 0;
}

static bool seed_beaten(const qm__reach *r, const qm__seed *seed) {
    return is_beaten(r, (qm__xy){seed->spot.x, seed->spot.y}, seed->spot.level, seed->cost);
}

static bool arrival_beaten(const qm__reach *r, const qm__arrival *arrival) {
    return is_beaten(r, arrival->at, arrival->level, arrival->cost);
}

bool qm__image_beaten(const qm__reach *r, const qm__image *image) {
    bool beaten = true;
    for (int i = 0; i <= 4 && beaten; i++) {
        const qm__xy at = qm__along(image->fan.a, qm__minus(image->fan.b, image->fan.a), 0.01 + 0.245 * i);
        qm__xy x;
        const double way = qm__image_way(image, at, &x);
        beaten = way < 0 || way > r->ask.budget || is_beaten(r, at, image->fan.level, way);
    }
    return beaten;
}

/* Leaves out sources that are new and of no use. */
static void prune(const qm__reaching *l) {
    qm__reach *const r = l->reach;
    uint32_t kept = l->seed_first;
    for (uint32_t i = kept; i < r->seed_count; i++) {
        if (i == 0 || !seed_beaten(r, &r->seeds[i])) {
            r->seeds[kept++] = r->seeds[i];
        }
    }
    r->seed_count = kept, kept = l->arrival_first;
    for (uint32_t i = kept; i < r->arrival_count; i++) {
        if (!arrival_beaten(r, &r->arrivals[i])) {
            r->arrivals[kept++] = r->arrivals[i];
        }
    }
    r->arrival_count = kept;
}

/* Whether landings go on to both sides of a place that is one, so that no way bends there: images that cost as much end
 * at it from either side, and their rays do not lead apart. */
static bool is_joint(const qm__reach *r, const qm__seed *seed) {
    const qm__xy at = {seed->spot.x, seed->spot.y};
    qm__xy sides[2] = {{0, 0}, {0, 0}}; /* of the first image: where it lies, and where its rays lead */
    for (uint32_t i = 0; i < r->image_count; i++) {
        const qm__image *const image = &r->images[i];
        const qm__fan *const fan = &image->fan;
        const bool from = qm__apart(fan->a, at) < JOINT, to = !from && qm__apart(fan->b, at) < JOINT;
        if ((!from && !to) || fan->level != seed->spot.level || qm__apart(fan->a, fan->b) < 4 * JOINT ||
            image->cost + qm__apart(fan->centre, at) - fan->radius > seed->cost + BEATEN) {
            continue;
        }
        const qm__xy along = qm__unit(from ? qm__minus(fan->b, fan->a) : qm__minus(fan->a, fan->b));
        const qm__xy ray = qm__unit(qm__minus(at, fan->centre));
        if (sides[0].x == 0 && sides[0].y == 0) {
            sides[0] = along, sides[1] = ray;
        } else if (qm__dot(sides[0], along) < -0.95 &&
                   qm__dot(qm__unit(qm__minus(sides[0], along)), qm__minus(sides[1], ray)) < APART) {
            return true;
        }
    }
    return false;
}

/* Where the sources of a layer begin: those behind as many links that can fail. */
typedef struct layer {
    uint32_t seed, arrival, image;
} layer;

static layer layer_here(const qm__reach *r) {
    return (layer){r->seed_count, r->arrival_count, r->image_count};
}

/* Leaves out sources that others have beaten, of those that the layer has added. */
static void drop_beaten(qm__reach *r, const layer *first) {
    uint32_t kept = first->seed;
    for (uint32_t i = kept; i < r->seed_count; i++) {
        if (i == 0 || (!is_joint(r, &r->seeds[i]) && !seed_beaten(r, &r->seeds[i]))) {
            r->seeds[kept++] = r->seeds[i];
        }
    }
    r->seed_count = kept, kept = first->image;
    for (uint32_t i = kept; i < r->image_count; i++) {
        if (!qm__image_beaten(r, &r->images[i])) {
            r->images[kept++] = r->images[i];
        }
    }
    r->image_count = kept, kept = first->arrival;
    for (uint32_t i = kept; i < r->arrival_count; i++) {
        if (!arrival_beaten(r, &r->arrivals[i])) {
            r->arrivals[kept++] = r->arrivals[i];
        }
    }
    r->arrival_count = kept;
}

/* Spreads from some seeds of one isle. A search has room for some pieces to every lane, not for those of any number of
 * seeds (many images of sources close together): what is too much at once is spread part by part. */
static bool spread_parts(qm__reach *r, const qm__seed *seeds, uint32_t count) {
    uint32_t part = count;
    for (uint32_t first = 0; first < count;) {
        const uint32_t now = part < count - first ? part : count - first;
        if (qm__reach_spread(r, seeds + first, now)) {
            first += now;
        } else if (now > 1) {
            part = (now + 1) / 2;
        } else {
            return false;
        }
    }
    return true;
}

/* Spreads from the seeds in the queue, isle by isle: one spreading stays on one. */
static bool spread_queue(qm__reaching *l) {
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
        if (!spread_parts(l->reach, l->seeds + first, end - first)) {
            return false;
        }
    }
    return true;
}

/* Takes links once from the sources that are new, up to some. */
static void take_links(qm__reaching *l, const layer *end) {
    l->seed_count = 0;
    l->seed_end = end->seed, l->arrival_end = end->arrival;
    if (!l->reach->pricing.inch) {
        qm__reaching_look(l);
    }
    const uint32_t images = l->reach->image_count;
    qm__reaching_places(l);
    l->image_first = images;
}

/* Takes links from the sources that are new, and from those that come of it, until nothing is gained. False when memory
 * did not suffice. */
static bool take_all(qm__reaching *l, const layer *first) {
    qm__reach *const r = l->reach;
    for (int round = 0; round < QM__CHAIN_MAX && !l->failed; round++) {
        if (!r->pricing.inch) {
            prune(l);
        }
        const layer next = layer_here(r);
        take_links(l, &next);
        if (l->failed || l->seed_count == 0) {
            break;
        }
        l->seed_first = next.seed, l->arrival_first = next.arrival;
        if (!spread_queue(l)) {
            return false;
        }
    }
    if (!l->failed) {
        drop_beaten(r, first);
    }
    return !l->failed;
}

/* Takes links that can fail and are chosen, once, from all sources of a layer: what comes of it is new. False when
 * memory did not suffice. */
static bool take_risks(qm__reaching *l, const layer *from, const layer *end) {
    qm__reach *const r = l->reach;
    const layer next = layer_here(r);
    l->seed_first = from->seed, l->arrival_first = from->arrival, l->image_first = from->image;
    l->image_end = end->image;
    l->before = &r->within[r->within_count - 1];
    take_links(l, end);
    l->seed_first = next.seed, l->arrival_first = next.arrival, l->image_first = next.image;
    l->image_end = UINT32_MAX;
    l->before = r;
    return !l->failed && spread_queue(l);
}

static int most_joins(const qm__reaching *l) {
    int most = 0;
    for (uint32_t i = 0; i < l->passage_count; i++) {
        for (uint32_t k = 0; k < l->passages[i].band_count; k++) {
            most = l->passages[i].bands[k].joins > most ? l->passages[i].bands[k].joins : most;
        }
    }
    return most;
}

/* One risk more than the sources from `from` on: what comes of it is the next layer, and is new. False when memory did
 * not suffice. */
static bool take_layer(qm__reaching *l, const layer *from) {
    const layer end = layer_here(l->reach);
    for (int joins = most_joins(l); joins >= 0; joins--) {
        const layer first = layer_here(l->reach);
        qm__passages_choose(l, false, joins);
        if (!take_risks(l, from, &end) || (joins > 0 && !take_all(l, &first))) {
            return false;
        }
    }
    l->seed_first = end.seed, l->arrival_first = end.arrival, l->image_first = end.image;
    return true;
}

bool qm__reach_links(qm__reach *r, qm__block *block) {
    qm__reaching l = {.reach = r, .before = r, .image_end = UINT32_MAX};
    const uint32_t apart = qm__reach_apart(&r->ask);
    layer first = {0};
    if (!set_up(&l, block)) {
        return false;
    }
    qm__passages_find(&l);
    for (uint32_t i = 0; i < l.passage_count * QM__LANDED_MAX; i++) {
        l.landed[i] = 1e30;
    }
    for (uint32_t risks = 0; risks < apart; risks++) {
        qm__passages_choose(&l, true, QM__NO_RISKS);
        if (!take_all(&l, &first)) {
            return false;
        }
        if (r->ask.risks_limited && risks + 1 == apart) {
            return true;
        }
        r->within[r->within_count] = *r;
        r->within_count++;
        const layer next = layer_here(r);
        if (!take_layer(&l, &first)) {
            return false;
        }
        first = next;
    }
    if (apart > 0) {
        qm__passages_choose(&l, true, QM__ANY_JOINS);
    }
    return take_all(&l, &first);
}
