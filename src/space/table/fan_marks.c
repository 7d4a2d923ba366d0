/* Marks: what a window sees of lines that stop nothing, the take-offs of links.
 */
#include "space/table/fan_inside.h"

#define GRAZED 0.01 /* units */

/* What is seen of a mark past one piece, between two rays. A thing just before it (it may lie on a wall's parallel)
 * hides nothing. */
static void see_past(qm__fan_work *w, const qm__fan_prim *p, int32_t number, const qm__fan_ray *u, const qm__fan_ray *v,
                     uint32_t mark) {
    qm__fan_ray cuts[6] = {*u};
    int n = 1;
    const qm__xy foot = {-p->n.x, -p->n.y};
    qm__xy places[3];
    int found = number >= 0 ? qm__fan_crossings(p, &w->prims[number], places) : 0;
    for (int i = 0; i < found + 1; i++) { /* cut where the way to it is shortest, too */
        const qm__xy d = i < found ? qm__fan_direction_to(&w->at, places[i]) : foot;
        const qm__fan_ray r = qm__fan_ray_of(d);
        if (qm__fan_in_order(w->first.d, d, w->last.d) && r.key > u->key && r.key < v->key) {
            int at = n++;
            for (; at > 1 && cuts[at - 1].key > r.key; at--) {
                cuts[at] = cuts[at - 1];
            }
            cuts[at] = r;
        }
    }
    cuts[n++] = *v;
    for (int i = 0; i + 1 < n; i++) {
        const qm__fan_ray m = qm__fan_middle(&cuts[i], &cuts[i + 1]);
        if (cuts[i + 1].key - cuts[i].key > 1e-9 &&
            qm__fan_way(&w->at, p, m.d) <= qm__fan_piece_way(w, number, m.d) + 1) {
            qm__fan_ray first = cuts[i], last = cuts[i + 1];
            if (qm__fan_within(w, p, &first, &last)) {
                qm__fan_add_stop(w, &first, &last, p, -1, mark);
            }
        }
    }
}

/* What is seen of a mark from one side of it. */
static void watch_side(qm__fan_work *w, const qm__fan_prim *line, qm__xy a, qm__xy b, uint32_t mark) {
    const uint32_t before = w->prim_count;
    qm__fan_add_line(w, line, a, b);
    const uint32_t seen = w->prim_count;
    for (uint32_t k = before; k < seen; k++) {
        const qm__fan_prim p = w->prims[k];
        for (uint32_t q = 0; q < w->piece_count; q++) {
            const qm__fan_piece *const old = &w->pieces[q];
            const qm__fan_ray *const to = qm__fan_end_of(w, q);
            const qm__fan_ray u = old->from.key < p.from.key ? p.from : old->from, v = to->key > p.to.key ? p.to : *to;
            if (v.key > u.key) {
                see_past(w, &p, old->prim, &u, &v, mark);
            }
        }
    }
    w->prim_count = before;
}

/* Whether a line just touches the circle, or leads through the point that rays start at, and begins farther on: as the
 * foot of a wall does, on a step along it, around whose corner one comes. */
static bool is_grazed(const qm__fan_work *w, const qm__fan_prim *line, qm__xy a, qm__xy b) {
    const qm__xy along = qm__left(line->n);
    return line->h > -w->at.radius - GRAZED && line->h < -w->at.radius + GRAZED &&
           qm__dot(a, along) * qm__dot(b, along) > 0;
}

/* Such a line is only met along itself. It is seen a hair farther out, where the rays next to that one cross it. */
static void watch_grazed(qm__fan_work *w, const qm__fan_prim *line, qm__xy a, qm__xy b, uint32_t mark) {
    qm__fan_prim moved = *line;
    const double by = line->h + w->at.radius + GRAZED;
    moved.h -= by;
    watch_side(w, &moved, qm__along(a, line->n, -by), qm__along(b, line->n, -by), mark);
}

/* Looks for the marks of a level in the window, which has its pieces. */
void qm__fan_watch(qm__fan_work *w, const qm__scene *scene, int level) {
    for (uint32_t i = 0; i < scene->mark_count && !w->failed; i++) {
        const qm__fan_mark *const mark = &scene->marks[i];
        if (mark->level != level || qm__fan_segment_far(&w->at, mark->a, mark->b, 0)) {
            continue;
        }
        qm__xy a = qm__fan_to(&w->at, mark->a), b = qm__fan_to(&w->at, mark->b);
        /* One may take off on the very edge that has been stepped onto; those on a landing are not seen from there. */
        const double behind = w->portal && w->portal->landed ? QM__FAN_BEHIND : -QM__FAN_BEHIND;
        if (qm__apart(a, b) < 1e-6 || (w->portal && !qm__fan_cut_behind(w->portal->n, w->portal->h - behind, &a, &b))) {
            continue;
        }
        qm__fan_prim line = {.n = qm__unit(qm__left(qm__minus(b, a))), .next = -1, .area = -1};
        line.h = qm__dot(line.n, a);
        if (line.h > 0) { /* towards the source */
            line.n = (qm__xy){-line.n.x, -line.n.y}, line.h = -line.h;
        }
        if (is_grazed(w, &line, a, b)) {
            watch_grazed(w, &line, a, b, i);
            if (w->at.radius <= 0) {
                line.n = (qm__xy){-line.n.x, -line.n.y}, line.h = -line.h;
                watch_grazed(w, &line, a, b, i);
            }
            continue;
        }
        watch_side(w, &line, a, b, i);
        if (line.h > -w->at.radius) { /* it cuts the circle, so rays come from behind it, too */
            line.n = (qm__xy){-line.n.x, -line.n.y}, line.h = -line.h;
            watch_side(w, &line, a, b, i);
        }
    }
}
