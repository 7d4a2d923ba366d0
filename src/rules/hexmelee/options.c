/* Options: every order a figure can choose from, as a list of rows that differ only in the facing at the end.
 *
 * What is listed in the movement phase, for the figure to move:
 *   - standing still, with each facing; hanging on, pulling up, letting go; climbing to each rim with a rope;
 *   - each hex its movement can end in, by the way with the fewest checks (among those the cheapest), as the smallest
 * kind of move that covers it, with each facing; the same as a delay where the way keeps to half MOV;
 *   - each thing lying in such a hex, grabbed or snatched there with the movement ending there;
 *   - standing up: alone, with each change of weapons, with each half move; engaged: each shift.
 * Ways that only differ in between, pick-ups in passing and turns in mid-move are legal too but add nothing new to
 * choose. In the action phase the orders of action are listed whole.
 *
 * Invariant: every order given here judges legal. Nothing is stored but rows and the labels of the search; an order is
 * written when it is asked for.
 */
#include "rules/hexmelee/act.h"
#include "rules/hexmelee/search.h"

typedef struct listing {
    hm_search *q;
    const qm_scenario *s;
    const qm_state *st;
    const hm_body *body;
    const hm_settings *set;
    uint16_t figure;
    bool engaged;
} listing;

static unsigned count_bits(unsigned bits) {
    unsigned count = 0;
    for (; bits; bits &= bits - 1) {
        count++;
    }
    return count;
}

/* A row; `facings` 0 = one order without a facing. */
static void add_row(listing *l, int kind, uint16_t label, int leg, uint16_t item, unsigned facings) {
    hm_search *q = l->q;
    if (q->row_count >= q->row_max) {
        q->full = true;
        return;
    }
    const bool moves = label != 0 && q->labels[label].parent != 0;
    q->rows[q->row_count++] = (hm_row){.first = q->option_count,
                                       .label = label,
                                       .item = item,
                                       .kind = (uint8_t)kind,
                                       .leg = (uint8_t)leg,
                                       .facings = (uint8_t)facings,
                                       .facing = moves ? q->labels[label].direction : l->body->facing};
    q->option_count += facings == 63 ? 6 : facings ? count_bits(facings) : 1;
}

/* --------------------------------------------------------------------------------------------------------- free moves
 */

static bool covers(const hm_mover *m, int most_hexes, int most_mov, const hm_label *label) {
    return m->slow ? label->hexes <= 1 : label->hexes <= most_hexes && label->cost <= most_mov;
}

/* The cells of the last search that can be gone to, as the smallest kind of move (FULL) or as `kind` itself. */
static void list_ends(listing *l, int kind) {
    const hm_search *q = l->q;
    for (uint16_t i = 0; i < q->found_count; i++) {
        const uint16_t label = q->cells[q->found[i]].first;
        const hm_label *way = &q->labels[label];
        const unsigned facings = qm__hm_end_facings(q, kind, label);
        if (facings == 0 || way->parent == 0) {
            continue;
        }
        const int as = kind == HM_FULL
                           ? qm__hm_smallest_kind(&q->mover, way->hexes, way->cost, (way->flags & HM_LABEL_WHOLE) != 0)
                           : kind;
        add_row(l, as, label, 0, 0, facings);
    }
}

static void list_delays(listing *l) {
    const hm_search *q = l->q;
    int hexes, mov;
    if (!l->set->delay ||
        (l->set->chase_delay == HM_CHASE_DELAY_BARRED && qm__hm_pursuer_of(l->s, l->st, l->figure) != 0)) {
        return;
    }
    qm__hm_kind_limits(&q->mover, HM_DELAY, &hexes, &mov);
    for (uint16_t i = 0; i < q->found_count; i++) {
        const hm_cell *cell = &q->cells[q->found[i]];
        const uint16_t label = covers(&q->mover, hexes, mov, &q->labels[cell->first]) ? cell->first : cell->last;
        if (covers(&q->mover, hexes, mov, &q->labels[label])) {
            const unsigned facings = qm__hm_end_facings(q, HM_DELAY, label);
            if (facings) {
                add_row(l, HM_DELAY, label, 0, 0, facings);
            }
        }
    }
}

/* The ways of a search that may end in picking something up: those by jumps only where the two go together. */
static void search_pickups(listing *l, int kind) {
    const bool jumps = l->set->pickup_jump == HM_PICKUP_JUMP_YES;
    l->q->mover.marks = NULL;
    qm__hm_search_aim(l->q, l->s, l->st, l->figure, kind);
    qm__hm_search_go(l->q, HM_SEARCH_PICKUP | (jumps ? HM_SEARCH_JUMPS : 0u), 0);
}

static void list_thing(listing *l, int kind, uint16_t item, uint16_t label) {
    const hm_mover *m = &l->q->mover;
    const hm_label *way = &l->q->labels[label];
    const int grab = qm__hm_grab_cost(m, way->entered), cost = way->cost + grab;
    const bool free_kind = kind == HM_FULL;
    if (cost <= m->mov_max && (!m->slow || grab <= m->allowance)) {
        add_row(l, free_kind ? qm__hm_smallest_kind(m, way->hexes, cost, false) : kind, label, HM_LEG_GRAB, item, 63);
    }
    add_row(l, free_kind ? qm__hm_smallest_kind(m, way->hexes, way->cost, false) : kind, label, HM_LEG_SNATCH, item,
            63);
}

/* Things that lie where the movement can end. The search for ways to them is made only if one lies where a movement
 * could. */
static void list_pickups(listing *l, int kind) {
    hm_search *q = l->q;
    bool searched = false;
    if (l->body->flags & HM_GRABBED) {
        return;
    }
    for (uint16_t item = 1; item <= l->s->item_count; item++) {
        const hm_thing *thing = hm_thing_at(l->s, l->st, item);
        if (thing->holder != 0 || thing->hex == 0 || q->cells[thing->hex].stamp != q->stamp ||
            (!searched && !q->cells[thing->hex].first)) {
            continue;
        }
        if (!searched) {
            search_pickups(l, kind);
            searched = true;
        }
        const hm_cell *cell = &q->cells[thing->hex];
        if (cell->stamp == q->stamp && cell->first) {
            list_thing(l, kind, item, cell->first);
        }
    }
}

static void list_free(listing *l, int kind) {
    l->q->mover.marks = NULL;
    qm__hm_search_aim(l->q, l->s, l->st, l->figure, kind);
    qm__hm_search_go(l->q, HM_SEARCH_JUMPS, 0);
    list_ends(l, kind);
    if (kind == HM_FULL) {
        list_delays(l);
    }
    if (!l->q->mover.shift) {
        list_pickups(l, kind);
    }
}

/* ------------------------------------------------------------------------------------------------------- other orders
 */

static void list_rise(listing *l) {
    if (l->body->position == HM_STANDING ||
        (l->set->stand_under == HM_STAND_UNDER_NO && qm__hm_on_top(l->s, l->st, l->figure) != 0)) {
        return;
    }
    add_row(l, HM_RISE, 0, 0, 0, 63);
    if (l->body->position == HM_PRONE) {
        return;
    }
    for (uint16_t item = 1; item <= l->s->item_count; item++) {
        const hm_thing *thing = hm_thing_at(l->s, l->st, item);
        if (thing->holder == l->figure && item != l->body->ready && qm__hm_weapon_kind(l->s, l->st, item) >= 0) {
            add_row(l, HM_RISE, 0, 0, item, 63);
        }
    }
    list_free(l, HM_RISE);
}

static void list_climbs(listing *l) {
    const hm_ground *ground = hm_ground_at(l->s, l->body->hex);
    if (ground->what != HM_WHAT_PIT || !ground->deep || l->body->position != HM_STANDING) {
        return;
    }
    const bool arrives = l->body->climbed + l->set->climb_metres >= qm__hm_climb_metres(l->s, l->body->hex);
    for (int d = 0; d < 6; d++) {
        const uint16_t rim = l->s->hex.neighbours[l->body->hex][d];
        if (rim == 0 || (l->body->climbing && l->body->climbing != rim) ||
            !qm__hm_rope_for(l->s, l->st, l->figure, l->body->hex, rim) ||
            (arrives && qm__hm_upright_in(l->s, l->st, rim, l->figure))) {
            continue;
        }
        add_row(l, HM_CLIMB, 0, 0, rim, 0);
    }
}

static void list_held(listing *l) {
    add_row(l, HM_STILL, 0, 0, 0, 0);
    if (!l->body->hanging) {
        list_climbs(l);
    } else if (!qm__hm_upright_in(l->s, l->st, hm_rim(l->s, l->body), l->figure)) {
        add_row(l, HM_PULL_UP, 0, 0, 0, 0);
    }
    add_row(l, HM_LET_GO, 0, 0, 0, 0);
}

static bool may_shift(const listing *l) {
    return l->body->position == HM_STANDING || l->set->crawl_shift == HM_CRAWL_SHIFT_YES;
}

static void list_delayed(listing *l) {
    if (!(l->st->phase == HM_PHASE_ACT && (l->body->flags & HM_ASKED))) {
        add_row(l, HM_WAIT, 0, 0, 0, 0);
    }
    add_row(l, HM_RESUME, 0, 0, 0, 63);
    if (l->body->flags & HM_HELD) {
        return; /* engaged while it delayed: only turning is left */
    }
    if (!l->engaged) {
        list_free(l, HM_RESUME);
    } else if (l->set->delay_engaged == HM_DELAY_ENGAGED_SHIFT && l->body->hexes == 0 && may_shift(l)) {
        list_free(l, HM_SHIFT);
    }
}

static void list_movement(listing *l) {
    l->engaged = qm__hm_engaged(l->s, l->st, l->figure);
    if (l->body->move == HM_MOVE_DELAYED) {
        list_delayed(l);
        return;
    }
    if (l->body->hanging || l->body->climbing) {
        list_held(l);
        return;
    }
    add_row(l, HM_STILL, 0, 0, 0, 63);
    if (!l->engaged) {
        list_free(l, HM_FULL);
    } else if (may_shift(l)) {
        list_free(l, HM_SHIFT);
    }
    list_rise(l);
    list_climbs(l);
}

uint32_t qm__hm_options(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search) {
    hm_search *q = qm__hm_search_begin(s, search);
    const uint16_t actor = qm__hm_actor(s, st);
    q->figure = figure ? figure : actor;
    if (st->ended) {
        return 0;
    }
    if (actor == 0) {
        q->next_only = figure == 0;
        return q->next_only;
    }
    listing l = {
        .q = q, .s = s, .st = st, .body = hm_body_at(s, st, q->figure), .set = &hm_of(s)->set, .figure = q->figure};
    if (q->figure != actor) {
        /* Out of its turn a figure can at most turn, under one reading. */
        if (st->phase == HM_PHASE_MOVE && l.set->turn_when == HM_TURN_WHEN_ANY_TIME && hm_active(l.body) &&
            !l.body->hanging) {
            add_row(&l, HM_TURN, 0, 0, 0, 63u & ~(1u << l.body->facing));
        }
        return q->option_count;
    }
    if (st->phase == HM_PHASE_MOVE || l.body->move == HM_MOVE_DELAYED) {
        list_movement(&l);
    }
    const bool asked_first =
        l.body->move == HM_MOVE_DELAYED && !(l.body->flags & HM_ASKED) && l.set->delay_until == HM_DELAY_UNTIL_TURN;
    if (st->phase == HM_PHASE_ACT && !asked_first) {
        q->act_count = qm__hm_act_options(s, st, q->figure, q->acts, q->act_max);
    }
    return q->full ? QM__TOO_MANY : q->option_count + q->act_count;
}

/* ----------------------------------------------------------------------------------------------------- one of the list
 */

static const hm_row *row_of(const hm_search *q, uint32_t index) {
    uint32_t low = 0, high = q->row_count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (q->rows[middle].first <= index) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return &q->rows[low];
}

static unsigned nth_facing(unsigned facings, uint32_t n) {
    unsigned facing = 0;
    for (; facing < 5; facing++) {
        if ((facings >> facing & 1u) && n-- == 0) {
            break;
        }
    }
    return facing;
}

static bool write_order(const qm_scenario *s, const hm_search *q, const hm_row *row, uint32_t n, qm_order *order) {
    qm_order_clear(order, row->kind, q->figure);
    if (row->kind == HM_CLIMB) {
        const qm_place rim = qm__hm_place(s, row->item);
        order->arguments[0] = rim.x | rim.y << 16;
        return true;
    }
    if (row->kind == HM_TURN) {
        order->arguments[0] = (int32_t)nth_facing(row->facings, n);
        return true;
    }
    if (row->kind == HM_RISE && row->leg == 0) {
        order->arguments[0] = row->item;
    }
    if (!qm__hm_way_legs(s, q, row->label, order)) {
        return false;
    }
    if (row->leg) {
        order->legs[order->leg_count++] = (qm_leg){.kind = row->leg, .thing = row->item};
    }
    const unsigned facing = row->facings ? nth_facing(row->facings, n) : row->facing;
    if (facing != row->facing) {
        order->legs[order->leg_count++] = (qm_leg){.kind = HM_LEG_FACE, .thing = (uint16_t)facing};
    }
    return true;
}

bool qm__hm_option(const qm_scenario *s, const qm_state *st, void *search, uint32_t index, qm_order *order) {
    const hm_search *q = search;
    (void)st;
    if (q->next_only) {
        qm_order_clear(order, HM_NEXT, 0);
        return index == 0;
    }
    if (index >= q->option_count) {
        const uint32_t act = index - q->option_count;
        if (act >= q->act_count) {
            return false;
        }
        qm_order_clear(order, q->acts[act].kind, q->acts[act].actor);
        for (int i = 0; i < QM_ARGUMENTS_MAX; i++) {
            order->arguments[i] = q->acts[act].arguments[i];
        }
        for (uint16_t i = 0; i < q->acts[act].leg_count; i++) {
            order->legs[order->leg_count++] = q->acts[act].legs[i];
        }
        return true;
    }
    const hm_row *row = row_of(q, index);
    return write_order(s, q, row, index - row->first, order);
}
