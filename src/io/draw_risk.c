/* Reach on a table by risk: where a figure can get without a check, with one, with more; by moving, and by running.
 *
 * Six kinds of places at most: tones tell how many checks, hatching tells it too (none, one way, both ways), and what
 * takes a run is lighter. A place is shown by the best it has: fewer checks come before more, then moving before
 * running. Regions do not lie inside of each other in that order (what a move reaches with one check, a run may reach
 * without), so each is painted over those that come after it, and a surface is made transparent as a whole. Spots tell
 * the chance of getting there, one in each piece that takes a check.
 *
 * Rejected: a region without those before it as one path. It is the difference of regions that cross, which a path
 * cannot say.
 */
#include "game/scenario.h"
#include "io/draw.h"

#define OUTLINE 0x3a3a3au
#define GRID 15        /* points that are looked at in a ring, in each direction, for a spot */
#define LEAST_ROOM 150 /* 1/1000 inch around a spot */

unsigned qm__risk_tone(uint32_t effort, uint32_t risk) {
    static const unsigned tones[2][QM_RISKS] = {{0x4f9a58, 0xe3a72f, 0xb0558c}, {0xb4dcb2, 0xf6dfa3, 0xe3bcd3}};
    return tones[effort != 0][risk];
}

qm__pattern qm__risk_pattern(uint32_t risk) {
    return risk == QM_RISK_NONE ? QM__PATTERN_NONE : risk == QM_RISK_ONE ? QM__PATTERN_CHECK : QM__PATTERN_CHECKS;
}

/* ------------------------------------------------------------------------------------------------------------- kinds
 */

/* Whether a ring is of one kind: bands are of moving, and the second one of running. */
static bool is_of(const qm_reach_ring *ring, uint32_t effort, uint32_t risk, int32_t z) {
    return (ring->effort != 0) == (effort != 0) && ring->risk == risk && ring->z == z;
}

/* The rings of one kind as the data of a path. */
static void kind_data(qm__page *page, uint32_t effort, uint32_t risk, int32_t z) {
    const qm_reach_area *area = page->facts->area;
    for (uint32_t r = 0; r < area->ring_count; r++) {
        const qm_reach_ring *ring = &area->rings[r];
        for (uint32_t i = 0; i < ring->count && is_of(ring, effort, risk, z); i++) {
            const qm_reach_corner *corner = &area->corners[ring->first + i];
            const qm__point at = qm__page_place(page, (qm_place){corner->x, corner->y, z});
            qm__page_add(page, "%s%n %n%s", i == 0 ? "M" : "L", at.x, at.y, i + 1 == ring->count ? "Z" : "");
        }
    }
}

/* The size of a kind on a surface, in square units. */
static double kind_size(const qm_reach_area *area, uint32_t effort, uint32_t risk, int32_t z) {
    double doubled = 0;
    for (uint32_t r = 0; r < area->ring_count; r++) {
        const qm_reach_ring *ring = &area->rings[r];
        for (uint32_t i = 0; i < ring->count && is_of(ring, effort, risk, z); i++) {
            const qm_reach_corner *a = &area->corners[ring->first + i];
            const qm_reach_corner *b = &area->corners[ring->first + (i + 1) % ring->count];
            doubled += (double)a->x * b->y - (double)b->x * a->y;
        }
    }
    return doubled / 2;
}

/* Whether a kind has something on a surface that kinds before it have not; about a hundredth of a square inch counts.
 */
static bool is_seen(const qm_reach_area *area, uint32_t effort, uint32_t risk, int32_t z) {
    const double size = kind_size(area, effort, risk, z) - 1e4;
    const uint32_t farthest = area->rings[area->ring_count - 1].effort;
    return size > 0 && (effort == 0 || size > kind_size(area, 0, risk, z)) &&
           (risk == QM_RISK_NONE || (size > kind_size(area, effort, risk - 1, z) &&
                                     kind_size(area, farthest, risk, z) - 1e4 > kind_size(area, farthest, risk - 1, z)));
}

/* ----------------------------------------------------------------------------------------------------------- drawing
 */

static void paint(qm__page *page, uint32_t effort, uint32_t risk, int32_t z) {
    const qm__pattern pattern = qm__risk_pattern(risk);
    page->risks |= 1u << (2 * risk + effort);
    qm__page_add(page, "<path fill=\"%k\" fill-rule=\"evenodd\" stroke=\"%k\" stroke-width=\"1.5\" d=\"",
                 qm__risk_tone(effort, risk), OUTLINE);
    kind_data(page, effort, risk, z);
    qm__page_add(page, "\"/>\n");
    if (pattern != QM__PATTERN_NONE) {
        page->patterns |= 1u << pattern;
        qm__page_add(page, "<path fill=\"url(#qm-%s)\" fill-rule=\"evenodd\" d=\"", qm__pattern_name(pattern));
        kind_data(page, effort, risk, z);
        qm__page_add(page, "\"/>\n");
    }
}

/* All that is reached on a surface: what a run reaches has what a move does, and more checks reach no less. */
static void farthest_data(qm__page *page, int32_t z) {
    const qm_reach_area *area = page->facts->area;
    kind_data(page, area->rings[area->ring_count - 1].effort, area->risk, z);
}

static bool is_reached(const qm_reach_area *area, int32_t z) {
    bool found = false;
    for (uint32_t r = 0; r < area->ring_count && !found; r++) {
        found = area->rings[r].z == z;
    }
    return found;
}

/* A surface: what is shown last is painted first. */
static void paint_surface(qm__page *page, int32_t z) {
    if (z > 0) {
        qm__page_add(page, "<path fill=\"#ffffff\" fill-opacity=\"0.7\" fill-rule=\"evenodd\" d=\"");
        farthest_data(page, z);
        qm__page_add(page, "\"/>\n");
    }
    qm__page_add(page, "<g opacity=\"0.8\">\n");
    for (uint32_t kind = 2 * QM_RISKS; kind-- > 0;) {
        if (is_seen(page->facts->area, kind % 2, kind / 2, z)) {
            paint(page, kind % 2, kind / 2, z);
        }
    }
    qm__page_add(page, "</g>\n");
}

void qm__draw_risks(qm__page *page) {
    page->layer = QM__LAYER_ZONES;
    for (int outline = 0; outline < 2; outline++) {
        for (uint16_t h = 0; h < page->table->height_count; h++) {
            const int32_t z = page->table->heights[h];
            if (!is_reached(page->facts->area, z)) {
                continue;
            }
            if (outline) {
                qm__page_add(page, "<path fill=\"none\" stroke=\"%k\" stroke-width=\"3\" d=\"", OUTLINE);
                farthest_data(page, z);
                qm__page_add(page, "\"/>\n");
            } else {
                paint_surface(page, z);
            }
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------- spots
 */

/* Whether something higher would hide a place, in plan. */
static bool is_covered(const qm__table *table, int32_t x, int32_t y, int32_t z) {
    bool found = false;
    for (uint32_t i = 0; i < table->prism_count && !found; i++) {
        found = table->prisms[i].top > z && qm__polygon_side(table, &table->prisms[i].polygon, x, y) >= 0;
    }
    return found;
}

/* The roomiest place of a piece that takes as many checks as its ring has, all told; false when there is no room. */
static bool find_spot(const qm__table *table, const qm_reach_area *area, const qm_reach_ring *ring, qm_place *out) {
    const qm_reach_corner *corners = area->corners + ring->first;
    qm_reach_ring before = *ring;
    qm_reach_corner low = corners[0], high = corners[0];
    double best = LEAST_ROOM;
    before.risk--;
    for (uint32_t i = 1; i < ring->count; i++) {
        low.x = corners[i].x < low.x ? corners[i].x : low.x;
        low.y = corners[i].y < low.y ? corners[i].y : low.y;
        high.x = corners[i].x > high.x ? corners[i].x : high.x;
        high.y = corners[i].y > high.y ? corners[i].y : high.y;
    }
    for (int i = 0; i < GRID * GRID; i++) {
        const int32_t x = low.x + (high.x - low.x) * (i % GRID + 1) / (GRID + 1),
                      y = low.y + (high.y - low.y) * (i / GRID + 1) / (GRID + 1);
        const double room = qm__region_room(area, ring, x, y), outside = -qm__region_room(area, &before, x, y);
        if (room > best && outside > best && !is_covered(table, x, y, ring->z)) {
            best = room < outside ? room : outside;
            *out = (qm_place){x, y, ring->z};
        }
    }
    return best > LEAST_ROOM;
}

uint32_t qm__risk_spots(const qm__table *table, const qm_reach_area *area, qm_place *out, uint32_t max) {
    const qm_reach_ring *last = &area->rings[area->ring_count - 1];
    uint32_t count = 0;
    for (uint32_t r = 0; r < area->ring_count && count < max; r++) {
        const qm_reach_ring *ring = &area->rings[r];
        if (ring->cost == last->cost && ring->risk > QM_RISK_NONE && !ring->hole) {
            count += find_spot(table, area, ring, &out[count]);
        }
    }
    return count;
}

void qm__draw_risk_spots(qm__page *page) {
    static const double off[][2] = {{30, 0}, {-30, 0}, {0, -20}, {0, 20}, {28, -18}, {-28, -18}, {28, 18}, {-28, 18}};
    const qm__draw_facts *facts = page->facts;
    for (uint32_t i = 0; i < facts->spot_count; i++) {
        const qm__point at = qm__page_place(page, facts->spots[i].at);
        const qm__page_box dot = {at.x - 6, at.y - 6, 12, 12, QM__BOX_SHAPE};
        char words[16];
        bool told = false;
        qm__percent(facts->spots[i].chance, words);
        if (!qm__page_free(page, dot, page->box_count)) {
            continue;
        }
        page->layer = QM__LAYER_LABELS;
        for (size_t k = 0; k < sizeof off / sizeof *off && !told; k++) {
            told = qm__label_try(page, at.x + off[k][0], at.y + off[k][1], (qm__type){19, true, 0}, true, words);
        }
        if (told) {
            qm__draw_spot_sign(page, at);
            qm__page_keep(page, dot);
            qm__page_sign(page, QM__SIGN_CHANCE);
        }
    }
}

void qm__draw_spot_sign(qm__page *page, qm__point at) {
    qm__page_add(page, "<circle cx=\"%n\" cy=\"%n\" r=\"5\" fill=\"#000000\" stroke=\"#ffffff\" stroke-width=\"2\"/>\n",
                 at.x, at.y);
}
