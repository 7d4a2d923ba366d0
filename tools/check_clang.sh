#!/bin/sh
# The sources pass clang with the warnings of the build: check_clang.sh ROOT
set -eu
root=$1
if ! command -v clang >/dev/null 2>&1; then
    echo "clang is not installed" >&2
    exit 1
fi
find "$root/src" "$root/apps/cli" "$root/examples" -name '*.c' -print0 |
    xargs -0 -n 8 clang -std=c17 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wmissing-prototypes \
        -Wstrict-prototypes -Werror -ffp-contract=off -fsyntax-only -DQM_CHECKS=1 \
        -DQM_DATA_DIR='"."' -DQM_SOURCE_DIR='"."' -I "$root/include" -I "$root/src" -I "$root/apps/cli"
echo "clang: no complaints"
