/* quickmarch draw: a picture of a position for a rulebook, as SVG.
 *
 * Invariant: nothing is written unless the whole picture was made; a file appears under its name in one piece or not at
 * all.
 */
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "quickmarch/draw.h"

static bool read_labels(const cli_args *args, qm_draw_labels *out) {
    static const struct {
        const char *word;
        qm_draw_labels labels;
    } words[] = {{"all", QM_DRAW_LABELS_ALL}, {"edge", QM_DRAW_LABELS_EDGE}, {"none", QM_DRAW_LABELS_NONE}};
    const char *word = cli_value(args, "labels");
    for (size_t i = 0; word && i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(words[i].word, word) == 0) {
            *out = words[i].labels;
            return true;
        }
    }
    if (word) {
        cli_usage(args->command, "--labels is all, edge or none, not '%s'", word);
    }
    return word == NULL;
}

static bool read_options(const cli_args *args, qm_draw_options *options) {
    uint64_t width = options->width, outcomes = options->outcomes;
    if (!cli_number(args, "width", QM_DRAW_WIDTH_MIN, QM_DRAW_WIDTH_MAX, &width) ||
        !cli_number(args, "outcomes", 0, 1000, &outcomes) || !read_labels(args, &options->labels)) {
        return false;
    }
    options->width = (uint16_t)width;
    options->outcomes = (uint16_t)outcomes;
    options->title = cli_value(args, "title");
    if (cli_has(args, "by")) {
        options->by = strcmp(cli_value(args, "by"), "cost") == 0 ? QM_DRAW_BY_COST : QM_DRAW_BY_RISK;
    }
    options->grey = cli_has(args, "grey");
    options->legend = !cli_has(args, "no-legend");
    return true;
}

/* The figures and the order that the options name. */
static int read_subjects(const cli_args *args, const cli_table *table, qm_draw_options *options, qm_order *order) {
    const char *reach = cli_value(args, "reach"), *threat = cli_value(args, "threat"), *text = cli_value(args, "order");
    if (reach) {
        options->reach = cli_figure(args, table, reach);
        if (options->reach == 0) {
            return CLI_BAD;
        }
    }
    const char *links = cli_value(args, "links");
    if (links) {
        if (qm_scenario_family(table->scenario)->space != QM_SPACE_TABLE) {
            return cli_usage(args->command, "--links are drawn on tables only");
        }
        options->links = cli_figure(args, table, links);
        if (options->links == 0) {
            return CLI_BAD;
        }
    }
    const char *see = cli_value(args, "see"), *target = cli_value(args, "target");
    if (see || target) {
        if (!see || !target) {
            return cli_usage(args->command, "--see and --target go together");
        }
        if (qm_scenario_family(table->scenario)->space != QM_SPACE_TABLE) {
            return cli_usage(args->command, "--see is drawn on tables only; 'quickmarch see' tells it for every space");
        }
        options->see_from = cli_figure(args, table, see);
        options->see_to = options->see_from ? cli_figure(args, table, target) : 0;
        if (options->see_to == 0) {
            return CLI_BAD;
        }
        options->see_from_unit = qm_unit_named(table->scenario, see) != 0;
        options->see_to_unit = qm_unit_named(table->scenario, target) != 0;
        if (options->see_from == options->see_to ||
            ((options->see_from_unit || options->see_to_unit) &&
             qm_figure_unit(table->scenario, options->see_from) == qm_figure_unit(table->scenario, options->see_to))) {
            return cli_usage(args->command, "--see and --target name two figures or two units");
        }
    }
    if (threat) {
        if (qm_scenario_family(table->scenario)->space == QM_SPACE_TABLE) {
            return cli_usage(args->command, "--threat hatches hexes or tiles; a table has neither");
        }
        options->threat = strcmp(threat, "all") == 0 ? QM_DRAW_EVERYONE : cli_figure(args, table, threat);
        if (options->threat == 0) {
            return CLI_BAD;
        }
    }
    if (text) {
        options->order = order;
        return cli_order_read(args, table, text, order);
    }
    return CLI_YES;
}

/* ---------------------------------------------------------------------------------------------------------- story */

enum { EVENTS_MAX = 4096 };

/* The play of an order on a copy of the position, for its events. */
typedef struct showing {
    const cli_args *args;
    const cli_table *table;
    qm_state *state;
    qm_events events;
    uint8_t faces[CLI_DICE_MAX];
    size_t face_count, face_at, choice_at;
    bool measured; /* asked by one who may measure everything; the order is played as it is in a game all the same */
} showing;

static int complain_rolled(const showing *s, const qm_wanted *wanted, const char *about) {
    char words[300];
    qm_text text = qm_text_over(words, sizeof words);
    qm_wanted_print(s->table->scenario, wanted, &text);
    return cli_usage(s->args->command, "%s; wanted: %s", about, words);
}

/* Answers a choice with the next of --choose that no --after order has taken. */
static int answer_choice(showing *s, qm_source *source, const qm_wanted *wanted, qm_played *played) {
    const char *word = cli_value_at(s->args, "choose", s->choice_at++);
    const uint8_t option = word ? cli_option_meant(s->table->scenario, wanted, word) : 0;
    if (option == 0 ||
        qm_answer(s->table->scenario, s->state, s->table->scratch, &option, 1, source, &s->events, played) != QM_OK) {
        return complain_rolled(s, wanted, word ? "--choose names no option" : "a choice comes up; give --choose");
    }
    return CLI_YES;
}

static int answer_roll(showing *s, qm_source *source, const qm_wanted *wanted, qm_played *played) {
    if (s->face_at + wanted->dice > s->face_count) {
        return complain_rolled(s, wanted, "--rolled has too few");
    }
    if (qm_answer(s->table->scenario, s->state, s->table->scratch, s->faces + s->face_at, wanted->dice, source,
                  &s->events, played) != QM_OK) {
        return complain_rolled(s, wanted, "--rolled does not fit");
    }
    s->face_at += wanted->dice;
    return CLI_YES;
}

/* Answers each roll with the faces of --rolled, which must fit to the last one, and choices with --choose, if given. */
static int answer_rolls(showing *s, qm_source *source, qm_played played) {
    int status = CLI_YES;
    while (played == QM_PLAYED_WAITING && status == CLI_YES) {
        qm_wanted wanted;
        qm_pending(s->table->scenario, s->state, &wanted, NULL, NULL);
        s->events.count = s->events.dropped = 0;
        status = (wanted.what == 2 ? answer_choice : answer_roll)(s, source, &wanted, &played);
    }
    if (status != CLI_YES) {
        return status;
    }
    if (s->face_at < s->face_count) {
        return cli_usage(s->args->command, "%zu of the dice of --rolled are left over", s->face_count - s->face_at);
    }
    return CLI_YES;
}

/* With dice an order is played, and so measured: who may not measure yet is not to find out by a picture. */
static int complain_unmeasured(const showing *s) {
    return cli_usage(s->args->command, "--rolled plays the order, which measures what may not be measured before it is "
                                       "given: a game master adds --measured");
}

/* An order that is measured only when it is given has no story by --seed alone, whose dice may be for others. */
static int play_story(showing *s, const qm_order *order) {
    const cli_table *table = s->table;
    qm_verdict verdict;
    qm_source source = {.seed = 1, .index = table->dice_index};
    qm_played played = QM_PLAYED_DONE;
    const char *text;
    for (size_t n = 0; (text = cli_value_at(s->args, "rolled", n)) != NULL; n++) {
        if (!cli_faces(s->args, "rolled", text, s->faces, &s->face_count)) {
            return CLI_BAD;
        }
    }
    if (!cli_number(s->args, "seed", 0, UINT64_MAX, &source.seed)) {
        return CLI_BAD;
    }
    s->choice_at = table->choice_index;
    source.choices = (uint8_t)(cli_value_at(s->args, "choose", s->choice_at) ? QM_CHOICES_ASKED : QM_CHOICES_AUTOMATIC);
    source.dice = (uint8_t)(cli_has(s->args, "rolled") ? QM_DICE_ASKED : QM_DICE_GENERATED);
    memcpy(s->state, table->state, qm_state_size(table->scenario));
    qm_result result = qm_judge(table->scenario, s->state, order, table->scratch, &verdict);
    if (result == QM_OK && verdict.unmeasured && !s->measured) {
        return source.dice == QM_DICE_ASKED ? complain_unmeasured(s) : CLI_YES;
    }
    if (result == QM_OK && verdict.judgement == QM_LEGAL) {
        result = qm_play(table->scenario, s->state, table->scratch, &source, &s->events, &played);
    }
    return result == QM_OK ? answer_rolls(s, &source, played) : cli_fail(s->args, table->path, result, NULL);
}

/* Plays the order with the dice of --rolled or --seed, if one of them is given and it moves nobody in particular, or is
 * given on a table. */
static int show_story(showing *s, const qm_order *order) {
    const qm_order_kind *kind = &qm_scenario_family(s->table->scenario)->orders[order->kind];
    const bool rolled = cli_has(s->args, "rolled"),
               table = qm_scenario_family(s->table->scenario)->space == QM_SPACE_TABLE;
    const bool story = table || !(kind->flags & QM_ORDER_ACTOR);
    if (!story && rolled) {
        return cli_usage(s->args->command,
                         "--rolled goes with an order that moves many at once, or with one on a table, not with '%s'",
                         kind->name);
    }
    if (!story || (!rolled && !cli_has(s->args, "seed"))) {
        return CLI_YES;
    }
    s->state = malloc(qm_state_size(s->table->scenario));
    s->events = (qm_events){.items = calloc(EVENTS_MAX, sizeof(qm_event)), .capacity = EVENTS_MAX};
    return s->state && s->events.items ? play_story(s, order)
                                       : cli_fail(s->args, s->table->path, QM_ERROR_MEMORY, NULL);
}

/* -------------------------------------------------------------------------------------------------------- picture */

/* {"file","width","bytes"}, and "svg" instead of the file where it goes to standard output. */
static int tell_picture(const char *path, const qm_text *svg, uint16_t width) {
    qm_text out = qm_text_growing(NULL);
    cli_json json = {.out = &out};
    const bool here = strcmp(path, "-") == 0;
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, here ? "svg" : "file", here ? svg->data : path);
    cli_json_int(&json, "width", width);
    cli_json_int(&json, "bytes", (int64_t)svg->length);
    cli_json_close(&json, '}');
    qm_text_add_char(&out, '\n');
    return cli_put(&out, CLI_YES);
}

static int write_picture(const cli_args *args, const char *path, qm_text *svg, uint16_t width) {
    if (strcmp(path, "-") == 0) {
        if (!args->json) {
            return cli_put(svg, CLI_YES);
        }
        const int told = tell_picture(path, svg, width);
        qm_text_free(svg);
        return told;
    }
    qm_diagnostics diagnostics = qm_diagnostics_make(NULL);
    const qm_result result = qm_file_write(path, svg->data, svg->length, &diagnostics);
    int status = result == QM_OK ? CLI_YES : cli_fail(args, path, result, &diagnostics);
    if (status == CLI_YES && args->json) {
        status = tell_picture(path, svg, width);
    }
    qm_diagnostics_free(&diagnostics);
    qm_text_free(svg);
    return status;
}

static int draw(const cli_args *args, cli_table *table, showing *story, const char *path) {
    qm_draw_options options = qm_draw_defaults();
    qm_order order;
    if (!read_options(args, &options)) {
        return CLI_BAD;
    }
    int status = cli_measure(args, table, &story->measured);
    if (status == CLI_YES) {
        status = read_subjects(args, table, &options, &order);
    }
    if (status == CLI_YES && (options.order || options.reach)) {
        status = cli_settled(args, table);
    }
    if (status == CLI_YES && options.order) {
        status = show_story(story, &order);
        options.story = story->events.count > 0 ? &story->events : NULL;
    } else if (status == CLI_YES && cli_has(args, "rolled")) {
        status = cli_usage(args->command, "--rolled goes with --order");
    }
    if (status != CLI_YES) {
        return status;
    }
    const qm_scenario *drawn = story->measured ? qm_scenario_measured(table->scenario) : table->scenario;
    qm_text svg = qm_text_growing(NULL);
    const qm_result result = qm_draw_svg(drawn, table->state, table->scratch, &options, &svg);
    if (result != QM_OK) {
        qm_text_free(&svg);
        return cli_fail(args, args->plain[0], result, NULL);
    }
    return write_picture(args, path, &svg, options.width);
}

int cli_draw(int argc, char **argv) {
    cli_args args;
    cli_table table;
    int status;
    if (!cli_args_read(&args, argc, argv, 1, 1, &status)) {
        return status;
    }
    const char *path = cli_value(&args, "output");
    if (!path) {
        status = cli_usage(args.command, "name the picture: -o X.svg, or -o - for standard output");
        cli_args_free(&args);
        return status;
    }
    status = cli_table_open(&table, &args, args.plain[0], 0);
    if (status == CLI_YES) {
        showing story = {.args = &args, .table = &table};
        status = draw(&args, &table, &story, path);
        free(story.state);
        free(story.events.items);
    }
    cli_table_close(&table);
    cli_args_free(&args);
    return status;
}
