/* What stood in the way of a unit.
 *
 * First what needs no search: that nobody can stand at the goal, that nobody gets there. Then one thing after the other
 * is left out, and the first with which the unit can be placed is told: margins, all bodies, budgets, that figures may
 * not overlap, and last that they hold together. Where they would then be shows who is stopped by what.
 *
 * Invariant: the figures, lengths and bodies told are those of a search that was made, not guesses from the ask.
 */
#include "game/inches_muster_inside.h"

#include <string.h>

/* How far the nearest place at which anybody could end is from the goal, to the edge of the base; negative = there is
 * none. */
static double nearest_to_goal(qm__muster_work *w, unsigned left_out, uint16_t *figure, qm_place *place) {
    const qm__muster_ask *ask = w->ask;
    const qm__table *table = qm__levels_table(ask->figures[0].base->levels);
    double least = -1;
    qm__muster_begin(w, left_out);
    for (uint16_t kind = 0; kind < w->kind_count; kind++) {
        qm__muster_prepare(w, kind);
        const qm__levels *levels = ask->figures[w->kinds[kind]].base->levels;
        for (int k = 0; k < qm__level_count(levels); k++) {
            const qm_place goal = {ask->goal.x, ask->goal.y, qm__level_height(levels, k)};
            qm_place found[QM_STANDS_MAX];
            if (qm__muster_nearest(w, kind, goal, (double)table->width + table->depth, found) == 0) {
                continue;
            }
            const qm__body body = qm__muster_body(w, w->kinds[kind], found[0]);
            const double distance = qm__muster_goal_distance(ask, &body);
            if (least < 0 || distance < least) {
                least = distance;
                *figure = w->kinds[kind];
                *place = found[0];
            }
        }
    }
    return least;
}

static int32_t round_up(double length) {
    return length < 0 ? -1 : (int32_t)(length + 0.999);
}

/* The body that keeps a figure off a place; 0 in `what` = none does. */
static qm__obstruction stopped_at(qm__muster_work *w, uint16_t figure, qm_place place, qm__muster *out) {
    qm__obstruction why = {.what = QM__FREE};
    qm__muster_prepare(w, w->kind_of[figure]);
    if (!qm__muster_stands(w, w->kind_of[figure], place, &why) && why.what == QM__BODY) {
        out->body = w->bodies[why.body].id;
    }
    return why;
}

/* Whether nobody can stand near enough to the goal; then tells so. */
static bool is_closed(qm__muster_work *w, qm__muster *out) {
    uint16_t figure = 0;
    qm_place place = w->ask->goal;
    const double least = nearest_to_goal(w, 0, &figure, &place);
    if (least >= 0 && qm__within(least, w->ask->near)) {
        return false;
    }
    const double alone = nearest_to_goal(w, QM__MUSTER_NO_BODIES, &figure, &place);
    const bool bodies = alone >= 0 && qm__within(alone, w->ask->near);
    qm__muster_begin(w, 0);
    out->what = QM__MUSTER_CLOSED;
    out->why = stopped_at(w, figure, bodies ? place : w->ask->goal, out);
    out->needed = round_up(least);
    out->had = w->ask->near;
    return true;
}

/* Of the places that somebody gets to, the nearest one to the goal. */
static qm_place nearest_got_to(const qm__muster_work *w) {
    qm_place best = w->ask->figures[0].from;
    double least = QM__FAR;
    for (uint32_t k = 0; k < w->known; k++) {
        for (uint16_t i = 0; i < w->ask->count; i++) {
            const qm__body body = qm__muster_body(w, i, w->places[k]);
            const double distance = w->costs[i][k] >= 0 ? qm__muster_goal_distance(w->ask, &body) : QM__FAR;
            if (distance < least) {
                least = distance;
                best = w->places[k];
            }
        }
    }
    return best;
}

/* Tells what it would take to get to the goal, which nobody can. */
static void tell_far(qm__muster_work *w, qm__muster *out) {
    int32_t costs[QM__MUSTER_MAX];
    uint16_t best = 0;
    bool any = false;
    qm__muster_begin(w, QM__MUSTER_NO_BUDGETS);
    qm__muster_strew_near(w);
    if (!qm__muster_learn(w)) {
        return;
    }
    qm__muster_goal_costs(w, costs);
    for (uint16_t i = 0; i < w->ask->count; i++) {
        const qm__muster_figure *f = w->ask->figures;
        if (costs[i] >= 0 && (!any || costs[i] - f[i].ask.allowance < costs[best] - f[best].ask.allowance)) {
            any = true;
            best = i;
        }
    }
    out->what = QM__MUSTER_FAR;
    out->count = w->ask->count;
    out->figure = (uint16_t)(best + 1);
    out->needed = costs[best];
    out->had = w->ask->figures[best].ask.allowance;
}

/* ------------------------------------------------------------------------------------------- where least is wrong
 */

/* What the search that failed has left. */
typedef struct torn {
    bool stray[QM__MUSTER_MAX];          /* not joined to whoever is at the goal, or without room beside the others */
    uint16_t stray_count, figure, other; /* the two between which the unit is torn, from 1; 0 = it is not */
    double gap;
    int32_t most;
} torn;

static void keep_gap(torn *out, uint16_t a, uint16_t b, double apart, int32_t most) {
    if (apart - most > out->gap - out->most) {
        out->figure = (uint16_t)(a + 1);
        out->other = (uint16_t)(b + 1);
        out->gap = apart;
        out->most = most;
    }
}

/* Pairs that are farther apart than any two may be, or than the leader allows. */
static void find_wide(const qm__muster_work *w, torn *out) {
    const qm__muster_ask *ask = w->ask;
    for (uint16_t i = 0; i < ask->count; i++) {
        for (uint16_t k = 0; k < i; k++) {
            const bool led = i + 1 == ask->leader || k + 1 == ask->leader;
            if (ask->spread >= 0 && !qm__within(w->apart[i][k], ask->spread)) {
                keep_gap(out, i, k, w->apart[i][k], ask->spread);
            }
            if (ask->leash >= 0 && led && !qm__within(w->apart[i][k], ask->leash)) {
                keep_gap(out, i, k, w->apart[i][k], ask->leash);
            }
        }
    }
}

/* Links that are too long, of the shortest tree that joins all figures. */
static void find_gap(const qm__muster_work *w, torn *out) {
    const qm__muster_ask *ask = w->ask;
    uint16_t nearest[QM__MUSTER_MAX];
    bool joined[QM__MUSTER_MAX] = {true};
    for (uint16_t i = 0; i < ask->count; i++) {
        nearest[i] = 0;
    }
    for (uint16_t step = 1; step < ask->count; step++) {
        uint16_t next = 0;
        for (uint16_t i = 1; i < ask->count; i++) {
            next = !joined[i] && (next == 0 || w->apart[i][nearest[i]] < w->apart[next][nearest[next]]) ? i : next;
        }
        joined[next] = true;
        if (ask->link >= 0 && !qm__within(w->apart[next][nearest[next]], ask->link)) {
            keep_gap(out, next, nearest[next], w->apart[next][nearest[next]], ask->link);
        }
        for (uint16_t i = 1; i < ask->count; i++) {
            nearest[i] = w->apart[i][next] < w->apart[i][nearest[i]] ? next : nearest[i];
        }
    }
}

/* Whether a figure has what it needs of those who lead the way and of another who has it, too. */
static bool is_joined(const qm__muster_work *w, const uint16_t parts[QM__MUSTER_MAX], uint16_t i, uint16_t leads) {
    bool near = false;
    if (w->ask->link < 0 || w->ask->bond == QM__MUSTER_CHAIN) {
        return w->ask->link < 0 || parts[i] == parts[leads];
    }
    for (uint16_t k = 0; k < w->ask->count; k++) {
        near |= k != i && qm__within(w->apart[i][k], w->ask->link);
    }
    return near;
}

static bool agree(const qm__muster_work *w, uint16_t i, uint16_t k) {
    const qm__muster_ask *ask = w->ask;
    const bool led = i + 1 == ask->leader || k + 1 == ask->leader;
    return qm__muster_overlap(&w->put[i], &w->put[k]) == 0 &&
           (ask->spread < 0 || qm__within(w->apart[i][k], ask->spread)) &&
           (ask->leash < 0 || !led || qm__within(w->apart[i][k], ask->leash));
}

static torn tear(const qm__muster_work *w) {
    const qm__muster_ask *ask = w->ask;
    torn out = {.gap = 0};
    uint16_t parts[QM__MUSTER_MAX], leads = 0;
    qm__muster_parts(w, UINT16_MAX, parts);
    for (uint16_t i = 1; i < ask->count; i++) {
        leads = qm__muster_goal_distance(ask, &w->put[i]) < qm__muster_goal_distance(ask, &w->put[leads]) ? i : leads;
    }
    for (uint16_t i = 0; i < ask->count; i++) {
        out.stray[i] = i != leads && (!is_joined(w, parts, i, leads) || !agree(w, i, leads));
        for (uint16_t k = 0; k < i; k++) {
            out.stray[i] |= i != leads && !out.stray[k] && !agree(w, i, k);
        }
        out.stray_count = (uint16_t)(out.stray_count + out.stray[i]);
    }
    find_gap(w, &out);
    find_wide(w, &out);
    return out;
}

static void tell_gap(const torn *t, qm__muster *out) {
    out->figure = t->figure;
    out->other = t->other;
    out->gap = qm__units(t->gap);
    out->most = t->most;
    out->count = t->stray_count;
}

/* ------------------------------------------------------------------------------------------------- with one left out
 */

/* Where a placing with something left out has put a figure. */
typedef struct placing {
    qm_place places[QM__MUSTER_MAX];
    int32_t costs[QM__MUSTER_MAX];
} placing;

static bool placed_without(qm__muster_work *w, unsigned left_out, placing *out) {
    if (!qm__muster_place(w, left_out | QM__MUSTER_BRIEF)) {
        return false;
    }
    for (uint16_t i = 0; i < w->ask->count; i++) {
        out->places[i] = w->places[w->at[i]];
        out->costs[i] = w->costs[i][w->at[i]];
    }
    return true;
}

/* The body nearest to the straight line from where a figure is to a place. */
static const qm__body *nearest_body(const qm__muster_work *w, uint16_t figure, qm_place to) {
    const qm_place from = w->ask->figures[figure].from;
    const qm__body *best = NULL;
    double least = QM__FAR;
    for (uint16_t i = 0; i < w->crowd.count; i++) {
        const qm__body *body = &w->bodies[i];
        const double square =
            qm__point_segment_square((qm__xy){body->x, body->y}, (qm__xy){from.x, from.y}, (qm__xy){to.x, to.y});
        if (body->manner == QM__BLOCK && square < least) {
            best = body;
            least = square;
        }
    }
    return best;
}

/* Whom a body stops from going where the unit could be placed without it, at the end or on the way. */
static void tell_body(qm__muster_work *w, const placing *there, uint8_t what, qm__muster *out) {
    const qm__body *stops = NULL;
    uint16_t figure = 0;
    qm__muster_begin(w, 0);
    for (uint16_t i = 0; i < w->ask->count && !stops; i++) {
        const qm__obstruction why = stopped_at(w, i, there->places[i], out);
        stops = why.what == QM__BODY ? &w->bodies[why.body] : NULL;
        figure = i;
    }
    for (uint16_t i = 0; i < w->ask->count && !stops; i++) {
        const qm__reach *reach;
        qm__muster_prepare(w, w->kind_of[i]);
        if (qm__muster_reach(w, i, &reach) && qm__muster_cost(w, reach, i, there->places[i]) < 0) {
            stops = nearest_body(w, i, there->places[i]);
            figure = i;
        }
    }
    out->what = what;
    out->figure = (uint16_t)(figure + 1);
    if (stops) {
        const qm__body at = qm__muster_body(w, figure, there->places[figure]);
        out->body = stops->id;
        out->needed = stops->margin;
        out->had = qm__units(qm__body_distance_space(&at, stops));
    }
}

static void tell_short(const qm__muster_work *w, const placing *there, const torn *t, qm__muster *out) {
    const qm__muster_figure *f = w->ask->figures;
    uint16_t worst = 0;
    tell_gap(t, out);
    out->count = 0;
    for (uint16_t i = 0; i < w->ask->count; i++) {
        const int32_t lacks = there->costs[i] - f[i].ask.allowance;
        out->count = (uint16_t)(out->count + (lacks > 0));
        worst = lacks > there->costs[worst] - f[worst].ask.allowance ? i : worst;
    }
    out->what = QM__MUSTER_SHORT;
    out->other = out->other == worst + 1 ? out->figure : out->other;
    out->figure = (uint16_t)(worst + 1);
    out->needed = there->costs[worst];
    out->had = f[worst].ask.allowance;
}

static void tell_room(const qm__muster_work *w, const torn *t, qm__muster *out) {
    out->what = QM__MUSTER_ROOM;
    out->count = (uint16_t)(w->ask->count - t->stray_count);
    for (uint16_t i = w->ask->count; i-- > 0;) {
        out->figure = t->stray[i] ? (uint16_t)(i + 1) : out->figure;
    }
}

/* Whether a placing with something left out did without that: then the search has missed it before. */
static bool holds_all_the_same(qm__muster_work *w, const placing *there) {
    qm__muster_begin(w, 0);
    for (uint16_t i = 0; i < w->ask->count; i++) {
        w->places[w->count++] = there->places[i];
    }
    return qm__muster_learn(w) && qm__muster_as_formed(w);
}

bool qm__muster_explain(qm__muster_work *w, qm__muster *out) {
    static const unsigned left_out[] = {QM__MUSTER_NO_MARGINS, QM__MUSTER_NO_BODIES, QM__MUSTER_NO_BUDGETS,
                                        QM__MUSTER_OVERLAP};
    const torn t = tear(w);
    const qm_place at = nearest_got_to(w);
    placing there;
    if (!qm__muster_goal_costs(w, NULL)) {
        if (!is_closed(w, out)) {
            tell_far(w, out);
            out->at = at;
        }
        return false;
    }
    for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++) {
        if (!placed_without(w, left_out[i], &there)) {
            continue;
        }
        if (holds_all_the_same(w, &there)) {
            return true;
        }
        switch (left_out[i]) {
        case QM__MUSTER_NO_MARGINS:
            tell_body(w, &there, QM__MUSTER_MARGIN, out);
            break;
        case QM__MUSTER_NO_BODIES:
            tell_body(w, &there, QM__MUSTER_BODY, out);
            break;
        case QM__MUSTER_NO_BUDGETS:
            tell_short(w, &there, &t, out);
            break;
        case QM__MUSTER_OVERLAP:
            tell_room(w, &t, out);
            break;
        }
        return false;
    }
    out->what = QM__MUSTER_APART;
    tell_gap(&t, out);
    return false;
}
