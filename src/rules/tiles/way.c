/* Laying ways tile by tile: of the next tiles on a cheapest way the straightest, then the die (section 2).
 *
 * Invariant: what has been laid is in the figure's work, so a die thrown later sees it in the state. Ways to declared tiles are laid
 * once and whole; others one tile at a time, because the goal may be another in the next beat and nobody should throw a die for a
 * step that is never taken.
 */
#include "rules/tiles/resolve.h"

#include <string.h>

unsigned qm__tl_pick(tl_phase *p, uint16_t kind, uint16_t figure, unsigned count) {
    if (count <= 1) {
        return 0;
    }
    const qm__roll roll = {.kind = kind, .figure = figure, .dice = 1, .sides = (uint8_t)count, .shape = QM__PICK};
    return (unsigned)qm__roll_take(p->run, &roll);
}

tl_seek qm__tl_seek(const tl_phase *p, uint16_t figure, tl_map map, uint16_t end) {
    const tl_body *body = tl_figure(p, figure);
    const tl_work *w = &body->work;
    return (tl_seek){.figure = figure,
                     .from = body->tile,
                     .limit = map == TL_MAP_FREE || !tl_has_way(body) ? w->left : TL_NO_LIMIT,
                     .parity = w->diagonals & 1u,
                     .map = (uint8_t)map,
                     .begins = w->taken == 0,
                     .unheld = qm__tl_unheld(p, body),
                     .named = qm__tl_named(p, body),
                     .barred = w->lost,
                     .end = end};
}

/* Of the next nodes on a cheapest way to `end`: the one with tile `kept`, or the straightest, then by die. */
static unsigned choose_next(tl_phase *p, uint16_t figure, tl_next *next, uint16_t end, uint16_t kept) {
    for (unsigned i = 0; i < next->count; i++) {
        if (tl_node_tile(&p->table, next->nodes[i]) == kept) {
            return i;
        }
    }
    qm__tl_straightest(&p->table, end, next);
    return qm__tl_pick(p, TL_ROLL_WAY, figure, next->count);
}

/* ------------------------------------------------------------------------------------------------- a declared tile */

/* Lays one piece after what is laid already; `used` is what that cost, `seek->from` where it ends. */
static bool lay_piece(tl_phase *p, tl_seek *seek, uint8_t *used) {
    tl_work *w = &tl_figure(p, seek->figure)->work;
    qm__tl_search(&p->table, seek);
    if (qm__tl_cost_to(&p->table, seek->end) == TL_UNREACHED) {
        return false;
    }
    qm__tl_mark(&p->table, seek, seek->end);
    uint32_t node = tl_node_of(&p->table, seek->from, seek->parity);
    while (tl_node_tile(&p->table, node) != seek->end) {
        tl_next next;
        qm__tl_next(&p->table, seek, node, &next);
        const unsigned taken = choose_next(p, seek->figure, &next, seek->end, 0);
        node = next.nodes[taken];
        const unsigned left = (unsigned)(w->left - *used);
        const unsigned cost = tl_afford(p->s, tl_node_tile(&p->table, node), next.costs[taken], left);
        if (cost == 0) {
            w->flags |= TL_CUT;
            return true;
        }
        *used = (uint8_t)(*used + cost);
        w->way[w->way_count++] = tl_node_tile(&p->table, node);
    }
    seek->from = seek->end;
    seek->parity = (uint8_t)tl_node_parity(&p->table, node);
    seek->begins = seek->unheld = 0; /* it does not stand there yet */
    return true;
}

static bool lay_on(tl_phase *p, uint16_t figure, tl_map map, bool limited) {
    const tl_body *body = tl_figure(p, figure);
    tl_work *w = &tl_figure(p, figure)->work;
    uint8_t used = 0;
    w->way_count = 0;
    w->flags &= (uint16_t)~TL_CUT;
    memset(w->way, 0, sizeof w->way);
    tl_seek seek = qm__tl_seek(p, figure, map, 0);
    seek.limit = TL_NO_LIMIT;
    for (size_t i = 0; i < TL_TILES_MAX && body->plan.tiles[i] && !(w->flags & TL_CUT); i++) {
        seek.end = body->plan.tiles[i];
        if (limited) {
            seek.limit = (uint16_t)(w->left - used);
        }
        if (seek.end != seek.from && !lay_piece(p, &seek, &used)) {
            return false;
        }
    }
    return true;
}

void qm__tl_lay_declared(tl_phase *p, uint16_t figure) {
    tl_work *w = &tl_figure(p, figure)->work;
    const tl_seek seek = qm__tl_seek(p, figure, TL_MAP_FREE, 0);
    const bool laid = lay_on(p, figure, TL_MAP_FREE, true) ||
                      (qm__tl_free_as_cheap(&p->table, &seek, &tl_figure(p, figure)->plan) &&
                       lay_on(p, figure, TL_MAP_FREE, false)) ||
                      lay_on(p, figure, TL_MAP_BOLD, false) || lay_on(p, figure, TL_MAP_BARE, false);
    if (!laid) { /* nothing leads there: it never passes judging, but ground may differ from what was judged */
        w->way_count = 0;
        w->flags |= TL_CUT;
    }
}

/* ---------------------------------------------------------------------------------------------------- step by step */

/* Walks the laid part of the way through the search; gives its last node. */
static uint32_t walk_laid(const tl_phase *p, const tl_seek *seek, const tl_work *w) {
    uint32_t node = tl_node_of(&p->table, seek->from, seek->parity);
    for (uint8_t i = w->way_at; i < w->way_count; i++) {
        tl_next next;
        qm__tl_next(&p->table, seek, node, &next);
        for (unsigned n = 0; n < next.count; n++) {
            if (tl_node_tile(&p->table, next.nodes[n]) == w->way[i]) {
                node = next.nodes[n];
                break;
            }
        }
    }
    return node;
}

bool qm__tl_lay_more(tl_phase *p, uint16_t figure, bool searched) {
    tl_work *w = &tl_figure(p, figure)->work;
    const tl_seek seek = qm__tl_seek(p, figure, (tl_map)w->map, 0);
    if (!searched) {
        qm__tl_search(&p->table, &seek);
    }
    if (w->goal == 0 || w->way_count >= TL_WAY_MAX || qm__tl_cost_to(&p->table, w->goal) == TL_UNREACHED) {
        return false;
    }
    qm__tl_mark(&p->table, &seek, w->goal);
    const uint32_t node = walk_laid(p, &seek, w);
    tl_next next;
    qm__tl_next(&p->table, &seek, node, &next);
    if (tl_node_tile(&p->table, node) == w->goal || next.count == 0) {
        return false;
    }
    const uint16_t kept = w->way_count == w->way_at ? w->first : 0;
    const unsigned taken = choose_next(p, figure, &next, w->goal, kept);
    w->way[w->way_count++] = tl_node_tile(&p->table, next.nodes[taken]);
    return true;
}

uint8_t qm__tl_step_cost(const tl_phase *p, uint16_t figure, uint8_t through) {
    const tl_body *body = tl_figure(p, figure);
    const tl_work *w = &body->work;
    const unsigned budget = (unsigned)(w->left + w->paid);
    unsigned used = 0, parity = w->diagonals & 1u;
    uint16_t from = body->tile;
    for (uint8_t i = 0; i < through; i++) {
        const uint16_t tile = w->way[w->way_at + i];
        const bool diagonal = qm__tile_diagonal(qm__tile_direction_to(&p->s->tile, from, tile));
        const unsigned full = tl_cost(p->s, figure, tile) + (p->table.shift & parity & (unsigned)diagonal);
        const unsigned cost = tl_afford(p->s, tile, full, budget - used);
        if (cost == 0) {
            return 0;
        }
        used += cost;
        parity ^= (unsigned)diagonal;
        from = tile;
    }
    return (uint8_t)used;
}
