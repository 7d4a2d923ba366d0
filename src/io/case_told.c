/* What a case expects to be told of figures: words of what is said about them, and what the family tells by name. */
#include <string.h>

#include "base/name.h"
#include "io/case.h"
#include "io/declared.h"

/* Whether something of this kind is told of a figure with this value; `none`: whether nothing is. What is told instead,
 * in `now`. */
static bool tells(const qm__case_run *run, uint16_t figure, uint16_t kind, bool none, int32_t value, qm_text *now) {
    const qm_scenario *s = run->scenario;
    const qm__declared declared = {.type = s->family->facts->told[kind].type, .unit = ""};
    const qm__names names = {&s->rules, s};
    qm_told list[QM_TOLD_MAX];
    const size_t count = qm_figure_told(s, run->state, figure, list, QM_TOLD_MAX);
    bool found = none;
    for (size_t i = 0; i < count; i++) {
        if (list[i].kind == kind) {
            found = !none && (found || list[i].value == value);
            qm_text_add(now, now->length > 0 ? ", " : "");
            qm__declared_print(&declared, &names, list[i].value, now);
        }
    }
    return found;
}

/* What the family tells of a figure, by name. */
static void compare_told_values(qm__case_run *run, const qm__value *thing, uint16_t figure) {
    const qm_rules_facts *facts = run->scenario->family->facts;
    const qm__names names = {&run->scenario->rules, run->scenario};
    for (const qm__value *one = thing->first; one; one = one->next) {
        char message[QM__MESSAGE_MAX], now[QM__MESSAGE_MAX];
        qm_text fault = qm_text_over(message, sizeof message), text = qm_text_over(now, sizeof now);
        uint16_t kind = 1;
        while (kind < facts->told_count && !qm__same(facts->told[kind].name, one->key)) {
            kind++;
        }
        if (kind >= facts->told_count) {
            qm__case_mismatch(run, "nothing named \"%s\" is told of figures", one->key);
            continue;
        }
        const qm__declared declared = {.type = facts->told[kind].type, .unit = ""};
        const bool none = one->kind == QM__NULL;
        int32_t wanted = 0;
        if (!none &&
            !qm__declared_parse(&declared, &names, qm__case_text(one), strlen(qm__case_text(one)), &wanted, &fault)) {
            qm__case_mismatch(run, "told of %s, %s: %s", thing->key, one->key, message);
            continue;
        }
        const bool has = tells(run, figure, kind, none, wanted, &text);
        qm__case_mix(run, &has, sizeof has);
        if (!has) {
            qm__case_mismatch(run, "told of %s, %s is %s, expected %s", thing->key, one->key, *now ? now : "none",
                              none ? "none" : qm__case_text(one));
        }
    }
}

/* What is said about a figure to whoever asks has these words in it, or has not. Part of the fingerprint is only
 * whether it has: the rest of the description says what the rulebook says anyway. */
void qm__expect_told(qm__case_run *run, const qm__value *told, bool wanted) {
    const qm_scenario *s = run->scenario;
    for (const qm__value *thing = told ? told->first : NULL; thing; thing = thing->next) {
        const uint16_t figure = qm_figure_named(s, thing->key);
        if (figure == 0) {
            qm__case_mismatch(run, "there is no figure \"%s\"", thing->key);
            continue;
        }
        if (thing->kind == QM__OBJECT) {
            compare_told_values(run, thing, figure);
            continue;
        }
        char words[400];
        qm_text text = qm_text_over(words, sizeof words);
        qm_figure_describe(s, run->state, figure, &text);
        for (const qm__value *one = thing->first; one; one = one->next) {
            const bool has = strstr(words, one->text) != NULL;
            qm__case_mix(run, &has, sizeof has);
            if (has != wanted) {
                qm__case_mismatch(run, "what is told of %s %s \"%s\": %s", thing->key, has ? "has" : "has not",
                                  one->text, words);
            }
        }
    }
}
