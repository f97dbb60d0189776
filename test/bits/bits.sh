#!/bin/sh
# The same bits everywhere: one table of hashes, and all machines and compilers that reproduce it.
#
#   bits.sh SOURCE BITS_RECORD --here     the table alone, the first 3 s of each scene
#   bits.sh SOURCE BITS_RECORD            and a few others, the first 3 s of each scene; SIDLE_LONG=1: all
#   bits.sh SOURCE BITS_RECORD --all      all of them, whole scenes
#   bits.sh SOURCE BITS_RECORD --renew    writes the table: when a change of behaviour is meant
#   bits.sh SOURCE BITS_RECORD NAME...    rows whose names begin so, whole scenes; SIDLE_LONG=0: 3 s of each
#
# The recorder plays the fixtures and generated scenes with the library of the build folder, and writes
# all calls on a tape. Its hashes must be those of the table. Then the tape is played to the library as
# others build it, and all hashes of each 30th tick must be the recorder's.
#
# Toolchains that are not installed are named and left out.
set -u
export LC_ALL=C
source=$(realpath "$1") record=$(realpath "$2")
shift 2
table=$source/test/bits/table.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
all=${SIDLE_LONG:-}
wanted='' length=short
if test "$all" = 0; then all=''; fi
if test $# -gt 0; then
    if test "$1" != --here && { test "${SIDLE_LONG:-}" != 0 || test "$1" = --renew; }; then length=''; fi
    case $1 in --all) all=1 ;; --here | --renew) ;; *) wanted=$* all=1 ;; esac
elif test -n "$all"; then length=''; fi
passed=0 failed=0 missing=''

pass() {
    passed=$((passed + 1))
    echo "$1: ok"
}

fail() {
    failed=$((failed + 1))
    echo "FAILED: $1"
    shift
    for file; do tail -n 20 "$file"; done
}

# ---- the table ----

# Of each scene its ticks, the hash after 90 of them or fewer, and the hash at its end.
table_of() {
    awk '$1 != scene { if (scene) print scene, ticks, early, last; scene = $1; early = "" }
         { ticks = $2; last = $3; if (ticks <= 90) early = $3 }
         END { print scene, ticks, early, last }' "$1"
}

compare_with_table() {
    table_of "$work/expected" > "$work/found"
    grep -v '^#' "$table" > "$work/known"
    if test -n "$length"; then
        for file in found known; do
            awk '{ print $1, $3 }' "$work/$file" > "$work/cut"
            mv "$work/cut" "$work/$file"
        done
    fi
    if diff "$work/known" "$work/found" > "$work/log"; then
        pass "table"
    else
        fail "table: < is $table, > is this build; if that is meant: meson compile -C BUILD renew-bits" \
            "$work/log"
    fi
}

# shellcheck disable=SC2086
"$record" "$work/tape" $length > "$work/expected" || exit 1
if test "${1:-}" = --renew; then
    {
        echo "# Scene, ticks, hash after 90 ticks or fewer, hash at the end; see bits.sh, which writes this."
        table_of "$work/expected"
    } > "$work/new"
    cp "$work/new" "$table"
    echo "$table: $(grep -vc '^#' "$table") scenes"
    exit 0
fi
compare_with_table
if test "${1:-}" = --here; then
    echo "bits: $passed passed, $failed failed"
    test $failed -eq 0
    exit
fi

# ---- one row ----

# Is the row asked for? Those of the few always are, unless names are given.
asked() {
    if test -z "$wanted"; then
        test -n "$all" || test "$1" = few
        return
    fi
    for begin in $wanted; do
        case $2 in "$begin"*) return 0 ;; esac
    done
    return 1
}

# Compiles the player; $host is its compiler with its flags. Floats only pass through it.
player() {
    # shellcheck disable=SC2086
    $host -std=gnu11 -O1 -ffp-contract=off -I"$source/include" -I"$source/src" \
        "$@" -c "$source/test/bits/play.c" -o "$work/play.o"
}

# Compiles the library by this very command, and links the player to it.
game() {
    "$@" -I"$source/include" -I"$source/src" -c "$source/src/sidle.c" -o "$work/sidle.o" > "$work/log" 2>&1 || return 1
    # shellcheck disable=SC2086
    $host "$work/sidle.o" "$work/play.o" $linked -lm -o "$work/game" >> "$work/log" 2>&1
}

# The first hash that differs says where to look.
reproduces() {
    "$@" > "$work/out" 2> "$work/errors" || return 1
    tr -d '\r' < "$work/out" | cmp -s - "$work/expected" && return
    echo "the first hash that differs (scene, tick; < here, > the table's build):" > "$work/errors"
    tr -d '\r' < "$work/out" | diff - "$work/expected" | sed -n 2,4p >> "$work/errors"
    return 1
}

# row few|more NAME NEEDS HOST LINKED RUNNER COMPILER...: NEEDS are programs; RUNNER - is this machine.
row() {
    share=$1 name=$2 needs=$3 host=$4 linked=$5 runner=$6
    shift 6
    asked "$share" "$name" || return 0
    for program in $needs; do
        command -v "$program" > "$work/where" && continue
        echo "left out: $name (needs $program)"
        missing="$missing $name"
        return
    done
    if test "$runner" = -; then runner=''; fi
    : > "$work/errors"
    # shellcheck disable=SC2086
    if player > "$work/log" 2>&1 && game "$@" && reproduces $runner "$work/game" "$work/tape"; then
        pass "$name"
    else
        fail "$name" "$work/log" "$work/errors"
    fi
}

# ---- this machine ----

for cc in gcc clang; do
    row few "$cc-O2" $cc $cc "" - $cc -O2
    row more "$cc-O0" $cc $cc "" - $cc -O0
    row more "$cc-O3" $cc $cc "" - $cc -O3
    if grep -q '\bavx2\b' /proc/cpuinfo; then
        row more "$cc-x86-64-v3" $cc $cc "" - $cc -O3 -march=x86-64-v3
    fi
done
row more gcc-lto gcc gcc "-O2 -flto" - gcc -O2 -flto
row more clang-lto "clang ld.lld" clang "-O2 -flto -fuse-ld=lld" - clang -O2 -flto
# MemorySanitizer: no result comes from memory that nobody has written.
row few clang-msan clang "clang -fsanitize=memory" "" - clang -O1 -g -fsanitize=memory -fno-sanitize-recover=all
row more gcc-plain gcc gcc "" - gcc -O2 -DSIDLE_NO_SIMD
row more gcc-c11 gcc gcc "" - gcc -O2 -std=c11 -pedantic

two_files() {
    mkdir -p "$work/two/sidle"
    python3 "$source/src/package/two_files.py" "$source" "$work/two" &&
        cp "$work/two/sidle.h" "$work/two/sidle" &&
        gcc -std=gnu11 -O2 -I"$work/two" "$work/two/sidle.c" "$source/test/bits/play.c" -lm -o "$work/game"
}
if asked more two-files; then
    : > "$work/errors"
    if two_files > "$work/log" 2>&1 && reproduces "$work/game" "$work/tape"; then
        pass two-files
    else
        fail two-files "$work/log" "$work/errors"
    fi
fi

# 0: one thread that does the parts of each step from the last to the first.
for threads in 3 0 1 2 8; do
    share=more
    if test $threads = 3; then share=few; fi
    if ! asked $share "threads-$threads"; then continue; fi
    host=gcc linked="$source/src/examples/thread_pool.c -I$source/src -I$source/include -pthread"
    : > "$work/errors"
    if player -DBITS_THREADS > "$work/log" 2>&1 && game gcc -O2 &&
        reproduces "$work/game" "$work/tape" $threads; then
        pass "threads-$threads"
    else
        fail "threads-$threads" "$work/log" "$work/errors"
    fi
done

# ---- other machines ----

# machine few|more NAME TRIPLET QEMU FLAGS...
machine() {
    share=$1 name=$2 triplet=$3 qemu=$4
    shift 4
    runner=$qemu-static
    command -v "$runner" > "$work/where" || runner=$qemu
    row "$share" "$name" "$triplet-gcc $runner" "$triplet-gcc $*" -static "$runner" "$triplet-gcc" -O2 "$@"
}
machine few aarch64 aarch64-linux-gnu qemu-aarch64
machine few s390x s390x-linux-gnu qemu-s390x
machine more riscv64 riscv64-linux-gnu qemu-riscv64
machine more ppc64el powerpc64le-linux-gnu qemu-ppc64le
machine more armhf arm-linux-gnueabihf qemu-arm
# Its vector unit takes denormal numbers for 0, so that the compiler may not use it for floats.
machine more armhf-neon arm-linux-gnueabihf qemu-arm -march=armv7-a+simd -mfpu=neon-vfpv4 -mfloat-abi=hard
# Programs for i686 run on x86-64 as they are.
i686=i686-linux-gnu-gcc
row more i686-sse2 $i686 "$i686 -msse2 -mfpmath=sse" -static - $i686 -O2 -msse2 -mfpmath=sse

mingw=x86_64-w64-mingw32-gcc
export WINEPREFIX="$work/wine" WINEDEBUG=-all
row more mingw64 "$mingw wine" $mingw "-static" wine $mingw -O2
if test -d "$work/wine"; then wineserver -w || true; fi

# The program and the tape stand in one folder, the only one that it may read.
wasm="clang --target=wasm32-wasi"
wasm_row() {
    share=$1 name=$2
    shift 2
    if ! asked "$share" "$name"; then return; fi
    if ! test -d /usr/include/wasm32-wasi; then
        echo "left out: $name (needs wasi-libc)"
        missing="$missing $name"
        return
    fi
    cat > "$work/wasi" << end
#!/bin/sh
exec node --no-warnings "$source/test/bits/wasi.mjs" "\$1" "$work" /tape
end
    chmod +x "$work/wasi"
    row "$share" "$name" "clang wasm-ld node" "$wasm" "" "$work/wasi" clang --target=wasm32-wasi -O2 "$@"
}
wasm_row few wasm32
wasm_row more wasm32-simd128 -msimd128

# ---- flags that spoil arithmetic ----

# The sources guard the bits, not the build file: with such flags the library plays to the same hashes,
# or does not compile, or refuses to make a world.
plays_the_same() { game "$@" && reproduces "$work/game" "$work/tape"; }

does_not_compile() { ! game "$@" && grep -q '#error\|error: "sidle' "$work/log"; }

refuses_a_world() {
    game "$@" && ! "$work/game" "$work/tape" > "$work/out" 2>&1 && grep -q 'not rounded as IEEE 754' "$work/out"
}

expect() {
    if "$@" > "$work/said" 2>&1; then pass "$*"; else fail "$*" "$work/said" "$work/log"; fi
}

guards() {
    unguarded=-DSIDLE_UNGUARDED
    host=gcc linked=''
    player || return 1
    expect plays_the_same gcc -O2 -march=x86-64-v3 -ffp-contract=fast -DSIDLE_NO_SIMD
    expect plays_the_same gcc -O2 -mfma -std=c11 -flto
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
    linked=''
    if command -v clang > /dev/null; then
        expect plays_the_same clang -O2 -march=x86-64-v3 -ffp-contract=on
        expect does_not_compile clang -O2 -ffast-math
        expect refuses_a_world clang -O2 -mfma -ffp-contract=fast
        expect refuses_a_world clang -O2 -fassociative-math -fno-signed-zeros -fno-trapping-math
    fi
    host="$i686 -msse2 -mfpmath=sse" linked=-static
    if command -v $i686 > /dev/null; then
        player || return 1
        expect does_not_compile $i686 -O2 -mfpmath=387
        expect refuses_a_world $i686 $unguarded -O2 -mfpmath=387
        expect refuses_a_world $i686 $unguarded -O0 -mfpmath=387
    fi
}
if asked few guards; then
    if ! grep -q '\bfma\b' /proc/cpuinfo; then
        echo "left out: flags (this machine has no fma to spoil the bits with)"
    else
        guards || fail "the player for the flags" "$work/log"
    fi
fi
if test -n "$missing"; then echo "left out, as no toolchain is installed:$missing"; fi
echo "bits: $passed passed, $failed failed"
test $failed -eq 0
