#!/usr/bin/env bash
# The tests that read memory in new ways, in a build of their own under a sanitizer.
#
#     sanitized.sh SOURCE FOLDER address|input|thread|memory
#
# address: AddressSanitizer and UBSan, over what reads snapshots, recordings and bad arguments. input: the same over
# what reads files, and over random hosts. thread: ThreadSanitizer, over what runs on several threads. memory:
# MemorySanitizer, which needs clang, over random stories.
set -euo pipefail
source=$(realpath "$1") kind=$3
build=$2/sanitized-$kind
options=() programs=() tests=()
case $kind in
address)
    options=(-Db_sanitize=address,undefined)
    tests=(api state_full groups queries)
    programs=(test/test_api test/test_state test/test_groups test/test_queries)
    ;;
input)
    options=(-Db_sanitize=address,undefined)
    tests=(command fuzz fuzz_readers game)
    programs=(test/test_command test/test_game test/fuzz/fuzz_driver test/fuzz/fuzz_reader_driver test/fuzz/fuzz_seeds)
    ;;
thread)
    options=(-Db_sanitize=thread)
    tests=(threads) programs=(test/test_threads)
    ;;
memory)
    command -v clang > /dev/null || { echo "sanitized: there is no clang"; exit 77; }
    export CC=clang CXX=clang++
    options=(-Db_sanitize=memory)
    tests=(fuzz) programs=(test/fuzz/fuzz_driver)
    ;;
esac
# With -O1, and without the places of variables (-g1), it is compiled in half the time.
if [ ! -e "$build/build.ninja" ]; then
    meson setup "$build" "$source" --werror --buildtype debugoptimized -Db_lundef=false -Dc_args='-g1 -O1' -Dcpp_args=-g1 \
        "${options[@]}" > /dev/null
fi
export ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
ninja -C "$build" "${programs[@]}" > "$build/log" || { tail "$build/log"; exit 1; }
meson test -C "$build" --no-rebuild --print-errorlogs --timeout-multiplier 6 --suite quick --suite full "${tests[@]}"
