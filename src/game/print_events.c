/* Words for people: rolls, contests, events, and what is wanted of a person in the middle of an order.
 */
#include "game/print.h"

#include "dice/pools.h"

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
    const qm_pools *pools = &event->pools;
    print_figures(scenario, pools, event->pool_count, out);
    qm_text_add_char(out, ' ');
    qm__print_rolled(scenario, event->roll, out);
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
    qm_text_add_char(out, ' ');
    qm__print_rolled(scenario, wanted->kind, out);
    qm_text_add(out, ": ");
    if (all_without_dice(pools, wanted->pool_count)) {
        qm_text_addf(out, "none can lead, 1d%d picks one in this order", wanted->sides);
        return;
    }
    for (size_t i = 0; i < wanted->pool_count; i++) {
        qm_text_addf(out, "%s%s %dd%d", i == 0 ? "" : ", ", qm_figure_name(scenario, pools->figures[i]), pools->dice[i],
                     wanted->sides);
        if (!alike) {
            qm_text_add(out, " (");
            qm__print_least(pools->least[i], wanted->sides, out);
            qm_text_add_char(out, ')');
        }
    }
    qm_text_add(out, alike ? "; " : "; in brackets what ");
    if (alike) {
        qm__print_least(pools->least[0], wanted->sides, out);
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
    qm__print_rolled(scenario, event->roll, out);
    qm__print_roll_place(scenario, event->at, out);
    for (size_t i = 0; i < event->dice; i++) {
        qm_text_addf(out, "%s%d", i == 0 ? ": " : " ", event->faces[i]);
    }
    if (event->dice > 0 && event->pool_count == 1) {
        qm_text_add(out, ", ");
        print_points(event->value, out);
        qm_text_add(out, " of ");
        qm__print_least(event->pools.least[0], event->sides, out);
        qm_text_add(out, event->needed != 0 ? "," : "");
    } else if (event->dice > 0 && event->term_count > 0 && !event->target_terms) {
        print_added(scenario, event, out);
    } else if (event->dice > 1 && event->value > 0 && event->over == QM_OVER_NOT) {
        qm_text_addf(out, " = %d", (int)event->value);
    }
    if (event->needed != 0 || event->over == QM_OVER_EACH) {
        qm__print_target((qm_over)event->over, event->needed, event->sides, out);
    }
    if (event->target_terms) {
        qm__print_terms(scenario->family->facts, event->terms, event->term_count, out);
    }
    if (event->over == QM_OVER_EACH) {
        qm_text_addf(out, ": %d %s", (int)event->value, event->value == 1 ? "does" : "do");
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
    const qm__filling f = {.scenario = scenario,
                       .figure = event->figure,
                       .other = event->other,
                       .item = event->item,
                       .word = event->word,
                       .at = event->at,
                       .needed = event->needed,
                       .value = event->value};
    qm__print_filled(&f, scenario->family->facts->events[event->kind].text, out);
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
    qm__print_clauses(clauses, out);
}

static void print_roll_wanted(const qm_scenario *scenario, const qm_wanted *wanted, qm_text *out) {
    if (wanted->figure) {
        qm_text_addf(out, "%s ", qm_figure_name(scenario, wanted->figure));
    }
    qm__print_rolled(scenario, wanted->kind, out);
    qm__print_roll_place(scenario, wanted->at, out);
    qm_text_addf(out, ": %dd%d", wanted->dice, wanted->sides);
    if (wanted->pool_count == 1) {
        qm_text_add(out, ", ");
        qm__print_least(wanted->pools.least[0], wanted->sides, out);
        qm_text_add(out, wanted->target != 0 ? " is a point," : " is a point");
    }
    if (wanted->target != 0 || wanted->over == QM_OVER_EACH) {
        qm__print_target((qm_over)wanted->over, wanted->target, wanted->sides, out);
    }
    qm__print_terms(scenario->family->facts, wanted->terms, wanted->term_count, out);
}

void qm_wanted_print(const qm_scenario *scenario, const qm_wanted *wanted, qm_text *out) {
    const qm_rules_facts *facts = scenario->family->facts;
    if (wanted->what == 1) {
        if (wanted->pool_count > 1) {
            print_contest_wanted(scenario, wanted, out);
        } else {
            print_roll_wanted(scenario, wanted, out);
        }
        qm__print_clauses(facts->rolls[wanted->kind].clauses, out);
    } else if (wanted->what == 2) {
        const qm__filling f = {
            .scenario = scenario, .figure = wanted->figure, .other = wanted->other, .word = wanted->side,
            .value = wanted->target};
        qm__print_filled(&f, facts->choices[wanted->kind].text, out);
        qm__print_clauses(facts->choices[wanted->kind].clauses, out);
    }
}

void qm_option_print(const qm_scenario *scenario, const qm_wanted *wanted, size_t option, qm_text *out) {
    if (wanted->what != 2 || option < 1 || option > wanted->option_count) {
        return;
    }
    const qm_choice_kind *kind = &scenario->family->facts->choices[wanted->kind];
    char word[48];
    if (kind->options && kind->options[0] == '\0') {
        qm_place_print(scenario, wanted->places[option - 1], out);
    } else if (kind->options) {
        qm_words_at(kind->options, option - 1, word, sizeof word);
        qm_text_add(out, word);
    } else {
        qm_text_add(out, qm_figure_name(scenario, wanted->options[option - 1]));
    }
}
