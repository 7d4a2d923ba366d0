/* What tiles answers when it is asked: reach, plans, threat, options. Held against the rules of movement done once more
 * by hand (support/tiles_hand.h), and against the judge. */
#include "support/tiles_hand.h"

enum { BOARDS = 600, WAYS_MAX = 16 };

/* What came up on all boards; a test that meets nothing hard shows nothing. */
typedef struct tally {
    uint32_t places, stops, corners, friends, last_points, checks, run, sure, safer, counting[3], prone, acted, beyond;
} tally;

/* ---------------------------------------------------------------------------------------------------- reach by hand */

/* What all the ways say about one tile. */
typedef struct answer {
    int cost, sure_cost; /* -1 = none */
    double best_chance;
    double chance[HAND_COSTS]; /* the best for each cost, as a walk or, beyond that, as a run */
} answer;

static answer answer_for(const asked *a, int x, int y) {
    answer r = {.cost = -1, .sure_cost = -1, .best_chance = -1.0};
    for (int cost = 0; cost < HAND_COSTS; cost++) {
        const hand_end *end = &(cost <= a->walking ? &a->walk : &a->run)->ends[y][x];
        r.chance[cost] = end->chance[cost];
        r.best_chance = end->chance[cost] > r.best_chance ? end->chance[cost] : r.best_chance;
        r.cost = r.cost < 0 && end->chance[cost] >= 0.0 ? cost : r.cost;
        r.sure_cost = r.sure_cost < 0 && end->sure[cost] ? cost : r.sure_cost;
    }
    return r;
}

static void check_place(const asked *a, int tile, tally *total) {
    const int x = tile % HAND_SIDE, y = tile / HAND_SIDE;
    const qm_reach_place *place = place_at(a, tile);
    const answer r = answer_for(a, x, y);
    assert_int_equal(place != NULL, r.cost >= 0 && hand_ends_on(&a->h, x, y));
    if (!place) {
        return;
    }
    assert_int_equal(place->cost, r.cost);
    assert_int_equal(place->sure_cost, r.sure_cost);
    assert_true(near(place->best_chance, r.best_chance));
    assert_true(place->chance <= place->best_chance);
    assert_int_equal(place->stops, hand_watched(&a->h, x, y));
    assert_int_equal(place->hits, 0);
    assert_true(place->effort <= 1);
    total->places++;
    total->stops += place->stops && place->cost > 0;
    total->checks += place->checks > 0;
    total->run += place->cost > a->walking;
    total->sure += place->sure_cost > place->cost;
    total->safer += place->chance < place->best_chance;
}

static void walk_board(asked *a) {
    hand_walk_all(&a->h, a->withdraws, a->walking, &a->walk);
    hand_walk_all(&a->h, a->withdraws, a->running, &a->run);
}

static void count_board(const asked *a, tally *total) {
    total->corners += a->run.corners > 0;
    total->friends += a->run.friends > 0;
    total->last_points += a->run.last_points > 0 || a->walk.last_points > 0;
    total->counting[a->h.diagonals] += a->count > 1;
    total->prone += a->h.figures[0].condition == TL_PRONE && a->count > 1;
    total->acted += a->h.figures[0].acted && a->count > 1;
}

/* Every place is told once; without the risk nothing changes but what it leaves out. */
static void check_lists(asked *a) {
    qm_reach_place quick[HAND_TILES];
    uint32_t count;
    assert_int_equal(qm_reach(a->t->s, a->t->st, 1, false, a->t->scratch, quick, HAND_TILES, &count), QM_OK);
    assert_int_equal(count, a->count);
    for (uint32_t i = 0; i < count; i++) {
        assert_ptr_equal(place_at(a, (a->places[i].at.y - 1) * HAND_SIDE + a->places[i].at.x - 1), &a->places[i]);
        assert_int_equal(quick[i].at.x, a->places[i].at.x);
        assert_int_equal(quick[i].at.y, a->places[i].at.y);
        assert_int_equal(quick[i].cost, a->places[i].cost);
        assert_int_equal(quick[i].checks, a->places[i].checks);
        assert_true(quick[i].chance == a->places[i].chance);
        assert_true(quick[i].best_chance <= a->places[i].best_chance);
    }
    if (count > 1) {
        assert_int_equal(qm_reach(a->t->s, a->t->st, 1, true, a->t->scratch, quick, 1, &count), QM_ERROR_LIMIT);
        assert_int_equal(count, a->count);
    }
}

static void compare_reach(uint64_t seed, bool withdraws, tally *total) {
    draws d = {.seed = seed};
    asked a;
    for (int board = 0; board < BOARDS; board++) {
        open_board(&a, &d, withdraws, "");
        walk_board(&a);
        for (int tile = 0; tile < HAND_TILES; tile++) {
            check_place(&a, tile, total);
        }
        check_lists(&a);
        count_board(&a, total);
        end(a.t);
    }
}

static void reach_is_what_can_be_walked(void **state) {
    (void)state;
    tally total = {0};
    compare_reach(101, false, &total);
    assert_true(total.places > 4000 && total.stops > 300 && total.checks > 300 && total.run > 500);
    assert_true(total.corners > 50 && total.friends > 50 && total.last_points > 50);
    assert_true(total.sure > 20 && total.safer > 20);
    assert_true(total.counting[0] > 50 && total.counting[1] > 50 && total.counting[2] > 50);
    assert_true(total.prone > 10 && total.acted > 50);
}

static void reach_of_withdrawing(void **state) {
    (void)state;
    tally total = {0};
    compare_reach(102, true, &total);
    assert_true(total.places > 4000 && total.stops > 300 && total.checks > 300 && total.run > 200);
}

/* Who may not withdraw stays where it is; nobody who is down or gone gets anywhere. */
static void reach_of_those_who_stay(void **state) {
    (void)state;
    table *t = begin(SETTINGS("\"undeclared\":\"stand\""), FOUR);
    qm_reach_place places[100];
    uint32_t count;
    GO(t, "next");
    GO(t, "resolve");
    GO(t, "next");
    body(t, ADA)->moved = 1;
    body(t, DAN)->special = 1;
    for (uint16_t f = ADA; f <= DAN; f += DAN - ADA) {
        assert_int_equal(qm_reach(t->s, t->st, f, true, t->scratch, places, 100, &count), QM_OK);
        assert_int_equal(count, 1);
        assert_int_equal(places[0].cost, 0);
    }
    body(t, BROK)->condition = TL_DOWN;
    body(t, CAT)->tile = 0;
    assert_int_equal(qm_reach(t->s, t->st, BROK, true, t->scratch, places, 100, &count), QM_OK);
    assert_int_equal(count, 0);
    assert_int_equal(qm_reach(t->s, t->st, CAT, true, t->scratch, places, 100, &count), QM_ERROR_GONE);
    end(t);
}

/* ---------------------------------------------------------------------------------------------- reach and the judge */

/* The verdict shows the way there: legal, with the cost, chance and checks that were told. */
static void check_judged(asked *a, const qm_order *order, int tile, int cost, double chance, int checks) {
    const qm_verdict *v = &a->t->v;
    int paid, met;
    double passed;
    assert_true(judge_order(a, order));
    assert_int_equal(v->cost, cost);
    assert_int_equal(v->allowance, cost > a->walking ? a->running : a->walking);
    if (v->ending != QM_ENDS_THERE) { /* what no map knows: foes once it was clear of them (8), checks past a friend (4) */
        const bool friendly = v->ending == QM_ENDS_BEFORE && a->h.figures[v->ender - 1].side == 0;
        assert_true(a->withdraws ? friendly || v->ending == QM_ENDS_NEXT_TO : friendly && checks > 0);
        return;
    }
    assert_true(near(v->chance, chance));
    assert_int_equal(v->check_count, checks);
    assert_int_equal(v->way[v->way_count - 1].x, tile % HAND_SIDE + 1);
    assert_int_equal(v->way[v->way_count - 1].y, tile / HAND_SIDE + 1);
    assert_true(hand_follow(&a->h, a->withdraws, v->allowance, v->way, v->way_count, &paid, &passed, &met));
    assert_int_equal(paid, cost);
    assert_true(near(passed, chance));
    assert_int_equal(met, checks);
}

/* A tile that is not in reach: nobody gets there, because the ground is barred or walled off, or it is too far, or the
 * way is closed or stopped, or somebody stands there. */
static bool check_beyond(asked *a, int tile) {
    const qm_order order = order_to(a, a->withdraws ? TL_ORDER_WITHDRAW : TL_ORDER_MOVE, tile, a->running > a->walking);
    const qm_verdict *v = &a->t->v;
    int paid, met;
    double passed;
    if (!judge_order(a, &order)) {
        return reason_of(a->t, TL_REASON_BARRED) || reason_of(a->t, TL_REASON_NO_WAY) ||
               reason_of(a->t, TL_REASON_NOT_AWAY);
    }
    return v->cost > v->allowance || v->ending != QM_ENDS_THERE || !hand_ends_on(&a->h, tile % HAND_SIDE, tile / HAND_SIDE) ||
           !hand_follow(&a->h, a->withdraws, v->allowance, v->way, v->way_count, &paid, &passed, &met);
}

static void judge_reach(uint64_t seed, bool withdraws, const char *more, tally *total) {
    draws d = {.seed = seed};
    asked a;
    for (int board = 0; board < BOARDS; board++) {
        open_board(&a, &d, withdraws, more);
        for (int tile = 0; tile < HAND_TILES; tile++) {
            const qm_reach_place *place = place_at(&a, tile);
            if (place && place->cost > 0) {
                const bool runs = place->cost > a.walking;
                const qm_order order = order_to(&a, withdraws ? TL_ORDER_WITHDRAW : TL_ORDER_MOVE, tile, runs);
                check_judged(&a, &order, tile, place->cost, place->chance, place->checks);
                total->places++;
            } else if (!place) {
                assert_true(check_beyond(&a, tile));
                total->beyond++;
            }
        }
        end(a.t);
    }
}

static void reach_is_what_is_judged(void **state) {
    (void)state;
    tally total = {0};
    judge_reach(103, false, "", &total);
    judge_reach(104, false, ",\"straight\":\"no\"", &total);
    judge_reach(105, true, "", &total);
    assert_true(total.places > 9000 && total.beyond > 9000);
}

/* With both readings that refuse what cannot be had, just what is in reach can be declared. */
static void reach_is_what_is_not_refused(void **state) {
    (void)state;
    draws d = {.seed = 106};
    asked a;
    for (int board = 0; board < BOARDS; board++) {
        open_board(&a, &d, false, ",\"held\":\"refuse\",\"unreachable\":\"refuse\"");
        for (int tile = 0; tile < HAND_TILES; tile++) {
            const qm_reach_place *place = place_at(&a, tile);
            const qm_order walk = order_to(&a, TL_ORDER_MOVE, tile, false);
            const qm_order run = order_to(&a, TL_ORDER_MOVE, tile, true);
            assert_int_equal(judge_order(&a, &walk), place && place->cost > 0 && place->cost <= a.walking);
            assert_int_equal(judge_order(&a, &run), place && place->cost > 0 && !a.h.figures[0].acted);
        }
        end(a.t);
    }
}

/* ------------------------------------------------------------------------------------------------------------ plans */

/* All ways that no other is as cheap and as likely as, from the cheapest. */
static int front_of(const answer *r, int costs[HAND_COSTS], double chances[HAND_COSTS]) {
    int count = 0;
    for (int cost = 1; cost < HAND_COSTS; cost++) {
        if (r->chance[cost] >= 0.0 && (count == 0 || r->chance[cost] > chances[count - 1] + 1e-7)) {
            costs[count] = cost;
            chances[count++] = r->chance[cost];
        }
    }
    return count;
}

static void check_plans(asked *a, int tile, uint32_t *several) {
    qm_plan_way ways[WAYS_MAX];
    uint32_t count;
    int costs[HAND_COSTS];
    double chances[HAND_COSTS];
    const qm_reach_place *place = place_at(a, tile);
    assert_int_equal(qm_plan(a->t->s, a->t->st, 1, place_of(tile), a->t->scratch, ways, WAYS_MAX, &count), QM_OK);
    if (!place || place->cost == 0) {
        assert_int_equal(count, place ? 1 : 0);
        assert_true(!place || (ways[0].order.kind == TL_ORDER_STAY && ways[0].cost == 0 && ways[0].chance == 1.0));
        return;
    }
    const answer r = answer_for(a, tile % HAND_SIDE, tile / HAND_SIDE);
    const int front = front_of(&r, costs, chances);
    assert_int_equal(count, a->h.path ? 1 : front);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(ways[i].cost, costs[i]);
        assert_true(near(ways[i].chance, a->h.path ? place->chance : chances[i]));
        assert_int_equal(ways[i].hits, 0);
        check_judged(a, &ways[i].order, tile, ways[i].cost, ways[i].chance, ways[i].checks);
    }
    *several += count > 1;
}

static void plans_are_the_best_ways(void **state) {
    (void)state;
    asked a;
    uint32_t several = 0;
    for (int withdraws = 0; withdraws < 2; withdraws++) {
        draws d = {.seed = 107};
        for (int board = 0; board < BOARDS; board++) {
            open_board(&a, &d, withdraws, "");
            walk_board(&a);
            for (int tile = 0; tile < HAND_TILES; tile++) {
                check_plans(&a, tile, &several);
            }
            end(a.t);
        }
    }
    assert_true(several > 50);
}

/* ----------------------------------------------------------------------------------------------------------- threat */

static bool in_threat(const qm_place *places, uint32_t count, int tile) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        found += places[i].x == tile % HAND_SIDE + 1 && places[i].y == tile / HAND_SIDE + 1;
    }
    assert_true(found <= 1);
    return found == 1;
}

/* Next to a tile on which it could end with a normal movement, and not next to a foe now. */
static bool could_watch(const asked *a, int tile) {
    const hand *h = &a->h;
    if (hand_watched(h, h->figures[0].x, h->figures[0].y)) {
        return false;
    }
    for (int end = 0; end < HAND_TILES; end++) {
        const int x = end % HAND_SIDE, y = end / HAND_SIDE;
        const int cost = answer_for(a, x, y).cost;
        if (cost >= 0 && cost <= a->walking && hand_ends_on(h, x, y) &&
            hand_adjacent(h, x, y, tile % HAND_SIDE, tile / HAND_SIDE)) {
            return true;
        }
    }
    return false;
}

/* Barred ground may be named as part of an area, but nobody ever enters it: it is not told as watched. */
static void threat_is_what_can_be_intercepted(void **state) {
    (void)state;
    draws d = {.seed = 108};
    asked a;
    uint32_t watched = 0, held = 0, prone = 0;
    for (int board = 0; board < BOARDS; board++) {
        qm_place places[HAND_TILES];
        uint32_t count;
        open_board(&a, &d, false, board % 2 ? ",\"intercept_run\":\"yes\",\"area_reach\":\"some\"" : "");
        walk_board(&a);
        assert_int_equal(qm_threat(a.t->s, a.t->st, 1, places, HAND_TILES, &count), QM_OK);
        for (int tile = 0; tile < HAND_TILES; tile++) {
            const qm_order order = order_to(&a, TL_ORDER_INTERCEPT, tile, false);
            const bool could = could_watch(&a, tile), barred = a.h.ground[tile / HAND_SIDE][tile % HAND_SIDE] == '#';
            assert_int_equal(in_threat(places, count, tile), could && !barred);
            assert_int_equal(judge_order(&a, &order), could);
        }
        watched += count;
        prone += count > 0 && a.h.figures[0].condition == TL_PRONE;
        held += hand_watched(&a.h, a.h.figures[0].x, a.h.figures[0].y);
        end(a.t);
    }
    assert_true(watched > 3000 && held > 50 && prone > 10);
}

/* ---------------------------------------------------------------------------------------------------------- options */

static const qm_order *option_to(const qm_order *orders, uint32_t count, uint16_t kind, int tile) {
    const qm_order *found = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const qm_place to = orders[i].legs[0].to;
        if (orders[i].kind == kind && to.x == tile % HAND_SIDE + 1 && to.y == tile / HAND_SIDE + 1) {
            assert_null(found);
            found = &orders[i];
        }
    }
    return found;
}

static uint32_t count_kind(const qm_order *orders, uint32_t count, uint16_t kind) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        found += orders[i].kind == kind;
    }
    return found;
}

/* The ends of `kind` are the reach, with a run where that takes it. */
static void check_ends(const asked *a, const qm_order *orders, uint32_t count, uint16_t kind) {
    for (int tile = 0; tile < HAND_TILES; tile++) {
        const qm_reach_place *place = place_at(a, tile);
        const qm_order *order = option_to(orders, count, kind, tile);
        assert_int_equal(order != NULL, place && place->cost > 0);
        if (order) {
            const bool runs = order->leg_count > 1 && order->legs[1].kind == TL_LEG_RUN;
            assert_int_equal(runs, place->cost > a->walking);
        }
    }
}

/* One that foes next to it hold: every tile it could get to if it ignored them, and nothing else but staying where it is. */
static void check_held(asked *a, const qm_order *orders, uint32_t count) {
    const uint32_t still = 1 + count_kind(orders, count, TL_ORDER_STAND);
    assert_int_equal(count_kind(orders, count, TL_ORDER_STAY), 1);
    assert_int_equal(count, still + count_kind(orders, count, TL_ORDER_MOVE));
    for (int tile = 0; tile < HAND_TILES; tile++) {
        const qm_order *listed = option_to(orders, count, TL_ORDER_MOVE, tile);
        qm_order order = order_to(a, TL_ORDER_MOVE, tile, a->running > a->walking);
        for (int i = 1; i < a->h.count; i++) {
            const hand_figure *f = &a->h.figures[i];
            if (f->side != 0 && f->condition != TL_DOWN &&
                hand_adjacent(&a->h, a->h.figures[0].x, a->h.figures[0].y, f->x, f->y)) {
                order.legs[order.leg_count++] = (qm_leg){.kind = TL_LEG_IGNORE, .thing = (uint16_t)(i + 1)};
            }
        }
        const bool gets_there = judge_order(a, &order) && a->t->v.ending == QM_ENDS_THERE;
        assert_int_equal(listed != NULL, gets_there);
        if (listed) {
            assert_true(judge_order(a, listed));
            assert_int_equal(a->t->v.ending, QM_ENDS_THERE);
            assert_true(a->t->v.cost > 0 && a->t->v.cost <= a->t->v.allowance);
        }
    }
}

static void options_of_declaring(void **state) {
    (void)state;
    draws d = {.seed = 109};
    asked a;
    static qm_order orders[ORDERS_MAX];
    uint32_t held = 0;
    for (int board = 0; board < BOARDS; board++) {
        qm_place places[HAND_TILES];
        uint32_t watched, foes = 0, others = 0;
        open_board(&a, &d, false, "");
        const uint32_t count = list_options(&a, orders, ORDERS_MAX);
        if (hand_watched(&a.h, a.h.figures[0].x, a.h.figures[0].y)) {
            check_held(&a, orders, count);
            end(a.t);
            held++;
            continue;
        }
        check_ends(&a, orders, count, TL_ORDER_MOVE);
        assert_int_equal(qm_threat(a.t->s, a.t->st, 1, places, HAND_TILES, &watched), QM_OK);
        assert_int_equal(count_kind(orders, count, TL_ORDER_INTERCEPT), watched);
        for (int i = 1; i < a.h.count; i++) {
            others += a.h.figures[i].condition != TL_DOWN;
            foes += a.h.figures[i].condition != TL_DOWN && a.h.figures[i].side != 0;
        }
        for (int tile = 0; tile < HAND_TILES; tile++) {
            const bool listed = option_to(orders, count, TL_ORDER_INTERCEPT, tile) != NULL;
            assert_int_equal(listed, in_threat(places, watched, tile));
        }
        assert_int_equal(count_kind(orders, count, TL_ORDER_STAY), 1);
        assert_int_equal(count_kind(orders, count, TL_ORDER_STAND), a.h.figures[0].condition == TL_PRONE);
        assert_int_equal(count_kind(orders, count, TL_ORDER_BESIDE), others);
        assert_int_equal(count_kind(orders, count, TL_ORDER_KEEP), 3 * foes);
        assert_int_equal(count_kind(orders, count, TL_ORDER_AVOID), 3);
        end(a.t);
    }
    assert_true(held > 50);
}

static void options_of_withdrawing(void **state) {
    (void)state;
    draws d = {.seed = 110};
    asked a;
    static qm_order orders[ORDERS_MAX];
    uint32_t away = 0;
    for (int board = 0; board < BOARDS; board++) {
        open_board(&a, &d, true, "");
        const uint32_t count = list_options(&a, orders, ORDERS_MAX);
        check_ends(&a, orders, count, TL_ORDER_WITHDRAW);
        assert_int_equal(count, a.count); /* staying for its own tile */
        away += count > 1 && hand_watched(&a.h, a.h.figures[0].x, a.h.figures[0].y);
        body(a.t, 1)->moved = 1;
        assert_int_equal(list_options(&a, orders, ORDERS_MAX), 1);
        end(a.t);
    }
    assert_true(away > 50);
}

/* Of all tiles of the board, those that the judge lets it jockey to are listed. */
static void options_of_melee(void **state) {
    (void)state;
    draws d = {.seed = 111};
    asked a;
    static qm_order orders[ORDERS_MAX];
    uint32_t jockeys = 0;
    for (int board = 0; board < BOARDS; board++) {
        open_board(&a, &d, false, board % 2 ? ",\"jockey_reach\":3" : "");
        GO(a.t, "resolve");
        assert_int_equal(a.t->st->phase, TL_PHASE_MELEE);
        qm_options_result result;
        uint32_t legal = 0;
        assert_int_equal(qm_options(a.t->s, a.t->st, 1, a.t->scratch, &result), QM_OK);
        const uint32_t count = result.count ? list_options(&a, orders, ORDERS_MAX) : 0;
        for (int tile = 0; tile < HAND_TILES; tile++) {
            const qm_place to = place_of(tile);
            qm_order order;
            qm_order_clear(&order, TL_ORDER_JOCKEY, 1);
            order.arguments[0] = to.x | to.y << 16;
            legal += judge_order(&a, &order);
            bool listed = false;
            for (uint32_t i = 0; i < count; i++) {
                listed |= orders[i].kind == TL_ORDER_JOCKEY && orders[i].arguments[0] == order.arguments[0];
            }
            assert_int_equal(listed, a.t->v.judgement == QM_LEGAL);
        }
        assert_int_equal(count, legal + !a.h.figures[0].acted);
        jockeys += legal;
        end(a.t);
    }
    assert_true(jockeys > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reach_is_what_can_be_walked),
        cmocka_unit_test(reach_of_withdrawing),
        cmocka_unit_test(reach_of_those_who_stay),
        cmocka_unit_test(reach_is_what_is_judged),
        cmocka_unit_test(reach_is_what_is_not_refused),
        cmocka_unit_test(plans_are_the_best_ways),
        cmocka_unit_test(threat_is_what_can_be_intercepted),
        cmocka_unit_test(options_of_declaring),
        cmocka_unit_test(options_of_withdrawing),
        cmocka_unit_test(options_of_melee),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
