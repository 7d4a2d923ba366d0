/* Worked cases, many files of them: opening, filtering, running. For check, compare and rules. */
#ifndef QUICKMARCH_CLI_CASES_H
#define QUICKMARCH_CLI_CASES_H

#include "common.h"

/* A case of an opened set. */
typedef struct cli_case {
    const qm_cases *file;
    size_t index; /* in its file */
} cli_case;

typedef struct cli_cases {
    cli_places places;
    qm_cases **files;
    size_t file_count, file_capacity;
    cli_case *items; /* those that pass the filter, in order */
    size_t count;
    size_t broken; /* files that could not be read; what is wrong with them has been said */
} cli_cases;

/* Opens case files and folders of them; none named: the shipped cases. `filter` (may be NULL) is a part of the name or
 * file that a case must have. Gives CLI_YES or CLI_BAD after saying what is wrong (what could be read is there all the
 * same). Always to be closed. */
int cli_cases_open(cli_cases *cases, const cli_args *args, const char *const *names, size_t count, const char *filter);
void cli_cases_close(cli_cases *cases);

const char *cli_case_name(const cli_case *item);
const char *cli_case_file(const cli_case *item);
uint32_t cli_case_line(const cli_case *item);
/* Whether a case claims to show a clause biting, or just outside. */
bool cli_case_shows(const cli_case *item, const char *clause, bool outside);
/* "cases/jumps.json:12 over-two-hexes" */
void cli_case_print(const cli_case *item, qm_text *out);
/* One number for all the answers a case gave. */
uint64_t cli_case_fingerprint(const qm_case_result *result);

/* The same, and of what happened when its orders were played. */
uint64_t cli_case_story(const qm_case_result *result);

/* check --coverage and check --flip. */
int cli_coverage(const cli_args *args, const cli_cases *cases);
int cli_flip(const cli_args *args, const cli_cases *cases);

#endif
