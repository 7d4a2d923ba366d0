/* Odds summed up by how and where the figure of an order ends.
 *
 * A list of outcomes answers "what exactly can happen"; people first ask "how likely does it stand, and where".
 * Outcomes that are the same position may have come about differently (a unit that landed well and one that fell there
 * unhurt), so ends are told apart while the outcomes are walked, and only added up here.
 *
 * Invariant: nothing is walked again; the sums are those of the nodes that the last odds left in the scratch.
 */
#include <string.h>

#include "game/odds_inside.h"
#include "game/place.h"

/* ----------------------------------------------------------------------------------------------------------- sums */

static bool likelier(const qm_odds_place *a, const qm_odds_place *b) {
    return a->chance > b->chance;
}

/* Puts a place among those of its end, likeliest first and else as they were met. */
static void insert(qm_odds_place *places, uint32_t count, qm_odds_place one) {
    uint32_t at = count;
    for (; at > 0 && likelier(&one, &places[at - 1]); at--) {
        places[at] = places[at - 1];
    }
    places[at] = one;
}

static void add_node(const qm__node *node, qm_odds_end *end) {
    if (end->chance > 0) {
        qm__fraction_plus(&end->numerator, &end->denominator, node->numerator, node->denominator);
    } else {
        end->numerator = node->numerator;
        end->denominator = node->denominator;
    }
    end->chance += node->chance;
}

/* Sums up one kind of end; false when there is no room for its places. */
static bool sum_up(const qm_scratch *scratch, uint16_t kind, bool gone, qm_odds_place *places, uint32_t capacity,
                   qm_odds_ends_result *result) {
    const qm__node *nodes = qm__scratch_part(scratch, scratch->nodes_at);
    qm_odds_end *end = &result->ends[kind];
    end->first = result->place_count;
    for (uint32_t n = 0; n < scratch->node_count; n++) {
        if (nodes[n].what != QM__NODE_END || nodes[n].end.kind != kind) {
            continue;
        }
        add_node(&nodes[n], end);
        if (gone) {
            continue;
        }
        if (result->place_count >= capacity) {
            return false;
        }
        qm_odds_place place = {.at = nodes[n].end.at,
                               .chance = nodes[n].chance,
                               .numerator = nodes[n].numerator,
                               .denominator = nodes[n].denominator};
        qm__fraction_reduce(&place.numerator, &place.denominator);
        insert(places + end->first, end->count++, place);
        result->place_count++;
    }
    qm__fraction_reduce(&end->numerator, &end->denominator);
    return true;
}

qm_result qm_odds_ends(const qm_scenario *scenario, const qm_state *state, const qm_scratch *scratch,
                       qm_odds_place *places, uint32_t capacity, qm_odds_ends_result *result) {
    if (!result || (!places && capacity > 0)) {
        return QM_ERROR_USAGE;
    }
    const qm_result fit = qm__prepared_fits(scenario, state, scratch);
    if (fit != QM_OK) {
        return fit;
    }
    const qm_rules_facts *facts = scenario->family->facts;
    *result = (qm_odds_ends_result){.figure = scratch->order.actor};
    if (scratch->node_count == 0) {
        return QM_ERROR_USAGE;
    }
    double all = 0;
    for (uint16_t kind = 1; kind < facts->end_count; kind++) {
        if (!sum_up(scratch, kind, facts->ends[kind].gone, places, capacity, result)) {
            return QM_ERROR_LIMIT;
        }
        all += result->ends[kind].chance;
    }
    result->count = all > 0 ? facts->end_count : 0;
    return QM_OK;
}

/* ---------------------------------------------------------------------------------------------------------- words */

enum { FRACTION_MAX = 10000, CHANCE_WIDTH = 6, FRACTION_WIDTH = 9 };

static void add_spaces(size_t have, size_t width, qm_text *out) {
    for (; have < width; have++) {
        qm_text_add_char(out, ' ');
    }
}

/* "   55 %", and with `places` to follow "   55 %  11/20    " */
static void print_chance(const qm_odds_end *end, qm_text *out) {
    char array[48];
    qm_text number = qm_text_over(array, sizeof array);
    qm_text_add_percent(&number, end->chance, 2);
    add_spaces(number.length, CHANCE_WIDTH, out);
    qm_text_addf(out, "%s %%", array);
    qm_text_clear(&number);
    if (end->denominator > 1 && end->denominator <= FRACTION_MAX) {
        qm_text_addf(&number, "%u/%u", (unsigned)end->numerator, (unsigned)end->denominator);
    }
    if (number.length > 0 || end->count > 0) {
        qm_text_addf(out, "  %s", number.length > 0 ? array : "");
        add_spaces(number.length, end->count > 0 ? FRACTION_WIDTH : 0, out);
    }
}

static void print_places(const qm_scenario *scenario, const qm_odds_place *places, uint32_t count, qm_text *out) {
    for (uint32_t i = 0; i < count; i++) {
        qm_text_add(out, i == 0 ? "  at " : ", ");
        qm_place_print(scenario, places[i].at, out);
        if (count > 1) {
            qm_text_add(out, " (");
            qm_text_add_percent(out, places[i].chance, 2);
            qm_text_add(out, " %)");
        }
    }
}

void qm_odds_ends_print(const qm_scenario *scenario, const qm_odds_ends_result *ends, const qm_odds_place *places,
                        qm_text *out) {
    const qm_rules_facts *facts = scenario->family->facts;
    size_t width = 0;
    for (uint16_t kind = 1; kind < ends->count; kind++) {
        const size_t length = strlen(facts->ends[kind].name);
        width = ends->ends[kind].chance > 0 && length > width ? length : width;
    }
    for (uint16_t kind = 1; kind < ends->count; kind++) {
        const qm_odds_end *end = &ends->ends[kind];
        if (end->chance > 0) {
            qm_text_add(out, facts->ends[kind].name);
            add_spaces(strlen(facts->ends[kind].name), width, out);
            print_chance(end, out);
            print_places(scenario, places + end->first, end->count, out);
            qm_text_add_char(out, '\n');
        }
    }
}
