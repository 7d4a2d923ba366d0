/* Gates: places where a way around a body changes its level, because what is kept from the body meets a border.
 *
 * Where a body's circle (a rectangle's parallel, the circle of its corner) crosses the edge of a surface, a way that
 * goes round the body on one level may go on around it on the other, or straight past it when less is kept there. Such
 * a place is a point that a way turns at freely.
 *
 * And a place where levels meet, of no use while all of them are free, is a corner to go round when a body takes one.
 *
 * Invariant: a gate stands where the base passes, bodies and all; on two levels that a step joins, or beside one that
 * the body takes. So most tables have few. Only borders in the cells of the raster around a body are looked at.
 */
#include "space/table/levels_inside.h"
#include "space/table/walk_search.h"

#include "base/angle.h"

#define TURN (2 * QM__PI)
#define SAME 1e-3      /* units: places closer than this are one */
#define TRIED 32       /* places remembered, so that those that several borders share are tried once */
#define PAST 1e-3      /* of a line: so far past its end it still crosses another one; or, of a short one, … */
#define PAST_CRACK 1.5 /* … so many units: over a crack that is no gap, at a slant too */

/* ---------------------------------------------------------------------------------------------------------- crossings
 */

bool qm__border_line(const qm__border *border, qm__xy c, qm__xy d, qm__xy *out) {
    const qm__xy ab = qm__minus(border->b, border->a), cd = qm__minus(d, c);
    const double across = qm__cross(ab, cd);
    if (across * across <= 1e-12 * qm__dot(ab, ab) * qm__dot(cd, cd)) {
        return false;
    }
    const qm__xy ac = qm__minus(c, border->a);
    const double s = qm__cross(ac, cd) / across, t = qm__cross(ac, ab) / across;
    const double past_s = qm__most(PAST, PAST_CRACK / qm__length(ab));
    const double past_t = qm__most(PAST, PAST_CRACK / qm__length(cd));
    *out = qm__along(border->a, ab, s);
    return s > -past_s && s < 1 + past_s && t > -past_t && t < 1 + past_t;
}

int qm__border_circle(const qm__border *border, qm__xy centre, double radius, qm__xy out[2]) {
    const qm__xy ab = qm__minus(border->b, border->a), ca = qm__minus(border->a, centre);
    const double square = qm__dot(ab, ab), half = qm__dot(ab, ca), rest = qm__dot(ca, ca) - radius * radius;
    const double root = half * half - square * rest;
    if (square <= 0 || root < 0) {
        return 0;
    }
    const double w = qm__root(root);
    const double parts[2] = {(-half - w) / square, (-half + w) / square};
    int count = 0;
    for (int i = 0; i < 2; i++) {
        if (parts[i] > -1e-3 && parts[i] < 1.001) {
            out[count++] = qm__along(border->a, ab, parts[i]);
        }
    }
    return count;
}

/* -------------------------------------------------------------------------------------------------------------- gates
 */

/* Of a rectangle: a corner, and the line that is kept off the side from there to the next one. */
typedef struct side {
    qm__xy corner, a, b;
} side;

typedef struct gating {
    qm__walks_bodies *b;
    const qm__walks *walks;
    int32_t isle;
    uint16_t body;
    uint32_t cell; /* of the raster: the one that is looked at */
    side sides[4]; /* of a rectangle */
    qm__xy tried[TRIED];
    uint32_t tried_count;
} gating;

static void add_gate(const gating *g, qm__xy at, int32_t level) {
    qm__walks_bodies *b = g->b;
    const qm__anchor anchor = {.centre = at, .level = level, .number = g->body, .kind = QM__ANCHOR_BODY};
    if (b->span_count == qm__body_spans_most(g->walks, b->crowd->count)) {
        b->full = true;
        return;
    }
    b->cut_of[g->walks->span_count + b->span_count] = (qm__cut_range){0, 0};
    qm__span *span = &b->spans[b->span_count++];
    qm__span_fill(span, &anchor, UINT32_MAX, 0, TURN);
    span->isle = g->isle;
}

/* Whether a place has been tried just now; if not it is remembered. */
static bool known(gating *g, qm__xy at) {
    for (uint32_t i = 0; i < g->tried_count && i < TRIED; i++) {
        const qm__xy d = qm__minus(g->tried[i], at);
        if (qm__dot(d, d) < SAME * SAME) {
            return true;
        }
    }
    g->tried[g->tried_count++ % TRIED] = at;
    return false;
}

static bool passes_at(const gating *g, qm__xy at, int32_t level) {
    return g->walks->isle_levels[g->isle * g->walks->level_count + level] &&
           qm__passes(g->walks->levels, g->b->crowd, (qm__spot){at.x, at.y, level}, QM__CARE, NULL);
}

/* Levels from low to high that steps join: a gate on the lowest, or on all where a single step does not join the ends.
 */
static void add_joined(const gating *g, qm__xy at, int32_t low, int32_t high) {
    const qm__level *levels = g->walks->levels->levels;
    const bool all = levels[high].z - levels[low].z > g->walks->levels->walker.step;
    for (int32_t i = low; i <= (all ? high : low); i++) {
        if (i == low || passes_at(g, at, i)) {
            add_gate(g, at, i);
        }
    }
}

/* Gates of a place; on a level that no step joins to another one only if it may be `alone`. */
static void add_gates(const gating *g, qm__xy at, bool alone) {
    const qm__level *levels = g->walks->levels->levels;
    int32_t low = -1, high = -1;
    for (int32_t i = 0; i <= g->walks->level_count; i++) {
        const bool end = i == g->walks->level_count;
        if (!end && !passes_at(g, at, i)) {
            continue;
        }
        if (low >= 0 && (end || levels[i].z - levels[high].z > g->walks->levels->walker.step)) {
            if ((alone || low < high) && qm__isle_at(g->walks, (qm__spot){at.x, at.y, low}) == g->isle) {
                add_joined(g, at, low, high);
            }
            low = -1;
        }
        low = low < 0 ? i : low;
        high = i;
    }
}

static void try_place(gating *g, qm__xy at) {
    if (qm__raster_cell(&g->walks->levels->raster, at.x, at.y) == g->cell && !known(g, at)) {
        add_gates(g, at, false);
    }
}

/* A place where levels meet turns into a corner when a body takes one of them. */
static void try_corner(gating *g, qm__xy at) {
    bool taken = false;
    for (int32_t i = 0; i < g->walks->level_count && !taken; i++) {
        const double keep = qm__keep_at(g->walks, g->b->crowd, g->body, i);
        taken = g->walks->isle_levels[g->isle * g->walks->level_count + i] && keep > 0 &&
                qm__body_blocks(&g->b->crowd->bodies[g->body], keep, at, at, QM__CARE) &&
                qm__passes(g->walks->levels, NULL, (qm__spot){at.x, at.y, i}, QM__CARE, NULL);
    }
    if (taken && !known(g, at)) {
        add_gates(g, at, true);
    }
}

static void try_circle(gating *g, const qm__border *border, qm__xy centre, double keep) {
    qm__xy at[2];
    for (int count = qm__border_circle(border, centre, keep, at); count > 0; count--) {
        try_place(g, at[count - 1]);
    }
}

/* Whether a border is all to one side of a body, farther than that. */
static bool is_beside(const qm__border *border, const qm__body *body, double reach) {
    const qm__xy a = border->a, b = border->b;
    return (a.x > body->x + reach && b.x > body->x + reach) || (a.x < body->x - reach && b.x < body->x - reach) ||
           (a.y > body->y + reach && b.y > body->y + reach) || (a.y < body->y - reach && b.y < body->y - reach);
}

static void try_border(gating *g, const qm__border *border, double keep) {
    const qm__body *body = &g->b->crowd->bodies[g->body];
    if (body->radius > 0) {
        try_circle(g, border, (qm__xy){body->x, body->y}, keep);
        return;
    }
    qm__xy at;
    for (int i = 0; i < 4; i++) {
        try_circle(g, border, g->sides[i].corner, keep);
        if (qm__border_line(border, g->sides[i].a, g->sides[i].b, &at)) {
            try_place(g, at);
        }
    }
}

/* Lays out the sides of a rectangle. */
static void find_sides(gating *g, double keep) {
    const qm__body *body = &g->b->crowd->bodies[g->body];
    qm__xy corners[4];
    if (body->radius > 0) {
        return;
    }
    qm__body_corners(body, corners);
    for (int i = 0; i < 4; i++) {
        const qm__xy a = corners[i], b = corners[(i + 1) % 4], along = qm__unit(qm__minus(b, a));
        const qm__xy out = {along.y * keep, -along.x * keep};
        g->sides[i] = (side){a, qm__plus(a, out), qm__plus(b, out)};
    }
}

/* The places around a body where levels meet. */
static void try_corners(gating *g, double reach) {
    const qm__body *body = &g->b->crowd->bodies[g->body];
    for (uint32_t i = 0; i < g->walks->place_count; i++) {
        const qm__xy at = g->walks->places[i];
        if (at.x > body->x - reach && at.x < body->x + reach && at.y > body->y - reach && at.y < body->y + reach) {
            try_corner(g, at);
        }
    }
}

/* The borders of a level around a body, for one distance that is kept from it. */
static void try_level(gating *g, int32_t level, double keep, double reach) {
    const qm__level *own = &g->walks->levels->levels[level];
    const qm__raster *raster = &g->walks->levels->raster;
    const qm__body *body = &g->b->crowd->bodies[g->body];
    const int last_row = qm__raster_row(raster, body->y + reach),
              last_column = qm__raster_column(raster, body->x + reach);
    for (int row = qm__raster_row(raster, body->y - reach); row <= last_row; row++) {
        for (int column = qm__raster_column(raster, body->x - reach); column <= last_column; column++) {
            g->cell = (uint32_t)(row * raster->columns + column);
            for (uint32_t i = own->borders_in.starts[g->cell]; i < own->borders_in.starts[g->cell + 1]; i++) {
                const qm__border *border = &own->borders[own->borders_in.items[i]];
                if (!is_beside(border, body, reach)) {
                    try_border(g, border, keep);
                }
            }
        }
    }
}

void qm__lay_gates(const qm__walks *walks, qm__walks_bodies *b, int32_t isle) {
    const int32_t count = walks->level_count;
    gating g = {.b = b, .walks = walks, .isle = isle};
    for (g.body = 0; g.body < b->crowd->count; g.body++) {
        const qm__body *body = &b->crowd->bodies[g.body];
        const double most = b->keep[(size_t)isle * b->crowd->count + g.body];
        double done = 0;
        const double size = body->radius > 0 ? 1 : 1 + ((double)body->width + (double)body->length) / 2;
        g.tried_count = 0;
        for (int32_t own = 0; most > 0 && own < count; own++) {
            const double keep = qm__keep_at(walks, b->crowd, g.body, own);
            if (!walks->isle_levels[isle * count + own] || keep <= 0 || keep == done) {
                continue;
            }
            done = keep;
            find_sides(&g, keep);
            for (int32_t level = 0; level < count; level++) {
                if (walks->isle_levels[isle * count + level]) {
                    try_level(&g, level, keep, keep + size);
                }
            }
        }
        if (most > 0) {
            try_corners(&g, most + size);
        }
    }
}
