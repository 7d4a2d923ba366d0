/* A volley rolled: group after group, hits given by those who are shot at, saves, casualties.
 *
 * The order of everything is that of volley.h, whose odds are told beforehand; the test of sampled volleys holds both
 * against each other.
 *
 * Invariant: before every roll and every choice run->vars hold a hash of all that later code depends on and the state
 * does not say: which groups have shot, the hits that wait, to whom they were given, and what was decided about sights
 * in doubt. So equal positions are merged in odds, and only equal ones.
 */
#include <string.h>

#include "base/hash.h"
#include "rules/squad/shoot.h"

typedef struct playing {
    qm__run *run;
    const sq_fire *fire;
    sq_shooting *s;
} playing;

/* ---------------------------------------------------------------------------------------------------- setting out */

static sq_volley_rules rules_of(const qm_scenario *scenario) {
    const sq_settings *set = sq_set(scenario);
    static const uint8_t assignments[] = {[SQ_HIT_ASSIGNMENT_ONE_BY_ONE] = SQ_HITS_ONE_BY_ONE,
                                          [SQ_HIT_ASSIGNMENT_ALL_FIRST] = SQ_HITS_ALL_FIRST,
                                          [SQ_HIT_ASSIGNMENT_SPREAD] = SQ_HITS_SPREAD};
    return (sq_volley_rules){.assignment = assignments[set->hit_assignment],
                             .policy = QM_POLICY_AUTOMATIC,
                             .all_hits_first = set->volley == SQ_VOLLEY_ALL_HITS_FIRST,
                             .as_declared = set->lost_target == SQ_LOST_TARGET_AS_DECLARED,
                             .recheck_end = set->recheck == SQ_RECHECK_END,
                             .by_shooter = set->valid_target == SQ_VALID_TARGET_SHOOTER,
                             .ignore_by_hit = set->negate_scope == SQ_NEGATE_SCOPE_HIT,
                             .one_hits = set->check_passes >= 1,
                             .one_saves = set->one_saves == SQ_ONE_SAVES_YES};
}

static void set_target(const qm_scenario *scenario, const qm_state *state, uint16_t first, sq_target_unit *out) {
    const bool majority = sq_set(scenario)->mixed == SQ_MIXED_MAJORITY;
    uint64_t alive = 0;
    out->count = (uint8_t)sq_unit(scenario, first)->count;
    for (uint32_t i = 0; i < out->count; i++) {
        const uint16_t figure = (uint16_t)(first + i);
        const sq_model *m = sq_at(scenario, state, figure);
        const int32_t ignore = sq_value(scenario, figure, SQ_IGNORE);
        alive |= (uint64_t)!m->out << i;
        out->models[i] = (sq_target){.wounds = (uint8_t)(m->out ? 0 : sq_value(scenario, figure, SQ_WOUNDS) - m->lost),
                                     .save = (int8_t)sq_value(scenario, figure, SQ_SAVE),
                                     .ignore = (uint8_t)(ignore > 9 ? 9 : ignore), /* a 10 passes nothing */
                                     .save_again = sq_value(scenario, figure, SQ_REROLL_SAVES) != 0};
    }
    for (uint32_t i = 0; majority && i < out->count; i++) {
        out->models[i].save = (int8_t)qm__sq_majority(scenario, first, SQ_SAVE, alive);
    }
}

sq_shooting *qm__sq_shooting(const qm_scenario *scenario, const qm_state *state, const sq_fire *fire, void *search) {
    sq_shooting *s = (sq_shooting *)qm__sq_scene(scenario, state, fire->shooter, search);
    s->rules = rules_of(scenario);
    for (uint16_t unit = 0; unit < fire->unit_count; unit++) {
        set_target(scenario, state, fire->units[unit], &s->units[unit]);
    }
    s->shot = s->at = s->hit_count = s->hit_at = 0;
    s->doubts = s->progress = s->then = 0;
    memset(s->asked, 0, sizeof s->asked);
    return s;
}

void qm__sq_alive_units(const sq_shooting *shooting, const sq_fire *fire, uint64_t *alive) {
    for (uint16_t unit = 0; unit < fire->unit_count; unit++) {
        alive[unit] = 0;
        for (uint32_t i = 0; i < shooting->units[unit].count; i++) {
            alive[unit] |= (uint64_t)(shooting->units[unit].models[i].wounds > 0) << i;
        }
    }
}

void qm__sq_throw(sq_shooting *shooting, const sq_fire *fire, uint32_t group, const uint64_t *alive, sq_thrown *out) {
    uint16_t into[SQ_VOLLEY_BATCHES], last[SQ_VOLLEY_BATCHES] = {0};
    sq_aimed aimed;
    const uint32_t count = qm__sq_batches(&shooting->scene, fire, group, alive, out->batches, &aimed);
    out->group = (uint16_t)group;
    out->count = (uint16_t)qm__sq_batches_unite(out->batches, into, count);
    out->aimed = aimed;
    out->any = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t at = into[i], figure = fire->guns[aimed.guns[i]].figure;
        if (out->aimed.models[at] == 0) {
            out->aimed.guns[at] = aimed.guns[i];
            out->aimed.far[at] = aimed.far[i];
            out->aimed.bare[at] = aimed.bare[i];
        }
        out->aimed.models[at] = (uint16_t)(out->aimed.models[at] + (figure != last[at])); /* guns go by models */
        last[at] = figure;
    }
    for (uint32_t i = 0; i < out->count; i++) {
        out->any |= out->batches[i].valid & alive[fire->groups[group].unit];
    }
}

/* ------------------------------------------------------------------------------------------------ rolls and choices */

/* Notes what later code depends on. */
static void note(const playing *p) {
    const sq_shooting *s = p->s;
    const uint32_t left = s->hit_count - s->hit_at;
    const uint64_t heads[6] = {s->shot, s->at, left, s->doubts, s->progress, s->then};
    uint64_t hash = qm__hash(heads, sizeof heads, 0);
    hash = qm__hash(s->hits + s->hit_at, left * sizeof *s->hits, hash);
    hash = qm__hash(s->given + s->hit_at, left, hash);
    p->run->vars[0] = (int32_t)(uint32_t)hash;
    p->run->vars[1] = (int32_t)(uint32_t)(hash >> 32);
}

static int take_die(const playing *p, uint16_t kind, uint16_t figure, int cut, const qm__roll_aside *aside) {
    const qm__roll roll = {.kind = kind,
                           .figure = figure,
                           .other = p->fire->shooter,
                           .dice = 1,
                           .sides = 10,
                           .shape = QM__UNDER,
                           .cuts = {(int16_t)cut},
                           .target = cut};
    note(p);
    p->run->faces[0] = 0; /* in a walk it stays that */
    return qm__roll_take_telling(p->run, &roll, aside);
}

static uint16_t target_of(const playing *p, uint32_t group) {
    return p->fire->groups[group].target;
}

static qm_event *tell(const playing *p, uint16_t kind, uint32_t group) {
    qm_event *event = qm__tell(p->run, kind);
    event->figure = p->fire->shooter;
    event->other = target_of(p, group);
    event->word = p->fire->groups[group].weapon;
    return event;
}

/* ----------------------------------------------------------------------------------------------- who shoots next */

/* SQ-15: sights so close that the players decide; asked when they come up, once for each pair. */
static void ask_doubts(const playing *p, uint32_t group) {
    const sq_shots *shots = &p->fire->groups[group];
    uint64_t alive[SQ_VOLLEY_UNITS];
    bool as_declared = true;
    if (sq_set(p->run->scenario)->sight_doubt == 0) {
        return;
    }
    qm__sq_alive_units(p->s, p->fire, alive);
    for (uint16_t unit = 0; unit < p->fire->unit_count; unit++) {
        as_declared &= alive[unit] == p->fire->alive[unit];
        qm__sq_scene_alive(&p->s->scene, p->fire->units[unit], alive[unit]);
    }
    for (uint16_t i = 0; i < shots->gun_count; i++) {
        const uint16_t figure = p->fire->guns[shots->gun_first + i].figure,
                       place = (uint16_t)(figure - p->fire->shooter);
        for (uint32_t t = 0; t < p->s->units[shots->unit].count; t++) {
            const uint32_t slot = p->fire->slots[shots->unit] + t;
            if ((alive[shots->unit] >> t & 1) == 0 || p->s->asked[place][slot] ||
                qm__sq_sight_now(&p->s->scene, p->fire, figure, shots->unit, t, as_declared) != SQ_SIGHT_DOUBT) {
                continue;
            }
            const qm__choice choice = {
                .kind = SQ_CHOICE_SEEN, .figure = figure, .other = (uint16_t)(shots->target + t), .count = 2};
            note(p);
            const uint8_t hidden = (uint8_t)qm__choose(p->run, &choice);
            p->s->asked[place][slot] = 1;
            p->s->scene.hides[place][slot] = hidden;
            const uint32_t answer[3] = {place, slot, hidden};
            p->s->doubts = qm__hash(answer, sizeof answer, p->s->doubts);
        }
    }
}

/* The batches that a group has now; false when it cannot shoot. */
static bool can_shoot(const playing *p, uint32_t group, sq_thrown *out) {
    uint64_t alive[SQ_VOLLEY_UNITS];
    ask_doubts(p, group);
    qm__sq_alive_units(p->s, p->fire, alive);
    const bool declared = p->s->rules.as_declared && p->fire->can[group];
    qm__sq_throw(p->s, p->fire, group, declared ? p->fire->alive : alive, out);
    const uint64_t now = alive[p->fire->groups[group].unit];
    out->any &= now;
    for (uint32_t i = 0; i < out->count; i++) {
        out->valid[i] = qm__sq_valid(&p->s->rules, out->batches, out->count, i, now);
    }
    return out->any != 0;
}

/* SQ-20: the first that has not shot and can; or, going through them twice, the next that can. */
static bool next_group(const playing *p, sq_thrown *out) {
    const uint32_t groups = p->fire->group_count;
    const bool twice = p->s->rules.recheck_end;
    for (uint32_t at = p->s->at; at < (twice ? 2 * groups : groups); at++) {
        const uint32_t group = at % groups;
        if ((p->s->shot >> group & 1) == 0 && can_shoot(p, group, out)) {
            p->s->at = twice ? at + 1 : 0;
            return true;
        }
    }
    return false;
}

/* --------------------------------------------------------------------------------------------------------- throwing */

/* Whether what a die shows matters beyond hit or miss. */
static bool faces_matter(const sq_batch *batch) {
    for (int i = 0; i < SQ_SHOT_ABILITIES; i++) {
        if (batch->abilities[i].what == SQ_SHOT_EXTRA_HITS || batch->abilities[i].what == SQ_SHOT_MORE_AP) {
            return true;
        }
    }
    return false;
}

static bool rerolls(const sq_batch *batch) {
    for (int i = 0; i < SQ_SHOT_ABILITIES; i++) {
        if (batch->abilities[i].what == SQ_SHOT_REROLL_MISSES) {
            return true;
        }
    }
    return false;
}

static qm__roll roll_of(const playing *p, const sq_thrown *thrown, uint32_t batch, uint16_t kind) {
    const int cut = qm__sq_cut(thrown->batches[batch].accuracy, p->s->rules.one_hits);
    return (qm__roll){.kind = kind,
                      .figure = p->fire->guns[thrown->aimed.guns[batch]].figure,
                      .other = target_of(p, thrown->group),
                      .sides = 10,
                      .shape = QM__COUNT,
                      .cuts = {(int16_t)cut},
                      .target = cut};
}

/* Dice of which only the number of hits matters. */
static uint32_t count_hits(const playing *p, qm__roll roll, const qm__roll_aside *aside, uint32_t dice) {
    uint32_t hits = 0;
    while (dice > 0) {
        const uint32_t now = dice < QM_FACES_MAX ? dice : QM_FACES_MAX;
        roll.dice = (uint8_t)now;
        note(p);
        hits += (uint32_t)qm__roll_take_telling(p->run, &roll, aside);
        dice -= now;
        p->s->progress = qm__hash(&hits, sizeof hits, p->s->progress);
    }
    return hits;
}

/* Dice whose faces matter: into s->faces, those that `again` marks with what was a miss. */
static void throw_faces(const playing *p, qm__roll roll, const qm__roll_aside *aside, const sq_batch *batch,
                        bool again) {
    uint16_t which[QM_FACES_MAX];
    roll.shape = QM__FACES;
    roll.cut_count = 1;
    for (uint16_t at = 0; at < batch->dice;) {
        uint8_t count = 0;
        for (; at < batch->dice && count < QM_FACES_MAX; at++) {
            if (!again || !qm__sq_die(&p->s->rules, batch, p->s->faces[at], true).hit) {
                which[count++] = at;
            }
        }
        if (count > 0) {
            roll.dice = count;
            note(p);
            qm__roll_take_telling(p->run, &roll, aside);
            for (uint8_t i = 0; i < count; i++) {
                p->s->faces[which[i]] = p->run->faces[i];
            }
            p->s->progress = qm__hash(p->run->faces, count, p->s->progress);
        }
    }
}

/* What is told of the hits of a group besides how many they are. */
typedef struct sq_kinds {
    uint32_t extra, more_ap;
} sq_kinds;

/* SQ-21, SQ-22: one batch; its hits are put behind the others. */
static void throw_batch(const playing *p, const sq_thrown *thrown, uint32_t list, uint32_t number, sq_kinds *kinds) {
    const sq_batch *batch = &thrown->batches[number];
    const qm__roll roll = roll_of(p, thrown, number, SQ_ROLL_HIT);
    const qm__roll again = roll_of(p, thrown, number, SQ_ROLL_HIT_AGAIN);
    qm__roll_aside aside = {.of_target = 1};
    int16_t aps[SQ_HITS_KEPT];
    uint32_t hits, dice_hit = 0;
    qm__sq_hit_terms(p->s, thrown, number, aside.terms, &aside.term_count);
    if (faces_matter(batch)) {
        throw_faces(p, roll, &aside, batch, false);
        if (rerolls(batch)) {
            throw_faces(p, again, &aside, batch, true);
        }
        hits = qm__sq_hits(&p->s->rules, batch, p->s->faces, aps, SQ_HITS_KEPT);
        for (uint32_t i = 0; i < batch->dice; i++) {
            dice_hit += qm__sq_die(&p->s->rules, batch, p->s->faces[i], true).hit;
        }
    } else {
        hits = count_hits(p, roll, &aside, batch->dice);
        hits += rerolls(batch) ? count_hits(p, again, &aside, batch->dice - hits) : 0;
        dice_hit = hits;
        for (uint32_t i = 0; i < hits && i < SQ_HITS_KEPT; i++) {
            aps[i] = batch->ap;
        }
    }
    p->s->progress = 0; /* the hits say it now */
    for (uint32_t i = 0; i < hits && p->s->hit_count < SQ_HITS_KEPT; i++) {
        p->s->given[p->s->hit_count] = 0;
        p->s->hits[p->s->hit_count++] = (sq_hit){(uint8_t)list, (uint8_t)number, aps[i]};
        kinds->more_ap += aps[i] > batch->ap;
    }
    kinds->extra += hits - dice_hit;
}

static void throw_group(const playing *p, const sq_thrown *thrown, uint32_t list) {
    const uint32_t before = p->s->hit_count;
    sq_kinds kinds = {0, 0};
    int32_t dice = 0;
    for (uint32_t i = 0; i < thrown->count; i++) {
        dice += thrown->valid[i] != 0 ? thrown->batches[i].dice : 0;
    }
    if (!p->fire->can[thrown->group]) {
        tell(p, SQ_EVENT_NOW_POSSIBLE, thrown->group);
    }
    tell(p, SQ_EVENT_SHOOTS, thrown->group)->value = dice;
    if (thrown->aimed.dice_far > 0) {
        qm_event *event = tell(p, SQ_EVENT_LONG_RANGE, thrown->group);
        event->value = thrown->aimed.dice_far;
        event->needed = sq_set(p->run->scenario)->long_penalty;
    }
    if (thrown->aimed.dice_bare > 0) {
        qm_event *event = tell(p, SQ_EVENT_POINT_BLANK, thrown->group);
        event->value = thrown->aimed.dice_bare;
        event->needed = sq_set(p->run->scenario)->close_range;
    }
    uint64_t alive[SQ_VOLLEY_UNITS];
    qm__sq_alive_units(p->s, p->fire, alive);
    p->s->then = qm__hash(alive, p->fire->unit_count * sizeof *alive, 0);
    p->s->shot |= UINT32_C(1) << thrown->group;
    for (uint32_t i = 0; i < thrown->count; i++) {
        if (thrown->valid[i] != 0) {
            throw_batch(p, thrown, list, i, &kinds);
        }
    }
    tell(p, SQ_EVENT_HITS, thrown->group)->value = (int32_t)(p->s->hit_count - before);
    if (kinds.extra > 0) {
        tell(p, SQ_EVENT_EXTRA_HITS, thrown->group)->value = (int32_t)kinds.extra;
    }
    if (kinds.more_ap > 0) {
        tell(p, SQ_EVENT_MORE_AP, thrown->group)->value = (int32_t)kinds.more_ap;
    }
}

/* ------------------------------------------------------------------------------------------------------- giving hits
 */

static int needed_by(const playing *p, const sq_hit *hit, uint32_t model) {
    const sq_thrown *thrown = &p->s->thrown[hit->list];
    const sq_target *target = &p->s->units[p->fire->groups[thrown->group].unit].models[model];
    return qm__sq_save_needed(target, hit->ap, thrown->batches[hit->batch].cover[model]);
}

static int ignore_by(const playing *p, const sq_hit *hit, uint32_t model) {
    const sq_thrown *thrown = &p->s->thrown[hit->list];
    return qm__sq_ignore(&p->s->rules, &p->s->units[p->fire->groups[thrown->group].unit], thrown->any, model);
}

static int risk_to(const playing *p, const sq_hit *hit, uint32_t model) {
    const sq_target *target = &p->s->units[p->fire->groups[p->s->thrown[hit->list].group].unit].models[model];
    return qm__sq_risk(&p->s->rules, target, ignore_by(p, hit, model), needed_by(p, hit, model));
}

/* Asks for one of these models; they are more than a choice can have, so it may take two. */
static uint32_t ask_taker(const playing *p, uint16_t first, int ap, uint64_t may, uint32_t automatic) {
    uint8_t models[SQ_VOLLEY_MODELS];
    uint32_t count = 0, own = 0;
    for (uint32_t i = 0; i < SQ_VOLLEY_MODELS && may >> i != 0; i++) {
        if ((may >> i & 1) != 0) {
            own = i == automatic ? count : own;
            models[count++] = (uint8_t)i;
        }
    }
    qm__choice choice = {
        .figure = first, .side = p->run->scenario->figures[first - 1].side, .other = p->fire->shooter, .value = ap};
    enum { MOST = 16 };
    uint32_t from = 0;
    if (count > MOST) {
        choice.kind = SQ_CHOICE_TAKE_AMONG;
        choice.count = (uint8_t)((count + MOST - 1) / MOST);
        choice.automatic = (uint8_t)(own / MOST);
        for (uint32_t i = 0; i < choice.count; i++) {
            choice.options[i] = (uint16_t)(first + models[i * MOST]);
        }
        note(p);
        from = (uint32_t)qm__choose(p->run, &choice) * MOST;
    }
    choice.kind = SQ_CHOICE_TAKE;
    choice.count = (uint8_t)(count - from < MOST ? count - from : MOST);
    choice.automatic = (uint8_t)(own >= from && own < from + choice.count ? own - from : 0);
    for (uint32_t i = 0; i < choice.count; i++) {
        choice.options[i] = (uint16_t)(first + models[from + i]);
    }
    note(p);
    return models[from + (uint32_t)qm__choose(p->run, &choice)];
}

/* SQ-24: to whom a hit goes, of those of `valid`, which are not none. */
static uint32_t give(const playing *p, const sq_hit *hit, uint64_t valid, bool piled) {
    const uint32_t group = p->s->thrown[hit->list].group;
    const sq_target_unit *unit = &p->s->units[p->fire->groups[group].unit];
    for (uint32_t i = 0; i < unit->count; i++) {
        if ((valid >> i & 1) != 0) {
            p->s->stakes[i] = qm__sq_stake(unit->models[i].wounds, risk_to(p, hit, i), piled ? &p->s->piles[i] : NULL);
        }
    }
    const uint64_t may = qm__sq_may_take(&p->s->rules, valid, p->s->stakes);
    const uint32_t automatic = qm__sq_takes(&p->s->rules, may, p->s->stakes);
    const uint32_t model = ask_taker(p, target_of(p, group), hit->ap, may, automatic);
    qm_event *event = qm__tell(p->run, SQ_EVENT_TAKES_HIT);
    event->figure = (uint16_t)(target_of(p, group) + model);
    event->value = hit->ap;
    event->needed = unit->models[model].save;
    return model;
}

/* ------------------------------------------------------------------------------------------------------------ saving
 */

static void tell_cover(const playing *p, const sq_thrown *thrown, uint32_t batch, uint32_t model) {
    const int cover = thrown->batches[batch].cover[model];
    const uint16_t from = thrown->aimed.cover_from[model], solids = p->run->scenario->table.prism_count;
    if (cover != 0) {
        qm_event *event = qm__tell(p->run, from > solids ? SQ_EVENT_COVER_GROUND : SQ_EVENT_IN_COVER);
        event->figure = (uint16_t)(target_of(p, thrown->group) + model);
        event->word = from > solids ? (uint16_t)(from - solids) : from;
        event->value = cover;
    }
}

/* SQ-29: by how much, as far as there is a die to tell it from. */
static void tell_failed(const playing *p, const sq_hit *hit, uint32_t model, uint16_t figure) {
    const sq_target_unit *unit = &p->s->units[p->fire->groups[p->s->thrown[hit->list].group].unit];
    const bool by_needed = sq_set(p->run->scenario)->margin_save == SQ_MARGIN_SAVE_NEEDED;
    const int face = p->run->faces[0];
    if (face > 0) {
        qm_event *event = qm__tell(p->run, face == 10 ? SQ_EVENT_FAILED_TEN : SQ_EVENT_FAILED_BY);
        event->figure = figure;
        event->value = qm__sq_failed_by(&unit->models[model], needed_by(p, hit, model), face, by_needed);
    }
}

/* SQ-26, SQ-29: what the number to stop a hit with is made of. */
static qm__roll_aside save_terms(const playing *p, const sq_hit *hit, uint32_t model, int cut) {
    const sq_thrown *thrown = &p->s->thrown[hit->list];
    const int needed = needed_by(p, hit, model);
    qm__roll_aside aside = {.of_target = 1};
    qm__term(aside.terms, &aside.term_count, SQ_TERM_SAVE,
             p->s->units[p->fire->groups[thrown->group].unit].models[model].save);
    qm__term(aside.terms, &aside.term_count, SQ_TERM_AP, -hit->ap);
    qm__term(aside.terms, &aside.term_count, SQ_TERM_COVER, thrown->batches[hit->batch].cover[model]);
    qm__term(aside.terms, &aside.term_count,
             cut < needed ? SQ_TERM_TEN_FAILS
             : cut > 0    ? SQ_TERM_ONE_SAVES
                          : SQ_TERM_NONE_SAVES,
             cut - needed);
    return aside;
}

/* SQ-25 to SQ-28: a hit that was given to a model. Whether it is lost, nobody having stopped it and the model being
 * dead by another. */
static bool resolve(const playing *p, const sq_hit *hit, uint32_t model) {
    const sq_thrown *thrown = &p->s->thrown[hit->list];
    sq_target_unit *unit = &p->s->units[p->fire->groups[thrown->group].unit];
    const uint16_t figure = (uint16_t)(target_of(p, thrown->group) + model);
    const int ignore = ignore_by(p, hit, model);
    const int cut = qm__sq_cut(needed_by(p, hit, model), p->s->rules.one_saves);
    qm__roll_aside negating = {.of_target = 1};
    qm__term(negating.terms, &negating.term_count, SQ_TERM_IGNORE, ignore);
    if (ignore > 0 && take_die(p, SQ_ROLL_IGNORE, figure, ignore, &negating) == 0) {
        qm__tell(p->run, SQ_EVENT_HIT_IGNORED)->figure = figure;
        return false;
    }
    tell_cover(p, thrown, hit->batch, model);
    const qm__roll_aside terms = save_terms(p, hit, model, cut);
    if (take_die(p, SQ_ROLL_STOP, figure, cut, &terms) == 0 ||
        (unit->models[model].save_again && take_die(p, SQ_ROLL_STOP_AGAIN, figure, cut, &terms) == 0)) {
        qm__tell(p->run, SQ_EVENT_HIT_STOPPED)->figure = figure;
        return false;
    }
    tell_failed(p, hit, model, figure);
    if (unit->models[model].wounds == 0) {
        return true;
    }
    unit->models[model].wounds--;
    qm__sq_wound(p->run, figure);
    return false;
}

static uint64_t alive_of(const playing *p, const sq_hit *hit) {
    uint64_t alive[SQ_VOLLEY_UNITS];
    qm__sq_alive_units(p->s, p->fire, alive);
    return alive[p->fire->groups[p->s->thrown[hit->list].group].unit];
}

/* One by one: given, saved and removed before the next. */
static void resolve_singly(const playing *p) {
    int32_t wasted = 0;
    for (; p->s->hit_at < p->s->hit_count; p->s->hit_at++) {
        const sq_hit *hit = &p->s->hits[p->s->hit_at];
        const uint64_t valid = p->s->thrown[hit->list].valid[hit->batch] & alive_of(p, hit);
        if (valid == 0) {
            wasted++;
        } else {
            const uint32_t model = give(p, hit, valid, false);
            p->s->given[p->s->hit_at] = (uint8_t)(model + 1);
            resolve(p, hit, model);
        }
    }
    if (wasted > 0) {
        qm__tell(p->run, SQ_EVENT_HITS_WASTED)->value = wasted;
    }
}

/* All first: hits are given to those who lived when they were made; then all are saved. Each unit has piles of its
 * own. */
static void resolve_piled(const playing *p) {
    for (uint16_t number = 0; number < p->fire->unit_count; number++) {
        const sq_target_unit *unit = &p->s->units[number];
        for (uint32_t i = 0; i < unit->count; i++) {
            qm__sq_pile_start(&p->s->piles[i], unit->models[i].wounds);
        }
        for (uint32_t i = 0; i < p->s->hit_count; i++) {
            const sq_hit *hit = &p->s->hits[i];
            const sq_thrown *thrown = &p->s->thrown[hit->list];
            if (p->fire->groups[thrown->group].unit == number) {
                const uint32_t model = give(p, hit, thrown->valid[hit->batch], true);
                p->s->given[i] = (uint8_t)(model + 1);
                qm__sq_pile_add(&p->s->piles[model], unit->models[model].wounds, risk_to(p, hit, model));
            }
        }
    }
    int32_t lost = 0;
    for (; p->s->hit_at < p->s->hit_count; p->s->hit_at++) {
        lost += resolve(p, &p->s->hits[p->s->hit_at], p->s->given[p->s->hit_at] - 1u);
    }
    if (lost > 0) {
        qm__tell(p->run, SQ_EVENT_HITS_LOST)->value = lost;
    }
}

static void resolve_hits(const playing *p) {
    p->s->hit_at = 0;
    if (p->s->rules.assignment == SQ_HITS_ONE_BY_ONE) {
        resolve_singly(p);
    } else {
        resolve_piled(p);
    }
    p->s->hit_count = p->s->hit_at = 0;
}

/* -------------------------------------------------------------------------------------------------------- the volley
 */

/* All weapons are rolled before any hit is given: those that can shoot when they are declared. */
static void throw_all(const playing *p) {
    uint32_t lists = 0;
    for (uint32_t group = 0; group < p->fire->group_count; group++) {
        if (can_shoot(p, group, &p->s->thrown[lists])) {
            throw_group(p, &p->s->thrown[lists], lists);
            lists++;
        }
    }
    p->s->at = p->s->rules.recheck_end ? p->fire->group_count : 0;
    resolve_hits(p);
}

void qm__sq_play_shoot(qm__run *run) {
    const sq_fire *fire = run->prepared;
    const playing p = {run, fire, qm__sq_shooting(run->scenario, run->state, fire, run->search)};
    sq_at(run->scenario, run->state, fire->shooter)->shots++;
    if (p.s->rules.all_hits_first) {
        throw_all(&p);
    }
    while (next_group(&p, &p.s->thrown[0])) {
        throw_group(&p, &p.s->thrown[0], 0);
        resolve_hits(&p);
    }
    for (uint32_t group = 0; group < fire->group_count; group++) {
        if ((p.s->shot >> group & 1) == 0) {
            tell(&p, fire->can[group] ? SQ_EVENT_SHOTS_LOST : SQ_EVENT_NOT_MADE, group);
        }
    }
    uint64_t alive[SQ_VOLLEY_UNITS];
    qm__sq_alive_units(p.s, fire, alive);
    for (uint16_t unit = 0; unit < fire->unit_count; unit++) {
        if (alive[unit] != fire->alive[unit]) {
            qm__sq_after_casualties(run, fire->units[unit]);
        }
    }
    run->vars[0] = run->vars[1] = 0;
    qm__sq_spend_action(run);
}
