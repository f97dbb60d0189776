#!/usr/bin/env bash
# run.sh MINUTES [STYLE...]: builds the libFuzzer targets with clang and runs each for so long, two
# at a time. The corpus grows in build-fuzz/corpus; what breaks is kept there as crash-STYLE-...,
# and told: shorten it with fuzz_driver, print it with SIDLE_STORY=1.
set -euo pipefail
cd "$(dirname "$0")/../.."
minutes=${1:?minutes} status=0
shift
styles=("${@:-}")
if [ -z "${styles[0]}" ]; then styles=(calls crowd doors lone); fi
if [ ! -d build-fuzz ]; then
    CC=clang CXX=clang++ meson setup build-fuzz -Dfuzz=true --buildtype debugoptimized > /dev/null
fi
meson compile -C build-fuzz "${styles[@]/#/fuzz_}" > /dev/null
seconds=$(awk "BEGIN { print int($minutes * 60) }")
fuzz() {
    mkdir -p "build-fuzz/corpus/$1"
    build-fuzz/test/fuzz/"fuzz_$1" "build-fuzz/corpus/$1" $(ls -d "test/fuzz/kept/$1" 2> /dev/null) \
        -max_len=656 -len_control=20 -max_total_time="$seconds" -timeout=180 -print_final_stats=0 \
        -artifact_prefix="build-fuzz/crash-$1-" > "build-fuzz/log-$1" 2>&1
}
for ((k = 0; k < ${#styles[@]}; k += 2)); do
    pids=()
    for style in "${styles[@]:k:2}"; do
        fuzz "$style" & pids+=($!)
    done
    for n in "${!pids[@]}"; do
        style=${styles[k + n]}
        if wait "${pids[n]}"; then
            echo "fuzz_$style: clean; $(grep -o '^Done.*' "build-fuzz/log-$style")"
        else
            status=1
            echo "fuzz_$style: broken"
            grep -A 2 '^broken\|ERROR\|Test unit written' "build-fuzz/log-$style" || true
        fi
    done
done
exit $status
