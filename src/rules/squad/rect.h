/* Rectangular bases: where they stand, how they slide and turn.
 *
 * A rectangle slides straight with the facing it has, and is turned where it is: what lies beside it is passed by the
 * base as it slides, while a turn asks for room at its end alone, as for a model that is lifted and put down again, and
 * keeps off enemies all through (near.c). It
 * crosses low obstacles with its centre like any other base, and neither climbs nor leaps.
 */
#ifndef QM_RULES_SQUAD_RECT_H
#define QM_RULES_SQUAD_RECT_H

#include "rules/squad/move.h"

/* Whether a rectangle can end at a place with a facing; `crowd` NULL: as far as terrain goes. */
bool qm__sq_rect_stands(const qm_scenario *s, uint16_t figure, const qm__crowd *crowd, qm_place at, uint16_t facing,
                        qm__obstruction *why);
/* Refuses a facing that a rectangle has no room for where it is; round bases have it always. */
void qm__sq_rect_judge_facing(qm__judging *j, uint16_t figure, uint16_t facing);
/* A leg of a rectangle: straight there. False after a reason. */
bool qm__sq_rect_slide(sq_going *g, qm_place to);
/* Refuses a way that takes more than its movement, with how far that suffices; true where it does. */
bool qm__sq_rect_far(sq_going *g);
/* What turning has cost since the move began, and whether its corners ended too far; false after a reason. */
bool qm__sq_rect_turned(sq_going *g);
/* What turning from one facing to another takes off the movement. */
double qm__sq_rect_turn(const qm_scenario *s, uint16_t figure, uint16_t from, uint16_t to);
/* Whether corners of one that began as `began` end no farther from where they were than so much, where that counts. */
bool qm__sq_rect_corners(const qm_scenario *s, const qm__body *began, qm_place at, uint16_t facing, int32_t left);
/* Whether it can end where it is. */
bool qm__sq_rect_end(sq_going *g);

#endif
