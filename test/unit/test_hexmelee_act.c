/* Actions of hexmelee: the rule of thumb, actions other than attacks, and that options and judgements agree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hexmelee_table.h"

/* ------------------------------------------------------------------------------------------------- rule of thumb */

static void rule_of_thumb(void **state) {
    (void)state;
    table *t = face_to_face();
    hold(t, ADA, DAGGER);
    thing(t, SWORD)->holder = ADA;
    put(t, BROK, at(t, 8, 5), 0); /* looks away: Ada is disengaged */
    moved(t, 5, 5);
    assert_true(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
    assert_true(judge(t, HM_THROW, ADA, DAGGER, BROK, 0));
    assert_true(judge(t, HM_DODGE, ADA, 0, 0, 0));
    assert_true(judge(t, HM_DROP, ADA, HM_DROP_KNEEL, 0, 0));
    assert_true(judge(t, HM_DEFEND, ADA, 0, 0, 0));
    assert_false(judge(t, HM_READY, ADA, SWORD, 0, 0));
    moved(t, 6, 6);
    assert_false(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
    assert_int_equal(reason_of(t, HM_REASON_MOVED_TOO_FAR)->needed, 5);
    assert_int_equal(reason_of(t, HM_REASON_MOVED_TOO_FAR)->had, 6);
    assert_false(judge(t, HM_DODGE, ADA, 0, 0, 0));
    assert_false(judge(t, HM_DROP, ADA, HM_DROP_KNEEL, 0, 0));
    assert_true(judge(t, HM_PASS, ADA, 0, 0, 0));
    moved(t, 2, 2);
    assert_true(judge(t, HM_READY, ADA, SWORD, 0, 0));
    hold(t, ADA, BOW);
    assert_false(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
    assert_true(only_reason(t, HM_REASON_MOVED_TOO_FAR));
    moved(t, 3, 3);
    assert_false(judge(t, HM_READY, ADA, SWORD, 0, 0));
    moved(t, 1, 2); /* one hex of rough ground */
    assert_true(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
    end(t);
}

static void circumstances_now(void **state) {
    (void)state;
    table *t = face_to_face();
    hold(t, ADA, BOW);
    moved(t, 1, 1);
    body(t, ADA)->flags = HM_ENGAGED_MOVE; /* shifted while Brok engaged her */
    assert_false(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
    assert_int_equal(reason_of(t, HM_REASON_ENGAGED_SHOT)->other, BROK);
    assert_false(judge(t, HM_DODGE, ADA, 0, 0, 0));
    assert_false(judge(t, HM_DROP, ADA, HM_DROP_PRONE, 0, 0));
    body(t, BROK)->position = HM_PRONE; /* he falls: she counts as disengaged */
    assert_true(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
    assert_true(judge(t, HM_DODGE, ADA, 0, 0, 0));
    assert_true(judge(t, HM_DROP, ADA, HM_DROP_PRONE, 0, 0));
    end(t);
}

static void what_bars_action(void **state) {
    (void)state;
    table *t = face_to_face();
    static const struct {
        uint16_t flags, reason;
    } bars[] = {{HM_BARRED, HM_REASON_PICKED_UP_RUNNING},
                {HM_GRABBED, HM_REASON_PICKED_UP_RUNNING},
                {HM_ROSE, HM_REASON_ROSE_NO_ACTION},
                {HM_ROSE | HM_ROSE_LOW | HM_CHANGED, HM_REASON_CHANGED_NO_ACTION}};
    for (size_t i = 0; i < sizeof bars / sizeof *bars; i++) {
        body(t, ADA)->flags = bars[i].flags;
        assert_false(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
        assert_true(only_reason(t, bars[i].reason));
        assert_true(judge(t, HM_PASS, ADA, 0, 0, 0));
    }
    body(t, ADA)->flags = HM_ROSE | HM_ROSE_LOW;
    assert_true(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
    body(t, ADA)->flags = HM_FELL;
    assert_true(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
    body(t, ADA)->flags = 0;
    body(t, ADA)->hanging = 1;
    assert_false(judge(t, HM_DEFEND, ADA, 0, 0, 0));
    assert_true(only_reason(t, HM_REASON_HANGS_IDLE));
    end(t);
    t = new_table();
    set(t, "fall_action", HM_FALL_ACTION_NONE);
    set(t, "stand_then", HM_STAND_THEN_ACT);
    set(t, "pickup_bars", HM_PICKUP_BARS_ROLL);
    set(t, "change_then", HM_CHANGE_THEN_ACT);
    begin(t);
    put(t, ADA, at(t, 8, 6), 0);
    put(t, BROK, at(t, 8, 5), 3);
    body(t, ADA)->flags = HM_ROSE | HM_GRABBED | HM_CHANGED;
    moved(t, 0, 10); /* standing up took all its MOV */
    assert_true(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
    moved(t, 0, 0);
    body(t, ADA)->flags = HM_FELL;
    assert_false(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
    assert_true(only_reason(t, HM_REASON_FALLEN_NO_ACTION));
    end(t);
}

static void engaged_figures_may(void **state) {
    (void)state;
    for (int32_t may = 0; may <= 1; may++) {
        table *t = new_table();
        set(t, "engaged_shot", may);
        set(t, "engaged_dodge", may);
        set(t, "engaged_drop", may);
        begin(t);
        put(t, ADA, at(t, 8, 6), 0);
        put(t, BROK, at(t, 8, 5), 3);
        hold(t, ADA, BOW);
        assert_int_equal(judge(t, HM_SHOOT, ADA, BROK, 0, 0), may);
        assert_int_equal(judge(t, HM_DODGE, ADA, 0, 0, 0), may);
        assert_int_equal(judge(t, HM_DROP, ADA, HM_DROP_KNEEL, 0, 0), may);
        end(t);
    }
}

/* A figure of MOV 1 that has entered one hex of MOV 3. */
static void slow_figures(void **state) {
    (void)state;
    for (int32_t option = HM_SLOW_OPTION_ONE_HEX; option <= HM_SLOW_OPTION_ANY; option++) {
        table *t = new_table();
        set(t, "slow_option", option);
        set(t, "shoot_hexes", 0);
        begin(t);
        ((hm_data *)t->s->compiled)->stats[ADA - 1].mov = 1;
        put(t, ADA, at(t, 8, 6), 0);
        put(t, BROK, at(t, 8, 5), 0);
        moved(t, 1, 3);
        assert_true(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
        hold(t, ADA, BOW);
        assert_int_equal(judge(t, HM_SHOOT, ADA, BROK, 0, 0), option == HM_SLOW_OPTION_ANY);
        ((hm_data *)t->s->compiled)->stats[ADA - 1].mov = 2;
        assert_false(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
        end(t);
    }
}

static void what_counts_as_distance(void **state) {
    (void)state;
    for (int32_t by = HM_DISTANCE_BY_MIXED; by <= HM_DISTANCE_BY_MOV; by++) {
        table *t = new_table();
        set(t, "distance_by", by);
        begin(t);
        put(t, ADA, at(t, 8, 6), 0);
        put(t, BROK, at(t, 8, 5), 0);
        moved(t, 3, 6); /* rough ground */
        assert_int_equal(judge(t, HM_ATTACK, ADA, BROK, 0, 0), by == HM_DISTANCE_BY_HEXES);
        hold(t, ADA, BOW);
        moved(t, 1, 2);
        assert_int_equal(judge(t, HM_SHOOT, ADA, BROK, 0, 0), by != HM_DISTANCE_BY_MOV);
        body(t, ADA)->flags = HM_CRAWLED; /* half of a crawl is one hex */
        moved(t, 2, 2);
        assert_false(judge(t, HM_DODGE, ADA, 0, 0, 0));
        assert_int_equal(reason_of(t, HM_REASON_MOVED_TOO_FAR)->needed, 1);
        moved(t, 1, 1);
        assert_true(judge(t, HM_DODGE, ADA, 0, 0, 0));
        end(t);
    }
}

static void engaged_late(void **state) {
    (void)state;
    for (int32_t reading = HM_LATE_ENGAGED_BY_DISTANCE; reading <= HM_LATE_ENGAGED_FREE; reading++) {
        table *t = new_table();
        set(t, "late_engaged", reading);
        begin(t);
        put(t, ADA, at(t, 8, 6), 0);
        put(t, BROK, at(t, 8, 5), 3);
        moved(t, 8, 8);
        assert_int_equal(judge(t, HM_ATTACK, ADA, BROK, 0, 0), reading == HM_LATE_ENGAGED_FREE);
        body(t, ADA)->flags = HM_MET; /* ran into him herself */
        assert_false(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
        end(t);
    }
}

/* ------------------------------------------------------------------------------------------------- other actions */

static void picking_up(void **state) {
    (void)state;
    for (int32_t from = HM_PICK_UP_FROM_FRONT; from <= HM_PICK_UP_FROM_OWN; from++) {
        table *t = new_table();
        set(t, "pick_up_from", from);
        begin(t);
        put(t, ADA, at(t, 8, 6), 0);
        thing(t, CLUB)->hex = at(t, 8, 7); /* behind her */
        assert_false(judge(t, HM_PICK_UP, ADA, CLUB, 0, 0));
        assert_true(only_reason(t, HM_REASON_NOT_LYING_THERE));
        thing(t, CLUB)->hex = at(t, 8, 5);
        assert_int_equal(judge(t, HM_PICK_UP, ADA, CLUB, 0, 0), from == HM_PICK_UP_FROM_FRONT);
        thing(t, CLUB)->hex = at(t, 8, 6);
        moved(t, 3, 3);
        assert_false(judge(t, HM_PICK_UP, ADA, CLUB, 0, 0));
        moved(t, 2, 2);
        assert_true(judge(t, HM_PICK_UP, ADA, CLUB, 0, 0));
        play(t, (const uint8_t *)"", 0);
        assert_int_equal(body(t, ADA)->ready, CLUB);
        assert_int_equal(thing(t, CLUB)->holder, ADA);
        assert_int_equal(thing(t, CLUB)->hex, 0);
        assert_true((body(t, ADA)->flags & HM_GRABBED) != 0);
        end(t);
    }
}

static void readying(void **state) {
    (void)state;
    table *t = face_to_face();
    assert_false(judge(t, HM_READY, ADA, SWORD, 0, 0));
    assert_true(only_reason(t, HM_REASON_ALREADY_READY));
    assert_false(judge(t, HM_READY, ADA, AXE, 0, 0));
    assert_true(only_reason(t, HM_REASON_NOT_HELD));
    thing(t, DAGGER)->holder = ADA;
    thing(t, DAGGER)->broken = 1;
    assert_false(judge(t, HM_READY, ADA, DAGGER, 0, 0));
    assert_true(only_reason(t, HM_REASON_ITEM_BROKEN));
    thing(t, DAGGER)->broken = 0;
    assert_true(judge(t, HM_READY, ADA, DAGGER, 0, 0)); /* engaged figures may */
    play(t, (const uint8_t *)"", 0);
    assert_int_equal(body(t, ADA)->ready, DAGGER);
    assert_int_equal(thing(t, SWORD)->holder, ADA);
    end(t);
}

static void dropping(void **state) {
    (void)state;
    table *t = face_to_face();
    put(t, BROK, at(t, 2, 2), 3);
    assert_true(judge(t, HM_DROP, ADA, HM_DROP_KNEEL, 0, 0));
    play(t, (const uint8_t *)"", 0);
    assert_int_equal(body(t, ADA)->position, HM_KNEELING);
    body(t, ADA)->acted = 0;
    assert_false(judge(t, HM_DROP, ADA, HM_DROP_KNEEL, 0, 0));
    assert_true(only_reason(t, HM_REASON_NOT_LOWER));
    assert_true(judge(t, HM_DROP, ADA, HM_DROP_PRONE, 0, 0));
    end(t);
}

static bool judge_away(table *t, uint16_t to) {
    qm_order_clear(&t->order, HM_DISENGAGE, ADA);
    t->order.leg_count = 1;
    t->order.legs[0] = (qm_leg){.kind = HM_LEG_WALK, .to = qm__hm_place(t->s, to)};
    assert_int_equal(qm_judge(t->s, t->st, &t->order, t->scratch, &t->v), QM_OK);
    return t->v.judgement == QM_LEGAL;
}

static void getting_away(void **state) {
    (void)state;
    table *t = face_to_face();
    assert_false(judge_away(t, at(t, 8, 7)));
    assert_true(only_reason(t, HM_REASON_DISENGAGE_OFF));
    end(t);
    t = new_table();
    set(t, "disengage", HM_DISENGAGE_ACTION);
    t->s->cells[at(t, 8, 7)] = SOLID;
    begin(t);
    put(t, ADA, at(t, 8, 6), 0);
    put(t, BROK, at(t, 8, 5), 3);
    assert_false(judge_away(t, at(t, 8, 7)));
    assert_false(judge_away(t, at(t, 8, 8)));
    assert_true(only_reason(t, HM_REASON_DISENGAGE_LEGS));
    assert_false(judge_away(t, at(t, 8, 5)));
    const uint16_t back = qm__hex_neighbour(&t->s->hex, at(t, 8, 6), 4);
    assert_true(judge_away(t, back));
    play(t, (const uint8_t *)"", 0);
    assert_int_equal(body(t, ADA)->hex, back);
    assert_int_equal(body(t, ADA)->facing, 4);
    assert_int_equal(body(t, ADA)->acted, 1);
    end(t);
}

/* Getting away onto a body: the figure rolls for its footing there. */
static void away_over_a_body(void **state) {
    (void)state;
    for (int falls = 0; falls <= 1; falls++) {
        table *t = new_table();
        set(t, "disengage", HM_DISENGAGE_ACTION);
        begin(t);
        put(t, ADA, at(t, 8, 6), 0);
        put(t, BROK, at(t, 8, 5), 3);
        const uint16_t back = qm__hex_neighbour(&t->s->hex, at(t, 8, 6), 3);
        put(t, CAT, back, 0);
        assert_false(judge_away(t, back));
        assert_int_equal(t->v.reasons[0].other, CAT);
        body(t, CAT)->position = HM_PRONE;
        assert_true(judge_away(t, back));
        assert_int_equal(t->v.check_count, 1);
        assert_int_equal(t->v.checks[0].target, 11);
        if (falls) {
            PLAY(t, 3, 4, 4, 4);
        } else {
            PLAY(t, 3, 4, 4, 3);
        }
        assert_int_equal(body(t, ADA)->hex, back);
        assert_int_equal(body(t, ADA)->position, falls ? HM_PRONE : HM_STANDING);
        end(t);
    }
}

/* ----------------------------------------------------------------------------------------------- options, see, odds */

static bool listed(const qm_order *orders, uint32_t count, const qm_order *order) {
    for (uint32_t i = 0; i < count; i++) {
        if (qm_order_equal(&orders[i], order)) {
            return true;
        }
    }
    return false;
}

/* Odds of a legal order sum to 1, and any dice lead from a sound state to a sound state. */
static void play_and_check(table *t, const qm_order *order, uint64_t seed) {
    const size_t size = qm_state_size(t->s);
    qm_state *before = malloc(size);
    qm_source source = {.choices = QM_CHOICES_AUTOMATIC, .seed = seed};
    qm_outcome outcomes[256];
    qm_odds_result odds;
    qm_played played;
    memcpy(before, t->st, size);
    assert_true(t->s->family->check(t->s, t->st));
    assert_int_equal(qm_judge(t->s, t->st, order, t->scratch, &t->v), QM_OK);
    assert_int_equal(qm_odds(t->s, t->st, t->scratch, QM_POLICY_AUTOMATIC, outcomes, 256, &odds), QM_OK);
    assert_true(near(odds.sum, 1));
    assert_int_equal(qm_play(t->s, t->st, t->scratch, &source, NULL, &played), QM_OK);
    assert_true(t->s->family->check(t->s, t->st));
    assert_int_equal(body(t, order->actor)->acted, 1);
    memcpy(t->st, before, size);
    free(before);
}

/* Every order there could be is legal exactly if it is listed. Returns how many are. */
static uint32_t compare_options(table *t) {
    enum { MAX = 64 };
    qm_order *orders = calloc(MAX, sizeof *orders);
    const uint16_t actor = qm__hm_actor(t->s, t->st);
    const uint32_t count = qm__hm_act_options(t->s, t->st, actor, orders, MAX);
    uint32_t legal = 0;
    for (int kind = HM_ATTACK; kind <= HM_PASS; kind++) {
        const qm_order_kind *facts = &t->s->family->facts->orders[kind];
        for (int n = 0; n < 6 * 6 * 3 && kind != HM_DISENGAGE; n++) {
            const int32_t values[3] = {n % 6, n / 6 % 6, n / 36};
            bool sensible = true;
            for (int i = 0; i < 3; i++) {
                const bool used = i < facts->argument_count;
                const qm_operand operand = used ? facts->arguments[i].operand : QM_OPERAND_NONE;
                sensible &= operand == QM_OPERAND_FIGURE ? values[i] >= 1 && values[i] <= FIGURES
                            : operand == QM_OPERAND_ITEM
                                ? (used && facts->arguments[i].optional ? values[i] == 0 : values[i] >= 1)
                            : operand == QM_OPERAND_WORD ? values[i] < (kind == HM_DROP ? 2 : 3)
                                                         : values[i] == 0;
            }
            if (!sensible) {
                continue;
            }
            const bool allowed = judge(t, (uint16_t)kind, actor, values[0], values[1], values[2]);
            legal += allowed;
            assert_int_equal(listed(orders, count, &t->order), allowed);
        }
    }
    assert_int_equal(legal, count);
    for (uint32_t i = 0; i < count; i++) {
        play_and_check(t, &orders[i], i);
    }
    free(orders);
    return count;
}

static void options_are_the_legal_orders(void **state) {
    (void)state;
    uint32_t random = 12345, most = 0;
    for (int round = 0; round < 300; round++) {
        table *t = new_table();
        set(t, "engaged_shot", round & 1);
        set(t, "figures_block_shots", round >> 1 & 1);
        t->s->cells[at(t, 8, 5)] = (uint8_t)(round % GROUNDS == SOLID ? OPEN : round % GROUNDS);
        begin(t);
        for (uint16_t f = 1; f <= FIGURES; f++) {
            random = random * 1664525u + 1013904223u;
            const uint32_t r = random >> 8;
            put(t, f, at(t, 7 + (int)(r % 3), 4 + (int)(r / 3 % 3)), (int)(r / 9 % 6));
            body(t, f)->position = (uint8_t)(r / 54 % 7 < 5 ? HM_STANDING : r / 54 % 7 == 5 ? HM_KNEELING : HM_PRONE);
            body(t, f)->hexes = body(t, f)->spent = (uint8_t)(r / 378 % 7);
            body(t, f)->flags = (uint16_t)(r / 2646 % 8 == 0 ? HM_ROSE : 0);
        }
        for (uint16_t item = 1; item <= ITEMS; item++) {
            random = random * 1664525u + 1013904223u;
            const uint32_t r = random >> 8;
            if (r % 4 == 0) {
                thing(t, item)->hex = at(t, 8, 5);
            } else if (body(t, (uint16_t)(1 + r % FIGURES))->ready == 0) {
                hold(t, (uint16_t)(1 + r % FIGURES), item);
            } else {
                thing(t, item)->holder = (uint16_t)(1 + r % FIGURES);
            }
        }
        const uint32_t count = compare_options(t);
        most = count > most ? count : most;
        end(t);
    }
    assert_true(most >= 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule_of_thumb),    cmocka_unit_test(circumstances_now),
        cmocka_unit_test(what_bars_action), cmocka_unit_test(engaged_figures_may),
        cmocka_unit_test(slow_figures),     cmocka_unit_test(what_counts_as_distance),
        cmocka_unit_test(engaged_late),     cmocka_unit_test(picking_up),
        cmocka_unit_test(readying),         cmocka_unit_test(dropping),
        cmocka_unit_test(getting_away),     cmocka_unit_test(away_over_a_body), cmocka_unit_test(options_are_the_legal_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
