/* Units: in scenario files, orders, texts, verdicts by parts, cases and pictures; and dice that are counted one by one.
 * All on the toy family of units (toy/drill.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "battery/battery.h"
#include "game/drive.h"
#include "quickmarch/cases.h"
#include "toy/drill.h"
#include "unit/picture.h"

#define HEAD                                                                                                           \
    "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Parade\",\"rules\":\"drill\",\"board\":{\"size\":[8,6]},"  \
    "\"sides\":[\"Red\",\"Blue\"],\"templates\":{\"guard\":{\"pace\":2,\"facing\":\"E\"},"                             \
    "\"runner\":{\"pace\":5,\"weapon\":\"pistol\"}},"
#define MAX "{\"name\":\"Max\",\"side\":\"Blue\",\"at\":\"0803\"}"
#define RIFLES                                                                                                         \
    "{\"name\":\"Rifles\",\"side\":\"Red\",\"template\":\"guard\",\"at\":[\"0101\",\"0102\",\"0103\"],"                \
    "\"figures\":[{\"name\":\"Ann\",\"weapon\":\"pistol\"},{\"template\":\"runner\",\"facing\":\"N\"},{}]}"
#define BLUES "{\"name\":\"Blues\",\"side\":\"Blue\",\"count\":2,\"at\":[\"0701\",\"0702\"],\"facing\":\"W\"}"
#define PARADE HEAD "\"figures\":[" MAX "],\"units\":[" RIFLES "," BLUES "]}"
#define UNITS(units) HEAD "\"figures\":[" MAX "],\"units\":[" units "]}"

enum { MAX_ALONE = 1, ANN, RUNNER, THIRD, BLUE_1, BLUE_2 };

typedef struct bench {
    qm_scenario *scenario;
    qm_state *state;
    qm_scratch *scratch;
    qm_order order;
    qm_verdict verdict;
    qm_event list[64];
    qm_events events;
} bench;

static void judge(bench *b, const char *text) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    if (qm_order_read(b->scenario, text, strlen(text), &b->order, &list) != QM_OK) {
        fail_msg("%s: %s", text, list.items[0].message);
    }
    qm_diagnostics_free(&list);
    assert_int_equal(qm_judge(b->scenario, b->state, &b->order, b->scratch, &b->verdict), QM_OK);
}

static void play(bench *b, const char *text) {
    qm_source source = {.seed = 1, .choices = QM_CHOICES_AUTOMATIC};
    qm_played played;
    judge(b, text);
    assert_int_equal(b->verdict.judgement, QM_LEGAL);
    b->events = (qm_events){.items = b->list, .capacity = 64};
    assert_int_equal(qm_play(b->scenario, b->state, b->scratch, &source, &b->events, &played), QM_OK);
}

/* The Rifles are to act. */
static bench *open_parade(void) {
    bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    b->scenario = battery_load_text(PARADE);
    b->state = battery_state(b->scenario);
    b->scratch = battery_scratch(b->scenario);
    play(b, "next");
    play(b, "Max rest");
    return b;
}

static void close_parade(bench *b) {
    qm_scenario_free(b->scenario);
    free(b->state);
    free(b->scratch);
    free(b);
}

/* ------------------------------------------------------------------------------------------------------------ files */

static void units_are_read(void **unused) {
    (void)unused;
    qm_scenario *s = battery_load_text(PARADE);
    uint16_t first, count;
    assert_int_equal(qm_figure_count(s), 6);
    assert_int_equal(qm_unit_count(s), 3);
    assert_string_equal(qm_unit_name(s, 1), "Max");
    assert_string_equal(qm_unit_name(s, 2), "Rifles");
    assert_string_equal(qm_unit_name(s, 0), "");
    assert_string_equal(qm_unit_name(s, 4), "");
    assert_int_equal(qm_unit_named(s, "Blues"), 3);
    assert_int_equal(qm_unit_named(s, "Ann"), 0);
    qm_unit_figures(s, 2, &first, &count);
    assert_int_equal(first, ANN);
    assert_int_equal(count, 3);
    qm_unit_figures(s, 4, &first, &count);
    assert_int_equal(first + count, 0);
    assert_int_equal(qm_figure_unit(s, MAX_ALONE), 1);
    assert_int_equal(qm_figure_unit(s, THIRD), 2);
    assert_int_equal(qm_figure_unit(s, 7), 0);
    assert_string_equal(qm_figure_name(s, RUNNER), "Rifles-2");
    assert_string_equal(qm_figure_name(s, BLUE_2), "Blues-2");
    assert_string_equal(qm_actor_name(s, THIRD), "Rifles");
    assert_int_equal(qm_actor_named(s, "Rifles"), ANN);
    assert_int_equal(qm_actor_named(s, "Rifles-3"), THIRD);
    assert_int_equal(qm_actor_named(s, "Nobody"), 0);
    assert_int_equal(qm_figure_side(s, THIRD), 1);
    qm_scenario_free(s);
}

/* A figure's own entry, then its unit's, then a template: its own or else the unit's. */
static void layers_have_their_order(void **unused) {
    (void)unused;
    bench *b = open_parade();
    enum { AT, FACING, DOWN, WEAPON };
    assert_int_equal(qm_figure_value(b->scenario, ANN, 0), 2);
    assert_int_equal(qm_figure_value(b->scenario, RUNNER, 0), 5);
    assert_int_equal(qm_figure_value(b->scenario, BLUE_1, 0), 3);
    assert_int_equal(qm_figure_state(b->scenario, b->state, ANN, WEAPON), 2);
    assert_int_equal(qm_figure_state(b->scenario, b->state, RUNNER, WEAPON), 2);
    assert_int_equal(qm_figure_state(b->scenario, b->state, THIRD, WEAPON), 1);
    assert_int_equal(qm_figure_state(b->scenario, b->state, ANN, FACING), 2);
    assert_int_equal(qm_figure_state(b->scenario, b->state, RUNNER, FACING), 0);
    assert_int_equal(qm_figure_state(b->scenario, b->state, BLUE_2, FACING), 6);
    close_parade(b);
    qm_scenario *s = battery_load_text(UNITS("{\"name\":\"Rifles\",\"side\":\"Red\",\"template\":\"guard\",\"pace\":1,"
                                             "\"figures\":[{\"template\":\"runner\",\"at\":\"0101\"}]}"));
    assert_int_equal(qm_figure_value(s, ANN, 0), 1); /* the unit goes before templates */
    qm_scenario_free(s);
}

static void units_are_written(void **unused) {
    (void)unused;
    static const char *const texts[] = {
        PARADE,
        HEAD "\"figures\":[" MAX "]}",
        HEAD "\"units\":[" RIFLES "]}",
        HEAD "\"units\":[" BLUES
             ",{\"name\":\"Solo\",\"side\":\"Red\",\"figures\":[{\"name\":\"Solo\",\"at\":\"0301\"}]},"
             "{\"name\":\"Tank\",\"side\":\"Red\",\"count\":1,\"at\":\"0302\"}]}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        qm_scenario *s = battery_load_text(texts[i]);
        qm_text out = qm_text_growing(NULL);
        qm_scenario_write_json(s, &out);
        qm_scenario *again = battery_load_text(out.data);
        assert_int_equal(qm_scenario_hash(again), qm_scenario_hash(s));
        assert_int_equal(qm_unit_count(again), qm_unit_count(s));
        for (uint16_t f = 1; f <= qm_figure_count(s); f++) {
            assert_string_equal(qm_figure_name(again, f), qm_figure_name(s, f));
            assert_string_equal(qm_actor_name(again, f), qm_actor_name(s, f));
        }
        qm_text_free(&out);
        qm_scenario_free(again);
        qm_scenario_free(s);
    }
}

/* Who acts with whom makes two scenarios different. */
static void units_are_hashed(void **unused) {
    (void)unused;
    static const char *const texts[] = {
        UNITS("{\"name\":\"A\",\"side\":\"Red\",\"figures\":[{\"name\":\"X\",\"at\":\"0101\"},{\"name\":\"Y\",\"at\":"
              "\"0102\"}]}"),
        UNITS("{\"name\":\"B\",\"side\":\"Red\",\"figures\":[{\"name\":\"X\",\"at\":\"0101\"},{\"name\":\"Y\",\"at\":"
              "\"0102\"}]}"),
        UNITS("{\"name\":\"A\",\"side\":\"Red\",\"figures\":[{\"name\":\"X\",\"at\":\"0101\"}]},"
              "{\"name\":\"B\",\"side\":\"Red\",\"figures\":[{\"name\":\"Y\",\"at\":\"0102\"}]}"),
    };
    uint64_t hashes[3];
    for (size_t i = 0; i < 3; i++) {
        qm_scenario *s = battery_load_text(texts[i]);
        hashes[i] = qm_scenario_hash(s);
        qm_scenario_free(s);
    }
    assert_true(hashes[0] != hashes[1] && hashes[0] != hashes[2] && hashes[1] != hashes[2]);
}

#define THREE "\"side\":\"Red\",\"at\":[\"0101\",\"0102\",\"0103\"]"
static const struct {
    const char *units, *field, *message;
} faults[] = {
    {"{\"name\":\"R\"," THREE ",\"count\":5}", "units[0].count", "tells of 5 figures, but what stands before it of 3"},
    {"{\"name\":\"R\"," THREE ",\"figures\":[{}]}", "units[0].figures",
     "tells of 1 figure, but what stands before it of 3"},
    {"{\"name\":\"R\",\"count\":2," THREE "}", "units[0].at", "tells of 3 figures, but what stands before it of 2"},
    {"{\"name\":\"R\",\"side\":\"Red\"}", "units[0]", "how many figures it has is missing"},
    {"{\"name\":\"R\",\"side\":\"Red\",\"at\":[]}", "units[0].at", "at least one figure"},
    {"{\"name\":\"R\",\"side\":\"Red\",\"count\":0}", "units[0].count", "0 is below 1"},
    {"{\"name\":\"R\",\"side\":\"Red\",\"count\":65}", "units[0].count", "65 is above 64"},
    {"{" THREE "}", "units[0].name", "is missing"},
    {"{\"name\":\"a b\"," THREE "}", "units[0].name", "\"a b\" is no name"},
    {"{\"name\":\"march\"," THREE "}", "units[0].name", "is a word of the order notation"},
    {"{\"name\":\"Max\"," THREE "}", "units[0].name", "there is another figure, unit or item \"Max\""},
    {RIFLES ",{\"name\":\"Rifles\",\"side\":\"Red\",\"at\":\"0505\",\"figures\":[{\"name\":\"Zed\"}]}", "units[1].name",
     "there is another figure, unit or item \"Rifles\""},
    {"{\"name\":\"R\"," THREE ",\"figures\":[{\"name\":\"R\"},{},{}]}", "units[0].figures[0].name",
     "only the figure of a unit of one"},
    {RIFLES ",{\"name\":\"B\",\"side\":\"Blue\",\"at\":[\"0801\"],\"figures\":[{\"name\":\"Rifles\"}]}",
     "units[1].figures[0].name", "there is another figure, unit or item \"Rifles\""},
    {"{\"name\":\"R\"," THREE ",\"figures\":[{},{\"side\":\"Blue\"},{}]}", "units[0].figures[1].side", "of one side"},
    {"{\"name\":\"R\",\"at\":[\"0101\",\"0102\"]}", "units[0].side", "is missing"},
    {"{\"name\":\"R\",\"side\":\"Red\",\"at\":[\"0101\",\"0909\"]}", "units[0].at", "0909 is off the board"},
    {"{\"name\":\"R\",\"side\":\"Red\",\"at\":[\"0101\",7]}", "units[0].at", "must be a string, not number"},
    {"{\"name\":\"R\",\"side\":\"Red\",\"at\":[\"0101\",\"0101\"]}", "at", "somebody else stands there"},
    {"{\"name\":\"R\"," THREE ",\"cuont\":3}", "units[0].cuont", "did you mean \"count\"?"},
    {"{\"name\":\"R\"," THREE ",\"template\":\"gard\"}", "units[0].template", "did you mean \"guard\"?"},
    {"{\"name\":\"Abcdefghijklmnopqrstuvwxyzabcd\"," THREE "}", "units[0].name",
     "is too long for names of its figures"},
    {"\"x\"", "units[0]", "must be an object, not string"},
    {"{\"name\":\"R\"," THREE ",\"figures\":\"x\"}", "units[0].figures", "must be an array, not string"},
    {"{\"name\":\"R\"," THREE ",\"figures\":[{},\"x\",{}]}", "units[0].figures[1]", "must be an object, not string"},
    {"{\"name\":\"Max-1\"," THREE "},{\"name\":\"Max\",\"side\":\"Blue\",\"count\":1,\"at\":\"0505\"}", "units[1].name",
     "there is another figure, unit or item \"Max\""},
};

/* Each is found once, where it is, and nothing else is made of it. */
static void faults_are_told(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        qm_text text = qm_text_growing(NULL);
        qm_text_addf(&text, "%s%s%s", HEAD "\"figures\":[" MAX "],\"units\":[\n", faults[i].units, "]}");
        qm_diagnostics list = qm_diagnostics_make(NULL);
        qm_scenario *s = NULL;
        assert_int_equal(qm_scenario_read_text(&s, text.data, text.length, "u.json", NULL, NULL, NULL, &list),
                         QM_ERROR_INPUT);
        assert_null(s);
        if (list.count != 1 || strcmp(list.items[0].field, faults[i].field) != 0 ||
            !strstr(list.items[0].message, faults[i].message) || list.items[0].line != 2) {
            fail_msg("%s: %zu faults, line %u, %s: %s", faults[i].units, list.count, (unsigned)list.items[0].line,
                     list.items[0].field, list.items[0].message);
        }
        qm_diagnostics_free(&list);
        qm_text_free(&text);
    }
}

/* Where the family knows no units the member is no member. */
static void others_have_no_units(void **unused) {
    (void)unused;
    static const char text[] =
        "{\"quickmarch\":\"scenario\",\"version\":1,\"rules\":\"pave\",\"board\":{\"size\":[3,3]},\"sides\":[\"Red\"],"
        "\"figures\":[{\"name\":\"Ada\",\"at\":\"0101\"}],\"units\":[]}";
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_scenario *s = NULL;
    assert_int_equal(qm_scenario_read_text(&s, text, sizeof text - 1, "p.json", NULL, NULL, NULL, &list),
                     QM_ERROR_INPUT);
    assert_string_equal(list.items[0].field, "units");
    assert_string_equal(list.items[0].message, "unknown name");
    qm_diagnostics_free(&list);
    s = battery_load_text("{\"quickmarch\":\"scenario\",\"version\":1,\"rules\":\"pave\",\"board\":{\"size\":[3,3]},"
                          "\"sides\":[\"Red\"],\"figures\":[{\"name\":\"Ada\",\"at\":\"0101\"}]}");
    assert_int_equal(qm_unit_count(s), 0);
    assert_int_equal(qm_figure_unit(s, 1), 0);
    assert_string_equal(qm_actor_name(s, 1), "Ada");
    qm_scenario_free(s);
}

/* --------------------------------------------------------------------------------------------------------- notation */

static const char *const orders[] = {
    "next",
    "Rifles rest",
    "Max rest",
    "Rifles march Ann 0201 0301 face N Rifles-2 0202 shift SE",
    "Rifles volley at Blues",
    "Blues volley at Max with pistol Blues-1 with rifle",
    "Ann salute NW",
    "arm Ann with pistol",
};

static void orders_read_back(void **unused) {
    (void)unused;
    bench *b = open_parade();
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        char array[200];
        qm_text out = qm_text_over(array, sizeof array);
        judge(b, orders[i]);
        qm_order_print(b->scenario, &b->order, &out);
        assert_string_equal(array, orders[i]);
    }
    judge(b, orders[3]);
    assert_int_equal(b->order.actor, ANN);
    assert_int_equal(b->order.leg_count, 7);
    assert_int_equal(b->order.legs[4].kind, DR_LEG_FIGURE);
    assert_int_equal(b->order.legs[4].thing, RUNNER);
    judge(b, orders[5]);
    assert_int_equal(b->order.actor, BLUE_1);
    assert_int_equal(b->order.arguments[0], MAX_ALONE);
    assert_int_equal(b->order.legs[0].thing, 2);
    close_parade(b);
}

static const struct {
    const char *order;
    unsigned column;
    const char *message;
} mistakes[] = {
    {"Rifle rest", 1, "\"Rifle\" is neither a unit nor an order (did you mean \"Rifles\"?)"},
    {"", 1, "expected a unit's name or an order such as \"next\""},
    {"Ann march 0201", 5, "\"march\" is given to a unit, and Ann is a figure of Rifles"},
    {"Rifles salute N", 8, "\"salute\" is given to a figure, and Rifles is a unit"},
    {"march Ann", 1, "\"march\" needs a unit before it"},
    {"Rifles next", 8, "\"next\" is given without a unit before it"},
    {"Rifles volley at Blue", 18, "there is no unit \"Blue\" (did you mean \"Blues\"?)"},
    {"Rifles volley at Ann", 18, "there is no unit \"Ann\": that is a figure of Rifles"},
    {"Rifles volley at", 17, "expected a unit's name, but the order ends here"},
    {"Rifles volley at Blues with", 28, "expected a row of the table weapons, but the order ends here"},
    {"Rifles volley at Blues with rifel", 29, "(did you mean \"rifle\"?); it has rifle or pistol"},
    {"arm Ann with none", 14, "expected a row of a table, but found \"none\""},
    {"Rifles march Anm 0201", 14, "there is no figure \"Anm\" (did you mean \"Ann\"?)"},
    {"Rifles march ann 0201", 14, "expected a figure's name, a place, face, shift or with, but found \"ann\""},
    {"Rifles march Ann 0909", 18, "0909 is off the board"},
};

static void mistakes_are_told(void **unused) {
    (void)unused;
    bench *b = open_parade();
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        qm_diagnostics list = qm_diagnostics_make(NULL);
        qm_order order;
        assert_int_equal(qm_order_read(b->scenario, mistakes[i].order, strlen(mistakes[i].order), &order, &list),
                         QM_ERROR_INPUT);
        if (!strstr(list.items[0].message, mistakes[i].message) || list.items[0].column != mistakes[i].column) {
            fail_msg("%s: column %u, %s", mistakes[i].order, (unsigned)list.items[0].column, list.items[0].message);
        }
        qm_diagnostics_free(&list);
    }
    close_parade(b);
}

/* What no notation can say is no order: units are known by their first figures, rows by their numbers. */
static void wrong_ids_are_refused(void **unused) {
    (void)unused;
    bench *b = open_parade();
    judge(b, "Rifles volley at Blues with pistol");
    for (int i = 0; i < 5; i++) {
        qm_order order = b->order;
        order.actor = i == 0 ? THIRD : order.actor;
        order.arguments[0] = i == 1 ? BLUE_2 : i == 2 ? 0 : order.arguments[0];
        order.legs[0].thing = i == 3 ? 0 : i == 4 ? 3 : order.legs[0].thing;
        assert_int_equal(qm_judge(b->scenario, b->state, &order, b->scratch, &b->verdict), QM_ERROR_USAGE);
    }
    close_parade(b);
}

/* ------------------------------------------------------------------------------------------------------------ texts */

static void assert_reason(bench *b, const char *order, const char *text) {
    char array[200];
    qm_text out = qm_text_over(array, sizeof array);
    judge(b, order);
    assert_int_equal(b->verdict.judgement, QM_ILLEGAL);
    qm_reason_print(b->scenario, &b->verdict.reasons[0], &out);
    assert_string_equal(array, text);
}

static void units_are_named(void **unused) {
    (void)unused;
    bench *b = open_parade();
    assert_reason(b, "Blues rest", "Blues cannot act now (DR-01)");
    assert_reason(b, "Rifles march Blues-2 0703", "Blues-2 is of Blues, not of Rifles (DR-01)");
    assert_reason(b, "Rifles volley at Rifles", "Rifles does not fire at Rifles (DR-04)");
    assert_reason(b, "Rifles march 0201", "nobody of Rifles is named before 0201 (DR-02)");
    qm_text out = qm_text_growing(NULL);
    judge(b, "Rifles march Max 0802");
    qm_verdict_write_json(b->scenario, &b->order, &b->verdict, &out);
    assert_non_null(
        strstr(out.data, "\"figure\":\"Ann\",\"other\":\"Max\",\"unit\":\"Rifles\",\"other_unit\":\"Max\""));
    qm_text_clear(&out);
    qm_state_write_json(b->scenario, b->state, &out);
    assert_non_null(strstr(out.data, "\"actor\":\"Rifles\""));
    assert_non_null(strstr(out.data, "\"Rifles-3\":{\"side\":\"Red\",\"unit\":\"Rifles\""));
    assert_non_null(strstr(out.data, "\"Max\":{\"side\":\"Blue\",\"unit\":\"Max\""));
    qm_text_free(&out);
    close_parade(b);
}

/* ------------------------------------------------------------------------------------------------------------ parts */

static void parts_are_told(void **unused) {
    (void)unused;
    bench *b = open_parade();
    judge(b, "Rifles march Ann 0201 0301 face N Rifles-2 shift E");
    const qm_verdict *v = &b->verdict;
    assert_int_equal(v->judgement, QM_LEGAL);
    assert_int_equal(v->part_count, 3);
    assert_int_equal(v->way_count, 5);
    assert_int_equal(v->parts[0].figure, ANN);
    assert_int_equal(v->parts[0].first, 0);
    assert_int_equal(v->parts[0].count, 3);
    assert_int_equal(v->parts[0].cost, 2);
    assert_int_equal(v->parts[1].figure, RUNNER);
    assert_int_equal(v->parts[1].count, 0);
    assert_int_equal(v->parts[1].facing, -1);
    assert_int_equal(v->parts[2].flags, QM_PART_CHOSEN);
    assert_int_equal(v->parts[2].first, 3);
    assert_int_equal(v->way[4].x, 2);
    assert_int_equal(v->cost, 2);
    assert_int_equal(v->allowance, 2);
    qm_text out = qm_text_growing(NULL);
    qm_verdict_print(b->scenario, &b->order, v, &out);
    assert_string_equal(out.data, "legal (DR-02)\n  Ann: 2 of 2 to 0301, facing N\n  Rifles-2: stays at 0102\n"
                                  "  Rifles-3: 1 of 2 to 0203, facing E (found for it)\n");
    qm_text_clear(&out);
    qm_verdict_write_json(b->scenario, &b->order, v, &out);
    assert_non_null(strstr(
        out.data, "\"way\":[],\"parts\":[{\"figure\":\"Ann\",\"end\":\"0301\",\"facing\":\"N\",\"cost\":2,"
                  "\"allowance\":2,\"way\":[\"0101\",\"0201\",\"0301\"]},{\"figure\":\"Rifles-2\",\"end\":\"0102\","
                  "\"cost\":0,\"allowance\":5,\"way\":[]},{\"figure\":\"Rifles-3\",\"end\":\"0203\",\"facing\":\"E\","
                  "\"cost\":1,\"allowance\":2,\"chosen\":true,\"way\":[\"0103\",\"0203\"]}]"));
    qm_text_free(&out);
    play(b, "Rifles march Ann 0201 0301 face N Rifles-2 shift E");
    assert_int_equal(b->events.count, 3);
    judge(b, "Blues rest");
    assert_int_equal(b->verdict.part_count, 0);
    close_parade(b);
}

/* Each figure has room for as long a way as a figure by itself, all together for so many places; the rest is counted.
 */
static void ways_have_limits(void **unused) {
    (void)unused;
    static qm_verdict verdict;
    const qm_order order = {.actor = 1};
    qm__judging j = {.verdict = &verdict, .order = &order};
    verdict = (qm_verdict){0};
    for (int i = 0; i < QM_WAY_MAX + 3; i++) {
        qm__way_add(&j, (qm_place){1, 1, 0});
    }
    assert_int_equal(verdict.way_count, QM_WAY_MAX);
    assert_int_equal(verdict.way_dropped, 3);
    verdict = (qm_verdict){0};
    for (uint16_t part = 1; part <= QM_PARTS_MAX; part++) {
        assert_int_equal(qm__part_add(&j, part)->figure, part);
        for (int i = 0; part <= 4 && i < QM_WAY_MAX + 1; i++) {
            qm__way_add(&j, (qm_place){part, 1, 0});
        }
    }
    assert_int_equal(verdict.part_count, QM_PARTS_MAX);
    assert_int_equal(verdict.way_count, QM_WAYS_MAX);
    assert_int_equal(verdict.parts[2].count, QM_WAY_MAX);
    assert_int_equal(verdict.parts[3].count, QM_WAYS_MAX - 3 * QM_WAY_MAX);
    assert_int_equal(verdict.way_dropped, 4 * (QM_WAY_MAX + 1) - QM_WAYS_MAX);
    assert_int_equal(verdict.parts[3].first + verdict.parts[3].count, QM_WAYS_MAX);
    assert_int_equal(verdict.parts[QM_PARTS_MAX - 1].count, 0);
}

/* ------------------------------------------------------------------------------------------------------------ cases */

#define CASE(order, expect)                                                                                            \
    "{\"quickmarch\":\"cases\",\"version\":1,\"scenario\":" PARADE ",\"cases\":[{\"case\":\"c\",\"orders\":[\"next\"," \
    "\"Max rest\",{\"order\":\"" order "\",\"expect\":{" expect "}}]}]}"
#define MARCH "Rifles march Ann 0201 0301 face N shift E"

static const struct {
    const char *text, *mismatch; /* NULL: it passes */
} cases[] = {
    {CASE(MARCH,
          "\"actor\":\"Blues\",\"cost\":2,\"parts\":{\"Ann\":{\"end\":\"0301\",\"facing\":\"N\",\"cost\":2,"
          "\"allowance\":2,\"chosen\":false,\"way\":[\"0101\",\"0201\",\"0301\"]},\"Rifles-2\":{\"chosen\":true},"
          "\"Max\":null}"),
     NULL},
    {CASE(MARCH, "\"parts\":{\"Ann\":{\"end\":\"0201\"}}"), "end of Ann is 0301, expected 0201"},
    {CASE(MARCH, "\"parts\":{\"Ann\":{\"facing\":\"E\"}}"), "facing of Ann is N, expected E"},
    {CASE(MARCH, "\"parts\":{\"Ann\":{\"cost\":1}}"), "cost of Ann is 2, expected 1"},
    {CASE(MARCH, "\"parts\":{\"Ann\":{\"allowance\":9}}"), "allowance of Ann is 2, expected 9"},
    {CASE(MARCH, "\"parts\":{\"Ann\":{\"way\":[]}}"), "the way of Ann is 0101 0201 0301"},
    {CASE(MARCH, "\"parts\":{\"Ann\":{\"chosen\":true}}"), "where Ann ends is as ordered"},
    {CASE(MARCH, "\"parts\":{\"Rifles-2\":null}"), "Rifles-2 has a part in it"},
    {CASE(MARCH, "\"parts\":{\"Max\":{}}"), "Max has no part in it"},
    {CASE(MARCH, "\"actor\":\"Rifles\""), "the next actor is Blues, expected Rifles"},
};

static void cases_expect_parts(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        qm_diagnostics list = qm_diagnostics_make(NULL);
        qm_cases *read = NULL;
        qm_case_result result;
        assert_int_equal(qm_cases_read_text(&read, cases[i].text, strlen(cases[i].text), "c.json", NULL, NULL, &list),
                         QM_OK);
        assert_int_equal(qm_case_run(read, 0, NULL, &result), QM_OK);
        const char *told = result.mismatches.data ? result.mismatches.data : "";
        if (result.passed != !cases[i].mismatch || (cases[i].mismatch && !strstr(told, cases[i].mismatch))) {
            fail_msg("%s: %s", cases[i].mismatch ? cases[i].mismatch : "passes", told);
        }
        qm_case_result_free(&result);
        qm_cases_free(read);
        qm_diagnostics_free(&list);
    }
}

static void case_faults_are_told(void **unused) {
    (void)unused;
    static const char wrong[] =
        CASE(MARCH, "\"parts\":{\"Ann\":{\"ned\":\"0201\",\"cost\":\"x\",\"way\":[1]},\"Bo\":3}");
    static const char unknown[] = CASE(MARCH, "\"parts\":{\"An\":{}}");
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_cases *read = NULL;
    assert_int_equal(qm_cases_read_text(&read, wrong, sizeof wrong - 1, "c.json", NULL, NULL, &list), QM_ERROR_INPUT);
    assert_int_equal(list.count, 4);
    qm_diagnostics_clear(&list);
    assert_int_equal(qm_cases_read_text(&read, unknown, sizeof unknown - 1, "c.json", NULL, NULL, &list), QM_OK);
    assert_int_equal(qm_cases_check(read, &list), QM_ERROR_INPUT);
    assert_string_equal(list.items[0].message, "the scenario has no figure of this name (did you mean \"Ann\"?)");
    qm_cases_free(read);
    qm_diagnostics_free(&list);
}

/* --------------------------------------------------------------------------------------------------------- counting */

/* Every fall of up to four dice, against the weights. */
static void counts_have_weights(void **unused) {
    (void)unused;
    for (int dice = 0; dice <= 4; dice++) {
        for (int cut = -1; cut <= 7; cut++) {
            const qm__roll roll = {
                .dice = (uint8_t)dice, .sides = 6, .shape = QM__COUNT, .cuts = {(int16_t)cut}, .target = cut};
            uint64_t ways[5] = {0}, all = 1;
            for (int i = 0; i < dice; i++) {
                all *= 6;
            }
            for (uint64_t fall = 0; fall < all; fall++) {
                int count = 0;
                uint64_t rest = fall;
                for (int i = 0; i < dice; i++, rest /= 6) {
                    count += (int)(rest % 6) + 1 <= cut;
                }
                ways[count]++;
            }
            assert_int_equal(qm__roll_classes(&roll), dice + 1);
            for (uint32_t i = 0; i <= (uint32_t)dice; i++) {
                uint64_t weight, total;
                assert_true(qm__roll_weight(&roll, i, &weight, &total));
                assert_true(weight * all == ways[i] * total);
            }
        }
    }
}

/* More dice than whole numbers hold: shares that add up. */
static void many_are_rounded(void **unused) {
    (void)unused;
    const qm__roll roll = {.dice = 64, .sides = 10, .shape = QM__COUNT, .cuts = {3}};
    double mean = 0, sum = 0;
    for (uint32_t i = 0; i <= 64; i++) {
        uint64_t weight, total;
        assert_false(qm__roll_weight(&roll, i, &weight, &total));
        sum += (double)weight / (double)total;
        mean += i * (double)weight / (double)total;
    }
    assert_true(sum > 1 - 1e-12 && sum < 1 + 1e-12);
    assert_true(mean > 19.2 - 1e-9 && mean < 19.2 + 1e-9);
}

static void say(const bench *b, size_t event, const char *text) {
    char array[200];
    qm_text out = qm_text_over(array, sizeof array);
    qm_event_print(b->scenario, &b->list[event], &out);
    assert_string_equal(array, text);
}

/* A volley with dice and choices asked for, all the way. */
static void a_volley_is_asked_for(void **unused) {
    (void)unused;
    bench *b = open_parade();
    qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_ASKED};
    qm_played played;
    qm_wanted wanted;
    char array[200];
    judge(b, "Rifles volley at Blues Rifles-3 with rifle");
    assert_int_equal(b->verdict.check_count, 3);
    qm_text out = qm_text_over(array, sizeof array);
    qm_check_print(b->scenario, &b->verdict.checks[2], &out);
    assert_string_equal(array, "Rifles-3 rolls to hit: 2d6, each needs 3 or less, at least one with 75 % (DR-04)");
    b->events = (qm_events){.items = b->list, .capacity = 64};
    assert_int_equal(qm_play(b->scenario, b->state, b->scratch, &source, &b->events, &played), QM_OK);
    static const uint8_t faces[3][2] = {{4, 0}, {5, 0}, {6, 3}};
    for (size_t i = 0; i < 3; i++) {
        qm_pending(b->scenario, b->state, &wanted, NULL, NULL);
        assert_int_equal(wanted.over, QM_OVER_EACH);
        assert_int_equal(
            qm_answer(b->scenario, b->state, b->scratch, faces[i], wanted.dice, &source, &b->events, &played), QM_OK);
    }
    qm_pending(b->scenario, b->state, &wanted, NULL, NULL);
    assert_int_equal(wanted.what, 2);
    out = qm_text_over(array, sizeof array);
    qm_wanted_print(b->scenario, &wanted, &out);
    assert_string_equal(array, "Rifles has hit Blues: who falls? (DR-05)");
    const uint8_t second = 2;
    assert_int_equal(qm_answer(b->scenario, b->state, b->scratch, &second, 1, &source, &b->events, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_DONE);
    say(b, 0, "Ann rolls to hit: 4, each needs 4 or less: 1 does (DR-04)");
    say(b, 1, "Rifles-2 rolls to hit: 5, each needs 4 or less: 0 do (DR-04)");
    say(b, 2, "Rifles-3 rolls to hit: 6 3, each needs 3 or less: 1 does (DR-04)");
    say(b, 3, "Rifles fires at Blues: 2 hits (DR-04)");
    say(b, 4, "Blues-2 of Blues falls (DR-05)");
    say(b, 5, "Blues-1 of Blues falls (DR-05)");
    say(b, 6, "Blues is gone (DR-05)");
    close_parade(b);
}

/* A unit is called by its name after its first figure has fallen. */
static void the_first_may_fall(void **unused) {
    (void)unused;
    bench *b = open_parade();
    qm_source source = {.seed = 1, .choices = QM_CHOICES_AUTOMATIC};
    qm_tape tape = {.length = 0};
    static const uint8_t entries[] = {1, 4, 1, 6, 2, 6, 6};
    qm_played played;
    memcpy(tape.bytes, entries, sizeof entries);
    tape.length = sizeof entries;
    source.given = &tape;
    judge(b, "Rifles volley at Blues");
    assert_int_equal(qm_play(b->scenario, b->state, b->scratch, &source, NULL, &played), QM_OK);
    assert_int_equal(qm_figure_state(b->scenario, b->state, BLUE_1, 2), 1);
    assert_int_equal(qm_state_actor(b->scenario, b->state), BLUE_1);
    assert_reason(b, "Blues march Blues-1 0601", "Blues-1 has fallen (DR-05)");
    play(b, "Blues march Blues-2 0601");
    close_parade(b);
}

/* ---------------------------------------------------------------------------------------------------------- battery */

static void the_battery_passes(void **unused) {
    (void)unused;
    qm_scenario *s = battery_load_text(PARADE);
    battery_counts counts = {0};
    for (uint64_t seed = 1; seed <= battery_amount(6); seed++) {
        battery_play(s, seed, 40, &counts);
    }
    battery_projection(s);
    battery_print("units", &counts);
    assert_true(battery_happened(s, &counts, "came") > 0);
    assert_true(battery_happened(s, &counts, "fell") > 0);
    assert_true(battery_happened(s, &counts, "lost") > 0);
    assert_true(counts.choices > 0 && counts.odds > 0 && counts.ended > 0);
    qm_scenario_free(s);
}

/* --------------------------------------------------------------------------------------------------------- pictures */

/* The legend has an arrow too. */
static void check_picture(const qm_scenario *s, const qm_text *out, const qm__page_box *boxes, size_t count,
                          uint16_t width, size_t arrows) {
    (void)s;
    check_xml(out->data);
    check_closed(out->data);
    check_boxes(boxes, count, width * 10.0, height_of(out->data));
    assert_int_equal(count_in(out->data, "marker-end"), arrows);
}

static void every_part_is_drawn(void **unused) {
    (void)unused;
    bench *b = open_parade();
    static qm__page_box boxes[BOXES_MAX];
    size_t count = 0;
    qm_text out = qm_text_growing(NULL);
    qm_draw_options options = qm_draw_defaults();
    judge(b, "Rifles march Ann 0201 0301 Rifles-2 0202 shift E");
    const qm_order order = b->order;
    options.order = &order;
    assert_int_equal(qm__draw_svg(b->scenario, b->state, b->scratch, &options, &out, boxes, BOXES_MAX, &count), QM_OK);
    check_picture(b->scenario, &out, boxes, count, options.width, 4 + 1);
    assert_non_null(strstr(out.data, "Rifles-3: 1 of 2 to 0203, facing E (found for it)"));
    qm_text_free(&out);
    close_parade(b);
}

/* On a table, with a verdict made by hand: two ways, one of them with a climb, and one who finds no way. */
static void parts_are_drawn_on_tables(void **unused) {
    (void)unused;
    qm_scenario *s = battery_load_text(
        "{\"quickmarch\":\"scenario\",\"version\":1,\"rules\":\"ramble\",\"board\":{\"width\":30,\"depth\":20,"
        "\"prisms\":[{\"name\":\"house\",\"box\":[10,10,16,18],\"top\":3}]},\"sides\":[\"Red\"],\"figures\":["
        "{\"name\":\"Ada\",\"at\":\"5,5\"},{\"name\":\"Bo\",\"at\":\"13,9\"},{\"name\":\"Cy\",\"at\":\"25,5\"}]}");
    qm_look looks[3];
    qm_state *state = battery_state(s);
    for (uint16_t i = 1; i <= 3; i++) {
        qm_figure_look(s, state, i, &looks[i - 1]);
    }
    static qm_verdict verdict;
    qm_order order;
    qm_order_clear(&order, 1, 1);
    qm__judging j = {.scenario = s, .verdict = &verdict, .order = &order};
    verdict = (qm_verdict){.unit = 2, .chance = 1};
    static const qm_place ways[3][2] = {{{5000, 5000, 0}, {8000, 5000, 0}},
                                        {{13000, 9000, 0}, {13000, 11000, 3000}},
                                        {{25000, 5000, 0}, {26000, 5000, 0}}};
    for (uint16_t i = 0; i < 3; i++) {
        qm__part_add(&j, (uint16_t)(i + 1))->end = ways[i][1];
        qm__way_add(&j, ways[i][0]);
        qm__way_add(&j, ways[i][1]);
    }
    qm_reason *reason = qm__refuse(&j, 1);
    reason->figure = 3;
    reason->at = (qm_place){26500, 5500, 0};
    qm__draw_facts facts = {.figures = looks, .order = &order, .order_text = "all", .verdict = &verdict};
    static qm__page_box boxes[BOXES_MAX];
    size_t count = 0;
    qm_text out = qm_text_growing(NULL);
    qm_draw_options options = qm_draw_defaults();
    assert_int_equal(qm__draw_page(s, &facts, &options, &out, boxes, BOXES_MAX, &count), QM_OK);
    check_picture(s, &out, boxes, count, options.width, 3 + 1);
    /* the ends of the two who are not refused */
    assert_int_equal(count_in(out.data, "fill-opacity=\"0.7\" stroke=\"#1a1a1a\" stroke-width=\"2\""), 2);
    qm_text_free(&out);
    free(state);
    qm_scenario_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_are_read),
        cmocka_unit_test(layers_have_their_order),
        cmocka_unit_test(units_are_written),
        cmocka_unit_test(units_are_hashed),
        cmocka_unit_test(faults_are_told),
        cmocka_unit_test(others_have_no_units),
        cmocka_unit_test(orders_read_back),
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(wrong_ids_are_refused),
        cmocka_unit_test(units_are_named),
        cmocka_unit_test(parts_are_told),
        cmocka_unit_test(ways_have_limits),
        cmocka_unit_test(cases_expect_parts),
        cmocka_unit_test(case_faults_are_told),
        cmocka_unit_test(counts_have_weights),
        cmocka_unit_test(many_are_rounded),
        cmocka_unit_test(a_volley_is_asked_for),
        cmocka_unit_test(the_first_may_fall),
        cmocka_unit_test(the_battery_passes),
        cmocka_unit_test(every_part_is_drawn),
        cmocka_unit_test(parts_are_drawn_on_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
