/* Completion scripts for bash, zsh and fish, made from the table of commands. apps/cli/completion/ holds their output.
 */
#include <string.h>

#include "common.h"

/* What the plain arguments of a command are, for completion. */
static const char *completes(const cli_command *command) {
    if (strncmp(command->arguments, "SCENARIO", 8) == 0 || strncmp(command->arguments, "[SCENARIO", 9) == 0) {
        return "scenarios";
    }
    if (strstr(command->arguments, "RULEBOOK")) {
        return "rulebooks";
    }
    return "files";
}

/* Text inside single quotes of a shell. */
static void quoted(const char *text, qm_text *out) {
    for (; *text; text++) {
        if (*text == '\'') {
            qm_text_add(out, "'\\''");
        } else {
            qm_text_add_char(out, *text);
        }
    }
}

static bool earlier_family_has(size_t family, const char *name) {
    bool has = false;
    for (size_t i = 0; i < family; i++) {
        const qm_rules_facts *const earlier = qm_family_at(i);
        has = has || qm_setting_named(earlier, name) >= 0;
        for (size_t k = 0; k < earlier->table_count; k++) {
            has = has || strcmp(earlier->tables[k].name, name) == 0;
        }
    }
    return has;
}

static void add_new(size_t family, const char *name, qm_text *out) {
    if (!earlier_family_has(family, name)) {
        qm_text_addf(out, " %s", name);
    }
}

/* The families, the ids of their clauses and the names of their settings and tables: what 'rules' takes besides files.
 */
static void rule_names(qm_text *out) {
    for (size_t i = 0; i < qm_family_count(); i++) {
        const qm_rules_facts *family = qm_family_at(i);
        qm_text_addf(out, "%s%s", i > 0 ? " " : "", family->name);
        for (size_t k = 0; k < family->clause_count; k++) {
            qm_text_addf(out, " %s", family->clauses[k].id);
        }
        for (size_t k = 0; k < family->setting_count; k++) {
            add_new(i, family->settings[k].name, out);
        }
        for (size_t k = 0; k < family->table_count; k++) {
            add_new(i, family->tables[k].name, out);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------- bash */

static void bash_options(const cli_command *command, qm_text *out) {
    const cli_option *option;
    for (size_t n = 0; (option = cli_command_option(command, n)) != NULL; n++) {
        qm_text_addf(out, "%s--%s", n > 0 ? " " : "", option->name);
    }
}

static void bash_words(qm_text *out) {
    qm_text_add(out, "    case \"$command $previous\" in\n");
    for (const cli_command *command = cli_commands; command->name; command++) {
        const cli_option *option;
        for (size_t n = 0; (option = cli_command_option(command, n)) != NULL; n++) {
            if (option->words) {
                qm_text_addf(out, "    '%s --%s') COMPREPLY=($(compgen -W '%s' -- \"$word\")); return ;;\n",
                             command->name, option->name, option->words);
            }
        }
    }
    qm_text_add(out, "    esac\n");
}

static void print_bash(qm_text *out) {
    qm_text_add(out, "# bash completion for quickmarch. Made by: quickmarch completion bash\n"
                     "_quickmarch_names() {\n"
                     "    local folder=$1 ending=$2 file\n"
                     "    for file in \"$folder\"/*\"$ending\"; do\n"
                     "        [[ -e $file ]] && file=${file##*/} && printf '%s\\n' \"${file%\"$ending\"}\"\n"
                     "    done\n"
                     "}\n\n"
                     "_quickmarch() {\n"
                     "    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} "
                     "command=${COMP_WORDS[1]} options=''\n"
                     "    COMPREPLY=()\n"
                     "    if [[ $COMP_CWORD -eq 1 ]]; then\n"
                     "        COMPREPLY=($(compgen -W '");
    for (const cli_command *command = cli_commands; command->name; command++) {
        qm_text_addf(out, "%s ", command->name);
    }
    qm_text_add(out, "--help --version' -- \"$word\"))\n        return\n    fi\n");
    bash_words(out);
    qm_text_add(out, "    case $command in\n");
    for (const cli_command *command = cli_commands; command->name; command++) {
        qm_text_addf(out, "    %s) options='", command->name);
        bash_options(command, out);
        qm_text_add(out, "' ;;\n");
    }
    qm_text_add(out, "    esac\n"
                     "    if [[ $word == -* ]]; then\n"
                     "        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
                     "        return\n"
                     "    fi\n"
                     "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
                     "    case $command in\n    ");
    bool first = true;
    for (const cli_command *command = cli_commands; command->name; command++) {
        if (strcmp(completes(command), "scenarios") == 0) {
            qm_text_addf(out, "%s%s", first ? "" : "|", command->name);
            first = false;
        }
    }
    qm_text_add(out,
                ") COMPREPLY+=($(compgen -W \"$(_quickmarch_names scenarios .json)\" -- \"$word\")) ;;\n"
                "    compare) COMPREPLY+=($(compgen -W \"$(_quickmarch_names rulebooks .toml)\" -- \"$word\")) ;;\n"
                "    rules) COMPREPLY+=($(compgen -W \"$(_quickmarch_names rulebooks .toml) ");
    rule_names(out);
    qm_text_add(out, "\" -- \"$word\")) ;;\n"
                     "    help) COMPREPLY=($(compgen -W '");
    for (const cli_command *command = cli_commands; command->name; command++) {
        qm_text_addf(out, "%s%s", command == cli_commands ? "" : " ", command->name);
    }
    qm_text_add(out, "' -- \"$word\")) ;;\n"
                     "    completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- \"$word\")) ;;\n"
                     "    esac\n"
                     "}\n\n"
                     "complete -o filenames -F _quickmarch quickmarch\n");
}

/* -------------------------------------------------------------------------------------------------------------- zsh */

/* Text inside the brackets of an _arguments specification. */
static void bracketed(const char *text, qm_text *out) {
    for (; *text; text++) {
        if (*text == '[' || *text == ']' || *text == ':' || *text == '\\') {
            qm_text_add_char(out, '\\');
        }
        if (*text == '\'') {
            qm_text_add(out, "'\\''");
        } else {
            qm_text_add_char(out, *text);
        }
    }
}

static void zsh_option(const cli_option *option, qm_text *out) {
    qm_text_addf(out, " \\\n            '*--%s[", option->name);
    bracketed(option->text, out);
    qm_text_add_char(out, ']');
    if (option->value) {
        qm_text_addf(out, ":%s:", option->value);
        if (option->words) {
            qm_text_addf(out, "(%s)", option->words);
        } else {
            qm_text_add(out, "_files");
        }
    }
    qm_text_add_char(out, '\'');
}

static void print_zsh(qm_text *out) {
    qm_text_add(out, "#compdef quickmarch\n"
                     "# zsh completion for quickmarch. Made by: quickmarch completion zsh\n"
                     "_quickmarch() {\n"
                     "    local -a commands names\n"
                     "    commands=(\n");
    for (const cli_command *command = cli_commands; command->name; command++) {
        qm_text_addf(out, "        '%s:", command->name);
        bracketed(command->summary, out);
        qm_text_add(out, "'\n");
    }
    qm_text_add(out, "    )\n"
                     "    if (( CURRENT == 2 )); then\n"
                     "        _describe command commands\n"
                     "        return\n"
                     "    fi\n"
                     "    local command=$words[2]\n"
                     "    shift words\n"
                     "    (( CURRENT-- ))\n"
                     "    case $command in\n");
    for (const cli_command *command = cli_commands; command->name; command++) {
        qm_text_addf(out, "        %s) _arguments", command->name);
        const cli_option *option;
        for (size_t n = 0; (option = cli_command_option(command, n)) != NULL; n++) {
            zsh_option(option, out);
        }
        const char *kind = completes(command);
        if (strcmp(command->name, "help") == 0) {
            qm_text_add(out, " \\\n            '*:command:(${commands%%\\:*})' ;;\n");
        } else if (strcmp(command->name, "completion") == 0) {
            qm_text_add(out, " \\\n            '*:shell:(bash zsh fish)' ;;\n");
        } else if (strcmp(command->name, "rules") == 0) {
            qm_text_add(out, " \\\n            '*:rules:_quickmarch_rules' ;;\n");
        } else if (strcmp(kind, "files") == 0) {
            qm_text_add(out, " \\\n            '*:file:_files' ;;\n");
        } else {
            qm_text_addf(out, " \\\n            '*:%s:_quickmarch_%s' ;;\n", kind, kind);
        }
    }
    qm_text_add(out, "    esac\n"
                     "}\n\n"
                     "_quickmarch_scenarios() {\n"
                     "    local -a names=(scenarios/*.json(N:t:r))\n"
                     "    _alternative 'scenarios:shipped scenario:($names)' 'files:file:_files'\n"
                     "}\n\n"
                     "_quickmarch_rulebooks() {\n"
                     "    local -a names=(rulebooks/*.toml(N:t:r))\n"
                     "    _alternative 'rulebooks:shipped rulebook:($names)' 'files:file:_files'\n"
                     "}\n\n"
                     "_quickmarch_rules() {\n"
                     "    local -a names=(rulebooks/*.toml(N:t:r))\n"
                     "    _alternative 'rulebooks:shipped rulebook:($names)' 'clauses:family, clause or setting:(");
    rule_names(out);
    qm_text_add(out, ")' 'files:file:_files'\n"
                     "}\n\n"
                     "_quickmarch \"$@\"\n");
}

/* ------------------------------------------------------------------------------------------------------------- fish */

static void fish_option(const cli_command *command, const cli_option *option, qm_text *out) {
    qm_text_addf(out, "complete -c quickmarch -n '__fish_seen_subcommand_from %s' -l %s", command->name, option->name);
    if (option->letter) {
        qm_text_addf(out, " -s %c", option->letter);
    }
    if (option->value) {
        qm_text_add(out, " -r");
    }
    if (option->words) {
        qm_text_addf(out, " -f -a '%s'", option->words);
    }
    qm_text_add(out, " -d '");
    quoted(option->text, out);
    qm_text_add(out, "'\n");
}

static void print_fish(qm_text *out) {
    qm_text_add(out, "# fish completion for quickmarch. Made by: quickmarch completion fish\n"
                     "function __quickmarch_names\n"
                     "    for file in $argv[1]/*$argv[2]\n"
                     "        string replace -r '.*/' '' -- (string replace -r \"\\\\$argv[2]\\$\" '' -- $file)\n"
                     "    end\n"
                     "end\n\n");
    for (const cli_command *command = cli_commands; command->name; command++) {
        qm_text_addf(out, "complete -c quickmarch -n __fish_use_subcommand -f -a %s -d '", command->name);
        quoted(command->summary, out);
        qm_text_add(out, "'\n");
    }
    for (const cli_command *command = cli_commands; command->name; command++) {
        const cli_option *option;
        for (size_t n = 0; (option = cli_command_option(command, n)) != NULL; n++) {
            fish_option(command, option, out);
        }
        if (strcmp(completes(command), "files") != 0) {
            qm_text_addf(
                out, "complete -c quickmarch -n '__fish_seen_subcommand_from %s' -a '(__quickmarch_names %s %s)'\n",
                command->name, completes(command), strcmp(completes(command), "scenarios") == 0 ? ".json" : ".toml");
        }
    }
    qm_text_add(out, "complete -c quickmarch -n '__fish_seen_subcommand_from rules' -a '");
    rule_names(out);
    qm_text_add(out, "'\ncomplete -c quickmarch -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n");
}

int cli_completion(int argc, char **argv) {
    cli_args args;
    int status;
    if (!cli_args_read(&args, argc, argv, 1, 1, &status)) {
        return status;
    }
    qm_text out = qm_text_growing(NULL);
    const char *shell = args.plain[0];
    if (strcmp(shell, "bash") == 0) {
        print_bash(&out);
    } else if (strcmp(shell, "zsh") == 0) {
        print_zsh(&out);
    } else if (strcmp(shell, "fish") == 0) {
        print_fish(&out);
    } else {
        status = cli_usage(args.command, "the shell is bash, zsh or fish; not '%s'", shell);
    }
    cli_args_free(&args);
    return cli_put(&out, status);
}
