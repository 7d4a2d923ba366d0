/* The table of tests of tiles: its board and figures, and what they look at. */
#ifndef QM_TEST_TILES_GAME_H
#define QM_TEST_TILES_GAME_H

#include "rules/tiles/declared.h"
#include "support/table.h"

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
    return load_text(t, &text, wrong);
}

static inline table *begin_on(const char *board, const char *rules, const char *figures) {
    table *t = calloc(1, sizeof *t);
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    return opened(t, load_on(t, board, rules, figures, &wrong), &wrong);
}

static inline table *begin(const char *rules, const char *figures) {
    return begin_on(BOARD, rules, figures);
}
#define SETTINGS(text) ",\"settings\":{" text "}"

static inline tl_body *body(const table *t, uint16_t figure) {
    return tl_body_at(t->s, t->st, figure);
}

static inline uint16_t tile_at(const table *t, int column, int row) {
    return qm__tile_at(&t->s->tile, column - 1, row - 1);
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
