/* Who moves in a beat, who is in conflict with whom, and who may follow whom (section 5).
 *
 * Invariant: nothing here throws a die but for ways laid further on, and nothing changes a tile. A conflict is found anew in every
 * beat; it is settled only when a beat brings nothing else.
 */
#include "rules/tiles/resolve.h"

#include <string.h>

static bool moves(const tl_body *body) {
    return (body->work.flags & TL_MOVER) != 0;
}

static void find_movers(tl_phase *p) {
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        tl_body *body = tl_figure(p, f);
        if (tl_goes(p, body) && body->work.through && !(body->work.flags & TL_CLOSED) && tl_completes(p, &body->work)) {
            body->work.flags |= TL_MOVER;
        }
    }
}

/* Where each mover wants to go; 0 for everybody else. */
static void list_targets(const tl_phase *p, uint16_t *targets) {
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        const tl_body *body = tl_figure(p, f);
        targets[f] = moves(body) ? tl_target(body) : 0;
    }
}

/* --------------------------------------------------------------------------------------------------------- crossing */

/* Whether a mover shares its target with others, all of them friends of each other. */
static bool crosses(const tl_phase *p, const uint16_t *targets, uint16_t figure) {
    const uint16_t target = targets[figure];
    uint16_t members[TL_CLASH_MEMBERS];
    unsigned count = 0;
    for (uint16_t f = 1; f <= p->s->figure_count && count < TL_CLASH_MEMBERS; f++) {
        if (targets[f] == target) {
            for (unsigned i = 0; i < count; i++) {
                if (tl_hostile(p->s, f, members[i])) {
                    return false;
                }
            }
            members[count++] = f;
        }
    }
    return count > 1;
}

/* Friends who would only meet in a tile pass over it. */
static void cross(tl_phase *p) {
    uint16_t targets[QM_FIGURES_MAX + 1];
    list_targets(p, targets);
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        tl_work *w = &tl_figure(p, f)->work;
        if (targets[f] == 0) {
            continue;
        }
        if (!crosses(p, targets, f) || !qm__tl_pass_on(p, f)) {
            w->on_through = 0;
        }
    }
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        tl_work *w = &tl_figure(p, f)->work;
        if ((w->flags & TL_MOVER) && w->on_through) {
            w->through = w->on_through;
            w->cost = w->on_cost;
            if (!tl_completes(p, w)) {
                w->flags &= (uint16_t)~TL_MOVER;
            }
        }
    }
}

/* -------------------------------------------------------------------------------------------------------- conflicts */

static tl_clash *add(tl_clashes *clashes, tl_clash_kind kind, uint16_t tile) {
    if (clashes->count == clashes->capacity) {
        return &clashes->items[clashes->capacity - 1]; /* capacity is that of all pairs: see qm__tl_resolve */
    }
    tl_clash *clash = &clashes->items[clashes->count++];
    *clash = (tl_clash){.kind = (uint8_t)kind, .tile = tile};
    return clash;
}

static void join(tl_phase *p, tl_clash *clash, uint16_t figure) {
    if (clash->count < TL_CLASH_MEMBERS) {
        clash->members[clash->count++] = (uint8_t)figure;
    }
    tl_figure(p, figure)->work.flags |= TL_CONTENDS;
}

/* Whether the step is the last one to the declared end. */
static bool enters_end(const tl_body *body) {
    const tl_work *w = &body->work;
    return tl_has_way(body) && !(w->flags & TL_CUT) && w->way_at + w->through == w->way_count;
}

/* Whether another figure that is going declared the same end and its way reaches it. */
static bool contested(const tl_phase *p, uint16_t figure, uint16_t tile) {
    if (!enters_end(tl_figure(p, figure)) || (tl_figure(p, figure)->work.flags & TL_ENTITLED)) {
        return false;
    }
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        const tl_body *body = tl_figure(p, f);
        if (f != figure && (body->work.flags & TL_GOING) && tl_has_way(body) && !(body->work.flags & TL_CUT) &&
            body->work.goal == tile && body->work.way_at < body->work.way_count) {
            return true;
        }
    }
    return false;
}

static void find_tiles(tl_phase *p, tl_clashes *clashes) {
    uint16_t targets[QM_FIGURES_MAX + 1];
    list_targets(p, targets);
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        const uint16_t tile = targets[f];
        if (tile == 0 || (tl_figure(p, f)->work.flags & TL_CONTENDS)) {
            continue;
        }
        tl_clash *clash = NULL;
        for (uint16_t g = f + 1; g <= p->s->figure_count; g++) {
            if (targets[g] == tile) {
                if (!clash) {
                    clash = add(clashes, TL_CLASH_TILE, tile);
                    join(p, clash, f);
                }
                join(p, clash, g);
            }
        }
        if (!clash && contested(p, f, tile)) {
            join(p, add(clashes, TL_CLASH_TILE, tile), f);
        }
    }
}

static int nearness(const tl_body *body) {
    return body->plan.what == TL_BESIDE ? 1 : body->plan.distance;
}

/* The fugitive of a going pursuer, or 0. */
static uint16_t fugitive_of(const tl_phase *p, uint16_t figure) {
    const tl_body *body = tl_figure(p, figure);
    if (!tl_goes(p, body) || !tl_has_relation(body)) {
        return 0;
    }
    const uint16_t other = body->plan.other;
    const tl_body *prey = tl_figure(p, other);
    if (!tl_goes(p, prey) || (prey->work.flags & (TL_LOST | TL_CALLED)) || prey->plan.distance <= nearness(body)) {
        return 0;
    }
    const bool avoids = prey->plan.what == TL_AVOID && tl_lists(prey->plan.foes, figure);
    const bool keeps = prey->plan.what == TL_KEEP && prey->plan.other == figure;
    return avoids || keeps ? other : 0;
}

static void add_pair(tl_phase *p, tl_clashes *clashes, tl_clash_kind kind, uint16_t f, uint16_t g, uint16_t tile) {
    tl_clash *clash = add(clashes, kind, tile);
    if (clash->count == 0) {
        clash->members[clash->count++] = (uint8_t)f;
        clash->members[clash->count++] = (uint8_t)g;
    }
    tl_figure(p, f)->work.flags |= TL_CONTENDS;
}

static uint16_t after_beat(const tl_body *body) {
    return moves(body) ? tl_target(body) : body->tile;
}

static void find_pursuit(tl_phase *p, tl_clashes *clashes) {
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        const tl_body *body = tl_figure(p, f);
        const uint16_t other = moves(body) ? fugitive_of(p, f) : 0;
        if (other == 0) {
            continue;
        }
        const uint16_t tile = tl_target(body), there = after_beat(tl_figure(p, other));
        const bool near = body->plan.what == TL_BESIDE ? qm__tl_adjacent(p->s, tile, there)
                                                       : tl_distance(p->s, tile, there) <= nearness(body);
        if (near) {
            add_pair(p, clashes, TL_CLASH_PURSUIT, f, other, tile);
            tl_figure(p, other)->work.flags |= TL_CONTENDS;
        }
    }
}

void qm__tl_find_pursuits(tl_phase *p, tl_clashes *clashes) {
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        const uint16_t other = fugitive_of(p, f);
        if (other) {
            add_pair(p, clashes, TL_CLASH_PURSUIT, f, other, tl_figure(p, other)->tile);
        }
    }
}

/* ---------------------------------------------------------------------------------------------- conflicts of ways */

static bool meets(const tl_phase *p, uint16_t a, uint16_t b) {
    return a == b || qm__tl_adjacent(p->s, a, b);
}

/* Whether a tile lies on or next to what a foe still has before it. */
static bool lies_ahead(const tl_phase *p, const tl_body *foe, uint16_t tile) {
    if (!tl_has_way(foe)) {
        return moves(foe) && meets(p, tile, tl_target(foe));
    }
    for (uint8_t i = foe->work.way_at; i < foe->work.way_count; i++) {
        if (meets(p, tile, foe->work.way[i])) {
            return true;
        }
    }
    return false;
}

static bool have_pair(const tl_clashes *clashes, uint16_t f, uint16_t g) {
    for (uint32_t i = 0; i < clashes->count; i++) {
        const tl_clash *c = &clashes->items[i];
        if (c->kind != TL_CLASH_TILE &&
            ((c->members[0] == f && c->members[1] == g) || (c->members[0] == g && c->members[1] == f))) {
            return true;
        }
    }
    return false;
}

static bool in_pursuit(const tl_clashes *clashes, uint32_t pursuits, uint16_t f, uint16_t g) {
    const tl_clashes first = {clashes->items, pursuits, pursuits};
    return have_pair(&first, f, g);
}

static void find_ways(tl_phase *p, tl_clashes *clashes) {
    const uint32_t pursuits = clashes->count; /* all found before this are of other kinds */
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        const tl_body *body = tl_figure(p, f);
        for (uint16_t g = 1; g <= p->s->figure_count && moves(body); g++) {
            const tl_body *foe = tl_figure(p, g);
            if (!tl_goes(p, foe) || !tl_minds_him(&p->table.minds[f], g) || !tl_minds_him(&p->table.minds[g], f)) {
                continue;
            }
            const uint16_t tile = tl_target(body);
            if (qm__tl_adjacent(p->s, tile, foe->tile) || !lies_ahead(p, foe, tile) || in_pursuit(clashes, pursuits, f, g)) {
                continue;
            }
            if (have_pair(clashes, f, g)) {
                tl_figure(p, f)->work.flags |= TL_CONTENDS;
            } else {
                add_pair(p, clashes, TL_CLASH_WAYS, f, g, tile);
            }
        }
    }
}

void qm__tl_find_clashes(tl_phase *p, tl_clashes *clashes) {
    clashes->count = 0;
    find_movers(p);
    if (p->set->cross == TL_CROSS_FREE) {
        cross(p);
    }
    find_tiles(p, clashes);
    find_pursuit(p, clashes);
    if (p->set->tempo == TL_TEMPO_EXTENT) {
        find_ways(p, clashes);
    }
}

void qm__tl_follow(tl_phase *p) {
    const uint16_t count = p->s->figure_count;
    for (uint16_t f = 1; f <= count; f++) {
        tl_work *w = &tl_figure(p, f)->work;
        if (w->flags & TL_CONTENDS) {
            w->flags &= (uint16_t)~TL_MOVER;
        }
    }
    for (bool struck = true; struck;) {
        struck = false;
        for (uint16_t f = 1; f <= count; f++) {
            tl_body *body = tl_figure(p, f);
            const uint8_t holder = moves(body) ? p->table.who[tl_target(body)] : 0;
            if (holder && holder != f && (p->set->follow == TL_FOLLOW_NO || !moves(tl_figure(p, holder)))) {
                body->work.flags &= (uint16_t)~TL_MOVER;
                struck = true;
            }
        }
    }
}
