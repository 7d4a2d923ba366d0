/* What each figure wants in a beat: an end where it has not declared one, the next step, whether that is closed, whether it
 * passes friends, and the check it calls for (section 4).
 *
 * Invariant: all decide on the picture of the board as the beat begins; nobody's tile changes here. Rejected: deciding and stepping
 * figure by figure, which would make the order in which they are listed a rule.
 */
#include "rules/tiles/aim.h"
#include "rules/tiles/resolve.h"

#include <string.h>

const uint8_t *qm__tl_named(const tl_phase *p, const tl_body *body) {
    const bool may = (body->work.flags & TL_CALLED) == 0 && !body->work.cleared;
    return may ? tl_leaves(p->s, &body->plan) : NULL;
}

bool qm__tl_unheld(const tl_phase *p, const tl_body *body) {
    return p->set->meet == TL_MEET_MOVER_STOPS && (!qm__tl_named(p, body) || body->work.taken);
}

/* ------------------------------------------------------------------------------------------------------ choosing an end */

/* Of equally good ends: the one chosen before, the straightest towards a tile, by die. */
static uint16_t choose_among(tl_phase *p, uint16_t figure, tl_aim *a, uint16_t kept) {
    for (unsigned i = 0; i < a->count; i++) {
        if (a->ends[i] == kept) {
            return kept;
        }
    }
    qm__tl_keep_straight(a);
    return a->count == 0 ? 0 : a->ends[qm__tl_pick(p, TL_ROLL_END, figure, a->count)];
}

/* Where one that is avoided is expected (section 4). */
static uint16_t expected_place(const tl_phase *p, uint16_t figure, uint16_t foe) {
    const tl_body *other = tl_figure(p, foe);
    if (other->plan.what == TL_AVOID && tl_lists(other->plan.foes, figure) && p->set->avoid_mutual == TL_AVOID_MUTUAL_STARTS) {
        return other->work.began;
    }
    const bool on_way = (other->work.flags & TL_GOING) && tl_has_way(other) && other->work.way_count > other->work.way_at;
    return p->set->avoid_view == TL_AVOID_VIEW_ENDS && on_way ? other->work.way[other->work.way_count - 1] : other->tile;
}

static bool aim_avoid(const tl_phase *p, uint16_t figure, tl_aim *a) {
    const tl_body *body = tl_figure(p, figure);
    a->kind = TL_AIM_AVOID;
    a->tile = body->tile;
    a->distance = body->plan.distance;
    a->preferred = body->plan.tiles;
    for (size_t i = 0; i < TL_FOES_MAX && body->plan.foes[i]; i++) {
        if (tl_present(tl_figure(p, body->plan.foes[i]))) {
            a->expected[a->expected_count++] = expected_place(p, figure, body->plan.foes[i]);
        }
    }
    return a->expected_count > 0;
}

static bool aim_at(const tl_phase *p, uint16_t figure, tl_aim *a) {
    const tl_body *body = tl_figure(p, figure);
    const tl_work *w = &body->work;
    qm__tl_aim_start(a, &p->table, figure, TL_AIM_PREY);
    const uint16_t whom = w->flags & TL_CALLED ? w->prey : body->plan.other;
    if (w->lost && (body->plan.what == TL_MOVE || body->plan.what == TL_WITHDRAW)) {
        a->kind = TL_AIM_NEAR_TILE;
        a->tile = qm__tl_declared_end(&body->plan);
        return true;
    }
    if (!(w->flags & TL_CALLED) && body->plan.what == TL_AVOID) {
        return aim_avoid(p, figure, a);
    }
    if (whom == 0 || !tl_present(tl_figure(p, whom))) {
        return false;
    }
    a->tile = tl_figure(p, whom)->tile;
    a->distance = body->plan.distance;
    a->beside = body->plan.what == TL_BESIDE;
    if (!(w->flags & TL_CALLED)) {
        a->kind = w->fugitive ? TL_AIM_NEAR_FUGITIVE : a->beside ? TL_AIM_BESIDE : TL_AIM_KEEP;
    }
    return true;
}

/* Chooses the end and lays the first tile of the way there. */
static void want_chosen(tl_phase *p, uint16_t figure) {
    tl_body *body = tl_figure(p, figure);
    tl_work *w = &body->work;
    tl_aim a;
    const uint16_t kept = w->goal;
    w->way_at = w->way_count = 0;
    if (!aim_at(p, figure, &a)) {
        return;
    }
    for (w->map = TL_MAP_FREE;; w->map = TL_MAP_BOLD) {
        tl_seek seek = qm__tl_seek(p, figure, (tl_map)w->map, 0);
        qm__tl_aim_search(&a, &p->table, &seek);
        if (a.count > 0 || w->map == TL_MAP_BOLD || a.kind != TL_AIM_PREY) {
            break;
        }
    }
    w->goal = choose_among(p, figure, &a, kept);
    if (w->goal == 0 || w->goal == body->tile) {
        return;
    }
    if (w->goal != kept) {
        const bool lost = (w->flags & TL_LOST) != 0;
        tl_tell(p, lost ? TL_EVENT_NEXT_BEST : a.kind == TL_AIM_AVOID ? TL_EVENT_REFUGE : TL_EVENT_GOAL, figure, 0, w->goal, 0);
    }
    if (qm__tl_lay_more(p, figure, true)) {
        w->through = 1;
        w->first = w->way[0];
    }
}

static void want(tl_phase *p, uint16_t figure) {
    tl_body *body = tl_figure(p, figure);
    tl_work *w = &body->work;
    if (w->flags & TL_BEGUN) {
        return;
    }
    w->through = 0;
    if (tl_has_way(body)) {
        w->through = w->way_at < w->way_count;
    } else {
        want_chosen(p, figure);
    }
    w->cost = w->through ? qm__tl_step_cost(p, figure, 1) : 0;
    w->through = w->cost ? 1 : 0;
}

/* -------------------------------------------------------------------------------------------- closed steps, friends */

bool qm__tl_step_closed(const tl_phase *p, uint16_t figure, uint8_t through) {
    const tl_body *body = tl_figure(p, figure);
    const tl_work *w = &body->work;
    const uint8_t *named = qm__tl_named(p, body);
    uint16_t from = body->tile;
    if (named && !qm__tl_unheld(p, body) && tl_watched(&p->table, figure, from) &&
        !qm__tl_steps_away(&p->table, figure, from, w->way[w->way_at], named)) {
        return true;
    }
    for (uint8_t i = 0; i < through; i++) {
        const uint16_t tile = w->way[w->way_at + i];
        if (tl_closed(&p->table, figure, from, tile) || (i + 1 < through && tl_watched(&p->table, figure, tile))) {
            return true;
        }
        from = tile;
    }
    return false;
}

static bool calls_for_check(const tl_phase *p, uint16_t tile) {
    return tl_ground_at(p->s, tile)->difficulty > 0;
}

/* Makes sure the way is laid over one tile more than `through`. */
static bool lay_beyond(tl_phase *p, uint16_t figure, uint8_t through) {
    const tl_body *body = tl_figure(p, figure);
    if (body->work.way_at + through < body->work.way_count) {
        return true;
    }
    return !tl_has_way(body) && !(body->work.flags & TL_BEGUN) && qm__tl_lay_more(p, figure, false);
}

/* Who holds a tile as a friend in the way. */
static bool in_way(const tl_phase *p, uint16_t tile) {
    const uint8_t there = p->table.who[tile];
    return there && (tl_figure(p, there)->work.flags & TL_IN_WAY);
}

bool qm__tl_pass_on(tl_phase *p, uint16_t figure) {
    tl_work *w = &tl_figure(p, figure)->work;
    uint8_t through = w->through;
    if (p->set->friends_pass == TL_FRIENDS_PASS_NO) {
        return false;
    }
    do {
        const uint16_t passed = w->way[w->way_at + through - 1];
        if (calls_for_check(p, passed) || !lay_beyond(p, figure, through)) {
            return false;
        }
        through++;
    } while (in_way(p, w->way[w->way_at + through - 1]));
    w->on_cost = qm__tl_step_cost(p, figure, through);
    w->on_through = through;
    return w->on_cost != 0 && !calls_for_check(p, w->way[w->way_at + through - 1]) && !qm__tl_step_closed(p, figure, through);
}

/* Finds who is in the way, until nobody is added, and leads steps on over them. */
static void pass_friends(tl_phase *p) {
    const uint16_t count = p->s->figure_count;
    for (bool added = true; added;) {
        added = false;
        for (uint16_t f = 1; f <= count; f++) {
            tl_work *w = &tl_figure(p, f)->work;
            if (!tl_goes(p, tl_figure(p, f)) || w->through == 0 || (w->flags & TL_IN_WAY) || !in_way(p, tl_target(tl_figure(p, f)))) {
                continue;
            }
            if (!qm__tl_pass_on(p, f)) {
                w->flags |= TL_IN_WAY | TL_CLOSED;
                added = true;
            }
        }
    }
    for (uint16_t f = 1; f <= count; f++) {
        tl_body *body = tl_figure(p, f);
        if (tl_goes(p, body) && body->work.through && !(body->work.flags & TL_IN_WAY) && in_way(p, tl_target(body))) {
            qm__tl_pass_on(p, f);
            body->work.through = body->work.on_through;
            body->work.cost = body->work.on_cost;
        }
    }
}

/* ------------------------------------------------------------------------------------------------------ who agrees */

/* Whether two figures go by the same relation to each other. */
static bool agree(const tl_phase *p, uint16_t f, uint16_t g) {
    const tl_body *a = tl_figure(p, f), *b = tl_figure(p, g);
    return tl_goes(p, a) && tl_goes(p, b) && tl_has_relation(a) && tl_has_relation(b) && a->plan.what == b->plan.what &&
           a->plan.other == g && b->plan.other == f &&
           (a->plan.what == TL_BESIDE || a->plan.distance == b->plan.distance);
}

static bool related(const tl_phase *p, const tl_body *body, uint16_t here, uint16_t there) {
    return body->plan.what == TL_BESIDE ? qm__tl_adjacent(p->s, here, there)
                                        : tl_distance(p->s, here, there) == body->plan.distance;
}

/* Two who agree do not miss each other: where one step brings about what both want and two would not, only one steps. */
static void give_way(tl_phase *p, uint16_t f, uint16_t g) {
    tl_body *a = tl_figure(p, f), *b = tl_figure(p, g);
    if (!tl_completes(p, &a->work) || !tl_completes(p, &b->work) || related(p, a, tl_target(a), tl_target(b))) {
        return;
    }
    const bool first = related(p, a, tl_target(a), b->tile), second = related(p, a, a->tile, tl_target(b));
    if (!first && !second) {
        return;
    }
    bool goes = first; /* the first one */
    if (first && second) {
        goes = a->work.left != b->work.left ? a->work.left > b->work.left : qm__tl_pick(p, TL_ROLL_FIRST, f, 2) == 0;
    }
    (goes ? b : a)->work.flags |= TL_CLOSED; /* for this beat; what it has begun it keeps */
}

static void come_to_agree(tl_phase *p) {
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        const uint16_t g = tl_figure(p, f)->plan.other;
        if (g > f && agree(p, f, g)) {
            give_way(p, f, g);
        }
    }
}

/* ----------------------------------------------------------------------------------------------------------- checks */

static bool wants_nothing(const tl_phase *p, uint16_t figure) {
    const tl_body *body = tl_figure(p, figure);
    return !tl_goes(p, body) || body->work.through == 0;
}

static void check(tl_phase *p, uint16_t figure) {
    tl_body *body = tl_figure(p, figure);
    const uint16_t tile = tl_target(body);
    const tl_ground *ground = tl_ground_at(p->s, tile);
    const tl_stat *stat = tl_stat_of(p->s, figure);
    const qm__roll roll = {.kind = (uint16_t)(TL_ROLL_CLIMB + ground->mode - TL_MODE_CLIMB),
                           .figure = figure,
                           .dice = stat->pool[ground->mode],
                           .sides = 10,
                           .shape = QM__POOL,
                           .cuts = {ground->difficulty, (int16_t)(p->set->reflex_point - stat->shift[ground->mode])},
                           .target = ground->difficulty};
    body->work.flags |= TL_BEGUN | TL_CHECKED;
    if (qm__roll_take(p->run, &roll) == 0) {
        return;
    }
    tl_tell(p, TL_EVENT_FAILED, figure, 0, tile, 0);
    p->extra->progress = 1;
    if (p->set->mode_fail == TL_MODE_FAIL_ENTERS) {
        body->work.flags |= TL_FAILED;
    } else {
        tl_stop(body);
    }
}

/* Those whose step begins now on ground that calls for a check make it. */
static void make_checks(tl_phase *p) {
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        tl_body *body = tl_figure(p, f);
        if (wants_nothing(p, f) || (body->work.flags & (TL_CLOSED | TL_CHECKED)) || body->work.through != 1 ||
            !calls_for_check(p, tl_target(body))) {
            continue;
        }
        const uint8_t there = p->table.who[tl_target(body)];
        if (!there || !wants_nothing(p, there)) {
            body->work.flags |= TL_DUE; /* all decide before the first die falls */
        }
    }
    for (uint16_t f = 1; f <= p->s->figure_count; f++) {
        tl_body *body = tl_figure(p, f);
        if (body->work.flags & TL_DUE) {
            body->work.flags &= (uint16_t)~TL_DUE;
            check(p, f);
        }
    }
}

void qm__tl_want_all(tl_phase *p) {
    const uint16_t count = p->s->figure_count;
    for (uint16_t f = 1; f <= count; f++) {
        tl_figure(p, f)->work.flags &= (uint16_t)~(TL_MOVER | TL_CLOSED | TL_IN_WAY | TL_CONTENDS | TL_STEPPED);
    }
    for (uint16_t f = 1; f <= count; f++) {
        if (tl_goes(p, tl_figure(p, f))) {
            want(p, f);
        }
    }
    come_to_agree(p);
    for (uint16_t f = 1; f <= count; f++) {
        tl_body *body = tl_figure(p, f);
        if (!wants_nothing(p, f) && qm__tl_step_closed(p, f, body->work.through)) {
            body->work.flags |= TL_CLOSED;
        }
    }
    make_checks(p);
    for (uint16_t f = 1; f <= count; f++) {
        tl_body *body = tl_figure(p, f);
        if (wants_nothing(p, f) || (body->work.flags & TL_CLOSED)) {
            body->work.flags |= TL_IN_WAY;
        }
    }
    pass_friends(p);
}
