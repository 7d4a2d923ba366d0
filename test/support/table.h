/* A table for tests of a family: a scenario from a few lines of JSON, orders in notation, dice from a tape; and what
 * must hold for the facts that any family declares. A family's own header adds its scenario and its names. */
#ifndef QM_TEST_TABLE_H
#define QM_TEST_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "game/drive.h"
#include "quickmarch/io.h"
#include "rules/registry.h"

enum { ADA = 1, BROK, CAT, DAN };
enum { TABLE_EVENTS = 512 };

typedef struct table {
    qm_scenario *s;
    qm_state *st;
    qm_scratch *scratch;
    qm_verdict v;
    qm_event events[TABLE_EVENTS];
    qm_events told;
} table;

/* ------------------------------------------------------------------------------------------------ opening, closing */

/* Loads the scenario in the text, which is freed. */
static inline qm_result load_text(table *t, qm_text *text, qm_diagnostics *wrong) {
    const qm_result result = qm_scenario_read_text(&t->s, text->data, text->length, "t.json", NULL, NULL, NULL, wrong);
    qm_text_free(text);
    return result;
}

/* Begins the game that was loaded with this result. */
static inline table *opened(table *t, qm_result loaded, qm_diagnostics *wrong) {
    if (loaded != QM_OK) {
        fail_msg("%s: %s", wrong->count ? wrong->items[0].field : "",
                 wrong->count ? wrong->items[0].message : "cannot load");
    }
    qm_diagnostics_free(wrong);
    t->st = calloc(1, qm_state_size(t->s));
    assert_int_equal(qm_state_start(t->s, t->st), QM_OK);
    assert_int_equal(qm_state_check(t->s, t->st), QM_OK);
    t->scratch = calloc(1, qm_scratch_size(t->s, 0));
    qm_scratch_start(t->s, t->scratch, 0);
    return t;
}

static inline void end(table *t) {
    qm_scenario_free(t->s);
    free(t->st);
    free(t->scratch);
    free(t);
}

/* Loading was refused with this field and these words, at that line (0: any, or none). */
static inline void expect_fault(const table *t, qm_result loaded, qm_diagnostics *wrong, uint32_t line,
                                const char *field, const char *part) {
    assert_int_equal(loaded, QM_ERROR_INPUT);
    assert_null(t->s);
    bool found = false;
    for (size_t i = 0; i < wrong->count; i++) {
        const qm_diagnostic *item = &wrong->items[i];
        found |= strstr(item->field, field) && strstr(item->message, part) && (line == 0 || item->line == line);
    }
    if (!found) {
        fail_msg("wanted %s: %s; got %s: %s", field, part, wrong->items[0].field, wrong->items[0].message);
    }
    qm_diagnostics_free(wrong);
}

/* --------------------------------------------------------------------------------------------------------- playing */

static inline void read_order(const table *t, const char *text, qm_order *order) {
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    if (qm_order_read(t->s, text, strlen(text), order, &wrong) != QM_OK) {
        fail_msg("%s: %s", text, wrong.count ? wrong.items[0].message : "cannot read");
    }
    qm_diagnostics_free(&wrong);
}

/* Judges; nothing may change by that. */
static inline bool judge(table *t, const char *text) {
    qm_order order;
    read_order(t, text, &order);
    const uint64_t before = qm_state_hash(t->s, t->st);
    assert_int_equal(qm_judge(t->s, t->st, &order, t->scratch, &t->v), QM_OK);
    assert_true(qm_state_hash(t->s, t->st) == before);
    return qm_verdict_playable(&t->v);
}

/* Plays an order with these dice and choices. */
static inline void play(table *t, const char *text, const uint8_t *bytes, size_t length) {
    if (!judge(t, text)) {
        fail_msg("%s: %s", text, t->s->family->facts->reasons[t->v.reasons[0].kind].name);
    }
    qm_tape tape = {.length = (uint16_t)length};
    memcpy(tape.bytes, bytes, length);
    qm_source source = {.dice = QM_DICE_ASKED, .given = &tape};
    qm_played played;
    t->told = (qm_events){t->events, TABLE_EVENTS, 0, 0};
    assert_int_equal(qm_play(t->s, t->st, t->scratch, &source, &t->told, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_DONE);
    assert_int_equal(qm_state_check(t->s, t->st), QM_OK);
}
#define PLAY(t, text, ...) play(t, text, (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))
#define GO(t, text) play(t, text, (const uint8_t[]){0}, 0)

static inline const qm_event *event_of(const table *t, uint16_t kind) {
    for (uint32_t i = 0; i < t->told.count; i++) {
        if (t->told.items[i].kind == kind) {
            return &t->told.items[i];
        }
    }
    return NULL;
}

static inline const qm_reason *reason_of(const table *t, uint16_t kind) {
    for (uint16_t i = 0; i < t->v.reason_count; i++) {
        if (t->v.reasons[i].kind == kind) {
            return &t->v.reasons[i];
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------------------------------------- declared facts */

/* Clauses are numbered in order after the prefix; words, numbers and names of settings are in order, and so are names
 * of orders. */
static inline void check_declared(const qm_rules_facts *facts, const char *prefix, int clauses) {
    assert_int_equal(facts->clause_count, clauses);
    for (int i = 0; i < clauses; i++) {
        char id[8];
        qm_text text = qm_text_over(id, sizeof id);
        qm_text_addf(&text, "%s-%02d", prefix, i + 1);
        assert_string_equal(facts->clauses[i].id, id);
    }
    for (size_t i = 0; i < facts->setting_count; i++) {
        const qm_setting *setting = &facts->settings[i];
        char word[64];
        if (setting->type == QM_TYPE_WORD) {
            assert_true(qm_words_at(setting->words, (size_t)setting->high, word, sizeof word) > 0);
            assert_int_equal(qm_words_at(setting->words, (size_t)setting->high + 1, word, sizeof word), 0);
        }
        if (setting->type == QM_TYPE_NUMBER) {
            assert_in_range(setting->standard - setting->low, 0, setting->high - setting->low);
        }
        for (size_t k = 0; k < i; k++) {
            assert_string_not_equal(setting->name, facts->settings[k].name);
        }
    }
    for (size_t i = 1; i < facts->order_count; i++) {
        assert_int_equal(qm_order_kind_named(facts, facts->orders[i].name), i);
    }
}

static inline void check_clauses(const qm_rules_facts *facts, const char *ids, const char *of) {
    char id[24];
    for (size_t n = 0; ids && qm_words_at(ids, n, id, sizeof id) > 0; n++) {
        if (!qm_clause_named(facts, id)) {
            fail_msg("%s cites %s", of, id);
        }
    }
}

/* Every row of a list cites clauses that exist, and has a name of its own. */
#define CHECK_ROWS(facts, rows, from, count)                                                                           \
    for (size_t row = (from); row < (count); row++) {                                                                  \
        check_clauses(facts, (rows)[row].clauses, (rows)[row].name);                                                   \
        for (size_t other = (from); other < row; other++) {                                                            \
            assert_string_not_equal((rows)[row].name, (rows)[other].name);                                             \
        }                                                                                                              \
    }

static inline void check_citations(const qm_rules_facts *f) {
    CHECK_ROWS(f, f->settings, 0, f->setting_count)
    CHECK_ROWS(f, f->reasons, 1, f->reason_count)
    CHECK_ROWS(f, f->events, 1, f->event_count)
    CHECK_ROWS(f, f->rolls, 1, f->roll_count)
    CHECK_ROWS(f, f->choices, 1, f->choice_count)
    CHECK_ROWS(f, f->terms, 1, f->term_count)
    CHECK_ROWS(f, f->orders, 1, f->order_count)
    CHECK_ROWS(f, f->legs, 1, f->leg_count)
    CHECK_ROWS(f, f->figure_state, 0, f->figure_state_count)
    CHECK_ROWS(f, f->tables, 0, f->table_count)
    for (size_t i = 0; i < f->table_count; i++) {
        CHECK_ROWS(f, f->tables[i].columns, 0, f->tables[i].column_count)
    }
}

#endif
