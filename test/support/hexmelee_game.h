/* The table of tests of hexmelee's frame: its board and figures, and what they look at. */
#ifndef QM_TEST_HEXMELEE_GAME_H
#define QM_TEST_HEXMELEE_GAME_H

#include "rules/hexmelee/declared.h"
#include "support/table.h"

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
    return load_text(t, &text, wrong);
}

static inline table *begin(const char *settings, const char *figures) {
    table *t = calloc(1, sizeof *t);
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    return opened(t, load(t, settings, figures, &wrong), &wrong);
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

#define ACTOR_IS(t, figure) assert_int_equal(qm__hm_actor((t)->s, (t)->st), figure)

/* Ada alone. */
#define ONE(rest) "{\"name\":\"Ada\",\"side\":\"Red\",\"str\":12,\"dex\":10," rest "}"

#endif
