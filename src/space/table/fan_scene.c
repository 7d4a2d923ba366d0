/* The scene of a reach: parallels of walls, circles around corners and bodies, shores, the border of the table and the
 * borders of areas that cost something, within the budget of the start. Gathered once, used by every fan.
 *
 * Walls keep QM__CARE less than the radius, as in tracing, so that rays along a parallel or a tangent graze nothing.
 */
#include "space/table/fan.h"

#include "space/table/walk_inside.h"

void qm__scene_most(const qm__grounds *grounds, uint32_t body_count, uint32_t *lines, uint32_t *rounds) {
    const qm__table *const table = grounds->levels->table;
    const uint32_t levels = (uint32_t)grounds->levels->count;
    uint32_t corners = 0;
    for (uint32_t i = 0; i < table->area_count; i++) {
        for (uint32_t r = 0; r < table->areas[i].polygon.ring_count; r++) {
            corners += table->rings[table->areas[i].polygon.first_ring + r].count;
        }
    }
    *lines = grounds->most_lines + levels * (4 * body_count + corners);
    *rounds = grounds->most_rounds + levels * (4 * body_count + corners);
}

static bool far_off(const qm__scene *s, qm__xy a, qm__xy b, double around) {
    const double reach = s->reach + around;
    return (a.x < s->centre.x - reach && b.x < s->centre.x - reach) ||
           (a.x > s->centre.x + reach && b.x > s->centre.x + reach) ||
           (a.y < s->centre.y - reach && b.y < s->centre.y - reach) ||
           (a.y > s->centre.y + reach && b.y > s->centre.y + reach);
}

static void add_line(qm__scene *s, qm__fan_line line) {
    if (far_off(s, line.a, line.b, line.depth)) { /* what is behind it may still cover a shore */
        return;
    }
    if (s->line_count == s->line_max) {
        s->failed = true;
        return;
    }
    s->lines[s->line_count++] = line;
}

static void add_round(qm__scene *s, qm__xy centre, double radius, int area) {
    if (radius <= 0 || far_off(s, centre, centre, radius)) {
        return;
    }
    if (s->round_count == s->round_max) {
        s->failed = true;
        return;
    }
    s->rounds[s->round_count++] = (qm__fan_round){.centre = centre, .radius = radius, .area = (int16_t)area};
}

/* The parallel of a segment, on its right; `thick`: how far what it keeps off goes on behind the segment. */
static void add_parallel(qm__scene *s, qm__xy a, qm__xy b, double keep, double thick, int area) {
    const qm__xy out = qm__unit((qm__xy){b.y - a.y, a.x - b.x});
    add_line(s, (qm__fan_line){.a = qm__along(a, out, keep),
                               .b = qm__along(b, out, keep),
                               .out = out,
                               .depth = qm__most(keep, 0) + thick,
                               .next = -1,
                               .area = (int16_t)area});
}

static void add_walls(qm__scene *s, const qm__level *level) {
    const double keep = (double)s->grounds->levels->walker.radius - QM__CARE;
    for (uint32_t i = 0; i < level->wall_count; i++) {
        const qm__wall *const wall = &level->walls[i];
        if (far_off(s, wall->a, wall->b, keep)) {
            continue;
        }
        add_parallel(s, wall->a, wall->b, keep, 0, -1);
        if (wall->railing || wall->rim) {
            add_parallel(s, wall->b, wall->a, keep, 0, -1);
        }
        if (wall->convex_a) {
            add_round(s, wall->a, keep, -1);
        }
        if (wall->convex_b) {
            add_round(s, wall->b, keep, -1);
        }
    }
}

static void add_shores(qm__scene *s, const qm__coast *coast) {
    for (uint32_t i = 0; i < coast->count; i++) {
        const qm__shore *const shore = &coast->shores[i];
        const qm__xy out = qm__unit((qm__xy){shore->b.y - shore->a.y, shore->a.x - shore->b.x});
        add_line(s, (qm__fan_line){
                        .a = shore->a, .b = shore->b, .out = out, .next = shore->next, .area = -1, .shore = true});
    }
}

static void add_table(qm__scene *s) {
    const qm__table *const table = s->grounds->levels->table;
    const double keep = (double)s->grounds->levels->walker.radius - QM__CARE;
    const double x = (double)table->width - keep, y = (double)table->depth - keep;
    const qm__xy corners[4] = {{keep, keep}, {x, keep}, {x, y}, {keep, y}};
    for (int i = 0; i < 4; i++) { /* backwards: the inside is to the right */
        const qm__xy a = corners[3 - i], b = corners[(6 - i) % 4];
        const qm__xy out = qm__unit((qm__xy){b.y - a.y, a.x - b.x});
        add_line(s, (qm__fan_line){.a = a, .b = b, .out = out, .depth = keep, .next = -1, .area = -1});
    }
}

static void add_bodies(qm__scene *s, const qm__level *level) {
    for (uint32_t i = 0; s->crowd && i < s->crowd->count; i++) {
        const qm__body *const body = &s->crowd->bodies[i];
        const double off = i == s->crowd->self ? 0 : qm__body_stops(s->grounds->levels, level, body, false);
        if (off <= 0) {
            continue;
        }
        if (body->radius > 0) {
            add_round(s, (qm__xy){body->x, body->y}, off - QM__CARE, -1);
            continue;
        }
        qm__xy corners[4];
        qm__body_corners(body, corners);
        for (int k = 0; k < 4; k++) {
            const qm__xy a = corners[k], b = corners[(k + 1) % 4];
            add_parallel(s, a, b, off - QM__CARE, qm__apart(b, corners[(k + 2) % 4]), -1);
            add_round(s, corners[k], off - QM__CARE, -1);
        }
    }
}

/* The tangent of half of the turn from one direction to another; above 0 when it is to the left. */
static double half_turn(qm__xy u, qm__xy v) {
    return qm__cross(u, v) / qm__most(1 + qm__dot(u, v), 1e-3);
}

/* The border of an area: where any part of the base comes into it, or just inside of its outline (by the slack) where
 * the centre does, so that rays along an edge graze nothing. There the lines end, or go on, where they meet the next
 * one.
 */
static void add_area(qm__scene *s, int number) {
    const qm__table *const table = s->grounds->levels->table;
    const qm__walker *const walker = &s->grounds->levels->walker;
    const double keep = qm__area_reach(s->grounds->levels);
    const qm__polygon *const polygon = &table->areas[number].polygon;
    qm__edges edges = qm__edges_of(table, polygon);
    for (qm__edge e; qm__edges_next(&edges, &e);) {
        if (walker->centre) {
            const qm__xy u = qm__unit(qm__minus(e.b, e.a)), a = e.a, b = e.b;
            e.a = qm__along(a, u, QM__SLACK * half_turn(qm__unit(qm__minus(a, e.before)), u));
            e.b = qm__along(b, u, -QM__SLACK * half_turn(u, qm__unit(qm__minus(e.after, b))));
            if (qm__dot(qm__minus(e.b, e.a), u) <= 0) {
                continue;
            }
        }
        add_parallel(s, e.a, e.b, keep, 0, number);
        add_round(s, e.a, keep, number);
    }
}

const qm__fan_level *qm__scene_level(qm__scene *s, int number) {
    qm__fan_level *const out = &s->levels[number];
    if (out->made) {
        return out;
    }
    const qm__level *const level = &s->grounds->levels->levels[number];
    *out = (qm__fan_level){.lines = s->lines + s->line_count, .rounds = s->rounds + s->round_count, .made = true};
    const uint32_t lines = s->line_count, rounds = s->round_count;
    add_walls(s, level);
    add_shores(s, &s->grounds->coasts[number]);
    add_table(s);
    add_bodies(s, level);
    for (int i = 0; i < QM__AREAS_MAX; i++) {
        if (s->areas & level->areas & (uint64_t)1 << i) {
            add_area(s, i);
        }
    }
    out->line_count = s->line_count - lines, out->round_count = s->round_count - rounds;
    return out;
}
