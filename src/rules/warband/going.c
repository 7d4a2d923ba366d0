/* How a unit may go now: moving, and running where nothing bars it.
 *
 * Difficult ground takes so much off the whole movement as soon as any is met (WB-31), so each is asked twice: through
 * everything with so much less, and around all of it with the whole.
 */
#include "rules/warband/going.h"

bool qm__wb_may_go(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t order) {
    qm_reason bars[WB_BARS_MAX];
    return !st->ended && st->phase == WB_PHASE_MOVE && wb_present(wb_at(s, st, figure)) &&
           s->figures[figure - 1].side == wb_game_of(s, st)->side && qm__wb_bars(s, st, figure, order, bars) == 0 &&
           qm__wb_allowance(s, st, figure, order) > 0;
}

/* Whether no leg leads farther in plan than it costs. */
static bool all_paid(const wb_settings *set) {
    return set->jump_cost == WB_JUMP_COST_COUNTS && set->jump_down_horizontal == WB_JUMP_DOWN_HORIZONTAL_COSTS &&
           set->climb_slide == WB_CLIMB_SLIDE_COUNTS && set->leeway_cost == WB_LEEWAY_COST_PAID;
}

/* Whether so much movement may lead into difficult ground. */
static bool could_meet(const qm_scenario *s, const qm__inch_search *search, int32_t allowance) {
    const int32_t far = allowance + wb_value(s, search->figure, WB_RADIUS);
    const qm_place from = search->from;
    bool meets = !all_paid(wb_set(s));
    for (uint16_t i = 0; i < s->table.area_count && !meets; i++) {
        const qm__box *box = &s->table.areas[i].polygon.box;
        meets = (wb_of(s)->difficult >> i & 1u) && from.x >= box->x0 - far && from.x <= box->x1 + far &&
                from.y >= box->y0 - far && from.y <= box->y1 + far;
    }
    return meets;
}

static void add_ask(wb_going *g, const wb_pricing *pricing, const qm__area_price *prices, int32_t lost) {
    g->lost[g->count] = lost;
    g->asks[g->count++] = (qm__inch_ask){.prices = prices,
                                         .pricing = qm__wb_price,
                                         .context = pricing,
                                         .allowance = g->allowance - lost,
                                         .apart = wb_stops_apart(pricing->scenario)};
}

wb_going qm__wb_going_by(const wb_pricing *pricing, const qm__inch_search *search, uint16_t order) {
    const qm_scenario *s = pricing->scenario;
    const wb_data *data = wb_of(s);
    wb_going g = {.order = order, .allowance = qm__wb_allowance(s, pricing->state, pricing->figure, order)};
    if (!data->closed) {
        add_ask(&g, pricing, data->loss, 0);
        return g;
    }
    const uint64_t inside = qm__areas_at(search->base->levels, qm__inch_spot(search->base, search->from));
    const bool met = data->set.difficult_start == WB_DIFFICULT_START_COUNTS && (inside & data->difficult) != 0;
    if (met || could_meet(s, search, g.allowance)) {
        add_ask(&g, pricing, data->loss,
                data->set.difficult_loss < g.allowance ? data->set.difficult_loss : g.allowance);
    }
    if (!met) {
        add_ask(&g, pricing, data->closed, 0);
    }
    return g;
}

/* Whether no enemy can be so near to a run, anywhere on its way, that it keeps it from running (WB-10). */
static bool run_unhindered(const qm_scenario *s, const qm_state *st, uint16_t figure, int32_t allowance) {
    const wb_settings *set = wb_set(s);
    const qm__body here = qm__wb_body_at(s, figure, wb_place(wb_at(s, st, figure)));
    if (!all_paid(set) && set->run_bar == WB_RUN_BAR_PATH) {
        return false;
    }
    for (uint16_t i = 1; i <= s->figure_count && set->run_enemy > 0 && set->run_bar == WB_RUN_BAR_PATH; i++) {
        const wb_unit *unit = wb_at(s, st, i);
        const bool counts = set->run_bar_downed == WB_RUN_BAR_DOWNED_COUNTS || !wb_downed(unit);
        const qm__body there = qm__wb_body_at(s, i, wb_place(unit));
        if (wb_present(unit) && counts && wb_hostile(s, figure, i) &&
            qm__body_distance_plan(&here, &there) <= (double)set->run_enemy + allowance) {
            return false;
        }
    }
    return true;
}

uint16_t qm__wb_goings(const wb_pricing *pricing, const qm__inch_search *search, wb_going out[WB_GOINGS_MAX]) {
    const qm_scenario *s = pricing->scenario;
    const qm_state *st = pricing->state;
    const uint16_t figure = pricing->figure;
    if (!search->base || !qm__wb_may_go(s, st, figure, WB_ORDER_MOVE)) {
        return 0;
    }
    out[0] = qm__wb_going_by(pricing, search, WB_ORDER_MOVE);
    const int32_t run = qm__wb_allowance(s, st, figure, WB_ORDER_RUN);
    if (run <= out[0].allowance || !qm__wb_may_go(s, st, figure, WB_ORDER_RUN) || !run_unhindered(s, st, figure, run)) {
        return 1;
    }
    out[1] = qm__wb_going_by(pricing, search, WB_ORDER_RUN);
    return 2;
}
