/* A small table for tests of hexmelee's actions: four figures and five weapons on an open board, in the action phase,
 * to be arranged by hand; orders are judged and played through the public calls. */
#ifndef QM_TEST_HEXMELEE_TABLE_H
#define QM_TEST_HEXMELEE_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/hexmelee/act.h"
#include "rules/registry.h"

enum { COLUMNS = 16, ROWS = 11, ADA = 1, BROK, CAT, DAN, FIGURES = 4 };
enum { SWORD = 1, DAGGER, BOW, AXE, CLUB, ITEMS = 5 };
enum { OPEN, BROKEN, SHADOW, PIT, SHALLOW, SOLID, GROUNDS };

typedef struct table {
    qm_scenario *s;
    qm_state *st;
    qm_scratch *scratch;
    qm_verdict v;
    qm_order order;
    qm_event events[64];
    qm_events told;
} table;

static inline uint16_t row_named(const qm_scenario *s, int number, const char *name) {
    const qm__table_rows *rows = &s->rules.tables[number];
    for (uint16_t i = 0; i < rows->count; i++) {
        if (strcmp(rows->rows[i].name, name) == 0) {
            return (uint16_t)(i + 1);
        }
    }
    fail_msg("no row %s", name);
    return 0;
}

static inline void set(table *t, const char *name, int32_t value) {
    const qm_rules_facts *facts = t->s->family->facts;
    for (size_t i = 0; i < facts->setting_count; i++) {
        if (strcmp(facts->settings[i].name, name) == 0) {
            t->s->rules.settings[i] = value;
            return;
        }
    }
    fail_msg("no setting %s", name);
}

static inline void make_ground(qm_scenario *s, int index, const char *name) {
    const uint16_t row = row_named(s, HM_TABLE_TERRAIN, name);
    s->grounds[index] = (qm__ground){name, row, '.', s->rules.tables[HM_TABLE_TERRAIN].rows[row - 1].values};
}

static inline void make_item(qm_scenario *s, int item, const char *weapon) {
    int32_t *values = qm__arena_array(&s->arena, HM_ITEM_FIELDS, sizeof(int32_t));
    values[HM_ITEM_WEAPON] = row_named(s, HM_TABLE_WEAPONS, weapon);
    s->items[item - 1] = (qm__item){weapon, values};
}

static inline void make_figure(qm_scenario *s, int figure, const char *name, uint16_t side, int str, int dex,
                               const char *armour) {
    int32_t *values = qm__arena_array(&s->arena, HM_FIGURE_FIELDS, sizeof(int32_t));
    values[HM_STR] = str;
    values[HM_DEX] = dex;
    values[HM_MOV] = 10;
    values[HM_ARMOUR] = row_named(s, HM_TABLE_ARMOUR, armour);
    s->figures[figure - 1] = (qm__figure){.name = name, .text = "", .side = side, .values = values};
}

/* An empty table: set settings and cells, then begin. */
static inline table *new_table(void) {
    static const char *const grounds[GROUNDS] = {"open", "broken", "shadow", "pit", "shallow-pit", "solid"};
    table *t = calloc(1, sizeof *t);
    assert_int_equal(qm__scenario_new(&qm__family_hexmelee, NULL, &t->s), QM_OK);
    qm_scenario *s = t->s;
    const size_t size = qm__hex_board_size(COLUMNS, ROWS);
    assert_int_equal(qm__hex_board_init(&s->hex, COLUMNS, ROWS, QM__HEX_COLUMNS, QM__HEX_SHOVE_EVEN,
                                        qm__arena_alloc(&s->arena, size), size),
                     QM_OK);
    s->cells = qm__arena_alloc(&s->arena, (size_t)s->hex.hex_count + 1);
    s->grounds = qm__arena_array(&s->arena, GROUNDS, sizeof(qm__ground));
    s->ground_count = GROUNDS;
    for (int i = 0; i < GROUNDS; i++) {
        make_ground(s, i, grounds[i]);
    }
    s->sides = qm__arena_array(&s->arena, 2, sizeof(qm__side));
    s->sides[0] = (qm__side){"red", 1u << 1};
    s->sides[1] = (qm__side){"blue", 1u << 2};
    s->side_count = 2;
    s->figures = qm__arena_array(&s->arena, FIGURES, sizeof(qm__figure));
    s->figure_count = FIGURES;
    make_figure(s, ADA, "Ada", 1, 12, 11, "none");
    make_figure(s, BROK, "Brok", 2, 20, 10, "leather");
    make_figure(s, CAT, "Cat", 2, 12, 9, "none");
    make_figure(s, DAN, "Dan", 1, 12, 8, "none");
    s->items = qm__arena_array(&s->arena, ITEMS, sizeof(qm__item));
    s->item_count = ITEMS;
    make_item(s, SWORD, "broadsword");
    make_item(s, DAGGER, "dagger");
    make_item(s, BOW, "longbow");
    make_item(s, AXE, "battleaxe");
    make_item(s, CLUB, "club");
    return t;
}

static inline uint16_t at(const table *t, int column, int row) {
    return qm__hex_at(&t->s->hex, column - 1, row - 1);
}

static inline hm_body *body(const table *t, uint16_t figure) {
    return hm_body_at(t->s, t->st, figure);
}

static inline hm_thing *thing(const table *t, uint16_t item) {
    return hm_thing_at(t->s, t->st, item);
}

static inline void hold(table *t, uint16_t figure, uint16_t item) {
    thing(t, item)->holder = figure;
    thing(t, item)->hex = 0;
    body(t, figure)->ready = item;
}

static inline void put(table *t, uint16_t figure, uint16_t hex, int facing) {
    body(t, figure)->hex = hex;
    body(t, figure)->facing = (uint8_t)facing;
    qm__hm_refresh(t->s, t->st, figure);
}

/* The figure's field `at` and others start by their standards; the board is then arranged by hand. */
static inline void begin(table *t) {
    const qm_rules_facts *facts = t->s->family->facts;
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    int32_t *start = calloc((size_t)FIGURES * facts->figure_state_count, sizeof *start);
    for (size_t f = 0; f < FIGURES; f++) {
        for (size_t i = 0; i < facts->figure_state_count; i++) {
            const qm_field *field = &facts->figure_state[i];
            start[f * facts->figure_state_count + i] =
                strcmp(field->name, "at") == 0 ? at(t, 1 + 2 * (int)f, 1) : field->standard;
        }
    }
    const qm_result result = qm__scenario_finish(t->s, start, NULL, NULL, &wrong);
    if (result != QM_OK) {
        fail_msg("%s", wrong.count ? wrong.items[0].message : "cannot finish");
    }
    free(start);
    qm_diagnostics_free(&wrong);
    t->st = calloc(1, qm_state_size(t->s));
    assert_int_equal(qm_state_start(t->s, t->st), QM_OK);
    t->scratch = calloc(1, qm_scratch_size(t->s, 0));
    qm_scratch_start(t->s, t->scratch, 0);
    t->st->turn = 1;
    t->st->phase = HM_PHASE_ACT;
    for (uint16_t f = 1; f <= FIGURES; f++) {
        hm_body *b = body(t, f);
        b->rank = b->tie = (uint8_t)f;
        b->move = HM_MOVE_DONE;
        b->acted = 0;
        put(t, f, at(t, 1 + 3 * f, ROWS), 0);
    }
}

/* Ada at the centre facing north, Brok north of her facing her. */
static inline table *face_to_face(void) {
    table *t = new_table();
    begin(t);
    put(t, ADA, at(t, 8, 6), 0);
    put(t, BROK, at(t, 8, 5), 3);
    hold(t, ADA, SWORD);
    return t;
}

static inline void end(table *t) {
    qm_scenario_free(t->s);
    free(t->st);
    free(t->scratch);
    free(t);
}

static inline bool judge(table *t, uint16_t kind, uint16_t actor, int32_t first, int32_t second, int32_t third) {
    qm_order_clear(&t->order, kind, actor);
    t->order.arguments[0] = first;
    t->order.arguments[1] = second;
    t->order.arguments[2] = third;
    assert_int_equal(qm_judge(t->s, t->st, &t->order, t->scratch, &t->v), QM_OK);
    if (t->st->phase == HM_PHASE_ACT && qm__hm_actor(t->s, t->st) == actor) {
        assert_int_equal(qm__hm_act_allowed(t->s, t->st, &t->order), t->v.judgement == QM_LEGAL);
    }
    return t->v.judgement == QM_LEGAL;
}

static inline const qm_reason *reason_of(const table *t, uint16_t kind) {
    for (uint16_t i = 0; i < t->v.reason_count; i++) {
        if (t->v.reasons[i].kind == kind) {
            return &t->v.reasons[i];
        }
    }
    return NULL;
}

static inline bool only_reason(const table *t, uint16_t kind) {
    return t->v.reason_count == 1 && t->v.reasons[0].kind == kind;
}

static inline int term_of(const table *t, uint16_t kind) {
    const qm_check *check = &t->v.checks[0];
    for (uint16_t i = 0; i < check->term_count; i++) {
        if (check->terms[i].kind == kind) {
            return check->terms[i].amount;
        }
    }
    return 0;
}

/* The number to hit; its terms must add up to it. */
static inline int to_hit(const table *t) {
    int sum = 0;
    assert_int_equal(t->v.judgement, QM_LEGAL);
    assert_int_equal(t->v.check_count, 1);
    for (uint16_t i = 0; i < t->v.checks[0].term_count; i++) {
        sum += t->v.checks[0].terms[i].amount;
    }
    assert_int_equal(sum, t->v.checks[0].target);
    return sum;
}

static inline int strike(table *t) {
    assert_true(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
    return to_hit(t);
}

/* Plays what was judged with these dice; each roll is a count and its faces. */
static inline void play(table *t, const uint8_t *bytes, size_t length) {
    qm_tape tape = {.length = (uint16_t)length};
    memcpy(tape.bytes, bytes, length);
    qm_source source = {.dice = QM_DICE_ASKED, .given = &tape};
    qm_played played;
    t->told = (qm_events){t->events, 64, 0, 0};
    assert_int_equal(qm_play(t->s, t->st, t->scratch, &source, &t->told, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_DONE);
}
#define PLAY(t, ...) play(t, (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

static inline const qm_event *event_of(const table *t, uint16_t kind) {
    for (uint32_t i = 0; i < t->told.count; i++) {
        if (t->told.items[i].kind == kind) {
            return &t->told.items[i];
        }
    }
    return NULL;
}

/* Equal but for rounding. */
static inline bool near(double a, double b) {
    return a - b < 1e-12 && b - a < 1e-12;
}

static inline void moved(table *t, int hexes, int spent) {
    body(t, ADA)->hexes = (uint8_t)hexes;
    body(t, ADA)->spent = (uint8_t)spent;
}

#endif
