#!/bin/sh
# Every public header compiles alone, as C17 and, where there is a C++ compiler, as C++17: check_headers.sh ROOT CC
set -eu
root=$1
cc=$2
warnings='-Wall -Wextra -Wpedantic -Werror'
cxx=$(command -v g++ || command -v clang++ || true)
count=0
for header in "$root"/include/quickmarch/*.h; do
    line="#include \"quickmarch/$(basename "$header")\""
    # shellcheck disable=SC2086 # the warnings are meant to be split
    echo "$line" | "$cc" -std=c17 $warnings -I "$root/include" -fsyntax-only -x c -
    if [ -n "$cxx" ]; then
        # shellcheck disable=SC2086
        echo "$line" | "$cxx" -std=c++17 $warnings -I "$root/include" -fsyntax-only -x c++ -
    fi
    count=$((count + 1))
done
echo "headers: $count compile alone${cxx:+, in C++ too}"
