/* Running a case: load its scenario with its changes, give its orders, compare.
 *
 * A case goes on after a mismatch as long as the game could go on: a wrong cost does not hide a wrong state. It stops
 * where an order that was to be played is not legal, or its dice do not fit.
 */
#include <string.h>

#include "base/hash.h"
#include "base/name.h"
#include "io/case.h"
#include "io/notation.h"

#define FIRST_FINGERPRINT UINT64_C(0x5143)

void qm__case_mismatch(qm__case_run *run, const char *format, ...) {
    va_list arguments;
    qm_case_result *result = run->result;
    if (run->where && run->where[0]) {
        qm_text_addf(&result->mismatches, "%s: ", run->where);
    }
    va_start(arguments, format);
    qm__text_addv(&result->mismatches, format, arguments);
    va_end(arguments);
    qm_text_add_char(&result->mismatches, '\n');
    result->mismatch_count++;
}

void qm__case_mix(qm__case_run *run, const void *bytes, size_t length) {
    run->fingerprint = qm__hash(bytes, length, run->fingerprint);
}

/* ---------------------------------------------------------------------------------------------------- preparation */

static void note_clauses(qm__case_run *run, const qm__value *list, uint8_t *flags) {
    const qm_rules_facts *facts = run->scenario->family->facts;
    for (const qm__value *one = list ? list->first : NULL; one; one = one->next) {
        const qm_clause *clause = qm_clause_named(facts, one->text);
        if (!clause) {
            qm__case_mismatch(run, "%s has no clause %s", facts->name, one->text);
        } else if (clause - facts->clauses < QM_CASE_CLAUSES_MAX) {
            flags[clause - facts->clauses] = 1;
        }
    }
}

static void tell_diagnostics(qm__case_run *run, const qm_diagnostics *list) {
    for (size_t i = 0; i < list->count; i++) {
        qm_text text = qm_text_growing(run->result->mismatches.allocator);
        qm_diagnostic_print(&list->items[i], &text);
        qm__case_mismatch(run, "%s", text.data);
        qm_text_free(&text);
    }
}

qm_result qm__case_scenario(const qm_cases *cases, const qm__case *one, const qm_rulebook *instead, qm__arena *arena,
                            qm_diagnostics *list, qm_scenario **out) {
    const qm_allocator *allocator = cases->allocator.resize ? &cases->allocator : NULL;
    const qm__load own = {cases->file, cases->reader, allocator, arena, list, NULL};
    const qm__patch patch = {&own, qm__value_get(one->value, "settings"), qm__value_get(one->value, "figures"),
                             one->path};
    qm__load load = own;
    const qm__value *root = one->scenario;
    if (root->kind == QM__STRING) {
        qm__value *read = NULL;
        load.file = qm__path_beside(arena, cases->file, root->text);
        const qm_result result = load.file ? qm__json_file(&load, load.file, &read) : QM_ERROR_MEMORY;
        if (result != QM_OK) {
            return result;
        }
        root = read;
    }
    return qm__scenario_build(out, &load, root, instead, &patch);
}

static bool make_room(qm__case_run *run, qm__arena *arena, qm_outcome **outcomes) {
    const size_t size = qm_state_size(run->scenario);
    run->state = qm__arena_alloc(arena, size);
    run->before = qm__arena_alloc(arena, size);
    run->after = qm__arena_alloc(arena, size);
    run->scratch = qm__arena_raw(arena, qm_scratch_size(run->scenario, 0)); /* cleared when it is started */
    run->events.items = qm__arena_array(arena, QM__CASE_EVENTS, sizeof(qm_event));
    run->events.capacity = QM__CASE_EVENTS;
    *outcomes = qm__arena_array(arena, QM__CASE_OUTCOMES, sizeof(qm_outcome));
    if (arena->failed) {
        return false;
    }
    qm_state_start(run->scenario, run->state);
    qm_scratch_start(run->scenario, run->scratch, 0);
    return true;
}

/* --------------------------------------------------------------------------------------------------------- orders */

/* Reads and judges; false after a mismatch that makes going on useless. */
static bool judge(qm__case_run *run, const char *text) {
    char message[QM__MESSAGE_MAX];
    qm_text fault = qm_text_over(message, sizeof message);
    size_t at = 0;
    if (!qm__order_parse(run->scenario, text, strlen(text), &run->order, &at, &fault)) {
        qm__case_mismatch(run, "at character %zu: %s", at + 1, message);
        return false;
    }
    const qm_result result = qm_judge(run->scenario, run->state, &run->order, run->scratch, &run->verdict);
    if (result != QM_OK) {
        qm__case_mismatch(run, "%s", qm_result_text(result));
        return false;
    }
    return true;
}

static bool play(qm__case_run *run, const qm__value *dice, const qm__value *choices) {
    char message[QM__MESSAGE_MAX];
    qm_text fault = qm_text_over(message, sizeof message);
    qm_tape tape = {0};
    memcpy(run->before, run->state, qm_state_size(run->scenario));
    run->events.count = 0;
    run->events.dropped = 0;
    const qm__scripted played =
        qm__script_play(run->scenario, run->state, run->scratch, dice, choices, &tape, &run->events, &fault);
    if (played != QM__SCRIPT_DONE) {
        qm__case_mismatch(run, "%s", message);
        memcpy(run->state, run->before, qm_state_size(run->scenario));
    }
    run->played = played == QM__SCRIPT_DONE;
    return run->played;
}

/* Edits before the case begins: each must be legal and take no dice. */
static bool run_edits(qm__case_run *run, const qm__value *edits) {
    size_t index = 0;
    for (const qm__value *one = edits ? edits->first : NULL; one; one = one->next, index++) {
        char where[200];
        qm_text text = qm_text_over(where, sizeof where);
        qm_text_addf(&text, "edit[%zu] '%s'", index, one->text);
        run->where = where;
        bool good = judge(run, one->text);
        if (good && run->verdict.judgement != QM_LEGAL) {
            qm__expect_verdict(run, NULL);
            good = false;
        }
        good = good && play(run, NULL, NULL);
        run->where = "";
        if (!good) {
            return false;
        }
    }
    return true;
}

static void mix_verdict(qm__case_run *run) {
    const qm_verdict *v = &run->verdict;
    const int32_t numbers[] = {v->judgement,   v->cost,      v->allowance, v->reason_count,
                               v->check_count, v->way_count, v->hits};
    qm__case_mix(run, numbers, sizeof numbers);
    qm__case_mix(run, &v->chance, sizeof v->chance);
    for (size_t i = 0; i < v->reason_count; i++) {
        const int32_t reason[] = {v->reasons[i].kind, v->reasons[i].needed, v->reasons[i].had};
        qm__case_mix(run, reason, sizeof reason);
    }
    for (size_t i = 0; i < v->warning_count; i++) {
        const int32_t warning[] = {v->warnings[i].kind, v->warnings[i].needed, v->warnings[i].had, v->warnings[i].value};
        qm__case_mix(run, warning, sizeof warning);
    }
    for (size_t i = 0; i < v->check_count; i++) {
        const int32_t check[] = {v->checks[i].roll, v->checks[i].dice, v->checks[i].target};
        qm__case_mix(run, check, sizeof check);
        for (size_t c = 0; c < v->checks[i].class_count; c++) {
            const qm_check_class *one = &v->checks[i].classes[c];
            const int32_t values[] = {one->outcome, one->from, one->to, one->length};
            qm__case_mix(run, values, sizeof values);
        }
    }
    for (size_t i = 0; i < v->way_count; i++) {
        qm__case_mix(run, &v->way[i], sizeof v->way[i]);
    }
    for (size_t i = 0; i < v->part_count; i++) {
        const qm_part *part = &v->parts[i];
        const int32_t values[] = {part->figure, part->flags,  part->count, part->end.x,    part->end.y,
                                  part->end.z,  part->facing, part->cost,  part->allowance};
        qm__case_mix(run, values, sizeof values);
    }
}

/* What was told while the order was carried out, as far as it is about the game: not the faces of dice, which are
 * given, nor which leg it was. */
static uint64_t hash_events(const qm_events *events) {
    uint64_t hash = FIRST_FINGERPRINT;
    for (uint32_t i = 0; i < events->count; i++) {
        const qm_event *e = &events->items[i];
        const int32_t numbers[] = {e->kind, e->figure, e->other, e->item,   e->word, e->at.x,
                                   e->at.y, e->at.z,   e->value, e->needed, e->roll, e->outcome};
        hash = qm__hash(numbers, sizeof numbers, hash);
    }
    return hash;
}

/* An order of the case; false when the case cannot go on. */
static bool run_order(qm__case_run *run, const qm__value *entry, qm_outcome *outcomes, qm_case_answer *answer) {
    const bool plain = entry->kind == QM__STRING;
    const char *text = plain ? entry->text : qm__value_get(entry, "order")->text;
    const qm__value *expect = qm__value_get(entry, "expect");
    const qm__value *dice = qm__value_get(entry, "dice"), *choices = qm__value_get(entry, "choices");
    qm_text order = qm_text_over(answer->order, sizeof answer->order);
    qm_text_add(&order, text);
    run->played = false;
    if (!judge(run, text)) {
        return false;
    }
    answer->judgement = run->verdict.judgement;
    answer->cost = run->verdict.cost;
    answer->chance = run->verdict.chance;
    mix_verdict(run);
    qm__expect_verdict(run, expect);
    const qm__value *wanted = qm__value_get(expect, "verdict");
    const bool meant_legal = !wanted || qm__same(wanted->text, "legal");
    const bool meant_asked = wanted && qm__same(wanted->text, "cannot-judge");
    if (!qm_verdict_playable(&run->verdict)) {
        if (!meant_legal && qm__expects_play(expect)) {
            qm__expect_play(run, expect); /* a refused order changes nothing: its state can still be looked at */
        }
        return !meant_legal;
    }
    if (!meant_legal && (run->verdict.judgement == QM_LEGAL || !meant_asked)) {
        return false;
    }
    const qm__value *odds = qm__value_get(expect, "odds");
    if (odds) {
        qm__expect_odds(run, odds, outcomes);
        if (!judge(run, text)) {
            return false;
        }
    }
    if (!dice && !choices && !entry->next && !qm__expects_play(expect)) {
        return true; /* the last order, only to be judged */
    }
    if (!play(run, dice, choices)) {
        return false;
    }
    answer->played = true;
    answer->events = hash_events(&run->events);
    if (expect) {
        qm__expect_play(run, expect);
    }
    return true;
}

static void run_orders(qm__case_run *run, const qm__value *orders, qm_outcome *outcomes) {
    qm_case_result *result = run->result;
    size_t index = 0;
    for (const qm__value *entry = orders->first; entry && index < QM_CASE_ORDERS_MAX; entry = entry->next, index++) {
        qm_case_answer *answer = &result->answers[index];
        char where[200];
        qm_text text = qm_text_over(where, sizeof where);
        const qm__value *order = entry->kind == QM__STRING ? entry : qm__value_get(entry, "order");
        qm_text_addf(&text, "orders[%zu] '%.*s'", index, 150, order->text);
        run->where = where;
        run->fingerprint = FIRST_FINGERPRINT;
        const bool good = run_order(run, entry, outcomes, answer);
        answer->state = qm_state_hash(run->scenario, run->state);
        qm__case_mix(run, &answer->state, sizeof answer->state);
        answer->fingerprint = run->fingerprint;
        result->answer_count = (uint32_t)index + 1;
        run->where = "";
        if (!good) {
            result->stopped = true;
            return;
        }
    }
}

/* ------------------------------------------------------------------------------------------------------ all of it */

qm_result qm_case_run(const qm_cases *cases, size_t index, const qm_rulebook *instead, qm_case_result *result) {
    memset(result, 0, sizeof *result);
    const qm_allocator *allocator = cases->allocator.resize ? &cases->allocator : NULL;
    result->mismatches = qm_text_growing(allocator);
    if (index >= cases->count) {
        return QM_ERROR_USAGE;
    }
    const qm__case *one = &cases->cases[index];
    qm__arena arena;
    qm__arena_init(&arena, allocator);
    qm_diagnostics list = qm_diagnostics_make(allocator);
    qm_scenario *scenario = NULL;
    qm__case_run run = {.result = result, .where = ""};
    qm_result loaded = qm__case_scenario(cases, one, instead, &arena, &list, &scenario);
    if (loaded != QM_OK && loaded != QM_ERROR_MEMORY) {
        tell_diagnostics(&run, &list);
        result->stopped = true;
        loaded = QM_OK;
    } else if (loaded == QM_OK) {
        qm_outcome *outcomes = NULL;
        run.scenario = scenario;
        result->family = qm_scenario_family(scenario);
        note_clauses(&run, qm__value_get(one->value, "clauses"), result->claimed);
        note_clauses(&run, qm__value_get(one->value, "outside"), result->outside);
        if (!make_room(&run, &arena, &outcomes)) {
            loaded = QM_ERROR_MEMORY;
        } else if (run_edits(&run, qm__value_get(one->value, "edit"))) {
            run_orders(&run, qm__value_get(one->value, "orders"), outcomes);
        } else {
            result->stopped = true;
        }
    }
    result->passed = loaded == QM_OK && result->mismatch_count == 0 && !result->stopped;
    qm_scenario_free(scenario);
    qm_diagnostics_free(&list);
    qm__arena_free(&arena);
    return loaded;
}

void qm_case_result_free(qm_case_result *result) {
    if (result) {
        qm_text_free(&result->mismatches);
    }
}
