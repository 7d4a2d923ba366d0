/* warband under the battery that every family passes: on the shipped scenarios under both editions, and on a crowded
 * table under every other word of every setting. What makes warband hard must have come up: climbs that fail, falls,
 * jumps, drops, runs, contact, interceptors, difficult ground, treasure, units that are out. */
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
#include "rules/warband/warband.h"

enum { SHIPPED = 3, CONDITION = 3 /* the field of a unit, as it is declared */ };
static const char *const shipped[SHIPPED] = {"scenarios/warband-street.json", "scenarios/warband-ruin.json",
                                             "scenarios/warband-chase.json"};

/* Nobody is more than a few inches from anybody: two blocks with a gap, one of them with a railing, a wall too thin to
 * stand on, a ladder, difficult ground, treasure on a roof; every trait that moves otherwise, and two who are down. */
static const char crowd[] =
    "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Crowd\",\"rules\":\"warband\","
    "\"board\":{\"space\":\"table\",\"width\":14,\"depth\":9,\"prisms\":["
    "{\"name\":\"house\",\"box\":[3,3,6,6],\"top\":3,\"rails\":[1.25,false,false,false]},"
    "{\"name\":\"barn\",\"box\":[7.5,3,10.5,6],\"top\":2.5},"
    "{\"name\":\"wall\",\"box\":[11.5,2,11.7,5],\"top\":1.5},"
    "{\"name\":\"step\",\"box\":[6,6,7.5,7],\"top\":1}],"
    "\"ladders\":[{\"name\":\"ladder\",\"foot\":[2.25,4.5],\"head\":[3.5,4.5,3]}],"
    "\"zones\":[{\"name\":\"mud\",\"box\":[6.1,2,7.4,5],\"kind\":\"difficult\"}]},"
    "\"sides\":[{\"name\":\"Red\"},{\"name\":\"Blue\"},{\"name\":\"Green\",\"allies\":[\"Blue\"]}],\"figures\":["
    "{\"name\":\"Ada\",\"side\":\"Red\",\"at\":\"5.5,5@3\",\"agile\":true},"
    "{\"name\":\"Bran\",\"side\":\"Red\",\"at\":\"1,1\",\"armoured\":true,\"wounds\":2,\"reloads\":true},"
    "{\"name\":\"Cora\",\"side\":\"Red\",\"at\":\"4,8\",\"undead\":true,\"condition\":\"stunned\"},"
    "{\"name\":\"Dirk\",\"side\":\"Red\",\"at\":\"13,8\",\"radius\":0.787,\"height\":2,\"mounted\":true,\"move\":8},"
    "{\"name\":\"Edda\",\"side\":\"Blue\",\"at\":\"8.25,4@2.5\",\"claws\":true},"
    "{\"name\":\"Finn\",\"side\":\"Blue\",\"at\":\"9,1\",\"animal\":true,\"runner\":true},"
    "{\"name\":\"Gerd\",\"side\":\"Blue\",\"at\":\"12.5,3.5\",\"condition\":\"dazed\"},"
    "{\"name\":\"Hob\",\"side\":\"Green\",\"at\":\"10,8\",\"flying\":true},"
    "{\"name\":\"Ida\",\"side\":\"Green\",\"at\":\"6.75,8\",\"ethereal\":true,\"caster\":true}],"
    "\"items\":[{\"name\":\"Chest\",\"at\":\"5.2,5@3\"},{\"name\":\"Bag\",\"at\":\"9,1.5\"},"
    "{\"name\":\"Ring\",\"holder\":\"Bran\"}],"
    "\"end\":{\"turns\":9,\"last_standing\":true}}";

static qm_scenario *load(const char *path, const char *rules) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_rulebook *rulebook = NULL;
    qm_scenario *scenario = NULL;
    assert_int_equal(qm_rulebook_named(&rulebook, rules, NULL, NULL, &list), QM_OK);
    assert_int_equal(qm_scenario_read_file(&scenario, path, rulebook, NULL, NULL, &list), QM_OK);
    assert_int_equal(list.count, 0); /* no warnings either */
    qm_rulebook_free(rulebook);
    qm_diagnostics_free(&list);
    return scenario;
}

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

/* ------------------------------------------------------------------------------------------- orders of its own */

typedef struct drawing {
    const qm_scenario *s;
    const qm_state *st;
    uint64_t seed;
    uint64_t *index;
} drawing;

static int32_t some(const drawing *d, int32_t low, int32_t high) {
    return low + (int32_t)qm__random_below(d->seed, d->index, (uint32_t)(high - low + 1));
}

/* The surface a point is over, at most so high. */
static bool surface(const drawing *d, int32_t x, int32_t y, int32_t most, qm_place *out) {
    int32_t z = 0;
    const bool found = qm__surface_below(&d->s->table, x, y, most, &z) != QM__NOTHING;
    *out = (qm_place){x, y, z};
    return found;
}

/* Somewhere near a place; treasure that lies near it as often as not. */
static bool somewhere(const drawing *d, qm_place near, int32_t most, qm_place *out) {
    const uint16_t item = (uint16_t)some(d, 1, (int32_t)d->s->item_count);
    const wb_token *token = wb_token_at(d->s, d->st, item);
    if (!token->holder && some(d, 0, 1)) {
        *out = (qm_place){token->x, token->y, token->z};
        return true;
    }
    return surface(d, near.x + some(d, -most, most), near.y + some(d, -most, most), 8000, out);
}

/* A place over a gap from an edge, on another surface that is about as high; the last of a few tries if there is none.
 */
static void draw_landing(const drawing *d, qm_place off, qm_place *out) {
    int32_t z;
    const int here = qm__surface_below(&d->s->table, off.x, off.y, off.z, &z);
    for (int i = 0; i < 40; i++) {
        const int32_t x = off.x + some(d, -36, 36) * 100, y = off.y + some(d, -36, 36) * 100;
        const int there = qm__surface_below(&d->s->table, x, y, off.z + 1500, &z);
        *out = (qm_place){x, y, z};
        if (there != here && there >= 0 && z + 1500 > off.z) {
            return;
        }
    }
}

/* From the edge where an option climbs or drops: a jump to wherever, told by nobody whether it is too far. */
static void draw_jump(const drawing *d, qm_order *order) {
    qm_leg *last = &order->legs[order->leg_count - 1];
    last->kind = WB_LEG_JUMP;
    draw_landing(d, order->legs[order->leg_count - 2].to, &last->to);
    if (some(d, 0, 2) == 0) {
        qm_leg next = {.kind = WB_LEG_WALK, .to = last->to};
        next.to.y += some(d, -15, 15) * 100;
        order->legs[order->leg_count++] = next;
    }
}

static void draw_move(const drawing *d, qm_order *order) {
    const uint16_t figure = order->actor;
    const qm_place from = wb_place(wb_at(d->s, d->st, figure));
    const bool flies = wb_value(d->s, figure, WB_FLYING);
    const bool links = order->leg_count >= 2 && order->legs[order->leg_count - 1].kind >= WB_LEG_CLIMB;
    qm_leg leg = {.kind = flies ? WB_LEG_FLY : WB_LEG_WALK};
    if (links && order->legs[order->leg_count - 2].to.z > 0 && some(d, 0, 3)) {
        draw_jump(d, order);
    } else if ((flies || some(d, 0, 2) == 0) && somewhere(d, from, 4000, &leg.to)) {
        qm_order_clear(order, some(d, 0, 3) ? WB_ORDER_MOVE : WB_ORDER_RUN, figure);
        order->legs[order->leg_count++] = leg;
    }
}

/* What options do not have: jumps that nobody has measured, flights and walks to anywhere, units that a game master
 * sets dazed or stunned beside their ledges; and fewer engagements, which would leave nobody free to move. */
static void roam(const qm_scenario *s, const qm_state *st, qm_scratch *scratch, uint64_t seed, uint64_t *index,
                 qm_order *order) {
    const drawing d = {s, st, seed, index};
    (void)scratch;
    if (some(&d, 0, 19) == 0) {
        qm_order_clear(order, WB_ORDER_SET, 0);
        order->arguments[0] = some(&d, 1, (int32_t)s->figure_count);
        order->arguments[1] = CONDITION;
        order->arguments[2] = some(&d, WB_DAZED, WB_STUNNED);
    } else if (order->kind == WB_ORDER_ENGAGE && some(&d, 0, 2)) {
        qm_order_clear(order, WB_ORDER_NEXT, 0);
    } else if (order->kind == WB_ORDER_MOVE || order->kind == WB_ORDER_RUN) {
        draw_move(&d, order);
    }
}

/* ------------------------------------------------------------------------------------------------------ the games */

static void play_shipped(const char *rules, const wanted *hard) {
    battery_counts counts = {0};
    for (int i = 0; i < SHIPPED; i++) {
        qm_scenario *scenario = load(shipped[i], rules);
        for (uint64_t seed = 1; seed <= battery_amount(5); seed++) {
            battery_play_by(scenario, seed, 200, seed % 5 == 0 ? NULL : roam, &counts);
        }
        if (i == 0) {
            assert_int_equal(battery_projection(scenario), 0); /* nothing is hidden here */
        }
        battery_print(shipped[i], &counts);
        if (i == SHIPPED - 1) {
            require(scenario, &counts, hard);
        }
        qm_scenario_free(scenario);
    }
}

static void test_edition_2026(void **unused) {
    (void)unused;
    static const wanted hard[] = {{"climb-failed", 10},  {"climbed", 20},     {"laddered", 1},
                                  {"fell", 15},          {"jumped", 1},       {"jump-failed", 1},
                                  {"dropped", 10},       {"drop-failed", 10}, {"runs", 20},
                                  {"engages", 30},       {"contact", 5},      {"flew", 1},
                                  {"met-difficult", 20}, {"intercepted", 1},  {"hurt-stunned", 1},
                                  {"hurt-out", 1},       {"at-ledge", 1},     {"ledge-lost", 1},
                                  {"jump-too-long", 1},  {"fell-short", 5},   {NULL, 0}};
    play_shipped("warband", hard);
}

static void test_edition_2025(void **unused) {
    (void)unused;
    static const wanted hard[] = {
        {"climb-failed", 10}, {"climbed", 20},     {"laddered", 1}, {"fell", 10},    {"jumped", 10},
        {"jump-failed", 5},   {"dropped", 5},      {"runs", 15},    {"engages", 10}, {"contact", 5},
        {"hurt-out", 1},      {"hurt-stunned", 1}, {NULL, 0}};
    play_shipped("rulebooks/warband-2025.toml", hard);
}

static void test_crowd(void **unused) {
    (void)unused;
    static const wanted hard[] = {{"climb-failed", 5}, {"fell", 5},   {"contact", 20}, {"intercepted", 3}, {"flew", 1},
                                  {"took", 5},         {"jumped", 1}, {"hurt-out", 1}, {NULL, 0}};
    qm_scenario *scenario = battery_load_text(crowd);
    battery_counts counts = {0};
    for (uint64_t seed = 1; seed <= battery_amount(30); seed++) {
        battery_play_by(scenario, seed, 120, seed % 2 ? roam : NULL, &counts);
    }
    battery_print("crowd", &counts);
    require(scenario, &counts, hard);
    assert_int_equal(battery_projection(scenario), 0);
    qm_scenario_free(scenario);
}

/* The crowd under a setting turned to another value; NULL where a number makes it one that cannot be played. */
static qm_scenario *changed(size_t setting, int32_t value) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_rulebook *rulebook = NULL;
    qm_scenario *scenario = NULL;
    assert_int_equal(qm_rulebook_named(&rulebook, "warband", NULL, NULL, &list), QM_OK);
    assert_int_equal(qm_rulebook_set(rulebook, setting, value), QM_OK);
    if (qm_scenario_read_text(&scenario, crowd, strlen(crowd), "crowd", rulebook, NULL, NULL, &list) != QM_OK) {
        assert_int_not_equal(qm_family_named("warband")->settings[setting].type, QM_TYPE_WORD);
    }
    qm_rulebook_free(rulebook);
    qm_diagnostics_free(&list);
    return scenario;
}

/* Every other word of every setting, and the ends of every number: the battery must hold under all of them. */
static void test_readings(void **unused) {
    (void)unused;
    const qm_rules_facts *facts = qm_family_named("warband");
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
                battery_play(scenario, 1000 + s * 16 + (uint64_t)(uint32_t)value, battery_amount(25), &counts);
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
        cmocka_unit_test(test_edition_2026),
        cmocka_unit_test(test_edition_2025),
        cmocka_unit_test(test_readings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
