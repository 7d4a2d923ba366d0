/* The tables of reasons, events, rolls, choices, terms and what is told of models, made from the same lists as their
 * numbers in texts.h. */
#include "rules/squad/declared.h"

#define SQ_REASON(NAME, name, clauses, text) [SQ_REASON_##NAME] = {name, clauses, text},
const qm_reason_kind qm__sq_reasons[SQ_REASON_COUNT] = {
    [SQ_REASON_NONE] = {"", "", ""},
#include "rules/squad/reasons_frame.def"
#include "rules/squad/reasons_move.def"
#include "rules/squad/reasons_shoot.def"
};
#undef SQ_REASON

#define SQ_EVENT(NAME, name, role, clauses, text) [SQ_EVENT_##NAME] = {name, clauses, text, QM_ROLE_##role},
const qm_event_kind qm__sq_events[SQ_EVENT_COUNT] = {
    [SQ_EVENT_NONE] = {"roll", "", "", QM_ROLE_NONE},
#include "rules/squad/events_frame.def"
#include "rules/squad/events_move.def"
#include "rules/squad/events_shoot.def"
};
#undef SQ_EVENT

#define SQ_ROLL(NAME, name, clauses, text, classes) [SQ_ROLL_##NAME] = {name, clauses, text, classes},
const qm_roll_kind qm__sq_rolls[SQ_ROLL_COUNT] = {
    [SQ_ROLL_NONE] = {"", "", "", NULL},
#include "rules/squad/rolls_frame.def"
#include "rules/squad/rolls_move.def"
#include "rules/squad/rolls_shoot.def"
};
#undef SQ_ROLL

#define SQ_CHOICE(NAME, name, clauses, text, options) [SQ_CHOICE_##NAME] = {name, clauses, text, options},
const qm_choice_kind qm__sq_choices[SQ_CHOICE_COUNT] = {
    [SQ_CHOICE_NONE] = {"", "", "", NULL},
#include "rules/squad/choices_move.def"
#include "rules/squad/choices_shoot.def"
};
#undef SQ_CHOICE

#define SQ_TERM(NAME, name, clauses) [SQ_TERM_##NAME] = {name, clauses},
const qm_term_kind qm__sq_terms[SQ_TERM_COUNT] = {
    [SQ_TERM_NONE] = {"", ""},
#include "rules/squad/terms_frame.def"
#include "rules/squad/terms_shoot.def"
};
#undef SQ_TERM

#define SQ_TOLD(NAME, name, type, clauses, text, yes, no)                                                              \
    [SQ_TOLD_##NAME] = {name, QM_TYPE_##type, clauses, text, yes, no},
const qm_told_kind qm__sq_told_kinds[SQ_TOLD_COUNT] = {
    [SQ_TOLD_NONE] = {"", QM_TYPE_FLAG, "", "", "", ""},
#include "rules/squad/told.def"
};
#undef SQ_TOLD
