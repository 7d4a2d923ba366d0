/* Editions of rules, by the names people give them. */
#ifndef QM_CLI_EDITIONS_H
#define QM_CLI_EDITIONS_H

#include "common.h"

typedef struct cli_edition {
    const qm_rules_facts *family;
    char name[QM_NAME_MAX + 1]; /* "2025"; "" = it has none */
    char file[CLI_PATH_MAX];    /* "" = it is in no file */
    char title[200];
    char text[600]; /* what it is, a sentence or two */
    size_t differs; /* settings that it changes */
    bool changes;   /* false: the family's own rules */
} cli_edition;

typedef struct cli_editions cli_editions;

/* The families' own rules first, then the rulebook files by name. NULL when memory ran out. */
cli_editions *cli_editions_find(const cli_places *places);
void cli_editions_free(cli_editions *editions);
const cli_edition *cli_edition_at(const cli_editions *editions, size_t index); /* NULL beyond the last */

/* A rulebook by the name of a family, a file or an edition. */
qm_result cli_rulebook_named(const cli_places *places, const char *name, qm_rulebook **out, qm_diagnostics *list);

#endif
