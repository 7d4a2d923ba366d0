/* One fuzz target for libFuzzer; QM_FUZZ_TARGET names it. */
#include <string.h>

#include "fuzz/targets.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    for (size_t i = 0; i < fuzz_target_count; i++) {
        if (strcmp(fuzz_targets[i].name, QM_FUZZ_TARGET) == 0) {
            fuzz_targets[i].run(bytes, length);
        }
    }
    return 0;
}
