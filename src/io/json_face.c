/* The answers of the library as JSON, one line each, for programs.
 *
 * Names instead of numbers everywhere: a program that reads these needs no header. Everything comes from the declared
 * tables, and a member that means nothing for its kind (no other figure, no place) is left out. Answers to questions
 * about a state (reach, plans, sight) are in json_ask.c, odds in json_odds.c.
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

static void words_member(qm__json_writer *w, const char *key, const char *words) {
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
    }
    return "";
}

/* What it takes, and where a die must show that or more, which one. */
static void target_member(qm__json_writer *w, int32_t target, uint8_t over) {
    qm__json_member_int(w, "target", target);
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
static void unit_members(qm__json_writer *w, const qm_scenario *s, const char *text, uint16_t figure, uint16_t other) {
    if (figure && strstr(text, "{unit}")) {
        qm__json_member(w, "unit", qm_actor_name(s, figure));
    }
    if (other && strstr(text, "{other_unit}")) {
        qm__json_member(w, "other_unit", qm_actor_name(s, other));
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
        target_member(w, wanted->target, wanted->over);
        pools_member(w, s, &wanted->pools, wanted->pool_count, NULL);
        words_member(w, "clauses", facts->rolls[wanted->kind].clauses);
        qm__place_member(w, s, "at", wanted->at);
    } else {
        qm__json_member(w, "choice", facts->choices[wanted->kind].name);
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
        words_member(w, "clauses", facts->choices[wanted->kind].clauses);
    }
    qm__figure_member(w, s, "figure", wanted->figure);
    qm__figure_member(w, s, "other", wanted->other);
    if (wanted->what == 2) {
        unit_members(w, s, facts->choices[wanted->kind].text, wanted->figure, wanted->other);
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

/* -------------------------------------------------------------------------------------------------------- verdict */

static const char *judgement_name(uint16_t judgement) {
    return judgement == QM_LEGAL ? "legal" : judgement == QM_ILLEGAL ? "illegal" : "cannot-judge";
}

/* The sentences of a verdict: its printed lines. */
static void why(qm__json_writer *w, const qm_scenario *s, const qm_order *order, const qm_verdict *verdict) {
    qm_text text = qm_text_growing(s->allocator.resize ? &s->allocator : NULL);
    qm_verdict_print(s, order, verdict, &text);
    qm__json_key(w, "why");
    qm__json_array_begin(w);
    const char *at = text.data ? text.data : "";
    while (*at) {
        const size_t length = strcspn(at, "\n");
        const size_t blank = strspn(at, " ");
        /* The first line of a refusal is only the verdict, which has its own member. */
        if (length > blank && (blank > 0 || verdict->judgement == QM_LEGAL)) {
            qm__json_bytes(w, at + blank, length - blank);
        }
        at += length + (at[length] == '\n' ? 1 : 0);
    }
    qm__json_array_end(w);
    qm_text_free(&text);
}

static void citations(qm__json_writer *w, const qm_scenario *s, const qm_order *order, const qm_verdict *verdict) {
    const qm_rules_facts *facts = s->family->facts;
    uint16_t clauses[64];
    const size_t count = qm_verdict_clauses(s, order, verdict, clauses, 64);
    qm__json_key(w, "citations");
    qm__json_array_begin(w);
    for (size_t i = 0; i < count && i < 64; i++) {
        const qm_clause *clause = &facts->clauses[clauses[i]];
        qm__json_object_begin(w);
        qm__json_member(w, "clause", clause->id);
        qm__json_member(w, "title", clause->title);
        qm__json_member(w, "text", clause->text);
        qm__json_object_end(w);
    }
    qm__json_array_end(w);
}

void qm__reason_object(qm__json_writer *w, const qm_scenario *s, const qm_reason *reason) {
    const qm_reason_kind *kind = &s->family->facts->reasons[reason->kind];
    char array[400];
    qm_text text = qm_text_over(array, sizeof array);
    qm_reason_print(s, reason, &text);
    qm__json_object_begin(w);
    qm__json_member(w, "reason", kind->name);
    qm__json_member(w, "text", array);
    words_member(w, "clauses", kind->clauses);
    if (reason->leg) {
        qm__json_member_int(w, "leg", reason->leg);
    }
    qm__figure_member(w, s, "figure", reason->figure);
    qm__figure_member(w, s, "other", reason->other);
    unit_members(w, s, kind->text, reason->figure, reason->other);
    if (reason->item) {
        qm__json_member(w, "item", qm_item_name(s, reason->item));
    }
    qm__place_member(w, s, "at", reason->at);
    if (strstr(kind->text, "{solid}") && *qm_solid_name(s, reason->word)) {
        qm__json_member(w, "solid", qm_solid_name(s, reason->word));
    }
    if (strstr(kind->text, "{solid_kind}")) {
        qm__json_member(w, "kind", qm__solid_kind(s, reason->word));
    }
    if (strstr(kind->text, "{ground}")) {
        qm__json_member(w, "zone", s->table.areas[reason->word - 1].name);
        qm__json_member(w, "kind", qm__zone_kind(s, reason->word));
    }
    if (reason->needed != 0 || reason->had != 0) {
        const bool inches = strstr(kind->text, "_length}") != NULL;
        qm__length_member(w, "needed", reason->needed, inches);
        qm__length_member(w, "had", reason->had, inches);
    }
    if (strstr(kind->text, "{value")) {
        qm__length_member(w, "value", reason->value, strstr(kind->text, "{value_length}") != NULL);
    }
    qm__json_object_end(w);
}

void qm__terms_member(qm__json_writer *w, const qm_rules_facts *facts, const qm_term *terms, size_t count) {
    qm__json_key(w, "terms");
    qm__json_array_begin(w);
    for (size_t i = 0; i < count; i++) {
        const qm_term_kind *kind = &facts->terms[terms[i].kind];
        qm__json_object_begin(w);
        qm__json_member(w, "term", kind->name);
        qm__json_member_int(w, "amount", terms[i].amount);
        words_member(w, "clauses", kind->clauses);
        qm__json_object_end(w);
    }
    qm__json_array_end(w);
}

void qm__check_members(qm__json_writer *w, const qm_scenario *s, const qm_check *check) {
    const qm_rules_facts *facts = s->family->facts;
    qm__json_member(w, "roll", facts->rolls[check->roll].name);
    words_member(w, "clauses", facts->rolls[check->roll].clauses);
    qm__figure_member(w, s, "figure", check->figure);
    if (check->leg) {
        qm__json_member_int(w, "leg", check->leg);
    }
    qm__place_member(w, s, "at", check->at);
    qm__json_member_int(w, "dice", check->dice);
    qm__json_member_int(w, "sides", check->sides);
    target_member(w, check->target, check->over);
    qm__terms_member(w, facts, check->terms, check->term_count);
    qm__chance_member(w, "chance", check->chance);
}

static void rules_object(qm__json_writer *w, const qm_scenario *s) {
    const qm_rules_facts *facts = s->family->facts;
    qm_text identity = qm_text_growing(s->allocator.resize ? &s->allocator : NULL);
    qm_scenario_rules(s, &identity);
    qm__json_key(w, "rules");
    qm__json_object_begin(w);
    qm__json_member(w, "rulebook", facts->name);
    qm__json_member_int(w, "version", facts->rules_version);
    if (s->rules.edition[0]) {
        qm__json_member(w, "edition", s->rules.edition);
    }
    qm__json_key(w, "settings");
    qm__changed_settings_json(w, s);
    qm__json_member(w, "identity", identity.data);
    qm__json_object_end(w);
    qm_text_free(&identity);
}

/* Where it would end, if it is about a distance, and how far from whom; or if it does not get where it wants, and why.
 */
static void end_member(qm__json_writer *w, const qm_scenario *s, const qm_verdict *verdict) {
    static const char *const whys[] = {[QM_ENDS_THERE] = "",
                                       [QM_ENDS_SPENT] = "movement",
                                       [QM_ENDS_NEXT_TO] = "next-to",
                                       [QM_ENDS_BEFORE] = "before",
                                       [QM_ENDS_CLEAR] = "clear"};
    if (verdict->way_count == 0 || verdict->part_count > 0 ||
        (verdict->nearest == 0 && verdict->ending == QM_ENDS_THERE)) {
        return;
    }
    qm__json_key(w, "end");
    qm__json_object_begin(w);
    qm__place_member(w, s, "at", verdict->way[verdict->way_count - 1]);
    if (verdict->nearest != 0) {
        qm__length_member(w, "distance", verdict->distance, qm__is_table(s));
        qm__figure_member(w, s, "from", verdict->nearest);
    }
    if (verdict->ending != QM_ENDS_THERE) {
        qm__json_member(w, "why", whys[verdict->ending]);
        qm__figure_member(w, s, "figure", verdict->ender);
        qm__place_member(w, s, "before", verdict->before);
    }
    qm__json_object_end(w);
}

static void way_member(qm__json_writer *w, const qm_scenario *s, const qm_place *places, size_t count) {
    qm__json_key(w, "way");
    qm__json_array_begin(w);
    for (size_t i = 0; i < count; i++) {
        qm__place_string(w, s, places[i]);
    }
    qm__json_array_end(w);
}

static void cost_members(qm__json_writer *w, const qm_verdict *verdict, int32_t cost, int32_t allowance) {
    if (verdict->unit != 0 && verdict->unmeasured != QM_UNMEASURED_WHOLE) {
        qm__length_member(w, "cost", cost, verdict->unit == 2);
    }
    if (verdict->unit != 0) {
        qm__length_member(w, "allowance", allowance, verdict->unit == 2);
    }
}

/* What each figure of a unit does. */
static void parts_member(qm__json_writer *w, const qm_scenario *s, const qm_verdict *verdict) {
    if (verdict->part_count == 0) {
        return;
    }
    qm__json_key(w, "parts");
    qm__json_array_begin(w);
    for (size_t i = 0; i < verdict->part_count; i++) {
        const qm_part *part = &verdict->parts[i];
        qm__json_object_begin(w);
        qm__figure_member(w, s, "figure", part->figure);
        qm__json_key(w, "end");
        qm__place_string(w, s, part->end);
        if (part->facing >= 0) {
            const qm__declared direction = {.type = QM_TYPE_DIRECTION};
            const qm__names names = {&s->rules, s};
            qm__json_key(w, "facing");
            qm__declared_json(w, &direction, &names, part->facing);
        }
        cost_members(w, verdict, part->cost, part->allowance);
        if (part->flags & QM_PART_CHOSEN) {
            qm__json_member_bool(w, "chosen", true);
        }
        way_member(w, s, verdict->way + part->first, part->count);
        qm__json_object_end(w);
    }
    qm__json_array_end(w);
}

/* Left out where there are none, as most orders have none. */
static void warnings_member(qm__json_writer *w, const qm_scenario *s, const qm_verdict *verdict) {
    if (verdict->judgement != QM_LEGAL || verdict->warning_count == 0) {
        return;
    }
    qm__json_key(w, "warnings");
    qm__json_array_begin(w);
    for (size_t i = 0; i < verdict->warning_count; i++) {
        qm__reason_object(w, s, &verdict->warnings[i]);
    }
    qm__json_array_end(w);
    if (verdict->warnings_dropped > 0) {
        qm__json_member_int(w, "warnings_dropped", verdict->warnings_dropped);
    }
}

void qm_verdict_write_json(const qm_scenario *scenario, const qm_order *order, const qm_verdict *verdict,
                           qm_text *out) {
    qm__json_writer w = qm__json_write_to(out, false);
    qm__json_object_begin(&w);
    qm__order_member(&w, scenario, "order", order);
    qm__json_member(&w, "verdict", judgement_name(verdict->judgement));
    why(&w, scenario, order, verdict);
    citations(&w, scenario, order, verdict);
    qm__json_key(&w, "reasons");
    qm__json_array_begin(&w);
    for (size_t i = 0; i < verdict->reason_count; i++) {
        qm__reason_object(&w, scenario, &verdict->reasons[i]);
    }
    qm__json_array_end(&w);
    warnings_member(&w, scenario, verdict);
    cost_members(&w, verdict, verdict->cost, verdict->allowance);
    if (verdict->unmeasured) {
        qm__json_member(&w, "unmeasured", verdict->unmeasured == QM_UNMEASURED_WHOLE ? "whole" : "part");
    }
    if (verdict->approximate) {
        qm__json_member_bool(&w, "approximate", true);
    }
    end_member(&w, scenario, verdict);
    if (verdict->hits > 0) {
        qm__json_member_int(&w, "hits", verdict->hits);
    }
    qm__chance_member(&w, "chance", verdict->chance);
    qm__json_key(&w, "checks");
    qm__json_array_begin(&w);
    for (size_t i = 0; i < verdict->check_count; i++) {
        qm__json_object_begin(&w);
        qm__check_members(&w, scenario, &verdict->checks[i]);
        qm__json_object_end(&w);
    }
    qm__json_array_end(&w);
    way_member(&w, scenario, verdict->way, verdict->part_count > 0 ? 0 : verdict->way_count);
    parts_member(&w, scenario, verdict);
    if (verdict->way_dropped > 0) {
        qm__json_member_int(&w, "way_dropped", verdict->way_dropped);
    }
    qm__stands_member(&w, scenario, verdict->stands, verdict->stand_count);
    rules_object(&w, scenario);
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
    target_member(w, event->needed, event->over);
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
        if (event->value && event->value != QM__UNMEASURED) {
            qm__length_member(w, "value", event->value,
                              strstr(facts->events[event->kind].text, "{value_length}") != NULL);
        }
    }
    words_member(w, "clauses", clauses);
    qm__place_member(w, s, "at", event->at);
    qm__figure_member(w, s, "figure", event->figure);
    qm__figure_member(w, s, "other", event->other);
    if (event->kind != 0) {
        unit_members(w, s, facts->events[event->kind].text, event->figure, event->other);
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
