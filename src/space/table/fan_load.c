/* What may stop the rays of a window: walls, circles and borders of a level, brought into its frame, each with the
 * directions from which it is seen.
 *
 * A window that begins behind a line (the portal: a step to another level, the landing of a link) sees only what lies
 * behind it; what covers the portal itself stops the rays right there.
 */
#include "space/table/fan_inside.h"

/* Adds a thing that is seen from direction a to direction b, less than half a turn apart, where the window has them. */
static void add_prim(qm__fan_work *w, qm__fan_prim p, qm__xy a, qm__xy b) {
    const qm__xy first = w->first.d, last = w->last.d;
    if (qm__fan_in_order(first, a, last)) {
        p.from = qm__fan_ray_of(a);
    } else if (qm__fan_in_order(a, first, b)) {
        p.from = w->first;
    } else {
        return;
    }
    if (qm__fan_in_order(first, b, last)) {
        p.to = qm__fan_ray_of(b);
    } else if (qm__fan_in_order(a, last, b)) {
        p.to = w->last;
    } else {
        return;
    }
    if (p.to.key - p.from.key < 1e-12) {
        return;
    }
    if (w->prim_count == QM__FAN_PRIMS_MAX) {
        w->failed = true;
        return;
    }
    w->prims[w->prim_count++] = p;
}

/* A part of a line that lies outside of the circle. */
static void add_line_part(qm__fan_work *w, const qm__fan_prim *line, qm__xy a, qm__xy b) {
    qm__xy da = qm__fan_direction_to(&w->at, a), db = qm__fan_direction_to(&w->at, b);
    const double radius = w->at.radius, near = qm__point_segment_square((qm__xy){0, 0}, a, b) - radius * radius;
    qm__fan_prim p = *line;
    p.a = a, p.b = b, p.near = near > 0 ? qm__root(near) : 0;
    if (p.near >= w->at.length) {
        return;
    }
    if (qm__cross(da, db) < 0) {
        const qm__xy other = da;
        da = db, db = other;
    }
    const qm__xy middle = qm__fan_direction_to(&w->at, qm__half_way(a, b));
    /* Met from its front: all of it is, but parts may be seen edge-on. */
    if (qm__dot(middle, p.n) + qm__dot(da, p.n) + qm__dot(db, p.n) < -1e-12) {
        add_prim(w, p, da, db);
    }
}

/* Leaves out what lies inside of a circle around the middle. */
static void add_outside(qm__fan_work *w, const qm__fan_prim *line, qm__xy a, qm__xy b, double radius) {
    const qm__xy ab = qm__minus(b, a);
    const double square = qm__dot(ab, ab), along = -qm__dot(a, ab);
    const double under = along * along - square * (qm__dot(a, a) - radius * radius);
    if (radius <= 0 || under <= 0 || square <= 0) {
        add_line_part(w, line, a, b);
        return;
    }
    const double root = qm__root(under), enters = (along - root) / square, leaves = (along + root) / square;
    if (enters >= 1 || leaves <= 0) {
        add_line_part(w, line, a, b);
        return;
    }
    if (enters > 0) {
        add_line_part(w, line, a, qm__along(a, ab, enters));
    }
    if (leaves < 1) {
        add_line_part(w, line, qm__along(a, ab, leaves), b);
    }
}

void qm__fan_add_line(qm__fan_work *w, const qm__fan_prim *line, qm__xy a, qm__xy b) {
    add_outside(w, line, a, b, w->at.radius);
}

/* The part of a shore over which the circle reaches by no more than the slack. Rays that begin there are beyond the
 * shore and would never meet it: those that lead on outwards stop right there, at the line along it that touches the
 * circle.
 */
static void add_overhung(qm__fan_work *w, const qm__fan_prim *shore, qm__xy a, qm__xy b) {
    const double radius = w->at.radius, over = radius + shore->h;
    const qm__xy ab = qm__minus(b, a);
    const double square = qm__dot(ab, ab), along = -qm__dot(a, ab);
    const double half = qm__root(qm__most(0, square * (radius * radius - shore->h * shore->h)));
    if (radius <= 0 || over <= 0 || over > QM__SLACK || square <= 0) {
        return;
    }
    const double from = qm__most(0, (along - half) / square), to = qm__least(1, (along + half) / square);
    if (from < to) {
        qm__fan_prim line = *shore;
        line.h = -radius;
        a = qm__along(a, shore->n, -over);
        add_line_part(w, &line, qm__along(a, ab, from), qm__along(a, ab, to));
    }
}

/* Cuts a segment at a line and keeps what lies behind it; false when nothing does. */
bool qm__fan_cut_behind(qm__xy n, double h, qm__xy *a, qm__xy *b) {
    const double at_a = qm__dot(n, *a) - h, at_b = qm__dot(n, *b) - h;
    if (at_a > 0 && at_b > 0) {
        return false;
    }
    if (at_a > 0) {
        *a = qm__along(*a, qm__minus(*b, *a), at_a / (at_a - at_b));
    } else if (at_b > 0) {
        *b = qm__along(*b, qm__minus(*a, *b), at_b / (at_b - at_a));
    }
    return true;
}

/* A part of the line that the fan came over which is taken by something on this side of it. */
static void add_block(qm__fan_work *w, qm__xy a, qm__xy b, int area) {
    const qm__fan_prim line = {.n = w->portal->n, .h = w->portal->h, .next = -1, .area = (int16_t)area};
    if (qm__apart(a, b) > 1e-9) {
        qm__fan_add_line(w, &line, a, b);
    }
}

/* Takes away what a rectangle behind a line covers of the portal. A railing that is low on the level that the rays come
 * from stands right on the portal: then that is the far side of both of its rectangles. */
static void block_rectangle(qm__fan_work *w, const qm__fan_prim *line, qm__xy a, qm__xy b, double depth) {
    const qm__xy along = qm__unit(qm__minus(b, a)), back = {-line->n.x, -line->n.y}, reverse = {-along.x, -along.y};
    qm__xy p = w->portal->a, q = w->portal->b;
    if (qm__fan_cut_behind(line->n, line->h, &p, &q) &&
        qm__fan_cut_behind(back, qm__dot(back, a) + depth + QM__FAN_BEHIND, &p, &q) &&
        qm__fan_cut_behind(along, qm__dot(along, b), &p, &q) &&
        qm__fan_cut_behind(reverse, qm__dot(reverse, a), &p, &q)) {
        add_block(w, p, q, line->area);
    }
}

/* Where the level ends on a landing, or between an arc that is landed on and its tangent, rays stop at the portal; they
 * go on at the next level, if anywhere. Rays that have stepped over the portal have left the level that ends at it. */
static void end_landing(qm__fan_work *w, const qm__fan_prim *shore, qm__xy a, qm__xy b) {
    const qm__xy n = w->portal->n, back = {-n.x, -n.y};
    const double h = w->portal->h;
    if (qm__dot(shore->n, n) <= 0 || !qm__fan_cut_behind(n, h + w->portal->near, &a, &b) ||
        !qm__fan_cut_behind(back, QM__FAN_BEHIND - h, &a, &b)) {
        return;
    }
    qm__xy ends[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        const qm__xy d = qm__fan_direction_to(&w->at, ends[i]);
        const double speed = qm__dot(n, d);
        ends[i] = qm__along(ends[i], d, speed < -1e-9 ? (h - qm__dot(n, ends[i])) / speed : 0);
    }
    qm__fan_prim line = *shore;
    line.n = n, line.h = h;
    qm__fan_add_line(w, &line, ends[0], ends[1]);
}

static void load_line(qm__fan_work *w, const qm__fan_line *line) {
    qm__fan_prim p = {.n = qm__fan_turn_in(&w->at, line->out), .next = line->next, .area = line->area};
    qm__xy a = qm__fan_to(&w->at, line->a), b = qm__fan_to(&w->at, line->b);
    if (w->point && !w->portal) {
        if (line->shore) {
            p.h = qm__dot(p.n, a);
            add_outside(w, &p, a, b, QM__FAN_AROUND); /* within it, its sectors have taken care of that */
            return;
        }
        const double in = qm__dot(p.n, a) + QM__FAN_BEHIND;
        if (line->depth > 0 && in > 0 && in < 1 && qm__dot(a, qm__minus(b, a)) <= 0 &&
            qm__dot(b, qm__minus(b, a)) >= 0) {
            a = qm__along(a, p.n, -in), b = qm__along(b, p.n, -in); /* it stands in it by the slack */
        }
    }
    p.h = qm__dot(p.n, a);
    if (line->shore && !w->portal) {
        add_overhung(w, &p, a, b);
    }
    if (w->portal) {
        if (line->depth > 0) {
            block_rectangle(w, &p, a, b, line->depth);
        }
        /* What lies along the portal stops nothing, but no ray slips through between it and a line from there on. */
        const qm__xy n = w->portal->n;
        if (w->portal->landed && line->shore) {
            end_landing(w, &p, a, b);
        }
        if (qm__least(qm__dot(n, a), qm__dot(n, b)) > w->portal->h - QM__FAN_BEHIND ||
            !qm__fan_cut_behind(n, w->portal->h, &a, &b)) {
            return;
        }
    }
    qm__fan_add_line(w, &p, a, b);
}

/* Where a circle crosses the portal's line: its foot there and half of the chord; false when it does not. */
static bool crosses_portal(const qm__fan_work *w, const qm__fan_prim *p, qm__xy *foot, double *half) {
    const double off = qm__dot(w->portal->n, p->n) - w->portal->h, under = p->h * p->h - off * off;
    *foot = qm__along(p->n, w->portal->n, -off);
    *half = under > 0 ? qm__root(under) : 0;
    return under > 0;
}

/* Takes away what a circle covers of the portal. */
static void block_round(qm__fan_work *w, const qm__fan_prim *p) {
    const qm__xy along = qm__left(w->portal->n);
    const double a = qm__dot(along, w->portal->a), b = qm__dot(along, w->portal->b);
    qm__xy foot;
    double half;
    if (crosses_portal(w, p, &foot, &half)) {
        const double at = qm__dot(along, foot);
        const double from = qm__most(qm__least(a, b), at - half), to = qm__least(qm__most(a, b), at + half);
        if (to > from) {
            add_block(w, qm__along(foot, along, from - at), qm__along(foot, along, to - at), p->area);
        }
    }
}

/* The part of a circle's front that lies behind the portal: between the places where they cross. A ray that starts in
 * the circle, on the portal's other side, meets no front. */
static void add_round_behind(qm__fan_work *w, const qm__fan_prim *p, qm__xy a, qm__xy b) {
    const qm__xy n = w->portal->n, along = qm__left(n);
    qm__xy foot, cuts[4];
    double half;
    int count = 1;
    a = qm__fan_in_order(a, w->first.d, b) ? w->first.d : a; /* rays of other directions may start inside of it */
    b = qm__fan_in_order(a, w->last.d, b) ? w->last.d : b;
    cuts[0] = a;
    if (crosses_portal(w, p, &foot, &half)) {
        qm__xy c = qm__fan_direction_to(&w->at, qm__along(foot, along, half)),
               d = qm__fan_direction_to(&w->at, qm__along(foot, along, -half));
        if (qm__cross(c, d) < 0) {
            const qm__xy other = c;
            c = d, d = other;
        }
        if (qm__fan_in_order(a, c, b)) {
            cuts[count++] = c;
        }
        if (qm__fan_in_order(a, d, b)) {
            cuts[count++] = d;
        }
    } else if (qm__dot(n, p->n) > w->portal->h) {
        return;
    }
    cuts[count++] = b;
    for (int i = 0; i + 1 < count; i++) {
        const qm__xy d = qm__unit(qm__plus(cuts[i], cuts[i + 1]));
        const double way = qm__fan_way(&w->at, p, d);
        if (way > 0 && qm__dot(n, qm__along(qm__fan_start_of(&w->at, d), d, way)) < w->portal->h) {
            add_prim(w, *p, cuts[i], cuts[i + 1]);
        }
    }
}

static void load_round(qm__fan_work *w, const qm__fan_round *round) {
    const double rho = w->at.radius, beyond = w->at.length + round->radius + rho;
    const qm__xy away = qm__minus(round->centre, w->at.origin);
    if (qm__dot(away, away) > beyond * beyond) {
        return;
    }
    qm__fan_prim p = {
        .round = true, .n = qm__fan_to(&w->at, round->centre), .h = round->radius, .next = -1, .area = round->area};
    const double square = qm__dot(p.n, p.n);
    if (w->portal) {
        block_round(w, &p);
    }
    if (square < 1) {
        return; /* the circle itself, or the same body's on another level: no ray meets it but at the portal */
    }
    const double apart = qm__root(square);
    if (rho <= 0 && apart < p.h + QM__FAN_BEHIND) {
        if ((round->area >= 0 && apart < p.h) || (!w->portal && apart < p.h - QM__FAN_AROUND - 1)) {
            return; /* who stands at the border of an area has yet to come in */
        }
        p.h = w->portal ? p.h : apart - QM__FAN_BEHIND; /* it stands in it by the slack, or steps down beside it */
    }
    const double nearest = (apart - p.h) * (apart - p.h) - rho * rho;
    p.near = apart > p.h && nearest > 0 ? qm__root(nearest) : 0;
    if (p.near >= w->at.length || p.h <= 0) {
        return;
    }
    /* The rays that touch it: its centre lies `off` to their left, as seen from the middle of the window's circle. */
    qm__xy ends[2];
    for (int i = 0; i < 2; i++) {
        const double off = i == 0 ? p.h - rho : -p.h - rho, size = off < 0 ? -off : off;
        const double in = size < apart ? off : off < 0 ? -apart : apart, way = qm__root(qm__most(0, square - in * in));
        ends[i] = (qm__xy){(p.n.x * way + p.n.y * in) / square, (p.n.y * way - p.n.x * in) / square};
    }
    if (qm__cross(ends[0], ends[1]) <= 0) {
        return;
    }
    if (w->portal) {
        add_round_behind(w, &p, ends[0], ends[1]);
    } else {
        add_prim(w, p, ends[0], ends[1]);
    }
}

/* Takes away what lies inside of an area of the portal: from one crossing with its outline to the next. */
static void block_area(qm__fan_work *w, const qm__table *table, int number) {
    const qm__polygon *const polygon = &table->areas[number].polygon;
    const qm__xy a = qm__fan_from(&w->at, w->portal->a), b = qm__fan_from(&w->at, w->portal->b), ab = qm__minus(b, a);
    for (double from = 0; from < 1;) {
        double next = 1;
        qm__edges edges = qm__edges_of(table, polygon);
        for (qm__edge e; qm__edges_next(&edges, &e);) {
            const qm__xy edge = qm__minus(e.b, e.a);
            const double across = qm__cross(ab, edge);
            const double part = across != 0 ? qm__cross(qm__minus(e.a, a), edge) / across : 0;
            next = part > from + 1e-12 && part < next ? part : next;
        }
        const qm__xy middle = qm__along(a, ab, (from + next) / 2);
        if (qm__polygon_has(table, polygon, middle.x, middle.y, -QM__SLACK)) {
            add_block(w, qm__fan_to(&w->at, qm__along(a, ab, from)), qm__fan_to(&w->at, qm__along(a, ab, next)),
                      number);
        }
        from = next;
    }
}

/* Brings everything of a level that may stop a ray into the frame, and sorts it by how near it is. */
void qm__fan_load(qm__fan_work *w, qm__scene *scene, int number, uint64_t paid) {
    const qm__fan_level *const level = qm__scene_level(scene, number);
    const qm__levels *const levels = scene->grounds->levels;
    w->prim_count = 0;
    for (uint64_t left = w->portal ? scene->areas & levels->levels[number].areas & ~paid : 0; left; left &= left - 1) {
        block_area(w, levels->table, __builtin_ctzll(left));
    }
    for (uint32_t i = 0; i < level->line_count; i++) {
        const qm__fan_line *const line = &level->lines[i];
        if (!qm__fan_segment_far(&w->at, line->a, line->b, w->portal ? line->depth : 0) &&
            (line->area < 0 || !(paid >> line->area & 1))) {
            load_line(w, line);
        }
    }
    for (uint32_t i = 0; i < level->round_count; i++) {
        if (level->rounds[i].area < 0 || !(paid >> level->rounds[i].area & 1)) {
            load_round(w, &level->rounds[i]);
        }
    }
    for (uint32_t i = 0; i < w->prim_count; i++) {
        uint32_t at = i;
        for (; at > 0 && w->prims[w->order[at - 1]].near > w->prims[i].near; at--) {
            w->order[at] = w->order[at - 1];
        }
        w->order[at] = (int32_t)i;
    }
}
