/* Sight on a table of inches: what one figure sees of another, and what hides the rest. */
#include "game/inches.h"

#include <string.h>

#include "base/angle.h"

_Static_assert((int)QM_ARC_FRONT == QM__ARC_FRONT && (int)QM_ARC_LEFT == QM__ARC_LEFT &&
                   (int)QM_ARC_REAR == QM__ARC_REAR && (int)QM_ARC_RIGHT == QM__ARC_RIGHT &&
                   QM_HIDERS_MAX == QM__SIGHT_BLOCKERS_MAX,
               "told as they are found");

void qm__inch_tell_hiders(const qm__seen *seen, qm_hider hiders[QM_HIDERS_MAX]) {
    memset(hiders, 0, QM_HIDERS_MAX * sizeof *hiders);
    for (uint16_t i = 0; i < seen->blocker_count; i++) {
        const qm__blocker *blocker = &seen->blockers[i];
        hiders[i].hides = blocker->hides;
        if (blocker->prism >= 0) {
            hiders[i].solid = (uint16_t)(blocker->prism + 1);
        } else {
            hiders[i].figure = (uint16_t)(blocker->body + 1);
        }
    }
}

void qm__inch_tell_seen(const qm__seen *seen, qm_sight *sight) {
    sight->fraction = seen->fraction;
    sight->seen = seen->fraction <= 0 ? 0 : seen->fraction >= 1 ? 1 : 2;
    sight->hider_count = seen->blocker_count;
    sight->hiders_dropped = seen->blockers_dropped;
    qm__inch_tell_hiders(seen, sight->hiders);
    sight->solid = sight->hiders[0].solid;
    sight->blocker = sight->hiders[0].figure;
}

/* The quarters around `from` in which `to` has a part. */
static unsigned arcs(const qm__body *from, const qm__body *to) {
    return qm__arcs_of((qm__xy){from->x, from->y}, from->facing, QM__PARTS / 8, to);
}

void qm__inch_see(const qm_scenario *scenario, const qm__inches *inches, const qm_state *state, uint16_t a, uint16_t b,
                  void *search, qm_sight *sight) {
    qm__inch_search *memory = qm__inch_begin(scenario, inches, state, 0, search);
    const qm__body *from = &memory->bodies[a - 1], *to = &memory->bodies[b - 1];
    const qm__eye eye = {from->x, from->y, from->z + from->height};
    qm__seen seen;
    qm__sight_find(inches->sights, eye, to, memory->bodies, scenario->figure_count, (uint16_t)(a - 1),
                   (uint16_t)(b - 1), qm__inch_scratch(memory), &seen);
    sight->distance = qm__units(qm__body_distance_space(from, to));
    sight->arcs = (uint8_t)arcs(from, to);
    sight->in_front = (sight->arcs & QM__ARC_FRONT) != 0;
    const unsigned back = arcs(to, from);
    sight->relation = back & QM__ARC_FRONT ? 1 : back & (QM__ARC_LEFT | QM__ARC_RIGHT) ? 2 : 3;
    sight->hostile = qm__hostile(scenario, scenario->figures[a - 1].side, scenario->figures[b - 1].side);
    qm__inch_tell_seen(&seen, sight);
}
