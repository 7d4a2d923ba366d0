/* Everything outside a family on a table: reading and its faults, writing out, hashes, places and directions in the
 * notation, reasons and answers in inches, the battery; on the toy family that walks on a table. */
#include "support/duel.h"

#include "battery/battery.h"
#include "game/place.h"
#include "quickmarch/board.h"
#include "quickmarch/cases.h"
#include "quickmarch/session.h"
#include "toy/walkers.h"

/* Quotation marks are written ' below, for the eye. */
static const char yard_text[] =
    "{'quickmarch': 'scenario', 'version': 1, 'title': 'Yard', 'rules': 'ramble',\n"
    " 'board': {'width': 44, 'depth': 60.5,\n"
    "  'prisms': [\n"
    "   {'name': 'house', 'box': [10, 10, 16, 18], 'top': 3, 'rails': [1.5, true, false, 0.5]},\n"
    "   {'at': [[20, 20], [20, 24], [24, 24], [24, 20]], 'holes': [[[21, 21], [22, 21], [22, 22]]], 'bottom': 1.25, "
    "'top': 2.5,\n"
    "    'walkable': false, 'climbable': false, 'sight': 'clear', 'impassable': true, 'kind': 'mud'},\n"
    "   {'name': 'low step', 'box': [16, 10, 17, 18], 'top': 0.75, 'rail': 0.125}],\n"
    "  'ladders': [{'foot': [9, 12], 'head': [10, 12, 3]}],\n"
    "  'zones': [{'name': 'hill', 'box': [0, 40, 10, 50]}, {'at': [[30, 30], [40, 30], [40, 40]], 'kind': 'brook', "
    "'top': 2}]},\n"
    " 'sides': ['red', 'blue'],\n"
    " 'figures': [\n"
    "  {'name': 'Ada', 'side': 'red', 'at': '5,5', 'facing': 90},\n"
    "  {'name': 'Bo', 'side': 'blue', 'at': '12.5,14@3', 'radius': 0.63, 'facing': 123.456},\n"
    "  {'name': 'Cart', 'side': 'blue', 'width': 2, 'length': 4, 'at': '5,30', 'height': 2}],\n"
    " 'end': {'turns': 6, 'zones': [{'name': 'hold', 'area': 'hill', 'side': 'red', 'turns': 2}]}}\n";

/* A copy with real quotation marks; the caller frees it. */
static char *quoted(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    assert_non_null(copy);
    strcpy(copy, text);
    for (char *c = copy; *c; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    return copy;
}

typedef struct fixture {
    qm_scenario *scenario;
    qm_state *state;
    qm_scratch *scratch;
} fixture;

static fixture open_text(const char *text) {
    char *copy = quoted(text);
    fixture f = {.scenario = battery_load_text(copy)};
    f.state = battery_state(f.scenario);
    f.scratch = battery_scratch(f.scenario);
    free(copy);
    return f;
}

static fixture open_yard(void) {
    return open_text(yard_text);
}

static void close_it(fixture *f) {
    qm_scenario_free(f->scenario);
    free(f->state);
    free(f->scratch);
}

/* ---------------------------------------------------------------------------------------------------------- reading */

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
        {"'box': [10, 10, 16, 18]", "'box': [16, 10, 10, 18]", 4, "board.prisms[0].box", "house: a box has no area"},
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
        {"'ladders': [", "'ladders': [7, ", 8, "board.ladders[0]", "must be an object, not number"},
        {"'ladders': [{'foot': [9, 12], 'head': [10, 12, 3]}]", "'ladders': {}", 8, "board.ladders",
         "must be an array"},
        {"'area': 'hill'", "'area': 'hil'", 15, "end.zones[0].area",
         "the board has no zone \"hil\" (did you mean \"hill\"?)"},
        {"'area': 'hill'", "'places': ['3,4']", 15, "end.zones[0].places", "on a table a zone is not a list of places"},
        {"'area': 'hill', ", "", 15, "end.zones[0].area", "is missing"},
        {"'at': '5,5'", "'at': '5.0001,5'", 12, "figures[0].at", "is no place of a table: write x,y or x,y@height"},
        {"'at': '5,5'", "'at': [5, 5]", 12, "figures[0].at", "must be a string, not array"},
        {"'at': '5,5', ", "", 12, "figures[0].at", "is missing"},
        {"'at': '5,5'", "'at': '5,5', 'x': 5", 12, "figures[0].x", "unknown name"},
        {"'facing': 90", "'facing': 360", 12, "figures[0].facing", "\"360\" is no direction: write degrees"},
        {"'facing': 90", "'facing': 'N'", 12, "figures[0].facing", "must be a number, not string"},
        {"'at': '5,5'", "'at': '12,12'", 12, "figures", "the figure cannot stand there"},
        {"'at': '5,5'", "'at': '12,14.5@3'", 12, "figures", "the figure cannot stand there"},
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

/* ---------------------------------------------------------------------------------------------------------- playing */

static qm_judgement judged(fixture *f, const char *text, const char *expected) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order order;
    qm_verdict verdict;
    assert_int_equal(qm_order_read(f->scenario, text, strlen(text), &order, &list), QM_OK);
    qm_diagnostics_free(&list);
    assert_int_equal(qm_judge(f->scenario, f->state, &order, f->scratch, &verdict), QM_OK);
    qm_text words = qm_text_growing(NULL);
    qm_verdict_print(f->scenario, &order, &verdict, &words);
    if (!strstr(words.data, expected)) {
        fail_msg("%s: %s", text, words.data);
    }
    qm_text_free(&words);
    return (qm_judgement)verdict.judgement;
}

static void play(fixture *f, const char *text) {
    assert_int_equal(judged(f, text, ""), QM_LEGAL);
    qm_source source = {.choices = QM_CHOICES_AUTOMATIC, .seed = 5};
    qm_played played;
    assert_int_equal(qm_play(f->scenario, f->state, f->scratch, &source, NULL, &played), QM_OK);
    assert_int_equal(qm_state_check(f->scenario, f->state), QM_OK);
}

static void reasons_name_solids_and_inches(void **unused) {
    (void)unused;
    fixture f = open_yard();
    play(&f, "next");
    assert_int_equal(judged(&f, "Ada walk via 5,9.5 via 6,9.5", "cost: 5.5\" of 6\""), QM_LEGAL);
    assert_int_equal(judged(&f, "Ada walk via 5,12", "Ada needs 7\" and has 6\" (WK-01)"), QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada walk via 5,11", "cost: 6\" of 6\""), QM_LEGAL);
    assert_int_equal(judged(&f, "Ada walk via 8,8 via 11,11", "house is in the way of Ada at 9.647,9.647 (WK-03)"),
                     QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada walk via 0.25,5", "Ada would leave the table at 0.5,5 (WK-03)"), QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada walk via 5,7@1", "Ada would be at height 0\" there, not at 1\": 5,7@1"),
                     QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada walk via 5,40", "Cart is in the way of Ada at 5,28.50"), QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada walk 12,12", "house is in the way"), QM_ILLEGAL);
    assert_int_equal(judged(&f, "Bo pass", "Bo cannot act now"), QM_ILLEGAL);
    play(&f, "Ada walk via 5,9 face 180");
    assert_int_equal(judged(&f, "Bo walk via 12.5,9", "the railing of house is in the way of Bo at 12.5,10.63"),
                     QM_ILLEGAL);
    play(&f, "Bo pass");
    assert_int_equal(judged(&f, "Cart walk 5,31", "Cart stands on a rectangle"), QM_ILLEGAL);
    qm_look look;
    qm_figure_look(f.scenario, f.state, 1, &look);
    assert_int_equal(look.at.y, 9000);
    assert_int_equal(look.facing, 32768);
    close_it(&f);
}

static void answers_are_in_inches(void **unused) {
    (void)unused;
    fixture f = open_yard();
    play(&f, "next");
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order order;
    qm_verdict verdict;
    qm_text text = qm_text_growing(NULL);
    assert_int_equal(qm_order_read(f.scenario, "Ada walk via 5.125,11.5", 23, &order, &list), QM_OK);
    assert_int_equal(qm_judge(f.scenario, f.state, &order, f.scratch, &verdict), QM_OK);
    qm_verdict_write_json(f.scenario, &order, &verdict, &text);
    assert_non_null(strstr(text.data, "\"needed\":6.501,\"had\":6"));
    assert_non_null(strstr(text.data, "\"cost\":6.501,\"allowance\":6"));
    assert_non_null(strstr(text.data, "\"way\":[\"5,5\",\"5.125,11.5\"]"));
    qm_text_clear(&text);
    qm_sight sight;
    assert_int_equal(qm_see(f.scenario, f.state, 1, 3, f.scratch, &sight), QM_OK);
    assert_int_equal(sight.distance, 23500); /* the cart faces +x: its side lies an inch before its centre */
    assert_true(sight.fraction == 1 && sight.seen == 1);
    qm_sight_write_json(f.scenario, 1, 3, &sight, &text);
    assert_non_null(strstr(text.data, "\"distance\":23.5,\"seen\":\"yes\""));
    assert_non_null(strstr(text.data, "\"fraction\":1"));
    qm_reach_place places[1];
    uint32_t count;
    int columns, rows;
    assert_int_equal(qm_reach(f.scenario, f.state, 1, false, f.scratch, places, 1, &count), QM_ERROR_USAGE);
    assert_int_equal(qm_board_print(f.scenario, f.state, NULL, &text), QM_ERROR_USAGE);
    qm_board_size(f.scenario, &columns, &rows);
    assert_int_equal(columns + rows, 0);
    int32_t cost;
    assert_int_equal(qm_reach_cost_at(f.scenario, f.state, 1, (qm_place){5000, 9000, 0}, f.scratch, &cost), QM_OK);
    assert_int_equal(cost, 4000);
    assert_int_equal(qm_reach_cost_at(f.scenario, f.state, 1, (qm_place){5000, 12000, 0}, f.scratch, &cost), QM_OK);
    assert_int_equal(cost, -1);
    assert_int_equal(qm_reach_cost_at(f.scenario, f.state, 1, (qm_place){9800, 11000, 0}, f.scratch, &cost), QM_OK);
    assert_int_equal(cost, -1); /* in the wall */
    qm_text_free(&text);
    qm_diagnostics_free(&list);
    close_it(&f);
}

static void regions_have_their_area(void **unused) {
    (void)unused;
    fixture f = open_yard();
    static qm_reach_ring rings[64];
    static qm_reach_corner corners[16384];
    qm_reach_area area = {.rings = rings, .corners = corners, .ring_capacity = 64, .corner_capacity = 16384};
    static const int32_t bands[] = {2000, 4000};
    play(&f, "next");
    assert_int_equal(qm_reach_regions(f.scenario, f.state, 1, bands, 2, f.scratch, &area), QM_OK);
    assert_int_equal(area.ring_count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(rings[i].cost, bands[i]);
        assert_int_equal(rings[i].z, 0);
        double doubled = 0;
        for (uint32_t c = 0; c < rings[i].count; c++) {
            const qm_reach_corner a = corners[rings[i].first + c],
                                  b = corners[rings[i].first + (c + 1) % rings[i].count];
            doubled += (double)a.x * b.y - (double)b.x * a.y;
        }
        const double radius = bands[i], circle = 3.14159265358979 * radius * radius;
        assert_true(doubled / 2 < circle * 1.001 && doubled / 2 > circle * 0.99);
    }
    area.corner_capacity = 3;
    assert_int_equal(qm_reach_regions(f.scenario, f.state, 1, bands, 2, f.scratch, &area), QM_ERROR_LIMIT);
    area.corner_capacity = 16384;
    assert_int_equal(qm_reach_regions(f.scenario, f.state, 3, NULL, 0, f.scratch, &area), QM_OK); /* a rectangle */
    assert_int_equal(area.ring_count, 0);
    close_it(&f);
}

static void edits_put_figures_on_surfaces(void **unused) {
    (void)unused;
    fixture f = open_yard();
    play(&f, "Ada place 15,15@3 face 270");
    qm_look look;
    qm_figure_look(f.scenario, f.state, 1, &look);
    assert_int_equal(look.at.z, 3000);
    assert_int_equal(look.facing, 49152);
    assert_int_equal(judged(&f, "Ada place 15,15", "house is in the way"), QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada place 15,15@2", "there is nothing to stand on at 15,15@2"), QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada place 12.5,14.5@3", "Bo is in the way"), QM_ILLEGAL);
    /* Of the difference of two states a place is one thing. */
    qm_state *before = battery_state(f.scenario);
    qm_text text = qm_text_growing(NULL);
    qm_state_difference(f.scenario, before, f.state, &text);
    assert_string_equal(text.data, "Ada: at 15,15@3, facing 270");
    qm_text_free(&text);
    free(before);
    close_it(&f);
}

static void an_area_is_held(void **unused) {
    (void)unused;
    fixture f = open_yard();
    play(&f, "Ada place 10,45"); /* its centre on the border: in it */
    for (int turn = 0; turn < 2; turn++) {
        play(&f, "next");
        assert_false(qm_state_ended(f.state));
        play(&f, "Ada pass");
        play(&f, "Bo pass");
        play(&f, "Cart pass");
    }
    play(&f, "next");
    assert_true(qm_state_ended(f.state));
    assert_int_equal(qm_state_winner(f.state), 1);
    close_it(&f);
    f = open_yard();
    play(&f, "Ada place 10.001,45");
    for (int turn = 0; turn < 6; turn++) {
        play(&f, "next");
        play(&f, "Ada pass");
        play(&f, "Bo pass");
        play(&f, "Cart pass");
    }
    play(&f, "next");
    assert_int_equal(qm_state_winner(f.state), 0); /* by the limit of turns */
    close_it(&f);
}

static void cases_know_places(void **unused) {
    (void)unused;
    qm_text text = qm_text_growing(NULL);
    qm_text_addf(&text,
                 "{'quickmarch': 'cases', 'version': 1, 'scenario': %s, 'cases': ["
                 "{'case': 'walks', 'figures': {'Ada': {'at': '6,5'}}, 'edit': ['Bo place 14,14@3'], 'orders': ['next',"
                 " {'order': 'Ada walk via 6,9.25', 'expect': {'cost': 4.25, 'allowance': 6, 'way': ['6,5', '6,9.25'],"
                 " 'events': ['walked'], 'state': {'Ada': {'at': '6,9.25', 'facing': 90}, 'Bo': {'at': '14,14@3'}},"
                 " 'odds': {'Ada.at=6,9.25': 1, 'Ada.at!=6,9.25': 0, 'Ada.facing=90': 1}}}]},"
                 "{'case': 'fails', 'orders': ['next', {'order': 'Ada walk via 5,6', 'expect': {'cost': 2,"
                 " 'state': {'Ada': {'at': '5,7'}}, 'odds': {'Ada.at<5,6': 1}}}]}]}",
                 yard_text);
    char *copy = quoted(text.data);
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_cases *cases = NULL;
    assert_int_equal(qm_cases_read_text(&cases, copy, strlen(copy), "c.json", NULL, NULL, &list), QM_OK);
    assert_int_equal(qm_cases_check(cases, &list), QM_OK);
    qm_case_result result;
    assert_int_equal(qm_case_run(cases, 0, NULL, &result), QM_OK);
    if (!result.passed) {
        print_message("%s\n", result.mismatches.data);
    }
    assert_true(result.passed);
    qm_case_result_free(&result);
    assert_int_equal(qm_case_run(cases, 1, NULL, &result), QM_OK);
    assert_non_null(strstr(result.mismatches.data, "cost is 1, expected 2"));
    assert_non_null(strstr(result.mismatches.data, "Ada.at is 5,6, expected 5,7"));
    assert_non_null(strstr(result.mismatches.data, "a place is compared with = or !="));
    assert_int_equal(result.mismatch_count, 3);
    qm_case_result_free(&result);
    qm_cases_free(cases);
    qm_diagnostics_free(&list);
    qm_text_free(&text);
    free(copy);
}

static void games_are_written_down(void **unused) {
    (void)unused;
    fixture f = open_yard();
    qm_game *game = NULL, *again = NULL;
    assert_int_equal(qm_game_new(&game, f.scenario, 7, NULL), QM_OK);
    static const char *const orders[] = {"next", "Ada walk via 5.001,7.25 face 33", "Bo pass", "Ada place 15,15@3"};
    qm_diagnostics list = qm_diagnostics_make(NULL);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        qm_order order;
        qm_verdict verdict;
        qm_played played;
        assert_int_equal(qm_order_read(f.scenario, orders[i], strlen(orders[i]), &order, &list), QM_OK);
        assert_int_equal(qm_game_order(game, &order, &verdict, NULL, &played), QM_OK);
    }
    qm_text log = qm_text_growing(NULL);
    assert_int_equal(qm_game_write(game, &log), QM_OK);
    assert_non_null(strstr(log.data, "Ada walk via 5.001,7.25 face 33"));
    qm_replay replay;
    assert_int_equal(qm_game_read_text(&again, log.data, log.length, "log.json", NULL, NULL, NULL, &list, &replay),
                     QM_OK);
    assert_int_equal(replay.replayed, 4);
    assert_true(qm_state_hash(f.scenario, qm_game_state(game)) ==
                qm_state_hash(qm_game_scenario(again), qm_game_state(again)));
    qm_text_free(&log);
    qm_diagnostics_free(&list);
    qm_game_free(again);
    qm_game_free(game);
    close_it(&f);
}

/* ------------------------------------------------------------------------------------------------------------ links */

static const char works_text[] =
    "{'quickmarch': 'scenario', 'version': 1, 'title': 'Works', 'rules': {'extends': 'ramble', 'settings': {}},\n"
    " 'board': {'width': 44, 'depth': 40,\n"
    "  'prisms': [\n"
    "   {'name': 'house', 'box': [10, 10, 16, 18], 'top': 3},\n"
    "   {'name': 'barn', 'box': [19, 10, 25, 18], 'top': 3},\n"
    "   {'name': 'shed', 'box': [25.5, 10, 27, 18], 'top': 2.5},\n"
    "   {'name': 'rock', 'at': [[30, 10], [34, 13.2], [31.1, 17], [28.3, 14.2]], 'top': 2},\n"
    "   {'name': 'tower', 'box': [2, 30, 6, 34], 'top': 4, 'climbable': false},\n"
    "   {'name': 'mast', 'box': [17, 15, 18, 16], 'top': 6, 'walkable': false}],\n"
    "  'ladders': [{'name': 'long ladder', 'foot': [13, 9.5], 'head': [13, 10, 3]}]},\n"
    " 'sides': ['red', 'blue'],\n"
    " 'figures': [{'name': 'Ada', 'side': 'red', 'at': '11,8', 'move': 8},\n"
    "  {'name': 'Bo', 'side': 'blue', 'at': '40,30', 'move': 8, 'agility': 6}], 'end': {'turns': 8}}\n";

static fixture open_works(const char *rules) {
    char *plain = quoted(works_text), *settings = quoted(rules), *text = with(plain, "\"settings\": {}", settings);
    fixture f = open_text(text);
    free(text);
    free(settings);
    free(plain);
    return f;
}

/* Ada is put somewhere, then her order is judged. */
static void judged_at(fixture *f, const char *place, const char *order, qm_judgement judgement, const char *expected) {
    char text[64];
    qm_text edit = qm_text_over(text, sizeof text);
    qm_text_addf(&edit, "Ada place %s", place);
    play(f, text);
    if (judged(f, order, expected) != judgement) {
        fail_msg("%s from %s is judged otherwise", order, place);
    }
}

static void links_are_judged(void **unused) {
    (void)unused;
    fixture f = open_works("'settings': {}");
    static const struct {
        const char *from, *order;
        qm_judgement judgement;
        const char *expected;
    } tries[] = {
        {"11,8", "Ada walk 11,9.5 climb 11,10@3", QM_LEGAL, "1d6 against 4 [4 agility], 66.7 % (WK-08, WK-12)"},
        {"11,8", "Ada walk 11,9.5 climb 11,10@3", QM_LEGAL, "cost: 4.5\" of 8\""},
        {"11,10@3", "Ada walk climb 11,9.5", QM_LEGAL, "cost: 3\" of 8\""},
        {"11,4", "Ada walk 11,9.5 climb 11,10@3", QM_ILLEGAL, "Ada needs 8.5\" and has 8\" (WK-01)"},
        {"11,9.3", "Ada walk climb 11,10@3", QM_ILLEGAL, "Ada is 0.2\" from where that begins: 11,9.5"},
        {"11,9.5", "Ada walk climb 11.2,10@3", QM_ILLEGAL, "Ada would go 0.2\" sideways to 11.2,10@3 and may go 0\""},
        {"11,9.5", "Ada walk climb 11,10.5@3", QM_ILLEGAL, "Ada would end 0.5\" from there, at 11,10@3"},
        {"11,9.5", "Ada walk climb 11,10@2", QM_ILLEGAL, "there is nothing to stand on at 11,10@2"},
        {"4,29.5", "Ada walk climb 4,30@4", QM_ILLEGAL, "tower cannot be climbed at 4,30@4 (WK-08)"},
        {"13,9.5", "Ada walk ladder 13,10@3", QM_LEGAL, "legal (WK-09, WK-01)\n  cost: 3\" of 8\""},
        {"13,10@3", "Ada walk ladder 13,9.5", QM_LEGAL, "cost: 3\" of 8\""},
        {"12,9.5", "Ada walk ladder 12,10@3", QM_ILLEGAL, "the nearest ladder is 1\" from Ada, at 13,9.5 (WK-09)"},
        {"4,29.5", "Ada walk ladder 4,30@4", QM_ILLEGAL, "no ladder leads to the height of 4,30@4 (WK-09)"},
        {"16,12@3", "Ada walk jump 19,12@3", QM_LEGAL, "cost: 3\" of 8\"\n  check: Ada rolls to jump at 19,12@3"},
        {"15.999,12@3", "Ada walk jump 19,12@3", QM_ILLEGAL, "it is 3.001\" to 19,12@3, and 3\" is the most"},
        {"16,12@3", "Ada walk jump 19,12.08@3", QM_ILLEGAL, "it is 3.001\" to 19,12.08@3"},
        {"16,15.5@3", "Ada walk jump 19,15.5@3", QM_ILLEGAL, "mast is in the way of Ada at 16.5,15.5@3"},
        {"25,12@3", "Ada walk jump 25.5,12@2.5", QM_LEGAL, "legal (WK-10, WK-01)\n  cost: 0.5\" of 8\""},
        {"25.5,12@2.5", "Ada walk jump 25,12@3", QM_LEGAL, "cost: 0.5\" of 8\""},
        {"16.5,12", "Ada walk jump 16,12@3", QM_ILLEGAL, "16,12@3 is 3\" higher, and 1\" is the most (WK-10)"},
        {"16,12@3", "Ada walk drop 16.5,12", QM_LEGAL, "cost: 0\" of 8\"\n  check: Ada rolls to drop at 16.5,12"},
        {"16,12@3", "Ada walk drop 16.6,12", QM_ILLEGAL, "Ada would end 0.1\" from there, at 16.5,12"},
        {"15.9,12@3", "Ada walk drop 16.5,12", QM_ILLEGAL, "Ada is 0.1\" from where that begins: 16,12@3"},
        {"11,8", "Ada walk 11,9.5 climb 11,10@3 16,12@3 via 16,12@3", QM_ILLEGAL, "Ada needs 9.885\" and has 8\""},
    };
    play(&f, "next");
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        judged_at(&f, tries[i].from, tries[i].order, tries[i].judgement, tries[i].expected);
    }
    play(&f, "Bo place 19.3,12@3");
    judged_at(&f, "16,12@3", "Ada walk jump 19,12@3", QM_ILLEGAL, "Bo is in the way of Ada at 19,12@3 (WK-04)");
    play(&f, "Ada place 11,8");
    play(&f, "Ada pass");
    play(&f, "Bo place 11,9.5"); /* of agility 6: never fails */
    assert_int_equal(judged(&f, "Bo walk climb 11,10@3", "legal (WK-08, WK-01)\n  cost: 3\" of 8\"\n"), QM_LEGAL);
    close_it(&f);
}

static void settings_change_links(void **unused) {
    (void)unused;
    fixture f = open_works("'settings': {'leeway': 0.5, 'climb': 2, 'hop': 3, 'jump': 3.5, 'straight': false}");
    play(&f, "next");
    judged_at(&f, "11,9.5", "Ada walk climb 11.5,10@3", QM_LEGAL, "cost: 6\" of 8\"");
    judged_at(&f, "11,9.5", "Ada walk climb 11.502,10@3", QM_ILLEGAL, "Ada would go 0.502\" sideways");
    judged_at(&f, "16,12@3", "Ada walk jump 19,12@3", QM_LEGAL, "legal (WK-10, WK-01)");
    judged_at(&f, "16,12@3", "Ada walk jump 19,12.5@3", QM_LEGAL, "cost: 3.041\" of 8\"\n  check: Ada rolls to jump");
    judged_at(&f, "16,12@3", "Ada walk drop 16.5,12.5", QM_LEGAL, "cost: 0\" of 8\"");
    close_it(&f);
    f = open_works("'settings': {'whole': true}"); /* the centre is half an inch from the edge, at both ends */
    play(&f, "next");
    judged_at(&f, "11,9.5", "Ada walk climb 11,10.5@3", QM_LEGAL, "cost: 3\" of 8\"");
    judged_at(&f, "24.5,12@3", "Ada walk jump 26,12@2.5", QM_LEGAL, "cost: 1.5\" of 8\"\n  check");
    close_it(&f);
}

/* Plays an order with the faces given; where Ada is then. */
static qm_place rolled(fixture *f, const char *order, const char *faces) {
    qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_AUTOMATIC};
    qm_played played;
    qm_look look;
    assert_int_equal(judged(f, order, ""), QM_LEGAL);
    assert_int_equal(qm_play(f->scenario, f->state, f->scratch, &source, NULL, &played), QM_OK);
    for (; *faces; faces++) {
        const uint8_t face = (uint8_t)(*faces - '0');
        assert_int_equal(played, QM_PLAYED_WAITING);
        assert_int_equal(qm_answer(f->scenario, f->state, f->scratch, &face, 1, &source, NULL, &played), QM_OK);
    }
    assert_int_not_equal(played, QM_PLAYED_WAITING);
    assert_int_equal(qm_state_check(f->scenario, f->state), QM_OK);
    qm_figure_look(f->scenario, f->state, 1, &look);
    return look.at;
}

static void those_who_fail_fall(void **unused) {
    (void)unused;
    static const struct {
        const char *from, *order, *faces, *ends, *bo;
    } tries[] = {
        {"11,9.5", "Ada walk climb 11,10@3 11,12@3", "4", "11,12@3", NULL},
        {"11,9.5", "Ada walk climb 11,10@3 11,12@3", "5", "11,9.5", NULL},
        {"11,10@3", "Ada walk climb 11,9.5", "6", "11,9.5", NULL},
        {"16,12@3", "Ada walk jump 19,12@3 20,12@3", "1", "20,12@3", NULL},
        {"16,12@3", "Ada walk jump 19,12@3 20,12@3", "6", "16.5,12", NULL},
        {"16,12@3", "Ada walk drop 16.5,12", "6", "16.5,12", NULL},
        {"16,12@3", "Ada walk jump 19,12@3", "6", "16.5,13",
         "16.5,12"}, /* the nearest place beside Bo, and of two the first */
        {"22,12@3", "Ada walk 25,12@3 jump 25.5,12@2.5 27,12@2.5 drop 27.5,12", "2", "27.5,12", NULL},
        {"11,9.5", "Ada walk climb 11,10@3 13,10@3 ladder 13,9.5", "1", "13,9.5", NULL},
        {"11,9.5", "Ada walk climb 11,10@3 climb 11,9.5", "46", "11,9.5", NULL},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        fixture f = open_works("'settings': {}");
        char text[64], array[QM__PLACE_TEXT_SIZE];
        qm_text edit = qm_text_over(text, sizeof text), at = qm_text_over(array, sizeof array);
        qm_text_addf(&edit, "Ada place %s", tries[i].from);
        play(&f, text);
        if (tries[i].bo) {
            qm_text_clear(&edit);
            qm_text_addf(&edit, "Bo place %s", tries[i].bo);
            play(&f, text);
        }
        play(&f, "next");
        qm_place_print(f.scenario, rolled(&f, tries[i].order, tries[i].faces), &at);
        assert_string_equal(array, tries[i].ends);
        close_it(&f);
    }
}

static uint32_t planned(fixture *f, uint16_t figure, qm_place goal, qm_plan_way ways[8]) {
    uint32_t count;
    assert_int_equal(qm_plan(f->scenario, f->state, figure, goal, f->scratch, ways, 8, &count), QM_OK);
    for (uint32_t i = 0; i < count; i++) { /* typed in, every one is what was promised */
        char array[QM_ORDER_TEXT_MAX + 1];
        qm_text text = qm_text_over(array, sizeof array);
        qm_diagnostics list = qm_diagnostics_make(NULL);
        qm_order order;
        qm_verdict verdict;
        qm_order_print(f->scenario, &ways[i].order, &text);
        assert_int_equal(qm_order_read(f->scenario, array, text.length, &order, &list), QM_OK);
        assert_int_equal(qm_judge(f->scenario, f->state, &order, f->scratch, &verdict), QM_OK);
        assert_int_equal(verdict.judgement, QM_LEGAL);
        assert_int_equal(verdict.cost, ways[i].cost);
        assert_true(verdict.chance == ways[i].chance && verdict.check_count == ways[i].checks);
        assert_true(i == 0 || (ways[i].cost > ways[i - 1].cost && ways[i].chance > ways[i - 1].chance));
        qm_diagnostics_free(&list);
    }
    return count;
}

static void assert_way(fixture *f, const qm_plan_way *way, const char *expected, int32_t cost) {
    char array[QM_ORDER_TEXT_MAX + 1];
    qm_text text = qm_text_over(array, sizeof array);
    qm_order_print(f->scenario, &way->order, &text);
    assert_string_equal(array, expected);
    assert_int_equal(way->cost, cost);
}

static void plans_weigh_cost_against_chance(void **unused) {
    (void)unused;
    fixture f = open_works("'settings': {}");
    qm_plan_way ways[8];
    int32_t cost;
    play(&f, "next");
    assert_int_equal(planned(&f, 1, (qm_place){11000, 11000, 3000}, ways), 2);
    assert_way(&f, &ways[0], "Ada walk 11,9.5 climb 11,10@3 11,11@3", 5500);
    assert_way(&f, &ways[1], "Ada walk 13,9.5 ladder 13,10@3 11,11@3", 2500 + 3000 + 2236);
    assert_int_equal(ways[0].checks, 1);
    assert_int_equal(ways[1].checks, 0);
    assert_int_equal(qm_reach_cost_at(f.scenario, f.state, 1, (qm_place){11000, 11000, 3000}, f.scratch, &cost), QM_OK);
    assert_int_equal(cost, 5500);
    play(&f, "Ada place 22,12@3");
    assert_int_equal(planned(&f, 1, (qm_place){26000, 12000, 2500}, ways), 1); /* a hop */
    assert_way(&f, &ways[0], "Ada walk 25,12@3 jump 25.5,12@2.5 26,12@2.5", 4000);
    assert_int_equal(planned(&f, 1, (qm_place){29000, 9000, 0}, ways), 1);
    assert_int_equal(planned(&f, 1, (qm_place){4000, 32000, 4000}, ways), 0);  /* the tower */
    assert_int_equal(planned(&f, 1, (qm_place){22000, 12000, 3000}, ways), 1); /* where she is */
    close_it(&f);
}

/* All over an oblique rock: up, down and across. */
static void plans_on_oblique_edges_are_legal(void **unused) {
    (void)unused;
    fixture f = open_works("'settings': {}");
    qm_plan_way ways[8];
    uint32_t found = 0;
    play(&f, "next");
    for (int i = 0; i < 24; i++) {
        const qm_place goal = {30011 + 83 * i, 12007 + 97 * i, 2000};
        char text[64];
        qm_text edit = qm_text_over(text, sizeof text);
        qm_text_addf(&edit, "Ada place %d.%03d,%d.%03d", 28 + i % 8, 37 * i % 1000, i % 2 ? 8 : 18, 91 * i % 500);
        play(&f, text);
        found += planned(&f, 1, goal, ways);
    }
    assert_true(found > 12);
    close_it(&f);
}

static void reach_goes_up(void **unused) {
    (void)unused;
    fixture f = open_works("'settings': {}");
    static qm_reach_ring rings[256];
    static qm_reach_corner corners[65536];
    qm_reach_area area = {.rings = rings, .corners = corners, .ring_capacity = 256, .corner_capacity = 65536};
    qm_plan_way ways[8];
    int32_t cost;
    play(&f, "next");
    assert_int_equal(qm_reach_regions(f.scenario, f.state, 1, NULL, 0, f.scratch, &area), QM_OK);
    bool roof = false;
    for (uint32_t i = 0; i < area.ring_count; i++) {
        roof = roof || rings[i].z == 3000;
        for (uint32_t c = 0; c < rings[i].count && rings[i].z == 3000; c++) {
            const qm_reach_corner *at = &corners[rings[i].first + c];
            assert_true(at->x >= 9999 && at->x <= 16001 && at->y >= 9999 &&
                        at->y < 13510); /* 8 - 1.5 - 3 up the house */
        }
    }
    assert_true(roof);
    for (int32_t y = 10000; y < 14000; y += 500) {
        const qm_place place = {11000, y, 3000};
        assert_int_equal(qm_reach_cost_at(f.scenario, f.state, 1, place, f.scratch, &cost), QM_OK);
        assert_int_equal(cost, y <= 13500 ? 4500 + y - 10000 : -1);
        assert_int_equal(planned(&f, 1, place, ways) > 0, y <= 13500);
    }
    close_it(&f);
}

static void the_battery_passes_with_links(void **unused) {
    (void)unused;
    char *on_house = with(works_text, "'at': '11,8'", "'at': '15,12@3'");
    char *on_roofs =
        with(on_house, "'at': '40,30', 'move': 8, 'agility': 6", "'at': '31,13@2', 'move': 7, 'agility': 2");
    fixture f = open_text(on_roofs);
    battery_counts counts = {0};
    for (uint64_t seed = 1; seed <= 8; seed++) {
        battery_play(f.scenario, seed, 40, &counts);
    }
    battery_projection(f.scenario);
    battery_print("links", &counts);
    assert_true(counts.orders > 150 && counts.dice > 20 && counts.checks > 20 && counts.ended > 4);
    free(on_roofs);
    free(on_house);
    close_it(&f);
}

static void the_battery_passes(void **unused) {
    (void)unused;
    fixture f = open_yard();
    battery_counts counts = {0};
    for (uint64_t seed = 1; seed <= 10; seed++) {
        battery_play(f.scenario, seed, 40, &counts);
    }
    battery_projection(f.scenario);
    assert_true(counts.orders > 100 && counts.options > 500 && counts.ended > 5);
    close_it(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_read),
        cmocka_unit_test(figures_stand_at_places),
        cmocka_unit_test(faults_say_what_is_wrong),
        cmocka_unit_test(every_part_is_told),
        cmocka_unit_test(limits_are_told),
        cmocka_unit_test(the_table_is_written_out),
        cmocka_unit_test(everything_is_part_of_the_hash),
        cmocka_unit_test(places_read_back),
        cmocka_unit_test(directions_read_back),
        cmocka_unit_test(orders_read_back),
        cmocka_unit_test(places_must_fit),
        cmocka_unit_test(reasons_name_solids_and_inches),
        cmocka_unit_test(answers_are_in_inches),
        cmocka_unit_test(regions_have_their_area),
        cmocka_unit_test(edits_put_figures_on_surfaces),
        cmocka_unit_test(an_area_is_held),
        cmocka_unit_test(cases_know_places),
        cmocka_unit_test(games_are_written_down),
        cmocka_unit_test(links_are_judged),
        cmocka_unit_test(settings_change_links),
        cmocka_unit_test(those_who_fail_fall),
        cmocka_unit_test(plans_weigh_cost_against_chance),
        cmocka_unit_test(plans_on_oblique_edges_are_legal),
        cmocka_unit_test(reach_goes_up),
        cmocka_unit_test(the_battery_passes_with_links),
        cmocka_unit_test(the_battery_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
