/* Settling conflicts: more movement left wins, equals roll or stand off (section 6).
 *
 * Invariant: all conflicts of a beat are decided before any loser loses, so no conflict sees another's result. Who won is hashed into
 * the state as it is decided, because a later roll must not be taken for the same as one after another result.
 */
#include "rules/tiles/resolve.h"

#include <string.h>

/* More than a duel holds: the die says who does not roll. */
static unsigned thin_out(tl_phase *p, uint8_t *figures, unsigned count) {
    while (count > QM__DUEL_MAX) {
        const unsigned out = qm__tl_pick(p, TL_ROLL_OUT, figures[0], count);
        tl_note(p, out);
        memmove(figures + out, figures + out + 1, count - out - 1);
        count--;
    }
    return count;
}

static bool ignores_one_of(const tl_phase *p, uint16_t figure, const uint8_t *figures, unsigned count) {
    const tl_body *body = tl_figure(p, figure);
    for (unsigned i = 0; i < count; i++) {
        if (tl_lists(body->plan.ignored, figures[i])) {
            return true;
        }
    }
    return false;
}

unsigned qm__tl_reflex(tl_phase *p, const uint8_t *figures, unsigned count) {
    qm__duel duel = {.kind = TL_ROLL_REFLEX, .count = (uint8_t)count, .sides = 10};
    for (unsigned i = 0; i < count; i++) {
        const int lowered = ignores_one_of(p, figures[i], figures, count) ? p->set->ignore_reflex : 0;
        duel.figures[i] = figures[i];
        duel.dice[i] = tl_stat_of(p->s, figures[i])->reflex;
        duel.least[i] = (int8_t)(p->set->reflex_point + lowered);
    }
    return (unsigned)qm__duel_take(p->run, &duel);
}

/* Those with the most left, into `top`. */
static unsigned leaders(const tl_phase *p, const tl_clash *clash, uint8_t *top) {
    unsigned count = 0;
    int most = -1;
    for (unsigned i = 0; i < clash->count; i++) {
        const int left = tl_figure(p, clash->members[i])->work.left;
        if (left > most) {
            most = left;
            count = 0;
        }
        if (left == most) {
            top[count++] = clash->members[i];
        }
    }
    return count;
}

static bool stands_off(tl_phase *p, const tl_clash *clash, const uint8_t *top) {
    if (clash->kind != TL_CLASH_TILE || p->set->tie == TL_TIE_REFLEX) {
        return false;
    }
    if (p->set->tie == TL_TIE_STANDOFF) {
        return true;
    }
    const qm__choice choice = {.kind = TL_CHOICE_TIE, .figure = top[0], .other = top[1], .count = 2};
    return qm__choose(p->run, &choice) == 1;
}

static void tell_clash(const tl_phase *p, const tl_clash *clash) {
    const uint8_t first = clash->members[0], second = clash->count > 1 ? clash->members[1] : 0;
    if (clash->count == 1) {
        tl_tell(p, TL_EVENT_ALONE, first, 0, clash->tile, 0);
        return;
    }
    const uint16_t kind = clash->kind == TL_CLASH_TILE      ? TL_EVENT_CONFLICT
                          : clash->kind == TL_CLASH_PURSUIT ? TL_EVENT_PURSUIT
                                                            : TL_EVENT_WAYS;
    tl_tell(p, kind, first, second, clash->tile, tl_figure(p, first)->work.left)->needed = tl_figure(p, second)->work.left;
    for (unsigned i = 2; i < clash->count; i++) {
        tl_tell(p, TL_EVENT_CLAIM, clash->members[i], first, clash->tile, tl_figure(p, clash->members[i])->work.left);
    }
}

/* Decides one conflict: its winner, or 0 for a standoff. */
static void decide(tl_phase *p, tl_clash *clash) {
    uint8_t top[TL_CLASH_MEMBERS];
    unsigned count = leaders(p, clash, top);
    tell_clash(p, clash);
    clash->winner = top[0];
    if (count > 1) {
        tl_tell(p, TL_EVENT_TIE, top[0], top[1], clash->tile, tl_figure(p, top[0])->work.left);
        if (stands_off(p, clash, top)) {
            clash->winner = 0;
        } else {
            if (p->set->many == TL_MANY_ALL_ROLL) {
                count = clash->count;
                memcpy(top, clash->members, count);
            }
            count = thin_out(p, top, count);
            clash->winner = top[qm__tl_reflex(p, top, count)];
        }
    }
    tl_note(p, clash->winner);
}

/* ----------------------------------------------------------------------------------------------------------- losing */

/* What losing this conflict means to a figure. */
static void lose(tl_phase *p, const tl_clash *clash, uint16_t figure) {
    tl_body *body = tl_figure(p, figure);
    tl_work *w = &body->work;
    if (w->flags & TL_LOSES) { /* the second loss in this settling */
        tl_stop(body);
        return;
    }
    w->flags |= TL_LOSES;
    if (clash->winner) {
        tl_tell(p, TL_EVENT_LOST, figure, clash->winner, clash->tile, w->left);
    }
    const bool pursuer = clash->kind == TL_CLASH_PURSUIT && clash->members[0] == figure;
    const bool again = p->set->loser == TL_LOSER_NEXT_BEST && !(w->flags & (TL_LOST | TL_CALLED)) &&
                       (clash->kind == TL_CLASH_TILE || pursuer);
    if (!again) {
        tl_stop(body);
        return;
    }
    w->flags = (uint16_t)((w->flags & ~(TL_BEGUN | TL_CHECKED | TL_FAILED | TL_ENTITLED)) | TL_LOST);
    w->through = w->paid = w->cost = 0;
    w->goal = w->first = 0;
    w->lost = pursuer ? 0 : clash->tile;
    w->fugitive = pursuer ? clash->members[1] : 0;
}

/* The winner may enter the tile though others declared it too. Only a declared end can be contested in that way. */
static void entitle(tl_phase *p, const tl_clash *clash) {
    tl_body *body = tl_figure(p, clash->winner);
    if (clash->kind == TL_CLASH_TILE && tl_has_way(body) && body->work.goal == clash->tile) {
        body->work.flags |= TL_ENTITLED;
    }
}

static void count_wins(tl_phase *p, const tl_clashes *clashes) {
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        tl_work *w = &tl_figure(p, f)->work;
        w->won = w->conflicts = 0;
        w->flags &= (uint16_t)~TL_LOSES;
    }
    for (uint32_t c = 0; c < clashes->count; c++) {
        const tl_clash *clash = &clashes->items[c];
        for (unsigned i = 0; i < clash->count; i++) {
            tl_work *w = &tl_figure(p, clash->members[i])->work;
            w->conflicts++;
            w->won = (uint8_t)(w->won + (clash->members[i] == clash->winner));
        }
    }
}

static bool full_winner(const tl_phase *p, const tl_clash *clash) {
    if (clash->winner == 0) {
        return false;
    }
    const tl_work *w = &tl_figure(p, clash->winner)->work;
    return w->won == w->conflicts;
}

/* Whether somebody won all, or some conflict stood off: else the losers of every conflict lose. */
static bool something_final(const tl_phase *p, const tl_clashes *clashes) {
    for (uint32_t c = 0; c < clashes->count; c++) {
        if (clashes->items[c].winner == 0 || full_winner(p, &clashes->items[c])) {
            return true;
        }
    }
    return false;
}

void qm__tl_settle(tl_phase *p, tl_clashes *clashes) {
    for (uint32_t c = 0; c < clashes->count; c++) {
        decide(p, &clashes->items[c]);
    }
    count_wins(p, clashes);
    const bool final = something_final(p, clashes);
    for (uint32_t c = 0; c < clashes->count; c++) {
        const tl_clash *clash = &clashes->items[c];
        const bool full = full_winner(p, clash);
        if (clash->winner == 0) {
            tl_tell(p, TL_EVENT_STANDOFF, clash->members[0], clash->members[1], clash->tile, 0);
        } else if (full && clash->count > 1) {
            const uint8_t beaten = clash->members[clash->members[0] == clash->winner];
            tl_tell(p, TL_EVENT_WON, clash->winner, beaten, clash->tile, tl_figure(p, clash->winner)->work.left);
        }
        if (full) {
            entitle(p, clash);
        }
        for (unsigned i = 0; i < clash->count && (full || !final || clash->winner == 0); i++) {
            if (clash->members[i] != clash->winner) {
                lose(p, clash, clash->members[i]);
            }
        }
    }
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        tl_work *w = &tl_figure(p, f)->work;
        w->won = w->conflicts = 0;
        w->flags &= (uint16_t)~TL_LOSES;
    }
    p->extra->trace = 0;
}
