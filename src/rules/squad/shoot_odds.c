/* A volley forecast: how likely each number of hits, unsaved hits, wounds and models lost is, before a die is rolled.
 *
 * The batches are those that would be rolled, and the dice are reckoned by volley.h. Where nothing about the shots can
 * change as models fall, units are reckoned apart, which is much quicker; whether that is so is tried with each model
 * of the targets as the only one left, for what is seen, how far it is and what covers it then bounds all that can be.
 */
#include <string.h>

#include "rules/squad/shoot.h"

enum { MEMORY = SQ_SHOOTING_SIZE - 64, STATES_MOST = 8192, STATES_LEAST = 64 };
_Static_assert(sizeof(sq_shooting) < MEMORY / 2, "there is room left to reckon in");

typedef struct forecasting {
    sq_shooting *shooting;
    const sq_fire *fire;
} forecasting;

/* ----------------------------------------------------------------------------------- whether shots change with losses
 */

/* The batch of a gun; NULL = it does not shoot. */
static const sq_batch *batch_of(const sq_thrown *list, uint16_t gun) {
    for (uint16_t i = 0; i < list->count; i++) {
        if (list->aimed.guns[i] == gun) {
            return &list->batches[i];
        }
    }
    return NULL;
}

/* Whether a group shoots at one model the same with all alive as when it alone is left. */
static bool differs(forecasting *f, uint32_t group, const sq_thrown *all, uint32_t model) {
    const sq_shots *shots = &f->fire->groups[group];
    sq_thrown *alone = &f->shooting->thrown[1];
    uint64_t alive[SQ_VOLLEY_UNITS] = {0};
    alive[shots->unit] = UINT64_C(1) << model;
    alone->count = (uint16_t)qm__sq_batches(&f->shooting->scene, f->fire, group, alive, alone->batches, &alone->aimed);
    for (uint16_t i = 0; i < shots->gun_count; i++) {
        const uint16_t gun = (uint16_t)(shots->gun_first + i);
        const sq_batch *then = batch_of(all, gun), *left = batch_of(alone, gun);
        const bool valid = then != NULL && (then->valid >> model & 1) != 0;
        if (valid != (left != NULL) ||
            (valid && (then->accuracy != left->accuracy || then->cover[model] != left->cover[model]))) {
            return true;
        }
    }
    return false;
}

static bool shots_change(forecasting *f) {
    if (f->fire->group_count == 1) {
        return false;
    }
    for (uint32_t group = 0; group < f->fire->group_count; group++) {
        sq_thrown *all = &f->shooting->thrown[0];
        const uint64_t models = f->fire->alive[f->fire->groups[group].unit];
        all->count =
            (uint16_t)qm__sq_batches(&f->shooting->scene, f->fire, group, f->fire->alive, all->batches, &all->aimed);
        for (uint32_t model = 0; model < SQ_VOLLEY_MODELS && models >> model != 0; model++) {
            if ((models >> model & 1) != 0 && differs(f, group, all, model)) {
                return true;
            }
        }
    }
    return false;
}

/* ---------------------------------------------------------------------------------------------------------- reckoning
 */

static uint32_t look(void *context, uint32_t group, const uint64_t *alive, sq_batch *batches) {
    forecasting *f = context;
    sq_aimed aimed;
    const uint32_t count = qm__sq_batches(&f->shooting->scene, f->fire, group, alive, batches, &aimed);
    return qm__sq_batches_unite(batches, NULL, count);
}

/* The most hits a group can ever make: with all its guns. */
static uint16_t hits_most(const qm_scenario *s, const sq_fire *fire, const sq_shots *shots) {
    const int32_t *weapon = s->rules.tables[SQ_TABLE_WEAPONS].rows[shots->weapon - 1].values;
    int32_t hits = 0;
    for (uint16_t i = 0; i < shots->gun_count; i++) {
        hits += fire->guns[shots->gun_first + i].attacks *
                qm__sq_die_hits(s, weapon, fire->guns[shots->gun_first + i].figure);
    }
    return (uint16_t)hits;
}

static void set_groups(forecasting *f, const qm_scenario *s) {
    for (uint32_t i = 0; i < f->fire->group_count; i++) {
        sq_thrown *list = &f->shooting->thrown[i];
        qm__sq_throw(f->shooting, f->fire, i, f->fire->alive, list);
        f->shooting->groups[i] = (sq_group){.unit = f->fire->groups[i].unit,
                                            .count = (uint8_t)list->count,
                                            .hits_most = hits_most(s, f->fire, &f->fire->groups[i]),
                                            .batches = list->batches};
    }
}

/* ------------------------------------------------------------------------------------------------------------ telling
 */

static void add_spread(qm_forecast_result *out, const char *name, uint16_t figure, const sq_spread *spread) {
    uint32_t count = spread->count;
    while (count > 1 && spread->chances[count - 1] <= 0) {
        count--; /* what can never be is not worth a line */
    }
    out->spreads[out->count++] =
        (qm_spread){.name = name, .figure = figure, .low = 0, .count = count, .chances = spread->chances};
}

/* The numbers of a unit, in this order. */
enum { HITS, UNSAVED, WOUNDS, MODELS };
static const char *const names[] = {"hits", "unsaved hits", "wounds lost", "models lost"};
static const char lost_to_hits[] = "models lost to hits"; /* where others are removed afterwards */

static const char *models_lost(const qm_scenario *s) {
    return sq_set(s)->broken == SQ_BROKEN_REMOVE_SMALLER ? lost_to_hits : names[MODELS];
}

static void add_losses(qm_forecast_result *out, const qm_scenario *s, uint16_t figure, const sq_losses *losses) {
    add_spread(out, names[HITS], figure, &losses->hits);
    add_spread(out, names[UNSAVED], figure, &losses->unsaved);
    add_spread(out, names[WOUNDS], figure, &losses->wounds);
    add_spread(out, models_lost(s), figure, &losses->models);
}

/* Of one unit all numbers; of several those of all together and of each, as far as there is room. */
static void tell_all(qm_forecast_result *out, const qm_scenario *s, const sq_fire *fire,
                     const sq_volley_result *result) {
    if (fire->unit_count > 1) {
        add_losses(out, s, 0, &result->all);
    }
    for (uint16_t unit = 0; unit < fire->unit_count; unit++) {
        if (4 + 4 * fire->unit_count <= QM_SPREADS_MAX || fire->unit_count == 1) {
            add_losses(out, s, fire->units[unit], &result->units[unit]);
        } else {
            add_spread(out, models_lost(s), fire->units[unit], &result->units[unit].models);
        }
    }
}

static bool any_doubt(const sq_fire *fire) {
    for (size_t i = 0; i < QM_PARTS_MAX; i++) {
        if (memchr(fire->sights[i], SQ_SIGHT_DOUBT, sizeof fire->sights[i]) != NULL) {
            return true;
        }
    }
    return false;
}

bool qm__sq_forecast(const qm_scenario *scenario, const qm_state *state, const qm_order *order, const void *prepared,
                     qm_policy policy, void *search, qm_forecast_result *out) {
    const sq_fire *fire = prepared;
    if (order->kind != SQ_ORDER_SHOOT || (policy == QM_POLICY_UNIFORM && any_doubt(fire))) {
        return true; /* sights granted one time in two are beyond a volley's reckoning */
    }
    forecasting f = {qm__sq_shooting(scenario, state, fire, search), fire};
    memset(f.shooting->scene.hides, policy == QM_POLICY_LAST, sizeof f.shooting->scene.hides);
    const bool changes = shots_change(&f);
    set_groups(&f, scenario);
    sq_volley volley = {.rules = f.shooting->rules,
                        .unit_count = (uint8_t)fire->unit_count,
                        .group_count = (uint8_t)fire->group_count,
                        .units = f.shooting->units,
                        .groups = f.shooting->groups,
                        .look = changes ? look : NULL,
                        .context = &f};
    volley.rules.policy = (uint8_t)policy;
    const size_t used = (sizeof *f.shooting + 15) / 16 * 16;
    uint32_t states = STATES_MOST;
    while (states > STATES_LEAST && qm__sq_volley_size(&volley, states) > MEMORY - used) {
        states /= 2;
    }
    sq_volley_result result = {0}; /* of spreads without values */
    const bool told =
        qm__sq_volley_odds(&volley, states, (unsigned char *)f.shooting + used, MEMORY - used, &result) == QM_OK;
    out->had_choices = any_doubt(fire);
    for (uint16_t unit = 0; unit < fire->unit_count; unit++) {
        out->had_choices |= (fire->alive[unit] & (fire->alive[unit] - 1)) != 0;
    }
    tell_all(out, scenario, fire, &result);
    return told;
}

/* ---------------------------------------------------------------------------------------------------- one play of it
 */

/* What an event adds to one of the numbers of a unit. A hit given to a model is unsaved until it is told that it was
 * stopped. */
static int32_t adds(const qm_event *event, const char *name) {
    switch (event->kind) {
    case SQ_EVENT_HITS:
        return name == names[HITS] ? event->value : 0;
    case SQ_EVENT_TAKES_HIT:
        return name == names[UNSAVED];
    case SQ_EVENT_HIT_IGNORED:
    case SQ_EVENT_HIT_STOPPED:
        return -(name == names[UNSAVED]);
    case SQ_EVENT_WOUNDED:
        return name == names[WOUNDS];
    case SQ_EVENT_CASUALTY:
        return name == names[WOUNDS] || name == names[MODELS] || name == lost_to_hits;
    default:
        return 0;
    }
}

void qm__sq_tally(const qm_scenario *scenario, const qm_forecast_result *forecast, const qm_events *events,
                  int32_t *values) {
    for (uint32_t i = 0; i < events->count; i++) {
        const qm_event *event = &events->items[i];
        const uint16_t whom = event->kind == SQ_EVENT_HITS ? event->other : event->figure;
        for (uint32_t n = 0; n < forecast->count; n++) {
            const qm_spread *spread = &forecast->spreads[n];
            if (spread->figure == 0 ||
                (whom != 0 && qm_figure_unit(scenario, whom) == qm_figure_unit(scenario, spread->figure))) {
                values[n] += adds(event, spread->name);
            }
        }
    }
}
