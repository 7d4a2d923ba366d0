/* tiles under the battery that every family passes: on a crowded board with everything on it, under every other word of
 * every setting, and on the shipped scenarios. What makes tiles hard must have come up: conflicts, ties, interceptors,
 * stops, checks, choices. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "battery/battery.h"
#include "quickmarch/io.h"

static const char *const scenarios[] = {"scenarios/tiles-skirmish.json", "scenarios/tiles-pass.json"};

/* Nobody is more than a few steps from anybody; every kind of ground, walls, a prone figure and one that is down. */
static const char crowd[] =
    "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Crowd\",\"rules\":\"tiles\","
    "\"board\":{\"space\":\"tile\",\"rows\":["
    "\"......\",\".r.w..\",\"..#.c.\",\".g..r.\",\"......\"],"
    "\"legend\":{\".\":\"open\",\"r\":\"rough\",\"#\":\"block\",\"w\":\"water\",\"c\":\"cliff\",\"g\":\"gap\"},"
    "\"walls\":[{\"at\":[\"0201\",\"0404\"],\"side\":\"E\"},{\"at\":[\"0503\"],\"side\":\"S\"}]},"
    "\"sides\":[{\"name\":\"Red\"},{\"name\":\"Blue\"},{\"name\":\"Green\",\"allies\":[\"Blue\"]}],"
    "\"figures\":["
    "{\"name\":\"Ada\",\"side\":\"Red\",\"at\":\"0101\",\"reflex\":4},"
    "{\"name\":\"Bran\",\"side\":\"Red\",\"at\":\"0105\",\"fleet\":true,\"armour\":\"heavy\"},"
    "{\"name\":\"Cora\",\"side\":\"Red\",\"at\":\"0601\",\"label\":\"polyped\",\"reflex\":0},"
    "{\"name\":\"Dirk\",\"side\":\"Blue\",\"at\":\"0605\",\"reflex\":2},"
    "{\"name\":\"Edda\",\"side\":\"Blue\",\"at\":\"0401\",\"movement\":6},"
    "{\"name\":\"Finn\",\"side\":\"Green\",\"at\":\"0305\",\"condition\":\"prone\"},"
    "{\"name\":\"Gerd\",\"side\":\"Green\",\"at\":\"0304\",\"condition\":\"down\"}],"
    "\"end\":{\"turns\":6,\"last_standing\":true}}";

/* Five of one side where there is room for few: they want the same tiles with the same movement, follow each other and
 * stand in each other's way; a foe comes and goes. */
static const char yard[] =
    "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Yard\",\"rules\":\"tiles\","
    "\"board\":{\"space\":\"tile\",\"rows\":[\"......\",\"..r...\",\"#.....\"],\"legend\":{\"#\":\"block\","
    "\"r\":\"rough\"}},\"sides\":[\"Red\",\"Blue\"],\"figures\":["
    "{\"name\":\"Ada\",\"side\":\"Red\",\"at\":\"0101\",\"reflex\":4},"
    "{\"name\":\"Bran\",\"side\":\"Red\",\"at\":\"0102\"},"
    "{\"name\":\"Cora\",\"side\":\"Red\",\"at\":\"0202\",\"reflex\":2},"
    "{\"name\":\"Dora\",\"side\":\"Red\",\"at\":\"0203\"},"
    "{\"name\":\"Finn\",\"side\":\"Red\",\"at\":\"0301\"},"
    "{\"name\":\"Edda\",\"side\":\"Blue\",\"at\":\"0602\"}],\"end\":{\"turns\":5}}";

/* The least with something to hide on both sides: what takes long, two games compared answer by answer, is quick here.
 */
static const char pair[] =
    "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Pair\",\"rules\":\"tiles\","
    "\"board\":{\"space\":\"tile\",\"rows\":[\"....\",\".r..\"],\"legend\":{\"r\":\"rough\"}},"
    "\"sides\":[\"Red\",\"Blue\"],\"figures\":[{\"name\":\"Ada\",\"side\":\"Red\",\"at\":\"0101\"},"
    "{\"name\":\"Bo\",\"side\":\"Blue\",\"at\":\"0402\"}]}";

static void print_counts(const char *name, const battery_counts *c) {
    battery_print(name, c);
    print_message(
        "  conflicts %u, won %u, lost %u, ties %u, standoffs %u, interrupts %u, halts %u, stops %u, blocked %u, "
        "slow steps %u, checks %u\n",
        c->roles[QM_ROLE_CONFLICT], c->roles[QM_ROLE_WON], c->roles[QM_ROLE_LOST], c->roles[QM_ROLE_TIE],
        c->roles[QM_ROLE_STANDOFF], c->roles[QM_ROLE_INTERRUPT], c->roles[QM_ROLE_HALT], c->roles[QM_ROLE_STOP],
        c->roles[QM_ROLE_BLOCK], c->roles[QM_ROLE_WAIT], c->checks);
}

static void test_crowd(void **unused) {
    (void)unused;
    qm_scenario *scenario = battery_load_text(crowd);
    battery_counts counts = {0};
    for (uint64_t seed = 1; seed <= battery_amount(60); seed++) {
        battery_play(scenario, seed, 120, &counts);
    }
    print_counts("crowd", &counts);
    assert_enough(counts.orders >= 3000 && counts.refused >= 500 && counts.dice >= 100 && counts.sampled >= 8);
    assert_enough(counts.ended >= 30);
    assert_enough(counts.roles[QM_ROLE_CONFLICT] >= 20 && counts.roles[QM_ROLE_WON] >= 10);
    assert_enough(counts.roles[QM_ROLE_INTERRUPT] >= 10 && counts.roles[QM_ROLE_HALT] >= 10);
    assert_enough(counts.roles[QM_ROLE_STOP] >= 100 && counts.roles[QM_ROLE_BLOCK] >= 10);
    assert_enough(counts.roles[QM_ROLE_WAIT] >= 20 && counts.checks >= 40);
    const uint32_t pairs = battery_projection(scenario);
    print_message("%u pairs of answers compared\n", pairs);
    assert_true(pairs >= 100);
    qm_scenario_free(scenario);
}

static void test_yard(void **unused) {
    (void)unused;
    qm_scenario *scenario = battery_load_text(yard);
    battery_counts counts = {0};
    for (uint64_t seed = 1; seed <= battery_amount(120); seed++) {
        battery_play(scenario, seed, 80, &counts);
    }
    print_counts("yard", &counts);
    assert_enough(counts.roles[QM_ROLE_CONFLICT] >= 60 && counts.roles[QM_ROLE_WON] >= 50);
    assert_enough(counts.roles[QM_ROLE_LOST] >= 50 && counts.roles[QM_ROLE_TIE] >= 30);
    qm_scenario_free(scenario);
}

/* The text of a scenario under changed rules; NULL where a number makes it one that cannot be played. */
static qm_scenario *changed(const char *text, size_t setting, int32_t value) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_rulebook *rulebook = NULL;
    qm_scenario *scenario = NULL;
    assert_int_equal(qm_rulebook_named(&rulebook, "tiles", NULL, NULL, &list), QM_OK);
    assert_int_equal(qm_rulebook_set(rulebook, setting, value), QM_OK);
    if (qm_scenario_read_text(&scenario, text, strlen(text), "changed", rulebook, NULL, NULL, &list) != QM_OK) {
        assert_int_equal(qm_family_named("tiles")->settings[setting].type, QM_TYPE_NUMBER);
    }
    qm_rulebook_free(rulebook);
    qm_diagnostics_free(&list);
    return scenario;
}

/* One scenario under one setting turned to another value. */
static bool try_reading(const char *text, size_t setting, int32_t value, battery_counts *counts) {
    qm_scenario *scenario = changed(text, setting, value);
    for (uint64_t seed = 1; seed <= 3 && scenario; seed++) {
        battery_play(scenario, 1000 + setting * 16 + seed, battery_amount(40), counts);
    }
    qm_scenario_free(scenario);
    return scenario != NULL;
}

static uint32_t try_projection(size_t setting, int32_t value) {
    qm_scenario *scenario = changed(pair, setting, value);
    const uint32_t compared = scenario ? battery_projection(scenario) : 1;
    qm_scenario_free(scenario);
    return compared;
}

/* Every other word of every setting, and the ends of every number: the battery must hold under all of them. */
static void test_readings(void **unused) {
    (void)unused;
    const qm_rules_facts *facts = qm_family_named("tiles");
    battery_counts counts = {0};
    uint32_t readings = 0, pairs = 0, open = 0, unplayable = 0;
    for (size_t s = 0; s < facts->setting_count; s++) {
        const qm_setting *setting = &facts->settings[s];
        const int32_t step = setting->type == QM_TYPE_NUMBER ? setting->high - setting->low : 1;
        for (int32_t value = setting->low; value <= setting->high; value += step > 0 ? step : 1) {
            if (value == setting->standard) {
                continue;
            }
            for (int which = 0; which < 2; which++) {
                const bool fine = try_reading(which ? yard : crowd, s, value, &counts);
                readings += fine;
                unplayable += !fine;
            }
            const uint32_t compared = try_projection(s, value);
            open += compared == 0; /* declare = open hides nothing */
            pairs += compared;
        }
    }
    print_message("%u readings, %u pairs of answers compared, %u not playable\n", readings, pairs, unplayable);
    print_counts("readings", &counts);
    assert_true(readings >= 100 && pairs >= 5000 && unplayable <= 2);
    assert_int_equal(open, 1);
    assert_true(counts.choices > 0); /* of the game master and of interceptors */
    assert_enough(counts.roles[QM_ROLE_CONFLICT] >= 80 && counts.roles[QM_ROLE_TIE] >= 30);
    assert_enough(counts.roles[QM_ROLE_INTERRUPT] >= 10 && counts.checks >= 20);
}

/* The text with rules under which people are asked: what becomes of ties, whom to intercept, whether to go. */
static uint32_t play_asked(const char *text, uint32_t least) {
    static const char rules[] = "\"rules\":{\"extends\":\"tiles\",\"settings\":{\"tie\":\"ask\",\"intercept_pick\":"
                                "\"ask\",\"intercept_choice\":\"on_trigger\"}}";
    static const char named[] = "\"rules\":\"tiles\"";
    const char *at = strstr(text, named);
    qm_text asking = qm_text_growing(NULL);
    assert_non_null(at);
    qm_text_add_bytes(&asking, text, (size_t)(at - text));
    qm_text_add(&asking, rules);
    qm_text_add(&asking, at + sizeof named - 1);
    qm_scenario *scenario = battery_load_text(asking.data);
    battery_counts counts = {0};
    for (uint64_t seed = 1; seed <= battery_amount(40); seed++) {
        battery_play(scenario, seed, 80, &counts);
    }
    print_counts("asked", &counts);
    assert_enough(counts.choices >= least);
    assert_true(battery_projection(scenario) > 0);
    qm_scenario_free(scenario);
    qm_text_free(&asking);
    return counts.roles[QM_ROLE_STANDOFF];
}

static void test_asked(void **unused) {
    (void)unused;
    play_asked(crowd, 8);
    assert_true(play_asked(yard, 15) > 0);
}

static void test_shipped(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        qm_scenario *scenario = battery_load_file(scenarios[i]);
        battery_counts counts = {0};
        for (uint64_t seed = 1; seed <= battery_amount(3); seed++) {
            battery_play(scenario, seed, 150, &counts);
        }
        print_counts(scenarios[i], &counts);
        assert_enough(counts.orders >= 100);
        assert_true(battery_projection(scenario) > 0);
        qm_scenario_free(scenario);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crowd), cmocka_unit_test(test_yard),    cmocka_unit_test(test_readings),
        cmocka_unit_test(test_asked), cmocka_unit_test(test_shipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
