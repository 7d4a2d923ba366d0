/* squad put together: what it declares, which file judges and plays which order, and what a table shows of a model. */
#include "game/place.h"
#include "rules/registry.h"
#include "rules/squad/declared.h"
#include "rules/squad/move.h"
#include "rules/squad/shoot.h"

#define SQ_SETTING(name, type, origin, standard, low, high, words, unit, clauses, text, unoffered)                     \
    {#name, type, origin, standard, low, high, words, unit, clauses, text, unoffered},
static const qm_setting settings[] = {
#include "rules/squad/settings.def"
};
#undef SQ_SETTING
_Static_assert(sizeof settings / sizeof settings[0] == sizeof(sq_settings) / sizeof(int32_t),
               "one value for each setting");

/* by number; start is number 0 */
static const char *const phases[SQ_PHASE_COUNT] = {"start", "round"};

/* --------------------------------------------------------------------------------------------------- dispatching */

static void judge(qm__judging *j) {
    const uint16_t kind = j->order->kind;
    if (kind <= SQ_ORDER_CHARGE) {
        qm__sq_judge_move(j);
    } else if (kind == SQ_ORDER_SHOOT) {
        qm__sq_judge_shoot(j);
    } else if (kind <= SQ_ORDER_NEXT) {
        qm__sq_judge_turn(j);
    } else {
        qm__sq_judge_edit(j);
    }
}

static void play(qm__run *run) {
    const uint16_t kind = run->order->kind;
    if (kind <= SQ_ORDER_CHARGE) {
        qm__sq_play_move(run);
    } else if (kind == SQ_ORDER_SHOOT) {
        qm__sq_play_shoot(run);
    } else if (kind <= SQ_ORDER_NEXT) {
        qm__sq_play_turn(run);
    } else {
        qm__sq_play_edit(run);
    }
}

/* -------------------------------------------------------------------------------------------- what a table shows */

static void look(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_look *out) {
    const sq_model *m = sq_at(s, st, figure);
    const qm__body body = qm__sq_body_now(s, st, figure);
    out->at = sq_place(m);
    out->facing = m->facing;
    out->posture = m->out ? QM_POSTURE_GONE : QM_POSTURE_STANDING;
    out->side = (uint8_t)s->figures[figure - 1].side;
    out->holder = 0;
    out->may_act = qm__sq_may(s, st, figure, SQ_ORDER_HOLD);
    out->radius = body.radius;
    out->width = body.width;
    out->length = body.length;
}

/* This family has no items. */
static void item_look(const qm_scenario *s, const qm_state *st, uint16_t item, qm_look *out) {
    (void)s;
    (void)st;
    (void)item;
    *out = (qm_look){.facing = -1};
}

static void describe_weapons(const qm_scenario *s, uint16_t figure, qm_text *out) {
    for (int slot = 0; slot < SQ_SLOTS; slot++) {
        const int32_t row = sq_value(s, figure, SQ_WEAPON + slot);
        if (row != SQ_ROW_NONE) {
            qm_text_addf(out, ", %s", s->rules.tables[SQ_TABLE_WEAPONS].rows[row - 1].name);
        }
    }
}

static void describe(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_text *out) {
    const sq_model *m = sq_at(s, st, figure);
    const int32_t wounds = sq_value(s, figure, SQ_WOUNDS);
    qm_text_addf(out, "%s: Movement ", sq_unit(s, figure)->name);
    qm__inches_print(sq_value(s, figure, SQ_MOVEMENT), out);
    qm_text_addf(out, "\" Accuracy %d Save %d Initiative %d", (int)sq_value(s, figure, SQ_ACCURACY),
                 (int)sq_value(s, figure, SQ_SAVE), (int)sq_value(s, figure, SQ_INITIATIVE));
    if (wounds > 1) {
        qm_text_addf(out, " wounds %d/%d", (int)(wounds - m->lost), (int)wounds);
    }
    describe_weapons(s, figure, out);
    qm_text_add(out, m->out ? ", a casualty" : "");
}

static bool fights(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    return !sq_at(s, st, figure)->out;
}

static uint16_t tape_max(const qm_scenario *s) {
    (void)s;
    return QM_TAPE_MAX;
}

/* ------------------------------------------------------------------------------------------------------ the family */

static const qm_rules_facts facts = {
    .name = "squad",
    .title = "Squad",
    .text =
        "Units of several models move over a table whose terrain has height. Each model goes its own way, and the "
        "unit keeps together; obstacles, climbs, leaps and drops call for Initiative checks that the whole unit bears. "
        "Sides take turns, one unit at a time.",
    .rules_version = 1,
    .space = QM_SPACE_TABLE,
    .units = true,
    .phases = phases,
    .phase_count = SQ_PHASE_COUNT - 1,
    .clauses = qm__sq_clauses,
    .settings = settings,
    .tables = qm__sq_tables,
    .figure_fields = qm__sq_figure_fields,
    .figure_state = qm__sq_figure_state,
    .orders = qm__sq_orders,
    .order_legs = qm__sq_order_legs,
    .legs = qm__sq_legs,
    .reasons = qm__sq_reasons,
    .events = qm__sq_events,
    .rolls = qm__sq_rolls,
    .choices = qm__sq_choices,
    .terms = qm__sq_terms,
    .told = qm__sq_told_kinds,
    .clause_count = SQ_CLAUSE_COUNT,
    .setting_count = sizeof settings / sizeof settings[0],
    .table_count = SQ_TABLE_COUNT,
    .figure_field_count = SQ_FIGURE_FIELDS,
    .figure_state_count = SQ_FIGURE_STATE_COUNT,
    .order_count = SQ_ORDER_COUNT,
    .leg_count = SQ_LEG_COUNT,
    .reason_count = SQ_REASON_COUNT,
    .event_count = SQ_EVENT_COUNT,
    .roll_count = SQ_ROLL_COUNT,
    .choice_count = SQ_CHOICE_COUNT,
    .term_count = SQ_TERM_COUNT,
    .told_count = SQ_TOLD_COUNT,
    .reason_over = SQ_REASON_GAME_OVER,
    .reason_pending = SQ_REASON_WAITS,
    .terrain_table = SQ_TABLE_TERRAIN,
    .cost_unit = "inches",
};

const qm__family qm__family_squad = {
    .facts = &facts,
    .figure_state_size = sizeof(sq_model),
    .item_state_size = 8,
    .extra_size = sizeof(sq_game),
    .prepared_size = sizeof(sq_prepared) > sizeof(sq_fire) ? sizeof(sq_prepared) : sizeof(sq_fire),
    .legs_max = SQ_LEGS_MAX,
    .rules_fault = qm__sq_rules_fault,
    .compile = qm__sq_compile,
    .search_size = qm__sq_search_size,
    .tape_max = tape_max,
    .start = qm__sq_start,
    .check = qm__sq_state_good,
    .actor = qm__sq_actor,
    .judge = judge,
    .play = play,
    .options = qm__sq_options,
    .option = qm__sq_option,
    .reach_regions = qm__sq_regions,
    .reach_cost = qm__sq_reach_cost,
    .plan = qm__sq_plan,
    .plan_why = qm__sq_plan_why,
    .stand = qm__sq_stand,
    .links = qm__sq_links,
    .see = qm__sq_see,
    .see_unit = qm__sq_see_unit,
    .forecast = qm__sq_forecast,
    .tally = qm__sq_tally,
    .shots = qm__sq_list_shots,
    .look = look,
    .item_look = item_look,
    .describe = describe,
    .told = qm__sq_told,
    .left_out = qm__sq_left_out,
    .fights = fights,
};
