/* Everybody moves at once: the phase as a whole (docs/rules/tiles-resolution.md).
 *
 * A beat is: all decide (want.c), conflicts are found (clash.c), what is free steps, and then come strikes, stops and interrupts
 * (call.c). A beat that brings nothing settles the conflicts it found (settle.c) or ends the level.
 *
 * Every beat either takes movement from somebody, or stops somebody, or entitles somebody who then steps or is stopped; so the
 * phase ends. Rejected: resolving figure by figure with look-ahead, where the answer depends on who is looked at first.
 */
#include "rules/tiles/resolve.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------------- the beginning */

/* Sets a figure going, or alert, by what it declared. */
static void begin(tl_phase *p, uint16_t figure) {
    tl_body *body = tl_figure(p, figure);
    tl_work *w = &body->work;
    memset(w, 0, sizeof *w);
    if (!tl_present(body)) {
        return;
    }
    w->began = w->before = body->tile;
    w->left = (uint8_t)qm__tl_movement(p->s, body, figure, body->plan.run != 0);
    switch (body->plan.what) {
    case TL_MOVE:
    case TL_WITHDRAW:
        w->goal = qm__tl_declared_end(&body->plan);
        w->flags = TL_GOING;
        break;
    case TL_BESIDE:
    case TL_KEEP:
    case TL_AVOID:
        w->flags = TL_GOING;
        break;
    case TL_INTERCEPT:
        w->flags = TL_ALERT;
        break;
    default:
        break;
    }
}

/* A figure that may step away has come to where no minded foe is next to it: from now on it moves as everybody does (section 8). */
static void get_clear(tl_phase *p, uint16_t figure) {
    tl_body *body = tl_figure(p, figure);
    body->work.cleared = 1;
    if (body->work.clear_stops) {
        tl_tell(p, TL_EVENT_CLEAR, figure, 0, body->tile, body->work.left);
        tl_stop(body);
    }
}

/* A going figure next to a minded foe stops, unless it may step away (section 3). */
static void stop_if_held(tl_phase *p, uint16_t figure) {
    tl_body *body = tl_figure(p, figure);
    tl_work *w = &body->work;
    const bool beginning = w->taken == 0;
    if (!qm__tl_held_back(&p->table, figure, body->tile, qm__tl_named(p, body), beginning)) {
        if ((w->flags & TL_STEPPED) && qm__tl_named(p, body) && !tl_watched(&p->table, figure, body->tile)) {
            get_clear(p, figure);
        }
        return;
    }
    tl_tell(p, TL_EVENT_STOPPED, figure, qm__tl_watcher(&p->table, figure, body->tile), body->tile, w->left);
    tl_stop(body);
}

static void stop_held(tl_phase *p, bool first) {
    const bool movers_only = !first && p->set->meet == TL_MEET_MOVER_STOPS;
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        const tl_work *w = &tl_figure(p, f)->work;
        if ((w->flags & (TL_GOING | TL_ALERT)) && (!movers_only || (w->flags & TL_STEPPED))) {
            stop_if_held(p, f);
        }
    }
}

static void begin_all(tl_phase *p) {
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        begin(p, f);
    }
    stop_held(p, true);
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        tl_body *body = tl_figure(p, f);
        if ((body->work.flags & TL_GOING) && tl_has_way(body)) {
            body->work.clear_stops = body->plan.what == TL_WITHDRAW && p->set->withdraw_then == TL_WITHDRAW_THEN_STOPS &&
                                     tl_watched(&p->table, f, body->tile);
            qm__tl_lay_declared(p, f);
        }
    }
}

/* --------------------------------------------------------------------------------------------------------- stepping */

/* What makes a step take more than one beat, for the account. */
static uint16_t paid_kind(const tl_phase *p, const tl_body *body) {
    const tl_ground *ground = tl_ground_at(p->s, tl_target(body));
    return body->work.through > 1 ? TL_EVENT_PASSING
           : ground->impeding     ? TL_EVENT_PAID
           : ground->mode         ? TL_EVENT_PAID_MODE
                                  : TL_EVENT_PAID_LONG;
}

/* Those whose step takes more beats than this one pay and stay. */
static void pay(tl_phase *p) {
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        tl_body *body = tl_figure(p, f);
        tl_work *w = &body->work;
        if (!tl_goes(p, body) || w->through == 0 || (w->flags & (TL_CLOSED | TL_MOVER | TL_CONTENDS)) || w->cost - w->paid <= 1) {
            continue;
        }
        w->paid++;
        w->left--;
        w->flags |= TL_BEGUN;
        p->extra->progress = 1;
        tl_tell(p, paid_kind(p, body), f, 0, tl_target(body), w->left);
    }
}

static void tell_passed(const tl_phase *p, uint16_t figure) {
    const tl_work *w = &tl_figure(p, figure)->work;
    for (uint8_t i = 0; i + 1 < w->through; i++) {
        const uint16_t tile = w->way[w->way_at + i];
        if (p->table.who[tile] && p->table.who[tile] != figure) {
            tl_tell(p, TL_EVENT_PASSED, figure, p->table.who[tile], tile, 0);
        }
    }
}

/* Takes the step: the figure is on its new tile, but the table does not know yet. */
static void take_step(tl_phase *p, uint16_t figure) {
    tl_body *body = tl_figure(p, figure);
    tl_work *w = &body->work;
    uint16_t from = body->tile;
    tell_passed(p, figure);
    w->before = from;
    for (uint8_t i = 0; i < w->through; i++) {
        const uint16_t tile = w->way[w->way_at + i];
        w->diagonals = (uint8_t)(w->diagonals + qm__tile_diagonal(qm__tile_direction_to(&p->s->tile, from, tile)));
        from = tile;
    }
    body->tile = from;
    w->left = (uint8_t)(w->left - (w->cost - w->paid));
    w->way_at = (uint8_t)(w->way_at + w->through);
    w->taken = w->through;
    w->through = w->cost = w->paid = 0;
    w->first = 0;
    w->flags = (uint16_t)((w->flags & ~(TL_BEGUN | TL_CHECKED | TL_ENTITLED)) | TL_STEPPED);
    tl_tell(p, TL_EVENT_STEPPED, figure, 0, body->tile, w->left);
    if (p->table.who[body->tile]) {
        tl_tell(p, TL_EVENT_FOLLOWED, figure, p->table.who[body->tile], body->tile, 0);
    }
    if (w->flags & TL_FAILED) {
        w->flags &= (uint16_t)~TL_FAILED;
        tl_stop(body);
    }
}

static void step_all(tl_phase *p) {
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        if (tl_figure(p, f)->work.flags & TL_MOVER) {
            take_step(p, f);
            p->extra->progress = 1;
        }
    }
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        const tl_work *w = &tl_figure(p, f)->work;
        if (w->flags & TL_STEPPED) {
            qm__tl_lift(&p->table, w->before);
        }
    }
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        const tl_body *body = tl_figure(p, f);
        if (body->work.flags & TL_STEPPED) {
            qm__tl_put(&p->table, body->tile, f);
        }
    }
}

/* Where a figure stood when the beat began. */
static uint16_t stood(const tl_body *body) {
    return body->work.flags & TL_STEPPED ? body->work.before : body->tile;
}

/* Foes whose side is left by one that ignores them strike at once (section 9). */
static void strike(tl_phase *p) {
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        const tl_body *body = tl_figure(p, f);
        for (size_t i = 0; i < TL_FOES_MAX && body->plan.ignored[i] && (body->work.flags & TL_STEPPED); i++) {
            const uint16_t foe = body->plan.ignored[i];
            const tl_body *other = tl_figure(p, foe);
            if (tl_present(other) && other->condition == TL_UP && (!other->acted || other->work.conflicts) &&
                qm__tl_adjacent(p->s, body->work.before, stood(other)) && !qm__tl_adjacent(p->s, body->tile, stood(other))) {
                tl_tell(p, TL_EVENT_STRIKE, foe, f, body->work.before, 0);
                tl_figure(p, foe)->acted = 1;
                tl_figure(p, foe)->work.conflicts = 1; /* it may be told of several in this beat */
            }
        }
    }
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        tl_figure(p, f)->work.conflicts = 0;
    }
}

/* ------------------------------------------------------------------------------------------------------------ beats */

static void beat(tl_phase *p, tl_clashes *clashes) {
    p->extra->beat++;
    p->extra->progress = 0;
    tl_tell(p, TL_EVENT_BEAT, 0, 0, 0, p->extra->beat);
    qm__tl_want_all(p);
    qm__tl_find_clashes(p, clashes);
    pay(p);
    qm__tl_follow(p);
    step_all(p);
    if (p->extra->progress) {
        strike(p);
        qm__tl_halt_beside(p);
        stop_held(p, false);
        qm__tl_call(p);
    }
}

/* Declared movement that did not get where it wanted, for the account. */
static void tell_end(const tl_phase *p, uint16_t figure) {
    const tl_body *body = tl_figure(p, figure);
    const tl_work *w = &body->work;
    if (!tl_present(body) || body->plan.what == TL_NOTHING || body->plan.what == TL_STAY || body->plan.what == TL_STAND) {
        return;
    }
    if ((w->flags & TL_GOING) && w->through) {
        const uint16_t tile = w->way[w->way_at];
        const uint8_t there = p->table.who[tile];
        tl_tell(p, there ? TL_EVENT_BLOCKED : TL_EVENT_BARRED, figure, there, tile, 0);
    } else if ((w->flags & TL_GOING) && tl_has_way(body) && body->tile != w->goal) {
        tl_tell(p, TL_EVENT_SHORT, figure, 0, w->goal, w->left);
    }
    tl_tell(p, TL_EVENT_ENDED, figure, 0, body->tile, w->left);
}

static void finish(tl_phase *p) {
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        tell_end(p, f);
    }
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        tl_body *body = tl_figure(p, f);
        body->moved = (uint8_t)(body->moved || body->work.taken);
    }
    qm__tl_table_close(&p->table);
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        memset(&tl_figure(p, f)->work, 0, sizeof(tl_work));
    }
    memset(p->extra, 0, sizeof *p->extra);
}

void qm__tl_resolve(qm__run *run) {
    tl_phase phase = {.run = run,
                      .s = run->scenario,
                      .st = run->state,
                      .set = &tl_of(run->scenario)->set,
                      .bodies = tl_body_at(run->scenario, run->state, 1),
                      .extra = qm__extra(run->scenario, run->state)};
    tl_phase *p = &phase;
    qm__tl_table_open(&p->table, p->s, p->st, run->search);
    tl_clashes clashes = {.items = p->table.clashes, .capacity = qm__tl_clash_capacity(p->s)};
    begin_all(p);
    if (p->set->pursuit == TL_PURSUIT_FROM_START) {
        qm__tl_find_pursuits(p, &clashes);
        qm__tl_settle(p, &clashes);
    }
    for (;;) {
        beat(p, &clashes);
        if (p->extra->progress) {
            continue;
        }
        if (clashes.count > 0) {
            qm__tl_settle(p, &clashes);
        } else if (p->extra->level > 0) {
            qm__tl_calls_over(p);
        } else {
            break;
        }
    }
    finish(p);
}
