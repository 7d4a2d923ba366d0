/* Settings and rows that cannot both hold: a rulebook that has such is refused, with the place of the later of the two.
 *
 * Rejected: to refuse settings that merely have no effect beside others. A rulebook that extends one may well leave
 * them to those who extend it in turn.
 */
#include <string.h>

#include "rules/warband/warband.h"

enum { FAULTS_MAX = 8 };

#define SETTING(setting_name)                                                                                          \
    { .name = #setting_name }

/* Each with what it holds for; numbers and words as in settings.def. */
static size_t settings_faults(const wb_settings *set, qm__rules_fault *out) {
    const struct {
        bool holds;
        qm__rules_fault fault;
    } all[] = {
        {set->natural_pass > 0 && set->natural_fail >= set->natural_pass,
         {SETTING(natural_fail), SETTING(natural_pass), "some dice would fail and pass whatever is needed"}},
        {set->natural_fail >= set->check_die,
         {SETTING(natural_fail), SETTING(check_die), "every face of the die would fail"}},
        {set->engage_half > set->engage_full,
         {SETTING(engage_half), SETTING(engage_full), "what is beyond half the Move must not begin before it ends"}},
        {set->drop_penalty > 0 && set->drop_high == 0,
         {SETTING(drop_penalty), SETTING(drop_high), "the penalty is for jumps down from drop_high, and no height is"}},
        {set->engaged_move == WB_ENGAGED_MOVE_YES && set->leave_downed == WB_LEAVE_DOWNED_NO,
         {SETTING(engaged_move), SETTING(leave_downed),
          "a unit could leave enemies who stand, but not those who are down"}},
    };
    size_t count = 0;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i].holds) {
            out[count++] = all[i].fault;
        }
    }
    _Static_assert(sizeof all / sizeof all[0] <= FAULTS_MAX, "room for all of them");
    return count;
}

/* Two rows of injuries that begin at the same result and do different things: the n-th such pair. */
static bool injuries_fault(const qm__table_rows *rows, size_t n, qm__rules_fault *out) {
    for (uint16_t a = 0; a < rows->count; a++) {
        for (uint16_t b = (uint16_t)(a + 1); b < rows->count; b++) {
            const int32_t *one = rows->rows[a].values, *other = rows->rows[b].values;
            if (one[WB_INJURY_FROM] == other[WB_INJURY_FROM] && one[WB_INJURY_RESULT] != other[WB_INJURY_RESULT] &&
                n-- == 0) {
                *out = (qm__rules_fault){{"injuries", rows->rows[a].name, "from"},
                                         {"injuries", rows->rows[b].name, "from"},
                                         "a result would do two things"};
                return true;
            }
        }
    }
    return false;
}

bool qm__wb_rules_fault(const qm__rules *rules, size_t index, qm__rules_fault *out) {
    qm__rules_fault faults[FAULTS_MAX];
    wb_settings set;
    memcpy(&set, rules->settings, sizeof set);
    const size_t count = settings_faults(&set, faults);
    if (index >= count) {
        return injuries_fault(&rules->tables[WB_TABLE_INJURIES], index - count, out);
    }
    *out = faults[index];
    return true;
}
