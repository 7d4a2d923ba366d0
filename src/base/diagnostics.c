/* The list of diagnostics.
 *
 * Each item's three strings share one block that starts at `file`, so an item is freed by one call and its size follows
 * from the strings. An arena for all was the alternative; clearing a list and going on would then keep the memory.
 */
#include "base/arena.h"
#include "base/text.h"

#include <string.h>

qm_diagnostics qm_diagnostics_make(const qm_allocator *allocator) {
    return (qm_diagnostics){.allocator = allocator};
}

void qm_diagnostics_clear(qm_diagnostics *list) {
    if (!list) {
        return;
    }
    for (size_t i = 0; i < list->count; i++) {
        const qm_diagnostic *item = &list->items[i];
        const size_t size = strlen(item->file) + strlen(item->field) + strlen(item->message) + 3;
        qm__resize(list->allocator, (char *)(uintptr_t)item->file, size, 0);
    }
    list->count = 0;
    list->errors = 0;
    list->dropped = 0;
}

void qm_diagnostics_free(qm_diagnostics *list) {
    if (!list) {
        return;
    }
    qm_diagnostics_clear(list);
    if (list->items) {
        qm__resize(list->allocator, list->items, list->capacity * sizeof *list->items, 0);
    }
    *list = qm_diagnostics_make(list->allocator);
}

static bool make_room(qm_diagnostics *list) {
    if (list->count < list->capacity) {
        return true;
    }
    const size_t capacity = list->capacity == 0 ? 8 : list->capacity * 2;
    qm_diagnostic *items =
        qm__resize(list->allocator, list->items, list->capacity * sizeof *items, capacity * sizeof *items);
    if (!items) {
        return false;
    }
    list->items = items;
    list->capacity = capacity;
    return true;
}

/* Copies the three strings into one block and points the item at them. */
static bool copy_strings(const qm_allocator *allocator, qm_diagnostic *item, const char *const strings[3]) {
    size_t sizes[3];
    size_t total = 0;
    for (int i = 0; i < 3; i++) {
        sizes[i] = strings[i] ? strlen(strings[i]) + 1 : 1;
        total += sizes[i];
    }
    char *block = qm__resize(allocator, NULL, 0, total);
    if (!block) {
        return false;
    }
    const char *copies[3];
    char *at = block;
    for (int i = 0; i < 3; i++) {
        copies[i] = at;
        memcpy(at, strings[i] ? strings[i] : "", sizes[i]);
        at += sizes[i];
    }
    item->file = copies[0];
    item->field = copies[1];
    item->message = copies[2];
    return true;
}

bool qm_diagnostics_add(qm_diagnostics *list, qm_severity severity, const char *file, uint32_t line, uint32_t column,
                        const char *field, const char *message) {
    if (!list) {
        return false;
    }
    list->errors += severity == QM_SEVERITY_ERROR;
    qm_diagnostic item = {.severity = severity, .line = line, .column = column};
    const char *const strings[3] = {file, field, message};
    if (list->count >= QM_DIAGNOSTICS_MAX || !make_room(list) || !copy_strings(list->allocator, &item, strings)) {
        list->dropped++;
        return false;
    }
    list->items[list->count++] = item;
    return true;
}

void qm_diagnostic_print(const qm_diagnostic *diagnostic, qm_text *out) {
    qm_text_add(out, diagnostic->file);
    if (diagnostic->line > 0) {
        qm_text_addf(out, "%s%lu", diagnostic->file[0] != '\0' ? ":" : "", (unsigned long)diagnostic->line);
        if (diagnostic->column > 0) {
            qm_text_addf(out, ":%lu", (unsigned long)diagnostic->column);
        }
    }
    if (diagnostic->file[0] != '\0' || diagnostic->line > 0) {
        qm_text_add(out, ": ");
    }
    qm_text_add(out, diagnostic->severity == QM_SEVERITY_ERROR ? "error: " : "warning: ");
    if (diagnostic->field[0] != '\0') {
        qm_text_addf(out, "%s: ", diagnostic->field);
    }
    qm_text_add(out, diagnostic->message);
}

bool qm__report(qm_diagnostics *list, qm_severity severity, const char *file, uint32_t line, uint32_t column,
                const char *field, const char *format, ...) {
    char message[QM__MESSAGE_MAX];
    qm_text text = qm_text_over(message, sizeof message);
    va_list arguments;
    va_start(arguments, format);
    qm__text_addv(&text, format, arguments);
    va_end(arguments);
    return qm_diagnostics_add(list, severity, file, line, column, field, message);
}

static int order_of(const qm_diagnostic *a, const qm_diagnostic *b) {
    const int file = strcmp(a->file, b->file);
    return file != 0               ? file
           : a->line != b->line    ? (a->line < b->line ? -1 : 1)
           : a->column < b->column ? -1
                                   : a->column > b->column;
}

/* By insertion: the list is short, mostly in order, and what was found at one place must stay in its order. */
void qm__diagnostics_sort(qm_diagnostics *list, size_t from) {
    for (size_t i = from + 1; i < list->count; i++) {
        const qm_diagnostic item = list->items[i];
        size_t at = i;
        for (; at > from && order_of(&list->items[at - 1], &item) > 0; at--) {
            list->items[at] = list->items[at - 1];
        }
        list->items[at] = item;
    }
}
