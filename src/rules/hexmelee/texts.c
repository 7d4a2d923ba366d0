/* The tables of reasons, events, rolls, choices and terms, made from the same lists as their numbers in texts.h. */
#include "rules/hexmelee/declared.h"

#define HM_REASON(NAME, name, clauses, text) [HM_REASON_##NAME] = {name, clauses, text},
const qm_reason_kind qm__hm_reasons[HM_REASON_COUNT] = {
    [HM_REASON_NONE] = {"", "", ""},
#include "rules/hexmelee/reasons_act.def"
#include "rules/hexmelee/reasons_frame.def"
#include "rules/hexmelee/reasons_move.def"
};
#undef HM_REASON

#define HM_EVENT(NAME, name, clauses, text) [HM_EVENT_##NAME] = {name, clauses, text, QM_ROLE_NONE},
const qm_event_kind qm__hm_events[HM_EVENT_COUNT] = {
    [HM_EVENT_NONE] = {"roll", "", "", QM_ROLE_NONE},
#include "rules/hexmelee/events_act.def"
#include "rules/hexmelee/events_frame.def"
#include "rules/hexmelee/events_move.def"
};
#undef HM_EVENT

#define HM_ROLL(NAME, name, clauses, text, classes) [HM_ROLL_##NAME] = {name, clauses, text, classes},
const qm_roll_kind qm__hm_rolls[HM_ROLL_COUNT] = {
    [HM_ROLL_NONE] = {"", "", "", NULL},
#include "rules/hexmelee/rolls_act.def"
#include "rules/hexmelee/rolls_frame.def"
#include "rules/hexmelee/rolls_move.def"
};
#undef HM_ROLL

#define HM_CHOICE(NAME, name, clauses, text, options) [HM_CHOICE_##NAME] = {name, clauses, text, options},
const qm_choice_kind qm__hm_choices[HM_CHOICE_COUNT] = {
    [HM_CHOICE_NONE] = {"", "", "", NULL},
#include "rules/hexmelee/choices_act.def"
#include "rules/hexmelee/choices_frame.def"
#include "rules/hexmelee/choices_move.def"
};
#undef HM_CHOICE

#define HM_TERM(NAME, name, clauses) [HM_TERM_##NAME] = {name, clauses},
const qm_term_kind qm__hm_terms[HM_TERM_COUNT] = {
    [HM_TERM_NONE] = {"", ""},
#include "rules/hexmelee/terms_act.def"
#include "rules/hexmelee/terms_frame.def"
#include "rules/hexmelee/terms_move.def"
};
#undef HM_TERM
