/* All legal orders of a figure in the action phase.
 *
 * Candidates are narrowed by what they plainly need (a target near enough, a missile weapon in hand, an item within
 * reach) and then judged by the one judge, so the list can only hold legal orders. Rejected: deriving legality here a
 * second time.
 */
#include "rules/hexmelee/act.h"

typedef struct listing {
    const qm_scenario *s;
    const qm_state *st;
    const hm_body *body;
    qm_order *orders;
    uint32_t count, max;
    uint16_t figure;
} listing;

/* Judges a candidate in the next free place and keeps it if it is legal. */
static void offer(listing *l, uint16_t kind, int32_t first, int32_t second, int32_t third) {
    qm_order spare, *order = l->count < l->max ? &l->orders[l->count] : &spare;
    qm_order_clear(order, kind, l->figure);
    order->arguments[0] = first;
    order->arguments[1] = second;
    order->arguments[2] = third;
    if (qm__hm_act_allowed(l->s, l->st, order)) {
        l->count++;
    }
}

static void offer_attacks(listing *l) {
    const int kind = qm__hm_weapon_kind(l->s, l->st, l->body->ready);
    for (uint16_t other = 1; other <= l->s->figure_count; other++) {
        const hm_body *target = hm_body_at(l->s, l->st, other);
        if (!hm_present(target) || target->condition == HM_DEAD || !hm_hostile(l->s, l->figure, other)) {
            continue;
        }
        if (qm__hex_distance(&l->s->hex, l->body->hex, target->hex) <= 1) {
            offer(l, HM_ATTACK, other, 0, 0);
        }
        if (kind == HM_WEAPON_MISSILE) {
            offer(l, HM_SHOOT, other, 0, HM_THEN_STAY);
            offer(l, HM_SHOOT, other, 0, HM_THEN_KNEEL);
            offer(l, HM_SHOOT, other, 0, HM_THEN_PRONE);
        } else if (kind == HM_WEAPON_THROWN) {
            offer(l, HM_THROW, l->body->ready, other, 0);
        }
    }
}

static void offer_items(listing *l) {
    for (uint16_t item = 1; item <= l->s->item_count; item++) {
        const hm_thing *thing = hm_thing_at(l->s, l->st, item);
        if (thing->holder == l->figure) {
            if (item != l->body->ready) {
                offer(l, HM_READY, item, 0, 0);
            }
        } else if (thing->holder == 0 && thing->hex != 0 &&
                   qm__hex_distance(&l->s->hex, l->body->hex, thing->hex) <= 1) {
            offer(l, HM_PICK_UP, item, 0, 0);
        }
    }
}

/* Getting away: to each hex around, with each facing; the facing it would have anyway needs no leg. */
static void offer_away(listing *l) {
    qm_order spare;
    if (hm_of(l->s)->set.disengage == HM_DISENGAGE_OFF) {
        return;
    }
    for (int d = 0; d < 6; d++) {
        const uint16_t to = qm__hex_neighbour(&l->s->hex, l->body->hex, d);
        for (int facing = 0; to != 0 && facing < 6; facing++) {
            qm_order *order = l->count < l->max ? &l->orders[l->count] : &spare;
            qm_order_clear(order, HM_DISENGAGE, l->figure);
            order->leg_count = facing == d ? 1 : 2;
            order->legs[0] = (qm_leg){.kind = HM_LEG_WALK, .to = qm__hm_place(l->s, to)};
            order->legs[1] = (qm_leg){.kind = HM_LEG_FACE, .thing = (uint16_t)facing};
            if (!qm__hm_act_allowed(l->s, l->st, order)) {
                break; /* no facing makes it legal */
            }
            l->count++;
        }
    }
}

uint32_t qm__hm_act_options(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_order *orders, uint32_t max) {
    listing l = {.s = s, .st = st, .body = hm_body_at(s, st, figure), .orders = orders, .max = max, .figure = figure};
    const bool asked_first = l.body->move == HM_MOVE_DELAYED && (l.body->flags & HM_ASKED) == 0; /* HX-45 */
    if (st->phase != HM_PHASE_ACT || !hm_active(l.body) || asked_first || qm__hm_actor(s, st) != figure) {
        return 0;
    }
    offer_attacks(&l);
    offer(&l, HM_DODGE, 0, 0, 0);
    offer(&l, HM_DEFEND, 0, 0, 0);
    offer(&l, HM_DROP, HM_DROP_KNEEL, 0, 0);
    offer(&l, HM_DROP, HM_DROP_PRONE, 0, 0);
    offer_items(&l);
    offer_away(&l);
    offer(&l, HM_PASS, 0, 0, 0);
    return l.count < max ? l.count : max;
}
