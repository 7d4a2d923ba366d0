/* quickmarch compare: what its files share.
 *
 * compare.c: the command, settings and worked cases. compare_orders.c: which orders are asked about and in which
 * positions; compare_ask.c: one order under every rulebook; compare_show.c, compare_json.c, compare_picture.c: the
 * answers for people, for programs and for print.
 */
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

/* What a rulebook is called above a column: its name without folders and ending, unless another has the same. */
#define CLI_COMPARE_NAME 200
void cli_compare_name(const comparison *c, size_t book, char out[CLI_COMPARE_NAME]);
/* "legal", "illegal", "left to a person" */
const char *cli_judgement_name(uint16_t judgement);

/* ---------------------------------------------------------------------------------------------- one order
 * (compare_ask.c) */

/* What is compared of an order. */
typedef enum cli_aspect {
    CLI_ASPECT_VERDICT,
    CLI_ASPECT_COST,
    CLI_ASPECT_END, /* where it would end, if that is not where it wants */
    CLI_ASPECT_HITS,
    CLI_ASPECT_CHANCE,
    CLI_ASPECT_CHECKS,
    CLI_ASPECT_REASONS,
    CLI_ASPECT_WARNINGS,
    CLI_ASPECT_CLAUSES,
    CLI_ASPECT_WAY,
    CLI_ASPECT_ODDS,
    CLI_ASPECT_COUNT
} cli_aspect;
const char *cli_aspect_name(cli_aspect aspect);

/* One aspect under each rulebook, in words; "" where there is nothing to say. */
typedef struct cli_row {
    cli_aspect aspect;
    bool differs;
    char *cells[CLI_COMPARE_MAX];
} cli_row;

/* One way it can end, and its chance under each rulebook. */
typedef struct cli_ending {
    char *what;
    uint64_t key; /* of the words */
    bool differs;
    double chance[CLI_COMPARE_MAX];
    uint64_t numerator[CLI_COMPARE_MAX], denominator[CLI_COMPARE_MAX]; /* 0 both: not known exactly */
} cli_ending;

/* The order under one rulebook. */
typedef struct cli_answer {
    bool judged;          /* else these rules do not know such a position */
    bool played;          /* its odds are known */
    bool too_many, faces; /* there are too many outcomes, because every face of its dice counts */
    bool forecast;        /* played: the endings are how many at least each of its numbers comes to */
    bool had_choices;
    bool supposed; /* as in qm_odds_result */
    double sum;    /* of the chances */
    qm_order order;
    qm_verdict verdict;
} cli_answer;

#define CLI_ROWS_MAX (CLI_ASPECT_COUNT + QM_CHECKS_MAX * CLI_COMPARE_MAX)

/* One order under every rulebook. */
typedef struct cli_compared {
    const char *text; /* as it was given */
    size_t number;    /* from 1 */
    size_t books;
    bool differs;
    bool aspects[CLI_ASPECT_COUNT]; /* those that differ */
    cli_answer answers[CLI_COMPARE_MAX];
    cli_row rows[CLI_ROWS_MAX];
    size_t row_count;
    cli_ending *endings; /* most likely first, by the first rulebook that has them */
    size_t ending_count, ending_capacity;
    bool failed; /* memory ran out */
} cli_compared;

/* Asks under every rulebook; tables[b] is the scenario under books[b]. Gives CLI_YES, or CLI_BAD after saying what is
 * wrong. Always to be cleared. */
int cli_compare_ask(const comparison *c, cli_table *tables, cli_compared *out);
void cli_compared_clear(cli_compared *one);

/* ---------------------------------------------------------------------------------------- answers to all
 * (compare_orders.c) */

typedef struct cli_compare_sum {
    size_t orders, differ, by_aspect[CLI_ASPECT_COUNT];
    size_t lost; /* orders in a position that one of the rulebooks does not know */
} cli_compare_sum;

/* Whether the options name orders at all. */
bool cli_compare_has_orders(const cli_args *args);
/* The orders of the options under every rulebook. Gives the exit status; what there is to say goes to c->out, and the
 * picture, if one is asked for, into its file. */
int cli_compare_orders(const comparison *c);

/* For people (compare_show.c). */
void cli_compare_show(const comparison *c, const cli_compared *one, bool brief);
void cli_compare_show_sum(const comparison *c, const cli_compare_sum *sum);
/* The same as JSON (compare_json.c): a member of an array, and "summary". */
void cli_compare_write(const comparison *c, const cli_table *tables, const cli_compared *one);
void cli_compare_write_sum(const comparison *c, const cli_compare_sum *sum);

/* The picture (compare_picture.c): orders are added one by one, with copies of their positions, and drawn at the end.
 */
#define CLI_PICTURE_ORDERS_MAX 12
typedef struct cli_picture cli_picture;
/* NULL with *status CLI_YES when no picture is asked for, or with CLI_BAD after saying what is wrong. */
cli_picture *cli_picture_start(const comparison *c, int *status);
/* Gives CLI_BAD, after saying so, when there are too many. */
int cli_picture_add(cli_picture *picture, const cli_table *tables, const cli_compared *one);
/* Draws and writes it; with --json its members go to c->json. */
int cli_picture_finish(cli_picture *picture);
void cli_picture_free(cli_picture *picture);

#endif
