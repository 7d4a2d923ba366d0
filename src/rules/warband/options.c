/* Options: the orders a unit can choose from, as a list of short rows in the family's own part of the search memory;
 * and who is next to choose.
 *
 * What is listed, by phase:
 *   - upkeep: each treasure it could take;
 *   - engage: each enemy it could walk to, fly to or reach through walls; where that may not be measured, however far
 *     off it is. Those that only a climb, a ladder or a jump leads to are engaged by naming them;
 *   - move: staying, reloading, straight walks in eight directions as far as it may go (where it cannot, as far as it may
 *     go through difficult ground) and half as far, every climb,
 *     ladder, jump and drop that it could take from the nearest place; running in the eight directions, and over what a
 *     move does not lead to; for those with wings the same directions through the air, over what is in the way, to the
 *     surface next below their heads and to the highest;
 *   - always: putting down what it carries.
 * For nobody: the next phase, and before it what the first unit of the side has to choose in upkeep or engage. Other
 * places, and ways of several legs, are legal too, and far too many to list. Jumps whose length nobody may measure are
 * not listed, for that would tell it.
 *
 * Invariant: every order given here has been judged legal. Nothing is stored but rows; an order is written when it is
 * asked for.
 */
#include <string.h>

#include "rules/warband/fly_ways.h"

/* What a row says besides the order: nothing, a figure or an item, a direction on foot, in the air, in the air to the
 * highest surface there, a link. */
enum { ROW_PLAIN, ROW_THING, ROW_WALK, ROW_FLY, ROW_SOAR, ROW_LINK };

typedef struct row {
    uint16_t figure;
    uint8_t order;
    uint8_t what;
    uint32_t number;
} row;

typedef struct list {
    uint32_t count;
    uint32_t full; /* there was more than it holds */
    row rows[];
} list;

enum {
    ROWS_MAX = (WB_OWN_SIZE - sizeof(list)) / sizeof(row),
    DIRECTIONS = 8,
    WALKS = 2 * DIRECTIONS,  /* each as far as it may go, and half as far */
    HARD_WALKS = WALKS       /* from here on: as far as difficult ground lets it go */
};

/* What a list is made with. */
typedef struct making {
    const qm_scenario *s;
    const qm_state *st;
    void *search;
    qm__inch_search *memory; /* of the unit of a row that moves; NULL = not begun */
    list *l;
} making;

/* --------------------------------------------------------------------------------------------------- rows as orders */

/* Where a direction leads: a little less far than it may go, so that rounding the end takes no more than there is. */
static qm__xy far_end(const making *m, const row *one) {
    const int32_t allowance = qm__wb_allowance(m->s, m->st, one->figure, one->order);
    const bool hard = one->number >= HARD_WALKS;
    const double length = hard                        ? allowance - wb_set(m->s)->difficult_loss - 2
                          : one->number >= DIRECTIONS ? (allowance - 2) / 2.0
                                                      : allowance - 2;
    const qm__turn turn = qm__turn_of((double)(one->number % DIRECTIONS) * (QM__PARTS / DIRECTIONS));
    const qm_place from = m->memory->from;
    return (qm__xy){(double)qm__units(from.x + turn.cos * length), (double)qm__units(from.y + turn.sin * length)};
}

static bool on_table(const qm_scenario *s, qm__xy at) {
    return at.x >= 0 && at.y >= 0 && at.x <= s->table.width && at.y <= s->table.depth;
}

/* A straight piece on foot. Who goes through walls comes out at the height it has. */
static bool write_walk(const making *m, const row *one, qm_order *order) {
    const qm__inch_base *base = m->memory->base;
    const qm__spot from = qm__inch_spot(base, m->memory->from);
    const qm__xy to = far_end(m, one);
    int32_t level = from.level;
    if (!on_table(m->s, to) || (!qm__walkable(base->levels, &m->memory->crowd, from, to, QM__SLACK, &level) &&
                                !wb_value(m->s, one->figure, WB_ETHEREAL))) {
        return false;
    }
    order->legs[order->leg_count++] = (qm_leg){.kind = WB_LEG_VIA, .to = qm__inch_place(base, to, level)};
    return true;
}

/* To what is no higher than the unit's head, or to the highest there is, if that is another. */
static bool write_flight(const making *m, const row *one, qm_order *order) {
    const qm__table *table = &m->s->table;
    const qm__xy to = far_end(m, one);
    const int32_t head = m->memory->from.z + wb_value(m->s, one->figure, WB_HEIGHT);
    int32_t z, top;
    if (!on_table(m->s, to) || qm__surface_below(table, to.x, to.y, head, &z) == QM__NOTHING ||
        qm__surface_below(table, to.x, to.y, QM__COORDINATE_MAX, &top) == QM__NOTHING ||
        (one->what == ROW_SOAR && top == z)) {
        return false;
    }
    const qm_place place = {(int32_t)to.x, (int32_t)to.y, one->what == ROW_SOAR ? top : z};
    return qm__wb_fly_to(m->s, m->memory, place, order);
}

/* False when there is no such order. */
static bool write_row(const making *m, const row *one, qm_order *order) {
    qm_order_clear(order, one->order, one->figure);
    switch (one->what) {
    case ROW_THING:
        order->arguments[0] = (int32_t)one->number;
        return true;
    case ROW_WALK:
        return write_walk(m, one, order);
    case ROW_FLY:
    case ROW_SOAR:
        return write_flight(m, one, order);
    case ROW_LINK:
        return qm__inch_over(m->memory, &(qm__inch_ask){.apart = wb_stops_apart(m->s)}, one->number,
                             qm__inch_here(m->memory), qm__wb_allowance(m->s, m->st, one->figure, one->order), order);
    default:
        return true;
    }
}

/* ---------------------------------------------------------------------------------------------------------- judging */

/* One that is bound to fail is legal, and no option. */
static bool is_good(const making *m, const qm_order *order) {
    qm_verdict verdict;
    wb_prepared prepared;
    qm__judging j = qm__wb_trial(m->s, m->st, order, m->search, &verdict, &prepared);
    if (order->kind <= WB_ORDER_RUN) {
        qm__wb_judge_move(&j);
    } else if (order->kind == WB_ORDER_ENGAGE) {
        qm__wb_judge_engage(&j);
    } else {
        qm__wb_judge_turn(&j);
    }
    return verdict.judgement == QM_LEGAL && verdict.chance > 0;
}

/* Adds a row if it is an order that is good; whether it was. */
static bool add(making *m, row one) {
    qm_order order;
    if (!write_row(m, &one, &order) || !is_good(m, &order)) {
        return false;
    }
    if (m->l->count < ROWS_MAX) {
        m->l->rows[m->l->count++] = one;
    } else {
        m->l->full = 1;
    }
    return true;
}

/* -------------------------------------------------------------------------------------------------------- the lists */

static void list_takes(making *m, uint16_t figure) {
    for (uint16_t item = 1; item <= m->s->item_count; item++) {
        add(m, (row){.figure = figure, .order = WB_ORDER_TAKE, .what = ROW_THING, .number = item});
    }
}

static void list_engages(making *m, uint16_t figure) {
    for (uint16_t other = 1; other <= m->s->figure_count; other++) {
        if (wb_hostile(m->s, figure, other)) {
            add(m, (row){.figure = figure, .order = WB_ORDER_ENGAGE, .what = ROW_THING, .number = other});
        }
    }
}

/* Whether the rules let the unit take a link at all, as plans and reach see it. */
static bool is_open(const making *m, uint16_t figure, uint32_t link) {
    const wb_pricing pricing = {.scenario = m->s, .state = m->st, .figure = figure};
    qm__link_price bands[QM__BANDS_MAX];
    return qm__wb_price(&pricing, m->memory->base->links, link, bands) > 0;
}

static void list_links(making *m, uint16_t figure, bool runs) {
    for (uint32_t link = 0; link < m->memory->base->links->count; link++) {
        row one = {.figure = figure, .order = WB_ORDER_MOVE, .what = ROW_LINK, .number = link};
        if (is_open(m, figure, link) && !add(m, one) && runs) {
            one.order = WB_ORDER_RUN;
            add(m, one);
        }
    }
}

/* Whether difficult ground takes its part of the movement once, and leaves more than half of it. */
static bool loses_some(const making *m, uint16_t figure) {
    const wb_settings *set = wb_set(m->s);
    return wb_of(m->s)->difficult != 0 && set->difficult_once == WB_DIFFICULT_ONCE_YES && set->difficult_loss > 0 &&
           2 * set->difficult_loss < qm__wb_allowance(m->s, m->st, figure, WB_ORDER_MOVE);
}

static void list_walks(making *m, uint16_t figure) {
    const bool loses = loses_some(m, figure);
    for (uint32_t i = 0; i < WALKS; i++) {
        row one = {.figure = figure, .order = WB_ORDER_MOVE, .what = ROW_WALK, .number = i};
        if (!add(m, one) && i < DIRECTIONS && loses) {
            one.number = HARD_WALKS + i;
            add(m, one);
        }
    }
}

static void list_moves(making *m, uint16_t figure) {
    qm_reason bars[WB_BARS_MAX];
    m->memory = qm__inch_begin(m->s, &wb_of(m->s)->inches, m->st, figure, m->search);
    if (!m->memory->base || qm__wb_bars(m->s, m->st, figure, WB_ORDER_MOVE, bars) > 0) {
        return;
    }
    const bool runs = qm__wb_bars(m->s, m->st, figure, WB_ORDER_RUN, bars) == 0;
    const bool flies = wb_value(m->s, figure, WB_FLYING) != 0;
    list_walks(m, figure);
    for (uint32_t i = 0; i < WALKS && flies; i++) {
        add(m, (row){.figure = figure, .order = WB_ORDER_MOVE, .what = ROW_FLY, .number = i});
        add(m, (row){.figure = figure, .order = WB_ORDER_MOVE, .what = ROW_SOAR, .number = i});
    }
    for (uint32_t i = 0; i < DIRECTIONS && flies && runs; i++) {
        add(m, (row){.figure = figure, .order = WB_ORDER_RUN, .what = ROW_FLY, .number = i});
        add(m, (row){.figure = figure, .order = WB_ORDER_RUN, .what = ROW_SOAR, .number = i});
    }
    for (uint32_t i = 0; i < DIRECTIONS && runs; i++) {
        add(m, (row){.figure = figure, .order = WB_ORDER_RUN, .what = ROW_WALK, .number = i});
    }
    list_links(m, figure, runs);
}

static void list_figure(making *m, uint16_t figure) {
    if (!wb_present(wb_at(m->s, m->st, figure)) || m->s->figures[figure - 1].side != wb_game_of(m->s, m->st)->side) {
        return;
    }
    if (m->st->phase == WB_PHASE_UPKEEP) {
        list_takes(m, figure);
    } else if (m->st->phase == WB_PHASE_ENGAGE) {
        list_engages(m, figure);
    } else if (m->st->phase == WB_PHASE_MOVE) {
        add(m, (row){.figure = figure, .order = WB_ORDER_STAY});
        add(m, (row){.figure = figure, .order = WB_ORDER_RELOAD});
        list_moves(m, figure);
    }
}

uint16_t qm__wb_actor(const qm_scenario *s, const qm_state *st) {
    qm_reason bars[WB_BARS_MAX];
    for (uint16_t f = 1; f <= s->figure_count && st->phase == WB_PHASE_MOVE; f++) {
        if (s->figures[f - 1].side == wb_game_of(s, st)->side && qm__wb_bars(s, st, f, WB_ORDER_MOVE, bars) == 0) {
            return f;
        }
    }
    return 0;
}

/* What nobody in particular orders; with what one unit could do where nobody has to. */
static void list_advance(making *m) {
    const bool asks = m->st->phase == WB_PHASE_UPKEEP || m->st->phase == WB_PHASE_ENGAGE;
    for (uint16_t f = 1; f <= m->s->figure_count && asks && m->l->count == 0; f++) {
        list_figure(m, f);
    }
    add(m, (row){.order = WB_ORDER_NEXT});
}

uint32_t qm__wb_options(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search) {
    making m = {.s = s, .st = st, .search = search, .l = qm__inch_own(search)};
    *m.l = (list){0};
    if (figure == 0) {
        list_advance(&m);
    } else {
        list_figure(&m, figure);
        if (wb_at(s, st, figure)->treasure) {
            add(&m, (row){.figure = figure, .order = WB_ORDER_LEAVE});
        }
    }
    return m.l->full ? QM__TOO_MANY : m.l->count;
}

bool qm__wb_option(const qm_scenario *s, const qm_state *st, void *search, uint32_t index, qm_order *order) {
    making m = {.s = s, .st = st, .search = search, .l = qm__inch_own(search)};
    if (index >= m.l->count) {
        return false;
    }
    const row *one = &m.l->rows[index];
    if (one->what >= ROW_WALK) {
        m.memory = qm__inch_begin(s, &wb_of(s)->inches, st, one->figure, search);
    }
    return write_row(&m, one, order);
}
