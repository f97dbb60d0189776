#!/bin/sh
# The sources guard the bits, not the build file: compiled by hand with flags that spoil arithmetic, the
# library plays a crowd to the same hashes, or does not compile, or refuses to make a world.
#
#   bits.sh SOURCE CROWD_HASH
set -u
export LC_ALL=C
source=$(realpath "$1") crowd_hash=$(realpath "$2")
# A machine without fma could not run what it is about.
grep -q '\bfma\b' /proc/cpuinfo || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$crowd_hash" > "$work/expected" || exit 1
passed=0 failed=0

# The host beside it is compiled in the plain way, so that only the library can differ.
crowd() {
    for file in crowd crowd_hash; do
        $host -std=gnu11 -O1 "$@" -I"$source/include" -c "$source/test/$file.c" -o "$work/$file.o" || return 1
    done
}

build() {
    "$@" -I"$source/include" -I"$source/src" -c "$source/src/sidle.c" -o "$work/sidle.o" > "$work/log" 2>&1 &&
        $host "$work/sidle.o" "$work/crowd.o" "$work/crowd_hash.o" -lm $linked -o "$work/game"
}

plays_the_same() { build "$@" && "$work/game" > "$work/out" 2>&1 && cmp "$work/out" "$work/expected"; }

does_not_compile() { ! build "$@" && grep -q '#error\|error: "sidle' "$work/log"; }

refuses_a_world() {
    build "$@" && ! "$work/game" > "$work/out" 2>&1 && grep -q 'not rounded as IEEE 754' "$work/out"
}

expect() {
    if command -v "$2" > "$work/found" && "$@" > "$work/said" 2>&1; then
        passed=$((passed + 1))
        echo "$*: ok"
    else
        failed=$((failed + 1))
        echo "FAILED: $*"
        cat "$work/said" "$work/log"
    fi
}

unguarded=-DSIDLE_UNGUARDED
host=cc linked=
crowd
expect plays_the_same gcc -O3 -march=x86-64-v3
expect plays_the_same gcc -O2 -march=x86-64-v3 -ffp-contract=fast -DSIDLE_NO_SIMD
expect plays_the_same gcc -O2 -mfma -std=c11 -flto
expect plays_the_same gcc -O0
expect plays_the_same gcc $unguarded -O1
expect does_not_compile gcc -Ofast
expect does_not_compile gcc -O2 -funsafe-math-optimizations
expect does_not_compile gcc -O2 -ffinite-math-only
expect refuses_a_world gcc $unguarded -O2 -mfma -ffp-contract=fast
expect refuses_a_world gcc $unguarded -O2 -mfma -ffp-contract=fast -DSIDLE_NO_SIMD
expect refuses_a_world gcc $unguarded -O2 -fassociative-math -fno-signed-zeros -fno-trapping-math
expect refuses_a_world gcc $unguarded -O1 -freciprocal-math
expect refuses_a_world gcc $unguarded -O1 -ffinite-math-only
linked=-ffast-math # at the end it makes the processor take denormal numbers for 0
expect refuses_a_world gcc -O1
linked=

if command -v clang > /dev/null; then
    expect plays_the_same clang -O2 -march=x86-64-v3
    expect plays_the_same clang -O2 -march=x86-64-v3 -ffp-contract=on
    expect does_not_compile clang -O2 -ffast-math
    expect refuses_a_world clang -O2 -mfma -ffp-contract=fast
    expect refuses_a_world clang -O2 -fassociative-math -fno-signed-zeros -fno-trapping-math
fi

# A static program for 32 bits runs here too; the cross compiler gets on with those of other machines.
host=i686-linux-gnu-gcc linked=-static
if command -v $host > /dev/null && crowd -msse2 -mfpmath=sse; then
    expect plays_the_same $host -O2 -msse2 -mfpmath=sse
    expect does_not_compile $host -O2 -mfpmath=387
    expect refuses_a_world $host $unguarded -O2 -mfpmath=387
    expect refuses_a_world $host $unguarded -O0 -mfpmath=387
fi
echo "bits: $passed passed, $failed failed"
test $failed -eq 0
