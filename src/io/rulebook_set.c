/* Single changes to a rulebook: by index, and as "name=value" or "table.row.column=value".
 *
 * The same texts make up the identity of rules, so what a person types at a prompt and what a log records are read here
 * alike.
 */
#include "io/rulebook.h"

#include <string.h>

/* Splits "table.row.column"; false if it is not that. */
static bool split_name(const char *name, char parts[3][QM_NAME_MAX + 1]) {
    for (int i = 0; i < 3; i++) {
        const size_t length = strcspn(name, ".");
        if (length == 0 || length > QM_NAME_MAX || (name[length] == '.') != (i < 2)) {
            return false;
        }
        memcpy(parts[i], name, length);
        parts[i][length] = '\0';
        name += length + (i < 2 ? 1 : 0);
    }
    return true;
}

static bool assign_column(qm_rulebook *rulebook, const char *name, const char *value, size_t length, bool grow,
                          qm_text *fault) {
    const qm_rules_facts *facts = rulebook->rules.family->facts;
    char parts[3][QM_NAME_MAX + 1];
    if (!split_name(name, parts)) {
        qm_text_addf(fault, "%s: %s has no such setting", name, facts->name);
        qm__suggest_setting(facts, name, fault);
        return false;
    }
    const int table = qm__table_index(facts, parts[0]);
    const int column = table < 0 ? -1 : qm__column_named(&facts->tables[table], parts[2]);
    if (column < 0 || !qm__name_valid(parts[1], strlen(parts[1])) ||
        (!grow && qm__row_named(&rulebook->rules.tables[table], parts[1]) == 0) ||
        qm__rulebook_fixed(rulebook, (size_t)table, parts[1])) {
        qm_text_addf(fault, "%s: %s has no such %s", name, facts->name,
                     table < 0    ? "table"
                     : column < 0 ? "column"
                                  : "row");
        return false;
    }
    qm__table_row *row = qm__rulebook_row(rulebook, (size_t)table, parts[1]);
    if (!row) {
        qm_text_addf(fault, "%s: too many rows", name);
        return false;
    }
    const qm__declared declared = qm__declared_field(&facts->tables[table].columns[column]);
    const qm__names names = {&rulebook->rules, NULL};
    qm_text_addf(fault, "%s: ", name);
    return qm__declared_parse(&declared, &names, value, length, &row->values[column], fault);
}

bool qm__rulebook_assign(qm_rulebook *rulebook, const char *text, size_t length, bool grow, qm_text *fault) {
    char name[3 * (QM_NAME_MAX + 1) + 16];
    const char *sign = memchr(text, '=', length);
    const size_t before = sign ? (size_t)(sign - text) : length;
    if (!sign || before >= sizeof name) {
        qm_text_add(fault, "write name=value");
        return false;
    }
    memcpy(name, text, before);
    name[before] = '\0';
    const qm_rules_facts *facts = rulebook->rules.family->facts;
    const int index = qm_setting_named(facts, name);
    if (index < 0) {
        return assign_column(rulebook, name, sign + 1, length - before - 1, grow, fault);
    }
    const qm__declared declared = qm__declared_setting(&facts->settings[index]);
    qm_text_addf(fault, "%s: ", name);
    return qm__declared_parse(&declared, NULL, sign + 1, length - before - 1, &rulebook->rules.settings[index], fault);
}

qm_result qm_rulebook_set_text(qm_rulebook *rulebook, const char *assignment, qm_diagnostics *diagnostics) {
    char message[QM__MESSAGE_MAX];
    qm_text fault = qm_text_over(message, sizeof message);
    if (qm__rulebook_assign(rulebook, assignment, strlen(assignment), false, &fault)) {
        return QM_OK;
    }
    qm__report(diagnostics, QM_SEVERITY_ERROR, "", 0, 0, "", "%s", message);
    return QM_ERROR_INPUT;
}

qm_result qm_rulebook_set(qm_rulebook *rulebook, size_t setting, int32_t value) {
    const qm_rules_facts *facts = rulebook->rules.family->facts;
    if (setting >= facts->setting_count) {
        return QM_ERROR_USAGE;
    }
    const qm_setting *declared = &facts->settings[setting];
    const bool flag = declared->type == QM_TYPE_FLAG;
    const int32_t low = flag ? 0 : declared->low, high = flag ? 1 : declared->high;
    if (declared->type != QM_TYPE_DICE && (value < low || value > high)) {
        return QM_ERROR_USAGE;
    }
    rulebook->rules.settings[setting] = value;
    return QM_OK;
}
