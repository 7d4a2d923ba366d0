/* Editions of rules: the rulebooks that are shipped or lie in the folder rulebooks, what they are, and rulebooks by the
 * names of their editions.
 *
 * An edition is a rulebook file, or the family's own rules, which some families call an edition too. A name means, in
 * this order: a family, a file, an edition. Editions are named alone where only one family has one of that name, or
 * after their family: 2025, warband-2025.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "editions.h"

enum { EDITIONS_MAX = 200 };

struct cli_editions {
    cli_edition items[EDITIONS_MAX];
    size_t count;
    const cli_places *places;
};

/* ---------------------------------------------------------------------------------------------------------- listing */

static void own_edition(cli_editions *e, const qm_rules_facts *family) {
    cli_edition *one = &e->items[e->count++];
    *one = (cli_edition){.family = family};
    snprintf(one->name, sizeof one->name, "%s", family->edition ? family->edition : "");
    snprintf(one->title, sizeof one->title, "%s", family->title);
    snprintf(one->text, sizeof one->text, "%s", "The family's own rules, which other rulebooks change.");
}

/* The name of a file without folder and ending. */
static void plain_name(const char *path, char out[CLI_PATH_MAX]) {
    const char *slash = strrchr(path, '/');
    qm_text text = qm_text_over(out, CLI_PATH_MAX);
    qm_text_add(&text, slash ? slash + 1 : path);
    char *dot = strrchr(out, '.');
    if (dot) {
        *dot = 0;
    }
}

static cli_edition *of_family(cli_editions *e, const char *name) {
    for (size_t i = 0; i < e->count; i++) {
        if (!e->items[i].changes && strcmp(e->items[i].family->name, name) == 0) {
            return &e->items[i];
        }
    }
    return NULL;
}

/* A file that cannot be read as a rulebook is left out here: whoever names it is told why. The one that a family is
 * printed to is the family's own. */
static bool add_file(void *user, const char *path) {
    cli_editions *e = user;
    char plain[CLI_PATH_MAX];
    plain_name(path, plain);
    cli_edition *own = of_family(e, plain);
    if (own) {
        snprintf(own->file, sizeof own->file, "%s", path);
        return true;
    }
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_rulebook *rulebook = NULL;
    if (e->count < EDITIONS_MAX && qm_rulebook_named(&rulebook, path, &e->places->reader, NULL, &list) == QM_OK) {
        cli_edition *one = &e->items[e->count++];
        *one = (cli_edition){.family = qm_rulebook_family(rulebook), .changes = true};
        snprintf(one->name, sizeof one->name, "%s", qm_rulebook_edition(rulebook));
        snprintf(one->file, sizeof one->file, "%s", path);
        snprintf(one->title, sizeof one->title, "%s", qm_rulebook_title(rulebook));
        snprintf(one->text, sizeof one->text, "%s", qm_rulebook_text(rulebook));
        for (size_t i = 0; i < one->family->setting_count; i++) {
            one->differs += qm_rulebook_setting(rulebook, i) != one->family->settings[i].standard;
        }
    }
    qm_rulebook_free(rulebook);
    qm_diagnostics_free(&list);
    return true;
}

cli_editions *cli_editions_find(const cli_places *places) {
    cli_editions *e = calloc(1, sizeof *e);
    char folder[CLI_PATH_MAX];
    if (!e) {
        return NULL;
    }
    e->places = places;
    for (size_t i = 0; i < qm_family_count() && e->count < EDITIONS_MAX; i++) {
        own_edition(e, qm_family_at(i));
    }
    if (cli_find_folder(places, "rulebooks", folder)) {
        cli_walk(folder, ".toml", add_file, e);
    }
    return e;
}

void cli_editions_free(cli_editions *e) {
    free(e);
}

const cli_edition *cli_edition_at(const cli_editions *e, size_t index) {
    return index < e->count ? &e->items[index] : NULL;
}

/* ------------------------------------------------------------------------------------------------------------ names */

static bool is_called(const cli_edition *one, const char *name) {
    const size_t length = strlen(one->family->name);
    return one->name[0] &&
           (strcmp(one->name, name) == 0 || (strncmp(name, one->family->name, length) == 0 && name[length] == '-' &&
                                             strcmp(name + length + 1, one->name) == 0));
}

/* The edition of that name. That there is another one is a fault, which is told: of another family, or a rulebook that
 * extends this one and has its edition from it. */
static const cli_edition *named(const cli_editions *e, const char *name, qm_diagnostics *list, bool *fault) {
    const cli_edition *found = NULL;
    for (size_t i = 0; i < e->count && !*fault; i++) {
        const cli_edition *one = &e->items[i];
        if (found && is_called(one, name)) {
            char message[1000];
            qm_text text = qm_text_over(message, sizeof message);
            qm_text_addf(&text, "\"%s\" is the edition of %s and of %s: name one of the two", name,
                         found->file[0] ? found->file : found->family->name, one->file);
            qm_diagnostics_add(list, QM_SEVERITY_ERROR, "", 0, 0, "", message);
            *fault = true;
        }
        found = is_called(one, name) ? one : found;
    }
    return *fault ? NULL : found;
}

/* The editions that there are, after the complaint that a name is none. */
static void list_names(const cli_editions *e, qm_diagnostics *list) {
    char message[400];
    qm_text text = qm_text_over(message, sizeof message);
    qm_text_add(&text, "editions are");
    for (size_t i = 0; i < e->count; i++) {
        if (e->items[i].name[0]) {
            qm_text_addf(&text, " %s-%s", e->items[i].family->name, e->items[i].name);
        }
    }
    qm_text_add(&text, "; 'quickmarch rules --editions' tells what they are");
    qm_diagnostics_add(list, QM_SEVERITY_ERROR, "", 0, 0, "", message);
}

qm_result cli_rulebook_named(const cli_places *places, const char *name, qm_rulebook **out, qm_diagnostics *list) {
    char path[CLI_PATH_MAX];
    *out = NULL;
    if (qm_family_named(name) || strchr(name, '/') || cli_find(places, "rulebooks", name, ".toml", path)) {
        return qm_rulebook_named(out, name, &places->reader, NULL, list);
    }
    cli_editions *e = cli_editions_find(places);
    if (!e) {
        return QM_ERROR_MEMORY;
    }
    bool fault = false;
    const cli_edition *one = named(e, name, list, &fault);
    const char *meant = !one ? name : one->changes ? one->file : one->family->name;
    const qm_result result = fault ? QM_ERROR_INPUT : qm_rulebook_named(out, meant, &places->reader, NULL, list);
    if (result != QM_OK && !one && !fault) {
        list_names(e, list);
    }
    cli_editions_free(e);
    return result;
}
