#!/bin/sh
# wasm.sh SOURCE_ROOT OUTPUT: the library, the reference pathfinders and what of the command plays
# scenes, as one WebAssembly module. It needs Debian's clang, lld, wasi-libc,
# libclang-rt-14-dev-wasm32 and libstb-dev; exits with 77 where one is missing.
set -eu
root=$(cd "$1" && pwd) output=$2
clang=${WASM_CLANG:-clang}

missing() {
    echo "web: there is no $1; install clang lld wasi-libc libclang-rt-14-dev-wasm32 libstb-dev" >&2
    exit 77
}
command -v "$clang" > /dev/null || missing "$clang"
command -v wasm-ld > /dev/null || missing wasm-ld
test -e /usr/lib/wasm32-wasi/libc.a || missing wasi-libc
test -e "$("$clang" --target=wasm32-wasi -print-libgcc-file-name)" || missing libclang-rt-14-dev-wasm32
stb=$(pkg-config --cflags stb 2> /dev/null) || missing libstb-dev

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The same bits as everywhere: no contraction, no reordering. Lanes are four plain floats, which clang
# packs into vector registers (a step of 5,000 units takes two thirds of the time so). Asserts name files without the
# folder of the sources, so that any folder gives the same module.
flags="--target=wasm32-wasi --sysroot=/usr -std=gnu11 -O3 -ffp-contract=off -fno-fast-math
    -fno-math-errno -ffile-prefix-map=$root/= -DSIDLE_NO_SIMD -msimd128
    -D_WASI_EMULATED_PROCESS_CLOCKS -ffunction-sections
    -fdata-sections
    -Wall -Wextra -Werror -I$root/include -I$root/src -I$root/src/command -I$root/web/instead
    -isystem ${stb#-I}"

sources="$root/src/sidle.c $root/src/support/checked_memory.c $root/src/support/stb_ds.c"
for file in "$root"/src/pathfinding/*.c "$root"/web/instead/*.c "$root"/web/glue/*.c; do
    sources="$sources $file"
done
# What nobody calls is left out when all is linked. JSON is the command's, and text.c comes below.
for file in "$root"/src/command/scenes/*.c "$root"/src/command/simulation/*.c \
    "$root"/src/command/metrics/*.c "$root"/src/command/input/fixture*.c \
    "$root"/src/command/input/config.c "$root"/src/command/input/lines.c \
    "$root"/src/command/input/parameters.c "$root"/src/command/terminal/complain.c \
    "$root"/src/command/terminal/spelling.c "$root"/src/command/insight/local_grid.c; do
    case $file in */outcome_json.c) continue ;; esac
    if test -e "$file"; then sources="$sources $file"; fi
done

compile() {
    object=$work/$(echo "$1" | tr / _).o
    # shellcheck disable=SC2086
    "$clang" $flags ${2-} -c "$1" -o "$object"
}
for source in $sources; do compile "$source"; done
# The one file that opens files gets those in memory.
compile "$root/src/command/terminal/text.c" "-include files.h -Dfopen=file_open"

"$clang" --target=wasm32-wasi --sysroot=/usr -mexec-model=reactor -O3 "$work"/*.o \
    -lwasi-emulated-process-clocks -Wl,--gc-sections -Wl,-z,stack-size=1048576 -Wl,--stack-first \
    -Wl,--strip-all -o "$output.new"
mv "$output.new" "$output"
