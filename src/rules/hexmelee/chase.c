/* Chases (HX-07): whoever is ahead moves first. People declare them; this file keeps them, finds the foremost of a
 * chain, and proposes one where it looks like a chase.
 *
 * Invariant: following quarries is bounded by the number of figures, so chains and rings of any shape end. A link
 * counts only while the quarry has still to move: once it has moved, or delayed, the pursuer is free to go.
 */
#include "rules/hexmelee/turn.h"

/* The quarry that `figure` must let go first; 0 = none. */
static uint16_t due_quarry(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const hm_body *body = hm_body_at(s, st, figure);
    if (body->chasing == 0 || (body->flags & HM_RING_FIRST)) {
        return 0;
    }
    const hm_body *quarry = hm_body_at(s, st, body->chasing);
    return hm_active(quarry) && quarry->move == HM_MOVE_DUE ? body->chasing : 0;
}

/* Whether following the quarries leads back to the figure. */
static bool in_ring(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    uint16_t at = figure;
    for (uint16_t i = 0; i < s->figure_count; i++) {
        at = due_quarry(s, st, at);
        if (at == 0 || at == figure) {
            return at == figure;
        }
    }
    return false;
}

/* Those in a ring go by initiative; the others wait as long as their quarry has not moved. */
bool qm__hm_waits_for_quarry(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    return due_quarry(s, st, figure) != 0 && !in_ring(s, st, figure);
}

static uint16_t first_in_ring(const qm_scenario *s, const qm_state *st, uint16_t member) {
    uint16_t best = member, at = due_quarry(s, st, member);
    for (uint16_t i = 0; i < s->figure_count && at != member; i++, at = due_quarry(s, st, at)) {
        if (hm_rank(hm_body_at(s, st, at)) < hm_rank(hm_body_at(s, st, best))) {
            best = at;
        }
    }
    return best;
}

uint16_t qm__hm_foremost(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    uint16_t at = figure;
    for (uint16_t i = 0; i <= s->figure_count; i++) {
        const uint16_t ahead = due_quarry(s, st, at);
        if (ahead == 0) {
            return at;
        }
        if (in_ring(s, st, at)) {
            return first_in_ring(s, st, at);
        }
        at = ahead;
    }
    return figure;
}

/* ----------------------------------------------------------------------------------------------- with each turn */

static void end_chase(qm__run *run, uint16_t figure) {
    hm_body *body = hm_body_at(run->scenario, run->state, figure);
    qm_event *told = qm__tell(run, HM_EVENT_CHASE_OVER);
    told->figure = figure;
    told->other = body->chasing;
    body->chasing = 0;
}

void qm__hm_drop_chases(qm__run *run) {
    const qm_scenario *s = run->scenario;
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        const hm_body *body = hm_body_at(s, run->state, f);
        if (body->chasing != 0 && (!hm_active(body) || !hm_active(hm_body_at(s, run->state, body->chasing)))) {
            end_chase(run, f);
        }
    }
}

/* Asks once for each ring, from its first member in the roster; the answer cuts the ring there. A ring of more than
 * sixteen offers the sixteen that come first, following the chase. */
void qm__hm_ask_rings(qm__run *run) {
    const qm_scenario *s = run->scenario;
    if (hm_of(s)->set.chase_ring != HM_CHASE_RING_ASK) {
        return;
    }
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        if (!in_ring(s, run->state, f)) {
            continue;
        }
        qm__choice choice = {.kind = HM_CHOICE_CHASE_RING, .figure = f};
        const uint16_t first = first_in_ring(s, run->state, f);
        uint16_t at = f;
        do {
            choice.automatic = at == first ? choice.count : choice.automatic;
            choice.options[choice.count++] = at;
            at = due_quarry(s, run->state, at);
        } while (at != f && choice.count < 16);
        const int answer = qm__choose(run, &choice);
        hm_body_at(s, run->state, choice.options[answer])->flags |= HM_RING_FIRST;
    }
}

static bool points(const qm__hex_bearing *bearing, uint8_t facing) {
    for (int i = 0; i < bearing->count; i++) {
        if (bearing->direction[i] == facing) {
            return true;
        }
    }
    return false;
}

/* It looks like a chase when both moved this turn on their feet and face the same way, along the line from the one to
 * the other. The nearest such enemy is the quarry. */
uint16_t qm__hm_chase_proposal(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const hm_body *body = hm_body_at(s, st, figure);
    uint16_t best = 0;
    int best_distance = INT32_MAX;
    if (!hm_active(body) || body->hexes == 0 || body->position != HM_STANDING) {
        return 0;
    }
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        const hm_body *other = hm_body_at(s, st, f);
        if (!hm_active(other) || other->hexes == 0 || other->position != HM_STANDING || other->facing != body->facing ||
            !hm_hostile(s, figure, f)) {
            continue;
        }
        const qm__hex_bearing bearing = qm__hex_nearest_directions(&s->hex, body->hex, other->hex);
        const int distance = qm__hex_distance(&s->hex, body->hex, other->hex);
        if (distance < best_distance && points(&bearing, body->facing)) {
            best = f;
            best_distance = distance;
        }
    }
    return best;
}

void qm__hm_propose_chases(qm__run *run) {
    const qm_scenario *s = run->scenario;
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        const hm_body *body = hm_body_at(s, run->state, f);
        const uint16_t quarry = body->chasing == 0 ? qm__hm_chase_proposal(s, run->state, f) : 0;
        if (quarry != 0) {
            qm_event *told = qm__tell(run, HM_EVENT_CHASE_PROPOSED);
            told->figure = f;
            told->other = quarry;
        }
    }
}

/* --------------------------------------------------------------------------------------------------------- orders */

/* chase PURSUER QUARRY, unchase PURSUER */
void qm__hm_judge_chase(qm__judging *j) {
    const uint16_t figure = (uint16_t)j->order->arguments[0], quarry = (uint16_t)j->order->arguments[1];
    const hm_body *body = hm_body_at(j->scenario, j->state, figure);
    if (j->order->kind == HM_UNCHASE) {
        if (body->chasing == 0) {
            qm__refuse(j, HM_REASON_NO_CHASE)->figure = figure;
        }
        return;
    }
    if (figure == quarry) {
        qm__refuse(j, HM_REASON_CHASE_SELF)->figure = figure;
    }
    if (!hm_active(body)) {
        qm__refuse(j, HM_REASON_CHASE_OUT)->other = figure;
    }
    if (figure != quarry && !hm_active(hm_body_at(j->scenario, j->state, quarry))) {
        qm__refuse(j, HM_REASON_CHASE_OUT)->other = quarry;
    }
}

void qm__hm_play_chase(qm__run *run) {
    const uint16_t figure = (uint16_t)run->order->arguments[0];
    if (run->order->kind == HM_UNCHASE) {
        end_chase(run, figure);
        return;
    }
    hm_body *body = hm_body_at(run->scenario, run->state, figure);
    body->chasing = (uint16_t)run->order->arguments[1];
    qm_event *told = qm__tell(run, HM_EVENT_CHASE);
    told->figure = figure;
    told->other = body->chasing;
}
