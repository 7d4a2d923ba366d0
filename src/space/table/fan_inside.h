/* The inside of fans: a window of rays, what stops them, and the frame in which both are seen.
 *
 * Invariant: everything happens in a frame in which the centre of the circle is the origin, the first ray points along
 * +x, rays turn left and the window is at most a quarter turn, so that a direction is told by one number that rises
 * with it and no angle has to be computed. The ray of direction d starts at -left(d) × radius; the ray through a point
 * X outside of the circle has d = X × (way + i radius) / |X|², its way to X being sqrt(|X|² - radius²).
 */
#ifndef QM_SPACE_TABLE_FAN_INSIDE_H
#define QM_SPACE_TABLE_FAN_INSIDE_H

#include "base/angle.h"
#include "space/table/fan.h"

#define QM__FAN_BEHIND 0.01 /* units: how far behind the source a thing is put that it touches */
#define QM__FAN_NEVER 1e30
#define QM__FAN_AROUND 2.0 /* units: shores nearer to a point have been left behind by a fan from there */

enum { QM__FAN_PRIMS_MAX = 4096, QM__FAN_PIECES_MAX = 2048, QM__FAN_JOBS_MAX = 512 };

/* A direction of the window: length 1, and a number that rises with the angle. */
typedef struct qm__fan_ray {
    qm__xy d;
    double key;
} qm__fan_ray;

/* A thing that stops rays: a line, or a circle. */
typedef struct qm__fan_prim {
    qm__xy a, b;          /* line: its ends */
    qm__xy n;             /* line: length 1, towards the source; round: its centre */
    double h;             /* line: n · x on it; round: its radius */
    double near;          /* no ray is shorter when it meets it */
    qm__fan_ray from, to; /* where it is seen */
    int32_t next;         /* the levels on which rays go on, as those of a shore; -1 = none */
    int16_t area;
    bool round;
} qm__fan_prim;

/* Directions in which one thing is the nearest, up to where the next piece begins. */
typedef struct qm__fan_piece {
    qm__fan_ray from;
    double first, last; /* the ways at its ends */
    int32_t prim;       /* -1 = nothing */
} qm__fan_piece;

/* Where the window is. */
typedef struct qm__fan_frame {
    qm__xy origin, x, y; /* the axes, length 1 */
    double radius, turn;
    double length; /* of the ray along +x */
    double angle;  /* of +x, turned from the fan's first ray */
} qm__fan_frame;

/* A fan that goes on behind a line. */
typedef struct qm__fan_job {
    qm__fan_frame at;
    qm__fan_ray from, to;
    qm__xy a, b, n; /* the line, n towards the source */
    double h;
    int32_t level;
    bool landed; /* by a link, not by a step: the level may end right there … */
    double near; /* … or so far before the line */
} qm__fan_job;

struct qm__fan_work {
    qm__fan_prim prims[QM__FAN_PRIMS_MAX];
    int32_t order[QM__FAN_PRIMS_MAX];
    uint32_t prim_count;
    qm__fan_piece pieces[QM__FAN_PIECES_MAX], patch[QM__FAN_PIECES_MAX];
    uint32_t piece_count;
    qm__fan_job jobs[QM__FAN_JOBS_MAX];
    uint32_t job_count;
    bool failed;
    /* of the window at hand */
    qm__fan_frame at;
    qm__fan_ray first, last;
    const qm__fan_job *portal; /* NULL = rays start at the circle */
    bool point;                /* it starts at a point: what is near of shores does not count */
    double off;                /* … and so far off the farthest of these is */
    const int32_t *nexts;
    qm__outlines *out;
    /* stops at areas */
    const qm__fan *fan;
    qm__fan_stop *stops;
    uint32_t stop_max, stop_count;
};

static inline qm__xy qm__fan_to(const qm__fan_frame *f, qm__xy p) {
    const qm__xy v = qm__minus(p, f->origin);
    return (qm__xy){qm__dot(v, f->x), qm__dot(v, f->y)};
}

static inline qm__xy qm__fan_turn_in(const qm__fan_frame *f, qm__xy v) {
    return (qm__xy){qm__dot(v, f->x), qm__dot(v, f->y)};
}

static inline qm__xy qm__fan_from(const qm__fan_frame *f, qm__xy p) {
    return qm__along(qm__along(f->origin, f->x, p.x), f->y, p.y);
}

static inline qm__fan_ray qm__fan_ray_of(qm__xy d) {
    const double x = d.x > 0 ? d.x : 0, y = d.y > 0 ? d.y : 0;
    return (qm__fan_ray){d, y / (x + y)};
}

/* The direction of the ray through a point; one inside of the circle counts as on it. */
static inline qm__xy qm__fan_direction_to(const qm__fan_frame *f, qm__xy p) {
    const double square = qm__dot(p, p), under = square - f->radius * f->radius;
    if (square < 1e-18) {
        return (qm__xy){1, 0};
    }
    if (f->radius <= 0) {
        const double length = qm__root(square);
        return (qm__xy){p.x / length, p.y / length};
    }
    const double way = under > 0 ? qm__root(under) : 0, scale = under > 0 ? square : f->radius * qm__root(square);
    return (qm__xy){(p.x * way - p.y * f->radius) / scale, (p.x * f->radius + p.y * way) / scale};
}

static inline qm__xy qm__fan_start_of(const qm__fan_frame *f, qm__xy d) {
    return (qm__xy){f->radius * d.y, -f->radius * d.x};
}

static inline qm__fan_ray qm__fan_middle(const qm__fan_ray *a, const qm__fan_ray *b) {
    return qm__fan_ray_of(qm__unit(qm__plus(a->d, b->d)));
}

static inline double qm__fan_turned(qm__xy d) {
    return qm__angle_of(d.x, d.y);
}

/* How far a ray may go. */
static inline double qm__fan_limit(const qm__fan_frame *f, qm__xy d) {
    return f->radius > 0 ? f->length - f->radius * qm__fan_turned(d) : f->length;
}

/* How far a ray goes until it meets a thing. */
static inline double qm__fan_way(const qm__fan_frame *f, const qm__fan_prim *p, qm__xy d) {
    if (p->round) {
        const double off = qm__cross(d, p->n) + f->radius, under = p->h * p->h - off * off;
        return qm__dot(d, p->n) - (under > 0 ? qm__root(under) : 0);
    }
    const double speed = qm__dot(p->n, d);
    return speed < -1e-12 ? (p->h - f->radius * qm__cross(p->n, d)) / speed : QM__FAN_NEVER;
}

static inline double qm__fan_piece_way(const qm__fan_work *w, int32_t number, qm__xy d) {
    return number < 0 ? QM__FAN_NEVER : qm__most(0, qm__fan_way(&w->at, &w->prims[number], d));
}

static inline bool qm__fan_in_order(qm__xy a, qm__xy b, qm__xy c) {
    return qm__cross(a, b) >= 0 && qm__cross(b, c) >= 0;
}

static inline const qm__fan_ray *qm__fan_end_of(const qm__fan_work *w, uint32_t i) {
    return i + 1 < w->piece_count ? &w->pieces[i + 1].from : &w->last;
}

/* Brings everything of a level that may stop a ray of the window into the frame, and sorts it by how near it is. */
void qm__fan_load(qm__fan_work *work, qm__scene *scene, int level, uint64_t paid);
/* Adds a line, less what lies inside of the circle, as far as it is seen from its front. */
void qm__fan_add_line(qm__fan_work *work, const qm__fan_prim *line, qm__xy a, qm__xy b);
/* Cuts a segment at the line n · x = h and keeps what lies behind it; false when nothing does. */
bool qm__fan_cut_behind(qm__xy n, double h, qm__xy *a, qm__xy *b);
/* Whether a segment of the table, and what is nearer to it than `around`, is certainly too far for any ray. */
static inline bool qm__fan_segment_far(const qm__fan_frame *f, qm__xy p, qm__xy q, double around) {
    const double reach = f->length + f->radius + around;
    const qm__xy a = qm__minus(p, f->origin), b = qm__minus(q, f->origin);
    return (a.x > reach && b.x > reach) || (a.x < -reach && b.x < -reach) || (a.y > reach && b.y > reach) ||
           (a.y < -reach && b.y < -reach);
}

/* Where two outlines cross; returns how many places. */
int qm__fan_crossings(const qm__fan_prim *p, const qm__fan_prim *q, qm__xy out[2]);
/* Finds the nearest thing in every direction of the window: the pieces. */
void qm__fan_nearest(qm__fan_work *work);

/* Adds a point of the frame to the outline at hand. */
void qm__fan_put(qm__fan_work *work, qm__xy p);
/* The points between the ends of an arc that begins at `from` and turns by an angle. They lie at the same places of a
 * circle whoever draws it, so that chords of one circle do not cross each other. */
void qm__fan_put_arc(qm__fan_work *work, qm__xy centre, double radius, qm__xy from, double turn);
/* Adds what the pieces end at; queues fans that go on behind lines, notes stops at areas. */
void qm__fan_put_pieces(qm__fan_work *work);
/* Ends an outline that began at the point `first`, turned so that it runs counter-clockwise. */
void qm__fan_finish(qm__fan_work *work, uint32_t first, int level, bool reverse);
/* How many chords an arc of a circle needs. */
int qm__fan_chords(double angle, double radius);
void qm__fan_add_job(qm__fan_work *work, const qm__fan_ray *u, const qm__fan_ray *v, const qm__fan_prim *p, int level);
void qm__fan_add_stop(qm__fan_work *work, const qm__fan_ray *u, const qm__fan_ray *v, const qm__fan_prim *p, int area,
                      uint32_t mark);
/* How much farther a thing is than a ray may go. */
double qm__fan_beyond(const qm__fan_work *work, const qm__fan_prim *p, qm__xy d);
/* Of the rays from u to v, on which a thing passes the limit at most once, those that get to it; false when none does.
 */
bool qm__fan_within(const qm__fan_work *work, const qm__fan_prim *p, qm__fan_ray *u, qm__fan_ray *v);

/* The direction of a ray that is turned from the first one by an angle. */
qm__turn qm__fan_direction_at(const qm__fan *fan, double angle);
/* All rays of a fan from one angle to another, on one level, as one outline; then what goes on at other levels. */
void qm__fan_spread_level(qm__scene *scene, qm__fan_work *work, const qm__fan *fan, double from, double sweep,
                          int level);
void qm__fan_spread_jobs(qm__scene *scene, qm__fan_work *work, const qm__fan *fan);
/* The rays of a fan from a point. */
void qm__fan_spread_point(qm__scene *scene, qm__fan_work *work, const qm__fan *fan);

/* Looks for the marks of a level in the window, which has its pieces. */
void qm__fan_watch(qm__fan_work *work, const qm__scene *scene, int level);

#endif
