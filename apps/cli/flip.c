/* quickmarch check --flip: turns every setting and column to its other values and lists those that change no case.
 *
 * A setting that nothing shows is a setting not done. A case changes when the fingerprint of its answers does, or
 * what happens in it, whatever it expects. The cases are run with the family's own rulebook, or that of --rules, in place of theirs, once as it is
 * and once for each value; what a case itself settles stays settled. For each value cases that name a clause of the
 * setting are tried first, and the first change decides, so that a full run needs a small part of all pairs.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cases.h"

enum { VALUES_MAX = 32 };

typedef struct flipping {
    const cli_args *args;
    const cli_cases *cases;
    const qm_rules_facts *family;
    qm_rulebook *base;
    qm_case_result *result;
    uint64_t *prints;                /* of each case under the base rules */
    const qm_rules_facts **families; /* of each case */
    bool tty;
    qm_text out;
    cli_json json;
    size_t settings, values, silent_settings, silent_values;
} flipping;

/* A setting or a column, as far as flipping cares. */
typedef struct turned {
    qm_setting setting; /* a column is dressed up as one */
    char name[100];     /* "weapons.damage" */
    int table;          /* -1: a setting */
    size_t index;       /* of the setting or column */
} turned;

/* --------------------------------------------------------------------------------------------------------- values */

static size_t add_value(int32_t *values, size_t count, int64_t value, int32_t low, int32_t high, int32_t standard) {
    if (value == standard || value < low || value > high || count == VALUES_MAX) {
        return count;
    }
    for (size_t i = 0; i < count; i++) {
        if (values[i] == value) {
            return count;
        }
    }
    values[count] = (int32_t)value;
    return count + 1;
}

static size_t dice_values(int32_t *values, int32_t now) {
    int dice, sides, add;
    qm_dice_unpack(now, &dice, &sides, &add);
    values[0] = qm_dice_pack(dice, sides, add + 1);
    values[1] = qm_dice_pack(dice + 1, sides, add);
    return 2;
}

/* The other values to try: all words, the other flag, the ends of a range and the neighbours of what it is now. */
static size_t values_of(const qm_setting *setting, int32_t now, int32_t *values) {
    size_t count = 0;
    const int64_t step = setting->type == QM_TYPE_LENGTH || setting->type == QM_TYPE_FACTOR ? 1000 : 1;
    switch (setting->type) {
    case QM_TYPE_FLAG:
        return add_value(values, 0, !now, 0, 1, now);
    case QM_TYPE_WORD:
        for (int32_t i = 0; i <= setting->high; i++) {
            count = add_value(values, count, i, 0, setting->high, now);
        }
        return count;
    case QM_TYPE_DICE:
        return dice_values(values, now);
    case QM_TYPE_NUMBER:
    case QM_TYPE_LENGTH:
    case QM_TYPE_FACTOR:
        count = add_value(values, count, now + step, setting->low, setting->high, now);
        count = add_value(values, count, now - step, setting->low, setting->high, now);
        count = add_value(values, count, setting->low, setting->low, setting->high, now);
        return add_value(values, count, setting->high, setting->low, setting->high, now);
    case QM_TYPE_ROW:
    case QM_TYPE_PLACE:
    case QM_TYPE_DIRECTION:
    case QM_TYPE_TOWARD:
    case QM_TYPE_FIGURE:
    case QM_TYPE_ITEM:
        return 0;
    }
    return 0;
}

/* Sets a value in a copy of the base rules; a column is set in one row, or (0) in every row where that changes something.
 */
static qm_rulebook *changed(const flipping *f, const turned *t, int32_t value, uint16_t only) {
    qm_rulebook *rulebook = NULL;
    if (qm_rulebook_copy(&rulebook, f->base, NULL) != QM_OK) {
        return NULL;
    }
    if (t->table < 0) {
        qm_rulebook_set(rulebook, t->index, value);
        return rulebook;
    }
    const qm_table *table = &f->family->tables[t->table];
    qm_diagnostics list = qm_diagnostics_make(NULL);
    const uint16_t first = only ? only : 1, last = only ? only : qm_rulebook_rows(rulebook, (size_t)t->table);
    for (uint16_t row = first; row <= last; row++) {
        qm_text text = qm_text_growing(NULL);
        qm_text_addf(&text, "%s.%s.%s=", table->name, qm_rulebook_row_name(rulebook, (size_t)t->table, row),
                     table->columns[t->index].name);
        qm_setting_print(&t->setting, value, &text);
        qm_rulebook_set_text(rulebook, text.data ? text.data : "", &list);
        qm_text_free(&text);
    }
    qm_diagnostics_free(&list);
    return rulebook;
}

/* --------------------------------------------------------------------------------------------------------- running */

/* The fingerprint of a case under some rules; false if it cannot be run under them. */
static bool run(const flipping *f, size_t i, const qm_rulebook *rulebook, uint64_t *print) {
    const cli_case *item = &f->cases->items[i];
    const bool fine = qm_case_run(item->file, item->index, rulebook, f->result) == QM_OK && f->result->family != NULL;
    *print = fine ? cli_case_story(f->result) : 0;
    qm_case_result_free(f->result);
    return fine;
}

static bool names_clause(const cli_case *item, const char *clauses) {
    char id[32];
    for (size_t n = 0; clauses && qm_words_at(clauses, n, id, sizeof id) > 0; n++) {
        if (cli_case_shows(item, id, false) || cli_case_shows(item, id, true)) {
            return true;
        }
    }
    return false;
}

/* The first case that a value changes, or the number of cases; `only` as above. */
static size_t first_change_in(const flipping *f, const turned *t, int32_t value, uint16_t only) {
    qm_rulebook *rulebook = changed(f, t, value, only);
    size_t found = f->cases->count;
    for (int late = 0; late < 2 && rulebook && found == f->cases->count; late++) {
        for (size_t i = 0; i < f->cases->count && found == f->cases->count; i++) {
            uint64_t print;
            if (f->families[i] == f->family && names_clause(&f->cases->items[i], t->setting.clauses) == (late == 0) &&
                run(f, i, rulebook, &print) && print != f->prints[i]) {
                found = i;
            }
        }
    }
    qm_rulebook_free(rulebook);
    return found;
}

/* The same; a column that changes nothing in all rows at once, as they may then contradict each other, is set in one
 * after the other. */
static size_t first_change(const flipping *f, const turned *t, int32_t value) {
    size_t found = first_change_in(f, t, value, 0);
    const uint16_t rows = t->table < 0 ? 0 : qm_rulebook_rows(f->base, (size_t)t->table);
    for (uint16_t row = 1; row <= rows && rows > 1 && found == f->cases->count; row++) {
        found = first_change_in(f, t, value, row);
    }
    return found;
}

/* ----------------------------------------------------------------------------------------------------------- report */

static bool allowed(const flipping *f, const char *name) {
    const char *given;
    for (size_t n = 0; (given = cli_value_at(f->args, "allow", n)) != NULL; n++) {
        if (strcmp(given, name) == 0) {
            return true;
        }
    }
    return false;
}

static void report_value(flipping *f, const turned *t, int32_t value, size_t found) {
    char word[64];
    qm_text text = qm_text_over(word, sizeof word);
    qm_setting_print(&t->setting, value, &text);
    if (f->args->json) {
        cli_json_open(&f->json, NULL, '{');
        cli_json_text(&f->json, "value", word);
        if (found < f->cases->count) {
            cli_json_text(&f->json, "case", cli_case_name(&f->cases->items[found]));
        }
        cli_json_close(&f->json, '}');
    } else if (found < f->cases->count && cli_has(f->args, "verbose")) {
        qm_text_addf(&f->out, "  %s=%s: ", t->name, word);
        cli_case_print(&f->cases->items[found], &f->out);
        qm_text_add_char(&f->out, '\n');
    } else if (found == f->cases->count && t->setting.type == QM_TYPE_WORD) {
        qm_text_addf(&f->out, "  %s=%s: changes no case\n", t->name, word);
    }
}

static void report_setting(flipping *f, const turned *t, size_t values, size_t shown) {
    const bool words = t->setting.type == QM_TYPE_WORD || t->setting.type == QM_TYPE_FLAG;
    const bool silent = values > 0 && shown == 0 && !allowed(f, t->name);
    f->settings++;
    f->values += values;
    f->silent_settings += silent;
    f->silent_values += words && shown > 0 ? values - shown : 0;
    if (f->args->json) {
        cli_json_close(&f->json, ']');
        cli_json_bool(&f->json, "shown", shown > 0);
        cli_json_close(&f->json, '}');
    } else if (values > 0 && shown == 0) {
        cli_paint(f->args, &f->out, silent ? CLI_WRONG : CLI_DIM, t->name);
        qm_text_addf(&f->out, ": no value changes any case%s", silent ? "" : " (allowed)");
        qm_text_addf(&f->out, "  (%s)\n", t->setting.clauses);
    }
}

static void progress(const flipping *f, const char *name) {
    if (f->tty) {
        fprintf(stderr, "\r\033[K%zu values tried, now %s", f->values, name);
    }
}

static void turn(flipping *f, const turned *t, int32_t now) {
    int32_t values[VALUES_MAX];
    const size_t count = values_of(&t->setting, now, values);
    size_t shown = 0;
    progress(f, t->name);
    if (f->args->json) {
        cli_json_open(&f->json, NULL, '{');
        cli_json_text(&f->json, "setting", t->name);
        cli_json_open(&f->json, "values", '[');
    }
    const bool words = t->setting.type == QM_TYPE_WORD;
    for (size_t i = 0; i < count && (words || shown == 0); i++) {
        const size_t found = first_change(f, t, values[i]);
        shown += found < f->cases->count;
        report_value(f, t, values[i], found);
    }
    report_setting(f, t, count, shown);
}

static void turn_columns(flipping *f, int index) {
    const qm_table *table = &f->family->tables[index];
    for (size_t c = 0; c < table->column_count; c++) {
        const qm_field *field = &table->columns[c];
        turned t = {.table = index, .index = c};
        t.setting = (qm_setting){.name = field->name,
                                 .type = field->type,
                                 .standard = field->standard,
                                 .low = field->low,
                                 .high = field->high,
                                 .words = field->words,
                                 .unit = field->unit,
                                 .clauses = field->clauses,
                                 .text = field->text};
        qm_text name = qm_text_over(t.name, sizeof t.name);
        qm_text_addf(&name, "%s.%s", table->name, field->name);
        turn(f, &t, field->standard);
    }
}

static void turn_family(flipping *f) {
    for (size_t i = 0; i < f->family->setting_count; i++) {
        turned t = {.setting = f->family->settings[i], .table = -1, .index = i};
        qm_text name = qm_text_over(t.name, sizeof t.name);
        qm_text_add(&name, f->family->settings[i].name);
        turn(f, &t, qm_rulebook_setting(f->base, i));
    }
    for (int i = 0; i < f->family->table_count; i++) {
        turn_columns(f, i);
    }
}

/* Runs every case as it is, to know its family, and then under the base rules. */
static size_t measure(flipping *f) {
    size_t count = 0;
    for (size_t i = 0; i < f->cases->count; i++) {
        uint64_t print;
        const cli_case *item = &f->cases->items[i];
        const bool fine = qm_case_run(item->file, item->index, NULL, f->result) == QM_OK;
        const qm_rules_facts *family = fine ? f->result->family : NULL;
        qm_case_result_free(f->result);
        f->families[i] = family == f->family && run(f, i, f->base, &print) ? family : NULL;
        if (f->families[i]) {
            f->prints[i] = print;
            count++;
        }
    }
    return count;
}

static int flip_family(flipping *f) {
    const char *rules = cli_value(f->args, "rules");
    f->base = cli_rulebook_open(f->args, &f->cases->places, rules ? rules : f->family->name);
    if (!f->base) {
        return CLI_BAD;
    }
    if (qm_rulebook_family(f->base) == f->family && measure(f) > 0) {
        turn_family(f);
    }
    qm_rulebook_free(f->base);
    return CLI_YES;
}

static int flip_all(flipping *f) {
    int status = CLI_YES;
    f->out = qm_text_growing(NULL);
    f->json = (cli_json){.out = &f->out};
    f->tty = isatty(STDERR_FILENO) == 1;
    if (f->args->json) {
        cli_json_open(&f->json, NULL, '{');
        cli_json_open(&f->json, "settings", '[');
    }
    for (size_t i = 0; i < qm_family_count() && status == CLI_YES; i++) {
        f->family = qm_family_at(i);
        status = flip_family(f);
    }
    if (f->tty) {
        fputs("\r\033[K", stderr);
    }
    if (f->args->json) {
        cli_json_close(&f->json, ']');
        cli_json_int(&f->json, "silent", (int64_t)f->silent_settings);
        cli_json_close(&f->json, '}');
        qm_text_add_char(&f->out, '\n');
    } else {
        qm_text_addf(&f->out, "flip: %zu settings and columns, %zu values; %zu change no case", f->settings, f->values,
                     f->silent_settings);
        qm_text_addf(&f->out, ", and %zu single values of others\n", f->silent_values);
    }
    const bool failed = f->silent_settings > 0 || (cli_has(f->args, "strict") && f->silent_values > 0);
    return cli_put(&f->out, status != CLI_YES ? status : failed ? CLI_NO : CLI_YES);
}

int cli_flip(const cli_args *args, const cli_cases *cases) {
    flipping f = {.args = args, .cases = cases};
    f.result = malloc(sizeof *f.result);
    f.prints = calloc(cases->count, sizeof *f.prints);
    f.families = calloc(cases->count, sizeof *f.families);
    const int status = f.result && f.prints && f.families ? flip_all(&f) : CLI_BAD;
    free(f.result);
    free(f.prints);
    free((void *)f.families);
    return status;
}
