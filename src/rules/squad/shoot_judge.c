/* Orders to shoot, judged: who shoots what at whom, and whether any of it can be done now.
 *
 * Shots that are impossible when they are declared stay in the order (SQ-20); one of which none is possible could never
 * come to anything and is refused, with what keeps each group from shooting.
 */
#include <string.h>

#include "rules/squad/shoot.h"

/* ---------------------------------------------------------------------------------------------- reading the order */

static const int32_t *weapon_values(const qm_scenario *s, uint16_t weapon) {
    return s->rules.tables[SQ_TABLE_WEAPONS].rows[weapon - 1].values;
}

static qm_reason *refuse_weapon(qm__judging *j, uint16_t kind, uint16_t weapon) {
    qm_reason *reason = qm__refuse(j, kind);
    reason->word = weapon;
    return reason;
}

static bool declared(const sq_fire *fire, uint16_t weapon) {
    for (uint16_t i = 0; i < fire->group_count; i++) {
        if (fire->groups[i].weapon == weapon) {
            return true;
        }
    }
    return false;
}

/* The number of a target among those of the order; it is added if it is new. SQ_VOLLEY_UNITS after a reason. */
static uint8_t target_number(qm__judging *j, sq_fire *fire, uint16_t leg, uint16_t target) {
    const qm_scenario *s = j->scenario;
    for (uint8_t i = 0; i < fire->unit_count; i++) {
        if (fire->units[i] == target) {
            return i;
        }
    }
    uint16_t wrong = SQ_REASON_NONE;
    if (!sq_hostile(s, fire->shooter, target)) {
        wrong = SQ_REASON_NOT_ENEMY;
    } else if (qm__sq_present(s, j->state, sq_unit(s, target)) == 0) {
        wrong = SQ_REASON_TARGET_GONE;
    } else if (fire->unit_count == SQ_VOLLEY_UNITS) {
        wrong = SQ_REASON_TOO_MANY_TARGETS;
    }
    if (wrong != SQ_REASON_NONE) {
        qm_reason *reason = qm__refuse(j, wrong);
        reason->leg = leg;
        reason->other = target;
        reason->needed = SQ_VOLLEY_UNITS + 1;
        reason->had = SQ_VOLLEY_UNITS;
        return SQ_VOLLEY_UNITS;
    }
    fire->units[fire->unit_count] = target;
    return (uint8_t)fire->unit_count++;
}

/* One group: all weapons of a kind at one unit (SQ-19). */
static void add_group(qm__judging *j, const sq_scene *scene, sq_fire *fire, uint16_t leg, uint16_t weapon,
                      uint8_t unit) {
    const uint16_t guns = fire->gun_count;
    sq_shots shots = {.weapon = weapon, .target = fire->units[unit], .unit = unit};
    uint16_t wrong = SQ_REASON_NONE;
    if (declared(fire, weapon)) {
        wrong = SQ_REASON_SAME_WEAPON;
    } else if (!qm__sq_guns(scene, fire->shooter, weapon, fire, &shots) || fire->group_count == SQ_VOLLEY_GROUPS) {
        wrong = SQ_REASON_TOO_MANY_WEAPONS;
    } else if (shots.gun_count == 0) {
        wrong = SQ_REASON_NO_WEAPON;
    } else if (weapon_values(j->scenario, weapon)[SQ_WEAPON_LONG] == 0) {
        wrong = SQ_REASON_NOT_RANGED;
    }
    if (wrong != SQ_REASON_NONE) {
        fire->gun_count = guns;
        refuse_weapon(j, wrong, weapon)->leg = leg;
        return;
    }
    fire->groups[fire->group_count++] = shots;
}

static bool named(const qm_order *order, uint16_t weapon) {
    for (uint16_t i = 0; i < order->leg_count; i++) {
        if (order->legs[i].kind == SQ_LEG_WITH && order->legs[i].thing == weapon) {
            return true;
        }
    }
    return false;
}

/* All weapons that are not named in the order, in the order of models and their weapons. */
static void add_rest(qm__judging *j, const sq_scene *scene, sq_fire *fire, uint16_t leg, uint8_t unit) {
    const qm_scenario *s = j->scenario;
    const uint16_t before = fire->group_count, reasons = j->verdict->reason_count;
    for (uint16_t i = 0; i < sq_unit(s, fire->shooter)->count; i++) {
        const uint16_t figure = (uint16_t)(fire->shooter + i);
        for (int slot = 0; slot < SQ_SLOTS && scene->bodies[figure - 1].height > 0; slot++) {
            const uint16_t weapon = (uint16_t)sq_value(s, figure, SQ_WEAPON + slot);
            const int32_t *values = weapon_values(s, weapon);
            if (weapon != SQ_ROW_NONE && values[SQ_WEAPON_LONG] > 0 && values[SQ_WEAPON_ATTACKS] > 0 &&
                !named(j->order, weapon) && !declared(fire, weapon)) {
                add_group(j, scene, fire, leg, weapon, unit);
            }
        }
    }
    if (fire->group_count == before && j->verdict->reason_count == reasons) {
        qm_reason *reason = qm__refuse(j, before > 0 ? SQ_REASON_NONE_LEFT : SQ_REASON_UNARMED);
        reason->leg = leg;
        reason->other = fire->units[unit];
    }
}

/* "with … with … at …": weapons wait for the target that follows them; a target without any takes the rest. */
static void read_legs(qm__judging *j, const sq_scene *scene, sq_fire *fire) {
    const qm_order *order = j->order;
    uint16_t first = 0; /* leg of the first weapon that waits */
    for (uint16_t i = 0; i < order->leg_count; i++) {
        const uint16_t kind = order->legs[i].kind, leg = (uint16_t)(i + 1);
        if (kind != SQ_LEG_WITH && kind != SQ_LEG_AT) {
            qm__refuse(j, SQ_REASON_SHOOT_LEG)->leg = leg;
            return;
        }
        if (kind == SQ_LEG_WITH) {
            continue;
        }
        const uint8_t unit = target_number(j, fire, leg, order->legs[i].thing);
        for (uint16_t w = first; unit < SQ_VOLLEY_UNITS && w < i; w++) {
            add_group(j, scene, fire, (uint16_t)(w + 1), order->legs[w].thing, unit);
        }
        if (unit < SQ_VOLLEY_UNITS && first == i) {
            add_rest(j, scene, fire, leg, unit);
        }
        first = leg;
    }
    if (order->leg_count == 0) {
        qm__refuse(j, SQ_REASON_NO_TARGET);
    } else if (first < order->leg_count) {
        refuse_weapon(j, SQ_REASON_NO_TARGET_FOR, order->legs[first].thing)->leg = (uint16_t)(first + 1);
    }
}

/* --------------------------------------------------------------------------------------------- what keeps it back */

qm_reason qm__sq_bar_reason(const sq_fire *fire, const sq_shots *shots, const sq_bar *bar) {
    static const uint16_t reasons[] = {
        [SQ_BAR_GONE] = SQ_REASON_TARGET_GONE,   [SQ_BAR_MELEE] = SQ_REASON_TARGET_IN_MELEE,
        [SQ_BAR_SELF] = SQ_REASON_FIGHTS_TARGET, [SQ_BAR_SIGHT] = SQ_REASON_NOT_SEEN,
        [SQ_BAR_ARC] = SQ_REASON_OUT_OF_ARC,     [SQ_BAR_RANGE] = SQ_REASON_OUT_OF_RANGE};
    const bool fights = bar->what == SQ_BAR_SELF && bar->other != shots->target;
    return (qm_reason){.kind = fights ? SQ_REASON_FIGHTS_ITSELF : reasons[bar->what],
                       .figure = bar->what == SQ_BAR_RANGE ? bar->figure : fire->shooter,
                       .other = fights ? bar->other : shots->target,
                       .word = shots->weapon,
                       .needed = bar->needed,
                       .had = bar->had};
}

int32_t qm__sq_die_hits(const qm_scenario *scenario, const int32_t *weapon, uint16_t figure) {
    return 1 + (weapon[SQ_WEAPON_EXTRA_ON] > 0 ? weapon[SQ_WEAPON_EXTRA] : 0) +
           (sq_value(scenario, figure, SQ_EXTRA_ON) > 0 ? sq_value(scenario, figure, SQ_EXTRA) : 0);
}

/* Bytes of tape that a group can take at the most. */
static int32_t tape_of(const sq_shooting *shooting, const sq_fire *fire, uint32_t group) {
    const sq_shots *shots = &fire->groups[group];
    const sq_target_unit *unit = &shooting->units[shots->unit];
    const int32_t *weapon = weapon_values(shooting->scene.scenario, shots->weapon);
    int32_t each = unit->count > 16 ? 4 : unit->count > 1 ? 2 : 0, bytes = 0;
    bool ignores = false, again = false;
    for (uint32_t i = 0; i < unit->count; i++) {
        ignores |= unit->models[i].ignore > 0;
        again |= unit->models[i].save_again;
    }
    each += 2 + 2 * ignores + 2 * again;
    for (uint16_t i = 0; i < shots->gun_count; i++) {
        const sq_gun *gun = &fire->guns[shots->gun_first + i];
        const qm_scenario *s = shooting->scene.scenario;
        const int32_t hits = qm__sq_die_hits(s, weapon, gun->figure);
        const bool rerolls = weapon[SQ_WEAPON_REROLL_MISSES] || sq_value(s, gun->figure, SQ_REROLL_MISSES);
        bytes += (1 + gun->attacks + gun->attacks / QM_FACES_MAX) * (rerolls ? 2 : 1) + gun->attacks * hits * each;
    }
    return bytes;
}

/* Sights that the players decide about; how many. */
static int32_t leave_doubts(qm__judging *j, const sq_fire *fire) {
    int32_t count = 0;
    for (uint16_t unit = 0; unit < fire->unit_count; unit++) {
        for (uint16_t i = 0; i < sq_unit(j->scenario, fire->shooter)->count; i++) {
            for (uint16_t t = 0; t < sq_unit(j->scenario, fire->units[unit])->count; t++) {
                if (fire->sights[i][fire->slots[unit] + t] == SQ_SIGHT_DOUBT) {
                    qm_reason *reason = qm__leave_to_choice(j, SQ_REASON_SIGHT_IN_DOUBT);
                    reason->figure = (uint16_t)(fire->shooter + i);
                    reason->other = (uint16_t)(fire->units[unit] + t);
                    count++;
                }
            }
        }
    }
    return count;
}

/* ---------------------------------------------------------------------------------------------------- announcing */

static double at_least_one(const sq_shooting *shooting, const sq_batch *batch) {
    int misses = 0;
    bool again = false;
    double none = 1;
    for (int face = 1; face <= 10; face++) {
        const sq_die die = qm__sq_die(&shooting->rules, batch, face, false);
        misses += !die.hit;
        again |= die.again;
    }
    for (uint32_t i = 0; i < batch->dice * (again ? 2u : 1u); i++) {
        none *= misses / 10.0;
    }
    return 1 - none;
}

void qm__sq_hit_terms(const sq_shooting *shooting, const sq_thrown *thrown, uint32_t number, qm_term *terms,
                      uint16_t *count) {
    const sq_batch *batch = &thrown->batches[number];
    const int penalty = thrown->aimed.far[number] ? sq_set(shooting->scene.scenario)->long_penalty : 0;
    const int target = qm__sq_cut(batch->accuracy, shooting->rules.one_hits);
    qm__term(terms, count, SQ_TERM_ACCURACY, batch->accuracy + penalty);
    qm__term(terms, count, SQ_TERM_LONG_RANGE, -penalty);
    qm__term(terms, count, batch->accuracy > target ? SQ_TERM_ALL_MISS : SQ_TERM_ONE_HITS, target - batch->accuracy);
}

/* SQ-21: what each batch throws, and why the number is what it is. */
static void foresee(qm__judging *j, const sq_shooting *shooting, const sq_fire *fire, const sq_thrown *thrown) {
    for (uint16_t i = 0; i < thrown->count; i++) {
        const sq_batch *batch = &thrown->batches[i];
        qm_check *check = qm__foresee(j, SQ_ROLL_HIT);
        check->figure = fire->guns[thrown->aimed.guns[i]].figure;
        check->more = (uint16_t)(thrown->aimed.models[i] - 1);
        check->other = fire->groups[thrown->group].target;
        check->word = fire->groups[thrown->group].weapon;
        check->dice = (uint8_t)(batch->dice > 255 ? 255 : batch->dice);
        check->sides = 10;
        check->over = QM_OVER_EACH;
        check->target = qm__sq_cut(batch->accuracy, shooting->rules.one_hits);
        check->chance = at_least_one(shooting, batch);
        qm__sq_hit_terms(shooting, thrown, i, check->terms, &check->term_count);
        for (int a = 0; a < SQ_SHOT_ABILITIES; a++) {
            static const uint16_t terms[] = {0, SQ_TERM_EXTRA_HITS, SQ_TERM_MORE_AP, SQ_TERM_REROLL_MISSES};
            const sq_shot_ability *ability = &batch->abilities[a];
            if (ability->what != SQ_SHOT_NONE) {
                qm__term_ability(check->terms, &check->term_count, terms[ability->what], ability->amount, ability->on);
            }
        }
    }
}

/* SQ-20: shots that wait, with all dice that they would have at short range. */
static void foresee_waiting(qm__judging *j, const sq_fire *fire, const sq_shots *shots) {
    const sq_gun *first = &fire->guns[shots->gun_first];
    uint16_t last = first->figure, more = 0;
    uint32_t dice = 0;
    for (uint16_t i = 0; i < shots->gun_count; i++) {
        const sq_gun *gun = &fire->guns[shots->gun_first + i];
        dice += gun->attacks;
        more = (uint16_t)(more + (gun->figure != last));
        last = gun->figure;
    }
    qm_check *check = qm__foresee(j, SQ_ROLL_HIT);
    check->figure = first->figure;
    check->more = more;
    check->other = shots->target;
    check->word = shots->weapon;
    check->dice = (uint8_t)(dice > 255 ? 255 : dice);
    check->sides = 10;
    check->over = QM_OVER_EACH;
    check->target = sq_value(j->scenario, first->figure, SQ_ACCURACY);
    check->chance = -1; /* it hangs on what the others do */
    qm__term(check->terms, &check->term_count, SQ_TERM_ACCURACY, check->target);
    qm__term_word(check->terms, &check->term_count, SQ_TERM_WAITS);
}

/* ---------------------------------------------------------------------------------------------------------- judging */

static void cite(qm__judging *j, int number) {
    qm__cite(j, (uint16_t)(number - 1));
}

/* What a shot that can be made rests on. */
static void cite_shot(qm__judging *j, const sq_fire *fire, const sq_thrown *thrown) {
    cite(j, 13);
    if (qm__sq_engaged(j->scenario, j->state, fire->shooter)) { /* at others than those it fights */
        cite(j, 14);
    }
    if (!weapon_values(j->scenario, fire->groups[thrown->group].weapon)[SQ_WEAPON_INDIRECT]) {
        cite(j, 15);
    }
    if (thrown->aimed.mounted) {
        cite(j, 16);
        cite(j, 18);
    }
    if (thrown->aimed.several) {
        cite(j, 17);
    }
    if (thrown->aimed.dice_bare > 0) {
        cite(j, 30);
    }
}

/* What can be shot now, and what keeps the rest. */
static void judge_groups(qm__judging *j, sq_fire *fire, sq_shooting *shooting) {
    sq_bar bars[SQ_VOLLEY_GROUPS];
    sq_thrown *thrown = &shooting->thrown[0];
    uint16_t can = 0;
    int32_t bytes = leave_doubts(j, fire) * 2;
    for (uint16_t i = 0; i < fire->group_count; i++) {
        qm__sq_throw(shooting, fire, i, fire->alive, thrown);
        bars[i] = thrown->aimed.bar;
        fire->can[i] = thrown->any != 0;
        can = (uint16_t)(can + fire->can[i]);
        bytes += tape_of(shooting, fire, i);
        if (fire->can[i]) {
            foresee(j, shooting, fire, thrown);
            cite_shot(j, fire, thrown);
        }
    }
    for (uint16_t i = 0; can == 0 && i < fire->group_count; i++) {
        const qm_reason reason = qm__sq_bar_reason(fire, &fire->groups[i], &bars[i]);
        *qm__refuse(j, reason.kind) = reason;
    }
    if (bytes > QM_TAPE_MAX) {
        qm_reason *reason = qm__refuse(j, SQ_REASON_TOO_MANY_DICE);
        reason->needed = bytes;
        reason->had = QM_TAPE_MAX;
    }
    for (uint16_t i = 0; can > 0 && i < fire->group_count; i++) {
        if (!fire->can[i]) {
            const qm_reason reason = qm__sq_bar_reason(fire, &fire->groups[i], &bars[i]);
            *qm__warn(j, reason.kind) = reason;
            foresee_waiting(j, fire, &fire->groups[i]);
        }
    }
}

/* Whether there is an action left, and one to shoot with. */
static bool judge_action(qm__judging *j) {
    const sq_settings *set = sq_set(j->scenario);
    const sq_model *m = sq_at(j->scenario, j->state, j->order->actor);
    if (m->actions >= set->actions) {
        qm__refuse(j, SQ_REASON_NO_ACTION)->had = set->actions;
    } else if (m->shots >= set->shots) {
        qm__refuse(j, SQ_REASON_NO_SHOT_LEFT)->had = set->shots;
    }
    return j->verdict->reason_count == 0;
}

void qm__sq_judge_shoot(qm__judging *j) {
    sq_fire *fire = j->prepared;
    if (!qm__sq_judge_now(j, false) || !judge_action(j)) {
        return;
    }
    memset(fire, 0, sizeof *fire);
    fire->shooter = j->order->actor;
    sq_scene *scene = qm__sq_scene(j->scenario, j->state, fire->shooter, j->search);
    read_legs(j, scene, fire);
    if (j->verdict->reason_count > 0) {
        return;
    }
    qm__sq_sights(scene, fire);
    judge_groups(j, fire, qm__sq_shooting(j->scenario, j->state, fire, j->search));
}
