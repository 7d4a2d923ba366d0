/* Quickmarch: worked cases.
 *
 * A case is a scenario, orders with their dice and choices, and what must follow: verdict, reasons, cost, checks,
 * events, state, odds. Designers write the worked examples of their rulebook as cases; docs/formats/cases.md tells how.
 * A case names the clauses it shows biting ("clauses") and those it shows just out of reach ("outside").
 */
#ifndef QUICKMARCH_CASES_H
#define QUICKMARCH_CASES_H

#include "quickmarch/io.h"

#ifdef __cplusplus
extern "C" {
#endif

#define QM_CASE_CLAUSES_MAX 256 /* clauses of a family that coverage can tell apart */
#define QM_CASE_ORDERS_MAX 64   /* orders of one case */

/* The cases of one file. */
typedef struct qm_cases qm_cases;

QM_API qm_result qm_cases_read_file(qm_cases **out, const char *path, const qm_reader *reader,
                                    const qm_allocator *allocator, qm_diagnostics *diagnostics);
QM_API qm_result qm_cases_read_text(qm_cases **out, const char *text, size_t length, const char *name,
                                    const qm_reader *reader, const qm_allocator *allocator,
                                    qm_diagnostics *diagnostics);
QM_API void qm_cases_free(qm_cases *cases);
/* Checks what reading a case file cannot know without its scenarios: that these can be loaded, and that every clause,
 * reason, event, figure, field and order named in the cases exists. QM_ERROR_INPUT when something was reported. */
QM_API qm_result qm_cases_check(const qm_cases *cases, qm_diagnostics *diagnostics);
QM_API size_t qm_cases_count(const qm_cases *cases);
QM_API const char *qm_cases_file(const qm_cases *cases);
/* Name and text of a case, from 0; "" beyond the end. */
QM_API const char *qm_case_name(const qm_cases *cases, size_t index);
QM_API const char *qm_case_text(const qm_cases *cases, size_t index);
QM_API uint32_t qm_case_line(const qm_cases *cases, size_t index);
/* The n-th clause a case claims to show biting, or just outside; NULL beyond the end. */
QM_API const char *qm_case_clause(const qm_cases *cases, size_t index, size_t n, bool outside);

/* What became of one order of a case, whatever was expected of it. */
typedef struct qm_case_answer {
    char order[128];    /* as written (cut if longer) */
    uint16_t judgement; /* qm_judgement */
    bool played;
    int32_t cost;
    double chance;        /* that every check goes well */
    uint64_t state;       /* hash of the state afterwards */
    uint64_t fingerprint; /* of the whole answer: verdict, reasons, cost, checks, odds asked for, state */
    uint64_t events;      /* hash of what happened when it was played; 0 = it was not */
} qm_case_answer;

typedef struct qm_case_result {
    bool passed;
    bool stopped; /* could not be carried out to its end */
    uint32_t mismatch_count;
    qm_text mismatches;           /* a line each: "orders[1] 'Ada full 0304': cost is 3, expected 2" */
    const qm_rules_facts *family; /* NULL if the scenario could not be loaded */
    uint32_t answer_count;
    qm_case_answer answers[QM_CASE_ORDERS_MAX];
    /* By index of the family's clauses: cited by an asserted verdict or event; claimed by the case; claimed as just
     * outside. */
    uint8_t asserted[QM_CASE_CLAUSES_MAX];
    uint8_t claimed[QM_CASE_CLAUSES_MAX];
    uint8_t outside[QM_CASE_CLAUSES_MAX];
} qm_case_result;

/* Runs one case. `instead` (may be NULL) takes the place of the rulebook of its scenario; settings that the scenario or
 * the case itself changes stay changed. A failed expectation is not an error of the call. Free the result with
 * qm_case_result_free. */
QM_API qm_result qm_case_run(const qm_cases *cases, size_t index, const qm_rulebook *instead, qm_case_result *result);
QM_API void qm_case_result_free(qm_case_result *result);

#ifdef __cplusplus
}
#endif
#endif
