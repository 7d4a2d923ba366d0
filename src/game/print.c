/* Words for people: reasons, checks, verdicts, links and places, made last from numbers and the texts of the family.
 * Events and what is wanted are in print_events.c.
 *
 * Invariant: nothing is ever read back from these texts; whatever a program needs is in the structures they were made
 * from.
 */
#include "game/print.h"

void qm_reason_print(const qm_scenario *scenario, const qm_reason *reason, qm_text *out) {
    const qm_reason_kind *kind = &scenario->family->facts->reasons[reason->kind];
    const qm__filling f = {.scenario = scenario,
                       .figure = reason->figure,
                       .other = reason->other,
                       .item = reason->item,
                       .word = reason->word,
                       .at = reason->at,
                       .needed = reason->needed,
                       .had = reason->had,
                       .value = reason->value};
    qm__print_filled(&f, kind->text, out);
    qm__print_clauses(kind->clauses, out);
}

void qm_told_print(const qm_scenario *scenario, const qm_told *told, qm_text *out) {
    const qm_told_kind *kind = &scenario->family->facts->told[told->kind];
    const qm__filling f = {.scenario = scenario,
                       .other = kind->type == QM_TYPE_FIGURE ? (uint16_t)told->value : 0,
                       .value = told->value};
    qm__print_filled(&f, told->value != 0 ? kind->yes : kind->type == QM_TYPE_FLAG ? kind->no : "", out);
}

void qm__print_terms(const qm_rules_facts *facts, const qm_term *terms, size_t count, qm_text *out) {
    for (size_t i = 0; i < count; i++) {
        const qm_term *term = &terms[i];
        qm_text_add(out, i == 0 ? " [" : ", ");
        if (term->amount != 0) {
            qm_text_addf(out, "%s%d ", i > 0 && term->amount > 0 ? "+" : "", term->amount);
        }
        qm_text_add(out, facts->terms[term->kind].name);
        if (term->on != 0) {
            qm_text_addf(out, " +%d on %d or less", term->by, term->on);
        }
    }
    qm_text_add(out, count > 0 ? "]" : "");
}

/* " (1 to 5 half, 3", 25 %; 6 to 20 full, 6", 75 %)" */
static void print_classes(const qm_scenario *scenario, const qm_check *check, qm_text *out) {
    const char *names = scenario->family->facts->rolls[check->roll].classes;
    for (size_t i = 0; i < check->class_count; i++) {
        const qm_check_class *one = &check->classes[i];
        char name[48];
        qm_words_at(names, one->outcome, name, sizeof name);
        qm_text_addf(out, "%s%u", i == 0 ? " (" : "; ", (unsigned)one->from);
        if (one->to > one->from) {
            qm_text_addf(out, " to %u", (unsigned)one->to);
        }
        qm_text_addf(out, " %s, ", name);
        qm__print_length(one->length, out);
        qm_text_add(out, ", ");
        qm__print_percent(one->chance, out);
    }
    qm_text_add(out, check->class_count > 0 ? ")" : "");
}

/* "jump at 0305: 2 dice, at most 23 (STR 12, DEX 11): 97.2 % (HX-12)" */
void qm_check_print(const qm_scenario *scenario, const qm_check *check, qm_text *out) {
    const qm_rules_facts *facts = scenario->family->facts;
    const qm__filling f = {
        .scenario = scenario, .figure = check->figure, .other = check->other, .word = check->word, .at = check->at};
    qm_text_add(out, qm_figure_name(scenario, check->figure));
    if (check->more > 0) {
        qm_text_addf(out, " and %u more", (unsigned)check->more);
    }
    qm_text_add_char(out, ' ');
    qm__print_filled(&f, facts->rolls[check->roll].text, out);
    qm__print_roll_place(scenario, check->at, out);
    qm_text_addf(out, ": %dd%d", check->dice, check->sides);
    print_classes(scenario, check, out);
    if (check->over != QM_OVER_CLASS) {
        qm__print_target((qm_over)check->over, check->target, check->sides, out);
        qm__print_terms(facts, check->terms, check->term_count, out);
        if (check->chance >= 0) {
            qm_text_add(out, check->over == QM_OVER_EACH ? ", at least one with " : ", ");
            qm__print_percent(check->chance, out);
        }
    }
    qm__print_clauses(facts->rolls[check->roll].clauses, out);
}

/* ", next to Bo", ", before 0305, where Bo stands" */
static void print_ending(const qm_scenario *scenario, const qm_verdict *verdict, qm_text *out) {
    const char *ender = verdict->ender ? qm_figure_name(scenario, verdict->ender) : "";
    switch ((qm_ending)verdict->ending) {
    case QM_ENDS_THERE:
        qm_text_add(out, verdict->cost > verdict->allowance ? ", as far as its movement goes" : "");
        return;
    case QM_ENDS_SPENT:
        qm_text_add(out, ", as far as its movement goes");
        return;
    case QM_ENDS_NEXT_TO:
        qm_text_addf(out, ", next to %s", ender);
        return;
    case QM_ENDS_BEFORE:
        qm_text_add(out, ", before ");
        qm_place_print(scenario, verdict->before, out);
        qm_text_addf(out, verdict->ender ? ", where %s stands" : ", to which it cannot step%s", ender);
        return;
    case QM_ENDS_CLEAR:
        qm_text_add(out, ", once nobody is next to it");
        return;
    }
}

/* A distance is the matter, or it does not get where it wants. */
static bool tells_end(const qm_verdict *verdict) {
    const bool short_of = verdict->cost > verdict->allowance || verdict->ending != QM_ENDS_THERE;
    return verdict->way_count > 0 && verdict->part_count == 0 && (verdict->nearest != 0 || short_of);
}

void qm_verdict_end_print(const qm_scenario *scenario, const qm_verdict *verdict, qm_text *out) {
    const qm_space space = scenario->family->facts->space;
    if (!tells_end(verdict)) {
        return;
    }
    qm_text_add(out, "would end at ");
    qm_place_print(scenario, verdict->way[verdict->way_count - 1], out);
    if (verdict->nearest != 0) {
        qm_text_add(out, ", ");
        if (space == QM_SPACE_TABLE) {
            qm__print_length(verdict->distance, out);
        } else {
            qm_text_addf(out, "%d %s", (int)verdict->distance,
                         verdict->distance == 1 ? qm_cell_word(space) : qm_cell_words(space));
        }
        qm_text_addf(out, " from %s", qm_figure_name(scenario, verdict->nearest));
    }
    print_ending(scenario, verdict, out);
}

static void print_end(const qm_scenario *scenario, const qm_verdict *verdict, qm_text *out) {
    if (tells_end(verdict)) {
        qm_text_add(out, "  ");
        qm_verdict_end_print(scenario, verdict, out);
        qm_text_add_char(out, '\n');
    }
}

/* Behind the cost, or the reason that it is too much. */
static void print_approximate(const qm_verdict *verdict, qm_text *out) {
    if (verdict->approximate) {
        qm_text_add(out, "  approximate: some ground costs by the inch; the cheapest way costs at most 0.5 % less\n");
    }
}

/* "3.5" of 6", without what is measured only when it is done" */
static void print_cost(const qm_verdict *verdict, int32_t cost, int32_t allowance, qm_text *out) {
    if (verdict->unmeasured == QM_UNMEASURED_WHOLE) {
        qm_text_add(out, "measured only when it is done; at most ");
        qm__print_length(allowance, out);
    } else if (verdict->unit == 2) {
        qm__print_length(cost, out);
        qm_text_add(out, " of ");
        qm__print_length(allowance, out);
        qm_text_add(out, verdict->unmeasured ? ", without what is measured only when it is done" : "");
    } else {
        qm_text_addf(out, "%d of %d", (int)cost, (int)allowance);
    }
}

/* Also "Bo: 1 of 3 to 0202 (found for it)", "Cy: stays at 0103". */
void qm_part_print(const qm_scenario *scenario, const qm_verdict *verdict, const qm_part *part, qm_text *out) {
    const bool moves = part->count > 0 || part->cost > 0;
    qm_text_addf(out, "%s: ", qm_figure_name(scenario, part->figure));
    if (moves && verdict->unit != 0) {
        print_cost(verdict, part->cost, part->allowance, out);
        qm_text_add_char(out, ' ');
    }
    qm_text_add(out, moves ? "to " : "stays at ");
    qm_place_print(scenario, part->end, out);
    if (part->facing >= 0) {
        qm_text_add(out, ", facing ");
        qm_direction_print(scenario, part->facing, out);
    }
    qm_text_add(out, part->flags & QM_PART_CHOSEN ? " (found for it)" : "");
}

size_t qm_verdict_can_fail(const qm_verdict *verdict) {
    size_t count = 0;
    for (size_t i = 0; i < verdict->check_count; i++) {
        count += verdict->checks[i].over != QM_OVER_EACH && verdict->checks[i].over != QM_OVER_CLASS;
    }
    return count;
}

static void print_warnings(const qm_scenario *scenario, const qm_verdict *verdict, qm_text *out) {
    for (size_t i = 0; i < verdict->warning_count; i++) {
        qm_text_add(out, "  warning: ");
        qm_reason_print(scenario, &verdict->warnings[i], out);
        qm_text_add_char(out, '\n');
    }
    if (verdict->warnings_dropped > 0) {
        qm_text_addf(out, "  and %u more warnings\n", (unsigned)verdict->warnings_dropped);
    }
}

static void print_legal(const qm_scenario *scenario, const qm_order *order, const qm_verdict *verdict, qm_text *out) {
    qm_text_add(out, "legal");
    uint16_t clauses[32];
    const size_t count = qm_verdict_clauses(scenario, order, verdict, clauses, 32);
    for (size_t i = 0; i < count && i < 32; i++) {
        qm_text_addf(out, "%s%s", i == 0 ? " (" : ", ", scenario->family->facts->clauses[clauses[i]].id);
    }
    qm_text_add(out, count > 0 ? ")\n" : "\n");
    if (verdict->unit != 0 && verdict->part_count == 0) {
        qm_text_add(out, "  cost: ");
        print_cost(verdict, verdict->cost, verdict->allowance, out);
        qm_text_add_char(out, '\n');
    }
    for (size_t i = 0; i < verdict->part_count; i++) {
        qm_text_add(out, "  ");
        qm_part_print(scenario, verdict, &verdict->parts[i], out);
        qm_text_add_char(out, '\n');
    }
    print_approximate(verdict, out);
    print_end(scenario, verdict, out);
    if (verdict->hits > 0) {
        qm_text_addf(out, "  burns: %d hit%s on the way%s\n", (int)verdict->hits, verdict->hits == 1 ? "" : "s",
                     verdict->chance <= 0.0 ? ", which bring it down" : "");
    }
    print_warnings(scenario, verdict, out);
    for (size_t i = 0; i < verdict->check_count; i++) {
        qm_text_add(out, "  check: ");
        qm_check_print(scenario, &verdict->checks[i], out);
        qm_text_add_char(out, '\n');
    }
    if (qm_verdict_can_fail(verdict) > 1) {
        qm_text_add(out, "  all of it goes well: ");
        qm__print_percent(verdict->chance, out);
        qm_text_add_char(out, '\n');
    }
    if (verdict->checks_dropped > 0) {
        qm_text_addf(out, "  and %u more checks\n", (unsigned)verdict->checks_dropped);
    }
}

/* "  nearest places to stand: 9.5,12 or 12,12@3" */
static void print_stands(const qm_scenario *scenario, const qm_place *places, size_t count, qm_text *out) {
    for (size_t i = 0; i < count; i++) {
        qm_text_add(out, i > 0 ? " or " : count > 1 ? "  nearest places to stand: " : "  nearest place to stand: ");
        qm_place_print(scenario, places[i], out);
    }
    qm_text_add(out, count > 0 ? "\n" : "");
}

void qm_hiders_print(const qm_scenario *scenario, const qm_hider *hiders, uint16_t count, uint16_t dropped,
                     qm_text *out) {
    for (uint16_t i = 0; i < count; i++) {
        const qm_hider *hider = &hiders[i];
        const bool last = i + 1 == count && dropped == 0;
        qm_text_add(out, i == 0 ? "" : last ? " and " : ", ");
        qm_text_add(out,
                    hider->solid ? qm_solid_name(scenario, hider->solid) : qm_figure_name(scenario, hider->figure));
    }
    if (dropped > 0) {
        qm_text_addf(out, " and %u more", dropped);
    }
    qm_text_add(out, count == 0 ? "" : count == 1 ? " is in between" : " are in between");
}

/* "5,9@3 - 9,9@3" */
static void print_stretch(const qm_scenario *scenario, const qm_stretch *stretch, qm_text *out) {
    qm_text_add(out, stretch->bulge ? "the arc " : "");
    qm_place_print(scenario, stretch->a, out);
    if (!qm__place_same(stretch->a, stretch->b)) {
        qm_text_add(out, " - ");
        qm_place_print(scenario, stretch->b, out);
    }
}

void qm_link_print(const qm_scenario *scenario, const qm_link *link, qm_text *out) {
    qm_text_addf(out, "%s %s", scenario->family->facts->legs[link->leg].name,
                 link->rise > 0    ? "+"
                 : link->rise == 0 ? "level"
                                   : "");
    if (link->rise != 0) {
        qm__print_length(link->rise, out);
    }
    qm_text_add(out, " from ");
    print_stretch(scenario, &link->from, out);
    qm_text_add(out, " to ");
    print_stretch(scenario, &link->to, out);
    qm_text_add(out, ", length ");
    qm__print_length(link->least, out);
    if (link->most > link->least) {
        qm_text_add(out, " to ");
        qm__print_length(link->most, out);
    }
    if (link->gap > 0) {
        qm_text_add(out, ", gap ");
        qm__print_length(link->gap, out);
    }
    if (link->over > 0) {
        qm_text_add(out, ", over a top of +");
        qm__print_length(link->over, out);
    }
    if (link->below < link->from.a.z && link->below < link->to.a.z) {
        qm_text_add(out, ", ground below at ");
        qm__print_length(link->below, out);
    }
    qm_text_add(out, link->solid ? ", " : "");
    qm_text_add(out, link->solid ? qm_solid_name(scenario, link->solid) : "");
    qm_text_add(out, link->some ? ", not from everywhere to everywhere" : "");
}

void qm_standing_print(const qm_scenario *scenario, const qm_standing *standing, qm_text *out) {
    if (standing && !standing->stands) {
        qm_text_add(out, "  ");
        qm_reason_print(scenario, &standing->why, out);
        qm_text_add_char(out, '\n');
        print_stands(scenario, standing->nearest, standing->nearest_count, out);
    }
}

void qm_verdict_print(const qm_scenario *scenario, const qm_order *order, const qm_verdict *verdict, qm_text *out) {
    if (verdict->judgement == QM_LEGAL) {
        print_legal(scenario, order, verdict, out);
        return;
    }
    qm_text_add(out, verdict->judgement == QM_ILLEGAL ? "illegal\n" : "left to a person\n");
    for (size_t i = 0; i < verdict->reason_count; i++) {
        qm_text_add(out, "  ");
        qm_reason_print(scenario, &verdict->reasons[i], out);
        qm_text_add_char(out, '\n');
    }
    if (verdict->reasons_dropped > 0) {
        qm_text_addf(out, "  and %u more reasons\n", (unsigned)verdict->reasons_dropped);
    }
    print_stands(scenario, verdict->stands, verdict->stand_count, out);
    print_approximate(verdict, out);
}
