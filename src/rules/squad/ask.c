/* Questions about one model: where it can get in a move of its unit, what that costs, by which ways; standing and
 * sight.
 *
 * All are about the move that its unit may make now. Regions and costs are the model's own: whether its unit keeps
 * together is asked when a move is judged, and every way that is offered has been judged with the others where they
 * are, or, where it cannot go so, placed around it. Low obstacles and difficult ground are walked over, and what a
 * failed check there would take is not told by regions; what a place costs is told with the checks of a way there.
 * Those who fly reach a disc, as far as they can stand in it. Models on rectangular bases have no regions.
 */
#include <stddef.h>
#include <string.h>

#include "base/angle.h"
#include "game/inches_straight.h"
#include "rules/squad/rect.h"
#include "space/table/links_inside.h"

/* ----------------------------------------------------------------------------------------------------------- prices */

static double chance_of(const sq_pricing *p) {
    const sq_settings *set = sq_set(p->scenario);
    const qm__troop *unit = sq_unit(p->scenario, p->figure);
    const int stat = set->checks_by == SQ_CHECKS_BY_MODEL ? sq_value(p->scenario, p->figure, SQ_INITIATIVE)
                                                          : qm__sq_initiative(p->scenario, p->state, unit);
    return (double)qm__sq_target(set, stat) / set->check_die;
}

double qm__sq_link_takes(const sq_model *m, const qm__link *link) {
    const qm__xy here = {m->x, m->y};
    const double away = qm__apart(here, qm__curve_point(&link->off, qm__curve_nearest(&link->off, here)));
    const double height = link->rise < 0 ? -(double)link->rise : link->rise;
    return away + (link->kind == QM__LINK_CLIMB ? height : link->least);
}

/* Whether nothing is rolled for at a link: a free jump down, or what was rolled for before the move was broken off. */
static bool is_sure(const sq_pricing *p, const qm__link *link) {
    sq_game *game = sq_game_of(p->scenario, p->state);
    if (link->kind == QM__LINK_CLIMB) {
        return game->unfinished && qm__sq_is_known(game, SQ_HAZARD_CLIMB, (uint16_t)(link->prism + 1), 0);
    }
    return link->kind == QM__LINK_DROP && -link->rise <= sq_set(p->scenario)->drop_free;
}

int qm__sq_price(const void *context, const qm__links *links, uint32_t number, qm__link_price out[QM__BANDS_MAX]) {
    const sq_pricing *p = context;
    const sq_settings *set = sq_set(p->scenario);
    const qm__link *link = &links->items[number];
    const double depth = link->rise < 0 ? -(double)link->rise : 0, chance = chance_of(p);
    const bool deep = depth > set->drop_free;
    const bool sure = is_sure(p, link);
    if (p->sure && !sure) {
        return 0;
    }
    out[0] = (qm__link_price){.up_to = link->most, .chance = sure ? 1 : chance};
    switch ((qm__link_kind)link->kind) {
    case QM__LINK_CLIMB:
        out[0].cost =
            (link->rise < 0 ? depth : link->rise) + (set->climb_slide == SQ_CLIMB_SLIDE_COUNTS ? link->least : 0);
        return link->rise < 0 && set->climb_down == SQ_CLIMB_DOWN_JUMP_ONLY ? 0 : 1;
    case QM__LINK_JUMP:
        if (sq_is_low_leap(links, link)) {
            return 0;
        }
        out[0].chance = deep ? chance * chance : chance;
        break;
    case QM__LINK_DROP:
        break;
    case QM__LINK_LADDER:
        return 0;
    }
    out[0].per_unit = 1;
    out[0].cost = set->drop_cost == SQ_DROP_COST_COUNTS ? depth : 0;
    return 1;
}

/* What a model has wherever it ends: no more for a road. */
static qm__inch_ask ask_of(const sq_pricing *p) {
    const sq_model *m = sq_at(p->scenario, p->state, p->figure);
    const bool anew = sq_game_of(p->scenario, p->state)->unfinished != 0;
    return (qm__inch_ask){.pricing = qm__sq_price,
                          .context = p,
                          .allowance = anew ? m->left : sq_value(p->scenario, p->figure, SQ_MOVEMENT)};
}

static bool may_go(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    return qm__sq_may(s, st, figure, SQ_ORDER_MOVE) && !sq_at(s, st, figure)->gone;
}

/* ----------------------------------------------------------------------------------------------------------- flights
 */

/* Of one who flies. */
typedef struct flight {
    const qm_scenario *s;
    qm_place from;
} flight;

static double flight_cost(const flight *f, qm_place to) {
    return qm__apart((qm__xy){f->from.x, f->from.y}, (qm__xy){to.x, to.y}) + sq_step_cost(f->s, to.z - f->from.z);
}

/* All but a disc, less what the height of a surface costs. */
static bool cut_disc(const void *context, const qm_reach_ring *kind, qm__overlay *overlay) {
    enum { EVENLY = 360 }; /* 6" away a chord is 0.0003" off its arc */
    const flight *f = context;
    const double radius = kind->cost - sq_step_cost(f->s, kind->z - f->from.z);
    qm__xy outline[EVENLY];
    for (int i = 0; i < EVENLY && radius > 0; i++) {
        const qm__turn turn = qm__turn_of((double)QM__PARTS * i / EVENLY);
        outline[i] = qm__along((qm__xy){f->from.x, f->from.y}, (qm__xy){turn.cos, turn.sin}, radius);
    }
    return qm__inch_cut_outside(overlay, &f->s->table, outline, radius > 0 ? EVENLY : 0);
}

/* One region; what takes no check is in reach at any risk. */
static bool add_disc(const flight *f, qm__inch_search *search, qm__straight_spots *spots, int32_t cost,
                     qm_reach_area *out) {
    const qm_reach_ring kind = {.cost = cost, .risk = out->apart || out->sure ? QM_RISK_NONE : QM_RISK_ANY};
    const qm__straight ask = {.kinds = &kind, .count = 1};
    const uint32_t first = out->ring_count;
    unsigned char *rest;
    out->risk = kind.risk;
    return qm__inch_lay_straight(search, &ask, spots, &rest, out) &&
           (!rest || qm__inch_clip(search, first, cut_disc, f, rest, out));
}

/* ------------------------------------------------------------------------------------------------------------ reach */

bool qm__sq_regions(const qm_scenario *s, const qm_state *st, uint16_t figure, const int32_t *bands,
                    uint32_t band_count, void *search, qm_reach_area *out) {
    const sq_pricing p = {s, st, figure, false};
    unsigned char *rest;
    if (!may_go(s, st, figure) || !sq_round(s, figure)) {
        out->untold = may_go(s, st, figure);
        return true;
    }
    qm__inch_ask ask = ask_of(&p);
    qm__inch_search *memory = qm__inch_begin(s, &sq_of(s)->inches, st, figure, search);
    const flight f = {s, memory->from};
    const bool flies = sq_flies(s, figure);
    qm__inch_heed(out, &ask);
    const qm__reach *reach = flies ? NULL : qm__inch_reach(memory, &ask, 0, &rest);
    bool good = flies || reach != NULL;
    for (uint32_t i = 0; i < (band_count ? band_count : 1) && good; i++) {
        const int32_t cost = band_count && bands[i] < ask.allowance ? bands[i] : ask.allowance;
        good = (i > 0 && cost <= bands[i - 1]) || (flies ? add_disc(&f, memory, qm__inch_own(search), cost, out)
                                                         : qm__inch_regions(memory, reach, cost, rest, out));
    }
    qm__inch_regions_end(out);
    return good;
}

uint16_t qm__sq_left_out(const qm_scenario *s, bool regions) {
    return regions && (s->table.prism_count > 0 || sq_of(s)->difficult != 0) ? SQ_REASON_REGION_CHECKS : 0;
}

/* What an order of a plan is judged with. */
typedef struct judged_with {
    const qm_scenario *scenario;
    const qm_state *state;
    void *search;
    bool brief;
    bool alone; /* whatever the others of the unit do */
} judged_with;

/* A route of one model as an order of its unit. */
static void write_order(const qm_scenario *s, const qm_order *route, qm_order *out) {
    qm_order_clear(out, SQ_ORDER_MOVE, sq_unit(s, route->actor)->first);
    out->legs[0] = (qm_leg){.kind = SQ_LEG_FIGURE, .thing = route->actor};
    memcpy(&out->legs[1], route->legs, route->leg_count * sizeof(qm_leg));
    out->leg_count = (uint16_t)(route->leg_count + 1);
}

/* The chance that the model of a route, which has been judged as an order, gets to its end. */
static double arrival_of(const judged_with *with, const qm_order *route, const qm_order *order,
                         const sq_prepared *prepared, double checks) {
    const qm_scenario *s = with->scenario;
    const sq_arriving a = {s,
                           with->state,
                           order,
                           prepared,
                           (unsigned char *)qm__inch_own(with->search) + SQ_OWN_SIZE - SQ_ARRIVING_SIZE,
                           with->search,
                           route->actor,
                           route->legs[route->leg_count - 1].to};
    const double chance = checks < 1 && s->pending_at <= SQ_ARRIVING_SIZE ? qm__sq_arrival(&a) : -1;
    qm__inch_begin(s, &sq_of(s)->inches, with->state, route->actor, with->search);
    return chance >= 0 ? chance : checks;
}

/* What is refused because of the others of the unit is not out of reach by a hair: its cost says so. */
static bool try_order(const void *context, const qm_order *order, qm_plan_way *out) {
    const judged_with *with = context;
    sq_prepared prepared;
    qm_verdict verdict;
    memset(&verdict, 0, sizeof verdict);
    verdict.chance = 1;
    write_order(with->scenario, order, &out->order);
    qm__judging j = {.scenario = with->scenario,
                     .state = with->state,
                     .order = &out->order,
                     .prepared = &prepared,
                     .search = with->search,
                     .verdict = &verdict,
                     .brief = with->brief};
    if (with->alone) {
        memset(&prepared, 0, offsetof(sq_prepared, paths));
        qm__sq_judge_path(&j, order->actor, order->legs, order->leg_count, 1, SQ_LEGS_NAMED, 0);
    } else {
        qm__sq_judge_legs(&j);
    }
    const bool far = verdict.reason_count == 1 && verdict.reasons[0].kind == SQ_REASON_TOO_FAR;
    out->cost = verdict.judgement == QM_LEGAL || far ? verdict.parts[0].cost : INT32_MAX;
    out->lost = 0;
    out->chance = verdict.chance;
    out->checks = verdict.check_count;
    out->hits = 0;
    out->approximate = (uint8_t)verdict.approximate;
    out->cut = 0;
    if (verdict.judgement != QM_LEGAL) {
        return false;
    }
    out->chance = arrival_of(with, order, &out->order, &prepared, verdict.chance);
    return true;
}

static qm__inch_plan plan_of(const sq_pricing *p, const judged_with *with, qm_place goal) {
    const int32_t allowance = qm__sq_allowance(p->scenario, p->state, p->figure, &goal);
    return (qm__inch_plan){.ask = {.pricing = qm__sq_price, .context = p, .allowance = allowance},
                           .order = SQ_ORDER_MOVE,
                           .stand = true,
                           .try = try_order,
                           .judge = with};
}

static void tell_flight(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place place, void *search,
                        qm_reach_cost *out) {
    const qm__inch_search *memory = qm__inch_begin(s, &sq_of(s)->inches, st, figure, search);
    const flight f = {s, memory->from};
    const int32_t cost = qm__units(flight_cost(&f, place));
    if (cost <= qm__sq_allowance(s, st, figure, &place) &&
        qm__inch_can_be(memory->base, &memory->crowd, place, true, NULL)) {
        out->by[QM_RISK_NONE] = (qm_reach_way){.cost = cost, .chance = 1};
    }
}

/* Of a rectangle: the way that is found for it, if one is. */
static void tell_slide(const judged_with *with, uint16_t figure, qm_place place, qm_reach_cost *out) {
    qm_order order;
    qm_plan_way way;
    qm_order_clear(&order, SQ_ORDER_MOVE, figure);
    const qm__judging j = {
        .scenario = with->scenario, .state = with->state, .order = &order, .search = with->search, .brief = true};
    order.leg_count = qm__sq_find_walk(&j, figure, place, 0, order.legs, NULL);
    if (order.leg_count > 0 && try_order(with, &order, &way)) {
        const int risk = way.checks == 0 ? QM_RISK_NONE : way.checks == 1 ? QM_RISK_ONE : QM_RISK_ANY;
        out->by[risk] = (qm_reach_way){.cost = way.cost, .chance = way.chance};
    } else {
        out->untold = 1;
    }
}

/* What a way costs that is judged as if the model were ordered to take it, its unit keeping together. */
bool qm__sq_reach_cost(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place place, void *search,
                       qm_reach_cost *out) {
    const judged_with with = {.scenario = s, .state = st, .search = search, .brief = true, .alone = true};
    if (!may_go(s, st, figure)) {
        return true;
    }
    if (!sq_round(s, figure)) {
        tell_slide(&with, figure, place, out);
    } else if (sq_flies(s, figure)) {
        tell_flight(s, st, figure, place, search, out);
    } else {
        const sq_pricing p = {s, st, figure, false};
        const qm__inch_plan plan = plan_of(&p, &with, place);
        if (!qm__sq_risks(qm__inch_begin(s, &sq_of(s)->inches, st, figure, search), search, &plan, place, out->by)) {
            return false;
        }
    }
    qm__inch_cost_end(out);
    return true;
}

/* Legs of a model, alone (rectangles, and those who fly), or else with the others placed around it. */
static bool try_with_unit(const judged_with *with, qm_order *order, const qm_leg *legs, uint16_t count, qm_place goal,
                          qm_plan_way *out) {
    const judged_with all = {
        .scenario = with->scenario, .state = with->state, .search = with->search}; /* not brief: over links as well */
    memcpy(order->legs, legs, count * sizeof *legs);
    order->leg_count = count;
    if (try_order(with, order, out)) {
        return true;
    }
    order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_GOAL, .to = goal};
    return try_order(&all, order, out);
}

/* Where a model cannot go alone: its cheapest way with the others placed around it, or else the way on foot. */
static uint32_t plan_with_unit(const judged_with *with, uint16_t figure, qm_place goal, qm_plan_way *out) {
    qm_order order;
    qm_leg legs[SQ_WAY_LEGS];
    qm_order_clear(&order, SQ_ORDER_MOVE, figure);
    const qm__judging j = {
        .scenario = with->scenario, .state = with->state, .order = &order, .search = with->search, .brief = true};
    const uint16_t cheapest = qm__sq_find_links(&j, figure, goal, 0, SQ_OVER_ANY, legs);
    if (cheapest > 0 && try_with_unit(with, &order, legs, cheapest, goal, out)) {
        return 1;
    }
    const uint16_t walked = qm__sq_find_walk(&j, figure, goal, 0, legs, NULL);
    return walked > 0 && try_with_unit(with, &order, legs, walked, goal, out);
}

uint32_t qm__sq_plan(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place goal, void *search,
                     qm_plan_way *ways, uint32_t capacity) {
    const sq_pricing p = {s, st, figure, false};
    const judged_with with = {.scenario = s, .state = st, .search = search, .brief = true};
    if (!qm__sq_may(s, st, figure, SQ_ORDER_MOVE) || sq_at(s, st, figure)->gone || sq_at(s, st, figure)->out) {
        return 0;
    }
    const qm__inch_plan plan = plan_of(&p, &with, goal);
    const bool searched = sq_round(s, figure) && !sq_flies(s, figure);
    const uint32_t found = searched ? qm__sq_ways(qm__inch_begin(s, &sq_of(s)->inches, st, figure, search), search,
                                                  &plan, goal, ways, capacity)
                                    : 0;
    return found == 0 && capacity > 0 ? plan_with_unit(&with, figure, goal, ways) : found;
}

/* The first route of all, whatever it costs, as an order. */
typedef struct first_route {
    const qm_scenario *scenario;
    qm_order *order;
} first_route;

static bool take_first(const void *context, const qm_order *order, qm_plan_way *out) {
    const first_route *first = context;
    if (first->order->leg_count == 0) {
        write_order(first->scenario, order, first->order);
    }
    out->cost = INT32_MAX;
    return false;
}

void qm__sq_plan_why(qm__judging *j, qm_place goal, qm_order *tried) {
    enum { ANY_MOVEMENT = 1000000 };
    const qm_scenario *s = j->scenario;
    const uint16_t figure = tried->actor;
    const sq_pricing p = {s, j->state, figure, false};
    const first_route first = {s, tried};
    qm_order walk;
    sq_prepared prepared;
    qm_plan_way ways[1];
    qm_order_clear(tried, SQ_ORDER_MOVE, sq_unit(s, figure)->first);
    if (!qm__sq_judge_now(j, true) || !qm__sq_judge_action(j)) {
        return;
    }
    if (sq_round(s, figure) && !sq_flies(s, figure) && !sq_at(s, j->state, figure)->out) {
        const qm__inch_plan plan = {.ask = {.pricing = qm__sq_price, .context = &p, .allowance = ANY_MOVEMENT},
                                    .order = SQ_ORDER_MOVE,
                                    .stand = true,
                                    .try = take_first,
                                    .judge = &first};
        qm__inch_cheapest(qm__inch_begin(s, &sq_of(s)->inches, j->state, figure, j->search), &plan, goal, ways);
    }
    if (tried->leg_count == 0) { /* no way of any length: what keeps it from walking there is told */
        qm_order_clear(&walk, SQ_ORDER_MOVE, figure);
        walk.legs[walk.leg_count++] = (qm_leg){.kind = SQ_LEG_WALK, .to = goal};
        write_order(s, &walk, tried);
    }
    qm__judging judged = *j;
    judged.prepared = &prepared;
    qm__sq_judge_legs(&judged);
}

uint32_t qm__sq_links(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search, qm_link *out,
                      uint32_t capacity) {
    const sq_pricing p = {s, st, figure, false};
    if (sq_flies(s, figure)) {
        return 0;
    }
    return qm__inch_links(qm__inch_begin(s, &sq_of(s)->inches, st, figure, search), qm__sq_price, &p, out, capacity);
}

/* ------------------------------------------------------------------------------------------------ standing and sight
 */

/* All models are in the way, also those of its own unit; enemies are not kept off. */
void qm__sq_stand(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place place, void *search,
                  qm_standing *out) {
    qm__inch_search *memory = qm__sq_gather(s, st, figure, search);
    qm_order order;
    qm_verdict verdict;
    qm__obstruction why;
    const bool round = sq_round(s, figure);
    out->stands = round ? qm__inch_can_be(memory->base, &memory->crowd, place, true, &why)
                        : qm__sq_rect_stands(s, figure, &memory->crowd, place, sq_at(s, st, figure)->facing, &why);
    if (out->stands) {
        return;
    }
    memset(&verdict, 0, sizeof verdict);
    qm_order_clear(&order, SQ_ORDER_PLACE, figure);
    qm__judging j = {.scenario = s, .state = st, .order = &order, .verdict = &verdict};
    qm__trek trek = {.j = &j, .inches = &sq_of(s)->inches, .base = memory->base};
    qm__trek_stopped(&trek, &why, -1)->at = place;
    out->why = verdict.reasons[0];
    out->nearest_count = round ? qm__inch_nearest(memory, place, out->nearest) : 0;
}
