/* Rulebook files: reading, extending, faults, identity, writing, and that the shipped file says what the family does.
 */
#include "support/duel.h"

#include <stdbool.h>

static size_t setting_index(const char *name) {
    const qm_rules_facts *facts = qm_family_named("hexmelee");
    for (size_t i = 0; i < facts->setting_count; i++) {
        if (strcmp(facts->settings[i].name, name) == 0) {
            return i;
        }
    }
    fail_msg("no setting %s", name);
    return 0;
}

static qm_result read_rules(const memory_file *files, const char *path, qm_rulebook **out, qm_diagnostics *list) {
    static const char *const search[] = {"lib", NULL};
    const qm_reader reader = {read_memory, (void *)(uintptr_t)files, search};
    *list = qm_diagnostics_make(NULL);
    return qm_rulebook_read_file(out, path, &reader, NULL, list);
}

static void identity_is(const qm_rulebook *rulebook, const char *expected) {
    qm_text text = qm_text_growing(NULL);
    qm_rulebook_identity(rulebook, &text);
    assert_string_equal(text.data, expected);
    qm_rulebook *again = NULL;
    qm_diagnostics list = qm_diagnostics_make(NULL);
    const qm_result result = qm_rulebook_identified(&again, text.data, NULL, &list);
    print_diagnostics(&list);
    assert_int_equal(result, QM_OK);
    qm_text_clear(&text);
    qm_rulebook_identity(again, &text);
    assert_string_equal(text.data, expected);
    qm_rulebook_free(again);
    qm_text_free(&text);
    qm_diagnostics_free(&list);
}

static void reads_settings_and_rows(void **state) {
    (void)state;
    const memory_file files[] = {{"house.toml",
                                  "extends = \"hexmelee\"\nedition = \"house\"\ntitle = \"Our table\"\n[settings]\n"
                                  "landing_hex = \"free\"\n[weapons.dagger]\ndamage = \"2d-1\"\n"
                                  "[weapons.katana]\nkind = \"melee\"\ndamage = \"2d6+1\"\nstr = 11\n"},
                                 {NULL, NULL}};
    qm_rulebook *rules = NULL;
    qm_diagnostics list;
    assert_int_equal(read_rules(files, "house.toml", &rules, &list), QM_OK);
    assert_string_equal(qm_rulebook_edition(rules), "house");
    assert_string_equal(qm_rulebook_title(rules), "Our table");
    assert_int_equal(qm_rulebook_setting(rules, setting_index("landing_hex")), 1);
    identity_is(rules, "hexmelee 1 landing_hex=free weapons.dagger.damage=2d6-1 weapons.katana.kind=melee "
                       "weapons.katana.damage=2d6+1 weapons.katana.str=11");
    qm_rulebook_free(rules);
    qm_diagnostics_free(&list);
}

static void extends_files_names_and_search_folders(void **state) {
    (void)state;
    const memory_file files[] = {
        {"sub/c.toml", "extends = \"../b\"\n[settings]\nlanding_hex = \"paid\"\n"},
        {"b.toml", "extends = \"common\"\n[settings]\nlanding_hex = \"free\"\npull_up_cost = \"hit\"\n"},
        {"lib/common.toml", "family = \"hexmelee\"\nedition = \"common\"\n[settings]\npull_up_cost = \"fatigue\"\n"},
        {NULL, NULL}};
    qm_rulebook *rules = NULL;
    qm_diagnostics list;
    const qm_result result = read_rules(files, "sub/c.toml", &rules, &list);
    print_diagnostics(&list);
    assert_int_equal(result, QM_OK);
    assert_string_equal(qm_rulebook_edition(rules), "common");
    identity_is(rules, "hexmelee 1 pull_up_cost=hit");
    qm_rulebook_free(rules);
    qm_diagnostics_free(&list);
}

static void names_the_chain_of_a_circle(void **state) {
    (void)state;
    const memory_file files[] = {{"a.toml", "extends = \"b.toml\"\n"},
                                 {"b.toml", "extends = \"./x/../c\"\n"},
                                 {"c.toml", "\nextends = \"a\"\n"},
                                 {"self.toml", "extends = \"self\"\n"},
                                 {NULL, NULL}};
    qm_rulebook *rules = NULL;
    qm_diagnostics list;
    assert_int_equal(read_rules(files, "a.toml", &rules, &list), QM_ERROR_INPUT);
    assert_null(rules);
    assert_true(told(&list, 2, "extends", "in a circle: a.toml extends b.toml extends c.toml extends a.toml"));
    qm_diagnostics_free(&list);
    assert_int_equal(read_rules(files, "self.toml", &rules, &list), QM_ERROR_INPUT);
    assert_true(told(&list, 1, "extends", "self.toml extends self.toml"));
    qm_diagnostics_free(&list);
}

/* What contradicts itself is told at the later of the two in the file that says one of them; a file that extends another
 * for what it says itself. */
static void tells_contradictions(void **state) {
    (void)state;
    static const struct {
        const char *text, *field, *message;
        uint32_t line, column;
    } rows[] = {
        {"family = \"warband\"\n[settings]\nnatural_fail = 9\nnatural_pass = 9\n", "settings.natural_pass",
         "natural_fail 9 and natural_pass 9 contradict each other: some dice would fail and pass", 4, 16},
        {"family = \"warband\"\n[settings]\nnatural_pass = 9\nnatural_fail = 10\n", "settings.natural_fail",
         "natural_fail 10 and natural_pass 9 contradict", 4, 16},
        {"extends = \"warband-later\"\n[settings]\n  drop_penalty = 2\n", "settings.drop_penalty",
         "drop_penalty 2 and drop_high 0 contradict each other: the penalty is for jumps down", 3, 18},
        {"family = \"warband\"\n[settings]\ncheck_die = 4\n", "settings.check_die",
         "natural_fail 4 and check_die 4 contradict each other: every face", 3, 13},
        {"family = \"warband\"\n[settings]\nengage_full = 4\n", "settings.engage_full",
         "engage_half 5 and engage_full 4 contradict", 3, 15},
        {"family = \"warband\"\n[settings]\nengaged_move = \"yes\"\nleave_downed = \"no\"\n", "settings.leave_downed",
         "engaged_move yes and leave_downed no contradict", 4, 16},
        {"family = \"warband\"\n[injuries.bruised]\nfrom = 15\nresult = \"staggered\"\n", "injuries.bruised.from",
         "injuries.stunned.from 15 and injuries.bruised.from 15 contradict each other: a result would do two", 3, 8}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const memory_file files[] = {
            {"bad.toml", rows[i].text},
            {"warband-later.toml", "family = \"warband\"\n[settings]\ndrop_high = 0\n"},
            {NULL, NULL}};
        qm_rulebook *rules = NULL;
        qm_diagnostics list;
        assert_int_equal(read_rules(files, "bad.toml", &rules, &list), QM_ERROR_INPUT);
        assert_null(rules);
        assert_int_equal(list.count, 1);
        assert_string_equal(list.items[0].file, "bad.toml");
        assert_string_equal(list.items[0].field, rows[i].field);
        assert_int_equal(list.items[0].line, rows[i].line);
        assert_int_equal(list.items[0].column, rows[i].column);
        assert_non_null(strstr(list.items[0].message, rows[i].message));
        qm_diagnostics_free(&list);
    }
}

/* The nearest that is none: one less on either side, a row of the same result, the same words one by one. */
static void lets_pass_what_is_none(void **state) {
    (void)state;
    static const char *const texts[] = {
        "natural_fail = 8\nnatural_pass = 9\n",  "natural_fail = 19\nnatural_pass = 0\n", "engage_half = 15\n",
        "check_die = 5\nnatural_pass = 5\n",     "engaged_move = \"yes\"\n",              "leave_downed = \"no\"\n",
        "drop_high = 0\n",                        "drop_penalty = 2\n",
        "\n[injuries.shaken]\nfrom = 12\nresult = \"dazed\"\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char text[200];
        snprintf(text, sizeof text, "family = \"warband\"\n[settings]\n%s", texts[i]);
        const memory_file files[] = {{"good.toml", text}, {NULL, NULL}};
        qm_rulebook *rules = NULL;
        qm_diagnostics list;
        assert_int_equal(read_rules(files, "good.toml", &rules, &list), QM_OK);
        assert_int_equal(qm_rulebook_check(rules, &list), QM_OK);
        assert_int_equal(qm_rulebook_set_text(rules, "engage_half=16", &list), QM_OK); /* and then there is one */
        assert_int_equal(qm_rulebook_check(rules, &list), QM_ERROR_INPUT);
        assert_true(told(&list, 0, "settings.engage_half", "engage_half 16 and engage_full 15 contradict"));
        qm_rulebook_free(rules);
        qm_diagnostics_free(&list);
    }
}

static void bounds_the_depth(void **state) {
    (void)state;
    char names[12][24], texts[12][40];
    memory_file files[13] = {{NULL, NULL}};
    for (int i = 0; i < 12; i++) {
        snprintf(names[i], sizeof names[i], "r%d.toml", i);
        snprintf(texts[i], sizeof texts[i], "extends = \"%s%d\"\n", "r", i + 1);
        files[i] = (memory_file){names[i], texts[i]};
    }
    files[11].text = "family = \"hexmelee\"\n";
    qm_rulebook *rules = NULL;
    qm_diagnostics list;
    assert_int_equal(read_rules(files, "r0.toml", &rules, &list), QM_ERROR_INPUT);
    assert_true(told(&list, 0, "extends", "more than 8 rulebooks"));
    qm_diagnostics_free(&list);
    assert_int_equal(read_rules(files, "r4.toml", &rules, &list), QM_OK);
    qm_rulebook_free(rules);
    qm_diagnostics_free(&list);
}

static void tells_every_fault(void **state) {
    (void)state;
    const memory_file files[] = {{"bad.toml",
                                  "family = \"hexmelee\"\nsetings = 1\n[settings]\nlandig_hex = \"free\"\n"
                                  "landing_hex = \"cheap\"\nauto_pass_2 = 13\nauto_fail_2 = 1\nauto_pass_3 = 2.5\n"
                                  "auto_pass_4 = \"8\"\npull_up_cost = true\n[weapons.dagger]\ndamge = \"1d\"\n"
                                  "damage = \"1x\"\n[weapons.\"big one\"]\n[weapons.sling]\ndamage = \"4d6kh3\"\n"},
                                 {NULL, NULL}};
    qm_rulebook *rules = NULL;
    qm_diagnostics list;
    assert_int_equal(read_rules(files, "bad.toml", &rules, &list), QM_ERROR_INPUT);
    assert_true(told(&list, 2, "setings", "did you mean \"settings\""));
    assert_true(told(&list, 4, "settings.landig_hex", "did you mean \"landing_hex\""));
    assert_true(told(&list, 5, "settings.landing_hex", "paid or free"));
    assert_true(told(&list, 6, "settings.auto_pass_2", "13 is above 12"));
    assert_true(told(&list, 7, "settings.auto_fail_2", "1 is below 2"));
    assert_true(told(&list, 8, "settings.auto_pass_3", "must be a whole number"));
    assert_true(told(&list, 9, "settings.auto_pass_4", "must be a number, not string"));
    assert_true(told(&list, 10, "settings.pull_up_cost", "must be a string, not boolean"));
    assert_true(told(&list, 12, "weapons.dagger.damge", "did you mean \"damage\""));
    assert_true(told(&list, 13, "weapons.dagger.damage", "no dice"));
    assert_true(told(&list, 14, "weapons.big one", "a row's name"));
    assert_true(told(&list, 16, "weapons.sling.damage", "up to 63 dice"));
    assert_int_equal(list.errors, 12);
    qm_diagnostics_free(&list);
}

static void tells_what_is_missing(void **state) {
    (void)state;
    const memory_file files[] = {{"none.toml", "title = \"x\"\n"},
                                 {"wrong.toml", "family = \"hexmeele\"\n"},
                                 {"lost.toml", "extends = \"nowhere\"\n"},
                                 {"two.toml", "family = \"other\"\nextends = \"hexmelee\"\n"},
                                 {NULL, NULL}};
    qm_rulebook *rules = NULL;
    qm_diagnostics list;
    assert_int_equal(read_rules(files, "none.toml", &rules, &list), QM_ERROR_INPUT);
    assert_true(told(&list, 0, "", "needs \"family\" or \"extends\""));
    qm_diagnostics_free(&list);
    assert_int_equal(read_rules(files, "wrong.toml", &rules, &list), QM_ERROR_INPUT);
    assert_true(told(&list, 1, "family", "there is no family \"hexmeele\"; there is hexmelee"));
    qm_diagnostics_free(&list);
    assert_int_not_equal(read_rules(files, "lost.toml", &rules, &list), QM_OK);
    assert_true(told(&list, 1, "extends", "no rulebook \"nowhere\""));
    qm_diagnostics_free(&list);
    assert_int_equal(read_rules(files, "two.toml", &rules, &list), QM_ERROR_INPUT);
    assert_true(told(&list, 1, "family", "is of the family hexmelee"));
    qm_diagnostics_free(&list);
    assert_int_equal(read_rules(files, "absent.toml", &rules, &list), QM_ERROR_FILE);
    assert_int_equal(list.errors, 1);
    qm_diagnostics_free(&list);
}

static void changes_one_setting(void **state) {
    (void)state;
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_rulebook *rules = NULL, *copy = NULL;
    assert_int_equal(qm_rulebook_named(&rules, "hexmelee", NULL, NULL, &list), QM_OK);
    assert_int_equal(qm_rulebook_copy(&copy, rules, NULL), QM_OK);
    const size_t at = setting_index("auto_pass_2");
    assert_int_equal(qm_rulebook_set(copy, at, 12), QM_OK);
    assert_int_equal(qm_rulebook_set(copy, at, 13), QM_ERROR_USAGE);
    assert_int_equal(qm_rulebook_set(copy, 100000, 0), QM_ERROR_USAGE);
    identity_is(copy, "hexmelee 1 auto_pass_2=12");
    identity_is(rules, "hexmelee 1");
    assert_int_equal(qm_rulebook_set_text(copy, "weapons.dagger.damage=3d", &list), QM_OK);
    assert_int_equal(qm_rulebook_set_text(copy, "auto_pass_2=2", &list), QM_OK);
    identity_is(copy, "hexmelee 1 weapons.dagger.damage=3d6");
    assert_int_equal(qm_rulebook_set_text(copy, "weapons.dager.damage=3d", &list), QM_ERROR_INPUT);
    assert_int_equal(qm_rulebook_set_text(copy, "auto_pass_2", &list), QM_ERROR_INPUT);
    assert_int_equal(qm_rulebook_set_text(copy, "auto_pas_2=2", &list), QM_ERROR_INPUT);
    assert_true(told(&list, 0, "", "did you mean \"auto_pass_2\""));
    qm_rulebook_free(rules);
    qm_rulebook_free(copy);
    qm_diagnostics_free(&list);
}

static void refuses_a_foreign_identity(void **state) {
    (void)state;
    static const char *const bad[] = {"",
                                      "hexmelee",
                                      "hexmelee 99",
                                      "chess 1",
                                      "hexmelee 1 nothing=1",
                                      "hexmelee 1 landing_hex=cheap",
                                      "hexmelee 1 landing_hex"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        qm_diagnostics list = qm_diagnostics_make(NULL);
        qm_rulebook *rules = NULL;
        assert_int_equal(qm_rulebook_identified(&rules, bad[i], NULL, &list), QM_ERROR_INPUT);
        assert_null(rules);
        assert_int_equal(list.errors, 1);
        qm_diagnostics_free(&list);
    }
}

/* What is written is read back to the same rules, whole or as differences. */
static void writes_what_it_reads(void **state) {
    (void)state;
    static const struct {
        const char *family, *cell, *setting, *identity;
    } changes[] = {
        {"hexmelee", "weapons.dagger.damage=3d+2", "fall_growth=doubling",
         "hexmelee 1 fall_growth=doubling weapons.dagger.damage=3d6+2"},
        {"tiles", "labels.polyped.climb=-2", "tie=ask", "tiles 1 tie=ask labels.polyped.climb=-2"},
    };
    for (size_t i = 0; i < 4; i++) {
        const bool all = i % 2 != 0;
        qm_diagnostics list = qm_diagnostics_make(NULL);
        qm_rulebook *rules = NULL, *again = NULL;
        qm_text text = qm_text_growing(NULL);
        assert_int_equal(qm_rulebook_named(&rules, changes[i / 2].family, NULL, NULL, &list), QM_OK);
        assert_int_equal(qm_rulebook_set_text(rules, changes[i / 2].cell, &list), QM_OK);
        assert_int_equal(qm_rulebook_set_text(rules, changes[i / 2].setting, &list), QM_OK);
        qm_rulebook_write(rules, all, &text);
        const qm_result result = qm_rulebook_read_text(&again, text.data, text.length, "w.toml", NULL, NULL, &list);
        print_diagnostics(&list);
        assert_int_equal(result, QM_OK);
        identity_is(again, changes[i / 2].identity);
        qm_rulebook_free(rules);
        qm_rulebook_free(again);
        qm_text_free(&text);
        qm_diagnostics_free(&list);
    }
}

/* The shipped rulebook file is the family's defaults, word for word as the library writes them. */
static void ships_the_defaults(void **state) {
    (void)state;
    for (size_t i = 0; i < qm_family_count(); i++) {
        char path[300];
        snprintf(path, sizeof path, "%s/rulebooks/%s.toml", QM_SOURCE_DIR, qm_family_at(i)->name);
        qm_diagnostics list = qm_diagnostics_make(NULL);
        qm_rulebook *rules = NULL;
        qm_text shipped = qm_text_growing(NULL), written = qm_text_growing(NULL);
        assert_int_equal(qm_file_read(path, NULL, &shipped, &list), QM_OK);
        assert_int_equal(qm_rulebook_named(&rules, qm_family_at(i)->name, NULL, NULL, &list), QM_OK);
        qm_rulebook_write(rules, true, &written);
        assert_string_equal(shipped.data, written.data);
        qm_rulebook_free(rules);
        assert_int_equal(qm_rulebook_read_file(&rules, path, NULL, NULL, &list), QM_OK);
        char identity[64];
        snprintf(identity, sizeof identity, "%s %u", qm_family_at(i)->name, (unsigned)qm_family_at(i)->rules_version);
        identity_is(rules, identity);
        qm_rulebook_free(rules);
        qm_text_free(&shipped);
        qm_text_free(&written);
        qm_diagnostics_free(&list);
    }
}

/* The example of the manual is right. */
static void documented_example(void **state) {
    (void)state;
    char *text = documented("rulebook.md", "toml", 0);
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_rulebook *rules = NULL;
    const qm_result result = qm_rulebook_read_text(&rules, text, strlen(text), "house.toml", NULL, NULL, &list);
    print_diagnostics(&list);
    assert_int_equal(result, QM_OK);
    qm_rulebook_free(rules);
    qm_diagnostics_free(&list);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_settings_and_rows),     cmocka_unit_test(extends_files_names_and_search_folders),
        cmocka_unit_test(names_the_chain_of_a_circle), cmocka_unit_test(bounds_the_depth),
        cmocka_unit_test(tells_contradictions),        cmocka_unit_test(lets_pass_what_is_none),
        cmocka_unit_test(tells_every_fault),           cmocka_unit_test(tells_what_is_missing),
        cmocka_unit_test(changes_one_setting),         cmocka_unit_test(refuses_a_foreign_identity),
        cmocka_unit_test(writes_what_it_reads),        cmocka_unit_test(ships_the_defaults),
        cmocka_unit_test(documented_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
