/* Finding files and opening tables: scenarios, or games from their logs, with the rules and orders the options name.
 *
 * Invariant: whatever goes wrong has been said when a function here fails, with file, line, column and field where
 * there are any. Names are looked up where the person stands first, then in the tree the program was built from, then
 * where it was installed.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "editions.h"

#ifndef QM_SOURCE_DIR
#define QM_SOURCE_DIR ""
#endif
#ifndef QM_DATA_DIR
#define QM_DATA_DIR ""
#endif

enum { WALK_DEPTH_MAX = 8, WALK_FILES_MAX = 10000 };

/* ---------------------------------------------------------------------------------------------------------- places */

/* a/b, or b alone where a is "."; "" where it would be too long. */
static void join(char out[CLI_PATH_MAX], const char *a, const char *b, const char *ending) {
    qm_text text = qm_text_over(out, CLI_PATH_MAX);
    qm_text_addf(&text, "%s%s%s%s", strcmp(a, ".") == 0 ? "" : a, strcmp(a, ".") == 0 ? "" : "/", b, ending);
    if (text.truncated) {
        out[0] = 0;
    }
}

/* The folder of shared files beside the program: …/bin/quickmarch has …/share/quickmarch. */
static void beside_program(char out[CLI_PATH_MAX]) {
    char program[CLI_PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    out[0] = 0;
    if (length <= 0) {
        return;
    }
    program[length] = 0;
    char *slash = strrchr(program, '/');
    if (slash) {
        *slash = 0;
        join(out, program, "../share/quickmarch", "");
    }
}

void cli_places_find(cli_places *places) {
    memset(places, 0, sizeof *places);
    strcpy(places->directories[0], ".");
    if (sizeof QM_SOURCE_DIR <= CLI_PATH_MAX) {
        strcpy(places->directories[1], QM_SOURCE_DIR);
    }
    if (sizeof QM_DATA_DIR <= CLI_PATH_MAX) {
        strcpy(places->directories[2], QM_DATA_DIR);
    }
    beside_program(places->directories[3]);
    size_t count = 0;
    for (size_t i = 0; i < 4; i++) {
        if (places->directories[i][0]) {
            join(places->rulebooks[count], places->directories[i], "rulebooks", "");
            places->search[count] = places->rulebooks[count];
            count++;
        }
    }
    places->search[count] = NULL;
    places->reader.search = places->search;
}

static bool is_file(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && !S_ISDIR(info.st_mode);
}

static bool is_folder(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool cli_same_file(const char *a, const char *b) {
    struct stat one, other;
    return strcmp(a, b) == 0 ||
           (stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino);
}

bool cli_find(const cli_places *places, const char *folder, const char *name, const char *ending,
              char out[CLI_PATH_MAX]) {
    char inside[CLI_PATH_MAX];
    if (strlen(name) < CLI_PATH_MAX && (strcmp(name, "-") == 0 || is_file(name))) {
        strcpy(out, name);
        return true;
    }
    for (size_t i = 0; i < 4; i++) {
        for (int with = 0; with < 2 && places->directories[i][0]; with++) {
            join(inside, places->directories[i], folder, "");
            join(out, inside, name, with ? ending : "");
            if (inside[0] && out[0] && is_file(out)) {
                return true;
            }
        }
    }
    qm_text text = qm_text_over(out, CLI_PATH_MAX);
    qm_text_add(&text, name);
    return false;
}

bool cli_find_folder(const cli_places *places, const char *folder, char out[CLI_PATH_MAX]) {
    for (size_t i = 0; i < 4; i++) {
        if (places->directories[i][0]) {
            join(out, places->directories[i], folder, "");
            if (out[0] && is_folder(out)) {
                return true;
            }
        }
    }
    return false;
}

static qm_result read_standard_input(qm_text *out, qm_diagnostics *diagnostics) {
    char block[4096];
    size_t got;
    while ((got = fread(block, 1, sizeof block, stdin)) > 0) {
        qm_text_add_bytes(out, block, got);
        if (out->length > QM_FILE_MAX) {
            qm_diagnostics_add(diagnostics, QM_SEVERITY_ERROR, "<stdin>", 0, 0, "",
                               "there is more than a file may hold");
            return QM_ERROR_LIMIT;
        }
    }
    return out->truncated ? QM_ERROR_MEMORY : QM_OK;
}

qm_result cli_read(const char *path, qm_text *out, qm_diagnostics *diagnostics) {
    if (strcmp(path, "-") == 0) {
        return read_standard_input(out, diagnostics);
    }
    if (is_folder(path)) {
        qm_diagnostics_add(diagnostics, QM_SEVERITY_ERROR, path, 0, 0, "", "this is a directory, not a file");
        return QM_ERROR_FILE;
    }
    return qm_file_read(path, NULL, out, diagnostics);
}

/* ------------------------------------------------------------------------------------------------------------ walks */

typedef struct found_paths {
    char **items;
    size_t count, capacity;
} found_paths;

static bool paths_add(found_paths *paths, const char *path) {
    if (paths->count == paths->capacity) {
        const size_t capacity = paths->capacity ? paths->capacity * 2 : 64;
        char **items = capacity <= WALK_FILES_MAX * 2 ? realloc(paths->items, capacity * sizeof *items) : NULL;
        if (!items) {
            return false;
        }
        paths->items = items;
        paths->capacity = capacity;
    }
    char *copy = malloc(strlen(path) + 1);
    if (!copy) {
        return false;
    }
    strcpy(copy, path);
    paths->items[paths->count++] = copy;
    return true;
}

static bool has_ending(const char *name, const char *ending) {
    const size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

qm_file_kind cli_file_kind(const char *name, const char *text, size_t length) {
    const qm_file_kind kind = qm_file_kind_of(text, length);
    return kind == QM_FILE_RULEBOOK && has_ending(name, ".json") ? QM_FILE_UNKNOWN : kind;
}

/* Recursion is bounded by WALK_DEPTH_MAX. */
static bool gather(found_paths *paths, const char *folder, const char *ending, int depth) {
    DIR *directory = opendir(folder);
    if (!directory) {
        return false;
    }
    bool fine = true;
    const struct dirent *entry;
    while (fine && (entry = readdir(directory)) != NULL) {
        char path[CLI_PATH_MAX];
        join(path, folder, entry->d_name, "");
        if (entry->d_name[0] == '.' || !path[0]) {
            continue;
        }
        if (is_folder(path)) {
            fine = depth >= WALK_DEPTH_MAX || gather(paths, path, ending, depth + 1);
        } else if (has_ending(entry->d_name, ending)) {
            fine = paths_add(paths, path);
        }
    }
    closedir(directory);
    return fine;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool cli_walk(const char *folder, const char *ending, bool (*each)(void *user, const char *path), void *user) {
    found_paths paths = {0};
    bool fine = gather(&paths, folder, ending, 0);
    if (paths.count > 0) {
        qsort(paths.items, paths.count, sizeof *paths.items, by_name);
    }
    for (size_t i = 0; i < paths.count; i++) {
        fine = fine && each(user, paths.items[i]);
        free(paths.items[i]);
    }
    free(paths.items);
    return fine;
}

/* --------------------------------------------------------------------------------------------------------- rulebooks
 */

bool cli_apply_sets(const cli_args *args, qm_rulebook *rulebook) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_result result = QM_OK;
    const char *assignment;
    for (size_t n = 0; (assignment = cli_value_at(args, "set", n)) != NULL; n++) {
        const qm_result one = qm_rulebook_set_text(rulebook, assignment, &list);
        result = one == QM_OK ? result : one;
    }
    result = result == QM_OK ? qm_rulebook_check(rulebook, &list) : result;
    if (result != QM_OK) {
        cli_fail(args, "--set", result, &list);
    }
    qm_diagnostics_free(&list);
    return result == QM_OK;
}

qm_rulebook *cli_rulebook_opened(const cli_args *args, const char *name, qm_result result, qm_rulebook *rulebook,
                                 qm_diagnostics *list) {
    if (result != QM_OK) {
        cli_fail(args, name, result, list);
        rulebook = NULL;
    } else if (!cli_apply_sets(args, rulebook)) {
        qm_rulebook_free(rulebook);
        rulebook = NULL;
    }
    qm_diagnostics_free(list);
    return rulebook;
}

qm_rulebook *cli_rulebook_open(const cli_args *args, const cli_places *places, const char *name) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_rulebook *rulebook = NULL;
    const qm_result result = cli_rulebook_named(places, name, &rulebook, &list);
    return cli_rulebook_opened(args, name, result, rulebook, &list);
}

/* ------------------------------------------------------------------------------------------------------------ tables
 */

typedef struct opening {
    cli_table *table;
    const cli_args *args;
    qm_text text;
    qm_diagnostics list;
    const char *name;        /* in diagnostics */
    const qm_rulebook *with; /* rules that somebody else chose; else NULL */
    bool bare;               /* only the scenario is wanted */
} opening;

static void drop(cli_table *table) {
    qm_game_free(table->game);
    qm_scenario_free(table->owned);
    table->game = NULL;
    table->owned = NULL;
    table->scenario = NULL;
}

/* Reads the scenario or log, under other rules if any are given. */
static qm_result load(opening *o, const qm_rulebook *instead) {
    cli_table *table = o->table;
    const char *text = o->text.data ? o->text.data : "";
    const qm_file_kind kind = cli_file_kind(o->name, text, o->text.length);
    if (kind == QM_FILE_RULEBOOK || kind == QM_FILE_ROSTER || kind == QM_FILE_CASES) {
        qm_diagnostics_add(&o->list, QM_SEVERITY_ERROR, o->name, 0, 0, "",
                           kind == QM_FILE_RULEBOOK ? "this is a rulebook, and a scenario or a log is needed"
                           : kind == QM_FILE_ROSTER ? "this is a roster, and a scenario or a log is needed"
                                                    : "these are cases, and a scenario or a log is needed");
        return QM_ERROR_INPUT;
    }
    if (kind != QM_FILE_LOG) {
        const qm_result result = qm_scenario_read_text(&table->owned, text, o->text.length, o->name, instead,
                                                       &table->places.reader, NULL, &o->list);
        table->scenario = table->owned;
        return result;
    }
    qm_replay replay = {0};
    const qm_result result = qm_game_read_text(&table->game, text, o->text.length, o->name, instead,
                                               &table->places.reader, NULL, &o->list, &replay);
    if (result != QM_OK) {
        return result;
    }
    table->diverged = replay.divergence != QM_REPLAY_SAME ? replay.at : 0;
    if (table->diverged && instead && !o->bare) {
        fprintf(stderr, "%s: warning: under these rules the log ends before entry %u ('%s'): %s\n", o->name,
                (unsigned)replay.at, replay.order, replay.text);
    }
    table->scenario = qm_game_scenario(table->game);
    return QM_OK;
}

/* A setting that the scenario itself fixes cannot be changed from outside; silence about that would be a wrong answer.
 */
static bool sets_hold(const opening *o, const qm_rulebook *instead) {
    const qm_rules_facts *family = qm_rulebook_family(instead);
    const char *assignment;
    for (size_t n = 0; (assignment = cli_value_at(o->args, "set", n)) != NULL; n++) {
        const size_t length = strcspn(assignment, "=");
        for (size_t i = 0; i < family->setting_count; i++) {
            if (strlen(family->settings[i].name) == length &&
                memcmp(family->settings[i].name, assignment, length) == 0 &&
                qm_scenario_setting(o->table->scenario, i) != qm_rulebook_setting(instead, i)) {
                cli_usage(o->args->command, "'--set %s' does nothing: %s settles %s itself", assignment, o->name,
                          family->settings[i].name);
                return false;
            }
        }
    }
    return true;
}

/* The rules to use instead of the table's own: --rules, or its own changed by --set. NULL with *status CLI_YES: its
 * own. */
static qm_rulebook *other_rules(opening *o, int *status) {
    *status = CLI_YES;
    if (o->with) {
        qm_rulebook *copy = NULL;
        if (qm_rulebook_copy(&copy, o->with, NULL) != QM_OK) {
            *status = cli_fail(o->args, o->name, QM_ERROR_MEMORY, NULL);
        }
        return copy;
    }
    const char *named = cli_value(o->args, "rules");
    qm_rulebook *instead = NULL;
    if (named) {
        instead = cli_rulebook_open(o->args, &o->table->places, named);
        *status = instead ? CLI_YES : CLI_BAD;
        return instead;
    }
    if (!cli_has(o->args, "set")) {
        return NULL;
    }
    qm_result result = load(o, NULL);
    if (result == QM_OK) {
        result = qm_scenario_rulebook(o->table->scenario, &instead, NULL);
    }
    if (result != QM_OK) {
        *status = cli_fail(o->args, o->name, result, &o->list);
    } else if (!cli_apply_sets(o->args, instead)) {
        *status = CLI_BAD;
    } else { /* what is to be warned of comes again */
        qm_diagnostics_free(&o->list);
        o->list = qm_diagnostics_make(NULL);
    }
    drop(o->table);
    return instead;
}

static int read_table(opening *o, const char *name) {
    cli_table *table = o->table;
    if (!cli_find(&table->places, "scenarios", name, ".json", table->path)) {
        qm_diagnostics_add(&o->list, QM_SEVERITY_ERROR, name, 0, 0, "",
                           is_folder(name) ? "this is a directory, not a file"
                                           : "there is no such file and no shipped scenario of that name");
        return cli_fail(o->args, name, QM_ERROR_FILE, &o->list);
    }
    o->name = strcmp(table->path, "-") == 0 ? "<stdin>" : table->path;
    qm_result result = cli_read(table->path, &o->text, &o->list);
    if (result != QM_OK) {
        return cli_fail(o->args, o->name, result, &o->list);
    }
    int status;
    qm_rulebook *instead = other_rules(o, &status);
    if (status == CLI_YES) {
        result = load(o, instead);
        status = result != QM_OK ? cli_fail(o->args, o->name, result, &o->list) : CLI_YES;
        if (status == CLI_YES && !o->bare) {
            cli_warn(&o->list);
        }
        if (status == CLI_YES && instead && !sets_hold(o, instead)) {
            status = CLI_BAD;
        }
    }
    qm_rulebook_free(instead);
    return status;
}

static int make_room(cli_table *table) {
    const size_t size = qm_state_size(table->scenario);
    table->state = malloc(size);
    table->scratch = malloc(qm_scratch_size(table->scenario, table->leaves));
    if (!table->state || !table->scratch) {
        fputs("quickmarch: out of memory\n", stderr);
        return CLI_BAD;
    }
    qm_scratch_start(table->scenario, table->scratch, table->leaves);
    if (table->game) {
        memcpy(table->state, qm_game_state(table->game), size);
    } else {
        qm_state_start(table->scenario, table->state);
    }
    return CLI_YES;
}

static int open_table(cli_table *table, const cli_args *args, const char *name, uint32_t leaves,
                      const qm_rulebook *with, bool bare) {
    memset(table, 0, sizeof *table);
    table->leaves = leaves;
    cli_places_find(&table->places);
    opening o = {.table = table,
                 .args = args,
                 .text = qm_text_growing(NULL),
                 .list = qm_diagnostics_make(NULL),
                 .with = with,
                 .bare = bare};
    int status = read_table(&o, name);
    qm_text_free(&o.text);
    qm_diagnostics_free(&o.list);
    if (status == CLI_YES) {
        status = make_room(table);
    }
    return status == CLI_YES && !bare && (args->command->shared & CLI_TAKES_GAME) ? cli_after(table, args) : status;
}

int cli_table_open(cli_table *table, const cli_args *args, const char *name, uint32_t leaves) {
    return open_table(table, args, name, leaves, NULL, false);
}

int cli_table_open_with(cli_table *table, const cli_args *args, const char *name, const qm_rulebook *rules, bool bare) {
    return open_table(table, args, name, 0, rules, bare);
}

int cli_measure(const cli_args *args, cli_table *table, bool *measured) {
    const bool asked = cli_has(args, "measured");
    if (asked && cli_value(args, "side")) {
        return cli_usage(args->command, "--measured is for the game master, not for a side");
    }
    if (measured) {
        *measured = asked;
    } else if (asked) {
        table->scenario = qm_scenario_measured(table->scenario);
    }
    return CLI_YES;
}

void cli_table_close(cli_table *table) {
    free(table->state);
    free(table->scratch);
    drop(table);
}
