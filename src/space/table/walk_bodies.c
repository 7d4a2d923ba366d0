/* Bodies among the terrain: prepared for a state, or laid out cold for a single question.
 *
 * Prepared, every tangent that begins or ends at a body is found, but for those that are shut at a glance; whether the
 * others can be walked, and which of the terrain's a body is in the way of, is seen when a search comes to them, and
 * kept. So a question costs little more than on the bare terrain, and preparing little more than one question. Cold,
 * only the spans of bodies and the cuts they make in those of the terrain are laid out; the search finds tangents and
 * looks at pieces as it comes to them.
 *
 * Invariant: a body's anchor has one span, all round or the cone of a corner; its cuts say where terrain or other
 * bodies are in the way. So how many spans there are is known beforehand, and no memory has to grow.
 */
#include "space/table/levels_inside.h"
#include "space/table/walk_search.h"

#include "base/angle.h"

#include <string.h>

#define TURN (2 * QM__PI)
#define KEEP_ALL 1e300 /* before any level has been looked at */

/* ------------------------------------------------------------------------------------------------------------- layout
 */

typedef struct sizes {
    size_t spans, all_spans, cuts, tangents, lanes;
} sizes;

uint32_t qm__body_spans_most(const qm__walks *walks, uint32_t body_count) {
    const uint32_t gates = walks->level_count > 1 && body_count ? QM__GATES_EACH * body_count + QM__GATES_MORE : 0;
    return 4 * body_count * ((uint32_t)walks->level_count + 2) + gates +
           (walks->table->area_count ? QM__SHORES_MAX : 0);
}

static sizes sizes_of(const qm__walks *walks, uint32_t body_count) {
    sizes s;
    s.spans = qm__body_spans_most(walks, body_count);
    s.all_spans = walks->span_count + s.spans;
    s.cuts = walks->span_count + 192 * (size_t)body_count + 4 * s.spans;
    s.lanes = 2 * (size_t)walks->span_count;
    /* What a body sees of the terrain and of other bodies, generously; a table on which it sees more is asked cold. */
    s.tangents = (size_t)body_count * (1024 + 4 * (size_t)walks->span_count + 8 * (size_t)body_count);
    return s;
}

static void *take(char **at, size_t size) {
    void *here = *at;
    *at += (size + 15) / 16 * 16;
    return here;
}

size_t qm__cold_size(const qm__walks *walks, uint32_t body_count) {
    const sizes s = sizes_of(walks, body_count);
    return body_count == 0 && walks->table->area_count == 0
               ? 0
               : sizeof(qm__walks_bodies) + s.spans * sizeof(qm__span) + s.all_spans * sizeof(qm__cut_range) +
                     s.cuts * sizeof(qm__cut) + QM__SHORES_MAX * sizeof(qm__shore_side) +
                     (size_t)walks->isle_count * (2 * body_count * sizeof(double) + 1) + 16 * 11;
}

size_t qm__walks_bodies_size(const qm__walks *walks, uint32_t body_count) {
    const sizes s = sizes_of(walks, body_count);
    const size_t areas = walks->tangent_areas ? s.tangents * sizeof(uint64_t) : 0;
    return qm__cold_size(walks, body_count ? body_count : 1) + 2 * s.tangents * sizeof(qm__tangent) + areas +
           walks->tangent_count + 2 * s.tangents + (2 * s.lanes + 2 * s.spans + 2) * sizeof(uint32_t) + 16 * 10;
}

/* --------------------------------------------------------------------------------------------------- spans and cuts */

double qm__keep_at(const qm__walks *walks, const qm__crowd *crowd, uint16_t body, int32_t level) {
    return body == crowd->self
               ? 0
               : qm__body_stops(walks->levels, &walks->levels->levels[level], &crowd->bodies[body], false);
}

/* Where spans of a body are added. */
typedef struct placing {
    qm__walks_bodies *b;
    const qm__walks *walks;
    int32_t level, isle;
    uint16_t body;
    double keep;
} placing;

static void add_span(const placing *p, qm__xy centre, double low, double high) {
    const qm__anchor anchor = {
        .centre = centre, .radius = p->keep, .level = p->level, .number = p->body, .kind = QM__ANCHOR_BODY};
    if (p->b->span_count == qm__body_spans_most(p->walks, p->b->crowd->count)) {
        p->b->full = true;
        return;
    }
    p->b->cut_of[p->walks->span_count + p->b->span_count] = (qm__cut_range){0, QM__CUTS_UNKNOWN};
    qm__span *span = &p->b->spans[p->b->span_count++];
    qm__span_fill(span, &anchor, UINT32_MAX, low, high);
    span->isle = p->isle;
}

static void add_body(const placing *p) {
    const qm__body *body = &p->b->crowd->bodies[p->body];
    if (body->radius > 0) {
        add_span(p, (qm__xy){body->x, body->y}, 0, TURN);
        return;
    }
    qm__xy corners[4];
    qm__body_corners(body, corners);
    for (int i = 0; i < 4; i++) {
        const qm__xy in = qm__minus(corners[i], corners[(i + 3) % 4]),
                     out = qm__minus(corners[(i + 1) % 4], corners[i]);
        /* Outwards from the edge that comes in, to outwards from the one that goes out: a quarter turn. */
        double low = qm__angle_of(in.y, -in.x), high = qm__angle_of(out.y, -out.x);
        low += low < 0 ? TURN : 0;
        high += high < low ? TURN : 0;
        high += high < low ? TURN : 0;
        add_span(p, corners[i], low, high);
    }
}

/* Whether a body may be in the way on an isle: its box may be reached by what is kept from the body. */
static bool near_isle(const qm__walks *walks, const qm__body *body, int32_t isle, double keep) {
    const qm__box *box = &walks->isle_boxes[isle];
    const double reach = keep + (body->radius > 0 ? 0 : (double)body->width + (double)body->length);
    return body->x >= (double)box->x0 - reach && body->x <= (double)box->x1 + reach &&
           body->y >= (double)box->y0 - reach && body->y <= (double)box->y1 + reach;
}

/* Whether there is a surface of a level where a base that touches the body could be. */
static bool has_floor(const qm__walks *walks, const qm__body *body, int32_t level, double keep) {
    const qm__levels *levels = walks->levels;
    const qm__level *own = &levels->levels[level];
    const double reach = keep + 1 + (body->radius > 0 ? 0 : (double)body->width + (double)body->length);
    const qm__raster *raster = &levels->raster;
    const int last_row = qm__raster_row(raster, body->y + reach),
              last_column = qm__raster_column(raster, body->x + reach);
    for (int row = qm__raster_row(raster, body->y - reach); row <= last_row && !own->ground; row++) {
        for (int column = qm__raster_column(raster, body->x - reach); column <= last_column; column++) {
            const uint32_t cell = (uint32_t)(row * raster->columns + column);
            for (uint32_t i = levels->prisms_in.starts[cell]; i < levels->prisms_in.starts[cell + 1]; i++) {
                if (own->roles[levels->prisms_in.items[i]] & QM__ROLE_SURFACE) {
                    return true;
                }
            }
        }
    }
    return own->ground;
}

/* The bodies on an isle, level by level, as they come: the order of a crowd belongs to the state. */
static void lay_out(qm__walks_bodies *b, const qm__walks *walks, int32_t isle) {
    double *keeps = b->keep + (size_t)isle * b->crowd->count, *least = b->keep_least + (size_t)isle * b->crowd->count;
    for (int32_t level = 0; level < walks->level_count; level++) {
        if (!walks->isle_levels[isle * walks->level_count + level]) {
            continue;
        }
        for (uint16_t i = 0; i < b->crowd->count; i++) {
            const double keep = qm__keep_at(walks, b->crowd, i, level);
            least[i] = qm__least(least[i], keep);
            const qm__body *body = &b->crowd->bodies[i];
            if (keep > 0 && near_isle(walks, body, isle, keep)) {
                keeps[i] = qm__most(keeps[i], keep);
            }
            if (keep > 0 && near_isle(walks, body, isle, keep) && has_floor(walks, body, level, keep)) {
                add_body(&(placing){b, walks, level, isle, i, keep});
            }
        }
    }
}

static void cut_terrain(qm__walks_bodies *b, const qm__walks *walks, int32_t isle) {
    for (uint32_t i = 0; i < walks->span_count; i++) {
        const qm__span *span = &walks->spans[i];
        const uint32_t first = b->cut_count;
        const double *keeps = b->keep + (size_t)span->isle * b->crowd->count;
        for (uint16_t k = 0; (isle < 0 || span->isle == isle) && k < b->crowd->count; k++) {
            const qm__body *body = &b->crowd->bodies[k];
            const double dx = body->x - span->centre.x, dy = body->y - span->centre.y;
            const double reach =
                span->radius + keeps[k] + (body->radius > 0 ? 0 : (double)body->width + (double)body->length);
            if (keeps[k] > 0 && dx * dx + dy * dy < reach * reach) {
                qm__cut_by_body(b, span, body, qm__keep_at(walks, b->crowd, k, span->level));
            }
        }
        b->cut_of[i] = (qm__cut_range){first, b->cut_count - first};
    }
}

void qm__cold_cuts(const qm__walks *walks, qm__walks_bodies *b, uint32_t span) {
    if (span < walks->span_count || b->cut_of[span].count != QM__CUTS_UNKNOWN) {
        return;
    }
    const qm__span *own = &b->spans[span - walks->span_count];
    const uint32_t first = b->cut_count;
    if (qm__cut_by_terrain(walks, b, own)) {
        for (uint16_t k = 0; k < b->crowd->count; k++) {
            if (k != own->number) {
                qm__cut_by_body(b, own, &b->crowd->bodies[k], qm__keep_at(walks, b->crowd, k, own->level));
            }
        }
    }
    b->cut_of[span] = (qm__cut_range){first, b->cut_count - first};
}

/* On one isle, or (-1) on all. */
static qm__walks_bodies *begin(const qm__walks *walks, const qm__crowd *crowd, int32_t isle, char **at) {
    const sizes s = sizes_of(walks, crowd->count);
    qm__walks_bodies *b = take(at, sizeof *b);
    *b = (qm__walks_bodies){.crowd = crowd, .cut_capacity = (uint32_t)s.cuts};
    b->spans = take(at, s.spans * sizeof *b->spans);
    b->cut_of = take(at, s.all_spans * sizeof *b->cut_of);
    b->cuts = take(at, s.cuts * sizeof *b->cuts);
    const size_t keeps = (size_t)walks->isle_count * crowd->count * sizeof *b->keep;
    b->keep = take(at, keeps);
    memset(b->keep, 0, keeps);
    b->keep_least = take(at, keeps);
    for (size_t i = 0; i < (size_t)walks->isle_count * crowd->count; i++) {
        b->keep_least[i] = KEEP_ALL;
    }
    b->even = take(at, (size_t)walks->isle_count);
    for (int32_t i = isle < 0 ? 0 : isle; i < (isle < 0 ? walks->isle_count : isle + 1); i++) {
        lay_out(b, walks, i);
        if (crowd->count && walks->level_count > 1 && !walks->firm[i].plain) {
            qm__lay_gates(walks, b, i);
        }
        b->even[i] = 1;
        for (size_t k = (size_t)i * crowd->count; k < ((size_t)i + 1) * crowd->count; k++) {
            b->even[i] &= b->keep[k] <= 0 || b->keep[k] == b->keep_least[k];
        }
    }
    cut_terrain(b, walks, isle);
    return b;
}

static char *aligned(void *memory) {
    char *at = memory;
    return at + (16 - (uintptr_t)at % 16) % 16;
}

qm__walks_bodies *qm__cold_bodies(const qm__walks *walks, const qm__crowd *crowd, const qm__pricing *pricing,
                                  int32_t isle, bool everywhere, void *memory) {
    static const qm__crowd nobody = {.bodies = NULL, .count = 0, .self = 0};
    char *at = aligned(memory);
    qm__walks_bodies *b = begin(walks, crowd ? crowd : &nobody, everywhere ? -1 : isle, &at);
    b->side_first = b->span_count;
    if (pricing->strewn) {
        b->sides = take(&at, QM__SHORES_MAX * sizeof *b->sides);
        if (qm__body_spans_most(walks, b->crowd->count) - b->span_count < QM__SHORES_MAX) {
            b->full = true; /* bodies on several isles, or their gates, have taken the room of shores */
            return b;
        }
        qm__cold_shores(walks, b, pricing, isle);
    }
    return b->span_count ? b : NULL;
}

/* ---------------------------------------------------------------------------------------------------------- tangents
 */

typedef struct preparing {
    const qm__walks *walks;
    qm__walks_bodies *b;
    qm__field field;
    qm__tangent *found;
    uint8_t *found_open; /* of those, as they are found */
    qm__frame frame;
} preparing;

/* Whether a circle is all outside of the frame. */
static bool beyond(const preparing *p, qm__xy at, double radius) {
    return at.x + radius < p->frame.low.x || at.y + radius < p->frame.low.y || at.x - radius > p->frame.high.x ||
           at.y - radius > p->frame.high.y;
}

static void add_tangent(preparing *p, const qm__tangent *tangent, qm__openness open) {
    if (p->b->tangent_count == p->b->tangent_capacity) {
        p->b->full = true;
        return;
    }
    p->found_open[p->b->tangent_count] = (uint8_t)open;
    p->found[p->b->tangent_count++] = *tangent;
}

/* The lane on which a piece is walked the other way; of gates only one is used, and turning there costs nothing. */
static uint32_t turned(const qm__span *span, uint32_t lane) {
    return qm__lane_idle(span, lane ^ 1) ? lane : lane ^ 1;
}

static void try_pair(preparing *p, uint32_t from, uint32_t to, const qm__outlook *grid, uint32_t cell) {
    const qm__span *a = qm__field_span(&p->field, from / 2), *b = qm__field_span(&p->field, to / 2);
    qm__tangent there;
    qm__xy leaves;
    double until;
    if (qm__lane_idle(a, from) || qm__lane_idle(b, to) || beyond(p, b->centre, b->radius) ||
        !qm__lanes_tangent(a, from & 1, b, to & 1, &there, &leaves) || beyond(p, leaves, 0) || beyond(p, there.at, 0) ||
        (grid && qm__outlook_cell(grid, leaves.x, leaves.y) != cell) ||
        !qm__lane_until(&p->field, from, there.leave, &until) || !qm__lane_until(&p->field, to, there.arrive, &until)) {
        return;
    }
    const qm__openness open =
        qm__field_glance(&p->field, a->isle, (qm__spot){leaves.x, leaves.y, a->level}, there.at, b->level, QM__CARE);
    if (open == QM__SHUT) {
        return;
    }
    const qm__openness known = p->b->tangent_areas ? QM__NOT_TRACED : open; /* the areas on it are not */
    there.from = from;
    there.to = to;
    there.twin = p->b->tangent_count + 1;
    there.order = 0;
    const qm__tangent back = {.leave = there.arrive,
                              .arrive = there.leave,
                              .length = there.length,
                              .at = leaves,
                              .from = turned(b, to),
                              .to = turned(a, from),
                              .twin = p->b->tangent_count};
    add_tangent(p, &there, known);
    add_tangent(p, &back, known);
}

/* From a span of a body to the terrain that may be seen from where the tangent leaves. */
static void pair_terrain(preparing *p, uint32_t number, const qm__span *span) {
    const qm__outlook *grid = &p->walks->outlooks[span->isle];
    for (qm__outlook_cells at = qm__outlook_around(grid, span); qm__outlook_next(&at);) {
        for (uint32_t i = grid->first[at.cell]; i < grid->first[at.cell + 1]; i++) {
            try_pair(p, 2 * number, grid->lanes[i], grid, at.cell);
            try_pair(p, 2 * number + 1, grid->lanes[i], grid, at.cell);
        }
    }
}

static bool concentric(const qm__span *a, const qm__span *b) {
    return a->centre.x == b->centre.x && a->centre.y == b->centre.y;
}

static void find_tangents(preparing *p) {
    const uint32_t terrain = p->walks->span_count;
    for (uint32_t i = 0; i < p->b->span_count && !p->b->full; i++) {
        const qm__span *a = &p->b->spans[i];
        const qm__cut_range range = p->b->cut_of[terrain + i];
        const bool taken =
            range.count && p->b->cuts[range.first].low < a->low && p->b->cuts[range.first].high > a->high;
        if (taken || beyond(p, a->centre, a->radius)) { /* nothing of it is free, or of interest */
            continue;
        }
        pair_terrain(p, terrain + i, a);
        for (uint32_t k = i + 1; k < p->b->span_count; k++) {
            const qm__span *b = &p->b->spans[k];
            if (a->isle == b->isle && !concentric(a, b)) {
                for (unsigned sides = 0; sides < 4; sides++) {
                    try_pair(p, 2 * (terrain + i) + (sides & 1), 2 * (terrain + k) + (sides >> 1), NULL, 0);
                }
            }
        }
    }
}

/* Sorts tangents by lane, counting, and within a lane by angle; `first` has a number for every lane and one more. */
static void sort_by_lane(preparing *p, uint32_t *first, uint32_t lane_count) {
    qm__tangent *sorted = p->b->tangents;
    const uint32_t count = p->b->tangent_count;
    memset(first, 0, (lane_count + 1) * sizeof *first);
    for (uint32_t i = 0; i < count; i++) {
        first[p->found[i].from + 1]++;
    }
    for (uint32_t i = 0; i < lane_count; i++) {
        first[i + 1] += first[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        const qm__tangent *t = &p->found[i];
        uint32_t at = first[t->from]++;
        sorted[at] = *t;
        sorted[at].order = i;
    }
    memmove(first + 1, first, lane_count * sizeof *first);
    first[0] = 0;
    for (uint32_t lane = 0; lane < lane_count; lane++) {
        for (uint32_t i = first[lane] + 1; i < first[lane + 1]; i++) {
            const qm__tangent t = sorted[i];
            uint32_t at = i;
            for (; at > first[lane] && sorted[at - 1].leave > t.leave; at--) {
                sorted[at] = sorted[at - 1];
            }
            sorted[at] = t;
        }
    }
    /* Twins moved too: where each went is kept in the list that is no longer needed. */
    for (uint32_t i = 0; i < count; i++) {
        p->found[sorted[i].order].order = i;
    }
    for (uint32_t i = 0; i < count; i++) {
        sorted[i].twin = p->found[sorted[i].twin].order;
        p->b->own_open[i] = p->found_open[sorted[i].order];
    }
}

/* -------------------------------------------------------------------------------------------------- tracing later */

/* Of the terrain: it can be walked, if no body is in the way. */
static void trace_among(const qm__field *field, const qm__tangent *t) {
    const qm__walks *walks = field->walks;
    const uint32_t number = (uint32_t)(t - walks->tangents);
    const bool first = t->twin > number; /* both are looked at in the same direction */
    const qm__tangent *one = first ? t : &walks->tangents[t->twin], *back = &walks->tangents[one->twin];
    const int32_t a = walks->spans[one->from / 2].level, b = walks->spans[one->to / 2].level;
    const bool shut = qm__bodies_block(field, walks->spans[one->from / 2].isle, a, b, back->at, one->at);
    field->bodies->open[number] = field->bodies->open[t->twin] = shut ? QM__SHUT : QM__OPEN;
}

/* Of a body: `order` still tells which of the two was found. */
static void trace_own(const qm__field *field, const qm__tangent *t) {
    const qm__walks_bodies *b = field->bodies;
    const uint32_t number = (uint32_t)(t - b->tangents);
    const qm__tangent *one = t->order % 2 == 0 ? t : &b->tangents[t->twin], *back = &b->tangents[one->twin];
    const qm__span *from = qm__field_span(field, one->from / 2), *to = qm__field_span(field, one->to / 2);
    const bool open = qm__field_walkable(field, from->isle, (qm__spot){back->at.x, back->at.y, from->level}, one->at,
                                         to->level, QM__CARE);
    b->own_open[number] = b->own_open[t->twin] = open ? QM__OPEN : QM__SHUT;
    if (open && b->tangent_areas) {
        b->tangent_areas[number] = b->tangent_areas[t->twin] =
            qm__piece_areas(field->walks->levels, from->level, back->at, one->at);
    }
}

void qm__bodies_trace(const qm__field *field, const qm__tangent *tangent, bool own) {
    if (own) {
        trace_own(field, tangent);
    } else {
        trace_among(field, tangent);
    }
}

const qm__walks_bodies *qm__walks_crowd_within(const qm__walks *walks, const qm__crowd *crowd, const qm__frame *frame,
                                               void *memory, size_t size) {
    static const qm__frame everywhere = {{-QM__FAR, -QM__FAR}, {QM__FAR, QM__FAR}};
    if (size < qm__walks_bodies_size(walks, crowd->count)) {
        return NULL;
    }
    const sizes s = sizes_of(walks, crowd->count);
    char *at = aligned(memory);
    preparing p = {.walks = walks, .b = begin(walks, crowd, -1, &at), .frame = frame ? *frame : everywhere};
    p.field = (qm__field){walks, crowd, p.b};
    p.b->tangent_capacity = (uint32_t)s.tangents;
    p.b->tangents = take(&at, s.tangents * sizeof *p.b->tangents);
    p.found = take(&at, s.tangents * sizeof *p.found);
    p.b->tangent_areas = walks->tangent_areas ? take(&at, s.tangents * sizeof *p.b->tangent_areas) : NULL;
    p.b->open = take(&at, walks->tangent_count);
    p.b->own_open = take(&at, s.tangents);
    p.found_open = take(&at, s.tangents);
    p.b->extra_first = take(&at, (s.lanes + 2 * s.spans + 1) * sizeof *p.b->extra_first);
    for (uint32_t i = 0; i < p.b->span_count; i++) {
        qm__cold_cuts(walks, p.b, walks->span_count + i);
    }
    find_tangents(&p);
    if (p.b->full) {
        return NULL;
    }
    const uint32_t terrain = 2 * walks->span_count;
    sort_by_lane(&p, p.b->extra_first, terrain + 2 * p.b->span_count);
    for (uint32_t i = 0; i < 2 * p.b->span_count; i++) {
        qm__span *span = &p.b->spans[i / 2];
        span->first[i & 1] = p.b->extra_first[terrain + i];
        span->count[i & 1] = p.b->extra_first[terrain + i + 1] - p.b->extra_first[terrain + i];
    }
    memset(p.b->open, QM__NOT_TRACED, walks->tangent_count);
    return p.b;
}

const qm__walks_bodies *qm__walks_crowd(const qm__walks *walks, const qm__crowd *crowd, void *memory, size_t size) {
    return qm__walks_crowd_within(walks, crowd, NULL, memory, size);
}
