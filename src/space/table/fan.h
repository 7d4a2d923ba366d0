/* Fans: what a base can reach by leaving an arc along its tangents, straight on, up to a length. The inside of reach.
 *
 * A fan is all the rays that leave a circle (or a point: a circle of no radius) on one side, from one direction to
 * another. A ray ends where the base's centre must stop: at the parallel of a wall, at the circle around a corner or a
 * body, at a *shore* (where the surface ends), or where the length is used up. At a shore beyond which the walk goes on
 * at another level the fan goes on there. Everything is exact until the outlines are written down: arcs become chords
 * that are at most QM__FAN_CHORD away from them.
 */
#ifndef QM_SPACE_TABLE_FAN_H
#define QM_SPACE_TABLE_FAN_H

#include "space/table/levels_inside.h"
#include "space/table/reach.h"

#define QM__FAN_CHORD 4.0 /* units */

/* ------------------------------------------------------------------------------------------------------------- shores
 */

/* A stretch of a border on one side of which the level is open and on the other it is not. */
typedef struct qm__shore {
    qm__xy a, b;  /* the level lies to the right */
    int32_t next; /* the levels that are open on the left and can be stepped to: a place in `nexts`; -1 = none */
    int32_t zero;
} qm__shore;

typedef struct qm__coast {
    qm__shore *shores;
    uint32_t count;
} qm__coast;

struct qm__grounds {
    const qm__walks *walks;
    const qm__levels *levels;
    qm__coast *coasts;                /* by level */
    const int32_t *nexts;             /* lists of levels, each ended by -1 */
    uint32_t most_lines, most_rounds; /* of all levels together, without bodies */
};

/* A stretch of a line, as parts of it, and a level that is open behind it. */
typedef struct qm__opening {
    double from, to;
    int32_t level;
} qm__opening;
/* The stretches of a line that lies on a level, behind which (`back`: length 1) a walk goes on: on that level or, where
 * it is not open, on those within a step. Returns how many there are; -1 = more than `max`. */
int qm__grounds_behind(const qm__grounds *grounds, int level, qm__xy a, qm__xy b, qm__xy back, qm__opening *out,
                       int max);

/* -------------------------------------------------------------------------------------------------------------- scenes
 */

/* A straight line at which a centre stops. */
typedef struct qm__fan_line {
    qm__xy a, b;
    qm__xy out;   /* length 1: towards where it comes from */
    double depth; /* how thick what is behind it is; 0 for shores */
    int32_t next; /* the levels on which it goes on, as those of a shore; -1 = nowhere */
    int16_t area; /* the area that is entered here; -1 = none */
    bool shore;
    uint8_t zero;
} qm__fan_line;

/* A circle that a centre cannot enter. */
typedef struct qm__fan_round {
    qm__xy centre;
    double radius;
    int16_t area; /* as above */
    int16_t zero[3];
} qm__fan_round;

/* A straight line that rays are watched for: the take-off of a link. It stops nothing. */
typedef struct qm__fan_mark {
    qm__xy a, b;
    int32_t level;
    uint32_t number;
} qm__fan_mark;

/* All that stops a centre on a level. */
typedef struct qm__fan_level {
    qm__fan_line *lines;
    qm__fan_round *rounds;
    uint32_t line_count, round_count;
    bool made;
} qm__fan_level;

/* What stops a walker near a place, by level; made when a fan first comes to a level. */
typedef struct qm__scene {
    const qm__grounds *grounds;
    const qm__crowd *crowd;
    uint64_t areas; /* that cost something: a fan stops at their borders */
    qm__xy centre;  /* nothing farther than `reach` from here matters */
    double reach;
    qm__fan_level *levels;
    qm__fan_line *lines; /* the memory they come from */
    qm__fan_round *rounds;
    uint32_t line_count, line_max, round_count, round_max;
    const qm__fan_mark *marks; /* NULL = none */
    uint32_t mark_count;
    bool failed;
} qm__scene;

/* How many lines and rounds a scene may have. */
void qm__scene_most(const qm__grounds *grounds, uint32_t body_count, uint32_t *lines, uint32_t *rounds);
const qm__fan_level *qm__scene_level(qm__scene *scene, int level);

/* ---------------------------------------------------------------------------------------------------------------- fans
 */

typedef struct qm__fan {
    qm__xy centre;
    double radius;      /* 0 = a point */
    double turn;        /* +1: the rays turn left from the first one on, the circle is to their left; -1: right */
    double from, sweep; /* the first direction, in radians, and how far it turns (at least 0, at most 2 pi) */
    double length;      /* of the first ray; later ones are shorter by radius × turn */
    int32_t level;
    uint64_t paid; /* areas at which it does not stop */
    uint64_t met;  /* areas that have been paid for once and for all: for those who send out fans */
    bool through;  /* it is seen only through a straight line from a to b, and begins there */
    qm__xy a, b;
    double near; /* an arc is seen through its tangent: places so far before that count as beyond it */
} qm__fan;

/* An outline: a polygon on a level, counter-clockwise. */
typedef struct qm__outline {
    int32_t level;
    uint32_t first, count;
} qm__outline;

typedef struct qm__outlines {
    qm__outline *items;
    qm__xy *points; /* NULL = none are wanted */
    uint32_t count, max, point_count, point_max;
} qm__outlines;

/* A part of a fan that stopped at an area, or came to a mark: the rays from direction `from` on by `sweep`. */
typedef struct qm__fan_stop {
    double from, sweep;
    double used;   /* what turning to `from` has cost */
    qm__xy a, b;   /* the places where the first and the last ray meet it */
    int32_t area;  /* -1 = it is a mark */
    uint32_t mark; /* its index in the scene */
} qm__fan_stop;

typedef struct qm__fan_work qm__fan_work;
size_t qm__fan_work_size(void);
/* Adds the outlines of a fan. Stops at areas and marks come to are written to `stops` (at most `max`, `count` tells how
 * many there are). False when memory did not suffice. */
bool qm__fan_spread(qm__scene *scene, const qm__fan *fan, qm__fan_work *work, qm__outlines *out, qm__fan_stop *stops,
                    uint32_t max, uint32_t *count);

#endif
