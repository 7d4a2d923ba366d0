/* The texts inside of the shapes of a table: how high solids and reached places are, and the names of zones.
 *
 * A text goes where its shape has the most room: candidates are the points of a grid and points beside the middles of
 * edges (thin walls have no others), each with its distance from the next edge; the roomiest one where the text is free
 * on the page wins. Of a solid only what a plan shows counts: not what a higher solid covers. Floors with one outline
 * share a text, "2.5–3 · 5–5.5". A text that finds no room is left out: the page has the shape and its tone still.
 * Rejected: the centroid, which lies outside of half of all walls.
 */
#include <string.h>

#include "game/place.h"
#include "game/scenario.h"
#include "io/draw.h"

#define GRID 11        /* points of the grid in each direction */
#define CANDIDATES 512 /* of one shape at most */
#define FLOORS 8       /* in one text at most */
#define COVERED 0.4    /* what room counts below something that can be seen through */

typedef struct candidate {
    double x, y, room; /* on the table; room < 0: none */
} candidate;

typedef struct candidates {
    candidate list[CANDIDATES];
    size_t count;
} candidates;

/* -----------------------------------------------------------------------------------------------------------
 * candidates */

static void consider(const qm__table *table, const qm__polygon *polygon, double x, double y, candidates *out) {
    if (out->count < CANDIDATES && x >= 0 && y >= 0 && x <= table->width && y <= table->depth &&
        qm__polygon_side(table, polygon, x, y) > 0) {
        out->list[out->count++] = (candidate){x, y, qm__polygon_edge_distance(table, polygon, x, y)};
    }
}

/* Beside the middle of an edge, at half of the breadth of walls that are common. */
static void consider_edges(const qm__table *table, const qm__polygon *polygon, candidates *out) {
    static const double inwards[] = {125, 250, 500};
    const qm__ring *ring = &table->rings[polygon->first_ring];
    for (uint32_t i = 0; i < ring->count; i++) {
        const qm__corner *a = &table->corners[ring->first + i],
                         *b = &table->corners[ring->first + (i + 1) % ring->count];
        const double dx = b->x - a->x, dy = b->y - a->y, length = qm__root(dx * dx + dy * dy);
        for (int k = 0; k < 3 && length > 0; k++) {
            consider(table, polygon, (a->x + b->x) / 2.0 - dy / length * inwards[k],
                     (a->y + b->y) / 2.0 + dx / length * inwards[k], out);
        }
    }
}

/* A little nearer to the middle is a little better, so that the middle wins against equals. */
static void prefer_middle(candidates *list, double x, double y) {
    for (size_t i = 0; i < list->count; i++) {
        const double dx = list->list[i].x - x, dy = list->list[i].y - y;
        list->list[i].room -= qm__root(dx * dx + dy * dy) / 100;
    }
}

static void candidates_in(const qm__table *table, const qm__polygon *polygon, candidates *out) {
    const qm__box *box = &polygon->box;
    out->count = 0;
    for (int row = 1; row <= GRID; row++) {
        for (int column = 1; column <= GRID; column++) {
            consider(table, polygon, box->x0 + (box->x1 - box->x0) * column / (GRID + 1.0),
                     box->y0 + (box->y1 - box->y0) * row / (GRID + 1.0), out);
        }
    }
    consider_edges(table, polygon, out);
    prefer_middle(out, (box->x0 + box->x1) / 2.0, (box->y0 + box->y1) / 2.0);
}

/* Takes the roomiest candidate off the list; NULL when there is none. */
static const candidate *take_best(candidates *list) {
    size_t best = 0;
    for (size_t i = 1; i < list->count; i++) {
        best = list->list[i].room > list->list[best].room ? i : best;
    }
    if (list->count == 0) {
        return NULL;
    }
    const candidate found = list->list[best];
    list->list[best] = list->list[--list->count];
    list->list[list->count] = found;
    return &list->list[list->count];
}

static candidates *new_candidates(qm__page *page) {
    candidates *list = qm__arena_alloc(page->arena, sizeof *list);
    page->failed = page->failed || !list;
    return list;
}

static qm__point page_point(const qm__page *page, const candidate *at) {
    return (qm__point){page->left + at->x * page->scale, page->top + (page->table->depth - at->y) * page->scale};
}

static bool inside_box(const qm__box *box, double x, double y) {
    return x >= box->x0 && x <= box->x1 && y >= box->y0 && y <= box->y1;
}

/* ----------------------------------------------------------------------------------------------------------- room
 * below */

/* Whether something stands under a solid at a point: another solid that begins lower and reaches up to it. */
static bool carried_at(const qm__table *table, const qm__prism *prism, double x, double y) {
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__prism *other = &table->prisms[i];
        if (other->bottom < prism->bottom && other->top >= prism->bottom && inside_box(&other->polygon.box, x, y) &&
            qm__polygon_side(table, &other->polygon, x, y) >= 0) {
            return true;
        }
    }
    return false;
}

/* Looked at in its roomiest point and just inside of its corners. */
static bool has_room_below(const qm__table *table, const qm__prism *prism, candidates *list) {
    if (prism->bottom <= 0) {
        return false;
    }
    candidates_in(table, &prism->polygon, list);
    const candidate *middle = take_best(list);
    if (!middle) {
        return false;
    }
    if (!carried_at(table, prism, middle->x, middle->y)) {
        return true;
    }
    const qm__ring *ring = &table->rings[prism->polygon.first_ring];
    for (uint32_t i = 0; i < ring->count; i++) {
        const qm__corner *corner = &table->corners[ring->first + i];
        const double x = corner->x + (middle->x - corner->x) / 50, y = corner->y + (middle->y - corner->y) / 50;
        if (qm__polygon_side(table, &prism->polygon, x, y) > 0 && !carried_at(table, prism, x, y)) {
            return true;
        }
    }
    return false;
}

void qm__find_raised(qm__page *page) {
    candidates *list = new_candidates(page);
    uint8_t *raised = qm__arena_array(page->arena, page->table->prism_count + 1u, sizeof *raised);
    page->raised = raised;
    page->failed = page->failed || !raised;
    for (uint32_t i = 0; list && raised && i < page->table->prism_count; i++) {
        raised[i] = has_room_below(page->table, &page->table->prisms[i], list);
    }
}

/* ----------------------------------------------------------------------------------------------------- heights of
 * solids */

static bool boxes_overlap(const qm__box *a, const qm__box *b) {
    return a->x0 < b->x1 && b->x0 < a->x1 && a->y0 < b->y1 && b->y0 < a->y1;
}

/* Takes from the room of a candidate what higher solids cover, or only shade. */
static void cover(const qm__page *page, uint32_t number, candidates *list) {
    const qm__table *table = page->table;
    const qm__prism *prism = &table->prisms[number];
    for (uint32_t k = 0; k < table->prism_count; k++) {
        const qm__prism *other = &table->prisms[k];
        const bool above = other->top > prism->top || (other->top == prism->top && k > number);
        if (!above || !boxes_overlap(&prism->polygon.box, &other->polygon.box)) {
            continue;
        }
        for (size_t i = 0; i < list->count; i++) {
            candidate *c = &list->list[i];
            const bool below = qm__polygon_side(table, &other->polygon, c->x, c->y) >= 0;
            const double away = qm__polygon_edge_distance(table, &other->polygon, c->x, c->y);
            c->room = away < c->room ? away : c->room;
            c->room = !below ? c->room : page->raised[k] ? c->room * COVERED : -1e9;
        }
    }
}

/* "3" for a solid from the ground, "2.8–3" for one with room below. */
static void height_text(const qm__prism *prism, bool raised, qm_text *out) {
    if (raised) {
        qm__inches_print(prism->bottom, out);
        qm_text_add(out, "\xe2\x80\x93");
    }
    qm__inches_print(prism->top, out);
}

/* Beside a solid that its text would hide: below it, above it, to its right and left. False: it is large enough. */
static bool label_beside(qm__page *page, const qm__box *solid, qm__type type, const char *words) {
    const qm__page_box box = qm__label_box(words, type, 0, 0);
    const double wide = (solid->x1 - solid->x0) * page->scale, high = (solid->y1 - solid->y0) * page->scale;
    if (wide > box.width || high > box.height * 1.5) {
        return false;
    }
    const candidate middle = {(solid->x0 + solid->x1) / 2.0, (solid->y0 + solid->y1) / 2.0, 0};
    const qm__point at = page_point(page, &middle);
    const double x = (wide + box.width) / 2 + 3, y = (high + box.height) / 2 + 3;
    const double off[][2] = {{0, y}, {0, -y}, {x, 0}, {-x, 0}};
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        if (qm__label_try(page, at.x + off[i][0], at.y + off[i][1], type, false, words)) {
            return true;
        }
    }
    return false;
}

/* Tries a text in or beside a solid. */
static bool label_solid(qm__page *page, uint32_t number, candidates *list, const char *words) {
    const qm__type type = {19, true, 0x3a2f26};
    const qm__polygon *polygon = &page->table->prisms[number].polygon;
    if (label_beside(page, &polygon->box, type, words)) {
        return true;
    }
    candidates_in(page->table, polygon, list);
    cover(page, number, list);
    const double half = qm__label_box(words, type, 0, 0).width / 2;
    const candidate *at;
    while ((at = take_best(list)) != NULL && at->room > -1e8) {
        const qm__point point = page_point(page, at);
        const bool plate = page->facts->area || at->room * page->scale < half;
        if (qm__label_try(page, point.x, point.y, type, plate, words)) {
            return true;
        }
    }
    return false;
}

/* Whether two solids have one outline, corner by corner. */
static bool same_outline(const qm__table *table, const qm__polygon *a, const qm__polygon *b) {
    bool same = a->ring_count == b->ring_count;
    for (uint32_t r = 0; same && r < a->ring_count; r++) {
        const qm__ring *one = &table->rings[a->first_ring + r], *other = &table->rings[b->first_ring + r];
        same = one->count == other->count;
        for (uint32_t i = 0; same && i < one->count; i++) {
            const qm__corner *p = &table->corners[one->first + i], *q = &table->corners[other->first + i];
            same = p->x == q->x && p->y == q->y;
        }
    }
    return same;
}

/* The numbers of all solids with the outline of one, lowest top first, of more than FLOORS the highest; how many there
 * are, 0 when one of them comes before it. */
static uint32_t stack_of(const qm__table *table, uint32_t number, uint16_t out[FLOORS]) {
    uint32_t total = 0, kept = 0;
    for (uint32_t i = 0; i < table->prism_count; i++) {
        if (!same_outline(table, &table->prisms[number].polygon, &table->prisms[i].polygon)) {
            continue;
        }
        if (i < number) {
            return 0;
        }
        total++;
        if (kept == FLOORS && table->prisms[i].top <= table->prisms[out[0]].top) {
            continue;
        }
        if (kept == FLOORS) {
            memmove(out, out + 1, --kept * sizeof *out);
        }
        uint32_t at = kept++;
        for (; at > 0 && table->prisms[out[at - 1]].top > table->prisms[i].top; at--) {
            out[at] = out[at - 1];
        }
        out[at] = (uint16_t)i;
    }
    return total;
}

static void add_height(qm__page *page, uint32_t number, qm_text *out) {
    height_text(&page->table->prisms[number], page->raised[number], out);
}

/* All heights of a stack in one text; if that is too wide, each by itself. */
static void draw_stack(qm__page *page, const uint16_t *stack, uint32_t total, candidates *list) {
    const uint32_t count = total < FLOORS ? total : FLOORS;
    char words[FLOORS * 40];
    qm_text text = qm_text_over(words, sizeof words);
    qm_text_add(&text, total > count ? "\xe2\x80\xa6 \xc2\xb7 " : "");
    for (uint32_t i = 0; i < count; i++) {
        qm_text_add(&text, i > 0 ? " \xc2\xb7 " : "");
        add_height(page, stack[i], &text);
    }
    bool told = label_solid(page, stack[count - 1], list, words);
    for (uint32_t i = 0; i < count && count > 1 && !told; i++) {
        qm_text one = qm_text_over(words, sizeof words);
        add_height(page, stack[i], &one);
        if (label_solid(page, stack[i], list, words)) {
            qm__page_sign(page, QM__SIGN_HEIGHT);
        }
    }
    if (told) {
        qm__page_sign(page, QM__SIGN_HEIGHT);
    }
}

void qm__draw_heights(qm__page *page) {
    candidates *list = new_candidates(page);
    page->layer = QM__LAYER_LABELS;
    for (uint32_t i = 0; list && page->raised && i < page->table->prism_count; i++) {
        uint16_t stack[FLOORS];
        const uint32_t count = stack_of(page->table, i, stack);
        if (count > 0) {
            draw_stack(page, stack, count, list);
        }
    }
}

/* ------------------------------------------------------------------------------------------------- heights of figures
 */

void qm__level_add(const qm__page *page, qm_place at, qm_text *out) {
    bool tells = at.z != 0;
    for (uint32_t i = 0; i < page->table->prism_count && !tells; i++) {
        const qm__prism *prism = &page->table->prisms[i];
        tells = prism->top > at.z && inside_box(&prism->polygon.box, at.x, at.y) &&
                qm__polygon_side(page->table, &prism->polygon, at.x, at.y) >= 0;
    }
    if (tells) {
        qm_text_add(out, "@");
        qm__inches_print(at.z, out);
    }
}

/* ----------------------------------------------------------------------------------------------------- heights of
 * reach */

static bool same_region(const qm_reach_ring *a, const qm_reach_ring *b) {
    return a->z == b->z && a->cost == b->cost && a->risk == b->risk;
}

double qm__region_room(const qm_reach_area *area, const qm_reach_ring *of, double x, double y) {
    double nearest = 1e30;
    bool inside = false;
    for (uint32_t r = 0; r < area->ring_count; r++) {
        const qm_reach_ring *ring = &area->rings[r];
        for (uint32_t i = 0; i < ring->count && same_region(ring, of); i++) {
            const qm_reach_corner *a = &area->corners[ring->first + i];
            const qm_reach_corner *b = &area->corners[ring->first + (i + 1) % ring->count];
            const double dx = b->x - a->x, dy = b->y - a->y, square = dx * dx + dy * dy;
            const double part = square > 0 ? ((x - a->x) * dx + (y - a->y) * dy) / square : 0;
            const double t = part < 0 ? 0 : part > 1 ? 1 : part, ex = a->x + t * dx - x, ey = a->y + t * dy - y;
            nearest = ex * ex + ey * ey < nearest ? ex * ex + ey * ey : nearest;
            if ((a->y > y) != (b->y > y) && x < a->x + (y - a->y) / dy * dx) {
                inside = !inside;
            }
        }
    }
    return inside ? qm__root(nearest) : -qm__root(nearest);
}

/* Whether a higher surface is reached above a point of a region. */
static bool covered_by_region(const qm_reach_area *area, const qm_reach_ring *of, double x, double y) {
    int32_t seen = of->z;
    for (uint32_t r = 0; r < area->ring_count; r++) {
        const qm_reach_ring *ring = &area->rings[r];
        if (ring->cost == of->cost && ring->risk == of->risk && ring->z > seen) {
            if (qm__region_room(area, ring, x, y) > 0) {
                return true;
            }
            seen = ring->z;
        }
    }
    return false;
}

static void candidates_of_ring(const qm_reach_area *area, const qm_reach_ring *ring, candidates *out) {
    double x0 = 1e30, y0 = 1e30, x1 = -1e30, y1 = -1e30;
    for (uint32_t i = 0; i < ring->count; i++) {
        const qm_reach_corner *corner = &area->corners[ring->first + i];
        x0 = corner->x < x0 ? corner->x : x0;
        x1 = corner->x > x1 ? corner->x : x1;
        y0 = corner->y < y0 ? corner->y : y0;
        y1 = corner->y > y1 ? corner->y : y1;
    }
    out->count = 0;
    for (int i = 0; i < GRID * GRID; i++) {
        const double x = x0 + (x1 - x0) * (i % GRID + 1) / (GRID + 1.0),
                     y = y0 + (y1 - y0) * (i / GRID + 1) / (GRID + 1.0);
        const double room = qm__region_room(area, ring, x, y);
        if (room > 0) {
            out->list[out->count++] = (candidate){x, y, room * (covered_by_region(area, ring, x, y) ? COVERED : 1)};
        }
    }
}

/* Every piece of a surface that can be reached tells its height, unless all is on the ground. */
void qm__draw_region_heights(qm__page *page) {
    const qm_reach_area *area = page->facts->area;
    candidates *list = new_candidates(page);
    if (!area || !list) {
        return;
    }
    const int32_t dearest = page->facts->bands[page->facts->region_bands - 1];
    bool above = false;
    for (uint32_t r = 0; r < area->ring_count; r++) {
        above = above || area->rings[r].z != 0;
    }
    page->layer = QM__LAYER_LABELS;
    for (uint32_t r = 0; above && r < area->ring_count; r++) {
        const qm_reach_ring *ring = &area->rings[r];
        if (ring->cost != dearest || ring->risk != area->risk || ring->hole) {
            continue;
        }
        char words[32];
        qm_text text = qm_text_over(words, sizeof words);
        qm_text_add_char(&text, '@');
        qm__inches_print(ring->z, &text);
        candidates_of_ring(area, ring, list);
        const candidate *at;
        while ((at = take_best(list)) != NULL) {
            const qm__point point = page_point(page, at);
            if (qm__label_try(page, point.x, point.y, (qm__type){19, true, 0x1f4a1e}, true, words)) {
                qm__page_sign(page, QM__SIGN_LEVEL);
                break;
            }
        }
    }
}

/* -------------------------------------------------------------------------------------------------------- names of
 * zones */

static void name_area(qm__page *page, const qm__area *area, candidates *list, const char *objective) {
    const candidate *at;
    candidates_in(page->table, &area->polygon, list);
    while ((at = take_best(list)) != NULL) {
        const qm__point point = page_point(page, at);
        if (objective ? qm__objective_tag(page, point.x, point.y, objective)
                      : qm__label_try(page, point.x, point.y, (qm__type){19, false, 0x4a4438}, true, area->name)) {
            return;
        }
    }
}

void qm__draw_area_names(qm__page *page) {
    candidates *list = new_candidates(page);
    page->layer = QM__LAYER_LABELS;
    for (uint16_t i = 0; list && i < page->scenario->zone_count; i++) {
        const qm__zone *zone = &page->scenario->zones[i];
        if (zone->area) {
            name_area(page, &page->table->areas[zone->area - 1], list, zone->name);
        }
    }
    for (uint32_t i = 0; list && i < page->table->area_count; i++) {
        if (page->table->areas[i].kind == 0 && !qm__area_is_objective(page->scenario, i)) {
            name_area(page, &page->table->areas[i], list, NULL);
        }
    }
}
