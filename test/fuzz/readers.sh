#!/usr/bin/env bash
# readers.sh DRIVER SEEDS SOURCE: reads the fixtures, worlds that were saved and recorded, the kept files, and
# changed ones; more with SIDLE_LONG=1.
set -uo pipefail
driver=$(realpath "$1") seeds=$(realpath "$2") source=$(realpath "$3") passed=0 failed=0
many=200
if [ -n "${SIDLE_LONG:-}" ]; then many=5000; fi
cd "$(mktemp -d)" || exit 2
play() {
    if "$driver" "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}
shopt -s nullglob
play map $many "$source"/maps/*.map "$source"/test/fuzz/kept/map/*
play scenario $((20 * many)) "$source"/test/fuzz/kept/scenario/*
play config $((20 * many)) "$source"/maps/*.ini "$source"/test/fuzz/kept/config/*
mkdir snapshot recording
if "$seeds" "$source/maps" .; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
play snapshot $((many / 2)) snapshot/*
play recording $((many / 4)) recording/*
if ((failed)); then echo "what broke is in $PWD"; else rm -rf "$PWD"; fi
echo "fuzz_readers: $passed passed, $failed failed"
exit $((failed > 0))
