/* quickmarch, the program: its commands, exit statuses and the one table that describes them.
 *
 * Invariant: help, the man page, completion scripts and option parsing are all made from cli_commands, so that nothing
 * is documented that is not accepted and nothing accepted that is not documented. A command is called with argv[0] as
 * its own name.
 */
#ifndef QUICKMARCH_CLI_H
#define QUICKMARCH_CLI_H

#include <stdbool.h>
#include <stddef.h>

#include "quickmarch/base.h"

/* The exit status of every command. */
enum {
    CLI_YES = 0, /* legal, passed, done */
    CLI_NO = 1,  /* illegal, failed */
    CLI_BAD = 2, /* bad input or usage */
    CLI_ASK = 3  /* the rules leave it to a person */
};

/* An option: --name, or -letter where it has one. */
typedef struct cli_option {
    const char *name;
    char letter;       /* 0 = none */
    const char *value; /* what follows it, for help: "N"; NULL for a flag */
    const char *words; /* values to complete, separated by spaces; NULL: anything */
    const char *text;  /* what it does, a sentence without its full stop */
} cli_option;

/* Options that many commands share. */
enum {
    CLI_TAKES_JSON = 1,
    CLI_TAKES_COLOR = 2,
    CLI_TAKES_RULES = 4, /* --rules, --set */
    CLI_TAKES_GAME = 8,  /* --after, --dice, --choose, --seed */
    CLI_TAKES_HELP = 16
};

#define CLI_EXAMPLES_MAX 4

/* A command. */
typedef struct cli_command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *arguments;                  /* "SCENARIO 'ORDER'" */
    const char *summary;                    /* a few words, for the list of commands */
    const char *text;                       /* some sentences */
    unsigned shared;                        /* CLI_TAKES_… */
    const cli_option *options;              /* its own, ended by a NULL name; may be NULL */
    const char *examples[CLI_EXAMPLES_MAX]; /* command lines that work from the top of the source tree */
} cli_command;

/* All of them, in the order of help, ended by a NULL name. */
extern const cli_command cli_commands[];
/* NULL if there is none. */
const cli_command *cli_command_named(const char *name);
/* The n-th option a command takes, its own first and then those it shares; NULL beyond the end. */
const cli_option *cli_command_option(const cli_command *command, size_t n);

int cli_judge(int argc, char **argv);
int cli_odds(int argc, char **argv);
int cli_reach(int argc, char **argv);
int cli_plan(int argc, char **argv);
int cli_see(int argc, char **argv);
int cli_options(int argc, char **argv);
int cli_rules(int argc, char **argv);
int cli_check(int argc, char **argv);
int cli_compare(int argc, char **argv);
int cli_replay(int argc, char **argv);
int cli_validate(int argc, char **argv);
int cli_help(int argc, char **argv);
int cli_version(int argc, char **argv);
int cli_completion(int argc, char **argv);
int cli_man(int argc, char **argv);

/* The commands with files of their own. */
int cli_play(int argc, char **argv);
int cli_pipe(int argc, char **argv);
int cli_draw(int argc, char **argv);

#endif
