/* Events as cases name them, and whether those that a case expects have happened.
 *
 * A name is "fell", or of a roll "roll:jump" and "roll:jump:fail". After it may stand its value, of a
 * roll its total: "hits=3", "roll:injury=10"; and of whatever tells a place that place: "fell@8,4@2", where what
 * follows the first @ is the place and the second one belongs to its height.
 */
#include <string.h>

#include "game/place.h"
#include "io/case.h"

bool qm__event_name_read(const char *text, qm__event_name *out) {
    const size_t name = strcspn(text, "=@"), end = strcspn(text, "@");
    *out = (qm__event_name){.length = name,
                            .roll = strncmp(text, "roll:", 5) == 0,
                            .has_value = name < end,
                            .place = text[end] ? text + end + 1 : NULL};
    const bool minus = out->has_value && text[name + 1] == '-';
    const size_t first = name + 1 + minus;
    if (out->has_value && (first >= end || end - first > 6)) {
        return false;
    }
    for (size_t i = first; out->has_value && i < end; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
        out->value = out->value * 10 + (text[i] - '0');
    }
    out->value = minus ? -out->value : out->value;
    return true;
}

static void print_name(const qm_rules_facts *facts, const qm_event *event, bool outcome, qm_text *out) {
    char word[48];
    if (event->kind != 0) {
        qm_text_add(out, facts->events[event->kind].name);
        return;
    }
    const qm_roll_kind *kind = &facts->rolls[event->roll];
    qm_text_addf(out, "roll:%s", kind->name);
    if (outcome && kind->classes && qm_words_at(kind->classes, event->outcome, word, sizeof word) > 0) {
        qm_text_addf(out, ":%s", word);
    }
}

/* Whether it is the one named. */
static bool event_is(const qm_scenario *scenario, const qm_event *event, const char *text) {
    qm__event_name name;
    bool same = false;
    if (!qm__event_name_read(text, &name)) {
        return false;
    }
    for (int outcome = 0; outcome <= 1 && !same; outcome++) {
        char array[128];
        qm_text own = qm_text_over(array, sizeof array);
        print_name(scenario->family->facts, event, outcome != 0, &own);
        same = strlen(array) == name.length && memcmp(array, text, name.length) == 0;
    }
    if (!same || (name.has_value && event->value != name.value)) {
        return false;
    }
    char message[QM__MESSAGE_MAX];
    qm_text fault = qm_text_over(message, sizeof message);
    qm_place at;
    return !name.place || (qm__place_parse(scenario, name.place, &at, &fault) && qm__place_same(at, event->at));
}

static bool event_known(const qm_rules_facts *facts, const char *text) {
    qm__event_name name;
    bool known = qm__event_name_read(text, &name) && name.roll;
    for (size_t i = 1; i < facts->event_count && !known; i++) {
        known = strlen(facts->events[i].name) == name.length && memcmp(facts->events[i].name, text, name.length) == 0;
    }
    return known;
}

/* What happened, as cases name it. */
static void list_events(const qm__case_run *run, qm_text *out) {
    for (size_t i = 0; i < run->events.count; i++) {
        const qm_event *event = &run->events.items[i];
        qm_text_add(out, i == 0 ? "" : ", ");
        print_name(run->scenario->family->facts, event, true, out);
        if (event->kind == 0 ? event->dice > 0 : event->value != 0) {
            qm_text_addf(out, "=%d", (int)event->value);
        }
        if (event->at.x != 0 || event->at.y != 0 || event->at.z != 0) {
            qm_text_add_char(out, '@');
            qm_place_print(run->scenario, event->at, out);
        }
    }
}

/* Its clauses count as shown. */
static void assert_clauses(qm__case_run *run, const qm_event *event) {
    const qm_rules_facts *facts = run->scenario->family->facts;
    char clauses[QM_EVENT_CLAUSES_SIZE], id[32];
    qm_text ids = qm_text_over(clauses, sizeof clauses);
    qm_event_clauses(run->scenario, event, &ids);
    for (size_t i = 0; qm_words_at(clauses, i, id, sizeof id) > 0; i++) {
        const qm_clause *clause = qm_clause_named(facts, id);
        if (clause && clause - facts->clauses < QM_CASE_CLAUSES_MAX) {
            run->result->asserted[clause - facts->clauses] = 1;
        }
    }
}

void qm__expect_events(qm__case_run *run, const qm__value *wanted, const qm__value *barred) {
    size_t at = 0;
    for (const qm__value *one = wanted ? wanted->first : NULL; one; one = one->next) {
        size_t found = at;
        while (found < run->events.count && !event_is(run->scenario, &run->events.items[found], one->text)) {
            found++;
        }
        if (found >= run->events.count) {
            const bool known = event_known(run->scenario->family->facts, one->text);
            qm_text list = qm_text_growing(run->result->mismatches.allocator);
            list_events(run, &list);
            qm__case_mismatch(
                run, known ? "the event %s is missing%s; there was: %s" : "there is no event named %s%s; there was: %s",
                one->text, at > 0 ? " after the one before it" : "", list.data ? list.data : "nothing");
            qm_text_free(&list);
            return;
        }
        assert_clauses(run, &run->events.items[found]);
        at = found + 1;
    }
    for (const qm__value *one = barred ? barred->first : NULL; one; one = one->next) {
        for (size_t i = 0; i < run->events.count; i++) {
            if (event_is(run->scenario, &run->events.items[i], one->text)) {
                qm__case_mismatch(run, "the event %s happened, and should not have", one->text);
                break;
            }
        }
    }
}
