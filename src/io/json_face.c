/* The answers of the library as JSON, one line each, for programs: states, events and diagnostics.
 *
 * Names instead of numbers everywhere: a program that reads these needs no header. Everything comes from the declared
 * tables, and a member that means nothing for its kind (no other figure, no place) is left out. Answers to questions
 * about a state (reach, plans, sight) are in json_ask.c, odds in json_odds.c, verdicts in
 * json_verdict.c.
 */
#include <string.h>

#include "dice/pools.h"
#include "game/place.h"
#include "io/json_face.h"
#include "io/json_table.h"

void qm__chance_member(qm__json_writer *w, const char *key, double value) {
    qm__json_key(w, key);
    qm__json_decimal(w, value, 9);
}

void qm__figure_member(qm__json_writer *w, const qm_scenario *s, const char *key, uint16_t figure) {
    if (figure != 0) {
        qm__json_member(w, key, qm_figure_name(s, figure));
    }
}

void qm__place_string(qm__json_writer *w, const qm_scenario *s, qm_place place) {
    char array[QM__PLACE_TEXT_SIZE];
    qm_text text = qm_text_over(array, sizeof array);
    qm_place_print(s, place, &text);
    qm__json_string(w, array);
}

void qm__place_member(qm__json_writer *w, const qm_scenario *s, const char *key, qm_place place) {
    if (place.x != 0 || place.y != 0 || place.z != 0) {
        qm__json_key(w, key);
        qm__place_string(w, s, place);
    }
}

void qm__words_member(qm__json_writer *w, const char *key, const char *words) {
    char word[64];
    qm__json_key(w, key);
    qm__json_array_begin(w);
    for (size_t i = 0; words && qm_words_at(words, i, word, sizeof word) > 0; i++) {
        qm__json_string(w, word);
    }
    qm__json_array_end(w);
}

static void faces_array(qm__json_writer *w, const uint8_t *faces, size_t count) {
    qm__json_array_begin(w);
    for (size_t i = 0; i < count; i++) {
        qm__json_int(w, faces[i]);
    }
    qm__json_array_end(w);
}

void qm__order_member(qm__json_writer *w, const qm_scenario *s, const char *key, const qm_order *order) {
    char array[QM_ORDER_TEXT_MAX + 1];
    qm_text text = qm_text_over(array, sizeof array);
    qm_order_print(s, order, &text);
    qm__json_member(w, key, array);
}

void qm__length_member(qm__json_writer *w, const char *key, int32_t value, bool inches) {
    qm__json_key(w, key);
    qm__json_decimal(w, inches ? value / 1000.0 : value, inches ? 3 : 0);
}

bool qm__is_table(const qm_scenario *s) {
    return s->family->facts->space == QM_SPACE_TABLE;
}

/* ---------------------------------------------------------------------------------------------------------- state */

/* Secret book-keeping that says nothing is left out: the parts of a declaration nobody made. What is blanked for
 * another side has its standard value too, so the two look alike. */
static bool says_nothing(const qm_field *field, const void *block) {
    const uint8_t secret = QM_FIELD_HIDDEN | QM_FIELD_QUIET;
    return (field->flags & secret) == secret && qm__field_get(block, field) == field->standard;
}

static void fields(qm__json_writer *w, const qm_scenario *s, const qm_field *list, size_t count, const void *block) {
    const qm__names names = {&s->rules, s};
    const int at = qm__at_field(s->family->facts, list, count);
    for (size_t i = 0; i < count; i++) {
        if (says_nothing(&list[i], block)) {
            continue;
        }
        if ((int)i == at) { /* three fields, one place */
            qm__json_key(w, "at");
            qm__place_value_json(w, s, qm__at_get(block, &list[i]));
            i += 2;
            continue;
        }
        const qm__declared declared = qm__declared_field(&list[i]);
        qm__json_key(w, declared.name);
        qm__declared_json(w, &declared, &names, qm__field_get(block, &list[i]));
    }
}

/* The longest sentence about an event or a roll wanted: eight names twice, 64 faces, points and clauses. */
enum { SENTENCE_SIZE = 1400 };

const char *qm__over_word(uint8_t over) {
    switch ((qm_over)over) {
    case QM_OVER_NOT:
        break;
    case QM_OVER_ONE:
        return "die";
    case QM_OVER_HIGHER:
        return "higher";
    case QM_OVER_LOWER:
        return "lower";
    case QM_OVER_EACH:
        return "each";
    case QM_OVER_CLASS:
        return "class";
    }
    return "";
}

/* What it takes, and where a die must show that or more, which one. */
void qm__target_member(qm__json_writer *w, int32_t target, uint8_t over) {
    if (over != QM_OVER_CLASS) {
        qm__json_member_int(w, "target", target);
    }
    if (over != QM_OVER_NOT) {
        qm__json_member(w, "over", qm__over_word(over));
    }
}

/* Pools: whose, how many dice, what is a point, and after the roll the faces and points of each. */
static void pools_member(qm__json_writer *w, const qm_scenario *s, const qm_pools *pools, size_t count,
                         const uint8_t *faces) {
    if (count == 0) {
        return;
    }
    qm__json_key(w, "pools");
    qm__json_array_begin(w);
    for (size_t i = 0; i < count; i++) {
        qm__json_object_begin(w);
        qm__figure_member(w, s, "figure", pools->figures[i]);
        qm__json_member_int(w, "dice", pools->dice[i]);
        qm__json_member_int(w, "least", pools->least[i]);
        if (faces) {
            qm__json_key(w, "faces");
            faces_array(w, faces, pools->dice[i]);
            qm__json_member_int(w, "points", qm__pool_points(faces, pools->dice[i], pools->least[i]));
            faces += pools->dice[i];
        }
        qm__json_object_end(w);
    }
    qm__json_array_end(w);
}

/* The units that a text speaks of. */
void qm__unit_members(qm__json_writer *w, const qm_scenario *s, const char *text, uint16_t figure, uint16_t other) {
    if (figure && strstr(text, "{unit}")) {
        qm__json_member(w, "unit", qm_actor_name(s, figure));
    }
    if (other && strstr(text, "{other_unit}")) {
        qm__json_member(w, "other_unit", qm_actor_name(s, other));
    }
}

/* What the number `word` of a text stands for: a solid or zone and its kind, or the row of a table that the text names. */
void qm__word_members(qm__json_writer *w, const qm_scenario *s, const char *text, uint16_t word) {
    const qm_rules_facts *facts = s->family->facts;
    if (strstr(text, "{solid}") && *qm_solid_name(s, word)) {
        qm__json_member(w, "solid", qm_solid_name(s, word));
    }
    if (strstr(text, "{solid_kind}")) {
        qm__json_member(w, "kind", qm__solid_kind(s, word));
    }
    if (strstr(text, "{ground}")) {
        qm__json_member(w, "zone", qm_area_name(s, word));
        qm__json_member(w, "kind", qm__zone_kind(s, word));
    }
    for (int i = 0; i < facts->table_count; i++) {
        char array[64];
        qm_text hole = qm_text_over(array, sizeof array);
        qm_text_addf(&hole, "{%s}", facts->tables[i].name);
        if (strstr(text, array)) {
            qm__json_member(w, facts->tables[i].name, qm_row_name(s, i, word));
        }
    }
}

static void wanted_object(qm__json_writer *w, const qm_scenario *s, const qm_wanted *wanted) {
    const qm_rules_facts *facts = s->family->facts;
    char array[SENTENCE_SIZE];
    qm_text text = qm_text_over(array, sizeof array);
    if (wanted->what == 0) {
        qm__json_null(w);
        return;
    }
    qm_wanted_print(s, wanted, &text);
    qm__json_object_begin(w);
    qm__json_member(w, "what", wanted->what == 1 ? "roll" : "choice");
    if (wanted->what == 1) {
        qm__json_member(w, "roll", facts->rolls[wanted->kind].name);
        qm__json_member_int(w, "dice", wanted->dice);
        qm__json_member_int(w, "sides", wanted->sides);
        qm__target_member(w, wanted->target, wanted->over);
        if (wanted->term_count > 0) {
            qm__terms_member(w, facts, wanted->terms, wanted->term_count);
        }
        pools_member(w, s, &wanted->pools, wanted->pool_count, NULL);
        qm__words_member(w, "clauses", facts->rolls[wanted->kind].clauses);
        qm__place_member(w, s, "at", wanted->at);
    } else {
        qm__json_member(w, "choice", facts->choices[wanted->kind].name);
        if (strstr(facts->choices[wanted->kind].text, "{value")) {
            qm__json_member_int(w, "value", wanted->target);
        }
        qm__json_key(w, "options");
        qm__json_array_begin(w);
        for (size_t i = 1; i <= wanted->option_count; i++) {
            char option[64];
            qm_text name = qm_text_over(option, sizeof option);
            qm_option_print(s, wanted, i, &name);
            qm__json_string(w, option);
        }
        qm__json_array_end(w);
        char automatic[64];
        qm_text name = qm_text_over(automatic, sizeof automatic);
        qm_option_print(s, wanted, wanted->automatic, &name);
        qm__json_member(w, "automatic", automatic);
        qm__words_member(w, "clauses", facts->choices[wanted->kind].clauses);
    }
    qm__figure_member(w, s, "figure", wanted->figure);
    qm__figure_member(w, s, "other", wanted->other);
    if (wanted->what == 2) {
        qm__unit_members(w, s, facts->choices[wanted->kind].text, wanted->figure, wanted->other);
    }
    qm__json_key(w, "side");
    if (wanted->side) {
        qm__json_string(w, qm_side_name(s, wanted->side));
    } else {
        qm__json_null(w);
    }
    if (wanted->measured) {
        qm__json_member_bool(w, "measured", true);
    }
    qm__json_member(w, "text", array);
    qm__json_object_end(w);
}

void qm_wanted_write_json(const qm_scenario *scenario, const qm_wanted *wanted, qm_text *out) {
    qm__json_writer w = qm__json_write_to(out, false);
    wanted_object(&w, scenario, wanted);
}

static void state_head(qm__json_writer *w, const qm_scenario *s, const qm_state *state) {
    const qm_rules_facts *facts = s->family->facts;
    const uint16_t actor = qm_state_actor(s, state);
    qm__json_member_int(w, "turn", state->turn);
    qm__json_key(w, "phase");
    qm__json_string(w, state->phase <= facts->phase_count && facts->phases ? facts->phases[state->phase] : NULL);
    qm__json_key(w, "actor");
    qm__json_string(w, actor ? qm_actor_name(s, actor) : NULL);
    qm__json_member_bool(w, "ended", qm_state_ended(state));
    qm__json_key(w, "winner");
    qm__json_string(w, state->winner ? qm_side_name(s, state->winner) : NULL);
    qm__json_member_int(w, "revision", state->revision);
}

void qm_state_write_json(const qm_scenario *scenario, const qm_state *state, qm_text *out) {
    const qm_rules_facts *facts = scenario->family->facts;
    qm__json_writer w = qm__json_write_to(out, false);
    qm__json_object_begin(&w);
    state_head(&w, scenario, state);
    qm__json_key(&w, "figures");
    qm__json_object_begin(&w);
    for (uint16_t i = 1; i <= scenario->figure_count; i++) {
        qm__json_key(&w, qm_figure_name(scenario, i));
        qm__json_object_begin(&w);
        qm__json_member(&w, "side", qm_side_name(scenario, qm_figure_side(scenario, i)));
        if (qm_figure_unit(scenario, i)) {
            qm__json_member(&w, "unit", qm_actor_name(scenario, i));
        }
        fields(&w, scenario, facts->figure_state, facts->figure_state_count,
               qm__figure_at(scenario, state, i, scenario->family->figure_state_size));
        qm__told_member(&w, scenario, state, i);
        qm__json_object_end(&w);
    }
    qm__json_object_end(&w);
    qm__json_key(&w, "items");
    qm__json_object_begin(&w);
    for (uint16_t i = 1; i <= scenario->item_count; i++) {
        qm__json_key(&w, qm_item_name(scenario, i));
        qm__json_object_begin(&w);
        fields(&w, scenario, facts->item_state, facts->item_state_count,
               qm__item_at(scenario, state, i, scenario->family->item_state_size));
        qm__json_object_end(&w);
    }
    qm__json_object_end(&w);
    qm_wanted wanted;
    if (qm_pending(scenario, state, &wanted, NULL, NULL) == QM_OK && wanted.what != 0) {
        qm__json_key(&w, "wanted");
        wanted_object(&w, scenario, &wanted);
    }
    qm__json_object_end(&w);
}

/* --------------------------------------------------------------------------------------------------- events, odds */

static void roll_event(qm__json_writer *w, const qm_scenario *s, const qm_event *event) {
    const qm_roll_kind *kind = &s->family->facts->rolls[event->roll];
    char word[64];
    qm__json_member(w, "event", "roll");
    qm__json_member(w, "roll", kind->name);
    qm__json_key(w, "dice");
    faces_array(w, event->faces, event->dice);
    qm__json_member_int(w, "sides", event->sides);
    qm__json_member_int(w, "total", event->value);
    qm__target_member(w, event->needed, event->over);
    if (event->term_count > 0) {
        qm__terms_member(w, s->family->facts, event->terms, event->term_count);
    }
    pools_member(w, s, &event->pools, event->pool_count, event->dice > 0 ? event->faces : NULL);
    if (event->pool_count > 1) {
        qm__figure_member(w, s, "winner", event->pools.figures[event->outcome]);
    } else if (kind->classes && qm_words_at(kind->classes, event->outcome, word, sizeof word) > 0) {
        qm__json_member(w, "outcome", word);
    }
}

void qm__event_object(qm__json_writer *w, const qm_scenario *s, const qm_event *event) {
    const qm_rules_facts *facts = s->family->facts;
    char array[SENTENCE_SIZE];
    qm_text text = qm_text_over(array, sizeof array);
    char clauses[QM_EVENT_CLAUSES_SIZE];
    qm_text ids = qm_text_over(clauses, sizeof clauses);
    qm_event_print(s, event, &text);
    qm_event_clauses(s, event, &ids);
    qm__json_object_begin(w);
    if (event->kind == 0) {
        roll_event(w, s, event);
    } else {
        qm__json_member(w, "event", facts->events[event->kind].name);
        if (event->item) {
            qm__json_member(w, "item", qm_item_name(s, event->item));
        }
        const char *told = facts->events[event->kind].text;
        if ((event->value || strstr(told, "{value")) && event->value != QM__UNMEASURED) {
            qm__length_member(w, "value", event->value, strstr(told, "{value_length}") != NULL);
        }
        if (strstr(told, "{needed")) {
            qm__length_member(w, "needed", event->needed, strstr(told, "{needed_length}") != NULL);
        }
    }
    qm__words_member(w, "clauses", clauses);
    qm__place_member(w, s, "at", event->at);
    qm__figure_member(w, s, "figure", event->figure);
    qm__figure_member(w, s, "other", event->other);
    if (event->kind != 0) {
        qm__unit_members(w, s, facts->events[event->kind].text, event->figure, event->other);
        qm__word_members(w, s, facts->events[event->kind].text, event->word);
    }
    if (event->leg) {
        qm__json_member_int(w, "leg", event->leg);
    }
    qm__json_member(w, "text", array);
    qm__json_object_end(w);
}

void qm__events_array(qm__json_writer *w, const qm_scenario *s, const qm_events *events) {
    qm__json_array_begin(w);
    for (size_t i = 0; i < events->count && i < events->capacity; i++) {
        qm__event_object(w, s, &events->items[i]);
    }
    qm__json_array_end(w);
}

void qm_events_write_json(const qm_scenario *scenario, const qm_events *events, qm_text *out) {
    qm__json_writer w = qm__json_write_to(out, false);
    qm__events_array(&w, scenario, events);
}

void qm__fraction_member(qm__json_writer *w, const qm_outcome *outcome) {
    if (outcome->denominator != 0) {
        char array[48];
        qm_text fraction = qm_text_over(array, sizeof array);
        qm_text_addf(&fraction, "%llu/%llu", (unsigned long long)outcome->numerator,
                     (unsigned long long)outcome->denominator);
        qm__json_member(w, "fraction", array);
    }
}

/* ---------------------------------------------------------------------------------------------------- diagnostics */

void qm_diagnostics_write_json(const qm_diagnostics *diagnostics, qm_text *out) {
    qm__json_writer w = qm__json_write_to(out, false);
    qm__json_array_begin(&w);
    for (size_t i = 0; i < diagnostics->count; i++) {
        const qm_diagnostic *item = &diagnostics->items[i];
        qm__json_object_begin(&w);
        qm__json_member(&w, "severity", item->severity == QM_SEVERITY_ERROR ? "error" : "warning");
        qm__json_member(&w, "file", item->file);
        qm__json_member_int(&w, "line", item->line);
        qm__json_member_int(&w, "column", item->column);
        qm__json_member(&w, "field", item->field);
        qm__json_member(&w, "message", item->message);
        qm__json_object_end(&w);
    }
    qm__json_array_end(&w);
}
