#!/bin/sh
# The one-file form compiles alone and the example links with it and runs: check_amalgamation.sh ROOT CC
set -eu
root=$1
cc=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 "$root/tools/amalgamate.py" "$root" "$folder"
cd "$folder"
"$cc" -std=c17 -Wall -Werror -c quickmarch.c
"$cc" -std=c17 -Wall -Werror -O2 -DNDEBUG -c quickmarch.c -o optimised.o
if [ -f "$root/examples/hello.c" ]; then
    sed 's|^#include ["<]quickmarch/.*|#include "quickmarch.h"|' "$root/examples/hello.c" >hello.c
    "$cc" -std=c17 -Wall -Werror -I . hello.c optimised.o -o hello
    (cd "$root" && "$folder/hello")
fi
