#!/usr/bin/env bash
# run.sh MINUTES [TARGET...]: builds the libFuzzer targets with clang and runs each for so long, two
# at a time: calls, crowd, doors, lone and troops are stories; map, scenario, config, snapshot and
# recording are readers. `run.sh 6` is an hour of fuzzing in all. The corpus grows in
# build-fuzz/corpus; what breaks is kept there as crash-TARGET-..., and told: shorten a story with
# fuzz_driver, print it with SIDLE_STORY=1.
set -euo pipefail
cd "$(dirname "$0")/../.."
minutes=${1:?minutes} status=0
shift
targets=("${@:-}")
if [ -z "${targets[0]}" ]; then targets=(calls crowd doors lone troops map scenario config snapshot recording); fi
if [ ! -d build-fuzz ]; then
    CC=clang CXX=clang++ meson setup build-fuzz -Dfuzz=true --buildtype debugoptimized -Db_lundef=false \
        -Dc_args='-g1 -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all' \
        -Dc_link_args='-fsanitize=address,undefined' > /dev/null
fi
meson compile -C build-fuzz fuzz_seeds "${targets[@]/#/fuzz_}" > /dev/null
seconds=$(awk "BEGIN { print int($minutes * 60) }")
fuzz() {
    local target=$1 seeds=() options=(-max_len=656 -timeout=180)
    case $target in
    map) seeds=(build-fuzz/seeds/map) ;;&
    config) seeds=(build-fuzz/seeds/config) ;;&
    map | scenario | config) options=(-max_len=20000 -timeout=20 -dict=test/fuzz/readers.dict) ;;
    snapshot | recording) seeds=("build-fuzz/seeds/$target") options=(-max_len=65536 -timeout=60) ;;
    esac
    if [ -d "test/fuzz/kept/$target" ]; then seeds+=("test/fuzz/kept/$target"); fi
    mkdir -p "build-fuzz/corpus/$target"
    build-fuzz/test/fuzz/"fuzz_$target" "build-fuzz/corpus/$target" ${seeds[@]+"${seeds[@]}"} \
        "${options[@]}" -len_control=20 -max_total_time="$seconds" -print_final_stats=0 \
        -artifact_prefix="build-fuzz/crash-$target-" > "build-fuzz/log-$target" 2>&1
}
rm -rf build-fuzz/seeds
mkdir -p build-fuzz/seeds/{map,config,snapshot,recording}
build-fuzz/test/fuzz/fuzz_seeds maps build-fuzz/seeds > build-fuzz/log-seeds
cp maps/*.map build-fuzz/seeds/map
cp maps/*.ini build-fuzz/seeds/config
for ((k = 0; k < ${#targets[@]}; k += 2)); do
    pids=()
    for target in "${targets[@]:k:2}"; do
        fuzz "$target" & pids+=($!)
    done
    for n in "${!pids[@]}"; do
        target=${targets[k + n]}
        if wait "${pids[n]}"; then
            echo "fuzz_$target: clean; $(grep -o '^Done.*' "build-fuzz/log-$target")"
        else
            status=1
            echo "fuzz_$target: broken"
            grep -A 2 '^broken\|ERROR\|Test unit written' "build-fuzz/log-$target" || true
        fi
    done
done
exit $status
