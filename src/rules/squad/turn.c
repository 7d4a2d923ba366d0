/* Rounds: sides take turns, one unit at a time, and each unit has a few actions.
 *
 *     start -next-> round: a unit of one side acts, then one of the next side, … until all have had their turn -next->
 *
 * The side that begins changes from round to round. A side whose units have all had their turn is passed over.
 *
 * Invariant: between orders either a unit has begun its turn (`active`) and has actions left, or the side whose turn it
 * is has a unit that has not, or nobody has.
 */
#include "rules/squad/squad.h"

/* ------------------------------------------------------------------------------------------------------ whose turn */

/* Whether a unit, by its number from 0, can still have its turn. */
static bool is_due(const qm_scenario *s, const qm_state *st, uint16_t unit) {
    return !sq_at(s, st, s->units[unit].first)->done && qm__sq_present(s, st, &s->units[unit]) > 0;
}

static uint16_t first_due(const qm_scenario *s, const qm_state *st, uint16_t side) {
    for (uint16_t i = 0; i < s->unit_count; i++) {
        const uint16_t first = s->units[i].first;
        if ((side == 0 || s->figures[first - 1].side == side) && is_due(s, st, i)) {
            return first;
        }
    }
    return 0;
}

uint16_t qm__sq_actor(const qm_scenario *s, const qm_state *st) {
    const sq_game *game = sq_game_of(s, st);
    if (st->phase != SQ_PHASE_ROUND || st->ended) {
        return 0;
    }
    return game->active ? game->active : first_due(s, st, game->side);
}

/* The turn goes to the next side that has a unit left, which may be the same one. */
static void pass_turn(qm__run *run) {
    const qm_scenario *s = run->scenario;
    sq_game *game = sq_game_of(s, run->state);
    game->active = 0;
    for (uint16_t i = 0; i < s->side_count; i++) {
        const uint16_t side = (uint16_t)((game->side + i) % s->side_count + 1);
        if (first_due(s, run->state, side)) {
            game->side = side;
            qm_event *told = qm__tell(run, SQ_EVENT_TURN);
            told->figure = 0;
            told->word = side;
            return;
        }
    }
}

static void end_unit(qm__run *run, uint16_t first) {
    sq_at(run->scenario, run->state, first)->done = 1;
    qm__tell(run, SQ_EVENT_HELD)->figure = first;
    pass_turn(run);
}

void qm__sq_spend_action(qm__run *run) {
    const qm_scenario *s = run->scenario;
    const uint16_t first = run->order->actor;
    sq_model *m = sq_at(s, run->state, first);
    m->actions++;
    sq_game_of(s, run->state)->active = first;
    if (m->actions >= sq_set(s)->actions || qm__sq_present(s, run->state, sq_unit(s, first)) == 0) {
        end_unit(run, first);
    }
}

void qm__sq_turn_after_edit(qm__run *run, uint16_t figure) {
    const qm_scenario *s = run->scenario;
    sq_game *game = sq_game_of(s, run->state);
    const uint16_t first = sq_unit(s, figure)->first;
    const bool over = qm__sq_present(s, run->state, sq_unit(s, figure)) == 0 || sq_at(s, run->state, first)->done;
    if (run->state->phase != SQ_PHASE_ROUND || run->state->ended) {
        return;
    }
    if (over && game->unfinished == first) {
        qm__sq_forget_unfinished(s, run->state);
    }
    if (over && game->active == first) {
        game->active = 0;
    }
    if (!game->active && !first_due(s, run->state, game->side)) {
        pass_turn(run);
    }
}

/* ---------------------------------------------------------------------------------------------------------- judging */

/* What keeps a unit from acting now at all; 0 = nothing. `other`: the unit that it is about. */
static uint16_t bar_now(const qm_scenario *s, const qm_state *st, uint16_t first, bool moves, uint16_t *other) {
    const sq_game *game = sq_game_of(s, st);
    *other = 0;
    if (st->phase != SQ_PHASE_ROUND) {
        return SQ_REASON_NOT_BEGUN;
    }
    if (qm__sq_present(s, st, sq_unit(s, first)) == 0) {
        return SQ_REASON_UNIT_GONE;
    }
    if (game->unfinished && (game->unfinished != first || !moves)) {
        *other = game->unfinished;
        return SQ_REASON_UNFINISHED;
    }
    if (sq_at(s, st, first)->done) {
        return SQ_REASON_UNIT_DONE;
    }
    if (s->figures[first - 1].side != game->side) {
        return SQ_REASON_NOT_ITS_TURN;
    }
    if (game->active && game->active != first) {
        *other = game->active;
        return SQ_REASON_OTHER_ACTS;
    }
    return 0;
}

bool qm__sq_judge_now(qm__judging *j, bool moves) {
    uint16_t other;
    const uint16_t bar = bar_now(j->scenario, j->state, j->order->actor, moves, &other);
    if (bar) {
        qm__refuse(j, bar)->other = other;
    }
    return bar == 0;
}

/* What keeps a unit from spending an action on a move; an unfinished one is being paid for already. */
static uint16_t bar_move(const qm_scenario *s, const qm_state *st, uint16_t first, int32_t *most) {
    const sq_model *m = sq_at(s, st, first);
    *most = sq_set(s)->actions;
    if (sq_game_of(s, st)->unfinished == first) {
        return 0;
    }
    if (m->actions >= *most) {
        return SQ_REASON_NO_ACTION;
    }
    *most = sq_set(s)->moves;
    return m->moves >= *most ? SQ_REASON_NO_MOVE_LEFT : 0;
}

bool qm__sq_judge_action(qm__judging *j) {
    int32_t most;
    const uint16_t bar = bar_move(j->scenario, j->state, j->order->actor, &most);
    if (bar) {
        qm__refuse(j, bar)->had = most;
    }
    return bar == 0;
}

bool qm__sq_unit_may(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t order) {
    const uint16_t first = sq_unit(s, figure)->first;
    uint16_t other;
    int32_t most;
    return !st->ended && bar_now(s, st, first, true, &other) == 0 &&
           (order == SQ_ORDER_HOLD || bar_move(s, st, first, &most) == 0);
}

bool qm__sq_may(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t order) {
    return !sq_at(s, st, figure)->out && qm__sq_unit_may(s, st, figure, order);
}

void qm__sq_judge_turn(qm__judging *j) {
    if (j->order->kind == SQ_ORDER_HOLD) {
        qm_order order;
        if (qm__sq_judge_now(j, true) &&
            qm__sq_has_to_mend(j->scenario, j->state, j->order->actor, j->search, &order)) {
            qm__refuse(j, SQ_REASON_HAS_TO_MEND);
        }
        return;
    }
    const uint16_t unfinished = sq_game_of(j->scenario, j->state)->unfinished;
    const uint16_t due = j->state->phase == SQ_PHASE_ROUND ? first_due(j->scenario, j->state, 0) : 0;
    if (unfinished) {
        qm__refuse(j, SQ_REASON_UNFINISHED)->other = unfinished;
    } else if (due) {
        qm__refuse(j, SQ_REASON_UNITS_LEFT)->other = due;
    }
}

/* ---------------------------------------------------------------------------------------------------------- playing */

static void forget_round(const qm_scenario *s, qm_state *st) {
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        sq_model *m = sq_at(s, st, i);
        m->done = m->actions = m->moves = m->shots = m->charged = 0;
    }
}

static void play_next(qm__run *run) {
    const qm_scenario *s = run->scenario;
    qm_state *st = run->state;
    sq_game *game = sq_game_of(s, st);
    if (st->phase == SQ_PHASE_ROUND) {
        qm_event *told = qm__tell(run, SQ_EVENT_ROUND_OVER);
        told->figure = 0;
        told->value = st->turn;
        qm__end_of_turn(run);
    }
    if (st->ended) {
        return;
    }
    forget_round(s, st);
    st->turn = (uint16_t)(st->turn < UINT16_MAX ? st->turn + 1 : st->turn);
    st->phase = SQ_PHASE_ROUND;
    qm_event *told = qm__tell(run, SQ_EVENT_ROUND);
    told->figure = 0;
    told->value = st->turn;
    game->side = (uint16_t)((st->turn + s->side_count - 2) % s->side_count + 1); /* the one before who begins */
    pass_turn(run);
}

void qm__sq_play_turn(qm__run *run) {
    if (run->order->kind == SQ_ORDER_NEXT) {
        play_next(run);
        return;
    }
    if (sq_game_of(run->scenario, run->state)->unfinished) {
        qm__sq_end_unfinished(run);
    } else {
        end_unit(run, run->order->actor);
    }
}
