/* The course of a turn: announcing, declaring, resolving, melee, withdrawing, and the steps from phase to phase.
 *
 *     start -next-> (announcing -next->) declaring -resolve-> melee -next-> miscellaneous
 *     miscellaneous -resolve-> end of turn -next-> the next turn; or miscellaneous -next-> the next turn
 *
 * Invariant: what happens next, and whether an order of this file is legal, depends on public things alone: on who has
 * declared, never on what. So `next` leaves the miscellaneous phase only where nobody has declared, even if all that
 * was declared is to stay: else its verdict would tell that somebody withdraws. After withdrawals the turn is over and
 * waits for `next`, because everything declared must have been open for a moment before others declare anew.
 */
#include <string.h>

#include "rules/tiles/tiles.h"

/* ------------------------------------------------------------------------------------------------------ whose turn */

static bool to_declare(const qm_scenario *s, const qm_state *st, const tl_body *body) {
    switch (st->phase) {
    case TL_PHASE_DECLARE:
        return tl_present(body) && !body->declared;
    case TL_PHASE_MISC:
        return tl_may_withdraw(s, body) && !body->declared;
    default: /* nobody has to announce, jockey or act */
        return false;
    }
}

/* Side by side, so that one player declares for all its figures before the next one does. */
uint16_t qm__tl_actor(const qm_scenario *s, const qm_state *st) {
    for (uint16_t side = 1; side <= s->side_count; side++) {
        for (uint16_t f = 1; f <= s->figure_count; f++) {
            if (s->figures[f - 1].side == side && to_declare(s, st, tl_body_at(s, st, f))) {
                return f;
            }
        }
    }
    return 0;
}

static bool anybody_declared(const qm_scenario *s, const qm_state *st) {
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        if (tl_body_at(s, st, f)->declared) {
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------------------------------------------------ next */

/* Refuses to go on while somebody who has something to say has not declared (TL-16). */
static void judge_all_declared(qm__judging *j) {
    const qm_scenario *s = j->scenario;
    uint16_t first = 0;
    int missing = 0;
    for (uint16_t f = s->figure_count; f >= 1; f--) {
        if (to_declare(s, j->state, tl_body_at(s, j->state, f))) {
            first = f;
            missing++;
        }
    }
    if (first != 0 && tl_of(s)->set.undeclared == TL_UNDECLARED_REFUSE) {
        qm_reason *reason = qm__refuse(j, TL_REASON_UNDECLARED);
        reason->other = first;
        reason->needed = missing;
    }
}

void qm__tl_judge_next(qm__judging *j) {
    const uint8_t phase = j->state->phase;
    if (phase == TL_PHASE_DECLARE || (phase == TL_PHASE_MISC && anybody_declared(j->scenario, j->state))) {
        qm__refuse(j, TL_REASON_RESOLVE_FIRST);
    } else if (phase == TL_PHASE_MISC) {
        judge_all_declared(j);
    }
}

static void enter(qm__run *run, uint8_t phase, uint16_t event) {
    run->state->phase = phase;
    qm__tell(run, event)->figure = 0;
}

/* Zones and limits are looked at. */
static void end_turn(qm__run *run) {
    qm_state *st = run->state;
    st->phase = TL_PHASE_OVER;
    qm_event *told = qm__tell(run, TL_EVENT_TURN_OVER);
    told->figure = 0;
    told->value = st->turn;
    qm__end_of_turn(run);
}

/* What holds for one turn only. */
static void forget_turn(const qm_scenario *s, qm_state *st) {
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        tl_body *body = tl_body_at(s, st, f);
        body->acted = body->moved = body->tried = body->special = body->jockeyed = body->called = 0;
    }
}

static void begin_turn(qm__run *run) {
    qm_state *st = run->state;
    if (st->turn > 0) { /* what the scenario says holds in the first turn */
        forget_turn(run->scenario, st);
    }
    st->turn = (uint16_t)(st->turn < UINT16_MAX ? st->turn + 1 : st->turn);
    qm_event *told = qm__tell(run, TL_EVENT_TURN);
    told->figure = 0;
    told->value = st->turn;
    if (tl_of(run->scenario)->set.declare_special == TL_DECLARE_SPECIAL_FIRST) {
        enter(run, TL_PHASE_ANNOUNCE, TL_EVENT_ANNOUNCING);
    } else {
        enter(run, TL_PHASE_DECLARE, TL_EVENT_DECLARING);
    }
}

void qm__tl_play_next(qm__run *run) {
    switch (run->state->phase) {
    case TL_PHASE_ANNOUNCE:
        enter(run, TL_PHASE_DECLARE, TL_EVENT_DECLARING);
        return;
    case TL_PHASE_MELEE:
        enter(run, TL_PHASE_MISC, TL_EVENT_MISC);
        return;
    case TL_PHASE_MISC:
        end_turn(run);
        break;
    default: /* before the first turn, or between turns */
        break;
    }
    if (!run->state->ended) {
        begin_turn(run);
    }
}

/* ----------------------------------------------------------------------------------------------- judging resolve */

/* A declaration that this state does not show: it is a projection for another side. */
static bool concealed(const tl_body *body) {
    return body->declared && body->plan.what == TL_NOTHING;
}

/* What is concealed matters only once all have declared. */
static void judge_declared(qm__judging *j) {
    const qm_scenario *s = j->scenario;
    judge_all_declared(j);
    const bool missing = j->verdict->judgement != QM_LEGAL;
    for (uint16_t f = 1; f <= s->figure_count && !missing; f++) {
        if (concealed(tl_body_at(s, j->state, f))) {
            qm__refuse(j, TL_REASON_CONCEALED)->other = f;
        }
    }
}

void qm__tl_judge_resolve(qm__judging *j) {
    switch (j->state->phase) {
    case TL_PHASE_START:
        qm__refuse(j, TL_REASON_NOT_BEGUN);
        return;
    case TL_PHASE_DECLARE:
        break;
    case TL_PHASE_MISC:
        if (!anybody_declared(j->scenario, j->state)) {
            qm__refuse(j, TL_REASON_NOTHING_DECLARED);
            return;
        }
        break;
    default:
        qm__refuse(j, TL_REASON_WRONG_PHASE);
        return;
    }
    judge_declared(j);
    if (j->verdict->judgement == QM_LEGAL && tl_of(j->scenario)->set.tie == TL_TIE_ASK && qm__asks_game_master(j)) {
        qm__leave_to_choice(j, TL_REASON_ASKED);
    }
}

/* ----------------------------------------------------------------------------------------------- playing resolve */

static qm_event *tell_of(qm__run *run, uint16_t kind, uint16_t figure, uint16_t other, uint16_t tile) {
    qm_event *told = qm__tell(run, kind);
    told->figure = figure;
    told->other = other;
    told->at = qm__tl_place(run->scenario, tile);
    return told;
}

static void tell_foes(qm__run *run, uint16_t kind, uint16_t figure, const uint8_t *foes) {
    for (int i = 0; i < TL_FOES_MAX && foes[i] != 0; i++) {
        tell_of(run, kind, figure, foes[i], 0);
    }
}

/* The tiles a declaration names, but for the last `but`. */
static void tell_tiles(qm__run *run, uint16_t kind, uint16_t figure, const tl_declaration *plan, int but) {
    int count = 0;
    while (count < TL_TILES_MAX && plan->tiles[count] != 0) {
        count++;
    }
    for (int i = 0; i + but < count; i++) {
        tell_of(run, kind, figure, 0, plan->tiles[i]);
    }
}

/* The kinds of what is revealed are in the order of what can be declared. */
_Static_assert(TL_EVENT_REVEALED_WITHDRAW - TL_EVENT_REVEALED_STAY == TL_WITHDRAW - TL_STAY,
               "a kind for each declaration");

static void reveal(qm__run *run, uint16_t figure) {
    const tl_declaration *plan = &tl_body_at(run->scenario, run->state, figure)->plan;
    const bool way = plan->what == TL_MOVE || plan->what == TL_WITHDRAW;
    const uint16_t kind = (uint16_t)(TL_EVENT_REVEALED_STAY + plan->what - TL_STAY);
    tell_of(run, kind, figure, plan->other, way ? qm__tl_declared_end(plan) : 0)->value = plan->distance;
    switch (plan->what) {
    case TL_MOVE:
        tell_tiles(run, TL_EVENT_VIA, figure, plan, 1);
        break;
    case TL_INTERCEPT:
        tell_tiles(run, TL_EVENT_AREA, figure, plan, 0);
        tell_foes(run, TL_EVENT_WATCHES_FOR, figure, plan->foes);
        break;
    case TL_AVOID:
        tell_foes(run, TL_EVENT_AVOIDS, figure, plan->foes);
        break;
    case TL_WITHDRAW:
        tell_tiles(run, TL_EVENT_VIA, figure, plan, 1);
        tell_foes(run, TL_EVENT_LEAVES, figure, plan->foes);
        break;
    default: /* has said all */
        break;
    }
    tell_foes(run, TL_EVENT_IGNORES, figure, plan->ignored);
}

/* TL-02, TL-19: what a declaration alone brings with it. */
static void commit(qm__run *run, uint16_t figure) {
    tl_body *body = tl_body_at(run->scenario, run->state, figure);
    const uint8_t what = body->plan.what;
    if (body->plan.run) {
        body->acted = 1;
        tell_of(run, TL_EVENT_RAN, figure, 0, 0);
    }
    body->special |= what == TL_INTERCEPT || what == TL_AVOID;
    body->tried |= what != TL_STAY && what != TL_INTERCEPT;
}

/* Everybody has ended; declarations are laid aside. Who stood up was prone until now, and that was its movement. */
static void lay_aside(qm__run *run) {
    const qm_scenario *s = run->scenario;
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        tl_body *body = tl_body_at(s, run->state, f);
        if (body->plan.what == TL_STAND && tl_present(body)) {
            body->condition = TL_UP;
            body->moved = 1;
            tell_of(run, TL_EVENT_STOOD, f, 0, 0);
        }
        body->declared = 0;
        memset(&body->plan, 0, sizeof body->plan);
    }
}

void qm__tl_play_resolve(qm__run *run) {
    const qm_scenario *s = run->scenario;
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        if (tl_body_at(s, run->state, f)->declared) {
            reveal(run, f);
            commit(run, f);
        }
    }
    qm__tl_resolve(run);
    lay_aside(run);
    if (run->state->phase == TL_PHASE_DECLARE) {
        enter(run, TL_PHASE_MELEE, TL_EVENT_MELEE);
        qm__end_if_decided(run);
    } else {
        end_turn(run);
    }
}
