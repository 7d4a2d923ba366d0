/* Tables of the toy family that walks, for tests: two scenarios, and orders judged and played on them. */
#ifndef QM_TEST_RAMBLE_H
#define QM_TEST_RAMBLE_H

#include "support/duel.h"

#include "battery/battery.h"
#include "game/place.h"
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
static inline char *quoted(const char *text) {
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

static inline fixture open_text(const char *text) {
    char *copy = quoted(text);
    fixture f = {.scenario = battery_load_text(copy)};
    f.state = battery_state(f.scenario);
    f.scratch = battery_scratch(f.scenario);
    free(copy);
    return f;
}

static inline fixture open_yard(void) {
    return open_text(yard_text);
}

static inline void close_it(fixture *f) {
    qm_scenario_free(f->scenario);
    free(f->state);
    free(f->scratch);
}

/* Roofs, a gap to jump, an oblique rock, a sheer tower and a ladder. */
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

/* With other rules instead of the settings. */
static inline fixture open_works(const char *rules) {
    char *plain = quoted(works_text), *settings = quoted(rules), *text = with(plain, "\"settings\": {}", settings);
    fixture f = open_text(text);
    free(text);
    free(settings);
    free(plain);
    return f;
}

/* An order judged; what is said about it has the words expected. */
static inline qm_judgement judged(fixture *f, const char *text, const char *expected) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order order;
    qm_verdict verdict;
    assert_int_equal(qm_order_read(f->scenario, text, strlen(text), &order, &list), QM_OK);
    qm_diagnostics_free(&list);
    assert_int_equal(qm_judge(f->scenario, f->state, &order, f->scratch, &verdict), QM_OK);
    qm_text words = qm_text_growing(NULL);
    qm_verdict_print(f->scenario, &order, &verdict, &words);
    if (!words.data || !strstr(words.data, expected)) {
        fail_msg("%s: %s", text, words.data ? words.data : "");
    }
    qm_text_free(&words);
    return (qm_judgement)verdict.judgement;
}

static inline void play(fixture *f, const char *text) {
    assert_int_equal(judged(f, text, ""), QM_LEGAL);
    qm_source source = {.choices = QM_CHOICES_AUTOMATIC, .seed = 5};
    qm_played played;
    assert_int_equal(qm_play(f->scenario, f->state, f->scratch, &source, NULL, &played), QM_OK);
    assert_int_equal(qm_state_check(f->scenario, f->state), QM_OK);
}

#endif
