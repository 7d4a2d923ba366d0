/* A forecast as a picture: for each number a table of bars, one row a value.
 *
 * The dark bar is the chance of just this value, the light one behind it that of so many or more; both have the same
 * scale, from nothing to certain, so that no second axis has to be read. Rejected: columns with a curve above them,
 * which need two scales or hide the small chances that matter.
 */
#include <string.h>

#include "game/scenario.h"
#include "io/draw.h"
#include "io/forecast.h"

#define ROW 32.0
#define THICK 22.0    /* of a bar */
#define VALUES 140.0  /* room for the values */
#define NUMBERS 280.0 /* room for the two columns of chances */
#define EXACT 0x1f3f6eu
#define OR_MORE 0xc3cfe2u
#define RULE 0x8a8a8au

static const qm__type body = {23, false, 0}, bold = {25, true, 0}, small = {20, false, 0x333333};

/* Where the columns of a chart stand. */
typedef struct columns {
    double values, bars, width, exact, at_least;
} columns;

static columns lay_out(const qm__page *page) {
    const double left = QM__PAGE_MARGIN, right = page->width - QM__PAGE_MARGIN;
    return (columns){.values = left + VALUES - 16,
                     .bars = left + VALUES,
                     .width = right - NUMBERS - left - VALUES,
                     .exact = right - NUMBERS / 2 - 8,
                     .at_least = right};
}

static void put(qm__page *page, double x, double y, qm__text_anchor anchor, qm__type type, const char *text) {
    qm__page_text(page, x, y, anchor, type, text, strlen(text));
}

static void put_percent(qm__page *page, double x, double y, double chance) {
    char array[32];
    qm_text text = qm_text_over(array, sizeof array);
    qm__spread_percent(chance, &text);
    put(page, x, y, QM__TEXT_END, body, array);
}

static void bar(qm__page *page, const columns *c, double y, double chance, unsigned colour) {
    if (chance > 0) {
        qm__page_add(page, "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"%k\"/>\n", c->bars, y,
                     c->width * (chance > 1 ? 1 : chance), THICK, colour);
    }
}

static void draw_row(qm__page *page, const columns *c, const qm__spread_row *row) {
    char array[48];
    qm_text text = qm_text_over(array, sizeof array);
    const double top = page->bottom + (ROW - THICK) / 2, line = page->bottom + ROW - (ROW - body.size) / 2 - 3;
    qm__spread_values(row, &text);
    put(page, c->values, line, QM__TEXT_END, body, array);
    bar(page, c, top, row->at_least, OR_MORE);
    bar(page, c, top, row->chance, EXACT);
    put_percent(page, c->exact, line, row->chance);
    put_percent(page, c->at_least, line, row->at_least);
    page->bottom += ROW;
}

/* Lines at every quarter, behind the bars. */
static void draw_scale(qm__page *page, const columns *c, double top) {
    for (int quarter = 0; quarter <= 4; quarter++) {
        const double x = c->bars + c->width * quarter / 4;
        qm__page_add(page, "<path d=\"M%n %nV%n\" stroke=\"%k\" stroke-width=\"%n\"%s/>\n", x, top, page->bottom, RULE,
                     quarter == 0 ? 2.0 : 1.0, quarter == 0 ? "" : " stroke-dasharray=\"2 5\"");
    }
}

static void draw_spread(qm__page *page, const qm_spread *spread) {
    const columns c = lay_out(page);
    qm__spread_row row;
    qm_text title = qm_text_growing(page->arena->allocator);
    qm__spread_title(page->scenario, spread, &title);
    page->failed = page->failed || title.truncated;
    qm__page_paragraph(page, QM__PAGE_MARGIN, 0, page->width - 2 * QM__PAGE_MARGIN, bold, title.data ? title.data : "");
    qm_text_free(&title);
    page->bottom += 28;
    put(page, c.exact, page->bottom - 6, QM__TEXT_END, small, "exactly");
    put(page, c.at_least, page->bottom - 6, QM__TEXT_END, small, "at least");
    const double top = page->bottom;
    for (uint32_t at = 0; qm__spread_next(spread, &at, &row);) {
        draw_row(page, &c, &row);
    }
    page->layer = QM__LAYER_GRID;
    draw_scale(page, &c, top);
    page->layer = QM__LAYER_CAPTIONS;
    page->bottom += 18;
}

void qm__draw_forecast(qm__page *page) {
    const qm_forecast_result *forecast = page->facts->forecast;
    page->layer = QM__LAYER_CAPTIONS;
    for (uint32_t i = 0; i < forecast->count; i++) {
        draw_spread(page, &forecast->spreads[i]);
    }
    page->bottom += QM__PAGE_MARGIN * 0.4;
}

qm_result qm__draw_forecast_page(const qm_scenario *scenario, const qm_forecast_result *forecast,
                                 const qm_draw_options *options, qm_text *out, qm__page_box *boxes, size_t max,
                                 size_t *box_count) {
    if (!scenario || !forecast || !options || !out || forecast->count == 0 || forecast->too_many ||
        options->width < QM_DRAW_WIDTH_MIN || options->width > QM_DRAW_WIDTH_MAX) {
        return QM_ERROR_USAGE;
    }
    const qm__draw_facts facts = {.forecast = forecast};
    return qm__draw_page(scenario, &facts, options, out, boxes, max, box_count);
}

qm_result qm_draw_forecast(const qm_scenario *scenario, const qm_forecast_result *forecast,
                           const qm_draw_options *options, qm_text *out) {
    return qm__draw_forecast_page(scenario, forecast, options, out, NULL, 0, NULL);
}
