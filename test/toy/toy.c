/* The toy family: see toy.h for its rules. Read from top to bottom it is the example of docs/adding-a-family.md. */
#include "toy/toy.h"

#include <string.h>

#include "dice/sums.h"
#include "toy/plain.h"

/* ---------------------------------------------------------------------------------------------- step 1: clauses */

static const qm_clause clauses[] = {
    {"ST-01", "Walking", "Pace", "A stroller walks up to its pace in hexes."},
    {"ST-02", "Walking", "Stones", "A hex of stones calls for a roll against agility; failing it is a tumble and ends the walk."},
    {"ST-03", "Walking", "In the way", "Solid hexes and other strollers cannot be entered."},
    {"ST-04", "Tumbling", "What a tumble does", "Two dice: unhurt, muddy, bruised, a bruise or a lie-down as the player likes, down."},
    {"ST-05", "Notes", "Secret number", "Each stroller may note a number that the others do not see until all have walked."},
    {"ST-06", "Herbs", "Foraging", "A die for two of agility: two dice of 7 or more heal a bruise, less is a bruise."},
    {"ST-07", "Herbs", "Racing", "A die for three of agility, less bruises, 6 or more is a point, 8 with mud: most points win."},
    {"ST-08", "Herbs", "Vaulting", "A d20 of agility or more, or a bruise. Two dice: unbruised the higher counts, muddy the lower."},
};

/* --------------------------------------------------------------------------------------------- step 2: settings */

enum { SET_PACE, SET_DICE, SET_MUD };
static const qm_setting settings[] = {
    {"pace", QM_TYPE_NUMBER, QM_ORIGIN_FACT, 6, 1, 20, NULL, "hexes", "ST-01", "How far a stroller walks.", NULL},
    {"dice", QM_TYPE_NUMBER, QM_ORIGIN_FACT, 3, 1, 8, NULL, "dice", "ST-02", "Dice rolled on stones.", NULL},
    {"mud", QM_TYPE_WORD, QM_ORIGIN_READING, 0, 0, 1, "harmless bruises", "", "ST-04", "Whether mud bruises.", NULL},
};

/* ----------------------------------------------------------------------------- step 3: tables, fields and state */

enum { TERRAIN_STONES, TERRAIN_SOLID };
static const qm_field terrain_columns[] = {
    {.name = "stones", .type = QM_TYPE_FLAG, .high = 1, .unit = "", .clauses = "ST-02", .text = "Calls for a roll."},
    {.name = "solid", .type = QM_TYPE_FLAG, .high = 1, .unit = "", .clauses = "ST-03", .text = "Cannot be entered."},
};
static const qm_row terrain_rows[] = {
    {"open", (const int32_t[]){0, 0}}, {"stones", (const int32_t[]){1, 0}}, {"hedge", (const int32_t[]){0, 1}}};
static const qm_table tables[] = {{"terrain", "ST-02 ST-03", "Kinds of ground.", terrain_columns, 2, 3, terrain_rows}};

static const qm_field figure_fields[] = {
    {.name = "agility", .type = QM_TYPE_NUMBER, .standard = 11, .low = 1, .high = 40, .unit = "", .clauses = "ST-02",
     .text = "Rolled against on stones."},
};

/* One stroller in play: 16 bytes. */
typedef struct stroller {
    uint16_t hex;
    uint8_t facing, state, bruises, note, walked;
    uint8_t zero[9];
} stroller;
_Static_assert(sizeof(stroller) == 16, "no padding");
enum { UP, MUDDY, DOWN };

#define STATE(member) .offset = offsetof(stroller, member), .size = sizeof(((stroller *)0)->member)
static const qm_field figure_state[] = {
    {.name = "at", .type = QM_TYPE_PLACE, .unit = "", .clauses = "", .text = "Where it is.", STATE(hex),
     .flags = QM_FIELD_REQUIRED | QM_FIELD_START | QM_FIELD_EDIT},
    {.name = "facing", .type = QM_TYPE_DIRECTION, .high = 5, .unit = "", .clauses = "", .text = "Where it looks.", STATE(facing),
     .flags = QM_FIELD_START | QM_FIELD_EDIT},
    {.name = "state", .type = QM_TYPE_WORD, .high = 2, .words = "up muddy down", .unit = "", .clauses = "ST-04", .text = "How it is.",
     STATE(state), .flags = QM_FIELD_START | QM_FIELD_EDIT},
    {.name = "bruises", .type = QM_TYPE_NUMBER, .high = 100, .unit = "", .clauses = "ST-04", .text = "Bruises so far.",
     STATE(bruises), .flags = QM_FIELD_START | QM_FIELD_EDIT},
    {.name = "note", .type = QM_TYPE_NUMBER, .high = 100, .unit = "", .clauses = "ST-05", .text = "Its secret number.", STATE(note),
     .flags = QM_FIELD_HIDDEN},
    {.name = "walked", .type = QM_TYPE_FLAG, .high = 1, .unit = "", .clauses = "", .text = "Has walked.", STATE(walked),
     .flags = QM_FIELD_QUIET},
};

/* ------------------------------------------------------------------------------------- step 4: orders and texts */

static const qm_order_kind orders[ST_ORDERS] = {
    [ST_WALK] = {"walk", "ST-01", "Walks along the hexes named.", QM_ORDER_ACTOR | QM_ORDER_LEGS, 0, {{0}}},
    [ST_NOTE] = {"note", "ST-05", "Notes a secret number.", QM_ORDER_ACTOR | QM_ORDER_HIDDEN, 1,
                 {{.keyword = "", .operand = QM_OPERAND_NUMBER}}},
    [ST_NEXT] = {"next", "", "Begins the next turn.", QM_ORDER_ADVANCE, 0, {{0}}},
    [ST_PLACE] = {"place", "", "Puts a stroller somewhere.", QM_ORDER_EDIT, 2,
                  {{.keyword = "", .operand = QM_OPERAND_FIGURE}, {.keyword = "", .operand = QM_OPERAND_PLACE}}},
    [ST_FORAGE] = {"forage", "ST-06", "Looks for herbs.", QM_ORDER_ACTOR, 0, {{0}}},
    [ST_VAULT] = {"vault", "ST-08", "Vaults a fence.", QM_ORDER_ACTOR, 0, {{0}}},
    [ST_RACE] = {"race", "ST-07", "Races all who are up.", QM_ORDER_ACTOR, 0, {{0}}},
};
static const qm_leg_kind legs[] = {{0}, {"step", "", QM_OPERAND_PLACE, "ST-01", "One hex."}};

enum { REASON_NONE, REASON_TURN, REASON_FAR, REASON_APART, REASON_BARRED, REASON_OVER, REASON_WAITS, REASON_NUMBER, REASON_COUNT };
static const qm_reason_kind reasons[] = {
    [REASON_TURN] = {"not-its-turn", "ST-01", "{figure} cannot act now"},
    [REASON_FAR] = {"too-far", "ST-01", "{figure} walks {needed} hexes and has a pace of {had}"},
    [REASON_APART] = {"not-adjacent", "ST-01", "{at} is not next to the hex before it"},
    [REASON_BARRED] = {"barred", "ST-03", "{at} cannot be entered"},
    [REASON_OVER] = {"over", "", "the game is over"},
    [REASON_WAITS] = {"waits", "", "another order waits for an answer"},
    [REASON_NUMBER] = {"number", "ST-05", "a note is a number from 1 to {had}"},
};
enum { EVENT_NONE, EVENT_CAME, EVENT_TUMBLED, EVENT_NOTED, EVENT_TURN, EVENT_COUNT };
static const qm_event_kind events[] = {
    [EVENT_CAME] = {"came", "ST-01", "{figure} comes to {at}", QM_ROLE_NONE},
    [EVENT_TUMBLED] = {"tumbled", "ST-02 ST-04", "{figure} tumbles at {at}", QM_ROLE_NONE},
    [EVENT_NOTED] = {"noted", "ST-05", "{figure} notes a number", QM_ROLE_NONE},
    [EVENT_TURN] = {"turn", "", "turn {value} begins", QM_ROLE_NONE},
};
enum { ROLL_NONE, ROLL_STONES, ROLL_TUMBLE, ROLL_FORAGE, ROLL_RACE, ROLL_VAULT, ROLL_COUNT };
static const qm_roll_kind rolls[] = {
    [ROLL_STONES] = {"stones", "ST-02", "rolls to stay up on stones", "pass fail"},
    [ROLL_TUMBLE] = {"tumble", "ST-04", "rolls for the tumble", "unhurt muddy bruised either down"},
    [ROLL_FORAGE] = {"forage", "ST-06", "forages", "herbs nettles"},
    [ROLL_RACE] = {"race", "ST-07", "race", NULL},
    [ROLL_VAULT] = {"vault", "ST-08", "vaults", "over bruised"},
};
enum { CHOICE_NONE, CHOICE_EITHER, CHOICE_COUNT };
static const qm_choice_kind choices[] = {
    [CHOICE_EITHER] = {"either", "ST-04", "{figure} takes a bruise or lies down?", "bruise down"},
};
static const qm_term_kind terms[] = {{0}, {"agility", "ST-02"}, {"fresh: the higher of two", "ST-08"}, {"muddy: the lower of two", "ST-08"}};
static const char *const phases[] = {"", "stroll"};

static const qm_rules_facts facts = {
    .name = "stroll", .title = "Stroll", .text = "A toy.", .rules_version = 1, .space = QM_SPACE_HEX,
    .phases = phases, .phase_count = 1, .clauses = clauses, .clause_count = 8, .settings = settings, .setting_count = 3,
    .tables = tables, .table_count = 1, .figure_fields = figure_fields, .figure_field_count = 1,
    .figure_state = figure_state, .figure_state_count = sizeof figure_state / sizeof figure_state[0],
    .orders = orders, .order_count = ST_ORDERS, .legs = legs, .leg_count = 2, .reasons = reasons, .reason_count = REASON_COUNT,
    .events = events, .event_count = EVENT_COUNT, .rolls = rolls, .roll_count = ROLL_COUNT, .choices = choices,
    .choice_count = CHOICE_COUNT, .terms = terms, .term_count = 4, .terrain_table = 0, .reason_over = REASON_OVER,
    .reason_pending = REASON_WAITS,
};

/* -------------------------------------------------------------------------------------------- step 5: the rules */

static stroller *at(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    return qm__figure_at(s, st, figure, sizeof(stroller));
}

static const int32_t *ground(const qm_scenario *s, uint16_t hex) {
    return s->grounds[s->cells[hex]].values;
}

static qm_place place_of(const qm_scenario *s, uint16_t hex) {
    return hex ? (qm_place){qm__hex_column(&s->hex, hex) + 1, qm__hex_row(&s->hex, hex) + 1, 0} : (qm_place){0};
}

static uint16_t hex_of(const qm_scenario *s, qm_place place) {
    return qm__hex_at(&s->hex, place.x - 1, place.y - 1);
}

static uint16_t who_stands(const qm_scenario *s, const qm_state *st, uint16_t hex, uint16_t except) {
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        if (i != except && at(s, st, i)->hex == hex) {
            return i;
        }
    }
    return 0;
}

static uint16_t actor(const qm_scenario *s, const qm_state *st) {
    for (uint16_t i = 1; i <= s->figure_count && st->phase == 1; i++) {
        if (!at(s, st, i)->walked) {
            return i;
        }
    }
    return 0;
}

typedef struct prepared {
    uint16_t hexes[32];
} prepared;

static void judge_walk(qm__judging *j) {
    const qm_scenario *s = j->scenario;
    const qm_order *order = j->order;
    prepared *p = j->prepared;
    uint16_t here = at(s, j->state, order->actor)->hex;
    for (uint16_t i = 0; i < order->leg_count; i++) {
        const uint16_t to = hex_of(s, order->legs[i].to);
        if (to == 0 || qm__hex_direction_to(&s->hex, here, to) < 0) {
            qm__refuse(j, REASON_APART)->at = order->legs[i].to;
            return;
        }
        if (ground(s, to)[TERRAIN_SOLID] || who_stands(s, j->state, to, order->actor)) {
            qm__refuse(j, REASON_BARRED)->at = order->legs[i].to;
        }
        if (ground(s, to)[TERRAIN_STONES]) {
            qm_check *check = qm__foresee(j, ROLL_STONES);
            check->dice = (uint8_t)s->rules.settings[SET_DICE];
            check->sides = 6;
            check->at = order->legs[i].to;
            check->leg = (uint16_t)(i + 1);
            check->target = s->figures[order->actor - 1].values[0];
            qm__term(check->terms, &check->term_count, 1, check->target);
            check->chance = (double)qm__sum_at_most(check->dice, check->target) / (double)qm__sum_total(check->dice);
            j->verdict->chance *= check->chance;
        }
        p->hexes[i] = here = to;
        qm__way_add(j, order->legs[i].to);
    }
    j->verdict->unit = 1;
    j->verdict->cost = order->leg_count;
    j->verdict->allowance = s->rules.settings[SET_PACE];
    if (order->leg_count > s->rules.settings[SET_PACE]) {
        qm_reason *reason = qm__refuse(j, REASON_FAR);
        reason->needed = order->leg_count;
        reason->had = s->rules.settings[SET_PACE];
    }
}

/* ST-08: unbruised and muddy is neither. */
static qm_over vaulting(const stroller *b) {
    if ((b->bruises == 0) == (b->state == MUDDY)) {
        return QM_OVER_ONE;
    }
    return b->state == MUDDY ? QM_OVER_LOWER : QM_OVER_HIGHER;
}

static void judge_vault(qm__judging *j) {
    const stroller *b = at(j->scenario, j->state, j->order->actor);
    const qm_over over = vaulting(b);
    qm_check *check = qm__foresee(j, ROLL_VAULT);
    check->dice = over == QM_OVER_ONE ? 1 : 2;
    check->sides = 20;
    check->target = j->scenario->figures[j->order->actor - 1].values[0];
    check->over = (uint8_t)over;
    qm__term(check->terms, &check->term_count, 1, check->target);
    if (b->bruises == 0) {
        qm__term_word(check->terms, &check->term_count, 2);
    }
    if (b->state == MUDDY) {
        qm__term_word(check->terms, &check->term_count, 3);
    }
    const double pass = check->target > 20 ? 0 : (21 - check->target) / 20.0;
    check->chance = over == QM_OVER_ONE ? pass : over == QM_OVER_LOWER ? pass * pass : 1 - (1 - pass) * (1 - pass);
    j->verdict->chance = check->chance;
}

static void judge(qm__judging *j) {
    const qm_order *order = j->order;
    if (orders[order->kind].flags & QM_ORDER_EDIT) {
        const uint16_t to = qm__hex_at(&j->scenario->hex, (order->arguments[1] & 0xffff) - 1, (order->arguments[1] >> 16) - 1);
        if (to == 0 || who_stands(j->scenario, j->state, to, (uint16_t)order->arguments[0])) {
            qm__refuse(j, REASON_BARRED)->at = place_of(j->scenario, to);
        }
        return;
    }
    if (order->actor != actor(j->scenario, j->state) && order->kind != ST_NOTE) {
        qm__refuse(j, REASON_TURN);
    } else if (order->kind == ST_WALK) {
        judge_walk(j);
    } else if (order->kind == ST_VAULT) {
        judge_vault(j);
    } else if (order->kind == ST_NOTE && (order->arguments[0] < 1 || order->arguments[0] > 100)) {
        qm__refuse(j, REASON_NUMBER)->had = 100;
    }
}

/* ST-04: two dice, five rows. */
static void tumble(qm__run *run, uint16_t figure) {
    stroller *b = at(run->scenario, run->state, figure);
    qm__tell(run, EVENT_TUMBLED)->at = place_of(run->scenario, b->hex);
    const qm__roll roll = {.kind = ROLL_TUMBLE, .figure = figure, .dice = 2, .sides = 6, .shape = QM__BANDS, .cut_count = 4,
                           .cuts = {3, 5, 8, 10}};
    const int row = qm__roll_take(run, &roll);
    bool bruised = row == 2 || (row == 1 && run->scenario->rules.settings[SET_MUD] == 1), down = row == 4;
    if (row == 3) {
        const qm__choice either = {.kind = CHOICE_EITHER, .figure = figure, .side = run->scenario->figures[figure - 1].side,
                                   .count = 2, .automatic = 0};
        down = qm__choose(run, &either) == 1;
        bruised = !down;
    }
    b->bruises = (uint8_t)(b->bruises + (bruised && b->bruises < 100));
    b->state = down ? DOWN : row == 1 ? MUDDY : b->state;
}

static void play_walk(qm__run *run) {
    const qm_scenario *s = run->scenario;
    const uint16_t figure = run->order->actor;
    stroller *b = at(s, run->state, figure);
    const prepared *p = run->prepared;
    b->walked = 1;
    for (uint16_t i = 0; i < run->order->leg_count; i++) {
        b->facing = (uint8_t)qm__hex_direction_to(&s->hex, b->hex, p->hexes[i]);
        b->hex = p->hexes[i];
        qm__tell(run, EVENT_CAME)->at = place_of(s, b->hex);
        if (ground(s, b->hex)[TERRAIN_STONES]) {
            const int32_t target = s->figures[figure - 1].values[0];
            const qm__roll roll = {.kind = ROLL_STONES, .figure = figure, .dice = (uint8_t)s->rules.settings[SET_DICE],
                                   .sides = 6, .shape = QM__UNDER, .cuts = {(int16_t)target}, .target = target};
            if (qm__roll_take(run, &roll) != 0) {
                tumble(run, figure);
                return;
            }
        }
    }
}

/* ST-06 */
static void play_forage(qm__run *run) {
    stroller *b = at(run->scenario, run->state, run->order->actor);
    const int32_t dice = run->scenario->figures[run->order->actor - 1].values[0] / 2;
    const qm__roll roll = {.kind = ROLL_FORAGE, .figure = run->order->actor, .dice = (uint8_t)(dice < 16 ? dice : 16),
                           .sides = 10, .shape = QM__POOL, .cuts = {2, 7}, .target = 2};
    const bool found = qm__roll_take(run, &roll) == 0;
    b->bruises = (uint8_t)(found ? b->bruises - (b->bruises > 0) : b->bruises + (b->bruises < 100));
    b->walked = 1;
}

/* ST-08 */
static void play_vault(qm__run *run) {
    stroller *b = at(run->scenario, run->state, run->order->actor);
    const int32_t agility = run->scenario->figures[run->order->actor - 1].values[0];
    const qm_over over = vaulting(b);
    const qm__roll roll = {.kind = ROLL_VAULT, .figure = run->order->actor, .dice = over == QM_OVER_ONE ? 1 : 2, .sides = 20,
                           .shape = QM__OVER, .cuts = {(int16_t)agility, over == QM_OVER_LOWER}, .target = agility};
    const bool bruised = qm__roll_take(run, &roll) != 0;
    b->bruises = (uint8_t)(b->bruises + (bruised && b->bruises < 100));
    b->walked = 1;
}

/* ST-07: the winner is as fresh as ever, the others get muddy. */
static void play_race(qm__run *run) {
    const qm_scenario *s = run->scenario;
    qm__duel duel = {.kind = ROLL_RACE, .sides = 10};
    for (uint16_t i = 1; i <= s->figure_count && duel.count < QM__DUEL_MAX; i++) {
        const stroller *b = at(s, run->state, i);
        const int32_t dice = s->figures[i - 1].values[0] / 3 - b->bruises;
        if (b->state != DOWN) {
            duel.figures[duel.count] = i;
            duel.dice[duel.count] = (uint8_t)(dice < 0 ? 0 : dice > QM__DUEL_DICE_MAX ? QM__DUEL_DICE_MAX : dice);
            duel.least[duel.count++] = b->state == MUDDY ? 8 : 6;
        }
    }
    at(s, run->state, run->order->actor)->walked = 1;
    const int winner = duel.count >= 2 ? qm__duel_take(run, &duel) : 0;
    for (int i = 0; i < duel.count; i++) {
        stroller *b = at(s, run->state, duel.figures[i]);
        b->state = i == winner ? UP : MUDDY;
        b->bruises = i == winner ? 0 : b->bruises;
    }
}

static void play(qm__run *run) {
    const qm_scenario *s = run->scenario;
    qm_state *st = run->state;
    switch (run->order->kind) {
    case ST_WALK:
        play_walk(run);
        qm__end_if_decided(run);
        return;
    case ST_FORAGE:
        play_forage(run);
        return;
    case ST_RACE:
        play_race(run);
        return;
    case ST_VAULT:
        play_vault(run);
        return;
    case ST_NOTE:
        at(s, st, run->order->actor)->note = (uint8_t)run->order->arguments[0];
        qm__tell(run, EVENT_NOTED);
        return;
    case ST_NEXT:
        if (st->turn > 0) {
            qm__end_of_turn(run);
        }
        if (!st->ended) {
            st->turn++;
            st->phase = 1;
            for (uint16_t i = 1; i <= s->figure_count; i++) {
                at(s, st, i)->walked = at(s, st, i)->note = 0;
            }
            qm__tell(run, EVENT_TURN)->value = st->turn;
        }
        return;
    default:
        at(s, st, (uint16_t)run->order->arguments[0])->hex =
            qm__hex_at(&s->hex, (run->order->arguments[1] & 0xffff) - 1, (run->order->arguments[1] >> 16) - 1);
    }
}

/* ------------------------------------------------------------------------------------------ step 6: the questions */

typedef struct option_list {
    uint32_t count, walks;
    qm_order orders[12];
} option_list;

/* Options: next; or standing still and each free neighbour, foraging, racing, vaulting, a note. */
static uint32_t options(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search) {
    option_list *found = search;
    qm_order *list = found->orders;
    uint32_t count = 0;
    found->count = found->walks = 0;
    if (figure == 0) {
        qm_order_clear(&list[count++], ST_NEXT, 0);
        return found->count = count;
    }
    if (figure != actor(s, st)) {
        return 0;
    }
    qm_order_clear(&list[count++], ST_WALK, figure);
    for (int d = 0; d < 6; d++) {
        const uint16_t to = qm__hex_neighbour(&s->hex, at(s, st, figure)->hex, d);
        if (to && !ground(s, to)[TERRAIN_SOLID] && !who_stands(s, st, to, figure)) {
            qm_order *order = &list[count++];
            qm_order_clear(order, ST_WALK, figure);
            order->leg_count = 1;
            order->legs[0] = (qm_leg){.kind = 1, .to = place_of(s, to)};
        }
    }
    found->walks = count;
    qm_order_clear(&list[count++], ST_FORAGE, figure);
    qm_order_clear(&list[count++], ST_RACE, figure);
    qm_order_clear(&list[count++], ST_VAULT, figure);
    for (int32_t number = 1; number <= 100 && at(s, st, figure)->note == 0; number += 99) {
        qm_order_clear(&list[count], ST_NOTE, figure);
        list[count++].arguments[0] = number;
    }
    return found->count = count;
}

static bool option(const qm_scenario *s, const qm_state *st, void *search, uint32_t index, qm_order *order) {
    (void)s;
    (void)st;
    const option_list *list = search;
    if (index < list->count) {
        *order = list->orders[index];
    }
    return index < list->count;
}

static size_t search_size(const qm_scenario *s) {
    (void)s;
    return sizeof(option_list);
}

static uint32_t reach(const qm_scenario *s, const qm_state *st, uint16_t figure, bool risk, void *search, qm_reach_place *places,
                      uint32_t capacity) {
    (void)risk;
    options(s, st, figure, search);
    const uint32_t count = ((const option_list *)search)->walks;
    const qm_order *list = ((const option_list *)search)->orders;
    for (uint32_t i = 0; i < count && i < capacity; i++) {
        const qm_place to = list[i].leg_count ? list[i].legs[0].to : place_of(s, at(s, st, figure)->hex);
        places[i] = (qm_reach_place){.at = to, .cost = list[i].leg_count, .sure_cost = list[i].leg_count, .chance = 1,
                                     .best_chance = 1};
    }
    return count;
}

static uint32_t plan(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place goal, void *search, qm_plan_way *ways,
                     uint32_t capacity) {
    options(s, st, figure, search);
    const uint32_t count = ((const option_list *)search)->walks;
    const qm_order *list = ((const option_list *)search)->orders;
    for (uint32_t i = 1; i < count && capacity > 0; i++) {
        if (list[i].legs[0].to.x == goal.x && list[i].legs[0].to.y == goal.y) {
            ways[0] = (qm_plan_way){.order = list[i], .cost = 1, .chance = 1};
            return 1;
        }
    }
    return 0;
}

static void see(const qm_scenario *s, const qm_state *st, uint16_t a, uint16_t b, void *search, qm_sight *sight) {
    (void)search;
    sight->distance = qm__hex_distance(&s->hex, at(s, st, a)->hex, at(s, st, b)->hex);
    sight->seen = 1;
}

static uint32_t threat(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place *places, uint32_t capacity) {
    (void)s;
    (void)st;
    (void)figure;
    (void)places;
    (void)capacity;
    return 0;
}

static void look(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_look *out) {
    const stroller *b = at(s, st, figure);
    out->at = place_of(s, b->hex);
    out->facing = b->facing;
    out->posture = b->state == DOWN ? QM_POSTURE_PRONE : QM_POSTURE_STANDING;
    out->side = (uint8_t)s->figures[figure - 1].side;
    out->may_act = actor(s, st) == figure;
}

static void describe(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_text *out) {
    qm_text_addf(out, "agility %d, bruises %d", (int)s->figures[figure - 1].values[0], at(s, st, figure)->bruises);
}

static bool fights(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    return at(s, st, figure)->state != DOWN;
}

/* ST-05 */
static bool hides(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    (void)figure;
    return actor(s, st) != 0;
}

static bool check(const qm_scenario *s, const qm_state *st) {
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        if (at(s, st, i)->hex == 0 || who_stands(s, st, at(s, st, i)->hex, i)) {
            return false;
        }
    }
    return true;
}

static uint16_t tape_max(const qm_scenario *s) {
    (void)s;
    return 200;
}

static qm_result start(const qm_scenario *s, qm_state *st, const qm__where *where, qm_diagnostics *diagnostics) {
    if (!check(s, st)) {
        qm_diagnostics_add(diagnostics, QM_SEVERITY_ERROR, where ? where->file : "", 0, 0, "figures",
                           "two strollers in one hex, or one without a place");
        return QM_ERROR_INPUT;
    }
    return QM_OK;
}

const qm__family qm__family_stroll = {
    .facts = &facts, .figure_state_size = sizeof(stroller), .item_state_size = 8, .extra_size = 0,
    .prepared_size = sizeof(prepared), .legs_max = 32, .compile = plain_compile, .search_size = search_size, .tape_max = tape_max,
    .start = start, .check = check, .actor = actor, .judge = judge, .play = play, .options = options, .option = option,
    .reach = reach, .plan = plan, .see = see, .threat = threat, .look = look, .item_look = plain_item_look, .describe = describe,
    .fights = fights, .hides = hides,
};
