/* Odds as JSON: how and where the figure of an order ends, summed up, and every outcome by itself.
 *
 * Invariant: all of it is of the last odds that the scratch holds; nothing is asked anew.
 */
#include "base/arena.h"
#include "game/place.h"
#include "io/json_face.h"

static qm_result outcome_object(qm__json_writer *w, const qm_scenario *s, const qm_state *state, qm_scratch *scratch,
                                const qm_outcome *outcome, qm_state *after) {
    enum { EVENTS = 512 };
    qm_event list[EVENTS];
    qm_events events = {list, EVENTS, 0, 0};
    const qm_result result = qm_odds_outcome(s, state, scratch, outcome, after, &events);
    if (result != QM_OK) {
        return result;
    }
    qm_text text = qm_text_growing(s->allocator.resize ? &s->allocator : NULL);
    qm_state_difference(s, state, after, &text);
    qm__json_object_begin(w);
    qm__chance_member(w, "chance", outcome->chance);
    qm__fraction_member(w, outcome);
    qm__json_member(w, "what", text.data ? text.data : "");
    qm__json_key(w, "events");
    qm__events_array(w, s, &events);
    qm__json_object_end(w);
    qm_text_free(&text);
    return QM_OK;
}

static void chance_members(qm__json_writer *w, double chance, uint64_t numerator, uint64_t denominator) {
    const qm_outcome exact = {.numerator = numerator, .denominator = denominator};
    qm__chance_member(w, "chance", chance);
    qm__fraction_member(w, &exact);
}

/* Left out where the family does not tell, or the order is of a kind that does not end for a figure. */
static qm_result ends_member(qm__json_writer *w, const qm_scenario *s, const qm_state *state, const qm_scratch *scratch,
                             uint32_t outcomes) {
    const qm_rules_facts *facts = s->family->facts;
    qm_odds_ends_result ends;
    const size_t capacity =
        (size_t)outcomes * QM_ENDS_MAX; /* each outcome has one place, and may have come about in each way */
    const qm_allocator *allocator = s->allocator.resize ? &s->allocator : NULL;
    if (facts->end_count == 0) {
        return QM_OK;
    }
    qm_odds_place *places = qm__resize(allocator, NULL, 0, capacity * sizeof *places);
    qm_result result = places ? qm_odds_ends(s, state, scratch, places, (uint32_t)capacity, &ends) : QM_ERROR_MEMORY;
    if (result == QM_OK && ends.count > 0) {
        qm__json_key(w, "ends");
        qm__json_array_begin(w);
        for (uint16_t kind = 1; kind < ends.count; kind++) {
            const qm_odds_end *end = &ends.ends[kind];
            qm__json_object_begin(w);
            qm__json_member(w, "end", facts->ends[kind].name);
            chance_members(w, end->chance, end->numerator, end->denominator);
            qm__json_key(w, "places");
            qm__json_array_begin(w);
            for (uint32_t i = 0; i < end->count; i++) {
                const qm_odds_place *place = &places[end->first + i];
                qm__json_object_begin(w);
                qm__json_key(w, "at");
                qm__place_string(w, s, place->at);
                chance_members(w, place->chance, place->numerator, place->denominator);
                qm__json_object_end(w);
            }
            qm__json_array_end(w);
            qm__json_object_end(w);
        }
        qm__json_array_end(w);
    }
    qm__resize(allocator, places, capacity * sizeof *places, 0);
    return result;
}

qm_result qm_odds_write_json(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                             const qm_outcome *outcomes, const qm_odds_result *result, qm_state *after, qm_text *out) {
    qm__json_writer w = qm__json_write_to(out, false);
    qm_result answer = QM_OK;
    qm__json_object_begin(&w);
    qm__json_member(&w, "policy", qm_policy_name((qm_policy)result->policy));
    qm__json_member_bool(&w, "had_choices", result->had_choices);
    qm__json_member_bool(&w, "too_many", result->too_many);
    if (result->supposed) {
        qm__json_member_bool(&w, "supposed", true);
    }
    qm__chance_member(&w, "sum", result->sum);
    qm__json_member_int(&w, "rolls_walked", result->nodes);
    if (!result->too_many) {
        answer = ends_member(&w, scenario, state, scratch, result->count);
    }
    qm__json_key(&w, "outcomes");
    qm__json_array_begin(&w);
    for (uint32_t i = 0; answer == QM_OK && !result->too_many && i < result->count; i++) {
        answer = outcome_object(&w, scenario, state, scratch, &outcomes[i], after);
    }
    qm__json_array_end(&w);
    qm__json_object_end(&w);
    return answer;
}
