/* What finding landings and joining them with take-offs share: the flights between two heights.
 */
#ifndef QM_SPACE_TABLE_LINKS_LANDINGS_H
#define QM_SPACE_TABLE_LINKS_LANDINGS_H

#include "space/table/links_inside.h"

/* Where one can land. */
typedef struct qm__landing {
    qm__curve curve;
    qm__xy in; /* straight: flights come in this way; arcs: (0, 0) */
    int level;
    bool edge; /* it is the edge of the surface that is landed on */
} qm__landing;

typedef struct qm__flights {
    qm__linking *linking;
    const qm__face *faces;
    uint32_t face_count;
    int32_t off_z, on_z; /* heights of take-off and landing */
    int32_t below_z;     /* below the rims that are left */
    int on_level;
    int32_t column_low, column_high;
    qm__landing *landings;
    uint32_t count, max;
} qm__flights;

/* What a flight to a height is; 0 = none. */
int qm__flight_kind(const qm__flights *flights, int32_t below_z, int32_t on_z);
/* Whether flights over rims with this below them have the same first places as those over other ones. */
bool qm__alike_below(const qm__flights *flights, int32_t below_z, int32_t other_z);
/* Finds all landing curves of `on_level` for flights from `off_z` over rims above `below_z`. */
void qm__find_landings(qm__flights *flights);

#endif
