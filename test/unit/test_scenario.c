/* Scenario files: what is read, every kind of fault with its place, rosters, and writing out. */
#include "support/duel.h"

#include <stdbool.h>

static size_t field_index(const qm_field *fields, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(fields[i].name, name) == 0) {
            return i;
        }
    }
    fail_msg("no field %s", name);
    return 0;
}

static int32_t start_of(const qm_scenario *s, const char *figure, const char *field) {
    const qm_rules_facts *facts = qm_scenario_family(s);
    qm_state *state = malloc(qm_state_size(s));
    assert_int_equal(qm_state_start(s, state), QM_OK);
    const int32_t value = qm_figure_state(s, state, qm_figure_named(s, figure),
                                          field_index(facts->figure_state, facts->figure_state_count, field));
    free(state);
    return value;
}

static int32_t value_of(const qm_scenario *s, const char *figure, const char *field) {
    const qm_rules_facts *facts = qm_scenario_family(s);
    return qm_figure_value(s, qm_figure_named(s, figure),
                           field_index(facts->figure_fields, facts->figure_field_count, field));
}

static void reads_the_duel(void **state) {
    (void)state;
    qm_scenario *s = scenario_from(duel_text);
    assert_string_equal(qm_scenario_title(s), "Duel");
    assert_int_equal(qm_side_count(s), 2);
    assert_int_equal(qm_figure_count(s), 2);
    assert_int_equal(qm_item_count(s), 5);
    assert_string_equal(qm_item_name(s, 1), "Ada-shortsword");
    assert_string_equal(qm_item_name(s, 4), "Bo-dagger");
    assert_string_equal(qm_item_name(s, 5), "axe");
    assert_int_equal(value_of(s, "Ada", "dex"), 12); /* its own */
    assert_int_equal(value_of(s, "Bo", "dex"), 11);  /* the template's */
    assert_int_equal(start_of(s, "Ada", "ready"), 1);
    assert_int_equal(start_of(s, "Bo", "ready"), 3);
    assert_true(qm_sides_hostile(s, 1, 2));
    qm_state *first = malloc(qm_state_size(s));
    qm_look look;
    assert_int_equal(qm_state_start(s, first), QM_OK);
    assert_int_equal(qm_state_check(s, first), QM_OK);
    qm_figure_look(s, first, 1, &look);
    assert_int_equal(look.at.x, 2);
    assert_int_equal(look.at.y, 2);
    assert_int_equal(look.facing, 2); /* SE */
    qm_item_look(s, first, 5, &look);
    assert_int_equal(look.at.x, 3);
    assert_int_equal(look.at.y, 4);
    qm_item_look(s, first, 4, &look);
    assert_int_equal(look.holder, 2);
    free(first);
    qm_scenario_free(s);
}

static void writes_itself_out(void **state) {
    (void)state;
    char *changed = with(duel_text, "\"rules\": \"hexmelee\"",
                         "\"rules\": {\"extends\": \"hexmelee\", \"settings\": {\"landing_hex\": \"free\"}, "
                         "\"weapons\": {\"katana\": {\"damage\": \"2d+1\"}, \"dagger\": {\"damage\": \"1d\"}}}");
    const char *const texts[] = {duel_text, changed};
    for (size_t i = 0; i < 2; i++) {
        qm_scenario *s = scenario_from(texts[i]);
        qm_text text = qm_text_growing(NULL);
        qm_scenario_write_json(s, &text);
        qm_scenario *again = scenario_from(text.data);
        assert_true(qm_scenario_hash(s) == qm_scenario_hash(again));
        qm_text rules = qm_text_growing(NULL), rules_again = qm_text_growing(NULL);
        qm_scenario_rules(s, &rules);
        qm_scenario_rules(again, &rules_again);
        assert_string_equal(rules.data, rules_again.data);
        qm_text_free(&rules);
        qm_text_free(&rules_again);
        qm_text_free(&text);
        qm_scenario_free(s);
        qm_scenario_free(again);
    }
    free(changed);
}

static void allies_and_defaults(void **state) {
    (void)state;
    char *text =
        with(duel_text, "[\"red\", \"blue\"]", "[{\"name\": \"red\", \"allies\": [\"green\"]}, \"blue\", \"green\"]");
    qm_scenario *s = scenario_from(text);
    assert_false(qm_sides_hostile(s, 1, 3));
    assert_false(qm_sides_hostile(s, 3, 1));
    assert_true(qm_sides_hostile(s, 2, 3));
    qm_scenario_free(s);
    free(text);
}

typedef struct mistake {
    const char *part, *instead; /* exchanged in the duel */
    const char *field, *words;  /* what must be told */
} mistake;

static void tells_mistakes(void **state) {
    (void)state;
    static const mistake mistakes[] = {
        {"\"version\": 1", "\"version\": 2", "version", "only version 1"},
        {"\"quickmarch\": \"scenario\"", "\"quickmarch\": \"log\"", "quickmarch", "a file of kind \"scenario\""},
        {"\"title\"", "\"titel\"", "titel", "did you mean \"title\""},
        {"\"hexmelee\"", "\"hexmeele\"", "rules", "no rulebook \"hexmeele\""},
        {"\"........\", \"...PW...\"", "\".......\", \"...PW...\"", "board.rows[1]",
         "has 7 hexes, the first row has 8"},
        {"\"rules\": \"hexmelee\"", "\"rules\": {\"extends\": \"hexmelee\", \"settings\": {\"landing_hx\": \"free\"}}",
         "rules.settings.landing_hx", "did you mean \"landing_hex\""},
        {"\"rules\": \"hexmelee\"", "\"rules\": {\"extends\": \"chess\"}", "rules.extends", "no rulebook \"chess\""},
        {"\"rules\": \"hexmelee\"", "\"rules\": 3", "rules", "must name a rulebook"},
        {"...PW...", "...PX...", "board.rows[2]", "'X' is not in the legend"},
        {"\"P\": {\"terrain\": \"pit\"", "\"P\": {\"terrain\": \"pitt\"", "board.legend.P.terrain",
         "did you mean \"pit\""},
        {"\"depth\": 400", "\"deph\": 400", "board.legend.P.deph", "did you mean \"depth\""},
        {"\"depth\": 400", "\"depth\": 400000", "board.legend.P.depth", "400000 is above 60000 cm"},
        {"\"W\": \"wall\"", "\"WW\": \"wall\"", "board.legend.WW", "single visible ASCII"},
        {"\"sides\": [\"red\", \"blue\"]", "\"sides\": [\"red\", \"red\"]", "sides[1]", "another side"},
        {"\"sides\": [\"red\", \"blue\"]", "\"sides\": [\"red\", \"next\"]", "sides[1]", "no name for a side"},
        {"\"side\": \"blue\"", "\"side\": \"bleu\"", "figures[1].side", "did you mean \"blue\""},
        {"\"name\": \"Bo\"", "\"name\": \"Ada\"", "figures[1].name", "another figure or item \"Ada\""},
        {"\"name\": \"Bo\"", "\"name\": \"half\"", "figures[1].name", "a word of the order notation"},
        {"\"name\": \"Bo\"", "\"name\": \"2Bo\"", "figures[1].name", "is no name"},
        {"\"name\": \"Bo\"", "\"name\": \"Bo567890123456789012345678901234\"", "figures[1].name", "is no name"},
        {"\"name\": \"axe\"", "\"name\": \"Bo\"", "items[0].name", "another figure or item"},
        {"\"template\": \"guard\", \"dex\"", "\"template\": \"gaurd\", \"dex\"", "figures[0].template",
         "did you mean \"guard\""},
        {"\"str\": 11", "\"str\": 0", "templates.guard.str", "0 is below 1"},
        {"\"str\": 11", "\"srt\": 11", "templates.guard.srt", "did you mean \"str\""},
        {"\"str\": 11", "\"text\": \"\"", "figures[0].str", "is missing"},
        {"\"at\": \"0202\"", "\"at\": \"0902\"", "figures[0].at", "off the board"},
        {"\"at\": \"0202\"", "\"at\": \"202\"", "figures[0].at", "no place"},
        {"\"at\": \"0202\"", "\"at\": 202", "figures[0].at", "must be a string, not number"},
        {"\"facing\": \"SE\"", "\"facing\": \"E\"", "figures[0].facing", "no direction of this board"},
        {"\"shortsword\", \"dagger\"", "\"shortswrod\", \"dagger\"", "templates.guard.items[0]",
         "did you mean \"shortsword\""},
        {"\"ready\": \"shortsword\"", "\"ready\": \"rapier\"", "templates.guard.ready", "no item \"rapier\""},
        {"\"weapon\": \"battleaxe\"", "\"weapn\": \"battleaxe\"", "items[0].weapn", "did you mean \"weapon\""},
        {"\"turns\": 10", "\"turns\": 0", "end.turns", "0 is below 1"},
        {"\"places\": [\"0801\"]", "\"places\": []", "end.zones[0].places", "at least one place"},
        {"\"places\": [\"0801\"], \"side\": \"red\"", "\"places\": [\"0801\"], \"side\": \"rde\"", "end.zones[0].side",
         "no side \"rde\""},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        char *text = with(duel_text, mistakes[i].part, mistakes[i].instead);
        qm_diagnostics list = qm_diagnostics_make(NULL);
        qm_scenario *s = NULL;
        const qm_result result = qm_scenario_read_text(&s, text, strlen(text), "test.json", NULL, NULL, NULL, &list);
        assert_int_not_equal(result, QM_OK);
        assert_null(s);
        assert_true(told(&list, 0, mistakes[i].field, mistakes[i].words));
        for (size_t d = 0; d < list.count; d++) {
            assert_string_equal(list.items[d].file, "test.json");
            assert_true(list.items[d].line > 0);
        }
        qm_diagnostics_free(&list);
        free(text);
    }
}

/* One run shows all mistakes, each once, with its place. */
static void tells_all_at_once(void **state) {
    (void)state;
    char *one = with(duel_text, "\"str\": 11", "\"str\": \"strong\"");
    char *two = with(one, "\"0705\"", "\"0799\"");
    char *text = with(two, "\"turns\": 10", "\"turn\": 10");
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_scenario *s = NULL;
    assert_int_equal(qm_scenario_read_text(&s, text, strlen(text), "test.json", NULL, NULL, NULL, &list),
                     QM_ERROR_INPUT);
    assert_true(told(&list, 5, "templates.guard.str", "must be a number"));
    assert_true(told(&list, 8, "figures[1].at", "off the board"));
    assert_true(told(&list, 10, "end.turn", "unknown name"));
    assert_int_equal(list.count, 3);
    qm_diagnostics_free(&list);
    free(one);
    free(two);
    free(text);
}

/* What only the family can know has a place too. */
static void tells_what_the_family_finds(void **state) {
    (void)state;
    char *text = with(duel_text, "\"0705\"", "\"0202\"");
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_scenario *s = NULL;
    assert_int_equal(qm_scenario_read_text(&s, text, strlen(text), "test.json", NULL, NULL, NULL, &list),
                     QM_ERROR_INPUT);
    assert_true(list.count >= 1);
    assert_string_equal(list.items[0].file, "test.json");
    assert_true(list.items[0].line == 7 || list.items[0].line == 8);
    qm_diagnostics_free(&list);
    free(text);
}

static void boards_by_size_and_patches(void **state) {
    (void)state;
    char *text = with(duel_text,
                      "\"rows\": [\"........\", \"........\", \"...PW...\", \"........\", \"........\", \"........\"],",
                      "\"size\": [8, 6], \"ground\": [{\"terrain\": \"pit\", \"depth\": 400, \"at\": [\"0403\"]}, "
                      "{\"terrain\": \"wall\", \"at\": [\"0503\"]}],");
    qm_scenario *s = scenario_from(text);
    qm_text out = qm_text_growing(NULL);
    qm_scenario_write_json(s, &out);
    qm_scenario *again = scenario_from(out.data);
    assert_true(qm_scenario_hash(s) == qm_scenario_hash(again));
    qm_scenario_free(s);
    qm_scenario_free(again);
    qm_text_free(&out);
    free(text);
    static const mistake mistakes[] = {
        {"[8, 6]", "[201, 6]", "board.size", "201 columns; it must have 1 to 200"},
        {"[8, 6]", "[8, 0]", "board.size", "0 rows"},
        {"[8, 6]", "[8]", "board.size", "two whole numbers"},
    };
    for (size_t i = 0; i < 3; i++) {
        char *sized =
            with(duel_text,
                 "\"rows\": [\"........\", \"........\", \"...PW...\", \"........\", \"........\", \"........\"],",
                 "\"size\": [8, 6],");
        char *bad = with(sized, mistakes[i].part, mistakes[i].instead);
        qm_diagnostics list = qm_diagnostics_make(NULL);
        s = NULL;
        assert_int_equal(qm_scenario_read_text(&s, bad, strlen(bad), "test.json", NULL, NULL, NULL, &list),
                         QM_ERROR_INPUT);
        assert_true(told(&list, 0, mistakes[i].field, mistakes[i].words));
        qm_diagnostics_free(&list);
        free(sized);
        free(bad);
    }
}

static void rosters_and_rulebooks_beside_the_file(void **state) {
    (void)state;
    char *one = with(duel_text, "\"templates\": {\"guard\"",
                     "\"rosters\": [\"../men/guards.json\"], \"templates\": {\"unused\"");
    char *text = with(one, "\"rules\": \"hexmelee\"", "\"rules\": \"house\"");
    const memory_file files[] = {
        {"games/duel.json", text},
        {"games/house.toml", "extends = \"hexmelee\"\n[settings]\nlanding_hex = \"free\"\n"},
        {"men/guards.json",
         "{\"quickmarch\": \"roster\", \"version\": 1, \"rules\": \"hexmelee\", \"templates\": {\n"
         "\"man\": {\"str\": 9, \"dex\": 9},\n"
         "\"guard\": {\"template\": \"man\", \"dex\": 13, \"items\": [\"dagger\"], \"ready\": \"dagger\"}}}"},
        {NULL, NULL}};
    const qm_reader reader = {read_memory, (void *)(uintptr_t)files, NULL};
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_scenario *s = NULL;
    const qm_result result = qm_scenario_read_file(&s, "games/duel.json", NULL, &reader, NULL, &list);
    print_diagnostics(&list);
    assert_int_equal(result, QM_OK);
    assert_int_equal(value_of(s, "Bo", "str"), 9);
    assert_int_equal(value_of(s, "Bo", "dex"), 13);
    assert_int_equal(value_of(s, "Ada", "dex"), 12);
    qm_text rules = qm_text_growing(NULL);
    qm_scenario_rules(s, &rules);
    assert_string_equal(rules.data, "hexmelee 1 landing_hex=free");
    qm_text_free(&rules);
    qm_scenario_free(s);
    assert_int_equal(qm_roster_check(files[2].text, strlen(files[2].text), "guards.json", NULL, NULL, &list), QM_OK);
    char *broken = with(files[2].text, "\"dex\": 13", "\"dexx\": 13");
    assert_int_equal(qm_roster_check(broken, strlen(broken), "guards.json", NULL, NULL, &list), QM_ERROR_INPUT);
    assert_true(told(&list, 3, "templates.guard.dexx", "did you mean \"dex\""));
    qm_diagnostics_free(&list);
    free(broken);
    free(one);
    free(text);
}

static void templates_in_a_circle(void **state) {
    (void)state;
    char *text = with(duel_text, "\"guard\": {", "\"guard\": {\"template\": \"guard\", ");
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_scenario *s = NULL;
    assert_int_equal(qm_scenario_read_text(&s, text, strlen(text), "test.json", NULL, NULL, NULL, &list),
                     QM_ERROR_INPUT);
    assert_true(told(&list, 5, "templates.guard.template", "in a circle"));
    qm_diagnostics_free(&list);
    free(text);
}

/* Another rulebook takes the place of the one named; what the scenario itself sets stays. */
static void another_rulebook_instead(void **state) {
    (void)state;
    char *text = with(duel_text, "\"rules\": \"hexmelee\"",
                      "\"rules\": {\"extends\": \"hexmelee\", \"settings\": {\"landing_hex\": \"free\"}}");
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_rulebook *rules = NULL;
    qm_scenario *s = NULL;
    assert_int_equal(qm_rulebook_named(&rules, "hexmelee", NULL, NULL, &list), QM_OK);
    assert_int_equal(qm_rulebook_set_text(rules, "pull_up_cost=hit", &list), QM_OK);
    assert_int_equal(qm_scenario_read_text(&s, text, strlen(text), "t", rules, NULL, NULL, &list), QM_OK);
    qm_text now = qm_text_growing(NULL);
    qm_scenario_rules(s, &now);
    assert_string_equal(now.data, "hexmelee 1 landing_hex=free pull_up_cost=hit");
    qm_rulebook *back = NULL;
    assert_int_equal(qm_scenario_rulebook(s, &back, NULL), QM_OK);
    qm_text_clear(&now);
    qm_rulebook_identity(back, &now);
    assert_string_equal(now.data, "hexmelee 1 landing_hex=free pull_up_cost=hit");
    qm_rulebook_free(back);
    qm_text_free(&now);
    qm_scenario_free(s);
    qm_rulebook_free(rules);
    qm_diagnostics_free(&list);
    free(text);
}

static void knows_kinds_of_files(void **state) {
    (void)state;
    assert_int_equal(qm_file_kind_of(duel_text, strlen(duel_text)), QM_FILE_SCENARIO);
    static const char cases[] = " {\"version\": 1, \"quickmarch\": \"cases\"}", other[] = "{\"a\": 1}",
                      toml[] = "family = \"x\"\n";
    assert_int_equal(qm_file_kind_of(cases, strlen(cases)), QM_FILE_CASES);
    assert_int_equal(qm_file_kind_of(other, strlen(other)), QM_FILE_UNKNOWN);
    assert_int_equal(qm_file_kind_of(toml, strlen(toml)), QM_FILE_RULEBOOK);
    assert_int_equal(qm_file_kind_of("", 0), QM_FILE_UNKNOWN);
}

/* An allocator that gives up after a number of requests: loading must fail cleanly wherever that is. */
typedef struct stingy {
    int left;
} stingy;

static void *stingy_resize(void *user, void *block, size_t old_size, size_t new_size) {
    stingy *s = user;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    if (s->left-- <= 0) {
        return NULL;
    }
    return realloc(block, new_size);
}

static void survives_lack_of_memory(void **state) {
    (void)state;
    bool loaded = false;
    for (int n = 0; !loaded && n < 500; n++) {
        stingy s = {n};
        const qm_allocator allocator = {stingy_resize, &s};
        qm_diagnostics list = qm_diagnostics_make(NULL);
        qm_scenario *scenario = NULL;
        const qm_result result =
            qm_scenario_read_text(&scenario, duel_text, strlen(duel_text), "test.json", NULL, NULL, &allocator, &list);
        loaded = result == QM_OK;
        assert_true(loaded == (scenario != NULL));
        qm_scenario_free(scenario);
        qm_diagnostics_free(&list);
    }
    assert_true(loaded);
}

/* A wrong name hides nothing else of its figure, a wrong field nothing about the whole game, and all of it is sorted.
 */
static void goes_on_after_mistakes(void **state) {
    (void)state;
    static const char text[] =
        "{\"quickmarch\": \"scenario\", \"version\": 1, \"rules\": \"hexmelee\", \"board\": {\"size\": [4, 4]},\n"
        "\"sides\": [\"red\", \"blue\"], \"figures\": [\n"
        "{\"name\": \"Ada\", \"side\": \"red\", \"str\": 0, \"dex\": 10, \"at\": \"0101\"},\n"
        "{\"name\": \"Ada\", \"side\": \"green\", \"str\": 10, \"dex\": 10, \"at\": \"0909\"},\n"
        "{\"side\": \"red\", \"str\": 10, \"dexx\": 10, \"at\": \"0202\"},\n"
        "{\"name\": \"Bo\", \"side\": \"blue\", \"str\": 10, \"dex\": 10, \"at\": \"0101\"}],\n"
        "\"end\": {\"turn\": 3}}";
    static const struct {
        uint32_t line;
        const char *field;
    } wanted[] = {{3, "figures[0].str"},  {4, "figures[1].name"}, {4, "figures[1].side"},
                  {4, "figures[1].at"},   {5, "figures[2].name"}, {5, "figures[2].dex"},
                  {5, "figures[2].dexx"}, {6, "figures[3].at"},   {7, "end.turn"}};
    const size_t count = sizeof wanted / sizeof wanted[0];
    qm_scenario *s = NULL;
    qm_diagnostics list = qm_diagnostics_make(NULL);
    assert_int_equal(qm_scenario_read_text(&s, text, sizeof text - 1, "x.json", NULL, NULL, NULL, &list),
                     QM_ERROR_INPUT);
    assert_null(s);
    if (list.count != count) {
        print_diagnostics(&list);
    }
    assert_int_equal(list.count, count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(list.items[i].line, wanted[i].line);
        assert_string_equal(list.items[i].field, wanted[i].field);
    }
    qm_diagnostics_free(&list);
}

/* The examples of the manual are right. */
static void documented_examples(void **state) {
    (void)state;
    char *text = documented("scenario.md", "json", 0), *tiles = documented("scenario.md", "json", 1);
    char *roster = documented("scenario.md", "json", 2);
    qm_scenario_free(scenario_from(text));
    qm_scenario_free(scenario_from(tiles));
    qm_diagnostics list = qm_diagnostics_make(NULL);
    assert_int_equal(qm_roster_check(roster, strlen(roster), "roster.json", NULL, NULL, &list), QM_OK);
    qm_diagnostics_free(&list);
    free(text);
    free(tiles);
    free(roster);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_the_duel),
        cmocka_unit_test(writes_itself_out),
        cmocka_unit_test(allies_and_defaults),
        cmocka_unit_test(tells_mistakes),
        cmocka_unit_test(tells_all_at_once),
        cmocka_unit_test(tells_what_the_family_finds),
        cmocka_unit_test(boards_by_size_and_patches),
        cmocka_unit_test(rosters_and_rulebooks_beside_the_file),
        cmocka_unit_test(templates_in_a_circle),
        cmocka_unit_test(another_rulebook_instead),
        cmocka_unit_test(knows_kinds_of_files),
        cmocka_unit_test(survives_lack_of_memory),
        cmocka_unit_test(goes_on_after_mistakes),
        cmocka_unit_test(documented_examples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
