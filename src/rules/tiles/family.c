/* tiles put together: what it declares, which file judges and plays which order, what a table shows of a figure, and
 * what other sides do not see.
 */
#include "rules/registry.h"
#include "rules/tiles/declared.h"

#define TL_SETTING(name, type, origin, standard, low, high, words, unit, clauses, text, unoffered)                     \
    {#name, type, origin, standard, low, high, words, unit, clauses, text, unoffered},
static const qm_setting settings[] = {
#include "rules/tiles/settings.def"
};
#undef TL_SETTING
_Static_assert(sizeof settings / sizeof settings[0] == sizeof(tl_settings) / sizeof(int32_t),
               "one value for each setting");
_Static_assert((int)TL_DIAGONALS_ONE == QM__TILE_DIAGONAL_ONE && (int)TL_DIAGONALS_ORTHOGONAL == QM__TILE_ORTHOGONAL &&
                   (int)TL_DIAGONALS_ALTERNATE == QM__TILE_ALTERNATE,
               "the words of diagonals are ways of counting tiles");

/* by number; start is number 0 */
static const char *const phases[TL_PHASE_COUNT] = {"start", "announcing",    "declaring",
                                                   "melee", "miscellaneous", "end of turn"};

/* --------------------------------------------------------------------------------------------------- dispatching */

static void judge(qm__judging *j) {
    const uint16_t kind = j->order->kind;
    if (kind <= TL_ORDER_WITHDRAW) {
        qm__tl_judge_declare(j);
    } else if (kind <= TL_ORDER_ACT) {
        qm__tl_judge_jockey(j);
    } else if (kind == TL_ORDER_RESOLVE) {
        qm__tl_judge_resolve(j);
    } else if (kind == TL_ORDER_NEXT) {
        qm__tl_judge_next(j);
    } else {
        qm__tl_judge_edit(j);
    }
}

static void play(qm__run *run) {
    const uint16_t kind = run->order->kind;
    if (kind <= TL_ORDER_WITHDRAW) {
        qm__tl_play_declare(run);
    } else if (kind <= TL_ORDER_ACT) {
        qm__tl_play_jockey(run);
    } else if (kind == TL_ORDER_RESOLVE) {
        qm__tl_play_resolve(run);
    } else if (kind == TL_ORDER_NEXT) {
        qm__tl_play_next(run);
    } else {
        qm__tl_play_edit(run);
    }
}

/* -------------------------------------------------------------------------------------------- what a table shows */

static bool may_act(const qm_scenario *s, const qm_state *st, const tl_body *body) {
    switch (st->phase) {
    case TL_PHASE_ANNOUNCE:
    case TL_PHASE_DECLARE:
        return tl_present(body) && !body->declared;
    case TL_PHASE_MELEE:
        return tl_present(body) && (!body->jockeyed || !body->acted);
    case TL_PHASE_MISC:
        return tl_may_withdraw(s, body) && !body->declared;
    default:
        return false;
    }
}

static void look(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_look *out) {
    const tl_body *body = tl_body_at(s, st, figure);
    out->at = qm__tl_place(s, body->tile);
    out->facing = -1;
    out->posture = (uint8_t)(body->tile == 0               ? QM_POSTURE_GONE
                             : body->condition == TL_DOWN  ? QM_POSTURE_OUT
                             : body->condition == TL_PRONE ? QM_POSTURE_PRONE
                                                           : QM_POSTURE_STANDING);
    out->side = tl_stat_of(s, figure)->side;
    out->holder = 0;
    out->may_act = may_act(s, st, body);
}

/* tiles has no rules about items: a file may name some, and they are nowhere. */
static void item_look(const qm_scenario *s, const qm_state *st, uint16_t item, qm_look *out) {
    (void)s;
    (void)st;
    (void)item;
    out->posture = QM_POSTURE_GONE;
}

static void add_tiles(const qm_scenario *s, const uint16_t *tiles, const char *before, qm_text *out) {
    for (int i = 0; i < TL_TILES_MAX && tiles[i] != 0; i++) {
        qm_text_add(out, i == 0 ? before : " ");
        qm_place_print(s, qm__tl_place(s, tiles[i]), out);
    }
}

static void add_foes(const qm_scenario *s, const uint8_t *foes, const char *before, qm_text *out) {
    for (int i = 0; i < TL_FOES_MAX && foes[i] != 0; i++) {
        qm_text_addf(out, "%s%s", i == 0 ? before : " ", qm_figure_name(s, foes[i]));
    }
}

/* "declared: to 0507, running": only for those who may know it; all others have nothing in these fields. */
static void describe_plan(const qm_scenario *s, const tl_declaration *plan, qm_text *out) {
    switch (plan->what) {
    case TL_STAY:
        qm_text_add(out, ": to stay");
        break;
    case TL_MOVE:
        add_tiles(s, plan->tiles, ": to ", out);
        break;
    case TL_BESIDE:
        qm_text_addf(out, ": next to %s", qm_figure_name(s, plan->other));
        break;
    case TL_KEEP:
        qm_text_addf(out, ": at distance %d from %s", plan->distance, qm_figure_name(s, plan->other));
        break;
    case TL_INTERCEPT:
        add_tiles(s, plan->tiles, ": to intercept at ", out);
        add_foes(s, plan->foes, " for ", out);
        break;
    case TL_AVOID:
        qm_text_addf(out, ": to avoid at distance %d", plan->distance);
        add_foes(s, plan->foes, " from ", out);
        add_tiles(s, plan->tiles, ", best at ", out);
        break;
    case TL_STAND:
        qm_text_add(out, ": to stand up");
        break;
    case TL_WITHDRAW:
        add_tiles(s, plan->tiles, ": to withdraw to ", out);
        add_foes(s, plan->foes, " away from ", out);
        break;
    default: /* nothing, or concealed */
        return;
    }
    qm_text_add(out, plan->run ? ", running" : "");
    add_foes(s, plan->ignored, ", ignoring ", out);
}

static void describe(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_text *out) {
    static const char *const conditions[] = {"", ", prone", ", down"};
    const tl_body *body = tl_body_at(s, st, figure);
    const int walking = qm__tl_movement(s, body, figure, false), running = qm__tl_movement(s, body, figure, true);
    qm_text_addf(out, "movement %d (running %d) Reflex %d", walking, running, tl_stat_of(s, figure)->reflex);
    qm_text_add(out, body->tile == 0 ? ", off the board" : conditions[body->condition]);
    if (!tl_present(body)) {
        return;
    }
    qm_text_add(out, body->acted ? ", action spent" : "");
    if (body->declared) {
        qm_text_add(out, ", declared");
        describe_plan(s, &body->plan, out);
    }
}

static bool fights(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    return tl_present(tl_body_at(s, st, figure));
}

/* While declarations are being made, everybody's are hidden, also of those who have taken theirs back: what it was
 * stays hidden with the rest. Intercept and avoid that are announced before the others declare are open (TL-11). */
static bool hides(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const tl_settings *set = &tl_of(s)->set;
    const uint8_t what = tl_body_at(s, st, figure)->plan.what;
    const bool announced =
        set->declare_special == TL_DECLARE_SPECIAL_FIRST && (what == TL_INTERCEPT || what == TL_AVOID);
    return set->declare == TL_DECLARE_HIDDEN && !announced &&
           (st->phase == TL_PHASE_DECLARE || st->phase == TL_PHASE_MISC);
}

static uint16_t tape_max(const qm_scenario *s) {
    (void)s;
    return QM_TAPE_MAX;
}

/* ------------------------------------------------------------------------------------------------------ the family */

/* Twelve tiles, eight foes, eight more that are ignored, and running; the rest is for orders that are refused. */
enum { LEGS_MAX = 40 };

static const char *const postures[QM_POSTURE_DEAD + 1] = {[QM_POSTURE_PRONE] = "prone", [QM_POSTURE_OUT] = "down"};

static const qm_rules_facts facts = {
    .name = "tiles",
    .title = "Tiles",
    .text =
        "Figures on square tiles all move at once. Each declares a tile, a figure to move in relation to, an area to "
        "intercept in, or foes to avoid; then everything is revealed and resolved together, and where declarations "
        "exclude each other the one with more movement left has its way.",
    .rules_version = 1,
    .space = QM_SPACE_TILE,
    .phases = phases,
    .phase_count = TL_PHASE_COUNT - 1,
    .clauses = qm__tl_clauses,
    .settings = settings,
    .tables = qm__tl_tables,
    .figure_fields = qm__tl_figure_fields,
    .figure_state = qm__tl_figure_state,
    .orders = qm__tl_orders,
    .legs = qm__tl_legs,
    .reasons = qm__tl_reasons,
    .events = qm__tl_events,
    .rolls = qm__tl_rolls,
    .choices = qm__tl_choices,
    .terms = qm__tl_terms,
    .clause_count = TL_CLAUSE_COUNT,
    .setting_count = sizeof settings / sizeof settings[0],
    .table_count = TL_TABLE_COUNT,
    .figure_field_count = TL_FIGURE_FIELDS,
    .figure_state_count = TL_FIGURE_STATE_COUNT,
    .order_count = TL_ORDER_COUNT,
    .leg_count = TL_LEG_COUNT,
    .reason_count = TL_REASON_COUNT,
    .event_count = TL_EVENT_COUNT,
    .roll_count = TL_ROLL_COUNT,
    .choice_count = TL_CHOICE_COUNT,
    .term_count = TL_TERM_COUNT,
    .reason_over = TL_REASON_GAME_OVER,
    .reason_pending = TL_REASON_WAITS,
    .terrain_table = TL_TABLE_TERRAIN,
    .fixed_tables = 1u << TL_TABLE_MODES,
    .judges_places = true,
    .cost_unit = "tiles",
    .threat = "could watch as an interceptor",
    .postures = postures,
};

const qm__family qm__family_tiles = {
    .facts = &facts,
    .figure_state_size = sizeof(tl_body),
    .item_state_size = 8,
    .extra_size = sizeof(tl_extra),
    .prepared_size = TL_PREPARED_SIZE,
    .legs_max = LEGS_MAX,
    .compile = qm__tl_compile,
    .search_size = qm__tl_search_size,
    .tape_max = tape_max,
    .start = qm__tl_start,
    .check = qm__tl_check,
    .actor = qm__tl_actor,
    .judge = judge,
    .play = play,
    .options = qm__tl_options,
    .option = qm__tl_option,
    .reach = qm__tl_reach,
    .plan = qm__tl_plan,
    .see = qm__tl_see,
    .threat = qm__tl_threat,
    .look = look,
    .item_look = item_look,
    .describe = describe,
    .fights = fights,
    .hides = hides,
};
