/* Options: the orders a figure can choose from, as a list of short rows in the search memory.
 *
 * What is listed while declarations are made, for a figure that has not declared:
 *   - staying, and standing up for one that is prone;
 *   - each tile it could end on, with running where that takes it;
 *   - next to each other figure; at distance 2, 3 and 4 from each foe;
 *   - avoiding its nearest foes (eight at most) at distance 2, 4 and 6;
 *   - intercepting on each tile it could watch, as an area of that one tile; not on barred ground, which an area may
 *     have, but nobody ever enters.
 * One that foes next to it hold cannot do any of that but stay or stand up (or avoid, where that lets it step away), so
 * it is offered each tile it could get to if it ignored all of them.
 *
 * In the melee phase: each step that jockeys, and acting. In the miscellaneous phase: staying, and each tile it could
 * withdraw to, away from all foes next to it. For nobody: resolve or next, as is due. Ways with tiles named, larger
 * areas and other foes to ignore are legal too, and far too many to list.
 *
 * Invariant: every order given here judges legal. Nothing is stored but rows; an order is written when it is asked for.
 */
#include <string.h>

#include "rules/tiles/foresee.h"

typedef struct row {
    uint16_t tile;
    uint8_t kind, other, run, distance;
    uint8_t ignores; /* all foes next to it */
    uint8_t zero;
} row;

/* The list, at the beginning of the memory beyond the table. */
typedef struct list {
    uint32_t count;
    uint16_t figure;
    uint16_t full;               /* there was more than it holds */
    uint8_t foes[TL_FOES_MAX];   /* that avoid and withdraw name */
    uint8_t around[TL_FOES_MAX]; /* foes next to it that hold it there */
    row rows[];
} list;

enum { ROWS_MAX = (TL_REST_SIZE - sizeof(list)) / sizeof(row) };

static void add(list *l, row one) {
    if (l->count >= ROWS_MAX) {
        l->full = 1;
        return;
    }
    l->rows[l->count++] = one;
}

/* Where the list is; whoever lists opens the table anew. */
static list *list_at(const qm_scenario *s, const qm_state *st, void *search) {
    tl_table t;
    qm__tl_table_open(&t, s, st, search);
    qm__tl_table_close(&t);
    return t.rest;
}

/* -------------------------------------------------------------------------------------------------------- declaring */

/* Every tile of the range, but its own. */
static void list_tiles(list *l, const tl_table *t, const tl_range *range, uint8_t kind) {
    for (uint32_t i = 0; i < t->found_count; i++) {
        const uint16_t tile = tl_node_tile(t, t->found[i]);
        if (tile != range->seek.from && tl_ends_on(t, l->figure, tile) && qm__tl_counts(t, t->found[i])) {
            const bool runs = qm__tl_range_cost(t, range, tile) > range->walking;
            add(l, (row){.kind = kind, .tile = tile, .run = runs, .ignores = l->around[0] != 0});
        }
    }
}

/* Every tile it could get to if it ignored the foes next to it. */
static void list_past_foes(list *l, tl_table *t, const tl_range *range) {
    qm__tl_foes_around(t, l->figure, l->around);
    qm__tl_mind(t, l->figure, l->around);
    qm__tl_search(t, &range->seek);
    list_tiles(l, t, range, TL_ORDER_MOVE);
}

static void list_relations(list *l, const tl_table *t) {
    const qm_scenario *s = t->scenario;
    const int32_t most = tl_of(s)->set.avoid_max;
    for (uint16_t other = 1; other <= s->figure_count; other++) {
        if (other == l->figure || !tl_present(tl_body_at(s, t->state, other))) {
            continue;
        }
        add(l, (row){.kind = TL_ORDER_BESIDE, .other = (uint8_t)other});
        for (uint8_t distance = 2; distance <= 4 && distance <= most && tl_hostile(s, l->figure, other); distance++) {
            add(l, (row){.kind = TL_ORDER_KEEP, .other = (uint8_t)other, .distance = distance});
        }
    }
}

/* The nearest foes; of those equally near the ones listed first. */
static size_t nearest_foes(const tl_table *t, uint16_t figure, uint8_t foes[TL_FOES_MAX]) {
    const qm_scenario *s = t->scenario;
    const uint16_t tile = tl_body_at(s, t->state, figure)->tile;
    int distances[TL_FOES_MAX];
    size_t count = 0;
    for (uint16_t foe = 1; foe <= s->figure_count; foe++) {
        const tl_body *body = tl_body_at(s, t->state, foe);
        if (!tl_hostile(s, figure, foe) || !tl_present(body)) {
            continue;
        }
        const int distance = tl_distance(s, tile, body->tile);
        size_t at = count < TL_FOES_MAX ? count++ : TL_FOES_MAX;
        for (; at > 0 && distances[at - 1] > distance; at--) {
            if (at < TL_FOES_MAX) {
                distances[at] = distances[at - 1];
                foes[at] = foes[at - 1];
            }
        }
        if (at < TL_FOES_MAX) {
            distances[at] = distance;
            foes[at] = (uint8_t)foe;
        }
    }
    return count;
}

static void list_avoid(list *l, const tl_table *t) {
    if (nearest_foes(t, l->figure, l->foes) == 0) {
        return;
    }
    for (uint8_t distance = 2; distance <= 6 && distance <= tl_of(t->scenario)->set.avoid_max; distance += 2) {
        add(l, (row){.kind = TL_ORDER_AVOID, .distance = distance});
    }
}

/* The tiles near enough to have one it could walk to beside them. */
static void list_intercept(list *l, tl_table *t, const tl_range *range) {
    const qm__tile_board *board = &t->scenario->tile;
    const int column = qm__tile_column(board, range->seek.from), row_ = qm__tile_row(board, range->seek.from);
    const int far = range->walking + 1;
    tl_seek walk = range->seek;
    walk.limit = range->walking;
    qm__tl_search(t, &walk);
    for (int y = row_ - far; y <= row_ + far; y++) {
        for (int x = column - far; x <= column + far; x++) {
            const uint16_t tile = qm__tile_at(board, x, y);
            if (tile && !tl_ground_at(t->scenario, tile)->barred && qm__tl_gets_next_to(t, l->figure, tile)) {
                add(l, (row){.kind = TL_ORDER_INTERCEPT, .tile = tile});
            }
        }
    }
}

static void list_declarations(list *l, const qm_scenario *s, const qm_state *st, void *search) {
    const bool first = tl_of(s)->set.declare_special == TL_DECLARE_SPECIAL_FIRST;
    const bool special = st->phase == TL_PHASE_ANNOUNCE || !first, plain = st->phase == TL_PHASE_DECLARE;
    tl_table t;
    tl_range range;
    qm__tl_table_open(&t, s, st, search);
    qm__tl_range_open(&t, l->figure, &range);
    const bool held = tl_watched(&t, l->figure, range.seek.from);
    if (plain) {
        add(l, (row){.kind = TL_ORDER_STAY});
        if (tl_body_at(s, st, l->figure)->condition == TL_PRONE) {
            add(l, (row){.kind = TL_ORDER_STAND});
        }
        if (held) {
            list_past_foes(l, &t, &range);
        } else {
            list_tiles(l, &t, &range, TL_ORDER_MOVE);
            list_relations(l, &t);
        }
    }
    if (special && (!held || tl_of(s)->set.avoid_adjacent == TL_AVOID_ADJACENT_AWAY)) {
        list_avoid(l, &t);
    }
    if (special && !held) {
        list_intercept(l, &t, &range);
    }
    qm__tl_table_close(&t);
}

static void list_withdrawals(list *l, const qm_scenario *s, const qm_state *st, void *search) {
    tl_table t;
    tl_range range;
    qm__tl_table_open(&t, s, st, search);
    qm__tl_range_open(&t, l->figure, &range);
    memcpy(l->foes, range.d.foes, sizeof l->foes);
    add(l, (row){.kind = TL_ORDER_STAY});
    list_tiles(l, &t, &range, TL_ORDER_WITHDRAW);
    qm__tl_table_close(&t);
}

/* ------------------------------------------------------------------------------------------------------------ melee */

static int32_t packed(qm_place place) {
    return place.x | place.y << 16;
}

/* Eight steps are few enough to ask the judge. */
static bool jockeys(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t tile, void *search) {
    qm_order order;
    qm_verdict verdict = {.judgement = QM_LEGAL};
    qm_order_clear(&order, TL_ORDER_JOCKEY, figure);
    order.arguments[0] = packed(qm__tl_place(s, tile));
    qm__judging j = {.scenario = s, .state = st, .order = &order, .search = search, .verdict = &verdict};
    qm__tl_judge_jockey(&j);
    return verdict.judgement == QM_LEGAL;
}

static void list_melee(list *l, const qm_scenario *s, const qm_state *st, void *search) {
    const tl_body *body = tl_body_at(s, st, l->figure);
    for (int d = 0; d < 8 && !body->jockeyed; d++) {
        const uint16_t tile = s->tile.neighbours[body->tile][d];
        if (tile && jockeys(s, st, l->figure, tile, search)) {
            add(l, (row){.kind = TL_ORDER_JOCKEY, .tile = tile});
        }
    }
    if (!body->acted) {
        add(l, (row){.kind = TL_ORDER_ACT});
    }
}

/* --------------------------------------------------------------------------------------------------------- the list */

/* What nobody in particular orders: resolve where something was declared, else next. Not where a declaration is
 * concealed. */
static void list_advance(list *l, const qm_scenario *s, const qm_state *st) {
    bool declared = st->phase == TL_PHASE_DECLARE, concealed = false;
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        const tl_body *body = tl_body_at(s, st, f);
        declared = declared || (st->phase == TL_PHASE_MISC && body->declared);
        concealed = concealed || (body->declared && body->plan.what == TL_NOTHING);
    }
    if (!declared || !concealed) {
        add(l, (row){.kind = declared ? TL_ORDER_RESOLVE : TL_ORDER_NEXT});
    }
}

uint32_t qm__tl_options(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search) {
    list *l = list_at(s, st, search);
    *l = (list){.figure = figure};
    if (figure == 0) {
        list_advance(l, s, st);
        return l->count;
    }
    const tl_body *body = tl_body_at(s, st, figure);
    if (!tl_present(body)) {
        return 0;
    }
    switch (st->phase) {
    case TL_PHASE_ANNOUNCE:
    case TL_PHASE_DECLARE:
        if (tl_may_declare(body)) {
            list_declarations(l, s, st, search);
        }
        break;
    case TL_PHASE_MELEE:
        list_melee(l, s, st, search);
        break;
    case TL_PHASE_MISC:
        if (tl_may_declare(body)) {
            list_withdrawals(l, s, st, search);
        }
        break;
    default:
        break;
    }
    return l->full ? QM__TOO_MANY : l->count;
}

/* ------------------------------------------------------------------------------------------------------- as orders */

static void add_foes(qm_order *order, const uint8_t *foes, uint16_t leg) {
    for (size_t i = 0; i < TL_FOES_MAX && foes[i]; i++) {
        order->legs[order->leg_count++] = (qm_leg){.kind = leg, .thing = foes[i]};
    }
}

void qm__tl_order_of(const qm_scenario *s, uint16_t figure, const tl_declaration *d, qm_order *order) {
    qm_order_clear(order, (uint16_t)(d->what - TL_STAY + TL_ORDER_STAY), figure);
    if (d->what == TL_BESIDE) {
        order->arguments[0] = d->other;
    } else if (d->what == TL_KEEP || d->what == TL_AVOID) {
        order->arguments[0] = d->distance;
        order->arguments[1] = d->other;
    }
    for (size_t i = 0; i < TL_TILES_MAX && d->tiles[i]; i++) {
        order->legs[order->leg_count++] = (qm_leg){.kind = TL_LEG_TILE, .to = qm__tl_place(s, d->tiles[i])};
    }
    if (d->run) {
        order->legs[order->leg_count++] = (qm_leg){.kind = TL_LEG_RUN};
    }
    add_foes(order, d->foes, d->what == TL_AVOID ? TL_LEG_FROM : d->what == TL_WITHDRAW ? TL_LEG_AWAY : TL_LEG_FOR);
    add_foes(order, d->ignored, TL_LEG_IGNORE);
}

static void write_declaration(const qm_scenario *s, const list *l, const row *one, qm_order *order) {
    tl_declaration d = {.what = tl_declared_by(one->kind),
                        .tiles = {one->tile},
                        .other = one->other,
                        .run = one->run,
                        .distance = one->distance};
    if (one->kind == TL_ORDER_AVOID || one->kind == TL_ORDER_WITHDRAW) {
        memcpy(d.foes, l->foes, sizeof d.foes);
    }
    if (one->ignores) {
        memcpy(d.ignored, l->around, sizeof d.ignored);
    }
    qm__tl_order_of(s, l->figure, &d, order);
}

bool qm__tl_option(const qm_scenario *s, const qm_state *st, void *search, uint32_t index, qm_order *order) {
    const list *l = list_at(s, st, search);
    if (index >= l->count) {
        return false;
    }
    const row *one = &l->rows[index];
    if (one->kind <= TL_ORDER_WITHDRAW) {
        write_declaration(s, l, one, order);
        return true;
    }
    qm_order_clear(order, one->kind, one->kind == TL_ORDER_RESOLVE || one->kind == TL_ORDER_NEXT ? 0 : l->figure);
    order->arguments[0] = one->tile ? packed(qm__tl_place(s, one->tile)) : 0;
    return true;
}
