/* One setting: what it means, what it may be, its standard, the clauses it turns, and the editions that have it
 * otherwise; or one table, which is also found by its columns. A name that several families use is shown for each of
 * them.
 *
 * Rejected: a list of what the editions change, kept with them. Their files are few and small, and read when asked.
 */
#include <string.h>

#include "editions.h"
#include "rules.h"

enum { WIDTH = 110, NAMES_MAX = 1024 };

/* A setting that is being shown. */
typedef struct showing {
    const cli_args *args;
    const cli_places *places;
    const cli_editions *editions;
    qm_text *out;
    cli_json json;
    bool first;
} showing;

/* The next table from `first` on that has this name, or a column of it; the number of tables when there is none. */
static size_t table_from(const qm_rules_facts *family, size_t first, const char *name) {
    for (; first < family->table_count; first++) {
        const qm_table *table = &family->tables[first];
        bool found = strcmp(table->name, name) == 0;
        for (size_t c = 0; c < table->column_count && !found; c++) {
            found = strcmp(table->columns[c].name, name) == 0;
        }
        if (found) {
            break;
        }
    }
    return first;
}

/* Whether a family has a setting, a table or a column of this name. */
static bool knows(const qm_rules_facts *family, const char *name) {
    return qm_setting_named(family, name) >= 0 || table_from(family, 0, name) < family->table_count;
}

bool cli_is_setting(const char *name) {
    bool is = false;
    for (size_t i = 0; i < qm_family_count(); i++) {
        is = is || knows(qm_family_at(i), name);
    }
    return is;
}

/* ------------------------------------------------------------------------------------------------- editions and
 * clauses
 */

/* The rulebook of the next edition of the family from *index on that has another value; NULL when there is none. */
static qm_rulebook *next_other(const showing *s, const qm_rulebook *shown, size_t setting, size_t *index,
                               const cli_edition **edition) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_rulebook *found = NULL;
    while (!found && (*edition = cli_edition_at(s->editions, (*index)++)) != NULL) {
        const cli_edition *one = *edition;
        if (one->family != qm_rulebook_family(shown) || !one->name[0]) {
            continue;
        }
        const char *name = one->changes ? one->file : one->family->name;
        if (cli_rulebook_named(s->places, name, &found, &list) == QM_OK &&
            qm_rulebook_setting(found, setting) == qm_rulebook_setting(shown, setting)) {
            qm_rulebook_free(found);
            found = NULL;
        }
    }
    qm_diagnostics_free(&list);
    return found;
}

static void print_clauses(const showing *s, const qm_rules_facts *family, const char *clauses) {
    char id[32];
    for (size_t n = 0; qm_words_at(clauses, n, id, sizeof id) > 0; n++) {
        const qm_clause *clause = qm_clause_named(family, id);
        qm_text_add(s->out, "  ");
        cli_paint(s->args, s->out, CLI_CITE, id);
        qm_text_addf(s->out, "  %s\n", clause ? clause->title : "");
    }
}

/* ------------------------------------------------------------------------------------------------------------- showing
 */

static const char *origin_title(qm_origin origin) {
    for (size_t i = 0; i < CLI_ORIGINS; i++) {
        if (cli_origins[i].origin == origin) {
            return cli_origins[i].title;
        }
    }
    return "";
}

static void print_value(const qm_setting *setting, const char *what, int32_t value, qm_text *out) {
    qm_text_addf(out, "  %s: ", what);
    qm_setting_print(setting, value, out);
    qm_text_add_char(out, '\n');
}

static void print_one(showing *s, const qm_rulebook *rulebook, size_t index) {
    const qm_rules_facts *family = qm_rulebook_family(rulebook);
    const qm_setting *setting = &family->settings[index];
    const int32_t value = qm_rulebook_setting(rulebook, index);
    const cli_edition *edition;
    qm_text_add(s->out, s->first ? "" : "\n");
    cli_paint(s->args, s->out, CLI_BOLD, setting->name);
    qm_text_addf(s->out, "  (%s, %s)\n", family->name, origin_title(setting->origin));
    cli_wrap(s->out, setting->text, 2, WIDTH);
    qm_text_add(s->out, "\n  ");
    cli_range_print(setting, s->out);
    qm_text_add_char(s->out, '\n');
    if (setting->unoffered) {
        qm_text_addf(s->out, "  not offered yet: %s\n", setting->unoffered);
    }
    print_value(setting, "standard", setting->standard, s->out);
    if (value != setting->standard) {
        print_value(setting, "here", value, s->out);
    }
    qm_rulebook *other;
    for (size_t i = 0; (other = next_other(s, rulebook, index, &i, &edition)) != NULL;) {
        char what[QM_NAME_MAX + 40];
        qm_text text = qm_text_over(what, sizeof what);
        qm_text_addf(&text, "in %s-%s", family->name, edition->name);
        print_value(setting, what, qm_rulebook_setting(other, index), s->out);
        qm_rulebook_free(other);
    }
    print_clauses(s, family, setting->clauses);
}

/* Numbers and flags are written in JSON as people write them. */
static void write_value(showing *s, const qm_setting *setting, int32_t value) {
    char written[120];
    qm_text text = qm_text_over(written, sizeof written);
    qm_setting_print(setting, value, &text);
    if (setting->type == QM_TYPE_WORD || setting->type == QM_TYPE_DICE) {
        cli_json_text(&s->json, "value", written);
    } else {
        cli_json_raw(&s->json, "value");
        qm_text_add(s->out, written);
    }
}

static void write_one(showing *s, const qm_rulebook *rulebook, size_t index) {
    const cli_edition *edition;
    qm_rulebook *other;
    cli_json_open(&s->json, NULL, '{');
    cli_json_text(&s->json, "family", qm_rulebook_family(rulebook)->name);
    cli_json_raw(&s->json, "setting");
    qm_setting_write_json(rulebook, index, s->out);
    cli_json_open(&s->json, "editions", '[');
    for (size_t i = 0; (other = next_other(s, rulebook, index, &i, &edition)) != NULL;) {
        cli_json_open(&s->json, NULL, '{');
        cli_json_text(&s->json, "edition", edition->name);
        write_value(s, &qm_rulebook_family(rulebook)->settings[index], qm_rulebook_setting(other, index));
        cli_json_close(&s->json, '}');
        qm_rulebook_free(other);
    }
    cli_json_close(&s->json, ']');
    cli_json_close(&s->json, '}');
}

static void print_table(showing *s, const qm_rulebook *rulebook, size_t table) {
    qm_text_addf(s->out, "%s%s ", s->first ? "" : "\n", qm_rulebook_family(rulebook)->name);
    cli_table_text(s->args, rulebook, table, s->out);
}

static void write_table(showing *s, const qm_rulebook *rulebook, size_t table) {
    cli_json_open(&s->json, NULL, '{');
    cli_json_text(&s->json, "family", qm_rulebook_family(rulebook)->name);
    cli_json_raw(&s->json, "table");
    qm_table_write_json(rulebook, table, s->out);
    cli_json_close(&s->json, '}');
}

static void show_setting(showing *s, const qm_rulebook *rulebook, const char *word) {
    const int index = qm_setting_named(qm_rulebook_family(rulebook), word);
    if (index >= 0) {
        (s->args->json ? write_one : print_one)(s, rulebook, (size_t)index);
        s->first = false;
    }
}

static void show_tables(showing *s, const qm_rulebook *rulebook, const char *word) {
    const qm_rules_facts *family = qm_rulebook_family(rulebook);
    for (size_t t = table_from(family, 0, word); t < family->table_count; t = table_from(family, t + 1, word)) {
        (s->args->json ? write_table : print_table)(s, rulebook, t);
        s->first = false;
    }
}

/* ------------------------------------------------------------------------------------------------------------ misspelt
 */

static size_t gather(const qm_rules_facts *family, const char **names, size_t count) {
    for (size_t i = 0; i < family->setting_count && count < NAMES_MAX; i++) {
        names[count++] = family->settings[i].name;
    }
    for (size_t i = 0; i < family->table_count && count < NAMES_MAX; i++) {
        names[count++] = family->tables[i].name;
    }
    return count;
}

const char *cli_setting_near(const char *word) {
    const char *names[NAMES_MAX];
    size_t count = 0;
    for (size_t i = 0; i < qm_family_count(); i++) {
        count = gather(qm_family_at(i), names, count);
    }
    return cli_nearest(word, names, count);
}

static int no_setting(const cli_args *args, const qm_rules_facts *family, const char *word) {
    const char *names[NAMES_MAX];
    const char *near = cli_nearest(word, names, gather(family, names, 0));
    return cli_usage(args->command, "%s has no setting or table '%s'%s%s%s", family->name, word, near ? "; did you mean " : "",
                     near ? near : "", near ? "?" : "");
}

/* ------------------------------------------------------------------------------------------------------------- command
 */

typedef void shower(showing *s, const qm_rulebook *rulebook, const char *word);

/* Of the rulebook named, or with none of every family that has it. False when a rulebook cannot be read: that has been
 * told. */
static bool show_each(showing *s, const char *rulebook, const char *word, shower *one) {
    bool fine = true;
    for (size_t i = 0; i < (rulebook ? 1 : qm_family_count()) && fine; i++) {
        if (!rulebook && !knows(qm_family_at(i), word)) {
            continue;
        }
        qm_rulebook *opened = cli_rulebook_open(s->args, s->places, rulebook ? rulebook : qm_family_at(i)->name);
        fine = opened != NULL;
        if (fine) {
            one(s, opened, word);
        }
        qm_rulebook_free(opened);
    }
    return fine;
}

static int show_all(showing *s, const char *rulebook, const char *word) {
    static const struct {
        const char *name;
        shower *one;
    } lists[] = {{"settings", show_setting}, {"tables", show_tables}};
    bool fine = true;
    if (s->args->json) {
        cli_json_open(&s->json, NULL, '{');
    }
    for (size_t i = 0; i < sizeof lists / sizeof lists[0] && fine; i++) {
        if (s->args->json) {
            cli_json_open(&s->json, lists[i].name, '[');
        }
        fine = show_each(s, rulebook, word, lists[i].one);
        if (s->args->json) {
            cli_json_close(&s->json, ']');
        }
    }
    if (s->args->json) {
        cli_json_close(&s->json, '}');
        qm_text_add_char(s->out, '\n');
    }
    return fine ? CLI_YES : CLI_BAD;
}

static const qm_rules_facts *family_of(const cli_args *args, const cli_places *places, const char *rulebook) {
    qm_rulebook *opened = cli_rulebook_open(args, places, rulebook);
    const qm_rules_facts *family = opened ? qm_rulebook_family(opened) : NULL;
    qm_rulebook_free(opened);
    return family;
}

int cli_rules_setting(const cli_args *args, const cli_places *places, const char *rulebook, const char *word) {
    if (cli_has(args, "markdown") || cli_has(args, "toml")) {
        return cli_usage(args->command, "%s is a setting or a table; that option is for a family or a rulebook", word);
    }
    const qm_rules_facts *family = rulebook ? family_of(args, places, rulebook) : NULL;
    if (rulebook && (!family || !knows(family, word))) {
        return family ? no_setting(args, family, word) : CLI_BAD;
    }
    cli_editions *editions = cli_editions_find(places);
    if (!editions) {
        return cli_fail(args, "rulebooks", QM_ERROR_MEMORY, NULL);
    }
    qm_text out = qm_text_growing(NULL);
    showing s = {
        .args = args, .places = places, .editions = editions, .out = &out, .json = {.out = &out}, .first = true};
    const int status = show_all(&s, rulebook, word);
    cli_editions_free(editions);
    if (status != CLI_YES) {
        qm_text_free(&out);
        return status;
    }
    return cli_put(&out, status);
}
