/* Case files: reading them and asking about them.
 *
 * Only the form is checked here; names of figures, orders and fields mean something only within a scenario under given
 * rules, and these are known when a case is run. Reading keeps the tree of the file, and every run starts from that.
 */
#include "io/case.h"

#include <string.h>

#include "base/name.h"
#include "io/json.h"

static const char *const expectations[] = {"verdict", "reasons", "cites",  "uncited", "cost",   "allowance",
                                           "chance",  "way",     "checks", "odds",    "events", "no_events",
                                           "state",   "actor",   "turn",   "phase",   "winner", "ended"};
enum { EXPECTATIONS = sizeof expectations / sizeof expectations[0] };

/* ----------------------------------------------------------------------------------------------------- the form */

static void check_strings(const qm__load *load, const qm__value *object, const char *key, const qm__path *up) {
    const qm__value *list = qm__value_get(object, key);
    const qm__path path = {up, key, 0};
    size_t index = 0;
    if (list && qm__expect(load, list, QM__ARRAY, NULL, &path)) {
        for (const qm__value *one = list->first; one; one = one->next, index++) {
            qm__expect(load, one, QM__STRING, NULL, &(qm__path){&path, NULL, index});
        }
    }
}

static void check_dice(const qm__load *load, const qm__value *order, const qm__path *up) {
    const qm__value *dice = qm__value_get(order, "dice");
    const qm__path path = {up, "dice", 0};
    size_t index = 0;
    if (!dice || !qm__expect(load, dice, QM__ARRAY, NULL, &path)) {
        return;
    }
    for (const qm__value *group = dice->first; group; group = group->next, index++) {
        const qm__path here = {&path, NULL, index};
        bool good = group->kind == QM__ARRAY && group->count > 0;
        for (const qm__value *face = good ? group->first : NULL; face; face = face->next) {
            int64_t number = 0;
            good = good && qm__value_int(face, &number) && number >= 1 && number <= 255;
        }
        if (!good) {
            qm__fault(load, group, &here, "must be the faces of one roll, as [3, 4]");
        }
    }
}

static void check_expect(const qm__load *load, const qm__value *expect, const qm__path *up) {
    const qm__path path = {up, "expect", 0};
    static const char *const checks[] = {"roll", "figure", "dice", "sides", "target", "chance", "leg", "at"};
    if (!expect || !qm__expect(load, expect, QM__OBJECT, NULL, &path)) {
        return;
    }
    qm__check_keys(load, expect, &path, expectations, EXPECTATIONS);
    const char *verdict = qm__get_text(load, expect, "verdict", &path, "legal");
    if (qm_words_find("legal illegal cannot-judge", verdict) < 0) {
        qm__fault(load, qm__value_get(expect, "verdict"), &(qm__path){&path, "verdict", 0},
                  "\"%s\" is no verdict: legal, illegal or cannot-judge", verdict);
    }
    static const char *const lists[] = {"reasons", "cites", "uncited", "way", "events", "no_events"};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        check_strings(load, expect, lists[i], &path);
    }
    const qm__value *list = qm__value_get(expect, "checks");
    const qm__path checks_path = {&path, "checks", 0};
    size_t index = 0;
    if (list && qm__expect(load, list, QM__ARRAY, NULL, &checks_path)) {
        for (const qm__value *one = list->first; one; one = one->next, index++) {
            const qm__path here = {&checks_path, NULL, index};
            if (qm__expect(load, one, QM__OBJECT, NULL, &here)) {
                qm__check_keys(load, one, &here, checks, sizeof checks / sizeof checks[0]);
            }
        }
    }
    static const char *const objects[] = {"state", "odds"};
    for (size_t i = 0; i < 2; i++) {
        const qm__value *object = qm__value_get(expect, objects[i]);
        if (object) {
            qm__expect(load, object, QM__OBJECT, NULL, &(qm__path){&path, objects[i], 0});
        }
    }
}

static void check_orders(const qm__load *load, const qm__value *one, const qm__path *up) {
    static const char *const names[] = {"order", "dice", "choices", "expect", "text"};
    const qm__value *orders = qm__value_get(one, "orders");
    const qm__path path = {up, "orders", 0};
    size_t index = 0;
    if (!qm__expect(load, orders, QM__ARRAY, one, &path)) {
        return;
    }
    if (orders->count == 0 || orders->count > QM_CASE_ORDERS_MAX) {
        qm__fault(load, orders, &path, "a case has 1 to %d orders", QM_CASE_ORDERS_MAX);
    }
    for (const qm__value *order = orders->first; order; order = order->next, index++) {
        const qm__path here = {&path, NULL, index};
        if (order->kind == QM__STRING) {
            continue;
        }
        if (!qm__expect(load, order, QM__OBJECT, NULL, &here)) {
            continue;
        }
        qm__check_keys(load, order, &here, names, sizeof names / sizeof names[0]);
        qm__expect(load, qm__value_get(order, "order"), QM__STRING, order, &(qm__path){&here, "order", 0});
        check_dice(load, order, &here);
        check_strings(load, order, "choices", &here);
        check_expect(load, qm__value_get(order, "expect"), &here);
    }
}

static void read_case(qm_cases *cases, const qm__load *load, const qm__value *value, const qm__value *scenario,
                      size_t index, const qm__path *up) {
    static const char *const names[] = {"case",     "clauses", "outside", "text",  "scenario",
                                        "settings", "figures", "edit",    "orders"};
    const qm__path *path = qm__path_keep(load, up, NULL, index);
    if (!path || !qm__expect(load, value, QM__OBJECT, NULL, path)) {
        return;
    }
    qm__check_keys(load, value, path, names, sizeof names / sizeof names[0]);
    const char *name = qm__get_text(load, value, "case", path, NULL);
    if (!name) {
        qm__fault(load, value, &(qm__path){path, "case", 0}, "is missing: every case has a name");
        name = "";
    }
    for (size_t i = 0; i < cases->count; i++) {
        if (qm__same(cases->cases[i].name, name)) {
            qm__fault(load, qm__value_get(value, "case"), &(qm__path){path, "case", 0}, "there is another case \"%s\"",
                      name);
        }
    }
    check_strings(load, value, "clauses", path);
    check_strings(load, value, "outside", path);
    check_strings(load, value, "edit", path);
    static const char *const objects[] = {"settings", "figures"};
    for (size_t i = 0; i < 2; i++) {
        const qm__value *object = qm__value_get(value, objects[i]);
        if (object) {
            qm__expect(load, object, QM__OBJECT, NULL, &(qm__path){path, objects[i], 0});
        }
    }
    check_orders(load, value, path);
    const qm__value *own = qm__value_get(value, "scenario");
    if (!own && !scenario) {
        qm__fault(load, value, &(qm__path){path, "scenario", 0}, "is missing: neither the case nor the file has one");
    }
    cases->cases[cases->count++] = (qm__case){.name = name,
                                              .text = qm__get_text(load, value, "text", path, ""),
                                              .value = value,
                                              .scenario = own ? own : scenario,
                                              .path = path};
}

static void read_cases(qm_cases *cases, const qm__load *load, const qm__value *root) {
    static const char *const names[] = {"quickmarch", "version", "title", "text", "scenario", "cases"};
    const qm__path *path = qm__path_keep(load, NULL, "cases", 0);
    const qm__value *list = qm__value_get(root, "cases");
    qm__check_keys(load, root, NULL, names, sizeof names / sizeof names[0]);
    if (!path || !qm__expect(load, list, QM__ARRAY, root, path)) {
        return;
    }
    cases->cases = qm__arena_array(&cases->arena, list->count, sizeof *cases->cases);
    size_t index = 0;
    for (const qm__value *value = list->first; cases->cases && value; value = value->next, index++) {
        read_case(cases, load, value, qm__value_get(root, "scenario"), index, path);
    }
}

/* -------------------------------------------------------------------------------------------------------- reading */

qm_result qm_cases_read_text(qm_cases **out, const char *text, size_t length, const char *name, const qm_reader *reader,
                             const qm_allocator *allocator, qm_diagnostics *diagnostics) {
    *out = NULL;
    qm_cases *cases = qm__resize(allocator, NULL, 0, sizeof *cases);
    if (!cases) {
        return QM_ERROR_MEMORY;
    }
    memset(cases, 0, sizeof *cases);
    if (allocator) {
        cases->allocator = *allocator;
    }
    if (reader) {
        cases->reader_copy = *reader;
        cases->reader = &cases->reader_copy;
    }
    qm__arena_init(&cases->arena, cases->allocator.resize ? &cases->allocator : NULL);
    const char *kept = qm__arena_string(&cases->arena, name ? name : "", name ? strlen(name) : 0);
    cases->file = kept ? kept : "";
    const size_t errors = diagnostics->errors;
    const qm__load load = {cases->file, reader, allocator, &cases->arena, diagnostics};
    qm__value *root = NULL;
    qm_result result = qm__json_read(text, length, cases->file, &cases->arena, diagnostics, &root);
    if (result == QM_OK && qm__check_head(&load, root, "cases")) {
        read_cases(cases, &load, root);
    }
    if (result == QM_OK && (cases->arena.failed || diagnostics->errors > errors)) {
        result = cases->arena.failed ? QM_ERROR_MEMORY : QM_ERROR_INPUT;
    }
    if (result != QM_OK) {
        qm_cases_free(cases);
        return result;
    }
    *out = cases;
    return QM_OK;
}

qm_result qm_cases_read_file(qm_cases **out, const char *path, const qm_reader *reader, const qm_allocator *allocator,
                             qm_diagnostics *diagnostics) {
    *out = NULL;
    qm_text text = qm_text_growing(allocator);
    qm_result result = qm_file_read(path, reader, &text, diagnostics);
    if (result == QM_OK) {
        result = qm_cases_read_text(out, text.data ? text.data : "", text.length, path, reader, allocator, diagnostics);
    }
    qm_text_free(&text);
    return result;
}

void qm_cases_free(qm_cases *cases) {
    if (cases) {
        const qm_allocator allocator = cases->allocator;
        qm__arena_free(&cases->arena);
        qm__resize(allocator.resize ? &allocator : NULL, cases, sizeof *cases, 0);
    }
}

/* ------------------------------------------------------------------------------------------------------ questions */

size_t qm_cases_count(const qm_cases *cases) {
    return cases->count;
}

const char *qm_cases_file(const qm_cases *cases) {
    return cases->file;
}

const char *qm_case_name(const qm_cases *cases, size_t index) {
    return index < cases->count ? cases->cases[index].name : "";
}

const char *qm_case_text(const qm_cases *cases, size_t index) {
    return index < cases->count ? cases->cases[index].text : "";
}

uint32_t qm_case_line(const qm_cases *cases, size_t index) {
    return index < cases->count ? cases->cases[index].value->line : 0;
}

const char *qm_case_clause(const qm_cases *cases, size_t index, size_t n, bool outside) {
    const qm__value *list =
        index < cases->count ? qm__value_get(cases->cases[index].value, outside ? "outside" : "clauses") : NULL;
    const qm__value *one = qm__value_at(list, n);
    return one && one->kind == QM__STRING ? one->text : NULL;
}
