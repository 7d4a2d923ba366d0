/* Ways over links as orders: those that leap beside those that jump down.
 *
 * A search for routes knows what links cost and whether they can fail. Of low obstacles, which are walked over, it
 * knows neither: to jump down into a gap and step up behind it is as short as a leap, and looks safer. Judged, it can
 * be longer, riskier, or not legal. So a second search shuns jumps down, and what is judged is compared.
 *
 * Invariant: no way is offered that another beats; of two that are as long and as likely to go well, and do not go
 * alike, both are.
 *
 * Rejected: to search for all routes without jumps down. One that leaps and comes down elsewhere would be missed.
 */
#include <string.h>

#include "rules/squad/move.h"

enum { KEPT_MAX = 2 * QM__INCH_WAYS };

/* In the family's memory for shooting, which is free while ways are looked for. */
typedef struct way_list {
    uint32_t count;
    uint32_t cut; /* there may be a better one */
    qm_plan_way kept[KEPT_MAX];
    qm_plan_way found[QM__INCH_WAYS]; /* by one search */
} way_list;
_Static_assert(sizeof(way_list) <= SQ_SHOOTING_SIZE, "ways have room");

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

uint32_t qm__sq_ways(qm__inch_search *search, void *memory, const qm__inch_plan *plan, qm_place goal, qm_plan_way *ways,
                     uint32_t capacity) {
    way_list *list = (way_list *)(void *)((unsigned char *)qm__inch_own(memory) + SQ_LIST_SIZE);
    list->count = list->cut = 0;
    find(list, search, plan, goal);
    if (asks_again(list, search)) {
        qm__inch_plan again = *plan;
        again.ask.pricing = price_shunned;
        find(list, search, &again, goal);
    }
    for (uint32_t i = 0; i < list->count && i < capacity; i++) {
        ways[i] = list->kept[i];
        ways[i].cut = list->cut != 0;
    }
    return list->count == 0 && list->cut ? QM__TOO_MANY : list->count;
}
