/* The nearest thing in every direction, kept as a list of pieces sorted by direction into which one thing after the
 * other is laid, the nearest first.
 *
 * Invariant: two things change places only where their outlines cross, so the middle of a stretch between crossings
 * tells which is nearer on all of it. Rejected: a sweep with a sorted list of what is active. Grown walls overlap each
 * other everywhere, so most events of such a sweep are crossings behind something nearer.
 */
#include "space/table/fan_inside.h"

#include <string.h>

#define TOUCHING 1e-6 /* units */

/* Where two outlines cross; returns how many places. */
int qm__fan_crossings(const qm__fan_prim *p, const qm__fan_prim *q, qm__xy out[2]) {
    if (!p->round && !q->round) {
        const double det = qm__cross(p->n, q->n);
        if (det < 1e-12 && det > -1e-12) {
            return 0;
        }
        out[0] = (qm__xy){(p->h * q->n.y - q->h * p->n.y) / det, (q->h * p->n.x - p->h * q->n.x) / det};
        return 1;
    }
    const qm__fan_prim *const round = p->round ? p : q, *const other = p->round ? q : p;
    qm__xy foot, along;
    double off;
    if (other->round) {
        const qm__xy d = qm__minus(other->n, round->n);
        const double apart = qm__length(d);
        if (apart < 1e-9) {
            return 0;
        }
        off = (apart * apart + round->h * round->h - other->h * other->h) / (2 * apart);
        foot = qm__along(round->n, d, off / apart);
        along = (qm__xy){-d.y / apart, d.x / apart};
    } else {
        off = qm__dot(other->n, round->n) - other->h;
        foot = qm__along(round->n, other->n, -off);
        along = qm__left(other->n);
    }
    const double under = round->h * round->h - off * off;
    if (under <= 0) {
        return 0;
    }
    const double half = qm__root(under);
    out[0] = qm__along(foot, along, half), out[1] = qm__along(foot, along, -half);
    return 2;
}

/* Adds a piece to the patch; a piece of the same thing goes on. */
static void patch_add(qm__fan_work *w, uint32_t *count, const qm__fan_ray *from, const qm__fan_ray *to,
                      int32_t number) {
    qm__fan_piece *const last = *count ? &w->patch[*count - 1] : NULL;
    if (to->key <= from->key) {
        return;
    }
    if (last && last->prim == number) {
        last->last = qm__fan_piece_way(w, number, to->d);
        return;
    }
    if (*count == QM__FAN_PIECES_MAX) {
        w->failed = true;
        return;
    }
    w->patch[(*count)++] =
        (qm__fan_piece){*from, qm__fan_piece_way(w, number, from->d), qm__fan_piece_way(w, number, to->d), number};
}

/* Whether a thing is nearer than another on a stretch on which they do not cross: the middle tells, unless they touch
 * right there. */
static bool is_nearer(const qm__fan_work *w, int32_t number, int32_t old, const qm__fan_ray *u, const qm__fan_ray *v) {
    const qm__fan_ray m = qm__fan_middle(u, v);
    const double more = qm__fan_piece_way(w, number, m.d) - qm__fan_piece_way(w, old, m.d);
    if (more > TOUCHING || more < -TOUCHING) {
        return more < 0;
    }
    const qm__fan_ray quarter = qm__fan_middle(u, &m);
    return qm__fan_piece_way(w, number, quarter.d) < qm__fan_piece_way(w, old, quarter.d);
}

/* Decides between a thing and what was nearest so far, from u to v. */
static void patch_pair(qm__fan_work *w, uint32_t *count, const qm__fan_ray *u, const qm__fan_ray *v, int32_t number,
                       int32_t old) {
    qm__fan_ray cuts[4] = {*u};
    int n = 1;
    if (old >= 0) {
        qm__xy places[2];
        const int found = qm__fan_crossings(&w->prims[number], &w->prims[old], places);
        for (int i = 0; i < found; i++) {
            const qm__xy d = qm__fan_direction_to(&w->at, places[i]);
            const qm__fan_ray r = qm__fan_ray_of(d);
            if (qm__fan_in_order(w->first.d, d, w->last.d) && r.key > u->key && r.key < v->key) {
                cuts[n++] = r;
            }
        }
        if (n == 3 && cuts[1].key > cuts[2].key) {
            const qm__fan_ray other = cuts[1];
            cuts[1] = cuts[2], cuts[2] = other;
        }
    }
    cuts[n++] = *v;
    for (int i = 0; i + 1 < n; i++) {
        const bool nearer = old < 0 || is_nearer(w, number, old, &cuts[i], &cuts[i + 1]);
        patch_add(w, count, &cuts[i], &cuts[i + 1], nearer ? number : old);
    }
}

/* Lays one thing into the list. */
static void lay(qm__fan_work *w, int32_t number) {
    const qm__fan_prim *const p = &w->prims[number];
    uint32_t first = 0, end, count = 0;
    while (qm__fan_end_of(w, first)->key <= p->from.key && first + 1 < w->piece_count) {
        first++;
    }
    bool seen = false;
    for (end = first; end < w->piece_count && w->pieces[end].from.key < p->to.key; end++) {
        const qm__fan_piece *const old = &w->pieces[end];
        seen = seen || old->prim < 0 || p->near < qm__most(old->first, old->last);
    }
    if (!seen) {
        return;
    }
    for (uint32_t i = first; i < end; i++) {
        const qm__fan_piece *const old = &w->pieces[i];
        const qm__fan_ray *const to = qm__fan_end_of(w, i);
        const qm__fan_ray u = old->from.key < p->from.key ? p->from : old->from, v = to->key > p->to.key ? p->to : *to;
        patch_add(w, &count, &old->from, &u, old->prim);
        if (old->prim >= 0 && p->near >= qm__most(old->first, old->last)) {
            patch_add(w, &count, &u, &v, old->prim);
        } else if (v.key > u.key) {
            patch_pair(w, &count, &u, &v, number, old->prim);
        }
        patch_add(w, &count, &v, to, old->prim);
    }
    const uint32_t rest = w->piece_count - end;
    if (first + count + rest > QM__FAN_PIECES_MAX) {
        w->failed = true;
        return;
    }
    memmove(&w->pieces[first + count], &w->pieces[end], rest * sizeof *w->pieces);
    memcpy(&w->pieces[first], w->patch, count * sizeof *w->patch);
    w->piece_count = first + count + rest;
}

void qm__fan_nearest(qm__fan_work *w) {
    w->pieces[0] = (qm__fan_piece){w->first, QM__FAN_NEVER, QM__FAN_NEVER, -1};
    w->piece_count = 1;
    for (uint32_t i = 0; i < w->prim_count && !w->failed; i++) {
        lay(w, w->order[i]);
    }
}
