/* The inside of the search for the nearest place: what round and rectangular bases share. See nearest.h. */
#ifndef QM_SPACE_TABLE_NEAREST_INSIDE_H
#define QM_SPACE_TABLE_NEAREST_INSIDE_H

#include "space/table/nearest.h"

typedef struct qm__nearest_search qm__nearest_search;

/* Curves on which the nearest place may be: a straight piece, a circle. */
void qm__nearest_straight(qm__nearest_search *search, qm__xy a, qm__xy b);
void qm__nearest_circle(qm__nearest_search *search, qm__xy centre, double radius);

/* A body as the ask wants it to be; false = it is as if it were not there. */
bool qm__nearest_body(const qm__nearest_ask *ask, uint16_t number, qm__body *out);

/* Tells the search where the centre of the ask's rectangle touches walls, bodies and the border of the table. */
void qm__rect_curves(qm__nearest_search *search, const qm__nearest_ask *ask);

/* Room for the search: curves of a base for each wall, each body, and the border of the table. */
size_t qm__nearest_room(const qm__levels *levels, uint32_t body_count, uint32_t wall_curves, uint32_t body_curves);
/* The nearest place on any level whose height differs from that of the spot by at most `reach_z`. */
bool qm__nearest_on_levels(qm__nearest_ask ask, int32_t reach_z, void *scratch, size_t scratch_size, qm__spot *out);

#endif
