/* Everything outside a family on a table that is played on: reasons and answers in inches, edits, zones, cases, logs,
 * the battery; on the toy family that walks on a table. */
#include "support/ramble.h"

#include "quickmarch/board.h"
#include "quickmarch/cases.h"
#include "quickmarch/session.h"

static void reasons_name_solids_and_inches(void **unused) {
    (void)unused;
    fixture f = open_yard();
    play(&f, "next");
    assert_int_equal(judged(&f, "Ada walk via 5,9.5 via 6,9.5", "cost: 5.5\" of 6\""), QM_LEGAL);
    assert_int_equal(judged(&f, "Ada walk via 5,12", "Ada needs 7\" and has 6\", which suffice up to 5,11 (WK-01)"),
                     QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada walk via 5,11", "cost: 6\" of 6\""), QM_LEGAL);
    /* What movement suffices to is a place in whole units that can be gone to: 8.905,9.556 is nearer to it by rounding,
     * and 6.0005" away. */
    assert_int_equal(judged(&f, "Ada walk 8.96,9.62", "Ada needs 6.085\" and has 6\", which suffice up to 8.905,9.555"),
                     QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada walk 8.905,9.556", "Ada needs 6.001\""), QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada walk 8.905,9.555", "cost: 6\" of 6\""), QM_LEGAL);
    assert_int_equal(judged(&f, "Ada walk via 8,8 via 11,11", "house is in the way of Ada at 9.646,9.646 (WK-03)"),
                     QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada walk via 0.25,5", "Ada would leave the table at 0.5,5 (WK-03)"), QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada walk via 5,7@1", "Ada would be at height 0\" there, not at 1\": 5,7@1"),
                     QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada walk via 5,40", "Cart is in the way of Ada at 5,28.5 (WK-04)"), QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada walk 12,12", "house is in the way"), QM_ILLEGAL);
    assert_int_equal(judged(&f, "Bo pass", "Bo cannot act now"), QM_ILLEGAL);
    play(&f, "Ada walk via 5,9 face 180");
    assert_int_equal(
        judged(&f, "Bo walk via 12.5,9", "the railing of house is in the way of Bo at 12.5,10.63@3 (WK-03)"),
        QM_ILLEGAL);
    play(&f, "Bo pass");
    assert_int_equal(judged(&f, "Cart walk 5,31", "Cart stands on a rectangle"), QM_ILLEGAL);
    qm_look look;
    qm_figure_look(f.scenario, f.state, 1, &look);
    assert_int_equal(look.at.y, 9000);
    assert_int_equal(look.facing, 32768);
    close_it(&f);
}

/* Exactly on the edge of a step a place is at both heights: whichever is named. */
static void places_on_an_edge_are_at_both_heights(void **unused) {
    (void)unused;
    fixture f = open_text("{'quickmarch': 'scenario', 'version': 1, 'title': 'Step', 'rules': 'ramble',\n"
                          " 'board': {'space': 'table', 'width': 12, 'depth': 12,\n"
                          "  'prisms': [{'name': 'stage', 'box': [3, 4, 8, 5], 'top': 1}]},\n"
                          " 'sides': ['A'], 'figures': [{'name': 'Ada', 'at': '5,6', 'move': 6}]}");
    play(&f, "next");
    assert_int_equal(judged(&f, "Ada walk 5,5@1", "cost: 1\" of 6\""), QM_LEGAL);
    assert_int_equal(judged(&f, "Ada walk via 5,5@1", "cost: 1\" of 6\""), QM_LEGAL);
    assert_int_equal(judged(&f, "Ada walk via 5,5", "cost: 1\" of 6\""), QM_LEGAL);
    assert_int_equal(judged(&f, "Ada walk 5,4.5@1 via 5,5", "cost: 2\" of 6\""), QM_LEGAL);
    assert_int_equal(judged(&f, "Ada walk via 5,5 via 6,5@1 via 6,4 via 7,4@1", "cost: 4\" of 6\""), QM_LEGAL);
    assert_int_equal(judged(&f, "Ada walk via 5,5 via 5,5@1 via 5,5", "cost: 1\" of 6\""), QM_LEGAL);
    assert_int_equal(judged(&f, "Ada walk via 5,4.5", "Ada would be at height 1\" there, not at 0\": 5,4.5 (WK-05)"),
                     QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada walk via 5,5.002@1", "Ada would be at height 0\" there, not at 1\""), QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada walk via 5,5@2", "there, not at 2\": 5,5@2 (WK-05)"), QM_ILLEGAL);
    /* A step where it is belongs to the way that is told. */
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order order;
    qm_verdict verdict;
    assert_int_equal(qm_order_read(f.scenario, "Ada walk 5,5 5,5@1 5,4@1", 24, &order, &list), QM_OK);
    assert_int_equal(qm_judge(f.scenario, f.state, &order, f.scratch, &verdict), QM_OK);
    assert_int_equal(verdict.way_count, 4);
    assert_true(qm__place_same(verdict.way[1], (qm_place){5000, 5000, 0}));
    assert_true(qm__place_same(verdict.way[2], (qm_place){5000, 5000, 1000}));
    qm_diagnostics_free(&list);
    close_it(&f);
}

static void answers_are_in_inches(void **unused) {
    (void)unused;
    fixture f = open_yard();
    play(&f, "next");
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order order;
    qm_verdict verdict;
    qm_text text = qm_text_growing(NULL);
    assert_int_equal(qm_order_read(f.scenario, "Ada walk via 5.125,11.5", 23, &order, &list), QM_OK);
    assert_int_equal(qm_judge(f.scenario, f.state, &order, f.scratch, &verdict), QM_OK);
    qm_verdict_write_json(f.scenario, &order, &verdict, &text);
    assert_non_null(strstr(text.data, "\"needed\":6.501,\"had\":6"));
    assert_non_null(strstr(text.data, "\"cost\":6.501,\"allowance\":6"));
    assert_non_null(strstr(text.data, "\"way\":[\"5,5\",\"5.125,11.5\"]"));
    qm_text_clear(&text);
    qm_sight sight;
    assert_int_equal(qm_see(f.scenario, f.state, 1, 3, f.scratch, &sight), QM_OK);
    assert_int_equal(sight.distance, 23500); /* the cart faces +x: its side lies an inch before its centre */
    assert_true(sight.fraction == 1 && sight.seen == 1);
    qm_sight_write_json(f.scenario, 1, 3, &sight, &text);
    assert_non_null(strstr(text.data, "\"distance\":23.5,\"seen\":\"yes\""));
    assert_non_null(strstr(text.data, "\"fraction\":1"));
    qm_reach_place places[1];
    uint32_t count;
    int columns, rows;
    assert_int_equal(qm_reach(f.scenario, f.state, 1, false, f.scratch, places, 1, &count), QM_ERROR_USAGE);
    qm_text_clear(&text);
    assert_int_equal(qm_board_print(f.scenario, f.state, NULL, &text), QM_OK);
    assert_non_null(strstr(text.data, "|\n"));
    qm_board_size(f.scenario, &columns, &rows);
    assert_int_equal(columns + rows, 0);
    qm_reach_cost cost;
    assert_int_equal(qm_reach_cost_at(f.scenario, f.state, 1, (qm_place){5000, 9000, 0}, f.scratch, &cost), QM_OK);
    assert_int_equal(cost.cost, 4000);
    assert_int_equal(qm_reach_cost_at(f.scenario, f.state, 1, (qm_place){5000, 12000, 0}, f.scratch, &cost), QM_OK);
    assert_int_equal(cost.cost, -1);
    assert_int_equal(qm_reach_cost_at(f.scenario, f.state, 1, (qm_place){9800, 11000, 0}, f.scratch, &cost), QM_OK);
    assert_int_equal(cost.cost, -1); /* in the wall */
    qm_text_free(&text);
    qm_diagnostics_free(&list);
    close_it(&f);
}

/* Exactly at the end of its movement, a walk that is judged, a plan and a reach mean the same: what is rounded to 6" is
 * within 6". */
static void all_answers_agree_where_movement_ends(void **unused) {
    (void)unused;
    fixture f = open_text("{'quickmarch': 'scenario', 'version': 1, 'title': 'Far', 'rules': 'ramble',\n"
                          " 'board': {'space': 'table', 'width': 20, 'depth': 12, 'prisms': []},\n"
                          " 'sides': ['A'], 'figures': [{'name': 'Ada', 'at': '4,4', 'move': 6}]}");
    static const struct {
        int32_t x, y;
        const char *walk, *via;
        bool within;
    } cases[] = {
        {10000, 4000, "Ada walk 10,4", "Ada walk via 10,4", true},
        {10000, 4020, "Ada walk 10,4.02", "Ada walk via 10,4.02", true},    /* 6.000033" */
        {10000, 4077, "Ada walk 10,4.077", "Ada walk via 10,4.077", true},  /* 6.000494" */
        {10000, 4078, "Ada walk 10,4.078", "Ada walk via 10,4.078", false}, /* 6.000507" */
        {10001, 4000, "Ada walk 10.001,4", "Ada walk via 10.001,4", false},
        {9999, 4109, "Ada walk 9.999,4.109", "Ada walk via 9.999,4.109", true}, /* 5.99999" */
    };
    play(&f, "next");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const qm_place place = {cases[i].x, cases[i].y, 0};
        const qm_judgement expected = cases[i].within ? QM_LEGAL : QM_ILLEGAL;
        qm_plan_way ways[4];
        uint32_t count;
        qm_reach_cost told;
        assert_int_equal(judged(&f, cases[i].walk, cases[i].within ? "cost: 6\" of 6\"" : "needs 6.001\""), expected);
        assert_int_equal(judged(&f, cases[i].via, ""), expected);
        assert_int_equal(qm_plan(f.scenario, f.state, 1, place, f.scratch, ways, 4, &count), QM_OK);
        assert_int_equal(count, cases[i].within);
        assert_int_equal(qm_reach_cost_at(f.scenario, f.state, 1, place, f.scratch, &told), QM_OK);
        assert_int_equal(told.cost, cases[i].within ? 6000 : -1);
    }
    close_it(&f);
}

/* Ground that costs by the inch: what was drawn is exact, what was found says that it is not, and what cannot meet it
 * is. */
static void what_is_approximate_says_so(void **unused) {
    (void)unused;
    fixture f =
        open_text("{'quickmarch': 'scenario', 'version': 1, 'rules': 'ramble', 'board': {'width': 40, 'depth': 20,"
                  " 'prisms': [{'name': 'hut', 'box': [31, 5, 32, 7], 'top': 9}],"
                  " 'zones': [{'name': 'mire', 'at': [[6, 4], [10, 4], [11, 9], [6, 10]], 'kind': 'mud'}]},"
                  " 'sides': ['red'], 'figures': [{'name': 'Ada', 'at': '4,6', 'move': 12},"
                  " {'name': 'Bo', 'at': '30,6', 'move': 5}]}");
    static const char note[] = "approximate: some ground costs by the inch; the cheapest way costs at most 0.5 % less";
    static qm_reach_ring rings[64];
    static qm_reach_corner corners[16384];
    qm_reach_area area = {.rings = rings, .corners = corners, .ring_capacity = 64, .corner_capacity = 16384};
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_text text = qm_text_growing(NULL);
    qm_plan_way ways[4];
    qm_order order;
    qm_verdict verdict;
    uint32_t count;
    play(&f, "next");
    assert_int_equal(judged(&f, "Ada walk 12,7", note), QM_LEGAL);
    assert_int_equal(judged(&f, "Ada walk 18,7", note), QM_ILLEGAL); /* too far, as far as is known */
    static const char *const exact[] = {"Ada walk via 8,6 via 9,6", "Ada walk 4,9", "Ada walk 4,1", "Ada walk 1,6"};
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
        assert_int_equal(qm_order_read(f.scenario, exact[i], strlen(exact[i]), &order, &list), QM_OK);
        assert_int_equal(qm_judge(f.scenario, f.state, &order, f.scratch, &verdict), QM_OK);
        assert_int_equal(verdict.judgement, QM_LEGAL);
        assert_int_equal(verdict.approximate, 0);
    }
    assert_int_equal(qm_order_read(f.scenario, "Ada walk 12,7", 13, &order, &list), QM_OK);
    assert_int_equal(qm_judge(f.scenario, f.state, &order, f.scratch, &verdict), QM_OK);
    assert_int_equal(verdict.approximate, 1);
    qm_verdict_write_json(f.scenario, &order, &verdict, &text);
    assert_non_null(strstr(text.data, "\"allowance\":12,\"approximate\":true"));
    assert_int_equal(qm_plan(f.scenario, f.state, 1, (qm_place){12000, 7000, 0}, f.scratch, ways, 4, &count), QM_OK);
    assert_int_equal(count, 1);
    assert_int_equal(ways[0].approximate, 1);
    assert_int_equal(ways[0].cut, 0);
    assert_int_equal(ways[0].cost, verdict.cost);
    qm_text_clear(&text);
    qm_plan_write_json(f.scenario, f.state, f.scratch, 1, (qm_place){12000, 7000, 0}, ways, count, NULL, &text);
    assert_non_null(strstr(text.data, "\"approximate\":true"));
    assert_null(strstr(text.data, "\"cut\""));
    assert_int_equal(qm_plan(f.scenario, f.state, 1, (qm_place){4000, 9000, 0}, f.scratch, ways, 4, &count), QM_OK);
    assert_int_equal(ways[0].approximate, 0);
    assert_int_equal(qm_plan(f.scenario, f.state, 2, (qm_place){33000, 6000, 0}, f.scratch, ways, 4, &count), QM_OK);
    assert_true(count == 1 && ways[0].cost > 3000 && ways[0].approximate == 0); /* around the hut, far from the mire */
    assert_int_equal(qm_reach_regions(f.scenario, f.state, 1, NULL, 0, f.scratch, &area), QM_OK);
    assert_int_equal(area.approximate, 1);
    qm_text_clear(&text);
    qm_reach_area_write_json(f.scenario, f.state, f.scratch, 1, &area, &text);
    assert_non_null(strstr(text.data, "],\"approximate\":true}"));
    assert_int_equal(qm_reach_regions(f.scenario, f.state, 2, NULL, 0, f.scratch, &area), QM_OK);
    assert_int_equal(area.approximate, 0);
    qm_text_clear(&text);
    qm_reach_area_write_json(f.scenario, f.state, f.scratch, 2, &area, &text);
    assert_null(strstr(text.data, "approximate"));
    qm_text_free(&text);
    qm_diagnostics_free(&list);
    close_it(&f);
}

static void regions_have_their_area(void **unused) {
    (void)unused;
    fixture f = open_yard();
    static qm_reach_ring rings[64];
    static qm_reach_corner corners[16384];
    qm_reach_area area = {.rings = rings, .corners = corners, .ring_capacity = 64, .corner_capacity = 16384};
    static const int32_t bands[] = {2000, 4000};
    play(&f, "next");
    assert_int_equal(qm_reach_regions(f.scenario, f.state, 1, bands, 2, f.scratch, &area), QM_OK);
    assert_int_equal(area.ring_count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(rings[i].cost, bands[i]);
        assert_int_equal(rings[i].z, 0);
        double doubled = 0;
        for (uint32_t c = 0; c < rings[i].count; c++) {
            const qm_reach_corner a = corners[rings[i].first + c],
                                  b = corners[rings[i].first + (c + 1) % rings[i].count];
            doubled += (double)a.x * b.y - (double)b.x * a.y;
        }
        const double radius = bands[i], circle = 3.14159265358979 * radius * radius;
        assert_true(doubled / 2 < circle * 1.001 && doubled / 2 > circle * 0.99);
    }
    area.corner_capacity = 3;
    assert_int_equal(qm_reach_regions(f.scenario, f.state, 1, bands, 2, f.scratch, &area), QM_ERROR_LIMIT);
    area.corner_capacity = 16384;
    assert_int_equal(qm_reach_regions(f.scenario, f.state, 3, NULL, 0, f.scratch, &area), QM_OK); /* a rectangle */
    assert_int_equal(area.ring_count, 0);
    close_it(&f);
}

/* Why a figure cannot stand somewhere, and where it can. */
static void standing_is_told(void **unused) {
    (void)unused;
    fixture f = open_yard();
    qm_standing there;
    qm_text text = qm_text_growing(NULL);
    assert_int_equal(qm_stand(f.scenario, f.state, 1, (qm_place){5000, 5000, 0}, f.scratch, &there), QM_OK);
    assert_true(there.stands && there.nearest_count == 0);
    qm_standing_print(f.scenario, &there, &text);
    qm_standing_print(f.scenario, NULL, &text);
    assert_int_equal(text.length, 0);
    assert_int_equal(qm_stand(f.scenario, f.state, 1, (qm_place){9501, 14000, 0}, f.scratch, &there), QM_OK);
    assert_true(!there.stands && there.nearest_count == 1);
    qm_standing_print(f.scenario, &there, &text);
    assert_string_equal(text.data,
                        "  house is in the way of Ada at 9.501,14 (WK-03)\n  nearest place to stand: 9.5,14\n");
    qm_text_clear(&text);
    qm_reach_cost_write_json(f.scenario, f.state, f.scratch, 1, (qm_place){9501, 14000, 0},
                             &(qm_reach_cost){.cost = -1}, &there, &text);
    assert_string_equal(text.data,
                        "{\"figure\":\"Ada\",\"at\":\"9.501,14\",\"cost\":null,\"why\":\"house is in the way of Ada "
                        "at 9.501,14 (WK-03)\",\"stands\":[\"9.5,14\"]}");
    qm_text_clear(&text);
    qm_reach_cost sure = {.cost = 500, .best_chance = 1, .by = {{500, 0, 1}, {500, 0, 1}, {500, 0, 1}}};
    qm_reach_cost_write_json(f.scenario, f.state, f.scratch, 1, (qm_place){5000, 5500, 0}, &sure, NULL, &text);
    assert_string_equal(text.data, "{\"figure\":\"Ada\",\"at\":\"5,5.5\",\"cost\":0.5,\"chance\":1,\"best_chance\":1,"
                                   "\"ways\":[{\"checks\":0,\"cost\":0.5,\"chance\":1}]}");
    qm_text_clear(&text);
    sure.approximate = 1;
    qm_reach_cost_write_json(f.scenario, f.state, f.scratch, 1, (qm_place){5000, 5500, 0}, &sure, NULL, &text);
    assert_non_null(strstr(text.data, "\"approximate\":true"));
    /* Inside the house: its four sides are not equally near, the roof is right above. */
    assert_int_equal(qm_stand(f.scenario, f.state, 1, (qm_place){11000, 15000, 0}, f.scratch, &there), QM_OK);
    assert_int_equal(there.nearest_count, 2);
    assert_true(there.nearest[0].x == 9500 && there.nearest[0].y == 15000 && there.nearest[0].z == 0);
    assert_true(there.nearest[1].x == 11000 && there.nearest[1].y == 15000 && there.nearest[1].z == 3000);
    /* In mid air: at the height next to it. */
    assert_int_equal(qm_stand(f.scenario, f.state, 1, (qm_place){5000, 5000, 1400}, f.scratch, &there), QM_OK);
    assert_true(there.nearest_count >= 1 && there.nearest[0].z <= 1400);
    /* One who never walks; calls that make no sense. */
    assert_int_equal(qm_stand(f.scenario, f.state, 3, (qm_place){5000, 40000, 0}, f.scratch, &there), QM_OK);
    assert_true(!there.stands && there.nearest_count == 0);
    assert_int_equal(qm_stand(f.scenario, f.state, 0, (qm_place){5000, 5000, 0}, f.scratch, &there), QM_ERROR_USAGE);
    assert_int_equal(qm_stand(f.scenario, f.state, 99, (qm_place){5000, 5000, 0}, f.scratch, &there), QM_ERROR_USAGE);
    assert_int_equal(qm_stand(f.scenario, f.state, 1, (qm_place){5000, 5000, 0}, f.scratch, NULL), QM_ERROR_USAGE);
    qm_text_free(&text);
    close_it(&f);
}

static void edits_put_figures_on_surfaces(void **unused) {
    (void)unused;
    fixture f = open_yard();
    play(&f, "Ada place 15,15@3 face 270");
    qm_look look;
    qm_figure_look(f.scenario, f.state, 1, &look);
    assert_int_equal(look.at.z, 3000);
    assert_int_equal(look.facing, 49152);
    assert_int_equal(judged(&f, "Ada place 15,15", "house is in the way"), QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada place 15,15@2",
                            "house is in the way of Ada at 15,15@2 (WK-03)\n  nearest place to stand: 15,15@3"),
                     QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada place 12.5,14.5@3", "Bo is in the way"), QM_ILLEGAL);
    /* Of the difference of two states a place is one thing. */
    qm_state *before = battery_state(f.scenario);
    qm_text text = qm_text_growing(NULL);
    qm_state_difference(f.scenario, before, f.state, &text);
    assert_string_equal(text.data, "Ada: at 15,15@3, facing 270");
    qm_text_free(&text);
    free(before);
    close_it(&f);
}

static void an_area_is_held(void **unused) {
    (void)unused;
    fixture f = open_yard();
    play(&f, "Ada place 10,45"); /* its centre on the border: in it */
    for (int turn = 0; turn < 2; turn++) {
        play(&f, "next");
        assert_false(qm_state_ended(f.state));
        play(&f, "Ada pass");
        play(&f, "Bo pass");
        play(&f, "Cart pass");
    }
    play(&f, "next");
    assert_true(qm_state_ended(f.state));
    assert_int_equal(qm_state_winner(f.state), 1);
    close_it(&f);
    f = open_yard();
    play(&f, "Ada place 10.001,45");
    for (int turn = 0; turn < 6; turn++) {
        play(&f, "next");
        play(&f, "Ada pass");
        play(&f, "Bo pass");
        play(&f, "Cart pass");
    }
    play(&f, "next");
    assert_int_equal(qm_state_winner(f.state), 0); /* by the limit of turns */
    close_it(&f);
}

static void cases_know_places(void **unused) {
    (void)unused;
    qm_text text = qm_text_growing(NULL);
    qm_text_addf(&text,
                 "{'quickmarch': 'cases', 'version': 1, 'scenario': %s, 'cases': ["
                 "{'case': 'walks', 'figures': {'Ada': {'at': '6,5'}}, 'edit': ['Bo place 14,14@3'], 'orders': ['next',"
                 " {'order': 'Ada walk via 6,9.25', 'expect': {'cost': 4.25, 'allowance': 6, 'way': ['6,5', '6,9.25'],"
                 " 'events': ['walked'], 'state': {'Ada': {'at': '6,9.25', 'facing': 90}, 'Bo': {'at': '14,14@3'}},"
                 " 'odds': {'Ada.at=6,9.25': 1, 'Ada.at!=6,9.25': 0, 'Ada.facing=90': 1}}}]},"
                 "{'case': 'fails', 'orders': ['next', {'order': 'Ada walk via 5,6', 'expect': {'cost': 2,"
                 " 'state': {'Ada': {'at': '5,7'}}, 'odds': {'Ada.at<5,6': 1}}}]}]}",
                 yard_text);
    char *copy = quoted(text.data);
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_cases *cases = NULL;
    assert_int_equal(qm_cases_read_text(&cases, copy, strlen(copy), "c.json", NULL, NULL, &list), QM_OK);
    assert_int_equal(qm_cases_check(cases, &list), QM_OK);
    qm_case_result result;
    assert_int_equal(qm_case_run(cases, 0, NULL, &result), QM_OK);
    if (!result.passed) {
        print_message("%s\n", result.mismatches.data);
    }
    assert_true(result.passed);
    qm_case_result_free(&result);
    assert_int_equal(qm_case_run(cases, 1, NULL, &result), QM_OK);
    assert_non_null(strstr(result.mismatches.data, "cost is 1, expected 2"));
    assert_non_null(strstr(result.mismatches.data, "Ada.at is 5,6, expected 5,7"));
    assert_non_null(strstr(result.mismatches.data, "a place is compared with = or !="));
    assert_int_equal(result.mismatch_count, 3);
    qm_case_result_free(&result);
    qm_cases_free(cases);
    qm_diagnostics_free(&list);
    qm_text_free(&text);
    free(copy);
}

static void games_are_written_down(void **unused) {
    (void)unused;
    fixture f = open_yard();
    qm_game *game = NULL, *again = NULL;
    assert_int_equal(qm_game_new(&game, f.scenario, 7, NULL), QM_OK);
    static const char *const orders[] = {"next", "Ada walk via 5.001,7.25 face 33", "Bo pass", "Ada place 15,15@3"};
    qm_diagnostics list = qm_diagnostics_make(NULL);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        qm_order order;
        qm_verdict verdict;
        qm_played played;
        assert_int_equal(qm_order_read(f.scenario, orders[i], strlen(orders[i]), &order, &list), QM_OK);
        assert_int_equal(qm_game_order(game, &order, &verdict, NULL, &played), QM_OK);
    }
    qm_text log = qm_text_growing(NULL);
    assert_int_equal(qm_game_write(game, &log), QM_OK);
    assert_non_null(strstr(log.data, "Ada walk via 5.001,7.25 face 33"));
    qm_replay replay;
    assert_int_equal(qm_game_read_text(&again, log.data, log.length, "log.json", NULL, NULL, NULL, &list, &replay),
                     QM_OK);
    assert_int_equal(replay.replayed, 4);
    assert_true(qm_state_hash(f.scenario, qm_game_state(game)) ==
                qm_state_hash(qm_game_scenario(again), qm_game_state(again)));
    qm_text_free(&log);
    qm_diagnostics_free(&list);
    qm_game_free(again);
    qm_game_free(game);
    close_it(&f);
}

static void the_battery_passes(void **unused) {
    (void)unused;
    fixture f = open_yard();
    battery_counts counts = {0};
    for (uint64_t seed = 1; seed <= 10; seed++) {
        battery_play(f.scenario, seed, 40, &counts);
    }
    battery_projection(f.scenario);
    assert_true(counts.orders > 100 && counts.options > 500 && counts.ended > 5);
    close_it(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_name_solids_and_inches),
        cmocka_unit_test(places_on_an_edge_are_at_both_heights),
        cmocka_unit_test(answers_are_in_inches),
        cmocka_unit_test(all_answers_agree_where_movement_ends),
        cmocka_unit_test(what_is_approximate_says_so),
        cmocka_unit_test(regions_have_their_area),
        cmocka_unit_test(standing_is_told),
        cmocka_unit_test(edits_put_figures_on_surfaces),
        cmocka_unit_test(an_area_is_held),
        cmocka_unit_test(cases_know_places),
        cmocka_unit_test(games_are_written_down),
        cmocka_unit_test(the_battery_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
