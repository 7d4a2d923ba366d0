/* A table outside a family: reading it, writing it out, hashes, and places and directions in the notation; on the toy
 * family that walks on a table. */
#include "support/ramble.h"

static void the_table_is_read(void **unused) {
    (void)unused;
    fixture f = open_yard();
    const qm__table *t = &f.scenario->table;
    assert_int_equal(t->width, 44000);
    assert_int_equal(t->depth, 60500);
    assert_int_equal(t->prism_count, 3);
    assert_int_equal(t->ladder_count, 1);
    assert_int_equal(t->area_count, 2);
    assert_int_equal(t->height_count, 3);
    const qm__prism *house = &t->prisms[0], *block = &t->prisms[1], *low = &t->prisms[2];
    assert_string_equal(house->name, "house");
    assert_int_equal(house->bottom, 0);
    assert_int_equal(house->top, 3000);
    assert_int_equal(house->flags, QM__PRISM_WALKABLE);
    assert_int_equal(house->kind, 0);
    /* Railings in front, on the right (of an inch: true) and on the left. */
    static const qm__corner corners[4] = {
        {10000, 10000, 1500}, {16000, 10000, 1000}, {16000, 18000, 0}, {10000, 18000, 500}};
    assert_memory_equal(t->corners + t->rings[house->polygon.first_ring].first, corners, sizeof corners);
    assert_string_equal(block->name, "prism 2");
    assert_int_equal(block->bottom, 1250);
    assert_int_equal(block->flags, QM__PRISM_SHEER | QM__PRISM_CLEAR | QM__PRISM_IMPASSABLE);
    assert_string_equal(f.scenario->rules.tables[0].rows[block->kind - 1].name, "mud");
    assert_int_equal(block->polygon.ring_count, 2);
    assert_int_equal(qm__polygon_side(t, &block->polygon, 21900, 21500), -1); /* in the hole */
    assert_int_equal(t->corners[t->rings[low->polygon.first_ring].first + 3].rail, 125);
    assert_string_equal(t->ladders[0].name, "ladder 1");
    assert_int_equal(t->ladders[0].foot_z, 0);
    assert_int_equal(t->ladders[0].head_z, 3000);
    assert_string_equal(t->areas[1].name, "zone 2");
    assert_int_equal(t->areas[0].top, 0);
    assert_int_equal(t->areas[1].top, 2000);
    assert_int_equal(f.scenario->zones[0].area, 1);
    assert_string_equal(qm_solid_name(f.scenario, 1), "house");
    assert_string_equal(qm_solid_name(f.scenario, 0), "");
    assert_string_equal(qm_solid_name(f.scenario, 4), "");
    close_it(&f);
}

static void figures_stand_at_places(void **unused) {
    (void)unused;
    fixture f = open_yard();
    qm_look look;
    qm_figure_look(f.scenario, f.state, 2, &look);
    assert_int_equal(look.at.x, 12500);
    assert_int_equal(look.at.y, 14000);
    assert_int_equal(look.at.z, 3000);
    assert_int_equal(look.facing, 22474); /* 123.456 / 360 * 65536 = 22474.48 */
    qm_figure_look(f.scenario, f.state, 1, &look);
    assert_int_equal(look.facing, 16384);
    assert_int_equal(look.radius, 500);
    qm_figure_look(f.scenario, f.state, 3, &look);
    assert_int_equal(look.radius, 0);
    assert_int_equal(look.width, 2000);
    assert_int_equal(look.length, 4000);
    qm_text text = qm_text_growing(NULL);
    qm_state_write_json(f.scenario, f.state, &text);
    assert_non_null(
        strstr(text.data, "\"Bo\":{\"side\":\"blue\",\"at\":\"12.5,14@3\",\"facing\":123.453,\"done\":false}"));
    qm_text_free(&text);
    close_it(&f);
}

/* ---------------------------------------------------------------------------------------------------------- writing */

static void the_table_is_written_out(void **unused) {
    (void)unused;
    fixture f = open_yard();
    qm_text text = qm_text_growing(NULL), again = qm_text_growing(NULL);
    qm_scenario_write_json(f.scenario, &text);
    char *expected =
        quoted("'board':{'space':'table','width':44,'depth':60.5,'prisms':[{'name':'house','at':[[10,10],[16,10],"
               "[16,18],[10,18]],'top':3,'rails':[1.5,1,0,0.5]},{'name':'prism 2','at':[[20,20],[24,20],[24,24],"
               "[20,24]],'holes':[[[21,21],[22,22],[22,21]]],'bottom':1.25,'top':2.5,'walkable':false,"
               "'climbable':false,'sight':'clear','impassable':true,'kind':'mud'},");
    assert_non_null(strstr(text.data, expected));
    assert_non_null(strstr(text.data, "\"rail\":0.125"));
    assert_non_null(strstr(text.data, "\"ladders\":[{\"name\":\"ladder 1\",\"foot\":[9,12,0],\"head\":[10,12,3]}]"));
    assert_non_null(strstr(text.data, "\"at\":\"12.5,14@3\""));
    assert_non_null(strstr(text.data, "\"facing\":123.453"));
    assert_non_null(strstr(text.data, "\"area\":\"hill\""));
    qm_scenario *back = battery_load_text(text.data);
    assert_true(qm_scenario_hash(back) == qm_scenario_hash(f.scenario));
    qm_scenario_write_json(back, &again);
    assert_string_equal(again.data, text.data);
    free(expected);
    qm_text_free(&text);
    qm_text_free(&again);
    qm_scenario_free(back);
    close_it(&f);
}

static uint64_t hash_with(const char *part, const char *instead) {
    char *from = quoted(part), *to = quoted(instead), *yard = quoted(yard_text), *text = with(yard, from, to);
    qm_scenario *s = battery_load_text(text);
    const uint64_t hash = qm_scenario_hash(s);
    qm_scenario_free(s);
    free(text);
    free(yard);
    free(to);
    free(from);
    return hash;
}

static void everything_is_part_of_the_hash(void **unused) {
    (void)unused;
    static const char *const changes[][2] = {
        {"'width': 44", "'width': 44.001"},
        {"'box': [10, 10, 16, 18]", "'box': [10, 10, 16, 18.001]"},
        {"'top': 3, ", "'top': 3, 'walkable': true, 'climbable': false, "},
        {"[1.5, true, false, 0.5]", "[1.5, true, false, 0.25]"},
        {"'kind': 'mud'", "'kind': 'brook'"},
        {", 'holes': [[[21, 21], [22, 21], [22, 22]]]", ""},
        {"'foot': [9, 12]", "'foot': [9, 12.001]"},
        {"'kind': 'brook', 'top': 2", "'kind': 'brook', 'top': 2.001"},
        {"'at': [[30, 30], [40, 30], [40, 40]]", "'at': [[30, 30], [40, 30], [40, 40.001]]"},
        {"'area': 'hill'", "'area': 'zone 2'"},
        {"'facing': 90", "'facing': 90.01"},
        {"'at': '5,5'", "'at': '5,5.001'"},
    };
    const uint64_t plain = hash_with("'Yard'", "'Court'"); /* a title is not */
    assert_true(plain == hash_with("'Yard'", "'Yard'"));
    /* Where a ring begins to be told does not matter less than what it is; which way round it runs does not matter. */
    assert_true(plain == hash_with("[20, 20], [20, 24], [24, 24], [24, 20]", "[20, 20], [24, 20], [24, 24], [20, 24]"));
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        assert_true(plain != hash_with(changes[i][0], changes[i][1]));
    }
}

/* --------------------------------------------------------------------------------------------------------- notation */

static void places_read_back(void **unused) {
    (void)unused;
    fixture f = open_yard();
    static const struct {
        const char *text, *printed; /* NULL: is no place */
        qm_place place;
    } places[] = {
        {"12.5,8@3", "12.5,8@3", {12500, 8000, 3000}},
        {"12.5,8", "12.5,8", {12500, 8000, 0}},
        {"12.500,8.0@0", "12.5,8", {12500, 8000, 0}},
        {"0.001,0@0.125", "0.001,0@0.125", {1, 0, 125}},
        {"-1.5,-0.25@-2", "-1.5,-0.25@-2", {-1500, -250, -2000}},
        {"10000,-10000", "10000,-10000", {10000000, -10000000, 0}},
        {"10000.001,0", NULL, {0}},
        {"1,2@10000.001", NULL, {0}},
        {"99999999999999,0", NULL, {0}},
        {"1.2345,0", NULL, {0}},
        {"1.,0", NULL, {0}},
        {".5,0", NULL, {0}},
        {"1,", NULL, {0}},
        {"1", NULL, {0}},
        {"", NULL, {0}},
        {"1,2@", NULL, {0}},
        {"1,2@3@4", NULL, {0}},
        {"1,2,3", NULL, {0}},
        {"1, 2", NULL, {0}},
        {"+1,2", NULL, {0}},
        {"--1,2", NULL, {0}},
        {"1e3,2", NULL, {0}},
        {"1,2x", NULL, {0}},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        qm_place place;
        const bool good = qm_place_read(f.scenario, places[i].text, strlen(places[i].text), &place);
        assert_int_equal(good, places[i].printed != NULL);
        assert_true(qm__place_same(place, places[i].place));
        char array[QM__PLACE_TEXT_SIZE];
        qm_text text = qm_text_over(array, sizeof array);
        qm_place_print(f.scenario, place, &text);
        assert_true(!good || strcmp(array, places[i].printed) == 0);
        assert_false(text.truncated);
    }
    close_it(&f);
}

static void directions_read_back(void **unused) {
    (void)unused;
    fixture f = open_yard();
    for (int parts = 0; parts < 65536; parts++) {
        char array[16];
        qm_text text = qm_text_over(array, sizeof array);
        qm_direction_print(f.scenario, parts, &text);
        assert_int_equal(qm_direction_named(f.scenario, array, text.length), parts);
    }
    static const struct {
        const char *text;
        int parts;
    } named[] = {{"0", 0},        {"90", 16384},  {"180", 32768},    {"270", 49152}, {"45", 8192},
                 {"0.005", 1},    {"359.999", 0}, {"359.99", 65534}, {"360", -1},    {"-1", -1},
                 {"12.3456", -1}, {"N", -1},      {"", -1},          {"1e1", -1}};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        assert_int_equal(qm_direction_named(f.scenario, named[i].text, strlen(named[i].text)), named[i].parts);
    }
    for (int degrees = 0; degrees < 360; degrees++) { /* whole numbers stay what they are */
        char given[8], array[16];
        qm_text number = qm_text_over(given, sizeof given), text = qm_text_over(array, sizeof array);
        qm_text_add_int(&number, degrees);
        qm_direction_print(f.scenario, qm_direction_named(f.scenario, given, number.length), &text);
        assert_string_equal(array, given);
    }
    assert_string_equal(qm_direction_name(f.scenario, 0), "");
    close_it(&f);
}

static void orders_read_back(void **unused) {
    (void)unused;
    fixture f = open_yard();
    static const char text[] = "Ada walk via 12.345,8@3 5,5 via -0.5,10000@-1 face 123.46";
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order order, again;
    assert_int_equal(qm_order_read(f.scenario, text, strlen(text), &order, &list), QM_OK);
    assert_int_equal(order.leg_count, 4);
    assert_int_equal(order.legs[0].to.z, 3000);
    assert_int_equal(order.legs[2].to.y, 10000000);
    assert_int_equal(order.legs[3].thing, 22475);
    char array[QM_ORDER_TEXT_MAX + 1];
    qm_text printed = qm_text_over(array, sizeof array);
    qm_order_print(f.scenario, &order, &printed);
    assert_string_equal(array, text);
    assert_int_equal(qm_order_read(f.scenario, array, printed.length, &again, &list), QM_OK);
    assert_true(qm_order_equal(&order, &again));
    static const char *const wrong[][2] = {
        {"Ada walk 0304", "\"0304\" is no place of a table: write x,y or x,y@height in inches"},
        {"Ada walk via", "expected a place, but the order ends here"},
        {"Ada walk none", "expected a place, via, face, climb, ladder, jump or drop, but found \"none\""},
        {"Ada walk 5,5 face NE", "\"NE\" is no direction: write degrees"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        qm_diagnostics_free(&list);
        list = qm_diagnostics_make(NULL);
        assert_int_equal(qm_order_read(f.scenario, wrong[i][0], strlen(wrong[i][0]), &order, &list), QM_ERROR_INPUT);
        assert_non_null(strstr(list.items[0].message, wrong[i][1]));
    }
    qm_diagnostics_free(&list);
    close_it(&f);
}

/* A family whose orders or fields cannot hold its places is not one. */
static void places_must_fit(void **unused) {
    (void)unused;
    static const qm_order_kind orders[] = {{0},
                                           {"go", "", "", QM_ORDER_ACTOR, 1, {{"", QM_OPERAND_PLACE, NULL, false}}}};
    static const qm_field at = {.name = "at", .type = QM_TYPE_PLACE};
    qm_rules_facts facts = *qm__family_ramble.facts;
    qm_scenario *s = NULL;
    qm__family family = qm__family_ramble;
    family.facts = &facts;
    assert_int_equal(qm__scenario_new(&family, NULL, &s), QM_OK);
    qm_scenario_free(s);
    facts.orders = orders;
    facts.order_count = 2;
    assert_int_equal(qm__scenario_new(&family, NULL, &s), QM_ERROR_USAGE);
    facts.space = QM_SPACE_TILE;
    assert_int_equal(qm__scenario_new(&family, NULL, &s), QM_OK);
    qm_scenario_free(s);
    facts = *qm__family_ramble.facts;
    facts.figure_state = &at;
    facts.figure_state_count = 1;
    assert_int_equal(qm__scenario_new(&family, NULL, &s), QM_ERROR_USAGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_read),        cmocka_unit_test(figures_stand_at_places),
        cmocka_unit_test(the_table_is_written_out), cmocka_unit_test(everything_is_part_of_the_hash),
        cmocka_unit_test(places_read_back),         cmocka_unit_test(directions_read_back),
        cmocka_unit_test(orders_read_back),         cmocka_unit_test(places_must_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
