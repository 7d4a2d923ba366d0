/* Output: colour, columns, wrapped text, JSON, and what is said when something fails.
 *
 * Invariant: answers go to standard output as a whole, made in memory first, and complaints to standard error; so an
 * answer is never half there. Rejected: printing as we go, which mixes both and leaves broken JSON behind an error.
 */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "common.h"

bool cli_colored(const char *asked, bool of_errors) {
    if (asked && strcmp(asked, "always") == 0) {
        return true;
    }
    if (asked && strcmp(asked, "never") == 0) {
        return false;
    }
    const char *no = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    if ((no && *no) || (term && strcmp(term, "dumb") == 0)) {
        return false;
    }
    return isatty(of_errors ? STDERR_FILENO : STDOUT_FILENO) == 1;
}

int cli_terminal_width(void) {
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static const char *style_code(cli_style style) {
    switch (style) {
    case CLI_PLAIN:
        return "";
    case CLI_BOLD:
        return "\033[1m";
    case CLI_DIM:
        return "\033[2m";
    case CLI_GOOD:
        return "\033[32m";
    case CLI_WRONG:
        return "\033[31m";
    case CLI_CARE:
        return "\033[33m";
    case CLI_CITE:
        return "\033[36m";
    }
    return "";
}

void cli_paint(const cli_args *args, qm_text *out, cli_style style, const char *text) {
    if (args->color && style != CLI_PLAIN) {
        qm_text_addf(out, "%s%s\033[0m", style_code(style), text);
    } else {
        qm_text_add(out, text);
    }
}

size_t cli_width(const char *text) {
    size_t width = 0;
    for (; *text; text++) {
        width += ((unsigned char)*text & 0xC0) != 0x80;
    }
    return width;
}

void cli_pad(qm_text *out, size_t from, size_t width) {
    do {
        qm_text_add_char(out, ' ');
    } while (++from < width);
}

void cli_cost(qm_text *out, const qm_scenario *scenario, int32_t cost) {
    if (qm_scenario_family(scenario)->space == QM_SPACE_TABLE) {
        qm_text_add_decimal(out, cost / 1000.0, 3);
    } else {
        qm_text_add_int(out, cost);
    }
}

const char cli_supposing[] =
    ", supposing that every distance suffices which may not be measured yet, and that nobody steps in";

/* Chances near 0 and 100 keep two places that say something. */
void cli_percent(qm_text *out, double chance, size_t width) {
    char digits[48];
    qm_text number = qm_text_over(digits, sizeof digits);
    qm_text_add_percent(&number, chance, chance < 0.01 || chance > 0.99 ? 2 : 1);
    qm_text_add(&number, " %");
    for (size_t i = number.length; i < width; i++) {
        qm_text_add_char(out, ' ');
    }
    qm_text_add(out, digits);
}

static void indent_by(qm_text *out, size_t indent) {
    for (size_t i = 0; i < indent; i++) {
        qm_text_add_char(out, ' ');
    }
}

void cli_wrap(qm_text *out, const char *text, size_t indent, size_t width) {
    size_t column = indent;
    indent_by(out, indent);
    while (*text) {
        const size_t length = strcspn(text, " \n");
        size_t shown = 0;
        for (size_t i = 0; i < length; i++) {
            shown += ((unsigned char)text[i] & 0xC0) != 0x80;
        }
        if (column > indent && column + 1 + shown > width) {
            qm_text_add_char(out, '\n');
            indent_by(out, indent);
            column = indent;
        }
        if (column > indent) {
            qm_text_add_char(out, ' ');
            column++;
        }
        qm_text_add_bytes(out, text, length);
        column += shown;
        text += length;
        text += strspn(text, " \n");
    }
}

int cli_put(qm_text *out, int status) {
    bool fine = !out->truncated;
    if (out->length > 0) {
        fine = fine && fwrite(out->data, 1, out->length, stdout) == out->length;
    }
    fine = fflush(stdout) == 0 && fine;
    qm_text_free(out);
    if (!fine) {
        fputs("quickmarch: the answer could not be written\n", stderr);
        return CLI_BAD;
    }
    return status;
}

static void print_complaints(const char *what, qm_result result, const qm_diagnostics *list, qm_text *out) {
    for (size_t i = 0; list && i < list->count; i++) {
        qm_diagnostic shown = list->items[i];
        shown.file = *shown.file ? shown.file : what;
        qm_diagnostic_print(&shown, out);
        qm_text_add_char(out, '\n');
    }
    if (list && list->dropped > 0) {
        qm_text_addf(out, "%s: error: and %zu more\n", what, list->dropped);
    }
    if (!list || list->count == 0) {
        qm_text_addf(out, "%s: error: %s\n", what, qm_result_text(result));
    }
}

int cli_fail(const cli_args *args, const char *what, qm_result result, const qm_diagnostics *diagnostics) {
    qm_text text = qm_text_growing(NULL);
    print_complaints(what, result, diagnostics, &text);
    fputs(text.data ? text.data : "quickmarch: out of memory\n", stderr);
    qm_text_free(&text);
    if (!args->json) {
        return CLI_BAD;
    }
    qm_text out = qm_text_growing(NULL);
    cli_json json = {.out = &out};
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "error", qm_result_name(result));
    cli_json_text(&json, "message", qm_result_text(result));
    cli_json_raw(&json, "diagnostics");
    if (diagnostics) {
        qm_diagnostics_write_json(diagnostics, &out);
    } else {
        qm_text_add(&out, "[]");
    }
    cli_json_close(&json, '}');
    qm_text_add_char(&out, '\n');
    return cli_put(&out, CLI_BAD);
}

qm_result cli_ends_print(const qm_scenario *scenario, const qm_state *state, const qm_scratch *scratch,
                         uint32_t outcomes, qm_text *out) {
    const uint32_t capacity = outcomes * QM_ENDS_MAX; /* an outcome is one place, which may be come to in each way */
    qm_odds_place *places = malloc((capacity > 0 ? capacity : 1) * sizeof *places);
    qm_odds_ends_result ends;
    const qm_result result =
        places ? qm_odds_ends(scenario, state, scratch, places, capacity, &ends) : QM_ERROR_MEMORY;
    if (result == QM_OK) {
        qm_odds_ends_print(scenario, &ends, places, out);
    }
    free(places);
    return result;
}

void cli_warn(const qm_diagnostics *diagnostics) {
    if (diagnostics->count > 0) {
        qm_text text = qm_text_growing(NULL);
        print_complaints("", QM_OK, diagnostics, &text);
        fputs(text.data ? text.data : "", stderr);
        qm_text_free(&text);
    }
}

/* ----------------------------------------------------------------------------------------------------------- JSON */

static void json_key(cli_json *json, const char *key) {
    if (json->comma) {
        qm_text_add_char(json->out, ',');
    }
    if (key) {
        qm_json_write_string(key, json->out);
        qm_text_add_char(json->out, ':');
    }
    json->comma = true;
}

void cli_json_open(cli_json *json, const char *key, char bracket) {
    json_key(json, key);
    qm_text_add_char(json->out, bracket);
    json->comma = false;
}

void cli_json_close(cli_json *json, char bracket) {
    qm_text_add_char(json->out, bracket);
    json->comma = true;
}

void cli_json_text(cli_json *json, const char *key, const char *value) {
    json_key(json, key);
    qm_json_write_string(value, json->out);
}

void cli_json_int(cli_json *json, const char *key, int64_t value) {
    json_key(json, key);
    qm_text_add_int(json->out, value);
}

void cli_json_bool(cli_json *json, const char *key, bool value) {
    json_key(json, key);
    qm_text_add(json->out, value ? "true" : "false");
}

void cli_json_number(cli_json *json, const char *key, double value) {
    json_key(json, key);
    qm_text_add_decimal(json->out, value, 9);
}

void cli_json_raw(cli_json *json, const char *key) {
    json_key(json, key);
}
