/* Climbs, ladders, jumps and drops of the toy family that walks on a table: judged, played with falls, planned. */
#include "support/ramble.h"

/* Ada is put somewhere, then her order is judged. */
static void judged_at(fixture *f, const char *place, const char *order, qm_judgement judgement, const char *expected) {
    char text[64];
    qm_text edit = qm_text_over(text, sizeof text);
    qm_text_addf(&edit, "Ada place %s", place);
    play(f, text);
    if (judged(f, order, expected) != judgement) {
        fail_msg("%s from %s is judged otherwise", order, place);
    }
}

static void links_are_judged(void **unused) {
    (void)unused;
    fixture f = open_works("'settings': {}");
    static const struct {
        const char *from, *order;
        qm_judgement judgement;
        const char *expected;
    } tries[] = {
        {"11,8", "Ada walk 11,9.5 climb 11,10@3", QM_LEGAL, "1d6 against 4 [4 agility], 66.7 % (WK-08, WK-12)"},
        {"11,8", "Ada walk 11,9.5 climb 11,10@3", QM_LEGAL, "cost: 4.5\" of 8\""},
        {"11,10@3", "Ada walk climb 11,9.5", QM_LEGAL, "cost: 3\" of 8\""},
        {"11,4", "Ada walk 11,9.5 climb 11,10@3", QM_ILLEGAL,
         "Ada needs 8.5\" and has 8\", which suffice up to 11,9.5 (WK-01)"},
        {"11,9.3", "Ada walk climb 11,10@3", QM_ILLEGAL, "Ada is 0.2\" from where that begins: 11,9.5"},
        {"11,9.5", "Ada walk climb 11.2,10@3", QM_ILLEGAL, "Ada would go 0.2\" sideways to 11.2,10@3 and may go 0\""},
        {"11,9.5", "Ada walk climb 11,10.5@3", QM_ILLEGAL, "Ada would end 0.5\" from there, at 11,10@3"},
        {"11,9.5", "Ada walk climb 11,10@2", QM_ILLEGAL, "there is nothing to stand on at 11,10@2"},
        {"4,29.5", "Ada walk climb 4,30@4", QM_ILLEGAL, "tower cannot be climbed at 4,30@4 (WK-08)"},
        {"13,9.5", "Ada walk ladder 13,10@3", QM_LEGAL, "legal (WK-09, WK-01)\n  cost: 3\" of 8\""},
        {"13,10@3", "Ada walk ladder 13,9.5", QM_LEGAL, "cost: 3\" of 8\""},
        {"12,9.5", "Ada walk ladder 12,10@3", QM_ILLEGAL, "the nearest ladder is 1\" from Ada, at 13,9.5 (WK-09)"},
        {"4,29.5", "Ada walk ladder 4,30@4", QM_ILLEGAL, "no ladder leads to the height of 4,30@4 (WK-09)"},
        {"16,12@3", "Ada walk jump 19,12@3", QM_LEGAL, "cost: 3\" of 8\"\n  check: Ada rolls to jump at 19,12@3"},
        {"15.999,12@3", "Ada walk jump 19,12@3", QM_ILLEGAL, "it is 3.001\" to 19,12@3, and 3\" is the most"},
        {"16,12@3", "Ada walk jump 19,12.08@3", QM_ILLEGAL, "it is 3.001\" to 19,12.08@3"},
        {"16,15.5@3", "Ada walk jump 19,15.5@3", QM_ILLEGAL, "mast is in the way of Ada at 16.5,15.5@3"},
        {"25,12@3", "Ada walk jump 25.5,12@2.5", QM_LEGAL, "legal (WK-10, WK-01)\n  cost: 0.5\" of 8\""},
        {"25.5,12@2.5", "Ada walk jump 25,12@3", QM_LEGAL, "cost: 0.5\" of 8\""},
        {"16.5,12", "Ada walk jump 16,12@3", QM_ILLEGAL, "16,12@3 is 3\" higher, and 1\" is the most (WK-10)"},
        {"16,12@3", "Ada walk drop 16.5,12", QM_LEGAL, "cost: 0\" of 8\"\n  check: Ada rolls to drop at 16.5,12"},
        {"16,12@3", "Ada walk drop 16.6,12", QM_ILLEGAL, "Ada would end 0.1\" from there, at 16.5,12"},
        {"15.9,12@3", "Ada walk drop 16.5,12", QM_ILLEGAL, "Ada is 0.1\" from where that begins: 16,12@3"},
        {"11,8", "Ada walk 11,9.5 climb 11,10@3 16,12@3 via 16,12@3", QM_ILLEGAL, "Ada needs 9.885\" and has 8\""},
    };
    play(&f, "next");
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        judged_at(&f, tries[i].from, tries[i].order, tries[i].judgement, tries[i].expected);
    }
    play(&f, "Bo place 19.3,12@3");
    judged_at(&f, "16,12@3", "Ada walk jump 19,12@3", QM_ILLEGAL, "Bo is in the way of Ada at 19,12@3 (WK-04)");
    play(&f, "Ada place 11,8");
    play(&f, "Ada pass");
    play(&f, "Bo place 11,9.5"); /* of agility 6: never fails */
    assert_int_equal(judged(&f, "Bo walk climb 11,10@3", "legal (WK-08, WK-01)\n  cost: 3\" of 8\"\n"), QM_LEGAL);
    close_it(&f);
}

static void settings_change_links(void **unused) {
    (void)unused;
    fixture f = open_works("'settings': {'leeway': 0.5, 'climb': 2, 'hop': 3, 'jump': 3.5, 'straight': false}");
    play(&f, "next");
    judged_at(&f, "11,9.5", "Ada walk climb 11.5,10@3", QM_LEGAL, "cost: 6\" of 8\"");
    judged_at(&f, "11,9.5", "Ada walk climb 11.502,10@3", QM_ILLEGAL, "Ada would go 0.502\" sideways");
    judged_at(&f, "16,12@3", "Ada walk jump 19,12@3", QM_LEGAL, "legal (WK-10, WK-01)");
    judged_at(&f, "16,12@3", "Ada walk jump 19,12.5@3", QM_LEGAL, "cost: 3.041\" of 8\"\n  check: Ada rolls to jump");
    judged_at(&f, "16,12@3", "Ada walk drop 16.5,12.5", QM_LEGAL, "cost: 0\" of 8\"");
    close_it(&f);
    f = open_works("'settings': {'whole': true}"); /* the centre is half an inch from the edge, at both ends */
    play(&f, "next");
    judged_at(&f, "11,9.5", "Ada walk climb 11,10.5@3", QM_LEGAL, "cost: 3\" of 8\"");
    judged_at(&f, "24.5,12@3", "Ada walk jump 26,12@2.5", QM_LEGAL, "cost: 1.5\" of 8\"\n  check");
    close_it(&f);
}

/* Plays an order with the faces given; where Ada is then. */
static qm_place rolled(fixture *f, const char *order, const char *faces) {
    qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_AUTOMATIC};
    qm_played played;
    qm_look look;
    assert_int_equal(judged(f, order, ""), QM_LEGAL);
    assert_int_equal(qm_play(f->scenario, f->state, f->scratch, &source, NULL, &played), QM_OK);
    for (; *faces; faces++) {
        const uint8_t face = (uint8_t)(*faces - '0');
        assert_int_equal(played, QM_PLAYED_WAITING);
        assert_int_equal(qm_answer(f->scenario, f->state, f->scratch, &face, 1, &source, NULL, &played), QM_OK);
    }
    assert_int_not_equal(played, QM_PLAYED_WAITING);
    assert_int_equal(qm_state_check(f->scenario, f->state), QM_OK);
    qm_figure_look(f->scenario, f->state, 1, &look);
    return look.at;
}

static void those_who_fail_fall(void **unused) {
    (void)unused;
    static const struct {
        const char *from, *order, *faces, *ends, *bo;
    } tries[] = {
        {"11,9.5", "Ada walk climb 11,10@3 11,12@3", "4", "11,12@3", NULL},
        {"11,9.5", "Ada walk climb 11,10@3 11,12@3", "5", "11,9.5", NULL},
        {"11,10@3", "Ada walk climb 11,9.5", "6", "11,9.5", NULL},
        {"16,12@3", "Ada walk jump 19,12@3 20,12@3", "1", "20,12@3", NULL},
        {"16,12@3", "Ada walk jump 19,12@3 20,12@3", "6", "16.5,12", NULL},
        {"16,12@3", "Ada walk drop 16.5,12", "6", "16.5,12", NULL},
        {"16,12@3", "Ada walk jump 19,12@3", "6", "16.5,13",
         "16.5,12"}, /* the nearest place beside Bo, and of two the first */
        {"22,12@3", "Ada walk 25,12@3 jump 25.5,12@2.5 27,12@2.5 drop 27.5,12", "2", "27.5,12", NULL},
        {"11,9.5", "Ada walk climb 11,10@3 13,10@3 ladder 13,9.5", "1", "13,9.5", NULL},
        {"11,9.5", "Ada walk climb 11,10@3 climb 11,9.5", "46", "11,9.5", NULL},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        fixture f = open_works("'settings': {}");
        char text[64], array[QM__PLACE_TEXT_SIZE];
        qm_text edit = qm_text_over(text, sizeof text), at = qm_text_over(array, sizeof array);
        qm_text_addf(&edit, "Ada place %s", tries[i].from);
        play(&f, text);
        if (tries[i].bo) {
            qm_text_clear(&edit);
            qm_text_addf(&edit, "Bo place %s", tries[i].bo);
            play(&f, text);
        }
        play(&f, "next");
        qm_place_print(f.scenario, rolled(&f, tries[i].order, tries[i].faces), &at);
        assert_string_equal(array, tries[i].ends);
        close_it(&f);
    }
}

/* From the arm of a roof with inner corners, to a landing that lies along the edge that is left, or slantwise behind it,
 * one falls where that edge is, not on the other side of the house. */
static void falls_lead_away_from_the_edge_that_is_left(void **unused) {
    (void)unused;
    static const struct {
        const char *roof, *from, *order, *ends;
    } tries[] = {
        {"[10, 10], [20, 10], [20, 14], [14, 14], [14, 20], [10, 20]", "19,12@3", "Ada walk 16,14@3 jump 14,16@3",
         "16,14.5"},
        {"[10, 10], [20, 10], [20, 14], [17, 14], [14, 17], [10, 17]", "19,12@3", "Ada walk 18,14@3 jump 15.5,15.5@3",
         "18,14.5"},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        char array[QM__PLACE_TEXT_SIZE], scene[800];
        qm_text at = qm_text_over(array, sizeof array), text = qm_text_over(scene, sizeof scene);
        qm_text_addf(&text,
                     "{'quickmarch': 'scenario', 'version': 1, 'title': 'Arms', 'rules': {'extends': 'ramble'},\n"
                     " 'board': {'space': 'table', 'width': 30, 'depth': 30,\n"
                     "  'prisms': [{'name': 'house', 'at': [%s], 'top': 3}]},\n"
                     " 'sides': ['A', 'B'], 'figures': [{'name': 'Ada', 'side': 'A', 'at': '%s', 'move': 12},\n"
                     "  {'name': 'Bo', 'side': 'B', 'at': '2,2'}]}",
                     tries[i].roof, tries[i].from);
        fixture f = open_text(scene);
        play(&f, "next");
        qm_place_print(f.scenario, rolled(&f, tries[i].order, "6"), &at);
        assert_string_equal(array, tries[i].ends);
        close_it(&f);
    }
}

static uint32_t planned(fixture *f, uint16_t figure, qm_place goal, qm_plan_way ways[8]) {
    uint32_t count;
    assert_int_equal(qm_plan(f->scenario, f->state, figure, goal, f->scratch, ways, 8, &count), QM_OK);
    for (uint32_t i = 0; i < count; i++) { /* typed in, every one is what was promised */
        char array[QM_ORDER_TEXT_MAX + 1];
        qm_text text = qm_text_over(array, sizeof array);
        qm_diagnostics list = qm_diagnostics_make(NULL);
        qm_order order;
        qm_verdict verdict;
        qm_order_print(f->scenario, &ways[i].order, &text);
        assert_int_equal(qm_order_read(f->scenario, array, text.length, &order, &list), QM_OK);
        assert_int_equal(qm_judge(f->scenario, f->state, &order, f->scratch, &verdict), QM_OK);
        assert_int_equal(verdict.judgement, QM_LEGAL);
        assert_int_equal(verdict.cost, ways[i].cost);
        assert_true(verdict.chance == ways[i].chance && verdict.check_count == ways[i].checks);
        assert_true(i == 0 || (ways[i].cost > ways[i - 1].cost && ways[i].chance > ways[i - 1].chance));
        qm_diagnostics_free(&list);
    }
    return count;
}

static void assert_way(fixture *f, const qm_plan_way *way, const char *expected, int32_t cost) {
    char array[QM_ORDER_TEXT_MAX + 1];
    qm_text text = qm_text_over(array, sizeof array);
    qm_order_print(f->scenario, &way->order, &text);
    assert_string_equal(array, expected);
    assert_int_equal(way->cost, cost);
}

static void plans_weigh_cost_against_chance(void **unused) {
    (void)unused;
    fixture f = open_works("'settings': {}");
    qm_plan_way ways[8];
    qm_reach_cost cost;
    play(&f, "next");
    assert_int_equal(planned(&f, 1, (qm_place){11000, 11000, 3000}, ways), 2);
    assert_way(&f, &ways[0], "Ada walk 11,9.5 climb 11,10@3 11,11@3", 5500);
    assert_way(&f, &ways[1], "Ada walk 13,9.5 ladder 13,10@3 11,11@3", 2500 + 3000 + 2236);
    assert_int_equal(ways[0].checks, 1);
    assert_int_equal(ways[1].checks, 0);
    assert_int_equal(qm_reach_cost_at(f.scenario, f.state, 1, (qm_place){11000, 11000, 3000}, f.scratch, &cost), QM_OK);
    assert_int_equal(cost.cost, 5500);
    play(&f, "Ada place 22,12@3");
    assert_int_equal(planned(&f, 1, (qm_place){26000, 12000, 2500}, ways), 1); /* a hop */
    assert_way(&f, &ways[0], "Ada walk 25,12@3 jump 25.5,12@2.5 26,12@2.5", 4000);
    assert_int_equal(planned(&f, 1, (qm_place){29000, 9000, 0}, ways), 1);
    assert_int_equal(planned(&f, 1, (qm_place){4000, 32000, 4000}, ways), 0);  /* the tower */
    assert_int_equal(planned(&f, 1, (qm_place){22000, 12000, 3000}, ways), 1); /* where she is */
    close_it(&f);
}

/* A court with a pedestal in its yard: the cheapest way goes over that, with more checks than a safer one, which is not
 * the cheapest with any number of them. Nobody jumps from a corner of the yard to that corner. */
static const char court_text[] =
    "{'quickmarch': 'scenario', 'version': 1, 'title': 'Court', 'rules': {'extends': 'ramble',\n"
    "  'settings': {'straight': false}},\n"
    " 'board': {'width': 30, 'depth': 26, 'prisms': [\n"
    "   {'name': 'court', 'at': [[17, 14], [23, 14], [23, 20], [17, 20]],\n"
    "    'holes': [[[18.5, 15.5], [21.5, 15.5], [21.5, 18.5], [18.5, 18.5]]], 'top': 2.5},\n"
    "   {'name': 'well', 'at': [[20, 16.5], [20.5, 17], [20, 17.5], [19.5, 17]], 'top': 1.5}]},\n"
    " 'sides': ['red', 'blue'],\n"
    " 'figures': [{'name': 'Ada', 'side': 'red', 'at': '17.863,13.226', 'move': 9, 'agility': 4}]}\n";

static void the_safest_way_need_not_be_the_cheapest(void **unused) {
    (void)unused;
    fixture f = open_text(court_text);
    const qm_place place = {22174, 18992, 2500};
    qm_plan_way ways[8];
    qm_reach_cost cost;
    play(&f, "next");
    assert_int_equal(planned(&f, 1, place, ways), 2);
    assert_int_equal(ways[0].checks, 4);
    assert_int_equal(ways[1].checks, 3);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < ways[i].order.leg_count; k++) {
            assert_false(k > 0 && memcmp(&ways[i].order.legs[k].to, &ways[i].order.legs[k - 1].to, sizeof place) == 0);
        }
    }
    assert_int_equal(qm_reach_cost_at(f.scenario, f.state, 1, place, f.scratch, &cost), QM_OK);
    assert_int_equal(cost.cost, ways[0].cost);
    assert_true(cost.by[QM_RISK_ANY].chance == ways[0].chance && cost.best_chance == ways[1].chance);
    judged_at(&f, "18.5,15.5@2.5", "Ada walk jump 18.5,15.5@2.5", QM_ILLEGAL,
              "nothing leads Ada to 18.5,15.5@2.5 that way");
    close_it(&f);
}

/* A row of 14 pillars, each a hop from the next, of which a search does not follow so many; the caller frees it. */
static char *pillars(const char *settings) {
    qm_text text = qm_text_growing(NULL);
    qm_text_addf(&text,
                 "{'quickmarch': 'scenario', 'version': 1, 'rules': {'extends': 'ramble', 'settings': {%s}},"
                 " 'board': {'width': 40, 'depth': 20, 'prisms': [{'box': [2, 8, 4, 10], 'top': 5, 'climbable': false}",
                 settings);
    for (int i = 0; i < 13; i++) {
        const int left = 48 + 12 * i;
        qm_text_addf(&text, ", {'box': [%d.%d, 8, %d.%d, 10], 'top': 5, 'climbable': false}", left / 10, left % 10,
                     (left + 4) / 10, (left + 4) % 10);
    }
    qm_text_add(&text, "]}, 'sides': ['red'], 'figures': [{'name': 'Ada', 'side': 'red', 'at': '3,9@5', 'move': 30}]}");
    return text.data;
}

static void plans_say_where_they_end(void **unused) {
    (void)unused;
    qm_plan_way ways[8];
    uint32_t count = 7;
    char *text = pillars("");
    fixture f = open_text(text);
    play(&f, "next");
    assert_int_equal(planned(&f, 1, (qm_place){7400, 9000, 5000}, ways), 1); /* three hops */
    assert_int_equal(ways[0].cut + ways[0].approximate, 0);
    assert_int_equal(ways[0].checks, 0);
    assert_int_equal(planned(&f, 1, (qm_place){17000, 9000, 5000}, ways), 1); /* eleven, or fewer with jumps */
    assert_int_equal(ways[0].cut, 1);
    assert_int_equal(ways[0].approximate, 0);
    assert_true(ways[0].checks > 0); /* though hops alone need none */
    close_it(&f);
    free(text);
    text = pillars("'jump': 1"); /* hops alone */
    f = open_text(text);
    play(&f, "next");
    assert_int_equal(planned(&f, 1, (qm_place){9800, 9000, 5000}, ways), 1);
    assert_int_equal(qm_plan(f.scenario, f.state, 1, (qm_place){17000, 9000, 5000}, f.scratch, ways, 8, &count),
                     QM_ERROR_LIMIT);
    assert_int_equal(count, 0); /* none is known; that there is none is not */
    assert_int_equal(planned(&f, 1, (qm_place){30000, 9000, 5000}, ways), 0);
    close_it(&f);
    free(text);
}

/* All over an oblique rock: up, down and across. */
static void plans_on_oblique_edges_are_legal(void **unused) {
    (void)unused;
    fixture f = open_works("'settings': {}");
    qm_plan_way ways[8];
    uint32_t found = 0;
    play(&f, "next");
    for (int i = 0; i < 24; i++) {
        const qm_place goal = {30011 + 83 * i, 12007 + 97 * i, 2000};
        char text[64];
        qm_text edit = qm_text_over(text, sizeof text);
        qm_text_addf(&edit, "Ada place %d.%03d,%d.%03d", 28 + i % 8, 37 * i % 1000, i % 2 ? 8 : 18, 91 * i % 500);
        play(&f, text);
        found += planned(&f, 1, goal, ways);
    }
    assert_true(found > 12);
    close_it(&f);
}

static void reach_goes_up(void **unused) {
    (void)unused;
    fixture f = open_works("'settings': {}");
    static qm_reach_ring rings[256];
    static qm_reach_corner corners[65536];
    qm_reach_area area = {.rings = rings, .corners = corners, .ring_capacity = 256, .corner_capacity = 65536};
    qm_plan_way ways[8];
    qm_reach_cost cost;
    play(&f, "next");
    assert_int_equal(qm_reach_regions(f.scenario, f.state, 1, NULL, 0, f.scratch, &area), QM_OK);
    bool roof = false;
    for (uint32_t i = 0; i < area.ring_count; i++) {
        roof = roof || rings[i].z == 3000;
        for (uint32_t c = 0; c < rings[i].count && rings[i].z == 3000; c++) {
            const qm_reach_corner *at = &corners[rings[i].first + c];
            assert_true(at->x >= 9999 && at->x <= 16001 && at->y >= 9999 &&
                        at->y < 13510); /* 8 - 1.5 - 3 up the house */
        }
    }
    assert_true(roof);
    for (int32_t y = 10000; y < 14000; y += 500) {
        const qm_place place = {11000, y, 3000};
        assert_int_equal(qm_reach_cost_at(f.scenario, f.state, 1, place, f.scratch, &cost), QM_OK);
        assert_int_equal(cost.cost, y <= 13500 ? 4500 + y - 10000 : -1);
        assert_int_equal(planned(&f, 1, place, ways) > 0, y <= 13500);
    }
    close_it(&f);
}

/* ---------------------------------------------------------------------------------------------------------- listing */

/* A house with a ladder, a gap of 2" and a lower barn without sides to climb. */
static const char gap_text[] =
    "{'quickmarch': 'scenario', 'version': 1, 'rules': {'extends': 'ramble', 'settings': {}},\n"
    " 'board': {'width': 20, 'depth': 20, 'prisms': [\n"
    "   {'name': 'house', 'box': [4, 6, 8, 10], 'top': 3, 'climbable': false},\n"
    "   {'name': 'barn', 'box': [10, 6, 14, 10], 'top': 2.5}],\n"
    "  'ladders': [{'foot': [5, 5.5], 'head': [5, 6, 3]}]},\n"
    " 'sides': ['red'], 'figures': [{'name': 'Ada', 'side': 'red', 'at': '2,2'},\n"
    "  {'name': 'Cart', 'side': 'red', 'width': 2, 'length': 4, 'at': '17,17', 'height': 2}]}\n";

enum { LINKS = 256 };

/* The only link of this kind between two heights at which the middle of the take-off is. */
static const qm_link *link_at(const qm_link *links, uint32_t count, qm_link_kind kind, qm_place middle, int32_t rise) {
    const qm_link *found = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const qm_stretch *from = &links[i].from;
        if (links[i].kind == kind && links[i].rise == rise && from->a.z == middle.z &&
            from->a.x + from->b.x == 2 * middle.x && from->a.y + from->b.y == 2 * middle.y) {
            assert_null(found);
            found = &links[i];
        }
    }
    assert_non_null(found);
    return found;
}

static void expect_stretch(const qm_stretch *stretch, qm_place a, qm_place b) {
    assert_true((qm__place_same(stretch->a, a) && qm__place_same(stretch->b, b)) ||
                (qm__place_same(stretch->a, b) && qm__place_same(stretch->b, a)));
    assert_int_equal(stretch->bulge, 0);
}

static uint32_t of_kind(const qm_link *links, uint32_t count, qm_link_kind kind) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        found += links[i].kind == kind;
    }
    return found;
}

static void links_are_listed(void **unused) {
    (void)unused;
    fixture f = open_text(gap_text);
    qm_link links[LINKS];
    uint32_t count;
    assert_int_equal(qm_links(f.scenario, f.state, 1, f.scratch, links, LINKS, &count), QM_OK);
    const qm_rules_facts *facts = qm_scenario_family(f.scenario);

    const qm_link *ladder = link_at(links, count, QM_LINK_LADDER, (qm_place){5000, 5500, 0}, 3000);
    expect_stretch(&ladder->from, (qm_place){5000, 5500, 0}, (qm_place){5000, 5500, 0});
    expect_stretch(&ladder->to, (qm_place){5000, 6000, 3000}, (qm_place){5000, 6000, 3000});
    assert_string_equal(facts->legs[ladder->leg].name, "ladder");
    assert_true(ladder->least == 500 && ladder->most == 500 && ladder->solid == 0 && ladder->below == 0);
    link_at(links, count, QM_LINK_LADDER, (qm_place){5000, 6000, 3000}, -3000);
    assert_int_equal(of_kind(links, count, QM_LINK_LADDER), 2);

    const qm_link *jump = link_at(links, count, QM_LINK_JUMP, (qm_place){8000, 8000, 3000}, -500);
    expect_stretch(&jump->from, (qm_place){8000, 6000, 3000}, (qm_place){8000, 10000, 3000});
    expect_stretch(&jump->to, (qm_place){10000, 6000, 2500}, (qm_place){10000, 10000, 2500});
    assert_true(jump->least == 2000 && jump->most == 3000 && jump->gap == 2000 && jump->below == 0);
    assert_string_equal(qm_solid_name(f.scenario, jump->solid), "house");
    link_at(links, count, QM_LINK_JUMP, (qm_place){10000, 8000, 2500}, 500);
    assert_int_equal(of_kind(links, count, QM_LINK_JUMP), 2);

    const qm_link *climb = link_at(links, count, QM_LINK_CLIMB, (qm_place){12000, 5500, 0}, 2500);
    expect_stretch(&climb->from, (qm_place){10000, 5500, 0}, (qm_place){14000, 5500, 0});
    expect_stretch(&climb->to, (qm_place){10000, 6000, 2500}, (qm_place){14000, 6000, 2500});
    assert_true(climb->least == 500 && climb->most == 500 && climb->gap == 0 && climb->below == 0);
    assert_int_equal(of_kind(links, count, QM_LINK_CLIMB), 8); /* the barn alone, up and down */
    link_at(links, count, QM_LINK_DROP, (qm_place){6000, 10000, 3000}, -3000);
    assert_int_equal(of_kind(links, count, QM_LINK_DROP), 8);
    close_it(&f);
}

static void lists_of_links_have_limits(void **unused) {
    (void)unused;
    fixture f = open_text(gap_text);
    qm_link links[LINKS];
    uint32_t all, count;
    assert_int_equal(qm_links(f.scenario, f.state, 1, f.scratch, NULL, 0, &all), QM_ERROR_LIMIT);
    assert_true(all > 3 && all <= LINKS);
    assert_int_equal(qm_links(f.scenario, f.state, 1, f.scratch, links, all - 1, &count), QM_ERROR_LIMIT);
    assert_int_equal(count, all);
    assert_int_equal(qm_links(f.scenario, f.state, 1, f.scratch, links, all, &count), QM_OK);
    assert_int_equal(count, all);
    assert_int_equal(qm_links(f.scenario, f.state, 2, f.scratch, links, LINKS, &count), QM_OK);
    assert_int_equal(count, 0); /* it never moves */
    assert_int_equal(qm_links(f.scenario, f.state, 0, f.scratch, links, LINKS, &count), QM_ERROR_USAGE);
    assert_int_equal(qm_links(f.scenario, f.state, 3, f.scratch, links, LINKS, &count), QM_ERROR_USAGE);
    assert_int_equal(qm_links(f.scenario, f.state, 1, f.scratch, links, LINKS, NULL), QM_ERROR_USAGE);
    assert_int_equal(qm_links(f.scenario, f.state, 1, f.scratch, NULL, 1, &count), QM_ERROR_USAGE);
    close_it(&f);
}

static qm_place middle_of(const qm_stretch *stretch) {
    return (qm_place){(stretch->a.x + stretch->b.x) / 2, (stretch->a.y + stretch->b.y) / 2, stretch->a.z};
}

/* Whether whole places lie on all of it. */
static bool is_upright(const qm_stretch *stretch) {
    return stretch->bulge == 0 && (stretch->a.x == stretch->b.x || stretch->a.y == stretch->b.y);
}

/* From the middle of its take-off to that of its landing, wherever one can stand at both. */
static void listed_links_can_be_taken(void **unused) {
    (void)unused;
    fixture f = open_works("'settings': {}");
    qm_link links[LINKS];
    uint32_t count, taken = 0;
    assert_int_equal(qm_links(f.scenario, f.state, 1, f.scratch, links, LINKS, &count), QM_OK);
    play(&f, "next");
    for (uint32_t i = 0; i < count; i++) {
        const qm_place off = middle_of(&links[i].from), on = middle_of(&links[i].to);
        qm_standing here, there;
        assert_int_equal(qm_stand(f.scenario, f.state, 1, off, f.scratch, &here), QM_OK);
        assert_int_equal(qm_stand(f.scenario, f.state, 1, on, f.scratch, &there), QM_OK);
        if (!here.stands || !there.stands || !is_upright(&links[i].from) || !is_upright(&links[i].to) ||
            links[i].kind == QM_LINK_JUMP) { /* which may be too long between these */
            continue;
        }
        char text[128];
        qm_text order = qm_text_over(text, sizeof text);
        qm_text_add(&order, "Ada place ");
        qm_place_print(f.scenario, off, &order);
        play(&f, text);
        qm_text_clear(&order);
        qm_text_addf(&order, "Ada walk %s ", qm_scenario_family(f.scenario)->legs[links[i].leg].keyword);
        qm_place_print(f.scenario, on, &order);
        assert_int_equal(judged(&f, text, "legal"), QM_LEGAL);
        taken++;
    }
    assert_true(taken > 30);
    close_it(&f);
}

static void the_battery_passes_with_links(void **unused) {
    (void)unused;
    char *on_house = with(works_text, "'at': '11,8'", "'at': '15,12@3'");
    char *on_roofs =
        with(on_house, "'at': '40,30', 'move': 8, 'agility': 6", "'at': '31,13@2', 'move': 7, 'agility': 2");
    fixture f = open_text(on_roofs);
    battery_counts counts = {0};
    for (uint64_t seed = 1; seed <= 8; seed++) {
        battery_play(f.scenario, seed, 40, &counts);
    }
    battery_projection(f.scenario);
    battery_print("links", &counts);
    assert_true(counts.orders > 150 && counts.dice > 20 && counts.checks > 20 && counts.ended > 4);
    free(on_roofs);
    free(on_house);
    close_it(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_are_judged),
        cmocka_unit_test(settings_change_links),
        cmocka_unit_test(those_who_fail_fall),
        cmocka_unit_test(falls_lead_away_from_the_edge_that_is_left),
        cmocka_unit_test(plans_weigh_cost_against_chance),
        cmocka_unit_test(the_safest_way_need_not_be_the_cheapest),
        cmocka_unit_test(plans_say_where_they_end),
        cmocka_unit_test(plans_on_oblique_edges_are_legal),
        cmocka_unit_test(reach_goes_up),
        cmocka_unit_test(links_are_listed),
        cmocka_unit_test(lists_of_links_have_limits),
        cmocka_unit_test(listed_links_can_be_taken),
        cmocka_unit_test(the_battery_passes_with_links),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
