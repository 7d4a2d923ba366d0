/* Fuzz targets: each takes any bytes and must come back without a crash, a leak or a broken promise. They run in two ways: their
 * corpus and mutations of it as a plain test (test/unit/test_fuzz.c), and under libFuzzer (cmake -DQM_BUILD_FUZZ=ON with clang). */
#ifndef QM_TEST_FUZZ_TARGETS_H
#define QM_TEST_FUZZ_TARGETS_H

#include <stddef.h>
#include <stdint.h>

typedef struct fuzz_target {
    const char *name;
    const char *const *corpus; /* files and folders, relative to the root of the tree, ended by NULL */
    void (*run)(const uint8_t *bytes, size_t length);
} fuzz_target;

extern const fuzz_target fuzz_targets[];
extern const size_t fuzz_target_count;

#endif
