/* Options, reach and plans of hexmelee against the judge, on random crowded boards under random readings: every option
 * is legal, every place reached costs what the judge says, every planned way has the judge's cost and chance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "quickmarch/io.h"
#include "rules/hexmelee/search.h"
#include "support/amount.h"

enum { COLUMNS = 11, ROWS = 10, FIGURES = 9, PLACES = COLUMNS * ROWS, WAYS = 32 };

typedef struct world {
    uint64_t seed, draws;
    qm_scenario *s;
    qm_state *st;
    qm_scratch *scratch, *second;
    uint32_t options, engaged, blocked, jumps, risky, routed, kinds[HM_ORDER_COUNT];
} world;

static uint32_t draw(world *w, uint32_t n) {
    return qm__random_below(w->seed, &w->draws, n);
}

static void write_board(world *w, qm_text *out) {
    static const char signs[] = "............................PPPPpWWsfr#";
    qm_text_add(out, "\"board\":{\"space\":\"hex\",\"rows\":[");
    for (int r = 0; r < ROWS; r++) {
        qm_text_add(out, r ? ",\"" : "\"");
        for (int c = 0; c < COLUMNS; c++) {
            qm_text_add_char(out, signs[draw(w, sizeof signs - 1)]);
        }
        qm_text_add(out, "\"");
    }
    qm_text_add(out,
                "],\"legend\":{\".\":\"open\",\"P\":\"pit\",\"p\":\"shallow-pit\",\"W\":\"wall\",\"s\":\"slippery\","
                "\"f\":\"fire\",\"r\":\"rough\",\"#\":\"solid\"}}");
}

static void write_scenario(world *w, qm_text *out) {
    qm_text_add(out, "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"ways\",\"rules\":\"hexmelee\",");
    write_board(w, out);
    qm_text_add(out, ",\"sides\":[{\"name\":\"Red\"},{\"name\":\"Blue\"}],\"figures\":[");
    static const int movs[] = {10, 10, 10, 8, 6, 4, 1, 0};
    for (int f = 0; f < FIGURES; f++) {
        qm_text_addf(out, "%s{\"name\":\"F%d\",\"side\":\"%s\",\"at\":\"%02d01\",\"str\":%d,\"dex\":%d,\"mov\":%d}",
                     f ? "," : "", f, f % 2 ? "Red" : "Blue", f + 1, 8 + (int)draw(w, 8), 8 + (int)draw(w, 6),
                     movs[draw(w, 8)]);
    }
    qm_text_add(out, "],\"items\":[{\"name\":\"mace\",\"weapon\":\"mace\",\"at\":\"0102\"},"
                     "{\"name\":\"axe\",\"weapon\":\"battleaxe\",\"at\":\"0103\"},"
                     "{\"name\":\"rope\",\"rope\":10,\"holder\":\"F1\"},{\"name\":\"dirk\",\"weapon\":\"dagger\","
                     "\"holder\":\"F2\"}]}");
}

static qm_rulebook *random_rules(world *w) {
    const qm_rules_facts *facts = qm_family_named("hexmelee");
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_rulebook *rules = NULL;
    assert_int_equal(qm_rulebook_named(&rules, "hexmelee", NULL, NULL, &list), QM_OK);
    const uint32_t share = draw(w, 3); /* none, a few, or many readings changed */
    for (size_t i = 0; i < facts->setting_count; i++) {
        const qm_setting *setting = &facts->settings[i];
        if ((setting->type == QM_TYPE_WORD || setting->type == QM_TYPE_FLAG) && share > 0 &&
            draw(w, share == 1 ? 8 : 2) == 0) {
            assert_int_equal(qm_rulebook_set(rules, i, (int32_t)draw(w, (uint32_t)setting->high + 1)), QM_OK);
        }
    }
    qm_diagnostics_free(&list);
    return rules;
}

static bool solid(const world *w, uint16_t hex) {
    return hm_ground_at(w->s, hex)->what == HM_WHAT_SOLID;
}

/* A hex for a figure, close to the others so that they meet. */
static uint16_t free_hex(world *w) {
    for (;;) {
        const uint16_t hex = qm__hex_at(&w->s->hex, 2 + (int)draw(w, 6), 2 + (int)draw(w, 6));
        if (!solid(w, hex) && !qm__hm_upright_in(w->s, w->st, hex, 0)) {
            return hex;
        }
    }
}

static void scatter(world *w) {
    for (uint16_t f = 1; f <= FIGURES; f++) {
        hm_body_at(w->s, w->st, f)->hex = 0;
    }
    w->st->turn = 1;
    w->st->phase = HM_PHASE_MOVE;
    for (uint16_t f = 1; f <= FIGURES; f++) {
        hm_body *body = hm_body_at(w->s, w->st, f);
        body->hex = free_hex(w);
        body->facing = (uint8_t)draw(w, 6);
        body->rank = (uint8_t)f;
        body->position = HM_STANDING;
        const uint32_t lot = draw(w, 10);
        if (lot < 3) {
            body->position = (uint8_t)(lot == 0 ? HM_KNEELING : HM_PRONE);
            body->condition = (uint8_t)(lot == 2 && f > 1 ? HM_DEAD : HM_WELL);
        } else if (lot == 3 && f == 1) {
            body->move = HM_MOVE_DELAYED;
            body->hexes = body->spent = (uint8_t)draw(w, 3);
        }
        const hm_ground *ground = hm_ground_at(w->s, body->hex);
        const int d = (int)draw(w, 6);
        const uint16_t rim = w->s->hex.neighbours[body->hex][d];
        if (ground->deep && rim && hm_ground_at(w->s, rim)->what == HM_WHAT_OPEN && draw(w, 2) &&
            body->condition == HM_WELL && body->move == HM_MOVE_DUE) {
            body->hanging = (uint8_t)(d + 1);
            body->position = HM_STANDING;
        }
        qm__hm_refresh(w->s, w->st, f);
    }
    for (uint16_t item = 1; item <= 2; item++) {
        hm_thing_at(w->s, w->st, item)->hex = qm__hex_at(&w->s->hex, 2 + (int)draw(w, 6), 2 + (int)draw(w, 6));
    }
}

static void open_world(world *w) {
    qm_text text = qm_text_growing(NULL);
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_rulebook *rules = random_rules(w);
    qm_result result;
    do { /* until the first row is free for the figures */
        qm_text_clear(&text);
        write_scenario(w, &text);
        qm_diagnostics_clear(&list);
        result = qm_scenario_read_text(&w->s, text.data, text.length, "ways", rules, NULL, NULL, &list);
    } while (result != QM_OK && w->draws < 100000);
    assert_int_equal(result, QM_OK);
    qm_rulebook_free(rules);
    qm_diagnostics_free(&list);
    qm_text_free(&text);
    w->st = malloc(qm_state_size(w->s));
    w->scratch = malloc(qm_scratch_size(w->s, 64));
    w->second = malloc(qm_scratch_size(w->s, 64));
    assert_int_equal(qm_state_start(w->s, w->st), QM_OK);
    qm_scratch_start(w->s, w->scratch, 64);
    qm_scratch_start(w->s, w->second, 64);
}

static void close_world(world *w) {
    free(w->st);
    free(w->scratch);
    free(w->second);
    qm_scenario_free(w->s);
}

static void show(const world *w, const qm_order *order, const qm_verdict *verdict) {
    char line[3000];
    qm_text text = qm_text_over(line, sizeof line);
    qm_order_print(w->s, order, &text);
    qm_text_add(&text, "\n");
    qm_verdict_print(w->s, order, verdict, &text);
    qm_text_add(&text, "\n");
    qm_scenario_rules(w->s, &text);
    print_error("seed %llu: %s\n", (unsigned long long)w->seed, line);
}

static void judge_legal(world *w, const qm_order *order, qm_verdict *verdict) {
    assert_int_equal(qm_judge(w->s, w->st, order, w->second, verdict), QM_OK);
    if (verdict->judgement != QM_LEGAL) {
        show(w, order, verdict);
    }
    assert_int_equal(verdict->judgement, QM_LEGAL);
}

/* ---------------------------------------------------------------------------------------------------------------
 * checks */

static void check_options(world *w) {
    qm_options_result list;
    qm_order order;
    qm_verdict verdict;
    assert_int_equal(qm_options(w->s, w->st, 0, w->scratch, &list), QM_OK);
    assert_true(list.count > 0);
    for (uint32_t i = 0; i < list.count; i++) {
        assert_int_equal(qm_option(w->s, w->st, w->scratch, i, &order), QM_OK);
        judge_legal(w, &order, &verdict);
        w->options++;
        w->kinds[order.kind]++;
        for (uint16_t k = 0; k < order.leg_count; k++) {
            w->jumps += order.legs[k].kind == HM_LEG_JUMP;
        }
    }
    assert_int_equal(qm_option(w->s, w->st, w->scratch, list.count, &order), QM_ERROR_USAGE);
}

/* With hexes and MOV both limited the search may miss a way, so that reach and plan need not find the same one. */
static bool exact(const world *w) {
    return hm_of(w->s)->set.distance_by != HM_DISTANCE_BY_HEXES;
}

static void check_plan(world *w, uint16_t figure, const qm_reach_place *place) {
    qm_plan_way *ways = malloc(WAYS * sizeof *ways);
    qm_verdict verdict;
    uint32_t count = 0;
    assert_int_equal(qm_plan(w->s, w->st, figure, place->at, w->scratch, ways, WAYS, &count), QM_OK);
    assert_true(count > 0 || !exact(w));
    for (uint32_t i = 0; i < count; i++) {
        judge_legal(w, &ways[i].order, &verdict);
        assert_int_equal(verdict.cost, ways[i].cost);
        if (verdict.check_count != ways[i].checks) {
            show(w, &ways[i].order, &verdict);
        }
        assert_int_equal(verdict.check_count, ways[i].checks);
        if (verdict.chance != ways[i].chance) {
            show(w, &ways[i].order, &verdict);
        }
        assert_true(verdict.chance == ways[i].chance);
        const qm_place last = verdict.way[verdict.way_count - 1];
        assert_true(last.x == place->at.x && last.y == place->at.y);
        assert_int_equal(verdict.hits, ways[i].hits);
        assert_true(i == 0 || (ways[i].cost >= ways[i - 1].cost &&
                               (ways[i].chance > ways[i - 1].chance || ways[i].hits < ways[i - 1].hits)));
    }
    if (exact(w)) {
        assert_int_equal(ways[0].cost, place->cost);
        assert_true(ways[0].chance >= place->chance - 1e-6);
        double best = 0.0;
        for (uint32_t i = 0; i < count; i++) {
            best = ways[i].chance > best ? ways[i].chance : best;
        }
        assert_true((float)best == place->best_chance);
    }
    if (place->sure_cost >= 0 && exact(w)) {
        bool sure = false;
        for (uint32_t i = 0; i < count; i++) {
            sure = sure || (ways[i].chance == 1.0 && ways[i].hits == 0 && ways[i].cost <= place->sure_cost);
        }
        assert_true(sure);
    }
    w->risky += count > 1;
    free(ways);
}

static void check_reach(world *w, uint16_t figure) {
    qm_reach_place places[PLACES], quick[PLACES];
    uint32_t count = 0, other = 0;
    assert_int_equal(qm_reach(w->s, w->st, figure, false, w->scratch, quick, PLACES, &other), QM_OK);
    assert_int_equal(qm_reach(w->s, w->st, figure, true, w->scratch, places, PLACES, &count), QM_OK);
    assert_true(count == other || !exact(w));
    const int kind = qm__hm_free_kind(w->s, w->st, figure);
    w->blocked += count < 30;
    for (uint32_t i = 0; i < count && kind != 0; i++) {
        uint32_t k = 0; /* the two are in different orders */
        while (k < other && memcmp(&quick[k].at, &places[i].at, sizeof quick[k].at) != 0) {
            k++;
        }
        assert_true(k < other || !exact(w));
        if (exact(w)) {
            assert_int_equal(places[i].cost, quick[k].cost);
            assert_int_equal(places[i].sure_cost, quick[k].sure_cost);
            assert_true(places[i].best_chance >= quick[k].best_chance);
        }
        check_plan(w, figure, &places[i]);
    }
    uint32_t all = 0;
    assert_int_equal(qm_reach(w->s, w->st, figure, true, w->scratch, places, 0, &all), count ? QM_ERROR_LIMIT : QM_OK);
    assert_int_equal(all, count);
}

/* A full move named by its end alone goes the cheapest sure way, and no cheaper way is legal. */
static void check_route(world *w, uint16_t figure) {
    qm_reach_place places[PLACES];
    uint32_t count = 0;
    qm_verdict verdict;
    if (qm__hm_free_kind(w->s, w->st, figure) != HM_FULL) {
        return;
    }
    assert_int_equal(qm_reach(w->s, w->st, figure, false, w->scratch, places, PLACES, &count), QM_OK);
    for (uint32_t i = 1; i < count; i++) {
        qm_order order;
        qm_order_clear(&order, HM_FULL, figure);
        order.leg_count = 1;
        order.legs[0] = (qm_leg){.kind = HM_LEG_WALK, .to = places[i].at};
        assert_int_equal(qm_judge(w->s, w->st, &order, w->second, &verdict), QM_OK);
        if (verdict.judgement == QM_LEGAL && places[i].sure_cost >= 0 && verdict.check_count == 0) {
            assert_int_equal(verdict.cost, places[i].sure_cost);
            w->routed++;
        }
        assert_true(verdict.judgement != QM_LEGAL || verdict.cost >= places[i].cost);
    }
}

static void random_worlds(void **state) {
    (void)state;
    const uint64_t worlds = amount_of(400, 8000);
    world sum = {0};
    for (uint64_t seed = 1; seed <= worlds; seed++) {
        world w = {.seed = seed};
        open_world(&w);
        scatter(&w);
        if (qm__hm_actor(w.s, w.st)) {
            const uint16_t actor = qm__hm_actor(w.s, w.st);
            w.engaged += qm__hm_engaged(w.s, w.st, actor);
            check_options(&w);
            check_reach(&w, actor);
            check_route(&w, actor);
        }
        close_world(&w);
        sum.options += w.options;
        sum.engaged += w.engaged;
        sum.blocked += w.blocked;
        sum.jumps += w.jumps;
        sum.risky += w.risky;
        sum.routed += w.routed;
        for (int k = 0; k < HM_ORDER_COUNT; k++) {
            sum.kinds[k] += w.kinds[k];
        }
    }
    print_message("options %u, engaged %u, blocked %u, jumps %u, choices of way %u, routed %u\n", sum.options,
                  sum.engaged, sum.blocked, sum.jumps, sum.risky, sum.routed);
    assert_true(sum.engaged * 10 > worlds && sum.blocked * 10 > worlds && sum.jumps > worlds && sum.risky > worlds);
    assert_true(sum.routed > worlds);
    for (int k = HM_STILL; k < HM_TURN; k++) {
        if (!sum.kinds[k]) {
            print_message("kind %d never came up\n", k);
        }
        assert_enough(sum.kinds[k] > 0 || k == HM_CLIMB);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_worlds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
