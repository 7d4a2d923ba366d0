/* The memory of a search, cut up once, and the figures marked on its cells before it runs.
 *
 * Invariant: a cell belongs to the search whose stamp it bears; all others count as fresh, so nothing is cleared
 * between two searches of one figure's surroundings.
 */
#include "rules/hexmelee/search.h"

#include <string.h>

static size_t rounded(size_t size) {
    return (size + 15) / 16 * 16;
}

/* Sizes of the parts; the region is what a movement can cover, whatever the board. */
typedef struct parts {
    size_t cells, labels, found, heap, chains, rows, acts, total;
    uint32_t cell_count, row_max, act_max;
    uint16_t label_max, found_max;
} parts;

static parts cut(const qm_scenario *s) {
    parts p;
    const uint32_t hexes = s->hex.hex_count, region = hexes < HM_REGION_MAX ? hexes : HM_REGION_MAX;
    p.cell_count = hexes + 1;
    const uint32_t labels = 8 * region + 2048; /* a small board can be a hard one */
    p.label_max = (uint16_t)(labels < UINT16_MAX ? labels : UINT16_MAX);
    p.found_max = (uint16_t)(region + 1);
    p.row_max = 3 * region + 8u * s->item_count + 64;
    p.cells = rounded(sizeof(hm_search));
    p.labels = p.cells + rounded(p.cell_count * sizeof(hm_cell));
    p.found = p.labels + rounded(((size_t)p.label_max + 1) * sizeof(hm_label));
    p.heap = p.found + rounded(p.found_max * sizeof(uint16_t));
    p.chains = p.heap + rounded(((size_t)p.label_max + 1) * sizeof(uint16_t));
    p.rows = p.chains + rounded(hm_of(s)->burns ? p.cell_count * sizeof(uint16_t) : 0);
    p.acts = p.rows + rounded(p.row_max * sizeof(hm_row));
    p.act_max =
        4u * s->figure_count + s->item_count + 48; /* every target four ways, every thing, and what needs neither */
    p.total = p.acts + p.act_max * sizeof(qm_order);
    return p;
}

size_t qm__hm_search_size(const qm_scenario *s) {
    return cut(s).total;
}

hm_search *qm__hm_search_begin(const qm_scenario *s, void *memory) {
    hm_search *q = memory;
    unsigned char *bytes = memory;
    const parts p = cut(s);
    if (q->cell_count != p.cell_count || q->total != p.total || (void *)q->cells != (void *)(bytes + p.cells)) {
        memset(q, 0, sizeof *q);
        q->cell_count = p.cell_count;
        q->total = p.total;
        q->label_max = p.label_max;
        q->found_max = p.found_max;
        q->row_max = p.row_max;
        q->act_max = p.act_max;
        q->cells = (void *)(bytes + p.cells);
        q->labels = (void *)(bytes + p.labels);
        q->found = (void *)(bytes + p.found);
        q->heap = (void *)(bytes + p.heap);
        q->chains = (void *)(bytes + p.chains);
        q->rows = (void *)(bytes + p.rows);
        q->acts = (void *)(bytes + p.acts);
        memset(q->cells, 0, p.cell_count * sizeof(hm_cell));
    }
    q->s = s;
    q->grounds = hm_of(s)->grounds;
    q->codes = s->cells;
    q->care = hm_of(s)->care;
    q->label_count = 0;
    q->found_count = 0;
    q->row_count = q->option_count = q->act_count = 0;
    q->next_only = 0;
    q->full = false;
    return q;
}

/* A new stamp makes every cell fresh; once in 65,535 searches they are really cleared. */
static void fresh_cells(hm_search *q) {
    if (++q->stamp == 0) {
        memset(q->cells, 0, q->cell_count * sizeof(hm_cell));
        q->stamp = 1;
    }
}

static void mark_threat(hm_search *q, const hm_mover *m, const hm_near *near, uint16_t hex) {
    if (hex == 0) {
        return;
    }
    uint8_t engaged = 0;
    if (!m->by_entry) {
        engaged = qm__hm_near_stops(m, near, hex, 0) ? 63 : 0;
    } else {
        for (int d = 0; d < 6; d++) {
            engaged |= (uint8_t)(qm__hm_near_stops(m, near, hex, d) << d);
        }
    }
    if (engaged) {
        hm_cell_at(q, hex)->engaged |= engaged;
    }
}

void qm__hm_search_mark(hm_search *q, hm_mover *m) {
    fresh_cells(q);
    m->marks = q;
    q->bodies = false;
    for (uint16_t i = 0; i < m->near_count; i++) {
        const hm_near *near = &m->near[i];
        hm_cell *cell = hm_cell_at(q, near->hex);
        const bool friendly = (near->roles & HM_NEAR_FRIEND) != 0;
        if ((near->roles & HM_NEAR_UPRIGHT) && (!cell->upright || !friendly)) { /* of two in a hex an enemy bars it */
            cell->upright = (uint8_t)near->figure;
            cell->care = (uint8_t)((cell->care & HM_CARE) | (friendly ? HM_CARE_FRIEND : 0));
        } else if ((near->roles & HM_NEAR_BODY) && !cell->body) {
            cell->body = (uint8_t)near->figure;
            q->bodies = true;
        }
        cell->care |= cell->upright || cell->body ? HM_CARE : 0;
        if (!(near->roles & HM_NEAR_THREAT) && !(m->fronts && (near->roles & HM_NEAR_FOE))) {
            continue;
        }
        mark_threat(q, m, near, near->hex);
        /* Nobody engages but into the three hexes before it; a mover's own front may look anywhere. */
        const int facing = hm_body_at(m->s, m->st, near->figure)->facing, spread = m->fronts ? 3 : 1;
        for (int d = m->fronts ? -2 : -1; d <= spread; d++) {
            mark_threat(q, m, near, m->s->hex.neighbours[near->hex][qm__hex_turn(facing, d)]);
        }
    }
}
