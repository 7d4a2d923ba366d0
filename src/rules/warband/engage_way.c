/* The way of one that engages and names only its target: into contact on foot, through the air or through walls for
 * those who can, or over what it may climb, take or jump.
 *
 * Of ways without a check the shortest is taken; where every way has some, of those that are at most a quarter longer
 * than the shortest the one that most likely goes well, and of equals the shorter. The verdict tells what will be
 * rolled for, so the checks are declared with it. Jumps across whose length nobody may measure are not looked for: that
 * one is taken would tell it.
 *
 * Contact is looked for all around the target, on every height at which the two can touch: first where the shortest way
 * comes from, then in many directions to its left and right. Of places next to each other one is enough to know that
 * nothing leads there.
 *
 * Invariant: how far the unit may go has no part in this, or the way would tell how far its target is (premeasure).
 *
 * A search over links is long, and where there is a way on foot most find nothing shorter: it is only begun when
 * straight lines say that it may (qm__route_may).
 *
 * Rejected: the best of all places of contact. Each takes a search, and from a landing or around a corner the straight
 * line to the target's centre ends in the best.
 */
#include <string.h>

#include "rules/warband/engage.h"
#include "rules/warband/fly_ways.h"

enum {
    DIRECTIONS = 128,
    DEAD_MAX = 256,
    LONGER = 4 /* a way that is safer than the shortest may be longer by a quarter */
};

/* What is looked for. */
typedef struct seeking {
    qm__judging *j;
    qm__inch_search *search;
    uint16_t target;
    double contact;                /* from centre to centre */
    qm__xy centre;                 /* of the target */
    uint64_t nowhere;              /* bits: of the first levels those that nothing near the target belongs to */
    const qm__walks_bodies *ready; /* once links are looked at, which takes many searches */
    bool far[DIRECTIONS];          /* from straight ahead on: contact there would cost more than another way does */
    bool unknown; /* a search met a limit, or what it found may not be gone: there may be another way */
} seeking;

/* ------------------------------------------------------------------------------------------------ places of contact */

/* The i-th of all directions: the first one is `ahead`, then they lie to its left and right in turn. */
static qm__xy direction(qm__xy ahead, int i) {
    const int steps = (i + 1) / 2;
    const qm__turn turn = qm__turn_of((double)QM__PARTS / DIRECTIONS * (i % 2 ? steps : -steps));
    return (qm__xy){ahead.x * turn.cos - ahead.y * turn.sin, ahead.x * turn.sin + ahead.y * turn.cos};
}

/* Whether some surface of a height lies so near the target that a unit in contact may stand on it. */
static bool is_near(const seeking *k, int32_t z) {
    const qm__table *table = qm__levels_table(k->search->base->levels);
    const double around = 2 * k->contact;
    bool near = z == 0; /* the ground is everywhere */
    for (uint32_t i = 0; i < table->prism_count && !near; i++) {
        const qm__box *box = &table->prisms[i].polygon.box;
        near = table->prisms[i].top == z && k->centre.x >= box->x0 - around && k->centre.x <= box->x1 + around &&
               k->centre.y >= box->y0 - around && k->centre.y <= box->y1 + around;
    }
    return near;
}

enum { NOTED = 64 }; /* levels: bits of seeking.nowhere */

static uint64_t nowhere_near(const seeking *k) {
    const qm__levels *levels = k->search->base->levels;
    uint64_t nowhere = 0;
    for (int i = 0; i < qm__level_count(levels) && i < NOTED; i++) {
        nowhere |= (uint64_t)!is_near(k, qm__level_height(levels, i)) << i;
    }
    return nowhere;
}

/* Heights at which a unit may touch its target, from 0: the target's own, then those of all levels. */
static bool height_of(const seeking *k, int number, int32_t *z) {
    const qm__levels *levels = k->search->base->levels;
    const int32_t own = wb_at(k->j->scenario, k->j->state, k->target)->z;
    const int32_t tall = wb_value(k->j->scenario, k->search->figure, WB_HEIGHT);
    if (number > 0 && number <= NOTED && (k->nowhere >> (number - 1) & 1)) {
        return false;
    }
    *z = number == 0 ? own : qm__level_height(levels, number - 1);
    return (number == 0 || *z != own) &&
           qm__heights_overlap(*z, tall, own, wb_value(k->j->scenario, k->target, WB_HEIGHT));
}

static int height_count(const seeking *k) {
    return 1 + qm__level_count(k->search->base->levels);
}

/* A place in whole units in contact with the target, in a direction and at a height; false if the unit cannot end
 * there. */
static bool contact_at(const seeking *k, qm__xy out_to, int32_t z, qm_place *out) {
    qm__xy near[QM__WHOLE_NEAR];
    qm__whole_near(qm__along(k->centre, out_to, k->contact), near);
    for (int i = 0; i < QM__WHOLE_NEAR; i++) {
        const double gap = qm__apart(near[i], k->centre) - k->contact;
        *out = (qm_place){(int32_t)near[i].x, (int32_t)near[i].y, z};
        if (gap >= -QM__SLACK && gap <= QM__SLACK && /* most are not, and this is told at once */
            qm__wb_touches(k->j->scenario, k->j->state, k->search->figure, *out, k->target) &&
            qm__inch_can_be(k->search->base, &k->search->crowd, *out, true, NULL)) {
            return true;
        }
    }
    return false;
}

static qm__xy straight_ahead(const seeking *k) {
    const qm__xy from = wb_flat(k->search->from);
    return qm__apart(from, k->centre) > 0 ? qm__unit(qm__minus(from, k->centre)) : (qm__xy){1, 0};
}

static qm__walked walk_between(const seeking *k, qm_place from, qm_place to, double limit) {
    const qm__walk_ask ask = {.from = qm__inch_spot(k->search->base, from),
                              .to = qm__inch_spot(k->search->base, to),
                              .crowd = &k->search->crowd,
                              .bodies = k->ready,
                              .limit = limit};
    qm__walked walked = {0};
    qm__walk_find(k->search->base->walks, &ask, qm__inch_scratch(k->search), &k->search->way, &walked);
    return walked;
}

/* Places of contact that nothing leads to. What is next to one of them, or a short walk away, is no other place. */
typedef struct dead_ends {
    uint32_t count;
    qm_place places[DEAD_MAX];
} dead_ends;

static void add_dead(dead_ends *list, qm_place place) {
    if (list->count < DEAD_MAX) {
        list->places[list->count++] = place;
    }
}

static bool is_dead(const seeking *k, dead_ends *list, qm_place place) {
    const double next = 2 * QM__PI * k->contact / DIRECTIONS * 1.5 + 3; /* the next direction, in whole units */
    bool dead = false;
    for (uint32_t i = list->count; i-- > 0 && !dead;) {
        dead = list->places[i].z == place.z && qm__apart(wb_flat(list->places[i]), wb_flat(place)) < next;
    }
    for (uint32_t i = 0; i < list->count && !dead; i++) {
        dead = qm__apart(wb_flat(list->places[i]), wb_flat(place)) < 2 * k->contact &&
               walk_between(k, list->places[i], place, 4 * k->contact).found;
    }
    if (dead) {
        add_dead(list, place);
    }
    return dead;
}

/* ---------------------------------------------------------------------------------------------------------- on foot */

static qm__walked walk_to(const seeking *k, qm_place to) {
    return walk_between(k, k->search->from, to, WB_ENDLESS);
}

/* From where the shortest way comes, as a direction from the target: that of the way to its very place, as if it were
 * not there; where nobody could be there, straight from where the unit is. */
static qm__xy approach(seeking *k) {
    qm__inch_search *search = k->search;
    const qm__body *goal = &search->bodies[k->target - 1];
    const qm_place to = qm__inch_at(goal);
    const qm__spot spot = qm__inch_spot(search->base, to);
    qm__xy best = straight_ahead(k);
    qm__obstruction why;
    if (spot.level < 0 || !qm__passes(search->base->levels, &search->crowd, spot, QM__CARE, &why) ||
        !walk_to(k, to).found) {
        return best;
    }
    bool inside = true; /* up to here the way, followed back from its end, is within contact */
    for (uint32_t i = search->way.count; inside && i-- > 0;) {
        const qm__xy back = search->way.pieces[i].from;
        inside = qm__apart(back, k->centre) < k->contact;
        best = inside ? best : qm__unit(qm__minus(back, k->centre));
    }
    return best;
}

/* Judges the walk to a place; false when none leads there, and then nothing is told. Whether the walk is good, in
 * `good`. */
static bool judge_walk(seeking *k, qm_place to, bool *good) {
    const qm_leg leg = {.kind = WB_LEG_WALK, .to = to};
    qm_verdict *verdict = k->j->verdict;
    const uint16_t before = verdict->reason_count;
    unsigned char head[WB_VERDICT_HEAD];
    memcpy(head, verdict, sizeof head);
    *good = qm__wb_judge_legs(k->j, &leg, 1, WB_ENDLESS);
    const uint16_t kind = *good || verdict->reason_count == before ? 0 : verdict->reasons[before].kind;
    if (kind != WB_REASON_NO_WAY && (kind != WB_REASON_UNKNOWN || walk_to(k, to).found)) {
        return true;
    }
    memcpy(verdict, head, sizeof head);
    return false;
}

static bool judge_walk_beside(seeking *k, qm__xy out_to, dead_ends *dead, bool *good) {
    for (int i = 0; i < height_count(k); i++) {
        qm_place to;
        int32_t z;
        if (!height_of(k, i, &z) || !contact_at(k, out_to, z, &to) || is_dead(k, dead, to)) {
            continue;
        }
        if (judge_walk(k, to, good)) {
            return true;
        }
        add_dead(dead, to);
    }
    return false;
}

/* Judges the shortest way on foot into contact; where its end is taken, one to the next direction in which there is
 * one. False when there is none. */
static bool judge_on_foot(seeking *k, bool *good) {
    dead_ends dead = {0};
    k->search->bodies[k->target - 1].manner = QM__PASS;
    const qm__xy ahead = approach(k);
    k->search->bodies[k->target - 1].manner = QM__BLOCK;
    for (int i = 0; i < DIRECTIONS; i++) {
        if (judge_walk_beside(k, direction(ahead, i), &dead, good)) {
            return true;
        }
    }
    return false;
}

/* -------------------------------------------------------------------------------------------------------- other ways
 */

/* A way that would be gone, judged apart from the order's verdict. */
static bool try_legs(const void *context, const qm_order *order, qm_plan_way *out) {
    const seeking *k = context;
    qm_verdict verdict;
    wb_prepared prepared;
    qm__judging j = qm__wb_trial(k->j->scenario, k->j->state, order, k->j->search, &verdict, &prepared);
    prepared.target = k->target;
    const bool good = qm__wb_judge_legs(&j, order->legs, order->leg_count, WB_ENDLESS);
    *out = (qm_plan_way){.order = *order,
                         .cost = prepared.hop_count ? prepared.hops[prepared.hop_count - 1].cost : 0,
                         .chance = verdict.chance};
    return good && verdict.chance > 0;
}

/* Whether a way is to be taken rather than another; one that costs less than 0 is none. */
static bool is_better(const qm_plan_way *way, const qm_plan_way *than) {
    return than->cost < 0 || way->chance > than->chance || (way->chance >= than->chance && way->cost < than->cost);
}

/* Straight to a place, through the air or through walls, for those who can; who can do both takes the better way. */
static bool try_straight(const seeking *k, qm_place to, qm_plan_way *out) {
    const qm_scenario *s = k->j->scenario;
    const uint16_t figure = k->search->figure;
    qm_plan_way through;
    qm_order order, walk;
    qm_order_clear(&order, WB_ORDER_ENGAGE, figure);
    qm_order_clear(&walk, WB_ORDER_ENGAGE, figure);
    walk.legs[walk.leg_count++] = (qm_leg){.kind = WB_LEG_WALK, .to = to};
    const bool flies =
        wb_value(s, figure, WB_FLYING) && qm__wb_fly_to(s, k->search, to, &order) && try_legs(k, &order, out);
    const bool walks = wb_value(s, figure, WB_ETHEREAL) && try_legs(k, &walk, &through);
    if (walks && (!flies || is_better(&through, out))) {
        *out = through;
    }
    return flies || walks;
}

static void find_straight(const seeking *k, qm_plan_way *best) {
    const qm_scenario *s = k->j->scenario;
    const bool can = wb_value(s, k->search->figure, WB_FLYING) || wb_value(s, k->search->figure, WB_ETHEREAL);
    for (int n = 0; n < height_count(k) && can; n++) {
        bool found = false;
        int32_t z;
        for (int i = 0; i < DIRECTIONS && !found && height_of(k, n, &z); i++) {
            qm_plan_way way;
            qm_place to;
            found = contact_at(k, direction(straight_ahead(k), i), z, &to) && try_straight(k, to, &way);
            if (found && is_better(&way, best)) {
                *best = way;
            }
        }
    }
}

/* ------------------------------------------------------------------------------------------------------- over links */

typedef struct link_pricing {
    wb_pricing all;
    bool sure; /* only links without a check */
    bool flat; /* as likely as if none had one: the shortest way is all that is looked for */
} link_pricing;

static int price_links(const void *context, const qm__links *links, uint32_t link, qm__link_price out[QM__BANDS_MAX]) {
    const link_pricing *p = context;
    const int count = qm__wb_price(&p->all, links, link, out);
    for (int i = 0; i < count; i++) {
        const bool open = p->sure ? out[i].chance >= 1 : out[i].chance > 0;
        out[i].stops = qm__price_stops(&out[i]);
        out[i].chance = !open ? 0 : p->flat ? 1 : out[i].chance;
    }
    return count;
}

/* Whether any link may be taken. */
static bool has_links(const seeking *k, const link_pricing *pricing) {
    const qm__links *links = k->search->base->links;
    for (uint32_t i = 0; i < links->count; i++) {
        qm__link_price bands[QM__BANDS_MAX];
        const int count = price_links(pricing, links, i, bands);
        for (int b = 0; b < count; b++) {
            if (bands[b].chance > 0) {
                return true;
            }
        }
    }
    return false;
}

/* From the landing of its last link a way goes straight to the target, where that is better. */
static void straighten(const seeking *k, qm_plan_way *way) {
    qm_order order = way->order;
    qm_plan_way other;
    if (order.leg_count < 2 || order.legs[order.leg_count - 1].kind != WB_LEG_WALK) {
        return;
    }
    const qm_place from = order.legs[order.leg_count - 2].to;
    qm_leg *last = &order.legs[order.leg_count - 1];
    if (qm__apart(wb_flat(from), k->centre) > 0 &&
        contact_at(k, qm__unit(qm__minus(wb_flat(from), k->centre)), last->to.z, &last->to) &&
        try_legs(k, &order, &other) && is_better(&other, way)) {
        *way = other;
    }
}

/* What is looked for among ways over links. */
typedef enum wanting { SURE, SHORTEST, SAFEST } wanting;

/* Whether that many ways are some that were found. */
static bool is_one(uint32_t count) {
    return count > 0 && count <= QM__INCH_WAYS;
}

/* The way over links to a place of contact that is wanted, no longer than `limit`. */
static uint32_t ways_over(const seeking *k, wanting what, int32_t limit, qm_place to, qm_plan_way *out) {
    const qm_scenario *s = k->j->scenario;
    const link_pricing pricing = {
        {.scenario = s, .state = k->j->state, .figure = k->search->figure}, what == SURE, what == SHORTEST};
    const qm__inch_plan plan = {.ask = {.prices = wb_of(s)->loss,
                                        .pricing = price_links,
                                        .context = &pricing,
                                        .bodies = k->ready,
                                        .allowance = limit,
                                        .apart = wb_stops_apart(s),
                                        .target = k->target},
                                .order = WB_ORDER_ENGAGE,
                                .stand = wb_set(s)->occupied_top == WB_OCCUPIED_TOP_NO,
                                .try = try_legs,
                                .judge = k};
    qm_plan_way ways[QM__INCH_WAYS];
    const uint32_t count = has_links(k, &pricing) ? qm__inch_ways(k->search, &plan, to, ways, QM__INCH_WAYS) : 0;
    if (is_one(count)) {
        *out = ways[count - 1];
    }
    return count;
}

/* The same, looked for near by first: a search that has less to look at does not meet its limits. */
static uint32_t ways_near_first(const seeking *k, wanting what, int32_t limit, qm_place to, qm_plan_way *out) {
    const qm_place from = k->search->from;
    const int32_t rise = to.z > from.z ? to.z - from.z : from.z - to.z;
    const int32_t straight = qm__units(qm__apart(wb_flat(from), wb_flat(to))) + rise;
    const int32_t near = straight + straight / LONGER;
    const uint32_t count = near < limit ? ways_over(k, what, near, to, out) : 0;
    return is_one(count) ? count : ways_over(k, what, limit, to, out);
}

/* The same to the first direction at a height to which there is any. */
static bool find_over(seeking *k, wanting what, int32_t limit, int32_t z, qm_plan_way *out) {
    dead_ends dead = {0};
    for (int i = 0; i < DIRECTIONS; i++) {
        qm_place to;
        if (k->far[i] || !contact_at(k, direction(straight_ahead(k), i), z, &to) || is_dead(k, &dead, to)) {
            continue;
        }
        const uint32_t count = ways_near_first(k, what, limit, to, out);
        if (is_one(count)) {
            qm_plan_way safer;
            if (what == SHORTEST && is_one(ways_over(k, SAFEST, out->cost + out->cost / LONGER, to, &safer)) &&
                is_better(&safer, out)) {
                *out = safer;
            }
            straighten(k, out);
            return true;
        }
        k->unknown = k->unknown || count == QM__TOO_MANY;
        add_dead(&dead, to);
    }
    return false;
}

/* Whether links that need no check may lead into contact for less than `limit`; notes where they cannot. */
static bool may_be_shorter(seeking *k, int32_t limit, qm__frame *frame) {
    const qm_scenario *s = k->j->scenario;
    const qm__inch_base *base = k->search->base;
    const qm__xy from = wb_flat(k->search->from), ahead = straight_ahead(k);
    const int32_t own = wb_at(s, k->j->state, k->target)->z;
    const double whole = 2; /* places are whole units */
    const link_pricing pricing = {{.scenario = s, .state = k->j->state, .figure = k->search->figure}, true, false};
    const qm__route_goal goal = {.from = qm__inch_spot(base, k->search->from),
                                 .centre = k->centre,
                                 .within = k->contact + whole,
                                 .low = own - wb_value(s, k->search->figure, WB_HEIGHT),
                                 .high = own + wb_value(s, k->target, WB_HEIGHT),
                                 .limit = limit,
                                 .pricing = price_links,
                                 .context = &pricing};
    qm__route_scope scope;
    if (!qm__route_may(base->walks, base->links, &goal, qm__inch_scratch(k->search), &scope)) {
        return false;
    }
    for (int i = 0; i < DIRECTIONS; i++) {
        const qm__xy at = qm__along(k->centre, direction(ahead, i), k->contact);
        k->far[i] = qm__apart(from, at) > limit + whole && qm__route_least(&scope, at) > limit + whole;
    }
    *frame = scope.frame;
    return true;
}

/* `limit`: what another way costs, which needs no check; negative = there is none. */
static void find_links(seeking *k, int32_t limit, qm_plan_way *best) {
    qm__frame frame;
    if (k->search->base->links->count == 0 || (limit >= 0 && !may_be_shorter(k, limit, &frame))) {
        return;
    }
    k->ready = qm__inch_ready(k->search, limit >= 0 ? &frame : NULL);
    for (int n = 0; n < height_count(k); n++) {
        qm_plan_way way;
        int32_t z;
        if (!height_of(k, n, &z)) {
            continue;
        }
        const bool sure = find_over(k, SURE, limit >= 0 ? limit : WB_ENDLESS, z, &way);
        if ((sure || (limit < 0 && find_over(k, SHORTEST, WB_ENDLESS, z, &way))) && is_better(&way, best)) {
            *best = way;
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------ judging
 */

bool qm__wb_judge_contact(qm__judging *j, uint16_t target, bool *good) {
    const qm_scenario *s = j->scenario;
    const uint16_t figure = j->order->actor;
    const wb_prepared *p = j->prepared;
    unsigned char head[WB_VERDICT_HEAD];
    seeking k = {.j = j,
                 .search = qm__inch_begin(s, &wb_of(s)->inches, j->state, figure, j->search),
                 .target = target,
                 .contact = wb_value(s, figure, WB_RADIUS) + wb_value(s, target, WB_RADIUS),
                 .centre = wb_flat(wb_place(wb_at(s, j->state, target)))};
    k.nowhere = nowhere_near(&k);
    memcpy(head, j->verdict, sizeof head);
    const bool walks = !wb_value(s, figure, WB_ETHEREAL) && judge_on_foot(&k, good);
    const int32_t walk = walks && *good && p->hop_count > 0 ? p->hops[p->hop_count - 1].cost : -1;
    qm_plan_way best = {.cost = walk, .chance = walk >= 0 ? 1 : 0};
    const double least = qm__apart(wb_flat(wb_place(wb_at(s, j->state, figure))), k.centre) - k.contact;
    const bool shortest = walk <= least + 1 && wb_set(s)->jump_cost == WB_JUMP_COST_COUNTS;
    if (walk >= 0 && (j->brief || shortest)) { /* that there is a way is all that is asked, or none is shorter */
        return true;
    }
    find_straight(&k, &best);
    if (!j->brief) { /* options are those on foot and on the wing: a search over links takes too long for a list */
        find_links(&k, best.chance >= 1 ? best.cost : -1, &best);
    }
    if (best.order.leg_count == 0 && !walks && k.unknown) {
        *good = false;
        qm__leave_to_person(j, WB_REASON_ENGAGE_UNKNOWN)->other = target;
        return true;
    }
    if (best.order.leg_count == 0) {
        return walks;
    }
    memcpy(j->verdict, head, sizeof head);
    *good = qm__wb_judge_legs(j, best.order.legs, best.order.leg_count, WB_ENDLESS);
    return true;
}
