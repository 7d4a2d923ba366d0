/* The answers to questions about a state as JSON, one line each: what is told of a figure, threat, reach, options,
 * sight. The rest of the library's answers is in json_face.c, regions of a table in json_table.c, plans in plan.c.
 */
#include "game/place.h"
#include "io/json_face.h"
#include "io/json_table.h"

void qm__told_member(qm__json_writer *w, const qm_scenario *s, const qm_state *state, uint16_t figure) {
    const qm_rules_facts *facts = s->family->facts;
    const qm__names names = {&s->rules, s};
    qm_told list[QM_TOLD_MAX];
    if (facts->told_count == 0) {
        return;
    }
    const size_t count = qm_figure_told(s, state, figure, list, QM_TOLD_MAX);
    qm__json_key(w, "told");
    qm__json_array_begin(w);
    for (size_t i = 0; i < count; i++) {
        const qm_told_kind *kind = &facts->told[list[i].kind];
        const qm__declared declared = {.name = kind->name, .type = kind->type, .unit = ""};
        char words[200];
        qm_text text = qm_text_over(words, sizeof words);
        qm_told_print(s, &list[i], &text);
        qm__json_object_begin(w);
        qm__json_member(w, "word", kind->name);
        qm__json_key(w, "value");
        qm__declared_json(w, &declared, &names, list[i].value);
        if (list[i].clause != 0) {
            qm__json_member(w, "clause", facts->clauses[list[i].clause - 1].id);
        }
        if (text.length > 0) {
            qm__json_member(w, "text", words);
        }
        qm__json_object_end(w);
    }
    qm__json_array_end(w);
}

/* {"figure":…,"places":[ … */
static qm__json_writer begin_places(const qm_scenario *scenario, uint16_t figure, qm_text *out) {
    qm__json_writer w = qm__json_write_to(out, false);
    qm__json_object_begin(&w);
    qm__json_member(&w, "figure", qm_figure_name(scenario, figure));
    qm__json_key(&w, "places");
    qm__json_array_begin(&w);
    return w;
}

void qm_threat_write_json(const qm_scenario *scenario, uint16_t figure, const qm_place *places, uint32_t count,
                          qm_text *out) {
    qm__json_writer w = begin_places(scenario, figure, out);
    for (uint32_t i = 0; i < count; i++) {
        qm__place_string(&w, scenario, places[i]);
    }
    qm__json_array_end(&w);
    qm__json_object_end(&w);
}

void qm_reach_write_json(const qm_scenario *scenario, uint16_t figure, const qm_reach_place *places, uint32_t count,
                         qm_text *out) {
    qm__json_writer w = begin_places(scenario, figure, out);
    for (uint32_t i = 0; i < count; i++) {
        const qm_reach_place *place = &places[i];
        qm__json_object_begin(&w);
        qm__json_key(&w, "at");
        qm__place_string(&w, scenario, place->at);
        qm__length_member(&w, "cost", place->cost, qm__is_table(scenario));
        qm__json_key(&w, "sure_cost");
        if (place->sure_cost < 0) {
            qm__json_null(&w);
        } else {
            qm__json_decimal(&w, qm__is_table(scenario) ? place->sure_cost / 1000.0 : place->sure_cost, 3);
        }
        qm__json_key(&w, "chance");
        qm__json_decimal(&w, (double)place->chance, 6);
        qm__json_key(&w, "best_chance");
        qm__json_decimal(&w, (double)place->best_chance, 6);
        qm__json_member_bool(&w, "stops", place->stops != 0);
        qm__json_member_int(&w, "checks", place->checks);
        if (place->hits > 0) {
            qm__json_member_int(&w, "hits", place->hits);
        }
        if (place->effort) {
            qm__json_member_bool(&w, "effort", true);
        }
        qm__json_object_end(&w);
    }
    qm__json_array_end(&w);
    qm__json_object_end(&w);
}

qm_result qm_options_write_json(const qm_scenario *scenario, const qm_state *state, uint16_t figure,
                                qm_scratch *scratch, const qm_options_result *options, qm_text *out) {
    qm__json_writer w = qm__json_write_to(out, false);
    qm_result result = QM_OK;
    qm__json_object_begin(&w);
    qm__json_key(&w, "figure");
    qm__json_string(&w, figure ? qm_actor_name(scenario, figure) : NULL);
    qm__json_key(&w, "options");
    qm__json_array_begin(&w);
    for (uint32_t i = 0; result == QM_OK && i < options->count; i++) {
        qm_order order;
        char array[QM_ORDER_TEXT_MAX + 1];
        qm_text text = qm_text_over(array, sizeof array);
        result = qm_option(scenario, state, scratch, i, &order);
        if (result == QM_OK) {
            qm_order_print(scenario, &order, &text);
            qm__json_string(&w, array);
        }
    }
    qm__json_array_end(&w);
    qm__json_object_end(&w);
    return result;
}

void qm_sight_write_json(const qm_scenario *scenario, uint16_t a, uint16_t b, const qm_sight *sight, qm_text *out) {
    static const char *const seen[] = {"no", "yes", "in part"}, *const relations[] = {"none", "front", "side", "rear"};
    qm__json_writer w = qm__json_write_to(out, false);
    qm__json_object_begin(&w);
    qm__json_member(&w, "a", qm_figure_name(scenario, a));
    qm__json_member(&w, "b", qm_figure_name(scenario, b));
    if (sight->unmeasured) {
        qm__json_member_bool(&w, "unmeasured", true);
    } else {
        qm__length_member(&w, "distance", sight->distance, qm__is_table(scenario));
    }
    qm__json_member(&w, "seen", seen[sight->seen < 3 ? sight->seen : 0]);
    qm__json_member_bool(&w, "in_front", sight->in_front != 0);
    qm__json_member(&w, "relation", relations[sight->relation < 4 ? sight->relation : 0]);
    qm__json_member_bool(&w, "engages", sight->engages != 0);
    qm__json_member_bool(&w, "engaged", sight->engaged != 0);
    qm__json_member_bool(&w, "hostile", sight->hostile != 0);
    qm__figure_member(&w, scenario, "blocker", sight->blocker);
    qm__place_member(&w, scenario, "block", sight->block);
    if (sight->wall) {
        qm__json_member_bool(&w, "wall", true);
    }
    if (qm__is_table(scenario)) {
        qm__table_sight_members(&w, scenario, sight);
    }
    if (sight->attack_dice > 0) {
        qm__json_key(&w, "attack");
        qm__json_object_begin(&w);
        qm__json_member_int(&w, "dice", sight->attack_dice);
        qm__terms_member(&w, scenario->family->facts, sight->terms, sight->term_count);
        qm__chance_member(&w, "chance", sight->attack_chance);
        qm__json_object_end(&w);
    }
    qm__json_object_end(&w);
}
