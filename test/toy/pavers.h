/* pave: a second toy family, on tiles, no larger than it takes to show that nothing outside a family asks for hexes.
 *
 * Its rules: in its turn a paver walks up to five points; a tile costs one point, a tile of gravel two. A diagonal step
 * costs what a straight one does. A wall bars the step over it, and a diagonal step when both ways round its corner are
 * closed. Where another paver stands, nobody enters.
 */
#ifndef QM_TEST_PAVERS_H
#define QM_TEST_PAVERS_H

#include "game/family.h"

extern const qm__family qm__family_pave;

enum { PV_NONE, PV_WALK, PV_TURN, PV_NEXT, PV_ORDERS };

#endif
