/* quickmarch rules: families, rulebooks, clauses and settings, in a terminal, as a page, as a rulebook file or as JSON.
 *
 * Everything is made from what the family declares and the rulebook changes; nothing about a game is written here.
 */
#include <string.h>

#include "editions.h"
#include "rules.h"

const cli_origin cli_origins[CLI_ORIGINS] = {
    {QM_ORIGIN_READING, "Readings", "The text is open here; the first word is the way we read it."},
    {QM_ORIGIN_MEETING, "Meetings", "What happens where clauses meet, or all of them are silent."},
    {QM_ORIGIN_FACT, "Facts", "Numbers and terms the text refers to and does not contain."},
    {QM_ORIGIN_VARIANT, "Variants", "Changes the authors thought of."},
    {QM_ORIGIN_HOUSE, "House rules", "For tables that want them."},
};

void cli_clause_list(const char *clauses, qm_text *out) {
    for (const char *c = clauses ? clauses : ""; *c; c++) {
        if (*c == ' ') {
            qm_text_add(out, ", ");
        } else {
            qm_text_add_char(out, *c);
        }
    }
}

void cli_range_print(const qm_setting *setting, qm_text *out) {
    switch (setting->type) {
    case QM_TYPE_FLAG:
        qm_text_add(out, "true or false");
        return;
    case QM_TYPE_WORD:
        qm_text_addf(out, "one of: %s", setting->words);
        return;
    case QM_TYPE_NUMBER:
    case QM_TYPE_LENGTH:
    case QM_TYPE_FACTOR:
        qm_setting_print(setting, setting->low, out);
        qm_text_add(out, " to ");
        qm_setting_print(setting, setting->high, out);
        qm_text_addf(out, "%s%s", *setting->unit ? " " : "", setting->unit);
        return;
    case QM_TYPE_DICE:
        qm_text_add(out, "dice such as 2d-1");
        return;
    case QM_TYPE_ROW:
    case QM_TYPE_PLACE:
    case QM_TYPE_DIRECTION:
    case QM_TYPE_TOWARD:
    case QM_TYPE_FIGURE:
    case QM_TYPE_ITEM:
        return;
    }
}

static void print_row_name(const qm_rulebook *rulebook, const char *table, int32_t value, qm_text *out) {
    const qm_rules_facts *family = qm_rulebook_family(rulebook);
    for (size_t i = 0; i < family->table_count; i++) {
        if (value > 0 && table && strcmp(family->tables[i].name, table) == 0) {
            qm_text_add(out, qm_rulebook_row_name(rulebook, i, (uint16_t)value));
            return;
        }
    }
    qm_text_add(out, "none");
}

void cli_cell_print(const qm_rulebook *rulebook, size_t table, uint16_t row, size_t column, qm_text *out) {
    const qm_field *field = &qm_rulebook_family(rulebook)->tables[table].columns[column];
    const int32_t value = qm_rulebook_row_value(rulebook, table, row, column);
    if (field->type == QM_TYPE_ROW) {
        print_row_name(rulebook, field->table, value, out);
        return;
    }
    const qm_setting dressed = {.name = field->name,
                                .type = field->type,
                                .low = field->low,
                                .high = field->high,
                                .words = field->words,
                                .unit = field->unit ? field->unit : "",
                                .text = "",
                                .clauses = ""};
    qm_setting_print(&dressed, value, out);
}

/* ------------------------------------------------------------------------------------------------------------- lists
 */

/* "  2025  rulebooks/warband-2025.toml: Warband, edition of 2025", and below it what it is. */
static void print_edition(const cli_args *args, const cli_edition *one, qm_text *out) {
    qm_text_add(out, "    ");
    if (one->name[0]) {
        cli_paint(args, out, CLI_BOLD, one->name);
        qm_text_add(out, "  ");
    }
    qm_text_addf(out, "%s%s%s", one->changes ? one->title : "built in", one->file[0] ? "  " : "", one->file);
    if (one->changes) {
        qm_text_addf(out, "  (%zu setting%s changed)", one->differs, one->differs == 1 ? "" : "s");
    }
    qm_text_add_char(out, '\n');
    cli_wrap(out, one->text[0] ? one->text : "Its file does not say what it is.", 8, 100);
    qm_text_add_char(out, '\n');
}

static void print_editions(const cli_args *args, const cli_editions *editions, qm_text *out) {
    qm_text_add(out, "Rulebooks and editions of each family:\n");
    for (size_t f = 0; f < qm_family_count(); f++) {
        const cli_edition *one;
        qm_text_add(out, "  ");
        cli_paint(args, out, CLI_BOLD, qm_family_at(f)->name);
        qm_text_add_char(out, '\n');
        for (size_t i = 0; (one = cli_edition_at(editions, i)) != NULL; i++) {
            if (one->family == qm_family_at(f)) {
                print_edition(args, one, out);
            }
        }
    }
    qm_text_add(out, "\nWhere a rulebook is asked for, the name of an edition will do: 'quickmarch compare 2025 2026'; or its "
                     "family\nand edition, warband-2025; or a file.\n");
}

static void write_editions(const cli_editions *editions, cli_json *json) {
    const cli_edition *one;
    cli_json_open(json, "editions", '[');
    for (size_t i = 0; (one = cli_edition_at(editions, i)) != NULL; i++) {
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "family", one->family->name);
        if (one->name[0]) {
            cli_json_text(json, "edition", one->name);
        }
        if (one->file[0]) {
            cli_json_text(json, "file", one->file);
        }
        cli_json_text(json, "title", one->title);
        cli_json_text(json, "text", one->text);
        cli_json_int(json, "changed", (int64_t)one->differs);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

static void print_families(const cli_args *args, const cli_editions *editions, qm_text *out) {
    qm_text_add(out, "Families of rules:\n");
    for (size_t i = 0; i < qm_family_count(); i++) {
        const qm_rules_facts *family = qm_family_at(i);
        qm_text_add(out, "  ");
        cli_paint(args, out, CLI_BOLD, family->name);
        qm_text_addf(out, "  %s: %u clauses, %u settings, rules version %u\n", family->title, family->clause_count,
                     family->setting_count, (unsigned)family->rules_version);
        cli_wrap(out, family->text, 6, 100);
        qm_text_add_char(out, '\n');
    }
    qm_text_add_char(out, '\n');
    print_editions(args, editions, out);
    qm_text_add(out, "\nTry 'quickmarch rules FAMILY', 'quickmarch rules FILE', the id of a clause or the name of a "
                     "setting.\n");
}

static void write_family_list(cli_json *json) {
    cli_json_open(json, "families", '[');
    for (size_t i = 0; i < qm_family_count(); i++) {
        const qm_rules_facts *family = qm_family_at(i);
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "family", family->name);
        cli_json_text(json, "title", family->title);
        cli_json_text(json, "text", family->text);
        cli_json_int(json, "version", family->rules_version);
        cli_json_int(json, "clauses", family->clause_count);
        cli_json_int(json, "settings", family->setting_count);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

static void write_families(const cli_editions *editions, bool families, qm_text *out) {
    cli_json json = {.out = out};
    cli_json_open(&json, NULL, '{');
    if (families) {
        write_family_list(&json);
    }
    write_editions(editions, &json);
    cli_json_close(&json, '}');
    qm_text_add_char(out, '\n');
}

/* ----------------------------------------------------------------------------------------------------------- command
 */

static char upper(char c) {
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* A clause of any family by its id; small letters will do. */
static const qm_clause *clause_meant(const char *word, const qm_rules_facts **family) {
    char id[32];
    size_t length = 0;
    for (; word[length] && length + 1 < sizeof id; length++) {
        id[length] = upper(word[length]);
    }
    id[length] = 0;
    for (size_t i = 0; i < qm_family_count(); i++) {
        const qm_clause *clause = qm_clause_named(qm_family_at(i), id);
        if (clause && !word[length]) {
            *family = qm_family_at(i);
            return clause;
        }
    }
    return NULL;
}

/* Whether a word looks like the id of a clause ("HX-99") without being one: then that is what is wrong with it. */
static bool looks_like_clause(const char *word) {
    for (size_t i = 0; i < qm_family_count(); i++) {
        const char *id = qm_family_at(i)->clause_count > 0 ? qm_family_at(i)->clauses[0].id : "";
        const size_t length = strcspn(id, "-");
        size_t at = 0;
        while (at < length && upper(word[at]) == id[at]) {
            at++;
        }
        const char *number = word + at + 1;
        if (at == length && length > 0 && word[at] == '-' && *number &&
            strspn(number, "0123456789") == strlen(number)) {
            return true;
        }
    }
    return false;
}

static int no_clause(const cli_args *args) {
    const char *ids[512];
    char id[32];
    size_t count = 0, length = 0;
    for (const char *word = args->plain[0]; *word && length + 1 < sizeof id; word++) {
        id[length++] = upper(*word);
    }
    id[length] = 0;
    for (size_t i = 0; i < qm_family_count(); i++) {
        for (size_t k = 0; k < qm_family_at(i)->clause_count && count < sizeof ids / sizeof ids[0]; k++) {
            ids[count++] = qm_family_at(i)->clauses[k].id;
        }
    }
    const char *near = cli_nearest(id, ids, count);
    return cli_usage(args->command, "there is no clause '%s'%s%s%s", args->plain[0], near ? "; did you mean " : "",
                     near ? near : "", near ? "?" : "");
}

/* A word that names no file may be meant for a setting: the nearest one is told besides. */
static void suggest_setting(const cli_places *places, const char *word, qm_diagnostics *list) {
    char path[CLI_PATH_MAX], message[200];
    const char *near = cli_setting_near(word);
    if (near && !strchr(word, '/') && !cli_find(places, "rulebooks", word, ".toml", path)) {
        qm_text text = qm_text_over(message, sizeof message);
        qm_text_addf(&text, "there is no setting or table of that name either; did you mean %s?", near);
        qm_diagnostics_add(list, QM_SEVERITY_ERROR, "", 0, 0, "", message);
    }
}

static qm_rulebook *open_rulebook(const cli_args *args, const cli_places *places) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_rulebook *rulebook = NULL;
    const qm_result result = cli_rulebook_named(places, args->plain[0], &rulebook, &list);
    if (result != QM_OK) {
        suggest_setting(places, args->plain[0], &list);
    }
    return cli_rulebook_opened(args, args->plain[0], result, rulebook, &list);
}

static int show_rulebook(const cli_args *args, const cli_places *places) {
    qm_rulebook *rulebook = open_rulebook(args, places);
    if (!rulebook) {
        return CLI_BAD;
    }
    qm_text out = qm_text_growing(NULL);
    if (cli_has(args, "markdown")) {
        cli_rules_page(rulebook, &out);
    } else if (cli_has(args, "toml")) {
        qm_rulebook_write(rulebook, true, &out);
    } else if (args->json) {
        qm_rulebook_write_json(rulebook, &out);
        qm_text_add_char(&out, '\n');
    } else {
        cli_rules_text(args, rulebook, &out);
    }
    qm_rulebook_free(rulebook);
    return cli_put(&out, CLI_YES);
}

static int list_all(const cli_args *args, const cli_places *places) {
    const bool only = cli_has(args, "editions");
    if (cli_has(args, "markdown") || cli_has(args, "toml") || cli_has(args, "set")) {
        return cli_usage(args->command, "name a family or a rulebook");
    }
    cli_editions *editions = cli_editions_find(places);
    if (!editions) {
        return cli_fail(args, "rulebooks", QM_ERROR_MEMORY, NULL);
    }
    qm_text out = qm_text_growing(NULL);
    if (args->json) {
        write_families(editions, !only, &out);
    } else {
        (only ? print_editions : print_families)(args, editions, &out);
    }
    cli_editions_free(editions);
    return cli_put(&out, CLI_YES);
}

static int show(const cli_args *args) {
    cli_places places;
    cli_places_find(&places);
    if (args->plain_count == 0) {
        return list_all(args, &places);
    }
    if (cli_has(args, "editions")) {
        return cli_usage(args->command, "--editions lists those of all families: name none");
    }
    const qm_rules_facts *family = NULL;
    const qm_clause *clause = clause_meant(args->plain[0], &family);
    if (args->plain_count > 1) {
        return cli_rules_setting(args, &places, args->plain[0], args->plain[1]);
    }
    if (clause) {
        return cli_rules_clause(args, family, clause);
    }
    if (cli_is_setting(args->plain[0])) {
        return cli_rules_setting(args, &places, NULL, args->plain[0]);
    }
    return looks_like_clause(args->plain[0]) ? no_clause(args) : show_rulebook(args, &places);
}

int cli_rules(int argc, char **argv) {
    cli_args args;
    int status;
    if (!cli_args_read(&args, argc, argv, 0, 2, &status)) {
        return status;
    }
    status = show(&args);
    cli_args_free(&args);
    return status;
}
