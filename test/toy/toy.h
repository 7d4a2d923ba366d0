/* stroll: a toy family, as small as a family can be and still use everything a family can use. It proves docs/adding-a-family.md
 * and exercises the machinery: settings, tables, terrain, checks, a table of results, pools, a choice, a hidden declaration, an edit.
 *
 * Its rules: a stroller walks up to `pace` hexes. On a stone it rolls `dice` d6 against its agility; failing, it tumbles (two
 * dice, five rows) and its walk ends. On the worst row but one its player chooses: a bruise, or lying down. Solid hexes and
 * other strollers bar the way. Each notes a secret number beforehand. Instead of walking one may forage (a pool of dice), race
 * all others (their pools against each other) or vault (a die at or over a number, or the better or worse of two).
 */
#ifndef QM_TEST_TOY_H
#define QM_TEST_TOY_H

#include "game/family.h"

extern const qm__family qm__family_stroll;

enum { ST_NONE, ST_WALK, ST_NOTE, ST_NEXT, ST_PLACE, ST_FORAGE, ST_RACE, ST_VAULT, ST_ORDERS };

#endif
