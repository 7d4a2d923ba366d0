/* Levels: where a base of one kind can stand and walk in straight pieces, prepared once for a table and a walker.
 *
 * A level is one height at which there are surfaces. A *place* is a point of the plane and a level. At height z
 *   - a solid is *tall* when its height range meets the open interval (z + step, z + height): the base's centre keeps
 * `radius` from it (an IMPASSABLE one when its range meets (z, z + height)); a railing is a tall thin wall by the same
 * measure;
 *   - a solid is *low* when it is not tall but its range meets (z, z + height): the centre cannot be inside its
 * footprint at this height (it would have to be on top of it). A place is *supported* when its centre lies in the
 * closed polygon of a surface at z (with `whole`: when every point of the disc lies over surfaces from z - step to z +
 * step), and *clear* when the disc stays on the table, keeps off tall solids, its centre is not inside a low one, and
 * it keeps off the bodies that block. A base stands where it is both. Walking is a continuous move of the centre
 * through such places; it passes from one level to another where both stand and their heights differ by at most `step`.
 *
 * Slack: checking what a person asks for allows half a unit (QM__SLACK); our own searches ask for a quarter (QM__CARE),
 * so that whatever they find is legal when it is checked, rounding and all. Gaps between surfaces of up to one unit are
 * no gaps.
 *
 * Rejected: cutting the free space into polygons. Shared walls and T-junctions would need exact boolean operations;
 * here they are ordinary, because a wall inside another solid forbids nothing that the other does not forbid.
 */
#ifndef QM_SPACE_TABLE_LEVELS_H
#define QM_SPACE_TABLE_LEVELS_H

#include "space/table/body.h"

#define QM__CARE 0.25 /* units */

/* Who walks. */
typedef struct qm__walker {
    int32_t radius, height; /* of its base and body; radius 1 to 100,000 units, height above step */
    int32_t step;           /* the height that a centre can cross, up or down */
    int32_t free_step;      /* … without it being told as a crossing (see qm__step_told); at most `step` */
    bool whole;             /* the whole disc must be supported */
    bool centre; /* it is in an area when its centre is; else when any part of the base is, by more than the slack */
} qm__walker;

/* A place on a level. */
typedef struct qm__spot {
    double x, y;
    int32_t level; /* index into levels->levels, -1 = none */
} qm__spot;
static inline qm__spot qm__spot_at(qm__xy p, int32_t level) {
    return (qm__spot){p.x, p.y, level};
}

/* Why a base cannot be somewhere or get somewhere. */
typedef enum qm__obstacle {
    QM__FREE = 0,
    QM__OFF_TABLE,  /* the disc leaves the table */
    QM__NO_SURFACE, /* there is no surface at that height there, or (walking) the surface ends: `prism` is the one left
                     */
    QM__IN_PRISM,   /* a tall solid (or its railing) is in the way: `prism` */
    QM__ON_PRISM,   /* the centre is over a low solid that cannot be stood on: `prism` */
    QM__NOT_WHOLE,  /* part of the base would be without support; `prism` is the surface (or QM__GROUND) */
    QM__BODY,       /* a figure: `body` is its index in the crowd */
    QM__TOO_HIGH    /* (walking) up or down by more than `step`: `prism` is the surface on the other side */
} qm__obstacle;

typedef struct qm__obstruction {
    uint8_t what;    /* qm__obstacle */
    uint8_t railing; /* 1 = it is the prism's railing */
    uint16_t body;
    int32_t prism; /* a prism, QM__GROUND, QM__BORDER or QM__NOTHING */
    int32_t level; /* walking: on which the base is there */
    double part;   /* walking: how far along the piece the base gets, 0 to 1 */
    qm__xy at; /* the place of the base's centre there, as far as the slack lets it go (a rectangle that stands: where
                  it meets what is in the way) */
} qm__obstruction;

/* Where a base that walks straight from a place touches what stops it: before the slack is used up. */
static inline qm__xy qm__contact(qm__xy from, const qm__obstruction *why) {
    const double way = qm__apart(from, why->at);
    return way > 0 ? qm__along(why->at, qm__unit(qm__minus(from, why->at)), qm__least(way, QM__SLACK)) : why->at;
}

typedef struct qm__levels qm__levels;

/* Prepares. All memory comes from the arena; QM_ERROR_USAGE for a walker out of range. The table must outlive it. */
qm_result qm__levels_make(const qm__table *table, const qm__walker *walker, qm__arena *arena, const qm__levels **out);

const qm__table *qm__levels_table(const qm__levels *levels);
const qm__walker *qm__levels_walker(const qm__levels *levels);
int qm__level_count(const qm__levels *levels);
int32_t qm__level_height(const qm__levels *levels, int level);
/* The level at exactly this height, -1 = none. */
int qm__level_at(const qm__levels *levels, int32_t z);

typedef struct qm__crowd_cells qm__crowd_cells;

/* Other figures. `bodies` with manner PASS are ignored. NULL crowds are allowed everywhere. */
typedef struct qm__crowd {
    const qm__body *bodies;
    uint16_t count;
    uint16_t self;                /* index of the walker itself, which is left out; count or more = none */
    bool apart;                   /* who stops in the midst of a move touches no body that is `aloof` … */
    uint16_t but;                 /* … but this one: its index + 1; 0 = none */
    const qm__crowd_cells *cells; /* where these bodies are; NULL = all are looked through */
} qm__crowd;

/* Sorts bodies into cells for a walker, in so much memory; worth it for some hundred questions. */
size_t qm__crowd_cells_size(uint32_t body_count);
const qm__crowd_cells *qm__crowd_cells_make(const qm__levels *levels, const qm__crowd *crowd, void *memory);

/* Whether a base can end here (bodies of PASS_ONLY count). `why` may be NULL. */
bool qm__stands(const qm__levels *levels, const qm__crowd *crowd, qm__spot spot, double slack, qm__obstruction *why);
/* Whether it can be here in passing (they do not). */
bool qm__passes(const qm__levels *levels, const qm__crowd *crowd, qm__spot spot, double slack, qm__obstruction *why);
/* Whether it could stop here in the midst of a move, as one does who fails at a link that begins or ends here: it can
 * end here, and keeps apart from whom the crowd says. Where the walker of the crowd is already it may be. */
bool qm__could_stop(const qm__levels *levels, const qm__crowd *crowd, qm__spot spot, double slack);
/* At the end of a link: whether it could stop, or be there in passing. */
static inline bool qm__can_be(const qm__levels *levels, const qm__crowd *crowd, qm__spot spot, double slack,
                              bool stopping) {
    return stopping ? qm__could_stop(levels, crowd, spot, slack) : qm__passes(levels, crowd, spot, slack, NULL);
}
/* A place at most a unit away that also passes with QM__CARE and to which the base can move, for a spot that passes
 * with QM__SLACK only: figures stand on whole units, and beside a slanting wall these are rarely at the exact distance.
 * The spot itself when it passes already, or when there is no such place (a gap narrower than the base by more than
 * half a unit). */
qm__spot qm__eased(const qm__levels *levels, const qm__crowd *crowd, qm__spot spot);
/* The level on which a base whose centre is at (x, y) stands or would stand at height z: the level with that height
 * whose surface is open there; -1 = none. */
int qm__level_of(const qm__levels *levels, double x, double y, int32_t z);
/* The nearest place to `spot` where a base can stand (the level may differ by at most `reach_z`; 0 = the same), within
 * `limit` units in plan; of equally near ones the first by angle from +x. False if there is none. Exact: candidates are
 * the spot itself, points of walls' parallels, corner circles, and their crossings. `scratch_size` of qm__nearest_size.
 */
bool qm__nearest_stand(const qm__levels *levels, const qm__crowd *crowd, qm__spot spot, int32_t reach_z, double limit,
                       void *scratch, size_t scratch_size, qm__spot *out);
size_t qm__nearest_size(const qm__levels *levels, uint32_t body_count);

/* A change of level while walking. */
typedef struct qm__step_told {
    double part;      /* along the piece */
    int16_t from, to; /* levels */
    int32_t prism;    /* the higher of the two surfaces: what is stepped onto or off */
} qm__step_told;

#define QM__STEPS_MAX 32

/* The outcome of a straight piece. */
typedef struct qm__traced {
    bool clear;
    int32_t level;       /* at the end */
    uint64_t areas;      /* bit n: the base was in area n on the way, ends included */
    uint16_t step_count; /* changes of level of more than free_step, in order; more than QM__STEPS_MAX: not clear */
    qm__step_told steps[QM__STEPS_MAX];
    qm__obstruction why; /* when not clear: the first obstruction */
} qm__traced;

/* Walks a straight piece from a place that passes to a point. Whether the end can be stood on is not asked. */
bool qm__trace(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, qm__xy to, double slack,
               qm__traced *out);
/* The same, only yes or no and the level at the end: quicker. */
bool qm__walkable(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, qm__xy to, double slack,
                  int32_t *level);
/* The same: whether it can end on a given level, or where steps join to that; over whichever levels lead there, also
 * with steps where it begins. */
bool qm__walkable_onto(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, qm__spot to, double slack);

/* Areas a base is in at a place, and on a straight piece on one level, as bits. */
uint64_t qm__areas_at(const qm__levels *levels, qm__spot spot);
uint64_t qm__areas_along(const qm__levels *levels, int level, qm__xy from, qm__xy to);

/* ------------------------------------------------------------------- for the searches built on this: walls of a level
 */

/* A wall: a segment of which the centre keeps `radius` (tall solids, railings, with `whole` the rims of support). */
typedef struct qm__wall {
    qm__xy a, b; /* the solid (the unsupported side) lies to the left */
    int32_t prism;
    uint8_t railing;  /* thin: forbids both sides */
    uint8_t rim;      /* 1 = the rim of support, not a solid */
    uint8_t convex_a; /* a way can bend around the corner at a: the wall turns left there, or ends */
    uint8_t convex_b; /* … at b; only where no other wall begins there: the ends of railings and rims */
} qm__wall;

/* A border: a segment of which the centre itself can only be on one side at this level, or beyond which the level
 * changes: edges of surfaces and of low solids at this height. */
typedef struct qm__border {
    qm__xy a, b;
    int32_t prism;
} qm__border;

const qm__wall *qm__walls(const qm__levels *levels, int level, uint32_t *count);
const qm__border *qm__borders(const qm__levels *levels, int level, uint32_t *count);

/* The parts of a circle on which a base's centre can be at this level without bodies (with QM__CARE). Angles in
 * radians, from low to high, 0 <= low < 2 pi, high - low <= 2 pi; all round: one span of exactly 2 pi. An end can be a
 * border, where the circle goes on at another level. Returns how many (at most `max`; more are lost: -1). */
typedef struct qm__arc_span {
    double low, high;
    int32_t low_next, high_next; /* the level on which it goes on beyond the end, -1 = nowhere */
} qm__arc_span;
int qm__arc_spans(const qm__levels *levels, int level, qm__xy centre, double radius, qm__arc_span *out, int max);

#endif
