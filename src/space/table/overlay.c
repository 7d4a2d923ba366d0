/* Overlay, the first stage: cutting edges so that none crosses another.
 *
 * Only the place of a crossing is rounded, to a vertex. Then every edge that passes through the step-wide square around
 * any vertex is cut at that vertex: an edge moves by no more than half a step, over no vertex, so the parts cross no
 * more and one pass is enough. That holds because crossings are rounded exactly: all edges through one place agree on
 * its vertex.
 *
 * Rejected: one sweep that cuts and decides at the same time (a rounded crossing can upset the order it lives on).
 */
#include "space/table/overlay_inside.h"

#include <string.h>

enum { EDGES_LEAST = 64, EDGES_MOST = 1 << 24, GRID_MAX = 128, CELL_ENTRIES = 8, CELLS_EACH = 2 };
#define DOUBTFUL 1e-6 /* of a step: what is nearer to the border between two is rounded in whole numbers */

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
    const size_t cells = piece(&at, (size_t)GRID_MAX * GRID_MAX * 4);
    const size_t entries = piece(&at, count * CELL_ENTRIES * sizeof(qm__overlay_entry)),
                 starts = piece(&at, (count + 1) * 4);
    const size_t spokes = piece(&at, count * 8), left = piece(&at, count * sizeof(qm__overlay_sides));
    const size_t stack = piece(&at, count * 4), rings = piece(&at, count / 2 * sizeof(qm__overlay_ring));
    const size_t points = piece(&at, count * sizeof(qm__xy));
    if (o) {
        o->x = (int32_t *)(void *)(base + x), o->y = (int32_t *)(void *)(base + y);
        o->vertex_hash = (int32_t *)(void *)(base + vertex_hash), o->edge_hash = (int32_t *)(void *)(base + edge_hash);
        o->edges = (qm__overlay_edge *)(void *)(base + edges), o->old = (qm__overlay_edge *)(void *)(base + old);
        o->spans = (qm__overlay_span *)(void *)(base + spans), o->splits = (qm__overlay_split *)(void *)(base + splits);
        o->heads = (int32_t *)(void *)(base + heads), o->cells = (int32_t *)(void *)(base + cells);
        o->entries = (qm__overlay_entry *)(void *)(base + entries), o->starts = (int32_t *)(void *)(base + starts);
        o->spokes = (int32_t *)(void *)(base + spokes), o->left = (qm__overlay_sides *)(void *)(base + left);
        o->stack = (int32_t *)(void *)(base + stack), o->rings = (qm__overlay_ring *)(void *)(base + rings);
        o->points = (qm__xy *)(void *)(base + points);
    }
    return at;
}

/* What an edge takes at most, and what is taken besides: hashes are largest for one more than a power of two. */
static size_t edge_bytes(void) {
    const uint32_t most = (1u << 20) + 1;
    return lay_out(NULL, most) / most + 1;
}

static size_t other_bytes(void) {
    return lay_out(NULL, 0) + 512; /* pieces are padded */
}

size_t qm__overlay_size(uint32_t edges) {
    return other_bytes() + (edges < EDGES_LEAST ? EDGES_LEAST : edges) * edge_bytes();
}

qm__overlay *qm__overlay_begin(void *memory, size_t size) {
    if (!memory || size < qm__overlay_size(EDGES_LEAST)) {
        return NULL;
    }
    const size_t fit = (size - other_bytes()) / edge_bytes();
    const uint32_t capacity = fit < EDGES_MOST ? (uint32_t)fit : EDGES_MOST;
    qm__overlay *const o = memory;
    memset(o, 0, sizeof *o);
    o->capacity = capacity;
    o->entry_max = capacity * CELL_ENTRIES;
    o->vertex_mask = o->edge_mask = hash_size(0) - 1;
    lay_out(o, capacity);
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
static void add_edge(qm__overlay *o, int32_t from, int32_t to, int lay, int cut) {
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
            e->lay = (int16_t)(e->lay + lay), e->cut = (int16_t)(e->cut + cut);
            return;
        }
    }
    if (o->edge_count == o->capacity) {
        o->failed = true;
        return;
    }
    o->edges[o->edge_count] = (qm__overlay_edge){.from = from, .to = to, .lay = (int16_t)lay, .cut = (int16_t)cut};
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
            add_edge(o, last, v, !cut, cut);
        }
        last = v;
    }
    if (!o->failed && count) {
        add_edge(o, last, first, !cut, cut);
    }
    return !o->failed;
}

/* ------------------------------------------------------------------------------------------------------------ cutting
 */

/* Notes that an edge is to be cut at a vertex. */
static void add_split(qm__overlay *o, int32_t e, int32_t vertex) {
    if (vertex < 0 || o->edges[e].from == vertex || o->edges[e].to == vertex) {
        return;
    }
    if (o->split_count == o->capacity) {
        o->failed = true;
        return;
    }
    o->splits[o->split_count] = (qm__overlay_split){vertex, o->heads[e], 0};
    o->heads[e] = (int32_t)o->split_count++;
}

/* A product of more than 64 bits: high × 2³² + low. */
typedef struct product {
    int64_t high, low; /* low: at least 0, below 2³² */
} product;

/* a is not negative; b is below 2³¹, whatever its sign. */
static product times(int64_t a, int64_t b) {
    const int64_t base = INT64_C(1) << 32, low = a % base * b;
    const int64_t carry = low / base - (low % base < 0);
    return (product){a / base * b + carry, low - carry * base};
}

static bool is_less(product a, product b) {
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}

/* Rounds length × part / all to a whole number, halves up; part and all have one sign. */
static int32_t rounded(int32_t length, int64_t part, int64_t all) {
    const double shifted = length * ((double)part / (double)all) + 0.5;
    const int32_t cut = (int32_t)shifted, out = cut - (cut > shifted);
    const double rest = shifted - out;
    if (rest >= DOUBTFUL && rest <= 1 - DOUBTFUL) {
        return out;
    }
    const int64_t whole = all < 0 ? -all : all;
    const product twice = times(part < 0 ? -part : part, 2 * (int64_t)length);
    return is_less(twice, times(whole, 2 * (int64_t)out - 1))    ? out - 1
           : !is_less(twice, times(whole, 2 * (int64_t)out + 1)) ? out + 1
                                                                 : out;
}

static int32_t cell_of(double steps, double by, int32_t size) {
    const int32_t cell = (int32_t)(steps * by);
    return cell < 0 ? 0 : cell >= size ? size - 1 : cell;
}

/* The number of the cell of a place. */
static int32_t cell_at(const grid *g, int32_t x, int32_t y) {
    return cell_of((double)x - g->x0, g->by_x, g->size) * g->size + cell_of((double)y - g->y0, g->by_y, g->size);
}

/* Cuts two edges where they cross, in the inside of both and in a cell: they may share others. */
static void cut_pair(qm__overlay *o, const grid *g, int32_t cell, const int32_t edges[2], const qm__overlay_span *s,
                     const qm__overlay_span *t) {
    const int64_t ta = qm__overlay_side(s->ax, s->ay, s->bx, s->by, t->ax, t->ay),
                  tb = qm__overlay_side(s->ax, s->ay, s->bx, s->by, t->bx, t->by);
    if ((ta >= 0 && tb >= 0) || (ta <= 0 && tb <= 0)) {
        return;
    }
    const int64_t sa = qm__overlay_side(t->ax, t->ay, t->bx, t->by, s->ax, s->ay),
                  sb = qm__overlay_side(t->ax, t->ay, t->bx, t->by, s->bx, s->by);
    if ((sa >= 0 && sb >= 0) || (sa <= 0 && sb <= 0)) {
        return;
    }
    const int32_t x = s->ax + rounded(s->bx - s->ax, sa, sa - sb), y = s->ay + rounded(s->by - s->ay, sa, sa - sb);
    if (cell_at(g, x, y) == cell) {
        const int32_t v = vertex_at(o, x, y);
        add_split(o, edges[0], v);
        add_split(o, edges[1], v);
    }
}

/* Enters an edge in all cells from one row of a column to another; false when there is no room. */
static bool enter_column(qm__overlay *o, const grid *g, int32_t e, int32_t column, double low, double high) {
    const int32_t bottom = cell_of(low, g->by_y, g->size), top = cell_of(high, g->by_y, g->size);
    if (o->entry_count + (uint32_t)(top - bottom + 1) > o->entry_max) {
        return false;
    }
    for (int32_t row = bottom; row <= top; row++) {
        int32_t *const cell = &o->cells[column * g->size + row];
        o->entries[o->entry_count] = (qm__overlay_entry){e, *cell};
        *cell = (int32_t)o->entry_count++;
    }
    return true;
}

/* Enters an edge in the cells that it passes through, give or take a step. */
static bool enter_edge(qm__overlay *o, const grid *g, int32_t e) {
    const qm__overlay_span *const s = &o->spans[e];
    const double ax = (double)s->ax - g->x0, ay = (double)s->ay - g->y0, bx = (double)s->bx - g->x0;
    const double least = (double)s->low - g->y0, most = (double)s->high - g->y0;
    const int32_t first = cell_of(ax, g->by_x, g->size), last = cell_of(bx, g->by_x, g->size);
    if (first == last) {
        return enter_column(o, g, e, first, least, most);
    }
    const double slope = ((double)s->by - s->ay) / (bx - ax), width = 1 / g->by_x;
    bool good = true;
    for (int32_t column = first; column <= last && good;
         column++) { /* the part of it in this column, and a step more */
        const double from = qm__most(ax, column * width - 1), to = qm__least(bx, (column + 1) * width + 1);
        const double y0 = ay + (from - ax) * slope, y1 = ay + (to - ax) * slope;
        good = enter_column(o, g, e, column, qm__most(least, qm__least(y0, y1) - 1),
                            qm__least(most, qm__most(y0, y1) + 1));
    }
    return good;
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
    for (bool good = false; !good; g->size /= 2) { /* one cell has room for all */
        g->by_x = g->size / ((double)x1 - g->x0 + 1), g->by_y = g->size / ((double)y1 - g->y0 + 1);
        memset(o->cells, 0xff, (size_t)g->size * (size_t)g->size * sizeof *o->cells);
        o->entry_count = 0;
        good = true;
        for (uint32_t i = 0; i < o->edge_count && good; i++) {
            good = enter_edge(o, g, (int32_t)i);
        }
        if (good) {
            break;
        }
    }
}

/* Cuts the edges of a cell where they cross. The stack is free in this stage. */
static void cut_cell(qm__overlay *o, const grid *g, int32_t cell) {
    int32_t count = 0;
    for (int32_t entry = o->cells[cell]; entry >= 0; entry = o->entries[entry].next) {
        o->stack[count++] = o->entries[entry].edge;
    }
    for (int32_t i = 0; i + 1 < count; i++) {
        const qm__overlay_span s = o->spans[o->stack[i]];
        for (int32_t j = i + 1; j < count; j++) {
            const qm__overlay_span *const t = &o->spans[o->stack[j]];
            if (s.ax <= t->bx && t->ax <= s.bx && s.low <= t->high && t->low <= s.high) {
                cut_pair(o, g, cell, (int32_t[]){o->stack[i], o->stack[j]}, &s, t);
            }
        }
    }
}

/* Whether an edge passes through the step-wide square around a place. */
static bool passes(const qm__overlay_span *s, int32_t x, int32_t y) {
    if (x < s->ax || x > s->bx || y < s->low || y > s->high) {
        return false;
    }
    const int64_t reach = ((int64_t)s->bx - s->ax) + ((int64_t)s->high - s->low);
    const int64_t on = 2 * qm__overlay_side(s->ax, s->ay, s->bx, s->by, x, y);
    return on < reach && -on < reach;
}

/* Cuts all edges that pass through the square around a vertex there. */
static void cut_at_vertex(qm__overlay *o, const grid *g, int32_t v) {
    const int32_t x = o->x[v], y = o->y[v];
    for (int32_t i = o->cells[cell_at(g, x, y)]; i >= 0; i = o->entries[i].next) {
        if (passes(&o->spans[o->entries[i].edge], x, y)) {
            add_split(o, o->entries[i].edge, v);
        }
    }
}

/* How far along an edge a vertex lies. */
static int64_t along(const qm__overlay *o, const qm__overlay_edge *e, int32_t v) {
    const int64_t dx = (int64_t)o->x[e->to] - o->x[e->from], dy = (int64_t)o->y[e->to] - o->y[e->from];
    return dx * ((int64_t)o->x[v] - o->x[e->from]) + dy * ((int64_t)o->y[v] - o->y[e->from]);
}

/* The parts of an edge that is cut, in order. */
static void add_parts(qm__overlay *o, const qm__overlay_edge *e, int32_t head) {
    int32_t sorted = -1, last = e->from;
    for (int32_t i = head, next; i >= 0; i = next) {
        qm__overlay_split *const split = &o->splits[i];
        int32_t *before = &sorted;
        next = split->next;
        split->along = along(o, e, split->vertex);
        while (*before >= 0 && o->splits[*before].along < split->along) {
            before = &o->splits[*before].next;
        }
        split->next = *before, *before = i;
    }
    for (int32_t i = sorted; i >= 0; i = o->splits[i].next) {
        add_edge(o, last, o->splits[i].vertex, e->lay, e->cut);
        last = o->splits[i].vertex;
    }
    add_edge(o, last, e->to, e->lay, e->cut);
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
            add_edge(o, old[i].from, old[i].to, old[i].lay, old[i].cut);
        } else {
            add_parts(o, &old[i], o->heads[i]);
        }
    }
}

bool qm__overlay_cut_all(qm__overlay *o) {
    for (uint32_t i = 0; i < o->edge_count; i++) { /* edges that part nothing need no cutting */
        if (o->edges[i].lay == 0 && o->edges[i].cut == 0) {
            o->edges[i] = o->edges[--o->edge_count], i--;
        }
    }
    if (o->edge_count == 0) {
        return !o->failed;
    }
    grid g;
    o->split_count = 0;
    memset(o->heads, 0xff, o->edge_count * sizeof *o->heads);
    fill_grid(o, &g);
    for (int32_t i = 0; i < g.size * g.size; i++) {
        cut_cell(o, &g, i);
    }
    for (uint32_t v = 0; v < o->vertex_count; v++) {
        cut_at_vertex(o, &g, (int32_t)v);
    }
    if (o->split_count > 0) {
        rebuild(o);
    }
    return !o->failed;
}
