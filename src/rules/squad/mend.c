/* A unit that is torn apart by a fall: whether those yet to move can mend it (SQ-02, SQ-10).
 *
 * Places are looked for as for a goal that is tried: on foot and over links at which nothing is rolled for, around each
 * of those who have moved or fallen, who stays there. What is found is an order like one that a player could give in a
 * move that was broken off, and it demands no luck: a way that is rolled for may not get there, and nobody has to take
 * it. So nothing is lost with the other links, which take many times as long to look for, and odds look at each way in
 * which a unit may be torn apart.
 *
 * Invariant: who is told to mend has an order that does, and it is among its options.
 */
#include <stddef.h>
#include <string.h>

#include "rules/squad/move.h"

static bool has_moved(const sq_model *m) {
    return !m->out && (m->gone || m->fell);
}

/* A unit of which some have moved or fallen, and which is torn apart as it stands. */
static bool is_torn(const qm_scenario *s, const qm_state *st, uint16_t first) {
    const qm__troop *unit = sq_unit(s, first);
    bool moved = false;
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        moved |= has_moved(sq_at(s, st, i));
    }
    const sq_spacing spacing = qm__sq_spacing_now(s, st, unit);
    return moved && !(spacing.coherent && spacing.gathered);
}

static bool is_mending(qm__judging *j) {
    qm__sq_judge_legs(j);
    return j->verdict->judgement == QM_LEGAL && j->verdict->check_count == 0;
}

bool qm__sq_find_mending(const qm_scenario *s, const qm_state *st, uint16_t first, void *search, sq_prepared *prepared,
                         qm_order *order) {
    const qm__troop *unit = sq_unit(s, first);
    qm_verdict verdict;
    bool found = false;
    qm_order_clear(order, SQ_ORDER_MOVE, first);
    qm__judging j = {.scenario = s,
                     .state = st,
                     .order = order,
                     .prepared = prepared,
                     .search = search,
                     .verdict = &verdict,
                     .brief = true};
    if (qm__sq_is_beyond_mending(&j, 0, !qm__sq_leads_surely(s, st, first))) {
        return false;
    }
    for (uint16_t i = unit->first; i < unit->first + unit->count && !found; i++) {
        const sq_model *m = sq_at(s, st, i);
        if (has_moved(m)) {
            memset(&verdict, 0, sizeof verdict);
            verdict.chance = 1;
            order->leg_count = 0;
            if (!m->gone) { /* named, it stays where it fell */
                order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_FIGURE, .thing = i};
            }
            order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_GOAL, .to = sq_place(m)};
            found = is_mending(&j);
        }
    }
    return found;
}

bool qm__sq_has_to_mend(const qm_scenario *s, const qm_state *st, uint16_t first, void *search, qm_order *order) {
    sq_prepared prepared;
    return sq_set(s)->torn == SQ_TORN_MEND && sq_game_of(s, st)->unfinished == first && is_torn(s, st, first) &&
           qm__sq_find_mending(s, st, first, search, &prepared, order);
}
