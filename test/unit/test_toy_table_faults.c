/* What is wrong in the file of a table: said with its place, the name of the part and what was expected; on the toy
 * family that walks on a table. */
#include "support/ramble.h"

/* What a wrong table is told, where, and how often. */
static void faults_say_what_is_wrong(void **unused) {
    (void)unused;
    static const struct {
        const char *part, *instead;
        uint32_t line;
        const char *field, *message;
    } wrong[] = {
        {"'width': 44", "'width': 0.5", 2, "board.width", "0.5 is below 1 inches"},
        {"'width': 44", "'width': 10000.001", 2, "board.width", "10000.001 is above 10000 inches"},
        {"'width': 44, ", "", 2, "board.width", "is missing"},
        {"'depth': 60.5", "'dept': 60.5", 2, "board.dept", "did you mean \"depth\""},
        {"'width': 44", "'space': 'tile', 'width': 44", 2, "board.space", "table"},
        {"'box': [10, 10, 16, 18]", "'box': [10, 10, 16]", 4, "board.prisms[0].box", "house: a box is four numbers"},
        {"'box': [10, 10, 16, 18]", "'box': [16, 10, 10, 18]", 4, "board.prisms[0].box",
         "house: a box has no area unless x0 is less than x1 and y0 less than y1; this one goes from 16,10 to 10,18"},
        {"'box': [10, 10, 16, 18]", "'box': [10, 10.5, 10, 18]", 4, "board.prisms[0].box",
         "this one goes from 10,10.5 to 10,18"},
        {"'box': [10, 10, 16, 18]", "'box': [10, 10, 16.0001, 18]", 4, "board.prisms[0].box[2]",
         "house: 16.0001 has more than 3 decimal places"},
        {"'box': [10, 10, 16, 18]", "'box': [10, 10, 16, 10000.5]", 4, "board.prisms[0].box[3]",
         "house: 10000.5 lies beyond ±10,000 inches"},
        {"'box': [10, 10, 16, 18]", "'box': [10, 10, 16, 1e300]", 4, "board.prisms[0].box[3]",
         "house: 1e300 is too large"},
        {"'box': [10, 10, 16, 18]", "'bx': [10, 10, 16, 18]", 4, "board.prisms[0].bx", "did you mean \"box\""},
        {"'box': [10, 10, 16, 18], 'top': 3, ", "'top': 3, ", 4, "board.prisms[0]", "house: needs either \"at\""},
        {"'top': 3, ", "", 4, "board.prisms[0].top", "house: is missing"},
        {"'top': 3, ", "'top': 0, ", 4, "board.prisms[0].top", "house: its bottom, 0\", is not below its top, 0\""},
        {"'bottom': 1.25", "'bottom': 2.5", 5, "board.prisms[1].bottom",
         "prism 2: its bottom, 2.5\", is not below its top, 2.5\""},
        {"'rails': [1.5, true, false, 0.5]", "'rails': [true]", 4, "board.prisms[0].rails",
         "house: must be a list with one entry for each edge"},
        {"'rails': [1.5, true, false, 0.5]", "'rails': [true, 0, false, -0.5]", 4, "board.prisms[0].rails[3]",
         "not below 0"},
        {"'rail': 0.125", "'rail': 'high'", 7, "board.prisms[2].rail", "low step: must be a number"},
        {"'rail': 0.125", "'rail': 1, 'rails': [1, 1, 1, 1]", 7, "board.prisms[2].rails", "has \"rail\" already"},
        {"[20, 20], [20, 24], [24, 24], [24, 20]", "[20, 20], [24, 24], [24, 20], [20, 24]", 5, "board.prisms[1].at[0]",
         "prism 2: the edge from corner 1 of its outline crosses or touches the edge from corner 3 at 22,22"},
        {"[20, 20], [20, 24], [24, 24], [24, 20]", "[20, 20], [20, 24]", 5, "board.prisms[1].at[0]",
         "prism 2: its outline has fewer than three corners"},
        {"[20, 20], [20, 24], [24, 24], [24, 20]", "[20, 20], [20, 24], [24, 24], [20, 24]", 5, "board.prisms[1].at[3]",
         "prism 2: corners 2 and 4 of its outline are in the same place, 20,24"},
        {"[20, 20], [20, 24], [24, 24], [24, 20]", "[20, 20], [20, 24], [20, 26.5]", 5, "board.prisms[1].at[0]",
         "prism 2: its outline has no area: all its corners lie on one line, from 20,20"},
        {"[20, 20], [20, 24], [24, 24], [24, 20]", "[20, 20], [20, '24'], [24, 24], [24, 20]", 5,
         "board.prisms[1].at[1][1]", "prism 2: must be a number, not string"},
        {"[20, 20], [20, 24], [24, 24], [24, 20]", "[20, 20], 20, [24, 24], [24, 20]", 5, "board.prisms[1].at[1]",
         "prism 2: a corner is two numbers, [x, y]"},
        {"[[21, 21], [22, 21], [22, 22]]", "[[21, 21], [25, 21], [22, 22]]", 5, "board.prisms[1].holes[0][1]",
         "prism 2: its hole 1 is not inside its outline at 25,21"},
        {"[[21, 21], [22, 21], [22, 22]]", "[[21, 21], [24, 21], [22, 22]]", 5, "board.prisms[1].holes[0][0]",
         "prism 2: its hole 1 meets its outline at 24,21"},
        {"[[21, 21], [22, 21], [22, 22]]", "[[21, 21], [22, 21], [22, 22]], [[22, 22], [23, 22], [23, 23]]", 5,
         "board.prisms[1].holes[1][0]", "prism 2: its hole 2 meets or lies in or around its hole 1 at 22,22"},
        {"'holes': [[[21", "'holes': [7, [[21", 5, "board.prisms[1].holes[0]", "prism 2: must be a list of corners"},
        {"'sight': 'clear'", "'sight': 'glass'", 6, "board.prisms[1].sight", "it is blocks or clear"},
        {"'walkable': false", "'walkable': 0", 6, "board.prisms[1].walkable", "prism 2: must be true or false"},
        {"'kind': 'mud'", "'kind': 'mut'", 6, "board.prisms[1].kind", "did you mean \"mud\""},
        {"'low step'", "'house'", 7, "board.prisms[2]", "there is another prism \"house\""},
        {"'low step'", "'low\\tstep'", 7, "board.prisms[2].name", "its name must be a string of 1 to 63 bytes"},
        {"'foot': [9, 12]", "'foot': [9, 12, 1]", 8, "board.ladders[0].foot",
         "ladder 1: its foot at 9,12@1 touches no surface: the highest one there lies at 0\""},
        {"'foot': [9, 12]", "'foot': [-1, 12]", 8, "board.ladders[0].foot", "touches no surface: it is off the table"},
        {"'head': [10, 12, 3]", "'head': [9.999, 12, 3]", 8, "board.ladders[0].head",
         "ladder 1: its head at 9.999,12@3 touches no surface: the highest one there lies at 0\""},
        {"'foot': [9, 12], 'head': [10, 12, 3]", "'foot': [10, 12, 3], 'head': [9, 12, 0]", 8, "board.ladders[0].head",
         "ladder 1: its head at 9,12 is not above its foot"},
        {"'head': [10, 12, 3]", "'head': [10, 12]", 8, "board.ladders[0].head",
         "the head of a ladder is [x, y, height]"},
        {", 'head': [10, 12, 3]", "", 8, "board.ladders[0].head", "ladder 1: is missing"},
        {"'kind': 'brook', 'top': 2", "'kind': 'brook', 'top': 2, 'bottom': 3", 9, "board.zones[1].bottom",
         "zone 2: its bottom, 3\", is above its top, 2\""},
        {"'box': [10, 10, 16, 18]", "'box': [10, 10, 16, 18], 'at': [[1, 1], [2, 1], [2, 2]]", 4, "board.prisms[0]",
         "house: has both \"at\", its corners, and \"box\""},
        {"'box': [10, 10, 16, 18]", "'box': [10, 10, 1e400, 18]", 4, "board.prisms[0].box[2]",
         "house: 1e400 is too large"},
        {"'box': [10, 10, 16, 18]", "'box': [10, 10, 1e-400, 18]", 4, "board.prisms[0].box[2]",
         "house: 1e-400 has more than 3 decimal places"},
        {"'box': [10, 10, 16, 18]", "'box': [10, 10, NaN, 18]", 4, "", "expected a value, but found 'NaN'"},
        {"'box': [10, 10, 16, 18]", "'box': 'large'", 4, "board.prisms[0].box", "house: a box is four numbers"},
        {"'name': 'house', ", "'name': 'house', 'colour': 'red', ", 4, "board.prisms[0].colour", "house: unknown name"},
        {"'name': 'house', ", "'name': 'house', 'top': 2, ", 4, "", "'top' is given twice in this object"},
        {"'rails': [1.5, true, false, 0.5]", "'rails': [1.5, true, false, 0.5, 1]", 4, "board.prisms[0].rails",
         "house: must be a list with one entry for each edge of the outline, which has 4"},
        {"[20, 20], [20, 24], [24, 24], [24, 20]", "[20, 20], [20, 24], [20, 24], [24, 20]", 5, "board.prisms[1].at[2]",
         "prism 2: corners 2 and 3 of its outline are in the same place, 20,24"},
        {"[20, 20], [20, 24], [24, 24], [24, 20]", "[20, 20], [20, 24], [24, 24], [20, 20]", 5, "board.prisms[1].at[3]",
         "prism 2: corners 1 and 4 of its outline are in the same place, 20,20"},
        {"[20, 20], [20, 24], [24, 24], [24, 20]", "[20, 20], [20, 24], [20, 22], [24, 20]", 5, "board.prisms[1].at[0]",
         "prism 2: the edge from corner 1 of its outline crosses or touches the edge from corner 2 at 20,24"},
        {"[20, 20], [20, 24], [24, 24], [24, 20]", "", 5, "board.prisms[1].at",
         "its outline has fewer than three corners"},
        {"[20, 20], [20, 24], [24, 24], [24, 20]", "[20, 20], [20, -10000.001], [24, 24], [24, 20]", 5,
         "board.prisms[1].at[1][1]", "prism 2: -10000.001 lies beyond ±10,000 inches"},
        {"[[21, 21], [22, 21], [22, 22]]", "[[31, 31], [32, 31], [32, 32]]", 5, "board.prisms[1].holes[0][0]",
         "prism 2: its hole 1 is not inside its outline at 31,31"},
        {"'kind': 'brook', 'top': 2", "'kind': 'lava', 'top': 2", 9, "board.zones[1].kind",
         "zone 2: there is no \"lava\" in the table terrain"},
        {"'ladders': [", "'ladders': [7, ", 8, "board.ladders[0]", "must be an object, not number"},
        {"'ladders': [{'foot': [9, 12], 'head': [10, 12, 3]}]", "'ladders': {}", 8, "board.ladders",
         "must be an array"},
        {"'foot': [9, 12]", "'foot': [12, 12]", 8, "board.ladders[0].foot",
         "ladder 1: its foot at 12,12@0 is inside house: nobody can stand there"},
        {"'top': 3, ", "'top': 3, 'walkable': false, ", 8, "board.ladders[0].head",
         "ladder 1: its head at 10,12@3 is on house, which cannot be stood on (\"walkable\" is false)"},
        {"'area': 'hill'", "'area': 'hil'", 15, "end.zones[0].area",
         "the board has no zone \"hil\" (did you mean \"hill\"?)"},
        {"'area': 'hill'", "'places': ['3,4']", 15, "end.zones[0].places", "on a table a zone is not a list of places"},
        {"'area': 'hill', ", "", 15, "end.zones[0].area", "is missing"},
        {"'at': '5,5'", "'at': '5.0001,5'", 12, "figures[0].at", "is no place of a table: write x,y or x,y@height"},
        {"'at': '5,5'", "'at': [5, 5]", 12, "figures[0].at", "a place is a string here: \"5,5\""},
        {"'at': '5,5', ", "", 12, "figures[0].at", "is missing"},
        {"'at': '5,5'", "'at': '5,5', 'x': 5", 12, "figures[0].x", "unknown name"},
        {"'facing': 90", "'facing': 360", 12, "figures[0].facing", "\"360\" is no direction: write degrees"},
        {"'facing': 90", "'facing': -1", 12, "figures[0].facing", "\"-1\" is no direction: write degrees"},
        {"'facing': 90", "'facing': 1e400", 12, "figures[0].facing", "\"1e400\" is no direction"},
        {"'facing': 90", "'facing': 'N'", 12, "figures[0].facing", "must be a number, not string"},
        {"'at': '5,5'", "'at': '12,12'", 12, "figures[0].at",
         "Ada: cannot stand at 12,12: house is in the way of Ada at 12,12 (WK-03); the nearest place is "},
        {"'at': '5,5'", "\n'at': '12,12'", 13, "figures[0].at", "Ada: cannot stand at 12,12"},
        {"'at': '5,5'", "'at': '12,14.5@3'", 12, "figures[0].at",
         "Ada: cannot stand at 12,14.5@3: Bo is in the way of Ada at 12,14.5@3 (WK-04)"},
        {"'at': '5,5'", "'at': '0.25,5'", 12, "figures[0].at",
         "Ada: cannot stand at 0.25,5: Ada would leave the table at 0.25,5 (WK-03); the nearest place is 0.5,5"},
        {"'at': '5,5'", "'at': '5,5@2'", 12, "figures[0].at",
         "Ada: cannot stand at 5,5@2: there is nothing to stand on at 5,5@2 (WK-05)"},
        {"'at': '5,5'", "'at': '45,5'", 12, "figures[0].at",
         "Ada: cannot stand at 45,5: Ada would leave the table at 45,5 (WK-03)"},
        {"'at': '5,5'", "'at': '5,5', 'height': 1", 12, "figures[0].height", "Ada: must be higher than a step"},
        {"'at': '5,30'", "'at': '8.5,15'", 14, "figures[2].at",
         "Cart: cannot stand at 8.5,15: house is in the way of Cart at 8.5,15 (WK-03); the nearest place is 8,15"},
        {"'at': '5,30'", "'at': '1.5,30'", 14, "figures[2].at",
         "Cart: cannot stand at 1.5,30: Cart would leave the table at -0.5,31 (WK-03); the nearest place is 2,30"},
        {"'at': '5,30'", "'at': '5,5.5'", 14, "figures[2].at",
         "Ada is in the way of Cart at 5,5.5 (WK-04); the nearest place is 5,6.5"},
        {"'at': '5,30'", "'at': '9.25,15', 'facing': 90", 14, "figures[2].at", "; the nearest place is 9,15"},
        {"'name': 'Bo'", "'name': 'Ada'", 13, "figures[1].name", "there is another figure or item \"Ada\""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char *part = quoted(wrong[i].part), *instead = quoted(wrong[i].instead), *yard = quoted(yard_text);
        char *text = with(yard, part, instead);
        qm_diagnostics list = qm_diagnostics_make(NULL);
        qm_scenario *scenario = NULL;
        assert_int_equal(qm_scenario_read_text(&scenario, text, strlen(text), "yard.json", NULL, NULL, NULL, &list),
                         QM_ERROR_INPUT);
        assert_null(scenario);
        if (!told(&list, wrong[i].line, wrong[i].field, wrong[i].message)) {
            print_diagnostics(&list);
            fail_msg("%zu: %s is not told about %s", i, wrong[i].message, wrong[i].field);
        }
        for (size_t d = 0; d < list.count; d++) {
            assert_true(list.items[d].line >= 2 && list.items[d].column > 1);
        }
        qm_diagnostics_free(&list);
        free(text);
        free(yard);
        free(instead);
        free(part);
    }
}

/* Odd but meant: documented, and no fault. */
static void odd_tables_are_good(void **unused) {
    (void)unused;
    static const char *const odd[][2] = {
        {"'box': [10, 10, 16, 18]", "'box': [1e1, 10.000, 16.0, 180e-1]"},
        {"[20, 20], [20, 24], [24, 24], [24, 20]", "[20, 20], [20, 22], [20, 24], [24, 24], [24, 20]"}, /* in line */
        {"[20, 20], [20, 24], [24, 24], [24, 20]", "[20, 20], [24, 20], [24, 24], [20, 24]"},           /* turned */
        {"'low step', 'box': [16, 10, 17, 18]", "'low step', 'box': [15, 9, 17, 19]"},                  /* overlaps */
        {"'low step', 'box': [16, 10, 17, 18]", "'low step', 'box': [43, 59, 50, 70]"},    /* partly off the table */
        {"'low step', 'box': [16, 10, 17, 18]", "'low step', 'box': [-20, -20, -10, -9]"}, /* altogether */
        {"'at': '5,30'", "'at': '8,15'"},  /* Cart touches the house with its front */
        {"'at': '5,30'", "'at': '2,1'"},   /* … and two borders of the table */
        {"'at': '5,30'", "'at': '5,6.5'"}, /* … and Ada */
    };
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        char *part = quoted(odd[i][0]), *instead = quoted(odd[i][1]), *yard = quoted(yard_text);
        char *text = with(yard, part, instead);
        qm_scenario_free(battery_load_text(text));
        free(text);
        free(yard);
        free(instead);
        free(part);
    }
}

static void every_part_is_told(void **unused) {
    (void)unused;
    char *text = quoted(
        "{'quickmarch': 'scenario', 'version': 1, 'rules': 'ramble', 'board': {'width': 9, 'depth': 9, 'prisms': [\n"
        "{'name': 'a', 'at': [[1, 1], [2, 2]], 'top': 1},\n"
        "{'name': 'b', 'box': [1, 1, 2, 2], 'top': -1},\n"
        "{'name': 'c', 'box': [1, 1, 2, 2.0001], 'top': 1},\n"
        "{'name': 'd', 'at': [[1, 1], [2, 2], [2, 1], [1, 2]], 'top': 1}],\n"
        "'ladders': [{'foot': [1, 1, 5], 'head': [1, 1, 6]}]},\n"
        "'sides': ['red'], 'figures': [{'name': 'Ada', 'at': '5,5'}]}");
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_scenario *scenario = NULL;
    assert_int_equal(qm_scenario_read_text(&scenario, text, strlen(text), "t", NULL, NULL, NULL, &list),
                     QM_ERROR_INPUT);
    assert_int_equal(list.count, 4); /* what the ladder touches is not known */
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(list.items[i].line, 2 + i);
        assert_int_equal(list.items[i].message[0], 'a' + (int)i);
    }
    qm_diagnostics_free(&list);
    free(text);
}

/* Ladders that nobody here can use, or that lie flat, and railings that keep nobody from falling. */
static void what_is_of_no_use_is_told(void **unused) {
    (void)unused;
    static const struct {
        const char *prism, *ladder, *field, *message;
        qm_result result;
    } tables[] = {
        {"{'name': 'lid', 'box': [2, 2, 4, 4], 'bottom': 2.5, 'top': 6}", "{'foot': [3, 1.5], 'head': [3, 3, 2]}",
         "board.ladders[0].head",
         "ladder 1: its head at 3,3@2 has no headroom: lid begins 0.5\" above, and nobody is lower than 1.5\"",
         QM_ERROR_INPUT},
        {"{'name': 'lid', 'box': [2, 2, 4, 4], 'bottom': 3.5, 'top': 6}", "{'foot': [3, 1.501], 'head': [3, 3, 2]}",
         "board.ladders[0].foot", "ladder 1: its foot at 3,1.501 is of no use: shed is too near for every base here",
         QM_OK},
        {"{'name': 'deck', 'box': [5, 5, 8, 7], 'top': 3, 'rails': [1.25, 1.25, 1.25, 1.25]}",
         "{'foot': [4.4, 6], 'head': [5, 6, 3]}", "board.ladders[0].head",
         "ladder 1: its head at 5,6@3 is of no use: the railing of deck is in the way of every base here", QM_OK},
        {"{'name': 'lid', 'box': [6, 6, 7, 7], 'top': 1, 'walkable': false, 'rails': [null, 0.5, null, null]}",
         "{'foot': [3, 1.5], 'head': [3, 3, 2]}", "board.prisms[1].rails",
         "lid has a railing on a top that cannot be stood on", QM_OK},
        {"{'name': 'lid', 'box': [6, 6, 7, 7], 'top': 1, 'walkable': false, 'rails': [null, 0, false, null]}",
         "{'foot': [3, 1.5], 'head': [3, 3, 2]}", "", NULL, QM_OK},
        /* as far across as up, and a unit farther */
        {"{'name': 'lid', 'box': [6, 6, 7, 7], 'top': 1}", "{'foot': [3, 1], 'head': [3, 3, 2]}", "", NULL, QM_OK},
        {"{'name': 'lid', 'box': [6, 6, 7, 7], 'top': 1}", "{'foot': [3, 0.999], 'head': [3, 3, 2]}",
         "board.ladders[0].head",
         "ladder 1: its head is 2.001\" in plan from its foot, and only its height will count as movement", QM_OK},
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        qm_text text = qm_text_growing(NULL);
        qm_text_addf(&text,
                     "{'quickmarch': 'scenario', 'version': 1, 'rules': 'ramble', 'board': {'width': 9, 'depth': 9, "
                     "'prisms': [{'name': 'shed', 'box': [2, 2, 4, 4], 'top': 2}, %s], 'ladders': [%s]}, "
                     "'sides': ['red'], 'figures': [{'name': 'Ada', 'at': '8,8'}]}",
                     tables[i].prism, tables[i].ladder);
        char *good = quoted(text.data);
        qm_diagnostics list = qm_diagnostics_make(NULL);
        qm_scenario *s = NULL;
        assert_int_equal(qm_scenario_read_text(&s, good, strlen(good), "t", NULL, NULL, NULL, &list), tables[i].result);
        assert_int_equal(list.count, tables[i].message != NULL);
        if (tables[i].message) {
            assert_string_equal(list.items[0].field, tables[i].field);
            assert_non_null(strstr(list.items[0].message, tables[i].message));
            assert_int_equal(list.errors, tables[i].result != QM_OK);
        }
        qm_scenario_free(s);
        qm_diagnostics_free(&list);
        qm_text_free(&text);
        free(good);
    }
}

/* A table with so many of something; the caller frees it. */
static char *many(const char *key, const char *entry, size_t count) {
    qm_text text = qm_text_growing(NULL);
    qm_text_addf(
        &text, "{'quickmarch': 'scenario', 'version': 1, 'rules': 'ramble', 'board': {'width': 9, 'depth': 9, '%s': [",
        key);
    for (size_t i = 0; i < count; i++) {
        qm_text_addf(&text, "%s%s", i ? "," : "", entry);
    }
    qm_text_add(&text, "]}, 'sides': ['red'], 'figures': [{'name': 'Ada', 'at': '5,5'}]}");
    char *copy = quoted(text.data);
    qm_text_free(&text);
    return copy;
}

static void limits_are_told(void **unused) {
    (void)unused;
    static const char box[] = "{'box': [1, 1, 2, 2], 'top': 1}", ladder[] = "{'foot': [8, 8], 'head': [8, 8, 1]}";
    static const struct {
        const char *key, *entry;
        size_t most;
        const char *message;
    } limits[] = {{"prisms", box, QM__PRISMS_MAX, "has 1001 prisms; a table has at most 1000"},
                  {"zones", box, QM__AREAS_MAX, "has 65 zones; a table has at most 64"},
                  {"ladders", ladder, QM__LADDERS_MAX, "has 201 ladders; a table has at most 200"}};
    char field[32];
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        for (size_t more = i == 0; more < 2; more++) { /* a thousand prisms take long to prepare */
            char *text = many(limits[i].key, limits[i].entry, limits[i].most + more);
            qm_diagnostics list = qm_diagnostics_make(NULL);
            qm_scenario *s = NULL;
            const qm_result result = qm_scenario_read_text(&s, text, strlen(text), "t", NULL, NULL, NULL, &list);
            assert_int_equal(result, more || i == 2 ? QM_ERROR_INPUT : QM_OK); /* those ladders touch nothing */
            qm_text name = qm_text_over(field, sizeof field);
            qm_text_addf(&name, "board.%s", limits[i].key);
            assert_true(more == 0 || told(&list, 1, field, limits[i].message));
            assert_true(more == 1 || list.errors == (i == 2 ? QM__LADDERS_MAX : 0));
            qm_scenario_free(s);
            qm_diagnostics_free(&list);
            free(text);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_say_what_is_wrong), cmocka_unit_test(odd_tables_are_good),
        cmocka_unit_test(every_part_is_told),       cmocka_unit_test(what_is_of_no_use_is_told),
        cmocka_unit_test(limits_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
