/* Overlay, the first stage: cutting edges at their crossings until none is left.
 *
 * Only the place of a crossing is rounded; edges moved by that are fresh and are looked at again. Every edge that
 * passes through the step-wide square around a vertex is cut at that vertex: so cuts meet in one place, and rounds end.
 *
 * Rejected: one sweep that cuts and decides at the same time (a rounded crossing can upset the order it lives on).
 */
#include "space/table/overlay_inside.h"

#include <string.h>

enum { ROUNDS_MAX = 40, GRID_MAX = 128, CELL_ENTRIES = 8, CELLS_EACH = 2, REPEATS = 12 };

typedef struct grid {
    int32_t x0, y0;
    double by_x, by_y; /* cells for each step */
    int32_t size;
} grid;

/* ------------------------------------------------------------------------------------------------------------- memory
 */

static uint32_t hash_size(uint32_t edges) {
    uint32_t size = 64;
    while (size < 2 * edges) {
        size *= 2;
    }
    return size;
}

static size_t piece(size_t *at, size_t bytes) {
    const size_t start = *at;
    *at += (bytes + 15) / 16 * 16;
    return start;
}

/* Lays the arrays out behind `overlay`; NULL: only the size is wanted. */
static size_t lay_out(qm__overlay *o, uint32_t n) {
    char *const base = (char *)o;
    const size_t hash = hash_size(n), count = n;
    size_t at = (sizeof(qm__overlay) + 15) / 16 * 16;
    const size_t x = piece(&at, count * 4), y = piece(&at, count * 4), vertex_hash = piece(&at, hash * 4);
    const size_t edge_hash = piece(&at, hash * 4), edges = piece(&at, count * sizeof(qm__overlay_edge));
    const size_t old = piece(&at, count * sizeof(qm__overlay_edge)),
                 spans = piece(&at, count * sizeof(qm__overlay_span));
    const size_t splits = piece(&at, count * sizeof(qm__overlay_split)), heads = piece(&at, count * 4);
    const size_t cells = piece(&at, ((size_t)GRID_MAX * GRID_MAX + 1) * 4);
    const size_t entries = piece(&at, count * CELL_ENTRIES * 4), starts = piece(&at, (count + 1) * 4);
    const size_t spokes = piece(&at, count * 8), left = piece(&at, count * sizeof(qm__overlay_sides));
    const size_t stack = piece(&at, count * 4), rings = piece(&at, count / 2 * sizeof(qm__overlay_ring));
    const size_t points = piece(&at, count * sizeof(qm__xy));
    if (o) {
        o->x = (int32_t *)(void *)(base + x), o->y = (int32_t *)(void *)(base + y);
        o->vertex_hash = (int32_t *)(void *)(base + vertex_hash), o->edge_hash = (int32_t *)(void *)(base + edge_hash);
        o->edges = (qm__overlay_edge *)(void *)(base + edges), o->old = (qm__overlay_edge *)(void *)(base + old);
        o->spans = (qm__overlay_span *)(void *)(base + spans), o->splits = (qm__overlay_split *)(void *)(base + splits);
        o->heads = (int32_t *)(void *)(base + heads), o->cells = (int32_t *)(void *)(base + cells);
        o->entries = (int32_t *)(void *)(base + entries), o->starts = (int32_t *)(void *)(base + starts);
        o->spokes = (int32_t *)(void *)(base + spokes), o->left = (qm__overlay_sides *)(void *)(base + left);
        o->stack = (int32_t *)(void *)(base + stack), o->rings = (qm__overlay_ring *)(void *)(base + rings);
        o->points = (qm__xy *)(void *)(base + points);
    }
    return at;
}

size_t qm__overlay_size(uint32_t edges) {
    return lay_out(NULL, edges < 64 ? 64 : edges);
}

qm__overlay *qm__overlay_begin(void *memory, size_t size) {
    uint32_t low = 64, high = 1u << 24;
    if (!memory || size < qm__overlay_size(low)) {
        return NULL;
    }
    while (high - low > 1) { /* the most edges that the memory holds */
        const uint32_t middle = low + (high - low) / 2;
        if (qm__overlay_size(middle) <= size) {
            low = middle;
        } else {
            high = middle;
        }
    }
    qm__overlay *const o = memory;
    memset(o, 0, sizeof *o);
    o->capacity = low;
    o->entry_max = low * CELL_ENTRIES;
    o->vertex_mask = o->edge_mask = hash_size(0) - 1;
    lay_out(o, low);
    memset(o->vertex_hash, 0, ((size_t)o->vertex_mask + 1) * sizeof *o->vertex_hash);
    memset(o->edge_hash, 0, ((size_t)o->edge_mask + 1) * sizeof *o->edge_hash);
    return o;
}

/* ------------------------------------------------------------------------------------------------- vertices and edges
 */

static uint32_t mix(uint32_t a, uint32_t b) {
    uint64_t h = ((uint64_t)a << 32 | b) * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 29;
    return (uint32_t)((h * UINT64_C(0xbf58476d1ce4e5b9)) >> 32);
}

/* Empties the part of the hash that so many vertices need, and enters those there are. */
static void hash_vertices(qm__overlay *o, uint32_t count) {
    o->vertex_mask = hash_size(count) - 1;
    memset(o->vertex_hash, 0, ((size_t)o->vertex_mask + 1) * sizeof *o->vertex_hash);
    for (uint32_t i = 0; i < o->vertex_count; i++) {
        uint32_t slot = mix((uint32_t)o->x[i], (uint32_t)o->y[i]) & o->vertex_mask;
        while (o->vertex_hash[slot]) {
            slot = (slot + 1) & o->vertex_mask;
        }
        o->vertex_hash[slot] = (int32_t)i + 1;
    }
}

static void hash_edges(qm__overlay *o, uint32_t count) {
    o->edge_mask = hash_size(count < o->capacity ? count : o->capacity) - 1;
    memset(o->edge_hash, 0, ((size_t)o->edge_mask + 1) * sizeof *o->edge_hash);
    for (uint32_t i = 0; i < o->edge_count; i++) {
        uint32_t slot = mix((uint32_t)o->edges[i].from, (uint32_t)o->edges[i].to) & o->edge_mask;
        while (o->edge_hash[slot]) {
            slot = (slot + 1) & o->edge_mask;
        }
        o->edge_hash[slot] = (int32_t)i + 1;
    }
}

/* The vertex at a place, made when there is none yet; -1 when there is no room. */
static int32_t vertex_at(qm__overlay *o, int32_t x, int32_t y) {
    uint32_t slot = mix((uint32_t)x, (uint32_t)y) & o->vertex_mask;
    for (; o->vertex_hash[slot]; slot = (slot + 1) & o->vertex_mask) {
        const int32_t v = o->vertex_hash[slot] - 1;
        if (o->x[v] == x && o->y[v] == y) {
            return v;
        }
    }
    if (o->vertex_count == o->capacity) {
        o->failed = true;
        return -1;
    }
    const int32_t v = (int32_t)o->vertex_count++;
    o->x[v] = x, o->y[v] = y;
    o->vertex_hash[slot] = v + 1;
    if (o->vertex_count * 2 > o->vertex_mask && o->vertex_count < o->capacity) {
        hash_vertices(o, o->vertex_count + 1);
    }
    return v;
}

/* Adds an edge, or adds to the one that joins the same ends. */
static void add_edge(qm__overlay *o, int32_t from, int32_t to, int lay, int cut, bool fresh) {
    if (from == to) {
        return;
    }
    if (qm__overlay_lesser(o, to, from)) {
        const int32_t other = from;
        from = to, to = other, lay = -lay, cut = -cut;
    }
    uint32_t slot = mix((uint32_t)from, (uint32_t)to) & o->edge_mask;
    for (; o->edge_hash[slot]; slot = (slot + 1) & o->edge_mask) {
        qm__overlay_edge *const e = &o->edges[o->edge_hash[slot] - 1];
        if (e->from == from && e->to == to) {
            e->lay = (int16_t)(e->lay + lay), e->cut = (int16_t)(e->cut + cut), e->fresh = e->fresh || fresh;
            return;
        }
    }
    if (o->edge_count == o->capacity) {
        o->failed = true;
        return;
    }
    o->edges[o->edge_count] =
        (qm__overlay_edge){.from = from, .to = to, .lay = (int16_t)lay, .cut = (int16_t)cut, .fresh = fresh};
    o->edge_hash[slot] = (int32_t)++o->edge_count;
    if (o->edge_count * 2 > o->edge_mask && o->edge_count < o->capacity) {
        hash_edges(o, o->edge_count + 1);
    }
}

static bool snap(double value, int32_t *out) {
    if (!(value > -QM__OVERLAY_FAR && value < QM__OVERLAY_FAR)) {
        return false;
    }
    const double steps = value * QM__OVERLAY_GRID;
    *out = (int32_t)(steps < 0 ? steps - 0.5 : steps + 0.5);
    return true;
}

bool qm__overlay_add(qm__overlay *o, const qm__xy *points, uint32_t count, bool cut) {
    int32_t first = -1, last = -1;
    for (uint32_t i = 0; i < count && !o->failed; i++) {
        int32_t x, y;
        if (!snap(points[i].x, &x) || !snap(points[i].y, &y)) {
            o->failed = true;
            break;
        }
        const int32_t v = vertex_at(o, x, y);
        if (i == 0) {
            first = v;
        } else if (v >= 0) {
            add_edge(o, last, v, !cut, cut, true);
        }
        last = v;
    }
    if (!o->failed && count) {
        add_edge(o, last, first, !cut, cut, true);
    }
    return !o->failed;
}

/* ------------------------------------------------------------------------------------------------------------ cutting
 */

/* Notes that an edge is to be cut at a vertex; false when it ends there anyway. */
static bool add_split(qm__overlay *o, int32_t e, int32_t vertex) {
    if (vertex < 0 || o->edges[e].from == vertex || o->edges[e].to == vertex) {
        return false;
    }
    /* Two edges meet in every cell that both pass: mostly the same cut again. */
    int32_t last = o->heads[e];
    for (int i = 0; i < REPEATS && last >= 0; i++, last = o->splits[last].next) {
        if (o->splits[last].vertex == vertex) {
            return true;
        }
    }
    if (o->split_count == o->capacity) {
        o->failed = true;
        return true;
    }
    o->splits[o->split_count] = (qm__overlay_split){vertex, o->heads[e]};
    o->heads[e] = (int32_t)o->split_count++;
    return true;
}

/* Whether an edge passes through the step-wide square around a vertex; `on` tells the side, `reach` the sum of the
 * edge's extents. Everything that passes there is cut there, or edges that a cut has moved would creep along each other
 * for ever. */
static bool passes(const qm__overlay_span *s, int64_t on, int64_t reach, int32_t x, int32_t y) {
    return 2 * on < reach && -2 * on < reach && x >= s->ax && x <= s->bx && y >= s->low && y <= s->high;
}

static int64_t reach_of(const qm__overlay_span *s) {
    return ((int64_t)s->bx - s->ax) + ((int64_t)s->high - s->low);
}

static bool same_side(int64_t a, int64_t b, int64_t reach) {
    return (2 * a > reach && 2 * b > reach) || (-2 * a > reach && -2 * b > reach);
}

/* Cuts two edges where they cross, in the inside of both. */
static void cut_crossing(qm__overlay *o, int32_t e, int32_t f, double sa, double sb) {
    const qm__overlay_span *const s = &o->spans[e];
    const double part = sa / (sa - sb);
    const double x = ((double)s->bx - s->ax) * part, y = ((double)s->by - s->ay) * part;
    const int32_t v =
        vertex_at(o, s->ax + (int32_t)(x < 0 ? x - 0.5 : x + 0.5), s->ay + (int32_t)(y < 0 ? y - 0.5 : y + 0.5));
    add_split(o, e, v);
    add_split(o, f, v);
}

/* Cuts one of two edges whose boxes meet where the other ends on it; if there is no such place, both where they cross.
 */
static void cut_pair(qm__overlay *o, int32_t e, int32_t f) {
    const qm__overlay_span *const s = &o->spans[e], *const t = &o->spans[f];
    const int64_t reach_s = reach_of(s), reach_t = reach_of(t);
    const int64_t ta = qm__overlay_side(s->ax, s->ay, s->bx, s->by, t->ax, t->ay),
                  tb = qm__overlay_side(s->ax, s->ay, s->bx, s->by, t->bx, t->by);
    if (same_side(ta, tb, reach_s)) {
        return;
    }
    const int64_t sa = qm__overlay_side(t->ax, t->ay, t->bx, t->by, s->ax, s->ay),
                  sb = qm__overlay_side(t->ax, t->ay, t->bx, t->by, s->bx, s->by);
    if (same_side(sa, sb, reach_t)) {
        return;
    }
    const qm__overlay_edge *const first = &o->edges[e], *const other = &o->edges[f];
    bool ends = passes(s, ta, reach_s, t->ax, t->ay) && add_split(o, e, other->from);
    ends = (passes(s, tb, reach_s, t->bx, t->by) && add_split(o, e, other->to)) || ends;
    ends = (passes(t, sa, reach_t, s->ax, s->ay) && add_split(o, f, first->from)) || ends;
    ends = (passes(t, sb, reach_t, s->bx, s->by) && add_split(o, f, first->to)) || ends;
    if (!ends && ((ta > 0 && tb < 0) || (ta < 0 && tb > 0)) && ((sa > 0 && sb < 0) || (sa < 0 && sb > 0))) {
        cut_crossing(o, e, f, (double)sa, (double)sb);
    }
}

static int32_t cell_of(double steps, double by, int32_t size) {
    const int32_t cell = (int32_t)(steps * by);
    return cell < 0 ? 0 : cell >= size ? size - 1 : cell;
}

/* Visits the cells that an edge passes through: counts them (entries NULL) or enters the edge in them. */
static int64_t visit_cells(qm__overlay *o, const grid *g, int32_t e, bool enter) {
    const qm__overlay_span *const s = &o->spans[e];
    const double ax = (double)s->ax - g->x0, ay = (double)s->ay - g->y0, bx = (double)s->bx - g->x0;
    const double slope = s->bx > s->ax ? ((double)s->by - s->ay) / (bx - ax) : 0;
    const int32_t first = cell_of(ax, g->by_x, g->size), last = cell_of(bx, g->by_x, g->size);
    int64_t total = 0;
    for (int32_t column = first; column <= last; column++) {
        double low = (double)s->low - g->y0, high = (double)s->high - g->y0;
        if (first != last) { /* the part of it in this column, and a step more */
            const double from = qm__most(ax, column / g->by_x - 1), to = qm__least(bx, (column + 1) / g->by_x + 1);
            const double y0 = ay + (from - ax) * slope, y1 = ay + (to - ax) * slope;
            low = qm__most(low, qm__least(y0, y1) - 1), high = qm__least(high, qm__most(y0, y1) + 1);
        }
        const int32_t bottom = cell_of(low, g->by_y, g->size), top = cell_of(high, g->by_y, g->size);
        total += top - bottom + 1;
        for (int32_t row = bottom; row <= top; row++) {
            int32_t *const cell = &o->cells[column * g->size + row];
            if (enter) {
                o->entries[--*cell] = e;
            } else {
                ++*cell;
            }
        }
    }
    return total;
}

/* Sorts all edges into cells; coarser ones when there is no room for so many entries. */
static void fill_grid(qm__overlay *o, grid *g) {
    int32_t x1 = INT32_MIN, y1 = INT32_MIN;
    g->x0 = INT32_MAX, g->y0 = INT32_MAX;
    for (uint32_t i = 0; i < o->edge_count; i++) {
        const qm__overlay_edge *const e = &o->edges[i];
        const int32_t ay = o->y[e->from], by = o->y[e->to];
        o->spans[i] = (qm__overlay_span){o->x[e->from], ay, o->x[e->to], by, ay < by ? ay : by, ay < by ? by : ay};
        g->x0 = o->spans[i].ax < g->x0 ? o->spans[i].ax : g->x0,
        g->y0 = o->spans[i].low < g->y0 ? o->spans[i].low : g->y0;
        x1 = o->spans[i].bx > x1 ? o->spans[i].bx : x1, y1 = o->spans[i].high > y1 ? o->spans[i].high : y1;
    }
    g->size = 1;
    while (g->size < GRID_MAX && (int64_t)g->size * g->size < CELLS_EACH * (int64_t)o->edge_count) {
        g->size++;
    }
    for (;; g->size /= 2) {
        const int32_t cell_count = g->size * g->size;
        int64_t total = 0;
        g->by_x = g->size / ((double)x1 - g->x0 + 1), g->by_y = g->size / ((double)y1 - g->y0 + 1);
        memset(o->cells, 0, ((size_t)cell_count + 1) * sizeof *o->cells);
        for (uint32_t i = 0; i < o->edge_count; i++) {
            total += visit_cells(o, g, (int32_t)i, false);
        }
        if (total <= o->entry_max) {
            for (int32_t i = 1; i <= cell_count; i++) {
                o->cells[i] += o->cells[i - 1];
            }
            break;
        }
    }
    for (int fresh = 0; fresh <= 1; fresh++) { /* from the ends of the cells: fresh edges come to stand first */
        for (uint32_t i = o->edge_count; i-- > 0;) {
            if (o->edges[i].fresh == (fresh == 1)) {
                visit_cells(o, g, (int32_t)i, true);
            }
        }
    }
}

/* Fresh edges with each other and with the rest; those that are not have been looked at before. */
static void cut_cell(qm__overlay *o, int32_t first, int32_t end) {
    for (int32_t i = first; i < end && o->edges[o->entries[i]].fresh; i++) {
        const int32_t e = o->entries[i];
        const qm__overlay_span s = o->spans[e];
        for (int32_t j = i + 1; j < end; j++) {
            const int32_t f = o->entries[j];
            const qm__overlay_span *const t = &o->spans[f];
            if (s.ax <= t->bx && t->ax <= s.bx && s.low <= t->high && t->low <= s.high) {
                cut_pair(o, e, f);
            }
        }
    }
}

/* How far along an edge a vertex lies. */
static int64_t along(const qm__overlay *o, const qm__overlay_edge *e, int32_t v) {
    const int64_t dx = (int64_t)o->x[e->to] - o->x[e->from], dy = (int64_t)o->y[e->to] - o->y[e->from];
    return dx * ((int64_t)o->x[v] - o->x[e->from]) + dy * ((int64_t)o->y[v] - o->y[e->from]);
}

/* The parts of an edge that is cut, in order. The stack is free in this stage. */
static void add_parts(qm__overlay *o, const qm__overlay_edge *e, int32_t head) {
    int32_t count = 0, last = e->from;
    for (int32_t s = head; s >= 0; s = o->splits[s].next) {
        const int32_t v = o->splits[s].vertex;
        const int64_t part = along(o, e, v);
        int32_t at = count++;
        for (; at > 0 && along(o, e, o->stack[at - 1]) > part; at--) {
            o->stack[at] = o->stack[at - 1];
        }
        o->stack[at] = v;
    }
    for (int32_t i = 0; i < count; i++) {
        add_edge(o, last, o->stack[i], e->lay, e->cut, true);
        last = o->stack[i];
    }
    add_edge(o, last, e->to, e->lay, e->cut, true);
}

/* Puts the parts in the place of the edges; edges that part nothing are dropped. */
static void rebuild(qm__overlay *o) {
    const uint32_t count = o->edge_count;
    qm__overlay_edge *const old = o->edges;
    o->edges = o->old, o->old = old;
    o->edge_count = 0;
    hash_edges(o, count + o->split_count);
    for (uint32_t i = 0; i < count && !o->failed; i++) {
        if (old[i].lay == 0 && old[i].cut == 0) {
            continue;
        }
        if (o->heads[i] < 0) {
            add_edge(o, old[i].from, old[i].to, old[i].lay, old[i].cut, false);
        } else {
            add_parts(o, &old[i], o->heads[i]);
        }
    }
}

/* Cuts until nothing crosses. */
bool qm__overlay_cut_all(qm__overlay *o) {
    memset(o->heads, 0xff, o->edge_count * sizeof *o->heads);
    for (uint32_t i = 0; i < o->edge_count; i++) { /* edges that part nothing need no cutting */
        if (o->edges[i].lay == 0 && o->edges[i].cut == 0) {
            o->edges[i] = o->edges[--o->edge_count], i--;
        }
    }
    for (int round = 0; round < ROUNDS_MAX && o->edge_count && !o->failed; round++) {
        grid g;
        o->split_count = 0;
        memset(o->heads, 0xff, o->edge_count * sizeof *o->heads);
        fill_grid(o, &g);
        for (int32_t i = 0; i < g.size * g.size; i++) {
            cut_cell(o, o->cells[i], o->cells[i + 1]);
        }
        if (o->split_count == 0) {
            return !o->failed;
        }
        rebuild(o);
    }
    return !o->failed && o->edge_count == 0;
}
