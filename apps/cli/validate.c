/* quickmarch validate: is this file right? Any kind of file; everything wrong with it is said, each with its place. */
#include <string.h>

#include "common.h"

static const char *kind_name(qm_file_kind kind) {
    switch (kind) {
    case QM_FILE_UNKNOWN:
        return "unknown";
    case QM_FILE_RULEBOOK:
        return "rulebook";
    case QM_FILE_SCENARIO:
        return "scenario";
    case QM_FILE_ROSTER:
        return "roster";
    case QM_FILE_CASES:
        return "cases";
    case QM_FILE_LOG:
        return "log";
    }
    return "unknown";
}

typedef struct reading {
    const char *name;
    const char *text;
    size_t length;
    const qm_reader *reader;
    qm_diagnostics *list;
} reading;

static qm_result read_rulebook(const reading *r) {
    qm_rulebook *rulebook = NULL;
    const qm_result result = qm_rulebook_read_text(&rulebook, r->text, r->length, r->name, r->reader, NULL, r->list);
    qm_rulebook_free(rulebook);
    return result;
}

static qm_result read_scenario(const reading *r) {
    qm_scenario *scenario = NULL;
    const qm_result result =
        qm_scenario_read_text(&scenario, r->text, r->length, r->name, NULL, r->reader, NULL, r->list);
    qm_scenario_free(scenario);
    return result;
}

static qm_result read_cases(const reading *r) {
    qm_cases *cases = NULL;
    qm_result result = qm_cases_read_text(&cases, r->text, r->length, r->name, r->reader, NULL, r->list);
    if (result == QM_OK) {
        result = qm_cases_check(cases, r->list);
    }
    qm_cases_free(cases);
    return result;
}

static qm_result read_log(const reading *r) {
    qm_game *game = NULL;
    const qm_result result =
        qm_game_read_text(&game, r->text, r->length, r->name, NULL, r->reader, NULL, r->list, NULL);
    qm_game_free(game);
    return result;
}

/* A file that is no kind we know may still be broken JSON or TOML: then that is what is wrong with it. */
static qm_result read_unknown(const reading *r) {
    const size_t blanks = r->length > 0 ? strspn(r->text, " \t\r\n") : 0;
    if (blanks == r->length) {
        qm_diagnostics_add(r->list, QM_SEVERITY_ERROR, r->name, 1, 1, "", "the file is empty");
        return QM_ERROR_INPUT;
    }
    const unsigned char first = (unsigned char)r->text[blanks];
    const size_t ending = strlen(r->name) > 5 ? strlen(r->name) - 5 : 0;
    if (first == '{' || first == '[' || first >= 0x80 || strcmp(r->name + ending, ".json") == 0) {
        qm_json *document = NULL;
        const qm_result result = qm_json_read(&document, r->text, r->length, r->name, NULL, r->list);
        qm_json_free(document);
        if (result != QM_OK) {
            return result;
        }
    }
    qm_diagnostics_add(
        r->list, QM_SEVERITY_ERROR, r->name, 1, 1, "",
        "this is no file of ours: a rulebook has 'family' or 'extends', all others begin with \"quickmarch\"");
    return QM_ERROR_INPUT;
}

static qm_result read_kind(const reading *r, qm_file_kind kind) {
    switch (kind) {
    case QM_FILE_UNKNOWN:
        return read_unknown(r);
    case QM_FILE_RULEBOOK:
        return read_rulebook(r);
    case QM_FILE_SCENARIO:
        return read_scenario(r);
    case QM_FILE_ROSTER:
        return qm_roster_check(r->text, r->length, r->name, r->reader, NULL, r->list);
    case QM_FILE_CASES:
        return read_cases(r);
    case QM_FILE_LOG:
        return read_log(r);
    }
    return QM_ERROR_USAGE;
}

/* One file: a line in `out`, complaints on standard error. */
static bool validate_one(const cli_args *args, const cli_places *places, const char *path, cli_json *json,
                         qm_text *out) {
    const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    qm_text text = qm_text_growing(NULL);
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_file_kind kind = QM_FILE_UNKNOWN;
    qm_result result = cli_read(path, &text, &list);
    if (result == QM_OK) {
        const reading r = {name, text.data ? text.data : "", text.length, &places->reader, &list};
        kind = cli_file_kind(name, r.text, r.length);
        result = read_kind(&r, kind);
    }
    if (args->json) {
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "file", name);
        cli_json_text(json, "kind", kind_name(kind));
        cli_json_bool(json, "valid", result == QM_OK);
        cli_json_raw(json, "diagnostics");
        qm_diagnostics_write_json(&list, out);
        cli_json_close(json, '}');
    } else if (result == QM_OK) {
        cli_warn(&list);
        qm_text_addf(out, "%s: ", name);
        cli_paint(args, out, CLI_GOOD, "OK");
        qm_text_addf(out, " (%s)\n", kind_name(kind));
    } else {
        cli_fail(args, name, result, &list);
    }
    qm_diagnostics_free(&list);
    qm_text_free(&text);
    return result == QM_OK;
}

int cli_validate(int argc, char **argv) {
    cli_args args;
    cli_places places;
    int status;
    if (!cli_args_read(&args, argc, argv, 1, SIZE_MAX, &status)) {
        return status;
    }
    cli_places_find(&places);
    qm_text out = qm_text_growing(NULL);
    cli_json json = {.out = &out};
    if (args.json) {
        cli_json_open(&json, NULL, '[');
    }
    for (size_t i = 0; i < args.plain_count; i++) {
        if (!validate_one(&args, &places, args.plain[i], &json, &out)) {
            status = CLI_BAD;
        }
    }
    if (args.json) {
        cli_json_close(&json, ']');
        qm_text_add_char(&out, '\n');
    }
    status = cli_put(&out, status);
    cli_args_free(&args);
    return status;
}
