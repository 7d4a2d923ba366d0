/* The outline of what a window's rays reach: along what stops them, or where their length is used up.
 *
 * Invariant: a thing is cut where the way to it is shortest, so on each stretch it passes the limit at most once.
 */
#include "space/table/fan_inside.h"

#define LIMIT_NEAR 1e-6 /* units: how near to the limit is at it */

#define AT_END 1e-3 /* of a chord: an end so near to a place for one takes it */

enum { LIMIT_STEPS = 120 };

/* A point of the outline, on the table. */
static void put_point(qm__fan_work *w, qm__xy p) {
    if (!w->out->points) {
        return;
    }
    if (w->out->point_count == w->out->point_max) {
        w->failed = true;
        return;
    }
    w->out->points[w->out->point_count++] = p;
}

void qm__fan_put(qm__fan_work *w, qm__xy p) {
    put_point(w, qm__fan_from(&w->at, p));
}

static void put_way(qm__fan_work *w, qm__xy d, double way) {
    qm__fan_put(w, qm__along(qm__fan_start_of(&w->at, d), d, qm__most(way, 0)));
}

/* How many chords an arc of a circle needs. */
int qm__fan_chords(double angle, double radius) {
    const double size = angle < 0 ? -angle : angle,
                 each = qm__root(8 * QM__FAN_CHORD / qm__most(radius, 8 * QM__FAN_CHORD));
    return 1 + (int)(size / each);
}

void qm__fan_put_arc(qm__fan_work *w, qm__xy centre, double radius, qm__xy from, double turn) {
    const qm__xy middle = qm__fan_from(&w->at, centre), a = qm__minus(qm__fan_from(&w->at, from), middle);
    const double full = 2 * QM__PI, angle = qm__angle_of(a.x, a.y), sweep = turn * w->at.turn;
    const int all = 4 * qm__fan_chords(full / 4, radius), way = sweep < 0 ? -1 : 1;
    const double first = (angle < 0 ? angle + full : angle) * all / full, last = first + sweep * all / full;
    for (int i = (int)first + (way > 0); (last - i) * way > AT_END; i += way) {
        if ((i - first) * way > AT_END) {
            const qm__turn t = qm__turn_of_radians(full * ((i + 2 * all) % all) / all);
            put_point(w, qm__along(middle, (qm__xy){t.cos, t.sin}, radius));
        }
    }
}

/* The places where the length is used up, between two rays; the ends included. */
static void put_limit(qm__fan_work *w, const qm__fan_ray *u, const qm__fan_ray *v) {
    if (!w->out->points) {
        return;
    }
    const double first = qm__fan_turned(u->d), last = qm__fan_turned(v->d);
    const int n = qm__fan_chords(last - first, w->at.length);
    put_way(w, u->d, qm__fan_limit(&w->at, u->d));
    for (int i = 1; i < n; i++) {
        const qm__turn t = qm__turn_of_radians(first + (last - first) * i / n);
        put_way(w, (qm__xy){t.cos, t.sin}, qm__fan_limit(&w->at, (qm__xy){t.cos, t.sin}));
    }
    put_way(w, v->d, qm__fan_limit(&w->at, v->d));
}

void qm__fan_add_job(qm__fan_work *w, const qm__fan_ray *u, const qm__fan_ray *v, const qm__fan_prim *p, int level) {
    const qm__fan_ray from = *u, to = *v;
    if (to.key - from.key < 1e-9) {
        return;
    }
    if (w->job_count == QM__FAN_JOBS_MAX) {
        w->failed = true;
        return;
    }
    w->jobs[w->job_count++] =
        (qm__fan_job){.at = w->at,
                      .from = from,
                      .to = to,
                      .n = p->n,
                      .h = p->h,
                      .level = level,
                      .a = qm__along(qm__fan_start_of(&w->at, u->d), u->d, qm__fan_way(&w->at, p, u->d)),
                      .b = qm__along(qm__fan_start_of(&w->at, v->d), v->d, qm__fan_way(&w->at, p, v->d))};
}

void qm__fan_add_stop(qm__fan_work *w, const qm__fan_ray *u, const qm__fan_ray *v, const qm__fan_prim *p, int area,
                      uint32_t mark) {
    const double from = qm__fan_turned(u->d), sweep = qm__fan_turned(v->d) - from, used = w->at.angle + from;
    qm__fan_stop *const last = w->stop_count && w->stop_count <= w->stop_max ? &w->stops[w->stop_count - 1] : NULL;
    if (area >= 0 && last && last->area == area) { /* the next piece of the same area */
        const double gap = w->fan->from + w->fan->turn * used - (last->from + w->fan->turn * last->sweep);
        if (gap < 1e-9 && gap > -1e-9) {
            last->sweep += sweep;
            return;
        }
    }
    if (w->stop_count < w->stop_max) {
        w->stops[w->stop_count] = (qm__fan_stop){
            .from = w->fan->from + w->fan->turn * used,
            .sweep = sweep,
            .used = used * w->fan->radius,
            .a = qm__fan_from(&w->at, qm__along(qm__fan_start_of(&w->at, u->d), u->d, qm__fan_way(&w->at, p, u->d))),
            .b = qm__fan_from(&w->at, qm__along(qm__fan_start_of(&w->at, v->d), v->d, qm__fan_way(&w->at, p, v->d))),
            .area = area,
            .mark = mark};
    }
    w->stop_count++;
}

/* The outline of a thing between two rays that are not too long. */
static void put_prim(qm__fan_work *w, const qm__fan_ray *u, const qm__fan_ray *v, int32_t number) {
    const qm__fan_prim *const p = &w->prims[number];
    put_way(w, u->d, qm__fan_way(&w->at, p, u->d));
    if (p->round && w->out->points) {
        const qm__xy a = qm__minus(qm__along(qm__fan_start_of(&w->at, u->d), u->d, qm__fan_way(&w->at, p, u->d)), p->n);
        const qm__xy b = qm__minus(qm__along(qm__fan_start_of(&w->at, v->d), v->d, qm__fan_way(&w->at, p, v->d)), p->n);
        const double angle = qm__angle_of(qm__dot(a, b), qm__cross(a, b));
        qm__fan_put_arc(w, p->n, p->h, qm__plus(p->n, a), angle);
    }
    put_way(w, v->d, qm__fan_way(&w->at, p, v->d));
    for (int32_t i = p->next; i >= 0 && w->nexts[i] >= 0; i++) {
        qm__fan_add_job(w, u, v, p, w->nexts[i]);
    }
    if (p->area >= 0) {
        qm__fan_add_stop(w, u, v, p, p->area, 0);
    }
}

/* How much farther a thing is than a ray may go. */
double qm__fan_beyond(const qm__fan_work *w, const qm__fan_prim *p, qm__xy d) {
    return qm__fan_way(&w->at, p, d) - qm__fan_limit(&w->at, d);
}

/* How much farther a thing is than a ray may go, but no more than counts for guessing. */
static double guess_beyond(const qm__fan_work *w, const qm__fan_prim *p, qm__xy d) {
    return qm__least(qm__fan_beyond(w, p, d), w->at.length);
}

/* Narrows two rays down to where a thing passes the limit between them: by false position, halving the weight of an end
 * that stays, and every third time by halving. */
static void find_limit(const qm__fan_work *w, const qm__fan_prim *p, qm__fan_ray *low, qm__fan_ray *high) {
    double at_low = guess_beyond(w, p, low->d), at_high = guess_beyond(w, p, high->d);
    const bool beyond = at_low > 0;
    for (int i = 1, stays = 0; i <= LIMIT_STEPS && high->key - low->key > 1e-13; i++) {
        const double part = i % 3 ? qm__clamp(at_low / (at_low - at_high), 0.001, 0.999) : 0.5;
        const qm__xy d = qm__along(low->d, qm__minus(high->d, low->d), part);
        const qm__fan_ray m = qm__fan_ray_of(qm__unit(d));
        const double here = guess_beyond(w, p, m.d);
        if (here < LIMIT_NEAR && here > -LIMIT_NEAR) {
            *low = *high = m;
            return;
        }
        if ((here > 0) == beyond) {
            *low = m, at_low = here;
            at_high *= stays < 0 ? 0.5 : 1;
            stays = -1;
        } else {
            *high = m, at_high = here;
            at_low *= stays > 0 ? 0.5 : 1;
            stays = 1;
        }
    }
}

bool qm__fan_within(const qm__fan_work *w, const qm__fan_prim *p, qm__fan_ray *u, qm__fan_ray *v) {
    const bool at_u = qm__fan_beyond(w, p, u->d) > 0, at_v = qm__fan_beyond(w, p, v->d) > 0;
    qm__fan_ray low = *u, high = *v;
    if (at_u && at_v) {
        return false;
    }
    if (at_u || at_v) {
        find_limit(w, p, &low, &high);
    }
    *u = at_u ? high : *u;
    *v = at_v ? low : *v;
    return true;
}

/* A stretch between two rays on which a thing passes the limit at most once. */
static void put_stretch(qm__fan_work *w, const qm__fan_ray *u, const qm__fan_ray *v, int32_t number) {
    const qm__fan_prim *const p = &w->prims[number];
    const double at_u = qm__fan_beyond(w, p, u->d), at_v = qm__fan_beyond(w, p, v->d);
    if (at_u <= 0 && at_v <= 0) {
        put_prim(w, u, v, number);
        return;
    }
    if (at_u > 0 && at_v > 0) {
        put_limit(w, u, v);
        return;
    }
    qm__fan_ray low = *u, high = *v;
    find_limit(w, p, &low, &high);
    if (at_u > 0) {
        put_limit(w, u, &high);
        put_prim(w, &high, v, number);
    } else {
        put_prim(w, u, &low, number);
        put_limit(w, &low, v);
    }
}

/* A piece, cut where the way to the thing is shortest, turning counted: there the ray meets a line at a right angle,
 * and aims at the centre of a circle. On either side of that the way grows. */
static void put_piece(qm__fan_work *w, const qm__fan_ray *u, const qm__fan_ray *v, int32_t number) {
    if (number < 0) {
        put_limit(w, u, v);
        return;
    }
    const qm__fan_prim *const p = &w->prims[number];
    if (p->near >= w->at.length) {
        put_limit(w, u, v);
        return;
    }
    const qm__xy d = p->round ? qm__fan_direction_to(&w->at, p->n) : (qm__xy){-p->n.x, -p->n.y};
    const qm__fan_ray m = qm__fan_ray_of(d);
    if (qm__fan_in_order(w->first.d, d, w->last.d) && m.key > u->key && m.key < v->key) {
        put_stretch(w, u, &m, number);
        put_stretch(w, &m, v, number);
    } else {
        put_stretch(w, u, v, number);
    }
}

void qm__fan_put_pieces(qm__fan_work *w) {
    for (uint32_t i = 0; i < w->piece_count && !w->failed; i++) {
        const qm__fan_ray from = w->pieces[i].from, to = *qm__fan_end_of(w, i);
        put_piece(w, &from, &to, w->pieces[i].prim);
    }
}

/* Ends an outline that began at the point `first`, turned so that it runs counter-clockwise. */
void qm__fan_finish(qm__fan_work *w, uint32_t first, int level, bool reverse) {
    qm__outlines *const out = w->out;
    const uint32_t count = out->point_count - first;
    if (w->failed || count < 3) {
        out->point_count = first;
        return;
    }
    if (out->count == out->max) {
        w->failed = true;
        return;
    }
    for (uint32_t i = 0; reverse && i < count / 2; i++) {
        const qm__xy other = out->points[first + i];
        out->points[first + i] = out->points[first + count - 1 - i], out->points[first + count - 1 - i] = other;
    }
    out->items[out->count++] = (qm__outline){level, first, count};
}
