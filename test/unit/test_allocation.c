/* After loading nothing allocates: malloc and its kin are taken over here and count. (Under a sanitizer they belong to
 * the sanitizer, and the test only runs the questions.) Also: a caller's allocator gets everything back, and a refusal
 * of memory at any point of loading is an error and no leak. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "quickmarch/quickmarch.h"
#include "support/ramble.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define COUNTING 0
static size_t calls;
#else
#define COUNTING 1
static size_t calls;
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
void *malloc(size_t size) {
    calls++;
    return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
    calls++;
    return __libc_calloc(count, size);
}
void *realloc(void *block, size_t size) {
    calls++;
    return __libc_realloc(block, size);
}
#endif

/* Orders drawn from the options, in which all move at once now and then; every question on the way. */
static void ask_everything(const char *path, uint32_t orders) {
    static qm_reach_place places[1000];
    static qm_place threatened[1000];
    static qm_outcome outcomes[4096];
    static qm_event items[256];
    static qm_plan_way ways[32];
    static qm_verdict verdict;
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_scenario *scenario = NULL;
    assert_int_equal(qm_scenario_read_file(&scenario, path, NULL, NULL, NULL, &list), QM_OK);
    qm_state *state = malloc(qm_state_size(scenario)), *copy = malloc(qm_state_size(scenario));
    qm_scratch *scratch = malloc(qm_scratch_size(scenario, 0));
    calls = 0;
    qm_state_start(scenario, state);
    qm_scratch_start(scenario, scratch, 0);
    qm_source source = {.choices = QM_CHOICES_RANDOM, .seed = 8};
    bool good = true;
    for (uint32_t i = 0; i < orders && good; i++) {
        qm_options_result options;
        qm_order order;
        qm_played played;
        qm_odds_result odds;
        qm_sight sight;
        uint32_t count;
        qm_events events = {.items = items, .capacity = 256};
        good = qm_options(scenario, state, 0, scratch, &options) == QM_OK;
        if (options.count == 0) {
            break;
        }
        good &= qm_option(scenario, state, scratch, i * 104729u % options.count, &order) == QM_OK;
        good &= qm_judge(scenario, state, &order, scratch, &verdict) == QM_OK;
        good &= qm_odds(scenario, state, scratch, QM_POLICY_AUTOMATIC, outcomes, 4096, &odds) == QM_OK;
        good &= qm_play(scenario, state, scratch, &source, &events, &played) == QM_OK;
        good &= qm_project(scenario, state, 1, copy) == QM_OK;
        const uint16_t figure = qm_state_actor(scenario, state);
        const uint16_t other = (uint16_t)(figure % qm_figure_count(scenario) + 1);
        if (figure) {
            good &= qm_reach(scenario, state, figure, true, scratch, places, 1000, &count) == QM_OK;
            good &= qm_plan(scenario, state, figure, places[count / 2].at, scratch, ways, 32, &count) == QM_OK;
            good &= qm_see(scenario, state, figure, other, scratch, &sight) == QM_OK;
            good &= qm_threat(scenario, state, figure, threatened, 1000, &count) == QM_OK;
        }
    }
    const size_t counted = calls;
    assert_true(good);
    assert_int_equal(counted, 0);
    if (COUNTING) {
        void *volatile block = malloc(1);
        free(block);
        assert_true(calls > 0); /* the counting works */
    }
    free(state);
    free(copy);
    free(scratch);
    qm_scenario_free(scenario);
    qm_diagnostics_free(&list);
}

static void test_no_allocation_after_loading(void **unused) {
    (void)unused;
    ask_everything("scenarios/benchmark.json", 600);
    ask_everything("scenarios/tiles-skirmish.json", 600);
    ask_everything("scenarios/tiles-pass.json", 600);
}

/* A roof to climb or to take a ladder to, a gap to jump, a drop; ground that costs once and by the inch; a figure on a
 * rectangle. */
static const char court_text[] =
    "{'quickmarch': 'scenario', 'version': 1, 'title': 'Court', 'rules': 'ramble',\n"
    " 'board': {'width': 30, 'depth': 24,\n"
    "  'prisms': [{'name': 'house', 'box': [10, 10, 16, 18], 'top': 3},\n"
    "   {'name': 'barn', 'box': [18, 10, 24, 18], 'top': 3},\n"
    "   {'name': 'crate', 'box': [4, 4, 6, 6], 'top': 0.5}],\n"
    "  'ladders': [{'foot': [13, 9.5], 'head': [13, 10, 3]}],\n"
    "  'zones': [{'box': [2, 8, 9, 9], 'kind': 'brook'}, {'box': [20, 6, 26, 9], 'kind': 'mud'}]},\n"
    " 'sides': ['red', 'blue'],\n"
    " 'figures': [{'name': 'Ada', 'side': 'red', 'at': '11,8', 'move': 12},\n"
    "  {'name': 'Bo', 'side': 'blue', 'at': '22,12@3', 'move': 12},\n"
    "  {'name': 'Cart', 'side': 'blue', 'width': 2, 'length': 3, 'at': '5,21', 'height': 2}], 'end': {'turns': 8}}\n";
static const char *const court_orders[] = {"next",
                                           "Ada walk 13,13", /* in the house */
                                           "Ada walk 10.5,9.5 climb 10.5,10@3 14,13@3",
                                           "Bo walk 18,12@3 jump 16,12@3 14,12@3",
                                           "Cart pass",
                                           "next",
                                           "Ada place 13,9.5",
                                           "Ada walk ladder 13,10@3 13,12@3",
                                           "Bo place 22,12@3",
                                           "Bo walk 24,12@3 drop 24.5,12 24.5,10",
                                           "Cart pass",
                                           "next",
                                           "Ada place 9,8",
                                           "Ada walk 5,5@0.5 5,7.25",
                                           "Bo pass"};
enum { COURT_ORDERS = sizeof court_orders / sizeof *court_orders };

/* Every question about a figure on a table, towards a place. */
static bool ask_on_table(const fixture *f, uint16_t figure, qm_place goal) {
    static qm_reach_ring rings[512];
    static qm_reach_corner corners[20000];
    static qm_plan_way ways[32];
    static qm_standing standing;
    static qm_link links[512];
    static qm_sight sight;
    const int32_t bands[] = {3000, 12000};
    qm_reach_area area = {.rings = rings, .corners = corners, .ring_capacity = 512, .corner_capacity = 20000};
    qm_reach_cost cost;
    uint32_t count;
    bool good = qm_reach_regions(f->scenario, f->state, figure, bands, 2, f->scratch, &area) == QM_OK;
    good &= qm_reach_cost_at(f->scenario, f->state, figure, goal, f->scratch, &cost) == QM_OK;
    good &= qm_plan(f->scenario, f->state, figure, goal, f->scratch, ways, 32, &count) == QM_OK;
    good &= qm_stand(f->scenario, f->state, figure, goal, f->scratch, &standing) == QM_OK;
    good &= qm_links(f->scenario, f->state, figure, f->scratch, links, 512, &count) == QM_OK;
    for (uint16_t other = 1; other <= qm_figure_count(f->scenario); other++) {
        good &= other == figure || qm_see(f->scenario, f->state, figure, other, f->scratch, &sight) == QM_OK;
    }
    return good;
}

static void test_no_allocation_on_a_table(void **unused) {
    (void)unused;
    static const qm_place goals[] = {{21000, 12000, 3000}, {3000, 7000, 0}, {13000, 14000, 0}, {17000, 15000, 0}};
    static qm_order orders[COURT_ORDERS];
    static qm_outcome outcomes[4096];
    static qm_event items[256];
    static qm_verdict verdict;
    fixture f = open_text(court_text);
    qm_diagnostics list = qm_diagnostics_make(NULL);
    for (size_t i = 0; i < COURT_ORDERS; i++) {
        assert_int_equal(qm_order_read(f.scenario, court_orders[i], strlen(court_orders[i]), &orders[i], &list), QM_OK);
    }
    qm_source source = {.choices = QM_CHOICES_RANDOM, .seed = 8};
    uint32_t played_count = 0;
    bool good = true;
    calls = 0;
    for (size_t i = 0; i < COURT_ORDERS && good; i++) {
        qm_events events = {.items = items, .capacity = 256};
        qm_odds_result odds;
        qm_played played;
        good = qm_judge(f.scenario, f.state, &orders[i], f.scratch, &verdict) == QM_OK;
        if (verdict.judgement == QM_LEGAL) {
            good &= qm_odds(f.scenario, f.state, f.scratch, QM_POLICY_AUTOMATIC, outcomes, 4096, &odds) == QM_OK;
            good &= qm_play(f.scenario, f.state, f.scratch, &source, &events, &played) == QM_OK;
            played_count++;
        }
        for (uint16_t figure = 1; figure <= 2 && good; figure++) {
            good = ask_on_table(&f, figure, goals[i % (sizeof goals / sizeof *goals)]);
        }
    }
    const size_t counted = calls;
    assert_true(good);
    assert_int_equal(counted, 0);
    assert_int_equal(played_count, COURT_ORDERS - 1); /* one is refused */
    close_it(&f);
    qm_diagnostics_free(&list);
}

/* An allocator that keeps count and can refuse. */
typedef struct ledger {
    size_t held, granted, refuse_after;
} ledger;

static void *lend(void *user, void *block, size_t old_size, size_t new_size) {
    ledger *l = user;
    if (new_size > old_size && ++l->granted > l->refuse_after) {
        return NULL;
    }
    void *moved = NULL;
    if (new_size == 0) {
        free(block);
    } else {
        moved = realloc(block, new_size);
        if (!moved) {
            return NULL;
        }
    }
    l->held += new_size;
    l->held -= old_size;
    return moved;
}

static void refuse_everywhere(const char *path) {
    size_t needed = 0;
    for (size_t allowed = 0; allowed < 100000; allowed = allowed < 60 ? allowed + 1 : allowed + 1 + allowed / 40) {
        ledger l = {.refuse_after = allowed};
        const qm_allocator allocator = {.resize = lend, .user = &l};
        qm_diagnostics list = qm_diagnostics_make(&allocator);
        qm_scenario *scenario = NULL;
        const qm_result result = qm_scenario_read_file(&scenario, path, NULL, NULL, &allocator, &list);
        if (result == QM_OK) {
            qm_scenario_free(scenario);
            needed = allowed;
        } else {
            assert_null(scenario);
        }
        qm_diagnostics_free(&list);
        assert_int_equal(l.held, 0);
        if (result == QM_OK) {
            break;
        }
    }
    assert_true(needed > 3);
    print_message("%s loads with %zu grants\n", path, needed);
}

static void test_every_refusal(void **unused) {
    (void)unused;
    refuse_everywhere("scenarios/benchmark.json");
    refuse_everywhere("scenarios/tiles-pass.json");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_allocation_after_loading),
        cmocka_unit_test(test_no_allocation_on_a_table),
        cmocka_unit_test(test_every_refusal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
