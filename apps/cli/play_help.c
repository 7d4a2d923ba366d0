/* quickmarch play: help, how an order is written, orders to begin with, and the position for programs.
 *
 * Everything is made from what the family declares and from the position, but for one example of an order with a
 * facing.
 */
#include <string.h>

#include "play.h"

enum { EXAMPLES_MAX = 6 };

/* --------------------------------------------------------------------------------------------------- kinds of order */

/* A field that an edit may set to a number. */
static const char *number_field(const qm_rules_facts *family) {
    for (size_t i = 0; i < family->figure_state_count; i++) {
        if (family->figure_state[i].type == QM_TYPE_NUMBER && (family->figure_state[i].flags & QM_FIELD_EDIT)) {
            return family->figure_state[i].name;
        }
    }
    return "FIELD";
}

static void example_operand(play *p, qm_operand operand, const char *words, const char *figure) {
    char word[64] = "";
    qm_look look = {0};
    switch (operand) {
    case QM_OPERAND_NONE:
        return;
    case QM_OPERAND_FIGURE:
        play_say(p, figure);
        return;
    case QM_OPERAND_SIDE:
        play_say(p, qm_side_name(p->scenario, 1));
        return;
    case QM_OPERAND_ITEM:
        play_say(p, qm_item_count(p->scenario) > 0 ? qm_item_name(p->scenario, 1) : "ITEM");
        return;
    case QM_OPERAND_PLACE:
        qm_figure_look(p->scenario, p->view, 1, &look);
        qm_place_print(p->scenario, look.at.x ? look.at : (qm_place){1, 1, 0}, &p->out);
        return;
    case QM_OPERAND_DIRECTION:
        qm_direction_print(p->scenario, 1, &p->out);
        return;
    case QM_OPERAND_NUMBER:
        play_say(p, "1");
        return;
    case QM_OPERAND_WORD:
        qm_words_at(words, 0, word, sizeof word);
        play_say(p, word);
        return;
    case QM_OPERAND_FIELD:
        play_say(p, number_field(qm_scenario_family(p->scenario)));
        return;
    case QM_OPERAND_VALUE:
        play_say(p, "1");
        return;
    case QM_OPERAND_UNIT:
        play_say(p, qm_actor_name(p->scenario, qm_figure_named(p->scenario, figure)));
        return;
    case QM_OPERAND_ROW:
        play_say(p, "ROW");
        return;
    }
}

static bool takes(const qm_rules_facts *family, uint16_t order, uint16_t leg) {
    return !family->order_legs || (family->order_legs[order] >> leg & 1) != 0;
}

/* Where the order takes legs that name a unit, one of them, at an enemy: it is about that unit. */
static void say_target(play *p, uint16_t number, uint16_t actor) {
    const qm_rules_facts *family = qm_scenario_family(p->scenario);
    const uint16_t figures = qm_figure_count(p->scenario), side = qm_figure_side(p->scenario, actor);
    uint16_t enemy = figures;
    while (enemy > 0 && qm_figure_side(p->scenario, enemy) == side) {
        enemy--;
    }
    for (uint16_t i = 1; i < family->leg_count && enemy > 0 && (family->orders[number].flags & QM_ORDER_LEGS); i++) {
        if (family->legs[i].operand == QM_OPERAND_UNIT && takes(family, number, i)) {
            play_sayf(p, " %s %s", family->legs[i].keyword, qm_actor_name(p->scenario, enemy));
        }
    }
}

/* An order of the kind as it could be written in this game; whether it is legal is another question. */
static void say_example(play *p, uint16_t number) {
    const qm_order_kind *kind = &qm_scenario_family(p->scenario)->orders[number];
    const char *other = qm_figure_name(p->scenario, qm_figure_count(p->scenario));
    const uint16_t actor = play_actor(p) ? play_actor(p) : 1;
    play_say(p, "  for instance: ");
    if (kind->flags & QM_ORDER_ACTOR) {
        play_sayf(p, "%s ", qm_actor_name(p->scenario, actor));
    }
    play_say(p, kind->name);
    for (size_t i = 0; i < kind->argument_count; i++) {
        const qm_argument *argument = &kind->arguments[i];
        play_sayf(p, " %s%s", argument->keyword, *argument->keyword ? " " : "");
        const bool first = i == 0 && !(kind->flags & QM_ORDER_ACTOR);
        example_operand(p, argument->operand, argument->words, first ? qm_figure_name(p->scenario, actor) : other);
    }
    say_target(p, number, actor);
    play_say(p, "\n");
}

/* An order of the kind that is legal now, if there is one; else one that shows how it is written. */
static void say_order_example(play *p, uint16_t number) {
    qm_options_result found = {0};
    qm_scratch *scratch = qm_game_scratch(p->game);
    play_look(p);
    const bool asked = play_wanted(p).what == 0 && qm_options(p->scenario, p->view, 0, scratch, &found) == QM_OK;
    for (uint32_t i = 0; asked && i < found.count; i++) {
        qm_order order;
        if (qm_option(p->scenario, p->view, scratch, i, &order) == QM_OK && order.kind == number) {
            play_say(p, "  now, for instance: ");
            qm_order_print(p->scenario, &order, &p->out);
            play_say(p, "\n");
            return;
        }
    }
    say_example(p, number);
}

/* One that goes somewhere, as orders are more often than not. */
static void say_one(play *p, const char *before) {
    qm_options_result found = {0};
    qm_scratch *scratch = qm_game_scratch(p->game);
    const qm_rules_facts *family = qm_scenario_family(p->scenario);
    play_look(p);
    const bool asked = play_wanted(p).what == 0 && qm_options(p->scenario, p->view, 0, scratch, &found) == QM_OK;
    for (uint32_t i = 0; asked && i < found.count; i++) {
        qm_order order;
        if (qm_option(p->scenario, p->view, scratch, i, &order) == QM_OK && order.leg_count > 0 &&
            family->legs[order.legs[0].kind].operand == QM_OPERAND_PLACE) {
            play_say(p, before);
            qm_order_print(p->scenario, &order, &p->out);
            return;
        }
    }
}

static void say_text(play *p, const char *text, const char *clauses) {
    cli_wrap(&p->out, text, 2, PLAY_WIDTH);
    play_sayf(p, "%s%s%s\n", *clauses ? " (" : "", clauses, *clauses ? ")" : "");
}

const char *play_cell_name(const play *p, char out[PLAY_CELL_MAX]) {
    const char *word = qm_cell_word(qm_scenario_family(p->scenario)->space);
    size_t i = 0;
    for (; word[i] && i + 1 < PLAY_CELL_MAX; i++) {
        out[i] = (char)(word[i] - 'a' + 'A');
    }
    out[i] = '\0';
    return out;
}

static bool help_kind(play *p, const char *name) {
    const qm_rules_facts *family = qm_scenario_family(p->scenario);
    const uint16_t number = qm_order_kind_named(family, name);
    if (number) {
        const qm_order_kind *kind = &family->orders[number];
        qm_order_grammar(family, number, &p->out);
        play_say(p, "\n");
        say_text(p, kind->text, kind->clauses);
        const char *before = "  LEG is ";
        for (uint16_t i = 1; i < family->leg_count && (kind->flags & QM_ORDER_LEGS); i++) {
            if (takes(family, number, i)) {
                play_say(p, before);
                qm_leg_grammar(family, i, &p->out);
                before = " | ";
            }
        }
        play_say(p, kind->flags & QM_ORDER_LEGS ? "\n" : "");
        say_order_example(p, number);
        return true;
    }
    for (uint16_t i = 1; i < family->leg_count; i++) {
        if (strcmp(family->legs[i].name, name) == 0) {
            qm_leg_grammar(family, i, &p->out);
            play_say(p, ", a part of a movement\n");
            say_text(p, family->legs[i].text, family->legs[i].clauses);
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------------------------------------------------- help */

/* The first commands: those whose words depend on the game. */
static void say_first_commands(play *p) {
    const qm_rules_facts *family = qm_scenario_family(p->scenario);
    const bool turns = play_has_turns(family), table = family->space == QM_SPACE_TABLE;
    char cell[PLAY_CELL_MAX];
    play_say(p, "  ORDER               carry it out");
    play_say(p, turns && !table ? ": Ada half 0304 0305 face NE" : "");
    if (!turns || table) {
        say_one(p, ", such as: ");
    }
    play_sayf(p, "; the figure to act may be left out\n  NUMBER              the option of that number%s\n",
              !turns  ? ""
              : table ? "; 'NUMBER face 45' turns it at its end"
                      : "; 'NUMBER face NE' turns it at its end");
    play_sayf(p,
              "  Enter               'next' when it is due\n"
              "  options [KIND]      what can be done, in groups; with a kind all of it, on a map; with a figure what it can do\n"
              "  judge ORDER         may it be done, what does it cost, what can go wrong?\n"
              "  odds ORDER          everything that can come of it, with chances\n"
              "  reach [FIGURE]      where it can get, at what cost\n"
              "  plan [FIGURE] %-6sways to a %s, from the shortest to the safest; 'way N' takes one\n",
              play_cell_name(p, cell), qm_cell_word(family->space));
    if (family->threat) {
        play_sayf(p, "  threat [FIGURE]     the %s it %s\n", qm_cell_words(family->space), family->threat);
    }
    play_sayf(p,
              "  see [A] B           distance, sight, %s\n"
              "  rules CLAUSE        what a rule says: rules %s\n",
              turns ? "front, engagement, the chance of an attack" : "whether they stop each other",
              family->clauses[family->clause_count > 12 ? 11 : 0].id); /* not the first, which says little */
}

static const char help_text[] =
    "  board, figures      the board (board all: the whole of it), the figures\n"
    "  draw FILE [FIGURE]  a picture of the position as SVG, with the reach of the figure\n"
    "  undo [N]            take back orders, up to the last die; 'undo!' takes back dice as well, and new ones fall\n"
    "  dice type|roll      dice typed in, or rolled by the program\n"
    "  auto                when a choice is asked: the automatic answer, and so for all that this side is asked\n"
    "                      until the order is carried out, also between dice that are typed in\n"
    "  confirm on|all|off  show the risk and ask before moves with checks or warnings, before every one, or never\n"
    "  screen on|off       show the board after every order, or not\n"
    "  save [FILE]         write the game; 'quickmarch play FILE' goes on with it\n"
    "  order ORDER         an order, where a figure has the name of a command\n"
    "  quit                leave\n";

/* For families in which something can be hidden. */
static const char hidden_text[] =
    "  hand [SIDE]         give the screen to a side while something is hidden; it is cleared first\n"
    "  undo                while something is hidden: take back your own last declaration\n"
    "  log                 what has been ordered, as far as you may know it\n"
    "  assume ORDER        ask questions as if this had been ordered; 'assume nothing' forgets it\n";

bool play_has_orders(const qm_rules_facts *family, uint8_t flag) {
    for (uint16_t i = 1; i < family->order_count; i++) {
        if (family->orders[i].flags & flag) {
            return true;
        }
    }
    return false;
}

/* A kind with something to explain: the first in which one figure is told to do something about another. */
static const char *kind_to_explain(const qm_rules_facts *family) {
    for (uint16_t i = 1; i < family->order_count; i++) {
        const qm_order_kind *kind = &family->orders[i];
        if ((kind->flags & QM_ORDER_ACTOR) && kind->argument_count > 0 &&
            kind->arguments[0].operand == QM_OPERAND_FIGURE && !kind->arguments[0].optional) {
            return kind->name;
        }
    }
    return "next";
}

static void help_orders(play *p) {
    const qm_rules_facts *family = qm_scenario_family(p->scenario);
    const char *who = play_has_orders(family, QM_ORDER_UNIT) ? "unit" : "figure";
    play_sayf(p, "Orders (after the %s's name, unless it says otherwise):\n", who);
    for (uint16_t i = 1; i < family->order_count; i++) {
        const qm_order_kind *kind = &family->orders[i];
        play_sayf(p, "  %-11s%s", kind->name, kind->text);
        if (!(kind->flags & QM_ORDER_ACTOR)) {
            play_sayf(p, " (%sno %s before it)", kind->flags & QM_ORDER_EDIT ? "game master, " : "", who);
        }
        play_say(p, "\n");
    }
    play_say(p, "Legs of a movement, in order:\n");
    for (uint16_t i = 1; i < family->leg_count; i++) {
        const qm_leg_kind *leg = &family->legs[i];
        const char *bare = leg->operand == QM_OPERAND_FIGURE ? "FIGURE" : "PLACE";
        play_sayf(p, "  %-11s%s\n", *leg->keyword ? leg->keyword : bare, leg->text);
    }
}

void play_help(play *p, const char *rest) {
    const qm_rules_facts *family = qm_scenario_family(p->scenario);
    if (strcmp(rest, "orders") == 0) {
        help_orders(p);
    } else if (!*rest) {
        say_first_commands(p);
        play_say(p, help_text);
        play_say(p, play_has_orders(family, QM_ORDER_IDLE)
                        ? "  rest                the figures of your side that are still to act do nothing\n"
                        : "");
        play_say(p, play_has_orders(family, QM_ORDER_HIDDEN) ? hidden_text : "");
        play_sayf(p, "  help orders         the kinds of order; 'help %s' how one of them is written\n",
                  kind_to_explain(family));
    } else if (!help_kind(p, rest)) {
        play_sayf(p, "There is no order '%.60s'; 'help orders' lists them, 'help' the commands.\n", rest);
    }
}

/* --------------------------------------------------------------------------------------------------------- examples */

/* Begins the next turn on a copy, with the dice that typing it would bring. */
static bool look_ahead(play *p, qm_state *after, const char **order_name) {
    qm_order order = {.kind = play_advance_kind(p)};
    qm_verdict verdict;
    qm_played played = QM_PLAYED_DONE;
    qm_source source = {.dice = QM_DICE_GENERATED, .choices = QM_CHOICES_AUTOMATIC, .seed = qm_game_seed(p->game)};
    memcpy(after, p->view, qm_state_size(p->scenario));
    *order_name = qm_scenario_family(p->scenario)->orders[order.kind].name;
    return order.kind != 0 && qm_judge(p->scenario, after, &order, p->table.scratch, &verdict) == QM_OK &&
           qm_verdict_playable(&verdict) &&
           qm_play(p->scenario, after, p->table.scratch, &source, NULL, &played) == QM_OK && played == QM_PLAYED_DONE;
}

void play_examples(play *p) {
    const char *first = "";
    qm_options_result found = {0};
    if (play_actor(p) != 0 || play_wanted(p).what != 0 || qm_state_ended(play_state(p)) ||
        !look_ahead(p, p->spare, &first) || qm_state_actor(p->scenario, p->spare) == 0 ||
        qm_options(p->scenario, p->spare, 0, p->table.scratch, &found) != QM_OK) {
        return;
    }
    play_sayf(p, "\nAfter '%s' (with --seed %llu) %s is to act, and could for instance:\n", first,
              (unsigned long long)qm_game_seed(p->game),
              qm_actor_name(p->scenario, qm_state_actor(p->scenario, p->spare)));
    bool shown[256] = {false};
    int told = 0;
    for (uint32_t i = 0; i < found.count && told < EXAMPLES_MAX; i++) {
        qm_order order;
        if (qm_option(p->scenario, p->spare, p->table.scratch, i, &order) == QM_OK && order.kind < 256 &&
            !shown[order.kind]) {
            shown[order.kind] = true;
            told++;
            play_say(p, "  ");
            qm_order_print(p->scenario, &order, &p->out);
            play_say(p, "\n");
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------- JSON */

int play_position(play *p) {
    qm_text out = qm_text_growing(NULL), rules = qm_text_growing(NULL);
    cli_json json = {.out = &out};
    qm_options_result found = {0};
    qm_scratch *scratch = qm_game_scratch(p->game);
    const uint16_t actor = play_actor(p);
    play_look(p);
    qm_scenario_rules(p->scenario, &rules);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "title", qm_scenario_title(p->scenario));
    cli_json_text(&json, "rules", rules.data ? rules.data : "");
    cli_json_raw(&json, "state");
    qm_state_write_json(p->scenario, p->view, &out);
    if (actor && play_wanted(p).what == 0 && qm_options(p->scenario, p->view, 0, scratch, &found) == QM_OK) {
        cli_json_raw(&json, "options");
        qm_options_write_json(p->scenario, p->view, actor, scratch, &found, &out);
    }
    cli_json_close(&json, '}');
    qm_text_add_char(&out, '\n');
    qm_text_free(&rules);
    return cli_put(&out, CLI_YES);
}
