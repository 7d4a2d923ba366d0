/* Volleys played against their forecast: 50,000 of each kind, a million with QM_TEST_LONG. What is told beforehand and
 * what comes up share the steps of a hit, but neither who shoots when, nor how hits are counted; and where the walk
 * over all outcomes is not too long, it must agree to the last digit. */
#include <math.h>

#include "rules/registry.h"
#include "rules/squad/shoot.h"
#include "support/amount.h"
#include "support/duel.h"

/* Two lines of orks behind a hedge, and boars to the right, of which one hides behind a hut. */
static const char scene[] =
    "{\"quickmarch\": \"scenario\", \"version\": 1, \"rules\": {\"extends\": \"squad\"RULES},\n"
    " \"board\": {\"space\": \"table\", \"width\": 48, \"depth\": 48, \"prisms\": [\n"
    "  {\"name\": \"hedge\", \"box\": [18, 14, 26, 14.5], \"top\": 0.5, \"kind\": \"hedge\"},\n"
    "  {\"name\": \"hut\", \"box\": [33, 14, 37, 15], \"top\": 3}]},\n"
    " \"sides\": [\"red\", \"blue\"], \"end\": {\"last_standing\": false},\n"
    " \"templates\": {\"man\": {\"accuracy\": 6, \"save\": 7}, \"ork\": {\"save\": 7}},\n"
    " \"units\": [\n"
    "  {\"name\": \"Rifles\", \"side\": \"red\", \"template\": \"man\", \"facing\": 90, \"weapon\": \"rifle\",\n"
    "   \"at\": [\"20,4\", \"21.5,4\", \"23,4\", \"24.5,4\", \"26,4\"],\n"
    "   \"figures\": [{\"name\": \"Ann\", \"weapon\": \"machine_gun\"}, {\"name\": \"Bo\", \"weapon\": \"repeater\", "
    "\"accuracy\": 5}, {}, {}, {\"weapon_2\": \"pistol\"ABLE}]},\n"
    "  {\"name\": \"Orks\", \"side\": \"blue\", \"template\": \"ork\", \"facing\": 270,\n"
    "   \"at\": [\"20,15.5\", \"21.2,15.5\", \"22.4,15.5\", \"20,17\", \"21.2,17\"], \"figures\": [{TOUGH}, {}, "
    "{\"save\": 5}, {}, {\"save\": 9}]},\n"
    "  {\"name\": \"Boars\", \"side\": \"blue\", \"template\": \"ork\", \"facing\": 270, \"save\": 6,\n"
    "   \"at\": [\"31,16\", \"32.2,16\", \"35,16.5\"]}]}\n";

typedef struct volley {
    const char *rules, *able, *tough, *order;
    bool walks; /* the walk over all outcomes is short enough */
} volley;

enum { NUMBERS = 4, VALUES = 200 };

typedef struct counted {
    uint32_t times[NUMBERS][VALUES];
} counted;

static char *text_of(const volley *v) {
    char *a = with(scene, "RULES", v->rules), *b = with(a, "ABLE", v->able), *c = with(b, "TOUGH", v->tough);
    free(a);
    free(b);
    return c;
}

typedef struct table {
    qm_scenario *scenario;
    qm_state *state, *after;
    qm_scratch *scratch;
    qm_verdict verdict;
    qm_order order;
} table;

static void table_open(table *t, const volley *v) {
    char *text = text_of(v);
    qm_diagnostics list = qm_diagnostics_make(NULL);
    t->scenario = scenario_from(text);
    t->state = malloc(qm_state_size(t->scenario));
    t->after = malloc(qm_state_size(t->scenario));
    t->scratch = malloc(qm_scratch_size(t->scenario, 60000));
    qm_scratch_start(t->scenario, t->scratch, 60000);
    assert_int_equal(qm_state_start(t->scenario, t->state), QM_OK);
    qm_source source = {.choices = QM_CHOICES_AUTOMATIC, .seed = 1};
    qm_played played;
    assert_int_equal(qm_order_read(t->scenario, "next", 4, &t->order, &list), QM_OK);
    assert_int_equal(qm_judge(t->scenario, t->state, &t->order, t->scratch, &t->verdict), QM_OK);
    assert_int_equal(qm_play(t->scenario, t->state, t->scratch, &source, NULL, &played), QM_OK);
    assert_int_equal(qm_order_read(t->scenario, v->order, strlen(v->order), &t->order, &list), QM_OK);
    assert_int_equal(qm_judge(t->scenario, t->state, &t->order, t->scratch, &t->verdict), QM_OK);
    assert_true(qm_verdict_playable(&t->verdict));
    qm_diagnostics_free(&list);
    free(text);
}

static void table_close(table *t) {
    free(t->state);
    free(t->after);
    free(t->scratch);
    qm_scenario_free(t->scenario);
}

/* What one volley came to, for a unit by its number, and for all (0). */
static void count_one(const table *t, const qm_events *events, uint16_t unit, uint32_t out[NUMBERS]) {
    memset(out, 0, NUMBERS * sizeof *out);
    for (uint32_t i = 0; i < events->count; i++) {
        const qm_event *event = &events->items[i];
        if (event->kind == SQ_EVENT_HITS && (unit == 0 || qm_figure_unit(t->scenario, event->other) == unit)) {
            out[0] += (uint32_t)event->value;
        }
        if ((event->kind == SQ_EVENT_FAILED_BY || event->kind == SQ_EVENT_FAILED_TEN) &&
            (unit == 0 || qm_figure_unit(t->scenario, event->figure) == unit)) {
            out[1]++;
        }
    }
    for (uint16_t i = 1; i <= t->scenario->figure_count; i++) {
        if (unit == 0 || qm_figure_unit(t->scenario, i) == unit) {
            const sq_model *before = sq_at(t->scenario, t->state, i), *after = sq_at(t->scenario, t->after, i);
            out[2] += (uint32_t)(after->lost - before->lost);
            out[3] += (uint32_t)(after->out - before->out);
        }
    }
}

static uint32_t number_of(const char *name) {
    static const char *const names[NUMBERS] = {"hits", "unsaved hits", "wounds lost", "models lost"};
    for (uint32_t i = 0; i < NUMBERS; i++) {
        if (strcmp(names[i], name) == 0) {
            return i;
        }
    }
    fail_msg("unknown number %s", name);
    return 0;
}

static uint32_t sampled(void) {
    return amount_of(50000, 1000000);
}

static void compare(const volley *v, const qm_spread *spread, const uint32_t *times, uint32_t count) {
    for (uint32_t n = 0; n < VALUES; n++) {
        const double chance = n < spread->count ? spread->chances[n] : 0;
        const double seen = (double)times[n] / count, slack = 5 * sqrt(chance * (1 - chance) / count) + 3.0 / count;
        if (fabs(seen - chance) > slack) {
            fail_msg("%s: %s %u with %.6f, thrown %.6f (%s)", v->order, spread->name, n, chance, seen, v->rules);
        }
    }
}

/* The same by the walk over all outcomes: wounds and models lost, for all units. Whether it was not too long. */
static bool check_walk(table *t, qm_policy policy, const double *wounds, const double *models) {
    static qm_outcome outcomes[60000];
    qm_odds_result odds;
    double found[2][VALUES] = {{0}};
    assert_int_equal(qm_odds(t->scenario, t->state, t->scratch, policy, outcomes, 60000, &odds), QM_OK);
    for (uint32_t i = 0; i < odds.count; i++) {
        uint32_t numbers[NUMBERS];
        qm_events none = {0};
        assert_int_equal(qm_odds_outcome(t->scenario, t->state, t->scratch, &outcomes[i], t->after, NULL), QM_OK);
        count_one(t, &none, 0, numbers);
        found[0][numbers[2]] += outcomes[i].chance;
        found[1][numbers[3]] += outcomes[i].chance;
    }
    for (uint32_t n = 0; !odds.too_many && n < VALUES; n++) {
        assert_true(fabs(found[0][n] - wounds[n]) < 1e-9);
        assert_true(fabs(found[1][n] - models[n]) < 1e-9);
    }
    return !odds.too_many;
}

/* The forecast under a policy, copied out of the scratch, which is needed for other things. */
static void take_forecast(table *t, qm_policy policy, double chances[][VALUES], qm_forecast_result *told) {
    assert_int_equal(qm_forecast(t->scenario, t->state, t->scratch, policy, told), QM_OK);
    for (uint32_t i = 0; i < told->count; i++) {
        assert_true(told->spreads[i].count <= VALUES);
        memset(chances[i], 0, VALUES * sizeof(double));
        memcpy(chances[i], told->spreads[i].chances, told->spreads[i].count * sizeof(double));
        told->spreads[i].chances = chances[i];
        assert_true(fabs(qm_spread_at_least(&told->spreads[i], 0) - 1) < 1e-9);
    }
}

static uint32_t walks; /* that were not too long */

static void check_volley(const volley *v) {
    static qm_event items[4096];
    static counted counts[4];
    static double chances[QM_SPREADS_MAX][VALUES];
    table t;
    table_open(&t, v);
    qm_forecast_result told;
    for (int policy = QM_POLICY_LAST; policy >= QM_POLICY_AUTOMATIC; policy--) {
        take_forecast(&t, (qm_policy)policy, chances, &told);
        if (t.verdict.judgement == QM_CANNOT_JUDGE && policy == QM_POLICY_UNIFORM) {
            assert_int_equal(told.count, 0); /* sights that are granted one time in two are not forecast */
            continue;
        }
        assert_true(told.count == 4 || told.count == 12);
        const bool walked = check_walk(&t, (qm_policy)policy, chances[2], chances[3]);
        walks += walked;
        if (policy == QM_POLICY_AUTOMATIC && walked != v->walks) {
            fail_msg("%s: the walk is%s too long (%s)", v->order, walked ? " not" : "", v->rules);
        }
    }
    memset(counts, 0, sizeof counts);
    qm_source source = {.choices = QM_CHOICES_AUTOMATIC, .seed = 7};
    for (uint32_t i = 0; i < sampled(); i++) {
        qm_events events = {items, 4096, 0, 0};
        qm_played played;
        memcpy(t.after, t.state, qm_state_size(t.scenario));
        assert_int_equal(qm_play(t.scenario, t.after, t.scratch, &source, &events, &played), QM_OK);
        assert_int_equal(played, QM_PLAYED_DONE);
        assert_int_equal(events.dropped, 0);
        for (uint16_t unit = 0; unit <= 3; unit++) {
            uint32_t numbers[NUMBERS];
            count_one(&t, &events, unit, numbers);
            for (uint32_t n = 0; n < NUMBERS; n++) {
                assert_true(numbers[n] < VALUES);
                counts[unit].times[n][numbers[n]]++;
            }
        }
    }
    for (uint32_t i = 0; i < told.count; i++) {
        const qm_spread *spread = &told.spreads[i];
        const uint16_t unit = spread->figure ? qm_figure_unit(t.scenario, spread->figure) : 0;
        compare(v, spread, counts[unit].times[number_of(spread->name)], sampled());
    }
    table_close(&t);
}

#define ALL "Rifles shoot at Orks"
#define SPLIT "Rifles shoot with machine_gun at Boars with rifle at Orks with repeater at Orks with pistol at Boars"
static const volley volleys[] = {
    {"", "", "", ALL, true},
    {"", "", "", SPLIT, true},
    {"", ", \"extra_hit\": 2, \"pierce\": 3, \"reroll_misses\": true", "\"wounds\": 3", ALL, true},
    {", \"weapons\": {\"machine_gun\": {\"extra_hit\": 3, \"extra_hits\": 2, \"pierce\": 2, \"reroll_misses\": true}}",
     "", "\"wounds\": 2", ALL, false},
    {"", "", "\"wounds\": 2, \"ignore\": 4, \"reroll_saves\": true", ALL, true},
    {", \"settings\": {\"negate_scope\": \"hit\", \"valid_target\": \"shooter\"}", "", "\"ignore\": 3", ALL, true},
    {", \"settings\": {\"hit_assignment\": \"all_first\"}", "", "\"wounds\": 2", ALL, true},
    {", \"settings\": {\"hit_assignment\": \"spread\", \"volley\": \"all_hits_first\"}", "", "", SPLIT, true},
    {", \"settings\": {\"volley\": \"all_hits_first\", \"lost_target\": \"as_declared\"}", "", "", ALL, true},
    {", \"settings\": {\"lost_target\": \"as_declared\", \"recheck\": \"end\"}", "", "", SPLIT, true},
    {", \"settings\": {\"range_from\": \"unit\", \"band_by\": \"unit\", \"mixed\": \"majority\"}", "", "", ALL, true},
    {", \"settings\": {\"sight_doubt\": 0.5}", "", "", ALL, true},
    {", \"settings\": {\"recheck\": \"end\", \"models_block\": \"not_own_unit\"}", "", "", ALL, true},
};

static void test_thrown(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof volleys / sizeof volleys[0]; i++) {
        check_volley(&volleys[i]);
    }
    print_message("%u walks compared\n", walks);
    assert_true(walks >= 30);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_thrown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
