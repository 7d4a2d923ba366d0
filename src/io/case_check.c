/* Names in a case file that only its scenario can tell to be right: clauses, reasons, events, figures, fields, orders.
 *
 * Running a case would find most of them too, but as differences without a place, and only as far as the case gets.
 * Here every one is reported where it stands. Nothing is played.
 */
#include <string.h>

#include "base/name.h"
#include "game/place.h"
#include "io/case.h"
#include "io/notation.h"

enum { NAMES_MAX = 600 };

typedef struct checking {
    const qm__load *load; /* of the case file */
    const qm_scenario *scenario;
    const qm_rules_facts *facts;
    const char *owner; /* of the gathered names: the rules, or the scenario */
    const char *names[NAMES_MAX];
    size_t count;
} checking;

static void begin_names(checking *c, const char *owner) {
    c->owner = owner;
    c->count = 0;
}

static void add_name(checking *c, const char *name) {
    if (c->count < NAMES_MAX) {
        c->names[c->count++] = name;
    }
}

static void gather_clauses(checking *c) {
    begin_names(c, c->facts->name);
    for (size_t i = 0; i < c->facts->clause_count; i++) {
        add_name(c, c->facts->clauses[i].id);
    }
}

static void gather_reasons(checking *c) {
    begin_names(c, c->facts->name);
    for (size_t i = 1; i < c->facts->reason_count; i++) {
        add_name(c, c->facts->reasons[i].name);
    }
}

static void gather_events(checking *c) {
    begin_names(c, c->facts->name);
    for (size_t i = 1; i < c->facts->event_count; i++) {
        add_name(c, c->facts->events[i].name);
    }
}

static void gather_fields(checking *c, const qm_field *fields, size_t count) {
    begin_names(c, c->facts->name);
    for (size_t i = 0; i < count; i++) {
        add_name(c, fields[i].name);
    }
    if (qm__at_field(c->facts, fields, count) >= 0) {
        add_name(c, "at"); /* the three of a place on a table */
    }
}

static void gather_figures(checking *c) {
    begin_names(c, "the scenario");
    for (size_t i = 0; i < c->scenario->figure_count; i++) {
        add_name(c, c->scenario->figures[i].name);
    }
}

static void gather_things(checking *c) {
    gather_figures(c);
    for (size_t i = 0; i < c->scenario->item_count; i++) {
        add_name(c, c->scenario->items[i].name);
    }
}

static bool known(const checking *c, const char *name) {
    bool found = false;
    for (size_t i = 0; i < c->count && !found; i++) {
        found = qm__same(c->names[i], name);
    }
    return found;
}

static void hint(const checking *c, const char *name, char out[100]) {
    qm_text text = qm_text_over(out, 100);
    qm__suggest(&text, name, c->names, c->count);
}

/* "roll:jump", "roll:jump:fail": the roll is known, and the outcome one of its own. */
static bool roll_known(const checking *c, const char *name) {
    if (strncmp(name, "roll:", 5) != 0) {
        return false;
    }
    const char *roll = name + 5, *outcome = strchr(roll, ':');
    const size_t length = outcome ? (size_t)(outcome - roll) : strlen(roll);
    for (size_t i = 1; i < c->facts->roll_count; i++) {
        const qm_roll_kind *kind = &c->facts->rolls[i];
        if (strlen(kind->name) == length && memcmp(kind->name, roll, length) == 0) {
            return !outcome || (kind->classes && qm_words_find(kind->classes, outcome + 1) >= 0);
        }
    }
    return false;
}

static void refuse_name(const checking *c, const qm__value *value, const qm__path *path, const char *what,
                        const char *name) {
    char near[100];
    hint(c, name, near);
    qm__fault(c->load, value, path, "%s has no %s \"%s\"%s", c->owner, what, name, near);
}

/* The gathered names are the only ones the list may have. */
static void check_list(const checking *c, const qm__value *object, const char *key, const qm__path *up,
                       const char *what) {
    const qm__value *list = qm__value_get(object, key);
    const qm__path path = {up, key, 0};
    size_t index = 0;
    for (const qm__value *one = list ? list->first : NULL; one; one = one->next, index++) {
        if (!known(c, one->text)) {
            refuse_name(c, one, &(qm__path){&path, NULL, index}, what, one->text);
        }
    }
}

/* Events with their values and places. */
static void check_events(const checking *c, const qm__value *expect, const char *key, const qm__path *up) {
    const qm__value *list = qm__value_get(expect, key);
    const qm__path path = {up, key, 0};
    size_t index = 0;
    for (const qm__value *one = list ? list->first : NULL; one; one = one->next, index++) {
        const qm__path here = {&path, NULL, index};
        char plain[128], message[QM__MESSAGE_MAX];
        qm_text own = qm_text_over(plain, sizeof plain), fault = qm_text_over(message, sizeof message);
        qm__event_name name;
        qm_place at;
        const bool read = qm__event_name_read(one->text, &name);
        qm_text_add_bytes(&own, one->text, name.length);
        if (!known(c, plain) && !roll_known(c, plain)) {
            refuse_name(c, one, &here, "event", plain);
        } else if (!read) {
            qm__fault(c->load, one, &here, "\"%s\": after = stands a whole number, the value of the event or the total of a roll", one->text);
        } else if (name.place && !qm__place_parse(c->scenario, name.place, &at, &fault)) {
            qm__fault(c->load, one, &here, "\"%s\": %s", one->text, message);
        }
    }
}

static void check_fields(checking *c, const qm__value *thing, const qm__path *path) {
    const bool figure = qm_figure_named(c->scenario, thing->key) != 0;
    gather_fields(c, figure ? c->facts->figure_state : c->facts->item_state,
                  figure ? c->facts->figure_state_count : c->facts->item_state_count);
    for (const qm__value *one = thing->first; one; one = one->next) {
        if (!known(c, one->key)) {
            char near[100];
            hint(c, one->key, near);
            qm__fault_key(c->load, one, &(qm__path){path, one->key, 0}, "there is no such field of %s%s",
                          figure ? "a figure" : "an item", near);
        }
    }
}

static void check_state(checking *c, const qm__value *expect, const qm__path *up) {
    const qm__value *state = qm__value_get(expect, "state");
    const qm__path path = {up, "state", 0};
    for (const qm__value *thing = state ? state->first : NULL; thing; thing = thing->next) {
        const qm__path here = {&path, thing->key, 0};
        gather_things(c);
        if (known(c, thing->key)) {
            check_fields(c, thing, &here);
        } else {
            char near[100];
            hint(c, thing->key, near);
            qm__fault_key(c->load, thing, &here, "the scenario has no figure or item of this name%s", near);
        }
    }
}

/* What is expected of figures by their names. */
static void check_by_figure(checking *c, const qm__value *expect, const char *key, const qm__path *up) {
    const qm__value *object = qm__value_get(expect, key);
    const qm__path path = {up, key, 0};
    for (const qm__value *one = object ? object->first : NULL; one; one = one->next) {
        if (!known(c, one->key)) {
            char near[100];
            hint(c, one->key, near);
            qm__fault_key(c->load, one, &(qm__path){&path, one->key, 0}, "the scenario has no figure of this name%s",
                          near);
        }
    }
}

/* What the family tells of figures, by name. */
static void check_told(checking *c, const qm__value *expect, const qm__path *up) {
    const qm__value *told = qm__value_get(expect, "told");
    const qm__path path = {up, "told", 0};
    begin_names(c, c->facts->name);
    for (size_t i = 1; i < c->facts->told_count; i++) {
        add_name(c, c->facts->told[i].name);
    }
    for (const qm__value *thing = told ? told->first : NULL; thing; thing = thing->next) {
        const qm__path here = {&path, thing->key, 0};
        for (const qm__value *one = thing->kind == QM__OBJECT ? thing->first : NULL; one; one = one->next) {
            if (!known(c, one->key)) {
                char near[100];
                hint(c, one->key, near);
                qm__fault_key(c->load, one, &(qm__path){&here, one->key, 0}, "%s tells nothing of this name%s",
                              c->owner, near);
            }
        }
    }
}

static void check_order(checking *c, const qm__value *order, const qm__path *path) {
    char message[QM__MESSAGE_MAX];
    qm_text fault = qm_text_over(message, sizeof message);
    qm_order read;
    size_t at = 0;
    if (!qm__order_parse(c->scenario, order->text, strlen(order->text), &read, &at, &fault)) {
        qm__fault(c->load, order, path, "at character %zu: %s", at + 1, message);
    }
}

static void check_orders(checking *c, const qm__value *value, const char *key, const qm__path *up) {
    const qm__value *list = qm__value_get(value, key);
    const qm__path path = {up, key, 0};
    size_t index = 0;
    for (const qm__value *entry = list ? list->first : NULL; entry; entry = entry->next, index++) {
        const qm__path here = {&path, NULL, index}, expect_path = {&here, "expect", 0};
        const bool plain = entry->kind == QM__STRING;
        check_order(c, plain ? entry : qm__value_get(entry, "order"), plain ? &here : &(qm__path){&here, "order", 0});
        const qm__value *expect = plain ? NULL : qm__value_get(entry, "expect");
        if (!expect) {
            continue;
        }
        gather_clauses(c);
        check_list(c, expect, "cites", &expect_path, "clause");
        check_list(c, expect, "uncited", &expect_path, "clause");
        gather_reasons(c);
        check_list(c, expect, "reasons", &expect_path, "reason");
        check_list(c, expect, "warnings", &expect_path, "warning");
        gather_events(c);
        check_events(c, expect, "events", &expect_path);
        check_events(c, expect, "no_events", &expect_path);
        gather_figures(c);
        check_list(c, expect, "hides", &expect_path, "figure");
        check_by_figure(c, expect, "told", &expect_path);
        check_by_figure(c, expect, "untold", &expect_path);
        check_by_figure(c, expect, "parts", &expect_path);
        check_state(c, expect, &expect_path);
        check_told(c, expect, &expect_path);
    }
}

static qm_result check_case(const qm_cases *cases, const qm__case *one, qm_diagnostics *list) {
    const qm_allocator *allocator = cases->allocator.resize ? &cases->allocator : NULL;
    qm__arena arena;
    qm__arena_init(&arena, allocator);
    const qm__load load = {cases->file, cases->reader, allocator, &arena, list, NULL};
    qm_scenario *scenario = NULL;
    const qm_result result = qm__case_scenario(cases, one, NULL, &arena, list, &scenario);
    if (result == QM_OK) {
        checking c = {.load = &load, .scenario = scenario, .facts = qm_scenario_family(scenario)};
        gather_clauses(&c);
        check_list(&c, one->value, "clauses", one->path, "clause");
        check_list(&c, one->value, "outside", one->path, "clause");
        check_orders(&c, one->value, "edit", one->path);
        check_orders(&c, one->value, "orders", one->path);
    }
    qm_scenario_free(scenario);
    qm__arena_free(&arena);
    return result;
}

qm_result qm_cases_check(const qm_cases *cases, qm_diagnostics *diagnostics) {
    const size_t before = diagnostics->count, errors = diagnostics->errors;
    const char *broken = NULL; /* a file that many cases share is complained of once */
    for (size_t i = 0; i < cases->count; i++) {
        const qm__case *one = &cases->cases[i];
        const char *file = one->scenario->kind == QM__STRING ? one->scenario->text : NULL;
        if (file && broken && qm__same(file, broken)) {
            continue;
        }
        const qm_result result = check_case(cases, one, diagnostics);
        if (result == QM_ERROR_MEMORY) {
            return result;
        }
        broken = result != QM_OK && file ? file : broken;
    }
    qm__diagnostics_sort(diagnostics, before);
    return diagnostics->errors > errors ? QM_ERROR_INPUT : QM_OK;
}
