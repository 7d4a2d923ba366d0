/* Case files in memory, shared by case.c (reading), case_check.c (names in them), case_run.c (carrying out),
 * case_expect.c, case_events.c and case_told.c (comparing). */
#ifndef QM_IO_CASE_H
#define QM_IO_CASE_H

#include "io/making.h"
#include "io/script.h"
#include "quickmarch/cases.h"

typedef struct qm__case {
    const char *name, *text;
    const qm__value *value;    /* the whole case */
    const qm__value *scenario; /* its own, or the file's: an object or a file's name */
    const qm__path *path;
} qm__case;

struct qm_cases {
    qm_allocator allocator;
    qm__arena arena; /* the tree of the file */
    const char *file;
    const qm_reader *reader;
    qm_reader reader_copy;
    qm__case *cases;
    size_t count;
};

/* One case being run. */
typedef struct qm__case_run {
    const qm_scenario *scenario;
    qm_state *state, *before, *after; /* after: working memory for odds */
    qm_scratch *scratch;
    qm_case_result *result;
    const char *where; /* "orders[1] 'Ada full 0304'" */
    qm_verdict verdict;
    qm_order order;
    qm_events events;
    uint64_t fingerprint;
    bool played;
} qm__case_run;

#define QM__CASE_EVENTS 4096
#define QM__CASE_OUTCOMES 1024

QM__FORMAT(2, 3) void qm__case_mismatch(qm__case_run *run, const char *format, ...);
/* Compares what was expected of the verdict: called after judging. Odds are computed here, before play. */
void qm__expect_verdict(qm__case_run *run, const qm__value *expect);
void qm__expect_odds(qm__case_run *run, const qm__value *odds, qm_outcome *outcomes);
/* Compares what was expected of play: events and state. */
void qm__expect_play(qm__case_run *run, const qm__value *expect);
/* The events named happened, in this order, with others between them or not; of those barred none did. */
void qm__expect_events(qm__case_run *run, const qm__value *wanted, const qm__value *barred);
/* The parts of an event as a case names it: NAME[=VALUE][@PLACE]. False when the value is no number. */
typedef struct qm__event_name {
    size_t length; /* of the name proper, with which the text begins */
    bool roll, has_value;
    int32_t value;
    const char *place; /* NULL = none */
} qm__event_name;
bool qm__event_name_read(const char *text, qm__event_name *out);
/* What must be told of figures, or must not (`wanted` false). */
void qm__expect_told(qm__case_run *run, const qm__value *told, bool wanted);
/* A value of the file as the text its declaration reads. */
const char *qm__case_text(const qm__value *value);
/* Whether a text is a chance: "5/36", or a decimal, from 0 to 1. */
bool qm__chance_readable(const char *text);
/* Whether an expectation can only be met by playing. */
bool qm__expects_play(const qm__value *expect);
/* Loads the scenario of a case with the changes the case makes. */
qm_result qm__case_scenario(const qm_cases *cases, const qm__case *one, const qm_rulebook *instead, qm__arena *arena,
                            qm_diagnostics *list, qm_scenario **out);
/* Mixes bytes into the run's fingerprint. */
void qm__case_mix(qm__case_run *run, const void *bytes, size_t length);

#endif
