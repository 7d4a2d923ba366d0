/* Plans of warband: ways to a goal against judged moves, what failing them leads to, and why there is none. */
#include "support/warband_yard.h"

enum { WAYS = 24 };
static qm_plan_way ways[WAYS];

/* Of two ways of one kind of order the later one is longer, and it is safer or leaves more movement. */
static void assert_later(const qm_plan_way *early, const qm_plan_way *late) {
    const bool safer = late->chance > early->chance, less = late->cost + late->lost < early->cost + early->lost;
    assert_true(late->order.kind == early->order.kind ? late->cost > early->cost && (safer || less) : safer);
}

/* Every way is legal, costs and has the chance that it says, and leads to the goal; none is needless. */
static uint32_t plan(table *t, qm_place goal) {
    uint32_t count;
    assert_int_equal(qm_plan(t->s, t->st, 1, goal, t->scratch, ways, WAYS, &count), QM_OK);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(qm_judge(t->s, t->st, &ways[i].order, t->scratch, &t->v), QM_OK);
        assert_int_equal(t->v.judgement, QM_LEGAL);
        assert_int_equal(t->v.cost, ways[i].cost);
        assert_true(t->v.chance == ways[i].chance && t->v.check_count == ways[i].checks);
        const qm_place end_of = ways[i].order.legs[ways[i].order.leg_count - 1].to;
        assert_memory_equal(&end_of, &goal, sizeof goal);
        for (uint32_t k = 0; k < i; k++) {
            assert_later(&ways[k], &ways[i]);
        }
    }
    return count;
}

static void ways_onto_a_roof(void **unused) {
    (void)unused;
    table *t = begin("", "", 3);
    GO(t, "place Ada 11,9.2");
    const uint32_t count = plan(t, (qm_place){11000, 10300, 3000});
    assert_true(count >= 2);
    assert_true(has_leg(&ways[0], WB_LEG_CLIMB) && ways[0].chance < 1);
    assert_true(has_leg(&ways[count - 1], WB_LEG_LADDER) && ways[count - 1].chance == 1);
    assert_int_equal(cost_at(t, (qm_place){11000, 10300, 3000}).cost, ways[0].cost);
    end(t);
}

/* WB-13, WB-15: up the one face of what is too thin to stand on and down the other, with both checks in one leg. */
static void ways_over_a_fence(void **unused) {
    (void)unused;
    static const char *const settings[] = {"'run_bar':'path','run_enemy':50", "", "'over_wall':'one_check'",
                                           "'over_wall':'no'"};
    const qm_place behind = {30700, 8000, 0}, farther = {32400, 8000, 0}, too_far = {32600, 8000, 0};
    for (int i = 0; i < 4; i++) {
        table *t = begin(settings[i], ",'agility':11", 3);
        GO(t, "place Ada 29.5,8");
        const uint32_t count = plan(t, farther);
        const qm_reach_cost told = cost_at(t, farther);
        const qm_reach_area area = regions(t, NULL, 0);
        assert_int_equal(count, i < 3);
        assert_int_equal(winds(&area, 6000, farther), i < 3);
        assert_int_equal(winds(&area, 6000, too_far), 0);
        if (i == 3) {
            assert_int_equal(cost_at(t, behind).cost, -1);
            end(t);
            continue;
        }
        assert_int_equal(ways[0].order.leg_count, 2);
        assert_int_equal(ways[0].order.legs[0].kind, WB_LEG_CLIMB);
        assert_int_equal(ways[0].cost, 5900); /* 1.5" up and down, 1.2" across, 1.7" on */
        assert_int_equal(ways[0].checks, i == 2 ? 1 : 2);
        assert_true(ways[0].chance == (i == 2 ? 0.5 : 0.25));
        assert_true(told.cost == 5900 && told.risk == QM_RISK_ONE && told.by[QM_RISK_ONE].chance == ways[0].chance);
        assert_int_equal(plan(t, behind), 1);
        assert_int_equal(cost_at(t, behind).cost, 4200);
        end(t);
    }
}

/* Where who falls unhurt goes on: straight down it would land on a ledge so narrow that it would not, and around there
 * is a landing where it does. That one is safer, though it is as far down and longer. */
static void a_fall_that_goes_on_is_safer(void **unused) {
    (void)unused;
    table *t = begin("'fall_ends_move':'unhurt_goes_on'", ",'agility':11,'move':14", 3);
    const qm_place goal = {30500, 24500, 2500};
    uint32_t count;
    GO(t, "place Ada 31.2,25.5@5");
    assert_int_equal(qm_plan(t->s, t->st, 1, goal, t->scratch, ways, WAYS, &count), QM_OK);
    assert_int_equal(count, 2);
    assert_true(has_leg(&ways[0], WB_LEG_DROP) && has_leg(&ways[1], WB_LEG_DROP));
    assert_true(ways[0].chance == 0.5 && ways[0].cost < 2000);
    assert_true(ways[1].chance == 0.5 + 0.5 * 11 / 20 && ways[1].cost > 10000);
    assert_true(ways[0].cut && ways[1].cut); /* there might be such a landing along the first edge too */
    const qm_reach_cost told = cost_at(t, goal);
    assert_true(told.cost == ways[0].cost && told.best_chance == ways[1].chance);
    end(t);
}

/* A run that enemies may stop is told by its ways: a leg with two checks is one that can go wrong. */
static void runs_over_a_fence(void **unused) {
    (void)unused;
    table *t = begin("'run_bar':'path','run_enemy':4", ",'agility':11", 3);
    const qm_place far = {34000, 8000, 0};
    GO(t, "place Ada 29.5,8");
    assert_int_equal(plan(t, far), 1);
    assert_true(ways[0].order.kind == WB_ORDER_RUN && ways[0].checks == 2);
    const qm_reach_cost told = cost_at(t, far);
    assert_true(told.cost == 7500 && told.effort && told.risk == QM_RISK_ONE);
    end(t);
}

/* WB-35: what is landed on, or jumped off, is no contact with an enemy, not even where the shortest way brushes one;
 * and all that is told of the place is told (2025: straight down to the foot). */
static void landings_beside_an_enemy(void **unused) {
    (void)unused;
    const char *const settings[] = {"", "'drop_reach':0,'jump_down_horizontal':'free'"};
    const int32_t costs[] = {2062, 1813};
    const qm_place beside = {16800, 14600, 0}, above = {15500, 14600, 3000};
    for (int i = 0; i < 2; i++) {
        table *t = begin(settings[i], ",'agility':10", 3);
        GO(t, "place Bo 16.7,13.3");
        GO(t, "place Ada 15.5,13@3");
        assert_true(plan(t, beside) > 0);
        assert_true(has_leg(&ways[0], WB_LEG_DROP) && ways[0].cost == costs[i] && !ways[0].cut);
        const qm_reach_cost told = cost_at(t, beside);
        assert_true(told.cost == ways[0].cost && told.by[QM_RISK_ONE].chance == ways[0].chance);
        GO(t, "place Ada 7,5.5");
        GO(t, "place Bo 15.6,13.3@3"); /* at the edge above */
        GO(t, "place Ada 16.7,13");
        assert_true(plan(t, above) > 0);
        assert_true(has_leg(&ways[0], WB_LEG_CLIMB) && cost_at(t, above).cost == ways[0].cost);
        end(t);
    }
}

/* Where it is already it may begin to jump, whomever it touches. */
static void taking_off_in_contact(void **unused) {
    (void)unused;
    const char *const settings[] = {"'ledge':'off'", "'ledge':'off','drop_reach':0,'jump_down_horizontal':'free'"};
    for (int i = 0; i < 2; i++) {
        table *t = begin(settings[i], "", 3);
        GO(t, "place Ada 16,13@3");
        GO(t, "place Bo 16,14@3");
        GO(t, "set Bo condition dazed");
        assert_true(plan(t, (qm_place){16500, 13000, 0}) > 0);
        assert_int_equal(ways[0].order.leg_count, 1); /* no step aside before */
        assert_int_equal(ways[0].cost, i ? 0 : 500);
        assert_int_equal(cost_at(t, (qm_place){16500, 13000, 0}).cost, ways[0].cost);
        end(t);
    }
}

/* ------------------------------------------------------------------------------------------------ failing, no way */

static qm_odds_result failing(table *t, const char *order, uint16_t check, qm_outcome *outcomes, uint32_t capacity) {
    qm_odds_result result;
    assert_true(judge(t, order));
    assert_int_equal(
        qm_odds_failing(t->s, t->st, t->scratch, &t->v, check, QM_POLICY_AUTOMATIC, outcomes, capacity, &result),
        QM_OK);
    return result;
}

/* A failed climb leaves it where it began; a failed jump down after a climb that went well ends in a fall, with the
 * odds of its injury alone. */
static void what_failing_leads_to(void **unused) {
    (void)unused;
    enum { CAPACITY = 16 };
    qm_outcome outcomes[CAPACITY];
    table *t = begin("", "", 3);
    qm_state *after = malloc(qm_state_size(t->s));
    GO(t, "place Ada 11,9.5");
    const char *order = "Ada move climb 11,10@3 drop 11,9.4";
    qm_odds_result result = failing(t, order, 0, outcomes, CAPACITY);
    assert_int_equal(t->v.check_count, 2);
    assert_int_equal(result.count, 1);
    assert_true(outcomes[0].chance == 1 && result.before == 1 && result.sum == 1);
    assert_int_equal(qm_odds_outcome(t->s, t->st, t->scratch, &outcomes[0], after, NULL), QM_OK);
    const qm_place at = wb_place(wb_at(t->s, after, 1)), foot = {11000, 9500, 0};
    assert_memory_equal(&at, &foot, sizeof at);
    result = failing(t, order, 1, outcomes, CAPACITY);
    assert_int_equal(result.count, 4); /* 3": 2 is added, so 9 faces of 20 do nothing, and 3, 3 and 5 do something */
    assert_int_equal(result.before, 2);
    assert_true(outcomes[0].numerator == 9 && outcomes[0].denominator == 20);
    assert_true(outcomes[1].numerator == 1 && outcomes[1].denominator == 4);
    assert_true(result.sum > 0.999999999 && result.sum < 1.000000001);
    assert_int_equal(
        qm_odds_failing(t->s, t->st, t->scratch, &t->v, 2, QM_POLICY_AUTOMATIC, outcomes, CAPACITY, &result),
        QM_ERROR_USAGE);
    assert_int_equal(qm_odds_failing(t->s, t->st, t->scratch, &t->v, 1, QM_POLICY_AUTOMATIC, outcomes, 3, &result),
                     QM_ERROR_LIMIT);
    free(after);
    end(t);
}

static qm_verdict *why(table *t, qm_place goal, qm_order *tried) {
    uint32_t count;
    assert_int_equal(qm_plan(t->s, t->st, 1, goal, t->scratch, ways, WAYS, &count), QM_OK);
    assert_int_equal(count, 0);
    assert_int_equal(qm_plan_why(t->s, t->st, 1, goal, t->scratch, tried, &t->v), QM_OK);
    assert_int_equal(t->v.judgement, QM_ILLEGAL);
    assert_true(t->v.reason_count > 0);
    return &t->v;
}

/* A place that is too far for a run, one for which a run would do that is barred, one that touches an enemy, one where
 * nobody can stand; and before its turn. */
static void why_there_is_no_way(void **unused) {
    (void)unused;
    qm_order tried;
    table *t = begin("", "", 2);
    assert_int_equal(why(t, (qm_place){7000, 8000, 0}, &tried)->reasons[0].kind, WB_REASON_WRONG_PHASE);
    GO(t, "next");
    const qm_verdict *far = why(t, (qm_place){7000, 20000, 0}, &tried);
    assert_int_equal(far->reasons[0].kind, WB_REASON_TOO_FAR_RUN);
    assert_int_equal(far->reasons[0].needed, 14500);
    assert_int_equal(far->reasons[0].had, 9000);
    assert_int_equal(tried.kind, WB_ORDER_RUN);
    GO(t, "place Bo 7,13.5"); /* 7" away: 8" bars a run */
    const qm_verdict *barred = why(t, (qm_place){7000, 12000, 0}, &tried);
    assert_int_equal(tried.kind, WB_ORDER_MOVE);
    assert_int_equal(barred->reason_count, 2);
    assert_int_equal(barred->reasons[0].kind, WB_REASON_TOO_FAR);
    assert_int_equal(barred->reasons[1].kind, WB_REASON_RUN_ENEMY);
    GO(t, "place Bo 7,9");
    assert_int_equal(why(t, (qm_place){7000, 8000, 0}, &tried)->reasons[0].kind, WB_REASON_ENDS_IN_CONTACT);
    assert_int_equal(tried.leg_count, 0);
    const qm_verdict *taken = why(t, (qm_place){7000, 9000, 0}, &tried);
    assert_int_equal(taken->reasons[0].kind, WB_REASON_FIGURE);
    assert_true(taken->stand_count > 0);
    GO(t, "Ada stay");
    assert_int_equal(why(t, (qm_place){7000, 7000, 0}, &tried)->reasons[0].kind, WB_REASON_ALREADY_MOVED);
    end(t);
}

/* Where nobody may be: told by its name, and no way there is looked for. */
static void barred_ground_is_no_goal(void **unused) {
    (void)unused;
    qm_order tried;
    table *t = begin("},'terrain':{'difficult':{'barred':true}", "", 3);
    const qm_place marsh = {10000, 5500, 0};
    const qm_verdict *barred = why(t, marsh, &tried);
    assert_int_equal(barred->reason_count, 1);
    assert_int_equal(barred->reasons[0].kind, WB_REASON_BARRED_GROUND);
    assert_int_equal(barred->reasons[0].word, 1);
    assert_int_equal(tried.leg_count, 0);
    assert_int_equal(cost_at(t, marsh).cost, -1);
    end(t);
}

/* What keeps everybody away from a goal is told by its name, as judging a walk there does. */
static void barred_ground_around_a_goal_is_named(void **unused) {
    (void)unused;
    table *t = calloc(1, sizeof *t);
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    qm_text text = qm_text_growing(NULL);
    qm_order tried;
    qm_text_add(&text, "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"t\",\"rules\":{\"family\":\"warband\","
                       "\"terrain\":{\"thorns\":{\"barred\":true}}},\"board\":{\"width\":30,\"depth\":20,\"zones\":["
                       "{\"name\":\"hedge\",\"box\":[14,0,16,20],\"kind\":\"thorns\"}]},\"sides\":[\"Red\",\"Blue\"],"
                       "\"figures\":[{\"name\":\"Ada\",\"side\":\"Red\",\"radius\":0.5,\"at\":\"11,10\"},"
                       "{\"name\":\"Bo\",\"side\":\"Blue\",\"at\":\"28,18\",\"radius\":0.5}],\"end\":{\"turns\":9}}");
    opened(t, load_text(t, &text, &wrong), &wrong);
    for (int i = 0; i < 3; i++) {
        GO(t, "next");
    }
    const qm_verdict *verdict = why(t, (qm_place){18000, 10000, 0}, &tried);
    assert_int_equal(verdict->reason_count, 2);
    assert_int_equal(verdict->reasons[0].kind, WB_REASON_PLAN_NO_WAY);
    assert_int_equal(verdict->reasons[1].kind, WB_REASON_BARRED_GROUND);
    assert_int_equal(verdict->reasons[1].word, 1);
    end(t);
}

/* A jump that is measured not to be made is not rolled for: 2" across, and 1" of movement is left. */
static void no_check_of_a_jump_measured_not_to_be_made(void **unused) {
    (void)unused;
    table *t = begin("", "", 3);
    qm_order order;
    GO(t, "place Ada 11,13@3");
    read_order(t, "Ada move 16,13@3 jump 18,13@3", &order);
    assert_int_equal(qm_judge(t->s, t->st, &order, t->scratch, &t->v), QM_OK);
    assert_int_equal(t->v.check_count, 1);
    assert_int_equal(qm_judge_measured(t->s, t->st, &order, t->scratch, &t->v), QM_OK);
    assert_int_equal(t->v.judgement, QM_LEGAL);
    assert_int_equal(t->v.warning_count, 1);
    assert_int_equal(t->v.check_count, 0);
    end(t);
}

/* The ladder is beyond a move: climbing by a move, or without a check by a run. */
static void a_run_where_it_is_safer(void **unused) {
    (void)unused;
    table *t = begin("", "", 3);
    GO(t, "place Ada 10.5,9.2");
    const uint32_t count = plan(t, (qm_place){10500, 11500, 3000});
    assert_int_equal(count, 2);
    assert_int_equal(ways[0].order.kind, WB_ORDER_MOVE);
    assert_true(ways[0].chance < 1);
    assert_int_equal(ways[1].order.kind, WB_ORDER_RUN);
    assert_true(ways[1].chance == 1);
    GO(t, "place Bo 4,14"); /* near enough that nobody runs */
    assert_int_equal(plan(t, (qm_place){10500, 11500, 3000}), 1);
    end(t);
}

/* What may not be measured is not told by a plan or a region. */
static void jumps_are_offered_where_they_may_be_measured(void **unused) {
    (void)unused;
    for (int yes = 0; yes < 2; yes++) {
        table *t = begin(yes ? "'premeasure':'yes'" : "", "", 3);
        GO(t, "place Ada 15,13@3");
        const qm_place over = {19000, 13000, 3000};
        const uint32_t count = plan(t, over);
        bool jumps = false;
        for (uint32_t i = 0; i < count; i++) {
            jumps = jumps || has_leg(&ways[i], WB_LEG_JUMP);
        }
        assert_int_equal(jumps, yes);
        if (yes) {
            assert_int_equal(ways[0].cost, 4000);
        }
        assert_true(yes ? cost_at(t, over).cost == 4000 : cost_at(t, over).cost != 4000);
        end(t);
    }
}

/* All is told as measured, of orders that can be given: nobody jumps from or onto an ally where jumps are declared
 * without measuring, however narrow the gap is. */
static void measured_ways_are_those_that_may_be_gone(void **unused) {
    (void)unused;
    const qm_place over = {19000, 13000, 3000};
    for (int i = 0; i < 4; i++) {
        const bool yes = i % 2 != 0, at_landing = i / 2 != 0;
        table *t = begin(yes ? "'free_gap':2,'premeasure':'yes'" : "'free_gap':2", "", 3);
        const qm_scenario *told = qm_scenario_measured(t->s);
        uint32_t count;
        qm_reach_cost cost;
        GO(t, "place Ada 14,13@3");
        GO(t, at_landing ? "place Cy 18,13@3" : "place Cy 15.6,13@3");
        assert_int_equal(qm_plan(told, t->st, 1, over, t->scratch, ways, WAYS, &count), QM_OK);
        assert_true(count > 0 && ways[count - 1].chance == 1 && (ways[count - 1].cost == 5000) == yes);
        for (uint32_t k = 0; k < count; k++) {
            assert_int_equal(qm_judge(t->s, t->st, &ways[k].order, t->scratch, &t->v), QM_OK);
            assert_int_equal(t->v.judgement, QM_LEGAL);
        }
        assert_int_equal(qm_reach_cost_at(told, t->st, 1, over, t->scratch, &cost), QM_OK);
        assert_int_equal(cost.cost, ways[0].cost);
        end(t);
    }
}

/* Nor by why one that engages cannot go as it was told to: where something is, not how far off. */
static void legs_of_engaging_tell_lengths_where_they_may_be_measured(void **unused) {
    (void)unused;
    static const struct {
        const char *setting, *at, *order;
        uint16_t hidden, told;
        int32_t length;
    } rows[] = {
        {"", "7,5.5", "Ada engage Bo ladder 13,10@3", WB_REASON_LADDER_AWAY, WB_REASON_LADDER_AWAY, 7211},
        {"", "7,12", "Ada engage Bo climb 10,12@3", WB_REASON_TAKE_OFF, WB_REASON_TAKE_OFF, 2500},
        {"", "9.5,12", "Ada engage Bo climb 10,14@3", WB_REASON_SIDEWAYS, WB_REASON_SIDEWAYS, 2000},
        {"", "13,9.5", "Ada engage Bo ladder 13,11@3", WB_REASON_LANDING_AT, WB_REASON_LANDING, 1000},
        {"", "13,12@3", "Ada engage Bo jump 18,12@3", WB_REASON_JUMP_EDGE, WB_REASON_JUMP_EDGE, 3000},
        {"", "13,12@3", "Ada engage Bo drop 17,12", WB_REASON_DROP_EDGE, WB_REASON_DROP_EDGE, 3000},
        {",'drop_reach':0", "16,12@3", "Ada engage Bo drop 17,12", WB_REASON_DROP_FOOT, WB_REASON_DROP_FOOT, 500},
    };
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
        const bool yes = i % 2 != 0;
        char settings[80], traits[40];
        snprintf(settings, sizeof settings, "'premeasure':'%s'%s", yes ? "yes" : "no", rows[i / 2].setting);
        snprintf(traits, sizeof traits, ",'at':'%s'", rows[i / 2].at);
        table *t = begin(settings, traits, 2);
        assert_false(judge(t, rows[i / 2].order));
        assert_int_equal(t->v.reason_count, 1);
        assert_int_equal(t->v.reasons[0].kind, yes ? rows[i / 2].told : rows[i / 2].hidden);
        assert_int_equal(t->v.reasons[0].needed, yes ? rows[i / 2].length : 0);
        end(t);
    }
}

/* Nor by the list of links. */
static void links_are_told_where_they_may_be_measured(void **unused) {
    (void)unused;
    static qm_link links[512];
    for (int i = 0; i < 4; i++) {
        table *t = begin(i % 2 ? "'premeasure':'yes'" : "", i / 2 ? ",'mounted':true" : "", 0);
        uint32_t count, kinds[QM_LINK_DROP + 1] = {0};
        assert_int_equal(qm_links(t->s, t->st, 1, t->scratch, links, 512, &count), QM_OK);
        for (uint32_t l = 0; l < count; l++) {
            kinds[links[l].kind]++;
            assert_true(links[l].kind != QM_LINK_JUMP || links[l].leg == WB_LEG_JUMP);
        }
        assert_int_equal(kinds[QM_LINK_JUMP] > 0, i % 2);
        assert_int_equal(kinds[QM_LINK_CLIMB] > 0, i / 2 == 0); /* those who ride do not climb */
        assert_true(kinds[QM_LINK_DROP] > 0);
        end(t);
    }
}

/* Through the marsh or around it: one leg is judged as what leaves more, links may lead both ways. */
static void ways_through_and_around(void **unused) {
    (void)unused;
    table *t = begin("", "", 3);
    assert_int_equal(plan(t, (qm_place){7000, 9500, 0}), 1);
    assert_int_equal(plan(t, (qm_place){10900, 5500, 0}), 1);
    assert_int_equal(ways[0].cost, 3900);
    assert_int_equal(ways[0].order.kind, WB_ORDER_MOVE);
    assert_int_equal(plan(t, (qm_place){12700, 5500, 0}), 1);
    assert_int_equal(ways[0].order.kind, WB_ORDER_RUN);
    assert_int_equal(plan(t, (qm_place){30000, 5500, 0}), 0);
    /* Past the end of the pond: 3" and 2" through it, or 1", 1" and 1" and between them two arcs of 0.9273 around its
     * corners. A walk there is judged as that around it, so the other is drawn. */
    GO(t, "place Ada 25,27.5");
    assert_int_equal(plan(t, (qm_place){28000, 27500, 0}), 2);
    assert_int_equal(ways[0].cost, 3000);
    assert_int_equal(ways[0].lost, 2000);
    assert_int_equal(ways[0].order.leg_count, 1);
    assert_int_equal(ways[0].order.legs[0].kind, WB_LEG_VIA);
    assert_int_equal(ways[1].cost, 3927);
    assert_int_equal(ways[1].lost, 0);
    assert_int_equal(ways[1].order.legs[0].kind, WB_LEG_WALK);
    /* Nothing is drawn where the way through it leaves more: a walk there is judged as that. */
    assert_int_equal(plan(t, (qm_place){28000, 25500, 0}), 1);
    assert_int_equal(ways[0].lost, 2000);
    assert_int_equal(ways[0].order.legs[0].kind, WB_LEG_WALK);
    end(t);
}

/* Ways over links too: the walk through the mud is drawn, with all its bends, and the rest of the order is as it was.
 * Those who go through walls get there straight, in the pond and around it. */
static void ways_through_are_drawn(void **unused) {
    (void)unused;
    const qm_place roof = {15000, 12000, 3000}, beyond = {12700, 5900, 0};
    table *t = begin("'run_enemy':60", ",'move':20,'at':'7.4,6.2'", 3);
    assert_int_equal(plan(t, roof), 4); /* up the face or the ladder, through the marsh or around it */
    for (uint32_t i = 0; i < 4; i++) {
        const qm_leg *legs = ways[i].order.legs;
        assert_int_equal(ways[i].lost, i < 2 ? 2000 : 0);
        assert_int_equal(legs[0].kind, i < 2 ? WB_LEG_VIA : WB_LEG_WALK);
        assert_int_equal(legs[1].kind, i % 2 ? WB_LEG_LADDER : WB_LEG_CLIMB);
        assert_int_equal(legs[2].kind, WB_LEG_WALK);
        assert_int_equal(ways[i].order.leg_count, 3);
    }
    GO(t, "place Ada 3,8");
    assert_int_equal(plan(t, beyond), 2);
    assert_true(ways[0].order.leg_count > 2 && ways[0].lost == 2000); /* in an arc around the end of the wall */
    end(t);
    t = begin("'run_enemy':60", ",'ethereal':true,'at':'25,27.5'", 3);
    assert_int_equal(plan(t, (qm_place){28000, 27500, 0}), 2);
    assert_int_equal(ways[0].order.legs[0].kind, WB_LEG_VIA);
    end(t);
}

static void those_who_fly_or_pass_walls(void **unused) {
    (void)unused;
    static const char *const traits[] = {"", ",'flying':true", ",'ethereal':true"};
    const qm_place beyond = {2000, 5500, 0}; /* behind the wall */
    for (int i = 0; i < 3; i++) {
        table *t = begin("'run_enemy':60", traits[i], 3);
        if (i == 1) {
            GO(t, "place Ada 11,12@3");
            assert_int_equal(cost_at(t, (qm_place){13000, 12000, 3000}).cost, 2000);
            assert_int_equal(plan(t, (qm_place){19500, 12000, 3000}), 0);
            GO(t, "place Ada 14,12@3");
            assert_true(plan(t, (qm_place){19500, 12000, 3000}) > 0);
            assert_true(has_leg(&ways[0], WB_LEG_FLY));
            assert_int_equal(cost_at(t, (qm_place){19500, 12000, 3000}).cost, 5500);
        } else {
            assert_int_equal(cost_at(t, beyond).cost, i ? 5000 : -1);
            assert_int_equal(plan(t, beyond), i ? 1 : 0);
        }
        end(t);
    }
}

/* Onto a roof: up beside its edge and over it, a step below its top; as far as the movement goes, and no farther. */
static void flights_over_what_is_in_the_way(void **unused) {
    (void)unused;
    table *t = begin("", ",'flying':true,'move':18", 3);
    const qm_place roof = {13000, 13000, 3000}, behind = {17000, 13000, 0}, far = {7000, 23500, 0};
    assert_int_equal(plan(t, roof), 1);
    assert_true(has_leg(&ways[0], WB_LEG_FLY) && !has_leg(&ways[0], WB_LEG_CLIMB));
    assert_int_equal(ways[0].order.leg_count, 2);
    assert_true(ways[0].chance == 1 && ways[0].cost == cost_at(t, roof).cost);
    const double straight = qm__length((qm__xy){qm__length((qm__xy){6000, 7500}), 3000});
    assert_true(ways[0].cost > straight && ways[0].cost < straight + 100);
    const uint32_t over = plan(t, behind); /* over the whole house, or shorter through the marsh */
    assert_true(over >= 1 && ways[over - 1].lost == 0);
    assert_int_equal(ways[over - 1].cost, cost_at(t, behind).cost);
    assert_int_equal(cost_at(t, far).cost, 18000); /* to the last thousandth */
    assert_int_equal(cost_at(t, far).effort, 0);
    assert_int_equal(cost_at(t, (qm_place){7000, 23501, 0}).effort, 1);
    const qm_reach_area area = regions(t, NULL, 0);
    assert_int_equal(winds(&area, 18000, (qm_place){7000, 23490, 0}), 1);
    assert_int_equal(winds(&area, 18000, (qm_place){7000, 23510, 0}), 0);
    assert_int_equal(winds(&area, 18000, roof), 1);
    end(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_onto_a_roof),
        cmocka_unit_test(ways_over_a_fence),
        cmocka_unit_test(runs_over_a_fence),
        cmocka_unit_test(a_fall_that_goes_on_is_safer),
        cmocka_unit_test(landings_beside_an_enemy),
        cmocka_unit_test(taking_off_in_contact),
        cmocka_unit_test(what_failing_leads_to),
        cmocka_unit_test(why_there_is_no_way),
        cmocka_unit_test(barred_ground_is_no_goal),
        cmocka_unit_test(no_check_of_a_jump_measured_not_to_be_made),
        cmocka_unit_test(barred_ground_around_a_goal_is_named),
        cmocka_unit_test(a_run_where_it_is_safer),
        cmocka_unit_test(jumps_are_offered_where_they_may_be_measured),
        cmocka_unit_test(measured_ways_are_those_that_may_be_gone),
        cmocka_unit_test(legs_of_engaging_tell_lengths_where_they_may_be_measured),
        cmocka_unit_test(links_are_told_where_they_may_be_measured),
        cmocka_unit_test(ways_through_and_around),
        cmocka_unit_test(ways_through_are_drawn),
        cmocka_unit_test(those_who_fly_or_pass_walls),
        cmocka_unit_test(flights_over_what_is_in_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
