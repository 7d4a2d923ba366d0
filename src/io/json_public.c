/* JSON for callers: documents, and writing a value back. The values are the loader's own, seen through an opaque name.
 *
 * Writing goes down by recursion, which the reader has bounded: no document is deeper than QM__JSON_DEPTH_MAX.
 */
#include <string.h>

#include "io/json.h"
#include "io/json_write.h"
#include "io/load.h"

struct qm_json {
    qm_allocator allocator;
    qm__arena arena;
    qm__value *root;
};

static const qm__value *inside(const qm_json_value *value) {
    return (const qm__value *)(const void *)value;
}

static const qm_json_value *outside(const qm__value *value) {
    return (const qm_json_value *)(const void *)value;
}

qm_result qm_json_read(qm_json **out, const char *text, size_t length, const char *name, const qm_allocator *allocator,
                       qm_diagnostics *diagnostics) {
    *out = NULL;
    qm_json *document = qm__resize(allocator, NULL, 0, sizeof *document);
    if (!document) {
        return QM_ERROR_MEMORY;
    }
    memset(document, 0, sizeof *document);
    if (allocator) {
        document->allocator = *allocator;
    }
    qm__arena_init(&document->arena, document->allocator.resize ? &document->allocator : NULL);
    const qm_result result =
        qm__json_read(text, length, name ? name : "", &document->arena, diagnostics, &document->root);
    if (result != QM_OK) {
        qm_json_free(document);
        return result;
    }
    *out = document;
    return QM_OK;
}

void qm_json_free(qm_json *document) {
    if (document) {
        const qm_allocator allocator = document->allocator;
        qm__arena_free(&document->arena);
        qm__resize(allocator.resize ? &allocator : NULL, document, sizeof *document, 0);
    }
}

const qm_json_value *qm_json_root(const qm_json *document) {
    return document ? outside(document->root) : NULL;
}

const qm_json_value *qm_json_get(const qm_json_value *object, const char *key) {
    return outside(qm__value_get(inside(object), key));
}

const qm_json_value *qm_json_at(const qm_json_value *array, size_t index) {
    return outside(qm__value_at(inside(array), index));
}

size_t qm_json_count(const qm_json_value *value) {
    return value && (inside(value)->kind == QM__ARRAY || inside(value)->kind == QM__OBJECT) ? inside(value)->count : 0;
}

const char *qm_json_key(const qm_json_value *object, size_t index) {
    const qm__value *member = qm_json_is_object(object) ? inside(object)->first : NULL;
    for (; member && index > 0; index--) {
        member = member->next;
    }
    return member ? member->key : "";
}

const char *qm_json_string(const qm_json_value *value) {
    const qm__value *v = inside(value);
    return v && v->kind == QM__STRING && !memchr(v->text, '\0', v->length) ? v->text : NULL;
}

bool qm_json_int(const qm_json_value *value, int64_t *out) {
    return qm__value_int(inside(value), out);
}

bool qm_json_bool(const qm_json_value *value, bool *out) {
    if (!value || inside(value)->kind != QM__BOOL) {
        return false;
    }
    *out = inside(value)->truth;
    return true;
}

bool qm_json_is_object(const qm_json_value *value) {
    return value && inside(value)->kind == QM__OBJECT;
}

bool qm_json_is_array(const qm_json_value *value) {
    return value && inside(value)->kind == QM__ARRAY;
}

static void add_string(const char *bytes, size_t length, qm_text *out) {
    qm__json_writer w = qm__json_write_to(out, false);
    qm__json_bytes(&w, bytes, length);
}

static void write_value(const qm__value *value, qm_text *out) {
    switch (value->kind) {
    case QM__NULL:
        qm_text_add(out, "null");
        break;
    case QM__BOOL:
        qm_text_add(out, value->truth ? "true" : "false");
        break;
    case QM__NUMBER:
        qm_text_add_bytes(out, value->text, value->length);
        break;
    case QM__STRING:
        add_string(value->text, value->length, out);
        break;
    case QM__ARRAY:
    case QM__OBJECT:
        qm_text_add_char(out, value->kind == QM__ARRAY ? '[' : '{');
        for (const qm__value *part = value->first; part; part = part->next) {
            qm_text_add(out, part == value->first ? "" : ",");
            if (value->kind == QM__OBJECT) {
                add_string(part->key, part->key_length, out);
                qm_text_add_char(out, ':');
            }
            write_value(part, out);
        }
        qm_text_add_char(out, value->kind == QM__ARRAY ? ']' : '}');
        break;
    }
}

void qm_json_write(const qm_json_value *value, qm_text *out) {
    if (value) {
        write_value(inside(value), out);
    } else {
        qm_text_add(out, "null");
    }
}

void qm_json_write_string(const char *string, qm_text *out) {
    add_string(string, strlen(string), out);
}
