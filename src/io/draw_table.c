/* A table in plan: the ground with its rulers, zones, solids by height, ladders and railings.
 *
 * y grows upwards, as on the table. Solids are drawn from the lowest top to the highest, darker the higher they are,
 * each with the height of its top (draw_levels.c); what has room below it (a bridge, a balcony, a floor) is drawn with
 * a broken outline and lets what is below shine through. A zone lies on the surfaces of its heights, above those solids
 * and below higher ones. Lines for railings and rungs for ladders come last. Rejected: a drawing in perspective, in
 * which nothing can be measured.
 */
#include "io/draw.h"

#include "game/place.h"
#include "game/scenario.h"

#define RULER 40.0   /* room for the numbers beside the table */
#define TALLEST 1.45 /* of the page's width */
#define SIGNS 46.0   /* the size of signs and texts, as that of a hex of this side */
#define INCH 1000
#define READABLE 44.0 /* between lines with numbers at least */
#define ZONE_LINE 0x6f6757u
#define EDGE_LINE 0x3a2f26u
#define SEEN_THROUGH " stroke-dasharray=\"3 5\""

const char *qm__terrain_name(const qm_scenario *scenario, uint16_t row) {
    const qm__table_rows *rows = &scenario->rules.tables[scenario->family->facts->terrain_table];
    return row >= 1 && row <= rows->count ? rows->rows[row - 1].name : "";
}

static qm__point to_page(const qm__page *page, double x, double y) {
    return (qm__point){page->left + x * page->scale, page->top + (page->table->depth - y) * page->scale};
}

qm__point qm__page_place(const qm__page *page, qm_place place) {
    return to_page(page, place.x, place.y);
}

/* -------------------------------------------------------------------------------------------------- ground and rulers
 */

static void lay_out(qm__page *page) {
    const double room = page->width - 2 * QM__PAGE_MARGIN - RULER;
    const double across = room / page->table->width, down = page->width * TALLEST / page->table->depth;
    page->scale = across < down ? across : down;
    page->side = SIGNS;
    page->left = QM__PAGE_MARGIN + RULER + (room - page->table->width * page->scale) / 2;
    page->top = page->bottom + 8;
    page->bottom = page->top + page->table->depth * page->scale + RULER + 12;
}

/* The distance between lines: whole inches that are far enough apart to be read. */
static int32_t line_pitch(const qm__page *page) {
    static const int32_t pitches[] = {1, 2, 3, 6, 12, 24, 60, 120, 600, 1200, 6000};
    size_t i = 0;
    while (i + 1 < sizeof pitches / sizeof *pitches && pitches[i] * INCH * page->scale < READABLE) {
        i++;
    }
    return pitches[i] * INCH;
}

static void draw_rulers(qm__page *page) {
    const qm__table *table = page->table;
    const int32_t pitch = line_pitch(page);
    const qm__type type = {20, false, 0x555555};
    const bool numbers = page->options->labels != QM_DRAW_LABELS_NONE;
    char number[16];
    for (int32_t x = 0; x <= table->width; x += pitch) {
        const qm__point low = to_page(page, x, 0), high = to_page(page, x, table->depth);
        page->layer = QM__LAYER_GRID;
        qm__page_add(page, "<path d=\"M%n %nL%n %n\" fill=\"none\" stroke=\"#000000\" stroke-opacity=\"0.12\"/>\n",
                     low.x, low.y, high.x, high.y);
        if (numbers) {
            qm_text text = qm_text_over(number, sizeof number);
            qm__inches_print(x, &text);
            page->layer = QM__LAYER_LABELS;
            qm__page_text(page, low.x, low.y + 26, QM__TEXT_MIDDLE, type, number, text.length);
        }
    }
    for (int32_t y = 0; y <= table->depth; y += pitch) {
        const qm__point left = to_page(page, 0, y), right = to_page(page, table->width, y);
        page->layer = QM__LAYER_GRID;
        qm__page_add(page, "<path d=\"M%n %nL%n %n\" fill=\"none\" stroke=\"#000000\" stroke-opacity=\"0.12\"/>\n",
                     left.x, left.y, right.x, right.y);
        if (numbers) {
            qm_text text = qm_text_over(number, sizeof number);
            qm__inches_print(y, &text);
            page->layer = QM__LAYER_LABELS;
            qm__page_text(page, left.x - 8, left.y + 7, QM__TEXT_END, type, number, text.length);
        }
    }
}

static void draw_ground(qm__page *page) {
    const qm__point corner = to_page(page, 0, page->table->depth);
    page->layer = QM__LAYER_GROUND;
    qm__page_add(
        page,
        "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"%k\" stroke=\"#000000\" stroke-width=\"3\"/>\n",
        corner.x, corner.y, page->table->width * page->scale, page->table->depth * page->scale, 0xf7f5f0u);
}

/* ------------------------------------------------------------------------------------------------------------ polygons
 */

void qm__polygon_data(qm__page *page, const qm__polygon *polygon) {
    for (uint32_t r = 0; r < polygon->ring_count; r++) {
        const qm__ring *ring = &page->table->rings[polygon->first_ring + r];
        for (uint32_t i = 0; i < ring->count; i++) {
            const qm__corner *corner = &page->table->corners[ring->first + i];
            const qm__point at = to_page(page, corner->x, corner->y);
            qm__page_add(page, "%s%n %n", i == 0 ? "M" : "L", at.x, at.y);
        }
        qm__page_add(page, "Z");
    }
}

bool qm__area_is_objective(const qm_scenario *scenario, uint32_t area) {
    for (uint16_t i = 0; i < scenario->zone_count; i++) {
        if (scenario->zones[i].area == area + 1) {
            return true;
        }
    }
    return false;
}

/* A zone above the ground shows only on the tops that it lies on. */
static void clip_area(qm__page *page, uint32_t number) {
    const qm__area *area = &page->table->areas[number];
    qm__page_add(page, "<clipPath id=\"qm-zone-%d\">", (int)number + 1);
    for (uint32_t i = 0; i < page->table->prism_count; i++) {
        const qm__prism *prism = &page->table->prisms[i];
        if (prism->top >= area->bottom && prism->top <= area->top) {
            qm__page_add(page, "<path clip-rule=\"evenodd\" d=\"");
            qm__polygon_data(page, &prism->polygon);
            qm__page_add(page, "\"/>");
        }
    }
    qm__page_add(page, "</clipPath>\n<g clip-path=\"url(#qm-zone-%d)\">\n", (int)number + 1);
}

/* A kind has its tone and pattern; without one there is a thin outline, or the border of the objective alone. */
static void draw_area(qm__page *page, uint32_t number) {
    const qm__area *area = &page->table->areas[number];
    const bool objective = qm__area_is_objective(page->scenario, number);
    if (area->bottom > 0) {
        clip_area(page, number);
    }
    if (area->kind) {
        const qm__ground_look look = qm__ground_look_named(qm__terrain_name(page->scenario, area->kind), area->kind);
        qm__page_add(page, "<path fill=\"%k\" fill-rule=\"evenodd\" d=\"", look.tone);
        qm__polygon_data(page, &area->polygon);
        qm__page_add(page, "\"/>\n<path fill-rule=\"evenodd\" fill=\"");
        if (look.pattern != QM__PATTERN_NONE) {
            page->patterns |= 1u << look.pattern;
            qm__page_add(page, "url(#qm-%s)", qm__pattern_name(look.pattern));
        } else {
            qm__page_add(page, "none");
        }
        qm__page_add(page, "\" stroke=\"%k\" stroke-width=\"2\" stroke-dasharray=\"6 5\" d=\"", ZONE_LINE);
        qm__polygon_data(page, &area->polygon);
        qm__page_add(page, "\"/>\n");
    } else if (!objective) {
        qm__page_add(page, "<path fill=\"none\" stroke=\"%k\" stroke-width=\"2\" stroke-dasharray=\"6 5\" d=\"",
                     ZONE_LINE);
        qm__polygon_data(page, &area->polygon);
        qm__page_add(page, "\"/>\n");
        qm__page_sign(page, QM__SIGN_AREA);
    }
    if (area->bottom > 0) {
        qm__page_add(page, "</g>\n");
    }
}

static void draw_objectives(qm__page *page) {
    page->layer = QM__LAYER_GRID;
    for (uint32_t i = 0; i < page->table->area_count; i++) {
        for (int casing = 1; casing >= 0 && qm__area_is_objective(page->scenario, i); casing--) {
            qm__page_add(page, "<path");
            qm__objective_border(page, casing != 0);
            qm__page_add(page, " d=\"");
            qm__polygon_data(page, &page->table->areas[i].polygon);
            qm__page_add(page, "\"/>\n");
        }
    }
}

/* From light to dark with the height, the highest top of the table being the darkest. */
static unsigned tone_of(const qm__page *page, int32_t top) {
    int32_t highest = 1;
    for (uint32_t i = 0; i < page->table->prism_count; i++) {
        highest = page->table->prisms[i].top > highest ? page->table->prisms[i].top : highest;
    }
    const int part = top <= 0 ? 0 : (int)((int64_t)top * 100 / highest);
    const unsigned red = 0xee - (unsigned)part * 0x3e / 100, green = 0xe3 - (unsigned)part * 0x48 / 100;
    const unsigned blue = 0xd0 - (unsigned)part * 0x50 / 100;
    return red << 16 | green << 8 | blue;
}

static void draw_prism(qm__page *page, uint16_t number) {
    const qm__prism *prism = &page->table->prisms[number];
    const bool raised = page->raised[number], clear = prism->flags & QM__PRISM_CLEAR;
    const double line = prism->top <= INCH ? 2 : 3.5;
    qm__page_add(page,
                 "<path fill=\"%k\" fill-opacity=\"%n\" fill-rule=\"evenodd\" stroke=\"%k\" stroke-width=\"%n\"%s d=\"",
                 tone_of(page, prism->top), raised ? 0.7 : 1.0, EDGE_LINE, line,
                 clear    ? SEEN_THROUGH
                 : raised ? " stroke-dasharray=\"12 5\""
                          : "");
    qm__polygon_data(page, &prism->polygon);
    qm__page_add(page, "\"/>\n");
    if (!(prism->flags & QM__PRISM_WALKABLE)) {
        page->patterns |= 1u << QM__PATTERN_BLOCKS;
        qm__page_sign(page, QM__SIGN_CLOSED);
        qm__page_add(page, "<path fill=\"url(#qm-%s)\" fill-rule=\"evenodd\" d=\"",
                     qm__pattern_name(QM__PATTERN_BLOCKS));
        qm__polygon_data(page, &prism->polygon);
        qm__page_add(page, "\"/>\n");
    }
    if (prism->flags & QM__PRISM_IMPASSABLE) {
        qm__page_sign(page, QM__SIGN_BARRED);
        for (int core = 0; core < 2; core++) { /* a double line */
            qm__page_add(page, "<path fill=\"none\" stroke=\"%k\" stroke-width=\"%n\" d=\"",
                         core ? 0xffffffu : EDGE_LINE, core ? 3.0 : 9.0);
            qm__polygon_data(page, &prism->polygon);
            qm__page_add(page, "\"/>\n");
        }
    }
    if (clear) {
        qm__page_sign(page, QM__SIGN_CLEAR);
    }
    if (raised) {
        qm__page_sign(page, QM__SIGN_FLOOR);
    }
}

/* The numbers of all prisms, lowest top first. */
static uint16_t *by_height(qm__page *page) {
    const uint32_t count = page->table->prism_count;
    uint16_t *order = qm__arena_array(page->arena, count + 1u, sizeof *order);
    if (!order) {
        page->failed = true;
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        for (; at > 0 && page->table->prisms[order[at - 1]].top > page->table->prisms[i].top; at--) {
            order[at] = order[at - 1];
        }
        order[at] = (uint16_t)i;
    }
    return order;
}

static void draw_railing(qm__page *page, qm__point a, qm__point b) {
    qm__page_add(page,
                 "<path d=\"M%n %nL%n %n\" fill=\"none\" stroke=\"%k\" stroke-width=\"7\" stroke-dasharray=\"2 7\"/>\n",
                 a.x, a.y, b.x, b.y, 0x1a1a1au);
    qm__page_sign(page, QM__SIGN_RAILING);
}

static void draw_railings(qm__page *page, const qm__prism *prism) {
    for (uint32_t r = 0; r < prism->polygon.ring_count; r++) {
        const qm__ring *ring = &page->table->rings[prism->polygon.first_ring + r];
        for (uint32_t i = 0; i < ring->count; i++) {
            const qm__corner *a = &page->table->corners[ring->first + i];
            const qm__corner *b = &page->table->corners[ring->first + (i + 1) % ring->count];
            if (a->rail > 0) {
                draw_railing(page, to_page(page, a->x, a->y), to_page(page, b->x, b->y));
            }
        }
    }
}

/* In plan foot and head may be the same point. */
void qm__draw_rungs(qm__page *page, qm__point foot, qm__point head) {
    const double dx = head.x - foot.x, dy = head.y - foot.y, length = qm__root(dx * dx + dy * dy);
    const double long_enough = length < 24 ? 24 : length;
    const qm__point along = length > 0.1 ? (qm__point){dx / length, dy / length} : (qm__point){0, -1};
    const qm__point across = {-along.y * 6, along.x * 6};
    const qm__point middle = {(foot.x + head.x) / 2, (foot.y + head.y) / 2};
    const qm__point low = {middle.x - along.x * long_enough / 2, middle.y - along.y * long_enough / 2};
    qm__page_add(page, "<path fill=\"none\" stroke=\"%k\" stroke-width=\"3\" d=\"", 0x5a2d0cu);
    for (int side = -1; side <= 1; side += 2) {
        qm__page_add(page, "M%n %nl%n %n", low.x + across.x * side, low.y + across.y * side, along.x * long_enough,
                     along.y * long_enough);
    }
    const int rungs = (int)(long_enough / 7);
    for (int i = 0; i <= rungs; i++) {
        const double part = long_enough * i / (rungs > 0 ? rungs : 1);
        qm__page_add(page, "M%n %nl%n %n", low.x + along.x * part - across.x, low.y + along.y * part - across.y,
                     across.x * 2, across.y * 2);
    }
    qm__page_add(page, "\"/>\n");
}

/* Zones come after the solids that they may lie on. */
static void draw_areas_up_to(qm__page *page, int32_t above, int32_t height) {
    for (uint32_t i = 0; i < page->table->area_count; i++) {
        if (page->table->areas[i].top > above && page->table->areas[i].top <= height) {
            draw_area(page, i);
        }
    }
}

static void draw_solids(qm__page *page) {
    const uint16_t *order = by_height(page);
    page->layer = QM__LAYER_GROUND;
    int32_t done = INT32_MIN;
    for (uint32_t i = 0; order && page->raised && i < page->table->prism_count; i++) {
        const int32_t top = page->table->prisms[order[i]].top;
        if (top - 1 > done) {
            draw_areas_up_to(page, done, top - 1);
            done = top - 1;
        }
        draw_prism(page, order[i]);
        draw_railings(page, &page->table->prisms[order[i]]);
    }
    draw_areas_up_to(page, done, INT32_MAX);
    page->layer = QM__LAYER_GRID;
    for (uint32_t i = 0; i < page->table->ladder_count; i++) {
        const qm__ladder *ladder = &page->table->ladders[i];
        qm__draw_rungs(page, to_page(page, ladder->foot_x, ladder->foot_y),
                       to_page(page, ladder->head_x, ladder->head_y));
        qm__page_sign(page, QM__SIGN_LADDER);
    }
}

/* --------------------------------------------------------------------------------------------------------------- signs
 */

void qm__draw_table_sign(qm__page *page, qm__sign sign, qm__point at) {
    const char *outline = "<path d=\"M%n %nh40v26h-40Z\" fill=\"%k\" stroke=\"%k\" stroke-width=\"3\"%s/>\n";
    const double x = at.x - 20, y = at.y - 13;
    if (sign == QM__SIGN_HEIGHT) {
        qm__page_add(page, outline, x, y, 0xdccdb5u, EDGE_LINE, "");
        qm__page_text(page, at.x, at.y + 7, QM__TEXT_MIDDLE, (qm__type){19, true, 0x3a2f26}, "3", 1);
    } else if (sign == QM__SIGN_CLOSED) {
        qm__page_add(page, outline, x, y, 0xdccdb5u, EDGE_LINE, "");
        qm__page_add(page, "<path d=\"M%n %nh40v26h-40Z\" fill=\"url(#qm-%s)\"/>\n", x, y,
                     qm__pattern_name(QM__PATTERN_BLOCKS));
    } else if (sign == QM__SIGN_BARRED) {
        const char *line = "<path d=\"M%n %nh40v26h-40Z\" fill=\"none\" stroke=\"%k\" stroke-width=\"%n\"/>\n";
        qm__page_add(page, line, x, y, EDGE_LINE, 9.0);
        qm__page_add(page, line, x, y, 0xffffffu, 3.0);
    } else if (sign == QM__SIGN_FLOOR) {
        qm__page_add(page, outline, x, y, 0xeee6d8u, EDGE_LINE, " stroke-dasharray=\"12 5\"");
    } else if (sign == QM__SIGN_RAILING) {
        draw_railing(page, (qm__point){x, at.y}, (qm__point){x + 40, at.y});
    } else if (sign == QM__SIGN_LADDER) {
        qm__draw_rungs(page, (qm__point){x, at.y}, (qm__point){x + 40, at.y});
    } else if (sign == QM__SIGN_CLEAR) {
        qm__page_add(page, outline, x, y, 0xdccdb5u, EDGE_LINE, SEEN_THROUGH);
    } else if (sign == QM__SIGN_AREA) {
        qm__page_add(
            page,
            "<path d=\"M%n %nh40v26h-40Z\" fill=\"none\" stroke=\"%k\" stroke-width=\"2\" stroke-dasharray=\"6 5\"/>\n",
            x, y, ZONE_LINE);
    } else if (sign == QM__SIGN_LEVEL) {
        qm__page_text(page, at.x, at.y + 7, QM__TEXT_MIDDLE, (qm__type){20, true, 0}, "@3", 2);
    }
}

void qm__draw_table(qm__page *page) {
    lay_out(page);
    qm__find_raised(page);
    draw_ground(page);
    draw_solids(page);
    draw_objectives(page);
    draw_rulers(page);
    qm__draw_regions(page);
    qm__draw_links(page);
    qm__draw_figures(page);
    qm__draw_parts(page, qm__draw_table_path);
    qm__draw_ends(page);
    qm__draw_played(page);
    qm__draw_fire(page);
    qm__draw_sight(page);
    qm__draw_area_names(page);
    qm__draw_names(page);
    qm__draw_risk_spots(page);
    qm__draw_link_heights(page);
    qm__draw_region_heights(page);
    qm__draw_heights(page);
}
