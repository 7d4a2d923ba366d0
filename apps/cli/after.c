/* Orders on the command line: reading them, and playing those of --after before the question is asked.
 *
 * Dice come from the seed, or from --dice, which must then fit to the last one: dice that are missing or left over are
 * a mistake of the caller and never made up. Choices are answered by --choose, every one then; without it those of
 * sides as the family would, and one of the game master, who is nobody's to guess, ends the command.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"

int cli_order_read(const cli_args *args, const cli_table *table, const char *text, qm_order *order) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    const qm_result result = qm_order_read(table->scenario, text, strlen(text), order, &list);
    int status = CLI_YES;
    if (result != QM_OK) {
        char what[200];
        qm_text named = qm_text_over(what, sizeof what);
        qm_text_addf(&named, "order '%s'", text);
        qm_diagnostics shown = qm_diagnostics_make(NULL);
        for (size_t i = 0; i < list.count; i++) {
            const qm_diagnostic *d = &list.items[i];
            qm_diagnostics_add(&shown, d->severity, *d->file ? d->file : what, d->line, d->column, d->field,
                               d->message);
        }
        status = cli_fail(args, what, result, &shown);
        qm_diagnostics_free(&shown);
    }
    qm_diagnostics_free(&list);
    return status;
}

uint16_t cli_asked(const qm_scenario *scenario, const qm_state *state, const char *name) {
    const uint16_t figure = qm_actor_named(scenario, name);
    uint16_t first = figure, count = 0;
    if (figure && qm_figure_named(scenario, name) != figure) {
        qm_unit_figures(scenario, qm_figure_unit(scenario, figure), &first, &count);
    }
    for (uint16_t i = first; i < first + count; i++) {
        qm_look look;
        qm_figure_look(scenario, state, i, &look);
        if (look.posture != QM_POSTURE_GONE) {
            return i;
        }
    }
    return figure;
}

uint16_t cli_figure(const cli_args *args, const cli_table *table, const char *name) {
    const uint16_t figure = cli_asked(table->scenario, table->state, name);
    if (figure && qm_in_play(table->scenario, table->state, figure)) {
        return figure;
    }
    if (figure) {
        cli_fail(args, name, QM_ERROR_GONE, NULL);
        return 0;
    }
    const char *names[QM_FIGURES_MAX];
    const size_t count = qm_figure_count(table->scenario);
    for (size_t i = 0; i < count; i++) {
        names[i] = qm_figure_name(table->scenario, (uint16_t)(i + 1));
    }
    const char *near = cli_nearest(name, names, count);
    char message[200];
    qm_text text = qm_text_over(message, sizeof message);
    qm_text_addf(&text, "there is no figure named '%s'%s%s%s", name, near ? "; did you mean '" : "", near ? near : "",
                 near ? "'?" : "");
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_diagnostics_add(&list, QM_SEVERITY_ERROR, table->path, 0, 0, "", message);
    cli_fail(args, table->path, QM_ERROR_INPUT, &list);
    qm_diagnostics_free(&list);
    return 0;
}

int cli_settled(const cli_args *args, const cli_table *table) {
    qm_wanted wanted;
    if (qm_pending(table->scenario, table->state, &wanted, NULL, NULL) != QM_OK || wanted.what == 0) {
        return CLI_YES;
    }
    char words[1000];
    qm_text text = qm_text_over(words, sizeof words);
    qm_wanted_print(table->scenario, &wanted, &text);
    return cli_usage(args->command, "%s: an order still waits for an answer: %s", table->path, words);
}

int cli_judgement_status(uint16_t judgement) {
    return judgement == QM_LEGAL ? CLI_YES : judgement == QM_ILLEGAL ? CLI_NO : CLI_ASK;
}

/* --------------------------------------------------------------------------------------------------- dice and choices
 */

typedef struct feed {
    const cli_args *args;
    cli_table *table;
    qm_source source;
    uint8_t faces[CLI_DICE_MAX];
    size_t face_count, face_at;
    size_t choice_at;
} feed;

bool cli_faces(const cli_args *args, const char *option, const char *text, uint8_t faces[CLI_DICE_MAX], size_t *count) {
    while (*text) {
        unsigned face = 0;
        const size_t digits = strspn(text, "0123456789");
        for (size_t i = 0; i < digits && face < 1000; i++) {
            face = face * 10 + (unsigned)(text[i] - '0');
        }
        if (digits == 0 || face < 1 || face > 255 || *count == CLI_DICE_MAX) {
            cli_usage(args->command, "option '--%s' is a list of faces such as 3,4,1; not '%s'", option, text);
            return false;
        }
        faces[(*count)++] = (uint8_t)face;
        text += digits;
        text += strspn(text, ", ");
    }
    return true;
}

static int complain_wanted(const feed *f, const char *order, const qm_wanted *wanted, const char *about) {
    char words[1000];
    qm_text text = qm_text_over(words, sizeof words);
    qm_wanted_print(f->table->scenario, wanted, &text);
    const size_t length = strlen(about);
    const int shown = (int)(length > 0 && about[length - 1] == '.' ? length - 1 : length); /* it is no sentence here */
    return cli_usage(f->args->command, "--after '%s': %.*s; wanted: %s", order, shown, about, words);
}

uint8_t cli_option_meant(const qm_scenario *scenario, const qm_wanted *wanted, const char *word) {
    for (uint8_t i = 1; i <= wanted->option_count; i++) {
        char name[64], number[8];
        qm_text text = qm_text_over(name, sizeof name), digits = qm_text_over(number, sizeof number);
        qm_option_print(scenario, wanted, i, &text);
        qm_text_add_int(&digits, i);
        if (strcmp(name, word) == 0 || strcmp(number, word) == 0) {
            return i;
        }
    }
    return 0;
}

/* The rules leave it to a person: no mistake in the call, and nothing to go on from. */
static int leave_to_master(const feed *f, const char *order, const qm_wanted *wanted) {
    char words[1000], options[500];
    qm_text text = qm_text_over(words, sizeof words), list = qm_text_over(options, sizeof options);
    qm_wanted_print(f->table->scenario, wanted, &text);
    for (size_t i = 1; i <= wanted->option_count; i++) {
        qm_text_add(&list, i == 1 ? "" : i == wanted->option_count ? " or " : ", ");
        qm_option_print(f->table->scenario, wanted, i, &list);
    }
    cli_usage(f->args->command, "--after '%s': the game master must say: %s; give --choose %s", order, words, options);
    return CLI_ASK;
}

/* Answers one thing that is wanted. */
static int answer(feed *f, const char *order, qm_played *played) {
    cli_table *table = f->table;
    qm_wanted wanted;
    qm_pending(table->scenario, table->state, &wanted, NULL, NULL);
    uint8_t option;
    const uint8_t *values = &option;
    size_t count = 1;
    if (wanted.what == 2) {
        const char *word = cli_value_at(f->args, "choose", f->choice_at++);
        option = word ? cli_option_meant(table->scenario, &wanted, word) : 0;
        if (option == 0 && !word && wanted.side == 0) {
            return leave_to_master(f, order, &wanted);
        }
        if (option == 0) {
            return complain_wanted(f, order, &wanted,
                                   word ? "--choose names no option" : "a choice comes up; give --choose");
        }
    } else {
        values = f->faces + f->face_at;
        count = wanted.dice;
        if (f->face_at + count > f->face_count) {
            return complain_wanted(f, order, &wanted, "--dice has too few");
        }
        if (!qm_faces_settle(&wanted, values)) {
            return complain_wanted(f, order, &wanted, "--dice has a round in which nobody leads");
        }
        f->face_at += count;
    }
    const qm_result result =
        qm_answer(table->scenario, table->state, table->scratch, values, count, &f->source, NULL, played);
    return result == QM_OK ? CLI_YES : complain_wanted(f, order, &wanted, qm_result_text(result));
}

static int refuse(const feed *f, const char *text, const qm_order *order, const qm_verdict *verdict) {
    qm_text words = qm_text_growing(NULL);
    qm_verdict_print(f->table->scenario, order, verdict, &words);
    if (words.length > 0 && words.data[words.length - 1] == '\n') {
        words.data[--words.length] = 0;
    }
    const int status =
        cli_usage(f->args->command, "--after '%s' cannot be played: %s", text, words.data ? words.data : "");
    qm_text_free(&words);
    return status;
}

/* Whether one of the choices on a tape was the game master's: the order is played again up to each, on `work`. */
static bool master_asked(const feed *f, const qm_order *order, const qm_tape *tape, const qm_state *before,
                         qm_state *work, qm_wanted *wanted) {
    const cli_table *table = f->table;
    for (uint16_t at = 0; at < tape->length; at = (uint16_t)(at + 1 + (tape->bytes[at] & ~QM_TAPE_CHOICE))) {
        qm_tape given = *tape;
        qm_verdict verdict;
        qm_played played;
        qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_ASKED, .given = &given};
        given.length = at;
        memcpy(work, before, qm_state_size(table->scenario));
        if ((tape->bytes[at] & QM_TAPE_CHOICE) &&
            qm_judge(table->scenario, work, order, table->scratch, &verdict) == QM_OK &&
            qm_play(table->scenario, work, table->scratch, &source, NULL, &played) == QM_OK &&
            qm_pending(table->scenario, work, wanted, NULL, NULL) == QM_OK && wanted->what == 2 && wanted->side == 0) {
            return true;
        }
    }
    return false;
}

static int play_order_of(feed *f, const char *text, qm_order *order) {
    cli_table *table = f->table;
    qm_verdict verdict;
    int status = cli_order_read(f->args, table, text, order);
    if (status != CLI_YES) {
        return status;
    }
    qm_result result = qm_judge(table->scenario, table->state, order, table->scratch, &verdict);
    if (result == QM_OK && !qm_verdict_playable(&verdict)) {
        return refuse(f, text, order, &verdict);
    }
    qm_played played = QM_PLAYED_DONE;
    if (result == QM_OK) {
        result = qm_play(table->scenario, table->state, table->scratch, &f->source, NULL, &played);
    }
    if (result != QM_OK) {
        return cli_usage(f->args->command, "--after '%s': %s", text, qm_result_text(result));
    }
    while (status == CLI_YES && played == QM_PLAYED_WAITING) {
        status = answer(f, text, &played);
    }
    return status;
}

static int play_one(feed *f, const char *text) {
    const size_t size = qm_state_size(f->table->scenario);
    unsigned char *states = malloc(2 * size);
    qm_tape tape = {0};
    qm_order order;
    qm_wanted wanted;
    if (!states) {
        return cli_fail(f->args, f->table->path, QM_ERROR_MEMORY, NULL);
    }
    qm_state *before = (qm_state *)(void *)states, *work = (qm_state *)(void *)(states + size);
    memcpy(before, f->table->state, size);
    f->source.record = &tape;
    int status = play_order_of(f, text, &order);
    f->source.record = NULL;
    if (status == CLI_YES && f->source.choices == QM_CHOICES_AUTOMATIC &&
        master_asked(f, &order, &tape, before, work, &wanted)) {
        status = leave_to_master(f, text, &wanted);
    }
    free(states);
    return status;
}

/* What follows is asked of what the side may know. */
static int take_side(cli_table *table, const cli_args *args) {
    const char *name = cli_value(args, "side");
    const uint16_t side = name ? qm_side_named(table->scenario, name) : 0;
    if (name && side == 0) {
        return cli_usage(args->command, "there is no side named '%s'; the first is '%s'", name,
                         qm_side_name(table->scenario, 1));
    }
    const qm_result result = qm_project(table->scenario, table->state, side, table->state);
    return result == QM_OK ? CLI_YES : cli_fail(args, table->path, result, NULL);
}

int cli_after(cli_table *table, const cli_args *args) {
    if (!(args->command->shared & CLI_TAKES_GAME)) {
        return CLI_YES; /* its --dice and --seed, if any, mean something else */
    }
    feed f = {.args = args, .table = table};
    const char *text;
    const int seen = take_side(table, args);
    if (seen != CLI_YES) {
        return seen;
    }
    f.source.seed = 1;
    if (!cli_number(args, "seed", 0, UINT64_MAX, &f.source.seed)) {
        return CLI_BAD;
    }
    for (size_t n = 0; (text = cli_value_at(args, "dice", n)) != NULL; n++) {
        if (!cli_faces(args, "dice", text, f.faces, &f.face_count)) {
            return CLI_BAD;
        }
    }
    f.source.dice = (uint8_t)(cli_has(args, "dice") ? QM_DICE_ASKED : QM_DICE_GENERATED);
    f.source.choices = (uint8_t)(cli_has(args, "choose") ? QM_CHOICES_ASKED : QM_CHOICES_AUTOMATIC);
    for (size_t n = 0; (text = cli_value_at(args, "after", n)) != NULL; n++) {
        const int status = play_one(&f, text);
        if (status != CLI_YES) {
            return status;
        }
    }
    table->dice_index = f.source.index;
    table->choice_index = f.choice_at;
    if (f.face_at < f.face_count) {
        return cli_usage(args->command, "%zu of the dice of --dice are left over", f.face_count - f.face_at);
    }
    return CLI_YES;
}
