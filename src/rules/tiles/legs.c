/* The legs of a declaration: tiles, running, and the foes it names, read into a tl_declaration.
 *
 * Invariant: a leg that does not fit is refused by itself and the others are still read, so that all that is wrong is
 * told. The same fault has a reason for each order, because it offends another clause there.
 */
#include <string.h>

#include "rules/tiles/declare.h"

#define LEG(name) (1u << TL_LEG_##name)

/* Legs that belong to an order. Foes are chosen to be ignored in the movement phase (TL-08), so not in withdrawing. */
static unsigned legs_of(uint16_t kind) {
    switch (kind) {
    case TL_ORDER_STAY:
    case TL_ORDER_BESIDE:
    case TL_ORDER_KEEP:
    case TL_ORDER_STAND:
        return LEG(RUN) | LEG(IGNORE);
    case TL_ORDER_MOVE:
        return LEG(TILE) | LEG(RUN) | LEG(IGNORE);
    case TL_ORDER_INTERCEPT:
        return LEG(TILE) | LEG(RUN) | LEG(IGNORE) | LEG(FOR);
    case TL_ORDER_AVOID:
        return LEG(TILE) | LEG(RUN) | LEG(IGNORE) | LEG(FROM);
    case TL_ORDER_WITHDRAW:
        return LEG(TILE) | LEG(RUN) | LEG(AWAY);
    default:
        return 0;
    }
}

/* What is wrong with an order's legs, by order: each fault has the clause that it offends in that one. */
static const struct {
    uint16_t wrong_tile, wrong_foe, run, off_board, twice, too_many;
} faults[TL_ORDER_COUNT] = {
    [TL_ORDER_STAY] = {.wrong_tile = TL_REASON_WRONG_TILE_STAY,
                       .wrong_foe = TL_REASON_WRONG_FOE_STAY,
                       .run = TL_REASON_RUNS_STAY},
    [TL_ORDER_MOVE] = {.wrong_foe = TL_REASON_WRONG_FOE_MOVE,
                       .off_board = TL_REASON_OFF_BOARD_WAY,
                       .twice = TL_REASON_TWICE_WAY},
    [TL_ORDER_BESIDE] = {.wrong_tile = TL_REASON_WRONG_TILE_BESIDE, .wrong_foe = TL_REASON_WRONG_FOE_BESIDE},
    [TL_ORDER_KEEP] = {.wrong_tile = TL_REASON_WRONG_TILE_KEEP, .wrong_foe = TL_REASON_WRONG_FOE_KEEP},
    [TL_ORDER_INTERCEPT] = {.wrong_foe = TL_REASON_WRONG_FOE_INTERCEPT,
                            .run = TL_REASON_RUNS_INTERCEPT,
                            .off_board = TL_REASON_OFF_BOARD_AREA,
                            .twice = TL_REASON_TWICE_AREA,
                            .too_many = TL_REASON_TOO_MANY_FOR},
    [TL_ORDER_AVOID] = {.wrong_foe = TL_REASON_WRONG_FOE_AVOID,
                        .run = TL_REASON_RUNS_AVOID,
                        .off_board = TL_REASON_OFF_BOARD_PREFERENCE,
                        .twice = TL_REASON_TWICE_PREFERENCE,
                        .too_many = TL_REASON_TOO_MANY_FROM},
    [TL_ORDER_STAND] = {.wrong_tile = TL_REASON_WRONG_TILE_STAND,
                        .wrong_foe = TL_REASON_WRONG_FOE_STAND,
                        .run = TL_REASON_RUNS_STAND},
    [TL_ORDER_WITHDRAW] = {.wrong_foe = TL_REASON_WRONG_FOE_WITHDRAW,
                           .run = TL_REASON_RUNS_WITHDRAW,
                           .off_board = TL_REASON_OFF_BOARD_WITHDRAW,
                           .twice = TL_REASON_TWICE_WITHDRAW,
                           .too_many = TL_REASON_TOO_MANY_AWAY},
};

static bool may_run(const tl_declaring *c) {
    switch (c->kind) {
    case TL_ORDER_MOVE:
    case TL_ORDER_BESIDE:
    case TL_ORDER_KEEP:
        return true;
    case TL_ORDER_INTERCEPT:
        return c->set->intercept_run == TL_INTERCEPT_RUN_YES;
    case TL_ORDER_AVOID:
        return c->set->avoid_run == TL_AVOID_RUN_YES;
    case TL_ORDER_WITHDRAW:
        return c->set->withdraw_run == TL_WITHDRAW_RUN_YES;
    default:
        return false;
    }
}

/* Running commits the action of the turn, so that must not be spent (TL-02). */
static void read_run(tl_declaring *c, uint16_t leg) {
    if (c->d.run) {
        tl_refuse_leg(c, TL_REASON_TWICE_RUN, leg);
        return;
    }
    if (!may_run(c)) {
        tl_refuse_leg(c, faults[c->kind].run, leg);
    } else if (c->body->acted) {
        tl_refuse_leg(c, TL_REASON_ACTED, leg);
    }
    c->d.run = 1;
}

/* A foe that is named: after ignore, from, for or away. */
static void read_foe(tl_declaring *c, uint16_t leg, uint8_t *list, uint16_t *count) {
    const uint16_t foe = c->j->order->legs[leg - 1].thing;
    const uint16_t use = (uint16_t)(c->j->order->legs[leg - 1].kind - TL_LEG_IGNORE); /* reasons "by leg" */
    const uint16_t kept = *count < TL_FOES_MAX ? *count : TL_FOES_MAX;
    if (foe == c->figure) {
        tl_refuse_other(c, (uint16_t)(TL_REASON_SELF_IGNORE + use), leg, foe);
    } else if (!tl_hostile(c->s, c->figure, foe)) {
        tl_refuse_other(c, (uint16_t)(TL_REASON_NOT_HOSTILE_IGNORE + use), leg, foe);
    } else if (!tl_present(tl_body_at(c->s, c->j->state, foe))) {
        tl_refuse_other(c, (uint16_t)(TL_REASON_GONE_IGNORE + use), leg, foe);
    } else if (memchr(list, (int)foe, kept)) {
        tl_refuse_other(c, (uint16_t)(TL_REASON_TWICE_IGNORE + use), leg, foe);
    }
    if (*count < TL_FOES_MAX) {
        list[*count] = (uint8_t)foe;
    }
    (*count)++;
}

static bool named_before(const tl_declaring *c, uint16_t tile) {
    for (uint16_t i = 0; i < c->tiles && i < TL_TILES_MAX; i++) {
        if (c->d.tiles[i] == tile) {
            return true;
        }
    }
    return false;
}

/* A tile of a way may come again later, but not at once; those of an area or a stated order only once. */
static void read_tile(tl_declaring *c, uint16_t leg, qm_place place) {
    const uint16_t tile = qm__tl_tile(c->s, place);
    const bool way = c->kind == TL_ORDER_MOVE || c->kind == TL_ORDER_WITHDRAW;
    const bool kept = c->tiles < TL_TILES_MAX;
    if (tile == 0) {
        tl_refuse_leg(c, faults[c->kind].off_board, leg)->at = place;
    } else if (c->kind != TL_ORDER_INTERCEPT && tl_cost(c->s, c->figure, tile) == 0) {
        tl_refuse_at(c, TL_REASON_BARRED, leg, tile);
    } else if (way && kept && tile == (c->tiles == 0 ? c->body->tile : c->d.tiles[c->tiles - 1])) {
        tl_refuse_at(c, c->tiles == 0 ? TL_REASON_SAME_TILE : faults[c->kind].twice, leg, tile);
    } else if (!way && named_before(c, tile)) {
        tl_refuse_at(c, faults[c->kind].twice, leg, tile);
    }
    if (kept) {
        c->d.tiles[c->tiles] = tile;
        c->tile_legs[c->tiles] = leg;
    }
    c->tiles++;
}

static void refuse_foreign_leg(tl_declaring *c, uint16_t number) {
    const qm_leg *leg = &c->j->order->legs[number - 1];
    if (leg->kind == TL_LEG_TILE) {
        tl_refuse_leg(c, faults[c->kind].wrong_tile, number)->at = leg->to;
    } else {
        tl_refuse_other(c, faults[c->kind].wrong_foe, number, leg->thing);
    }
}

/* More foes than a declaration holds. */
static void judge_count(tl_declaring *c, uint16_t count, uint16_t reason) {
    if (count > TL_FOES_MAX) {
        tl_refuse_number(c, reason, count, TL_FOES_MAX);
    }
}

void qm__tl_read_legs(tl_declaring *c) {
    const qm_order *order = c->j->order;
    const unsigned allowed = legs_of(c->kind);
    for (uint16_t i = 0; i < order->leg_count; i++) {
        const qm_leg *leg = &order->legs[i];
        const uint16_t number = (uint16_t)(i + 1);
        if ((allowed >> leg->kind & 1u) == 0) {
            refuse_foreign_leg(c, number);
        } else if (leg->kind == TL_LEG_TILE) {
            read_tile(c, number, leg->to);
        } else if (leg->kind == TL_LEG_RUN) {
            read_run(c, number);
        } else if (leg->kind == TL_LEG_IGNORE) {
            read_foe(c, number, c->d.ignored, &c->ignored);
        } else {
            read_foe(c, number, c->d.foes, &c->foes);
        }
    }
    judge_count(c, c->ignored, TL_REASON_TOO_MANY_IGNORE);
    judge_count(c, c->foes, faults[c->kind].too_many);
}
