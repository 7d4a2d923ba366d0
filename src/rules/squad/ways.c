/* Ways over links as orders: those that leap beside those that jump down.
 *
 * A search for routes knows what links cost and whether they can fail. Of low obstacles, which are walked over, it
 * knows neither: to jump down into a gap and step up behind it is as short as a leap, and looks safer. Judged, it can
 * be longer, riskier, or not legal. So a second search shuns jumps down, and what is judged is compared. Leaps from the
 * low edges around a model are as short as stepping down and up too, and no search would find them: each that is near
 * enough is tried, with a walk before and behind it.
 *
 * Invariant: no way is offered that another beats; of two that are as long and as likely to go well, and do not go
 * alike, both are.
 *
 * Rejected: to search for all routes without jumps down. One that leaps and comes down elsewhere would be missed.
 */
#include <string.h>

#include "game/place.h"
#include "rules/squad/move.h"
#include "space/table/links_inside.h"

enum { KEPT_MAX = 4 * QM__INCH_WAYS };

/* In the family's memory for shooting, which is free while ways are looked for. */
typedef struct way_list {
    uint32_t count;
    uint32_t cut; /* there may be a better one */
    qm_plan_way kept[KEPT_MAX];
    qm_plan_way found[QM__INCH_WAYS]; /* by one search */
} way_list;
_Static_assert(sizeof(way_list) <= SQ_SHOOTING_SIZE - SQ_ARRIVING_SIZE, "ways have room");

/* The prices of a plan, with jumps down that hardly ever go well, and of leaps the better the higher they land. */
static int price_shunned(const void *context, const qm__links *links, uint32_t number,
                         qm__link_price out[QM__BANDS_MAX]) {
    static const double DROP = 1.0 / 1024, LOWER = 1e-8;
    const qm__link *link = &links->items[number];
    const int count = qm__sq_price(context, links, number, out);
    for (int i = 0; i < count; i++) {
        out[i].chance *= link->kind == QM__LINK_DROP ? DROP : link->kind == QM__LINK_JUMP ? 1 + LOWER * link->rise : 1;
    }
    return count;
}

/* ---------------------------------------------------------------------------------------------------------- comparing
 */

static bool goes_alike(const qm_order *a, const qm_order *b) {
    bool same = a->leg_count == b->leg_count;
    for (uint16_t i = 0; i < a->leg_count && same; i++) {
        same = a->legs[i].kind == b->legs[i].kind;
    }
    return same;
}

/* Whether a way makes another one needless. */
static bool beats(const qm_plan_way *a, const qm_plan_way *b) {
    const bool better = a->cost < b->cost || a->chance > b->chance;
    return a->cost <= b->cost && a->chance >= b->chance && (better || goes_alike(&a->order, &b->order));
}

/* Cheapest first; of equals the one that was found first. */
static void keep(way_list *list, const qm_plan_way *way) {
    uint32_t to = 0, at = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        if (beats(&list->kept[i], way)) {
            return;
        }
    }
    for (uint32_t i = 0; i < list->count; i++) {
        if (!beats(way, &list->kept[i])) {
            at += list->kept[i].cost <= way->cost;
            list->kept[to++] = list->kept[i];
        }
    }
    list->count = to;
    if (to == KEPT_MAX) {
        list->cut = 1;
        return;
    }
    memmove(&list->kept[at + 1], &list->kept[at], (to - at) * sizeof *list->kept);
    list->kept[at] = *way;
    list->count = to + 1;
}

/* ---------------------------------------------------------------------------------------------------------- searching
 */

static void find(way_list *list, qm__inch_search *search, const qm__inch_plan *plan, qm_place goal) {
    const uint32_t found = qm__inch_ways(search, plan, goal, list->found, QM__INCH_WAYS);
    list->cut |= found == QM__TOO_MANY;
    for (uint32_t i = 0; i < found && found != QM__TOO_MANY; i++) {
        list->cut |= list->found[i].cut;
        keep(list, &list->found[i]);
    }
}

/* Whether a way jumps down and has a check, so that a leap may be better. */
static bool is_doubted(const qm_plan_way *way) {
    bool drops = false;
    for (uint16_t i = 0; i < way->order.leg_count; i++) {
        drops = drops || way->order.legs[i].kind == SQ_LEG_DROP;
    }
    return drops && way->checks > 0;
}

/* Whether there is anything to leap, and no way or a doubtful one. */
static bool asks_again(const way_list *list, const qm__inch_search *search) {
    const qm__links *links = search->base ? search->base->links : NULL;
    bool leaps = false, again = list->count == 0;
    for (uint32_t i = 0; links && i < links->count && !leaps; i++) {
        leaps = links->items[i].kind == QM__LINK_JUMP;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        again = again || is_doubted(&list->kept[i]);
    }
    return leaps && again;
}

/* ----------------------------------------------------------------------------------------------------- going around
 */

/* Tries a route around some of what it meets; false = there is none. */
static bool try_around(way_list *list, const qm__inch_plan *plan, sq_around *around, const qm_order *route,
                       qm_order *out) {
    qm_plan_way way;
    if (!qm__sq_around_route(around, route, out)) {
        return false;
    }
    if (plan->try(plan->judge, out, &way)) {
        keep(list, &way);
    }
    return true;
}

/* Around all that a route meets on foot, and all that is met so; around one of the things alone, and around all but
 * one: so of three nothing is left out. */
static void go_around(way_list *list, const qm__inch_plan *plan, sq_around *around, const qm_order *route) {
    enum { ROUNDS = 4 };
    qm_order around_all = *route, other;
    around->count = 0;
    qm__sq_around_met(around, route);
    const sq_around met = *around;
    for (int i = 0; i < ROUNDS && around->count > 0; i++) {
        const uint16_t before = around->count;
        if (!try_around(list, plan, around, route, &around_all)) {
            break;
        }
        qm__sq_around_met(around, &around_all);
        if (around->count == before) {
            break;
        }
    }
    for (uint16_t i = 0; i < met.count && met.count > 1; i++) {
        sq_around one = met, but = met;
        one.count = 1;
        one.things[0] = met.things[i];
        but.things[i] = met.things[--but.count];
        try_around(list, plan, &one, route, &other);
        if (met.count > 2) {
            try_around(list, plan, &but, route, &other);
        }
        around->cut |= one.cut || but.cut;
    }
    list->cut |= around->cut;
}

/* A way as a route: without the model's name. */
static qm_order route_of(const qm_plan_way *way, uint16_t figure) {
    const uint16_t named = way->order.legs[0].kind == SQ_LEG_FIGURE;
    qm_order route;
    qm_order_clear(&route, way->order.kind, figure);
    route.leg_count = (uint16_t)(way->order.leg_count - named);
    memcpy(route.legs, way->order.legs + named, route.leg_count * sizeof *route.legs);
    return route;
}

/* What may go wrong is gone around where it can be; so is what keeps from going at all: heights that are too much, or
 * what may not be met any more. */
static void find_around(way_list *list, qm__inch_search *search, const qm__inch_plan *plan, qm_place goal) {
    enum { ROUTES = 4 };
    const sq_pricing *of = plan->ask.context;
    sq_around around = {
        .search = search, .difficult = sq_of(of->scenario)->difficult, .limit = plan->ask.allowance + QM__SLACK};
    qm_order routes[ROUTES];
    uint16_t count = 0;
    for (uint32_t i = 0; i < list->count && count < ROUTES; i++) {
        if (list->kept[i].chance < 1) {
            routes[count++] = route_of(&list->kept[i], search->figure);
        }
    }
    if (list->count == 0 && search->base && qm__inch_can_be(search->base, &search->crowd, goal, true, NULL)) {
        qm_order_clear(&routes[count], plan->order, search->figure);
        routes[count].legs[routes[count].leg_count++] = (qm_leg){.kind = SQ_LEG_WALK, .to = goal};
        count++;
    }
    for (uint16_t i = 0; i < count; i++) {
        go_around(list, plan, &around, &routes[i]);
    }
}

/* ----------------------------------------------------------------------------------------------------------- low edges
 */

/* About where the edge of a link is crossed by the shortest way over it; false if that is longer than a model gets. */
static bool find_crossing(const qm__inch_search *search, const qm__inch_plan *plan, const qm__link *link, qm__xy goal,
                          qm__xy *out) {
    const qm__xy here = qm__inch_here(search);
    const qm__xy first = qm__curve_point(&link->off, qm__curve_nearest(&link->off, here));
    const qm__xy last = qm__curve_point(&link->on, qm__curve_nearest(&link->on, goal));
    const double before = qm__apart(here, first), behind = qm__apart(last, goal) + link->least;
    *out = qm__along(first, qm__minus(last, first), before + behind > 0 ? before / (before + behind) : 0);
    return before + behind <= plan->ask.allowance + QM__SLACK;
}

/* Leaps from low edges of what the model stands on, each with a walk from where it lands to the goal. */
static void try_low_leaps(way_list *list, qm__inch_search *search, const qm__inch_plan *plan, qm_place goal) {
    const qm__links *links = search->base ? search->base->links : NULL;
    for (uint32_t i = 0; links && i < links->count; i++) {
        const qm__link *link = &links->items[i];
        qm__xy near;
        qm_order order;
        qm_plan_way way;
        if (!sq_is_low_leap(links, link) || qm__level_height(links->levels, link->from) != search->from.z ||
            !find_crossing(search, plan, link, (qm__xy){goal.x, goal.y}, &near)) {
            continue;
        }
        qm_order_clear(&order, plan->order, search->figure);
        if (!qm__inch_over(search, &plan->ask, i, near, plan->ask.allowance, &order)) {
            continue;
        }
        if (!qm__place_same(order.legs[order.leg_count - 1].to, goal)) {
            order.legs[order.leg_count++] = (qm_leg){.kind = SQ_LEG_WALK, .to = goal};
        }
        if (plan->try(plan->judge, &order, &way)) {
            way.cut = 0;
            keep(list, &way);
        }
    }
}

/* ---------------------------------------------------------------------------------------------------------------- all
 */

/* `one`: whoever wants one way alone takes the shortest. */
static const way_list *find_all(qm__inch_search *search, void *memory, const qm__inch_plan *plan, qm_place goal,
                                bool one) {
    way_list *list = (way_list *)(void *)((unsigned char *)qm__inch_own(memory) + SQ_LIST_SIZE);
    list->count = list->cut = 0;
    find(list, search, plan, goal);
    if (asks_again(list, search)) {
        qm__inch_plan again = *plan;
        again.ask.pricing = price_shunned;
        find(list, search, &again, goal);
    }
    try_low_leaps(list, search, plan, goal);
    if (!one) {
        find_around(list, search, plan, goal);
    }
    return list;
}

uint32_t qm__sq_ways(qm__inch_search *search, void *memory, const qm__inch_plan *plan, qm_place goal, qm_plan_way *ways,
                     uint32_t capacity) {
    const way_list *list = find_all(search, memory, plan, goal, capacity <= 1);
    for (uint32_t i = 0; i < list->count && i < capacity; i++) {
        ways[i] = list->kept[i];
        ways[i].cut = list->cut != 0;
    }
    return list->count == 0 && list->cut ? QM__TOO_MANY : list->count;
}

bool qm__sq_risks(qm__inch_search *search, void *memory, const qm__inch_plan *plan, qm_place goal,
                  qm_reach_way out[QM_RISKS]) {
    const way_list *list = find_all(search, memory, plan, goal, false);
    for (uint32_t risk = 0; risk < QM_RISKS; risk++) {
        out[risk] = (qm_reach_way){.cost = -1, .chance = -1};
        for (uint32_t i = 0; i < list->count && out[risk].cost < 0; i++) { /* cheapest first */
            const qm_plan_way *way = &list->kept[i];
            if (way->checks <= risk || risk == QM_RISK_ANY) {
                out[risk] = (qm_reach_way){.cost = way->cost, .chance = way->chance};
            }
        }
    }
    return list->count > 0 || !list->cut;
}
