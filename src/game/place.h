/* Places and directions, as a state holds them and as people write them.
 *
 * On hexes and tiles a place is a cell and one field of a figure's state (QM_TYPE_PLACE) holds it. On a table a place
 * is three lengths: a family declares three fields of type LENGTH named x, y and z, one after the other, and files and
 * answers have one member "at" in their stead. An argument of an order is one number and cannot hold such a place; legs
 * can.
 */
#ifndef QM_GAME_PLACE_H
#define QM_GAME_PLACE_H

#include "game/family.h"

#define QM__PLACE_TEXT_SIZE 48 /* bytes of the longest place in words, with its zero */
#define QM__DEGREES_ALL 360000 /* of a full turn, in thousandths */

/* Whether everything that a family declares can hold a place of its space: on tables no field and no argument is a
 * PLACE. */
bool qm__places_fit(const qm_rules_facts *facts);
/* The first of the three fields that are a place on a table; -1 = there are none. */
int qm__at_field(const qm_rules_facts *facts, const qm_field *fields, size_t count);
/* The three as one: a field "at" of the type PLACE, for those who list fields. */
qm_field qm__at_declared(const qm_field *first);
/* The place that the fields of a state hold, and the same the other way. */
qm_place qm__at_get(const void *block, const qm_field *first);
static inline bool qm__place_same(qm_place a, qm_place b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* The kind of terrain of a prism or a zone of a table, counted from 1; "" if it has none. */
const char *qm__solid_kind(const qm_scenario *scenario, uint16_t solid);
const char *qm__zone_kind(const qm_scenario *scenario, uint16_t zone);
/* Whether a place can be one of the space at all: on tables within ±10,000 inches. */
bool qm__place_tells(const qm_scenario *scenario, qm_place place);
/* How many directions the space has. */
int qm__direction_count(const qm_scenario *scenario);

/* A length of 1/1000 inch in inches, as files have it: "12.5". */
void qm__inches_print(int32_t length, qm_text *out);
/* Directions of a table are parts of a turn (1/65536), and degrees with up to three decimals where people write them.
 * One part is more than five thousandths of a degree, so that every part has a number that reads back as itself: the
 * one with the fewest decimals, so that 12 stays 12. In thousandths of degrees. */
int32_t qm__degrees_of(int32_t parts);
int32_t qm__parts_of_degrees(int32_t thousandths);

#endif
