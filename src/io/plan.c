/* Plans told, for people and as JSON: ways to a goal, each with its checks and what failing each of them leads to; or
 * why there is none.
 *
 * Invariant: everything is taken from the verdict of the way's own order and from the odds of failing
 * (qm_odds_failing), so a plan says of a way just what judging and playing it would.
 *
 * Rejected: to keep checks and failures in qm_plan_way. Most who plan look at a few of the ways, and a way would be as
 * big as a verdict.
 */
#include <string.h>

#include "game/place.h"
#include "game/print.h"
#include "io/json_face.h"
#include "io/json_table.h"

enum { OUTCOMES_MAX = 256, EVENTS_MAX = 256, STEP = 2, SHOWN = 8 };

/* What failing one check leads to. */
typedef struct failing {
    const qm_scenario *scenario;
    const qm_state *state;
    qm_scratch *scratch;
    qm_odds_result result;
    qm_outcome outcomes[OUTCOMES_MAX];
} failing;

/* False when it cannot be told one by one. */
static bool find_failing(failing *f, const qm_verdict *verdict, uint16_t check) {
    return qm_odds_failing(f->scenario, f->state, f->scratch, verdict, check, QM_POLICY_AUTOMATIC, f->outcomes,
                           OUTCOMES_MAX, &f->result) == QM_OK &&
           !f->result.too_many;
}

/* The events of an outcome from the failed roll on, without it; in `events`, and from which one on. */
static uint32_t events_after(failing *f, uint32_t outcome, qm_events *events) {
    uint32_t from = 0, rolls = 0;
    events->count = 0;
    qm_odds_outcome(f->scenario, f->state, f->scratch, &f->outcomes[outcome], NULL, events);
    const uint32_t kept = events->count < events->capacity ? events->count : events->capacity;
    while (from < kept && rolls < f->result.before) {
        rolls += events->items[from++].kind == 0;
    }
    events->count = kept;
    return from;
}

/* Judges a way; whether it is legal now. */
static bool judged(const qm_scenario *scenario, const qm_state *state, const qm_order *order, qm_scratch *scratch,
                   qm_verdict *verdict) {
    return qm_judge(scenario, state, order, scratch, verdict) == QM_OK && verdict->judgement == QM_LEGAL;
}

/* ------------------------------------------------------------------------------------------------------- for people */

/* What happens from the failed roll on, an event a line; dice of outcomes have no faces and are left out. */
static void tell_after(failing *f, uint32_t outcome, qm_text *out) {
    qm_event list[EVENTS_MAX];
    qm_events events = {list, EVENTS_MAX, 0, 0};
    for (uint32_t i = events_after(f, outcome, &events); i < events.count; i++) {
        if (list[i].kind != 0) {
            qm_event_print(f->scenario, &list[i], out);
            qm_text_add_char(out, '\n');
        }
    }
}

/* How many bytes of whole lines two texts begin with alike. */
static size_t alike(const char *a, const char *b, size_t most) {
    size_t same = 0;
    for (size_t i = 0; i < most && a[i] && a[i] == b[i]; i++) {
        same = a[i] == '\n' ? i + 1 : same;
    }
    return same;
}

/* Lines as one, with semicolons between. */
static void join(const char *lines, size_t length, qm_text *out) {
    for (size_t i = 0; i + 1 < length; i++) {
        qm_text_add_bytes(out, lines[i] == '\n' ? "; " : &lines[i], lines[i] == '\n' ? 2 : 1);
    }
}

static void pad(qm_text *out, size_t depth) {
    for (size_t i = 0; i < depth * STEP; i++) {
        qm_text_add_char(out, ' ');
    }
}

static const char *text_of(const qm_text *text) {
    return text->data ? text->data : "";
}

static void print_rest(const failing *f, uint32_t first, qm_text *out) {
    double chance = 0;
    for (uint32_t i = first; i < f->result.count; i++) {
        chance += f->outcomes[i].chance;
    }
    pad(out, 4);
    qm__print_percent(chance, out);
    qm_text_addf(out, " in %u more ways (all of them in JSON)\n", (unsigned)(f->result.count - first));
}

/* What all outcomes begin with comes first, then each with its chance, the likeliest first; of many only these. */
static void print_failing(failing *f, qm_text *out) {
    qm_text first = qm_text_growing(NULL), other = qm_text_growing(NULL);
    tell_after(f, 0, &first);
    size_t common = strlen(text_of(&first));
    for (uint32_t i = 1; i < f->result.count; i++) {
        other.length = 0;
        tell_after(f, i, &other);
        common = alike(text_of(&first), text_of(&other), common);
    }
    pad(out, 3);
    qm_text_add(out, "if it fails: ");
    join(text_of(&first), common, out);
    qm_text_add(out, common > 0 ? "" : "one of these");
    qm_text_add_char(out, '\n');
    const uint32_t shown = f->result.count > SHOWN + 1 ? SHOWN : f->result.count;
    for (uint32_t i = 0; i < shown && f->result.count > 1; i++) {
        other.length = 0;
        tell_after(f, i, &other);
        const size_t length = strlen(text_of(&other));
        pad(out, 4);
        qm__print_percent(f->outcomes[i].chance, out);
        qm_text_add_char(out, ' ');
        join(text_of(&other) + common, length - common, out);
        qm_text_add(out, length > common ? "" : "nothing more");
        qm_text_add_char(out, '\n');
    }
    if (shown < f->result.count) {
        print_rest(f, shown, out);
    }
    qm_text_free(&first);
    qm_text_free(&other);
}

/* "leg 2: Ada to climb at 5,9@3: 1d20, needs 10 or more, 55.0 % (WB-13)"; the terms have a line of their own. */
static void print_check(const qm_scenario *scenario, const qm_check *check, qm_text *out) {
    qm_check plain = *check;
    plain.term_count = 0;
    pad(out, 2);
    if (check->leg) {
        qm_text_addf(out, "leg %u: ", (unsigned)check->leg);
    }
    qm_check_print(scenario, &plain, out);
    qm_text_add_char(out, '\n');
}

/* "terms: 10 Agility (WB-13), high drop: disadvantage (WB-26)" */
static void print_terms(const qm_scenario *scenario, const qm_check *check, qm_text *out) {
    if (check->term_count == 0) {
        return;
    }
    pad(out, 3);
    for (uint16_t i = 0; i < check->term_count; i++) {
        const qm_term *term = &check->terms[i];
        const qm_term_kind *kind = &scenario->family->facts->terms[term->kind];
        qm_text_add(out, i == 0 ? "terms: " : ", ");
        if (term->amount != 0) {
            qm_text_addf(out, "%s%d ", i > 0 && term->amount > 0 ? "+" : "", term->amount);
        }
        qm_text_add(out, kind->name);
        for (const char *c = kind->clauses; *c; c++) {
            qm_text_add(out, c == kind->clauses ? " (" : "");
            qm_text_add(out, *c == ' ' ? ", " : (const char[]){*c, 0});
            qm_text_add(out, c[1] ? "" : ")");
        }
    }
    qm_text_add_char(out, '\n');
}

void qm_risks_print(const qm_scenario *scenario, const qm_state *state, const qm_order *order, qm_scratch *scratch,
                    qm_text *out) {
    failing f = {.scenario = scenario, .state = state, .scratch = scratch};
    qm_verdict verdict;
    const bool legal = judged(scenario, state, order, scratch, &verdict);
    for (uint16_t i = 0; legal && i < verdict.check_count; i++) {
        print_check(scenario, &verdict.checks[i], out);
        print_terms(scenario, &verdict.checks[i], out);
        if (!find_failing(&f, &verdict, i)) {
            pad(out, 3);
            qm_text_add(out, "what failing it leads to is too much to list\n");
        } else if (f.result.count > 0) {
            print_failing(&f, out);
        }
    }
    if (legal && verdict.checks_dropped > 0) {
        pad(out, 2);
        qm_text_addf(out, "and %u more checks\n", (unsigned)verdict.checks_dropped);
    }
}

bool qm_plan_why_print(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch, uint16_t figure,
                       qm_place goal, const qm_standing *standing, qm_text *out) {
    qm_order tried;
    qm_verdict verdict;
    const qm_result result = qm_plan_why(scenario, state, figure, goal, scratch, &tried, &verdict);
    if (result != QM_OK || verdict.reason_count == 0 || (verdict.stand_count > 0 && tried.leg_count == 0)) {
        qm_standing_print(scenario, standing, out);
        return result == QM_OK && verdict.reason_count > 0;
    }
    if (tried.leg_count > 0) {
        pad(out, 1);
        qm_text_add(out, "the shortest way found would be ");
        qm_order_print(scenario, &tried, out);
        qm_text_add(out, ", and that is ");
        qm_verdict_print(scenario, &tried, &verdict, out);
        return true;
    }
    for (uint16_t i = 0; i < verdict.reason_count; i++) {
        pad(out, 1);
        qm_reason_print(scenario, &verdict.reasons[i], out);
        qm_text_add_char(out, '\n');
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------------------- JSON */

static void failing_member(qm__json_writer *w, failing *f) {
    qm_event list[EVENTS_MAX];
    qm__json_key(w, "fails");
    qm__json_array_begin(w);
    for (uint32_t i = 0; i < f->result.count; i++) {
        qm_events events = {list, EVENTS_MAX, 0, 0};
        qm__json_object_begin(w);
        qm__chance_member(w, "chance", f->outcomes[i].chance);
        qm__fraction_member(w, &f->outcomes[i]);
        qm__json_key(w, "events");
        qm__json_array_begin(w);
        for (uint32_t e = events_after(f, i, &events); e < events.count; e++) {
            if (list[e].kind != 0) {
                qm__event_object(w, f->scenario, &list[e]);
            }
        }
        qm__json_array_end(w);
        qm__json_object_end(w);
    }
    qm__json_array_end(w);
}

static void risks_member(qm__json_writer *w, const qm_scenario *scenario, const qm_state *state, const qm_order *order,
                         qm_scratch *scratch) {
    failing f = {.scenario = scenario, .state = state, .scratch = scratch};
    qm_verdict verdict;
    if (!judged(scenario, state, order, scratch, &verdict)) {
        return;
    }
    qm__json_key(w, "risks");
    qm__json_array_begin(w);
    for (uint16_t i = 0; i < verdict.check_count; i++) {
        qm__json_object_begin(w);
        qm__check_members(w, scenario, &verdict.checks[i]);
        if (find_failing(&f, &verdict, i)) {
            failing_member(w, &f);
        }
        qm__json_object_end(w);
    }
    qm__json_array_end(w);
}

static void way_object(qm__json_writer *w, const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                       const qm_plan_way *way) {
    qm__json_object_begin(w);
    qm__order_member(w, scenario, "order", &way->order);
    qm__length_member(w, "cost", way->cost, qm__is_table(scenario));
    if (way->lost > 0) {
        qm__length_member(w, "lost", way->lost, qm__is_table(scenario));
    }
    qm__chance_member(w, "chance", way->chance);
    qm__json_member_int(w, "checks", way->checks);
    if (way->hits > 0) {
        qm__json_member_int(w, "hits", way->hits);
    }
    if (way->approximate) {
        qm__json_member_bool(w, "approximate", true);
    }
    if (way->cut) {
        qm__json_member_bool(w, "cut", true);
    }
    risks_member(w, scenario, state, &way->order, scratch);
    qm__json_object_end(w);
}

void qm__why_members(qm__json_writer *w, const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                     uint16_t figure, qm_place goal) {
    qm_order tried;
    qm_verdict verdict;
    if (qm_plan_why(scenario, state, figure, goal, scratch, &tried, &verdict) != QM_OK || verdict.reason_count == 0) {
        return;
    }
    qm__json_key(w, "reasons");
    qm__json_array_begin(w);
    for (uint16_t i = 0; i < verdict.reason_count; i++) {
        qm__reason_object(w, scenario, &verdict.reasons[i]);
    }
    qm__json_array_end(w);
    if (tried.leg_count > 0) {
        qm__order_member(w, scenario, "tried", &tried);
    }
}

void qm__left_out_member(qm__json_writer *w, const qm_scenario *scenario, bool regions) {
    qm_reason why;
    if (regions ? qm_regions_left_out(scenario, &why) : qm_left_out(scenario, &why)) {
        qm__json_key(w, "left_out");
        qm__reason_object(w, scenario, &why);
    }
}

void qm_plan_write_json(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch, uint16_t figure,
                        qm_place goal, const qm_plan_way *ways, uint32_t count, const qm_standing *standing,
                        qm_text *out) {
    qm__json_writer w = qm__json_write_to(out, false);
    qm__json_object_begin(&w);
    qm__json_member(&w, "figure", qm_figure_name(scenario, figure));
    qm__json_key(&w, "goal");
    qm__place_string(&w, scenario, goal);
    qm__json_key(&w, "ways");
    qm__json_array_begin(&w);
    for (uint32_t i = 0; i < count; i++) {
        way_object(&w, scenario, state, scratch, &ways[i]);
    }
    qm__json_array_end(&w);
    if (count == 0) {
        qm__why_members(&w, scenario, state, scratch, figure, goal);
    }
    qm__standing_members(&w, scenario, standing);
    qm__left_out_member(&w, scenario, false);
    qm__json_object_end(&w);
}
