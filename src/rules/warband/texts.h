/* Reasons, events, rolls, choices, terms and what is told of units of warband: their numbers, made from the .def lists.
 * texts.c makes the tables of texts from the same lists.
 *
 * WB_REASON(NAME, "name", "clauses", "text"), WB_TELLS_LENGTH alike, WB_HIDES_LENGTH(NAME, TOLD_AS, "name", "clauses",
 * "text") WB_EVENT(NAME, "name", ROLE, "clauses", "text"), QM_ROLE_<ROLE> WB_ROLL(NAME, "name", "clauses", "text",
 * "classes") WB_CHOICE(NAME, "name", "clauses", "text", "options" or NULL) WB_TERM(NAME, "name", "clauses")
 * WB_TOLD(NAME, "name", TYPE, "clauses", "text", "yes", "no")
 *
 * Holes in texts: {figure} {other} {at} {item} {side} {needed} {had} {value} {needed_length} {had_length}
 * {value_length} {solid} {word}.
 */
#ifndef QM_RULES_WARBAND_TEXTS_H
#define QM_RULES_WARBAND_TEXTS_H

/* Where marks do not matter, all are reasons. */
#define WB_TELLS_LENGTH(NAME, name, clauses, text) WB_REASON(NAME, name, clauses, text)
#define WB_HIDES_LENGTH(NAME, TOLD_AS, name, clauses, text) WB_REASON(NAME, name, clauses, text)

#define WB_REASON(NAME, name, clauses, text) WB_REASON_##NAME,
enum {
    WB_REASON_NONE,
#include "rules/warband/reasons.def"
    WB_REASON_COUNT
};
#undef WB_REASON

#define WB_EVENT(NAME, name, role, clauses, text) WB_EVENT_##NAME,
enum {
    WB_EVENT_NONE,
#include "rules/warband/events.def"
    WB_EVENT_COUNT
};
#undef WB_EVENT

#define WB_ROLL(NAME, name, clauses, text, classes) WB_ROLL_##NAME,
enum {
    WB_ROLL_NONE,
#include "rules/warband/rolls.def"
    WB_ROLL_COUNT
};
#undef WB_ROLL

#define WB_CHOICE(NAME, name, clauses, text, options) WB_CHOICE_##NAME,
enum {
    WB_CHOICE_NONE,
#include "rules/warband/choices.def"
    WB_CHOICE_COUNT
};
#undef WB_CHOICE

#define WB_TERM(NAME, name, clauses) WB_TERM_##NAME,
enum {
    WB_TERM_NONE,
#include "rules/warband/terms.def"
    WB_TERM_COUNT
};
#undef WB_TERM

#define WB_TOLD(NAME, name, type, clauses, text, yes, no) WB_TOLD_##NAME,
enum {
    WB_TOLD_NONE,
#include "rules/warband/told.def"
    WB_TOLD_COUNT
};
#undef WB_TOLD

#endif
