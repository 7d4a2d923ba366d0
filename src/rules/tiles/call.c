/* Interceptors: who is called when an area is entered, and what becomes of the prey (section 7).
 *
 * Invariant: all alert interceptors decide on the same picture, and only then do those who go begin to move, one level deeper: levels
 * are a stack, and the figures of the level on top are the only ones that move.
 */
#include "rules/tiles/resolve.h"

#include <limits.h>
#include <string.h>

static bool in_area(const tl_body *body, uint16_t tile) {
    for (size_t i = 0; i < TL_TILES_MAX && body->plan.tiles[i]; i++) {
        if (body->plan.tiles[i] == tile) {
            return true;
        }
    }
    return false;
}

/* Whether a figure's last step led onto a tile of the area, or over one where it passed a friend. */
static bool came_into(const tl_body *watcher, const tl_body *body) {
    const tl_work *w = &body->work;
    for (uint8_t i = 1; i <= w->taken; i++) {
        if (in_area(watcher, w->way[w->way_at - i])) {
            return true;
        }
    }
    return false;
}

/* Whether the interceptor's declaration is about this entry. */
static bool concerns(const tl_phase *p, uint16_t interceptor, uint16_t figure) {
    const tl_body *watcher = tl_figure(p, interceptor), *body = tl_figure(p, figure);
    if (!(body->work.flags & TL_STEPPED) || !tl_hostile(p->s, interceptor, figure) || !came_into(watcher, body)) {
        return false;
    }
    if (in_area(watcher, body->work.before) && p->set->intercept_inside == TL_INTERCEPT_INSIDE_NO) {
        return false;
    }
    if ((body->work.flags & TL_CALLED) && p->set->intercept_chain == TL_INTERCEPT_CHAIN_NO) {
        return false;
    }
    return watcher->plan.foes[0] == 0 || tl_lists(watcher->plan.foes, figure);
}

static int normal_movement(const tl_phase *p, uint16_t figure) {
    const tl_body *body = tl_figure(p, figure);
    return qm__tl_movement(p->s, body, figure, body->plan.run != 0);
}

/* Whether a tile next to the prey, on which the interceptor could end, lies within its movement. */
static bool can_catch(tl_phase *p, uint16_t interceptor, uint16_t prey) {
    const uint16_t there = tl_figure(p, prey)->tile;
    const tl_seek seek = {.figure = interceptor,
                          .from = tl_figure(p, interceptor)->tile,
                          .limit = (uint16_t)normal_movement(p, interceptor),
                          .map = TL_MAP_BOLD,
                          .begins = 1};
    qm__tl_search(&p->table, &seek);
    for (uint32_t i = 0; i < p->table.found_count; i++) {
        const uint16_t tile = tl_node_tile(&p->table, p->table.found[i]);
        if (tl_ends_on(&p->table, interceptor, tile) && qm__tl_adjacent(p->s, tile, there)) {
            return true;
        }
    }
    return false;
}

/* All that the interceptor could go for, nearest ones only unless it is asked. */
static unsigned preys(tl_phase *p, uint16_t interceptor, uint8_t *out, unsigned max) {
    const bool asked = p->set->intercept_pick == TL_INTERCEPT_PICK_ASK;
    int nearest = INT_MAX;
    unsigned count = 0;
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        if (!concerns(p, interceptor, f) || !can_catch(p, interceptor, f)) {
            continue;
        }
        const int distance = asked ? 0 : tl_distance(p->s, tl_figure(p, interceptor)->tile, tl_figure(p, f)->tile);
        if (distance < nearest) {
            nearest = distance;
            count = 0;
        }
        if (distance == nearest && count < max) {
            out[count++] = (uint8_t)f;
        }
    }
    return count;
}

void qm__tl_halt_beside(tl_phase *p) {
    for (uint16_t f = 1; f <= p->s->figure_count && p->set->ignore_intercept == TL_IGNORE_INTERCEPT_HALTS; f++) {
        const tl_body *watcher = tl_figure(p, f);
        for (uint16_t g = 1; g <= p->s->figure_count && (watcher->work.flags & TL_ALERT); g++) {
            tl_body *body = tl_figure(p, g);
            if (tl_lists(body->plan.ignored, f) && (body->work.flags & TL_GOING) && concerns(p, f, g) &&
                qm__tl_adjacent(p->s, watcher->tile, body->tile)) {
                tl_tell(p, TL_EVENT_HALTED, g, f, body->tile, 0);
                tl_stop(body);
            }
        }
    }
}

/* Whom an alert interceptor goes for; 0: nobody. */
static uint8_t choose_prey(tl_phase *p, uint16_t interceptor) {
    enum { CHOICES = 16 };
    uint8_t list[CHOICES];
    const unsigned count = preys(p, interceptor, list, CHOICES);
    if (count == 0) {
        return 0;
    }
    uint8_t prey = list[0];
    const uint16_t side = tl_stat_of(p->s, interceptor)->side;
    if (count > 1 && p->set->intercept_pick == TL_INTERCEPT_PICK_ASK) {
        qm__choice choice = {.kind = TL_CHOICE_PREY, .figure = interceptor, .side = side, .count = (uint8_t)count};
        for (unsigned i = 0; i < count; i++) {
            choice.options[i] = list[i];
        }
        prey = list[qm__choose(p->run, &choice)];
    } else {
        prey = list[qm__tl_pick(p, TL_ROLL_PREY, interceptor, count)];
    }
    tl_figure(p, interceptor)->work.prey = prey; /* what a die decided must be in the state before anything is asked */
    if (p->set->intercept_choice == TL_INTERCEPT_CHOICE_ON_TRIGGER) {
        const qm__choice choice = {.kind = TL_CHOICE_CALL, .figure = interceptor, .side = side, .other = prey, .count = 2};
        if (qm__choose(p->run, &choice) == 1) {
            tl_tell(p, TL_EVENT_LET_PASS, interceptor, prey, tl_figure(p, prey)->tile, 0);
            return 0;
        }
    }
    return prey;
}

/* interceptors = nearest: whether another who goes for the same prey is nearer. */
static bool is_outdone(const tl_phase *p, uint16_t interceptor) {
    const tl_body *body = tl_figure(p, interceptor);
    const uint16_t there = tl_figure(p, body->work.prey)->tile;
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        const tl_body *other = tl_figure(p, f);
        if ((other->work.flags & TL_ALERT) && other->work.prey == body->work.prey &&
            tl_distance(p->s, other->tile, there) < tl_distance(p->s, body->tile, there)) {
            return true;
        }
    }
    return false;
}

/* intercept_contest = yes: whether the interceptor is faster than what its prey has left. */
static bool is_faster(tl_phase *p, uint16_t interceptor) {
    const tl_body *body = tl_figure(p, interceptor);
    const int own = normal_movement(p, interceptor), left = tl_figure(p, body->work.prey)->work.left;
    bool faster = own > left;
    if (own == left) {
        const uint8_t both[2] = {(uint8_t)interceptor, body->work.prey};
        faster = qm__tl_reflex(p, both, 2) == 0;
    }
    if (!faster) {
        tl_tell(p, TL_EVENT_OUTRUN, interceptor, body->work.prey, tl_figure(p, body->work.prey)->tile, own)->needed = left;
    }
    return faster;
}

/* Minds nobody but its prey. */
static void mind_only(tl_phase *p, uint16_t figure, uint8_t prey) {
    tl_minds *minds = &p->table.minds[figure];
    const bool minds_prey = tl_minds_him(minds, prey);
    memset(minds, 0, sizeof *minds);
    if (minds_prey) {
        minds->bits[prey >> 6] = (uint64_t)1 << (prey & 63u);
    }
}

static void set_out(tl_phase *p, uint16_t figure) {
    tl_body *body = tl_figure(p, figure);
    tl_work *w = &body->work;
    w->flags = (uint16_t)((w->flags & ~TL_ALERT) | TL_GOING | TL_CALLED);
    w->level = p->extra->level;
    w->left = (uint8_t)normal_movement(p, figure);
    w->diagonals = 0;
    w->goal = w->first = 0;
    body->called = 1;
    if (p->set->intercept_stops == TL_INTERCEPT_STOPS_NO) {
        mind_only(p, figure, w->prey);
    }
    tl_tell(p, TL_EVENT_CALLED, figure, w->prey, tl_figure(p, w->prey)->tile, 0);
}

void qm__tl_call(tl_phase *p) {
    const uint16_t count = p->s->figure_count;
    bool some = false;
    for (uint16_t f = 1; f <= count; f++) {
        tl_work *w = &tl_figure(p, f)->work;
        if (w->flags & TL_ALERT) {
            w->prey = choose_prey(p, f);
            some = some || w->prey;
        }
    }
    if (!some) {
        return;
    }
    if (p->set->interceptors == TL_INTERCEPTORS_NEAREST) {
        for (uint16_t f = 1; f <= count; f++) {
            tl_work *w = &tl_figure(p, f)->work;
            w->on_through = (w->flags & TL_ALERT) && w->prey && is_outdone(p, f);
        }
        for (uint16_t f = 1; f <= count; f++) {
            tl_work *w = &tl_figure(p, f)->work;
            if ((w->flags & TL_ALERT) && w->on_through) {
                w->prey = 0;
            }
        }
    }
    some = false;
    for (uint16_t f = 1; f <= count; f++) {
        tl_work *w = &tl_figure(p, f)->work;
        if ((w->flags & TL_ALERT) && w->prey) {
            if (p->set->intercept_contest == TL_INTERCEPT_CONTEST_YES && !is_faster(p, f)) {
                w->prey = 0;
            }
            some = some || w->prey;
        }
    }
    if (!some) {
        return;
    }
    p->extra->level++;
    for (uint16_t f = 1; f <= count; f++) {
        const tl_work *w = &tl_figure(p, f)->work;
        if ((w->flags & TL_ALERT) && w->prey) {
            set_out(p, f);
        }
    }
}

/* What a called one that has come to its end does to its prey. */
static uint16_t end_of_call(const tl_phase *p, const tl_body *body, uint16_t figure) {
    const tl_body *prey = tl_figure(p, body->work.prey);
    if (p->set->prey_stops != TL_PREY_STOPS_ALWAYS && !qm__tl_adjacent(p->s, body->tile, prey->tile)) {
        return TL_EVENT_NOT_REACHED;
    }
    return tl_lists(prey->plan.ignored, figure) && p->set->ignore_intercept == TL_IGNORE_INTERCEPT_GOES_ON
               ? TL_EVENT_NOT_HALTED
               : TL_EVENT_HALTED;
}

void qm__tl_calls_over(tl_phase *p) {
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        tl_body *body = tl_figure(p, f);
        if (body->work.prey == 0 || body->work.level != p->extra->level) { /* not called, or its call is over */
            continue;
        }
        tl_stop(body);
        tl_body *prey = tl_figure(p, body->work.prey);
        const uint16_t end = end_of_call(p, body, f);
        tl_tell(p, end, body->work.prey, f, prey->tile, 0);
        if (end == TL_EVENT_HALTED) {
            tl_stop(prey);
        }
        body->work.prey = 0;
    }
    p->extra->level--;
}
