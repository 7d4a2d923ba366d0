/* pavement: a family on tiles that exists only for pictures. It tells an event of every role, its tables are made by
 * hand, and its one order lets two figures roll for the tile between them. Included once, by the test of pictures of
 * tiles.
 */
#ifndef QM_TEST_PAVEMENT_H
#define QM_TEST_PAVEMENT_H

#include <stdlib.h>
#include <string.h>

#include "game/family.h"
#include "io/draw_story.h"

/* ---------------------------------------------------------------------------------------------------- the family */

static const qm_clause clauses[] = {
    {"PV-01", "Moving", "All at once", "Everybody moves a tile at a time, together."},
    {"PV-02", "Moving", "Next to a foe", "Whoever comes next to a foe moves no further."},
    {"PV-03", "Conflicts", "More movement left", "Who has more movement left gets the tile."},
    {"PV-04", "Conflicts", "Even", "Even claims are rolled for, or nobody gets it."},
    {"PV-05", "Intercepting", "At once", "An interceptor moves as soon as a foe enters its area, and halts it."},
};

enum {
    EV_ROLL,
    EV_GOAL,
    EV_CHOSE,
    EV_WATCHES,
    EV_BEAT,
    EV_STEPPED,
    EV_PAID,
    EV_CONFLICT,
    EV_WON,
    EV_LOST,
    EV_TIE,
    EV_STANDOFF,
    EV_STOPPED,
    EV_INTERCEPTED,
    EV_HALTED,
    EV_BLOCKED,
    EV_ARRIVED,
    EV_STUMBLED,
    EV_COUNT
};
static const qm_event_kind events[EV_COUNT] = {
    [EV_ROLL] = {"roll", "", "", QM_ROLE_NONE},
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
};

static const qm_roll_kind rolls[] = {{0}, {"reflex", "PV-04", "rolls for the tile", "pass fail"}};
static const qm_order_kind orders[] = {{0}, {.name = "resolve", .clauses = "PV-01", .text = "Everybody moves."}};
static const qm_leg_kind legs[] = {{0}, {"step", "", QM_OPERAND_PLACE, "", ""}};
static const qm_table tables[] = {{.name = "terrain"}};
static const qm_reason_kind reasons[] = {{0}, {"over", "PV-01", "it is over"}};
static const qm_field figure_state[] = {
    {.name = "at", .type = QM_TYPE_PLACE, .unit = "", .clauses = "", .text = "", .size = 2, .flags = QM_FIELD_START}};
static const char *const phases[] = {""};
static const qm_rules_facts facts_of_family = {
    .name = "pavement",
    .title = "Pavement",
    .text = "A toy.",
    .rules_version = 1,
    .space = QM_SPACE_TILE,
    .clauses = clauses,
    .clause_count = 5,
    .tables = tables,
    .table_count = 1,
    .orders = orders,
    .order_count = 2,
    .legs = legs,
    .leg_count = 2,
    .events = events,
    .event_count = EV_COUNT,
    .rolls = rolls,
    .roll_count = 2,
    .reasons = reasons,
    .reason_count = 2,
    .reason_over = 1,
    .reason_pending = 1,
    .figure_state = figure_state,
    .figure_state_count = 1,
    .phases = phases,
};

/* A paver in play. */
typedef struct paver {
    uint16_t cell;
    uint8_t zero[6];
} paver;

static paver *at(const qm_scenario *s, const qm_state *state, uint16_t figure) {
    return qm__figure_at(s, state, figure, sizeof(paver));
}

static qm_event *say(qm__run *run, uint16_t kind, uint16_t figure, uint16_t other, qm__cell cell) {
    qm_event *event = qm__tell(run, kind);
    event->figure = figure;
    event->other = other;
    event->at = qm__cell_place(run->scenario, cell);
    return event;
}

static void go(qm__run *run, uint16_t figure, qm__cell cell) {
    at(run->scenario, run->state, figure)->cell = cell;
    say(run, EV_STEPPED, figure, 0, cell);
}

/* The first two want the tile between them; Ada gets it on two of three faces. */
static void play(qm__run *run) {
    const qm__cell a = at(run->scenario, run->state, 1)->cell, middle = (qm__cell)(a + 2);
    say(run, EV_GOAL, 1, 0, middle);
    say(run, EV_GOAL, 2, 0, middle);
    go(run, 1, (qm__cell)(a + 1));
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

/* In the second turn nobody moves. */
static void judge(qm__judging *j) {
    if (j->state->turn > 0) {
        qm__refuse(j, 1);
    }
}

static void look(const qm_scenario *s, const qm_state *state, uint16_t figure, qm_look *out) {
    *out = (qm_look){.at = qm__cell_place(s, at(s, state, figure)->cell),
                     .facing = -1,
                     .posture = QM_POSTURE_STANDING,
                     .side = (uint8_t)s->figures[figure - 1].side};
}

static qm_result compile(qm_scenario *s, const qm__where *where, qm_diagnostics *diagnostics) {
    (void)s;
    (void)where;
    (void)diagnostics;
    return QM_OK;
}

static qm_result start(const qm_scenario *s, qm_state *state, const qm__where *where, qm_diagnostics *diagnostics) {
    (void)s;
    (void)state;
    (void)where;
    (void)diagnostics;
    return QM_OK;
}

static size_t search_size(const qm_scenario *s) {
    (void)s;
    return 64;
}

static uint16_t tape_max(const qm_scenario *s) {
    (void)s;
    return 16;
}

static bool check(const qm_scenario *s, const qm_state *state) {
    (void)s;
    (void)state;
    return true;
}

static uint16_t actor(const qm_scenario *s, const qm_state *state) {
    (void)s;
    (void)state;
    return 0;
}

static const qm__family family = {
    .facts = &facts_of_family,
    .figure_state_size = sizeof(paver),
    .item_state_size = 8,
    .prepared_size = 8,
    .legs_max = 1,
    .compile = compile,
    .start = start,
    .search_size = search_size,
    .tape_max = tape_max,
    .check = check,
    .actor = actor,
    .judge = judge,
    .play = play,
    .look = look,
};

/* ----------------------------------------------------------------------------------------------------- the table */

#define FIGURES 8

/* A board with figures, all by hand. */
typedef struct table {
    qm_scenario scenario;
    void *memory;
    qm__side sides[3];
    qm__figure figures[FIGURES];
    qm__ground grounds[4];
    uint8_t *cells;
    qm_look looks[FIGURES], after[FIGURES];
    qm_event list[400];
    uint32_t count;
    qm_order order;
    qm_verdict verdict;
    qm__draw_facts facts;
} table;

static const char *const names[FIGURES] = {"Ada", "Brok", "Cyrene", "Dag", "Esmeralda", "Finn", "Gerold", "Hilde"};

static table *open_table(int columns, int rows, int figures, const char *title) {
    table *t = calloc(1, sizeof *t);
    const size_t size = qm__tile_board_size(columns, rows);
    t->memory = malloc(size);
    assert_int_equal(qm__tile_board_init(&t->scenario.tile, columns, rows, t->memory, size), QM_OK);
    t->cells = calloc((size_t)columns * (size_t)rows + 1, 1);
    t->sides[0] = (qm__side){"guards", 1u << 1};
    t->sides[1] = (qm__side){"thieves", 1u << 2};
    t->grounds[0] = (qm__ground){.name = "open", .row = 1, .sign = '.'};
    t->grounds[1] = (qm__ground){.name = "rough", .row = 2, .sign = 'r'};
    t->grounds[2] = (qm__ground){.name = "solid", .row = 3, .sign = '#'};
    t->grounds[3] = (qm__ground){.name = "water", .row = 4, .sign = 'w'};
    for (int i = 0; i < figures; i++) {
        t->figures[i] = (qm__figure){.name = names[i], .text = "", .side = (uint16_t)(1 + i % 2)};
    }
    t->scenario.family = &family;
    t->scenario.title = title;
    t->scenario.sides = t->sides;
    t->scenario.side_count = 2;
    t->scenario.figures = t->figures;
    t->scenario.figure_count = (uint16_t)figures;
    t->scenario.cells = t->cells;
    t->scenario.grounds = t->grounds;
    t->scenario.ground_count = 4;
    qm_order_clear(&t->order, 1, 0);
    t->facts = (qm__draw_facts){.figures = t->looks};
    return t;
}

static void close_table(table *t) {
    free(t->memory);
    free(t->cells);
    free(t);
}

static qm_place place(int label) {
    return (qm_place){label / 100, label % 100, 0};
}

/* Places are written as people do: 304 is column 3, row 4. */
static void stand(table *t, int figure, int at) {
    t->looks[figure - 1] = (qm_look){
        .at = place(at), .facing = -1, .posture = QM_POSTURE_STANDING, .side = (uint8_t)t->figures[figure - 1].side};
}

static void ground(table *t, int at, uint8_t kind) {
    t->cells[qm__cell_of(&t->scenario, place(at))] = kind;
}

static qm_event *tell(table *t, uint16_t kind, int figure, int other, int at) {
    qm_event *event = &t->list[t->count++];
    *event = (qm_event){.kind = kind, .figure = (uint16_t)figure, .other = (uint16_t)other, .at = place(at)};
    return event;
}

static void claim(table *t, int figure, int left, int other, int others, int at) {
    qm_event *event = tell(t, EV_CONFLICT, figure, other, at);
    event->value = left;
    event->needed = others;
}

/* Steps of one figure after the other, up to a 0. */
static void walk(table *t, int figure, const int *places) {
    for (; *places; places++) {
        tell(t, EV_STEPPED, figure, 0, *places);
    }
}

/* Turns what was told into the facts of a picture. */
static void tell_story(table *t) {
    memcpy(t->after, t->looks, sizeof t->after);
    for (uint32_t i = 0; i < t->count; i++) {
        if (t->list[i].kind == EV_STEPPED) {
            t->after[t->list[i].figure - 1].at = t->list[i].at;
        }
    }
    t->facts.order = &t->order;
    t->facts.order_text = "resolve";
    t->facts.verdict = &t->verdict;
    t->facts.story = t->list;
    t->facts.story_count = t->count;
    t->facts.before = t->looks;
    t->facts.figures = t->after;
}

/* -------------------------------------------------------------------------------------------------- the pictures */

/* Ground of four kinds, walls, coordinates, the reach of one and the way it goes. */
static table *court(void) {
    table *t = open_table(9, 7, 5, "A court with walls");
    static const int at[] = {203, 604, 802, 506, 305}, rough[] = {403, 404, 503, 504},
                     canal[] = {106, 206, 306, 107, 207};
    for (int i = 0; i < 5; i++) {
        stand(t, i + 1, at[i]);
        ground(t, canal[i], 3);
    }
    for (int i = 0; i < 4; i++) {
        ground(t, rough[i], 1);
    }
    t->looks[2].facing = 5;
    t->looks[3].facing = 4;
    t->looks[4].posture = QM_POSTURE_PRONE;
    ground(t, 701, 2);
    ground(t, 801, 2);
    static const struct {
        int at, direction;
    } walls[] = {{702, 4}, {802, 4}, {902, 4}, {702, 6}, {205, 2}, {204, 2}, {506, 0}};
    for (size_t i = 0; i < sizeof walls / sizeof walls[0]; i++) {
        assert_true(
            qm__tile_wall_set(&t->scenario.tile, qm__cell_of(&t->scenario, place(walls[i].at)), walls[i].direction));
    }
    return t;
}

static table *court_reach(void) {
    table *t = court();
    static qm_reach_place reach[40];
    uint32_t count = 0;
    for (int column = 1; column <= 5; column++) {
        for (int row = 1; row <= 5; row++) {
            const int dx = abs(column - 2), dy = abs(row - 3), cost = dx > dy ? dx : dy;
            if (cost > 0 && !(column == 3 && row == 5)) {
                reach[count++] = (qm_reach_place){
                    .at = {column, row, 0}, .cost = cost, .sure_cost = cost, .chance = 1, .stops = (uint8_t)(row == 5)};
            }
        }
    }
    t->facts.reach = reach;
    t->facts.reach_count = count;
    t->verdict = (qm_verdict){.way_count = 4, .unit = 1, .cost = 3, .allowance = 4};
    t->verdict.way[0] = place(203);
    t->verdict.way[1] = place(302);
    t->verdict.way[2] = place(402);
    t->verdict.way[3] = place(503);
    t->facts.order = &t->order;
    t->facts.order_text = "Ada move 0503";
    t->facts.verdict = &t->verdict;
    return t;
}

/* Two want one tile; one has more left. */
static table *one_tile(void) {
    table *t = open_table(7, 5, 3, "Two into one tile");
    stand(t, 1, 102);
    stand(t, 2, 704);
    stand(t, 3, 205);
    tell(t, EV_GOAL, 1, 0, 403);
    tell(t, EV_GOAL, 2, 0, 403);
    tell(t, EV_GOAL, 3, 0, 502);
    walk(t, 1, (const int[]){202, 302, 0});
    walk(t, 2, (const int[]){604, 0});
    tell(t, EV_PAID, 2, 0, 0);
    tell(t, EV_STEPPED, 2, 0, 504);
    ground(t, 504, 1);
    claim(t, 1, 3, 2, 1, 403);
    tell(t, EV_WON, 1, 2, 403);
    tell(t, EV_STEPPED, 1, 0, 403);
    tell(t, EV_LOST, 2, 1, 403);
    walk(t, 3, (const int[]){304, 0});
    tell(t, EV_STOPPED, 3, 2, 0);
    t->list[t->count - 1].other = 2;
    tell(t, EV_STOPPED, 2, 1, 0);
    tell(t, EV_STOPPED, 1, 2, 0);
    tell(t, EV_ARRIVED, 1, 0, 403);
    tell_story(t);
    return t;
}

/* An even claim settled by dice, a standoff, a block, an avoider, and friends in a file. */
static table *crossing(void) {
    table *t = open_table(10, 8, 8, "A crowded crossing");
    static const int at[] = {102, 603, 202, 1006, 108, 708, 605, 905};
    for (int i = 0; i < 8; i++) {
        stand(t, i + 1, at[i]);
    }
    static const int goals[] = {402, 402, 502, 805, 306, 807, 802, 803};
    for (int i = 0; i < 8; i++) {
        tell(t, i == 4 ? EV_CHOSE : EV_GOAL, i + 1, 0, goals[i]);
    }
    tell(t, EV_BEAT, 0, 0, 0)->value = 1;
    tell(t, EV_STEPPED, 3, 0, 302);
    tell(t, EV_STEPPED, 1, 0, 202);
    tell(t, EV_STEPPED, 2, 0, 503);
    tell(t, EV_STEPPED, 4, 0, 905);
    tell(t, EV_STEPPED, 8, 0, 904);
    tell(t, EV_STEPPED, 5, 0, 207);
    tell(t, EV_STEPPED, 6, 0, 707);
    tell(t, EV_BEAT, 0, 0, 0)->value = 2;
    claim(t, 3, 3, 2, 3, 402);
    tell(t, EV_TIE, 3, 2, 402);
    qm_event *roll = tell(t, EV_ROLL, 3, 2, 0);
    roll->roll = 1;
    roll->dice = 2;
    roll->sides = 10;
    roll->faces[0] = 7;
    roll->faces[1] = 3;
    tell(t, EV_WON, 3, 2, 402);
    tell(t, EV_STEPPED, 3, 0, 402);
    tell(t, EV_LOST, 2, 3, 402);
    tell(t, EV_STEPPED, 1, 0, 302);
    tell(t, EV_STEPPED, 5, 0, 306);
    tell(t, EV_STOPPED, 3, 2, 0);
    claim(t, 8, 2, 7, 2, 803);
    tell(t, EV_STEPPED, 7, 0, 704);
    tell(t, EV_STANDOFF, 8, 7, 803);
    tell(t, EV_BLOCKED, 1, 3, 402);
    tell(t, EV_STUMBLED, 6, 0, 707);
    tell_story(t);
    return t;
}

/* An interceptor cuts off one of two who run past it. */
static table *intercept(void) {
    table *t = open_table(8, 6, 4, "An interceptor and its prey");
    stand(t, 1, 505);
    stand(t, 2, 102);
    stand(t, 3, 806);
    stand(t, 4, 101);
    for (int column = 3; column <= 6; column++) {
        tell(t, EV_WATCHES, 1, 0, column * 100 + 2);
        tell(t, EV_WATCHES, 1, 0, column * 100 + 3);
    }
    tell(t, EV_GOAL, 2, 0, 702);
    tell(t, EV_GOAL, 4, 0, 501);
    tell(t, EV_GOAL, 3, 2, 0);
    tell(t, EV_BEAT, 0, 0, 0)->value = 1;
    tell(t, EV_STEPPED, 2, 0, 202);
    tell(t, EV_STEPPED, 4, 0, 201);
    tell(t, EV_STEPPED, 3, 0, 705);
    tell(t, EV_BEAT, 0, 0, 0)->value = 2;
    tell(t, EV_STEPPED, 2, 0, 302);
    tell(t, EV_STEPPED, 4, 0, 301);
    tell(t, EV_INTERCEPTED, 1, 2, 302);
    walk(t, 1, (const int[]){504, 403, 0});
    tell(t, EV_HALTED, 2, 1, 0);
    tell(t, EV_STEPPED, 3, 0, 604);
    tell(t, EV_BEAT, 0, 0, 0)->value = 3;
    tell(t, EV_STEPPED, 4, 0, 401);
    tell(t, EV_STEPPED, 3, 0, 503);
    tell(t, EV_BEAT, 0, 0, 0)->value = 4;
    tell(t, EV_STEPPED, 3, 0, 502);
    claim(t, 3, 1, 4, 0, 0);
    tell(t, EV_WON, 3, 4, 0);
    tell(t, EV_LOST, 4, 3, 0);
    tell_story(t);
    return t;
}

/* A file, a ring, two who change places, and three who want one tile. */
static table *dance(void) {
    table *t = open_table(9, 7, 8, "A file, a swap and three into one tile");
    static const int at[] = {202, 302, 402, 702, 802, 206, 405, 606};
    for (int i = 0; i < 8; i++) {
        stand(t, i + 1, at[i]);
    }
    static const int ways[][4] = {{302, 402, 0}, {402, 502, 0}, {502, 602, 0}, {802, 0}, {702, 0}};
    for (int i = 0; i < 5; i++) {
        walk(t, i + 1, ways[i]);
    }
    tell(t, EV_GOAL, 6, 0, 305);
    claim(t, 6, 4, 7, 2, 306);
    claim(t, 6, 4, 8, 3, 306);
    tell(t, EV_GOAL, 7, 0, 306);
    tell(t, EV_GOAL, 8, 0, 306);
    tell(t, EV_STEPPED, 8, 0, 506);
    tell(t, EV_STEPPED, 6, 0, 306);
    tell(t, EV_WON, 6, 7, 306);
    tell(t, EV_LOST, 7, 6, 306);
    tell(t, EV_LOST, 8, 6, 306);
    tell_story(t);
    return t;
}

static const struct {
    const char *name;
    table *(*make)(void);
    uint16_t reach, width;
    bool grey;
} pictures[] = {
    {"court", court, 0, 148, false},
    {"court-reach-grey", court_reach, 1, 148, true},
    {"one-tile", one_tile, 0, 148, false},
    {"crossing", crossing, 0, 148, false},
    {"crossing-grey", crossing, 0, 105, true},
    {"intercept", intercept, 0, 148, false},
    {"intercept-grey", intercept, 0, 148, true},
    {"dance", dance, 0, 148, false},
};
#define PICTURES (sizeof pictures / sizeof pictures[0])

#endif
