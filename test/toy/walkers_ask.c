/* Questions on the toy family's table: options, regions, plans. */
#include "toy/walkers.h"

#include "base/angle.h"

/* ---------------------------------------------------------------------------------------------------------- options */

/* A straight walk in one of eight directions, as far as it may go or half of that; false if it cannot be ended there.
 */
static bool straight_walk(const qm_scenario *s, const qm__inch_search *search, uint32_t number, qm_order *order) {
    const uint16_t figure = search->figure;
    const qm__inch_base *base = search->base;
    if (!base) {
        return false;
    }
    const qm_place from = search->from;
    const int32_t facing = (int32_t)(number / 2) * (QM__PARTS / 8);
    /* A little less than all, so that rounding the end takes no more than there is. */
    const double length = (ramble_value(s, figure, RB_MOVE) - 2) / (number % 2 ? 2.0 : 1.0);
    const qm__turn turn = qm__turn_of(facing);
    const qm__xy to = {(double)qm__units(from.x + turn.cos * length), (double)qm__units(from.y + turn.sin * length)};
    qm__traced traced;
    if (length < 1 || to.x < 1 || to.y < 1 ||
        !qm__trace(base->levels, &search->crowd, qm__inch_spot(base, from), to, QM__SLACK, &traced)) {
        return false;
    }
    const qm__spot end = {to.x, to.y, traced.level};
    if (!qm__stands(base->levels, &search->crowd, end, QM__SLACK, NULL) || (traced.areas && ramble_of(s)->prices)) {
        return false;
    }
    qm_order_clear(order, RB_WALK, figure);
    order->leg_count = 2;
    order->legs[0] = (qm_leg){.kind = RB_LEG_VIA, .to = qm__inch_place_of(base, end)};
    order->legs[1] = (qm_leg){.kind = RB_LEG_FACE, .thing = (uint16_t)facing};
    return true;
}

/* The nearest way onto a link, and off it at the nearest place; false if it cannot be done. */
static bool over_link(const qm_scenario *s, const qm_state *st, qm__inch_search *search, uint32_t number, void *memory,
                      qm_plan_way *out) {
    qm_order order;
    qm_order_clear(&order, RB_WALK, search->figure);
    return qm__inch_over(search, &(qm__inch_ask){0}, number, qm__inch_here(search),
                         ramble_value(s, search->figure, RB_MOVE), &order) &&
           ramble_way(s, st, &order, memory, out);
}

/* The n-th option: staying, then straight walks, then links; or the next turn. */
bool ramble_option(const qm_scenario *s, const qm_state *st, void *search, uint32_t index, qm_order *order) {
    const ramble_search *own = qm__inch_own(search);
    const uint16_t figure = own->figure;
    qm__inch_search *memory = qm__inch_begin(s, ramble_inches(s), st, figure, search);
    qm_plan_way way;
    qm_order_clear(order, figure ? RB_PASS : RB_NEXT, figure);
    for (uint32_t i = 0; index > 0 && figure && i < 16; i++) {
        index -= straight_walk(s, memory, i, order) ? 1 : 0;
    }
    if (index > 0 && index <= own->option_count && over_link(s, st, memory, own->options[index - 1], search, &way)) {
        *order = way.order;
        return true;
    }
    return index == 0;
}

uint32_t ramble_options(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search) {
    qm_order order;
    qm_plan_way way;
    uint32_t count = 0;
    ramble_search *own = qm__inch_own(search);
    qm__inch_search *memory = qm__inch_begin(s, ramble_inches(s), st, figure, search);
    own->figure = figure;
    own->option_count = 0;
    if (figure != ramble_actor(s, st)) {
        return 0;
    }
    for (uint32_t i = 0; memory->base && i < memory->base->links->count; i++) {
        if (over_link(s, st, memory, i, search, &way)) {
            if (own->option_count == RB_OPTIONS_MAX) {
                return QM__TOO_MANY;
            }
            own->options[own->option_count++] = i;
        }
    }
    while (ramble_option(s, st, search, count, &order)) {
        count++;
    }
    return count;
}

/* -------------------------------------------------------------------------------------------------- reach and plans */

static qm__inch_ask ask_of(const ramble_pricing *pricing) {
    return (qm__inch_ask){.prices = ramble_of(pricing->scenario)->prices,
                          .pricing = ramble_price,
                          .context = pricing,
                          .allowance = ramble_value(pricing->scenario, pricing->figure, RB_MOVE)};
}

bool ramble_regions(const qm_scenario *s, const qm_state *st, uint16_t figure, const int32_t *bands,
                    uint32_t band_count, void *search, qm_reach_area *out) {
    const ramble_pricing pricing = {s, figure};
    qm__inch_ask ask = ask_of(&pricing);
    qm__inch_search *memory = qm__inch_begin(s, ramble_inches(s), st, figure, search);
    unsigned char *rest;
    if (!memory->base) {
        return true; /* it goes nowhere */
    }
    qm__inch_heed(out, &ask);
    const qm__reach *reach = qm__inch_reach(memory, &ask, 0, &rest);
    bool good = reach != NULL;
    for (uint32_t i = 0; i < (band_count ? band_count : 1) && good; i++) {
        good = qm__inch_regions(memory, reach, band_count && bands[i] < ask.allowance ? bands[i] : ask.allowance, rest,
                                out);
    }
    qm__inch_regions_end(out);
    return good;
}

/* What an order of a plan is judged with. */
typedef struct judged_with {
    const qm_scenario *scenario;
    const qm_state *state;
    void *search;
} judged_with;

static bool try_order(const void *context, const qm_order *order, qm_plan_way *out) {
    const judged_with *with = context;
    return ramble_way(with->scenario, with->state, order, with->search, out);
}

static qm__inch_plan plan_of(const ramble_pricing *pricing, const judged_with *with) {
    return (qm__inch_plan){.ask = ask_of(pricing), .order = RB_WALK, .stand = true, .try = try_order, .judge = with};
}

bool ramble_cost(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place place, void *search,
                 qm_reach_cost *out) {
    const ramble_pricing pricing = {s, figure};
    const judged_with with = {s, st, search};
    const qm__inch_plan plan = plan_of(&pricing, &with);
    qm__inch_search *memory = qm__inch_begin(s, ramble_inches(s), st, figure, search);
    qm_reach_way ways[QM_RISKS];
    if (!qm__inch_cost(memory, &plan.ask, place, out)) {
        return false;
    }
    if (out->by[QM_RISK_ANY].cost >= 0 && out->by[QM_RISK_ANY].cost != out->by[QM_RISK_NONE].cost) {
        qm__inch_risks(memory, &plan, place, ways);
        for (uint32_t i = 1; i < QM_RISKS; i++) { /* costs are those of any place, chances those of whole units */
            out->by[i].chance = ways[i].chance;
        }
    }
    qm__inch_cost_end(out);
    if (out->cost >= 0 && out->best_chance < 1) {
        const double best = qm__inch_safest(memory, &plan, place);
        out->best_chance = best > out->best_chance ? best : out->best_chance;
    }
    return true;
}

uint32_t ramble_plan(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place goal, void *search,
                     qm_plan_way *ways, uint32_t capacity) {
    const ramble_pricing pricing = {s, figure};
    const judged_with with = {s, st, search};
    const qm__inch_plan plan = plan_of(&pricing, &with);
    return qm__inch_ways(qm__inch_begin(s, ramble_inches(s), st, figure, search), &plan, goal, ways, capacity);
}

uint32_t ramble_links(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search, qm_link *out,
                      uint32_t capacity) {
    const ramble_pricing pricing = {s, figure};
    return qm__inch_links(qm__inch_begin(s, ramble_inches(s), st, figure, search), ramble_price, &pricing, out,
                          capacity);
}
