/* Where the failure of a leg leaves the figure: found when the leg is judged, noted in its hop.
 *
 * Invariant: who falls is engaged with nobody where it comes to rest (WB-19), and a place that does for that is not
 * changed.
 *
 * Rejected: to keep every fall off others by the same margin. A landing that was chosen a hair off an enemy would move.
 */
#include "rules/warband/leg_judge.h"

enum { JUST_ABOVE = 1 }; /* units: falls end on a surface that is lower than where they begin */

static void note_fall(wb_taking *t, const qm__inch_fall *fall, bool asks) {
    wb_hop *hop = t->hop;
    hop->fail = WB_FAIL_FALLS;
    hop->onto = fall->onto;
    hop->fall = fall->height;
    hop->asks = asks;
    hop->fall_count = (uint8_t)(fall->count < 8 ? fall->count : 8);
    for (uint8_t i = 0; i < hop->fall_count; i++) {
        hop->falls[i] = fall->places[i];
    }
}

void qm__wb_foresee_fall_over(wb_taking *t, qm__xy outward) {
    const qm__trek *trek = t->trek;
    const qm__walker *walker = qm__levels_walker(trek->base->levels);
    const bool ground = t->set->fall_to == WB_FALL_TO_GROUND;
    const qm__xy edge = qm__along((qm__xy){t->from.x, t->from.y}, outward, walker->whole ? walker->radius : 0);
    qm__inch_fall fall;
    if (trek->mute) {
        return;
    }
    qm__inch_fall_from(trek->base, &trek->search->crowd, edge, ground ? JUST_ABOVE : t->from.z, outward, WB_CLEAR,
                       qm__inch_scratch(trek->search), &fall);
    fall.height = fall.count > 0 ? t->from.z - fall.places[0].z : 0;
    const bool asks = fall.onto != 0 && t->set->fall_crowded == WB_FALL_CROWDED_ASK;
    if (asks) {
        qm__inch_fall_around(trek->base, &trek->search->crowd, edge, outward, WB_CLEAR, qm__inch_scratch(trek->search),
                             &fall);
    }
    note_fall(t, &fall, asks);
}

/* Whether one who falls at a place is engaged with nobody there. */
static bool lies_free(const wb_taking *t, qm_place at) {
    const qm_state *state = t->trek->j->state;
    for (uint16_t i = 1; i <= t->s->figure_count; i++) {
        if (wb_present(wb_at(t->s, state, i)) && wb_hostile(t->s, t->figure, i) &&
            qm__wb_touches(t->s, state, t->figure, at, i)) {
            return false;
        }
    }
    return qm__inch_can_be(t->trek->base, &t->trek->search->crowd, at, true, NULL);
}

void qm__wb_foresee_fall_at(wb_taking *t) {
    const qm__trek *trek = t->trek;
    const qm_place to = t->leg->to;
    qm__inch_fall fall = {.count = 1, .height = t->from.z - to.z, .places = {to}};
    if (trek->mute) {
        return;
    }
    const bool asks = t->set->fall_crowded == WB_FALL_CROWDED_ASK;
    if (lies_free(t, to)) {
        note_fall(t, &fall, false);
        return;
    }
    qm__inch_fall_from(trek->base, &trek->search->crowd, (qm__xy){to.x, to.y}, to.z + JUST_ABOVE, (qm__xy){0, 0},
                       WB_CLEAR, qm__inch_scratch(trek->search), &fall);
    if (asks) {
        qm__inch_fall_around(trek->base, &trek->search->crowd, (qm__xy){to.x, to.y}, (qm__xy){0, 0}, WB_CLEAR,
                             qm__inch_scratch(trek->search), &fall);
    }
    if (fall.count == 0) {
        fall = (qm__inch_fall){.count = 1, .places = {to}};
    }
    fall.height = t->from.z - fall.places[0].z;
    fall.onto = 0; /* it was a place to stop at: it is put aside for touching somebody at most */
    note_fall(t, &fall, asks);
}

/* Whether the unit can be left where the leg begins: it stands there and touches no enemy that it may not (WB-35), or
 * it has been there all along. */
static bool could_stay(const wb_taking *t) {
    const qm__trek *trek = t->trek;
    const qm_place began = trek->search->from;
    if (t->from.x == began.x && t->from.y == began.y && t->from.z == began.z) {
        return true;
    }
    const uint16_t enemy = qm__wb_contact(t->s, trek->j->state, t->figure, t->from);
    return (enemy == 0 || enemy == t->prepared->target) &&
           qm__inch_can_be(trek->base, &trek->search->crowd, t->from, true, NULL);
}

void qm__wb_foresee_stay(wb_taking *t) {
    const qm__trek *trek = t->trek;
    qm_place nearest[QM_STANDS_MAX];
    t->hop->fail = WB_FAIL_STAYS;
    if (trek->mute || t->set->check_places != WB_CHECK_PLACES_ANY || could_stay(t)) {
        return;
    }
    if (qm__wb_nearest(t->s, trek->j->state, trek->search, t->from, t->prepared->target, WB_CLEAR, nearest) > 0) {
        t->hop->fall_count = 1;
        t->hop->falls[0] = nearest[0];
    }
}
