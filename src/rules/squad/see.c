/* Who sees whom: between two models, and what one unit could shoot at another. The answers are those that an order to
 * shoot would rest on, made by the same code. */
#include "rules/squad/shoot.h"

#include <string.h>

void qm__sq_see(const qm_scenario *s, const qm_state *st, uint16_t a, uint16_t b, void *search, qm_sight *sight) {
    qm__seen own;
    qm__inch_see(s, &sq_of(s)->inches, st, a, b, search, sight);
    sq_scene *scene = qm__sq_scene(s, st, sq_unit(s, a)->first, search);
    if (scene->bodies[a - 1].height == 0 || scene->bodies[b - 1].height == 0) {
        return;
    }
    qm__sq_scene_target(scene, sq_unit(s, b)->first);
    qm__sq_fraction_from(scene, a, b, &own);
    qm__inch_tell_seen(&own, sight);
    sight->best = a;
    sight->best_fraction = own.fraction;
    for (uint16_t i = 0; i < sq_unit(s, a)->count; i++) {
        const uint16_t other = (uint16_t)(sq_unit(s, a)->first + i);
        qm__seen seen;
        if (other != a && scene->bodies[other - 1].height > 0 && qm__sq_equal(s, a, other) &&
            qm__sq_fraction_from(scene, other, b, &seen) > sight->best_fraction + 1e-9) {
            sight->best = other;
            sight->best_fraction = seen.fraction;
        }
    }
    const bool swaps = sq_set(s)->stance == SQ_STANCE_OTHER_MODEL;
    const uint8_t visible = qm__sq_sight_of(s, swaps ? sight->best_fraction : own.fraction);
    sight->visible = visible == SQ_SIGHT_YES ? 1 : visible == SQ_SIGHT_DOUBT ? 2 : 0;
    sight->distance = (int32_t)(qm__sq_range(scene, a, b) + 0.5);
    sight->engages = sight->engaged =
        sq_hostile(s, a, b) && qm__bodies_touch(&scene->bodies[a - 1], &scene->bodies[b - 1]);
}

/* ------------------------------------------------------------------------------------------------------------- units
 */

/* All weapons with a range, each a group at the unit looked at. */
static void declare_all(const sq_scene *scene, sq_fire *fire, uint16_t target) {
    const qm_scenario *s = scene->scenario;
    const qm__table_rows *weapons = &s->rules.tables[SQ_TABLE_WEAPONS];
    fire->units[fire->unit_count++] = target;
    for (uint16_t row = SQ_ROW_NONE + 1; row <= weapons->count && fire->group_count < QM_WEAPONS_SEEN_MAX; row++) {
        sq_shots shots = {.weapon = row, .target = target};
        if (weapons->rows[row - 1].values[SQ_WEAPON_LONG] > 0 && qm__sq_guns(scene, fire->shooter, row, fire, &shots) &&
            shots.gun_count > 0) {
            fire->groups[fire->group_count++] = shots;
        }
    }
}

/* The models that one sees enough of, whatever the players decide. */
static uint64_t seen_for_sure(const sq_fire *fire, uint16_t figure) {
    uint64_t seen = 0;
    for (uint32_t t = 0; t < SQ_VOLLEY_MODELS; t++) {
        seen |= (uint64_t)(fire->sights[figure - fire->shooter][t] == SQ_SIGHT_YES) << t;
    }
    return seen;
}

static uint16_t count_of(uint64_t models) {
    uint16_t count = 0;
    for (; models != 0; models &= models - 1) {
        count++;
    }
    return count;
}

/* The models that have guns of a group, those in some batches left out. */
static uint64_t models_without(const sq_fire *fire, const sq_shots *shots, const sq_thrown *list) {
    uint64_t all = 0, in = 0;
    for (uint16_t i = 0; i < shots->gun_count; i++) {
        all |= (uint64_t)1 << (fire->guns[shots->gun_first + i].figure - fire->shooter);
    }
    for (uint32_t i = 0; i < list->count; i++) {
        in |= (uint64_t)1 << (fire->guns[list->aimed.guns[i]].figure - fire->shooter);
    }
    return all & ~in;
}

/* Tells what keeps the others from shooting: of one with several such guns, what keeps back the one that comes nearest
 * to it. */
static void tell_others(const sq_aimed *aimed, uint64_t others, qm_weapon_sight *out) {
    const uint64_t beyond = others & aimed->beyond, outside = others & aimed->outside & ~beyond;
    out->other_models = count_of(others);
    out->out_of_range = count_of(beyond);
    out->out_of_arc = count_of(outside);
    out->unsighted = count_of(others & aimed->unsighted & ~beyond & ~outside);
}

static void see_weapon(sq_shooting *shooting, const sq_fire *fire, uint32_t group, qm_weapon_sight *out) {
    const sq_shots *shots = &fire->groups[group];
    sq_thrown *list = &shooting->thrown[0];
    uint64_t any = 0, sure = 0, shoot[2] = {0, 0}; /* models that do, at short range and beyond it */
    const bool blind =
        shooting->scene.scenario->rules.tables[SQ_TABLE_WEAPONS].rows[shots->weapon - 1].values[SQ_WEAPON_INDIRECT] !=
        0; /* needs no sight */
    list->count = (uint16_t)qm__sq_batches(&shooting->scene, fire, group, fire->alive, list->batches, &list->aimed);
    *out = (qm_weapon_sight){.row = shots->weapon, .close_dice = list->aimed.dice_bare, .nearest = -1};
    tell_others(&list->aimed, models_without(fire, shots, list), out);
    for (uint32_t i = 0; i < list->count; i++) {
        const uint64_t own = (uint64_t)1 << (fire->guns[list->aimed.guns[i]].figure - fire->shooter);
        const bool far = list->aimed.far[i] != 0;
        uint16_t *models = far ? &out->far_models : &out->near_models;
        uint16_t *dice = list->aimed.far[i] ? &out->far_dice : &out->near_dice;
        const int32_t nearest = (int32_t)(list->aimed.nearest[i] + 0.5);
        *models = (uint16_t)(*models + ((shoot[far] & own) == 0));
        shoot[far] |= own;
        *dice = (uint16_t)(*dice + list->batches[i].dice);
        out->nearest = out->nearest < 0 || nearest < out->nearest ? nearest : out->nearest;
        any |= list->batches[i].valid;
        sure |=
            list->batches[i].valid & (blind ? UINT64_MAX : seen_for_sure(fire, fire->guns[list->aimed.guns[i]].figure));
    }
    for (; any != 0; any &= any - 1) {
        out->targets++;
        out->doubtful = (uint16_t)(out->doubtful + ((any & ~sure & (~any + 1)) != 0));
    }
    if (list->count == 0) {
        out->why = qm__sq_bar_reason(fire, shots, &list->aimed.bar);
    }
}

/* The cover of a model against all attacks of the unit that could be made at it. */
static void see_cover(const sq_shooting *shooting, const sq_fire *fire, uint16_t obstacles, uint32_t model,
                      qm_model_sight *out) {
    const sq_scene *scene = &shooting->scene;
    sq_line lines[QM_PARTS_MAX];
    uint32_t count = 0;
    uint16_t from = 0;
    for (uint16_t i = 0; i < sq_unit(scene->scenario, fire->shooter)->count; i++) {
        const uint16_t figure = (uint16_t)(fire->shooter + i);
        uint32_t attacks = 0;
        for (uint16_t gun = 0; gun < fire->gun_count; gun++) {
            attacks += fire->guns[gun].figure == figure ? fire->guns[gun].attacks : 0;
        }
        if (attacks > 0 && fire->sights[i][model] == SQ_SIGHT_YES) {
            lines[count++] = (sq_line){qm__sq_eye(scene, figure), attacks};
        }
    }
    out->cover = (int16_t)qm__sq_model_cover(scene, obstacles, lines, count, out->figure, &from);
    const uint16_t solids = scene->scenario->table.prism_count;
    out->cover_solid = from <= solids ? from : 0;
    out->cover_area = from > solids ? (uint16_t)(from - solids) : 0;
}

/* Notes with the weapons that a model has how much it sees of one, if none with the same saw more. */
static void see_best(const sq_scene *scene, const sq_fire *fire, uint16_t figure, uint16_t model, double fraction,
                     qm_unit_sight *sight) {
    const qm__table_rows *weapons = &scene->scenario->rules.tables[SQ_TABLE_WEAPONS];
    for (uint16_t i = 0; i < sight->weapon_count; i++) {
        qm_weapon_sight *out = &sight->weapons[i];
        const sq_shots *shots = &fire->groups[i];
        const bool blind = weapons->rows[shots->weapon - 1].values[SQ_WEAPON_INDIRECT] != 0;
        bool has = false;
        for (uint16_t gun = 0; gun < shots->gun_count; gun++) {
            has |= fire->guns[shots->gun_first + gun].figure == figure;
        }
        if (has && !blind && fraction > out->best_fraction + 1e-9) {
            out->best = figure;
            out->best_of = model;
            out->best_fraction = fraction;
        }
    }
}

static void see_model(sq_shooting *shooting, const sq_fire *fire, uint16_t obstacles, uint32_t model,
                      qm_unit_sight *sight) {
    sq_scene *scene = &shooting->scene;
    qm_model_sight *out = &sight->models[sight->model_count++];
    *out = (qm_model_sight){.figure = (uint16_t)(fire->units[0] + model), .distance = -1};
    for (uint16_t i = 0; i < sq_unit(scene->scenario, fire->shooter)->count; i++) {
        const uint16_t figure = (uint16_t)(fire->shooter + i);
        qm__seen seen;
        if (scene->bodies[figure - 1].height == 0) {
            continue;
        }
        const double fraction = qm__sq_fraction_from(scene, figure, out->figure, &seen);
        const int32_t distance = (int32_t)(qm__sq_range(scene, figure, out->figure) + 0.5);
        see_best(scene, fire, figure, out->figure, fraction, sight);
        if (out->best == 0 || fraction > out->fraction + 1e-9) {
            out->best = figure;
            out->fraction = fraction;
            out->hider_count = seen.blocker_count;
            out->hiders_dropped = seen.blockers_dropped;
            qm__inch_tell_hiders(&seen, out->hiders);
        }
        out->seers = (uint16_t)(out->seers + (fire->sights[i][model] == SQ_SIGHT_YES));
        out->doubters = (uint16_t)(out->doubters + (fire->sights[i][model] == SQ_SIGHT_DOUBT));
        out->distance = out->distance < 0 || distance < out->distance ? distance : out->distance;
    }
    out->best = out->fraction > 0 ? out->best : 0;
    see_cover(shooting, fire, obstacles, model, out);
}

static unsigned unit_arcs(const sq_scene *scene, uint16_t a, uint16_t b) {
    const qm_scenario *s = scene->scenario;
    unsigned arcs = 0;
    for (uint16_t i = 0; i < sq_unit(s, a)->count; i++) {
        const qm__body *from = &scene->bodies[a - 1 + i];
        for (uint16_t t = 0; t < sq_unit(s, b)->count && from->height > 0; t++) {
            const qm__body *to = &scene->bodies[b - 1 + t];
            arcs |= to->height > 0 ? qm__arcs_of((qm__xy){from->x, from->y}, from->facing, qm__sq_arc_half(s, from), to)
                                   : 0;
        }
    }
    return arcs;
}

void qm__sq_see_unit(const qm_scenario *s, const qm_state *st, uint16_t a, uint16_t b, void *search,
                     qm_unit_sight *sight) {
    sq_scene *scene = qm__sq_scene(s, st, a, search);
    sq_fire *fire = &((sq_shooting *)scene)->fire;
    memset(fire, 0, sizeof *fire);
    fire->shooter = a;
    declare_all(scene, fire, b);
    qm__sq_sights(scene, fire);
    sq_shooting *shooting = qm__sq_shooting(s, st, fire, search);
    scene = &shooting->scene;
    qm__sq_scene_target(scene, b);
    for (uint32_t group = 0; group < fire->group_count; group++) {
        see_weapon(shooting, fire, group, &sight->weapons[sight->weapon_count++]);
    }
    const uint16_t obstacles = qm__sq_obstacles(scene, b, fire->alive[0]);
    sight->distance = -1;
    for (uint32_t model = 0; model < sq_unit(s, b)->count; model++) {
        if ((fire->alive[0] >> model & 1) != 0) {
            see_model(shooting, fire, obstacles, model, sight);
            const int32_t distance = sight->models[sight->model_count - 1].distance;
            const bool nearer = sight->distance < 0 || (distance >= 0 && distance < sight->distance);
            sight->distance = nearer ? distance : sight->distance;
        }
    }
    sight->arcs = (uint8_t)unit_arcs(scene, a, b);
    sight->hostile = sq_hostile(s, a, b);
    const uint16_t friend = qm__sq_friend_in_melee(scene, a, b);
    sight->fights = friend ? sq_unit(s, friend)->first : qm__sq_fight(scene, a, b) ? a : 0;
}
