/* Taking a command line apart by the table of commands, and complaining well.
 *
 * Options may stand anywhere; --name=value and --name value are the same; "--" ends them. No option begins with a
 * digit, so "-1,5" is a place. Rejected: getopt_long, which keeps its place in globals and cannot suggest the option
 * that was meant.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"

enum { WORD_MAX = 40 };

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c == '_' ? '-' : c;
}

static size_t least_of(size_t a, size_t b, size_t c) {
    const size_t ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Insertions, deletions and replacements that turn one word into the other. */
static size_t distance(const char *a, const char *b) {
    const size_t la = strlen(a), lb = strlen(b);
    if (la > WORD_MAX || lb > WORD_MAX) {
        return SIZE_MAX;
    }
    size_t row[WORD_MAX + 1];
    for (size_t j = 0; j <= lb; j++) {
        row[j] = j;
    }
    for (size_t i = 1; i <= la; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= lb; j++) {
            const size_t above = row[j];
            row[j] = least_of(above + 1, row[j - 1] + 1, diagonal + (lower(a[i - 1]) != lower(b[j - 1])));
            diagonal = above;
        }
    }
    return row[lb];
}

const char *cli_nearest(const char *word, const char *const *list, size_t count) {
    const char *best = NULL;
    size_t best_distance = strlen(word) / 3 + 2;
    for (size_t i = 0; i < count; i++) {
        const size_t d = distance(word, list[i]);
        if (d < best_distance && d < strlen(list[i])) {
            best = list[i];
            best_distance = d;
        }
    }
    return best;
}

int cli_usage(const cli_command *command, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fprintf(stderr, "quickmarch%s%s: ", command ? " " : "", command ? command->name : "");
    vfprintf(stderr, format, list);
    fprintf(stderr, "\nTry 'quickmarch %s%s'.\n", command ? command->name : "help", command ? " --help" : "");
    va_end(list);
    return CLI_BAD;
}

/* -------------------------------------------------------------------------------------------------------- options */

static const cli_option *option_named(const cli_command *command, const char *name, size_t length) {
    const cli_option *option;
    for (size_t n = 0; (option = cli_command_option(command, n)) != NULL; n++) {
        if (strlen(option->name) == length && memcmp(option->name, name, length) == 0) {
            return option;
        }
    }
    return NULL;
}

static const cli_option *option_lettered(const cli_command *command, char letter) {
    const cli_option *option;
    for (size_t n = 0; (option = cli_command_option(command, n)) != NULL; n++) {
        if (option->letter == letter) {
            return option;
        }
    }
    return NULL;
}

static int unknown_option(const cli_command *command, const char *word, size_t length) {
    const char *names[40];
    size_t count = 0;
    const cli_option *option;
    while (count < 40 && (option = cli_command_option(command, count)) != NULL) {
        names[count++] = option->name;
    }
    char name[WORD_MAX + 1] = "";
    if (length <= WORD_MAX) {
        memcpy(name, word, length);
    }
    const char *near = length > 1 ? cli_nearest(name, names, count) : NULL;
    return near ? cli_usage(command, "unknown option '--%.*s'; did you mean '--%s'?", (int)length, word, near)
                : cli_usage(command, "unknown option '%s%.*s'", length > 1 ? "--" : "-", (int)length, word);
}

/* Takes the option at argv[*at] and what belongs to it. */
static int take_option(cli_args *args, int argc, char **argv, int *at) {
    const char *word = argv[*at];
    const bool is_long = word[1] == '-';
    const char *name = word + (is_long ? 2 : 1);
    const char *value = is_long ? strchr(name, '=') : name[1] ? name + 1 : NULL;
    const size_t length = value ? (size_t)(value - name) : strlen(name);
    const cli_option *option =
        is_long ? option_named(args->command, name, length) : option_lettered(args->command, name[0]);
    if (!option) {
        return unknown_option(args->command, name, is_long ? length : 1);
    }
    if (value && is_long) {
        value++;
    }
    if (!option->value && value) {
        return cli_usage(args->command, "option '--%s' takes no value", option->name);
    }
    if (option->value && !value) {
        if (*at + 1 >= argc) {
            return cli_usage(args->command, "option '--%s' needs a value: %s", option->name, option->value);
        }
        value = argv[++*at];
    }
    args->given[args->given_count++] = (cli_given){option, value ? value : ""};
    return CLI_YES;
}

/* Whether a word begins as an option does, and not as a number below 0 does. */
static bool is_option(const char *word) {
    const char first = word[0] == '-' ? word[1] : 0;
    return first && first != '.' && !(first >= '0' && first <= '9');
}

static int take_all(cli_args *args, int argc, char **argv) {
    bool ended = false;
    for (int i = 1; i < argc; i++) {
        if (!ended && strcmp(argv[i], "--") == 0) {
            ended = true;
        } else if (!ended && is_option(argv[i])) {
            const int status = take_option(args, argc, argv, &i);
            if (status != CLI_YES) {
                return status;
            }
        } else {
            args->plain[args->plain_count++] = argv[i];
        }
    }
    return CLI_YES;
}

static int check_count(const cli_args *args, size_t least, size_t most) {
    if (args->plain_count < least) {
        return cli_usage(args->command, "too few arguments; it takes %s", args->command->arguments);
    }
    if (args->plain_count > most) {
        return cli_usage(args->command, "too many arguments: '%s'; it takes %s", args->plain[most],
                         *args->command->arguments ? args->command->arguments : "none");
    }
    return CLI_YES;
}

static int check_words(const cli_args *args) {
    for (size_t i = 0; i < args->given_count; i++) {
        const cli_option *option = args->given[i].option;
        if (option->value && option->words && qm_words_find(option->words, args->given[i].value) < 0) {
            return cli_usage(args->command, "option '--%s' is one of: %s; not '%s'", option->name, option->words,
                             args->given[i].value);
        }
    }
    return CLI_YES;
}

/* --help is seen before anything is complained about. */
static bool wants_help(int argc, char **argv) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return true;
        }
    }
    return false;
}

bool cli_args_read(cli_args *args, int argc, char **argv, size_t least, size_t most, int *status) {
    *args = (cli_args){.command = cli_command_named(argv[0])};
    if (wants_help(argc, argv)) {
        qm_text out = qm_text_growing(NULL);
        cli_help_print(args->command, &out);
        *status = cli_put(&out, CLI_YES);
        return false;
    }
    args->plain = calloc((size_t)argc + 1, sizeof *args->plain);
    args->given = calloc((size_t)argc + 1, sizeof *args->given);
    if (!args->plain || !args->given) {
        fputs("quickmarch: out of memory\n", stderr);
        *status = CLI_BAD;
    } else {
        *status = take_all(args, argc, argv);
    }
    if (*status == CLI_YES) {
        *status = check_count(args, least, most);
    }
    if (*status == CLI_YES) {
        *status = check_words(args);
    }
    if (*status != CLI_YES) {
        cli_args_free(args);
        return false;
    }
    args->json = cli_has(args, "json");
    args->color = !args->json && cli_colored(cli_value(args, "color"), false);
    return true;
}

void cli_args_free(cli_args *args) {
    free((void *)args->plain);
    free(args->given);
    args->plain = NULL;
    args->given = NULL;
}

const char *cli_value_at(const cli_args *args, const char *name, size_t n) {
    for (size_t i = 0; i < args->given_count; i++) {
        if (strcmp(args->given[i].option->name, name) == 0 && n-- == 0) {
            return args->given[i].value;
        }
    }
    return NULL;
}

const char *cli_value(const cli_args *args, const char *name) {
    const char *last = NULL;
    for (size_t i = 0; i < args->given_count; i++) {
        if (strcmp(args->given[i].option->name, name) == 0) {
            last = args->given[i].value;
        }
    }
    return last;
}

bool cli_has(const cli_args *args, const char *name) {
    return cli_value(args, name) != NULL;
}

bool cli_number(const cli_args *args, const char *name, uint64_t low, uint64_t high, uint64_t *out) {
    const char *text = cli_value(args, name);
    if (!text) {
        return true;
    }
    uint64_t value = 0;
    bool fine = *text != 0;
    for (const char *c = text; *c && fine; c++) {
        const unsigned digit = (unsigned)(*c - '0');
        fine = digit <= 9 && value <= (UINT64_MAX - digit) / 10;
        value = fine ? value * 10 + digit : 0;
    }
    if (!fine || value < low || value > high) {
        cli_usage(args->command, "option '--%s' is a whole number from %llu to %llu, not '%s'", name,
                  (unsigned long long)low, (unsigned long long)high, text);
        return false;
    }
    *out = value;
    return true;
}
