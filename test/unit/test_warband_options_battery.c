/* Every option that warband offers, to whomever, is legal when it is judged, reads the same in notation and can be
 * played: in the shipped scenarios under every edition, and on random tables with random units. What makes offers hard
 * must have come up: climbs, ladders, drops, jumps, flights, runs, large bases, units in the way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "battery/battery.h"
#include "quickmarch/io.h"
#include "rules/warband/warband.h"

enum { SCENARIOS = 3, EDITIONS = 3 };
static const char *const scenarios[SCENARIOS] = {"scenarios/warband-street.json", "scenarios/warband-ruin.json",
                                                 "scenarios/warband-chase.json"};
static const char *const editions[EDITIONS] = {"warband", "rulebooks/warband-2025.toml",
                                               "rulebooks/warband-later.toml"};

/* What was offered: orders by kind, and legs by kind. */
typedef struct offers {
    uint32_t all, orders[WB_ORDER_COUNT], legs[WB_LEG_COUNT], checked, large, positions;
} offers;

typedef struct game {
    qm_scenario *s;
    qm_state *st, *copy;
    qm_scratch *scratch, *second;
    uint64_t seed, index;
    offers *o;
} game;

static void open_game(game *g, qm_scenario *s, uint64_t seed, offers *o) {
    *g = (game){.s = s, .seed = seed, .o = o};
    g->st = battery_state(s);
    g->copy = battery_state(s);
    g->scratch = battery_scratch(s);
    g->second = battery_scratch(s);
}

static void close_game(game *g) {
    free(g->st);
    free(g->copy);
    free(g->scratch);
    free(g->second);
    qm_scenario_free(g->s);
}

/* --------------------------------------------------------------------------------------------------------- one offer
 */

static void complain(const game *g, const qm_order *order, const qm_verdict *verdict) {
    char line[2000];
    qm_text text = qm_text_over(line, sizeof line);
    qm_order_print(g->s, order, &text);
    qm_text_add(&text, "\n");
    qm_verdict_print(g->s, order, verdict, &text);
    for (uint16_t f = 1; f <= g->s->figure_count; f++) {
        qm_text_addf(&text, "%s at ", qm_figure_name(g->s, f));
        qm_place_print(g->s, wb_place(wb_at(g->s, g->st, f)), &text);
        qm_text_add(&text, f < g->s->figure_count ? ", " : "\n");
    }
    fail_msg("offered and refused, seed %llu: %s", (unsigned long long)g->seed, line);
}

/* As a person would type it. */
static void read_back(const game *g, const qm_order *order) {
    char line[1000];
    qm_text text = qm_text_over(line, sizeof line);
    qm_order again;
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order_print(g->s, order, &text);
    assert_int_equal(qm_order_read(g->s, line, strlen(line), &again, &list), QM_OK);
    assert_true(qm_order_equal(order, &again));
    qm_diagnostics_free(&list);
}

static void look_at(game *g, const qm_order *order) {
    qm_verdict verdict;
    assert_int_equal(qm_judge(g->s, g->st, order, g->second, &verdict), QM_OK);
    if (!qm_verdict_playable(&verdict)) {
        complain(g, order, &verdict);
    }
    read_back(g, order);
    qm_source source = {.dice = QM_DICE_GENERATED, .choices = QM_CHOICES_RANDOM, .seed = g->seed, .index = g->index};
    qm_played played;
    memcpy(g->copy, g->st, qm_state_size(g->s));
    assert_int_equal(qm_play(g->s, g->copy, g->second, &source, NULL, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_DONE);
    assert_int_equal(qm_state_check(g->s, g->copy), QM_OK);
    g->index = source.index;
    g->o->all++;
    g->o->orders[order->kind]++;
    g->o->checked += verdict.check_count > 0;
    g->o->large += order->actor != 0 && order->leg_count > 1 && wb_value(g->s, order->actor, WB_RADIUS) > 700;
    for (uint16_t i = 0; i < order->leg_count; i++) {
        g->o->legs[order->legs[i].kind]++;
    }
}

/* All that whoever is in play is offered, and what is offered to nobody in particular; leaves one of them, at random,
 * in `order`. False when there is none. */
static bool look_at_all(game *g, qm_order *order) {
    uint32_t seen = 0;
    for (uint16_t f = 0; f <= g->s->figure_count; f++) {
        qm_options_result found;
        if (f != 0 && !qm_in_play(g->s, g->st, f)) {
            continue;
        }
        assert_int_equal(qm_options(g->s, g->st, f, g->scratch, &found), QM_OK);
        for (uint32_t i = 0; i < found.count; i++) {
            qm_order one;
            assert_int_equal(qm_option(g->s, g->st, g->scratch, i, &one), QM_OK);
            look_at(g, &one);
            /* the next phase comes seldom, so that units have moved before */
            const bool next = one.kind == WB_ORDER_NEXT;
            if (seen == 0 || (!next && qm__random_below(g->seed, &g->index, ++seen) == 0) ||
                (next && qm__random_below(g->seed, &g->index, 3) == 0)) {
                *order = one;
                seen = seen ? seen : 1;
            }
        }
    }
    g->o->positions++;
    return seen > 0;
}

static void play_game(game *g, uint32_t orders) {
    qm_order order;
    for (uint32_t n = 0; n < orders && look_at_all(g, &order); n++) {
        qm_verdict verdict;
        qm_source source = {
            .dice = QM_DICE_GENERATED, .choices = QM_CHOICES_RANDOM, .seed = g->seed, .index = g->index};
        qm_played played;
        assert_int_equal(qm_judge(g->s, g->st, &order, g->second, &verdict), QM_OK);
        assert_int_equal(qm_play(g->s, g->st, g->second, &source, NULL, &played), QM_OK);
        g->index = source.index;
    }
}

static void print_offers(const char *title, const offers *o) {
    print_message("%s: %u positions, %u options, %u with checks, %u of large bases; climbs %u, ladders %u, jumps %u, "
                  "drops %u, flights %u; runs %u, engagements %u, treasure %u\n",
                  title, o->positions, o->all, o->checked, o->large, o->legs[WB_LEG_CLIMB], o->legs[WB_LEG_LADDER],
                  o->legs[WB_LEG_JUMP], o->legs[WB_LEG_DROP], o->legs[WB_LEG_FLY], o->orders[WB_ORDER_RUN],
                  o->orders[WB_ORDER_ENGAGE], o->orders[WB_ORDER_TAKE]);
}

/* --------------------------------------------------------------------------------------------------------- shipped */

static void shipped_scenarios(void **unused) {
    (void)unused;
    offers o = {0};
    for (size_t e = 0; e < EDITIONS; e++) {
        for (size_t i = 0; i < SCENARIOS; i++) {
            for (uint64_t seed = 1; seed <= battery_amount(2); seed++) {
                qm_diagnostics list = qm_diagnostics_make(NULL);
                qm_rulebook *rulebook = NULL;
                qm_scenario *s = NULL;
                game g;
                assert_int_equal(qm_rulebook_named(&rulebook, editions[e], NULL, NULL, &list), QM_OK);
                assert_int_equal(qm_scenario_read_file(&s, scenarios[i], rulebook, NULL, NULL, &list), QM_OK);
                qm_rulebook_free(rulebook);
                qm_diagnostics_free(&list);
                open_game(&g, s, 100 * e + 10 * i + seed, &o);
                play_game(&g, 60);
                close_game(&g);
            }
        }
    }
    print_offers("shipped", &o);
    assert_enough(o.positions > 500 && o.checked > 1000 && o.legs[WB_LEG_LADDER] > 20 && o.legs[WB_LEG_JUMP] > 20);
    assert_enough(o.legs[WB_LEG_FLY] > 20 && o.orders[WB_ORDER_ENGAGE] > 100);
}

/* ---------------------------------------------------------------------------------------------------- random tables */

static int32_t drawn_of(game *g, int32_t low, int32_t high) {
    return low + (int32_t)qm__random_below(g->seed, &g->index, (uint32_t)(high - low + 1));
}

/* Lengths in quarters of an inch, with commas between. */
static void add_lengths(qm_text *out, const int32_t *quarters, size_t count) {
    for (size_t i = 0; i < count; i++) {
        qm_text_add(out, i > 0 ? "," : "");
        qm_text_add_decimal(out, quarters[i] / 4.0, 2);
    }
}
#define LENGTHS(out, ...)                                                                                              \
    add_lengths(out, (const int32_t[]){__VA_ARGS__}, sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t))

static void add_prism(const char *name, int number, const int32_t box[4], int32_t bottom, int32_t top, qm_text *out) {
    qm_text_addf(out, "%s{\"name\":\"%s%d\",\"box\":[", out->length ? "," : "", name, number);
    add_lengths(out, box, 4);
    qm_text_add(out, "],\"bottom\":");
    LENGTHS(out, bottom);
    qm_text_add(out, ",\"top\":");
    LENGTHS(out, top);
}

static void add_box(game *g, int number, int32_t size, qm_text *out) {
    const int32_t x = drawn_of(g, 0, size - 8), y = drawn_of(g, 0, size - 8);
    const int32_t wide = drawn_of(g, 1, 20), deep = drawn_of(g, 1, 20), top = drawn_of(g, 1, 20);
    const int32_t bottom = drawn_of(g, 0, 5) == 0 && top > 2 ? drawn_of(g, 1, top - 1) : 0;
    const int32_t right = x + wide < size ? x + wide : size, far = y + deep < size ? y + deep : size;
    add_prism("box", number, (const int32_t[]){x, y, right, far}, bottom, top, out);
    qm_text_add(out, drawn_of(g, 0, 5) == 0 ? ",\"walkable\":false" : "");
    qm_text_add(out, drawn_of(g, 0, 5) == 0 ? ",\"rail\":0.75}" : "}");
}

/* A loft with a ladder from a place before its west side, half an inch to an inch off. */
static void add_ladder(game *g, int number, int32_t size, qm_text *boxes, qm_text *ladders) {
    const int32_t x = drawn_of(g, 8, size - 12), y = drawn_of(g, 4, size - 16), top = drawn_of(g, 5, 16);
    const int32_t off = drawn_of(g, 2, 4), on = drawn_of(g, 0, 2);
    add_prism("loft", number, (const int32_t[]){x, y, x + 12, y + 12}, 0, top, boxes);
    qm_text_addf(boxes, "}");
    qm_text_addf(ladders, "%s{\"name\":\"ladder%d\",\"foot\":[", number ? "," : "", number);
    LENGTHS(ladders, x - off, y + 6);
    qm_text_add(ladders, "],\"head\":[");
    LENGTHS(ladders, x + on, y + 6, top);
    qm_text_add(ladders, "]}");
}

/* Six units in a row beyond everything; strew puts them about. */
static void add_units(game *g, int32_t size, qm_text *out) {
    static const char *const traits[] = {"agile",    "claws",   "animal", "flying",
                                         "ethereal", "mounted", "runner", "undead"};
    for (int i = 0; i < 6; i++) {
        const bool large = drawn_of(g, 0, 2) == 0;
        qm_text_addf(out, "%s{\"name\":\"F%d\",\"side\":\"%s\",\"radius\":%s,\"%s\":true,\"wounds\":2,\"at\":\"",
                     i ? "," : "", i, i % 2 ? "blue" : "red", large ? "0.787" : "0.492", traits[drawn_of(g, 0, 7)]);
        LENGTHS(out, 4 + 7 * i, size + 4);
        qm_text_add(out, "\"}");
    }
}

static void write_table(game *g, int32_t size, qm_text *out) {
    qm_text boxes = qm_text_growing(NULL), ladders = qm_text_growing(NULL);
    for (int i = 0; i < 7; i++) {
        add_box(g, i, size, &boxes);
    }
    for (int i = 0; i < 2; i++) {
        add_ladder(g, i, size, &boxes, &ladders);
    }
    qm_text_add(out, "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"t\",\"rules\":\"warband\",\"board\":{"
                     "\"space\":\"table\",\"width\":");
    LENGTHS(out, size + 8);
    qm_text_add(out, ",\"depth\":");
    LENGTHS(out, size + 8);
    qm_text_addf(out, ",\"prisms\":[%s],\"ladders\":[%s],\"zones\":[{\"name\":\"mud\",\"kind\":\"difficult\",\"box\":[",
                 boxes.data, ladders.data);
    LENGTHS(out, size / 4, size / 4, size / 2, size / 2);
    qm_text_add(out, "]}]},\"sides\":[\"red\",\"blue\"],\"figures\":[");
    add_units(g, size, out);
    qm_text_add(out, "],\"items\":[{\"name\":\"gold\",\"at\":\"1,1\"}],\"end\":{\"last_standing\":false}}");
    qm_text_free(&boxes);
    qm_text_free(&ladders);
}

static void strew(game *g, int32_t size) {
    for (uint16_t f = 1; f <= g->s->figure_count; f++) {
        for (int tries = 0; tries < 30; tries++) {
            qm_order order;
            qm_verdict verdict;
            int32_t z;
            const int32_t x = 250 * drawn_of(g, 2, size - 2), y = 250 * drawn_of(g, 2, size - 2);
            qm_order_clear(&order, WB_ORDER_PLACE, 0);
            order.arguments[0] = f;
            qm__surface_below(&g->s->table, x, y, QM__COORDINATE_MAX, &z);
            order.legs[order.leg_count++] = (qm_leg){.kind = WB_LEG_WALK, .to = {x, y, z}};
            if (qm_judge(g->s, g->st, &order, g->second, &verdict) == QM_OK && qm_verdict_playable(&verdict)) {
                qm_source source = {.seed = g->seed};
                qm_played played;
                assert_int_equal(qm_play(g->s, g->st, g->second, &source, NULL, &played), QM_OK);
                break;
            }
        }
    }
}

static void random_tables(void **unused) {
    (void)unused;
    offers o = {0};
    uint32_t tables = 0;
    for (uint64_t seed = 1; seed <= battery_amount(24); seed++) {
        game drawn = {.seed = 7000 + seed};
        const int32_t size = drawn_of(&drawn, 48, 80);
        qm_text text = qm_text_growing(NULL);
        qm_diagnostics list = qm_diagnostics_make(NULL);
        qm_rulebook *rulebook = NULL;
        qm_scenario *s = NULL;
        write_table(&drawn, size, &text);
        assert_int_equal(qm_rulebook_named(&rulebook, editions[seed % EDITIONS], NULL, NULL, &list), QM_OK);
        if (qm_scenario_read_text(&s, text.data, text.length, "t.json", rulebook, NULL, NULL, &list) == QM_OK) {
            game g;
            open_game(&g, s, 7000 + seed, &o);
            g.index = drawn.index;
            strew(&g, size);
            play_game(&g, 25);
            close_game(&g);
            tables++;
        }
        qm_rulebook_free(rulebook);
        qm_text_free(&text);
        qm_diagnostics_free(&list);
    }
    print_message("%u tables\n", tables);
    print_offers("random", &o);
    assert_enough(tables > 12 && o.checked > 300 && o.large > 50 && o.legs[WB_LEG_LADDER] > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_scenarios),
        cmocka_unit_test(random_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
