/* Who sees whom, how far they are apart and who fights whom: see aim.h. */
#include "rules/squad/aim.h"

#include <string.h>

#include "base/angle.h"

/* ------------------------------------------------------------------------------------------------------- the scene */

static bool same_unit(const qm_scenario *s, uint16_t a, uint16_t b) {
    return a != 0 && b != 0 && s->figures[a - 1].unit == s->figures[b - 1].unit;
}

/* SQ-15: models that hide nobody are as if they were not there. */
static void set_blocker(sq_scene *scene, uint16_t figure) {
    const bool own =
        sq_set(scene->scenario)->models_block == SQ_MODELS_BLOCK_NOT_OWN_UNIT &&
        (same_unit(scene->scenario, figure, scene->shooter) || same_unit(scene->scenario, figure, scene->target));
    scene->blockers[figure - 1] = scene->bodies[figure - 1];
    if (own) {
        scene->blockers[figure - 1].height = 0;
    }
}

sq_scene *qm__sq_scene(const qm_scenario *scenario, const qm_state *state, uint16_t shooter, void *search) {
    qm__inch_search *memory = qm__inch_begin(scenario, &sq_of(scenario)->inches, state, 0, search);
    sq_scene *scene = (sq_scene *)((unsigned char *)qm__inch_own(search) + SQ_LIST_SIZE);
    scene->scenario = scenario;
    scene->state = state;
    scene->scratch = qm__inch_scratch(memory);
    scene->shooter = shooter;
    scene->target = 0;
    memcpy(scene->bodies, memory->bodies, scenario->figure_count * sizeof *scene->bodies);
    memset(scene->hides, 0, sizeof scene->hides);
    for (uint16_t i = 1; i <= scenario->figure_count; i++) {
        scene->bodies[i - 1].height = sq_at(scenario, state, i)->out ? 0 : sq_value(scenario, i, SQ_HEIGHT);
        set_blocker(scene, i);
    }
    return scene;
}

void qm__sq_scene_alive(sq_scene *scene, uint16_t first, uint64_t alive) {
    const qm__troop *unit = sq_unit(scene->scenario, first);
    for (uint16_t i = 0; i < unit->count; i++) {
        const uint16_t figure = (uint16_t)(first + i);
        const int32_t height = (alive >> i & 1) != 0 ? sq_value(scene->scenario, figure, SQ_HEIGHT) : 0;
        if (scene->bodies[figure - 1].height != height) {
            scene->bodies[figure - 1].height = height;
            set_blocker(scene, figure);
        }
    }
}

uint64_t qm__sq_scene_unit(const sq_scene *scene, uint16_t first) {
    const qm__troop *unit = sq_unit(scene->scenario, first);
    uint64_t alive = 0;
    for (uint16_t i = 0; i < unit->count; i++) {
        alive |= (uint64_t)(scene->bodies[first - 1 + i].height > 0) << i;
    }
    return alive;
}

void qm__sq_scene_target(sq_scene *scene, uint16_t first) {
    const uint16_t before = scene->target;
    scene->target = first;
    if (before == first || sq_set(scene->scenario)->models_block != SQ_MODELS_BLOCK_NOT_OWN_UNIT) {
        return;
    }
    for (uint16_t i = 1; i <= scene->scenario->figure_count; i++) {
        set_blocker(scene, i);
    }
}

/* ----------------------------------------------------------------------------------------------------------- sight */

uint8_t qm__sq_sight_of(const qm_scenario *scenario, double fraction) {
    const sq_settings *set = sq_set(scenario);
    const double part = 1.0 / set->seen_parts, slack = 1e-9;
    const double half = set->sight_doubt / 2000.0; /* a factor is in thousandths */
    if (half > 0 && fraction >= part - half - slack && fraction <= part + half + slack) {
        return SQ_SIGHT_DOUBT;
    }
    return fraction > part + slack ? SQ_SIGHT_YES : SQ_SIGHT_NOT;
}

bool qm__sq_equal(const qm_scenario *scenario, uint16_t a, uint16_t b) {
    for (int i = SQ_WEAPON; i < SQ_MOUNT + SQ_SLOTS; i++) {
        if (sq_value(scenario, a, i) != sq_value(scenario, b, i)) {
            return false;
        }
    }
    return true;
}

qm__eye qm__sq_eye(const sq_scene *scene, uint16_t figure) {
    const qm__body *body = &scene->bodies[figure - 1];
    const int32_t eyes = sq_value(scene->scenario, figure, SQ_EYES);
    return (qm__eye){body->x, body->y,
                     (double)body->z + (eyes > 0 ? eyes : sq_value(scene->scenario, figure, SQ_HEIGHT))};
}

double qm__sq_fraction_from(sq_scene *scene, uint16_t figure, uint16_t target, qm__seen *seen) {
    const bool none = sq_set(scene->scenario)->models_block == SQ_MODELS_BLOCK_NONE;
    qm__sight_find(sq_of(scene->scenario)->inches.sights, qm__sq_eye(scene, figure), &scene->bodies[target - 1],
                   scene->blockers, none ? 0 : scene->scenario->figure_count, (uint16_t)(figure - 1),
                   (uint16_t)(target - 1), scene->scratch, seen);
    return seen->fraction;
}

double qm__sq_fraction(sq_scene *scene, uint16_t figure, uint16_t target, uint16_t *from, qm__seen *seen) {
    qm__seen own, other;
    double best = qm__sq_fraction_from(scene, figure, target, &own);
    uint16_t best_from = figure;
    const qm__troop *unit = sq_unit(scene->scenario, figure);
    const bool swaps = sq_set(scene->scenario)->stance == SQ_STANCE_OTHER_MODEL;
    for (uint16_t i = 0; swaps && i < unit->count && best < 1; i++) {
        const uint16_t equal = (uint16_t)(unit->first + i);
        if (equal == figure || scene->bodies[equal - 1].height == 0 || !qm__sq_equal(scene->scenario, figure, equal)) {
            continue;
        }
        if (qm__sq_fraction_from(scene, equal, target, &other) > best + 1e-9) {
            best = other.fraction;
            best_from = equal;
            own = other;
        }
    }
    if (from != NULL) {
        *from = best_from;
    }
    if (seen != NULL) {
        *seen = own;
    }
    return best;
}

/* --------------------------------------------------------------------------------------------- range, arcs, melees */

double qm__sq_range(const sq_scene *scene, uint16_t a, uint16_t b) {
    return qm__sq_distance(scene->scenario, &scene->bodies[a - 1], &scene->bodies[b - 1]);
}

int32_t qm__sq_arc_half(const qm_scenario *scenario, const qm__body *body) {
    return sq_set(scenario)->arcs == SQ_ARCS_CORNERS ? qm__corner_half(body) : QM__PARTS / 8;
}

/* The model of a unit that touches one of another unit; 0 = none does. */
static uint16_t touching(const sq_scene *scene, const qm__troop *a, const qm__troop *b) {
    for (uint16_t i = 0; i < a->count; i++) {
        const qm__body *one = &scene->bodies[a->first - 1 + i];
        for (uint16_t j = 0; j < b->count && one->height > 0; j++) {
            const qm__body *other = &scene->bodies[b->first - 1 + j];
            if (other->height > 0 && qm__bodies_touch(one, other)) {
                return (uint16_t)(a->first + i);
            }
        }
    }
    return 0;
}

bool qm__sq_fight(const sq_scene *scene, uint16_t first_a, uint16_t first_b) {
    const qm_scenario *s = scene->scenario;
    return sq_hostile(s, first_a, first_b) && touching(scene, sq_unit(s, first_a), sq_unit(s, first_b)) != 0;
}

uint16_t qm__sq_friend_in_melee(const sq_scene *scene, uint16_t shooter, uint16_t target) {
    const qm_scenario *s = scene->scenario;
    for (uint16_t i = 0; i < s->unit_count; i++) {
        const qm__troop *unit = &s->units[i];
        if (unit->first != shooter && !sq_hostile(s, shooter, unit->first) && sq_hostile(s, target, unit->first)) {
            const uint16_t friend = touching(scene, unit, sq_unit(s, target));
            if (friend != 0) {
                return friend;
            }
        }
    }
    return 0;
}

uint16_t qm__sq_fights_any(const sq_scene *scene, uint16_t first) {
    const qm_scenario *s = scene->scenario;
    for (uint16_t i = 0; i < s->unit_count; i++) {
        if (s->units[i].first != first && qm__sq_fight(scene, first, s->units[i].first)) {
            return s->units[i].first;
        }
    }
    return 0;
}
