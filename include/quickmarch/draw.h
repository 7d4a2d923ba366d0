/* Quickmarch: pictures of a position, as SVG.
 *
 *   qm_draw_options options = qm_draw_defaults();
 *   options.reach = qm_figure_named(scenario, "Ada");
 *   qm_text svg = qm_text_growing(NULL);
 *   qm_draw_svg(scenario, state, scratch, &options, &svg);
 *   qm_file_write("ada.svg", svg.data, svg.length, &diagnostics);
 *
 * Of an order that moves many figures at once the picture shows what happens: who went where in which beat, what was
 * contested and who won it; the events of qm_play tell it, by their roles (qm_role), and an account below the board
 * gives their words.
 *
 * A table is drawn in plan, true to scale, with rulers in inches: solids by height, each with that of its top, zones,
 * railings, ladders, and every base in its size. Where a plan would not tell how high something is, "@3" says it.
 *
 * A picture is meant for print: its width is given in millimetres, kinds of ground and sides differ by pattern, shape
 * and tone and not by colour alone, no two texts overlap, and what does not fit beside a figure goes into a numbered
 * key. It is plain SVG 1.1 without scripts, styles or references to anything outside, and the same input gives the same
 * bytes on any machine. Drawing allocates (with the allocator of the text it writes to).
 */
#ifndef QUICKMARCH_DRAW_H
#define QUICKMARCH_DRAW_H

#include "quickmarch/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which hexes or tiles get their coordinates written; on tables whether the rulers have numbers (all but NONE). */
typedef enum qm_draw_labels {
    QM_DRAW_LABELS_FIT = 0, /* every one where there is room to read it, else columns and rows at the edge */
    QM_DRAW_LABELS_ALL,     /* every one in which nothing else stands in that spot */
    QM_DRAW_LABELS_EDGE,    /* columns and rows at the edge of the board */
    QM_DRAW_LABELS_NONE
} qm_draw_labels;

/* On tables: what the tones of a reach tell. */
typedef enum qm_draw_by {
    QM_DRAW_BY_FIT = 0, /* risk where a check leads anywhere that cannot be reached without one, else cost */
    QM_DRAW_BY_COST,    /* bands of cost; what only running leads to is the last one */
    QM_DRAW_BY_RISK     /* how many checks it takes, by moving and by running; spots tell the chance of getting there */
} qm_draw_by;

#define QM_DRAW_WIDTH_MIN 60 /* millimetres */
#define QM_DRAW_WIDTH_MAX 2000
#define QM_DRAW_EVERYONE 0xffffu

typedef struct qm_draw_options {
    const char *title;      /* NULL: the scenario's; "": none */
    const qm_order *order;  /* its way, checks, odds and clauses are drawn; NULL: none. Of an order that moves nobody in
                               particular but tells of steps and conflicts (qm_role) the story is drawn: by the most
                               likely  of its outcomes, or as `story` tells it */
    const qm_events *story; /* what qm_play told when that order was played on a copy of the state; NULL: see above */
    uint16_t reach;         /* the figure whose reach is drawn, on tables as regions of each surface; 0: none */
    uint16_t links;         /* tables: the figure whose links are drawn (qm_links); 0: none */
    uint16_t see_from, see_to; /* tables: the line of sight from one figure to another, with how much is seen and what
                                  hides the most of it; 0: none */
    bool see_from_unit, see_to_unit; /* … from all figures of its unit, or to all: to each that is looked at the line on
                                        which most of it is seen, and of each who looks that to the one it sees best */
    uint16_t threat;           /* hexes and tiles: the figure whose front is hatched; 0: none, QM_DRAW_EVERYONE: all who
                                  threaten anything */
    uint16_t width;            /* of the picture, millimetres */
    uint16_t outcomes;         /* of an order's odds, listed one by one at most; 0: no odds */
    qm_draw_labels labels;
    qm_draw_by by; /* tables: tones of a reach */
    bool grey;     /* tones of grey instead of colours */
    bool legend;   /* what the signs in this picture mean */
    bool ends;     /* with an order of a figure: mark the places where it can end, each with its chance */
} qm_draw_options;

/* A5 across, in colour, with a legend, nothing but the position. */
QM_API qm_draw_options qm_draw_defaults(void);

/* Adds a picture of the position to `out`. The scratch is used for judging, odds and reach; what it held is lost.
 * QM_ERROR_USAGE for a figure that does not exist, a width out of range, a line of sight or links elsewhere than on a
 * table, a line from nobody, to nobody, to oneself or within a unit, a threat on a table, or a story without an order or
 * with events that are not this scenario's; QM_ERROR_LIMIT when a reach has more corners, or a figure more links, than a
 * picture draws; QM_ERROR_MEMORY when memory ran out or a fixed text was too small. */
QM_API qm_result qm_draw_svg(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                             const qm_draw_options *options, qm_text *out);

/* --------------------------------------------------------------------------------------------------- comparisons */

/* A position under some rules, and an order in it. */
typedef struct qm_draw_plan {
    const qm_scenario *scenario;
    const qm_state *state; /* NULL: these rules do not know such a position, and that is told; there is no order then */
    qm_scratch *scratch;   /* may be shared by the plans of one column */
    qm_order order;
} qm_draw_plan;

/* The same orders under different rules: a column for each of the rules, a row for each order. */
typedef struct qm_draw_comparison {
    const char *title;           /* NULL: that of the first scenario */
    const char *const *headings; /* of the columns: names of rulebooks */
    const qm_draw_plan *plans;   /* row by row */
    uint16_t columns, rows;
    uint16_t width;    /* of the whole picture, millimetres; each column needs QM_DRAW_WIDTH_MIN */
    uint16_t outcomes; /* of an order's odds, listed one by one at most in each plan */
    bool grey;
} qm_draw_comparison;

#define QM_DRAW_COLUMNS_MAX 8

/* One picture of all: the plans of an order side by side, each with its way, the places of its checks and those where it
 * can end, and below it its verdict, checks, outcomes and clauses, with a sign behind all that is not the same in the
 * other plans of the row. QM_ERROR_USAGE for no plans, too many columns, a width out of range, or scenarios of
 * different families. */
QM_API qm_result qm_draw_compare(const qm_draw_comparison *comparison, qm_text *out);

/* ------------------------------------------------------------------------------------------------------ forecasts */

/* Adds a picture of a forecast to `out`: for each number a row a value, with the chance of just that as a dark bar
 * within a light one for so many or more. Of the options title, width and grey count. QM_ERROR_USAGE for a forecast of
 * nothing and a width out of range. */
QM_API qm_result qm_draw_forecast(const qm_scenario *scenario, const qm_forecast_result *forecast,
                                  const qm_draw_options *options, qm_text *out);

#ifdef __cplusplus
}
#endif
#endif
