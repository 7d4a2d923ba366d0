/* The toy family on a table: see walkers.h for its rules. What it declares and prepares; judging is in
 * walkers_judge.c, playing in walkers_play.c, questions in walkers_ask.c. All that has to do with geometry is asked of
 * game/inches.h. */
#include "toy/walkers.h"

#include "game/place.h"
#include "toy/plain.h"

enum { ONCE = 0, FACTOR };

static const qm_clause clauses[] = {
    {"WK-01", "Walking", "Movement", "A figure walks up to its movement in a turn."},
    {"WK-02", "Walking", "Steps", "Heights up to the step are crossed freely; higher ones are not."},
    {"WK-03", "Walking", "In the way", "Solids, railings and the edge of the table bar the way."},
    {"WK-04", "Walking", "Figures", "No base overlaps another, and enemies are kept off by the margin."},
    {"WK-05", "Standing", "On a surface", "A figure ends where its base stands on a surface."},
    {"WK-06", "Ground", "Kinds", "Some ground costs something once, or more by the inch."},
    {"WK-07", "Standing", "Rectangles", "Figures on rectangular bases stay where they are."},
    {"WK-08", "Links", "Climbing",
     "A face is climbed straight up or down, from beside it, for its height; with a check."},
    {"WK-09", "Links", "Ladders", "A ladder is taken from one end to the other for its height."},
    {"WK-10", "Links", "Jumping",
     "A jump over a gap costs its length and needs a check if it is longer than a hop; there is a longest and a "
     "highest."},
    {"WK-11", "Links", "Dropping", "Dropping off an edge costs nothing and needs a check."},
    {"WK-12", "Links", "Checks", "A check is a die of six at or under the agility; one of agility 6 makes none."},
    {"WK-13", "Links", "Falling",
     "Who fails falls to the nearest place below where it has room, or stays if there is none, and moves no more."},
};

static const qm_setting settings[] = {
    {"step", QM_TYPE_LENGTH, QM_ORIGIN_FACT, 1000, 0, 3000, NULL, "inches", "WK-02",
     "The height that is crossed freely.", NULL},
    {"margin", QM_TYPE_LENGTH, QM_ORIGIN_FACT, 0, 0, 6000, NULL, "inches", "WK-04", "How far enemies are kept off.",
     NULL},
    {"whole", QM_TYPE_FLAG, QM_ORIGIN_HOUSE, 0, 0, 1, NULL, "", "WK-05", "The whole base must be supported.", NULL},
    {"leeway", QM_TYPE_LENGTH, QM_ORIGIN_FACT, 0, 0, 6000, NULL, "inches", "WK-08", "How far a climb may go sideways.",
     NULL},
    {"climb", QM_TYPE_FACTOR, QM_ORIGIN_FACT, 1000, 0, 10000, NULL, "", "WK-08", "What an inch of a climb costs.",
     NULL},
    {"ladder", QM_TYPE_FACTOR, QM_ORIGIN_FACT, 1000, 0, 10000, NULL, "", "WK-09", "What an inch of a ladder costs.",
     NULL},
    {"hop", QM_TYPE_LENGTH, QM_ORIGIN_FACT, 1000, 0, 20000, NULL, "inches", "WK-10",
     "The longest jump without a check.", NULL},
    {"jump", QM_TYPE_LENGTH, QM_ORIGIN_FACT, 3000, 0, 20000, NULL, "inches", "WK-10 WK-11",
     "The longest jump or drop in plan; 0 = none.", NULL},
    {"rise", QM_TYPE_LENGTH, QM_ORIGIN_FACT, 1000, 0, 20000, NULL, "inches", "WK-10",
     "How much higher a jump may land.", NULL},
    {"straight", QM_TYPE_FLAG, QM_ORIGIN_HOUSE, 1, 0, 1, NULL, "", "WK-11",
     "Drops go straight down to the foot of the edge.", NULL},
};

static const qm_field terrain_columns[] = {
    {.name = "once",
     .type = QM_TYPE_LENGTH,
     .high = 20000,
     .unit = "inches",
     .clauses = "WK-06",
     .text = "Costs this once."},
    {.name = "factor",
     .type = QM_TYPE_FACTOR,
     .standard = 1000,
     .low = 1000,
     .high = 10000,
     .unit = "",
     .clauses = "WK-06",
     .text = "Every inch costs so many."},
};
static const qm_row terrain_rows[] = {{"open", (const int32_t[]){0, 1000}},
                                      {"brook", (const int32_t[]){1000, 1000}},
                                      {"mud", (const int32_t[]){0, 2000}}};
static const qm_table tables[] = {{"terrain", "WK-06", "Kinds of ground.", terrain_columns, 2, 3, terrain_rows}};

static const qm_field figure_fields[] = {
    [RB_RADIUS] = {.name = "radius",
                   .type = QM_TYPE_LENGTH,
                   .standard = 500,
                   .low = 1,
                   .high = 100000,
                   .unit = "inches",
                   .clauses = "",
                   .text = "Of a round base."},
    [RB_HEIGHT] = {.name = "height",
                   .type = QM_TYPE_LENGTH,
                   .standard = 1500,
                   .low = 1,
                   .high = 100000,
                   .unit = "inches",
                   .clauses = "",
                   .text = "Of the figure."},
    [RB_MOVE] = {.name = "move",
                 .type = QM_TYPE_LENGTH,
                 .standard = 6000,
                 .low = 0,
                 .high = 100000,
                 .unit = "inches",
                 .clauses = "WK-01",
                 .text = "How far it walks in a turn."},
    [RB_WIDTH] = {.name = "width",
                  .type = QM_TYPE_LENGTH,
                  .low = 0,
                  .high = 100000,
                  .unit = "inches",
                  .clauses = "WK-07",
                  .text = "Of a rectangular base, across the facing; 0 = the base is round."},
    [RB_LENGTH] = {.name = "length",
                   .type = QM_TYPE_LENGTH,
                   .low = 0,
                   .high = 100000,
                   .unit = "inches",
                   .clauses = "WK-07",
                   .text = "Of a rectangular base, along the facing; 0 = as its width."},
    [RB_AGILITY] = {.name = "agility",
                    .type = QM_TYPE_NUMBER,
                    .standard = 4,
                    .low = 1,
                    .high = RB_DIE,
                    .unit = "",
                    .clauses = "WK-12",
                    .text = "What its checks are rolled against."},
};

#define STATE(member) .offset = offsetof(rambler, member), .size = sizeof(((rambler *)0)->member)
#define PLACED                                                                                                         \
    .type = QM_TYPE_LENGTH, .low = -QM__COORDINATE_MAX, .high = QM__COORDINATE_MAX, .unit = "inches", .clauses = ""
static const qm_field figure_state[] = {
    {.name = "x", PLACED, .text = "Where it is.", STATE(x), .flags = QM_FIELD_REQUIRED | QM_FIELD_START},
    {.name = "y", PLACED, .text = "Where it is.", STATE(y), .flags = QM_FIELD_REQUIRED | QM_FIELD_START},
    {.name = "z", PLACED, .text = "How high it stands.", STATE(z), .flags = QM_FIELD_REQUIRED | QM_FIELD_START},
    {.name = "facing",
     .type = QM_TYPE_DIRECTION,
     .high = 65535,
     .unit = "",
     .clauses = "",
     .text = "Where it looks.",
     STATE(facing),
     .flags = QM_FIELD_START},
    {.name = "done",
     .type = QM_TYPE_FLAG,
     .high = 1,
     .unit = "",
     .clauses = "",
     .text = "Has acted.",
     STATE(done),
     .flags = QM_FIELD_QUIET},
};

static const qm_order_kind orders[RB_ORDERS] = {
    [RB_WALK] = {"walk", "WK-01", "Walks.", QM_ORDER_ACTOR | QM_ORDER_LEGS, 0, {{0}}},
    [RB_PASS] = {"pass", "", "Stays.", QM_ORDER_ACTOR | QM_ORDER_IDLE, 0, {{0}}},
    [RB_NEXT] = {"next", "", "Begins the next turn.", QM_ORDER_ADVANCE, 0, {{0}}},
    [RB_PLACE] =
        {"place", "WK-05", "Puts a figure somewhere.", QM_ORDER_ACTOR | QM_ORDER_LEGS | QM_ORDER_EDIT, 0, {{0}}},
};
static const qm_leg_kind legs[RB_LEGS] = {
    [RB_LEG_WALK] = {"walk", "", QM_OPERAND_PLACE, "WK-01", "The shortest way there."},
    [RB_LEG_VIA] = {"via", "via", QM_OPERAND_PLACE, "WK-01", "Straight there."},
    [RB_LEG_FACE] = {"face", "face", QM_OPERAND_DIRECTION, "", "Turns there."},
    [RB_LEG_CLIMB] = {"climb", "climb", QM_OPERAND_PLACE, "WK-08", "Climbs from where it is to there, up or down."},
    [RB_LEG_LADDER] = {"ladder", "ladder", QM_OPERAND_PLACE, "WK-09", "Takes the ladder to there."},
    [RB_LEG_JUMP] = {"jump", "jump", QM_OPERAND_PLACE, "WK-10", "Jumps to there."},
    [RB_LEG_DROP] = {"drop", "drop", QM_OPERAND_PLACE, "WK-11", "Drops to there."},
};

static const qm_reason_kind reasons[RB_REASONS] = {
    [RB_REASON_TURN] = {"not-its-turn", "WK-01", "{figure} cannot act now"},
    [RB_REASON_FAR] = {"too-far", "WK-01",
                       "{figure} needs {needed_length} and has {had_length}, which suffice up to {at}"},
    [RB_REASON_NO_LEG] = {"no-place", "WK-05", "one place must be named"},
    [RB_REASON_NOT_ROUND] = {"not-round", "WK-07", "{figure} stands on a rectangle and stays where it is"},
    [RB_REASON_OFF_TABLE] = {"off-table", "WK-03", "{figure} would leave the table at {at}"},
    [RB_REASON_NO_SURFACE] = {"no-surface", "WK-05", "there is nothing to stand on at {at}, where {solid} ends"},
    [RB_REASON_NOWHERE] = {"nowhere", "WK-05", "there is nothing to stand on at {at}"},
    [RB_REASON_SOLID] = {"in-the-way", "WK-03", "{solid} is in the way of {figure} at {at}"},
    [RB_REASON_RAILING] = {"railing", "WK-03", "the railing of {solid} is in the way of {figure} at {at}"},
    [RB_REASON_ON_SOLID] = {"on-solid", "WK-05", "{solid} cannot be stood on at {at}"},
    [RB_REASON_NOT_WHOLE] = {"not-whole", "WK-05",
                             "part of the base of {figure} would hang in the air at {at}, off {solid}"},
    [RB_REASON_FIGURE] = {"figure", "WK-04", "{other} is in the way of {figure} at {at}"},
    [RB_REASON_TOO_HIGH] = {"too-high", "WK-02", "the step to {solid} at {at} is too high or too deep for {figure}"},
    [RB_REASON_HEIGHT] = {"other-height", "WK-05",
                          "{figure} would be at height {had_length} there, not at {needed_length}: {at}"},
    [RB_REASON_NO_WAY] = {"no-way", "WK-03", "{figure} finds no way on foot to {at}"},
    [RB_REASON_UNKNOWN] = {"unknown", "WK-01", "the way to {at} has more turns than can be told"},
    [RB_REASON_OVER] = {"over", "", "the game is over"},
    [RB_REASON_WAITS] = {"waits", "", "another order waits for an answer"},
    [RB_REASON_NO_LINK] = {"no-link", "WK-08 WK-10 WK-11", "nothing leads {figure} to {at} that way"},
    [RB_REASON_TAKE_OFF] = {"take-off", "WK-08 WK-10 WK-11",
                            "{figure} is {needed_length} from where that begins: {at}"},
    [RB_REASON_LANDING] = {"landing", "WK-08 WK-09 WK-10 WK-11",
                           "{figure} would end {needed_length} from there, at {at}"},
    [RB_REASON_SIDEWAYS] = {"sideways", "WK-08 WK-11",
                            "{figure} would go {needed_length} sideways to {at} and may go {had_length}"},
    [RB_REASON_LONG] = {"too-long", "WK-10 WK-11", "it is {needed_length} to {at}, and {had_length} is the most"},
    [RB_REASON_RISE] = {"too-high-up", "WK-10", "{at} is {needed_length} higher, and {had_length} is the most"},
    [RB_REASON_SHEER] = {"sheer", "WK-08", "{solid} cannot be climbed at {at}"},
    [RB_REASON_NO_LADDER] = {"no-ladder", "WK-09", "no ladder leads to the height of {at}"},
    [RB_REASON_LADDER_AWAY] = {"ladder-away", "WK-09", "the nearest ladder is {needed_length} from {figure}, at {at}"},
};

static const qm_event_kind events[RB_EV_COUNT] = {
    [RB_EV_WALKED] = {"walked", "WK-01", "{figure} walks {value_length} to {at}", QM_ROLE_NONE},
    [RB_EV_PLACED] = {"placed", "WK-05", "{figure} is put at {at}", QM_ROLE_NONE},
    [RB_EV_TURNED] = {"turned", "", "{figure} turns to {direction}", QM_ROLE_NONE},
    [RB_EV_TURN] = {"turn", "", "turn {value} begins", QM_ROLE_NONE},
    [RB_EV_CLIMBED] = {"climbed", "WK-08", "{figure} climbs to {at}", QM_ROLE_NONE},
    [RB_EV_LADDER] = {"ladder", "WK-09", "{figure} takes the ladder to {at}", QM_ROLE_NONE},
    [RB_EV_JUMPED] = {"jumped", "WK-10", "{figure} jumps to {at}", QM_ROLE_NONE},
    [RB_EV_DROPPED] = {"dropped", "WK-11", "{figure} drops to {at}", QM_ROLE_NONE},
    [RB_EV_FELL] = {"fell", "WK-13", "{figure} falls to {at}", QM_ROLE_NONE},
    [RB_EV_STAYED] = {"stayed", "WK-13", "{figure} has no room to fall to and stays at {at}", QM_ROLE_NONE},
    [RB_EV_ARRIVED] = {"arrived", "WK-01", "{figure} comes to {at} for {value_length}", QM_ROLE_NONE},
};
/* By the kind of link. */
static const qm_roll_kind rolls[] = {
    [QM__LINK_CLIMB] = {"climb", "WK-08 WK-12", "rolls to climb", "pass fail"},
    [QM__LINK_LADDER] = {"ladder", "WK-09", "rolls to take a ladder", "pass fail"},
    [QM__LINK_JUMP] = {"jump", "WK-10 WK-12", "rolls to jump", "pass fail"},
    [QM__LINK_DROP] = {"drop", "WK-11 WK-12", "rolls to drop", "pass fail"},
};
static const qm_term_kind terms[] = {{0}, {"agility", "WK-12"}};
static const char *const phases[] = {"", "walk"};

static const qm_rules_facts facts = {
    .name = "ramble",
    .title = "Ramble",
    .text = "A toy on a table.",
    .rules_version = 1,
    .space = QM_SPACE_TABLE,
    .phases = phases,
    .phase_count = 1,
    .clauses = clauses,
    .clause_count = 13,
    .settings = settings,
    .setting_count = RB_SETTINGS,
    .tables = tables,
    .table_count = 1,
    .figure_fields = figure_fields,
    .figure_field_count = RB_FIELDS,
    .figure_state = figure_state,
    .figure_state_count = 5,
    .orders = orders,
    .order_count = RB_ORDERS,
    .legs = legs,
    .leg_count = RB_LEGS,
    .reasons = reasons,
    .reason_count = RB_REASONS,
    .events = events,
    .event_count = RB_EV_COUNT,
    .rolls = rolls,
    .roll_count = QM__LINK_DROP + 1,
    .terms = terms,
    .term_count = 2,
    .reason_over = RB_REASON_OVER,
    .reason_pending = RB_REASON_WAITS,
    .cost_unit = "inches",
};

/* -------------------------------------------------------------------------------------------------------- preparing */

static const int32_t *kind_of(const qm_scenario *s, uint16_t kind) {
    return kind ? s->rules.tables[facts.terrain_table].rows[kind - 1].values : NULL;
}

/* What areas cost, and which of them cost anything. */
static uint64_t make_prices(qm_scenario *s, ramble *r) {
    qm__area_price *prices = qm__arena_array(&s->arena, s->table.area_count, sizeof *prices);
    uint64_t bits = 0;
    for (uint16_t i = 0; prices && i < s->table.area_count; i++) {
        const int32_t *values = kind_of(s, s->table.areas[i].kind);
        if (values && (values[ONCE] != 0 || values[FACTOR] != 1000)) {
            prices[i] = (qm__area_price){.once = values[ONCE], .factor = values[FACTOR]};
            bits |= (uint64_t)1 << i;
        }
    }
    r->prices = bits ? prices : NULL;
    return bits;
}

static qm__link_rules link_rules(const qm_scenario *s) {
    const int32_t *set = s->rules.settings;
    return (qm__link_rules){.jump_most = set[RB_JUMP],
                            .rise_most = set[RB_RISE],
                            .leeway = set[RB_LEEWAY],
                            .climbs = true,
                            .ladders = true,
                            .jumps = true,
                            .drops = true,
                            .drop_to_foot = set[RB_STRAIGHT] != 0};
}

/* A rectangle no higher than a step counts as just higher. */
static qm__inch_mover mover_of(const qm_scenario *s, uint16_t figure, uint64_t areas) {
    const int32_t step = s->rules.settings[RB_STEP], height = ramble_value(s, figure, RB_HEIGHT);
    const bool stays = ramble_value(s, figure, RB_WIDTH) > 0;
    return (qm__inch_mover){.walker = {.radius = stays ? 1 : ramble_value(s, figure, RB_RADIUS),
                                       .height = stays && height <= step ? step + 1 : height,
                                       .step = step,
                                       .free_step = step,
                                       .whole = s->rules.settings[RB_WHOLE] != 0},
                            .links = link_rules(s),
                            .areas = areas,
                            .stays = stays};
}

static const qm__inch_facts inch_facts = {
    .legs = {[QM__INCH_WALK] = RB_LEG_WALK,
             [QM__INCH_VIA] = RB_LEG_VIA,
             [QM__INCH_CLIMB] = RB_LEG_CLIMB,
             [QM__INCH_LADDER] = RB_LEG_LADDER,
             [QM__INCH_JUMP] = RB_LEG_JUMP,
             [QM__INCH_DROP] = RB_LEG_DROP},
    .reasons = {[QM__INCH_OFF_TABLE] = RB_REASON_OFF_TABLE,
                [QM__INCH_NO_SURFACE] = RB_REASON_NO_SURFACE,
                [QM__INCH_NOWHERE] = RB_REASON_NOWHERE,
                [QM__INCH_SOLID] = RB_REASON_SOLID,
                [QM__INCH_RAILING] = RB_REASON_RAILING,
                [QM__INCH_ON_SOLID] = RB_REASON_ON_SOLID,
                [QM__INCH_NOT_WHOLE] = RB_REASON_NOT_WHOLE,
                [QM__INCH_FIGURE] = RB_REASON_FIGURE,
                [QM__INCH_TOO_HIGH] = RB_REASON_TOO_HIGH,
                [QM__INCH_HEIGHT] = RB_REASON_HEIGHT,
                [QM__INCH_NO_WAY] = RB_REASON_NO_WAY,
                [QM__INCH_UNKNOWN] = RB_REASON_UNKNOWN,
                [QM__INCH_NO_LINK] = RB_REASON_NO_LINK,
                [QM__INCH_TAKE_OFF] = RB_REASON_TAKE_OFF,
                [QM__INCH_LANDING] = RB_REASON_LANDING,
                [QM__INCH_SIDEWAYS] = RB_REASON_SIDEWAYS,
                [QM__INCH_LONG] = RB_REASON_LONG,
                [QM__INCH_RISE] = RB_REASON_RISE,
                [QM__INCH_SHEER] = RB_REASON_SHEER,
                [QM__INCH_NO_LADDER] = RB_REASON_NO_LADDER,
                [QM__INCH_LADDER_AWAY] = RB_REASON_LADDER_AWAY},
    .far = RB_REASON_FAR,
    .stays = RB_REASON_NOT_ROUND,
    .body = ramble_body,
};

static qm_result compile(qm_scenario *s, const qm__where *where, qm_diagnostics *diagnostics) {
    ramble *r = qm__arena_alloc(&s->arena, sizeof *r);
    if (!r) {
        return QM_ERROR_MEMORY;
    }
    s->compiled = r;
    const uint64_t areas = make_prices(s, r);
    qm_result result = qm__inches_make(s, &inch_facts, &r->inches);
    for (uint16_t i = 1; i <= s->figure_count && result == QM_OK; i++) {
        if (!s->figures[i - 1].values) {
            continue;
        }
        const qm__inch_mover mover = mover_of(s, i, areas);
        if (mover.walker.height <= mover.walker.step) {
            qm__inch_report(s, where, i, "height", "must be higher than a step", diagnostics);
            return QM_ERROR_INPUT;
        }
        result = qm__inches_add(s, &r->inches, i, &mover);
    }
    return result == QM_OK ? qm__inches_finish(s, &r->inches, sizeof(ramble_search), where, diagnostics) : result;
}

/* ------------------------------------------------------------------------------------------------------------ state */

uint16_t ramble_actor(const qm_scenario *s, const qm_state *st) {
    for (uint16_t i = 1; i <= s->figure_count && st->phase == 1; i++) {
        if (!ramble_at(s, st, i)->done) {
            return i;
        }
    }
    return 0;
}

void ramble_body(const qm_scenario *s, const qm_state *st, uint16_t i, uint16_t figure, qm__body *out) {
    const rambler *r = ramble_at(s, st, i);
    const bool foe = figure && qm__hostile(s, s->figures[i - 1].side, s->figures[figure - 1].side);
    const int32_t width = ramble_value(s, i, RB_WIDTH), length = ramble_value(s, i, RB_LENGTH);
    *out = (qm__body){.x = r->x,
                      .y = r->y,
                      .z = r->z,
                      .radius = width > 0 ? 0 : ramble_value(s, i, RB_RADIUS),
                      .width = width,
                      .length = length > 0 ? length : width,
                      .facing = r->facing,
                      .height = ramble_value(s, i, RB_HEIGHT),
                      .manner = QM__BLOCK,
                      .id = i,
                      .margin = foe ? s->rules.settings[RB_MARGIN] : 0};
}

static bool check(const qm_scenario *s, const qm_state *st) {
    return qm__inch_check(s, ramble_inches(s), st);
}

static qm_result start(const qm_scenario *s, qm_state *st, const qm__where *where, qm_diagnostics *diagnostics) {
    return qm__inch_report_places(s, ramble_inches(s), st, where, diagnostics);
}

static void stand(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place place, void *search,
                  qm_standing *out) {
    qm__inch_stand(s, ramble_inches(s), st, figure, place, search, out);
}

static void see(const qm_scenario *s, const qm_state *st, uint16_t a, uint16_t b, void *search, qm_sight *sight) {
    qm__inch_see(s, ramble_inches(s), st, a, b, search, sight);
}

/* ---------------------------------------------------------------------------------------------------------- looking */

static void look(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_look *out) {
    const rambler *r = ramble_at(s, st, figure);
    qm__body body;
    ramble_body(s, st, figure, 0, &body);
    *out = (qm_look){.at = ramble_place(r),
                     .facing = r->facing,
                     .posture = QM_POSTURE_STANDING,
                     .side = (uint8_t)s->figures[figure - 1].side,
                     .may_act = ramble_actor(s, st) == figure,
                     .radius = body.radius,
                     .width = body.width,
                     .length = body.length};
}

static void describe(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_text *out) {
    qm_text_add(out, "move ");
    qm__inches_print(ramble_value(s, figure, RB_MOVE), out);
    qm_text_add(out, ramble_at(s, st, figure)->done ? "\", has acted" : "\", has not acted");
}

static uint32_t threat(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place *places, uint32_t capacity) {
    (void)s;
    (void)st;
    (void)figure;
    (void)places;
    (void)capacity;
    return 0;
}

static bool fights(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    (void)s;
    (void)st;
    (void)figure;
    return true;
}

static size_t search_size(const qm_scenario *s) {
    return ramble_inches(s)->size;
}

static uint16_t tape_max(const qm_scenario *s) {
    (void)s;
    return 2 * RB_LEGS_MAX; /* a die for each leg */
}

const qm__family qm__family_ramble = {
    .facts = &facts,
    .figure_state_size = sizeof(rambler),
    .item_state_size = 8,
    .prepared_size = sizeof(ramble_prepared),
    .legs_max = RB_LEGS_MAX,
    .compile = compile,
    .search_size = search_size,
    .tape_max = tape_max,
    .start = start,
    .check = check,
    .actor = ramble_actor,
    .judge = ramble_judge,
    .play = ramble_play,
    .options = ramble_options,
    .option = ramble_option,
    .reach_regions = ramble_regions,
    .reach_cost = ramble_cost,
    .plan = ramble_plan,
    .stand = stand,
    .links = ramble_links,
    .see = see,
    .threat = threat,
    .look = look,
    .item_look = plain_item_look,
    .describe = describe,
    .fights = fights,
};
