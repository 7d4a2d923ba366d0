/* Case files: reading, running, what is told when something is not as expected, and which clauses count as shown. */
#include "support/duel.h"

#include <stdbool.h>

#include "quickmarch/cases.h"

/* A file with the duel as its scenario and one case from the parts given; free it. */
static char *case_file(const char *head, const char *orders) {
    qm_text text = qm_text_growing(NULL);
    /* The first order rolls for initiative, so that Ada moves first. */
    qm_text_addf(
        &text,
        "{\"quickmarch\": \"cases\", \"version\": 1, \"scenario\":\n%s, \"cases\": [\n{\"case\": \"one\"%s,\n"
        "\"edit\": [\"place Ada 0402 face S\"],\n\"orders\": [{\"order\": \"next\", \"dice\": [[6, 1]]},\n%s]}]}",
        duel_text, head, orders);
    return text.data;
}

static qm_cases *cases_from(const char *text) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_cases *cases = NULL;
    const qm_result result = qm_cases_read_text(&cases, text, strlen(text), "cases.json", NULL, NULL, &list);
    print_diagnostics(&list);
    assert_int_equal(result, QM_OK);
    qm_diagnostics_free(&list);
    return cases;
}

/* The first case of the text, which is freed. */
static void text_passes(char *text) {
    qm_cases *cases = cases_from(text);
    qm_case_result result;
    assert_int_equal(qm_case_run(cases, 0, NULL, &result), QM_OK);
    if (!result.passed) {
        print_message("%s\n", result.mismatches.data);
    }
    assert_true(result.passed);
    qm_case_result_free(&result);
    qm_cases_free(cases);
    free(text);
}

static void passes(const char *head, const char *orders) {
    text_passes(case_file(head, orders));
}

static void text_fails_with(char *text, const char *words) {
    qm_cases *cases = cases_from(text);
    qm_case_result result;
    assert_int_equal(qm_case_run(cases, 0, NULL, &result), QM_OK);
    assert_false(result.passed);
    if (!result.mismatches.data || !strstr(result.mismatches.data, words)) {
        print_message("expected '%s' in: %s\n", words, result.mismatches.data ? result.mismatches.data : "");
    }
    assert_non_null(result.mismatches.data);
    assert_non_null(strstr(result.mismatches.data, words));
    qm_case_result_free(&result);
    qm_cases_free(cases);
    free(text);
}

static void fails_with(const char *head, const char *orders, const char *words) {
    text_fails_with(case_file(head, orders), words);
}

static const char jump[] =
    "{\"order\": \"Ada full jump 0404\", \"dice\": [[3, 4]], \"expect\": {\"verdict\": \"legal\", \"cites\": "
    "[\"HX-12\"], "
    "\"uncited\": [\"HX-47\"], \"cost\": 2, \"allowance\": 10, "
    "\"checks\": [{\"roll\": \"jump\", \"figure\": \"Ada\", \"dice\": 2, \"sides\": 6, \"target\": 23, \"chance\": "
    "1}], "
    "\"events\": [\"roll:jump\"], \"no_events\": [\"fell-down\"], "
    "\"state\": {\"Ada\": {\"at\": \"0404\", \"position\": \"standing\", \"hits\": 0}, \"axe\": {\"holder\": null}}, "
    "\"odds\": {\"Ada.at=0404\": \"1/1\", \"Ada.at=0403\": 0, \"Ada.at=0404 & Ada.hits<=0\": 1}, "
    "\"actor\": \"Bo\", \"turn\": 1, \"phase\": \"movement\", \"ended\": false, \"winner\": null, \"hides\": "
    "[], \"told\": {\"Ada\": [\"STR \"]}, \"untold\": {\"Bo\": [\"dead\"]}}}";

static void a_case_that_passes(void **state) {
    (void)state;
    passes(", \"clauses\": [\"HX-12\"], \"text\": \"One hex of pit.\"", jump);
}

static void illegal_is_an_answer(void **state) {
    (void)state;
    passes("", "{\"order\": \"Bo half 0704\", \"expect\": {\"verdict\": \"illegal\", \"reasons\": [\"not-on-move\"], "
               "\"cites\": [\"HX-06\"], \"state\": {\"Bo\": {\"at\": \"0705\"}}}}");
    fails_with("", "{\"order\": \"Bo half 0704\", \"expect\": {\"verdict\": \"illegal\", \"reasons\": [\"dead\"]}}",
               "unexpected reason not-on-move");
    fails_with("", "{\"order\": \"Bo half 0704\", \"expect\": {\"verdict\": \"illegal\", \"reasons\": [\"nonsense\"]}}",
               "no reason named nonsense");
    fails_with("", "{\"order\": \"Bo half 0704\"}", "the verdict is illegal, expected legal");
}

/* Exchanges one expectation of the jump and looks for what is told. */
static void tells_every_kind_of_mismatch(void **state) {
    (void)state;
    static const char *const mistakes[][3] = {
        {"\"verdict\": \"legal\"", "\"verdict\": \"illegal\"", "the verdict is legal, expected illegal"},
        {"\"HX-12\"", "\"HX-48\"", "HX-48 is not cited"},
        {"\"HX-47\"", "\"HX-12\"", "HX-12 is cited, and should not be"},
        {"\"cost\": 2", "\"cost\": 3", "cost is 2, expected 3"},
        {"\"allowance\": 10", "\"allowance\": 9", "allowance is 10, expected 9"},
        {"\"target\": 23", "\"target\": 22", "checks[0].target is 23, expected 22"},
        {"\"roll\": \"jump\"", "\"roll\": \"grab\"", "the roll of a check is jump, expected grab"},
        {"\"chance\": 1", "\"chance\": \"5/36\"", "checks[0].chance is 1, expected 5/36"},
        {"\"roll:jump\"", "\"roll:jump\", \"fell-down\"", "the event fell-down is missing"},
        {"\"roll:jump\"", "\"roll:jump=24\"", "the event roll:jump=24 is missing; there was: roll:jump:pass="},
        {"\"roll:jump\"", "\"roll:jump@0403\"", "the event roll:jump@0403 is missing"},
        {"[\"roll:jump\"]", "[\"flew\"]", "there is no event named flew"},
        {"[\"fell-down\"]", "[\"roll:jump:pass\"]", "happened, and should not have"},
        {"\"at\": \"0404\"", "\"at\": \"0403\"", "Ada.at is 0404, expected 0403"},
        {"\"at\": \"0404\"", "\"place\": \"0403\"", "there is no Ada.place"},
        {"\"axe\"", "\"sword\"", "no figure or item \"sword\""},
        {"\"Ada.at=0403\": 0", "\"Ada.at=0403\": 0.5", "the chance of Ada.at=0403 is 0, expected 0.5"},
        {"\"Ada.at=0403\": 0", "\"Ada.att=0403\": 0", "there is no Ada.att"},
        {"\"Ada.at=0403\": 0", "\"Ada.at~0403\": 0", "there is no Ada.at~0403"},
        {"\"actor\": \"Bo\"", "\"actor\": null", "the next actor is Bo, expected none"},
        {"\"turn\": 1", "\"turn\": 2", "the turn is 1, expected 2"},
        {"\"phase\": \"movement\"", "\"phase\": \"action\"", "the phase is movement"},
        {"\"ended\": false", "\"ended\": true", "ended is false"},
        {"\"hides\": []", "\"hides\": [\"Bo\"]", "what Bo declared is open to other sides, and should be hidden"},
        {"\"hides\": []", "\"hides\": [\"Bob\"]", "there is no figure \"Bob\""},
        {"[\"STR \"]", "[\"asleep\"]", "what is told of Ada has not \"asleep\": "},
        {"\"untold\": {\"Bo\"", "\"untold\": {\"Bob\"", "there is no figure \"Bob\""},
        {"[\"dead\"]", "[\"STR \"]", "what is told of Bo has \"STR \": "},
        {"[[3, 4]]", "[[3, 4, 5]]", "wants 2 dice, not 3"},
        {"[[3, 4]]", "[[3, 7]]", "faces 1 to 6"},
        {"[[3, 4]]", "[[3, 4], [1]]", "more dice are given"},
        {"[[3, 4]]", "[]", "a roll is wanted that is not given"},
        {"full jump", "full jmp", "at character 10"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        char *orders = with(jump, mistakes[i][0], mistakes[i][1]);
        fails_with("", orders, mistakes[i][2]);
        free(orders);
    }
    fails_with(", \"clauses\": [\"HX-99\"]", jump, "hexmelee has no clause HX-99");
}

/* Ada declares on a table of tiles; free it. */
static char *declared_file(const char *settings, const char *hides) {
    qm_text text = qm_text_growing(NULL);
    qm_text_addf(
        &text,
        "{\"quickmarch\": \"cases\", \"version\": 1, \"scenario\": {\"quickmarch\": \"scenario\", \"version\": 1,"
        "\"rules\": \"tiles\", \"board\": {\"size\": [6, 1]}, \"sides\": [\"red\", \"blue\"], \"figures\": ["
        "{\"name\": \"Ada\", \"side\": \"red\", \"at\": \"0101\"},"
        "{\"name\": \"Bo\", \"side\": \"blue\", \"at\": \"0601\"}]}, \"cases\": [{\"case\": \"one\","
        "\"settings\": {%s}, \"orders\": [\"next\","
        "{\"order\": \"Ada move 0201\", \"expect\": {\"hides\": [%s]}}]}]}",
        settings, hides);
    return text.data;
}

/* Exactly those listed hide: neither one too few nor one too many goes through. */
static void who_hides_a_declaration(void **state) {
    (void)state;
    text_passes(declared_file("", "\"Ada\", \"Bo\""));
    text_passes(declared_file("\"declare\": \"open\"", ""));
    text_fails_with(declared_file("", "\"Ada\""),
                    "orders[1] 'Ada move 0201': what Bo declared is hidden from other sides, and should be open");
    text_fails_with(declared_file("\"declare\": \"open\"", "\"Ada\""),
                    "what Ada declared is open to other sides, and should be hidden");
}

static void settings_and_figures_of_a_case(void **state) {
    (void)state;
    char *free_landing = with(jump, "\"cost\": 2", "\"cost\": 1");
    passes(", \"settings\": {\"landing_hex\": \"free\"}", free_landing);
    free(free_landing);
    char *weak = with(jump, "\"target\": 23", "\"target\": 17");
    passes(", \"figures\": {\"Ada\": {\"str\": 9, \"dex\": 8}}", weak);
    free(weak);
    fails_with(", \"settings\": {\"landing\": 1}", jump, "cases[0].settings.landing");
    fails_with(", \"figures\": {\"Eve\": {\"str\": 9}}", jump, "no figure of this name");
    fails_with(", \"figures\": {\"Ada\": {\"strr\": 9}}", jump, "did you mean \"str\"");
}

/* A rulebook given instead replaces the scenario's, but not what the case itself sets. */
static void under_another_rulebook(void **state) {
    (void)state;
    char *text = case_file("", jump), *fixed = case_file(", \"settings\": {\"landing_hex\": \"paid\"}", jump);
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_rulebook *rules = NULL;
    assert_int_equal(qm_rulebook_named(&rules, "hexmelee", NULL, NULL, &list), QM_OK);
    assert_int_equal(qm_rulebook_set_text(rules, "landing_hex=free", &list), QM_OK);
    qm_cases *cases = cases_from(text), *kept = cases_from(fixed);
    qm_case_result plain, other, same;
    assert_int_equal(qm_case_run(cases, 0, NULL, &plain), QM_OK);
    assert_int_equal(qm_case_run(cases, 0, rules, &other), QM_OK);
    assert_int_equal(qm_case_run(kept, 0, rules, &same), QM_OK);
    assert_true(plain.passed);
    assert_false(other.passed);
    assert_true(same.passed);
    assert_int_equal(plain.answer_count, 2);
    assert_int_equal(plain.answers[1].cost, 2);
    assert_int_equal(other.answers[1].cost, 1);
    assert_true(plain.answers[0].fingerprint == other.answers[0].fingerprint);
    assert_true(plain.answers[1].fingerprint != other.answers[1].fingerprint);
    assert_true(plain.answers[1].fingerprint == same.answers[1].fingerprint);
    qm_case_result_free(&plain);
    qm_case_result_free(&other);
    qm_case_result_free(&same);
    qm_cases_free(cases);
    qm_cases_free(kept);
    qm_rulebook_free(rules);
    qm_diagnostics_free(&list);
    free(text);
    free(fixed);
}

static size_t clause_index(const char *id) {
    const qm_rules_facts *facts = qm_family_named("hexmelee");
    return (size_t)(qm_clause_named(facts, id) - facts->clauses);
}

static void tells_which_clauses_are_shown(void **state) {
    (void)state;
    char *text = case_file(", \"clauses\": [\"HX-12\", \"HX-47\"], \"outside\": [\"HX-14\"]", jump);
    qm_cases *cases = cases_from(text);
    qm_case_result result;
    assert_int_equal(qm_case_run(cases, 0, NULL, &result), QM_OK);
    assert_true(result.passed);
    assert_true(result.asserted[clause_index("HX-12")]);
    assert_true(result.claimed[clause_index("HX-12")]);
    assert_true(result.claimed[clause_index("HX-47")]); /* claimed in vain */
    assert_false(result.asserted[clause_index("HX-47")]);
    assert_true(result.outside[clause_index("HX-14")]);
    assert_string_equal(qm_case_clause(cases, 0, 1, false), "HX-47");
    assert_string_equal(qm_case_clause(cases, 0, 0, true), "HX-14");
    assert_null(qm_case_clause(cases, 0, 2, false));
    qm_case_result_free(&result);
    qm_cases_free(cases);
    free(text);
}

/* The last order is only judged when nothing asks for more. */
static void judges_without_dice(void **state) {
    (void)state;
    passes("", "{\"order\": \"Ada full jump 0404\", \"expect\": {\"cost\": 2}}");
    passes("", "\"Ada full 0501\"");
}

static void tells_faults_of_form(void **state) {
    (void)state;
    static const char *const mistakes[][4] = {
        {"\"expect\": {", "\"expects\": {", "cases[0].orders[1].expects", "did you mean \"expect\""},
        {"\"cost\": 2", "\"costs\": 2", "cases[0].orders[1].expect.costs", "did you mean \"cost\""},
        {"\"verdict\": \"legal\"", "\"verdict\": \"fine\"", "cases[0].orders[1].expect.verdict", "no verdict"},
        {"[[3, 4]]", "[3, 4]", "cases[0].orders[1].dice[0]", "faces of one roll"},
        {"\"order\": \"Ada full jump 0404\"", "\"text\": \"\"", "cases[0].orders[1].order", "is missing"},
        {"\"chance\": 1", "\"chance\": \"often\"", "cases[0].orders[1].expect.checks[0].chance", "is no chance"},
        {"\"chance\": 1", "\"chance\": \"1/0\"", "cases[0].orders[1].expect.checks[0].chance", "is no chance"},
        {"\"chance\": 1", "\"chance\": 1.01", "cases[0].orders[1].expect.checks[0].chance", "is no chance"},
        {"\"chance\": 1", "\"chance\": [1]", "cases[0].orders[1].expect.checks[0].chance",
         "must be number or string, not"},
        {"\"cost\": 2", "\"cost\": \"2\"", "cases[0].orders[1].expect.cost", "must be number, not string"},
        {"\"allowance\": 10", "\"allowance\": []", "cases[0].orders[1].expect.allowance", "must be number, not array"},
        {"\"state\": {\"Ada\": {", "\"state\": {\"Bo\": 2, \"Ada\": {", "cases[0].orders[1].expect.state.Bo",
         "must be an object"},
        {"\"Ada.at=0403\": 0", "\"Ada.at=0403\": \"x\"", "cases[0].orders[1].expect.odds.Ada.at=0403", "is no chance"},
        {"\"hides\": []", "\"hides\": [1]", "cases[0].orders[1].expect.hides[0]", "must be a string"},
        {"[\"dead\"]", "[1]", "cases[0].orders[1].expect.untold.Bo[0]", "must be a string"},
        {"{\"Ada\": [\"STR \"]}", "[]", "cases[0].orders[1].expect.told", "must be an object"},
        {"\"checks\": [{\"roll\"", "\"checks\": [{\"rol\"", "cases[0].orders[1].expect.checks[0].rol", "did you mean"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        char *orders = with(jump, mistakes[i][0], mistakes[i][1]), *text = case_file("", orders);
        qm_diagnostics list = qm_diagnostics_make(NULL);
        qm_cases *cases = NULL;
        assert_int_equal(qm_cases_read_text(&cases, text, strlen(text), "cases.json", NULL, NULL, &list),
                         QM_ERROR_INPUT);
        assert_null(cases);
        assert_true(told(&list, 0, mistakes[i][2], mistakes[i][3]));
        qm_diagnostics_free(&list);
        free(orders);
        free(text);
    }
}

/* The example of the manual passes. */
static void documented_example(void **state) {
    (void)state;
    char *text = documented("cases.md", "json", 0), *duel = documented("scenario.md", "json", 0);
    const memory_file files[] = {{"folder/cases.json", text}, {"folder/duel.json", duel}, {NULL, NULL}};
    const qm_reader reader = {read_memory, (void *)(uintptr_t)files, NULL};
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_cases *cases = NULL;
    qm_case_result result;
    assert_int_equal(qm_cases_read_file(&cases, "folder/cases.json", &reader, NULL, &list), QM_OK);
    assert_int_equal(qm_cases_check(cases, &list), QM_OK);
    assert_int_equal(qm_case_run(cases, 0, NULL, &result), QM_OK);
    if (!result.passed) {
        print_message("%s\n", result.mismatches.data);
    }
    assert_true(result.passed);
    qm_case_result_free(&result);
    qm_cases_free(cases);
    qm_diagnostics_free(&list);
    free(duel);
    free(text);
}

/* Names that only the scenario can tell to be wrong are reported with their places, all of them, in order. */
static void checks_names_without_running(void **state) {
    (void)state;
    char *text = case_file(", \"clauses\": [\"HX-12\", \"HX-99\"],\n\"outside\": [\"XX\"]",
                           "{\"order\": \"Ada full jmup 0404\", \"expect\": {\"cites\": [\"HX-1\"],\n"
                           "\"reasons\": [\"too-far\", \"nonsense\"], \"events\": [\"roll:jump:pass=7\", \"roll:hop\",\n"
                           "\"fell-down@0404\", \"fell-down@there\", \"fell-down=2\", \"roll:jump=x\", "
                           "\"jmped@0404\"],\n"
                           "\"state\": {\"Ada\": {\"positon\": \"prone\"}, \"Cai\": {\"hits\": 1}},\n"
                           "\"hides\": [\"Ada\", \"Adda\"],\n\"told\": {\"Adda\": [\"well\"]}}}");
    static const char *const wanted[] = {
        "no clause \"HX-99\"",       "no clause \"XX\"",       "jmup",
        "no clause \"HX-1\"",        "no reason \"nonsense\"", "no event \"roll:hop\"",
        "\"fell-down@there\": ",   "\"roll:jump=x\": after =", "no event \"jmped\"",
        "did you mean \"position\"", "no figure or item",      "the scenario has no figure \"Adda\"",
        "no figure of this name"};
    const size_t count = sizeof wanted / sizeof wanted[0];
    qm_cases *cases = cases_from(text);
    qm_diagnostics list = qm_diagnostics_make(NULL);
    assert_int_equal(qm_cases_check(cases, &list), QM_ERROR_INPUT);
    for (size_t i = 0; i < list.count; i++) {
        assert_true(list.items[i].line > 0 && list.items[i].column > 0);
        assert_true(i == 0 || list.items[i - 1].line <= list.items[i].line);
    }
    for (size_t w = 0; w < count; w++) {
        bool found = false;
        for (size_t i = 0; i < list.count; i++) {
            found = found || strstr(list.items[i].message, wanted[w]);
        }
        if (!found) {
            print_diagnostics(&list);
            fail_msg("nothing says '%s'", wanted[w]);
        }
    }
    if (list.count != count) {
        print_diagnostics(&list);
    }
    assert_int_equal(list.count, count);
    qm_diagnostics_free(&list);
    qm_cases_free(cases);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_case_that_passes),           cmocka_unit_test(illegal_is_an_answer),
        cmocka_unit_test(tells_every_kind_of_mismatch), cmocka_unit_test(settings_and_figures_of_a_case),
        cmocka_unit_test(under_another_rulebook),       cmocka_unit_test(tells_which_clauses_are_shown),
        cmocka_unit_test(judges_without_dice),          cmocka_unit_test(tells_faults_of_form),
        cmocka_unit_test(documented_example),           cmocka_unit_test(checks_names_without_running),
        cmocka_unit_test(who_hides_a_declaration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
