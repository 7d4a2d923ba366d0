/* quickmarch compare: what its files share. */
#ifndef QUICKMARCH_CLI_COMPARE_H
#define QUICKMARCH_CLI_COMPARE_H

#include "cases.h"

#define CLI_COMPARE_MAX 8 /* rulebooks at once */

typedef struct comparison {
    const cli_args *args;
    cli_places places;
    size_t count;
    const char *names[CLI_COMPARE_MAX];
    qm_rulebook *books[CLI_COMPARE_MAX]; /* of one family; the first is what the others are compared with */
    qm_text *out;
    cli_json *json; /* NULL: for people */
} comparison;

/* One order in one scenario under every rulebook: verdicts, and how the odds move. Gives the exit status. */
int cli_compare_order(const comparison *c, const char *scenario, const char *order);

#endif
