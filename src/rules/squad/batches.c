/* From models to batches: which guns of a declared group can shoot now, at whom, and with what numbers. See aim.h. */
#include "rules/squad/aim.h"

#include <string.h>

#include "base/angle.h"
#include "base/root.h"

/* ---------------------------------------------------------------------------------------------------------- sights */

static bool bit(uint64_t mask, uint32_t i) {
    return (mask >> i & 1) != 0;
}

static void set_alive(sq_scene *scene, const sq_fire *fire, const uint64_t *alive) {
    for (uint16_t unit = 0; unit < fire->unit_count; unit++) {
        qm__sq_scene_alive(scene, fire->units[unit], alive[unit]);
    }
}

/* What each model sees of each target as all stand: NOT, YES or DOUBT. */
static void look_at_all(sq_scene *scene, sq_fire *fire, uint64_t shooters, const uint64_t *alive) {
    for (uint16_t unit = 0; unit < fire->unit_count; unit++) {
        qm__sq_scene_target(scene, fire->units[unit]);
        for (uint16_t t = 0; t < sq_unit(scene->scenario, fire->units[unit])->count; t++) {
            for (uint32_t i = 0; bit(alive[unit], t) && i < QM_PARTS_MAX && shooters >> i != 0; i++) {
                if (bit(shooters, i)) {
                    const double part = qm__sq_fraction(scene, (uint16_t)(fire->shooter + i),
                                                        (uint16_t)(fire->units[unit] + t), NULL, NULL);
                    fire->sights[i][fire->slots[unit] + t] = qm__sq_sight_of(scene->scenario, part);
                }
            }
        }
    }
}

/* Those that are not seen now, and would be if no other model of a target unit stood in the way. */
static void look_past_targets(sq_scene *scene, sq_fire *fire, uint64_t shooters, const uint64_t *alive) {
    for (uint16_t unit = 0; unit < fire->unit_count; unit++) {
        qm__sq_scene_target(scene, fire->units[unit]);
        for (uint16_t t = 0; t < sq_unit(scene->scenario, fire->units[unit])->count; t++) {
            if (!bit(alive[unit], t)) {
                continue;
            }
            qm__sq_scene_alive(scene, fire->units[unit], UINT64_C(1) << t);
            for (uint32_t i = 0; i < QM_PARTS_MAX && shooters >> i != 0; i++) {
                uint8_t *sight = &fire->sights[i][fire->slots[unit] + t];
                if (bit(shooters, i) && *sight == SQ_SIGHT_NOT) {
                    const double part = qm__sq_fraction(scene, (uint16_t)(fire->shooter + i),
                                                        (uint16_t)(fire->units[unit] + t), NULL, NULL);
                    *sight = qm__sq_sight_of(scene->scenario, part) == SQ_SIGHT_NOT ? SQ_SIGHT_NOT : SQ_SIGHT_LATER;
                }
            }
            qm__sq_scene_alive(scene, fire->units[unit], 0);
        }
    }
}

void qm__sq_sights(sq_scene *scene, sq_fire *fire) {
    const uint64_t shooters = qm__sq_scene_unit(scene, fire->shooter);
    uint64_t alive[SQ_VOLLEY_UNITS], nobody[SQ_VOLLEY_UNITS] = {0};
    uint16_t slot = 0;
    memset(fire->sights, SQ_SIGHT_NOT, sizeof fire->sights);
    for (uint16_t unit = 0; unit < fire->unit_count; unit++) {
        alive[unit] = qm__sq_scene_unit(scene, fire->units[unit]);
        fire->alive[unit] = alive[unit];
        fire->slots[unit] = slot;
        slot = (uint16_t)(slot + sq_unit(scene->scenario, fire->units[unit])->count);
    }
    look_at_all(scene, fire, shooters, alive);
    if (fire->group_count > 1 && sq_set(scene->scenario)->models_block != SQ_MODELS_BLOCK_NONE) {
        set_alive(scene, fire, nobody);
        look_past_targets(scene, fire, shooters, alive);
        set_alive(scene, fire, alive);
    }
}

/* ------------------------------------------------------------------------------------------------------------ guns */

bool qm__sq_guns(const sq_scene *scene, uint16_t shooter, uint16_t weapon, sq_fire *fire, sq_shots *shots) {
    const qm_scenario *s = scene->scenario;
    const int32_t attacks = s->rules.tables[SQ_TABLE_WEAPONS].rows[weapon - 1].values[SQ_WEAPON_ATTACKS];
    shots->gun_first = fire->gun_count;
    for (uint16_t i = 0; i < sq_unit(s, shooter)->count; i++) {
        const uint16_t figure = (uint16_t)(shooter + i), own = fire->gun_count;
        for (int slot = 0; slot < SQ_SLOTS && scene->bodies[figure - 1].height > 0; slot++) {
            const uint16_t mount = (uint16_t)sq_value(s, figure, SQ_MOUNT + slot);
            uint16_t at = own;
            if (sq_value(s, figure, SQ_WEAPON + slot) != weapon) {
                continue;
            }
            while (at < fire->gun_count && fire->guns[at].mount != mount) {
                at++;
            }
            if (at == fire->gun_count) {
                if (at == SQ_GUNS_MAX || at - shots->gun_first == SQ_VOLLEY_BATCHES) {
                    return false;
                }
                fire->guns[fire->gun_count++] = (sq_gun){.figure = figure, .weapon = weapon, .mount = mount};
            }
            fire->guns[at].attacks = (uint16_t)(fire->guns[at].attacks + attacks);
        }
    }
    shots->gun_count = (uint16_t)(fire->gun_count - shots->gun_first);
    return true;
}

/* A declared group that is being looked at. */
typedef struct looking {
    sq_scene *scene;
    const sq_fire *fire;
    const sq_shots *shots;
    const int32_t *weapon; /* values of its row */
    uint64_t alive;        /* of the target */
    bool as_declared;      /* all live who did when it was declared */
    double unit_distance;  /* of the nearest gun and target, whether seen or not */
    sq_aimed *aimed;
} looking;

static const qm__body *body_of(const looking *l, uint32_t t) {
    return &l->scene->bodies[l->shots->target - 1 + t];
}

/* A point from which a gun is used, and the arc that it is used in. */
typedef struct sq_muzzle {
    qm__xy at;
    unsigned arc; /* one bit; all of them for a weapon that is carried */
} sq_muzzle;

/* The arcs in which a mount can be used, and the directions of their middles from the front. */
static const struct {
    int flag, turn;
    unsigned arc;
} mount_arcs[4] = {{SQ_MOUNT_IN_FRONT, 0, QM__ARC_FRONT},
                   {SQ_MOUNT_IN_LEFT, QM__PARTS / 4, QM__ARC_LEFT},
                   {SQ_MOUNT_IN_REAR, QM__PARTS / 2, QM__ARC_REAR},
                   {SQ_MOUNT_IN_RIGHT, 3 * QM__PARTS / 4, QM__ARC_RIGHT}};

/* SQ-18: the end of the barrel, which points to the middle of each arc by turns; the mount where it has none. */
static uint32_t muzzles_of(const sq_scene *scene, const sq_gun *gun, sq_muzzle out[4]) {
    const qm__body *own = &scene->bodies[gun->figure - 1];
    const int32_t *mount = scene->scenario->rules.tables[SQ_TABLE_MOUNTS].rows[gun->mount - 1].values;
    const qm__turn front = qm__turn_of(own->facing);
    const qm__xy at = {own->x + mount[SQ_MOUNT_FORWARD] * front.cos - mount[SQ_MOUNT_LEFT] * front.sin,
                       own->y + mount[SQ_MOUNT_FORWARD] * front.sin + mount[SQ_MOUNT_LEFT] * front.cos};
    uint32_t count = 0;
    for (int i = 0; i < 4; i++) {
        if (mount[mount_arcs[i].flag]) {
            const qm__turn turn = qm__turn_of((own->facing + mount_arcs[i].turn) % QM__PARTS);
            out[count++] =
                (sq_muzzle){{at.x + mount[SQ_MOUNT_BARREL] * turn.cos, at.y + mount[SQ_MOUNT_BARREL] * turn.sin},
                            mount_arcs[i].arc};
        }
    }
    return count;
}

/* From a muzzle, or (NULL) from the base of the one who carries the gun. A muzzle is as high as that base. */
static double gun_distance(const looking *l, const sq_gun *gun, const sq_muzzle *muzzle, uint32_t t) {
    if (muzzle == NULL) {
        return qm__sq_range(l->scene, gun->figure, (uint16_t)(l->shots->target + t));
    }
    const double plan = qm__most(qm__body_point_distance(body_of(l, t), muzzle->at), 0);
    const double rise = (double)l->scene->bodies[gun->figure - 1].z - body_of(l, t)->z;
    return sq_set(l->scene->scenario)->measure == SQ_MEASURE_PLAN ? plan : qm__root(plan * plan + rise * rise);
}

/* SQ-16: the arcs in which the target has a part. */
static unsigned arcs_of(const looking *l, const sq_gun *gun, const sq_muzzle *muzzle) {
    const qm__body *own = &l->scene->bodies[gun->figure - 1];
    const int32_t half = qm__sq_arc_half(l->scene->scenario, own);
    unsigned arcs = 0;
    for (uint32_t t = 0; t < SQ_VOLLEY_MODELS && l->alive >> t != 0; t++) {
        arcs |= bit(l->alive, t) ? qm__arcs_of(muzzle->at, own->facing, half, body_of(l, t)) : 0;
    }
    return arcs;
}

/* The nearest of these models. */
static double nearest_of(const looking *l, const sq_gun *gun, const sq_muzzle *muzzle, uint64_t models) {
    double nearest = -1;
    for (uint32_t t = 0; t < SQ_VOLLEY_MODELS && models >> t != 0; t++) {
        if (bit(models, t)) {
            const double distance = gun_distance(l, gun, muzzle, t);
            nearest = nearest < 0 || distance < nearest ? distance : nearest;
        }
    }
    return nearest;
}

/* SQ-16: arcs have no gap between them, though barrels that point to two of them end apart. Seen from each end a model
 * between them lies in the other arc. */
static bool between(const looking *l, const sq_gun *gun, const sq_muzzle *a, const sq_muzzle *b) {
    const qm__body *own = &l->scene->bodies[gun->figure - 1];
    const int32_t half = qm__sq_arc_half(l->scene->scenario, own);
    bool is = false;
    for (uint32_t t = 0; !is && t < SQ_VOLLEY_MODELS && l->alive >> t != 0; t++) {
        is = bit(l->alive, t) && (qm__arcs_of(a->at, own->facing, half, body_of(l, t)) & b->arc) != 0 &&
             (qm__arcs_of(b->at, own->facing, half, body_of(l, t)) & a->arc) != 0;
    }
    return is;
}

/* Of the muzzles of a gun, a bit each: those in whose arcs the target is, or else those of arcs that it is between. */
static unsigned usable(const looking *l, const sq_gun *gun, const sq_muzzle *all, uint32_t count) {
    unsigned in = 0, beside = 0;
    for (uint32_t i = 0; i < count; i++) {
        in |= (arcs_of(l, gun, &all[i]) & all[i].arc) != 0 ? 1U << i : 0;
    }
    for (uint32_t i = 0; in == 0 && i < count; i++) {
        for (uint32_t j = i + 1; j < count; j++) {
            beside |= between(l, gun, &all[i], &all[j]) ? 1U << i | 1U << j : 0;
        }
    }
    return in != 0 ? in : beside;
}

/* SQ-17: of the arcs in which the target is, the one in which it is nearest. False: it is in none. `*muzzle` is NULL
 * for a gun that is carried. */
static bool choose_muzzle(const looking *l, const sq_gun *gun, uint64_t models, sq_muzzle *room,
                          const sq_muzzle **muzzle) {
    sq_muzzle all[4];
    double best = -1;
    *muzzle = NULL;
    if (gun->mount == SQ_ROW_NONE) {
        return true;
    }
    const uint32_t count = muzzles_of(l->scene, gun, all);
    const unsigned used = usable(l, gun, all, count);
    for (uint32_t i = 0; i < count; i++) {
        if ((used >> i & 1) != 0) {
            const double distance = nearest_of(l, gun, &all[i], models);
            if (*muzzle == NULL || distance < best) {
                best = distance;
                *room = all[i];
                *muzzle = room;
            }
        }
    }
    return *muzzle != NULL;
}

/* SQ-15 for one gun: the targets that its model sees now. */
static uint64_t gun_sees(const looking *l, const sq_gun *gun) {
    const uint32_t i = (uint32_t)gun->figure - l->fire->shooter;
    uint64_t seen = 0;
    if (l->weapon[SQ_WEAPON_INDIRECT]) {
        return l->alive;
    }
    for (uint32_t t = 0; t < SQ_VOLLEY_MODELS && l->alive >> t != 0; t++) {
        if (!bit(l->alive, t)) {
            continue;
        }
        const uint32_t slot = l->fire->slots[l->shots->unit] + t;
        uint8_t sight = l->fire->sights[i][slot];
        if (sight == SQ_SIGHT_LATER || sight == SQ_SIGHT_DOUBT) {
            sight = qm__sq_sight_now(l->scene, l->fire, gun->figure, l->shots->unit, t, l->as_declared);
        }
        if (sight == SQ_SIGHT_DOUBT) {
            sight = l->scene->hides[i][slot] ? SQ_SIGHT_NOT : SQ_SIGHT_YES;
        }
        seen |= (uint64_t)(sight == SQ_SIGHT_YES) << t;
    }
    return seen;
}

uint8_t qm__sq_sight_now(sq_scene *scene, const sq_fire *fire, uint16_t figure, uint32_t unit, uint32_t t,
                         bool as_declared) {
    const uint8_t known = fire->sights[figure - fire->shooter][fire->slots[unit] + t];
    if (known == SQ_SIGHT_NOT || known == SQ_SIGHT_YES) {
        return known;
    }
    if (as_declared) {
        return known == SQ_SIGHT_LATER ? SQ_SIGHT_NOT : known;
    }
    qm__sq_scene_target(scene, fire->units[unit]);
    return qm__sq_sight_of(scene->scenario,
                           qm__sq_fraction(scene, figure, (uint16_t)(fire->units[unit] + t), NULL, NULL));
}

/* Notes what keeps a gun from shooting, if no other came nearer to it: first sight, then arcs, then the shortest way
 * out of range. */
static void note_bar(looking *l, uint16_t what, const sq_gun *gun, double needed, int32_t had) {
    const int32_t length = (int32_t)(needed + 0.5);
    uint64_t *models = what == SQ_BAR_SIGHT ? &l->aimed->unsighted
                       : what == SQ_BAR_ARC ? &l->aimed->outside
                                            : &l->aimed->beyond;
    *models |= (uint64_t)1 << (gun->figure - l->fire->shooter);
    if (what > l->aimed->bar.what ||
        (what == SQ_BAR_RANGE && l->aimed->bar.what == what && length < l->aimed->bar.needed)) {
        l->aimed->bar = (sq_bar){.what = what, .figure = gun->figure, .needed = length, .had = had};
    }
}

/* What the weapon and the one who fires it make of dice. */
static void set_abilities(const qm_scenario *s, const sq_gun *gun, const int32_t *weapon, sq_shot_ability *out) {
    const int32_t both[2][5] = {{weapon[SQ_WEAPON_EXTRA_ON], weapon[SQ_WEAPON_EXTRA], weapon[SQ_WEAPON_PIERCE_ON],
                                 weapon[SQ_WEAPON_PIERCE], weapon[SQ_WEAPON_REROLL_MISSES]},
                                {sq_value(s, gun->figure, SQ_EXTRA_ON), sq_value(s, gun->figure, SQ_EXTRA),
                                 sq_value(s, gun->figure, SQ_PIERCE_ON), sq_value(s, gun->figure, SQ_PIERCE),
                                 sq_value(s, gun->figure, SQ_REROLL_MISSES)}};
    for (int i = 0; i < 2; i++) {
        const int32_t *a = both[i];
        if (a[0] > 0 && a[1] > 0) {
            *out++ = (sq_shot_ability){SQ_SHOT_EXTRA_HITS, (uint8_t)(a[0] > 10 ? 10 : a[0]), (uint8_t)a[1]};
        }
        if (a[2] > 0 && a[3] > 0) {
            *out++ = (sq_shot_ability){SQ_SHOT_MORE_AP, (uint8_t)(a[2] > 10 ? 10 : a[2]), (uint8_t)a[3]};
        }
        if (a[4]) {
            *out++ = (sq_shot_ability){.what = SQ_SHOT_REROLL_MISSES};
        }
    }
}

/* SQ-21, SQ-23: what a gun's dice must not exceed. */
static int accuracy_of(const looking *l, const sq_gun *gun, bool far) {
    const sq_settings *set = sq_set(l->scene->scenario);
    const int stat = set->mixed == SQ_MIXED_MAJORITY
                         ? qm__sq_majority(l->scene->scenario, l->fire->shooter, SQ_ACCURACY,
                                           qm__sq_scene_unit(l->scene, l->fire->shooter))
                         : sq_value(l->scene->scenario, gun->figure, SQ_ACCURACY);
    return stat - (far ? set->long_penalty : 0);
}

/* One gun, as batch number `at`; false when it cannot shoot. `*near`: it shoots at point blank. */
static bool aim_gun(looking *l, const sq_gun *gun, uint32_t at, sq_batch *batch, bool *near) {
    const sq_settings *set = sq_set(l->scene->scenario);
    const int32_t reach = l->weapon[SQ_WEAPON_LONG];
    const uint64_t seen = gun_sees(l, gun);
    if (seen == 0) {
        note_bar(l, SQ_BAR_SIGHT, gun, 0, 0);
        return false;
    }
    sq_muzzle room;
    const sq_muzzle *muzzle;
    if (!choose_muzzle(l, gun, seen, &room, &muzzle)) {
        note_bar(l, SQ_BAR_ARC, gun, 0, 0);
        return false;
    }
    const double nearest = nearest_of(l, gun, muzzle, seen);
    uint64_t inside = 0;
    for (uint32_t t = 0; t < SQ_VOLLEY_MODELS && seen >> t != 0; t++) {
        inside |= (uint64_t)(bit(seen, t) && qm__within(gun_distance(l, gun, muzzle, t), reach)) << t;
    }
    if (set->range_from == SQ_RANGE_FROM_UNIT) {
        inside = qm__within(l->unit_distance, reach) ? seen : 0;
    }
    if (inside == 0) {
        note_bar(l, SQ_BAR_RANGE, gun, set->range_from == SQ_RANGE_FROM_UNIT ? l->unit_distance : nearest, reach);
        return false;
    }
    const double band = set->band_by == SQ_BAND_BY_UNIT ? l->unit_distance : nearest;
    *near = qm__within(band, set->close_range);
    if (muzzle != NULL) {
        const unsigned arcs = arcs_of(l, gun, muzzle);
        l->aimed->mounted = 1;
        l->aimed->several |= (arcs & ~muzzle->arc) != 0;
    }
    memset(batch, 0, sizeof *batch);
    batch->valid = inside;
    batch->dice = gun->attacks;
    l->aimed->far[at] = !qm__within(band, l->weapon[SQ_WEAPON_SHORT]);
    l->aimed->nearest[at] = nearest;
    batch->accuracy = (int8_t)accuracy_of(l, gun, l->aimed->far[at]);
    batch->ap = (int8_t)l->weapon[SQ_WEAPON_AP];
    set_abilities(l->scene->scenario, gun, l->weapon, batch->abilities);
    return true;
}

/* ----------------------------------------------------------------------------------------------------------- groups */

/* SQ-14, and what of a melee bars those in it. */
static bool melee_bars(looking *l) {
    const uint16_t shooter = l->fire->shooter, target = l->shots->target;
    const uint16_t friend = qm__sq_friend_in_melee(l->scene, shooter, target);
    if (friend != 0) {
        l->aimed->bar = (sq_bar){.what = SQ_BAR_MELEE, .figure = target, .other = friend};
        return true;
    }
    const bool any = sq_set(l->scene->scenario)->engaged_shoots == SQ_ENGAGED_SHOOTS_NO;
    const uint16_t foe = any                                       ? qm__sq_fights_any(l->scene, shooter)
                         : qm__sq_fight(l->scene, shooter, target) ? target
                                                                   : 0;
    if (foe != 0) {
        l->aimed->bar = (sq_bar){.what = SQ_BAR_SELF, .figure = shooter, .other = foe};
    }
    return foe != 0;
}

static void find_unit_distance(looking *l) {
    l->unit_distance = -1;
    for (uint16_t i = 0; i < l->shots->gun_count; i++) {
        const sq_gun *gun = &l->fire->guns[l->shots->gun_first + i];
        sq_muzzle room;
        const sq_muzzle *muzzle;
        if (choose_muzzle(l, gun, l->alive, &room, &muzzle)) {
            const double distance = nearest_of(l, gun, muzzle, l->alive);
            l->unit_distance = l->unit_distance < 0 || distance < l->unit_distance ? distance : l->unit_distance;
        }
    }
}

/* The cover of every model that may be hit, against each batch. */
static void find_cover(const looking *l, sq_batch *batches, const bool *near, uint32_t count) {
    const bool stays = sq_set(l->scene->scenario)->close_negative == SQ_CLOSE_NEGATIVE_STAYS;
    const uint16_t obstacles = qm__sq_obstacles(l->scene, l->shots->target, l->alive);
    uint64_t any = 0;
    for (uint32_t i = 0; i < count; i++) {
        any |= batches[i].valid;
    }
    for (uint32_t t = 0; t < SQ_VOLLEY_MODELS && any >> t != 0; t++) {
        if (!bit(any, t)) {
            continue;
        }
        sq_line lines[SQ_VOLLEY_BATCHES];
        uint32_t line_count = 0;
        for (uint32_t i = 0; i < count; i++) {
            const sq_gun *gun = &l->fire->guns[l->aimed->guns[i]];
            if (bit(batches[i].valid, t)) {
                lines[line_count++] = (sq_line){qm__sq_eye(l->scene, gun->figure), batches[i].dice};
            }
        }
        const int cover = qm__sq_model_cover(l->scene, obstacles, lines, line_count, (uint16_t)(l->shots->target + t),
                                             &l->aimed->cover_from[t]);
        for (uint32_t i = 0; i < count; i++) {
            batches[i].cover[t] = (int8_t)qm__sq_cover(cover, near[i], stays);
            l->aimed->bare[i] |= cover != batches[i].cover[t];
        }
    }
}

uint32_t qm__sq_batches(sq_scene *scene, const sq_fire *fire, uint32_t group, const uint64_t *alive, sq_batch *batches,
                        sq_aimed *aimed) {
    looking l = {.scene = scene, .fire = fire, .shots = &fire->groups[group], .as_declared = true, .aimed = aimed};
    bool near[SQ_VOLLEY_BATCHES] = {false};
    uint32_t count = 0;
    memset(aimed, 0, sizeof *aimed);
    set_alive(scene, fire, alive);
    for (uint16_t unit = 0; unit < fire->unit_count; unit++) {
        l.as_declared &= alive[unit] == fire->alive[unit];
    }
    l.alive = alive[l.shots->unit];
    l.weapon = scene->scenario->rules.tables[SQ_TABLE_WEAPONS].rows[l.shots->weapon - 1].values;
    if (l.alive == 0) {
        aimed->bar = (sq_bar){.what = SQ_BAR_GONE, .figure = l.shots->target};
    } else if (!melee_bars(&l)) {
        find_unit_distance(&l);
        for (uint16_t i = 0; i < l.shots->gun_count; i++) {
            const uint16_t gun = (uint16_t)(l.shots->gun_first + i);
            if (aim_gun(&l, &fire->guns[gun], count, &batches[count], &near[count])) {
                aimed->guns[count++] = gun;
            }
        }
        find_cover(&l, batches, near, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        aimed->dice_far = (uint16_t)(aimed->dice_far + (aimed->far[i] ? batches[i].dice : 0));
        aimed->dice_bare = (uint16_t)(aimed->dice_bare + (aimed->bare[i] ? batches[i].dice : 0));
    }
    return count;
}
