/* A small table for tests of hexmelee's frame: a scenario from a few lines of JSON, orders in notation, dice from a
 * tape. */
#ifndef QM_TEST_HEXMELEE_GAME_H
#define QM_TEST_HEXMELEE_GAME_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "game/drive.h"
#include "quickmarch/io.h"
#include "rules/hexmelee/declared.h"
#include "rules/registry.h"

enum { ADA = 1, BROK, CAT, DAN };

typedef struct table {
    qm_scenario *s;
    qm_state *st;
    qm_scratch *scratch;
    qm_verdict v;
    qm_event events[128];
    qm_events told;
} table;

/* Nine by nine hexes: a deep pit (9 m) in column 7, rows 4 and 5, a shallow one at 0808, solid ground at 0101. */
static inline void write_scenario(qm_text *out, const char *settings, const char *figures) {
    qm_text_addf(
        out,
        "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"t\",\"rules\":{\"family\":\"hexmelee\","
        "\"settings\":{%s}},"
        "\"board\":{\"space\":\"hex\",\"orientation\":\"columns\",\"shove\":\"even\",\"rows\":[\"#........\","
        "\".........\",\".........\",\"......P..\",\"......P..\",\".........\",\".........\",\".......p.\","
        "\"....s....\"],\"legend\":{\".\":\"open\",\"#\":\"solid\",\"P\":{\"terrain\":\"pit\",\"depth\":900},"
        "\"p\":\"shallow-pit\",\"s\":\"shadow\"}},\"sides\":[\"Red\",\"Blue\"],\"figures\":[%s],"
        "\"items\":[{\"name\":\"sword\",\"weapon\":\"broadsword\",\"at\":\"0909\"},"
        "{\"name\":\"bow\",\"weapon\":\"longbow\",\"at\":\"0909\"}],\"end\":{\"turns\":9,\"last_standing\":true}}",
        settings, figures);
}

static inline qm_result load(table *t, const char *settings, const char *figures, qm_diagnostics *wrong) {
    qm_text text = qm_text_growing(NULL);
    write_scenario(&text, settings, figures);
    const qm_result result = qm_scenario_read_text(&t->s, text.data, text.length, "t.json", NULL, NULL, NULL, wrong);
    qm_text_free(&text);
    return result;
}

static inline table *begin(const char *settings, const char *figures) {
    table *t = calloc(1, sizeof *t);
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    if (load(t, settings, figures, &wrong) != QM_OK) {
        fail_msg("%s: %s", wrong.count ? wrong.items[0].field : "",
                 wrong.count ? wrong.items[0].message : "cannot load");
    }
    qm_diagnostics_free(&wrong);
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

/* Four figures far apart, Ada and Dan against Brok and Cat, all of equal numbers but for DEX. */
#define FOUR                                                                                                           \
    "{\"name\":\"Ada\",\"side\":\"Red\",\"str\":12,\"dex\":12,\"at\":\"0201\",\"facing\":\"S\"},"                      \
    "{\"name\":\"Brok\",\"side\":\"Blue\",\"str\":12,\"dex\":10,\"at\":\"0909\",\"facing\":\"N\"},"                    \
    "{\"name\":\"Cat\",\"side\":\"Blue\",\"str\":12,\"dex\":10,\"at\":\"0901\",\"facing\":\"S\"},"                     \
    "{\"name\":\"Dan\",\"side\":\"Red\",\"str\":12,\"dex\":10,\"at\":\"0109\",\"facing\":\"N\"}"

static inline hm_body *body(const table *t, uint16_t figure) {
    return hm_body_at(t->s, t->st, figure);
}

static inline uint16_t hex_at(const table *t, int column, int row) {
    return qm__hex_at(&t->s->hex, column - 1, row - 1);
}

static inline bool judge(table *t, const char *text) {
    qm_order order;
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    if (qm_order_read(t->s, text, strlen(text), &order, &wrong) != QM_OK) {
        fail_msg("%s: %s", text, wrong.count ? wrong.items[0].message : "cannot read");
    }
    qm_diagnostics_free(&wrong);
    assert_int_equal(qm_judge(t->s, t->st, &order, t->scratch, &t->v), QM_OK);
    return t->v.judgement == QM_LEGAL;
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
    t->told = (qm_events){t->events, 128, 0, 0};
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

#define ACTOR_IS(t, figure) assert_int_equal(qm__hm_actor((t)->s, (t)->st), figure)

/* Ada alone. */
#define ONE(rest) "{\"name\":\"Ada\",\"side\":\"Red\",\"str\":12,\"dex\":10," rest "}"

#endif
