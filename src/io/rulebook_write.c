/* Rulebooks as text: what identifies them, the rulebook file, JSON; and questions about one.
 *
 * The identity lists only what differs from the family's defaults, so a setting added later does not change the
 * identity of older rules. It is made of words without blanks, so it can be cut at blanks to be read back.
 */
#include <string.h>

#include "base/name.h"
#include "io/facts_json.h"
#include "io/rulebook.h"
#include "rules/registry.h"

/* ------------------------------------------------------------------------------------------------------ questions */

const qm_rules_facts *qm_rulebook_family(const qm_rulebook *rulebook) {
    return rulebook->rules.family->facts;
}

const char *qm_rulebook_title(const qm_rulebook *rulebook) {
    return rulebook->title[0] ? rulebook->title : rulebook->rules.family->facts->title;
}

const char *qm_rulebook_edition(const qm_rulebook *rulebook) {
    return rulebook->rules.edition;
}

const char *qm_rulebook_text(const qm_rulebook *rulebook) {
    return rulebook->text;
}

int32_t qm_rulebook_setting(const qm_rulebook *rulebook, size_t setting) {
    return setting < rulebook->rules.family->facts->setting_count ? rulebook->rules.settings[setting] : 0;
}

uint16_t qm_rulebook_rows(const qm_rulebook *rulebook, size_t table) {
    return table < rulebook->rules.family->facts->table_count ? rulebook->rules.tables[table].count : 0;
}

const char *qm_rulebook_row_name(const qm_rulebook *rulebook, size_t table, uint16_t row) {
    return row >= 1 && row <= qm_rulebook_rows(rulebook, table) ? rulebook->rules.tables[table].rows[row - 1].name : "";
}

int32_t qm_rulebook_row_value(const qm_rulebook *rulebook, size_t table, uint16_t row, size_t column) {
    const bool there = row >= 1 && row <= qm_rulebook_rows(rulebook, table) &&
                       column < rulebook->rules.family->facts->tables[table].column_count;
    return there ? rulebook->rules.tables[table].rows[row - 1].values[column] : 0;
}

qm_result qm_scenario_rulebook(const qm_scenario *scenario, qm_rulebook **out, const qm_allocator *allocator) {
    qm_result result = qm__rulebook_of(out, scenario->family, allocator);
    if (result == QM_OK) {
        result = qm__rules_copy(&(*out)->rules, &scenario->rules, &(*out)->arena);
        if (result != QM_OK) {
            qm_rulebook_free(*out);
            *out = NULL;
        }
    }
    return result;
}

/* ------------------------------------------------------------------------------------------------------- identity */

/* The shipped row of that name, or NULL. */
static const qm_row *shipped(const qm_table *table, const char *name) {
    for (size_t i = 0; i < table->row_count; i++) {
        if (qm__same(table->rows[i].name, name)) {
            return &table->rows[i];
        }
    }
    return NULL;
}

static void identify_table(const qm__rules *rules, size_t t, qm_text *out) {
    const qm_table *table = &rules->family->facts->tables[t];
    const qm__names names = {rules, NULL};
    for (size_t r = 0; r < rules->tables[t].count; r++) {
        const qm__table_row *row = &rules->tables[t].rows[r];
        const qm_row *standard = shipped(table, row->name);
        for (size_t c = 0; c < table->column_count; c++) {
            if (!standard || standard->values[c] != row->values[c]) {
                const qm__declared declared = qm__declared_field(&table->columns[c]);
                qm_text_addf(out, " %s.%s.%s=", table->name, row->name, declared.name);
                qm__declared_print(&declared, &names, row->values[c], out);
            }
        }
    }
}

void qm__rules_identity(const qm__rules *rules, qm_text *out) {
    const qm_rules_facts *facts = rules->family->facts;
    qm_text_addf(out, "%s %lu", facts->name, (unsigned long)facts->rules_version);
    for (size_t i = 0; i < facts->setting_count; i++) {
        if (rules->settings[i] != facts->settings[i].standard) {
            qm_text_addf(out, " %s=", facts->settings[i].name);
            qm_setting_print(&facts->settings[i], rules->settings[i], out);
        }
    }
    for (size_t t = 0; t < facts->table_count; t++) {
        identify_table(rules, t, out);
    }
}

void qm_rulebook_identity(const qm_rulebook *rulebook, qm_text *out) {
    qm__rules_identity(&rulebook->rules, out);
}

void qm_scenario_rules(const qm_scenario *scenario, qm_text *out) {
    qm__rules_identity(&scenario->rules, out);
}

static qm_result refuse(qm_diagnostics *diagnostics, const char *format, const char *a, const char *b) {
    qm__report(diagnostics, QM_SEVERITY_ERROR, "", 0, 0, "rules", format, a, b);
    return QM_ERROR_INPUT;
}

/* Family and version, the first two words; moves `at` behind them. */
static qm_result identity_head(qm_rulebook **out, const char **at, const qm_allocator *allocator,
                               qm_diagnostics *diagnostics) {
    char name[QM_NAME_MAX + 1], version[16], known[16];
    const size_t length = strcspn(*at, " ");
    const qm__family *family = NULL;
    if (length <= QM_NAME_MAX) {
        memcpy(name, *at, length);
        name[length] = '\0';
        family = qm__family_find(name);
    }
    if (!family) {
        return refuse(diagnostics, "there is no family \"%s\"%s", length <= QM_NAME_MAX ? name : "…", "");
    }
    *at += length + ((*at)[length] == ' ' ? 1 : 0);
    const size_t digits = strcspn(*at, " ");
    qm_text text = qm_text_over(known, sizeof known);
    qm_text_add_int(&text, family->facts->rules_version);
    memcpy(version, *at, digits < sizeof version ? digits : sizeof version - 1);
    version[digits < sizeof version ? digits : sizeof version - 1] = '\0';
    if (!qm__same(version, known)) {
        return refuse(diagnostics, "the rules are of version \"%s\", this library has version %s", version, known);
    }
    *at += digits;
    return qm__rulebook_of(out, family, allocator);
}

qm_result qm_rulebook_identified(qm_rulebook **out, const char *identity, const qm_allocator *allocator,
                                 qm_diagnostics *diagnostics) {
    *out = NULL;
    const char *at = identity;
    qm_result result = identity_head(out, &at, allocator, diagnostics);
    while (result == QM_OK && *at) {
        at += strspn(at, " ");
        const size_t length = strcspn(at, " ");
        char message[QM__MESSAGE_MAX];
        qm_text fault = qm_text_over(message, sizeof message);
        if (length > 0 && !qm__rulebook_assign(*out, at, length, true, &fault)) {
            result = refuse(diagnostics, "%s%s", message, "");
        }
        at += length;
    }
    if (result != QM_OK) {
        qm_rulebook_free(*out);
        *out = NULL;
    }
    return result;
}

/* ----------------------------------------------------------------------------------------------------------- TOML */

enum { COMMENT_WIDTH = 100 };

/* A comment, broken at blanks. */
static void add_comment(const char *text, qm_text *out) {
    while (*text) {
        size_t take = strlen(text);
        if (take > COMMENT_WIDTH) {
            take = COMMENT_WIDTH;
            while (take > 0 && text[take] != ' ') {
                take--;
            }
            take = take > 0 ? take : strcspn(text, " ");
        }
        qm_text_add(out, "# ");
        qm_text_add_bytes(out, text, take);
        qm_text_add_char(out, '\n');
        text += take;
        text += strspn(text, " ");
    }
}

static void add_quoted(const char *text, qm_text *out) {
    qm_json_write_string(text, out);
}

/* name = value, with quotes where TOML wants them. */
static void add_pair(const qm__declared *declared, const qm__rules *rules, int32_t value, qm_text *out) {
    const qm__names names = {rules, NULL};
    const bool quoted =
        declared->type == QM_TYPE_WORD || declared->type == QM_TYPE_DICE || declared->type == QM_TYPE_ROW;
    qm_text_addf(out, "%s = %s", declared->name, quoted ? "\"" : "");
    qm__declared_print(declared, &names, value, out);
    qm_text_add(out, quoted ? "\"\n" : "\n");
}

static const char *origin_title(qm_origin origin) {
    switch (origin) {
    case QM_ORIGIN_READING:
        return "reading";
    case QM_ORIGIN_FACT:
        return "fact";
    case QM_ORIGIN_VARIANT:
        return "variant";
    case QM_ORIGIN_MEETING:
        return "where clauses meet";
    case QM_ORIGIN_HOUSE:
        return "house rule";
    }
    return "";
}

/* "reading, HX-05 HX-11: paid or free" or "fact, HX-14: 0 to 1000 cm" */
static void add_setting_comment(const qm_setting *setting, qm_text *out) {
    char line[400];
    qm_text text = qm_text_over(line, sizeof line);
    qm_text_addf(&text, "(%s%s%s", origin_title(setting->origin), setting->clauses[0] ? ", " : "", setting->clauses);
    if (setting->type == QM_TYPE_WORD) {
        qm_text_addf(&text, "; words: %s", setting->words);
        if (setting->unoffered) {
            qm_text_addf(&text, "; known, not offered: %s", setting->unoffered);
        }
    } else if (setting->type == QM_TYPE_NUMBER || setting->type == QM_TYPE_LENGTH || setting->type == QM_TYPE_FACTOR) {
        qm_text_add(&text, "; ");
        qm_setting_print(setting, setting->low, &text);
        qm_text_add(&text, " to ");
        qm_setting_print(setting, setting->high, &text);
        qm_text_addf(&text, "%s%s", setting->unit[0] ? " " : "", setting->unit);
    }
    qm_text_add_char(&text, ')');
    qm_text_add_char(out, '\n');
    add_comment(setting->text, out);
    add_comment(line, out);
}

static void write_settings(const qm_rulebook *rulebook, bool all, qm_text *out) {
    const qm_rules_facts *facts = rulebook->rules.family->facts;
    bool headed = false;
    for (size_t i = 0; i < facts->setting_count; i++) {
        const int32_t value = rulebook->rules.settings[i];
        if (!all && value == facts->settings[i].standard) {
            continue;
        }
        if (!headed) {
            qm_text_add(out, "\n[settings]\n");
            headed = true;
        }
        if (all) {
            add_setting_comment(&facts->settings[i], out);
        }
        const qm__declared declared = qm__declared_setting(&facts->settings[i]);
        add_pair(&declared, &rulebook->rules, value, out);
    }
}

static void write_table_comment(const qm_table *table, qm_text *out) {
    char line[300];
    qm_text_add_char(out, '\n');
    add_comment(table->text, out);
    for (size_t c = 0; c < table->column_count; c++) {
        const qm_field *column = &table->columns[c];
        qm_text text = qm_text_over(line, sizeof line);
        qm_text_addf(&text, "  %s: %s%s%s%s", column->name, column->text, column->words ? " Words: " : "",
                     column->words ? column->words : "", column->words ? "." : "");
        if (column->unit && column->unit[0]) {
            qm_text_addf(&text, " (%s)", column->unit);
        }
        add_comment(line, out);
    }
}

static void write_table(const qm_rulebook *rulebook, size_t t, bool all, qm_text *out) {
    const qm_table *table = &rulebook->rules.family->facts->tables[t];
    if (all) {
        write_table_comment(table, out);
    }
    for (size_t r = 0; r < rulebook->rules.tables[t].count; r++) {
        const qm__table_row *row = &rulebook->rules.tables[t].rows[r];
        const qm_row *standard = all ? NULL : shipped(table, row->name);
        const size_t size = table->column_count * sizeof(int32_t);
        if (standard && memcmp(standard->values, row->values, size) == 0) {
            continue;
        }
        qm_text_addf(out, "\n[%s.%s]\n", table->name, row->name);
        for (size_t c = 0; c < table->column_count; c++) {
            if (!standard || standard->values[c] != row->values[c]) {
                const qm__declared declared = qm__declared_field(&table->columns[c]);
                add_pair(&declared, &rulebook->rules, row->values[c], out);
            }
        }
    }
}

void qm_rulebook_write(const qm_rulebook *rulebook, bool all, qm_text *out) {
    const qm_rules_facts *facts = rulebook->rules.family->facts;
    if (all) {
        add_comment(facts->text, out);
        add_comment("Every setting is shown with its default. To make a rulebook of your own, start a new file with",
                    out);
        qm_text_addf(out, "# extends = \"%s\" and write down only what you change.\n\n", facts->name);
    }
    qm_text_addf(out, "%s = \"%s\"\n", all ? "family" : "extends", facts->name);
    const char *const names[] = {"edition", "title", "text"};
    const char *const values[] = {rulebook->rules.edition, rulebook->title, rulebook->text};
    for (size_t i = 0; i < 3; i++) {
        if (values[i][0]) {
            qm_text_addf(out, "%s = ", names[i]);
            add_quoted(values[i], out);
            qm_text_add_char(out, '\n');
        }
    }
    write_settings(rulebook, all, out);
    for (size_t t = 0; t < facts->table_count; t++) {
        write_table(rulebook, t, all, out);
    }
}

/* ----------------------------------------------------------------------------------------------------------- JSON */

static void words_json(qm__json_writer *w, const char *key, const char *words) {
    char word[64];
    qm__json_key(w, key);
    qm__json_array_begin(w);
    for (size_t i = 0; words && qm_words_at(words, i, word, sizeof word) > 0; i++) {
        qm__json_string(w, word);
    }
    qm__json_array_end(w);
}

static void setting_json(qm__json_writer *w, const qm_setting *setting, int32_t value) {
    const qm__declared declared = qm__declared_setting(setting);
    qm__json_object_begin(w);
    qm__json_member(w, "name", setting->name);
    qm__json_member(w, "type", qm__type_name(setting->type));
    qm__json_member(w, "origin", origin_title(setting->origin));
    qm__json_key(w, "value");
    qm__declared_json(w, &declared, NULL, value);
    qm__json_key(w, "default");
    qm__declared_json(w, &declared, NULL, setting->standard);
    if (setting->words) {
        words_json(w, "words", setting->words);
    } else if (setting->type != QM_TYPE_FLAG && setting->type != QM_TYPE_DICE) {
        qm__json_key(w, "low");
        qm__declared_json(w, &declared, NULL, setting->low);
        qm__json_key(w, "high");
        qm__declared_json(w, &declared, NULL, setting->high);
    }
    if (setting->unoffered) {
        words_json(w, "unoffered", setting->unoffered);
    }
    qm__json_member(w, "unit", setting->unit);
    words_json(w, "clauses", setting->clauses);
    qm__json_member(w, "text", setting->text);
    qm__json_object_end(w);
}

void qm_setting_write_json(const qm_rulebook *rulebook, size_t setting, qm_text *out) {
    const qm_rules_facts *facts = qm_rulebook_family(rulebook);
    if (setting < facts->setting_count) {
        qm__json_writer w = qm__json_write_to(out, false);
        setting_json(&w, &facts->settings[setting], qm_rulebook_setting(rulebook, setting));
    }
}

static void table_json(qm__json_writer *w, const qm_rulebook *rulebook, size_t t) {
    const qm_table *table = &rulebook->rules.family->facts->tables[t];
    const qm__names names = {&rulebook->rules, NULL};
    qm__json_object_begin(w);
    qm__json_member(w, "name", table->name);
    qm__json_member(w, "text", table->text);
    words_json(w, "clauses", table->clauses);
    qm__columns_json(w, &rulebook->rules, t);
    qm__json_key(w, "rows");
    qm__json_object_begin(w);
    for (size_t r = 0; r < rulebook->rules.tables[t].count; r++) {
        const qm__table_row *row = &rulebook->rules.tables[t].rows[r];
        qm__json_key(w, row->name);
        qm__json_object_begin(w);
        for (size_t c = 0; c < table->column_count; c++) {
            const qm__declared declared = qm__declared_field(&table->columns[c]);
            qm__json_key(w, declared.name);
            qm__declared_json(w, &declared, &names, row->values[c]);
        }
        qm__json_object_end(w);
    }
    qm__json_object_end(w);
    qm__json_object_end(w);
}

void qm_table_write_json(const qm_rulebook *rulebook, size_t table, qm_text *out) {
    if (table < qm_rulebook_family(rulebook)->table_count) {
        qm__json_writer w = qm__json_write_to(out, false);
        table_json(&w, rulebook, table);
    }
}

static void clauses_json(qm__json_writer *w, const qm_rules_facts *facts) {
    qm__json_array_begin(w);
    for (size_t i = 0; i < facts->clause_count; i++) {
        qm__json_object_begin(w);
        qm__json_member(w, "clause", facts->clauses[i].id);
        qm__json_member(w, "section", facts->clauses[i].section);
        qm__json_member(w, "title", facts->clauses[i].title);
        qm__json_member(w, "text", facts->clauses[i].text);
        qm__json_object_end(w);
    }
    qm__json_array_end(w);
}

void qm_rulebook_write_json(const qm_rulebook *rulebook, qm_text *out) {
    const qm_rules_facts *facts = rulebook->rules.family->facts;
    qm__json_writer w = qm__json_write_to(out, false);
    qm_text identity = qm_text_growing(out->allocator);
    qm_rulebook_identity(rulebook, &identity);
    qm__json_object_begin(&w);
    qm__json_member(&w, "family", facts->name);
    qm__json_key(&w, "version");
    qm__json_int(&w, facts->rules_version);
    qm__json_member(&w, "title", qm_rulebook_title(rulebook));
    qm__json_member(&w, "edition", rulebook->rules.edition);
    qm__json_member(&w, "identity", identity.data);
    qm__json_key(&w, "settings");
    qm__json_array_begin(&w);
    for (size_t i = 0; i < facts->setting_count; i++) {
        setting_json(&w, &facts->settings[i], rulebook->rules.settings[i]);
    }
    qm__json_array_end(&w);
    qm__json_key(&w, "tables");
    qm__json_array_begin(&w);
    for (size_t t = 0; t < facts->table_count; t++) {
        table_json(&w, rulebook, t);
    }
    qm__json_array_end(&w);
    qm__json_key(&w, "clauses");
    clauses_json(&w, facts);
    qm__facts_json(&w, &rulebook->rules);
    qm__json_object_end(&w);
    qm_text_free(&identity);
}
