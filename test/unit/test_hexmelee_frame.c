/* The frame of hexmelee: what it declares, loading, MOV and DEX, engagement, edits, what a table shows. */
#include "support/hexmelee_game.h"

/* ------------------------------------------------------------------------------------------------------- declared */

static void declared_tables(void **state) {
    (void)state;
    const qm_rules_facts *facts = qm_family_named("hexmelee");
    assert_ptr_equal(facts, qm__family_hexmelee.facts);
    assert_ptr_equal(qm_family_at(0), facts);
    assert_null(qm_family_at(qm_family_count()));
    assert_null(qm_family_named("nothing"));
    check_declared(facts, "HX", 48);
    assert_int_equal(HM_DICE(3, -2), qm_dice_pack(3, 6, -2));
}

static void citations_exist(void **state) {
    (void)state;
    check_citations(qm_family_named("hexmelee"));
}

/* -------------------------------------------------------------------------------------------------------- loading */

static void refuses(const char *settings, const char *figures, const char *field, const char *part) {
    table t = {0};
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    const qm_result loaded = load(&t, settings, figures, &wrong);
    expect_fault(&t, loaded, &wrong, 1, field, part);
}

static void bad_scenarios(void **state) {
    (void)state;
    refuses("", ONE("\"at\":\"0101\""), "figures[0].at", "solid");
    refuses("", ONE("\"at\":\"0202\"") ",{\"name\":\"Brok\",\"side\":\"Blue\",\"str\":9,\"dex\":9,\"at\":\"0202\"}",
            "figures[1].at", "same hex as Ada");
    refuses("", ONE("\"at\":\"0202\",\"ready\":\"sword\""), "figures[0].ready", "sword");
    refuses("", ONE("\"at\":\"0202\",\"chasing\":\"Ada\""), "figures[0].chasing", "itself");
    refuses("", ONE("\"at\":\"0202\",\"hanging\":\"N\""), "figures[0].hanging", "rim");
    refuses("", ONE("\"at\":\"0202\",\"condition\":\"away\""), "figures[0].condition", "away");
    /* a body may lie where another stands, and a figure may start on a wall's foot, in a pit or off the board */
    table *t = begin(
        "", ONE("\"at\":\"0202\"") ",{\"name\":\"Brok\",\"side\":\"Blue\",\"str\":9,\"dex\":9,\"at\":\"0202\","
                                   "\"position\":\"prone\"},{\"name\":\"Cat\",\"side\":\"Blue\",\"str\":9,\"dex\":9}");
    assert_int_equal(body(t, BROK)->under, 0);
    assert_int_equal(body(t, ADA)->under, 1);
    assert_int_equal(body(t, CAT)->condition, HM_AWAY);
    end(t);
    t = begin("", ONE("\"at\":\"0704\",\"hanging\":\"N\",\"hits\":10"));
    assert_int_equal(body(t, ADA)->hanging, 1);
    end(t);
    t = begin("", ONE("\"at\":\"0202\",\"hits\":11"));
    assert_int_equal(body(t, ADA)->condition, HM_UNCONSCIOUS);
    assert_int_equal(body(t, ADA)->position, HM_PRONE);
    end(t);
}

static int mov_of(const char *settings, const char *rest) {
    char text[300];
    qm_text figure = qm_text_over(text, sizeof text);
    qm_text_addf(&figure, ONE("\"at\":\"0202\",%s"), rest);
    table *t = begin(settings, text);
    const int mov = qm__hm_mov(t->s, t->st, ADA);
    end(t);
    return mov;
}

/* HX-02 with the facts: armour, Running, load. */
static void mov(void **state) {
    (void)state;
    assert_int_equal(mov_of("", "\"mov\":10"), 10);
    assert_int_equal(mov_of("", "\"running\":true"), 12);
    assert_int_equal(mov_of("", "\"armour\":\"chain\""), 6);
    assert_int_equal(mov_of("", "\"armour\":\"chain\",\"running\":true"), 8);
    assert_int_equal(mov_of("\"running_in_armour\":\"unarmoured_only\"", "\"armour\":\"chain\",\"running\":true"), 6);
    assert_int_equal(mov_of("\"running_in_armour\":\"unarmoured_only\"", "\"armour\":\"cloth\",\"running\":true"), 10);
    assert_int_equal(mov_of("\"running_in_armour\":\"unarmoured_only\"", "\"running\":true"), 12);
    assert_int_equal(mov_of("", "\"mov\":12,\"armour\":\"leather\""), 10);
    assert_int_equal(mov_of("", "\"load\":47"), 10); /* below 4 x 12 */
    assert_int_equal(mov_of("", "\"load\":48"), 8);
    assert_int_equal(mov_of("", "\"load\":72"), 8);
    assert_int_equal(mov_of("", "\"load\":73"), 6);
    assert_int_equal(mov_of("", "\"load\":97"), 4);
    assert_int_equal(mov_of("", "\"load\":121"), 1);
    assert_int_equal(mov_of("", "\"mov\":3,\"armour\":\"plate\""), 0);
}

/* HX-03, HX-04 */
static void allowance(void **state) {
    (void)state;
    table *t = begin("", ONE("\"at\":\"0202\",\"load\":121"));
    assert_int_equal(qm__hm_allowance(t->s, t->st, ADA), 1);
    body(t, ADA)->position = HM_KNEELING;
    assert_int_equal(qm__hm_allowance(t->s, t->st, ADA), 1);
    end(t);
    t = begin("\"crawl_when_slowed\":\"zero\"", ONE("\"at\":\"0202\",\"load\":121,\"position\":\"prone\""));
    assert_int_equal(qm__hm_allowance(t->s, t->st, ADA), 0);
    end(t);
    t = begin("", ONE("\"at\":\"0202\",\"armour\":\"plate\",\"position\":\"prone\""));
    assert_int_equal(qm__hm_allowance(t->s, t->st, ADA), 2);
    end(t);
}

static void saving_rolls(void **state) {
    (void)state;
    table *t = begin("", ONE("\"at\":\"0202\""));
    assert_int_equal(qm__hm_save_cut(t->s, 3, 20), 20);
    assert_true(qm__hm_save_chance(t->s, 2, 7) == 21.0 / 36.0);
    assert_true(qm__hm_save_chance(t->s, 0, -5) == 1.0);
    end(t);
    t = begin("\"auto_results\":\"bands\"", ONE("\"at\":\"0202\""));
    assert_int_equal(qm__hm_save_cut(t->s, 3, 20), 15);
    assert_int_equal(qm__hm_save_cut(t->s, 3, 1), 5);
    assert_int_equal(qm__hm_save_cut(t->s, 3, 9), 9);
    assert_int_equal(qm__hm_save_cut(t->s, 7, 1), 1); /* no band for seven dice */
    end(t);
    t = begin("\"save_dex\":\"effective\"",
              ONE("\"at\":\"0509\",\"armour\":\"leather\",\"shield\":\"large\",\"load\":80"));
    qm_term terms[QM_TERMS_MAX];
    uint16_t count = 0;
    assert_int_equal(qm__hm_save_dex(t->s, t->st, ADA, terms, &count), 10 - 2 - 1 - 1 - 6);
    assert_int_equal(count, 5);
    assert_int_equal(body(t, ADA)->edex, 0);
    end(t);
}

/* ---------------------------------------------------------------------------------------------------- engagement */

/* Ada at 0505 facing north, Brok north of her facing away or towards her. */
static table *nose_to_nose(const char *settings, const char *brok_faces) {
    char text[64];
    qm_text order = qm_text_over(text, sizeof text);
    table *t = begin(settings, FOUR);
    GO(t, "place Ada 0505 face N");
    qm_text_addf(&order, "place Brok 0504 face %s", brok_faces);
    GO(t, text);
    return t;
}

static bool engages(const table *t, uint16_t a, uint16_t b) {
    return hm_engages(t->s, t->st, a, b);
}

/* HX-29, HX-30, HX-48 and their readings. */
static void engagement(void **state) {
    (void)state;
    table *t = nose_to_nose("", "N");
    assert_true(engages(t, ADA, BROK));
    assert_false(engages(t, BROK, ADA)); /* she is behind him */
    assert_true(qm__hm_engaged(t->s, t->st, BROK));
    assert_false(qm__hm_engaged(t->s, t->st, ADA));
    assert_true(qm__hm_engages_at(t->s, t->st, BROK, ADA, hex_at(t, 5, 3), 3));
    assert_false(qm__hm_engages_at(t->s, t->st, BROK, ADA, hex_at(t, 5, 2), 3)); /* two away */
    GO(t, "place Dan 0503 face S");
    assert_true(engages(t, DAN, BROK));
    assert_false(engages(t, DAN, ADA));
    uint16_t out[4];
    assert_int_equal(qm__hm_engagers_at(t->s, t->st, BROK, hex_at(t, 5, 4), 0, out, 4), 2);
    assert_int_equal(out[0], ADA);
    assert_int_equal(out[1], DAN);
    assert_int_equal(qm__hm_engagers_at(t->s, t->st, BROK, hex_at(t, 5, 4), 0, NULL, 1), 1);
    GO(t, "set Ada position kneeling");
    assert_true(engages(t, ADA, BROK));
    GO(t, "set Ada position prone");
    assert_false(engages(t, ADA, BROK));
    GO(t, "set Brok position prone"); /* fallen, in Dan's front: still engaged */
    assert_true(engages(t, DAN, BROK));
    end(t);
    t = nose_to_nose("\"engagement\":\"mutual\"", "N");
    assert_false(engages(t, ADA, BROK));
    assert_true(qm__hm_engages_at(t->s, t->st, ADA, BROK, hex_at(t, 5, 4), HM_FACING_ANY));
    GO(t, "set Brok facing SE"); /* she is in one of his front hexes */
    assert_true(engages(t, ADA, BROK));
    end(t);
}

static void engagement_readings(void **state) {
    (void)state;
    table *t = nose_to_nose("\"kneeling_engages\":\"no\"", "S");
    GO(t, "set Ada position kneeling");
    assert_false(engages(t, ADA, BROK));
    end(t);
    t = nose_to_nose("\"engager\":\"armed\"", "S");
    assert_false(engages(t, ADA, BROK));
    GO(t, "give bow Ada");
    GO(t, "set Ada ready bow");
    assert_false(engages(t, ADA, BROK));
    GO(t, "give sword Ada");
    GO(t, "set Ada ready sword");
    assert_true(engages(t, ADA, BROK));
    end(t);
    t = nose_to_nose("\"fallen_engaged\":\"no\"", "S");
    GO(t, "set Brok position prone");
    assert_false(engages(t, ADA, BROK));
    end(t);
    t = nose_to_nose("\"rear_only\":\"all\"", "S");
    body(t, ADA)->flags = HM_CRAWLED;
    assert_false(engages(t, ADA, BROK));
    end(t);
    t = nose_to_nose("\"same_hex\":\"engaged\"", "S");
    GO(t, "set Brok position prone");
    GO(t, "place Brok 0505");
    assert_true(engages(t, ADA, BROK));
    assert_false(engages(t, BROK, ADA));
    end(t);
}

/* HX-19: over the rim of a pit. */
static void engagement_and_pits(void **state) {
    (void)state;
    static const struct {
        const char *setting;
        bool deep, shallow;
    } readings[] = {{"\"pit_engagement\":\"shallow\"", false, true},
                    {"\"pit_engagement\":\"none\"", false, false},
                    {"\"pit_engagement\":\"all\"", true, true}};
    for (size_t i = 0; i < 3; i++) {
        table *t = begin(readings[i].setting, FOUR);
        GO(t, "place Ada 0706 face N");
        GO(t, "place Brok 0705 face S");
        assert_int_equal(engages(t, ADA, BROK), readings[i].deep);
        assert_int_equal(engages(t, BROK, ADA), readings[i].deep);
        GO(t, "place Ada 0704 face S"); /* both in the pit */
        assert_true(engages(t, ADA, BROK));
        GO(t, "place Ada 0809 face N");
        GO(t, "place Brok 0808 face S");
        assert_int_equal(engages(t, ADA, BROK), readings[i].shallow);
        end(t);
    }
}

/* HX-28, HX-31 */
static void sides_of_attack(void **state) {
    (void)state;
    table *t = nose_to_nose("", "S");
    assert_int_equal(qm__hm_attack_side(t->s, t->st, ADA, BROK), 1);
    GO(t, "set Brok facing SE");
    assert_int_equal(qm__hm_attack_side(t->s, t->st, ADA, BROK), 1);
    GO(t, "set Brok facing NE");
    assert_int_equal(qm__hm_attack_side(t->s, t->st, ADA, BROK), 2);
    GO(t, "set Brok facing N");
    assert_int_equal(qm__hm_attack_side(t->s, t->st, ADA, BROK), 3);
    GO(t, "set Brok facing S");
    body(t, BROK)->flags = HM_GRABBED;
    assert_int_equal(qm__hm_attack_side(t->s, t->st, ADA, BROK), 3);
    assert_int_equal(qm__hm_attack_side(t->s, t->st, CAT, BROK), 0);
    end(t);
}

/* ---------------------------------------------------------------------------------------------------------- edits */

static void edits(void **state) {
    (void)state;
    table *t = begin("", FOUR);
    assert_false(judge(t, "place Ada 0909"));
    assert_int_equal(reason_of(t, HM_REASON_PLACE_TAKEN)->other, BROK);
    assert_false(judge(t, "place Ada 0101"));
    assert_non_null(reason_of(t, HM_REASON_NO_STANDING_THERE));
    assert_false(judge(t, "lay sword 0101"));
    assert_false(judge(t, "set Ada ready sword"));
    assert_non_null(reason_of(t, HM_REASON_NOT_HELD));
    qm_order order;
    qm_order_clear(&order, HM_EDIT_SET, 0);
    order.arguments[0] = ADA; /* field 0 is `at`, which only place changes */
    assert_int_equal(qm_judge(t->s, t->st, &order, t->scratch, &t->v), QM_OK);
    assert_non_null(reason_of(t, HM_REASON_NOT_EDITABLE));
    assert_false(judge(t, "set Ada condition away"));
    assert_non_null(reason_of(t, HM_REASON_BAD_VALUE));
    GO(t, "give sword Ada");
    GO(t, "set Ada ready sword");
    assert_int_equal(body(t, ADA)->ready, 1);
    GO(t, "give sword Brok");
    assert_int_equal(body(t, ADA)->ready, 0);
    GO(t, "lay sword 0303");
    assert_int_equal(hm_thing_at(t->s, t->st, 1)->holder, 0);
    assert_int_equal(hm_thing_at(t->s, t->st, 1)->hex, hex_at(t, 3, 3));
    GO(t, "place Ada 0509 face SW"); /* into the shadow */
    assert_int_equal(body(t, ADA)->facing, 4);
    assert_int_equal(body(t, ADA)->edex, 6);
    GO(t, "set Dan position prone");
    GO(t, "place Dan 0509");
    assert_int_equal(body(t, DAN)->under, 1);
    assert_false(judge(t, "set Dan position kneeling"));
    assert_int_equal(reason_of(t, HM_REASON_PLACE_TAKEN)->other, ADA);
    GO(t, "remove Dan");
    assert_false(judge(t, "remove Dan"));
    assert_false(judge(t, "give sword Dan"));
    GO(t, "place Dan 0508");
    assert_int_equal(body(t, DAN)->condition, HM_WELL);
    end(t);
}

/* Hex numbers and places. */
static void places(void **state) {
    (void)state;
    table *t = begin("", FOUR);
    for (uint16_t hex = 1; hex <= t->s->hex.hex_count; hex++) {
        const qm_place place = qm__hm_place(t->s, hex);
        assert_int_equal(place.x, qm__hex_column(&t->s->hex, hex) + 1);
        assert_int_equal(place.y, qm__hex_row(&t->s->hex, hex) + 1);
        assert_int_equal(qm__hm_hex(t->s, place), hex);
    }
    assert_int_equal(qm__hm_place(t->s, 0).x, 0);
    assert_int_equal(qm__hm_hex(t->s, (qm_place){.x = 10, .y = 1}), 0);
    end(t);
}

static void looks(void **state) {
    (void)state;
    table *t = begin("", FOUR);
    qm_look look;
    char text[200];
    qm_text out = qm_text_over(text, sizeof text);
    qm_figure_look(t->s, t->st, ADA, &look);
    assert_int_equal(look.at.x, 2);
    assert_int_equal(look.at.y, 1);
    assert_int_equal(look.facing, 3);
    assert_int_equal(look.posture, QM_POSTURE_STANDING);
    assert_false(look.may_act);
    GO(t, "give sword Ada");
    GO(t, "set Ada ready sword");
    GO(t, "set Ada hits 9");
    GO(t, "chase Ada Brok");
    qm_figure_describe(t->s, t->st, ADA, &out);
    assert_string_equal(text, "STR 3/12 DEX 12 (eDEX 9) MOV 10, standing, chasing Brok, sword ready");
    qm_item_look(t->s, t->st, 1, &look);
    assert_int_equal(look.holder, ADA);
    assert_int_equal(look.posture, QM_POSTURE_GONE);
    qm_place places[6];
    assert_int_equal(qm__hm_threat(t->s, t->st, ADA, places, 6), 3);
    GO(t, "set Ada facing N"); /* ahead is the edge of the board, to the left solid ground */
    assert_int_equal(qm__hm_threat(t->s, t->st, ADA, places, 6), 1);
    assert_int_equal(places[0].x, 3);
    end(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(declared_tables),
        cmocka_unit_test(citations_exist),
        cmocka_unit_test(bad_scenarios),
        cmocka_unit_test(mov),
        cmocka_unit_test(allowance),
        cmocka_unit_test(saving_rolls),
        cmocka_unit_test(engagement),
        cmocka_unit_test(engagement_readings),
        cmocka_unit_test(engagement_and_pits),
        cmocka_unit_test(sides_of_attack),
        cmocka_unit_test(edits),
        cmocka_unit_test(places),
        cmocka_unit_test(looks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
