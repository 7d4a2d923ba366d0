/* The battery on firefights of squad: random volleys, split at random, under every reading of the clauses of shooting.
 */
#include "base/random.h"
#include "battery/battery.h"
#include "rules/squad/shoot.h"
#include "support/duel.h"

#include <quickmarch/io.h>

/* Small units, so that the walks over all outcomes are short: rifles and a gun on one side of a hedge, orks in two
 * ranks on the other, boars in a wood, a lone scout, a car with a turret. */
static const char fight[] =
    "{\"quickmarch\": \"scenario\", \"version\": 1, \"rules\": \"squad\",\n"
    " \"board\": {\"space\": \"table\", \"width\": 40, \"depth\": 30, \"prisms\": [\n"
    "  {\"name\": \"hedge\", \"box\": [10, 14, 18, 14.5], \"top\": 0.75, \"kind\": \"hedge\"},\n"
    "  {\"name\": \"hut\", \"box\": [22, 12, 25, 15], \"top\": 3, \"kind\": \"wall\"}],\n"
    "  \"zones\": [{\"name\": \"wood\", \"box\": [26, 14, 34, 22], \"kind\": \"dense_woodland\"},\n"
    "   {\"name\": \"bare\", \"box\": [8, 15, 14, 20], \"kind\": \"exposed\"}]},\n"
    " \"sides\": [\"red\", \"blue\"], \"end\": {\"turns\": 4},\n"
    " \"templates\": {\"man\": {\"accuracy\": 5, \"save\": 6, \"weapon\": \"rifle\"},\n"
    "  \"ork\": {\"accuracy\": 4, \"save\": 5, \"weapon\": \"pistol\", \"weapon_2\": \"longbow\"}},\n"
    " \"units\": [\n"
    "  {\"name\": \"Rifles\", \"side\": \"red\", \"template\": \"man\", \"facing\": 90, \"at\": [\"12,8\", \"13.5,8\", "
    "\"15,8\"],\n"
    "   \"figures\": [{\"weapon\": \"crossbow\"}, {\"pierce\": 2, \"accuracy\": 6}, {\"weapon_2\": \"pistol\", "
    "\"extra_hit\": 2}]},\n"
    "  {\"name\": \"Car\", \"side\": \"red\", \"facing\": 90, \"accuracy\": 5, \"wounds\": 3, \"ignore\": 3, "
    "\"width\": 2, \"length\": 3,\n"
    "   \"height\": 2, \"weapon\": \"repeater\", \"mount\": \"turret\", \"weapon_2\": \"rifle\", \"mount_2\": "
    "\"hull\", \"at\": [\"20,7\"]},\n"
    "  {\"name\": \"Orks\", \"side\": \"blue\", \"template\": \"ork\", \"facing\": 270, \"at\": [\"12,16\", "
    "\"13.2,16\", \"12,17.4\"],\n"
    "   \"figures\": [{\"wounds\": 2}, {\"ignore\": 2}, {\"reroll_saves\": true}]},\n"
    "  {\"name\": \"Boars\", \"side\": \"blue\", \"template\": \"ork\", \"facing\": 270, \"save\": 7, \"at\": "
    "[\"25.9,18\", \"27.3,18\"]},\n"
    "  {\"name\": \"Scout\", \"side\": \"blue\", \"template\": \"ork\", \"facing\": 270, \"save\": 3,\n"
    "   \"at\": [\"18.5,17\"]}]}\n";

static uint32_t below(uint64_t seed, uint64_t *index, uint32_t count) {
    return (uint32_t)qm__random_below(seed, index, count);
}

/* A volley at random enemies: all weapons at one, or some of them named, each with a target of its own. */
static void fire(const qm_scenario *s, const qm_state *st, qm_scratch *scratch, uint64_t seed, uint64_t *index,
                 qm_order *order) {
    const uint16_t first = order->actor ? sq_unit(s, order->actor)->first : 0;
    (void)scratch;
    if (first == 0 || sq_at(s, st, first)->shots > 0 || below(seed, index, 4) == 0) {
        return;
    }
    qm_order_clear(order, SQ_ORDER_SHOOT, first);
    for (uint32_t n = 1 + below(seed, index, 2); n > 0; n--) {
        const qm__troop *unit = sq_unit(s, first);
        const uint16_t shooter = (uint16_t)(first + below(seed, index, unit->count));
        const int slot = SQ_WEAPON + (int)below(seed, index, 2);
        if (n > 1 || below(seed, index, 2)) {
            order->legs[order->leg_count++] =
                (qm_leg){.kind = SQ_LEG_WITH, .thing = (uint16_t)sq_value(s, shooter, slot)};
        }
        uint16_t target = first;
        while (!sq_hostile(s, first, target)) {
            target = s->units[below(seed, index, s->unit_count)].first;
        }
        order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_AT, .thing = target};
    }
}

static void test_fights(void **unused) {
    (void)unused;
    static const struct {
        const char *event;
        uint32_t least;
    } hard[] = {{"shoots", 100},     {"long-range", 20},  {"takes-hit", 50}, {"hit-ignored", 3}, {"in-cover", 3},
                {"cover-ground", 5}, {"hit-stopped", 20}, {"failed-by", 20}, {"failed-ten", 5},  {"casualty", 20},
                {"extra-hits", 2},   {"not-made", 5},     {"shots-lost", 1}, {"hits-wasted", 2}, {"unit-lost", 3}};
    qm_scenario *scenario = battery_load_text(fight);
    battery_counts counts = {0};
    for (uint64_t seed = 1; seed <= battery_amount(36); seed++) {
        battery_play_by(scenario, seed, 40, fire, &counts);
    }
    battery_print("fights", &counts);
    for (size_t i = 0; i < sizeof hard / sizeof hard[0]; i++) {
        const uint32_t times = battery_happened(scenario, &counts, hard[i].event);
        print_message("  %s %u of %u\n", hard[i].event, times, hard[i].least);
        assert_enough(times >= hard[i].least);
    }
    qm_scenario_free(scenario);
}

/* Whether a setting is one of shooting: SQ-13 to SQ-30. */
static bool of_shooting(const qm_setting *setting) {
    char id[32];
    for (size_t i = 0; qm_words_at(setting->clauses, i, id, sizeof id) > 0; i++) {
        if (atoi(id + 3) >= 13) {
            return true;
        }
    }
    return false;
}

/* Sets a setting to a value, or to the next one towards its standard that contradicts no other setting. */
static void set_reading(qm_rulebook *rulebook, size_t setting, int32_t value, int32_t standard) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_result result;
    do {
        assert_int_not_equal(value, standard);
        assert_int_equal(qm_rulebook_set(rulebook, setting, value), QM_OK);
        value += value < standard ? 1 : -1;
        result = qm_rulebook_check(rulebook, &list);
    } while (result != QM_OK);
    qm_diagnostics_free(&list);
}

static void play_reading(size_t setting, int32_t value, battery_counts *counts) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_rulebook *rulebook = NULL;
    qm_scenario *scenario = NULL;
    assert_int_equal(qm_rulebook_named(&rulebook, "squad", NULL, NULL, &list), QM_OK);
    set_reading(rulebook, setting, value, qm_family_named("squad")->settings[setting].standard);
    assert_int_equal(qm_scenario_read_text(&scenario, fight, strlen(fight), "fight", rulebook, NULL, NULL, &list),
                     QM_OK);
    battery_play_by(scenario, 100 + setting * 16 + (uint64_t)(uint32_t)value, battery_amount(10), fire, counts);
    qm_rulebook_free(rulebook);
    qm_diagnostics_free(&list);
    qm_scenario_free(scenario);
}

/* Every other word of every such setting, and the ends of every number. */
static void test_readings(void **unused) {
    (void)unused;
    const qm_rules_facts *facts = qm_family_named("squad");
    battery_counts counts = {0};
    uint32_t readings = 0;
    for (size_t s = 0; s < facts->setting_count; s++) {
        const qm_setting *setting = &facts->settings[s];
        const int32_t step = setting->type == QM_TYPE_WORD ? 1 : setting->high - setting->low;
        for (int32_t value = setting->low; value <= setting->high && of_shooting(setting);
             value += step > 0 ? step : 1) {
            if (value != setting->standard) {
                play_reading(s, value, &counts);
                readings++;
            }
        }
    }
    print_message("%u readings\n", readings);
    battery_print("readings", &counts);
    assert_true(readings >= 40);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_fights), cmocka_unit_test(test_readings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
