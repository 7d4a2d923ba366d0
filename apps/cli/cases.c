/* Worked cases, many files of them. A file that cannot be read does not keep the others from being run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cases.h"

typedef struct opening {
    cli_cases *cases;
    const cli_args *args;
    bool lenient; /* in a folder, files of other kinds are passed over */
} opening;

static bool is_cases_file(const char *path) {
    qm_text text = qm_text_growing(NULL);
    qm_diagnostics list = qm_diagnostics_make(NULL);
    const bool is =
        qm_file_read(path, NULL, &text, &list) != QM_OK || qm_file_kind_of(text.data, text.length) == QM_FILE_CASES;
    qm_diagnostics_free(&list);
    qm_text_free(&text);
    return is;
}

static bool make_room(cli_cases *cases) {
    if (cases->file_count < cases->file_capacity) {
        return true;
    }
    const size_t capacity = cases->file_capacity ? cases->file_capacity * 2 : 32;
    qm_cases **files = realloc(cases->files, capacity * sizeof *files);
    if (files) {
        cases->files = files;
        cases->file_capacity = capacity;
    }
    return files != NULL;
}

static bool open_file(void *user, const char *path) {
    const opening *o = user;
    cli_cases *cases = o->cases;
    if (o->lenient && !is_cases_file(path)) {
        return true;
    }
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_cases *file = NULL;
    qm_result result = make_room(cases) ? QM_OK : QM_ERROR_MEMORY;
    if (result == QM_OK) {
        result = qm_cases_read_file(&file, path, &cases->places.reader, NULL, &list);
    }
    if (result == QM_OK) {
        cases->files[cases->file_count++] = file;
    } else {
        const cli_args quiet = {.command = o->args->command};
        cli_fail(&quiet, path, result, &list);
        cases->broken++;
    }
    qm_diagnostics_free(&list);
    return true;
}

/* A file, a folder, or the name of one among the shipped cases. */
static void open_named(opening *o, const char *name) {
    char path[CLI_PATH_MAX];
    o->lenient = true;
    if (cli_walk(name, ".json", open_file, o)) {
        return;
    }
    o->lenient = false;
    cli_find(&o->cases->places, "cases", name, ".json", path);
    open_file(o, path);
}

static bool passes(const cli_case *item, const char *filter) {
    return !filter || strstr(cli_case_name(item), filter) || strstr(cli_case_file(item), filter);
}

static bool list_cases(cli_cases *cases, const char *filter) {
    size_t total = 0;
    for (size_t f = 0; f < cases->file_count; f++) {
        total += qm_cases_count(cases->files[f]);
    }
    cases->items = calloc(total + 1, sizeof *cases->items);
    for (size_t f = 0; cases->items && f < cases->file_count; f++) {
        for (size_t i = 0; i < qm_cases_count(cases->files[f]); i++) {
            const cli_case item = {cases->files[f], i};
            if (passes(&item, filter)) {
                cases->items[cases->count++] = item;
            }
        }
    }
    return cases->items != NULL;
}

/* Every case of a table takes some megabytes and gives them back. Giving them back to the system, as glibc does with
 * large blocks, and clearing fresh ones for the next case took more time than the cases. */
static void keep_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

int cli_cases_open(cli_cases *cases, const cli_args *args, const char *const *names, size_t count, const char *filter) {
    memset(cases, 0, sizeof *cases);
    keep_memory();
    cli_places_find(&cases->places);
    opening o = {.cases = cases, .args = args};
    char shipped[CLI_PATH_MAX];
    if (count == 0) {
        if (!cli_find_folder(&cases->places, "cases", shipped)) {
            return cli_usage(args->command, "no folder of shipped cases was found; name case files");
        }
        open_named(&o, shipped);
    }
    for (size_t i = 0; i < count; i++) {
        open_named(&o, names[i]);
    }
    if (!list_cases(cases, filter)) {
        fputs("quickmarch: out of memory\n", stderr);
        return CLI_BAD;
    }
    return cases->broken > 0 ? CLI_BAD : CLI_YES;
}

void cli_cases_close(cli_cases *cases) {
    for (size_t f = 0; f < cases->file_count; f++) {
        qm_cases_free(cases->files[f]);
    }
    free(cases->files);
    free(cases->items);
}

const char *cli_case_name(const cli_case *item) {
    return qm_case_name(item->file, item->index);
}

const char *cli_case_file(const cli_case *item) {
    return qm_cases_file(item->file);
}

uint32_t cli_case_line(const cli_case *item) {
    return qm_case_line(item->file, item->index);
}

bool cli_case_shows(const cli_case *item, const char *clause, bool outside) {
    const char *claimed;
    for (size_t n = 0; (claimed = qm_case_clause(item->file, item->index, n, outside)) != NULL; n++) {
        if (strcmp(claimed, clause) == 0) {
            return true;
        }
    }
    return false;
}

void cli_case_print(const cli_case *item, qm_text *out) {
    qm_text_addf(out, "%s:%u %s", cli_case_file(item), (unsigned)cli_case_line(item), cli_case_name(item));
}

static uint64_t mix(uint64_t print, uint64_t more) {
    print = (print ^ more) * UINT64_C(0x9E3779B97F4A7C15);
    return print ^ print >> 29;
}

uint64_t cli_case_fingerprint(const qm_case_result *result) {
    uint64_t print = result->stopped ? 17 : 31;
    for (uint32_t i = 0; i < result->answer_count; i++) {
        print = mix(print, result->answers[i].fingerprint);
    }
    return print;
}

uint64_t cli_case_story(const qm_case_result *result) {
    uint64_t print = cli_case_fingerprint(result);
    for (uint32_t i = 0; i < result->answer_count; i++) {
        print = mix(print, result->answers[i].events);
    }
    return print;
}
