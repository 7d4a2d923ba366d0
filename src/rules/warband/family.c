/* warband put together: what it declares, which file judges and plays which order, and what a table shows of a unit. */
#include "game/place.h"
#include "rules/registry.h"
#include "rules/warband/declared.h"

#define WB_SETTING(name, type, origin, standard, low, high, words, unit, clauses, text, unoffered)                     \
    {#name, type, origin, standard, low, high, words, unit, clauses, text, unoffered},
static const qm_setting settings[] = {
#include "rules/warband/settings.def"
};
#undef WB_SETTING
_Static_assert(sizeof settings / sizeof settings[0] == sizeof(wb_settings) / sizeof(int32_t),
               "one value for each setting");

/* by number; start is number 0 */
static const char *const phases[WB_PHASE_COUNT] = {"start", "upkeep", "engage", "move", "shoot", "melee"};

/* --------------------------------------------------------------------------------------------------- dispatching */

static void judge(qm__judging *j) {
    const uint16_t kind = j->order->kind;
    if (kind <= WB_ORDER_RUN) {
        qm__wb_judge_move(j);
    } else if (kind == WB_ORDER_ENGAGE) {
        qm__wb_judge_engage(j);
    } else if (kind <= WB_ORDER_NEXT) {
        qm__wb_judge_turn(j);
    } else {
        qm__wb_judge_edit(j);
    }
    qm__wb_offer_stands(j);
    qm__wb_name_ladder(j);
    qm__wb_name_barred(j);
    qm__wb_measure_reasons(j);
}

static void play(qm__run *run) {
    const uint16_t kind = run->order->kind;
    if (kind <= WB_ORDER_RUN) {
        qm__wb_play_move(run);
    } else if (kind == WB_ORDER_ENGAGE) {
        qm__wb_play_engage(run);
    } else if (kind <= WB_ORDER_NEXT) {
        qm__wb_play_turn(run);
    } else {
        qm__wb_play_edit(run);
    }
}

/* -------------------------------------------------------------------------------------------- what a table shows */

static bool may_act(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    qm_reason bars[WB_BARS_MAX];
    if (!wb_present(wb_at(s, st, figure)) || s->figures[figure - 1].side != wb_game_of(s, st)->side) {
        return false;
    }
    switch (st->phase) {
    case WB_PHASE_ENGAGE:
        return qm__wb_bars(s, st, figure, WB_ORDER_ENGAGE, bars) == 0;
    case WB_PHASE_MOVE:
        return qm__wb_bars(s, st, figure, WB_ORDER_MOVE, bars) == 0;
    default:
        return false;
    }
}

static void look(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_look *out) {
    static const uint8_t postures[WB_CONDITIONS] = {[WB_WELL] = QM_POSTURE_STANDING,
                                                    [WB_STAGGERED] = QM_POSTURE_STANDING,
                                                    [WB_DAZED] = QM_POSTURE_LOW,
                                                    [WB_STUNNED] = QM_POSTURE_PRONE,
                                                    [WB_OUT] = QM_POSTURE_GONE};
    const wb_unit *u = wb_at(s, st, figure);
    out->at = wb_place(u);
    out->facing = -1;
    out->posture = postures[u->condition];
    out->side = (uint8_t)s->figures[figure - 1].side;
    out->holder = 0;
    out->may_act = may_act(s, st, figure);
    out->radius = wb_value(s, figure, WB_RADIUS);
}

/* Treasure that is carried is where its holder is. */
static void item_look(const qm_scenario *s, const qm_state *st, uint16_t item, qm_look *out) {
    const wb_token *token = wb_token_at(s, st, item);
    out->at = token->holder ? wb_place(wb_at(s, st, token->holder)) : (qm_place){token->x, token->y, token->z};
    out->facing = -1;
    out->posture = QM_POSTURE_STANDING;
    out->holder = token->holder;
}

static void add_length(const char *before, int32_t length, const char *after, qm_text *out) {
    qm_text_add(out, before);
    qm__inches_print(length, out);
    qm_text_addf(out, "\"%s", after);
}

/* What the turn has brought it; what it may do after that is told (told.c). */
static void describe_turn(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_text *out) {
    const wb_unit *u = wb_at(s, st, figure);
    if (u->treasure != 0) {
        qm_text_addf(out, ", carries %s", qm_item_name(s, u->treasure));
    }
    qm_text_add(out, wb_unloaded(s, u) ? ", to be reloaded" : "");
    qm_text_add(out, u->engaged == 1 ? ", tried to engage" : u->engaged == 2 ? ", has engaged" : "");
    qm_text_add(out, u->ran ? ", has run" : u->moved ? ", has moved" : "");
}

static void describe(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_text *out) {
    static const char *const conditions[WB_CONDITIONS] = {"", ", staggered", ", dazed", ", stunned", ", incapacitated"};
    const wb_unit *u = wb_at(s, st, figure);
    add_length("Move ", qm__wb_move(s, st, figure), "", out);
    const int32_t run = qm__wb_allowance(s, st, figure, WB_ORDER_RUN);
    if (run > 0) {
        add_length(" (run ", run, ")", out);
    }
    qm_text_addf(out, " Agility %d+", (int)wb_value(s, figure, WB_AGILITY));
    const int32_t wounds = wb_value(s, figure, WB_WOUNDS);
    if (wounds > 1) {
        qm_text_addf(out, " wounds %d/%d", (int)(wounds - u->wounds), (int)wounds);
    }
    qm_text_add(out, conditions[u->condition]);
    if (wb_present(u)) {
        describe_turn(s, st, figure, out);
    }
}

static bool fights(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    return wb_present(wb_at(s, st, figure));
}

/* ------------------------------------------------------------------------------------------------------------- ends */

enum { WB_END_NONE, WB_END_STANDING, WB_END_FALLEN, WB_END_DAZED, WB_END_STUNNED, WB_END_OUT, WB_END_COUNT };
static const qm_end_kind ends[WB_END_COUNT] = {
    [WB_END_NONE] = {"", "", false},
    [WB_END_STANDING] = {"standing", "It has not fallen, whether it got where it wanted or not.", false},
    [WB_END_FALLEN] = {"fallen", "It has fallen, without being dazed or worse.", false},
    [WB_END_DAZED] = {"dazed", "It is dazed.", false},
    [WB_END_STUNNED] = {"stunned", "It is stunned.", false},
    [WB_END_OUT] = {"incapacitated", "It is incapacitated, and off the table.", true},
};

/* How a unit ends that moves, runs or engages. */
static qm__end end(const qm__run *run) {
    const qm_order *order = run->order;
    const bool moves = order->kind == WB_ORDER_MOVE || order->kind == WB_ORDER_RUN || order->kind == WB_ORDER_ENGAGE;
    if (!moves) {
        return (qm__end){0};
    }
    const wb_unit *u = wb_at(run->scenario, run->state, order->actor);
    switch (u->condition) {
    case WB_OUT:
        return (qm__end){.kind = WB_END_OUT};
    case WB_STUNNED:
        return (qm__end){.kind = WB_END_STUNNED, .at = wb_place(u)};
    case WB_DAZED:
        return (qm__end){.kind = WB_END_DAZED, .at = wb_place(u)};
    default:
        return (qm__end){.kind = run->vars[WB_VAR_FELL] ? WB_END_FALLEN : WB_END_STANDING, .at = wb_place(u)};
    }
}

static uint16_t tape_max(const qm_scenario *s) {
    (void)s;
    return QM_TAPE_MAX;
}

/* ------------------------------------------------------------------------------------------------------ the family */

static const char *const postures[QM_POSTURE_DEAD + 1] = {[QM_POSTURE_LOW] = "dazed", [QM_POSTURE_PRONE] = "stunned"};

static const qm_rules_facts facts = {
    .name = "warband",
    .title = "Warband",
    .text = "Single models on round bases move in inches over a table whose terrain has height. They run, climb, "
            "take ladders, jump across gaps and down from heights, and may fall; sides take whole turns one after the "
            "other.",
    .edition = "2026",
    .rules_version = 1,
    .space = QM_SPACE_TABLE,
    .phases = phases,
    .phase_count = WB_PHASE_COUNT - 1,
    .clauses = qm__wb_clauses,
    .settings = settings,
    .tables = qm__wb_tables,
    .figure_fields = qm__wb_figure_fields,
    .figure_state = qm__wb_figure_state,
    .item_state = qm__wb_item_state,
    .orders = qm__wb_orders,
    .legs = qm__wb_legs,
    .reasons = qm__wb_reasons,
    .events = qm__wb_events,
    .rolls = qm__wb_rolls,
    .choices = qm__wb_choices,
    .terms = qm__wb_terms,
    .told = qm__wb_told_kinds,
    .ends = ends,
    .clause_count = WB_CLAUSE_COUNT,
    .setting_count = sizeof settings / sizeof settings[0],
    .table_count = WB_TABLE_COUNT,
    .figure_field_count = WB_FIGURE_FIELDS,
    .figure_state_count = WB_FIGURE_STATE_COUNT,
    .item_state_count = WB_ITEM_STATE_COUNT,
    .order_count = WB_ORDER_COUNT,
    .leg_count = WB_LEG_COUNT,
    .reason_count = WB_REASON_COUNT,
    .event_count = WB_EVENT_COUNT,
    .roll_count = WB_ROLL_COUNT,
    .choice_count = WB_CHOICE_COUNT,
    .term_count = WB_TERM_COUNT,
    .told_count = WB_TOLD_COUNT,
    .end_count = WB_END_COUNT,
    .reason_over = WB_REASON_GAME_OVER,
    .reason_pending = WB_REASON_WAITS,
    .terrain_table = WB_TABLE_TERRAIN,
    .cost_unit = "inches",
    .postures = postures,
};

const qm__family qm__family_warband = {
    .facts = &facts,
    .figure_state_size = sizeof(wb_unit),
    .item_state_size = sizeof(wb_token),
    .extra_size = sizeof(wb_game),
    .prepared_size = sizeof(wb_prepared),
    .legs_max = WB_LEGS_MAX,
    .rules_fault = qm__wb_rules_fault,
    .compile = qm__wb_compile,
    .measured = qm__wb_measured,
    .search_size = qm__wb_search_size,
    .tape_max = tape_max,
    .start = qm__wb_start,
    .check = qm__wb_state_good,
    .actor = qm__wb_actor,
    .judge = judge,
    .play = play,
    .end = end,
    .options = qm__wb_options,
    .option = qm__wb_option,
    .reach_regions = qm__wb_regions,
    .reach_cost = qm__wb_reach_cost,
    .plan = qm__wb_plan,
    .plan_why = qm__wb_plan_why,
    .stand = qm__wb_stand,
    .links = qm__wb_links,
    .see = qm__wb_see,
    .unmeasured = qm__wb_unmeasured,
    .left_out = qm__wb_left_out,
    .look = look,
    .item_look = item_look,
    .describe = describe,
    .told = qm__wb_told,
    .fights = fights,
};
