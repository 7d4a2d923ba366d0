/* The course of a turn: initiative, whose move or action it is, delays, and the steps from phase to phase.
 *
 * A turn is a movement phase and an action phase. "next" begins each of them, so that no move or action ever contains
 * the rolls of what comes after it. Whose turn it is follows from the state alone: ranks of initiative, eDEX, who has
 * moved, delayed, been asked or acted. Nothing is queued, so whatever changes in mid-phase (a wound that lowers eDEX, a
 * chase that begins, a figure that falls out) counts at once. Chases are in chase.c.
 *
 * Equal eDEX (HX-08): as the action phase begins, those who are level then draw their order among themselves. Figures
 * that become level only later go by that draw, then by initiative. Rejected: a fresh roll for every new tie, which
 * would put rolls into orders that have nothing to do with them.
 */
#include "rules/hexmelee/turn.h"

#include "rules/hexmelee/act.h"

static bool to_move(const hm_body *body) {
    return hm_active(body) && body->move == HM_MOVE_DUE;
}

static bool to_be_asked(const hm_body *body) {
    return hm_active(body) && body->move == HM_MOVE_DELAYED && (body->flags & HM_ASKED) == 0;
}

static bool to_act(const hm_body *body) {
    return hm_active(body) && !body->acted;
}

/* ------------------------------------------------------------------------------------------------------ whose turn */

/* HX-45: of the delayed figures not asked since the last move, the first by the setting delay_order; 0 = none. */
static uint16_t first_delayed(const qm_scenario *s, const qm_state *st) {
    const bool reverse = hm_of(s)->set.delay_order == HM_DELAY_ORDER_REVERSE;
    const hm_body *body = hm_body_at(s, st, 1);
    uint16_t best = 0;
    int best_rank = 0;
    for (uint16_t f = 1; f <= s->figure_count; f++, body++) {
        if (to_be_asked(body) && (best == 0 || (hm_rank(body) < best_rank) != reverse)) {
            best = f;
            best_rank = hm_rank(body);
        }
    }
    return best;
}

/* HX-06: the first in initiative that has not moved; under chase_slot = hold whoever waits for its quarry is passed
 * over. Delayed figures that are to be asked come before all of them. */
static uint16_t first_to_move(const qm_scenario *s, const qm_state *st) {
    const bool hold = hm_of(s)->set.chase_slot == HM_CHASE_SLOT_HOLD;
    const hm_body *body = hm_body_at(s, st, 1);
    uint16_t best = 0;
    int best_rank = INT32_MAX;
    for (uint16_t f = 1; f <= s->figure_count; f++, body++) {
        if (body->move == HM_MOVE_DONE) {
            continue;
        }
        if (to_be_asked(body)) {
            return first_delayed(s, st);
        }
        if (to_move(body) && hm_rank(body) < best_rank &&
            !(hold && body->chasing && qm__hm_waits_for_quarry(s, st, f))) {
            best = f;
            best_rank = hm_rank(body);
        }
    }
    return best != 0 && !hold ? qm__hm_foremost(s, st, best) : best;
}

/* HX-08: whether `a` acts before `b`. */
static bool acts_before(const hm_body *a, const hm_body *b) {
    if (a->edex != b->edex) {
        return a->edex > b->edex;
    }
    if (a->tie != b->tie) {
        return a->tie < b->tie;
    }
    return hm_rank(a) < hm_rank(b);
}

static uint16_t first_to_act(const qm_scenario *s, const qm_state *st) {
    const hm_body *body = hm_body_at(s, st, 1), *best_body = NULL;
    uint16_t best = 0;
    for (uint16_t f = 1; f <= s->figure_count; f++, body++) {
        if (to_act(body) && (best == 0 || acts_before(body, best_body))) {
            best = f;
            best_body = body;
        }
    }
    return best;
}

uint16_t qm__hm_actor(const qm_scenario *s, const qm_state *st) {
    if (st->phase == HM_PHASE_MOVE) {
        return first_to_move(s, st);
    }
    if (st->phase == HM_PHASE_ACT) {
        const bool between = hm_of(s)->set.delay_until == HM_DELAY_UNTIL_TURN;
        const uint16_t delayed = between ? first_delayed(s, st) : 0;
        return delayed != 0 ? delayed : first_to_act(s, st);
    }
    return 0;
}

/* -------------------------------------------------------------------------------------------------- in mid-phase */

/* Delayed figures get asked again; the one that has just delayed has spoken. */
static void ask_again(const qm_scenario *s, qm_state *st, uint16_t except) {
    hm_body *body = hm_body_at(s, st, 1);
    for (uint16_t f = 1; f <= s->figure_count; f++, body++) {
        if (body->move == HM_MOVE_DELAYED) {
            body->flags = (uint16_t)(f == except ? body->flags | HM_ASKED : body->flags & ~HM_ASKED);
        }
    }
}

/* Whether anybody has something left to do in the action phase. A delayed figure has its action too, so it is enough to
 * look for those. */
static bool anybody_left(const qm_scenario *s, const qm_state *st) {
    const hm_body *body = hm_body_at(s, st, 1);
    for (uint16_t f = 1; f <= s->figure_count; f++, body++) {
        if (to_act(body)) {
            return true;
        }
    }
    return false;
}

/* A turn is over when all who can have acted. */
static void end_if_all_acted(qm__run *run) {
    qm_state *st = run->state;
    if (st->phase != HM_PHASE_ACT || anybody_left(run->scenario, st)) {
        return;
    }
    st->phase = HM_PHASE_OVER;
    qm_event *told = qm__tell(run, HM_EVENT_TURN_OVER);
    told->figure = 0;
    told->value = st->turn;
    qm__hm_propose_chases(run);
    if (!st->ended) {
        qm__end_of_turn(run);
    }
}

void qm__hm_move_finished(qm__run *run, uint16_t figure) {
    const qm_scenario *s = run->scenario;
    hm_body *body = hm_body_at(s, run->state, figure);
    qm__hm_refresh(s, run->state, figure);
    if (run->order->kind == HM_WAIT) {
        body->flags |= HM_ASKED;
        return;
    }
    if (qm__hm_engaged(s, run->state, figure)) {
        body->flags |= HM_MET;
    }
    ask_again(s, run->state, figure);
}

/* Who has acted does not go on moving, even under delay_until = turn. */
void qm__hm_act_finished(qm__run *run, uint16_t figure) {
    const qm_scenario *s = run->scenario;
    hm_body *body = hm_body_at(s, run->state, figure);
    body->acted = 1;
    if (body->move == HM_MOVE_DELAYED) {
        body->move = HM_MOVE_DONE;
    }
    qm__hm_refresh(s, run->state, figure);
    ask_again(s, run->state, 0);
    end_if_all_acted(run);
}

/* A turn on the spot, whatever the move was called: one without a hex is nothing else. */
static bool only_turned(const qm_order *order) {
    for (uint16_t i = 0; i < order->leg_count; i++) {
        if (order->legs[i].kind != HM_LEG_FACE) {
            return false;
        }
    }
    return order->kind == HM_TURN || order->kind == HM_RESUME || (order->kind >= HM_STILL && order->kind <= HM_SHIFT) ||
           order->kind == HM_DELAY;
}

/* HX-05, HX-45: a delayed figure that becomes engaged has moved enough: it is asked once more, to turn, and does not
 * move on even if it gets free again. The setting delay_engaged can leave an unmoved figure its shift; under
 * turn_engages = own_move an order that only turned somebody ends no delay. */
static void end_delays(qm__run *run) {
    const qm_scenario *s = run->scenario;
    const hm_settings *set = &hm_of(s)->set;
    if (set->turn_engages == HM_TURN_ENGAGES_OWN_MOVE && only_turned(run->order)) {
        return;
    }
    hm_body *body = hm_body_at(s, run->state, 1);
    for (uint16_t f = 1; f <= s->figure_count; f++, body++) {
        if (body->move != HM_MOVE_DELAYED || (body->flags & HM_HELD) ||
            (set->delay_engaged == HM_DELAY_ENGAGED_SHIFT && body->hexes == 0) || !qm__hm_engaged(s, run->state, f)) {
            continue;
        }
        body->flags = (uint16_t)((body->flags | HM_HELD) & ~HM_ASKED);
        qm__tell(run, HM_EVENT_DELAY_OVER)->figure = f;
    }
}

void qm__hm_after_change(qm__run *run) {
    if (run->state->phase == HM_PHASE_MOVE || run->state->phase == HM_PHASE_ACT) {
        end_delays(run);
        end_if_all_acted(run);
    }
}

/* ------------------------------------------------------------------------------------------------------ initiative */

/* Draws one of `count` with equal initiative or eDEX, from 0. No roll where there is nothing to draw. */
static int draw(qm__run *run, uint16_t kind, int count) {
    if (count < 2) {
        return 0;
    }
    const qm__roll roll = {.kind = kind, .dice = 1, .sides = (uint8_t)count, .shape = QM__PICK};
    return qm__roll_take(run, &roll);
}

/* Each able figure's die, in the order of the roster, up to 16 in one roll; kept in `rank` until places are given. */
static void roll_for_figures(qm__run *run) {
    const qm_scenario *s = run->scenario;
    uint16_t waiting[HM_ROLL_DICE_MAX];
    uint8_t count = 0;
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        if (hm_active(hm_body_at(s, run->state, f))) {
            waiting[count++] = f;
        }
        if (count == HM_ROLL_DICE_MAX || (f == s->figure_count && count > 0)) {
            const qm__roll roll = {.kind = HM_ROLL_INITIATIVE,
                                   .dice = count,
                                   .sides = (uint8_t)hm_of(s)->set.initiative_die,
                                   .shape = QM__FACES};
            qm__roll_take(run, &roll);
            for (uint8_t i = 0; i < count; i++) {
                hm_body_at(s, run->state, waiting[i])->rank = run->faces[i];
            }
            count = 0;
        }
    }
}

static void give_place(qm__run *run, uint16_t figure, int place) {
    hm_body_at(run->scenario, run->state, figure)->tie = (uint8_t)place;
    qm_event *told = qm__tell(run, HM_EVENT_INITIATIVE);
    told->figure = figure;
    told->value = place;
}

/* Says which number of the draw to come stands for whom, for those who draw by hand. */
static void tell_level(qm__run *run, const uint16_t *group, int count) {
    for (int i = 0; i < count && count > 1; i++) {
        qm_event *told = qm__tell(run, HM_EVENT_LEVEL);
        told->figure = group[i];
        told->value = i + 1;
    }
}

/* Gives places from `place` on to a group of equals, drawing who of them goes next; returns the place after them. */
static int place_group(qm__run *run, uint16_t *group, int count, int place) {
    while (count > 0) {
        tell_level(run, group, count);
        const int drawn = draw(run, HM_ROLL_INITIATIVE_TIE, count);
        give_place(run, group[drawn], place++);
        count--;
        for (int i = drawn; i < count; i++) {
            group[i] = group[i + 1];
        }
    }
    return place;
}

/* HX-06: high goes first. */
static void place_figures(qm__run *run) {
    const qm_scenario *s = run->scenario;
    uint16_t group[QM_FIGURES_MAX];
    int place = 1;
    for (int die = hm_of(s)->set.initiative_die; die > 0; die--) {
        int count = 0;
        const hm_body *body = hm_body_at(s, run->state, 1);
        for (uint16_t f = 1; f <= s->figure_count; f++, body++) {
            if (body->rank == die && hm_active(body)) {
                group[count++] = f;
            }
        }
        place = place_group(run, group, count, place);
    }
}

/* One die for each side with a figure able to move; the dice are kept in the run's vars, -1 for a side that has its
 * place. */
static void roll_for_sides(qm__run *run) {
    const qm_scenario *s = run->scenario;
    uint16_t waiting[QM_SIDES_MAX];
    uint8_t count = 0;
    for (uint16_t side = 1; side <= s->side_count; side++) {
        run->vars[side - 1] = -1;
        for (uint16_t f = 1; f <= s->figure_count; f++) {
            if (hm_side(s, f) == side && hm_active(hm_body_at(s, run->state, f))) {
                waiting[count++] = side;
                break;
            }
        }
    }
    const qm__roll roll = {
        .kind = HM_ROLL_INITIATIVE, .dice = count, .sides = (uint8_t)hm_of(s)->set.initiative_die, .shape = QM__FACES};
    if (count == 0) {
        return;
    }
    qm__roll_take(run, &roll);
    for (uint8_t i = 0; i < count; i++) {
        run->vars[waiting[i] - 1] = run->faces[i];
    }
}

static void place_sides(qm__run *run) {
    const qm_scenario *s = run->scenario;
    int place = 1;
    for (uint16_t round = 0; round < s->side_count; round++) {
        int best = 0, count = 0;
        for (uint16_t i = 0; i < s->side_count; i++) {
            if (run->vars[i] > best) {
                best = run->vars[i];
                count = 0;
            }
            count += best > 0 && run->vars[i] == best;
        }
        for (uint16_t i = 0, number = 1; i < s->side_count && count > 1; i++) {
            if (run->vars[i] == best) {
                qm_event *told = qm__tell(run, HM_EVENT_LEVEL_SIDE);
                told->figure = 0;
                told->word = (uint16_t)(i + 1);
                told->value = number++;
            }
        }
        int skip = draw(run, HM_ROLL_INITIATIVE_TIE, count);
        uint16_t side = 0;
        for (uint16_t i = 0; i < s->side_count && side == 0; i++) {
            side = best > 0 && run->vars[i] == best && skip-- == 0 ? (uint16_t)(i + 1) : 0;
        }
        if (side == 0) {
            return;
        }
        run->vars[side - 1] = -1;
        for (uint16_t f = 1; f <= s->figure_count; f++) {
            if (hm_side(s, f) == side && hm_active(hm_body_at(s, run->state, f))) {
                give_place(run, f, place++);
            }
        }
    }
}

static void roll_initiative(qm__run *run) {
    const qm_scenario *s = run->scenario;
    if (hm_of(s)->set.initiative == HM_INITIATIVE_SIDE) {
        roll_for_sides(run);
        place_sides(run);
    } else {
        roll_for_figures(run);
        place_figures(run);
    }
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        hm_body *body = hm_body_at(s, run->state, f);
        body->rank = body->tie;
        body->tie = 0;
    }
}

/* ---------------------------------------------------------------------------------------------------------- phases */

/* What one turn leaves to the next: only the hits, which lower DEX (facts). */
static void fresh_figure(hm_body *body) {
    const bool able = hm_active(body);
    body->last_hits = body->turn_hits;
    body->turn_hits = 0;
    body->flags = 0;
    body->hexes = 0;
    body->spent = 0;
    body->rank = 0;
    body->tie = 0;
    body->snatch = 0;
    body->move = able ? HM_MOVE_DUE : HM_MOVE_DONE;
    body->acted = !able;
}

static void begin_turn(qm__run *run) {
    const qm_scenario *s = run->scenario;
    qm_state *st = run->state;
    st->turn = (uint16_t)(st->turn < UINT16_MAX ? st->turn + 1 : st->turn);
    st->phase = HM_PHASE_MOVE;
    qm_event *told = qm__tell(run, HM_EVENT_TURN);
    told->figure = 0;
    told->value = st->turn;
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        fresh_figure(hm_body_at(s, st, f));
        qm__hm_refresh(s, st, f);
    }
    qm__hm_drop_chases(run);
    roll_initiative(run);
    qm__hm_ask_rings(run);
}

/* HX-08: those level in eDEX draw their order; everyone else is the first of a group of one. */
static void draw_ties(qm__run *run) {
    const qm_scenario *s = run->scenario;
    uint16_t group[QM_FIGURES_MAX];
    const hm_body *first = hm_body_at(s, run->state, 1);
    for (uint16_t f = 1; f <= s->figure_count; f++, first++) {
        int count = 0;
        const hm_body *body = first;
        for (uint16_t g = f; g <= s->figure_count && first->tie == 0 && to_act(first); g++, body++) {
            if (body->edex == first->edex && body->tie == 0 && to_act(body)) {
                group[count++] = g;
            }
        }
        for (int place = 1; count > 0; place++) {
            tell_level(run, group, count);
            const int drawn = draw(run, HM_ROLL_EDEX_TIE, count);
            hm_body_at(s, run->state, group[drawn])->tie = (uint8_t)place;
            count--;
            for (int i = drawn; i < count; i++) {
                group[i] = group[i + 1];
            }
        }
    }
}

/* Those who have no action left are passed over, if the setting says so. */
static void pass_over_idle(qm__run *run) {
    const qm_scenario *s = run->scenario;
    for (uint16_t f = 1; f <= s->figure_count && hm_of(s)->set.idle_figures == HM_IDLE_FIGURES_SKIP; f++) {
        hm_body *body = hm_body_at(s, run->state, f);
        if (to_act(body) && body->move != HM_MOVE_DELAYED && qm__hm_idle(s, run->state, f)) {
            body->acted = 1;
        }
    }
}

static void begin_actions(qm__run *run) {
    const qm_scenario *s = run->scenario;
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        hm_body *body = hm_body_at(s, run->state, f);
        if (body->move == HM_MOVE_DELAYED && hm_of(s)->set.delay_until == HM_DELAY_UNTIL_PHASE) {
            body->move = HM_MOVE_DONE;
            body->flags = (uint16_t)(body->flags & ~HM_ASKED);
            qm__tell(run, HM_EVENT_PHASE_DELAY_OVER)->figure = f;
        }
    }
    run->state->phase = HM_PHASE_ACT;
    qm__tell(run, HM_EVENT_ACTIONS)->figure = 0;
    pass_over_idle(run);
    draw_ties(run);
    end_if_all_acted(run);
}

void qm__hm_judge_next(qm__judging *j) {
    const uint16_t actor = qm__hm_actor(j->scenario, j->state);
    if (actor != 0) {
        const bool moving = j->state->phase == HM_PHASE_MOVE;
        qm__refuse(j, moving ? HM_REASON_STILL_TO_MOVE : HM_REASON_STILL_TO_ACT)->other = actor;
    }
}

void qm__hm_play_next(qm__run *run) {
    if (run->state->phase == HM_PHASE_MOVE) {
        begin_actions(run);
    } else {
        begin_turn(run);
    }
}
