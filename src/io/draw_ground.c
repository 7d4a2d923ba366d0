/* The board of a picture: kinds of ground, the grid, depths, coordinates, and the fill patterns.
 *
 * How a kind of ground looks is found by the name of its row in the terrain table, in the one list below; a name that
 * is not there takes the look of a name it contains ("deep-pit"), and failing that one of three patterns for the
 * unknown, so that a rulebook may add kinds of ground and still be drawn. Tones differ in lightness, so the picture
 * survives a grey print.
 */
#include <string.h>

#include "game/scenario.h"
#include "io/draw.h"

#define NO_EDGE 0xffffffu
#define WALL 0x2a2420u
#define SMALLEST 20 /* side of a cell, below which depths are left to the legend: they would cover the board */

static const qm__ground_look looks[] = {
    /* name, tone, pattern, edge, whole, hollow */
    {"open", 0xffffff, QM__PATTERN_NONE, NO_EDGE, false, false},
    {"rough", 0xf1ead6, QM__PATTERN_CHEVRONS, NO_EDGE, false, false},
    {"difficult", 0xf1ead6, QM__PATTERN_CHEVRONS, NO_EDGE, false, false},
    {"broken", 0xe6e0d2, QM__PATTERN_RUBBLE, NO_EDGE, false, false},
    {"slippery", 0xdcedf6, QM__PATTERN_WAVES, NO_EDGE, false, false},
    {"shadow", 0xc3bfcc, QM__PATTERN_SPECKS, NO_EDGE, false, false},
    {"fire", 0xffd2a8, QM__PATTERN_FLAMES, NO_EDGE, false, false},
    {"shallow-pit", 0xbdb3a4, QM__PATTERN_NONE, 0x4d4136, true, true},
    {"pit", 0x857a6c, QM__PATTERN_RUNGS, 0x2e261f, true, true},
    {"wall", 0xdcc7b4, QM__PATTERN_BRICKS, 0x3a2a20, true, false},
    {"solid", 0x55555c, QM__PATTERN_BLOCKS, 0x1c1c20, true, false},
    {"block", 0x55555c, QM__PATTERN_BLOCKS, 0x1c1c20, true, false},
    {"cliff", 0xd9c7a8, QM__PATTERN_RUNGS, 0x5a4630, true, false},
    {"water", 0xb9d7ea, QM__PATTERN_WAVES, 0x2f5d7c, false, false},
    {"gap", 0x9a8f80, QM__PATTERN_NONE, 0x2e261f, true, true},
};

qm__ground_look qm__ground_look_named(const char *name, uint16_t row) {
    const size_t count = sizeof looks / sizeof looks[0];
    for (size_t i = 0; i < count; i++) {
        if (strcmp(looks[i].name, name) == 0) {
            return looks[i];
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (strstr(name, looks[i].name)) {
            return looks[i];
        }
    }
    static const qm__pattern unknown[] = {QM__PATTERN_PLUSES, QM__PATTERN_RINGS, QM__PATTERN_SQUARES};
    return (qm__ground_look){name, 0xeef0ea, unknown[row % 3], NO_EDGE, false, false};
}

qm__ground_look qm__ground_look_of(const qm__page *page, uint16_t ground) {
    const qm__ground *kind = &page->scenario->grounds[ground];
    return qm__ground_look_named(kind->name, kind->row);
}

/* ----------------------------------------------------------------------------------------------------- patterns */

/* A tile of 10 by 10 with lines in one colour; fills are given in the content. */
static const struct {
    const char *name;
    unsigned colour;
    const char *content;
} tiles[QM__PATTERN_COUNT] = {
    [QM__PATTERN_CHEVRONS] = {"rough", 0x8a7a55, "<path d=\"M1 4L3 1.5L5 4M6 9L8 6.5L10 9\"/>"},
    [QM__PATTERN_RUBBLE] = {"broken", 0x6b6252,
                            "<path d=\"M1 2L4 1L3.5 4ZM6 6L9 7L7 9Z\"/><path d=\"M7 2L8.5 2.5M2 7.5L3 7\"/>"},
    [QM__PATTERN_WAVES] = {"slippery", 0x5d8ba6, "<path d=\"M0 5Q2.5 2.5 5 5T10 5\"/>"},
    [QM__PATTERN_SPECKS] = {"shadow", 0x5c5669, "<path d=\"M1 2.5h2M6 2.5h2M3.5 7.5h2M8.5 7.5h1.5M0 7.5h0.5\"/>"},
    [QM__PATTERN_FLAMES] = {"fire", 0xb5451b,
                            "<path d=\"M2.5 8.5Q0.5 6 2.5 1.5Q4.5 6 2.5 8.5M7.5 9.5Q6 7.5 7.5 4Q9 7.5 7.5 9.5\"/>"},
    [QM__PATTERN_RUNGS] = {"pit", 0x5a5046, "<path d=\"M0 2.5h10M0 7.5h10\"/>"},
    [QM__PATTERN_BRICKS] = {"wall", 0x7b5a43, "<path d=\"M0 2.5h10M0 7.5h10M2.5 2.5v5M7.5 0v2.5M7.5 7.5v2.5\"/>"},
    [QM__PATTERN_BLOCKS] = {"solid", 0x85858f, "<path d=\"M0 0L10 10M10 0L0 10\"/>"},
    [QM__PATTERN_PLUSES] = {"unknown-a", 0x6f776a, "<path d=\"M5 3v4M3 5h4\"/>"},
    [QM__PATTERN_RINGS] = {"unknown-b", 0x6f776a, "<circle cx=\"5\" cy=\"5\" r=\"2\"/>"},
    [QM__PATTERN_SQUARES] = {"unknown-c", 0x6f776a, "<path d=\"M3 3h4v4h-4Z\"/>"},
    [QM__PATTERN_RISK] =
        {"risk", 0x333333,
         "<path d=\"M1.5 5h0.01M6.5 0h0.01M6.5 10h0.01\" stroke-linecap=\"round\" stroke-width=\"1.8\"/>"},
    [QM__PATTERN_THREAT] = {"threat-a", 0x8a1c1c, "<path d=\"M-1 1L1 -1M0 10L10 0M9 11L11 9\"/>"},
    [QM__PATTERN_THREAT_BACK] = {"threat-b", 0x1d3d70, "<path d=\"M-1 9L1 11M0 0L10 10M9 -1L11 1\"/>"},
    [QM__PATTERN_THREAT_UPRIGHT] = {"threat-c", 0x5c4a00, "<path d=\"M2.5 0v10M7.5 0v10\"/>"},
    [QM__PATTERN_THREAT_LEVEL] = {"threat-d", 0x12301c, "<path d=\"M0 2.5h10M0 7.5h10\"/>"},
    [QM__PATTERN_CHECK] = {"check", 0x3a3a3a, "<path d=\"M-1 1L1 -1M0 10L10 0M9 11L11 9\"/>"},
    [QM__PATTERN_CHECKS] = {"checks", 0x3a3a3a,
                            "<path d=\"M-1 1L1 -1M0 10L10 0M9 11L11 9M-1 9L1 11M0 0L10 10M9 -1L11 1\"/>"},
};

const char *qm__pattern_name(qm__pattern pattern) {
    return tiles[pattern].name;
}

unsigned qm__pattern_colour(qm__pattern pattern) {
    return tiles[pattern].colour;
}

void qm__draw_patterns(const qm__page *page, qm_text *out) {
    double size = page->side * 0.45;
    size = size < 10 ? 10 : size > 26 ? 26 : size;
    qm__page definitions = *page;
    definitions.layer = QM__LAYER_GROUND;
    definitions.layers[QM__LAYER_GROUND] = *out;
    for (int i = 1; i < QM__PATTERN_COUNT; i++) {
        if (!(page->patterns >> i & 1)) {
            continue;
        }
        qm__page_add(&definitions, "<pattern id=\"qm-%s\" width=\"10\" height=\"10\" patternUnits=\"userSpaceOnUse\" ",
                     tiles[i].name);
        qm__page_add(&definitions, "patternTransform=\"scale(%n)\">", size / 10);
        qm__page_add(&definitions, "<g fill=\"none\" stroke=\"%k\" stroke-width=\"0.8\">%s</g></pattern>\n",
                     tiles[i].colour, tiles[i].content);
    }
    *out = definitions.layers[QM__LAYER_GROUND];
}

/* ------------------------------------------------------------------------------------------------------- ground */

/* Ticks from the outline inwards, three on each edge. */
static void draw_ticks(qm__page *page, const uint16_t *member, uint16_t ground, unsigned colour) {
    qm__page_add(page, "<path fill=\"none\" stroke=\"%k\" stroke-width=\"%n\" d=\"", colour,
                 page->side < 40 ? 1.2 : 2.0);
    for (unsigned cell = 1; cell <= page->cells; cell++) {
        for (int d = 0; d < page->shape->edges && member[cell] == ground; d++) {
            const qm__cell other = page->shape->beside(page->scenario, (qm__cell)cell, d);
            if (other && member[other] == ground) {
                continue;
            }
            qm__point c[QM__EDGES_MAX];
            qm__page_corners(page, (qm__cell)cell, c);
            const qm__point a = c[qm__edge_turn(page->shape, d, -1)], b = c[d];
            const qm__point centre = qm__page_cell(page, (qm__cell)cell);
            const double mx = (a.x + b.x) / 2, my = (a.y + b.y) / 2;
            for (int i = 1; i < 6; i += 2) {
                qm__page_add(page, "M%n %nl%n %n", a.x + (b.x - a.x) * i / 6, a.y + (b.y - a.y) * i / 6,
                             (centre.x - mx) * 0.2, (centre.y - my) * 0.2);
            }
        }
    }
    qm__page_add(page, "\"/>\n");
}

static void draw_one_ground(qm__page *page, const uint16_t *member, uint16_t ground) {
    const qm__ground_look look = qm__ground_look_of(page, ground);
    if (look.pattern == QM__PATTERN_NONE && look.edge == NO_EDGE) {
        return;
    }
    qm_text *layer = &page->layers[page->layer];
    qm__page_add(page, "<path fill=\"%k\" fill-rule=\"evenodd\"", look.tone);
    if (look.edge != NO_EDGE) {
        qm__page_add(page, " stroke=\"%k\" stroke-width=\"%n\" stroke-linejoin=\"round\"", look.edge,
                     page->side < 40 ? 2.0 : 4.0);
    }
    qm__page_add(page, " d=\"");
    const size_t from = layer->length;
    qm__page_outline(page, member, ground, page->marks);
    const size_t to = layer->length;
    qm__page_add(page, "\"/>\n");
    if (look.pattern != QM__PATTERN_NONE && !layer->truncated) {
        page->patterns |= 1u << look.pattern;
        qm__page_add(page, "<path fill=\"url(#qm-%s)\" fill-rule=\"evenodd\" d=\"", qm__pattern_name(look.pattern));
        char *outline = qm__arena_string(page->arena, layer->data + from, to - from);
        qm__page_add(page, "%s\"/>\n", outline ? outline : "");
        page->failed = page->failed || !outline;
    }
    if (look.hollow) {
        draw_ticks(page, member, ground, look.edge);
    }
}

/* Whether the border between a cell and its neighbour is not drawn: both lie in one area that is drawn whole. */
static bool inner_border(const qm__page *page, const bool *whole, unsigned cell, qm__cell other) {
    const uint8_t *cells = page->scenario->cells;
    return other && cells[cell] == cells[other] && whole[cells[cell]];
}

static void draw_grid(qm__page *page, const bool *whole) {
    page->layer = QM__LAYER_GRID;
    qm__page_add(page, "<path fill=\"none\" stroke=\"%k\" stroke-width=\"%n\" stroke-linejoin=\"round\" d=\"",
                 0x9a9a9au, page->side < 40 ? 1.0 : 1.8);
    for (unsigned cell = 1; cell <= page->cells; cell++) {
        qm__point c[QM__EDGES_MAX];
        qm__page_corners(page, (qm__cell)cell, c);
        bool joined = false;
        for (int d = 0; d < page->shape->edges; d++) {
            const qm__cell other = page->shape->beside(page->scenario, (qm__cell)cell, d);
            if ((d >= page->shape->edges / 2 && other) || inner_border(page, whole, cell, other)) {
                joined = false;
                continue;
            }
            const qm__point a = c[qm__edge_turn(page->shape, d, -1)], b = c[d];
            if (!joined) {
                qm__page_add(page, "M%n %n", a.x, a.y);
            }
            qm__page_add(page, "L%n %n", b.x, b.y);
            joined = true;
        }
    }
    qm__page_add(page, "\"/>\n");
}

void qm__draw_ground(qm__page *page) {
    const qm_scenario *s = page->scenario;
    const size_t cells = (size_t)page->cells + 1;
    uint16_t *member = qm__page_members(page);
    bool *whole = qm__arena_array(page->arena, (size_t)s->ground_count + 1, sizeof *whole);
    if (!member || !whole) {
        page->failed = true;
        return;
    }
    member[0] = UINT16_MAX;
    for (size_t cell = 1; cell < cells; cell++) {
        member[cell] = s->cells[cell];
        page->busy[cell] = qm__ground_look_of(page, s->cells[cell]).tone != 0xffffff;
    }
    page->layer = QM__LAYER_GROUND;
    for (uint16_t ground = 0; ground < s->ground_count; ground++) {
        whole[ground] = qm__ground_look_of(page, ground).whole;
        draw_one_ground(page, member, ground);
    }
    draw_grid(page, whole);
}

/* Thick lines on the edges between cells. */
void qm__draw_walls(qm__page *page) {
    const qm__cell_shape *shape = page->shape;
    bool any = false;
    page->layer = QM__LAYER_GRID;
    for (unsigned cell = 1; cell <= page->cells; cell++) {
        for (int edge = 0; edge < shape->edges / 2; edge++) {
            if (!shape->walled(page->scenario, (qm__cell)cell, edge)) {
                continue;
            }
            qm__point c[QM__EDGES_MAX];
            qm__page_corners(page, (qm__cell)cell, c);
            const qm__point a = c[qm__edge_turn(shape, edge, -1)], b = c[edge];
            qm__page_add(page, "%sM%n %nL%n %n", any ? "" : "<path d=\"", a.x, a.y, b.x, b.y);
            any = true;
        }
    }
    if (any) {
        qm__page_add(page, "\" fill=\"none\" stroke=\"%k\" stroke-width=\"%n\" stroke-linecap=\"square\"/>\n", WALL,
                     page->side < 40 ? 5.0 : 9.0);
        qm__page_sign(page, QM__SIGN_WALL);
    }
}

/* ------------------------------------------------------------------------------------------------------- depths */

static int column_named(const qm_scenario *scenario, const char *name) {
    const qm_table *terrain = &qm_scenario_family(scenario)->tables[qm_scenario_family(scenario)->terrain_table];
    for (int i = 0; i < terrain->column_count; i++) {
        if (strcmp(terrain->columns[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static bool level_of(const qm_scenario *scenario, uint16_t ground, const char *column, char out[24]) {
    const int index = column_named(scenario, column);
    const int32_t value = index < 0 ? 0 : scenario->grounds[ground].values[index];
    if (value == 0) {
        return false;
    }
    const qm_table *terrain = &qm_scenario_family(scenario)->tables[qm_scenario_family(scenario)->terrain_table];
    const char *unit = terrain->columns[index].unit;
    qm_text text = qm_text_over(out, 24);
    if (strcmp(unit, "cm") == 0) {
        qm_text_add_decimal(&text, value / 100.0, 2);
        unit = "m";
    } else {
        qm_text_add_int(&text, value);
    }
    qm_text_addf(&text, " %s", unit);
    return true;
}

bool qm__ground_level(const qm_scenario *scenario, uint16_t ground, char *sign, char out[24]) {
    *sign = '-';
    if (level_of(scenario, ground, "depth", out)) {
        return true;
    }
    *sign = '+';
    return level_of(scenario, ground, "height", out);
}

/* Marks the area around a cell and puts its cells into the list; returns how many there are. */
static size_t area_of(const qm__page *page, unsigned cell, uint8_t *seen, qm__cell *list) {
    const uint8_t *cells = page->scenario->cells;
    size_t count = 1;
    list[0] = (qm__cell)cell;
    seen[cell] = 1;
    for (size_t i = 0; i < count; i++) {
        for (int d = 0; d < page->shape->edges; d++) {
            const qm__cell other = page->shape->beside(page->scenario, list[i], d);
            if (other && !seen[other] && cells[other] == cells[cell]) {
                seen[other] = 1;
                list[count++] = other;
            }
        }
    }
    return count;
}

/* The level of an area, once: in the cell nearest to its middle that has room. */
static void label_area(qm__page *page, qm__cell *list, size_t count, const char *text) {
    static const double shifts[] = {0, 0.5, -0.5};
    double size = page->side * 0.36;
    size = size < 17 ? 17 : size > 24 ? 24 : size;
    const qm__type type = {size, false, 0};
    const size_t tries = qm__page_nearest(page, list, count, 64);
    for (size_t i = 0; i < tries; i++) {
        const qm__point spot = qm__page_cell(page, list[i]);
        for (int k = 0; k < 3; k++) {
            if (qm__label_try(page, spot.x, spot.y + shifts[k] * page->side, type, true, text)) {
                return;
            }
        }
    }
}

void qm__draw_depths(qm__page *page) {
    const size_t cells = (size_t)page->cells + 1;
    uint8_t *seen = qm__arena_alloc(page->arena, cells);
    qm__cell *list = qm__arena_array(page->arena, cells, sizeof *list);
    if (!seen || !list) {
        page->failed = true;
        return;
    }
    if (page->side < SMALLEST) {
        return;
    }
    page->layer = QM__LAYER_LABELS;
    for (unsigned cell = 1; cell < cells; cell++) {
        char sign = 0, level[24], text[32];
        if (seen[cell] || !qm__ground_level(page->scenario, page->scenario->cells[cell], &sign, level)) {
            continue;
        }
        const size_t count = area_of(page, cell, seen, list);
        qm_text label = qm_text_over(text, sizeof text);
        qm_text_addf(&label, "%s%s", sign == '-' ? "\xe2\x88\x92" : "+", level);
        label_area(page, list, count, text);
    }
}

/* -------------------------------------------------------------------------------------------------- coordinates */

static const qm__type edge_type = {20, false, 0x555555};

/* Every how many columns (rows) get a number, so that the numbers keep apart. */
static int edge_every(double pitch, double room) {
    static const int steps[] = {1, 2, 5, 10, 20, 50};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        if (pitch * steps[i] >= room) {
            return steps[i];
        }
    }
    return 100;
}

static void edge_number(qm__page *page, int number, double x, double y, qm__text_anchor anchor) {
    char text[16];
    qm_text out = qm_text_over(text, sizeof text);
    qm_text_addf(&out, "%02d", number);
    qm__page_text(page, x, y, anchor, edge_type, text, out.length);
}

void qm__draw_edge_labels(qm__page *page) {
    const qm_scenario *s = page->scenario;
    const int columns = qm__cell_columns(s), rows = qm__cell_rows(s);
    page->layer = QM__LAYER_LABELS;
    const qm__point pitch = page->shape->pitch(s);
    const int every_column = edge_every(pitch.x * page->side, columns > 99 ? 46 : 33);
    const int every_row = edge_every(pitch.y * page->side, 26);
    for (int column = 0; column < columns; column++) {
        if (column % every_column == 0) {
            edge_number(page, column + 1, qm__page_cell(page, qm__cell_at(s, column, 0)).x, page->top - 12,
                        QM__TEXT_MIDDLE);
        }
    }
    for (int row = 0; row < rows; row++) {
        if (row % every_row == 0) {
            edge_number(page, row + 1, page->left - 6, qm__page_cell(page, qm__cell_at(s, 0, row)).y + 7,
                        QM__TEXT_END);
        }
    }
}

void qm__draw_cell_labels(qm__page *page) {
    page->layer = QM__LAYER_LABELS;
    double size = page->side * 0.28;
    size = size > 20 ? 20 : size;
    const qm__type type = {size, false, 0x555555};
    /* Coordinates keep clear of each other by their size; only what was there before them is looked at. */
    const size_t before = page->box_count;
    for (unsigned cell = 1; cell <= page->cells; cell++) {
        char text[QM__LABEL_SIZE];
        qm__cell_label_write(page->scenario, (qm__cell)cell, text);
        const qm__point off =
            page->shape->label(page->scenario, qm__text_width(text, strlen(text), type.size, type.bold) / page->side);
        qm__point at = qm__page_cell(page, (qm__cell)cell);
        at.x += off.x * page->side;
        /* Low in its cell a number could be taken for that of the next, where no line is between them. */
        const int places = qm__ground_look_of(page, page->scenario->cells[cell]).whole ? 1 : 2;
        for (int below = 0; below < places; below++) {
            const double y = below ? at.y - page->side * off.y : at.y + page->side * off.y;
            const qm__page_box box = qm__label_box(text, type, at.x, y);
            if (qm__page_free(page, box, before)) {
                qm__label_put(page, at.x, y, type, page->busy[cell], text);
                break;
            }
        }
    }
}
