#!/bin/sh
# The same calls give the same bits on every machine: a crowd is played by the library as other compilers
# build it, for other processors under qemu, and all its hashes must be those of the native build. s390x
# is the machine whose bytes stand the other way round.
#
#   machines.sh SOURCE CROWD_HASH
#
# A compiler that is not installed is left out, and named. Without any of them the test is skipped.
set -u
export LC_ALL=C
source=$(realpath "$1") crowd_hash=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$crowd_hash" > "$work/expected" || exit 1
passed=0 failed=0

found() { command -v "$1" > "$work/found"; }

# The library is compiled without a flag that guards the bits: its sources do that themselves. The crowd
# is not of the library, so that its compiler is told.
plays_the_same() { # runner, or - for this machine; compiler
    runner=$1 compiler=$2 options="-std=gnu11 -O2 -I$source/include -I$source/src"
    # shellcheck disable=SC2086
    for file in src/sidle.c test/crowd.c test/crowd_hash.c; do
        case $file in test/*) exact=-ffp-contract=off ;; *) exact= ;; esac
        "$compiler" $options $exact -c "$source/$file" -o "$work/${file##*/}.o" || return 1
    done
    "$compiler" -static "$work"/*.c.o -lm -o "$work/game" || return 1
    if test "$runner" = -; then runner=; fi
    $runner "$work/game" > "$work/out" && cmp "$work/out" "$work/expected"
}

expect() {
    if plays_the_same "$@" > "$work/said" 2>&1; then
        passed=$((passed + 1))
        echo "$2 ($1): ok"
    else
        failed=$((failed + 1))
        echo "FAILED: $2 ($1)"
        cat "$work/said"
    fi
}

if found clang; then expect - clang; else echo "left out: clang"; fi
for machine in aarch64 s390x; do
    compiler=$machine-linux-gnu-gcc
    for runner in qemu-$machine-static qemu-$machine; do
        if found "$runner"; then break; fi
    done
    if found "$compiler" && found "$runner"; then
        expect "$runner" "$compiler"
    else
        echo "left out: $machine (needs $compiler and qemu-user)"
    fi
done
test $((passed + failed)) -gt 0 || exit 77
echo "machines: $passed passed, $failed failed"
test $failed -eq 0
