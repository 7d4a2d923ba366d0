/* quickmarch pipe: questions. They change nothing; with "side" they are asked of what that side may know, and with
 * "assume" of the position after these orders. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "editions.h"
#include "pipe.h"
#include "quickmarch/board.h"
#include "quickmarch/draw.h"

enum { PLACES_MAX = 40000 };

bool pipe_state(pipe_request *r) {
    pipe_target target;
    if (!pipe_target_of(r, &target)) {
        return false;
    }
    cli_json_raw(r->json, "state");
    qm_state_write_json(target.scenario, target.state, r->json->out);
    return true;
}

bool pipe_order_text(pipe_request *r, const qm_scenario *scenario, const char *text, qm_order *order) {
    if (qm_order_read(scenario, text, strlen(text), order, &r->pipe->list) == QM_OK) {
        return true;
    }
    const qm_diagnostics *list = &r->pipe->list;
    return list->count > 0
               ? pipe_refuse(r, "order", "column %u: %s", (unsigned)list->items[0].column, list->items[0].message)
               : pipe_refuse(r, "order", "this is no order");
}

bool pipe_order(pipe_request *r, const qm_scenario *scenario, qm_order *order) {
    const char *text;
    return pipe_text(r, "order", true, &text) && pipe_order_text(r, scenario, text, order);
}

/* Reads and judges "order" for the target. */
static bool judge(pipe_request *r, pipe_target *target, qm_order *order, bool *measured, qm_verdict *verdict) {
    if (!pipe_target_of(r, target) || !pipe_order(r, target->scenario, order) || !pipe_measured(r, target, measured)) {
        return false;
    }
    const qm_result result = (*measured ? qm_judge_measured : qm_judge)(target->scenario, target->state, order,
                                                                        target->scratch, verdict);
    return result == QM_OK || pipe_refuse_result(r, result);
}

static void write_verdict(pipe_request *r, const pipe_target *target, const qm_order *order,
                          const qm_verdict *verdict) {
    cli_json_raw(r->json, "verdict");
    qm_verdict_write_json(target->scenario, order, verdict, r->json->out);
}

bool pipe_judge(pipe_request *r) {
    pipe_target target;
    qm_order order;
    qm_verdict verdict;
    bool measured;
    if (!judge(r, &target, &order, &measured, &verdict)) {
        return false;
    }
    write_verdict(r, &target, &order, &verdict);
    return true;
}

/* Where the order has a forecast: what it is, and a picture of it if that is wanted. */
static qm_result write_forecast(pipe_request *r, const pipe_target *target, const qm_order *order, qm_policy policy,
                                bool svg) {
    qm_forecast_result forecast = {0};
    qm_draw_options options = qm_draw_defaults();
    qm_result result = qm_forecast(target->scenario, target->state, target->scratch, policy, &forecast);
    if (result != QM_OK || forecast.count == 0) {
        return result == QM_ERROR_USAGE ? QM_OK : result; /* not every family has any */
    }
    cli_json_raw(r->json, "forecast");
    qm_forecast_write_json(target->scenario, &forecast, r->json->out);
    if (svg && !forecast.too_many) {
        qm_text title = qm_text_growing(NULL);
        qm_order_print(target->scenario, order, &title);
        options.title = title.data;
        qm_text_clear(&r->pipe->work);
        result = qm_draw_forecast(target->scenario, &forecast, &options, &r->pipe->work);
        qm_text_free(&title);
        if (result == QM_OK) {
            cli_json_text(r->json, "svg", r->pipe->work.data);
        }
    }
    return result;
}

bool pipe_odds(pipe_request *r) {
    pipe_target target;
    qm_order order;
    qm_verdict verdict;
    qm_odds_result odds;
    int policy = QM_POLICY_AUTOMATIC;
    bool measured, svg = false;
    if (!pipe_word(r, "policy", "automatic uniform first last", &policy) || !pipe_bool(r, "svg", &svg) ||
        !judge(r, &target, &order, &measured, &verdict)) {
        return false;
    }
    write_verdict(r, &target, &order, &verdict);
    if (!qm_verdict_playable(&verdict)) {
        cli_json_raw(r->json, "odds");
        qm_text_add(r->json->out, "null");
        return true;
    }
    qm_result result = write_forecast(r, &target, &order, (qm_policy)policy, svg);
    if (result == QM_OK) {
        result =
            (measured ? qm_odds_measured : qm_odds)(target.scenario, target.state, target.scratch, (qm_policy)policy,
                                                    r->pipe->outcomes, PIPE_OUTCOMES_MAX, &odds);
    }
    if (result == QM_OK) {
        cli_json_raw(r->json, "odds");
        result = qm_odds_write_json(target.scenario, target.state, target.scratch, r->pipe->outcomes, &odds,
                                    target.spare, r->json->out);
    }
    return result == QM_OK || pipe_refuse_result(r, result);
}

static bool reach_regions(pipe_request *r, const pipe_target *target, uint16_t figure) {
    qm_reach_area area;
    const qm_result result = cli_regions_find(target->scenario, target->state, figure, target->scratch, &area);
    if (result == QM_OK) {
        cli_json_raw(r->json, "reach");
        qm_reach_area_write_json(target->scenario, target->state, target->scratch, figure, &area, r->json->out);
    }
    cli_regions_free(&area);
    return result == QM_OK || pipe_refuse_result(r, result);
}

static bool reach_cost(pipe_request *r, const pipe_target *target, uint16_t figure, qm_place place) {
    qm_reach_cost cost;
    qm_standing standing;
    qm_result result = qm_reach_cost_at(target->scenario, target->state, figure, place, target->scratch, &cost);
    if (result == QM_OK) {
        result = qm_stand(target->scenario, target->state, figure, place, target->scratch, &standing);
    }
    if (result == QM_OK) {
        cli_json_raw(r->json, "reach");
        qm_reach_cost_write_json(target->scenario, target->state, target->scratch, figure, place, &cost, &standing,
                                 r->json->out);
    }
    return result == QM_OK || pipe_refuse_result(r, result);
}

static bool reach_links(pipe_request *r, const pipe_target *target, uint16_t figure) {
    qm_link *links;
    uint32_t count;
    const qm_result result = cli_links_find(target->scenario, target->state, figure, target->scratch, &links, &count);
    if (result == QM_OK) {
        cli_json_raw(r->json, "reach");
        qm_links_write_json(target->scenario, figure, links, count, r->json->out);
    }
    free(links);
    return result == QM_OK || pipe_refuse_result(r, result);
}

bool pipe_reach(pipe_request *r) {
    pipe_target target;
    uint16_t figure;
    bool risk = true, links = false;
    uint32_t count = 0;
    const char *at;
    qm_place place = {0};
    if (!pipe_measured_target(r, &target) || !pipe_figure(r, &target, "figure", true, &figure) ||
        !pipe_bool(r, "risk", &risk) || !pipe_bool(r, "links", &links) || !pipe_text(r, "at", false, &at)) {
        return false;
    }
    const bool table = qm_scenario_family(target.scenario)->space == QM_SPACE_TABLE;
    if (links) {
        return table && !at ? reach_links(r, &target, figure)
                            : pipe_refuse(r, "request", "\"links\" is for tables, without \"at\"");
    }
    if (at && !qm_place_read(target.scenario, at, strlen(at), &place)) {
        return pipe_refuse(r, "request", "\"at\": '%.40s' is no place on this board", at);
    }
    if (table) {
        return at ? reach_cost(r, &target, figure, place) : reach_regions(r, &target, figure);
    }
    qm_reach_place *places = calloc(PLACES_MAX, sizeof *places);
    if (!places) {
        return pipe_refuse_result(r, QM_ERROR_MEMORY);
    }
    const qm_result result =
        qm_reach(target.scenario, target.state, figure, risk, target.scratch, places, PLACES_MAX, &count);
    if (result == QM_OK) {
        count = at ? cli_only_at(places, count, place) : count;
        cli_json_raw(r->json, "reach");
        qm_reach_write_json(target.scenario, figure, places, count, r->json->out);
    }
    free(places);
    return result == QM_OK || pipe_refuse_result(r, result);
}

bool pipe_threat(pipe_request *r) {
    pipe_target target;
    uint16_t figure;
    uint32_t count = 0;
    if (!pipe_target_of(r, &target) || !pipe_figure(r, &target, "figure", true, &figure)) {
        return false;
    }
    qm_place *places = calloc(PLACES_MAX, sizeof *places);
    const qm_result result =
        places ? qm_threat(target.scenario, target.state, figure, places, PLACES_MAX, &count) : QM_ERROR_MEMORY;
    if (result == QM_OK) {
        cli_json_raw(r->json, "threat");
        qm_threat_write_json(target.scenario, figure, places, count, r->json->out);
    }
    free(places);
    return result == QM_OK || pipe_refuse_result(r, result);
}

bool pipe_plan(pipe_request *r) {
    pipe_target target;
    uint16_t figure;
    uint32_t count = 0;
    const char *text;
    qm_place goal;
    if (!pipe_measured_target(r, &target) || !pipe_figure(r, &target, "figure", true, &figure) ||
        !pipe_text(r, "goal", true, &text)) {
        return false;
    }
    if (!qm_place_read(target.scenario, text, strlen(text), &goal)) {
        return pipe_refuse(r, "request", "\"goal\": '%.40s' is no place on this board", text);
    }
    const qm_result result =
        qm_plan(target.scenario, target.state, figure, goal, target.scratch, r->pipe->ways, PIPE_WAYS_MAX, &count);
    if (result == QM_ERROR_LIMIT && count == 0) {
        return pipe_refuse(r, qm_result_name(result), CLI_NO_WAY_KNOWN);
    }
    if (result != QM_OK && result != QM_ERROR_LIMIT) {
        return pipe_refuse_result(r, result);
    }
    const uint32_t told = count < PIPE_WAYS_MAX ? count : PIPE_WAYS_MAX;
    qm_standing standing;
    const bool asked =
        count == 0 && qm_stand(target.scenario, target.state, figure, goal, target.scratch, &standing) == QM_OK;
    cli_json_raw(r->json, "plan");
    qm_plan_write_json(target.scenario, target.state, target.scratch, figure, goal, r->pipe->ways, told,
                       asked ? &standing : NULL, r->json->out);
    if (count > told) {
        cli_json_int(r->json, "more", count - told);
    }
    return true;
}

bool pipe_options(pipe_request *r) {
    pipe_target target;
    uint16_t figure;
    qm_options_result found;
    if (!pipe_measured_target(r, &target) || !pipe_figure(r, &target, "figure", false, &figure)) {
        return false;
    }
    qm_result result = qm_options(target.scenario, target.state, figure, target.scratch, &found);
    if (result == QM_OK) {
        cli_json_int(r->json, "count", found.count);
        cli_json_raw(r->json, "options");
        const uint16_t who = figure ? figure : qm_state_actor(target.scenario, target.state);
        result = qm_options_write_json(target.scenario, target.state, who, target.scratch, &found, r->json->out);
    }
    return result == QM_OK || pipe_refuse_result(r, result);
}

bool pipe_see(pipe_request *r) {
    pipe_target target;
    uint16_t a, b;
    qm_sight sight;
    if (!pipe_measured_target(r, &target) || !pipe_figure(r, &target, "a", true, &a) ||
        !pipe_figure(r, &target, "b", true, &b)) {
        return false;
    }
    const char *name = qm_json_string(qm_json_get(r->root, "a"));
    const bool units = qm_sees_units(target.scenario) && qm_unit_named(target.scenario, name) != 0;
    qm_unit_sight unit_sight;
    const qm_result result = units ? qm_see_unit(target.scenario, target.state, a, b, target.scratch, &unit_sight)
                                   : qm_see(target.scenario, target.state, a, b, target.scratch, &sight);
    if (result != QM_OK) {
        return pipe_refuse_result(r, result);
    }
    cli_json_raw(r->json, units ? "unit_sight" : "sight");
    if (units) {
        qm_unit_sight_write_json(target.scenario, a, b, &unit_sight, r->json->out);
        return true;
    }
    qm_sight_write_json(target.scenario, a, b, &sight, r->json->out);
    return true;
}

bool pipe_board(pipe_request *r) {
    pipe_target target;
    qm_board_options options = {.legend = true};
    if (!pipe_target_of(r, &target) || !pipe_bool(r, "legend", &options.legend)) {
        return false;
    }
    qm_text_clear(&r->pipe->work);
    const qm_result result = qm_board_print(target.scenario, target.state, &options, &r->pipe->work);
    if (result != QM_OK) {
        return pipe_refuse_result(r, result);
    }
    cli_json_text(r->json, "text", r->pipe->work.data);
    return true;
}

/* The line of sight to be shown, on a table. */
static bool draw_sight(pipe_request *r, const pipe_target *target, qm_draw_options *options) {
    if (!pipe_figure(r, target, "see", false, &options->see_from) ||
        !pipe_figure(r, target, "target", false, &options->see_to)) {
        return false;
    }
    if (!options->see_from != !options->see_to) {
        return pipe_refuse(r, "request", "\"see\" and \"target\" go together");
    }
    const char *see, *whom;
    if (!pipe_text(r, "see", false, &see) || !pipe_text(r, "target", false, &whom)) {
        return false;
    }
    options->see_from_unit = see && qm_unit_named(target->scenario, see) != 0;
    options->see_to_unit = whom && qm_unit_named(target->scenario, whom) != 0;
    if (options->see_from && (options->see_from == options->see_to ||
                              ((options->see_from_unit || options->see_to_unit) &&
                               qm_figure_unit(target->scenario, options->see_from) ==
                                   qm_figure_unit(target->scenario, options->see_to)))) {
        return pipe_refuse(r, "request", "\"see\" and \"target\" name two figures or two units");
    }
    if (options->see_from && qm_scenario_family(target->scenario)->space != QM_SPACE_TABLE) {
        return pipe_refuse(r, "request", "\"see\" is for tables");
    }
    return true;
}

/* The figures and the order to be shown. */
static bool draw_subjects(pipe_request *r, const pipe_target *target, qm_draw_options *options, qm_order *order) {
    const char *threat, *by;
    if (!pipe_figure(r, target, "reach", false, &options->reach) || !pipe_text(r, "by", false, &by) ||
        !pipe_text(r, "threat", false, &threat) || !draw_sight(r, target, options) ||
        !pipe_figure(r, target, "links", false, &options->links)) {
        return false;
    }
    if (options->links && qm_scenario_family(target->scenario)->space != QM_SPACE_TABLE) {
        return pipe_refuse(r, "request", "\"links\" is for tables");
    }
    if (by && strcmp(by, "cost") != 0 && strcmp(by, "risk") != 0) {
        return pipe_refuse(r, "request", "\"by\" is \"cost\" or \"risk\"");
    }
    options->by = !by ? QM_DRAW_BY_FIT : strcmp(by, "cost") == 0 ? QM_DRAW_BY_COST : QM_DRAW_BY_RISK;
    if (threat && strcmp(threat, "all") == 0) {
        options->threat = QM_DRAW_EVERYONE;
    } else if (!pipe_figure(r, target, "threat", false, &options->threat)) {
        return false;
    }
    if (qm_json_get(r->root, "order")) {
        options->order = order;
        return pipe_order(r, target->scenario, order);
    }
    return true;
}

bool pipe_draw(pipe_request *r) {
    pipe_target target;
    qm_draw_options options = qm_draw_defaults();
    qm_order order;
    int64_t width = options.width;
    if (!pipe_measured_target(r, &target) || !pipe_int(r, "width", QM_DRAW_WIDTH_MIN, QM_DRAW_WIDTH_MAX, &width) ||
        !pipe_text(r, "title", false, &options.title) || !pipe_bool(r, "grey", &options.grey) ||
        !pipe_bool(r, "legend", &options.legend) || !draw_subjects(r, &target, &options, &order)) {
        return false;
    }
    options.width = (uint16_t)width;
    qm_text_clear(&r->pipe->work);
    const qm_result result = qm_draw_svg(target.scenario, target.state, target.scratch, &options, &r->pipe->work);
    if (result != QM_OK) {
        return pipe_refuse_result(r, result);
    }
    cli_json_text(r->json, "svg", r->pipe->work.data);
    return true;
}

/* ------------------------------------------------------------------------------------------------------------ rules */

static bool write_clause(pipe_request *r, const qm_rules_facts *family, const char *id) {
    const qm_clause *clause = qm_clause_named(family, id);
    if (!clause) {
        return pipe_refuse(r, "request", "\"clause\": %s has no clause '%.40s'", family->name, id);
    }
    cli_json_open(r->json, "clause", '{');
    cli_json_text(r->json, "clause", clause->id);
    cli_json_text(r->json, "section", clause->section);
    cli_json_text(r->json, "title", clause->title);
    cli_json_text(r->json, "text", clause->text);
    cli_json_close(r->json, '}');
    return true;
}

bool pipe_rules(pipe_request *r) {
    const char *name, *clause;
    qm_rulebook *rulebook = NULL;
    qm_result result;
    if (!pipe_text(r, "rulebook", false, &name) || !pipe_text(r, "clause", false, &clause)) {
        return false;
    }
    if (name && (qm_json_get(r->root, "game") || qm_json_get(r->root, "scenario"))) {
        return pipe_refuse(r, "request", "name a \"rulebook\", a \"game\" or a \"scenario\", and only one of them");
    }
    if (name) {
        result = cli_rulebook_named(&r->pipe->places, name, &rulebook, &r->pipe->list);
    } else {
        pipe_target target;
        if (!pipe_target_of(r, &target)) {
            return false;
        }
        result = qm_scenario_rulebook(target.scenario, &rulebook, NULL);
    }
    if (result != QM_OK) {
        return pipe_refuse_result(r, result);
    }
    bool fine = true;
    if (clause) {
        fine = write_clause(r, qm_rulebook_family(rulebook), clause);
    } else {
        cli_json_raw(r->json, "rulebook");
        qm_rulebook_write_json(rulebook, r->json->out);
    }
    qm_rulebook_free(rulebook);
    return fine;
}

/* --------------------------------------------------------------------------------------------------------- validate */

/* Reads a file for its own sake and throws away what it contains. */
static qm_result read_any(pipe *p, const char *path, const qm_text *text, qm_file_kind kind) {
    const qm_reader *reader = &p->places.reader;
    const char *data = text->data ? text->data : "";
    qm_result result = QM_ERROR_INPUT;
    qm_rulebook *rulebook = NULL;
    qm_scenario *scenario = NULL;
    qm_cases *cases = NULL;
    qm_game *game = NULL;
    switch (kind) {
    case QM_FILE_UNKNOWN:
        qm_diagnostics_add(&p->list, QM_SEVERITY_ERROR, path, 0, 0, "",
                           "this is no rulebook, scenario, roster, cases or log");
        break;
    case QM_FILE_RULEBOOK:
        result = qm_rulebook_read_text(&rulebook, data, text->length, path, reader, NULL, &p->list);
        qm_rulebook_free(rulebook);
        break;
    case QM_FILE_SCENARIO:
        result = qm_scenario_read_text(&scenario, data, text->length, path, NULL, reader, NULL, &p->list);
        qm_scenario_free(scenario);
        break;
    case QM_FILE_ROSTER:
        result = qm_roster_check(data, text->length, path, reader, NULL, &p->list);
        break;
    case QM_FILE_CASES:
        result = qm_cases_read_text(&cases, data, text->length, path, reader, NULL, &p->list);
        result = result == QM_OK ? qm_cases_check(cases, &p->list) : result;
        qm_cases_free(cases);
        break;
    case QM_FILE_LOG:
        result = qm_game_read_text(&game, data, text->length, path, NULL, reader, NULL, &p->list, NULL);
        qm_game_free(game);
        break;
    }
    return result;
}

bool pipe_validate(pipe_request *r) {
    static const char *const names[] = {"unknown", "rulebook", "scenario", "roster", "cases", "log"};
    const char *path;
    if (!pipe_text(r, "path", true, &path)) {
        return false;
    }
    if (strcmp(path, "-") == 0) {
        return pipe_refuse(r, "request", "\"path\": standard input is where requests come from");
    }
    qm_text text = qm_text_growing(NULL);
    qm_result result = cli_read(path, &text, &r->pipe->list);
    const qm_file_kind kind =
        result == QM_OK ? cli_file_kind(path, text.data ? text.data : "", text.length) : QM_FILE_UNKNOWN;
    const bool readable = result == QM_OK;
    if (readable) {
        result = read_any(r->pipe, path, &text, kind);
    }
    qm_text_free(&text);
    if (!readable) {
        return pipe_refuse_result(r, result);
    }
    cli_json_bool(r->json, "valid", result == QM_OK);
    cli_json_text(r->json, "kind", names[kind]);
    cli_json_raw(r->json, "diagnostics");
    qm_diagnostics_write_json(&r->pipe->list, r->json->out);
    return true;
}
