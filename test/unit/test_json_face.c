/* The answers as JSON: always well formed, with the members that are promised, and the public reader that takes them
 * apart. */
#include "support/duel.h"

#include <stdbool.h>

typedef struct table {
    qm_scenario *scenario;
    qm_state *state, *after;
    qm_scratch *scratch;
    qm_text text;
    qm_json *document;
} table;

static table *table_new(void) {
    table *t = calloc(1, sizeof *t);
    t->scenario = scenario_from(duel_text);
    t->state = malloc(qm_state_size(t->scenario));
    t->after = malloc(qm_state_size(t->scenario));
    t->scratch = malloc(qm_scratch_size(t->scenario, 0));
    t->text = qm_text_growing(NULL);
    qm_state_start(t->scenario, t->state);
    qm_scratch_start(t->scenario, t->scratch, 0);
    return t;
}

static void table_free(table *t) {
    qm_json_free(t->document);
    qm_text_free(&t->text);
    qm_scenario_free(t->scenario);
    free(t->state);
    free(t->after);
    free(t->scratch);
    free(t);
}

/* Reads what was written, and empties the text for the next. */
static const qm_json_value *parsed(table *t) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_json_free(t->document);
    t->document = NULL;
    assert_null(strchr(t->text.data, '\n'));
    const qm_result result = qm_json_read(&t->document, t->text.data, t->text.length, "face", NULL, &list);
    if (result != QM_OK) {
        print_message("%s\n", t->text.data);
        print_diagnostics(&list);
    }
    assert_int_equal(result, QM_OK);
    qm_diagnostics_free(&list);
    qm_text_clear(&t->text);
    return qm_json_root(t->document);
}

static void judged(table *t, const char *text, qm_order *order, qm_verdict *verdict) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    const qm_result result = qm_order_read(t->scenario, text, strlen(text), order, &list);
    print_diagnostics(&list);
    assert_int_equal(result, QM_OK);
    qm_diagnostics_free(&list);
    assert_int_equal(qm_judge(t->scenario, t->state, order, t->scratch, verdict), QM_OK);
}

static void played(table *t, const char *text, const uint8_t *tape, uint16_t length, qm_events *events) {
    qm_order order;
    qm_verdict verdict;
    qm_played done;
    qm_tape given = {.length = length};
    memcpy(given.bytes, tape, length);
    qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_ASKED, .given = &given};
    judged(t, text, &order, &verdict);
    assert_int_equal(qm_play(t->scenario, t->state, t->scratch, &source, events, &done), QM_OK);
    assert_int_equal(done, QM_PLAYED_DONE);
}

/* Turn 1, Ada at the pit's rim and on move. */
static table *table_at_pit(void) {
    table *t = table_new();
    static const uint8_t initiative[] = {2, 6, 1};
    played(t, "place Ada 0402 face S", initiative, 0, NULL);
    played(t, "next", initiative, sizeof initiative, NULL);
    return t;
}

static void text_is(const qm_json_value *object, const char *key, const char *expected) {
    const char *text = qm_json_string(qm_json_get(object, key));
    assert_non_null(text);
    assert_string_equal(text, expected);
}

static void number_is(const qm_json_value *object, const char *key, int64_t expected) {
    int64_t number = 0;
    assert_true(qm_json_int(qm_json_get(object, key), &number));
    assert_int_equal(number, expected);
}

static void a_legal_verdict(void **state) {
    (void)state;
    table *t = table_at_pit();
    qm_order order;
    qm_verdict verdict;
    judged(t, "Ada full jump 0404", &order, &verdict);
    qm_verdict_write_json(t->scenario, &order, &verdict, &t->text);
    const qm_json_value *root = parsed(t);
    text_is(root, "order", "Ada full jump 0404");
    text_is(root, "verdict", "legal");
    number_is(root, "cost", 2);
    number_is(root, "allowance", 10);
    assert_true(qm_json_count(qm_json_get(root, "why")) >= 1);
    assert_int_equal(qm_json_count(qm_json_get(root, "reasons")), 0);
    const qm_json_value *citation = qm_json_at(qm_json_get(root, "citations"), 0);
    assert_non_null(qm_json_string(qm_json_get(citation, "clause")));
    assert_non_null(qm_json_string(qm_json_get(citation, "title")));
    assert_non_null(qm_json_string(qm_json_get(citation, "text")));
    const qm_json_value *check = qm_json_at(qm_json_get(root, "checks"), 0);
    text_is(check, "roll", "jump");
    number_is(check, "dice", 2);
    number_is(check, "target", 23);
    int64_t sum = 0, amount = 0;
    const qm_json_value *terms = qm_json_get(check, "terms");
    for (size_t i = 0; i < qm_json_count(terms); i++) {
        assert_true(qm_json_int(qm_json_get(qm_json_at(terms, i), "amount"), &amount));
        sum += amount;
    }
    assert_int_equal(sum, 23); /* the terms add up to the target */
    const qm_json_value *rules = qm_json_get(root, "rules");
    text_is(rules, "rulebook", "hexmelee");
    text_is(rules, "identity", "hexmelee 1");
    assert_true(qm_json_is_object(qm_json_get(rules, "settings")));
    table_free(t);
}

static void an_illegal_verdict(void **state) {
    (void)state;
    table *t = table_at_pit();
    qm_order order;
    qm_verdict verdict;
    judged(t, "Bo half 0704", &order, &verdict);
    qm_verdict_write_json(t->scenario, &order, &verdict, &t->text);
    const qm_json_value *root = parsed(t);
    text_is(root, "verdict", "illegal");
    const qm_json_value *reason = qm_json_at(qm_json_get(root, "reasons"), 0);
    text_is(reason, "reason", "not-on-move");
    text_is(reason, "figure", "Bo");
    text_is(reason, "other", "Ada");
    assert_int_equal(qm_json_count(qm_json_get(root, "why")), verdict.reason_count);
    table_free(t);
}

static void state_and_events(void **state) {
    (void)state;
    table *t = table_at_pit();
    qm_event list[32];
    qm_events events = {list, 32, 0, 0};
    static const uint8_t dice[] = {2, 3, 4};
    played(t, "Ada full jump 0404", dice, sizeof dice, &events);
    qm_events_write_json(t->scenario, &events, &t->text);
    const qm_json_value *root = parsed(t);
    assert_int_equal(qm_json_count(root), events.count);
    bool rolled = false;
    for (size_t i = 0; i < qm_json_count(root); i++) {
        const qm_json_value *event = qm_json_at(root, i);
        assert_non_null(qm_json_string(qm_json_get(event, "text")));
        if (strcmp(qm_json_string(qm_json_get(event, "event")), "roll") == 0) {
            rolled = true;
            text_is(event, "roll", "jump");
            number_is(event, "total", 7);
            assert_int_equal(qm_json_count(qm_json_get(event, "dice")), 2);
        }
    }
    assert_true(rolled);
    qm_state_write_json(t->scenario, t->state, &t->text);
    root = parsed(t);
    number_is(root, "turn", 1);
    text_is(root, "phase", "movement");
    text_is(root, "actor", "Bo");
    assert_null(qm_json_get(root, "wanted"));
    const qm_json_value *figures = qm_json_get(root, "figures"), *ada = qm_json_get(figures, "Ada");
    assert_string_equal(qm_json_key(figures, 0), "Ada");
    text_is(ada, "at", "0404");
    text_is(ada, "side", "red");
    text_is(ada, "ready", "Ada-shortsword");
    assert_non_null(qm_json_get(qm_json_get(root, "items"), "axe"));
    table_free(t);
}

static void wishes(void **state) {
    (void)state;
    table *t = table_new();
    qm_order order;
    qm_verdict verdict;
    qm_wanted wanted;
    qm_played done;
    qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_ASKED};
    judged(t, "next", &order, &verdict);
    assert_int_equal(qm_play(t->scenario, t->state, t->scratch, &source, NULL, &done), QM_OK);
    assert_int_equal(done, QM_PLAYED_WAITING);
    qm_state_write_json(t->scenario, t->state, &t->text);
    const qm_json_value *wish = qm_json_get(parsed(t), "wanted");
    text_is(wish, "what", "roll");
    text_is(wish, "roll", "initiative");
    number_is(wish, "dice", 2);
    number_is(wish, "sides", 6);
    qm_state_start(t->scenario, t->state);
    assert_int_equal(qm_pending(t->scenario, t->state, &wanted, NULL, NULL), QM_OK);
    qm_wanted_write_json(t->scenario, &wanted, &t->text);
    assert_string_equal(t->text.data, "null");
    table_free(t);
}

static void odds_reach_options_plans_sight(void **state) {
    (void)state;
    table *t = table_at_pit();
    qm_order order;
    qm_verdict verdict;
    qm_outcome outcomes[64];
    qm_odds_result odds;
    judged(t, "Ada full jump 0404", &order, &verdict);
    assert_int_equal(qm_odds(t->scenario, t->state, t->scratch, QM_POLICY_AUTOMATIC, outcomes, 64, &odds), QM_OK);
    assert_int_equal(qm_odds_write_json(t->scenario, t->state, t->scratch, outcomes, &odds, t->after, &t->text), QM_OK);
    const qm_json_value *root = parsed(t);
    text_is(root, "policy", "automatic");
    assert_int_equal(qm_json_count(qm_json_get(root, "outcomes")), odds.count);
    text_is(qm_json_at(qm_json_get(root, "outcomes"), 0), "fraction", "1/1");

    qm_reach_place places[64];
    uint32_t count = 0;
    assert_int_equal(qm_reach(t->scenario, t->state, 1, true, t->scratch, places, 64, &count), QM_OK);
    qm_reach_write_json(t->scenario, 1, places, count < 64 ? count : 64, &t->text);
    root = parsed(t);
    text_is(root, "figure", "Ada");
    assert_int_equal(qm_json_count(qm_json_get(root, "places")), count < 64 ? count : 64);

    qm_options_result options;
    assert_int_equal(qm_options(t->scenario, t->state, 1, t->scratch, &options), QM_OK);
    assert_int_equal(qm_options_write_json(t->scenario, t->state, 1, t->scratch, &options, &t->text), QM_OK);
    root = parsed(t);
    const qm_json_value *list = qm_json_get(root, "options");
    assert_int_equal(qm_json_count(list), options.count);
    qm_diagnostics faults = qm_diagnostics_make(NULL);
    for (size_t i = 0; i < qm_json_count(list); i++) {
        const char *text = qm_json_string(qm_json_at(list, i));
        assert_int_equal(qm_order_read(t->scenario, text, strlen(text), &order, &faults), QM_OK);
    }

    static qm_plan_way ways[8];
    const qm_place goal = {4, 4, 0};
    assert_int_equal(qm_plan(t->scenario, t->state, 1, goal, t->scratch, ways, 8, &count), QM_OK);
    qm_plan_write_json(t->scenario, t->state, t->scratch, 1, goal, ways, count < 8 ? count : 8, NULL, &t->text);
    root = parsed(t);
    text_is(root, "goal", "0404");
    assert_true(qm_json_count(qm_json_get(root, "ways")) >= 1);

    qm_sight sight;
    assert_int_equal(qm_see(t->scenario, t->state, 1, 2, t->scratch, &sight), QM_OK);
    qm_sight_write_json(t->scenario, 1, 2, &sight, &t->text);
    root = parsed(t);
    text_is(root, "b", "Bo");
    bool hostile = false;
    assert_true(qm_json_bool(qm_json_get(root, "hostile"), &hostile));
    assert_true(hostile);

    qm_order_read(t->scenario, "nonsense \"", 10, &order, &faults);
    qm_diagnostics_write_json(&faults, &t->text);
    root = parsed(t);
    text_is(qm_json_at(root, 0), "severity", "error");
    number_is(qm_json_at(root, 0), "column", 1);
    qm_diagnostics_free(&faults);
    table_free(t);
}

static void a_rulebook(void **state) {
    (void)state;
    table *t = table_new();
    qm_rulebook *rules = NULL;
    assert_int_equal(qm_scenario_rulebook(t->scenario, &rules, NULL), QM_OK);
    qm_rulebook_write_json(rules, &t->text);
    const qm_json_value *root = parsed(t);
    const qm_rules_facts *facts = qm_rulebook_family(rules);
    text_is(root, "family", "hexmelee");
    assert_int_equal(qm_json_count(qm_json_get(root, "settings")), facts->setting_count);
    assert_int_equal(qm_json_count(qm_json_get(root, "tables")), facts->table_count);
    assert_int_equal(qm_json_count(qm_json_get(root, "clauses")), facts->clause_count);
    qm_rulebook_free(rules);
    table_free(t);
}

/* The reader answers "not there" to every question that does not fit, and gives values back as they came. */
static void takes_json_apart(void **state) {
    (void)state;
    static const char text[] = "{\"id\":[1,\"a\\u0000b\",{\"x\":-2.50e1}],\"t\":true,\"n\":null,\"s\":\"\\\"q\\\"\"}";
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_json *document = NULL;
    qm_text out = qm_text_growing(NULL);
    int64_t number = 0;
    bool truth = false;
    assert_int_equal(qm_json_read(&document, text, strlen(text), "t", NULL, &list), QM_OK);
    const qm_json_value *root = qm_json_root(document), *id = qm_json_get(root, "id");
    qm_json_write(root, &out);
    assert_string_equal(out.data, text);
    assert_true(qm_json_is_array(id));
    assert_false(qm_json_is_object(id));
    assert_int_equal(qm_json_count(id), 3);
    assert_null(qm_json_string(qm_json_at(id, 1))); /* a zero byte */
    assert_true(qm_json_int(qm_json_get(qm_json_at(id, 2), "x"), &number));
    assert_int_equal(number, -25);
    assert_true(qm_json_bool(qm_json_get(root, "t"), &truth) && truth);
    assert_false(qm_json_bool(qm_json_get(root, "s"), &truth));
    assert_null(qm_json_get(NULL, "x"));
    assert_null(qm_json_at(root, 0));
    assert_null(qm_json_get(root, "absent"));
    assert_null(qm_json_string(NULL));
    assert_int_equal(qm_json_count(NULL), 0);
    assert_string_equal(qm_json_key(root, 9), "");
    assert_string_equal(qm_json_string(qm_json_get(root, "s")), "\"q\"");
    qm_text_clear(&out);
    qm_json_write(NULL, &out);
    assert_string_equal(out.data, "null");
    qm_json_free(document);
    assert_int_equal(qm_json_read(&document, "{", 1, "t", NULL, &list), QM_ERROR_INPUT);
    assert_null(document);
    qm_text_free(&out);
    qm_diagnostics_free(&list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_legal_verdict),
        cmocka_unit_test(an_illegal_verdict),
        cmocka_unit_test(state_and_events),
        cmocka_unit_test(wishes),
        cmocka_unit_test(odds_reach_options_plans_sight),
        cmocka_unit_test(a_rulebook),
        cmocka_unit_test(takes_json_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
