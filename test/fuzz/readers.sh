#!/usr/bin/env bash
# readers.sh DRIVER SOURCE: reads the fixtures, the kept files, and changed ones; more with SIDLE_LONG=1.
set -uo pipefail
driver=$(realpath "$1") source=$(realpath "$2") passed=0 failed=0
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
rm -rf "$PWD"
echo "fuzz_readers: $passed passed, $failed failed"
exit $((failed > 0))
