/* Passages of a reach: its links with their prices, or the parts that bodies leave of those taken straight on. These
 * are parted once more at the borders of areas that cost something: on each part one pays alike.
 *
 * Invariant: every link that may be of use within the budget has a passage wherever it can be taken off for; when there
 * is no room for one, the reach fails as a whole. Where there is none for parts between borders, the link is laid like
 * those that are taken slantwise.
 */
#include "space/table/reach_links_inside.h"

#define HAIR 1e-3  /* units: so far from the borders between them such parts end */
#define PLACE 1e-6 /* units: a take-off that is no longer is one place */

enum { EVEN_MAX = 16 }; /* parts between borders of one link */

double qm__passage_price(const qm__passage *p, double length) {
    for (uint32_t i = 0; i < p->band_end; i++) {
        if (length <= p->bands[i].up_to + QM__LENGTH_SLACK) {
            return i >= p->band_first && p->bands[i].chance > 0 ? p->bands[i].cost + p->bands[i].per_unit * length : -1;
        }
    }
    return -1;
}

bool qm__passage_fails(const qm__passage *p, double length) {
    for (uint32_t i = 0; i < p->band_count; i++) {
        if (length <= p->bands[i].up_to + QM__LENGTH_SLACK) {
            return qm__price_stops(&p->bands[i]);
        }
    }
    return true;
}

/* How much farther than the budget one can get because links move the base by more than they cost. */
static double windfall(const qm__reaching *l) {
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

static double least_price(const qm__passage *p, const qm__link *link) {
    double least = QM__FAR;
    for (uint32_t i = p->band_first; i < p->band_end; i++) {
        least =
            p->bands[i].chance > 0 ? qm__least(least, p->bands[i].cost + p->bands[i].per_unit * link->least) : least;
    }
    return p->tied ? p->cost : least;
}

void qm__passages_choose(qm__reaching *l, bool sure, int risky) {
    for (uint32_t i = 0; i < l->passage_count; i++) {
        qm__passage *const p = &l->passages[i];
        const qm__link *const link = &l->reach->ask.links->items[p->link];
        uint32_t safe = 0;
        while (safe < p->band_count && p->bands[safe].chance >= 1) {
            safe++;
        }
        const bool risks = safe < p->band_count && (risky == QM__ANY_JOINS || risky == (int)p->bands[safe].joins);
        p->band_first = sure ? 0 : safe;
        p->band_end = risks ? p->band_count : safe;
        const bool none = p->tied && qm__passage_price(p, link->least) < 0;
        p->least = none ? QM__FAR : least_price(p, link);
    }
}

static void add_passage(qm__reaching *l, const qm__passage *p) {
    if (l->passage_count == l->passage_max) {
        l->failed = true;
        return;
    }
    qm__passage *const added = &l->passages[l->passage_count];
    *added = *p;
    added->place = qm__apart(p->a, p->b) <= PLACE;
    if (!added->place) {
        l->marks[l->mark_count++] =
            (qm__fan_mark){p->a, p->b, l->reach->ask.links->items[p->link].from, l->passage_count};
    }
    l->passage_count++;
}

/* Areas that cost something and in which the base is when it takes a passage at a part of it: where it lands, and
 * (`before`) where it begins. */
static uint64_t areas_within(const qm__reaching *l, const qm__passage *p, double part, uint64_t *before) {
    const qm__levels *const levels = l->reach->grounds->levels;
    const qm__link *const link = &l->reach->ask.links->items[p->link];
    const qm__xy off = qm__along(p->a, qm__minus(p->b, p->a), part);
    *before = qm__areas_at(levels, qm__spot_at(off, link->from)) & l->scene.areas;
    return qm__areas_at(levels, qm__spot_at(qm__plus(off, p->shift), link->to)) & l->scene.areas;
}

/* Up to which part of a passage, from one on, these can be the same. */
static double next_border(const qm__reaching *l, const qm__passage *p, double from) {
    const qm__levels *const levels = l->reach->grounds->levels;
    const qm__link *const link = &l->reach->ask.links->items[p->link];
    double end = 1;
    for (uint64_t left = l->scene.areas & levels->levels[link->from].areas; left; left &= left - 1) {
        end = qm__area_change(levels, (uint32_t)__builtin_ctzll(left), p->a, p->b, from, end);
    }
    const qm__xy a = qm__plus(p->a, p->shift), b = qm__plus(p->b, p->shift);
    for (uint64_t left = l->scene.areas & levels->levels[link->to].areas; left; left &= left - 1) {
        end = qm__area_change(levels, (uint32_t)__builtin_ctzll(left), a, b, from, end);
    }
    return end;
}

/* Where a passage has to be parted so that one pays alike on each part: the ends of these, the first at 0; how many,
 * more than EVEN_MAX: too many. */
static uint32_t find_even(const qm__reaching *l, const qm__passage *p, double ends[EVEN_MAX + 1]) {
    uint64_t before, last_before = 0, in, last = 0;
    uint32_t count = 0;
    ends[0] = 0;
    for (double at = 0, next; at < 1 && count <= EVEN_MAX; at = next) {
        next = next_border(l, p, at);
        in = areas_within(l, p, (at + next) / 2, &before);
        count += count == 0 || in != last || before != last_before;
        last = in, last_before = before;
        if (count <= EVEN_MAX) {
            ends[count] = next;
        }
    }
    return count;
}

/* Adds a passage, or its parts between borders of areas. */
static void add_even(qm__reaching *l, const qm__passage *whole) {
    const qm__link *const link = &l->reach->ask.links->items[whole->link];
    const double length = qm__apart(whole->a, whole->b), hair = HAIR / qm__most(length, 2 * HAIR);
    double ends[EVEN_MAX + 1] = {0, 1};
    qm__passage part = *whole;
    uint32_t count = 1;
    if (whole->straight && length > 1 && (l->scene.areas & l->reach->grounds->levels->levels[link->to].areas)) {
        count = find_even(l, whole, ends);
    }
    if (count > EVEN_MAX || count - 1 > l->even_left) {
        part.straight = false;
        add_passage(l, &part);
        return;
    }
    l->even_left -= count - 1;
    for (uint32_t i = 0; i < count; i++) {
        const double low = ends[i] + (i > 0 ? hair : 0), high = ends[i + 1] - (i + 1 < count ? hair : 0);
        part.a = qm__along(whole->a, qm__minus(whole->b, whole->a), low);
        part.b = qm__along(whole->a, qm__minus(whole->b, whole->a), qm__most(low, high));
        add_passage(l, &part);
    }
}

/* Whether a body may be in the way of a link that is tied: told by boxes. */
static bool is_crowded(const qm__reaching *l, const qm__link *link) {
    qm__xy low = link->off.a, high = low;
    qm__widen(&low, &high, link->off.b);
    qm__widen(&low, &high, link->on.a);
    qm__widen(&low, &high, link->on.b);
    low = (qm__xy){low.x - 1, low.y - 1}; /* for who keeps apart */
    high = (qm__xy){high.x + 1, high.y + 1};
    return qm__crowd_near(l->reach->ask.crowd, low, high, l->reach->grounds->levels->walker.radius);
}

/* Adds the parts of a link that bodies leave: ways bend at their ends too. */
static void add_parts(qm__reaching *l, const qm__passage *whole) {
    const qm__link *const link = &l->reach->ask.links->items[whole->link];
    const qm__cutting cut = {.links = l->reach->ask.links,
                             .crowd = l->reach->ask.crowd,
                             .link = link,
                             .stand = qm__passage_fails(whole, link->least),
                             .tied = true,
                             .level = link->from,
                             .shift = whole->shift};
    double parts[QM__PARTS_MAX][2];
    const int count = qm__free_parts(&cut, &l->events, &link->off, parts);
    l->failed = l->failed || l->events.lost;
    for (int i = 0; i < count; i++) {
        qm__passage part = *whole;
        part.a = qm__curve_point(&link->off, parts[i][0]);
        part.b = qm__curve_point(&link->off, parts[i][1]);
        add_even(l, &part);
    }
}

void qm__passages_find(qm__reaching *l) {
    const qm__links *const links = l->reach->ask.links;
    const qm__curve start = {.a = l->scene.centre, .b = l->scene.centre};
    const double reach = l->reach->ask.budget + windfall(l);
    l->scene.reach = reach;
    for (uint32_t i = 0; i < links->count; i++) {
        const qm__link *const link = &links->items[i];
        if (qm__curves_apart(&start, &link->off) > reach) {
            continue;
        }
        qm__passage p = {.link = i, .a = link->off.a, .b = link->off.b, .shift = qm__minus(link->on.a, link->off.a)};
        const int bands = l->reach->ask.pricing(l->reach->ask.context, links, i, p.bands);
        p.band_count = p.band_end = bands > 0 ? (uint32_t)bands : 0;
        p.tied = qm__link_tied(links, link);
        p.straight = p.tied && link->on.radius <= 0;
        p.cost = p.tied ? qm__passage_price(&p, link->least) : 0;
        p.least = least_price(&p, link);
        if (p.band_count == 0 || p.cost < 0 || p.least > l->reach->ask.budget) {
            continue;
        }
        if (p.tied && is_crowded(l, link)) {
            add_parts(l, &p);
        } else {
            add_even(l, &p);
        }
    }
}
