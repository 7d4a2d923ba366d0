/* The toy family of units: see drill.h for its rules. */
#include "toy/drill.h"

#include <string.h>

#include "game/cells.h"
#include "toy/plain.h"

enum { LEGS_MAX = 60, DICE = 0, HIT = 1, DICE_MAX = 6, SIDES = 6, PACE = 0 };

static const qm_clause clauses[] = {
    {"DR-01", "Units", "One after the other", "Units act one after the other, once a turn."},
    {"DR-02", "Marching", "Pace", "Each figure of a unit steps from tile to tile, up to its pace."},
    {"DR-03", "Marching", "In the way", "No figure enters a tile of another unit, and no two end on one tile."},
    {"DR-04", "Firing", "Volley", "Each figure rolls the dice of its weapon; those at or under its number hit."},
    {"DR-05", "Firing", "Falling", "For each hit the other side picks a figure of the unit, which falls."},
};

static const qm_setting settings[] = {
    {"clumsy", QM_TYPE_NUMBER, QM_ORIGIN_HOUSE, 0, 0, 5, NULL, "", "DR-04", "Taken off the number of every weapon.",
     NULL},
};

static const qm_field terrain_columns[] = {
    {.name = "soft", .type = QM_TYPE_FLAG, .high = 1, .unit = "", .clauses = "", .text = "Makes no difference."},
};
static const qm_row terrain_rows[] = {{"turf", (const int32_t[]){0}}};
static const qm_field weapon_columns[] = {
    [DICE] = {.name = "dice",
              .type = QM_TYPE_NUMBER,
              .standard = 1,
              .low = 1,
              .high = DICE_MAX,
              .unit = "dice",
              .clauses = "DR-04",
              .text = "Rolled for a volley."},
    [HIT] = {.name = "hit",
             .type = QM_TYPE_NUMBER,
             .standard = 3,
             .low = 0,
             .high = SIDES,
             .unit = "",
             .clauses = "DR-04",
             .text = "What a die must show at most."},
};
static const qm_row weapon_rows[] = {{"rifle", (const int32_t[]){2, 3}}, {"pistol", (const int32_t[]){1, 4}}};
static const qm_table tables[] = {
    {"terrain", "", "Kinds of ground.", terrain_columns, 1, 1, terrain_rows},
    {"weapons", "DR-04", "What is fired with.", weapon_columns, 2, 2, weapon_rows},
};
enum { WEAPONS = 1 };

static const qm_field figure_fields[] = {
    [PACE] = {.name = "pace",
              .type = QM_TYPE_NUMBER,
              .standard = 3,
              .low = 0,
              .high = 9,
              .unit = "tiles",
              .clauses = "DR-02",
              .text = "How far it steps in a turn."},
};

/* One figure in play: 8 bytes. What is true of a unit is in its first figure. */
typedef struct driller {
    uint16_t tile;
    uint8_t facing, down, weapon, done;
    uint8_t zero[2];
} driller;
_Static_assert(sizeof(driller) == 8, "no padding");

#define STATE(member) .offset = offsetof(driller, member), .size = sizeof(((driller *)0)->member)
static const qm_field figure_state[] = {
    {.name = "at",
     .type = QM_TYPE_PLACE,
     .unit = "",
     .clauses = "",
     .text = "Where it is.",
     STATE(tile),
     .flags = QM_FIELD_REQUIRED | QM_FIELD_START},
    {.name = "facing",
     .type = QM_TYPE_DIRECTION,
     .high = 7,
     .unit = "",
     .clauses = "",
     .text = "Where it looks.",
     STATE(facing),
     .flags = QM_FIELD_START},
    {.name = "down",
     .type = QM_TYPE_FLAG,
     .high = 1,
     .unit = "",
     .clauses = "DR-05",
     .text = "Has fallen.",
     STATE(down),
     .flags = QM_FIELD_START},
    {.name = "weapon",
     .type = QM_TYPE_ROW,
     .table = "weapons",
     .standard = 1,
     .high = 255,
     .unit = "",
     .clauses = "DR-04",
     .text = "What it fires with.",
     STATE(weapon),
     .flags = QM_FIELD_START},
    {.name = "done",
     .type = QM_TYPE_FLAG,
     .high = 1,
     .unit = "",
     .clauses = "DR-01",
     .text = "Its unit has acted.",
     STATE(done),
     .flags = QM_FIELD_QUIET},
};

enum { UNIT_ORDER = QM_ORDER_ACTOR | QM_ORDER_UNIT };
static const qm_order_kind orders[DR_ORDERS] = {
    [DR_MARCH] = {"march", "DR-02", "The figures named step along their tiles.", UNIT_ORDER | QM_ORDER_LEGS, 0, {{0}}},
    [DR_VOLLEY] = {"volley",
                   "DR-04",
                   "All fire at a unit.",
                   UNIT_ORDER | QM_ORDER_LEGS,
                   1,
                   {{.keyword = "at", .operand = QM_OPERAND_UNIT}}},
    [DR_REST] = {"rest", "", "Does nothing.", UNIT_ORDER | QM_ORDER_IDLE, 0, {{0}}},
    [DR_SALUTE] = {"salute",
                   "",
                   "One figure of the unit turns.",
                   QM_ORDER_ACTOR,
                   1,
                   {{.keyword = "", .operand = QM_OPERAND_DIRECTION}}},
    [DR_ARM] = {"arm",
                "DR-04",
                "Gives a figure another weapon.",
                QM_ORDER_EDIT,
                2,
                {{.keyword = "", .operand = QM_OPERAND_FIGURE},
                 {.keyword = "with", .operand = QM_OPERAND_ROW, .words = "weapons"}}},
    [DR_NEXT] = {"next", "", "Begins the next turn.", QM_ORDER_ADVANCE, 0, {{0}}},
};
static const qm_leg_kind legs[DR_LEGS] = {
    [DR_LEG_FIGURE] = {"figure", "", QM_OPERAND_FIGURE, "DR-02", "What follows is for this figure."},
    [DR_LEG_STEP] = {"step", "", QM_OPERAND_PLACE, "DR-02", "One tile."},
    [DR_LEG_FACE] = {"face", "face", QM_OPERAND_DIRECTION, "", "Turns there."},
    [DR_LEG_SHIFT] = {"shift", "shift", QM_OPERAND_DIRECTION, "DR-02", "All who are not named step there."},
    [DR_LEG_WITH] = {"weapons", "with", QM_OPERAND_ROW, "DR-04", "Fires with this; before any name: all do."},
};

enum {
    REASON_NONE,
    REASON_TURN,
    REASON_STRANGER,
    REASON_DOWN,
    REASON_TWICE,
    REASON_NOBODY,
    REASON_APART,
    REASON_TAKEN,
    REASON_SAME_END,
    REASON_FAR,
    REASON_LEG,
    REASON_FRIENDS,
    REASON_NO_TARGET,
    REASON_OVER,
    REASON_WAITS,
    REASON_COUNT
};
static const qm_reason_kind reasons[] = {
    [REASON_TURN] = {"not-its-turn", "DR-01", "{unit} cannot act now"},
    [REASON_STRANGER] = {"stranger", "DR-01", "{other} is of {other_unit}, not of {unit}"},
    [REASON_DOWN] = {"down", "DR-05", "{figure} has fallen"},
    [REASON_TWICE] = {"twice", "DR-02", "{figure} is named twice"},
    [REASON_NOBODY] = {"nobody", "DR-02", "nobody of {unit} is named before {at}"},
    [REASON_APART] = {"not-adjacent", "DR-02", "{at} is not next to the tile where {figure} would be"},
    [REASON_TAKEN] = {"taken", "DR-03", "{figure} cannot enter {at}: {other} of {other_unit} is there"},
    [REASON_SAME_END] = {"same-end", "DR-03", "{figure} and {other} would both end at {at}"},
    [REASON_FAR] = {"too-far", "DR-02", "{figure} needs {needed} steps and has {had}"},
    [REASON_LEG] = {"strange-leg", "", "that does not go with this order"},
    [REASON_FRIENDS] = {"friends", "DR-04", "{unit} does not fire at {other_unit}"},
    [REASON_NO_TARGET] = {"no-target", "DR-04", "all of {other_unit} have fallen"},
    [REASON_OVER] = {"over", "", "the game is over"},
    [REASON_WAITS] = {"waits", "", "another order waits for an answer"},
};
enum { EV_CAME = 1, EV_TURNED, EV_FIRED, EV_FELL, EV_LOST, EV_RESTED, EV_ARMED, EV_TURN, EV_COUNT };
static const qm_event_kind events[EV_COUNT] = {
    [EV_CAME] = {"came", "DR-02", "{figure} comes to {at}", QM_ROLE_NONE},
    [EV_TURNED] = {"turned", "", "{figure} turns to {direction}", QM_ROLE_NONE},
    [EV_FIRED] = {"fired", "DR-04", "{unit} fires at {other_unit}: {value} hits", QM_ROLE_NONE},
    [EV_FELL] = {"fell", "DR-05", "{figure} of {unit} falls", QM_ROLE_NONE},
    [EV_LOST] = {"lost", "DR-05", "{unit} is gone", QM_ROLE_NONE},
    [EV_RESTED] = {"rested", "", "{unit} rests", QM_ROLE_NONE},
    [EV_ARMED] = {"armed", "DR-04", "{figure} takes another weapon", QM_ROLE_NONE},
    [EV_TURN] = {"turn", "", "turn {value} begins", QM_ROLE_NONE},
};
enum { ROLL_HIT = 1 };
static const qm_roll_kind rolls[] = {{0}, {"hit", "DR-04", "rolls to hit", NULL}};
enum { CHOICE_FALL = 1 };
static const qm_choice_kind choices[] = {{0}, {"fall", "DR-05", "{other_unit} has hit {unit}: who falls?", NULL}};
static const char *const phases[] = {"", "drill"};

static const qm_rules_facts facts = {
    .name = "drill",
    .title = "Drill",
    .text = "A toy of units on tiles.",
    .rules_version = 1,
    .space = QM_SPACE_TILE,
    .units = true,
    .phases = phases,
    .phase_count = 1,
    .clauses = clauses,
    .clause_count = 5,
    .settings = settings,
    .setting_count = 1,
    .tables = tables,
    .table_count = 2,
    .figure_fields = figure_fields,
    .figure_field_count = 1,
    .figure_state = figure_state,
    .figure_state_count = 5,
    .orders = orders,
    .order_count = DR_ORDERS,
    .legs = legs,
    .leg_count = DR_LEGS,
    .reasons = reasons,
    .reason_count = REASON_COUNT,
    .events = events,
    .event_count = EV_COUNT,
    .rolls = rolls,
    .roll_count = 2,
    .choices = choices,
    .choice_count = 2,
    .reason_over = REASON_OVER,
    .reason_pending = REASON_WAITS,
};

/* ------------------------------------------------------------------------------------------------------------ state */

static driller *at(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    return qm__figure_at(s, st, figure, sizeof(driller));
}

static const qm__troop *unit_of(const qm_scenario *s, uint16_t figure) {
    return &s->units[s->figures[figure - 1].unit - 1];
}

static uint16_t alive(const qm_scenario *s, const qm_state *st, const qm__troop *unit) {
    uint16_t count = 0;
    for (uint16_t i = 0; i < unit->count; i++) {
        count = (uint16_t)(count + !at(s, st, (uint16_t)(unit->first + i))->down);
    }
    return count;
}

static uint16_t actor(const qm_scenario *s, const qm_state *st) {
    for (uint16_t u = 0; u < s->unit_count && st->phase == 1; u++) {
        if (!at(s, st, s->units[u].first)->done && alive(s, st, &s->units[u]) > 0) {
            return s->units[u].first;
        }
    }
    return 0;
}

/* Who stands on a tile and is not of this unit. */
static uint16_t who_stands(const qm_scenario *s, const qm_state *st, qm__tile tile, const qm__troop *except) {
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        if (at(s, st, i)->tile == tile && !at(s, st, i)->down && unit_of(s, i) != except) {
            return i;
        }
    }
    return 0;
}

/* ---------------------------------------------------------------------------------------------------------- judging */

/* By the place in the unit. */
typedef struct prepared {
    uint16_t end[QM_PARTS_MAX];
    uint8_t facing[QM_PARTS_MAX], named[QM_PARTS_MAX];
    uint8_t dice[QM_PARTS_MAX], hit[QM_PARTS_MAX];
} prepared;

/* The figure whose legs begin, as its place in the unit; -1 after a reason. */
static int begin_figure(qm__judging *j, const qm__troop *unit, prepared *p, uint16_t figure) {
    const int place = figure - unit->first;
    uint16_t wrong = REASON_NONE;
    if (place < 0 || place >= unit->count) {
        qm__refuse(j, REASON_STRANGER)->other = figure;
        return -1;
    }
    if (at(j->scenario, j->state, figure)->down) {
        wrong = REASON_DOWN;
    } else if (p->named[place]) {
        wrong = REASON_TWICE;
    }
    if (wrong) {
        qm__refuse(j, wrong)->figure = figure;
        return -1;
    }
    p->named[place] = 1;
    return place;
}

static qm_part *begin_part(qm__judging *j, const prepared *p, uint16_t figure, int place) {
    qm_part *part = qm__part_add(j, figure);
    part->end = qm__cell_place(j->scenario, p->end[place]);
    part->allowance = j->scenario->figures[figure - 1].values[PACE];
    return part;
}

static bool too_far(qm__judging *j, const qm_part *part) {
    qm_reason *reason = qm__refuse(j, REASON_FAR);
    reason->figure = part->figure;
    reason->needed = part->cost;
    reason->had = part->allowance;
    return false;
}

/* One step of the figure whose part was begun last; false after a reason. */
static bool step(qm__judging *j, const qm__troop *unit, prepared *p, int place, qm_place to) {
    const qm_scenario *s = j->scenario;
    const qm__tile from = p->end[place], tile = qm__cell_of(s, to);
    const uint16_t figure = (uint16_t)(unit->first + place);
    const uint16_t other = tile ? who_stands(s, j->state, tile, unit) : 0;
    if (!tile || qm__tile_direction_to(&s->tile, from, tile) == QM__TILE_NOWHERE || other) {
        qm_reason *reason = qm__refuse(j, other ? REASON_TAKEN : REASON_APART);
        reason->figure = figure;
        reason->other = other;
        reason->at = to;
        return false;
    }
    qm_part *part = &j->verdict->parts[j->verdict->part_count - 1];
    if (part->count == 0) {
        qm__way_add(j, qm__cell_place(s, from));
    }
    qm__way_add(j, to);
    p->end[place] = tile;
    p->facing[place] = (uint8_t)qm__tile_direction_to(&s->tile, from, tile);
    part->end = to;
    part->facing = p->facing[place];
    part->cost++;
    return part->cost <= part->allowance || too_far(j, part);
}

/* Where everybody is to begin with. */
static void set_out(const qm__judging *j, const qm__troop *unit, prepared *p) {
    memset(p, 0, sizeof *p);
    for (int i = 0; i < unit->count; i++) {
        const driller *d = at(j->scenario, j->state, (uint16_t)(unit->first + i));
        p->end[i] = d->tile;
        p->facing[i] = d->facing;
    }
}

static void judge_ends(qm__judging *j, const qm__troop *unit, const prepared *p) {
    for (int a = 0; a < unit->count; a++) {
        for (int b = a + 1; b < unit->count; b++) {
            const uint16_t first = (uint16_t)(unit->first + a), second = (uint16_t)(unit->first + b);
            if (p->end[a] == p->end[b] && !at(j->scenario, j->state, first)->down &&
                !at(j->scenario, j->state, second)->down) {
                qm_reason *reason = qm__refuse(j, REASON_SAME_END);
                reason->figure = first;
                reason->other = second;
                reason->at = qm__cell_place(j->scenario, p->end[a]);
            }
        }
    }
}

static void shift(qm__judging *j, const qm__troop *unit, prepared *p, int direction) {
    for (int i = 0; i < unit->count; i++) {
        const uint16_t figure = (uint16_t)(unit->first + i);
        if (!p->named[i] && !at(j->scenario, j->state, figure)->down) {
            const qm__tile to = qm__tile_neighbour(&j->scenario->tile, p->end[i], direction);
            p->named[i] = 1;
            begin_part(j, p, figure, i)->flags = QM_PART_CHOSEN;
            step(j, unit, p, i, to ? qm__cell_place(j->scenario, to) : (qm_place){0});
        }
    }
}

/* The verdict's own numbers are those of whoever has the least left. */
static void tell_least(qm_verdict *verdict) {
    verdict->unit = 1;
    for (uint16_t i = 0; i < verdict->part_count; i++) {
        const qm_part *part = &verdict->parts[i];
        if (i == 0 || part->allowance - part->cost < verdict->allowance - verdict->cost) {
            verdict->cost = part->cost;
            verdict->allowance = part->allowance;
        }
    }
}

static void judge_march(qm__judging *j, const qm__troop *unit, prepared *p) {
    qm_part *part = NULL;
    int place = -1;
    for (uint16_t i = 0; i < j->order->leg_count; i++) {
        const qm_leg *leg = &j->order->legs[i];
        if (leg->kind == DR_LEG_FIGURE) {
            place = begin_figure(j, unit, p, leg->thing);
            if (place < 0) {
                return;
            }
            part = begin_part(j, p, leg->thing, place);
        } else if (leg->kind == DR_LEG_SHIFT) {
            shift(j, unit, p, leg->thing);
            place = -1;
        } else if (leg->kind == DR_LEG_WITH) {
            qm__refuse(j, REASON_LEG)->leg = (uint16_t)(i + 1);
        } else if (place < 0) {
            qm__refuse(j, REASON_NOBODY)->at = leg->to;
            return;
        } else if (leg->kind == DR_LEG_FACE) {
            p->facing[place] = (uint8_t)leg->thing;
            part->facing = leg->thing;
        } else if (!step(j, unit, p, place, leg->to)) {
            return;
        }
    }
    tell_least(j->verdict);
    judge_ends(j, unit, p);
}

static void take_weapon(const qm_scenario *s, prepared *p, int place, uint16_t row) {
    const int32_t *values = s->rules.tables[WEAPONS].rows[row - 1].values;
    const int32_t hit = values[HIT] - s->rules.settings[0];
    p->dice[place] = (uint8_t)values[DICE];
    p->hit[place] = (uint8_t)(hit < 0 ? 0 : hit);
}

/* Announces what each shooter rolls. */
static void foresee_volley(qm__judging *j, const qm__troop *unit, const prepared *p) {
    for (int i = 0; i < unit->count; i++) {
        if (p->dice[i] > 0) {
            qm_check *check = qm__foresee(j, ROLL_HIT);
            double miss = 1;
            for (int die = 0; die < p->dice[i]; die++) {
                miss *= 1 - p->hit[i] / (double)SIDES;
            }
            check->figure = (uint16_t)(unit->first + i);
            check->dice = p->dice[i];
            check->sides = SIDES;
            check->target = p->hit[i];
            check->over = QM_OVER_EACH;
            check->chance = 1 - miss;
        }
    }
}

static void judge_volley(qm__judging *j, const qm__troop *unit, prepared *p) {
    const qm_scenario *s = j->scenario;
    const uint16_t target = (uint16_t)j->order->arguments[0];
    uint16_t everyone = 0;
    int place = -1;
    if (!qm__hostile(s, s->figures[unit->first - 1].side, s->figures[target - 1].side)) {
        qm__refuse(j, REASON_FRIENDS)->other = target;
    } else if (alive(s, j->state, unit_of(s, target)) == 0) {
        qm__refuse(j, REASON_NO_TARGET)->other = target;
    }
    for (int i = 0; i < unit->count; i++) {
        const driller *d = at(s, j->state, (uint16_t)(unit->first + i));
        if (!d->down) {
            take_weapon(s, p, i, d->weapon);
        }
    }
    for (uint16_t i = 0; i < j->order->leg_count; i++) {
        const qm_leg *leg = &j->order->legs[i];
        if (leg->kind == DR_LEG_FIGURE) {
            place = begin_figure(j, unit, p, leg->thing);
            if (place < 0) {
                return;
            }
        } else if (leg->kind != DR_LEG_WITH) {
            qm__refuse(j, REASON_LEG)->leg = (uint16_t)(i + 1);
        } else if (place >= 0) {
            take_weapon(s, p, place, leg->thing);
        } else {
            everyone = leg->thing;
        }
    }
    for (int i = 0; i < unit->count && everyone; i++) {
        if (p->dice[i] > 0 && !p->named[i]) {
            take_weapon(s, p, i, everyone);
        }
    }
    foresee_volley(j, unit, p);
}

static void judge_salute(qm__judging *j) {
    if (unit_of(j->scenario, j->order->actor)->first != actor(j->scenario, j->state)) {
        qm__refuse(j, REASON_TURN);
    } else if (at(j->scenario, j->state, j->order->actor)->down) {
        qm__refuse(j, REASON_DOWN);
    }
}

static void judge(qm__judging *j) {
    prepared *p = j->prepared;
    const qm__troop *unit = j->order->actor ? unit_of(j->scenario, j->order->actor) : NULL;
    if (j->order->kind == DR_SALUTE) {
        judge_salute(j);
        return;
    }
    if (j->order->kind == DR_ARM) {
        return;
    }
    if (j->order->actor != actor(j->scenario, j->state)) {
        qm__refuse(j, REASON_TURN);
        return;
    }
    if (unit) {
        set_out(j, unit, p);
    }
    if (j->order->kind == DR_MARCH) {
        judge_march(j, unit, p);
    } else if (j->order->kind == DR_VOLLEY) {
        judge_volley(j, unit, p);
    }
}

/* ---------------------------------------------------------------------------------------------------------- playing */

static void march(qm__run *run, const qm__troop *unit, const prepared *p) {
    for (int i = 0; i < unit->count; i++) {
        const uint16_t figure = (uint16_t)(unit->first + i);
        driller *d = at(run->scenario, run->state, figure);
        if (d->tile != p->end[i]) {
            d->tile = p->end[i];
            qm_event *event = qm__tell(run, EV_CAME);
            event->figure = figure;
            event->at = qm__cell_place(run->scenario, d->tile);
        }
        if (d->facing != p->facing[i]) {
            d->facing = p->facing[i];
            qm_event *event = qm__tell(run, EV_TURNED);
            event->figure = figure;
            event->word = d->facing;
        }
    }
}

/* One of the unit falls, of the other side's choice. */
static void fall(qm__run *run, const qm__troop *unit, uint16_t by) {
    const qm_scenario *s = run->scenario;
    qm__choice choice = {
        .kind = CHOICE_FALL, .figure = unit->first, .side = s->figures[unit->first - 1].side, .other = by};
    for (int i = 0; i < unit->count && choice.count < 16; i++) {
        const uint16_t figure = (uint16_t)(unit->first + i);
        if (!at(s, run->state, figure)->down) {
            choice.options[choice.count++] = figure;
        }
    }
    const uint16_t fallen = choice.options[qm__choose(run, &choice)];
    at(s, run->state, fallen)->down = 1;
    qm__tell(run, EV_FELL)->figure = fallen;
}

static void volley(qm__run *run, const qm__troop *unit, const prepared *p) {
    const qm_scenario *s = run->scenario;
    const uint16_t first = (uint16_t)run->order->arguments[0];
    const qm__troop *target = unit_of(s, first);
    for (int i = 0; i < unit->count; i++) {
        if (p->dice[i] > 0) {
            const qm__roll roll = {.kind = ROLL_HIT,
                                   .figure = (uint16_t)(unit->first + i),
                                   .dice = p->dice[i],
                                   .sides = SIDES,
                                   .shape = QM__COUNT,
                                   .cuts = {p->hit[i]},
                                   .target = p->hit[i]};
            run->vars[0] += qm__roll_take(run, &roll);
        }
    }
    qm_event *event = qm__tell(run, EV_FIRED);
    event->other = first;
    event->value = run->vars[0];
    for (; run->vars[0] > 0 && alive(s, run->state, target) > 0; run->vars[0]--) {
        fall(run, target, unit->first);
    }
    run->vars[0] = 0;
    if (alive(s, run->state, target) == 0) {
        qm__tell(run, EV_LOST)->figure = first;
        qm__end_if_decided(run);
    }
}

static void begin_turn(qm__run *run) {
    qm_state *st = run->state;
    if (st->turn > 0) {
        qm__end_of_turn(run);
    }
    if (!st->ended) {
        st->phase = 1;
        qm__tell(run, EV_TURN)->value = ++st->turn;
        for (uint16_t i = 1; i <= run->scenario->figure_count; i++) {
            at(run->scenario, st, i)->done = 0;
        }
    }
}

static void play(qm__run *run) {
    const qm_order *order = run->order;
    if (order->kind == DR_NEXT) {
        begin_turn(run);
    } else if (order->kind == DR_SALUTE) {
        at(run->scenario, run->state, order->actor)->facing = (uint8_t)order->arguments[0];
        qm__tell(run, EV_TURNED)->word = (uint16_t)order->arguments[0];
    } else if (order->kind == DR_ARM) {
        at(run->scenario, run->state, (uint16_t)order->arguments[0])->weapon = (uint8_t)order->arguments[1];
        qm__tell(run, EV_ARMED)->figure = (uint16_t)order->arguments[0];
    } else {
        const qm__troop *unit = unit_of(run->scenario, order->actor);
        at(run->scenario, run->state, order->actor)->done = 1;
        if (order->kind == DR_MARCH) {
            march(run, unit, run->prepared);
        } else if (order->kind == DR_VOLLEY) {
            volley(run, unit, run->prepared);
        } else {
            qm__tell(run, EV_RESTED);
        }
    }
}

/* --------------------------------------------------------------------------------------------------------- forecast */

enum { HITS_MAX = QM_PARTS_MAX * DICE_MAX };

typedef struct foreseen {
    double hits[HITS_MAX + 1], lost[QM_PARTS_MAX + 1];
} foreseen;

static bool forecast(const qm_scenario *s, const qm_state *st, const qm_order *order, const void *prepared_order,
                     qm_policy policy, void *search, qm_forecast_result *out) {
    const prepared *p = prepared_order;
    foreseen *f = search;
    uint32_t dice = 0;
    (void)policy; /* whoever falls, as many do */
    if (order->kind != DR_VOLLEY) {
        return true;
    }
    memset(f, 0, sizeof *f);
    f->hits[0] = 1;
    for (int i = 0; i < QM_PARTS_MAX; i++) {
        for (int die = 0; die < p->dice[i]; die++) {
            const double hit = p->hit[i] / (double)SIDES;
            dice++;
            for (uint32_t n = dice; n > 0; n--) {
                f->hits[n] = f->hits[n] * (1 - hit) + f->hits[n - 1] * hit;
            }
            f->hits[0] *= 1 - hit;
        }
    }
    const uint16_t target = (uint16_t)order->arguments[0], most = alive(s, st, unit_of(s, target));
    for (uint32_t n = 0; n <= dice; n++) {
        f->lost[n < most ? n : most] += f->hits[n];
    }
    out->had_choices = most > 1;
    out->spreads[out->count++] =
        (qm_spread){.name = "hits", .figure = order->actor, .count = dice + 1, .chances = f->hits};
    out->spreads[out->count++] =
        (qm_spread){.name = "figures lost", .figure = target, .count = most + 1u, .chances = f->lost};
    return true;
}

/* -------------------------------------------------------------------------------------------------------- questions */

/* Whether all of a unit can step one way. */
static bool can_shift(const qm_scenario *s, const qm_state *st, const qm__troop *unit, int direction) {
    bool can = true;
    for (int i = 0; i < unit->count && can; i++) {
        const driller *d = at(s, st, (uint16_t)(unit->first + i));
        const qm__tile to = d->down ? 0 : qm__tile_neighbour(&s->tile, d->tile, direction);
        can = d->down || (to && !who_stands(s, st, to, unit));
    }
    return can;
}

/* Candidates: resting, shifting each way, and a volley at every unit. False for those that are not legal. */
static bool candidate(const qm_scenario *s, const qm_state *st, uint16_t first, uint32_t number, qm_order *order) {
    const qm__troop *unit = unit_of(s, first);
    if (number == 0) {
        qm_order_clear(order, DR_REST, first);
        return true;
    }
    if (number <= 8) {
        qm_order_clear(order, DR_MARCH, first);
        order->leg_count = 1;
        order->legs[0] = (qm_leg){.kind = DR_LEG_SHIFT, .thing = (uint16_t)(number - 1)};
        return can_shift(s, st, unit, (int)number - 1);
    }
    const qm__troop *target = &s->units[number - 9];
    qm_order_clear(order, DR_VOLLEY, first);
    order->arguments[0] = target->first;
    return alive(s, st, target) > 0 && qm__hostile(s, s->figures[first - 1].side, s->figures[target->first - 1].side);
}

static bool option(const qm_scenario *s, const qm_state *st, void *search, uint32_t index, qm_order *order) {
    const uint16_t figure = *(const uint16_t *)search;
    qm_order_clear(order, DR_NEXT, 0);
    if (figure == 0) {
        return index == 0;
    }
    for (uint32_t number = 0; number < 9u + s->unit_count; number++) {
        if (candidate(s, st, unit_of(s, figure)->first, number, order) && index-- == 0) {
            return true;
        }
    }
    return false;
}

static uint32_t options(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search) {
    qm_order order;
    uint32_t count = 0;
    *(uint16_t *)search = figure;
    while ((figure == 0 || unit_of(s, figure)->first == actor(s, st)) && option(s, st, search, count, &order)) {
        count++;
    }
    return count;
}

static uint32_t reach(const qm_scenario *s, const qm_state *st, uint16_t figure, bool risk, void *search,
                      qm_reach_place *places, uint32_t capacity) {
    (void)risk;
    (void)search;
    if (capacity > 0) {
        places[0] = (qm_reach_place){.at = qm__cell_place(s, at(s, st, figure)->tile), .chance = 1, .best_chance = 1};
    }
    return 1;
}

static uint32_t plan(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place goal, void *search,
                     qm_plan_way *ways, uint32_t capacity) {
    (void)s;
    (void)st;
    (void)figure;
    (void)goal;
    (void)search;
    (void)ways;
    (void)capacity;
    return 0;
}

static void see(const qm_scenario *s, const qm_state *st, uint16_t a, uint16_t b, void *search, qm_sight *sight) {
    (void)search;
    sight->distance = qm__tile_distance(&s->tile, QM__TILE_DIAGONAL_ONE, at(s, st, a)->tile, at(s, st, b)->tile);
    sight->seen = 1;
}

static void look(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_look *out) {
    const driller *d = at(s, st, figure);
    *out = (qm_look){.at = qm__cell_place(s, d->tile),
                     .facing = d->facing,
                     .side = (uint8_t)s->figures[figure - 1].side,
                     .posture = d->down ? QM_POSTURE_DEAD : QM_POSTURE_STANDING,
                     .may_act = !d->down && unit_of(s, figure)->first == actor(s, st)};
}

static void describe(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_text *out) {
    const driller *d = at(s, st, figure);
    qm_text_addf(out, "%s, %s%s", unit_of(s, figure)->name, s->rules.tables[WEAPONS].rows[d->weapon - 1].name,
                 d->down ? ", fallen" : "");
}

static bool fights(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    return !at(s, st, figure)->down;
}

static bool check(const qm_scenario *s, const qm_state *st) {
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        const driller *d = at(s, st, i);
        if (d->tile == 0 || d->weapon == 0 || d->weapon > s->rules.tables[WEAPONS].count) {
            return false;
        }
        for (uint16_t k = 1; k < i && !d->down; k++) {
            if (at(s, st, k)->tile == d->tile && !at(s, st, k)->down) {
                return false;
            }
        }
    }
    return true;
}

static size_t search_size(const qm_scenario *s) {
    (void)s;
    return sizeof(foreseen);
}

/* The dice of every figure of a unit, and a choice for each that falls. */
static uint16_t tape_max(const qm_scenario *s) {
    (void)s;
    return QM_PARTS_MAX * (1 + DICE_MAX + 2);
}

static qm_result start(const qm_scenario *s, qm_state *st, const qm__where *where, qm_diagnostics *diagnostics) {
    for (uint16_t i = 2; i <= s->figure_count; i++) {
        for (uint16_t k = 1; k < i; k++) {
            if (at(s, st, i)->tile == at(s, st, k)->tile && at(s, st, i)->tile) {
                qm_diagnostics_add(diagnostics, QM_SEVERITY_ERROR, where ? where->file : "",
                                   where ? where->at_lines[i - 1] : 0, where ? where->at_columns[i - 1] : 0, "at",
                                   "somebody else stands there");
                return QM_ERROR_INPUT;
            }
        }
    }
    return check(s, st) ? QM_OK : QM_ERROR_INPUT;
}

const qm__family qm__family_drill = {
    .facts = &facts,
    .figure_state_size = sizeof(driller),
    .item_state_size = 8,
    .prepared_size = sizeof(prepared),
    .legs_max = LEGS_MAX,
    .compile = plain_compile,
    .search_size = search_size,
    .tape_max = tape_max,
    .start = start,
    .check = check,
    .actor = actor,
    .judge = judge,
    .play = play,
    .options = options,
    .option = option,
    .reach = reach,
    .plan = plan,
    .see = see,
    .look = look,
    .item_look = plain_item_look,
    .describe = describe,
    .fights = fights,
    .forecast = forecast,
};
