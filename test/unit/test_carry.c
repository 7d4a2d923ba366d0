/* The same position and the same orders under different rulebooks: qm_state_carry and qm_draw_compare. */
#include "quickmarch/draw.h"
#include "support/begun.h"

/* A shipped scenario under a rulebook, changed by a setting (may be NULL). */
static table open_table(const char *path, const char *rules, const char *setting) {
    static const char *const search[] = {"rulebooks", NULL};
    const qm_reader reader = {.search = search};
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    qm_rulebook *book = NULL;
    qm_scenario *scenario = NULL;
    assert_int_equal(qm_rulebook_named(&book, rules, &reader, NULL, &wrong), QM_OK);
    if (setting) {
        assert_int_equal(qm_rulebook_set_text(book, setting, &wrong), QM_OK);
    }
    assert_int_equal(qm_scenario_read_file(&scenario, path, book, &reader, NULL, &wrong), QM_OK);
    qm_rulebook_free(book);
    qm_diagnostics_free(&wrong);
    return begin_table(scenario);
}

static qm_played play(table *t, const char *text, qm_dice_mode dice) {
    const qm_order order = read_order(t, text);
    qm_verdict verdict;
    qm_played played;
    qm_source source = {.dice = (uint8_t)dice, .choices = QM_CHOICES_AUTOMATIC, .seed = 3};
    assert_int_equal(qm_judge(t->scenario, t->state, &order, t->scratch, &verdict), QM_OK);
    assert_int_equal(verdict.judgement, QM_LEGAL);
    assert_int_equal(qm_play(t->scenario, t->state, t->scratch, &source, NULL, &played), QM_OK);
    return played;
}

/* Takes out what is told of figures: it follows from the rules in force, which differ. */
static void strip_told(char *text) {
    static const char begin[] = ",\"told\":[";
    for (char *at = strstr(text, begin); at; at = strstr(at, begin)) {
        const char *after = strchr(at, ']') + 1;
        memmove(at, after, strlen(after) + 1);
    }
}

/* Both positions read the same, and can be judged in. */
static void assert_same(const table *a, const table *b) {
    qm_text left = qm_text_growing(NULL), right = qm_text_growing(NULL);
    qm_state_write_json(a->scenario, a->state, &left);
    qm_state_write_json(b->scenario, b->state, &right);
    strip_told(left.data);
    strip_told(right.data);
    assert_string_equal(left.data, right.data);
    assert_int_equal(qm_state_check(b->scenario, b->state), QM_OK);
    qm_text_free(&left);
    qm_text_free(&right);
}

static void carries_positions(void **state) {
    (void)state;
    table a = open_table("scenarios/warband-chase.json", "warband-2025", NULL);
    table b = open_table("scenarios/warband-chase.json", "warband", NULL);
    for (int i = 0; i < 3; i++) {
        play(&a, "next", QM_DICE_GENERATED);
    }
    play(&a, "Corvin run 16,7@3", QM_DICE_GENERATED); /* not allowed by the other rulebook */
    assert_int_equal(qm_state_check(b.scenario, a.state), QM_ERROR_STATE);
    assert_int_equal(qm_state_carry(a.scenario, a.state, b.scenario, b.state), QM_OK);
    assert_same(&a, &b);
    assert_int_equal(qm_state_revision(b.state), qm_state_revision(a.state));
    play(&b, "Anouk move 15,5@3", QM_DICE_GENERATED);
    /* And back to where it came from, byte for byte. */
    qm_state *again = malloc(qm_state_size(a.scenario));
    assert_int_equal(qm_state_carry(a.scenario, a.state, a.scenario, again), QM_OK);
    assert_memory_equal(again, a.state, qm_state_size(a.scenario));
    free(again);
    close_table(&a);
    close_table(&b);
}

static void refuses_other_scenarios(void **state) {
    (void)state;
    table chase = open_table("scenarios/warband-chase.json", "warband", NULL);
    table ruin = open_table("scenarios/warband-ruin.json", "warband", NULL);
    table hexes = open_table("scenarios/skirmish.json", "hexmelee", NULL);
    table brawl = open_table("scenarios/brawl.json", "hexmelee", NULL);
    assert_int_equal(qm_state_carry(chase.scenario, chase.state, ruin.scenario, ruin.state), QM_ERROR_STATE);
    assert_int_equal(qm_state_carry(chase.scenario, chase.state, hexes.scenario, hexes.state), QM_ERROR_STATE);
    assert_int_equal(qm_state_carry(hexes.scenario, hexes.state, brawl.scenario, brawl.state), QM_ERROR_STATE);
    /* A state of neither. */
    assert_int_equal(qm_state_carry(ruin.scenario, chase.state, ruin.scenario, ruin.state), QM_ERROR_STATE);
    assert_int_equal(qm_state_carry(NULL, chase.state, ruin.scenario, ruin.state), QM_ERROR_USAGE);
    assert_int_equal(qm_state_carry(chase.scenario, chase.state, chase.scenario, NULL), QM_ERROR_USAGE);
    close_table(&chase);
    close_table(&ruin);
    close_table(&hexes);
    close_table(&brawl);
}

static void refuses_waiting_orders(void **state) {
    (void)state;
    table a = open_table("scenarios/skirmish.json", "hexmelee", NULL);
    table b = open_table("scenarios/skirmish.json", "hexmelee", "landing_hex=free");
    assert_int_equal(play(&a, "next", QM_DICE_ASKED), QM_PLAYED_WAITING);
    assert_int_equal(qm_state_carry(a.scenario, a.state, b.scenario, b.state), QM_ERROR_PENDING);
    close_table(&a);
    close_table(&b);
}

/* ------------------------------------------------------------------------------------------------------------ pictures
 */

static size_t count_of(const char *text, const char *part) {
    size_t count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part)) {
        count++;
    }
    return count;
}

static qm_draw_plan plan_of(const table *t, const char *order) {
    return (qm_draw_plan){t->scenario, t->state, t->scratch, read_order(t, order)};
}

static void draws_side_by_side(void **state) {
    (void)state;
    static const char *const names[] = {"ours", "theirs"};
    table a = open_table("scenarios/skirmish.json", "hexmelee", NULL);
    table b = open_table("scenarios/skirmish.json", "hexmelee", "terrain.slippery.save_dice=4");
    play(&a, "next", QM_DICE_GENERATED);
    qm_options_result options;
    qm_order first;
    assert_int_equal(qm_options(a.scenario, a.state, 0, a.scratch, &options), QM_OK);
    assert_true(options.count > 0);
    assert_int_equal(qm_option(a.scenario, a.state, a.scratch, 0, &first), QM_OK);
    assert_int_equal(qm_state_carry(a.scenario, a.state, b.scenario, b.state), QM_OK);
    qm_draw_plan plans[4] = {plan_of(&a, "Grim full 1203"), plan_of(&b, "Grim full 1203"), plan_of(&a, "next"),
                             plan_of(&b, "next")};
    plans[3].order = first;
    plans[2].state = NULL;
    qm_order_clear(&plans[2].order, 0, 0);
    const qm_draw_comparison all = {
        .headings = names, .plans = plans, .columns = 2, .rows = 2, .width = 297, .outcomes = 3};
    qm_text svg = qm_text_growing(NULL), again = qm_text_growing(NULL);
    assert_int_equal(qm_draw_compare(&all, &svg), QM_OK);
    assert_int_equal(qm_draw_compare(&all, &again), QM_OK);
    assert_string_equal(svg.data, again.data);
    qm_text words = qm_text_growing(NULL);
    qm_order_print(b.scenario, &first, &words);
    assert_true(strstr(svg.data, words.data) != NULL);
    qm_text_free(&words);
    assert_int_equal(count_of(svg.data, ">ours<"), 2);
    assert_int_equal(count_of(svg.data, ">theirs<"), 2);
    assert_int_equal(count_of(svg.data, "<svg "), 1);
    assert_int_equal(count_of(svg.data, "<g transform=\"translate("), 4);
    assert_int_equal(count_of(svg.data, "do not know such a position"), 1);
    assert_int_equal(count_of(svg.data, "id=\"qm-slippery\""), 1);
    assert_true(strstr(svg.data, "width=\"297mm\"") != NULL);
    char small[100];
    qm_text little = qm_text_over(small, sizeof small);
    assert_int_equal(qm_draw_compare(&all, &little), QM_ERROR_MEMORY);
    qm_text_free(&svg);
    qm_text_free(&again);
    close_table(&a);
    close_table(&b);
}

/* Gives out so many blocks and no more. */
typedef struct stingy {
    size_t left, in_use;
} stingy;

static void *stingy_resize(void *user, void *block, size_t old_size, size_t new_size) {
    stingy *s = user;
    (void)old_size;
    if (new_size == 0) {
        s->in_use -= block != NULL;
        free(block);
        return NULL;
    }
    if (s->left == 0) {
        return NULL;
    }
    s->left--;
    s->in_use += block == NULL;
    return realloc(block, new_size);
}

static void memory_runs_out(void **state) {
    (void)state;
    static const char *const names[] = {"a", "b"};
    table a = open_table("scenarios/warband-chase.json", "warband", NULL);
    table b = open_table("scenarios/warband-chase.json", "warband-2025", NULL);
    const qm_draw_plan plans[2] = {plan_of(&a, "Anouk move 15,5@3"), plan_of(&b, "Anouk move 15,5@3")};
    const qm_draw_comparison all = {.headings = names, .plans = plans, .columns = 2, .rows = 1, .width = 300};
    qm_result result = QM_ERROR_MEMORY;
    size_t allowed = 0;
    for (; result != QM_OK && allowed < 5000; allowed += 1 + allowed / 20) {
        stingy s = {allowed, 0};
        const qm_allocator allocator = {stingy_resize, &s};
        qm_text svg = qm_text_growing(&allocator);
        result = qm_draw_compare(&all, &svg);
        assert_true(result == QM_OK || result == QM_ERROR_MEMORY);
        qm_text_free(&svg);
        assert_int_equal(s.in_use, 0);
    }
    assert_int_equal(result, QM_OK);
    assert_true(allowed > 20);
    close_table(&a);
    close_table(&b);
}

static void refuses_nonsense(void **state) {
    (void)state;
    static const char *const names[] = {"a", "b"};
    table a = open_table("scenarios/skirmish.json", "hexmelee", NULL);
    table b = open_table("scenarios/warband-chase.json", "warband", NULL);
    const qm_draw_plan same[2] = {plan_of(&a, "next"), plan_of(&a, "next")}, mixed[2] = {same[0], plan_of(&b, "next")};
    const qm_draw_comparison good = {
        .headings = names, .plans = same, .columns = 2, .rows = 1, .width = 120, .outcomes = 1};
    qm_draw_comparison bad[] = {good, good, good, good, good, good};
    bad[0].columns = 0;
    bad[1].columns = QM_DRAW_COLUMNS_MAX + 1;
    bad[2].rows = 0;
    bad[3].width = 119;
    bad[4].width = QM_DRAW_WIDTH_MAX + 1;
    bad[5].plans = mixed;
    qm_text svg = qm_text_growing(NULL);
    assert_int_equal(qm_draw_compare(&good, &svg), QM_OK);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(qm_draw_compare(&bad[i], &svg), QM_ERROR_USAGE);
    }
    assert_int_equal(qm_draw_compare(NULL, &svg), QM_ERROR_USAGE);
    qm_text_free(&svg);
    close_table(&a);
    close_table(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(carries_positions),      cmocka_unit_test(refuses_other_scenarios),
        cmocka_unit_test(refuses_waiting_orders), cmocka_unit_test(draws_side_by_side),
        cmocka_unit_test(refuses_nonsense),       cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
