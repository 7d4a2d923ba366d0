/* Who shoots in a volley, model by model: from the batches that it would be rolled with. */
#include "rules/squad/shoot.h"

typedef struct listing {
    sq_scene *scene;
    const sq_fire *fire;
    qm_shot *out;
    uint32_t count, capacity;
} listing;

/* The nearest of these models of a unit, from base to base. */
static uint16_t nearest_to(const sq_scene *scene, uint16_t figure, uint16_t first, uint64_t models) {
    uint16_t nearest = 0;
    double best = 0;
    for (uint16_t i = 0; i < SQ_VOLLEY_MODELS && models >> i != 0; i++) {
        const uint16_t target = (uint16_t)(first + i);
        const double range = (models >> i & 1) != 0 ? qm__sq_range(scene, figure, target) : -1;
        if (range >= 0 && (nearest == 0 || range < best)) {
            nearest = target;
            best = range;
        }
    }
    return nearest;
}

static void add_shot(listing *l, const sq_gun *gun, uint16_t first, uint64_t models, bool waits) {
    const qm_shot shot = {gun->figure, nearest_to(l->scene, gun->figure, first, models), gun->weapon, waits};
    if (l->count < l->capacity) {
        l->out[l->count] = shot;
    }
    l->count++;
}

uint32_t qm__sq_list_shots(const qm_scenario *scenario, const qm_state *state, const qm_order *order,
                           const void *prepared, void *search, qm_shot *out, uint32_t capacity) {
    const sq_fire *fire = prepared;
    if (order->kind != SQ_ORDER_SHOOT) {
        return 0;
    }
    sq_shooting *shooting = qm__sq_shooting(scenario, state, fire, search);
    sq_thrown *thrown = &shooting->thrown[0];
    listing l = {&shooting->scene, fire, out, 0, capacity};
    for (uint32_t group = 0; group < fire->group_count; group++) {
        const sq_shots *shots = &fire->groups[group];
        const uint32_t count = qm__sq_batches(l.scene, fire, group, fire->alive, thrown->batches, &thrown->aimed);
        for (uint32_t i = 0; i < count; i++) {
            add_shot(&l, &fire->guns[thrown->aimed.guns[i]], shots->target, thrown->batches[i].valid, false);
        }
        for (uint32_t i = 0; count == 0 && i < shots->gun_count; i++) { /* SQ-20 */
            add_shot(&l, &fire->guns[shots->gun_first + i], shots->target, fire->alive[shots->unit], true);
        }
    }
    return l.count;
}
