/* squad under the battery that every family passes: on the shipped scenario, and on a crowded table under every other
 * word of every setting. What makes squad hard must have come up: obstacles, climbs, leaps and drops that go well and
 * that fail, moves broken off and ordered anew, charges, casualties, rectangles that turn, models that fly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "battery/battery.h"
#include "quickmarch/io.h"
#include "rules/squad/squad.h"

/* Nobody is more than a few inches from anybody: two blocks with a gap, a low wall, a step, difficult ground and a
 * road; units of three, of two on rectangles, and of one. */
/* clang-format off */
#define CROWD(rules, bran, trait) \
    "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Crowd\",\"rules\":" rules "," \
    "\"board\":{\"space\":\"table\",\"width\":16,\"depth\":12,\"prisms\":[" \
    "{\"name\":\"house\",\"box\":[3,4,6,7],\"top\":4}," \
    "{\"name\":\"barn\",\"box\":[7,4,10.5,7],\"top\":3.5}," \
    "{\"name\":\"wall\",\"box\":[1,2,9,2.3],\"top\":1.5}," \
    "{\"name\":\"step\",\"box\":[6,7,7,8],\"top\":2}]," \
    "\"zones\":[{\"name\":\"mud\",\"box\":[11,4,13,8],\"kind\":\"difficult\"}," \
    "{\"name\":\"lane\",\"box\":[0,9,16,10],\"kind\":\"road\"}]}," \
    "\"sides\":[{\"name\":\"Red\"},{\"name\":\"Blue\"},{\"name\":\"Green\",\"allies\":[\"Blue\"]}]," \
    "\"templates\":{\"soldier\":{\"initiative\":5,\"save\":4,\"wounds\":2}},\"units\":[" \
    "{\"name\":\"Ada\",\"side\":\"Red\",\"template\":\"soldier\",\"at\":[\"5.4,4.8@4\",\"5.4,6.2@4\",\"4.2,5.5@4\"]}," \
    "{\"name\":\"Bran\",\"side\":\"Red\",\"template\":\"soldier\"," bran "}," \
    "{\"name\":\"Cart\",\"side\":\"Red\",\"width\":1.2,\"length\":2,\"wounds\":3," trait "\"at\":[\"13,1.5\",\"13,4\"]," \
    "\"facing\":90}," \
    "{\"name\":\"Dirk\",\"side\":\"Blue\",\"template\":\"soldier\",\"at\":[\"1.2,8.5\",\"2.4,8.5\",\"1.8,7.2\"]}," \
    "{\"name\":\"Edda\",\"side\":\"Blue\",\"template\":\"soldier\",\"agile\":true," trait "\"at\":[\"8,9.5\",\"9.2,9.5\"]}," \
    "{\"name\":\"Finn\",\"side\":\"Green\",\"hover\":true,\"movement\":8,\"reroll_saves\":true,\"save\":2,\"at\":[\"14," \
    "10\"]}]," \
    "\"end\":{\"turns\":9,\"last_standing\":true}}"
#define ALL_WALK "\"at\":[\"2,1\",\"3.2,1\",\"4.4,1\"]", ""
#define SOME_FLY "\"figures\":[{\"name\":\"Bo\",\"at\":\"2,1\",\"fly\":true},{\"name\":\"Ben\",\"at\":\"3.2,1\"}," \
                 "{\"name\":\"Bea\",\"at\":\"4.4,1\",\"fly\":true}]", "\"fly\":true,"
#define LOOSE "{\"extends\":\"squad\",\"settings\":{\"coherency_reach\":5,\"spread_most\":12}}"
#define CROWD_OF(rules, who) CROWD(rules, who)
/* clang-format on */
static const char crowd[] = CROWD_OF("\"squad\"", ALL_WALK);
/* Models go farther from each other here, so that one alone climbs and leaps more often. */
static const char loose[] = CROWD_OF(LOOSE, ALL_WALK);
/* A unit of which some fly, one that flies, and rectangles that do. */
static const char flyers[] = CROWD_OF(LOOSE, SOME_FLY);

/* Events that must have come up, each so often at least. */
typedef struct wanted {
    const char *event;
    uint32_t least;
} wanted;

static void require(const qm_scenario *scenario, const battery_counts *counts, const wanted *list) {
    bool enough = true;
    for (; list->event; list++) {
        const uint32_t times = battery_happened(scenario, counts, list->event);
        print_message("  %s %u of %u\n", list->event, times, list->least);
        enough = enough && times >= list->least;
    }
    assert_enough(enough);
}

/* ------------------------------------------------------------------------------------------------ orders of its own */

typedef struct drawing {
    const qm_scenario *s;
    const qm_state *st;
    uint64_t seed;
    uint64_t *index;
} drawing;

static int32_t some(const drawing *d, int32_t low, int32_t high) {
    return low + (int32_t)qm__random_below(d->seed, d->index, (uint32_t)(high - low + 1));
}

/* One model alone goes anywhere near, and may turn. */
static void draw_alone(const drawing *d, qm_order *order) {
    const qm__troop *unit = sq_unit(d->s, order->actor);
    const uint16_t figure = (uint16_t)(unit->first + some(d, 0, unit->count - 1));
    const sq_model *m = sq_at(d->s, d->st, figure);
    qm_place to = {m->x + some(d, -30, 30) * 100, m->y + some(d, -30, 30) * 100, 0};
    if (m->out || qm__surface_below(&d->s->table, to.x, to.y, m->z + 2000, &to.z) == QM__NOTHING) {
        return;
    }
    qm_order_clear(order, SQ_ORDER_MOVE, unit->first);
    if (some(d, 0, 2) == 0) { /* or all of them do */
        order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_GOAL, .to = to};
        return;
    }
    order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_FIGURE, .thing = figure};
    order->legs[order->leg_count++] = (qm_leg){.kind = some(d, 0, 1) ? SQ_LEG_WALK : SQ_LEG_VIA, .to = to};
    if (some(d, 0, 1)) {
        order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_FACE, .thing = (uint16_t)some(d, 0, 65535)};
    }
}

/* From the house of the crowd over to the barn. */
static bool draw_leap(const drawing *d, qm_order *order) {
    const qm__troop *unit = sq_unit(d->s, order->actor);
    const uint16_t figure = (uint16_t)(unit->first + some(d, 0, unit->count - 1));
    const sq_model *m = sq_at(d->s, d->st, figure);
    if (m->out || m->z != 4000 || d->s->table.width != 16000) {
        return false;
    }
    qm_order_clear(order, SQ_ORDER_MOVE, unit->first);
    order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_FIGURE, .thing = figure};
    order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_WALK, .to = {6000, m->y, 4000}};
    order->legs[order->leg_count++] = (qm_leg){.kind = SQ_LEG_LEAP, .to = {7000, m->y, 3500}};
    return true;
}

/* What options do not have: single models that walk and turn anywhere, edits, and fewer turns that are let go by. */
static void roam(const qm_scenario *s, const qm_state *st, qm_scratch *scratch, uint64_t seed, uint64_t *index,
                 qm_order *order) {
    const drawing d = {s, st, seed, index};
    (void)scratch;
    if (some(&d, 0, 39) == 0) {
        qm_order_clear(order, some(&d, 0, 3) ? SQ_ORDER_SET : SQ_ORDER_REMOVE, 0);
        order->arguments[0] = some(&d, 1, (int32_t)s->figure_count);
        order->arguments[1] = order->kind == SQ_ORDER_SET ? 4 : 0; /* lost */
        order->arguments[2] = order->kind == SQ_ORDER_SET ? some(&d, 0, 1) : 0;
    } else if (order->actor && some(&d, 0, 1) && draw_leap(&d, order)) {
        return;
    } else if (order->actor && (order->kind == SQ_ORDER_HOLD || some(&d, 0, 3) == 0)) {
        draw_alone(&d, order);
    }
}

/* ------------------------------------------------------------------------------------------------------- the games */

static void test_shipped(void **unused) {
    (void)unused;
    qm_scenario *scenario = battery_load_file("scenarios/squad-crossing.json");
    battery_counts counts = {0};
    for (uint64_t seed = 1; seed <= battery_amount(3); seed++) {
        battery_play_by(scenario, seed, 60, seed % 3 == 0 ? NULL : roam, &counts);
    }
    battery_print("squad-crossing", &counts);
    qm_scenario_free(scenario);
}

static void test_crowd(void **unused) {
    (void)unused;
    static const wanted hard[] = {{"cross-failed", 10},
                                  {"ground-failed", 3},
                                  {"climbed", 10},
                                  {"climb-failed", 10},
                                  {"no-climb", 3},
                                  {"leapt", 1},
                                  {"leap-failed", 3},
                                  {"fell", 3},
                                  {"dropped", 5},
                                  {"fall-failed", 3},
                                  {"casualty", 3},
                                  {"wounded", 3},
                                  {"broken-off", 5},
                                  {"turned", 5},
                                  {"contact", 2},
                                  {"stopped-short", 2},
                                  {NULL, 0}};
    qm_scenario *scenario = battery_load_text(loose);
    battery_counts counts = {0};
    for (uint64_t seed = 1; seed <= battery_amount(10); seed++) {
        battery_play_by(scenario, seed, 70, seed % 2 ? roam : NULL, &counts);
    }
    battery_print("crowd", &counts);
    require(scenario, &counts, hard);
    assert_int_equal(battery_projection(scenario), 0); /* nothing is hidden here */
    qm_scenario_free(scenario);
}

/* Models that fly among those who walk, over all that is in the way of these, also where a failed check of others makes
 * their way shorter. */
static void test_flyers(void **unused) {
    (void)unused;
    static const wanted hard[] = {{"flew", 50},   {"stopped-short", 1}, {"cross-failed", 1},
                                  {"walked", 20}, {"contact", 1},       {NULL, 0}};
    qm_scenario *scenario = battery_load_text(flyers);
    battery_counts counts = {0};
    for (uint64_t seed = 1; seed <= battery_amount(4); seed++) {
        battery_play_by(scenario, seed, 60, seed % 2 ? roam : NULL, &counts);
    }
    battery_print("flyers", &counts);
    require(scenario, &counts, hard);
    qm_scenario_free(scenario);
}

/* The crowd under a setting turned to another value; NULL where a number makes it one that cannot be played. */
static qm_scenario *changed(size_t setting, int32_t value) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_rulebook *rulebook = NULL;
    qm_scenario *scenario = NULL;
    assert_int_equal(qm_rulebook_named(&rulebook, "squad", NULL, NULL, &list), QM_OK);
    assert_int_equal(qm_rulebook_set(rulebook, setting, value), QM_OK);
    if (qm_scenario_read_text(&scenario, crowd, strlen(crowd), "crowd", rulebook, NULL, NULL, &list) != QM_OK) {
        assert_int_not_equal(qm_family_named("squad")->settings[setting].type, QM_TYPE_WORD);
    }
    qm_rulebook_free(rulebook);
    qm_diagnostics_free(&list);
    return scenario;
}

/* Every other word of every setting, and the ends of every number: the battery must hold under all of them. */
static void test_readings(void **unused) {
    (void)unused;
    const qm_rules_facts *facts = qm_family_named("squad");
    battery_counts counts = {0};
    uint32_t readings = 0, unplayable = 0;
    for (size_t s = 0; s < facts->setting_count; s++) {
        const qm_setting *setting = &facts->settings[s];
        const int32_t step = setting->type == QM_TYPE_WORD ? 1 : setting->high - setting->low;
        for (int32_t value = setting->low; value <= setting->high; value += step > 0 ? step : 1) {
            qm_scenario *scenario = value == setting->standard ? NULL : changed(s, value);
            readings += scenario != NULL;
            unplayable += !scenario && value != setting->standard;
            if (scenario) {
                battery_play_by(scenario, 1000 + s * 16 + (uint64_t)(uint32_t)value, battery_amount(8), roam, &counts);
            }
            qm_scenario_free(scenario);
        }
    }
    print_message("%u readings, %u not playable\n", readings, unplayable);
    battery_print("readings", &counts);
    assert_true(readings >= 80);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crowd),
        cmocka_unit_test(test_flyers),
        cmocka_unit_test(test_shipped),
        cmocka_unit_test(test_readings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
