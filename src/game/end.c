/* The end of a game as the scenario has it: zones held, the turn limit, the last side standing. Families call these; what
 * "still fights" means is theirs.
 */
#include "game/family.h"

/* The side that fights, if all who still fight are friends of each other; 0 if not, or if nobody does. `nobody` tells which. */
static uint16_t only_camp(const qm_scenario *scenario, const qm_state *state, bool *nobody) {
    uint16_t first = 0;
    *nobody = true;
    for (uint16_t i = 1; i <= scenario->figure_count; i++) {
        if (!scenario->family->fights(scenario, state, i)) {
            continue;
        }
        const uint16_t side = scenario->figures[i - 1].side;
        *nobody = false;
        if (first != 0 && qm__hostile(scenario, first, side)) {
            return 0;
        }
        first = first == 0 ? side : first;
    }
    return first;
}

void qm__end_if_decided(qm__run *run) {
    const qm_scenario *scenario = run->scenario;
    if (!scenario->last_standing || !scenario->contested || run->state->ended) {
        return;
    }
    bool nobody;
    const uint16_t side = only_camp(scenario, run->state, &nobody);
    if (side != 0 || nobody) {
        run->state->ended = 2;
        run->state->winner = (uint8_t)side;
    }
}

static bool in_zone(const qm_scenario *scenario, const qm_state *state, uint16_t figure, const qm__zone *zone) {
    qm_look look = {.facing = -1};
    scenario->family->look(scenario, state, figure, &look);
    if (zone->area != 0) {
        const qm__area *area = &scenario->table.areas[zone->area - 1];
        return look.at.z >= area->bottom && look.at.z <= area->top &&
               qm__polygon_has(&scenario->table, &area->polygon, look.at.x, look.at.y, QM__SLACK);
    }
    for (size_t i = 0; i < zone->place_count; i++) {
        if (zone->places[i].x == look.at.x && zone->places[i].y == look.at.y) {
            return true;
        }
    }
    return false;
}

/* The sides that have fighting figures in the zone, as bits. */
static uint32_t sides_in(const qm_scenario *scenario, const qm_state *state, const qm__zone *zone) {
    uint32_t sides = 0;
    for (uint16_t i = 1; i <= scenario->figure_count; i++) {
        if (scenario->family->fights(scenario, state, i) && in_zone(scenario, state, i, zone)) {
            sides |= 1u << scenario->figures[i - 1].side;
        }
    }
    return sides;
}

/* The side that holds a zone: the one it is for, or the first there; 0 if enemies are in it too, or the right side is not. */
static uint16_t holder(const qm_scenario *scenario, const qm_state *state, const qm__zone *zone) {
    const uint32_t sides = sides_in(scenario, state, zone);
    uint16_t first = zone->side;
    for (uint16_t side = 1; side <= scenario->side_count; side++) {
        if (sides >> side & 1u) {
            first = first == 0 ? side : first;
            if (qm__hostile(scenario, first, side)) {
                return 0;
            }
        }
    }
    return first != 0 && (sides >> first & 1u) ? first : 0;
}

void qm__end_of_turn(qm__run *run) {
    const qm_scenario *scenario = run->scenario;
    qm_state *state = run->state;
    for (size_t z = 0; z < scenario->zone_count; z++) {
        const qm__zone *zone = &scenario->zones[z];
        const uint16_t side = holder(scenario, state, zone), before = state->zone_side[z];
        const bool again = side != 0 && before != 0 && !qm__hostile(scenario, before, side); /* allies go on for each other */
        state->zone_turns[z] = (uint8_t)(side == 0 ? 0 : again ? state->zone_turns[z] + (state->zone_turns[z] < 255) : 1);
        state->zone_side[z] = (uint8_t)side;
        if (!state->ended && side != 0 && state->zone_turns[z] >= zone->turns) {
            state->ended = 3;
            state->winner = (uint8_t)side;
        }
    }
    qm__end_if_decided(run);
    if (!state->ended && scenario->turn_limit != 0 && state->turn >= scenario->turn_limit) {
        state->ended = 1;
        state->winner = 0;
    }
}
