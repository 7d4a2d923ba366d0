/* The fuzz targets as a plain test: every file of their corpus, then mutations of it, the same ones every time. QM_TEST_LONG
 * multiplies the mutations. Run with the sanitizers this finds what a crash would only hint at. */
#define _DEFAULT_SOURCE /* scandir */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "fuzz/targets.h"

enum { FILE_MAX = 1 << 18, FILES_MAX = 600, MUTATIONS = 1200 };

typedef struct sample {
    uint8_t *bytes;
    size_t length;
} sample;

static size_t load(const char *path, sample *samples, size_t count) {
    FILE *file = fopen(path, "rb");
    if (!file || count >= FILES_MAX) {
        if (file) {
            fclose(file);
        }
        return count;
    }
    uint8_t *bytes = malloc(FILE_MAX);
    assert_non_null(bytes);
    const size_t length = fread(bytes, 1, FILE_MAX, file);
    fclose(file);
    samples[count] = (sample){bytes, length};
    return count + 1;
}

/* The files of a folder in the order of their names, so that a run can be repeated. */
static size_t load_folder(const char *path, sample *samples, size_t count) {
    struct dirent **names = NULL;
    const int found = scandir(path, &names, NULL, alphasort);
    for (int i = 0; i < found; i++) {
        char inner[1024];
        snprintf(inner, sizeof inner, "%s/%s", path, names[i]->d_name);
        if (names[i]->d_name[0] != '.') {
            DIR *folder = opendir(inner);
            if (folder) {
                closedir(folder);
                count = load_folder(inner, samples, count);
            } else {
                count = load(inner, samples, count);
            }
        }
        free(names[i]);
    }
    free(names);
    return count;
}

/* Changes a few bytes, cuts, doubles a part, or puts in a piece that means something. */
static size_t mutate(uint8_t *bytes, size_t length, size_t capacity, uint64_t seed, uint64_t *index) {
    static const char *const pieces[] = {"{", "}", "[", "]", "\"", ",", ":", "0", "-1", "99999999999", "null", "true", "1e9",
                                         "\\u0000", "\xff", "Ada", "jump", "0304", "face", "NE", "intercept", "avoid", "from", "walls", "12.5,8@3", "via", "prisms", " ", "\n", "=", "extends"};
    const uint32_t rounds = 1 + qm__random_below(seed, index, 4);
    for (uint32_t r = 0; r < rounds && length > 0; r++) {
        const size_t at = qm__random_below(seed, index, (uint32_t)length);
        switch (qm__random_below(seed, index, 4)) {
        case 0:
            bytes[at] = (uint8_t)qm__random_below(seed, index, 256);
            break;
        case 1:
            length = at;
            break;
        case 2: {
            const size_t part = (length - at) < 40 ? length - at : 40;
            if (length + part <= capacity) {
                memmove(bytes + at + part, bytes + at, length - at);
                length += part;
            }
            break;
        }
        default: {
            const char *piece = pieces[qm__random_below(seed, index, sizeof pieces / sizeof pieces[0])];
            const size_t size = strlen(piece);
            if (length + size <= capacity) {
                memmove(bytes + at + size, bytes + at, length - at);
                memcpy(bytes + at, piece, size);
                length += size;
            }
        }
        }
    }
    return length;
}

static void run_target(const fuzz_target *target) {
    sample *samples = calloc(FILES_MAX, sizeof *samples);
    assert_non_null(samples);
    size_t count = 0;
    for (size_t i = 0; target->corpus[i]; i++) {
        count = load_folder(target->corpus[i], samples, count);
    }
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++) {
        target->run(samples[i].bytes, samples[i].length);
    }
    const uint32_t mutations = getenv("QM_TEST_LONG") ? MUTATIONS * 100 : MUTATIONS;
    uint8_t *bytes = malloc(FILE_MAX + 4096);
    uint64_t index = 0;
    for (uint32_t m = 0; m < mutations; m++) {
        const sample *s = &samples[qm__random_below(99, &index, (uint32_t)count)];
        if (s->length > 20000) {
            continue; /* large files are read whole above; mutating them only takes time */
        }
        memcpy(bytes, s->bytes, s->length);
        /* an exact copy, so that reading one byte too many is seen */
        const size_t length = mutate(bytes, s->length, FILE_MAX, 99, &index);
        uint8_t *exact = malloc(length + 1);
        assert_non_null(exact);
        memcpy(exact, bytes, length);
        target->run(exact, length);
        free(exact);
    }
    print_message("%s: %zu files, %u mutations\n", target->name, count, mutations);
    free(bytes);
    for (size_t i = 0; i < count; i++) {
        free(samples[i].bytes);
    }
    free(samples);
}

static void test_target(void **state) {
    run_target(*state);
}

int main(void) {
    struct CMUnitTest tests[16];
    for (size_t i = 0; i < fuzz_target_count; i++) {
        tests[i] = (struct CMUnitTest){.name = fuzz_targets[i].name, .test_func = test_target,
                                       .initial_state = (void *)(uintptr_t)&fuzz_targets[i]};
    }
    return _cmocka_run_group_tests("fuzz", tests, fuzz_target_count, NULL, NULL);
}
