/* What is done at once: jockeying around a foe in the melee phase (TL-07), and spending the action of the turn.
 *
 * Jockeying is one step to a side of a foe, at the same distance from it. Adjacent foes do not hinder it, walls,
 * corners and figures on the tile do. It makes no checks, so ground that calls for one cannot be jockeyed onto.
 */
#include "rules/tiles/search.h"

enum { TO_PLACE, AROUND }; /* jockey PLACE around FIGURE */

/* Whether a step leads around a foe: how far it is, before and after, and that no wall parts the two where it is
 * adjacent. */
typedef struct turning {
    int before, after;
    bool near, parted;
} turning;

static turning turn_around(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t to, uint16_t foe) {
    const uint16_t from = tl_body_at(s, st, figure)->tile, centre = tl_body_at(s, st, foe)->tile;
    turning t = {.before = tl_distance(s, from, centre), .after = tl_distance(s, to, centre)};
    t.near = t.before <= tl_of(s)->set.jockey_reach;
    t.parted =
        (t.before == 1 && !qm__tl_adjacent(s, from, centre)) || (t.after == 1 && !qm__tl_adjacent(s, to, centre));
    return t;
}

static bool is_foe(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t other) {
    return tl_hostile(s, figure, other) && tl_present(tl_body_at(s, st, other));
}

/* The foe that a step leads around: the one named, or the nearest that it does lead around, or the nearest of all. */
static uint16_t foe_of(const qm_scenario *s, const qm_state *st, const qm_order *order, uint16_t to) {
    uint16_t best = 0;
    int best_rank = INT32_MAX;
    if (order->arguments[AROUND] != 0) {
        return (uint16_t)order->arguments[AROUND];
    }
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        if (!is_foe(s, st, order->actor, f)) {
            continue;
        }
        const turning t = turn_around(s, st, order->actor, to, f);
        const bool good = t.near && !t.parted && t.before == t.after;
        const int rank = t.before + (good ? 0 : 1000);
        if (rank < best_rank) {
            best = f;
            best_rank = rank;
        }
    }
    return best;
}

static void judge_around(qm__judging *j, uint16_t to, uint16_t foe) {
    const qm_scenario *s = j->scenario;
    if (foe == 0) {
        qm__refuse(j, TL_REASON_NO_FOE);
        return;
    }
    if (!is_foe(s, j->state, j->order->actor, foe)) {
        const bool present = tl_present(tl_body_at(s, j->state, foe));
        qm__refuse(j, foe == j->order->actor ? TL_REASON_SELF_AROUND
                      : present              ? TL_REASON_NOT_HOSTILE_AROUND
                                             : TL_REASON_GONE_AROUND)
            ->other = foe;
        return;
    }
    const turning t = turn_around(s, j->state, j->order->actor, to, foe);
    if (!t.near) {
        qm_reason *reason = qm__refuse(j, TL_REASON_TOO_FAR);
        reason->other = foe;
        reason->needed = t.before;
        reason->had = tl_of(s)->set.jockey_reach;
    } else if (t.before != t.after) {
        qm_reason *reason = qm__refuse(j, TL_REASON_OTHER_DISTANCE);
        reason->other = foe;
        reason->at = qm__tl_place(s, to);
        reason->needed = t.after;
        reason->had = t.before;
    } else if (t.parted) {
        qm__refuse(j, TL_REASON_PARTED)->other = foe;
    }
}

/* The step itself; everybody counts at its corners but whoever is a friend. */
static void judge_step(qm__judging *j, uint16_t from, uint16_t to) {
    const qm_scenario *s = j->scenario;
    const int direction = qm__tile_direction_to(&s->tile, from, to);
    tl_table table;
    qm__tl_table_open(&table, s, j->state, j->search);
    const bool open =
        direction != QM__TILE_NOWHERE && qm__tl_open(&table, j->order->actor, from, direction, TL_MAP_BOLD);
    const uint16_t holder = table.who[to];
    qm__tl_table_close(&table);
    if (tl_ground_at(s, to)->barred) {
        qm__refuse(j, TL_REASON_BARRED)->at = qm__tl_place(s, to);
    } else if (!open) {
        qm__refuse(j, TL_REASON_NOT_A_STEP)->at = qm__tl_place(s, to);
    } else if (tl_ground_at(s, to)->difficulty > 0) {
        qm__refuse(j, TL_REASON_NEEDS_CHECK)->at = qm__tl_place(s, to);
    }
    if (holder != 0 && holder != j->order->actor) {
        qm_reason *reason = qm__refuse(j, TL_REASON_OCCUPIED);
        reason->other = holder;
        reason->at = qm__tl_place(s, to);
    }
}

static void judge_jockey(qm__judging *j, const tl_body *body) {
    const uint16_t to = qm__tl_argument(j->scenario, j->order, TO_PLACE);
    if (j->state->phase != TL_PHASE_MELEE) {
        qm__refuse(j, j->state->phase == TL_PHASE_START ? TL_REASON_NOT_BEGUN : TL_REASON_WRONG_PHASE);
        return;
    }
    if (body->jockeyed) {
        qm__refuse(j, TL_REASON_JOCKEYED);
    }
    if (to == 0) {
        qm__refuse(j, TL_REASON_OFF_BOARD_JOCKEY)->at = tl_argument_place(j->order, TO_PLACE);
        return;
    }
    judge_step(j, body->tile, to);
    judge_around(j, to, foe_of(j->scenario, j->state, j->order, to));
    qm__way_add(j, qm__tl_place(j->scenario, body->tile));
    qm__way_add(j, qm__tl_place(j->scenario, to));
}

/* Who has declared may have declared to run, and a verdict here must not tell: so nobody acts who has declared. */
static void judge_act(qm__judging *j, const tl_body *body) {
    if (j->state->phase == TL_PHASE_START || j->state->phase == TL_PHASE_OVER) {
        qm__refuse(j, j->state->phase == TL_PHASE_START ? TL_REASON_NOT_BEGUN : TL_REASON_WRONG_PHASE);
    }
    if (body->acted) {
        qm__refuse(j, TL_REASON_HAS_ACTED);
    }
    if (body->declared) {
        qm__refuse(j, TL_REASON_ALREADY_DECLARED);
    }
}

void qm__tl_judge_jockey(qm__judging *j) {
    const tl_body *body = tl_body_at(j->scenario, j->state, j->order->actor);
    if (!tl_present(body)) {
        qm__refuse(j, body->tile == 0 ? TL_REASON_NOT_ON_BOARD : TL_REASON_DOWN);
    } else if (j->order->kind == TL_ORDER_JOCKEY) {
        judge_jockey(j, body);
    } else {
        judge_act(j, body);
    }
}

void qm__tl_play_jockey(qm__run *run) {
    tl_body *body = tl_body_at(run->scenario, run->state, run->order->actor);
    if (run->order->kind == TL_ORDER_ACT) {
        body->acted = 1;
        qm__tell(run, TL_EVENT_ACTED);
        return;
    }
    const uint16_t to = qm__tl_argument(run->scenario, run->order, TO_PLACE);
    qm_event *told = qm__tell(run, TL_EVENT_JOCKEYED);
    told->other = foe_of(run->scenario, run->state, run->order, to);
    told->at = qm__tl_place(run->scenario, to);
    body->tile = to;
    body->jockeyed = 1;
}
