/* quickmarch play: questions asked before moving. They change nothing.
 *
 * Invariant: questions are asked of the view, so that no answer tells more than the side at the keyboard may know.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"
#include "quickmarch/draw.h"
#include "see.h"

enum { OUTCOMES_MAX = 256, OUTCOMES_SHOWN = 16, PLACES_MAX = 40000 };

/* Whether a question about the position can be asked now; the view is then what it is asked of. */
static bool may_ask(play *p) {
    play_look(p);
    if (play_wanted(p).what != 0) {
        play_say(p, "An order waits for an answer first.\n");
        play_next_up(p);
        return false;
    }
    return play_suppose(p);
}

/* The next word of `text`; advances it. */
static const char *next_word(const char **text, char out[64]) {
    const size_t length = strcspn(*text, " \t");
    snprintf(out, 64, "%.*s", (int)(length < 63 ? length : 63), *text);
    *text += length;
    *text += strspn(*text, " \t");
    return out;
}

/* Whether all words of a question have been taken; what it is is said otherwise. */
static bool is_all(play *p, const char *rest, const char *form) {
    if (*rest) {
        play_sayf(p, "'%.60s' is too much. It is %s.\n", rest, form);
    }
    return *rest == 0;
}

static uint16_t figure_named(play *p, const char *name) {
    const uint16_t figure = cli_asked(p->scenario, p->view, name);
    if (figure) {
        return figure;
    }
    const char *names[QM_FIGURES_MAX];
    const uint16_t count = qm_figure_count(p->scenario);
    for (uint16_t i = 0; i < count; i++) {
        names[i] = qm_figure_name(p->scenario, (uint16_t)(i + 1));
    }
    const char *near = cli_nearest(name, names, count);
    play_sayf(p, "There is no figure named '%s'%s%s%s\n", name, near ? "; did you mean '" : ".", near ? near : "",
              near ? "'?" : "");
    return 0;
}

/* The figure named, or the one to act where none is. */
static uint16_t figure_meant(play *p, const char *name) {
    if (*name) {
        return figure_named(p, name);
    }
    const uint16_t actor = play_actor(p);
    if (!actor) {
        play_say(p, "Nobody is to act now; name a figure.\n");
    }
    return actor;
}

/* Whether a figure is on the board, which is said otherwise. */
static bool is_there(play *p, uint16_t figure) {
    const bool there = qm_in_play(p->scenario, p->view, figure);
    if (!there) {
        play_sayf(p, "%s is out of play.\n", qm_actor_name(p->scenario, figure));
    }
    return there;
}

/* The figure meant, if it is on the board; else 0. */
static uint16_t asked_of(play *p, const char *name) {
    const uint16_t figure = figure_meant(p, name);
    return figure && is_there(p, figure) ? figure : 0;
}

/* ----------------------------------------------------------------------------------------------------- judge, odds */

static bool judge_text(play *p, const char *text, qm_order *order, qm_verdict *verdict) {
    bool fine;
    if (!may_ask(p)) {
        return false;
    }
    const bool refused = p->refused; /* a question that makes no sense refuses nothing */
    fine = play_pick(p, text, order, &fine) ? fine : play_order_read(p, text, order);
    p->refused = refused;
    play_look(p); /* numbers are of the position as it is */
    if (!fine || !play_suppose(p)) {
        return false;
    }
    const qm_result result = qm_judge(p->scenario, p->view, order, qm_game_scratch(p->game), verdict);
    if (result != QM_OK) {
        play_sayf(p, "%s\n", qm_result_text(result));
    }
    return result == QM_OK;
}

void play_judge(play *p, const char *rest) {
    qm_order order;
    qm_verdict verdict;
    if (judge_text(p, rest, &order, &verdict)) {
        qm_verdict_print(p->scenario, &order, &verdict, &p->out);
    }
}

static void outcome_line(play *p, const qm_outcome *outcome) {
    cli_percent(&p->out, outcome->chance, 9);
    if (outcome->denominator > 0 && outcome->denominator < 1000000) {
        play_sayf(p, "  %llu/%llu", (unsigned long long)outcome->numerator, (unsigned long long)outcome->denominator);
    }
    play_say(p, "  ");
    if (qm_odds_outcome(p->scenario, p->view, qm_game_scratch(p->game), outcome, p->spare, NULL) != QM_OK) {
        play_say(p, "?\n");
        return;
    }
    const size_t before = p->out.length;
    qm_state_difference(p->scenario, p->view, p->spare, &p->out);
    for (size_t i = before; i < p->out.length; i++) { /* one line for one outcome */
        if (p->out.data[i] == '\n') {
            p->out.data[i] = i + 1 < p->out.length ? ';' : ' ';
        }
    }
    play_say(p, p->out.length == before ? "nothing changes\n" : "\n");
}

void play_odds(play *p, const char *rest) {
    qm_order order;
    qm_verdict verdict;
    if (!judge_text(p, rest, &order, &verdict)) {
        return;
    }
    if (!qm_verdict_playable(&verdict)) {
        qm_verdict_print(p->scenario, &order, &verdict, &p->out);
        return;
    }
    qm_forecast_result forecast;
    if (qm_forecast(p->scenario, p->view, qm_game_scratch(p->game), QM_POLICY_AUTOMATIC, &forecast) == QM_OK) {
        qm_forecast_print(p->scenario, &forecast, &p->out);
        play_say(p, forecast.count > 0 ? "\n" : "");
    }
    qm_outcome *outcomes = calloc(OUTCOMES_MAX, sizeof *outcomes);
    qm_odds_result odds = {0};
    const qm_result result = outcomes ? qm_odds(p->scenario, p->view, qm_game_scratch(p->game), QM_POLICY_AUTOMATIC,
                                                outcomes, OUTCOMES_MAX, &odds)
                                      : QM_ERROR_MEMORY;
    if (result != QM_OK || odds.too_many) {
        play_sayf(p, "%s\n",
                  result != QM_OK   ? qm_result_text(result)
                  : odds.nodes == 0 ? "It rolls dice of which every face counts, so its odds are not told."
                                    : "Too many ways it can end to list them exactly.");
        free(outcomes);
        return;
    }
    const size_t before = p->out.length;
    cli_ends_print(p->scenario, p->view, qm_game_scratch(p->game), odds.count, &p->out);
    play_say(p, p->out.length > before ? "\n" : "");
    for (uint32_t i = 0; i < odds.count && i < OUTCOMES_SHOWN; i++) {
        outcome_line(p, &outcomes[i]);
    }
    if (odds.count > OUTCOMES_SHOWN) {
        play_sayf(p, "  … and %u less likely ends\n", odds.count - OUTCOMES_SHOWN);
    }
    if (odds.supposed) {
        play_sayf(p, "(%s)\n", cli_supposing + strlen(", "));
    }
    if (odds.had_choices) {
        play_sayf(p, "(choices are answered by the policy '%s')\n", qm_policy_name((qm_policy)odds.policy));
    }
    free(outcomes);
}

/* ----------------------------------------------------------------------------------------------------- reach, plan */

static void reach_marks(play *p, const qm_reach_place *places, uint32_t count) {
    qm_board_mark *marks = calloc(count, sizeof *marks);
    bool effort = false;
    for (uint32_t i = 0; marks && i < count; i++) {
        const bool risky = places[i].chance < 1.0f;
        marks[i].at = places[i].at;
        marks[i].warn = risky;
        qm_text label = qm_text_over(marks[i].label, sizeof marks[i].label);
        qm_text_addf(&label, "%d%s%s%s", (int)places[i].cost, places[i].effort ? "r" : "", risky ? "?" : "",
                     places[i].stops ? "!" : "");
        effort = effort || places[i].effort;
    }
    const char *unit = qm_scenario_family(p->scenario)->cost_unit;
    play_board(p, marks, marks ? count : 0, false);
    play_sayf(p, "(cost%s%s; %s? with a check on the cheapest way, ! movement ends there)\n", unit ? " in " : "",
              unit ? unit : "", effort ? "r at a run, which spends the action, " : "");
    free(marks);
}

static void say_regions_map(play *p, const qm_reach_area *area) {
    size_t count = 0;
    qm_board_mark *marks = cli_regions_marks(p->scenario, area, play_width(p), &count);
    if (count > 0) {
        play_board(p, marks, count, false);
        play_say(p, "(");
        cli_regions_legend(area, &p->out);
        play_say(p, ")\n");
    }
    free(marks);
}

static void say_regions(play *p, uint16_t figure) {
    qm_reach_area area;
    const qm_result result = cli_regions_find(p->scenario, p->view, figure, qm_game_scratch(p->game), &area);
    if (result == QM_OK) {
        play_say(p, qm_figure_name(p->scenario, figure));
        cli_regions_print(p->scenario, p->view, figure, qm_game_scratch(p->game), &area, &p->out);
        say_regions_map(p, &area);
    } else {
        play_sayf(p, "%s\n", qm_result_text(result));
    }
    cli_regions_free(&area);
}

void play_reach(play *p, const char *rest) {
    char name[64];
    if (!may_ask(p)) {
        return;
    }
    next_word(&rest, name);
    const uint16_t figure = is_all(p, rest, "'reach' or 'reach FIGURE'") ? asked_of(p, name) : 0;
    if (figure && qm_scenario_family(p->scenario)->space == QM_SPACE_TABLE) {
        say_regions(p, figure);
        return;
    }
    qm_reach_place *places = figure ? calloc(PLACES_MAX, sizeof *places) : NULL;
    if (!places) {
        return;
    }
    uint32_t count = 0;
    const qm_result result =
        qm_reach(p->scenario, p->view, figure, true, qm_game_scratch(p->game), places, PLACES_MAX, &count);
    if (result != QM_OK) {
        play_sayf(p, "%s\n", qm_result_text(result));
    } else if (count == 0) {
        play_sayf(p, "%s cannot get anywhere now.\n", qm_figure_name(p->scenario, figure));
    } else {
        reach_marks(p, places, count);
        play_sayf(p, "%s can get to %u place%s.\n", qm_figure_name(p->scenario, figure), count, count == 1 ? "" : "s");
    }
    free(places);
}

void play_threat(play *p, const char *rest) {
    char name[64];
    uint32_t count = 0;
    if (!may_ask(p)) {
        return;
    }
    next_word(&rest, name);
    const uint16_t figure = is_all(p, rest, "'threat' or 'threat FIGURE'") ? asked_of(p, name) : 0;
    qm_place *places = figure ? calloc(PLACES_MAX, sizeof *places) : NULL;
    if (!places) {
        return;
    }
    const qm_result result = qm_threat(p->scenario, p->view, figure, places, PLACES_MAX, &count);
    qm_board_mark *marks = calloc(count + 1, sizeof *marks);
    for (uint32_t i = 0; marks && i < count; i++) {
        marks[i] = (qm_board_mark){.at = places[i], .label = CLI_THREAT_MARK};
    }
    if (result != QM_OK || !marks) {
        play_sayf(p, "%s\n", qm_result_text(result != QM_OK ? result : QM_ERROR_MEMORY));
    } else {
        const qm_space space = qm_scenario_family(p->scenario)->space;
        if (count > 0) {
            play_board(p, marks, count, false);
        } else if (!qm_scenario_family(p->scenario)->threat) {
            play_sayf(p, "In %s nobody threatens places.\n", qm_scenario_family(p->scenario)->title);
            free(marks);
            free(places);
            return;
        }
        play_sayf(p, "%s%s: %u %s it %s\n", count > 0 ? CLI_THREAT_MARK " " : "", qm_figure_name(p->scenario, figure),
                  count, count == 1 ? qm_cell_word(space) : qm_cell_words(space), cli_threat_words(p->scenario));
    }
    free(marks);
    free(places);
}

void play_plan(play *p, const char *rest) {
    char first[64], second[64];
    if (!may_ask(p)) {
        return;
    }
    next_word(&rest, first);
    next_word(&rest, second);
    const char *goal_text = *second ? second : first;
    qm_place goal;
    if (!is_all(p, rest, "'plan PLACE' or 'plan FIGURE PLACE'")) {
        return;
    }
    if (!qm_place_read(p->scenario, goal_text, strlen(goal_text), &goal)) {
        const char *such = qm_scenario_family(p->scenario)->space == QM_SPACE_TABLE ? "12.5,8" : "0304";
        play_sayf(p, "'%.60s' is no place on this board. It is 'plan %s' or 'plan FIGURE %s'.\n", goal_text, such,
                  such);
        return;
    }
    const uint16_t figure = asked_of(p, *second ? first : "");
    if (!figure) {
        return;
    }
    const qm_result result =
        qm_plan(p->scenario, p->view, figure, goal, qm_game_scratch(p->game), p->ways, PLAY_WAYS_MAX, &p->way_count);
    const uint32_t found = p->way_count;
    p->way_count = found < PLAY_WAYS_MAX ? found : PLAY_WAYS_MAX;
    if (result != QM_OK && (result != QM_ERROR_LIMIT || found == 0)) {
        p->way_count = 0;
        play_sayf(p, "%s\n", result == QM_ERROR_LIMIT ? CLI_NO_WAY_KNOWN "." : qm_result_text(result));
        return;
    }
    for (uint32_t i = 0; i < p->way_count; i++) {
        play_sayf(p, "  way %u  ", i + 1);
        qm_order_print(p->scenario, &p->ways[i].order, &p->out);
        play_say(p, "  (cost ");
        cli_cost(&p->out, p->scenario, p->ways[i].cost);
        if (p->ways[i].lost > 0) {
            play_say(p, ", ");
            cli_cost(&p->out, p->scenario, p->ways[i].lost);
            play_say(p, " lost to ground");
        }
        play_say(p, ")  ");
        cli_percent(&p->out, p->ways[i].chance, 0);
        play_say(p, "\n");
        qm_risks_print(p->scenario, p->view, &p->ways[i].order, qm_game_scratch(p->game), &p->out);
    }
    if (found > p->way_count) {
        play_sayf(p, "  and %u more\n", (unsigned)(found - p->way_count));
    }
    cli_ways_note(p->ways, p->way_count, &p->out);
    if (p->way_count > 0) {
        cli_left_out_note(p->scenario, &p->out);
    }
    if (p->way_count == 0) {
        play_sayf(p, "%s cannot get there with one order now.\n", qm_figure_name(p->scenario, figure));
        qm_standing standing;
        const bool told = qm_stand(p->scenario, p->view, figure, goal, qm_game_scratch(p->game), &standing) == QM_OK;
        qm_plan_why_print(p->scenario, p->view, qm_game_scratch(p->game), figure, goal, told ? &standing : NULL,
                          &p->out);
        cli_left_out_note(p->scenario, &p->out);
    }
}

/* ------------------------------------------------------------------------------------------------------- see, rules */

static void say_terms(play *p, const qm_sight *sight) {
    const qm_rules_facts *family = qm_scenario_family(p->scenario);
    int sum = 0;
    for (size_t i = 0; i < sight->term_count; i++) {
        const qm_term *term = &sight->terms[i];
        play_sayf(p, "%s%s%d %s", i == 0 ? "" : ", ", i > 0 && term->amount > 0 ? "+" : "", term->amount,
                  family->terms[term->kind].name);
        sum += term->amount;
    }
    play_sayf(p, " = %d", sum);
}

static void say_sight(play *p, uint16_t a, uint16_t b, const qm_sight *sight) {
    static const char *const seen[] = {"does not see", "sees", "sees in part"};
    static const char *const relations[] = {"", "from the front", "from the side", "from the rear"};
    const char *one = qm_figure_name(p->scenario, a), *other = qm_figure_name(p->scenario, b);
    const qm_space space = qm_scenario_family(p->scenario)->space;
    play_sayf(p, "%s %s %s, ", one, seen[sight->seen % 3], other);
    if (space == QM_SPACE_TABLE) {
        if (sight->seen == 2) {
            cli_percent(&p->out, sight->fraction, 0);
            play_say(p, " of it, ");
        }
        if (!sight->unmeasured) {
            qm_text_add_decimal(&p->out, sight->distance / 1000.0, 3);
        }
        play_say(p, sight->unmeasured ? "how far is not measured yet" : "\" away");
    } else {
        play_sayf(p, "%d %s away", (int)sight->distance,
                  sight->distance == 1 ? qm_cell_word(space) : qm_cell_words(space));
    }
    play_sayf(p, "%s%s", sight->solid || sight->blocker ? "; in between: " : "",
              sight->solid     ? qm_solid_name(p->scenario, sight->solid)
              : sight->blocker ? qm_figure_name(p->scenario, sight->blocker)
                               : "");
    if (sight->block.x != 0) {
        play_say(p, sight->wall ? "; blocked by a wall at " : "; blocked at ");
        qm_place_print(p->scenario, sight->block, &p->out);
    }
    if (play_has_turns(qm_scenario_family(p->scenario))) {
        play_sayf(p, "\n  %s is %sin %s's front", other, sight->in_front ? "" : "not ", one);
    }
    if (sight->relation > 0 && sight->relation < 4) {
        play_sayf(p, "; an attack would come %s", relations[sight->relation]);
    }
    play_sayf(p, "\n  %s %s %s, and is %sengaged by it; they are %s\n", one,
              sight->engages ? "engages" : "does not engage", other, sight->engaged ? "" : "not ",
              sight->hostile ? "enemies" : "friends");
    if (sight->attack_dice > 0) {
        play_sayf(p, "  an attack: %d dice against ", sight->attack_dice);
        say_terms(p, sight);
        play_say(p, ": ");
        cli_percent(&p->out, sight->attack_chance, 0);
        play_say(p, "\n");
    }
}

static void see_one(play *p, uint16_t a, uint16_t b) {
    qm_sight sight;
    const qm_result result = qm_see(p->scenario, p->view, a, b, qm_game_scratch(p->game), &sight);
    if (result == QM_OK) {
        say_sight(p, a, b, &sight);
    } else {
        play_sayf(p, "%s\n", qm_result_text(result));
    }
}

/* Of units that shoot: what A could shoot at B, or (0) at every enemy unit. */
static void see_units(play *p, uint16_t a, uint16_t b) {
    cli_table table = {.scenario = p->scenario, .state = p->view, .scratch = qm_game_scratch(p->game)};
    const size_t before = p->out.length;
    if (!is_there(p, a) || (b && !is_there(p, b))) {
        return;
    }
    const qm_result result = b ? cli_see_unit(p->args, &table, a, b, NULL, &p->out)
                               : cli_see_units(p->args, &table, a, &p->out);
    if (result != QM_OK) {
        play_sayf(p, "%s\n", qm_result_text(result));
    } else if (p->out.length == before) {
        play_say(p, "Nobody of its enemies is in play.\n");
    }
}

/* 'see A B'; 'see B' for whoever is to act, and 'see A' of all others where nobody is. A unit that acts sees as one, of
 * its enemies all if none is named; one model may be asked about by name. */
void play_see(play *p, const char *rest) {
    char first[64], second[64];
    if (!may_ask(p)) {
        return;
    }
    next_word(&rest, first);
    next_word(&rest, second);
    if (!is_all(p, rest, "'see A B', or 'see B' for whoever is to act")) {
        return;
    }
    const uint16_t actor = play_actor(p);
    const char *who = *second || !actor ? first : qm_actor_name(p->scenario, actor);
    const bool units = cli_names_unit(p->scenario, who);
    if (!*first && !(units && actor)) {
        play_say(p, "It is 'see A B', or 'see B' for whoever is to act.\n");
        return;
    }
    if (units && (!*first || (!*second && (!actor || qm_actor_named(p->scenario, first) == actor)))) {
        see_units(p, actor ? actor : qm_actor_named(p->scenario, first), 0);
        return;
    }
    const uint16_t a = *second || !actor ? figure_named(p, first) : actor;
    const uint16_t b = a && (*second || actor) ? figure_named(p, *second ? second : first) : 0;
    if (units && a && b && qm_figure_unit(p->scenario, a) != qm_figure_unit(p->scenario, b)) {
        see_units(p, a, b);
        return;
    }
    const bool of_unit = b && cli_names_unit(p->scenario, *second ? second : first);
    if (!a || ((*second || actor) && !b) || !is_there(p, a) || (b && !of_unit && !is_there(p, b))) {
        return;
    }
    if ((a == b && !of_unit) || units) {
        play_say(p, "Name two different figures: 'see A B', or 'see B' for whoever is to act.\n");
        return;
    }
    const uint16_t unit = of_unit ? qm_figure_unit(p->scenario, b) : 0;
    for (uint16_t i = 1; i <= qm_figure_count(p->scenario); i++) {
        const bool meant = unit ? qm_figure_unit(p->scenario, i) == unit : b == 0 || i == b;
        qm_look look;
        qm_figure_look(p->scenario, p->view, i, &look);
        if (meant && i != a && look.posture != QM_POSTURE_GONE) {
            see_one(p, a, i);
        }
    }
}

static void say_setting(play *p, const qm_setting *setting, int32_t value) {
    play_sayf(p, "  %s = ", setting->name);
    qm_setting_print(setting, value, &p->out);
    play_sayf(p, "%s: %s\n", value == setting->standard ? "" : " (changed)", setting->text);
}

void play_rules(play *p, const char *rest) {
    const qm_rules_facts *family = qm_scenario_family(p->scenario);
    const qm_clause *clause = qm_clause_named(family, rest);
    if (clause) {
        play_paint(p, CLI_CITE, clause->id);
        play_sayf(p, " %s (%s)\n", clause->title, clause->section);
        cli_wrap(&p->out, clause->text, 2, PLAY_WIDTH);
        play_say(p, "\n");
        for (size_t i = 0; i < family->setting_count; i++) {
            if (qm_words_find(family->settings[i].clauses, clause->id) >= 0) {
                say_setting(p, &family->settings[i], qm_scenario_setting(p->scenario, i));
            }
        }
        return;
    }
    if (*rest) {
        play_sayf(p, "There is no clause '%s'. 'rules' lists all of them.\n", rest);
        return;
    }
    for (size_t i = 0; i < family->clause_count; i++) {
        play_sayf(p, "  %-7s %s\n", family->clauses[i].id, family->clauses[i].title);
    }
}

/* --------------------------------------------------------------------------------------------------------- pictures */

/* Whether a picture may be written there: not over the game, nor over what it was opened from. */
static bool may_draw_to(const play *p, const char *path) {
    const char *const kept[] = {p->table.path, p->save, p->save_path};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        if (kept[i] && *kept[i] && cli_same_file(path, kept[i])) {
            return false;
        }
    }
    return true;
}

static void write_picture(play *p, const char *path, const qm_draw_options *options) {
    qm_text svg = qm_text_growing(NULL);
    qm_diagnostics_clear(&p->list);
    qm_result result = qm_draw_svg(p->scenario, p->view, qm_game_scratch(p->game), options, &svg);
    if (result == QM_OK) {
        result = qm_file_write(path, svg.data, svg.length, &p->list);
        p->unwritten = p->unwritten || result != QM_OK;
    }
    if (result == QM_OK) {
        play_sayf(p, "Drawn to %s%s%s.\n", path, options->reach ? ", with the reach of " : "",
                  qm_figure_name(p->scenario, options->reach));
    } else if (p->list.count == 0) {
        play_sayf(p, "No picture was made: %s\n", qm_result_text(result));
    }
    for (size_t i = 0; i < p->list.count; i++) {
        qm_diagnostic_print(&p->list.items[i], &p->out);
        play_say(p, "\n");
    }
    qm_text_free(&svg);
}

void play_draw(play *p, const char *rest) {
    char path[CLI_PATH_MAX], name[64];
    const size_t length = strcspn(rest, " \t");
    qm_draw_options options = qm_draw_defaults();
    snprintf(path, sizeof path, "%.*s", (int)(length < sizeof path ? length : 0), rest);
    rest += length + strspn(rest + length, " \t");
    next_word(&rest, name);
    if (length >= sizeof path) {
        play_say(p, "That name is too long.\n");
    } else if (!*path || *rest || qm_actor_named(p->scenario, path)) {
        play_say(
            p, "It is 'draw FILE' or 'draw FILE FIGURE': first the picture's name, without blanks, such as now.svg.\n");
    } else if (!may_draw_to(p, path)) {
        play_sayf(p, "Not drawn: %s is the game itself. Name another file, such as now.svg.\n", path);
    } else if (!*name) {
        play_look(p);
        write_picture(p, path, &options);
    } else if (may_ask(p) && (options.reach = figure_named(p, name)) != 0 && is_there(p, options.reach)) {
        write_picture(p, path, &options);
    }
}
