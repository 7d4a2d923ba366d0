/* Files, whole: read with a limit, written beside and renamed.
 *
 * Invariant: a file that is being replaced is at every moment the old one or the new one. The temporary name is opened
 * exclusively (mode x of C11), so two writers cannot share it; mkstemp would do the same but is not C17. What is there
 * already and has no length (a device, a pipe, an empty file) is written in place: renaming would put a file where a
 * device was, and C17 cannot ask what a name stands for.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "io/load.h"

static qm_result read_stdio(const char *path, size_t limit, qm_text *out) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        return QM_ERROR_FILE;
    }
    char block[4096];
    size_t got;
    qm_result result = QM_OK;
    while (result == QM_OK && (got = fread(block, 1, sizeof block, file)) > 0) {
        if (got > limit - out->length) {
            result = QM_ERROR_LIMIT;
        } else {
            qm_text_add_bytes(out, block, got);
            result = out->truncated ? QM_ERROR_MEMORY : QM_OK;
        }
    }
    if (result == QM_OK && ferror(file)) {
        result = QM_ERROR_FILE;
    }
    fclose(file);
    return result;
}

qm_result qm__file_get(const qm_reader *reader, const char *path, size_t limit, qm_text *out) {
    qm_text_clear(out);
    if (reader && reader->read) {
        const qm_result result = reader->read(reader->user, path, limit, out);
        return result == QM_OK && out->length > limit ? QM_ERROR_LIMIT : result;
    }
    return read_stdio(path, limit, out);
}

qm_result qm_file_read(const char *path, const qm_reader *reader, qm_text *out, qm_diagnostics *diagnostics) {
    const qm_result result = qm__file_get(reader, path, QM_FILE_MAX, out);
    if (result == QM_ERROR_FILE) {
        qm__report(diagnostics, QM_SEVERITY_ERROR, path, 0, 0, "", "the file cannot be read");
    } else if (result == QM_ERROR_LIMIT) {
        qm__report(diagnostics, QM_SEVERITY_ERROR, path, 0, 0, "", "the file has more than %zu bytes", QM_FILE_MAX);
    }
    return result;
}

/* Opens a name next to `path` that nobody else has. */
static FILE *open_temporary(const char *path, qm_text *name) {
    for (int i = 0; i < 100; i++) {
        qm_text_clear(name);
        qm_text_addf(name, "%s.part%d", path, i);
        FILE *file = name->truncated ? NULL : fopen(name->data, "wbx");
        if (file) {
            return file;
        }
    }
    return NULL;
}

/* What is there, if it is nothing that could be lost. */
static FILE *open_in_place(const char *path) {
    FILE *file = fopen(path, "rb+");
    if (file && fseek(file, 0, SEEK_END) == 0 && ftell(file) > 0) {
        fclose(file);
        file = NULL;
    }
    return file;
}

static bool write_all(FILE *file, const char *bytes, size_t length) {
    bool good = fwrite(bytes, 1, length, file) == length;
    good = fflush(file) == 0 && good;
    return fclose(file) == 0 && good;
}

static bool write_in_place(FILE *file, const char *path, const char *bytes, size_t length) {
    const bool good = write_all(file, bytes, length);
    FILE *emptied = good ? NULL : fopen(path, "wb");
    if (emptied) {
        fclose(emptied);
    }
    return good;
}

static bool write_beside(FILE *file, const char *name, const char *path, const char *bytes, size_t length) {
    const bool good = write_all(file, bytes, length) && rename(name, path) == 0;
    if (!good) {
        remove(name);
    }
    return good;
}

qm_result qm_file_write(const char *path, const char *bytes, size_t length, qm_diagnostics *diagnostics) {
    qm_text name = qm_text_growing(diagnostics ? diagnostics->allocator : NULL);
    FILE *there = open_in_place(path), *beside = there ? NULL : open_temporary(path, &name);
    const char *fault = NULL;
    if (there) {
        fault = write_in_place(there, path, bytes, length) ? NULL : "writing the file failed; nothing was changed";
    } else if (beside) {
        fault = write_beside(beside, name.data, path, bytes, length) ? NULL
                                                                     : "writing the file failed; nothing was changed";
    } else {
        fault = "the file cannot be written (is the folder there?)";
    }
    qm_text_free(&name);
    if (fault) {
        qm__report(diagnostics, QM_SEVERITY_ERROR, path, 0, 0, "", "%s", fault);
    }
    return fault ? QM_ERROR_FILE : QM_OK;
}
