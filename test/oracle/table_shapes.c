/*
 * The arithmetic of points, edges and straight pieces for the oracles of the table: table_space.py loads it, because
 * the same in Python takes most of their time. It is written from the definitions alone and shares nothing with the
 * library. An edge is four numbers (x0, y0, x1, y1); an edge of two equal ends is a point. Rows of matrices are points
 * or pieces, columns are edges.
 */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define NEVER 1e30
#define TINY 1e-300
#define FLAT 1e-12

static double clipped(double value) {
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

static double distance(const double *p, const double *edge) {
    double abx = edge[2] - edge[0], aby = edge[3] - edge[1], apx = p[0] - edge[0], apy = p[1] - edge[1];
    double t = clipped((apx * abx + apy * aby) / fmax(abx * abx + aby * aby, TINY));
    double dx = apx - t * abx, dy = apy - t * aby;

    return sqrt(dx * dx + dy * dy);
}

static double nearest(const double *p, const double *edges, long count) {
    double least = NEVER;

    for (long k = 0; k < count; k++) {
        least = fmin(least, distance(p, edges + 4 * k));
    }
    return least;
}

/* By counting crossings to the right; on the edge it may say either. */
static bool within(const double *p, const double *edges, long count) {
    bool odd = false;

    for (long k = 0; k < count; k++) {
        const double *e = edges + 4 * k;

        if ((e[1] > p[1]) != (e[3] > p[1]) && p[0] < e[0] + (p[1] - e[1]) * (e[2] - e[0]) / (e[3] - e[1])) {
            odd = !odd;
        }
    }
    return odd;
}

/* An edge as a piece sees it: the ends of the piece in its own directions. */
typedef struct {
    double length, ax, ay, dx, dy;
} Seen;

static Seen seen(const double *a, const double *b, const double *e) {
    double ex = e[2] - e[0], ey = e[3] - e[1], length = sqrt(ex * ex + ey * ey);
    double ux = length > 0 ? ex / length : 1, uy = length > 0 ? ey / length : 0;
    double px = a[0] - e[0], py = a[1] - e[1], dx = b[0] - a[0], dy = b[1] - a[1];

    return (Seen){length, px * ux + py * uy, py * ux - px * uy, dx * ux + dy * uy, dy * ux - dx * uy};
}

/* The parts of a line between two parallels, or everything or nothing where it runs along them. */
static void between(double low, double high, double at, double rate, bool there, double *t0, double *t1) {
    if (fabs(rate) < FLAT) {
        *t0 = there ? -NEVER : NEVER;
        *t1 = -*t0;
        return;
    }
    double one = (low - at) / rate, two = (high - at) / rate;

    *t0 = fmin(one, two);
    *t1 = fmax(one, two);
}

/* Adds the stretch that is within the radius of a point, which is at (cx, cy) from the beginning of the piece. */
static void beside(double cx, double cy, const Seen *s, double radius, double *t0, double *t1) {
    double square = fmax(s->dx * s->dx + s->dy * s->dy, TINY);
    double half = cx * s->dx + cy * s->dy, rest = cx * cx + cy * cy - radius * radius;
    double root = half * half - square * rest;

    if (root > 0) {
        root = sqrt(root);
        *t0 = fmin(*t0, (-half - root) / square);
        *t1 = fmax(*t1, (-half + root) / square);
    }
}

/* Where a piece runs within a radius of an edge, as parts from t0 to t1 (none: t0 > t1). */
static void stretch(const double *a, const double *b, const double *edge, double radius, double *t0, double *t1) {
    Seen s = seen(a, b, edge);
    double x0, x1, y0, y1;

    between(-radius, radius, s.ay, s.dy, fabs(s.ay) < radius, &y0, &y1);
    between(0, s.length, s.ax, s.dx, s.ax >= 0 && s.ax <= s.length, &x0, &x1);
    double low = fmax(x0, y0), high = fmin(x1, y1);

    *t0 = low < high ? low : NEVER;
    *t1 = low < high ? high : -NEVER;
    beside(s.ax, s.ay, &s, radius, t0, t1);
    beside(s.ax - s.length, s.ay, &s, radius, t0, t1);
}

/* ---------------------------------------------------------------------------------------------- what Python calls */

void shapes_distances(const double *points, long rows, const double *edges, long columns, double *found) {
    for (long i = 0; i < rows; i++) {
        for (long k = 0; k < columns; k++) {
            found[i * columns + k] = distance(points + 2 * i, edges + 4 * k);
        }
    }
}

void shapes_nearest(const double *points, long rows, const double *edges, long columns, double *found) {
    for (long i = 0; i < rows; i++) {
        found[i] = nearest(points + 2 * i, edges, columns);
    }
}

void shapes_inside(const double *points, long rows, const double *edges, long columns, bool *found) {
    for (long i = 0; i < rows; i++) {
        found[i] = within(points + 2 * i, edges, columns);
    }
}

/* Inside of an outline (or outside), or missing it by at most `ease`; below 0: and by that much. */
void shapes_reaches(const double *points, long rows, const double *edges, long columns, double ease, bool inner,
                    bool *found) {
    for (long i = 0; i < rows; i++) {
        const double *p = points + 2 * i;
        bool there = within(p, edges, columns) == inner;

        if (there == (ease < 0)) {
            there = ease >= 0 ? nearest(p, edges, columns) <= ease : nearest(p, edges, columns) >= -ease;
        }
        found[i] = there;
    }
}

/* On which levels points are nearer to walls than these allow; `masks` has a row for each wall. */
void shapes_walled(const double *points, long rows, const double *edges, const double *radii, long columns,
                   const bool *masks, long levels, bool *found) {
    for (long i = 0; i < rows; i++) {
        for (long k = 0; k < columns; k++) {
            if (distance(points + 2 * i, edges + 4 * k) < radii[k]) {
                for (long z = 0; z < levels; z++) {
                    found[i * levels + z] |= masks[k * levels + z];
                }
            }
        }
    }
}

/* `each` is 1 where every edge has its own radius, 0 where all share the first. */
void shapes_stretches(const double *a, const double *b, long rows, const double *edges, long columns,
                      const double *radii, long each, double *t0, double *t1) {
    for (long i = 0; i < rows; i++) {
        for (long k = 0; k < columns; k++) {
            stretch(a + 2 * i, b + 2 * i, edges + 4 * k, radii[k * each], t0 + i * columns + k, t1 + i * columns + k);
        }
    }
}

/* Whether pieces come within a radius of any edge, not at their ends alone. */
void shapes_meets(const double *a, const double *b, long rows, const double *edges, long columns, const double *radii,
                  long each, bool *found) {
    for (long i = 0; i < rows; i++) {
        found[i] = false;
        for (long k = 0; k < columns && !found[i]; k++) {
            double t0, t1;

            stretch(a + 2 * i, b + 2 * i, edges + 4 * k, radii[k * each], &t0, &t1);
            found[i] = t0 < 1 && t1 > 0 && t0 < t1;
        }
    }
}

/* The part of the line a-b at which it crosses each edge; -NEVER where it does not. */
void shapes_crossings(const double *a, const double *b, long rows, const double *edges, long columns, double *found) {
    for (long i = 0; i < rows; i++) {
        const double *p = a + 2 * i;
        double dx = b[2 * i] - p[0], dy = b[2 * i + 1] - p[1];

        for (long k = 0; k < columns; k++) {
            const double *e = edges + 4 * k;
            double one = dx * (e[1] - p[1]) - dy * (e[0] - p[0]), two = dx * (e[3] - p[1]) - dy * (e[2] - p[0]);
            double s = one / (one - two);
            double x = e[0] + s * (e[2] - e[0]) - p[0], y = e[1] + s * (e[3] - e[1]) - p[1];

            found[i * columns + k] = (one > 0) != (two > 0) ? (x * dx + y * dy) / (dx * dx + dy * dy) : -NEVER;
        }
    }
}

/* ------------------------------------------------------------------------------------------------- walking straight */

/* What outlines do to the levels of their mask. */
enum { TALL, LOW, SURFACE, NEEDED };

/* What a table forbids, and the room for one piece. `owners` says which outline an edge is of. */
typedef struct {
    const double *walls, *radii, *lines;
    const long *owners, *kinds;
    const unsigned long *wall_levels, *shape_levels, *next;
    long wall_count, line_count, shape_count, level_count;
    double ease;
    double *wall_parts, *near_parts, *crossed, *looks;
    bool *within, *close;
} Ground;

static int compare(const void *one, const void *two) {
    double a = *(const double *)one, b = *(const double *)two;

    return (a > b) - (a < b);
}

/* Where anything can change on a piece, and the middles between: how many looks that is. */
static long looks_of(Ground *g, const double *a, const double *b) {
    long cuts = 0;
    double *looks = g->looks;

    for (long k = 0; k < g->wall_count; k++) {
        stretch(a, b, g->walls + 4 * k, g->radii[k], g->wall_parts + 2 * k, g->wall_parts + 2 * k + 1);
    }
    for (long k = 0; k < g->line_count; k++) {
        stretch(a, b, g->lines + 4 * k, g->ease, g->near_parts + 2 * k, g->near_parts + 2 * k + 1);
    }
    shapes_crossings(a, b, 1, g->lines, g->line_count, g->crossed);
    for (long k = 0; k < 2 * (g->wall_count + g->line_count); k++) {
        double part = k < 2 * g->wall_count ? g->wall_parts[k] : g->near_parts[k - 2 * g->wall_count];

        if (part > 0 && part < 1) {
            looks[++cuts] = part;
        }
    }
    qsort(looks + 1, (size_t)cuts, sizeof *looks, compare);
    looks[0] = 0;
    looks[++cuts] = 1;
    for (long k = cuts; k > 0; k--) {
        looks[2 * k] = looks[k];
        looks[2 * k - 1] = (looks[k - 1] + looks[k]) / 2;
    }
    return 2 * cuts + 1;
}

/* The levels on which the base can be at a part of the piece. */
static unsigned long levels_at(Ground *g, double look) {
    unsigned long ok = ~0UL, held = 1;

    for (long k = 0; k < g->wall_count; k++) {
        ok &= look > g->wall_parts[2 * k] && look < g->wall_parts[2 * k + 1] ? ~g->wall_levels[k] : ~0UL;
    }
    memset(g->within, 0, (size_t)g->shape_count);
    memset(g->close, 0, (size_t)g->shape_count);
    for (long k = 0; k < g->line_count; k++) {
        g->within[g->owners[k]] ^= g->crossed[k] > look;
        g->close[g->owners[k]] |= look >= g->near_parts[2 * k] && look <= g->near_parts[2 * k + 1];
    }
    for (long k = 0; k < g->shape_count; k++) {
        bool within = g->within[k], close = g->close[k];

        if (g->kinds[k] == SURFACE) {
            held |= within || close ? g->shape_levels[k] : 0;
        } else if (g->kinds[k] == TALL ? within : g->kinds[k] == LOW ? within && !close : !within) {
            ok &= ~g->shape_levels[k];
        }
    }
    return ok & held;
}

/* With what steps lead to from levels, as far as the base can be there. */
static unsigned long stepped(const Ground *g, unsigned long state, unsigned long ok) {
    for (unsigned long before = 0; before != state;) {
        before = state;
        for (long z = 0; z < g->level_count; z++) {
            state |= before >> z & 1 ? g->next[z] & ok : 0;
        }
    }
    return state;
}

/* Walks a piece from a set of levels: the set at its end, and how far that came. */
static unsigned long walked(Ground *g, const double *a, const double *b, unsigned long state, double *part) {
    long count = looks_of(g, a, b), last = -1;

    for (long k = 0; k < count && state; k++) {
        unsigned long ok = levels_at(g, g->looks[k]);

        state = stepped(g, state & ok, ok);
        last = state ? k : last;
    }
    /* A stretch that is walked is walked to its end. */
    *part = last < 0 ? 0 : g->looks[last + last % 2];
    return state;
}

/* `states` and `next` are sets of levels, one bit each; the first is changed. Without memory nothing is walked. */
void shapes_walk(const double *a, const double *b, long rows, unsigned long *states, double *parts, const double *walls,
                 const double *radii, const unsigned long *wall_levels, long wall_count, const double *lines,
                 const long *owners, long line_count, const long *kinds, const unsigned long *shape_levels,
                 long shape_count, const unsigned long *next, long level_count, double ease) {
    size_t edges = (size_t)(wall_count + line_count);
    double *room = malloc((edges * 6 + (size_t)line_count + 5) * sizeof *room + 2 * (size_t)shape_count);
    Ground g = {walls,       radii,       lines, owners, kinds, wall_levels, shape_levels, next, wall_count, line_count,
                shape_count, level_count, ease,  NULL,   NULL,  NULL,        NULL,         NULL, NULL};

    if (room == NULL) {
        memset(states, 0, (size_t)rows * sizeof *states);
        return;
    }
    g.wall_parts = room;
    g.near_parts = room + 2 * wall_count;
    g.crossed = room + 2 * edges;
    g.looks = g.crossed + line_count;
    g.within = (bool *)(g.looks + 4 * edges + 5);
    g.close = g.within + shape_count;
    for (long i = 0; i < rows; i++) {
        states[i] = walked(&g, a + 2 * i, b + 2 * i, states[i], parts + i);
    }
    free(room);
}
