/* Shots and throws of hexmelee: range, arc, lines of fire, pits, and what "see" tells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hexmelee_table.h"

/* ---------------------------------------------------------------------------------------------- shots and throws */

static void range(void **state) {
    (void)state;
    table *t = face_to_face();
    static const int number[] = {11, 11, 11, 11, 11, 10, 10}; /* 1 to 7 hexes */
    hold(t, ADA, BOW);
    put(t, ADA, at(t, 8, 9), 0);
    for (int d = 1; d <= 7; d++) {
        put(t, BROK, at(t, 8, 9 - d), 0);
        assert_true(judge(t, HM_SHOOT, ADA, BROK, BOW, 0));
        assert_int_equal(to_hit(t), number[d - 1]); /* from behind, but that is for melee */
    }
    hold(t, ADA, DAGGER);
    for (int d = 1; d <= 7; d++) {
        put(t, BROK, at(t, 8, 9 - d), 0);
        assert_true(judge(t, HM_THROW, ADA, DAGGER, BROK, 0));
        assert_int_equal(to_hit(t), 11 - d);
    }
    assert_false(judge(t, HM_THROW, ADA, SWORD, BROK, 0));
    assert_true(only_reason(t, HM_REASON_NOT_READY));
    hold(t, ADA, SWORD);
    assert_false(judge(t, HM_THROW, ADA, SWORD, BROK, 0));
    assert_true(only_reason(t, HM_REASON_NOT_THROWABLE));
    assert_false(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
    assert_true(only_reason(t, HM_REASON_NO_MISSILE_WEAPON));
    end(t);
}

static void rear_and_regular(void **state) {
    (void)state;
    table *t = new_table();
    set(t, "rear_bonus", HM_REAR_BONUS_ANY);
    set(t, "regular", HM_REGULAR_NOT_MISSILE);
    begin(t);
    put(t, ADA, at(t, 8, 9), 0);
    put(t, BROK, at(t, 8, 5), 0);
    hold(t, ADA, BOW);
    assert_true(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
    assert_int_equal(to_hit(t), 15);
    put(t, BROK, at(t, 8, 5), 1); /* from the side: nothing for shots */
    assert_true(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
    assert_int_equal(to_hit(t), 11);
    body(t, BROK)->position = HM_PRONE;
    assert_true(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
    assert_int_equal(to_hit(t), 11);
    hold(t, ADA, DAGGER);
    assert_true(judge(t, HM_THROW, ADA, DAGGER, BROK, 0));
    assert_int_equal(to_hit(t), 11 - 4 + 4); /* thrown weapons are regular here */
    body(t, ADA)->position = HM_PRONE;
    assert_false(judge(t, HM_THROW, ADA, DAGGER, BROK, 0));
    assert_true(only_reason(t, HM_REASON_PRONE_ATTACK));
    end(t);
}

static void shooting_low(void **state) {
    (void)state;
    table *t = face_to_face();
    hold(t, ADA, BOW);
    put(t, BROK, at(t, 8, 2), 3);
    body(t, ADA)->position = HM_PRONE;
    assert_true(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
    assert_false(judge(t, HM_SHOOT, ADA, BROK, 0, HM_THEN_KNEEL));
    assert_true(only_reason(t, HM_REASON_NOT_LOWER));
    body(t, ADA)->position = HM_KNEELING;
    assert_true(judge(t, HM_SHOOT, ADA, BROK, 0, HM_THEN_PRONE));
    assert_int_equal(to_hit(t), 11); /* a bow is no regular weapon */
    PLAY(t, 3, 6, 6, 3);
    assert_int_equal(body(t, ADA)->position, HM_PRONE);
    end(t);
    t = new_table();
    set(t, "prone_shot", HM_PRONE_SHOT_NO);
    begin(t);
    put(t, ADA, at(t, 8, 9), 0);
    put(t, BROK, at(t, 8, 5), 0);
    hold(t, ADA, BOW);
    body(t, ADA)->position = HM_PRONE;
    assert_false(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
    assert_true(only_reason(t, HM_REASON_PRONE_SHOT));
    end(t);
}

static void missile_arc(void **state) {
    (void)state;
    for (int32_t arc = HM_MISSILE_ARC_FRONT; arc <= HM_MISSILE_ARC_ANY; arc++) {
        table *t = new_table();
        set(t, "missile_arc", arc);
        begin(t);
        put(t, ADA, at(t, 8, 6), 0);
        hold(t, ADA, BOW);
        put(t, BROK, at(t, 12, 6), 0); /* exactly abeam: the border counts */
        assert_true(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
        put(t, BROK, at(t, 12, 7), 0);
        assert_int_equal(judge(t, HM_SHOOT, ADA, BROK, 0, 0), arc == HM_MISSILE_ARC_ANY);
        end(t);
    }
}

static void lines_of_fire(void **state) {
    (void)state;
    for (int32_t figures = HM_FIGURES_BLOCK_SHOTS_NO; figures <= HM_FIGURES_BLOCK_SHOTS_YES; figures++) {
        table *t = new_table();
        set(t, "figures_block_shots", figures);
        t->s->cells[at(t, 8, 4)] = SOLID;
        t->s->cells[at(t, 4, 6)] = SOLID;
        begin(t);
        hold(t, ADA, BOW);
        put(t, ADA, at(t, 8, 6), 0);
        put(t, BROK, at(t, 8, 2), 3);
        assert_false(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
        const qm_reason *reason = reason_of(t, HM_REASON_SIGHT_BLOCKED);
        assert_non_null(reason);
        assert_int_equal(reason->at.x, 8);
        assert_int_equal(reason->at.y, 4);
        put(t, ADA, at(t, 6, 6), 0);
        put(t, BROK, at(t, 6, 2), 3);
        put(t, DAN, at(t, 6, 4), 3);
        assert_int_equal(judge(t, HM_SHOOT, ADA, BROK, 0, 0), figures == HM_FIGURES_BLOCK_SHOTS_NO);
        assert_int_equal(only_reason(t, HM_REASON_FIGURE_IN_LINE), figures == HM_FIGURES_BLOCK_SHOTS_YES);
        body(t, DAN)->position = HM_PRONE;
        assert_true(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
        end(t);
    }
}

/* A line along an edge is open as long as one of its two hexes is. */
static void along_an_edge(void **state) {
    (void)state;
    table *t = new_table();
    const uint16_t from = at(t, 8, 6), left = qm__hex_neighbour(&t->s->hex, from, 0);
    const uint16_t right = qm__hex_neighbour(&t->s->hex, from, 1), to = qm__hex_neighbour(&t->s->hex, left, 1);
    t->s->cells[left] = SOLID;
    begin(t);
    hold(t, ADA, BOW);
    put(t, ADA, from, 0);
    put(t, BROK, to, 3);
    qm_sight sight;
    assert_true(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
    qm__hm_see(t->s, t->st, ADA, BROK, NULL, &sight);
    assert_int_equal(sight.seen, 2);
    t->s->cells[right] = SOLID;
    assert_false(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
    qm__hm_see(t->s, t->st, BROK, ADA, NULL, &sight);
    assert_int_equal(sight.seen, 0);
    end(t);
}

static void pits(void **state) {
    (void)state;
    for (int32_t reading = HM_PIT_ADJACENT_FIGURE; reading <= HM_PIT_ADJACENT_PIT; reading++) {
        table *t = new_table();
        set(t, "pit_adjacent", reading);
        t->s->cells[at(t, 8, 4)] = PIT;
        t->s->cells[at(t, 8, 5)] = PIT;
        t->s->cells[at(t, 4, 5)] = SHALLOW;
        begin(t);
        hold(t, ADA, BOW);
        put(t, ADA, at(t, 8, 6), 0);
        put(t, BROK, at(t, 8, 4), 3);
        assert_int_equal(judge(t, HM_SHOOT, ADA, BROK, 0, 0), reading == HM_PIT_ADJACENT_PIT);
        put(t, ADA, at(t, 8, 7), 0);
        assert_false(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
        assert_true(only_reason(t, HM_REASON_INTO_PIT));
        put(t, ADA, at(t, 8, 5), 0); /* in the same pit */
        assert_true(judge(t, HM_SHOOT, ADA, BROK, 0, 0) || reason_of(t, HM_REASON_ENGAGED_SHOT));
        hold(t, ADA, SWORD);
        assert_true(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
        hold(t, ADA, BOW);
        put(t, BROK, at(t, 8, 2), 3); /* two from her, one from the pit */
        assert_false(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
        put(t, BROK, at(t, 8, 3), 3);
        assert_int_equal(judge(t, HM_SHOOT, ADA, BROK, 0, 0), reading == HM_PIT_ADJACENT_PIT);
        put(t, ADA, at(t, 8, 4), 0);
        assert_true(judge(t, HM_SHOOT, ADA, BROK, 0, 0));
        hold(t, ADA, SWORD);
        assert_false(judge(t, HM_ATTACK, ADA, BROK, 0, 0));
        assert_true(only_reason(t, HM_REASON_RIM_BETWEEN));
        put(t, ADA, at(t, 4, 5), 0);
        put(t, BROK, at(t, 4, 4), 3);
        assert_true(judge(t, HM_ATTACK, ADA, BROK, 0, 0)); /* a shallow pit keeps nobody apart */
        end(t);
    }
}

static void hanging_targets(void **state) {
    (void)state;
    for (int32_t reading = HM_HANGING_HELPLESS; reading <= HM_HANGING_PRONE; reading++) {
        table *t = new_table();
        set(t, "hanging", reading);
        t->s->cells[at(t, 8, 5)] = PIT;
        begin(t);
        hold(t, ADA, SWORD);
        put(t, ADA, at(t, 8, 6), 0);
        put(t, BROK, at(t, 8, 5), 3);
        body(t, BROK)->hanging = 1 + 3;
        assert_int_equal(strike(t), 15); /* rear all round, or prone seen from the front */
        assert_int_equal(term_of(t, HM_TERM_AT_HANGING) != 0, reading == HM_HANGING_HELPLESS);
        end(t);
    }
}

static void thrown_weapons_fly(void **state) {
    (void)state;
    table *t = face_to_face();
    hold(t, ADA, DAGGER);
    put(t, BROK, at(t, 8, 3), 3);
    assert_true(judge(t, HM_THROW, ADA, DAGGER, BROK, 0));
    assert_int_equal(to_hit(t), 8);
    PLAY(t, 3, 6, 6, 5); /* would be a drop: it lies where it flew */
    assert_int_equal(body(t, ADA)->ready, 0);
    assert_int_equal(thing(t, DAGGER)->hex, body(t, BROK)->hex);
    assert_int_equal(thing(t, DAGGER)->holder, 0);
    assert_null(event_of(t, HM_EVENT_WEAPON_DROPPED));
    end(t);
}

static void seeing(void **state) {
    (void)state;
    table *t = face_to_face();
    qm_sight sight;
    put(t, BROK, at(t, 8, 5), 0);
    qm__hm_see(t->s, t->st, ADA, BROK, NULL, &sight);
    assert_int_equal(sight.distance, 1);
    assert_int_equal(sight.seen, 1);
    assert_int_equal(sight.in_front, 1);
    assert_int_equal(sight.relation, 3);
    assert_int_equal(sight.engages, 1);
    assert_int_equal(sight.engaged, 0);
    assert_int_equal(sight.hostile, 1);
    assert_int_equal(sight.attack_dice, 3);
    strike(t);
    assert_true(near(sight.attack_chance, t->v.checks[0].chance));
    assert_int_equal(sight.term_count, t->v.checks[0].term_count);
    qm__hm_see(t->s, t->st, BROK, ADA, NULL, &sight); /* behind him */
    assert_int_equal(sight.in_front, 0);
    assert_int_equal(sight.attack_dice, 0);
    qm__hm_see(t->s, t->st, ADA, DAN, NULL, &sight);
    assert_int_equal(sight.hostile, 0);
    assert_int_equal(sight.attack_dice, 0);
    end(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(range),       cmocka_unit_test(rear_and_regular), cmocka_unit_test(shooting_low),
        cmocka_unit_test(missile_arc), cmocka_unit_test(lines_of_fire),    cmocka_unit_test(along_an_edge),
        cmocka_unit_test(pits),        cmocka_unit_test(hanging_targets),  cmocka_unit_test(thrown_weapons_fly),
        cmocka_unit_test(seeing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
