/* Reasons, events, rolls, choices and terms of tiles: their numbers, made from the .def lists. texts.c makes the tables
 * of texts from the same lists.
 *
 * TL_REASON(NAME, "name", "clauses", "text")          TL_EVENT(NAME, "name", ROLE, "clauses", "text"), QM_ROLE_<ROLE>
 * TL_ROLL(NAME, "name", "clauses", "text", "classes") TL_CHOICE(NAME, "name", "clauses", "text", "options" or NULL)
 * TL_TERM(NAME, "name", "clauses")
 *
 * Holes in texts: {figure} {other} {at} {needed} {had} {value}.
 */
#ifndef QM_RULES_TILES_TEXTS_H
#define QM_RULES_TILES_TEXTS_H

#define TL_REASON(NAME, name, clauses, text) TL_REASON_##NAME,
enum {
    TL_REASON_NONE,
#include "rules/tiles/reasons.def"
    TL_REASON_COUNT
};
#undef TL_REASON

#define TL_EVENT(NAME, name, role, clauses, text) TL_EVENT_##NAME,
enum {
    TL_EVENT_NONE,
#include "rules/tiles/events.def"
    TL_EVENT_COUNT
};
#undef TL_EVENT

#define TL_ROLL(NAME, name, clauses, text, classes) TL_ROLL_##NAME,
enum {
    TL_ROLL_NONE,
#include "rules/tiles/rolls.def"
    TL_ROLL_COUNT
};
#undef TL_ROLL

#define TL_CHOICE(NAME, name, clauses, text, options) TL_CHOICE_##NAME,
enum {
    TL_CHOICE_NONE,
#include "rules/tiles/choices.def"
    TL_CHOICE_COUNT
};
#undef TL_CHOICE

#define TL_TERM(NAME, name, clauses) TL_TERM_##NAME,
enum {
    TL_TERM_NONE,
#include "rules/tiles/terms.def"
    TL_TERM_COUNT
};
#undef TL_TERM

#endif
