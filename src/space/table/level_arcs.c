/* The parts of a circle on which a base's centre can be: what is left of the arc around a corner or a figure.
 *
 * All angles at which anything can change are collected (the circle enters or leaves the grown edge of a wall, crosses
 * a border of a surface or the line that keeps the disc on the table), and the middle between each two neighbours
 * decides for the stretch between them, as in tracing.
 */
#include "space/table/levels_inside.h"

#include "base/angle.h"

#define EVENTS_MAX 1024
#define FULL (2 * QM__PI)

typedef struct circle {
    const qm__levels *levels;
    int level;
    qm__xy centre;
    double radius;
    int count;
    bool full; /* more events than fit */
    double events[EVENTS_MAX];
} circle;

static qm__xy on_circle(const circle *c, double angle) {
    const qm__turn turn = qm__turn_of_radians(angle > QM__PI ? angle - FULL : angle);
    return (qm__xy){c->centre.x + c->radius * turn.cos, c->centre.y + c->radius * turn.sin};
}

static void note(circle *c, qm__xy p) {
    if (c->count == EVENTS_MAX) {
        c->full = true;
        return;
    }
    const double angle = qm__angle_of(p.x - c->centre.x, p.y - c->centre.y);
    c->events[c->count++] = angle < 0 ? angle + FULL : angle;
}

/* Crossings with a segment. */
static void note_segment(circle *c, qm__xy a, qm__xy b) {
    const qm__xy d = qm__minus(b, a), m = qm__minus(a, c->centre);
    const double dd = qm__dot(d, d), md = qm__dot(m, d);
    const double under = md * md - dd * (qm__dot(m, m) - c->radius * c->radius);
    if (under < 0 || dd <= 0) {
        return;
    }
    const double root = qm__root(under);
    for (int sign = -1; sign <= 1; sign += 2) {
        const double part = (-md + sign * root) / dd;
        if (part >= 0 && part <= 1) {
            note(c, qm__along(a, d, part));
        }
    }
}

/* Crossings with another circle. */
static void note_circle(circle *c, qm__xy other, double radius) {
    const qm__xy d = qm__minus(other, c->centre);
    const double dd = qm__dot(d, d);
    if (dd <= 0) {
        return;
    }
    const double along = (dd + c->radius * c->radius - radius * radius) / (2 * dd);
    const double under = c->radius * c->radius / dd - along * along;
    if (under < 0) {
        return;
    }
    const double across = qm__root(under);
    const qm__xy foot = qm__along(c->centre, d, along);
    note(c, qm__along(foot, qm__left(d), across));
    note(c, qm__along(foot, qm__left(d), -across));
}

static void note_wall(circle *c, const qm__wall *wall, double keep) {
    const qm__xy out = qm__unit(qm__left(qm__minus(wall->b, wall->a)));
    for (int sign = -1; sign <= 1; sign += 2) {
        note_segment(c, qm__along(wall->a, out, sign * keep), qm__along(wall->b, out, sign * keep));
    }
    note_circle(c, wall->a, keep);
    note_circle(c, wall->b, keep);
}

static bool box_far(const circle *c, qm__xy a, qm__xy b, double around) {
    return c->centre.x < qm__least(a.x, b.x) - around || c->centre.x > qm__most(a.x, b.x) + around ||
           c->centre.y < qm__least(a.y, b.y) - around || c->centre.y > qm__most(a.y, b.y) + around;
}

static void note_table(circle *c) {
    const double keep = (double)c->levels->walker.radius - QM__CARE;
    const qm__xy low = {keep, keep};
    const qm__xy high = {(double)c->levels->table->width - keep, (double)c->levels->table->depth - keep};
    if (c->centre.x - c->radius > low.x && c->centre.y - c->radius > low.y && c->centre.x + c->radius < high.x &&
        c->centre.y + c->radius < high.y) {
        return;
    }
    const qm__xy corners[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    for (int i = 0; i < 4; i++) {
        note_segment(c, corners[i], corners[(i + 1) % 4]);
    }
}

static void collect(circle *c) {
    const qm__level *level = &c->levels->levels[c->level];
    const double keep = (double)c->levels->walker.radius - QM__CARE;
    for (uint32_t i = 0; i < level->wall_count; i++) {
        if (!box_far(c, level->walls[i].a, level->walls[i].b, c->radius + keep)) {
            note_wall(c, &level->walls[i], keep);
        }
    }
    for (uint32_t i = 0; i < level->border_count; i++) {
        if (!box_far(c, level->borders[i].a, level->borders[i].b, c->radius)) {
            note_segment(c, level->borders[i].a, level->borders[i].b);
        }
    }
    note_table(c);
    for (int i = 1; i < c->count; i++) {
        const double event = c->events[i];
        int at = i;
        for (; at > 0 && c->events[at - 1] > event; at--) {
            c->events[at] = c->events[at - 1];
        }
        c->events[at] = event;
    }
}

static bool free_at(const circle *c, double angle) {
    const qm__xy p = on_circle(c, angle);
    return qm__passes(c->levels, NULL, (qm__spot){p.x, p.y, c->level}, QM__CARE, NULL);
}

/* The level within step on which the circle goes on at an angle where this one ends. */
static int next_level(const circle *c, double angle) {
    const qm__xy p = on_circle(c, angle);
    const int32_t z = c->levels->levels[c->level].z, step = c->levels->walker.step;
    for (int i = c->levels->count - 1; i >= 0; i--) {
        const int32_t other = c->levels->levels[i].z;
        if (i != c->level && other <= z + step && other >= z - step &&
            qm__level_open(c->levels, &c->levels->levels[i], p, QM__SLACK, NULL) &&
            qm__on_table(c->levels, p, QM__CARE) &&
            qm__level_clear(c->levels, &c->levels->levels[i], p, QM__CARE, true, NULL)) {
            return i;
        }
    }
    return -1;
}

/* The middle of the stretch after the n-th event, and its length. */
static double middle_after(const circle *c, int n, double *length) {
    const double low = c->events[n], high = n + 1 < c->count ? c->events[n + 1] : c->events[0] + FULL;
    *length = high - low;
    const double middle = (low + high) / 2;
    return middle >= FULL ? middle - FULL : middle;
}

int qm__arc_spans(const qm__levels *levels, int level, qm__xy centre, double radius, qm__arc_span *out, int max) {
    circle c;
    c.levels = levels;
    c.level = level;
    c.centre = centre;
    c.radius = radius;
    c.count = 0;
    c.full = false;
    collect(&c);
    if (c.full) {
        return -1;
    }
    if (c.count == 0) {
        if (!free_at(&c, 1)) {
            return 0;
        }
        out[0] = (qm__arc_span){0, FULL, -1, -1};
        return max > 0 ? 1 : -1;
    }
    bool free[EVENTS_MAX];
    double middles[EVENTS_MAX];
    int closed = -1, first = 0;
    double length;
    for (middle_after(&c, 0, &length); length <= 1e-12 && first + 1 < c.count; middle_after(&c, first, &length)) {
        first++;
    }
    for (int k = 0; k < c.count; k++) {
        const int i = (first + k) % c.count;
        middles[i] = middle_after(&c, i, &length);
        /* Stretches of no length say nothing: they go with the one before them. */
        free[i] = k == 0 || length > 1e-12 ? free_at(&c, middles[i]) : free[(i + c.count - 1) % c.count];
        closed = !free[i] ? i : closed;
    }
    if (closed < 0) {
        out[0] = (qm__arc_span){0, FULL, -1, -1};
        return max > 0 ? 1 : -1;
    }
    int n = 0;
    for (int k = 1; k <= c.count; k++) { /* all round, beginning after a stretch that is closed */
        const int i = (closed + k) % c.count, before = (i + c.count - 1) % c.count;
        if (!free[i]) {
            continue;
        }
        if (!free[before]) {
            if (n == max) {
                return -1;
            }
            out[n++] = (qm__arc_span){.low = c.events[i], .low_next = next_level(&c, middles[before]), .high_next = -1};
        }
        const int after = (i + 1) % c.count;
        if (!free[after]) {
            const double end = c.events[after];
            out[n - 1].high = end < out[n - 1].low ? end + FULL : end;
            out[n - 1].high_next = next_level(&c, middles[after]);
        }
    }
    return n;
}
