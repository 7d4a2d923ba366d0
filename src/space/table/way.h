/* Ways: what a base walks, as straight pieces and arcs, and in the end as points that a person can type.
 */
#ifndef QM_SPACE_TABLE_WAY_H
#define QM_SPACE_TABLE_WAY_H

#include "space/table/levels.h"

/* A piece of a way on one level (a straight piece may cross levels by steps: `level` is that at its end). */
typedef struct qm__piece {
    qm__xy from, to;
    qm__xy centre; /* arc */
    double radius; /* arc: above 0; straight: 0 */
    double sweep;  /* arc: radians, positive to the left */
    double length; /* in plan */
    int32_t level; /* at the end */
    int32_t link;  /* a link taken instead of walking: its number; -1 = none */
} qm__piece;

#define QM__PIECES_MAX 256

typedef struct qm__way {
    uint32_t count;
    bool cut;       /* more pieces than fit: nothing is valid */
    double length;  /* in plan, of all pieces that are walked */
    uint64_t areas; /* met on the way */
    qm__spot from;  /* where it begins */
    qm__piece pieces[QM__PIECES_MAX];
} qm__way;

/* A length as the rules see it: rounded to a whole unit, once, at the end. */
static inline int32_t qm__units(double length) {
    return (int32_t)(length + 0.5);
}

/* A straight piece with QM__SLACK that may begin on any level that steps join to that of `from` there, and ends on
 * `want` (-1 = any) or on a level that steps join to it there; `from` gets the level it begins on, and out->level is
 * that on which it comes to its end. When it is not clear, out->why is what stops the choice of levels that gets
 * farthest; QM__FREE: it gets to the end, but only on out->level. */
bool qm__trace_joined(const qm__levels *levels, const qm__crowd *crowd, qm__spot *from, qm__xy to, int32_t want,
                      qm__traced *out);
/* The same between two places on given levels, with every step told: also those that are made where it begins, on the
 * spot, and where it ends. */
bool qm__trace_named(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, qm__spot to, qm__traced *out);

/* A drawn path: straight pieces between points; the first is where the base stands, and is taken from `start`. Checks
 * that terrain leaves room there, every piece with QM__SLACK, and that the end can be stood on. Where levels meet it is
 * legal if any choice of them is. True and its length, areas met and steps told when all is legal; otherwise the first
 * obstruction, with the number of the piece (from 0; `count - 1` when it is the end that cannot be stood on): of all
 * choices, that of the one which gets farthest. */
typedef struct qm__drawn {
    bool legal;
    bool cut; /* more choices of levels than are followed met in one place: it may be legal all the same */
    uint32_t piece;
    double length; /* in plan, up to the obstruction */
    int32_t level; /* at the end */
    uint64_t areas;
    uint32_t step_count; /* of all pieces; QM__STEPS_MAX kept */
    qm__step_told steps[QM__STEPS_MAX];
    uint32_t step_pieces[QM__STEPS_MAX];
    qm__obstruction why;
} qm__drawn;
bool qm__drawn_check(const qm__levels *levels, const qm__crowd *crowd, qm__spot start, const qm__xy *points,
                     uint32_t count, qm__drawn *out);
/* The price of a straight piece on one level, with areas that cost by the inch: every stretch of it times the factor of
 * the area it is in, and of the dearest where they overlap. Factors are thousandths, one for each area of the table;
 * 1000 or less = nothing extra. Exact. */
double qm__drawn_price(const qm__levels *levels, int level, qm__xy from, qm__xy to, const int32_t *factors);

/* Where a straight piece, or an arc (radius above 0, angles from a centre), comes into or out of an area: the least
 * part or angle above `after` at which that can change; `end` when there is none. What lies between two changes is all
 * inside or all outside: see qm__in_area. */
double qm__area_change(const qm__levels *levels, uint32_t area, qm__xy from, qm__xy to, double after, double end);
double qm__area_change_round(const qm__levels *levels, uint32_t area, qm__xy centre, double radius, double after,
                             double end);
/* How far one goes in an area on a straight piece; heights are not looked at. */
double qm__length_inside(const qm__levels *levels, uint32_t area, qm__xy from, qm__xy to);
/* Areas that lie on some levels and not on others: only for them it matters on which one the base is. */
uint64_t qm__areas_uneven(const qm__levels *levels);
/* Whether any of some areas comes near a straight piece: most pieces are far from all of them. */
bool qm__areas_near(const qm__levels *levels, uint64_t areas, qm__xy from, qm__xy to);
/* The areas in which the base is on a straight piece that can be walked. Levels change on the way, so it is traced. */
uint64_t qm__piece_areas(const qm__levels *levels, int32_t level, qm__xy from, qm__xy to);
/* How far one goes in an area on a straight piece that can be walked; nothing where it leads over or under all of it.
 */
double qm__length_met(const qm__levels *levels, uint32_t area, qm__spot from, qm__xy to);
/* The first part of a straight piece, from `begin` to `end`, at which a base on that level is in the area; above 1 =
 * none. */
double qm__area_met(const qm__levels *levels, int32_t level, uint32_t area, qm__xy from, qm__xy to, double begin,
                    double end);
/* Whether a base whose centre is here is in the area; heights are not looked at. */
bool qm__in_area(const qm__levels *levels, uint32_t area, qm__xy p);
/* Who is just inside of an area has only come to its border: a price of entry is paid by who is well in it, a hair
 * farther inside, and was not before. Whether a base on that level is, and where that can change. */
bool qm__well_in(const qm__levels *levels, uint32_t area, int32_t level, qm__xy p);
double qm__well_change(const qm__levels *levels, uint32_t area, qm__xy from, qm__xy to, double after, double end);
double qm__well_change_round(const qm__levels *levels, uint32_t area, qm__xy centre, double radius, double after,
                             double end);

/* Whole-unit points around an ideal one, nearest first; writes QM__WHOLE_NEAR of them. */
#define QM__WHOLE_NEAR 25
void qm__whole_near(qm__xy ideal, qm__xy out[QM__WHOLE_NEAR]);
/* The nearest of them to a place at which a base stands, when checked; false if there is none. */
bool qm__whole_stand(const qm__levels *levels, const qm__crowd *crowd, qm__spot near, qm__spot *out);

/* The points, in whole units, of a path of straight pieces that is legal when it is typed in and is not longer than the
 * way; but by less than a unit where it has a bend that is not in whole units and no good ones are near (seldom: see
 * docs/table.md). Returns how many, the start included; 0 if there are more than `max`, if the way has links in it
 * (each walk between them is drawn by itself), or if no such points were found. */
uint32_t qm__way_points(const qm__levels *levels, const qm__crowd *crowd, const qm__way *way, qm__spot *out,
                        uint32_t max);

#endif
