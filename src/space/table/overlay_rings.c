/* Overlay, the second stage: telling inside from outside, and following the borders between them.
 *
 * Sides are found by walking around the ends of edges: who knows how often rings wind around one sector at a vertex
 * knows it of all of them. Each connected part needs one ray, from any of its vertices, to begin with.
 */
#include "space/table/overlay_inside.h"

#include <string.h>

/* -------------------------------------------------------------------------------------------------------------- sides
 */

/* Spokes: edge × 2, + 1 when the vertex is the edge's greater end. */
static int32_t spoke_end(const qm__overlay *o, int32_t spoke) {
    const qm__overlay_edge *const e = &o->edges[spoke >> 1];
    return spoke & 1 ? e->from : e->to;
}

/* Whether spoke a comes before spoke b at a vertex, counter-clockwise from just beyond -y. A spoke to the greater end
 * points into the right half (or straight up), one to the lesser into the left. */
static bool spoke_before(const qm__overlay *o, int32_t v, int32_t a, int32_t b) {
    if ((a ^ b) & 1) {
        return (b & 1) != 0;
    }
    const int32_t p = spoke_end(o, a), q = spoke_end(o, b);
    return qm__overlay_side(o->x[v], o->y[v], o->x[p], o->y[p], o->x[q], o->y[q]) > 0;
}

static void sort_spokes(qm__overlay *o) {
    memset(o->starts, 0, ((size_t)o->vertex_count + 1) * sizeof *o->starts);
    for (uint32_t i = 0; i < o->edge_count; i++) {
        o->starts[o->edges[i].from]++, o->starts[o->edges[i].to]++;
    }
    for (uint32_t v = 1; v <= o->vertex_count; v++) {
        o->starts[v] += o->starts[v - 1];
    }
    for (uint32_t i = o->edge_count; i-- > 0;) {
        o->spokes[--o->starts[o->edges[i].from]] = (int32_t)(i * 2);
        o->spokes[--o->starts[o->edges[i].to]] = (int32_t)(i * 2 + 1);
    }
    for (uint32_t v = 0; v < o->vertex_count; v++) {
        for (int32_t i = o->starts[v] + 1; i < o->starts[v + 1]; i++) {
            const int32_t spoke = o->spokes[i];
            int32_t at = i;
            for (; at > o->starts[v] && spoke_before(o, (int32_t)v, spoke, o->spokes[at - 1]); at--) {
                o->spokes[at] = o->spokes[at - 1];
            }
            o->spokes[at] = spoke;
        }
    }
}

/* How often rings wind around the place just to the left of a vertex and, if there is an edge, just above that: what a
 * ray from there to -x meets. */
static qm__overlay_sides outside_of(const qm__overlay *o, int32_t v) {
    const int32_t x = o->x[v], y = o->y[v];
    qm__overlay_sides sum = {0};
    for (uint32_t i = 0; i < o->edge_count; i++) {
        const qm__overlay_edge *const e = &o->edges[i];
        const int32_t ay = o->y[e->from], by = o->y[e->to];
        if (o->x[e->from] >= x || (ay <= y) == (by <= y)) {
            continue;
        }
        const int64_t on = qm__overlay_side(o->x[e->from], ay, o->x[e->to], by, x, y);
        if (ay < by ? on < 0 : on > 0) {
            const int sign = ay < by ? -1 : 1;
            sum.lay = (int16_t)(sum.lay + sign * e->lay), sum.cut = (int16_t)(sum.cut + sign * e->cut);
        }
    }
    return sum;
}

/* Sets the sides of all edges at a vertex, going around from the spoke `at` (of the vertex's spokes), to the left of
 * which `sum` holds; spokes that are new go onto the stack. */
static int32_t go_around(qm__overlay *o, int32_t v, int32_t at, qm__overlay_sides sum, int32_t depth) {
    const int32_t first = o->starts[v], end = o->starts[v + 1];
    for (int32_t i = first; i < end; i++, at = at + 1 < end ? at + 1 : first) {
        const int32_t spoke = o->spokes[at];
        const qm__overlay_edge *const e = &o->edges[spoke >> 1];
        qm__overlay_sides *const left = &o->left[spoke >> 1];
        if (i > first) { /* across this spoke, counter-clockwise */
            const int sign = spoke & 1 ? -1 : 1;
            sum.lay = (int16_t)(sum.lay + sign * e->lay), sum.cut = (int16_t)(sum.cut + sign * e->cut);
        }
        if (!left->known) {
            *left = (qm__overlay_sides){.lay = sum.lay, .cut = sum.cut, .known = true};
            if (spoke & 1) { /* the left of this spoke is the right of the edge */
                left->lay = (int16_t)(left->lay + e->lay), left->cut = (int16_t)(left->cut + e->cut);
            }
            o->stack[depth++] = spoke;
        }
    }
    return depth;
}

/* The spoke of a vertex to the left of which (counter-clockwise from it) that place lies: the last one that does not
 * lead to the left or farther down there; if all do, the last one of all. */
static int32_t spoke_above(const qm__overlay *o, int32_t v) {
    const int32_t first = o->starts[v], last = o->starts[v + 1] - 1;
    for (int32_t at = last; at >= first; at--) {
        if (!(o->spokes[at] & 1) || o->y[spoke_end(o, o->spokes[at])] > o->y[v]) {
            return at;
        }
    }
    return last;
}

/* The sides of every edge connected with a vertex. */
static void flood(qm__overlay *o, int32_t from) {
    int32_t depth = go_around(o, from, spoke_above(o, from), outside_of(o, from), 0);
    while (depth > 0) {
        const int32_t spoke = o->stack[--depth], v = spoke_end(o, spoke);
        const qm__overlay_edge *const e = &o->edges[spoke >> 1];
        qm__overlay_sides sum = o->left[spoke >> 1];
        if (!(spoke & 1)) { /* seen from its other end, the left is the right */
            sum.lay = (int16_t)(sum.lay - e->lay), sum.cut = (int16_t)(sum.cut - e->cut);
        }
        int32_t at = o->starts[v];
        while (o->spokes[at] != (spoke ^ 1)) {
            at++;
        }
        depth = go_around(o, v, at, sum, depth);
    }
}

static void find_sides(qm__overlay *o) {
    sort_spokes(o);
    memset(o->left, 0, o->edge_count * sizeof *o->left);
    for (uint32_t i = 0; i < o->edge_count; i++) {
        if (!o->left[i].known) {
            flood(o, o->edges[i].from);
        }
    }
}

/* -------------------------------------------------------------------------------------------------------------- rings
 */

/* The direction in which an edge borders the result, as a spoke: 0 = with the result on its left, 1 = against; -1 = not
 * at all. */
static int border(const qm__overlay *o, uint32_t i) {
    const qm__overlay_sides *const s = &o->left[i];
    const qm__overlay_edge *const e = &o->edges[i];
    const bool left = s->lay > 0 && s->cut <= 0, right = s->lay - e->lay > 0 && s->cut - e->cut <= 0;
    return left == right ? -1 : left ? 0 : 1;
}

/* The next spoke of a ring that arrives along `spoke`: the first border clockwise from where it came. */
static int32_t next_spoke(const qm__overlay *o, int32_t spoke) {
    const int32_t v = spoke_end(o, spoke), first = o->starts[v], count = o->starts[v + 1] - first;
    int32_t at = first;
    while (o->spokes[at] != (spoke ^ 1)) {
        at++;
    }
    for (int32_t i = 1; i < count; i++) {
        const int32_t next = o->spokes[first + (at - first - i + count) % count];
        if (border(o, (uint32_t)next >> 1) == (next & 1)) {
            return next;
        }
    }
    return spoke ^ 1;
}

/* Whether b lies within an eighth of a unit of the segment from a to c. */
static bool straight(const qm__xy *a, const qm__xy *b, const qm__xy *c) {
    return qm__point_segment_square(*b, *a, *c) < 1.0 / 64;
}

/* Leaves out points that lie on the line between their neighbours (never two in a row), turns the ring to its least
 * point. */
static uint32_t tidy(qm__xy *points, uint32_t count) {
    uint32_t kept = 0, least = 0;
    bool dropped = false;
    for (uint32_t i = 1; i < count; i++) {
        if (points[i].x < points[least].x || (points[i].x == points[least].x && points[i].y < points[least].y)) {
            least = i;
        }
    }
    for (uint32_t turned = 0; turned < 3 && least; turned++) { /* three reversals turn a ring */
        const uint32_t from = turned == 1 ? least : 0, to = turned == 0 ? least : count;
        for (uint32_t i = from, j = to - 1; i < j; i++, j--) {
            const qm__xy other = points[i];
            points[i] = points[j], points[j] = other;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 && !dropped && kept + count - i > 3 &&
            straight(&points[kept - 1], &points[i], &points[(i + 1) % count])) {
            dropped = true;
        } else {
            points[kept++] = points[i];
            dropped = false;
        }
    }
    return kept;
}

static void measure(const qm__xy *points, uint32_t count, double *area, double *length) {
    *area = *length = 0;
    for (uint32_t i = 0; i < count; i++) {
        const qm__xy a = qm__minus(points[i], points[0]), b = qm__minus(points[(i + 1) % count], points[0]);
        *area += qm__cross(a, b) / 2;
        *length += qm__apart(a, b);
    }
}

/* Follows one ring from a spoke; it is kept unless it is a sliver. */
static void follow(qm__overlay *o, int32_t spoke, double width, uint32_t *ring_count, uint32_t *point_count) {
    qm__xy *const points = o->points + *point_count;
    uint32_t count = 0;
    while (!o->left[spoke >> 1].used) {
        const qm__overlay_edge *const e = &o->edges[spoke >> 1];
        const int32_t v = spoke & 1 ? e->to : e->from;
        o->left[spoke >> 1].used = true;
        points[count++] = (qm__xy){o->x[v] / QM__OVERLAY_GRID, o->y[v] / QM__OVERLAY_GRID};
        spoke = next_spoke(o, spoke);
    }
    double area, length;
    measure(points, count, &area, &length);
    if (count < 3 || (area < 0 ? -area : area) * 2 < width * length) {
        return;
    }
    count = tidy(points, count);
    o->rings[(*ring_count)++] = (qm__overlay_ring){*point_count, count, area};
    *point_count += count;
}

/* By their first points; of rings that begin at the same one, larger first. */
static void sort_rings(qm__overlay *o, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const qm__overlay_ring ring = o->rings[i];
        const qm__xy p = o->points[ring.first];
        uint32_t at = i;
        for (; at > 0; at--) {
            const qm__xy q = o->points[o->rings[at - 1].first];
            if (p.x > q.x || (p.x == q.x && (p.y > q.y || (p.y == q.y && ring.area <= o->rings[at - 1].area)))) {
                break;
            }
            o->rings[at] = o->rings[at - 1];
        }
        o->rings[at] = ring;
    }
}

bool qm__overlay_solve(qm__overlay *o, double width, const qm__overlay_ring **rings, uint32_t *ring_count,
                       const qm__xy **points, uint32_t *point_count) {
    *rings = o->rings, *points = o->points;
    *ring_count = *point_count = 0;
    if (o->failed || !qm__overlay_cut_all(o)) {
        o->failed = true;
        return false;
    }
    find_sides(o);
    for (uint32_t i = 0; i < o->edge_count; i++) {
        const int way = border(o, i);
        if (way >= 0 && !o->left[i].used) {
            follow(o, (int32_t)(i * 2) + way, width, ring_count, point_count);
        }
    }
    sort_rings(o, *ring_count);
    return true;
}
