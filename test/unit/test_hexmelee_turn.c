/* The turn of hexmelee: initiative, phases, chases, delays, and what hits and falls do to a figure. */
#include "support/hexmelee_game.h"

/* ------------------------------------------------------------------------------------------------------- the turn */

/* HX-06: high first, equal dice draw. */
static void initiative(void **state) {
    (void)state;
    table *t = begin("", FOUR);
    ACTOR_IS(t, 0);
    assert_false(judge(t, "Ada still"));
    assert_non_null(reason_of(t, HM_REASON_NOT_BEGUN));
    PLAY(t, "next", 4, 2, 5, 5, 6, 1, 2); /* Dan 6; Brok and Cat 5, drawn: the second; Ada 2 */
    assert_int_equal(t->st->turn, 1);
    assert_int_equal(body(t, DAN)->rank, 1);
    assert_int_equal(body(t, CAT)->rank, 2);
    assert_int_equal(body(t, BROK)->rank, 3);
    assert_int_equal(body(t, ADA)->rank, 4);
    ACTOR_IS(t, DAN);
    assert_false(judge(t, "Ada still"));
    assert_int_equal(reason_of(t, HM_REASON_NOT_ON_MOVE)->other, DAN);
    assert_false(judge(t, "next"));
    assert_int_equal(reason_of(t, HM_REASON_STILL_TO_MOVE)->other, DAN);
    GO(t, "Dan still");
    assert_false(judge(t, "Dan still"));
    assert_non_null(reason_of(t, HM_REASON_HAS_MOVED));
    assert_false(judge(t, "Cat pass"));
    assert_non_null(reason_of(t, HM_REASON_NOT_IN_MOVEMENT));
    GO(t, "Cat still");
    GO(t, "Brok still");
    GO(t, "Ada still");
    ACTOR_IS(t, 0);
    end(t);
}

static void initiative_by_side(void **state) {
    (void)state;
    table *t = begin("\"initiative\":\"side\"", FOUR);
    PLAY(t, "next", 2, 4, 4, 1, 2); /* level; Blue is drawn */
    assert_int_equal(body(t, BROK)->rank, 1);
    assert_int_equal(body(t, CAT)->rank, 2);
    assert_int_equal(body(t, ADA)->rank, 3);
    assert_int_equal(body(t, DAN)->rank, 4);
    end(t);
}

static void everyone(table *t, const char *what) {
    for (int i = 0; i < 8 && qm__hm_actor(t->s, t->st) != 0; i++) {
        char text[64];
        qm_text order = qm_text_over(text, sizeof text);
        qm_text_addf(&order, "%s %s", qm_figure_name(t->s, qm__hm_actor(t->s, t->st)), what);
        GO(t, text);
    }
    ACTOR_IS(t, 0);
}

/* HX-08: highest eDEX first, level ones draw, a changed eDEX re-sorts. */
static void order_of_action(void **state) {
    (void)state;
    table *t = begin("", FOUR);
    PLAY(t, "next", 4, 6, 5, 4, 3);
    everyone(t, "still");
    PLAY(t, "next", 1, 3, 1, 1); /* of Brok, Cat, Dan the third; then the first of two */
    ACTOR_IS(t, ADA);
    assert_false(judge(t, "Dan pass"));
    assert_int_equal(reason_of(t, HM_REASON_NOT_TO_ACT)->other, ADA);
    GO(t, "Ada pass");
    ACTOR_IS(t, DAN);
    GO(t, "set Dan hits 9"); /* three left: -3 DEX */
    assert_int_equal(body(t, DAN)->edex, 7);
    ACTOR_IS(t, BROK);
    GO(t, "Brok pass");
    GO(t, "Cat pass");
    assert_false(judge(t, "next"));
    assert_non_null(reason_of(t, HM_REASON_STILL_TO_ACT));
    GO(t, "Dan pass");
    assert_int_equal(t->st->phase, HM_PHASE_OVER);
    assert_non_null(event_of(t, HM_EVENT_TURN_OVER));
    assert_false(judge(t, "Dan pass"));
    assert_non_null(reason_of(t, HM_REASON_TURN_OVER));
    PLAY(t, "next", 4, 6, 5, 4, 3);
    assert_int_equal(t->st->turn, 2);
    end(t);
}

static void unable_figures(void **state) {
    (void)state;
    table *t = begin("", FOUR);
    PLAY(t, "next", 4, 6, 5, 4, 3);
    GO(t, "set Ada condition unconscious");
    assert_false(judge(t, "Ada still"));
    assert_non_null(reason_of(t, HM_REASON_UNCONSCIOUS));
    ACTOR_IS(t, BROK);
    GO(t, "remove Brok");
    assert_false(judge(t, "Brok still"));
    assert_non_null(reason_of(t, HM_REASON_NOT_ON_BOARD));
    ACTOR_IS(t, CAT);
    assert_false(t->st->ended);
    GO(t, "set Dan condition dead"); /* only Blue is left */
    assert_int_equal(t->st->ended, 2);
    assert_int_equal(t->st->winner, 2);
    assert_false(judge(t, "Cat still"));
    assert_non_null(reason_of(t, HM_REASON_GAME_OVER));
    end(t);
}

static void turn_limit(void **state) {
    (void)state;
    table *t = begin("", FOUR);
    for (int turn = 1; turn <= 9; turn++) {
        PLAY(t, "next", 4, 6, 5, 4, 3);
        everyone(t, "still");
        PLAY(t, "next", 1, 1, 1, 1);
        assert_false(t->st->ended);
        everyone(t, "pass");
    }
    assert_int_equal(t->st->ended, 1);
    end(t);
}

/* -------------------------------------------------------------------------------------------------------- chases */

/* HX-07: the one ahead moves first, by either reading. */
static void chases(void **state) {
    (void)state;
    table *t = begin("", FOUR);
    assert_false(judge(t, "chase Ada Ada"));
    assert_non_null(reason_of(t, HM_REASON_CHASE_SELF));
    assert_false(judge(t, "unchase Ada"));
    assert_non_null(reason_of(t, HM_REASON_NO_CHASE));
    GO(t, "chase Ada Cat");
    PLAY(t, "next", 4, 6, 5, 4, 3); /* Ada, Brok, Cat, Dan */
    ACTOR_IS(t, BROK);
    GO(t, "Brok still");
    ACTOR_IS(t, CAT);
    GO(t, "Cat still");
    ACTOR_IS(t, ADA);
    GO(t, "unchase Ada");
    ACTOR_IS(t, ADA);
    end(t);
    t = begin("\"chase_slot\":\"pull\"", FOUR);
    GO(t, "chase Ada Cat");
    GO(t, "chase Cat Dan"); /* a chain: the foremost first */
    PLAY(t, "next", 4, 6, 5, 4, 3);
    ACTOR_IS(t, DAN);
    GO(t, "Dan still");
    ACTOR_IS(t, CAT);
    GO(t, "Cat still");
    ACTOR_IS(t, ADA);
    GO(t, "Ada still");
    ACTOR_IS(t, BROK);
    end(t);
}

static void rings_of_chases(void **state) {
    (void)state;
    table *t = begin("", FOUR);
    GO(t, "chase Ada Brok");
    GO(t, "chase Brok Cat");
    GO(t, "chase Cat Ada");
    GO(t, "chase Dan Ada");
    PLAY(t, "next", 4, 5, 4, 3, 6); /* Dan waits for the ring; in the ring initiative */
    ACTOR_IS(t, ADA);
    end(t);
    t = begin("\"chase_slot\":\"pull\"", FOUR);
    GO(t, "chase Ada Brok");
    GO(t, "chase Brok Cat");
    GO(t, "chase Cat Brok");
    PLAY(t, "next", 4, 6, 3, 4, 5);
    ACTOR_IS(t, CAT);
    end(t);
    t = begin("\"chase_ring\":\"ask\"", FOUR);
    GO(t, "chase Ada Brok");
    GO(t, "chase Brok Cat");
    GO(t, "chase Cat Ada");
    PLAY(t, "next", 4, 6, 5, 4, 3, QM_TAPE_CHOICE | 1, 2); /* Brok goes first, then Ada behind him, then Cat */
    ACTOR_IS(t, BROK);
    GO(t, "Brok still");
    ACTOR_IS(t, ADA);
    end(t);
}

/* A chase ends with whoever is out of it, and one that looks like one is proposed. */
static void chases_end_and_begin(void **state) {
    (void)state;
    table *t = begin("", FOUR);
    GO(t, "chase Ada Brok");
    GO(t, "place Brok 0203 face S");
    PLAY(t, "next", 4, 6, 5, 4, 3);
    GO(t, "Brok step 0204 face S");
    GO(t, "Ada step 0202 face S");
    GO(t, "unchase Ada");
    everyone(t, "still");
    PLAY(t, "next", 1, 1, 1, 1);
    everyone(t, "pass");
    assert_int_equal(event_of(t, HM_EVENT_CHASE_PROPOSED)->figure, ADA);
    assert_int_equal(event_of(t, HM_EVENT_CHASE_PROPOSED)->other, BROK);
    GO(t, "chase Ada Brok");
    GO(t, "set Brok condition dead");
    PLAY(t, "next", 3, 6, 5, 4);
    assert_int_equal(event_of(t, HM_EVENT_CHASE_OVER)->other, BROK);
    assert_int_equal(body(t, ADA)->chasing, 0);
    end(t);
}

/* -------------------------------------------------------------------------------------------------------- delays */

/* HX-45: asked after each move, a last time at the end of the phase. */
static void delays(void **state) {
    (void)state;
    table *t = begin("", FOUR);
    PLAY(t, "next", 4, 6, 5, 4, 3);
    GO(t, "Ada delay");
    ACTOR_IS(t, BROK); /* who has just delayed is not asked at once */
    GO(t, "Brok delay");
    ACTOR_IS(t, ADA);
    GO(t, "Ada wait");
    ACTOR_IS(t, CAT);
    assert_false(judge(t, "Ada resume 0202"));
    assert_non_null(reason_of(t, HM_REASON_HAS_WAITED));
    GO(t, "Cat still");
    ACTOR_IS(t, ADA);
    GO(t, "Ada wait");
    ACTOR_IS(t, BROK);
    GO(t, "Brok wait");
    GO(t, "Dan still");
    ACTOR_IS(t, ADA);
    GO(t, "Ada wait");
    GO(t, "Brok resume 0908"); /* somebody moved: Ada is asked again */
    ACTOR_IS(t, ADA);
    GO(t, "Ada wait");
    ACTOR_IS(t, 0);
    PLAY(t, "next", 1, 1, 1, 1);
    assert_int_equal(event_of(t, HM_EVENT_PHASE_DELAY_OVER)->figure, ADA);
    assert_int_equal(body(t, ADA)->move, HM_MOVE_DONE);
    end(t);
    t = begin("\"delay_order\":\"reverse\"", FOUR);
    PLAY(t, "next", 4, 6, 5, 4, 3);
    GO(t, "Ada delay");
    GO(t, "Brok delay");
    GO(t, "Ada wait");
    GO(t, "Cat still");
    ACTOR_IS(t, BROK);
    end(t);
}

/* HX-05, HX-45: engaged while it delays. */
static void delayed_and_engaged(void **state) {
    (void)state;
    table *t = begin("", FOUR);
    PLAY(t, "next", 4, 6, 5, 4, 3);
    GO(t, "Ada delay");
    GO(t, "place Brok 0203 face N"); /* two away: no engagement */
    assert_int_equal(body(t, ADA)->flags & HM_HELD, 0);
    GO(t, "Brok step 0202");
    assert_int_equal(event_of(t, HM_EVENT_DELAY_OVER)->figure, ADA);
    ACTOR_IS(t, ADA);
    GO(t, "remove Brok"); /* free again, but her movement is over all the same */
    assert_false(judge(t, "Ada resume 0202"));
    assert_non_null(reason_of(t, HM_REASON_HELD));
    GO(t, "Ada resume face N");
    assert_int_equal(body(t, ADA)->facing, 0);
    assert_int_equal(body(t, ADA)->move, HM_MOVE_DONE);
    end(t);
    t = begin("\"delay_engaged\":\"shift\"", FOUR);
    PLAY(t, "next", 4, 6, 5, 4, 3);
    GO(t, "Ada delay");
    GO(t, "place Brok 0203 face N");
    GO(t, "Brok step 0202");
    assert_null(event_of(t, HM_EVENT_DELAY_OVER));
    ACTOR_IS(t, ADA);
    end(t);
}

/* delay_until = turn: between actions too. */
static void delayed_into_the_actions(void **state) {
    (void)state;
    table *t = begin("\"delay_until\":\"turn\"", FOUR);
    PLAY(t, "next", 4, 6, 5, 4, 3);
    GO(t, "Ada still");
    GO(t, "Brok delay");
    GO(t, "Cat still");
    GO(t, "Brok wait");
    GO(t, "Dan still");
    GO(t, "Brok wait");
    PLAY(t, "next", 1, 1, 1, 1);
    ACTOR_IS(t, ADA);
    GO(t, "Ada pass");
    ACTOR_IS(t, BROK);
    assert_false(judge(t, "Brok pass"));
    assert_non_null(reason_of(t, HM_REASON_ASKED_FIRST));
    GO(t, "Brok resume 0908");
    assert_false(judge(t, "Dan still"));
    assert_non_null(reason_of(t, HM_REASON_NOT_IN_ACTION));
    ACTOR_IS(t, BROK);
    GO(t, "Brok pass");
    end(t);
}

/* --------------------------------------------------------------------------------------------------- hits and falls */

/* A drive that answers from a tape, for calling rule code outside an order. */
typedef struct bench {
    qm__run run;
    qm__drive drive;
    qm_order order;
} bench;

static void start_bench(table *t, bench *b, const uint8_t *tape, uint16_t length) {
    memset(b, 0, sizeof *b);
    qm_order_clear(&b->order, HM_PASS, ADA);
    t->told = (qm_events){t->events, 128, 0, 0};
    b->drive.given = tape;
    b->drive.given_length = length;
    b->drive.events = &t->told;
    b->run = (qm__run){.scenario = t->s, .state = t->st, .order = &b->order, .drive = &b->drive};
}

static void wounds(void **state) {
    (void)state;
    table *t = begin("", FOUR);
    bench b;
    PLAY(t, "next", 4, 6, 5, 4, 3);
    start_bench(t, &b, NULL, 0);
    qm__hm_hurt(&b.run, ADA, 0);
    assert_non_null(event_of(t, HM_EVENT_UNHURT));
    qm__hm_hurt(&b.run, ADA, 5);
    assert_int_equal(body(t, ADA)->edex, 12); /* only in the next turn */
    assert_int_equal(body(t, ADA)->position, HM_STANDING);
    qm__hm_hurt(&b.run, ADA, 3); /* eight in all: falls at once */
    assert_non_null(event_of(t, HM_EVENT_FELL_WOUNDED));
    assert_int_equal(body(t, ADA)->position, HM_PRONE);
    assert_int_equal(body(t, ADA)->move, HM_MOVE_DONE);
    qm__hm_tire(&b.run, ADA, 1); /* three left */
    assert_int_equal(body(t, ADA)->edex, 12 - 3);
    qm__hm_tire(&b.run, ADA, 2); /* one left */
    assert_int_equal(body(t, ADA)->condition, HM_UNCONSCIOUS);
    qm__hm_hurt(&b.run, ADA, 1);
    assert_int_equal(body(t, ADA)->condition, HM_DEAD);
    qm__hm_hurt(&b.run, BROK, 5);
    everyone(t, "still");
    PLAY(t, "next", 1, 1, 1, 1);
    everyone(t, "pass");
    PLAY(t, "next", 3, 6, 5, 4);
    assert_int_equal(body(t, BROK)->edex, 8);
    everyone(t, "still");
    PLAY(t, "next", 1, 1);
    everyone(t, "pass");
    PLAY(t, "next", 3, 6, 5, 4);
    assert_int_equal(body(t, BROK)->edex, 10);
    end(t);
    t = begin("\"death\":\"below\"", FOUR);
    start_bench(t, &b, NULL, 0);
    qm__hm_hurt(&b.run, ADA, 11);
    assert_int_equal(body(t, ADA)->condition, HM_WELL);
    qm__hm_hurt(&b.run, ADA, 1);
    assert_int_equal(body(t, ADA)->condition, HM_UNCONSCIOUS);
    qm__hm_hurt(&b.run, ADA, 1);
    assert_int_equal(body(t, ADA)->condition, HM_DEAD);
    end(t);
}

static int dice_of(const char *settings, int centimetres) {
    table *t = begin(settings, FOUR);
    const int dice = qm__hm_fall_dice(t->s, centimetres);
    end(t);
    return dice;
}

/* HX-16, HX-20 */
static void dice_of_falls(void **state) {
    (void)state;
    assert_int_equal(dice_of("", 0), 0);
    assert_int_equal(dice_of("", 1), 1);
    assert_int_equal(dice_of("", 500), 1);
    assert_int_equal(dice_of("", 501), 2);
    assert_int_equal(dice_of("\"fall_rounding\":\"full\"", 499), 0);
    assert_int_equal(dice_of("\"fall_rounding\":\"full\"", 999), 1);
    assert_int_equal(dice_of("\"fall_growth\":\"triangular\"", 2000), 10);
    assert_int_equal(dice_of("\"fall_growth\":\"doubling\"", 2000), 8);
    assert_int_equal(dice_of("\"fall_growth\":\"doubling\"", 60000), 16);
    assert_int_equal(dice_of("\"fall_metres\":2,\"fall_dice\":2", 300), 4);
}

/* HX-16, HX-17 and falling onto others. */
static void falls(void **state) {
    (void)state;
    static const uint8_t dice[] = {2, 3, 4, 2, 1, 1};
    table *t =
        begin("\"fall_on_hurts\":\"both\"",
              "{\"name\":\"Ada\",\"side\":\"Red\",\"str\":12,\"dex\":12,\"at\":\"0705\","
              "\"armour\":\"plate\",\"position\":\"prone\"},{\"name\":\"Brok\",\"side\":\"Blue\",\"str\":12,\"dex\":10,"
              "\"at\":\"0705\"}");
    bench b;
    start_bench(t, &b, dice, sizeof dice);
    qm__hm_fall_from(&b.run, ADA, 900);
    assert_int_equal(body(t, ADA)->hits, 5); /* seven, of which her armour stops two and not five */
    assert_int_equal(event_of(t, HM_EVENT_ARMOUR_STOPPED)->value, 2);
    assert_int_equal(event_of(t, HM_EVENT_FELL_ON)->other, BROK);
    assert_int_equal(body(t, BROK)->hits, 2);
    assert_int_equal(body(t, BROK)->position, HM_STANDING);
    assert_true(body(t, ADA)->flags & HM_FELL);
    end(t);
}

/* Unconscious at the rim, it falls; so it does from a rope. */
static void losing_hold(void **state) {
    (void)state;
    static const uint8_t dice[] = {2, 1, 1};
    table *t =
        begin("", ONE("\"at\":\"0704\",\"hanging\":\"N\",\"hits\":9") ",{\"name\":\"Brok\",\"side\":\"Blue\",\"str\":12,"
                                                                  "\"dex\":10,\"at\":\"0909\"}");
    bench b;
    start_bench(t, &b, dice, sizeof dice);
    qm__hm_tire(&b.run, ADA, 2);
    assert_int_equal(body(t, ADA)->hanging, 0);
    assert_int_equal(event_of(t, HM_EVENT_DROPPED_OFF)->value, 900);
    assert_int_equal(body(t, ADA)->condition, HM_DEAD); /* two more hits from the fall */
    assert_int_equal(t->st->ended, 2);
    assert_true(qm__hm_check(t->s, t->st));
    end(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(initiative),
        cmocka_unit_test(initiative_by_side),
        cmocka_unit_test(order_of_action),
        cmocka_unit_test(unable_figures),
        cmocka_unit_test(turn_limit),
        cmocka_unit_test(chases),
        cmocka_unit_test(rings_of_chases),
        cmocka_unit_test(chases_end_and_begin),
        cmocka_unit_test(delays),
        cmocka_unit_test(delayed_and_engaged),
        cmocka_unit_test(delayed_into_the_actions),
        cmocka_unit_test(wounds),
        cmocka_unit_test(dice_of_falls),
        cmocka_unit_test(falls),
        cmocka_unit_test(losing_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
