/* Verdicts as JSON: reasons, checks, costs, ways, what they rest on and the rules in force.
 */
#include <string.h>

#include "game/place.h"
#include "io/json_face.h"
#include "io/json_table.h"

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

/* Whether the text leaves out how much is needed, as where that may not be measured. */
static bool needed_untold(const qm_reason *reason, const char *text) {
    const char *bracket = strchr(text, '[');
    return reason->needed == 0 && bracket && strncmp(bracket + strcspn(bracket, "{]"), "{needed", 7) == 0;
}

void qm__reason_object(qm__json_writer *w, const qm_scenario *s, const qm_reason *reason) {
    const qm_reason_kind *kind = &s->family->facts->reasons[reason->kind];
    char array[400];
    qm_text text = qm_text_over(array, sizeof array);
    qm_reason_print(s, reason, &text);
    qm__json_object_begin(w);
    qm__json_member(w, "reason", kind->name);
    qm__json_member(w, "text", array);
    qm__words_member(w, "clauses", kind->clauses);
    if (reason->leg) {
        qm__json_member_int(w, "leg", reason->leg);
    }
    qm__figure_member(w, s, "figure", reason->figure);
    qm__figure_member(w, s, "other", reason->other);
    qm__unit_members(w, s, kind->text, reason->figure, reason->other);
    if (reason->item) {
        qm__json_member(w, "item", qm_item_name(s, reason->item));
    }
    qm__place_member(w, s, "at", reason->at);
    qm__word_members(w, s, kind->text, reason->word);
    if (reason->needed != 0 || reason->had != 0) {
        const bool inches = strstr(kind->text, "_length}") != NULL;
        if (!needed_untold(reason, kind->text)) {
            qm__length_member(w, "needed", reason->needed, inches);
        }
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
        if (terms[i].on != 0) {
            qm__json_member_int(w, "by", terms[i].by);
            qm__json_member_int(w, "on", terms[i].on);
        }
        qm__words_member(w, "clauses", kind->clauses);
        qm__json_object_end(w);
    }
    qm__json_array_end(w);
}

static void classes_member(qm__json_writer *w, const qm_rules_facts *facts, const qm_check *check) {
    if (check->class_count == 0) {
        return;
    }
    qm__json_key(w, "classes");
    qm__json_array_begin(w);
    for (size_t i = 0; i < check->class_count; i++) {
        const qm_check_class *one = &check->classes[i];
        char name[48];
        qm_words_at(facts->rolls[check->roll].classes, one->outcome, name, sizeof name);
        qm__json_object_begin(w);
        qm__json_member(w, "outcome", name);
        qm__json_member_int(w, "from", one->from);
        qm__json_member_int(w, "to", one->to);
        qm__length_member(w, "length", one->length, true);
        qm__chance_member(w, "chance", one->chance);
        qm__json_object_end(w);
    }
    qm__json_array_end(w);
}

void qm__check_members(qm__json_writer *w, const qm_scenario *s, const qm_check *check) {
    const qm_rules_facts *facts = s->family->facts;
    qm__json_member(w, "roll", facts->rolls[check->roll].name);
    qm__words_member(w, "clauses", facts->rolls[check->roll].clauses);
    qm__figure_member(w, s, "figure", check->figure);
    if (check->more > 0) {
        qm__json_member_int(w, "more", check->more);
    }
    qm__unit_members(w, s, facts->rolls[check->roll].text, 0, check->other);
    qm__word_members(w, s, facts->rolls[check->roll].text, check->word);
    if (check->leg) {
        qm__json_member_int(w, "leg", check->leg);
    }
    qm__place_member(w, s, "at", check->at);
    qm__json_member_int(w, "dice", check->dice);
    qm__json_member_int(w, "sides", check->sides);
    qm__target_member(w, check->target, check->over);
    classes_member(w, facts, check);
    qm__terms_member(w, facts, check->terms, check->term_count);
    if (check->over != QM_OVER_CLASS && check->chance >= 0) {
        qm__chance_member(w, "chance", check->chance);
    }
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
