/* Questions of warband: reach against judged moves, options, sight. */
#include "support/warband_yard.h"

/* ---------------------------------------------------------------------------------------------------------- regions */

/* On a grid of places: in the region of moving if a move there is legal, in that of running if a run is; a cost is what
 * the judge says. */
static void reach_agrees(table *t, int32_t walk, int32_t run) {
    const qm_reach_area area = regions(t, NULL, 0);
    int in = 0, runs = 0, out = 0;
    for (int32_t y = 700; y < 22000; y += 911) {
        for (int32_t x = 700; x < 24000; x += 877) {
            const qm_place at = {x, y, 0};
            const int by_walk = winds(&area, walk, at), by_run = run ? winds(&area, run, at) : 0;
            const qm_reach_cost told = cost_at(t, at);
            char text[64];
            qm_text order = qm_text_over(text, sizeof text);
            if (by_walk < 0 || by_run < 0) {
                continue;
            }
            assert_in_range(by_walk, 0, 1);
            assert_in_range(by_run, by_walk * (run > 0), 1);
            assert_int_equal(told.cost >= 0, by_walk || by_run);
            assert_int_equal(told.effort, !by_walk && by_run);
            qm_text_addf(&order, "Ada %s %d.%03d,%d.%03d", told.effort ? "run" : "move", x / 1000, x % 1000, y / 1000,
                         y % 1000);
            const bool legal = judge(t, text);
            assert_int_equal(legal, told.cost >= 0);
            if (legal && t->v.cost != told.cost) {
                fail_msg("%s: judged %d, told %d", text, (int)t->v.cost, (int)told.cost);
            }
            in += by_walk;
            runs += !by_walk && by_run;
            out += told.cost < 0;
        }
    }
    assert_true(in > 20 && out > 50 && (runs > 20 || !run));
    end(t);
}

static void reach_is_what_is_judged(void **unused) {
    (void)unused;
    reach_agrees(begin("", "", 3), 6000, 9000);
    reach_agrees(begin("'difficult_loss':3,'difficult_start':'free'", ",'at':'9,6.2'", 3), 6000, 9000);
    reach_agrees(begin("", ",'at':'9,6.2'", 3), 6000, 9000);
    reach_agrees(begin("'difficult_once':'per_area'", "", 3), 6000, 9000);
    reach_agrees(begin("'run_enemy':60", "", 3), 6000, 0);
    reach_agrees(begin("'run_bar':'path','run_enemy':10", ",'undead':true", 3), 6000, 0);
    reach_agrees(begin("'jump_cost':'free','climb_slide':'free'", ",'move':5", 3), 5000, 7500);
}

/* Through the marsh 2" are lost: of 6" 4" are left; and bands are of what is used up. */
static void bands_are_of_movement_used(void **unused) {
    (void)unused;
    table *t = begin("", "", 3);
    static const int32_t bands[] = {2500, 4000, 7000, 9000, 12000};
    const qm_place inside = {8800, 5500, 0}, behind = {10900, 5500, 0}, far = {12700, 5500, 0};
    const qm_reach_area area = regions(t, bands, 5);
    int32_t last = 0;
    for (uint32_t r = 0; r < area.ring_count; r++) {
        assert_true(rings[r].cost >= last);
        last = rings[r].cost;
        assert_int_equal(rings[r].effort, last > 6000);
    }
    assert_int_equal(last, 9000); /* 12 is the same as 9 */
    assert_int_equal(winds(&area, 2500, inside), 0);
    assert_int_equal(winds(&area, 4000, inside), 1); /* 1.8 and 2 */
    assert_int_equal(cost_at(t, inside).cost, 1800);
    assert_int_equal(winds(&area, 4000, behind), 0);
    assert_int_equal(winds(&area, 7000, behind), 1);
    assert_int_equal(cost_at(t, behind).cost, 3900);
    assert_int_equal(cost_at(t, behind).effort, 0);
    assert_int_equal(cost_at(t, far).cost, 5700); /* running: 7.7 of 9 */
    assert_int_equal(cost_at(t, far).effort, 1);
    qm_reach_area small = {.rings = rings, .corners = corners, .ring_capacity = 2, .corner_capacity = CORNERS};
    assert_int_equal(qm_reach_regions(t->s, t->st, 1, bands, 5, t->scratch, &small), QM_ERROR_LIMIT);
    small.ring_capacity = RINGS;
    small.corner_capacity = 30;
    assert_int_equal(qm_reach_regions(t->s, t->st, 1, bands, 5, t->scratch, &small), QM_ERROR_LIMIT);
    end(t);
}

/* Beside the house: its roof is in reach, but not without a check, as the ladder is too far off to come so far. */
static void without_a_check(void **unused) {
    (void)unused;
    table *t = begin("", "", 3);
    GO(t, "place Ada 15.4,8.5");
    const qm_place roof = {15500, 10800, 3000}, beside = {17000, 8500, 0};
    for (uint32_t sure = 0; sure < 2; sure++) {
        qm_reach_area area = {
            .rings = rings, .corners = corners, .ring_capacity = RINGS, .corner_capacity = CORNERS, .sure = sure};
        assert_int_equal(qm_reach_regions(t->s, t->st, 1, NULL, 0, t->scratch, &area), QM_OK);
        assert_int_equal(winds(&area, 6000, roof), !sure);
        assert_int_equal(winds(&area, 6000, beside), 1);
    }
    end(t);
}

/* The same place by risk: up the wall with a check, or at a run by the ladder without; and its regions. */
static void by_risk(void **unused) {
    (void)unused;
    table *t = begin("", ",'agility':8", 3);
    GO(t, "place Ada 15.4,8.5");
    const qm_place roof = {15500, 10800, 3000}, beside = {17000, 8500, 0}, far = {11000, 15000, 3000};
    const qm_reach_cost up = cost_at(t, roof), along = cost_at(t, beside), nowhere = cost_at(t, far);
    assert_int_equal(up.risk, QM_RISK_ONE);
    assert_int_equal(up.effort, 0);
    assert_true(judge(t, "Ada move 15.4,9.5 climb 15.4,10@3 15.5,10.8@3"));
    assert_in_range(up.cost, 5000, t->v.cost);
    assert_true(up.by[QM_RISK_ONE].chance == t->v.chance && up.by[QM_RISK_ANY].chance == t->v.chance);
    assert_int_equal(up.by[QM_RISK_NONE].effort, 1);
    assert_true(up.by[QM_RISK_NONE].cost > 6000 && up.by[QM_RISK_NONE].cost <= 9000);
    assert_true(up.by[QM_RISK_NONE].chance == 1 && up.best_chance == 1);
    assert_true(along.risk == QM_RISK_NONE && along.by[QM_RISK_ANY].chance == 1 && along.cost == 1600);
    assert_true(nowhere.cost < 0 && nowhere.best_chance < 0 && nowhere.by[QM_RISK_ANY].cost < 0);
    qm_reach_area area = {
        .rings = rings, .corners = corners, .ring_capacity = RINGS, .corner_capacity = CORNERS, .apart = 1};
    assert_int_equal(qm_reach_regions(t->s, t->st, 1, NULL, 0, t->scratch, &area), QM_OK);
    assert_true(area.risk >= QM_RISK_ONE);
    const uint32_t count = area.ring_count;
    int on_roof[2][QM_RISKS] = {{0}};
    for (uint32_t risk = 0; risk < QM_RISKS; risk++) { /* of each kind alone */
        for (uint32_t first = 0; first < count; first++) {
            qm_reach_area one = area;
            one.rings = rings + first;
            one.ring_count = 1;
            if (rings[first].risk == risk) {
                on_roof[rings[first].effort][risk] += winds(&one, rings[first].cost, roof);
            }
            assert_true(first == 0 || rings[first].cost > rings[first - 1].cost ||
                        (rings[first].cost == rings[first - 1].cost && rings[first].risk >= rings[first - 1].risk));
        }
    }
    assert_true(on_roof[0][QM_RISK_NONE] == 0 && on_roof[0][QM_RISK_ONE] == 1);
    assert_true(on_roof[1][QM_RISK_NONE] == 1 && on_roof[1][QM_RISK_ONE] == 1);
    end(t);
}

/* Where enemies bar every part of a run, places are told by trying ways there, and regions only if none can. */
static void runs_that_enemies_may_stop(void **unused) {
    (void)unused;
    table *t = begin("'run_bar':'path','run_enemy':5", "", 3);
    const qm_place near = {7000, 13000, 0}, far = {13700, 1500, 0};
    assert_int_equal(cost_at(t, near).effort, 1);
    assert_int_equal(regions(t, NULL, 0).rings[regions(t, NULL, 0).ring_count - 1].cost, 9000);
    GO(t, "place Bo 7,16");
    assert_int_equal(regions(t, NULL, 0).rings[regions(t, NULL, 0).ring_count - 1].cost, 6000);
    qm_reach_cost cost; /* 2" beside Bo; that there is no way around him has not been shown */
    assert_int_equal(qm_reach_cost_at(t->s, t->st, 1, near, t->scratch, &cost), QM_ERROR_LIMIT);
    assert_int_equal(cost.cost, -1);
    assert_true(cost_at(t, far).cost > 6000 && cost_at(t, far).effort);
    end(t);
}

static void nobody_is_told_of_a_move_it_may_not_make(void **unused) {
    (void)unused;
    table *t = begin("", "", 2);
    qm_plan_way way;
    uint32_t count;
    assert_int_equal(regions(t, NULL, 0).ring_count, 0);
    assert_int_equal(cost_at(t, (qm_place){7000, 7000, 0}).cost, -1);
    GO(t, "next");
    assert_int_equal(cost_at(t, (qm_place){7000, 7000, 0}).cost, 1500);
    assert_int_equal(cost_at(t, (qm_place){7000, 5500, 0}).cost, 0);
    assert_int_equal(qm_plan(t->s, t->st, 1, (qm_place){7000, 5500, 0}, t->scratch, &way, 1, &count), QM_OK);
    assert_int_equal(count, 1);
    assert_int_equal(way.order.kind, WB_ORDER_STAY);
    GO(t, "place Bo 7,9");
    assert_int_equal(cost_at(t, (qm_place){7000, 8000, 0}).cost, -1); /* it would touch Bo */
    assert_int_equal(cost_at(t, (qm_place){7000, 7999, 0}).cost, 2499);
    assert_int_equal(qm_plan(t->s, t->st, 1, (qm_place){7000, 8000, 0}, t->scratch, &way, 1, &count), QM_OK);
    assert_int_equal(count, 0);
    GO(t, "place Bo 7,6.5");
    assert_int_equal(regions(t, NULL, 0).ring_count, 0); /* engaged */
    GO(t, "place Bo 38,28");
    GO(t, "Ada stay");
    assert_int_equal(regions(t, NULL, 0).ring_count, 0);
    assert_int_equal(cost_at(t, (qm_place){7000, 7000, 0}).cost, -1);
    end(t);
}

/* ---------------------------------------------------------------------------------------------------------- options */

/* How many of a kind; all are legal. */
static uint32_t options(table *t, uint16_t figure, uint16_t kind) {
    qm_options_result result;
    uint32_t found = 0;
    qm_order order;
    qm_order list[256];
    assert_int_equal(qm_options(t->s, t->st, figure, t->scratch, &result), QM_OK);
    assert_true(result.count <= 256);
    for (uint32_t i = 0; i < result.count; i++) {
        assert_int_equal(qm_option(t->s, t->st, t->scratch, i, &list[i]), QM_OK);
        found += list[i].kind == kind || kind == 0;
    }
    assert_int_equal(qm_option(t->s, t->st, t->scratch, result.count, &order), QM_ERROR_USAGE);
    for (uint32_t i = 0; i < result.count; i++) {
        assert_int_equal(qm_judge(t->s, t->st, &list[i], t->scratch, &t->v), QM_OK);
        assert_int_equal(t->v.judgement, QM_LEGAL);
    }
    return found;
}

/* Through the wall, and at most a step up. */
static void ghosts_in_reach(void **unused) {
    (void)unused;
    table *t = begin("", ",'ethereal':true,'at':'5.2,5.5'", 3);
    const qm_place behind = {2500, 5500, 0};
    const qm_reach_area area = regions(t, NULL, 0);
    assert_int_equal(cost_at(t, behind).cost, 2700);
    assert_int_equal(winds(&area, 6000, behind), 1);
    assert_int_equal(cost_at(t, behind).risk, QM_RISK_NONE);
    assert_int_equal(winds(&area, 6000, (qm_place){1609, 10288, 0}), 1);
    assert_int_equal(winds(&area, 6000, (qm_place){1591, 10312, 0}), 0);
    end(t);
}

static void what_is_listed(void **unused) {
    (void)unused;
    table *t = begin("'reload':'instead'", ",'reloads':true,'unloaded':true,'agility':8", 0);
    assert_int_equal(options(t, 0, WB_ORDER_NEXT), 1);
    assert_int_equal(options(t, ADA, 0), 0);
    GO(t, "next");
    assert_int_equal(options(t, 3, WB_ORDER_TAKE), 1);
    assert_int_equal(options(t, 0, WB_ORDER_TAKE), 1);
    assert_int_equal(options(t, 0, WB_ORDER_NEXT), 1);
    GO(t, "Cy take Chest");
    assert_int_equal(options(t, 3, WB_ORDER_LEAVE), 1);
    assert_int_equal(options(t, 0, 0), 1);
    GO(t, "next");
    assert_int_equal(options(t, ADA, WB_ORDER_ENGAGE), 1);
    assert_int_equal(options(t, 2, 0), 0); /* not its turn */
    GO(t, "next");
    assert_int_equal(options(t, ADA, WB_ORDER_STAY), 1);
    assert_int_equal(options(t, ADA, WB_ORDER_RELOAD), 1);
    assert_true(options(t, ADA, WB_ORDER_MOVE) >= 5);
    assert_true(options(t, ADA, WB_ORDER_RUN) >= 1);
    assert_int_equal(options(t, 3, WB_ORDER_RUN), 0); /* with the treasure */
    assert_int_equal(qm_state_actor(t->s, t->st), ADA);
    GO(t, "place Ada 11,9.2");
    bool ladder = false, climb = false;
    qm_options_result result;
    qm_options(t->s, t->st, ADA, t->scratch, &result);
    for (uint32_t i = 0; i < result.count; i++) {
        qm_plan_way way;
        qm_option(t->s, t->st, t->scratch, i, &way.order);
        ladder = ladder || has_leg(&way, WB_LEG_LADDER);
        climb = climb || has_leg(&way, WB_LEG_CLIMB);
    }
    assert_true(ladder && climb);
    GO(t, "Ada stay");
    assert_int_equal(options(t, ADA, 0), 0);
    assert_int_equal(qm_state_actor(t->s, t->st), 3);
    GO(t, "Cy stay");
    assert_int_equal(qm_state_actor(t->s, t->st), 0);
    assert_int_equal(options(t, 0, WB_ORDER_NEXT), 1);
    end(t);
}

/* A jump down from the edge that is listed lands clear of an enemy who stands below the nearest place. */
static void links_are_listed_beside_an_enemy(void **unused) {
    (void)unused;
    const char *const settings[] = {"", "'drop_reach':0"};
    for (int i = 0; i < 2; i++) {
        table *t = begin(settings[i], "", 3);
        bool east = false;
        GO(t, "place Ada 15.5,13@3");
        GO(t, "place Bo 16.7,13.3");
        qm_options_result result;
        qm_options(t->s, t->st, ADA, t->scratch, &result);
        for (uint32_t k = 0; k < result.count; k++) {
            qm_order order;
            qm_option(t->s, t->st, t->scratch, k, &order);
            const qm_leg *last = &order.legs[order.leg_count > 0 ? order.leg_count - 1 : 0];
            east =
                east || (order.leg_count > 0 && last->kind == WB_LEG_DROP && last->to.x > 16400 && last->to.y > 11000);
        }
        assert_true(east);
        end(t);
    }
}

static void who_sees_whom(void **unused) {
    (void)unused;
    table *t = begin("", "", 3);
    qm_sight sight;
    assert_int_equal(qm_see(t->s, t->st, 1, 3, t->scratch, &sight), QM_OK);
    assert_int_equal(sight.seen, 1);
    assert_int_equal(sight.arcs + sight.relation + sight.in_front + sight.hostile + sight.engages, 0);
    GO(t, "place Bo 7,6.5");
    assert_int_equal(qm_see(t->s, t->st, 1, 2, t->scratch, &sight), QM_OK);
    assert_int_equal(sight.distance, 0);
    assert_true(sight.hostile && sight.engages && sight.engaged);
    qm_standing standing;
    assert_int_equal(qm_stand(t->s, t->st, 1, (qm_place){7000, 7000, 0}, t->scratch, &standing), QM_OK);
    assert_int_equal(standing.stands, 0);
    assert_true(standing.nearest_count > 0);
    end(t);
}

static void nothing_is_told_of_one_out_of_play(void **unused) {
    (void)unused;
    table *t = begin("", "", 3);
    qm_sight sight;
    qm_plan_way way;
    qm_reach_area area = {0};
    qm_reach_cost cost;
    qm_options_result list;
    qm_standing standing;
    uint32_t count;
    assert_true(qm_in_play(t->s, t->st, 3));
    GO(t, "remove Cy");
    assert_false(qm_in_play(t->s, t->st, 3));
    assert_false(qm_in_play(t->s, t->st, 0));
    assert_false(qm_in_play(t->s, t->st, 99));
    assert_int_equal(qm_see(t->s, t->st, 1, 3, t->scratch, &sight), QM_ERROR_GONE);
    assert_int_equal(qm_see(t->s, t->st, 3, 1, t->scratch, &sight), QM_ERROR_GONE);
    assert_int_equal(qm_plan(t->s, t->st, 3, (qm_place){1000, 1000, 0}, t->scratch, &way, 1, &count), QM_ERROR_GONE);
    assert_int_equal(qm_reach_regions(t->s, t->st, 3, NULL, 0, t->scratch, &area), QM_ERROR_GONE);
    assert_int_equal(qm_reach_cost_at(t->s, t->st, 3, (qm_place){1000, 1000, 0}, t->scratch, &cost), QM_ERROR_GONE);
    assert_int_equal(qm_links(t->s, t->st, 3, t->scratch, NULL, 0, &count), QM_ERROR_GONE);
    assert_int_equal(qm_options(t->s, t->st, 3, t->scratch, &list), QM_ERROR_GONE);
    assert_false(judge(t, "Cy move 1,1"));
    assert_non_null(reason_of(t, WB_REASON_NOT_ON_TABLE));
    assert_int_equal(qm_stand(t->s, t->st, 3, (qm_place){1000, 1000, 0}, t->scratch, &standing), QM_OK);
    GO(t, "place Cy 1,1"); /* where it could be put was told */
    assert_int_equal(qm_see(t->s, t->st, 1, 3, t->scratch, &sight), QM_OK);
    end(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reach_is_what_is_judged),
        cmocka_unit_test(bands_are_of_movement_used),
        cmocka_unit_test(without_a_check),
        cmocka_unit_test(by_risk),
        cmocka_unit_test(runs_that_enemies_may_stop),
        cmocka_unit_test(nobody_is_told_of_a_move_it_may_not_make),
        cmocka_unit_test(ghosts_in_reach),
        cmocka_unit_test(what_is_listed),
        cmocka_unit_test(links_are_listed_beside_an_enemy),
        cmocka_unit_test(who_sees_whom),
        cmocka_unit_test(nothing_is_told_of_one_out_of_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
