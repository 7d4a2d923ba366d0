/* Reasons, events, rolls, choices, terms and what is told of models of squad: their numbers, made from the .def lists.
 * texts.c makes the tables of texts from the same lists.
 *
 * SQ_REASON(NAME, "name", "clauses", "text")          SQ_EVENT(NAME, "name", ROLE, "clauses", "text"), QM_ROLE_<ROLE>
 * SQ_ROLL(NAME, "name", "clauses", "text", "classes") SQ_CHOICE(NAME, "name", "clauses", "text", "options" or NULL)
 * SQ_TERM(NAME, "name", "clauses")                    SQ_TOLD(NAME, "name", TYPE, "clauses", "text", "yes", "no")
 *
 * Holes in texts: {figure} {other} {at} {item} {side} {needed} {had} {value} {needed_length} {had_length}
 * {value_length} {solid}.
 */
#ifndef QM_RULES_SQUAD_TEXTS_H
#define QM_RULES_SQUAD_TEXTS_H

#define SQ_REASON(NAME, name, clauses, text) SQ_REASON_##NAME,
enum {
    SQ_REASON_NONE,
#include "rules/squad/reasons_frame.def"
#include "rules/squad/reasons_move.def"
#include "rules/squad/reasons_shoot.def"
    SQ_REASON_COUNT
};
#undef SQ_REASON

#define SQ_EVENT(NAME, name, role, clauses, text) SQ_EVENT_##NAME,
enum {
    SQ_EVENT_NONE,
#include "rules/squad/events_frame.def"
#include "rules/squad/events_move.def"
#include "rules/squad/events_shoot.def"
    SQ_EVENT_COUNT
};
#undef SQ_EVENT

#define SQ_ROLL(NAME, name, clauses, text, classes) SQ_ROLL_##NAME,
enum {
    SQ_ROLL_NONE,
#include "rules/squad/rolls_frame.def"
#include "rules/squad/rolls_move.def"
#include "rules/squad/rolls_shoot.def"
    SQ_ROLL_COUNT
};
#undef SQ_ROLL

#define SQ_CHOICE(NAME, name, clauses, text, options) SQ_CHOICE_##NAME,
enum {
    SQ_CHOICE_NONE,
#include "rules/squad/choices_move.def"
#include "rules/squad/choices_shoot.def"
    SQ_CHOICE_COUNT
};
#undef SQ_CHOICE

#define SQ_TERM(NAME, name, clauses) SQ_TERM_##NAME,
enum {
    SQ_TERM_NONE,
#include "rules/squad/terms_frame.def"
#include "rules/squad/terms_shoot.def"
    SQ_TERM_COUNT
};
#undef SQ_TERM

#define SQ_TOLD(NAME, name, type, clauses, text, yes, no) SQ_TOLD_##NAME,
enum {
    SQ_TOLD_NONE,
#include "rules/squad/told.def"
    SQ_TOLD_COUNT
};
#undef SQ_TOLD

#endif
