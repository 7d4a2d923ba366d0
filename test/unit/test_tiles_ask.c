/* Questions of tiles: reach, plans, sight, threat, options. By hand on small boards, and against the judge on random ones
 * under random readings: what is within reach is just what can be declared where unreachable tiles are refused, at the
 * judge's cost and chance; what is threatened is just what can be watched; every option is legal. */
#include "base/random.h"
#include "support/tiles_game.h"

enum { PLACES = 1024, WAYS = 16 };

static qm_reach_place places[PLACES];
static uint32_t place_count;

static table *open_phase(const char *board, const char *rules, const char *figures) {
    table *t = begin_on(board, rules, figures);
    GO(t, "next");
    return t;
}

static void reach(table *t, uint16_t figure, bool risk) {
    assert_int_equal(qm_reach(t->s, t->st, figure, risk, t->scratch, places, PLACES, &place_count), QM_OK);
}

static const qm_reach_place *place_at(int x, int y) {
    const qm_reach_place *found = NULL;
    for (uint32_t i = 0; i < place_count; i++) {
        if (places[i].at.x == x && places[i].at.y == y) {
            assert_null(found); /* every place once */
            found = &places[i];
        }
    }
    return found;
}

static bool near(double a, double b) {
    return a - b < 1e-6 && b - a < 1e-6;
}

#define LINE(rows) "\"rows\":[" rows "]," LEGEND
#define ROW15 "\"...............\""
#define FIELD15                                                                                                        \
    LINE(ROW15 "," ROW15 "," ROW15 "," ROW15 "," ROW15 "," ROW15 "," ROW15 "," ROW15 "," ROW15 "," ROW15 "," ROW15     \
               "," ROW15 "," ROW15 "," ROW15 "," ROW15)
#define ADA_AT(at, rest) ONE("\"at\":\"" at "\"" rest)

/* ------------------------------------------------------------------------------------------------------------- reach */

static void reach_walks_and_runs(void **unused) {
    (void)unused;
    table *t = open_phase(FIELD15, "", ADA_AT("0808", ""));
    reach(t, ADA, true);
    assert_int_equal(place_count, 13 * 13);
    assert_int_equal(place_at(8, 8)->cost, 0);
    assert_int_equal(place_at(12, 4)->cost, 4);
    assert_int_equal(place_at(13, 8)->cost, 5); /* above 4: by running */
    assert_null(place_at(15, 8));
    body(t, ADA)->acted = 1;
    reach(t, ADA, true);
    assert_int_equal(place_count, 9 * 9);
    body(t, ADA)->condition = TL_PRONE;
    reach(t, ADA, true);
    assert_int_equal(place_count, 9);
    body(t, ADA)->condition = TL_DOWN;
    reach(t, ADA, true);
    assert_int_equal(place_count, 0);
    assert_int_equal(qm_reach(t->s, t->st, ADA, false, t->scratch, places, 0, &place_count), QM_OK);
    body(t, ADA)->condition = TL_UP;
    assert_int_equal(qm_reach(t->s, t->st, ADA, false, t->scratch, places, 3, &place_count), QM_ERROR_LIMIT);
    end(t);
    t = open_phase(FIELD15, SETTINGS("\"diagonals\":\"alternate\""), ADA_AT("0808", ",\"acted\":true"));
    reach(t, ADA, true);
    assert_int_equal(place_at(11, 11)->cost, 4); /* the second diagonal counts two */
    assert_null(place_at(12, 12));
    assert_int_equal(place_at(12, 8)->cost, 4);
    end(t);
    t = open_phase(FIELD15, SETTINGS("\"diagonals\":\"orthogonal\""), ADA_AT("0808", ",\"acted\":true"));
    reach(t, ADA, true);
    assert_int_equal(place_count, 41);
    end(t);
}

static void foes_and_friends_on_the_way(void **unused) {
    (void)unused;
    static const char lane[] = LINE("\"........\"");
    table *t = open_phase(lane, "", FIGURE("Ada", "Red", "0101") "," FIGURE("Brok", "Blue", "0501"));
    reach(t, ADA, false);
    assert_int_equal(place_count, 4);
    assert_false(place_at(3, 1)->stops);
    assert_true(place_at(4, 1)->stops);
    end(t);
    t = open_phase(lane, "", FIGURE("Ada", "Red", "0101") "," FIGURE("Dan", "Red", "0301"));
    reach(t, ADA, false);
    assert_null(place_at(3, 1)); /* passed, not ended on */
    assert_int_equal(place_at(4, 1)->cost, 3);
    end(t);
    t = open_phase(lane, "", FIGURE("Ada", "Red", "0101") "," FIGURE("Brok", "Blue", "0201"));
    reach(t, ADA, false);
    assert_int_equal(place_count, 1);
    t->st->phase = TL_PHASE_MISC; /* withdrawing from the other end of the lane */
    body(t, ADA)->tile = tile_at(t, 3, 1);
    reach(t, ADA, false);
    assert_int_equal(place_count, 5); /* no run */
    assert_int_equal(place_at(7, 1)->cost, 4);
    body(t, ADA)->moved = 1;
    reach(t, ADA, false);
    assert_int_equal(place_count, 1);
    end(t);
}

static void the_last_point_of_a_walk(void **unused) {
    (void)unused;
    static const char lane[] = LINE("\"....r....\"");
    table *t = open_phase(lane, "", ADA_AT("0101", ""));
    reach(t, ADA, false);
    assert_int_equal(place_at(5, 1)->cost, 5);
    end(t);
    t = open_phase(lane, SETTINGS("\"last_point\":\"enter\""), ADA_AT("0201", ""));
    reach(t, ADA, false);
    assert_int_equal(place_at(5, 1)->cost, 4); /* three to 0401, and the rough for the last one or for two */
    end(t);
    t = open_phase(lane, SETTINGS("\"last_point\":\"enter\""), ADA_AT("0101", ",\"movement\":4"));
    reach(t, ADA, false);
    assert_int_equal(place_at(4, 1)->cost, 3);
    assert_int_equal(place_at(5, 1)->cost, 4); /* one left for ground that counts two: no run needed */
    assert_int_equal(place_at(6, 1)->cost, 6); /* beyond it by running, which pays it whole */
    end(t);
}

/* A cliff straight ahead, and a way round that takes longer. */
static void chances_of_ways(void **unused) {
    (void)unused;
    static const char board[] = LINE("\"..c..\",\".###.\",\".....\"");
    table *t = open_phase(board, "", ADA_AT("0201", ",\"climb\":1,\"movement\":7"));
    reach(t, ADA, true);
    const qm_reach_place *cliff = place_at(3, 1), *beyond = place_at(4, 1), *plain = place_at(1, 1);
    assert_int_equal(cliff->cost, 2);
    assert_int_equal(cliff->sure_cost, -1);
    assert_true(near(cliff->chance, 0.5) && near(cliff->best_chance, 0.5));
    assert_int_equal(cliff->checks, 1);
    assert_int_equal(beyond->cost, 3);
    assert_true(near(beyond->chance, 0.5));
    assert_true(near(beyond->best_chance, 1.0));
    assert_int_equal(beyond->sure_cost, 6); /* down, along and up again */
    assert_int_equal(plain->checks, 0);
    assert_int_equal(plain->sure_cost, 1);
    reach(t, ADA, false);
    assert_true(near(place_at(4, 1)->best_chance, 0.5));
    qm_plan_way ways[WAYS];
    uint32_t count;
    assert_int_equal(qm_plan(t->s, t->st, ADA, (qm_place){.x = 4, .y = 1}, t->scratch, ways, WAYS, &count), QM_OK);
    assert_int_equal(count, 2);
    assert_int_equal(ways[0].cost, 3);
    assert_int_equal(ways[0].checks, 1);
    assert_true(near(ways[0].chance, 0.5));
    assert_int_equal(ways[0].order.leg_count, 1);
    assert_int_equal(ways[1].cost, 6);
    assert_true(near(ways[1].chance, 1.0));
    assert_int_equal(qm_plan(t->s, t->st, ADA, (qm_place){.x = 3, .y = 2}, t->scratch, ways, WAYS, &count), QM_OK);
    assert_int_equal(count, 0); /* barred */
    assert_int_equal(qm_plan(t->s, t->st, ADA, (qm_place){.x = 2, .y = 1}, t->scratch, ways, WAYS, &count), QM_OK);
    assert_int_equal(count, 1);
    assert_int_equal(ways[0].order.kind, TL_ORDER_STAY);
    end(t);
    t = open_phase(board, SETTINGS("\"path\":\"cheapest\""), ADA_AT("0201", ",\"climb\":1,\"movement\":7"));
    assert_int_equal(qm_plan(t->s, t->st, ADA, (qm_place){.x = 4, .y = 1}, t->scratch, ways, WAYS, &count), QM_OK);
    assert_int_equal(count, 1); /* no way can be named */
    end(t);
}

/* ------------------------------------------------------------------------------------------------------------- sight */

static qm_sight see(table *t, uint16_t a, uint16_t b) {
    qm_sight sight;
    assert_int_equal(qm_see(t->s, t->st, a, b, t->scratch, &sight), QM_OK);
    return sight;
}

static void sight_over_walls_and_blocks(void **unused) {
    (void)unused;
    static const char board[] = LINE("\"....\",\".#..\",\"....\"") ",\"walls\":[{\"at\":[\"0301\"],\"side\":\"E\"}]";
    table *t = open_phase(board, "", FIGURE("Ada", "Red", "0101") "," FIGURE("Brok", "Blue", "0301") ","
                                     FIGURE("Cat", "Blue", "0401") "," FIGURE("Dan", "Red", "0102"));
    qm_sight sight = see(t, ADA, BROK);
    assert_int_equal(sight.distance, 2);
    assert_int_equal(sight.seen, 1);
    assert_true(sight.hostile && !sight.engages && !sight.engaged);
    sight = see(t, ADA, CAT); /* the wall; Brok is in nobody's sight */
    assert_int_equal(sight.seen, 0);
    assert_int_equal(sight.block.x, 4);
    assert_false(see(t, ADA, DAN).hostile);
    body(t, CAT)->tile = tile_at(t, 3, 2);
    sight = see(t, DAN, CAT); /* the block between them */
    assert_int_equal(sight.seen, 0);
    assert_int_equal(sight.block.x, 2);
    body(t, CAT)->tile = tile_at(t, 2, 1);
    sight = see(t, DAN, CAT); /* past the corner of the block */
    assert_int_equal(sight.seen, 2);
    assert_true(sight.engages && sight.engaged);
    body(t, CAT)->condition = TL_DOWN;
    assert_false(see(t, DAN, CAT).engages);
    body(t, CAT)->tile = 0;
    assert_int_equal(see(t, DAN, CAT).distance, 0);
    end(t);
}

/* ------------------------------------------------------------------------------------------------- random positions */

typedef struct world {
    uint64_t seed, draws;
    table *t;
    qm_scratch *second;
    uint32_t reached, unreached, ran, risky, watched, planned, options, kinds[TL_ORDER_COUNT];
} world;

enum { SIDE = 9, FIGURES = 7 };

static uint32_t draw(world *w, uint32_t n) {
    return qm__random_below(w->seed, &w->draws, n);
}

static void write_settings(world *w, qm_text *out, const char *fixed) {
    static const char *const names[] = {"diagonals",      "last_point",     "corners",       "through_walls",
                                        "straight",       "friends_pass",   "path",          "avoid_adjacent",
                                        "avoid_distance", "area_reach",     "directly_away", "withdraw_then",
                                        "withdraw_run",   "withdraw_partial", "intercept_run", "avoid_run"};
    const qm_rules_facts *facts = qm_family_named("tiles");
    qm_text_addf(out, ",\"settings\":{%s", fixed);
    bool first = *fixed == 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (size_t k = 0; k < facts->setting_count; k++) {
            char word[32];
            if (strcmp(facts->settings[k].name, names[i]) != 0 || draw(w, 2) == 0) {
                continue;
            }
            qm_words_at(facts->settings[k].words, draw(w, (uint32_t)facts->settings[k].high + 1), word, sizeof word);
            qm_text_addf(out, "%s\"%s\":\"%s\"", first ? "" : ",", names[i], word);
            first = false;
        }
    }
    qm_text_add(out, "}");
}

static void write_board(world *w, qm_text *out) {
    static const char signs[] = "..............rrr##ccwg";
    static const char *const sides[] = {"N", "E"};
    qm_text_add(out, "\"rows\":[\".........\"");
    for (int r = 1; r < SIDE; r++) {
        qm_text_add(out, ",\"");
        for (int c = 0; c < SIDE; c++) {
            qm_text_add_char(out, signs[draw(w, sizeof signs - 1)]);
        }
        qm_text_add(out, "\"");
    }
    qm_text_add(out, "]," LEGEND ",\"walls\":[");
    for (int i = 0; i < 8; i++) {
        qm_text_addf(out, "%s{\"at\":[\"%02d%02d\"],\"side\":\"%s\"}", i ? "," : "", 1 + (int)draw(w, SIDE - 1),
                     2 + (int)draw(w, SIDE - 1), sides[draw(w, 2)]);
    }
    qm_text_add(out, "]");
}

static void scatter(world *w, uint8_t phase) {
    table *t = w->t;
    t->st->phase = phase;
    for (uint16_t f = 1; f <= FIGURES; f++) {
        body(t, f)->tile = 0;
    }
    for (uint16_t f = 1; f <= FIGURES; f++) {
        uint16_t tile;
        bool taken;
        do {
            tile = tile_at(t, 1 + (int)draw(w, SIDE), 1 + (int)draw(w, SIDE));
            taken = tl_ground_at(t->s, tile)->barred;
            for (uint16_t g = 1; g < f; g++) {
                taken |= body(t, g)->tile == tile;
            }
        } while (taken);
        tl_body *b = body(t, f);
        b->tile = tile;
        b->condition = (uint8_t)(draw(w, 6) == 0 ? TL_PRONE : draw(w, 12) == 0 ? TL_DOWN : TL_UP);
        b->acted = draw(w, 4) == 0;
        b->moved = phase == TL_PHASE_MISC && draw(w, 5) == 0;
    }
    assert_int_equal(qm_state_check(t->s, t->st), QM_OK);
}

static void open_world(world *w, uint64_t seed, const char *fixed, uint8_t phase) {
    qm_text board = qm_text_growing(NULL), rules = qm_text_growing(NULL), figures = qm_text_growing(NULL);
    *w = (world){.seed = seed, .reached = w->reached, .unreached = w->unreached, .ran = w->ran, .risky = w->risky,
                 .watched = w->watched, .planned = w->planned, .options = w->options};
    write_board(w, &board);
    write_settings(w, &rules, fixed);
    for (int f = 0; f < FIGURES; f++) {
        qm_text_addf(&figures, "%s{\"name\":\"F%d\",\"side\":\"%s\",\"at\":\"%02d01\",\"movement\":%d,\"climb\":%d%s}",
                     f ? "," : "", f, f % 2 ? "Red" : "Blue", f + 1, 2 + (int)draw(w, 5), (int)draw(w, 4),
                     draw(w, 4) == 0 ? ",\"label\":\"polyped\"" : "");
    }
    w->t = open_phase(board.data, rules.data, figures.data);
    w->second = calloc(1, qm_scratch_size(w->t->s, 64));
    qm_scratch_start(w->t->s, w->second, 64);
    scatter(w, phase);
    qm_text_free(&board);
    qm_text_free(&rules);
    qm_text_free(&figures);
}

static void close_world(world *w) {
    free(w->second);
    end(w->t);
}

static bool judge_order(world *w, const qm_order *order) {
    assert_int_equal(qm_judge(w->t->s, w->t->st, order, w->second, &w->t->v), QM_OK);
    return w->t->v.judgement == QM_LEGAL;
}

static void tile_order(const world *w, uint16_t kind, uint16_t figure, uint16_t tile, bool run, qm_order *order) {
    qm_order_clear(order, kind, figure);
    order->legs[order->leg_count++] = (qm_leg){.kind = TL_LEG_TILE, .to = qm__tl_place(w->t->s, tile)};
    if (run) {
        order->legs[order->leg_count++] = (qm_leg){.kind = TL_LEG_RUN};
    }
}

/* Where unreachable and held tiles are refused, what can be declared is what is within reach. */
static void compare_reach(world *w, uint16_t figure) {
    table *t = w->t;
    const tl_body *b = body(t, figure);
    const int walking = qm__tl_movement(t->s, b, figure, false);
    reach(t, figure, draw(w, 2));
    for (uint16_t tile = 1; tile <= t->s->tile.tile_count; tile++) {
        const qm_place at = qm__tl_place(t->s, tile);
        const qm_reach_place *place = place_at(at.x, at.y);
        qm_order order;
        if (tile == b->tile) {
            assert_non_null(place);
            continue;
        }
        tile_order(w, TL_ORDER_MOVE, figure, tile, false, &order);
        assert_int_equal(judge_order(w, &order), place && place->cost <= walking);
        if (place && place->cost > walking) {
            tile_order(w, TL_ORDER_MOVE, figure, tile, true, &order);
            assert_true(judge_order(w, &order));
            w->ran++;
        } else if (!place && !b->acted) {
            tile_order(w, TL_ORDER_MOVE, figure, tile, true, &order);
            assert_false(judge_order(w, &order));
        }
        if (place) {
            assert_int_equal(t->v.cost, place->cost);
            assert_int_equal(t->v.check_count, place->checks);
            assert_true(near(t->v.chance, place->chance));
            assert_true(place->best_chance >= place->chance);
            assert_true(place->sure_cost < 0 || place->sure_cost >= place->cost);
            w->risky += place->checks > 0;
        }
        w->reached += place != NULL;
        w->unreached += place == NULL;
    }
}

static void reach_is_what_can_be_declared(void **unused) {
    (void)unused;
    world w = {.seed = 0};
    for (uint64_t seed = 1; seed <= 60; seed++) {
        open_world(&w, seed, "\"unreachable\":\"refuse\",\"held\":\"refuse\"", TL_PHASE_DECLARE);
        for (uint16_t f = 1; f <= FIGURES; f++) {
            if (tl_present(body(w.t, f))) {
                compare_reach(&w, f);
            }
        }
        close_world(&w);
    }
    assert_true(w.reached > 5000 && w.unreached > 5000);
    assert_true(w.ran > 500 && w.risky > 500);
}

static void threat_is_what_can_be_watched(void **unused) {
    (void)unused;
    static qm_place threatened[PLACES];
    world w = {.seed = 0};
    for (uint64_t seed = 100; seed < 140; seed++) {
        open_world(&w, seed, "", TL_PHASE_DECLARE);
        const table *t = w.t;
        for (uint16_t f = 1; f <= FIGURES; f++) {
            uint32_t count;
            assert_int_equal(qm_threat(t->s, t->st, f, threatened, PLACES, &count), QM_OK);
            for (uint16_t tile = 1; tile <= t->s->tile.tile_count; tile++) {
                const qm_place at = qm__tl_place(t->s, tile);
                qm_order order;
                bool found = false;
                for (uint32_t i = 0; i < count; i++) {
                    found |= threatened[i].x == at.x && threatened[i].y == at.y;
                }
                tile_order(&w, TL_ORDER_INTERCEPT, f, tile, false, &order);
                assert_int_equal(judge_order(&w, &order) && !tl_ground_at(t->s, tile)->barred, found);
                w.watched += found;
            }
        }
        close_world(&w);
    }
    assert_true(w.watched > 2000);
}

static void plans_are_what_the_judge_says(void **unused) {
    (void)unused;
    static qm_plan_way ways[WAYS];
    world w = {.seed = 0};
    uint32_t several = 0;
    for (uint64_t seed = 200; seed < 260; seed++) {
        open_world(&w, seed, "", draw(&w, 3) ? TL_PHASE_DECLARE : TL_PHASE_MISC);
        const table *t = w.t;
        for (uint16_t f = 1; f <= FIGURES; f++) {
            for (uint16_t tile = 1; tile <= t->s->tile.tile_count; tile++) {
                uint32_t count;
                assert_int_equal(qm_plan(t->s, t->st, f, qm__tl_place(t->s, tile), t->scratch, ways, WAYS, &count), QM_OK);
                for (uint32_t i = 0; i < count; i++) {
                    assert_true(judge_order(&w, &ways[i].order));
                    assert_true(tile == body(t, f)->tile || t->v.cost == ways[i].cost);
                    assert_true(near(t->v.chance, ways[i].chance));
                    assert_int_equal(t->v.check_count, ways[i].checks);
                    assert_true(i == 0 || (ways[i].cost > ways[i - 1].cost && ways[i].chance > ways[i - 1].chance));
                }
                w.planned += count > 0;
                several += count > 1;
            }
        }
        close_world(&w);
    }
    assert_true(w.planned > 3000);
    assert_true(several > 20);
}

/* ----------------------------------------------------------------------------------------------------------- options */

static void judge_options(world *w, uint16_t figure) {
    const table *t = w->t;
    qm_options_result listed;
    assert_int_equal(qm_options(t->s, t->st, figure, t->scratch, &listed), QM_OK);
    for (uint32_t i = 0; i < listed.count; i++) {
        qm_order order;
        assert_int_equal(qm_option(t->s, t->st, t->scratch, i, &order), QM_OK);
        if (!judge_order(w, &order)) {
            fail_msg("option %u of figure %u: %s", i, figure, qm__tl_reasons[t->v.reasons[0].kind].name);
        }
        w->kinds[order.kind]++;
    }
    qm_order beyond;
    assert_int_equal(qm_option(t->s, t->st, t->scratch, listed.count, &beyond), QM_ERROR_USAGE);
    w->options += listed.count;
}

static void every_option_is_legal(void **unused) {
    (void)unused;
    static const uint8_t phases[] = {TL_PHASE_DECLARE, TL_PHASE_MISC, TL_PHASE_MELEE, TL_PHASE_ANNOUNCE};
    static const char *const fixed[] = {"", "\"held\":\"refuse\",\"unreachable\":\"refuse\"", "\"jockey_reach\":2",
                                        "\"declare_special\":\"first\",\"avoid_max\":3"};
    uint32_t kinds[TL_ORDER_COUNT] = {0};
    world w = {.seed = 0};
    for (uint64_t seed = 300; seed < 420; seed++) {
        const size_t n = seed % 4;
        open_world(&w, seed, fixed[n], phases[n]);
        for (uint16_t f = 0; f <= FIGURES; f++) {
            judge_options(&w, f);
        }
        for (size_t k = 0; k < TL_ORDER_COUNT; k++) {
            kinds[k] += w.kinds[k];
        }
        close_world(&w);
    }
    for (uint16_t kind = TL_ORDER_STAY; kind <= TL_ORDER_NEXT; kind++) {
        if (kind != TL_ORDER_RECALL && kind != TL_ORDER_RESOLVE && kinds[kind] == 0) {
            fail_msg("no option to %s", qm__tl_orders[kind].name);
        }
    }
}

static void options_for_nobody_lead_on(void **unused) {
    (void)unused;
    table *t = begin("", FOUR);
    qm_options_result listed;
    qm_order order;
    assert_int_equal(qm_options(t->s, t->st, 0, t->scratch, &listed), QM_OK);
    assert_int_equal(listed.count, 1);
    assert_int_equal(qm_option(t->s, t->st, t->scratch, 0, &order), QM_OK);
    assert_int_equal(order.kind, TL_ORDER_NEXT);
    GO(t, "next");
    GO(t, "Ada stay");
    assert_int_equal(qm_options(t->s, t->st, ADA, t->scratch, &listed), QM_OK);
    assert_int_equal(listed.count, 0); /* it has declared */
    GO(t, "Dan stay");
    GO(t, "Brok stay");
    GO(t, "Cat stay");
    assert_int_equal(qm_options(t->s, t->st, 0, t->scratch, &listed), QM_OK);
    assert_int_equal(qm_option(t->s, t->st, t->scratch, 0, &order), QM_OK);
    assert_int_equal(order.kind, TL_ORDER_RESOLVE);
    /* not where the other side's declarations are not known */
    qm_state *seen = calloc(1, qm_state_size(t->s));
    assert_int_equal(qm_project(t->s, t->st, 1, seen), QM_OK);
    assert_int_equal(qm_options(t->s, seen, 0, t->scratch, &listed), QM_OK);
    assert_int_equal(listed.count, 0);
    free(seen);
    end(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reach_walks_and_runs),
        cmocka_unit_test(foes_and_friends_on_the_way),
        cmocka_unit_test(the_last_point_of_a_walk),
        cmocka_unit_test(chances_of_ways),
        cmocka_unit_test(sight_over_walls_and_blocks),
        cmocka_unit_test(reach_is_what_can_be_declared),
        cmocka_unit_test(threat_is_what_can_be_watched),
        cmocka_unit_test(plans_are_what_the_judge_says),
        cmocka_unit_test(every_option_is_legal),
        cmocka_unit_test(options_for_nobody_lead_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
