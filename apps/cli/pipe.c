/* quickmarch pipe: the loop, the table of requests, and how answers and errors are written.
 *
 * An answer is made whole before it is written: the part a request wrote before it failed is cut off again, so that a
 * line is always valid JSON. Only "quit" and the end of the input end the program; a bad line gets an error and the
 * next one is read.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipe.h"

typedef struct request_kind {
    const char *name;
    bool (*run)(pipe_request *r);
    const char *members; /* those it takes besides id and do */
    bool seated;         /* a batch for a side may have it: it answers from what the side may know */
} request_kind;

static bool do_batch(pipe_request *r);
static bool do_quit(pipe_request *r);

static const request_kind kinds[] = {
    {"load", pipe_load, "path scenario rules set", false},
    {"unload", pipe_unload, "scenario game", false},
    {"new", pipe_new, "scenario seed dice choices side", false},
    {"replay", pipe_replay, "path log rules set keep dice choices", false},
    {"state", pipe_state, "game scenario side assume", true},
    {"judge", pipe_judge, "game scenario side assume order measured", true},
    {"odds", pipe_odds, "game scenario side assume order policy measured svg", true},
    {"reach", pipe_reach, "game scenario side assume figure risk at links measured", true},
    {"threat", pipe_threat, "game scenario side assume figure", true},
    {"plan", pipe_plan, "game scenario side assume figure goal measured", true},
    {"options", pipe_options, "game scenario side assume figure measured", true},
    {"see", pipe_see, "game scenario side assume a b measured", true},
    {"board", pipe_board, "game scenario side assume legend", true},
    {"draw", pipe_draw,
     "game scenario side assume reach by links see target threat order measured width title grey legend", true},
    {"rules", pipe_rules, "game scenario side rulebook clause", true},
    {"validate", pipe_validate, "path", false},
    {"play", pipe_play, "game order tape state side", true},
    {"answer", pipe_answer, "game dice option state side", true},
    {"withdraw", pipe_withdraw, "game state side", true},
    {"undo", pipe_undo, "game count past_dice state side", true},
    {"modes", pipe_modes, "game dice choices", false},
    {"log", pipe_log, "game path side", true},
    {"batch", do_batch, "requests stop side", false},
    {"quit", do_quit, "", false},
};
enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

/* --------------------------------------------------------------------------------------------------------- refusing */

bool pipe_refuse(pipe_request *r, const char *kind, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(r->message, sizeof r->message, format, list);
    va_end(list);
    r->error = kind;
    return false;
}

bool pipe_refuse_result(pipe_request *r, qm_result result) {
    return pipe_refuse(r, qm_result_name(result), "%s", qm_result_text(result));
}

/* A message may have been cut in the middle of a character, and then would be no JSON. */
static void trim_message(char *message) {
    size_t length = strlen(message);
    size_t back = 0;
    while (back < length && back < 4 && ((unsigned char)message[length - 1 - back] & 0xC0) == 0x80) {
        back++;
    }
    if (back < length && ((unsigned char)message[length - 1 - back] & 0xC0) == 0xC0) {
        const unsigned char lead = (unsigned char)message[length - 1 - back];
        const size_t due = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
        if (back < due) {
            message[length - 1 - back] = 0;
        }
    }
}

static void write_error(pipe_request *r) {
    cli_json *json = r->json;
    trim_message(r->message);
    cli_json_bool(json, "ok", false);
    cli_json_open(json, "error", '{');
    cli_json_text(json, "kind", r->error);
    cli_json_text(json, "message", r->message);
    cli_json_raw(json, "diagnostics");
    qm_diagnostics_write_json(&r->pipe->list, json->out);
    cli_json_close(json, '}');
}

/* ---------------------------------------------------------------------------------------------------------- members */

bool pipe_text(pipe_request *r, const char *key, bool required, const char **out) {
    const qm_json_value *value = qm_json_get(r->root, key);
    *out = qm_json_string(value);
    if (value ? *out != NULL : !required) {
        return true;
    }
    return pipe_refuse(r, "request", value ? "\"%s\" must be a string without zero bytes" : "\"%s\" is missing", key);
}

bool pipe_int(pipe_request *r, const char *key, int64_t low, int64_t high, int64_t *out) {
    const qm_json_value *value = qm_json_get(r->root, key);
    int64_t number;
    if (!value) {
        return true;
    }
    if (!qm_json_int(value, &number) || number < low || number > high) {
        return pipe_refuse(r, "request", "\"%s\" must be a whole number from %lld to %lld", key, (long long)low,
                           (long long)high);
    }
    *out = number;
    return true;
}

bool pipe_seed(pipe_request *r, const char *key, uint64_t *out) {
    const qm_json_value *value = qm_json_get(r->root, key);
    const char *text = qm_json_string(value);
    int64_t number = 0;
    if (!value) {
        return true;
    }
    if (!text && qm_json_int(value, &number) && number >= 0) {
        *out = (uint64_t)number;
        return true;
    }
    uint64_t seed = 0;
    bool good = text && *text && strspn(text, "0123456789") == strlen(text);
    for (const char *c = text; good && *c; c++) {
        const uint64_t digit = (uint64_t)(*c - '0');
        good = seed <= (UINT64_MAX - digit) / 10;
        seed = seed * 10 + digit;
    }
    *out = good ? seed : *out;
    return good || pipe_refuse(r, "request",
                               "\"%s\" must be a whole number from 0 to 18446744073709551615; above "
                               "9223372036854775807 as a string",
                               key);
}

bool pipe_bool(pipe_request *r, const char *key, bool *out) {
    const qm_json_value *value = qm_json_get(r->root, key);
    if (value && !qm_json_bool(value, out)) {
        return pipe_refuse(r, "request", "\"%s\" must be true or false", key);
    }
    return true;
}

bool pipe_word(pipe_request *r, const char *key, const char *words, int *out) {
    const char *text;
    if (!pipe_text(r, key, false, &text)) {
        return false;
    }
    const int word = text ? qm_words_find(words, text) : *out;
    if (word < 0) {
        return pipe_refuse(r, "request", "\"%s\" must be one of: %s", key, words);
    }
    *out = word;
    return true;
}

bool pipe_figure(pipe_request *r, const pipe_target *target, const char *key, bool required, uint16_t *out) {
    const char *name;
    if (!pipe_text(r, key, required, &name)) {
        return false;
    }
    *out = name ? cli_asked(target->scenario, target->state, name) : 0;
    if (name && *out == 0) {
        return pipe_refuse(r, "request", "\"%s\": there is no figure named '%.60s'", key, name);
    }
    return !name || qm_in_play(target->scenario, target->state, *out) ||
           pipe_refuse(r, qm_result_name(QM_ERROR_GONE), "\"%s\": %.60s is out of play", key, name);
}

/* --------------------------------------------------------------------------------------------------------- requests */

static const request_kind *kind_named(const char *name) {
    for (size_t i = 0; i < KIND_COUNT; i++) {
        if (strcmp(kinds[i].name, name) == 0) {
            return &kinds[i];
        }
    }
    return NULL;
}

static bool check_members(pipe_request *r, const request_kind *kind) {
    for (size_t i = 0; i < qm_json_count(r->root); i++) {
        const char *key = qm_json_key(r->root, i);
        if (strcmp(key, "id") != 0 && strcmp(key, "do") != 0 && qm_words_find(kind->members, key) < 0) {
            return pipe_refuse(r, "request", "'%s' takes no member \"%.60s\"; it takes: id do %s", kind->name, key,
                               kind->members);
        }
    }
    return true;
}

static bool run_request(pipe_request *r) {
    const char *name = NULL;
    if (!qm_json_is_object(r->root)) {
        return pipe_refuse(r, "request", "a request is an object with the member \"do\"");
    }
    if (!pipe_text(r, "do", true, &name)) {
        return false;
    }
    const request_kind *kind = kind_named(name);
    if (!kind) {
        const char *names[KIND_COUNT];
        for (size_t i = 0; i < KIND_COUNT; i++) {
            names[i] = kinds[i].name;
        }
        const char *near = cli_nearest(name, names, KIND_COUNT);
        return pipe_refuse(r, "request", "there is no request '%.60s'%s%s%s", name, near ? "; did you mean '" : "",
                           near ? near : "", near ? "'?" : "");
    }
    if (r->bound && !kind->seated && kind->run != do_batch) {
        return pipe_refuse(r, "side", "'%s' is for the game master, and this batch is for %.60s", name, r->bound);
    }
    return check_members(r, kind) && kind->run(r);
}

/* Writes {"id":…,"ok":true,…} or {"id":…,"ok":false,"error":…}. The root may be NULL: the line was no JSON. */
static void answer_with(pipe *p, const qm_json_value *root, const pipe_request *batch, const char *error,
                        const char *message) {
    cli_json json = {.out = &p->out};
    pipe_request r = {.pipe = p, .root = root, .json = &json, .in_batch = batch, .bound = batch ? batch->bound : NULL};
    cli_json_open(&json, NULL, '{');
    cli_json_raw(&json, "id");
    qm_json_write(qm_json_get(root, "id"), &p->out);
    const size_t begin = p->out.length;
    cli_json_bool(&json, "ok", true);
    const bool fine = error ? pipe_refuse(&r, error, "%s", message) : run_request(&r);
    if (!fine) {
        p->out.length = begin; /* nothing of a failed answer stays */
        p->out.data[begin] = 0;
        json.comma = true;
        write_error(&r);
    }
    cli_json_close(&json, '}');
}

/* Whether the answer that begins there says ok: it always comes second, after the id. */
static bool was_fine(const pipe *p, size_t begin, const qm_json_value *root) {
    qm_text head = qm_text_growing(NULL);
    qm_text_add(&head, "{\"id\":");
    qm_json_write(qm_json_get(root, "id"), &head);
    qm_text_add(&head, ",\"ok\":true");
    const bool fine = p->out.length - begin >= head.length && memcmp(p->out.data + begin, head.data, head.length) == 0;
    qm_text_free(&head);
    return fine;
}

static bool do_batch(pipe_request *r) {
    const qm_json_value *list = qm_json_get(r->root, "requests");
    bool stop = false;
    if (r->in_batch) {
        return pipe_refuse(r, "request", "a batch cannot be in a batch");
    }
    if (!qm_json_is_array(list) || qm_json_count(list) > PIPE_BATCH_MAX) {
        return pipe_refuse(r, "request", "\"requests\" must be an array of at most %d requests", PIPE_BATCH_MAX);
    }
    if (!pipe_bool(r, "stop", &stop) || !pipe_text(r, "side", false, &r->bound)) {
        return false;
    }
    cli_json_open(r->json, "answers", '[');
    for (size_t i = 0; i < qm_json_count(list); i++) {
        const qm_json_value *one = qm_json_at(list, i);
        cli_json_raw(r->json, NULL);
        const size_t begin = r->pipe->out.length;
        const bool late = r->pipe->done; /* every request gets an answer, even behind a quit */
        qm_diagnostics_clear(&r->pipe->list);
        answer_with(r->pipe, one, r, late ? "quit" : NULL,
                    late ? "the program has been told to quit before this request" : NULL);
        if (stop && !was_fine(r->pipe, begin, one)) {
            break;
        }
    }
    cli_json_close(r->json, ']');
    return true;
}

static bool do_quit(pipe_request *r) {
    r->pipe->done = true;
    return true;
}

/* ------------------------------------------------------------------------------------------------------------- loop */

static void write_hello(pipe *p) {
    cli_json json = {.out = &p->out};
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "quickmarch", "pipe");
    cli_json_text(&json, "version", QM_VERSION);
    cli_json_text(&json, "library", qm_version());
    cli_json_int(&json, "protocol", PIPE_PROTOCOL);
    cli_json_open(&json, "families", '[');
    for (size_t i = 0; i < qm_family_count(); i++) {
        const qm_rules_facts *family = qm_family_at(i);
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "name", family->name);
        cli_json_int(&json, "rules_version", family->rules_version);
        cli_json_close(&json, '}');
    }
    cli_json_close(&json, ']');
    cli_json_open(&json, "limits", '{');
    cli_json_int(&json, "line", PIPE_LINE_MAX);
    cli_json_int(&json, "scenarios", PIPE_SCENARIOS_MAX);
    cli_json_int(&json, "games", PIPE_GAMES_MAX);
    cli_json_int(&json, "batch", PIPE_BATCH_MAX);
    cli_json_int(&json, "events", PIPE_EVENTS_MAX);
    cli_json_int(&json, "outcomes", PIPE_OUTCOMES_MAX);
    cli_json_int(&json, "tape", PIPE_TAPE_MAX);
    cli_json_close(&json, '}');
    cli_json_close(&json, '}');
}

/* Writes the answer; false when nobody reads any more. */
static bool write_out(pipe *p) {
    qm_text_add_char(&p->out, '\n');
    const bool fine =
        !p->out.truncated && fwrite(p->out.data, 1, p->out.length, stdout) == p->out.length && fflush(stdout) == 0;
    qm_text_clear(&p->out);
    return fine;
}

/* Reads a line; false at the end of the input. An over-long one is skipped to its end. */
static bool read_line(qm_text *line, bool *overlong) {
    int c;
    bool any = false;
    qm_text_clear(line);
    *overlong = false;
    while ((c = getchar()) != EOF && c != '\n') {
        any = true;
        if (line->length < PIPE_LINE_MAX) {
            qm_text_add_char(line, (char)c);
        } else {
            *overlong = true;
        }
    }
    return c != EOF || any;
}

static bool blank(const qm_text *line) {
    for (size_t i = 0; i < line->length; i++) {
        if (line->data[i] != ' ' && line->data[i] != '\t' && line->data[i] != '\r') {
            return false;
        }
    }
    return true;
}

static void answer_line(pipe *p) {
    qm_json *document = NULL;
    qm_diagnostics_clear(&p->list);
    const qm_result result = qm_json_read(&document, p->line.data, p->line.length, "request", NULL, &p->list);
    if (result != QM_OK) {
        answer_with(p, NULL, NULL, result == QM_ERROR_INPUT ? "json" : qm_result_name(result),
                    p->list.count > 0 ? p->list.items[0].message : qm_result_text(result));
    } else {
        qm_diagnostics_clear(&p->list);
        answer_with(p, qm_json_root(document), NULL, NULL, NULL);
    }
    qm_json_free(document);
}

static bool run(pipe *p) {
    bool overlong;
    write_hello(p);
    bool fine = write_out(p);
    while (fine && !p->done && read_line(&p->line, &overlong)) {
        if (!overlong && blank(&p->line)) {
            continue;
        }
        if (overlong || p->line.truncated) {
            char message[100];
            snprintf(message, sizeof message, "the line is longer than %d bytes and was skipped", PIPE_LINE_MAX);
            qm_diagnostics_clear(&p->list);
            answer_with(p, NULL, NULL, "line", message);
            p->line.truncated = false;
        } else {
            answer_line(p);
        }
        fine = write_out(p);
    }
    return fine;
}

int cli_pipe(int argc, char **argv) {
    cli_args args;
    int status;
    if (!cli_args_read(&args, argc, argv, 0, 0, &status)) {
        return status;
    }
    pipe *p = calloc(1, sizeof *p);
    if (!p) {
        status = cli_fail(&args, "pipe", QM_ERROR_MEMORY, NULL);
    } else {
        p->args = &args;
        cli_places_find(&p->places);
        p->line = qm_text_growing(NULL);
        p->out = qm_text_growing(NULL);
        p->work = qm_text_growing(NULL);
        p->list = qm_diagnostics_make(NULL);
        p->events = (qm_events){.items = p->event_items, .capacity = PIPE_EVENTS_MAX};
        status = run(p) ? CLI_YES : CLI_BAD;
        pipe_close_all(p);
        qm_text_free(&p->line);
        qm_text_free(&p->out);
        qm_text_free(&p->work);
        qm_diagnostics_free(&p->list);
        free(p);
    }
    cli_args_free(&args);
    return status;
}
