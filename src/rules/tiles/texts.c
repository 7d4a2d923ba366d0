/* The tables of reasons, events, rolls, choices and terms, made from the same lists as their numbers in texts.h. */
#include "rules/tiles/declared.h"

#define TL_REASON(NAME, name, clauses, text) [TL_REASON_##NAME] = {name, clauses, text},
const qm_reason_kind qm__tl_reasons[TL_REASON_COUNT] = {
    [TL_REASON_NONE] = {"", "", ""},
#include "rules/tiles/reasons.def"
};
#undef TL_REASON

#define TL_EVENT(NAME, name, role, clauses, text) [TL_EVENT_##NAME] = {name, clauses, text, QM_ROLE_##role},
const qm_event_kind qm__tl_events[TL_EVENT_COUNT] = {
    [TL_EVENT_NONE] = {"roll", "", "", QM_ROLE_NONE},
#include "rules/tiles/events.def"
};
#undef TL_EVENT

#define TL_ROLL(NAME, name, clauses, text, classes) [TL_ROLL_##NAME] = {name, clauses, text, classes},
const qm_roll_kind qm__tl_rolls[TL_ROLL_COUNT] = {
    [TL_ROLL_NONE] = {"", "", "", NULL},
#include "rules/tiles/rolls.def"
};
#undef TL_ROLL

#define TL_CHOICE(NAME, name, clauses, text, options) [TL_CHOICE_##NAME] = {name, clauses, text, options},
const qm_choice_kind qm__tl_choices[TL_CHOICE_COUNT] = {
    [TL_CHOICE_NONE] = {"", "", "", NULL},
#include "rules/tiles/choices.def"
};
#undef TL_CHOICE

#define TL_TERM(NAME, name, clauses) [TL_TERM_##NAME] = {name, clauses},
const qm_term_kind qm__tl_terms[TL_TERM_COUNT] = {
    [TL_TERM_NONE] = {"", ""},
#include "rules/tiles/terms.def"
};
#undef TL_TERM
