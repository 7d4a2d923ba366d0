/* The toy family on tiles: see pavers.h for its rules. */
#include "toy/pavers.h"

#include "game/cells.h"
#include "toy/plain.h"

enum { PACE = 5, LEGS_MAX = 8, EAST = 2 };

static const qm_clause clauses[] = {
    {"PV-01", "Moving", "All at once", "Everybody moves a tile at a time, together."},
    {"PV-02", "Moving", "Next to a foe", "Whoever comes next to a foe moves no further."},
    {"PV-03", "Conflicts", "More movement left", "Who has more movement left gets the tile."},
    {"PV-04", "Conflicts", "Even", "Even claims are rolled for, or nobody gets it."},
    {"PV-05", "Intercepting", "At once", "An interceptor moves as soon as a foe enters its area, and halts it."},
    {"PV-06", "Walking", "Pace", "A paver walks up to five points; a tile costs one."},
    {"PV-07", "Walking", "Gravel", "A tile of gravel costs two points."},
    {"PV-08", "Walking", "In the way", "Walls and other pavers bar the way."},
};

static const qm_setting settings[] = {
    {"gravel", QM_TYPE_NUMBER, QM_ORIGIN_FACT, 2, 1, 5, NULL, "points", "PV-07", "What a tile of gravel costs.", NULL},
};

static const qm_field terrain_columns[] = {
    {.name = "gravel", .type = QM_TYPE_FLAG, .high = 1, .unit = "", .clauses = "PV-07", .text = "Costs more."},
};
static const qm_row terrain_rows[] = {{"paved", (const int32_t[]){0}}, {"gravel", (const int32_t[]){1}}};
static const qm_table tables[] = {{"terrain", "PV-07", "Kinds of ground.", terrain_columns, 1, 2, terrain_rows}};

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
    [PV_WALK] = {"walk", "PV-06", "Walks along the tiles named.", QM_ORDER_ACTOR | QM_ORDER_LEGS, 0, {{0}}},
    [PV_TURN] = {"turn", "", "Turns round.", QM_ORDER_ACTOR, 1, {{.keyword = "", .operand = QM_OPERAND_DIRECTION}}},
    [PV_NEXT] = {"next", "", "Begins the next turn.", QM_ORDER_ADVANCE, 0, {{0}}},
    [PV_RESOLVE] = {"resolve", "PV-01", "The first two race.", 0, 0, {{0}}},
};
static const qm_leg_kind legs[] = {{0}, {"step", "", QM_OPERAND_PLACE, "PV-06", "One tile."}};

enum {
    REASON_NONE,
    REASON_TURN,
    REASON_FAR,
    REASON_APART,
    REASON_BARRED,
    REASON_RACE,
    REASON_OVER,
    REASON_WAITS,
    REASON_COUNT
};
static const qm_reason_kind reasons[] = {
    [REASON_TURN] = {"not-its-turn", "PV-06", "{figure} cannot act now"},
    [REASON_FAR] = {"too-far", "PV-06 PV-07", "{figure} needs {needed} points and has {had}"},
    [REASON_APART] = {"not-adjacent", "PV-06", "{at} is not next to the tile before it"},
    [REASON_BARRED] = {"barred", "PV-08", "{at} cannot be entered from there"},
    [REASON_RACE] = {"no-race", "PV-01", "the first two have not just two tiles between them"},
    [REASON_OVER] = {"over", "", "the game is over"},
    [REASON_WAITS] = {"waits", "", "another order waits for an answer"},
};
static const qm_event_kind events[EV_COUNT] = {
    [EV_GOAL] = {"goal", "PV-01", "{figure} wants to go to {at}", QM_ROLE_GOAL},
    [EV_CHOSE] = {"chose", "PV-01", "{figure} flees to {at}", QM_ROLE_REFUGE},
    [EV_WATCHES] = {"watches", "PV-05", "{figure} watches {at}", QM_ROLE_AREA},
    [EV_BEAT] = {"beat", "PV-01", "beat {value}", QM_ROLE_BEAT},
    [EV_STEPPED] = {"stepped", "PV-01", "{figure} steps to {at}", QM_ROLE_STEP},
    [EV_PAID] = {"paid", "PV-01", "{figure} begins a slow step", QM_ROLE_WAIT},
    [EV_CONFLICT] = {"conflict", "PV-03", "{figure} ({value} left) and {other} ({needed} left) both want {at}",
                     QM_ROLE_CONFLICT},
    [EV_WON] = {"won", "PV-03", "{figure} gets {at}", QM_ROLE_WON},
    [EV_LOST] = {"lost", "PV-03", "{figure} stays where it is", QM_ROLE_LOST},
    [EV_TIE] = {"tie", "PV-04", "they are even and roll", QM_ROLE_TIE},
    [EV_STANDOFF] = {"standoff", "PV-04", "they are even and neither gets it", QM_ROLE_STANDOFF},
    [EV_STOPPED] = {"stopped", "PV-02", "{figure} stops next to {other}", QM_ROLE_STOP},
    [EV_INTERCEPTED] = {"intercepted", "PV-05", "{figure} intercepts {other} at {at}", QM_ROLE_INTERRUPT},
    [EV_HALTED] = {"halted", "PV-05", "{figure} is halted by {other}", QM_ROLE_HALT},
    [EV_BLOCKED] = {"blocked", "PV-01", "{figure} cannot enter {at}: {other} is there", QM_ROLE_BLOCK},
    [EV_ARRIVED] = {"arrived", "PV-01", "{figure} has arrived", QM_ROLE_END},
    [EV_STUMBLED] = {"stumbled", "PV-01", "{figure} stumbles & <curses>", QM_ROLE_NONE},
    [EV_CAME] = {"came", "PV-06", "{figure} comes to {at}", QM_ROLE_NONE},
    [EV_TURN] = {"turn", "", "turn {value} begins", QM_ROLE_NONE},
};
static const qm_roll_kind rolls[] = {{0}, {"reflex", "PV-04", "rolls for the tile", "pass fail"}};
static const char *const phases[] = {"", "walk"};

static const qm_rules_facts facts = {
    .name = "pave", .title = "Pave", .text = "A toy on tiles.", .rules_version = 1, .space = QM_SPACE_TILE, .phases = phases,
    .phase_count = 1, .clauses = clauses, .clause_count = 8, .settings = settings, .setting_count = 1, .tables = tables,
    .table_count = 1, .figure_state = figure_state, .figure_state_count = 3, .orders = orders, .order_count = PV_ORDERS,
    .legs = legs, .leg_count = 2, .reasons = reasons, .reason_count = REASON_COUNT, .events = events,
    .event_count = EV_COUNT, .rolls = rolls, .roll_count = 2, .reason_over = REASON_OVER,
    .reason_pending = REASON_WAITS,
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
        qm__way_add(j, place);
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

/* The tile a number of steps to the east, if nothing bars the way and all but the last are free. */
static qm__tile eastward(const qm_scenario *s, const qm_state *st, uint16_t figure, int steps) {
    qm__tile here = at(s, st, figure)->tile;
    for (int i = 0; here && i < steps; i++) {
        const qm__tile to = qm__tile_neighbour(&s->tile, here, EAST);
        bool closed[2];
        const bool open = to && qm__tile_walls_beside(&s->tile, here, EAST, closed) < 2;
        here = open && (i + 1 == steps || !who_stands(s, st, to, figure)) ? to : QM__TILE_NONE;
    }
    return here;
}

static void judge_race(qm__judging *j) {
    const qm_scenario *s = j->scenario;
    const qm__tile end = s->figure_count < 2 ? QM__TILE_NONE : eastward(s, j->state, 1, 3);
    if (end == QM__TILE_NONE || at(s, j->state, 2)->tile != end) {
        qm__refuse(j, REASON_RACE);
    }
}

static void judge(qm__judging *j) {
    if (j->order->actor != actor(j->scenario, j->state)) {
        qm__refuse(j, REASON_TURN);
    } else if (j->order->kind == PV_WALK) {
        judge_walk(j);
    } else if (j->order->kind == PV_RESOLVE) {
        judge_race(j);
    }
}

static qm_event *say(qm__run *run, uint16_t kind, uint16_t figure, uint16_t other, qm__tile tile) {
    qm_event *event = qm__tell(run, kind);
    event->figure = figure;
    event->other = other;
    event->at = qm__cell_place(run->scenario, tile);
    return event;
}

static void go(qm__run *run, uint16_t figure, qm__tile tile) {
    at(run->scenario, run->state, figure)->tile = tile;
    say(run, EV_STEPPED, figure, 0, tile);
}

/* Both want the farther of the two tiles between them; the first gets it on two of three faces. */
static void race(qm__run *run) {
    const qm__tile first = eastward(run->scenario, run->state, 1, 1);
    const qm__tile middle = eastward(run->scenario, run->state, 1, 2);
    say(run, EV_GOAL, 1, 0, middle);
    say(run, EV_GOAL, 2, 0, middle);
    go(run, 1, first);
    qm_event *event = say(run, EV_CONFLICT, 1, 2, middle);
    event->value = event->needed = 3;
    say(run, EV_TIE, 1, 2, middle);
    const qm__roll roll = {
        .kind = 1, .figure = 1, .dice = 1, .sides = 3, .shape = QM__BANDS, .cut_count = 1, .cuts = {2}};
    const uint16_t winner = qm__roll_take(run, &roll) == 0 ? 1 : 2, loser = (uint16_t)(3 - winner);
    say(run, EV_WON, winner, loser, middle);
    go(run, winner, middle);
    say(run, EV_LOST, loser, winner, middle);
    say(run, EV_ARRIVED, winner, 0, middle);
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
            qm__tell(run, EV_TURN)->value = ++st->turn;
            for (uint16_t i = 1; i <= s->figure_count; i++) {
                at(s, st, i)->walked = 0;
            }
        }
        return;
    }
    if (run->order->kind == PV_RESOLVE) {
        race(run);
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
        qm__tell(run, EV_CAME)->at = run->order->legs[i].to;
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

static void see(const qm_scenario *s, const qm_state *st, uint16_t a, uint16_t b, void *search, qm_sight *sight) {
    (void)search;
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
    .compile = plain_compile, .search_size = search_size, .tape_max = tape_max, .start = start, .check = check, .actor = actor,
    .judge = judge, .play = play, .options = options, .option = option, .reach = reach, .plan = plan, .see = see,
    .threat = threat, .look = look, .item_look = plain_item_look, .describe = describe, .fights = fights,
};
