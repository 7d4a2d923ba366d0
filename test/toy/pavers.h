/* pave: a second toy family, on tiles. It shows that nothing outside a family asks for hexes, and it has an event for
 * every role that one can have in a picture.
 *
 * Its rules: in its turn a paver walks up to five points; a tile costs one point, a tile of gravel two. A diagonal step
 * costs what a straight one does. A wall bars the step over it, and a diagonal step when both ways round its corner are
 * closed. Where another paver stands, nobody enters. While nobody is to walk, the first two race if there are just two
 * free tiles between them, in a row, the first to the west: it comes a tile nearer, and then a die of three tells which
 * of the two gets the other tile.
 */
#ifndef QM_TEST_PAVERS_H
#define QM_TEST_PAVERS_H

#include "game/family.h"

extern const qm__family qm__family_pave;

enum { PV_NONE, PV_WALK, PV_TURN, PV_NEXT, PV_RESOLVE, PV_ORDERS };

/* Its events: what a race tells, what only stories made by hand tell, and what walking tells. */
enum {
    EV_ROLL,
    EV_GOAL,
    EV_CHOSE,
    EV_WATCHES,
    EV_BEAT,
    EV_STEPPED,
    EV_PAID,
    EV_CONFLICT,
    EV_WON,
    EV_LOST,
    EV_TIE,
    EV_STANDOFF,
    EV_STOPPED,
    EV_INTERCEPTED,
    EV_HALTED,
    EV_BLOCKED,
    EV_ARRIVED,
    EV_STUMBLED,
    EV_CAME,
    EV_TURN,
    EV_COUNT
};

#endif
