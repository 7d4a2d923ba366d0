/* Reasons, events, rolls, choices and terms of hexmelee: their numbers, made from the .def lists. texts.c makes the
 * tables of texts from the same lists. Each list has three parts: frame (turn, hurts, edits), move (movement) and act
 * (actions).
 *
 * HM_REASON(NAME, "name", "clauses", "text")          HM_EVENT(NAME, "name", "clauses", "text")
 * HM_ROLL(NAME, "name", "clauses", "text", "classes") HM_CHOICE(NAME, "name", "clauses", "text", "options" or NULL)
 * HM_TERM(NAME, "name", "clauses")
 *
 * Holes in texts: {figure} {other} {item} {at} {needed} {had} {value} {direction} (word as a direction) {word} (a
 * number).
 */
#ifndef QM_RULES_HEXMELEE_TEXTS_H
#define QM_RULES_HEXMELEE_TEXTS_H

#define HM_REASON(NAME, name, clauses, text) HM_REASON_##NAME,
enum {
    HM_REASON_NONE,
#include "rules/hexmelee/reasons_act.def"
#include "rules/hexmelee/reasons_frame.def"
#include "rules/hexmelee/reasons_move.def"
    HM_REASON_COUNT
};
#undef HM_REASON

#define HM_EVENT(NAME, name, clauses, text) HM_EVENT_##NAME,
enum {
    HM_EVENT_NONE,
#include "rules/hexmelee/events_act.def"
#include "rules/hexmelee/events_frame.def"
#include "rules/hexmelee/events_move.def"
    HM_EVENT_COUNT
};
#undef HM_EVENT

#define HM_ROLL(NAME, name, clauses, text, classes) HM_ROLL_##NAME,
enum {
    HM_ROLL_NONE,
#include "rules/hexmelee/rolls_act.def"
#include "rules/hexmelee/rolls_frame.def"
#include "rules/hexmelee/rolls_move.def"
    HM_ROLL_COUNT
};
#undef HM_ROLL

#define HM_CHOICE(NAME, name, clauses, text, options) HM_CHOICE_##NAME,
enum {
    HM_CHOICE_NONE,
#include "rules/hexmelee/choices_act.def"
#include "rules/hexmelee/choices_frame.def"
#include "rules/hexmelee/choices_move.def"
    HM_CHOICE_COUNT
};
#undef HM_CHOICE

#define HM_TERM(NAME, name, clauses) HM_TERM_##NAME,
enum {
    HM_TERM_NONE,
#include "rules/hexmelee/terms_act.def"
#include "rules/hexmelee/terms_frame.def"
#include "rules/hexmelee/terms_move.def"
    HM_TERM_COUNT
};
#undef HM_TERM

#endif
