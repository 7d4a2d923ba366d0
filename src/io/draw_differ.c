/* What is not the same in the plans of a comparison.
 *
 * Words are compared, not numbers: what reads the same is the same to whoever looks at the picture. Outcomes of the
 * same words count together, as they may be several.
 */
#include <string.h>

#include "game/scenario.h"
#include "io/draw.h"

enum { WORDS_MAX = 2000, CLAUSES_MAX = 256 };

bool qm__verdict_differs(const qm__page *page) {
    const qm_verdict *own = page->facts->verdict;
    bool differs = false;
    for (uint32_t i = 0; i < page->facts->rival_count; i++) {
        const qm_verdict *other = page->facts->rivals[i].facts->verdict;
        const bool legal = own->judgement == QM_LEGAL;
        differs =
            differs || !other || other->judgement != own->judgement ||
            (legal && (other->cost != own->cost || other->allowance != own->allowance || other->chance != own->chance));
    }
    return differs;
}

typedef void printer(const qm_scenario *scenario, const qm_verdict *verdict, size_t index, qm_text *out);

static void print_check(const qm_scenario *scenario, const qm_verdict *verdict, size_t index, qm_text *out) {
    qm_check_print(scenario, &verdict->checks[index], out);
}

static void print_reason(const qm_scenario *scenario, const qm_verdict *verdict, size_t index, qm_text *out) {
    qm_reason_print(scenario, &verdict->reasons[index], out);
}

/* Whether one of the rivals has nothing that reads like ours. */
static bool reads_otherwise(const qm__page *page, size_t index, printer *print, bool checks) {
    char own[WORDS_MAX], words[WORDS_MAX];
    qm_text text = qm_text_over(own, sizeof own);
    bool differs = false;
    if (page->facts->rival_count > 0) {
        print(page->scenario, page->facts->verdict, index, &text);
    }
    for (uint32_t r = 0; r < page->facts->rival_count && !differs; r++) {
        const qm__draw_rival *rival = &page->facts->rivals[r];
        const qm_verdict *verdict = rival->facts->verdict;
        const size_t count = !verdict ? 0 : checks ? verdict->check_count : verdict->reason_count;
        differs = true;
        for (size_t i = 0; i < count && differs; i++) {
            qm_text other = qm_text_over(words, sizeof words);
            print(rival->scenario, verdict, i, &other);
            differs = strcmp(own, words) != 0;
        }
    }
    return differs;
}

bool qm__check_differs(const qm__page *page, size_t check) {
    return reads_otherwise(page, check, print_check, true);
}

bool qm__reason_differs(const qm__page *page, size_t reason) {
    return reads_otherwise(page, reason, print_reason, false);
}

/* Those of a story are what happened to come up in it, and not compared. */
bool qm__clause_differs(const qm__page *page, uint16_t clause) {
    for (uint32_t r = 0; r < page->facts->rival_count && !page->story; r++) {
        const qm__draw_rival *rival = &page->facts->rivals[r];
        uint16_t clauses[CLAUSES_MAX];
        const size_t count = rival->facts->verdict ? qm_verdict_clauses(rival->scenario, rival->facts->order,
                                                                        rival->facts->verdict, clauses, CLAUSES_MAX)
                                                   : 0;
        bool cited = false;
        for (size_t i = 0; i < count && i < CLAUSES_MAX; i++) {
            cited = cited || clauses[i] == clause;
        }
        if (!cited) {
            return true;
        }
    }
    return false;
}

/* All outcomes are there, also those that are not listed. */
static double chance_of(const qm__draw_facts *facts, const char *words) {
    double chance = 0;
    for (uint32_t i = 0; i < facts->outcome_count + facts->more_outcomes; i++) {
        chance += strcmp(facts->outcomes[i].text, words) == 0 ? facts->outcomes[i].chance : 0;
    }
    return chance;
}

bool qm__outcome_differs(const qm__page *page, const qm__draw_outcome *outcome) {
    for (uint32_t r = 0; r < page->facts->rival_count; r++) {
        const double apart =
            chance_of(page->facts, outcome->text) - chance_of(page->facts->rivals[r].facts, outcome->text);
        if (apart > 1e-12 || apart < -1e-12) {
            return true;
        }
    }
    return false;
}
