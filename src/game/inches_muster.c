/* Mustering a unit: from the ask to the answer.
 *
 * The formation as it stands is tried first, then a search among places around the goal, then one among many more. Each
 * step is dearer than the one before it and most units need only the first or the second.
 */
#include "game/inches_muster_inside.h"

#include <string.h>

#include "space/table/rect_stand.h"

#define NEAR_ROUNDS 30 /* of a search */
#define WIDE_ROUNDS 60
#define CLOSER 6 /* times that places close to figures are strewn */

static size_t rounded_up(size_t size) {
    return (size + 15) / 16 * 16;
}

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

/* What the parts of the memory need. */
typedef struct needs {
    size_t cells, ready, scratch;
} needs;

static void need_base(const qm__inch_base *base, uint32_t body_count, needs *out) {
    const uint32_t all = body_count + QM__MUSTER_MAX;
    if (!base->walks) {
        return;
    }
    size_t scratch = qm__reach_scratch_size(base->grounds, body_count, base->links);
    scratch = larger(scratch, qm__walk_scratch_size(base->walks, body_count));
    scratch = larger(scratch, qm__nearest_size(base->levels, all));
    scratch = larger(scratch, qm__rect_nearest_size(base->levels, all));
    out->scratch = larger(out->scratch, rounded_up(scratch));
    out->ready = larger(out->ready, rounded_up(qm__walks_bodies_size(base->walks, body_count)));
    out->cells = larger(out->cells, rounded_up(qm__crowd_cells_size(body_count)));
}

size_t qm__muster_size(const qm__inch_base *bases, uint16_t base_count, uint32_t body_count) {
    needs needed = {0, 0, 0};
    for (uint16_t i = 0; i < base_count; i++) {
        need_base(&bases[i], body_count, &needed);
    }
    return rounded_up(sizeof(qm__muster_work)) + needed.cells + needed.ready + needed.scratch + 16; /* to align */
}

/* The work at the beginning of the memory. */
static qm__muster_work *aligned(void *memory) {
    return (qm__muster_work *)(((uintptr_t)memory + 15) / 16 * 16);
}

/* Cuts up the memory; NULL when it does not suffice. */
static qm__muster_work *cut_memory(const qm__muster_ask *ask, void *memory, size_t size) {
    needs needed = {0, 0, 0};
    uint32_t bodies = 0;
    for (uint16_t i = 0; i < ask->count; i++) {
        const qm__crowd *crowd = ask->figures[i].crowd;
        bodies = crowd && crowd->count > bodies ? crowd->count : bodies;
    }
    for (uint16_t i = 0; i < ask->count; i++) {
        need_base(ask->figures[i].base, bodies, &needed);
    }
    unsigned char *at = (unsigned char *)aligned(memory);
    const size_t before = (size_t)(at - (unsigned char *)memory) + rounded_up(sizeof(qm__muster_work));
    if (bodies > QM_FIGURES_MAX || before + needed.cells + needed.ready + needed.scratch > size) {
        return NULL;
    }
    qm__muster_work *work = (qm__muster_work *)(void *)at;
    at += rounded_up(sizeof *work);
    work->cells_room = at;
    work->ready_room = at + needed.cells;
    work->scratch = at + needed.cells + needed.ready;
    work->ready_size = needed.ready;
    work->scratch_size = needed.scratch;
    work->ask = ask;
    work->exhausted = work->links = false;
    for (uint16_t i = 0; i < ask->count; i++) {
        work->links |= ask->figures[i].ask.pricing != NULL;
    }
    work->prepared = -1;
    work->left_out = 0;
    return work;
}

/* ----------------------------------------------------------------------------------------------------------- placing
 */

/* The formation as it stands, then the places around the goal. */
static bool place_near(qm__muster_work *w, unsigned left_out, bool *good) {
    *good = true;
    qm__muster_begin(w, left_out);
    qm__muster_strew_formation(w);
    if (qm__muster_learn_formed(w) && qm__muster_as_formed(w)) {
        return true;
    }
    qm__muster_strew_near(w);
    *good = qm__muster_learn(w);
    return *good && qm__muster_search(w, NEAR_ROUNDS, true);
}

/* The same over links as well: what a reach costs is then much more than the rest, so all is strewn at once. */
static bool place_over(qm__muster_work *w, unsigned left_out, bool *good) {
    qm__muster_begin(w, left_out);
    qm__muster_strew_formation(w);
    qm__muster_strew_near(w);
    *good = qm__muster_learn(w);
    return *good && (qm__muster_as_formed(w) || qm__muster_search(w, NEAR_ROUNDS, true));
}

bool qm__muster_place(qm__muster_work *w, unsigned left_out) {
    const bool walks = !(w->ask->over && w->links && (left_out & ~(unsigned)QM__MUSTER_BRIEF) == 0);
    bool good = true;
    w->over = false;
    if (walks && place_near(w, left_out | QM__MUSTER_ON_FOOT, &good)) {
        return true;
    }
    w->over = w->links;
    if (good && w->links && place_over(w, left_out, &good)) {
        return true;
    }
    qm__muster_strew_wide(w);
    if (!good || !qm__muster_learn(w) || qm__muster_search(w, WIDE_ROUNDS, true)) {
        return !w->exhausted;
    }
    for (int i = 0; i < CLOSER && !(left_out & QM__MUSTER_BRIEF) && qm__muster_goal_costs(w, NULL); i++) {
        qm__muster_strew_close(w);
        if (!qm__muster_learn(w) || qm__muster_search(w, WIDE_ROUNDS, i % 3 == 2)) {
            return !w->exhausted;
        }
    }
    return false;
}

/* Whether one ends on another who is still where it begins. */
static bool ends_on(const qm__muster_work *w, uint16_t figure, uint16_t other) {
    const qm__body waits = qm__muster_body(w, other, w->ask->figures[other].from);
    return figure != other && qm__muster_overlap(&w->put[figure], &waits) > 0;
}

/* Those who end on nobody first. Where a ring of them do, each on the next, there is no such order. */
static void find_order(const qm__muster_work *w, qm__muster *out) {
    bool gone[QM__MUSTER_MAX] = {false};
    out->in_turn = true;
    for (uint16_t turn = 0; turn < w->ask->count; turn++) {
        uint16_t next = w->ask->count, any = w->ask->count;
        for (uint16_t i = 0; i < w->ask->count && next == w->ask->count; i++) {
            bool free = !gone[i];
            for (uint16_t k = 0; k < w->ask->count && free; k++) {
                free = gone[k] || !ends_on(w, i, k);
            }
            next = free ? i : next;
            any = !gone[i] && any == w->ask->count ? i : any;
        }
        out->in_turn &= next < w->ask->count;
        next = next < w->ask->count ? next : any;
        gone[next] = true;
        out->order[turn] = (uint16_t)(next + 1);
    }
}

static void tell_places(const qm__muster_work *w, qm__muster *out) {
    for (uint16_t i = 0; i < w->ask->count; i++) {
        out->places[i] = w->places[w->at[i]];
        out->costs[i] = w->costs[i][w->at[i]];
    }
    find_order(w, out);
}

/* Whether all can be where they are; tells who cannot. */
static bool begins_well(qm__muster_work *w, qm__muster *out) {
    qm__muster_begin(w, QM__MUSTER_ON_FOOT);
    for (uint16_t kind = 0; kind < w->kind_count; kind++) {
        qm__muster_prepare(w, kind);
        for (uint16_t i = 0; i < w->ask->count; i++) {
            if (w->kind_of[i] == kind && !qm__muster_stands(w, kind, w->ask->figures[i].from, &out->why)) {
                out->what = QM__MUSTER_STUCK;
                out->figure = (uint16_t)(i + 1);
                out->body = out->why.what == QM__BODY ? w->bodies[out->why.body].id : 0;
                return false;
            }
        }
    }
    return true;
}

/* Whether one that is fixed can end there; tells why not. */
static bool is_fixed_well(qm__muster_work *w, uint16_t figure, qm__muster *out) {
    const qm__muster_figure *f = &w->ask->figures[figure];
    out->why = (qm__obstruction){.what = QM__FREE};
    qm__muster_begin(w, 0);
    qm__muster_prepare(w, w->kind_of[figure]);
    const bool stands = qm__muster_stands(w, w->kind_of[figure], f->to, &out->why);
    const qm__reach *reach;
    const bool known = stands && qm__muster_reach(w, figure, &reach);
    if (known && qm__muster_cost(w, reach, figure, f->to) >= 0) {
        return true;
    }
    out->what = w->exhausted ? QM__MUSTER_LIMIT : QM__MUSTER_FIXED;
    out->figure = (uint16_t)(figure + 1);
    out->body = !stands && out->why.what == QM__BODY ? w->bodies[out->why.body].id : 0;
    if (known) {
        qm__muster_begin(w, QM__MUSTER_NO_BUDGETS);
        qm__muster_prepare(w, w->kind_of[figure]);
        out->needed = qm__muster_reach(w, figure, &reach) ? qm__muster_cost(w, reach, figure, f->to) : -1;
        out->had = f->ask.allowance;
    }
    return false;
}

static bool are_fixed_well(qm__muster_work *w, qm__muster *out) {
    for (uint16_t i = 0; i < w->ask->count; i++) {
        if (w->ask->figures[i].fixed && !is_fixed_well(w, i, out)) {
            return false;
        }
    }
    return true;
}

/* Tells a placing, if that is what the figures are put at. */
static bool tell_placed(qm__muster_work *w, qm__muster *out) {
    if (qm__muster_wrong(w, true) > 0) {
        return false;
    }
    out->what = QM__MUSTER_PLACED;
    out->over = w->over;
    tell_places(w, out);
    return true;
}

void qm__muster_strike(void *memory, uint16_t figure, bool (*gets_there)(void *context, uint16_t figure, qm_place place),
                       void *context) {
    qm__muster_work *w = aligned(memory);
    for (uint32_t k = 0; k < w->known; k++) {
        if (w->costs[figure][k] >= 0 && !gets_there(context, figure, w->places[k])) {
            w->costs[figure][k] = -1;
        }
    }
}

bool qm__muster_again(const qm__muster_ask *ask, void *memory, qm__muster *out) {
    qm__muster_work *w = aligned(memory);
    w->ask = ask;
    for (uint16_t i = 0; i < ask->count; i++) {
        for (uint32_t k = 0; k < w->known; k++) {
            w->costs[i][k] = w->costs[i][k] > ask->figures[i].ask.allowance ? -1 : w->costs[i][k];
        }
    }
    if (!qm__muster_search(w, NEAR_ROUNDS, true)) {
        return false;
    }
    memset(out, 0, sizeof *out);
    return tell_placed(w, out);
}

bool qm__muster_find(const qm__muster_ask *ask, void *memory, size_t size, qm__muster *out) {
    memset(out, 0, sizeof *out);
    out->what = QM__MUSTER_LIMIT;
    if (ask->count == 0 || ask->count > QM__MUSTER_MAX) {
        return false;
    }
    qm__muster_work *w = cut_memory(ask, memory, size);
    if (!w || !begins_well(w, out) || !are_fixed_well(w, out)) {
        return false;
    }
    const bool placed = qm__muster_place(w, ask->brief ? QM__MUSTER_BRIEF : 0) ||
                        (!w->exhausted && !ask->brief && qm__muster_explain(w, out));
    return placed && tell_placed(w, out);
}
