/* What contradicts itself in a rulebook: weapons and mounts that could never be used as they are written, checks. A
 * rulebook that has such is refused, whether or not anybody in a scenario has them.
 */
#include <string.h>

#include "rules/squad/squad.h"

/* The n-th such fault of a row; false = it has no more. */
static bool weapon_fault(const qm__table_row *row, size_t n, qm__rules_fault *out) {
    const qm__rules_fault faults[] = {
        {{"weapons", row->name, "short"},
         {"weapons", row->name, "long"},
         "its short range is longer than its long range"},
        {{"weapons", row->name, "long"}, {"weapons", row->name, "attacks"}, "it has a range and no attacks"}};
    const bool ranged = row->values[SQ_WEAPON_LONG] > 0;
    const bool holds[] = {ranged && row->values[SQ_WEAPON_SHORT] > row->values[SQ_WEAPON_LONG],
                          ranged && row->values[SQ_WEAPON_ATTACKS] == 0};
    for (size_t i = 0; i < 2; i++) {
        if (holds[i] && n-- == 0) {
            *out = faults[i];
            return true;
        }
    }
    return false;
}

static bool mount_fault(const qm__table_row *row, qm__rules_fault *out) {
    const int32_t *values = row->values;
    const qm__rules_place place = {"mounts", row->name, NULL};
    *out = (qm__rules_fault){
        place, place, "it names no arc: of in_front, in_left, in_right and in_rear at least one must be true"};
    return !values[SQ_MOUNT_IN_FRONT] && !values[SQ_MOUNT_IN_LEFT] && !values[SQ_MOUNT_IN_RIGHT] &&
           !values[SQ_MOUNT_IN_REAR];
}

/* The natural results of a check: one face would do both. */
static bool check_fault(const sq_settings *set, qm__rules_fault *out) {
    *out = (qm__rules_fault){
        {NULL, NULL, "check_passes"}, {NULL, NULL, "check_fails"}, "some dice would pass and fail"};
    return set->check_passes >= set->check_fails;
}

bool qm__sq_rules_fault(const qm__rules *rules, size_t index, qm__rules_fault *out) {
    sq_settings set;
    memcpy(&set, rules->settings, sizeof set);
    const qm__table_rows *weapons = &rules->tables[SQ_TABLE_WEAPONS], *mounts = &rules->tables[SQ_TABLE_MOUNTS];
    if (check_fault(&set, out) && index-- == 0) {
        return true;
    }
    for (uint16_t i = 0; i < weapons->count; i++) {
        for (size_t n = 0; weapon_fault(&weapons->rows[i], n, out); n++) {
            if (index-- == 0) {
                return true;
            }
        }
    }
    for (uint16_t i = 0; i < mounts->count; i++) {
        if (mount_fault(&mounts->rows[i], out) && index-- == 0) {
            return true;
        }
    }
    return false;
}
