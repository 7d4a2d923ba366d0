/* The inside of the walk search, for the searches that stand on it (reach, routes over links): anchors, spans,
 * tangents, lists of what a cell may see, and the spreading search itself.
 *
 * An *anchor* is a circle around which a way can bend (radius 0: a point). Its *spans* are the parts of the circle on
 * which the base's centre can be. A way goes round an anchor on one of two *sides*: QM__SIDE_LEFT turns left (the
 * centre of the circle is to the left, angles grow), QM__SIDE_RIGHT turns right (angles shrink). A span together with a
 * side is a *lane*, number 2 × span + side; all searches work on lanes. A *tangent* leads from one lane to another: it
 * leaves the first at the angle `leave` and arrives at the second at the angle `arrive`. Angles tell the place on the
 * circle (from its centre), never the direction; at a point (radius 0) they are the direction turned a quarter, so that
 * everything is alike.
 *
 * Numbers: anchors, spans and tangents of the terrain come first; those of bodies go on after them (qm__walks_bodies).
 * All are sorted by geometry, so that the order of prisms does not show.
 */
#ifndef QM_SPACE_TABLE_WALK_INSIDE_H
#define QM_SPACE_TABLE_WALK_INSIDE_H

#include "space/table/walk.h"

enum { QM__SIDE_LEFT = 0, QM__SIDE_RIGHT = 1 };

typedef enum qm__anchor_kind {
    QM__ANCHOR_CORNER = 0, /* the circle of the walker's radius around a corner of a wall */
    QM__ANCHOR_POINT,      /* a point where a border turns or meets something: radius 0 */
    QM__ANCHOR_AREA,       /* around a corner of an area: of use only when that area costs something */
    QM__ANCHOR_BODY,       /* around a body, or a corner of one; radius 0: where a way beside it changes its level */
    QM__ANCHOR_SHORE       /* a point on the border of an area that costs by the inch; only in searches */
} qm__anchor_kind;

typedef struct qm__anchor {
    qm__xy centre;
    double radius;
    int32_t level;
    uint32_t first_span, span_count;
    uint16_t number; /* of the area or body */
    uint8_t kind;    /* qm__anchor_kind */
    uint8_t zero;
} qm__anchor;

typedef struct qm__span {
    qm__xy centre; /* of its anchor, again: searches read spans alone */
    double radius;
    double low, high;     /* radians: 0 <= low < 2 pi, low < high <= low + 2 pi */
    qm__xy low_n, high_n; /* the directions of the ends, length 1 */
    int32_t level;
    int32_t isle; /* on which it lies */
    uint32_t anchor;
    uint32_t first[2]; /* tangents that leave it, by side; sorted by `leave`, ascending */
    uint32_t count[2];
    uint8_t wide;  /* half a turn or more: ends tell little */
    uint8_t round; /* all round */
    uint8_t kind;  /* of its anchor */
    uint8_t zero;
    uint16_t number; /* of the area or body */
    uint16_t zero_2;
} qm__span;

typedef struct qm__tangent {
    double leave, arrive; /* angles, within the spans */
    double length;
    qm__xy at;         /* where it arrives */
    uint32_t from, to; /* lanes */
    uint32_t twin;     /* the same piece walked the other way */
    uint32_t order;    /* of use while they are sorted */
} qm__tangent;

/* What may be seen from a cell of a grid: lanes at which a straight piece from somewhere in the cell may arrive. One
 * grid for each isle. */
typedef struct qm__outlook {
    double x0, y0, size;   /* the corner with the least x and y; the side of a cell */
    int32_t columns, rows; /* 0 = no surface at all */
    uint32_t *first;       /* columns × rows + 1 numbers into `lanes` */
    uint32_t *lanes;
} qm__outlook;

typedef struct qm__firm {
    int32_t level;        /* the lowest of the isle: of whose walls the list is */
    bool plain;           /* the isle is one level without borders: walking is as quick */
    const uint8_t *walls; /* 1 = tall on all levels of the isle */
} qm__firm;

struct qm__walks {
    const qm__levels *levels;
    const qm__table *table;
    double radius;
    uint64_t areas; /* around which ways can lead */
    bool centre;
    int level_count;
    int group_count;
    int32_t *group;       /* by level: which levels lie so close that steps may join them somewhere */
    int isle_count;       /* isles: surfaces that touch and that steps join; no walk leads from one to another */
    int32_t *isle_of;     /* by 1 + prism, 0 = the ground; -1 = no surface */
    uint8_t *isle_levels; /* by isle and level: 1 = it has surfaces there */
    qm__box *isle_boxes;
    qm__outlook *outlooks; /* by isle */
    struct qm__firm *firm; /* by isle: walls that are in the way on all of its levels */
    qm__xy *places;        /* where steps join levels at an end or crossing of borders: corners when a body takes one */
    uint32_t place_count;
    qm__anchor *anchors;
    qm__span *spans;
    qm__tangent *tangents;
    uint32_t anchor_count, span_count, tangent_count;
    uint64_t *tangent_areas; /* by tangent: areas that the base is in on it; NULL when the table has none */
};

/* A part of a span that something takes away: a body of a span of the terrain, terrain and bodies of one of a body. */
typedef struct qm__cut {
    double low, high; /* open interval, in the angles of the span; may leave the span on both sides */
} qm__cut;
typedef struct qm__cut_range {
    uint32_t first, count; /* count QM__CUTS_UNKNOWN: not yet looked at (cold searches alone) */
} qm__cut_range;
#define QM__CUTS_UNKNOWN UINT32_MAX

/* The border at a point that is strewn along it. */
typedef struct qm__shore_side {
    qm__xy out;          /* of length 1, away from the area */
    double inner, outer; /* what a unit costs on either side */
    double apart;        /* the next points of its row lie so far away; 0 = it stands in none */
    bool end;            /* of a row, or in none: ways may bend here as they like */
} qm__shore_side;

/* What is known of a tangent. */
typedef enum qm__openness { QM__OPEN, QM__SHUT, QM__NOT_TRACED } qm__openness;

/* Bodies among the terrain. Every anchor of a body has one span: all round, or the cone of a rectangle's corner; what
 * is in the way on it is in the cuts. Points where what is kept from it meets a border (gates) follow as spans of
 * radius 0, all round. Tangents that nothing decides at a glance are traced when a search comes to them, and what it
 * sees is kept here: so bodies that are prepared belong to one thread at a time. */
struct qm__walks_bodies {
    const qm__crowd *crowd;
    uint32_t span_count, tangent_count, cut_count; /* spans and tangents of the bodies alone */
    uint32_t cut_capacity, tangent_capacity;
    qm__span *spans;         /* numbers go on after those of the terrain */
    qm__tangent *tangents;   /* those that begin or end at a body; lanes of all, `twin` among themselves. NULL: cold */
    uint64_t *tangent_areas; /* as those of the terrain */
    uint32_t *extra_first;   /* by lane of the terrain, + 1: tangents that lead from it to bodies */
    uint8_t *open;           /* qm__openness, by tangent of the terrain: whether bodies let it through */
    uint8_t *own_open;       /* … and by those of the bodies: whether terrain does too */
    qm__shore_side *sides;   /* by span from `side_first` on: of points strewn along borders */
    uint32_t side_first;
    qm__cut_range *cut_of; /* by span, of the terrain and then of the bodies */
    qm__cut *cuts;
    double *keep; /* by isle and body: the most that is kept from it on any of the levels; 0 = it is not in the way */
    double *keep_least; /* … and the least that is kept on every one of them */
    uint8_t *even;      /* by isle: 1 = both are the same for every body, so that pieces need not be walked for them */
    bool full;          /* something did not fit */
};

/* ------------------------------------------------------------------------------------------------------- small
 * geometry */

static inline double qm__side_sign(unsigned side) {
    return side == QM__SIDE_LEFT ? 1.0 : -1.0;
}
/* Common tangent of the circles (a, ra) and (b, rb), leaving on side sa and arriving on side sb (+1 or -1): its
 * direction; the places are a - left(direction) × sa × ra and b - left(direction) × sb × rb. False when there is none.
 * Circles too close by up to half a unit still have one (a gap exactly as wide as the base). */
static inline bool qm__tangent_of(qm__xy a, double ra, double sa, qm__xy b, double rb, double sb, qm__xy *direction,
                                  double *length) {
    const qm__xy d = qm__minus(b, a);
    const double k = sb * rb - sa * ra, square = qm__dot(d, d);
    const double rest = square - k * k;
    if (square < 1e-6) {
        return false;
    }
    if (rest <= 1e-4) { /* a point on a circle, but for rounding: there is only one direction */
        const double size = qm__root(square), sign = k < 0 ? -1.0 : 1.0;
        if (k * sign > size + 2 * QM__CARE + 0.1) {
            return false;
        }
        *direction = (qm__xy){sign * d.y / size, -sign * d.x / size};
        *length = 0;
        return true;
    }
    const double size = qm__root(rest), inverse = 1 / square;
    *length = size;
    *direction = (qm__xy){(size * d.x + k * d.y) * inverse, (size * d.y - k * d.x) * inverse};
    return true;
}
/* Whether a lane can be arrived at from a point by a tangent, told from the ends of its span alone (wide spans:
 * always). */
static inline bool qm__lane_faces(const qm__span *span, unsigned side, qm__xy p, double slack) {
    if (span->wide) {
        return true;
    }
    const qm__xy v = qm__minus(p, span->centre);
    const double low = qm__dot(v, span->low_n), high = qm__dot(v, span->high_n);
    const double back = side == QM__SIDE_LEFT ? low : high, front = side == QM__SIDE_LEFT ? high : low;
    /* It comes from behind the end where it arrives last; and from beyond the other end's line, or (close by) from the
     * cone. */
    return front <= span->radius + slack &&
           (back >= span->radius - slack || (qm__cross(span->low_n, v) >= 0 && qm__cross(v, span->high_n) >= 0));
}
/* Whether a direction (of length 1) lies in a span, with 1e-6 to spare. */
static inline bool qm__span_has(const qm__span *span, qm__xy n) {
    if (span->wide) {
        return span->round || !(qm__cross(span->high_n, n) > 1e-6 && qm__cross(n, span->low_n) > 1e-6);
    }
    return qm__cross(span->low_n, n) >= -1e-6 && qm__cross(n, span->high_n) >= -1e-6 &&
           qm__dot(n, span->low_n) + qm__dot(n, span->high_n) > 0;
}
/* The angle of a direction as an angle of a span: from low - 1e-9 … high + 1e-9, put into the span; false when it is
 * not in it. */
bool qm__span_angle(const qm__span *span, qm__xy n, double *angle);
/* The place on a span at an angle. */
qm__xy qm__span_place(const qm__span *span, double angle);
/* How far one turns on a side from an angle to another: 0 to below 2 pi. */
double qm__lane_turn(const qm__span *span, unsigned side, double from, double to);

/* -------------------------------------------------------------------------------------------------- terrain with
 * bodies */

/* Terrain, with the bodies of a crowd that are in the way (prepared or not). */
typedef struct qm__field {
    const qm__walks *walks;
    const qm__crowd *crowd;         /* NULL = nobody */
    const qm__walks_bodies *bodies; /* NULL = nobody, or (in a search) filled cold in its scratch */
} qm__field;

static inline const qm__span *qm__field_span(const qm__field *field, uint32_t span) {
    return span < field->walks->span_count ? &field->walks->spans[span]
                                           : &field->bodies->spans[span - field->walks->span_count];
}
/* How far one can go round from an angle on a lane, in its direction, before its end or a body: the angle where one
 * must stop (left: at least `angle`, right: at most; all round: a full turn away). False when the angle itself is taken
 * by a body. */
bool qm__lane_until(const qm__field *field, uint32_t lane, double angle, double *until);
/* The isle of a place, -1 = none. */
int32_t qm__isle_at(const qm__walks *walks, qm__spot spot);
uint32_t qm__outlook_cell(const qm__outlook *grid, double x, double y);
/* The cells around a span, one after the other. */
typedef struct qm__outlook_cells {
    uint32_t columns, low, high, cell;
    bool any;
} qm__outlook_cells;
static inline qm__outlook_cells qm__outlook_around(const qm__outlook *grid, const qm__span *span) {
    const double x = span->centre.x, y = span->centre.y, by = span->radius;
    return (qm__outlook_cells){.columns = (uint32_t)grid->columns,
                               .low = qm__outlook_cell(grid, x - by, y - by),
                               .high = qm__outlook_cell(grid, x + by, y + by)};
}
static inline bool qm__outlook_next(qm__outlook_cells *c) {
    if (!c->any) {
        c->any = true, c->cell = c->low;
    } else if (c->cell % c->columns < c->high % c->columns) {
        c->cell++;
    } else {
        c->cell += c->columns - c->high % c->columns + c->low % c->columns;
    }
    return c->cell / c->columns <= c->high / c->columns;
}
/* The lanes of the terrain that may be arrived at from a spot (bodies are not among them). */
const uint32_t *qm__lanes_seen(const qm__walks *walks, qm__spot spot, uint32_t *count);

/* ------------------------------------------------------------------------------------------------------------
 * spreading */

#define QM__NO_ARRIVAL UINT32_MAX

/* Where a spreading begins, with what has been paid. */
typedef struct qm__seed {
    qm__spot spot;
    double cost;
    uint64_t areas; /* `once` prices paid already; those of other areas where it stands are added */
    int32_t isle;   /* of the spot, -1 = not known; searches do not look at it */
    uint32_t zero;
} qm__seed;

/* One way of coming to a lane: from `angle` the base can go on round to `until`, paying radius × turn, and leave
 * anywhere between by a straight piece along the tangent. */
typedef struct qm__arrival {
    double cost; /* at `angle` */
    double angle, until;
    double leave; /* the angle at which the parent's lane was left; unused for seeds */
    qm__xy at;
    uint32_t lane;
    uint32_t parent; /* another arrival, or QM__NO_ARRIVAL: from a seed */
    uint32_t seed;   /* the seed it all began at */
    int32_t level;
    uint64_t areas; /* met so far, the arc not yet counted */
} qm__arrival;

typedef struct qm__spread_ask {
    qm__field field;
    const qm__seed *seeds;
    uint32_t seed_count;
    const qm__area_price *prices; /* once and entry; NULL = nothing */
    double budget;                /* arrivals that cost more are left out */
    const qm__spot *near;         /* where points strewn along areas lie closer; NULL = nowhere */
    bool strewn;                  /* points may be strewn along the borders of areas */
} qm__spread_ask;

/* Settles every useful arrival within the budget, cheapest first, and writes them to `out` (they stay valid after the
 * scratch is used again). Arrivals that another one makes useless are left out. Returns false when the scratch or `max`
 * did not suffice. `scratch` of qm__walk_scratch_size. With a crowd that is not prepared the lanes of bodies are known
 * to the search alone: so whoever reads arrivals prepares the crowd first (qm__walks_crowd). */
bool qm__walks_spread(const qm__spread_ask *ask, void *scratch, qm__arrival *out, uint32_t max, uint32_t *count);
/* At most this many arrivals come of one spreading without prices. */
uint32_t qm__spread_most(const qm__walks *walks, uint32_t body_count, uint32_t seed_count);

/* Writes the pieces that lead from a seed to an arrival (the arc on its last lane up to `leave` included) and then
 * straight to `to`; `way` is filled from its count on, so that pieces of a route can be put together. */
void qm__arrival_way(const qm__field *field, const qm__seed *seeds, const qm__arrival *arrivals, uint32_t arrival,
                     double leave, qm__spot to, qm__way *way);

/* ---------------------------------------------------------------------------------------------------------------
 * making */

/* A list that grows while things are prepared; what is kept of it is copied into the arena at the end. */
typedef struct qm__list {
    const qm_allocator *allocator;
    void *items;
    size_t size; /* of one item */
    uint32_t count, capacity;
    bool failed;
} qm__list;
/* Room for one more item, not cleared; NULL when memory does not suffice. */
void *qm__list_add(qm__list *list);
/* A copy in the arena; the list is emptied and its memory freed. */
void *qm__list_keep(qm__list *list, qm__arena *arena);
void qm__list_free(qm__list *list);

/* The steps of qm__walks_make, each in a file of its own. False when memory did not suffice. */
bool qm__walks_make_isles(qm__walks *walks, qm__arena *arena);
bool qm__walks_make_anchors(qm__walks *walks, qm__arena *arena);
bool qm__walks_make_tangents(qm__walks *walks, qm__arena *arena);
/* Where a border crosses a straight line from c to d (false: nowhere), or a circle (how many places); a little beyond
 * their ends too. */
bool qm__border_line(const qm__border *border, qm__xy c, qm__xy d, qm__xy *out);
int qm__border_circle(const qm__border *border, qm__xy centre, double radius, qm__xy out[2]);
bool qm__walks_make_outlooks(qm__walks *walks, qm__arena *arena);
bool qm__walks_make_areas(qm__walks *walks, qm__arena *arena);

/* Fills what a span repeats of its anchor and its ends. */
void qm__span_fill(qm__span *span, const qm__anchor *anchor, uint32_t number, double low, double high);
/* Whether a base that came to a place on one level is also on another there. */
bool qm__levels_joined(const qm__levels *levels, qm__xy at, int32_t from, int32_t to);
/* Whether a base can walk straight from a place to a place on a level (-1 = on any). Where several levels are joined at
 * an end, the base may step before it goes: a piece along a border can be clear on one of its sides only. */
bool qm__piece_walkable(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, qm__xy to, int32_t to_level,
                        double slack);
/* The directed tangent between two lanes, if the ends lie in their spans (no tracing): angles, length, place. */
bool qm__lanes_tangent(const qm__span *a, unsigned side_a, const qm__span *b, unsigned side_b, qm__tangent *out,
                       qm__xy *leaves);

#endif
