/* hexmelee put together: what it declares, which file judges and plays which order, and what a table shows of a figure.
 *
 * Before an order reaches the file that knows its rules, what holds for all of them is settled here: the phase, whose
 * turn it is, and that the figure is able. A figure that is merely not on move is judged to the end all the same, so
 * that the player learns everything that is wrong; one that is not able, or in the wrong phase, is not.
 */
#include "rules/hexmelee/declared.h"
#include "rules/registry.h"

#define HM_SETTING(name, type, origin, standard, low, high, words, unit, clauses, text, unoffered)                     \
    {#name, type, origin, standard, low, high, words, unit, clauses, text, unoffered},
static const qm_setting settings[] = {
#include "rules/hexmelee/settings.def"
};
#undef HM_SETTING
_Static_assert(sizeof settings / sizeof settings[0] == sizeof(hm_settings) / sizeof(int32_t),
               "one value for each setting");

static const char *const phases[] = {"start", "movement", "action", "end of turn"}; /* by number; start is number 0 */

/* --------------------------------------------------------------------------------------------------- dispatching */

enum { GROUP_MOVE, GROUP_ACT, GROUP_CHASE, GROUP_NEXT, GROUP_EDIT };

static int group_of(uint16_t kind) {
    return kind <= HM_TURN      ? GROUP_MOVE
           : kind <= HM_PASS    ? GROUP_ACT
           : kind <= HM_UNCHASE ? GROUP_CHASE
           : kind == HM_NEXT    ? GROUP_NEXT
                                : GROUP_EDIT;
}

/* HX-48: an order needs a figure on the board, alive and awake. */
static bool judge_able(qm__judging *j, const hm_body *body) {
    if (hm_active(body)) {
        return true;
    }
    qm__refuse(j, body->hex == 0                      ? HM_REASON_NOT_ON_BOARD
                  : body->condition == HM_UNCONSCIOUS ? HM_REASON_UNCONSCIOUS
                                                      : HM_REASON_DEAD);
    return false;
}

/* Under delay_until = turn a delayed figure may go on between actions (HX-45). */
static bool goes_on_late(const qm__judging *j, const hm_body *body) {
    const uint16_t kind = j->order->kind;
    return hm_of(j->scenario)->set.delay_until == HM_DELAY_UNTIL_TURN && body->move == HM_MOVE_DELAYED &&
           (kind == HM_RESUME || kind == HM_WAIT || kind == HM_SHIFT);
}

static bool judge_phase(qm__judging *j, const hm_body *body, bool moving) {
    switch (j->state->phase) {
    case HM_PHASE_START:
        qm__refuse(j, HM_REASON_NOT_BEGUN);
        return false;
    case HM_PHASE_MOVE:
        if (!moving) {
            qm__refuse(j, HM_REASON_NOT_IN_MOVEMENT);
        }
        return moving;
    case HM_PHASE_ACT:
        if (moving && !goes_on_late(j, body)) {
            qm__refuse(j, HM_REASON_NOT_IN_ACTION);
            return false;
        }
        return true;
    }
    qm__refuse(j, HM_REASON_TURN_OVER);
    return false;
}

/* HX-06, HX-08: whose turn it is. The reading turn_when lets a figure turn out of turn. */
static void judge_turn(qm__judging *j, const hm_body *body, bool moving) {
    const uint16_t actor = qm__hm_actor(j->scenario, j->state), kind = j->order->kind;
    const bool asked = body->move == HM_MOVE_DELAYED && (body->flags & HM_ASKED) == 0;
    if (actor == j->order->actor) {
        if (!moving && asked && hm_of(j->scenario)->set.delay_until == HM_DELAY_UNTIL_TURN) {
            qm__refuse(j, HM_REASON_ASKED_FIRST);
        }
        return;
    }
    if (kind == HM_TURN && hm_of(j->scenario)->set.turn_when == HM_TURN_WHEN_ANY_TIME) {
        return;
    }
    if (moving && body->move == HM_MOVE_DONE) {
        qm__refuse(j, HM_REASON_HAS_MOVED);
    } else if (moving && body->move == HM_MOVE_DELAYED && !asked) {
        qm__refuse(j, HM_REASON_HAS_WAITED)->other = actor;
    } else if (!moving && body->acted) {
        qm__refuse(j, HM_REASON_HAS_ACTED);
    } else {
        qm__refuse(j, moving ? HM_REASON_NOT_ON_MOVE : HM_REASON_NOT_TO_ACT)->other = actor;
    }
}

/* HX-45: a delayed figure that became engaged may turn and nothing else. */
static void judge_held(qm__judging *j, const hm_body *body) {
    const qm_order *order = j->order;
    for (uint16_t i = 0; i < order->leg_count && (body->flags & HM_HELD); i++) {
        if (order->legs[i].kind != HM_LEG_FACE) {
            qm__refuse(j, HM_REASON_HELD)->leg = (uint16_t)(i + 1);
            return;
        }
    }
}

static void judge_figure(qm__judging *j, bool moving) {
    const hm_body *body = hm_body_at(j->scenario, j->state, j->order->actor);
    if (!judge_able(j, body) || !judge_phase(j, body, moving)) {
        return;
    }
    judge_turn(j, body, moving);
    if (moving) {
        judge_held(j, body);
        qm__hm_judge_move(j);
    } else {
        qm__hm_judge_act(j);
    }
}

static void judge(qm__judging *j) {
    switch (group_of(j->order->kind)) {
    case GROUP_MOVE:
        judge_figure(j, true);
        return;
    case GROUP_ACT:
        judge_figure(j, false);
        return;
    case GROUP_CHASE:
        qm__hm_judge_chase(j);
        return;
    case GROUP_NEXT:
        qm__hm_judge_next(j);
        return;
    case GROUP_EDIT:
        qm__hm_judge_edit(j);
        return;
    }
}

static void play(qm__run *run) {
    switch (group_of(run->order->kind)) {
    case GROUP_MOVE:
        qm__hm_play_move(run);
        return;
    case GROUP_ACT:
        qm__hm_play_act(run);
        return;
    case GROUP_CHASE:
        qm__hm_play_chase(run);
        return;
    case GROUP_NEXT:
        qm__hm_play_next(run);
        return;
    case GROUP_EDIT:
        qm__hm_play_edit(run);
        return;
    }
}

/* -------------------------------------------------------------------------------------------- what a table shows */

static uint8_t posture(const hm_body *body) {
    switch (body->condition) {
    case HM_AWAY:
        return QM_POSTURE_GONE;
    case HM_DEAD:
        return QM_POSTURE_DEAD;
    case HM_UNCONSCIOUS:
        return QM_POSTURE_OUT;
    }
    return body->position == HM_PRONE ? QM_POSTURE_PRONE : hm_low(body) ? QM_POSTURE_LOW : QM_POSTURE_STANDING;
}

static void look(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_look *out) {
    const hm_body *body = hm_body_at(s, st, figure);
    out->at = qm__hm_place(s, body->hex);
    out->facing = (int16_t)(body->hex != 0 ? body->facing : -1);
    out->posture = posture(body);
    out->side = (uint8_t)hm_side(s, figure);
    out->holder = 0;
    out->may_act = hm_active(body) && ((st->phase == HM_PHASE_MOVE && body->move != HM_MOVE_DONE) ||
                                       (st->phase == HM_PHASE_ACT && !body->acted));
}

static void item_look(const qm_scenario *s, const qm_state *st, uint16_t item, qm_look *out) {
    const hm_thing *thing = hm_thing_at(s, st, item);
    out->at = qm__hm_place(s, thing->hex);
    out->facing = -1;
    out->posture = thing->hex != 0 ? QM_POSTURE_STANDING : QM_POSTURE_GONE;
    out->side = 0;
    out->holder = thing->holder;
    out->may_act = false;
}

static void describe_state(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_text *out) {
    static const char *const positions[] = {"standing", "kneeling", "squatting", "sitting", "prone"};
    static const char *const conditions[] = {"", "unconscious", "dead", "off the board"};
    const hm_body *body = hm_body_at(s, st, figure);
    if (body->condition != HM_WELL) {
        qm_text_addf(out, ", %s", conditions[body->condition]);
        return;
    }
    if (body->hanging) {
        qm_text_add(out, ", hanging at the rim");
    } else if (body->climbing) {
        qm_text_addf(out, ", %d m up a rope", body->climbed);
    } else {
        qm_text_addf(out, ", %s", positions[body->position]);
    }
    if (qm__hm_engaged(s, st, figure)) {
        qm_text_add(out, ", engaged");
    }
    if (body->move == HM_MOVE_DELAYED) {
        qm_text_add(out, ", delayed");
    }
    if (body->flags & (HM_DODGING | HM_DEFENDING)) {
        qm_text_add(out, body->flags & HM_DODGING ? ", dodging" : ", defending");
    }
    if (body->chasing) {
        qm_text_addf(out, ", chasing %s", qm_figure_name(s, body->chasing));
    }
}

static void describe(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_text *out) {
    const hm_stat *stat = hm_stat_of(s, figure);
    const hm_body *body = hm_body_at(s, st, figure);
    qm_text_addf(out, "STR %d/%d DEX %d", qm__hm_strength_left(s, st, figure), stat->str, stat->dex);
    if (body->edex != stat->dex) {
        qm_text_addf(out, " (eDEX %d)", body->edex);
    }
    qm_text_addf(out, " MOV %d", qm__hm_mov(s, st, figure));
    describe_state(s, st, figure, out);
    if (body->ready) {
        qm_text_addf(out, ", %s ready", qm_item_name(s, body->ready));
    }
}

static bool fights(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    return hm_active(hm_body_at(s, st, figure));
}

static uint16_t tape_max(const qm_scenario *s) {
    (void)s;
    return QM_TAPE_MAX;
}

/* ------------------------------------------------------------------------------------------------------ the family */

static const qm_rules_facts facts = {
    .name = "hexmelee",
    .title = "Hex melee",
    .text = "Single figures with a facing fight on hexes. They move in the order of initiative, stop where an enemy "
            "engages "
            "them, jump pits, climb over the fallen, and act in the order of their effective dexterity.",
    .rules_version = 1,
    .space = QM_SPACE_HEX,
    .phases = phases,
    .phase_count = 3,
    .clauses = qm__hm_clauses,
    .settings = settings,
    .tables = qm__hm_tables,
    .figure_fields = qm__hm_figure_fields,
    .figure_state = qm__hm_figure_state,
    .item_fields = qm__hm_item_fields,
    .item_state = qm__hm_item_state,
    .orders = qm__hm_orders,
    .legs = qm__hm_legs,
    .reasons = qm__hm_reasons,
    .events = qm__hm_events,
    .rolls = qm__hm_rolls,
    .choices = qm__hm_choices,
    .terms = qm__hm_terms,
    .clause_count = HM_CLAUSE_COUNT,
    .setting_count = sizeof settings / sizeof settings[0],
    .table_count = HM_TABLE_COUNT,
    .figure_field_count = HM_FIGURE_FIELDS,
    .figure_state_count = HM_FIGURE_STATE_COUNT,
    .item_field_count = HM_ITEM_FIELDS,
    .item_state_count = HM_ITEM_STATE_COUNT,
    .order_count = HM_ORDER_COUNT,
    .leg_count = HM_LEG_COUNT,
    .reason_count = HM_REASON_COUNT,
    .event_count = HM_EVENT_COUNT,
    .roll_count = HM_ROLL_COUNT,
    .choice_count = HM_CHOICE_COUNT,
    .term_count = HM_TERM_COUNT,
    .reason_over = HM_REASON_GAME_OVER,
    .reason_pending = HM_REASON_WAITS,
    .terrain_table = HM_TABLE_TERRAIN,
    .cost_unit = "MOV",
    .threat = "has in its front",
};

const qm__family qm__family_hexmelee = {
    .facts = &facts,
    .figure_state_size = sizeof(hm_body),
    .item_state_size = sizeof(hm_thing),
    .extra_size = 0,
    .prepared_size = HM_PREPARED_SIZE,
    .legs_max = HM_LEGS_MAX,
    .compile = qm__hm_compile,
    .search_size = qm__hm_search_size,
    .tape_max = tape_max,
    .start = qm__hm_start,
    .check = qm__hm_check,
    .actor = qm__hm_actor,
    .judge = judge,
    .play = play,
    .options = qm__hm_options,
    .option = qm__hm_option,
    .reach = qm__hm_reach,
    .plan = qm__hm_plan,
    .see = qm__hm_see,
    .threat = qm__hm_threat,
    .look = look,
    .item_look = item_look,
    .describe = describe,
    .fights = fights,
};
