/* Questions that change nothing: options, reach, plans, standing, links, sight, threat. The answers are the family's; here
 * they get their arguments checked and the scratch its due: a question uses the search memory, so a prepared order
 * survives it but a list of options does not survive the next question.
 */
#include <string.h>

#include "game/scratch.h"

static qm_result fits(const qm_scenario *scenario, const qm_state *state, const qm_scratch *scratch, uint16_t figure) {
    if (!scenario || !state || !scratch || scratch->scenario != scenario->hash || figure > scenario->figure_count) {
        return QM_ERROR_USAGE;
    }
    return qm__fits(scenario, state) ? QM_OK : QM_ERROR_STATE;
}

/* The same for a question about a figure that is in play. `given`: all that it needs; `answers`: the family has that. */
static qm_result asks(const qm_scenario *scenario, const qm_state *state, const qm_scratch *scratch, uint16_t figure,
                      bool given, bool answers) {
    const qm_result fit = given && figure ? fits(scenario, state, scratch, figure) : QM_ERROR_USAGE;
    if (fit != QM_OK) {
        return fit;
    }
    return !answers ? QM_ERROR_USAGE : qm_in_play(scenario, state, figure) ? QM_OK : QM_ERROR_GONE;
}

qm_result qm_options(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_scratch *scratch,
                     qm_options_result *result) {
    const qm_result fit = result ? fits(scenario, state, scratch, figure) : QM_ERROR_USAGE;
    if (fit != QM_OK) {
        return fit;
    }
    result->count = 0;
    if (state->pending) {
        return QM_ERROR_PENDING;
    }
    if (figure != 0 && !qm_in_play(scenario, state, figure)) {
        return QM_ERROR_GONE;
    }
    if (!state->ended) {
        const uint16_t who = figure ? figure : scenario->family->actor(scenario, state);
        result->count = scenario->family->options(scenario, state, who, qm__scratch_part(scratch, scratch->search_at));
    }
    if (result->count == QM__TOO_MANY) {
        result->count = 0;
        return QM_ERROR_LIMIT;
    }
    return QM_OK;
}

qm_result qm_option(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch, uint32_t index,
                    qm_order *order) {
    const qm_result fit = order ? fits(scenario, state, scratch, 0) : QM_ERROR_USAGE;
    if (fit != QM_OK) {
        return fit;
    }
    const bool there =
        scenario->family->option(scenario, state, qm__scratch_part(scratch, scratch->search_at), index, order);
    return there ? QM_OK : QM_ERROR_USAGE;
}

qm_result qm_reach(const qm_scenario *scenario, const qm_state *state, uint16_t figure, bool risk, qm_scratch *scratch,
                   qm_reach_place *places, uint32_t capacity, uint32_t *count) {
    const qm_result fit =
        asks(scenario, state, scratch, figure, count && places, scenario && scenario->family->reach);
    if (fit != QM_OK) {
        return fit;
    }
    *count = scenario->family->reach(scenario, state, figure, risk, qm__scratch_part(scratch, scratch->search_at),
                                     places, capacity);
    return *count > capacity ? QM_ERROR_LIMIT : QM_OK;
}

qm_result qm_reach_regions(const qm_scenario *scenario, const qm_state *state, uint16_t figure, const int32_t *bands,
                           uint32_t band_count, qm_scratch *scratch, qm_reach_area *out) {
    const qm_result fit = asks(scenario, state, scratch, figure, out && (bands || band_count == 0),
                               scenario && scenario->family->reach_regions);
    if (fit != QM_OK) {
        return fit;
    }
    out->ring_count = out->corner_count = out->approximate = out->risk = out->untold = 0;
    void *search = qm__scratch_part(scratch, scratch->search_at);
    return scenario->family->reach_regions(scenario, state, figure, bands, band_count, search, out) ? QM_OK
                                                                                                    : QM_ERROR_LIMIT;
}

qm_result qm_reach_cost_at(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_place place,
                           qm_scratch *scratch, qm_reach_cost *out) {
    const qm_result fit = asks(scenario, state, scratch, figure, out != NULL, scenario && scenario->family->reach_cost);
    if (fit != QM_OK) {
        return fit;
    }
    *out = QM__NO_COST;
    void *search = qm__scratch_part(scratch, scratch->search_at);
    return scenario->family->reach_cost(scenario, state, figure, place, search, out) ? QM_OK : QM_ERROR_LIMIT;
}

qm_result qm_plan(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_place goal,
                  qm_scratch *scratch, qm_plan_way *ways, uint32_t capacity, uint32_t *count) {
    const qm_result fit = asks(scenario, state, scratch, figure, count && ways, true);
    if (fit != QM_OK) {
        return fit;
    }
    *count = scenario->family->plan(scenario, state, figure, goal, qm__scratch_part(scratch, scratch->search_at), ways,
                                    capacity);
    if (*count == QM__TOO_MANY) {
        *count = 0;
        return QM_ERROR_LIMIT;
    }
    return *count > capacity ? QM_ERROR_LIMIT : QM_OK;
}

qm_result qm_plan_why(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_place goal,
                      qm_scratch *scratch, qm_order *tried, qm_verdict *verdict) {
    const qm_result fit = tried && verdict && figure ? fits(scenario, state, scratch, figure) : QM_ERROR_USAGE;
    if (fit != QM_OK) {
        return fit;
    }
    qm__judging judging = {.scenario = scenario,
                           .state = state,
                           .order = tried,
                           .search = qm__scratch_part(scratch, scratch->search_at),
                           .verdict = verdict,
                           .scratch = scratch};
    qm_order_clear(tried, 0, figure);
    memset(verdict, 0, sizeof *verdict);
    verdict->chance = 1;
    if (scenario->family->plan_why) {
        scenario->family->plan_why(&judging, goal, tried);
    }
    return QM_OK;
}

static bool leaves_out(const qm_scenario *scenario, bool regions, qm_reason *why) {
    const uint16_t kind = scenario->family->left_out ? scenario->family->left_out(scenario, regions) : 0;
    *why = (qm_reason){.kind = kind};
    return kind != 0;
}

bool qm_left_out(const qm_scenario *scenario, qm_reason *why) {
    return leaves_out(scenario, false, why);
}

bool qm_regions_left_out(const qm_scenario *scenario, qm_reason *why) {
    return leaves_out(scenario, true, why);
}

qm_result qm_stand(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_place place,
                   qm_scratch *scratch, qm_standing *out) {
    /* Also of one out of play: where it could be put. */
    const qm_result fit = out && figure ? fits(scenario, state, scratch, figure) : QM_ERROR_USAGE;
    if (fit == QM_OK && !scenario->family->stand) {
        return QM_ERROR_USAGE;
    }
    if (fit == QM_OK) {
        *out = (qm_standing){0};
        scenario->family->stand(scenario, state, figure, place, qm__scratch_part(scratch, scratch->search_at), out);
    }
    return fit;
}

qm_result qm_links(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_scratch *scratch,
                   qm_link *links, uint32_t capacity, uint32_t *count) {
    const qm_result fit = asks(scenario, state, scratch, figure, count && (links || capacity == 0),
                               scenario && scenario->family->links);
    if (fit != QM_OK) {
        return fit;
    }
    void *search = qm__scratch_part(scratch, scratch->search_at);
    *count = scenario->family->links(scenario, state, figure, search, links, capacity);
    return *count > capacity ? QM_ERROR_LIMIT : QM_OK;
}

qm_result qm_see(const qm_scenario *scenario, const qm_state *state, uint16_t a, uint16_t b, qm_scratch *scratch,
                 qm_sight *sight) {
    const bool given = sight && b && scenario && b <= scenario->figure_count;
    const qm_result fit = asks(scenario, state, scratch, a, given, true);
    if (fit != QM_OK) {
        return fit;
    }
    if (!qm_in_play(scenario, state, b)) {
        return QM_ERROR_GONE;
    }
    *sight = (qm_sight){0};
    scenario->family->see(scenario, state, a, b, qm__scratch_part(scratch, scratch->search_at), sight);
    return QM_OK;
}

bool qm_sees_units(const qm_scenario *scenario) {
    return scenario && scenario->family->see_unit;
}

qm_result qm_see_unit(const qm_scenario *scenario, const qm_state *state, uint16_t a, uint16_t b, qm_scratch *scratch,
                      qm_unit_sight *sight) {
    const uint16_t unit = sight && b && qm_sees_units(scenario) ? qm_figure_unit(scenario, b) : 0;
    const qm_result fit = unit && unit != qm_figure_unit(scenario, a) ? fits(scenario, state, scratch, a)
                                                                      : QM_ERROR_USAGE;
    if (fit != QM_OK) {
        return fit;
    }
    const uint16_t from = scenario->units[qm_figure_unit(scenario, a) - 1].first, to = scenario->units[unit - 1].first;
    memset(sight, 0, sizeof *sight);
    scenario->family->see_unit(scenario, state, from, to, qm__scratch_part(scratch, scratch->search_at), sight);
    return QM_OK;
}

int qm_table_named(const qm_scenario *scenario, const char *name) {
    const qm_rules_facts *facts = scenario->family->facts;
    for (int i = 0; i < facts->table_count; i++) {
        if (strcmp(facts->tables[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

const char *qm_row_name(const qm_scenario *scenario, int table, uint16_t row) {
    const bool there = table >= 0 && table < scenario->family->facts->table_count && row >= 1 &&
                       row <= scenario->rules.tables[table].count;
    return there ? scenario->rules.tables[table].rows[row - 1].name : "";
}

qm_result qm_threat(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_place *places,
                    uint32_t capacity, uint32_t *count) {
    if (!scenario || !state || !places || !count || figure < 1 || figure > scenario->figure_count) {
        return QM_ERROR_USAGE;
    }
    if (!qm__fits(scenario, state)) {
        return QM_ERROR_STATE;
    }
    if (!qm_in_play(scenario, state, figure)) {
        return QM_ERROR_GONE;
    }
    *count = scenario->family->threat ? scenario->family->threat(scenario, state, figure, places, capacity) : 0;
    return *count > capacity ? QM_ERROR_LIMIT : QM_OK;
}
