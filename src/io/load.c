/* The common part of all loaders.
 *
 * Paths of fields are chains on the stack that cost nothing until something is wrong; building strings on the way down
 * was the alternative and would be most of the work of loading.
 */
#include "io/load.h"

#include <string.h>

#include "base/name.h"
#include "io/json.h"

void qm__path_print(const qm__path *path, qm_text *out) {
    const qm__path *steps[16];
    size_t count = 0;
    for (; path && count < 16; path = path->up) {
        steps[count++] = path;
    }
    while (count > 0) {
        const qm__path *step = steps[--count];
        if (step->key) {
            qm_text_addf(out, "%s%s", out->length > 0 ? "." : "", step->key);
        } else {
            qm_text_addf(out, "[%zu]", step->index);
        }
    }
}

/* A template is read for every figure that uses it; one mistake in it is still one mistake. */
static bool said_before(const qm__load *load, uint32_t line, uint32_t column, const char *field, const char *message) {
    for (size_t i = 0; line > 0 && i < load->list->count; i++) {
        const qm_diagnostic *item = &load->list->items[i];
        if (item->line == line && item->column == column && qm__same(item->message, message) &&
            qm__same(item->field, field) && qm__same(item->file, load->file)) {
            return true;
        }
    }
    return false;
}

static void report(const qm__load *load, uint32_t line, uint32_t column, const qm__path *path, const char *format,
                   va_list arguments) {
    char field[QM__FIELD_MAX], message[QM__MESSAGE_MAX];
    qm_text field_text = qm_text_over(field, sizeof field), text = qm_text_over(message, sizeof message);
    qm__path_print(path, &field_text);
    if (load->about) {
        qm_text_addf(&text, "%s: ", load->about);
    }
    qm__text_addv(&text, format, arguments);
    if (!said_before(load, line, column, field, message)) {
        qm_diagnostics_add(load->list, QM_SEVERITY_ERROR, load->file, line, column, field, message);
    }
}

void qm__fault(const qm__load *load, const qm__value *at, const qm__path *path, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    report(load, at ? at->line : 0, at ? at->column : 0, path, format, arguments);
    va_end(arguments);
}

void qm__fault_key(const qm__load *load, const qm__value *member, const qm__path *path, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    report(load, member->key_line, member->key_column, path, format, arguments);
    va_end(arguments);
}

void qm__suggest(qm_text *out, const char *word, const char *const *names, size_t count) {
    const char *best = NULL;
    size_t limit = qm__name_limit(word);
    for (size_t i = 0; i < count; i++) {
        const char *near = names[i] ? qm__closest(word, &names[i], 1) : NULL;
        const size_t distance = near ? qm__name_distance(word, near, limit) : limit + 1;
        if (distance <= limit && (!best || distance < qm__name_distance(word, best, limit))) {
            best = near;
        }
    }
    if (best) {
        qm_text_addf(out, " (did you mean \"%s\"?)", best);
    }
}

void qm__list_names(qm_text *out, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        qm_text_add(out, i == 0 ? "" : i + 1 == count ? " or " : ", ");
        qm_text_add(out, names[i]);
    }
}

void qm__check_keys(const qm__load *load, const qm__value *object, const qm__path *path, const char *const *names,
                    size_t count) {
    for (const qm__value *member = object->first; member; member = member->next) {
        bool known = false;
        for (size_t i = 0; i < count && !known; i++) {
            known = names[i] && qm__same(member->key, names[i]);
        }
        if (!known) {
            char hint[100];
            qm_text text = qm_text_over(hint, sizeof hint);
            qm__suggest(&text, member->key, names, count);
            qm__fault_key(load, member, &(qm__path){path, member->key, 0}, "unknown name%s", hint);
        }
    }
}

bool qm__expect(const qm__load *load, const qm__value *value, qm__kind kind, const qm__value *parent,
                const qm__path *path) {
    if (!value) {
        qm__fault(load, parent, path, "is missing");
        return false;
    }
    if (value->kind != kind) {
        const char *name = qm__kind_name(kind);
        qm__fault(load, value, path, "must be %s %s, not %s", kind == QM__ARRAY || kind == QM__OBJECT ? "an" : "a",
                  name, qm__kind_name(value->kind));
        return false;
    }
    return true;
}

const char *qm__get_text(const qm__load *load, const qm__value *object, const char *key, const qm__path *up,
                         const char *otherwise) {
    const qm__value *value = qm__value_get(object, key);
    if (!value) {
        return otherwise;
    }
    const qm__path path = {up, key, 0};
    if (!qm__expect(load, value, QM__STRING, object, &path)) {
        return otherwise;
    }
    if (memchr(value->text, '\0', value->length)) {
        qm__fault(load, value, &path, "contains the character U+0000, which is not allowed");
        return otherwise;
    }
    return value->text;
}

int64_t qm__get_int(const qm__load *load, const qm__value *object, const char *key, const qm__path *up, int64_t low,
                    int64_t high, int64_t otherwise) {
    const qm__value *value = qm__value_get(object, key);
    if (!value) {
        return otherwise;
    }
    const qm__path path = {up, key, 0};
    char space[64];
    const char *fault = qm__value_decimal_fault(value, 0, space);
    int64_t number = otherwise;
    if (fault) {
        qm__fault(load, value, &path, "%s", fault);
    } else if (qm__value_int(value, &number) && (number < low || number > high)) {
        qm__fault(load, value, &path, "%lld is %s %lld", (long long)number, number < low ? "below" : "above",
                  (long long)(number < low ? low : high));
        number = otherwise;
    }
    return number;
}

bool qm__get_bool(const qm__load *load, const qm__value *object, const char *key, const qm__path *up, bool otherwise) {
    const qm__value *value = qm__value_get(object, key);
    if (!value || !qm__expect(load, value, QM__BOOL, object, &(qm__path){up, key, 0})) {
        return otherwise;
    }
    return value->truth;
}

bool qm__check_head(const qm__load *load, const qm__value *object, const char *kind) {
    const size_t errors = load->list->errors;
    if (!qm__expect(load, object, QM__OBJECT, NULL, NULL)) {
        return false;
    }
    const qm__path path = {NULL, "quickmarch", 0};
    const qm__value *mark = qm__value_get(object, "quickmarch");
    if (qm__expect(load, mark, QM__STRING, object, &path) && !qm__same(mark->text, kind)) {
        qm__fault(load, mark, &path, "is \"%s\", but a file of kind \"%s\" is wanted here", mark->text, kind);
    }
    const qm__value *version = qm__value_get(object, "version");
    int64_t number = 0;
    if (!version) {
        qm__fault(load, object, &(qm__path){NULL, "version", 0}, "is missing; this is version 1 of the format");
    } else if (!qm__value_int(version, &number) || number != 1) {
        qm__fault(load, version, &(qm__path){NULL, "version", 0}, "only version 1 of the format is known");
    }
    return load->list->errors == errors;
}

bool qm__name_valid(const char *name, size_t length) {
    if (length == 0 || length > QM_NAME_MAX) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        const char c = name[i];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const bool later = (c >= '0' && c <= '9') || c == '_' || c == '-';
        if (!letter && !(i > 0 && later)) {
            return false;
        }
    }
    return true;
}

/* -------------------------------------------------------------------------------------------------------- files */

/* Takes "." and "x/.." out of a path, in place. */
static void simplify(char *path) {
    const bool absolute = path[0] == '/';
    char *base = path + (absolute ? 1 : 0), *out = base;
    const char *in = base;
    while (*in) {
        const size_t length = strcspn(in, "/");
        const bool up = length == 2 && in[0] == '.' && in[1] == '.';
        if (up && out > base) {
            /* `out` is just behind "x/"; go back before it unless x is itself ".." */
            char *start = out - 1;
            while (start > base && start[-1] != '/') {
                start--;
            }
            if (!(out - start == 3 && start[0] == '.' && start[1] == '.')) {
                out = start;
                in += length + (in[length] == '/' ? 1 : 0);
                continue;
            }
        }
        if (!(length == 0 || (length == 1 && in[0] == '.'))) {
            memmove(out, in, length);
            out += length;
            if (in[length] == '/') {
                *out++ = '/';
            }
        }
        in += length + (in[length] == '/' ? 1 : 0);
    }
    *out = '\0';
}

const char *qm__path_beside(qm__arena *arena, const char *from, const char *name) {
    const char *slash = from ? strrchr(from, '/') : NULL;
    const size_t folder = slash && name[0] != '/' ? (size_t)(slash - from) + 1 : 0;
    const size_t length = strlen(name);
    char *path = qm__arena_alloc(arena, folder + length + 1);
    if (path) {
        memcpy(path, from ? from : "", folder);
        memcpy(path + folder, name, length + 1);
        simplify(path);
    }
    return path;
}

qm_result qm__json_file(const qm__load *load, const char *path, qm__value **out) {
    *out = NULL;
    qm_text text = qm_text_growing(load->allocator);
    qm_result result = qm_file_read(path, load->reader, &text, load->list);
    if (result == QM_OK) {
        result = qm__json_read(text.data ? text.data : "", text.length, path, load->arena, load->list, out);
    }
    qm_text_free(&text);
    return result;
}
