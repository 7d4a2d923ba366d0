/* The area of a rectangle that shadows leave, exactly. See sight_inside.h for the frame.
 *
 * The rectangle is cut into upright strips wherever an edge begins, ends or comes to the rectangle's plane. Within a
 * strip every thrower's edges are in one order of depth, so each passage through a solid gives one shadow with straight
 * lower and upper borders. A strip is cut again where borders cross; then what is seen is linear in u, and its middle
 * tells its area.
 *
 * Invariant: within a strip the length that is seen is a continuous function of u, so an error of rounding in the place
 * of a crossing changes the area by its square. Only beginnings and ends of edges jump, and they are the same doubles
 * in the list of marks. So walls that are shared, touch or lie on one line need no special care.
 *
 * Rejected: a polygon union (its degenerate cases are our ordinary ones) and a list of all crossings (its size grows
 * with the square of the edges; crossings are found one after the other instead, between neighbours).
 */
#include "base/sort.h"
#include "space/table/sight_inside.h"

#define STRIP_LEAST 1e-12 /* of the width: narrower strips are left out */
#define ENDLESS 1e300     /* a height beyond all others */
#define STEP 1e-9         /* of the width: borders that cross within it have crossed */

/* Shell sort: nearly sorted input, which is common, costs little. */
static void sort_edges(qm__shade_edge *edges, uint32_t count) {
    uint32_t gap = 1;
    while (gap < count / 3) {
        gap = 3 * gap + 1;
    }
    for (; gap > 0; gap /= 3) {
        for (uint32_t i = gap; i < count; i++) {
            const qm__shade_edge edge = edges[i];
            uint32_t j = i;
            for (; j >= gap && edges[j - gap].from > edge.from; j -= gap) {
                edges[j] = edges[j - gap];
            }
            edges[j] = edge;
        }
    }
}

/* The places where strips begin and end, in order. */
static uint32_t make_marks(const qm__view *view, qm__shade_work *work, uint32_t first) {
    double *marks = work->marks;
    uint32_t count = 0;
    marks[count++] = -view->half;
    marks[count++] = view->half;
    for (uint32_t i = first; i < work->edge_count; i++) {
        const qm__shade_edge *edge = &work->edges[i];
        marks[count++] = edge->from;
        marks[count++] = edge->to;
        const double from_plane = edge->base + edge->slope * edge->from - 1;
        const double to_plane = edge->base + edge->slope * edge->to - 1;
        if ((from_plane > 0) != (to_plane > 0)) {
            marks[count++] = qm__clamp((1 - edge->base) / edge->slope, edge->from, edge->to);
        }
    }
    qm__sort_doubles(marks, count);
    return count;
}

/* ------------------------------------------------------------------------------------------------ within a strip */

typedef struct strip {
    double from, to;
    uint32_t border_count;
    bool dark; /* one shadow covers all of it */
} strip;

static void add_border(qm__shade_work *work, strip *here, double base, double slope, int32_t change) {
    work->borders[here->border_count++] = (qm__shade_border){base, slope, 0, change};
}

/* The shadow of a passage through a solid: from `near` (NULL = the eye is in it) to `far` (NULL = as far as the
 * rectangle). */
static void add_shadow(const qm__view *view, qm__shade_work *work, strip *here, const qm__shade_edge *near,
                       const qm__shade_edge *far, uint32_t thrower) {
    const qm__thrower *heights = &work->throwers[thrower];
    const double near_base = near ? near->base : 0, near_slope = near ? near->slope : 0;
    const double far_base = far ? far->base : 1, far_slope = far ? far->slope : 0;
    double low = -ENDLESS, low_slope = 0, high = ENDLESS, high_slope = 0;
    if (heights->bottom >= 0) {
        low = heights->bottom * far_base;
        low_slope = heights->bottom * far_slope;
    } else if (near) {
        low = heights->bottom * near_base;
        low_slope = heights->bottom * near_slope;
    }
    if (heights->top <= 0) {
        high = heights->top * far_base;
        high_slope = heights->top * far_slope;
    } else if (near) {
        high = heights->top * near_base;
        high_slope = heights->top * near_slope;
    }
    const double low_a = low + low_slope * here->from, low_b = low + low_slope * here->to;
    const double high_a = high + high_slope * here->from, high_b = high + high_slope * here->to;
    if ((high_a <= view->low && high_b <= view->low) || (low_a >= view->high && low_b >= view->high)) {
        return;
    }
    if (low_a <= view->low && low_b <= view->low && high_a >= view->high && high_b >= view->high) {
        here->dark = true;
    }
    add_border(work, here, low, low_slope, 1);
    add_border(work, here, high, high_slope, -1);
}

/* The shadows of one thrower, whose edges in the strip are active[0] to active[count - 1], the nearest first. */
static void add_shadows(const qm__view *view, qm__shade_work *work, strip *here, const uint32_t *active,
                        uint32_t count) {
    const uint32_t thrower = work->edges[active[0]].thrower;
    const qm__shade_edge *near = NULL;
    int32_t inside = 0;
    for (uint32_t i = 0; i < count; i++) {
        inside += work->edges[active[i]].leaves ? 1 : -1;
    }
    inside = inside > 0 ? 1 : 0; /* rays that leave once more than they enter began inside */
    const double touching = view->distance / QM__TOUCHING, plane = 1 + QM__TOUCHING / view->distance;
    for (uint32_t i = 0; i < count; i++) {
        const qm__shade_edge *edge = &work->edges[active[i]];
        if (edge->q <= plane) {
            break;
        }
        if (!edge->leaves) {
            near = inside == 0 ? edge : near;
            inside++;
        } else if (inside > 0 && --inside == 0) {
            if (edge->q < touching) {
                add_shadow(view, work, here, near, edge, thrower);
            }
            near = NULL;
        }
    }
    if (inside > 0) {
        add_shadow(view, work, here, near, NULL, thrower);
    }
}

static double border_at(const qm__shade_border *border, double u) {
    return border->base + border->slope * u;
}

/* Puts borders in order at u, and tells where the first two of them cross beyond it, at most `to`. */
static double order_borders(qm__shade_border *borders, uint32_t count, double u, double to) {
    for (uint32_t i = 0; i < count; i++) {
        qm__shade_border border = borders[i];
        border.y = border_at(&border, u);
        uint32_t j = i;
        for (; j > 0 && borders[j - 1].y > border.y; j--) {
            borders[j] = borders[j - 1];
        }
        borders[j] = border;
    }
    double next = to;
    for (uint32_t i = 0; i + 1 < count; i++) {
        const double nearing = borders[i].slope - borders[i + 1].slope;
        if (nearing > 0) {
            const double crossing = u + (borders[i + 1].y - borders[i].y) / nearing;
            next = crossing > u && crossing < next ? crossing : next;
        }
    }
    return next;
}

static void grow_hull(const qm__view *view, qm__seen_hull *hull, const qm__shade_border *low,
                      const qm__shade_border *high, double from, double to) {
    const double middle = 0.5 * (from + to);
    if (border_at(high, middle) - border_at(low, middle) <= QM__SIGHT_SLACK * (view->high - view->low) ||
        to - from <= QM__SIGHT_SLACK * view->half) {
        return;
    }
    hull->from = qm__least(hull->from, from);
    hull->to = qm__most(hull->to, to);
    hull->low = qm__least(hull->low, qm__least(border_at(low, from), border_at(low, to)));
    hull->high = qm__most(hull->high, qm__most(border_at(high, from), border_at(high, to)));
}

/* What is seen between two places with no crossing between them: borders are in order. */
static double seen_between(const qm__view *view, const qm__shade_border *borders, uint32_t count, double from,
                           double to, qm__seen_hull *hull) {
    const double middle = 0.5 * (from + to);
    const qm__shade_border *open = NULL;
    double length = 0;
    int32_t shadows = 1; /* below the rectangle nothing is looked for */
    for (uint32_t i = 0; i < count; i++) {
        if (shadows == 0) {
            length += border_at(&borders[i], middle) - border_at(open, middle);
            grow_hull(view, hull, open, &borders[i], from, to);
        }
        shadows += borders[i].change;
        open = &borders[i];
    }
    return length * (to - from);
}

static double seen_in_strip(const qm__view *view, qm__shade_work *work, strip *here, qm__seen_hull *hull) {
    if (here->dark) {
        return 0;
    }
    add_border(work, here, view->low, 0, -1);
    add_border(work, here, view->high, 0, 1);
    const double step = STEP * view->half;
    double seen = 0, u = here->from;
    while (u < here->to) {
        const double ordered_at = u + step < here->to ? u + step : 0.5 * (u + here->to);
        const double next = order_borders(work->borders, here->border_count, ordered_at, here->to);
        seen += seen_between(view, work->borders, here->border_count, u, next, hull);
        u = next > u ? next : here->to;
    }
    return seen;
}

/* ---------------------------------------------------------------------------------------------------- all strips */

static bool goes_before(const qm__shade_edge *a, const qm__shade_edge *b) {
    return a->thrower != b->thrower ? a->thrower < b->thrower : a->q > b->q;
}

/* Keeps the edges that span the strip, takes in new ones, and puts them in order: by thrower, the nearest first. */
static uint32_t bring_up(qm__shade_work *work, uint32_t count, uint32_t *next_edge, const strip *here) {
    qm__shade_edge *edges = work->edges;
    uint32_t *active = work->active, kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (edges[active[i]].to >= here->to) {
            active[kept++] = active[i];
        }
    }
    for (; *next_edge < work->edge_count && edges[*next_edge].from <= here->from; ++*next_edge) {
        if (edges[*next_edge].to >= here->to) {
            active[kept++] = *next_edge;
        }
    }
    const double middle = 0.5 * (here->from + here->to);
    for (uint32_t i = 0; i < kept; i++) {
        const uint32_t number = active[i];
        edges[number].q = edges[number].base + edges[number].slope * middle;
        uint32_t j = i;
        for (; j > 0 && goes_before(&edges[number], &edges[active[j - 1]]); j--) {
            active[j] = active[j - 1];
        }
        active[j] = number;
    }
    return kept;
}

double qm__shade_seen(const qm__view *view, qm__shade_work *work, uint32_t first, qm__seen_hull *hull) {
    sort_edges(work->edges + first, work->edge_count - first);
    const uint32_t mark_count = make_marks(view, work, first);
    uint32_t next_edge = first, active_count = 0;
    double seen = 0;
    *hull = (qm__seen_hull){view->half, -view->half, view->high, view->low};
    for (uint32_t i = 0; i + 1 < mark_count; i++) {
        strip here = {.from = work->marks[i], .to = work->marks[i + 1]};
        if (here.to - here.from <= STRIP_LEAST * view->half) {
            continue;
        }
        active_count = bring_up(work, active_count, &next_edge, &here);
        for (uint32_t j = 0, end; j < active_count && !here.dark; j = end) {
            end = j + 1;
            while (end < active_count &&
                   work->edges[work->active[end]].thrower == work->edges[work->active[j]].thrower) {
                end++;
            }
            add_shadows(view, work, &here, work->active + j, end - j);
        }
        seen += seen_in_strip(view, work, &here, hull);
    }
    return seen;
}
