/* A toy family of units on tiles. Units act one after the other, once a turn. One marches, each of its figures on its
 * own way, up to its pace, through its own but not through others; or it fires a volley at an enemy unit: every figure
 * on its feet rolls the dice of its weapon, each that shows the weapon's number or less is a hit, and for every hit the
 * other side picks one of the unit to fall. */
#ifndef QM_TEST_DRILL_H
#define QM_TEST_DRILL_H

#include "game/family.h"

extern const qm__family qm__family_drill;

enum { DR_MARCH = 1, DR_VOLLEY, DR_REST, DR_SALUTE, DR_ARM, DR_NEXT, DR_ORDERS };
enum { DR_LEG_FIGURE = 1, DR_LEG_STEP, DR_LEG_FACE, DR_LEG_SHIFT, DR_LEG_WITH, DR_LEGS };

#endif
