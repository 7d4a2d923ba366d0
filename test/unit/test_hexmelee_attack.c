/* Attacks of hexmelee: the number to hit and its terms, whom one can attack, results, damage and odds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hexmelee_table.h"

/* --------------------------------------------------------------------------------------------- the number to hit */

static void place_bonuses(void **state) {
    (void)state;
    static const int bonus[6] = {4, 2, 0, 0, 0, 2}; /* by Brok's facing; Ada is south of him */
    table *t = face_to_face();
    for (int facing = 0; facing < 6; facing++) {
        put(t, BROK, at(t, 8, 5), facing);
        assert_int_equal(strike(t), 11 + bonus[facing]);
        assert_int_equal(term_of(t, HM_TERM_REAR) + term_of(t, HM_TERM_SIDE), bonus[facing]);
    }
    put(t, BROK, at(t, 8, 5), 3);
    body(t, BROK)->flags = HM_CRAWLED; /* only rear hexes */
    assert_int_equal(strike(t), 15);
    body(t, BROK)->flags = HM_GRABBED;
    assert_int_equal(strike(t), 15);
    end(t);
}

static void position_bonuses(void **state) {
    (void)state;
    table *t = face_to_face();
    body(t, BROK)->position = HM_KNEELING;
    assert_int_equal(strike(t), 13);
    body(t, BROK)->position = HM_SITTING;
    assert_int_equal(strike(t), 13);
    body(t, BROK)->position = HM_PRONE;
    assert_int_equal(strike(t), 15);
    put(t, BROK, at(t, 8, 5), 0);
    assert_int_equal(strike(t), 19); /* place and position add up */
    body(t, ADA)->position = HM_KNEELING;
    assert_int_equal(strike(t), 17);
    assert_int_equal(term_of(t, HM_TERM_KNEELING), -2);
    body(t, ADA)->position = HM_PRONE;
    assert_false(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
    assert_true(only_reason(t, HM_REASON_PRONE_ATTACK));
    end(t);
}

static void highest_bonus_only(void **state) {
    (void)state;
    table *t = new_table();
    set(t, "position_bonus", HM_POSITION_BONUS_HIGHEST);
    begin(t);
    put(t, ADA, at(t, 8, 6), 0);
    put(t, BROK, at(t, 8, 5), 0);
    body(t, BROK)->position = HM_KNEELING;
    assert_int_equal(strike(t), 15);
    assert_int_equal(term_of(t, HM_TERM_AT_KNEELING), 0);
    put(t, BROK, at(t, 8, 5), 1);
    body(t, BROK)->position = HM_PRONE;
    assert_int_equal(strike(t), 15);
    assert_int_equal(term_of(t, HM_TERM_SIDE), 0);
    end(t);
}

static void helpless_targets(void **state) {
    (void)state;
    table *t = face_to_face();
    body(t, BROK)->condition = HM_UNCONSCIOUS;
    body(t, BROK)->position = HM_PRONE;
    assert_int_equal(strike(t), 19); /* prone, and rear all round */
    body(t, BROK)->condition = HM_DEAD;
    assert_false(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
    assert_true(only_reason(t, HM_REASON_TARGET_DEAD));
    end(t);
    t = new_table();
    set(t, "helpless_side", HM_HELPLESS_SIDE_FACING);
    begin(t);
    put(t, ADA, at(t, 8, 6), 0);
    put(t, BROK, at(t, 8, 5), 3);
    body(t, BROK)->condition = HM_UNCONSCIOUS;
    assert_int_equal(strike(t), 15);
    end(t);
}

static void light_and_ground(void **state) {
    (void)state;
    table *t = new_table();
    t->s->cells[at(t, 8, 5)] = SHADOW;
    t->s->cells[at(t, 7, 6)] = BROKEN;
    t->s->cells[at(t, 8, 2)] = SHADOW;
    begin(t);
    for (uint16_t f = BROK; f <= FIGURES; f++) {
        body(t, f)->acted = 1; /* in the dark Ada is the slowest */
    }
    put(t, ADA, at(t, 8, 6), 0);
    put(t, BROK, at(t, 8, 5), 3);
    assert_int_equal(strike(t), 7); /* into it */
    put(t, ADA, at(t, 8, 5), 0);
    put(t, BROK, at(t, 8, 4), 3);
    assert_int_equal(strike(t), 5); /* in it */
    hold(t, ADA, BOW);
    put(t, BROK, at(t, 8, 2), 3);
    assert_true(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
    assert_int_equal(to_hit(t), 5); /* in it and into it: the worse one */
    put(t, ADA, at(t, 8, 4), 0);
    put(t, BROK, at(t, 8, 1), 3);
    assert_true(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
    assert_int_equal(to_hit(t), 5); /* through it */
    put(t, BROK, at(t, 8, 3), 0);
    assert_true(judge(t, HM_SHOOT, ADA, BROK, 0, HM_THEN_PRONE));
    assert_int_equal(to_hit(t), 11); /* before it */
    put(t, ADA, at(t, 7, 6), 0);
    put(t, BROK, at(t, 7, 5), 3);
    hold(t, ADA, SWORD);
    assert_int_equal(strike(t), 9); /* broken ground under her feet */
    end(t);
}

static void weapons_too_heavy(void **state) {
    (void)state;
    table *t = face_to_face();
    hold(t, ADA, AXE);
    assert_false(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
    const qm_reason *reason = reason_of(t, HM_REASON_TOO_WEAK);
    assert_non_null(reason);
    assert_int_equal(reason->needed, 15);
    assert_int_equal(reason->had, 12);
    end(t);
    t = new_table();
    set(t, "weak_weapon", HM_WEAK_WEAPON_PENALTY);
    begin(t);
    put(t, ADA, at(t, 8, 6), 0);
    put(t, BROK, at(t, 8, 5), 3);
    hold(t, ADA, AXE);
    assert_int_equal(strike(t), 8);
    end(t);
}

/* ------------------------------------------------------------------------------------------- whom one can attack */

static void only_into_the_front(void **state) {
    (void)state;
    table *t = face_to_face();
    for (int facing = 0; facing < 6; facing++) {
        put(t, ADA, at(t, 8, 6), facing);
        const bool front = facing == 0 || facing == 1 || facing == 5;
        assert_int_equal(judge(t, HM_ATTACK, ADA, BROK, 0, 0), front);
        assert_int_equal(only_reason(t, HM_REASON_NOT_IN_FRONT), !front);
    }
    put(t, ADA, at(t, 8, 7), 0);
    assert_false(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
    assert_int_equal(reason_of(t, HM_REASON_OUT_OF_REACH)->had, 2);
    put(t, DAN, at(t, 8, 6), 3);
    assert_false(judge(t, HM_ATTACK, ADA, DAN, 0, 0));
    assert_true(only_reason(t, HM_REASON_TARGET_FRIEND));
    assert_false(judge(t, HM_ATTACK, ADA, ADA, 0, 0));
    assert_true(only_reason(t, HM_REASON_TARGET_SELF));
    body(t, BROK)->hex = 0;
    assert_false(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
    assert_true(only_reason(t, HM_REASON_TARGET_GONE));
    end(t);
}

static void in_the_same_hex(void **state) {
    (void)state;
    table *t = face_to_face();
    put(t, BROK, at(t, 8, 6), 0);
    body(t, BROK)->position = HM_PRONE;
    assert_int_equal(strike(t), 15); /* no place bonus, prone */
    end(t);
}

static void turn_and_phase(void **state) {
    (void)state;
    table *t = face_to_face();
    assert_false(judge(t, HM_PASS, BROK, 0, 0, 0));
    assert_int_equal(reason_of(t, HM_REASON_NOT_TO_ACT)->other, ADA);
    t->st->phase = HM_PHASE_MOVE;
    assert_false(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
    assert_true(only_reason(t, HM_REASON_NOT_IN_MOVEMENT));
    t->st->phase = HM_PHASE_ACT;
    body(t, ADA)->acted = 1;
    assert_false(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
    assert_true(only_reason(t, HM_REASON_HAS_ACTED));
    body(t, ADA)->condition = HM_UNCONSCIOUS;
    assert_false(judge(t, HM_PASS, ADA, 0, 0, 0));
    assert_true(only_reason(t, HM_REASON_UNCONSCIOUS));
    end(t);
}

/* -------------------------------------------------------------------------------------------- results and damage */

static void results(void **state) {
    (void)state;
    table *t = face_to_face();
    const hm_body fresh = *body(t, BROK);
    static const struct {
        uint8_t dice[3], damage[2];
        int hits, event;
    } rows[] = {
        {{1, 1, 1}, {3, 2}, 13, HM_EVENT_HIT_TRIPLE}, {{1, 1, 2}, {3, 2}, 8, HM_EVENT_HIT_DOUBLE},
        {{1, 2, 2}, {3, 2}, 3, HM_EVENT_HIT},         {{5, 5, 1}, {6, 6}, 10, HM_EVENT_HIT},
        {{5, 4, 2}, {1, 1}, 0, HM_EVENT_HIT}, /* leather stops both */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint8_t *d = rows[i].dice, *h = rows[i].damage;
        *body(t, BROK) = fresh;
        body(t, ADA)->acted = 0;
        assert_int_equal(strike(t), 11);
        PLAY(t, 3, d[0], d[1], d[2], 2, h[0], h[1]);
        assert_int_equal(body(t, BROK)->hits, rows[i].hits);
        assert_non_null(event_of(t, (uint16_t)rows[i].event));
        assert_int_equal(body(t, ADA)->acted, 1);
        assert_int_equal(body(t, BROK)->position, rows[i].hits >= 8 ? HM_PRONE : HM_STANDING);
        t->st->phase = HM_PHASE_ACT;
    }
    *body(t, BROK) = fresh;
    body(t, ADA)->acted = 0;
    strike(t);
    PLAY(t, 3, 4, 4, 4); /* 12 misses */
    assert_non_null(event_of(t, HM_EVENT_MISSED));
    assert_int_equal(body(t, ADA)->ready, SWORD);
    body(t, ADA)->acted = 0;
    strike(t);
    PLAY(t, 3, 6, 6, 5);
    assert_int_equal(body(t, ADA)->ready, 0);
    assert_int_equal(thing(t, SWORD)->holder, 0);
    assert_int_equal(thing(t, SWORD)->hex, body(t, ADA)->hex);
    hold(t, ADA, SWORD);
    body(t, ADA)->acted = 0;
    strike(t);
    PLAY(t, 3, 6, 6, 6);
    assert_int_equal(body(t, ADA)->ready, 0);
    assert_int_equal(thing(t, SWORD)->broken, 1);
    assert_int_equal(thing(t, SWORD)->holder, ADA);
    body(t, ADA)->acted = 0;
    strike(t); /* with bare hands: nothing to break */
    PLAY(t, 3, 6, 6, 6);
    assert_null(event_of(t, HM_EVENT_WEAPON_BROKEN));
    end(t);
}

static void sixteen_misses_whatever_the_number(void **state) {
    (void)state;
    table *t = face_to_face();
    put(t, BROK, at(t, 8, 5), 0);
    body(t, BROK)->position = HM_PRONE;
    assert_int_equal(strike(t), 19);
    assert_true(near(t->v.checks[0].chance, 206.0 / 216.0));
    PLAY(t, 3, 6, 6, 4);
    assert_non_null(event_of(t, HM_EVENT_MISSED));
    end(t);
}

static void dodge_and_defend(void **state) {
    (void)state;
    table *t = face_to_face();
    body(t, BROK)->flags = HM_DODGING; /* no help against a blow */
    strike(t);
    assert_int_equal(t->v.checks[0].dice, 3);
    body(t, BROK)->flags = HM_DEFENDING;
    strike(t);
    assert_int_equal(t->v.checks[0].dice, 4);
    assert_true(near(t->v.checks[0].chance, 310.0 / 1296.0)); /* 4 dice at or under 11 */
    PLAY(t, 4, 1, 1, 1, 1, 2, 3, 3);
    assert_non_null(event_of(t, HM_EVENT_HIT)); /* no triple against 4 dice */
    static const struct {
        uint8_t faces[4];
        bool dropped, broken;
    } rows[] = {{{5, 5, 5, 5}, false, false},
                {{6, 5, 5, 5}, true, false},
                {{6, 6, 5, 5}, true, false},
                {{6, 6, 6, 5}, false, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint8_t *f = rows[i].faces;
        hold(t, ADA, SWORD);
        thing(t, SWORD)->broken = 0;
        body(t, ADA)->acted = 0;
        strike(t);
        PLAY(t, 4, f[0], f[1], f[2], f[3]);
        assert_int_equal(event_of(t, HM_EVENT_WEAPON_DROPPED) != NULL, rows[i].dropped);
        assert_int_equal(event_of(t, HM_EVENT_WEAPON_BROKEN) != NULL, rows[i].broken);
    }
    hold(t, ADA, BOW);
    body(t, ADA)->acted = 0;
    assert_false(judge(t, HM_DEFEND, ADA, 0, 0, 0));
    assert_non_null(reason_of(t, HM_REASON_NOTHING_TO_DEFEND_WITH));
    put(t, BROK, at(t, 8, 3), 3);
    assert_true(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
    assert_int_equal(t->v.checks[0].dice, 3); /* defending is for blows */
    body(t, BROK)->flags = HM_DODGING;
    assert_true(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
    assert_int_equal(t->v.checks[0].dice, 4);
    end(t);
}

static void bare_hands_by_strength(void **state) {
    (void)state;
    table *t = face_to_face();
    body(t, ADA)->ready = 0;
    strike(t);
    PLAY(t, 3, 1, 1, 1, 1, 6); /* 1d-2 at STR 12: 4, tripled 12, leather stops 2 */
    assert_int_equal(body(t, BROK)->hits, 10);
    end(t);
}

/* Odds of an attack: they sum to 1, and those that leave Brok hurt have the chance of a hit that gets through his
 * leather. */
static void odds_of_an_attack(void **state) {
    (void)state;
    table *t = face_to_face();
    qm_outcome outcomes[128];
    qm_odds_result result;
    qm_state *after = calloc(1, qm_state_size(t->s));
    strike(t);
    assert_int_equal(qm_odds(t->s, t->st, t->scratch, QM_POLICY_AUTOMATIC, outcomes, 128, &result), QM_OK);
    assert_false(result.too_many);
    assert_true(near(result.sum, 1.0));
    double hurt = 0, broken = 0, triple_only = 0;
    for (uint32_t i = 0; i < result.count; i++) {
        assert_int_equal(qm_odds_outcome(t->s, t->st, t->scratch, &outcomes[i], after, NULL), QM_OK);
        const int hits = hm_body_at(t->s, after, BROK)->hits;
        hurt += hits > 0 ? outcomes[i].chance : 0;
        triple_only += hits == 31 ? outcomes[i].chance : 0; /* 3 × 11 - 2 */
        broken += hm_thing_at(t->s, after, SWORD)->broken ? outcomes[i].chance : 0;
    }
    const double hit = 135.0 / 216.0, special = 4.0 / 216.0; /* 11 or less; 3 and 4: even a 2 gets through */
    assert_true(near(hurt, (hit - special) * 35.0 / 36.0 + special));
    assert_true(near(broken, 1.0 / 216.0));
    assert_true(near(triple_only, 1.0 / 216.0 * 2.0 / 36.0));
    free(after);
    end(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(place_bonuses),
        cmocka_unit_test(position_bonuses),
        cmocka_unit_test(highest_bonus_only),
        cmocka_unit_test(helpless_targets),
        cmocka_unit_test(light_and_ground),
        cmocka_unit_test(weapons_too_heavy),
        cmocka_unit_test(only_into_the_front),
        cmocka_unit_test(in_the_same_hex),
        cmocka_unit_test(turn_and_phase),
        cmocka_unit_test(results),
        cmocka_unit_test(sixteen_misses_whatever_the_number),
        cmocka_unit_test(dodge_and_defend),
        cmocka_unit_test(bare_hands_by_strength),
        cmocka_unit_test(odds_of_an_attack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
