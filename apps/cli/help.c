/* Help and the manual page, both from the table of commands. docs/man/quickmarch.1 is the output of `quickmarch man`.
 */
#include <string.h>

#include "common.h"

enum { WIDTH = 100, TEXT_COLUMN = 24 };

/* "  -k, --filter TEXT" */
static void option_head(const cli_option *option, qm_text *out) {
    if (option->letter) {
        qm_text_addf(out, "-%c, ", option->letter);
    }
    qm_text_addf(out, "--%s%s%s", option->name, option->value ? " " : "", option->value ? option->value : "");
}

static void print_option(const cli_option *option, qm_text *out) {
    char head[80];
    qm_text text = qm_text_over(head, sizeof head);
    option_head(option, &text);
    qm_text_addf(out, "  %s", head);
    qm_text sentence = qm_text_growing(NULL);
    cli_wrap(&sentence, option->text, TEXT_COLUMN, WIDTH);
    if (strlen(head) + 3 <= TEXT_COLUMN && sentence.length > TEXT_COLUMN) {
        cli_pad(out, strlen(head) + 2, TEXT_COLUMN);
        qm_text_add(out, sentence.data + TEXT_COLUMN);
    } else {
        qm_text_addf(out, "\n%s", sentence.data ? sentence.data : "");
    }
    qm_text_add_char(out, '\n');
    qm_text_free(&sentence);
}

void cli_help_print(const cli_command *command, qm_text *out) {
    qm_text_addf(out, "Usage: quickmarch %s%s%s [OPTIONS]\n\n", command->name, *command->arguments ? " " : "",
                 command->arguments);
    cli_wrap(out, command->text, 0, WIDTH);
    qm_text_add(out, "\n\nOptions:\n");
    const cli_option *option;
    for (size_t n = 0; (option = cli_command_option(command, n)) != NULL; n++) {
        print_option(option, out);
    }
    for (size_t i = 0; i < CLI_EXAMPLES_MAX && command->examples[i]; i++) {
        qm_text_addf(out, "%s  %s\n", i == 0 ? "\nExamples:\n" : "", command->examples[i]);
    }
}

/* --------------------------------------------------------------------------------------------------------- man page */

/* Text for roff: backslashes and leading points escaped, minus signs as typed. */
static void roff(const char *text, qm_text *out) {
    if (*text == '.' || *text == '\'') {
        qm_text_add(out, "\\&");
    }
    for (; *text; text++) {
        if (*text == '\\') {
            qm_text_add(out, "\\e");
        } else if (*text == '-') {
            qm_text_add(out, "\\-");
        } else if (*text == '\'') {
            qm_text_add(out, "\\(aq");
        } else {
            qm_text_add_char(out, *text);
        }
    }
}

/* One paragraph a sentence a line, as roff likes it. */
static void paragraph(const char *text, qm_text *out) {
    roff(text, out);
    qm_text_add_char(out, '\n');
}

static void man_option(const cli_option *option, qm_text *out) {
    qm_text_add(out, ".TP\n");
    if (option->letter) {
        qm_text_addf(out, "\\fB\\-%c\\fR, ", option->letter);
    }
    qm_text_add(out, "\\fB\\-\\-");
    roff(option->name, out);
    qm_text_add(out, "\\fR");
    if (option->value) {
        qm_text_add(out, " \\fI");
        roff(option->value, out);
        qm_text_add(out, "\\fR");
    }
    qm_text_add_char(out, '\n');
    paragraph(option->text, out);
}

static void man_command(const cli_command *command, qm_text *out) {
    qm_text_add(out, ".SS \"quickmarch ");
    roff(command->name, out);
    qm_text_addf(out, "%s", *command->arguments ? " " : "");
    roff(command->arguments, out);
    qm_text_add(out, "\"\n");
    paragraph(command->text, out);
    const cli_option *option;
    for (size_t n = 0; (option = cli_command_option(command, n)) != NULL; n++) {
        if (strcmp(option->name, "help") != 0) {
            man_option(option, out);
        }
    }
    for (size_t i = 0; i < CLI_EXAMPLES_MAX && command->examples[i]; i++) {
        qm_text_add(out, i == 0 ? ".PP\n.EX\n" : "");
        paragraph(command->examples[i], out);
    }
    qm_text_add(out, command->examples[0] ? ".EE\n" : "");
}

static void man_files(qm_text *out) {
    qm_text_add(out, ".SH FILES\n"
                     "Scenarios and rulebooks may be named without a path.\n"
                     "They are looked for in\n.I scenarios\nand\n.I rulebooks\n"
                     "below the current directory, below the source tree the program was built from, below the "
                     "directory of shared files it\n"
                     "was installed with, and in\n.I ../share/quickmarch\nbeside the program.\n"
                     "Rulebooks are written in a subset of TOML; scenarios, rosters, cases and logs in JSON.\n"
                     "The formats are described in\n.I docs/formats\nof the source tree.\n");
}

static void man_ends(qm_text *out) {
    qm_text_add(
        out, ".SH \"EXIT STATUS\"\n"
             ".TP\n.B 0\nThe order is legal, the cases passed, the file is right, the question was answered.\n"
             ".TP\n.B 1\nThe order is illegal, a case failed, a replay differs, there is no way.\n"
             ".TP\n.B 2\nBad input or usage; what is wrong goes to standard error as\n"
             ".RI \"\\(dq\" file : line : column \": error: \" field \": \" message \\(dq.\n"
             ".TP\n.B 3\nThe rules leave the question to a person.\n"
             ".SH ENVIRONMENT\n"
             ".TP\n.B NO_COLOR\nIf set and not empty, nothing is coloured unless\n.B \\-\\-color always\nis given.\n");
    man_files(out);
    qm_text_add(out, ".SH NOTATION\n"
                     "An order is one line: the figure, the kind of order, and legs or arguments, such as\n"
                     ".RI \\(dq \"Ada half 0304 0305 face NE\" \\(dq.\n"
                     "The kinds of a family are listed by\n.BR \"quickmarch rules\" .\n"
                     "An order that contains blanks must be quoted for the shell.\n");
}

int cli_man(int argc, char **argv) {
    cli_args args;
    int status;
    if (!cli_args_read(&args, argc, argv, 0, 0, &status)) {
        return status;
    }
    qm_text out = qm_text_growing(NULL);
    qm_text_addf(&out, ".TH QUICKMARCH 1 \"\" \"quickmarch %s\" \"User commands\"\n", qm_version());
    qm_text_add(&out, ".SH NAME\nquickmarch \\- a referee for tabletop skirmish games\n"
                      ".SH SYNOPSIS\n.B quickmarch\n.I COMMAND\n.RI [ ARGUMENTS ]\n.RI [ OPTIONS ]\n"
                      ".SH DESCRIPTION\n"
                      "Quickmarch knows the rules of skirmish games and answers: may I do this, what does it cost, "
                      "what can go wrong and\n"
                      "with what odds?\n"
                      "It cites the clause behind every answer, plays the game, replays it, checks the worked examples "
                      "of a rulebook and\n"
                      "shows what a change of the rules would do.\n"
                      ".PP\nText is for people,\n.B \\-\\-json\nfor programs.\n"
                      "Options may stand anywhere;\n.B \\-\\-\nends them.\n"
                      ".SH COMMANDS\n");
    for (const cli_command *command = cli_commands; command->name; command++) {
        man_command(command, &out);
    }
    man_ends(&out);
    cli_args_free(&args);
    return cli_put(&out, CLI_YES);
}
