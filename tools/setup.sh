#!/bin/sh
# Installs the Debian packages an errand needs and does not find: tools/setup.sh play|test|bench
#
# A package counts as found when what we use of it is there, wherever it came from; then nothing is installed, nothing
# is asked of the network, and nothing is printed.
set -eu

# package:what we use of it (a command, or the path of a file)
play='gcc:gcc libc6-dev:/usr/include/stdio.h cmake:cmake ninja-build:ninja'
test="$play libcmocka-dev:/usr/include/cmocka.h python3:python3 pkg-config:pkg-config clang:clang lld:wasm-ld nodejs:node"
python_modules=/usr/lib/python3/dist-packages
test="$test python3-numpy:$python_modules/numpy python3-shapely:$python_modules/shapely"
bench="$play valgrind:valgrind g++:g++ librecast-dev:/usr/include/recastnavigation/Recast.h"

case "${1:-}" in
play) wanted=$play ;;
test) wanted=$test ;;
bench) wanted=$bench ;;
*)
    echo "usage: tools/setup.sh play|test|bench" >&2
    exit 2
    ;;
esac

missing=
for entry in $wanted; do
    probe=${entry#*:}
    case $probe in
    /*) [ -e "$probe" ] && continue ;;
    *) command -v "$probe" >/dev/null 2>&1 && continue ;;
    esac
    missing="$missing ${entry%%:*}"
done
[ -z "$missing" ] && exit 0

echo "Missing Debian packages:$missing"
if ! command -v apt-get >/dev/null 2>&1; then
    echo "This is not a Debian machine (no apt-get): please install what corresponds to them, then try again." >&2
    exit 1
fi
as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "Installing them needs root, and there is no sudo. As root: apt-get install$missing" >&2
        exit 1
    fi
    as_root=sudo
fi
echo "Installing them:$missing"
$as_root apt-get -q update
# shellcheck disable=SC2086 # the list is meant to be split
$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends $missing
