/* What getting to places costs the figures of a unit: kinds of figures, what is prepared for them, and their reach.
 *
 * Whether a figure gets to a place is asked of its exact reach, one figure after the other in the same memory, so
 * nothing is lost there, and nothing has to be checked again.
 *
 * Invariant: a figure that is told a cost of a place can end there.
 */
#include "game/inches_muster_inside.h"

#include <string.h>

#include "space/table/slide.h"

#define STRAY 400.0 /* units: gaps in a unit that has to be drawn together */

/* ------------------------------------------------------------------------------------------------------------- begin
 */

static bool same_kind(const qm__muster_figure *a, const qm__muster_figure *b) {
    return a->base == b->base && a->crowd == b->crowd && a->width == b->width && a->length == b->length &&
           a->facing == b->facing && a->slides == b->slides;
}

static void find_kinds(qm__muster_work *w) {
    w->kind_count = 0;
    for (uint16_t i = 0; i < w->ask->count; i++) {
        uint16_t kind = 0;
        while (kind < w->kind_count && !same_kind(qm__muster_kind(w, kind), &w->ask->figures[i])) {
            kind++;
        }
        if (kind == w->kind_count) {
            w->kinds[w->kind_count++] = i;
        }
        w->kind_of[i] = kind;
    }
}

static uint16_t middle_of(const qm__muster_work *w) {
    qm__xy sum = {0, 0};
    uint16_t best = 0;
    for (uint16_t i = 0; i < w->ask->count; i++) {
        sum = qm__plus(sum, qm__muster_start(w, i));
    }
    const qm__xy centre = {sum.x / w->ask->count, sum.y / w->ask->count};
    for (uint16_t i = 1; i < w->ask->count; i++) {
        best = qm__apart(qm__muster_start(w, i), centre) < qm__apart(qm__muster_start(w, best), centre) ? i : best;
    }
    return best;
}

double qm__muster_widest(const qm__muster_work *w) {
    int32_t radius = 0;
    for (uint16_t i = 0; i < w->kind_count; i++) {
        const int32_t own = qm__muster_kind(w, i)->base->mover.walker.radius;
        radius = own > radius ? own : radius;
    }
    return radius;
}

/* How far the outermost of so many discs are from the middle one when they are packed in rings, with gaps. */
double qm__muster_packed(const qm__muster_work *w) {
    const double stray = w->ask->link >= 0 ? qm__least(STRAY, w->ask->link / 2.0) : STRAY;
    uint32_t rings = 0;
    while (3 * rings * (rings + 1) + 1 < w->ask->count) {
        rings++;
    }
    return rings * (2 * qm__muster_widest(w) + stray);
}

/* Whether the unit holds together where it begins. */
static bool holds_together(qm__muster_work *w) {
    for (uint16_t i = 0; i < w->ask->count; i++) {
        w->places[i] = w->ask->figures[i].from;
        w->at[i] = -1;
    }
    for (uint16_t i = 0; i < w->ask->count; i++) {
        qm__muster_put(w, i, i);
    }
    return qm__muster_wrong(w, false) == 0;
}

/* What of all that is left out changes who is in the way. */
static unsigned crowd_matters(const qm__muster_work *w) {
    return QM__MUSTER_NO_MARGINS | QM__MUSTER_NO_BODIES | QM__MUSTER_NO_BUDGETS | (w->links ? QM__MUSTER_ON_FOOT : 0);
}

void qm__muster_begin(qm__muster_work *w, unsigned left_out) {
    const qm_place goal = w->ask->goal;
    double most = 0, scale = 1;
    w->prepared = ((w->left_out ^ left_out) & crowd_matters(w)) == 0 ? w->prepared : -1;
    w->left_out = left_out;
    find_kinds(w);
    w->middle = middle_of(w);
    for (uint16_t i = 0; i < w->ask->count; i++) {
        most = qm__most(most, qm__apart(qm__muster_start(w, i), qm__muster_start(w, w->middle)));
    }
    if (!holds_together(w)) {
        scale = qm__least(1, qm__muster_packed(w) / qm__most(most, 1));
    }
    for (uint16_t i = 0; i < w->ask->count; i++) {
        const qm__xy off = qm__minus(qm__muster_start(w, i), qm__muster_start(w, w->middle));
        w->targets[i] = qm__along((qm__xy){goal.x, goal.y}, off, scale);
    }
    w->count = w->known = w->strewn = 0;
    memset(w->chains, 0, sizeof w->chains);
}

/* --------------------------------------------------------------------------------------------------------- preparing
 */

/* Whether a body can be in the way of any figure of a kind: on foot nobody gets farther than what he has. */
static bool concerns(const qm__muster_work *w, uint16_t kind, const qm__body *body) {
    if (w->left_out & QM__MUSTER_NO_BUDGETS) {
        return true;
    }
    for (uint16_t i = 0; i < w->ask->count; i++) {
        const qm__muster_figure *figure = &w->ask->figures[i];
        const double keep = qm__body_widest(body, figure->base->mover.walker.radius) + figure->ask.allowance + 2;
        if (w->kind_of[i] == kind &&
            (!qm__muster_on_foot(w, i) || qm__apart(qm__muster_start(w, i), (qm__xy){body->x, body->y}) <= keep)) {
            return true;
        }
    }
    return false;
}

static void gather_bodies(qm__muster_work *w, uint16_t kind) {
    const qm__crowd *crowd = qm__muster_kind(w, kind)->crowd;
    uint16_t count = 0;
    for (uint16_t i = 0; crowd && i < crowd->count && !(w->left_out & QM__MUSTER_NO_BODIES); i++) {
        const qm__body *body = &crowd->bodies[i];
        if (i != crowd->self && body->manner != QM__PASS && concerns(w, kind, body)) {
            w->bodies[count] = *body;
            w->bodies[count].margin = w->left_out & QM__MUSTER_NO_MARGINS ? 0 : body->margin;
            count++;
        }
    }
    w->crowd = (qm__crowd){.bodies = w->bodies, .count = count, .self = UINT16_MAX};
}

void qm__muster_prepare(qm__muster_work *w, uint16_t kind) {
    if (w->prepared == kind) {
        return;
    }
    const qm__inch_base *base = qm__muster_kind(w, kind)->base;
    gather_bodies(w, kind);
    w->crowd.cells = qm__crowd_cells_make(base->levels, &w->crowd, w->cells_room);
    w->ready = NULL;
    w->prepared = kind;
}

/* Beyond this no way matters: those that figures of a kind can afford, and around the goal. */
static qm__frame frame_of(const qm__muster_work *w, uint16_t kind) {
    const qm_place goal = w->ask->goal;
    qm__frame frame = {{goal.x, goal.y}, {goal.x, goal.y}};
    double most = 0;
    for (uint16_t i = 0; i < w->ask->count; i++) {
        if (w->kind_of[i] == kind) {
            const qm__xy at = qm__muster_start(w, i);
            frame.low = (qm__xy){qm__least(frame.low.x, at.x), qm__least(frame.low.y, at.y)};
            frame.high = (qm__xy){qm__most(frame.high.x, at.x), qm__most(frame.high.y, at.y)};
            most = qm__most(most, w->ask->figures[i].ask.allowance);
        }
    }
    most += 2;
    frame.low = qm__minus(frame.low, (qm__xy){most, most});
    frame.high = qm__plus(frame.high, (qm__xy){most, most});
    return frame;
}

const qm__walks_bodies *qm__muster_ready(qm__muster_work *w) {
    if (!w->ready) {
        const uint16_t kind = (uint16_t)w->prepared;
        const qm__walks *walks = qm__muster_kind(w, kind)->base->walks;
        const qm__frame frame = frame_of(w, kind);
        const bool all = (w->links && !(w->left_out & QM__MUSTER_ON_FOOT)) || (w->left_out & QM__MUSTER_NO_BUDGETS);
        w->ready = qm__walks_crowd_within(walks, &w->crowd, all ? NULL : &frame, w->ready_room, w->ready_size);
        w->exhausted |= !w->ready;
    }
    return w->ready;
}

double qm__muster_budget(const qm__muster_work *w, uint16_t figure) {
    const qm__table *table = qm__levels_table(w->ask->figures[figure].base->levels);
    const double all = 4.0 * ((double)table->width + table->depth), own = w->ask->figures[figure].ask.allowance;
    if (!(w->left_out & QM__MUSTER_NO_BUDGETS)) {
        return own;
    }
    return qm__muster_on_foot(w, figure) ? all : 2 * own; /* a reach over all links of a large table takes seconds */
}

bool qm__muster_reach(qm__muster_work *w, uint16_t figure, const qm__reach **out) {
    const qm__muster_figure *f = &w->ask->figures[figure];
    *out = NULL;
    if (f->straight) {
        return true;
    }
    if (!qm__muster_ready(w)) {
        return false;
    }
    const qm__reach_ask ask = {.from = qm__inch_spot(f->base, f->from),
                               .budget = qm__muster_budget(w, figure) + QM__SLACK,
                               .crowd = &w->crowd,
                               .bodies = w->ready,
                               .prices = f->ask.prices,
                               .links = qm__muster_on_foot(w, figure) ? NULL : f->base->links,
                               .pricing = qm__muster_on_foot(w, figure) ? NULL : f->ask.pricing,
                               .context = f->ask.context,
                               .may_end = true,
                               .risks_apart = f->ask.risks_apart,
                               .risks_limited = f->ask.risks_limited};
    if (f->slides) {
        const qm__rect rect = qm__muster_rect(f);
        qm__rect_ways_make(f->slides->levels, &w->crowd, &rect, qm__inch_spot(f->slides, f->from), ask.budget,
                           &w->bent);
    }
    *out = qm__reach_make(f->base->grounds, &ask, w->scratch, w->scratch_size);
    w->exhausted |= !*out;
    return *out != NULL;
}

/* Whether a rectangle slides straight to a place. */
static bool slides_to(const qm__muster_work *w, const qm__muster_figure *f, qm_place place) {
    const qm__rect rect = qm__muster_rect(f);
    return f->slides && qm__rect_slides(f->slides->levels, &w->crowd, &rect, qm__inch_spot(f->slides, f->from),
                                        qm__inch_spot(f->slides, place));
}

/* What a rectangle pays for slides around corners; -1 = they lead nowhere for less than the limit. */
static int32_t bent_cost(const qm__muster_work *w, const qm__muster_figure *f, qm_place place, int32_t limit) {
    const qm__rect rect = qm__muster_rect(f);
    int32_t last;
    const double cost =
        qm__rect_ways_to(f->slides->levels, &w->crowd, &rect, &w->bent, qm__inch_spot(f->slides, place), limit, &last);
    return cost < 0 ? -1 : qm__units(cost);
}

int32_t qm__muster_cost(const qm__muster_work *w, const qm__reach *reach, uint16_t figure, qm_place place) {
    const qm__muster_figure *f = &w->ask->figures[figure];
    if (qm__place_same(place, f->from)) {
        return 0;
    }
    const double length = qm__apart(qm__muster_start(w, figure), (qm__xy){place.x, place.y});
    const int32_t budget = (int32_t)qm__muster_budget(w, figure), straight = qm__units(length);
    const double reached = f->straight ? length : qm__reach_cost(reach, qm__inch_spot(f->base, place));
    const int32_t cost = reached < 0 ? -1 : qm__units(reached);
    const bool longer = cost < 0 || cost > straight; /* than a slide, which then is looked at */
    if (longer && straight <= budget && slides_to(w, f, place)) {
        return straight;
    }
    const int32_t bent = longer && f->slides ? bent_cost(w, f, place, cost < 0 || cost > budget ? budget : cost) : -1;
    return bent >= 0 ? bent : cost > budget ? -1 : cost;
}

bool qm__muster_stands(const qm__muster_work *w, uint16_t kind, qm_place place, qm__obstruction *why) {
    const qm__muster_figure *figure = qm__muster_kind(w, kind);
    if (!qm__muster_is_rect(figure)) {
        return qm__inch_can_be(figure->base, &w->crowd, place, true, why);
    }
    const qm__rect rect = qm__muster_rect(figure);
    return qm__rect_stands(figure->base->levels, &w->crowd, &rect, qm__inch_spot(figure->base, place), QM__SLACK, why);
}

/* Places that are strewn are clear with care, as those of searches in the table are: where there is only the slack left
 * between a base and what it keeps off, orders and reach can differ on how to get there. */
bool qm__muster_clear(const qm__muster_work *w, uint16_t kind, const qm__crowd *crowd, qm_place place) {
    const qm__muster_figure *figure = qm__muster_kind(w, kind);
    const qm__levels *levels = figure->base->levels;
    if (!qm__muster_is_rect(figure)) {
        return qm__stands(levels, crowd, (qm__spot){place.x, place.y, qm__level_at(levels, place.z)}, QM__CARE, NULL);
    }
    const qm__spot spot = qm__inch_spot(figure->base, place);
    const qm__rect rect = qm__muster_rect(figure);
    return spot.level >= 0 && qm__rect_stands(levels, crowd, &rect, spot, QM__CARE, NULL);
}

/* Whether a figure may end at a place: one that is clear, that where it is, or the one at which it is fixed. */
static bool may_end(const qm__muster_work *w, uint16_t figure, qm_place place, bool clear) {
    const qm__muster_figure *f = &w->ask->figures[figure];
    return f->fixed ? qm__place_same(place, f->to) : clear || qm__place_same(place, f->from);
}

/* What a place costs a figure whose reach is made; -1 = it cannot end there. */
static int32_t cost_of(const qm__muster_work *w, const qm__reach *reach, uint16_t figure, qm_place place, bool clear) {
    const bool near =
        !qm__muster_on_foot(w, figure) ||
        qm__apart((qm__xy){place.x, place.y}, qm__muster_start(w, figure)) <= qm__muster_budget(w, figure) + 1;
    return near && may_end(w, figure, place, clear) ? qm__muster_cost(w, reach, figure, place) : -1;
}

static bool learn_kind(qm__muster_work *w, uint16_t kind) {
    bool stands[QM__MUSTER_PLACES];
    qm__muster_prepare(w, kind);
    for (uint32_t k = w->known; k < w->count; k++) {
        stands[k] = qm__muster_clear(w, kind, &w->crowd, w->places[k]);
    }
    for (uint16_t i = 0; i < w->ask->count; i++) {
        if (w->kind_of[i] != kind) {
            continue;
        }
        const qm__reach *reach;
        if (!qm__muster_reach(w, i, &reach)) {
            return false;
        }
        for (uint32_t k = w->known; k < w->count; k++) {
            w->costs[i][k] = cost_of(w, reach, i, w->places[k], stands[k]);
        }
    }
    return true;
}

bool qm__muster_learn(qm__muster_work *w) {
    bool good = true;
    /* the kind that is prepared first, so that one kind is prepared once */
    if (w->prepared >= 0) {
        good = learn_kind(w, (uint16_t)w->prepared);
    }
    const int done = w->prepared;
    for (uint16_t kind = 0; kind < w->kind_count && good; kind++) {
        good = kind == done || learn_kind(w, kind);
    }
    w->known = w->count;
    return good;
}

/* Whether all of a kind could end at their own places of the formation, as far as no reach needs to be asked. */
static bool kind_stands_formed(qm__muster_work *w, uint16_t kind) {
    qm__muster_prepare(w, kind);
    for (uint16_t i = 0; i < w->ask->count; i++) {
        if (w->kind_of[i] == kind && !may_end(w, i, w->places[i], qm__muster_clear(w, kind, &w->crowd, w->places[i]))) {
            return false;
        }
    }
    return true;
}

static bool learn_kind_formed(qm__muster_work *w, uint16_t kind) {
    bool all = true;
    qm__muster_prepare(w, kind);
    for (uint16_t i = 0; i < w->ask->count && all; i++) {
        const qm__reach *reach;
        if (w->kind_of[i] == kind) {
            all = qm__muster_reach(w, i, &reach);
            w->costs[i][i] = all ? cost_of(w, reach, i, w->places[i], true) : -1;
            all = w->costs[i][i] >= 0;
        }
    }
    return all;
}

bool qm__muster_learn_formed(qm__muster_work *w) {
    for (uint16_t i = 0; i < w->ask->count; i++) {
        w->costs[i][i] = 0;
    }
    bool all = qm__muster_as_formed(w);
    for (uint16_t kind = 0; kind < w->kind_count && all; kind++) {
        all = kind_stands_formed(w, kind);
    }
    for (uint16_t kind = 0; kind < w->kind_count && all; kind++) {
        all = learn_kind_formed(w, kind);
    }
    return all;
}
