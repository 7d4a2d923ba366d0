/* quickmarch play: what is shown: the board, the figures, whose turn it is and what is up next.
 *
 * Invariant: everything shown is made from the view, the state as the side at the keyboard may know it, never from the
 * state itself.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"

enum {
    TABLE_PLACE_WIDTH = 18, /* "23.5,14.5@1.5" and a little more */
    PARTS_WIDTH = 100       /* of a line that tells where the figures of a unit are */
};

void play_look(play *p) {
    const uint16_t side = play_due_side(p);
    if (side != 0 && play_at_keyboard(p, side) && !play_secret(p)) {
        p->viewer = side; /* while something is hidden, play_hand_over alone may say who looks */
    }
    if (qm_project(p->scenario, play_state(p), p->viewer, p->view) != QM_OK) {
        memcpy(p->view, play_state(p), qm_state_size(p->scenario));
    }
}

int play_width(const play *p) {
    return p->script ? 0 : cli_terminal_width();
}

/* Where a part of `length` of `all` should begin so that `centre` is in its middle. */
static int32_t part_begin(int centre, int length, int all) {
    int begin = centre - length / 2;
    begin = begin > all - length + 1 ? all - length + 1 : begin;
    return begin < 1 ? 1 : begin;
}

/* The part of the board that fits the terminal, around whoever is to act. */
static void fit_part(const play *p, qm_board_options *options) {
    int columns, rows, width, height, fit;
    const int room = play_width(p);
    qm_board_size(p->scenario, &columns, &rows);
    qm_board_extent(p->scenario, columns, rows, &width, &height);
    if (room == 0 || width <= room) {
        return;
    }
    for (fit = columns; fit > 1 && width > room; fit--) {
        qm_board_extent(p->scenario, fit - 1, rows, &width, &height);
    }
    const uint16_t actor = qm_state_actor(p->scenario, p->view);
    qm_look look = {.at = {1, 1, 0}};
    if (actor) {
        qm_figure_look(p->scenario, p->view, actor, &look);
    }
    const int high = fit * 2 < rows ? fit * 2 : rows;
    options->from = (qm_place){part_begin(look.at.x, fit, columns), part_begin(look.at.y, high, rows), 0};
    options->to = (qm_place){options->from.x + fit - 1, options->from.y + high - 1, 0};
}

void play_board(play *p, const qm_board_mark *marks, size_t count, bool whole) {
    qm_board_options options = {
        .color = p->args->color, .ascii = p->ascii, .legend = true, .marks = marks, .mark_count = count};
    if (!whole) {
        fit_part(p, &options);
        options.width = play_width(p);
    }
    if (qm_board_print(p->scenario, p->view, &options, &p->out) == QM_OK && options.from.x != 0) {
        play_say(p, "(a part of the board; 'board all' shows the whole)\n");
    }
}

static cli_style style_of(const play *p, const qm_look *look, uint16_t figure) {
    if (look->posture >= QM_POSTURE_OUT || look->posture == QM_POSTURE_GONE) {
        return CLI_DIM;
    }
    return figure == qm_state_actor(p->scenario, p->view) ? CLI_BOLD : CLI_PLAIN;
}

static void figure_line(play *p, uint16_t figure) {
    char line[700], tag[QM_TAG_SIZE];
    qm_text text = qm_text_over(line, sizeof line);
    qm_look look;
    qm_figure_look(p->scenario, p->view, figure, &look);
    qm_figure_tag(p->scenario, figure, tag);
    const bool acts = figure == qm_state_actor(p->scenario, p->view);
    qm_text_addf(&text, "%s%s %-8s %-8s ", acts ? "> " : "  ", tag, qm_figure_name(p->scenario, figure),
                 qm_side_name(p->scenario, qm_figure_side(p->scenario, figure)));
    const size_t start = text.length;
    if (look.posture == QM_POSTURE_GONE) {
        qm_text_add(&text, "----    ");
    } else {
        qm_place_print(p->scenario, look.at, &text);
        char facing[16];
        qm_text direction = qm_text_over(facing, sizeof facing);
        qm_direction_print(p->scenario, look.facing, &direction);
        qm_text_addf(&text, " %-2s ", facing);
    }
    if (qm_scenario_family(p->scenario)->space == QM_SPACE_TABLE) {
        cli_pad(&text, text.length - start, TABLE_PLACE_WIDTH);
    }
    qm_figure_describe(p->scenario, p->view, figure, &text);
    play_paint(p, style_of(p, &look, figure), line);
    play_say(p, "\n");
}

/* Whether all figures of a unit that are left can be told in one: they look the same but for their places. */
static bool alike(play *p, uint16_t first, uint16_t count) {
    char kept[700] = "", line[700];
    for (uint16_t figure = first; figure < first + count; figure++) {
        qm_look look;
        qm_text text = qm_text_over(line, sizeof line);
        qm_figure_look(p->scenario, p->view, figure, &look);
        qm_figure_describe(p->scenario, p->view, figure, &text);
        if (look.posture == QM_POSTURE_GONE) {
            continue;
        }
        if (look.posture != QM_POSTURE_STANDING || (*kept && strcmp(kept, line) != 0)) {
            return false;
        }
        memcpy(kept, line, sizeof kept);
    }
    return *kept != 0;
}

/* "-3 Rl 17,4": what its name has beyond that of its unit, its tag, its place and, on a rectangle, its facing. */
static void part_words(play *p, uint16_t figure, const qm_look *look, qm_text *out) {
    char tag[QM_TAG_SIZE];
    const char *unit = qm_unit_name(p->scenario, qm_figure_unit(p->scenario, figure));
    const char *name = qm_figure_name(p->scenario, figure);
    const size_t length = strlen(unit);
    qm_figure_tag(p->scenario, figure, tag);
    qm_text_addf(out, "%s %s ", strncmp(name, unit, length) == 0 ? name + length : name, tag);
    qm_place_print(p->scenario, look->at, out);
    if (look->radius == 0) {
        qm_text_add(out, " face ");
        qm_direction_print(p->scenario, look->facing, out);
    }
}

/* A unit in two lines or three: what its figures are, and where. */
static void unit_lines(play *p, uint16_t unit, uint16_t first, uint16_t count) {
    char line[700];
    const uint16_t actor = qm_state_actor(p->scenario, p->view);
    const bool acts = actor && qm_figure_unit(p->scenario, actor) == unit;
    qm_text text = qm_text_over(line, sizeof line);
    bool begun = false;
    size_t column = 0;
    for (uint16_t figure = first; figure < first + count; figure++) {
        qm_look look;
        qm_figure_look(p->scenario, p->view, figure, &look);
        if (look.posture == QM_POSTURE_GONE) {
            continue;
        }
        if (!begun) {
            qm_text_addf(&text, "%s%-8s ", acts ? "> " : "  ",
                         qm_side_name(p->scenario, qm_figure_side(p->scenario, figure)));
            qm_figure_describe(p->scenario, p->view, figure, &text);
            play_paint(p, acts ? CLI_BOLD : CLI_PLAIN, line);
            begun = true;
        }
        qm_text_clear(&text);
        part_words(p, figure, &look, &text);
        const bool breaks = column == 0 || column + text.length + 3 > PARTS_WIDTH;
        play_say(p, breaks ? "\n             " : ", ");
        column = (breaks ? 13 : column + 2) + text.length;
        play_say(p, line);
    }
    play_say(p, "\n");
}

/* Figures of units one after the other are told unit by unit where that says all. */
static void side_lines(play *p, uint16_t side) {
    for (uint16_t figure = 1; figure <= qm_figure_count(p->scenario); figure++) {
        if (qm_figure_side(p->scenario, figure) != side) {
            continue;
        }
        uint16_t first = 0, count = 0;
        const uint16_t unit = qm_figure_unit(p->scenario, figure);
        qm_unit_figures(p->scenario, unit, &first, &count);
        if (count > 1 && figure == first && alike(p, first, count)) {
            unit_lines(p, unit, first, count);
            figure = (uint16_t)(first + count - 1);
        } else {
            figure_line(p, figure);
        }
    }
}

void play_figures(play *p) {
    for (uint16_t side = 1; side <= qm_side_count(p->scenario); side++) {
        side_lines(p, side);
    }
}

void play_title(play *p) {
    char rules[300];
    qm_text text = qm_text_over(rules, sizeof rules);
    qm_scenario_rules(p->scenario, &text);
    play_paint(p, CLI_BOLD, qm_scenario_title(p->scenario));
    play_sayf(p, "\nrules: %s; seed %llu\n", rules, (unsigned long long)qm_game_seed(p->game));
}

/* "turn 2, movement: Ada of Red is to act" */
static void headline(play *p) {
    const qm_rules_facts *family = qm_scenario_family(p->scenario);
    const uint16_t phase = qm_state_phase(p->view), actor = qm_state_actor(p->scenario, p->view);
    char line[200];
    qm_text text = qm_text_over(line, sizeof line);
    if (qm_state_turn(p->view) == 0) {
        qm_text_add(&text, "before the first turn");
    } else {
        qm_text_addf(&text, "turn %d, %s", qm_state_turn(p->view),
                     phase <= family->phase_count ? family->phases[phase] : "");
    }
    if (actor) {
        qm_text_addf(&text, ": %s of %s is to act", qm_actor_name(p->scenario, actor),
                     qm_side_name(p->scenario, qm_figure_side(p->scenario, actor)));
    }
    play_paint(p, CLI_BOLD, line);
    play_say(p, "\n");
}

void play_over(play *p) {
    const uint16_t winner = qm_state_winner(p->view);
    char line[300];
    qm_text text = qm_text_over(line, sizeof line);
    if (winner == 0) {
        qm_text_add(&text, "The game is over. Nobody wins.");
    } else {
        qm_text_addf(&text, "The game is over. %s wins", qm_side_name(p->scenario, winner));
        int allies = 0;
        for (uint16_t side = 1; side <= qm_side_count(p->scenario); side++) {
            if (side != winner && !qm_sides_hostile(p->scenario, winner, side)) {
                qm_text_addf(&text, "%s%s", allies++ == 0 ? ", with " : " and ", qm_side_name(p->scenario, side));
            }
        }
        qm_text_add(&text, "!");
    }
    play_paint(p, CLI_GOOD, line);
    play_say(p, "\n'undo', 'save FILE' and 'quit' are left.\n");
}

static void say_wanted(play *p, const qm_wanted *wanted) {
    if (wanted->side) {
        play_sayf(p, "%s: ", qm_side_name(p->scenario, wanted->side));
    }
    qm_wanted_print(p->scenario, wanted, &p->out);
    play_say(p, "\n");
    if (wanted->what == 1) {
        if (wanted->dice == 1) {
            play_sayf(p, "  type a face of 1 to %d, or 'roll' to have it rolled\n", wanted->sides);
        } else {
            play_sayf(p, "  type %d faces of 1 to %d, with blanks between, or 'roll' to have them rolled\n",
                      wanted->dice, wanted->sides);
        }
        return;
    }
    for (size_t i = 1; i <= wanted->option_count; i++) {
        play_sayf(p, "  %zu  ", i);
        qm_option_print(p->scenario, wanted, i, &p->out);
        play_say(p, i == wanted->automatic ? "  (the automatic answer)\n" : "\n");
    }
}

void play_next_up(play *p) {
    const qm_wanted wanted = play_wanted(p);
    play_look(p);
    if (wanted.what != 0) {
        say_wanted(p, &wanted);
    } else if (qm_state_ended(p->view)) {
        play_over(p);
    } else if (qm_state_actor(p->scenario, p->view) == 0) {
        const uint16_t kind = play_advance_kind(p);
        play_free(p);
        play_sayf(p, "Enter or '%s': go on.\n", kind ? qm_scenario_family(p->scenario)->orders[kind].name : "next");
    } else if (play_secret(p) && play_due_side(p) != p->viewer) {
        play_sayf(p, "It is for %s to act; 'hand' gives it the screen.\n", qm_side_name(p->scenario, play_due_side(p)));
    } else {
        play_groups(p);
    }
}

void play_screen(play *p) {
    play_look(p);
    if (p->screen && !p->shown) {
        play_say(p, "\n");
        play_board(p, NULL, 0, false);
        play_figures(p);
        p->shown = true;
    }
    if (p->news.length > 0) {
        play_say(p, p->news.data);
        qm_text_clear(&p->news);
    }
    headline(p);
    play_declared(p);
    play_next_up(p);
}
