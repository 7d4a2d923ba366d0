/* Words for people: reasons, checks, events, wishes and verdicts, made last from numbers and the texts of the family.
 *
 * Invariant: nothing is ever read back from these texts; whatever a program needs is in the structures they were made
 * from.
 */
#include <string.h>

#include "base/name.h"
#include "dice/pools.h"
#include "game/place.h"

/* What can fill the holes of a text. */
typedef struct filling {
    const qm_scenario *scenario;
    uint16_t figure, other, item, word;
    qm_place at;
    int32_t needed, had, value;
} filling;

/* What on a table a number means: a prism counted from 1, or what has no number. */
static const char *solid_name(const qm_scenario *scenario, uint16_t word) {
    if (word == 0) {
        return "the ground";
    }
    return word <= scenario->table.prism_count ? qm_solid_name(scenario, word) : "the edge of the table";
}

/* "pit (lava)" */
static void print_ground(const qm_scenario *scenario, uint16_t word, qm_text *out) {
    if (word >= 1 && word <= scenario->table.area_count) {
        qm_text_addf(out, "%s (%s)", scenario->table.areas[word - 1].name, qm__zone_kind(scenario, word));
    }
}

static const char *phase_name(const qm_scenario *scenario, uint16_t phase) {
    const qm_rules_facts *facts = scenario->family->facts;
    return facts->phases && phase <= facts->phase_count ? facts->phases[phase] : "";
}

static void print_inches(int32_t length, qm_text *out) {
    qm__inches_print(length, out);
    qm_text_add_char(out, '"');
}

/* The row number `word` of the table that a hole names; a hole that names nothing stays. */
static void print_row(const filling *f, const char *hole, size_t length, qm_text *out) {
    const qm_rules_facts *facts = f->scenario->family->facts;
    for (size_t i = 0; i < facts->table_count; i++) {
        const qm__table_rows *rows = &f->scenario->rules.tables[i];
        const char *name = facts->tables[i].name;
        if (strlen(name) == length && memcmp(name, hole, length) == 0 && f->word >= 1 && f->word <= rows->count) {
            qm_text_add(out, rows->rows[f->word - 1].name);
            return;
        }
    }
    qm_text_add_char(out, '{');
    qm_text_add_bytes(out, hole, length);
    qm_text_add_char(out, '}');
}

static void fill(const filling *f, const char *hole, size_t length, qm_text *out) {
    static const char *const names[] = {"figure",     "other",        "item", "at",        "needed", "had",
                                        "value",      "direction",    "word", "side",      "solid",  "needed_length",
                                        "had_length", "value_length", "unit", "other_unit", "solid_kind", "ground",
                                        "value_signed", "phase"};
    size_t which = 0;
    while (which < sizeof names / sizeof names[0] &&
           (strlen(names[which]) != length || memcmp(names[which], hole, length))) {
        which++;
    }
    switch (which) {
    case 0:
        qm_text_add(out, f->figure ? qm_figure_name(f->scenario, f->figure) : "nobody");
        return;
    case 1:
        qm_text_add(out, f->other ? qm_figure_name(f->scenario, f->other) : "nobody");
        return;
    case 2:
        qm_text_add(out, f->item ? qm_item_name(f->scenario, f->item) : "nothing");
        return;
    case 3:
        qm_place_print(f->scenario, f->at, out);
        return;
    case 4:
        qm_text_add_int(out, f->needed);
        return;
    case 5:
        qm_text_add_int(out, f->had);
        return;
    case 6:
        qm_text_add_int(out, f->value);
        return;
    case 7:
        qm_direction_print(f->scenario, f->word, out);
        return;
    case 8:
        qm_text_add_int(out, f->word);
        return;
    case 9:
        qm_text_add(out, qm_side_name(f->scenario, f->word));
        return;
    case 10:
        qm_text_add(out, solid_name(f->scenario, f->word));
        return;
    case 11:
        print_inches(f->needed, out);
        return;
    case 12:
        print_inches(f->had, out);
        return;
    case 13:
        if (f->value == QM__UNMEASURED) {
            qm_text_add(out, "not measured yet");
        } else {
            print_inches(f->value, out);
        }
        return;
    case 14:
        qm_text_add(out, f->figure ? qm_actor_name(f->scenario, f->figure) : "nobody");
        return;
    case 15:
        qm_text_add(out, f->other ? qm_actor_name(f->scenario, f->other) : "nobody");
        return;
    case 16:
        qm_text_add(out, qm__solid_kind(f->scenario, f->word));
        return;
    case 17:
        print_ground(f->scenario, f->word, out);
        return;
    case 18:
        qm_text_addf(out, "%s%d", f->value > 0 ? "+" : "", (int)f->value);
        return;
    case 19:
        qm_text_add(out, phase_name(f->scenario, f->word));
        return;
    default:
        print_row(f, hole, length, out);
    }
}

/* Whether there is nothing to fill a hole with. */
static bool is_empty(const filling *f, const char *hole) {
    static const char *const names[] = {"{figure", "{other", "{item", "{solid", "{word", "{needed", "{had", "{value"};
    const int32_t values[] = {f->figure, f->other, f->item, f->word, f->word, f->needed, f->had, f->value};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strncmp(hole, names[i], strlen(names[i])) == 0) {
            return values[i] == 0;
        }
    }
    return false;
}

/* Also "at {at}[, where {other} is]": what is in brackets is left out when its first hole has nothing. */
static void print_filled(const filling *f, const char *text, qm_text *out) {
    while (*text) {
        const size_t plain = strcspn(text, "{[]");
        qm_text_add_bytes(out, text, plain);
        text += plain;
        if (*text == '[') {
            const size_t hole = strcspn(text, "{]");
            const char *end = strchr(text, ']');
            text += is_empty(f, text + hole) && end ? (size_t)(end - text) : 1;
            continue;
        }
        if (*text == ']') {
            text++;
            continue;
        }
        const char *end = *text ? strchr(text, '}') : NULL;
        if (!end) {
            qm_text_add(out, text);
            return;
        }
        fill(f, text + 1, (size_t)(end - text - 1), out);
        text = end + 1;
    }
}

/* " (HX-12, HX-13)" */
static void print_clauses(const char *clauses, qm_text *out) {
    if (!clauses || !*clauses) {
        return;
    }
    qm_text_add(out, " (");
    for (const char *c = clauses; *c; c++) {
        qm_text_add(out, *c == ' ' ? ", " : (const char[]){*c, 0});
    }
    qm_text_add_char(out, ')');
}

void qm_reason_print(const qm_scenario *scenario, const qm_reason *reason, qm_text *out) {
    const qm_reason_kind *kind = &scenario->family->facts->reasons[reason->kind];
    const filling f = {.scenario = scenario,
                       .figure = reason->figure,
                       .other = reason->other,
                       .item = reason->item,
                       .word = reason->word,
                       .at = reason->at,
                       .needed = reason->needed,
                       .had = reason->had,
                       .value = reason->value};
    print_filled(&f, kind->text, out);
    print_clauses(kind->clauses, out);
}

void qm_told_print(const qm_scenario *scenario, const qm_told *told, qm_text *out) {
    const qm_told_kind *kind = &scenario->family->facts->told[told->kind];
    const filling f = {.scenario = scenario,
                       .other = kind->type == QM_TYPE_FIGURE ? (uint16_t)told->value : 0,
                       .value = told->value};
    print_filled(&f, told->value != 0 ? kind->yes : kind->type == QM_TYPE_FLAG ? kind->no : "", out);
}

static void print_percent(double chance, qm_text *out) {
    qm_text_add_decimal(out, chance * 100.0, 1);
    qm_text_add(out, " %");
}

/* "6 or more" */
static void print_least(int least, int sides, qm_text *out) {
    if (least <= 1 || least > sides) {
        qm_text_add(out, least <= 1 ? "every face" : "no face");
    } else if (least == sides) {
        qm_text_add_int(out, least);
    } else {
        qm_text_addf(out, "%d or more", least);
    }
}

/* ", each needs 3 or less" */
static void print_each(int32_t target, int sides, qm_text *out) {
    if (target < 1 || target >= sides) {
        qm_text_add(out, target < 1 ? ", no face will do" : ", every face will do");
    } else {
        qm_text_addf(out, target == 1 ? ", each needs %d" : ", each needs %d or less", (int)target);
    }
}

/* " against 23", ", the higher counts, needs 8 or more" */
static void print_target(qm_over over, int32_t target, int sides, qm_text *out) {
    switch (over) {
    case QM_OVER_NOT:
        qm_text_addf(out, " against %d", (int)target);
        return;
    case QM_OVER_HIGHER:
    case QM_OVER_LOWER:
        qm_text_add(out, over == QM_OVER_HIGHER ? ", the higher counts" : ", the lower counts");
        break;
    case QM_OVER_EACH:
        print_each(target, sides, out);
        return;
    case QM_OVER_ONE:
        break;
    }
    if (target <= 1 || target > sides) {
        qm_text_add(out, target <= 1 ? ", every face will do" : ", no face will do");
        return;
    }
    qm_text_add(out, ", needs ");
    print_least(target, sides, out);
}

/* " at 0305" */
static void print_roll_place(const qm_scenario *scenario, qm_place at, qm_text *out) {
    if (at.x != 0 || at.y != 0) {
        qm_text_add(out, " at ");
        qm_place_print(scenario, at, out);
    }
}

/* " [11 DEX, +2 from the side], " */
static void print_terms(const qm_rules_facts *facts, const qm_check *check, qm_text *out) {
    for (size_t i = 0; i < check->term_count; i++) {
        const qm_term *term = &check->terms[i];
        qm_text_add(out, i == 0 ? " [" : ", ");
        if (term->amount != 0) {
            qm_text_addf(out, "%s%d ", i > 0 && term->amount > 0 ? "+" : "", term->amount);
        }
        qm_text_add(out, facts->terms[term->kind].name);
    }
    qm_text_add(out, check->term_count > 0 ? "], " : ", ");
}

/* "jump at 0305: 2 dice, at most 23 (STR 12, DEX 11): 97.2 % (HX-12)" */
void qm_check_print(const qm_scenario *scenario, const qm_check *check, qm_text *out) {
    const qm_rules_facts *facts = scenario->family->facts;
    qm_text_addf(out, "%s %s", qm_figure_name(scenario, check->figure), facts->rolls[check->roll].text);
    print_roll_place(scenario, check->at, out);
    qm_text_addf(out, ": %dd%d", check->dice, check->sides);
    print_target((qm_over)check->over, check->target, check->sides, out);
    print_terms(facts, check, out);
    qm_text_add(out, check->over == QM_OVER_EACH ? "at least one with " : "");
    print_percent(check->chance, out);
    print_clauses(facts->rolls[check->roll].clauses, out);
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
            print_inches(verdict->distance, out);
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
        print_inches(allowance, out);
    } else if (verdict->unit == 2) {
        print_inches(cost, out);
        qm_text_add(out, " of ");
        print_inches(allowance, out);
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

/* Whether more than one check can fail: of dice that are counted there is nothing to go well. */
static bool may_fail_twice(const qm_verdict *verdict) {
    size_t count = 0;
    for (size_t i = 0; i < verdict->check_count; i++) {
        count += verdict->checks[i].over != QM_OVER_EACH;
    }
    return count > 1;
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
    if (may_fail_twice(verdict)) {
        qm_text_add(out, "  all of it goes well: ");
        print_percent(verdict->chance, out);
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

void qm_hiders_print(const qm_scenario *scenario, const qm_sight *sight, qm_text *out) {
    const unsigned dropped = sight->hiders_dropped;
    for (uint16_t i = 0; i < sight->hider_count; i++) {
        const qm_hider *hider = &sight->hiders[i];
        const bool last = i + 1 == sight->hider_count && dropped == 0;
        qm_text_add(out, i == 0 ? "" : last ? " and " : ", ");
        qm_text_add(out,
                    hider->solid ? qm_solid_name(scenario, hider->solid) : qm_figure_name(scenario, hider->figure));
    }
    if (dropped > 0) {
        qm_text_addf(out, " and %u more", dropped);
    }
    qm_text_add(out, sight->hider_count == 0 ? "" : sight->hider_count == 1 ? " is in between" : " are in between");
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
        print_inches(link->rise, out);
    }
    qm_text_add(out, " from ");
    print_stretch(scenario, &link->from, out);
    qm_text_add(out, " to ");
    print_stretch(scenario, &link->to, out);
    qm_text_add(out, ", length ");
    print_inches(link->least, out);
    if (link->most > link->least) {
        qm_text_add(out, " to ");
        print_inches(link->most, out);
    }
    if (link->gap > 0) {
        qm_text_add(out, ", gap ");
        print_inches(link->gap, out);
    }
    if (link->below < link->from.a.z && link->below < link->to.a.z) {
        qm_text_add(out, ", height below ");
        print_inches(link->below, out);
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

/* ----------------------------------------------------------------------------------------------------------- pools */

static void print_points(int points, qm_text *out) {
    qm_text_addf(out, "%d point%s", points, points == 1 ? "" : "s");
}

/* "Ada, Bo and Cy" */
static void print_figures(const qm_scenario *scenario, const qm_pools *pools, size_t count, qm_text *out) {
    for (size_t i = 0; i < count; i++) {
        qm_text_addf(out, "%s%s",
                     i == 0          ? ""
                     : i + 1 < count ? ", "
                                     : " and ",
                     qm_figure_name(scenario, pools->figures[i]));
    }
}

static bool all_without_dice(const qm_pools *pools, size_t count) {
    size_t dice = 0;
    for (size_t i = 0; i < count; i++) {
        dice += pools->dice[i];
    }
    return dice == 0;
}

/* "Ada and Bo roll for the ball: Ada 7 2 9 (2 points), Bo 1 6 3 5 (1 point): Ada wins (ST-07)" */
static void print_contest(const qm_scenario *scenario, const qm_event *event, qm_text *out) {
    const qm_roll_kind *kind = &scenario->family->facts->rolls[event->roll];
    const qm_pools *pools = &event->pools;
    print_figures(scenario, pools, event->pool_count, out);
    qm_text_addf(out, " %s", kind->text);
    if (all_without_dice(pools, event->pool_count)) {
        qm_text_add(out, ": none can lead, one is drawn");
    } else if (event->dice > 0) {
        const uint8_t *faces = event->faces;
        for (size_t i = 0; i < event->pool_count; i++) {
            qm_text_addf(out, "%s%s", i == 0 ? ": " : ", ", qm_figure_name(scenario, pools->figures[i]));
            for (size_t die = 0; die < pools->dice[i]; die++) {
                qm_text_addf(out, " %d", faces[die]);
            }
            qm_text_add(out, " (");
            print_points(qm__pool_points(faces, pools->dice[i], pools->least[i]), out);
            qm_text_add_char(out, ')');
            faces += pools->dice[i];
        }
    }
    qm_text_addf(out, ": %s wins", qm_figure_name(scenario, pools->figures[event->outcome]));
}

/* "Ada and Bo roll for the ball: Ada 3d10, Bo 4d10; 6 or more is a point; roll again until one leads, and give that
 * round" */
static void print_contest_wanted(const qm_scenario *scenario, const qm_wanted *wanted, qm_text *out) {
    const qm_pools *pools = &wanted->pools;
    bool alike = true;
    for (size_t i = 1; i < wanted->pool_count; i++) {
        alike = alike && pools->least[i] == pools->least[0];
    }
    print_figures(scenario, pools, wanted->pool_count, out);
    qm_text_addf(out, " %s: ", scenario->family->facts->rolls[wanted->kind].text);
    if (all_without_dice(pools, wanted->pool_count)) {
        qm_text_addf(out, "none can lead, 1d%d picks one in this order", wanted->sides);
        return;
    }
    for (size_t i = 0; i < wanted->pool_count; i++) {
        qm_text_addf(out, "%s%s %dd%d", i == 0 ? "" : ", ", qm_figure_name(scenario, pools->figures[i]), pools->dice[i],
                     wanted->sides);
        if (!alike) {
            qm_text_add(out, " (");
            print_least(pools->least[i], wanted->sides, out);
            qm_text_add_char(out, ')');
        }
    }
    qm_text_add(out, alike ? "; " : "; in brackets what ");
    if (alike) {
        print_least(pools->least[0], wanted->sides, out);
        qm_text_add_char(out, ' ');
    }
    qm_text_add(out, "is a point; roll again until one leads, and give that round");
}

/* ---------------------------------------------------------------------------------------------------------- rolls */

/* " + 6 (height of the fall) = 10"; words that add nothing stand in square brackets. */
static void print_added(const qm_scenario *scenario, const qm_event *event, qm_text *out) {
    const qm_term_kind *kinds = scenario->family->facts->terms;
    for (size_t i = 0; i < event->term_count; i++) {
        const int amount = event->terms[i].amount;
        if (amount != 0) {
            qm_text_addf(out, " %c %d (%s)", amount < 0 ? '-' : '+', amount < 0 ? -amount : amount,
                         kinds[event->terms[i].kind].name);
        }
    }
    qm_text_addf(out, " = %d", (int)event->value);
    for (size_t i = 0; i < event->term_count; i++) {
        if (event->terms[i].amount == 0) {
            qm_text_addf(out, " [%s]", kinds[event->terms[i].kind].name);
        }
    }
}

/* "Ada rolls to jump: 3 4 = 7 against 23: pass (HX-12)", "Ada forages: 7 2 9, 1 point of 8 or more, against 2: fail";
 * "Ada rolls to climb: 14 6, the higher counts, needs 8 or more: pass"; in an outcome of odds there are no faces. */
static void print_roll(const qm_scenario *scenario, const qm_event *event, qm_text *out) {
    const qm_roll_kind *kind = &scenario->family->facts->rolls[event->roll];
    if (event->figure) {
        qm_text_addf(out, "%s ", qm_figure_name(scenario, event->figure));
    }
    qm_text_add(out, kind->text);
    print_roll_place(scenario, event->at, out);
    for (size_t i = 0; i < event->dice; i++) {
        qm_text_addf(out, "%s%d", i == 0 ? ": " : " ", event->faces[i]);
    }
    if (event->dice > 0 && event->pool_count == 1) {
        qm_text_add(out, ", ");
        print_points(event->value, out);
        qm_text_add(out, " of ");
        print_least(event->pools.least[0], event->sides, out);
        qm_text_add(out, event->needed != 0 ? "," : "");
    } else if (event->dice > 0 && event->term_count > 0) {
        print_added(scenario, event, out);
    } else if (event->dice > 1 && event->value > 0 && event->over == QM_OVER_NOT) {
        qm_text_addf(out, " = %d", (int)event->value);
    }
    if (event->needed != 0 || event->over == QM_OVER_EACH) {
        print_target((qm_over)event->over, event->needed, event->sides, out);
    }
    if (event->over == QM_OVER_EACH) {
        qm_text_addf(out, ": %d %s", event->outcome, event->outcome == 1 ? "does" : "do");
    }
    char word[48];
    if (kind->classes && qm_words_at(kind->classes, event->outcome, word, sizeof word) > 0) {
        qm_text_addf(out, ": %s", word);
    }
}

void qm_event_say(const qm_scenario *scenario, const qm_event *event, qm_text *out) {
    if (event->kind == 0) {
        (event->pool_count > 1 ? print_contest : print_roll)(scenario, event, out);
        return;
    }
    const filling f = {.scenario = scenario,
                       .figure = event->figure,
                       .other = event->other,
                       .item = event->item,
                       .word = event->word,
                       .at = event->at,
                       .needed = event->needed,
                       .value = event->value};
    print_filled(&f, scenario->family->facts->events[event->kind].text, out);
}

void qm_event_clauses(const qm_scenario *scenario, const qm_event *event, qm_text *out) {
    const qm_rules_facts *facts = scenario->family->facts;
    const char *first = event->kind == 0 ? facts->rolls[event->roll].clauses : facts->events[event->kind].clauses;
    char id[32];
    qm_text_add(out, first);
    for (size_t i = 0; i < event->term_count; i++) {
        const char *more = facts->terms[event->terms[i].kind].clauses;
        for (size_t n = 0; qm_words_at(more, n, id, sizeof id) > 0; n++) {
            if (qm_words_find(first, id) < 0) {
                qm_text_addf(out, " %s", id);
            }
        }
    }
}

void qm_event_print(const qm_scenario *scenario, const qm_event *event, qm_text *out) {
    char clauses[QM_EVENT_CLAUSES_SIZE];
    qm_text text = qm_text_over(clauses, sizeof clauses);
    qm_event_clauses(scenario, event, &text);
    qm_event_say(scenario, event, out);
    print_clauses(clauses, out);
}

static void print_roll_wanted(const qm_scenario *scenario, const qm_wanted *wanted, qm_text *out) {
    if (wanted->figure) {
        qm_text_addf(out, "%s ", qm_figure_name(scenario, wanted->figure));
    }
    qm_text_add(out, scenario->family->facts->rolls[wanted->kind].text);
    print_roll_place(scenario, wanted->at, out);
    qm_text_addf(out, ": %dd%d", wanted->dice, wanted->sides);
    if (wanted->pool_count == 1) {
        qm_text_add(out, ", ");
        print_least(wanted->pools.least[0], wanted->sides, out);
        qm_text_add(out, wanted->target != 0 ? " is a point," : " is a point");
    }
    if (wanted->target != 0 || wanted->over == QM_OVER_EACH) {
        print_target((qm_over)wanted->over, wanted->target, wanted->sides, out);
    }
}

void qm_wanted_print(const qm_scenario *scenario, const qm_wanted *wanted, qm_text *out) {
    const qm_rules_facts *facts = scenario->family->facts;
    if (wanted->what == 1) {
        if (wanted->pool_count > 1) {
            print_contest_wanted(scenario, wanted, out);
        } else {
            print_roll_wanted(scenario, wanted, out);
        }
        print_clauses(facts->rolls[wanted->kind].clauses, out);
    } else if (wanted->what == 2) {
        const filling f = {
            .scenario = scenario, .figure = wanted->figure, .other = wanted->other, .word = wanted->side};
        print_filled(&f, facts->choices[wanted->kind].text, out);
        print_clauses(facts->choices[wanted->kind].clauses, out);
    }
}

void qm_option_print(const qm_scenario *scenario, const qm_wanted *wanted, size_t option, qm_text *out) {
    if (wanted->what != 2 || option < 1 || option > wanted->option_count) {
        return;
    }
    const qm_choice_kind *kind = &scenario->family->facts->choices[wanted->kind];
    char word[48];
    if (kind->options) {
        qm_words_at(kind->options, option - 1, word, sizeof word);
        qm_text_add(out, word);
    } else {
        qm_text_add(out, qm_figure_name(scenario, wanted->options[option - 1]));
    }
}
