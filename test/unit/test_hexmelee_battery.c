/* hexmelee under the battery that every family passes, on the shipped scenarios and on the dense ones of the benchmark.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "battery/battery.h"
#include "quickmarch/io.h"

static const char *const scenarios[] = {"scenarios/skirmish.json", "scenarios/benchmark.json"};

/* A crowded board with everything on it: figures meet at once, fall into pits, trip over bodies, hang and climb. */
static const char crowd[] =
    "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Crowd\",\"rules\":\"hexmelee\","
    "\"board\":{\"space\":\"hex\",\"rows\":["
    "\"........\",\"..P..s..\",\".PP..s..\",\"..p.W...\",\"..f.W.b.\",\"..#..h..\",\"........\"],"
    "\"legend\":{\".\":\"open\",\"P\":{\"terrain\":\"pit\",\"depth\":700},\"p\":{\"terrain\":\"pit\",\"depth\":150},"
    "\"W\":\"wall\",\"#\":\"solid\",\"s\":\"slippery\",\"h\":\"shadow\",\"f\":\"fire\",\"b\":\"broken\"}},"
    "\"sides\":[{\"name\":\"Red\"},{\"name\":\"Blue\"},{\"name\":\"Green\",\"allies\":[\"Blue\"]}],"
    "\"figures\":["
    "{\"name\":\"Ada\",\"side\":\"Red\",\"at\":\"0101\",\"facing\":\"SE\",\"str\":12,\"dex\":12,\"ready\":\"ada-"
    "sword\"},"
    "{\"name\":\"Bran\",\"side\":\"Red\",\"at\":\"0203\",\"facing\":\"S\",\"str\":11,\"dex\":13,\"ready\":\"bran-bow\"}"
    ","
    "{\"name\":\"Cora\",\"side\":\"Red\",\"at\":\"0105\",\"facing\":\"NE\",\"str\":15,\"dex\":9,\"position\":"
    "\"kneeling\"},"
    "{\"name\":\"Dirk\",\"side\":\"Blue\",\"at\":\"0402\",\"facing\":\"NW\",\"str\":10,\"dex\":11,\"ready\":\"dirk-"
    "axe\"},"
    "{\"name\":\"Edda\",\"side\":\"Blue\",\"at\":\"0702\",\"facing\":\"SW\",\"str\":9,\"dex\":14,\"ready\":\"edda-"
    "dagger\"},"
    "{\"name\":\"Finn\",\"side\":\"Green\",\"at\":\"0604\",\"facing\":\"N\",\"str\":12,\"dex\":10,\"armour\":\"chain\"}"
    ","
    "{\"name\":\"Gerd\",\"side\":\"Green\",\"at\":\"0407\",\"facing\":\"N\",\"str\":12,\"dex\":10,\"position\":"
    "\"prone\"}],"
    "\"items\":["
    "{\"name\":\"ada-sword\",\"weapon\":\"broadsword\",\"holder\":\"Ada\"},{\"name\":\"ada-dagger\",\"weapon\":"
    "\"dagger\","
    "\"holder\":\"Ada\"},{\"name\":\"bran-bow\",\"weapon\":\"longbow\",\"holder\":\"Bran\"},{\"name\":\"dirk-axe\","
    "\"weapon\":"
    "\"battleaxe\",\"holder\":\"Dirk\"},{\"name\":\"edda-dagger\",\"weapon\":\"dagger\",\"holder\":\"Edda\"},"
    "{\"name\":\"mace\",\"weapon\":\"mace\",\"at\":\"0302\"},{\"name\":\"rope\",\"rope\":10,\"holder\":\"Finn\"},"
    "{\"name\":\"spear\",\"weapon\":\"spear\",\"at\":\"0501\"}],"
    "\"end\":{\"turns\":12,\"last_standing\":true}}";

static void test_crowd(void **unused) {
    (void)unused;
    qm_scenario *scenario = battery_load_text(crowd);
    battery_counts counts = {0};
    for (uint64_t seed = 1; seed <= battery_amount(40); seed++) {
        battery_play(scenario, seed, 250, &counts);
    }
    battery_print("crowd", &counts);
    assert_enough(counts.orders >= 2000 && counts.refused >= 500 && counts.dice >= 300 && counts.sampled >= 10);
    assert_enough(counts.ended >= 10);
    battery_projection(scenario);
    qm_scenario_free(scenario);
}

/* Every word of every reading in turn: the battery must hold under all of them. */
static void test_readings(void **unused) {
    (void)unused;
    const qm_rules_facts *facts = qm_family_named("hexmelee");
    battery_counts counts = {0};
    uint32_t readings = 0;
    for (size_t s = 0; s < facts->setting_count; s++) {
        const qm_setting *setting = &facts->settings[s];
        if (setting->type != QM_TYPE_WORD && setting->type != QM_TYPE_FLAG) {
            continue;
        }
        for (int32_t value = setting->low; value <= setting->high; value++) {
            if (value == setting->standard) {
                continue;
            }
            qm_diagnostics list = qm_diagnostics_make(NULL);
            qm_rulebook *rulebook = NULL;
            assert_int_equal(qm_rulebook_named(&rulebook, "hexmelee", NULL, NULL, &list), QM_OK);
            assert_int_equal(qm_rulebook_set(rulebook, s, value), QM_OK);
            qm_scenario *scenario = NULL;
            assert_int_equal(
                qm_scenario_read_text(&scenario, crowd, strlen(crowd), "crowd", rulebook, NULL, NULL, &list), QM_OK);
            battery_play(scenario, 1000 + s * 16 + (uint64_t)value, battery_amount(60), &counts);
            qm_scenario_free(scenario);
            qm_rulebook_free(rulebook);
            qm_diagnostics_free(&list);
            readings++;
        }
    }
    print_message("%u readings\n", readings);
    battery_print("readings", &counts);
    assert_true(readings >= 40);
}

static void test_shipped(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        qm_scenario *scenario = battery_load_file(scenarios[i]);
        battery_counts counts = {0};
        for (uint64_t seed = 1; seed <= battery_amount(3); seed++) {
            battery_play(scenario, seed, 200, &counts);
        }
        battery_print(scenarios[i], &counts);
        assert_enough(counts.orders >= 100);
        battery_projection(scenario);
        qm_scenario_free(scenario);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crowd),
        cmocka_unit_test(test_readings),
        cmocka_unit_test(test_shipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
