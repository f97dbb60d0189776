#!/bin/sh
# Takes the host program out of the README, builds it as C and as C++ against an installed sidle, with
# the shared and with the static library, and runs it: the unit must reach its goal.
set -eu
source=$1 build=$2 extra=${3:-} # extra: flags that the build itself was made with
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

DESTDIR="$work/root" meson install -C "$build" --no-rebuild --quiet
pc=$(find "$work/root" -name sidle.pc)
prefix=$(sed -n 's/^prefix=//p' "$pc")
export PKG_CONFIG_PATH="${pc%/*}" PKG_CONFIG_SYSROOT_DIR="$work/root"
cflags=$(pkg-config --cflags sidle)
libs=$(pkg-config --libs sidle)
libdir="$work/root$(pkg-config --variable=libdir sidle)"
case $libdir in "$work/root$work/root"*) libdir=${libdir#"$work/root"} ;; esac

. "$source/test/house/source.sh"
example c "$source/README.md" > "$work/host.c"
lines=$(wc -l < "$work/host.c")
test "$lines" -ge 15 && test "$lines" -le 40 || { echo "the README's host has $lines lines"; exit 1; }
cp "$work/host.c" "$work/host.cpp"

run() {
    LD_LIBRARY_PATH="$libdir" "$1" | tee "$work/out"
    grep -q 'arrived' "$work/out"
}
# shellcheck disable=SC2086
{
    cc -std=c99 -Wall -Wextra -Werror $extra $cflags "$work/host.c" $libs -o "$work/c-shared"
    c++ -std=c++11 -Wall -Wextra -Werror $extra $cflags "$work/host.cpp" $libs -o "$work/cpp-shared"
    cc -std=c99 -Wall -Wextra -Werror $extra $cflags "$work/host.c" "$libdir/libsidle.a" -lm -o "$work/c-static"
}
for program in c-shared cpp-shared c-static; do run "$work/$program"; done
test -f "$work/root$prefix/include/sidle/sidle.h"
test -x "$work/root$prefix/bin/sidle"
echo "embedding: 5 passed, 0 failed"
