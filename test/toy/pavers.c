/* The toy family on tiles: see pavers.h for its rules. */
#include "toy/pavers.h"

#include "game/cells.h"

enum { PACE = 5, LEGS_MAX = 8 };

static const qm_clause clauses[] = {
    {"PV-01", "Walking", "Pace", "A paver walks up to five points; a tile costs one."},
    {"PV-02", "Walking", "Gravel", "A tile of gravel costs two points."},
    {"PV-03", "Walking", "In the way", "Walls and other pavers bar the way."},
};

static const qm_setting settings[] = {
    {"gravel", QM_TYPE_NUMBER, QM_ORIGIN_FACT, 2, 1, 5, NULL, "points", "PV-02", "What a tile of gravel costs.", NULL},
};

static const qm_field terrain_columns[] = {
    {.name = "gravel", .type = QM_TYPE_FLAG, .high = 1, .unit = "", .clauses = "PV-02", .text = "Costs more."},
};
static const qm_row terrain_rows[] = {{"paved", (const int32_t[]){0}}, {"gravel", (const int32_t[]){1}}};
static const qm_table tables[] = {{"terrain", "PV-02", "Kinds of ground.", terrain_columns, 1, 2, terrain_rows}};

/* One paver in play: 8 bytes. */
typedef struct paver {
    uint16_t tile;
    uint8_t facing, walked;
    uint8_t zero[4];
} paver;
_Static_assert(sizeof(paver) == 8, "no padding");

#define STATE(member) .offset = offsetof(paver, member), .size = sizeof(((paver *)0)->member)
static const qm_field figure_state[] = {
    {.name = "at", .type = QM_TYPE_PLACE, .unit = "", .clauses = "", .text = "Where it is.", STATE(tile),
     .flags = QM_FIELD_REQUIRED | QM_FIELD_START},
    {.name = "facing", .type = QM_TYPE_DIRECTION, .high = 7, .unit = "", .clauses = "", .text = "Where it looks.",
     STATE(facing), .flags = QM_FIELD_START},
    {.name = "walked", .type = QM_TYPE_FLAG, .high = 1, .unit = "", .clauses = "", .text = "Has walked.", STATE(walked),
     .flags = QM_FIELD_QUIET},
};

static const qm_order_kind orders[PV_ORDERS] = {
    [PV_WALK] = {"walk", "PV-01", "Walks along the tiles named.", QM_ORDER_ACTOR | QM_ORDER_LEGS, 0, {{0}}},
    [PV_TURN] = {"turn", "", "Turns round.", QM_ORDER_ACTOR, 1, {{.keyword = "", .operand = QM_OPERAND_DIRECTION}}},
    [PV_NEXT] = {"next", "", "Begins the next turn.", QM_ORDER_ADVANCE, 0, {{0}}},
};
static const qm_leg_kind legs[] = {{0}, {"step", "", QM_OPERAND_PLACE, "PV-01", "One tile."}};

enum { REASON_NONE, REASON_TURN, REASON_FAR, REASON_APART, REASON_BARRED, REASON_OVER, REASON_WAITS, REASON_COUNT };
static const qm_reason_kind reasons[] = {
    [REASON_TURN] = {"not-its-turn", "PV-01", "{figure} cannot act now"},
    [REASON_FAR] = {"too-far", "PV-01 PV-02", "{figure} needs {needed} points and has {had}"},
    [REASON_APART] = {"not-adjacent", "PV-01", "{at} is not next to the tile before it"},
    [REASON_BARRED] = {"barred", "PV-03", "{at} cannot be entered from there"},
    [REASON_OVER] = {"over", "", "the game is over"},
    [REASON_WAITS] = {"waits", "", "another order waits for an answer"},
};
enum { EVENT_NONE, EVENT_CAME, EVENT_TURN, EVENT_COUNT };
static const qm_event_kind events[] = {
    [EVENT_CAME] = {"came", "PV-01", "{figure} comes to {at}", QM_ROLE_NONE},
    [EVENT_TURN] = {"turn", "", "turn {value} begins", QM_ROLE_NONE},
};
static const char *const phases[] = {"", "walk"};

static const qm_rules_facts facts = {
    .name = "pave", .title = "Pave", .text = "A toy on tiles.", .rules_version = 1, .space = QM_SPACE_TILE, .phases = phases,
    .phase_count = 1, .clauses = clauses, .clause_count = 3, .settings = settings, .setting_count = 1, .tables = tables,
    .table_count = 1, .figure_state = figure_state, .figure_state_count = 3, .orders = orders, .order_count = PV_ORDERS,
    .legs = legs, .leg_count = 2, .reasons = reasons, .reason_count = REASON_COUNT, .events = events,
    .event_count = EVENT_COUNT, .reason_over = REASON_OVER, .reason_pending = REASON_WAITS,
};

/* ---------------------------------------------------------------------------------------------------------- rules */

static paver *at(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    return qm__figure_at(s, st, figure, sizeof(paver));
}

static uint16_t actor(const qm_scenario *s, const qm_state *st) {
    for (uint16_t i = 1; i <= s->figure_count && st->phase == 1; i++) {
        if (!at(s, st, i)->walked) {
            return i;
        }
    }
    return 0;
}

static uint16_t who_stands(const qm_scenario *s, const qm_state *st, qm__tile tile, uint16_t except) {
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        if (i != except && at(s, st, i)->tile == tile) {
            return i;
        }
    }
    return 0;
}

static int32_t cost(const qm_scenario *s, qm__tile tile) {
    return s->grounds[s->cells[tile]].values[0] ? s->rules.settings[0] : 1;
}

static bool may_step(const qm_scenario *s, const qm_state *st, uint16_t figure, qm__tile from, int direction) {
    bool closed[2];
    return qm__tile_walls_beside(&s->tile, from, direction, closed) < 2 &&
           !who_stands(s, st, qm__tile_neighbour(&s->tile, from, direction), figure);
}

static void judge_walk(qm__judging *j) {
    const qm_scenario *s = j->scenario;
    qm__tile here = at(s, j->state, j->order->actor)->tile;
    for (uint16_t i = 0; i < j->order->leg_count; i++) {
        const qm_place place = j->order->legs[i].to;
        const qm__tile to = qm__cell_of(s, place);
        const int direction = to ? qm__tile_direction_to(&s->tile, here, to) : QM__TILE_NOWHERE;
        if (direction == QM__TILE_NOWHERE) {
            qm__refuse(j, REASON_APART)->at = place;
            return;
        }
        if (!may_step(s, j->state, j->order->actor, here, direction)) {
            qm__refuse(j, REASON_BARRED)->at = place;
        }
        j->verdict->cost += cost(s, to);
        qm__way(j, place);
        here = to;
    }
    j->verdict->unit = 1;
    j->verdict->allowance = PACE;
    if (j->verdict->cost > PACE) {
        qm_reason *reason = qm__refuse(j, REASON_FAR);
        reason->needed = j->verdict->cost;
        reason->had = PACE;
    }
}

static void judge(qm__judging *j) {
    if (j->order->actor != actor(j->scenario, j->state)) {
        qm__refuse(j, REASON_TURN);
    } else if (j->order->kind == PV_WALK) {
        judge_walk(j);
    }
}

static void play(qm__run *run) {
    const qm_scenario *s = run->scenario;
    qm_state *st = run->state;
    if (run->order->kind == PV_NEXT) {
        if (st->turn > 0) {
            qm__end_of_turn(run);
        }
        if (!st->ended) {
            st->phase = 1;
            qm__tell(run, EVENT_TURN)->value = ++st->turn;
            for (uint16_t i = 1; i <= s->figure_count; i++) {
                at(s, st, i)->walked = 0;
            }
        }
        return;
    }
    paver *b = at(s, st, run->order->actor);
    b->walked = 1;
    if (run->order->kind == PV_TURN) {
        b->facing = (uint8_t)run->order->arguments[0];
    }
    for (uint16_t i = 0; i < run->order->leg_count; i++) {
        const qm__tile to = qm__cell_of(s, run->order->legs[i].to);
        b->facing = (uint8_t)qm__tile_direction_to(&s->tile, b->tile, to);
        b->tile = to;
        qm__tell(run, EVENT_CAME)->at = run->order->legs[i].to;
    }
}

/* ------------------------------------------------------------------------------------------------------ questions */

/* The n-th option: staying, then the steps to free neighbours; or the next turn. */
static bool option(const qm_scenario *s, const qm_state *st, void *search, uint32_t index, qm_order *order) {
    const uint16_t figure = *(const uint16_t *)search;
    const qm__tile here = figure ? at(s, st, figure)->tile : QM__TILE_NONE;
    qm_order_clear(order, figure ? PV_WALK : PV_NEXT, figure);
    for (int d = 0; index > 0 && here && d < 8; d++) {
        const qm__tile to = qm__tile_neighbour(&s->tile, here, d);
        if (to && may_step(s, st, figure, here, d) && --index == 0) {
            order->leg_count = 1;
            order->legs[0] = (qm_leg){.kind = 1, .to = qm__cell_place(s, to)};
        }
    }
    return index == 0;
}

static uint32_t options(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search) {
    qm_order order;
    uint32_t count = 0;
    *(uint16_t *)search = figure;
    while ((figure == 0 || figure == actor(s, st)) && option(s, st, search, count, &order)) {
        count++;
    }
    return count;
}

static uint32_t reach(const qm_scenario *s, const qm_state *st, uint16_t figure, bool risk, void *search, qm_reach_place *places,
                      uint32_t capacity) {
    (void)risk;
    const uint32_t count = options(s, st, figure, search);
    for (uint32_t i = 0; i < count && i < capacity; i++) {
        qm_order order;
        option(s, st, search, i, &order);
        const qm__tile to = order.leg_count ? qm__cell_of(s, order.legs[0].to) : at(s, st, figure)->tile;
        const int32_t points = order.leg_count ? cost(s, to) : 0;
        places[i] = (qm_reach_place){.at = qm__cell_place(s, to), .cost = points, .sure_cost = points, .chance = 1,
                                     .best_chance = 1};
    }
    return count;
}

static uint32_t plan(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place goal, void *search, qm_plan_way *ways,
                     uint32_t capacity) {
    const uint32_t count = options(s, st, figure, search);
    for (uint32_t i = 1; i < count && capacity > 0; i++) {
        ways[0] = (qm_plan_way){.chance = 1};
        option(s, st, search, i, &ways[0].order);
        if (ways[0].order.legs[0].to.x == goal.x && ways[0].order.legs[0].to.y == goal.y) {
            ways[0].cost = cost(s, qm__cell_of(s, goal));
            return 1;
        }
    }
    return 0;
}

static void see(const qm_scenario *s, const qm_state *st, uint16_t a, uint16_t b, qm_sight *sight) {
    sight->distance = qm__tile_distance(&s->tile, QM__TILE_DIAGONAL_ONE, at(s, st, a)->tile, at(s, st, b)->tile);
    sight->seen = 1;
}

static uint32_t threat(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place *places, uint32_t capacity) {
    uint32_t count = 0;
    for (int d = 0; d < 8; d++) {
        const qm__tile tile = qm__tile_neighbour(&s->tile, at(s, st, figure)->tile, d);
        if (tile && count++ < capacity) {
            places[count - 1] = qm__cell_place(s, tile);
        }
    }
    return count;
}

static void look(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_look *out) {
    out->at = qm__cell_place(s, at(s, st, figure)->tile);
    out->facing = at(s, st, figure)->facing;
    out->posture = QM_POSTURE_STANDING;
    out->side = (uint8_t)s->figures[figure - 1].side;
    out->may_act = actor(s, st) == figure;
}

static void item_look(const qm_scenario *s, const qm_state *st, uint16_t item, qm_look *out) {
    (void)s;
    (void)st;
    (void)item;
    (void)out;
}

static void describe(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_text *out) {
    qm_text_addf(out, "%s", at(s, st, figure)->walked ? "has walked" : "has not walked");
}

static bool fights(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    (void)s;
    (void)st;
    (void)figure;
    return true;
}

static bool check(const qm_scenario *s, const qm_state *st) {
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        if (at(s, st, i)->tile == 0 || who_stands(s, st, at(s, st, i)->tile, i)) {
            return false;
        }
    }
    return true;
}

static qm_result compile(qm_scenario *s, const qm__where *where, qm_diagnostics *diagnostics) {
    (void)s;
    (void)where;
    (void)diagnostics;
    return QM_OK;
}

static size_t search_size(const qm_scenario *s) {
    (void)s;
    return sizeof(uint16_t);
}

static uint16_t tape_max(const qm_scenario *s) {
    (void)s;
    return 8;
}

static qm_result start(const qm_scenario *s, qm_state *st, const qm__where *where, qm_diagnostics *diagnostics) {
    if (!check(s, st)) {
        qm_diagnostics_add(diagnostics, QM_SEVERITY_ERROR, where ? where->file : "", 0, 0, "figures", "two pavers on one tile");
        return QM_ERROR_INPUT;
    }
    return QM_OK;
}

const qm__family qm__family_pave = {
    .facts = &facts, .figure_state_size = sizeof(paver), .item_state_size = 8, .prepared_size = 8, .legs_max = LEGS_MAX,
    .compile = compile, .search_size = search_size, .tape_max = tape_max, .start = start, .check = check, .actor = actor,
    .judge = judge, .play = play, .options = options, .option = option, .reach = reach, .plan = plan, .see = see,
    .threat = threat, .look = look, .item_look = item_look, .describe = describe, .fights = fights,
};
