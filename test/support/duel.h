/* A small scenario that several tests use, and helpers around it. */
#ifndef QM_TEST_DUEL_H
#define QM_TEST_DUEL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "quickmarch/io.h"

/* Two figures on a board of 8 x 6 with a pit at 0403 and a wall at 0503. */
static const char duel_text[] =
    "{\"quickmarch\": \"scenario\", \"version\": 1, \"title\": \"Duel\", \"rules\": \"hexmelee\",\n"
    " \"board\": {\"rows\": [\"........\", \"........\", \"...PW...\", \"........\", \"........\", \"........\"],\n"
    "  \"legend\": {\"P\": {\"terrain\": \"pit\", \"depth\": 400}, \"W\": \"wall\"}},\n"
    " \"sides\": [\"red\", \"blue\"],\n"
    " \"templates\": {\"guard\": {\"str\": 11, \"dex\": 11, \"items\": [\"shortsword\", \"dagger\"], \"ready\": "
    "\"shortsword\"}},\n"
    " \"figures\": [\n"
    "  {\"name\": \"Ada\", \"side\": \"red\", \"template\": \"guard\", \"dex\": 12, \"at\": \"0202\", \"facing\": "
    "\"SE\"},\n"
    "  {\"name\": \"Bo\", \"side\": \"blue\", \"template\": \"guard\", \"at\": \"0705\", \"facing\": \"NW\"}],\n"
    " \"items\": [{\"name\": \"axe\", \"weapon\": \"battleaxe\", \"at\": \"0304\"}],\n"
    " \"end\": {\"turns\": 10, \"zones\": [{\"name\": \"hill\", \"places\": [\"0801\"], \"side\": \"red\", \"turns\": "
    "2}]}}\n";

static inline void print_diagnostics(const qm_diagnostics *list) {
    for (size_t i = 0; i < list->count; i++) {
        qm_text text = qm_text_growing(NULL);
        qm_diagnostic_print(&list->items[i], &text);
        print_message("%s\n", text.data);
        qm_text_free(&text);
    }
}

static inline qm_scenario *scenario_from(const char *text) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_scenario *scenario = NULL;
    const qm_result result = qm_scenario_read_text(&scenario, text, strlen(text), "test.json", NULL, NULL, NULL, &list);
    if (result != QM_OK) {
        print_diagnostics(&list);
    }
    assert_int_equal(result, QM_OK);
    qm_diagnostics_free(&list);
    return scenario;
}

/* The text with one part exchanged; free it. */
static inline char *with(const char *text, const char *part, const char *other) {
    const char *at = strstr(text, part);
    assert_non_null(at);
    qm_text out = qm_text_growing(NULL);
    qm_text_add_bytes(&out, text, (size_t)(at - text));
    qm_text_add(&out, other);
    qm_text_add(&out, at + strlen(part));
    return out.data;
}

/* Whether some diagnostic is at that place (0: any) and has the words in its field and message. */
static inline bool told(const qm_diagnostics *list, uint32_t line, const char *field, const char *words) {
    for (size_t i = 0; i < list->count; i++) {
        const qm_diagnostic *item = &list->items[i];
        if ((line == 0 || item->line == line) && strcmp(item->field, field) == 0 && strstr(item->message, words)) {
            return true;
        }
    }
    print_message("not told: %s: %s\n", field, words);
    print_diagnostics(list);
    return false;
}

/* The n-th block of code in a language, from 0, of a document of the formats; free it. */
static inline char *documented(const char *document, const char *language, int n) {
    char path[400], fence[32];
    snprintf(path, sizeof path, "%s/docs/formats/%s", QM_SOURCE_DIR, document);
    snprintf(fence, sizeof fence, "```%s\n", language);
    qm_text text = qm_text_growing(NULL), block = qm_text_growing(NULL);
    assert_int_equal(qm_file_read(path, NULL, &text, NULL), QM_OK);
    const char *at = strstr(text.data, fence);
    for (; n > 0 && at; n--) {
        at = strstr(at + 1, fence);
    }
    assert_non_null(at);
    at += strlen(fence);
    const char *end = strstr(at, "```");
    assert_non_null(end);
    qm_text_add_bytes(&block, at, (size_t)(end - at));
    qm_text_free(&text);
    return block.data;
}

/* Files in memory, for readers. */
typedef struct memory_file {
    const char *path, *text;
} memory_file;

static inline qm_result read_memory(void *user, const char *path, size_t limit, qm_text *out) {
    for (const memory_file *file = user; file->path; file++) {
        if (strcmp(file->path, path) == 0) {
            if (strlen(file->text) > limit) {
                return QM_ERROR_LIMIT;
            }
            qm_text_add(out, file->text);
            return QM_OK;
        }
    }
    return QM_ERROR_FILE;
}

#endif
