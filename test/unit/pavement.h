/* Tables of tiles made by hand for pictures, with stories made by hand, of the toy family on tiles: it has an event of
 * every role. Included once, by the test of pictures of tiles.
 */
#ifndef QM_TEST_PAVEMENT_H
#define QM_TEST_PAVEMENT_H

#include <stdlib.h>
#include <string.h>

#include "game/cells.h"
#include "io/draw_story.h"
#include "toy/pavers.h"

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
    t->scenario.family = &qm__family_pave;
    t->scenario.title = title;
    t->scenario.sides = t->sides;
    t->scenario.side_count = 2;
    t->scenario.figures = t->figures;
    t->scenario.figure_count = (uint16_t)figures;
    t->scenario.cells = t->cells;
    t->scenario.grounds = t->grounds;
    t->scenario.ground_count = 4;
    qm_order_clear(&t->order, PV_RESOLVE, 0);
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
    {"tile-court", court, 0, 148, false},
    {"tile-court-reach-grey", court_reach, 1, 148, true},
    {"tile-one-tile", one_tile, 0, 148, false},
    {"tile-crossing", crossing, 0, 148, false},
    {"tile-crossing-grey", crossing, 0, 105, true},
    {"tile-intercept", intercept, 0, 148, false},
    {"tile-intercept-grey", intercept, 0, 148, true},
    {"tile-dance", dance, 0, 148, false},
};
#define PICTURES (sizeof pictures / sizeof pictures[0])

#endif
