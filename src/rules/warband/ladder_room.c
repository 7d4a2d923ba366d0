/* Ladders that are too near to a wall for a large base: geometry has no link there, and says that no ladder leads to
 * that height. Whoever sees the ladder on the table has to be told why.
 *
 * Invariant: as in barred.c, only what is told changes here.
 */
#include "rules/warband/warband.h"

/* The solid that leaves the base no room at the foot of a ladder whose head is at a place, from 1; 0 = there is none.
 */
static uint16_t solid_at_foot(const qm_scenario *s, uint16_t figure, qm_place head) {
    const qm__inch_base *base = qm__inch_base_of(&wb_of(s)->inches, figure);
    const qm__crowd nobody = {0};
    const double near = qm__levels_walker(base->levels)->radius;
    for (uint16_t i = 0; i < s->table.ladder_count; i++) {
        const qm__ladder *ladder = &s->table.ladders[i];
        const qm_place foot = {ladder->foot_x, ladder->foot_y, ladder->foot_z};
        qm__obstruction why;
        if (ladder->head_z == head.z &&
            qm__apart((qm__xy){ladder->head_x, ladder->head_y}, (qm__xy){head.x, head.y}) < near &&
            !qm__inch_can_be(base, &nobody, foot, false, &why) && why.prism >= 0) {
            return (uint16_t)(why.prism + 1);
        }
    }
    return 0;
}

void qm__wb_name_ladder(qm__judging *j) {
    for (uint16_t i = 0; i < j->verdict->reason_count; i++) {
        qm_reason *reason = &j->verdict->reasons[i];
        const uint16_t solid =
            reason->kind == WB_REASON_NO_LADDER ? solid_at_foot(j->scenario, j->order->actor, reason->at) : 0;
        if (solid != 0) {
            reason->kind = WB_REASON_LADDER_NO_ROOM;
            reason->word = solid;
        }
    }
}
