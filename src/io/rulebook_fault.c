/* Contradictions in a rulebook: what the family finds, told with the values and with the place of the later of the two.
 *
 * A file that extends another is complained of where it says one of the two itself; what it extends has been looked at
 * before.
 */
#include "io/rulebook.h"

/* A setting or a cell in the file, or NULL. */
static const qm__value *find(const qm__value *settings, const qm__value *object, const qm__rules_place *place) {
    if (!place->table) {
        return settings ? qm__value_get(settings, place->name) : NULL;
    }
    const qm__value *table = object ? qm__value_get(object, place->table) : NULL;
    const qm__value *row = table ? qm__value_get(table, place->row) : NULL;
    return row && place->name ? qm__value_get(row, place->name) : row;
}

static bool is_later(const qm__value *a, const qm__value *b) {
    return a->line != b->line ? a->line > b->line : a->column > b->column;
}

/* "natural_fail 12", "injuries.dazed.from 15" */
static void print_place(const qm__rules *rules, const qm__rules_place *place, qm_text *out) {
    const qm_rules_facts *facts = rules->family->facts;
    const qm__names names = {rules, NULL};
    if (!place->table) {
        const int index = qm_setting_named(facts, place->name);
        const qm__declared declared = qm__declared_setting(&facts->settings[index]);
        qm_text_addf(out, "%s ", place->name);
        qm__declared_print(&declared, &names, rules->settings[index], out);
        return;
    }
    const int table = qm__table_index(facts, place->table);
    const int column = qm__column_named(&facts->tables[table], place->name);
    const qm__table_rows *rows = &rules->tables[table];
    const qm__declared declared = qm__declared_field(&facts->tables[table].columns[column]);
    qm_text_addf(out, "%s.%s.%s ", place->table, place->row, place->name);
    qm__declared_print(&declared, &names, rows->rows[qm__row_named(rows, place->row) - 1].values[column], out);
}

static void report(const qm__rules *rules, const qm__load *load, const qm__rules_fault *fault,
                   const qm__rules_place *place, const qm__value *at, const qm__path *up) {
    char message[QM__MESSAGE_MAX];
    qm_text text = qm_text_over(message, sizeof message);
    if (!fault->one.name) {
        const qm__path table = {up, place->table, 0};
        qm__fault(load, at, &(qm__path){&table, place->row, 0}, "%s", fault->why);
        return;
    }
    print_place(rules, &fault->one, &text);
    qm_text_add(&text, " and ");
    print_place(rules, &fault->other, &text);
    const qm__path section = {up, place->table ? place->table : "settings", 0}, row = {&section, place->row, 0};
    qm__fault(load, at, &(qm__path){place->table ? &row : &section, place->name, 0}, "%s contradict each other: %s",
              message, fault->why);
}

size_t qm__rulebook_contradicts(const qm_rulebook *rulebook, const qm__load *load, const qm__value *settings,
                                const qm__value *object, const qm__path *up, const qm__value *at) {
    const qm__family *family = rulebook->rules.family;
    qm__rules_fault fault;
    size_t told = 0;
    for (size_t i = 0; family->rules_fault && family->rules_fault(&rulebook->rules, i, &fault); i++) {
        const qm__value *one = find(settings, object, &fault.one), *other = find(settings, object, &fault.other);
        const bool first = one && (!other || is_later(one, other));
        if (one || other || at) {
            report(&rulebook->rules, load, &fault, first || !other ? &fault.one : &fault.other,
                   first   ? one
                   : other ? other
                           : at,
                   up);
            told++;
        }
    }
    return told;
}

qm_result qm_rulebook_check(const qm_rulebook *rulebook, qm_diagnostics *diagnostics) {
    const qm__value nowhere = {0};
    const qm__load load = {.file = "", .list = diagnostics};
    return qm__rulebook_contradicts(rulebook, &load, NULL, NULL, NULL, &nowhere) > 0 ? QM_ERROR_INPUT : QM_OK;
}
