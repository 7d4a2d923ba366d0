/* Zones of a picture: where a figure can get, at what cost and with what luck; the cells that figures threaten; and the
 * scenario's objectives.
 *
 * A cell is shown with the cheapest way that needs no luck, if there is one: then it is plain and its number is that
 * cost. Only where every way needs luck it is dotted, with the cost and the chance of the cheapest way. Rejected: the
 * cheapest way always, which dots whole boards behind one pit that anybody could walk around.
 */
#include <string.h>

#include "game/scenario.h"
#include "io/draw.h"

/* Whether the cheapest way cannot fail: it has no checks, or only such as any roll passes. */
static bool is_certain(const qm_reach_place *place) {
    return place->chance >= 1;
}

static bool is_sure(const qm_reach_place *place) {
    return is_certain(place) || place->sure_cost >= 0;
}

static int32_t shown_cost(const qm_reach_place *place) {
    return is_certain(place) || !is_sure(place) ? place->cost : place->sure_cost;
}

unsigned qm__band_tone(int band) {
    static const unsigned tones[QM__COST_BANDS_MAX] = {0x5f9f5a, 0x8dc07f, 0xb9dbab, 0xdcefd4};
    return tones[band];
}

/* Splits the costs that occur into at most QM__COST_BANDS_MAX bands of about equal breadth. */
static void find_bands(qm__page *page) {
    int32_t high = 0;
    for (uint32_t i = 0; i < page->facts->reach_count; i++) {
        const int32_t cost = shown_cost(&page->facts->reach[i]);
        high = cost > high ? cost : high;
    }
    const int32_t breadth = (high + QM__COST_BANDS_MAX - 1) / QM__COST_BANDS_MAX;
    page->band_count = 0;
    for (int32_t low = 1; low <= high; low += breadth) {
        page->band_low[page->band_count] = low;
        page->band_high[page->band_count] = low + breadth - 1 < high ? low + breadth - 1 : high;
        page->band_count++;
    }
    if (page->band_count > 0) {
        page->band_low[0] = 0;
    }
}

static int band_of(const qm__page *page, int32_t cost) {
    int band = 0;
    while (band + 1 < page->band_count && cost > page->band_high[band]) {
        band++;
    }
    return band;
}

static void tint(qm__page *page, const uint16_t *member) {
    for (int band = 0; band < page->band_count; band++) {
        qm__page_add(
            page, "<path fill=\"%k\" fill-opacity=\"0.55\" fill-rule=\"evenodd\" stroke=\"%k\" stroke-width=\"3\" d=\"",
            qm__band_tone(band), 0x2f5f2du);
        qm__page_outline(page, member, (uint16_t)(band + 1), page->marks);
        qm__page_add(page, "\"/>\n");
    }
}

static void dot_risks(qm__page *page, const uint16_t *risky) {
    page->patterns |= 1u << QM__PATTERN_RISK;
    qm__page_sign(page, QM__SIGN_RISK);
    qm__page_add(page, "<path fill=\"url(#qm-risk)\" fill-rule=\"evenodd\" d=\"");
    qm__page_outline(page, risky, 1, page->marks);
    qm__page_add(page, "\"/>\n");
}

void qm__percent(double chance, char out[16]) {
    qm_text text = qm_text_over(out, 16);
    qm_text_add_percent(&text, chance, 0);
    qm_text_add_char(&text, '%');
}

/* Where the texts of a cell may go, in cell sides from its middle: the middle first. */
static const double spots[][2] = {{0, 0},      {0, 0.45},    {0, -0.45}, {0.45, -0.4}, {-0.45, -0.4},
                                  {0.45, 0.4}, {-0.45, 0.4}, {0.6, 0},   {-0.6, 0}};

static void box_number(qm__page *page, qm__page_box box) {
    qm__page_sign(page, QM__SIGN_STOP);
    qm__page_add(
        page,
        "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"none\" stroke=\"#000000\" stroke-width=\"2\"/>\n",
        box.x - 3, box.y - 1, box.width + 6, box.height + 2);
}

/* The cost of a cell, with an r if it takes a run, boxed if movement ends there. */
static bool write_cost(qm__page *page, qm__cell cell, const qm_reach_place *place, qm__type type) {
    const qm__point at = qm__page_cell(page, cell);
    char number[16];
    qm_text text = qm_text_over(number, sizeof number);
    qm_text_add_int(&text, shown_cost(place));
    qm_text_add(&text, place->effort ? "r" : "");
    for (size_t i = 0; i < sizeof spots / sizeof spots[0]; i++) {
        const double x = at.x + spots[i][0] * page->side;
        const double y = at.y + spots[i][1] * page->side - (is_sure(place) ? 0 : 0.55 * type.size);
        if (qm__label_try(page, x, y, type, page->busy[cell], number)) {
            if (place->effort) {
                qm__page_sign(page, QM__SIGN_EFFORT);
            }
            if (place->stops) {
                box_number(page, qm__label_box(number, type, x, y));
            }
            return true;
        }
    }
    return false;
}

static void write_chance(qm__page *page, qm__cell cell, double chance, double below, qm__type type) {
    const qm__point at = qm__page_cell(page, cell);
    char text[16];
    qm__percent(chance, text);
    for (size_t i = 0; i < sizeof spots / sizeof spots[0]; i++) {
        if (qm__label_try(page, at.x + spots[i][0] * page->side, at.y + spots[i][1] * page->side + below, type, true,
                          text)) {
            return;
        }
    }
}

static void label_reach(qm__page *page) {
    page->layer = QM__LAYER_LABELS;
    double size = page->side * 0.42;
    size = size < 17 ? 17 : size > 28 ? 28 : size;
    for (uint32_t i = 0; i < page->facts->reach_count; i++) {
        const qm_reach_place *place = &page->facts->reach[i];
        const qm__cell cell = qm__page_cell_at(page, place->at);
        if (cell && shown_cost(place) > 0 && write_cost(page, cell, place, (qm__type){size, true, 0}) &&
            !is_sure(place)) {
            write_chance(page, cell, (double)place->chance, 0.55 * size, (qm__type){size * 0.8, false, 0});
        }
    }
}

void qm__draw_reach(qm__page *page) {
    uint16_t *member = qm__page_members(page), *risky = qm__page_members(page);
    if (!member || !risky) {
        return;
    }
    find_bands(page);
    bool any_risk = false;
    for (uint32_t i = 0; i < page->facts->reach_count; i++) {
        const qm_reach_place *place = &page->facts->reach[i];
        const qm__cell cell = qm__page_cell_at(page, place->at);
        if (cell) {
            member[cell] = (uint16_t)(1 + band_of(page, shown_cost(place)));
            risky[cell] = !is_sure(place);
            any_risk = any_risk || !is_sure(place);
            page->busy[cell] |= !is_sure(place);
        }
    }
    page->layer = QM__LAYER_ZONES;
    tint(page, member);
    if (any_risk) {
        dot_risks(page, risky);
    }
    label_reach(page);
}

/* ------------------------------------------------------------------------------------------------------- threat */

qm__pattern qm__threat_pattern(uint16_t side) {
    return (qm__pattern)(QM__PATTERN_THREAT + (side + 3) % 4);
}

/* The cells that anybody of a side threatens, as one hatched area. */
static void hatch_side(qm__page *page, uint16_t side, uint16_t *member) {
    bool any = false;
    memset(member, 0, ((size_t)page->cells + 1) * sizeof *member);
    for (uint16_t f = 0; f < page->scenario->figure_count; f++) {
        for (uint32_t i = 0; i < page->facts->threat_counts[f] && page->scenario->figures[f].side == side; i++) {
            const qm__cell cell = qm__page_cell_at(page, page->facts->threats[f][i]);
            if (cell) {
                member[cell] = 1;
                page->busy[cell] = 1;
                any = true;
            }
        }
    }
    if (!any) {
        return;
    }
    const qm__pattern pattern = qm__threat_pattern(side);
    page->patterns |= 1u << pattern;
    page->threat_sides |= 1u << side;
    qm__page_add(page,
                 "<path fill=\"url(#qm-%s)\" fill-rule=\"evenodd\" stroke=\"%k\" stroke-width=\"3\" "
                 "stroke-dasharray=\"%s\" d=\"",
                 qm__pattern_name(pattern), qm__pattern_colour(pattern), side % 2 == 1 ? "10 5" : "3 5");
    qm__page_outline(page, member, 1, page->marks);
    qm__page_add(page, "\"/>\n");
}

void qm__draw_threats(qm__page *page) {
    uint16_t *member = qm__page_members(page);
    page->layer = QM__LAYER_ZONES;
    for (uint16_t side = 1; side <= page->scenario->side_count && page->facts->threats && member; side++) {
        hatch_side(page, side, member);
    }
}

/* --------------------------------------------------------------------------------------------------- objectives */

#define OBJECTIVE 0x6a1b7au

void qm__objective_border(qm__page *page, bool casing) {
    if (casing) {
        qm__page_add(page, " fill=\"none\" stroke=\"#ffffff\" stroke-width=\"9\" stroke-linejoin=\"round\"");
    } else {
        qm__page_add(page, " fill=\"none\" stroke=\"%k\" stroke-width=\"5\" stroke-dasharray=\"16 5 4 5\"", OBJECTIVE);
    }
}

/* Marks the cells of an objective and lists them, each once. */
static size_t cells_of(const qm__page *page, const qm__zone *zone, uint16_t *member, qm__cell *list) {
    size_t count = 0;
    memset(member, 0, ((size_t)page->cells + 1) * sizeof *member);
    for (size_t i = 0; i < zone->place_count; i++) {
        const qm__cell cell = qm__page_cell_at(page, zone->places[i]);
        if (cell && !member[cell]) {
            member[cell] = 1;
            list[count++] = cell;
        }
    }
    return count;
}

/* On a white casing, which keeps the dashes apart from the grid and from any ground. */
void qm__draw_objectives(qm__page *page) {
    uint16_t *member = qm__page_members(page), *list = qm__page_members(page);
    page->layer = QM__LAYER_GRID;
    for (size_t zone = 0; zone < page->scenario->zone_count && member && list; zone++) {
        cells_of(page, &page->scenario->zones[zone], member, list);
        for (int casing = 1; casing >= 0; casing--) {
            qm__page_add(page, "<path");
            qm__objective_border(page, casing != 0);
            qm__page_add(page, " d=\"");
            qm__page_outline(page, member, 1, page->marks);
            qm__page_add(page, "\"/>\n");
        }
    }
}

/* In white on a dark plate, which no other text on the board has. */
bool qm__objective_tag(qm__page *page, double x, double y, const char *name) {
    double size = page->side * 0.36;
    size = size < 18 ? 18 : size > 24 ? 24 : size;
    const qm__type type = {size, true, 0xffffff};
    qm__page_box box = qm__label_box(name, type, x, y);
    box.x -= 5;
    box.width += 10;
    if (!qm__page_holds(page, box) || !qm__page_free(page, box, page->box_count)) {
        return false;
    }
    qm__page_add(page, "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" rx=\"4\" fill=\"%k\"/>\n", box.x, box.y,
                 box.width, box.height, OBJECTIVE);
    qm__label_put(page, x, y, type, false, name);
    return true;
}

/* Near the middle of the objective, off the middles of cells, where figures and costs stand. */
static void name_objective(qm__page *page, qm__cell *list, size_t count, const char *name) {
    static const double shifts[] = {0.5, -0.5, 0};
    const size_t tries = qm__page_nearest(page, list, count, 64);
    for (size_t i = 0; i < tries; i++) {
        const qm__point at = qm__page_cell(page, list[i]);
        for (int k = 0; k < 3; k++) {
            if (qm__objective_tag(page, at.x, at.y + shifts[k] * page->side, name)) {
                return;
            }
        }
    }
}

void qm__draw_objective_names(qm__page *page) {
    uint16_t *member = qm__page_members(page), *list = qm__page_members(page);
    page->layer = QM__LAYER_LABELS;
    for (size_t zone = 0; zone < page->scenario->zone_count && member && list; zone++) {
        const size_t count = cells_of(page, &page->scenario->zones[zone], member, list);
        name_objective(page, list, count, page->scenario->zones[zone].name);
    }
}
