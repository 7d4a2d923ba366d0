/* quickmarch: the program. Finds the command and calls it. */
#include <stdio.h>
#include <string.h>

#include "common.h"

/* The list of commands. */
static void print_overview(qm_text *out) {
    qm_text_add(out, "Usage: quickmarch COMMAND [ARGUMENTS] [OPTIONS]\n\n"
                     "A referee for tabletop skirmish games: may I do this, what does it cost, what can go wrong and "
                     "with what odds?\n\n"
                     "Commands:\n");
    for (const cli_command *command = cli_commands; command->name; command++) {
        qm_text_addf(out, "  %s", command->name);
        cli_pad(out, strlen(command->name), 11);
        qm_text_addf(out, " %s", command->arguments);
        cli_pad(out, strlen(command->arguments), 26);
        qm_text_addf(out, "%s\n", command->summary);
    }
    qm_text_add(out, "\nEvery command has --help, with its options and an example. Exit status: 0 legal or passed, 1 "
                     "illegal or failed,\n"
                     "2 bad input or usage, 3 left to a person.\n");
}

static int unknown_command(const char *word) {
    const char *names[40];
    size_t count = 0;
    while (count < 40 && cli_commands[count].name) {
        names[count] = cli_commands[count].name;
        count++;
    }
    const char *near = cli_nearest(word, names, count);
    return near ? cli_usage(NULL, "unknown command '%s'; did you mean '%s'?", word, near)
                : cli_usage(NULL, "unknown command '%s'", word);
}

static int overview(void) {
    qm_text out = qm_text_growing(NULL);
    print_overview(&out);
    return cli_put(&out, CLI_YES);
}

int cli_help(int argc, char **argv) {
    cli_args args;
    int status;
    if (!cli_args_read(&args, argc, argv, 0, 1, &status)) {
        return status;
    }
    if (args.plain_count == 0) {
        status = overview();
    } else {
        const cli_command *command = cli_command_named(args.plain[0]);
        if (command) {
            qm_text out = qm_text_growing(NULL);
            cli_help_print(command, &out);
            status = cli_put(&out, CLI_YES);
        } else {
            status = unknown_command(args.plain[0]);
        }
    }
    cli_args_free(&args);
    return status;
}

int cli_version(int argc, char **argv) {
    cli_args args;
    int status;
    if (!cli_args_read(&args, argc, argv, 0, 0, &status)) {
        return status;
    }
    qm_text out = qm_text_growing(NULL);
    cli_json json = {.out = &out};
    if (args.json) {
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "version", qm_version());
        cli_json_open(&json, "families", '{');
    } else {
        qm_text_addf(&out, "quickmarch %s\n", qm_version());
    }
    for (size_t i = 0; i < qm_family_count(); i++) {
        const qm_rules_facts *family = qm_family_at(i);
        if (args.json) {
            cli_json_int(&json, family->name, family->rules_version);
        } else {
            qm_text_addf(&out, "%s: rules version %u\n", family->name, (unsigned)family->rules_version);
        }
    }
    if (args.json) {
        cli_json_close(&json, '}');
        cli_json_close(&json, '}');
        qm_text_add_char(&out, '\n');
    }
    cli_args_free(&args);
    return cli_put(&out, CLI_YES);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        qm_text out = qm_text_growing(NULL);
        print_overview(&out);
        fputs(out.data ? out.data : "", stderr);
        qm_text_free(&out);
        return CLI_BAD;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        return overview();
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        char name[] = "version";
        char *version[] = {name, NULL};
        return cli_version(1, version);
    }
    const cli_command *command = cli_command_named(argv[1]);
    return command ? command->run(argc - 1, argv + 1) : unknown_command(argv[1]);
}
