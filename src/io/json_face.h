/* Members that the answers of the library have in common, as JSON: chances, figures, places, orders, lengths, terms. */
#ifndef QM_IO_JSON_FACE_H
#define QM_IO_JSON_FACE_H

#include "io/declared.h"

/* Chances with nine places: the shortest exact form would differ in the last digit between equal answers. */
void qm__chance_member(qm__json_writer *w, const char *key, double value);
/* Left out for 0, which is nobody. */
void qm__figure_member(qm__json_writer *w, const qm_scenario *s, const char *key, uint16_t figure);
void qm__place_string(qm__json_writer *w, const qm_scenario *s, qm_place place);
/* Left out where all is 0, which is no place. */
void qm__place_member(qm__json_writer *w, const qm_scenario *s, const char *key, qm_place place);
void qm__order_member(qm__json_writer *w, const qm_scenario *s, const char *key, const qm_order *order);
/* Lengths of a verdict or distance: inches where the unit is 1/1000 inch. */
void qm__length_member(qm__json_writer *w, const char *key, int32_t value, bool inches);
bool qm__is_table(const qm_scenario *s);
/* An array of the words of a list. */
void qm__words_member(qm__json_writer *w, const char *key, const char *words);
/* The units of figures where the text of a kind speaks of those. */
void qm__unit_members(qm__json_writer *w, const qm_scenario *s, const char *text, uint16_t figure, uint16_t other);
/* What the number `word` of a text stands for: a solid or zone and its kind, or the row of a table that the text names. */
void qm__word_members(qm__json_writer *w, const qm_scenario *s, const char *text, uint16_t word);
/* The number to roll, and what must show it where that is told. */
void qm__target_member(qm__json_writer *w, int32_t target, uint8_t over);
/* "die", "higher" or "lower": what must show the target or more; "" where the dice are read otherwise. */
const char *qm__over_word(uint8_t over);
/* What is told of a figure; left out in families that tell nothing. */
void qm__told_member(qm__json_writer *w, const qm_scenario *s, const qm_state *state, uint16_t figure);
void qm__terms_member(qm__json_writer *w, const qm_rules_facts *facts, const qm_term *terms, size_t count);
/* The members of a check, without braces around them; a reason and an event as objects. */
void qm__check_members(qm__json_writer *w, const qm_scenario *s, const qm_check *check);
void qm__reason_object(qm__json_writer *w, const qm_scenario *s, const qm_reason *reason);
void qm__event_object(qm__json_writer *w, const qm_scenario *s, const qm_event *event);
void qm__events_array(qm__json_writer *w, const qm_scenario *s, const qm_events *events);
/* Left out where the chance is not known exactly. */
void qm__fraction_member(qm__json_writer *w, const qm_outcome *outcome);

#endif
