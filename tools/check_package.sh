#!/bin/sh
# An installed tree serves a stranger's program, through pkg-config and through find_package:
# check_package.sh ROOT BUILD CC
set -eu
build=$2
cc=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Runs a command and shows what it printed only if it fails.
quietly() {
    "$@" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
}

quietly cmake --install "$build" --prefix "$folder/first"
# Moved after installing: nothing in it may remember where it was put.
mv "$folder/first" "$folder/prefix"
lib=$(dirname "$(dirname "$(find "$folder/prefix" -name quickmarch.pc)")")

mkdir "$folder/consumer"
cd "$folder/consumer"
cat >consumer.c <<'END'
#include <quickmarch/base.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    puts(qm_version());
    return strcmp(qm_version(), QM_VERSION);
}
END
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(consumer C)
find_package(quickmarch 0.1 REQUIRED)
add_executable(with_default consumer.c)
target_link_libraries(with_default PRIVATE quickmarch::quickmarch)
add_executable(with_static consumer.c)
target_link_libraries(with_static PRIVATE quickmarch::static)
END

PKG_CONFIG_PATH=$lib/pkgconfig
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # flags are meant to be split
"$cc" consumer.c $(pkg-config --cflags --libs quickmarch) -o shared
LD_LIBRARY_PATH=$lib ./shared
# shellcheck disable=SC2046
"$cc" consumer.c $(pkg-config --cflags quickmarch) "$lib/libquickmarch.a" -o static
./static

quietly cmake -G Ninja -B out -DCMAKE_C_COMPILER="$cc" -DCMAKE_PREFIX_PATH="$folder/prefix"
quietly cmake --build out
out/with_default
out/with_static

if [ -e "$folder/prefix/bin/quickmarch" ]; then
    "$folder/prefix/bin/quickmarch" --help >/dev/null
fi
echo "package: pkg-config and find_package both work"
