/* A small table for tests of tiles: a scenario from a few lines of JSON, orders in notation, dice from a tape. */
#ifndef QM_TEST_TILES_GAME_H
#define QM_TEST_TILES_GAME_H

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
#include "rules/tiles/declared.h"

enum { ADA = 1, BROK, CAT, DAN };

typedef struct table {
    qm_scenario *s;
    qm_state *st;
    qm_scratch *scratch;
    qm_verdict v;
    qm_event events[512];
    qm_events told;
} table;

#define LEGEND                                                                                                         \
    "\"legend\":{\".\":\"open\",\"r\":\"rough\",\"#\":\"block\",\"c\":\"cliff\",\"w\":\"water\",\"g\":\"gap\"}"
/* Nine by nine: a block at 0101, rough ground at 0303, a cliff, water and a gap at 0709 to 0909. */
#define BOARD                                                                                                          \
    "\"rows\":[\"#........\",\".........\",\"..r......\",\".........\",\".........\",\".........\",\".........\","     \
    "\".........\",\"......cwg\"]," LEGEND
#define ONE(rest) "{\"name\":\"Ada\",\"side\":\"Red\"," rest "}"
#define FIGURE(name, side, at) "{\"name\":\"" name "\",\"side\":\"" side "\",\"at\":\"" at "\"}"
/* Ada and Dan against Brok and Cat, far apart. */
#define FOUR                                                                                                           \
    FIGURE("Ada", "Red", "0202")                                                                                       \
    "," FIGURE("Brok", "Blue", "0808") "," FIGURE("Cat", "Blue", "0802") "," FIGURE("Dan", "Red", "0208")

/* `rules` is what follows the family's name: ",\"settings\":{…}" and tables, or nothing. */
static inline qm_result load_on(table *t, const char *board, const char *rules, const char *figures,
                                qm_diagnostics *wrong) {
    qm_text text = qm_text_growing(NULL);
    qm_text_addf(&text,
                 "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"t\",\"rules\":{\"family\":\"tiles\"%s},"
                 "\"board\":{\"space\":\"tile\",%s},\"sides\":[\"Red\",\"Blue\"],\"figures\":[%s],"
                 "\"end\":{\"turns\":9,\"last_standing\":true}}",
                 rules, board, figures);
    const qm_result result = qm_scenario_read_text(&t->s, text.data, text.length, "t.json", NULL, NULL, NULL, wrong);
    qm_text_free(&text);
    return result;
}

static inline table *begin_on(const char *board, const char *rules, const char *figures) {
    table *t = calloc(1, sizeof *t);
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    if (load_on(t, board, rules, figures, &wrong) != QM_OK) {
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

static inline table *begin(const char *rules, const char *figures) {
    return begin_on(BOARD, rules, figures);
}
#define SETTINGS(text) ",\"settings\":{" text "}"

static inline void end(table *t) {
    qm_scenario_free(t->s);
    free(t->st);
    free(t->scratch);
    free(t);
}

static inline tl_body *body(const table *t, uint16_t figure) {
    return tl_body_at(t->s, t->st, figure);
}

static inline uint16_t tile_at(const table *t, int column, int row) {
    return qm__tile_at(&t->s->tile, column - 1, row - 1);
}

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
    t->told = (qm_events){t->events, 512, 0, 0};
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

/* The order is refused, and for this reason among others. */
static inline const qm_reason *refused(table *t, const char *text, uint16_t kind) {
    assert_false(judge(t, text));
    const qm_reason *reason = reason_of(t, kind);
    if (!reason) {
        fail_msg("%s: wanted %s, got %s", text, qm__tl_reasons[kind].name, qm__tl_reasons[t->v.reasons[0].kind].name);
    }
    return reason;
}

#define ACTOR_IS(t, figure) assert_int_equal(qm__tl_actor((t)->s, (t)->st), figure)

#endif
