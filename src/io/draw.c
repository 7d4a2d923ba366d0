/* Pictures of a position: setting up the page of facts that were found (draw_find.c), and joining its layers.
 *
 * Order of placing texts, the most important first: steps and badges of an order or beats and letters of a story, names
 * of objectives, reach, names, depths, coordinates.
 */
#include "io/draw.h"

#include <string.h>

#include "game/scenario.h"
#include "quickmarch/io.h"

#define EDGE 36.0      /* room for the numbers of rows and columns */
#define SIDE_MAX 110.0 /* of a hex: small boards do not fill the page */
#define TALLEST 1.35   /* height of a board at most, of the page's width */
#define READABLE 14.0  /* size of type below which coordinates go to the edge */

qm_draw_options qm_draw_defaults(void) {
    return (qm_draw_options){.width = 148, .outcomes = 6, .legend = true};
}

/* --------------------------------------------------------------------------------------------------------- page */

static qm_draw_labels labels_wanted(const qm__page *page) {
    if (page->options->labels != QM_DRAW_LABELS_FIT) {
        return page->options->labels;
    }
    return page->side * 0.28 >= READABLE ? QM_DRAW_LABELS_ALL : QM_DRAW_LABELS_EDGE;
}

/* Scale and place of the board: as wide as the page allows, within limits, in the middle. */
static void lay_out_board(qm__page *page) {
    const qm__point extent = page->shape->extent(page->scenario);
    const double room = page->width - 2 * QM__PAGE_MARGIN;
    double side = room / extent.x;
    side = side > SIDE_MAX ? SIDE_MAX : side;
    side = side > page->width * TALLEST / extent.y ? page->width * TALLEST / extent.y : side;
    page->side = side;
    double edge = 0;
    if (labels_wanted(page) == QM_DRAW_LABELS_EDGE) {
        edge = EDGE;
        page->side = side > (room - EDGE) / extent.x ? (room - EDGE) / extent.x : side;
    }
    page->left = QM__PAGE_MARGIN + edge + (room - edge - extent.x * page->side) / 2;
    page->top = page->bottom + (edge > 0 ? 28 : 6);
    page->bottom = page->top + extent.y * page->side + 24;
}

/* What stands below the board. */
static void draw_below(qm__page *page) {
    qm__draw_key(page);
    if (page->options->legend) {
        qm__draw_legend(page);
    }
    qm__draw_captions(page);
    page->bottom += QM__PAGE_MARGIN * 0.6;
}

void qm__page_draw(qm__page *page) {
    qm__draw_title(page);
    if (page->facts->forecast) {
        qm__draw_forecast(page);
        return;
    }
    if (page->table) {
        qm__draw_table(page);
        draw_below(page);
        return;
    }
    lay_out_board(page);
    page->busy = qm__arena_alloc(page->arena, (size_t)page->cells + 1);
    page->marks = qm__arena_alloc(page->arena, (size_t)page->cells + 1);
    if (!page->busy || !page->marks) {
        page->failed = true;
        return;
    }
    qm__draw_ground(page);
    qm__draw_walls(page);
    qm__draw_objectives(page);
    if (labels_wanted(page) == QM_DRAW_LABELS_EDGE) {
        qm__draw_edge_labels(page);
    }
    qm__draw_threats(page);
    qm__draw_figures(page);
    if (page->facts->story) {
        qm__draw_story(page);
    } else if (page->facts->order) {
        qm__draw_parts(page, qm__draw_path);
        qm__draw_ends(page);
    }
    qm__draw_objective_names(page);
    if (page->facts->reach) {
        qm__draw_reach(page);
    }
    qm__draw_names(page);
    qm__draw_depths(page);
    if (labels_wanted(page) == QM_DRAW_LABELS_ALL) {
        qm__draw_cell_labels(page);
    }
    draw_below(page);
}

static void add_millimetres(qm_text *out, double tenths) {
    qm_text_add_decimal(out, tenths / 10, 1);
}

void qm__page_write_head(const qm__page *page, qm_text *out) {
    qm_text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
                     "version=\"1.1\" width=\"");
    add_millimetres(out, page->width);
    qm_text_add(out, "mm\" height=\"");
    add_millimetres(out, page->bottom);
    qm_text_add(out, "mm\" viewBox=\"0 0 ");
    qm_text_add_decimal(out, page->width, 1);
    qm_text_add_char(out, ' ');
    qm_text_add_decimal(out, page->bottom, 1);
    qm_text_add(out, "\" font-family=\"DejaVu Sans, Verdana, Arial, Helvetica, sans-serif\">\n<title>");
    const char *title = page->options->title ? page->options->title : qm_scenario_title(page->scenario);
    qm__xml_add(out, title, strlen(title));
    qm_text_add(out, "</title>\n<defs>\n");
    qm__draw_patterns(page, out);
    if (page->facts->order && (page->table || !page->facts->story)) {
        qm_text_add(out, "<marker id=\"qm-arrow\" viewBox=\"0 0 10 10\" refX=\"7\" refY=\"5\" markerWidth=\"3.2\" "
                         "markerHeight=\"3.2\" "
                         "orient=\"auto\"><path d=\"M0 0L10 5L0 10Z\" fill=\"#1a1a1a\"/></marker>\n");
    }
    qm_text_add(out, "</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
}

void qm__page_write_layers(qm__page *page, const char *prefix, qm_text *out) {
    static const char *const names[QM__LAYER_COUNT] = {"ground",  "zones",   "grid",   "path",
                                                       "leaders", "figures", "labels", "captions"};
    for (int layer = 0; layer < QM__LAYER_COUNT; layer++) {
        qm_text_addf(out, "<g id=\"%s%s\">\n", prefix, names[layer]);
        qm_text_add_bytes(out, page->layers[layer].data ? page->layers[layer].data : "", page->layers[layer].length);
        qm_text_add(out, "</g>\n");
        page->failed = page->failed || page->layers[layer].truncated;
    }
}

static size_t hand_out_boxes(const qm__page *page, qm__page_box *boxes, size_t max) {
    size_t count = 0;
    for (size_t i = 0; i < page->box_count; i++) {
        if (page->boxes[i].kind == QM__BOX_TEXT) {
            if (boxes && count < max) {
                boxes[count] = page->boxes[i];
            }
            count++;
        }
    }
    return count;
}

void qm__page_begin(qm__page *page, const qm_scenario *scenario, const qm__draw_facts *facts,
                    const qm_draw_options *options, qm__arena *arena) {
    *page = (qm__page){.scenario = scenario,
                       .options = options,
                       .facts = facts,
                       .shape = qm__cell_shape_of(scenario),
                       .cells = qm__cell_count(scenario),
                       .table = scenario->family->facts->space == QM_SPACE_TABLE ? &scenario->table : NULL,
                       .arena = arena,
                       .width = options->width * 10.0};
    for (int layer = 0; layer < QM__LAYER_COUNT; layer++) {
        page->layers[layer] = qm_text_growing(arena->allocator);
    }
}

void qm__page_end(qm__page *page) {
    for (int layer = 0; layer < QM__LAYER_COUNT; layer++) {
        qm_text_free(&page->layers[layer]);
    }
}

qm_result qm__draw_page(const qm_scenario *scenario, const qm__draw_facts *facts, const qm_draw_options *options,
                        qm_text *out, qm__page_box *boxes, size_t max, size_t *box_count) {
    qm__arena arena;
    qm__arena_init(&arena, out->fixed ? NULL : out->allocator);
    qm__page page;
    qm__page_begin(&page, scenario, facts, options, &arena);
    qm__page_draw(&page);
    qm__page_write_head(&page, out);
    qm__page_write_layers(&page, "qm-", out);
    qm_text_add(out, "</svg>\n");
    if (box_count) {
        *box_count = hand_out_boxes(&page, boxes, max);
    }
    qm__page_end(&page);
    const bool failed = page.failed || arena.failed || out->truncated;
    qm__arena_free(&arena);
    return failed ? QM_ERROR_MEMORY : QM_OK;
}

qm_result qm__draw_svg(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                       const qm_draw_options *options, qm_text *out, qm__page_box *boxes, size_t max,
                       size_t *box_count) {
    if (!out) {
        return QM_ERROR_USAGE;
    }
    qm__arena arena;
    qm__arena_init(&arena, out->fixed ? NULL : out->allocator);
    qm__draw_facts facts = {0};
    qm_result result = qm__draw_find(scenario, state, scratch, options, &arena, &facts);
    if (result == QM_OK) {
        result = qm__draw_page(scenario, &facts, options, out, boxes, max, box_count);
    }
    qm__arena_free(&arena);
    return result;
}

qm_result qm_draw_svg(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                      const qm_draw_options *options, qm_text *out) {
    return qm__draw_svg(scenario, state, scratch, options, out, NULL, 0, NULL);
}
