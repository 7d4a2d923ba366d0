/* Rows of a rulebook that contradict themselves: weapons and mounts that could never be used as they are written. A
 * rulebook that has such is refused, whether or not anybody in a scenario has them.
 */
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
    *out = (qm__rules_fault){
        {"mounts", row->name, "in_front"}, {"mounts", row->name, "in_rear"}, "it can be used in no arc"};
    return !values[SQ_MOUNT_IN_FRONT] && !values[SQ_MOUNT_IN_LEFT] && !values[SQ_MOUNT_IN_RIGHT] &&
           !values[SQ_MOUNT_IN_REAR];
}

bool qm__sq_rules_fault(const qm__rules *rules, size_t index, qm__rules_fault *out) {
    const qm__table_rows *weapons = &rules->tables[SQ_TABLE_WEAPONS], *mounts = &rules->tables[SQ_TABLE_MOUNTS];
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
