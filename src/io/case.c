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
                                           "state",   "actor",   "turn",   "phase",   "winner", "ended",
                                           "hits",    "hides",   "told",   "untold",  "parts",  "warnings"};
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

enum { TEXT = 1 << QM__STRING, NUMBER = 1 << QM__NUMBER, FLAG = 1 << QM__BOOL, NOTHING = 1 << QM__NULL };

/* A member whose value is simple, and the kinds it may be of. */
typedef struct shape {
    const char *name;
    unsigned kinds;
} shape;

/* Whether a value is of one of the kinds; says so if not. An absent one is. */
static bool check_kind(const qm__load *load, const qm__value *value, unsigned kinds, const qm__path *path) {
    if (!value || (kinds >> value->kind & 1u)) {
        return true;
    }
    char list[80];
    qm_text text = qm_text_over(list, sizeof list);
    for (int kind = QM__NULL; kind <= QM__OBJECT; kind++) {
        if (kinds >> kind & 1u) {
            qm_text_addf(&text, "%s%s", text.length > 0 ? " or " : "", qm__kind_name((qm__kind)kind));
        }
    }
    qm__fault(load, value, path, "must be %s, not %s", list, qm__kind_name(value->kind));
    return false;
}

static void check_shapes(const qm__load *load, const qm__value *object, const shape *shapes, size_t count,
                         const qm__path *up) {
    for (size_t i = 0; i < count; i++) {
        check_kind(load, qm__value_get(object, shapes[i].name), shapes[i].kinds, &(qm__path){up, shapes[i].name, 0});
    }
}

/* Every member of an object, whatever its name. */
static void check_members(const qm__load *load, const qm__value *object, unsigned kinds, const qm__path *path) {
    if (object && qm__expect(load, object, QM__OBJECT, NULL, path)) {
        for (const qm__value *one = object->first; one; one = one->next) {
            check_kind(load, one, kinds, &(qm__path){path, one->key, 0});
        }
    }
}

static void check_chance(const qm__load *load, const qm__value *value, const qm__path *path) {
    if (check_kind(load, value, TEXT | NUMBER, path) && value && !qm__chance_readable(value->text)) {
        qm__fault(load, value, path, "\"%s\" is no chance; write a fraction as \"5/36\" or a decimal", value->text);
    }
}

/* What a list of objects may have. */
typedef struct entries {
    const char *const *names;
    size_t name_count;
    const shape *shapes;
    size_t shape_count;
    const struct entries *classes; /* those of its member "classes"; NULL = it has none */
} entries;
#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* The classes of a check, and the checks themselves: objects with a chance. */
static void check_entries(const qm__load *load, const qm__value *list, const entries *known, const qm__path *path) {
    size_t index = 0;
    if (!list || !qm__expect(load, list, QM__ARRAY, NULL, path)) {
        return;
    }
    for (const qm__value *one = list->first; one; one = one->next, index++) {
        const qm__path here = {path, NULL, index};
        if (qm__expect(load, one, QM__OBJECT, NULL, &here)) {
            qm__check_keys(load, one, &here, known->names, known->name_count);
            check_shapes(load, one, known->shapes, known->shape_count, &here);
            check_chance(load, qm__value_get(one, "chance"), &(qm__path){&here, "chance", 0});
            if (known->classes) {
                check_entries(load, qm__value_get(one, "classes"), known->classes, &(qm__path){&here, "classes", 0});
            }
        }
    }
}

static void check_checks(const qm__load *load, const qm__value *list, const qm__path *path) {
    static const char *const class_names[] = {"outcome", "from", "to", "length", "chance"};
    static const shape class_shapes[] = {{"outcome", TEXT}, {"from", NUMBER}, {"to", NUMBER}, {"length", NUMBER}};
    static const char *const names[] = {"roll", "figure", "dice", "sides", "target",
                                        "over", "chance", "leg",  "at",    "classes"};
    static const shape shapes[] = {{"roll", TEXT},     {"figure", TEXT}, {"dice", NUMBER}, {"sides", NUMBER},
                                   {"target", NUMBER}, {"over", TEXT},   {"leg", NUMBER},  {"at", TEXT}};
    static const entries classes = {class_names, COUNT_OF(class_names), class_shapes, COUNT_OF(class_shapes), NULL};
    static const entries checks = {names, COUNT_OF(names), shapes, COUNT_OF(shapes), &classes};
    check_entries(load, list, &checks, path);
}

/* What figures of a unit do, by their names. */
static void check_parts(const qm__load *load, const qm__value *parts, const qm__path *path) {
    static const char *const names[] = {"end", "facing", "cost", "allowance", "way", "chosen"};
    static const shape shapes[] = {
        {"end", TEXT}, {"facing", TEXT | NUMBER}, {"cost", NUMBER}, {"allowance", NUMBER}, {"chosen", FLAG}};
    if (!parts || !qm__expect(load, parts, QM__OBJECT, NULL, path)) {
        return;
    }
    for (const qm__value *one = parts->first; one; one = one->next) {
        const qm__path here = {path, one->key, 0};
        if (one->kind != QM__NULL && qm__expect(load, one, QM__OBJECT, NULL, &here)) {
            qm__check_keys(load, one, &here, names, sizeof names / sizeof names[0]);
            check_shapes(load, one, shapes, sizeof shapes / sizeof shapes[0], &here);
            check_strings(load, one, "way", &here);
        }
    }
}

/* Chances of conditions, and fields of figures and items. */
static void check_outcome(const qm__load *load, const qm__value *expect, const qm__path *up) {
    const qm__value *odds = qm__value_get(expect, "odds"), *state = qm__value_get(expect, "state");
    const qm__path odds_path = {up, "odds", 0}, state_path = {up, "state", 0};
    if (odds && qm__expect(load, odds, QM__OBJECT, NULL, &odds_path)) {
        for (const qm__value *one = odds->first; one; one = one->next) {
            check_chance(load, one, &(qm__path){&odds_path, one->key, 0});
        }
    }
    if (state && qm__expect(load, state, QM__OBJECT, NULL, &state_path)) {
        for (const qm__value *one = state->first; one; one = one->next) {
            check_members(load, one, TEXT | NUMBER | FLAG | NOTHING, &(qm__path){&state_path, one->key, 0});
        }
    }
}

/* Figures, each with a list of words, or (`facts`) with what the family tells of it by name. */
static void check_told(const qm__load *load, const qm__value *told, bool facts, const qm__path *path) {
    if (told && qm__expect(load, told, QM__OBJECT, NULL, path)) {
        for (const qm__value *one = told->first; one; one = one->next) {
            if (facts && one->kind == QM__OBJECT) {
                check_members(load, one, TEXT | NUMBER | FLAG | NOTHING, &(qm__path){path, one->key, 0});
            } else {
                check_strings(load, told, one->key, path);
            }
        }
    }
}

static void check_expect(const qm__load *load, const qm__value *expect, const qm__path *up) {
    const qm__path path = {up, "expect", 0};
    if (!expect || !qm__expect(load, expect, QM__OBJECT, NULL, &path)) {
        return;
    }
    qm__check_keys(load, expect, &path, expectations, EXPECTATIONS);
    const char *verdict = qm__get_text(load, expect, "verdict", &path, "legal");
    if (qm_words_find("legal illegal cannot-judge", verdict) < 0) {
        qm__fault(load, qm__value_get(expect, "verdict"), &(qm__path){&path, "verdict", 0},
                  "\"%s\" is no verdict: legal, illegal or cannot-judge", verdict);
    }
    static const char *const lists[] = {"reasons", "warnings",  "cites", "uncited", "way",
                                        "events",  "no_events", "hides"};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        check_strings(load, expect, lists[i], &path);
    }
    static const shape shapes[] = {
        {"cost", NUMBER},          {"allowance", NUMBER}, {"turn", NUMBER},           {"phase", TEXT},
        {"actor", TEXT | NOTHING}, {"ended", FLAG},       {"winner", TEXT | NOTHING}, {"hits", NUMBER}};
    check_shapes(load, expect, shapes, sizeof shapes / sizeof shapes[0], &path);
    check_chance(load, qm__value_get(expect, "chance"), &(qm__path){&path, "chance", 0});
    check_checks(load, qm__value_get(expect, "checks"), &(qm__path){&path, "checks", 0});
    check_parts(load, qm__value_get(expect, "parts"), &(qm__path){&path, "parts", 0});
    check_outcome(load, expect, &path);
    check_told(load, qm__value_get(expect, "told"), true, &(qm__path){&path, "told", 0});
    check_told(load, qm__value_get(expect, "untold"), false, &(qm__path){&path, "untold", 0});
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
        check_kind(load, qm__value_get(order, "text"), TEXT, &(qm__path){&here, "text", 0});
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
    check_members(load, qm__value_get(value, "settings"), TEXT | NUMBER | FLAG, &(qm__path){path, "settings", 0});
    check_members(load, qm__value_get(value, "figures"), 1 << QM__OBJECT, &(qm__path){path, "figures", 0});
    check_orders(load, value, path);
    const qm__value *own = qm__value_get(value, "scenario");
    check_kind(load, own, TEXT | 1 << QM__OBJECT, &(qm__path){path, "scenario", 0});
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
    static const shape shapes[] = {{"title", TEXT}, {"text", TEXT}, {"scenario", TEXT | 1 << QM__OBJECT}};
    check_shapes(load, root, shapes, sizeof shapes / sizeof shapes[0], NULL);
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
    const size_t errors = diagnostics->errors, before = diagnostics->count;
    const qm__load load = {cases->file, reader, allocator, &cases->arena, diagnostics, NULL};
    qm__value *root = NULL;
    qm_result result = qm__json_read(text, length, cases->file, &cases->arena, diagnostics, &root);
    if (result == QM_OK && qm__check_head(&load, root, "cases")) {
        read_cases(cases, &load, root);
    }
    if (result == QM_OK && (cases->arena.failed || diagnostics->errors > errors)) {
        result = cases->arena.failed ? QM_ERROR_MEMORY : QM_ERROR_INPUT;
    }
    qm__diagnostics_sort(diagnostics, before);
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
