/* quickmarch compare: orders under every rulebook as columns for people.
 *
 * Invariant: no line is longer than WIDTH characters, and a column begins at the same place in every line of an order;
 * words too long for their column are cut over lines, never off. What is the same under all rulebooks and too long for
 * a column is told once, across all of them. A star marks what differs.
 */
#include <string.h>

#include "compare.h"

enum { WIDTH = 100, LABEL = 11, WORDS = 37, GAP = 2, SHOWN_MAX = 20, FRACTION_MAX = 10000 };

/* Bytes of the first line of a text that has room for `width` characters: whole words if possible. */
static size_t line_of(const char *text, size_t width) {
    size_t shown = 0, blank = 0, at = 0;
    while (text[at] && text[at] != '\n') {
        if (text[at] == ' ') {
            blank = at;
        }
        if (((unsigned char)text[at] & 0xC0) != 0x80 && shown++ == width) {
            return blank > 0 ? blank : at;
        }
        at++;
    }
    return at;
}

typedef struct grid {
    const cli_args *args;
    qm_text *out;
    size_t label, width; /* of the label and of every cell, in characters */
    size_t count;        /* of cells */
} grid;

static grid grid_of(const comparison *c, size_t label) {
    return (grid){c->args, c->out, label, (WIDTH - 2 - label) / c->count - GAP, c->count};
}

/* Adds so much of a text as goes on this line, padded to its column, and steps over it; true if there is more. */
static bool put_piece(const grid *g, const char **text, size_t width, bool last, cli_style style) {
    const size_t length = line_of(*text, width);
    char piece[4 * WIDTH + 1];
    size_t shown = 0;
    memcpy(piece, *text, length);
    piece[length] = 0;
    cli_paint(g->args, g->out, length > 0 ? style : CLI_PLAIN, piece);
    shown = cli_width(piece);
    *text += length;
    *text += strspn(*text, " \n");
    if (!last) {
        cli_pad(g->out, shown, width + GAP);
    }
    return **text != 0;
}

static void trim_line(qm_text *out) {
    while (out->length > 0 && out->data[out->length - 1] == ' ') {
        out->data[--out->length] = 0;
    }
    qm_text_add_char(out, '\n');
}

/* One row: a mark, a label, and the cells side by side, each over as many lines as it needs. */
static void put_row(const grid *g, const char *mark, const char *label, const char *const *cells, cli_style style) {
    const char *at[CLI_COMPARE_MAX + 1];
    at[0] = label;
    for (size_t i = 0; i < g->count; i++) {
        at[i + 1] = cells[i] ? cells[i] : "";
    }
    bool more = true;
    for (bool first = true; more; first = false) {
        qm_text_addf(g->out, "%-2s", first ? mark : "");
        more = put_piece(g, &at[0], g->label - GAP, false, CLI_PLAIN);
        for (size_t i = 1; i <= g->count; i++) {
            more = put_piece(g, &at[i], g->width, i == g->count, style) || more;
        }
        trim_line(g->out);
    }
}

/* A row that says the same everywhere, once. */
static void put_once(const grid *g, const char *label, const char *text) {
    const grid wide = {g->args, g->out, g->label, WIDTH - 2 - g->label, 1};
    put_row(&wide, "", label, &text, CLI_PLAIN);
}

static void put_names(const comparison *c, const grid *g, const char *label) {
    char short_names[CLI_COMPARE_MAX][CLI_COMPARE_NAME];
    const char *names[CLI_COMPARE_MAX];
    for (size_t b = 0; b < c->count; b++) {
        cli_compare_name(c, b, short_names[b]);
        names[b] = short_names[b];
    }
    put_row(g, "", label, names, CLI_BOLD);
}

/* ------------------------------------------------------------------------------------------------------------- rows */

static bool told_once(const grid *g, const cli_compared *one, const cli_row *row) {
    if (row->differs || row->aspect == CLI_ASPECT_VERDICT) {
        return false;
    }
    for (size_t b = 0; b < one->books; b++) {
        if (!row->cells[b] || strcmp(row->cells[b], row->cells[0]) != 0) {
            return false;
        }
    }
    return cli_width(row->cells[0]) > g->width;
}

static const char *label_of(cli_aspect aspect) {
    return aspect == CLI_ASPECT_CHECKS     ? "check"
           : aspect == CLI_ASPECT_REASONS  ? "why"
           : aspect == CLI_ASPECT_WARNINGS ? "warning"
                                           : cli_aspect_name(aspect);
}

static void show_rows(const comparison *c, const cli_compared *one) {
    const grid g = grid_of(c, LABEL);
    put_names(c, &g, "");
    for (size_t i = 0; i < one->row_count; i++) {
        const cli_row *row = &one->rows[i];
        if (row->aspect == CLI_ASPECT_WAY && !row->differs) {
            continue;
        }
        if (told_once(&g, one, row)) {
            put_once(&g, label_of(row->aspect), row->cells[0]);
        } else {
            put_row(&g, row->differs ? "*" : "", label_of(row->aspect), (const char *const *)row->cells,
                    row->differs ? CLI_CARE : CLI_PLAIN);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------- odds */

/* "91 %  91/100", the fraction where there is room for it; "-" for what cannot happen. */
static void say_chance(const cli_ending *ending, size_t book, size_t width, qm_text *out) {
    if (ending->chance[book] <= 0) {
        qm_text_add_char(out, '-');
        return;
    }
    cli_percent(out, ending->chance[book], 0);
    char fraction[48];
    qm_text text = qm_text_over(fraction, sizeof fraction);
    qm_text_addf(&text, "  %llu/%llu", (unsigned long long)ending->numerator[book],
                 (unsigned long long)ending->denominator[book]);
    if (ending->denominator[book] > 1 && ending->denominator[book] <= FRACTION_MAX &&
        out->length + text.length <= width) {
        qm_text_add(out, fraction);
    }
}

static void show_ending(const comparison *c, const cli_compared *one, const grid *g, const cli_ending *ending) {
    char cells[CLI_COMPARE_MAX][64];
    const char *list[CLI_COMPARE_MAX];
    for (size_t b = 0; b < c->count; b++) {
        qm_text cell = qm_text_over(cells[b], sizeof cells[b]);
        cells[b][0] = 0;
        if (one->answers[b].played) {
            say_chance(ending, b, g->width, &cell);
        }
        list[b] = cells[b];
    }
    put_row(g, ending->differs ? "*" : "", ending->what, list, ending->differs ? CLI_CARE : CLI_PLAIN);
}

/* What the chances of each column add up to, or why there are none. */
static void show_sums(const comparison *c, const cli_compared *one, const grid *g, const double *rest, size_t left) {
    char cells[CLI_COMPARE_MAX][64], more[CLI_COMPARE_MAX][32], label[64];
    const char *list[CLI_COMPARE_MAX], *rests[CLI_COMPARE_MAX];
    for (size_t b = 0; b < c->count; b++) {
        const cli_answer *answer = &one->answers[b];
        qm_text cell = qm_text_over(cells[b], sizeof cells[b]), other = qm_text_over(more[b], sizeof more[b]);
        cells[b][0] = more[b][0] = 0;
        if (answer->played) {
            cli_percent(&cell, answer->sum, 0);
            cli_percent(&other, rest[b], 0);
        } else {
            qm_text_add(&cell, answer->too_many ? "too many to list"
                               : answer->judged ? "not played"
                                                : "no such position");
        }
        list[b] = cells[b];
        rests[b] = more[b];
    }
    if (left > 0) {
        qm_text words = qm_text_over(label, sizeof label);
        qm_text_addf(&words, "and %zu more (--all shows them)", left);
        put_row(g, "", label, rests, CLI_PLAIN);
    }
    put_row(g, "", "all of it", list, CLI_DIM);
}

/* Whether a number of a forecast is neither sure nor hardly possible under all rulebooks. */
static bool tells(const comparison *c, const cli_ending *ending) {
    bool open = false;
    for (size_t b = 0; b < c->count; b++) {
        open = open || (ending->chance[b] >= 0.0005 && ending->chance[b] < 0.9995);
    }
    return open;
}

static void show_odds(const comparison *c, const cli_compared *one) {
    const grid g = grid_of(c, WORDS);
    size_t shown = cli_has(c->args, "all") || one->ending_count <= SHOWN_MAX ? one->ending_count : SHOWN_MAX;
    double rest[CLI_COMPARE_MAX] = {0};
    bool chosen = false, too_many = false, supposed = false, forecast = false;
    for (size_t b = 0; b < c->count; b++) {
        chosen = chosen || one->answers[b].had_choices;
        too_many = too_many || (one->answers[b].too_many && !one->answers[b].forecast);
        forecast = forecast || one->answers[b].forecast;
        supposed = supposed || one->answers[b].supposed;
    }
    if (one->ending_count == 0 && !too_many) {
        return;
    }
    qm_text_add_char(c->out, '\n');
    put_names(c, &g, forecast ? "what it can come to" : "how it can end");
    for (size_t i = 0; i < one->ending_count && forecast; i++) {
        if (cli_has(c->args, "all") || tells(c, &one->endings[i])) {
            show_ending(c, one, &g, &one->endings[i]);
        }
        shown = one->ending_count;
    }
    for (size_t i = 0; i < one->ending_count && !forecast; i++) {
        for (size_t b = 0; b < c->count && i >= shown; b++) {
            rest[b] += one->endings[i].chance[b];
        }
        if (i < shown) {
            show_ending(c, one, &g, &one->endings[i]);
        }
    }
    if (!forecast || too_many) {
        show_sums(c, one, &g, rest, one->ending_count - shown);
    }
    if (supposed) {
        qm_text_addf(c->out, "  %s\n", cli_supposing + 2);
    }
    if (chosen) {
        qm_text_addf(c->out, "  choices are answered by the policy '%s'\n", qm_policy_name(QM_POLICY_AUTOMATIC));
    }
    if (too_many) {
        qm_text_add(c->out,
                    "  where there are too many to list, 'quickmarch odds --sample' plays the order many times\n");
    }
}

/* ------------------------------------------------------------------------------------------------------------ order */

static void name_aspects(const cli_compared *one, qm_text *out) {
    size_t said = 0;
    for (int i = 0; i < CLI_ASPECT_COUNT; i++) {
        if (one->aspects[i]) {
            qm_text_addf(out, "%s%s", said++ > 0 ? ", " : "", cli_aspect_name((cli_aspect)i));
        }
    }
}

/* Nothing differs among those rulebooks that know the position. */
static void show_same(const comparison *c, const cli_compared *one) {
    const cli_answer *first = NULL;
    for (size_t b = 0; b < c->count; b++) {
        if (one->answers[b].judged) {
            first = first ? first : &one->answers[b];
        } else {
            char name[CLI_COMPARE_NAME];
            cli_compare_name(c, b, name);
            qm_text_addf(c->out, "  not compared with %s, whose rules know no such position\n", name);
        }
    }
    if (first) {
        qm_text_addf(c->out, "  the same: %s\n", cli_judgement_name(first->verdict.judgement));
    }
}

void cli_compare_show(const comparison *c, const cli_compared *one, bool brief) {
    qm_text head = qm_text_growing(NULL), said = qm_text_growing(NULL);
    qm_text_addf(&head, "%zu. %s", one->number, one->text);
    qm_text_add_char(c->out, '\n');
    qm_text wrapped = qm_text_growing(NULL);
    cli_wrap(&wrapped, head.data ? head.data : "", 0, WIDTH);
    cli_paint(c->args, c->out, CLI_BOLD, wrapped.data ? wrapped.data : "");
    qm_text_add_char(c->out, '\n');
    if (one->differs) {
        name_aspects(one, &said);
        qm_text_add(c->out, "  ");
        cli_paint(c->args, c->out, CLI_CARE, "differs: ");
        qm_text_addf(c->out, "%s\n", said.data ? said.data : "");
    } else {
        show_same(c, one);
    }
    if (!brief) {
        show_rows(c, one);
        show_odds(c, one);
    }
    qm_text_free(&wrapped);
    qm_text_free(&head);
    qm_text_free(&said);
}

void cli_compare_show_sum(const comparison *c, const cli_compare_sum *sum) {
    qm_text text = qm_text_growing(NULL);
    qm_text_addf(&text, "%zu of %zu order%s differ%s", sum->differ, sum->orders, sum->orders == 1 ? "" : "s",
                 sum->orders == 1 ? "s" : "");
    const char *before = ": ";
    for (int i = 0; i < CLI_ASPECT_COUNT; i++) {
        if (sum->by_aspect[i] > 0) {
            qm_text_addf(&text, "%s%s in %zu", before, cli_aspect_name((cli_aspect)i), sum->by_aspect[i]);
            before = ", ";
        }
    }
    qm_text_add_char(c->out, '\n');
    cli_wrap(c->out, text.data ? text.data : "", 0, WIDTH);
    qm_text_add_char(c->out, '\n');
    if (sum->lost > 0) {
        qm_text_addf(c->out, "%zu %s given in a position that not all of these rules know, and not compared there\n",
                     sum->lost, sum->lost == 1 ? "was" : "were");
    }
    qm_text_free(&text);
}
