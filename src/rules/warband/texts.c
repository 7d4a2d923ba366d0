/* The tables of reasons, events, rolls, choices, terms and what is told of units, made from the same lists as their
 * numbers in texts.h. */
#include "rules/warband/declared.h"

#define WB_REASON(NAME, name, clauses, text) [WB_REASON_##NAME] = {name, clauses, text},
const qm_reason_kind qm__wb_reasons[WB_REASON_COUNT] = {
    [WB_REASON_NONE] = {"", "", ""},
#include "rules/warband/reasons.def"
};
#undef WB_REASON
#undef WB_TELLS_LENGTH
#undef WB_HIDES_LENGTH

#define WB_REASON(NAME, name, clauses, text) [WB_REASON_##NAME] = {WB_NO_LENGTH, 0},
#define WB_TELLS_LENGTH(NAME, name, clauses, text) [WB_REASON_##NAME] = {WB_OPEN_LENGTH, 0},
#define WB_HIDES_LENGTH(NAME, TOLD_AS, name, clauses, text)                                                            \
    [WB_REASON_##NAME] = {WB_HIDDEN_LENGTH, WB_REASON_##TOLD_AS},
const wb_reason_mark qm__wb_reason_marks[WB_REASON_COUNT] = {
    [WB_REASON_NONE] = {WB_NO_LENGTH, 0},
#include "rules/warband/reasons.def"
};
#undef WB_REASON
#undef WB_TELLS_LENGTH
#undef WB_HIDES_LENGTH

#define WB_EVENT(NAME, name, role, clauses, text) [WB_EVENT_##NAME] = {name, clauses, text, QM_ROLE_##role},
const qm_event_kind qm__wb_events[WB_EVENT_COUNT] = {
    [WB_EVENT_NONE] = {"roll", "", "", QM_ROLE_NONE},
#include "rules/warband/events.def"
};
#undef WB_EVENT

#define WB_ROLL(NAME, name, clauses, text, classes) [WB_ROLL_##NAME] = {name, clauses, text, classes},
const qm_roll_kind qm__wb_rolls[WB_ROLL_COUNT] = {
    [WB_ROLL_NONE] = {"", "", "", NULL},
#include "rules/warband/rolls.def"
};
#undef WB_ROLL

#define WB_CHOICE(NAME, name, clauses, text, options) [WB_CHOICE_##NAME] = {name, clauses, text, options},
const qm_choice_kind qm__wb_choices[WB_CHOICE_COUNT] = {
    [WB_CHOICE_NONE] = {"", "", "", NULL},
#include "rules/warband/choices.def"
};
#undef WB_CHOICE

#define WB_TERM(NAME, name, clauses) [WB_TERM_##NAME] = {name, clauses},
const qm_term_kind qm__wb_terms[WB_TERM_COUNT] = {
    [WB_TERM_NONE] = {"", ""},
#include "rules/warband/terms.def"
};
#undef WB_TERM

#define WB_TOLD(NAME, name, type, clauses, text, yes, no)                                                              \
    [WB_TOLD_##NAME] = {name, QM_TYPE_##type, clauses, text, yes, no},
const qm_told_kind qm__wb_told_kinds[WB_TOLD_COUNT] = {
    [WB_TOLD_NONE] = {"", QM_TYPE_FLAG, "", "", "", ""},
#include "rules/warband/told.def"
};
#undef WB_TOLD
