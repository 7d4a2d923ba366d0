/* Chords for arcs: whole points by an arc, so that the straight pieces between them keep off its centre and are no
 * longer than the arc.
 */
#ifndef QM_SPACE_TABLE_WAY_CHORDS_H
#define QM_SPACE_TABLE_WAY_CHORDS_H

#include "space/table/way.h"

/* The nearest whole number; halves up. */
static inline double qm__whole(double value) {
    const double shifted = value + 0.5;
    const double cut = (double)(int64_t)shifted;
    return cut > shifted ? cut - 1 : cut;
}

/* An arc with what lies beside it. Places along it are told in units from its beginning; below 0 and beyond its length
 * they lie on the tangents there. */
typedef struct qm__arc {
    const qm__piece *piece;
    double before, behind; /* the lengths of the straight pieces that it joins */
    qm__xy next;           /* where the path goes when it leaves the arc */
} qm__arc;

#define QM__CHORD_NODES 320
#define QM__CHORD_MANNERS 7 /* of choosing points, the best first */

typedef struct qm__chord_node {
    qm__xy at;
    double along;
    double to_go;  /* by how much the best path from here is longer than the way, with something for each point … */
    uint32_t best; /* … and to which point that leads; its own number where none does */
} qm__chord_node;

/* The points by a stretch of an arc. */
typedef struct qm__chords {
    const qm__arc *arc;
    double care, inside, outside; /* units: of chords; of points */
    double each;                  /* what a point counts for, in units */
    double look;                  /* along the arc, from one look for points to the next */
    double longest;               /* chord that there can be */
    double known;                 /* up to where points have been looked for */
    uint32_t count;
    qm__chord_node nodes[QM__CHORD_NODES];
} qm__chords;

/* A chord that can be drawn. */
typedef struct qm__chord {
    qm__xy to, ideal;    /* ideal: beside it, on the arc or a little outside */
    qm__xy next;         /* where one must be able to go from there */
    double along, value; /* the less the better */
    uint32_t node;       /* its number */
} qm__chord;

void qm__chords_begin(qm__chords *chords, const qm__arc *arc, uint32_t manner);
/* Whether the path can leave the arc from a point, by a straight piece. */
bool qm__chords_leave(const qm__chords *chords, qm__xy from, double along);
/* The best chord from a point that is worse than the one given; false if there is none. */
bool qm__chord_next(qm__chords *chords, qm__xy from, double along, qm__chord *chord);
/* A place on an arc a little ahead of another one. */
qm__xy qm__arc_ahead(const qm__piece *piece, double along);

#endif
